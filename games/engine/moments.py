"""Moments of play: what comes up where a match is played, for questions that a game's examples are too few for.

Seat 0 is asked. The others play as a good teacher would where the game has bots, so that the table looks like one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import Card, parse_cards
from games.engine.bot import Bot
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Void
from games.engine.state import DEALER, State
from games.engine.work import spend

if TYPE_CHECKING:
    from games.engine.game import Game

LEVEL = "steady"
DEALS = (0, 0, 1, 3, 7)
"""Fewer deals than one of these, or as many, are over before: they are played at random, which is quick."""
LENGTHS = (12, 40, 80)
"""Fewer moves than one of these are played before a moment is looked for."""
EARLIER = 300
"""So many moves of earlier deals are played at most."""
LATER = 40
"""So many moves more are played until there is one."""
LOOKS = 4
"""At so many moments of a match something is asked."""
OFTEN = 0.4
"""So often one that would do is looked at."""
STEPS = 40
"""The steps of a move, beside those that choosing it counts."""
TEMPTING = 30
"""So many moves are looked at for some that are refused."""


def match(game: Game[Any], options: Options, rng: Random) -> Iterator[tuple[State, Move]]:
    """A match by so many as these house rules allow, from one of its deals on: what is left after each move, and the
    move. When it is over, another one begins. Raises Void.
    """
    possible = game.seats_for(options)
    if not possible:
        raise Void("Nobody can play by these house rules.")
    seats, deals, bot = rng.choice(possible), rng.choice(DEALS), game.bots.get(LEVEL)
    state = game.start(options, seats)
    for _ in range(EARLIER):
        if not state.waiting or state.match.deals >= deals:
            break
        seat, move = _move(game, state, rng)
        game.apply(state, seat, move)
    while True:
        state = state if state.waiting else game.start(options, seats)
        seat, move = _move(game, state, rng, bot)
        game.apply(state, seat, move)
        yield state, move


def _move(game: Game[Any], state: State, rng: Random, bot: Bot | None = None) -> tuple[int, Move]:
    """Return what somebody that the table waits for does, and who."""
    spend(STEPS)
    seat = rng.choice(state.waiting)
    if seat == DEALER:
        return seat, game.chance(state, rng)
    return seat, bot.choose(game.view(state, seat), rng).move if bot else game.random_move(state, seat, rng)


def some_length(rng: Random) -> int:
    """Return how many moves to play before a moment is looked for: often few, sometimes many."""
    return rng.randrange(rng.choice(LENGTHS))


def to_move(game: Game[Any], options: Options, rng: Random) -> Iterator[tuple[State, list[Move]]]:
    """Some tables of a match at which seat 0 is to move, as it knows them, with the moves made before. Raises Void."""
    length, made, found = some_length(rng), list[Move](), 0
    for state, move in match(game, options, rng):
        made.append(move)
        if len(made) > length and 0 in state.waiting and rng.random() < OFTEN:
            yield game.load(game.view(state, 0).position), made
            found += 1
        if len(made) > length + LATER or found == LOOKS:
            return


def refused_here(
    game: Game[Any], state: State, legal: Sequence[Move], made: Iterable[Move], luck: Random
) -> dict[str, list[Move]]:
    """Moves of seat 0 that come to mind here and that a rule of the game refuses, by the rule.

    They are much like those that are legal or were made before, or one is of another verb.
    """
    hand = parse_cards((game.position(state).get("hands") or [""])[0])
    some = luck.sample(legal, min(4, len(legal)))
    thought = [*like(some, hand), *_said(game, made)]
    found: dict[str, list[Move]] = {}
    for move in [*luck.sample(thought, min(TEMPTING, len(thought))), *_of_another_verb(game, hand, luck)]:
        refused = game.why_not(state, 0, move)
        if refused is None or refused.clause.id not in game.clauses:
            continue
        if not game.leaves_open(state, 0, move):
            found.setdefault(refused.clause.id, []).append(move)
    return found


def like(moves: Sequence[Move], hand: Iterable[Card]) -> list[Move]:
    """Moves much like these: with other cards, or another number."""
    return [*changed(moves, hand), *_raised(moves)]


def changed(moves: Iterable[Move], hand: Iterable[Card]) -> list[Move]:
    """Each of these moves with a card less, or with another card of a hand."""
    cards, found = [*dict.fromkeys(hand)], []
    for move in moves:
        for at, group in enumerate(move.groups):
            for place in range(len(group)):
                for other in [(), *((card,) for card in cards if card not in group)]:
                    others = (*group[:place], *other, *group[place + 1 :])
                    if others:
                        found.append(move._replace(groups=(*move.groups[:at], others, *move.groups[at + 1 :])))
    return found


def _raised(moves: Iterable[Move]) -> list[Move]:
    """Each of these moves that has a number, with others."""
    numbered = [(move, move.number) for move in moves if move.number is not None]
    near = [(move, other) for move, number in numbered for other in (number - 1, number + 1, 2 * number, number // 2)]
    return [move._replace(number=other) for move, other in near if other > 0 and other != move.number]


def _of_another_verb(game: Game[Any], hand: Iterable[Card], luck: Random) -> list[Move]:
    """A move of some verb that needs no more than a card."""
    cards = [*hand]
    verb = luck.choice([verb for verb in game.verbs.values() if verb.chance is None])
    if {"number", "word"} & {*verb.parts}:
        return []
    return [Move(verb.name, groups=((luck.choice(cards),),)) if "groups" in verb.parts and cards else verb.alone]


def _said(game: Game[Any], made: Iterable[Move]) -> list[Move]:
    """Of the moves that were made before the last ones of players."""
    return list(dict.fromkeys(move for move in made if game.verbs[move.verb].chance is None))[-TEMPTING // 2 :]
