"""How a pupil stands with what they were given, and what comes next."""

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
from core.authoring.puzzles.usage import PuzzleAssignment
from core.classes.assignment_puzzles import FIRST_FRESH, made_for
from core.classes.models import Assignment, Classroom, LiveBoard, Piece, Pupil
from core.learn.custom_lessons import places_of
from core.learn.lesson_assignments import LessonAssignment
from core.learn.models import StepDone
from core.people.models import Person
from core.people.requests import HttpRequest
from core.practice.attempt_contexts import AttemptContext, AttemptContexts, attempt_contexts
from core.practice.models import Attempt, Puzzle
from games.engine.game import Game

# -- when ----------------------------------------------------------------------------------------------------------


def in_words(span: timedelta) -> str:
    """Return how long something takes or took, about: “3 days”, “an hour”."""
    minutes = max(1, round(abs(span).total_seconds() / 60))
    hours, days = round(minutes / 60), round(minutes / 60 / 24)
    if days > 1:
        return f"{days} days"
    if hours > 1:
        return f"{hours} hours"
    return "an hour" if minutes >= 55 else "a minute" if minutes == 1 else f"{minutes} minutes"


def opened(assignment: Assignment, now: datetime) -> bool:
    """Return whether pupils may see it."""
    return assignment.opens <= now


def over(assignment: Assignment, now: datetime) -> bool:
    """Return whether no answers are taken any more."""
    return bool(assignment.due and assignment.due <= now) or assignment.classroom.archived is not None


def closed(assignment: Assignment, now: datetime) -> str:
    """Return why no answers are taken; "" if they are."""
    if assignment.classroom.archived:
        return "Your class has ended, so no more answers are taken."
    if not opened(assignment, now):
        return f"This opens in {in_words(assignment.opens - now)}."
    if over(assignment, now):
        return "The time for this is over, so no more answers are taken."
    return ""


def tells(assignment: Assignment, now: datetime, person: int | None) -> bool:
    """Return whether a person, by their id, hears now which answers were right.

    A student who looks at the live board does not, while a puzzle of the assignment waits there; nor do others who
    were not given it.
    """
    if over(assignment, now):
        return True
    board = board_of(assignment.classroom, now)
    waits = board is not None and board.assignment_id == assignment.pk and not board.shown
    return assignment.tells and not (waits and board and (person is None or board.is_watched_by(person, now)))


def board_of(classroom: Classroom, now: datetime) -> LiveBoard | None:
    """Return the board that a class looks at just now, if there is one."""
    board: LiveBoard | None = getattr(classroom, "live", None)
    return board if board and board.is_on(now) else None


def boards_on(classrooms: Iterable[Classroom], now: datetime) -> list[LiveBoard]:
    """Return the boards that some of these classes look at just now."""
    boards = LiveBoard.objects.filter(classroom__in=[one.pk for one in classrooms])
    return [board for board in boards.select_related("classroom", "assignment") if board.is_on(now)]


# -- how far -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """A piece as its pupil stands with it. `count` of `of` is done: steps of a lesson, or the puzzle itself.

    `tried` answers were given; `again` says that another one is taken. `sign` is how it went, if that may be told:
    “first”, “later” or “not”; else “given”, or “” if there is no answer.
    """

    number: int
    piece: Piece
    title: str
    count: int
    of: int
    tried: int = 0
    again: bool = False
    sign: str = ""

    @property
    def done(self) -> bool:
        """Whether nothing is left to do, or nothing that has to be done."""
        return self.count >= self.of


@dataclass(frozen=True)
class StudentProgress:
    """All parts of an assignment for one pupil."""

    assignment: Assignment
    parts: Sequence[Part]
    total: int
    closed: bool

    @property
    def lacking(self) -> bool:
        """Whether some of it is still to be made."""
        return len(self.parts) < self.total

    @property
    def done(self) -> int:
        return sum(part.done for part in self.parts)

    @property
    def finished(self) -> bool:
        return self.done >= self.total

    def next(self, after: int = -1) -> Part | None:
        """The first part that is not done behind this place; the first of all that is not done, if there is none."""
        left = [part for part in self.parts if not part.done]
        return next((part for part in left if part.piece.place > after), left[0] if left else None)

    def _count(self, *signs: str) -> int:
        return sum(part.sign in signs for part in self.parts)

    @property
    def right_first(self) -> int:
        """How many puzzles were right at first, as far as that may be told."""
        return self._count("first")

    @property
    def right_later(self) -> int:
        """How many were right at a later try."""
        return self._count("later")

    @property
    def wrong(self) -> int:
        """How many were answered and never right."""
        return self._count("not")

    @property
    def answered(self) -> int:
        """How many were answered, if it may be told how."""
        return self._count("first", "later", "not")

    @property
    def passed(self) -> bool:
        """Whether so many are right at first that it is passed."""
        puzzles = self.total - sum(bool(part.piece.lesson) for part in self.parts)
        wanted = self.assignment.pass_at
        return bool(wanted and puzzles) and 100 * self.right_first >= wanted * puzzles


def list_progress(
    pupil: Pupil, assignments: Sequence[Assignment], now: datetime, teacher: bool = False
) -> list[StudentProgress]:
    """Return how a pupil stands with each of these, in as many queries however many they are.

    A `teacher` is told at once what was right.
    """
    pieces: dict[int, list[Piece]] = {one.pk: [] for one in assignments}
    for piece in _pieces(pupil, assignments):
        pieces[piece.assignment_id].append(piece)
    codes = [one.code for one in assignments]
    attempts = {
        (one.occasion, one.puzzle_id): one
        for one in Attempt.objects.filter(person=pupil.person_id, occasion__in=codes, tries__gt=0)
    }
    steps: dict[str, set[str]] = {}
    for game, step in StepDone.objects.filter(
        person=pupil.person_id, game__in={one.game for one in assignments}
    ).values_list("game", "step"):
        steps.setdefault(game, set()).add(step)
    found = []
    for one in assignments:
        told = teacher or tells(one, now, pupil.person_id)
        parts = _parts(one, pieces[one.pk], attempts, steps.get(one.game, set()), told)
        found.append(StudentProgress(one, parts, _total(one, parts), bool(closed(one, now))))
    return found


def _pieces(pupil: Pupil, assignments: Iterable[Assignment]) -> Iterable[Piece]:
    theirs = Piece.objects.filter(Q(pupil=None) | Q(pupil=pupil), assignment__in=[one.pk for one in assignments])
    return theirs.light().order_by("assignment", "place")


def _total(assignment: Assignment, parts: Sequence[Part]) -> int:
    """Return how many parts there will be, with those that are still to be made."""
    return sum(part.piece.place < FIRST_FRESH for part in parts) + assignment.fresh


def _parts(
    assignment: Assignment,
    pieces: Iterable[Piece],
    attempts: dict[tuple[str, int], Attempt],
    steps: set[str],
    told: bool,
) -> list[Part]:
    found = []
    for number, piece in enumerate(pieces, 1):
        if piece.puzzle_id is None:
            ids = lesson_steps(assignment, piece.lesson)
            found.append(Part(number, piece, title_of(assignment, piece), len(steps.intersection(ids)), len(ids)))
        else:
            found.append(_part(assignment, number, piece, attempts.get((assignment.code, piece.puzzle_id)), told))
    return found


def _part(assignment: Assignment, number: int, piece: Piece, attempt: Attempt | None, told: bool) -> Part:
    title = title_of(assignment, piece)
    if attempt is None:
        return Part(number, piece, title, 0, 1)
    again = not (attempt.solved and told) and not (assignment.tries and attempt.tries >= assignment.tries)
    sign = ("first" if attempt.right_at_once else "later" if attempt.solved else "not") if told else "given"
    return Part(number, piece, title, 1, 1, attempt.tries, again, sign)


def lesson_steps(assignment: Assignment, lesson: str) -> list[str]:
    """The ids of the steps that a lesson has by the rules of the assignment."""
    return [place.id for place in places_of(assignment.played, assignment.house_rules, lesson)]


def title_of(assignment: Assignment, piece: Piece) -> str:
    """Return what a piece is called."""
    if piece.title:
        return piece.title
    if piece.puzzle is not None:
        return piece.puzzle.kind.title
    lessons = {lesson.slug: lesson.title for lesson in assignment.played.lessons}
    if piece.lesson in lessons:
        return lessons[piece.lesson]
    places = places_of(assignment.played, assignment.house_rules, piece.lesson)
    return places[0].lesson.title if places else piece.lesson


def standing(pupil: Pupil, assignment: Assignment, now: datetime | None = None) -> StudentProgress:
    """Return how a pupil stands with one assignment."""
    return list_progress(pupil, [assignment], now or timezone.now())[0]


def address_of(assignment: Assignment, part: Part) -> str:
    """Return where a part is done."""
    if part.piece.puzzle is not None:
        return part.piece.puzzle.get_absolute_url() + AttemptContext(assignment.code).query
    return lesson_url(assignment, part.piece.lesson)


def lesson_url(assignment: Assignment, lesson: str) -> str:
    """Return where a lesson is taken by the rules of the assignment."""
    return reverse("learn:lesson", args=[assignment.game, lesson]) + AttemptContext(assignment.code).query


# -- what a puzzle is solved for -----------------------------------------------------------------------------------


def lesson_assignment(request: HttpRequest, code: str, game: Game[Any]) -> LessonAssignment | None:
    """Return what a pupil takes lessons of a game for: the assignment of this code, by its rules."""
    person = people.get_person(request)
    theirs = Assignment.objects.filter(code=code, game=game.slug, opens__lte=timezone.now())
    found = person and theirs.filter(classroom__pupils__person=person).select_related("classroom").first()
    if not found:
        return None
    return LessonAssignment(found.house_rules, found.title, reverse("classes:do", args=[found.classroom.code, code]))


def _given(person: Person, puzzle: Puzzle) -> Any:
    """The pieces by which somebody is given a puzzle."""
    own = Q(pupil__person=person, pupil__classroom=F("assignment__classroom"))  # pupils change classes
    theirs = Q(pupil=None, assignment__classroom__pupils__person=person) | own
    return Piece.objects.filter(theirs, puzzle=puzzle).select_related("assignment__classroom__live").order_by("pk")


def board_query(assignment: Assignment) -> str:
    """Return what the addresses of a puzzle end with that is answered on the live board."""
    return AttemptContext(assignment.code, along=assignment.code + ON_BOARD).query


def _occasion(piece: Piece, person: int, now: datetime, from_board: bool = False) -> AttemptContext:
    assignment = piece.assignment
    home = [assignment.classroom.code]
    found = AttemptContext(
        code=assignment.code,
        title=assignment.title,
        back=assignment.classroom.homework_url,
        onwards=f"{reverse('classes:do', args=[*home, assignment.code])}?after={piece.place}",
        tries=assignment.tries,
        closed=closed(assignment, now),
        tells=tells(assignment, now, person),
        later=f"You hear which answers were right in {in_words(assignment.due - now)}." if assignment.due else "",
        hints=assignment.hints,
    )
    board = board_of(assignment.classroom, now)
    if board is None or board.assignment_id != assignment.pk or over(assignment, now):
        return found
    from_board = from_board and board.place == piece.place
    if not from_board and not board.is_watched_by(person, now):
        return found
    if board.place != piece.place:
        return found if board.shown else replace(found, later=SHOWN_LATER)
    return replace(
        found,
        along=assignment.code + ON_BOARD if from_board else "",
        tells=assignment.tells and board.shown,
        onwards=reverse("classes:follow", args=home),
        tries=1,
        hints=False,
        later=SHOWN_LATER,
        closed=found.closed or ("The answer is on the board already." if board.shown else ""),
    )


ON_BOARD = ".live"
"""What follows the code of an assignment in addresses of a puzzle that is answered on the live board."""
SHOWN_LATER = "Your teacher shows on the board what is right."


def _made_with(puzzle: Puzzle) -> Any:
    """The pieces of this puzzle in assignments for which puzzles were made: hardly ever more than one."""
    made = Piece.objects.filter(puzzle=puzzle, place__gte=FIRST_FRESH)
    return made.select_related("assignment__classroom__live", "pupil", "puzzle")[:5]


def _kept_from(person: Person | None, piece: Piece, now: datetime) -> bool:
    assignment = piece.assignment
    if (
        over(assignment, now)
        or (tells(assignment, now, None) and not assignment.tries)
        or not made_for(assignment, piece, piece.pupil)
    ):
        return False
    return not person or not assignment.classroom.teachers.filter(pk=person.pk).exists()


@attempt_contexts.register
class AssignedPuzzles(AttemptContexts):
    """Puzzles of assignments."""

    def for_puzzle(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """Return the assignment of this code, or of its live board, for a student to whom it gives the puzzle."""
        person = people.get_person(request)
        assignment = code.removesuffix(ON_BOARD)
        found = person and _given(person, puzzle).filter(assignment__code=assignment).first()
        if not person or not found:
            return None
        return _occasion(found, person.pk, timezone.now(), from_board=code.endswith(ON_BOARD))

    def required_for(self, person: Person | None, puzzle: Puzzle) -> AttemptContext | None:
        """Return the assignment that gives a puzzle to a student, while it runs or waits to be opened.

        A puzzle that was made for one which keeps its answers, or counts tries, is only for the teachers in the
        meantime, or an answer could be looked up by the plain address. Raises Http404 for others.
        """
        now = timezone.now()
        if person:
            running = [one for one in _given(person, puzzle) if not over(one.assignment, now)]
            if running:
                return _occasion(running[0], person.pk, now)
        if any(_kept_from(person, piece, now) for piece in _made_with(puzzle)):
            raise Http404("This puzzle is not for you.")
        return None

    def withheld(self, person: Person) -> Iterator[str]:
        """The assignments of which somebody is not to hear yet what was right, though they have left the class."""
        yield from _tried(person).filter(tells=False).values_list("code", flat=True)
        now = timezone.now()
        boards = LiveBoard.objects.filter(viewers__student__person=person, shown=False, assignment__in=_tried(person))
        for board in boards.select_related("assignment"):
            if board.is_on(now) and board.is_watched_by(person.pk, now):
                yield board.assignment.code

    def open_for(self, person: Person) -> dict[str, int]:
        """Return the assignments that a person has begun and that aren't over, with the answers each takes a puzzle."""
        return dict(_tried(person).values_list("code", "tries"))


def _tried(person: Person) -> QuerySet[Assignment]:
    theirs = Assignment.objects.filter(code__in=person.attempts.values("occasion"), classroom__archived=None)
    return theirs.exclude(due__lte=timezone.now())


# -- on one's own page ---------------------------------------------------------------------------------------------


def under_way(request: HttpRequest) -> Iterator[people.InProgress]:
    """Yield what a pupil's classes were given and they have not finished, for their own page."""
    person = people.get_person(request)
    pupils = Pupil.objects.filter(person=person, classroom__archived=None) if person else Pupil.objects.none()
    now = timezone.now()
    for pupil in pupils.select_related("classroom__live"):
        for one in list_progress(pupil, running(pupil.classroom, now), now):
            if not one.finished:
                comes = one.next()
                title, url = comes.title if comes else "", pupil.classroom.homework_url
                yield people.InProgress(one.assignment.title, url, title, one.done, one.total)


def home(person: Person) -> str:
    """Return where a pupil of some class finds what there is to do; "" for anybody else."""
    pupil = Pupil.objects.filter(person=person, classroom__archived=None).select_related("classroom").last()
    return pupil.classroom.homework_url if pupil else ""


def running(classroom: Classroom, now: datetime) -> list[Assignment]:
    """Return what pupils of a class can do now, the most urgent first."""
    found = classroom.assignments.filter(opens__lte=now).filter(Q(due=None) | Q(due__gt=now))
    return sorted(found, key=lambda one: (one.due is None, one.due or one.made))


def past(classroom: Classroom, now: datetime) -> list[Assignment]:
    """Return what is over, the last first."""
    return list(classroom.assignments.filter(opens__lte=now, due__lte=now).order_by("-due"))


def puzzle_assignments(teacher: Person, puzzles: Sequence[int]) -> list[PuzzleAssignment]:
    """The classes of a teacher that have any of these puzzles to do now."""
    given = Assignment.objects.filter(classroom__in=Classroom.objects.taught_by(teacher), pieces__puzzle__in=puzzles)
    open_still = given.filter(Q(due=None) | Q(due__gt=timezone.now()), classroom__archived=None)
    return [
        PuzzleAssignment(one.classroom.name, one.due, one.get_absolute_url())
        for one in open_still.distinct().select_related("classroom")
    ]
