"""Arranging cards into melds as well as can be: exact, with the melds as proof.

`arrange` answers "how many of these cards can lie on the table?" and "which melds are worth most?" under a `MeldLaw`, with
cards that must be used, wilds, and melds that already lie there. It works on at most `bound` states; past that it returns
the best found, marked as not proven.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from games.cards import JOKER, Card
from games.kit.melds import RUNS, SETS, Meld, in_order, is_pure, is_run, is_set

AllWild = Literal["one-natural", "no-printed-only", "one-nonwild"]
TwinScope = Literal["all", "runs", "off"]
TwinCompare = Literal["represented", "physical"]
Goal = Literal["cards", "points"]
Regroup = Literal["free", "extend", "none"]
Value = Callable[[Card], int]

BOUND = 200_000


@dataclass(frozen=True)
class MeldLaw:
    """What one player's melds must keep to.

    `wilds` are the base cards that may stand for others; a ranked one may also play itself. With `need_pure` one meld at
    least is a pure sequence. `all_wild` says what every meld needs: a card that stands for itself, a card that is no printed
    joker, or a card that is not wild. `twin_scope` and `twin_compare` say which melds may not be alike, and in what.
    """

    wilds: frozenset[Card] = frozenset({JOKER})
    need_pure: bool = True
    all_wild: AllWild = "one-natural"
    twin_scope: TwinScope = "all"
    twin_compare: TwinCompare = "represented"

    def carries(self, meld: Meld) -> bool:
        """Whether the meld holds the one card that keeps it from being all wild."""
        if self.all_wild == "one-natural":
            return any(card.natural for card in meld)
        if self.all_wild == "no-printed-only":
            return any(card.base is not JOKER for card in meld)
        return any(card.base not in self.wilds for card in meld)

    def likeness(self, meld: Meld) -> tuple[Card, ...] | None:
        """What two twins have in common; None for a meld that the twin rule does not touch."""
        if self.twin_scope == "off" or (self.twin_scope == "runs" and is_set(meld)):
            return None
        return tuple(sorted(card.face if self.twin_compare == "represented" else card.base for card in meld))

    def allows(self, melds: Sequence[Meld]) -> bool:
        """Whether these melds may lie on the table together."""
        if not melds:
            return True
        if not all((is_run(meld) or is_set(meld)) and self.carries(meld) for meld in melds):
            return False
        if self.need_pure and not any(is_pure(meld) for meld in melds):
            return False
        likenesses = [likeness for likeness in map(self.likeness, melds) if likeness is not None]
        return len(set(likenesses)) == len(likenesses)


@dataclass(frozen=True)
class Arrangement:
    """Melds, what is left of the free cards, and what that is worth; `proven` if nothing is worth more."""

    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    value: int
    proven: bool


def table_value(card: Card) -> int:
    """Ace and court cards ten, the others their pips."""
    return 10 if card.rank in (1, 11, 12, 13) else card.rank


def in_hand_value(card: Card) -> int:
    """As on the table, and twenty for a printed joker."""
    return 20 if card is JOKER else table_value(card)


def arrange(
    free: Sequence[Card],
    fixed: Sequence[Card] = (),
    law: MeldLaw = MeldLaw(),  # noqa: B008
    *,
    keep: int = 0,
    goal: Goal = "cards",
    card_value: Value | None = None,
    hand_value: Value | None = None,
    regroup: Regroup = "free",
    melds: Sequence[Meld] = (),
    bound: int = BOUND,
) -> Arrangement | None:
    """The best arrangement of `free` and `fixed` cards under `law`, or None if the fixed ones cannot all be melded.

    `free` cards may stay in hand, and `keep` of them at least must; `fixed` cards must all be melded. Goal "cards" counts the
    free cards melded; "points" adds `card_value` of each face on the table and takes off `hand_value` of each card left.
    With regroup "free" `melds` is not looked at: pass cards that lie on the table as `fixed`. With "extend" the `melds` stay
    and may grow, with "none" they stay as they are; their cards are then not among `fixed`.
    """
    search = _Search(
        law,
        free,
        fixed,
        [] if regroup == "free" else list(melds),
        regroup == "extend",
        keep,
        goal,
        card_value or table_value,
        hand_value or in_hand_value,
        bound,
    )
    return search.run()


def can_place_all_but(
    count: int,
    free: Sequence[Card],
    fixed: Sequence[Card] = (),
    law: MeldLaw = MeldLaw(),
    **more: object,  # noqa: B008
) -> Arrangement | None:
    """An arrangement that leaves exactly `count` free cards, or None if there is none (or none was found)."""
    found = arrange(free, fixed, law, keep=count, **more)  # type: ignore[arg-type]
    return found if found is not None and len(found.left) == count else None


class _Search:
    def __init__(
        self,
        law: MeldLaw,
        free: Sequence[Card],
        fixed: Sequence[Card],
        melds: list[Meld],
        extend: bool,
        keep: int,
        goal: Goal,
        card_value: Value,
        hand_value: Value,
        bound: int,
    ) -> None:
        self.law, self.keep, self.goal, self.bound = law, keep, goal, bound
        self.old, self.extend = melds, extend
        self.free = Counter(free)
        self.have = Counter([*free, *fixed])
        self.on_table: dict[Card, int] = {}
        self.card_value, self.hand_value = card_value, hand_value
        self.order = sorted(self.have, key=lambda card: (card in law.wilds, card is JOKER, card.index))
        self.best: tuple[int, tuple[Meld, ...], tuple[Card, ...]] | None = None
        self.states = 0
        self.fixed_count = len(fixed) + sum(map(len, melds))

    def run(self) -> Arrangement | None:
        self._grow(0, ())
        if self.best is None:
            return None
        value, melds, left = self.best
        return Arrangement(tuple(map(in_order, melds)), left, value, self.states <= self.bound)

    def _grow(self, number: int, melds: tuple[Meld, ...]) -> None:
        if number == len(self.old):
            self._step(0, melds, ())
            return
        meld = self.old[number]
        self._grow(number + 1, (*melds, meld))
        if self.extend:
            shown = frozenset(card.face for card in meld)
            for window in [*RUNS.values(), *SETS.values()]:
                if len(window) > len(meld) and shown < set(window):
                    for grown in list(self._fill([face for face in window if face not in shown], 0, meld)):
                        self.have.subtract(card.base for card in grown[len(meld) :])
                        self._grow(number + 1, (*melds, grown))
                        self.have.update(card.base for card in grown[len(meld) :])

    def _worth(self, melds: Sequence[Meld], left: Sequence[Card]) -> int:
        if self.goal == "cards":
            return sum(map(len, melds)) - self.fixed_count
        return sum(self.card_value(c.face) for meld in melds for c in meld) - sum(map(self.hand_value, left))

    def _hope(self, melds: tuple[Meld, ...], left: tuple[Card, ...]) -> int:
        rest = self.have.total()
        if self.goal == "cards":
            return self._worth(melds, left) + rest
        return self._worth(melds, left) + sum(
            count * (10 if card in self.law.wilds else self.card_value(card)) for card, count in self.have.items()
        )

    def _step(self, at: int, melds: tuple[Meld, ...], left: tuple[Card, ...]) -> None:
        self.states += 1
        if self.states > self.bound or (self.best is not None and self._hope(melds, left) <= self.best[0]):
            return
        while at < len(self.order) and not self.have[self.order[at]]:
            at += 1
        if at == len(self.order):
            if len(left) >= self.keep and self.law.allows(melds):
                self.best = (self._worth(melds, left), melds, left)
            return
        card = self.order[at]
        for meld in self._with(card):
            bases = [each.base for each in meld]
            self.have.subtract(bases)
            self._step(at, (*melds, meld), left)
            self.have.update(bases)
        if left.count(card) < self.free[card]:
            self.have[card] -= 1
            self._step(at, melds, (*left, card))
            self.have[card] += 1

    def _with(self, card: Card) -> Iterator[Meld]:
        """Every meld that this card can be part of, with the cards that are still there."""
        if card is JOKER:
            return
        every = sorted([*RUNS.values(), *SETS.values()], key=len, reverse=True)
        for window in every:
            faces: Iterable[Card] = window if card in self.law.wilds else ([card] if card in window else [])
            for face in faces:
                self.have[card] -= 1
                found = list(self._fill([each for each in window if each is not face], 0, (card.standing_for(face),)))
                self.have[card] += 1
                yield from (meld for meld in found if self.law.carries(meld))

    def _fill(self, faces: Sequence[Card], at: int, so_far: Meld) -> Iterator[Meld]:
        if at == len(faces):
            yield so_far
            return
        face = faces[at]
        for card in {face, *self.law.wilds}:
            if self.have[card]:
                self.have[card] -= 1
                yield from self._fill(faces, at + 1, (*so_far, card.standing_for(face)))
                self.have[card] += 1
