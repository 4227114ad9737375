"""Puzzles on planning: the safest card to leave, and the best play when all cards are known."""

from __future__ import annotations

from random import Random

from games.cards import codes, in_pack_order
from games.chinese_ten.puzzles.common import POSING, midway, way
from games.chinese_ten.rules import RULES
from games.chinese_ten.scoring import totals
from games.chinese_ten.state import TURNS, ChineseTenState
from games.chinese_ten.strategy import partners, still_unseen, unseen
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.work import spend
from games.kit.posing import DRAWING, clamp, clause_ids, until_found
from games.words import capital, figure, many, quoted

FEWEST = 4
"""The fewest cards, or ways to play, to choose from."""
LEFT, LEFT_BY_CHOICE = 4, 2
"""Cards left in each hand when the rest of a deal is searched; the second if a match may be left."""
FAR = 1000
"""More points than any deal has."""
NODE = 12
"""The number of search steps for one move."""

# -- the safest card to leave ----------------------------------------------------------------------


def _make_safest(rng: Random, options: Options) -> Setup:
    """Make a position in which enough cards have been seen, and one card is safer to leave than all others."""

    def draw() -> Setup | None:
        state = midway(rng, options, 2, rng.randint(6, 16))
        if state is None:
            return None
        setup = {"position": POSING.hidden(state)}
        _pose_safest(setup, options)
        return setup

    return until_found(draw, tries=600, steps=DRAWING)


def _pose_safest(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    if state.phase != "play" or state.turn != 0:
        raise Void("It is not your turn to play a card.")
    out = unseen(state, 0)
    left = {card: len(partners(card, out)) for card in state.hands[0] if not state.captures(card)}
    order = sorted(left, key=lambda card: left[card])
    if len(order) < FEWEST or left[order[0]] == left[order[1]]:
        raise Void("There is no one card that is safer than the others.")
    best = order[0]
    gone = in_pack_order(card for pile in state.piles for card in pile)
    return Puzzle(
        theme="safest-card",
        form="one",
        question=f"These cards are in the piles: {quoted(gone)}. Which of these cards, left on the table, could "
        "fewest of the unseen cards take?",
        position=POSING.shown(state),
        key=best.code,
        clauses=("play.free-choice",),
        why=still_unseen(best, left[best]),
        options=tuple(Option(card.code, quoted([card])) for card in state.hands[0] if card in left),
        reasons={card.code: f"{capital(many(number, 'partner'))} not seen yet." for card, number in left.items()},
        hints=(
            "Who could take each of them?",
            POSING.rule_hint("play.free-choice", options),
            "Count the partners in the piles, on the table and in your own hand.",
            f"The safest card has {many(left[best], 'partner')} left.",
        ),
        rating=clamp(1050 + 40 * len(left) + 10 * len(gone) - 60 * (left[order[1]] - left[best])),
    )


# -- the end, with all cards known -----------------------------------------------------------------


def margin(state: ChineseTenState, low: int = -FAR, high: int = FAR) -> int:
    """Return how many points seat 0 finishes ahead with best play by both, when all cards are known.

    A result below `low` or above `high` may be inexact. Forced moves are made in `state` itself.
    """
    while state.phase in TURNS:
        spend(NODE)
        moves = RULES.moves(state, state.turn)
        if len(moves) > 1:
            break
        RULES.apply(state, state.turn, moves[0])
    else:
        return _ahead(state)
    best = state.turn == 0
    for move in sorted(moves, key=lambda move: not move.named):
        found = margin(_after(state, move), low, high)
        low, high = (max(low, found), high) if best else (low, min(high, found))
        if low >= high:
            break
    return low if best else high


def _ahead(state: ChineseTenState) -> int:
    """Return how many points seat 0 is ahead now, including the bonus for red pairs."""
    own, other = totals(state)
    return own - other


def _after(state: ChineseTenState, move: Move) -> ChineseTenState:
    now = state.copy()
    RULES.apply(now, now.turn, move)
    return now


def _make_end(rng: Random, options: Options) -> Setup:
    """Make the last turns of a deal for two players, with one best play."""
    left = LEFT_BY_CHOICE if options.value("capture-optional") else LEFT

    def draw() -> Setup | None:
        state = midway(rng, options, 2, 2 * (12 - left))
        if state is None or len(state.hands[0]) != left:
            return None
        setup = {**POSING.hidden(state), "hands": [*map(codes, state.hands)], "stock": codes(reversed(state.stock))}
        found = {"position": setup}
        _pose_end(found, options)
        return found

    return until_found(draw, tries=60, steps=DRAWING)


def _pose_end(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    if state.phase != "play" or state.turn != 0 or state.seats != 2:
        raise Void("It is not your turn to play a card.")
    ahead = {move: margin(_after(state, move)) for move in RULES.moves(state, 0)}
    order = sorted(ahead, key=lambda move: -ahead[move])
    if len(order) < FEWEST or ahead[order[0]] == ahead[order[1]]:
        raise Void("There is no one play that is better than all others.")
    best, now = order[0], _ahead(state)
    answers = {move: way(move.cards[0], move.group("take")) for move in ahead}
    return Puzzle(
        theme="last-turns",
        form="one",
        question=f"The last turns. The other player holds {quoted(state.hands[1])}, and the stock is, from the top, "
        f"{quoted(state.stock[::-1])}. Both play as well as they can. What do you play?",
        position=POSING.shown(state),
        key=answers[best].id,
        clauses=("play.free-choice", "end.last-card"),
        why=f"{_said(best)}: from here you win {_by(ahead[best] - now)} the other player.",
        options=tuple(answers.values()),
        reasons={answers[move].id: f"So you would win {_by(found - now)} they." for move, found in ahead.items()},
        clauses_by_option={answers[best].id: "play.free-choice"},
        hints=(
            "Look at what comes from the stock, turn by turn.",
            POSING.rule_hint("stock.may-take-fresh", options),
            f"The best play brings {_by(ahead[best] - now)} the other player wins.",
            f"It is {quoted(best.cards)}.",
        ),
        rating=clamp(1450 + 40 * len(ahead) + 10 * max(0, 15 - (ahead[best] - ahead[order[1]]))),
    )


def _said(move: Move) -> str:
    return capital(way(move.cards[0], move.group("take")).text)


def _by(points: int) -> str:
    return f"{figure(abs(points), 'point')} {'more' if points > 0 else 'less'} than" if points else "as many points as"


THEMES = (
    Theme(
        slug="safest-card",
        title="The safest card",
        sentence="Something has to stay on the table: which card is hardest to catch?",
        clauses=clause_ids("play.free-choice"),
        make=_make_safest,
        pose=_pose_safest,
    ),
    Theme(
        slug="last-turns",
        title="The last turns",
        sentence="All cards are known, and a few turns are left. Find the best play.",
        clauses=clause_ids("play.free-choice end.last-card"),
        make=_make_end,
        pose=_pose_end,
        opens=("hands", "stock"),
    ),
)
