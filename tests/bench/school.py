"""A school behind one address: `python -m tests.bench.school --students 100 --puzzles 3 [--services]`.

All students of a class log in at once, and answer each puzzle at once, while their teacher's page is open. Told is
whether any answer was lost or anybody turned away, how long they waited, and how late the table showed an answer. With
`--services` on PostgreSQL and Redis with two processes that answer, else as `make serve` starts the site.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import time
from contextlib import ExitStack
from threading import Barrier, Event, Thread
from typing import Any

from tests.bench.measuring import ms, percentile
from tests.bench.web import answering
from tests.house import House
from tests.players import Visitor
from tests.services import services

PASSWORD = "seven of hearts"
LOOKS = 1.0
"""Seconds after which an open table asks again, as `classes/results.html` says."""
MAKE = """
import json
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
import games
from core.classes.enrollment import create_class
from core.classes.models import Assignment, AssignmentItem
from core.people import get_user_person
from core.practice.models import Puzzle
game, password = next(iter(games.all_games().values())), make_password({password!r})
teacher = get_user_person(User.objects.create(username="teacher", password=password))
room = create_class(teacher, "7b", [f"Student {{number:03}}" for number in range({students})], "seed")
User.objects.filter(person__student_of__classroom=room).update(password=password)
given = Assignment.objects.create(classroom=room, title="At once", game=game.slug, by=teacher)
options = game.options()
names = map(str, range({puzzles}))
puzzles = [Puzzle.generate_puzzle(game, options, theme="legal-wipes", name=name) for name in names]
for place, puzzle in enumerate(puzzles):
    AssignmentItem.objects.create(assignment=given, place=place, puzzle=puzzle)
print(json.dumps({{
    "logins": [student.person.user.username for student in room.students.select_related("person__user")],
    "table": given.get_absolute_url(),
    "code": given.code,
    "puzzles": [[puzzle.get_absolute_url(), puzzle.engine_puzzle.key] for puzzle in puzzles],
}}))
"""


class Student(Thread):
    """Logs in, opens each puzzle and answers it."""

    def __init__(self, url: str, login: str, school: dict[str, Any], begin: Barrier) -> None:
        super().__init__(daemon=True)
        self.url, self.login, self.school, self.begin = url, login, school, begin
        self.logged_in = 0.0
        self.took: list[float] = []
        self.answered: list[float] = []
        self.failed = ""

    def run(self) -> None:
        try:
            visitor = Visitor(self.url)
            visitor.ask("/account/login/")
            self.begin.wait()
            start = time.monotonic()
            log_in(visitor, self.login)
            self.logged_in = time.monotonic() - start
            for address, key in self.school["puzzles"]:
                visitor.ask(f"{address}?for={self.school['code']}")
                self.begin.wait()
                start = time.monotonic()
                sent = {"answer": key}
                status, text, _ = visitor.ask(f"{address}answer/?for={self.school['code']}", sent)
                assert status == 200, f"an answer is met with {status}: {text[:200]}"
                self.took.append(time.monotonic() - start)
                self.answered.append(time.monotonic())
        except Exception as error:  # whoever fails is counted, the others go on
            self.failed = f"{type(error).__name__}: {error}"


def log_in(visitor: Visitor, login: str) -> None:
    """Log in by the form. Raises AssertionError if one is turned away."""
    visitor.ask("/account/login/")
    status, text, address = visitor.ask("/account/login/", {"login": login, "password": PASSWORD})
    assert status == 200, f"logging in is met with {status}"
    assert "/account/login/" not in address, f"turned away: {text[:200]}"


class Teacher(Thread):
    """Looks at the table again and again: when each look began and ended, and how many answers it showed."""

    def __init__(self, url: str, school: dict[str, Any]) -> None:
        super().__init__(daemon=True)
        self.visitor, self.school, self.over = Visitor(url), school, Event()
        self.looks: list[tuple[float, float, int]] = []
        log_in(self.visitor, "teacher")

    def run(self) -> None:
        while not self.over.is_set():
            begun = time.monotonic()
            self.look()
            self.over.wait(max(0.0, LOOKS - (time.monotonic() - begun)))
        self.look()

    def look(self) -> None:
        start = time.monotonic()
        _, page, _ = self.visitor.ask(f"{self.school['table']}?view=puzzles")
        shown = sum(int(number) for number in re.findall(r"\d+ of (\d+)</td>", page))
        self.looks.append((start, time.monotonic(), shown))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.school", description=__doc__)
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--puzzles", type=int, default=3)
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis of its own")
    asked = parser.parse_args()
    with ExitStack() as stack:
        environment = stack.enter_context(services()).environment if asked.services else {}
        os.environ.update(environment)
        house = stack.enter_context(House())
        house.wait_for("/health/ready", patience=120)
        port = stack.enter_context(answering(house)) if asked.services else house.port
        url = f"http://{house.host}:{port}"
        made = MAKE.format(password=PASSWORD, students=asked.students, puzzles=asked.puzzles)
        school = json.loads(house.manage("shell", "-v", "0", "-c", made).splitlines()[-1])
        begin = Barrier(asked.students)
        students = [Student(url, login, school, begin) for login in school["logins"]]
        teacher = Teacher(url, school)
        teacher.start()
        for student in students:
            student.start()
        for student in students:
            student.join(600)
        teacher.over.set()
        teacher.join(60)
        [(kept,)] = house.rows("SELECT count(*) FROM practice_answer WHERE occasion = %s", school["code"])
    _say(students, teacher, kept)


def _say(students: list[Student], teacher: Teacher, kept: int) -> None:
    failed = [student.failed for student in students if student.failed]
    print(f"{len(failed)} failed", *sorted(set(failed))[:5], sep="\n  ")
    answered = sorted(at for student in students for at in student.answered)
    took = [one for student in students for one in student.took]
    logins = [student.logged_in for student in students if student.logged_in]
    print(f"{len(students)} students: {len(logins)} logged in, {len(answered)} answers were confirmed, {kept} are kept")
    print(f"logging in: median {ms(percentile(logins, 0.5))}, worst {ms(max(logins))}")
    print(f"an answer: median {ms(percentile(took, 0.5))}, p95 {ms(percentile(took, 0.95))}, worst {ms(max(took))}")
    late = [next(end for _, end, shown in teacher.looks if shown > number) - at for number, at in enumerate(answered)]
    print(f"the table shows an answer after: median {ms(percentile(late, 0.5))}, worst {ms(max(late))}")
    looks = [end - start for start, end, _ in teacher.looks]
    print(f"{len(looks)} looks at the table: median {ms(percentile(looks, 0.5))}, worst {ms(max(looks))}")


if __name__ == "__main__":
    main()
