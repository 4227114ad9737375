"""What a change of house rules does to a course."""

from __future__ import annotations

from typing import Any

from core.learn.course import course
from games.engine.game import Game
from games.engine.options import Options


def changed_steps(game: Game[Any], before: Options, after: Options) -> list[tuple[str, int, str]]:
    """The steps that come or go between two rule sets: lesson title, step number, and `new` or `gone`."""

    def steps(options: Options) -> dict[tuple[str, int], str]:
        return {(slug, place.number): place.lesson.title for slug, places in course(game, options).items() for place in places}

    old, new = steps(before), steps(after)
    gone = [(title, number + 1, "gone") for (slug, number), title in old.items() if (slug, number) not in new]
    come = [(title, number + 1, "new") for (slug, number), title in new.items() if (slug, number) not in old]
    return gone + come
