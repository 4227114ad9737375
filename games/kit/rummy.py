"""Rummy games: each player makes melds from their hand and has them on the table.

The game's state is a `RummyState`. It declares `hands`, `known`, and `melds`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from games.cards import UNKNOWN, Card, format_cards, list_missing_cards
from games.engine.facts_and_goals import Moves
from games.engine.move import Group, Move
from games.engine.state import DEALER, State
from games.engine.state_parts import Hands, KnownHandCards, Melds
from games.engine.verb import Faults, Verb
from games.engine.view import Field, Zone
from games.engine.work_limits import spend_steps
from games.kit.single_card_verbs import build_card_field
from games.words import quote_cards, spell_ordinal

OTHERS = 100
"""The unit of meld numbers: 100 for each seat to the player's left, plus the meld's position."""
JUDGING = 20
"""The minimum cost of checking whether a move is legal, in search steps."""


class RummyState(State):
    """The state of a rummy game.

    `known` has the cards in each hand that everyone saw go into it.
    """

    hands: Hands
    known: KnownHandCards
    melds: Melds

    def list_awaited_seats(self) -> Sequence[int]:
        """Return the seats whose turn it is. In the phase “reshuffle”, it's the dealer, who makes a new stock."""
        return (DEALER,) if self.phase == "reshuffle" else super().list_awaited_seats()

    def record_known_cards(self, seat: int, cards: Sequence[Card]) -> None:
        """Store cards that everyone saw go into this hand."""
        self.known[seat] += [card for card in cards if card is not UNKNOWN]

    def remove_from_hand(self, seat: int, cards: Iterable[Card]) -> None:
        """Remove cards from a hand. Everyone sees them."""
        hand, known = self.hands[seat], self.known[seat]
        for card in cards:
            hand.remove(card.base)
            if known and card.base in known:
                known.remove(card.base)


S = TypeVar("S", bound=RummyState)


def filter_legal_moves(judge: Faults[S], state: S, seat: int, moves: Iterable[Move]) -> Iterator[Move]:
    """Yield the legal moves among these. `judge` is a function that yields the violations by a move.

    Each check counts toward the step limit of the current search (see `games.engine.work_limits`).
    """
    for move in moves:
        spend_steps(JUDGING + len(state.hands[seat]) + (move.number or 0) % OTHERS)
        if next(judge(state, seat, move), None) is None:
            yield move


def unassign_wilds(move: Move, wilds: Collection[Card]) -> Move:
    """Return the move with these wild cards written as `=?`, so that the engine finds out what they stand for."""
    groups = (tuple(card.substitute_for(UNKNOWN) if card in wilds else card for card in group) for group in move.groups)
    return move._replace(groups=tuple(groups))


def find_assigned_wild(move: Move, readings: Iterable[Move]) -> Card | None:
    """Return a wild card that stands for another card in one of the `readings`, but not in `move`, or None.

    The `readings` are the complete moves that `move` can mean. The result includes what the card stands for, such as
    `*=9S`.
    """
    added = (list_missing_cards(reading.all_cards, move.all_cards) for reading in readings)
    return next((card for cards in added for card in cards if not card.natural), None)


def build_meld_move(cards: Group) -> Move:
    """Build the move that makes a new meld of these cards."""
    return Move("meld", groups=(cards,))


@cache
def build_discard_move(card: Card) -> Move:
    """Build the move that discards a card."""
    return Move("discard", groups=((card,),))


# -- what verbs of rummies have in common --------------------------------------------------------------


def build_discard_verb(
    apply: Any, judge: Faults[Any], clause: str, *, not_now: Faults[Any], at: str = "pile", when: Any = None
) -> Verb[Any]:
    """Build the verb that ends a turn in the phase `table` by discarding a card to the zone `at`.

    The other arguments are attributes of the `Verb`.
    """
    return Verb(
        *("discard", "discard", apply, ("table",)),
        when=when,
        clause=clause,
        parts=("groups",),
        judge=judge,
        not_now=not_now,
        moves=lambda state, seat: map(build_discard_move, dict.fromkeys(state.hands[seat])),
        sentence="Discard one card to end your turn.",
        at=at,
        fields=build_card_field("Pick a card to discard"),
        said=lambda move: f"Discard {format_cards(move.cards)}" if move.cards else "",
    )


def build_meld_fields(low: int, most: int, wild: bool = False) -> Callable[[RummyState, int], tuple[Field, ...]]:
    """Return a function that builds the form fields for a new meld of `low` to `most` cards.

    With `wild`, the engine finds out what wild cards stand for.
    """
    return lambda state, seat: (Field("cards", "meld", "Pick cards to meld", (f"hand-{seat}",), low, most, wild=wild),)


def build_layoff_fields(most: int, wild: bool = False) -> Callable[[RummyState, int], tuple[Field, ...]]:
    """Return a function that builds the form fields for laying off at most `most` cards on any player's meld.

    With `wild`, the engine finds out what wild cards stand for.
    """
    return lambda state, seat: (
        Field("target", "number", "Pick a meld", list_meld_zones(state, *range(state.seats))),
        Field("cards", "cards", "Pick cards to lay off", (f"hand-{seat}",), 1, most, wild=wild),
    )


def list_meld_zones(state: RummyState, *owners: int) -> tuple[str, ...]:
    """Return the ids of the zones with the melds of the seats `owners`, such as “meld-0-1”."""
    return tuple(f"meld-{owner}-{number + 1}" for owner in owners for number in range(len(state.melds[owner])))


# -- words -----------------------------------------------------------------------------------------------


def format_move_groups(move: Move) -> str:
    """Return the groups of cards in a move as text, with semicolons between the groups."""
    return "; ".join(format_cards(group) for group in move.groups)


def quote_discard(moves: Moves) -> str:
    """Return the discard among these moves in backticks, so that a page draws it as a card, or "" if there is none."""
    return next((quote_cards(move.cards) for move in moves if move.verb == "discard"), "")


def encode_meld_number(state: RummyState, seat: int, owner: int, place: int) -> int:
    """Return the number that `seat` uses for a meld of the owner. This is the inverse of `decode_meld_number`.

    `place` is the index of the meld among the owner's melds.
    """
    return (owner - seat) % state.seats * OTHERS + place + 1


def decode_meld_number(state: RummyState, seat: int, number: int | None) -> tuple[int, int] | None:
    """Return the owner and index of the meld that has this number for the seat, or None if there is none."""
    distance, place = divmod(number or 0, OTHERS)
    owner = (seat + distance) % state.seats
    return (owner, place - 1) if distance < state.seats and 1 <= place <= len(state.melds[owner]) else None


def describe_meld_number(number: int) -> str:
    """Describe the meld with this number, from the point of view of the seat that uses the number.

    For example “your meld 2” or “meld 1 of the second player to your left”.
    """
    distance, meld = divmod(number, OTHERS)
    if not distance:
        return f"your meld {meld}"
    owner = "the player to your left" if distance == 1 else f"the {spell_ordinal(distance)} player to your left"
    return f"meld {meld} of {owner}"


def build_meld_zone(state: RummyState, seat: int | None, owner: int, place: int, label: str, note: str = "") -> Zone:
    """Build the zone of a meld on the table, with the number that `seat` uses for it.

    `place` is the index of the meld among the owner's melds. `label` and `note` are texts of the zone.
    """
    cards = tuple(card.code for card in state.melds[owner][place])
    number = encode_meld_number(state, seat or 0, owner, place)
    return Zone(f"meld-{owner}-{place + 1}", "melds", label, cards, owner, number, note)


def build_stock_zone(number: int) -> Zone:
    """Build the zone of a face-down stock with this number of cards."""
    return Zone("stock", "pile", "Stock", ("?",) * number)


def describe_layoff(move: Move) -> str:
    """Describe a lay-off, such as “Lay off 5C on your meld 2”, from the point of view of its seat.

    Returns "" if the cards or the number of the meld are missing.
    """
    return (
        f"Lay off {format_cards(move.cards)} on {describe_meld_number(move.number)}"
        if move.cards and move.number
        else ""
    )
