"""Puzzles about the Train: its total, who reaches a mark, and how not to."""

from __future__ import annotations

from random import Random

from games.cards import Card, codes, parse_cards
from games.engine.options import Options
from games.engine.puzzle import Puzzle, Setup, Theme, Void
from games.engine.working import worth_of
from games.kit.posing import DRAWING, card_options, clamp, clause_ids, until_found, within
from games.lorum.contracts import DECK, MARKS, TRAIN, counts
from games.lorum.options import LorumOptions
from games.lorum.puzzles.common import POSING, aimed, dealt, play_on
from games.words import in_word, listed, many, quoted, so_many

PAY = {mark: f"train.pay-{mark}" for mark in MARKS}
TRAINED = clause_ids("train.values train.call train.reach train.once train.pay-25 train.pay-50")
AHEAD = clause_ids("train.reach train.values train.pay-25 train.pay-50 train.pay-75")


def _totals(cards: list[Card], house: LorumOptions) -> list[int]:
    """Return the total of the Train after each card."""
    found, total = [], 0
    for card in cards:
        total += counts(card, house)
        found.append(total)
    return found


def _reached(before: int, after: int) -> int | None:
    """Return the mark that lies between two totals of the Train, or None."""
    return next((mark for mark in MARKS if before < mark <= after), None)


def _make_call(rng: Random, options: Options) -> Setup:
    """Return a setup: the first cards of a Train, with more scoring cards than chance would bring."""
    house = POSING.rules_of(options)
    weighed = sorted(DECK, key=lambda card: rng.random() * (1.6 if counts(card, house) else 1))
    ask = rng.choice(("total", "marks"))
    cards = weighed[-rng.randint(7, 13 if ask == "total" else 9) :]
    rng.shuffle(cards)
    setup: Setup = {"cards": codes(cards), "ask": ask}
    _pose_call(setup, options)
    return setup


def _pose_call(setup: Setup, options: Options) -> Puzzle:
    house = POSING.rules_of(options)
    cards = list(parse_cards(setup["cards"]))
    totals = _totals(cards, house)
    if setup["ask"] == "total":
        return _pose_total(cards, totals, options)
    reached = {
        card: mark
        for card, before, after in zip(cards, [0, *totals], totals, strict=False)
        if (mark := _reached(before, after)) is not None
    }
    if not reached:
        raise Void("Under these house rules no mark is reached.")
    steps = dict(zip(cards, totals, strict=True))
    said = listed(
        [f"{quoted([card])} reaches {mark} and costs {many(MARKS[mark], 'chip')}" for card, mark in reached.items()]
    )
    return Puzzle(
        theme="call-the-train",
        form="tick",
        question=f"The Train begins {quoted(cards)}. Which of these cards cost their player chips?",
        position={},
        key=sorted(card.code for card in reached),
        clauses=within(
            ["train.reach", "train.values", "train.once", *(PAY[mark] for mark in reached.values())], TRAINED
        ),
        why=f"{said}.",
        options=card_options(cards),
        reasons={card.code: _why_step(card, steps[card], reached.get(card)) for card in cards},
        clauses_by_option={card.code: "train.reach" for card in cards},
        hints=(
            "Say the total aloud, card by card.",
            POSING.rule_hint("train.reach", options),
            f"In all they come to {totals[-1]}.",
            f"{many(len(reached), 'mark').capitalize()} {'is' if len(reached) == 1 else 'are'} reached.",
        ),
        rating=clamp(850 + 25 * len(cards) + 60 * len(reached)),
    )


def _why_step(card: Card, total: int, mark: int | None) -> str:
    return f"It makes {total}, and so reaches {mark}." if mark else f"It makes {total}, and no mark is reached by that."


def _pose_total(cards: list[Card], totals: list[int], options: Options) -> Puzzle:
    worth = [card for card, before, after in zip(cards, [0, *totals], totals, strict=False) if after > before]
    half, steps = len(cards) // 2, [after - before for before, after in zip((0, *totals), totals, strict=False)]
    return Puzzle(
        theme="call-the-train",
        form="number",
        question=f"The Train begins {quoted(cards)}. The last of these is yours. What total do you call?",
        position={},
        key=totals[-1],
        clauses=("train.values", "train.call"),
        why=f"The totals are {listed(list(map(str, totals)))}.",
        working=str(worth_of(cards, dict(zip(cards, steps, strict=True)).__getitem__)),
        hints=(
            "Most of the work is done by a few cards.",
            POSING.rule_hint("train.values", options),
            f"Only {quoted(worth)} count anything." if worth else "Nothing counts here.",
            f"The first {half} cards come to {totals[half - 1]}.",
        ),
        rating=clamp(800 + 25 * len(cards)),
    )


# -- stay below the next mark ----------------------------------------------------------------------


def _make_safe(rng: Random, options: Options) -> Setup:
    """Return a setup: your turn in a Train near a mark, which some of your cards reach and some don't."""

    def draw() -> Setup | None:
        state = dealt(rng, options, TRAIN)
        if not play_on(state, rng, rng.randint(4, 20)):
            return None
        setup = {"position": POSING.hidden(state)}
        puzzle = _pose_safe(setup, options)
        return setup if len(puzzle.options) > 2 and 0 < len(puzzle.key) < len(puzzle.options) else None

    return until_found(draw, steps=DRAWING)


def _pose_safe(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    house, total = POSING.rules_of(options), state.total
    if state.phase != "train" or state.turn != 0:
        raise Void("It is not your turn here.")
    mark = next((mark for mark in MARKS if mark > total), None)
    if mark is None:
        raise Void("There is no mark ahead.")
    hand = state.held(0)
    key = [card for card in hand if total + counts(card, house) < mark]
    room = mark - total - 1
    return Puzzle(
        theme="do-not-pay",
        form="tick",
        question=f"The Train: {quoted(state.played)}. Which of your cards can you add without paying now?",
        position=POSING.shown(state),
        key=sorted(card.code for card in key),
        clauses=within(["train.reach", "train.values", PAY[mark]], AHEAD),
        why=f"The Train stands at {total} and the next mark is {mark}, so a card may count {room} at most.",
        options=card_options(hand),
        reasons={
            card.code: _why_step(card, total + counts(card, house), _reached(total, total + counts(card, house)))
            for card in hand
        },
        clauses_by_option={card.code: "train.reach" for card in hand},
        hints=(
            "How far is it to the next mark?",
            POSING.rule_hint("train.reach", options),
            f"The next mark is {mark}.",
            f"{so_many(len(key), f'your {in_word(len(hand))} cards', 'does')}.",
        ),
        rating=clamp(900 + 15 * len(state.played) + 15 * len(hand)),
        on="hand-0",
        bare=True,
    )


THEMES = (
    Theme(
        slug="call-the-train",
        title="Call the Train",
        sentence="A row of cards: what is the total, and who had to pay on the way?",
        clauses=TRAINED,
        make=_make_call,
        pose=_pose_call,
        aim=aimed(_make_call, _pose_call),
    ),
    Theme(
        slug="do-not-pay",
        title="Do not pay!",
        sentence="The Train comes near a mark. Tick the cards that leave it below.",
        clauses=AHEAD,
        make=_make_safe,
        pose=_pose_safe,
    ),
)
