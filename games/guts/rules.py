"""The rules of Guts: verbs (kinds of moves), house rules, screen, and random moves."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.guts import screen
from games.guts.hand_ranking import count_hands_by_key
from games.guts.narration import NARRATION, SHEET
from games.guts.options import GutsOptions
from games.guts.state import GutsState
from games.guts.verbs import SAY_IN, SAY_OUT, VERBS
from games.words import spell_count, spell_number

BOTH = (SAY_IN.bare_move, SAY_OUT.bare_move)


class GutsRules(Game[GutsState]):
    """The game of Guts, without the facts, puzzles, bots, and hints that GutsGame adds. Source: rulebook.md."""

    slug, title, family = "guts", "Guts", "Betting"
    tagline = "A betting game where you say one word, in or out, and every loser matches the pot."
    minutes = "5–15 minutes"
    seats, options, verbs, state = range(2, 11), GutsOptions, VERBS, GutsState
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    usual_seats = 4
    narration, sheet = NARRATION, SHEET
    shows = ("shown", "ghost")
    deals_differ = mucks = True
    first_hands = 5
    short = {"rounds": 1}
    constants = {
        "two three ten": "ranks, the fewest players, cards that make a pair, a straight or a flush",
    }
    shelf = 80
    lays_backs = has_small_hands = True
    showcase = ("row", "AS AD ? ?")

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values to fill in where the rulebook's text has placeholders, by name.

        They are the number of different strengths of hands, and in words the chips, cards, rounds, and hands. One value
        is a phrase for the house rule that a player pays no more chips than the player has, or "" without that rule.
        """
        assert isinstance(options, GutsOptions)
        return {
            "ante-chips": spell_count(options.ante, "chip"),
            "stack-chips": spell_count(options.stack, "chip"),
            "cards": spell_number(options.cards),
            "classes": len(count_hands_by_key(options)),
            "purse": " (or all you have, if that’s less)" if options.short_stack == "table-stakes" else "",
            "round-count": spell_count(options.rounds, "round"),
            "hand-count": spell_count(options.max_hands, "hand"),
        }

    def list_moves(self, state: GutsState, seat: int) -> list[Move]:
        """Return the legal moves: on a seat's turn to declare, “in” and “out”, or only “out” if it can't go in."""
        if seat in state.waiting and state.phase == "declare":
            return [*BOTH] if state.can_go_in(seat) else [SAY_OUT.bare_move]
        return super().list_moves(state, seat)

    def draw_random_move(self, state: GutsState, seat: int, rng: Random) -> Move:
        return BOTH[rng.random() < 0.5] if state.can_go_in(seat) else SAY_OUT.bare_move


RULES = GutsRules()
