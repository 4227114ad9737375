"""How a class fared with what it was given: computed from answers as they were given, and from nothing else."""

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
from core.classes.models import Assignment, Classroom, Piece, Pupil
from core.classes.progress import lesson_steps, opened, over, title_of
from core.http.outside_text import fold_text
from core.learn.models import StepDone
from core.practice.models import Answer, Puzzle
from games.engine.puzzle import Puzzle as Posed

FIRST, LATER, NOT, NOT_YET = "first", "later", "not", "none"
"""How a puzzle, or a clause, went: right at first, right at a later try, not right, not answered yet."""
JUST_NOW = timedelta(seconds=10)
NEVER = 1 << 30
"""In the place of the try at which something was right: worse than any."""


class Given(NamedTuple):
    """An answer as it is kept."""

    person: int | None
    puzzle: int
    number: int
    right: bool
    missed: Sequence[str]
    hints: int
    seconds: int | None


class Mark(NamedTuple):
    """How something went, `at` which try if it was right, and how many answers, hints and seconds it took.

    It is `new` if an answer has come just now; `missed` are the clauses that wrong answers missed.
    """

    sign: str = NOT_YET
    at: int = 0
    tries: int = 0
    hints: int = 0
    seconds: int = 0
    new: bool = False
    missed: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The same in words."""
        if self.sign == LATER:
            return f"right at try {self.at}"
        return {FIRST: "right at first", NOT: "not right", NOT_YET: "not yet"}[self.sign]


NO_MARK = Mark()


@dataclass(frozen=True)
class Item:
    """What stands at one place of an assignment: a puzzle, for each pupil perhaps another one, or a lesson."""

    number: int
    place: int
    title: str
    lesson: str = ""
    lacking: bool = False
    """Whether it is still to be made."""


@dataclass(frozen=True)
class Row:
    """A line of a table: what it is about, a mark for each pupil, and how many have which sign."""

    id: str
    title: str
    marks: Sequence[Mark]
    left: int = 0
    """So many who are in the class no more have answered it too; they stand in no mark."""
    left_right: int = 0
    waiting: str = "not yet"
    """The words for a mark that tells nothing."""

    @cached_property
    def counts(self) -> Mapping[str, int]:
        return Counter(mark.sign for mark in self.marks)

    @property
    def answered(self) -> int:
        return len(self.marks) - self.counts[NOT_YET]

    @property
    def missed(self) -> int:
        return self.counts[NOT]

    @property
    def unexplained(self) -> int:
        """How many have not got it right and have missed no clause that is known."""
        return sum(mark.sign == NOT and not mark.missed for mark in self.marks)

    @property
    def bars(self) -> list[tuple[str, str, int]]:
        """How many of how many: sign, words, number; those who have left are counted with the others."""
        told = [(FIRST, "right at first"), (LATER, "right later"), (NOT, "not right"), (NOT_YET, self.waiting)]
        return [(sign, words, self.counts[sign]) for sign, words in told if self.counts[sign]]


def pupils_of(classroom: Classroom) -> list[Pupil]:
    """The pupils of a class in the order of its list."""
    pupils = list(classroom.pupils.select_related("person__user").order_by("name", "pk"))
    named = Counter(fold_text(pupil.name) for pupil in pupils)
    for pupil in pupils:
        pupil.has_namesake = named[fold_text(pupil.name)] > 1
    return pupils


class Results:
    """What is known of an assignment: each pupil with each piece and each clause. It asks the database four times."""

    def __init__(self, assignment: Assignment, pupils: Sequence[Pupil] | None = None) -> None:
        self.assignment = assignment
        self.pupils = pupils_of(assignment.classroom) if pupils is None else pupils
        self._pieces = list(_pieces(assignment))
        self.answers = list(_answers(assignment))
        self._steps = _steps(assignment, self._pieces)

    # -- what there is -------------------------------------------------------------------------------------------------

    @cached_property
    def items(self) -> list[Item]:
        """The places of the assignment, each once."""
        places = {piece.place: piece for piece in reversed(self._pieces)}
        for place in range(FIRST_FRESH, FIRST_FRESH + self.assignment.fresh):
            places.setdefault(place, Piece(place=place, title="Still to be made"))
        found = []
        for number, (place, piece) in enumerate(sorted(places.items()), 1):
            own = piece.pupil_id is not None
            title = f"Puzzle {number}, each pupil's own" if own else title_of(self.assignment, piece)
            found.append(Item(number, place, title, piece.lesson, lacking=piece.pk is None))
        return found

    @cached_property
    def _piece(self) -> dict[tuple[int | None, int], Piece]:
        return {(piece.pupil_id, piece.place): piece for piece in self._pieces}

    def piece(self, pupil: Pupil, item: Item) -> Piece | None:
        """Return what this pupil has at a place."""
        return self._piece.get((pupil.pk, item.place)) or self._piece.get((None, item.place))

    def common(self, item: Item) -> Piece | None:
        """Return what all have at a place, if they have the same."""
        return self._piece.get((None, item.place))

    @cached_property
    def _by_who(self) -> dict[tuple[int | None, int], list[Given]]:
        found: dict[tuple[int | None, int], list[Given]] = {}
        for one in self.answers:
            found.setdefault((one.person, one.puzzle), []).append(one)
        return found

    @cached_property
    def _marked(self) -> dict[tuple[int | None, int], Mark]:
        """How each person fared with each puzzle that they have answered."""
        since = timezone.now() - JUST_NOW
        new = {
            *Answer.objects.filter(occasion=self.assignment.code, at__gt=since).values_list("person_id", "puzzle_id")
        }
        return {key: _mark(answers, key in new) for key, answers in self._by_who.items()}

    def last(self, pupil: Pupil, item: Item) -> datetime | None:
        """Return when a pupil has answered at a place last."""
        piece = self.piece(pupil, item)
        return self._lasts.get((pupil.person_id, piece.puzzle_id)) if piece else None

    @cached_property
    def _lasts(self) -> dict[tuple[int | None, int | None], datetime]:
        rows = Answer.objects.filter(occasion=self.assignment.code).values_list("person_id", "puzzle_id")
        return {(person, puzzle): last for person, puzzle, last in rows.annotate(last=Max("at"))}

    # -- marks ---------------------------------------------------------------------------------------------------------

    def mark(self, pupil: Pupil, item: Item) -> Mark:
        """Return how a pupil fared at a place."""
        piece = self.piece(pupil, item)
        if piece is None:
            return NO_MARK
        if piece.puzzle_id is None:
            return self._lesson_mark(pupil, piece)
        return self._marked.get((pupil.person_id, piece.puzzle_id), NO_MARK)

    def _marks_at(self, item: Item) -> list[Mark]:
        """Return how each pupil fared at a place."""
        common = self.common(item)
        if common is None or common.puzzle_id is None or item.place in self._own_places:
            return [self.mark(pupil, item) for pupil in self.pupils]
        marked, puzzle = self._marked, common.puzzle_id  # a table has thousands of these
        return [marked.get((pupil.person_id, puzzle), NO_MARK) for pupil in self.pupils]

    @cached_property
    def _own_places(self) -> set[int]:
        """The places at which some pupil has something of their own."""
        return {piece.place for piece in self._pieces if piece.pupil_id is not None}

    def _lesson_mark(self, pupil: Pupil, piece: Piece) -> Mark:
        wanted = self._lesson_steps(piece.lesson)
        done = self._steps.get(pupil.person_id, set())
        return Mark(FIRST, 1) if wanted and wanted <= done else NO_MARK

    def _lesson_steps(self, lesson: str) -> set[str]:
        found = self._lessons.get(lesson)
        if found is None:
            found = self._lessons[lesson] = set(lesson_steps(self.assignment, lesson))
        return found

    @cached_property
    def _lessons(self) -> dict[str, set[str]]:
        return {}

    def _clause_marks(self, pupil: Pupil) -> dict[str, Mark]:
        """Return how a student fared with each clause: in that of their puzzles that went worst for it.

        A clause is missed by the answers that name it, and right by a first answer that is right altogether. Of all
        others of a puzzle a wrong answer tells nothing.
        """
        person, worst = pupil.person_id, dict[str, tuple[int, Mark]]()
        for puzzle, clauses in (*self._about.get(None, ()), *self._about.get(pupil.pk, ())):
            mark = self._marked.get((person, puzzle), NO_MARK)
            for clause in clauses if mark.sign == FIRST else mark.missed:
                at = mark.at or NEVER
                if clause not in worst or at > worst[clause][0]:
                    worst[clause] = at, mark
        return {clause: mark for clause, (_, mark) in worst.items()}

    @cached_property
    def _about(self) -> dict[int | None, list[tuple[int, Sequence[str]]]]:
        """The puzzles of each pupil, or with None of everybody, each with the clauses that it is about."""
        found: dict[int | None, list[tuple[int, Sequence[str]]]] = defaultdict(list)
        for piece in self._pieces:
            if piece.puzzle:
                found[piece.pupil_id].append((piece.puzzle.pk, piece.puzzle.clauses))
        return found

    # -- tables --------------------------------------------------------------------------------------------------------

    @cached_property
    def clauses(self) -> list[Row]:
        """A row for each clause that is asked about or was missed, most missed first."""
        titles = self.assignment.played.rulebook.title_of
        found = [self._clause_marks(pupil) for pupil in self.pupils]
        ids = dict.fromkeys(id for puzzles in self._about.values() for _, clauses in puzzles for id in clauses)
        ids |= dict.fromkeys(id for marks in found for id in marks)
        rows = [Row(id, titles(id), [marks.get(id, NO_MARK) for marks in found], waiting="not shown yet") for id in ids]
        return sorted(rows, key=lambda row: (-row.missed, -row.counts[LATER], -row.answered, row.title))

    @cached_property
    def places(self) -> list[Row]:
        """A row for each place, in order."""
        found = []
        for item in self.items:
            common = self.common(item)
            gone = self._gone.get(common.puzzle_id, []) if common and common.puzzle_id else []
            marks = self._marks_at(item)
            firsts = sum(one.number == 1 for one in gone)
            title = f"{item.number}. {item.title}"
            found.append(Row(str(item.place), title, marks, firsts, sum(one.right for one in gone)))
        return found

    @cached_property
    def _gone(self) -> dict[int, list[Given]]:
        """The answers to each puzzle by those who are in the class no more."""
        here, found = {pupil.person_id for pupil in self.pupils}, defaultdict(list)
        for one in self.answers:
            if one.person not in here:
                found[one.puzzle].append(one)
        return found

    @cached_property
    def finished(self) -> list[Pupil]:
        """The pupils who have done all of it."""
        columns = zip(*(row.marks for row in self.places), strict=True)
        return [
            one for one, marks in zip(self.pupils, columns, strict=False) if all(mark.sign != NOT_YET for mark in marks)
        ]

    @property
    def begun(self) -> bool:
        """Whether anybody has done any of it."""
        return any(mark.sign != NOT_YET for row in self.places for mark in row.marks)

    def passed(self, pupil: Pupil) -> bool | None:
        """Return whether a pupil has passed; None if there is nothing to pass."""
        if not self.assignment.pass_at:
            return None
        puzzles = [item for item in self.items if not item.lesson]
        right = sum(self.mark(pupil, item).sign == FIRST for item in puzzles)
        return bool(puzzles) and 100 * right >= self.assignment.pass_at * len(puzzles)

    # -- what was wrong ------------------------------------------------------------------------------------------------

    def puzzles_missing(self, clause: str) -> set[int]:
        """Return the ids of the puzzles whose wrong answers have missed a clause."""
        return {one.puzzle for one in self.answers if clause in one.missed}


def _mark(answers: Sequence[Given], new: bool) -> Mark:
    """Return what these answers to one puzzle come to."""
    at = hints = seconds = 0
    missed: dict[str, None] = {}
    for one in answers:
        at = at or (one.number if one.right else 0)
        hints, seconds = max(hints, one.hints), seconds + (one.seconds or 0)
        missed |= dict.fromkeys(one.missed)
    return Mark(_sign(at), at, len(answers), hints, seconds, new, tuple(missed))


def _sign(at: int) -> str:
    return NOT if not at else FIRST if at == 1 else LATER


# -- what is asked of the database -------------------------------------------------------------------------------------


def _pieces(assignment: Assignment) -> Iterable[Piece]:
    return assignment.pieces.light().order_by("place", "pk")


def _answers(assignment: Assignment) -> Iterator[Given]:
    rows = Answer.objects.filter(occasion=assignment.code).order_by("puzzle_id", "number", "pk")
    rows = rows.annotate(said=Cast("missed", TextField()))  # a few lists stand there thousands of times
    fields = ("person_id", "puzzle_id", "number", "right", "said", "hints", "seconds")
    read: dict[str | None, Sequence[str]] = {None: ()}  # not known yet
    for person, puzzle, number, right, said, hints, seconds in rows.values_list(*fields):
        if said not in read:
            read[said] = json.loads(said)
        yield Given(person, puzzle, number, right, read[said], hints, seconds)


def _steps(assignment: Assignment, pieces: Sequence[Piece]) -> dict[int, set[str]]:
    """The steps of the game's lessons that each person has done, if any lesson was given."""
    found: dict[int, set[str]] = defaultdict(set)
    if any(piece.lesson for piece in pieces):
        theirs = StepDone.objects.filter(person__pupil_of__classroom=assignment.classroom_id, game=assignment.game)
        for person, step in theirs.values_list("person_id", "step"):
            found[person].add(step)
    return found


def version(assignment: Assignment) -> str:
    """Something that changes whenever an answer is given, a step of a lesson is done, or a pupil comes or goes."""
    room = assignment.classroom_id
    steps = StepDone.objects.filter(person__pupil_of__classroom=room, game=assignment.game)
    counted = (
        Answer.objects.filter(occasion=assignment.code),
        Pupil.objects.filter(classroom=room),
        steps if assignment.pieces.exclude(lesson="").exists() else StepDone.objects.none(),
    )
    found = [rows.aggregate(all=Count("pk"), last=Max("pk")) for rows in counted]
    return "-".join(str(one[name] or 0) for one in found for name in ("all", "last"))


# -- what was chosen ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mistake:
    """Something that was wrong in answers: in which puzzle, what, by how many people, and why it is wrong."""

    puzzle: Puzzle
    text: str
    cards: str
    said: str
    """What it was said to be, or that it was left out, where it is not simply chosen."""
    count: int
    reason: str


def mistakes(results: Results, clause: str, most: int = 3) -> list[Mistake]:
    """Return what was wrong most often in answers that have missed a clause. It asks the database twice."""
    puzzles = Puzzle.objects.in_bulk(list(results.puzzles_missing(clause)))
    rows = Answer.objects.filter(occasion=results.assignment.code, puzzle__in=list(puzzles), right=False)
    who: dict[tuple[int, tuple[str, str]], set[tuple[int | None, int]]] = defaultdict(set)
    for pk, person, puzzle, given, missed in rows.values_list("pk", "person_id", "puzzle_id", "given", "missed"):
        if clause in (missed or ()):
            for one in _wrong_about(clause, puzzles[puzzle].posed, given):
                who[puzzle, one].add((person, 0 if person else pk))
    worst = sorted(who, key=lambda one: (-len(who[one]), one))[:most]
    return [_mistake(puzzles[puzzle], *one, len(who[puzzle, one])) for puzzle, one in worst]


def _wrong_about(clause: str, posed: Posed, given: Any) -> list[tuple[str, str]]:
    """Return what is wrong in an answer by this clause; all that is wrong where its options name no clause."""
    wrong = wrong_in(posed, given)
    return [one for one in wrong if posed.clauses_by_option.get(one[0]) == clause] or wrong


def wrong_in(posed: Posed, given: Any) -> list[tuple[str, str]]:
    """What is wrong in an answer: the ids of options, with the labels they were given, or what was answered itself."""
    if posed.form == "tick":
        chosen = [given] if isinstance(given, str) else given
        return [(one.id, "") for one in posed.options if (one.id in chosen) != (one.id in posed.key)]
    if posed.form == "match" and isinstance(given, dict):
        return [(id, label) for id, label in given.items() if posed.key.get(id) != label]
    return [(" · ".join(given) if isinstance(given, list) else str(given), "")]


def _mistake(puzzle: Puzzle, one: str, label: str, count: int) -> Mistake:
    posed = puzzle.posed
    option = next((option for option in posed.options if option.id == one), None)
    if option is None:
        return Mistake(puzzle, one, "", "", count, posed.explanation)
    left_out = posed.form == "tick" and one in posed.key
    said = "left out" if left_out else dict(posed.labels).get(label, "")
    return Mistake(puzzle, option.text, option.cards, said, count, posed.reasons.get(one, posed.explanation))


# -- all assignments of a class ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """An assignment in the list of its class: how many of its pupils have answered all of its puzzles.

    That is None if it has no puzzles.
    """

    assignment: Assignment
    done: int | None
    pupils: int
    state: str


def overview(classroom: Classroom) -> list[Line]:
    """What a class was given, the newest first, with how many pupils are done: three queries, however much it is."""
    common = Count("pieces", filter=Q(pieces__pupil=None, pieces__puzzle__isnull=False))
    assignments = list(classroom.assignments.annotate(common=common).order_by("-made", "-pk"))
    pupils = classroom.pupils.count()
    answered: Counter[str] = Counter()
    wanted = {one.code: _puzzles(one) for one in assignments}
    here = Answer.objects.filter(occasion__in=list(wanted), person__pupil_of__classroom=classroom, number=1)
    for row in here.values("occasion", "person").annotate(all=Count("puzzle", distinct=True)):
        answered[row["occasion"]] += row["all"] >= wanted[row["occasion"]] > 0
    now = timezone.now()
    return [
        Line(one, answered[one.code] if wanted[one.code] else None, pupils, _state(one, now)) for one in assignments
    ]


def _puzzles(assignment: Any) -> int:
    """Return how many puzzles each pupil has: lessons are not counted."""
    return int(assignment.common) + (0 if assignment.same else int(assignment.fresh))


def _state(assignment: Assignment, now: datetime) -> str:
    if not opened(assignment, now):
        return "opens"
    return "over" if over(assignment, now) else "open"
