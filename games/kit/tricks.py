"""Tricks: what all trick-taking games share.

A game's state is a `TrickState`. It declares `turn`, `hands`, `leader`, `trick`, and `tricks`, and any of the other
parts below that the game has. `get_seat_after`, `list_playable_cards`, `play_to_trick`, `finish_trick`, and the other
methods use them. `build_play_verb` builds the verb for playing a card, and `build_trick_zone` the zone of the trick.
`games.kit.trick_puzzles` has two puzzle themes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any, ClassVar, NamedTuple

from games.cards import PACK, RANKS, SUIT_NAMES, SUITS, UNKNOWN, Card, format_cards, parse_card
from games.engine.clause import Clauses, Violation
from games.engine.move import Group, Move
from games.engine.state import State
from games.engine.state_parts import (
    Cards,
    DerivedPart,
    Hands,
    ParsedTexts,
    Seat,
    Seats,
    StatePart,
    build_bad_value_error,
    parse_cards_without_substitutes,
    parse_texts,
    resolve_declared_value,
)
from games.engine.verb import Verb, accept_any_move
from games.engine.view import Zone
from games.engine.zones import build_hand_zone
from games.errors import BadText
from games.kit.single_card_verbs import build_card_verb, describe_play
from games.words import format_count, spell_number

HIGHEST_ACE: Mapping[Card, int] = {card: 14 if card.rank == 1 else card.rank for card in (*PACK, UNKNOWN)}
"""The order of cards within their suit, with aces high. An unknown card has 0."""
HELD_BY = "SHCD"
"""An order of suits for sorting a hand that alternates black and red."""
TRIES = 30


class Trick(NamedTuple):
    """A finished trick: the leader, the cards in the order they were played, and the winner.

    If the cards aren't known anymore, `cards` is empty and `leader` is the winner.
    """

    leader: int
    cards: Group
    winner: int

    def __str__(self) -> str:
        return f"{self.leader} {format_cards(self.cards)}".strip()


def get_winning_index(cards: Sequence[Card], trump: str = "", height: Mapping[Card, int] = HIGHEST_ACE) -> int:
    """Return the index of the card that wins a trick.

    It's the highest trump or, if there are no trumps in the trick, the highest card of the suit led. `height` maps each
    card to its rank within the suit. By default, aces are high.
    """
    best, place = cards[0], 0
    for number in range(1, len(cards)):
        card = cards[number]
        if card.suit == best.suit:
            if height[card] > height[best]:
                best, place = card, number
        elif card.suit == trump != "":
            best, place = card, number
    return place


@cache
def order_suits(trump: str) -> str:
    """Return an order of suits for sorting a hand: trumps first, then alternating colors."""
    at = max(HELD_BY.find(trump), 0)
    return HELD_BY[at:] + HELD_BY[:at]


def get_suit_name(card: Card) -> str:
    """Return the plural name of a card's suit, such as “hearts”."""
    return SUIT_NAMES.get(card.suit, "cards of that suit")


# -- parts of a state ----------------------------------------------------------------------------------------


class SeatsOut(Seats):
    """A state part with the seats that have dropped out of the match.

    Each seat is in it at most once, and it never has all seats.
    """

    def __init__(self) -> None:
        super().__init__("the players who are out", lasting=True)

    def parse_position_value(self, state: Any, value: Any) -> tuple[int, ...]:
        out = super().parse_position_value(state, value)
        if len(set(out)) < len(out) or len(out) >= state.seats:
            raise build_bad_value_error(self.key, value, "a list of different seats that leaves out at least one")
        return out


class Leader(Seat):
    """A state part with the seat that led to the trick on the table.

    If there is no trick, it's the seat that leads next.
    """

    def __init__(self) -> None:
        text = "the seat that led to the trick on the table; if there is no trick, the seat whose turn it is"
        super().__init__(text, usual=_infer_leader)


def _infer_leader(state: TrickState) -> int:
    if state.tricks and not state.trick:
        return state.tricks[-1].winner
    return state.get_seat_after(state.turn, -len(state.trick))


@dataclass
class TrickCards(Cards):
    """A state part with the cards of the trick on the table, in the order they were played."""

    text: str = "the cards of the trick on the table, in the order they were played"
    jokers: bool = field(default=False, kw_only=True)
    ordered: bool = field(default=True, kw_only=True)


class Tricks(ParsedTexts[Trick]):
    """A state part with the finished tricks of a hand, at most `most` of them."""

    def __init__(self, most: Any) -> None:
        text = "the finished tricks: the leader and the cards, as in “2 KH 3H 5H 9H”, or only the winner, as in “2”"
        super().__init__(text, _parse_trick, most=most, ordered=True, lying=True)

    def parse_position_value(self, state: Any, value: Any) -> list[Trick]:
        """Parse the finished tricks in a position, and set the state's `out`.

        `out` has the seats that don't play, which can differ from trick to trick. It's set for each trick before the
        trick is parsed, and at the end for the next trick.
        """
        tricks: list[Trick] = []
        for text in parse_texts(self.key, value, resolve_declared_value(state, self.most)):
            state.out = state.list_seats_out(len(tricks))
            tricks.append(self.line(state, text))
        state.out = state.list_seats_out(len(tricks))
        return tricks


def _parse_trick(state: TrickState, text: str) -> Trick:
    """Parse the text of a finished trick. Raises BadText."""
    leader, _, rest = text.partition(" ")
    expected = f"the leader’s seat and {spell_number(state.player_count)} cards, or the winner’s seat"
    if leader not in map(str, range(state.seats)):
        raise BadText("not a trick", text, expected)
    cards = parse_cards_without_substitutes("tricks", rest, jokers=False)
    if len(cards) not in (0, state.player_count):
        raise BadText("not a trick", text, expected)
    return Trick(int(leader), cards, state.get_trick_winner(int(leader), cards) if cards else int(leader))


# -- the table -----------------------------------------------------------------------------------------------


class TrickState(State):
    """The state of a trick-taking game, with methods for dealing, playing, and winning tricks."""

    height: ClassVar[Mapping[Card, int]] = HIGHEST_ACE
    """The order of cards within their suit: the card with the higher number wins."""

    hands: Hands
    leader: Leader
    trick: TrickCards
    tricks: Tricks
    trump: StatePart[str] = DerivedPart(lambda state: "")
    """The letter of the trump suit, or "" if there are no trumps."""
    stock: StatePart[list[Card]] = DerivedPart(lambda state: [])
    """Cards that weren't dealt."""
    step: StatePart[int] = DerivedPart(lambda state: 1, lasting=True)
    """The number to add to a seat to get the next one: 1 for clockwise, -1 for counterclockwise play."""
    out: StatePart[tuple[int, ...]] = DerivedPart(lambda state: (), lasting=True)
    """The seats that don't play and are skipped.

    They change when a hand is dealt or, if `list_seats_out` is overridden, from trick to trick.
    """
    must_follow: StatePart[bool] = DerivedPart(lambda state: True, lasting=True)
    """Whether a card that doesn't follow suit is illegal."""

    # -- who comes when

    @property
    def player_count(self) -> int:
        """The number of seats that play, which is the number of cards in a trick."""
        return self.seats - len(self.out)

    def list_seats_out(self, number: int) -> tuple[int, ...]:
        """Return the seats that don't play to the trick with this number, counted from 0. By default, it's `out`.

        A game in which seats drop out or come back during a hand overrides this method without using `out`, and
        declares `out = DerivedPart(lambda state: state.list_seats_out(len(state.tricks)), fresh=(), lasting=True)`.
        """
        return self.out

    def list_trick_players(self, number: int) -> list[int]:
        """Return the seats that play to the trick with this number, counted from 0, in the order of play."""
        leader = self.tricks[number].leader if number < len(self.tricks) else self.leader
        return self.list_seats_from(leader, self.list_seats_out(number))

    def list_seats_from(self, seat: int, out: Collection[int] | None = None) -> list[int]:
        """Return the seats that play, in the order of play, starting from `seat`.

        Seats in `out` are left out. By default, these are the state's `out`.
        """
        skipped = self.out if out is None else out
        seats = [(seat + self.step * place) % self.seats for place in range(self.seats)]
        return [one for one in seats if one not in skipped] if skipped else seats

    def get_seat_after(self, seat: int, places: int = 1) -> int:
        """Return the seat that is `places` seats later in the order of play.

        Seats that are out aren't counted. If `seat` is out itself, `places` must be at least 1.
        """
        if not self.out:
            return (seat + self.step * places) % self.seats
        others = self.list_seats_from((seat + self.step) % self.seats)
        return others[(places - 1) % len(others)]

    def get_place_in_trick(self, seat: int, leader: int | None = None) -> int:
        """Return a seat's position in the order of play of a trick, with 0 for the leader.

        The trick is the one on the table or, with `leader`, a trick that the seat `leader` leads.
        """
        first = self.leader if leader is None else leader
        return self.list_seats_from(first).index(seat) if self.out else (seat - first) * self.step % self.seats

    @property
    def winning_card(self) -> Card | None:
        cards = self.trick or (self.tricks[-1].cards if self.last_trick else ())
        return cards[get_winning_index(cards, self.trump, self.height)] if cards else None

    @property
    def last_trick(self) -> Zone | None:
        last = self.tricks[-1] if self.tricks else None
        if last is None or not last.cards:
            return None
        return _build_zone_for_trick(self, len(self.tricks), last.cards, f"Taken by {{{last.winner}}}")

    # -- the cards

    def deal_packets(self, cards: Sequence[Card], first: int, packets: Iterable[int]) -> list[Card]:
        """Deal several cards at a time around the table, starting with seat `first`. Return the cards left.

        `packets` has the number of cards that each seat gets in each round of the deal: 5, 4, 4 deals 13.
        """
        start = 0
        for packet in packets:
            for seat in self.list_seats_from(first):
                self.hands[seat] += cards[start : start + packet]
                start += packet
        return list(cards[start:])

    def list_playable_cards(self, seat: int) -> list[Card]:
        """Return the cards of a hand that follow suit, or all cards if there are none."""
        hand = self.hands[seat]
        if self.trick:
            led = self.trick[0].suit
            following = [card for card in hand if card.suit == led]
            if following:
                return following
        return hand

    def play_to_trick(self, seat: int, card: Card) -> bool:
        """Move a card from a hand to the trick. Return whether the trick is complete.

        If it isn't, the turn passes to the next seat.
        """
        trick = self.trick
        self.hands[seat].remove(card)
        if not trick:
            self.leader = seat
        trick.append(card)
        if len(trick) == self.seats - len(self.out):
            return True
        self.turn = seat = self.get_seat_after(seat)
        self.waiting = (seat,)
        return False

    def finish_trick(self) -> int:
        """Move the complete trick to the finished tricks. Return the winner, who leads next."""
        winner = self.get_trick_winner(self.leader, self.trick)
        self.tricks.append(Trick(self.leader, tuple(self.trick), winner))
        self.trick, self.leader = [], winner
        self.out = self.list_seats_out(len(self.tricks))
        return winner

    def get_trick_winner(self, leader: int, cards: Sequence[Card]) -> int:
        """Return the seat that wins these cards, which were played in this order, starting with `leader`."""
        return self.get_seat_after(leader, get_winning_index(cards, self.trump, self.height))

    def count_tricks(self, seat: int) -> int:
        """Return how many tricks a seat has taken."""
        return sum(trick.winner == seat for trick in self.tricks)

    def count_cards_left(self, seat: int, dealt: int) -> int:
        """Return how many cards a seat must have left if each seat was dealt `dealt` cards.

        Returns 0 for a seat that is out.
        """
        if seat in self.out:
            return 0
        return dealt - len(self.tricks) - (self.get_place_in_trick(seat) < len(self.trick))

    def sort_hand(self, seat: int) -> list[Card]:
        """Return a sorted hand: by suit, trumps first, colors alternating, and from high to low within each suit."""
        suits = order_suits(self.trump)
        return sorted(self.hands[seat], key=lambda card: (suits.find(card.suit), -self.height.get(card, 0)))

    # -- positions

    def list_trick_faults(self) -> Iterator[str]:
        """Yield a sentence for each inconsistency in the trick or turn of a position in which cards are played.

        Used in `list_contradictions`.
        """
        if len(self.trick) >= self.player_count:
            yield f"A trick of {spell_number(self.player_count)} cards is complete, so it belongs in “tricks”."
        if self.turn != (due := self.get_seat_after(self.leader, len(self.trick))):
            yield f"It’s seat {due}’s turn, not seat {self.turn}’s."
        if not self.hands[self.turn]:
            yield f"It’s seat {self.turn}’s turn, but it has no cards."
        if self.tricks and not self.trick and self.leader != self.tricks[-1].winner:
            yield f"Seat {self.tricks[-1].winner} won the last trick, so it must be the leader."

    def list_card_count_faults(self, wanted: int, seat: int) -> Iterator[str]:
        """Yield a sentence if the seat doesn't hold exactly `wanted` cards. Used in `list_contradictions`."""
        if (number := len(self.hands[seat])) != wanted:
            tricks = format_count(len(self.tricks), "trick")
            yield f"Seat {seat} must hold {format_count(wanted, 'card')} after {tricks}, not {number}."

    # -- cards that are not seen

    def list_shown_voids(self) -> list[set[str]]:
        """Return a set for each seat: the suits that were led when it played a different suit.

        If nobody revoked, the seat doesn't have cards of these suits.
        """
        shown: list[set[str]] = [set() for _ in range(self.seats)]
        for number, cards in enumerate((*(trick.cards for trick in self.tricks), self.trick)):
            for seat, card in zip(self.list_trick_players(number), cards, strict=False):
                if card.suit != cards[0].suit:
                    shown[seat].add(cards[0].suit)
        return shown

    def fill_unknown_cards(self, rng: Random) -> None:
        """Replace each unknown card (`?`) in the hands and the stock with a random card not seen elsewhere.

        No seat gets a suit that it hasn't followed, unless the cards can't be dealt any other way.
        """
        seen = set(self.list_cards())
        unseen = [card for card in self.deck if card not in seen]
        rng.shuffle(unseen)
        room = [hand.count(UNKNOWN) for hand in self.hands]
        dealt = _deal_unseen(unseen, room, self.list_shown_voids(), rng) or _deal_unseen(
            unseen, room, [set()] * self.seats, rng
        )
        assert dealt is not None
        for seat, hand in enumerate(self.hands):
            if room[seat]:
                self.hands[seat] = [card for card in hand if card is not UNKNOWN] + dealt[seat]
        left = iter(dealt[-1])
        self.stock = [next(left) if card is UNKNOWN else card for card in self.stock]


def _deal_unseen(unseen: list[Card], room: list[int], shown: list[set[str]], rng: Random) -> list[list[Card]] | None:
    """Deal the unseen cards to the seats. Return a list for each seat, and a last one with the remaining cards.

    `room` has the number of cards for each seat, and `shown` the suits that each seat can't get. Returns None if all
    `TRIES` attempts fail.
    """
    seats = len(room)
    suits = {suit: [seat for seat in range(seats) if room[seat] and suit not in shown[seat]] for suit in SUIT_NAMES}
    order = sorted(unseen, key=lambda card: len(suits[card.suit]))
    spare = len(unseen) - sum(room)
    for _ in range(TRIES):
        free, left, dealt = room[:], spare, [list[Card]() for _ in range(seats + 1)]
        for card in order:
            open_seats = [seat for seat in suits[card.suit] if free[seat]]
            total = sum(free[seat] for seat in open_seats)
            pick = rng.randrange(total + left) if total + left else -1
            if pick < 0:
                break
            target = seats
            for seat in open_seats:
                pick -= free[seat]
                if pick < 0:
                    target = seat
                    break
            if target == seats:
                left -= 1
            else:
                free[target] -= 1
            dealt[target].append(card)
        else:
            return dealt
        rng.shuffle(unseen)
        order = sorted(unseen, key=lambda card: len(suits[card.suit]))
    return None


# -- the play ------------------------------------------------------------------------------------------------


@cache
def build_play_move(card: Card) -> Move:
    """Build the move that plays a card."""
    return Move("play", groups=((card,),))


def find_permitting_clause(state: TrickState, card: Card) -> str:
    """Return the id of the clause that allows a card to be played to a trick. The play must be legal.

    It's the id that most trick-taking games use for this clause.
    """
    if not state.trick:
        return "trick.lead-any"
    return "trick.follow-suit" if card.suit == state.trick[0].suit else "trick.void-any"


def check_revoke(clauses: Clauses, clause: str, led: Card, hand: Sequence[Card], card: Card) -> Iterator[Violation]:
    """Yield a violation if the card doesn't follow suit although the hand could.

    `led` is the card that was led. The error message of the clause must have a slot `{suit}`.
    """
    if card.suit != led.suit and any(held.suit == led.suit for held in hand):
        yield clauses.build_violation(clause, suit=get_suit_name(led))


def build_play_verb(
    apply: Any, clauses: Clauses, clause: str = "trick.follow-suit", *, not_now: Any = accept_any_move
) -> Verb[Any]:
    """Build the verb of the phase `play` that plays a card to the trick, following suit if possible.

    `apply` has to call `play_to_trick` and, when the trick is complete, `finish_trick`.
    """

    def check_follow_suit(state: TrickState, seat: int, card: Card) -> Iterator[Violation]:
        if state.trick and state.must_follow:
            yield from check_revoke(clauses, clause, state.trick[0], state.hands[seat], card)

    def list_play_moves(state: TrickState, seat: int) -> Iterable[Move]:
        return map(
            build_play_move, state.list_playable_cards(seat) if state.must_follow else dict.fromkeys(state.hands[seat])
        )

    return build_card_verb(
        *("play", "play a card", apply, check_follow_suit),
        moves=list_play_moves,
        clause=clause,
        not_now=not_now,
        which="The card to play",
        label="Play",
        sentence="Play a card to the trick.",
        said=describe_play,
        at="trick",
        recorded="`play KS`: this card goes from the hand to the trick.",
    )


# -- the screen ----------------------------------------------------------------------------------------------


def build_sorted_hand_zone(state: TrickState, owner: int, seat: int | None) -> Zone:
    """Build the zone of a hand as `seat` sees it.

    The zone tells the page how to sort the hand: by rank, the highest first, and with trumps separate.
    """
    ranks = sorted(RANKS, key=lambda rank: -state.height.get(parse_card(f"{rank}{SUITS[0]}"), 0))
    return build_hand_zone(owner, state.sort_hand(owner), seat, ranks="".join(ranks), trumps=state.trump)


def build_trick_zone(state: TrickState) -> Zone:
    """Build the zone of the trick on the table or, until the next lead, of the last trick with its winner."""
    if not state.trick and state.last_trick:
        return state.last_trick
    return _build_zone_for_trick(state, len(state.tricks) + 1, tuple(state.trick))


def _build_zone_for_trick(state: TrickState, number: int, cards: Group, note: str = "") -> Zone:
    seats = tuple(state.list_trick_players(number - 1)[: len(cards)])
    return Zone("trick", "trick", f"Trick {number}", tuple(card.code for card in cards), note=note, seats=seats)
