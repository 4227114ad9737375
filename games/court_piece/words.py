"""Moves of Court Piece in words."""

from __future__ import annotations

from games.court_piece.playing import SIDES
from games.engine.move import Move


def in_words(move: Move) -> str:
    """A move as a list says it, or "" where the usual words will do."""
    if move.verb == "trump":
        return f"Call {move.word} trumps"
    if move.verb == "claim" and move.word in SIDES:
        return f"Claim that the player on your {move.word} failed to follow suit in trick {move.number}"
    if move.verb == "correct" and move.groups:
        return f"Take your card back and play {move.cards[0].code}"
    return ""
