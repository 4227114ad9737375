"""What a rulebook says by some house rules, and tables to hold it against."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import RulebookEntry
from games.engine.state import DEALER
from games.words import spell_number
from tests.games.wandering import some_rules


def entries(game: Game[Any], options: Options) -> dict[str, RulebookEntry]:
    return {entry.id: entry for section in game.rulebook.render_sections(options) for entry in section.entries}


def numbers_in(game: Game[Any], clause: str, options: Options) -> list[int]:
    """The numbers that a clause says, in figures or in words, but for those of its examples and lists."""
    text = re.sub(r"`[^`]*`|\*\*.*", "", entries(game, options)[clause].text.lower())
    words = {spell_number(number): number for number in range(1, 11)}
    return [words[said] if said in words else int(said) for said in re.findall(rf"\b(?:\d+|{'|'.join(words)})\b", text)]


def dealt(game: Game[Any], options: Options, **keys: Any) -> Any:
    """A table after the deal, when a turn begins."""
    rng = Random(3)
    state = game.load_position({"options": options.list_nonstandard_values(), "phase": "deal", **keys})
    while DEALER in state.waiting or state.phase == "redeal":
        seat = state.waiting[0]
        game.apply_move(
            state, seat, game.draw_dealer_move(state, rng) if seat == DEALER else game.list_moves(state, seat)[0]
        )
    return state


def many_rules(game: Game[Any], **asked: Any) -> Iterator[Options]:
    """House rules of which some are as asked and the others anything."""
    for seed in range(60):
        rules = some_rules(game, Random(seed), asked)
        if rules:
            yield rules[0]
