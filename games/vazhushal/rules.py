"""The rules of Vazhushal, assembled from verbs, options, state, and screen.

Sources: https://www.denexa.com/blog/vazhushal-wipe/ and https://www.pagat.com/rummy/wipe.html. Where they differ,
`rulebook.md` tells which reading is the standard rule, and an option has the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, product
from math import prod
from random import Random

from games.cards import JOKER, UNKNOWN, Card, without
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Group, Move
from games.engine.options import Options, Value
from games.engine.view import Position
from games.engine.work import first
from games.kit.melds import WINDOWS, in_order
from games.kit.rummy import discard, left_open, stand_in
from games.vazhushal import screen
from games.vazhushal.clauses import broken
from games.vazhushal.melding import is_meld, without_twins
from games.vazhushal.moves import laid_first
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.playing import TURN_GUARD
from games.vazhushal.scoring import score_seat
from games.vazhushal.state import HAND, VazhushalState, full_deck
from games.vazhushal.telling import SHEET, TELLING
from games.vazhushal.verbs import DONE, LAYOFF, MELD, REARRANGE, STOCK, VERBS, WIPE, layoffs, melds
from games.vazhushal.wiping import WIPES, takes, wipes

STARTER = 1
"""The number of stock cards that begin the line. Rulebook: deal.sequence."""
READ, READINGS = 400, 40
"""Limits for moves with `=?`: how many readings to try, and how many legal ones to return."""
MELDING = {verb.name for verb in (WIPE, MELD, LAYOFF, REARRANGE)}
"""The verbs that lay cards into melds, in which a wild card can stand for another card."""
AS_READ = ("wild.declared", "meld.kinds", "run.suited-consecutive", "run.no-wrap", "meld.no-duplicate-card")
"""Clauses whose refusal of a meld depends on the cards that its wild cards stand for."""


class Vazhushal(Game[VazhushalState]):
    """Vazhushal, the wipe rummy of Chennai."""

    slug = "vazhushal"
    title = "Vazhushal"
    family = "Rummy"
    tagline = "A rummy in which the discards lie open and you may sweep up a whole tail of them."
    minutes = "10–15 minutes a hand"
    seats = range(2, 7)
    shelf = 10
    showcase = ("line", "4D QC 9H TH JH QH")
    version = 3
    options = VazhushalOptions
    short = {"match-mode": "fixed-hands", "match-target": 1}
    verbs = VERBS
    draw, prompt = staticmethod(screen.draw), staticmethod(screen.prompt)
    telling = TELLING
    sheet = SHEET
    state = VazhushalState
    constants = {
        "52": "cards of a pack without jokers",
        "two three six twice": "players, packs for so many, jokers of a pack, and each card in two packs",
        "four": "jokers that make two doubles",
        "nine": "the rank of a card that serves as an example",
    }

    # -- legality --------------------------------------------------------------------------------

    def random_move(self, state: VazhushalState, seat: int, rng: Random) -> Move:
        """Return a random move without listing all: it sometimes wipes and often melds, so that every verb occurs."""
        phase, roll = state.phase, rng.random()
        if phase == "draw" and not state.forced:
            if state.line and roll < 0.3:
                depth = rng.randrange(len(state.line)) + 1
                return first(WIPES, wipes(state, seat, depth)) or next(takes(state, seat), None) or STOCK.alone
            return STOCK.alone
        if phase == "table" and (roll > 0.4 or state.forced):
            return discard(rng.choice(state.hands[seat]))
        if roll < 0.02 and phase == "table" and REARRANGE.now(state, seat) and (other := REARRANGE.first(state, seat)):
            return other
        if phase in ("table", "final"):
            last = DONE.alone if phase == "final" else discard(rng.choice(state.hands[seat]))
            return next(chain(melds(state, seat), layoffs(state, seat) if LAYOFF.now(state, seat) else ()), last)
        return rng.choice(self.moves(state, seat))

    def is_open(self, move: Move) -> bool:
        """Return whether a move leaves open what wild cards stand for (`?`), or melds printed jokers as themselves."""
        return move.open or (move.verb in MELDING and any(card is JOKER for group in move.groups for card in group))

    def readings(self, state: VazhushalState, seat: int, move: Move) -> list[Move]:
        """Return the legal moves that an open move can mean, the most natural and most valuable reading first."""
        if move.verb not in MELDING:
            return [] if move.open else [move]
        jokers = left_open(move, (JOKER,))
        if jokers.open and (legal := self._legal_readings(state, seat, jokers)):
            return legal
        wild = left_open(jokers, state.wilds)
        if wild != jokers and state.may_move(seat) and not self.allows(state, seat, move):
            legal = self._legal_readings(state, seat, wild)
            return legal if legal or jokers.open else [move]
        return [] if jokers.open else [move]

    def _legal_readings(self, state: VazhushalState, seat: int, move: Move) -> list[Move]:
        """Return the legal moves that a move with `=?` cards can mean."""
        choices = self._choices(state, seat, move)
        read = (move._replace(groups=groups) for groups in islice(product(*choices), READ))
        found = list(islice((one for one in read if self.allows(state, seat, one)), READINGS))
        if not found and prod(map(len, choices)) > READ:
            parted = (move._replace(groups=groups) for groups in without_twins(state, choices))
            found = list(islice((one for one in parted if self.allows(state, seat, one)), 1))
        return sorted(found, key=_preference)

    def _choices(self, state: VazhushalState, seat: int, move: Move) -> list[list[Group]]:
        """Return the possible readings of each group of a move with `=?`; if there are many, only the melds."""
        own = state.melds[seat] if 0 <= seat < state.seats else []
        number = move.number or 0
        base: Group = own[number - 1] if move.verb == LAYOFF.name and 1 <= number <= len(own) else ()
        choices = [_read_group(group, base, state.wilds) for group in move.groups]
        if prod(map(len, choices)) > READ:
            choices = [[group for group in read if is_meld(state, (*base, *group))] for read in choices]
        return choices

    def _read(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Move]:
        """Yield the moves that a move with `=?` can mean, legal or not."""
        choices = self._choices(state, seat, move)
        return (move._replace(groups=groups) for groups in islice(product(*choices), READ))

    def why_not(self, state: VazhushalState, seat: int, move: Move) -> Violation | None:
        """Return why a move is refused, or None.

        An open move with several legal readings is refused until it states which one is meant. One without a legal
        reading is refused for what is wrong with its best reading.
        """
        refused = super().why_not(state, seat, move)
        unread = left_open(move, state.wilds)
        if refused is None or move.verb not in MELDING or not unread.open:
            return refused
        readings = self.readings(state, seat, move)
        if len(readings) > 1 and (example := stand_in(move, readings)):
            return broken("wild.declared", card=example.base.name, example=example.code).before(refused)
        if refused.clause.id not in AS_READ or laid_first(move) or readings not in ([], [move]):
            return refused
        nearest = min(self._read(state, seat, unread), key=_preference, default=None)
        return super().why_not(state, seat, nearest) if nearest else refused

    def permitting_clause(self, state: VazhushalState, seat: int, move: Move) -> str:
        if move.verb != "wipe":
            return super().permitting_clause(state, seat, move)
        if state.opened(seat):
            return "wipe.any-kind-once-opened"
        return "first.meld-then-wipe" if laid_first(move) else "first.wipe-completes-pure"

    def numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return numbers for the rulebook: three players' cards and stock with one deck, and the turn limit."""
        assert isinstance(options, VazhushalOptions)
        held = 3 * HAND
        aside = options.wild_rule != "printed-only" and not options.neg_drawable
        left = len(full_deck(options, 3)) - held - STARTER - aside
        return {"onepack-held": held, "onepack-stock": left, "turns": TURN_GUARD}

    # -- play ------------------------------------------------------------------------------------

    def count(self, state: VazhushalState) -> list[int | None] | None:
        if state.phase in ("dealer", "deal"):
            return None
        return [None if UNKNOWN in hand else score_seat(state, seat).total for seat, hand in enumerate(state.hands)]

    # -- teaching --------------------------------------------------------------------------------

    def takes_for_granted(self, position: Position) -> Mapping[str, tuple[Value, ...]]:
        """Return option values that a position needs: a limit that allows its line, wild cards by a negative joker."""
        granted: dict[str, tuple[Value, ...]] = {}
        cards = len(position.get("line", "").split())
        if cards > 1:
            limits = VazhushalOptions.named("line-limit").values()
            granted["line-limit"] = tuple(limit for limit in limits if not 0 < limit < cards)
        if position.get("negative"):
            granted["wild-rule"] = ("opposite-colour", "same-rank")
        return granted


# -- reading wild cards ----------------------------------------------------------------------------


def _read_group(group: Group, base: Group, wilds: frozenset[Card]) -> list[Group]:
    """Return the readings of a group's `=?` cards with which it makes a run or set, together with `base`.

    There is one for each run or set. A wild card whose own place is free takes it, and the others follow in the order
    given.
    """
    open_cards = [card.base for card in group if card.face is UNKNOWN]
    if not open_cards:
        return [group]
    fixed = [card for card in group if card.face is not UNKNOWN]
    shown = {card.face for card in (*fixed, *base)}
    size = len(group) + len(base)
    if len(shown) + len(open_cards) != size or not wilds.issuperset(open_cards):
        return []
    found = []
    for length, _, window in WINDOWS:
        if length == size and shown.issubset(window):
            placed = _place(open_cards, [face for face in window if face not in shown])
            found.append(placed if base else in_order([*fixed, *placed]))
    return found


def _place(cards: Sequence[Card], free: Sequence[Card]) -> Group:
    """Return wild cards placed in the free places of a meld, each as itself where possible."""
    own = {face: face for face in free if face in cards}
    others = iter(without(cards, own))
    return tuple(own.get(face) or next(others).standing_for(face) for face in free)


def _preference(move: Move) -> tuple[int, int]:
    cards = [card for group in move.groups for card in group]
    return -sum(card.natural for card in cards), -sum(min(card.rank, 10) if card.rank > 1 else 10 for card in cards)


RULES = Vazhushal()
