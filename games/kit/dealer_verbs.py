"""The dealer's verbs, used in every game: picking the first dealer, dealing, and shuffling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any

from games.cards import Card
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.move import Move
from games.engine.state import State
from games.engine.verb import Verb, build_wrong_parts_violation

Apply = Callable[[Any, int, Move], list[Event]]


def set_first_dealer(state: State, seat: int, move: Move) -> list[Event]:
    """Set the first dealer, a seat picked at random. The deal comes next."""
    assert move.number is not None
    state.match.dealer, state.phase = move.number, "deal"
    return [Event("dealer", move.number)]


def _check_dealer_seat(state: State, seat: int, move: Move) -> Iterator[Violation]:
    if move.number is None or not 0 <= move.number < state.seats:
        yield build_wrong_parts_violation(move, f"the seat of the first dealer, from 0 to {state.seats - 1}")


def _draw_dealer_seat(state: State, rng: Random) -> Move:
    return Move(FIRST_DEALER.name, rng.randrange(state.seats))


def deal_one_by_one(cards: Sequence[Card], number: int, each: int) -> tuple[list[list[Card]], list[Card]]:
    """Deal `number` hands of `each` cards around the table, one card at a time.

    Returns the hands and the remaining cards.
    """
    used = number * each
    return [list(cards[place:used:number]) for place in range(number)], list(cards[used:])


FIRST_DEALER: Verb[Any] = Verb(
    *("dealer", "pick the first dealer", set_first_dealer, ("dealer",)),
    parts=("number",),
    judge=_check_dealer_seat,
    chance=_draw_dealer_seat,
    recorded="`dealer 2`: seat 2 deals first, picked at random. It comes once, at the beginning of the match.",
)
"""The verb for picking the first dealer at random."""


EACH_ONCE = "all {number} cards in order, each of them once"


def build_deal_verb(apply: Apply, words: str = "deal", wanted: str = EACH_ONCE) -> Verb[Any]:
    """Build the verb that starts a deal with the whole shuffled deck.

    `apply` makes the move, `words` is the action in words, and `wanted` describes the deck in error messages.
    """
    return build_shuffle_verb("deal", words, apply, ("deal", "between"), lambda state: state.deck, wanted)


def build_shuffle_verb(
    name: str,
    words: str,
    apply: Apply,
    phases: Collection[str],
    cards: Callable[[Any], Sequence[Card]],
    wanted: str = EACH_ONCE,
) -> Verb[Any]:
    """Build a verb for shuffling cards.

    `cards` is a function that returns the cards to shuffle in a given state. A move of this verb lists them in their
    new order. `wanted` describes these cards in error messages.
    """

    def check_shuffled_cards(state: State, seat: int, move: Move) -> Iterator[Violation]:
        expected = cards(state)
        if Counter(move.cards) != Counter(expected) or len(move.groups) != 1:
            yield build_wrong_parts_violation(move, wanted.format(number=len(expected)))

    def draw_shuffle(state: State, rng: Random) -> Move:
        shuffled = list(cards(state))
        rng.shuffle(shuffled)
        return Move(name, groups=(tuple(shuffled),))

    return Verb(name, words, apply, phases, parts=("groups",), judge=check_shuffled_cards, chance=draw_shuffle)
