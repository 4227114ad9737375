"""When a step is done: each function makes a goal out of what has to be reached, however it is reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from games.cards import missing, parse_card, parse_cards
from games.engine.lesson import Goal
from games.engine.move import Move
from games.kit.melds import Meld
from games.vazhushal.melding import bases, owned
from games.vazhushal.state import VazhushalState

MeldTest = Callable[[Meld], bool]


def laid(*tests: MeldTest, least: int = 1) -> Goal:
    """At least so many new melds of yours pass all these tests."""

    def reached(start: VazhushalState, moves: Sequence[Move], now: VazhushalState) -> bool:
        new = Counter(now.melds[0]) - Counter(start.melds[0])
        return sum(number for meld, number in new.items() if all(test(meld) for test in tests)) >= least

    return reached


def holds(code: str) -> MeldTest:
    """A meld with this card in it."""
    card = parse_card(code)
    return lambda meld: card in bases(meld)


def pretends(*codes: str, least: int = 1) -> MeldTest:
    """A meld in which so many wild cards (of these codes) stand for others."""
    wild = {parse_card(code) for code in codes}
    return lambda meld: sum(card.base in wild and not card.natural for card in meld) >= least


def is_exactly(codes: str) -> MeldTest:
    """The meld of these cards."""
    cards = sorted(parse_cards(codes))
    return lambda meld: sorted(meld) == cards


def on_table(codes: str) -> Goal:
    """All these cards of your hand lie in melds of yours."""
    cards = parse_cards(codes)

    def reached(start: VazhushalState, moves: Sequence[Move], now: VazhushalState) -> bool:
        before, after = Counter(owned(start.melds[0])), Counter(owned(now.melds[0]))
        return not missing(cards, (after - before).elements())

    return reached


def drawn() -> Goal:
    """You have drawn from the stock."""
    return lambda start, moves, now: any(move.verb == "stock" for move in moves)


def ended_turn(keeping: str = "") -> Goal:
    """Your turn is over, with a discard that is none of the cards to keep."""
    kept = parse_cards(keeping)
    return lambda start, moves, now: any(move.verb == "discard" and move.cards[0] not in kept for move in moves)


def wiped_to(code: str) -> Goal:
    """You have wiped the line down to this card."""
    deepest = parse_card(code)

    def reached(start: VazhushalState, moves: Sequence[Move], now: VazhushalState) -> bool:
        return any(move.verb == "wipe" and start.line[-(move.number or 0)] is deepest for move in moves)

    return reached


def took_line() -> Goal:
    """The whole line is yours."""
    return lambda start, moves, now: any(
        move.verb == "take" or (move.verb == "wipe" and move.number == len(start.line)) for move in moves
    )


def emptied_hand() -> Goal:
    """Your hand is empty."""
    return lambda start, moves, now: not now.hands[0]


def out() -> Goal:
    """You have gone out and won the hand."""

    def reached(start: VazhushalState, moves: Sequence[Move], now: VazhushalState) -> bool:
        new = now.match.results[len(start.match.results) :]
        return any(result.winners == (0,) and result.clause == "out.definition" for result in new)

    return reached
