"""The home page: a first step and a promise for new readers, and what comes next for those who come back."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

import games
from core.learn.course import get_course
from core.learn.models import StepDone
from core.play.models import Table
from core.play.seating import create_table
from core.practice.models import Attempt, Puzzle, Review, ReviewPlan

pytestmark = pytest.mark.django_db

GAME = next(game for game in games.all_games().values() if game.lessons)
LESSONS = list(get_course(GAME, GAME.options()).values())


@pytest.fixture
def bots_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    from core.play import tasks

    monkeypatch.setattr(tasks.bot_turn, "apply_async", lambda *args, **more: None)


def url_of(place: Any) -> str:
    return reverse("learn:step", args=[GAME.slug, place.lesson.slug, place.id])


def finish(user: User, *places: Any) -> None:
    for place in places:
        StepDone.mark_step_done(user.person, GAME, GAME.options(), place.id)


def test_a_new_reader_reads_which_game_it_is_where_it_is_from_and_what_follows(stranger: Client) -> None:
    page = stranger.get("/").text
    assert "Start here: Vazhushal is a rummy game from Chennai" in page
    assert "Start · 3 minutes" in page
    assert f'<a class="button gold" href="{url_of(LESSONS[0][0])}">' in page
    assert "In 16 minutes, you can" in page
    for lesson in LESSONS[:4]:
        assert f"<li>{lesson[0].lesson.can[0]}</li>" in page
    assert "Welcome back" not in page
    assert "days in a row" not in page


def test_every_game_is_one_tap_from_home(stranger: Client, as_anna: Client, anna: User) -> None:
    finish(anna, LESSONS[0][0])
    for client in (stranger, as_anna):
        page = client.get("/").text
        for game in games.all_games().values():
            assert f'href="/games/{game.slug}/"' in page


def test_who_has_done_a_step_continues_with_the_next(as_anna: Client, anna: User) -> None:
    finish(anna, *LESSONS[0], LESSONS[1][0])
    page = as_anna.get("/")
    assert "Welcome back" in page.text
    assert f'href="{url_of(LESSONS[1][1])}">Continue' in page.text
    assert LESSONS[1][0].lesson.title in page.text
    assert f"lesson 2 of {len(LESSONS)}" in page.text
    assert page.context["step_cards"], "the cards of that step"
    assert "Start here" not in page.text
    assert "No streak yet" in page.text
    assert page.text.count('class="daily-place"') == 7


@pytest.mark.slow
def test_the_next_step_shows_no_answer(as_anna: Client, anna: User) -> None:
    """Only cards that the step itself shows."""
    for number, place in enumerate(place for lesson in LESSONS for place in lesson):
        if number % 9 == 0:
            shown = {code for code, _ in as_anna.get("/").context.get("step_cards", ())}
            following = as_anna.get("/").context.get("lesson")
            if following:
                step = as_anna.get(url_of(following.next_step)).text
                assert all(f'data-code="{code}"' in step for code in shown), following.next_step.id
        finish(anna, place)


@pytest.mark.usefixtures("bots_rest")
def test_the_last_table_shows_faces_and_whose_turn_it_is(as_anna: Client, as_ben: Client, anna: User) -> None:
    game = games.get("guts")
    table = create_table(anna.person, game, game.options(), ["me", "steady", "strong"])
    Table.objects.filter(pk=table.pk).update(waits_for=[0])
    page = as_anna.get("/").text
    assert "Your turn in Guts" in page
    assert f'href="{table.get_absolute_url()}">Back' in page
    card = page.partition("home-table")[2].partition("</section>")[0]
    assert card.count('class="face-of"') == 2
    assert "Ravi, Odile" in card
    assert "Start<" in page, "no lesson yet"
    Table.objects.filter(pk=table.pk).update(waits_for=[1])
    assert "Guts: it’s Ravi’s" in " ".join(as_anna.get("/").text.split())
    assert "home-table" not in as_ben.get("/").text
    Table.objects.filter(pk=table.pk).update(status=Table.Status.OVER)
    assert "home-table" not in as_anna.get("/").text


def test_rules_to_review_come_with_their_minutes(as_anna: Client, anna: User) -> None:
    def remember(game: str, clause: str, days: int) -> None:
        now = timezone.now()
        Review.objects.create(
            person=anna.person, game=game, clause=clause, card={}, due=now + timedelta(days=days),
            last=now - timedelta(days=9), right_last=True,
        )  # fmt: skip

    for number in range(3):
        remember("guts", f"a.rule-{number}", -1)
    remember("guts", "a.later-one", 4)
    remember("mille", "one.more", -1)
    assert "Review ·" not in as_anna.get("/").text, "nobody is asked who doesn’t want to be"
    ReviewPlan.objects.create(person=anna.person, game="guts")
    page = as_anna.get("/").text
    assert "3 Guts rules" in page
    assert "Review · 3 min" in page
    assert 'action="/practice/guts/review/"' in page


@pytest.mark.slow
def test_the_rating_of_the_last_game_comes_with_its_graph(as_anna: Client, anna: User) -> None:
    game = games.get("guts")
    assert "Guts rating" not in as_anna.get("/").text
    for number, (before, after) in enumerate([(1500, 1520), (1520, 1542)]):
        puzzle = Puzzle.generate_puzzle(game, game.options(), "what-is-so", name=f"rated/{number}")
        Attempt.objects.create(
            person=anna.person, puzzle=puzzle, tries=1, solved=True, rated=True,
            rating_before=before, rating_after=after, answered=timezone.now(),
        )  # fmt: skip
    Review.objects.create(
        person=anna.person, game="guts", clause="a.rule", card={}, due=timezone.now(),
        last=timezone.now() - timedelta(days=9), right_last=True,
    )  # fmt: skip
    ReviewPlan.objects.create(person=anna.person, game="guts")
    page = as_anna.get("/").text
    assert "Your Guts rating" in page
    assert "<b>1542</b>" in page
    assert "up 42 this month" in page
    assert 'href="/practice/guts/"' in page


def test_a_hint_alone_makes_nobody_a_returning_reader(stranger: Client) -> None:
    stranger.post(reverse("learn:restart", args=[GAME.slug, LESSONS[0][0].lesson.slug, LESSONS[0][0].id]))
    assert "Start here" in stranger.get("/").text
