"""Everything that can be asked of a position, asked: whatever play can reach has to stand it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import chain
from random import Random
from typing import Any

from games.cards import UNKNOWN
from games.engine.clause import Violation
from games.engine.examples import Example
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.state import DEALER, State
from games.engine.view import Position, View
from games.engine.work_limits import OutOfSteps
from games.errors import RulesError
from games.kit.tricks import TrickState
from tests.games.wandering import every_value, move_of, mutated, roam, some_rules

VALUES = {
    "player": int,
    "players": list,
    "cards": str,
    "number": int,
    "numbers": list,
    "yes-no": bool,
    "word": str,
}
"""The type of a fact's value, by its kind."""
TRIES = 2
"""So many strange moves are tried for each seat."""
STRONG_EVERY = 20
"""The strong bot plays one in so many of the positions."""


def ask_everything(game: Game[Any], state: State, rng: Random, levels: Sequence[str]) -> None:
    """Read a position back, whole and as each seat sees it; draw it, move in it, refuse in it, and let bots play it."""
    read_back(game, state, (None, *range(state.seats)))
    assert not isinstance(state, TrickState) or not {*state.waiting} & {*state.out}, "who is out is not waited for"
    refuse_everything(game, state)
    ask_facts(game, state, rng)
    for seat in range(state.seats):
        moves = game.list_moves(state, seat) if state.can_move(seat) else []
        assert moves or seat not in state.waiting
        listed = rng.sample(moves, min(len(moves), TRIES))
        others = [mutated(game, state, _some_move(game, moves, rng), rng) for _ in range(TRIES)]
        for move in (*listed, *others):
            refused = game.find_violation(state, seat, move)
            if refused is None:
                play_and_read(game, state, seat, move, rng)
            else:
                assert move in others, (seat, str(move), refused, game.build_position(state))
                read_aloud(game, state.options, refused)
    if state.waiting not in ((), (DEALER,)):
        take_advice(game, state, rng.choice(state.waiting), rng, levels)


def _some_move(game: Game[Any], moves: Sequence[Move], rng: Random) -> Move:
    return rng.choice(moves) if moves else Move(rng.choice(list(game.verbs)))


def read_back(game: Game[Any], state: State, seats: Iterable[int | None]) -> None:
    """The position is the same when it is loaded, and so is what each of these seats sees of it, which can be drawn."""
    position = json.loads(json.dumps(game.build_position(state)))
    again = game.load_position(position)
    assert game.build_position(again) == position
    assert _moment(again) == _moment(state), position
    for seat in seats:
        seen = json.loads(json.dumps(game.build_position(state, seat, whole=False)))
        again = game.load_position(seen)
        assert game.build_position(again, seat, whole=False) == seen
        assert _moment(again) == _moment(state), seen
        assert game.build_screen(game.build_view(state, seat)).prompt


def _moment(state: State) -> tuple[Any, ...]:
    return state.phase, state.waiting, state.interrupting_seats, state.is_between_deals, state.match.over


def play_and_read(game: Game[Any], state: State, seat: int, move: Move, rng: Random) -> None:
    """A legal move can be made, and what comes of it can be read, by the one who made it or another."""
    after = state.copy()
    game.apply_move(after, seat, move)
    read_back(game, after, [rng.choice((None, *range(state.seats)))])


def refuse_everything(game: Game[Any], state: State) -> None:
    """Every verb of every seat, for which it is the time or not, meets a plain sentence if it is refused."""
    for seat in (DEALER, *range(state.seats + 1)):
        for verb in (*game.verbs, "jump"):
            refused = game.find_violation(state, seat, Move(verb))
            if refused is not None:
                read_aloud(game, state.options, refused)
            else:
                assert state.can_move(seat)


def ask_facts(game: Game[Any], state: State, rng: Random) -> None:
    """Every fact that takes no words has a value as its kind has it, for those who see all and for one who does not."""
    seat = rng.randrange(state.seats)
    for seen in (state, game.load_position(game.build_position(state, seat, whole=False))):
        for fact in game.all_facts.values():
            if not fact.takes:
                with suppress(OutOfSteps):
                    value = fact.evaluate(seen, seat, ())
                    assert value is None or isinstance(value, VALUES[fact.kind]), (fact.name, value)
                    json.dumps(value)


def read_aloud(game: Game[Any], options: Options, refused: Violation) -> None:
    """A refusal has sentences in which nothing is missing, and names clauses that hold at this table."""
    for broken in (refused, *refused.others):
        assert broken.sentence.endswith((".", "?")), broken
        assert not any(bad in broken.sentence for bad in ("{", ": .", "  ", ", ,")), broken
        assert _holds(game, options, broken.clause.id), (broken, options)


@lru_cache(maxsize=10_000)
def _holds(game: Game[Any], options: Options, clause: str) -> bool:
    entry = game.rulebook.find_clause_entry(clause, options)
    return entry is None or entry.is_in_force


def take_advice(game: Game[Any], state: State, seat: int, rng: Random, levels: Sequence[str]) -> None:
    """The hint and the choices of the bots of these levels are legal moves."""
    view = game.build_view(state, seat)
    moves = [("hint", game.build_hint(view).move)] if "hint" in levels and game.decides else []
    moves += [(level, bot.choose_move(view, rng).move) for level, bot in game.bots.items() if level in levels]
    for adviser, move in moves:
        assert game.find_violation(state, seat, move) is None, (adviser, str(move), game.build_position(state))


def disturbed(game: Game[Any], state: State, rng: Random) -> Position:
    """A position with something exchanged that play may never exchange: cards, hands, whose turn it is, the phase."""
    changed: Position = json.loads(json.dumps(game.build_position(state)))
    for _ in range(rng.choice((1, 1, 2))):
        rng.choice(_EXCHANGES)(changed, rng)
    if not rng.randrange(6):
        phase = game.state.keys["phase"]
        changed["phase"] = rng.choice(phase.build_value_schema()["enum"])
    return changed


def mixed(game: Game[Any], state: State, other: State, rng: Random) -> Position:
    """A position with one to three parts of another that the same table has come to: its phase, scores, hands …"""
    changed, found = (json.loads(json.dumps(game.build_position(one))) for one in (state, other))
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        into, of = (changed["match"], found["match"]) if not rng.randrange(3) else (changed, found)
        names = [key for key in of if into[key] != of[key]]
        if names:
            into[name] = of[name := rng.choice(names)]
    return changed


def mix_and_play(game: Game[Any], start: State, rng: Random, positions: int) -> tuple[int, int]:
    """Put so many positions together from those of one table: how many are refused, and how many can be played on."""
    refused = played = 0
    states = [state for state in roam(game, start, rng, 120) if not rng.randrange(4)]
    for state in rng.sample(states, min(len(states), positions)):
        position = mixed(game, state, rng.choice(states), rng)
        try:
            loaded = game.load_position(position)
        except RulesError:
            refused += 1
            continue
        if UNKNOWN not in loaded.list_cards():
            played += 1
            try:
                _play_on(game, loaded, rng)
            except Exception as broken:
                raise AssertionError(f"{broken!r} in {position}") from broken
    return refused, played


def _play_on(game: Game[Any], state: State, rng: Random) -> None:
    """Sixty random moves, as long as there are any and the deal is not over; what they come to can be read."""
    deals = state.match.deals
    for _ in range(60):
        if not state.waiting or state.match.deals > deals:
            return
        seat = rng.choice(state.waiting)
        move = move_of(game, state, seat, rng)
        assert game.find_violation(state, seat, move) is None
        game.apply_move(state, seat, move)
        if not rng.randrange(9) or state.waiting in ((), (DEALER,)):
            read_back(game, state, [])


def _places(position: Position) -> list[tuple[Any, Any]]:
    """Return where there are texts of cards: each a list or an object, and its place there."""
    found: list[tuple[Any, Any]] = []
    for key, value in position.items():
        if key not in ("game", "options", "seats", "phase", "match"):
            found += [(position, key)] if isinstance(value, str) else []
            found += (
                [(value, at) for at, text in enumerate(value) if isinstance(text, str)] if type(value) is list else []
            )
    return [(where, at) for where, at in found if CARD.search(where[at])]


def _card_twice(position: Position, rng: Random) -> None:
    _move_card(position, rng, leave=True)


def _move_card(position: Position, rng: Random, leave: bool = False) -> None:
    """One card lies elsewhere; it is still where it was with `leave`."""
    places = _places(position)
    if len(places) > 1:
        (here, at), (there, to) = rng.sample(places, 2)
        code = rng.choice(CARD.findall(here[at]))
        here[at] = here[at] if leave else " ".join(here[at].replace(code, "", 1).split())
        there[to] = f"{there[to]} {code}"


def _exchange_cards(position: Position, rng: Random) -> None:
    places = _places(position)
    if len(places) > 1:
        (here, at), (there, to) = rng.sample(places, 2)
        one, other = rng.choice(CARD.findall(here[at])), rng.choice(CARD.findall(there[to]))
        here[at], there[to] = here[at].replace(one, other, 1), there[to].replace(other, one, 1)


def _exchange_hands(position: Position, rng: Random) -> None:
    rng.shuffle(position["hands"])


def _other_seat(position: Position, rng: Random) -> None:
    """A number that may be a seat is another one: whose turn it is, who led, who dealt."""
    names = [key for key, value in position.items() if type(value) is int and key != "seats"]
    position[rng.choice(names or ["turn"])] = rng.randrange(position["seats"])


CARD = re.compile(r"\b[A2-9TJQK][CDHS]\b")
_EXCHANGES = (_card_twice, _move_card, _exchange_cards, _exchange_hands, _other_seat)


def tables(game: Game[Any], rng: Random, more: int) -> Iterator[State]:
    """A match about to begin by each preset, by rules that have every value of every option, and by so many others."""
    for preset in game.options.presets:
        options = game.options.load_preset(preset.name)
        yield game.start_match(options, rng.choice(game.list_seat_counts(options)))
    others = (some_rules(game, rng) for _ in range(more))
    for options, seats in chain(_covering(game, rng), filter(None, others)):
        yield game.start_match(options, seats)


def _covering(game: Game[Any], rng: Random) -> Iterator[tuple[Options, int]]:
    """House rules with numbers of players, until every value of every option that can be played was there once.

    As many values as go together are taken at a time, so that there are not many tables.
    """
    left = list(every_value(game))
    while left:
        rng.shuffle(left)
        asked = dict(left[:1])
        for name, value in left[1:]:
            if name not in asked and not game.options.list_option_problems({**asked, name: value}):
                asked[name] = value
        drawn = some_rules(game, rng, asked) or some_rules(game, rng, dict(left[:1]))
        left = [(name, value) for name, value in left[1:] if drawn is None or drawn[0].get_option_value(name) != value]
        yield from filter(None, [drawn])


def of_example(game: Game[Any], example: Example, rng: Random) -> State:
    """A state of an example with its unknown cards dealt; by other house rules, if it can be and as the dice fall."""
    position = game.build_position(example.build_state(game, rng.choice((0, 1, None))))
    drawn = some_rules(game, rng)
    if drawn is not None and rng.random() < 0.5:
        with suppress(RulesError):
            position = game.build_position(
                game.load_position(position | {"options": drawn[0].list_nonstandard_values()})
            )
    return game.sample_possible_state(View(game.slug, None, position), rng)


def ask_on_the_way(game: Game[Any], start: State, rng: Random, moves: int, every: int) -> int:
    """Ask everything of one in so many of the states that random moves come to; of how many it was asked.

    The strong bot is slow, so it plays seldom.
    """
    asked = 0
    for state in roam(game, start, rng, moves):
        if not rng.randrange(every):
            asked += 1
            strong = ["strong"] if not rng.randrange(STRONG_EVERY) else []
            ask_everything(game, state, rng, ["hint", "learner", "steady", *strong])
    return asked
