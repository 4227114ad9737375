"""Random play: our decisions a second beside those of the nearest games of two other libraries, called from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import games
from games.engine.game import Game
from games.engine.state import DEALER, State
from tests.bench.measuring import Effort, Row, clock, say, timed, us

NOT_THERE = "not installed"


@dataclass(frozen=True)
class Kin:
    """What is asked of a family of games: the `goal` in seconds for a decision without dealing, and to be so many
    times as quick as the nearest game of OpenSpiel. RLCard's is shown beside it.
    """

    goal: float
    openspiel: str = ""
    rlcard: str = ""
    lead: float = 1.0


KIN = {
    "Rummy": Kin(10e-6, "gin_rummy", "gin-rummy"),
    "Tricks and partners": Kin(3.6e-6, "spades", "bridge"),
    "Compendium": Kin(3.6e-6, "hearts", "bridge"),
    "Climbing": Kin(3.6e-6, "dou_dizhu", "doudizhu"),
    "Captures": Kin(3.6e-6),
    "Pure chance": Kin(3.6e-6),
    "Bluffing": Kin(10e-6, "liars_dice"),
    "Betting": Kin(5e-6, "universal_poker", "no-limit-holdem"),
    "Poker": Kin(5e-6, "universal_poker", "no-limit-holdem"),
}
OTHERS = Kin(10e-6)
"""Families that have no nearest game."""
COPY = 3e-6
"""The goal for a copy of a table on which cards were dealt."""
FOUR = 4
MOST = 2000
"""A match is broken off after so many decisions, so that none takes all the time there is."""


@dataclass
class Pace:
    """Decisions of players, what they took in all, and which share of it went into dealing."""

    decisions: int
    seconds: float
    dealing: float | None

    @property
    def whole(self) -> float:
        return self.seconds / self.decisions

    @property
    def alone(self) -> float | None:
        """A decision without its part of the dealing."""
        return None if self.dealing is None else self.whole * (1 - self.dealing)


Player = Callable[[Random, "Chance"], int]


class Chance:
    """Counts what dealing takes."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __enter__(self) -> None:
        self._since = perf_counter()

    def __exit__(self, *error: object) -> None:
        self.seconds += perf_counter() - self._since


def begun(game: Game[Any]) -> State:
    """A match by the book of four, or of as many as come nearest to that."""
    state: State = game.start_match(game.options(), min(game.seats, key=lambda seats: abs(seats - FOUR)))
    return state


def ours(game: Game[Any]) -> Player:
    def play(rng: Random, chance: Chance) -> int:
        state = begun(game)
        decisions = 0
        while state.waiting and decisions < MOST:
            seat = state.waiting[0]
            if seat == DEALER:
                with chance:
                    game.apply_move(state, seat, game.draw_dealer_move(state, rng))
            else:
                game.apply_move(state, seat, game.draw_random_move(state, seat, rng))
                decisions += 1
        return decisions

    return play


def openspiel(name: str) -> Player:
    import pyspiel

    game = pyspiel.load_game(name)

    def play(rng: Random, chance: Chance) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                with chance:
                    cards, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(cards, weights)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def rlcard(name: str) -> Player:
    import rlcard as library

    env = library.make(name, config={"seed": 1})

    def play(rng: Random, chance: Chance) -> int:
        with chance:
            state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def measure(effort: Effort) -> Iterator[Row]:
    """For each game rows with and without dealing."""
    for game in games.all_games().values():
        yield from _measure(game, effort)


def _measure(game: Game[Any], effort: Effort) -> Iterator[Row]:
    title, kin = game.title, KIN.get(game.family, OTHERS)
    players: dict[str, Player] = {"ours": ours(game)}
    for name, others, theirs in (("OpenSpiel", openspiel, kin.openspiel), ("RLCard", rlcard, kin.rlcard)):
        try:
            if theirs:
                players[name] = others(theirs)
        except ImportError:
            say(f"  {name} is {NOT_THERE}")
    paces = _paces(players, effort)
    for name, found in paces.items():
        whole, alone = _middle(found)
        without = "" if alone is None else f", {us(alone)} without dealing"
        say(f"  {title}: {name:10} {us(whole)} a decision{without}")
    whole, alone = _middle(paces["ours"])
    own = alone or whole
    yield Row(f"{title}: random decision, without dealing", us(own), "", "", f"about {us(kin.goal)}", own <= kin.goal)
    copied = _copy(game, effort)
    yield Row(f"{title}: copy of a table", us(copied), "", "", f"about {us(COPY)}", copied <= COPY)
    for name, theirs, lead in (("OpenSpiel", kin.openspiel, kin.lead), ("RLCard", kin.rlcard, None)):
        what = f"… beside {name}’s {theirs}"
        if theirs and name not in paces:
            yield Row(what, _rate(whole), NOT_THERE, "", f"{lead:.0f} ×" if lead else "")
        elif theirs:
            other, other_alone = _middle(paces[name])
            goal, met = (f"{lead:.0f} ×", other / whole >= lead) if lead else ("", None)
            yield Row(what, _rate(whole), _rate(other), f"{other / whole:.1f} ×", goal, met)
            if alone and other_alone:
                ratio = f"{other_alone / alone:.1f} ×"
                yield Row("   without dealing", _rate(alone), _rate(other_alone), ratio)


def _paces(players: dict[str, Player], effort: Effort) -> dict[str, list[Pace]]:
    paces: dict[str, list[Pace]] = {name: [] for name in players}
    for number in range(effort(9, 3)):
        for name, player in players.items():
            paces[name].append(_pace(player, number, effort(0.6, 0.2)))
    return paces


def _pace(player: Player, seed: int, least: float) -> Pace:
    """Games one after the other until there is enough to tell."""
    rng, chance = Random(seed), Chance()
    player(rng, Chance())  # whatever happens only once
    decisions, start, begun = 0, clock(), perf_counter()
    while clock() - start < least:
        decisions += player(rng, chance)
    return Pace(decisions, clock() - start, chance.seconds / (perf_counter() - begun))


def _copy(game: Game[Any], effort: Effort) -> float:
    """The seconds that a copy takes of a table after the first deal."""
    rng, state, number = Random(1), begun(game), 2000
    while state.waiting == (DEALER,):
        game.apply_move(state, DEALER, game.draw_dealer_move(state, rng))

    def copies() -> None:
        for _ in range(number):
            state.copy()

    return median(timed(copies) for _ in range(effort(9, 3))) / number


def _middle(found: list[Pace]) -> tuple[float, float | None]:
    alone = [pace.alone for pace in found if pace.alone is not None]
    return median(pace.whole for pace in found), median(alone) if alone else None


def _rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f}/s"
