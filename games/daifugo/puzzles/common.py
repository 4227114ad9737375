"""Helpers for all puzzles of Daifugo: random hands, and answer options for seats and for cards."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import PACK, Card
from games.daifugo.options import DaifugoOptions
from games.daifugo.plays import HEIGHT, sort_cards
from games.daifugo.rules import RULES
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption
from games.kit.puzzle_tools import PuzzleToolkit
from games.words import capitalize_first

POSING = PuzzleToolkit(RULES, DaifugoOptions)
PLAIN = [card for card in PACK if card.code != "3S"]
"""The cards for puzzles: all except the three of spades, which has a special effect under some house rules."""


def draw_hand(rng: Random, size: int, ranks: int) -> list[Card]:
    """Return `size` random cards of at most `ranks` different ranks, from low to high."""
    heights = rng.sample(range(3, 16), ranks)
    return sort_cards(rng.sample([card for card in PLAIN if HEIGHT[card] in heights], size))


def build_seat_options(seats: Sequence[int], number: int) -> tuple[AnswerOption, ...]:
    return tuple(AnswerOption(f"s{seat}", capitalize_first(describe_seat(seat, number))) for seat in seats)


def build_card_options(cards: Sequence[Card]) -> tuple[AnswerOption, ...]:
    return tuple(AnswerOption(card.code, capitalize_first(card.name), card.code) for card in cards)
