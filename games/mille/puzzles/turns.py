"""Puzzles on the best use of one turn: going out, or keeping as few points as possible in hand."""

from __future__ import annotations

from random import Random
from typing import Any

from games.cards import Card, format_cards, sort_cards, subtract_cards
from games.engine.calculations import explain_card_value_sum
from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.mille.endgame import (
    compute_least_weight_left,
    find_moves_to_go_out,
    list_lightest_cards_left,
    list_states_after_taking_pile,
)
from games.mille.melds import SHORTEST, TWO
from games.mille.puzzles.common import POSING, UnusedCards, format_melds
from games.mille.scoring import VALUES
from games.mille.state import MilleState
from games.words import quote_cards, spell_count

OUT = split_clause_ids("out.empty wild.two take.pile-pair")
LEFT = split_clause_ids("take.pile-first wild.two value.table score.hand")
CHEAPEST, SELDOM = 5, 0.5
"""The points of the cheapest card, which is a common answer, and how often a setup with this answer is rejected."""
SHORT = 3
"""The minimum number of moves to go out in a puzzle, so that it's hard enough."""


def _draw_position(rng: Random, phase: str) -> dict[str, Any]:
    """Return a random position (a state as JSON) late in a hand.

    `phase` is `take` before the draw, or `table` after it. Both players have melds, and seat 0's hand has twos and
    pairs. Before the draw, the top card of the pile has the rank of one of these pairs.
    """
    deck = UnusedCards(rng)
    ranks = rng.sample([1, *range(3, 14)], 8)
    mine = [deck.draw_cards(rng.randint(3, 4), rank) for rank in ranks[:2]]
    theirs = [deck.draw_cards(rng.randint(3, 4), rank) for rank in ranks[2:4]]
    hand = [card for rank in ranks[4:6] for card in deck.draw_cards(2, rank)]
    hand += deck.draw_cards(rng.randint(1, 3), TWO) + deck.draw_cards(rng.randint(0, 2), *ranks[:2])
    hand += deck.draw_cards(rng.choice((0, 3)), ranks[6]) + deck.draw_cards(rng.randint(1, 3), without=(TWO,))
    position: dict[str, Any] = {"melds": [format_melds(mine), format_melds(theirs)], "phase": phase, "turns": 20}
    top = deck.draw_cards(1, ranks[4])
    pile = [*deck.draw_cards(rng.randint(1, 4), *ranks), *(top if phase == "take" else deck.draw_cards(1))]
    return {**position, "hands": [format_cards(sort_cards(hand)), "? ? ? ?"], "pile": format_cards(pile)}


# -- going out -------------------------------------------------------------------------------------


def _make_going_out_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        setup = {"position": _draw_position(rng, rng.choice(("take", "table", "table")))}
        return setup if len(_build_going_out_puzzle(setup, options).key) >= SHORT else None

    return draw_fitting_setup(draw_setup, tries=400, steps=DRAWING)


def _build_going_out_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    moves = find_moves_to_go_out(state, 0)
    if not moves:
        raise VoidPuzzle("In this position, you can’t go out this turn.")
    clauses = ["out.empty", "wild.two"]
    clauses += ["take.pile-pair"] if state.phase == "take" else []
    return Puzzle(
        form="play",
        question="You can go out this turn. Find the way.",
        position=POSING.build_visible_position(state),
        key=[str(move) for move in moves],
        clauses=POSING.select_game_clauses(clauses),
        why=f"One way: {'; '.join(_describe_move(state, move) for move in moves)}.",
        hints=(
            "Meld or lay off every card except one. That one is your discard."
            if state.phase == "table"
            else "Take the pile first.",
            POSING.build_rule_hint("out.empty", options),
            f"You hold {spell_count(len(state.hands[0]), 'card')}. Which ranks need a two?",
            f"Start like this: {_describe_move(state, moves[0])}.",
        ),
        rating=clamp_rating(1000 + 110 * len(moves)),
    )


def _describe_move(state: MilleState, move: Any) -> str:
    if move.verb == "pile":
        return f"take the pile with {quote_cards(move.cards)}"
    word = {"meld": "meld", "add": "lay off", "discard": "discard"}[move.verb]
    return f"{word} {quote_cards(move.cards)}"


@POSING.build_judge
def _judge_going_out_answer(before: MilleState, after: MilleState) -> str:
    over = after.match.deals > before.match.deals
    return "" if over and not after.hands[0] else "You still hold cards, so the hand isn’t over."


# -- fewest points left ------------------------------------------------------------------------


def _make_fewest_points_left_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        setup = {"position": _draw_position(rng, "take")}
        least = _build_fewest_points_left_puzzle(setup, options).key
        return setup if least > (CHEAPEST if rng.random() < SELDOM else 0) else None

    return draw_fitting_setup(draw_setup, tries=400, steps=DRAWING)


def _build_fewest_points_left_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    tables = (
        [now for now in list_states_after_taking_pile(state, 0) if now.phase == "table"]
        if state.phase == "take"
        else []
    )
    if not tables:
        raise VoidPuzzle("In this position, you can’t take the pile.")
    best = min(tables, key=lambda now: compute_least_weight_left(now, 0, VALUES.__getitem__))
    least, cards = compute_least_weight_left(best, 0, VALUES.__getitem__), _list_cards_left_after_turn(best)
    return Puzzle(
        form="number",
        question="You take the pile, meld and lay off as you like, and discard. What’s the lowest possible value of "
        "the cards left in your hand?",
        position=POSING.build_visible_position(state),
        key=least,
        clauses=POSING.select_game_clauses(("take.pile-first", "wild.two", "value.table", "score.hand")),
        why=f"With the best melds and discard, you’re left with {least} points.",
        working=str(explain_card_value_sum(cards, VALUES.__getitem__)),
        hints=(
            "Make the meld with the upcard first. Then use all the cards that don’t need a two.",
            POSING.build_rule_hint("take.pile-first", options),
            "Use each two where it saves the most. Discard the most expensive card that’s left.",
            f"It’s {'less than' if least < SHORTEST * 10 else 'at least'} {SHORTEST * 10}.",
        ),
        rating=clamp_rating(1450 + 20 * len(state.hands[0])),
    )


def _list_cards_left_after_turn(state: MilleState) -> list[Card]:
    """Return the cards that stay in hand after the best melds and the best discard."""
    hand, melds, value = state.hands[0], state.melds[0], VALUES.__getitem__
    ends = [
        list_lightest_cards_left(state.options, subtract_cards(hand, [card]), melds, value)
        for card in dict.fromkeys(hand)
    ]
    if not state.options.out_discard and not list_lightest_cards_left(state.options, hand, melds, value):
        return []
    return min(ends, key=lambda cards: sum(map(value, cards)))


THEMES = (
    PuzzleTheme(
        slug="way-out",
        title="Go out this turn",
        sentence="Find the way to go out this turn.",
        clauses=OUT,
        make=_make_going_out_setup,
        pose=_build_going_out_puzzle,
        judge_by=_judge_going_out_answer,
    ),
    PuzzleTheme(
        slug="least-left",
        title="Fewest points left",
        sentence="Take the pile. How few points can you keep in your hand?",
        clauses=LEFT,
        make=_make_fewest_points_left_setup,
        pose=_build_fewest_points_left_puzzle,
    ),
)
