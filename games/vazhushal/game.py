"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.engine.bot import Bot
from games.engine.hint import Hint
from games.engine.lesson import Lesson
from games.engine.move import Move
from games.engine.puzzle import Theme
from games.engine.view import View
from games.vazhushal.bots import BOTS
from games.vazhushal.hints import hint_for
from games.vazhushal.lessons import COURSE
from games.vazhushal.puzzles import THEMES
from games.vazhushal.rules import Vazhushal
from games.vazhushal.words import in_words


class TaughtVazhushal(Vazhushal):
    """The rules with course, puzzles, hints, bots, and words for its moves."""

    def in_words(self, move: Move) -> str:
        return in_words(move) or super().in_words(move)

    def lessons(self) -> Sequence[Lesson]:
        return COURSE

    def themes(self) -> Sequence[Theme]:
        return THEMES

    def hint(self, view: View) -> Hint:
        return hint_for(view)

    def bots(self) -> Mapping[str, Bot]:
        return BOTS


GAME = TaughtVazhushal()
