"""Helpers for all puzzles of Anaconda: random hands, clauses on hands, and amounts of chips as answers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from games.anaconda.hand_stages import HIGH
from games.anaconda.options import AnacondaOptions
from games.anaconda.rules import RULES
from games.anaconda.scoring import get_low_ranking
from games.cards import PACK, Card, format_cards, parse_cards
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, VoidPuzzle
from games.kit.poker import HIGH as HIGH_RANKING
from games.kit.poker import HandRanking
from games.kit.puzzle_tools import PuzzleToolkit
from games.words import format_count

POSING = PuzzleToolkit(RULES, AnacondaOptions)
KIND_CLAUSE = {
    "high-card": "high.no-pair",
    "two-pair": "high.two-pair",
    "full-house": "high.full-house",
    "straight-flush": "high.straight-flush",
    **{kind: f"high.{kind}" for kind in ("pair", "trips", "straight", "flush", "quads")},
}
LOW_CLAUSES = ("low.compare", "low.class", "low.ace-to-five")


def get_hand_ranking(way: str, options: Options) -> HandRanking:
    """Return the ranking for hands that go this way, high or low.

    Raises VoidPuzzle if house rules don't let players go low.
    """
    rules = POSING.cast_options(options)
    if way == HIGH:
        return HIGH_RANKING
    if rules.high_only:
        raise VoidPuzzle("Under these house rules, nobody can go low.")
    return get_low_ranking(rules)


def list_hand_ranking_clauses(way: str, cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the ids of the clauses that rank these five cards as a high hand or as a low hand, depending on `way`."""
    if way != HIGH:
        return LOW_CLAUSES
    return (KIND_CLAUSE[HIGH_RANKING.get_hand_kind(HIGH_RANKING.compute_hand_key(cards))],)


def draw_hands(rng: Random, *numbers: int) -> list[str]:
    """Return random hands with these numbers of cards, each as a string of card codes."""
    cards = rng.sample(PACK, sum(numbers))
    return [format_cards(cards[sum(numbers[:place]) : sum(numbers[: place + 1])]) for place in range(len(numbers))]


def parse_hand(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def build_amount_options(key: int, others: Iterable[int], most: int = 4) -> tuple[AnswerOption, ...]:
    """Return at most `most` answer options for a number of chips, in ascending order.

    `key` is the right answer. The wrong answers come from `others`, and it varies how many of them are less than `key`.
    """
    wrong = [number for number in dict.fromkeys(others) if number != key and number >= 0]
    fewer = [number for number in wrong if number < key][: Random(f"{key} {wrong}").randrange(most)]
    more = [number for number in wrong if number > key][: most - 1 - len(fewer)]
    chosen = [*dict.fromkeys([*fewer, *more, *wrong])][: most - 1]
    return tuple(AnswerOption(f"n{number}", format_count(number, "chip")) for number in sorted([key, *chosen]))
