"""The theme “Track the streak”: puzzles about hands won in a row, and when they score a court (the game's point)."""

from __future__ import annotations

from random import Random
from typing import Any

from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import POSING, build_hand_start, name_side
from games.court_piece.puzzles.endings import ALL, SEVEN, TRICKWISE, ScoredHand, Tally, list_hand_endings, score_hands
from games.court_piece.state import SEATS
from games.engine.calculations import explain_sum
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.kit.puzzle_tools import DRAWING, clamp_rating, repeat_until_fitting, split_clause_ids
from games.words import capitalize_first, spell_count, spell_number


@repeat_until_fitting(steps=DRAWING)
def _make_tally_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about several hands, often with one team close to the streak that scores a court."""
    house, side = POSING.cast_options(options), rng.randrange(2)
    most, kinds = house.tally_target, list_hand_endings(house)
    tally = max(0, most - rng.randint(1, 3)) if rng.random() < 0.7 else rng.randint(0, min(2, most - 1))
    winners = [side if rng.random() < 0.7 else 1 - side for _ in range(rng.randint(3, 5))]
    setup = {
        "holder": side if tally else None,
        "tally": tally,
        "dealer": rng.randrange(SEATS),
        "hands": [{"winner": winner, "kind": rng.choice(kinds)} for winner in winners],
    }
    hands = _score_hands(setup, house)
    courts = [sum(hand.courts[side] for hand in hands) for side in (0, 1)]
    if any(courts) and rng.random() < 0.35:
        return {**setup, "ask": "courts", "side": 0 if courts[0] > courts[1] else 1}
    return {**setup, "ask": "tally"}


def _score_hands(setup: Setup, house: CourtPieceOptions) -> list[ScoredHand]:
    """Score the hands of a puzzle's setup, and return them.

    Raises VoidPuzzle if they're impossible, or if the match ends too early.
    """
    if setup["tally"] >= house.tally_target:
        raise VoidPuzzle("Under these house rules, that many wins in a row would already have scored a court.")
    state = build_hand_start(house, setup["dealer"], tally=setup["tally"], holder=setup["holder"])
    return score_hands(state, setup["hands"])


def _build_tally_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    hands, target = _score_hands(setup, house), house.tally_target
    rows = [_build_hand_row(number, hand, house) for number, hand in enumerate(hands, 1)]
    clauses = _list_tally_clauses(hands)
    start = "Neither team has a streak yet."
    if setup["tally"]:
        won = "the last hand" if setup["tally"] == 1 else f"the last {setup['tally']} hands"
        start = f"{name_side(setup['holder'], start=True)} have won {won}."
    parts: dict[str, Any]
    if setup["ask"] == "courts":
        side = setup.get("side", 0)
        texts = " ".join(row.text for row in rows)
        question = f"{start} {texts} How many courts do {name_side(side)} score in these hands?"
        counts = [(f"hand {spell_number(number)}", hand.courts[side]) for number, hand in enumerate(hands, 1)]
        parts = {"form": "number", "key": sum(count for _, count in counts), "working": str(explain_sum(*counts))}
    else:
        question = f"{start} What’s the streak after each of these hands?"
        parts = {**build_answer_fields("match", rows), "labels": _list_tally_labels(hands)}
    reasons = [row.reason for row in rows]
    clears = "" if house.tally_after_hand_court == "count" else " A court scored in one hand ends every streak."
    rating = 800 + 60 * len(hands) + 90 * sum(hand.kind != TRICKWISE for hand in hands)
    return Puzzle(
        question=question,
        position={},
        clauses=clauses,
        why=" ".join(f"Hand {number}: {reason}" for number, reason in enumerate(reasons, 1)),
        hints=(
            "Did the same team win again, or did the other team start a streak of one?",
            POSING.build_rule_hint(clauses[0], options),
            f"{capitalize_first(spell_number(target))} wins in a row score a court.{clears}",
            f"Hand 1: {reasons[0]}",
        ),
        rating=clamp_rating(rating + 110 * ("court.add-up" in clauses) + 70 * ("court.seven-in-a-row" in clauses)),
        **parts,
    )


def _build_hand_row(number: int, hand: ScoredHand, house: CourtPieceOptions) -> AnswerRow:
    """Return a hand as a row of a puzzle in which the player chooses the streak of wins after each hand.

    The row says how the hand ended, and has the right streak as its label. `number` is the hand's number in the puzzle.
    """
    text = hand.description
    if hand.kind in (SEVEN, ALL) and house.court_goon > 1:
        text = f"{name_side(hand.caller % 2)} chose trump, and {text}"
    reason, label = _explain_tally(hand, house.tally_target), _build_tally_id(hand.tallies[1])
    return AnswerRow(
        f"h{number}", f"Hand {number}: {text}.", reason=reason, clause=_get_tally_clause(hand), label=label
    )


def _explain_tally(hand: ScoredHand, target: int) -> str:
    courts, (holder, tally) = hand.courts[hand.winner], hand.tallies[1]
    winners, score = name_side(hand.winner, start=True), spell_count(courts, "court")
    if holder is not None:
        scoring = f" and score {score}" if courts else ""
        if hand.is_streak_continued:
            return f"{winners} win again{scoring}. The streak is now {tally}."
        return f"{winners} start a streak of 1{scoring}."
    if hand.is_tally_full:
        return f"That makes {target} wins in a row. {winners} score {score}, and the streak is over."
    return f"{winners} score {score}, and the court ends every streak."


def _get_tally_clause(hand: ScoredHand) -> str:
    """Return the id of the clause that decides the streak of wins after a hand."""
    (before, _), (after, _) = hand.tallies
    if hand.is_tally_full:
        return "tally.reset-seven"
    if after is None:
        return "tally.every-hand-counts"
    return "tally.first" if before is None else "tally.same-side" if hand.is_streak_continued else "tally.break"


def _list_tally_clauses(hands: list[ScoredHand]) -> tuple[str, ...]:
    ids = []
    for hand in hands:
        is_special = hand.kind != TRICKWISE
        ids += ["tally.every-hand-counts"] * is_special + ["court.seven-in-a-row"] * hand.is_tally_full
        ids += ["court.add-up"] * (is_special and hand.is_tally_full) + [_get_tally_clause(hand)]
    return POSING.select_game_clauses(sorted(ids, key=lambda id: (not id.startswith("court"), "every" not in id)))


def _build_tally_id(tally: Tally) -> str:
    holder, number = tally
    return "none" if holder is None else f"{holder}-{number}"


def _list_tally_labels(hands: list[ScoredHand]) -> tuple[tuple[str, str], ...]:
    """Return the labels to choose from for each hand: right and wrong states of the tally (the streak of wins).

    Each label is a pair of its id and its text.
    """
    tallies: set[Tally] = {hand.tallies[1] for hand in hands}
    tallies |= {(hand.winner, hand.tallies[0][1] + 1 if hand.is_streak_continued else 1) for hand in hands}
    labels = {
        _build_tally_id((side, number)): f"{name_side(side, start=True)}: streak of {number}"
        for side, number in tallies
        if side is not None
    }
    return (("none", "Neither team has a streak"), *sorted(labels.items()))


THEMES = (
    PuzzleTheme(
        slug="keep-the-tally",
        title="Track the streak",
        sentence="Track the streaks. When is there a court?",
        clauses=split_clause_ids(
            "tally.first tally.same-side tally.break court.seven-in-a-row tally.reset-seven "
            "tally.every-hand-counts court.add-up"
        ),
        make=_make_tally_setup,
        pose=_build_tally_puzzle,
    ),
)
