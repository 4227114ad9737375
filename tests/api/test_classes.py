"""Classes and built puzzles in the API: keeping a roster, assigning puzzles, and getting results."""

import logging
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from core.api.models import Token
from core.authoring.puzzles import proofs
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, PuzzleVersion
from core.classes import assignment_puzzles, tasks
from core.classes.models import Assignment, Classroom, Student, Teacher
from core.models import IdempotencyKey
from core.people import get_user_person
from core.practice.models import Answer, Puzzle
from games.engine.puzzle import Unproven
from tests.api.conftest import Program
from tests.classes.conftest import answer_to, send

GAME = games.get("guts")
NAMES = ["Clara Berg", "Iyer, Dev"]
VAZHUSHAL = games.get("vazhushal")
DRAFT = {**build_blank_content(VAZHUSHAL, VAZHUSHAL.options(), 3), "kind": "own-fact", "fact": "most-players"}
FRESH = {"game": GAME.slug, "title": "Homework", "rules": "book", "fresh": {"number": 2}}


@pytest.fixture
def made(annas: Program) -> dict[str, Any]:
    """Anna's class of two students."""
    answer = annas.post("classes/", {"name": "7b", "names": NAMES})
    assert answer.status_code == 201, answer.content
    shown: dict[str, Any] = answer.json()
    return shown


@pytest.fixture
def at(made: dict[str, Any]) -> str:
    """The path of Anna's class."""
    return f"classes/{made['code']}/"


def join(slip: dict[str, Any]) -> Client:
    """Return a client of the student with this slip."""
    client = Client()
    assert client.post(f"/join/{slip['code']}/", {"password": "seven of hearts"}).status_code == 302
    return client


def give(program: Program, at: str, **asked: Any) -> Assignment:
    """Assign two new puzzles, and generate them."""
    answer = program.post(f"{at}assignments/", FRESH | asked)
    assert answer.status_code == 201, answer.content
    found = Assignment.objects.get(code=answer.json()["code"])
    assert assignment_puzzles.generate_missing_puzzles(found, patience=60)
    return found


# -- a whole journey ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_from_a_list_of_names_to_results(annas: Program, made: dict[str, Any], at: str) -> None:
    assert [(one["name"], one["joined"]) for one in made["students"]] == [("Clara Berg", None), ("Dev Iyer", None)]
    slips = annas.post(f"{at}slips/").json()["slips"]
    assert [(one["id"], one["login"]) for one in slips] == [(one["id"], one["login"]) for one in made["students"]]
    clara = join(slips[0])
    assert [bool(one["joined"]) for one in annas.get(at).json()["students"]] == [True, False]
    assert [one["id"] for one in annas.post(f"{at}slips/").json()["slips"]] == [slips[1]["id"]]

    given = give(annas, at, pass_at=50)
    [shown] = annas.get(f"{at}assignments/").json()["results"]
    first, second = (Puzzle.objects.get(code=one["puzzle"]) for one in shown["items"])
    secret = Token.create_with_secret(Student.objects.get(pk=slips[0]["id"]).person.user, "a trick", ["practice"], 7)[1]
    elsewhere = Program(secret).post(f"puzzles/{first.code}/attempts/", {"answer": first.engine_puzzle.key})
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "puzzle.given")
    for puzzle, right in ((first, True), (second, False), (second, True)):
        send(clara, puzzle, right, f"?for={given.code}")

    told = annas.get(f"{at}assignments/{given.code}/results/").json()
    clara_, dev = told["students"]
    assert [one["number"] for one in told["places"]] == [1, 2]
    assert [(one["puzzle"], one["right_at_first"], one["right"], one["tries"]) for one in clara_["marks"]] == [
        (first.code, True, True, 1),
        (second.code, False, True, 2),
    ]
    assert [(one["right_at_first"], one["right"], one["last"]) for one in dev["marks"]] == [(None, False, None)] * 2
    assert (clara_["passed"], dev["passed"]) == (True, False)
    assert {one["id"] for one in told["clauses"]} == {*first.clauses, *second.clauses}
    missed = Answer.objects.get(puzzle=second, number=1).missed
    for one in told["clauses"]:
        counts = [one[name] for name in ("right_at_first", "right_later", "not_right", "not_yet")]
        later, at_first = one["id"] in missed, one["id"] in first.clauses and one["id"] not in missed
        assert counts == [at_first, later, 0, 2 - (later or at_first)]


def test_everything_can_be_given_at_once(annas: Program, at: str) -> None:
    puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), name="given")
    due = (timezone.now() + timedelta(days=3)).replace(microsecond=0)
    asked = {
        "lessons": [GAME.lessons[0].slug],
        "puzzles": [puzzle.code],
        "fresh": {"number": 1, "same": False},
        "due": due.isoformat(),
        "tries": 0,
        "tells": False,
        "hints": False,
    }
    shown = annas.post(f"{at}assignments/", FRESH | asked).json()
    assert [(one["lesson"], one["puzzle"]) for one in shown["items"]] == [
        (GAME.lessons[0].slug, None),
        ("", puzzle.code),
    ]
    found = Assignment.objects.get()
    assert found.due == due.replace(second=0)
    assert (found.tries, found.tells, found.hints, found.fresh, found.same) == (0, False, False, 1, False)
    assert found.by == Classroom.objects.get().teachers.get()


def test_what_is_not_made_at_once_is_made_when_all_is_stored(
    annas: Program, at: str, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks.make_assignment_puzzles, "delay", asked.append)
    monkeypatch.setattr(assignment_puzzles, "generate_missing_puzzles", lambda *_: False)
    with django_capture_on_commit_callbacks() as waiting:
        assert annas.post(f"{at}assignments/", FRESH, Idempotency_Key="one").status_code == 201
    assert asked == []
    for one in waiting:
        one()
    assert asked == [Assignment.objects.get().pk]


@pytest.mark.slow
def test_without_rules_those_of_the_class_hold(annas: Program, at: str) -> None:
    preset = GAME.options.presets[-1]
    Classroom.objects.get().rules.create(
        game=GAME.slug, options=GAME.options.load_preset(preset.name).list_nonstandard_values()
    )
    asked = {name: value for name, value in FRESH.items() if name != "rules"}
    assert (
        annas.post(f"{at}assignments/", asked).json()["options"]
        == GAME.options.load_preset(preset.name).list_nonstandard_values()
    )
    assert annas.post(f"{at}assignments/", FRESH).json()["options"] == {}


def test_students_come_and_go(annas: Program, at: str) -> None:
    [added] = annas.post(f"{at}students/", {"names": ["3. Eve  Ohm"]}).json()["students"]
    assert added["name"] == "Eve Ohm"
    login = added["login"]
    assert annas.delete(f"{at}students/{added['id']}/").status_code == 204
    assert annas.delete(f"{at}students/{added['id']}/").status_code == 404
    assert not User.objects.filter(username=login).exists()
    assert annas.get("classes/").json()["results"][0]["size"] == 2


def test_a_class_is_renamed_archived_and_brought_back(annas: Program, at: str, as_anna: Client) -> None:
    renamed = annas.post(f"{at}name/", {"name": " 8b  (cards) "}).json()
    assert (renamed["name"], len(renamed["students"])) == ("8b (cards)", 2)
    away = annas.post(f"{at}archive/", {"archived": True}).json()["archived"]
    assert away
    assert annas.post(f"{at}archive/", {"archived": True}).json()["archived"] == away
    assert "Restore" in as_anna.get(f"{renamed['page']}settings/").text
    assert annas.post(f"{at}name/", {"name": "9b"}).json()["code"] == "class.refused"
    assert annas.post(f"{at}archive/", {"archived": False}).json()["archived"] is None
    assert "8b (cards)" in as_anna.get(renamed["page"]).text


def test_nothing_of_students_is_kept_with_a_key(annas: Program, at: str) -> None:
    """A repeated request gets a new response, which doesn't show students who have left."""
    asked = {"names": ["Eve Ohm", "Finn Poe"]}
    first = annas.post(f"{at}students/", asked, Idempotency_Key="one").json()["students"]
    annas.post("classes/", {"name": "8a", "names": ["Gil"]}, Idempotency_Key="two")
    kept = str(list(IdempotencyKey.objects.values()))
    assert not any(text in kept for one in first for text in (one["name"], one["login"], "Gil"))
    annas.delete(f"{at}students/{first[0]['id']}/")
    again = annas.post(f"{at}students/", asked, Idempotency_Key="one")
    assert (again["Idempotency-Replayed"], again.json()["students"]) == ("true", first[1:])


@pytest.mark.slow
def test_no_code_of_a_slip_is_kept(annas: Program, at: str) -> None:
    first = annas.post(f"{at}slips/", {}, Idempotency_Key="one")
    again = annas.post(f"{at}slips/", {}, Idempotency_Key="one")
    codes = [one["code"] for answer in (first, again) for one in answer.json()["slips"]]
    assert len(set(codes)) == 4
    assert not IdempotencyKey.objects.exists()
    assert not Student.objects.filter(key__in=codes).exists()
    assert "no-store" in first["Cache-Control"]


# -- who may -----------------------------------------------------------------------------------------------------------


def _calls(at: str, student: int, given: str) -> list[tuple[str, str, Any]]:
    return [
        ("get", at, None),
        ("post", f"{at}students/", {"names": ["Eve"]}),
        ("delete", f"{at}students/{student}/", None),
        ("post", f"{at}slips/", {}),
        ("get", f"{at}assignments/", None),
        ("post", f"{at}assignments/", FRESH),
        ("get", f"{at}assignments/{given}/results/", None),
        ("post", f"{at}name/", {"name": "8b"}),
        ("post", f"{at}archive/", {"archived": True}),
    ]


def _ask(program: Program, call: tuple[str, str, Any]) -> Any:
    method, path, body = call
    return program.post(path, body) if method == "post" else getattr(program, method)(path)


def test_for_others_there_is_no_such_class(
    annas: Program, bens: Program, strangers: Program, ben: User, made: dict[str, Any], at: str
) -> None:
    given = give(annas, at)
    keys = list(Student.objects.order_by("pk").values_list("pk", "key"))
    calls = _calls(at, made["students"][0]["id"], given.code)
    nowhere = _calls("classes/nothing/", 1, "nothing")
    for call, other in zip(calls, nowhere, strict=True):
        assert _ask(strangers, call).status_code == 401
        told, wanted = _ask(bens, call), _ask(bens, other)
        assert (told.status_code, told.content) == (404, wanted.content), call
    assert bens.get("classes/").json()["results"] == []
    Student.objects.create(classroom=Classroom.objects.get(), person=get_user_person(ben), name="Ben")
    assert {_ask(bens, call).status_code for call in calls} == {404}  # a student of the class
    Student.objects.filter(name="Ben").delete()
    assert keys == list(Student.objects.order_by("pk").values_list("pk", "key"))
    assert Assignment.objects.count() == 1


@pytest.mark.slow
def test_a_colleague_may_do_the_same(annas: Program, bens: Program, ben: User, made: dict[str, Any], at: str) -> None:
    given = give(annas, at)
    Teacher.objects.create(classroom=Classroom.objects.get(), person=get_user_person(ben))
    statuses = [_ask(bens, call).status_code for call in _calls(at, made["students"][0]["id"], given.code)]
    assert statuses == [200, 201, 204, 200, 200, 201, 200, 200, 200]
    assert bens.get(at).json()["archived"]


def test_the_things_of_one_class_are_not_those_of_another(annas: Program, at: str) -> None:
    given = give(annas, at)
    other = f"classes/{annas.post('classes/', {'name': '8a', 'names': ['Eve']}).json()['code']}/"
    student = Student.objects.exclude(name="Eve").earliest("pk")
    assert annas.delete(f"{other}students/{student.pk}/").status_code == 404
    assert annas.get(f"{other}assignments/{given.code}/results/").status_code == 404
    assert annas.post(f"{other}slips/", {"students": [student.pk]}).status_code == 422
    assert not Student.objects.exclude(key="").exists()


@pytest.mark.slow
def test_each_scope_is_for_its_own(program_of: Any, anna: User, annas: Program, made: dict[str, Any], at: str) -> None:
    given = give(annas, at)
    calls = _calls(at, made["students"][0]["id"], given.code)
    reads = [call for call in calls if call[0] == "get"]
    writes = [call for call in calls if call[0] != "get"]
    for scope, refused in (("class:write", reads), ("class:read", writes), ("play", calls)):
        for call in refused:
            answer = _ask(program_of(anna, scope), call)
            assert (answer.status_code, answer.json()["code"]) == (403, "scope.missing"), call
    looks = program_of(anna, "class:write", "class:read", read_only=True)
    assert {_ask(looks, call).json()["code"] for call in writes} == {"scope.read-only"}
    for scope, allowed in (("class:read", reads), ("class:write", writes)):
        assert {_ask(program_of(anna, scope), call).status_code for call in allowed} <= {200, 201, 204}


def test_the_page_grants_these_scopes(as_anna: Client) -> None:
    scopes = ["class:read", "class:write", "puzzle:write"]
    sent = {"name": "School", "scopes": scopes, "days": "30"}
    assert as_anna.post("/me/tokens/", sent).status_code == 201
    assert Token.objects.get().scopes == scopes


# -- what is refused ---------------------------------------------------------------------------------------------------


SAME = ["ben okafor", "BEN OKAFOR", "Ｂｅｎ Ｏｋａｆｏｒ", "Okafor, Ben"]


@pytest.mark.parametrize("name", SAME)
def test_a_name_that_is_there_already_is_refused_until_it_is_said_what_to_do(annas: Program, name: str) -> None:
    """The form on the page asks, too."""
    made = annas.post("classes/", {"name": "7b", "names": ["Ben Okafor"]}).json()
    at = f"classes/{made['code']}/students/"
    refused = annas.post(at, {"names": ["Eve", name, "eve"]})
    assert (refused.status_code, refused.json()["code"]) == (409, "class.namesakes")
    shown = "Ben Okafor" if "," in name else name
    assert [one["where"] for one in refused.json()["errors"]] == ["/names/1", "/names/2"]
    assert "“add”" in refused.json()["detail"]
    assert Student.objects.count() == 1
    left_out = annas.post(at, {"names": ["Eve", name, "eve"], "namesakes": "leave-out"})
    assert [one["name"] for one in left_out.json()["students"]] == ["Eve"]
    added = annas.post(at, {"names": [name], "namesakes": "add"})
    assert [one["name"] for one in added.json()["students"]] == [shown]
    assert annas.post(at, {"names": [name], "namesakes": "leave-out"}).json()["students"] == []
    assert Student.objects.count() == 3


def test_a_new_class_asks_of_names_that_come_twice(annas: Program) -> None:
    asked = {"name": "7b", "names": ["Ben", "BEN", "ben"]}
    refused = annas.post("classes/", asked)
    assert refused.json()["code"] == "class.namesakes"
    assert [one["where"] for one in refused.json()["errors"]] == ["/names/1", "/names/2"]
    assert not Classroom.objects.exists()
    assert annas.post("classes/", {**asked, "namesakes": "add"}).json()["size"] == 3
    assert annas.post("classes/", {**asked, "namesakes": "leave-out"}).json()["size"] == 1
    assert annas.post("classes/", {**asked, "namesakes": "both"}).json()["code"] == "invalid"


def test_a_request_that_is_refused_leaves_its_key_free(annas: Program, at: str) -> None:
    for namesakes, status in (("refuse", 409), ("refuse", 409), ("add", 201), ("add", 201)):
        body = {"names": ["clara berg"], "namesakes": namesakes}
        assert annas.post(f"{at}students/", body, Idempotency_Key="one").status_code == status
    assert Student.objects.count() == 3


@pytest.mark.parametrize(
    ("path", "body", "where"),
    [
        ("", {"names": []}, "/name"),
        ("", {"name": " "}, "/name"),
        ("", {"name": "x" * 61}, "/name"),
        ("", {"name": "7b", "names": "Eve"}, "/names"),
        ("", {"name": "7b", "names": ["Eve"] * 101}, "/names"),
        ("", {"name": "7b", "names": ["Eve", "12345"]}, "/names/1"),
        ("", {"name": "7b", "names": ["Eve", 5]}, "/names/1"),
        ("", {"name": "7b", "teachers": []}, "/teachers"),
        ("name/", {}, "/name"),
        ("name/", {"name": " "}, "/name"),
        ("name/", {"name": "x" * 61}, "/name"),
        ("archive/", {}, "/archived"),
        ("archive/", {"archived": 1}, "/archived"),
        ("students/", {"names": []}, "/names"),
        ("students/", {"names": ["Eve"] * 101}, "/names"),
        ("slips/", {"students": ["1"]}, "/students/0"),
        ("slips/", {"students": [10**9]}, "/students"),
        ("assignments/", {"fresh": {"number": 41}}, "/fresh/number"),
        ("assignments/", {"fresh": {}}, "/fresh/number"),
        ("assignments/", {"fresh": {"number": 1, "clauses": ["no.such"]}}, "/fresh/clauses"),
        ("assignments/", {"fresh": {"number": 40}, "lessons": [GAME.lessons[0].slug]}, "/fresh"),
        ("assignments/", {"lessons": ["no-such"]}, "/lessons"),
        ("assignments/", {"puzzles": ["nothing"]}, "/puzzles"),
        ("assignments/", {"due": "2020-01-01T00:00:00Z"}, "/due"),
        ("assignments/", {"due": "tomorrow"}, "/due"),
        ("assignments/", {"tells": False}, "/due"),
        ("assignments/", {"tries": 4}, "/tries"),
        ("assignments/", {"pass_at": 101}, "/pass_at"),
    ],
)
def test_a_bad_body_is_told_where_and_changes_nothing(
    annas: Program, at: str, path: str, body: dict[str, Any], where: str
) -> None:
    base = FRESH if path == "assignments/" else {}
    answer = annas.post(f"{at}{path}" if path else "classes/", base | body)
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid"), answer.content
    assert where in [one["where"] for one in answer.json()["errors"]]
    assert (Classroom.objects.count(), Student.objects.count(), Assignment.objects.count()) == (1, 2, 0)
    assert not Student.objects.exclude(key="").exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "whist"}, "not-found"),
        ({"rules": "0" * 16}, "no-such-rules"),
        ({"rules": "book", "options": {}}, "invalid"),
    ],
)
def test_rules_and_games_that_there_are_not(annas: Program, at: str, body: dict[str, Any], code: str) -> None:
    assert annas.post(f"{at}assignments/", FRESH | body).json()["code"] == code


def test_a_class_that_is_full_or_archived_stays_as_it_is(annas: Program, made: dict[str, Any], at: str) -> None:
    full = annas.post(f"{at}students/", {"names": [f"Eve {number}" for number in range(99)]})
    assert (full.status_code, full.json()["code"]) == (409, "class.refused")
    Classroom.objects.update(archived=timezone.now())
    for call in _calls(at, 0, ""):
        if call[0] == "post" and not call[1].endswith("archive/"):
            answer = _ask(annas, call)
            assert (answer.status_code, answer.json()["code"]) == (409, "class.refused"), call
    assert annas.get(at).json()["archived"]
    assert Student.objects.filter(key="").count() == 2


def test_no_name_is_logged_or_said_in_an_error(
    annas: Program, at: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG, logger="core")
    annas.post(f"{at}students/", {"names": ["Eve Ohm"]})
    annas.post(f"{at}slips/")
    student = Student.objects.get(name="Eve Ohm")
    login = student.person.user.get_username() if student.person.user else ""
    refused = [
        annas.post(f"{at}students/", {"names": ["Eve Ohm", "Eve Ohm @@ §§", "Eve Ohm" * 20]}),
        annas.post(f"{at}students/", {"names": ["Eve Ohm"] * 101}),
        annas.post(f"{at}students/", {"names": ["Eve Ohm"] * 99}),
        annas.post(f"{at}slips/", {"students": [student.pk, 0]}),
    ]
    assert all(answer.status_code >= 400 for answer in refused)
    annas.delete(f"{at}students/{student.pk}/")
    written = capsys.readouterr()
    said = "".join([caplog.text, written.out, written.err, *(answer.text for answer in refused)])
    assert "Ohm" not in said
    assert login not in said


# -- how much is asked of the database ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_more_is_asked_for_more_students_and_items(annas: Program, at: str) -> None:
    give(annas, at, lessons=[GAME.lessons[0].slug])
    few = _queries(annas, at)
    annas.post(f"{at}students/", {"names": [f"Eve {letter}" for letter in "abcdefghij"]})
    annas.post("classes/", {"name": "8a", "names": ["Finn"]})
    for number in range(3):
        given = give(annas, at, fresh={"number": 4}, lessons=[GAME.lessons[0].slug])
        for student in Student.objects.filter(name__startswith="Eve")[: 3 + number]:
            puzzle = given.items.exclude(puzzle=None)[0].puzzle
            assert puzzle
            puzzle.submit_answer(student.person, puzzle.engine_puzzle.key)
    assert _queries(annas, at) == few


def _queries(program: Program, at: str) -> dict[str, int]:
    given = Assignment.objects.latest("pk").code
    found = {}
    for path in ("classes/", at, f"{at}assignments/", f"{at}assignments/GIVEN/results/"):
        with CaptureQueriesContext(connection) as queries:
            assert program.get(path.replace("GIVEN", given)).status_code == 200
        found[path] = len(queries)
    return found


# -- puzzles that are built --------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_puzzle_is_built_and_published(annas: Program, bens: Program, as_anna: Client) -> None:
    begun = annas.post("built/", {"title": "How many?", "draft": DRAFT}).json()
    assert begun["mistakes"] == []
    at = f"built/{begun['code']}/"
    assert as_anna.get(begun["page"]).status_code == 200
    version = annas.post(f"{at}publish/").json()
    assert (version["number"], version["title"], version["proven"]) == (1, "How many?", True)
    shown = annas.get(at).json()
    assert (shown["draft"]["fact"], shown["versions"], shown["puzzle"]) == (
        "most-players",
        [version],
        version["puzzle"],
    )
    assert [one["code"] for one in annas.get("built/").json()["results"]] == [begun["code"]]
    puzzle = bens.get(f"puzzles/{version['puzzle']}/").json()
    answer = answer_to(Puzzle.objects.get(code=version["puzzle"]), right=True)
    assert bens.post(f"puzzles/{puzzle['code']}/attempts/", {"answer": answer}).json()["right"]
    classroom = f"classes/{annas.post('classes/', {'name': '7b'}).json()['code']}/"
    given = {"game": "vazhushal", "title": "Ours", "puzzles": [version["puzzle"]]}
    assert annas.post(f"{classroom}assignments/", given).json()["items"][0]["puzzle"] == version["puzzle"]


@pytest.mark.slow
def test_the_builders_file_is_what_is_sent(annas: Program, as_anna: Client) -> None:
    first = annas.post("built/", {"title": "How many?", "draft": DRAFT}).json()["code"]
    file = as_anna.get(f"/teach/puzzle/{first}/file.json").json()
    second = annas.post("built/", file).json()["code"]
    assert as_anna.get(f"/teach/puzzle/{second}/file.json").json() == file


def test_what_is_amiss_is_said_and_nothing_published(annas: Program) -> None:
    begun = annas.post("built/", {"draft": {**DRAFT, "kind": "own-allowed"}}).json()
    assert begun["mistakes"]
    refused = annas.post(f"built/{begun['code']}/publish/", {"visibility": "public"})
    assert (refused.status_code, refused.json()["code"]) == (422, "puzzle.amiss")
    assert begun["mistakes"][0] in refused.json()["detail"]
    assert (PuzzleVersion.objects.count(), BuiltPuzzle.objects.get().visibility) == (0, "link")


def test_the_same_is_published_once_and_for_those_whom_it_is_for(annas: Program, bens: Program) -> None:
    at = f"built/{annas.post('built/', {'draft': DRAFT}).json()['code']}/"
    version = annas.post(f"{at}publish/", {"visibility": "class"})
    assert version.status_code == 201
    own, other = (one.get(f"puzzles/{version.json()['puzzle']}/").status_code for one in (annas, bens))
    assert (own, other) == (200, 404)
    assert annas.post(f"{at}publish/").json()["code"] == "puzzle.amiss"
    assert (PuzzleVersion.objects.count(), BuiltPuzzle.objects.get().visibility) == (1, "class")


@pytest.mark.slow
def test_a_draft_is_changed_and_the_page_can_bring_it_back(annas: Program, as_anna: Client) -> None:
    begun = annas.post("built/", {"title": "How many?", "draft": DRAFT}).json()
    at = f"built/{begun['code']}/"
    first = annas.post(f"{at}publish/").json()
    changed = annas.post(at, {"draft": {**DRAFT, "kind": "own-allowed"}})
    assert (changed.status_code, changed.json()["code"]) == (200, begun["code"])
    assert changed.json()["mistakes"]
    shown = annas.get(at).json()
    assert (shown["title"], shown["draft"]["kind"], shown["versions"]) == ("How many?", "own-allowed", [first])
    as_anna.post(f"{begun['page']}change/", {"do": "undo"})
    assert annas.get(at).json()["draft"] == DRAFT
    assert annas.post(at, {"title": "How many at most?", "draft": DRAFT}).json()["mistakes"] == []
    assert "How many at most?" in as_anna.get(begun["page"]).text
    assert annas.post(f"{at}publish/").json()["number"] == 2


def test_a_draft_stays_with_its_game(annas: Program) -> None:
    at = f"built/{annas.post('built/', {'draft': DRAFT}).json()['code']}/"
    refused = annas.post(at, {"draft": build_blank_content(GAME, GAME.options(), GAME.seats[0])})
    assert (refused.status_code, refused.json()["code"]) == (422, "puzzle.amiss")
    assert VAZHUSHAL.title in refused.json()["detail"]
    assert annas.get(at).json()["draft"] == DRAFT


@pytest.mark.slow
def test_a_puzzle_is_taken_back_and_given_out_again(annas: Program, as_ben: Client) -> None:
    at = f"built/{annas.post('built/', {'draft': DRAFT}).json()['code']}/"
    never = annas.post(f"{at}withdraw/", {"withdrawn": True})
    assert (never.status_code, never.json()["code"]) == (422, "puzzle.amiss")
    page = annas.post(f"{at}publish/").json()["page"]
    for away, status in ((True, 404), (True, 404), (False, 200)):
        shown = annas.post(f"{at}withdraw/", {"withdrawn": away})
        assert (shown.status_code, bool(shown.json()["withdrawn"])) == (200, away)
        assert as_ben.get(page).status_code == status


@pytest.mark.slow
def test_a_long_proof_is_asked_for_and_stopped(annas: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proofs, "_wake_worker", lambda: None)
    at = f"built/{annas.post('built/', {'draft': DRAFT}).json()['code']}/"
    refused = annas.post(f"{at}proof/", {"wanted": True})
    assert (refused.status_code, refused.json()["code"]) == (422, "puzzle.amiss")
    with monkeypatch.context() as hasty:
        hasty.setattr(PuzzleDraft, "prove_puzzle_now", Mock(side_effect=Unproven))
        BuiltPuzzle.objects.update(results={})
        proof = annas.post(f"{at}proof/", {"wanted": True}).json()["proof"]
        assert (proof["state"], proof["place"]) == ("waiting", 1)
        assert annas.post(f"{at}publish/").status_code == 422
        proofs.run_next_proof()
        assert annas.get(at).json()["proof"]["place"] is None
        assert annas.get(at).json()["proof"]["state"] == "unproven"
        assert annas.post(f"{at}proof/", {"wanted": True}).json()["proof"]["state"] == "waiting"
    BuiltPuzzle.objects.update(results={})
    assert annas.post(f"{at}proof/", {"wanted": False}).json()["proof"] is None
    assert annas.post(f"{at}publish/").status_code == 201


@pytest.mark.slow
def test_a_draft_is_deleted_unless_it_was_published(annas: Program) -> None:
    at, other = (f"built/{annas.post('built/', {'draft': DRAFT}).json()['code']}/" for _ in range(2))
    assert (annas.delete(at).status_code, annas.get(at).status_code) == (204, 404)
    annas.post(f"{other}publish/")
    refused = annas.delete(other)
    assert (refused.status_code, refused.json()["code"]) == (422, "puzzle.amiss")
    assert annas.get(other).status_code == 200


def _built_calls(at: str) -> list[tuple[str, str, Any]]:
    return [
        ("get", at, None),
        ("post", at, {"draft": DRAFT}),
        ("post", f"{at}publish/", {}),
        ("post", f"{at}proof/", {"wanted": True}),
        ("post", f"{at}withdraw/", {"withdrawn": True}),
        ("delete", at, None),
    ]


def test_for_others_there_is_no_such_puzzle(annas: Program, bens: Program, strangers: Program) -> None:
    at = f"built/{annas.post('built/', {'draft': DRAFT}).json()['code']}/"
    before = BuiltPuzzle.objects.values().get()
    assert {_ask(bens, call).status_code for call in _built_calls(at)} == {404}
    assert {_ask(strangers, call).status_code for call in _built_calls(at)} == {401}
    assert bens.get("built/").json()["count"] == 0
    assert strangers.post("built/", {"draft": DRAFT}).status_code == 401
    assert BuiltPuzzle.objects.values().get() == before
    assert not PuzzleVersion.objects.exists()


def test_building_needs_its_scope(program_of: Any, anna: User, annas: Program) -> None:
    at = f"built/{annas.post('built/', {'draft': DRAFT}).json()['code']}/"
    calls = [("get", "built/", None), ("post", "built/", {"draft": DRAFT}), *_built_calls(at)]
    other = program_of(anna, "class:read", "class:write", "practice")
    assert {_ask(other, call).json()["scope"] for call in calls} == {"puzzle:write"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "change",
    [
        {"game": "whist"},
        {"kind": "no-such"},
        {"seats": "3"},
        {"seats": 99},
        {"options": {"no-such": 1}},
        {"options": [1]},
        {"moves": [5]},
        {"moves": "discard 5C"},
        {"choices": [5]},
        {"comments": {"m1": 5}},
        {"hints": ["x"] * 3, "said": 5},
        {"said": {"hands": 5}},
        {"said": {"hands": ["ZZ"]}},
        {"said": {"phase": []}},
        {"said": {"match": {"scores": "x"}}},
        {"said": {"no-such": 1}},
        {"game": "mille", "seats": 2, "said": {"melds": [None]}},
        {"place": "nowhere", "said": {"line": [1]}},
        {"fact": "no-such 5"},
        {"clauses": ["no.such"]},
        {"extra": {"position": 5}},
        {"solution": ["x"], "goal": "x", "kind": "own-goal"},
        {"kind": "own-choice", "choices": [{"text": "a", "right": 5, "check": 5}]},
    ],
)
def test_an_odd_draft_is_answered(annas: Program, change: dict[str, Any]) -> None:
    """It's either refused or saved, and a saved draft can be opened, on the page, too."""
    answer = annas.post("built/", {"draft": DRAFT | change})
    assert answer.status_code in (201, 422), answer.content
    for item in BuiltPuzzle.objects.all():
        assert annas.post(f"built/{item.code}/", {"draft": DRAFT | change}).status_code == 200
        assert annas.get(f"built/{item.code}/").status_code == 200
        assert annas.post(f"built/{item.code}/publish/").status_code in (201, 422)
