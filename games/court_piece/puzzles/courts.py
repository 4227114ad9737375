"""The theme “Court or not?”: a hand described trick by trick. Does it end, which side won it, and is there a court?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby, product
from random import Random

from games.court_piece.puzzles.common import POSING, build_hand_start, name_seat, name_side, play_trick_won_by
from games.court_piece.rules import RULES
from games.court_piece.state import SEATS, SWEEP, TRICKS, CourtPieceState
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.kit.puzzle_tools import DRAWING, clamp_rating, repeat_until_fitting, split_clause_ids
from games.words import capitalize_first, join_words, spell_count

MORE, ASKED, PLAIN, COURT = "more", "asked", "plain", "court"
_NEXT = {
    MORE: "The next trick is played, and nobody is asked anything",
    ASKED: "A side has the first seven tricks and is asked whether to play on",
    PLAIN: "The hand is over, and nobody scores a court for it",
    COURT: "The hand is over, and courts are scored for it",
}


@repeat_until_fitting(steps=DRAWING)
def _make_court_setup(rng: Random, options: Options) -> Setup:
    """Make a hand described trick by trick, up to its end or somewhere before it."""
    kind = rng.choice(("sweep", "near", "near", "near", "on", "on", "on", "thirteen", "late", "close", "close"))
    setup = {
        "dealer": rng.randrange(SEATS),
        "winners": _draw_trick_winners(rng, kind),
        "said": [rng.random() < (0.15 if kind in ("sweep", "near") else 0.9) for _ in range(2)],
        "ask": rng.choice(("next", "result")),
    }
    _build_court_puzzle(setup, options)
    return setup


def _draw_trick_winners(rng: Random, kind: str) -> list[int]:
    """Return the seats that take the tricks of a hand, in order; most of them are partners."""
    side = rng.randrange(2)
    other = 1 - side
    lost = rng.choice((1, 1, 1, 2, 3))
    sides = {
        "sweep": [side] * SWEEP,
        "thirteen": [side] * TRICKS,
        "on": [side] * rng.randint(SWEEP, TRICKS - 1) + [other],
        "near": rng.sample([side] * 6 + [other], SWEEP) + rng.choices((0, 1), k=rng.choice((0, 1, 2, TRICKS - SWEEP))),
        "late": [other] * lost + [side] * (TRICKS - lost),
        "close": rng.sample([side] * 7 + [other] * 6, TRICKS),
    }[kind]
    return [side + 2 * rng.randrange(2) for side in sides]


@dataclass(frozen=True)
class _PlayedHand:
    """A hand played as far as the question describes it.

    `next` says what happens next. `result` has the winning side and its courts, or is None if the hand isn't over.
    """

    state: CourtPieceState
    caller: int
    next: str
    result: tuple[int, int] | None
    replies: list[tuple[int, bool]]
    """Seats asked whether to play on, each with its answer."""


def _play_described_hand(setup: Setup, options: Options) -> _PlayedHand:
    """Return the hand as the rules play it. Raises VoidPuzzle if it would have ended earlier under these rules."""
    state, winners = build_hand_start(options, setup["dealer"]), setup["winners"]
    caller, replies, unused = state.caller, [], list(setup["said"])
    for number, winner in enumerate(winners, 1):
        if state.phase != "play":
            raise VoidPuzzle("By these house rules the hand would have been over before.")
        play_trick_won_by(state, winner)
        while state.phase == "playon" and unused and (number < len(winners) or setup["ask"] == "result"):
            replies.append((state.turn, unused[0]))
            RULES.apply_move(state, state.turn, Move("go-on" if unused.pop(0) else "stop"))
    while state.phase == "confirm":
        RULES.apply_move(state, state.waiting[0], Move("confirm"))
    if state.phase in ("play", "playon"):
        return _PlayedHand(state, caller, MORE if state.phase == "play" else ASKED, None, replies)
    score = state.match.results[-1]
    assert score.scores is not None
    side = score.winners[0] % 2
    courts = score.scores[side]
    return _PlayedHand(state, caller, COURT if courts else PLAIN, (side, courts), replies)


def _describe_hand(setup: Setup, hand: _PlayedHand) -> str:
    """Return the hand in words, with consecutive tricks of one side in a group."""
    parts = []
    tricks = [(winner % 2, bool(hand.replies) and at >= SWEEP) for at, winner in enumerate(setup["winners"])]
    end = 0
    for (side, _), group in groupby(tricks):
        start, end = end + 1, end + len(list(group))
        several = f"tricks {start} {'and' if end == start + 1 else 'to'} {end}"
        parts.append(f"{name_side(side)} took {f'trick {end}' if start == end else several}")
        if end == SWEEP:
            parts += [f"{name_seat(seat)} said {'yes' if yes else 'no'} to playing on" for seat, yes in hand.replies]
    return f"{name_seat(hand.caller, start=True)} called trumps. {capitalize_first(join_words(parts))}."


def _build_court_puzzle(setup: Setup, options: Options) -> Puzzle:
    hand = _play_described_hand(setup, options)
    winners, (ours, theirs) = setup["winners"], hand.state.count_tricks_by_side()
    clauses, why = _list_deciding_clauses(hand), _explain_hand(hand)
    if setup["ask"] == "next":
        question, rows = "What happens now?", [_build_next_event_row(hand, event, why) for event in _NEXT]
    else:
        question, rows = "The hand is over. What has come of it?", _build_outcome_rows(hand)
    rating = 850 + 120 * len(hand.replies) + 90 * (setup["ask"] == "result")
    return Puzzle(
        question=f"{_describe_hand(setup, hand)} {question}",
        position={},
        clauses=clauses,
        why=why,
        hints=(
            "Look at the first seven tricks: did one side take them all?",
            POSING.build_rule_hint(clauses[0], options),
            f"Of the first {min(SWEEP, len(winners))} tricks your side has "
            f"{sum(winner % 2 == 0 for winner in winners[:SWEEP])}.",
            f"In all it is {ours} to {theirs}.",
        ),
        rating=clamp_rating(rating + 20 * max(0, len(winners) - SWEEP) + 60 * len(clauses)),
        **build_answer_fields("one", rows, clauses[0]),
    )


def _build_outcome_rows(hand: _PlayedHand) -> list[AnswerRow]:
    """Return a row for each side and number of courts that it might score. Raises VoidPuzzle if the hand isn't over."""
    if hand.result is None:
        raise VoidPuzzle("By these house rules the hand is not over yet.")
    house, rows, (winners, courts) = hand.state.options, [], hand.result
    thirteen = max(hand.state.count_tricks_by_side()) == TRICKS
    amounts = sorted({1, courts, house.playon_value, house.playon_value + 1 if thirteen else 0})
    for side, amount in product((0, 1), amounts):
        name, worth, is_right = name_side(side, start=True), spell_count(amount, "court"), (side, amount) == hand.result
        if is_right:
            reason = f"{name} win the hand, and it is worth {worth}."
        elif side != winners:
            reason = f"{name} have not won the hand."
        elif hand.state.find_first_seven_winner() is None:
            reason = "No side has all of the first seven tricks."
        elif thirteen:
            place = "on top" if house.playon_adds else "in the place"
            reason = f"All thirteen tricks count {place} of what the first seven are worth."
        else:
            reason = f"One side has all of the first seven tricks{', but not all thirteen' if amount else ''}."
        rows.append(AnswerRow(f"{side}-{amount}", f"{name} win the hand and score {worth}", is_right, reason))
    return rows


def _build_next_event_row(hand: _PlayedHand, event: str, why: str) -> AnswerRow:
    """Return the row of an event: whether it comes next, and why or why not; `why` is the reason of the right one."""
    if event == hand.next:
        reason = why
    elif event in (ASKED, COURT) and hand.state.find_first_seven_winner() is None:
        reason = "No side has taken all of the first seven tricks."
    elif hand.next == ASKED:
        reason = "One side has all of the first seven tricks."
    elif event in (MORE, ASKED):
        reason = "No trick follows on this one." if event == MORE else "Nobody is asked at this point."
    elif hand.next == MORE:
        reason = f"After {len(hand.state.tricks)} tricks the hand is not over yet."
    else:
        reason = "The first seven tricks count."
    return AnswerRow(event, _NEXT[event], event == hand.next, reason)


def _explain_hand(hand: _PlayedHand) -> str:
    sweeper, tricks = hand.state.find_first_seven_winner(), sorted(hand.state.count_tricks_by_side())
    if hand.next == ASKED and sweeper is not None:
        name = name_side(sweeper, start=True)
        return f"{name} have all of the first seven tricks: a court. They are asked whether to play on."
    if hand.result is None and sweeper is None:
        until = "until a side has seven tricks" if hand.state.options.hand_stop_at_seven else "for all thirteen tricks"
        return f"The first seven tricks are shared, so there is no court, and the hand goes on {until}."
    if hand.result is None:
        return "The hand was played on, and it is not over yet."
    (side, courts), name = hand.result, name_side(hand.result[0], start=True)
    if sweeper is None:
        score = f"{tricks[1]} tricks to {tricks[0]}"
        return f"{name} win the hand by {score}, and without all of the first seven there is no court."
    if tricks[1] == TRICKS:
        return f"{name} have all thirteen tricks: {spell_count(courts, 'court')}."
    foreign = f", since {name_side(1 - side)} called trumps" if courts > 1 else ""
    return f"{name} have the first seven tricks: {spell_count(courts, 'court')}{foreign}."


def _list_deciding_clauses(hand: _PlayedHand) -> tuple[str, ...]:
    state, is_over = hand.state, hand.result is not None
    sweeper, tricks = state.find_first_seven_winner(), len(state.tricks)
    if sweeper is None:
        ids = ["hand.split-plays-out", "court.first-seven"] + ["hand.majority"] * is_over
        return POSING.select_game_clauses(ids)
    ids = ["court.first-seven"]
    if max(state.count_tricks_by_side()) == TRICKS:
        ids = ["playon.fifty-two", "playon.replaces", *ids]
    elif tricks > SWEEP:
        ids = ["playon.no-penalty", "playon.stop-on-loss", *ids]
    elif hand.next != ASKED:
        ids += ["playon.default-stop"]
    ids += ["hand.sweep-is-win"] * is_over + ["court.first-seven-either-side"] * (hand.caller % 2 != sweeper)
    return POSING.select_game_clauses(ids)


THEMES = (
    PuzzleTheme(
        slug="court-or-not",
        title="Court or not?",
        sentence="Follow a hand trick by trick: does it stop, who has won, and is there a court?",
        clauses=split_clause_ids(
            "court.first-seven court.first-seven-either-side playon.default-stop playon.fifty-two playon.replaces "
            "playon.no-penalty playon.stop-on-loss hand.split-plays-out hand.majority hand.sweep-is-win"
        ),
        make=_make_court_setup,
        pose=_build_court_puzzle,
    ),
)
