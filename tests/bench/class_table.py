"""The table of a full class, beside the same page of a class without students."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import partial
from random import Random

from tests.bench.inside import inside
from tests.bench.measuring import Effort, Row, ms, say, take_turns, timed

STUDENTS, PUZZLES = 100, 40
RIGHT = 0.6
MOST = 4


def measure(effort: Effort) -> Iterator[Row]:
    """One row: how many times as long the page of a full class takes, of processor time."""
    site = inside()
    addresses, cookie = _school()
    gc.collect()
    gc.freeze()  # as servers do
    sides = {
        name: partial(lambda path, number: timed(lambda: site.ask("GET", path, cookie=cookie)), path)
        for name, path in addresses.items()
    }
    for side in sides.values():
        side(0)
    found = take_turns(effort(25, 7), sides)
    gc.unfreeze()
    times = found["full"] / found["empty"]
    say(f"  full {ms(found['full'])}, without students {ms(found['empty'])}")
    what = f"Table of {STUDENTS} students by {PUZZLES} puzzles beside one without students"
    yield Row(what, ms(found["full"]), ms(found["empty"]), f"{times:.1f}", f"{MOST}", times <= MOST)


def _school() -> tuple[dict[str, str], str]:
    """The addresses of two tables, all of one answered once by everybody, and their teacher's cookie."""
    from django.contrib.auth.models import User
    from django.test import Client

    import games
    from core.classes.enrollment import create_class
    from core.classes.models import Assignment, AssignmentItem
    from core.people import get_user_person
    from core.practice.models import Answer, Puzzle

    game, rng = next(iter(games.all_games().values())), Random(1)
    user = User.objects.create_user("teacher")
    teacher = get_user_person(user)
    puzzles = [Puzzle.generate_puzzle(game, game.options(), name=f"bench {number}") for number in range(PUZZLES)]
    addresses = {}
    for name, students in (("full", STUDENTS), ("empty", 0)):
        classroom = create_class(teacher, name, [f"Student {number:03}" for number in range(students)], name)
        given = Assignment.objects.create(classroom=classroom, title=name, game=game.slug, by=teacher)
        for place, puzzle in enumerate(puzzles):
            AssignmentItem.objects.create(assignment=given, place=place, puzzle=puzzle)
        answers = [
            Answer(
                person=student.person,
                puzzle=puzzle,
                number=1,
                given="x",
                right=right,
                rules="x",
                version=1,
                hints=0,
                occasion=given.code,
                missed=[] if right else list(puzzle.clauses)[:1],
            )
            for student in classroom.students.select_related("person")
            for puzzle in puzzles
            for right in [rng.random() < RIGHT]
        ]
        Answer.objects.bulk_create(answers, batch_size=500)
        addresses[name] = given.get_absolute_url()
    visitor = Client(headers={"host": "localhost"})
    visitor.force_login(user)
    return addresses, "; ".join(f"{name}={morsel.value}" for name, morsel in visitor.cookies.items())
