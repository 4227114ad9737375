"""The template context of `parts/table.html`, which draws a table with its cards and players.

It's built from the engine's `Screen`, which has everything that one seat can see. Players' names are filled in, and
moves are put in words. This module has no code for particular games. The table page, the replay, lessons, and puzzles
all use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from core.rendering.narration import LogLine, join_lines_into_sentences
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import DealResult, State
from games.engine.table import Table
from games.engine.view import Action, Screen, Sign
from games.errors import RulesError
from games.words import address_sentence_to_seat, capitalize_first

Names = Mapping[int, str] | Sequence[str]

SHOWN = 12
"""The maximum number of a verb's moves that are listed in words. The others are only counted."""

FREE, GONE = "Free seat", "Someone"
"""Names for a free seat, and for a former player who no longer exists."""

WITHIN = {FREE: "the open seat", GONE: "someone"}
"""FREE and GONE as they're written in the middle of a sentence."""

DESCRIBED = "the "
"""The beginning of descriptions of seats such as “the player on your left”, which are lowercase in a sentence."""

_SEAT = re.compile(r"\{(\d+)\}")
_DOES = re.compile(r"(\{\d+\}) (?!and \{)(?:(?! and \{\d+\} )[^.?!])+\.")
"""A pattern for a sentence in which a player does something."""
_RTL = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]"
_LEFTWARD = re.compile(f"{_RTL}(?:.*{_RTL})?")
_NUMBERED = re.compile(r"\bseat (\d+)")


# -- sentences ---------------------------------------------------------------------------------------------------------


def fill_in_names(text: str, names: Names, you: int | None = None) -> str:
    """Replace `{0}`, `{1}`, … with names. The seat `you` is “you”: "{0} draws" becomes "You draw"."""
    if "{" not in text:
        return text
    if you is not None and f"{{{you}}}" in text:
        text = address_sentence_to_seat(text, you)
    said = _SEAT.sub(lambda found: _adapt_name_to_sentence(get_seat_name(names, int(found[1]))), text)
    return capitalize_first(said) if said.startswith((DESCRIBED, *WITHIN.values())) else said


def _adapt_name_to_sentence(name: str) -> str:
    return WITHIN.get(name, name)


def get_seat_name(names: Names, seat: int) -> str:
    """Return the name of a seat's player as it's written in a sentence, or else a text such as "Seat 3"."""
    known = names.get(seat) if isinstance(names, Mapping) else (names[seat] if seat < len(names) else None)
    return isolate_right_to_left_text(known) if known else f"Seat {seat + 1}"


def isolate_right_to_left_text(name: str) -> str:
    """Return a name with invisible marks around right-to-left text, so that it doesn't reorder the text next to it."""
    return name if name.isascii() else _LEFTWARD.sub("\u2068\\g<0>\u2069", name)


def narrate_events(
    game: Game[Any], events: Iterable[Event], seat: int | None, names: Names, own: bool = True
) -> list[str]:
    """Return what a seat (None for a spectator) learns from these events, as sentences. Some events have no sentence.

    The seat's own player is “You”. If `own` is false, they have their name like everyone else, because someone else
    made the moves.
    """
    return join_lines_into_sentences(list_event_lines(game, events, seat, names, own))


def list_event_lines(
    game: Game[Any], events: Iterable[Event], seat: int | None, names: Names, own: bool = True
) -> list[LogLine]:
    """Return what a seat (None for a spectator) learns from these events, as log lines. Some events have no line.

    The seat's own player is “You”. If `own` is false, they have their name like everyone else, because someone else
    made the moves.
    """
    seen = (game.describe_event(event.for_seat(seat)) for event in events)
    line = _same_line if isinstance(names, tuple) else _build_log_line
    return [line(text, names, seat if own else None) for text in seen if text]


def _build_log_line(text: str, names: Names, you: int | None) -> LogLine:
    said = fill_in_names(text, names, you)
    does = _DOES.fullmatch(text)
    if does is None:
        return LogLine(said)
    who = fill_in_names(does[1], names, you)
    return LogLine(said, who, said[len(who) + 1 : -1])


_same_line = lru_cache(maxsize=4096)(_build_log_line)
"""A cached `_build_log_line` for a tuple of names, because a log has the same lines again after each move."""


_WORD = re.compile(r"[^\W\d]")


class ScoreCell(NamedTuple):
    """A cell in a score table, and whether its column has only numbers."""

    text: str
    number: bool


@dataclass(frozen=True)
class DealSummary:
    """The result of a deal, in three forms for pages and programs.

    `result` is the engine's object, and `sentence` says the result with players' names. `heads` and `rows` are a score
    table, and are empty if the game has none.
    """

    result: DealResult
    sentence: str
    heads: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()

    @property
    def score_cell_rows(self) -> list[list[ScoreCell]]:
        """The rows of cells, starting with the header.

        A column counts as numbers if no cell below the header has a word.
        """
        numbers = [not any(map(_WORD.search, column)) for column in zip(*self.rows, strict=True)]
        return [[ScoreCell(*one) for one in zip(line, numbers, strict=True)] for line in (self.heads, *self.rows)]


def summarize_deal(game: Game[Any], result: DealResult, names: Names, you: int | None = None) -> DealSummary:
    """Return a summary of a deal's result, with players' names filled in.

    It has a sentence and, if the game has one, a score table. `names` are by seat, and the seat `you` is called “you”.
    """
    sentence = fill_in_names(game.describe_result(result), names, you)
    if game.sheet is None:
        return DealSummary(result, sentence)
    rows = tuple(tuple(fill_in_names(cell, names, you) for cell in row) for row in game.sheet.list_sheet_rows(result))
    return DealSummary(result, sentence, tuple(game.sheet.list_column_headings()) if rows else (), rows)


@dataclass(frozen=True)
class ScoreSheet:
    """The scores of a match: the players' names, each deal's title and points by player, and the totals."""

    names: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    total: tuple[int, ...]


def build_score_sheet(game: Game[Any], state: State, names: Names, you: int | None = None) -> ScoreSheet | None:
    """Build the score sheet of a match, with a row for each deal that was played or is planned.

    Returns None if the game has no names for its deals and no deal has scores.
    """
    plan, results = game.list_deal_names(state.options), state.match.results
    if not plan and not any(result.scores for result in results):
        return None
    rows = []
    for at in range(max(len(plan), len(results))):
        gained = (results[at].scores if at < len(results) else None) or ()
        called = f"{at + 1} {plan[at]}" if at < len(plan) else str(at + 1)
        rows.append((called, tuple(f"{number:+}" if number else "0" for number in gained) or ("",) * state.seats))
    players = tuple("You" if seat == you else get_seat_name(names, seat) for seat in range(state.seats))
    return ScoreSheet(players, tuple(rows), tuple(state.match.scores))


# -- moves in words ----------------------------------------------------------------------------------------------------


def describe_move_readings(game: Game[Any], readings: Iterable[Move]) -> list[tuple[str, str]]:
    """Return the moves that an ambiguous text can mean, as pairs of the move's text and the move in words.

    The template `parts/readings.html` lists them, so that the player can choose one.
    """
    return [(str(move), game.describe_move(move)) for move in readings]


@dataclass(frozen=True)
class LegalMoves:
    """A seat's legal moves with one verb: some of them in words, the number of others, and the clause that explains
    them.
    """

    verb: str
    title: str
    sentence: str
    moves: tuple[tuple[str, str], ...]
    more: int
    clause: str


def list_legal_moves(game: Game[Any], state: State, seat: int, names: Names = ()) -> list[LegalMoves]:
    """Return a seat's legal moves, grouped by verb, or [] if it can't move now. `names` are by seat."""
    if not state.can_move(seat):
        return []
    actions = {action.verb: action for action in game.build_screen(game.build_view(state, seat)).actions}
    order = {verb: place for place, verb in enumerate(actions)}
    moves = sorted(game.list_moves(state, seat), key=lambda move: order.get(move.verb, len(order)))
    found = []
    for verb, group in groupby(moves, key=lambda move: move.verb):
        listed = describe_move_readings(game, group)
        action = actions.get(verb)
        title, sentence = (action.label, fill_in_names(action.sentence, names, seat)) if action else (verb, "")
        clause = game.verbs[verb].clause
        found.append(LegalMoves(verb, title, sentence, tuple(listed[:SHOWN]), max(0, len(listed) - SHOWN), clause))
    return found


def build_legal_card_marks(game: Game[Any], state: State, seat: int) -> dict[str, str]:
    """Return the mark "legal" for each card that a legal move of the seat uses, by the card's code.

    Returns {} if the seat can't move.
    """
    if not state.can_move(seat):
        return {}
    return {card.base.code: "legal" for move in game.list_moves(state, seat) for card in move.all_cards}


def build_legal_moves_context(table: Table, seat: int, text: str) -> dict[str, Any]:
    """Build the template context for a table on which a seat's legal moves are marked.

    If the move `text` is illegal, the context also has the reason.
    """
    marks = build_legal_card_marks(table.game, table.state, seat)
    about = _describe_legal_move_marks(table.game, table.state, seat, marks)
    return {"violation": find_move_violation(table, seat, text), "marks": marks, "legal": about}


def _describe_legal_move_marks(game: Game[Any], state: State, seat: int, marks: Mapping[str, str]) -> str:
    """Return a sentence that says what the marks of legal moves mean.

    If no legal move uses a card, it lists the legal moves instead. If the seat can't move, it says so.
    """
    if not state.can_move(seat):
        return "You can’t make a move now."
    if marks:
        return "A check mark shows the cards you can use now."
    moves = [game.describe_move(move) for move in game.list_moves(state, seat)[:SHOWN]]
    return f"You can’t use a card now. You can make these moves: {'; '.join(moves)}."


def find_move_violation(table: Table, seat: int, text: str) -> Violation | None:
    """Return the rule violation in the move `text`, or None if the move is legal.

    Also returns None if the text isn't a move, or can mean several moves.
    """
    try:
        moves = table.list_move_readings(seat, text)
    except RulesError:
        return None
    return table.game.find_violation(table.state, seat, moves[0]) if len(moves) == 1 else None


# -- cards as answers --------------------------------------------------------------------------------------------------


class AnswerCard(NamedTuple):
    """A card that is an answer to a puzzle: the `kind` of its input field, its value, and whether it's chosen.

    Once the answer has been judged, there's no input field, and `mark` is "right", "wrong", "missed", or empty.
    `verdict` is the text next to the card (one or two words), and `reason` is the explanation. Both are empty while the
    right answer is hidden.
    """

    kind: str
    value: str
    chosen: bool
    mark: str = ""
    verdict: str = ""
    reason: str = ""


class ZoneAnswerCards(NamedTuple):
    """The cards of a zone that are answers to a puzzle, as pairs of a card's index in the zone and the answer."""

    zone: str
    cards: tuple[tuple[int, AnswerCard], ...]


class SeatAnswer(NamedTuple):
    """A player who can be chosen as the answer to a question. `value` is the answer to submit.

    If the answer can no longer be chosen, `value` is empty. If the player was chosen, `mark` is "right" or "wrong",
    otherwise it's empty.
    """

    value: str
    mark: str = ""


# -- the table ---------------------------------------------------------------------------------------------------------


SMALL_HAND = 2
"""The maximum number of cards in a hand that leaves room for its player's plate on a phone."""


def has_small_hand(screen: Screen) -> bool:
    """Return whether the viewer has cards, but so few that the viewer's name and notes fit next to them on a phone."""
    count = sum(zone.card_count for zone in screen.zones if zone.owner == screen.seat and zone.layout == "fan")
    return 0 < count <= SMALL_HAND


def build_screen_context(
    game: Game[Any],
    screen: Screen,
    names: Names,
    you: int | None = None,
    *,
    violation: Violation | None = None,
    readings: Iterable[Move] = (),
    **more: Any,
) -> dict[str, Any]:
    """Build the template context of `parts/table.html` for a screen, with names filled in everywhere.

    `names` are by seat. `you` is the reader's seat, usually `screen.seat`. After a move that failed, `violation` is the
    rule that it breaks, or `readings` are the several moves that its text can mean. `more` has further variables of the
    template: `move_url`, `undo_url`, `version`, `so_far`, `rules_url`, `show_url`, `legal`, `marks`, `table_id`,
    `table_label`, `is_turn_shared`, `live_url`, `refresh_url`. Without `move_url`, nothing can be selected. With
    `version`, or with `so_far` (the number of moves made), the page resends a move until a response arrives.
    """
    return {
        "game": game,
        "has_small_hand": game.has_small_hands and has_small_hand(screen),
        "lays_melds": game.lays_melds,
        "lays_backs": game.lays_backs,
        "large_hands": len(screen.seats) in game.large_hands,
        "screen": fill_in_screen_names(screen, names, you),
        "names": {seat: get_seat_name(names, seat) for seat in _list_seats(screen, names)},
        **build_refusal_context(game, names, you, violation, readings),
        **more,
    }


def build_refusal_context(
    game: Game[Any],
    names: Names,
    you: int | None = None,
    violation: Violation | None = None,
    readings: Iterable[Move] = (),
) -> dict[str, Any]:
    """Build the template context that says why a move is illegal, or what an ambiguous move can mean.

    `violation` is the broken rule, and `readings` are the possible meanings of the ambiguous move.
    """
    return {
        "violation": violation and fill_in_violation_names(violation, names, you),
        "readings": describe_move_readings(game, readings),
    }


def _list_seats(screen: Screen, names: Names) -> list[int]:
    """Return the numbers of all seats at the table, in order.

    These are the seats with names and the seats on the screen. A seat that isn't on the screen might have played a
    visible card.
    """
    known = names if isinstance(names, Mapping) else range(len(names))
    return sorted({*known, *(note.seat for note in screen.seats)})


def fill_in_screen_names(screen: Screen, names: Names, you: int | None = None) -> Screen:
    """Return the engine's `Screen` with players' names filled into all its texts. The seat `you` is called “you”."""
    return replace(
        screen,
        prompt=fill_in_names(screen.prompt, names, you),
        seats=tuple(
            replace(
                note,
                note=fill_in_names(note.note, names, you),
                score=fill_in_names(note.score, names, you),
                signs=_fill_in_sign_names(note.signs, names, you),
            )
            for note in screen.seats
        ),
        facts=tuple((label, fill_in_names(value, names, you)) for label, value in screen.facts),
        signs=_fill_in_sign_names(screen.signs, names, you),
        zones=tuple(
            replace(zone, note=fill_in_names(zone.note, names, you)) if zone.note else zone for zone in screen.zones
        ),
        actions=tuple(_fill_in_action_names(action, names, you) for action in screen.actions),
    )


def _fill_in_sign_names(signs: Iterable[Sign], names: Names, you: int | None) -> tuple[Sign, ...]:
    """Return signs (drawn information other than cards) with players' names filled into their labels and words."""
    return tuple(
        replace(sign, label=fill_in_names(sign.label, names, you), words=fill_in_names(sign.words, names, you))
        for sign in signs
    )


def _fill_in_action_names(action: Action, names: Names, you: int | None) -> Action:
    """Return an action with players' names filled into its sentence and the labels of its fields and choices."""
    fields = (
        replace(
            field,
            label=fill_in_names(field.label, names, you),
            values=tuple((value, fill_in_names(label, names, you)) for value, label in field.values),
        )
        for field in action.fields
    )
    return replace(action, sentence=fill_in_names(action.sentence, names, you), fields=tuple(fields))


def fill_in_violation_names(violation: Violation, names: Names, you: int | None = None) -> Violation:
    """Return the violation with players' names filled in, including those of the seats whose turn it is."""
    sentence = violation.sentence
    if "waited" in violation.slots:
        sentence = _NUMBERED.sub(r"{\1}", sentence)
    others = tuple(fill_in_violation_names(other, names, you) for other in violation.others)
    return replace(violation, sentence=fill_in_names(sentence, names, you), others=others)
