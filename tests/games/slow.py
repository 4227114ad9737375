"""Looks for positions that take long to answer: `python -m tests.games.slow [--minutes 10] [--game SLUG…]`.

Positions as an anonymous asker may send them, large and odd but accepted by the reader, are made from random play and
changed at random: house rules, phase, cards moved between zones, hands of everything, melds by the dozen. Each call
keeps its slowest and goes on from there. `--keep` writes the worst to `slow.json`, which `test_slow.py` asks again:
there steps are counted, here it is processor time. Nothing depends on the clock of the wall.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import games
from games.cards import JOKER, Card, format_cards, parse_cards
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import DEALER, State
from games.errors import RulesError
from games.kit.melds import WINDOWS
from tests.games.wandering import move_of, mutated

FOUND = Path(__file__).with_name("slow.json")
KEPT = 6
"""How many of the slowest are kept for each call, to go on from."""
CAP = 10.0
"""Seconds of processor time after which a call is given up."""
WORTH = 0.1
"""Seconds from which a question is kept."""
LONGEST = 800
OTHER_POSITIONS, NEW_POSITIONS = 0.12, 0.25


@dataclass(frozen=True)
class Question:
    """A position with the seat that asks, and a move for the calls that ask about one."""

    position: dict[str, Any]
    seat: int
    move: str

    def to_json(self) -> dict[str, Any]:
        return {"position": self.position, "seat": self.seat, "move": self.move}


Call = Callable[[Game[Any], Question], object]


def state_of(game: Game[Any], question: Question) -> State:
    state: State = game.load_position(question.position)
    return state


def listed(game: Game[Any], question: Question) -> object:
    """Return what a seat may do, as the oracle and the board list it."""
    state = state_of(game, question)
    moves = game.list_moves(state, question.seat)
    return moves, game.build_screen(game.build_view(state, question.seat))


def judged(game: Game[Any], question: Question) -> object:
    """One move, judged and read, as the oracle's other calls and every move at a table do."""
    state = state_of(game, question)
    move = game.parse_move(question.move)
    readings = game.list_move_readings(state, question.seat, move) if game.has_open_detail(move) else []
    return readings or game.find_violation(state, question.seat, move)


def counted(game: Game[Any], question: Question) -> object:
    return game.count_scores_so_far(state_of(game, question))


def hinted(game: Game[Any], question: Question) -> object:
    return game.build_hint(game.build_view(state_of(game, question), question.seat))


def played_by(level: str) -> Call:
    """Return what a bot of this level does."""

    def plays(game: Game[Any], question: Question) -> object:
        return game.bots[level].choose_move(game.build_view(state_of(game, question), question.seat), Random(1))

    return plays


CALLS: Mapping[str, Call] = {
    "legal": listed,
    "check": judged,
    "score": counted,
    "hint": hinted,
    **{level: played_by(level) for level in ("learner", "steady", "strong")},
}


# -- making positions ------------------------------------------------------------------------------


class Finder:
    """Makes questions about a game, new ones and others near to those that took long."""

    def __init__(self, game: Game[Any], rng: Random) -> None:
        self.game, self.rng = game, rng
        self.seen: dict[str, list[Any]] = {}
        self.decks: dict[str, Counter[Card]] = {}

    def fresh(self) -> Question:
        """A moment of a random deal under random house rules, with some changes."""
        position = self._moment()
        if self.rng.random() < 0.6:
            position = self._changed(position, self._extreme)
        for _ in range(self.rng.choice((0, 1, 3, 6, 10))):
            position = self._changed(position)
        return self._asked(position)

    def near(self, question: Question) -> Question:
        """A question much like this one."""
        if question.move and self.rng.random() < 0.35:
            state = state_of(self.game, question)
            move = self._grown(state, question.seat, self.game.parse_move(question.move))
            return Question(question.position, question.seat, _text(move) or question.move)
        position = question.position
        for _ in range(self.rng.choice((1, 1, 2, 4))):
            position = self._changed(position)
        other = self._asked(position)
        return other if self.rng.random() < 0.5 else Question(other.position, other.seat, question.move or other.move)

    def _options(self) -> dict[str, Any]:
        options, rng = self.game.options, self.rng
        while True:
            share = rng.random()
            values = {one.name: rng.choice(one.list_values()) for one in options.list_options() if rng.random() < share}
            if not options.list_option_problems(values):
                return options(values).list_nonstandard_values()

    def _moment(self) -> dict[str, Any]:
        game, rng = self.game, self.rng
        while True:
            options: Options = game.options(self._options())
            seats = rng.choice(game.seats)
            if not list(options.list_conflicts(seats)):
                break
        state = game.start_match(options, seats)
        steps = rng.choice((2, 5, 20, 60))
        position: dict[str, Any] = {}
        while state.waiting and steps:
            seat = rng.choice(state.waiting)
            game.apply_move(state, seat, move_of(game, state, seat, rng))
            steps -= seat != DEALER
            if state.waiting and DEALER not in state.waiting:
                position = game.build_position(state)
        for key, value in position.items():
            known = self.seen.setdefault(key, [])
            if value not in known:
                known.append(value)
                del known[:-200]
        return position or self._moment()

    def _changed(
        self, position: dict[str, Any], change: Callable[[dict[str, Any]], None] | None = None
    ) -> dict[str, Any]:
        """This position with one change that the reader accepts; the same if none of several is."""
        changes = (self._options_too, self._scalar, self._zone, self._zone, self._zone, self._melds, self._extreme)
        for _ in range(12):
            other = json.loads(json.dumps(position))
            (change or self.rng.choice(changes))(other)
            if "stock" in other and self.rng.random() < 0.9:
                del other["stock"]
                other.pop("seen", None)
            if "known" in other:
                other["known"] = []
            try:
                state = self.game.load_position(other)
            except RulesError:
                continue
            if state.waiting and DEALER not in state.waiting:
                return dict(other)
        return position

    def _options_too(self, position: dict[str, Any]) -> None:
        options = dict(position.get("options", {}))
        one = self.rng.choice(self.game.options.list_options())
        options[one.name] = self.rng.choice(one.list_values())
        if not self.game.options.list_option_problems(options):
            position["options"] = self.game.options(options).list_nonstandard_values()

    def _scalar(self, position: dict[str, Any]) -> None:
        keys = [key for key in self.seen if key not in ("options", "seats", "hands", "melds", "stock", "game")]
        key, rng = self.rng.choice(keys), self.rng
        known = rng.choice(self.seen[key])
        if isinstance(known, bool):
            position[key] = rng.random() < 0.5
        elif isinstance(known, int) and rng.random() < 0.7:
            position[key] = rng.randrange(8)
        elif key == "phase" and rng.random() < 0.5:
            position[key] = rng.choice(re.findall("[a-z]+", self.game.position_keys[key]))
        else:
            position[key] = known

    def _zone(self, position: dict[str, Any]) -> None:
        """Some cards more or less in one zone, of one kind as often as not."""
        rng = self.rng
        zones = [(position, key) for key, value in position.items() if isinstance(value, str) and _are_cards(value)]
        zones += [(position, key) for key in ("line", "pile", "trick") if key in position]
        hands = position.get("hands", [])
        zones += [(hands, seat) for seat in range(len(hands))]
        zones += [(hands, position["turn"])] * 4 if 0 <= position.get("turn", -1) < len(hands) else []
        holder, key = rng.choice(zones)  # type: ignore[misc]
        cards = holder[key].split()
        roll = rng.random()
        if roll < 0.25:
            rng.shuffle(cards)
            holder[key] = " ".join(cards[: rng.randrange(len(cards) + 1)])
            return
        if roll < 0.35:
            holder[key] = " ".join("?" if rng.random() < 0.5 else card for card in cards)
            return
        pool = [card for card in self._unused(position) if self._kind()(card)] if roll < 0.8 else self._unused(position)
        rng.shuffle(pool)
        more = [card.code for card in pool[: rng.choice((1, 2, 4, 8, 16, 32, 80))]]
        if rng.random() < 0.5:
            cards = [card for card in cards if card != "?"]
        holder[key] = " ".join(cards + more)

    def _extreme(self, position: dict[str, Any]) -> None:
        """A large hand for the seat to move, a long line or pile, and nobody else knows anything."""
        rng = self.rng
        hands = position.get("hands", [])
        turn = position.get("turn", 0)
        if not 0 <= turn < len(hands):
            return
        hands[:] = ["" for _ in hands]
        line = next((key for key in ("line", "pile") if key in position), "")
        if line and rng.random() < 0.7:
            position[line] = ""
        pool = self._unused(position)
        kinds = [self._kind() for _ in range(rng.choice((1, 2, 3)))]
        pool = [card for card in pool if rng.random() < 0.1 or any(kind(card) for kind in kinds)]
        rng.shuffle(pool)
        cut = rng.choice((0, 1, 2, 10, 30)) if line else 0
        if cut:
            position[line] = f"{position[line]} {format_cards(pool[:cut])}".strip()
        held = pool[cut : cut + rng.choice((10, 15, 20, 25, 30, 40, 60, 150))]
        hands[turn] = format_cards(held)

    def _kind(self) -> Callable[[Card], bool]:
        """Jokers, cards of some ranks, or cards of some suits."""
        rng = self.rng
        roll = rng.random()
        if roll < 0.3:
            return lambda card: card is JOKER
        if roll < 0.6:
            ranks = rng.sample(range(1, 14), rng.choice((1, 1, 2, 4)))
            return lambda card: card.rank in ranks
        suits = rng.sample("CDHS", rng.choice((1, 2, 3)))
        return lambda card: card.suit in suits

    def _unused(self, position: dict[str, Any]) -> list[Card]:
        """The cards that no zone but the stock holds."""
        left = self._deck(position)
        for card in _cards_in({key: value for key, value in position.items() if key not in ("stock", "known")}):
            left[card.base] -= 1
        return list((+left).elements())

    def _deck(self, position: dict[str, Any]) -> Counter[Card]:
        """All cards that are dealt under these house rules."""
        key = json.dumps([position.get("options"), position["seats"]], sort_keys=True)
        if key not in self.decks:
            options, seats = self.game.options(position.get("options")), position["seats"]
            state, rng = self.game.start_match(options, seats), Random(0)
            while DEALER in state.waiting:
                self.game.apply_move(state, DEALER, self.game.draw_dealer_move(state, rng))
            whole = {key: value for key, value in self.game.build_position(state).items() if key != "known"}
            self.decks[key] = Counter(card.base for card in _cards_in(whole))
        return self.decks[key].copy()

    def _melds(self, position: dict[str, Any]) -> None:
        """One meld more on the table, or one less."""
        rng = self.rng
        if "melds" not in position:
            return
        position["melds"] += [[] for _ in range(position["seats"] - len(position["melds"]))]
        own = rng.choice(position["melds"])
        if own and rng.random() < 0.3:
            own.pop(rng.randrange(len(own)))
            return
        for _ in range(rng.choice((1, 2, 6))):
            window = rng.choice([shown for size, _, shown in WINDOWS if size < rng.choice((4, 5, 8, 14))])
            wild = rng.random()
            cards = [card.code if rng.random() > wild * 0.5 else f"*={card.code}" for card in window]
            own.append(" ".join(cards))

    def _asked(self, position: dict[str, Any]) -> Question:
        state = self.game.load_position(position)
        seat = self.rng.choice((*state.waiting, *state.interrupting_seats))
        return Question(position, seat, _text(self._some_move(state, seat)))

    def _some_move(self, state: State, seat: int) -> Move:
        """A legal move, one near to it, or a large one of any verb."""
        rng, game = self.rng, self.game
        verbs = [verb.name for verb in game.verbs.list_possible_verbs(state, seat)]
        if rng.random() < 0.2:
            with capped(1.0):
                move = game.draw_random_move(state, seat, rng)
                return move if rng.random() < 0.5 else mutated(game, state, move, rng)
        return self._grown(state, seat, Move(rng.choice(verbs or list(game.verbs))))

    def _grown(self, state: State, seat: int, move: Move) -> Move:
        """The move with more cards in it, many of them open."""
        rng = self.rng
        parts = self.game.verbs[move.verb].parts
        if "number" in parts and rng.random() < 0.5:
            move = move._replace(number=rng.choice((1, 2, 3, 5, 10, 20, 101, 201)))
        if "groups" not in parts:
            return move
        near = [*getattr(state, "hands", [[]] * 9)[seat], *getattr(state, "line", [])]
        own = [list(meld) for meld in getattr(state, "melds", [[]] * 9)[seat]] if hasattr(state, "melds") else []
        groups = [list(group) for group in move.groups]
        roll = rng.random()
        if roll < 0.2:
            groups = [list(near)]
        elif roll < 0.35 and own:
            groups = own
        elif roll < 0.5 and groups:
            groups.pop(rng.randrange(len(groups)))
        else:
            window = rng.choice(WINDOWS)[2]
            groups.insert(rng.randrange(len(groups) + 1), list(window))
        open_too = rng.random() < 0.6
        wilds = [card for card in near if card is JOKER or rng.random() < 0.1]
        found = []
        for group in groups:
            cards = []
            for card in group:
                stands = open_too and rng.random() < rng.choice((0.1, 0.5, 0.9))
                base = (rng.choice(wilds) if wilds and card.natural and card not in near else card.base).code
                cards.append(f"{base}=?" if stands and base != "?" else card.code)
            found.append(parse_cards(" ".join(cards)))
        return move._replace(groups=tuple(group for group in found if group))


def _text(move: Move) -> str:
    """The move as text, with fewer groups if it would be too long."""
    while len(str(move)) > LONGEST and move.groups:
        move = move._replace(groups=move.groups[:-1])
    return str(move)


def _are_cards(text: str) -> bool:
    try:
        return bool(parse_cards(text))
    except RulesError:
        return False


def _cards_in(value: Any) -> Iterator[Card]:
    """Every card that a position names."""
    if isinstance(value, str):
        if _are_cards(value):
            yield from parse_cards(value)
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _cards_in(inner)


# -- measuring -------------------------------------------------------------------------------------


class Capped(BaseException):
    """A call took all the time that it was given."""


@contextmanager
def capped(seconds: float) -> Iterator[None]:
    """Give up after so much processor time."""

    def give_up(*_: object) -> None:
        raise Capped

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def seconds_of(call: Call, game: Game[Any], question: Question, cap: float) -> float:
    """The processor time of a call; that of the cap if it was given up."""
    start = time.process_time()
    try:
        with capped(cap):
            call(game, question)
    except Capped:
        return cap
    except Exception:  # what cannot be answered is refused; how long that takes counts all the same
        pass
    return time.process_time() - start


@dataclass
class Worst:
    """The slowest questions of one call, the slowest first, and how many were asked."""

    kept: list[tuple[float, Question]] = field(default_factory=list)
    asked: int = 0

    def take(self, seconds: float, question: Question) -> None:
        self.asked += 1
        if len(self.kept) < KEPT or seconds > self.kept[-1][0]:
            self.kept = sorted([*self.kept, (seconds, question)], key=lambda one: -one[0])[:KEPT]


def hunt(game: Game[Any], minutes: float, seed: int, cap: float, only: str = "") -> dict[str, Worst]:
    """The slowest questions that so much processor time finds, for each call."""
    rng = Random(seed)
    finder = Finder(game, rng)
    worst = {name: Worst() for name in CALLS if not only or name == only}
    spent = dict.fromkeys(worst, 0.0)
    until = time.process_time() + 60 * minutes
    while time.process_time() < until:
        name = min(worst, key=lambda one: spent[one])
        start = time.process_time()
        try:
            kept = worst[name].kept
            far = not kept or rng.random() < NEW_POSITIONS
            question = finder.fresh() if far else finder.near(rng.choice(kept)[1])
            if rng.random() < OTHER_POSITIONS:
                question = finder.near(rng.choice(rng.choice([one.kept for one in worst.values() if one.kept]))[1])
        except (Capped, RulesError, LookupError, AssertionError):  # odd positions are more than random moves can bear
            spent[name] += time.process_time() - start + 0.01
            continue
        seconds = seconds_of(CALLS[name], game, question, cap)
        worst[name].take(seconds, question)
        spent[name] += time.process_time() - start
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help="of processor time, for each game")
    parser.add_argument("--game", action="append", help="a slug; all games without it")
    parser.add_argument("--call", default="", help=", ".join(CALLS))
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--cap", type=float, default=CAP, help="seconds after which a call is given up")
    parser.add_argument("--keep", action="store_true", help="write the worst to slow.json")
    asked = parser.parse_args()
    for game in [games.get(slug) for slug in asked.game or games.all_games()]:
        worst = hunt(game, asked.minutes, asked.seed, asked.cap, asked.call)
        for name, one in worst.items():
            slowest = one.kept[0][0] if one.kept else 0.0
            print(f"{game.slug:16}{name:10}{one.asked:8} asked, worst {slowest:8.3f} s", flush=True)
        if asked.keep:
            keep(game, worst)


def keep(game: Game[Any], worst: Mapping[str, Worst]) -> None:
    """Write the slowest question of each call to `slow.json`, if it took long enough to be worth a test."""
    found = json.loads(FOUND.read_text()) if FOUND.exists() else {}
    for name, one in worst.items():
        for seconds, question in one.kept[:1]:
            entry = {"call": name, "seconds": round(seconds, 3), **question.to_json()}
            if seconds >= WORTH:
                found.setdefault(game.slug, []).append(entry)
    FOUND.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
