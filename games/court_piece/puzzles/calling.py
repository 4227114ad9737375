"""The theme “Name the trump”: trump chosen on five cards, judged by many imagined deals played by rule of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from games.cards import PACK, SUIT_NAMES, SUITS, Card, format_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import parse_card_list, rule_hint, seated, shown
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
    Void,
    compare_with_key,
    parse_answer,
)
from games.kit.move_comparison import compare_outcomes
from games.kit.puzzle_tools import clamp_rating, split_clause_ids
from games.kit.trick_puzzles import sort_by_suit
from games.kit.tricks import HIGHEST_ACE
from games.words import capitalize_first, join_words, quote_cards

DEALS = 300
"""The number of imagined deals; each is played once with every suit as trump."""
NEAR, FAR = 0.2, 0.5
"""Average tricks behind the best suit: up to the first, a suit is as good; from the second on, it's clearly worse."""
SURE = 3.0
"""The number of standard errors that a suit has to be behind to be clearly wrong."""


MOST = 6
"""The number of five-card hands that the maker tries before it gives up."""


@dataclass(frozen=True)
class TrumpSuitTrial:
    """The results of one suit as trump: tricks on average, share of hands won, and average tricks behind the best suit.

    `error` is the standard error of `behind`.
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
    def is_clearly_right_or_wrong(self) -> bool:
        """Whether the suit is clearly right or clearly wrong, and not somewhere between."""
        return self.is_near_best or self.behind >= max(FAR, SURE * self.error)


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
            then = world.copy()
            RULES.apply_move(then, 0, Move("trump", word=SUIT_NAMES[suit]))
            theirs = sum(BitmaskTricks(then).play_out_hand())
            leads[suit].append(TRICKS - 2 * theirs)
    return _compare_suits(leads)


def _compare_suits(leads: dict[str, list[int]]) -> tuple[TrumpSuitTrial, ...]:
    best = max(SUITS, key=lambda suit: sum(leads[suit]))
    found = []
    for suit in SUITS:
        behind, error = compare_outcomes(leads[best], leads[suit])
        tricks = (TRICKS + sum(leads[suit]) / DEALS) / 2
        won = sum(lead > 0 for lead in leads[suit]) / DEALS
        found.append(TrumpSuitTrial(suit, tricks, won, behind / 2, error / 2))
    return tuple(sorted(found, key=lambda trial: trial.behind))


def _make_trump_call_setup(rng: Random, options: Options) -> Setup:
    """Make a setup of five cards for which imagined deals clearly separate right suits from wrong ones.

    Now and then two suits are right.
    """
    two = rng.random() < 0.15
    for _ in range(MOST):
        hand = sort_by_suit(rng.sample(PACK, FIRST))
        while not _has_promising_suits(hand, two):
            hand = sort_by_suit(rng.sample(PACK, FIRST))
        if can_redeal(_build_call_state(format_cards(hand), options), 0):
            continue
        found = try_trump_suits(format_cards(hand))
        if (
            all(trial.is_clearly_right_or_wrong for trial in found)
            and sum(not trial.is_near_best for trial in found) > 1
        ):
            return {"hand": format_cards(hand)}
    raise Void("No five cards with a clear call came up.")


def _has_promising_suits(hand: list[Card], two: bool) -> bool:
    """Return whether one suit looks clearly better as trump than the others.

    With `two`, return whether two suits look about equally good and clearly better than the other two.
    """
    worth = sorted((rate_trump_suit(hand, suit) for suit in SUITS), reverse=True)
    return worth[0] - worth[1] < 0.7 and worth[1] - worth[2] > 3 if two else worth[0] - worth[1] > 2.5


def _build_call_state(hand: str, options: Options) -> CourtPieceState:
    return seated({"phase": "call", "turn": 0, "hands": [hand]}, options)


def _load_suit_trials(setup: Setup, options: Options) -> tuple[CourtPieceState, tuple[TrumpSuitTrial, ...]]:
    """Return the table and the results of each suit.

    Raises Void if a player would redeal instead of calling, and Unproven if two suits are too close to tell.
    """
    state = _build_call_state(setup["hand"], options)
    if can_redeal(state, 0):
        raise Void("By these house rules such five cards may be dealt anew, so there is no need to call on them.")
    found = try_trump_suits(setup["hand"])
    if not all(trial.is_clearly_right_or_wrong for trial in found):
        raise Unproven("Between two suits it is too close to tell.")
    return state, found


def _pose_trump_call_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, found = _load_suit_trials(setup, options)
    hand = parse_card_list(setup["hand"])
    best = found[0]
    good = [SUIT_NAMES[trial.suit] for trial in found if trial.is_near_best]
    length = sum(card.suit == best.suit for card in hand)
    longest = max(sum(card.suit == suit for card in hand) for suit in SUITS)
    also = f" {capitalize_first(join_words(good, 'or'))} will do." if len(good) > 1 else ""
    return Puzzle(
        theme="name-the-trump",
        form="one",
        question="These five cards are all that you have seen, and you call trumps. Which suit do you name? "
        "This is a matter of judgement: suits about as good as the best are right, too.",
        position=shown(state),
        key=best.suit,
        clauses=("trump.five-card-call",),
        why=f"{capitalize_first(SUIT_NAMES[best.suit])} take most tricks. {_describe_trial(best)}{also} That is "
        "a judgement, not a proof: the deals were drawn by chance, and everybody played them by rule of thumb.",
        options=tuple(AnswerOption(suit, capitalize_first(name)) for suit, name in SUIT_NAMES.items()),
        reasons={trial.suit: _describe_trial(trial) for trial in found},
        hints=(
            "Length comes first: each trump more is a trick more, while an ace is good beside trumps as well.",
            rule_hint("trump.five-card-call", options),
            f"Compare {_describe_cards_of_suit(hand, found[0].suit)} with "
            f"{_describe_cards_of_suit(hand, found[1].suit)}.",
            f"The right suit is {'your longest' if length == longest else 'not your longest'}.",
        ),
        rating=_rate_puzzle(hand, found, length == longest),
        zones=("hand-0",),
    )


def _describe_cards_of_suit(hand: list[Card], suit: str) -> str:
    own = [card for card in hand if card.suit == suit]
    return quote_cards(own) if own else f"no {SUIT_NAMES[suit]}"


def _describe_trial(trial: TrumpSuitTrial) -> str:
    return (
        f"In {DEALS} imagined deals {SUIT_NAMES[trial.suit]} took {trial.tricks:.1f} tricks on average for your side "
        f"and won {trial.won:.0%} of the hands."
    )


def _rate_puzzle(hand: list[Card], found: tuple[TrumpSuitTrial, ...], longest: bool) -> int:
    wrong = [trial for trial in found if not trial.is_near_best]
    gap = min((trial.behind for trial in wrong), default=0.0)
    tempting = sum(HIGHEST_ACE[card] > 12 and card.suit != found[0].suit for card in hand)
    return clamp_rating(
        1500 - 350 * min(gap, 1.8) + 110 * tempting + 250 * (not longest) - 120 * (len(wrong) < len(SUITS) - 1)
    )


def _judge_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    given = parse_answer(puzzle, answer)
    _, found = _load_suit_trials(setup, options)
    if any(trial.suit == given and trial.is_near_best for trial in found):
        return Verdict(True, puzzle.why, puzzle.clauses, reasons=puzzle.reasons)
    return compare_with_key(puzzle, answer)


THEMES = (
    PuzzleTheme(
        slug="name-the-trump",
        title="Name the trump",
        sentence="Five cards, four suits: which call takes most tricks?",
        clauses=split_clause_ids("trump.five-card-call"),
        make=_make_trump_call_setup,
        pose=_pose_trump_call_puzzle,
        judge_by=_judge_answer,
    ),
)
