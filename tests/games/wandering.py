"""Random play for tests: any house rules, matches that wander anywhere, and moves that nobody should make."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from games.cards import PACK, UNKNOWN, Card
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Number, Options
from games.engine.state import DEALER, State
from games.errors import RulesError

MOST = 20_000
"""No match of any game takes more moves than this."""


def wander(
    game: Game[Any], options: Options, seats: int, rng: Random, deals: int = 1000
) -> Iterator[tuple[State, int]]:
    """A random match, or so many deals of it: each state with a seat that may move, before it does."""
    state = game.start_match(options, seats)
    for _ in range(MOST):
        if not state.waiting or state.match.deals >= deals:
            return
        seat = rng.choice(state.waiting)
        yield state, seat
        game.apply_move(state, seat, move_of(game, state, seat, rng))
    raise AssertionError(f"a match of {game.slug} does not end")


def some_rules(game: Game[Any], rng: Random, asked: Mapping[str, Any] | None = None) -> tuple[Options, int] | None:
    """House rules that differ from the book anywhere, and a number of players that they allow.

    With `asked` they have these values; None if nobody can play by them.
    """
    chosen, often = dict(asked or {}), rng.choice((0.1, 0.4, 0.8))
    for option in rng.sample(game.options.list_options(), len(game.options.list_options())):
        if option.name not in chosen and rng.random() < often:
            wider = {**chosen, option.name: rng.choice(option.list_values())}
            chosen = wider if _players(game, wider) else chosen
    allowed = _players(game, chosen)
    return (game.options(chosen), rng.choice(allowed)) if allowed else None


def _players(game: Game[Any], chosen: Mapping[str, Any]) -> list[int]:
    """The numbers of players who can play by these house rules."""
    return [seats for seats in game.seats if not game.options.list_option_problems(chosen, seats)]


def every_value(game: Game[Any]) -> Iterator[tuple[str, Any]]:
    """Every value of every option, or of many numbers the ends and the middle."""
    for option in game.options.list_options():
        values = option.list_values()
        few = [values[0], values[len(values) // 2], values[-1]] if isinstance(option, Number) else values
        yield from ((option.name, value) for value in few)


def roam(game: Game[Any], state: State, rng: Random, moves: int) -> Iterator[State]:
    """Each state of so many random moves from this one, itself first, until a match ends.

    Unlike a match that wanders this takes rare moves too: any verb as soon as another, seats that speak up out of turn,
    and it seldom takes what ends a deal at once.
    """
    yield state
    for _ in range(moves):
        if not state.waiting:
            return
        state = _rarely_over(game, state, rng)
        yield state


def _rarely_over(game: Game[Any], state: State, rng: Random) -> State:
    """Return what comes of a random move; of some others if the deal were over with it."""
    for _ in range(rng.choice((1, 5, 5, 5))):
        after = state.copy()
        game.apply_move(after, *_any_move(game, state, rng))
        if after.match.deals == state.match.deals:
            break
    return after


def _any_move(game: Game[Any], state: State, rng: Random) -> tuple[int, Move]:
    """A legal move of any seat that may move; as likely of any verb as of another, or just a random one."""
    seat = rng.choice(state.waiting)
    if state.interrupting_seats and rng.random() < 0.2:
        speaker = rng.choice(state.interrupting_seats)
        seat = speaker if game.list_moves(state, speaker) else seat
    if seat == DEALER or (seat in state.waiting and rng.random() < 0.5):
        return seat, move_of(game, state, seat, rng)
    moves = game.list_moves(state, seat)
    verb = rng.choice(sorted({move.verb for move in moves}))
    return seat, rng.choice([move for move in moves if move.verb == verb])


def move_of(game: Game[Any], state: State, seat: int, rng: Random) -> Move:
    """A legal move, of the dealer or of a player."""
    return game.draw_dealer_move(state, rng) if seat == DEALER else game.draw_random_move(state, seat, rng)


def mutated(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    """A move much like a legal one, with something changed; it may still be legal."""
    for _ in range(rng.choice((1, 1, 2))):
        move = rng.choice(_CHANGES)(game, state, move, rng)
    return move


def _some_card(state: State, rng: Random) -> Card:
    hands = [card for hand in getattr(state, "hands", []) for card in hand]
    return rng.choice([*hands, *getattr(state, "line", []), rng.choice(PACK)])


def _groups(move: Move, rng: Random) -> tuple[int, list[list[Card]]]:
    groups = [list(group) for group in move.groups] or [[]]
    return rng.randrange(len(groups)), groups


def _with(move: Move, groups: list[list[Card]]) -> Move:
    return move._replace(groups=tuple(tuple(group) for group in groups if group))


def _other_verb(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    return move._replace(verb=rng.choice(list(game.verbs)))


def _other_number(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    return move._replace(number=rng.choice((None, 0, 1, 2, 3, 5, 99, 101)))


def _another_card(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    place, groups = _groups(move, rng)
    if groups[place]:
        groups[place][rng.randrange(len(groups[place]))] = _some_card(state, rng)
    return _with(move, groups)


def _one_more(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    place, groups = _groups(move, rng)
    groups[place].append(_some_card(state, rng))
    return _with(move, groups)


def _one_less(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    place, groups = _groups(move, rng)
    if groups[place]:
        groups[place].pop(rng.randrange(len(groups[place])))
    return _with(move, groups)


def _standing_for(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    place, groups = _groups(move, rng)
    if groups[place]:
        at = rng.randrange(len(groups[place]))
        near = rng.choice(groups[place]).face
        face = near if near in PACK and rng.random() < 0.3 else rng.choice(PACK)
        if near in PACK and rng.random() < 0.7:
            face = PACK[(near.index + rng.choice((-1, 1, 13, 26))) % 52]
        if groups[place][at].base is not UNKNOWN:
            groups[place][at] = groups[place][at].base.substitute_for(face)
    return _with(move, groups)


def _another_group(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    groups = [list(group) for group in move.groups]
    groups.insert(rng.randrange(len(groups) + 1), [_some_card(state, rng) for _ in range(3)])
    return _with(move, groups)


def _laid_before(game: Game[Any], state: State, move: Move, rng: Random) -> Move:
    if move.named:
        (name, laid), *_ = move.named
        return move._replace(named=() if rng.random() < 0.5 or len(laid) < 2 else ((name, laid[:-1]),))
    laid = move.groups[0] if move.groups and rng.random() < 0.7 else (_some_card(state, rng),)
    return move._replace(named=(("after", laid),)) if laid else move


_CHANGES = (
    _other_verb,
    _other_number,
    _another_card,
    _one_more,
    _one_less,
    _standing_for,
    _another_group,
    _laid_before,
)


def refused(game: Game[Any], state: State, rng: Random, seat: int = 0) -> Iterator[str]:
    """A move that a rule refuses, if one is found, and another that several rules refuse."""
    found: dict[bool, str] = {}
    legal = game.list_moves(state, seat) if state.can_move(seat) else []
    for _ in range(300 if legal else 0):
        move = mutated(game, state, rng.choice(legal), rng)
        try:
            violation = (
                None if game.has_open_detail(move) else game.find_violation(state, seat, game.parse_move(str(move)))
            )
        except RulesError:
            continue
        if violation and violation.clause.id in game.clauses:
            found.setdefault(bool(violation.others), str(move))
        if len(found) == 2:
            break
    yield from found.values()
