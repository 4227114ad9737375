"""The rules of Vazhushal, assembled from verbs, options, state, and screen.

Sources: https://www.denexa.com/blog/vazhushal-wipe/ and https://www.pagat.com/rummy/wipe.html. Where they differ,
`rulebook.md` tells which reading is the standard rule, and an option has the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, product
from math import prod
from random import Random

from games.cards import JOKER, UNKNOWN, Card, subtract_cards
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Group, Move
from games.engine.options import Options, Value
from games.engine.view import Position
from games.engine.work_limits import take_first_within_steps
from games.kit.melds import WINDOWS, order_meld
from games.kit.rummy import build_discard_move, find_assigned_wild, unassign_wilds
from games.vazhushal import screen
from games.vazhushal.clauses import broken
from games.vazhushal.meld_checks import choose_distinct_melds, is_meld
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.narration import NARRATION, SHEET
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.playing import TURN_GUARD
from games.vazhushal.scoring import compute_score_of_seat
from games.vazhushal.state import HAND, VazhushalState, build_full_deck
from games.vazhushal.verbs import DONE, LAYOFF, MELD, REARRANGE, STOCK, VERBS, WIPE, list_layoffs, list_legal_melds
from games.vazhushal.wipe_search import WIPES, list_legal_wipes, list_take_line_moves

STARTER = 1
"""The number of cards from the stock that begin the line. Rulebook: deal.sequence."""
READ, READINGS = 400, 40
"""Limits for moves with `=?`: how many readings to try, and how many legal ones to return."""
MELDING = {verb.name for verb in (WIPE, MELD, LAYOFF, REARRANGE)}
"""The verbs that meld cards or add them to melds, where a wild card can stand for another card."""
AS_READ = ("wild.declared", "meld.kinds", "run.suited-consecutive", "run.no-wrap", "meld.no-duplicate-card")
"""Clauses that a meld can break or not, depending on which cards its wild cards stand for."""


class VazhushalRules(Game[VazhushalState]):
    """The rules of Vazhushal, a rummy game from Chennai: its verbs, options, state, and screen."""

    slug = "vazhushal"
    title = "Vazhushal"
    family = "Rummy"
    tagline = "A rummy game where you can wipe a whole line of discards."
    minutes = "10–15 minutes a hand"
    lays_melds = True
    seats = range(2, 7)
    large_hands = seats
    shelf = 10
    showcase = ("line", "4D QC 9H TH JH QH")
    version = 3
    options = VazhushalOptions
    short = {"match-mode": "fixed-hands", "match-target": 1}
    verbs = VERBS
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    narration = NARRATION
    sheet = SHEET
    state = VazhushalState
    constants = {
        "52": "cards of a deck without jokers",
        "two three six twice": "players, decks, jokers per deck, and copies of a card in two decks",
        "four": "jokers that make two doubles",
        "nine": "the rank of a card that serves as an example",
    }

    # -- legality --------------------------------------------------------------------------------

    def draw_random_move(self, state: VazhushalState, seat: int, rng: Random) -> Move:
        """Return a random move without listing all moves. Some moves wipe and many meld, so that every verb occurs."""
        phase, roll = state.phase, rng.random()
        if phase == "draw" and not state.forced:
            if state.line and roll < 0.3:
                depth = rng.randrange(len(state.line)) + 1
                return (
                    take_first_within_steps(WIPES, list_legal_wipes(state, seat, depth))
                    or next(list_take_line_moves(state, seat), None)
                    or STOCK.bare_move
                )
            return STOCK.bare_move
        if phase == "table" and (roll > 0.4 or state.forced):
            return build_discard_move(rng.choice(state.hands[seat]))
        if (
            roll < 0.02
            and phase == "table"
            and REARRANGE.is_possible(state, seat)
            and (other := REARRANGE.find_legal_move(state, seat))
        ):
            return other
        if phase in ("table", "final"):
            last = DONE.bare_move if phase == "final" else build_discard_move(rng.choice(state.hands[seat]))
            return next(
                chain(
                    list_legal_melds(state, seat), list_layoffs(state, seat) if LAYOFF.is_possible(state, seat) else ()
                ),
                last,
            )
        return rng.choice(self.list_moves(state, seat))

    def has_open_detail(self, move: Move) -> bool:
        """Return whether a move leaves open which card a wild card stands for.

        Such a move has a wild card with a `?`, or melds a printed joker without any card that the joker stands for.
        """
        return move.has_open_wild_card or (
            move.verb in MELDING and any(card is JOKER for group in move.groups for card in group)
        )

    def list_move_readings(self, state: VazhushalState, seat: int, move: Move) -> list[Move]:
        """Return the legal moves that a move with open wild cards (see `has_open_detail`) can mean.

        The most natural and most valuable moves come first.
        """
        if move.verb not in MELDING:
            return [] if move.has_open_wild_card else [move]
        jokers = unassign_wilds(move, (JOKER,))
        if jokers.has_open_wild_card and (legal := self._list_legal_readings(state, seat, jokers)):
            return legal
        wild = unassign_wilds(jokers, state.wilds)
        if wild != jokers and state.can_move(seat) and not self.is_legal(state, seat, move):
            legal = self._list_legal_readings(state, seat, wild)
            return legal if legal or jokers.has_open_wild_card else [move]
        return [] if jokers.has_open_wild_card else [move]

    def _list_legal_readings(self, state: VazhushalState, seat: int, move: Move) -> list[Move]:
        """Return the legal moves that a move can mean if it has wild cards written `=?`.

        Such a wild card doesn't state the card that it stands for; in each result, it does.
        """
        choices = self._list_group_readings(state, seat, move)
        read = (move._replace(groups=groups) for groups in islice(product(*choices), READ))
        found = list(islice((one for one in read if self.is_legal(state, seat, one)), READINGS))
        if not found and prod(map(len, choices)) > READ:
            parted = (move._replace(groups=groups) for groups in choose_distinct_melds(state, choices))
            found = list(islice((one for one in parted if self.is_legal(state, seat, one)), 1))
        return sorted(found, key=_build_reading_sort_key)

    def _list_group_readings(self, state: VazhushalState, seat: int, move: Move) -> list[list[Group]]:
        """Return a list for each group of cards in a move: the readings of its wild cards written `=?`.

        In a reading, each of these wild cards states which card it stands for. If there are very many combinations,
        only readings that make a meld are returned.
        """
        own = state.melds[seat] if 0 <= seat < state.seats else []
        number = move.number or 0
        base: Group = own[number - 1] if move.verb == LAYOFF.name and 1 <= number <= len(own) else ()
        choices = [_find_group_readings(group, base, state.wilds) for group in move.groups]
        if prod(map(len, choices)) > READ:
            choices = [[group for group in read if is_meld(state, (*base, *group))] for read in choices]
        return choices

    def _list_readings(self, state: VazhushalState, seat: int, move: Move) -> Iterator[Move]:
        """Yield the moves, legal or not, that a move can mean if it has wild cards written `=?`.

        Such a wild card doesn't state the card that it stands for; in each result, it does.
        """
        choices = self._list_group_readings(state, seat, move)
        return (move._replace(groups=groups) for groups in islice(product(*choices), READ))

    def find_violation(self, state: VazhushalState, seat: int, move: Move) -> Violation | None:
        """Return the violation for which a move is refused, or None if the move is legal.

        A move with open wild cards and several legal readings is refused until the move states which reading is meant.
        A move without a legal reading is refused with the violation of its best reading.
        """
        refused = super().find_violation(state, seat, move)
        unread = unassign_wilds(move, state.wilds)
        if refused is None or move.verb not in MELDING or not unread.has_open_wild_card:
            return refused
        readings = self.list_move_readings(state, seat, move)
        if len(readings) > 1 and (example := find_assigned_wild(move, readings)):
            return broken("wild.declared", card=example.base.code, example=example.code).merge(refused)
        if refused.clause.id not in AS_READ or get_sequence_laid_first(move) or readings not in ([], [move]):
            return refused
        nearest = min(self._list_readings(state, seat, unread), key=_build_reading_sort_key, default=None)
        return super().find_violation(state, seat, nearest) if nearest else refused

    def get_permitting_clause(self, state: VazhushalState, seat: int, move: Move) -> str:
        if move.verb != "wipe":
            return super().get_permitting_clause(state, seat, move)
        if state.has_opened(seat):
            return "wipe.any-kind-once-opened"
        return "first.meld-then-wipe" if get_sequence_laid_first(move) else "first.wipe-completes-pure"

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the numbers to fill in where the rulebook's text has placeholders, by name.

        They are the number of cards that three players hold, the number left in the stock with one deck, and the turn
        limit.
        """
        assert isinstance(options, VazhushalOptions)
        held = 3 * HAND
        aside = options.wild_rule != "printed-only" and not options.neg_drawable
        left = len(build_full_deck(options, 3)) - held - STARTER - aside
        return {"onepack-held": held, "onepack-stock": left, "turns": TURN_GUARD}

    # -- play ------------------------------------------------------------------------------------

    def count_scores_so_far(self, state: VazhushalState) -> list[int | None] | None:
        if state.phase in ("dealer", "deal"):
            return None
        return [
            None if UNKNOWN in hand else compute_score_of_seat(state, seat).total
            for seat, hand in enumerate(state.hands)
        ]

    # -- teaching --------------------------------------------------------------------------------

    def get_implied_options(self, position: Position) -> Mapping[str, tuple[Value, ...]]:
        """Return the house rules without which a position isn't possible: for each such option, the values that fit.

        If the position's line has several cards, the limit on the line must be high enough or off. If the position has
        a negative joker, it must make cards wild.
        """
        granted: dict[str, tuple[Value, ...]] = {}
        cards = len(position.get("line", "").split())
        if cards > 1:
            limits = VazhushalOptions.get_option("line-limit").list_values()
            granted["line-limit"] = tuple(limit for limit in limits if not 0 < limit < cards)
        if position.get("negative"):
            granted["wild-rule"] = ("opposite-colour", "same-rank")
        return granted


# -- reading wild cards ----------------------------------------------------------------------------


def _find_group_readings(group: Group, base: Group, wilds: frozenset[Card]) -> list[Group]:
    """Return the ways to state what a group's `=?` cards (open wild cards) stand for so that it makes a run or set.

    With `base`, a meld on the table, the group has to make a run or set together with these cards. There is one reading
    for each possible run or set. A wild card takes its own place if this place is free. The other wild cards take the
    remaining places in the order given.
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
            placed = _place_wilds(open_cards, [face for face in window if face not in shown])
            found.append(placed if base else order_meld([*fixed, *placed]))
    return found


def _place_wilds(cards: Sequence[Card], free: Sequence[Card]) -> Group:
    """Return wild cards placed in the free places of a meld, each as itself where possible."""
    own = {face: face for face in free if face in cards}
    others = iter(subtract_cards(cards, own))
    return tuple(own.get(face) or next(others).substitute_for(face) for face in free)


def _build_reading_sort_key(move: Move) -> tuple[int, int]:
    cards = [card for group in move.groups for card in group]
    return -sum(card.natural for card in cards), -sum(min(card.rank, 10) if card.rank > 1 else 10 for card in cards)


RULES = VazhushalRules()
