"""Puzzles about the end of the stock: scoring, the best last melds, and the seats credited with the hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.cards import JOKER, format_cards, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Unproven, Verdict, VoidPuzzle, judge_by_key
from games.kit.melds import Meld, list_meld_extensions, list_represented_cards
from games.kit.puzzle_tools import clamp_rating, filter_clauses, split_clause_ids
from games.vazhushal.calculations import explain_total
from games.vazhushal.endgame import MeldPlan, find_final_meld_plan
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.puzzles.common import (
    TRIES,
    build_setup,
    describe_moves,
    draw_setup_from_play,
    give_cards,
    judge_moves,
    list_clauses_where,
    list_zones_of_seat_0,
    load_own_turn,
    load_setup,
    pick_meld,
    pick_wild,
    rule_hint,
    rules_of,
    shown,
)
from games.vazhushal.rules import RULES
from games.vazhushal.scoring import compute_score_of_seat, get_value_in_hand
from games.vazhushal.state import VazhushalState
from games.words import quote_cards, spell_count, spell_times

NAMES = ("You", "The player on your left", "The next player", "The player after that")


def _make_any_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    roll = rng.random()
    if roll < 0.45:
        return _make_scoring_setup(rng, options)
    if roll < 0.8 and house.final_melds != "none":
        return _make_best_melds_setup(rng, options)
    return _make_hand_winner_setup(rng, options)


def _build_any_puzzle(setup: Setup, options: Options) -> Puzzle:
    return {"count": _build_scoring_puzzle, "best": _build_best_melds_puzzle, "winner": _build_hand_winner_puzzle}[
        setup["ask"]
    ](setup, options)


def _judge_last_melds_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    if setup["ask"] != "best":
        return judge_by_key(puzzle, answer)
    state = load_setup(setup, options)
    best = find_final_meld_plan(state, 0).value

    def explain_lower_score(after: VazhushalState, moves: Sequence[Move]) -> str:
        score = compute_score_of_seat(after, 0).total
        return "" if score >= best else f"That scores {score}, and more can be reached."

    return judge_moves(puzzle, state, answer, explain_lower_score)


def _build_setup_without_stock(state: VazhushalState, ask: str) -> Setup:
    """Return a setup of this table after the stock has run out."""
    setup = build_setup(state, ask=ask)
    setup["position"] |= {"phase": "final", "stock": "", "turn": 0, "drawn": "", "starter": False}
    return setup


def _pick_own_melds(rng: Random, state: VazhushalState) -> list[Meld]:
    """Return a pure sequence and up to two more melds, often with a wild card."""
    melds = [pick_meld(rng, size=rng.choice((3, 3, 4)), run=True)]
    for _ in range(rng.choice((0, 1, 1, 2))):
        meld, wild, place = pick_meld(rng), pick_wild(rng, state), rng.randrange(3)
        if wild not in meld and rng.random() < 0.5:
            meld = (*meld[:place], wild.substitute_for(meld[place]), *meld[place + 1 :])
        melds.append(meld)
    return melds


# -- counting ------------------------------------------------------------------------------------


def _make_scoring_setup(rng: Random, options: Options) -> Setup:
    def build_scoring_setup(state: VazhushalState) -> Setup:
        state.melds[0] = _pick_own_melds(rng, state) if rng.random() < 0.9 else []
        state.hands[0] = rng.sample(state.hands[0], len(state.hands[0]))[: rng.randint(2, 5)]
        give_cards(rng, state, rng.sample(sort_cards(state.wilds), rng.choice((0, 1, 1, min(2, len(state.wilds))))))
        setup = _build_setup_without_stock(state, "count")
        load_setup(setup, options)
        return setup

    return draw_setup_from_play(rng, options, "draw", build_scoring_setup, (0,), "No count came up.")


def _build_scoring_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    score = compute_score_of_seat(state, 0)
    hand = state.hands[0]
    return Puzzle(
        form="number",
        question="The stock has run out, and nobody lays another card. What is your score?",
        position=shown(state),
        key=score.total,
        clauses=filter_clauses(_list_scoring_clauses(state), _CLAUSES),
        why=f"The melds are worth {score.melds}, and the hand costs {score.hand}.",
        working=str(explain_total(state, 0)),
        hints=(
            "What lies in your melds counts for you, what stays in your hand against you.",
            rule_hint("exhaust.score", options),
            _build_hint_on_wild_cards(state),
            f"The melds are worth {score.melds}; {quote_cards(hand)} {'costs' if len(hand) == 1 else 'cost'} "
            f"{score.hand}.",
        ),
        rating=clamp_rating(
            750
            + 20 * (len(hand) + len(list_meld_cards(state.melds[0])))
            + 90 * sum(card.base in state.wilds for meld in state.melds[0] for card in meld)
            + 70 * sum(card in state.wilds for card in hand)
        ),
        zones=list_zones_of_seat_0(state),
    )


def _build_hint_on_wild_cards(state: VazhushalState) -> str:
    melded = [card for meld in state.melds[0] for card in meld if card.base in state.wilds and not card.natural]
    held = [card for card in state.hands[0] if card in state.wilds]
    if melded:
        return f"In a meld {quote_cards(melded[:1])} is worth the {melded[0].face.name}."
    if held:
        return f"In hand {quote_cards(held[:1])} costs {get_value_in_hand(state, held[0])}."
    return "Aces and court cards are worth 10, the others their pips."


def _list_scoring_clauses(state: VazhushalState) -> list[str]:
    cards = [card for meld in state.melds[0] for card in meld]
    shown_cards = [*(card.face for card in cards), *(card for card in state.hands[0] if card is not JOKER)]
    return list_clauses_where(
        (True, "exhaust.score"),
        (any(card.rank in (1, 11, 12, 13) for card in shown_cards), "score.ace-face"),
        (any(1 < card.rank < 11 for card in shown_cards), "score.pip"),
        (not all(card.natural for card in cards), "score.wild-in-meld"),
        (JOKER in state.hands[0], "score.joker-in-hand"),
        (any(card in state.wilds and card is not JOKER for card in state.hands[0]), "score.ranked-wild-in-hand"),
    )


# -- the best last melds -------------------------------------------------------------------------


def _make_best_melds_setup(rng: Random, options: Options) -> Setup:
    def build_setup_if_fitting(state: VazhushalState) -> Setup | None:
        state.melds[0] = _pick_own_melds(rng, state) if rng.random() < 0.85 else []
        extensions = [card for meld in state.melds[0] for card in list_meld_extensions(list_represented_cards(meld))]
        cards = [pick_wild(rng, state), *rng.sample(extensions, min(len(extensions), rng.randint(0, 1)))]
        cards += pick_meld(rng)[: rng.choice((2, 3))] if extensions else pick_meld(rng, run=True)
        others = rng.sample(state.hands[0], len(state.hands[0]))
        state.hands[0] = [*cards, *others[: 1 if extensions else rng.randint(2, 5)]]
        setup = _build_setup_without_stock(state, "best")
        state = load_setup(setup, options)
        best = find_final_meld_plan(state, 0)
        is_tempting = len(best.moves) > 1 or (best.moves and _score_play_without_rearranging(state) < best.value)
        return setup if best.proven and best.left and is_tempting else None

    lacking = "No choice of last melds came up."
    return draw_setup_from_play(rng, options, "draw", build_setup_if_fitting, (0,), lacking)


def _score_play_without_rearranging(state: VazhushalState) -> int:
    """Return the score of a player who always makes the first listed meld or lay-off and never rearranges."""
    now = state.copy()
    while True:
        moves = [move for move in RULES.list_moves(now, 0) if move.verb not in ("rearrange", "done")]
        if not moves:
            return compute_score_of_seat(now, 0).total
        RULES.apply_move(now, 0, moves[0])


def _build_best_melds_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    if house.final_melds == "none":
        raise VoidPuzzle("By these house rules the cards are counted as they lie.")
    state = load_own_turn(setup, options, "final")
    plan = find_final_meld_plan(state, 0)
    if not plan.proven:
        raise Unproven("There are too many melds to try.")
    before = compute_score_of_seat(state, 0).total
    line = [str(move) for move in plan.moves]
    stay = AnswerOption("stay", "Lay nothing more")
    return Puzzle(
        form="play",
        question="The stock has run out. Lay what you can, so that your score is the best that can be.",
        position=shown(state),
        key=line if line else stay.id,
        clauses=filter_clauses(_list_best_melds_clauses(state, plan), _CLAUSES),
        why=f"{describe_moves(state, plan.moves) if line else 'Nothing is to be gained.'} That scores {plan.value}"
        + (f" instead of {before}." if plan.value > before else "."),
        options=(stay,),
        reasons={stay.id: f"As it lies you score {before}."},
        clauses_by_option={stay.id: "exhaust.final-melds"},
        hints=_build_best_melds_hints(state, plan, before),
        rating=clamp_rating(
            1250
            + 70 * len(line)
            + 100 * sum(card in state.wilds for card in state.hands[0])
            + (200 if any(move.verb == "rearrange" for move in plan.moves) else 0)
        ),
        zones=list_zones_of_seat_0(state),
    )


def _list_best_melds_clauses(state: VazhushalState, plan: MeldPlan) -> list[str]:
    verbs = {move.verb for move in plan.moves}
    return list_clauses_where(
        (True, "exhaust.final-melds exhaust.no-discard exhaust.score"),
        (not state.melds[0], "exhaust.first-still-pure"),
        ("layoff" in verbs, "layoff.own-only"),
        ("rearrange" in verbs, "rearr.free rearr.end-state"),
        (any(not card.natural for meld in plan.melds for card in meld), "score.wild-in-meld"),
    )


def _build_best_melds_hints(state: VazhushalState, plan: MeldPlan, before: int) -> tuple[str, ...]:
    if not state.melds[0]:
        return (
            "You have nothing on the table, so a pure sequence comes first; then everything else may follow.",
            rule_hint("exhaust.first-still-pure", state.options),
            f"{quote_cards(plan.left)} stays in hand." if plan.left else "Everything can be laid.",
            f"{plan.value} points can be reached.",
        )
    laid = [card for card in state.hands[0] if card not in plan.left]
    return (
        "Every card laid counts twice: it leaves your hand, and it scores on the table as what it stands for.",
        rule_hint("exhaust.final-melds", state.options),
        f"{quote_cards(laid)} can go down." if laid else "No card can go down.",
        f"{plan.value} points can be reached, {plan.value - before} more than now.",
    )


# -- who is credited -----------------------------------------------------------------------------


def _make_hand_winner_setup(rng: Random, options: Options) -> Setup:
    """Return a setup of a finished deal with all hands known, and in most cases with equal best scores."""
    want_tie = rng.random() < 0.6

    def build_setup_if_fitting(state: VazhushalState) -> Setup | None:
        seats, hands = range(state.seats), state.hands
        melds = [[pick_meld(rng, size=rng.choice((3, 4)), run=True)] if rng.random() < 0.85 else [] for _ in seats]
        for _ in range(TRIES):
            table = state.copy()
            table.melds, table.known = melds, [[] for _ in seats]
            table.hands = [rng.sample(hand, len(hand))[: rng.randint(1, 5)] for hand in hands]
            totals = [compute_score_of_seat(table, seat).total for seat in seats]
            if (totals.count(max(totals)) > 1) == want_tie:
                setup = _build_setup_without_stock(table, "winner")
                setup["position"]["hands"] = [format_cards(hand) for hand in table.hands]
                setup["position"]["match"]["scores"] = [rng.randint(0, 1) for _ in seats]
                load_setup(setup, options)
                return setup
        return None

    return draw_setup_from_play(rng, options, "draw", build_setup_if_fitting, (0,), "No close finish came up.")


def _build_hand_winner_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    scores = [compute_score_of_seat(state, seat) for seat in range(state.seats)]
    winners = _list_credited_seats(state)
    best = max(score.total for score in scores)
    level = [seat for seat, score in enumerate(scores) if score.total == best]
    names = NAMES[: state.seats]
    often = f"{best} is reached {spell_times(len(level))}"
    if len(level) < 2:
        why = f"{names[level[0]]} {'have' if level[0] == 0 else 'has'} the best score, {best}."
    elif not winners:
        why = f"{often}, and with equal best scores nobody is credited here."
    elif len(winners) == len(level):
        why = f"{often}, and each of them is credited with the hand."
    else:
        why = f"{often}, and then the fewest cards in hand win."
    return Puzzle(
        form="tick",
        question="The stock has run out and the last melds are laid. Tick everyone who is credited with this hand; "
        "tick nobody if nobody is.",
        position={},
        key=sorted(f"p{seat}" for seat in winners),
        clauses=("exhaust.winner", "exhaust.score", "match.hands-won"),
        why=f"{why} It counts as one hand won; the points are forgotten.",
        options=tuple(
            AnswerOption(
                f"p{seat}",
                f"{name}: melds {score.melds}, hand {score.hand}, {spell_count(len(state.hands[seat]), 'card')} left",
            )
            for seat, (name, score) in enumerate(zip(names, scores, strict=False))
        ),
        reasons={
            f"p{seat}": f"{score.melds} less {score.hand} makes {score.total}." for seat, score in enumerate(scores)
        },
        clauses_by_option={
            f"p{seat}": "exhaust.winner" if seat in level else "exhaust.score" for seat in range(state.seats)
        },
        hints=(
            "Take the hand from the melds for each player, then compare.",
            rule_hint("exhaust.winner", options),
            f"The best score is {best}.",
            f"It is reached {spell_times(len(level))}.",
        ),
        rating=clamp_rating(850 + 60 * state.seats + (200 if len(level) > 1 else 0)),
    )


def _list_credited_seats(state: VazhushalState) -> tuple[int, ...]:
    """Return the seats that are credited with the hand, found by playing the hand to its end by the rules."""
    now = state.copy()
    before = now.match.scores[:]
    for seat in range(now.seats):
        RULES.apply_move(now, seat, Move("done"))
    return tuple(seat for seat in range(now.seats) if now.match.scores[seat] > before[seat])


_CLAUSES = split_clause_ids("""
exhaust.score exhaust.winner exhaust.final-melds exhaust.no-discard exhaust.first-still-pure match.hands-won
score.ace-face score.pip score.wild-in-meld score.joker-in-hand score.ranked-wild-in-hand layoff.own-only
rearr.free rearr.end-state
""")

THEMES = (
    PuzzleTheme(
        slug="score-it",
        title="Score it",
        sentence="Count a hand when the stock has run out, and make the most of the last melds.",
        clauses=_CLAUSES,
        make=_make_any_setup,
        pose=_build_any_puzzle,
        judge_by=_judge_last_melds_answer,
    ),
)
