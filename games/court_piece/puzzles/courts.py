"""The theme “Court or not?”: puzzles about a hand that is described trick by trick.

The questions are whether the hand ends, which side wins it, and whether it scores a court (the game's point).
"""

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
    MORE: "The hand simply continues",
    ASKED: "A team has the first seven tricks and decides whether to play on",
    PLAIN: "The hand is over, and neither team scores a court",
    COURT: "The hand is over, and one team scores a court or more",
}


@repeat_until_fitting(steps=DRAWING)
def _make_court_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about a hand that is described trick by trick, to its end or to an earlier trick."""
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
    """Return the seats that take the tricks of a random hand, in order. Most of them are on the same side.

    `kind` says how the tricks are divided, such as “sweep” if one side takes the first seven.
    """
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
    """A hand that was played as far as a puzzle's question describes it.

    `next` is what happens next, as a key of `_NEXT`. `result` is a pair of the winning side and the courts that it
    scores, or None if the hand isn't over.
    """

    state: CourtPieceState
    caller: int
    next: str
    result: tuple[int, int] | None
    replies: list[tuple[int, bool]]
    """Seats asked whether to play on, each with its answer."""


def _play_described_hand(setup: Setup, options: Options) -> _PlayedHand:
    """Play the hand that a puzzle's setup describes, and return it.

    Raises VoidPuzzle if the hand would have ended earlier.
    """
    state, winners = build_hand_start(options, setup["dealer"]), setup["winners"]
    caller, replies, unused = state.caller, [], list(setup["said"])
    for number, winner in enumerate(winners, 1):
        if state.phase != "play":
            raise VoidPuzzle("Under these house rules, the hand in this question would have ended earlier.")
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
    """Return the hand in words, with one phrase for consecutive tricks of the same side."""
    parts = []
    tricks = [(winner % 2, bool(hand.replies) and index >= SWEEP) for index, winner in enumerate(setup["winners"])]
    end = 0
    for (side, _), group in groupby(tricks):
        start, end = end + 1, end + len(list(group))
        several = f"tricks {start} {'and' if end == start + 1 else 'to'} {end}"
        parts.append(f"{name_side(side)} took {f'trick {end}' if start == end else several}")
        if end == SWEEP:
            parts += [f"{name_seat(seat)} said {'yes' if yes else 'no'} to playing on" for seat, yes in hand.replies]
    return f"{name_seat(hand.caller, start=True)} chose trump. {capitalize_first(join_words(parts))}."


def _build_court_puzzle(setup: Setup, options: Options) -> Puzzle:
    hand = _play_described_hand(setup, options)
    winners, (ours, theirs) = setup["winners"], hand.state.count_tricks_by_side()
    clauses, why = _list_deciding_clauses(hand), _explain_hand(hand)
    if setup["ask"] == "next":
        question, rows = "What happens now?", [_build_next_event_row(hand, event, why) for event in _NEXT]
    else:
        question, rows = "The hand is over. What’s the result?", _build_outcome_rows(hand)
    rating = 850 + 120 * len(hand.replies) + 90 * (setup["ask"] == "result")
    return Puzzle(
        question=f"{_describe_hand(setup, hand)} {question}",
        position={},
        clauses=clauses,
        why=why,
        hints=(
            "Did one team take all of the first seven tricks?",
            POSING.build_rule_hint(clauses[0], options),
            f"Of the first {min(SWEEP, len(winners))} tricks, your team has "
            f"{sum(winner % 2 == 0 for winner in winners[:SWEEP])}.",
            f"The total is {ours} to {theirs}.",
        ),
        rating=clamp_rating(rating + 20 * max(0, len(winners) - SWEEP) + 60 * len(clauses)),
        **build_answer_fields("one", rows, clauses[0]),
    )


def _build_outcome_rows(hand: _PlayedHand) -> list[AnswerRow]:
    """Return the answer choices for the result of a hand: each side as the winner, with several numbers of courts.

    Raises VoidPuzzle if the hand isn't over.
    """
    if hand.result is None:
        raise VoidPuzzle("Under these house rules, the hand in this question isn’t over yet.")
    house, rows, (winners, courts) = hand.state.options, [], hand.result
    thirteen = max(hand.state.count_tricks_by_side()) == TRICKS
    amounts = sorted({1, courts, house.playon_value, house.playon_value + 1 if thirteen else 0})
    for side, amount in product((0, 1), amounts):
        name, worth, is_right = name_side(side, start=True), spell_count(amount, "court"), (side, amount) == hand.result
        if is_right:
            reason = f"{name} win the hand, and it scores {worth}."
        elif side != winners:
            reason = f"{name} lost the hand."
        elif hand.state.find_first_seven_winner() is None:
            reason = "No team has won all of the first seven tricks."
        elif thirteen:
            how = "on top of" if house.playon_adds else "instead of"
            reason = f"Winning all 13 tricks scores {how} the court for the first seven."
        else:
            reason = f"One team has won all of the first seven tricks{', but not all 13' if amount else ''}."
        rows.append(AnswerRow(f"{side}-{amount}", f"{name} win the hand and score {worth}", is_right, reason))
    return rows


def _build_next_event_row(hand: _PlayedHand, event: str, why: str) -> AnswerRow:
    """Return an event as an answer choice: whether it comes next in this hand, and why or why not.

    `event` is a key of `_NEXT`. If it comes next, the reason is `why`.
    """
    if event == hand.next:
        reason = why
    elif event in (ASKED, COURT) and hand.state.find_first_seven_winner() is None:
        reason = "No team has won all of the first seven tricks."
    elif hand.next == ASKED:
        reason = "One team has won all of the first seven tricks."
    elif event in (MORE, ASKED):
        reason = "No trick follows this one." if event == MORE else "Nobody has to decide at this point."
    elif hand.next == MORE:
        reason = f"After {len(hand.state.tricks)} tricks, the hand isn’t over yet."
    else:
        reason = "The first seven tricks score a court."
    return AnswerRow(event, _NEXT[event], event == hand.next, reason)


def _explain_hand(hand: _PlayedHand) -> str:
    sweeper, tricks = hand.state.find_first_seven_winner(), sorted(hand.state.count_tricks_by_side())
    if hand.next == ASKED and sweeper is not None:
        name = name_side(sweeper, start=True)
        return (
            f"{name} have all of the first seven tricks and score a court. Next, the winners decide whether to play on."
        )
    if hand.result is None and sweeper is None:
        until = "until a team has seven tricks" if hand.state.options.hand_stop_at_seven else "for all 13 tricks"
        return f"Both teams have some of the first seven tricks, so there’s no court. The hand continues {until}."
    if hand.result is None:
        return "The winners played on, and the hand isn’t over yet."
    (side, courts), name = hand.result, name_side(hand.result[0], start=True)
    if sweeper is None:
        score = f"{tricks[1]} tricks to {tricks[0]}"
        return f"{name} win the hand by {score}. Without all of the first seven, there’s no court."
    if tricks[1] == TRICKS:
        return f"{name} have all 13 tricks and score {spell_count(courts, 'court')}."
    because = f", because {name_side(1 - side)} chose trump" if courts > 1 else ""
    return f"{name} have the first seven tricks and score {spell_count(courts, 'court')}{because}."


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
        sentence="Follow a hand. Who won, did it stop early, and is there a court?",
        clauses=split_clause_ids(
            "court.first-seven court.first-seven-either-side playon.default-stop playon.fifty-two playon.replaces "
            "playon.no-penalty playon.stop-on-loss hand.split-plays-out hand.majority hand.sweep-is-win"
        ),
        make=_make_court_setup,
        pose=_build_court_puzzle,
    ),
)
