"""What a puzzle is solved for: for oneself or, where another app says so, for somebody who has set it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from django.http import Http404

from core.learn.lesson_assignments import ASKED
from core.people import person_of
from core.people.requests import HttpRequest
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
Find = Callable[[HttpRequest, str, "Puzzle"], "AttemptContext | None"]
Guard = Callable[["Person | None", "Puzzle"], "AttemptContext | None"]
KeptBack = Callable[["Person"], Iterable[str]]
Open = Callable[["Person"], Iterable[tuple[str, int]]]
_finders: list[Find] = []
_guards: list[Guard] = []
_keepers: list[KeptBack] = []
_open: list[Open] = []


def on_occasion(find: Find) -> Find:
    """Let `find(request, code, puzzle)` say what the occasion of this code is for who asks; None if it has none."""
    if find not in _finders:
        _finders.append(find)
    return find


def on_own(guard: Guard) -> Guard:
    """Let `guard(person, puzzle)` say for which occasion alone somebody may solve a puzzle just now; None if for any.

    It raises Http404 for those who may not at all.
    """
    if guard not in _guards:
        _guards.append(guard)
    return guard


def on_kept_back(find: KeptBack) -> KeptBack:
    """Let `find(person)` name the occasions of which this person is not to hear yet what was right."""
    if find not in _keepers:
        _keepers.append(find)
    return find


def on_open(find: Open) -> None:
    """Let `find(person)` name the occasions on which answers of this person are still taken, and how many (0: any
    number) for one puzzle.
    """
    if find not in _open:
        _open.append(find)


def occasion_of(request: HttpRequest, puzzle: Puzzle) -> AttemptContext:
    """What this visitor solves a puzzle for; asked again, it says the same for as long as the request is answered.

    Raises Http404 where the address names an occasion that is not theirs.
    """
    known: dict[int, AttemptContext] = request.__dict__.setdefault("_occasions", {})
    if puzzle.pk not in known:
        code = request.GET.get(ASKED, "")
        known[puzzle.pk] = _found(request, code, puzzle) if code else own_occasion(person_of(request), puzzle)
    return known[puzzle.pk]


def _found(request: HttpRequest, code: str, puzzle: Puzzle) -> AttemptContext:
    found = next((one for find in _finders if (one := find(request, code, puzzle))), None)
    if found is None:
        raise Http404("This puzzle was not given to you there.")
    return found


def own_occasion(person: Person | None, puzzle: Puzzle) -> AttemptContext:
    """Return what somebody solves a puzzle for who does not say so: for themselves, unless it was given to them.

    Raises Http404 where it is not for them.
    """
    return next((one for guard in _guards if (one := guard(person, puzzle))), OWN)


def withheld(person: Person) -> set[str]:
    """The occasions of which this person is not to hear yet what was right."""
    return {code for find in _keepers for code in find(person)}


def open_to(person: Person) -> dict[str, int]:
    """The occasions on which answers of this person are still taken, with how many for one puzzle; 0 is any number."""
    return dict(one for find in _open for one in find(person))


@dataclass(frozen=True)
class Note:
    """What is said of a puzzle that somebody has built: its title, by whom, and what its solver should know."""

    title: str
    by: str = ""
    says: str = ""
    newer: str = ""
    report: str = ""
    oembed: str = ""
    """Where a newer version is, where to say that something is wrong, and where other sites ask how to show it."""


@dataclass(frozen=True)
class Listed:
    """A puzzle that somebody has built for everybody: its title, its address, and by whom it is."""

    title: str
    url: str
    by: str


_listed: list[Callable[[str], Iterable[Listed]]] = []


def on_listed(find: Callable[[str], Iterable[Listed]]) -> None:
    """Let `find(game)` name puzzles of a game, by its slug, to be listed with those of the house."""
    if find not in _listed:
        _listed.append(find)


def listed(game: str) -> list[Listed]:
    """The puzzles of a game that others have built for everybody."""
    return [one for find in _listed for one in find(game)]


_notes: list[Callable[[HttpRequest, Puzzle], Note | None]] = []


def on_note(find: Callable[[HttpRequest, Puzzle], Note | None]) -> None:
    """Let `find(request, puzzle)` say something of a puzzle; None if there is nothing to say."""
    if find not in _notes:
        _notes.append(find)


def note_of(request: HttpRequest, puzzle: Puzzle) -> Note | None:
    """Return what is to be said of a puzzle."""
    return next((note for find in _notes if (note := find(request, puzzle))), None)
