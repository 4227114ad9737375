"""The position editor: a table where a person lays out cards, and the changes that they can make."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import games
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.position_generator import list_moves_to_ask_about
from core.http.strict_json import InvalidJson, parse_json
from games.cards import UNKNOWN
from games.engine import phrasing
from games.engine.clause import Violation, quote_card_codes
from games.engine.facts_and_goals import parse_moves, play_move_lines
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.position_builder import (
    BACK,
    CardPlace,
    PositionBuilder,
    drop_default_values,
    drop_removed_seats,
    parse_typed_cards,
)
from games.engine.reached_goals import list_reached_goals
from games.engine.state import MatchPart, State
from games.engine.state_parts import Flag, Number, NumberBySeat, SeatOrNone, Seats, Word, WordBySeat
from games.engine.work_limits import OutOfSteps, WorkAllowance
from games.errors import BadText, RulesError

LONGEST = 500
"""The maximum number of characters in a text of a draft."""
PROPOSED = 40
LONGEST_WAY = 20
"""The maximum number of moves in a solution."""
LISTING = 200_000
"""The limit of engine steps for listing moves to ask about."""
Sent = Mapping[str, str]
Self = TypeVar("Self", bound="PositionDraft")


@dataclass(frozen=True)
class MoveProposal:
    """A move that a question could ask about: in the game's notation, in words, and its violation if it's illegal."""

    text: str
    words: str
    refused: Violation | None


class PositionDraft:
    """A position in the editor, with the values that are computed from it, such as its legal moves.

    `content` is JSON with the keys `game`, `options`, `seats` (their number), `said` (the parts of the position that
    the author has set), and `place` (the zone where the next card goes). It never changes: `apply_change` returns a new
    draft.
    """

    longest: ClassVar[int] = 40_000
    """The maximum number of characters in a draft as JSON."""

    def __init__(self, content: Mapping[str, Any], code: str = "") -> None:
        self.content = dict(content)
        self.code = code

    def __getitem__(self, key: str) -> Any:
        return self.content[key]

    @cached_property
    def game(self) -> Game[Any]:
        return games.get(self["game"])

    @cached_property
    def house_rules(self) -> Options:
        """The house rules of the position."""
        return self.game.options.load_saved_options(self["options"])

    @cached_property
    def position_builder(self) -> PositionBuilder:
        """The engine's object that builds the position from the parts that the author has set."""
        return PositionBuilder(self.game, self.house_rules, self["seats"], self["said"])

    @cached_property
    def current_place(self) -> CardPlace:
        """The zone where the next card goes."""
        places = self.position_builder.list_card_places()
        return next((place for place in places if place.id == self["place"]), places[-1])

    @property
    def state(self) -> State | None:
        return self.position_builder.state

    # -- moves ---------------------------------------------------------------------------------------

    @property
    def question_moves(self) -> list[str]:
        """The moves that the question already asks about. A position without a question has none."""
        return []

    @cached_property
    def move_proposals(self) -> list[MoveProposal]:
        """Moves that a question could ask about: those already chosen, legal moves, and similar illegal ones."""
        return self.propose_moves(self.state) if self.state else []

    def propose_moves(self, state: State) -> list[MoveProposal]:
        """Return moves in this state that a question could ask about, so that the author can choose among them.

        They're the moves that the question already asks about, and legal moves and similar illegal ones.
        """
        found: dict[str, MoveProposal] = {}
        with suppress(OutOfSteps), WorkAllowance(LISTING):
            for move in self._list_moves_to_propose(state):
                if len(found) < PROPOSED and UNKNOWN not in move.cards:
                    text = str(move)
                    found.setdefault(
                        text,
                        MoveProposal(
                            text,
                            quote_card_codes(self.game.describe_move(move)),
                            self._find_violation(state, move),
                        ),
                    )
        return list(found.values())

    def play_moves(self, lines: Sequence[str]) -> State | None:
        """Return the state after these moves, which are lines in the game's notation.

        Returns None if the position is impossible or a move is illegal.
        """
        try:
            return play_move_lines(self.game, self.state, lines) if self.state else None
        except RulesError:
            return None

    def list_reached_goals(self, lines: Sequence[str]) -> list[tuple[str, str]]:
        """Return the goals that these moves reach, such as capturing a card.

        Each is a pair: the goal in the notation of lesson files, and as a sentence. `lines` are the moves in the game's
        notation.
        """
        found: list[str] = []
        if self.state is not None:
            with suppress(OutOfSteps, RulesError), WorkAllowance(LISTING):
                found = list_reached_goals(self.game, self.state, lines)
        said: dict[str, str] = {}
        for text in found:
            said.setdefault(phrasing.phrase_goal(self.game, text, self["seats"]), text)
        return [(text, sentence) for sentence, text in said.items()]

    def _find_violation(self, state: State, move: Move) -> Violation | None:
        return self.game.find_violation(state, 0, move)

    def _list_moves_to_propose(self, state: State) -> Iterator[Move]:
        for text in self.question_moves:
            with suppress(RulesError):
                yield from parse_moves(self.game, [text])
        if 0 in state.waiting:
            yield from list_moves_to_ask_about(self.game, state)

    # -- changes ---------------------------------------------------------------------------------

    def apply_change(self: Self, sent: Sent) -> Self:
        """Return a draft with the change requested by a form. Raises RulesError if the change is impossible."""
        change = self.changes.get(sent.get("do", ""))
        if change is None:
            raise BadChange("That change isn’t possible.")
        content = json.loads(json.dumps(self.content))
        other = type(self)(content, self.code)
        change(other, sent)
        if len(json.dumps(other.content)) > self.longest:
            raise BadChange("This puzzle is too large. Shorten its texts.")
        return type(self)(other.content, self.code)

    def _edit_position(self, do: Callable[[PositionBuilder], None]) -> None:
        """Change the position. `do` is a function that changes the position builder that it gets."""
        building = self.position_builder
        do(building)
        self.content["said"] = building.said

    def set_position(self, position: Any) -> None:
        """Replace the position, including its house rules and seats. Raises RulesError."""
        if not isinstance(position, Mapping):
            raise BadText("not a position", str(position)[:40], "a position as JSON")
        state = self.game.load_position(position)
        self.content |= {"options": state.options.dump_values_to_store(), "seats": state.seats}
        self.content["said"] = drop_default_values(
            self.game, state.options, state.seats, self.game.build_position(state)
        )

    changes: ClassVar[Mapping[str, Callable[[Any, Sent], None]]]


# -- changes by name -------------------------------------------------------------------------------


def parse_form_text(sent: Sent, name: str, longest: int = LONGEST) -> str:
    """Return the text of a form field without extra whitespace. Raises BadChange if it's too long."""
    text = " ".join(sent.get(name, "").split())
    if len(text) > longest:
        raise BadChange(f"That’s too long. Use at most {longest} characters.")
    return text


def parse_form_lines(sent: Sent, name: str, most: int = 20) -> list[str]:
    """Return the nonempty lines of a form field.

    Raises BadChange if there are too many lines, or if one is too long.
    """
    found = [" ".join(line.split()) for line in sent.get(name, "")[: 20 * LONGEST].splitlines() if line.strip()]
    if len(found) > most:
        raise BadChange(f"That’s too long. Use at most {most} lines.")
    if any(len(line) > LONGEST for line in found):
        raise BadChange(f"One of the lines is too long. A line can have at most {LONGEST} characters.")
    return found


def parse_form_integer(sent: Mapping[str, Any], name: str) -> int:
    """Return the whole number in a form field. Raises BadChange if the field doesn't have one."""
    text = sent.get(name, "")
    try:
        return int(text)
    except ValueError:
        fault = f"“{text[:40]}” isn’t a whole number. " if text else ""
        raise BadChange(f"{fault}Enter a whole number, such as 3.") from None


def parse_house_rules(game: Game[Any], sent: Sent) -> Options:
    """Parse the house rules that the author has chosen in a form. The field `options` has them as JSON.

    Raises BadChange if it isn't JSON, and BadOption if a value isn't possible.
    """
    try:
        values = parse_json(sent.get("options", ""))
    except InvalidJson:
        raise BadChange("Choose house rules from the list.") from None
    return game.options.load_saved_options(values)


def _place_typed_cards(laid: PositionDraft, sent: Sent) -> None:
    """Put the cards that the author has typed in the current zone. If there are none, select the next zone."""
    cards = parse_typed_cards(sent.get("card", ""))
    if cards:
        laid._edit_position(lambda building: building.put_cards_in_place(laid.current_place.id, cards))
    else:
        _select_next_zone(laid, sent)


def _remove_card(laid: PositionDraft, sent: Sent) -> None:
    """Remove a card from a zone, and select that zone."""
    place = sent.get("place", "")
    laid._edit_position(lambda building: building.remove_card_from_place(place, parse_form_integer(sent, "at")))
    laid.content["place"] = place


def _remove_last_card(laid: PositionDraft, sent: Sent) -> None:
    """Remove the last card from the current zone."""
    place = laid.current_place
    known = [at for at, card in enumerate(place.cards) if card != BACK]
    if not known:
        raise BadChange("There’s no card to remove in this zone.")
    laid._edit_position(lambda building: building.remove_card_from_place(place.id, known[-1]))


def _clear_place(laid: PositionDraft, sent: Sent) -> None:
    laid._edit_position(lambda building: building.reset_card_place(sent.get("place", "")))


def _add_meld(laid: PositionDraft, sent: Sent) -> None:
    laid._edit_position(lambda building: building.start_meld(sent.get("place", "")))
    laid.content["place"] = sent.get("place", "")


def _select_place(laid: PositionDraft, sent: Sent) -> None:
    laid.content["place"] = laid.position_builder.get_card_place(sent.get("place", "")).id


def _select_next_zone(laid: PositionDraft, sent: Sent) -> None:
    """Select the next zone.

    Zones of other players and of the rest of the deck are skipped, unless the current zone is one of them.
    """
    far = bool(laid.current_place.seat) or laid.current_place.rest
    ids = [place.id for place in laid.position_builder.list_card_places() if far or not (place.seat or place.rest)]
    laid.content["place"] = ids[(ids.index(laid.current_place.id) + 1) % len(ids)]


def _select_previous_place(laid: PositionDraft, sent: Sent) -> None:
    """Select the zone before the current one."""
    ids = [place.id for place in laid.position_builder.list_card_places()]
    laid.content["place"] = ids[ids.index(laid.current_place.id) - 1]


def _set_position_part(laid: PositionDraft, sent: Sent) -> None:
    key = sent.get("key", "")
    part = laid.game.state.keys.get(key)
    if part is None:
        raise BadText("not a key of a position", key, ", ".join(laid.game.state.keys))
    laid._edit_position(lambda building: building.set_position_value(key, _parse_position_part(laid, part, sent)))


def _parse_position_part(laid: PositionDraft, part: Any, sent: Sent) -> Any:
    """Parse the form fields for a part of the position, such as the scores, and return the part's new value.

    Raises BadText or BadChange if a value isn't valid.
    """
    seats, text = range(laid["seats"]), sent.get("value", "").strip()
    if isinstance(part, MatchPart):
        scores = [parse_form_integer(sent, f"value.{seat}") for seat in seats]
        return {
            **laid.position_builder.lies.get(part.key, {}),
            "dealer": parse_form_integer(sent, "dealer"),
            "scores": scores,
        }
    if isinstance(part, SeatOrNone):
        return parse_form_integer(sent, "value") if text.isdecimal() else None
    if isinstance(part, Number):
        return parse_form_integer(sent, "value")
    if isinstance(part, Word):
        return text
    if isinstance(part, Flag):
        return text == "on"
    if isinstance(part, Seats):
        return [seat for seat in seats if sent.get(f"value.{seat}") == "on"]
    if isinstance(part, WordBySeat):
        return [sent.get(f"value.{seat}", "") for seat in seats]
    if isinstance(part, NumberBySeat):
        return [parse_form_integer(sent, f"value.{seat}") for seat in seats]
    return _parse_lines_or_json(text, laid.position_builder.lies.get(part.key))


def _parse_lines_or_json(text: str, now: Any) -> Any:
    """Parse the typed value of a part of the position for which the form has only a text field.

    `now` is the part's current value. If it's a string, the new value is the text. If it's a list of strings, the text
    has one string on each line, unless it begins with `[`. In all other cases, the text is JSON. Raises BadText if it's
    not.
    """
    if isinstance(now, list) and all(isinstance(one, str) for one in now) and not text.startswith("["):
        return [line.strip() for line in text.splitlines()]
    if isinstance(now, str):
        return text
    try:
        return parse_json(text or "null")
    except InvalidJson:
        raise BadText("not JSON", text[:40], "JSON such as [[0, 1]]") from None


def _set_seat_count(laid: PositionDraft, sent: Sent) -> None:
    """Change the number of seats, and remove what belongs to seats that no longer exist."""
    seats = parse_form_integer(sent, "seats")
    laid.game.check_seat_count(laid.house_rules, seats)
    laid.content |= {"seats": seats, "said": {key: laid["said"][key] for key in laid["said"] if key != "match"}}
    for key, value in laid["said"].items():
        laid["said"][key] = drop_removed_seats(laid.game, key, value, seats)


def _set_house_rules(laid: PositionDraft, sent: Sent) -> None:
    options = parse_house_rules(laid.game, sent)
    laid.game.check_seat_count(options, laid["seats"])
    laid.content["options"] = options.dump_values_to_store()


def _load_position(laid: PositionDraft, sent: Sent) -> None:
    """Replace the position with a pasted one. Raises RulesError."""
    text = sent.get("text", "").strip()
    try:
        position = parse_json(text)
    except InvalidJson:
        raise BadText("not a position", text[:40], "a position as JSON, as in the API and in records") from None
    laid.set_position(position)


PositionDraft.changes = {
    "put": _place_typed_cards,
    "take": _remove_card,
    "back": _remove_last_card,
    "clear": _clear_place,
    "meld": _add_meld,
    "fill": _select_place,
    "next": _select_next_zone,
    "before": _select_previous_place,
    "say": _set_position_part,
    "seats": _set_seat_count,
    "options": _set_house_rules,
    "start": _load_position,
}
