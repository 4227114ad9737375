"""Verbs and moves that use exactly one card of the hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.cards import Card, format_cards
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.move import Move
from games.engine.state import State
from games.engine.verb import Verb, build_missing_cards_violation, build_wrong_parts_violation
from games.engine.view import Field

Faults = Callable[[Any, int, Card], Iterator[Violation]]
"""A function that yields the violations if a seat plays this card of its hand now."""


def build_card_verb(
    name: str,
    words: str,
    apply: Callable[[Any, int, Move], list[Event]],
    faults: Faults,
    *,
    moves: Callable[[Any, int], Iterable[Move]] | None = None,
    which: str = "The card",
    **more: Any,
) -> Verb[Any]:
    """Build a verb of the phase `play` whose moves are exactly one card of the hand.

    `faults` yields the violations if a card is played, so the move is legal if it yields nothing. `moves` lists the
    legal moves; by default, `faults` is called for each card. `which` is the label of the form field. `more` are
    further arguments of `Verb`.
    """

    def check_card_play(state: State, seat: int, move: Move) -> Iterator[Violation]:
        wrong = list(check_single_card(state, seat, move))
        yield from wrong or faults(state, seat, move.cards[0])

    def list_legal_card_moves(state: Any, seat: int) -> Iterable[Move]:
        cards = (card for card in dict.fromkeys(state.hands[seat]) if not any(faults(state, seat, card)))
        return [Move(name, groups=((card,),)) for card in cards]

    return Verb(
        *(name, words, apply, ("play",)),
        parts=("groups",),
        judge=check_card_play,
        moves=moves or list_legal_card_moves,
        fields=build_card_field(which),
        **more,
    )


def check_single_card(state: State, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if a move isn't exactly one card of the hand."""
    if len(move.groups) != 1 or len(move.cards) != 1:
        yield build_wrong_parts_violation(move, "one card from your hand")
    elif move.cards[0] not in state.hands[seat]:  # type: ignore[attr-defined]
        yield build_missing_cards_violation(move.cards, state.hands[seat])  # type: ignore[attr-defined]


def build_card_field(label: str) -> Callable[[State, int], tuple[Field, ...]]:
    """Return a function that builds the form field for one card of the hand."""
    return lambda state, seat: (Field("cards", "card", label, (f"hand-{seat}",), 1, 1),)


def describe_play(move: Move) -> str:
    """Describe a play, such as “Play 7C 7D”, or return "" if the move isn't just one group of cards."""
    more = move.number is not None or move.named or move.word or len(move.groups) != 1
    return "" if more else f"Play {format_cards(move.cards)}"
