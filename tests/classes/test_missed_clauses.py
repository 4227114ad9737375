"""Which rule a class is told to take up: the one that wrong choices broke, and no other that the puzzle touches."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

import games
from core.api.models import Token
from core.classes.models import Assignment, AssignmentItem
from core.classes.results import FIRST, LATER, NOT, NOT_YET, ResultRow, ResultsTable
from core.practice import maintenance
from core.practice.models import Answer, Puzzle, Review, ReviewPlan
from games.engine.work_limits import WorkAllowance
from tests.classes.conftest import School

pytestmark = pytest.mark.django_db
VAZHUSHAL = games.get("vazhushal")
BROKEN, TOUCHED = "first.routes-disjoint", "line.visible"
"""“You can’t combine the two ways”, and “The discard line”, which the puzzle touches and nobody misses."""


@pytest.fixture
def puzzle() -> Puzzle:
    """A puzzle about wipes in which one card tempts to break a rule."""
    return Puzzle.generate_puzzle(VAZHUSHAL, VAZHUSHAL.options(), "legal-wipes", BROKEN, name="a card that tempts")


@pytest.fixture
def given(school: School, puzzle: Puzzle) -> Assignment:
    """That puzzle as homework, with two tries."""
    given = school.give(game="vazhushal", fresh=0, tries=2)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle)
    return given


def tempted(puzzle: Puzzle) -> list[str]:
    """Return all that is right, and the card that breaks the rule."""
    [wrong] = [id for id, clause in puzzle.engine_puzzle.clauses_by_option.items() if clause == BROKEN][:1]
    return [*puzzle.engine_puzzle.key, wrong]


def send(client: Client, given: Assignment, puzzle: Puzzle, answer: Any) -> None:
    address = f"{puzzle.get_absolute_url()}answer/?for={given.code}"
    assert client.post(address, {"answer": answer}).status_code == 200


def rows(given: Assignment) -> dict[str, ResultRow]:
    return {row.id: row for row in ResultsTable(given).clause_rows}


@pytest.mark.slow
def test_nine_of_twelve_break_one_rule_and_no_other_is_blamed(
    school: School, given: Assignment, puzzle: Puzzle
) -> None:
    names = [*school.students, *(f"Student {number}" for number in range(9))]
    for number, name in enumerate(names):
        if name not in school.students:
            school.join(name)
        send(school.clients[name], given, puzzle, tempted(puzzle) if number < 9 else puzzle.engine_puzzle.key)
    found = rows(given)
    assert {TOUCHED, BROKEN} <= set(puzzle.clauses)
    assert next(iter(found)) == BROKEN
    assert {id for id, row in found.items() if row.wrong_student_count} == {BROKEN}
    assert found[BROKEN].student_counts_by_result == {NOT: 9, FIRST: 3}
    assert found[TOUCHED].student_counts_by_result == {NOT_YET: 9, FIRST: 3}
    page = school.clients["Anna"].get(given.get_absolute_url()).text
    assert "9 of 12 missed “You can’t combine the two ways”" in page
    assert "The discard line" not in page[page.index("Teach this next") :][:300]
    detail = school.clients["Anna"].get(f"{given.get_absolute_url()}?view=clauses&row={BROKEN}").text
    assert "by 9" in detail


def test_table_file_and_api_say_the_same(school: School, given: Assignment, puzzle: Puzzle, anna: User) -> None:
    send(school.clients["Ben"], given, puzzle, tempted(puzzle))
    body = school.clients["Anna"].get(f"{given.get_absolute_url()}csv/").content.decode("utf-8-sig")
    assert [row["Rules missed"] for row in csv.DictReader(io.StringIO(body))] == [
        "You can’t combine the two ways",
        "",
        "",
    ]
    _, secret = Token.create_with_secret(anna, "results", ["class:read"], 1)
    address = f"/api/v1/classes/{school.classroom.code}/assignments/{given.code}/results/"
    answer = Client().get(address, headers={"Authorization": f"Token {secret}"}).json()
    assert [mark["missed"] for one in answer["students"] for mark in one["marks"]] == [[BROKEN], [], []]
    assert {one["id"]: one["not_right"] for one in answer["clauses"] if one["not_right"]} == {BROKEN: 1}


@pytest.mark.slow
def test_what_was_left_out_counts_against_the_clause_that_made_it_legal(
    school: School, given: Assignment, puzzle: Puzzle
) -> None:
    first, *others = puzzle.engine_puzzle.key
    send(school.clients["Ben"], given, puzzle, others)
    assert {id for id, row in rows(given).items() if row.wrong_student_count} == {
        puzzle.engine_puzzle.clauses_by_option[first]
    }


def test_a_second_try_clears_the_clause_that_was_missed_and_says_nothing_of_others(
    school: School, given: Assignment, puzzle: Puzzle
) -> None:
    send(school.clients["Ben"], given, puzzle, tempted(puzzle))
    send(school.clients["Ben"], given, puzzle, puzzle.engine_puzzle.key)
    found = rows(given)
    assert found[BROKEN].marks[0][:2] == (LATER, 2)
    assert found[TOUCHED].marks[0].sign == NOT_YET
    assert (
        "needed another try with “You can’t combine the two ways” and then got it right."
        in school.clients["Anna"].get(given.get_absolute_url()).text
    )


def test_where_no_rule_can_be_named_the_puzzle_is(school: School) -> None:
    """A sum that is wrong shows no rule."""
    score = Puzzle.generate_puzzle(games.get("mille"), games.get("mille").options(), "score-the-hand", name="a sum")
    given = school.give(game="mille", fresh=0)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=score)
    for name in ("Ben", "Clara"):
        send(school.clients[name], given, score, score.engine_puzzle.key + 1)
    assert len(score.clauses) > 1
    assert not any(row.wrong_student_count for row in ResultsTable(given).clause_rows)
    page = school.clients["Anna"].get(given.get_absolute_url()).text
    assert (
        f"2 of 2 got “1. {score.engine_theme.title}” wrong. Their answers don’t show which rule they’re missing."
        in page
    )
    assert "view=puzzles&amp;row=0" in page


@pytest.mark.slow
def test_only_the_missed_clause_comes_back_for_review(school: School, puzzle: Puzzle) -> None:
    person = school.students["Ben"].person
    ReviewPlan.objects.create(person=person, game="vazhushal")
    puzzle.submit_answer(person, tempted(puzzle))
    assert list(Review.objects.values_list("clause", "right_last")) == [(BROKEN, False)]


# -- answers of earlier versions -----------------------------------------------------------------------------------


@pytest.fixture
def proofs(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The allowances that the engine opens to prove something, from here on."""
    opened: list[int] = []

    def open_work(steps: int) -> WorkAllowance:
        opened.append(steps)
        return WorkAllowance(steps)

    monkeypatch.setattr("games.engine.puzzle.WorkAllowance", open_work)
    return opened


def make_old(puzzle: Puzzle) -> None:
    """Let a puzzle and its answers be as they were kept before answers named what they missed."""
    assert puzzle.asked is not None
    del puzzle.asked["clauses_by_option"]
    Puzzle.objects.filter(pk=puzzle.pk).update(asked=puzzle.asked)
    Answer.objects.filter(puzzle=puzzle, right=False).update(missed=None)


@pytest.mark.slow
def test_what_old_answers_missed_is_found_out_once(
    school: School, given: Assignment, puzzle: Puzzle, proofs: list[int]
) -> None:
    for name in ("Ben", "Clara"):
        send(school.clients[name], given, puzzle, tempted(puzzle))
    make_old(puzzle)
    anna, url = school.clients["Anna"], given.get_absolute_url()
    assert "Teach this next" in anna.get(url).text  # the puzzle, since no rule is known yet
    assert not any(row.wrong_student_count for row in rows(given).values())
    proofs.clear()
    assert not maintenance.store_missed_clauses()
    assert len(proofs) == 1
    assert {id for id, row in rows(given).items() if row.wrong_student_count} == {BROKEN}
    for query in ("", "?view=puzzles", f"?row={BROKEN}", "csv/"):
        assert anna.get(url + query).status_code == 200
    assert not maintenance.store_missed_clauses()
    assert len(proofs) == 1, "no look proves anything"


def test_a_new_answer_to_an_old_question_waits_for_its_clauses(
    school: School, given: Assignment, puzzle: Puzzle
) -> None:
    answer = tempted(puzzle)
    make_old(puzzle)
    send(school.clients["Ben"], given, puzzle, answer)
    assert Answer.objects.get().missed is None
    assert school.clients["Anna"].get(school.url(f"student/{school.students['Ben'].pk}/")).status_code == 200
    assert school.clients["Ben"].get("/me/data.json").status_code == 200
    maintenance.store_missed_clauses()
    assert Answer.objects.get().missed == [BROKEN]


@pytest.mark.parametrize(
    "change", [{"theme": "no-longer-a-kind"}, {"setup": {}}, {"options": {"wild-rule": "printed-only"}}]
)
def test_what_the_rules_see_otherwise_now_blames_nothing(
    school: School, given: Assignment, puzzle: Puzzle, change: dict[str, Any]
) -> None:
    send(school.clients["Ben"], given, puzzle, tempted(puzzle))
    make_old(puzzle)
    Puzzle.objects.filter(pk=puzzle.pk).update(**change)
    assert not maintenance.store_missed_clauses()
    assert Answer.objects.get().missed == []


def test_one_that_takes_long_leaves_the_others_for_later(school: School, given: Assignment, puzzle: Puzzle) -> None:
    other = Puzzle.generate_puzzle(VAZHUSHAL, VAZHUSHAL.options(), "legal-wipes", BROKEN, name="another way")
    AssignmentItem.objects.create(assignment=given, place=1, puzzle=other)
    for one in (puzzle, other):
        send(school.clients["Ben"], given, one, tempted(one))
        make_old(one)
    assert maintenance.store_missed_clauses(until=0)
    assert Answer.objects.filter(missed__isnull=True).count() == 1
    assert not maintenance.store_missed_clauses(until=0)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_database_of_before_opens_and_blames_nothing_at_once() -> None:
    before = [("practice", "0004_keeps_how_a_puzzle_looks")]
    executor = MigrationExecutor(connection)
    executor.migrate(before)
    apps: Any = executor.loader.project_state(before).apps
    puzzle = apps.get_model("practice", "Puzzle").objects.create(
        code="before", game="vazhushal", theme="any", setup={}, digest="x", rating=1500, clauses=["a.b", "c.d"]
    )
    for number, right in enumerate((False, True), 1):
        apps.get_model("practice", "Answer").objects.create(
            puzzle=puzzle,
            number=number,
            given="x",
            right=right,
            missed=[] if right else ["a.b", "c.d"],
            rules="x",
            version=1,
            hints=0,
        )
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    assert list(Answer.objects.order_by("number").values_list("missed", flat=True)) == [None, []]
    assert not maintenance.store_missed_clauses()
    assert list(Answer.objects.order_by("number").values_list("missed", flat=True)) == [[], []]
    executor = MigrationExecutor(connection)
    executor.migrate(before)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
