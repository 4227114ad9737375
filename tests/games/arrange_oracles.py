"""Other ways to the best arrangement of cards, and a checker of proofs; none of it looks into the solver.

`brute` tries everything and is for eight cards or so; `Model` is an integer programme for CP-SAT.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any

from ortools.sat.python import cp_model

from games.cards import JOKER, PACK, Card
from games.kit.meld_arrangement import Arrangement, MeldRules

Meld = tuple[Card, ...]


@dataclass
class Position:
    """One question to the solver."""

    free: Sequence[Card]
    fixed: Sequence[Card] = ()
    law: MeldRules = field(default_factory=MeldRules)
    keep: int = 0
    goal: str = "cards"
    regroup: str = "free"
    melds: Sequence[Meld] = ()

    def card_value(self, face: Card) -> int:
        return min(face.rank, 10) if face.rank > 1 else 10

    def hand_value(self, card: Card) -> int:
        return 20 if card is JOKER else self.card_value(card)

    def worth(self, melds: Sequence[Meld], left: Sequence[Card]) -> int:
        if self.goal == "cards":
            return len(self.free) - len(left)
        return sum(self.card_value(card.face) for meld in melds for card in meld) - sum(map(self.hand_value, left))

    @property
    def old(self) -> Sequence[Meld]:
        return () if self.regroup == "free" else self.melds


# --- legality a proof ------------------------------------------------------------------------------------------


def is_run(meld: Meld) -> bool:
    if len(meld) < 3 or len({card.face.suit for card in meld}) > 1:
        return False
    ranks = sorted(card.face.rank for card in meld)
    high = sorted(14 if rank == 1 else rank for rank in ranks)
    return any(tried == list(range(tried[0], tried[0] + len(tried))) for tried in (ranks, high))


def is_set(meld: Meld) -> bool:
    return 3 <= len(meld) == len({card.face.suit for card in meld}) and len({card.face.rank for card in meld}) == 1


def plays_itself(card: Card) -> bool:
    return card is not JOKER and card.base is card.face


def carries(meld: Meld, law: MeldRules) -> bool:
    if law.all_wild == "one-natural":
        return any(map(plays_itself, meld))
    if law.all_wild == "no-printed-only":
        return any(card.base is not JOKER for card in meld)
    return any(card.base not in law.wilds for card in meld)


def alike(one: Meld, other: Meld, law: MeldRules) -> bool:
    if law.twin_scope == "off" or (law.twin_scope == "runs" and (is_set(one) or is_set(other))):
        return False
    if law.twin_compare == "represented":
        return Counter(card.face for card in one) == Counter(card.face for card in other)
    return Counter(card.base for card in one) == Counter(card.base for card in other)


def lawful(melds: Sequence[Meld], law: MeldRules) -> str:
    """Return what is wrong with these melds, or nothing."""
    for meld in melds:
        if not (is_run(meld) or is_set(meld)):
            return f"no meld: {meld}"
        if not carries(meld, law):
            return f"all wild: {meld}"
        for card in meld:
            if card.base is not card.face and card.base not in law.wilds:
                return f"not a wild card: {card}"
    if melds and law.need_pure and not any(is_run(meld) and all(map(plays_itself, meld)) for meld in melds):
        return "no pure sequence"
    for one, other in combinations(melds, 2):
        if alike(one, other, law):
            return f"twins: {one} and {other}"
    return ""


def faults(found: Arrangement, position: Position) -> str:
    """Return what is wrong with a solver's answer, its optimum aside; nothing if all is well."""
    melds, left = list(found.melds), Counter(found.left)
    cards = Counter(position.free) + Counter(position.fixed) + Counter(c.base for meld in position.old for c in meld)
    if Counter(card.base for meld in melds for card in meld) + left != cards:
        return "other cards than were given"
    if left - Counter(position.free):
        return "a fixed card is left over"
    if len(found.left) < position.keep:
        return "too few cards kept"
    if position.regroup == "none" and Counter(position.melds) - Counter(melds):
        return "a meld of the table is gone"
    if position.regroup == "extend" and not _grown(list(position.melds), melds):
        return "a meld of the table is neither there nor grown"
    if found.value != position.worth(melds, found.left):
        return "another value than told"
    return lawful(melds, position.law)


def _grown(old: list[Meld], melds: list[Meld]) -> bool:
    if not old:
        return True
    return any(
        not Counter(old[0]) - Counter(meld) and _grown(old[1:], melds[:at] + melds[at + 1 :])
        for at, meld in enumerate(melds)
    )


# --- brute force ------------------------------------------------------------------------------------------


def windows() -> list[Meld]:
    """Every run and set there can be, as faces."""
    by_name = {(card.suit, card.rank): card for card in PACK}
    found: list[Meld] = []
    for suit in "CDHS":
        for low in range(1, 13):
            for high in range(low + 2, 15):
                if high - low < 13:
                    found.append(tuple(by_name[suit, 1 if rank == 14 else rank] for rank in range(low, high + 1)))
    for rank in range(1, 14):
        for size in (3, 4):
            found += [tuple(by_name[suit, rank] for suit in suits) for suits in combinations("CDHS", size)]
    return found


WINDOWS = windows()


def readings(cards: Sequence[Card], law: MeldRules, start: Meld = ()) -> Iterator[Meld]:
    """Every meld of exactly these cards, with a meld that lies there already in it."""
    size, seen = len(cards) + len(start), set()
    for window in WINDOWS:
        if len(window) != size:
            continue
        free_faces = list(window)
        try:
            for card in start:
                free_faces.remove(card.face)
        except ValueError:
            continue
        for faces in _assignments(list(cards), free_faces, law):
            meld = tuple(sorted([*start, *faces], key=lambda card: window.index(card.face)))
            if meld not in seen and carries(meld, law):
                seen.add(meld)
                yield meld


def _assignments(cards: list[Card], faces: list[Card], law: MeldRules) -> Iterator[Meld]:
    if not cards:
        yield ()
        return
    card, rest = cards[0], cards[1:]
    for face in faces if card in law.wilds else [each for each in faces if each is card]:
        others = [each for each in faces if each is not face]
        for tail in _assignments(rest, others, law):
            yield (card.substitute_for(face), *tail)


def brute(position: Position) -> int | None:
    """The best value by trying every way to divide the cards into melds."""
    cards = [*position.fixed, *position.free]
    old = list(position.old)
    best: int | None = None

    def places(at: int, groups: list[list[Card]], left: list[Card]) -> Iterator[tuple[list[list[Card]], list[Card]]]:
        if at == len(cards):
            yield groups, left
            return
        card = cards[at]
        for number, group in enumerate(groups):
            if number < len(old) and position.regroup == "none":
                continue
            group.append(card)
            yield from places(at + 1, groups, left)
            group.pop()
        groups.append([card])
        yield from places(at + 1, groups, left)
        groups.pop()
        if at >= len(position.fixed):
            left.append(card)
            yield from places(at + 1, groups, left)
            left.pop()

    for groups, left in places(0, [[] for _ in old], []):
        if len(left) < position.keep or any(len(group) < 3 for group in groups[len(old) :]):
            continue
        if position.goal == "cards" and best is not None and position.worth((), left) <= best:
            continue
        choices = [
            [meld] if not group else list(readings(group, position.law, meld))
            for meld, group in zip(old, groups, strict=False)
        ]
        choices += [list(readings(group, position.law)) for group in groups[len(old) :]]
        for melds in product(*choices):
            value = position.worth(melds, left)
            if (best is None or value > best) and not lawful(melds, position.law):
                best = value
    return best


# --- integer programme ------------------------------------------------------------------------------------------


class Model:
    """A position as an integer programme: how often each window is laid, and how many of its faces lie there as
    themselves.

    Twins of the same base cards are not linear in these counts and are left out: `exact` is then False and the optimum
    a bound from above.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.exact = position.law.twin_compare == "represented" or position.law.twin_scope == "off"
        self.model = cp_model.CpModel()
        self.have = Counter(position.free) + Counter(position.fixed)
        self.wild_count = sum(count for card, count in self.have.items() if card in position.law.wilds)
        self.naturals: dict[Card, list[Any]] = {card: [] for card in self.have}
        self.substitutes: list[tuple[Any, Card | None, int]] = []
        self.pure: list[Any] = []
        self.laid: list[Any] = []
        self.carried: list[Any] = []
        self.value: list[Any] = []
        self.by_window: dict[frozenset[Card], list[Any]] = {}
        self.stand_in: list[Any] = []
        self._build()

    def _build(self) -> None:
        for window in WINDOWS:
            self._lay(window)
        for meld in self.position.old:
            self._grow(meld)
        self._twins()
        self._supply()
        self._pure()
        self.model.maximize(sum(self.value))

    def _may_twin(self, window: Meld) -> bool:
        law = self.position.law
        if law.twin_compare == "physical" or law.twin_scope == "off":
            return True
        return law.twin_scope == "runs" and window[0].rank == window[1].rank

    def _lay(self, window: Meld) -> None:
        law, model = self.position.law, self.model
        here = [min(self.have[face], 9) for face in window]
        most = (sum(here) + self.wild_count) // len(window)
        while most and sum(min(each, most) for each in here) + self.wild_count < most * len(window):
            most -= 1
        carrying = [face for face in window if law.all_wild != "one-nonwild" or face not in law.wilds]
        if law.all_wild != "no-printed-only":
            most = min(most, sum(self.have[face] for face in carrying))
        if not most:
            return
        if not self._may_twin(window):
            most = 1
        count = model.new_int_var(0, most, "") if most > 1 else model.new_bool_var("")
        self.laid.append((count, most))
        self.by_window.setdefault(frozenset(window), []).append(count)
        naturals = {}
        for face, available in zip(window, here, strict=True):
            if available:
                natural = model.new_int_var(0, min(available, most), "")
                model.add(natural <= count)
                naturals[face] = natural
                self.naturals[face].append(natural)
        substitutes = len(window) * count - sum(naturals.values())
        if len(naturals) < len(window) or self.wild_count:
            self.substitutes.append((substitutes, None, 0))
        else:
            model.add(substitutes == 0)
        carriers = [naturals[face] for face in carrying if face in naturals]
        if law.all_wild == "no-printed-only":
            stand_in = model.new_int_var(0, most, "")
            self.stand_in.append(stand_in)
            model.add(stand_in <= substitutes)
            carriers = [*carriers, stand_in]
        if len(carriers) < len(window) or self.wild_count:
            model.add(sum(carriers) >= count)
        if law.need_pure and len(naturals) == len(window) and window[0].rank != window[1].rank and carrying:
            pure = model.new_bool_var("")
            self.pure.append(pure)
            for natural in naturals.values():
                model.add(natural >= pure)
            if most > 1:
                model.add(sum(carriers) - len([c for c in carrying if c in naturals]) * pure >= count - pure)
        if self.position.goal == "points":
            self.value += [self.position.card_value(face) * count for face in window]

    def _grow(self, meld: Meld) -> None:
        model, position = self.model, self.position
        shown = frozenset(card.face for card in meld)
        choices = []
        for window in WINDOWS:
            if not shown <= set(window) or (position.regroup == "none" and len(window) > len(meld)):
                continue
            chosen = model.new_bool_var("")
            choices.append(chosen)
            self.by_window.setdefault(frozenset(window), []).append(chosen)
            added = [face for face in window if face not in shown]
            naturals = {}
            for face in added:
                if self.have[face]:
                    naturals[face] = model.new_bool_var("")
                    model.add(naturals[face] <= chosen)
                    self.naturals[face].append(naturals[face])
            self.substitutes.append((len(added) * chosen - sum(naturals.values()), None, 0))
            if is_run(meld) and all(map(plays_itself, meld)) and len(naturals) == len(added):
                pure = model.new_bool_var("")
                self.pure.append(pure)
                model.add(pure <= chosen)
                for natural in naturals.values():
                    model.add(natural >= pure)
            if position.goal == "points":
                self.value += [position.card_value(face) * chosen for face in window]
        model.add(sum(choices) == 1)
        self.laid.append((1, 1))

    def _twins(self) -> None:
        for window, counts in self.by_window.items():
            if len(counts) > 1 and not self._may_twin(tuple(window)):
                self.model.add(sum(counts) <= 1)

    def _supply(self) -> None:
        position, model, law = self.position, self.model, self.position.law
        free = Counter(position.free)
        all_left, ranked = [], []
        standing = []
        for card, count in self.have.items():
            left = model.new_int_var(0, free[card], "") if free[card] else 0
            all_left.append(left)
            used = sum(self.naturals[card])
            if card in law.wilds:
                away = model.new_int_var(0, count, "")
                standing.append(away)
                if card is not JOKER:
                    ranked.append(away)
                model.add(used + away + left == count)
            else:
                model.add(used + left == count)
            if position.goal == "points":
                self.value.append(-position.hand_value(card) * left)
            else:
                self.value.append(-left)
        if self.substitutes:
            model.add(sum(each for each, _, _ in self.substitutes) == sum(standing))
        else:
            model.add(sum(standing) == 0)
        if self.stand_in:
            model.add(sum(self.stand_in) <= sum(ranked))
        if position.keep:
            model.add(sum(all_left) >= position.keep)

    def _pure(self) -> None:
        if not self.position.law.need_pure:
            return
        some = self.model.new_bool_var("")
        for count, most in self.laid:
            self.model.add(count <= most * some)
        self.model.add(sum(self.pure) >= some)

    def solve(self) -> int | None:
        """The optimum, or None if there is no arrangement at all."""
        solver = cp_model.CpSolver()
        parameters = solver.parameters
        # What CP-SAT does well on these models with: its defaults take minutes for some of them.
        parameters.num_workers, parameters.linearization_level, parameters.max_presolve_iterations = 1, 2, 1
        parameters.cp_model_probing_level = parameters.symmetry_level = 0
        self.solver = solver
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        assert status == cp_model.OPTIMAL, solver.status_name(status)
        value = round(solver.objective_value)
        return value + len(self.position.free) if self.position.goal == "cards" else value


class CardModel:
    """The same with every meld and every card apart, for twins of the same base cards: these are barred as they turn
    up.

    Slow, and needed only where `Model` finds more than a solver does.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.model = cp_model.CpModel()
        self.have = Counter(position.free) + Counter(position.fixed)
        self.melds: list[tuple[Any, dict[tuple[Card, Card], Any], Meld]] = []
        self.value: list[Any] = []
        self.used: dict[Card, list[Any]] = {card: [] for card in self.have}
        self.pure: list[Any] = []
        wilds = sum(self.have[card] for card in position.law.wilds)
        for window in WINDOWS:
            for _ in range((sum(min(self.have[face], 2) for face in window) + wilds) // len(window)):
                self._lay(window, ())
        for meld in position.old:
            ways = [
                self._lay(window, meld)
                for window in WINDOWS
                if {card.face for card in meld} <= set(window)
                and (len(window) == len(meld) or position.regroup == "extend")
            ]
            self.model.add(sum(ways) == 1)
        self._rest()

    def _lay(self, window: Meld, start: Meld) -> Any:
        model, law = self.model, self.position.law
        laid = model.new_bool_var("")
        cards: dict[tuple[Card, Card], Any] = {}
        lying = {card.face: card for card in start}
        for face in window:
            here = []
            for card in [] if face in lying else [card for card in self.have if card is face or card in law.wilds]:
                placed = cards[card, face] = model.new_bool_var("")
                self.used[card].append(placed)
                here.append(placed)
            if face not in lying:
                model.add(sum(here) == laid)
        natural = [placed for (card, face), placed in cards.items() if card is face]
        if not start:
            if law.all_wild == "one-natural":
                model.add(sum(natural) >= laid)
            elif law.all_wild == "no-printed-only":
                model.add(sum(placed for (card, _), placed in cards.items() if card is not JOKER) >= laid)
            else:
                model.add(sum(placed for (card, _), placed in cards.items() if card not in law.wilds) >= laid)
        if window[0].rank != window[1].rank and all(map(plays_itself, start)):
            pure = model.new_bool_var("")
            model.add(sum(natural) >= (len(window) - len(start)) * pure)
            model.add(pure <= laid)
            self.pure.append(pure)
        if self.position.goal == "points":
            self.value += [self.position.card_value(face) * laid for face in window]
        self.melds.append((laid, cards, start))
        return laid

    def _rest(self) -> None:
        position, model = self.position, self.model
        free, kept = Counter(position.free), []
        for card, count in self.have.items():
            left = model.new_int_var(0, free[card], "")
            model.add(sum(self.used[card]) + left == count)
            self.value.append(-left if position.goal == "cards" else -position.hand_value(card) * left)
            kept.append(left)
        model.add(sum(kept) >= position.keep)
        if position.law.need_pure:
            some = model.new_bool_var("")
            for laid, _, _ in self.melds:
                model.add(laid <= some)
            model.add(sum(self.pure) >= some)
        model.maximize(sum(self.value))

    def solve(self) -> int | None:
        while True:
            solver = cp_model.CpSolver()
            solver.parameters.num_workers, solver.parameters.linearization_level = 1, 2
            status = solver.solve(self.model)
            if status == cp_model.INFEASIBLE:
                return None
            assert status == cp_model.OPTIMAL, solver.status_name(status)
            melds = []
            for laid, cards, start in self.melds:
                if solver.value(laid):
                    new = [card.substitute_for(face) for (card, face), placed in cards.items() if solver.value(placed)]
                    melds.append((*start, *new))
            twins = next((one for one, other in combinations(melds, 2) if alike(one, other, self.position.law)), None)
            if twins is None:
                value = round(solver.objective_value)
                return value + len(self.position.free) if self.position.goal == "cards" else value
            self._bar(Counter(card.base for card in twins), is_set(twins))

    def _bar(self, bases: Counter[Card], are_sets: bool) -> None:
        """At most one meld of exactly these base cards."""
        model, like = self.model, []
        size, scope = bases.total(), self.position.law.twin_scope
        for laid, cards, start in self.melds:
            faces = {face for _, face in cards} | {card.face for card in start}
            if len(faces) != size or (scope == "runs" and len({face.rank for face in faces}) == 1):
                continue
            unlike = []
            for card, count in bases.items():
                lying = sum(1 for each in start if each.base is card)
                here = lying + sum(placed for (each, _), placed in cards.items() if each is card)
                fewer = model.new_bool_var("")
                model.add(here <= count - 1).only_enforce_if(fewer)
                unlike.append(fewer)
            same = model.new_bool_var("")
            model.add(sum(unlike) + same >= laid)
            like.append(same)
        model.add(sum(like) <= 1)
