"""Puzzles on the ranking of hands: the best of several, and several in order."""

from __future__ import annotations

from random import Random

from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.guts.hand_ranking import count_hands_by_key
from games.guts.options import GutsOptions
from games.guts.puzzles.common import (
    LETTERS,
    POSING,
    RANKED,
    build_hand_options,
    count_better_hand_ranks,
    count_steps_between_best_hands,
    describe_hand,
    draw_close_hands,
    get_setup_hand_keys,
    list_ranking_clauses,
    tie_first_two_hands,
)
from games.kit.poker import Key
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, spell_how_many, spell_number

PLACES = ("1", "2", "3", "4", "5")
NAMES = ("Best", "Second", "Third", "Fourth", "Fifth")
NAME_PHRASES = ("the best", "second best", "third best", "fourth best", "the worst")
CLOSE = 8
"""The best two different hands are at most this fraction (one eighth) of all hand ranks apart."""


# -- who wins ------------------------------------------------------------------------------------------------------


def _make_best_hands_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: several hands, of which you have to find the best.

    In 35% of the setups, two or more hands tie for the best. The next best hand isn't much worse.
    """
    with_tie = rng.random() < 0.35

    def draw_setup() -> Setup | None:
        hands = draw_close_hands(rng, options, rng.choice((4, 5, 6)))
        setup = {"hands": tie_first_two_hands(hands) if with_tie else hands}
        keys = get_setup_hand_keys(setup, POSING.cast_options(options))
        is_tied = keys.count(max(keys)) > 1
        return setup if is_tied == with_tie and _are_best_hands_close(keys, POSING.cast_options(options)) else None

    return draw_fitting_setup(draw_setup, steps=DRAWING, tries=600)


def _are_best_hands_close(keys: list[Key], house: GutsOptions) -> bool:
    """Return whether the best hand and the next one that doesn't tie with it are close together in the ranking."""
    return len(set(keys)) > 1 and count_steps_between_best_hands(keys, house) * CLOSE <= len(count_hands_by_key(house))


def _build_best_hands_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    keys = get_setup_hand_keys(setup, house)
    best = max(keys)
    winners = [LETTERS[at] for at, key in enumerate(keys) if key == best]
    why = f"The best hand is {describe_hand(best, house)}."
    rule, *_ = clauses = list_ranking_clauses(keys, house)
    return Puzzle(
        form="tick",
        question=f"{capitalize_first(spell_number(len(keys)))} players are in and show their hands. Which hands win?",
        position={},
        key=winners,
        clauses=clauses,
        why=why,
        options=build_hand_options(setup["hands"]),
        reasons={
            LETTERS[
                at
            ]: f"This is {describe_hand(key, house)}. {'No other hand' if key == best else 'Another hand'} is better."
            for at, key in enumerate(keys)
        },
        clauses_by_option={LETTERS[at]: rule if key == best else clauses[-1] for at, key in enumerate(keys)},
        hints=(
            "Look for pairs first." if house.cards == 2 else "Look for three of a kind and pairs first.",
            POSING.build_rule_hint(rule, options),
            "Compare the highest cards, then the others." if not best[0] else "The best hand isn’t just a high card.",
            f"{spell_how_many(len(winners), 'them', 'wins')}.",
        ),
        rating=clamp_rating(
            850
            + 40 * len(keys)
            + 90 * (len(winners) > 1)
            + 15 * max(0, 8 - count_steps_between_best_hands(keys, house))
        ),
    )


# -- in order ------------------------------------------------------------------------------------------------------


def _make_order_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: five hands to put in order.

    No two of them tie, and the second-best hand isn't much worse than the best.
    """

    def draw_setup() -> Setup | None:
        setup = {"hands": draw_close_hands(rng, options, 5)}
        keys = get_setup_hand_keys(setup, POSING.cast_options(options))
        return setup if len(set(keys)) == 5 and _are_best_hands_close(keys, POSING.cast_options(options)) else None

    return draw_fitting_setup(draw_setup, steps=DRAWING, tries=400)


def _build_order_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    keys = get_setup_hand_keys(setup, house)
    if len(set(keys)) < len(keys):
        raise VoidPuzzle("Under these house rules, two of these hands tie.")
    order = sorted(keys, reverse=True)
    key = {LETTERS[at]: PLACES[order.index(one)] for at, one in enumerate(keys)}
    ranking = "; ".join(describe_hand(hand_key, house) for hand_key in order)
    rule, *_ = clauses = list_ranking_clauses(keys, house)
    return Puzzle(
        form="match",
        question="Put these hands in order, best first.",
        position={},
        key=key,
        clauses=clauses,
        why=f"From best to worst: {ranking}.",
        options=build_hand_options(setup["hands"]),
        labels=tuple(zip(PLACES, NAMES, strict=True)),
        is_ordering=True,
        reasons={
            LETTERS[at]: f"This is {describe_hand(one, house)}. It’s {NAME_PHRASES[order.index(one)]}."
            for at, one in enumerate(keys)
        },
        clauses_by_option={LETTERS[at]: rule for at in range(len(keys))},
        hints=(
            "Find the best hand and the worst hand first.",
            POSING.build_rule_hint(rule, options),
            f"The best hand is {describe_hand(order[0], house)}.",
            f"The worst is {describe_hand(order[-1], house)}, and {describe_hand(order[-2], house)} is next.",
        ),
        rating=clamp_rating(
            1000
            + 4 * (60 - min(60, count_better_hand_ranks(order[-1], house) - count_better_hand_ranks(order[0], house)))
        ),
    )


THEMES = (
    PuzzleTheme(
        slug="who-wins",
        title="Who wins?",
        sentence="Which of these hands win?",
        clauses=split_clause_ids(RANKED + "rank.suits-equal"),
        make=_make_best_hands_setup,
        pose=_build_best_hands_puzzle,
    ),
    PuzzleTheme(
        slug="order-these",
        title="Order these hands",
        sentence="Put five hands in order, best first.",
        clauses=split_clause_ids(RANKED + "rank.ladder"),
        make=_make_order_setup,
        pose=_build_order_puzzle,
    ),
)
