"""When a step is done: each function makes a goal out of what has to be reached, however it is reached."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import missing, parse_cards
from games.contract_rummy.state import ContractRummyState
from games.engine.lesson import Goal
from games.engine.move import Move


def laid_contract() -> Goal:
    """Your contract lies on the table."""
    return lambda start, moves, now: not start.melds[0] and bool(now.melds[0])


def laid(number: int = 1) -> Goal:
    """You have so many melds more than before."""
    return lambda start, moves, now: len(now.melds[0]) >= len(start.melds[0]) + number


def on_table(codes: str) -> Goal:
    """All these cards of your hand lie in melds of the table, whosever they are."""
    cards = parse_cards(codes)

    def reached(start: ContractRummyState, moves: Sequence[Move], now: ContractRummyState) -> bool:
        laid_cards = [card.base for move in moves for group in move.groups for card in group if move.verb != "discard"]
        return not missing(cards, laid_cards)

    return reached


def ended_turn(keeping: str = "") -> Goal:
    """Your turn is over, with a discard that is none of the cards to keep."""
    kept = parse_cards(keeping)
    return lambda start, moves, now: any(move.verb == "discard" and move.cards[0] not in kept for move in moves)


def out() -> Goal:
    """You have gone out."""

    def reached(start: ContractRummyState, moves: Sequence[Move], now: ContractRummyState) -> bool:
        new = now.match.results[len(start.match.results) :]
        return any(result.winners == (0,) and result.clause == "out.empty-hand" for result in new)

    return reached
