"""A student's progress in their assignments, and the next thing to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

from core import people
from core.authoring.puzzles.publishing_warnings import PuzzleAssignment
from core.classes.assignment_puzzles import FIRST_FRESH, is_generated_for_assignment
from core.classes.models import Assignment, AssignmentItem, Classroom, LiveBoard, Student
from core.learn.custom_lessons import get_course_or_custom_lesson_steps
from core.learn.lesson_assignments import LessonAssignment
from core.learn.models import StepDone
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import AttemptContext, AttemptContextProvider, attempt_contexts
from core.practice.models import Attempt, Puzzle
from games.engine.game import Game

# -- dates ---------------------------------------------------------------------------------------------------------


def format_duration(span: timedelta) -> str:
    """Format a duration in words, rounded: “3 days”, “an hour”."""
    minutes = max(1, round(abs(span).total_seconds() / 60))
    hours, days = round(minutes / 60), round(minutes / 60 / 24)
    if days > 1:
        return f"{days} days"
    if hours > 1:
        return f"{hours} hours"
    return "an hour" if minutes >= 55 else "a minute" if minutes == 1 else f"{minutes} minutes"


def has_assignment_opened(assignment: Assignment, now: datetime) -> bool:
    """Return whether the opening date of an assignment has come, so that students can see the assignment."""
    return assignment.opens <= now


def is_assignment_over(assignment: Assignment, now: datetime) -> bool:
    """Return whether an assignment accepts no more answers.

    That's the case if its due date has passed or its class is archived.
    """
    return bool(assignment.due and assignment.due <= now) or assignment.classroom.archived is not None


def explain_why_assignment_closed(assignment: Assignment, now: datetime) -> str:
    """Return the reason why an assignment doesn't accept answers, or "" if it does."""
    if assignment.classroom.archived:
        return "Your class has ended, so you can’t answer anymore."
    if not has_assignment_opened(assignment, now):
        return f"This assignment opens in {format_duration(assignment.opens - now)}."
    if is_assignment_over(assignment, now):
        return "This assignment has closed, so you can’t answer anymore."
    return ""


def can_see_results(assignment: Assignment, now: datetime, person: int | None) -> bool:
    """Return whether a person can already see which answers to an assignment were right.

    `person` is the person's id, or None for people who don't have the assignment. While the class answers one of the
    assignment's puzzles on the live board (a page that all students see together), people without the assignment and
    students who watch the board can't see the results.
    """
    if is_assignment_over(assignment, now):
        return True
    board = find_live_board(assignment.classroom, now)
    waits = board is not None and board.assignment_id == assignment.pk and not board.shown
    return assignment.tells and not (waits and board and (person is None or board.is_watched_by(person, now)))


def find_live_board(classroom: Classroom, now: datetime) -> LiveBoard | None:
    """Return the class's live board if it's running, otherwise None."""
    board: LiveBoard | None = getattr(classroom, "live", None)
    return board if board and board.is_running(now) else None


def list_live_boards(classrooms: Iterable[Classroom], now: datetime) -> list[LiveBoard]:
    """Return the running live boards of these classes."""
    boards = LiveBoard.objects.filter(classroom__in=[one.pk for one in classrooms])
    return [board for board in boards.select_related("classroom", "assignment") if board.is_running(now)]


# -- progress ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ItemProgress:
    """A student's progress in one item of an assignment, which is a lesson or a puzzle.

    `of` is the number of a lesson's steps, or 1 for a puzzle. `count` says how many of the steps are done, or is 1 if
    the puzzle is answered. `tried` is the number of answers, and `again` says that another answer is accepted. `sign`
    is “first” if the first answer was right, “later” if a later one was, “not” if none was, “given” if the student
    can't see that yet, and “” without an answer.
    """

    number: int
    item: AssignmentItem
    title: str
    count: int
    of: int
    tried: int = 0
    again: bool = False
    sign: str = ""

    @property
    def is_item_done(self) -> bool:
        """Whether the student has completed all steps of the lesson, or has answered the puzzle."""
        return self.count >= self.of


@dataclass(frozen=True)
class StudentProgress:
    """A student's progress in an assignment. `parts` has an `ItemProgress` for each of its items.

    `total` is the number of items, including puzzles that aren't generated yet. `closed` says that the assignment
    doesn't accept answers.
    """

    assignment: Assignment
    parts: Sequence[ItemProgress]
    total: int
    closed: bool

    @property
    def has_missing_puzzles(self) -> bool:
        """Whether some puzzles of the assignment aren't generated yet for this student."""
        return len(self.parts) < self.total

    @property
    def done_item_count(self) -> int:
        return sum(part.is_item_done for part in self.parts)

    @property
    def is_assignment_finished(self) -> bool:
        return self.done_item_count >= self.total

    def find_next_item(self, after: int = -1) -> ItemProgress | None:
        """Return the first unfinished item whose place is greater than `after`.

        If there is none, returns the first unfinished item, or None if all items are done.
        """
        left = [part for part in self.parts if not part.is_item_done]
        return next((part for part in left if part.item.place > after), left[0] if left else None)

    def _count_items_by_result(self, *signs: str) -> int:
        return sum(part.sign in signs for part in self.parts)

    @property
    def right_on_first_try_count(self) -> int:
        """The number of puzzles that were right on the first try, as far as the student can see the results."""
        return self._count_items_by_result("first")

    @property
    def right_on_later_try_count(self) -> int:
        """The number of puzzles that were right on a later try."""
        return self._count_items_by_result("later")

    @property
    def unsolved_puzzle_count(self) -> int:
        """The number of puzzles that were answered but never right."""
        return self._count_items_by_result("not")

    @property
    def answered_count(self) -> int:
        """The number of answered puzzles whose results the student can see."""
        return self._count_items_by_result("first", "later", "not")

    @property
    def has_passed(self) -> bool:
        """Whether the student has reached the assignment's passing score.

        It's False if there's no such score or the assignment has no puzzles.
        """
        puzzles = self.total - sum(bool(part.item.lesson) for part in self.parts)
        wanted = self.assignment.pass_at
        return bool(wanted and puzzles) and 100 * self.right_on_first_try_count >= wanted * puzzles


def list_progress(
    student: Student, assignments: Sequence[Assignment], now: datetime, teacher: bool = False
) -> list[StudentProgress]:
    """Return a student's progress in each of these assignments, in a constant number of queries.

    If `teacher` is true, the progress is shown to a teacher, and includes results that the student can't see yet.
    """
    items: dict[int, list[AssignmentItem]] = {one.pk: [] for one in assignments}
    for item in _list_items(student, assignments):
        items[item.assignment_id].append(item)
    codes = [one.code for one in assignments]
    attempts = {
        (one.occasion, one.puzzle_id): one
        for one in Attempt.objects.filter(person=student.person_id, occasion__in=codes, tries__gt=0)
    }
    steps: dict[str, set[str]] = {}
    for game, step in StepDone.objects.filter(
        person=student.person_id, game__in={one.game for one in assignments}
    ).values_list("game", "step"):
        steps.setdefault(game, set()).add(step)
    found = []
    for one in assignments:
        told = teacher or can_see_results(one, now, student.person_id)
        parts = _list_item_progress(one, items[one.pk], attempts, steps.get(one.game, set()), told)
        found.append(
            StudentProgress(
                one, parts, _count_assignment_items(one, parts), bool(explain_why_assignment_closed(one, now))
            )
        )
    return found


def _list_items(student: Student, assignments: Iterable[Assignment]) -> Iterable[AssignmentItem]:
    theirs = AssignmentItem.objects.filter(
        Q(student=None) | Q(student=student), assignment__in=[one.pk for one in assignments]
    )
    return theirs.with_puzzles().order_by("assignment", "place")


def _count_assignment_items(assignment: Assignment, parts: Sequence[ItemProgress]) -> int:
    """Return the number of items in an assignment, including puzzles that aren't generated yet.

    `parts` has the student's progress in each item that already exists.
    """
    return sum(part.item.place < FIRST_FRESH for part in parts) + assignment.fresh


def _list_item_progress(
    assignment: Assignment,
    items: Iterable[AssignmentItem],
    attempts: dict[tuple[str, int], Attempt],
    steps: set[str],
    told: bool,
) -> list[ItemProgress]:
    found = []
    for number, item in enumerate(items, 1):
        if item.puzzle_id is None:
            ids = list_lesson_steps(assignment, item.lesson)
            found.append(
                ItemProgress(
                    number, item, get_assignment_item_title(assignment, item), len(steps.intersection(ids)), len(ids)
                )
            )
        else:
            found.append(
                _build_puzzle_progress(assignment, number, item, attempts.get((assignment.code, item.puzzle_id)), told)
            )
    return found


def _build_puzzle_progress(
    assignment: Assignment, number: int, item: AssignmentItem, attempt: Attempt | None, told: bool
) -> ItemProgress:
    title = get_assignment_item_title(assignment, item)
    if attempt is None:
        return ItemProgress(number, item, title, 0, 1)
    again = not (attempt.solved and told) and not (assignment.tries and attempt.tries >= assignment.tries)
    sign = ("first" if attempt.right_at_once else "later" if attempt.solved else "not") if told else "given"
    return ItemProgress(number, item, title, 1, 1, attempt.tries, again, sign)


def list_lesson_steps(assignment: Assignment, lesson: str) -> list[str]:
    """Return the ids of the steps that a lesson has under the assignment's house rules."""
    return [
        place.id for place in get_course_or_custom_lesson_steps(assignment.engine_game, assignment.house_rules, lesson)
    ]


def get_assignment_item_title(assignment: Assignment, item: AssignmentItem) -> str:
    """Return the title of an assignment's item: its own title, or that of its lesson or of its puzzle's theme."""
    if item.title:
        return item.title
    if item.puzzle is not None:
        return item.puzzle.engine_theme.title
    lessons = {lesson.slug: lesson.title for lesson in assignment.engine_game.lessons}
    if item.lesson in lessons:
        return lessons[item.lesson]
    places = get_course_or_custom_lesson_steps(assignment.engine_game, assignment.house_rules, item.lesson)
    return places[0].lesson.title if places else item.lesson


def get_progress(student: Student, assignment: Assignment, now: datetime | None = None) -> StudentProgress:
    """Return a student's progress in one assignment at the time `now`, or at the current time if it's None."""
    return list_progress(student, [assignment], now or timezone.now())[0]


def get_assignment_item_url(assignment: Assignment, part: ItemProgress) -> str:
    """Return the URL where a student does an item of an assignment. `part` is the student's progress in the item."""
    if part.item.puzzle is not None:
        return part.item.puzzle.get_absolute_url() + AttemptContext(assignment.code).query_string
    return get_lesson_url(assignment, part.item.lesson)


def get_lesson_url(assignment: Assignment, lesson: str) -> str:
    """Return the URL where a student takes a lesson for an assignment. `lesson` is the lesson's slug."""
    return reverse("learn:lesson", args=[assignment.game, lesson]) + AttemptContext(assignment.code).query_string


# -- attempt contexts ----------------------------------------------------------------------------------------------


def find_lesson_assignment(request: HttpRequest, code: str, game: Game[Any]) -> LessonAssignment | None:
    """Return the assignment with this code if the reader can take its lessons, or None.

    It's None if the assignment isn't about this game, hasn't opened yet, or isn't for a class that the reader attends.
    """
    person = people.get_person(request)
    theirs = Assignment.objects.filter(code=code, game=game.slug, opens__lte=timezone.now())
    found = person and theirs.filter(classroom__students__person=person).select_related("classroom").first()
    if not found:
        return None
    return LessonAssignment(found.house_rules, found.title, reverse("classes:do", args=[found.classroom.code, code]))


def _list_assigned_items(person: Person, puzzle: Puzzle) -> Any:
    """Return a queryset of the assignment items with this puzzle that the person has as a student."""
    own = Q(student__person=person, student__classroom=F("assignment__classroom"))  # students can change classes
    theirs = Q(student=None, assignment__classroom__students__person=person) | own
    return (
        AssignmentItem.objects.filter(theirs, puzzle=puzzle)
        .select_related("assignment__classroom__live")
        .order_by("pk")
    )


def get_live_board_query_string(assignment: Assignment) -> str:
    """Return the query string for the URL of a puzzle that a student opens from the live board."""
    return AttemptContext(assignment.code, along=assignment.code + ON_BOARD).query_string


def _build_attempt_context(
    item: AssignmentItem, person: int, now: datetime, from_board: bool = False
) -> AttemptContext:
    """Return the conditions under which a student answers the puzzle of an item, such as the number of tries.

    While the student watches the live board (a page that the class sees together), stricter conditions apply. `person`
    is the id of the student's `Person`. `from_board` says that the student has opened the puzzle from the live board.
    """
    assignment = item.assignment
    home = [assignment.classroom.code]
    found = AttemptContext(
        code=assignment.code,
        title=assignment.title,
        back=assignment.classroom.homework_url,
        onwards=f"{reverse('classes:do', args=[*home, assignment.code])}?after={item.place}",
        tries=assignment.tries,
        closed=explain_why_assignment_closed(assignment, now),
        tells=can_see_results(assignment, now, person),
        later=f"In {format_duration(assignment.due - now)}, you’ll see which answers are correct."
        if assignment.due
        else "",
        hints=assignment.hints,
    )
    board = find_live_board(assignment.classroom, now)
    if board is None or board.assignment_id != assignment.pk or is_assignment_over(assignment, now):
        return found
    from_board = from_board and board.place == item.place
    if not from_board and not board.is_watched_by(person, now):
        return found
    if board.place != item.place:
        return found if board.shown else replace(found, later=SHOWN_LATER)
    return replace(
        found,
        along=assignment.code + ON_BOARD if from_board else "",
        tells=assignment.tells and board.shown,
        onwards=reverse("classes:follow", args=home),
        tries=1,
        hints=False,
        later=SHOWN_LATER,
        closed=found.closed
        or ("The answer is already on the board, so you can’t answer anymore." if board.shown else ""),
    )


ON_BOARD = ".live"
"""The suffix that an assignment's code gets in URLs of puzzles on the live board."""
SHOWN_LATER = "Your teacher will show the correct answer on the board."


def _list_generated_items(puzzle: Puzzle) -> Any:
    """Return the items for which this puzzle was generated, at most five. There's hardly ever more than one.

    An item links a puzzle to an assignment.
    """
    made = AssignmentItem.objects.filter(puzzle=puzzle, place__gte=FIRST_FRESH)
    return made.select_related("assignment__classroom__live", "student", "puzzle")[:5]


def _is_generated_puzzle_forbidden(person: Person | None, item: AssignmentItem, now: datetime) -> bool:
    """Return whether a person can't open an item's generated puzzle at its plain URL, outside of the assignment.

    It's forbidden while the assignment isn't over and hides results or limits tries, because its students could look up
    the answer there. Teachers of its class can always open the puzzle.
    """
    assignment = item.assignment
    if (
        is_assignment_over(assignment, now)
        or (can_see_results(assignment, now, None) and not assignment.tries)
        or not is_generated_for_assignment(assignment, item, item.student)
    ):
        return False
    return not person or not assignment.classroom.teachers.filter(pk=person.pk).exists()


@attempt_contexts.register
class AssignmentContextProvider(AttemptContextProvider):
    """Tells the practice app which puzzles are assigned to a person, and under which conditions they're answered.

    These conditions are an `AttemptContext`. It says how many answers to a puzzle are accepted, when results are shown,
    and so on.
    """

    def find_attempt_context(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """Return the conditions under which the reader answers this puzzle for the assignment with this code.

        If the code ends with `ON_BOARD`, the reader has opened the puzzle from the live board. Returns None if the
        assignment doesn't have the puzzle for the reader.
        """
        person = people.get_person(request)
        assignment = code.removesuffix(ON_BOARD)
        found = person and _list_assigned_items(person, puzzle).filter(assignment__code=assignment).first()
        if not person or not found:
            return None
        return _build_attempt_context(found, person.pk, timezone.now(), from_board=code.endswith(ON_BOARD))

    def find_required_attempt_context(self, person: Person | None, puzzle: Puzzle) -> AttemptContext | None:
        """Return the conditions of a current assignment that has this puzzle for the person, or None if there is none.

        Raises Http404 if the puzzle was generated for an assignment of other people, which hides answers or limits
        tries and isn't over. Otherwise, its students could look up the answer at the puzzle's plain URL. The teachers
        of its class can open the puzzle.
        """
        now = timezone.now()
        if person:
            running = [
                one for one in _list_assigned_items(person, puzzle) if not is_assignment_over(one.assignment, now)
            ]
            if running:
                return _build_attempt_context(running[0], person.pk, now)
        if any(_is_generated_puzzle_forbidden(person, item, now) for item in _list_generated_items(puzzle)):
            raise Http404("This puzzle isn’t assigned to you.")
        return None

    def list_codes_with_hidden_results(self, person: Person) -> Iterator[str]:
        """Yield the codes of assignments that a person has answered, but whose results the person can't see yet.

        This includes assignments of classes that the person has left.
        """
        yield from _list_started_assignments(person).filter(tells=False).values_list("code", flat=True)
        now = timezone.now()
        boards = LiveBoard.objects.filter(
            viewers__student__person=person, shown=False, assignment__in=_list_started_assignments(person)
        )
        for board in boards.select_related("assignment"):
            if board.is_running(now) and board.is_watched_by(person.pk, now):
                yield board.assignment.code

    def get_answer_limits_by_context(self, person: Person) -> dict[str, int]:
        """Return the number of tries allowed in each assignment that a person has started and that isn't over.

        The keys are the assignments' codes. The values are the tries for each puzzle, with 0 for any number.
        """
        return dict(_list_started_assignments(person).values_list("code", "tries"))


def _list_started_assignments(person: Person) -> QuerySet[Assignment]:
    """Return the assignments that a person has given answers to and that aren't over."""
    theirs = Assignment.objects.filter(code__in=person.attempts.values("occasion"), classroom__archived=None)
    return theirs.exclude(due__lte=timezone.now())


# -- for the student's home page -----------------------------------------------------------------------------------


def list_unfinished_assignments(request: HttpRequest) -> Iterator[people.ActivityInProgress]:
    """Yield the reader's unfinished assignments, for their account page."""
    person = people.get_person(request)
    students = Student.objects.filter(person=person, classroom__archived=None) if person else Student.objects.none()
    now = timezone.now()
    for student in students.select_related("classroom__live"):
        for one in list_progress(student, list_open_assignments(student.classroom, now), now):
            if not one.is_assignment_finished:
                comes = one.find_next_item()
                title, url = comes.title if comes else "", student.classroom.homework_url
                yield people.ActivityInProgress(one.assignment.title, url, title, one.done_item_count, one.total)


def find_homework_url(person: Person) -> str:
    """Return the URL of the page with a student's assignments.

    Returns "" if the person isn't a student of any current class.
    """
    student = Student.objects.filter(person=person, classroom__archived=None).select_related("classroom").last()
    return student.classroom.homework_url if student else ""


def list_open_assignments(classroom: Classroom, now: datetime) -> list[Assignment]:
    """Return the assignments of a class that are open now, the most urgent first."""
    found = classroom.assignments.filter(opens__lte=now).filter(Q(due=None) | Q(due__gt=now))
    return sorted(found, key=lambda one: (one.due is None, one.due or one.made))


def list_past_assignments(classroom: Classroom, now: datetime) -> list[Assignment]:
    """Return a class's assignments that are over, the most recent first."""
    return list(classroom.assignments.filter(opens__lte=now, due__lte=now).order_by("-due"))


def list_puzzle_assignments(teacher: Person, puzzles: Sequence[int]) -> list[PuzzleAssignment]:
    """Return the assignments of a teacher's classes that include any of these puzzles and aren't over.

    `puzzles` are the primary keys of the puzzles.
    """
    given = Assignment.objects.filter(classroom__in=Classroom.objects.taught_by(teacher), items__puzzle__in=puzzles)
    open_still = given.filter(Q(due=None) | Q(due__gt=timezone.now()), classroom__archived=None)
    return [
        PuzzleAssignment(one.classroom.name, one.due, one.get_absolute_url())
        for one in open_still.distinct().select_related("classroom")
    ]
