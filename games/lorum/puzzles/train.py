"""Puzzles about the Train, where players add cards to a total and pay for reaching its marks.

The questions are what the total is, who reaches a mark, and which cards don't reach one.
"""

from __future__ import annotations

from random import Random

from games.cards import Card, format_cards, parse_cards
from games.engine.calculations import explain_card_value_sum
from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import (
    DRAWING,
    build_card_options,
    clamp_rating,
    draw_fitting_setup,
    filter_clauses,
    split_clause_ids,
)
from games.lorum.contracts import DECK, MARKS, TRAIN, get_train_points
from games.lorum.options import LorumOptions
from games.lorum.puzzles.common import POSING, build_clause_setup_maker, deal_random_hand, play_until_your_turn
from games.words import join_words, quote_cards, spell_count, spell_how_many, spell_number

PAY = {mark: f"train.pay-{mark}" for mark in MARKS}
TRAINED = split_clause_ids("train.values train.call train.reach train.once train.pay-25 train.pay-50")
AHEAD = split_clause_ids("train.reach train.values train.pay-25 train.pay-50 train.pay-75")


def _list_totals(cards: list[Card], house: LorumOptions) -> list[int]:
    """Return the total of the Train after each of these cards, as a list."""
    totals, total = [], 0
    for card in cards:
        total += get_train_points(card, house)
        totals.append(total)
    return totals


def _find_reached_mark(before: int, after: int) -> int | None:
    """Return the mark (a total that costs chips) that the Train reaches when its total rises, or None.

    The total rises from `before` to `after`.
    """
    return next((mark for mark in MARKS if before < mark <= after), None)


def _make_train_call_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: the first cards of a Train, with more scoring cards than usual."""
    house = POSING.cast_options(options)
    weighed = sorted(DECK, key=lambda card: rng.random() * (1.6 if get_train_points(card, house) else 1))
    ask = rng.choice(("total", "marks"))
    cards = weighed[-rng.randint(7, 13 if ask == "total" else 9) :]
    rng.shuffle(cards)
    setup: Setup = {"cards": format_cards(cards), "ask": ask}
    _build_train_call_puzzle(setup, options)
    return setup


def _build_train_call_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    cards = list(parse_cards(setup["cards"]))
    totals = _list_totals(cards, house)
    if setup["ask"] == "total":
        return _build_train_total_puzzle(cards, totals, options)
    reached = {
        card: mark
        for card, before, after in zip(cards, [0, *totals], totals, strict=False)
        if (mark := _find_reached_mark(before, after)) is not None
    }
    if not reached:
        raise VoidPuzzle("Under these house rules, no card reaches a mark.")
    steps = dict(zip(cards, totals, strict=True))
    summary = join_words(
        [
            f"{quote_cards([card])} reaches {mark} and costs {spell_count(MARKS[mark], 'chip')}"
            for card, mark in reached.items()
        ]
    )
    return Puzzle(
        form="tick",
        question=f"The Train starts with {quote_cards(cards)}. Which of these cards cost their player chips?",
        position={},
        key=sorted(card.code for card in reached),
        clauses=filter_clauses(
            ["train.reach", "train.values", "train.once", *(PAY[mark] for mark in reached.values())], TRAINED
        ),
        why=f"{summary}.",
        options=build_card_options(cards),
        reasons={card.code: _explain_train_total(card, steps[card], reached.get(card)) for card in cards},
        clauses_by_option={card.code: "train.reach" for card in cards},
        hints=(
            "What’s the total after each card?",
            POSING.build_rule_hint("train.reach", options),
            f"The total of all these cards is {totals[-1]}.",
            f"They reach {spell_count(len(reached), 'mark')}.",
        ),
        rating=clamp_rating(850 + 25 * len(cards) + 60 * len(reached)),
    )


def _explain_train_total(card: Card, total: int, mark: int | None) -> str:
    return f"It makes {total}, so it reaches {mark}." if mark else f"It makes {total}, so it doesn’t reach a mark."


def _build_train_total_puzzle(cards: list[Card], totals: list[int], options: Options) -> Puzzle:
    worth = [card for card, before, after in zip(cards, [0, *totals], totals, strict=False) if after > before]
    half, steps = len(cards) // 2, [after - before for before, after in zip((0, *totals), totals, strict=False)]
    return Puzzle(
        form="number",
        question=f"The Train starts with {quote_cards(cards)}. The last card is yours. What total do you say?",
        position={},
        key=totals[-1],
        clauses=("train.values", "train.call"),
        why=f"The totals are {join_words(list(map(str, totals)))}.",
        working=str(explain_card_value_sum(cards, dict(zip(cards, steps, strict=True)).__getitem__)),
        hints=(
            "Which of these cards are worth anything?",
            POSING.build_rule_hint("train.values", options),
            f"Only {quote_cards(worth)} are worth anything." if worth else "No card here is worth anything.",
            f"The total of the first {half} cards is {totals[half - 1]}.",
        ),
        rating=clamp_rating(800 + 25 * len(cards)),
    )


# -- stay below the next mark ----------------------------------------------------------------------


def _make_safe_cards_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle on seat 0's turn in the Train: which of its cards don't reach the next mark?

    Some of its cards reach the mark, and some don't.
    """

    def draw_setup() -> Setup | None:
        state = deal_random_hand(rng, options, TRAIN)
        if not play_until_your_turn(state, rng, rng.randint(4, 20)):
            return None
        setup = {"position": POSING.build_setup_position(state)}
        puzzle = _build_safe_cards_puzzle(setup, options)
        return setup if len(puzzle.options) > 2 and 0 < len(puzzle.key) < len(puzzle.options) else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_safe_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    house, total = POSING.cast_options(options), state.total
    if state.phase != "train" or state.turn != 0:
        raise VoidPuzzle("In this position, it isn’t your turn.")
    mark = next((mark for mark in MARKS if mark > total), None)
    if mark is None:
        raise VoidPuzzle("In this position, the total has reached all the marks.")
    hand = state.sort_hand(0)
    key = [card for card in hand if total + get_train_points(card, house) < mark]
    room = mark - total - 1
    return Puzzle(
        form="tick",
        question=f"The Train is {quote_cards(state.played)}. Which of your cards can you add without paying?",
        position=POSING.build_visible_position(state),
        key=sorted(card.code for card in key),
        clauses=filter_clauses(["train.reach", "train.values", PAY[mark]], AHEAD),
        why=f"The total is {total} and the next mark is {mark}, so a card can be worth at most {room}.",
        options=build_card_options(hand),
        reasons={
            card.code: _explain_train_total(
                card,
                total + get_train_points(card, house),
                _find_reached_mark(total, total + get_train_points(card, house)),
            )
            for card in hand
        },
        clauses_by_option={card.code: "train.reach" for card in hand},
        hints=(
            "How far is it to the next mark?",
            POSING.build_rule_hint("train.reach", options),
            f"The next mark is {mark}.",
            f"{spell_how_many(len(key), f'your {spell_number(len(hand))} cards', 'stays')} below it.",
        ),
        rating=clamp_rating(900 + 15 * len(state.played) + 15 * len(hand)),
        on="hand-0",
        bare=True,
    )


THEMES = (
    PuzzleTheme(
        slug="call-the-train",
        title="Add up the Train",
        sentence="Add up the row. What’s the total, and who paid?",
        clauses=TRAINED,
        make=_make_train_call_setup,
        pose=_build_train_call_puzzle,
        aim=build_clause_setup_maker(_make_train_call_setup, _build_train_call_puzzle),
    ),
    PuzzleTheme(
        slug="do-not-pay",
        title="Don’t pay!",
        sentence="Select the cards that keep the Train below the next mark.",
        clauses=AHEAD,
        make=_make_safe_cards_setup,
        pose=_build_safe_cards_puzzle,
    ),
)
