"""What a change of rules does to a course is told in the order in which the course is read."""

from __future__ import annotations

import pytest

import games
from core.learn.course_changes import list_changed_steps


@pytest.mark.parametrize("slug", games.all_games())
def test_steps_come_in_the_order_of_the_course(slug: str) -> None:
    game = games.get(slug)
    lessons = [lesson.title for lesson in game.lessons]
    for preset in game.options.presets:
        told = list(list_changed_steps(None, game, game.options(), game.options.load_preset(preset.name)))
        places = [lessons.index(one.title.rpartition("”, step ")[0].removeprefix("“")) for one in told]
        assert places == sorted(places)
        assert len({(one.title, one.change) for one in told}) == len(told)
