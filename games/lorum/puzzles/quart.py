"""Puzzles about Quart, where each card of a sequence is followed by the next higher card of its suit.

In one puzzle, you follow such a sequence in your head. In the other, you find the opening card that gets you out first.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from random import Random
from typing import NamedTuple

from games.cards import Card, format_cards, parse_cards, sort_cards
from games.engine.options import Options
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.engine.work_limits import spend_steps
from games.kit.puzzle_tools import DRAWING, build_card_options, clamp_rating, draw_fitting_setup, split_clause_ids
from games.lorum.contracts import DECK, QUART, SEATS, find_next_quart_card
from games.lorum.options import LorumOptions
from games.lorum.puzzles.common import (
    POSING,
    build_seat_options,
    deal_random_hand,
    describe_player,
    format_seat_with_verb,
    play_until_your_turn,
)
from games.words import format_count, join_words, quote_cards, spell_count

Holders = Mapping[Card, int]
"""The seat that holds each card that hasn't been played."""
ALONE = 0.5
"""The chance to reject a puzzle whose answer is your only card of its suit.

Most puzzles would be like that.
"""
FEW = 10
"""The maximum number of cards in all hands in puzzles about the best opening, so that they can be solved."""


class QuartSequence(NamedTuple):
    """A sequence in Quart: its cards, and how it ended.

    `last` is the seat that played the last card. `holders` maps each card still unplayed to the seat that holds it.
    `clause` is the id of the clause that ended the sequence.
    """

    cards: tuple[Card, ...]
    last: int
    holders: Holders
    clause: str

    @property
    def has_player_gone_out(self) -> bool:
        """Whether the player of the last card has no cards left."""
        return self.last not in self.holders.values()


def trace_sequence(card: Card, holders: Holders, house: LorumOptions) -> QuartSequence:
    """Return the sequence in Quart that starts with a card, and how it ends.

    `holders` maps each unplayed card to the seat that holds it, and `house` has the house rules.

    Rulebook: quart.next-card, quart.stop-four, quart.stop-played, quart.end.
    """
    left, cards = dict(holders), list[Card]()
    while True:
        spend_steps()
        last = left.pop(card)
        cards.append(card)
        coming = find_next_quart_card(card, house)
        clause = "quart.end" if last not in left.values() else ""
        clause = clause or ("quart.ace-then-seven" if coming is None else "")
        clause = clause or ("quart.stop-four" if len(cards) == house.quart_length else "")
        clause = clause or ("quart.stop-played" if coming not in left else "")
        if clause or coming is None:
            return QuartSequence(tuple(cards), last, left, clause)
        card = coming


def _map_holders(setup: Setup) -> dict[Card, int]:
    """Return a dict from each card in the hands of a puzzle's setup to the seat that holds it."""
    hands: list[str] = setup["hands"]
    return {card: seat for seat, text in enumerate(hands) for card in parse_cards(text)}


def _describe_played_cards(holders: Holders) -> str:
    """Return a sentence that lists the cards played so far: those that nobody holds.

    `holders` maps each unplayed card to the seat that holds it.
    """
    played = [card for card in DECK if card not in holders]
    return f"These cards have been played: {quote_cards(played)}." if played else "No card has been played yet."


# -- run the sequence ------------------------------------------------------------------------------


def _make_sequence_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: the hands during Quart, and a card with which seat 0 starts a sequence.

    Mostly, the sequence has more than one card.
    """
    house = POSING.cast_options(options)

    def draw_setup() -> Setup | None:
        state = deal_random_hand(rng, options, QUART)
        if not play_until_your_turn(state, rng, rng.randint(0, 22)):
            return None
        setup: Setup = {"hands": list(map(format_cards, state.hands)), "card": rng.choice(state.hands[0]).code}
        run = trace_sequence(parse_cards(setup["card"])[0], _map_holders(setup), house)
        return setup if len(run.cards) > 1 or rng.random() < 0.15 else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _build_sequence_puzzle(setup: Setup, options: Options) -> Puzzle:
    house, holders = POSING.cast_options(options), _map_holders(setup)
    (card,) = parse_cards(setup["card"])
    run = trace_sequence(card, holders, house)
    order = [holders[one] for one in run.cards]
    ids = [run.clause, *(["quart.next-card"] if len(order) > 1 else [])]
    ids += ["quart.same-player"] if any(one == two for one, two in pairwise(order)) else []
    ids += ["quart.ace-then-seven"] if any(one.rank == 1 for one in run.cards[:-1]) else []
    ids += [] if run.has_player_gone_out else ["quart.restart"]
    end = _explain_sequence_end(run)
    return Puzzle(
        form="one",
        question=f"{_describe_played_cards(holders)} You start a Quart sequence with {quote_cards([card])}. Who plays "
        "its last card?",
        position={},
        key=f"s{run.last}",
        clauses=POSING.select_game_clauses(ids),
        why=f"The sequence is {quote_cards(run.cards)}. {end}",
        options=build_seat_options({seat: setup["hands"][seat] for seat in range(SEATS)}),
        reasons={f"s{seat}": _explain_player_option(seat, run, holders, end) for seat in range(SEATS)},
        clauses_by_option={f"s{run.last}": run.clause},
        hints=(
            f"Which card comes after {quote_cards([card])}, and who has it?",
            POSING.build_rule_hint(run.clause, options),
            f"The sequence has {format_count(len(run.cards), 'card')}.",
            f"The last one is {quote_cards(run.cards[-1:])}.",
        ),
        rating=clamp_rating(820 + 70 * len(run.cards) + 8 * (len(DECK) - len(holders)) + 80 * run.has_player_gone_out),
    )


def _explain_sequence_end(run: QuartSequence) -> str:
    if run.clause == "quart.end":
        return (
            f"After {quote_cards(run.cards[-1:])}, {format_seat_with_verb(run.last, 'are', 'is')} out, and the "
            "hand is over."
        )
    starts = f"{format_seat_with_verb(run.last, 'start', start=True)} the next one."
    why = {
        "quart.stop-four": "Then it’s long enough.",
        "quart.stop-played": "The card after it has been played already.",
        "quart.ace-then-seven": "Nothing follows an ace here.",
    }
    return f"{why[run.clause]} {starts}"


def _explain_player_option(seat: int, run: QuartSequence, holders: Holders, end: str) -> str:
    if seat == run.last:
        return end
    own = [card for card in run.cards if holders[card] == seat]
    return (
        f"They play {quote_cards(own)}, but the sequence continues."
        if own and seat
        else (
            f"You play {quote_cards(own)}, but the sequence continues." if own else "None of its cards is in that hand."
        )
    )


# -- the opening that gets you out -----------------------------------------------------------------


def can_go_out_first(holders: Holders, mover: int, house: LorumOptions) -> bool:
    """Return whether seat 0 is sure to go out first if it plays well and the seat `mover` starts the next sequence.

    `holders` maps each unplayed card to the seat that holds it. The other seats can start with any of their cards.
    """
    spend_steps()
    wins = (is_winning_opening(card, holders, house) for card, seat in holders.items() if seat == mover)
    return any(wins) if mover == 0 else all(wins)


def is_winning_opening(card: Card, holders: Holders, house: LorumOptions) -> bool:
    """Return whether seat 0 is sure to go out first if `card` starts a sequence, whatever the others do afterwards.

    `holders` maps each unplayed card to the seat that holds it.
    """
    run = trace_sequence(card, holders, house)
    return run.last == 0 if run.has_player_gone_out else can_go_out_first(run.holders, run.last, house)


def _make_best_opening_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle near the end of Quart: with which card is seat 0 sure to go out first?

    There is exactly one such card. In 90% of the setups seat 0 holds at least four cards, otherwise at least three.
    """

    def draw_setup() -> Setup | None:
        state, fewest = deal_random_hand(rng, options, QUART), 4 if rng.random() < 0.9 else 3
        if not play_until_your_turn(state, rng, len(DECK) - FEW) or len(state.hands[0]) < fewest:
            return None
        setup = {"hands": list(map(format_cards, state.hands))}
        best = _build_best_opening_puzzle(setup, options).key
        alone = sum(card.code[-1] == best[-1] for card in state.hands[0]) == 1
        return None if alone and rng.random() < ALONE else setup

    return draw_fitting_setup(draw_setup, tries=1000, steps=DRAWING // 4)


def _build_best_opening_puzzle(setup: Setup, options: Options) -> Puzzle:
    house, holders = POSING.cast_options(options), _map_holders(setup)
    mine = sort_cards(card for card, seat in holders.items() if seat == 0)
    good = [card for card in mine if is_winning_opening(card, holders, house)]
    if len(good) != 1:
        raise VoidPuzzle("This question needs exactly one first card that wins.")
    (best,) = good
    run = trace_sequence(best, holders, house)
    others = join_words(
        [f"{describe_player(seat)} {quote_cards(parse_cards(setup['hands'][seat]))}" for seat in range(1, SEATS)]
    )
    reasons = {card.code: _explain_opening(card, trace_sequence(card, holders, house), card is best) for card in mine}
    return Puzzle(
        form="one",
        question=f"It’s late in Quart. The other players have only these cards left: {others}. "
        "Which of your cards do you start with, so that you’re sure to go out first?",
        position={},
        key=best.code,
        clauses=("quart.start-any", "quart.restart", "quart.end"),
        why=f"With {quote_cards([best])}, you’re sure to go out first. {reasons[best.code]}",
        options=build_card_options(mine),
        reasons=reasons,
        clauses_by_option={best.code: "quart.restart"},
        hints=(
            "Which of your cards bring the turn back to you?",
            POSING.build_rule_hint("quart.restart", options),
            f"The right card makes a sequence of {format_count(len(run.cards), 'card')}.",
            f"It’s one of your {best.name.rpartition(' ')[2]}.",
        ),
        rating=clamp_rating(1150 + 90 * len(mine) + 60 * len(run.cards) + 120 * (run.last != 0)),
    )


def _explain_opening(card: Card, run: QuartSequence, best: bool) -> str:
    number = spell_count(len(run.cards), "card")
    outcome = f"It makes a sequence of {number}, and {format_seat_with_verb(run.last, 'play')} its last card"
    if run.has_player_gone_out:
        return f"{outcome}. {format_seat_with_verb(run.last, 'are', 'is', start=True)} out."
    if best:
        return f"{outcome}. From there, you’re sure to go out first."
    return (
        f"{outcome}. You start again, but someone else might go out first."
        if run.last == 0
        else f"{outcome}. Then someone can go out before you."
    )


THEMES = (
    PuzzleTheme(
        slug="run-the-quart",
        title="Run a Quart sequence",
        sentence="You start a sequence. Who plays its last card?",
        clauses=split_clause_ids(
            "quart.next-card quart.stop-four quart.stop-played quart.end quart.same-player quart.ace-then-seven "
            "quart.restart"
        ),
        make=_make_sequence_setup,
        pose=_build_sequence_puzzle,
    ),
    PuzzleTheme(
        slug="best-opening",
        title="The best opening",
        sentence="It’s late in Quart. Which first card is sure to get you out first?",
        clauses=split_clause_ids("quart.start-any quart.restart quart.end"),
        make=_make_best_opening_setup,
        pose=_build_best_opening_puzzle,
    ),
)
