"""Puzzles as JSON, without what would give the answer away."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from core.practice.models import Attempt, Puzzle


def puzzle_json(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle without its key, nor the clauses that would give it away."""
    posed = puzzle.posed
    return {
        "code": puzzle.code,
        "game": puzzle.game,
        "theme": puzzle.theme,
        "title": puzzle.kind.title,
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
    """Return how somebody fared with a puzzle."""
    return {
        "puzzle": attempt.puzzle.code,
        "theme": attempt.puzzle.theme,
        "game": attempt.puzzle.game,
        "tries": attempt.tries,
        "hints": attempt.hints,
        "right_at_once": attempt.right_at_once,
        "solved": attempt.solved,
        "rated": attempt.rated,
        "gain": attempt.gain,
    }
