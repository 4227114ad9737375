"""The facts and goals of a game: named questions about a position, and named aims that moves can reach.

Examples, lessons, puzzles, and API clients ask for a fact by its name, followed by arguments if it takes any:

    taker                  who has taken the last trick
    held 2                 how many cards seat 2 holds
    legal 2: discard KS    whether seat 2 can make this move

A game writes each fact or goal as a function, with its wording in a decorator:

    @fact("player", "Who has taken the last trick?", "{value} has taken the last trick.", "trick.trump-wins")
    def taker(state: CourtPieceState, seat: int) -> int | None: ...

    @goal("You have led to a trick.")
    def led(start: CourtPieceState, moves: Moves, now: CourtPieceState) -> bool: ...

The words after the name become the function's further arguments: numbers if annotated as `int`, seats if annotated as
`Seat`.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from games.cards import format_cards, parse_cards, sort_cards
from games.engine import phrasing
from games.engine.calculations import Calculation, explain_sum
from games.engine.clause import IllegalMove, quote_card_codes
from games.engine.move import Move
from games.engine.state import DEALER, State
from games.errors import BadText, RulesError
from games.words import capitalize_first, join_words

if TYPE_CHECKING:
    from games.engine.game import Game

T = TypeVar("T")
Value = int | str | bool | list[int] | None
"""The type of a fact's value, in JSON.

It's None if the question makes no sense now, or if the cards that decide the answer are hidden.
"""
Seat = int
"""The annotation for arguments of a fact or goal that are seats."""
Moves = Sequence[Move]
"""The moves that seat 0 has made since the start."""

KINDS = {
    "player": "a seat",
    "players": "a list of seats",
    "cards": "a string of cards",
    "number": "a whole number",
    "numbers": "a list of whole numbers",
    "yes-no": "true or false",
    "word": "a word",
}
TYPED = {
    "player": "the number of a seat, from 0",
    "players": "seat numbers, such as “0 2”",
    "number": "digits, such as “12” or “-5”",
    "numbers": "numbers, such as “3 12”",
}
"""Descriptions of typed values, for the types of values that are numbers."""
NUMBER, YES_NO, PLAYER = "number", "yes-no", "player"
ANSWERED = (NUMBER, YES_NO, PLAYER)
"""The types of values that a user can type or choose."""
THE_DEALER = "dealer"
_SEAT = re.compile(r"(?:(dealer|\d+): )?(.*)", re.DOTALL)
_NEXT = re.compile(r"next (\d)")


class UnplayableMoves(RulesError):
    """Raised for a list of moves that can't be played because one of them is illegal."""


@dataclass(frozen=True)
class Fact:
    """A question that the engine can answer: `find(state, seat, *words)` returns the answer, a value of this `kind`.

    `question` is the wording of the question and `sentence` that of the answer, with `{value}` and the names of the
    arguments in braces. `clauses` are the ids of the clauses that decide the answer.
    """

    name: str
    kind: str
    question: str
    sentence: str
    clauses: tuple[str, ...]
    find: Callable[..., Any]
    takes: tuple[inspect.Parameter, ...] = field(repr=False)
    applies: Callable[[Any, str], bool] | None = field(default=None, repr=False)
    """A function that says whether a clause decides the fact in a state. None means that all of them always do."""
    constant: bool = False
    """Whether the fact has the same value at every table."""
    working: Callable[..., Calculation] | None = field(default=None, repr=False)
    """A function that explains how a number was calculated.

    It takes the arguments of `find`, and is called only if the fact has a number as its value.
    """

    def __call__(self, state: Any, seat: int, *words: Any) -> Any:
        return self.find(state, seat, *words)

    def list_deciding_clauses(self, state: State) -> tuple[str, ...]:
        """Return the ids of the clauses that decide the fact in this state."""
        return tuple(clause for clause in self.clauses if self.applies is None or self.applies(state, clause))

    def parse_fact_value(self, text: str) -> Value:
        """Parse text as a value of the fact's type. Raises BadText."""
        return parse_value_of_kind(self.kind, text)

    @property
    def can_be_asked_in_puzzles(self) -> bool:
        """Whether puzzles can ask for the fact: a clause decides it, and users can type or choose its value."""
        return bool(self.clauses) and self.kind in ANSWERED

    def evaluate(self, state: State, seat: int, words: Sequence[str]) -> Value:
        """Return the fact's value for these arguments, normalized by `normalize_fact_value`. Raises BadText."""
        return normalize_fact_value(self.kind, self.find(state, seat, *_parse_fact_arguments(self, words, state.seats)))

    def explain_calculation(self, state: State, seat: int, words: Sequence[str]) -> Calculation | None:
        """Return the calculation of the fact's number, or None if the fact has none.

        The calculation has `{0}` for the name of seat 0. Raises BadText.
        """
        arguments = _parse_fact_arguments(self, words, state.seats)
        if self.working is None or self.find(state, seat, *arguments) is None:
            return None
        return self.working(state, seat, *arguments)


@dataclass(frozen=True)
class Goal:
    """An aim that moves can reach, no matter how. `sentence` describes it to the player in seat 0.

    `find(start, moves, now, *words)` returns whether the moves from the state `start` to the state `now` reached it.
    """

    name: str
    sentence: str
    find: Callable[..., bool]
    takes: tuple[inspect.Parameter, ...] = field(repr=False)
    missed: Callable[..., str] | None = field(default=None, repr=False)
    """A function that returns why the goal can't be reached anymore, or "" while it still can.

    The reason is a sentence with `{0}` for the name of seat 0.
    """

    def __call__(self, start: Any, moves: Moves, now: Any, *words: Any) -> bool:
        return self.find(start, moves, now, *words)

    def is_reached(self, start: State, moves: Moves, now: State, words: Sequence[str]) -> bool:
        """Return whether the moves reached the goal, with these arguments. Raises BadText."""
        return self.find(start, moves, now, *_parse_fact_arguments(self, words, now.seats))

    def explain_unreachable(self, start: State, moves: Moves, now: State, words: Sequence[str]) -> str:
        """Return why the goal can't be reached anymore, or "" if it can or no reason is known. Raises BadText."""
        if self.missed is None or self.is_reached(start, moves, now, words):
            return ""
        return self.missed(start, moves, now, *_parse_fact_arguments(self, words, now.seats))


def fact(
    kind: str,
    question: str,
    sentence: str,
    clauses: str = "",
    applies: Callable[[Any, str], bool] | None = None,
    *,
    constant: bool = False,
    working: Callable[..., Calculation] | None = None,
) -> Callable[[Callable[..., Any]], Fact]:
    """Return a decorator that turns a function into a `Fact` named after it, with hyphens for underscores.

    `kind` is the type of the fact's value, one of KINDS, and `clauses` is a string of clause ids. The other arguments
    are attributes of the `Fact`. For a number, `working` takes the same arguments as the function and explains how the
    number was calculated.
    """
    assert kind in KINDS, kind
    ids = tuple(clauses.split())
    return lambda find: Fact(
        *(
            _hyphenate_name(find),
            kind,
            question,
            sentence,
            ids,
            find,
            _list_extra_parameters(find, 2),
            applies,
            constant,
            working,
        )
    )


def has_clause_ended_last_deal(state: State, clause: str) -> bool:
    """Return False if a clause (rule) other than this one ended the last deal, otherwise True.

    So it's also True while a deal is in progress, and before the first deal has ended. Facts about how a deal ended use
    this function as `applies`, so that only the rule that ended the deal counts as deciding the fact.
    """
    playing = not (state.is_between_deals or state.match.over) or not state.match.results
    return playing or state.match.results[-1].clause == clause


def goal(sentence: str, missed: Callable[..., str] | None = None) -> Callable[[Callable[..., bool]], Goal]:
    """Return a decorator that turns a function into a `Goal` named after it, with hyphens for underscores.

    `sentence` describes the goal as reached, such as “You have led to a trick.” `missed` takes the same arguments as
    the function and returns why the goal can't be reached anymore, or "" while it can.
    """
    return lambda find: Goal(_hyphenate_name(find), sentence, find, _list_extra_parameters(find, 3), missed)


def collect_facts(module: Any) -> dict[str, Fact]:
    """Return the facts that a module defines, by name, in the order of their definition."""
    return {one.name: one for one in vars(module).values() if isinstance(one, Fact)}


def collect_goals(module: Any) -> dict[str, Goal]:
    """Return the goals that a module defines, by name, in the order of their definition."""
    return {one.name: one for one in vars(module).values() if isinstance(one, Goal)}


def _hyphenate_name(find: Callable[..., Any]) -> str:
    return find.__name__.strip("_").replace("_", "-")


def _list_extra_parameters(find: Callable[..., Any], own: int) -> tuple[inspect.Parameter, ...]:
    return tuple(inspect.signature(find).parameters.values())[own:]


def _parse_fact_arguments(asked: Fact | Goal, words: Sequence[str], seats: int) -> list[int | str]:
    """Convert the words after a name to the arguments of the fact or goal `asked`.

    `seats` is the number of seats at the table. Raises BadText.
    """
    takes = asked.takes
    wanted = (
        f"“{asked.name}” followed by {join_words([one.name for one in takes])}"
        if takes
        else f"“{asked.name}” by itself"
    )
    many = bool(takes) and takes[-1].kind is inspect.Parameter.VAR_POSITIONAL
    least = sum(one.kind is not inspect.Parameter.VAR_POSITIONAL and one.default is one.empty for one in takes)
    if len(words) < least or (len(words) > len(takes) and not many):
        raise BadText("not in the right form", " ".join((asked.name, *words)), wanted)
    given: list[int | str] = []
    for place, word in enumerate(words):
        kind = takes[min(place, len(takes) - 1)].annotation
        number = kind in ("int", "Seat")
        if number and not (word.isascii() and word.isdecimal() and len(word) < 10):
            raise BadText("not a number", word, wanted)
        if kind == "Seat" and int(word) >= seats:
            raise BadText("not a seat at this table", word, f"a seat from 0 to {seats - 1}")
        given.append(int(word) if number else word)
    return given


def normalize_fact_value(kind: str, value: Any) -> Value:
    """Normalize a value so that two values can be compared.

    Cards are put in deck order, seats are sorted, and an empty word becomes None.
    """
    if value is None or (kind == "word" and not value):
        return None
    if kind == "cards":
        cards = parse_cards(value) if isinstance(value, str) else value
        return format_cards(sort_cards(cards))
    if kind == "players":
        return sorted(value)
    if kind == "numbers":
        return list(value)
    result: Value = value
    return result


def parse_value_of_kind(kind: str, text: str) -> Value:
    """Parse text as the value of a fact of this type. Raises BadText."""
    try:
        if kind in ("players", "numbers"):
            return normalize_fact_value(kind, [int(word) for word in text.split()])
        if kind in ("player", "number"):
            return int(text)
    except ValueError:
        raise BadText(f"not {KINDS[kind]}", text, TYPED[kind]) from None
    return text == "yes" if kind == "yes-no" else normalize_fact_value(kind, text)


# -- facts and goals of every game -----------------------------------------------------------------


def build_common_facts(game: Game[Any]) -> dict[str, Fact]:
    """Return the facts that every game has, by name."""

    @fact("yes-no", "Is this move legal: {move}?", "This move is legal: {move}.")
    def legal(state: State, seat: int, *move: str) -> bool:
        return game.find_violation(state, *parse_move_line(game, seat, " ".join(move))) is None

    @fact("word", "Which rule forbids {move}?", "{value} forbids {move}.")
    def refused_by(state: State, seat: int, *move: str) -> str | None:
        refused = game.find_violation(state, *parse_move_line(game, seat, " ".join(move)))
        return refused.clause.id if refused else None

    @fact("players", "Whose turn is it?", "The table is waiting for {value}.")
    def waiting(state: State, seat: int) -> tuple[int, ...]:
        return state.waiting

    @fact("player", "Who deals?", "{value} deals.")
    def dealer(state: State, seat: int) -> int | None:
        return state.match.dealer

    @fact("word", "What happens next?", "What happens next: {value}.")
    def phase(state: State, seat: int) -> str:
        return state.phase

    @fact("numbers", "What is the score?", "The score is {value}.")
    def scores(state: State, seat: int) -> list[int]:
        return state.match.scores

    @fact("players", "Who won the match?", "{value} won the match.")
    def winners(state: State, seat: int) -> tuple[int, ...]:
        return state.match.winners

    @fact("players", "Who won the last deal?", "{value} won the last deal.")
    def credited(state: State, seat: int) -> tuple[int, ...] | None:
        return state.match.results[-1].winners if state.match.results else None

    @fact("numbers", "What did the last deal score?", "The last deal scored {value}.")
    def points(state: State, seat: int) -> tuple[int, ...] | None:
        return state.match.results[-1].scores if state.match.results else None

    @fact("word", "Which rule ended the last deal?", "{value} ended the last deal.")
    def ended_by(state: State, seat: int) -> str | None:
        return state.match.results[-1].clause if state.match.results else None

    def list_possible_seat_counts(state: State) -> list[int]:
        return game.list_seat_counts(state.options)

    @fact("numbers", "How many can play?", "The game can have {value} players.")
    def players(state: State, seat: int) -> list[int]:
        return list_possible_seat_counts(state)

    @fact(
        "number",
        "What is the highest number of players?",
        "At most {value} can play.",
        working=lambda state, seat: explain_sum(("up to", max(list_possible_seat_counts(state)))),
    )
    def most_players(state: State, seat: int) -> int:
        return max(list_possible_seat_counts(state))

    common = (
        *(legal, refused_by, waiting, dealer, phase, scores, winners),
        *(credited, points, ended_by, players, most_players),
    )
    return {one.name: one for one in common}


def build_common_goals(game: Game[Any]) -> dict[str, Goal]:
    """Return the goals that every game has, by name."""

    def explain_move_not_made(start: State, moves: Moves, now: State, *move: str) -> str:
        if 0 in now.waiting or not moves:
            return ""
        wanted, last = (
            game.verbs.get(move[0]),
            f"You chose “{quote_card_codes(game.describe_move(moves[-1]))}”",
        )
        if wanted is None or wanted.name == moves[-1].verb:
            return f"{last}, but this step calls for a different move."
        return f"{last}, but this step calls for “{wanted.label or capitalize_first(wanted.words)}”."

    @goal("You have made this move: {move}.", explain_move_not_made)
    def made(start: State, moves: Moves, now: State, *move: str) -> bool:
        return any(str(one).split()[: len(move)] == [*move] for one in moves)

    @goal("You have moved.")
    def moved(start: State, moves: Moves, now: State) -> bool:
        return bool(moves)

    def explain_fact_not_true(start: State, moves: Moves, now: State, *said: str) -> str:
        name, *words = " ".join(said).partition(" = ")[0].split() or [""]
        found = get_fact_or_goal("fact", name, game.all_facts)
        return "" if 0 in now.waiting else describe_fact(game, found, now, words)

    @goal("You have reached this: {said}.", explain_fact_not_true)
    def so(start: State, moves: Moves, now: State, *said: str) -> bool:
        asked, _, wanted = " ".join(said).partition(" = ")
        name, *words = asked.split() or [""]
        found = get_fact_or_goal("fact", name, game.all_facts)
        return bool(moves) and found.evaluate(now, 0, words) == found.parse_fact_value(wanted)

    return {one.name: one for one in (made, moved, so)}


def describe_fact(game: Game[Any], found: Fact, now: State, words: Sequence[str]) -> str:
    """Return a sentence that states a fact's value in the state `now`, with `{0}` for the name of seat 0.

    `found` is the fact, and `words` are its arguments. Returns "" unless the value is a number, a seat, or a nonempty
    list of seats.
    """
    value = found.evaluate(now, 0, words)
    told = found.kind in (PLAYER, "players", NUMBER) and value is not None and value != []
    return phrasing.phrase_fact(game, found, words, value) if told else ""


# -- lines of moves --------------------------------------------------------------------------------


def parse_move_line(game: Game[Any], seat: int, text: str) -> tuple[int, Move]:
    """Parse a line with a move, and return the seat and the move.

    The seat can come before a colon, as in “2: may-i”. Otherwise, it's `seat`. Raises BadText.
    """
    mover, said = split_seat_from_move(seat, text)
    return mover, game.parse_move(said)


def parse_moves(game: Game[Any], lines: Iterable[str]) -> list[Move]:
    """Parse lines of text as moves. Raises BadText, also for a verb that players of this game can't use."""
    found = [game.parse_move(line) for line in lines]
    known = [name for name, verb in game.verbs.items() if not verb.chance]
    for move in found:
        if move.verb not in known:
            raise BadText("not a move in this game", move.verb, f"one of {', '.join(known)}")
    return found


def split_seat_from_move(seat: int, text: str) -> tuple[int, str]:
    """Split the text of a move into the seat and the rest.

    “2: may-i” belongs to seat 2, “dealer: …” to the dealer, and text without a colon to `seat`.
    """
    match = _SEAT.fullmatch(text.strip())
    assert match is not None
    return DEALER if match[1] == THE_DEALER else int(match[1] or seat), match[2]


def play_move_lines(game: Game[Any], state: State, lines: Iterable[str]) -> State:
    """Return a copy of the state after these moves. They're by seat 0 unless a seat comes before a colon.

    The line “dealer” makes all moves that the dealer has to make. “next 2” makes a move for each of the next two
    players whose turn it is: the first of the player's legal moves. Raises BadText, or UnplayableMoves if a move is
    illegal.
    """
    now = state.copy()
    for text in lines:
        if text == THE_DEALER:
            while now.waiting == (DEALER,):
                game.apply_move(now, DEALER, game.draw_dealer_move(now, Random(1)))
        elif several := _NEXT.fullmatch(text):
            for _ in range(int(several[1])):
                seat = now.waiting[0] if now.waiting else DEALER
                if seat == DEALER:
                    break
                game.apply_move(now, seat, game.list_moves(now, seat)[0])
        else:
            _play_move(game, now, *parse_move_line(game, 0, text))
    return now


def _play_move(game: Game[Any], now: State, seat: int, move: Move) -> None:
    try:
        game.play_move(now, seat, move)
    except IllegalMove as refused:
        raise UnplayableMoves(f"“{move}” isn’t legal. {refused.violation.sentence}") from None


def get_fact_or_goal(kind: str, name: str, known: Mapping[str, T]) -> T:
    """Return the fact or goal with this name from `known`. Raises BadText if there is none.

    `kind` is the word for it in the error message, such as “fact”.
    """
    if name not in known:
        raise BadText(f"not a {kind} in this game", name, f"one of {', '.join(known)}")
    return known[name]
