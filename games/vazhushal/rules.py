"""Vazhushal: what happens when a move is made.

Source of the rules: https://www.denexa.com/blog/vazhushal-wipe/ and https://www.pagat.com/rummy/wipe.html; where they
differ, `rulebook.md` says which reading is the book's and an option has the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, islice, product
from math import prod
from random import Random
from typing import ClassVar

from games.cards import UNKNOWN, Card, without
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Group, Move
from games.engine.options import Options, Value
from games.engine.state import DEALER
from games.engine.view import Position, Screen, View
from games.engine.work import first, up_to
from games.kit.melds import WINDOWS, extensions, faces, in_order, pure_runs
from games.vazhushal.endgame import draws, renewals
from games.vazhushal.judging import JUDGES, PARTS, allowed_verbs, dealer_verb, early_faults, is_legal, verb_faults
from games.vazhushal.melding import is_meld, without_twins
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.playing import TURN_GUARD, apply
from games.vazhushal.scoring import score_seat
from games.vazhushal.screen import draw
from games.vazhushal.state import HAND, VazhushalState, full_deck, imagine
from games.vazhushal.wiping import WIPES, regroupings, shapes, takes, unlike, wipes

STOCK, DONE = Move("stock"), Move("done")
STARTER = 1
"""The card that begins the line comes from the stock. Rulebook: deal.sequence."""
READ, READINGS = 400, 40
"""So many ways to read a move with `=?` are tried, and so many legal ones found."""
LISTED = 250_000
"""The steps that there are to list the melds and lay-offs, or the rearrangements."""


class Vazhushal(Game[VazhushalState]):
    """The wipe rummy of Chennai."""

    slug = "vazhushal"
    title = "Vazhushal"
    family = "Rummy"
    tagline = "A rummy in which the discards lie open and you may sweep up a whole tail of them."
    minutes = "10–15 minutes a hand"
    seats = range(2, 7)
    shelf = 10
    showcase = ("line", "4D QC 9H TH JH QH")
    version = 3
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
    parts = PARTS
    clause_of: ClassVar[Mapping[str, str]] = {
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

    state = VazhushalState

    # -- legality --------------------------------------------------------------------------------

    def allowed_verbs(self, state: VazhushalState, seat: int) -> Sequence[str]:
        return [dealer_verb(state)] if seat == DEALER else allowed_verbs(state, seat)

    def why_not_verb(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        return verb_faults(state, seat, move)

    def why_not_seat(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        return early_faults(state, seat, move)

    def judge(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        return JUDGES[move.verb](state, seat, move)

    def moves(self, state: VazhushalState, seat: int) -> list[Move]:
        """Each depth of the line by one example, melds and lay-offs without needless wilds, and all discards."""
        if seat == DEALER:
            return [self.chance(state, Random(0))]
        if state.phase == "redeal":
            return [Move("keep"), Move("throw-in")]
        if state.phase == "draw":
            if state.forced:
                return [Move("take")]
            listed = [STOCK, *draws(state, seat).values(), *islice(takes(state, seat), 1)]
            return list(dict.fromkeys(listed))
        laid = up_to(LISTED, self._table_moves(state, seat))
        return [*laid, *up_to(LISTED, self._regroupings(state, seat)), *self._last_moves(state, seat)]

    def _table_moves(self, state: VazhushalState, seat: int) -> Iterator[Move]:
        hand = state.hands[seat]
        verbs = allowed_verbs(state, seat)
        if "meld" in verbs:
            owned = state.melds[seat]
            melds = unlike(state, owned, hand, shapes(hand, state.wilds)) if owned else pure_runs(hand)
            yield from self._legal(state, seat, (Move("meld", groups=(meld,)) for meld in melds))
        if "layoff" in verbs:
            yield from self._legal(state, seat, self._layoffs(state, seat))

    def _layoffs(self, state: VazhushalState, seat: int) -> Iterator[Move]:
        hand = dict.fromkeys(state.hands[seat])
        wild = [card for card in hand if card in state.wilds]
        for number, meld in enumerate(state.melds[seat], 1):
            for face in extensions(faces(meld)):
                if face in hand:
                    yield Move("layoff", number, ((face,),))
                for card in wild:
                    if card is not face:
                        yield Move("layoff", number, ((card.standing_for(face),),))

    def _regroupings(self, state: VazhushalState, seat: int) -> Iterator[Move]:
        """Plain changes of the table; only if there is none, a new meld that much else makes room for, or no change."""
        if "rearrange" not in allowed_verbs(state, seat):
            return
        found = self._legal(state, seat, regroupings(state, seat))
        as_it_lies = Move("rearrange", groups=tuple(state.melds[seat]))
        rarely = chain([as_it_lies], renewals(state, seat))
        shown = next(found, None) or next(self._legal(state, seat, rarely), None)
        if shown is not None:
            yield shown
            yield from found

    def _legal(self, state: VazhushalState, seat: int, moves: Iterable[Move]) -> Iterator[Move]:
        return (move for move in moves if is_legal(state, seat, move))

    def _last_moves(self, state: VazhushalState, seat: int) -> list[Move]:
        return [DONE] if state.phase == "final" else [_discard(card) for card in dict.fromkeys(state.hands[seat])]

    def random_move(self, state: VazhushalState, seat: int, rng: Random) -> Move:
        """Draws from the line now and then, melds more often: cheaper than listing, and every verb occurs."""
        phase, roll = state.phase, rng.random()
        if phase == "draw" and not state.forced:
            if state.line and roll < 0.3:
                depth = rng.randrange(len(state.line)) + 1
                return first(WIPES, wipes(state, seat, depth)) or next(takes(state, seat), None) or STOCK
            return STOCK
        if phase == "table" and (roll > 0.4 or state.forced):
            return _discard(rng.choice(state.hands[seat]))
        if roll < 0.02 and phase == "table" and (other := first(WIPES, self._regroupings(state, seat))):
            return other
        if phase in ("table", "final"):
            last = DONE if phase == "final" else _discard(rng.choice(state.hands[seat]))
            return next(self._table_moves(state, seat), None) or last
        return rng.choice(self.moves(state, seat))

    def readings(self, state: VazhushalState, seat: int, move: Move) -> list[Move]:
        """The legal moves a move with `=?` can mean, the most natural and most valuable reading first."""
        if not move.open:
            return [move]
        choices = self._choices(state, seat, move)
        read = (move._replace(groups=groups) for groups in islice(product(*choices), READ))
        found = list(islice((one for one in read if self.allows(state, seat, one)), READINGS))
        if not found and prod(map(len, choices)) > READ:
            parted = (move._replace(groups=groups) for groups in without_twins(state, choices))
            found = list(islice((one for one in parted if self.allows(state, seat, one)), 1))
        return sorted(found, key=_preference)

    def _choices(self, state: VazhushalState, seat: int, move: Move) -> list[list[Group]]:
        """What each group of a move with `=?` can mean; if there are many, those that make no meld are left out."""
        own = state.melds[seat] if 0 <= seat < state.seats else []
        number = move.number or 0
        base: Group = own[number - 1] if move.verb == "layoff" and 1 <= number <= len(own) else ()
        choices = [_read_group(group, base, state.wilds) for group in move.groups]
        if prod(map(len, choices)) > READ:
            choices = [[group for group in read if is_meld(state, (*base, *group))] for read in choices]
        return choices

    def _read(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Move]:
        """What a move with `=?` can mean, legal or not."""
        choices = self._choices(state, seat, move)
        return (move._replace(groups=groups) for groups in islice(product(*choices), READ))

    def why_not(self, state: VazhushalState, seat: int, move: Move) -> Violation | None:
        """A move with `=?` that has no legal reading is refused for what is wrong with its best one."""
        if move.open and not move.after and not self.readings(state, seat, move):
            nearest = min(self._read(state, seat, move), key=_preference, default=move)
            return super().why_not(state, seat, nearest)
        return super().why_not(state, seat, move)

    def numbers(self, options: Options) -> Mapping[str, int | str]:
        """What three players hold of a single pack and what is left for the stock, and the turns of a hand at most."""
        assert isinstance(options, VazhushalOptions)
        held = 3 * HAND
        aside = options.wild_rule != "printed-only" and not options.neg_drawable
        left = len(full_deck(options, 3)) - held - STARTER - aside
        return {"onepack-held": held, "onepack-stock": left, "turns": TURN_GUARD}

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

    def count(self, state: VazhushalState) -> list[int | None] | None:
        if state.phase in ("dealer", "deal"):
            return None
        return [None if UNKNOWN in hand else score_seat(state, seat).total for seat, hand in enumerate(state.hands)]

    # -- what is seen ----------------------------------------------------------------------------

    def imagine(self, view: View, rng: Random) -> VazhushalState:
        return imagine(self.load(view.position), rng)

    def screen(self, view: View) -> Screen:
        return draw(self.load(view.position), view.seat)

    # -- what teaches it -------------------------------------------------------------------------

    def takes_for_granted(self, position: Position) -> Mapping[str, tuple[Value, ...]]:
        """A line may be so long, and a negative joker makes cards wild."""
        granted: dict[str, tuple[Value, ...]] = {}
        cards = len(position.get("line", "").split())
        if cards > 1:
            limits = VazhushalOptions.named("line-limit").values()
            granted["line-limit"] = tuple(limit for limit in limits if not 0 < limit < cards)
        if position.get("negative"):
            granted["wild-rule"] = ("opposite-colour", "same-rank")
        return granted


@cache
def _discard(card: Card) -> Move:
    return Move("discard", groups=((card,),))


# -- reading wild cards ----------------------------------------------------------------------------


def _read_group(group: Group, base: Group, wilds: frozenset[Card]) -> list[Group]:
    """What the `=?` cards of a group can stand for, so that with `base` it makes a run or set.

    One reading for each run or set: a wild card whose own place is free takes it, the others follow as they were named.
    """
    open_cards = [card.base for card in group if card.face is UNKNOWN]
    if not open_cards:
        return [group]
    fixed = [card for card in group if card.face is not UNKNOWN]
    shown = {card.face for card in (*fixed, *base)}
    size = len(group) + len(base)
    if len(shown) + len(open_cards) != size or not wilds.issuperset(open_cards):
        return []
    found = []
    for length, _, window in WINDOWS:
        if length == size and shown.issubset(window):
            placed = _place(open_cards, [face for face in window if face not in shown])
            found.append(placed if base else in_order([*fixed, *placed]))
    return found


def _place(cards: Sequence[Card], free: Sequence[Card]) -> Group:
    """Wild cards in the free places of a meld, each in its own if it can."""
    own = {face: face for face in free if face in cards}
    others = iter(without(cards, own))
    return tuple(own.get(face) or next(others).standing_for(face) for face in free)


def _preference(move: Move) -> tuple[int, int]:
    cards = [card for group in move.groups for card in group]
    return -sum(card.natural for card in cards), -sum(min(card.rank, 10) if card.rank > 1 else 10 for card in cards)


RULES = Vazhushal()
