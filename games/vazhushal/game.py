"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.bot import Bot
from games.engine.hint import Hint
from games.engine.lesson import Lesson
from games.engine.view import View
from games.vazhushal.bots import BOTS
from games.vazhushal.hints import hint_for
from games.vazhushal.lessons import COURSE
from games.vazhushal.rules import Vazhushal


class TaughtVazhushal(Vazhushal):
    """The rules with course, puzzles, hints and bots."""

    def lessons(self) -> Sequence[Lesson]:
        return COURSE

    def hint(self, view: View) -> Hint:
        return hint_for(view)

    def bots(self) -> Mapping[str, Bot]:
        return BOTS


GAME = TaughtVazhushal()
