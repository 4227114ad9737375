"""Puzzles on how much a player can bet under the betting limits."""

from __future__ import annotations

from random import Random

from games.anaconda.puzzles.common import POSING
from games.anaconda.rules import RULES
from games.anaconda.state import AnacondaState
from games.anaconda.verbs import BET, RAISE
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.engine.state import DEALER
from games.kit.betting import suggest_bet_totals
from games.kit.puzzle_tools import DRAWING, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first

MOST = 5
"""The maximum number of bet totals offered as answers."""


def _make_legal_bet_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        state = RULES.start_match(POSING.cast_options(options), rng.choice((3, 4, 5)))
        for _ in range(rng.randrange(3, 60)):
            if not state.waiting:
                return None
            seat = state.waiting[0]
            if seat == DEALER:
                RULES.apply_move(state, DEALER, RULES.draw_dealer_move(state, rng))
            elif state.phase == "bet" and rng.random() < 0.5 and (totals := suggest_bet_totals(state, seat)):
                RULES.apply_move(state, seat, Move(_get_bet_verb(state), totals[0]))
            else:
                RULES.apply_move(state, seat, RULES.draw_random_move(state, seat, rng))
        if state.phase != "bet" or state.turn != 0 or state.find_bet_range(0) is None:
            return None
        low, high = state.find_bet_range(0) or (0, 0)
        step = state.limits.least
        less = {low - 1, low - step, max(state.bets), low // 2, low - step // 2} & {*range(1, low)}
        more = {high + 1, high + step, high + step // 2, 2 * high, high + max(state.bets)} - {*range(high + 1)}
        wrong = rng.randint(2, MOST - 1)
        under = min(rng.randint(0, wrong), len(less))
        named = {low, high, *rng.sample(sorted(less), under), *rng.sample(sorted(more), min(wrong - under, len(more)))}
        setup = {"position": POSING.build_setup_position(state), "totals": sorted(named)[:MOST]}
        _build_legal_bet_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _get_bet_verb(state: AnacondaState) -> str:
    return RAISE.name if max(state.bets) else BET.name


def _build_legal_bet_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "bet" or state.turn != 0 or state.find_bet_range(0) is None:
        raise VoidPuzzle("Under these house rules, you can’t bet in this position.")
    verb = _get_bet_verb(state)
    refused = {total: RULES.find_violation(state, 0, Move(verb, total)) for total in setup["totals"]}
    right = [total for total, fault in refused.items() if fault is None]
    if not right or len(right) == len(refused) or len(refused) < 3:
        raise VoidPuzzle("Under these house rules, the amounts are all legal, all illegal, or too few.")
    action = "raise to" if verb == RAISE.name else "bet"
    low, high = state.find_bet_range(0) or (0, 0)
    named = f"exactly {low}" if low == high else f"anything from {low} to {high}"
    return Puzzle(
        form="tick",
        question=f"It’s your turn. Which of these can you {action}?",
        position=POSING.build_visible_position(state),
        key=sorted(f"n{total}" for total in right),
        clauses=("bet.fixed-limit", f"bet.{verb}"),
        why=f"You can {action} {named}.",
        options=tuple(AnswerOption(f"n{total}", f"{capitalize_first(action)} {total}") for total in refused),
        reasons={
            f"n{total}": f"That’s too {'low' if total < low else 'high'}." if fault else "That’s legal."
            for total, fault in refused.items()
        },
        clauses_by_option={
            f"n{total}": fault.clause.id if fault else f"bet.{verb}" for total, fault in refused.items()
        },
        hints=(
            "What’s the highest total this round, and was it a full bet or raise?",
            POSING.build_rule_hint("bet.fixed-limit", options),
            f"The lowest total is {low}.",
            f"The highest total is {high}.",
        ),
        rating=1150 + 150 * (low != high),
        bare=True,
    )


LEGAL_BET = PuzzleTheme(
    "legal-bet",
    "Legal bets",
    "Which of these totals can you go up to?",
    split_clause_ids("bet.fixed-limit bet.bet bet.raise"),
    _make_legal_bet_setup,
    _build_legal_bet_puzzle,
)
