"""The meld solver beside CP-SAT on the same positions, which both solve to the proven optimum."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import median

from games.cards import JOKER, build_deck, get_card
from games.kit.meld_arrangement import Arrangement, MeldRules, arrange_melds
from tests.bench.measuring import Effort, Row, clock, ms, percentile, say
from tests.games.arrange_oracles import Model, Position

SIZES = (13, 20, 30, 40)
MOST_WILDS = 6
LEAD = 10.0


def measure(effort: Effort) -> Iterator[Row]:
    """A row for each number of cards, over positions with no to six wild cards. Building the model is not counted."""
    for size in SIZES:
        ours, theirs, unproven = [], [], 0
        for number in range(effort(35, 7)):
            position = _position(Random(f"{size}/{number}"), size, number % (MOST_WILDS + 1))
            start = clock()
            found = _arranged(position)
            ours.append(clock() - start)
            model = Model(position)
            start = clock()
            best = model.solve()
            theirs.append(clock() - start)
            assert found is not None
            unproven += not found.proven
            assert not found.proven or found.value == best, f"{found.value} is not {best}: {position}"
        yield _row(size, ours, theirs, unproven)


def _row(size: int, ours: list[float], theirs: list[float], unproven: int) -> Row:
    ratio = median(theirs) / median(ours)
    slower = sum(mine > other for mine, other in zip(ours, theirs, strict=True))
    say(
        f"  {size} cards: p95 {ms(percentile(ours, 0.95))}, worst {ms(max(ours))}; CP-SAT p95 "
        f"{ms(percentile(theirs, 0.95))}, worst {ms(max(theirs))}; all positions together "
        f"{sum(theirs) / sum(ours):.1f} ×; slower in {slower} of {len(ours)}; not proven {unproven}"
    )
    goal, met = (f"{LEAD:.0f} ×", ratio >= LEAD) if size < SIZES[-1] else ("never slower", not slower)
    what = f"Meld solver beside CP-SAT, {size} cards (median)"
    return Row(what, ms(median(ours)), ms(median(theirs)), f"{ratio:.0f} ×", goal, met and not unproven)


def _position(rng: Random, size: int, wilds: int) -> Position:
    """Cards at random from two packs; the cards of one rank and colour, and the jokers, are wild."""
    rank, suits = rng.randint(1, 13), rng.choice(("CS", "DH"))
    ranked = [get_card(rank, suit) for suit in suits]
    law = MeldRules(frozenset([JOKER, *ranked]))
    wild = rng.sample([*ranked, *ranked, *[JOKER] * 4], wilds)
    plain = rng.sample([card for card in build_deck(2) if card not in law.wilds], size - wilds)
    cards = [*wild, *plain]
    rng.shuffle(cards)
    return Position(cards, law=law, keep=1, goal=rng.choice(("cards", "points")))


def _arranged(position: Position) -> Arrangement | None:
    values = {"card_value": position.card_value, "hand_value": position.hand_value}
    return arrange_melds(position.free, (), position.law, keep=position.keep, goal=position.goal, **values)  # type: ignore[arg-type]
