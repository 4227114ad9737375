"""A lesson on the real site: `python -m tests.bench.lesson --students 100 [--services]`.

A teacher makes a class and gives it a puzzle. All students, behind one address, sign in at the same moment, and answer
as soon as they are in. Measured is how long that takes, whether an answer is lost or anybody is kept out, and when the
teacher's table has the last of them. With `--services` on PostgreSQL and Redis, else on what the site brings along.
"""

from __future__ import annotations

import argparse
import os
import re
import time
from contextlib import ExitStack
from threading import Barrier, Thread

from tests.bench.answers import Visitor
from tests.bench.measuring import ms, percentile
from tests.house import House
from tests.services import services

PASSWORD = "queen of hearts 7"


class Student(Thread):
    """Somebody in the class, who signs in and answers when all do."""

    def __init__(self, port: int, login: str, code: str, start: Barrier) -> None:
        super().__init__(daemon=True)
        self.port, self.login, self.code, self.start_together = port, login, code, start
        self.signed_in = self.answered = self.at = 0.0
        self.failed = ""

    def join_class(self) -> None:
        """With the slip, some time before the lesson."""
        visitor = Visitor(self.port)
        visitor.ask("GET", f"/join/{self.code}/")
        visitor.ask("POST", f"/join/{self.code}/", password=PASSWORD)
        visitor.connection.close()

    def run(self) -> None:
        visitor = Visitor(self.port)
        try:
            visitor.ask("GET", "/account/login/")
            self.start_together.wait()
            begun = time.perf_counter()
            home, _ = visitor.ask("POST", "/account/login/", login=self.login, password=PASSWORD)
            self.signed_in = time.perf_counter() - begun
            self._answer(visitor, home.headers["Location"])
        except Exception as error:  # whoever fails is counted, the others go on
            self.failed = f"{type(error).__name__}: {error}"

    def _answer(self, visitor: Visitor, own_page: str) -> None:
        _, home = visitor.ask("GET", own_page)
        [task] = re.findall(r'href="(/class/\w+/do/\w+/)"', home)[:1]
        sent, _ = visitor.ask("GET", task)
        puzzle = sent.headers["Location"]
        _, page = visitor.ask("GET", puzzle)
        options = re.findall(r'name="answer" value="([^"]+)"', page) or ["1"]
        begun = time.perf_counter()
        visitor.ask("POST", puzzle.replace("/?", "/answer/?"), answer=options[0])
        self.at = time.perf_counter()
        self.answered = self.at - begun


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.lesson", description=__doc__)
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument("--services", action="store_true", help="on PostgreSQL and Redis of its own")
    asked = parser.parse_args()
    with ExitStack() as stack:
        os.environ.update(stack.enter_context(services()).environment if asked.services else {})
        house = stack.enter_context(House())
        house.wait_for("/health/ready", patience=120)
        teacher = Visitor(house.port)
        table, slips = _class(teacher, asked.students)
        start = Barrier(len(slips))
        students = [Student(house.port, login, code, start) for login, code in slips]
        for student in students:
            student.join_class()
        for student in students:
            student.start()
        for student in students:
            student.join(120)
        _say(teacher, table, students)


def _class(teacher: Visitor, number: int) -> tuple[str, list[tuple[str, str]]]:
    """A class of so many that was given a puzzle: where its table is, and login name and code of each student."""
    teacher.ask("GET", "/account/signup/")
    teacher.ask("POST", "/account/signup/", username="teacher", password1=PASSWORD)
    names = "\n".join(f"Student {chr(65 + at // 26)}{chr(65 + at % 26)}" for at in range(number))
    teacher.ask("GET", "/teach/class/new/")
    _, seen = teacher.ask("POST", "/teach/class/new/", name="7b", names=names, look="1")
    made, _ = teacher.ask(
        "POST", "/teach/class/new/", name="7b", names=names, make="1", **_hidden(seen, "seed", "seen")
    )
    slips = f"/teach/class/{made.headers['Location'].strip('/').split('/')[2]}/slips/"
    _, page = teacher.ask("GET", slips)
    students = re.findall(r'name="student" value="(\d+)"', page)
    _, sheet = teacher.ask("POST", slips, student=students, **_hidden(page, "once"))
    logins = re.findall(r"Login name <b[^>]*>([^<]+)</b>", sheet)
    codes = [found.replace(" ", "") for found in re.findall(r'class="code">([^<]+)<', sheet)]
    give = slips.replace("/slips/", "/give/")
    _, form = teacher.ask("GET", f"{give}?game=court-piece")
    rules = re.search(r'<select name="rules"[^>]*>.*?<option value="([^"]*)"', form, re.DOTALL)
    assert rules
    sent = {
        "title": "Lesson",
        "fresh": "1",
        "same": "yes",
        "rules": rules[1],
        "tries": "2",
        "tells": "now",
        "hints": "on",
    }
    given, _ = teacher.ask("POST", give, game="court-piece", **sent)
    return given.headers["Location"], list(zip(logins, codes, strict=True))


def _hidden(page: str, *names: str) -> dict[str, str]:
    """Return what hidden fields of a page hold."""
    found = {name: re.search(rf'name="{name}" value="([^"]*)"', page) for name in names}
    return {name: match[1] for name, match in found.items() if match}


def _say(teacher: Visitor, table: str, students: list[Student]) -> None:
    teacher.connection.close()  # the site has closed it meanwhile
    last = max(student.at for student in students)
    while True:
        _, page = teacher.ask("GET", table)
        done = re.search(r"(\d+) of (\d+) done", page)
        seen = time.perf_counter() - last
        if (done and int(done[1]) >= sum(not student.failed for student in students)) or seen > 30:
            break
    for what, took in (("signing in", "signed_in"), ("answering", "answered")):
        times = [getattr(student, took) for student in students if not student.failed]
        if times:
            middle, late = percentile(times, 0.5), percentile(times, 0.95)
            print(f"{what}: median {ms(middle)}, p95 {ms(late)}, worst {ms(max(times))}")
    print(f"the table had {done[0] if done else 'nothing'}, {ms(seen)} after the last answer")
    failed = [student.failed for student in students if student.failed]
    print(f"{len(failed)} of {len(students)} failed", *sorted(set(failed))[:5], sep="\n  ")


if __name__ == "__main__":
    main()
