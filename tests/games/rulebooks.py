"""What a rulebook says by some house rules, and tables to hold it against."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import Entry
from games.engine.state import DEALER
from games.words import in_word
from tests.games.wandering import some_rules


def entries(game: Game[Any], options: Options) -> dict[str, Entry]:
    return {entry.id: entry for section in game.rulebook.under(options) for entry in section.entries}


def numbers_in(game: Game[Any], clause: str, options: Options) -> list[int]:
    """The numbers that a clause says, in figures or in words, but for those of its examples and lists."""
    text = re.sub(r"`[^`]*`|\*\*.*", "", entries(game, options)[clause].text.lower())
    words = {in_word(number): number for number in range(1, 11)}
    return [words[said] if said in words else int(said) for said in re.findall(rf"\b(?:\d+|{'|'.join(words)})\b", text)]


def dealt(game: Game[Any], options: Options, **keys: Any) -> Any:
    """A table after the deal, when a turn begins."""
    rng = Random(3)
    state = game.load({"options": options.changed(), "phase": "deal", **keys})
    while DEALER in state.waiting or state.phase == "redeal":
        seat = state.waiting[0]
        game.apply(state, seat, game.chance(state, rng) if seat == DEALER else game.moves(state, seat)[0])
    return state


def many_rules(game: Game[Any], **asked: Any) -> Iterator[Options]:
    """House rules of which some are as asked and the others anything."""
    for seed in range(60):
        rules = some_rules(game, Random(seed), asked)
        if rules:
            yield rules[0]
