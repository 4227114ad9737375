"""A class's results in an assignment, computed only from the stored answers and lesson steps."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Count, Max, Q, TextField
from django.db.models.functions import Cast
from django.utils import timezone

from core.classes.assignment_puzzles import FIRST_FRESH
from core.classes.models import Assignment, AssignmentItem, Classroom, Student
from core.classes.progress import (
    get_assignment_item_title,
    has_assignment_opened,
    is_assignment_over,
    list_lesson_steps,
)
from core.http.untrusted_text import normalize_for_comparison
from core.learn.models import StepDone
from core.practice.models import Answer, Puzzle
from games.engine.puzzle import Puzzle as Posed

FIRST, LATER, NOT, NOT_YET = "first", "later", "not", "none"
"""The results for a puzzle or clause: right on the first try, right on a later try, not right, not answered yet."""
JUST_NOW = timedelta(seconds=10)
NEVER = 1 << 30
"""The number used in place of `at` for an answer that was never right, so that it sorts after any try."""


class StoredAnswer(NamedTuple):
    """A stored answer to a puzzle. `person` and `puzzle` are primary keys.

    `number` counts one person's answers to one puzzle, from 1. `missed` are the clauses (rules of the game) that a
    wrong answer shows the person doesn't know. `hints` is the number of hints used.
    """

    person: int | None
    puzzle: int
    number: int
    right: bool
    missed: Sequence[str]
    hints: int
    seconds: int | None


class StudentMark(NamedTuple):
    """One student's result for one puzzle, lesson, or clause (a rule of the game).

    `sign` is FIRST (right on the first try, or a completed lesson), LATER (right on a later try), NOT (never right), or
    NOT_YET (no answer). `at` is the number of the first right try, or 0 if none was right. `tries`, `hints`, and
    `seconds` are totals. `new` says that an answer was given in the last few seconds. `missed` are the clauses that
    wrong answers missed.
    """

    sign: str = NOT_YET
    at: int = 0
    tries: int = 0
    hints: int = 0
    seconds: int = 0
    new: bool = False
    missed: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """The student's result in words, such as “correct on first try”."""
        if self.sign == LATER:
            return f"correct on try {self.at}"
        return {FIRST: "correct on first try", NOT: "incorrect", NOT_YET: "not yet"}[self.sign]

    @property
    def is_right(self) -> bool:
        """Whether the student was right, on any try."""
        return self.sign in (FIRST, LATER)

    @property
    def is_right_at_first(self) -> bool | None:
        """Whether the first answer was right, or None if there is no answer yet."""
        return None if self.sign == NOT_YET else self.sign == FIRST


NO_MARK = StudentMark()


@dataclass(frozen=True)
class AssignmentSlot:
    """A place in an assignment, with a lesson or a puzzle. The puzzle can be different for each student.

    `number` counts the places from 1, and `place` is the position stored with the items. `lacking` says that the puzzle
    isn't generated yet.
    """

    number: int
    place: int
    title: str
    lesson: str = ""
    lacking: bool = False
    """Whether the puzzle at this place isn't generated yet."""


class ItemResult(NamedTuple):
    """One student's result for one item of an assignment.

    `puzzle` is the puzzle's code, or None for a lesson or if there's no puzzle yet. `last` is the time of the last
    answer.
    """

    number: int
    puzzle: str | None
    right_at_first: bool | None
    right: bool
    tries: int
    hints: int
    seconds: int
    last: datetime | None
    missed: Sequence[str]


class StudentResults(NamedTuple):
    """One student's results for all items of an assignment.

    `has_passed` is None if the assignment has no passing score.
    """

    student: Student
    has_passed: bool | None
    items: Sequence[ItemResult]


@dataclass(frozen=True)
class ResultRow:
    """A row of the results table, about an item or a clause, with a mark for each student.

    `id` is the item's place or the clause's id. `left` is the number of former students who answered the puzzle, and
    `left_right` the number of their right answers.
    """

    id: str
    title: str
    marks: Sequence[StudentMark]
    left: int = 0
    """The number of former students who answered the puzzle. They have no mark."""
    left_right: int = 0
    waiting: str = "not yet"
    """The text for a mark without a result."""

    @cached_property
    def student_counts_by_result(self) -> Mapping[str, int]:
        return Counter(mark.sign for mark in self.marks)

    @property
    def answered_count(self) -> int:
        return len(self.marks) - self.student_counts_by_result[NOT_YET]

    @property
    def wrong_student_count(self) -> int:
        return self.student_counts_by_result[NOT]

    @property
    def wrong_without_missed_clause_count(self) -> int:
        """The number of students who were never right and whose wrong answers don't show which rule they missed."""
        return sum(mark.sign == NOT and not mark.missed for mark in self.marks)

    @property
    def chart_bars(self) -> list[tuple[str, str, int]]:
        """The bars of the row's chart, as tuples of the result, the result in words, and the number of students."""
        told = [(FIRST, "correct on first try"), (LATER, "correct later"), (NOT, "incorrect"), (NOT_YET, self.waiting)]
        return [
            (sign, words, self.student_counts_by_result[sign])
            for sign, words in told
            if self.student_counts_by_result[sign]
        ]


def list_students(classroom: Classroom) -> list[Student]:
    """Return the students of a class, sorted by name.

    Their attribute `has_namesake` says whether another student of the class has the same name.
    """
    students = list(classroom.students.select_related("person__user").order_by("name", "pk"))
    named = Counter(normalize_for_comparison(student.name) for student in students)
    for student in students:
        student.has_namesake = named[normalize_for_comparison(student.name)] > 1
    return students


class ResultsTable:
    """The results of an assignment: a mark for each student and item, and for each student and clause.

    An item is a lesson or a puzzle, and a clause is a rule of the game that puzzles ask about. Creating a table makes
    four queries.
    """

    def __init__(self, assignment: Assignment, students: Sequence[Student] | None = None) -> None:
        self.assignment = assignment
        self.students = list_students(assignment.classroom) if students is None else students
        self._items = list(_list_items(assignment))
        self.answers = list(_list_answers(assignment))
        self._steps = _load_done_steps(assignment, self._items)

    # -- places and answers --------------------------------------------------------------------------------------------

    @cached_property
    def assignment_slots(self) -> list[AssignmentSlot]:
        """The places of the assignment, in order, including those whose puzzle isn't generated yet."""
        places = {item.place: item for item in reversed(self._items)}
        for place in range(FIRST_FRESH, FIRST_FRESH + self.assignment.fresh):
            places.setdefault(place, AssignmentItem(place=place, title="Not ready yet"))
        found = []
        for number, (place, item) in enumerate(sorted(places.items()), 1):
            own = item.student_id is not None
            title = (
                f"Puzzle {number} (different for each student)"
                if own
                else get_assignment_item_title(self.assignment, item)
            )
            found.append(AssignmentSlot(number, place, title, item.lesson, lacking=item.pk is None))
        return found

    @cached_property
    def _items_by_student(self) -> dict[tuple[int | None, int], AssignmentItem]:
        """The items of the assignment. The keys are pairs of a student's primary key and a place.

        The student is None for items that all students have.
        """
        return {(item.student_id, item.place): item for item in self._items}

    def find_student_item(self, student: Student, slot: AssignmentSlot) -> AssignmentItem | None:
        """Return the student's item at this place in the assignment, or None if it isn't generated yet."""
        return self._items_by_student.get((student.pk, slot.place)) or self._items_by_student.get((None, slot.place))

    def find_common_item(self, slot: AssignmentSlot) -> AssignmentItem | None:
        """Return the item that all students have at this place in the assignment, or None if there is none."""
        return self._items_by_student.get((None, slot.place))

    @cached_property
    def _answers_by_person(self) -> dict[tuple[int | None, int], list[StoredAnswer]]:
        """All answers. The keys are pairs of a person's and a puzzle's primary key."""
        found: dict[tuple[int | None, int], list[StoredAnswer]] = {}
        for one in self.answers:
            found.setdefault((one.person, one.puzzle), []).append(one)
        return found

    @cached_property
    def _marks_by_person(self) -> dict[tuple[int | None, int], StudentMark]:
        """The marks for puzzles. The keys are pairs of a person's and a puzzle's primary key."""
        since = timezone.now() - JUST_NOW
        new = {
            *Answer.objects.filter(occasion=self.assignment.code, at__gt=since).values_list("person_id", "puzzle_id")
        }
        return {key: _build_student_mark(answers, key in new) for key, answers in self._answers_by_person.items()}

    def find_last_answer_time(self, student: Student, slot: AssignmentSlot) -> datetime | None:
        """Return the time of the student's last answer at this place in the assignment, or None."""
        item = self.find_student_item(student, slot)
        return self._last_answer_times.get((student.person_id, item.puzzle_id)) if item else None

    @cached_property
    def _last_answer_times(self) -> dict[tuple[int | None, int | None], datetime]:
        """The times of the last answers. The keys are pairs of a person's and a puzzle's primary key."""
        rows = Answer.objects.filter(occasion=self.assignment.code).values_list("person_id", "puzzle_id")
        return {(person, puzzle): last for person, puzzle, last in rows.annotate(last=Max("at"))}

    # -- marks ---------------------------------------------------------------------------------------------------------

    def get_student_mark(self, student: Student, slot: AssignmentSlot) -> StudentMark:
        """Return the student's mark for the puzzle or lesson at this place in the assignment."""
        item = self.find_student_item(student, slot)
        if item is None:
            return NO_MARK
        if item.puzzle_id is None:
            return self._get_student_lesson_mark(student, item)
        return self._marks_by_person.get((student.person_id, item.puzzle_id), NO_MARK)

    def _list_student_marks(self, slot: AssignmentSlot) -> list[StudentMark]:
        """Return each student's mark for the puzzle or lesson at this place, in the order of `students`."""
        common = self.find_common_item(slot)
        if common is None or common.puzzle_id is None or slot.place in self._places_with_individual_items:
            return [self.get_student_mark(student, slot) for student in self.students]
        marked, puzzle = self._marks_by_person, common.puzzle_id  # one lookup each: a table has thousands of marks
        return [marked.get((student.person_id, puzzle), NO_MARK) for student in self.students]

    @cached_property
    def _places_with_individual_items(self) -> set[int]:
        """The places in the assignment where students have items of their own."""
        return {item.place for item in self._items if item.student_id is not None}

    def _get_student_lesson_mark(self, student: Student, item: AssignmentItem) -> StudentMark:
        wanted = self._get_lesson_steps(item.lesson)
        done = self._steps.get(student.person_id, set())
        return StudentMark(FIRST, 1) if wanted and wanted <= done else NO_MARK

    def _get_lesson_steps(self, lesson: str) -> set[str]:
        found = self._steps_by_lesson.get(lesson)
        if found is None:
            found = self._steps_by_lesson[lesson] = set(list_lesson_steps(self.assignment, lesson))
        return found

    @cached_property
    def _steps_by_lesson(self) -> dict[str, set[str]]:
        return {}

    def _get_student_marks_by_clause(self, student: Student) -> dict[str, StudentMark]:
        """Return a student's marks by clause id. A clause (a rule of the game) gets the worst mark of its puzzles.

        Only puzzles that say something about the clause count: those that ask about it and were right on the first try,
        and those in which a wrong answer missed it.
        """
        person, worst = student.person_id, dict[str, tuple[int, StudentMark]]()
        for puzzle, clauses in (*self._puzzles_by_student.get(None, ()), *self._puzzles_by_student.get(student.pk, ())):
            mark = self._marks_by_person.get((person, puzzle), NO_MARK)
            for clause in clauses if mark.sign == FIRST else mark.missed:
                at = mark.at or NEVER
                if clause not in worst or at > worst[clause][0]:
                    worst[clause] = at, mark
        return {clause: mark for clause, (_, mark) in worst.items()}

    @cached_property
    def _puzzles_by_student(self) -> dict[int | None, list[tuple[int, Sequence[str]]]]:
        """The assignment's puzzles, as pairs of a puzzle's primary key and the ids of its clauses (rules of the game).

        The keys are the primary keys of students with puzzles of their own. The key None has the puzzles that everyone
        gets.
        """
        found: dict[int | None, list[tuple[int, Sequence[str]]]] = defaultdict(list)
        for item in self._items:
            if item.puzzle:
                found[item.student_id].append((item.puzzle.pk, item.puzzle.clauses))
        return found

    # -- tables --------------------------------------------------------------------------------------------------------

    @cached_property
    def clause_rows(self) -> list[ResultRow]:
        """The rows of the results table for the clauses that puzzles ask about or that an answer missed.

        The most missed clause comes first.
        """
        titles = self.assignment.engine_game.rulebook.get_clause_title
        found = [self._get_student_marks_by_clause(student) for student in self.students]
        ids = dict.fromkeys(
            id for puzzles in self._puzzles_by_student.values() for _, clauses in puzzles for id in clauses
        )
        ids |= dict.fromkeys(id for marks in found for id in marks)
        rows = [
            ResultRow(id, titles(id), [marks.get(id, NO_MARK) for marks in found], waiting="not shown yet")
            for id in ids
        ]
        return sorted(
            rows,
            key=lambda row: (
                -row.wrong_student_count,
                -row.student_counts_by_result[LATER],
                -row.answered_count,
                row.title,
            ),
        )

    @property
    def student_results(self) -> Iterator[StudentResults]:
        """The results of each student, for all items of the assignment."""
        for student in self.students:
            items = [self._build_item_result(student, slot) for slot in self.assignment_slots]
            yield StudentResults(student, self.has_passed(student), items)

    def _build_item_result(self, student: Student, slot: AssignmentSlot) -> ItemResult:
        item, mark = self.find_student_item(student, slot), self.get_student_mark(student, slot)
        return ItemResult(
            number=slot.number,
            puzzle=item.puzzle.code if item and item.puzzle else None,
            right_at_first=mark.is_right_at_first,
            right=mark.is_right,
            tries=mark.tries,
            hints=mark.hints,
            seconds=mark.seconds,
            last=self.find_last_answer_time(student, slot),
            missed=mark.missed,
        )

    @cached_property
    def slot_rows(self) -> list[ResultRow]:
        """The rows of the results table for the puzzles and lessons, in the assignment's order."""
        found = []
        for slot in self.assignment_slots:
            common = self.find_common_item(slot)
            gone = self._former_answers.get(common.puzzle_id, []) if common and common.puzzle_id else []
            marks = self._list_student_marks(slot)
            firsts = sum(one.number == 1 for one in gone)
            title = f"{slot.number}. {slot.title}"
            found.append(ResultRow(str(slot.place), title, marks, firsts, sum(one.right for one in gone)))
        return found

    @cached_property
    def _former_answers(self) -> dict[int, list[StoredAnswer]]:
        """The answers by people who are no longer students of the class, by the puzzle's primary key."""
        here, found = {student.person_id for student in self.students}, defaultdict(list)
        for one in self.answers:
            if one.person not in here:
                found[one.puzzle].append(one)
        return found

    @cached_property
    def finished_students(self) -> list[Student]:
        """The students who have answered every puzzle and completed every lesson of the assignment."""
        columns = zip(*(row.marks for row in self.slot_rows), strict=True)
        return [
            one
            for one, marks in zip(self.students, columns, strict=False)
            if all(mark.sign != NOT_YET for mark in marks)
        ]

    @property
    def has_any_result(self) -> bool:
        """Whether any student has answered a puzzle or completed a lesson of the assignment."""
        return any(mark.sign != NOT_YET for row in self.slot_rows for mark in row.marks)

    def has_passed(self, student: Student) -> bool | None:
        """Return whether a student has reached the passing score, or None if the assignment has none."""
        if not self.assignment.pass_at:
            return None
        puzzles = [slot for slot in self.assignment_slots if not slot.lesson]
        right = sum(self.get_student_mark(student, slot).sign == FIRST for slot in puzzles)
        return bool(puzzles) and 100 * right >= self.assignment.pass_at * len(puzzles)

    # -- wrong answers -------------------------------------------------------------------------------------------------

    def list_puzzle_ids_with_missed_clause(self, clause: str) -> set[int]:
        """Return the primary keys of the puzzles in which any answer missed this clause (a rule of the game)."""
        return {one.puzzle for one in self.answers if clause in one.missed}


def _build_student_mark(answers: Sequence[StoredAnswer], new: bool) -> StudentMark:
    """Compute the mark for a puzzle from one student's answers to it, which are sorted by number.

    `new` says that one of the answers was given in the last few seconds.
    """
    at = hints = seconds = 0
    missed: dict[str, None] = {}
    for one in answers:
        at = at or (one.number if one.right else 0)
        hints, seconds = max(hints, one.hints), seconds + (one.seconds or 0)
        missed |= dict.fromkeys(one.missed)
    return StudentMark(_classify_result_by_try(at), at, len(answers), hints, seconds, new, tuple(missed))


def _classify_result_by_try(at: int) -> str:
    return NOT if not at else FIRST if at == 1 else LATER


# -- queries -----------------------------------------------------------------------------------------------------------


def _list_items(assignment: Assignment) -> Iterable[AssignmentItem]:
    return assignment.items.with_puzzles().order_by("place", "pk")


def _list_answers(assignment: Assignment) -> Iterator[StoredAnswer]:
    rows = Answer.objects.filter(occasion=assignment.code).order_by("puzzle_id", "number", "pk")
    rows = rows.annotate(said=Cast("missed", TextField()))  # a few lists occur thousands of times
    fields = ("person_id", "puzzle_id", "number", "right", "said", "hints", "seconds")
    read: dict[str | None, Sequence[str]] = {None: ()}  # not determined yet
    for person, puzzle, number, right, said, hints, seconds in rows.values_list(*fields):
        if said not in read:
            read[said] = json.loads(said)
        yield StoredAnswer(person, puzzle, number, right, read[said], hints, seconds)


def _load_done_steps(assignment: Assignment, items: Sequence[AssignmentItem]) -> dict[int, set[str]]:
    """Return the ids of the lesson steps in the assignment's game that each student has completed.

    The keys are the people's primary keys. Returns an empty dict if the assignment has no lessons.
    """
    found: dict[int, set[str]] = defaultdict(set)
    if any(item.lesson for item in items):
        theirs = StepDone.objects.filter(person__student_of__classroom=assignment.classroom_id, game=assignment.game)
        for person, step in theirs.values_list("person_id", "step"):
            found[person].add(step)
    return found


def compute_version(assignment: Assignment) -> str:
    """Return a string that changes when the results of an assignment change, so that a page can tell whether to update.

    It changes with every new answer or completed lesson step, and when a student joins or leaves the class.
    """
    room = assignment.classroom_id
    steps = StepDone.objects.filter(person__student_of__classroom=room, game=assignment.game)
    counted = (
        Answer.objects.filter(occasion=assignment.code),
        Student.objects.filter(classroom=room),
        steps if assignment.items.exclude(lesson="").exists() else StepDone.objects.none(),
    )
    found = [rows.aggregate(all=Count("pk"), last=Max("pk")) for rows in counted]
    return "-".join(str(one[name] or 0) for one in found for name in ("all", "last"))


# -- mistakes ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mistake:
    """A mistake that people made in a puzzle: an answer option that they got wrong, and the reason why that's wrong.

    `text` is the option's text, and `count` is the number of people who made this mistake.
    """

    puzzle: Puzzle
    text: str
    cards: str
    said: str
    """The wrong label, or a note that a right option was left out. It's "" if a wrong option was chosen."""
    count: int
    reason: str


def list_mistakes(results: ResultsTable, clause: str, most: int = 3) -> list[Mistake]:
    """Return the `most` most frequent mistakes in answers that missed this clause. Makes two queries."""
    puzzles = Puzzle.objects.in_bulk(list(results.list_puzzle_ids_with_missed_clause(clause)))
    rows = Answer.objects.filter(occasion=results.assignment.code, puzzle__in=list(puzzles), right=False)
    who: dict[tuple[int, tuple[str, str]], set[tuple[int | None, int]]] = defaultdict(set)
    for pk, person, puzzle, given, missed in rows.values_list("pk", "person_id", "puzzle_id", "given", "missed"):
        if clause in (missed or ()):
            for one in _list_clause_mistakes(clause, puzzles[puzzle].engine_puzzle, given):
                who[puzzle, one].add((person, 0 if person else pk))
    worst = sorted(who, key=lambda one: (-len(who[one]), one))[:most]
    return [_build_mistake(puzzles[puzzle], *one, len(who[puzzle, one])) for puzzle, one in worst]


def _list_clause_mistakes(clause: str, posed: Posed, given: Any) -> list[tuple[str, str]]:
    """Return the mistakes in a wrong answer (`given`) that are about this clause, or all its mistakes if none are.

    `posed` is the puzzle. A mistake is a pair: the id of an answer option, and the label that the answer gave to it, or
    "" if options get no labels. For a puzzle without options, the pair is the whole answer as text, and "".
    """
    wrong = list_wrong_options(posed, given)
    return [one for one in wrong if posed.clauses_by_option.get(one[0]) == clause] or wrong


def list_wrong_options(posed: Posed, given: Any) -> list[tuple[str, str]]:
    """Return the answer options that a wrong answer (`given`) got wrong, as pairs of an option's id and a label.

    `posed` is the puzzle. If its options have to be matched with labels, the label is the one that the answer gave to
    the option. If options have to be chosen, the label is "". For a puzzle without options, the only pair is the whole
    answer as text, and "".
    """
    if posed.form == "tick":
        chosen = [given] if isinstance(given, str) else given
        return [(one.id, "") for one in posed.options if (one.id in chosen) != (one.id in posed.key)]
    if posed.form == "match" and isinstance(given, dict):
        return [(id, label) for id, label in given.items() if posed.key.get(id) != label]
    return [(" · ".join(given) if isinstance(given, list) else str(given), "")]


def _build_mistake(puzzle: Puzzle, one: str, label: str, count: int) -> Mistake:
    posed = puzzle.engine_puzzle
    option = next((option for option in posed.options if option.id == one), None)
    if option is None:
        return Mistake(puzzle, one, "", "", count, posed.explanation)
    left_out = posed.form == "tick" and one in posed.key
    said = "left out" if left_out else dict(posed.labels).get(label, "")
    return Mistake(puzzle, option.text, option.cards, said, count, posed.reasons.get(one, posed.explanation))


# -- all assignments of a class ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AssignmentSummary:
    """A row in a class's list of assignments. `done` is the number of students who have answered all its puzzles.

    `done` is None if the assignment has no puzzles. `state` is “opens” (not open yet), “open”, or “over”.
    """

    assignment: Assignment
    done: int | None
    students: int
    state: str


def list_assignment_summaries(classroom: Classroom) -> list[AssignmentSummary]:
    """Return a summary of each assignment of a class, newest first, in three queries."""
    common = Count("items", filter=Q(items__student=None, items__puzzle__isnull=False))
    assignments = list(classroom.assignments.annotate(common=common).order_by("-made", "-pk"))
    students = classroom.students.count()
    answered: Counter[str] = Counter()
    wanted = {one.code: _count_puzzles(one) for one in assignments}
    here = Answer.objects.filter(occasion__in=list(wanted), person__student_of__classroom=classroom, number=1)
    for row in here.values("occasion", "person").annotate(all=Count("puzzle", distinct=True)):
        answered[row["occasion"]] += row["all"] >= wanted[row["occasion"]] > 0
    now = timezone.now()
    return [
        AssignmentSummary(
            one, answered[one.code] if wanted[one.code] else None, students, _get_assignment_state(one, now)
        )
        for one in assignments
    ]


def _count_puzzles(assignment: Any) -> int:
    """Return how many puzzles of an assignment each student gets, including those that aren't generated yet.

    The queryset of the assignment has to annotate `common`, the number of existing puzzles that everyone gets.
    """
    return int(assignment.common) + (0 if assignment.same else int(assignment.fresh))


def _get_assignment_state(assignment: Assignment, now: datetime) -> str:
    if not has_assignment_opened(assignment, now):
        return "opens"
    return "over" if is_assignment_over(assignment, now) else "open"
