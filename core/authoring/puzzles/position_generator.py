"""Generates positions to start a puzzle or a lesson from, and moves worth asking about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, repeat
from random import Random
from typing import Any

from core.authoring.puzzles.errors import BadChange
from games.cards import UNKNOWN
from games.engine.common_puzzles import list_tempting_illegal_moves
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.position_builder import BACK
from games.engine.puzzle import PuzzleTheme, Unproven, VoidPuzzle
from games.engine.state import DEALER, State
from games.engine.table import Table
from games.engine.view import Position
from games.engine.work_limits import OutOfSteps, WorkAllowance
from games.errors import RulesError

MOST_LEGAL = 20
SEARCHED, EACH = 600_000, 60_000
"""The limits of engine steps for the whole search for a position, and for each position tried."""
ROUNDS, PLAYED = 3, 24
"""The number of rounds over all themes, and of positions from random play at the end."""
LONGEST_PLAY = 80
"""The maximum number of random moves before a turn of seat 0."""
ENOUGH = 4
"""The highest result of `_score_position`."""


class NoPositionFound(BadChange):
    """Raised if no position of this theme was found under these house rules."""


def list_moves_to_ask_about(game: Game[Any], state: State) -> Iterator[Move]:
    """Yield moves by seat 0 that a puzzle's question could ask about.

    They're legal moves, moves that play a single card (legal or not), and illegal moves that resemble legal ones.
    """
    legal = game.list_moves(state, 0)
    yield from legal[:MOST_LEGAL]
    with suppress(RulesError):
        yield from _list_single_card_moves(game, state)
    yield from list_tempting_illegal_moves(game, state, legal[:8], Random(1), 6)


def _list_single_card_moves(game: Game[Any], state: State) -> Iterator[Move]:
    """Yield the moves in which seat 0 plays a single card, legal or not."""
    screen = game.build_screen(game.build_view(state, 0))
    for action in screen.actions:
        if len(action.fields) != 1 or action.fields[0].kind != "cards" or action.fields[0].low > 1:
            continue
        [field] = action.fields
        for zone in screen.zones:
            if zone.id in field.zones:
                for card in dict.fromkeys(zone.cards):
                    if card != BACK:
                        yield game.parse_move(f"{action.verb} {field.join}{card}")


def generate_position(game: Game[Any], options: Options, slug: str) -> Position:
    """Generate a position of the theme with this slug, or of any theme if the slug is empty.

    For any theme, positions in which seat 0 has a choice are preferred. Raises NoPositionFound.
    """
    if not slug:
        return _generate_best_position(game, options)
    theme = next((one for one in game.puzzle_themes if one.slug == slug), None)
    if theme is None:
        raise NoPositionFound("That puzzle type doesn’t exist.")
    return _generate_position_from_theme(options, theme, theme.opens)


def _generate_position_from_theme(options: Options, theme: PuzzleTheme, opens: Iterable[str] = ()) -> Position:
    """Generate a position for a puzzle of this theme, as the puzzle's solver sees it.

    `opens` has the keys of parts of the position, such as the hands, in which even hidden cards are face up. Raises
    NoPositionFound.
    """
    try:
        setup = theme.make(Random(), options)
        position = theme.pose(setup, options).position
    except (VoidPuzzle, Unproven) as nothing:
        raise NoPositionFound(f"We couldn’t find a table under these rules. {nothing}") from None
    if not position:
        raise NoPositionFound("That puzzle type doesn’t have a table to start from.")
    return {**position, **{key: setup["position"][key] for key in opens}, "options": options.list_nonstandard_values()}


def _generate_best_position(game: Game[Any], options: Options) -> Position:
    """Generate many positions, and return the one that's most useful for a puzzle or lesson.

    Usefulness is a score. The search ends at the highest score `ENOUGH` or at the limit of steps. Raises
    NoPositionFound.
    """
    best, most = None, -1
    with WorkAllowance(SEARCHED) as work:
        for position in _generate_candidates(game, options):
            leaves = _score_position(game, position)
            if leaves > most:
                best, most = position, leaves
            if most == ENOUGH or work.left <= 0:
                break
    if best is None:
        raise NoPositionFound("We couldn’t find a table under these rules.")
    return best


def _generate_candidates(game: Game[Any], options: Options) -> Iterator[Position]:
    """Yield positions for puzzles of all themes in random order, mixed with positions from randomly played matches.

    More positions from random play follow at the end.
    """
    luck, themes = Random(), list(game.puzzle_themes)
    rounds = ((*luck.sample(themes, len(themes)), None) for _ in range(ROUNDS))
    for theme in chain(chain.from_iterable(rounds), repeat(None, PLAYED)):
        position = None
        with suppress(NoPositionFound, OutOfSteps), WorkAllowance(EACH):
            position = (
                _generate_position_from_theme(options, theme) if theme else _play_random_moves(game, options, luck)
            )
        if position:
            yield position


def _play_random_moves(game: Game[Any], options: Options, luck: Random) -> Position | None:
    """Play a new match with random moves, up to one of seat 0's first four turns. Which turn is random.

    Returns the position as seat 0 sees it, or None if this turn doesn't come within `LONGEST_PLAY` moves.
    """
    table, turns = Table(game, options, game.get_usual_seat_count(options)), luck.randrange(4)
    for _ in range(LONGEST_PLAY):
        if table.is_over:
            return None
        seat = luck.choice(table.state.waiting)
        if seat == 0 and not turns:
            return {**table.build_view(0).position, "options": options.list_nonstandard_values()}
        turns -= seat == 0
        dealer = seat == DEALER
        table.play_move(
            seat, game.draw_dealer_move(table.state, luck) if dealer else game.draw_random_move(table.state, seat, luck)
        )
    return None


def _score_position(game: Game[Any], position: Position) -> int:
    """Return a score from 0 to `ENOUGH` that says how useful a position is for a puzzle or lesson.

    It's 0 if it isn't seat 0's turn, if seat 0's hand has unknown cards, or if the engine can't judge the position.
    Otherwise, it's 1, plus 2 if at least two legal moves can be made without knowing hidden cards, plus 1 if there's an
    illegal move to ask about.
    """
    with suppress(RulesError, OutOfSteps):
        state = game.load_position(position)
        if 0 not in state.waiting or UNKNOWN.code in str(position.get("hands", [""])[0]):
            return 0
        moves = list(dict.fromkeys(list_moves_to_ask_about(game, state)))
        legal = [move for move in moves if game.is_legal(state, 0, move)]
        known = sum(_is_playable_without_hidden_cards(game, state, move) for move in legal)
        return 1 + 2 * (known > 1) + (len(legal) < len(moves))
    return 0


def _is_playable_without_hidden_cards(game: Game[Any], state: State, move: Move) -> bool:
    """Return whether the engine can make this legal move, although some cards in `state` are unknown."""
    try:
        game.play_move(state.copy(), 0, move)
    except RulesError:
        return False
    return True
