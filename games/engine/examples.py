"""Examples: for each clause a small position, and what is allowed there, refused, or comes of a move.

They are TOML, kept in the folder `examples` of a game and written so that somebody who plays cards can check them:

    [[example]]
    clause = "wipe.deepest-card-must-meld"
    line = "7D 3H 9S TS KD"
    hand = "8S 2C 5C"
    melds = "4H 5H 6H / 8C 8D 8S"
    allowed = ["wipe 3 8S 9S TS"]
    refused = ["wipe 4 8S 9S TS"]

- `clause` is the rule shown, `id` the name of an edge case, `says` a sentence on what to see.
- `preset`, `options`, `seats` are the house rules and the number of players, the usual one if it is left out. `start =
  true` begins a match; otherwise every key not named here is one of the game's positions. As short forms, `hand` is
  the hand of seat 0, and a part may have one of its own, such as melds with strokes between them (`Part.long`).
- `moves` are played first, one per line or item: `stock` by seat 0, `2: stock` by seat 2, `dealer: deal 5C … KD` by
  the dealer, where `…` is all other cards in the order of the deck.
- `allowed` and `refused` are moves too. Refused ones break `clause`; as a table, the clauses that are its keys.
- `then` and `bystander` compare, key by key, the position and what an onlooker sees of it: its own keys, those of its
  match, and facts by their names, with the words that they take: `"held 2" = 3`, or `"fact turn" = 1` where a part has
  the same name. The order matters in a line, a stock and a meld, not in a hand; a number instead of cards counts them.
  `"result taken" = [3, 4]` is a fact of the last deal's `Result`, with `""` for null.
- `told` and `untold` are pieces of text that an onlooker is told, or not told, of the last move.
- `wording` is a piece of what the rulebook says of the clause by these house rules.
- `players` and `not_players` are numbers of players that these house rules allow or refuse.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import in_pack_order, without
from games.engine.asking import who
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.move import Move
from games.engine.options import BadOption, Options
from games.engine.parts import unordered
from games.engine.state import DEALER, State
from games.errors import BadText, HouseError

if TYPE_CHECKING:
    from games.engine.game import Game

OWN = (
    *("clause", "id", "says", "preset", "options", "seats", "start", "moves", "allowed", "refused"),
    *("then", "bystander", "told", "untold", "wording", "players", "not_players"),
)
"""The keys of an example that are not those of a position."""
REST, HAND, FACT, RESULT = "…", "hand", "fact ", "result "


class BadExample(ValueError):
    """An example that says nothing that can be checked; the text names file and place."""


@dataclass(frozen=True)
class Example:
    """One example. `place` is its file with its id or number, `name` always with its number; `setting` the whole of
    what was written.
    """

    place: str
    clause: str
    id: str
    says: str
    setting: Mapping[str, Any] = field(repr=False)
    name: str = ""

    def faults(self, game: Game[Any]) -> list[str]:
        """Return what the rules do otherwise than the example says; empty if it holds."""
        return list(_Check(self, game).faults())

    def state(self, game: Game[Any], moves: int | None = None) -> State:
        """The state after its moves, or the first so many. Raises HouseError if they cannot be made."""
        return _Check(self, game).state(moves)

    def broken(self, game: Game[Any]) -> set[str]:
        """The clauses that its refused moves break."""
        check = _Check(self, game)
        state = check.state()
        refused = [check.why_not(state, text) for text, _ in self.refused()]
        return {violation.clause.id for first in refused if first for violation in (first, *first.others)}

    def refused(self) -> list[tuple[str, str]]:
        """Each refused move with the clause that it must break."""
        refused = self.setting.get("refused", [])
        if isinstance(refused, Mapping):
            return [(text, clause) for clause, texts in refused.items() for text in lines(texts)]
        return [(text, self.clause) for text in lines(refused)]

    @property
    def wording(self) -> list[str]:
        """Pieces of the rulebook that it quotes."""
        return lines(self.setting.get("wording", []))

    def options(self, game: Game[Any]) -> Options:
        """The house rules of the example."""
        return rules_of(game, self.setting)


def rules_of(game: Game[Any], setting: Mapping[str, Any]) -> Options:
    """The house rules by `preset` and `options`, those of the book if neither is there. Raises BadOption."""
    preset = game.options.preset(setting["preset"]).changed() if "preset" in setting else {}
    return game.options({**preset, **setting.get("options", {})})


def folder_of(game: Game[Any]) -> Path:
    """Return where the examples of a game are."""
    return Path(__file__).parent.parent / game.slug.replace("-", "_") / "examples"


def read_examples(game: Game[Any], *names: str) -> list[Example]:
    """The examples of a game's folder, of all files or those of these names that there are. Raises BadExample."""
    paths = (path for path in sorted(folder_of(game).glob("*.toml")) if not names or path.stem in names)
    return [example for path in paths for example in _read(path)]


def tables_of(path: Path, name: str) -> list[dict[str, Any]]:
    """Return what a file has under `[[name]]`. Raises BadExample."""
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadExample(f"{path.name}: {error}") from None
    return list(written.get(name, []))


def _read(path: Path) -> Iterator[Example]:
    for number, setting in enumerate(tables_of(path, "example"), 1):
        id = str(setting.get("id", ""))
        place = f"{path.stem} {id or number}"
        if "clause" not in setting:
            raise BadExample(f"{place} names no clause")
        if not set(setting) & {"allowed", "refused", "then", "bystander", "told", "players", "not_players"}:
            raise BadExample(f"{place} checks nothing")
        name = f"{path.stem}-{number}"
        yield Example(place, setting["clause"], id, str(setting.get("says", "")), setting, name)


class _Check:
    """One example, being checked."""

    def __init__(self, example: Example, game: Game[Any]) -> None:
        self.setting = example.setting
        self.example = example
        self.game = game
        self.events: list[Event] = []

    def faults(self) -> Iterator[str]:
        try:
            if self.example.clause not in self.game.clauses:
                yield f"there is no clause {self.example.clause}"
            yield from self._worded()
            yield from self._seats()
            state = self.state()
            yield from self._legality(state)
            yield from self._compared("then", self.setting.get("then", {}), state, self.game.position(state))
            seen = self.game.view(state, None).position
            yield from self._compared("bystander", self.setting.get("bystander", {}), state, seen)
            yield from self._told()
        except HouseError as refused:
            yield str(refused)

    def state(self, moves: int | None = None) -> State:
        """The state after the moves of the example, or the first so many."""
        options = self.example.options(self.game)
        seats = self.setting.get("seats", self.game.seats_unsaid)
        if self.setting.get("start"):
            state: State = self.game.start(options, seats)
        else:
            position = {key: value for key, value in self.setting.items() if key not in OWN}
            position = self.game.completed(written_out(self.game, position))
            state = self.game.load({**position, "options": options.changed(), "seats": seats})
        for text in lines(self.setting.get("moves", []))[:moves]:
            seat, move = self._move(state, text)
            self.events = self.game.play(state, seat, move)
        return state

    def why_not(self, state: State, text: str) -> Violation | None:
        """Return why the move of this text is refused, or None."""
        seat, move = self._move(state, text)
        return self.game.why_not(state, seat, move)

    def _move(self, state: State, text: str) -> tuple[int, Move]:
        seat, said = who(0, text)
        if REST not in said:
            return seat, self.game.parse_move(said)
        verb, *rest = said.split()
        if state.waiting != (DEALER,):
            raise BadText("not the dealer’s turn", text, f"a move of {self.game.waited_for(state)}")
        before, after = (self.game.parse_move(f"{verb} {part}").cards for part in " ".join(rest).split(REST))
        others = without(in_pack_order(self.game.chance(state, Random(0)).cards), [*before, *after])
        return seat, Move(verb, groups=((*before, *others, *after),))

    def _legality(self, state: State) -> Iterator[str]:
        for text in lines(self.setting.get("allowed", [])):
            refused = self.why_not(state, text)
            if refused is not None:
                yield f"“{text}” is refused by {refused.clause.id}: {refused.sentence}"
        for text, clause in self.example.refused():
            refused = self.why_not(state, text)
            if refused is None:
                yield f"“{text}” is allowed"
            elif clause not in (ids := [violation.clause.id for violation in (refused, *refused.others)]):
                yield f"“{text}” is refused by {', '.join(ids)} and not by {clause}"

    def _compared(self, name: str, wanted: Mapping[str, Any], state: State, seen: Mapping[str, Any]) -> Iterator[str]:
        for key, value in wanted.items():
            found = _counted(self._plain(key, self._found(key, state, seen)), value)
            if found != self._plain(key, value):
                yield f"{name}: {key} is {found!r}, not {self._plain(key, value)!r}"

    def _plain(self, key: str, value: Any) -> Any:
        """A value in the form in which two are compared: what has no order is sorted."""
        part, fact = self.game.state.keys.get(key), self.game.known_facts.get(fact_in(key))
        if part is not None:
            return part.alike(value)
        return unordered(value) if key == HAND or (fact is not None and fact.kind == "cards") else value

    def _found(self, key: str, state: State, seen: Mapping[str, Any]) -> Any:
        """Return what stands under a key of the position or of its match, or the fact of this name. Raises BadText."""
        if key.startswith(RESULT):
            return _of_result(state, key.removeprefix(RESULT))
        match = {name: value for name, value in seen.get("match", {}).items() if name not in self.game.facts}
        known = {**match, **seen, HAND: (seen.get("hands") or [""])[0]}
        return known[key] if key in known else self.game.ask(state, 0, key.removeprefix(FACT))

    def _told(self) -> Iterator[str]:
        seen = [event.for_seat(None) for event in self.events]
        said = " ".join(map(self.game.told, seen))
        shown = " ".join([said, *(str(event.to_json()) for event in seen)])
        for text in lines(self.setting.get("told", [])):
            if text not in said:
                yield f"nobody is told “{text}”, but: {said}"
        for text in lines(self.setting.get("untold", [])):
            if text in shown:
                yield f"all are told “{text}”"

    def _worded(self) -> Iterator[str]:
        text = self.game.rulebook.text_of(self.example.clause, self.example.options(self.game))
        for wording in self.example.wording:
            if wording not in " ".join(text.split()):
                yield f"the rulebook does not say “{wording}” by these house rules, but: {text}"

    def _seats(self) -> Iterator[str]:
        options = self.example.options(self.game)
        for wanted in ("players", "not_players"):
            for seats in self.setting.get(wanted, []):
                if self._can_start(options, seats) != (wanted == "players"):
                    yield f"{seats} players are {'refused' if wanted == 'players' else 'allowed'}"

    def _can_start(self, options: Options, seats: int) -> bool:
        try:
            self.game.start(options, seats)
        except BadOption:
            return False
        return True


def fact_in(key: str) -> str:
    """The name of the fact for which a key of `then` asks, if it is not that of a part."""
    return key.removeprefix(FACT).split()[0]


def lines(texts: str | Sequence[str]) -> list[str]:
    """The moves of a text, one per line, or of a list."""
    lines = texts.splitlines() if isinstance(texts, str) else texts
    return [line.strip() for line in lines if line.strip()]


def written_out(game: Game[Any], position: Mapping[str, Any]) -> dict[str, Any]:
    """A position without the short forms of an example."""
    parts = game.state.keys
    written = {key: parts[key].long(value) if key in parts else value for key, value in position.items()}
    if HAND in written:
        written["hands"] = [written.pop(HAND)]
    return written


def _of_result(state: State, name: str) -> Any:
    """A fact of the last deal's result, with "" for what is null. Raises BadText."""
    facts = state.match.results[-1].facts if state.match.results else {}
    if name not in facts:
        raise BadText("no fact of the last result", name, ", ".join(facts) or "none")
    said = facts[name]
    return ["" if one is None else one for one in said] if isinstance(said, list) else "" if said is None else said


def _counted(found: Any, wanted: Any) -> Any:
    """Return what was found, as the number of its cards where a number is wanted."""
    if isinstance(found, list) and isinstance(wanted, list) and len(found) == len(wanted):
        return [_counted(*pair) for pair in zip(found, wanted, strict=True)]
    return len(found.split()) if isinstance(found, str) and type(wanted) is int else found
