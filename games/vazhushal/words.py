"""Moves of Vazhushal in plain words, with card codes for the cards, as a list of moves says them."""

from __future__ import annotations

from games.cards import codes
from games.engine.move import Move
from games.kit.rummy import whose
from games.vazhushal.moves import laid_first


def wipe_in_words(move: Move) -> str:
    """A wipe as one would say it at the table: "Wipe 3 cards and lay 4D 5D 6D"."""
    depth = "the newest card" if move.number == 1 else f"{move.number} cards"
    return f"Wipe {depth} and lay {codes(move.cards)}{_first(move)}"


def take_in_words(move: Move) -> str:
    """The taking of the whole line."""
    return f"Take the whole line with its wild starter{_first(move)}"


def layoff_in_words(move: Move) -> str:
    """A lay-off, with the meld as this seat would point at it."""
    return f"Add {codes(move.cards)} to {whose(move.number or 0)}"


def _first(move: Move) -> str:
    return f", after {codes(laid_first(move))}" if laid_first(move) else ""
