"""Moves and their text.

    verb [number] [cards [/ cards]…] [after cards] [word…]

`discard KC`, `wipe 3 QC QS QD after 3H 4H 5H`, `rearrange 5C 6C 7C / 8C 8D 8H`, `call hearts`. A wild card that stands
for another is written `*=9S`; `*=?` leaves it to the rules to find what it can stand for (see `Game.readings`).
"""

from __future__ import annotations

from typing import NamedTuple

from games.cards import Card, codes, parse_card
from games.errors import BadText

Group = tuple[Card, ...]
LONGEST = 800


class Move(NamedTuple):
    """What a seat, or the dealer, does: `groups` of cards, cards laid before as `after`, anything said as `word`."""

    verb: str
    number: int | None = None
    groups: tuple[Group, ...] = ()
    after: Group = ()
    word: str = ""

    def __str__(self) -> str:
        parts = [self.verb]
        if self.number is not None:
            parts.append(str(self.number))
        if self.groups:
            parts.append(" / ".join(codes(group) for group in self.groups))
        if self.after:
            parts.append(f"after {codes(self.after)}")
        if self.word:
            parts.append(self.word)
        return " ".join(parts)

    @property
    def cards(self) -> Group:
        """The cards of the first group, or none."""
        return self.groups[0] if self.groups else ()

    @property
    def parts(self) -> list[str]:
        """What there is of it beside the verb: `number`, `groups`, `after`, `word`."""
        return [part for part, said in zip(self._fields[1:], self[1:], strict=True) if said not in (None, (), "")]

    @property
    def open(self) -> bool:
        """Whether a wild card is left for the rules to read (`=?`)."""
        return any(card.code.endswith("=?") for group in (*self.groups, self.after) for card in group)


def parse_move(text: str) -> Move:
    """The move that a text says. Raises BadText naming the piece that is no card, number or word."""
    if not isinstance(text, str) or not text.strip():
        raise BadText("no move", text, "a verb, then numbers, cards or words, such as “discard KC”")
    if len(text) > LONGEST:
        raise BadText(f"a move longer than {LONGEST} characters", text)
    verb, *tokens = text.split()
    if not _is_word(verb):
        raise BadText("not a verb", verb, "small letters and hyphens, such as “discard”")
    number: int | None = None
    groups: list[list[Card]] = [[]]
    after: list[Card] = []
    words: list[str] = []
    into = groups[0]
    for token in tokens:
        if token == "after":
            into = after
        elif token == "/":
            groups.append([])
            into = groups[-1]
        elif number is None and token.isascii() and token.isdigit() and len(token) < 4 and not into and not words:
            number = int(token)
        elif _is_word(token) and len(token) > 2:
            words.append(token)
        else:
            into.append(parse_card(token))
    if len(groups) > 1 and not all(groups):
        raise BadText("an empty group of cards", text, "cards on both sides of “/”")
    return Move(verb, number, tuple(tuple(group) for group in groups if group), tuple(after), " ".join(words))


def _is_word(token: str) -> bool:
    return token.replace("-", "").isalpha() and token.islower() and token.isascii()
