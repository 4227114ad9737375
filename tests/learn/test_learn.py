"""Learning on the page: home, the game's page, the rulebook, and every kind of step."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

import games
from core.learn.course import LessonStep, StepTable, get_course, get_course_steps
from core.learn.models import StepDone
from core.people.models import Person
from core.rendering.table_context import build_legal_card_marks
from games.engine.game import Game
from tests.conftest import HTMX
from tests.games.wandering import refused

GAME = games.get("vazhushal")
COURSE = get_course(GAME, GAME.options())
PLACES = [place for places in COURSE.values() for place in places]
ALL_PLACES = [
    (game, place)
    for game in games.all_games().values()
    for places in get_course(game, game.options()).values()
    for place in places
]


def _first(kind: str) -> LessonStep:
    return next(place for place in PLACES if place.step.kind == kind)


def _url(name: str, place: LessonStep, game: Game[Any] = GAME) -> str:
    return reverse(f"learn:{name}", args=[game.slug, place.lesson.slug, place.id])


def _play(client: Client, place: LessonStep, moves: tuple[str, ...], game: Game[Any] = GAME) -> Any:
    for move in moves:
        response = client.post(_url("move", place, game), {"move": move}, HTTP_HX_REQUEST="true")
    return response


def test_home_puts_a_card_in_the_readers_hand_at_once(stranger: Client, db: None) -> None:
    page = stranger.get("/").content.decode()
    assert 'class="card' in page
    assert f'action="{_url("move", PLACES[0])}"' in page
    assert "account" in page


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("", {"vazhushal", "court-piece"}),
        ("players=3", {"vazhushal"}),
        ("words=PARTNER", {"court-piece"}),
        ("words=wipe+discards&players=2", {"vazhushal"}),
        ("players=99", set()),
        ("players=x&family=&words=+", {"vazhushal", "court-piece"}),
        ("family=Rummy&players=4", {"vazhushal"}),
    ],
)
@pytest.mark.parametrize("part", [False, True])
def test_the_shelf_has_what_one_looks_for(stranger: Client, db: None, query: str, found: set[str], part: bool) -> None:
    answer = stranger.get(f"/games/?{query}", headers={"HX-Request": "true"} if part else {})
    page = answer.content.decode()
    for slug in ("vazhushal", "court-piece"):
        assert (f'href="/games/{slug}/"' in page) == (slug in found)
    assert ("<html" in page) != part
    assert ("No games match your search" in page) == (not found)


def test_looking_around_makes_nobody_up(stranger: Client, db: None) -> None:
    from core.people.models import Person

    for path in ("/", "/games/", "/games/vazhushal/", "/games/vazhushal/rules/", "/games/vazhushal/course/"):
        assert stranger.get(path).status_code == 200
    assert not Person.objects.exists()


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_every_step_can_be_opened_and_done(db: None, game: Game[Any], subtests: pytest.Subtests) -> None:
    """A task by its solution and a question by its right answer alone; a forbidden move is refused, which teaches why.

    Each step is done by somebody who was never here, in one walk through the course: what a page hides at a question
    takes long to find out, and is known to the process from then on.
    """
    for place in (place for owner, place in ALL_PLACES if owner is game):
        with subtests.test(step=place.id):
            StepDone.objects.all().delete()
            visitor = Client()
            page = visitor.get(_url("step", place, game))
            assert page.status_code == 200
            assert place.lesson.title.replace("'", "&#x27;") in page.text
            assert not StepDone.objects.exists()
            STEPS[place.step.kind](visitor, game, place)
            assert visitor.get(_url("hint", place, game), headers=HTMX).status_code == 200


def _do(visitor: Client, game: Game[Any], place: LessonStep) -> None:
    assert _play(visitor, place, place.step.solution, game).status_code == 200
    assert StepDone.objects.get(game=game.slug, step=place.id).unaided


def _try_illegal(visitor: Client, game: Game[Any], place: LessonStep) -> None:
    response = _play(visitor, place, place.step.tempting[:1], game)
    assert response.status_code == 200
    assert "Illegal" in response.text
    assert StepDone.objects.exists()


def _answer(visitor: Client, game: Game[Any], place: LessonStep) -> None:
    """Wrong ones come first: they leave nothing behind."""
    for answer in sorted(place.answers, key=lambda answer: answer.right):
        sent = {"answer": place.answers.index(answer)}
        assert visitor.post(_url("answer", place, game), sent, headers=HTMX).status_code == 200
        assert StepDone.objects.exists() == answer.right


def _play_on(visitor: Client, game: Game[Any], place: LessonStep) -> None:
    table = StepTable(game, game.options(), place, [])
    for _ in range(40):
        if table.is_step_finished:
            break
        view = game.build_view(table.game_state, 0)
        move = game.build_hint(view).move if game.decides else game.list_moves(table.game_state, 0)[0]
        response = _play(visitor, place, (str(move),), game)
        assert response.status_code == 200, response.text
        table.play_reader_move(move)
    assert table.is_step_finished
    assert StepDone.objects.exists()


def _show(visitor: Client, game: Game[Any], place: LessonStep) -> None:
    assert visitor.post(_url("onward", place, game)).status_code == 302
    assert StepDone.objects.get().step == place.id


STEPS = {
    "do": _do,
    "try-illegal": _try_illegal,
    "choose": _answer,
    "predict": _answer,
    "play-on": _play_on,
    "show": _show,
}


@pytest.mark.parametrize(
    ("step", "facts"),
    [
        ("who-pays", {"left 0": 5, "left 1": 3}),
        ("first-of-a-pile", {"left 0": 5, "left 1": 1}),
        ("who-owes", {"left 0": 7, "left 1": 2}),
        ("who-takes", {"left 0": 5, "left 1": 1}),
        ("whole", {"left 0": 7, "left 1": 2}),
        ("two-left", {"left 0": 1, "debt": 3}),
        ("cannot-pay", {"game-winner": 0, "ended-by": "end.cannot-play"}),
        ("both", {"game-winner": 1, "ended-by": "end.both-empty"}),
        ("all-yours", {"game-winner": 0, "over": True}),
        ("draw", {"game-winner": None, "cards-turned": 8, "ended-by": "end.cycle-draw"}),
        ("passed-over", {"left 0": 6, "left 1": 0, "left 2": 1}),
        ("out", {"left 0": 4, "left 1": 0}),
    ],
)
def test_a_table_where_nobody_decides_plays_on_as_its_step_says(step: str, facts: dict[str, Any]) -> None:
    """No proof of the step finds that out. After the last turn, the next player has not turned yet."""
    game = games.get("beggar-my-neighbor")
    options = game.options({"more-players": step in ("passed-over", "out")})
    place = get_course_steps(game, options)[step]
    table = StepTable(game, options, place, [])
    while not table.is_step_finished:
        table.play_reader_move(game.list_moves(table.game_state, 0)[0])
    assert {fact: game.evaluate_fact(table.game_state, 0, fact) for fact in facts} == facts


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_every_lesson_can_be_read_straight_through(stranger: Client, db: None, game: Game[Any]) -> None:
    for lesson in {place.lesson.slug: place.lesson for owner, place in ALL_PLACES if owner is game}.values():
        page = stranger.get(reverse("learn:read", args=[game.slug, lesson.slug]))
        assert page.status_code == 200
        assert lesson.title.split("'")[0] in page.text


@pytest.mark.repeated
@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_legal_moves_are_marked_beside_the_refusal(stranger: Client, db: None, game: Game[Any]) -> None:
    """Where no card can be used, the legal moves stand there in words."""
    places = [place for one, place in ALL_PLACES if one is game and place.step.kind in ("do", "try-illegal")]
    for place in places[:: max(1, len(places) // 4)]:
        table = StepTable(game, game.options(), place, [])
        tried = next(refused(game, table.game_state, Random(1)), "")
        violation = table.find_violation(game.parse_move(tried)) if tried else None
        marked = build_legal_card_marks(game, table.game_state, 0)
        for headers in ({}, HTMX):
            page = stranger.get(_url("allowed", place, game), {"move": tried}, headers=headers)
            assert page.status_code == 200
            assert ("<html" in page.text) != bool(headers)
            assert "data-table" in page.text
            assert ('data-mark="legal"' in page.text) == bool(marked)
            assert ("A check mark shows" in page.text) == bool(marked)
            cannot_use = any(text in page.text for text in ("You can’t make a move now", "You can’t use a card now"))
            assert cannot_use == (not marked)
            assert violation is None or f"#{violation.clause.id}" in page.text.partition('id="notice"')[2]


def test_a_question_does_not_show_what_is_legal(stranger: Client, db: None) -> None:
    for kind in ("choose", "predict", "show"):
        place = next((place for place in PLACES if place.step.kind == kind), None)
        assert place is None or stranger.get(_url("allowed", place)).status_code == 404


def test_the_table_of_a_question_does_not_answer_it(stranger: Client, db: None) -> None:
    place = next(place for place in PLACES if place.id == "negative-what-is-wild")
    right = next(number for number, answer in enumerate(place.answers) if answer.right)
    asked = stranger.get(_url("step", place)).content.decode()
    answered = stranger.post(_url("answer", place), {"answer": right}).content.decode()
    assert ("zone-note" in asked, "card-mark" in asked) == (False, False)
    assert "zone-note" in answered
    assert "card-mark" in answered


def test_the_place_of_an_answer_tells_nothing() -> None:
    """The right answer comes first about as often as chance has it, and a step always lists its answers alike."""
    first, expected = 0, 0.0
    for game in games.all_games().values():
        for place in (
            one for places in get_course(game, game.options()).values() for one in places if one.step.answers
        ):
            first += place.answers[0].right
            expected += 1 / len(place.answers)
            assert {answer.text for answer in place.answers} == {answer.text for answer in place.step.answers}
            assert LessonStep(place.lesson, place.step, 1, 1).answers == place.answers
    assert expected * 0.75 < first < expected * 1.25


def test_a_refused_move_names_the_rule_and_changes_nothing(stranger: Client, db: None) -> None:
    place = _first("do")
    response = _play(stranger, place, ("discard 2C 3C",))
    assert response.status_code == 422
    assert reverse("learn:rulebook", args=[GAME.slug]) + "#" in response.content.decode()
    assert not any(key.startswith("step:") for key in stranger.session.keys())  # noqa: SIM118
    assert not StepDone.objects.exists()


@pytest.mark.parametrize(
    "move", ["", "fly to the moon", "discard", "discard ZZ", "wipe 99999 2C", "x" * 5000, "meld *=? *=? *=?"]
)
def test_nonsense_is_answered_in_words(stranger: Client, db: None, move: str) -> None:
    response = _play(stranger, _first("do"), (move,))
    assert response.status_code == 422
    assert "notice" in response.content.decode()


@pytest.mark.parametrize("answer", ["", "99", "-1", "one", "0; drop"])
def test_an_answer_that_is_none_is_refused(stranger: Client, db: None, answer: str) -> None:
    assert stranger.post(_url("answer", _first("choose")), {"answer": answer}).status_code == 422


def test_moves_are_kept_over_a_reload_and_can_be_taken_back(stranger: Client, db: None) -> None:
    place = next(p for p in PLACES if p.step.kind == "do" and len(p.step.solution) > 1)
    _play(stranger, place, place.step.solution[:1])
    assert "Undo" in stranger.get(_url("step", place)).content.decode()
    stranger.post(_url("back", place))
    assert "Undo" not in stranger.get(_url("step", place)).content.decode()


def test_what_is_sent_again_is_done_once(stranger: Client, db: None) -> None:
    """A move, or that it is taken back, whose answer was lost on the way."""
    place = next(p for p in PLACES if p.step.kind == "do" and len(p.step.solution) > 1)
    move, key = place.step.solution[0], f"step:{GAME.slug}/{place.id}"
    assert 'name="so_far" value="0"' in stranger.get(_url("step", place)).text
    for _ in range(2):
        answer = stranger.post(_url("move", place), {"move": move, "so_far": "0"}, headers=HTMX)
        assert (answer.status_code, 'name="so_far" value="1"' in answer.text) == (200, True)
    _play(stranger, place, place.step.solution[1:2])
    for _ in range(2):
        assert stranger.post(_url("back", place), {"so_far": "2"}, headers=HTMX).status_code == 200
    assert [text for _, text in stranger.session[key]] == [move]


def test_one_move_is_taken_back_or_all_of_them(stranger: Client, db: None) -> None:
    place = next(p for p in PLACES if p.step.kind == "do" and len(p.step.solution) > 1)
    key = f"step:{GAME.slug}/{place.id}"
    for name, left in (("back", 1), ("restart", 0)):
        _play(stranger, place, place.step.solution[len(stranger.session.get(key, [])) : 2])
        assert 'id="restart"' in stranger.get(_url("step", place)).content.decode()
        stranger.post(_url(name, place))
        assert [text for _, text in stranger.session.get(key, [])] == list(place.step.solution[:left])


def test_hints_come_rung_by_rung_and_are_remembered(stranger: Client, db: None) -> None:
    place = _first("do")
    first = stranger.get(_url("hint", place), HTTP_HX_REQUEST="true").content.decode()
    assert "Next hint" in first
    _play(stranger, place, place.step.solution)
    assert StepDone.objects.get().unaided is False


def test_a_lesson_leads_to_its_first_step_not_done(stranger: Client, db: None) -> None:
    places = next(iter(COURSE.values()))
    _play(stranger, places[0], places[0].step.solution)
    led = stranger.get(reverse("learn:lesson", args=[GAME.slug, places[0].lesson.slug]))
    assert led.url == _url("step", places[1])


def test_progress_goes_into_the_account(client: Client, anna: User) -> None:
    from tests.conftest import PASSWORD

    place = _first("do")
    _play(client, place, place.step.solution)
    client.post("/account/login/", {"login": "anna", "password": PASSWORD, "bring": "on"})
    assert StepDone.objects.get().person == anna.person


def test_progress_is_ones_own(as_anna: Client, as_ben: Client, anna: User, ben: User) -> None:
    place = _first("do")
    _play(as_anna, place, place.step.solution)
    assert StepDone.objects.filter(person=ben.person).count() == 0
    assert "steps done" in as_anna.get("/games/vazhushal/course/").content.decode()
    assert "steps done" not in as_ben.get("/games/vazhushal/course/").content.decode()


@pytest.mark.parametrize("name", ["move", "answer", "back", "restart", "onward"])
def test_what_changes_something_is_posted(stranger: Client, db: None, name: str) -> None:
    assert stranger.get(_url(name, _first("do"))).status_code == 405


@pytest.mark.parametrize(
    "path",
    ["/games/nosuchgame/", "/games/vazhushal/course/nosuchlesson/", f"{_url('step', PLACES[0])[:-2]}99/"],
)
def test_what_is_not_there_is_said_kindly(stranger: Client, db: None, path: str) -> None:
    response = stranger.get(path)
    assert response.status_code == 404


# -- house rules -----------------------------------------------------------------------------------


def _by(client: Client, path: str, **values: Any) -> str:
    from variants.services import save_rules

    kept = save_rules(GAME, GAME.options({name.replace("_", "-"): value for name, value in values.items()}))
    return client.get(f"{path}?rules={kept.digest}").content.decode()


def test_the_rulebook_follows_the_rules_and_marks_what_differs(stranger: Client, db: None) -> None:
    assert "House rule (differs from standard)" not in stranger.get("/games/vazhushal/rules/").content.decode()
    page = _by(stranger, "/games/vazhushal/rules/", joker_hand_value=10)
    assert "House rule (differs from standard)" in page


def test_every_clause_has_its_anchor(stranger: Client, db: None) -> None:
    page = stranger.get("/games/vazhushal/rules/").content.decode()
    book = [
        entry.id
        for section in GAME.rulebook.render_sections(GAME.options())
        for entry in section.entries
        if entry.is_in_force
    ]
    assert len(book) > 100
    assert all(f'id="{clause}"' in page for clause in book)


def test_the_print_sheet_leads_back_to_the_same_rules(stranger: Client, db: None) -> None:
    page = _by(stranger, "/games/vazhushal/rules/print/", joker_hand_value=10)
    digest = GAME.options({"joker-hand-value": 10}).digest()
    assert f"?rules={digest}" in page.replace("<wbr>", "")
    assert "<svg" in page


def test_a_course_drops_what_the_rules_deny(stranger: Client, db: None) -> None:
    by_book = sum(len(places) for places in COURSE.values())
    plain = GAME.options({"wild-rule": "printed-only", "rearrange": False, "layoff-own": False})
    fewer = sum(len(places) for places in get_course(GAME, plain).values())
    assert 0 < fewer < by_book


def test_a_move_that_misses_the_goal_is_told_what_it_missed(stranger: Client, db: None) -> None:
    game = games.get("court-piece")
    place = next(place for places in get_course(game, game.options()).values() for place in places)
    page = _play(stranger, place, ("play 6H",), game).content.decode()
    assert "Leela’s" in page
    assert "beats your" in page
    assert 'name="move"' not in page


def test_a_lesson_ends_with_what_comes_next(stranger: Client, db: None) -> None:
    steps = next(iter(COURSE.values()))
    for place in steps:
        StepDone.mark_step_done(_person(stranger), GAME, GAME.options(), place.id)
    last = stranger.get(_url("step", steps[-1])).content.decode()
    end = reverse("learn:done", args=[GAME.slug, steps[0].lesson.slug])
    assert f'href="{end}"' in last
    page = stranger.get(end).content.decode()
    assert all(one in page for one in steps[0].lesson.can)
    assert "1 of 14 lessons" in page
    assert "After lessons 1 to 4 you can play" in page
    assert f'href="{_url("step", list(COURSE.values())[1][0])}"' in page


def test_what_a_skipped_lesson_would_teach_is_not_ticked(stranger: Client, db: None) -> None:
    steps = next(iter(COURSE.values()))
    end = reverse("learn:done", args=[GAME.slug, steps[0].lesson.slug])
    assert 'class="can to-come"' in stranger.get(end).text
    for place in steps:
        StepDone.mark_step_done(_person(stranger), GAME, GAME.options(), place.id)
    assert 'class="can"' in stranger.get(end).text


def test_home_and_ones_own_page_lead_on(stranger: Client, db: None) -> None:
    assert "Continue" not in stranger.get("/").content.decode()
    StepDone.mark_step_done(_person(stranger), GAME, GAME.options(), PLACES[0].id)
    for page in ("/", reverse("learn:game", args=[GAME.slug])):
        assert f'href="{_url("step", PLACES[1])}"' in stranger.get(page).content.decode()
    assert f"2 of {len(PLACES)} steps" in stranger.get(reverse("people:account")).content.decode()


def _person(client: Client) -> Person:
    """Whoever this browser belongs to, who has asked for a hint."""
    client.post(_url("onward", _first("show")))
    return StepDone.objects.latest("id").person
