"""Puzzles on planning: the safest card to leave, and the best play when all cards are known."""

from __future__ import annotations

from random import Random

from games.cards import format_cards, sort_cards
from games.chinese_ten.puzzles.common import POSING, build_play_option, play_random_turns
from games.chinese_ten.rules import RULES
from games.chinese_ten.scoring import compute_totals
from games.chinese_ten.state import TURNS, ChineseTenState
from games.chinese_ten.strategy import describe_unseen_partners, list_partners, list_unseen_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.engine.work_limits import spend_steps
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, format_count, quote_cards, spell_count

FEWEST = 4
"""The minimum number of cards, or of ways to play, to choose from."""
LEFT, LEFT_BY_CHOICE = 4, 2
"""The number of cards in each hand when the rest of a deal is searched.

The second number is for house rules in which captures are optional.
"""
FAR = 1000
"""More points than any deal has."""
NODE = 12
"""The number of search steps for one move."""

# -- the safest card to leave ----------------------------------------------------------------------


def _make_safest_card_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: a position after several turns.

    Of the cards in seat 0's hand that can't capture anything, one is safer to leave on the table than all others.
    """

    def draw_setup() -> Setup | None:
        state = play_random_turns(rng, options, 2, rng.randint(6, 16))
        if state is None:
            return None
        setup = {"position": POSING.build_setup_position(state)}
        _build_safest_card_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, tries=600, steps=DRAWING)


def _build_safest_card_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "play" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn to play a card.")
    out = list_unseen_cards(state, 0)
    left = {card: len(list_partners(card, out)) for card in state.hands[0] if not state.list_captures(card)}
    order = sorted(left, key=lambda card: left[card])
    if len(order) < FEWEST or left[order[0]] == left[order[1]]:
        raise VoidPuzzle("This question needs one card that’s safer than the others.")
    best = order[0]
    gone = sort_cards(card for pile in state.piles for card in pile)
    return Puzzle(
        form="one",
        question=f"These cards are in the piles: {quote_cards(gone)}. Which card can the fewest unseen cards capture?",
        position=POSING.build_visible_position(state),
        key=best.code,
        clauses=("play.free-choice",),
        why=describe_unseen_partners(best, left[best]),
        options=tuple(AnswerOption(card.code, quote_cards([card])) for card in state.hands[0] if card in left),
        reasons={
            card.code: f"{capitalize_first(spell_count(number, 'partner'))} still unseen."
            for card, number in left.items()
        },
        hints=(
            "Which cards could capture each of them?",
            POSING.build_rule_hint("play.free-choice", options),
            "Count the partners in the piles, on the table, and in your own hand.",
            f"The safest card has {spell_count(left[best], 'partner')} left.",
        ),
        rating=clamp_rating(1050 + 40 * len(left) + 10 * len(gone) - 60 * (left[order[1]] - left[best])),
    )


# -- the end, with all cards known -----------------------------------------------------------------


def search_best_final_lead(state: ChineseTenState, low: int = -FAR, high: int = FAR) -> int:
    """Return how many points seat 0 finishes ahead if both players play perfectly and all cards are known.

    It's negative if seat 0 finishes behind. The search is faster if only leads from `low` to `high` matter: a result
    that isn't between them can be inexact. Forced moves are made in `state` itself.
    """
    while state.phase in TURNS:
        spend_steps(NODE)
        moves = RULES.list_moves(state, state.turn)
        if len(moves) > 1:
            break
        RULES.apply_move(state, state.turn, moves[0])
    else:
        return _compute_lead(state)
    best = state.turn == 0
    for move in sorted(moves, key=lambda move: not move.named):
        found = search_best_final_lead(_apply_to_copy(state, move), low, high)
        low, high = (max(low, found), high) if best else (low, min(high, found))
        if low >= high:
            break
    return low if best else high


def _compute_lead(state: ChineseTenState) -> int:
    """Return how many points seat 0 is ahead now, including the bonus for red pairs."""
    own, other = compute_totals(state)
    return own - other


def _apply_to_copy(state: ChineseTenState, move: Move) -> ChineseTenState:
    now = state.copy()
    RULES.apply_move(now, now.turn, move)
    return now


def _make_last_turns_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: the last turns of a two-player deal.

    All cards are known, and one play is better than all others.
    """
    left = LEFT_BY_CHOICE if options.get_option_value("capture-optional") else LEFT

    def draw_setup() -> Setup | None:
        state = play_random_turns(rng, options, 2, 2 * (12 - left))
        if state is None or len(state.hands[0]) != left:
            return None
        setup = {
            **POSING.build_setup_position(state),
            "hands": [*map(format_cards, state.hands)],
            "stock": format_cards(reversed(state.stock)),
        }
        puzzle_setup = {"position": setup}
        _build_last_turns_puzzle(puzzle_setup, options)
        return puzzle_setup

    return draw_fitting_setup(draw_setup, tries=60, steps=DRAWING)


def _build_last_turns_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "play" or state.turn != 0 or state.seats != 2:
        raise VoidPuzzle("In this position, it isn’t your turn to play a card.")
    ahead = {move: search_best_final_lead(_apply_to_copy(state, move)) for move in RULES.list_moves(state, 0)}
    order = sorted(ahead, key=lambda move: -ahead[move])
    if len(order) < FEWEST or ahead[order[0]] == ahead[order[1]]:
        raise VoidPuzzle("This question needs one play that’s better than the others.")
    best, now = order[0], _compute_lead(state)
    answers = {move: build_play_option(move.cards[0], move.get_cards_by_name("take")) for move in ahead}
    return Puzzle(
        form="one",
        question=f"These are the last turns. The other player has {quote_cards(state.hands[1])}, and the stock is "
        f"{quote_cards(state.stock[::-1])}, from the top. You both play your best. What do you play?",
        position=POSING.build_visible_position(state),
        key=answers[best].id,
        clauses=("play.free-choice", "end.last-card"),
        why=f"{_describe_play(best)}. From here, you win {_describe_point_difference(ahead[best] - now)} the "
        "other player.",
        options=tuple(answers.values()),
        reasons={
            answers[move].id: f"You’d win {_describe_point_difference(lead - now)} the other player."
            for move, lead in ahead.items()
        },
        clauses_by_option={answers[best].id: "play.free-choice"},
        hints=(
            "For each turn, look at the next card in the stock.",
            POSING.build_rule_hint("stock.may-take-fresh", options),
            f"With the best play, you win {_describe_point_difference(ahead[best] - now)} the other player.",
            f"Play {quote_cards(best.cards)}.",
        ),
        rating=clamp_rating(1450 + 40 * len(ahead) + 10 * max(0, 15 - (ahead[best] - ahead[order[1]]))),
    )


def _describe_play(move: Move) -> str:
    return capitalize_first(build_play_option(move.cards[0], move.get_cards_by_name("take")).text)


def _describe_point_difference(points: int) -> str:
    return (
        f"{format_count(abs(points), 'point')} {'more' if points > 0 else 'fewer'} than"
        if points
        else "as many points as"
    )


THEMES = (
    PuzzleTheme(
        slug="safest-card",
        title="The safest card",
        sentence="You have to leave a card. Which is hardest to capture?",
        clauses=split_clause_ids("play.free-choice"),
        make=_make_safest_card_setup,
        pose=_build_safest_card_puzzle,
    ),
    PuzzleTheme(
        slug="last-turns",
        title="The last turns",
        sentence="You can see every card. Find the best play.",
        clauses=split_clause_ids("play.free-choice end.last-card"),
        make=_make_last_turns_setup,
        pose=_build_last_turns_puzzle,
        opens=("hands", "stock"),
    ),
)
