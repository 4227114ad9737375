"""Puzzles on the page: answering, rating, hints, review, and house rules that are not the puzzle's."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from datetime import time as time_of_day
from math import inf
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import fsrs
import pytest
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import games
from core.people.models import Person
from core.practice import maintenance, tasks, themes
from core.practice.attempt_contexts import AttemptContextProvider, attempt_contexts
from core.practice.models import Answer, Attempt, NoPuzzlePossible, Puzzle, Rating, Review, ReviewPlan
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, PuzzleTheme, Setup, Verdict, VoidPuzzle
from games.engine.puzzle import Puzzle as Posed
from games.engine.work_limits import limit_processor_time

SLUG = "vazhushal"


def _make(rng: Random, options: Options) -> Setup:
    return {"cards": [rng.randrange(1, 9), rng.randrange(1, 9)]}


def _pose(setup: Setup, options: Options) -> Posed:
    """A stand-in for a real maker: under one house rule it asks for the larger card, under another it asks nothing."""
    if options.get_option_value("rearrange") is False:
        raise VoidPuzzle("Nothing to ask.")
    least = options.get_option_value("layoff-own")
    key = str(min(setup["cards"]) if least else max(setup["cards"]))
    rows = tuple(AnswerOption(str(number), f"the {number}") for number in range(1, 9))
    return Posed(
        "one",
        "Which is the lowest?",
        {},
        key,
        ("draw.stock",),
        "Because it is.",
        options=rows,
        hints=("Think.", "Think of the rule.", "Look at the cards.", "It is a small one."),
    )


@pytest.fixture(autouse=True)
def theme(monkeypatch: pytest.MonkeyPatch) -> PuzzleTheme:
    only = PuzzleTheme("least", "The lowest card", "Find it.", ("draw.stock",), _make, _pose)
    monkeypatch.setattr(games.get(SLUG), "puzzle_themes", (only,))
    return only


@pytest.fixture
def puzzle(db: None) -> Puzzle:
    game = games.get(SLUG)
    return Puzzle.generate_puzzle(game, game.options())


def _answer(client: Client, puzzle: Puzzle, answer: Any, **more: Any) -> Any:
    return client.post(f"/practice/puzzle/{puzzle.code}/answer/", {"answer": answer, **more})


def _wrong(puzzle: Puzzle) -> str:
    return next(str(number) for number in range(1, 9) if str(number) != puzzle.engine_puzzle.key)


def test_a_new_puzzle_is_made_by_the_rules_in_force_and_can_be_answered(stranger: Client, db: None) -> None:
    made = stranger.post(f"/practice/{SLUG}/new/", {"theme": "least"})
    puzzle = Puzzle.objects.get()
    assert made.url == f"/practice/puzzle/{puzzle.code}/?theme=least"
    assert puzzle.digest == games.get(SLUG).options().digest()
    assert b"Which is the lowest?" in stranger.get(made.url).content
    assert b"Correct" in _answer(stranger, puzzle, puzzle.engine_puzzle.key).content


def test_the_page_does_not_give_the_answer_away(stranger: Client, puzzle: Puzzle) -> None:
    page = stranger.get(puzzle.get_absolute_url()).content.decode()
    assert "Because it is." not in page
    assert "Think" not in page


def test_a_wrong_number_is_met_with_the_right_one(
    stranger: Client, db: None, theme: PuzzleTheme, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pose(setup: Setup, options: Options) -> Posed:
        return replace(_pose(setup, options), form="number", options=(), key=30)

    monkeypatch.setattr(games.get(SLUG), "puzzle_themes", (replace(theme, pose=pose),))
    puzzle = Puzzle.generate_puzzle(games.get(SLUG), games.get(SLUG).options())
    assert "The answer is 30." in _answer(stranger, puzzle, 29).text
    assert "The answer is 30." not in _answer(stranger, puzzle, 30).text


@pytest.mark.parametrize(
    ("chosen", "title"),
    [("1 2", "Correct"), ("1", "Partly correct"), ("1 3", "Partly correct"), ("3", "Incorrect"), ("", "Incorrect")],
)
def test_an_answer_with_several_parts_is_headed_by_how_many_are_right(
    stranger: Client, db: None, theme: PuzzleTheme, monkeypatch: pytest.MonkeyPatch, chosen: str, title: str
) -> None:
    def pose(setup: Setup, options: Options) -> Posed:
        return replace(_pose(setup, options), form="tick", key=["1", "2"])

    monkeypatch.setattr(games.get(SLUG), "puzzle_themes", (replace(theme, pose=pose),))
    puzzle = Puzzle.generate_puzzle(games.get(SLUG), games.get(SLUG).options())
    assert f'<p class="notice-title">{title}</p>' in _answer(stranger, puzzle, chosen.split()).text


@pytest.mark.parametrize(("right", "title"), [(3, "Correct"), (2, "Partly correct"), (0, "Incorrect")])
def test_an_answer_with_labels_is_headed_by_how_many_are_right(
    stranger: Client, db: None, theme: PuzzleTheme, monkeypatch: pytest.MonkeyPatch, right: int, title: str
) -> None:
    def pose(setup: Setup, options: Options) -> Posed:
        posed = _pose(setup, options)
        key = {option.id: "yes" for option in posed.options[:3]}
        return replace(posed, form="match", options=posed.options[:3], labels=(("yes", "Yes"), ("no", "No")), key=key)

    monkeypatch.setattr(games.get(SLUG), "puzzle_themes", (replace(theme, pose=pose),))
    puzzle = Puzzle.generate_puzzle(games.get(SLUG), games.get(SLUG).options())
    given = {f"answer-{number}": "yes" if number <= right else "no" for number in range(1, 4)}
    page = stranger.post(f"/practice/puzzle/{puzzle.code}/answer/", given).text
    assert f'<p class="notice-title">{title}</p>' in page


@pytest.mark.parametrize(
    ("changes", "given", "says"),
    [
        ({}, {}, "Pick an answer first."),
        ({"form": "number", "options": (), "key": 30}, {"answer": "many"}, "Type a whole number, such as 12."),
        ({"form": "match"}, {"answer-1": "yes"}, "Answer all three rows first."),
        ({"form": "match", "is_ordering": True}, {}, "Put all three hands in order first."),
    ],
)
def test_an_unfinished_answer_is_refused_in_words_and_not_counted(
    stranger: Client,
    db: None,
    theme: PuzzleTheme,
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, Any],
    given: dict[str, str],
    says: str,
) -> None:
    def pose(setup: Setup, options: Options) -> Posed:
        posed = _pose(setup, options)
        rows, labels = posed.options[:3], (("yes", "Yes"), ("no", "No"))
        of_match = {"options": rows, "labels": labels, "key": {row.id: "yes" for row in rows}}
        return replace(posed, **{**(of_match if changes.get("form") == "match" else {}), **changes})

    monkeypatch.setattr(games.get(SLUG), "puzzle_themes", (replace(theme, pose=pose),))
    puzzle = Puzzle.generate_puzzle(games.get(SLUG), games.get(SLUG).options())
    page = stranger.post(f"/practice/puzzle/{puzzle.code}/answer/", given)
    assert (page.status_code, page.text.count(says)) == (422, 1)
    assert "novalidate" in page.text
    assert page.text.count(" checked") == len([name for name in given if name != "answer"])
    assert not Attempt.objects.exists()


def test_a_wrong_answer_is_told_once_why(
    stranger: Client, db: None, theme: PuzzleTheme, monkeypatch: pytest.MonkeyPatch
) -> None:
    def pose(setup: Setup, options: Options) -> Posed:
        posed = _pose(setup, options)
        return replace(
            posed, why="It is not so. See there.", reasons={one.id: "It is not so." for one in posed.options}
        )

    monkeypatch.setattr(games.get(SLUG), "puzzle_themes", (replace(theme, pose=pose),))
    puzzle = Puzzle.generate_puzzle(games.get(SLUG), games.get(SLUG).options())
    assert _answer(stranger, puzzle, _wrong(puzzle)).text.count("It is not so.") == 1


def test_of_several_choices_each_is_said_to_be_right_or_not_in_words(stranger: Client, db: None) -> None:
    game = games.get("commune")
    puzzle = Puzzle.generate_puzzle(game, game.options(), "in-order", name="in order")
    labels, (first, second, *others) = (
        dict(puzzle.engine_puzzle.labels),
        [option.id for option in puzzle.engine_puzzle.options],
    )
    key = {**puzzle.engine_puzzle.key}
    given = {**{id: key[id] for id in others}, first: key[second], second: key[first]}
    page = stranger.post(f"/practice/puzzle/{puzzle.code}/answer/", {f"answer-{id}": v for id, v in given.items()}).text
    for id in (first, second):
        badges = f'bad">your answer: {labels[given[id]]}</span><span class="badge good">correct: {labels[key[id]]}<'
        assert badges in " ".join(page.split())
    assert page.count(", your answer") == len(others)


def test_only_the_first_answer_is_rated(as_anna: Client, anna: User, puzzle: Puzzle) -> None:
    _answer(as_anna, puzzle, _wrong(puzzle))
    after_first = Rating.objects.get(person=anna.person).rating
    _answer(as_anna, puzzle, puzzle.engine_puzzle.key)
    attempt = Attempt.objects.get()
    assert after_first < 1500
    assert Rating.objects.get(person=anna.person).rating == after_first
    assert (attempt.right_at_once, attempt.solved, attempt.tries) == (False, True, 2)


@pytest.mark.slow
def test_ten_wrong_answers_cost_a_newcomer_twenty_points(as_anna: Client, anna: User, db: None) -> None:
    game = games.get(SLUG)
    for _ in range(10):
        puzzle = Puzzle.generate_puzzle(game, game.options())
        _answer(as_anna, puzzle, _wrong(puzzle))
    rating = Rating.objects.get(person=anna.person)
    assert rating.rating >= 1480
    puzzle = Puzzle.generate_puzzle(game, game.options())
    _answer(as_anna, puzzle, _wrong(puzzle))
    assert rating.rating - Rating.objects.get(person=anna.person).rating > 2, "then they cost what they always cost"


def test_an_answer_that_is_sent_again_counts_once(as_anna: Client, puzzle: Puzzle) -> None:
    """Until the question is put anew: then it was answered so twice."""
    now = int(time.time())
    for shown, tries in ((now - 60, 1), (now - 60, 1), (now - 5, 2)):
        assert b"Incorrect" in _answer(as_anna, puzzle, _wrong(puzzle), shown=shown).content
        assert Attempt.objects.get().tries == tries


def test_each_answer_is_kept_as_it_was_given(as_anna: Client, anna: User, puzzle: Puzzle) -> None:
    wrong = _wrong(puzzle)
    _answer(as_anna, puzzle, wrong)
    as_anna.post(f"/practice/puzzle/{puzzle.code}/hint/")
    _answer(as_anna, puzzle, puzzle.engine_puzzle.key, shown=int(time.time()) - 20)
    first, second = anna.person.answers.order_by("number")
    assert (first.given, first.right, first.hints, first.seconds) == (str(wrong), False, 0, None)
    assert first.missed == list(puzzle.judge_answer(str(wrong)).clauses)
    assert (second.number, second.right, second.missed, second.hints) == (2, True, [], 1)
    assert 20 <= second.seconds < 3600
    assert (second.rules, second.version) == (puzzle.digest, puzzle.engine_game.version)


@pytest.mark.parametrize("shown", ["", "soon", "-9", "0", "9" * 12, "9" * 40, "²"])
def test_a_page_that_cannot_have_been_shown_then_gives_no_seconds(
    as_anna: Client, anna: User, puzzle: Puzzle, shown: str
) -> None:
    _answer(as_anna, puzzle, puzzle.engine_puzzle.key, shown=shown)
    assert anna.person.answers.get().seconds is None


def test_an_answer_outlives_whoever_gave_it_without_a_name(as_anna: Client, anna: User, puzzle: Puzzle) -> None:
    _answer(as_anna, puzzle, puzzle.engine_puzzle.key)
    anna.person.delete()
    assert Answer.objects.get().person is None
    assert not Attempt.objects.exists()


def test_a_hint_makes_it_unrated_even_if_it_was_seen_in_another_tab(as_anna: Client, puzzle: Puzzle) -> None:
    as_anna.post(f"/practice/puzzle/{puzzle.code}/hint/")
    as_anna.get(puzzle.get_absolute_url())
    _answer(as_anna, puzzle, puzzle.engine_puzzle.key)
    assert not Attempt.objects.get().rated
    assert not Rating.objects.exists()


def test_hints_come_one_at_a_time(as_anna: Client, puzzle: Puzzle) -> None:
    """One that is asked for again, since its answer was lost, is the same."""
    for so_far, second in ((0, False), (0, False), (1, True)):
        page = as_anna.post(f"/practice/puzzle/{puzzle.code}/hint/", {"so_far": so_far}).text
        assert ("Think." in page, "Think of the rule." in page) == (True, second)
        assert Attempt.objects.get().hints == so_far + 1


def test_the_puzzle_learns_how_hard_it_is(as_anna: Client, puzzle: Puzzle) -> None:
    before = puzzle.rating
    _answer(as_anna, puzzle, _wrong(puzzle))
    puzzle.refresh_from_db()
    assert puzzle.rating > before


@pytest.mark.parametrize("answer", ["", "99", "four", "<script>", "1 2"])
def test_nonsense_is_refused_and_counts_for_nothing(as_anna: Client, puzzle: Puzzle, answer: str) -> None:
    response = _answer(as_anna, puzzle, answer)
    assert response.status_code == 422
    assert not Attempt.objects.filter(tries__gt=0).exists()


def test_a_stranger_has_no_rating_of_annas(as_anna: Client, stranger: Client, puzzle: Puzzle) -> None:
    _answer(as_anna, puzzle, puzzle.engine_puzzle.key)
    assert b'class="score"' in as_anna.get(f"/practice/{SLUG}/").content
    assert b'class="score"' not in stranger.get(f"/practice/{SLUG}/").content


@pytest.mark.parametrize("path", ["answer", "move", "undo", "hint"])
def test_what_changes_something_is_posted(stranger: Client, puzzle: Puzzle, path: str) -> None:
    assert stranger.get(f"/practice/puzzle/{puzzle.code}/{path}/").status_code == 405


def test_no_such_puzzle(stranger: Client, db: None) -> None:
    assert stranger.get("/practice/puzzle/nosuchcode/").status_code == 404
    assert stranger.get("/practice/nosuchgame/").status_code == 404


def test_nothing_comes_back_unless_one_asks_for_it(as_anna: Client, puzzle: Puzzle) -> None:
    _answer(as_anna, puzzle, _wrong(puzzle))
    assert not Review.objects.exists()


def test_what_was_missed_comes_back_and_says_why(as_anna: Client, anna: User, puzzle: Puzzle) -> None:
    as_anna.post(f"/practice/{SLUG}/plan/", {"review": "on"})
    _answer(as_anna, puzzle, _wrong(puzzle))
    review = Review.objects.get(person=anna.person)
    assert review.clause == "draw.stock"
    Review.objects.update(due=timezone.now() - timedelta(hours=1), last=timezone.now() - timedelta(days=3))
    led = as_anna.post(f"/practice/{SLUG}/review/")
    assert led.status_code == 302
    assert "You missed this 3 days ago" in as_anna.get(led.url).content.decode()


def test_a_rule_comes_back_the_next_day_then_after_longer_and_longer_breaks(anna: User) -> None:
    now, waits = datetime(2026, 3, 1, 21, 30, tzinfo=UTC), []
    for right in [False] + 5 * [True]:
        Review.update_reviews_after_answer(anna.person, SLUG, ["draw.stock"], right=right, now=now)
        day = Review.objects.get().get_due_day(UTC)
        waits.append((day - now.date()).days)
        now = datetime(day.year, day.month, day.day, 7, tzinfo=UTC)
    assert waits[0] == 1
    assert waits == sorted(set(waits))
    assert waits[-1] > 30


@pytest.mark.slow
@given(
    answers=st.lists(st.tuples(st.booleans(), st.integers(0, 5 * 24 * 60)), min_size=1, max_size=8),
    zone=st.sampled_from(["UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/New_York"]),
)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_nothing_comes_back_on_the_day_of_its_answer(anna: User, answers: list[tuple[bool, int]], zone: str) -> None:
    """At whatever time the answers were, the break is a number of whole days, one at least."""
    Review.objects.all().delete()
    reader, now = ZoneInfo(zone), datetime(2026, 3, 6, 12, tzinfo=UTC)
    for right, minutes in answers:
        now += timedelta(minutes=minutes)
        Review.update_reviews_after_answer(anna.person, SLUG, ["draw.stock"], right=right, zone=reader, now=now)
        review = Review.objects.get()
        assert review.due.astimezone(UTC).time() == time_of_day(0)
        assert review.get_due_day(reader) > now.astimezone(reader).date()
        if not right and len(answers) == 1:
            assert review.get_due_day(reader) == now.astimezone(reader).date() + timedelta(days=1)


NEW_YORK = "America/New_York"


@pytest.mark.parametrize(
    ("hour", "zone", "says"),
    [
        (3, NEW_YORK, "next one comes back tomorrow"),  # 10 PM there: the day of the answer is not over
        (6, NEW_YORK, "1 rule to review today"),  # 1 AM there: the next day
        (3, "", "1 rule to review today"),
        (3, "No/Such_Zone", "1 rule to review today"),
    ],
)
def test_a_day_is_a_calendar_day_of_the_reader(
    as_anna: Client, anna: User, monkeypatch: pytest.MonkeyPatch, hour: int, zone: str, says: str
) -> None:
    """Answered on March 5 at 10 PM UTC, 5 PM in New York, and looked at on March 6."""
    ReviewPlan.objects.create(person=anna.person, game=SLUG)
    evening = datetime(2026, 3, 5, 22, tzinfo=UTC)
    Review.update_reviews_after_answer(
        anna.person, SLUG, ["draw.stock"], right=False, zone=ZoneInfo(NEW_YORK), now=evening
    )
    monkeypatch.setattr(timezone, "now", lambda: datetime(2026, 3, 6, hour, tzinfo=UTC))
    as_anna.cookies["time_zone"] = zone
    assert says in as_anna.get(f"/practice/{SLUG}/").text
    led = as_anna.post(f"/practice/{SLUG}/review/")
    if "comes back" in says:
        assert led.url == f"/practice/{SLUG}/"
    else:
        assert "You missed this yesterday" in as_anna.get(led.url).text


@pytest.mark.parametrize("state", [fsrs.State.Learning, fsrs.State.Relearning])
def test_reviews_of_before_come_back_the_next_day_and_go_on(
    as_anna: Client, anna: User, state: fsrs.State, puzzle: Puzzle
) -> None:
    """Versions before planned a first miss for a minute later, and another one for ten minutes later."""
    ReviewPlan.objects.create(person=anna.person, game=SLUG)
    answered = timezone.now()
    card = fsrs.Card(state=state, step=0, stability=0.3, difficulty=6.0, last_review=answered.astimezone(UTC))
    card.due = answered + timedelta(minutes=10)
    row = Review.objects.create(
        person=anna.person,
        game=SLUG,
        clause="draw.stock",
        card=card.to_dict(),
        due=card.due,
        right_last=False,
        last=answered,
    )
    Review.objects.update(due=answered - timedelta(minutes=1))
    assert "No rules are due today. The next one comes back tomorrow." in as_anna.get(f"/practice/{SLUG}/").text
    Review.objects.update(last=answered - timedelta(days=1))
    assert "1 rule to review today" in as_anna.get(f"/practice/{SLUG}/").text
    _answer(as_anna, puzzle, puzzle.engine_puzzle.key)
    row.refresh_from_db()
    assert fsrs.Card.from_dict(row.card).state is fsrs.State.Review
    assert row.get_due_day(UTC) > timezone.now().date()


def test_one_can_stop_reviewing(as_anna: Client, anna: User) -> None:
    as_anna.post(f"/practice/{SLUG}/plan/", {"review": "on"})
    as_anna.post(f"/practice/{SLUG}/plan/", {"review": "off"})
    assert not ReviewPlan.objects.filter(person=anna.person).exists()


def test_a_puzzle_says_what_becomes_of_it_under_other_rules(puzzle: Puzzle) -> None:
    make = games.get(SLUG).options
    puzzle.setup = {"cards": [2, 7]}
    assert puzzle.get_status_under_rules(make()) == "holds"
    assert puzzle.get_status_under_rules(make({"match-target": 5})) == "holds"
    assert puzzle.get_status_under_rules(make({"layoff-own": False})) == "other answer"
    assert puzzle.get_status_under_rules(make({"rearrange": False})) == "void"


def test_a_reader_by_other_rules_is_told(stranger: Client, puzzle: Puzzle) -> None:
    from variants.services import save_rules

    game = games.get(SLUG)
    kept = save_rules(game, game.options({"rearrange": False}))
    page = stranger.get(f"{puzzle.get_absolute_url()}?rules={kept.digest}").content.decode()
    assert "made for different house rules" in page


def test_a_process_that_has_just_started_is_as_patient_as_it_must_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it finds out once for all would else be too much for whoever comes first."""
    game = games.get("mille")
    monkeypatch.delitem(game.__dict__, "puzzle_themes", raising=False)
    with limit_processor_time(0.0):
        assert any(
            themes.find_sample_setup_and_puzzle.__wrapped__(theme, game.options()) for theme in game.puzzle_themes
        )


def test_the_collection_is_made_once_and_tells_what_would_change(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(maintenance, "PATIENCE", inf)
    game = games.get(SLUG)
    assert maintenance.fill_site_collection(game) == maintenance.PER_THEME
    assert maintenance.fill_site_collection(game) == 0
    changed = list(
        maintenance.list_puzzles_affected_by_rules(None, game, game.options(), game.options({"rearrange": False}))
    )
    assert len(changed) == maintenance.PER_THEME
    assert {one.change for one in changed} == {maintenance.CHANGES["void"]}
    assert not list(
        maintenance.list_puzzles_affected_by_rules(None, game, game.options(), game.options({"match-target": 9}))
    )


def test_the_collection_is_made_a_piece_at_a_time(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker that's told to end finishes its task: a task is for one game, and makes one piece when time is up."""
    monkeypatch.setattr(maintenance, "AT_A_TIME", 0.0)
    queued: list[str] = []
    monkeypatch.setattr(tasks.fill_site_collection, "delay", queued.append)
    tasks.maintain_puzzles()
    assert queued == list(games.all_games())
    assert Puzzle.objects.count() == 0
    for pieces in range(1, maintenance.PER_THEME + 1):
        queued.clear()
        tasks.fill_site_collection(SLUG)
        assert Puzzle.objects.in_site_collection(SLUG).count() == pieces
        assert queued == [SLUG]
    queued.clear()
    tasks.fill_site_collection(SLUG)
    assert queued == []


def test_untried_puzzles_are_forgotten_and_tried_ones_stay(as_anna: Client, puzzle: Puzzle) -> None:
    game = games.get(SLUG)
    tried = Puzzle.generate_puzzle(game, game.options())
    _answer(as_anna, tried, tried.engine_puzzle.key)
    Puzzle.objects.update(made=timezone.now() - timedelta(days=9))
    maintenance.delete_untried_puzzles()
    assert list(Puzzle.objects.all()) == [tried]


def test_rules_that_leave_nothing_to_ask_are_told_so(db: None) -> None:
    game = games.get(SLUG)
    with pytest.raises(NoPuzzlePossible):
        Puzzle.generate_puzzle(game, game.options({"rearrange": False}))


def test_practice_without_an_account_goes_into_the_account(client: Client, anna: User, puzzle: Puzzle) -> None:
    from tests.conftest import PASSWORD

    _answer(client, puzzle, puzzle.engine_puzzle.key)
    client.post("/account/login/", {"login": "anna", "password": PASSWORD, "bring": "on"})
    assert Attempt.objects.get().person == anna.person
    assert Rating.objects.get().person == anna.person


def test_what_a_puzzle_is_solved_for_is_looked_up_once_a_page(
    stranger: Client, puzzle: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Puzzle] = []

    class Watch(AttemptContextProvider):
        def find_required_attempt_context(self, person: Person | None, puzzle: Puzzle) -> None:
            asked.append(puzzle)

    monkeypatch.setattr(attempt_contexts, "providers", [Watch()])
    stranger.get(puzzle.get_absolute_url())
    stranger.post(f"{puzzle.get_absolute_url()}answer/", {"answer": puzzle.engine_puzzle.key})
    assert asked == [puzzle, puzzle]


@pytest.mark.parametrize(
    ("sentence", "refutation"),
    [
        ("The best is a pair of fours.", "It is ace and four. The best is a pair of fours."),
        ("It is Mira. See “The order”.", "It is Mira."),
        ("It is Mira.", "It is Mira."),
    ],
)
def test_what_was_wrong_is_said_once(sentence: str, refutation: str) -> None:
    said = render_to_string("practice/why.html", {"verdict": Verdict(False, sentence, (), refutation), "told": True})
    assert said.count("<p>") == 1
    assert max(sentence, refutation, key=len) in said
