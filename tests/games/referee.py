"""A second pair of eyes: Vazhushal judged by the letter, without a line of the game's own code.

Cards are strings (`9S`, `*`, `*=9S`), a deal is a handful of lists. The referee is slow and says only yes or no; it
knows every house rule. Tests let it follow random matches and ask it about moves that nobody should make.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from itertools import combinations
from typing import Any

RANKS = "A23456789TJQK"
BOOK = {
    "packs": "auto",
    "extra-jokers": 0,
    "first-player": "left-of-dealer",
    "redeal-doubles": 3,
    "redeal-mode": "mandatory",
    "redeal-jokers-count": False,
    "wild-rule": "opposite-colour",
    "neg-printed": "none",
    "neg-drawable": False,
    "line-limit": 0,
    "line-overflow": "oldest",
    "starter-take": "pure-first",
    "starter-nobody-pure": "leave",
    "starter-nobody-scope": "printed",
    "wipe-before-first": True,
    "wipe-table-cards": False,
    "layoff-own": True,
    "rearrange": True,
    "all-wild-melds": "one-natural",
    "twin-scope": "all",
    "twin-compare": "represented",
    "out-discard": True,
    "final-melds": "all",
    "joker-hand-value": 20,
    "ranked-wild-hand-value": "own",
    "tie-exhaust": "shared",
    "match-mode": "first-to",
    "match-target": 3,
}


class Foul(Exception):
    """A move that the rules forbid."""


def need(truth: object, otherwise: str) -> None:
    if not truth:
        raise Foul(otherwise)


# -- cards and melds -------------------------------------------------------------------------------


def base(card: str) -> str:
    return card.split("=")[0]


def face(card: str) -> str:
    return card.split("=")[-1]


def bases(cards: list[str]) -> list[str]:
    return [base(card) for card in cards]


def natural(card: str) -> bool:
    return "=" not in card and card != "*"


def contains(pool: list[str], cards: list[str]) -> bool:
    return not Counter(cards) - Counter(pool)


def less(pool: list[str], cards: list[str]) -> list[str]:
    need(contains(pool, cards), f"{cards} are not all among {pool}")
    left = list(pool)
    for card in cards:
        left.remove(card)
    return left


def is_set(faces: list[str]) -> bool:
    return 3 <= len(faces) <= 4 and len({one[0] for one in faces}) == 1 and len({one[1] for one in faces}) == len(faces)


def is_run(faces: list[str]) -> bool:
    if len(faces) < 3 or len({one[1] for one in faces}) != 1 or len(set(faces)) != len(faces):
        return False
    low = sorted(RANKS.index(one[0]) for one in faces)
    high = sorted(13 if rank == 0 else rank for rank in low)
    return any(ranks == list(range(ranks[0], ranks[0] + len(ranks))) for ranks in (low, high))


def is_pure(meld: list[str]) -> bool:
    return all(natural(card) for card in meld) and is_run(meld)


def value(one: str) -> int:
    return 10 if one[0] in "ATJQK" else int(one[0])


# -- the table -------------------------------------------------------------------------------------


class Referee:
    """One match, watched from above. `play` raises Foul; `results` has (winners, scores or None) of each deal."""

    def __init__(self, options: dict[str, Any], seats: int) -> None:
        self.rules = {**BOOK, **options}
        self.seats = seats
        packs = (1 if seats == 2 else 2) if self.rules["packs"] == "auto" else int(self.rules["packs"])
        jokers = 2 * packs + self.rules["extra-jokers"]
        self.deck = [rank + suit for rank in RANKS for suit in "CDHS"] * packs + ["*"] * jokers
        self.phase = "dealer"
        self.dealer = -1
        self.wins = [0] * seats
        self.results: list[tuple[list[int], list[int] | None]] = []
        self.match_winner: int | None = None
        self._clear()

    def _clear(self) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.melds: list[list[list[str]]] = [[] for _ in range(self.seats)]
        self.line: list[str] = []
        self.stock: list[str] = []
        self.buried = 0
        self.negative = ""
        self.negative_at_bottom = False
        self.starter = self.forced = False
        self.drew_stock = False
        self.turn, self.turns = 0, 0
        self.asked: list[int] = []
        self.done: list[int] = []

    # -- asking --

    def waiting(self) -> list[int]:
        if self.phase == "over":
            return []
        if self.phase in ("dealer", "deal", "reshuffle"):
            return [-1]
        if self.phase == "final":
            return [seat for seat in range(self.seats) if seat not in self.done]
        return [self.turn]

    def allows(self, seat: int, text: str) -> bool:
        try:
            deepcopy(self).play(seat, text)
        except Foul:
            return False
        return True

    def check(self) -> None:
        """Nothing was lost or added, and what lies on the table is as it must be."""
        if self.phase in ("dealer", "deal") and not self.stock:
            return
        there = [*self.line, *self.stock, *(card for hand in self.hands for card in hand)]
        there += [base(card) for own in self.melds for meld in own for card in meld]
        if self.negative and not self.rules["neg-drawable"]:
            there.append(self.negative)
        assert Counter(there) == Counter(self.deck)
        for own in self.melds:
            for meld in own:
                self.meld(meld)
            self.own_all(own)

    def wild(self, card: str) -> bool:
        if card == "*":
            return True
        if not self.negative or self.rules["wild-rule"] == "printed-only":
            return False
        if self.negative == "*":
            return self.rules["neg-printed"] == "aces" and card[0] == "A"
        if card[0] != self.negative[0]:
            return False
        return self.rules["wild-rule"] == "same-rank" or (card[1] in "DH") != (self.negative[1] in "DH")

    def meld(self, meld: list[str]) -> None:
        for card in meld:
            need(natural(card) or ("=" in card and self.wild(base(card))), f"{card} cannot be that")
        faces = [face(card) for card in meld]
        need(is_run(faces) or is_set(faces), f"{meld} is no meld")
        rule = self.rules["all-wild-melds"]
        if rule == "one-natural":
            need(any(natural(card) for card in meld), "all wild")
        elif rule == "no-printed-only":
            need(any(base(card) != "*" for card in meld), "all printed")
        else:
            need(any(not self.wild(base(card)) for card in meld), "nothing but wild cards")

    def own_all(self, melds: list[list[str]]) -> None:
        """What one player's melds must be together."""
        if not melds:
            return
        need(any(is_pure(meld) for meld in melds), "no pure sequence")
        for one, other in combinations(melds, 2):
            need(not self.twins(one, other), "twins")

    def twins(self, one: list[str], other: list[str]) -> bool:
        scope = self.rules["twin-scope"]
        if scope == "off" or (scope == "runs" and is_set([face(card) for card in one])):
            return False
        shown = face if self.rules["twin-compare"] == "represented" else base
        return sorted(map(shown, one)) == sorted(map(shown, other))

    # -- playing --

    def play(self, seat: int, text: str) -> None:
        need(seat in self.waiting(), "not this seat’s turn")
        verb, number, groups, after = split(text)
        need(hasattr(self, f"_{self.phase}_{verb.replace('-', '_')}"), f"no {verb} in the {self.phase}")
        getattr(self, f"_{self.phase}_{verb.replace('-', '_')}")(seat, number, groups, after)

    def _dealer_dealer(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is not None and number < self.seats and not groups and not after, "no seat")
        self.dealer, self.phase = number or 0, "deal"

    def _deal_deal(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(len(groups) == 1 and number is None and not after, "no deal")
        need(Counter(groups[0]) == Counter(self.deck), "not the deck")
        self._clear()
        order = groups[0]
        for place in range(13 * self.seats):
            self.hands[(self.dealer + 1 + place) % self.seats].append(order[place])
        self.stock = order[13 * self.seats :]
        holders = self._holders()
        if holders and self.rules["redeal-mode"] == "mandatory":
            self._throw_in()
        elif holders:
            self.phase, self.turn = "redeal", holders[0]
        else:
            self._reveal()

    def _holders(self) -> list[int]:
        if not self.rules["redeal-doubles"]:
            return []
        seats = [(self.dealer + 1 + place) % self.seats for place in range(self.seats)]
        return [
            seat for seat in seats if self._doubles(seat) >= self.rules["redeal-doubles"] and seat not in self.asked
        ]

    def _doubles(self, seat: int) -> int:
        counts = Counter(self.hands[seat])
        jokers = counts.pop("*", 0)
        return sum(count == 2 for count in counts.values()) + self.rules["redeal-jokers-count"] * (jokers // 2)

    def _throw_in(self) -> None:
        self._clear()
        self.phase = "deal"

    def _redeal_throw_in(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is None and not groups and not after, "only the word")
        self._throw_in()

    def _redeal_keep(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is None and not groups and not after, "only the word")
        self.asked.append(seat)
        if self._holders():
            self.turn = self._holders()[0]
        else:
            self._reveal()

    def _reveal(self) -> None:
        if self.rules["wild-rule"] != "printed-only":
            jokers = []
            while self.rules["neg-printed"] == "redraw" and self.stock[-1] == "*":
                jokers.append(self.stock.pop())
            self.negative = self.stock.pop()
            self.stock += jokers
            self.buried = len(jokers)
            if self.rules["neg-drawable"]:
                self.stock.append(self.negative)
                self.buried += 1
                self.negative_at_bottom = True
        self._turn_up()

    def _turn_up(self) -> None:
        card = self.stock.pop(0)
        self.line = [card]
        self.starter = self.wild(card)
        first = (self.dealer + 1) % self.seats if self.rules["first-player"] == "left-of-dealer" else self.dealer
        concerned = card == "*" or (self.starter and self.rules["starter-nobody-scope"] == "any-wild")
        if concerned and self.rules["starter-nobody-pure"] != "leave" and not self._anybody_pure():
            if self.rules["starter-nobody-pure"] == "back-into-deck":
                self.phase = "reshuffle"
                return
            self.forced = True
        self.phase, self.turn = "draw", first

    def _anybody_pure(self) -> bool:
        return any(is_pure(list(three)) for hand in self.hands for three in combinations(set(hand) - {"*"}, 3))

    def _reshuffle_reshuffle(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(len(groups) == 1 and number is None and not after, "no order")
        loose = self.stock[: len(self.stock) - self.buried]
        need(Counter(groups[0]) == Counter([*loose, *self.line]), "not the stock and the starter")
        self.stock = [*groups[0], *self.stock[len(loose) :]]
        self._turn_up()

    # -- the draw --

    def _draw_stock(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is None and not groups and not after and not self.forced, "only the word")
        self.hands[seat].append(self.stock.pop(0))
        self.buried = min(self.buried, len(self.stock))
        if not self.stock:
            self.negative_at_bottom = False
        self.phase, self.drew_stock = "table", True

    def _pure_before(self, seat: int, after: list[str]) -> list[str]:
        """The hand without a pure sequence that is laid before the draw."""
        if not after:
            return self.hands[seat]
        need(not self.melds[seat] and self.rules["wipe-before-first"], "nothing is laid before the draw")
        need(is_pure(after), "not pure")
        return less(self.hands[seat], after)

    def _draw_wipe(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(not self.forced and number is not None and 1 <= number <= len(self.line), "no such depth")
        assert number is not None
        own = self.melds[seat]
        need(own or self.rules["wipe-before-first"], "not before the first meld")
        need(groups, "no meld")
        hand, taken = self._pure_before(seat, after), self.line[-number:]
        new, rest = groups[0], groups[1:]
        laid = bases(new)
        if rest:
            need(self.rules["wipe-table-cards"] and own, "no table cards")
            used = less([base(card) for meld in own for card in meld], [base(card) for meld in rest for card in meld])
            need(used, "no table card is used")
            need(not any(contains(used, bases(meld)) for meld in own), "a former meld is swallowed")
            laid = less(laid, used)
            for meld in rest:
                self.meld(meld)
        need(taken[0] in laid, "the deepest card is not melded")
        left = less([*hand, *taken], laid)
        if own or after:
            self.meld(new)
        else:
            need(is_pure(new), "the first meld is not pure")
        melds = [*(rest or own), *([after] if after else []), new]
        self.own_all(melds)
        need(left or not self.rules["out-discard"], "no card to discard")
        self.hands[seat], self.melds[seat] = left, melds
        del self.line[-number:]
        self.starter = self.starter and bool(self.line)
        self.phase, self.drew_stock = "table", False
        self._out_if_empty(seat)

    def _draw_take(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is None and not groups, "no meld of the line")
        need(self.starter, "no starter")
        if self.forced:
            need(not after, "nothing is laid")
        else:
            need(self.rules["starter-take"] == "pure-first", "the starter is melded")
            need(bool(self.melds[seat]) != bool(after), "a pure sequence is needed, and only one")
            self.hands[seat] = self._pure_before(seat, after)
        if after:
            self.melds[seat].append(after)
        self.hands[seat] = [*self.hands[seat], *self.line]
        self.line, self.starter = [], False
        self.phase, self.drew_stock = "table", False

    # -- the table --

    def _lay(self, seat: int, melds: list[list[str]], left: list[str]) -> None:
        for meld in melds:
            self.meld(meld)
        self.own_all(melds)
        need(left or self.phase == "final" or not self.rules["out-discard"], "no card to discard")
        need(not self.forced, "only a discard")
        self.melds[seat], self.hands[seat] = melds, left
        self._out_if_empty(seat)

    def _table_meld(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is None and len(groups) == 1 and not after, "one meld")
        self._lay(seat, [*self.melds[seat], groups[0]], less(self.hands[seat], bases(groups[0])))

    def _table_layoff(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        own = self.melds[seat]
        need(number is not None and 1 <= number <= len(own) and len(groups) == 1 and not after, "one meld to add to")
        need(self.rules["layoff-own"], "nothing is added")
        grown = [[*meld, *groups[0]] if place == number else meld for place, meld in enumerate(own, 1)]
        self._lay(seat, grown, less(self.hands[seat], bases(groups[0])))

    def _table_rearrange(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        own = self.melds[seat]
        need(number is None and groups and not after and own, "groups of melds")
        need(self.rules["rearrange"], "melds stay")
        table = [base(card) for meld in own for card in meld]
        added = less([base(card) for group in groups for card in group], table)
        if not self.rules["layoff-own"]:
            fresh = [group for group in groups if not any(contains(bases(group), bases(meld)) for meld in own)]
            need(fresh, "no new meld")
        self._lay(seat, groups, less(self.hands[seat], added))

    def _table_discard(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is None and len(groups) == 1 and len(groups[0]) == 1 and not after, "one card")
        self.hands[seat] = less(self.hands[seat], groups[0])
        self.line += groups[0]
        self.turns += 1
        if not self.hands[seat]:
            self._end([seat], None)
            return
        limit = self.rules["line-limit"]
        if limit and len(self.line) > limit:
            gone = self.line.pop(0 if self.rules["line-overflow"] == "oldest" else -1)
            self.starter = self.starter and self.rules["line-overflow"] == "newest"
            self.stock.insert(len(self.stock) - self.negative_at_bottom, gone)
            self.buried += 1
        self.forced = False
        if not self.stock or (limit and self.turns >= 200):
            if self.rules["final-melds"] == "none":
                self._count()
            else:
                self.phase = "final"
        else:
            self.phase, self.turn = "draw", (seat + 1) % self.seats

    def _final_meld(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        self._table_meld(seat, number, groups, after)

    def _final_layoff(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(self.rules["final-melds"] == "all", "only new melds")
        self._table_layoff(seat, number, groups, after)

    def _final_rearrange(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(self.rules["final-melds"] == "all", "only new melds")
        self._table_rearrange(seat, number, groups, after)

    def _final_done(self, seat: int, number: int | None, groups: list[list[str]], after: list[str]) -> None:
        need(number is None and not groups and not after, "only the word")
        self.done.append(seat)
        if len(self.done) == self.seats:
            self._count()

    # -- ends --

    def _out_if_empty(self, seat: int) -> None:
        if not self.hands[seat] and self.phase == "table":
            self._end([seat], None)

    def _cost(self, card: str) -> int:
        if card == "*" or (self.wild(card) and self.rules["ranked-wild-hand-value"] == "joker"):
            return int(self.rules["joker-hand-value"])
        return value(card)

    def _count(self) -> None:
        scores = [
            sum(value(face(card)) for meld in self.melds[seat] for card in meld)
            - sum(map(self._cost, self.hands[seat]))
            for seat in range(self.seats)
        ]
        best = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        if len(best) > 1 and self.rules["tie-exhaust"] == "void":
            best = []
        elif self.rules["tie-exhaust"] == "fewest-cards":
            fewest = min(len(self.hands[seat]) for seat in best)
            best = [seat for seat in best if len(self.hands[seat]) == fewest]
        self._end(best, scores)

    def _end(self, winners: list[int], scores: list[int] | None) -> None:
        self.results.append((winners, scores))
        for seat in winners:
            self.wins[seat] += 1
        most, target = max(self.wins), self.rules["match-target"]
        full = {"first-to": most >= target, "fixed-hands": len(self.results) >= target, "open": False}
        if full[self.rules["match-mode"]] and self.wins.count(most) == 1:
            self.phase, self.match_winner = "over", self.wins.index(most)
        else:
            self.phase, self.dealer = "deal", (self.dealer + 1) % self.seats


def split(text: str) -> tuple[str, int | None, list[list[str]], list[str]]:
    """Verb, number, groups of cards and what is laid before, of a move's text."""
    verb, *tokens = text.split()
    number = int(tokens.pop(0)) if tokens and tokens[0].isdigit() else None
    groups: list[list[str]] = [[]]
    after: list[str] = []
    into = groups[0]
    for token in tokens:
        if token == "/":
            groups.append([])
            into = groups[-1]
        elif token == "after":
            into = after
        else:
            into.append(token)
    return verb, number, [group for group in groups if group], after
