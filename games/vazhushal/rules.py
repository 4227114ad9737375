"""Vazhushal: what happens when a move is made.

Source of the rules: https://www.denexa.com/blog/vazhushal-wipe/ and https://www.pagat.com/rummy/wipe.html; where they
differ, `rulebook.md` says which reading is the book's and an option has the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from random import Random
from typing import Any, ClassVar

from games.cards import UNKNOWN
from games.engine.clause import Clause, Violation
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Group, Move
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.view import Position, Screen, View
from games.kit.melds import RUNS, SETS, extensions, faces, in_order, pure_runs
from games.vazhushal.clauses import CLAUSES
from games.vazhushal.judging import JUDGES, allowed_verbs, dealer_verb, superfluous, verb_faults
from games.vazhushal.melding import owned
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.playing import apply
from games.vazhushal.screen import draw
from games.vazhushal.state import VazhushalState, load_position, position_of
from games.vazhushal.wiping import new_melds, takes, wipes


class Vazhushal(Game[VazhushalState]):
    """The wipe rummy of Chennai."""

    slug = "vazhushal"
    title = "Vazhushal"
    family = "Rummy"
    tagline = "A rummy in which the discards lie open and you may sweep up a whole tail of them."
    minutes = "10–15 minutes a hand"
    seats = range(2, 7)
    version = 1
    options: ClassVar[type[Options]] = VazhushalOptions
    verbs: ClassVar[Mapping[str, str]] = {
        "stock": "draw from the stock",
        "wipe": "wipe the line",
        "take": "take the line with its wild starter",
        "meld": "lay a meld",
        "layoff": "add to a meld",
        "rearrange": "rearrange your melds",
        "discard": "discard",
        "done": "finish",
        "throw-in": "ask for a new deal",
        "keep": "play on",
        "dealer": "draw the first dealer",
        "deal": "deal",
        "reshuffle": "shuffle the starter back",
    }
    clause_of: Mapping[str, str] = {
        "stock": "draw.stock",
        "wipe": "wipe.deepest-card-must-meld",
        "take": "starter.take-with-pure",
        "meld": "meld.kinds",
        "layoff": "layoff.own-only",
        "rearrange": "rearr.free",
        "discard": "discard.one",
        "done": "exhaust.final-melds",
        "throw-in": "redeal.three-doubles",
        "keep": "redeal.three-doubles",
    }

    def clause_list(self) -> Iterable[Clause]:
        return CLAUSES.values()

    def start(self, options: Options, seats: int) -> VazhushalState:
        assert isinstance(options, VazhushalOptions)
        self.check_seats(options, seats)
        return VazhushalState(options, seats)

    # -- legality --------------------------------------------------------------------------------

    def allowed_verbs(self, state: VazhushalState, seat: int) -> Sequence[str]:
        return [dealer_verb(state)] if seat == DEALER else allowed_verbs(state, seat)

    def why_not_verb(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        return verb_faults(state, seat, move)

    def judge(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        return chain(superfluous(move), JUDGES[move.verb](state, seat, move))

    def moves(self, state: VazhushalState, seat: int) -> list[Move]:
        """Each depth of the line by one example, melds and lay-offs without needless wilds, and all discards."""
        if seat == DEALER:
            return [self.chance(state, Random(0))]
        if state.phase == "redeal":
            return [Move("keep"), Move("throw-in")]
        if state.phase == "draw":
            found = [] if state.forced else [Move("stock")]
            for depth in range(1, len(state.line) + 1) if not state.forced else ():
                found += [move for move in [next(wipes(state, seat, depth), None)] if move]
            return found + [move for move in [next(takes(state, seat), None)] if move]
        return [*self._table_moves(state, seat), *self._last_moves(state, seat)]

    def _table_moves(self, state: VazhushalState, seat: int) -> Iterator[Move]:
        hand = state.hands[seat]
        verbs = allowed_verbs(state, seat)
        if "meld" in verbs:
            melds = new_melds(state, seat, hand) if state.opened(seat) else pure_runs(hand)
            yield from self._legal(state, seat, (Move("meld", groups=(meld,)) for meld in melds))
        if "layoff" in verbs:
            yield from self._legal(state, seat, self._layoffs(state, seat))

    def _layoffs(self, state: VazhushalState, seat: int) -> Iterator[Move]:
        hand = state.hands[seat]
        wild = [card for card in dict.fromkeys(hand) if card in state.wilds]
        for number, meld in enumerate(state.melds[seat], 1):
            for face in extensions(faces(meld)):
                if face in hand:
                    yield Move("layoff", number, ((face,),))
                for card in wild:
                    if card is not face:
                        yield Move("layoff", number, ((card.standing_for(face),),))

    def _legal(self, state: VazhushalState, seat: int, moves: Iterable[Move]) -> Iterator[Move]:
        return (move for move in moves if next(JUDGES[move.verb](state, seat, move), None) is None)

    def _last_moves(self, state: VazhushalState, seat: int) -> list[Move]:
        if state.phase == "final":
            return [Move("done")]
        return [Move("discard", groups=((card,),)) for card in dict.fromkeys(state.hands[seat])]

    def random_move(self, state: VazhushalState, seat: int, rng: Random) -> Move:
        """Draws from the line now and then, melds more often: cheaper than listing, and every verb occurs."""
        phase, roll = state.phase, rng.random()
        if phase == "draw" and not state.forced:
            if state.line and roll < 0.3:
                depth = rng.randrange(len(state.line)) + 1
                return next(wipes(state, seat, depth), None) or next(takes(state, seat), None) or Move("stock")
            return Move("stock")
        if phase == "table" and (roll > 0.4 or state.forced):
            return Move("discard", groups=((rng.choice(state.hands[seat]),),))
        if phase in ("table", "final"):
            return next(self._table_moves(state, seat), None) or rng.choice(self._last_moves(state, seat))
        return rng.choice(self.moves(state, seat))

    def readings(self, state: VazhushalState, seat: int, move: Move) -> list[Move]:
        """The legal moves a move with `=?` can mean, the most natural and most valuable reading first."""
        if not move.open:
            return [move]
        own = state.melds[seat]
        number = move.number or 0
        base: Group = own[number - 1] if move.verb == "layoff" and 1 <= number <= len(own) else ()
        choices = [list(_read_group(group, base)) for group in move.groups]
        found: list[Move] = []
        for groups in product(*choices):
            read = move._replace(groups=tuple(groups))
            if len(found) < 40 and self.why_not(state, seat, read) is None:
                found.append(read)
        return sorted(found, key=_preference)

    # -- play ------------------------------------------------------------------------------------

    def chance(self, state: VazhushalState, rng: Random) -> Move:
        verb = dealer_verb(state)
        if verb == "dealer":
            return Move("dealer", rng.randrange(state.seats))
        cards = state.deck() if verb == "deal" else [*state.stock[state.seen :], *state.line]
        rng.shuffle(cards)
        return Move(verb, groups=(tuple(cards),))

    def apply(self, state: VazhushalState, seat: int, move: Move) -> list[Event]:
        return apply(state, seat, move)

    # -- what is seen ----------------------------------------------------------------------------

    def position(self, state: VazhushalState, seat: int | None = None, whole: bool = True) -> Position:
        return position_of(state, seat, whole)

    def load(self, position: Mapping[str, Any]) -> VazhushalState:
        return load_position(position)

    def imagine(self, view: View, rng: Random) -> VazhushalState:
        state = load_position(view.position)
        unseen = Counter(state.deck())
        unseen.subtract(owned(meld for melds in state.melds for meld in melds))
        unseen.subtract([*state.line, *state.stock, *(card for hand in state.hands for card in hand)])
        if state.negative is not None and not state.options.neg_drawable:
            unseen[state.negative] -= 1
        cards = [card for card, number in unseen.items() if card is not UNKNOWN for _ in range(number)]
        rng.shuffle(cards)
        for hidden in (*state.hands, state.stock):
            for place, card in enumerate(hidden):
                if card is UNKNOWN:
                    hidden[place] = cards.pop()
        return state

    def screen(self, view: View) -> Screen:
        return draw(load_position(view.position), view.seat)


# -- reading wild cards ----------------------------------------------------------------------------


def _read_group(group: Group, base: Group) -> Iterator[Group]:
    """Every way to say what the `=?` cards of a group stand for, so that with `base` it makes a run or set."""
    open_cards = [card.base for card in group if card.face is UNKNOWN]
    if not open_cards:
        yield group
        return
    fixed = [card for card in group if card.face is not UNKNOWN]
    shown = frozenset(card.face for card in (*fixed, *base))
    size = len(group) + len(base)
    for shapes in (RUNS, SETS):
        for shape, order in shapes.items():
            if len(shape) == size and shown <= shape:
                free = [face for face in order if face not in shown]
                for cards in set(permutations(open_cards)):
                    placed = [card.standing_for(face) for card, face in zip(cards, free, strict=True)]
                    yield tuple(placed) if base else in_order([*fixed, *placed])


def _preference(move: Move) -> tuple[int, int]:
    cards = [card for group in move.groups for card in group]
    return -sum(card.natural for card in cards), -sum(min(card.rank, 10) if card.rank > 1 else 10 for card in cards)
