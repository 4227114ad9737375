"""The rules of Mille: verbs (kinds of moves), house rules, screen, and random moves. Sources: rulebook.md."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from random import Random

from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.kit.rummy import build_discard_move, build_meld_move
from games.mille import screen
from games.mille.narration import NARRATION, SHEET
from games.mille.options import RESHUFFLES, MilleOptions
from games.mille.possible_moves import list_cards_to_take_pile, list_meld_additions, list_new_melds
from games.mille.scoring import score_seat
from games.mille.state import MilleState
from games.mille.verbs import LEAVE, STOCK, VERBS, build_add_to_meld_move, build_take_pile_move
from games.words import spell_number


class MilleRules(Game[MilleState]):
    """The rules of Mille. MilleGame adds the facts, puzzles, bots, and hints that teach the game."""

    slug = "mille"
    title = "Mille"
    family = "Rummy"
    tagline = "A rummy game for two where a pair takes the whole pile, and a hand without wild twos counts double."
    minutes = "30–45 minutes"
    lays_melds = True
    seats = range(2, 3)
    large_hands = seats
    shelf = 45
    showcase = ("row", "QS QS QD QH 2C")
    options = MilleOptions
    short = {"target": 500}
    constants = {
        "two three": "a pair, a rank, stakes, cards left, and what skunks pay, as the values of the options say",
    }
    verbs = VERBS
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    narration = NARRATION
    sheet = SHEET
    state = MilleState

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the numbers to fill in where the rulebook's text has placeholders, by name.

        The numbers are half of the target, the most reshuffles in a hand, and the large stake.
        """
        assert isinstance(options, MilleOptions)
        return {
            "half": options.target // 2,
            "reshuffles": spell_number(RESHUFFLES),
            "large-stake": options.large_stake,
        }

    def draw_random_move(self, state: MilleState, seat: int, rng: Random) -> Move:
        """Return a random legal move, which often takes the pile or melds.

        This is faster than choosing from a list of all legal moves. Every kind of move can come up.
        """
        roll = rng.random()
        if state.phase == "take":
            cards = next(list_cards_to_take_pile(state, seat), None) if roll < 0.6 or not state.can_draw else None
            if cards is not None:
                return build_take_pile_move(cards)
            return (STOCK if state.can_draw else LEAVE).bare_move
        if state.phase != "table":
            return rng.choice(self.list_moves(state, seat))
        if roll < 0.6:
            moves = chain(
                map(build_meld_move, list_new_melds(state, seat)),
                (build_add_to_meld_move(*addition) for addition in list_meld_additions(state, seat)),
            )
            move = next(moves, None)
            if move is not None:
                return move
        hand = state.hands[seat]
        return build_discard_move(hand[int(rng.random() * len(hand))])

    def count_scores_so_far(self, state: MilleState) -> list[int | None] | None:
        if not state.is_dealt:
            return None
        scores = (score_seat(state, seat) for seat in range(state.seats))
        return [None if score is None else score.total for score in scores]


RULES = MilleRules()
