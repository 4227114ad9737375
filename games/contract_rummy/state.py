"""The state of a Contract Rummy match: the cards of each seat, melds, piles, and answers about the upcard.

A position can omit parts. By default it's seat 0's turn to meld after a draw from the stock, hands have the size of the
deal, and all other cards are in the stock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from games.cards import Card, codes, deck
from games.contract_rummy.contracts import contract_of, dealt, hands_of
from games.contract_rummy.melds import Meld, as_meld, law_of
from games.contract_rummy.options import ContractRummyOptions
from games.engine.parts import (
    Came,
    Cards,
    Flag,
    Hands,
    Known,
    Melds,
    Number,
    Pairs,
    Phase,
    Seat,
    SeatOrNone,
    Seats,
    Word,
    Words,
    Worked,
    left_over,
    nobody,
)
from games.engine.state import MatchPart
from games.errors import BadPosition
from games.kit.rummy import RummyState

ASKED, WANTS, PASSES, QUIET, HIDDEN = "asked", "may-i", "pass", "pass-hand", "?"
"""Values in `answers`: asked but silent, the three answers, and an answer that the viewer can't see."""


# -- defaults and visibility ----------------------------------------------------------------------------


def usual_number(state: ContractRummyState) -> int:
    """Return the default hand number of a position: the hand after the finished deals."""
    return min(state.match.deals + 1, hands_of(state.options))


def usual_deals(state: ContractRummyState) -> int:
    """Return the default number of finished deals in a position: those before its hand of the match."""
    return (state.number if "contract" in state.said else 1) - (state.phase not in ("between", "over"))


def held(state: ContractRummyState, seat: int) -> int:
    """Return how many cards each seat was dealt, or 0 before the deal."""
    return dealt(state.options, state.number) if state.dealt else 0


def read_meld(state: ContractRummyState, cards: Meld) -> Meld:
    """Return the meld as it is on the table. Raises BadPosition if the cards make none."""
    meld = as_meld(state.law, cards)
    if meld is None:
        raise BadPosition(f"{codes(cards)} is no meld under these rules.")
    return meld


def answers_seen(state: ContractRummyState, seat: int | None, answers: list[str]) -> list[str]:
    """Return the answers with those of other seats hidden from this seat."""
    return [said if owner == seat or said in ("", ASKED) else HIDDEN for owner, said in enumerate(answers)]


class ContractRummyState(RummyState):
    """A match of Contract Rummy. The top of the stock is the end of its list, and the upcard is the end of the pile.

    `number` is the hand of the match, from 1. A seat is *down* once it has melds on the table.
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
    )
    turn = Seat("the seat whose turn it is", lasting=True)
    number = Number(
        "which hand of the match is played, from 1; it says which contract",
        1,
        lambda state: hands_of(state.options),
        fresh=1,
        usual=usual_number,
        key="contract",
        lasting=True,
    )
    drawn = Word(
        "how this turn's card came: “”, stock or upcard",
        ("", "stock", "upcard"),
        usual=lambda state: "" if state.phase == "draw" else "stock",
    )
    laid = Flag("whether the contract was laid in this turn")
    owed = Flag("whether a swapped joker has still to be laid")
    came = Came()
    hands = Hands("a text of cards for each seat", holds=held, known="known")
    melds = Melds("a list of texts for each seat", read_meld)
    pile = Cards("the discard pile, oldest card first; the last one is the upcard", ordered=True)
    stock = Cards("the stock, top card first", usual=left_over, see=nobody, reverse=True, ordered=True)
    answers = Words(
        "for each seat “” if it is not asked, else asked, or its answer: may-i, pass, pass-hand, ? if hidden",
        ("", ASKED, WANTS, PASSES, QUIET, HIDDEN),
        see=answers_seen,
    )
    taker = SeatOrNone("the seat that took the last upcard of this window, or null")
    quiet = Seats("the seats that want nothing for the rest of the hand")
    buys = Seats("the seats that have taken an upcard out of turn in this hand, once for each time")
    due = Pairs(
        "a list with one pair, the seat that is to draw from the stock and how many cards, or an empty list",
        lambda state, seat, number: 0 <= seat < state.seats and 1 <= number <= 3,
        "a seat and a number of cards",
        most=1,
    )
    reshuffles = Number("how often the stock was made anew in this hand", high=1000)
    turns = Number("how many turns were finished in this hand")
    known = Known()
    match = MatchPart(deals=usual_deals)
    law = Worked(lambda state: law_of(state.options), lasting=True)
    contract = Worked(lambda state: contract_of(state.options, state.number))

    @property
    def whole(self) -> bool:
        """Whether this is an all-or-nothing hand. Rulebook: h7.all-or-nothing."""
        return self.number == hands_of(self.options) and self.options.all_or_nothing

    @property
    def upcard(self) -> Card | None:
        """The card on top of the pile, or None."""
        return self.pile[-1] if self.pile else None

    def down(self, seat: int) -> bool:
        """Return whether the seat has laid its contract."""
        return bool(self.melds[seat])

    def in_turn(self, after: int) -> list[int]:
        """Return the other seats in order of play, from the one after seat `after`."""
        return [(after + place) % self.seats for place in range(1, self.seats)]

    def table_melds(self) -> Iterator[tuple[int, int, Meld]]:
        """Yield every meld on the table with its owner and its number, from 1."""
        for owner, melds in enumerate(self.melds):
            for number, meld in enumerate(melds, 1):
                yield owner, number, meld

    def awaited(self) -> Sequence[int]:
        if self.phase == "window":
            return [seat for seat, said in enumerate(self.answers) if said == ASKED]
        return super().awaited()

    @property
    def pack(self) -> Sequence[Card]:
        return full_deck(self.options, self.seats)

    def impossible(self) -> Iterator[str]:
        """Yield the reasons why no deal could lead to this state, or why play couldn't continue from it."""
        phase = self.phase
        if phase in ("draw", "table") and not self.hands[self.turn]:
            yield "Whoever is to move has cards in hand; without any the hand is over."
        if phase == "window" and not (self.waiting and self.pile):
            yield "In a window somebody is “asked” about the upcard of the “pile”."
        if phase != "window" and any(self.answers):
            yield "Only in a window does anybody answer."
        if phase == "window" and self.answers[self.turn]:
            yield "The seat whose turn it is is not asked."
        if (phase == "reshuffle") != (bool(self.due)):
            yield "The stock is made anew only when somebody is “due” to draw from it."
        if phase == "reshuffle" and len(self.pile) < 2:
            yield "There is no pile to make a stock of."
        if self.laid and not self.down(self.turn):
            yield "“laid” is set, but there is no contract on the table."
        if self.owed and (phase != "table" or not self.hands[self.turn]):
            yield "“owed” is set, but nobody has just swapped a joker."

    def fill(self, rng: Random) -> None:
        """Replace unknown cards and hidden answers by random ones."""
        super().fill(rng)
        undecided = False
        for seat in self.in_turn(self.turn):
            if self.answers[seat] == HIDDEN:
                may_want = undecided and self.options.mayi_priority == "seat"
                self.answers[seat] = rng.choice((WANTS, PASSES) if may_want else (PASSES, QUIET))
            undecided = undecided or self.answers[seat] == ASKED


def full_deck(options: ContractRummyOptions, seats: int) -> list[Card]:
    """Return all cards that a table of `seats` players uses. Rulebook: setup.packs, setup.jokers."""
    return deck(options.pack_count(seats), options.joker_count(seats))
