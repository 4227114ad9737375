"""The theme “Court or not?”: a hand described trick by trick. Does it end, which side won it, and is there a court?"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from games.court_piece.puzzles.common import (
    OUR,
    name_seat,
    name_side,
    play_trick_won_by,
    rule_hint,
    rules_of,
    seated,
    unique,
)
from games.court_piece.rules import RULES
from games.court_piece.state import SEATS, SWEEP, TRICKS, CourtPieceState
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, join_words, spell_count

MORE, ASKED, PLAIN, COURT = "more", "asked", "plain", "court"
_NEXT = (
    AnswerOption(MORE, "The next trick is played, and nobody is asked anything"),
    AnswerOption(ASKED, "A side has the first seven tricks and is asked whether to play on"),
    AnswerOption(PLAIN, "The hand is over, and nobody scores a court for it"),
    AnswerOption(COURT, "The hand is over, and courts are scored for it"),
)


def _make_court_setup(rng: Random, options: Options) -> Setup:
    """Make a hand described trick by trick, up to its end or somewhere before it."""

    def draw_setup() -> Setup | None:
        kind = rng.choice(("sweep", "near", "near", "near", "on", "on", "on", "thirteen", "late", "close", "close"))
        setup = {
            "dealer": rng.randrange(SEATS),
            "winners": _pick_trick_winners(rng, kind, rng.randrange(2)),
            "said": [rng.random() < (0.15 if kind in ("sweep", "near") else 0.9) for _ in range(2)],
            "ask": rng.choice(("next", "result")),
        }
        found = _play_described_hand(setup, options)
        return setup if setup["ask"] == "next" or found.result is not None else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _pick_trick_winners(rng: Random, kind: str, side: int) -> list[int]:
    """Return the seats that take the tricks of a hand, in order; most of them belong to `side`."""

    def pick_seat_of_side(side: int) -> int:
        return rng.choice((side, side + 2))

    if kind == "sweep":
        return [pick_seat_of_side(side) for _ in range(SWEEP)]
    if kind == "thirteen":
        return [pick_seat_of_side(side) for _ in range(TRICKS)]
    if kind == "on":
        return [*(pick_seat_of_side(side) for _ in range(rng.randint(SWEEP, TRICKS - 1))), pick_seat_of_side(1 - side)]
    if kind == "near":
        lost = rng.randrange(SWEEP)
        first = [pick_seat_of_side(1 - side if number == lost else side) for number in range(SWEEP)]
        return [*first, *(pick_seat_of_side(rng.randrange(2)) for _ in range(rng.choice((0, 1, 2, TRICKS - SWEEP))))]
    if kind == "late":
        lost = rng.choice((1, 1, 1, 2, 3))
        return [
            *(pick_seat_of_side(1 - side) for _ in range(lost)),
            *(pick_seat_of_side(side) for _ in range(TRICKS - lost)),
        ]
    sides = [side] * 7 + [1 - side] * 6
    rng.shuffle(sides)
    return [pick_seat_of_side(one) for one in sides]


@dataclass(frozen=True)
class _PlayedHand:
    """A hand played as far as the question describes it.

    `next` says what happens next. `result` has the winning side and its courts, or is None if the hand isn't over.
    """

    state: CourtPieceState
    next: str
    result: tuple[int, int] | None
    asked: tuple[tuple[int, bool], ...]
    """Seats asked whether to play on, each with its answer."""


def _play_described_hand(setup: Setup, options: Options) -> _PlayedHand:
    """Return the hand as the rules play it.

    Raises Void if it would have ended earlier under these rules.
    """
    house = rules_of(options)
    state = seated(
        {"trump": "S", "turn": (setup["dealer"] + house.seat_step) % SEATS, "match": {"dealer": setup["dealer"]}}, house
    )
    said, asked = list(setup["said"]), []
    for number, winner in enumerate(setup["winners"], 1):
        if state.phase != "play":
            raise Void("By these house rules the hand would have been over before.")
        play_trick_won_by(state, winner)
        while state.phase == "playon" and said and number < len(setup["winners"]) + (setup["ask"] == "result"):
            asked.append((state.turn, said[0]))
            RULES.apply_move(state, state.turn, Move("go-on" if said.pop(0) else "stop"))
    while state.phase == "confirm":
        RULES.apply_move(state, state.waiting[0], Move("confirm"))
    if state.phase in ("play", "playon"):
        return _PlayedHand(state, MORE if state.phase == "play" else ASKED, None, tuple(asked))
    result = state.match.results[-1]
    assert result.scores is not None
    side = result.winners[0] % 2
    courts = result.scores[side]
    return _PlayedHand(state, COURT if courts else PLAIN, (side, courts), tuple(asked))


def _describe_hand(setup: Setup, found: _PlayedHand) -> str:
    """Return the hand in words, with consecutive tricks of one side in a group."""
    caller = (setup["dealer"] + found.state.options.seat_step) % SEATS
    parts, winners, start = [], setup["winners"], 0
    while start < len(winners):
        end = start
        while end < len(winners) and winners[end] % 2 == winners[start] % 2:
            end += 1
        if start < SWEEP < end and found.asked:
            end = SWEEP
        several = f"tricks {start + 1} {'and' if end == start + 2 else 'to'} {end}"
        tricks = f"trick {end}" if end == start + 1 else several
        parts.append(f"{name_side(winners[start] % 2)} took {tricks}")
        if end == SWEEP and found.asked:
            parts += [f"{name_seat(seat)} said {'yes' if yes else 'no'} to playing on" for seat, yes in found.asked]
        start = end
    return f"{capitalize_first(name_seat(caller))} called trumps. {capitalize_first(join_words(parts))}."


def _pose_court_puzzle(setup: Setup, options: Options) -> Puzzle:
    found = _play_described_hand(setup, options)
    ours = len([winner for winner in setup["winners"] if winner % 2 == OUR])
    theirs = len(setup["winners"]) - ours
    clauses = _list_deciding_clauses(setup, found)
    if setup["ask"] == "next":
        key, asked = found.next, "What happens now?"
        choices: tuple[AnswerOption, ...] = _NEXT
        reasons = {option.id: _explain_wrong_next_event(found, option.id) for option in choices}
        reasons[key] = _explain_hand(found, ours, theirs)
    else:
        if found.result is None:
            raise Void("By these house rules the hand is not over yet.")
        key, choices, reasons = _build_outcome_options(found)
        asked = "The hand is over. What has come of it?"
    return Puzzle(
        theme="court-or-not",
        form="one",
        question=f"{_describe_hand(setup, found)} {asked}",
        position={},
        key=key,
        clauses=clauses,
        why=_explain_hand(found, ours, theirs),
        options=choices,
        reasons=reasons,
        clauses_by_option={key: clauses[0]},
        hints=(
            "Look at the first seven tricks: did one side take them all?",
            rule_hint(clauses[0], options),
            f"Of the first {min(SWEEP, len(setup['winners']))} tricks your side has "
            f"{sum(winner % 2 == OUR for winner in setup['winners'][:SWEEP])}.",
            f"In all it is {ours} to {theirs}.",
        ),
        rating=clamp_rating(
            850
            + 120 * len(found.asked)
            + 90 * (setup["ask"] == "result")
            + 20 * max(0, len(setup["winners"]) - SWEEP)
            + 60 * len(clauses)
        ),
    )


def _build_outcome_options(found: _PlayedHand) -> tuple[str, tuple[AnswerOption, ...], dict[str, str]]:
    """Return the id of the right option, the options, and a mapping from each option's id to why it's right or wrong.

    An option is an outcome of the hand: the side that wins it, and the number of courts.
    """
    assert found.result is not None
    side, courts = found.result
    house = found.state.options
    thirteen = max(found.state.count_tricks_by_side()) == TRICKS
    amounts = sorted({1, courts, house.playon_value, house.playon_value + 1 if thirteen else 0})
    outcomes = [(one, amount) for one in (side, 1 - side) for amount in amounts]
    choices = tuple(
        AnswerOption(
            f"{one}-{amount}",
            f"{capitalize_first(name_side(one))} win the hand and score {spell_count(amount, 'court')}",
        )
        for one, amount in sorted(outcomes)
    )
    key = f"{side}-{courts}"
    reasons = {f"{one}-{amount}": _explain_wrong_outcome(found, one, amount) for one, amount in outcomes}
    reasons[key] = f"{capitalize_first(name_side(side))} win the hand, and it is worth {spell_count(courts, 'court')}."
    return key, choices, reasons


def _explain_wrong_outcome(found: _PlayedHand, winners: int, amount: int) -> str:
    if found.result is not None and found.result[0] != winners:
        return f"{capitalize_first(name_side(winners))} have not won the hand."
    if found.state.find_first_seven_winner() is None:
        return "No side has all of the first seven tricks."
    if max(found.state.count_tricks_by_side()) < TRICKS:
        return "One side has all of the first seven tricks" + (", but not all thirteen." if amount else ".")
    place = "on top" if found.state.options.playon_adds else "in the place"
    return f"All thirteen tricks count {place} of what the first seven are worth."


def _explain_wrong_next_event(found: _PlayedHand, chosen: str) -> str:
    swept, taken = found.state.find_first_seven_winner() is not None, len(found.state.tricks)
    if chosen in (ASKED, COURT) and not swept:
        return "No side has taken all of the first seven tricks."
    if found.next == ASKED:
        return "One side has all of the first seven tricks."
    if chosen == MORE:
        return "No trick follows on this one."
    if chosen == ASKED:
        return "Nobody is asked at this point."
    return f"After {taken} tricks the hand is not over yet." if found.next == MORE else "The first seven tricks count."


def _explain_hand(found: _PlayedHand, ours: int, theirs: int) -> str:
    sweeper, score = found.state.find_first_seven_winner(), f"{max(ours, theirs)} tricks to {min(ours, theirs)}"
    if found.next == ASKED:
        assert sweeper is not None
        return (
            f"{capitalize_first(name_side(sweeper))} have all of the first seven tricks: a court. They are "
            "asked whether to play on."
        )
    if found.next == MORE and sweeper is None:
        until = "until a side has seven tricks" if found.state.options.hand_stop_at_seven else "for all thirteen tricks"
        return f"The first seven tricks are shared, so there is no court, and the hand goes on {until}."
    if found.next == MORE:
        return "The hand was played on, and it is not over yet."
    assert found.result is not None
    side, courts = found.result
    if sweeper is None:
        return (
            f"{capitalize_first(name_side(side))} win the hand by {score}, and without all of the first seven "
            "there is no court."
        )
    thirteen = max(ours, theirs) == TRICKS
    foreign = "" if thirteen or courts == 1 else f", since {name_side(1 - side)} called trumps"
    what = "all thirteen tricks" if thirteen else "the first seven tricks"
    return f"{capitalize_first(name_side(side))} have {what}: {spell_count(courts, 'court')}{foreign}."


def _list_deciding_clauses(setup: Setup, found: _PlayedHand) -> tuple[str, ...]:
    state, winners = found.state, setup["winners"]
    caller = (setup["dealer"] + state.options.seat_step) % SEATS
    sweeper = state.find_first_seven_winner()
    if sweeper is None:
        return unique(["hand.split-plays-out", "court.first-seven", *(["hand.majority"] if found.result else [])])
    ids = ["court.first-seven"]
    if max(state.count_tricks_by_side()) == TRICKS:
        ids = ["playon.fifty-two", "playon.replaces", *ids]
    elif len(winners) > SWEEP:
        ids = ["playon.no-penalty", "playon.stop-on-loss", *ids]
    elif found.next != ASKED:
        ids.append("playon.default-stop")
    if found.result is not None:
        ids.append("hand.sweep-is-win")
    return unique([*ids, *(["court.first-seven-either-side"] if caller % 2 != sweeper else [])])


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
        pose=_pose_court_puzzle,
    ),
)
