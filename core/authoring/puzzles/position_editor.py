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
from core.authoring.puzzles.starting_points import list_moves_to_ask
from core.http.strict_json import UnacceptableJson, parse_json
from games.cards import UNKNOWN
from games.engine import phrasing
from games.engine.asking import parse_moves, play_lines
from games.engine.building import BACK, CardPlace, PositionBuilder, drop_usual_keys, parse_typed_cards
from games.engine.clause import Violation, mark_card_codes
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.parts import Flag, Number, NumberBySeat, SeatOrNone, Seats, Word, WordBySeat
from games.engine.reachability import find_reached_goals
from games.engine.state import MatchPart, State
from games.engine.work import OutOfSteps, WorkAllowance
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
    """A move to ask about: as text in the game's notation, in words, and with the violation if the move is illegal."""

    text: str
    words: str
    refused: Violation | None


class PositionDraft:
    """A position in the editor and everything that is derived from it.

    `content` is JSON: the `game`, its `options`, the number of `seats`, the parts of the position that the author has
    `said`, and the `place` that is being filled. `content` never changes: `apply_change` returns a new draft.
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
        return self.game.options.load_saved(self["options"])

    @cached_property
    def building(self) -> PositionBuilder:
        """The engine's builder of the position."""
        return PositionBuilder(self.game, self.options, self["seats"], self["said"])

    @cached_property
    def place(self) -> CardPlace:
        """The place to which the next card goes."""
        places = self.building.list_places()
        return next((place for place in places if place.id == self["place"]), places[-1])

    @property
    def state(self) -> State | None:
        return self.building.state

    # -- moves ---------------------------------------------------------------------------------------

    @property
    def asked_moves(self) -> list[str]:
        """The moves that the question asks about already."""
        return []

    @cached_property
    def proposals(self) -> list[Proposal]:
        """Moves to ask about: those already chosen, legal moves, and illegal ones that look similar."""
        return self.propose_moves(self.state) if self.state else []

    def propose_moves(self, state: State) -> list[Proposal]:
        """Return moves to ask about in a state."""
        found: dict[str, Proposal] = {}
        with suppress(OutOfSteps), WorkAllowance(LISTING):
            for move in self._list_moves(state):
                if len(found) < PROPOSED and UNKNOWN not in move.cards:
                    text = str(move)
                    found.setdefault(
                        text,
                        Proposal(
                            text, mark_card_codes(self.game.describe_move(move)), self._find_violation(state, move)
                        ),
                    )
        return list(found.values())

    def play_moves(self, lines: Sequence[str]) -> State | None:
        """Return the state after these moves; None if the position is impossible or a move is illegal."""
        try:
            return play_lines(self.game, self.state, lines) if self.state else None
        except HouseError:
            return None

    def list_reached_goals(self, lines: Sequence[str]) -> list[tuple[str, str]]:
        """Return the goals that these moves reach, each as lesson files write the goal, and as a sentence."""
        found: list[str] = []
        if self.state is not None:
            with suppress(OutOfSteps, HouseError), WorkAllowance(LISTING):
                found = find_reached_goals(self.game, self.state, lines)
        said: dict[str, str] = {}
        for text in found:
            said.setdefault(phrasing.phrase_goal(self.game, text, self["seats"]), text)
        return [(text, sentence) for sentence, text in said.items()]

    def _find_violation(self, state: State, move: Move) -> Violation | None:
        return self.game.find_violation(state, 0, move)

    def _list_moves(self, state: State) -> Iterator[Move]:
        for text in self.asked_moves:
            with suppress(HouseError):
                yield from parse_moves(self.game, [text])
        if 0 in state.waiting:
            yield from list_moves_to_ask(self.game, state)

    # -- changes ---------------------------------------------------------------------------------

    def apply_change(self: Self, sent: Sent) -> Self:
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

    def _edit_building(self, do: Callable[[PositionBuilder], None]) -> None:
        """Change the position with a function that gets the position's builder."""
        building = self.building
        do(building)
        self.content["said"] = building.said

    def set_position(self, position: Any) -> None:
        """Replace the position, with its house rules and seats. Raises HouseError."""
        if not isinstance(position, Mapping):
            raise BadText("not a position", str(position)[:40], "a position as JSON")
        state = self.game.load(position)
        self.content |= {"options": state.options.dump_saved(), "seats": state.seats}
        self.content["said"] = drop_usual_keys(self.game, state.options, state.seats, self.game.build_position(state))

    changes: ClassVar[Mapping[str, Callable[[Any, Sent], None]]]


# -- changes by name -------------------------------------------------------------------------------


def parse_text(sent: Sent, name: str, longest: int = LONGEST) -> str:
    """Return a text of a form without extra whitespace. Raises BadChange if it's too long."""
    text = " ".join(sent.get(name, "").split())
    if len(text) > longest:
        raise BadChange(f"That is too long: {longest} characters are enough for anybody to read.")
    return text


def parse_lines(sent: Sent, name: str, most: int = 20) -> list[str]:
    """Return the lines of a text of a form, without empty lines.

    Raises BadChange if there are too many lines, or one is too long.
    """
    found = [" ".join(line.split()) for line in sent.get(name, "")[: 20 * LONGEST].splitlines() if line.strip()]
    if len(found) > most or any(len(line) > LONGEST for line in found):
        raise BadChange(f"At most {most} lines, please.")
    return found


def parse_integer(sent: Mapping[str, Any], name: str) -> int:
    """Return a whole number of a form. Raises BadText."""
    try:
        return int(sent.get(name, ""))
    except ValueError:
        raise BadText("not a whole number", sent.get(name, ""), "a whole number") from None


def parse_options(game: Game[Any], sent: Sent) -> Options:
    """Return the chosen house rules, as `choices.list_rule_sets` writes them. Raises BadText, BadOption."""
    try:
        values = parse_json(sent.get("options", ""))
    except UnacceptableJson:
        raise BadText("no house rules", sent.get("options", "")[:40], "one of the sets") from None
    return game.options.load_saved(values)


def _put_cards(laid: PositionDraft, sent: Sent) -> None:
    """Put the typed cards at the current place; without cards, select the next place."""
    cards = parse_typed_cards(sent.get("card", ""))
    if cards:
        laid._edit_building(lambda building: building.put_cards(laid.place.id, cards))
    else:
        _select_next_place(laid, sent)


def _take_card(laid: PositionDraft, sent: Sent) -> None:
    """Take a card from a place, and select that place."""
    place = sent.get("place", "")
    laid._edit_building(lambda building: building.remove_card(place, parse_integer(sent, "at")))
    laid.content["place"] = place


def _take_last_card(laid: PositionDraft, sent: Sent) -> None:
    """Take the last card from the current place."""
    place = laid.place
    known = [at for at, card in enumerate(place.cards) if card != BACK]
    if not known:
        raise BadChange("There is no card to take back here.")
    laid._edit_building(lambda building: building.remove_card(place.id, known[-1]))


def _clear_place(laid: PositionDraft, sent: Sent) -> None:
    laid._edit_building(lambda building: building.reset_place(sent.get("place", "")))


def _add_meld(laid: PositionDraft, sent: Sent) -> None:
    laid._edit_building(lambda building: building.start_meld(sent.get("place", "")))
    laid.content["place"] = sent.get("place", "")


def _select_place(laid: PositionDraft, sent: Sent) -> None:
    laid.content["place"] = laid.building.get_place(sent.get("place", "")).id


def _select_next_place(laid: PositionDraft, sent: Sent) -> None:
    """Select the next place.

    Places of other players and of the rest of the cards are skipped, unless the current place is such a place.
    """
    far = bool(laid.place.seat) or laid.place.rest
    ids = [place.id for place in laid.building.list_places() if far or not (place.seat or place.rest)]
    laid.content["place"] = ids[(ids.index(laid.place.id) + 1) % len(ids)]


def _select_previous_place(laid: PositionDraft, sent: Sent) -> None:
    """Select the place before the current one."""
    ids = [place.id for place in laid.building.list_places()]
    laid.content["place"] = ids[ids.index(laid.place.id) - 1]


def _set_part(laid: PositionDraft, sent: Sent) -> None:
    key = sent.get("key", "")
    part = laid.game.state.keys.get(key)
    if part is None:
        raise BadText("not a key of a position", key, ", ".join(laid.game.state.keys))
    laid._edit_building(lambda building: building.set_value(key, _parse_part(laid, part, sent)))


def _parse_part(laid: PositionDraft, part: Any, sent: Sent) -> Any:
    """Return a form's value for a part of the position, in the format of positions. Raises BadText."""
    seats, text = range(laid["seats"]), sent.get("value", "").strip()
    if isinstance(part, MatchPart):
        scores = [parse_integer(sent, f"value.{seat}") for seat in seats]
        return {**laid.building.lies.get(part.key, {}), "dealer": parse_integer(sent, "dealer"), "scores": scores}
    if isinstance(part, SeatOrNone):
        return parse_integer(sent, "value") if text.isdecimal() else None
    if isinstance(part, Number):
        return parse_integer(sent, "value")
    if isinstance(part, Word):
        return text
    if isinstance(part, Flag):
        return text == "on"
    if isinstance(part, Seats):
        return [seat for seat in seats if sent.get(f"value.{seat}") == "on"]
    if isinstance(part, WordBySeat):
        return [sent.get(f"value.{seat}", "") for seat in seats]
    if isinstance(part, NumberBySeat):
        return [parse_integer(sent, f"value.{seat}") for seat in seats]
    return _parse_json_value(text, laid.building.lies.get(part.key))


def _parse_json_value(text: str, now: Any) -> Any:
    """Return the value of a part for which forms have no kind of field of its own.

    A list of texts is written as lines, a text as it is, and anything else as JSON.
    """
    if isinstance(now, list) and all(isinstance(one, str) for one in now) and not text.startswith("["):
        return [line.strip() for line in text.splitlines()]
    if isinstance(now, str):
        return text
    try:
        return parse_json(text or "null")
    except UnacceptableJson:
        raise BadText("not JSON", text[:40], "JSON such as [[0, 1]]") from None


def _set_seat_count(laid: PositionDraft, sent: Sent) -> None:
    """Change the number of seats, and drop what belongs to seats that are gone."""
    seats = parse_integer(sent, "seats")
    laid.game.check_seats(laid.options, seats)
    laid.content |= {"seats": seats, "said": {key: laid["said"][key] for key in laid["said"] if key != "match"}}
    for key, value in laid["said"].items():
        if isinstance(value, list):
            laid["said"][key] = value[:seats]


def _set_options(laid: PositionDraft, sent: Sent) -> None:
    options = parse_options(laid.game, sent)
    laid.game.check_seats(options, laid["seats"])
    laid.content["options"] = options.dump_saved()


def _load_position(laid: PositionDraft, sent: Sent) -> None:
    """Replace the position with a pasted one. Raises HouseError."""
    text = sent.get("text", "").strip()
    try:
        position = parse_json(text)
    except UnacceptableJson:
        raise BadText("not a position", text[:40], "a position as JSON, as the API and records have it") from None
    laid.set_position(position)


PositionDraft.changes = {
    "put": _put_cards,
    "take": _take_card,
    "back": _take_last_card,
    "clear": _clear_place,
    "meld": _add_meld,
    "fill": _select_place,
    "next": _select_next_place,
    "before": _select_previous_place,
    "say": _set_part,
    "seats": _set_seat_count,
    "options": _set_options,
    "start": _load_position,
}
