"""Verbs: the kinds of moves in a game, each declared once for pages, API, rules, and bots."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from random import Random
from typing import Generic, TypeVar

from games.cards import Card, format_cards
from games.engine.clause import HELD, SHAPE, Clauses, Violation
from games.engine.event import Event
from games.engine.move import Move
from games.engine.state import State
from games.engine.view import Action, Field
from games.engine.work_limits import take_first_within_steps, take_items_within_steps
from games.words import capitalize_first, join_words, spell_number

S = TypeVar("S", bound=State)

Faults = Callable[[S, int, Move], Iterator[Violation]]
"""A function that yields a violation for each clause that a seat's move breaks, the most specific first."""

LISTED = 250_000
"""The work limit, in steps, for listing the moves of a verb that lists only examples."""
PARTS = ("number", "groups", "word")
"""The parts of a move. Any other part is cards with their name before them."""


def build_wrong_parts_violation(move: Move, wanted: str) -> Violation:
    """Build the violation for a move that has a wrong or missing part.

    `wanted` says what the move needs, such as “one card from your hand”.
    """
    return _build_shape_violation(move, f"It needs {wanted}")


def build_stand_in_violation(move: Move) -> Violation:
    """Build the violation for a move that has a card standing for another card, where that's impossible."""
    return _build_shape_violation(move, "Cards can’t stand for other cards here")


def _build_shape_violation(move: Move, advice: str) -> Violation:
    return SHAPE.build_violation(move=str(move)[:60], advice=advice)


def _list_extra_parts(move: Move, parts: Collection[str]) -> list[str]:
    """Return the parts of a move that aren't in `parts`, in the words of error messages: “the number”."""
    extra = [] if move.number is None or "number" in parts else ["the number"]
    if move.groups and "groups" not in parts:
        extra.append("the card" if sum(map(len, move.groups)) == 1 else "the cards")
    named = [f"{name} {format_cards(group)}" for name, group in move.named if name not in parts or name in PARTS]
    extra += [f"“{text[:40]}”" for text in named]
    if move.word and "word" not in parts:
        extra.append(f"“{move.word[:40]}”" + " or put cards after it" * (move.word in parts))
    return extra


def build_missing_cards_violation(lacking: Sequence[Card], hand: Sequence[Card]) -> Violation:
    """Build the violation for a move with cards that the hand doesn't have.

    It lists the cards that aren't in the hand at all. If there are none, it says how many copies of the first card the
    hand has.
    """
    absent = [card for card in lacking if card not in hand]
    if absent:
        return HELD.build_violation(hold="don’t hold", cards=format_cards(absent))
    return HELD.build_violation(hold=f"hold only {spell_number(hand.count(lacking[0]))}", cards=lacking[0].code)


def accept_any_move(state: State, seat: int, move: Move) -> Iterator[Violation]:
    """Yield nothing. Used as the check of a verb whose possible moves are all legal."""
    return iter(())


def build_turn_check(clauses: Clauses, clause: str, *phases: str) -> Faults[State]:
    """Return a check for `Verb.not_now` that yields a violation if it isn't the seat's turn.

    It does so only in these `phases`. `clause` is the id of the rule that the violation names. The error message of
    this rule must have no slots.
    """

    def refuse_other_seats(state: State, seat: int, move: Move) -> Iterator[Violation]:
        if state.phase in phases and seat not in state.waiting:
            yield clauses.build_violation(clause)

    return refuse_other_seats


_alone = cache(Move)
_CARDS = "[A2-9TJQKCDHS*=?/ ]+"


@dataclass(frozen=True, eq=False)
class Verb(Generic[S]):
    """A kind of move by players or the dealer: its rules, its place on the page, and its words.

    It's possible in its `phases`, for the seats whose turn it is. If there is a function `when`, it also has to return
    True for the state and the seat. If the verb is `aside`, the seats in `State.interrupting_seats` can use it out of
    turn, too. A verb with the function `chance` is for the dealer, and the function draws its moves at random.
    """

    name: str
    words: str
    """The action in words, such as "discard a card"."""
    apply: Callable[[S, int, Move], list[Event]]
    """The function that makes a legal move, changing the state. It returns the move's events."""
    phases: Collection[str]
    when: Callable[[S, int], bool] | None = None
    aside: bool = False
    clause: str = ""
    """The id of the clause that explains the verb, if there is one."""
    parts: Sequence[str] = ()
    """The parts of its moves besides the verb: keys of `PARTS`, or names of cards.

    Moves with other parts are illegal without further checks.
    """
    judge: Faults[S] = accept_any_move
    """The function that yields the violations of a move while the verb is possible."""
    not_now: Faults[S] = accept_any_move
    """The function that yields the reasons why the verb isn't possible now or for this player, as violations."""
    moves: Callable[[S, int], Iterable[Move]] | None = None
    """The function that lists the verb's legal moves while it's possible. Without it, the only move is the verb by
    itself.

    With `by_example`, the function's work is limited in steps.
    """
    by_example: bool = False
    """Whether only some of the legal moves are listed, but at least one if there is any."""
    wild: bool = False
    """Whether a card in its moves can stand for another card."""
    label: str = ""
    """The verb's name on its button. By default, it's the verb's `words`. `sentence` is the text next to the button."""
    sentence: str | Callable[[S, int], str] = ""
    button: Callable[[S, int], str] | None = None
    """The function that returns the button's label, if it depends on the state, such as the amount to call."""
    note: Callable[[S, int], str] | None = None
    """The function that returns the second line of the button (see `Action`), or "" if there is none."""
    fields: tuple[Field, ...] | Callable[[S, int], tuple[Field, ...]] = ()
    """The form fields with which a page builds a move."""
    cards: tuple[str, ...] | Callable[[S, int], tuple[str, ...]] = ()
    """A picture that explains the verb (see `Action`)."""
    at: str | Callable[[S, int], str] = ""
    """The id of the zone, such as the stock, that triggers the verb when it's clicked or a card is dropped on it."""
    said: Callable[[Move], str] | None = None
    """The function that describes a move in a list, with card codes. It returns "" for the default description."""
    chance: Callable[[S, Random], Move] | None = None
    """For a verb of the dealer, the function that returns a random move."""
    recorded: str = ""
    """For a verb that many games share, an explanation of its moves in records (see `games.engine.record_legend`)."""

    @property
    def text_pattern(self) -> str:
        """A regular expression for the verb's moves as text, based on their parts.

        See `games.engine.move` for the notation.
        """
        names = "|".join(re.escape(part) for part in self.parts if part not in PARTS)
        ends = {"number": " [0-9]{1,9}", "groups": f" {_CARDS}", "word": " .+"}
        found = {part: f"({end})?" for part, end in ends.items() if part in self.parts}
        named = f"( ({names}) {_CARDS})*" if names else ""
        return re.escape(self.name) + found.get("number", "") + found.get("groups", "") + named + found.get("word", "")

    @property
    def bare_move(self) -> Move:
        """The move that consists of only the verb."""
        return _alone(self.name)

    def is_possible(self, state: S, seat: int) -> bool:
        """Return whether this seat can use the verb now."""
        if state.phase not in self.phases or not (
            seat in state.waiting or (self.aside and seat in state.interrupting_seats)
        ):
            return False
        return self.when is None or self.when(state, seat)

    def list_violations(self, state: S, seat: int, move: Move) -> Iterator[Violation]:
        """Return the violations by a move with this verb. The verb must be possible now.

        If the move has parts that the verb doesn't take, the violation for them comes first. Unless the verb is `wild`,
        a move in which a card stands for another gets only one violation, and nothing else is checked.
        """
        if not self.wild and any(card.base is not card for card in move.all_cards):
            return iter([build_stand_in_violation(move)])
        judged = self.judge(state, seat, move)
        extra = _list_extra_parts(move, self.parts)
        return chain([_build_shape_violation(move, f"Leave out {join_words(extra)}")], judged) if extra else judged

    def list_moves(self, state: S, seat: int) -> Iterable[Move]:
        """Return the verb's legal moves, or only some of them if the verb is `by_example`."""
        if self.chance:
            return (self.chance(state, Random(0)),)
        if self.moves is None:
            return (self.bare_move,)
        return (
            dict.fromkeys(take_items_within_steps(LISTED, self.moves(state, seat)))
            if self.by_example
            else self.moves(state, seat)
        )

    def has_moves(self, state: S, seat: int) -> bool:
        """Return whether this verb has any legal move, assuming that the verb is possible now.

        For a verb with `by_example`, returns True without a search.
        """
        return self.moves is None or self.by_example or any(True for _ in self.moves(state, seat))

    def find_legal_move(self, state: S, seat: int) -> Move | None:
        """Return one of the verb's legal moves, or None if none is found within the step limit."""
        return take_first_within_steps(LISTED, self.moves(state, seat)) if self.moves else self.bare_move

    def build_action(self, state: S, seat: int) -> Action:
        """Build the action that a page offers while the verb is possible."""
        words = capitalize_first(self.words)
        sentence = self.sentence(state, seat) if callable(self.sentence) else self.sentence
        fields = self.fields(state, seat) if callable(self.fields) else self.fields
        at = self.at(state, seat) if callable(self.at) else self.at
        label = self.button(state, seat) if self.button else self.label or words
        cards = self.cards(state, seat) if callable(self.cards) else self.cards
        begun = self._list_one_card_moves(state, seat) if _can_begin_with_one_card(fields) else []
        fits = ((move.cards[0].base.code, "" if move.number is None else str(move.number)) for move in begun)
        beside = next((field.join for field in fields if field.kind == "partners"), "")
        takes = ((move.cards[0].base.code, format_cards(move.get_cards_by_name(beside))) for move in begun if beside)
        return Action(
            *(self.name, label, sentence or f"{words}.", fields, cards, at),
            *(tuple(dict.fromkeys(fits)), tuple(dict.fromkeys(takes))),
            note=self.note(state, seat) if self.note else "",
        )

    def _list_one_card_moves(self, state: S, seat: int) -> list[Move]:
        """Return those of the moves listed by `list_moves` whose first group of cards is a single card."""
        return [move for move in self.list_moves(state, seat) if len(move.cards) == 1]


def _can_begin_with_one_card(fields: Sequence[Field]) -> bool:
    """Return whether one card is enough for the first of these form fields that takes cards.

    Returns False if this field needs several cards, such as those of a new meld, or if no field takes cards.
    """
    return next((field.low == 1 for field in fields if field.kind == "cards"), False)


class Verbs(dict[str, Verb[S]]):
    """A game's verbs by name, in the order in which pages offer them."""

    def __init__(self, *verbs: Verb[S]) -> None:
        super().__init__((verb.name, verb) for verb in verbs)
        phases = {phase for verb in verbs for phase in verb.phases}
        self._in_phase = {phase: [verb for verb in verbs if phase in verb.phases] for phase in phases}

    def list_possible_verbs(self, state: S, seat: int) -> list[Verb[S]]:
        """Return the verbs that this seat can use now."""
        waited = seat in state.waiting
        return [
            verb
            for verb in self._in_phase.get(state.phase, ())
            if (verb.when is None or verb.when(state, seat))
            and (waited or (verb.aside and seat in state.interrupting_seats))
        ]

    def apply_move(self, state: S, seat: int, move: Move) -> list[Event]:
        """Make a legal move and return its events."""
        return self[move.verb].apply(state, seat, move)

    def list_moves(self, state: S, seat: int) -> list[Move]:
        """Return the legal moves of a seat that can move now. For some verbs, these are only examples."""
        return [move for verb in self.list_possible_verbs(state, seat) for move in verb.list_moves(state, seat)]
