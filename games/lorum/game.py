"""The game as the house knows it: its rules, and what teaches them."""

from __future__ import annotations

from random import Random

from games.cards import codes
from games.engine.asking import facts_in
from games.engine.hint import Hint
from games.engine.view import View
from games.lorum import facts as asked
from games.lorum.bots import BOTS, steady
from games.lorum.judging import playable
from games.lorum.puzzles import THEMES
from games.lorum.rules import Lorum

IDEAS = {
    "play": "Which of your cards can still lose this trick?",
    "blind": "You cannot know your cards: one place is as good as another.",
    "train": "How far is the next mark, and how far will the others go before you come again?",
    "quart": "Which opening comes back to you?",
    "domino": "Which of your cards wait behind others?",
}


class TaughtLorum(Lorum):
    """The rules with course, puzzles, hints and bots."""

    facts, puzzles, bots = facts_in(asked), THEMES, BOTS

    def hint(self, view: View) -> Hint:
        """What the steady bot would do, in four steps."""
        state, seat = self.seen(view)
        choice = steady(state, seat, Random(0))
        cards = codes(choice.move.cards or playable(state, seat)[:1])
        look = f"Look at `{cards}`." if choice.move.cards else choice.reason
        return Hint(IDEAS[state.phase], choice.clause, look, choice.move)


GAME = TaughtLorum()
