"""Which of these statements hold at this table? Every theme has some of them beside its own questions."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

from games.court_piece.puzzles.claims import BY_THEME
from games.court_piece.puzzles.common import POSING, unique
from games.engine.options import Options
from games.engine.puzzle import Puzzle, Setup, Theme, Verdict, Void, compare
from games.kit.claims import Statements
from games.kit.posing import clause_ids

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
    statements = Statements(POSING, BY_THEME.get(slug, {}))
    own, told = clause_ids(clauses), statements.clauses

    def make_either(rng: Random, options: Options) -> Setup:
        if told and rng.random() < SHARE:
            with suppress(Void):
                return statements.make(rng, options)
        return make(rng, options)

    def make_about(rng: Random, options: Options, clause: str) -> Setup:
        if clause in told and (clause not in own or rng.random() < 0.5):
            return statements.make(rng, options, clause)
        return aim(rng, options, clause) if aim is not None else make(rng, options)

    def pose_either(setup: Setup, options: Options) -> Puzzle:
        return statements.pose(slug, setup, options) if "claims" in setup else pose(setup, options)

    def judge_either(setup: Setup, options: Options, answer: Any) -> Verdict:
        if judge is None or "claims" in setup:
            return compare(pose_either(setup, options), answer)
        return judge(setup, options, answer)

    return Theme(slug, title, sentence, unique([*own, *told]), make_either, pose_either, judge_either, make_about)
