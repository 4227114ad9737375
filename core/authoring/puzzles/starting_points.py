"""Generated positions from which to start a puzzle or a lesson, and moves worth asking about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from random import Random
from typing import Any

from core.authoring.puzzles.errors import BadChange
from games.cards import UNKNOWN
from games.engine.building import BACK
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Theme, Unproven, Void
from games.engine.questions import tempting
from games.engine.state import DEALER, State
from games.engine.table import Table
from games.engine.view import Position
from games.engine.work import TooMuch, Work
from games.errors import HouseError

MOST_LEGAL = 20
SEARCHED, EACH = 600_000, 60_000
"""The limits of engine steps for the whole search for a position, and for each position that is tried."""
ROUNDS, PLAYED = 3, 24
"""The number of rounds over all kinds of puzzles, and of positions from random play that may follow."""
LONGEST_PLAY = 80
"""The maximum number of random moves until a turn of seat 0."""
ENOUGH = 4
"""The highest result of `_leaves_to_ask`."""


class NothingFound(BadChange):
    """No position of this kind was found under these house rules."""


def moves_worth_asking(game: Game[Any], state: State) -> Iterator[Move]:
    """Yield moves of seat 0 to ask about: legal ones, each single card to pick, and similar illegal moves."""
    legal = game.moves(state, 0)
    yield from legal[:MOST_LEGAL]
    with suppress(HouseError):
        yield from _by_hand(game, state)
    yield from tempting(game, state, legal[:8], Random(1), 6)


def _by_hand(game: Game[Any], state: State) -> Iterator[Move]:
    """Yield the moves that play a single card, legal or not."""
    screen = game.screen(game.view(state, 0))
    for action in screen.actions:
        if len(action.fields) != 1 or action.fields[0].kind != "cards" or action.fields[0].low > 1:
            continue
        [field] = action.fields
        for zone in screen.zones:
            if zone.id in field.zones:
                for card in dict.fromkeys(zone.cards):
                    if card != BACK:
                        yield game.parse_move(f"{action.verb} {field.join}{card}")


def found_table(game: Game[Any], options: Options, slug: str) -> Position:
    """Return a position of this kind of puzzle; without a kind any, if possible one in which seat 0 has a choice.

    Raises NothingFound.
    """
    if not slug:
        return _any_table(game, options)
    theme = next((one for one in game.themes if one.slug == slug), None)
    if theme is None:
        raise NothingFound("There is no such kind of puzzle.")
    return _table_of(options, theme, theme.opens)


def _table_of(options: Options, theme: Theme, opens: Iterable[str] = ()) -> Position:
    """Return a position of this kind of puzzle, with all cards of the keys in `opens`. Raises NothingFound."""
    try:
        setup = theme.make(Random(), options)
        position = theme.pose(setup, options).position
    except (Void, Unproven) as nothing:
        raise NothingFound(f"By these rules nothing came up. {nothing}") from None
    if not position:
        raise NothingFound("That kind of puzzle has no table to begin with.")
    return {**position, **{key: setup["position"][key] for key in opens}, "options": options.changed()}


def _any_table(game: Game[Any], options: Options) -> Position:
    """Return the position that leaves most to ask, among those that are found within the limit. Raises NothingFound."""
    best, most = None, -1
    with Work(SEARCHED) as work:
        for position in _tables(game, options):
            leaves = _leaves_to_ask(game, position)
            if leaves > most:
                best, most = position, leaves
            if most == ENOUGH or work.left <= 0:
                break
    if best is None:
        raise NothingFound("By these rules no table came up.")
    return best


def _tables(game: Game[Any], options: Options) -> Iterator[Position]:
    """Yield positions from all kinds of puzzles in random order, with some from random play among and after them."""
    luck, themes = Random(), list(game.themes)
    rounds = ((*luck.sample(themes, len(themes)), None) for _ in range(ROUNDS))
    for theme in chain(chain.from_iterable(rounds), repeat(None, PLAYED)):
        position = None
        with suppress(NothingFound, TooMuch), Work(EACH):
            position = _table_of(options, theme) if theme else _played(game, options, luck)
        if position:
            yield position


def _played(game: Game[Any], options: Options, luck: Random) -> Position | None:
    """Return the position as seat 0 sees it on its turn, after random moves; None if its turn doesn't come."""
    table, turns = Table(game, options, game.usual_seats_for(options)), luck.randrange(4)
    for _ in range(LONGEST_PLAY):
        if table.over:
            return None
        seat = luck.choice(table.state.waiting)
        if seat == 0 and not turns:
            return {**table.view(0).position, "options": options.changed()}
        turns -= seat == 0
        dealer = seat == DEALER
        table.play(seat, game.chance(table.state, luck) if dealer else game.random_move(table.state, seat, luck))
    return None


def _leaves_to_ask(game: Game[Any], position: Position) -> int:
    """Return a score from 0 to `ENOUGH`: one point if it's seat 0's turn, two for a choice, one for an illegal move.

    A choice means at least two legal moves whose result depends on no unknown card.
    """
    with suppress(HouseError, TooMuch):
        state = game.load(position)
        if 0 not in state.waiting or UNKNOWN.code in str(position.get("hands", [""])[0]):
            return 0
        moves = list(dict.fromkeys(moves_worth_asking(game, state)))
        legal = [move for move in moves if game.allows(state, 0, move)]
        known = sum(_leads_on(game, state, move) for move in legal)
        return 1 + 2 * (known > 1) + (len(legal) < len(moves))
    return 0


def _leads_on(game: Game[Any], state: State, move: Move) -> bool:
    """Return whether a legal move can be played out without knowing hidden cards."""
    try:
        game.play(state.copy(), 0, move)
    except HouseError:
        return False
    return True
