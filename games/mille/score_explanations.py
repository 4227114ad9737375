"""Calculations that explain the scores and payments of Mille: the numbers that are added up, with a label for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.cards import Card
from games.engine.calculations import Calculation, explain_subtraction, explain_sum
from games.mille.melds import is_natural_meld
from games.mille.options import MilleOptions
from games.mille.scoring import VALUES, convert_to_hundreds, count_points, get_skunk_level, is_clean_hand, score_melds
from games.mille.state import MilleState
from games.words import quote_cards, spell_times

Parts = list[tuple[str, int]]


def explain_meld_points(options: MilleOptions, melds: Sequence[Sequence[Card]], out: bool) -> Parts:
    """Return a pair for each meld: the meld in words, and its points after all doubling.

    `out` says whether the player has gone out. If there are no melds, the only pair is the word “melds” with 0 points.

    Rulebook: natural.eight, natural.clean, natural.both.
    """
    clean = is_clean_hand(options, melds, out)
    factors = [(1 + is_natural_meld(meld)) * (1 + clean) for meld in melds]
    parts = [
        (f"{quote_cards(meld)} {spell_times(factor) if factor > 1 else ''}".strip(), count_points(meld) * factor)
        for meld, factor in zip(melds, factors, strict=True)
    ]
    return parts or [("melds", 0)]


def explain_score(
    options: MilleOptions, melds: Sequence[Sequence[Card]], hand: Iterable[Card], out: bool
) -> Calculation:
    """Return a calculation of a player's score for a hand, to show to the player.

    It adds the points of the melds, subtracts those of the cards left in `hand`, and adds the bonus for going out.
    `out` says whether the player has gone out.

    Rulebook: score.hand.
    """
    cards = [(f"`{card.code}`", -VALUES[card]) for card in hand]
    bonus = score_melds(options, melds, (), out).bonus
    return explain_sum(*explain_meld_points(options, melds, out), *cards, ("for going out", bonus))


def explain_asterisks(state: MilleState, seat: int, owner: int) -> Calculation:
    """Return a calculation of the asterisks (marks on the score sheet) that the seat `owner` gets in this hand.

    Naturals and a clean hand earn asterisks. `seat`, the seat that asks, isn't used. Rulebook: natural.marks.
    """
    naturals = sum(map(is_natural_meld, state.melds[owner]))
    clean = is_clean_hand(state.options, state.melds[owner], not state.hands[owner])
    counting = naturals if state.options.marks_per_meld else min(naturals, 1)
    return explain_sum(("naturals", counting), ("the clean hand", int(clean)))


def explain_difference(state: MilleState, seat: int) -> Calculation:
    """Return a calculation of the difference between the players' totals, each rounded to hundreds.

    Rulebook: pay.rounding.
    """
    high, low = sorted(state.match.scores, reverse=True)
    return explain_subtraction(
        (f"{high} in hundreds", convert_to_hundreds(high)), (f"{low} in hundreds", convert_to_hundreds(low))
    )


def explain_payment(state: MilleState, seat: int) -> Calculation:
    """Return a calculation of what the loser pays, to show to the player.

    Rulebook: pay.base, pay.rounding, pay.multiplier.
    """
    winner, fold = state.match.winners[0], get_skunk_level(state)
    marks, hats = state.marks[winner], state.chapeaux[1 - winner]
    high, low = sorted(map(convert_to_hundreds, state.match.scores), reverse=True)
    small, large = state.options.stakes, state.options.large_stake
    parts = [("the game", large), ("asterisks", large * marks), ("chapeaux", large * hats)]
    parts.append(("the difference", small * (high - low)))
    if state.options.skunk_pay == "multiply":
        return explain_sum(*parts, times=1 + fold)
    return explain_sum(*parts, ("the skunk", large * fold))
