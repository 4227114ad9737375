"""A fast simulation of Daifugo hands, for house rules under which only rank and number count.

All players play as the steady bot would. All cards of a hand are one integer with three bits for each rank, the weakest
rank in the lowest bits, and jokers on top. A revolution reverses the ranks of these integers and changes nothing else.
Seats are numbered in the order of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from games.cards import JOKER, UNKNOWN, Card
from games.daifugo.playing import EIGHT
from games.daifugo.plays import ABOVE, HEIGHT, HIGHEST, LOWEST, MANY
from games.daifugo.state import MOST_SEATS, DaifugoState, build_full_deck
from games.daifugo.strategy import AS_USUAL, DEAR, ENDGAME, FEW, SHORT, UPSIDE_DOWN

BITS, FIELD = 3, 7
ONE = {height: 1 << BITS * (height - LOWEST) for height in range(LOWEST, ABOVE + 1)}
"""A hand with a single card, by the strength of that card."""
WILD = ONE[ABOVE]
"""A hand with a single joker."""
ONES = WILD // FIELD
"""A hand with one card of each rank, without jokers."""
BEATING = [-1 << BITS * max(0, height - LOWEST) for height in range(ABOVE + 2)]
"""For each strength, a bit mask of the ranks that have at least this strength."""
MOST = 5
"""The maximum number of cards in a set: four and a joker."""
KEPT = 4
"""The number of random deals of which the likeliest is used."""
AFTER = {
    seats: [[*range(seat + 1, seats), *range(seat + 1)] for seat in range(seats)] for seats in range(3, MOST_SEATS + 1)
}
"""All seats in the order of play after a seat, by number of seats and by seat; the seat itself is last."""


class SimulatedPlay(NamedTuple):
    """A play: its number of cards, its strength, and whether one of them is a joker. A pass has no cards."""

    size: int
    strength: int
    wild: bool = False

    @property
    def hand_integer(self) -> int:
        """The cards of the play as an integer, in the same form as a hand."""
        return (self.size - self.wild) * ONE[self.strength] + self.wild * WILD if self.size else 0


PASSED = SimulatedPlay(0, 0)
PLAYS = [
    [{bit: SimulatedPlay(size, strength, wild) for strength, bit in ONE.items()} for size in range(MOST + 1)]
    for wild in (False, True)
]
"""All plays without and with a joker, by size, then by `ONE` of their strength."""


def encode_hand(cards: Sequence[Card], down: bool) -> int:
    """Return the integer that stands for these cards of a hand, without the unknown ones.

    If `down` is true, the order of ranks is reversed.
    """
    strengths = UPSIDE_DOWN if down else AS_USUAL
    return sum([ONE[strengths[HEIGHT[card]]] for card in cards if card is not UNKNOWN])


def encode_play(cards: Sequence[Card], down: bool) -> SimulatedPlay:
    """Return the play of these cards of one rank, or a pass if there are none.

    If `down` is true, the order of ranks is reversed.
    """
    if not cards:
        return PASSED
    height = min([HEIGHT[card] for card in cards])
    return SimulatedPlay(len(cards), (UPSIDE_DOWN if down else AS_USUAL)[height], JOKER in cards and height < ABOVE)


@lru_cache(maxsize=1000)
def reverse_hand(hand: int) -> int:
    """Return a hand (as an integer) after a revolution, which reverses its ranks. Jokers stay on top."""
    ranks = [hand // ONE[strength] & FIELD for strength in range(LOWEST, HIGHEST + 1)]
    return hand // WILD * WILD + sum([number * ONE[HIGHEST - place] for place, number in enumerate(ranks)])


def mask_ranks_with_count(hand: int, size: int) -> int:
    """Return the ranks of which a hand has at least `size` cards, as an integer with one card of each.

    Jokers aren't counted.
    """
    if size == 1:
        return (hand | hand >> 1 | hand >> 2) & ONES
    if size == 2:
        return (hand >> 1 | hand >> 2) & ONES
    if size > 4:
        return 0
    return (hand >> 2 | (hand & hand >> 1 if size == 3 else 0)) & ONES


def count_plays_to_empty_hand(hand: int) -> int:
    """Return how many plays it takes to empty a hand if each play uses all cards of one rank."""
    return mask_ranks_with_count(hand, 1).bit_count() + (hand >= WILD)


def list_single_cards(ranks: int) -> Iterator[int]:
    """Yield an integer for each single card of `ranks`, the weakest first.

    `ranks` is an integer with at most one card of each rank.
    """
    while ranks:
        bit = ranks & -ranks
        yield bit
        ranks ^= bit


def split_hand_into_sets(hand: int) -> list[SimulatedPlay]:
    """Return the sets that make up a hand, each with all cards of a rank, the weakest first.

    A single joker comes last.
    """
    plays = PLAYS[False]
    found = [plays[hand // bit & FIELD][bit] for bit in list_single_cards(mask_ranks_with_count(hand, 1))]
    return [*found, plays[1][WILD]] if hand >= WILD else found


def list_beating_plays(hand: int, size: int, beating: int) -> list[SimulatedPlay]:
    """Return one play of `size` cards for each rank in `beating` that the hand can play, the weakest first.

    `beating` is an integer with one card of each rank that is high enough. A joker is used where one card is missing.
    If `size` is 1, the joker alone comes last.
    """
    enough = mask_ranks_with_count(hand, size)
    if hand < WILD:
        return [PLAYS[False][size][bit] for bit in list_single_cards(enough & beating)]
    if size == 1:
        return [*(PLAYS[False][1][bit] for bit in list_single_cards(enough & beating)), PLAYS[False][1][WILD]]
    return [
        PLAYS[not enough & bit][size][bit] for bit in list_single_cards(mask_ranks_with_count(hand, size - 1) & beating)
    ]


def find_cheapest_play(hand: int, found: Sequence[SimulatedPlay]) -> tuple[SimulatedPlay, int]:
    """Return a tuple: the cheapest of these plays, and a number for how much this play breaks up the hand.

    The number is 1 if the play uses a joker, else how many cards of the play's rank it leaves in the hand.
    """
    best, broken, cost = PASSED, 0, 4 * ABOVE
    for play in found:
        size, strength, wild = play
        left = 1 if wild else 0 if strength == ABOVE else (hand // ONE[strength] & FIELD) - size
        if strength + 4 * left < cost:
            best, broken, cost = play, left, strength + 4 * left
    return best, broken


class FastSimulationTable:
    """A table in the fast simulation: hands as integers, and seats numbered in the order of play."""

    __slots__ = (
        "down",
        "hands",
        "held",
        "laid",
        "options",
        "owner",
        "pack",
        "passed",
        "size",
        "strength",
        "turn",
    )

    def __init__(self, state: DaifugoState) -> None:
        """Take the cards, the play to beat, and the turn from a state."""
        ring, self.options = state.ring, state.options
        down = self.down = state.is_rank_order_reversed
        self.pack = 4 * ONES + state.options.jokers * WILD
        self.hands = [encode_hand(state.hands[seat], down) for seat in ring]
        self.held = [len(state.hands[seat]) for seat in ring]
        self.laid = encode_hand(state.gone, down) + sum([encode_hand(laid.cards, down) for laid in state.pile])
        self.turn = ring.index(state.turn)
        self.owner = ring.index(state.pile[-1].seat) if state.pile else -1
        self.passed = sum(1 << ring.index(seat) for seat in state.passed)
        top = state.shape_to_beat
        self.size, self.strength = (top.size, _get_strength(top.height, down)) if top else (0, 0)

    def copy(self) -> FastSimulationTable:
        new = FastSimulationTable.__new__(FastSimulationTable)
        new.options, new.down, new.pack, new.laid, new.turn = self.options, self.down, self.pack, self.laid, self.turn
        new.owner, new.passed, new.size, new.strength = self.owner, self.passed, self.size, self.strength
        new.hands, new.held = self.hands[:], self.held[:]
        return new

    def choose_play(self) -> SimulatedPlay:
        """Choose a play for the seat whose turn it is, as the steady bot would (see `strategy.choose_play`)."""
        hand, size = self.hands[self.turn], self.size
        if not size:
            return self._choose_lead(hand)
        if self.strength == ABOVE or not (
            found := list_beating_plays(hand, size, self._mask_beating_ranks(self.strength))
        ):
            return PASSED
        held, plays = self.held[self.turn], count_plays_to_empty_hand(hand)
        if held == size:
            return found[0]
        if held <= SHORT and plays <= ENDGAME:
            for last in found:
                if self._can_lead_until_out(hand, last):
                    return last
        best, broken = find_cheapest_play(hand, found)
        dear = best.strength >= DEAR
        if not (broken or dear) or plays <= ENDGAME or self._get_smallest_opponent_hand_size() <= FEW:
            return best
        if broken:
            return best if broken == 1 and size == 1 and plays > 7 and not dear else PASSED
        return best if best.strength == DEAR or size > 1 else PASSED

    def _mask_beating_ranks(self, strength: int) -> int:
        """Return a bit mask of the ranks that beat a play of this strength."""
        return BEATING[strength + (not self.options.equal_allowed)]

    def _choose_lead(self, hand: int) -> SimulatedPlay:
        """Return the play that the steady bot would lead."""
        found, fewest = split_hand_into_sets(hand), self._get_smallest_opponent_hand_size()
        if len(found) <= ENDGAME:
            winners = [group for group in found if self._is_unbeatable(group)]
            if len(winners) >= len(found) - 1:
                return winners[0] if winners else found[0]
        if fewest <= 2:
            for group in found:
                if group.size > fewest:
                    return group
        return found[-1] if fewest == 1 else max(found[:3], key=_rate_early_lead)

    def _can_lead_until_out(self, hand: int, play: SimulatedPlay) -> bool:
        """Return whether the player can lead again and again until it's out, beginning with this play.

        Nobody can beat the play, and at most one of the sets left in the hand after it can be beaten.
        """
        return (
            self._is_unbeatable(play)
            and sum([not self._is_unbeatable(group) for group in split_hand_into_sets(hand - play.hand_integer)]) <= 1
        )

    def _get_smallest_opponent_hand_size(self) -> int:
        """Return the size of the smallest hand that another player still holds."""
        turn = self.turn
        return min([held for seat, held in enumerate(self.held) if held and seat != turn])

    def _is_unbeatable(self, play: SimulatedPlay) -> bool:
        """Return whether nobody can beat a play of the player whose turn it is."""
        size, strength, _ = play
        if strength == ABOVE or self._is_round_ending(strength):
            return True
        unseen = self.pack - self.hands[self.turn] - self.laid
        if unseen >= WILD:
            return size > 1 and not mask_ranks_with_count(unseen, size - 1) & self._mask_beating_ranks(strength)
        return not mask_ranks_with_count(unseen, size) & self._mask_beating_ranks(strength)

    def _is_round_ending(self, strength: int) -> bool:
        """Return whether a play of this strength ends the round."""
        options = self.options
        return (options.eight_stop and strength == _get_strength(EIGHT, self.down)) or (
            options.two_clears and strength == HIGHEST
        )

    def make_play(self, play: SimulatedPlay) -> None:
        """Make a play or a pass, and advance the turn."""
        seat, size = self.turn, play.size
        if size:
            cards = play.hand_integer
            self.hands[seat] -= cards
            self.held[seat] -= size
            self.laid += cards
            self.size, self.strength, self.owner = size, play.strength, seat
            ended = self._is_round_ending(play.strength)
            if size >= MANY and self.options.revolution:
                self.reverse_ranks()
            if ended:
                return self._start_round()
        else:
            self.passed |= 1 << seat
        held, owner, passed = self.held, self.owner, self.passed
        for other in AFTER[len(held)][seat]:
            if held[other] and other != owner and not passed >> other & 1:
                self.turn = other
                return None
        return self._start_round()

    def reverse_ranks(self) -> None:
        """Make a revolution: reverse the order of ranks."""
        self.down = not self.down
        self.hands, self.laid = [reverse_hand(hand) for hand in self.hands], reverse_hand(self.laid)
        self.strength = UPSIDE_DOWN[self.strength]

    def _start_round(self) -> None:
        seat = self.owner
        if not self.held[seat]:
            seat = next(other for other in AFTER[len(self.held)][seat] if self.held[other])
        self.turn, self.owner, self.size, self.strength, self.passed = seat, -1, 0, 0, 0

    def undo_round(self, told: Sequence[SeenPlay]) -> None:
        """Go back to the start of this round by undoing these plays and passes."""
        for seat, play, cards in told:
            number = encode_hand(cards, self.down)
            self.hands[seat] += number
            self.held[seat] += play.size
            self.laid -= number
        if self.options.revolution and sum([play.size >= MANY for _, play, _ in told]) % 2:
            self.reverse_ranks()
        self.owner, self.size, self.strength, self.passed = -1, 0, 0, 0

    def play_until_out(self) -> int:
        """Play until one more player has no cards left, and return that player's seat."""
        while True:
            seat = self.turn
            self.make_play(self.choose_play())
            if not self.held[seat]:
                return seat


def _rate_early_lead(group: SimulatedPlay) -> int:
    """Return a rating of a set as a lead early in a hand; a steady player leads the set with the highest rating."""
    return group.size * 2 - group.strength


def _get_strength(height: int, down: bool) -> int:
    return (UPSIDE_DOWN if down else AS_USUAL)[height]


class SeenPlay(NamedTuple):
    """A play or a pass of this round, with the seat that made it and its cards."""

    seat: int
    play: SimulatedPlay
    cards: Sequence[Card] = ()


class HandGuesser:
    """A generator of likely hands for the other players, from what one seat knows."""

    def __init__(self, state: DaifugoState, seat: int) -> None:
        state.place_known_exchanged_cards()
        self.table = FastSimulationTable(state)
        self.seat = state.ring.index(seat)
        self.lacking = [state.hands[other].count(UNKNOWN) for other in state.ring]
        seen = Counter(state.list_cards())
        self.unseen = [
            encode_hand((card,), self.table.down) for card in build_full_deck(state.options) if not seen[card]
        ]
        self.told = list(_list_seen_plays(state))
        self.tries = KEPT if self.table.laid else 1

    def generate_likely_deals(self, number: int, rng: Random) -> Iterator[FastSimulationTable]:
        """Yield `number` likely deals of the unknown cards, each the best of a few random deals.

        In a likely deal, steady players with these hands would have played this round as it was seen. They would also
        have kept cards of one rank together, so their hands need fewer plays than random cards.
        """
        for _ in range(number):
            yield min([self._deal_randomly(rng) for _ in range(self.tries)], key=self._rate_deal)

    def _deal_randomly(self, rng: Random) -> FastSimulationTable:
        table, start = self.table.copy(), 0
        rng.shuffle(self.unseen)
        for seat, number in enumerate(self.lacking):
            table.hands[seat] += sum(self.unseen[start : start + number])
            start += number
        return table

    def _rate_deal(self, table: FastSimulationTable) -> tuple[int, int]:
        """Return how unlikely a deal is, as a tuple of two numbers to compare; a larger tuple is less likely.

        The first is the number of surprising plays. The second is how many plays the other hands need to be empty.
        """
        plays = sum([count_plays_to_empty_hand(hand) for seat, hand in enumerate(table.hands) if seat != self.seat])
        return self._count_surprising_plays(table), plays

    def _count_surprising_plays(self, table: FastSimulationTable) -> int:
        """Return how many plays and passes of the other players in this round are surprising.

        They are surprising if a steady player with the hand that this deal gives would have done something else.
        """
        now, surprises = table.copy(), 0
        now.undo_round(self.told)
        for seat, play, _ in self.told:
            now.turn = seat
            surprises += seat != self.seat and now.choose_play() != play
            now.make_play(play)
        return surprises


def _list_seen_plays(state: DaifugoState) -> Iterator[SeenPlay]:
    """Yield the plays and passes of this round, in the order in which they were made."""
    place, options = state.ring.index, state.options
    passed = [place(seat) for seat in state.passed]
    after = [*(place(laid.seat) for laid in state.pile[1:]), place(state.turn)]
    revolutions = sum(laid.shape.size >= MANY for laid in state.pile) * options.revolution
    down = state.is_rank_order_reversed != (revolutions % 2 == 1)
    for laid, following in zip(state.pile, after, strict=False):
        yield SeenPlay(place(laid.seat), encode_play(laid.cards, down), laid.cards)
        down ^= options.revolution and laid.shape.size >= MANY
        for seat in AFTER[state.seats][place(laid.seat)]:
            if seat == following:
                break
            if seat in passed:
                passed.remove(seat)
                yield SeenPlay(seat, PASSED)
