"""Checks of a move that plays a card to a trick, in any trick-taking game. Reasons and hints use them."""

from __future__ import annotations

from games.engine.move import Move
from games.kit.tricks import TrickState, get_winning_index


def is_card_play(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether the move plays a card to a trick."""
    return state.phase == "play" and move.verb == "play"


def beats_trick(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether the move's card beats all cards that are already in the trick.

    Returns False for a lead.
    """
    if not is_card_play(state, seat, move) or not state.trick:
        return False
    return get_winning_index([*state.trick, move.cards[0]], state.trump, state.height) == len(state.trick)


def cannot_win_trick(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether a card that is already in the trick beats the move's card."""
    return is_card_play(state, seat, move) and bool(state.trick) and not beats_trick(state, seat, move)


def takes_trick(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether the move's card completes the trick and wins it."""
    return len(state.trick) == state.player_count - 1 and beats_trick(state, seat, move)


def leads_to_trick(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether the move leads its card, that is, plays the first card of a trick."""
    return is_card_play(state, seat, move) and not state.trick


def follows_suit(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether the move's card is of the suit that was led. Returns False for a lead."""
    return is_card_play(state, seat, move) and bool(state.trick) and move.cards[0].suit == state.trick[0].suit


def is_void(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether the seat plays to a trick while it has no card of the suit that was led."""
    if not is_card_play(state, seat, move) or not state.trick:
        return False
    return all(card.suit != state.trick[0].suit for card in state.hands[seat])


def is_only_of_suit(state: TrickState, seat: int, move: Move) -> bool:
    """Return whether the move's card follows suit and is the only card in the hand that does."""
    return follows_suit(state, seat, move) and sum(card.suit == move.cards[0].suit for card in state.hands[seat]) == 1
