"""The solver against an integer programme and against trying everything: the same optimum, and a valid proof."""

from __future__ import annotations

from random import Random

import pytest

from games.cards import JOKER, card_of, deck, parse_cards, without
from games.kit.arrange import MeldLaw, arrange
from tests.games.arrange_oracles import Model, Position, brute, faults

CHUNKS, PER_CHUNK = 40, 50


def _law(rng: Random) -> MeldLaw:
    rank, suits = rng.randint(1, 13), rng.choice(("CS", "DH", "CDHS"))
    return MeldLaw(
        frozenset([JOKER, *(card_of(rank, suit) for suit in suits)]),
        need_pure=rng.random() < 0.8,
        all_wild=rng.choice(("one-natural", "no-printed-only", "one-nonwild")),
        twin_scope=rng.choice(("all", "runs", "off")),
    )


def _position(rng: Random, size: int) -> Position:
    """Cards from two packs, with up to six wild ones; some of them must be melded, or lie in melds already."""
    law = _law(rng)
    wild = [card for card in (*sorted(law.wilds), *sorted(law.wilds)) for _ in range(2 if card is JOKER else 1)]
    rest = [card for card in deck(2) if card not in law.wilds]
    if rng.random() < 0.5:
        low = rng.randint(1, 8)
        rest = [card for card in rest if low <= card.rank < low + 6]
    wilds = rng.sample(wild, min(rng.randint(0, 6), len(wild), size))
    cards = [*wilds, *rng.sample(rest, min(len(rest), size - len(wilds)))]
    position = Position(cards, law=law, keep=rng.randint(0, 2), goal=rng.choice(("cards", "points")))
    laid = arrange(cards, (), law)
    if laid and laid.melds and rng.random() < 0.6:
        kept = laid.melds[: rng.randint(1, len(laid.melds))]
        used = [card.base for meld in kept for card in meld]
        position.free, position.regroup = without(cards, used), rng.choice(("free", "extend", "none"))
        if position.regroup == "free":
            position.fixed = used
        else:
            position.melds = kept
    return position


def _solve(position: Position):  # type: ignore[no-untyped-def]
    return arrange(
        position.free,
        position.fixed,
        position.law,
        keep=position.keep,
        goal=position.goal,  # type: ignore[arg-type]
        card_value=position.card_value,
        hand_value=position.hand_value,
        regroup=position.regroup,  # type: ignore[arg-type]
        melds=position.melds,
    )


def _proven(position: Position, best: int | None) -> bool:
    """Whether the solver proved its answer, which is then the best; what it could not prove is no better than that."""
    found = _solve(position)
    if found is None:
        assert best is None, position
        return True
    assert best is not None, position
    assert faults(found, position) == "", position
    assert found.value == best if found.proven else found.value <= best, position
    return found.proven


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_optimum_of_an_integer_programme(chunk: int) -> None:
    rng = Random(chunk)
    proven = 0
    for number in range(PER_CHUNK):
        position = _position(rng, 13 + (chunk * PER_CHUNK + number) % 18)
        proven += _proven(position, Model(position).solve())
    assert proven >= PER_CHUNK - 2


@pytest.mark.parametrize("chunk", range(4))
def test_the_optimum_of_trying_everything(chunk: int) -> None:
    rng = Random(f"small {chunk}")
    for _ in range(15):
        position = _position(rng, rng.randint(3, 7))
        assert _proven(position, brute(position))


def test_the_last_melds_of_an_exhausted_hand() -> None:
    """Ace to king in diamonds stays pure; the wild six and the joker lengthen the other run."""
    wilds = frozenset([JOKER, *parse_cards("6D 6H")])
    melds = (parse_cards("QD KD AD"), parse_cards("7S *=8S 9S"))
    found = arrange(parse_cards("* 2H 6H"), (), MeldLaw(wilds), goal="points", regroup="extend", melds=melds)
    assert found is not None
    assert found.value == 72
    assert found.left == parse_cards("2H")


def test_a_twin_is_parted_or_left() -> None:
    cards = parse_cards("7S 8S 9S 7S 8S 9S")
    alone = arrange(cards, (), MeldLaw())
    assert alone is not None
    assert alone.value == 3
    more = arrange([*cards, *parse_cards("TS")], (), MeldLaw())
    assert more is not None
    assert more.value == 7


def test_what_cannot_all_lie_is_said() -> None:
    assert arrange((), parse_cards("2C 7D"), MeldLaw()) is None


def test_a_bound_is_owned_up_to() -> None:
    rng = Random(5)
    cards = rng.sample(deck(2, 4), 34)
    found = arrange(cards, (), MeldLaw(), bound=3)
    assert found is None or not found.proven
