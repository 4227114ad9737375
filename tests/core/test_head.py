"""Whatever is answered to GET is answered to HEAD, without its body: link checkers and caches ask so."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

import games
from core.authoring.collections import editing
from core.authoring.lessons import drafts as lesson_drafts
from core.authoring.lessons.models import Lesson
from core.classes import co_teachers, enrollment
from core.classes.models import Assignment
from core.play import seating
from core.play.seating import create_table
from core.practice.models import Puzzle

OURS = ("learn", "practice", "workshop", "lessons", "collections", "play", "variants", "people", "classes", "api")


def _named(resolver: URLResolver, space: str = "") -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every name in our apps, with the arguments its address takes."""
    for one in resolver.url_patterns:
        if isinstance(one, URLResolver):
            inside = one.namespace or space
            for name, wanted in _named(one, inside):
                yield name, (*one.pattern.converters, *wanted)
        elif isinstance(one, URLPattern) and space in OURS:
            yield f"{space}:{one.name}", tuple(one.pattern.converters)


@pytest.fixture
def known(anna: User) -> dict[str, Any]:
    """Something for every argument of an address."""
    game = games.get("vazhushal")
    table = create_table(anna.person, game, game.options(), ["me", "learner"])
    seating.set_spectator_link(table, anna.person, True)
    table.refresh_from_db()
    classroom = enrollment.create_class(anna.person, "7b", ["Zoe"], "seed")
    given = Assignment.objects.create(classroom=classroom, title="Homework", game=game.slug)
    enrollment.join_with_account(classroom, anna.person, "Anna")
    return {
        "slug": game.slug,
        "game": game.slug,
        "lesson": game.lessons[0].slug,
        "id": game.lessons[0].steps[0].id,
        "clause": next(iter(game.clauses)),
        "digest": "book",
        "one": "book",
        "other": game.options(game.options.presets[1].values).digest(),
        "number": 0,
        "invite": table.invite,
        "link": table.watch,
        "code": table.code,
        "classes": classroom.code,
        "assignment": given.code,
        "student": classroom.students.earliest("pk").pk,
        "slip": classroom.joining,
        "entry": 1,
        "collection": editing.create_collection(anna.person, "Any").code,
        "invitation": co_teachers.create_invitation(classroom),
        "written": Lesson.create_for(
            anna.person, game.slug, lesson_drafts.build_blank_content(game, game.options())
        ).code,
        "day": timezone.now().date(),
        "practice": Puzzle.generate_puzzle(game, game.options(), theme=game.puzzle_themes[0].slug).code,
    }


def _meant(name: str, taken: str) -> str:
    """Return what an address of this name takes: what its code is a code of, and its id an id."""
    if name.startswith("classes:"):
        return {"code": "classes", "id": "student"}.get(taken, taken)
    if taken == "code" and name.startswith("collections:"):
        return "collection"
    if taken == "puzzle":
        return "practice"
    if name.startswith("lessons:") and taken == "code":
        return "written"
    return "practice" if taken == "code" and name.startswith(("practice:", "api:puzzle")) else taken


@pytest.mark.slow
def test_head_is_answered_as_get_is(as_anna: Client, known: dict[str, Any]) -> None:
    asked = 0
    for name, wanted in _named(get_resolver()):
        given = {one: known[_meant(name, one)] for one in wanted}
        assert set(given) == set(wanted), f"{name} takes {wanted}"
        address = reverse(name, kwargs=given)
        get, head = as_anna.get(address), as_anna.head(address)
        assert head.status_code == get.status_code, address
        assert not head.content
        asked += get.status_code == 200
    assert asked > 30
