"""What a puzzle is solved for: for oneself or, where another app says so, for somebody who has set it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404

from core.http.decorators import once_per_request
from core.learn.lesson_assignments import ASKED
from core.people import get_person
from core.people.requests import HttpRequest
from core.registry import Registry
from games.errors import HouseError

if TYPE_CHECKING:
    from core.people.models import Person
    from core.practice.models import Puzzle


class Closed(HouseError):
    """No more answers are taken."""


@dataclass(frozen=True)
class AttemptContext:
    """What a puzzle is solved for. `code` stands in the answers; it is empty for one's own practice, which is rated.

    `back` and `onwards` are addresses: of the whole of it, and of what comes after this puzzle. Up to `tries` answers
    are taken (0: any number), none for the reason `closed`. Whether an answer was right is said at once or, without
    `tells`, not before `later`. Without `hints` none are given. What does not `count` is not written down. `along` is
    a code that stands in addresses and in no answer: of puzzles that somebody goes through for themselves, say.
    """

    code: str = ""
    along: str = ""
    title: str = ""
    back: str = ""
    onwards: str = ""
    tries: int = 0
    closed: str = ""
    tells: bool = True
    later: str = ""
    hints: bool = True
    counts: bool = True

    @property
    def query(self) -> str:
        """What the addresses of a puzzle end with, so that all that is sent there is for this."""
        return f"?{ASKED}={self.address_code}" if self.address_code else ""

    @property
    def address_code(self) -> str:
        """The code that stands in addresses."""
        return self.along or self.code

    def check(self, answers: int, solved: bool) -> None:
        """Raises Closed if after so many answers no other is taken."""
        if self.closed:
            raise Closed(self.closed)
        if self.code and self.counts and solved and self.tells:
            raise Closed("You have solved this already.")
        if self.tries and answers >= self.tries:
            raise Closed("You have answered this as often as you may.")

    def ends_with(self, answers: int, solved: bool) -> bool:
        """Return whether no other answer is taken after so many."""
        try:
            self.check(answers, solved)
        except Closed:
            return True
        return False

    def tells_after(self, answers: int, solved: bool) -> bool:
        """Whether it is told what is right after so many answers: not to who may try again, but of a trial, or of
        one's own practice, in which only the first one counts.
        """
        if self.code and self.counts:
            return self.tells and (solved or self.ends_with(answers, solved))
        return not self.along or may_reveal(answers, solved)


def may_reveal(answers: int, solved: bool) -> bool:
    """Whether it is told what is right after so many answers where one may try for oneself as often as one likes: not
    yet at the first, if that is wrong.
    """
    return solved or answers > 1


OWN = AttemptContext()


class AttemptContexts:
    """What practice asks of apps that set puzzles."""

    def for_puzzle(self, request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext | None:
        """Return what this code says that the reader solves a puzzle for; None if it's none of this app's."""
        return None

    def required_for(self, person: Person | None, puzzle: Puzzle) -> AttemptContext | None:
        """Return what alone a person may solve a puzzle for just now; None if for anything.

        Raises Http404 where they may not solve it at all.
        """
        return None

    def withheld(self, person: Person) -> Iterable[str]:
        """Return the codes for which this person isn't told yet what was right."""
        return ()

    def open_for(self, person: Person) -> Mapping[str, int]:
        """Return the codes for which answers of this person are still taken, and how many (0: any number) a puzzle."""
        return {}


attempt_contexts: Registry[AttemptContexts] = Registry()


@once_per_request
def attempt_context(request: HttpRequest, puzzle: Puzzle) -> AttemptContext:
    """Return what the reader solves a puzzle for. Raises Http404 where the address names something not theirs."""
    code = request.GET.get(ASKED, "")
    if not code:
        return default_context(get_person(request), puzzle)
    context = attempt_contexts.first(lambda provider: provider.for_puzzle(request, code, puzzle))
    if context is None:
        raise Http404("This puzzle was not given to you there.")
    return context


def default_context(person: Person | None, puzzle: Puzzle) -> AttemptContext:
    """Return what a person solves a puzzle for if the address doesn't say: themselves, unless it was given to them.

    Raises Http404 where it isn't for them.
    """
    return attempt_contexts.first(lambda provider: provider.required_for(person, puzzle)) or OWN


def withheld(person: Person) -> set[str]:
    """Return the codes for which this person isn't told yet what was right."""
    return {code for provider in attempt_contexts for code in provider.withheld(person)}


def open_for(person: Person) -> dict[str, int]:
    """Return the codes for which answers of this person are still taken, and how many a puzzle; 0 is any number."""
    return {code: most for provider in attempt_contexts for code, most in provider.open_for(person).items()}


@dataclass(frozen=True)
class PuzzleCredit:
    """What is said of a puzzle that somebody has built: its title, by whom, and what its solver should know."""

    title: str
    by: str = ""
    says: str = ""
    newer: str = ""
    report: str = ""
    oembed: str = ""
    """Where a newer version is, where to say that something is wrong, and where other sites ask how to show it."""


@dataclass(frozen=True)
class PublishedPuzzle:
    """A puzzle that a person has published for everybody: its title, its address, and by whom it is."""

    title: str
    url: str
    by: str


class PublishedPuzzles:
    """What practice asks of apps in which people build puzzles."""

    def of_game(self, game: str) -> Iterable[PublishedPuzzle]:
        """Return the puzzles of a game, by its slug, that are published for everybody."""
        return ()

    def credit(self, request: HttpRequest, puzzle: Puzzle) -> PuzzleCredit | None:
        """Return by whom a puzzle is; None if it's none of this app's."""
        return None


published_puzzles: Registry[PublishedPuzzles] = Registry()


def list_published(game: str) -> list[PublishedPuzzle]:
    """Return the puzzles of a game that people have published for everybody."""
    return [puzzle for provider in published_puzzles for puzzle in provider.of_game(game)]


def find_credit(request: HttpRequest, puzzle: Puzzle) -> PuzzleCredit | None:
    """Return by whom a puzzle is, if a person has built it."""
    return published_puzzles.first(lambda provider: provider.credit(request, puzzle))
