"""Puzzles about the blind Ape: who takes it, and what you can know of your hidden cards."""

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
from games.words import quote_cards, spell_how_many, spell_number

ASKED = 6


def _make_ape_capture_setup(rng: Random, options: Options) -> Setup:
    """Return a setup: four cards with the king of hearts (the Ape) among them, and who led.

    In 60% of the setups another card follows suit. Then the king mostly goes to another player (85%), and in half of
    the setups the card that takes it can't be the highest of the four.
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
        raise VoidPuzzle("At this table the Ape is not played blind.")
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
            f"Somebody followed the {led}, and {quote_cards([best])} is the highest of them: "
            f"{format_seat_with_verb(takes, 'take')} all four."
        )
    else:
        why = (
            f"Nobody followed the {led}, so each player captures their own card: "
            f"{format_seat_with_verb(takes, 'have', 'has')} the king, and {'pay' if takes == 0 else 'pays'} for it."
        )
    owner = order[cards.index(KING)]
    return Puzzle(
        form="one",
        question=f"The blind Ape. The four cards are listed in the order in which they were turned up; "
        f"{format_seat_with_verb(leader, 'have', 'has')} led. Who has to pay for the king of hearts?",
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
            "Look at the suit that was led, and whether any other card is of it.",
            POSING.build_rule_hint(clause, options),
            f"The {led} were led, and {'another card is one too' if followed else 'no other card is one'}.",
            "The king changes hands." if takes != owner else "The king stays with whoever turned it up.",
        ),
        rating=clamp_rating(880 + 100 * (not followed) + 120 * (cards[0] is KING) + 80 * (followed and takes == owner)),
    )


def _explain_seat_outcome(
    seat: int, card: Card, takes: int, owner: int, followed: bool, cards: tuple[Card, ...]
) -> str:
    if seat == takes:
        return (
            "So it is: the trick, and the king in it."
            if followed
            else "So it is: nobody followed, and the king was their own."
        )
    if not followed:
        return f"Nobody followed, so {quote_cards([card])} goes back to where it came from, and nothing with it."
    if card.suit != cards[0].suit:
        return f"{quote_cards([card])} is not of the suit that was led, so it takes nothing."
    return f"There is a higher card of the suit than {quote_cards([card])}."


# -- your hidden cards -----------------------------------------------------------------------------


def _make_hidden_cards_setup(rng: Random, options: Options) -> Setup:
    """Return a setup: your turn in the blind Ape, and some cards, a few of which are yours."""

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
    """Return a sentence that says where a card is, if it isn't one of your hidden cards."""
    for seat in range(1, SEATS):
        if card in state.hands[seat]:
            return f"You can see it: {format_seat_with_verb(seat, 'hold')} it."
    return "It lies in the trick on the table." if card in state.trick else "It has been turned up in an earlier trick."


def _build_hidden_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.phase != "blind":
        raise VoidPuzzle("At this table the Ape is not played blind.")
    gone = [card for trick in state.tricks for card in trick.cards]
    seen = {*gone, *state.trick, *(card for hand in state.hands for card in hand if card is not UNKNOWN)}
    asked = parse_cards(setup["asked"])
    key = [card for card in asked if card not in seen]
    turned = [*sort_cards(gone), *state.trick]
    earlier = f" Turned up so far: {quote_cards(turned)}." if turned else ""
    return Puzzle(
        form="tick",
        question=f"The blind Ape: you see every hand but your own.{earlier} Which of these cards are among yours?",
        position=POSING.build_visible_position(state),
        key=sorted(card.code for card in key),
        clauses=POSING.select_game_clauses(["ape.known-set", "ape.blind-view"]),
        why=f"{quote_cards(key)} are seen nowhere else, so you have them, though you cannot know where.",
        options=tuple(AnswerOption(card.code, f"`{card.code}`", card.code) for card in asked),
        reasons={
            card.code: "It is seen nowhere else, so it is yours." if card in key else _describe_location(state, card)
            for card in asked
        },
        clauses_by_option={card.code: "ape.known-set" if card in key else "ape.blind-view" for card in asked},
        hints=(
            "Do not look at your own cards. Look at all the others.",
            POSING.build_rule_hint("ape.known-set", options),
            "Go through the hands of the others, the trick, and what has been played.",
            f"{spell_how_many(len(key), f'the {spell_number(len(asked))} cards', 'is')} yours.",
        ),
        rating=clamp_rating(950 + 12 * len(gone)),
        zones=("hand-1", "hand-2", "hand-3", "trick"),
    )


THEMES = (
    PuzzleTheme(
        slug="who-takes-the-ape",
        title="Who takes the Ape?",
        sentence="Four cards turned up blindly, and one of them is the king of hearts.",
        clauses=split_clause_ids("ape.blind-followed ape.blind-unfollowed ape.pay"),
        make=_make_ape_capture_setup,
        pose=_build_ape_capture_puzzle,
    ),
    PuzzleTheme(
        slug="your-hidden-cards",
        title="What are your hidden cards?",
        sentence="You see the cards of everybody else: work out your own.",
        clauses=split_clause_ids("ape.known-set ape.blind-view"),
        make=_make_hidden_cards_setup,
        pose=_build_hidden_cards_puzzle,
    ),
)
