"""Puzzles about the blind Ape, a hand in which players can't see their own cards and flip one after another.

The questions are who takes the Ape (the king of hearts), and what you can know about your hidden cards.
"""

from __future__ import annotations

from random import Random

from games.cards import UNKNOWN, Card, format_cards, parse_cards, sort_cards
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.tricks import HIGHEST_ACE, Trick, get_suit_name
from games.lorum.contracts import APE, DECK, KING, SEATS
from games.lorum.puzzles.common import (
    POSING,
    deal_random_hand,
    describe_player,
    format_seat_with_verb,
    play_until_your_turn,
)
from games.lorum.state import LorumState
from games.words import capitalize_first, quote_cards, spell_how_many, spell_number

ASKED = 6


def _make_ape_capture_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: a trick with the king of hearts (the Ape), and the player who led.

    In 60% of the setups another card follows suit. In 85% of these, the king goes to another player than the one who
    played it. In at least half of all setups, the card whose player gets the king isn't the highest of the four.
    """
    follow, own = rng.random() < 0.6, rng.random() < 0.15
    led_king, plain = rng.random() < 0.3, rng.random() < 0.5
    others = [card for card in DECK if card is not KING]

    def draw_setup() -> Setup | None:
        cards = [KING, *rng.sample(others, SEATS - 1)]
        if not led_king:
            rng.shuffle(cards)
        same = any(card.suit == cards[0].suit for card in cards[1:])
        setup = {"leader": rng.randrange(SEATS), "cards": format_cards(cards)}
        if same != follow:
            return None
        puzzle = _build_ape_capture_puzzle(setup, options)
        (best,) = (parse_cards(option.cards)[0] for option in puzzle.options if option.id == puzzle.key)
        told = HIGHEST_ACE[best] == max(HIGHEST_ACE[card] for card in cards)
        return setup if (not follow or (best is KING) == own) and (plain or not told) else None

    return draw_fitting_setup(draw_setup)


def _build_ape_capture_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    if house.ape_mode != "blind":
        raise VoidPuzzle("Under these house rules, the Ape isn’t played blind.")
    cards, leader = parse_cards(setup["cards"]), setup["leader"]
    state = POSING.load_state({"contract": APE}, options)
    winner = state.get_trick_winner(leader, cards)
    order = state.list_seats_from(leader)
    takes = state.list_card_takers(Trick(leader, cards, winner))[cards.index(KING)]
    followed = state.is_lead_followed(cards)
    clause = "ape.blind-followed" if followed else "ape.blind-unfollowed"
    led = get_suit_name(cards[0])
    if followed:
        best = cards[order.index(winner)]
        why = (
            f"Someone followed suit, and {quote_cards([best])} is the highest of the {led}, so "
            f"{format_seat_with_verb(takes, 'take')} all four."
        )
    else:
        why = (
            f"Nobody followed suit, so each player puts their own card on their pile. "
            f"{format_seat_with_verb(takes, 'have', 'has', start=True)} the king and "
            f"{'pay' if takes == 0 else 'pays'} for it."
        )
    owner = order[cards.index(KING)]
    return Puzzle(
        form="one",
        question=f"These four cards are from the blind Ape, in the order they were played. "
        f"{describe_player(leader, start=True)} led. Who pays for the king of hearts?",
        position={},
        key=f"s{takes}",
        clauses=(clause, "ape.pay"),
        why=why,
        options=tuple(
            AnswerOption(f"s{seat}", describe_player(seat, start=True), card.code)
            for seat, card in zip(order, cards, strict=True)
        ),
        reasons={
            f"s{seat}": _explain_seat_outcome(seat, card, takes, owner, followed, cards)
            for seat, card in zip(order, cards, strict=True)
        },
        clauses_by_option={f"s{takes}": clause},
        hints=(
            "Does any other card follow the suit that was led?",
            POSING.build_rule_hint(clause, options),
            f"{capitalize_first(led)} were led, and {'another card follows' if followed else 'no other card follows'}.",
            "Another player takes the king." if takes != owner else "The player who played the king takes it.",
        ),
        rating=clamp_rating(880 + 100 * (not followed) + 120 * (cards[0] is KING) + 80 * (followed and takes == owner)),
    )


def _explain_seat_outcome(
    seat: int, card: Card, takes: int, owner: int, followed: bool, cards: tuple[Card, ...]
) -> str:
    if seat == takes:
        return (
            "They take the trick, and the king in it."
            if followed
            else "Nobody followed suit, and the king was their own card."
        )
    if not followed:
        return f"Nobody followed suit, so they take only {quote_cards([card])}."
    if card.suit != cards[0].suit:
        return f"{quote_cards([card])} isn’t in the suit that was led, so it doesn’t take anything."
    return f"Another card of the suit is higher than {quote_cards([card])}."


# -- your hidden cards -----------------------------------------------------------------------------


def _make_hidden_cards_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle on seat 0's turn in the blind Ape: which of six cards are in its hidden hand?"""

    def draw_setup() -> Setup | None:
        state = deal_random_hand(rng, options, APE)
        if state.phase != "blind" or not play_until_your_turn(state, rng, rng.randint(0, 14)) or state.phase != "blind":
            return None
        own, others = state.hands[0], [card for card in DECK if card not in state.hands[0]]
        number = rng.randint(2, min(4, len(own)))
        asked = [*rng.sample(own, number), *rng.sample(others, ASKED - number)]
        return (
            {"position": POSING.build_setup_position(state), "asked": format_cards(sort_cards(asked))}
            if len(own) > 2
            else None
        )

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _describe_location(state: LorumState, card: Card) -> str:
    """Return a sentence that says where a card is if it isn't one of seat 0's hidden cards."""
    for seat in range(1, SEATS):
        if card in state.hands[seat]:
            return f"You can see it: {format_seat_with_verb(seat, 'hold')} it."
    return "It’s in the trick on the table." if card in state.trick else "It was flipped in an earlier trick."


def _build_hidden_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "blind":
        raise VoidPuzzle("Under these house rules, the Ape isn’t played blind.")
    played = [card for trick in state.tricks for card in trick.cards]
    seen = {*played, *state.trick, *(card for hand in state.hands for card in hand if card is not UNKNOWN)}
    asked = parse_cards(setup["asked"])
    key = [card for card in asked if card not in seen]
    flipped = [*sort_cards(played), *state.trick]
    earlier = f" These cards have been flipped: {quote_cards(flipped)}." if flipped else ""
    return Puzzle(
        form="tick",
        question=f"In the blind Ape, you see every hand except your own.{earlier} Which of these cards do you have?",
        position=POSING.build_visible_position(state),
        key=sorted(card.code for card in key),
        clauses=POSING.select_game_clauses(["ape.known-set", "ape.blind-view"]),
        why=f"You can’t see {quote_cards(key)} anywhere else, so you have them. But you can’t know where.",
        options=tuple(AnswerOption(card.code, f"`{card.code}`", card.code) for card in asked),
        reasons={
            card.code: "You can’t see it anywhere else, so it’s yours."
            if card in key
            else _describe_location(state, card)
            for card in asked
        },
        clauses_by_option={card.code: "ape.known-set" if card in key else "ape.blind-view" for card in asked},
        hints=(
            "Which of these cards can you see in other hands?",
            POSING.build_rule_hint("ape.known-set", options),
            "Check the other three hands, the trick, and the cards already played.",
            f"{spell_how_many(len(key), f'the {spell_number(len(asked))} cards', 'is')} yours.",
        ),
        rating=clamp_rating(950 + 12 * len(played)),
        zones=("hand-1", "hand-2", "hand-3", "trick"),
    )


THEMES = (
    PuzzleTheme(
        slug="who-takes-the-ape",
        title="Who takes the Ape?",
        sentence="Four blind cards, one king of hearts. Who takes it?",
        clauses=split_clause_ids("ape.blind-followed ape.blind-unfollowed ape.pay"),
        make=_make_ape_capture_setup,
        pose=_build_ape_capture_puzzle,
    ),
    PuzzleTheme(
        slug="your-hidden-cards",
        title="What are your hidden cards?",
        sentence="You can see everyone else’s cards. Work out your own.",
        clauses=split_clause_ids("ape.known-set ape.blind-view"),
        make=_make_hidden_cards_setup,
        pose=_build_hidden_cards_puzzle,
    ),
)
