"""A table at which something is asked, without what would tell the answer.

A sign that has the answer in its words makes of a question one of reading. What can be seen of the cards stays, and so
does what has another possible answer in its words besides: there is still something to choose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from games.cards import UNKNOWN
from games.engine.asking import NUMBER, PLAYER, Value
from games.engine.state import State
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.errors import HouseError
from games.words import in_word

if TYPE_CHECKING:
    from games.engine.game import Game

COUNTS = ("tokens", "number", "tally")
"""The kinds of signs that tell a number. (Packets lie there to be counted.)"""
BACK = UNKNOWN.code
BETWEEN = " · "
"""What parts the notes of a seat."""
SAME = ("game", "options", "seats", "results")
"""Parts of a position that are not thought otherwise."""
_NUMBER = re.compile(r"(?<![\w-])\d+(?!\w)")
_WORD = re.compile(r"\{\d+\}|[\w*]+")


@dataclass(frozen=True)
class Asked:
    """What is asked: the kind of the fact, the right answer as its value and in words, and the others in words."""

    kind: str
    right: Value
    text: str = ""
    others: tuple[str, ...] = ()

    def told_by(self, said: str) -> bool:
        """Whether these words have the right answer in them, and no other one."""
        words = _words(said)
        if self.kind == PLAYER:
            return {word for word in words if word.startswith("{")} == {f"{{{self.right}}}"}
        if self.kind == NUMBER and isinstance(self.right, int):
            return words[:1] in ([str(self.right)], [in_word(self.right)])
        return _within(self.text, words) and not any(_within(other, words) for other in self.others)

    def marked(self, cards: Iterable[str]) -> bool:
        """Whether marks on these cards tell it."""
        marked, wanted = _words(" ".join(cards)), _words(str(self.right))
        others = [word for text in self.others for word in _words(text)]
        return bool(wanted) and {*wanted} <= {*marked} and not (others and {*others} <= {*marked})


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _within(text: str, words: list[str]) -> bool:
    wanted = _words(text)
    return bool(wanted) and any(words[at : at + len(wanted)] == wanted for at in range(len(words)))


def untold(screen: Screen, *asked: Asked) -> Screen:
    """The screen without the signs, notes and marks that tell one of the answers."""
    for one in asked:
        screen = replace(
            screen,
            zones=tuple(_zone(zone, one) for zone in screen.zones if not _counted(zone, one)),
            seats=tuple(_seat(note, one) for note in screen.seats),
            signs=_signs(screen.signs, one),
            facts=tuple((label, value) for label, value in screen.facts if not one.told_by(value)),
        )
    return screen


def _counted(zone: Zone, asked: Asked) -> bool:
    """Whether only the number of its cards is seen, and that is what is asked."""
    return asked.kind == NUMBER and zone.count == asked.right and {*zone.cards} == {BACK}


def _zone(zone: Zone, asked: Asked) -> Zone:
    note = "" if asked.told_by(zone.note) else zone.note
    return replace(zone, note=note, marked=() if asked.marked(zone.marked) else zone.marked)


def _seat(note: SeatNote, asked: Asked) -> SeatNote:
    said = [text for text in note.note.split(BETWEEN) if not _noted(text, note.seat, asked)]
    return replace(
        note,
        note=BETWEEN.join(said),
        score="" if asked.told_by(note.score) else note.score,
        to_move=note.to_move and asked.kind != PLAYER,
        signs=_signs(note.signs, asked),
    )


def _noted(text: str, seat: int, asked: Asked) -> bool:
    """Whether something said of a seat tells it: a number at its end, “owes 2”, tells how many, and who as well."""
    number = _words(text)[-1:]
    if asked.kind == PLAYER:
        return seat == asked.right and bool(number) and number[0].isdecimal()
    return asked.told_by(text) or (asked.kind == NUMBER and number == [str(asked.right)])


def _signs(signs: Iterable[Sign], asked: Asked) -> tuple[Sign, ...]:
    return tuple(sign for sign in signs if not (asked.told_by(sign.words) and _tells(sign, asked)))


def _tells(sign: Sign, asked: Asked) -> bool:
    return asked.kind != NUMBER or sign.kind in COUNTS


def neighbours(game: Game[Any], state: State) -> Iterator[State]:
    """Tables that differ from what seat 0 sees of this one in one number, such as whose turn it is or what somebody
    has: which of them can be is for the rules to say.
    """
    for position in _otherwise(game.view(state, 0).position, state.seats):
        with suppress(HouseError):
            yield game.load(position)


def can_be_found(game: Game[Any], state: State, *texts: str, others: Iterable[State] | None = None) -> bool:
    """Whether seat 0 can find what is asked by what it is shown: none of the others, which are its `neighbours` if
    nobody has them yet, looks the same and has other answers.
    """
    kinds = [game.known_facts[text.split()[0]].kind for text in texts]

    def answers(there: State) -> list[Value]:
        return [game.ask(there, 0, text) for text in texts]

    def shown(there: State, found: list[Value]) -> Screen:
        screen = replace(game.screen(game.view(there, 0)), prompt="", actions=())
        return untold(screen, *map(Asked, kinds, found))

    right = answers(state)
    here = shown(state, right)
    for other in neighbours(game, state) if others is None else others:
        with suppress(HouseError):
            found = answers(other)
            if found != right and shown(other, found) == here:
                return False
    return True


def _otherwise(part: Any, seats: int) -> Iterator[Any]:
    """A part of a position with one of its numbers changed, in each way: a seat to any other, others by one."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key not in SAME:
                yield from ({**part, key: other} for other in _otherwise(value, seats))
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from ([*part[:place], other, *part[place + 1 :]] for other in _otherwise(value, seats))
    elif isinstance(part, str):
        for found in _NUMBER.finditer(part):
            for number in _others(int(found[0]), seats):
                yield f"{part[: found.start()]}{number}{part[found.end() :]}"
    elif isinstance(part, int) and not isinstance(part, bool):
        yield from _others(part, seats)


def _others(number: int, seats: int) -> set[int]:
    return {number - 1, number + 1, *(range(seats) if 0 <= number < seats else ())} - {number}
