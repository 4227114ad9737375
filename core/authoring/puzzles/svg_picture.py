"""A puzzle as a still picture: its question and the cards on its table, in plain shapes and text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from core.practice.models import Puzzle
from core.practice.puzzle_session import PuzzleSession
from core.rendering.narration import CARD
from core.rendering.table_context import with_names
from games.cards import JOKER, SUIT_SIGNS, UNKNOWN, Card, parse_card
from games.engine.view import Screen, Zone
from games.words import capital

WIDTH, EDGE = 640, 20
LETTERS = 44
"""The maximum length of a line of the question."""
SMALL_LETTERS = 72
"""The maximum length of a line of other text."""
LINE, LABEL = 28, 24
CARD_WIDTH, CARD_HEIGHT, GAP = 44, 60, 6
IN_A_ROW = (WIDTH - 2 * EDGE + GAP) // (CARD_WIDTH + GAP)
PLAIN = "\N{VARIATION SELECTOR-15}"
"""Prevents that a suit is drawn as a colored emoji."""


@dataclass(frozen=True)
class Face:
    """A card and the position of its upper left corner; a face-down card has no text."""

    x: int
    y: int
    text: str
    red: bool

    @property
    def middle(self) -> tuple[int, int]:
        """The position of the text's center, on its baseline."""
        return self.x + CARD_WIDTH // 2, self.y + CARD_HEIGHT // 2 + 6


@dataclass(frozen=True)
class Words:
    """A line of text and the position of its start, on its baseline."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Drawn:
    """A picture: its title, the lines of its question, and below `top` its labels and cards."""

    title: str
    lines: tuple[Words, ...]
    labels: tuple[Words, ...]
    faces: tuple[Face, ...]
    top: int
    height: int
    width: int = WIDTH
    card: tuple[int, int] = (CARD_WIDTH, CARD_HEIGHT)

    @property
    def felt(self) -> int:
        """The height of the table."""
        return self.height - self.top


def drawn_of(puzzle: Puzzle) -> Drawn:
    """Return the picture of an unanswered puzzle."""
    question = _in_signs(puzzle.posed.question)
    lines = tuple(Words(EDGE, EDGE + LINE * at + 20, line) for at, line in enumerate(wrap(question, LETTERS)))
    top = EDGE * 2 + LINE * len(lines)
    tries = PuzzleSession(puzzle, [])
    if tries.table is None:
        return Drawn(question, lines, (), (), top, top)
    screen = with_names(tries.screen(playing=False, answered=False), tries.names, 0)
    labels: list[Words] = []
    faces: list[Face] = []
    y = top + EDGE
    for line in _known(screen):
        labels.append(Words(EDGE, y + 14, line))
        y += LABEL
    for zone in screen.zones:
        labels.append(Words(EDGE, y + 14, _label(zone, screen, tries.names)))
        found = list(_faces(zone, y + LABEL))
        faces += found
        y = max((face.y for face in found), default=y + LABEL - CARD_HEIGHT) + CARD_HEIGHT + EDGE
    return Drawn(question, lines, tuple(labels), tuple(faces), top, y)


def _known(screen: Screen) -> Iterator[str]:
    """Yield lines of text with what is known besides the cards."""
    told = [*((sign.label, sign.words) for sign in screen.signs), *screen.facts]
    for label, words in told:
        yield from wrap(_in_signs(f"{label}: {words}" if label else words), SMALL_LETTERS)


def _label(zone: Zone, screen: Screen, names: list[str]) -> str:
    """Return a zone's label, with its owner, and with its number of cards if not all are drawn."""
    whose = f"{capital(names[zone.owner])}: " if zone.owner not in (None, screen.seat) else ""
    many = f" ({zone.count})" if zone.layout == "pile" else "" if zone.cards else " (empty)"
    return _printable(f"{whose}{zone.label}{many}")


def _faces(zone: Zone, y: int) -> Iterator[Face]:
    """Yield the cards of a zone to draw; of a pile only the top card, if it's face up."""
    drawn = [code for code in zone.cards[-1:] if code != UNKNOWN.code] if zone.layout == "pile" else zone.cards
    for at, code in enumerate(drawn):
        row, column = divmod(at, IN_A_ROW)
        x = EDGE + column * (CARD_WIDTH + GAP)
        yield Face(x, y + row * (CARD_HEIGHT + GAP), _text(code), parse_card(code).red)


def _text(code: str) -> str:
    """Return a card as a few characters: its rank and suit, with a star for a joker."""
    card = parse_card(code)
    if card.base is not card.face:
        return f"{_short(card.base)}={_short(card.face)}"
    return _short(card)


def _short(card: Card) -> str:
    if card is UNKNOWN:
        return ""
    if card is JOKER:
        return "\N{BLACK STAR}" + PLAIN
    return card.code[0].replace("T", "10") + SUIT_SIGNS[card.suit] + PLAIN


def _in_signs(text: str) -> str:
    """Return a text in which each card is written as rank and suit sign."""
    return _printable(CARD.sub(lambda found: _text(found[0].removesuffix(found[1])) + found[1], text))


def _printable(text: str) -> str:
    """Return a text without code marks, and without characters that XML can't contain."""
    return "".join(letter for letter in text.replace("`", "") if letter.isprintable() or letter == PLAIN)
