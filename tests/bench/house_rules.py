"""Whether the steady bot beats the learner under each value of each option: the same deals, each with seats swapped.

A value is played by the book with this one change or, where the rulebook says nothing else by it then, with one other
change that makes it matter: what beats a joker, with a joker.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

import games
from games.engine.bot import Bot, MoveWithReason
from games.engine.game import Game
from games.engine.options import Option, Options, Value
from games.engine.tournament import DuelScore, choose_even_seat_count, play_duel
from games.engine.view import View
from tests.bench.measuring import Effort, Row

EVEN = 0.5
HANDS = 4
"""The hands of a match that are played, where it is not played whole."""
SEATS = {
    ("chinese-ten", "five-players"): 5,
    ("contract-rummy", "large-table"): 6,
    ("daifugo", "exchange-top-three-players"): 3,
    **{("vazhushal", name): 4 for name in ("redeal-doubles", "redeal-mode", "twin-scope", "twin-compare")},
}
"""The number of players where that makes an option matter."""
PAIRS = {"guts": 600, "anaconda": 100, "contract-rummy": 20, "lorum": 60, "chinese-ten": 200, "commune": 100}
"""The number of deals or matches played with seats swapped, where it is not `USUAL`."""
USUAL = 60


@dataclass(frozen=True)
class RuleValue:
    """A value of an option, the house rules by which it is tried, and how many play."""

    game: Game[Any]
    option: str
    value: Value
    rules: Options
    seats: int

    def __str__(self) -> str:
        return f"{self.game.slug} {self.option}={self.value}"


def rule_values(game: Game[Any]) -> Iterator[RuleValue]:
    """Every value of every option that the book does not have; of many numbers the least, the most, and one between."""
    for option in game.options.list_options():
        seats = SEATS.get((game.slug, option.name)) or choose_even_seat_count(game, game.options())
        for value in _values(game, option, seats):
            if rules := _rules_where_it_matters(game, option, value, seats):
                yield RuleValue(game, option.name, value, rules, seats)


def _values(game: Game[Any], option: Option[Any], seats: int) -> list[Value]:
    values = [value for value in option.list_values_to_try() if value != option.default]
    values = [value for value in values if not game.options.list_option_problems({option.name: value}, seats)] or values
    return values if len(values) < 6 else [values[0], values[len(values) // 2], values[-1]]


def _rules_where_it_matters(game: Game[Any], option: Option[Any], value: Value, seats: int) -> Options | None:
    """The book with this value, or with one other change besides by which the rulebook says something else for it."""
    for base in _small_changes(game, option, seats):
        changed, usual = {**base, option.name: value}, {**base, option.name: option.default}
        if game.options.list_option_problems(changed, seats) or game.options.list_option_problems(usual):
            continue
        if _text(game, game.options(changed)) != _text(game, game.options(usual)):
            return game.options(changed)
    return None


def _small_changes(game: Game[Any], option: Option[Any], seats: int) -> Iterator[Mapping[str, Value]]:
    yield {}
    for other in game.options.list_options():
        yield from ({other.name: value} for value in _values(game, other, seats) if other is not option)


def _text(game: Game[Any], rules: Options) -> list[str]:
    return [entry.text for section in game.rulebook.render_sections(rules) for entry in section.entries]


def steady_against(tried: RuleValue, other: Bot, pairs: int, seed: int = 1) -> DuelScore:
    """The steady bot's score against another bot."""
    bots = [tried.game.bots["steady"], other]
    *_, score = play_duel(tried.game, tried.rules, bots, 2 * pairs, seed, tried.seats, HANDS)
    return score


class Tossing:
    """The steady bot, but where one of these verbs could be used it makes any legal move."""

    def __init__(self, game: Game[Any], verbs: set[str]) -> None:
        self.game, self.verbs, self.tossed = game, verbs, 0

    def choose_move(self, view: View, rng: Random) -> MoveWithReason:
        state, seat = self.game.load_view(view)
        if self.verbs.isdisjoint(verb.name for verb in self.game.verbs.list_possible_verbs(state, seat)):
            return self.game.bots["steady"].choose_move(view, rng)
        self.tossed += 1
        return MoveWithReason(rng.choice(self.game.list_moves(state, seat)), "By chance.")


def measure(effort: Effort) -> Iterator[Row]:
    """The steady bot's share, and whether it is more than half with 95 % certainty."""
    for game in games.all_games().values():
        for tried in rule_values(game) if game.decides else ():
            pairs = effort(PAIRS.get(game.slug, USUAL), 2)
            score = steady_against(tried, game.bots["learner"], pairs)
            low, high = score.confidence_interval
            span = f"{low:.3f} – {high:.3f}"
            yield Row(
                str(tried),
                f"{score.share_of_points:.3f}",
                f"{1 - score.share_of_points:.3f}",
                span,
                f"> {EVEN}",
                low > EVEN,
            )
