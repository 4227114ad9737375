"""The rules of Anaconda: verbs (kinds of moves), house rules, screen, and random moves."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.anaconda import hand_stages, screen
from games.anaconda.hand_stages import KEPT
from games.anaconda.narration import NARRATION, SHEET
from games.anaconda.options import AnacondaOptions
from games.anaconda.state import AnacondaState
from games.anaconda.verbs import (
    CALL,
    CHECK,
    FOLD,
    GO_BOTH,
    GO_HIGH,
    GO_LOW,
    VERBS,
    build_give_move,
    build_keep_move,
    list_card_pickers,
    list_pass_sizes,
)
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.kit.betting import build_bet_or_raise_move
from games.words import spell_count

RANDOM_FOLD = 0.04
"""The probability that a random move is a fold."""
RANDOM_RAISE = RANDOM_FOLD + 0.2
"""If a random number from 0 to 1 is between RANDOM_FOLD and this, the move is a bet or a raise.

In half of these cases, it's the smallest one.
"""
RANDOM_LEAST = RANDOM_FOLD + 0.1


class AnacondaRules(Game[AnacondaState]):
    """The game of Anaconda, without the facts, puzzles, bots, and hints that AnacondaGame adds. Source: rulebook.md."""

    slug, title, family = "anaconda", "Anaconda", "Poker"
    tagline = "A poker game where you pass cards twice, and the worst hand can win too."
    minutes = "15–40 minutes"
    seats, options, verbs, state = range(2, 8), AnacondaOptions, VERBS, AnacondaState
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    usual_seats = 4
    narration, sheet = NARRATION, SHEET
    shows = ("pass", "declare", "show", "reveal")
    short = {"hands": 2}
    constants = {
        "two three four five seven eight": "players, cards of a hand, given, kept and shown, and ranks",
    }
    deals_differ = mucks = True
    shelf = 80
    showcase = ("row", "9H 9S TH ? 9D")

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values to fill in where the rulebook's text has placeholders, by name.

        They are the number of betting rounds, and in words the raises, the ante, and the stack.
        """
        assert isinstance(options, AnacondaOptions)
        return {
            "rounds": hand_stages.count_betting_rounds(options),
            "raises": spell_count(options.max_raises, "raise"),
            "ante-chips": spell_count(options.ante, "chip"),
            "stack-chips": spell_count(options.stack, "chip"),
        }

    def draw_random_move(self, state: AnacondaState, seat: int, rng: Random) -> Move:
        """Return a random legal move; folds are rare, so that most hands are played to the end."""
        luck = rng.random()
        if state.phase == "bet":
            if luck < RANDOM_FOLD:
                return FOLD.bare_move
            bets = state.bets
            high = max(bets)
            if luck < RANDOM_RAISE and (span := state.find_bet_range(seat)):
                low, most = span
                total = low if luck < RANDOM_LEAST else low + int(rng.random() * (most - low + 1))
                return build_bet_or_raise_move("raise" if high else "bet", total)
            return CALL.bare_move if bets[seat] < high else CHECK.bare_move
        hand = state.hands[seat]
        if state.phase == "pass":
            sizes = list_pass_sizes(state.next_pass)
            ways = list_card_pickers(sum(sizes))
            return build_give_move(ways[int(luck * len(ways))](hand), sizes)
        if state.phase == "declare":
            going = (GO_HIGH, GO_LOW) if state.options.declare_both == "off" else (GO_HIGH, GO_LOW, GO_BOTH)
            return going[int(luck * len(going))].bare_move
        keepings = list_card_pickers(KEPT)
        five = [*keepings[int(luck * len(keepings))](hand)]
        five.append(five.pop(int(rng.random() * KEPT)))
        return build_keep_move(five)


RULES = AnacondaRules()
