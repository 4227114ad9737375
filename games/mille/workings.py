"""Workings of Mille: the parts that its numbers, such as scores and payments, are made of."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import Card
from games.engine.working import Working, minus, summed
from games.mille.melds import is_natural
from games.mille.options import MilleOptions
from games.mille.scoring import VALUES, hundreds, is_clean, score_of, skunk, value
from games.mille.state import MilleState
from games.words import often, quoted

Parts = list[tuple[str, int]]


def melds_counted(options: MilleOptions, melds: Sequence[Sequence[Card]], out: bool) -> Parts:
    """Return each meld in words and its points, with all doubling.

    Rulebook: natural.eight, natural.clean, natural.both.
    """
    clean = is_clean(options, melds, out)
    factors = [(1 + is_natural(meld)) * (1 + clean) for meld in melds]
    parts = [
        (f"{quoted(meld)} {often(factor) if factor > 1 else ''}".strip(), value(meld) * factor)
        for meld, factor in zip(melds, factors, strict=True)
    ]
    return parts or [("melds", 0)]


def score_counted(options: MilleOptions, melds: Sequence[Sequence[Card]], hand: Iterable[Card], out: bool) -> Working:
    """Return the working of a hand's score: its melds, minus the cards left, plus the bonus. Rulebook: score.hand."""
    cards = [(f"`{card.code}`", -VALUES[card]) for card in hand]
    bonus = score_of(options, melds, (), out).bonus
    return summed(*melds_counted(options, melds, out), *cards, ("for going out", bonus))


def asterisks_counted(state: MilleState, seat: int, owner: int) -> Working:
    """Return the working of a seat's asterisks: its naturals, and the clean hand. Rulebook: natural.marks."""
    naturals = sum(map(is_natural, state.melds[owner]))
    clean = is_clean(state.options, state.melds[owner], not state.hands[owner])
    counting = naturals if state.options.marks_per_meld else min(naturals, 1)
    return summed(("naturals", counting), ("the clean hand", int(clean)))


def difference_counted(state: MilleState, seat: int) -> Working:
    """Return the working of the difference between the totals in hundreds. Rulebook: pay.rounding."""
    high, low = sorted(state.match.scores, reverse=True)
    return minus((f"{high} in hundreds", hundreds(high)), (f"{low} in hundreds", hundreds(low)))


def payment_counted(state: MilleState, seat: int) -> Working:
    """Return the working of the loser's payment. Rulebook: pay.base, pay.rounding, pay.multiplier."""
    winner, fold = state.match.winners[0], skunk(state)
    marks, hats = state.marks[winner], state.chapeaux[1 - winner]
    high, low = sorted(map(hundreds, state.match.scores), reverse=True)
    small, large = state.options.stakes, state.options.large_stake
    parts = [("the game", large), ("asterisks", large * marks), ("chapeaux", large * hats)]
    parts.append(("the difference", small * (high - low)))
    if state.options.skunk_pay == "multiply":
        return summed(*parts, times=1 + fold)
    return summed(*parts, ("the skunk", large * fold))
