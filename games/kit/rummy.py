"""Rummies: hands from which melds are laid, and melds that lie before whoever laid them.

A rummy's state is a `RummyState`; it declares `hands`, `known` and `melds`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from games.cards import UNKNOWN, Card, codes, missing
from games.engine.asking import Moves
from games.engine.move import Group, Move
from games.engine.parts import Hands, Known, Melds
from games.engine.state import DEALER, State
from games.engine.verb import Faults, Verb
from games.engine.view import Field, Zone
from games.engine.work import spend
from games.kit.of_hand import one_card
from games.words import in_word, quoted

OTHERS = 100
"""A meld's number over 100 is one of another player: 100 for each seat to the left, plus the number."""
JUDGING = 20
"""What judging a move takes at least, in steps of a search."""


class RummyState(State):
    """A match of a rummy. Everybody remembers the cards of a hand that were `known` before they came there."""

    hands: Hands
    known: Known
    melds: Melds

    def awaited(self) -> Sequence[int]:
        """The dealer makes a new stock while the phase is “reshuffle”."""
        return (DEALER,) if self.phase == "reshuffle" else super().awaited()

    def from_hand(self, seat: int, cards: Iterable[Card]) -> None:
        """These cards leave a hand in sight of all."""
        hand, known = self.hands[seat], self.known[seat]
        for card in cards:
            hand.remove(card.base)
            if known and card.base in known:
                known.remove(card.base)


S = TypeVar("S", bound=RummyState)


def legal(judge: Faults[S], state: S, seat: int, moves: Iterable[Move]) -> Iterator[Move]:
    """Those of some moves of a verb that its judge lets through, each a step of a search."""
    for move in moves:
        spend(JUDGING + len(state.hands[seat]) + (move.number or 0) % OTHERS)
        if next(judge(state, seat, move), None) is None:
            yield move


def left_open(move: Move, wilds: Collection[Card]) -> Move:
    """The move with each of these cards in its groups, as far as it is itself, left to the rules to read (`=?`)."""
    groups = (tuple(card.standing_for(UNKNOWN) if card in wilds else card for card in group) for group in move.groups)
    return move._replace(groups=tuple(groups))


def stand_in(move: Move, readings: Iterable[Move]) -> Card | None:
    """A wild card as what it stands for in one of the readings of a move that does not say it, or None."""
    added = (missing(reading.all_cards, move.all_cards) for reading in readings)
    return next((card for cards in added for card in cards if not card.natural), None)


def meld(cards: Group) -> Move:
    """A new meld."""
    return Move("meld", groups=(cards,))


@cache
def discard(card: Card) -> Move:
    """The discard of a card."""
    return Move("discard", groups=((card,),))


# -- what verbs of rummies have in common --------------------------------------------------------------


def discarding(
    apply: Any, judge: Faults[Any], clause: str, *, not_now: Faults[Any], at: str = "pile", when: Any = None
) -> Verb[Any]:
    """The verb that ends a turn of the phase `table`: a card of the hand goes to the zone `at`."""
    return Verb(
        *("discard", "discard", apply, ("table",)),
        when=when,
        clause=clause,
        parts=("groups",),
        judge=judge,
        not_now=not_now,
        moves=lambda state, seat: map(discard, dict.fromkeys(state.hands[seat])),
        sentence="End your turn with one card.",
        at=at,
        fields=one_card("The card to discard"),
        said=lambda move: f"Discard {codes(move.cards)}" if move.cards else "",
    )


def of_a_meld(low: int, most: int, wild: bool = False) -> Callable[[RummyState, int], tuple[Field, ...]]:
    """The fields of a verb that lays a new meld of so many cards, some of them `wild`."""
    return lambda state, seat: (
        Field("cards", "meld", "The cards of the meld", (f"hand-{seat}",), low, most, wild=wild),
    )


def to_a_meld(most: int, wild: bool = False) -> Callable[[RummyState, int], tuple[Field, ...]]:
    """The fields of a verb that adds so many cards at most to a meld of anybody."""
    return lambda state, seat: (
        Field("target", "number", "The meld to add to", melds_of(state, *range(state.seats))),
        Field("cards", "cards", "The cards to add", (f"hand-{seat}",), 1, most, wild=wild),
    )


def melds_of(state: RummyState, *owners: int) -> tuple[str, ...]:
    """The ids of the zones in which the melds of these seats lie."""
    return tuple(f"meld-{owner}-{number + 1}" for owner in owners for number in range(len(state.melds[owner])))


# -- words -----------------------------------------------------------------------------------------------


def in_groups(move: Move) -> str:
    """The groups of a move, as text."""
    return "; ".join(codes(group) for group in move.groups)


def thrown(moves: Moves) -> str:
    """The card that ended the turn, as text that is drawn as a card; "" if none has."""
    return next((quoted(move.cards) for move in moves if move.verb == "discard"), "")


def number_for(state: RummyState, seat: int, owner: int, place: int) -> int:
    """The number by which this seat means the meld of an owner at a place: the inverse of `meld_at`."""
    return (owner - seat) % state.seats * OTHERS + place + 1


def meld_at(state: RummyState, seat: int, number: int | None) -> tuple[int, int] | None:
    """The owner of the meld that this seat means by a number, and its place; None if there is no such meld."""
    distance, place = divmod(number or 0, OTHERS)
    owner = (seat + distance) % state.seats
    return (owner, place - 1) if distance < state.seats and 1 <= place <= len(state.melds[owner]) else None


def whose(number: int) -> str:
    """Return which meld a number means, as its seat would say it: "your meld 2", "meld 1 of your left neighbour"."""
    distance, meld = divmod(number, OTHERS)
    if not distance:
        return f"your meld {meld}"
    owner = "your left neighbour" if distance == 1 else f"the player {in_word(distance)} seats to your left"
    return f"meld {meld} of {owner}"


def meld_zone(state: RummyState, seat: int | None, owner: int, place: int, label: str, note: str = "") -> Zone:
    """A meld on the table, with the number by which `seat` means it."""
    cards = tuple(card.code for card in state.melds[owner][place])
    number = number_for(state, seat or 0, owner, place)
    return Zone(f"meld-{owner}-{place + 1}", "melds", label, cards, owner, number, note)


def stock_zone(number: int) -> Zone:
    """A stock of so many cards, which nobody sees."""
    return Zone("stock", "pile", "Stock", ("?",) * number)


def layoff_in_words(move: Move) -> str:
    """A lay-off, with the meld as this seat would point at it; "" if it lacks its cards or its meld."""
    return f"Add {codes(move.cards)} to {whose(move.number)}" if move.cards and move.number else ""
