"""Texts of every kind that a parser was once slow to parse, and what parsing them costs."""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

SIZE = 120_000
MEGABYTE = 1 << 20
MOST_SECONDS, MOST_MEGABYTES = 0.3, 50.0


def _filled(piece: str, before: str = "", after: str = "") -> str:
    """Repeat this piece up to the size."""
    return before + piece * ((SIZE - len(before) - len(after)) // len(piece)) + after


def _numbered(piece: str) -> str:
    """Repeat this piece with a new number each time, up to the size."""
    text = "".join(piece.format(number) for number in range(SIZE // len(piece.format(0))))
    return text[: text.rindex("\n", 0, SIZE) + 1] if "\n" in text[:SIZE] else text[:SIZE]


TOML = {
    "one dotted key": _filled(".a", "a", "=1"),
    "one dotted key with blanks": _filled(" . a", "a", "=1"),
    "one dotted key in quotes": _filled('."a"', '"a"', "=1"),
    "a table with a dotted name": _filled(".a", "[a", "]"),
    "a list of tables with a dotted name": _filled(".a", "[[a", "]]"),
    "a dotted key in an inline table": _filled(".a", "x={a", "=1}"),
    "many dotted keys": _numbered("a{0}.b.c.d.e.f.g.h.i.j.k.l.m.n.o=1\n"),
    "dotted keys that share all but the last part": _numbered("a.b.c.d.e.f.g.h.k{0}=1\n"),
    "many tables": _numbered("[t{0}]\n"),
    "many nested tables": _numbered("[a.b.c.d.e.f.g.h.t{0}]\n"),
    "many steps": _filled("[[step]]\n"),
    "many steps with an id": _numbered('[[step]]\nid="a{0}"\n'),
    "many keys": _numbered("k{0}=1\n"),
    "many keys in one inline table": "x={" + ",".join(f"k{number}=1" for number in range(SIZE // 10)) + "}",
    "nested arrays": _filled("[", "a="),
    "nested arrays that end": "a=" + "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "nested inline tables": _filled("{a=", "a="),
    "an array of arrays": _filled("[],", "a=[", "]"),
    "an array of inline tables": _filled("{},", "a=[", "]"),
    "an array of numbers": _filled("1,", "a=[", "]"),
    "an array of texts": _filled('"",', "a=[", "]"),
    "closing brackets": _filled("]"),
    "a long name": _filled("a", "", "=1"),
    "a long number": _filled("9", "a="),
    "a long number in hexadecimal": _filled("f", "a=0x"),
    "a long number with underscores": _filled("_1", "a=1"),
    "a long fraction": _filled("1", "a=1."),
    "a long exponent": _filled("9", "a=1e"),
    "a long comment": _filled("x", "#"),
    "many comments": _filled("#\n"),
    "blank lines": _filled("\n"),
    "blanks": _filled(" ", "a="),
    "a text without end": _filled("x", 'a="'),
    "a text of many lines without end": _filled("x\n", 'a="""'),
    "a plain text without end": _filled("x", "a='"),
    "a plain text of many lines without end": _filled("x\n", "a='''"),
    "a long text": _filled("x", 'a="', '"'),
    "a text of escapes": _filled("\\u0041", 'a="', '"'),
    "a text of backslashes": _filled("\\\\", 'a="', '"'),
    "escaped quotation marks": _filled('\\"""', 'a="""', '"""'),
    "quotation marks": _filled('"'),
    "single quotation marks": _filled("'"),
    "short texts side by side": _filled("'a'"),
    "broken lines": _filled("\\\n", 'a="""', '"""'),
    "carriage returns": _filled("\r", "a=1"),
    "dates": _filled("1979-05-27T07:32:00Z,", "a=[", "]"),
}
"""Files of lessons."""

JSON = {
    "nested arrays": _filled("["),
    "nested arrays that end": "[" * (SIZE // 2) + "]" * (SIZE // 2),
    "nested objects": _filled('{"a":'),
    "an array of arrays": _filled("[],", "[", "[]]"),
    "an array of objects": _filled("{},", "[", "{}]"),
    "an array of numbers": _filled("1,", "[", "1]"),
    "an array of fractions": _filled("1.5,", "[", "1]"),
    "an array of long numbers": _filled("9" * 4000 + ",", "[", "1]"),
    "an array of texts": _filled('"",', "[", '""]'),
    "many keys": "{" + ",".join(f'"k{number}":1' for number in range(SIZE // 11)) + "}",
    "the same key again and again": _filled('"a":1,', "{", '"a":1}'),
    "a long number": _filled("9"),
    "a long fraction": _filled("1", "1."),
    "a long exponent": _filled("9", "1e"),
    "a text without end": _filled("x", '"'),
    "a text of escapes without end": _filled("\\u0041", '"'),
    "blanks": _filled(" "),
    "commas": _filled(",", "["),
    "backslashes": _filled("\\", '"'),
}
"""Bodies of requests, and texts that are pasted into a field for JSON."""

MARKDOWN = {
    name: _filled(piece)
    for name, piece in {
        "brackets": "[",
        "pictures": "![",
        "links": "[a](",
        "links to links": "[a](<b",
        "closed brackets": "[]",
        "emphasis": "*a **a ",
        "emphasis without end": "*a_ ",
        "stars": "*",
        "stars and pictures": "***![***",
        "quotations": "> ",
        "lists": "- ",
        "numbered lists": "1. ",
        "references": "[a]: /x\n",
        "tags": "<a ",
        "comments": "<!--",
        "entities": "&#0;",
        "code": "`a ``",
        "cards": "`AS` ",
        "a wide table": "|a",
        "a high table": "|a|b|c\n",
        "colors": "red ",
        "backslashes": "\\",
        "headings": "a\n=\n",
        "blanks": "a  \n",
    }.items()
} | {
    "a table of squares": "|a" * 5000 + "\n" + "|-" * 5000 + "\n" + "|a\n" * 30_000,
    "backticks of every length": "".join("`" * number + "a" for number in range(480)),
    "a list in a list": "".join(f"{'  ' * number}- a\n" for number in range(330)),
}
"""Texts of lessons and puzzles."""

LISTS = {
    "one line": _filled("a"),
    "digits": _filled("1"),
    "blanks": _filled(" ", "a"),
    "tabs": _filled("\t", "a"),
    "columns": _filled("Ann\t", "", "Ann"),
    "lines": _filled("Ben Okafor\n"),
    "short lines": _filled("a\n"),
    "blank lines": _filled("\n"),
    "rows of two columns": _filled("Dubois\tAmélie\n"),
    "quotation marks": _filled('"'),
    "bullets": _filled("- "),
    "numbers": _filled("1. "),
    "combining marks": _filled("\u0315\u0300", "a"),
    "lines of combining marks": _filled("a" + "\u0315\u0300" * 199 + "\n"),
    "letters that grow": _filled("\ufdfa"),
    "commas": _filled(","),
}
"""Lists of names, and anything else that is typed into a field."""

CARDS = {
    "cards": "AS ",
    "jokers": "* ",
    "unknown cards": "? ",
    "cards in the place of others": "*=AS ",
    "open wild cards": "*=? ",
    "no cards": "XX ",
    "one word": "x",
    "digits": "9",
    "bars": "/ ",
    "groups": "3H 4H 5H / ",
    "tens": "10S ",
    "signs of suits": "♠",
}
"""Texts where cards or moves are read."""


@dataclass(frozen=True)
class Cost:
    """Processor time, additional memory, and the outcome."""

    seconds: float
    megabytes: float
    said: str

    @property
    def is_small(self) -> bool:
        return self.seconds < MOST_SECONDS and self.megabytes < MOST_MEGABYTES


def cost_of(work: Callable[[], Any], refusals: tuple[type[Exception], ...] = (ValueError,)) -> Cost:
    """Return the cost of some work, done in a separate process that is stopped if it uses far too much.

    `said` starts with "refused" if the work raises one of the refusals.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        _report(work, refusals, writer)
    os.close(writer)
    with os.fdopen(reader) as told:
        text = told.read()
    os.waitpid(child, 0)
    return Cost(*json.loads(text)) if text else Cost(float("inf"), float("inf"), "killed")


def _report(work: Callable[[], Any], refusals: tuple[type[Exception], ...], writer: int) -> None:
    """Do the work, report what it costs, and end the process."""
    try:
        size = _pages_of_this_process()
        resource.setrlimit(resource.RLIMIT_AS, (size + 500 * MEGABYTE, resource.RLIM_INFINITY))
        resource.setrlimit(resource.RLIMIT_CPU, (20, 25))
        most, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
        try:
            said = f"returned {str(work())[:80]}"
        except refusals as refused:
            said = f"refused: {str(refused)[:200]}"
        except BaseException as error:
            said = f"broke: {type(error).__name__}"
        seconds = time.process_time() - started
        grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - most) / 1024
        os.write(writer, json.dumps([seconds, grown, said]).encode())
    finally:
        os._exit(0)


def _pages_of_this_process() -> int:
    with open("/proc/self/statm") as told:
        return int(told.read().split()[0]) * resource.getpagesize()
