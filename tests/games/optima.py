"""Positions for the solver with the best that can be made of them, proven once by an integer programme.

`python -m tests.games.optima` makes `optima.jsonl` again, with CP-SAT (some minutes): a line is a position and its
optimum, null where the cards cannot lie at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

from games.cards import JOKER, Card, build_deck, format_cards, get_card, parse_cards, sort_cards, subtract_cards
from games.kit.meld_arrangement import MeldRules, arrange_melds
from tests.games.arrange_oracles import Model, Position

KEPT = Path(__file__).with_suffix(".jsonl")
COUNT = 1000


def law(rng: Random) -> MeldRules:
    """Return what melds must keep to: some wild cards, and a value of each rule."""
    rank, suits = rng.randint(1, 13), rng.choice(("CS", "DH", "CDHS"))
    return MeldRules(
        frozenset([JOKER, *(get_card(rank, suit) for suit in suits)]),
        need_pure=rng.random() < 0.8,
        all_wild=rng.choice(("one-natural", "no-printed-only", "one-nonwild")),
        twin_scope=rng.choice(("all", "runs", "off")),
    )


def position(rng: Random, size: int) -> Position:
    """Cards from two packs, with up to six wild ones; some of them must be melded, or lie in melds already."""
    rules = law(rng)
    wild = [
        card for card in (*sort_cards(rules.wilds), *sort_cards(rules.wilds)) for _ in range(2 if card is JOKER else 1)
    ]
    rest = [card for card in build_deck(2) if card not in rules.wilds]
    if rng.random() < 0.5:
        low = rng.randint(1, 8)
        rest = [card for card in rest if low <= card.rank < low + 6]
    wilds = rng.sample(wild, min(rng.randint(0, 6), len(wild), size))
    cards = [*wilds, *rng.sample(rest, min(len(rest), size - len(wilds)))]
    made = Position(cards, law=rules, keep=rng.randint(0, 2), goal=rng.choice(("cards", "points")))
    laid = arrange_melds(cards, (), rules)
    if laid and laid.melds and rng.random() < 0.6:
        kept = laid.melds[: rng.randint(1, len(laid.melds))]
        used = [card.base for meld in kept for card in meld]
        made.free, made.regroup = subtract_cards(cards, used), rng.choice(("free", "extend", "none"))
        if made.regroup == "free":
            made.fixed = used
        else:
            made.melds = kept
    return made


def read() -> Iterator[tuple[Position, int | None]]:
    """The kept positions with their optima."""
    for line in KEPT.read_text().splitlines():
        kept = json.loads(line)
        wilds, *rules = kept["law"]
        yield (
            Position(
                parse_cards(kept["free"]),
                parse_cards(kept["fixed"]),
                MeldRules(frozenset(parse_cards(wilds)), *rules),
                kept["keep"],
                kept["goal"],
                kept["regroup"],
                [parse_cards(meld) for meld in kept["melds"]],
            ),
            kept["best"],
        )


def _line(made: Position, best: int | None) -> str:
    rules = made.law
    kept: dict[str, Any] = {
        "free": format_cards(made.free),
        "fixed": format_cards(made.fixed),
        "law": [_sorted(rules.wilds), rules.need_pure, rules.all_wild, rules.twin_scope],
        "keep": made.keep,
        "goal": made.goal,
        "regroup": made.regroup,
        "melds": [format_cards(meld) for meld in made.melds],
        "best": best,
    }
    return json.dumps(kept)


def _sorted(cards: frozenset[Card]) -> str:
    return format_cards(sort_cards(cards))


def main() -> None:
    rng = Random("optima")
    with KEPT.open("w") as out:
        for number in range(COUNT):
            made = position(rng, 13 + number % 18)
            out.write(_line(made, Model(made).solve()) + "\n")


if __name__ == "__main__":
    main()
