"""Puzzles on the best use of one turn: going out, and leaving as little as possible in hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.cards import Card, codes, in_pack_order, without
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Puzzle, Setup, Theme, Verdict, Void
from games.engine.working import worth_of
from games.kit.posing import DRAWING, clamp, clause_ids, until_found
from games.mille.endgame import after_taking, cards_left, left_over, way_out
from games.mille.melds import SHORTEST, TWO
from games.mille.puzzles.common import POSING, Pack, laid
from games.mille.scoring import VALUES
from games.mille.state import MilleState
from games.words import many, quoted

OUT = clause_ids("out.empty wild.two take.pile-pair")
LEFT = clause_ids("take.pile-first wild.two value.table score.hand")
CHEAPEST, SELDOM = 5, 0.5
"""The points of the cheapest card, a common answer, and how often the answer has to be higher."""
SHORT = 3
"""The fewest moves of a way to go out that is hard enough for a puzzle."""


def _table(rng: Random, phase: str) -> dict[str, Any]:
    """Return a position late in a hand, in this phase.

    Both have melds, and the hand has twos and pairs. In the phase `take` the upcard has the rank of a pair.
    """
    pack = Pack(rng)
    ranks = rng.sample([1, *range(3, 14)], 8)
    mine = [pack.some(rng.randint(3, 4), rank) for rank in ranks[:2]]
    theirs = [pack.some(rng.randint(3, 4), rank) for rank in ranks[2:4]]
    hand = [card for rank in ranks[4:6] for card in pack.some(2, rank)]
    hand += pack.some(rng.randint(1, 3), TWO) + pack.some(rng.randint(0, 2), *ranks[:2])
    hand += pack.some(rng.choice((0, 3)), ranks[6]) + pack.some(rng.randint(1, 3), without=(TWO,))
    position: dict[str, Any] = {"melds": [laid(mine), laid(theirs)], "phase": phase, "turns": 20}
    top = pack.some(1, ranks[4])
    pile = [*pack.some(rng.randint(1, 4), *ranks), *(top if phase == "take" else pack.some(1))]
    return {**position, "hands": [codes(in_pack_order(hand)), "? ? ? ?"], "pile": codes(pile)}


# -- going out -------------------------------------------------------------------------------------


def _make_out(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        setup = {"position": _table(rng, rng.choice(("take", "table", "table")))}
        return setup if len(_pose_out(setup, options).key) >= SHORT else None

    return until_found(draw, tries=400, steps=DRAWING)


def _pose_out(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    found = way_out(state, 0)
    if not found:
        raise Void("There is no way out.")
    clauses = ["out.empty", "wild.two"]
    clauses += ["take.pile-pair"] if state.phase == "take" else []
    return Puzzle(
        theme="way-out",
        form="play",
        question="There is a way out in this very turn. Find it.",
        position=POSING.shown(state),
        key=[str(move) for move in found],
        clauses=POSING.unique(clauses),
        why=f"One way: {'; '.join(_said(state, move) for move in found)}.",
        hints=(
            "Find a place for every card but one; that one is your discard."
            if state.phase == "table"
            else "It begins with the pile.",
            POSING.rule_hint("out.empty", options),
            f"You hold {many(len(state.hands[0]), 'card')}. Which ranks lack a card, and what do the twos do?",
            f"Begin like this: {_said(state, found[0])}.",
        ),
        rating=clamp(1000 + 110 * len(found)),
    )


def _said(state: MilleState, move: Any) -> str:
    if move.verb == "pile":
        return f"take the pile with {quoted(move.cards)}"
    word = {"meld": "lay", "add": "add", "discard": "discard"}[move.verb]
    return f"{word} {quoted(move.cards)}"


def _judge_out(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    state = POSING.seated(setup["position"], options)

    def lacking(now: MilleState, moves: Sequence[Move]) -> str:
        over = now.match.deals > state.match.deals
        return "" if over and not now.hands[0] else "You still hold cards, so the hand is not over."

    return POSING.judge_moves(puzzle, state, answer, lacking)


# -- the least that is left ------------------------------------------------------------------------


def _make_left(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        setup = {"position": _table(rng, "take")}
        least = _pose_left(setup, options).key
        return setup if least > (CHEAPEST if rng.random() < SELDOM else 0) else None

    return until_found(draw, tries=400, steps=DRAWING)


def _pose_left(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    tables = [now for now in after_taking(state, 0) if now.phase == "table"] if state.phase == "take" else []
    if not tables:
        raise Void("The pile cannot be taken.")
    best = min(tables, key=lambda now: left_over(now, 0, VALUES.__getitem__))
    least, cards = left_over(best, 0, VALUES.__getitem__), _left(best)
    return Puzzle(
        theme="least-left",
        form="number",
        question="You take the pile, lay as much as you can, with wild twos if need "
        "be, and discard. What is the least that the cards left in your hand can count?",
        position=POSING.shown(state),
        key=least,
        clauses=POSING.unique(("take.pile-first", "wild.two", "value.table", "score.hand")),
        why=f"With the best use of twos and discard, {least} points are left.",
        working=str(worth_of(cards, VALUES.__getitem__)),
        hints=(
            "First the meld with the upcard, then all that goes without twos.",
            POSING.rule_hint("take.pile-first", options),
            "Which dear pair or single card is a two best spent on? And the dearest card left is your discard.",
            f"It is {'less' if least < SHORTEST * 10 else 'not less'} than {SHORTEST * 10}.",
        ),
        rating=clamp(1450 + 20 * len(state.hands[0])),
    )


def _left(state: MilleState) -> list[Card]:
    """Return the cards that stay in hand after the best melds and the best discard."""
    hand, melds, value = state.hands[0], state.melds[0], VALUES.__getitem__
    ends = [cards_left(state.options, without(hand, [card]), melds, value) for card in dict.fromkeys(hand)]
    if not state.options.out_discard and not cards_left(state.options, hand, melds, value):
        return []
    return min(ends, key=lambda cards: sum(map(value, cards)))


THEMES = (
    Theme(
        slug="way-out",
        title="A way out",
        sentence="You can go out in this turn. How?",
        clauses=OUT,
        make=_make_out,
        pose=_pose_out,
        judge_by=_judge_out,
    ),
    Theme(
        slug="least-left",
        title="The least that is left",
        sentence="You take the pile. What is the least that your hand can count after the turn?",
        clauses=LEFT,
        make=_make_left,
        pose=_pose_left,
    ),
)
