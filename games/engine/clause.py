"""Clauses: the rules of a game, each with an id that pages, rulebook, API, lessons, and puzzles use."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from games.errors import RulesError
from games.words import get_first_sentence


@dataclass(frozen=True)
class Clause:
    """One rule. `refusal` is the error message for a move that breaks it, with slots in braces.

    A clause without a refusal only describes the game (who deals, what a card is worth), so no move can break it.
    """

    id: str
    refusal: str = ""

    def build_violation(self, **slots: object) -> Violation:
        """Build a violation of this clause, with the slots of its error message filled in.

        Raises TypeError if the value of a slot is missing.
        """
        try:
            sentence = self.refusal.format(**slots)
        except KeyError as missing:
            raise TypeError(f"The refusal of {self.id} needs a value for {missing}: “{self.refusal}”") from None
        return Violation(self, sentence, {name: str(value) for name, value in slots.items()})


class Clauses(dict[str, Clause]):
    """The clauses of a game by id, in the order of its rulebook."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        super().__init__((clause.id, clause) for clause in clauses)

    def build_violation(self, id: str, **slots: object) -> Violation:
        """Build a violation of the clause with this id, with the slots of its error message filled in."""
        return self[id].build_violation(**slots)


_CODE = r"(?:\*|[A2-9TJQK][CDHS])(?:=[A2-9TJQK][CDHS])?"
CODES = re.compile(rf"(?<![\w=*]){_CODE}(?: {_CODE})*(?![\w=*])")
"""A pattern for card codes within a text, including jokers and cards that stand for others (`*=KS`)."""
CARDS = ("cards", "others", "meld")
"""The names of slots in error messages that hold card codes."""


def quote_card_codes(text: str) -> str:
    """Put the card codes in this text in backticks, so that a page draws them as cards."""
    return CODES.sub(r"`\g<0>`", text)


@dataclass(frozen=True)
class Violation:
    """The reason why a move is illegal: the clause that it breaks, and an error message for the player.

    `others` are less important violations by the same move.
    """

    clause: Clause
    sentence: str
    slots: dict[str, str] = field(default_factory=dict)
    others: tuple[Violation, ...] = ()

    @property
    def sentence_with_quoted_cards(self) -> str:
        """The error message with its card codes in backticks, so that a page draws them as cards."""
        slots = {name: f"`{value}`" if name in CARDS else quote_card_codes(value) for name, value in self.slots.items()}
        return self.clause.refusal.format(**slots)

    def merge(self, other: Violation) -> Violation:
        """Return this violation with less important ones: `other` and the `others` of `other`.

        They replace the `others` of this violation. Each clause occurs only once.
        """
        rest = {one.clause.id: one for one in (other, *other.others) if one.clause is not self.clause}
        return replace(self, others=tuple(rest.values()))

    @property
    def summary(self) -> str:
        """The first sentence of the error message: what's wrong with the move, without advice."""
        return get_first_sentence(self.sentence_with_quoted_cards)

    def to_json(self) -> dict[str, Any]:
        """Return a dict with `id`, `text`, and `others`, a list of dicts with `id` and `text`."""
        return {
            "id": self.clause.id,
            "text": self.sentence,
            "others": [{"id": other.clause.id, "text": other.sentence} for other in self.others],
        }


class IllegalMove(RulesError):
    """Raised for an illegal move. `violation` has the reason. The state is unchanged."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(violation.sentence)


TURN = Clause("table.turn", "It isn’t your turn. The table is waiting for {waited}.")
OVER = Clause("table.over", "The match is over, so you can’t move.")
VERB = Clause("table.verb", "{what}. It’s time to {allowed}.")
HELD = Clause("table.held", "You {hold} {cards}.")
SHAPE = Clause("table.shape", "“{move}” isn’t a valid move. {advice}.")

TABLE_CLAUSES = {clause.id: clause for clause in (TURN, OVER, VERB, HELD, SHAPE)}
"""The clauses that all games share: about turns, the end of the match, and the form of a move."""
