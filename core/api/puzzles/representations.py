"""Puzzles and attempts as JSON, without anything that reveals the answer."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from core.practice.models import Attempt, Puzzle


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle as JSON, without its key and without clauses that would reveal it."""
    posed = puzzle.engine_puzzle
    return {
        "code": puzzle.code,
        "game": puzzle.game,
        "theme": puzzle.theme,
        "title": puzzle.engine_theme.title,
        "form": posed.form,
        "question": posed.question,
        "position": {"game": puzzle.game, **posed.position} if posed.position else None,
        "zones": list(posed.zones),
        "options": [{"id": one.id, "text": one.text, "cards": one.cards} for one in posed.options],
        "labels": [{"value": value, "text": text} for value, text in posed.labels],
        "rules": puzzle.digest,
        "rating": round(puzzle.rating),
        "hints": len(posed.hints),
        "page": reverse("practice:puzzle", args=[puzzle.code]),
    }


def attempt_json(attempt: Attempt) -> dict[str, Any]:
    """Return a person's attempt at a puzzle as JSON."""
    return {
        "puzzle": attempt.puzzle.code,
        "theme": attempt.puzzle.theme,
        "game": attempt.puzzle.game,
        "tries": attempt.tries,
        "hints": attempt.hints,
        "right_at_once": attempt.right_at_once,
        "solved": attempt.solved,
        "rated": attempt.rated,
        "gain": attempt.rating_change,
    }
