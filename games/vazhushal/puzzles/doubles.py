"""Puzzles about the deal: whether a hand has enough doubles (pairs of identical cards) for a redeal."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.cards import JOKER, PACK, PACK_ORDER, SUITS, Card, format_cards, get_card, parse_cards
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.kit.puzzle_tools import clamp_rating
from games.vazhushal.calculations import explain_number_of_doubles
from games.vazhushal.playing import count_doubles, has_enough_doubles_for_redeal
from games.vazhushal.puzzles.common import POSING, pick_seat_count
from games.vazhushal.state import HAND, build_full_deck
from games.words import capitalize_first, quote_cards, spell_count

THROWN, ASKED, PLAYED = "throw-in", "may", "play"
VERDICTS = {
    THROWN: "all hands are redealt",
    ASKED: "I can ask for a redeal or keep my hand",
    PLAYED: "play starts",
}


def _make_setup(rng: Random, options: Options) -> Setup:
    house = POSING.cast_options(options)
    seats = pick_seat_count(rng, options, 3, 5, packs=2) or pick_seat_count(rng, options, 2, 5, packs=2)
    if not house.redeal_doubles:
        raise VoidPuzzle("Under these house rules, there are no redeals for doubles.")
    if not seats:
        raise VoidPuzzle("With one deck, nobody can have two of the same ranked card.")
    ask = "number" if rng.random() < 0.45 else "verdict"
    pairs = rng.randint(0, 5) if ask == "number" else house.redeal_doubles + rng.randint(-2, 1)
    hand = _build_hand_with_doubles(rng, max(0, min(pairs, 6)), build_full_deck(house, seats).count(JOKER))
    return {"seats": seats, "hand": format_cards(sorted(hand, key=PACK_ORDER)), "ask": ask}


def _build_hand_with_doubles(rng: Random, pairs: int, jokers: int) -> list[Card]:
    """Return a hand with `pairs` doubles, up to `jokers` jokers, and other cards, some of which nearly form doubles."""
    doubled = rng.sample(PACK, pairs)
    hand = [*doubled, *doubled, *[JOKER] * min(rng.choice((0, 1, 2, 2, 3)), jokers)][:HAND]
    near = [get_card(card.rank, suit) for card in doubled for suit in SUITS if suit != card.suit]
    singles = [*rng.sample(near, min(len(near), rng.randint(0, 3))), *rng.sample(PACK, len(PACK))]
    return [*hand, *[card for card in dict.fromkeys(singles) if card not in hand][: HAND - len(hand)]]


def _build_puzzle(setup: Setup, options: Options) -> Puzzle:
    house, seats, cards = POSING.cast_options(options), setup["seats"], Counter(parse_cards(setup["hand"]))
    for problem in house.list_conflicts(seats):
        raise VoidPuzzle(str(problem))
    if cards - Counter(build_full_deck(house, seats)):
        raise VoidPuzzle("Under these house rules, the deck doesn’t have all the cards in this question.")
    state = POSING.load_state({"seats": seats, "hands": [setup["hand"]]}, house)
    called = ASKED if house.redeal_mode == "holder-may" else THROWN
    verdict = called if has_enough_doubles_for_redeal(state, 0) else PLAYED
    number, needed, jokers = count_doubles(state, 0), house.redeal_doubles, cards[JOKER]
    twice = [card for card, times in cards.items() if times > 1 and card is not JOKER]
    pairs = f"You have {quote_cards(twice)} twice" if twice else "You have no ranked card twice"
    of_jokers = "every two jokers make a double" if house.redeal_jokers_count else "jokers never make a double"
    counted = f"{pairs}{f', and {of_jokers}' if jokers > 1 else ''}. That’s {spell_count(number, 'double')}."
    rule = "Doubles don’t matter here."
    if needed:
        rule = f"A redeal needs at least {spell_count(needed, 'double')}."
    wrong_count = "redeal.jokers-dont-count" if jokers > 1 else "redeal.double-def"
    with_jokers = f", and you hold {spell_count(jokers, 'joker')}" if jokers else ""
    ask_number = setup["ask"] == "number"
    last = f"That’s {spell_count(number, 'double')}.{'' if ask_number else f' {rule}'}"
    rows = [
        AnswerRow(
            f"{outcome}-{count}",
            f"{capitalize_first(spell_count(count, 'double'))}: {VERDICTS[outcome]}",
            (outcome, count) == (verdict, number),
            rule if count == number else "Count the doubles again.",
            "redeal.three-doubles" if count == number else wrong_count,
        )
        for count in sorted({number, abs(number + Random(setup["hand"]).choice((-1, 1)))})
        for outcome in (called, PLAYED)
    ]
    question = "How many doubles do you have?" if ask_number else "How many doubles do you have, and what happens now?"
    answer = {"form": "number", "key": number, "working": str(explain_number_of_doubles(state, 0))}
    return Puzzle(
        question=f"You’ve just been dealt these cards. {question}",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses(["redeal.double-def", "redeal.three-doubles", wrong_count]),
        why=counted if ask_number else f"{counted} {rule}",
        hints=(
            "Do you have any card twice, with the same rank and suit?",
            POSING.build_rule_hint("redeal.double-def", options),
            f"{pairs}{with_jokers}.",
            f"{capitalize_first(of_jokers)}." if jokers > 1 else last,
        ),
        rating=clamp_rating(
            800 + 60 * number + (150 if jokers > 1 else 0) + (60 if needed and abs(number - needed) < 2 else 0)
        ),
        zones=("hand-0",),
        **(answer if ask_number else build_answer_fields("one", rows)),
    )


THEMES = (
    PuzzleTheme(
        "throw-in",
        "Redeal or play?",
        "Count the doubles in a new hand.",
        ("redeal.double-def", "redeal.three-doubles", "redeal.jokers-dont-count"),
        _make_setup,
        _build_puzzle,
    ),
)
