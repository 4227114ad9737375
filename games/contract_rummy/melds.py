"""Sets and runs of Contract Rummy, and what their wild cards stand for.

In a set, a wild card is written as it is, `9C 9D *`, since suits don't matter there. In a run, it names its place:
`5S 6S *=7S 8S`. Runs are kept in order, from the lowest place (1, the low ace) to the highest (14, the high ace).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.cards import JOKER, PACK, UNKNOWN, Card, format_cards, get_card
from games.contract_rummy.clauses import broken
from games.contract_rummy.options import ContractRummyOptions
from games.engine.clause import Violation
from games.kit.meld_refusals import explain_bad_meld, is_run_around_corner
from games.kit.melds import is_unassigned_wild
from games.words import spell_number

Meld = tuple[Card, ...]
SET, RUN = 3, 4
"""The minimum number of cards in a set, and in a run."""
TWOS = frozenset(card for card in PACK if card.rank == 2)


@dataclass(frozen=True)
class MeldRules:
    """The rules for melds at one table: its wild cards, the maximum length of runs, and the rules for contract melds.

    `cap` names the limit on wild cards, and `spread` how far apart two contract runs of one suit must be. `longer` says
    whether contract melds can be longer than the contract asks.
    """

    wilds: frozenset[Card]
    run_max: int
    cap: str
    spread: str
    longer: bool

    @property
    def has_wild_twos(self) -> bool:
        """Whether twos are wild."""
        return len(self.wilds) > 1

    def get_wild_limit(self, size: int) -> int:
        """Return how many wild cards a contract meld of `size` cards can have. Rulebook: wild.one-natural."""
        return {"one-natural": size - 1, "no-majority": size // 2, "shanghai": (size - 1) // 2}[self.cap]


@lru_cache(maxsize=256)
def get_meld_rules(options: ContractRummyOptions) -> MeldRules:
    """Return the rules for melds that result from these house rules. The result is cached."""
    wilds = frozenset([JOKER, *TWOS]) if options.twos_wild else frozenset([JOKER])
    return MeldRules(wilds, options.run_max, options.wild_cap, options.same_suit_runs, options.contract_longer)


# -- one meld ----------------------------------------------------------------------------------------------


def find_set_rank(law: MeldRules, cards: Sequence[Card]) -> int:
    """Return the rank of the set that these cards make, or 0 if they make none.

    Rulebook: set.three-plus, set.suits-free.
    """
    if len(cards) < SET:
        return 0
    ranks = {card.rank for card in cards if card.natural and card.base not in law.wilds}
    ranks |= {card.rank for card in cards if not card.natural and card is not JOKER}
    if not ranks and any(card.natural for card in cards):
        ranks = {2}
    if len(ranks) != 1 or not all(card.natural or card.base in law.wilds for card in cards):
        return 0
    return ranks.pop()


def build_set(law: MeldRules, cards: Sequence[Card]) -> Meld | None:
    """Return the cards as a set, natural cards first, or None if they make no set.

    The set can consist of wild cards only; the caller has to check this.
    """
    rank, laid = find_set_rank(law, cards), [card.base for card in cards]
    if not rank or (law.has_wild_twos and find_set_rank(law, laid) not in (0, rank)):
        return None
    return tuple(sorted(laid, key=lambda card: (card.rank != rank, card is JOKER)))


def build_run(law: MeldRules, cards: Sequence[Card]) -> Meld | None:
    """Return the cards as a run, in order, or None if they make no run.

    Rulebook: run.four-plus, run.ace, run.no-wrap.
    """
    size = len(cards)
    if not RUN <= size <= law.run_max or not all(card.natural or card.base in law.wilds for card in cards):
        return None
    suit = cards[0].suit
    if not suit or any(card.suit != suit for card in cards):
        return None
    aces = [card for card in cards if card.rank == 1]
    rest = sorted((card for card in cards if card.rank > 1), key=lambda card: card.rank)
    if len(aces) > 2 or any(rest[at].rank + 1 != rest[at + 1].rank for at in range(len(rest) - 1)):
        return None
    low, high = rest[0].rank == 2, rest[-1].rank == 13
    if len(aces) == 2:
        return (aces[0], *rest, aces[1]) if low and high else None
    if aces and low and (not high or cards[0].rank == 1):
        return (aces[0], *rest)
    if aces:
        return (*rest, aces[0]) if high else None
    return tuple(rest)


def build_meld(law: MeldRules, cards: Sequence[Card]) -> Meld | None:
    """Return the cards in the order in which a meld has them on the table, or None if they make no meld."""
    meld = build_set(law, cards) or build_run(law, cards)
    return meld if meld and count_naturals(law, meld) else None


@lru_cache(maxsize=16384)
def is_run(meld: Meld) -> bool:
    """Return whether a meld on the table is a run rather than a set."""
    low, middle, high = meld[:3]
    in_order = low.rank % 13 + 1 == middle.rank and middle.rank % 13 + 1 == high.rank
    return bool(low.suit) and low.suit == middle.suit and in_order


def count_naturals(law: MeldRules, meld: Meld) -> int:
    """Return how many cards of a meld on the table stand for themselves."""
    if is_run(meld):
        return sum(card.natural for card in meld)
    rank = find_set_rank(law, meld)
    return sum(card.rank == rank for card in meld) if rank else 0


@lru_cache(maxsize=16384)
def list_run_extensions(run: Meld, run_max: int) -> tuple[Card, ...]:
    """Return the cards that make a run longer by one: the card below it, and the card above it.

    There are none if the run already has `run_max` cards. Rulebook: run.no-wrap, run.max-14.
    """
    low, suit = run[0].rank, run[0].suit
    high = low + len(run) - 1
    if len(run) >= run_max:
        return ()
    below = (get_card(low - 1, suit),) if low > 1 else ()
    above = (get_card(high + 1, suit),) if high < 14 else ()
    return below + above


def extend_meld(law: MeldRules, meld: Meld, added: Sequence[Card]) -> Meld | None:
    """Return the meld after the cards `added` are laid off on it, or None if they don't fit. Rulebook: layoff.valid."""
    return build_run(law, [*meld, *added]) if is_run(meld) else build_set(law, [*meld, *added])


def list_swappable_cards(meld: Meld) -> list[Card]:
    """Return the cards of a run that a printed joker stands for. Rulebook: joker.swap-run, joker.set-locked."""
    return [card.face for card in meld if card.base is JOKER and card is not JOKER]


def swap_joker(meld: Meld, face: Card) -> Meld:
    """Return the run after the natural card `face` replaces the joker that stands for it."""
    at = next(at for at, card in enumerate(meld) if card.base is JOKER and card.face is face)
    return (*meld[:at], face, *meld[at + 1 :])


# -- faults ------------------------------------------------------------------------------------------------


def list_meld_faults(law: MeldRules, cards: Sequence[Card]) -> Iterator[Violation]:
    """Yield violations if these cards don't make a meld, most specific first."""
    shown = format_cards(card.base if card.face is UNKNOWN else card for card in cards)
    for card in cards:
        if card.base is not card and card.base not in law.wilds:
            yield broken("wild.joker", card=card.base.name)
            return
    meld = build_set(law, cards) or build_run(law, cards)
    if meld is not None and count_naturals(law, meld):
        return
    if meld is not None or (len(cards) >= SET and all(map(is_unassigned_wild, cards))):
        yield _build_all_wild_fault(shown)
    elif example := find_wild_card_example(law, cards):
        yield broken("wild.fixed", card=example.base.name, example=example.code)
    else:
        yield from _explain_neither_set_nor_run(law, cards, shown)


def find_wild_card_example(law: MeldRules, cards: Sequence[Card], base: Meld = ()) -> Card | None:
    """Return an example of what a wild card among these cards can stand for, if any doesn't state its card yet.

    In a run, the example is a wild card that states its card, such as `*=7S`. If the cards only make a set, it's a
    plain joker. The result is None if there is no such wild card, or if the cards can't make a meld. `base` is a meld
    on the table to which the cards are added.
    """
    unread = [
        card.base.substitute_for(UNKNOWN) if is_unassigned_wild(card) or card in law.wilds else card for card in cards
    ]
    if unread == [*cards] and not any(map(is_unassigned_wild, cards)):
        return None
    readings = list_wild_card_readings(law, unread, base)
    stands = (card for reading in readings for card in reading if card.face is not card.base)
    return next(stands, JOKER if readings else None)


def _build_all_wild_fault(shown: str) -> Violation:
    return broken("wild.one-natural", cards=shown, why="have no natural card. Every meld needs at least one")


def _explain_neither_set_nor_run(law: MeldRules, cards: Sequence[Card], shown: str) -> Iterator[Violation]:
    """Yield violations that explain why these cards make neither a run nor a set, whatever wild cards stand for.

    `shown` is the text that the violations show for the cards.
    """
    assigned = [card for card in cards if not is_unassigned_wild(card)]
    read = [card for card in assigned if card not in law.wilds]
    if not any(card.natural for card in read):  # every meld needs a natural card
        read = assigned
    ranks = {card.rank for card in read}
    suits = {card.suit for card in read}
    free = len(cards) - len(read)
    if len(ranks) < 2 and len(cards) < SET:
        yield broken("set.three-plus", cards=shown, more=spell_number(SET - len(cards)))
    elif len(suits) == 1 and len(cards) < RUN and len(ranks) == len(read) and _measure_shortest_run(ranks) <= RUN:
        yield broken("run.four-plus", cards=shown, more=spell_number(RUN - len(cards)))
    elif len(suits) == 1 and len(cards) > law.run_max:
        yield broken("run.max-14", most=law.run_max)
    elif len({card.suit for card in assigned}) == 1 and is_run_around_corner({card.rank for card in assigned}):
        yield broken("run.no-wrap", cards=shown)
    else:
        yield broken(
            "meld.kinds", cards=shown, why=explain_bad_meld(read, lambda part: build_meld(law, part) is not None, free)
        )


def _measure_shortest_run(ranks: Collection[int]) -> int:
    """Return the length of the shortest run that includes all these ranks. An ace counts as low or high."""
    high = [14 if rank == 1 else rank for rank in ranks]
    return min(max(ranks) - min(ranks), max(high) - min(high)) + 1


def is_run_too_close(law: MeldRules, one: Meld, other: Meld) -> bool:
    """Return whether two runs of a contract are too close to each other. Runs of different suits never are.

    Rulebook: contract.no-continuous-runs.
    """
    if one[0].suit != other[0].suit:
        return False
    return is_run_range_too_close(law.spread, (one[0].rank, len(one)), (other[0].rank, len(other)))


def is_run_range_too_close(spread: str, one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Return whether two contract runs of one suit are too close to each other under the house rule `spread`.

    Each run is a pair of its lowest place (1 for a low ace) and its length.
    """
    low, high = sorted((one, other))
    gap = high[0] - (low[0] + low[1])
    if spread == "gap-2":
        return gap < 2
    return spread == "not-continuous" and gap == 0


# -- reading wild cards ------------------------------------------------------------------------------------


def list_wild_card_readings(law: MeldRules, group: Sequence[Card], base: Meld = ()) -> list[Meld]:
    """Return the ways to read a group with undeclared wild cards (`=?`) as a meld.

    In a run, each wild card then states the card that it stands for, and in a set it's bare. With `base`, a meld on the
    table, the group has to make a meld together with it. Without undeclared wild cards, the group is returned unchanged
    as the only reading.
    """
    opened = [card.base for card in group if card.face is UNKNOWN]
    if not opened:
        return [tuple(group)]
    if not law.wilds.issuperset(opened):
        return []
    found: list[Meld] = []
    if not base or not is_run(base):
        bare = tuple(card.base if card.face is UNKNOWN else card for card in group)
        if build_set(law, [*base, *bare]):
            found.append(bare)
    if not base or is_run(base):
        found += _list_run_readings(law, group, opened, base)
    return found


def _list_run_readings(law: MeldRules, group: Sequence[Card], opened: list[Card], base: Meld) -> Iterator[Meld]:
    """Yield one reading of `group` for each run that its cards can make.

    In a reading, every wild card states the card that it stands for. `opened` has the wild cards of the group that
    don't state this yet. If `base`, a run on the table, isn't empty, the cards have to make a run together with it; a
    reading still has only the cards of the group. A two in the place of a two counts as natural.
    """
    fixed = [card for card in group if card.face is not UNKNOWN]
    shown = Counter(card.face for card in (*base, *fixed))
    size = len(base) + len(group)
    suits = {face.suit for face in shown} or {card.suit for card in opened if card.suit}
    if not RUN <= size <= law.run_max or JOKER in shown:
        return
    for suit in sorted(suits) if len(suits) == 1 or not shown else ():
        for low in range(15 - size, 0, -1):
            window = [get_card(place, suit) for place in range(low, low + size)]
            free = Counter(window) - shown
            if free.total() != len(opened):
                continue
            placed = _place_wilds(opened, [face for face in window if free[face]])
            run = build_run(law, [*base, *fixed, *placed])
            if run is not None:
                yield (*fixed, *placed) if base else run


def _place_wilds(opened: Sequence[Card], free: Sequence[Card]) -> list[Card]:
    """Return the wild cards in `opened`, each stated to stand for one of the cards in `free`.

    `free` has the cards that the run still lacks, one for each wild card. A wild two stands for itself if `free` has
    this two.
    """
    left = list(opened)
    placed: list[Card | None] = []
    for face in free:
        own = face in left
        placed.append(face if own else None)
        if own:
            left.remove(face)
    others = iter(left)
    return [card or next(others).substitute_for(face) for card, face in zip(placed, free, strict=True)]
