"""Moves of Vazhushal in words, with card codes, for lists of moves."""

from __future__ import annotations

from games.cards import format_cards
from games.engine.move import Move
from games.vazhushal.moves import get_sequence_laid_first


def describe_wipe(move: Move) -> str:
    """Return a wipe (the newest cards of the line, taken for a new meld) in words.

    An example is “Wipe 3 cards and meld 4D 5D 6D”. If the new meld takes cards from melds on the table, the text also
    names what remains of them. Returns "" if the move doesn't say how many cards it takes.
    """
    if move.number is None:
        return ""
    depth = "the newest card" if move.number == 1 else f"{move.number} cards"
    new = f" and meld {format_cards(move.cards)}" if move.cards else " without a new meld"
    remaining = "; ".join(format_cards(meld) for meld in move.groups[1:])
    return f"Wipe {depth}{new}{f', leaving {remaining}' if remaining else ''}{_describe_laid_first(move)}"


def describe_take_line(move: Move) -> str:
    """Describe in words a move that takes the whole line."""
    return f"Take the whole line, including the wild starter{_describe_laid_first(move)}"


def _describe_laid_first(move: Move) -> str:
    return f", after melding {format_cards(get_sequence_laid_first(move))}" if get_sequence_laid_first(move) else ""
