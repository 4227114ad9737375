"""Puzzles about a sure win: an ending with all cards known, in which one play forces your way out."""

from __future__ import annotations

from random import Random

from games.cards import format_cards
from games.daifugo.plays import sort_cards
from games.daifugo.puzzles.common import PLAIN, POSING
from games.daifugo.rules import RULES
from games.daifugo.state import TURN, DaifugoState
from games.daifugo.verbs import PASS
from games.engine.move import Group, Move
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.engine.work_limits import spend_steps
from games.kit.puzzle_tools import draw_fitting_setup, split_clause_ids
from games.words import join_words, spell_count

SEATS, HAND = 3, (4, 3, 3)
STEP = 25
"""The number of search steps for each move."""
LARGEST = 0.6
"""The chance to reject a puzzle whose answer is the only pair or triple, since most answers are."""


def is_sure_win(state: DaifugoState, move: Move) -> bool:
    """Return whether seat 0 is sure to go out first after this move, whatever the others do.

    The move is made for the player whose turn it is.
    """
    spend_steps(STEP)
    now = state.copy()
    RULES.apply_move(now, now.turn, move)
    if now.match.deals > state.match.deals:
        return now.titles[0] == 0
    if now.placed or now.phase != TURN:
        return now.placed[:1] == (0,)
    moves = list_distinct_moves(now)
    return (
        any(is_sure_win(now, each) for each in moves)
        if now.turn == 0
        else all(is_sure_win(now, each) for each in moves)
    )


def list_distinct_moves(state: DaifugoState) -> list[Move]:
    """Return one legal play for each number of cards and rank, and a pass if it's legal."""
    seen: dict[tuple[int, int], Move] = {}
    for cards in _list_plays(state):
        seen.setdefault((len(cards), cards[0].rank), Move("play", groups=(cards,)))
    return [*seen.values(), *([PASS.bare_move] if state.pile else [])]


def _list_plays(state: DaifugoState) -> list[Group]:
    return [move.cards for move in RULES.list_moves(state, state.turn) if move.verb == "play"]


def _make_sure_win_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        cards = rng.sample(PLAIN, sum(HAND))
        hands, start = [], 0
        for size in HAND:
            hands.append(format_cards(sort_cards(cards[start : start + size])))
            start += size
        setup = {"position": {"seats": SEATS, "hands": hands}}
        puzzle = _build_sure_win_puzzle(setup, options)
        sizes = {option.id: len(option.cards.split()) for option in puzzle.options}
        largest = max(sizes.values())
        is_only_largest = sizes[puzzle.key] == largest > 1 and [*sizes.values()].count(largest) == 1
        return None if is_only_largest and rng.random() < LARGEST else setup

    return draw_fitting_setup(draw_setup, tries=120)


def _build_sure_win_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if not state.options.is_play_decided_by_rank or state.options.seven_give or state.options.ten_discard:
        raise VoidPuzzle("These house rules allow too many other moves to be sure who wins.")
    moves = list_distinct_moves(state)
    good = [move for move in moves if is_sure_win(state, move)]
    if len(good) != 1 or len(moves) < 3:
        raise VoidPuzzle("This question needs at least three plays, and exactly one that wins.")
    hands = join_words(
        [f"{describe_seat(seat, SEATS)} has `{format_cards(state.hands[seat])}`" for seat in range(1, SEATS)]
    )
    ids = {move: str(number) for number, move in enumerate(moves)}
    best = good[0]
    sure = f"After `{format_cards(best.cards)}`, nobody can stop you from going out first."
    return Puzzle(
        "one",
        f"You know all the cards: {hands}. You lead, and nobody is out yet. Which play makes sure that you go out "
        "first?",
        POSING.build_visible_position(state),
        ids[best],
        ("round.end", "round.owner-leads", "out.place"),
        sure,
        tuple(
            AnswerOption(ids[move], "Lead this", format_cards(move.cards))
            for move in Random(hands).sample(moves, len(moves))
        ),
        reasons={
            ids[move]: sure if move == best else "Then someone can go out before you, or take the lead from you."
            for move in moves
        },
        clauses_by_option={ids[best]: "round.owner-leads"},
        hints=(
            "Which of your plays can nobody beat?",
            POSING.build_rule_hint("round.owner-leads", options),
            "Compare your plays with the best cards the others have.",
            f"Play {spell_count(len(best.cards), 'card')}.",
        ),
        rating=1500,
    )


THEMES = (
    PuzzleTheme(
        "find-the-win",
        "Find the win",
        "Which lead gets you out first, whatever the others do?",
        split_clause_ids("round.end round.owner-leads out.place"),
        _make_sure_win_setup,
        _build_sure_win_puzzle,
        opens=("hands",),
    ),
)
