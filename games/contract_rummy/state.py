"""The state of a Contract Rummy match: the cards of each seat, melds, piles, and answers about the upcard.

A position can omit parts. By default it's seat 0's turn to meld after a draw from the stock, hands have the size of the
deal, and all other cards are in the stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from games.cards import Card, build_deck, format_cards
from games.contract_rummy.contracts import count_hands, get_contract, get_hand_size
from games.contract_rummy.melds import Meld, build_meld, get_meld_rules
from games.contract_rummy.options import ContractRummyOptions
from games.engine.state import MatchPart
from games.engine.state_parts import (
    Cards,
    CardsThisTurn,
    DerivedPart,
    Flag,
    Hands,
    KnownHandCards,
    Melds,
    Number,
    NumberPairs,
    Phase,
    Seat,
    SeatOrNone,
    Seats,
    Word,
    WordBySeat,
    hide_cards,
    list_remaining_stock,
)
from games.errors import BadPosition
from games.kit.rummy import RummyState

ASKED, WANTS, PASSES, QUIET, HIDDEN = "asked", "may-i", "pass", "pass-hand", "?"
"""Values in `answers`: asked but silent, the three answers, and an answer that the viewer can't see."""


# -- defaults and visibility ----------------------------------------------------------------------------


def get_default_hand_number(state: ContractRummyState) -> int:
    """Return the number of the hand, for a position that doesn't give it: the one after the finished deals.

    It's at most the number of hands in a match.
    """
    return min(state.match.deals + 1, count_hands(state.options))


def get_default_finished_deals(state: ContractRummyState) -> int:
    """Return how many deals of the match are finished, for a position that doesn't say.

    These are the deals before its current hand and, if the current hand is over, the deal of this hand.
    """
    return (state.number if "contract" in state.said else 1) - (state.phase not in ("between", "over"))


def count_dealt_cards(state: ContractRummyState, seat: int) -> int:
    """Return how many cards each seat was dealt, or 0 before the deal."""
    return get_hand_size(state.options, state.number) if state.is_dealt else 0


def parse_meld(state: ContractRummyState, cards: Meld) -> Meld:
    """Return the cards in the order in which a meld has them on the table. Raises BadPosition if they make no meld."""
    meld = build_meld(state.law, cards)
    if meld is None:
        raise BadPosition(f"“{format_cards(cards)}” isn’t a meld under these house rules.")
    return meld


def hide_upcard_answers(state: ContractRummyState, seat: int | None, answers: list[str]) -> list[str]:
    """Return the answers about the upcard as a seat knows them: other seats' answers are hidden."""
    return [said if owner == seat or said in ("", ASKED) else HIDDEN for owner, said in enumerate(answers)]


class ContractRummyState(RummyState):
    """A match of Contract Rummy. The last card in `stock` is its top, and the last card in `pile` is the upcard.

    `number` is the number of the hand in the match, from 1. A seat is *down* once it has melds on the table.
    """

    options: ContractRummyOptions
    phase = Phase(
        {
            "draw": "",
            "window": "the others are asked about the upcard",
            "reshuffle": "the discard pile becomes the stock",
            "table": "",
        },
        usual="table",
        stages={"draw": "you haven’t drawn yet", "table": "you’ve drawn"},
    )
    turn = Seat("the seat whose turn it is", lasting=True)
    number = Number(
        "the number of the hand, from 1, which decides the contract",
        1,
        lambda state: count_hands(state.options),
        fresh=1,
        usual=get_default_hand_number,
        key="contract",
        lasting=True,
    )
    drawn = Word(
        "how this turn’s card was drawn: “” (not yet), stock, or upcard",
        ("", "stock", "upcard"),
        usual=lambda state: "" if state.phase == "draw" else "stock",
    )
    laid = Flag("whether the contract was melded this turn")
    owed = Flag("whether a swapped joker still has to go into a meld")
    came = CardsThisTurn()
    hands = Hands("one string of cards per seat", holds=count_dealt_cards, known="known")
    melds = Melds("a list of strings for each seat", parse_meld)
    pile = Cards("the discard pile, oldest card first; the last one is the upcard", ordered=True)
    stock = Cards("the stock, top card first", usual=list_remaining_stock, see=hide_cards, reverse=True, ordered=True)
    answers = WordBySeat(
        "for each seat, “” if it isn’t asked, “asked” until it answers, then may-i, pass, pass-hand, or ? if hidden",
        ("", ASKED, WANTS, PASSES, QUIET, HIDDEN),
        see=hide_upcard_answers,
    )
    taker = SeatOrNone("the seat that was the last to take an upcard in this round of asking, or null")
    quiet = Seats("the seats that skip “May I?” for the rest of the hand")
    buys = Seats("the seats that have taken an upcard out of turn in this hand, once for each time")
    due = NumberPairs(
        "a list with one pair, the seat that has to draw from the stock and how many cards, or an empty list",
        lambda state, seat, number: 0 <= seat < state.seats and 1 <= number <= 3,
        "a seat and a number of cards",
        most=1,
    )
    reshuffles = Number("how often the stock was reshuffled in this hand", high=1000)
    turns = Number("how many turns were finished in this hand")
    known = KnownHandCards()
    match = MatchPart(deals=get_default_finished_deals)
    law = DerivedPart(lambda state: get_meld_rules(state.options), lasting=True)
    contract = DerivedPart(lambda state: get_contract(state.options, state.number))

    @property
    def is_all_or_nothing(self) -> bool:
        """Whether this is an all-or-nothing hand, in which a player can only meld the whole hand at once.

        Rulebook: h7.all-or-nothing.
        """
        return self.number == count_hands(self.options) and self.options.has_all_or_nothing

    @property
    def upcard(self) -> Card | None:
        """The top card of the discard pile, or None if the pile is empty."""
        return self.pile[-1] if self.pile else None

    def is_down(self, seat: int) -> bool:
        """Return whether the seat has melded its contract in this hand."""
        return bool(self.melds[seat])

    def list_seats_after(self, after: int) -> list[int]:
        """Return the seats other than `after` in order of play, beginning with the next one."""
        return [(after + place) % self.seats for place in range(1, self.seats)]

    def list_table_melds(self) -> Iterator[tuple[int, int, Meld]]:
        """Yield for every meld on the table its owner, its number among the owner's melds (from 1), and the meld."""
        for owner, melds in enumerate(self.melds):
            for number, meld in enumerate(melds, 1):
                yield owner, number, meld

    @property
    def is_turn_shared(self) -> bool:
        return sum(map(bool, self.answers)) > 1

    def list_awaited_seats(self) -> Sequence[int]:
        if self.phase == "window":
            return [seat for seat, said in enumerate(self.answers) if said == ASKED]
        return super().list_awaited_seats()

    @property
    def deck(self) -> Sequence[Card]:
        return build_full_deck(self.options, self.seats)

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no deal could lead to this state, or why play couldn't continue."""
        phase = self.phase
        if phase in ("draw", "table") and not self.hands[self.turn]:
            yield "The player whose turn it is must hold cards. Without any, the hand is over."
        if phase == "window" and not (self.waiting and self.pile):
            yield "In the phase “window”, “pile” must have an upcard, and a seat must be “asked” about it."
        if phase != "window" and any(self.answers):
            yield "Outside the phase “window”, “answers” must be empty."
        if phase == "window" and self.answers[self.turn]:
            yield "The seat whose turn it is can’t be asked about the upcard."
        if (phase == "reshuffle") != (bool(self.due)):
            yield "“due” must have a seat in the phase “reshuffle”, and must be empty in all other phases."
        if phase == "reshuffle" and len(self.pile) < 2:
            yield "The pile must have at least two cards to make a new stock."
        if self.laid and not self.is_down(self.turn):
            yield f"“laid” is set, but seat {self.turn} has no contract on the table."
        if self.owed and (phase != "table" or not self.hands[self.turn]):
            yield "“owed” is set, but nobody has just swapped a joker."

    def fill_unknown_cards(self, rng: Random) -> None:
        """Replace unknown cards and hidden answers at random."""
        super().fill_unknown_cards(rng)
        undecided = False
        for seat in self.list_seats_after(self.turn):
            if self.answers[seat] == HIDDEN:
                may_want = undecided and self.options.mayi_priority == "seat"
                self.answers[seat] = rng.choice((WANTS, PASSES) if may_want else (PASSES, QUIET))
            undecided = undecided or self.answers[seat] == ASKED


def build_full_deck(options: ContractRummyOptions, seats: int) -> list[Card]:
    """Return all cards that a table of `seats` players uses. Rulebook: setup.packs, setup.jokers."""
    return build_deck(options.get_deck_count(seats), options.get_joker_count(seats))
