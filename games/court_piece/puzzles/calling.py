"""The theme “Name the trump”: a judgment on five cards, from many imagined deals played out by rule of thumb."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from games.cards import PACK, SUIT_NAMES, SUITS, Card, codes
from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import cards_of, rule_hint, seated, shown
from games.court_piece.rules import RULES
from games.court_piece.state import FIRST, TRICKS, CourtPieceState
from games.court_piece.strategy import Tricks, suit_worth
from games.court_piece.turns import hopeless
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Unproven, Verdict, Void, compare, read_answer
from games.kit.comparing import gain
from games.kit.posing import clamp, clause_ids
from games.kit.trick_puzzles import in_order
from games.kit.tricks import HIGHEST_ACE
from games.words import capital, listed, quoted

DEALS = 300
"""The number of imagined deals; each is played once with every suit as trump."""
NEAR, FAR = 0.2, 0.5
"""Average tricks behind the best suit: up to the first, a suit is as good; from the second on, it's clearly worse."""
SURE = 3.0
"""The number of standard errors that a suit has to be behind to be clearly wrong."""


MOST = 6
"""The number of five-card hands that the maker tries before it gives up."""


@dataclass(frozen=True)
class Trial:
    """The results of one suit as trump: tricks on average, share of hands won, and average tricks behind the best suit.

    `error` is the standard error of `behind`.
    """

    suit: str
    tricks: float
    won: float
    behind: float
    error: float

    @property
    def as_good(self) -> bool:
        return self.behind <= NEAR

    @property
    def clear(self) -> bool:
        """Whether the suit is clearly right or clearly wrong, and not somewhere between."""
        return self.as_good or self.behind >= max(FAR, SURE * self.error)


@lru_cache(maxsize=512)
def trials(hand: str) -> tuple[Trial, ...]:
    """Return the results of all four suits on these five cards, best first.

    They don't vary: the deals are seeded by the hand, and the standard rules apply whatever a table's options are.
    """
    state = _called(hand, CourtPieceOptions())
    rng = Random(hand)
    leads: dict[str, list[int]] = {suit: [] for suit in SUITS}
    for _ in range(DEALS):
        world = state.filled(rng)
        for suit in SUITS:
            then = world.copy()
            RULES.apply(then, 0, Move("trump", word=SUIT_NAMES[suit]))
            theirs = sum(Tricks(then).play_out())
            leads[suit].append(TRICKS - 2 * theirs)
    return _compared(leads)


def _compared(leads: dict[str, list[int]]) -> tuple[Trial, ...]:
    best = max(SUITS, key=lambda suit: sum(leads[suit]))
    found = []
    for suit in SUITS:
        behind, error = gain(leads[best], leads[suit])
        tricks = (TRICKS + sum(leads[suit]) / DEALS) / 2
        won = sum(lead > 0 for lead in leads[suit]) / DEALS
        found.append(Trial(suit, tricks, won, behind / 2, error / 2))
    return tuple(sorted(found, key=lambda trial: trial.behind))


def _make(rng: Random, options: Options) -> Setup:
    """Make five cards on which the deals separate right suits from wrong ones; now and then two suits are right."""
    two = rng.random() < 0.15
    for _ in range(MOST):
        hand = in_order(rng.sample(PACK, FIRST))
        while not _promising(hand, two):
            hand = in_order(rng.sample(PACK, FIRST))
        if hopeless(_called(codes(hand), options), 0):
            continue
        found = trials(codes(hand))
        if all(trial.clear for trial in found) and sum(not trial.as_good for trial in found) > 1:
            return {"hand": codes(hand)}
    raise Void("No five cards with a clear call came up.")


def _promising(hand: list[Card], two: bool) -> bool:
    """Return whether one suit looks better than the others, or, if `two`, two of them do."""
    worth = sorted((suit_worth(hand, suit) for suit in SUITS), reverse=True)
    return worth[0] - worth[1] < 0.7 and worth[1] - worth[2] > 3 if two else worth[0] - worth[1] > 2.5


def _called(hand: str, options: Options) -> CourtPieceState:
    return seated({"phase": "call", "turn": 0, "hands": [hand]}, options)


def _judged(setup: Setup, options: Options) -> tuple[CourtPieceState, tuple[Trial, ...]]:
    """Return the table and the results of each suit.

    Raises Void if a player would redeal instead of calling, and Unproven if two suits are too close to tell.
    """
    state = _called(setup["hand"], options)
    if hopeless(state, 0):
        raise Void("By these house rules such five cards may be dealt anew, so there is no need to call on them.")
    found = trials(setup["hand"])
    if not all(trial.clear for trial in found):
        raise Unproven("Between two suits it is too close to tell.")
    return state, found


def _pose(setup: Setup, options: Options) -> Puzzle:
    state, found = _judged(setup, options)
    hand = cards_of(setup["hand"])
    best = found[0]
    good = [SUIT_NAMES[trial.suit] for trial in found if trial.as_good]
    length = sum(card.suit == best.suit for card in hand)
    longest = max(sum(card.suit == suit for card in hand) for suit in SUITS)
    also = f" {capital(listed(good, 'or'))} will do." if len(good) > 1 else ""
    return Puzzle(
        theme="name-the-trump",
        form="one",
        question="These five cards are all that you have seen, and you call trumps. Which suit do you name? "
        "This is a matter of judgement: suits about as good as the best are right, too.",
        position=shown(state),
        key=best.suit,
        clauses=("trump.five-card-call",),
        why=f"{capital(SUIT_NAMES[best.suit])} take most tricks. {_judgement(best)}{also} That is a judgement, not a "
        "proof: the deals were drawn by chance, and everybody played them by rule of thumb.",
        options=tuple(Option(suit, capital(name)) for suit, name in SUIT_NAMES.items()),
        reasons={trial.suit: _judgement(trial) for trial in found},
        hints=(
            "Length comes first: each trump more is a trick more, while an ace is good beside trumps as well.",
            rule_hint("trump.five-card-call", options),
            f"Compare {_holding(hand, found[0].suit)} with {_holding(hand, found[1].suit)}.",
            f"The right suit is {'your longest' if length == longest else 'not your longest'}.",
        ),
        rating=_rating(hand, found, length == longest),
        zones=("hand-0",),
    )


def _holding(hand: list[Card], suit: str) -> str:
    own = [card for card in hand if card.suit == suit]
    return quoted(own) if own else f"no {SUIT_NAMES[suit]}"


def _judgement(trial: Trial) -> str:
    return (
        f"In {DEALS} imagined deals {SUIT_NAMES[trial.suit]} took {trial.tricks:.1f} tricks on average for your side "
        f"and won {trial.won:.0%} of the hands."
    )


def _rating(hand: list[Card], found: tuple[Trial, ...], longest: bool) -> int:
    wrong = [trial for trial in found if not trial.as_good]
    gap = min((trial.behind for trial in wrong), default=0.0)
    tempting = sum(HIGHEST_ACE[card] > 12 and card.suit != found[0].suit for card in hand)
    return clamp(
        1500 - 350 * min(gap, 1.8) + 110 * tempting + 250 * (not longest) - 120 * (len(wrong) < len(SUITS) - 1)
    )


def _judge(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    given = read_answer(puzzle, answer)
    _, found = _judged(setup, options)
    if any(trial.suit == given and trial.as_good for trial in found):
        return Verdict(True, puzzle.why, puzzle.clauses, reasons=puzzle.reasons)
    return compare(puzzle, answer)


THEMES = (
    Theme(
        slug="name-the-trump",
        title="Name the trump",
        sentence="Five cards, four suits: which call takes most tricks?",
        clauses=clause_ids("trump.five-card-call"),
        make=_make,
        pose=_pose,
        judge_by=_judge,
    ),
)
