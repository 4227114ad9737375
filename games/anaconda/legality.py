"""Checks of moves in Anaconda. They yield a violation for each rule that a move breaks.

A violation has an error message for the player, and the most specific one comes first. The checks with `timing` in
their names explain why a kind of move isn't possible now.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from games.anaconda import hand_stages
from games.anaconda.clauses import broken
from games.anaconda.hand_stages import BOTH, KEPT, SHOWN
from games.anaconda.state import PLAYED, AnacondaState
from games.cards import Card, list_missing_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import build_missing_cards_violation, build_wrong_parts_violation
from games.words import spell_count, spell_number


def check_passed_cards(state: AnacondaState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the cards of a move can't be passed.

    They must all be in the hand, and there must be as many as this pass needs. If several players get cards, they must
    be divided into groups of the right sizes.

    Rulebook: pass.choose-three.
    """
    sizes = [number for number, _ in state.next_pass]
    cards = list(chain(*move.groups))
    yield from _check_cards_held(state, seat, cards)
    if sum(sizes) != len(cards):
        yield broken("pass.choose-three", number=spell_number(sum(sizes)))
    elif [len(group) for group in move.groups] != sizes:
        yield build_wrong_parts_violation(move, ", then “/” and ".join(spell_count(size, "card") for size in sizes))


def check_kept_cards(state: AnacondaState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if a move's cards can't be kept.

    They must all be in the hand: four cards to show, and one that stays hidden.

    Rulebook: final.discard-two.
    """
    hidden = move.get_cards_by_name("hide")
    cards = [*move.cards, *hidden]
    yield from _check_cards_held(state, seat, cards)
    if len(cards) != KEPT:
        yield broken("final.discard-two", number=spell_number(len(cards)) if cards else "none")
    elif len(hidden) != KEPT - SHOWN or len(move.groups) != 1:
        yield build_wrong_parts_violation(move, "the four cards to show, then “hide” and the card that stays face down")


def _check_cards_held(state: AnacondaState, seat: int, cards: list[Card]) -> Iterator[Violation]:
    """Yield a violation if some of the cards aren't in the hand."""
    lacking = list_missing_cards(cards, state.hands[seat])
    if lacking:
        yield build_missing_cards_violation(lacking, state.hands[seat])


def can_declare_both_ways(state: AnacondaState, seat: int) -> bool:
    """Return whether house rules let players declare both high and low. Rulebook: declare.one-way."""
    return state.options.declare_both != "off"


def check_pass_timing(state: AnacondaState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't pass cards now: it has already passed, or it has folded.

    Rulebook: pass.simultaneous.
    """
    if state.phase == "pass" and state.laid[seat]:
        yield broken("pass.simultaneous")
    else:
        yield from _check_not_folded(state, seat)


def check_declaration_timing(state: AnacondaState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the seat can't make this declaration now.

    Reasons are that it has folded or already declared, that it has to wait for its turn, or that house rules forbid
    going both ways. If house rules have no declarations, only a fold is reported.

    Rulebook: declare.chip, declare.simultaneous, declare.one-way.
    """
    folded = list(_check_not_folded(state, seat))
    yield from folded
    if folded or not hand_stages.has_declaration(state.options):
        return
    if move.verb == BOTH and state.options.declare_both == "off":
        yield broken("declare.one-way")
    if state.declared[seat] and state.phase in PLAYED:
        yield broken("declare.chip")
    elif state.phase == "declare" and seat not in state.waiting and state.options.declare_mode == "spoken":
        yield broken("declare.simultaneous", waited=f"seat {state.turn}")


def check_keep_timing(state: AnacondaState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't choose its five cards now: it has folded, or has already chosen.

    Rulebook: final.commit.
    """
    yield from _check_not_folded(state, seat)
    if (state.phase == "final" and state.laid[seat]) or state.thrown[seat]:
        yield broken("final.commit")


def _check_not_folded(state: AnacondaState, seat: int) -> Iterator[Violation]:
    """Yield a violation if the seat has folded. Rulebook: bet.fold."""
    if state.phase in PLAYED and seat in state.folded:
        yield broken("bet.fold")
