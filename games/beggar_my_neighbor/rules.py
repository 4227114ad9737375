"""The rules of Beggar My Neighbor: verbs (kinds of moves), house rules, screen, and questions about what comes next."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.beggar_my_neighbor import screen
from games.beggar_my_neighbor.forecasts import FORECASTS, choose_forecast_question
from games.beggar_my_neighbor.narration import NARRATION, SHEET
from games.beggar_my_neighbor.options import BeggarOptions
from games.beggar_my_neighbor.state import BeggarState, list_prices_by_rank
from games.beggar_my_neighbor.verbs import TURN, VERBS
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.view import View
from games.words import spell_number


class BeggarMyNeighborRules(Game[BeggarState]):
    """The rules of Beggar My Neighbor, in which no player decides anything. Source: rulebook.md.

    BeggarMyNeighborGame adds facts and puzzles.
    """

    slug = "beggar-my-neighbor"
    title = "Beggar My Neighbor"
    family = "Pure chance"
    tagline = "A game of pure luck where a single jack can win you the whole pile."
    minutes = "5–20 minutes"
    seats = range(2, 7)
    shelf = 110
    showcase = ("row", "7H KS 2C 9D 4H")
    seating = "Every player plays alone. Two play, or up to six by a house rule."
    decides = False
    options = BeggarOptions
    verbs = VERBS
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    state = BeggarState
    narration = NARRATION
    sheet = SHEET
    shows = (TURN.name,)
    forecasts = FORECASTS
    constants = {
        "two three six": "players, and what queen and king cost",
        "26": "half of the cards",
        "ten": "the rank of the highest number card",
    }

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        assert isinstance(options, BeggarOptions)
        return {"ace": spell_number(list_prices_by_rank(options)[1]), "needed": spell_number(options.best_of // 2 + 1)}

    def draw_random_move(self, state: BeggarState, seat: int, rng: Random) -> Move:
        return TURN.bare_move

    def find_forecast_to_ask(self, view: View) -> str:
        return choose_forecast_question(self.load_position(view.position))


RULES = BeggarMyNeighborRules()
