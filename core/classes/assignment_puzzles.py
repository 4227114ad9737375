"""Making the puzzles of an assignment, each from a name, so that whoever makes it first, it is the same one."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

from core.classes.models import Assignment, Piece, Pupil
from core.practice.models import NothingToAsk, Puzzle, code_of
from core.practice.themes import available_themes
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import Theme
from games.engine.work import OutOfWork

PATIENCE = 0.4
"""Seconds after which a request makes no further puzzle; the background work makes the others."""
FIRST_FRESH = 100
"""The place of the first fresh puzzle: after all that was chosen by hand, of which there is never so much."""


class NothingAbout(Exception):
    """The house rules leave nothing to ask about the clause of this id."""

    def __init__(self, clause: str) -> None:
        self.clause = clause
        super().__init__(clause)


def askable(game: Game[Any], options: Options) -> list[tuple[str, list[tuple[str, str]]]]:
    """The clauses that some puzzle trains under these house rules, by the sections of the rulebook: id and title.

    Where it takes too long to find out, those that some puzzle trains under any rules.
    """
    try:
        themes: Sequence[Theme] = available_themes(game, options)
    except OutOfWork:
        themes = game.themes
    trained = {clause for theme in themes for clause in theme.clauses}
    sections = [
        (one.title, [(entry.id, entry.title) for entry in one.entries if entry.holds and entry.id in trained])
        for one in game.rulebook.under(options)
    ]
    return [(title, entries) for title, entries in sections if entries]


@dataclass(frozen=True)
class PuzzleRequest:
    """A puzzle that an assignment is to have: its place, what it may be about, best first, and what it is made from."""

    place: int
    about: Sequence[tuple[str, str]]
    """A theme or a clause each."""
    name: str


def wanted(assignment: Assignment, pupil: Pupil | None = None) -> list[PuzzleRequest]:
    """The fresh puzzles of an assignment, or of one pupil in it: its clauses, or all kinds, come equally often."""
    whose = f"{assignment.code}/{pupil.pk}" if pupil else assignment.code
    about = [("", clause) for clause in assignment.clauses] or [(slug, "") for slug in _shuffled(assignment)]
    return [
        PuzzleRequest(FIRST_FRESH + number, _from(about, number), f"{whose}/{number}")
        for number in range(assignment.fresh)
    ]


def _shuffled(assignment: Assignment) -> Sequence[str]:
    slugs = [theme.slug for theme in available_themes(assignment.played, assignment.house_rules)]
    return Random(assignment.code).sample(slugs, len(slugs))


def _from(about: Sequence[tuple[str, str]], number: int) -> Sequence[tuple[str, str]]:
    """The same, beginning with the one whose turn it is."""
    at = number % len(about) if about else 0
    return [*about[at:], *about[:at]]


def make(assignment: Assignment, pupil: Pupil | None = None, patience: float | None = None) -> bool:
    """Make what fresh puzzles are lacking, of one pupil or of all alike, and say whether all are there now.

    Two at once make each of them once. Raises NothingAbout.
    """
    until = monotonic() + (PATIENCE if patience is None else patience)
    there = set(assignment.pieces.filter(pupil=pupil).values_list("place", flat=True))
    for one in wanted(assignment, pupil):
        if one.place in there:
            continue
        if monotonic() > until:
            return False
        try:
            puzzle = made(assignment.played, assignment.house_rules, one)
        except OutOfWork:  # the request may search no longer
            return False
        Piece.objects.get_or_create(assignment=assignment, place=one.place, pupil=pupil, defaults={"puzzle": puzzle})
    return True


def made(game: Game[Any], options: Options, one: PuzzleRequest) -> Puzzle:
    """The puzzle that is wanted. Raises NothingAbout."""
    for theme, clause in one.about:
        with suppress(NothingToAsk):
            return Puzzle.fresh(game, options, theme, clause, name=one.name)
    raise NothingAbout(one.about[0][1] if one.about else "")


def check(game: Game[Any], options: Options, clauses: Sequence[str]) -> None:
    """See that something can be asked about each of these clauses, as far as there is time. Raises NothingAbout."""
    until = monotonic() + PATIENCE
    for clause in clauses:
        if monotonic() < until:
            made(game, options, PuzzleRequest(0, [("", clause)], f"{game.slug}/{options.digest()}/{clause}"))


def made_for(assignment: Assignment, piece: Piece, pupil: Pupil | None) -> bool:
    """Whether the puzzle of a piece was made for this assignment, so that nobody can have come by it elsewhere."""
    name = next((one.name for one in wanted(assignment, pupil) if one.place == piece.place), "")
    return bool(name and piece.puzzle and code_of(name) == piece.puzzle.code)
