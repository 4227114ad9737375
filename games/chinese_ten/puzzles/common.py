"""Helpers for all puzzles of Chinese Ten: playing some random turns of a deal, and describing captures."""

from __future__ import annotations

from random import Random

from games.cards import Card
from games.chinese_ten.options import ChineseTenOptions
from games.chinese_ten.rules import RULES
from games.chinese_ten.state import ChineseTenState
from games.engine.move import Group
from games.engine.options import Options
from games.engine.puzzle import AnswerOption
from games.engine.state import DEALER
from games.kit.puzzle_tools import PuzzleToolkit
from games.words import quote_cards, spell_number

POSING = PuzzleToolkit(RULES, ChineseTenOptions)


def start_deal(rng: Random, options: Options, seats: int) -> ChineseTenState:
    """Return the state of a new match after the cards are dealt, before the first turn."""
    state = RULES.start_match(POSING.cast_options(options), seats)
    while state.waiting == (DEALER,):
        RULES.apply_move(state, DEALER, RULES.draw_dealer_move(state, rng))
    return state


def play_random_turns(rng: Random, options: Options, seats: int, turns: int) -> ChineseTenState | None:
    """Return the state of a new deal after `turns` random turns, and further ones until it's seat 0's turn.

    Returns None if the deal ends earlier.
    """
    state = start_deal(rng, options, seats)
    left = len(state.stock) - turns
    while state.phase != "over" and not state.is_between_deals:
        if len(state.stock) <= left and state.turn == 0 and state.phase == "play":
            return state
        RULES.apply_move(state, state.turn, RULES.draw_random_move(state, state.turn, rng))
    return None


def describe_player_count(number: int) -> str:
    return f"{spell_number(number)} players".capitalize()


def build_play_option(card: Card, taken: Group) -> AnswerOption:
    """Return an answer option: a card to play, and the cards that it captures."""
    text = (
        f"{quote_cards([card])} captures {quote_cards(taken)}" if taken else f"{quote_cards([card])} stays on the table"
    )
    return AnswerOption(f"{card.code}-{'-'.join(other.code for other in taken)}".rstrip("-"), text)
