"""Moves and their notation.

    verb [number] [cards [/ cards]…] [name cards]… [word…]

Examples are `discard KC`, `wipe 3 QC QS QD after 3H 4H 5H`, `rearrange 5C 6C 7C / 8C 8D 8H`, and `call hearts`. A word
before cards is their name: `after 3H 4H 5H`. A wild card that stands for another card is written `*=9S`. With `*=?`,
the engine finds out what it can stand for (see `Game.list_move_readings`).
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from games.cards import Card, format_cards, parse_card
from games.errors import BadText

Group = tuple[Card, ...]
LONGEST = 800
DIGITS = 9
"""The maximum number of digits of a number in a move."""


class Move(NamedTuple):
    """A move by a seat or the dealer.

    It has a verb, and can have a number, `groups` of cards, cards with a name (`named`), and free text (`word`).
    """

    verb: str
    number: int | None = None
    groups: tuple[Group, ...] = ()
    named: tuple[tuple[str, Group], ...] = ()
    word: str = ""

    def __str__(self) -> str:
        parts = [self.verb]
        if self.number is not None:
            parts.append(str(self.number))
        if self.groups:
            parts.append(" / ".join(format_cards(group) for group in self.groups))
        parts += [f"{name} {format_cards(group)}" for name, group in self.named]
        if self.word:
            parts.append(self.word)
        return " ".join(parts)

    @property
    def cards(self) -> Group:
        """The cards of the first group, or () if there are no groups."""
        return self.groups[0] if self.groups else ()

    def get_cards_by_name(self, name: str) -> Group:
        """Return the cards with this name, or () if there are none."""
        return next((group for known, group in self.named if known == name), ())

    @property
    def all_cards(self) -> Group:
        """All cards of the move. Cards with a name come last."""
        return tuple(chain(*self.groups, *(group for _, group in self.named)))

    @property
    def part_names(self) -> list[str]:
        """The names of the parts of the move besides the verb: `number`, `groups`, names of cards, and `word`."""
        parts = [] if self.number is None else ["number"]
        if self.groups:
            parts.append("groups")
        if self.named:
            parts += [name for name, _ in self.named]
        return [*parts, "word"] if self.word else parts

    @property
    def has_open_wild_card(self) -> bool:
        """Whether the move has a wild card (`=?`) for which the engine has to find out what it stands for."""
        return any(card.code.endswith("=?") for card in self.all_cards)


def parse_move(text: str) -> Move:
    """Parse the text of a move. Raises BadText, naming the part that isn't a card, number, or word."""
    if not isinstance(text, str) or not text.strip():
        raise BadText("not a move", text, "a verb, then numbers, cards, or words, such as “discard KC”")
    if len(text) > LONGEST:
        raise BadText(f"longer than {LONGEST} characters", text)
    verb, *tokens = text.split()
    if not _is_word(verb):
        raise BadText("not a verb", verb, "lowercase letters and hyphens, such as “discard”")
    number: int | None = None
    groups: list[list[Card]] = [[]]
    named: dict[str, list[Card]] = {}
    words: list[str] = []
    into, just_said = groups[0], False
    for token in tokens:
        if _is_word(token) and len(token) > 2:
            words.append(token)
            just_said = True
            continue
        if token == "/":
            groups.append([])
            into = groups[-1]
        elif number is None and token.isascii() and token.isdigit() and len(token) <= DIGITS and not into and not words:
            number = int(token)
        else:
            card = parse_card(token)
            if just_said:
                into = named.setdefault(words.pop(), [])
            into.append(card)
        just_said = False
    if len(groups) > 1 and not all(groups):
        raise BadText("not a complete move", text, "cards on both sides of “/”")
    return Move(
        verb,
        number,
        tuple(tuple(group) for group in groups if group),
        tuple((name, tuple(group)) for name, group in named.items()),
        " ".join(words),
    )


def _is_word(token: str) -> bool:
    return token.replace("-", "").isalpha() and token.islower() and token.isascii()
