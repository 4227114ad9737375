"""A class: Anna teaches it, Ben and two others are its students."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import games
from core.classes import assignment_puzzles
from core.classes.models import Assignment, Classroom, Student, Teacher
from core.people import get_user_person
from core.practice.models import Puzzle

GAME = games.get("guts")


@dataclass
class School:
    """A class, its students by their names, and their browsers."""

    classroom: Classroom
    students: dict[str, Student]
    clients: dict[str, Client]

    def url(self, rest: str = "") -> str:
        """An address of the class's teachers."""
        return f"/teach/class/{self.classroom.code}/{rest}"

    def own_url(self, rest: str = "") -> str:
        """An address of the class's students."""
        return f"/class/{self.classroom.code}/{rest}"

    def give(self, **values: Any) -> Assignment:
        """Something to do: three fresh puzzles, unless the values say otherwise."""
        opens = values.pop("opens", timezone.now())
        code = f"given{Assignment.objects.count()}"  # puzzles follow from it, so they are the same each time
        given = {"code": code, "title": "Homework", "game": GAME.slug, "fresh": 3, "opens": opens} | values
        assignment = Assignment.objects.create(classroom=self.classroom, **given)
        if assignment.same:
            assignment_puzzles.generate_missing_puzzles(assignment)
        return assignment

    def join(self, name: str) -> Student:
        """One more student."""
        user = User.objects.create_user(f"student-{name.lower()}")
        student = Student.objects.create(classroom=self.classroom, person=get_user_person(user), name=name)
        self.students[name] = student
        self.clients[name] = Client()
        self.clients[name].force_login(user)
        return student

    def answer(self, name: str, assignment: Assignment, puzzle: Puzzle, right: bool) -> Any:
        """An answer of a student, as it is sent by the page."""
        return send(self.clients[name], puzzle, right, f"?for={assignment.code}")


def send(client: Client, puzzle: Puzzle, right: bool, query: str = "") -> Any:
    """Send an answer to a puzzle."""
    given = answer_to(puzzle, right)
    sent = {f"answer-{id}": one for id, one in given.items()} if isinstance(given, dict) else {"answer": given}
    return client.post(f"{puzzle.get_absolute_url()}answer/{query}", sent)


def answer_to(puzzle: Puzzle, right: bool) -> Any:
    """A right answer to a puzzle, or a wrong one."""
    key, posed = puzzle.engine_puzzle.key, puzzle.engine_puzzle
    if right:
        return "\n".join(key) if posed.form == "play" and isinstance(key, list) else key
    if posed.form == "number":
        return key + 1
    if posed.form == "match":
        return {id: next(value for value, _ in posed.labels if value != one) for id, one in key.items()}
    if posed.form == "tick":
        return [option.id for option in posed.options if option.id not in key]
    return next(option.id for option in posed.options if option.id != key)


@pytest.fixture
def school(anna: User, ben: User, as_anna: Client, as_ben: Client, monkeypatch: pytest.MonkeyPatch) -> School:
    monkeypatch.setattr(assignment_puzzles, "PATIENCE", 60.0)  # however busy the machine is, all is made at once
    classroom = Classroom.objects.create(name="7b")
    Teacher.objects.create(classroom=classroom, person=get_user_person(anna))
    student = Student.objects.create(classroom=classroom, person=get_user_person(ben), name="Ben Berg")
    for game in (GAME, *[*games.all_games().values()][:1]):  # the page begins with the first one
        assignment_puzzles.list_askable_clauses(
            game, game.options()
        )  # a site looks its games through at its start, not in a request
    found = School(classroom, {"Ben": student}, {"Anna": as_anna, "Ben": as_ben})
    for name in ("Clara", "Devika"):
        found.join(name)
    return found
