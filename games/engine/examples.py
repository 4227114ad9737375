"""Examples: a small position for each clause, with moves that are legal or illegal, or with the results of moves.

They are TOML files in the folder `examples` of a game, written so that a card player can check them:

    [[example]]
    clause = "wipe.deepest-card-must-meld"
    line = "7D 3H 9S TS KD"
    hand = "8S 2C 5C"
    melds = "4H 5H 6H / 8C 8D 8S"
    allowed = ["wipe 3 8S 9S TS"]
    refused = ["wipe 4 8S 9S TS"]

- `clause` is the rule that the example shows, `id` the name of an edge case, `says` a sentence on what it shows.
- `preset`, `options`, and `seats` are the house rules and the number of players (by default the usual one).
  `start = true` begins a match. Otherwise every key not listed here is a key of the game's positions. Some keys have
  short forms: `hand` is the hand of seat 0, and a part of the state can define a short form of its own, such as melds
  separated by slashes (`StatePart.expand_short_form`).
- `moves` are played first, one per line or list item: `stock` by seat 0, `2: stock` by seat 2, `dealer: deal 5C … KD`
  by the dealer, where `…` stands for all other cards in the order of the deck.
- `allowed` and `refused` are legal and illegal moves after that. A refused move breaks `clause`. If `refused` is a
  table, its keys are the clauses.
- `then` and `bystander` compare keys of the position, or of what a spectator sees of it, with their expected values:
  keys of the position itself, keys of its match, and facts by their names and arguments: `"held 2" = 3`, or
  `"fact turn" = 1` if a part has the same name. The order of cards matters in a line, a stock, and a meld, but not in a
  hand. A number instead of cards is their number. `"result taken" = [3, 4]` is a fact of the last deal's `Result`, with
  `""` for null.
- `told` and `untold` are pieces of text that a spectator learns, or does not learn, about the last move.
- `wording` is a quotation from the rulebook's text of the clause under these house rules.
- `players` and `not_players` are numbers of players that are allowed or not allowed under these house rules.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import sort_cards, subtract_cards
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.facts_and_goals import split_seat_from_move
from games.engine.move import Move
from games.engine.options import BadOption, Options
from games.engine.state import DEALER, State
from games.engine.state_parts import sort_card_codes
from games.errors import BadText, RulesError
from games.words import format_count, join_words

if TYPE_CHECKING:
    from games.engine.game import Game

OWN = (
    *("clause", "id", "says", "preset", "options", "seats", "start", "moves", "allowed", "refused"),
    *("then", "bystander", "told", "untold", "wording", "players", "not_players"),
)
"""The keys of an example that don't belong to its position."""
REST, HAND, FACT, RESULT = "…", "hand", "fact ", "result "


class BadExample(ValueError):
    """Raised for an example that checks nothing or is badly written. The message names the file and the place."""


@dataclass(frozen=True)
class Example:
    """One example. `setting` has all keys of its TOML table.

    `place` is its file and id, or its file and number if it has no id. `name` is always its file and number.
    """

    place: str
    clause: str
    id: str
    says: str
    setting: Mapping[str, Any] = field(repr=False)
    name: str = ""

    def list_example_faults(self, game: Game[Any]) -> list[str]:
        """Return the differences between the example and the engine's results, or [] if they agree."""
        return list(_ExampleCheck(self, game).list_faults())

    def build_state(self, game: Game[Any], moves: int | None = None) -> State:
        """Return the state after the example's moves, or after only the first `moves` of them.

        Raises RulesError if a move fails.
        """
        return _ExampleCheck(self, game).build_state(moves)

    def list_broken_clauses(self, game: Game[Any]) -> set[str]:
        """Return the ids of all clauses that the example's illegal moves break."""
        check = _ExampleCheck(self, game)
        state = check.build_state()
        refused = [check.find_violation(state, text) for text, _ in self.list_refused_moves()]
        return {violation.clause.id for first in refused if first for violation in (first, *first.others)}

    def list_refused_moves(self) -> list[tuple[str, str]]:
        """Return each illegal move with the id of the clause that it must break."""
        refused = self.setting.get("refused", [])
        if isinstance(refused, Mapping):
            return [(text, clause) for clause, texts in refused.items() for text in split_move_lines(texts)]
        return [(text, self.clause) for text in split_move_lines(refused)]

    @property
    def rulebook_quotations(self) -> list[str]:
        """The phrases that the example quotes from the rulebook."""
        return split_move_lines(self.setting.get("wording", []))

    def get_house_rules(self, game: Game[Any]) -> Options:
        """Return the house rules of the example."""
        return read_house_rules(game, self.setting)


def read_house_rules(game: Game[Any], setting: Mapping[str, Any]) -> Options:
    """Return the house rules that a TOML table sets with its keys `preset` and `options`.

    Without these keys, returns the standard rules. Raises BadOption.
    """
    preset = game.options.load_preset(setting["preset"]).list_nonstandard_values() if "preset" in setting else {}
    return game.options({**preset, **setting.get("options", {})})


def get_examples_folder(game: Game[Any]) -> Path:
    """Return the path of the folder with the game's examples."""
    return Path(__file__).parent.parent / game.slug.replace("-", "_") / "examples"


def read_examples(game: Game[Any], *names: str) -> list[Example]:
    """Read the examples in a game's folder. Raises BadExample.

    With `names`, only the files with these names are read.
    """
    paths = (path for path in sorted(get_examples_folder(game).glob("*.toml")) if not names or path.stem in names)
    return [example for path in paths for example in _read_file(path)]


def read_toml_tables(path: Path, name: str) -> list[dict[str, Any]]:
    """Return the `[[name]]` tables in a TOML file. Raises BadExample."""
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadExample(f"{path.name}: {error}") from None
    return list(written.get(name, []))


def _read_file(path: Path) -> Iterator[Example]:
    for number, setting in enumerate(read_toml_tables(path, "example"), 1):
        id = str(setting.get("id", ""))
        place = f"{path.stem} {id or number}"
        if "clause" not in setting:
            raise BadExample(f"{place} has no clause")
        if not set(setting) & {"allowed", "refused", "then", "bystander", "told", "players", "not_players"}:
            raise BadExample(f"{place} doesn’t check anything. Add “allowed”, “refused”, or “then”")
        name = f"{path.stem}-{number}"
        yield Example(place, setting["clause"], id, str(setting.get("says", "")), setting, name)


class _ExampleCheck:
    """A comparison of one example with the engine's results. `list_faults` yields the differences."""

    def __init__(self, example: Example, game: Game[Any]) -> None:
        self.setting = example.setting
        self.example = example
        self.game = game
        self.events: list[Event] = []

    def list_faults(self) -> Iterator[str]:
        try:
            if self.example.clause not in self.game.clauses:
                yield f"there is no clause {self.example.clause}"
            yield from self._check_rulebook_quotations()
            yield from self._check_player_counts()
            state = self.build_state()
            yield from self._check_legality(state)
            yield from self._check_expected_values(
                "then", self.setting.get("then", {}), state, self.game.build_position(state)
            )
            seen = self.game.build_view(state, None).position
            yield from self._check_expected_values("bystander", self.setting.get("bystander", {}), state, seen)
            yield from self._check_narration()
        except RulesError as refused:
            yield str(refused)

    def build_state(self, moves: int | None = None) -> State:
        """Return the state after the example's moves, or after only the first `moves` of them."""
        options = self.example.get_house_rules(self.game)
        seats = self.game.get_position_seat_count(self.setting)
        if self.setting.get("start"):
            state: State = self.game.start_match(options, seats)
        else:
            position = {key: value for key, value in self.setting.items() if key not in OWN}
            position = self.game.complete_position(expand_short_forms(self.game, position))
            state = self.game.load_position({**position, "options": options.list_nonstandard_values(), "seats": seats})
        for text in split_move_lines(self.setting.get("moves", []))[:moves]:
            seat, move = self._parse_move(state, text)
            self.events = self.game.play_move(state, seat, move)
        return state

    def find_violation(self, state: State, text: str) -> Violation | None:
        """Parse the move in this text and return its violation, or None if it's legal."""
        seat, move = self._parse_move(state, text)
        return self.game.find_violation(state, seat, move)

    def _parse_move(self, state: State, text: str) -> tuple[int, Move]:
        seat, said = split_seat_from_move(0, text)
        if REST not in said:
            return seat, self.game.parse_move(said)
        verb, *rest = said.split()
        if state.waiting != (DEALER,):
            raise BadText(
                "not possible, because it isn’t the dealer’s turn",
                text,
                f"a move by {self.game.describe_awaited_seats(state)}",
            )
        before, after = (self.game.parse_move(f"{verb} {part}").cards for part in " ".join(rest).split(REST))
        others = subtract_cards(sort_cards(self.game.draw_dealer_move(state, Random(0)).cards), [*before, *after])
        return seat, Move(verb, groups=((*before, *others, *after),))

    def _check_legality(self, state: State) -> Iterator[str]:
        for text in split_move_lines(self.setting.get("allowed", [])):
            refused = self.find_violation(state, text)
            if refused is not None:
                yield f"“{text}” should be legal, but {refused.clause.id} forbids it: {refused.sentence}"
        for text, clause in self.example.list_refused_moves():
            refused = self.find_violation(state, text)
            if refused is None:
                yield f"“{text}” should be illegal, but it’s legal"
            elif clause not in (ids := [violation.clause.id for violation in (refused, *refused.others)]):
                yield f"“{text}” breaks {join_words(ids)}, but not {clause}"

    def _check_expected_values(
        self, name: str, wanted: Mapping[str, Any], state: State, seen: Mapping[str, Any]
    ) -> Iterator[str]:
        for key, value in wanted.items():
            found = _replace_cards_by_count(
                self._normalize_for_comparison(key, self._get_actual_value(key, state, seen)), value
            )
            if found != self._normalize_for_comparison(key, value):
                yield f"{name}: {key} is {found!r}, not {self._normalize_for_comparison(key, value)!r}"

    def _normalize_for_comparison(self, key: str, value: Any) -> Any:
        """Normalize a value so that it can be compared: sort it if the order doesn't matter."""
        part, fact = self.game.state.keys.get(key), self.game.all_facts.get(get_fact_name(key))
        if part is not None:
            return part.normalize_position_value(value)
        return sort_card_codes(value) if key == HAND or (fact is not None and fact.kind == "cards") else value

    def _get_actual_value(self, key: str, state: State, seen: Mapping[str, Any]) -> Any:
        """Return the actual value for a key of `then` or `bystander`, to compare with the expected one.

        `seen` is the position as the player sees it. `key` is one of its keys, a key of its match, a fact (a value that
        the engine can compute), or a fact of the last deal's result. Raises BadText.
        """
        if key.startswith(RESULT):
            return _get_result_fact(state, key.removeprefix(RESULT))
        match = {name: value for name, value in seen.get("match", {}).items() if name not in self.game.facts}
        known = {**match, **seen, HAND: (seen.get("hands") or [""])[0]}
        return known[key] if key in known else self.game.evaluate_fact(state, 0, key.removeprefix(FACT))

    def _check_narration(self) -> Iterator[str]:
        seen = [event.for_seat(None) for event in self.events]
        said = " ".join(map(self.game.describe_event, seen))
        shown = " ".join([said, *(str(event.to_json()) for event in seen)])
        for text in split_move_lines(self.setting.get("told", [])):
            if text not in said:
                yield f"the log doesn’t say “{text}”. It says “{said}”"
        for text in split_move_lines(self.setting.get("untold", [])):
            if text in shown:
                yield f"the log reveals “{text}” to everyone"

    def _check_rulebook_quotations(self) -> Iterator[str]:
        text = self.game.rulebook.get_clause_text(self.example.clause, self.example.get_house_rules(self.game))
        for wording in self.example.rulebook_quotations:
            if wording not in " ".join(text.split()):
                yield f"the rulebook doesn’t say “{wording}” under these house rules. It says “{text}”"

    def _check_player_counts(self) -> Iterator[str]:
        options = self.example.get_house_rules(self.game)
        for wanted in ("players", "not_players"):
            for seats in self.setting.get(wanted, []):
                if self._can_start(options, seats) != (wanted == "players"):
                    yield (
                        f"a match with {format_count(seats, 'player')} should be possible, but it isn’t"
                        if wanted == "players"
                        else f"a match with {format_count(seats, 'player')} shouldn’t be possible, but it is"
                    )

    def _can_start(self, options: Options, seats: int) -> bool:
        try:
            self.game.start_match(options, seats)
        except BadOption:
            return False
        return True


def get_fact_name(key: str) -> str:
    """Return the fact name in a key of `then`, such as “held” for “held 2”.

    The result is meaningless if the key names a part of the position instead.
    """
    return key.removeprefix(FACT).split()[0]


def split_move_lines(texts: str | Sequence[str]) -> list[str]:
    """Return the moves in a multi-line string or a list, without empty lines."""
    lines = texts.splitlines() if isinstance(texts, str) else texts
    return [line.strip() for line in lines if line.strip()]


def expand_short_forms(game: Game[Any], position: Mapping[str, Any]) -> dict[str, Any]:
    """Return a position in its full form. Examples can write some of its keys in a short form.

    For example, `hand` is short for `hands` with only the hand of seat 0.
    """
    parts = game.state.keys
    written = {key: parts[key].expand_short_form(value) if key in parts else value for key, value in position.items()}
    if HAND in written:
        written["hands"] = [written.pop(HAND)]
    return written


def _get_result_fact(state: State, name: str) -> Any:
    """Return a fact of the last deal's result, with "" instead of None. Raises BadText."""
    facts = state.match.results[-1].facts if state.match.results else {}
    if name not in facts:
        raise BadText("not a fact of the last result", name, f"one of {', '.join(facts)}" if facts else "")
    said = facts[name]
    return ["" if one is None else one for one in said] if isinstance(said, list) else "" if said is None else said


def _replace_cards_by_count(found: Any, wanted: Any) -> Any:
    """Return the actual value `found` in a form that can be compared with the expected value `wanted`.

    Where `wanted` has a number and `found` has a string of cards, the string is replaced by its number of cards.
    """
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        return [_replace_cards_by_count(*pair) for pair in zip(found, wanted, strict=True)]
    return len(found.split()) if isinstance(found, str) and type(wanted) is int else found
