"""The rules of Chinese Ten: verbs (kinds of moves), house rules, screen, and random moves."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.chinese_ten import screen
from games.chinese_ten.card_values import compute_equal_share, count_all_points
from games.chinese_ten.narration import NARRATION, SHEET
from games.chinese_ten.options import ChineseTenOptions
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.verbs import TURN, VERBS, build_play_move, list_capture_choices
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options


class ChineseTenRules(Game[ChineseTenState]):
    """The game of Chinese Ten, or Jian Hong Dian: “pick up the red spots”. Source: rulebook.md.

    ChineseTenGame adds facts, puzzles, bots, and hints.
    """

    slug = "chinese-ten"
    title = "Chinese Ten"
    family = "Captures"
    tagline = "A fishing game where you make ten with a card on the table, and red cards score."
    minutes = "5–15 minutes"
    seats = range(2, 6)
    large_hands = range(2, 3)
    shelf = 60
    showcase = ("grid", "7H 9C KD 3D")
    seating = "Everyone plays on their own, in turn."
    options = ChineseTenOptions
    verbs = VERBS
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    state = ChineseTenState
    narration = NARRATION
    sheet = SHEET
    version = 3
    shows = ("turn", "open", "catch", "redeal")
    constants = {
        "10 20 30 40 50": "points of a card; the value of the option only says whether it scores",
        "two three four five six eight nine ten 12 52": "players, cards of a hand and of the deck, and ranks",
    }

    def draw_random_move(self, state: ChineseTenState, seat: int, rng: Random) -> Move:
        if state.phase == "turn":
            return TURN.bare_move
        if state.phase == "play" and not state.options.must_capture:
            card = rng.choice(state.hands[seat])
            choices = list_capture_choices(state, card)
            return build_play_move(card, choices[0] if len(choices) < 2 else rng.choice(choices))
        return rng.choice(self.list_moves(state, seat))

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values to fill in where the rulebook's text has placeholders, by name.

        They are the points of all cards, and an equal share of these points, for each number of players.
        """
        assert isinstance(options, ChineseTenOptions)
        return {
            **{f"total-{seats}": count_all_points(options, seats) for seats in self.seats},
            **{f"par-{seats}": compute_equal_share(options, seats) for seats in self.seats},
        }


RULES = ChineseTenRules()
