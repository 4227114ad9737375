"""Views: the knowledge of one seat (`View`), and its presentation on a page (`Screen`).

A `View` is the position with `?` for each card that the seat has not seen. A `Screen` is drawn from a view alone, so it
can't reveal anything hidden.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from games.cards import RANKS

if TYPE_CHECKING:
    from games.engine.state import State

Position = dict[str, Any]
"""A position as JSON: text and numbers only; `Game.position_keys` documents its keys."""


@dataclass(frozen=True)
class View:
    """The knowledge of `seat` (None: a spectator) about a table."""

    game: str
    seat: int | None
    position: Position


LAYOUTS = {
    "fan": "A hand.",
    "row": "Cards side by side.",
    "rows": "One of several rows, one above the other, with a place for each card of the row.",
    "grid": "Face-up cards on the table, in as many rows as needed.",
    "line": "Cards in the order they were discarded. Taking one can mean taking all later ones.",
    "pile": "Cards on top of each other. Only the last one is visible.",
    "crosswise": "A card that sticks out from under the pile before it.",
    "trick": "Cards in the middle, each in front of the player who played it.",
    "melds": "Cards of one meld.",
}
"""The ways to arrange the cards of a zone."""


@dataclass(frozen=True)
class Zone:
    """A place for cards, in one of the `LAYOUTS`.

    `cards` are card codes from bottom, left, or oldest; `owner` is a seat or None; `number` counts an owner's melds
    from 1. `seats` are the players of each card, if that matters, and `fresh` the positions of the cards that the owner
    got this turn.

    A page draws a hand sorted by `sort`, “suit” or “rank”; `ranks` has the ranks in order, and `trumps` the suits that
    come first. The `cards` themselves stay in the order in which they came. `words` has a word for each card, or “”.

    In the layout `rows`, `places` has all cards that belong to the row, from left to right. `coming` has the cards that
    can be played there next, whoever holds them.
    """

    id: str
    layout: str
    label: str
    cards: tuple[str, ...] = ()
    owner: int | None = None
    number: int | None = None
    note: str = ""
    marked: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    fresh: tuple[int, ...] = ()
    sort: str = "suit"
    ranks: str = RANKS
    trumps: str = ""
    words: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    coming: tuple[str, ...] = ()

    @property
    def card_count(self) -> int:
        return len(self.cards)


SIGNS = {
    "suit": "A `suit`, large.",
    "tokens": "A number of tokens: `number`, out of `of` unless that is 0.",
    "packets": "A number of face-down packets of cards: `number`.",
    "number": "A `number`, large, and the `suit` it counts, if any.",
    "tally": "A row of `of` places. `number` of them are filled.",
    "places": "An empty place for each card of the `groups`, which are sizes.",
    "cards": "The `cards`, small.",
    "chips": "A stack of chips worth `number`.",
    "said": "The `cards` of a declaration, large.",
}
"""The kinds of signs, and what is drawn for each."""


@dataclass(frozen=True)
class Sign:
    """Information that isn't a card on the table, drawn as one of the `SIGNS`.

    Its `words` are written under a label. A card of a sign can be a rank alone, for any suit, or `-`, for any card.
    """

    kind: str
    label: str
    words: str
    number: int = 0
    of: int = 0
    suit: str = ""
    cards: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()


FIELD_KINDS = {
    "cards": "Cards from `zones`, at least `low` and at most `high`: sends their codes, separated by spaces.",
    "tail": "One card of a zone and all the cards above it: sends the number of these cards.",
    "groups": "The cards of `zones`, arranged in groups: sends the codes of each, with ` / ` between the groups.",
    "target": "One of `zones`, each with a number: sends the number.",
    "choice": "One of `values`, each a value and its name: sends the value.",
    "partners": "Cards of `zones` that go with the card chosen before: sends their codes, if there are any.",
    "place": "One card of a zone, face down or not: sends its place in the zone, from 1.",
    "amount": "A whole number from `low` to `high` in steps of `step`, required; `values` names some of them.",
}
"""The kinds of fields, and what each sends."""


@dataclass(frozen=True)
class Field:
    """A form field for one part of a move, of a kind of `FIELD_KINDS`.

    `join` is the text put before the value; an optional field has `low` 0, unless it is an amount. In a `wild` field a
    wild card is sent as `X=?`, for the rules to find what it stands for. If the `values` are suits or ranks, `faces`
    has the letter of each.

    `split` is for cards that you choose in one field and use in several ways. It divides the cards into parts, in the
    order in which you choose them. Each part has the number of its cards, the text put before them, and the word that
    marks them.
    """

    kind: str
    name: str
    label: str
    zones: tuple[str, ...] = ()
    low: int = 1
    high: int = 99
    values: tuple[tuple[str, str], ...] = ()
    join: str = ""
    wild: bool = False
    step: int = 1
    faces: tuple[str, ...] = ()
    split: tuple[tuple[int, str, str], ...] = ()


@dataclass(frozen=True)
class Action:
    """An action that this seat can try now: a verb, its button label, a sentence, and its form fields.

    `cards` are a picture of what the action means, as in a `Sign`. `at` is the zone that represents the action:
    touching the zone does the action, and dropping a card on the zone does the action with that card. (A card that has
    its own place in a row can go there without `at`.)

    If a move begins with one card, `fits` has pairs of a possible card and the number of the `target` it can go to. The
    number is "" if the move has no target. If such a card can take `partners` with it, `takes` has pairs of the card
    and the codes of its partners. The codes are "" if the card can go without partners.
    """

    verb: str
    label: str
    sentence: str
    fields: tuple[Field, ...] = ()
    cards: tuple[str, ...] = ()
    at: str = ""
    fits: tuple[tuple[str, str], ...] = ()
    takes: tuple[tuple[str, str], ...] = ()

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = _to_json(self)
        return found


@dataclass(frozen=True)
class SeatNote:
    """The text beside a player's name: cards in hand, score, whose turn it is, which `side` they play for.

    As in all sentences of a screen, `{2}` stands for the name of seat 2. So nothing that a person typed can be put into
    a note before the names are filled in.

    A player who is `out` takes no more part in this deal.
    """

    seat: int
    note: str = ""
    to_move: bool = False
    dealer: bool = False
    score: str = ""
    side: int | None = None
    signs: tuple[Sign, ...] = ()
    out: bool = False


@dataclass(frozen=True)
class Rung:
    """A rung of a ladder of things to say: everything of one kind.

    `cards` are a picture, as in a `Sign`: of an example, or of what `seat` said last. A rung is `open` if something on
    it can still be said. Of the actions with a picture, the first is for the lowest open rung, and so on.
    """

    label: str
    cards: tuple[str, ...]
    open: bool = True
    seat: int | None = None


@dataclass(frozen=True)
class Screen:
    """Everything a page or a program needs to draw a table for one seat.

    Information besides the cards is in `signs` if it can be drawn, else in `facts`: pairs of a name and a value.
    """

    seat: int | None
    zones: tuple[Zone, ...]
    seats: tuple[SeatNote, ...]
    prompt: str = ""
    actions: tuple[Action, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    signs: tuple[Sign, ...] = ()
    ladder: tuple[Rung, ...] = ()
    """The ladder of things to say, from low to high; empty if the game has none."""

    def get_zone(self, id: str) -> Zone:
        """Return the zone with this id. Raises KeyError."""
        for zone in self.zones:
            if zone.id == id:
                return zone
        raise KeyError(id)

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = _to_json(self)
        return found


def _to_json(value: Any) -> Any:
    """Return what `dataclasses.asdict` returns, without copying texts."""
    if isinstance(value, str | int) or value is None:
        return value
    if isinstance(value, tuple):
        return tuple([_to_json(one) for one in value])
    return {name: _to_json(one) for name, one in vars(value).items()}


def filter_zones(screen: Screen, beginnings: Sequence[str], state: State) -> Screen:
    """Return a screen with only the zones whose ids begin with one of these texts, and the players who own them.

    Without `beginnings`, the screen keeps all zones and players. Scores are left out while nobody has any.
    """
    if not any(state.match.scores):
        screen = replace(screen, seats=tuple(map(_remove_score_from_note, screen.seats)))
    if not beginnings:
        return screen
    zones = tuple(zone for zone in screen.zones if zone.id.startswith(tuple(beginnings)))
    owners = {zone.owner for zone in zones}
    notes = tuple(note for note in screen.seats if note.seat in owners)
    return replace(screen, zones=zones, seats=notes, facts=(), signs=())


def _remove_score_from_note(note: SeatNote) -> SeatNote:
    return replace(note, score="", signs=tuple(sign for sign in note.signs if sign.words != note.score))
