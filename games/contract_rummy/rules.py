"""The rules of Contract Rummy, assembled from verbs, options, state, and screen. Sources: rulebook.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice, product
from math import prod
from random import Random

from games.cards import UNKNOWN
from games.contract_rummy import screen
from games.contract_rummy.clauses import broken
from games.contract_rummy.contract_plans import find_plan
from games.contract_rummy.contracts import CONTRACTS, DEALT, describe_contract, get_hand_size
from games.contract_rummy.melds import (
    Meld,
    MeldRules,
    build_meld,
    count_naturals,
    is_run,
    is_run_too_close,
    list_wild_card_readings,
)
from games.contract_rummy.narration import NARRATION, SHEET
from games.contract_rummy.options import MOST, RESHUFFLES, TURNS, ContractRummyOptions
from games.contract_rummy.scoring import count_hand_points
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.verbs import (
    ASK,
    BE_QUIET,
    CONTRACT,
    LAY_ALL,
    LAYOFF,
    LISTEN,
    MELD,
    PASS,
    STOCK,
    SWAP,
    UPCARD,
    VERBS,
)
from games.contract_rummy.whole_hand_search import list_whole_hand_melds
from games.engine.clause import Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options
from games.engine.verb import LISTED, build_wrong_parts_violation
from games.engine.work_limits import WorkAllowance, spend_steps, take_items_within_steps
from games.kit.melds import list_physical_cards
from games.kit.rummy import build_discard_move, decode_meld_number, find_assigned_wild, unassign_wilds
from games.words import spell_number

READ, READINGS = 400, 40
"""Limits for moves that leave something open: how many readings to try, and how many legal ones to return."""
MELDING = {verb.name for verb in (CONTRACT, LAY_ALL, MELD, LAYOFF, SWAP)}
"""The verbs that meld cards or add them to melds, where a wild card can stand for another card."""


class ContractRummyRules(Game[ContractRummyState]):
    """The rules of Contract Rummy, in which each hand asks for a certain contract to meld first."""

    slug = "contract-rummy"
    title = "Contract Rummy"
    family = "Rummy"
    tagline = "A rummy game where every hand has a harder contract, and you can ask “May I?” out of turn."
    minutes = "60–90 minutes"
    lays_melds = True
    shelf = 40
    showcase = ("row", "8C 8D 8H JD *")
    low_wins = True
    deals_differ = True
    shows = ("may-i", "window")
    seats = range(3, MOST + 1)
    large_hands = seats
    options = ContractRummyOptions
    verbs = VERBS
    draw_table, build_prompt = staticmethod(screen.draw_table), staticmethod(screen.build_prompt)
    narration = NARRATION
    sheet = SHEET
    version = 3
    state = ContractRummyState
    usual_seats = 4
    constants = {
        "52": "cards of a deck without jokers",
        "two three four five six eight twice": "players, decks by player count, jokers of a deck, and sizes of melds",
        "seven ten": "sizes of melds, and ranks",
        "13 14": "the most cards of a run, as the value of the option has it",
        "5 15 25 50": "points of a card or of a bonus that the value of the option names",
    }

    def get_rulebook_numbers(self, options: Options) -> Mapping[str, int | str]:
        """Return the values to fill in where the rulebook's text has placeholders, by name.

        They are contracts, cards dealt, the price of “May I?”, and limits of a hand.
        """
        assert isinstance(options, ContractRummyOptions)
        contracts = CONTRACTS[options.contracts]
        return {
            "hands": spell_number(len(contracts)),
            "contracts-in-words": " ".join(
                f"**{at}** {describe_contract(one)}." for at, one in enumerate(contracts, 1)
            ),
            "early-hands": spell_number(len(DEALT[options.deal_sizes]) - 1),
            "early-deal": get_hand_size(options, 1),
            "late-deal": get_hand_size(options, len(contracts)),
            "last-cards": get_hand_size(options, len(contracts)) + 1,
            "penalty": spell_number(options.mayi_penalty),
            "growth": spell_number(1 + options.mayi_penalty),
            "reshuffles": spell_number(RESHUFFLES),
            "turns": TURNS,
        }

    # -- legality --------------------------------------------------------------------------------

    def draw_random_move(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        """Return a random move without listing all moves. Some moves ask or meld, so that every verb occurs."""
        phase, roll = state.phase, rng.random()
        if phase == "window":
            return (PASS if roll < 0.8 else ASK if roll < 0.95 else BE_QUIET).bare_move
        if seat in state.quiet and roll < 0.05:
            return LISTEN.bare_move
        if phase == "draw":
            return (UPCARD if roll < 0.3 and UPCARD.is_possible(state, seat) else STOCK).bare_move
        if phase != "table":
            return rng.choice(self.list_moves(state, seat))
        if roll > 0.25 and not state.owed:
            return build_discard_move(rng.choice(state.hands[seat]))
        return self._choose_random_melding_move(state, seat, rng)

    def _choose_random_melding_move(self, state: ContractRummyState, seat: int, rng: Random) -> Move:
        """Return a random move that melds, lays off, or swaps cards, or a random discard if none is found."""
        verbs = [verb for verb in VERBS.list_possible_verbs(state, seat) if verb.by_example]
        while verbs:
            verb = verbs.pop(rng.randrange(len(verbs)))
            if verb is LAY_ALL and find_plan(state.hands[seat], state.contract, state.law, below=2).lack > 1:
                continue
            found = verb.find_legal_move(state, seat)
            if found is not None:
                return found
        return build_discard_move(rng.choice(state.hands[seat]))

    def has_open_detail(self, move: Move) -> bool:
        """Return whether a move leaves something open that has to be decided before it can be made.

        Such a move doesn't say what a wild card stands for (`?`), or has the cards of a contract unsorted.
        """
        return move.has_open_wild_card or _is_unsorted_contract(move)

    def list_move_readings(self, state: ContractRummyState, seat: int, move: Move) -> list[Move]:
        """Return the legal moves that a move can mean, those with the most natural cards first.

        If the move leaves something open (see `has_open_detail`), these are its legal readings, if any. Any other legal
        move is returned alone. For an illegal move that leaves nothing open, these are the legal moves in which its
        wild cards stand for other cards, or the move itself if there are none.
        """
        if self.has_open_detail(move):
            return self._list_legal_readings(state, seat, move)
        unread = unassign_wilds(move, state.law.wilds) if move.verb in MELDING else move
        if not unread.has_open_wild_card or not state.can_move(seat) or self.is_legal(state, seat, move):
            return [move]
        return self._list_legal_readings(state, seat, unread) or [move]

    def _list_legal_readings(self, state: ContractRummyState, seat: int, move: Move) -> list[Move]:
        """Return the legal moves that a move can mean if it has wild cards written `=?`, or an unsorted contract.

        Such a wild card doesn't state the card that it stands for. An unsorted contract doesn't say which cards belong
        to which meld.
        """
        read = take_items_within_steps(LISTED, self._list_possible_readings(state, seat, move))
        found = islice((one for one in dict.fromkeys(read) if self.is_legal(state, seat, one)), READINGS)
        return sorted(found, key=_build_reading_sort_key)

    def _list_possible_readings(self, state: ContractRummyState, seat: int, move: Move) -> Iterator[Move]:
        """Yield the moves, legal or not, that a move can mean if it leaves something open (see `has_open_detail`)."""
        if _is_unsorted_contract(move):
            return self._list_sorted_contracts(state, move)
        base: Meld = ()
        if move.verb == LAYOFF.name and 0 <= seat < state.seats:
            where = decode_meld_number(state, seat, move.number)
            base = state.melds[where[0]][where[1]] if where else ()
        choices = [list_wild_card_readings(state.law, group, base) for group in move.groups]
        if prod(map(len, choices)) > READ:
            return (move._replace(groups=groups) for groups in islice(_combine_readings(state, choices), READ))
        return (move._replace(groups=groups) for groups in product(*choices))

    def _list_sorted_contracts(self, state: ContractRummyState, move: Move) -> Iterator[Move]:
        """Yield moves that meld the contract, with the unsorted cards of this move sorted into melds.

        If a wild card says which card it stands for, it keeps standing for this card.
        """
        named = Counter(card for card in move.cards if card.face is not UNKNOWN and not card.natural)
        for melds in islice(list_whole_hand_melds(list_physical_cards(move.cards), state.contract, state.law), READ):
            if named <= Counter(chain(*melds)):
                yield move._replace(groups=tuple(melds))

    def find_violation(self, state: ContractRummyState, seat: int, move: Move) -> Violation | None:
        """Return the violation for which a move is refused, or None if the move is legal.

        If a move leaves something open (see `has_open_detail`) and has several legal readings, it's refused until it
        states which one is meant. If it has no legal reading, it's refused with the violation of its best reading.
        """
        refused = super().find_violation(state, seat, move)
        if refused is None or move.verb not in MELDING or move.named or not VERBS[move.verb].is_possible(state, seat):
            return refused
        unread = move if self.has_open_detail(move) else unassign_wilds(move, state.law.wilds)
        if not self.has_open_detail(unread):
            return refused
        with WorkAllowance(LISTED) as work:
            found = self.list_move_readings(state, seat, move)
        if len(found) > 1 and (example := find_assigned_wild(move, found)):
            return broken("wild.fixed", card=example.base.name, example=example.code).merge(refused)
        if found not in ([], [move]):
            return refused
        if work.cut:
            return build_wrong_parts_violation(
                move, "“/” between the melds, because there are too many ways to sort these cards"
            )
        nearest = min(
            take_items_within_steps(LISTED, self._list_possible_readings(state, seat, unread)),
            key=_build_reading_sort_key,
            default=None,
        )
        better = super().find_violation(state, seat, nearest) if nearest else None
        return better if better and better.clause.id in self.clauses else refused

    def count_scores_so_far(self, state: ContractRummyState) -> list[int | None] | None:
        if state.phase in ("dealer", "deal"):
            return None
        return [None if UNKNOWN in hand else count_hand_points(state.options, hand) for hand in state.hands]


def _combine_readings(state: ContractRummyState, choices: Sequence[Sequence[Meld]]) -> Iterator[tuple[Meld, ...]]:
    """Yield ways to choose one meld for each group of cards so that together they can be the contract.

    `choices` has a list for each group: its readings, which differ in the cards that wild cards stand for. In each
    result, there are no more sets and runs than in the contract, and no two runs are too close to each other.
    """
    law, contract = state.law, state.contract
    melds = [[(group, build_meld(law, group)) for group in read] for read in choices]
    good = [[(group, meld) for group, meld in read if meld and _has_enough_natural_cards(law, meld)] for read in melds]

    def combine_from_group(at: int, runs: list[Meld]) -> Iterator[tuple[Meld, ...]]:
        if at == len(good):
            yield ()
            return
        for group, meld in good[at]:
            spend_steps()
            if is_run(meld):
                if len(runs) == len(contract.runs) or any(is_run_too_close(law, meld, other) for other in runs):
                    continue
            elif at - len(runs) == len(contract.sets):
                continue
            for rest in combine_from_group(at + 1, [*runs, meld] if is_run(meld) else runs):
                yield (group, *rest)

    return combine_from_group(0, [])


def _has_enough_natural_cards(law: MeldRules, meld: Meld) -> bool:
    return len(meld) - count_naturals(law, meld) <= law.get_wild_limit(len(meld))


def _is_unsorted_contract(move: Move) -> bool:
    """Return whether a move melds a contract without saying which cards belong to which meld.

    All cards are then in one group. Since every contract has at least two melds, one group can't be a sorted contract.
    """
    return move.verb == CONTRACT.name and len(move.groups) == 1


def _build_reading_sort_key(move: Move) -> tuple[int, int]:
    cards = [card for group in move.groups for card in group]
    return -sum(card.natural for card in cards), -sum(card.rank for card in cards)


RULES = ContractRummyRules()
