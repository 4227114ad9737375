"""Moments in simulated matches, for questions that a game has too few examples for.

Seat 0 answers the questions. If the game has bots, steady ones play all seats, so that the tables look realistic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import Card, parse_cards
from games.engine.bot import Bot
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import VoidPuzzle
from games.engine.state import DEALER, State
from games.engine.work_limits import spend_steps

if TYPE_CHECKING:
    from games.engine.game import Game

LEVEL = "steady"
DEALS = (0, 0, 1, 3, 7)
"""The possible numbers of deals to play before the match; one is drawn at random.

They're played with random moves, which is fast.
"""
LENGTHS = (12, 40, 80)
"""The possible limits for the number of moves to skip before the first moment; one is drawn at random."""
EARLIER = 300
"""The maximum number of moves to play in the earlier deals."""
LATER = 40
"""The maximum number of moves in which to look for moments, after the skipped ones."""
LOOKS = 4
"""The maximum number of moments to use from one match."""
OFTEN = 0.4
"""The probability of using a suitable moment."""
STEPS = 40
"""The steps charged for each move, in addition to those spent on choosing it."""
TEMPTING = 30
"""The maximum number of candidates to check when looking for illegal moves."""


def simulate_match(game: Game[Any], options: Options, rng: Random) -> Iterator[tuple[State, Move]]:
    """Yield each state of a simulated match with the move that led to it.

    The match starts at a random deal, with a random number of players that the house rules allow. When a match ends, a
    new one begins. Raises VoidPuzzle if these house rules allow no number of players.
    """
    possible = game.list_seat_counts(options)
    if not possible:
        raise VoidPuzzle("No number of players works with these house rules.")
    seats, deals, bot = rng.choice(possible), rng.choice(DEALS), game.bots.get(LEVEL)
    state = game.start_match(options, seats)
    for _ in range(EARLIER):
        if not state.waiting or state.match.deals >= deals:
            break
        seat, move = _choose_move(game, state, rng)
        game.apply_move(state, seat, move)
    while True:
        state = state if state.waiting else game.start_match(options, seats)
        seat, move = _choose_move(game, state, rng, bot)
        game.apply_move(state, seat, move)
        yield state, move


def _choose_move(game: Game[Any], state: State, rng: Random, bot: Bot | None = None) -> tuple[int, Move]:
    """Choose a random seat that can move now, and a move for it. Return both."""
    spend_steps(STEPS)
    seat = rng.choice(state.waiting)
    if seat == DEALER:
        return seat, game.draw_dealer_move(state, rng)
    return seat, bot.choose_move(game.build_view(state, seat), rng).move if bot else game.draw_random_move(
        state, seat, rng
    )


def pick_skipped_move_count(rng: Random) -> int:
    """Return a random number of moves to skip before the first moment: often small, sometimes large."""
    return rng.randrange(rng.choice(LENGTHS))


def simulate_turns_of_seat_0(game: Game[Any], options: Options, rng: Random) -> Iterator[tuple[State, list[Move]]]:
    """Yield tables from a simulated match at which it's seat 0's turn, each with the moves made before.

    The tables are as seat 0 sees them. Raises VoidPuzzle if these house rules allow no number of players.
    """
    length, made, found = pick_skipped_move_count(rng), list[Move](), 0
    for state, move in simulate_match(game, options, rng):
        made.append(move)
        if len(made) > length and 0 in state.waiting and rng.random() < OFTEN:
            yield game.load_position(game.build_view(state, 0).position), made
            found += 1
        if len(made) > length + LATER or found == LOOKS:
            return


def list_refused_moves(
    game: Game[Any], state: State, legal: Sequence[Move], made: Iterable[Move], luck: Random
) -> dict[str, list[Move]]:
    """Return plausible but illegal moves for seat 0, by the id of the clause that they break.

    They're similar to the legal moves in `legal`, repeat earlier moves (`made`), or use a different verb. `luck`
    chooses among them at random.
    """
    hand = parse_cards((game.build_position(state).get("hands") or [""])[0])
    some = luck.sample(legal, min(4, len(legal)))
    thought = [*list_variations_of_moves(some, hand), *_list_recent_moves(game, made)]
    found: dict[str, list[Move]] = {}
    for move in [*luck.sample(thought, min(TEMPTING, len(thought))), *_suggest_move_of_other_verb(game, hand, luck)]:
        refused = game.find_violation(state, 0, move)
        if refused is None or refused.clause.id not in game.clauses:
            continue
        if not game.needs_details_filled_in(state, 0, move):
            found.setdefault(refused.clause.id, []).append(move)
    return found


def list_variations_of_moves(moves: Sequence[Move], hand: Iterable[Card]) -> list[Move]:
    """Return variations of these moves, with different cards or a different number."""
    return [*list_moves_with_other_cards(moves, hand), *_list_moves_with_other_numbers(moves)]


def list_moves_with_other_cards(moves: Iterable[Move], hand: Iterable[Card]) -> list[Move]:
    """Return each of these moves with one card fewer, or with one card replaced by another from the hand."""
    cards, found = [*dict.fromkeys(hand)], []
    for move in moves:
        for at, group in enumerate(move.groups):
            for place in range(len(group)):
                for other in [(), *((card,) for card in cards if card not in group)]:
                    others = (*group[:place], *other, *group[place + 1 :])
                    if others:
                        found.append(move._replace(groups=(*move.groups[:at], others, *move.groups[at + 1 :])))
    return found


def _list_moves_with_other_numbers(moves: Iterable[Move]) -> list[Move]:
    """Return copies, with other numbers, of the moves that have a number."""
    numbered = [(move, move.number) for move in moves if move.number is not None]
    near = [(move, other) for move, number in numbered for other in (number - 1, number + 1, 2 * number, number // 2)]
    return [move._replace(number=other) for move, other in near if other > 0 and other != move.number]


def _suggest_move_of_other_verb(game: Game[Any], hand: Iterable[Card], luck: Random) -> list[Move]:
    """Return a list with one move of a randomly chosen verb, with at most one card of the hand.

    The list is empty if this verb takes a number or a word.
    """
    cards = [*hand]
    verb = luck.choice([verb for verb in game.verbs.values() if verb.chance is None])
    if {"number", "word"} & {*verb.parts}:
        return []
    return [Move(verb.name, groups=((luck.choice(cards),),)) if "groups" in verb.parts and cards else verb.bare_move]


def _list_recent_moves(game: Game[Any], made: Iterable[Move]) -> list[Move]:
    """Return the last few distinct moves by players, without the dealer's. `made` are all moves so far."""
    return list(dict.fromkeys(move for move in made if game.verbs[move.verb].chance is None))[-TEMPTING // 2 :]
