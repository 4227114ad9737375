"""The theme “Keep the tally”: hands won in a row, and when they score a court."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles.common import OUR, build_hand_with_taken_tricks, name_side, rule_hint, rules_of, unique
from games.court_piece.puzzles.endings import (
    ALL,
    SEVEN,
    TRICKWISE,
    describe_hand_ending,
    end_and_score_hand,
    list_hand_endings,
)
from games.court_piece.state import SEATS
from games.engine.calculations import explain_sum
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, spell_count, spell_number


def _make_tally_setup(rng: Random, options: Options) -> Setup:
    """Make a series of hands, often with one side close to the streak that scores a court."""
    house = rules_of(options)

    def draw_setup() -> Setup:
        side = rng.randrange(2)
        most = house.tally_target
        tally = max(0, most - rng.randint(1, 3)) if rng.random() < 0.7 else rng.randint(0, min(2, most - 1))
        winners = [side if rng.random() < 0.7 else 1 - side for _ in range(rng.randint(3, 5))]
        setup = {
            "holder": side if tally else None,
            "tally": tally,
            "dealer": rng.randrange(SEATS),
            "hands": [{"winner": winner, "kind": rng.choice(list_hand_endings(house))} for winner in winners],
        }
        courts = [sum(hand.courts[side] for hand in _score_hands(setup, options)) for side in (0, 1)]
        if any(courts) and rng.random() < 0.35:
            return {**setup, "ask": "courts", "side": 0 if courts[0] > courts[1] else 1}
        return {**setup, "ask": "tally"}

    return draw_fitting_setup(draw_setup, steps=DRAWING)


@dataclass(frozen=True)
class _ScoredHand:
    """A scored hand: who won it and how, who called trump, tally and holder before and after, and courts."""

    kind: str
    winner: int
    called: int
    before: tuple[int | None, int]
    after: tuple[int | None, int]
    courts: tuple[int, int]
    full: bool
    """Whether the hand completed the tally."""


def _score_hands(setup: Setup, options: Options) -> list[_ScoredHand]:
    """Return the hands as the rules score them. Raises Void if they're impossible or the match ends too early."""
    house = rules_of(options)
    if setup["tally"] >= house.tally_target:
        raise Void("By these house rules nobody can have won so many hands in a row without a court for it.")
    state = build_hand_with_taken_tricks(house)
    state.match.dealer, state.holder, state.tally = setup["dealer"], setup["holder"], setup["tally"]
    found = []
    for hand in setup["hands"]:
        if state.match.over:
            raise Void("By these house rules the match would be over before that.")
        before, called = (state.holder, state.tally), state.caller % 2
        end_and_score_hand(state, hand["kind"], hand["winner"])
        scores = state.match.results[-1].scores
        assert scores is not None
        winner, counts = hand["winner"], hand["kind"] == TRICKWISE or house.tally_after_hand_court == "count"
        full = counts and before == (winner, house.tally_target - 1)
        after = (state.holder, state.tally)
        found.append(_ScoredHand(hand["kind"], winner, called, before, after, (scores[0], scores[1]), full))
    return found


def _describe_hand_result(hand: _ScoredHand, house: CourtPieceOptions) -> str:
    """Return how a hand ended, and the side that called trump where that matters."""
    said = describe_hand_ending(hand.kind, hand.winner)
    counts = hand.kind in (SEVEN, ALL) and house.court_goon > 1
    return f"{name_side(hand.called)} had called trumps; {said}" if counts else said


def _encode_tally(after: tuple[int | None, int]) -> str:
    holder, tally = after
    return "none" if holder is None else f"{holder}-{tally}"


def _describe_tally(standing: str) -> str:
    side, _, tally = standing.partition("-")
    return f"{capitalize_first(name_side(int(side)))}: {tally} in a row" if tally else "Nobody holds a tally"


def _explain_tally(hand: _ScoredHand, target: int) -> str:
    again = hand.before[0] == hand.winner
    courts = hand.courts[hand.winner]
    scored = f"{spell_count(courts, 'court')} scored"
    if hand.after[0] is not None:
        said = f"{capitalize_first(name_side(hand.winner))} "
        said += f"win again: {hand.after[1]} in a row" if again else "are the ones with a win now: 1 in a row"
        return f"{said}{f', with {scored}' if courts else ''}."
    if hand.full:
        return f"It is win number {target} in a row: {scored} in all, and the tally begins anew."
    return f"The court of this hand clears the tally: {scored}."


def _pose_tally_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    hands = _score_hands(setup, options)
    target = house.tally_target
    begun = "Nobody holds a tally yet."
    if setup["tally"]:
        won = "the last hand" if setup["tally"] == 1 else f"the last {setup['tally']} hands"
        begun = f"{capitalize_first(name_side(setup['holder']))} have won {won}."
    ids = [f"h{number}" for number in range(1, len(hands) + 1)]
    told = [f"Hand {place}: {_describe_hand_result(hand, house)}." for place, hand in enumerate(hands, 1)]
    reasons = {id: _explain_tally(hand, target) for id, hand in zip(ids, hands, strict=True)}
    key = {id: _encode_tally(hand.after) for id, hand in zip(ids, hands, strict=True)}
    side = setup.get("side", OUR)
    clauses = _list_tally_clauses(hands, house)
    number = setup["ask"] == "courts"
    asked = f"{begun} {' '.join(told)} How many courts do {name_side(side)} score in these hands?"
    return Puzzle(
        theme="keep-the-tally",
        form="number" if number else "match",
        question=asked if number else f"{begun} Keep the tally: how does it stand after each of these hands?",
        position={},
        key=sum(hand.courts[side] for hand in hands) if number else key,
        clauses=clauses,
        why=" ".join(f"Hand {place}: {reasons[id][:1].lower()}{reasons[id][1:]}" for place, id in enumerate(ids, 1)),
        working=_format_court_sum(hands, side) if number else "",
        options=() if number else tuple(AnswerOption(id, text) for id, text in zip(ids, told, strict=True)),
        labels=() if number else _list_tally_labels(hands),
        reasons={} if number else reasons,
        clauses_by_option={}
        if number
        else {id: _find_deciding_clause(hand) for id, hand in zip(ids, hands, strict=True)},
        hints=(
            "A side that wins again goes up by one; the other side’s win makes it begin again from one.",
            rule_hint(clauses[0], options),
            f"A court is due at {target} in a row."
            if house.tally_after_hand_court == "count"
            else f"A court is due at {target} in a row, and a court made in one hand clears the tally.",
            f"After hand 1: {reasons['h1'][:1].lower()}{reasons['h1'][1:]}",
        ),
        rating=clamp_rating(
            800
            + 60 * len(hands)
            + 90 * sum(hand.kind != TRICKWISE for hand in hands)
            + 110 * ("court.add-up" in clauses)
            + 70 * ("court.seven-in-a-row" in clauses)
        ),
    )


def _format_court_sum(hands: list[_ScoredHand], side: int) -> str:
    """Return the courts of a side, hand by hand, as a sum in words."""
    return str(explain_sum(*((f"hand {spell_number(at)}", hand.courts[side]) for at, hand in enumerate(hands, 1))))


def _list_tally_labels(hands: list[_ScoredHand]) -> tuple[tuple[str, str], ...]:
    """Return the answers to choose from: right states of the tally after a hand, and plausible wrong ones."""
    found = {_encode_tally(hand.after) for hand in hands} | {"none"}
    for hand in hands:
        found.add(f"{hand.winner}-{hand.before[1] + 1 if hand.before[0] == hand.winner else 1}")
    return tuple((one, _describe_tally(one)) for one in sorted(found, key=lambda one: (one != "none", one)))


def _find_deciding_clause(hand: _ScoredHand) -> str:
    """Return the clause that decides the tally after a hand."""
    if hand.full:
        return "tally.reset-seven"
    if hand.after[0] is None:
        return "tally.every-hand-counts"
    return "tally.first" if hand.before[0] is None else "tally.same-side" if hand.after[1] > 1 else "tally.break"


def _list_tally_clauses(hands: list[_ScoredHand], house: CourtPieceOptions) -> tuple[str, ...]:
    ids = []
    for hand in hands:
        again = hand.before[0] == hand.winner
        counts = hand.kind == TRICKWISE or house.tally_after_hand_court == "count"
        if hand.kind != TRICKWISE:
            ids.append("tally.every-hand-counts")
        if hand.full:
            ids += ["court.seven-in-a-row", "tally.reset-seven", *(["court.add-up"] if hand.kind != TRICKWISE else [])]
        elif counts:
            first = "tally.first" if hand.before[0] is None else "tally.same-side" if again else "tally.break"
            ids.append(first)
    return unique(sorted(ids, key=lambda id: (not id.startswith("court"), "every" not in id)))


THEMES = (
    PuzzleTheme(
        slug="keep-the-tally",
        title="Keep the tally",
        sentence="Hand after hand: who has won how many in a row, and when is that a court?",
        clauses=split_clause_ids(
            "tally.first tally.same-side tally.break court.seven-in-a-row tally.reset-seven "
            "tally.every-hand-counts court.add-up"
        ),
        make=_make_tally_setup,
        pose=_pose_tally_puzzle,
    ),
)
