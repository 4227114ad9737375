"""Descriptions of joker swaps, for lists of moves, and of the price of “May I?”."""

from __future__ import annotations

from games.cards import format_cards
from games.contract_rummy.options import ContractRummyOptions
from games.engine.move import Move
from games.kit.rummy import describe_meld_number
from games.words import spell_count


def describe_penalty_cards(options: ContractRummyOptions) -> str:
    """Return in words how many penalty cards a “May I?” costs: “a card”, “two cards”. Rulebook: mayi.cost."""
    return "a card" if options.mayi_penalty == 1 else spell_count(options.mayi_penalty, "card")


def describe_joker_swap(move: Move) -> str:
    """Return in words a move that swaps cards for jokers, or "" if the move names no cards."""
    if not move.cards:
        return ""
    where = f" in {describe_meld_number(move.number)}" if move.number else ""
    then = f" and meld {format_cards(move.groups[1])}" if len(move.groups) > 1 else ""
    jokers = "a joker" if len(move.cards) == 1 else spell_count(len(move.cards), "joker")
    return f"Swap {format_cards(move.cards)} for {jokers}{where}{then}"
