"""Views: what one seat knows (`View`), and how a page shows it (`Screen`).

A `View` is the position with `?` for each card that the seat hasn't seen. A `Screen` is built only from a view, so it
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
"""A position as JSON: only text and numbers. `Game.position_keys` documents its keys."""


@dataclass(frozen=True)
class View:
    """The knowledge that the seat `seat` has about a table. The seat of a spectator is None."""

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
    """A place for cards on the screen, in one of the `LAYOUTS`.

    `cards` are card codes, starting from the bottom, the left, or the oldest card. `owner` is a seat or None, and
    `number` counts an owner's melds from 1. `seats` are the players of each card, if that matters, and `fresh` the
    indexes of the cards that the owner got this turn.

    A page draws a hand sorted by `sort`, “suit” or “rank”. `ranks` has the ranks in order, and `trumps` the suits that
    come first. The `cards` themselves stay in the order in which they came. `words` has a word for each card, or “”.

    In the layout `rows`, `places` has all cards that belong in the row, from left to right. `coming` has the cards that
    can be played there next, no matter who holds them.
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
    "suit": "A `suit` in large type.",
    "tokens": "A number of tokens: `number`, out of `of` unless that is 0.",
    "packets": "A number of face-down packets of cards: `number`.",
    "number": "A `number` in large type, and the `suit` that it counts, if any.",
    "tally": "A row of `of` places. `number` of them are filled.",
    "places": "An empty place for each card of the `groups`, which are sizes. Each group can have a name.",
    "cards": "The `cards`, small.",
    "chips": "A stack of chips worth `number`.",
    "said": "The `cards` of a declaration, large.",
    "track": "A `number` in large type, and how far it is along a track. The `groups` are the sizes of its sections.",
}
"""The kinds of signs, each with a description of what is drawn."""


@dataclass(frozen=True)
class Sign:
    """A small picture with a label and a short text (`words`), for information other than the cards in the zones.

    It's drawn on the table or next to a player's name, for example the trump suit or a stack of chips. `kind` is one of
    `SIGNS` and decides which picture is drawn. A card in `cards` can be just a rank, for any suit, or `-`, for any
    card. If the sign points to a player, `seat` is that player's seat.

    The places of `groups` with `names` are a tray for the cards chosen for the move `verb`. `alike` says for each group
    what its cards have in common: “rank” or “suit”, or nothing if it's empty.
    """

    kind: str
    label: str
    words: str
    number: int = 0
    of: int = 0
    suit: str = ""
    cards: tuple[str, ...] = ()
    groups: tuple[int, ...] = ()
    seat: int | None = None
    names: tuple[str, ...] = ()
    alike: tuple[str, ...] = ()
    verb: str = ""

    @property
    def place_count(self) -> int:
        """The number of places for cards in the tray: the sum of `groups`."""
        return sum(self.groups)

    @property
    def is_named_by_words(self) -> bool:
        """Whether the sign's words already contain its label: “Tricks” is in “1 trick”.

        The label can be in the singular or plural.
        """
        label = self.label.lower()
        return label in self.words.lower() or label.removesuffix("s") in self.words.lower()


FIELD_KINDS = {
    "cards": "Cards from `zones`, at least `low` and at most `high`: sends their codes, separated by spaces.",
    "tail": "One card of a zone and all the cards above it: sends the number of these cards.",
    "groups": "The cards of `zones`, arranged in groups: sends the codes of each, with ` / ` between the groups.",
    "target": "One of `zones`, each with a number: sends the number.",
    "choice": "One of `values`, each a value and its name: sends the value.",
    "partners": "Cards of `zones` that go with the card chosen before: sends their codes, if there are any.",
    "place": "One card of a zone, face down or not: sends its place in the zone, from 1.",
    "amount": "A required whole number from `low` to `high`, in steps of `step`; `values` has names for some of them.",
}
"""The kinds of fields, each with a description of what it sends."""


@dataclass(frozen=True)
class Field:
    """A form field for one part of a move. Its kind is one of `FIELD_KINDS`.

    `join` is the text put before the value. An optional field has `low` 0, unless it's an amount. In a `wild` field, a
    wild card is sent as `X=?`, so that the engine finds out what it stands for. If the `values` are suits or ranks,
    `faces` has the letter of each.

    `split` is for cards that you choose in one field and use in several ways. It divides the cards into parts, in the
    order in which you choose them. Each part has its number of cards, the text put before them, and the word that marks
    them.
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
    """An action that this seat can take now: a verb, its button label, a sentence, and its form fields.

    `note` is a short second line on the button, or "". `cards` are drawn as a small picture that explains the action.
    `at` is the zone that triggers the action: clicking the zone performs it, and dropping a card on the zone performs
    it with that card. (A card that has its own place in a row can go there without `at`.)

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
    note: str = ""

    def to_json(self) -> dict[str, Any]:
        found: dict[str, Any] = _to_json(self)
        return found


NOTE_SEPARATOR = " · "
"""It separates the texts in the note of a seat."""


@dataclass(frozen=True)
class SeatNote:
    """The information next to a player's name: a note, the score, whose turn it is, and some signs.

    A sign is a small picture with a short text. `side` is the player's team, or None in games without teams. As in all
    sentences of a screen, `{2}` stands for the name of seat 2. Names are filled in later, so that nothing a person
    typed gets into a note.

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

    @property
    def texts(self) -> list[str]:
        """The separate texts of the note, in order."""
        return [text for text in self.note.split(NOTE_SEPARATOR) if text]


@dataclass(frozen=True)
class Rung:
    """One step of the ladder on the screen that shows a game's declarations from the lowest kind to the highest.

    `cards` are drawn as a small picture: an example of this kind, or the last declaration by `seat`. A step is `open`
    if something of its kind can still be declared. The first action with a picture is for the lowest open step, the
    second for the next one, and so on.
    """

    label: str
    cards: tuple[str, ...]
    open: bool = True
    seat: int | None = None


@dataclass(frozen=True)
class Screen:
    """Everything that a page or a program needs to draw a table for one seat.

    Information other than cards is in `signs` (small pictures with a short text) if it can be drawn. Otherwise, it's in
    `facts`: pairs of a name and a value.
    """

    seat: int | None
    zones: tuple[Zone, ...]
    seats: tuple[SeatNote, ...]
    prompt: str = ""
    actions: tuple[Action, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    signs: tuple[Sign, ...] = ()
    ladder: tuple[Rung, ...] = ()
    """The ladder of possible declarations, from low to high. It's empty if the game has none."""

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
    """Return a value with dataclasses converted to dicts, as `dataclasses.asdict` does, without copying strings."""
    if isinstance(value, str | int) or value is None:
        return value
    if isinstance(value, tuple):
        return tuple([_to_json(one) for one in value])
    return {name: _to_json(one) for name, one in vars(value).items()}


def filter_zones(screen: Screen, beginnings: Sequence[str], state: State) -> Screen:
    """Return the screen with only the zones whose ids begin with one of these strings, and their owners.

    The table's signs and facts are left out, too. Without `beginnings`, everything stays. In both cases, scores are
    left out while they're all 0.
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
