"""Small pictures of puzzles: a few of the cards that the solver sees."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import Any

from core.practice.models import Puzzle
from core.practice.puzzle_session import PuzzleSession
from core.practice.themes import find_sample_setup_and_puzzle
from games.cards import UNKNOWN, is_card_code
from games.engine.game import Game
from games.engine.options import Options
from games.engine.puzzle import PuzzleTheme
from games.engine.view import Zone
from games.errors import RulesError

MOST_CARDS = 8
MOST_CARDS_OF_THEME = 3
QUOTED = re.compile("`([^`]*)`")
"""A pattern for cards in backticks in a text."""


@lru_cache(maxsize=4096)
def list_theme_cards(game: Game[Any], theme: PuzzleTheme, options: Options) -> tuple[str, ...]:
    """Return the codes of some cards in the theme's sample puzzle, for a small picture, or () without such a puzzle."""
    sample = find_sample_setup_and_puzzle(theme, options)
    if sample is None:
        return ()
    setup, posed = sample
    puzzle = Puzzle(
        game=game.slug, theme=theme.slug, setup=setup, options=options.dump_values_to_store(), asked=posed.to_json()
    )
    return list_puzzle_cards(puzzle)[:MOST_CARDS_OF_THEME]


def list_puzzle_cards(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the codes of some cards that a solver sees before answering, for a small picture.

    They're the cards in the zone that the question is about. If that zone has no face-up cards, they're the cards of
    the answer options, or else a hand or other cards. Returns () if there are none.
    """
    posed = puzzle.engine_puzzle
    zones = _list_zones_with_open_cards(puzzle)
    for zone in zones:
        if zone.id == posed.on:
            return zone.cards[-MOST_CARDS:]
    options = dict.fromkeys(code for option in posed.options for code in option.cards.split() if is_card_code(code))
    hands = [zone.cards for zone in zones if zone.layout == "fan"]
    texts = " ".join([posed.question, *(option.text for option in posed.options)])
    quoted = [code for quote in QUOTED.findall(texts) for code in quote.split() if is_card_code(code)]
    candidates = [tuple(options), *hands, *(zone.cards for zone in zones), tuple(quoted)]
    return next((cards for cards in candidates if cards), ())[:MOST_CARDS]


def _list_zones_with_open_cards(puzzle: Puzzle) -> list[Zone]:
    """Return the parts of a puzzle's table (zones) that have face-up cards, the one with the most of them first."""
    with suppress(RulesError):
        session = PuzzleSession(puzzle, [])
        if session.table:
            zones = session.build_screen(playing=False, answered=False).zones
            open_zones = [zone for zone in zones if set(zone.cards) - {UNKNOWN.code}]
            return sorted(open_zones, key=lambda zone: zone.cards.count(UNKNOWN.code) - zone.card_count)
    return []
