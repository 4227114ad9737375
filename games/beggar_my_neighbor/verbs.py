"""The verbs of Beggar My Neighbor: players turn their top card, and chance deals and shuffles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from games.beggar_my_neighbor.playing import after_pile, deal, stirred, turn
from games.beggar_my_neighbor.state import BeggarState
from games.cards import Card
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.move import Move
from games.engine.rulebook import clauses_of
from games.engine.verb import Verb, Verbs, incomplete
from games.kit.dealer import FIRST_DEALER, dealing, shuffle

CLAUSES = clauses_of("beggar-my-neighbor")


def not_now(state: BeggarState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why it isn't this seat's turn."""
    if state.phase == "play":
        yield CLAUSES.broken(_waits(state), waited=f"seat {state.turn}")


def _waits(state: BeggarState) -> str:
    """Return the clause by which another seat has to turn a card."""
    if state.owed:
        return "penalty.pay-one-by-one"
    return "turn.alternate" if state.pile or not state.piles else "pile.winner-leads"


def mix(state: BeggarState, seat: int, move: Move) -> list[Event]:
    """Shuffle the pile that was taken, and put it under its owner's stack. Rulebook: pile.to-bottom."""
    assert state.owner is not None
    state.pile = list(move.cards)
    return [Event("mix", state.owner), *after_pile(state, state.owner)]


def _full(state: BeggarState) -> list[list[Card]]:
    """Return the stacks that aren't empty."""
    return [stack for stack in state.hands if stack]


def _stir_faults(state: BeggarState, seat: int, move: Move) -> Iterator[Violation]:
    if list(map(Counter, move.groups)) != list(map(Counter, _full(state))):
        yield incomplete(move, "the cards of each stack in any order")


def _stirring(state: BeggarState, rng: Random) -> Move:
    groups = [rng.sample(stack, len(stack)) for stack in _full(state)]
    return Move(STIR.name, groups=tuple(map(tuple, groups)))


def stir(state: BeggarState, seat: int, move: Move) -> list[Event]:
    """Shuffle each stack, once in a game. Rulebook: end.cycle-draw."""
    for stack, cards in zip(_full(state), move.groups, strict=True):
        stack[:] = cards
    return stirred(state)


TURN: Verb[BeggarState] = Verb(
    *("turn", "turn your top card", turn, ("play",)),
    clause="turn.top-card",
    not_now=not_now,
    label="Turn",
    sentence=lambda state, seat: f"{state.owed} still to pay." if state.owed else "Turn your top card.",
    at=lambda state, seat: f"stack-{seat}",
)
STIR: Verb[BeggarState] = Verb(
    *("stir", "shuffle each stack", stir, ("stir",)), parts=("groups",), judge=_stir_faults, chance=_stirring
)
VERBS: Verbs[BeggarState] = Verbs(
    TURN,
    FIRST_DEALER,
    dealing(deal),
    shuffle("mix", "shuffle the pile", mix, ("mix",), lambda state: state.pile),
    STIR,
)
