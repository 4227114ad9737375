"""Finds the details on a question's page that have to be hidden because they reveal the answer.

A detail is anything on the page besides cards, such as a count or a note. A detail is hidden only if it states the
answer and the answer can still be worked out from everything else. All other details stay visible.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from games.cards import UNKNOWN
from games.engine.facts_and_goals import NUMBER, PLAYER, YES_NO, Value
from games.engine.similar_tables import list_similar_tables
from games.engine.state import State
from games.engine.view import NOTE_SEPARATOR, Screen, SeatNote, Zone
from games.engine.work_limits import spend_steps
from games.errors import RulesError
from games.words import spell_number

if TYPE_CHECKING:
    from games.engine.game import Game

MOST_ALIKE = 80
"""The number of similar tables with the same answer to check.

They rule out details that match the answer by coincidence.
"""
ASKED, DRAWN = 5, 170
"""The steps charged (see `games.engine.work_limits`) for evaluating the question at a table, and for drawing its page.

They're proportional to the time that each takes.
"""
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\{\d+\}|[\w*]+")
_CARD = re.compile(r"(?<!\S)(?:[A2-9TJQK][CDHS]|\*)(?!\S)")


class ScreenDetail(NamedTuple):
    """One thing that a page shows besides cards: its kind and its words.

    `of` identifies the part of the page that has the detail: the id of a zone, a seat, a card code, or a label.
    """

    kind: str
    of: str
    words: str

    @property
    def place_without_seat(self) -> str:
        """The rest of `of` after the seat, for a sign or a note on a seat. For other details, it's "".

        For a sign (a small picture with a short text), it's the label. For a note, it's the text with `#` for each
        number. With it, the same detail can be recognized at a different seat.
        """
        return self.of.partition(" ")[2] if self.kind in (SEAT_NOTE, SIGN) else ""


COUNT, ZONE_NOTE, MARK, SEAT_NOTE, SCORE, TURN, SIGN, FACT = (
    *("count", "zone note", "mark", "seat note"),
    *("score", "turn", "sign", "fact"),
)
"""The kinds of screen details. COUNT is the number of cards in a zone whose cards are all face down."""


@dataclass(frozen=True)
class QuestionPart:
    """One of the answers that a question asks for. Most questions ask for just one.

    `kind` is the type of the answer, and `right` the right answer. `text` is the right answer in words, `others` are
    the wrong ones, and `cards` are the cards in the question.
    """

    kind: str
    right: Value | tuple[bool, ...]
    text: str = ""
    others: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    @classmethod
    def from_fact(cls, kind: str, value: Value, text: str) -> QuestionPart:
        """Build the question part for a fact with this value. `text` is the fact's name and arguments."""
        return cls(kind, value, cards=tuple(_CARD.findall(text)))

    def can_be_stated_by_detail(self, atom: ScreenDetail) -> bool:
        """Return whether a detail of the page (`atom`) could state the right answer.

        For example, a note that ends in “3” could state the answer 3, even if it's about something else.
        """
        words = _split_words(atom.words)
        if self.kind == YES_NO:
            return atom.kind in (ZONE_NOTE, SEAT_NOTE) or (atom.kind == MARK and atom.of in self.cards)
        if self.kind == PLAYER:
            if atom.kind == SEAT_NOTE:
                return atom.of.split()[0] == str(self.right) and words[-1:] != [] and words[-1].isdecimal()
            return {word for word in words if word.startswith("{")} == {f"{{{self.right}}}"}
        if self.kind == NUMBER and isinstance(self.right, int):
            said = {str(self.right), spell_number(self.right)}
            priced = [number for card, number in pairwise(words) if atom.kind == FACT and card.upper() in self.cards]
            return bool({*words[:1], *words[-1:], *priced} & said)
        if atom.kind == MARK:
            named = self.text if isinstance(self.right, tuple) else str(self.right)
            return atom.words == "marked" and atom.of.lower() in _split_words(named)
        return _is_text_within(self.text, words) and not any(_is_text_within(other, words) for other in self.others)

    def is_stated_by_detail(self, atom: ScreenDetail) -> bool:
        """Return whether a detail of the page (`atom`) states the right answer.

        If the detail is about the mark of a card, it does if the card is marked and in the right answer, or if it's
        neither.
        """
        if atom.kind == MARK:
            return (atom.words == "marked") == (atom.of.lower() in _split_words(str(self.right)))
        return self.can_be_stated_by_detail(atom)


def _split_words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _is_text_within(text: str, words: Sequence[str]) -> bool:
    wanted = _split_words(text)
    return bool(wanted) and any([*words[at : at + len(wanted)]] == wanted for at in range(len(words)))


# -- what a screen shows ---------------------------------------------------------------------------


def prepare_question_screen(screen: Screen) -> Screen:
    """Return the screen as a question shows it: no prompt, no actions, and only the last card of each pile."""
    return replace(screen, zones=tuple(map(_leave_only_last_card, screen.zones)), prompt="", actions=())


def _leave_only_last_card(zone: Zone) -> Zone:
    if zone.layout == "pile" and zone.cards and zone.cards[-1] != UNKNOWN.code:
        return replace(zone, cards=zone.cards[-1:])
    return zone


def list_screen_details(screen: Screen) -> Iterator[ScreenDetail]:
    """Yield everything that the screen shows besides cards."""
    for zone in screen.zones:
        if {*zone.cards} <= {UNKNOWN.code}:
            yield ScreenDetail(COUNT, zone.id, str(zone.card_count))
        if zone.note:
            yield ScreenDetail(ZONE_NOTE, zone.id, zone.note)
        if zone.marked:
            yield from (ScreenDetail(MARK, card, "marked" if card in zone.marked else "") for card in {*zone.cards})
    for note in screen.seats:
        yield from (_build_note_detail(str(note.seat), text) for text in note.texts)
        yield from (ScreenDetail(SIGN, f"{note.seat} {sign.label}", sign.words) for sign in note.signs)
        if note.score:
            yield ScreenDetail(SCORE, str(note.seat), note.score)
        if note.to_move:
            yield ScreenDetail(TURN, "", f"{{{note.seat}}}")
    yield from (ScreenDetail(SIGN, f" {sign.label}", sign.words) for sign in screen.signs)
    yield from (ScreenDetail(FACT, label, words) for label, words in screen.facts)


def _build_note_detail(seat: str, text: str) -> ScreenDetail:
    """Build the screen detail for one note on a seat.

    Its `of` has `#` for each number, so that notes that differ only in their numbers are recognized as similar.
    """
    return ScreenDetail(SEAT_NOTE, f"{seat} {_NUMBER.sub('#', text).removesuffix('s')}", text)


def remove_hidden_details(screen: Screen, hidden: Collection[ScreenDetail]) -> Screen:
    """Return the screen without the hidden details."""
    if not hidden:
        return screen
    hides_marks = any(atom.kind == MARK for atom in hidden)
    return replace(
        screen,
        zones=tuple(
            replace(
                zone,
                note="" if ScreenDetail(ZONE_NOTE, zone.id, zone.note) in hidden else zone.note,
                marked=() if hides_marks else zone.marked,
            )
            for zone in screen.zones
            if ScreenDetail(COUNT, zone.id, str(zone.card_count)) not in hidden or {*zone.cards} != {UNKNOWN.code}
        ),
        seats=tuple(_remove_hidden_notes(note, hidden) for note in screen.seats),
        signs=tuple(sign for sign in screen.signs if ScreenDetail(SIGN, f" {sign.label}", sign.words) not in hidden),
        facts=tuple(pair for pair in screen.facts if ScreenDetail(FACT, *pair) not in hidden),
        ladder=(),
    )


def _remove_hidden_notes(note: SeatNote, hidden: Collection[ScreenDetail]) -> SeatNote:
    seat = str(note.seat)
    texts = [text for text in note.texts if _build_note_detail(seat, text) not in hidden]
    return replace(
        note,
        note=NOTE_SEPARATOR.join(texts),
        score="" if ScreenDetail(SCORE, seat, note.score) in hidden else note.score,
        to_move=note.to_move and ScreenDetail(TURN, "", f"{{{seat}}}") not in hidden,
        signs=tuple(
            sign for sign in note.signs if ScreenDetail(SIGN, f"{seat} {sign.label}", sign.words) not in hidden
        ),
    )


# -- whether the answer follows from what is shown -------------------------------------------------

Ask = Callable[[State], tuple[QuestionPart, ...]]
"""A function that returns the parts of a question for a state. Raises RulesError if there is nothing to ask."""


class TableComparison:
    """A table as seat 0 sees it on a page, with similar tables to compare it to.

    It finds out which details on the page have to be hidden because they state the answer to a question.
    """

    def __init__(self, game: Game[Any], state: State, draw: Callable[[State], Screen]) -> None:
        self._state, self._draw = state, draw
        self._tables = [*list_similar_tables(game, state)]
        self._drawn: dict[int, tuple[Screen, set[ScreenDetail]]] = {}

    def find_details_to_hide(self, ask: Ask) -> HiddenDetails | None:
        """Return the details, such as counts or notes, to hide while a question is asked.

        `ask` is a function of a table's state. It returns the parts of the question, with their right answers at that
        table. Returns None if even the whole page doesn't decide the answer.
        """
        asked = ask(self._state)
        alike, others = self._split_similar_tables(ask, [one.right for one in asked])
        hidden: set[ScreenDetail] = set()
        plain, tables = [], [*others, *alike]
        for place, one in enumerate(asked):
            said = {atom for atom in self._screen_details if one.can_be_stated_by_detail(atom)}
            telling = {atom for atom in said if _is_giveaway(atom, one, place, tables)}
            if telling and self._is_answer_certain(hidden | telling, others):
                hidden |= telling
            elif telling:
                plain.append(place)
        return HiddenDetails(tuple(sorted(hidden)), tuple(plain)) if self._is_answer_certain(hidden, others) else None

    def _split_similar_tables(self, ask: Ask, right: Sequence[object]) -> tuple[list[_Other], list[_Other]]:
        """Return two lists of similar tables: those with the same answers, and those with different ones.

        The first list has at most MOST_ALIKE tables. `ask` returns the parts of the question for a table, and `right`
        has the right answers at this table. Tables where some part of the question has no answer are left out.
        """
        alike, others = list[_Other](), list[_Other]()
        for number, table in enumerate(self._tables):
            spend_steps(ASKED)
            with suppress(RulesError):
                asked = ask(table)
                found = alike if [one.right for one in asked] == right else others
                if all(one.right is not None for one in asked) and (found is others or len(alike) < MOST_ALIKE):
                    if number not in self._drawn:
                        spend_steps(DRAWN)
                        screen = self._draw(table)
                        self._drawn[number] = screen, {*list_screen_details(screen)}
                    found.append((*self._drawn[number], asked))
        return alike, others

    @cached_property
    def _screen(self) -> Screen:
        return self._draw(self._state)

    @cached_property
    def _screen_details(self) -> frozenset[ScreenDetail]:
        return frozenset(list_screen_details(self._screen))

    def _is_answer_certain(self, hidden: Collection[ScreenDetail], others: Iterable[_Other]) -> bool:
        """Return whether this table, without the hidden details, looks different from all of the `others`.

        These are the similar tables with different answers. So if it does, the answer can be worked out.
        """
        here = remove_hidden_details(self._screen, hidden)
        return not any(
            remove_hidden_details(
                screen, {atom for atom in atoms if _is_giveaway_at_similar_table(atom, hidden, asked)}
            )
            == here
            for screen, atoms, asked in others
        )


_Other = tuple[Screen, set[ScreenDetail], tuple[QuestionPart, ...]]
"""A similar table: its screen, the details on the screen, and the parts of the question at that table."""


def _is_giveaway(atom: ScreenDetail, asked: QuestionPart, place: int, tables: Collection[_Other]) -> bool:
    """Return whether a detail that matches the answer really states it, and not just by coincidence.

    `asked` is the part of the question that the detail matches, and `place` is its index. `tables` are similar tables.
    If the answer is yes or no, the detail states it if there are tables with the other answer and none of them has the
    detail.

    Any other answer is stated if, at each of these tables, the details with the same kind and `of` state the answer
    there. One of them must be at a table with a different answer, unless the detail shows whose turn it is.

    If no table has a different answer, the detail counts as stating the answer in two cases: the answer has several
    values (a tuple), or the detail is a fact and the question is about a card, such as its price.
    """
    differing = [atoms for _, atoms, there in tables if there[place].right != asked.right]
    if asked.kind == YES_NO:
        return bool(differing) and not any(atom in atoms for atoms in differing)
    if not differing and (isinstance(asked.right, tuple) or (atom.kind == FACT and asked.cards)):
        return True
    if atom.kind != TURN and not any(one[:2] == atom[:2] for atoms in differing for one in atoms):
        return False
    return all(
        there[place].is_stated_by_detail(one) for _, atoms, there in tables for one in atoms if one[:2] == atom[:2]
    )


def _is_giveaway_at_similar_table(
    atom: ScreenDetail, hidden: Collection[ScreenDetail], asked: Iterable[QuestionPart]
) -> bool:
    """Return whether a detail of a similar table has to be hidden like the `hidden` ones of this table.

    It's hidden if it could state the answer at the similar table, and has the same kind and `of` as one of the hidden
    details. If the answer is a player, `of` can have a different seat.
    """
    said = [one.kind for one in asked if one.can_be_stated_by_detail(atom)]
    return bool(said) and any(
        atom.kind == other.kind
        and (atom.of == other.of or (PLAYER in said and atom.place_without_seat == other.place_without_seat))
        for other in hidden
    )


@dataclass(frozen=True)
class HiddenDetails:
    """The details that a page has to hide while a question is asked (`atoms`).

    A question can ask for several values, and `plain` has the indexes of those that stay visible on the page. They
    can't be hidden, because the question couldn't be answered without them.
    """

    atoms: tuple[ScreenDetail, ...] = ()
    plain: tuple[int, ...] = ()
