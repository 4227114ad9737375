"""Check the English of everything that people read; `make check` runs it.

Usage: python -m tests.english [--list AREA]

For each area, print the phrases per 1,000 words that plain English avoids, and the limit in LIMITS. With `--list`,
print each hit as `file:line: “phrase”: what to write`. Exits with 1 if an area is over its limit.
"""

from __future__ import annotations

import argparse
import ast
import html
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

LIMITS = {
    "templates": 0.0,
    "messages": 0.0,
    "docs": 2.0,
    "options": 0.0,
    "games": 2.0,
    "engine": 2.0,
    "rulebooks": 2.0,
    "records": 2.0,
    "lessons": 2.0,
    "examples": 2.0,
}
"""The most hits per 1,000 words in each area."""

VERBS = "play|lay|take|lead|wipe|add|meld|call|give|pass|draw|discard|use|keep|choose|open|look|see|change|be"
PHRASES = {
    r"\bwhoever\b": "the player who …, or if you …",
    r"(?:^|[.:;¦] )who (?:has|holds|wins|loses|takes|leads|cannot|can|may|passes|is)\b[^?¦]{0,80}[.;]": "if you …",
    r"\b(?:of|by|to|for|than|only) who (?:has|holds|is|takes|passes|plays|wins)\b": "the player who …",
    r"(?<!there\s)\b(?:is|are) no (?!longer|more|less|need|doubt|way|better|help|use|different)[a-z]+": "isn't a …",
    r"\b(?:lies?|lying|lay) (?:there|open|on|in|face|before|at|under|above|beneath|over|below|around)\b": "is, are",
    r"\banew\b": "again, or redeal",
    r"\bneeds? not\b": "don't have to",
    r"\bshall\b": "will, or an imperative",
    r"\b(?:is|are) to (?:play|move|declare|bid|act|be [a-z]+ed)\b": "it's …'s turn, or has to",
    r"\b(?:you may|may you)\b": "you can",
    rf"\b(?:players?|nobody|everyone|who|students?|teachers?|dealer|leader|holder) may (?:not )?(?:{VERBS})\b": "can",
    r"\b(?:cards?|chips|points|tricks|steps|lines|\d+) at (?:least|most)\b": "at least three cards",
    r"\b(?:some|any|every)body\b": "someone, anyone, everyone",
    r"\bgo(?:es|ing)? on\b(?! (?:the|a|top|strike)\b)": "continue",
    r"(?<!\.)\b(?:amiss|mend(?:s|ed|ing)?|dearer|dearest|by lot)\b": "wrong, fix, costs most, at random",
    r"\b(?:colour|neighbour|practis[ei]|licence|behaviour|favour|honour|centre|cancelled|grey)[a-z]*": "US spelling",
    r"\b(?:towards|learnt|whilst|counter-clockwise|for ever|e-mails?|recognise|organise)\b": "US spelling",
    r"\bpacks?\b": "deck",
    r"\b(?:are|as|calls?|called|names?|chooses?|with) trumps\b": "trump",
    r"\bon the dealer['’]s\b": "to the dealer's left",
    r"\bthrown in\b|\bdealt anew\b": "redealt",
    r"\b(?:turn(?:s|ed)? round|the other way round|comes? round|goes? round|round the corner)\b": "around, reversed",
    r"\b(?:is|are|was|were) (?:said|told|spoken of)\b": "you see …, we tell you …",
    r"\b(?:by|to|from|in|as) the book\b(?! of)|\bthe book (?:has|says)\b": "the standard rules",
    r"\bto be (?:had|done|told|asked|found|said|laid|drawn|shown)\b": "you can …, what to …",
    r"\bone['’]s own\b|\boneself\b": "your own, their own",
    r"\bbut for\b|\bthe last but one\b": "except, second to last",
    r"\b(?:not|nobody|nothing|never|no)\b[^.¦]{0,40} any more\b": "no longer",
    r"\b(?:a|one|each) (?:card|chip|point|token|trick|move) (?:more|less)\b": "one more card",
    r"\bpupils?\b": "student",
    r"\bhomework\b": "assignment",
    r"\blogin names?\b": "username",
    r"\bequal cards\b": "cards of the same rank",
    r"\bla(?:y|ys|id|ying)\b (?!off\b|down\b|out\b|aside\b)": "meld, play, put down",
    r"\btick(?:s|ed)?\b": "select, check",
    r"\bonlookers?\b|\blook(?:s|ing)? on\b": "spectator, watch",
    r"(?:^|¦)\s*(?:keep (?:it|this|these|the)\b|take (?:it|this|these) (?:back|out|away|off)\b)": "save, undo, remove",
    r"\b(?:hangs|hang) on\b|\bas it (?:lies|stands)\b": "depends on, as it is",
    r"\bcannot\b|\b(?:do|does|did|is|are|was|has|have|could) not\b": "a contraction: can't, isn't",
}
"""Phrases to avoid, as regular expressions in lower case, and what to write instead. ¦ is the border of an element."""

NOT_READ = (
    "core/classes/spreadsheets.py",
    "core/http/deleted_rows.py",
    "core/learn/question_matching.py",
    "core/learn/search_index.py",
)
"""Files with words that people type, or that other programs write."""
SUFFIXES = {".py", ".html", ".toml", ".md"}
SKIPPED = {"migrations", "static", "data"}

MARKUP = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|<!--.*?-->|<(script|style|svg|code|pre)\b.*?</\1>", re.S)
TAG = re.compile(r"</?[a-zA-Z](?:[^<>\"]|\"[^\"]*\")*>")
LABEL = re.compile(r'\b(?:aria-label|title|placeholder|alt)="([^"]*)"')
MARKDOWN_CODE = re.compile(r"^(?: {4}|:(?:if|else|end)\b).*$|^```[\s\S]*?^```|`[^`\n]*`|\]\([^)]*\)|\{#[^}]*\}", re.M)
TOML_STRING = re.compile(r'"""(.*?)"""|"((?:[^"\\\n]|\\.)*)"', re.S)
CODE = re.compile(r"`[^`\n]*`")
PROSE = re.compile(r"[A-Za-z]{2,},? [a-z]{2,}\b(?!=)")
WORD = re.compile(r"[A-Za-z][A-Za-z’']*")


@dataclass(frozen=True, slots=True)
class Hit:
    """A phrase to avoid, with the place where it is."""

    path: str
    line: int
    phrase: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: “{self.phrase}”: {self.instead}"


def get_area(path: Path) -> str | None:
    """Return the area that a file belongs to, or None for files with no text for readers."""
    parts = path.parts
    if str(path) in NOT_READ or SKIPPED & set(parts[:-1]) or path.suffix not in SUFFIXES:
        return None
    if parts[0] == "games" and len(parts) > 1:
        if path.suffix == ".toml":
            return path.parent.name if path.parent.name in LIMITS else None
        if path.suffix == ".md":
            return "rulebooks" if path.stem == "rulebook" else "records" if len(parts) > 2 else "docs"
        shared = len(parts) == 2 or parts[1] in {"engine", "kit"}
        return "options" if path.name == "options.py" else "engine" if shared else "games"
    if path.suffix == ".md":
        return "docs"
    if parts[0] in {"core", "variants"} and path.suffix == ".py":
        return "messages"
    return "templates" if parts[0] == "templates" else None


def find_hits(path: Path, source: str) -> tuple[list[Hit], int]:
    """Return the phrases to avoid in a file, and the number of words in it that people read."""
    hits, words = [], 0
    for line, text in list_texts(path, source):
        words += len(WORD.findall(text))
        lowered = text.lower()
        for pattern, instead in PATTERNS:
            for match in pattern.finditer(lowered):
                at = line + text.count("\n", 0, match.start())
                hits.append(Hit(str(path), at, " ".join(match.group().strip("¦ ").split()), instead))
    return hits, words


def check_project(root: Path) -> tuple[list[tuple[str, Hit]], Counter[str]]:
    """Return all hits with their areas, and the number of words in each area."""
    hits, words = [], Counter[str]()
    for path in sorted(path for top in _list_folders(root) for path in top):
        name = path.relative_to(root)
        area = get_area(name)
        if area:
            found, count = find_hits(name, path.read_text(encoding="utf-8"))
            hits += [(area, hit) for hit in found]
            words[area] += count
    return hits, words


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Print the report; return 1 if an area has more hits per 1,000 words than its limit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--list", metavar="AREA", help="print each hit of an area")
    options = parser.parse_args(arguments)
    hits, words = check_project(root)
    over = []
    for area, limit in LIMITS.items():
        found = [hit for place, hit in hits if place == area]
        rate = 1000 * len(found) / max(words[area], 1)
        print(f"{area:10} {len(found):5} hits in {words[area]:6} words: {rate:5.2f} per 1,000, at most {limit}")
        if rate > limit:
            over.append(area)
        if options.list == area or (rate > limit and not options.list):
            print(*found, sep="\n")
    return 1 if over else 0


def _list_folders(root: Path) -> Iterator[Iterator[Path]]:
    yield root.glob("*.md")
    for name in ("core", "docker", "games", "templates", "variants"):
        yield (root / name).rglob("*")


def list_texts(path: Path, source: str) -> Iterator[tuple[int, str]]:
    """Yield the texts of a file for readers, each with its first line."""
    if path.suffix == ".py":
        yield from _list_python_texts(source)
    elif path.suffix == ".html":
        yield 1, html.unescape(TAG.sub(_blank, MARKUP.sub(_blank, source)))
    elif path.suffix == ".md":
        yield 1, MARKDOWN_CODE.sub(_blank, source)
    else:
        for match in TOML_STRING.finditer(source):
            text = match[1] or match[2] or ""
            if PROSE.search(text):
                yield source.count("\n", 0, match.start()) + 1, CODE.sub("…", text)


def _list_python_texts(source: str) -> Iterator[tuple[int, str]]:
    nodes = list(ast.walk(ast.parse(source)))
    skipped = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    skipped |= {id(value) for node in nodes if isinstance(node, ast.JoinedStr) for value in node.values}
    for node in nodes:
        if id(node) in skipped:
            continue
        text = ""
        if isinstance(node, ast.JoinedStr):
            parts = [value.value if isinstance(value, ast.Constant) else "…" for value in node.values]
            text = "".join(part for part in parts if isinstance(part, str))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
        if PROSE.search(text):
            yield node.lineno if isinstance(node, ast.expr) else 1, CODE.sub("…", text)


def _blank(match: re.Match[str]) -> str:
    """Return a border mark, the labels in a tag, and the line breaks, so that line numbers stay correct."""
    labels = LABEL.findall(match.group()) if match.group().startswith("<") else []
    return "¦" + "".join(f"{label}¦" for label in labels) + "\n" * match.group().count("\n")


PATTERNS = [(re.compile(pattern.replace(" ", r"\s+"), re.M), instead) for pattern, instead in PHRASES.items()]

if __name__ == "__main__":
    sys.exit(main())
