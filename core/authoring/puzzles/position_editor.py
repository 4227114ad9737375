"""The position editor: a table on which a person lays out cards, and the changes that they can make."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import games
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.starting_points import moves_worth_asking
from core.http.strict_json import NotPlain, plain_json
from games.cards import UNKNOWN
from games.engine import phrasing
from games.engine.asking import moves_of, played
from games.engine.building import BACK, Building, Place, sparse, typed_cards
from games.engine.clause import Violation, drawn
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.parts import Flag, Number, NumberBySeat, SeatOrNone, Seats, Word, Words
from games.engine.reachability import reached_by
from games.engine.state import MatchPart, State
from games.engine.work import TooMuch, Work
from games.errors import BadText, HouseError

LONGEST = 500
"""The maximum length of a text in a draft, in characters."""
PROPOSED = 40
LONGEST_WAY = 20
"""The maximum number of moves in a solution."""
LISTING = 200_000
"""The limit of engine steps for listing moves to ask about."""
Sent = Mapping[str, str]
Self = TypeVar("Self", bound="PositionDraft")


@dataclass(frozen=True)
class Proposal:
    """A move to ask about: its text, its words, and the violation if it's illegal."""

    text: str
    words: str
    refused: Violation | None


class PositionDraft:
    """A position in the editor and everything that is derived from it.

    `content` is JSON: the `game`, its `options`, the number of `seats`, the parts of the position that the author has
    `said`, and the `place` that is being filled. It never changes: `changed` returns a new draft.
    """

    longest: ClassVar[int] = 40_000
    """The maximum length of a draft as JSON, in characters."""

    def __init__(self, content: Mapping[str, Any], code: str = "") -> None:
        self.content = dict(content)
        self.code = code

    def __getitem__(self, key: str) -> Any:
        return self.content[key]

    @cached_property
    def game(self) -> Game[Any]:
        return games.get(self["game"])

    @cached_property
    def options(self) -> Options:
        """The house rules of the position."""
        return self.game.options.of(self["options"])

    @cached_property
    def building(self) -> Building:
        """The engine's builder of the position."""
        return Building(self.game, self.options, self["seats"], self["said"])

    @cached_property
    def place(self) -> Place:
        """The place to which the next card goes."""
        places = self.building.places()
        return next((place for place in places if place.id == self["place"]), places[-1])

    @property
    def state(self) -> State | None:
        return self.building.state

    # -- moves ---------------------------------------------------------------------------------------

    @property
    def asked(self) -> list[str]:
        """The moves that the question asks about already."""
        return []

    @cached_property
    def proposals(self) -> list[Proposal]:
        """Moves to ask about: those already chosen, legal moves, and illegal ones that look similar."""
        return self.proposed(self.state) if self.state else []

    def proposed(self, state: State) -> list[Proposal]:
        """Return moves to ask about at another state."""
        found: dict[str, Proposal] = {}
        with suppress(TooMuch), Work(LISTING):
            for move in self._moves(state):
                if len(found) < PROPOSED and UNKNOWN not in move.cards:
                    text = str(move)
                    found.setdefault(text, Proposal(text, drawn(self.game.in_words(move)), self._refused(state, move)))
        return list(found.values())

    def after(self, lines: Sequence[str]) -> State | None:
        """Return the state after these moves; None if the position is impossible or a move is illegal."""
        try:
            return played(self.game, self.state, lines) if self.state else None
        except HouseError:
            return None

    def reached(self, lines: Sequence[str]) -> list[tuple[str, str]]:
        """Return the goals that these moves reach, each as its text and its sentence."""
        found: list[str] = []
        if self.state is not None:
            with suppress(TooMuch, HouseError), Work(LISTING):
                found = reached_by(self.game, self.state, lines)
        said: dict[str, str] = {}
        for text in found:
            said.setdefault(phrasing.task(self.game, text, self["seats"]), text)
        return [(text, sentence) for sentence, text in said.items()]

    def _refused(self, state: State, move: Move) -> Violation | None:
        return self.game.why_not(state, 0, move)

    def _moves(self, state: State) -> Iterator[Move]:
        for text in self.asked:
            with suppress(HouseError):
                yield from moves_of(self.game, [text])
        if 0 in state.waiting:
            yield from moves_worth_asking(self.game, state)

    # -- changes ---------------------------------------------------------------------------------

    def changed(self: Self, sent: Sent) -> Self:
        """Return the draft after the change that a form asks for. Raises HouseError if the change is impossible."""
        change = self.changes.get(sent.get("do", ""))
        if change is None:
            raise BadChange("There is no such change.")
        content = json.loads(json.dumps(self.content))
        other = type(self)(content, self.code)
        change(other, sent)
        if len(json.dumps(other.content)) > self.longest:
            raise BadChange("This is more than one puzzle can hold.")
        return type(self)(other.content, self.code)

    def _built(self, do: Callable[[Building], None]) -> None:
        """Change the position with a function that gets its builder."""
        building = self.building
        do(building)
        self.content["said"] = building.said

    def lie(self, position: Any) -> None:
        """Replace the position, with its house rules and seats. Raises HouseError."""
        if not isinstance(position, Mapping):
            raise BadText("not a position", str(position)[:40], "a position as JSON")
        state = self.game.load(position)
        self.content |= {"options": state.options.kept(), "seats": state.seats}
        self.content["said"] = sparse(self.game, state.options, state.seats, self.game.position(state))

    changes: ClassVar[Mapping[str, Callable[[Any, Sent], None]]]


# -- changes by name -------------------------------------------------------------------------------


def sent_text(sent: Sent, name: str, longest: int = LONGEST) -> str:
    """Return a text of a form without extra whitespace. Raises BadChange if it's too long."""
    text = " ".join(sent.get(name, "").split())
    if len(text) > longest:
        raise BadChange(f"That is too long: {longest} characters are enough for anybody to read.")
    return text


def sent_lines(sent: Sent, name: str, most: int = 20) -> list[str]:
    """Return the lines of a text of a form, without empty ones. Raises BadChange if they're too many or too long."""
    found = [" ".join(line.split()) for line in sent.get(name, "")[: 20 * LONGEST].splitlines() if line.strip()]
    if len(found) > most or any(len(line) > LONGEST for line in found):
        raise BadChange(f"At most {most} lines, please.")
    return found


def sent_whole(sent: Mapping[str, Any], name: str) -> int:
    """Return a whole number of a form. Raises BadText."""
    try:
        return int(sent.get(name, ""))
    except ValueError:
        raise BadText("not a whole number", sent.get(name, ""), "a whole number") from None


def sent_options(game: Game[Any], sent: Sent) -> Options:
    """Return the chosen house rules, as `choices.rule_sets` writes them. Raises BadText, BadOption."""
    try:
        values = plain_json(sent.get("options", ""))
    except NotPlain:
        raise BadText("no house rules", sent.get("options", "")[:40], "one of the sets") from None
    return game.options.of(values)


def _put(laid: PositionDraft, sent: Sent) -> None:
    """Put the typed cards at the current place; without cards, select the next place."""
    cards = typed_cards(sent.get("card", ""))
    if cards:
        laid._built(lambda building: building.put(laid.place.id, cards))
    else:
        _next(laid, sent)


def _take(laid: PositionDraft, sent: Sent) -> None:
    """Take a card from a place, and select that place."""
    place = sent.get("place", "")
    laid._built(lambda building: building.take(place, sent_whole(sent, "at")))
    laid.content["place"] = place


def _back(laid: PositionDraft, sent: Sent) -> None:
    """Take the last card from the current place."""
    place = laid.place
    known = [at for at, card in enumerate(place.cards) if card != BACK]
    if not known:
        raise BadChange("There is no card to take back here.")
    laid._built(lambda building: building.take(place.id, known[-1]))


def _clear(laid: PositionDraft, sent: Sent) -> None:
    laid._built(lambda building: building.clear(sent.get("place", "")))


def _meld(laid: PositionDraft, sent: Sent) -> None:
    laid._built(lambda building: building.new_meld(sent.get("place", "")))
    laid.content["place"] = sent.get("place", "")


def _fill(laid: PositionDraft, sent: Sent) -> None:
    laid.content["place"] = laid.building.place(sent.get("place", "")).id


def _next(laid: PositionDraft, sent: Sent) -> None:
    """Select the next place. Places of other players come only after one of those was selected."""
    far = bool(laid.place.seat) or laid.place.rest
    ids = [place.id for place in laid.building.places() if far or not (place.seat or place.rest)]
    laid.content["place"] = ids[(ids.index(laid.place.id) + 1) % len(ids)]


def _before(laid: PositionDraft, sent: Sent) -> None:
    """Select the place before the current one."""
    ids = [place.id for place in laid.building.places()]
    laid.content["place"] = ids[ids.index(laid.place.id) - 1]


def _say(laid: PositionDraft, sent: Sent) -> None:
    key = sent.get("key", "")
    part = laid.game.state.keys.get(key)
    if part is None:
        raise BadText("not a key of a position", key, ", ".join(laid.game.state.keys))
    laid._built(lambda building: building.say(key, _said(laid, part, sent)))


def _said(laid: PositionDraft, part: Any, sent: Sent) -> Any:
    """Return a form's value for a part of the position, in the format of positions. Raises BadText."""
    seats, text = range(laid["seats"]), sent.get("value", "").strip()
    if isinstance(part, MatchPart):
        scores = [sent_whole(sent, f"value.{seat}") for seat in seats]
        return {**laid.building.lies.get(part.key, {}), "dealer": sent_whole(sent, "dealer"), "scores": scores}
    if isinstance(part, SeatOrNone):
        return sent_whole(sent, "value") if text.isdecimal() else None
    if isinstance(part, Number):
        return sent_whole(sent, "value")
    if isinstance(part, Word):
        return text
    if isinstance(part, Flag):
        return text == "on"
    if isinstance(part, Seats):
        return [seat for seat in seats if sent.get(f"value.{seat}") == "on"]
    if isinstance(part, Words):
        return [sent.get(f"value.{seat}", "") for seat in seats]
    if isinstance(part, NumberBySeat):
        return [sent_whole(sent, f"value.{seat}") for seat in seats]
    return _json(text, laid.building.lies.get(part.key))


def _json(text: str, now: Any) -> Any:
    """Return a value in a format that has no field of its own: lines for a list of texts, JSON for anything else."""
    if isinstance(now, list) and all(isinstance(one, str) for one in now) and not text.startswith("["):
        return [line.strip() for line in text.splitlines()]
    if isinstance(now, str):
        return text
    try:
        return plain_json(text or "null")
    except NotPlain:
        raise BadText("not JSON", text[:40], "JSON such as [[0, 1]]") from None


def _seats(laid: PositionDraft, sent: Sent) -> None:
    """Change the number of seats, and drop what belongs to seats that are gone."""
    seats = sent_whole(sent, "seats")
    laid.game.check_seats(laid.options, seats)
    laid.content |= {"seats": seats, "said": {key: laid["said"][key] for key in laid["said"] if key != "match"}}
    for key, value in laid["said"].items():
        if isinstance(value, list):
            laid["said"][key] = value[:seats]


def _options(laid: PositionDraft, sent: Sent) -> None:
    options = sent_options(laid.game, sent)
    laid.game.check_seats(options, laid["seats"])
    laid.content["options"] = options.kept()


def _start(laid: PositionDraft, sent: Sent) -> None:
    """Start with a pasted position. Raises HouseError."""
    text = sent.get("text", "").strip()
    try:
        position = plain_json(text)
    except NotPlain:
        raise BadText("not a position", text[:40], "a position as JSON, as the API and records have it") from None
    laid.lie(position)


PositionDraft.changes = {
    "put": _put,
    "take": _take,
    "back": _back,
    "clear": _clear,
    "meld": _meld,
    "fill": _fill,
    "next": _next,
    "before": _before,
    "say": _say,
    "seats": _seats,
    "options": _options,
    "start": _start,
}
