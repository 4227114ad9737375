"""The state of a Lórum table, for all seven kinds of hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from games.cards import UNKNOWN, Card
from games.engine.state import MatchPart
from games.engine.state_parts import Cards, DerivedPart, Hands, Number, NumberBySeat, Phase, Seat, Word
from games.kit.tricks import HIGHEST_ACE, Leader, Trick, TrickCards, Tricks, TrickState
from games.lorum.contracts import (
    APE,
    AROUND,
    CONTRACTS,
    DECK,
    DOMINO,
    HANDS,
    IN_SUIT,
    NEXT,
    QUART,
    RANKS,
    SEATS,
    SIZE,
    STEP,
    TRAIN,
    count_hands_before,
    get_card_costs,
    get_scheduled_hand,
    get_train_points,
)
from games.lorum.options import LorumOptions
from games.words import format_count, spell_number

PLAYED = {"play": "a trick", "blind": "a trick of the blind Ape", "train": "", "quart": "", "domino": ""}
OWN_PHASE = {TRAIN: "train", QUART: "quart", DOMINO: "domino"}


def get_contract_phase(contract: str, options: LorumOptions) -> str:
    """Return the name of the phase in which a hand with this contract is played.

    It's “train”, “quart”, “domino”, or “blind” (for the blind Ape). All other hands with tricks have “play”.
    """
    blind = contract == APE and options.ape_mode == "blind"
    return "blind" if blind else OWN_PHASE.get(contract, "play")


def _count_deals_before(state: LorumState) -> int:
    """Return the default number of hands already played, for a position (a state as JSON) that leaves it out.

    If the position names a contract, it's the first hand with this contract. Otherwise, the number is 0.
    """
    said = state.said.get("contract")
    return count_hands_before(said, state.options) if said in CONTRACTS else 0


def _infer_chips(state: LorumState) -> list[int]:
    """Return the default chips of each seat, for a position (a state as JSON) that leaves them out.

    All chips outside the pot are shared as equally as possible.
    """
    whole = SEATS * state.options.chips_start - state.pot
    return [whole // SEATS + (seat < whole % SEATS) for seat in range(SEATS)]


def can_see_hand(state: LorumState, owner: int, seat: int | None) -> bool:
    """Return whether a seat sees the hand of `owner`. A spectator (None) sees no hands.

    A player sees only their own hand, or in the blind Ape only the hands of the others.
    """
    return seat is not None and (owner != seat) == (state.phase == "blind")


def _compute_hand_size(state: LorumState, seat: int) -> int:
    """Return how many cards a seat holds, for a position (a state as JSON) that leaves its hand out."""
    if state.phase in ("play", "blind"):
        return state.count_cards_left(seat, SIZE)
    if state.phase == "train":
        return SIZE - len(state.played[state.get_place_in_trick(seat, state.starting_seat) :: SEATS])
    if state.phase not in PLAYED:
        return 0
    said = state.said.get("hands")
    told = said if isinstance(said, list) else []
    held = [len(str(one).split()) for one in told] + [0] * (SEATS - len(told))
    unsaid = [one for one in range(SEATS) if not held[one]]
    rest = len(DECK) - len(state.played) - sum(held)
    return max(0, rest // len(unsaid) + (unsaid.index(seat) < rest % len(unsaid))) if seat in unsaid else 0


def _infer_turn(state: LorumState) -> int:
    """Return the default for whose turn it is, for a position (a state as JSON) that leaves the turn out.

    This is the next player in a trick or in the Train, or else the player who begins.
    """
    if state.phase == "train":
        return state.get_seat_after(state.starting_seat, len(state.played))
    if "leader" in state.said:
        return state.get_seat_after(state.leader, len(state.trick))
    if state.tricks and not state.trick:
        return state.tricks[-1].winner
    return 0 if state.trick else state.starting_seat


def _sum_train_points(state: LorumState) -> int:
    """Return the total of the cards played in the Train. In another contract, it's 0. Rulebook: train.call."""
    return sum(get_train_points(card, state.options) for card in state.played) if state.contract == TRAIN else 0


class LorumState(TrickState):
    """The state of a Lórum match: chips and pot, and the current hand with its contract (the kind of hand)."""

    options: LorumOptions
    deck = DECK
    height: ClassVar[Mapping[Card, int]] = HIGHEST_ACE
    phase = Phase(PLAYED, usual=lambda state: get_contract_phase(state.contract, state.options))
    match = MatchPart(
        "chips", first=lambda state: state.options.chips_start, deals=_count_deals_before, told=_infer_chips
    )
    contract = Word(
        f"the hand that is played: {', '.join(CONTRACTS)}",
        CONTRACTS,
        fresh=CONTRACTS[0],
        usual=lambda state: get_scheduled_hand(max(1, state.match.deals + 1), state.options).contract,
    )
    pot = Number("the chips in the pot", lasting=True)
    paid = NumberBySeat("the chips that each seat has paid into the pot during this hand")
    turn = Seat("the seat that has to play", usual=_infer_turn)
    hands = Hands(
        "one string of cards per seat",
        holds=_compute_hand_size,
        counted=True,
        jokers=False,
        sees=can_see_hand,
        ordered=True,
    )
    leader = Leader()
    trick = TrickCards()
    tricks = Tricks(most=SIZE)
    played = Cards("in Train, Quart, and Domino, the cards played so far, in order", jokers=False, ordered=True)
    run = Number("how many of them are the last sequence of Quart", high=SIZE)
    passes = Number("how many seats have passed in succession in Domino", high=1000)
    step = DerivedPart(lambda state: 1 if state.options.direction == "clockwise" else -1, lasting=True)
    total = DerivedPart(_sum_train_points, fresh=0)

    # -- the order of play

    @property
    def starting_seat(self) -> int:
        """The seat that plays first in this hand. Rulebook: hand.starter."""
        return self.get_seat_after(self.match.dealer or 0)

    @property
    def seats_in_playing_order(self) -> list[int]:
        """All seats in the order of play, from the one that starts the hand."""
        return self.list_seats_from(self.starting_seat)

    # -- tricks

    @property
    def card_costs(self) -> Mapping[Card, int]:
        """A dict from each costly card of this hand to the chips that it costs the player who takes it."""
        return get_card_costs(self.contract, self.options)

    def is_lead_followed(self, cards: Sequence[Card]) -> bool:
        """Return whether another card of a trick is of the suit that was led. Rulebook: ape.blind-followed."""
        return any(card.suit == cards[0].suit for card in cards[1:])

    def list_card_takers(self, trick: Trick) -> list[int]:
        """Return for each card of a finished trick the seat that gets it, in the order in which the cards were played.

        It's the winner of the trick. But in the blind Ape, all players get their own cards back if nobody followed
        suit.
        """
        if self.contract == APE and self.options.ape_mode == "blind" and not self.is_lead_followed(trick.cards):
            return self.list_seats_from(trick.leader)
        return [trick.winner] * len(trick.cards)

    def count_units(self) -> list[int]:
        """Return how many units each seat has taken in this hand. Players pay by units when the hand is over.

        In contracts with costly cards, each chip that the taken cards cost is a unit. In other contracts, each trick is
        one.

        Rulebook: no-hearts.unit, queens.values.
        """
        found, price = [0] * SEATS, self.card_costs
        for trick in self.tricks:
            if not price:
                found[trick.winner] += 1
                continue
            for seat, card in zip(self.list_card_takers(trick), trick.cards, strict=False):
                if card in price:
                    found[seat] += price[card]
        return found

    def list_shown_voids(self) -> list[set[str]]:
        """Return for each seat the set of suits that it can't have, since it didn't follow them.

        In the blind Ape and in hands without tricks, the sets are empty.
        """
        return super().list_shown_voids() if self.phase == "play" else [set() for _ in range(SEATS)]

    # -- Train, Quart, Domino

    @property
    def domino_base_rank(self) -> str:
        """The rank with which every row of Domino begins, or "" before the first card."""
        return self.played[0].code[0] if self.played else ""

    def get_row(self, suit: str) -> list[Card]:
        """Return the cards in the row of a suit in Domino, from its low end to its high end."""
        steps = {STEP[card] for card in self.played if card.suit == suit}
        if not steps:
            return []
        low = self._get_row_low_end(steps) if self.options.domino_wrap else min(steps)
        return [IN_SUIT[suit, (low + place) % SIZE] for place in range(len(steps))]

    def _get_row_low_end(self, steps: set[int]) -> int:
        """Return the index of the rank at which a Domino row begins, where rows can continue from ace to seven.

        Ranks have indexes from 0 for the seven to 7 for the ace, and `steps` has those of the row's cards. A full row
        begins with the rank of the first card played in the hand.
        """
        low = RANKS.index(self.domino_base_rank)
        while len(steps) < SIZE and (low - 1) % SIZE in steps:
            low = (low - 1) % SIZE
        return low

    def list_row_extensions(self, suit: str) -> list[Card]:
        """Return the cards that can be added to a suit's row in Domino now.

        For a row without cards, it's the card with which each row starts. Before the first card of the hand, and for a
        full row, the list is empty. Rulebook: domino.extend.
        """
        row = self.get_row(suit)
        if not row:
            return [IN_SUIT[suit, RANKS.index(self.domino_base_rank)]] if self.domino_base_rank else []
        if len(row) == SIZE:
            return []
        found = [STEP[row[0]] - 1, STEP[row[-1]] + 1]
        if self.options.domino_wrap:
            found = [step % SIZE for step in found]
        return [IN_SUIT[suit, step] for step in dict.fromkeys(found) if 0 <= step < SIZE]

    def list_fitting_cards(self, seat: int) -> list[Card]:
        """Return the cards of a seat's hand that fit the layout in Domino."""
        if not self.played:
            return self.hands[seat]
        rank, lying = self.played[0].rank, set(self.played)
        near = AROUND if self.options.domino_wrap else NEXT
        return [card for card in self.hands[seat] if card.rank == rank or not lying.isdisjoint(near.get(card, ()))]

    # -- positions

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no deal could lead to this position."""
        options, match = self.options, self.match
        if sum(match.scores) + self.pot != SEATS * options.chips_start:
            yield f"The players’ chips and the pot must add up to {SEATS * options.chips_start}."
        if match.deals > HANDS or (match.deals == HANDS) != (self.phase == "over"):
            yield f"The match must be over after {HANDS} hands, and not before."
        if self.phase not in PLAYED:
            return
        if self.contract != get_scheduled_hand(match.deals + 1, options).contract:
            yield (
                f"Hand {match.deals + 1} is {get_scheduled_hand(match.deals + 1, options).contract}, not "
                f"{self.contract}."
            )
        if self.phase != get_contract_phase(self.contract, options):
            yield f"In “{self.contract}”, the phase must be “{get_contract_phase(self.contract, options)}”."
        yield from self._list_phase_faults()
        if sum(map(len, self.hands)) + len(self.cards_out_of_hands) != len(DECK):
            yield f"The cards in the hands, in the tricks, and in “played” must add up to {len(DECK)}."

    @property
    def cards_out_of_hands(self) -> list[Card]:
        """The cards that are no longer in a hand, for counting them. Those of finished tricks can be the wrong cards.

        A finished trick is represented by any four cards of the deck, since only their number matters.
        """
        taken = len(self.tricks) * SEATS
        return [*self.played, *self.trick, *DECK[:taken]]

    def _list_phase_faults(self) -> Iterator[str]:
        if any(self.paid) and self.phase not in ("train", "domino"):
            yield "In this hand, nobody pays before the end, so “paid” must be all zeros."
        if self.phase in ("play", "blind"):
            if self.phase == "play":
                yield from self.list_trick_faults()
            elif len(self.trick) >= SEATS:
                yield "A trick of four cards is complete, so it belongs in “tricks”."
            elif self.turn != (due := self.get_seat_after(self.leader, len(self.trick))):
                yield f"It must be seat {due}’s turn, not seat {self.turn}’s."
            for seat in range(SEATS):
                yield from self.list_card_count_faults(self.count_cards_left(seat, SIZE), seat)
            if self.played:
                yield "This hand is played in tricks, so “played” must be empty."
        elif self.trick or self.tricks:
            yield "This hand isn’t played in tricks, so “trick” and “tricks” must be empty."
        elif self.phase == "train":
            yield from self._list_train_faults()
        elif not all(0 < len(hand) <= SIZE for hand in self.hands):
            yield f"Every player must hold one to {spell_number(SIZE)} cards."
        if self.phase == "domino":
            yield from self._list_domino_faults()

    def _list_train_faults(self) -> Iterator[str]:
        if self.turn != (due := self.get_seat_after(self.starting_seat, len(self.played))):
            yield f"It must be seat {due}’s turn, not seat {self.turn}’s."
        for seat, hand in enumerate(self.hands):
            if len(hand) != (wanted := _compute_hand_size(self, seat)):
                yield f"Seat {seat} must have {format_count(wanted, 'card')} in the Train now, not {len(hand)}."
        if not self.hands[self.turn]:
            yield f"Seat {self.turn} has no cards left, so the Train is over."

    def _list_domino_faults(self) -> Iterator[str]:
        lying = list(self.played)
        for number, card in enumerate(lying):
            self.played = lying[:number]
            if card is UNKNOWN:
                yield "In Domino, “played” can’t have unknown cards."
                return
            if number and card not in self.list_row_extensions(card.suit):
                self.played = lying
                yield f"In “played”, {card.code} doesn’t fit the cards before it."
                return
        self.played = lying
