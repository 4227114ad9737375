"""Puzzles on the ranking of hands: the best of several, and several in order."""

from __future__ import annotations

from random import Random

from games.engine.options import Options
from games.engine.puzzle import Puzzle, Setup, Theme
from games.guts.options import GutsOptions
from games.guts.puzzles.common import (
    LETTERS,
    POSING,
    RANKED,
    apart,
    keys_of,
    lettered,
    place,
    ruled_by,
    said,
    some_hands,
    with_a_tie,
)
from games.guts.ranks import ladder
from games.kit.poker import Key
from games.kit.posing import DRAWING, clamp, clause_ids, until_found
from games.words import capital, in_word, so_many

PLACES = ("1", "2", "3", "4", "5")
NAMES = ("Best", "Second", "Third", "Fourth", "Fifth")
CLOSE = 8
"""The two best hands are at most one eighth of the ladder apart."""


# -- who wins ------------------------------------------------------------------------------------------------------


def _make_best(rng: Random, options: Options) -> Setup:
    """Make hands of which the best are close together, and in one of three cases tied."""
    wanted = rng.random() < 0.35

    def draw() -> Setup | None:
        hands = some_hands(rng, options, rng.choice((4, 5, 6)))
        setup = {"hands": with_a_tie(hands) if wanted else hands}
        keys = keys_of(setup, POSING.rules_of(options))
        level = keys.count(max(keys)) > 1
        return setup if level == wanted and _close(keys, POSING.rules_of(options)) else None

    return until_found(draw, steps=DRAWING, tries=600)


def _close(keys: list[Key], house: GutsOptions) -> bool:
    """Return whether the two best different hands are so close that a player has to compare them."""
    return len(set(keys)) > 1 and apart(keys, house) * CLOSE <= len(ladder(house))


def _pose_best(setup: Setup, options: Options) -> Puzzle:
    house = POSING.rules_of(options)
    keys = keys_of(setup, house)
    best = max(keys)
    winners = [LETTERS[at] for at, key in enumerate(keys) if key == best]
    why = f"The best is {said(best, house)}."
    rule, *_ = clauses = ruled_by(keys, house)
    return Puzzle(
        theme="who-wins",
        form="tick",
        question=f"{capital(in_word(len(keys)))} players are in and show their hands. Which of them win?",
        position={},
        key=winners,
        clauses=clauses,
        why=why,
        options=lettered(setup["hands"]),
        reasons={
            LETTERS[at]: f"It is {said(key, house)}. {'Nothing' if key == best else 'Something'} here is better."
            for at, key in enumerate(keys)
        },
        clauses_by_option={LETTERS[at]: rule if key == best else clauses[-1] for at, key in enumerate(keys)},
        hints=(
            "Look for hands of equal cards first.",
            POSING.rule_hint(rule, options),
            "Compare the highest cards, then the others." if not best[0] else "There is more than high cards here.",
            f"{so_many(len(winners), 'them', 'wins')}.",
        ),
        rating=clamp(850 + 40 * len(keys) + 90 * (len(winners) > 1) + 15 * max(0, 8 - apart(keys, house))),
    )


# -- in order ------------------------------------------------------------------------------------------------------


def _make_order(rng: Random, options: Options) -> Setup:
    """Make five hands without a tie, the best two close together."""

    def draw() -> Setup | None:
        setup = {"hands": some_hands(rng, options, 5)}
        keys = keys_of(setup, POSING.rules_of(options))
        return setup if len(set(keys)) == 5 and _close(keys, POSING.rules_of(options)) else None

    return until_found(draw, steps=DRAWING, tries=400)


def _pose_order(setup: Setup, options: Options) -> Puzzle:
    house = POSING.rules_of(options)
    keys = keys_of(setup, house)
    order = sorted(keys, reverse=True)
    key = {LETTERS[at]: PLACES[order.index(one)] for at, one in enumerate(keys)}
    told = "; ".join(said(one, house) for one in order)
    rule, *_ = clauses = ruled_by(keys, house)
    return Puzzle(
        theme="order-these",
        form="match",
        question="Put these hands in order, the best one first.",
        position={},
        key=key,
        clauses=clauses,
        why=f"From the top: {told}.",
        options=lettered(setup["hands"]),
        labels=tuple(zip(PLACES, NAMES, strict=True)),
        reasons={
            LETTERS[at]: f"It is {said(one, house)}: {NAMES[order.index(one)].lower()}." for at, one in enumerate(keys)
        },
        clauses_by_option={LETTERS[at]: rule for at in range(len(keys))},
        hints=(
            "Find the best one and the least one first.",
            POSING.rule_hint(rule, options),
            f"The best is {said(order[0], house)}.",
            f"The last one is {said(order[-1], house)}, and above it {said(order[-2], house)}.",
        ),
        rating=clamp(1000 + 4 * (60 - min(60, place(order[-1], house) - place(order[0], house)))),
    )


THEMES = (
    Theme(
        slug="who-wins",
        title="Who wins?",
        sentence="Some hands are shown. Which of them win?",
        clauses=clause_ids(RANKED + "rank.suits-equal"),
        make=_make_best,
        pose=_pose_best,
    ),
    Theme(
        slug="order-these",
        title="Order these hands",
        sentence="Five hands, from the best down.",
        clauses=clause_ids(RANKED + "rank.ladder"),
        make=_make_order,
        pose=_pose_order,
    ),
)
