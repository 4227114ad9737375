"""Puzzles on chances: how often a hand is the best, and whether it's good enough to go in."""

from __future__ import annotations

from random import Random

from games.cards import parse_cards
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.guts import strategy
from games.guts.options import GutsOptions
from games.guts.puzzles.common import (
    LETTERS,
    POSING,
    build_hand_options,
    describe_hand,
    draw_close_hands,
    get_setup_hand_keys,
)
from games.guts.reasons import describe_other_players
from games.guts.state import GutsState
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import join_words, quote_cards, spell_count, spell_number

STEP = 5
"""Chances are rounded to a multiple of this, in percent."""
GAP = 15
"""The minimum difference between two answers, in percent."""
GHOSTS = {
    "none": "",
    "lone-only": " If you’re the only player in, the ghost plays against you.",
    "always": " The ghost plays too.",
}
CLEAR = 0.08
"""The minimum difference between a hand's chance to be the best and the required chance."""


# -- how often is it the best? -------------------------------------------------------------------------------------


def _make_win_rate_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        rivals = rng.randint(1, 6)
        setup = {"hands": draw_close_hands(rng, options, 1), "rivals": rivals, "place": rng.randrange(5)}
        often = _compute_win_rate(setup, POSING.cast_options(options))
        return setup if 0.04 < often < 0.96 and len(_list_win_rate_answers(setup, often)) > 3 else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _compute_win_rate(setup: Setup, house: GutsOptions) -> float:
    """Return how often the first hand of a setup beats the hands of all rivals, from 0 to 1. Ties count half.

    Raises VoidPuzzle if the hand has a different number of cards than these house rules deal.
    """
    get_setup_hand_keys(setup, house)
    return float((1 - strategy.get_better_hands_share(parse_cards(setup["hands"][0]), house)) ** setup["rivals"])


def _round_to_percent_step(often: float) -> int:
    return STEP * round(100 * often / STEP)


def _list_win_rate_answers(setup: Setup, often: float) -> list[int]:
    """Return at most five percentages to choose from, in order: the right answer, rounded, with wrong ones around it.

    `often` is how often the hand of the setup wins, from 0 to 1.
    """
    right = _round_to_percent_step(often)
    low = [right - GAP * by for by in range(1, 5) if right - GAP * by >= 0][: int(setup["place"])]
    high = [right + GAP * by for by in range(1, 5) if right + GAP * by <= 100]
    return sorted([*low, right, *high[: 4 - len(low)]])


def _build_win_rate_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    (key,), rivals, often = get_setup_hand_keys(setup, house), int(setup["rivals"]), _compute_win_rate(setup, house)
    right, shown = _round_to_percent_step(often), _list_win_rate_answers(setup, often)
    if len(shown) < 4:
        raise VoidPuzzle("There aren’t enough different answers to choose from.")
    deep = strategy.get_better_hands_share(parse_cards(setup["hands"][0]), house)
    hand = quote_cards(parse_cards(setup["hands"][0]))
    return Puzzle(
        form="one",
        question=f"You hold {hand}. About how often does it beat {spell_count(rivals, 'random hand')}?",
        position={},
        key=str(right),
        clauses=("rank.ladder",),
        why=f"About {round(100 * deep)} of 100 hands are better, so it beats {spell_count(rivals, 'hand')} about "
        f"{right} times in 100.",
        options=tuple(AnswerOption(str(one), f"About {one} times in 100") for one in shown),
        reasons={
            str(one): f"That’s {'too low' if one < right else 'too high' if one > right else 'about right'}."
            for one in shown
        },
        hints=(
            "How many hands are better than this one?",
            POSING.build_rule_hint("rank.ladder", options),
            f"You have {describe_hand(key, house)}, which beats a random hand about {round(100 * (1 - deep))} times "
            "in 100.",
            f"You have to beat {spell_count(rivals, 'hand')}. Multiply the chances of beating each."
            if rivals > 1
            else "You only have to beat one hand.",
        ),
        rating=clamp_rating(1000 + 80 * rivals),
    )


# -- in or out? ----------------------------------------------------------------------------------------------------


def _make_in_or_out_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: a position, and five hands.

    The puzzle asks which hands are good enough to go in with. Some of them are, and some aren't.
    """

    def draw_setup() -> Setup | None:
        seats = rng.randint(3, 8)
        before = rng.randint(0, seats - 1)
        ins = sorted(rng.sample(range(before), min(before, rng.choice((0, 1, 1, 2)))))
        setup = {"hands": draw_close_hands(rng, options, 5), "seats": seats, "before": before, "ins": ins}
        brave = set(_judge_hands_for_going_in(setup, options).values())
        return setup if len(brave) == 2 else None

    return draw_fitting_setup(draw_setup, steps=DRAWING, tries=600)


def _load_declaring_state(setup: Setup, options: Options) -> GutsState:
    """Return the state that a puzzle's setup describes, in which seat 0 has to declare “in” or “out”."""
    house, seats, before = POSING.cast_options(options), int(setup["seats"]), int(setup["before"])
    words = ["in" if at in setup["ins"] else "out" for at in range(before)]
    dealer = (seats - before - 1) % seats
    declared = [""] * seats
    if house.declare_mode == "sequential":
        for at, word in enumerate(words):
            declared[(dealer + 1 + at) % seats] = word
    return POSING.load_state({"seats": seats, "match": {"dealer": dealer}, "declared": declared}, options)


def _judge_hands_for_going_in(setup: Setup, options: Options) -> dict[str, bool]:
    """Return a dict from each hand to whether it's good enough to go in. Raises VoidPuzzle if that isn't clear."""
    state = _load_declaring_state(setup, options)
    if 0 not in state.waiting:
        raise VoidPuzzle("In this position, it isn’t your turn.")
    if not state.can_go_in(0):
        raise VoidPuzzle("In this position, you can’t cover the pot, so you have to stay out.")
    get_setup_hand_keys(setup, state.options)
    reaches, least = strategy.list_ranges_before(state, 0), strategy.compute_break_even_chance(state, 0)
    behind = _count_others_still_declaring(state) + strategy.count_extra_ghost_hands(state, not reaches)
    good_by_hand = {}
    for hand in setup["hands"]:
        chance = strategy.compute_chance_to_be_best(
            strategy.get_better_hands_share(parse_cards(hand), state.options), reaches, behind
        )
        if abs(chance - least) < CLEAR:
            raise VoidPuzzle("For one of the hands, it’s too close to say whether to go in.")
        good_by_hand[hand] = chance > least
    return good_by_hand


def _count_others_still_declaring(state: GutsState) -> int:
    """Return how many players declare after seat 0, or together with it."""
    return (
        state.seats - 1
        if state.is_declaration_simultaneous
        else len(state.list_seats_in_turn_order()) - state.list_seats_in_turn_order().index(0) - 1
    )


def _describe_position(setup: Setup, state: GutsState) -> str:
    """Return a sentence on what others have declared, and how many come after seat 0."""
    if state.is_declaration_simultaneous:
        return f"{describe_other_players(state.seats - 1)} at the same time as you."
    ins, behind = len(setup["ins"]), _count_others_still_declaring(state)
    outs = int(setup["before"]) - ins
    parts = [f"{spell_count(ins, 'player')} {'is' if ins == 1 else 'are'} in"] * bool(ins)
    parts += [f"{spell_number(outs)} {'is' if outs == 1 else 'are'} out"] * bool(outs)
    first = f"Before you, {join_words(parts)}" if parts else "You declare first"
    last = f"{spell_number(behind)} declare{'s' if behind == 1 else ''} after you" if behind else "you declare last"
    return f"{first}, and {last}."


def _build_in_or_out_puzzle(setup: Setup, options: Options) -> Puzzle:
    brave, state = _judge_hands_for_going_in(setup, options), _load_declaring_state(setup, options)
    house = state.options
    reach = round(100 * strategy.compute_careful_range(state, 0))
    ids = dict(zip(setup["hands"], LETTERS, strict=False))
    return Puzzle(
        form="tick",
        question=f"{_describe_position(setup, state)}{GHOSTS[house.ghost]} Which of these hands should go in?",
        position={},
        key=sorted(ids[hand] for hand, good in brave.items() if good),
        clauses=("declare.order", "declare.in-or-out"),
        why=f"From this seat, about the best {reach} of 100 hands are good enough.",
        options=build_hand_options(setup["hands"]),
        reasons={
            ids[
                hand
            ]: f"About {round(100 * strategy.get_better_hands_share(parse_cards(hand), house))} of 100 hands are "
            "better. "
            f"From this seat, up to {reach} can be."
            for hand in setup["hands"]
        },
        clauses_by_option={ids[hand]: "declare.order" for hand in setup["hands"]},
        hints=(
            "Nobody hears what the others declare. What matters is how many others there are."
            if state.is_declaration_simultaneous
            else "Players who are in have good hands, and players after you hear what you say.",
            POSING.build_rule_hint("declare.order", options),
            f"From this seat, about the best {reach} of 100 hands are good enough.",
            f"Go in with {spell_number(sum(brave.values()))} of the {spell_number(len(brave))}.",
        ),
        rating=clamp_rating(1250 + 60 * len(setup["ins"]) + 20 * int(setup["seats"])),
    )


THEMES = (
    PuzzleTheme(
        slug="how-often",
        title="How often is it the best?",
        sentence="How often does your hand beat unknown hands?",
        clauses=split_clause_ids("rank.ladder"),
        make=_make_win_rate_setup,
        pose=_build_win_rate_puzzle,
    ),
    PuzzleTheme(
        slug="in-or-out",
        title="In or out?",
        sentence="From this seat, which hands should go in?",
        clauses=split_clause_ids("declare.order declare.in-or-out"),
        make=_make_in_or_out_setup,
        pose=_build_in_or_out_puzzle,
    ),
)
