"""A table that somebody lays out: what lies where, who sits there, and the changes that can be made to it."""

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
"""No text of a draft has more characters."""
PROPOSED = 40
LONGEST_WAY = 20
"""So many moves lead to a goal at most."""
LISTING = 200_000
"""The steps that there are to find moves to ask about."""
Sent = Mapping[str, str]
Self = TypeVar("Self", bound="PositionDraft")


@dataclass(frozen=True)
class Proposal:
    """A move that can be asked about: what it is called, and which rule forbids it, if one does."""

    text: str
    words: str
    refused: Violation | None


class PositionDraft:
    """A table, and what follows from how it lies.

    `content` is JSON: the `game`, its `options`, the `seats`, what is `said` of the position, and the `place` that is
    being filled. It is never changed, but `changed` makes another of it.
    """

    longest: ClassVar[int] = 40_000
    """No draft takes more characters as JSON."""

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
        """The house rules that it is about."""
        return self.game.options.of(self["options"])

    @cached_property
    def building(self) -> Building:
        """Its position, as it is being built."""
        return Building(self.game, self.options, self["seats"], self["said"])

    @cached_property
    def place(self) -> Place:
        """Where cards go that are chosen."""
        places = self.building.places()
        return next((place for place in places if place.id == self["place"]), places[-1])

    @property
    def state(self) -> State | None:
        return self.building.state

    # -- moves ---------------------------------------------------------------------------------------

    @property
    def asked(self) -> list[str]:
        """The moves that are asked about already."""
        return []

    @cached_property
    def proposals(self) -> list[Proposal]:
        """Moves that can be asked about: those that were chosen, legal ones, and others that look much like them."""
        return self.proposed(self.state) if self.state else []

    def proposed(self, state: State) -> list[Proposal]:
        """The same at another state."""
        found: dict[str, Proposal] = {}
        with suppress(TooMuch), Work(LISTING):
            for move in self._moves(state):
                if len(found) < PROPOSED and UNKNOWN not in move.cards:
                    text = str(move)
                    found.setdefault(text, Proposal(text, drawn(self.game.in_words(move)), self._refused(state, move)))
        return list(found.values())

    def after(self, lines: Sequence[str]) -> State | None:
        """The table after these moves; None if there is none yet, or a move is refused."""
        try:
            return played(self.game, self.state, lines) if self.state else None
        except HouseError:
            return None

    def reached(self, lines: Sequence[str]) -> list[tuple[str, str]]:
        """Return what these moves reach that could be asked for: goals by name and words, each in a sentence."""
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
        """The draft after a change. Raises HouseError if it cannot be made."""
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
        building = self.building
        do(building)
        self.content["said"] = building.said

    def lie(self, position: Any) -> None:
        """Let the table lie like this. Raises HouseError."""
        if not isinstance(position, Mapping):
            raise BadText("not a position", str(position)[:40], "a position as JSON")
        state = self.game.load(position)
        self.content |= {"options": state.options.kept(), "seats": state.seats}
        self.content["said"] = sparse(self.game, state.options, state.seats, self.game.position(state))

    changes: ClassVar[Mapping[str, Callable[[Any, Sent], None]]]


# -- what can be done to a table -------------------------------------------------------------------


def sent_text(sent: Sent, name: str, longest: int = LONGEST) -> str:
    text = " ".join(sent.get(name, "").split())
    if len(text) > longest:
        raise BadChange(f"That is too long: {longest} characters are enough for anybody to read.")
    return text


def sent_lines(sent: Sent, name: str, most: int = 20) -> list[str]:
    found = [" ".join(line.split()) for line in sent.get(name, "")[: 20 * LONGEST].splitlines() if line.strip()]
    if len(found) > most or any(len(line) > LONGEST for line in found):
        raise BadChange(f"At most {most} lines, please.")
    return found


def sent_whole(sent: Mapping[str, Any], name: str) -> int:
    try:
        return int(sent.get(name, ""))
    except ValueError:
        raise BadText("not a whole number", sent.get(name, ""), "a whole number") from None


def sent_options(game: Game[Any], sent: Sent) -> Options:
    """The house rules that were chosen, as `offers.rule_sets` writes them. Raises BadText, BadOption."""
    try:
        values = plain_json(sent.get("options", ""))
    except NotPlain:
        raise BadText("no house rules", sent.get("options", "")[:40], "one of the sets") from None
    return game.options.of(values)


def _put(laid: PositionDraft, sent: Sent) -> None:
    """Cards, where they go now; without any, the next place is to be filled."""
    cards = typed_cards(sent.get("card", ""))
    if cards:
        laid._built(lambda building: building.put(laid.place.id, cards))
    else:
        _next(laid, sent)


def _take(laid: PositionDraft, sent: Sent) -> None:
    place = sent.get("place", "")
    laid._built(lambda building: building.take(place, sent_whole(sent, "at")))
    laid.content["place"] = place


def _back(laid: PositionDraft, sent: Sent) -> None:
    """The last card that was laid where cards go now."""
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
    """The next place: of those before the solver first, unless another's is being filled."""
    far = bool(laid.place.seat) or laid.place.rest
    ids = [place.id for place in laid.building.places() if far or not (place.seat or place.rest)]
    laid.content["place"] = ids[(ids.index(laid.place.id) + 1) % len(ids)]


def _before(laid: PositionDraft, sent: Sent) -> None:
    """The place before this one."""
    ids = [place.id for place in laid.building.places()]
    laid.content["place"] = ids[ids.index(laid.place.id) - 1]


def _say(laid: PositionDraft, sent: Sent) -> None:
    key = sent.get("key", "")
    part = laid.game.state.keys.get(key)
    if part is None:
        raise BadText("not a key of a position", key, ", ".join(laid.game.state.keys))
    laid._built(lambda building: building.say(key, _said(laid, part, sent)))


def _said(laid: PositionDraft, part: Any, sent: Sent) -> Any:
    """Return what a form says of a part of the position, as positions have it. Raises BadText."""
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
    """A value of a form of its own: lines where it is a list of texts, JSON otherwise."""
    if isinstance(now, list) and all(isinstance(one, str) for one in now) and not text.startswith("["):
        return [line.strip() for line in text.splitlines()]
    if isinstance(now, str):
        return text
    try:
        return plain_json(text or "null")
    except NotPlain:
        raise BadText("not JSON", text[:40], "JSON such as [[0, 1]]") from None


def _seats(laid: PositionDraft, sent: Sent) -> None:
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
    """Begin with a position that somebody pasted. Raises HouseError."""
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
