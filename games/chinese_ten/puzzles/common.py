"""Helpers for all puzzles of Chinese Ten: deals played to the middle, and words for cards and captures."""

from __future__ import annotations

from random import Random

from games.cards import Card
from games.chinese_ten.options import ChineseTenOptions
from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.engine.move import Group
from games.engine.options import Options
from games.engine.puzzle import Option
from games.engine.state import DEALER
from games.kit.posing import PuzzleRules
from games.words import quote_cards, spell_number

POSING = PuzzleRules(RULES, ChineseTenOptions)


def start_deal(rng: Random, options: Options, seats: int) -> ChineseTenState:
    """Return a state after the deal, before the first turn."""
    state = RULES.start(POSING.cast_options(options), seats)
    while state.waiting == (DEALER,):
        RULES.apply(state, DEALER, RULES.draw_dealer_move(state, rng))
    return state


def play_to_middle(rng: Random, options: Options, seats: int, turns: int) -> ChineseTenState | None:
    """Return a deal after this number of random turns, continued until seat 0 is in turn.

    None if the deal ends before.
    """
    state = start_deal(rng, options, seats)
    left = len(state.stock) - turns
    while state.phase != "over" and not state.is_between_deals:
        if len(state.stock) <= left and state.turn == 0 and state.phase == "play":
            return state
        RULES.apply(state, state.turn, RULES.draw_random_move(state, state.turn, rng))
    return None


def describe_player_count(number: int) -> str:
    return f"{spell_number(number)} players".capitalize()


def build_play_option(card: Card, taken: Group) -> Option:
    """Return a card to play with what it captures, as an answer option."""
    said = f"{quote_cards([card])} takes {quote_cards(taken)}" if taken else f"{quote_cards([card])} stays on the table"
    return Option(f"{card.code}-{'-'.join(one.code for one in taken)}".rstrip("-"), said)
