"""Rulebooks: the rules as text for readers, with a heading for each clause, adapted to the house rules.

`rulebook.md` of a game is Markdown. `# ` is the title, followed by an introduction; `## ` is a section and `### Title
{#clause.id}` a clause: these headings define the game's clauses. A last section `## Sources` has no clauses and says
where the rules come from. A clause that a move can break has an error message for the player, with slots that the
engine fills in:

    :refusal You still hold {suit}, and {suit} were led: play one of them.

Beginners might ask about a clause in words that aren't in its text. The clause can list such questions for the search.
Readers don't see them:

    :asked do I have to play the same suit

A passage can depend on options:

    :if wild-rule = opposite-colour | same-rank & line-limit > 0 or packs != 1
    …
    :else
    …
    :end

`&` binds closer than `or`, and a flag is `yes` or `no`. `{joker-hand-value}` in the text is replaced with the value of
the option, or with a number of this name that the game calculates (`Game.get_rulebook_numbers`). Numbers that depend on
house rules are never written out. A clause whose text is empty under some house rules doesn't apply there. An option
changes only the clauses whose text uses it, or uses a number that depends on it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path

from games.engine.clause import Clause, Clauses
from games.engine.options import Options, Value
from games.words import get_first_sentence, join_words

_CLAUSE = re.compile(r"^### (?P<title>.+?) \{#(?P<id>[a-z0-9.-]+)\}$")
SOURCES = "Sources"
REFUSAL = ":refusal "
ASKED = ":asked "
_CONDITION = re.compile(r"([a-z0-9-]+) *(!=|=|>) *(.+)")
_VALUE = re.compile(r"\{([a-z][a-z0-9-]*)\}")
_EMPHASIS = re.compile(r"(?<![\w`=*])\*(\w[^*`]*)\*")


Numbers = Callable[[Options], Mapping[str, int | str]]
"""A function that calculates numbers from the house rules. It returns them by slot name.

Texts can use these slots in addition to those of the options.
"""


class BadRulebook(ValueError):
    """Raised for a malformed rulebook. The message names the line."""


@dataclass(frozen=True)
class RulebookEntry:
    """A clause's text in Markdown, under the house rules of a table and under the standard rules.

    `text` is the one under the house rules, or "" if the clause doesn't apply. `book` is the one under the standard
    rules.
    """

    id: str
    title: str
    text: str
    book: str

    @property
    def is_changed(self) -> bool:
        return self.text != self.book

    @property
    def is_in_force(self) -> bool:
        return bool(self.text)

    @property
    def has_text(self) -> bool:
        """Whether the clause has any text, under these house rules or under the standard rules."""
        return bool(self.text or self.book)


@dataclass(frozen=True)
class RulebookSection:
    """A section of the rulebook with its clauses."""

    title: str
    entries: tuple[RulebookEntry, ...]


def _make_shared_clause_entry(id: str, title: str, text: str) -> RulebookEntry:
    return RulebookEntry(f"table.{id}", title, text, text)


TABLE = RulebookSection(
    "At any table",
    (
        _make_shared_clause_entry(
            "turn",
            "Whose turn it is",
            "You can move when the table is waiting for you. Out of turn, you can move only if a rule lets you.",
        ),
        _make_shared_clause_entry("over", "After the end", "When the match is over, you can’t move."),
        _make_shared_clause_entry(
            "verb",
            "What you can do now",
            "Each part of a turn has its own moves. If you try a different one, you’ll see which moves you can make.",
        ),
        _make_shared_clause_entry("held", "Cards you hold", "You can play only cards you hold, each of them once."),
        _make_shared_clause_entry(
            "shape",
            "Parts of a move",
            "A move has certain parts, such as cards, a number, or a word. If one is missing or wrong, the message "
            "tells you which.",
        ),
    ),
)
"""The section with the clauses that all games share. They aren't in the games' own rulebooks."""


@dataclass
class ClauseSource:
    """A clause (rule) as written in a rulebook, before it's adapted to house rules.

    It has its lines with their conditions, the error message for a move that breaks it, and the beginners' questions
    that it answers.
    """

    id: str
    title: str
    section: str
    refusal: str = ""
    asked: list[str] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    @property
    def slot_names(self) -> set[str]:
        """The names of the options and calculated numbers that the text depends on."""
        return {name for line in self.lines for name in _list_slot_names(line)}


class RulebookSource:
    """The parsed text of a rulebook, before it's adapted to house rules.

    Its constructor raises BadRulebook if the text is malformed.
    """

    def __init__(self, text: str) -> None:
        self.title = ""
        self.headings: dict[str, ClauseSource] = {}
        self._intro: list[str] = []
        self._foot: list[str] = []
        self._section = ""
        self._heading: ClauseSource | None = None
        for number, line in enumerate(text.splitlines(), 1):
            try:
                self._parse_rulebook_line(line)
            except BadRulebook as fault:
                raise BadRulebook(f"line {number}: {fault}") from None
        self.intro, self.sources = "\n".join(self._intro).strip(), "\n".join(self._foot).strip()
        self.clauses = Clauses(Clause(one.id, one.refusal) for one in self.headings.values())

    def _parse_rulebook_line(self, line: str) -> None:
        clause = _CLAUSE.match(line)
        if clause:
            self._begin_clause(clause["id"], clause["title"])
        elif line.startswith("## "):
            self._section, self._heading = line[3:].strip(), None
        elif line.startswith("# "):
            self.title = line[2:].strip()
        elif line.startswith("#"):
            raise BadRulebook(f"this heading has no clause id: {line}")
        elif self._heading:
            self._add_line_to_clause(self._heading, line)
        elif not self._section:
            self._intro.append(line)
        elif self._section == SOURCES:
            self._foot.append(line)
        elif line.strip():
            raise BadRulebook(f"this text isn’t under the heading of a clause: {line}")

    def _begin_clause(self, id: str, title: str) -> None:
        if id in self.headings:
            raise BadRulebook(f"{id} already has a heading")
        self._heading = self.headings[id] = ClauseSource(id, title, self._section)

    def _add_line_to_clause(self, heading: ClauseSource, line: str) -> None:
        if line.startswith(ASKED):
            heading.asked.append(line.removeprefix(ASKED).strip())
        elif not line.startswith(REFUSAL):
            heading.lines.append(line)
        elif heading.refusal:
            raise BadRulebook(f"{heading.id} already has a refusal")
        else:
            heading.refusal = line.removeprefix(REFUSAL).strip()


class Rulebook:
    """The rulebook of a game. `render_sections(options)` returns its text under these house rules."""

    def __init__(self, source: RulebookSource, options: type[Options], numbers: Numbers = lambda _: {}) -> None:
        self.title, self.intro, self.sources = source.title, source.intro, source.sources
        self.clauses = source.clauses
        self._headings = source.headings
        self._options, self._numbers = options, numbers
        self._titles = {one.id: one.title for one in TABLE.entries}
        self._titles |= {one.id: one.title for one in self._headings.values()}
        asked = {name for heading in self._headings.values() for name in heading.slot_names}
        taken = {
            one.name: [*map(format_slot_value, one.list_values())]
            for one in options.list_options()
            if one.name in asked
        }
        book, counted = options(), numbers(options())
        for heading in self._headings.values():
            check_names_in_text(heading, taken, counted)
        self._book = {heading.id: render_clause_text(heading, book, counted) for heading in self._headings.values()}
        self.render_sections = lru_cache(maxsize=64)(self._render_sections)
        self._entries = lru_cache(maxsize=64)(self._index_entries_by_id)
        self.render_sections(options())
        self.list_changed_clauses = cache(self._list_changed_clauses)

    def get_clause_title(self, id: str) -> str:
        """Return the heading of a clause, or the clause's id if it has no heading."""
        return self._titles.get(id, id)

    def list_beginner_questions(self, id: str) -> tuple[str, ...]:
        """Return the beginners' questions that this clause answers."""
        heading = self._headings.get(id)
        return tuple(heading.asked) if heading else ()

    def _list_changed_clauses(self, option: str) -> tuple[str, ...]:
        """Return the ids of the clauses whose text depends on the option with this public name."""
        names = {option, *self._list_changed_numbers(option)}
        return tuple(heading.id for heading in self._headings.values() if names & heading.slot_names)

    def is_option_relevant(self, option: str, options: Options) -> bool:
        """Return whether a different value of this option would change the text under these house rules.

        `option` is its public name. Values that these rules don't allow don't count. An option that no clause uses
        always matters.
        """
        headings = [self._headings[id] for id in self.list_changed_clauses(option)]
        counted = self._numbers(options)
        before = [render_clause_text(heading, options, counted) for heading in headings]
        for value in self._options.get_option(option).list_values_to_try() if headings else ():
            chosen = {**options.list_nonstandard_values(), option: value}
            if value == options.get_option_value(option) or self._options.list_option_problems(chosen):
                continue
            other = self._options(chosen)
            others = self._numbers(other)
            if before != [render_clause_text(heading, other, others) for heading in headings]:
                return True
        return not headings

    def _list_changed_numbers(self, option: str) -> set[str]:
        """Return the names of the calculated numbers that depend on this option."""
        book, found = self._numbers(self._options()), set()
        for value in self._options.get_option(option).list_values_to_try():
            if not self._options.list_option_problems({option: value}):
                other = self._numbers(self._options({option: value}))
                found |= {name for name, number in book.items() if other[name] != number}
        return found

    def find_clause_entry(self, id: str, options: Options) -> RulebookEntry | None:
        """Return the clause with this id under these house rules, or None if there is none.

        Clauses that all games share are included.
        """
        return self._entries(options).get(id)

    def _index_entries_by_id(self, options: Options) -> dict[str, RulebookEntry]:
        sections = (TABLE, *self.render_sections(options))
        return {entry.id: entry for section in sections for entry in section.entries}

    def get_clause_text(self, id: str, options: Options) -> str:
        """Return the text of the clause with this id under these house rules, or "" if it doesn't apply."""
        entry = self.find_clause_entry(id, options)
        return entry.text if entry else ""

    def get_first_sentence_of_clause(self, id: str, options: Options) -> str:
        """Return the first sentence of a clause under these house rules, without emphasis.

        Returns "" if the clause doesn't apply.
        """
        text = _EMPHASIS.sub(r"\1", " ".join(self.get_clause_text(id, options).split()))
        return get_first_sentence(text)

    def list_clause_lines(self, id: str, options: Options | None = None) -> list[str]:
        """Return a clause's text as lines, with unfilled slots.

        With `options`, returns only the lines for these house rules, otherwise all lines.
        """
        heading = self._headings[id]
        lines = heading.lines if options is None else _filter_lines_by_options(heading, options)
        return [line for line in lines if line.strip() and not line.startswith((":if ", ":else", ":end"))]

    def _render_sections(self, options: Options) -> tuple[RulebookSection, ...]:
        sections: dict[str, list[RulebookEntry]] = {}
        counted = self._numbers(options)
        for heading in self._headings.values():
            entry = RulebookEntry(
                heading.id, heading.title, render_clause_text(heading, options, counted), self._book[heading.id]
            )
            sections.setdefault(heading.section, []).append(entry)
        return tuple(RulebookSection(title, tuple(entries)) for title, entries in sections.items())


@cache
def read_rulebook_source(slug: str) -> RulebookSource:
    """Read a game's rulebook from its folder. Raises BadRulebook."""
    path = Path(__file__).parent.parent / slug.replace("-", "_") / "rulebook.md"
    try:
        return RulebookSource(path.read_text(encoding="utf-8"))
    except BadRulebook as fault:
        raise BadRulebook(f"{path.parent.name}/{path.name}, {fault}") from None


def load_clauses(slug: str) -> Clauses:
    """Load a game's clauses in rulebook order, with their error messages."""
    return read_rulebook_source(slug).clauses


def render_clause_text(heading: ClauseSource, options: Options, counted: Mapping[str, int | str]) -> str:
    kept = "\n".join(_filter_lines_by_options(heading, options)).strip()
    kept = re.sub(r"\n{3,}", "\n\n", kept)
    return _VALUE.sub(
        lambda match: str(counted[match[1]] if match[1] in counted else options.get_option_value(match[1])), kept
    )


def _filter_lines_by_options(heading: ClauseSource, options: Options) -> Iterator[str]:
    stack: list[bool] = []
    for line in heading.lines:
        if line.startswith(":if "):
            stack.append(_is_condition_true(line[4:], options))
        elif line.strip() in (":else", ":end"):
            if not stack:
                raise BadRulebook(f"{heading.id}: {line} has no :if before it")
            was = stack.pop()
            if line.strip() == ":else":
                stack.append(not was)
        elif all(stack):
            yield line
    if stack:
        raise BadRulebook(f"{heading.id}: an :if has no :end after it")


def _list_slot_names(line: str) -> list[str]:
    """Return the names of the options and numbers that a line depends on."""
    if not line.startswith(":if "):
        return _VALUE.findall(line)
    parts = [_CONDITION.fullmatch(part.strip()) for part in re.split(r" or |&", line[4:])]
    return [part[1] for part in parts if part]


def check_names_in_text(heading: ClauseSource, taken: Mapping[str, Sequence[str]], counted: Container[str]) -> None:
    """Check that all options, values, and numbers in the text exist. Raises BadRulebook.

    `taken` maps each option to its values, and `counted` has the names of the numbers.
    """
    for line in heading.lines:
        for part in re.split(r" or |&", line[4:]) if line.startswith(":if ") else ():
            match = _CONDITION.fullmatch(part.strip())
            if match is None:
                raise BadRulebook(f"{heading.id}: “{part.strip()}” isn’t a valid condition")
            name, sign, wanted = match.groups()
            if name not in taken:
                raise BadRulebook(f"{heading.id}: there is no option “{name}”")
            for value in wanted.split("|") if sign != ">" else ():
                if value.strip() not in taken[name]:
                    few = len(taken[name]) < 9
                    known = join_words(taken[name], "or") if few else f"from {taken[name][0]} to {taken[name][-1]}"
                    raise BadRulebook(f"{heading.id}: “{name}” can’t be {value.strip()}. It must be {known}")
    for name in heading.slot_names - taken.keys():
        if name not in counted:
            raise BadRulebook(f"{heading.id}: there is no option or number “{name}”")


def _is_condition_true(condition: str, options: Options) -> bool:
    return any(
        all(_is_condition_part_true(part.strip(), options) for part in one.split("&"))
        for one in condition.split(" or ")
    )


def _is_condition_part_true(part: str, options: Options) -> bool:
    match = _CONDITION.fullmatch(part)
    assert match is not None
    name, sign, wanted = match.groups()
    value = format_slot_value(options.get_option_value(name))
    if sign == ">":
        return int(value) > int(wanted)
    among = value in [one.strip() for one in wanted.split("|")]
    return among == (sign == "=")


def format_slot_value(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
