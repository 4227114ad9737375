"""Random play: our decisions a second beside those of two other libraries' gin rummy, each called from Python."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

import games
from games.engine.state import DEALER
from tests.bench.measuring import Effort, Row, clock, say, us

LEAD = 3.0
ABOUT_TEN = 11e-6
NOT_THERE = "not installed"


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


def vazhushal(rng: Random, chance: Chance) -> int:
    """A match of two by the book; how many decisions it took."""
    game = games.get("vazhushal")
    state = game.start(game.options(), 2)
    decisions = 0
    while state.waiting:
        seat = state.waiting[0]
        if seat == DEALER:
            with chance:
                game.apply(state, seat, game.chance(state, rng))
        else:
            game.apply(state, seat, game.random_move(state, seat, rng))
            decisions += 1
    return decisions


def openspiel() -> Player:
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

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


def rlcard() -> Player:
    import rlcard as library

    env = library.make("gin-rummy", config={"seed": 1})

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
    """Rows with and without dealing."""
    players: dict[str, Player] = {"ours": vazhushal}
    for name, others in (("OpenSpiel", openspiel), ("RLCard", rlcard)):
        try:
            players[name] = others()
        except ImportError:
            say(f"  {name} is {NOT_THERE}")
    paces = _paces(players, effort)
    for name, found in paces.items():
        whole, alone = _middle(found)
        without = "" if alone is None else f", {us(alone)} without dealing"
        say(f"  {name:10} {us(whole)} a decision{without}")
    ours, ours_alone = _middle(paces["ours"])
    yield Row("Random decision, two seats", us(ours), "", "", "about 10 µs", ours <= ABOUT_TEN)
    for name, lead in (("OpenSpiel", LEAD), ("RLCard", None)):
        if name not in paces:
            yield Row(f"… beside {name}'s gin rummy", _rate(ours), NOT_THERE, "", f"{lead:.0f} ×" if lead else "")
            continue
        theirs, theirs_alone = _middle(paces[name])
        goal, met = (f"{lead:.0f} ×", theirs / ours >= lead) if lead else ("", None)
        yield Row(f"… beside {name}'s gin rummy", _rate(ours), _rate(theirs), f"{theirs / ours:.1f} ×", goal, met)
        if ours_alone and theirs_alone:
            ratio = f"{theirs_alone / ours_alone:.1f} ×"
            yield Row("   without dealing", _rate(ours_alone), _rate(theirs_alone), ratio)


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


def _middle(found: list[Pace]) -> tuple[float, float | None]:
    alone = [pace.alone for pace in found if pace.alone is not None]
    return median(pace.whole for pace in found), median(alone) if alone else None


def _rate(seconds: float) -> str:
    return f"{1 / seconds:,.0f}/s"
