"""What can be wiped and laid on small tables: every set of cards is tried, with every meaning of its wild cards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import games
from games.cards import format_cards
from games.engine.options import Options
from games.engine.state import State
from games.vazhushal import facts
from tests.games.referee import RANKS, Foul, Referee, base, face, is_pure, is_run, is_set, less

GAME = games.get("vazhushal")
PACK = [rank + suit for suit in "CDHS" for rank in RANKS]


# -- trying everything -----------------------------------------------------------------------------


def melds_of(referee: Referee, cards: Sequence[str]) -> Iterator[list[str]]:
    """Every run and set that uses all these cards, each wild one as anything."""
    plain = [card for card in cards if not referee.wild(card)]
    near = [one for one in PACK if not plain or one[0] == plain[0][0] or one[1] == plain[0][1]]
    meanings = [[card] if card in plain else near for card in cards]
    for faces in product(*meanings):
        if is_run(list(faces)) or is_set(list(faces)):
            yield [card if card == one else f"{card}={one}" for card, one in zip(cards, faces, strict=True)]


def parts(cards: Sequence[str], least: int, must: str | None = None) -> Iterator[tuple[str, ...]]:
    """Every different choice of so many of these cards or more, with one of them among it."""
    seen = set()
    for size in range(least, min(len(cards), 13) + 1):
        for chosen in combinations(sorted(cards), size):
            if chosen not in seen and (must is None or must in chosen):
                seen.add(chosen)
                yield chosen


def groupings(referee: Referee, cards: list[str]) -> Iterator[list[list[str]]]:
    """Every way to lay all these cards as melds."""
    if not cards:
        yield []
        return
    for group in parts(cards, 3, must=sorted(cards)[0]):
        for meld in melds_of(referee, group):
            for others in groupings(referee, less(cards, list(group))):
                yield [meld, *others]


def written(verb: str, groups: Sequence[Sequence[str]], after: Sequence[str] = ()) -> str:
    laid = " / ".join(" ".join(group) for group in groups)
    return f"{verb} {laid}" + (f" after {' '.join(after)}" if after else "")


def wipes(referee: Referee, depth: int) -> Iterator[str]:
    """Every wipe of so many cards that might be legal for seat 0."""
    hand, own = referee.hands[0], referee.melds[0]
    taken = referee.line[-depth:]
    verb = f"wipe {depth}"
    for group in parts([*hand, *taken], 3, must=taken[0]):
        yield from (written(verb, [meld]) for meld in melds_of(referee, group))
    for pure in parts(hand, 3) if not own else ():
        if is_pure(list(pure)):
            for group in parts([*less(hand, list(pure)), *taken], 3, must=taken[0]):
                yield from (written(verb, [meld], pure) for meld in melds_of(referee, group))
    if referee.rules["wipe-table-cards"] and own:
        table = [base(card) for meld in own for card in meld]
        for used in parts(table, 1):
            for group in parts([*hand, *taken], 1, must=taken[0]):
                if len(used) + len(group) >= 3:
                    for meld in melds_of(referee, [*group, *used]):
                        for rest in groupings(referee, less(table, list(used))):
                            yield written(verb, [meld, *rest])


def takes(referee: Referee) -> Iterator[str]:
    yield "take"
    yield from (f"take after {' '.join(pure)}" for pure in parts(referee.hands[0], 3) if is_pure(list(pure)))


def deepest_cards(referee: Referee) -> str:
    """The deepest cards of all legal draws from the line, the newest first."""
    line, found = referee.line, []
    for depth in range(1, len(line) + 1):
        tried = [*wipes(referee, depth), *(takes(referee) if depth == len(line) else ())]
        if any(referee.allows(0, move) for move in tried):
            found.append(line[-depth])
    return " ".join(found)


def layable(referee: Referee) -> set[frozenset[str]]:
    """Return what the cards of each legal new meld from the hand stand for."""
    found = set()
    for group in parts(referee.hands[0], 3):
        for meld in melds_of(referee, group):
            shown = frozenset(face(card) for card in meld)
            if shown not in found and referee.allows(0, written("meld", [meld])):
                found.add(shown)
    return found


# -- small tables ----------------------------------------------------------------------------------


def small_table(rng: Random, options: Options, phase: str) -> tuple[State, Referee]:
    """A table of a few cards that are close to one another, as the rules and the referee see it."""
    while True:
        seats = 2 if options.packs != "auto" or rng.random() < 0.5 else 3
        referee = Referee(options.list_nonstandard_values(), seats)
        low, suits = rng.randrange(10), rng.sample("CDHS", rng.choice((2, 3, 4)))
        near = [card for card in referee.deck if card == "*" or (card[1] in suits and card[0] in RANKS[low : low + 5])]
        rng.shuffle(near)
        jokers = [card for card in near if card == "*"][: rng.choice((0, 0, 1, 1, 2))]
        near = [*jokers, *(card for card in near if card != "*")][: rng.randrange(9, 14)]
        rng.shuffle(near)
        if options.wild_rule != "printed-only":
            referee.negative = rng.choice([card for card in referee.deck if card not in near] or ["*"])
        melds = own_melds(rng, referee, near) if rng.random() < 0.6 else []
        if melds is None or len(near) < 5:
            continue
        cut = rng.randrange(2, min(6, len(near) - 1)) if phase == "draw" else min(8, len(near) - 1)
        hand, line = near[:cut], near[cut : cut + rng.randrange(1, 5)]
        starter = referee.wild(line[0]) and rng.random() < 0.5
        if sum(map(referee.wild, [*hand, *line])) < 4:
            return seat_both(options, seats, referee, phase, hand, line, melds, starter)


def own_melds(rng: Random, referee: Referee, cards: list[str]) -> list[list[str]] | None:
    """A pure sequence and perhaps another meld out of these cards, which lose theirs; None if they have none."""
    found: list[list[str]] = []
    for _ in range(rng.choice((1, 2))):
        choices = [
            meld
            for group in parts(cards, 3)
            if len(group) < 6 and sum(map(referee.wild, group)) < 2
            for meld in melds_of(referee, group)
            if found or is_pure(meld)
        ]
        rng.shuffle(choices)
        for meld in choices:
            try:
                referee.meld(meld)
                referee.own_all([*found, meld])
            except Foul:
                continue
            found.append(meld)
            cards[:] = less(cards, [base(card) for card in meld])
            break
    return found or None


def seat_both(
    options: Options,
    seats: int,
    referee: Referee,
    phase: str,
    hand: list[str],
    line: list[str],
    melds: list[list[str]],
    starter: bool,
) -> tuple[State, Referee]:
    referee.phase, referee.hands[0], referee.melds[0] = phase, hand, melds
    referee.line, referee.starter, referee.stock = line, starter, ["?"]
    position: dict[str, Any] = {
        "options": options.list_nonstandard_values(),
        "seats": seats,
        "phase": phase,
        "hands": [" ".join(hand)],
        "line": " ".join(line),
        "melds": [[" ".join(meld) for meld in melds]],
        "negative": referee.negative,
        "starter": starter,
    }
    return GAME.load_position(position), referee


RULES: dict[str, dict[str, Any]] = {
    "book": {},
    "two packs": {"packs": "2"},
    "every card of the rank": {"wild-rule": "same-rank"},
    "printed only": {"wild-rule": "printed-only", "packs": "2"},
    "ranked wild cards without limit": {"all-wild-melds": "no-printed-only", "wild-rule": "same-rank"},
    "a card that is not wild": {"all-wild-melds": "one-nonwild", "wild-rule": "same-rank"},
    "twins by the cards themselves": {"twin-compare": "physical", "packs": "2"},
    "twins are fine": {"twin-scope": "off", "packs": "2"},
    "twin sets are fine": {"twin-scope": "runs", "packs": "2"},
    "the starter is melded": {"starter-take": "must-meld"},
    "no wipe to open": {"wipe-before-first": False},
    "out by melding": {"out-discard": False},
    "table cards in a wipe": {"wipe-table-cards": True},
    "table cards in a wipe, two packs": {"wipe-table-cards": True, "packs": "2", "rearrange": False},
}
ABOUT_MELDS = [name for name in RULES if not name.startswith(("the starter", "no wipe", "table cards"))]
each_rule = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


@pytest.mark.slow
@each_rule
def test_exactly_the_legal_depths_are_found(rules: dict[str, Any]) -> None:
    rng, options, found = Random(1), GAME.options(rules), 0
    for _ in range(16 if options.wipe_table_cards else 40):
        state, referee = small_table(rng, options, "draw")
        wipes_found = facts.wipes(state, 0)
        assert wipes_found == deepest_cards(referee), GAME.build_position(state)
        found += bool(wipes_found)
    assert found > 3


@pytest.mark.slow
@pytest.mark.parametrize("rules", [RULES[name] for name in ABOUT_MELDS], ids=ABOUT_MELDS)
def test_every_new_meld_is_listed_by_what_it_stands_for(rules: dict[str, Any]) -> None:
    rng, options, found = Random(2), GAME.options(rules), 0
    for _ in range(30):
        state, referee = small_table(rng, options, "table")
        melds = [move.groups[0] for move in GAME.list_moves(state, 0) if move.verb == "meld"]
        listed = {frozenset(card.face.code for card in meld) for meld in melds}
        assert listed == layable(referee), GAME.build_position(state)
        found += bool(listed)
    assert found > 3


def test_a_twin_by_its_cards_is_laid_with_another_wild_card() -> None:
    """Too rare to come up by chance: natural cards would do, but they lie there already."""
    options = GAME.options(RULES["twins by the cards themselves"])
    referee = Referee(options.list_nonstandard_values(), 2)
    hand = ["7S", "8S", "9S", "*", "KC"]
    state, referee = seat_both(options, 2, referee, "table", hand, [], [["7S", "8S", "9S"]], False)
    melds = [move.groups[0] for move in GAME.list_moves(state, 0) if move.verb == "meld"]
    assert {frozenset(card.face.code for card in meld) for meld in melds} == layable(referee)
    assert all(referee.allows(0, f"meld {format_cards(meld)}") for meld in melds)
