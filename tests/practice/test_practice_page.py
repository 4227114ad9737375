"""The practice page: the next puzzle, the graph of the rating, the games, and the kinds of puzzles."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.learn.models import StepDone
from core.practice import maintenance
from core.practice.models import Attempt, Puzzle, Rating, Review, ReviewPlan
from core.practice.puzzle_pictures import list_puzzle_cards, list_theme_cards
from core.practice.rating_graph import MOST_ANSWERS, build_rating_graph
from core.practice.themes import list_available_themes

pytestmark = pytest.mark.django_db
GAME = games.get("beggar-my-neighbor")
OTHER = games.get("guts")
HOME, PAGE = "/practice/", f"/practice/{GAME.slug}/"


@pytest.fixture
def collection(monkeypatch: pytest.MonkeyPatch) -> None:
    """The site's collection of a game, with one puzzle of each kind."""
    monkeypatch.setattr(maintenance, "PER_THEME", 1)
    maintenance.fill_site_collection(GAME)


def rate(user: User, ratings: list[float], last: datetime) -> None:
    """Store rated answers with these ratings after them, one a day, the last one at this moment."""
    for number, rating in enumerate(ratings):
        puzzle = Puzzle.objects.create(
            code=f"p{number}", game=GAME.slug, theme="any", setup={}, digest="x", rating=1500
        )
        Attempt.objects.create(
            person=user.person,
            puzzle=puzzle,
            tries=1,
            rated=True,
            rating_before=ratings[number - 1] if number else rating,
            rating_after=rating,
            answered=last - timedelta(days=len(ratings) - 1 - number),
        )
    Rating.objects.create(person=user.person, game=GAME.slug, rating=ratings[-1], deviation=80)


def test_the_next_puzzle_is_there_to_start_and_another_once_it_is_answered(as_anna: Client, collection: None) -> None:
    shown = as_anna.get(PAGE)
    puzzle = shown.context["next_puzzle"]
    assert f'href="{puzzle.get_absolute_url()}">Start</a>' in shown.text
    assert as_anna.get(PAGE).context["next_puzzle"] == puzzle
    as_anna.post(f"{puzzle.get_absolute_url()}answer/", {"answer": puzzle.engine_puzzle.key})
    assert as_anna.get(PAGE).context["next_puzzle"] != puzzle


def test_without_a_collection_start_makes_a_puzzle(stranger: Client) -> None:
    form = rf'action="/practice/{GAME.slug}/new/">((?!</form>).)*Start</button>'
    assert re.search(form, stranger.get(PAGE).text, re.DOTALL)


def test_a_run_starts_there(stranger: Client, collection: None) -> None:
    page = stranger.get(PAGE).text
    assert 'action="/practice/runs/"' in page
    assert "Three wrong answers end a run." in page


def test_the_page_of_all_games_is_about_the_one_that_you_practiced_or_learned_last(
    as_anna: Client, anna: User, stranger: Client
) -> None:
    assert stranger.get(HOME).context["game"] == next(iter(games.all_games().values()))
    StepDone.objects.create(person=anna.person, game=OTHER.slug, step="first")
    assert as_anna.get(HOME).context["game"] == OTHER
    puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), name="any")
    Attempt.objects.create(person=anna.person, puzzle=puzzle, tries=1)
    assert as_anna.get(HOME).context["game"] == GAME


def test_each_game_has_a_picture_of_two_to_four_cards(stranger: Client) -> None:
    for game, cards in stranger.get(HOME).context["games"]:
        assert 2 <= len(cards) <= 4, game


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_a_picture_of_a_kind_shows_nothing_that_the_question_hides(game: games.Game) -> None:
    for theme in list_available_themes(game, game.options()):
        cards = list_theme_cards(game, theme, game.options())
        assert len(cards) <= 3
        puzzle = Puzzle.generate_puzzle(game, game.options(), theme.slug, name="picture")
        posed, page = puzzle.engine_puzzle, Client().get(puzzle.get_absolute_url()).text
        texts = " ".join([posed.question, *(f"{option.text} {option.cards}" for option in posed.options)])
        shown = {*re.findall(r'data-code="([^"]+)"', page), *re.findall(r"[^\s`]+", texts)}
        assert set(list_puzzle_cards(puzzle)) <= shown, theme.slug


def test_the_graph_has_a_text_with_the_same_numbers(as_anna: Client, anna: User) -> None:
    assert "rating-graph" not in as_anna.get(PAGE).text
    rate(anna, [1500, 1512.4, 1490, 1530.6], datetime(2026, 11, 20, 12, tzinfo=UTC))
    page = as_anna.get(PAGE).text
    assert (
        "Your rating: 1500 on November 17, 1531 now, after 4 answers. Lowest: 1490. Highest: 1531.</title>"
        in " ".join(page.split())
    )
    assert page.count("<polyline") == 1


def test_the_graph_stays_inside_its_lines(anna: User) -> None:
    rate(anna, [1500, 1700, 1388, 1450], datetime(2026, 11, 20, 12, tzinfo=UTC))
    graph = build_rating_graph(anna.person, GAME.slug, UTC)
    assert graph
    heights = [float(point.partition(",")[2]) for point in graph.points.split()]
    assert graph.lines[-1].y <= min(heights) <= max(heights) <= graph.lines[0].y


def test_one_answer_makes_no_graph_and_many_make_a_short_one(anna: User, ben: User) -> None:
    rate(anna, [1500], datetime(2026, 11, 20, 12, tzinfo=UTC))
    assert build_rating_graph(anna.person, GAME.slug, UTC) is None
    assert build_rating_graph(None, GAME.slug, UTC) is None
    Puzzle.objects.all().delete()
    rate(ben, [1500.0 + number for number in range(MOST_ANSWERS + 5)], datetime(2026, 11, 20, 12, tzinfo=UTC))
    graph = build_rating_graph(ben.person, GAME.slug, UTC)
    assert graph
    assert (graph.answers, graph.first, graph.last) == (MOST_ANSWERS, 1505, 1504 + MOST_ANSWERS)


def test_the_change_of_this_month_is_in_words(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    now = datetime(2026, 11, 2, 12, tzinfo=UTC)
    monkeypatch.setattr("django.utils.timezone.now", lambda: now)
    rate(anna, [1500, 1600, 1580, 1570], now)
    graph = build_rating_graph(anna.person, GAME.slug, UTC)
    assert graph
    assert graph.change_in_words == "down 30 this month"


def test_rules_to_review_are_counted_on_their_button(as_anna: Client, anna: User) -> None:
    assert "Review my mistakes</button>" in as_anna.get(PAGE).text
    ReviewPlan.objects.create(person=anna.person, game=GAME.slug)
    then = datetime(2026, 1, 1, tzinfo=UTC)
    for clause in list(GAME.clauses)[:2]:
        Review.objects.create(
            person=anna.person, game=GAME.slug, clause=clause, card={}, due=then, last=then, right_last=False
        )
    assert "Review 2</button>" in as_anna.get(PAGE).text
