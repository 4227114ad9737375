"""Puzzles on points: the value of a pile, and the best capture from the hand."""

from __future__ import annotations

from random import Random

from games.cards import PACK_ORDER, Card, format_cards, parse_cards
from games.chinese_ten.card_values import get_points_by_card
from games.chinese_ten.puzzles.common import POSING, build_play_option, describe_player_count, play_random_turns
from games.chinese_ten.scoring import count_newly_completed_pairs
from games.chinese_ten.strategy import count_capture_points
from games.engine.calculations import explain_card_value_sum as value_of
from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.tricks import HIGHEST_ACE
from games.words import format_count, quote_cards, spell_how_many, spell_number

PILE = (8, 14)
"""The minimum and the maximum number of cards in a pile whose points are asked for."""
WAYS = 4
"""The minimum number of captures to choose from. Exactly one of them is best."""
HIGHEST = 0.65
"""The chance to reject a deal whose best capture has the highest card, since most deals are like that."""
SCORES = split_clause_ids("score.red-ace score.red-high score.red-low score.spade-ace score.club-ace score.black-rest")

# -- count this pile -------------------------------------------------------------------------------


def _make_pile_points_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: a pile of captured cards, whose points you have to count.

    The pile has an ace or a red nine, whose points are easy to get wrong.
    """

    def draw_setup() -> Setup | None:
        seats = rng.choice((2, 3, 4))
        state = play_random_turns(rng, options, seats, rng.randint(12, 20))
        if state is None:
            return None
        pile = max(state.piles, key=len)[: rng.choice(range(PILE[0], PILE[1] + 1, 2))]
        tricky = any(card.rank == 1 or (card.rank == 9 and card.is_red) for card in pile)
        return {"seats": seats, "pile": format_cards(pile)} if tricky and len(pile) >= PILE[0] else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_pile_points_puzzle(setup: Setup, options: Options) -> Puzzle:
    seats, pile = int(setup["seats"]), parse_cards(setup["pile"])
    worth = get_points_by_card(POSING.cast_options(options), seats)
    counting = [card for card in pile if worth[card]]
    values = " + ".join(str(worth[card]) for card in counting) or "nothing"
    return Puzzle(
        form="number",
        question=f"{describe_player_count(seats)} play. What is this pile worth: {quote_cards(pile)}?",
        position={},
        key=sum(worth[card] for card in pile),
        clauses=POSING.select_game_clauses(_get_points_clause(card) for card in pile),
        why="The other cards score nothing." if counting else "None of these cards scores.",
        working=str(value_of(counting, worth.__getitem__)),
        hints=(
            "Look for aces first.",
            POSING.build_rule_hint("score.red-high", options),
            f"{spell_how_many(len(counting), f'the {spell_number(len(pile))} cards', 'scores')}.",
            f"{values}.".capitalize(),
        ),
        rating=clamp_rating(850 + 25 * len(pile) + 60 * any(card.rank == 1 and not card.is_red for card in pile)),
    )


def _get_points_clause(card: Card) -> str:
    """Return the clause that gives the points of a card."""
    if card.code in ("AS", "AC"):
        return "score.spade-ace" if card.suit == "S" else "score.club-ace"
    if not card.is_red:
        return "score.black-rest"
    return "score.red-ace" if card.rank == 1 else "score.red-high" if card.rank > 8 else "score.red-low"


# -- the best capture ------------------------------------------------------------------------------


def _make_best_capture_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: a position with several possible captures.

    Exactly one of them captures the most points.
    """

    def draw_setup() -> Setup | None:
        state = play_random_turns(rng, options, rng.choice((2, 3)), rng.randint(0, 8))
        if state is None:
            return None
        setup = {"position": POSING.build_setup_position(state)}
        puzzle = _build_best_capture_puzzle(setup, options)
        tops = {
            option.id: max(map(HIGHEST_ACE.__getitem__, parse_cards(option.id.replace("-", " "))))
            for option in puzzle.options
        }
        told = tops[puzzle.key] == max(tops.values())
        return None if told and rng.random() < HIGHEST else setup

    return draw_fitting_setup(draw_setup, tries=600, steps=DRAWING)


def _build_best_capture_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "play" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn to play a card.")
    captures = [
        (card, taken, count_capture_points(state, card, taken))
        for card in state.hands[0]
        for taken in state.list_captures(card)
    ]
    captures = sorted(captures, key=lambda capture: -capture[2])[: WAYS + 2]
    if len(captures) < WAYS or captures[0][2] == captures[1][2]:
        raise VoidPuzzle("This question needs one capture that’s worth the most points.")
    if state.options.red_pair_bonus and any(
        count_newly_completed_pairs(state, 0, [card, *taken]) for card, taken, _ in captures
    ):
        raise VoidPuzzle("In this position, a capture also completes a red pair and wins its bonus.")
    points = {build_play_option(card, taken).id: worth for card, taken, worth in captures}
    (card, taken, most), *_ = captures
    ordered = sorted(captures, key=lambda capture: (state.hands[0].index(capture[0]), [*map(PACK_ORDER, capture[1])]))
    return Puzzle(
        form="one",
        question=f"{describe_player_count(state.seats)} play. Which capture from your hand scores the most?",
        position=POSING.build_visible_position(state),
        key=build_play_option(card, taken).id,
        clauses=POSING.select_game_clauses(_get_points_clause(other) for other in (card, *taken)),
        why=f"{quote_cards([card, *taken])} are worth {most} in total.",
        options=tuple(build_play_option(card, taken) for card, taken, _ in ordered),
        reasons={
            id: f"It’s worth {worth}, and {'no other' if worth == most else 'another'} is worth more."
            for id, worth in points.items()
        },
        clauses_by_option={build_play_option(card, taken).id: _get_points_clause(card)},
        hints=(
            "Count both cards in each capture.",
            POSING.build_rule_hint("score.red-high", options),
            f"The best capture is worth {format_count(most, 'point')}.",
            f"Play {quote_cards([card])}.",
        ),
        rating=clamp_rating(900 + 30 * len(captures) + 8 * max(0, 20 - (most - captures[1][2]))),
    )


THEMES = (
    PuzzleTheme(
        slug="count-the-pile",
        title="Count the pile",
        sentence="What is this pile worth?",
        clauses=SCORES,
        make=_make_pile_points_setup,
        pose=_build_pile_points_puzzle,
    ),
    PuzzleTheme(
        slug="best-capture",
        title="The best capture",
        sentence="Which capture scores the most?",
        clauses=SCORES,
        make=_make_best_capture_setup,
        pose=_build_best_capture_puzzle,
    ),
)
