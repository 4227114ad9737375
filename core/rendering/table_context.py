"""From an engine's screen to what `parts/table.html` draws: names in sentences, moves in words, the part's context.

Knows no game. The play table, the replay, lessons and puzzles all dress their screens here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from core.rendering.narration import Line, in_sentences
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import Result, State
from games.engine.table import Table
from games.engine.view import Action, Screen, Sign
from games.errors import HouseError
from games.words import capital, spoken_to

Names = Mapping[int, str] | Sequence[str]

SHOWN = 12
"""How many moves of one verb are listed in words; the others are counted."""

FREE, GONE = "Free seat", "Somebody"
"""What a seat is called at which nobody sits, and who sat there and is known no more."""

WITHIN = {FREE: "the free seat", GONE: "somebody"}
"""How who is no player is called within a sentence."""

DESCRIBED = "the "
"""How a name begins that tells where somebody sits, “the player on your left”: small within a sentence."""

_SEAT = re.compile(r"\{(\d+)\}")
_DOES = re.compile(r"(\{\d+\}) (?!and \{)(?:(?! and \{\d+\} )[^.?!])+\.")
"""One sentence in which somebody does something."""
_RTL = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_LEFTWARD = re.compile(f"{_RTL}(?:.*{_RTL})?")
_NUMBERED = re.compile(r"\bseat (\d+)")


# -- sentences ---------------------------------------------------------------------------------------------------------


def fill_names(text: str, names: Names, you: int | None = None) -> str:
    """The sentence with names for `{0}`, `{1}`…; the seat `you` is spoken to: "{0} draws" becomes "You draw"."""
    if "{" not in text:
        return text
    if you is not None and f"{{{you}}}" in text:
        text = spoken_to(text, you)
    said = _SEAT.sub(lambda found: _within(name_of(names, int(found[1]))), text)
    return capital(said) if said.startswith((DESCRIBED, *WITHIN.values())) else said


def _within(name: str) -> str:
    return WITHIN.get(name, name)


def name_of(names: Names, seat: int) -> str:
    """The name at a seat, as it stands in a sentence, or "Seat 3" if there is none."""
    known = names.get(seat) if isinstance(names, Mapping) else (names[seat] if seat < len(names) else None)
    return isolated(known) if known else f"Seat {seat + 1}"


def isolated(name: str) -> str:
    """A name for a sentence: what is written from right to left changes the place of nothing that stands beside it."""
    return name if name.isascii() else _LEFTWARD.sub("\u2068\\g<0>\u2069", name)


def narrate(game: Game[Any], events: Iterable[Event], seat: int | None, names: Names, own: bool = True) -> list[str]:
    """Return what a seat (None: a bystander) is told of some events, in sentences; of some it is told nothing."""
    return in_sentences(told_of(game, events, seat, names, own))


def told_of(game: Game[Any], events: Iterable[Event], seat: int | None, names: Names, own: bool = True) -> list[Line]:
    """The same, each event by itself. If it is not their `own` doing, who sits there is named like everybody else."""
    seen = (game.told(event.for_seat(seat)) for event in events)
    line = _same_line if isinstance(names, tuple) else _line
    return [line(text, names, seat if own else None) for text in seen if text]


def _line(text: str, names: Names, you: int | None) -> Line:
    said = fill_names(text, names, you)
    does = _DOES.fullmatch(text)
    if does is None:
        return Line(said)
    who = fill_names(does[1], names, you)
    return Line(said, who, said[len(who) + 1 : -1])


_same_line = lru_cache(maxsize=4096)(_line)
"""The same for names that stay as they are: what a log told before, it tells again after each move."""


_WORD = re.compile(r"[^\W\d]")


class Cell(NamedTuple):
    """What stands in a table, and whether it is among numbers."""

    text: str
    number: bool


@dataclass(frozen=True)
class Count:
    """How a deal ended, in the reader's words, with the count as a table if the game has one."""

    sentence: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def table(self) -> list[list[Cell]]:
        """The heads, then the rows, as they are drawn: a column with words in it is not one of numbers."""
        numbers = [not any(map(_WORD.search, column)) for column in zip(*self.rows, strict=True)]
        return [[Cell(*one) for one in zip(line, numbers, strict=True)] for line in (self.heads, *self.rows)]


def deal_result(game: Game[Any], result: Result, names: Names, you: int | None = None) -> Count:
    """Return how a deal ended, with names."""
    sentence = fill_names(game.summed_up(result), names, you)
    if game.sheet is None:
        return Count(sentence)
    rows = tuple(tuple(fill_names(cell, names, you) for cell in row) for row in game.sheet.rows(result))
    return Count(sentence, tuple(game.sheet.heads()) if rows else (), rows)


@dataclass(frozen=True)
class ScoreSheet:
    """A match deal by deal: what each is called, and what it brought each player; `total` is where they stand."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    total: tuple[int, ...]


def score_sheet(game: Game[Any], state: State, names: Names, you: int | None = None) -> ScoreSheet | None:
    """The deals that were played, and those that the game's plan has besides; None where none is counted by player."""
    plan, results = game.schedule(state.options), state.match.results
    if not plan and not any(result.scores for result in results):
        return None
    rows = []
    for at in range(max(len(plan), len(results))):
        gained = (results[at].scores if at < len(results) else None) or ()
        called = f"{at + 1} {plan[at]}" if at < len(plan) else str(at + 1)
        rows.append((called, tuple(f"{number:+}" if number else "0" for number in gained) or ("",) * state.seats))
    players = tuple("You" if seat == you else name_of(names, seat) for seat in range(state.seats))
    return ScoreSheet(players, tuple(rows), tuple(state.match.scores))


# -- moves in words ----------------------------------------------------------------------------------------------------


def choices(game: Game[Any], readings: Iterable[Move]) -> list[tuple[str, str]]:
    """The readings of an open move as `parts/readings.html` wants them: (move text, in words)."""
    return [(str(move), game.in_words(move)) for move in readings]


@dataclass(frozen=True)
class Allowed:
    """What a seat may do with one verb: its moves in words, some of them if there are many, and the clause to read."""

    verb: str
    title: str
    sentence: str
    moves: tuple[tuple[str, str], ...]
    more: int
    clause: str


def allowed(game: Game[Any], state: State, seat: int) -> list[Allowed]:
    """The legal moves of a seat, grouped by verb; empty if it cannot move now."""
    if not state.may_move(seat):
        return []
    actions = {action.verb: action for action in game.screen(game.view(state, seat)).actions}
    order = {verb: place for place, verb in enumerate(actions)}
    moves = sorted(game.moves(state, seat), key=lambda move: order.get(move.verb, len(order)))
    found = []
    for verb, group in groupby(moves, key=lambda move: move.verb):
        listed = choices(game, group)
        action = actions.get(verb)
        title, sentence = (action.label, action.sentence) if action else (verb, "")
        clause = game.verbs[verb].clause
        found.append(Allowed(verb, title, sentence, tuple(listed[:SHOWN]), max(0, len(listed) - SHOWN), clause))
    return found


def legal_marks(game: Game[Any], state: State, seat: int) -> dict[str, str]:
    """For the part's `marks`: the code of each card that some legal move names."""
    if not state.may_move(seat):
        return {}
    return {card.base.code: "legal" for move in game.moves(state, seat) for card in move.all_cards}


def legal_context(table: Table, seat: int, text: str) -> dict[str, Any]:
    """Return the context of a table that shows a seat's legal moves, and says again why the move `text` is refused."""
    marks = legal_marks(table.game, table.state, seat)
    about = _about_marks(table.game, table.state, seat, marks)
    return {"violation": refusal_of(table, seat, text), "marks": marks, "legal": about}


def _about_marks(game: Game[Any], state: State, seat: int, marks: Mapping[str, str]) -> str:
    """Return what the legal marks show; where no legal move names a card, the moves."""
    if not state.may_move(seat):
        return "You can't make a move now."
    if marks:
        return "The cards that you can use now have a check mark."
    moves = [game.in_words(move) for move in game.moves(state, seat)[:SHOWN]]
    return f"You can't use a card now. You can: {'; '.join(moves)}."


def refusal_of(table: Table, seat: int, text: str) -> Violation | None:
    """Return why a move can't be made at a table as it is now; None if it can, or if the text isn't one move."""
    try:
        moves = table.read(seat, text)
    except HouseError:
        return None
    return table.game.why_not(table.state, seat, moves[0]) if len(moves) == 1 else None


# -- cards to answer with ----------------------------------------------------------------------------------------------


class Tick(NamedTuple):
    """A card as an answer of a puzzle: of which `kind` the field is, its value, and whether it is chosen.

    When the answer was judged there is no field any more, and `mark` says "right", "wrong", "missed" or nothing.
    """

    kind: str
    value: str
    chosen: bool
    mark: str = ""


class Ticks(NamedTuple):
    """The cards of a zone that are answers, by their place in it."""

    zone: str
    cards: tuple[tuple[int, Tick], ...]


# -- the table ---------------------------------------------------------------------------------------------------------


def screen_context(
    game: Game[Any],
    screen: Screen,
    names: Names,
    you: int | None = None,
    *,
    violation: Violation | None = None,
    readings: Iterable[Move] = (),
    **more: Any,
) -> dict[str, Any]:
    """The context of `parts/table.html` for a screen: every sentence with names in it.

    `names` by seat; `you` is the seat spoken to (as a rule `screen.seat`); the rest is as in `refused`.
    `more` passes on what the part takes besides: `move_url`, `undo_url`, `version`, `so_far`, `rules_url`, `show_url`,
    `legal`, `marks`, `table_id`, `table_label`, `live_url`, `refresh_url`. Without `move_url` nothing can be selected.
    A move is sent until it is answered if it says to which `version`, or after how many moves `so_far`, it is made.
    """
    return {
        "game": game,
        "screen": with_names(screen, names, you),
        "names": {seat: name_of(names, seat) for seat in _everybody(screen, names)},
        **refused(game, names, you, violation, readings),
        **more,
    }


def refused(
    game: Game[Any],
    names: Names,
    you: int | None = None,
    violation: Violation | None = None,
    readings: Iterable[Move] = (),
) -> dict[str, Any]:
    """Of the same context what a move was refused for, or the ways in which it may be meant."""
    return {"violation": violation and named(violation, names, you), "readings": choices(game, readings)}


def _everybody(screen: Screen, names: Names) -> list[int]:
    """The seats at the table, also those that a screen leaves out: they may have played a card that it shows."""
    known = names if isinstance(names, Mapping) else range(len(names))
    return sorted({*known, *(note.seat for note in screen.seats)})


def with_names(screen: Screen, names: Names, you: int | None = None) -> Screen:
    """A screen with names in its sentences."""
    return replace(
        screen,
        prompt=fill_names(screen.prompt, names, you),
        seats=tuple(
            replace(
                note,
                note=fill_names(note.note, names, you),
                score=fill_names(note.score, names, you),
                signs=_named_signs(note.signs, names, you),
            )
            for note in screen.seats
        ),
        facts=tuple((label, fill_names(value, names, you)) for label, value in screen.facts),
        signs=_named_signs(screen.signs, names, you),
        zones=tuple(
            replace(zone, note=fill_names(zone.note, names, you)) if zone.note else zone for zone in screen.zones
        ),
        actions=tuple(_named_action(action, names, you) for action in screen.actions),
    )


def _named_signs(signs: Iterable[Sign], names: Names, you: int | None) -> tuple[Sign, ...]:
    """Signs with names in their words."""
    return tuple(
        replace(sign, label=fill_names(sign.label, names, you), words=fill_names(sign.words, names, you))
        for sign in signs
    )


def _named_action(action: Action, names: Names, you: int | None) -> Action:
    """An action with names in what there is to choose from."""
    if not any(field.values for field in action.fields):
        return action
    fields = (
        replace(field, values=tuple((value, fill_names(label, names, you)) for value, label in field.values))
        for field in action.fields
    )
    return replace(action, fields=tuple(fields))


def named(violation: Violation, names: Names, you: int | None = None) -> Violation:
    """A violation with names in its sentences; who is waited for is said by name too."""
    sentence = violation.sentence
    if "waited" in violation.slots:
        sentence = _NUMBERED.sub(r"{\1}", sentence)
    others = tuple(named(other, names, you) for other in violation.others)
    return replace(violation, sentence=fill_names(sentence, names, you), others=others)
