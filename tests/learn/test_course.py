"""The course as a list of places."""

import games
from core.learn.course import find_neighboring_steps, get_course


def test_a_place_is_found_in_a_course_that_another_thread_has_made() -> None:
    for game in games.all_games().values():
        mine = [place for places in get_course(game, game.options()).values() for place in places]
        get_course.cache_clear()
        theirs = get_course(game, game.options())
        assert [find_neighboring_steps(theirs, place)[1] for place in mine[:2]] == mine[1:3]
        assert find_neighboring_steps(theirs, mine[-1])[1] is None
