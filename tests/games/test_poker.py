"""How hands of poker rank, held against a slow judge of its own, against PokerKit, and against the known counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations_with_replacement, pairwise
from math import comb, prod
from random import Random

import pytest
from pokerkit import RegularLowHand, StandardHighHand, StandardLowHand

from games.cards import PACK, RANKS, Card, format_cards, parse_cards
from games.kit.poker import ACE, HIGH, LOW_27, LOW_A5, LOW_A6, SHOWING, THREE_FULL, THREE_SETS, TWO, HandRanking
from games.kit.showdown import list_best_seats, share_chips
from tests.games.poker_counts import COUNTS

DECKS = Random("poker")


def hands(size: int, number: int) -> list[list[Card]]:
    """Hands at random, half of them from a few ranks or suits, so that not all of them are worth nothing."""
    found = []
    for turn in range(number):
        few = [card for card in PACK if (card.rank * 7 + turn) % 13 < 5] if turn % 4 == 1 else list(PACK)
        one = [card for card in few if card.suit == "CDHS"[turn % 3]] if turn % 4 == 3 else few
        found.append(DECKS.sample(one, size))
    return found


# -- a slow judge ------------------------------------------------------------------------------------------------------

ORDERS = {
    "high": ("one", "2", "22", "3", "run", "suit", "32", "4", "run suit"),
    "A5": ("one", "2", "22", "3", "32", "4"),
    "sets": ("one", "2", "22", "3", "4"),
    "three": ("one", "2", "suit", "run", "3", "run suit"),
}


def slow(cards: Sequence[Card], order: str, aces: str, corner: bool) -> tuple[int, list[int]]:
    """The place and the ranks of a hand, read off its cards as one does by eye."""
    kinds = ORDERS[order]
    worth = {card: (14 if aces == "high" else 1) if card.rank == 1 else card.rank for card in cards}
    groups = sorted(((list(worth.values()).count(rank), rank) for rank in set(worth.values())), reverse=True)
    down = sorted(worth.values(), reverse=True)
    run = all(a - b == 1 for a, b in pairwise(down))
    if corner and down == [14, *range(len(cards), 1, -1)]:
        run, down = True, list(range(len(cards), 0, -1))
    suit = len({card.suit for card in cards}) == 1
    if "run" in kinds and run:
        return kinds.index("run suit" if suit else "run"), down[:1]
    if "suit" in kinds and suit:
        return kinds.index("suit"), down
    shape = "".join(str(number) for number, _ in groups if number > 1) or "one"
    return kinds.index(shape), [rank for _, rank in groups]


@pytest.mark.parametrize(
    ("ranking", "order", "aces", "corner", "low"),
    [
        (HIGH, "high", "high", True, False),
        (LOW_A5, "A5", "low", False, True),
        (LOW_A6, "high", "low", False, True),
        (LOW_27, "high", "high", False, True),
        (SHOWING, "sets", "high", False, False),
        (THREE_SETS, "sets", "high", False, False),
        (THREE_FULL, "three", "high", True, False),
        (TWO, "sets", "high", False, False),
    ],
)
def test_a_slow_judge_agrees(ranking: HandRanking, order: str, aces: str, corner: bool, low: bool) -> None:
    for one, other in zip(hands(ranking.size, 2000), hands(ranking.size, 2000), strict=True):
        mine = ranking.compute_hand_key(one), ranking.compute_hand_key(other)
        theirs = slow(one, order, aces, corner), slow(other, order, aces, corner)
        if low:
            theirs = theirs[1], theirs[0]
        told = f"{format_cards(one)} and {format_cards(other)}"
        assert (mine[0] > mine[1], mine[0] == mine[1]) == (theirs[0] > theirs[1], theirs[0] == theirs[1]), told


@pytest.mark.parametrize(
    ("ranking", "theirs"), [(HIGH, StandardHighHand), (LOW_A5, RegularLowHand), (LOW_27, StandardLowHand)]
)
def test_pokerkit_agrees(ranking: HandRanking, theirs: Callable[[str], object]) -> None:
    def read(cards: Sequence[Card]) -> object:
        return theirs("".join(f"{card.code[0]}{card.suit.lower()}" for card in cards))

    for one, other in zip(hands(5, 500), hands(5, 500), strict=True):
        mine = ranking.compute_hand_key(one), ranking.compute_hand_key(other)
        judged: list[object] = [read(one), read(other)]
        assert (mine[0] > mine[1]) == (judged[0] > judged[1]), f"{format_cards(one)} and {format_cards(other)}"  # type: ignore[operator]
        assert (mine[0] == mine[1]) == (judged[0] == judged[1]), f"{format_cards(one)} and {format_cards(other)}"


# -- counts ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COUNTS)
def test_each_kind_is_there_as_often_as_known(name: str) -> None:
    """Every choice of ranks is judged once, and counted as often as it can be dealt."""
    ranking, known = COUNTS[name]
    found: Counter[str] = Counter()
    for ranks in combinations_with_replacement(range(2, ACE + 1), ranking.size):
        held = Counter(ranks).values()
        if max(held) > 4:
            continue
        suited = 4 if max(held) == 1 and "flush" in ranking.kinds else 0
        found[ranking.get_hand_kind(ranking.compute_hand_key_from_ranks(ranks, False))] += (
            prod(comb(4, number) for number in held) - suited
        )
        if suited:
            found[ranking.get_hand_kind(ranking.compute_hand_key_from_ranks(ranks, True))] += suited
    assert found == known


# -- choices, words, shares --------------------------------------------------------------------------------------------


def test_the_best_five_of_seven() -> None:
    seven = parse_cards("AS 2D 3C 4H 5S 5D 5C")
    assert format_cards(HIGH.choose_best_hand(seven)) == "AS 2D 3C 4H 5S"
    assert HIGH.find_best_key(seven) == HIGH.compute_hand_key(parse_cards("AH 2H 3H 4H 5C"))
    assert LOW_27.name_hand(LOW_27.find_best_key(seven)) == "ace, five, four, three, and two"
    for ranking in (HIGH, LOW_A5, LOW_A6, LOW_27):
        for cards in hands(7, 40):
            assert ranking.find_best_key(cards) == ranking.compute_hand_key(ranking.choose_best_hand(cards))


@pytest.mark.parametrize(
    ("ranking", "cards", "words"),
    [
        (HIGH, "KS KD 9C 4H 2S", "a pair of kings"),
        (HIGH, "6S 6D KC KH 2S", "kings and sixes"),
        (HIGH, "6S 6D 6C KH KS", "sixes full of kings"),
        (HIGH, "6S 6D 6C 6H KS", "four sixes"),
        (HIGH, "AS 2D 3C 4H 5S", "a straight to the five"),
        (HIGH, "AS KS QS JS TS", "a straight flush to the ace"),
        (LOW_A5, "AS 2D 3C 4H 6S", "six, four, three, two, and ace"),
        (THREE_FULL, "AS QS 3S", "a flush to the ace"),
        (THREE_SETS, "AS AH AD", "three aces"),
        (TWO, "9S AH", "ace and nine"),
    ],
)
def test_a_hand_has_a_name(ranking: HandRanking, cards: str, words: str) -> None:
    assert ranking.name_hand(ranking.compute_hand_key(parse_cards(cards))) == words


def test_two_cards_have_91_classes() -> None:
    keys = {TWO.compute_hand_key(parse_cards(f"{one}S {other}H")) for one in RANKS for other in RANKS}
    assert len(keys) == 91
    assert max(keys) == TWO.compute_hand_key(parse_cards("AS AH"))
    assert min(keys) == TWO.compute_hand_key(parse_cards("3S 2S"))


def test_chips_are_shared_among_those_who_are_level() -> None:
    keys = {
        seat: TWO.compute_hand_key(parse_cards(cards)) for seat, cards in ((2, "AS KD"), (0, "QS QD"), (1, "QH QC"))
    }
    assert list_best_seats(keys) == (0, 1)
    assert share_chips(25, (0, 1)) == ({0: 12, 1: 12}, 1)
    assert share_chips(26, (3, 0, 1), odd=True) == ({3: 9, 0: 9, 1: 8}, 0)
