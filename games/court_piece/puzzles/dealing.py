"""The theme “Who deals next? Who chooses trump?”: puzzles about the next dealer, and about how a hand begins."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.cards import PACK
from games.court_piece.puzzles.common import POSING, build_hand_start, format_seat_with_verb, name_seat, name_side
from games.court_piece.puzzles.endings import ALL, REVOKE, SEVEN, TRICKWISE, ScoredHand, list_hand_endings, score_hands
from games.court_piece.rules import RULES
from games.court_piece.state import SEATS
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.engine.state import DEALER
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, spell_number

_PLAIN, _COURT = [TRICKWISE], [SEVEN, ALL]
_CASES = {
    "deal.dealer-side-won": (True, _PLAIN),
    "deal.dealer-side-lost": (False, _PLAIN),
    "deal.dealer-side-court": (True, _COURT),
    "deal.dealer-side-lost-court": (False, _COURT),
    "deal.revoke-by-dealer-side": (False, [REVOKE]),
    "deal.revoke-by-other-side": (True, [REVOKE]),
}
"""For each clause: whether the dealer's side won the hand, and the ways in which the hand can have ended."""
_LABELS = tuple((f"s{seat}", name_seat(seat, start=True)) for seat in range(SEATS))


def _make_next_dealer_setup(rng: Random, options: Options, clause: str = "") -> Setup:
    """Return the setup of a puzzle about the next dealer or, sometimes, about how a hand begins.

    If a `clause` is given, the question is about it. Most questions are about two or three hands, since few different
    questions can be asked about a single hand.
    """
    house, roll = POSING.cast_options(options), rng.random()
    if roll < 0.03 or clause not in ("", "deal.loser-deals", "trump.caller", *_CASES):
        return {"dealer": rng.randrange(SEATS), "ask": "begin"}
    is_won, kinds = _CASES.get(clause, (rng.random() < 0.5, list_hand_endings(house)))
    if REVOKE in kinds and not house.can_claim_revokes:
        raise VoidPuzzle("Under these house rules, nobody can revoke.")
    number_later = 0 if roll < 0.08 or clause in _CASES else rng.choice((1, 2, 2, 2, 2))

    def draw_hand(kinds: Sequence[str], winner: int) -> dict[str, Any]:
        kind = rng.choice(kinds)
        return {"kind": kind, "winner": winner, "by": rng.choice((1 - winner, 3 - winner)) if kind == REVOKE else None}

    def draw_setup() -> Setup:
        dealer = rng.randrange(SEATS)
        first = draw_hand(kinds, (dealer + (not is_won)) % 2)
        is_streak = first["kind"] == TRICKWISE and not number_later and clause not in _CASES and rng.random() < 0.35
        setup = {"dealer": dealer, **first, "full": is_streak, "ask": "after"}
        if number_later:
            setup["then"] = [draw_hand(sorted(set(kinds)), rng.randrange(2)) for _ in range(number_later)]
        _build_next_dealer_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_next_dealer_puzzle(setup: Setup, options: Options) -> Puzzle:
    pose = _build_hand_start_puzzle if setup["ask"] == "begin" else _build_after_hands_puzzle
    return pose(setup, options)


def _build_hand_start_puzzle(setup: Setup, options: Options) -> Puzzle:
    """Build a puzzle about the beginning of a hand: who gets cards first, chooses trump, leads, and plays second?"""
    dealer, state = setup["dealer"], RULES.start_match(options, SEATS)
    RULES.apply_move(state, DEALER, Move("dealer", dealer))
    RULES.apply_move(state, DEALER, Move("deal", groups=(PACK,)))
    first, caller = next(seat for seat in range(SEATS) if PACK[0] in state.hands[seat]), state.turn
    RULES.apply_move(state, caller, Move("trump", word="spades"))
    leader = state.turn
    RULES.apply_move(state, leader, Move("play", groups=((state.hands[leader][0],),)))
    way = "clockwise, to the left" if state.options.seat_step == 1 else "counterclockwise, to the right"
    rows = [
        AnswerRow(id, text, reason=f"That’s {name_seat(seat)}. The deal goes {way}.", clause=clause, label=f"s{seat}")
        for id, text, seat, clause in (
            ("first", "Gets five cards first", first, "deal.first-five"),
            ("calls", "Chooses trump", caller, "trump.caller"),
            ("leads", "Leads to the first trick", leader, "trick.first-lead"),
            ("second", "Plays the second card to that trick", state.turn, "trick.order"),
        )
    ]
    calls = f"{format_seat_with_verb(caller, 'choose', start=True)} trump"
    return Puzzle(
        question=f"{format_seat_with_verb(dealer, 'deal', start=True)} this hand. Who does what?",
        position={},
        clauses=POSING.select_game_clauses([*(row.clause for row in rows), "setup.direction"]),
        why=f"The deal and play go {way}. {calls} and {'lead' if caller == 0 else 'leads'} to the first trick.",
        labels=_LABELS,
        hints=(
            "Start with the dealer. Who’s next?",
            POSING.build_rule_hint("trump.caller", options),
            f"The deal and play go {way}.",
            f"{calls}.",
        ),
        rating=clamp_rating(850 + 60 * (dealer != 0) + 80 * (state.options.seat_step == -1)),
        **build_answer_fields("match", rows),
    )


def _build_after_hands_puzzle(setup: Setup, options: Options) -> Puzzle:
    """Build a puzzle about who deals and who chooses trump after one or more scored hands."""
    house, first = POSING.cast_options(options), name_seat(setup["dealer"], start=True)
    state, is_streak = build_hand_start(house, setup["dealer"]), bool(setup.get("full"))
    if is_streak:
        state.holder, state.tally = setup["winner"], house.tally_target - 1
    hands = score_hands(state, [setup, *setup.get("then", [])])
    if state.match.over:
        raise VoidPuzzle(
            "Under these house rules, the match ends with the last hand in this question, so nobody deals next."
        )
    last, clauses = hands[-1], [_get_next_dealer_clause(hand) for hand in hands]
    whys, (dealer, deals), calls = [_explain_next_dealer(hand) for hand in hands], last.dealers, state.caller
    if len(hands) == 1:
        streak = f". That makes {house.tally_target} wins in a row" if is_streak else ""
        story = f"{first} dealt this hand. {capitalize_first(last.description)}{streak}."
        idea = "Who lost the hand, and did anyone score a court in it?"
        losers = name_side(1 - last.winner, start=True)
        clue = f"{losers} lost the hand, and the winners scored {'a' if any(last.courts) else 'no'} court."
        clauses += ["deal.loser-deals"] if deals % 2 != last.winner else []
    else:
        later = [
            f"In the {name}, {hand.description}." for name, hand in zip(("second", "third"), hands[1:], strict=False)
        ]
        count = spell_number(len(hands))
        story = f"{first} dealt the first of {count} hands. {' '.join([f'In it, {hands[0].description}.', *later])}"
        idea = "Go hand by hand. Who dealt, who lost, and did anyone score a court?"
        clue = f"{format_seat_with_verb(dealer, 'deal', start=True)} the last of them."
    clause = clauses[len(hands) - 1]
    calls_reason = f"The first player after the dealer chooses trump. That’s {name_seat(calls)}."
    rows = [
        AnswerRow("deals", "Deals the next hand", reason=whys[-1], clause=clause, label=f"s{deals}"),
        AnswerRow(
            "calls", "Chooses trump in the next hand", reason=calls_reason, clause="trump.caller", label=f"s{calls}"
        ),
    ]
    return Puzzle(
        question=f"{story} Who deals next, and who chooses trump?",
        position={},
        clauses=POSING.select_game_clauses([*clauses, "trump.caller"]),
        why=f"{' '.join(whys)} {format_seat_with_verb(calls, 'choose', start=True)} trump.",
        labels=_LABELS,
        hints=(
            idea,
            POSING.build_rule_hint(clause, options),
            clue,
            f"The next dealer is {'one of your opponents' if deals % 2 else 'on your team'}.",
        ),
        rating=_rate_after_hands_puzzle(hands, is_streak),
        **build_answer_fields("match", rows),
    )


def _rate_after_hands_puzzle(hands: list[ScoredHand], is_streak: bool) -> int:
    first, *later = hands
    if later:
        return clamp_rating(950 + 120 * len(later) + 60 * sum(hand.kind != TRICKWISE for hand in hands))
    unusual = 140 * any(first.courts) + 120 * (first.kind == REVOKE) + 90 * is_streak
    return clamp_rating(900 + unusual + 60 * first.is_won_by_dealers + 40 * (first.dealers[1] % 2 == first.winner))


def _get_next_dealer_clause(hand: ScoredHand) -> str:
    """Return the id of the clause that decides who deals after this hand."""
    kinds = [REVOKE] if hand.kind == REVOKE else _COURT if any(hand.courts) else _PLAIN
    return next(clause for clause, case in _CASES.items() if case == (hand.is_won_by_dealers, kinds))


def _explain_next_dealer(hand: ScoredHand) -> str:
    dealer, deals = hand.dealers
    result = f"{'won' if hand.is_won_by_dealers else 'lost'} a hand {'with' if any(hand.courts) else 'without'} a court"
    ways = {0: "the same player deals again", 2: "the dealer’s partner deals"}
    way, revoke = (
        ways.get((deals - dealer) % SEATS, "the next player deals"),
        " by a revoke" * (hand.kind == REVOKE),
    )
    return f"The dealer’s team {result}{revoke}, so {way}. {format_seat_with_verb(deals, 'deal', start=True)} next."


THEMES = (
    PuzzleTheme(
        slug="who-deals",
        title="Who deals next? Who chooses trump?",
        sentence="The hand is over. Who deals next, and who chooses trump?",
        clauses=split_clause_ids(
            "deal.loser-deals deal.dealer-side-won deal.dealer-side-lost deal.dealer-side-lost-court "
            "deal.dealer-side-court deal.revoke-by-dealer-side deal.revoke-by-other-side trump.caller deal.first-five "
            "trick.first-lead trick.order setup.direction"
        ),
        make=_make_next_dealer_setup,
        pose=_build_next_dealer_puzzle,
        aim=_make_next_dealer_setup,
    ),
)
