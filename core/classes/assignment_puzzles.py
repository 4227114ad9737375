"""Generates the puzzles of assignments that teachers haven't chosen themselves.

Each puzzle has a name that seeds the generator. So if two processes generate the same puzzle, they get the same result.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from core.classes.models import Assignment, AssignmentItem, Student
from core.practice.models import NoPuzzlePossible, Puzzle, derive_code_from_name
from core.practice.themes import list_available_themes
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import PuzzleTheme
from games.engine.work_limits import WorkExceeded

PATIENCE = 0.4
"""After this many seconds, a request doesn't start another puzzle. A background task generates the rest."""
FIRST_FRESH = 100
"""The place of the first generated puzzle. Items that a teacher has chosen have lower places."""


class NoPuzzleAboutClause(Exception):
    """Raised if no puzzle about a clause (a rule in the game's rulebook) is possible under the house rules.

    Its argument is the clause's id. It's "" if the assignment has no clauses.
    """

    def __init__(self, clause: str) -> None:
        self.clause = clause
        super().__init__(clause)


def list_askable_clauses(game: Game[Any], options: Options) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the clauses (rules in the game's rulebook) that puzzles can be about under these house rules.

    The list has a tuple for each section of the rulebook: its title and its clauses. A clause is a tuple of its id and
    its title. If it takes too long to find the puzzle themes that these house rules allow, all themes of the game are
    used.
    """
    try:
        themes: Sequence[PuzzleTheme] = list_available_themes(game, options)
    except WorkExceeded:
        themes = game.puzzle_themes
    trained = {clause for theme in themes for clause in theme.clauses}
    sections = [
        (one.title, [(entry.id, entry.title) for entry in one.entries if entry.is_in_force and entry.id in trained])
        for one in game.rulebook.render_sections(options)
    ]
    return [(title, entries) for title, entries in sections if entries]


@dataclass(frozen=True)
class PuzzleToGenerate:
    """A puzzle to generate for an assignment: its place in the assignment, and the subjects that it can be about.

    A subject is a theme (a type of puzzle) or a clause (a rule in the game's rulebook). The generator tries the
    subjects in this order. `name` seeds the generator, so that the same name always gives the same puzzle.
    """

    place: int
    about: Sequence[tuple[str, str]]
    """Pairs of a theme's slug and a clause's id. One of the two is ""."""
    name: str


def list_puzzles_to_generate(assignment: Assignment, student: Student | None = None) -> list[PuzzleToGenerate]:
    """Return the puzzles to generate for an assignment, whether or not they exist already.

    With `student`, they're the puzzles for this student only. Otherwise, they're those that everyone gets. Their
    subjects alternate between the assignment's clauses, or between all themes if it has no clauses.
    """
    whose = f"{assignment.code}/{student.pk}" if student else assignment.code
    about = [("", clause) for clause in assignment.clauses] or [(slug, "") for slug in _shuffle_themes(assignment)]
    return [
        PuzzleToGenerate(FIRST_FRESH + number, _rotate_subjects(about, number), f"{whose}/{number}")
        for number in range(assignment.fresh)
    ]


def _shuffle_themes(assignment: Assignment) -> Sequence[str]:
    """Return the slugs of the puzzle themes that the assignment's house rules allow, in random order.

    The order is always the same for an assignment.
    """
    slugs = [theme.slug for theme in list_available_themes(assignment.engine_game, assignment.house_rules)]
    return Random(assignment.code).sample(slugs, len(slugs))


def _rotate_subjects(about: Sequence[tuple[str, str]], number: int) -> Sequence[tuple[str, str]]:
    """Return the list `about` (a puzzle's possible subjects), rotated by the puzzle's number.

    The generator prefers the first subject in the list. So consecutive puzzles prefer different subjects.
    """
    at = number % len(about) if about else 0
    return [*about[at:], *about[:at]]


def generate_missing_puzzles(
    assignment: Assignment, student: Student | None = None, patience: float | None = None
) -> bool:
    """Generate those puzzles of an assignment that don't exist yet. Return whether all of them exist now.

    With `student`, they're the puzzles for this student only. Otherwise, they're those that everyone gets. After
    `patience` seconds (default: `PATIENCE`), no further puzzle is started. Several processes can run this at once,
    because each puzzle is created only once. Raises NoPuzzleAboutClause if one of the puzzles isn't possible.
    """
    until = monotonic() + (PATIENCE if patience is None else patience)
    there = set(assignment.items.filter(student=student).values_list("place", flat=True))
    for one in list_puzzles_to_generate(assignment, student):
        if one.place in there:
            continue
        if monotonic() > until:
            return False
        try:
            puzzle = generate_first_possible_puzzle(assignment.engine_game, assignment.house_rules, one)
        except WorkExceeded:  # the time of the request is used up
            return False
        AssignmentItem.objects.get_or_create(
            assignment=assignment, place=one.place, student=student, defaults={"puzzle": puzzle}
        )
    return True


def generate_first_possible_puzzle(game: Game[Any], options: Options, one: PuzzleToGenerate) -> Puzzle:
    """Generate a puzzle about the first possible one of its subjects. `one` has the subjects and the puzzle's name.

    The name seeds the generator. Raises NoPuzzleAboutClause if no subject is possible.
    """
    for theme, clause in one.about:
        with suppress(NoPuzzlePossible):
            return Puzzle.generate_puzzle(game, options, theme, clause, name=one.name)
    raise NoPuzzleAboutClause(one.about[0][1] if one.about else "")


def check_clauses_are_askable(game: Game[Any], options: Options, clauses: Sequence[str]) -> None:
    """Raise NoPuzzleAboutClause if no puzzle is possible about one of these clauses.

    To find out, it generates a puzzle about each clause. After `PATIENCE` seconds, the remaining clauses aren't
    checked.
    """
    until = monotonic() + PATIENCE
    for clause in clauses:
        if monotonic() < until:
            generate_first_possible_puzzle(
                game, options, PuzzleToGenerate(0, [("", clause)], f"{game.slug}/{options.digest()}/{clause}")
            )


def is_generated_for_assignment(assignment: Assignment, item: AssignmentItem, student: Student | None) -> bool:
    """Return whether the puzzle of this item was generated for this assignment.

    `student` is the only student who gets the item, or None if everyone gets it.
    """
    name = next((one.name for one in list_puzzles_to_generate(assignment, student) if one.place == item.place), "")
    return bool(name and item.puzzle and derive_code_from_name(name) == item.puzzle.code)
