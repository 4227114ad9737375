"""A puzzle as a still picture: its question and the cards on its table, in plain shapes and text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap

from core.practice.models import Puzzle
from core.practice.puzzle_session import PuzzleSession
from core.rendering.narration import CARD
from core.rendering.table_context import fill_in_screen_names
from games.cards import JOKER, SUIT_SIGNS, UNKNOWN, Card, parse_card
from games.engine.view import Screen, Zone
from games.words import capitalize_first

WIDTH, EDGE = 640, 20
LETTERS = 44
"""The maximum number of characters in a line of the question."""
SMALL_LETTERS = 72
"""The maximum number of characters in a line of other text."""
LINE, LABEL = 28, 24
CARD_WIDTH, CARD_HEIGHT, GAP = 44, 60, 6
IN_A_ROW = (WIDTH - 2 * EDGE + GAP) // (CARD_WIDTH + GAP)
PLAIN = "\N{VARIATION SELECTOR-15}"
"""A character that keeps a suit from being drawn as a color emoji."""


@dataclass(frozen=True)
class CardFace:
    """A card to draw in a picture, and the position of its upper left corner. A face-down card has no text."""

    x: int
    y: int
    text: str
    red: bool

    @property
    def text_position(self) -> tuple[int, int]:
        """The position of the text's center, on its baseline."""
        return self.x + CARD_WIDTH // 2, self.y + CARD_HEIGHT // 2 + 6


@dataclass(frozen=True)
class TextLine:
    """A line of text, with the position of its left end on the baseline."""

    x: int
    y: int
    text: str


@dataclass(frozen=True)
class Picture:
    """A picture: its title, the lines of its question, and, from `top` down, the table with its labels and cards."""

    title: str
    lines: tuple[TextLine, ...]
    labels: tuple[TextLine, ...]
    faces: tuple[CardFace, ...]
    top: int
    height: int
    width: int = WIDTH
    card: tuple[int, int] = (CARD_WIDTH, CARD_HEIGHT)

    @property
    def table_height(self) -> int:
        """The height of the part of the picture that shows the table."""
        return self.height - self.top


def build_picture(puzzle: Puzzle) -> Picture:
    """Build the picture of an unanswered puzzle."""
    question = _replace_card_codes(puzzle.engine_puzzle.question)
    lines = tuple(TextLine(EDGE, EDGE + LINE * at + 20, line) for at, line in enumerate(wrap(question, LETTERS)))
    top = EDGE * 2 + LINE * len(lines)
    tries = PuzzleSession(puzzle, [])
    if tries.table is None:
        return Picture(question, lines, (), (), top, top)
    screen = fill_in_screen_names(tries.build_screen(playing=False, answered=False), tries.seat_names, 0)
    labels: list[TextLine] = []
    faces: list[CardFace] = []
    y = top + EDGE
    for line in _list_fact_lines(screen):
        labels.append(TextLine(EDGE, y + 14, line))
        y += LABEL
    for zone in screen.zones:
        labels.append(TextLine(EDGE, y + 14, _format_label(zone, screen, tries.seat_names)))
        found = list(_list_card_faces(zone, y + LABEL))
        faces += found
        y = max((face.y for face in found), default=y + LABEL - CARD_HEIGHT) + CARD_HEIGHT + EDGE
    return Picture(question, lines, tuple(labels), tuple(faces), top, y)


def _list_fact_lines(screen: Screen) -> Iterator[str]:
    """Yield the lines of text above the cards on the table, such as the trump suit.

    `screen` has what the solver of the puzzle sees.
    """
    told = [*((sign.label, sign.words) for sign in screen.signs), *screen.facts]
    for label, words in told:
        yield from wrap(_replace_card_codes(f"{label}: {words}" if label else words), SMALL_LETTERS)


def _format_label(zone: Zone, screen: Screen, names: list[str]) -> str:
    """Return a zone's label with its owner, and with its number of cards if they aren't all drawn."""
    whose = f"{capitalize_first(names[zone.owner])}: " if zone.owner not in (None, screen.seat) else ""
    many = f" ({zone.card_count})" if zone.layout == "pile" else "" if zone.cards else " (empty)"
    return _clean_text(f"{whose}{zone.label}{many}")


def _list_card_faces(zone: Zone, y: int) -> Iterator[CardFace]:
    """Yield the cards of a zone to draw, in rows. `y` is the upper edge of the first row.

    From a pile, only the top card is drawn, if it's face up.
    """
    drawn = [code for code in zone.cards[-1:] if code != UNKNOWN.code] if zone.layout == "pile" else zone.cards
    for at, code in enumerate(drawn):
        row, column = divmod(at, IN_A_ROW)
        x = EDGE + column * (CARD_WIDTH + GAP)
        yield CardFace(x, y + row * (CARD_HEIGHT + GAP), _format_card(code), parse_card(code).is_red)


def _format_card(code: str) -> str:
    """Format a card in a few characters: its rank and suit, with a star for a joker."""
    card = parse_card(code)
    if card.base is not card.face:
        return f"{_format_face(card.base)}={_format_face(card.face)}"
    return _format_face(card)


def _format_face(card: Card) -> str:
    if card is UNKNOWN:
        return ""
    if card is JOKER:
        return "\N{BLACK STAR}" + PLAIN
    return card.code[0].replace("T", "10") + SUIT_SIGNS[card.suit] + PLAIN


def _replace_card_codes(text: str) -> str:
    """Replace card codes in a text with rank and suit symbol."""
    return _clean_text(CARD.sub(lambda found: _format_card(found[0].removesuffix(found[1])) + found[1], text))


def _clean_text(text: str) -> str:
    """Return the text without backticks, and without characters that XML can't contain."""
    return "".join(letter for letter in text.replace("`", "") if letter.isprintable() or letter == PLAIN)
