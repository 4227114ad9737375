"""The solver against an integer programme and against trying everything: the same optimum, and a valid proof."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from games.cards import JOKER, build_deck, parse_cards
from games.engine.work_limits import OutOfSteps
from games.kit.meld_arrangement import BOUND, MeldRules, arrange_melds
from tests.games import optima
from tests.games.arrange_oracles import Model, Position, brute, faults

CHUNKS = 4
QUICK = 30_000
"""So many steps are enough for seven positions in eight."""


def _solve(position: Position, bound: int = BOUND):  # type: ignore[no-untyped-def]
    return arrange_melds(
        position.free,
        position.fixed,
        position.law,
        keep=position.keep,
        goal=position.goal,  # type: ignore[arg-type]
        card_value=position.card_value,
        hand_value=position.hand_value,
        regroup=position.regroup,  # type: ignore[arg-type]
        melds=position.melds,
        bound=bound,
    )


def _proven(position: Position, best: int | None, bound: int = BOUND) -> bool:
    """Whether the solver proved its answer, which is then the best; what it could not prove is no better than that."""
    try:
        found = _solve(position, bound)
    except OutOfSteps:
        return False
    if found is None:
        assert best is None, position
        return True
    assert best is not None, position
    assert faults(found, position) == "", position
    assert found.value == best if found.proven else found.value <= best, position
    return found.proven


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_the_optimum_of_an_integer_programme(chunk: int) -> None:
    """What takes long is given up soon, and is no better than the optimum; a few of these are solved to the end."""
    kept = list(islice(optima.read(), chunk, None, CHUNKS))
    left = [(position, best) for position, best in kept if not _proven(position, best, QUICK)]
    assert len(left) < len(kept) / 6
    proven = [_proven(position, best) for position, best in left[::12]]
    assert proven.count(False) <= 1


def test_the_kept_optima_are_those_of_the_integer_programme() -> None:
    """A few of them, solved again."""
    for position, best in islice(optima.read(), 0, None, 180):
        assert Model(position).solve() == best


@pytest.mark.repeated
@pytest.mark.parametrize("chunk", range(4))
def test_the_optimum_of_trying_everything(chunk: int) -> None:
    rng = Random(f"small {chunk}")
    for _ in range(15):
        position = optima.position(rng, rng.randint(3, 6))
        assert _proven(position, brute(position))


def test_the_last_melds_of_an_exhausted_hand() -> None:
    """Ace to king in diamonds stays pure; the wild six and the joker lengthen the other run."""
    wilds = frozenset([JOKER, *parse_cards("6D 6H")])
    melds = (parse_cards("QD KD AD"), parse_cards("7S *=8S 9S"))
    found = arrange_melds(parse_cards("* 2H 6H"), (), MeldRules(wilds), goal="points", regroup="extend", melds=melds)
    assert found is not None
    assert found.value == 72
    assert found.left == parse_cards("2H")


def test_a_twin_is_parted_or_left() -> None:
    cards = parse_cards("7S 8S 9S 7S 8S 9S")
    alone = arrange_melds(cards, (), MeldRules())
    assert alone is not None
    assert alone.value == 3
    more = arrange_melds([*cards, *parse_cards("TS")], (), MeldRules())
    assert more is not None
    assert more.value == 7


def test_what_cannot_all_lie_is_said() -> None:
    assert arrange_melds((), parse_cards("2C 7D"), MeldRules()) is None


@pytest.mark.slow
def test_a_bound_is_owned_up_to() -> None:
    rng = Random(5)
    cards = rng.sample(build_deck(2, 4), 34)
    found = arrange_melds(cards, (), MeldRules(), bound=3)
    assert found is None or not found.proven
