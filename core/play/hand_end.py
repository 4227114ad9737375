"""The players' results at the end of a hand: what each of them won or lost, and the cards that they showed.

The table's page shows the results when the hand is over.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.cards import UNKNOWN
from games.engine.state import DealResult
from games.engine.view import Screen, SeatNote

_COUNT_OR_CHANGE = re.compile(r"\d+ cards?|[+\N{MINUS SIGN}]\d+")
MOST_SHOWN = 5
"""The maximum number of cards in a hand that is shown beside its player's result. Larger hands are on the table."""


@dataclass(frozen=True)
class PlayerResult:
    """A player's result of a hand.

    `has_won` is false for everyone if most players won, because then it matters who lost. `gained` is the change of the
    score with its sign, such as “+5”, or "" if it didn't change. `notes` are the score and the other short texts next
    to the player's name. `cards` are the codes of the cards in the hand that the player showed, if it's small.
    """

    name: str
    is_viewer: bool
    has_won: bool
    gained: str
    notes: tuple[str, ...]
    cards: tuple[str, ...]


def list_player_results(
    screen: Screen, result: DealResult, winners: Sequence[int], names: Mapping[int, str]
) -> tuple[PlayerResult, ...]:
    """Return the players' results of a hand, starting with the viewer and then clockwise.

    `screen` is the table after the hand, with players' names filled in. `result` is the engine's result of the hand,
    and `names` are the players' names by seat. `winners` are the winners of the hand or, if the match is over, of the
    match.
    """
    near, count = screen.seat or 0, len(screen.seats)
    gains: Sequence[int] = result.facts.get("change") or result.scores or (0,) * count
    winners = winners if 2 * len(winners) <= count else ()
    return tuple(
        PlayerResult(
            name=names[note.seat],
            is_viewer=note.seat == screen.seat,
            has_won=note.seat in winners,
            gained=f"{gains[note.seat]:+}" if gains[note.seat] else "",
            notes=_list_notes(note),
            cards=() if note.seat == screen.seat else _list_shown_cards(screen, note.seat),
        )
        for note in sorted(screen.seats, key=lambda note: (note.seat - near) % max(count, 1))
    )


def _list_notes(note: SeatNote) -> tuple[str, ...]:
    """Return the score and the other short texts that the table shows next to a player's name.

    `note` has these texts for one seat. Texts that only give the number of cards or the change of chips are left out.
    """
    texts = [text for text in note.texts if not _COUNT_OR_CHANGE.fullmatch(text)]
    return (*filter(None, [note.score]), *texts)


def _list_shown_cards(screen: Screen, seat: int) -> tuple[str, ...]:
    """Return the codes of a player's cards if all of them are face up and at most MOST_SHOWN, or else ()."""
    hands = [zone.cards for zone in screen.zones if zone.owner == seat and zone.layout in ("fan", "row")]
    cards = tuple(code for hand in hands for code in hand)
    return cards if len(cards) <= MOST_SHOWN and UNKNOWN.code not in cards else ()
