"""Helpers for all puzzles of Guts: hands that are close in rank, and the clauses that rank them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from games.cards import PACK, Card, format_cards, parse_cards
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Setup, VoidPuzzle
from games.guts.hand_ranking import count_hands_by_key, get_hand_key, name_hand
from games.guts.options import GutsOptions
from games.guts.rules import RULES
from games.kit.poker import Key
from games.kit.puzzle_tools import PuzzleToolkit

POSING = PuzzleToolkit(RULES, GutsOptions)
LETTERS = "abcdef"
RANKED = "rank.aces-high rank.pair-beats-all rank.higher-pair rank.high-card "


def draw_close_hands(rng: Random, options: Options, number: int) -> list[str]:
    """Return this number of hands, each as a string of card codes. Most of them share a rank with another hand."""
    size, cards = POSING.cast_options(options).cards, list(PACK)
    rng.shuffle(cards)
    hands: list[list[Card]] = []
    for _ in range(number):
        near = [card for card in cards if any(card.rank == other.rank for other in hands[0])] if hands else []
        first = near[0] if near and rng.random() < 0.7 else cards[0]
        cards.remove(first)
        paired = [card for card in cards if card.rank == first.rank]
        second = paired[0] if paired and rng.random() < 0.2 else cards[0]
        cards.remove(second)
        hand = [first, second, *cards[: size - 2]]
        del cards[: size - 2]
        hands.append(hand)
    rng.shuffle(hands)
    return [format_cards(hand) for hand in hands]


def tie_first_two_hands(hands: list[str]) -> list[str]:
    """Return the hands, with the second one changed to tie with the first if cards of the same ranks are unused."""
    used = {code for hand in hands for code in hand.split()}
    twin: list[str] = []
    for code in hands[0].split():
        free = [code[0] + suit for suit in "CDHS" if code[0] + suit not in used and code[0] + suit not in twin]
        if not free:
            return hands
        twin.append(free[0])
    return [hands[0], " ".join(twin), *hands[2:]]


def build_hand_options(hands: Sequence[str]) -> tuple[AnswerOption, ...]:
    """Return hands as answer options."""
    return tuple(AnswerOption(LETTERS[at], f"Hand {LETTERS[at].upper()}", cards) for at, cards in enumerate(hands))


def get_setup_hand_keys(setup: Setup, options: GutsOptions) -> list[Key]:
    """Return a key for each hand in a setup. It stands for the hand's strength: the greater key is the better hand.

    Raises VoidPuzzle if a hand has a different number of cards than these house rules deal.
    """
    hands = [parse_cards(text) for text in setup["hands"]]
    if any(len(hand) != options.cards for hand in hands):
        raise VoidPuzzle("Under these house rules, a hand has a different number of cards.")
    return [get_hand_key(hand, options) for hand in hands]


def describe_hand(key: Key, options: GutsOptions) -> str:
    """Return the name of a hand, for the end of a sentence."""
    return name_hand(key, options)


def list_ranking_clauses(keys: Sequence[Key], options: GutsOptions) -> tuple[str, ...]:
    """Return the clauses that decide which of these hands is best, the most telling one first."""
    best = max(keys)
    rest = [key for key in keys if key != best]
    found = []
    if list(keys).count(best) > 1:
        found.append("rank.suits-equal")
    if best[0] and any(not key[0] for key in rest):
        found.append("rank.pair-beats-all")
    if best[0] and any(key[0] == best[0] for key in rest):
        found.append("rank.higher-pair")
    if not best[0]:
        found.append("rank.high-card")
        if best[1] == 14:
            found.append("rank.aces-high")
    if options.lowly_top and best[0] == 2 and options.cards == 2:
        found.append("rank.ladder")
    return POSING.select_game_clauses(found or ["rank.ladder"])


def count_better_hand_ranks(key: Key, options: GutsOptions) -> int:
    """Return how many steps of the ranking are above a hand with this key; tied hands share a step."""
    return list(count_hands_by_key(options)).index(key)


def count_steps_between_best_hands(keys: Iterable[Key], options: GutsOptions) -> int:
    """Return how many steps of the ranking the best hand is above the second-best one.

    Tied hands share a step, so the second-best hand is one that doesn't tie with the best.
    """
    first, second = sorted({count_better_hand_ranks(key, options) for key in keys})[:2]
    return second - first
