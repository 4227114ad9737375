"""Words of Contract Rummy for melds and swaps, as a list of moves says them, and for what asking costs."""

from __future__ import annotations

from games.cards import codes
from games.contract_rummy.options import ContractRummyOptions
from games.engine.move import Move
from games.kit.rummy import whose
from games.words import many


def price(options: ContractRummyOptions) -> str:
    """Return what is drawn from the stock for an upcard: “a card”, “two cards”. Rulebook: mayi.cost."""
    return "a card" if options.mayi_penalty == 1 else many(options.mayi_penalty, "card")


def swap_in_words(move: Move) -> str:
    """A swap as one would say it at the table; "" if it lacks its cards."""
    if not move.cards:
        return ""
    where = f" in {whose(move.number)}" if move.number else ""
    then = f" and lay {codes(move.groups[1])}" if len(move.groups) > 1 else ""
    return f"Swap {codes(move.cards)} for a joker{where}{then}"
