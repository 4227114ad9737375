"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from games.vazhushal.rules import Vazhushal


class TaughtVazhushal(Vazhushal):
    """The rules with course, puzzles, hints and bots."""


GAME = TaughtVazhushal()
