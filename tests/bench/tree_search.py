"""Strong bots against a plain tree search: `python -m tests.bench.tree_search [--deals 300] [slug…]`.

The search knows nothing of any game but its rules: it imagines the cards that it cannot see, grows one tree of what it
then tries (single observer, information sets), plays the rest at random, and makes the move that it has tried most.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from math import log, sqrt
from random import Random
from time import thread_time
from typing import Any

import games
from games.engine.bot import MoveWithReason
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import DEALER, State
from games.engine.tournament import play_duel
from games.engine.view import View
from tests.bench.measuring import say

CURIOUS = 0.7
"""How much what was seldom tried is worth beside what went well."""
LONGEST = 300
"""Random play is broken off after so many moves, as level."""
WIDE = 2.0
"""How many moves of a node are looked at, for the square root of how often it was come to."""
TOLD = 20
"""After so many deals it is said how the strong bot stands."""


@dataclass(slots=True)
class Node:
    """What a move of a seat came to, how often it was made, and how often it could have been."""

    won: float = 0.0
    visits: int = 0
    possible: int = 1
    after: dict[tuple[int, Move], Node] = field(default_factory=dict)

    @property
    def promise(self) -> float:
        return self.won / self.visits + CURIOUS * sqrt(log(self.possible) / self.visits)


@dataclass(frozen=True)
class TreeSearch:
    """A bot for any game; it thinks for so many seconds of processor time."""

    game: Game[Any]
    seconds: float

    def choose_move(self, view: View, rng: Random) -> MoveWithReason:
        state, seat = self.game.load_view(view)
        moves = self.game.list_moves(state, seat)
        if len(moves) == 1:
            return MoveWithReason(moves[0], "There is no other.")
        root, until = Node(), thread_time() + self.seconds
        while not root.after or thread_time() < until:
            self._try(root, self.game.sample_possible_state(view, rng), seat, rng)
        tried = {move: node.visits for (_, move), node in root.after.items()}
        return MoveWithReason(max(tried, key=tried.__getitem__), "It has tried this most.")

    def _try(self, root: Node, state: State, seat: int, rng: Random) -> None:
        """One way through the tree to a move that is new there, and at random from there."""
        deals, node, path = state.match.deals, root, []
        while state.waiting and state.match.deals == deals:
            if seat == DEALER:
                self.game.apply_move(state, seat, self.game.draw_dealer_move(state, rng))
            else:
                move, new = self._next(node, state, seat, rng)
                node = node.after[seat, move]
                path.append((seat, node))
                self.game.apply_move(state, seat, move)
                if new:
                    break
            seat = state.waiting[0] if state.waiting else DEALER
        won = self._end(state, deals, rng)
        root.visits += 1
        for one, node in path:
            node.visits += 1
            node.won += won[one]

    def _next(self, node: Node, state: State, seat: int, rng: Random) -> tuple[Move, bool]:
        """A move that is new here, while few are known for as often as it was tried; else the most promising.

        And whether it is new.
        """
        moves = self.game.list_moves(state, seat)
        known = {move: node.after[seat, move] for move in moves if (seat, move) in node.after}
        for one in known.values():
            one.possible += 1
        fresh = [move for move in moves if move not in known]
        if not fresh or (known and len(node.after) > WIDE * sqrt(node.visits)):
            return max(known, key=lambda move: known[move].promise), False
        move = rng.choice(fresh)
        node.after[seat, move] = Node()
        return move, True

    def _end(self, state: State, deals: int, rng: Random) -> list[float]:
        """Return what each seat has of a deal that is played to its end at random."""
        for _ in range(LONGEST):
            if not state.waiting or state.match.deals > deals:
                winners = state.match.results[-1].winners
                return [float(seat in winners) for seat in range(state.seats)]
            seat = state.waiting[0]
            dealt = seat == DEALER
            move = self.game.draw_dealer_move(state, rng) if dealt else self.game.draw_random_move(state, seat, rng)
            self.game.apply_move(state, seat, move)
        return [0.5] * state.seats


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=300, help="how many; matches where deals differ")
    parser.add_argument("--seconds", type=float, default=0.1, help="what the search has for a move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("slugs", nargs="*")
    asked = parser.parse_args()
    for game in [games.get(slug) for slug in asked.slugs] or list(games.all_games().values()):
        if game.decides:
            bots = [game.bots["strong"], TreeSearch(game, asked.seconds)]
            for score in play_duel(game, game.options(), bots, asked.deals, asked.seed):
                if score.deals % TOLD == 0 or score.deals >= asked.deals - 1:
                    low, high = score.confidence_interval
                    say(
                        f"{game.slug:20}{score.deals:5} deals, share {score.share_of_points:.3f}, {low:.3f} – "
                        f"{high:.3f}"
                    )


if __name__ == "__main__":
    main()
