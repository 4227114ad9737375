"""Attempt contexts: the conditions under which a puzzle is answered, for example in an assignment.

A context says how many answers are accepted, when the result is shown, and so on. Other apps can provide contexts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import tzinfo
from typing import TYPE_CHECKING

from django.http import Http404
from django.utils import timezone

from core.http.decorators import once_per_request
from core.http.time_zone import get_time_zone
from core.learn.lesson_assignments import ASKED
from core.people import get_person
from core.people.requests import HttpRequest
from core.registry import Registry
from games.errors import RulesError

if TYPE_CHECKING:
    from core.people.models import Person
    from core.practice.models import Puzzle
    from core.practice.runs import RunProgress


class AttemptsClosed(RulesError):
    """Raised for an answer to a puzzle if no more answers are accepted there. The message says why."""


@dataclass(frozen=True)
class AttemptContext:
    """The conditions under which a puzzle is answered: in own practice, an assignment, a collection, or a preview.

    - `code` is stored with the answers. It's "" for own practice and collections, where answers are rated.
    - `along` is a code that is in URLs but not stored with answers, such as that of a collection.
    - `back` is the URL of the whole assignment, and `onwards` the URL of the page after this puzzle. With `ending`, the
      link to that page has this text and appears only after the last answer.
    - Up to `tries` answers are accepted (0 means any number). If no answer is accepted, `closed` says why.
    - With `tells`, the solver sees right away whether an answer was right. Otherwise, `later` says when they will.
    - `hints` says whether hints are available. Without `counts`, nothing is stored.
    - In a timed `run`, each answer is followed directly by the next puzzle.
    """

    code: str = ""
    along: str = ""
    title: str = ""
    back: str = ""
    onwards: str = ""
    ending: str = ""
    tries: int = 0
    closed: str = ""
    tells: bool = True
    later: str = ""
    hints: bool = True
    counts: bool = True
    run: RunProgress | None = None

    @property
    def query_string(self) -> str:
        """The query string that keeps this context in a puzzle's URLs, or "" for own practice."""
        return f"?{ASKED}={self.url_code}" if self.url_code else ""

    @property
    def url_code(self) -> str:
        """The code that identifies this context in URLs: `along` or else `code`. It's "" for own practice."""
        return self.along or self.code

    def check_open(self, answers: int, solved: bool) -> None:
        """Raise AttemptsClosed if this context accepts no more answers to a puzzle.

        `answers` is the number of answers so far, and `solved` says whether one of them was right.
        """
        if self.closed:
            raise AttemptsClosed(self.closed)
        if self.code and self.counts and solved and self.tells:
            raise AttemptsClosed("You’ve already solved this puzzle.")
        if self.tries and answers >= self.tries:
            raise AttemptsClosed("You have no attempts left.")

    def is_closed_to_more_answers(self, answers: int, solved: bool) -> bool:
        """Return whether this context accepts no more answers to a puzzle.

        `answers` is the number of answers so far, and `solved` says whether one of them was right.
        """
        try:
            self.check_open(answers, solved)
        except AttemptsClosed:
            return True
        return False

    def can_reveal_right_answer(self, answers: int, solved: bool) -> bool:
        """Return whether the right answer to a puzzle can be shown to the solver.

        `answers` is the number of answers so far, and `solved` says whether one of them was right. In an assignment or
        any other context that has a code and counts answers, the right answer can be shown once the puzzle is solved or
        no more answers are accepted. But it's never shown there if `tells` is false. In a collection, it can be shown
        once the puzzle is solved, or after a second answer. In own practice and in an author's preview, it can always
        be shown.
        """
        if self.code and self.counts:
            return self.tells and (solved or self.is_closed_to_more_answers(answers, solved))
        return not self.along or can_reveal_with_unlimited_tries(answers, solved)


def can_reveal_with_unlimited_tries(answers: int, solved: bool) -> bool:
    """Return whether the right answer to a puzzle can be shown, if there's no limit on the number of answers.

    It can be shown once the puzzle is `solved`, or after a second answer. `answers` is the number of answers so far.
    """
    return solved or answers > 1


OWN = AttemptContext()
DAILY = "daily"
"""The context code for daily puzzles."""
DAILY_TRIES = 3
FIRST_ZONE = timezone.get_fixed_timezone(14 * 60)
"""The time zone in which each day begins first."""


class AttemptContextProvider:
    """The interface for apps that assign puzzles, or set limits for answering them in any other way.

    An app registers a subclass that overrides the methods. By default, there are no attempt contexts.
    """

    def find_attempt_context(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """Return the attempt context with this code, which is in a puzzle's URL.

        Returns None if the code isn't from this app. If the reader doesn't have the puzzle in that context, returns
        None or raises Http404.
        """
        return None

    def find_required_attempt_context(self, person: Person | None, puzzle: Puzzle) -> AttemptContext | None:
        """Return the context in which a person has to solve a puzzle now, or None if there is no such requirement.

        Raises Http404 if the person can't solve the puzzle at all.
        """
        return None

    def list_codes_with_hidden_results(self, person: Person) -> Iterable[str]:
        """Return the codes of the attempt contexts whose results are still hidden from this person."""
        return ()

    def get_answer_limits_by_context(self, person: Person) -> Mapping[str, int]:
        """Return how many answers to a puzzle this app's attempt contexts accept from a person.

        The keys are the contexts' codes, and 0 means any number of answers. Contexts that no longer accept any answers
        from the person are left out.
        """
        return {}


attempt_contexts: Registry[AttemptContextProvider] = Registry()


@once_per_request
def get_attempt_context(request: HttpRequest, puzzle: Puzzle) -> AttemptContext:
    """Return the attempt context in which the reader solves a puzzle, according to the URL.

    Raises Http404 if the URL has the code of a context that isn't the reader's.
    """
    code = request.GET.get(ASKED, "")
    if not code or (code == DAILY and hasattr(puzzle, "daily")):
        return get_default_context(get_person(request), puzzle, get_time_zone(request))
    context = attempt_contexts.find_first_answer(lambda provider: provider.find_attempt_context(request, code, puzzle))
    if context is None:
        raise Http404("This puzzle isn’t part of that assignment.")
    return context


def get_default_context(person: Person | None, puzzle: Puzzle, zone: tzinfo = FIRST_ZONE) -> AttemptContext:
    """Return the attempt context of a puzzle whose URL has no context code.

    It's the assignment if the puzzle is assigned to the person, or else the daily puzzle, or else the person's own
    practice. Raises Http404 if the person can't open the puzzle, or if the day of a daily puzzle hasn't begun in
    `zone`.
    """
    daily = puzzle.daily.build_attempt_context(zone) if hasattr(puzzle, "daily") else OWN
    return (
        attempt_contexts.find_first_answer(lambda provider: provider.find_required_attempt_context(person, puzzle))
        or daily
    )


def collect_codes_with_hidden_results(person: Person) -> set[str]:
    """Return the codes of the attempt contexts whose results are still hidden from this person."""
    return {code for provider in attempt_contexts for code in provider.list_codes_with_hidden_results(person)}


def collect_answer_limits_by_context(person: Person) -> dict[str, int]:
    """Return how many answers to a puzzle the attempt contexts of all apps accept from a person.

    The keys are the contexts' codes, and 0 means any number of answers. Contexts that no longer accept any answers from
    the person are left out.
    """
    return {DAILY: DAILY_TRIES} | {
        code: most
        for provider in attempt_contexts
        for code, most in provider.get_answer_limits_by_context(person).items()
    }


@dataclass(frozen=True)
class PuzzleCredit:
    """The title and author of a puzzle that a person built, and a note for its solver (`says`).

    It's displayed with the puzzle. `newer`, `report`, and `oembed` are URLs: of a newer version, of the form for
    reporting an error, and for oEmbed.
    """

    title: str
    by: str = ""
    says: str = ""
    newer: str = ""
    report: str = ""
    oembed: str = ""
    """The URL for oEmbed."""


@dataclass(frozen=True)
class PublishedPuzzle:
    """A public puzzle that a person built: its title, URL, and author."""

    title: str
    url: str
    by: str


class PublishedPuzzleProvider:
    """The interface for apps where people build puzzles.

    An app registers a subclass that overrides the methods. By default, they find no puzzles.
    """

    def list_published_puzzles(self, game: str) -> Iterable[PublishedPuzzle]:
        """Return the public puzzles of the game with this slug."""
        return ()

    def find_puzzle_credit(self, request: HttpRequest, puzzle: Puzzle) -> PuzzleCredit | None:
        """Return the title and author of a puzzle that was built in this app, or None for other puzzles."""
        return None


published_puzzles: Registry[PublishedPuzzleProvider] = Registry()


def list_published_puzzles(game: str) -> list[PublishedPuzzle]:
    """Return the public puzzles of a game that people built."""
    return [puzzle for provider in published_puzzles for puzzle in provider.list_published_puzzles(game)]


def find_puzzle_credit(request: HttpRequest, puzzle: Puzzle) -> PuzzleCredit | None:
    """Return the title and author of a puzzle that a person built, or None for other puzzles."""
    return published_puzzles.find_first_answer(lambda provider: provider.find_puzzle_credit(request, puzzle))
