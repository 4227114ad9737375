"""The rulebook: text for a reader, a heading per clause, following the house rules.

`rulebook.md` of a game is Markdown. `# ` is the title, then comes an introduction; `## ` is a section and
`### Title {#clause.id}` a clause. A last section `## Sources` holds no clauses and says where the rules come from.
A passage may depend on options:

    :if wild-rule = opposite-colour | same-rank & line-limit > 0 or packs != 1
    …
    :else
    …
    :end

and `{joker-hand-value}` in the text is replaced by the value of the option, or by what a game counts under this name
(`Game.numbers`): a number that depends on house rules is never written out. `&` binds closer than `or`. A clause whose
text is empty under some rules does not hold there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from games.engine.options import Options, Value

_CLAUSE = re.compile(r"^### (?P<title>.+?) \{#(?P<id>[a-z0-9.-]+)\}$")
SOURCES = "Sources"
_VALUE = re.compile(r"\{([a-z][a-z0-9-]*)\}")


Numbers = Callable[[Options], Mapping[str, int | str]]
"""What follows from house rules, by the names that slots of the text may have beside those of the options."""


class BadRulebook(ValueError):
    """A rulebook that is not well formed; the text names the line."""


@dataclass(frozen=True)
class Entry:
    """A clause as the rulebook words it: Markdown under these house rules, and by the book if that differs."""

    id: str
    title: str
    text: str
    book: str

    @property
    def changed(self) -> bool:
        return self.text != self.book

    @property
    def holds(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True)
class Section:
    """A part of the rulebook with its clauses."""

    title: str
    entries: tuple[Entry, ...]


def _at_any_table(id: str, title: str, text: str) -> Entry:
    return Entry(f"table.{id}", title, text, text)


TABLE = Section(
    "At any table",
    (
        _at_any_table(
            "turn",
            "Whose turn it is",
            "You move when the table waits for you. Out of turn you do only what a rule of the game lets you do then.",
        ),
        _at_any_table("over", "After the end", "When the match is over, nobody moves any more."),
        _at_any_table(
            "verb",
            "What can be done now",
            "Each moment of a turn has its own moves. Whatever belongs to another moment, or to another game, has to "
            "wait; the refusal lists what may be done now.",
        ),
        _at_any_table("held", "Cards that you hold", "You play only cards that you hold, each of them once."),
        _at_any_table(
            "shape",
            "What a move takes",
            "A move names what it is about, no more and no less: so many cards, a number, or a word. The refusal says "
            "what it takes.",
        ),
    ),
)
"""The clauses that every game shares; no rulebook repeats them."""


@dataclass(frozen=True)
class _Source:
    id: str
    title: str
    section: str
    lines: tuple[str, ...]


class Rulebook:
    """The rules of a game as text. `under(options)` follows the house rules."""

    def __init__(self, text: str, options: type[Options], numbers: Numbers = lambda _: {}) -> None:
        self.title = ""
        self.intro = ""
        self.sources = ""
        self._options = options
        self._numbers = numbers
        self._sources: list[_Source] = []
        self._read(text)
        self._titles = {one.id: one.title for one in TABLE.entries} | {one.id: one.title for one in self._sources}
        book, counted = options(), numbers(options())
        self._book = {source.id: _render(source, book, counted) for source in self._sources}
        self.under = lru_cache(maxsize=64)(self._under)
        self.under(options())

    def ids(self) -> list[str]:
        """The ids of all clauses that have a heading, in order."""
        return [source.id for source in self._sources]

    def title_of(self, id: str) -> str:
        """The heading of a clause; its id if it has none."""
        return self._titles.get(id, id)

    def entry(self, id: str, options: Options) -> Entry | None:
        """The clause of this id as worded under these house rules, one of any table among them, or None."""
        sections = (*self.under(options), TABLE)
        return next((entry for section in sections for entry in section.entries if entry.id == id), None)

    def _under(self, options: Options) -> tuple[Section, ...]:
        sections: dict[str, list[Entry]] = {}
        counted = self._numbers(options)
        for source in self._sources:
            entry = Entry(source.id, source.title, _render(source, options, counted), self._book[source.id])
            sections.setdefault(source.section, []).append(entry)
        return tuple(Section(title, tuple(entries)) for title, entries in sections.items())

    def _read(self, text: str) -> None:
        section, id, title = "", "", ""
        lines: list[str] = []
        intro: list[str] = []
        foot: list[str] = []

        def close() -> None:
            if id:
                self._sources.append(_Source(id, title, section, tuple(lines)))
            lines.clear()

        for number, line in enumerate(text.splitlines(), 1):
            heading = _CLAUSE.match(line)
            if heading:
                close()
                id, title = heading["id"], heading["title"]
                if id in self.ids():
                    raise BadRulebook(f"line {number}: {id} has a heading already")
            elif line.startswith("## "):
                close()
                section, id = line[3:].strip(), ""
            elif line.startswith("# "):
                self.title = line[2:].strip()
            elif line.startswith("#"):
                raise BadRulebook(f"line {number}: a heading without a clause: {line}")
            elif id:
                lines.append(line)
            elif not section:
                intro.append(line)
            elif section == SOURCES:
                foot.append(line)
            elif line.strip():
                raise BadRulebook(f"line {number}: text without a clause: {line}")
        close()
        self.intro = "\n".join(intro).strip()
        self.sources = "\n".join(foot).strip()


def read_rulebook(folder: str, options: type[Options], numbers: Numbers) -> Rulebook:
    """The rulebook of a game's folder. Raises BadRulebook."""
    path = Path(__file__).parent.parent / folder.replace("-", "_") / "rulebook.md"
    return Rulebook(path.read_text(encoding="utf-8"), options, numbers)


def _render(source: _Source, options: Options, counted: Mapping[str, int | str]) -> str:
    kept = "\n".join(_kept(source, options)).strip()
    kept = re.sub(r"\n{3,}", "\n\n", kept)
    return _VALUE.sub(lambda match: str(counted[match[1]] if match[1] in counted else options.value(match[1])), kept)


def _kept(source: _Source, options: Options) -> Iterator[str]:
    stack: list[bool] = []
    for line in source.lines:
        if line.startswith(":if "):
            stack.append(_true(line[4:], options))
        elif line.strip() in (":else", ":end"):
            if not stack:
                raise BadRulebook(f"{source.id}: {line} without :if")
            was = stack.pop()
            if line.strip() == ":else":
                stack.append(not was)
        elif all(stack):
            yield line
    if stack:
        raise BadRulebook(f"{source.id}: :if without :end")


def _true(condition: str, options: Options) -> bool:
    return any(all(_one(part.strip(), options) for part in one.split("&")) for one in condition.split(" or "))


def _one(part: str, options: Options) -> bool:
    match = re.fullmatch(r"([a-z0-9-]+) *(!=|=|>) *(.+)", part)
    if match is None:
        raise BadRulebook(f"not a condition: {part}")
    name, sign, wanted = match.groups()
    value = _text(options.value(name))
    if sign == ">":
        return int(value) > int(wanted)
    among = value in [one.strip() for one in wanted.split("|")]
    return among == (sign == "=")


def _text(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
