"""The state of a Guts table: declarations, cards, and chips."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from games.cards import PACK, UNKNOWN
from games.engine.state import MatchPart, State
from games.engine.state_parts import (
    Cards,
    Flag,
    Hands,
    Number,
    Phase,
    Seat,
    Seats,
    WordBySeat,
    hide_cards,
    list_remaining_stock,
)
from games.guts.options import GutsOptions
from games.words import format_count

IN, OUT, HIDDEN = "in", "out", "?"
"""The possible declarations, and the sign for one that other players can't see yet."""
MOST_CHIPS = 10**150
"""More chips than any pot can reach, however fast it grows."""


def _get_hand_size(state: GutsState, seat: int) -> int:
    return state.options.cards if state.is_dealt and seat not in state.gone else 0


def _compute_starting_pot(state: GutsState) -> int:
    """Return the default number of chips in the pot, for a position (a state as JSON) that leaves it out.

    While players declare, it's an ante from each player in the match, otherwise 0.
    """
    return state.options.ante * (state.seats - len(state.gone)) if state.phase == "declare" else 0


def _infer_next_declarer(state: GutsState) -> int:
    """Return the default for the seat that declares next, for a position (a state as JSON) that leaves it out.

    If all seats have declared, it's the first seat in turn order.
    """
    order = state.list_seats_in_turn_order()
    return next((seat for seat in order if not state.declared[seat]), order[0])


class GutsState(State):
    """The state of a Guts match: declarations, cards, and the pot. The scores of `match` are the chips of each seat."""

    options: GutsOptions
    phase = Phase({"declare": "a player says in or out"}, usual="declare")
    match = MatchPart("chips", first=lambda state: state.options.stack)
    gone = Seats("the seats that are out of the match", lasting=True)
    pot = Number("the chips in the pot", high=lambda state: MOST_CHIPS, usual=_compute_starting_pot, lasting=True)
    due = Flag(
        "whether everyone antes before the next hand", fresh=True, usual=lambda state: not state.pot, lasting=True
    )
    rounds = Number("how many rounds are over", high=100, lasting=True)
    anted = Flag("whether there was an ante before this hand")
    declared = WordBySeat(
        "for each seat what it has declared: “” (nothing yet), in, out, or ? for what the others don’t know yet",
        ("", IN, OUT, HIDDEN),
        see=lambda state, seat, words: state.hide_declarations(seat, words),
    )
    turn = Seat("the seat that declares next", usual=_infer_next_declarer)
    hands = Hands(
        "one string of cards per seat",
        holds=_get_hand_size,
        counted=True,
        jokers=False,
        sees=lambda state, owner, seat: owner == seat or owner in state.shown,
    )
    ghost = Cards("the cards of the ghost, once they are flipped", jokers=False)
    stock = Cards("the rest of the deck", usual=list_remaining_stock, see=hide_cards, jokers=False)
    shown = Seats("the seats that have shown their cards")

    # -- who plays

    @property
    def is_declaration_simultaneous(self) -> bool:
        """Whether all players declare at the same time. Rulebook: declare.order."""
        return self.options.declare_mode == "simultaneous"

    def list_active_seats(self) -> list[int]:
        """Return the seats that are still in the match."""
        return [seat for seat in range(self.seats) if seat not in self.gone] if self.gone else list(range(self.seats))

    def get_seat_after(self, seat: int) -> int:
        """Return the next seat clockwise that is still in the match."""
        seat = (seat + 1) % self.seats
        while seat in self.gone:
            seat = (seat + 1) % self.seats
        return seat

    def list_seats_in_turn_order(self) -> list[int]:
        """Return the seats in the match, clockwise from the dealer's left; the dealer is last.

        Rulebook: declare.order.
        """
        first, gone = (self.match.dealer or 0) + 1, self.gone
        seats = [*range(first, self.seats), *range(first)]
        return [seat for seat in seats if seat not in gone] if gone else seats

    def list_seats_that_declared(self, word: str) -> list[int]:
        """Return the seats whose declaration is `word`, clockwise from the dealer's left.

        `word` is IN, OUT, or HIDDEN.
        """
        declared = self.declared
        return [seat for seat in self.list_seats_in_turn_order() if declared[seat] == word]

    def can_go_in(self, seat: int) -> bool:
        """Return whether a seat can go in: some house rules require chips for the whole pot. Rulebook: stake.credit."""
        return self.options.short_stack != "must-cover" or self.match.scores[seat] >= self.pot

    def can_ante(self, seat: int) -> bool:
        """Return whether a seat can pay an ante. Rulebook: stake.credit."""
        return self.options.short_stack != "table-stakes" or self.match.scores[seat] >= self.options.ante

    def hide_declarations(self, seat: int | None, words: list[str]) -> list[str]:
        """Return the declarations as a seat knows them, with HIDDEN for those that are still secret."""
        if not self.is_declaration_simultaneous or self.phase != "declare":
            return words
        return [word if owner == seat or not word else HIDDEN for owner, word in enumerate(words)]

    @property
    def is_turn_shared(self) -> bool:
        return self.phase == "declare" and self.is_declaration_simultaneous

    def list_awaited_seats(self) -> Sequence[int]:
        if self.is_turn_shared:
            return [seat for seat in self.list_active_seats() if not self.declared[seat]]
        return super().list_awaited_seats()

    # -- impossible positions

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no match could reach this position."""
        number = sum(map(len, (*self.hands, self.ghost, self.stock)))
        if self.is_dealt and number != len(PACK):
            yield f"After the deal, the position must have all {len(PACK)} cards, not {number}."
        if not self.is_dealt and number:
            yield "Before the deal, the position can’t have cards."
        for seat, hand in enumerate(self.hands):
            if len(hand) != _get_hand_size(self, seat):
                yield f"Seat {seat} must hold {format_count(_get_hand_size(self, seat), 'card')}, not {len(hand)}."
        yield from self._list_chip_faults()
        yield from self._list_declaration_faults()

    def _list_chip_faults(self) -> Iterator[str]:
        """Yield a sentence for each reason why the position's players or chips are impossible."""
        table = self.options.short_stack == "table-stakes"
        if self.gone and not table:
            yield "Under these house rules, nobody is ever out of the match, so “gone” must be empty."
        if len(set(self.gone)) != len(self.gone) or len(self.list_active_seats()) < 2 or self.match.dealer in self.gone:
            yield "At least two players must be in the match, and the dealer must be one of them."
        if table and min(self.match.scores) < 0:
            yield "Under these house rules, nobody can have fewer than 0 chips."
        if self.phase == "declare" and not self.pot:
            yield "The pot can’t be empty when a player declares."
        if self.phase in ("dealer", "deal", "between") and not self.pot and not self.due:
            yield "The pot is empty, so an ante must be “due”."
        if self.due and self.phase in ("dealer", "deal", "between"):
            able = [seat for seat in self.list_active_seats() if self.can_ante(seat)]
            if len(able) < 2 or self.match.dealer not in (*able, None):
                yield "At least two players must be able to ante, and the dealer must be one of them."
            if self.phase == "dealer" and len(able) < self.seats:
                yield "Everyone must be able to pay the first ante."
        if len(self.ghost) not in (0, self.options.cards) or (self.ghost and self.options.ghost == "none"):
            yield f"If there’s a ghost, “ghost” can have {self.options.cards} cards. If not, it must be empty."
        if self.ghost and (self.phase not in ("between", "over") or UNKNOWN in self.ghost):
            yield "“ghost” must be empty until everyone has declared, and its cards must be known."
        over = self.rounds >= self.options.rounds or self.match.deals >= self.options.max_hands
        if over and self.phase not in ("over", "dealer"):
            yield "Under these house rules, the match is already over."

    def _list_declaration_faults(self) -> Iterator[str]:
        """Yield a sentence for each reason why the position's declarations are impossible."""
        words = [self.declared[seat] for seat in self.list_seats_in_turn_order()]
        if any(self.declared[seat] for seat in self.gone):
            yield "A player who is out of the match can’t declare."
        if self.shown and (self.phase not in ("between", "over") or set(self.shown) & set(self.gone)):
            yield "“shown” can have only players in the match, and only after everyone has declared."
        if self.phase != "declare":
            if HIDDEN in words:
                yield "“declared” can have “?” only in the phase “declare”."
            elif any(words) and not (self.is_dealt and all(words)):
                yield "After a hand, “declared” must have a word for everyone. Before it, it must be empty."
        elif all(words):
            yield "In the phase “declare”, at least one player can’t have declared yet."
        elif not self.is_declaration_simultaneous:
            spoken = sum(map(bool, words))
            if HIDDEN in words or any(words[spoken:]):
                yield "“declared” must be open, and filled in turn from the player to the dealer’s left."
            elif self.turn != self.list_seats_in_turn_order()[spoken]:
                yield f"Seat {self.list_seats_in_turn_order()[spoken]} declares next, not seat {self.turn}."

    # -- unknown cards

    def fill_unknown_cards(self, rng: Random) -> None:
        """Replace each unknown card by a random one that is nowhere else.

        Each hidden declaration is replaced by OUT.
        """
        super().fill_unknown_cards(rng)
        self.declared = [OUT if word == HIDDEN else word for word in self.declared]
