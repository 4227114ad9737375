"""Helpers for all puzzles of Commune: setups under house rules, random cards, and explanations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from random import Random

from games.cards import PACK, SUIT_NAMES, SUITS, Card, format_cards, get_card, parse_cards
from games.commune.hand_presence import CardCounts, is_wild
from games.commune.ladder import (
    ACE,
    SIZES,
    TWO_RANKS,
    Declaration,
    Ladder,
    get_ladder,
    list_straight_ranks,
    parse_declaration,
)
from games.commune.options import CommuneOptions
from games.commune.rules import RULES
from games.commune.state import build_full_deck
from games.engine.options import Options
from games.engine.puzzle import Setup, VoidPuzzle
from games.kit.puzzle_tools import PuzzleToolkit
from games.words import spell_count

POSING = PuzzleToolkit(RULES, CommuneOptions)
rules_of = POSING.cast_options
seated = POSING.load_state
shown = POSING.build_visible_position
rule_hint = POSING.build_rule_hint
TRIES = 60
"""The maximum number of random positions tried for one setup."""
PRESENT_OF = {
    **dict.fromkeys(SIZES, "present.n-of-kind"),
    "two-pair": "present.two-pair",
    "full-house": "present.full-house",
    "straight": "present.straight",
    "flush": "present.flush",
    "straight-flush": "present.straight-flush",
}
"""For each kind of hand: the clause that says when the cards make it."""
TAKES = {**SIZES, "two-pair": 4, "full-house": 5, "straight": 5, "flush": 5, "straight-flush": 5}
"""The number of cards in each kind of hand."""


def get_rules_ladder(options: Options) -> Ladder:
    """Return the ladder (all hands that can be declared, in order) under these house rules."""
    return get_ladder(rules_of(options))


# -- setups ----------------------------------------------------------------------------------------------


def parse_hand(text: str, options: Options) -> Declaration:
    """Parse a hand under these house rules. Raises VoidPuzzle if the hand can't be declared.

    The suit of a flush is left out under house rules that name no suits.
    """
    house = rules_of(options)
    hand = parse_declaration(text)
    if hand is None or not get_ladder(house).has_declaration(hand):
        raise VoidPuzzle("Under these house rules, a hand in this question can’t be declared.")
    if hand.kind == "flush" and house.is_flush_suit_declared and not hand.suit:
        raise VoidPuzzle("Under these house rules, a flush has to be declared with its suit.")
    return hand if house.is_flush_suit_declared else hand._replace(suit="")


def parse_deck_cards(text: str, options: Options) -> list[Card]:
    """Parse cards. Raises VoidPuzzle if the deck under these house rules doesn't have them."""
    cards = list(parse_cards(text))
    if Counter(cards) - Counter(build_full_deck(rules_of(options))):
        raise VoidPuzzle("Under these house rules, the deck doesn’t have all the cards in this question.")
    return cards


# -- random hands and cards ------------------------------------------------------------------------------


def draw_random_declaration(rng: Random, options: Options, kinds: Container[str] = ()) -> Declaration:
    """Return a random hand of the ladder, each kind equally often.

    A flush has a suit if suits are named. Raises VoidPuzzle if none of `kinds` is on the ladder.
    """
    house = rules_of(options)
    ladder = get_ladder(house)
    among = [kind for kind in ladder.kinds if not kinds or kind in kinds]
    if not among:
        raise VoidPuzzle("Under these house rules, the kinds of hands in this question aren’t on the ladder.")
    hand = rng.choice(list(ladder.list_declarations_of_kind(rng.choice(among))))
    return hand._replace(suit=rng.choice(SUITS)) if hand.kind == "flush" and house.is_flush_suit_declared else hand


def draw_matching_cards(rng: Random, hand: Declaration, options: Options) -> list[Card]:
    """Return natural cards that make a hand, or just four for five of a kind.

    Cards of the hand that are wild under house rules are left out.
    """
    house, (kind, ranks, named) = rules_of(options), hand
    suit = named or rng.choice(SUITS)
    if kind in TWO_RANKS:
        sizes = (2, 2) if kind == "two-pair" else (3, 2)
        wanted = [(rank, rng.sample(SUITS, size)) for rank, size in zip(ranks, sizes, strict=True)]
    elif kind in SIZES:
        wanted = [(ranks[0], rng.sample(SUITS, min(4, SIZES[kind])))]
    elif kind == "flush":
        lower = rng.sample(range(house.lowest_rank, ranks[0]), 4)
        wanted = [(rank, [suit]) for rank in (ranks[0], *lower)]
    else:
        row = list_straight_ranks(ranks[0])
        wanted = [(rank, [suit if kind == "straight-flush" else rng.choice(SUITS)]) for rank in row]
    cards = [get_card(1 if rank == ACE else rank, one) for rank, suits in wanted for one in suits]
    return [card for card in cards if not is_wild(card, house)]


def draw_cards_near_hand(rng: Random, hand: Declaration, options: Options, size: int) -> list[Card]:
    """Return about `size` random cards that make the hand or almost do."""
    house = rules_of(options)
    cards = draw_matching_cards(rng, hand, options)
    rng.shuffle(cards)
    del cards[: rng.choice((0, 0, 1, 1, 2))]
    rest = list((Counter(build_full_deck(house)) - Counter(cards)).elements())
    wild = [card for card in rest if is_wild(card, house)]
    plain = [card for card in rest if not is_wild(card, house)]
    cards += rng.sample(wild, min(len(wild), rng.choice((0, 0, 1, 1, 2))))
    cards += rng.sample(plain, max(0, size - len(cards)))
    rng.shuffle(cards)
    return cards


# -- explanations and clauses ----------------------------------------------------------------------------


def explain_hand_presence(hand: Declaration, cards: Sequence[Card], options: Options) -> str:
    """Return a sentence on why these cards make a hand or don't: how many are missing, and how many are wild."""
    tally = CardCounts(cards, rules_of(options))
    missing = tally.count_missing_cards(hand)
    verdict = "so it’s there" if missing <= tally.wilds else "so it isn’t there"
    if not missing:
        return f"Nothing is missing for {hand.spoken_name}, so it’s there."
    lacks = f"{spell_count(missing, 'card')} {'is' if missing == 1 else 'are'} missing"
    has = f"{spell_count(tally.wilds, 'wild card')} {'is' if tally.wilds == 1 else 'are'} there"
    return f"For {hand.spoken_name}, {lacks} and {has}, {verdict}."


def list_presence_clauses(hand: Declaration, cards: Sequence[Card], options: Options) -> list[str]:
    """Return the ids of the clauses that decide whether these cards make a hand."""
    house = rules_of(options)
    tally = CardCounts(cards, house)
    missing = tally.count_missing_cards(hand)
    ids = [PRESENT_OF[hand.kind]]
    if missing and tally.wilds:
        ids += ["present.wild-any", "deck.wilds"]
    if any(card.rank == 2 for card in cards):
        ids.append("present.two-is-wild")
    if missing <= tally.wilds:
        ids.append("present.contained")
    else:
        ids.append("present.one-use")
    if len(cards) < TAKES[hand.kind]:
        ids.append("present.few-cards")
    return ids


def build_cards_setup(cards: Iterable[Card], **more: object) -> Setup:
    """Return a setup with these cards, and with the keys and values of `more`."""
    return {"cards": format_cards(cards), **more}


def list_suit_names() -> Sequence[str]:
    """Return the names of the suits."""
    return list(SUIT_NAMES.values())


def list_remaining_cards(cards: Iterable[Card]) -> list[Card]:
    """Return the cards of a deck without jokers that aren't among these."""
    taken = set(cards)
    return [card for card in PACK if card not in taken]
