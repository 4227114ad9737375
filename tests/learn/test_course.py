"""The course as a list of places."""

import games
from core.learn.course import course, neighbours


def test_a_place_is_found_in_a_course_that_another_thread_has_made() -> None:
    for game in games.all_games().values():
        mine = [place for places in course(game, game.options()).values() for place in places]
        course.cache_clear()
        theirs = course(game, game.options())
        assert [neighbours(theirs, place)[1] for place in mine[:2]] == mine[1:3]
        assert neighbours(theirs, mine[-1])[1] is None
