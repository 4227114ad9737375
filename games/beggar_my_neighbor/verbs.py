"""The verbs (kinds of moves) of Beggar My Neighbor: flip the top card, choose the first dealer, deal, and shuffle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from games.beggar_my_neighbor.playing import collect_pile, deal, resume_after_stack_shuffle, turn_card
from games.beggar_my_neighbor.state import BeggarState
from games.cards import Card
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.move import Move
from games.engine.rulebook import load_clauses
from games.engine.verb import Verb, Verbs, build_wrong_parts_violation
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb, build_shuffle_verb

CLAUSES = load_clauses("beggar-my-neighbor")


def check_turn_timing(state: BeggarState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation because a seat flips a card on another seat's turn.

    While nobody has to flip a card, nothing is yielded.
    """
    if state.phase == "play":
        yield CLAUSES.build_violation(_get_turn_clause(state), waited=f"seat {state.turn}")


def _get_turn_clause(state: BeggarState) -> str:
    """Return the id of the clause that decides whose turn it is to flip the next card."""
    if state.owed:
        return "penalty.pay-one-by-one"
    return "turn.alternate" if state.pile or not state.piles else "pile.winner-leads"


def shuffle_taken_pile(state: BeggarState, seat: int, move: Move) -> list[Event]:
    """Put the taken pile, in the random order of the move, under the stack of the seat that took it.

    Rulebook: pile.to-bottom.
    """
    assert state.owner is not None
    state.pile = list(move.cards)
    return [Event("mix", state.owner), *collect_pile(state, state.owner)]


def _list_nonempty_stacks(state: BeggarState) -> list[list[Card]]:
    """Return the stacks that aren't empty."""
    return [stack for stack in state.hands if stack]


def _check_stack_shuffle(state: BeggarState, seat: int, move: Move) -> Iterator[Violation]:
    if list(map(Counter, move.groups)) != list(map(Counter, _list_nonempty_stacks(state))):
        yield build_wrong_parts_violation(move, "the cards of each stack in any order")


def _build_random_shuffle_move(state: BeggarState, rng: Random) -> Move:
    groups = [rng.sample(stack, len(stack)) for stack in _list_nonempty_stacks(state)]
    return Move(STIR.name, groups=tuple(map(tuple, groups)))


def shuffle_stacks(state: BeggarState, seat: int, move: Move) -> list[Event]:
    """Put each stack into the random order that the move has for it, and continue the game.

    This happens at most once in a game. Rulebook: end.cycle-draw.
    """
    for stack, cards in zip(_list_nonempty_stacks(state), move.groups, strict=True):
        stack[:] = cards
    return resume_after_stack_shuffle(state)


TURN: Verb[BeggarState] = Verb(
    *("turn", "flip your top card", turn_card, ("play",)),
    clause="turn.top-card",
    not_now=check_turn_timing,
    label="Flip",
    sentence=lambda state, seat: f"{state.owed} still to pay." if state.owed else "Flip your top card.",
    at=lambda state, seat: f"stack-{seat}",
)
STIR: Verb[BeggarState] = Verb(
    *("stir", "shuffle the stacks", shuffle_stacks, ("stir",)),
    parts=("groups",),
    judge=_check_stack_shuffle,
    chance=_build_random_shuffle_move,
)
VERBS: Verbs[BeggarState] = Verbs(
    TURN,
    FIRST_DEALER,
    build_deal_verb(deal),
    build_shuffle_verb("mix", "shuffle the pile", shuffle_taken_pile, ("mix",), lambda state: state.pile),
    STIR,
)
