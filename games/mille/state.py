"""The state of a Mille table: hands, melds, discard pile, stock, and match.

A position (a state as JSON) can omit parts. By default, it's seat 0's turn, and the seat has already drawn. Each hand
has 15 unknown cards, and the stock has all other cards, unknown.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import Card, build_deck, format_cards
from games.engine.move import Group
from games.engine.state import MatchPart
from games.engine.state_parts import (
    Cards,
    CardsThisTurn,
    Hands,
    KnownHandCards,
    Melds,
    Number,
    NumberBySeat,
    Phase,
    Seat,
    hide_cards,
    list_remaining_stock,
)
from games.kit.rummy import RummyState
from games.mille.melds import SHORTEST, TWO, count_wild_twos, get_meld_rank, has_single_rank, sort_meld
from games.mille.options import MilleOptions

HAND = 15
DECK = build_deck(2)


def sort_position_meld(state: MilleState, cards: Group) -> Group:
    """Return the cards of a meld in display order: natural cards first, then wild twos.

    It's called when a meld is read from a position (a state as JSON). `state` isn't used.
    """
    return sort_meld(cards)


class MilleState(RummyState):
    """A match of Mille. The top card of `stock` and of `pile` (the upcard) is the last of its list."""

    options: MilleOptions
    deck = DECK
    phase = Phase(
        {"take": "", "reshuffle": "the pile becomes the stock", "table": ""},
        usual="table",
        stages={"take": "you haven’t drawn yet", "table": "you’ve drawn or taken the pile"},
    )
    turn = Seat("the seat whose turn it is", lasting=True)
    came = CardsThisTurn()
    hands = Hands(
        "one string of cards per seat",
        holds=lambda state, seat: HAND if state.is_dealt else 0,
        known="known",
        jokers=False,
    )
    melds = Melds("a list of strings for each seat; a two among cards of another rank is wild", sort_position_meld)
    pile = Cards("the discard pile, oldest card first; the last one is the upcard", ordered=True, jokers=False)
    stock = Cards(
        "the stock, top card first",
        usual=lambda state: list_remaining_stock(state) if state.phase != "over" else "",
        see=hide_cards,
        reverse=True,
        ordered=True,
        jokers=False,
    )
    turns = Number("the number of finished turns in this hand", usual=1)
    reshuffles = Number("how often the pile became a new stock in this hand")
    known = KnownHandCards()
    marks = NumberBySeat("the asterisks of each seat in all hands of the match", lasting=True)
    chapeaux = NumberBySeat("the chapeaux of each seat in all hands of the match", lasting=True)
    match = MatchPart()

    @property
    def upcard(self) -> Card | None:
        """The top card of the discard pile, or None if the pile is empty."""
        return self.pile[-1] if self.pile else None

    @property
    def is_starter_two_takeable(self) -> bool:
        """Whether a player can take the upcard without a pair, since it's a two that was flipped at the deal.

        Only house rules allow this. Rulebook: take.starter-two.
        """
        pile = self.pile
        return self.options.starter_two_free and not self.turns and len(pile) == 1 and pile[0].rank == TWO

    def find_meld_index(self, seat: int, rank: int) -> int | None:
        """Return the index of the seat's meld of this rank, or None if it has none."""
        for place, meld in enumerate(self.melds[seat]):
            if meld[0].rank == rank:
                return place
        return None

    @property
    def can_draw(self) -> bool:
        """Whether a card can be drawn from the stock, after a reshuffle if necessary.

        Rulebook: take.stock, stock.reshuffle.
        """
        return bool(self.stock) or self.can_reshuffle

    @property
    def can_reshuffle(self) -> bool:
        """Whether the pile below the upcard can become a new stock."""
        most = self.options.reshuffle_limit
        return len(self.pile) > 1 and (most is None or self.reshuffles < most)

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why play can't reach this position or can't continue from it."""
        phase = self.phase
        if phase in ("take", "table", "reshuffle") and not all(self.hands):
            yield "Both players must hold cards. If one doesn’t, the hand is over."
        if phase == "reshuffle" and (self.stock or not self.can_reshuffle):
            yield "A new stock needs an empty stock and a pile with more than one card."
        if (
            phase == "over"
            and not self.options.natural_required
            and self.match.winners not in ((), self.match.leading_seats)
        ):
            yield "The winner must be the player with the most points."
        for seat in range(self.seats):
            ranks = [get_meld_rank(meld) for meld in self.melds[seat]]
            if len(set(ranks)) < len(ranks):
                yield f"Seat {seat} can’t have two melds of the same rank."
        for meld in (meld for melds in self.melds for meld in melds):
            if not is_legal_meld(self.options, meld):
                yield f"“{format_cards(meld)}” isn’t a meld under these house rules."


def is_legal_meld(options: MilleOptions, meld: Group) -> bool:
    """Return whether cards form a legal meld. Rulebook: meld.same-rank, wild.one-natural, wild.meld-of-twos."""
    if len(meld) < SHORTEST or not has_single_rank(meld):
        return False
    return has_enough_naturals(options, len(meld), count_wild_twos(meld))


def has_enough_naturals(options: MilleOptions, size: int, wild: int) -> bool:
    """Return whether a meld of `size` cards may hold `wild` wild twos. Rulebook: wild.one-natural."""
    natural = size - wild
    return not wild or (natural >= options.min_naturals and (wild <= natural or options.wild_majority))
