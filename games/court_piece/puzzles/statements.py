"""Which of these statements hold at this table? Every theme has some of them beside its own questions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.claims import CLAIMS
from games.court_piece.puzzles.common import clamp, clause_ids, count, rule_hint, rules_of, title, unique
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Verdict, Void, compare

STATEMENTS = 4
SHARE = 0.15
"""How many of a theme's puzzles are about statements."""


def theme(
    slug: str,
    title: str,
    sentence: str,
    clauses: str,
    make: Callable[[Random, Options], Setup],
    pose: Callable[[Setup, Options], Puzzle],
    judge: Callable[[Setup, Options, Any], Verdict] | None = None,
    aim: Callable[[Random, Options, str], Setup] | None = None,
) -> Theme:
    """A theme that now and then asks which statements hold, if there are some about it."""
    own = clause_ids(clauses)
    told = {claim.clause for claim in CLAIMS.values() if claim.theme == slug}

    def make_either(rng: Random, options: Options) -> Setup:
        if told and rng.random() < SHARE:
            with suppress(Void):
                return make_statements(rng, rules_of(options), slug, "")
        return make(rng, options)

    def make_about(rng: Random, options: Options, clause: str) -> Setup:
        if clause in told and (clause not in own or rng.random() < 0.5):
            return make_statements(rng, rules_of(options), slug, clause)
        return aim(rng, options, clause) if aim is not None else make(rng, options)

    def pose_either(setup: Setup, options: Options) -> Puzzle:
        return pose_statements(setup, options, slug) if "claims" in setup else pose(setup, options)

    def judge_either(setup: Setup, options: Options, answer: Any) -> Verdict:
        if judge is None or "claims" in setup:
            return compare(pose_either(setup, options), answer)
        return judge(setup, options, answer)

    both = unique([*own, *(claim.clause for claim in CLAIMS.values() if claim.theme == slug)])
    return Theme(slug, title, sentence, both, make_either, pose_either, judge_either, make_about)


def make_statements(rng: Random, house: CourtPieceOptions, slug: str, clause: str) -> Setup:
    """Four statements about a theme, or fewer if there are no more; one is about this clause, if it is named."""
    names = [name for name, claim in CLAIMS.items() if claim.theme == slug]
    rng.shuffle(names)
    names.sort(key=lambda name: CLAIMS[name].clause != clause)
    chosen: list[tuple[str, str]] = []
    true = [True, False, *(rng.random() < 0.5 for _ in range(STATEMENTS - 2))]
    rng.shuffle(true)
    for name in names:
        if len(chosen) < STATEMENTS and CLAIMS[name].clause not in {CLAIMS[other].clause for other, _ in chosen}:
            try:
                fact = CLAIMS[name].ask(house)
            except Void:
                continue
            lures = [value for value in CLAIMS[name].texts if value != fact]
            chosen.append((name, fact if true[len(chosen)] else rng.choice(lures)))
    if len(chosen) < 2 or (clause and CLAIMS[chosen[0][0]].clause != clause):
        raise Void("These house rules leave nothing to say about it.")
    rng.shuffle(chosen)
    return {"claims": [{"claim": name, "value": value} for name, value in chosen]}


def pose_statements(setup: Setup, options: Options, slug: str) -> Puzzle:
    """Which statements hold, as the rules play it out. Raises Void where one of them says nothing."""
    house = rules_of(options)
    said = [(CLAIMS[one["claim"]], one["value"]) for one in setup["claims"]]
    facts = [claim.ask(house) for claim, _ in said]
    ids = [f"c{number}" for number in range(1, len(said) + 1)]
    true = [value == fact for (_, value), fact in zip(said, facts, strict=True)]
    wrong = [number for number, holds in enumerate(true) if not holds]
    doubtful = said[wrong[0] if wrong else 0][0]
    reasons = {
        id: f"It is so: see “{title(claim.clause)}”." if holds else f"Not so. {claim.texts[fact]}"
        for id, (claim, _), holds, fact in zip(ids, said, true, facts, strict=True)
    }
    return Puzzle(
        theme=slug,
        form="tick",
        question="Which of these statements hold by the rules of this table?",
        position={},
        key=[id for id, holds in zip(ids, true, strict=True) if holds],
        clauses=unique(claim.clause for claim, _ in said),
        why=" ".join(said[number][0].texts[facts[number]] for number in wrong) or "All of them hold.",
        options=tuple(Option(id, claim.texts[value]) for id, (claim, value) in zip(ids, said, strict=True)),
        reasons=reasons,
        hints=(
            "Picture the moment that each statement speaks of, and what would happen there.",
            rule_hint(doubtful.clause),
            f"{count(sum(true), 'statement').capitalize()} of {len(said)} {'holds' if sum(true) == 1 else 'hold'}.",
            f"“{doubtful.texts[said[wrong[0]][1]]}” is not so." if wrong else "None of them is wrong.",
        ),
        rating=clamp(850 + 50 * len(said) + 60 * len(wrong)),
    )
