"""The theme “Choose trump”: puzzles about which suit to choose as trump with five cards in hand.

The answers come from imagined deals that are played by rule of thumb.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from games.cards import PACK, SUIT_NAMES, SUITS, Card, format_cards, parse_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import POSING
from games.court_piece.rules import RULES
from games.court_piece.state import FIRST, TRICKS, CourtPieceState
from games.court_piece.strategy import BitmaskTricks, rate_trump_suit
from games.court_piece.verb_timing import can_redeal
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import (
    AnswerOption,
    Puzzle,
    PuzzleTheme,
    Setup,
    Unproven,
    Verdict,
    VoidPuzzle,
    judge_by_key,
    parse_answer,
)
from games.kit.move_comparison import compare_outcomes
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.trick_puzzles import sort_by_suit
from games.kit.tricks import HIGHEST_ACE
from games.words import capitalize_first, join_words, quote_cards

DEALS = 300
"""The number of imagined deals; each is played once with every suit as trump."""
NEAR, FAR = 0.2, 0.5
"""Limits for the average number of tricks that a suit, as trump, takes less than the best suit.

Up to NEAR, the suit is as good as the best one. From FAR on, it's clearly worse.
"""
SURE = 3.0
"""The number of standard errors that a suit has to be behind to be clearly wrong."""
MOST = 6
"""The maximum number of five-card hands tried for one setup."""


@dataclass(frozen=True)
class TrumpSuitTrial:
    """The results of playing imagined deals with one suit as trump.

    `tricks` is the average number of tricks that the team takes, and `won` the share of hands that it wins. `behind` is
    by how many tricks on average the suit is worse than the best suit, and `error` is the standard error of `behind`.
    """

    suit: str
    tricks: float
    won: float
    behind: float
    error: float

    @property
    def is_near_best(self) -> bool:
        return self.behind <= NEAR

    @property
    def has_clear_verdict(self) -> bool:
        """Whether it's clear that the suit is a right answer (about as good as the best suit) or a wrong one."""
        return self.is_near_best or self.behind >= max(FAR, SURE * self.error)

    @property
    def description(self) -> str:
        """A sentence about the suit's results: tricks on average, and hands won."""
        tricks = f"took {self.tricks:.1f} tricks on average for your team and won {self.won:.0%} of the hands"
        return f"In {DEALS} imagined deals, {SUIT_NAMES[self.suit]} {tricks}."


@lru_cache(maxsize=512)
def try_trump_suits(hand: str) -> tuple[TrumpSuitTrial, ...]:
    """Return the results of all four suits as trump on these five cards, best first.

    The results of a hand are always the same: the deals are seeded by the hand, and the standard rules apply whatever a
    table's options are.
    """
    state = _build_call_state(hand, CourtPieceOptions())
    rng = Random(hand)
    leads: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for _ in range(DEALS):
        world = state.copy_with_cards_filled_in(rng)
        for suit in SUITS:
            called = world.copy()
            RULES.apply_move(called, 0, Move("trump", word=SUIT_NAMES[suit]))
            leads[suit].append(TRICKS - 2 * sum(BitmaskTricks(called).play_out_hand()))
    best = max(leads.values(), key=sum)
    trials = []
    for suit in SUITS:
        behind, error = compare_outcomes(best, leads[suit])
        won = sum(lead > 0 for lead in leads[suit]) / DEALS
        trials.append(TrumpSuitTrial(suit, (TRICKS + sum(leads[suit]) / DEALS) / 2, won, behind / 2, error / 2))
    return tuple(sorted(trials, key=lambda trial: trial.behind))


def _make_trump_call_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: five cards with clearly right suits and clearly wrong suits as trump.

    In 85% of the setups, one suit is meant to be right, and in the others two.
    """
    two = rng.random() < 0.15

    def draw_setup() -> Setup | None:
        hand = rng.sample(PACK, FIRST)
        while not _has_promising_suits(hand, two):
            hand = rng.sample(PACK, FIRST)
        setup = {"hand": format_cards(sort_by_suit(hand))}
        _, trials = _load_suit_trials(setup, options)
        return setup if sum(not trial.is_near_best for trial in trials) > 1 else None

    return draw_fitting_setup(draw_setup, MOST, "We couldn’t find five cards with a clear choice.")


def _has_promising_suits(hand: list[Card], two: bool) -> bool:
    """Return whether one suit looks clearly better as trump than the others.

    If `two` is True, return instead whether two suits look about equally good and clearly better than the other two.
    """
    worth = sorted((rate_trump_suit(hand, suit) for suit in SUITS), reverse=True)
    return worth[0] - worth[1] < 0.7 and worth[1] - worth[2] > 3 if two else worth[0] - worth[1] > 2.5


def _build_call_state(hand: str, options: Options) -> CourtPieceState:
    return POSING.load_state({"phase": "call", "turn": 0, "hands": [hand]}, options)


def _load_suit_trials(setup: Setup, options: Options) -> tuple[CourtPieceState, tuple[TrumpSuitTrial, ...]]:
    """Return the state of a setup, and the results of each suit as trump.

    Raises VoidPuzzle if house rules allow a redeal with these cards, and Unproven if two suits are too close to tell.
    """
    state = _build_call_state(setup["hand"], options)
    if can_redeal(state, 0):
        raise VoidPuzzle("These house rules allow a redeal with these cards, so you don’t have to choose trump.")
    trials = try_trump_suits(setup["hand"])
    if not all(trial.has_clear_verdict for trial in trials):
        raise Unproven("Two suits are too close to say which is better as trump.")
    return state, trials


def _build_trump_call_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, trials = _load_suit_trials(setup, options)
    held = {suit: [card for card in parse_cards(setup["hand"]) if card.suit == suit] for suit in SUITS}
    best, second, *_ = [trial.suit for trial in trials]
    right = [SUIT_NAMES[trial.suit] for trial in trials if trial.is_near_best]
    is_longest = len(held[best]) == max(map(len, held.values()))
    also = f" {capitalize_first(join_words(right, 'or'))} is right." if len(right) > 1 else ""
    compared = [quote_cards(held[suit]) if held[suit] else f"no {SUIT_NAMES[suit]}" for suit in (best, second)]
    wrong = [trial.behind for trial in trials if not trial.is_near_best]
    tempting = sum(HIGHEST_ACE[card] > 12 for suit, cards in held.items() for card in cards if suit != best)
    rating = 1500 - 350 * min(1.8, *(wrong or [0.0]))
    return Puzzle(
        form="one",
        question="You choose trump from these five cards. Which suit is best? "
        "This is a matter of judgment. A suit that’s about as good as the best is also right.",
        position=POSING.build_visible_position(state),
        key=best,
        clauses=("trump.five-card-call",),
        why=f"{capitalize_first(SUIT_NAMES[best])} win the most tricks. {trials[0].description}{also} That’s a "
        "judgment, not a proof. The deals were random, and all four players followed simple rules.",
        options=tuple(AnswerOption(suit, capitalize_first(name)) for suit, name in SUIT_NAMES.items()),
        reasons={trial.suit: trial.description for trial in trials},
        hints=(
            "Length comes first. Each extra trump is an extra trick, and an ace can win even if it isn’t a trump.",
            POSING.build_rule_hint("trump.five-card-call", options),
            f"Compare {' with '.join(compared)}.",
            f"The right suit is {'your longest' if is_longest else 'not your longest'}.",
        ),
        rating=clamp_rating(rating + 110 * tempting + 250 * (not is_longest) - 120 * (len(wrong) < len(SUITS) - 1)),
        zones=("hand-0",),
    )


def _judge_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    suit = parse_answer(puzzle, answer)
    _, trials = _load_suit_trials(setup, options)
    if any(trial.suit == suit and trial.is_near_best for trial in trials):
        return Verdict(True, puzzle.why, puzzle.clauses, reasons=puzzle.reasons)
    return judge_by_key(puzzle, answer)


THEMES = (
    PuzzleTheme(
        slug="name-the-trump",
        title="Choose trump",
        sentence="You have five cards. Which trump suit wins the most tricks?",
        clauses=split_clause_ids("trump.five-card-call"),
        make=_make_trump_call_setup,
        pose=_build_trump_call_puzzle,
        judge_by=_judge_answer,
    ),
)
