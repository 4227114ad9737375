"""Every game as a PettingZoo environment (AEC). It needs the engine and `pip install pettingzoo`.

python pettingzoo_env.py [game]    plays one deal at random

- An episode is one deal, `deals` of them, or (`deals=None`) a whole match.
- An action is a number: a place in the list of legal moves of the agent to move. `infos[agent]["moves"]` is that list
  as text, and the mask has a 1 for each place in it. The list has at most MOST_MOVES moves. Of moves built from many
  cards, it has only examples.
- An observation has BINS counters. The position that the agent's seat can see is split into words such as
  `hands 0: 7C`, and each word is counted in the bin that the hash of the word names. So any position of any game fits,
  and an observation has nothing that the seat can't see.
- Where the table waits for several seats at once, they are asked one by one, and don't see the others' answers early.
  Moving out of turn, as some house rules allow, is left out.
- The reward for a deal is the seat's score minus the mean of all, negated where low points are good. If all seats
  scored the same, or nothing was counted, the winners get a point each instead.
"""

import sys
from random import Random
from zlib import crc32

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv

import games

MOST_MOVES = 1024
BINS = 4096


def list_position_words(said, at=""):
    """Yield each word of a position twice: without its index in the text, and with this index.

    The word without an index is there because the order of a hand doesn't matter. Unknown cards (`?`) come only without
    an index.
    """
    if isinstance(said, dict):
        for key, inner in said.items():
            if key != "results":  # of the deals before
                yield from list_position_words(inner, f"{at}{key} ")
    elif isinstance(said, list):
        for place, inner in enumerate(said):
            yield from list_position_words(inner, f"{at}{place} ")
    else:
        for place, word in enumerate(str(said).split()):
            yield f"{at}: {word}"
            if word != "?":
                yield f"{at}{place}: {word}"


def compute_seat_rewards(game, result, seats):
    """Return each seat's reward for a deal; the rewards sum to zero."""
    points = np.array(result.scores or [0] * seats, float) * (-1 if game.low_wins else 1)
    if not np.ptp(points):
        points[list(result.winners)] += 1
    return points - points.mean()


class CardTableEnv(AECEnv):
    """A table of a game, with an agent at every seat."""

    metadata = {"name": "house_rules_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, game, house_rules=None, seats=None, deals=1, render_mode=None):
        """`house_rules` are the values that differ from the standard rules; without `seats`, as many as usual."""
        self.game = games.get(game)
        self.house_rules = self.game.options(house_rules)
        self.deals = deals or float("inf")
        self.render_mode = render_mode
        self.possible_agents = [
            f"seat_{seat}" for seat in range(seats or self.game.get_usual_seat_count(self.house_rules))
        ]
        self.action_spaces = {agent: Discrete(MOST_MOVES) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: Dict(
                observation=Box(0, 255, (BINS,), np.uint8),
                action_mask=Box(0, 1, (MOST_MOVES,), np.int8),
            )
            for agent in self.possible_agents
        }

    def observation_space(self, agent):
        return self.observation_spaces[agent]

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self.luck = Random(seed)
        self.table = games.Table(self.game, self.house_rules, len(self.possible_agents))
        self.counted = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._advance_to_next_agent()

    def step(self, action):
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if not 0 <= action < len(self.moves):
            raise ValueError(
                f"Move {action} doesn’t exist. {agent}’s moves are numbered from 0 to {len(self.moves) - 1}."
            )
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.table.play_move(self.possible_agents.index(agent), self.moves[action])
        self._advance_to_next_agent()
        self._accumulate_rewards()

    def _advance_to_next_agent(self):
        """Make the dealer's moves, count the deals that have ended, and select the next agent."""
        match = self.table.state.match
        self.table.play_dealer_moves(self.luck, next_deal=match.deals < self.deals)
        for result in match.results[self.counted :]:
            for agent, gain in zip(
                self.possible_agents, compute_seat_rewards(self.game, result, match.seats), strict=True
            ):
                self.rewards[agent] += float(gain)
        self.counted = len(match.results)
        self.moves = []
        if self.table.is_over or match.deals >= self.deals:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            seat = self.table.state.waiting[0]
            self.agent_selection = self.possible_agents[seat]
            self.moves = [str(move) for move in self.table.list_moves(seat)[:MOST_MOVES]]
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection]["moves"] = self.moves

    def observe(self, agent):
        view = self.table.build_view(self.possible_agents.index(agent))
        bins = [crc32(word.encode()) % BINS for word in list_position_words(view.position)]
        mask = np.zeros(MOST_MOVES, np.int8)
        mask[: len(self.moves) if agent == self.agent_selection else 0] = 1
        return {
            "observation": np.minimum(np.bincount(bins, minlength=BINS), 255).astype(np.uint8),
            "action_mask": mask,
        }

    def render(self):
        """Return the table as text, as a spectator sees it."""
        screen = self.table.build_screen(None)
        owners = {seat: f"{agent}, " for seat, agent in enumerate(self.possible_agents)}
        lines = [f"{owners.get(zone.owner, '')}{zone.label}: {' '.join(zone.cards)}" for zone in screen.zones]
        return "\n".join([*lines, screen.prompt.format(*self.possible_agents)])

    def close(self):
        """Do nothing: there is nothing to close."""


if __name__ == "__main__":
    env = CardTableEnv(*sys.argv[1:] or list(games.all_games())[:1], render_mode="ansi")
    env.reset()
    for agent in env.agent_iter():
        seen, reward, terminated, *_ = env.last()
        if terminated:
            print(f"{agent} gained {reward}.")
        env.step(None if terminated else env.action_space(agent).sample(seen["action_mask"]))
