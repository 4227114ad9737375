"""Classes: their teachers, their students, and their assignments."""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.urls import reverse
from django.utils import timezone

import games
from core.people.models import Person, generate_random_code
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.options import Options
from variants.services import get_person_rules

MOST_TEACHERS = 10
MOST_STUDENTS = 100
MOST_ITEMS = 40
"""The maximum number of puzzles and lessons in one assignment."""
LONGEST_NAME = 60
JOINING_LENGTH, SLIP_LENGTH = 6, 10


def class_code() -> str:
    """Return a random class code. It's short because students type it."""
    return generate_random_code(JOINING_LENGTH)


def slip_code() -> str:
    """Return a random code for a sign-in slip, too long to guess. A student uses it once to choose a password."""
    return generate_random_code(SLIP_LENGTH)


def address_code() -> str:
    """Return a random code for a URL, too long to guess."""
    return generate_random_code(12)


def hash_code(code: str) -> str:
    """Return the SHA-256 hash of a code. The database stores this hash instead of the code."""
    return hashlib.sha256(code.encode()).hexdigest()


class ClassroomQuerySet(models.QuerySet["Classroom"]):
    def taught_by(self, person: Person | None) -> ClassroomQuerySet:
        """Return the classes that this person teaches. Returns an empty queryset if `person` is None."""
        return self.filter(teachers=person) if person else self.none()

    def with_student_counts(self) -> ClassroomQuerySet:
        """Annotate each class with `size` (the number of students) and `here` (the number of those who have joined)."""
        joined = models.Q(students__joined__isnull=False)
        return self.annotate(size=models.Count("students"), here=models.Count("students", filter=joined))


class Classroom(models.Model):
    """A class. `code` is in its URL. Students type the class code `joining`. `archived` classes are read-only."""

    code = models.CharField(max_length=20, unique=True, default=address_code, editable=False)
    joining = models.CharField(max_length=10, unique=True, default=class_code, editable=False)
    name = models.CharField(max_length=LONGEST_NAME)
    teachers = models.ManyToManyField(Person, through="Teacher", related_name="classes_taught")
    created = models.DateTimeField(default=timezone.now, editable=False)
    archived = models.DateTimeField(null=True, blank=True)

    objects = ClassroomQuerySet.as_manager()

    class Meta:
        ordering = ["-created", "-pk"]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("classes:class", args=[self.code])

    @property
    def homework_url(self) -> str:
        """The URL where the class's students find their assignments."""
        return reverse("classes:mine", args=[self.code])


class Teacher(models.Model):
    """Makes a person a teacher of a class. A class can have several teachers."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE)
    person = models.ForeignKey(Person, on_delete=models.CASCADE)
    since = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["classroom", "person"], name="teaches_once")]

    def __str__(self) -> str:
        return f"{self.person} teaches {self.classroom}"


class Student(models.Model):
    """A student in a class. Only the class's teachers see `name`. Others see the display name of the `Person`.

    `key` is the hash of a one-time code, which is printed on the student's slip. It's empty once the student has used
    the code to choose a password. `made_here` says that the account was created for the class. If so, the class's
    teachers can make new codes for it, and it's deleted when the student is removed.
    """

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="students")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="student_of")
    name = models.CharField(max_length=LONGEST_NAME)
    key = models.CharField(max_length=64, blank=True, db_index=True)
    made_here = models.BooleanField(default=False)
    joined = models.DateTimeField(null=True, blank=True)
    added = models.DateTimeField(default=timezone.now, editable=False)

    has_namesake = False
    """Whether another student of the class has the same name. Only `results.list_students` sets it."""

    class Meta:
        ordering = ["name", "pk"]
        constraints = [models.UniqueConstraint(fields=["classroom", "person"], name="student_once")]

    def __str__(self) -> str:
        return f"Student {self.pk}"

    @property
    def distinguishing_name(self) -> str:
        """The username, or the display name if the account wasn't made for the class. It distinguishes namesakes."""
        user = self.person.user if self.made_here else None
        return user.get_username() if user else self.person.display_name

    @property
    def unique_name(self) -> str:
        """The student's name. If `has_namesake` is set, the username or display name follows in parentheses."""
        return f"{self.name} ({self.distinguishing_name})" if self.has_namesake else self.name


class ClassRules(models.Model):
    """The house rules that a class uses for a game, as the values that differ from the standard rules."""

    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="rules")
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["classroom", "game"], name="class_rules_once")]
        verbose_name_plural = "class rules"

    def __str__(self) -> str:
        return f"{self.classroom}: {self.game}"


class Assignment(models.Model):
    """A class's assignment about one game, under house rules that don't change afterward.

    - Its items are lessons and puzzles that a teacher has chosen, and `fresh` generated puzzles about `clauses` (any
      clause if it's empty).
    - `same` says that the generated puzzles are the same for everyone. Otherwise, each student gets different ones.
    - Answers are accepted from `opens` until `due`, up to `tries` for each puzzle (0 means any number).
    - `tells` says that students see right away whether an answer was right. Otherwise, they see it after `due`.
    - A student passes with `pass_at` percent of the puzzles right on the first try (0 means no passing score).
    """

    code = models.CharField(max_length=20, unique=True, default=address_code, editable=False)
    classroom = models.ForeignKey(Classroom, on_delete=models.CASCADE, related_name="assignments")
    by = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")
    title = models.CharField(max_length=LONGEST_NAME)
    game = models.SlugField(max_length=40)
    options = models.JSONField(default=dict)
    fresh = models.PositiveSmallIntegerField(default=0)
    clauses = models.JSONField(default=list)
    same = models.BooleanField(default=True)
    opens = models.DateTimeField(default=timezone.now)
    due = models.DateTimeField(null=True, blank=True)
    tries = models.PositiveSmallIntegerField(default=0)
    tells = models.BooleanField(default=True)
    hints = models.BooleanField(default=True)
    pass_at = models.PositiveSmallIntegerField(default=0)
    made = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["-made", "-pk"]

    def __str__(self) -> str:
        return f"{self.classroom}: {self.title}"

    def get_absolute_url(self) -> str:
        return reverse("classes:assignment", args=[self.classroom.code, self.code])

    @property
    def engine_game(self) -> Game[Any]:
        """The engine's object for the assignment's game."""
        return games.get(self.game)

    @property
    def house_rules(self) -> Options:
        """The house rules of the assignment, loaded from the values in `options`."""
        return self.engine_game.options.load_saved_options(self.options)


class AssignmentItemQuerySet(models.QuerySet["AssignmentItem"]):
    def with_puzzles(self) -> AssignmentItemQuerySet:
        """Load each item together with its puzzle, without the puzzle's large JSON columns."""
        heavy = ("puzzle__asked", "puzzle__setup", "puzzle__options")
        return self.select_related("puzzle").defer(*heavy)


class AssignmentItem(models.Model):
    """An item of an assignment: a lesson, or a puzzle for everyone or for one student.

    `place` is its position in the assignment, and `student` is null if everyone gets it.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="items")
    place = models.PositiveSmallIntegerField()
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, null=True, related_name="assignment_items")
    lesson = models.SlugField(max_length=80, blank=True)
    title = models.CharField(max_length=LONGEST_NAME, blank=True)
    student = models.ForeignKey(Student, on_delete=models.CASCADE, null=True, related_name="items")

    objects = AssignmentItemQuerySet.as_manager()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "place"], condition=models.Q(student=None), name="one_item_a_place"
            ),
            models.UniqueConstraint(fields=["assignment", "place", "student"], name="one_item_a_place_and_student"),
        ]

    def __str__(self) -> str:
        return f"{self.assignment_id}, {self.place}"


class LiveBoard(models.Model):
    """A class's live board: the teacher's window shows a puzzle of an assignment, which all students answer together.

    `place` is the puzzle's place in the assignment, and `shown` says whether the answer is shown already. The board
    ends when the teacher's window hasn't requested it for the time `GONE`, and after the time `LONGEST` at the latest.
    `seen` is the stored time of the window's last request, and `lasted` is how long the board had been running by then.
    """

    GONE = timedelta(minutes=3)
    """The time without a poll after which a window is considered closed."""
    LONGEST = timedelta(minutes=60)
    NOTED = timedelta(seconds=20)
    """The minimum time between two stored polls. A poll is a browser's request for the board, every two seconds."""

    classroom = models.OneToOneField(Classroom, on_delete=models.CASCADE, related_name="live")
    assignment = models.ForeignKey(Assignment, on_delete=models.CASCADE, related_name="+")
    place = models.PositiveSmallIntegerField()
    shown = models.BooleanField(default=False)
    seen = models.DateTimeField(default=timezone.now)
    lasted = models.DurationField(default=timedelta)

    def __str__(self) -> str:
        return f"{self.classroom}, {self.place}"

    def is_running(self, now: datetime) -> bool:
        """Return whether the teacher's window is still open and the board hasn't run for the maximum time.

        `seen` is the time of the window's last request. If the system clock was set back, so that `seen` is in the
        future, saves `now` as `seen`.
        """
        if now < self.seen:
            LiveBoard.objects.filter(pk=self.pk, seen=self.seen).update(seen=now)
            self.seen = now
        away = now - self.seen
        return away < self.GONE and self.lasted + away < self.LONGEST

    def record_teacher_poll(self, now: datetime) -> None:
        """Save `now` as the time of the teacher's latest request for the live board.

        Does nothing if the saved time is less than `NOTED` ago, so that most requests don't write to the database.
        """
        away = now - self.seen
        if away >= self.NOTED:
            LiveBoard.objects.filter(pk=self.pk, seen=self.seen).update(seen=now, lasted=models.F("lasted") + away)

    def record_student_poll(self, student: Student, now: datetime) -> None:
        """Save `now` as the time of a student's latest request for the live board.

        Does nothing if the saved time is less than `NOTED` ago, so that most requests don't write to the database.
        """
        viewer, is_new = self.viewers.get_or_create(student=student, defaults={"seen": now})
        if not is_new and abs(now - viewer.seen) >= self.NOTED:
            self.viewers.filter(pk=viewer.pk).update(seen=now)

    def is_watched_by(self, person: int, now: datetime) -> bool:
        """Return whether a person's window has requested the live board within the time `GONE`.

        `person` is the person's id.
        """
        times = self.viewers.filter(student__person=person).values_list("seen", flat=True)
        return any(abs(now - seen) < self.GONE for seen in times)


class BoardViewer(models.Model):
    """A student whose window shows the live board, and the time of its last poll."""

    board = models.ForeignKey(LiveBoard, on_delete=models.CASCADE, related_name="viewers")
    student = models.ForeignKey(Student, on_delete=models.CASCADE, related_name="+")
    seen = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "student"], name="views_a_board_once")]

    def __str__(self) -> str:
        return f"{self.student} looks at {self.board}"


def get_rules_for_new_assignment(classroom: Classroom, game: Game[Any], teacher: Person | None) -> Options:
    """Return the house rules for a new assignment: the class's rules for this game, or else the teacher's.

    If the teacher hasn't chosen rules either, they're the site's.
    """
    own = classroom.rules.filter(game=game.slug).first()
    return game.options.load_saved_options(own.options) if own else get_person_rules(teacher, game).options
