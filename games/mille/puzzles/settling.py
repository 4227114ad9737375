"""Puzzles on the end of a match: who has won, and what the loser pays."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, split_clause_ids
from games.mille.puzzles.common import POSING
from games.mille.score_explanations import explain_payment
from games.mille.scoring import compute_payment, convert_to_hundreds, find_winner, get_skunk_level
from games.mille.state import MilleState
from games.words import format_count, spell_count

PAY = split_clause_ids(
    "pay.stakes pay.base pay.not-counted pay.rounding pay.multiplier match.skunk match.double-skunk match.winner"
)
SKUNKS = ("not a skunk", "a skunk", "a double skunk")


def _make_settlement_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about the end of a match, with a random score sheet."""

    def draw_setup() -> Setup | None:
        target = POSING.cast_options(options).target
        high = target + 5 * rng.randint(0, 50)
        fives = rng.choice(((-30, -1), (0, target // 10), (target // 10, high // 5)))
        low, last = 5 * rng.randint(*fives), 5 * rng.randint(-20, 20)
        sheet = [[high, rng.randint(0, 4), rng.randint(0, 2), 50], [low, rng.randint(0, 3), rng.randint(0, 3), last]]
        rng.shuffle(sheet)
        setup = {"sheet": sheet}
        _build_settlement_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=100)


def _load_finished_match(setup: Setup, options: Options) -> MilleState:
    rules = POSING.cast_options(options)
    (total, *mine), (other_total, *theirs) = setup["sheet"]
    marks, hats = [mine[0], theirs[0]], [mine[1], theirs[1]]
    winner = find_winner(rules, [total, other_total], marks)
    if winner is None:
        raise VoidPuzzle("With these totals, nobody has won the match.")
    result = {"clause": "out.empty", "winners": [winner], "scores": [mine[2], theirs[2]]}
    match = {"scores": [total, other_total], "over": True, "winners": [winner], "results": [result]}
    position = {"phase": "over", "hands": ["", ""], "match": match, "marks": marks, "chapeaux": hats}
    return POSING.load_state(position, options)


def _build_settlement_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _load_finished_match(setup, options)
    paid, fold, winner = compute_payment(state), get_skunk_level(state), state.match.winners[0]
    house = POSING.cast_options(options)
    small, large, lasts = house.stakes, house.large_stake, house.double_skunk_basis != "total"
    names = ("You have", "Your opponent has")
    sides = [
        f"{name} {_describe_score_sheet_line(line, lasts)}" for name, line in zip(names, setup["sheet"], strict=True)
    ]
    marks, hats = state.marks[winner], state.chapeaux[1 - winner]
    low, high = sorted(map(convert_to_hundreds, state.match.scores))
    clauses = ["pay.stakes", "pay.base", "pay.rounding", "match.winner"]
    clauses += ["pay.not-counted"] if state.marks[1 - winner] or state.chapeaux[winner] else []
    clauses += ["pay.multiplier", "match.double-skunk" if fold > 1 else "match.skunk"] if fold else []
    return Puzzle(
        form="number",
        question=f"The match to {state.options.target} is over. {sides[0]}. {sides[1]}. "
        f"The stakes are {small} and {large}. What does the loser pay?",
        position={},
        key=paid,
        clauses=POSING.select_game_clauses(clauses),
        why=f"{'You' if winner else 'Your opponent'} lost, and {'you’re' if winner else 'they’re'} {SKUNKS[fold]}.",
        working=str(explain_payment(state, winner)),
        hints=(
            "Who won? Only the winner’s asterisks and the loser’s chapeaux count.",
            POSING.build_rule_hint("pay.base", options),
            f"Rounded, the totals differ by {spell_count(high - low, 'hundred')}.",
            f"The loser is {SKUNKS[fold]}.",
        ),
        rating=clamp_rating(1050 + 100 * fold + 40 * (marks + hats)),
    )


def _describe_score_sheet_line(line: Sequence[int], lasts: bool) -> str:
    """Return one player's line of the score sheet in words: total, asterisks, and chapeaux (hands below zero).

    If `lasts` is True, the words include the points of the last hand.
    """
    total, marks, hats, last = line
    hand = f", {_format_signed_points(last)} of them in the last hand," if lasts else ""
    worn = "1 chapeau" if hats == 1 else f"{hats} chapeaux"
    return f"{_format_signed_points(total)} points{hand} with {format_count(marks, 'asterisk')} and {worn}"


def _format_signed_points(points: int) -> str:
    return f"−{-points}" if points < 0 else str(points)


THEMES = (
    PuzzleTheme(
        slug="settle-the-game",
        title="Settle the match",
        sentence="Read the score sheet. What does the loser pay?",
        clauses=PAY,
        make=_make_settlement_setup,
        pose=_build_settlement_puzzle,
    ),
)
