"""Where the pages of a table are at their fullest: positions of whole matches, found without any page."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from games.engine.game import Game
from games.engine.options import Options
from games.engine.record import Record
from games.engine.state import DEALER
from games.engine.table import Table
from games.engine.view import Screen
from tests.games.wandering import some_rules

THOUGHT = 1.5
"""Seconds for which bots play; what is left of a match is played at random, which takes some seconds more."""


class Spot(NamedTuple):
    """A match so far, for whom it is looked at, and what it has most of."""

    record: Record
    seat: int
    most: str


def rulings(game: Game[Any], rules: str, number: int, seats: str) -> Iterator[tuple[str, Options, int]]:
    """House rules with a name, each with the least and the most players that they allow, or with one number of them.

    `rules` is the name of a preset, "all" for every preset, or "random" for so many sets at random.
    """
    named: list[tuple[str, Options]] = []
    if rules == "random":
        rng = Random(f"rules of {game.slug}")
        made = (some_rules(game, rng) for _ in range(number))
        named = [(f"random{at}", found[0]) for at, found in enumerate(made) if found]
    else:
        presets = [one.name for one in game.options.presets] if rules == "all" else [rules]
        named = [(name, game.options.load_preset(name)) for name in presets]
    for name, options in named:
        allowed = game.list_seat_counts(options)
        wanted = {"least": allowed[:1], "most": allowed[-1:], "both": [allowed[0], allowed[-1]]}
        for one in sorted({*wanted.get(seats, [int(seats)] if seats.isdecimal() else [])} & {*allowed}):
            yield name, options, one


def spots(game: Game[Any], options: Options, seats: int, rng: Random) -> list[Spot]:
    """Of a match, for each thing that a table can have much of, where it has most; and how deals and the match end."""
    table = Table(game, options, seats)
    most: dict[str, tuple[float, int, int]] = {}
    begun = time.process_time()
    bots = [rng.choice([*game.bots.values()]) if game.bots else None for _ in range(seats)]
    while not table.is_over:
        spent = time.process_time() - begun
        if spent > 3 * THOUGHT:
            break
        seat = rng.choice(table.state.waiting)
        if seat == DEALER:
            move = game.draw_dealer_move(table.state, rng)
        elif (bot := bots[seat]) and spent < THOUGHT and rng.random() < 0.9:
            move = bot.choose_move(table.build_view(seat), rng).move
        else:
            move = game.draw_random_move(table.state, seat, rng)
        deals = table.state.match.deals
        table.play_move(seat, move)
        at = len(table.record.moves)
        if table.state.match.deals > deals:
            _note(most, f"end {deals if deals < 2 else 'later'}", at, at, 0)
        if spent < 2 * THOUGHT:
            for looker in {*(one for one in table.state.waiting if one != DEALER), 0}:
                for what, many in _many(table.build_screen(looker)):
                    _note(most, what, many, at, looker)
    _note(most, "over" if table.is_over else "last", 1, len(table.record.moves), 0)
    found: dict[tuple[int, int], str] = {}
    for what, (_, at, looker) in most.items():
        found[at, looker] = f"{found[at, looker]}+{what}" if (at, looker) in found else what
    whole = table.record
    return [
        Spot(Record(whole.game, options, seats, whole.moves[:at]), looker, what) for (at, looker), what in found.items()
    ]


def _note(most: dict[str, tuple[float, int, int]], what: str, many: float, at: int, looker: int) -> None:
    if many > most.get(what, (0, 0, 0))[0]:
        most[what] = many, at, looker


def _many(screen: Screen) -> Iterator[tuple[str, float]]:
    """How much there is of what takes room on a page."""
    me = screen.seat
    own = [zone for zone in screen.zones if zone.owner == me]
    others = [zone for zone in screen.zones if zone.owner not in (None, me)]
    yield "hand", sum(zone.card_count for zone in own if zone.layout == "fan")
    yield "own melds", sum(1 + zone.card_count / 8 for zone in own if zone.layout == "melds")
    yield "other melds", sum(1 + zone.card_count / 8 for zone in others if zone.layout == "melds")
    yield "middle", sum(zone.card_count for zone in screen.zones if zone.layout in ("line", "grid", "rows", "trick"))
    yield "open cards", sum(sum(card != "?" for card in zone.cards) for zone in others)
    if screen.actions:
        yield "actions", sum(len(action.label) + 6 for action in screen.actions)
        yield "all at once", sum(zone.card_count for zone in screen.zones if zone.layout != "pile")
        for action in screen.actions:
            for field in action.fields:
                yield (
                    f"{action.verb} {field.kind}",
                    len(field.values) or sum(zone.card_count for zone in screen.zones if zone.id in field.zones),
                )
    yield "prompt", len(screen.prompt)
    yield "notes", sum(len(one.note) + len(one.score) + sum(len(s.words) for s in one.signs) for one in screen.seats)
    yield "signs", sum(len(sign.label + sign.words) for sign in screen.signs)
    yield "facts", sum(len(label + value) for label, value in screen.facts)
