"""The state of an Anaconda table: chips, declarations, and cards held, passed, kept, and discarded.

Lists of cards are replaced and never changed in place, so that copies can share them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, NamedTuple

from games.anaconda import hand_stages
from games.anaconda.hand_stages import BOTH, DEALT, HIGH, KEPT, LOW, SECRET, SHOWN
from games.anaconda.options import AnacondaOptions
from games.cards import PACK, UNKNOWN, Card, format_cards, list_missing_cards
from games.engine.move import Group
from games.engine.state import MatchPart
from games.engine.state_parts import (
    Cards,
    CardsBySeat,
    DerivedPart,
    Flag,
    Hands,
    Number,
    ParsedTexts,
    Phase,
    Seat,
    WordBySeat,
    hide_cards,
    parse_cards_without_substitutes,
)
from games.errors import BadText
from games.kit.betting import BettingState, Limits, Pot
from games.kit.poker import SHOWING
from games.words import format_count, join_words

PLAYED = {
    "bet": "a betting round",
    "pass": "everyone chooses cards to pass",
    "declare": "everyone declares high or low",
    "final": "everyone chooses five cards to keep",
}
WAYS = ("", HIGH, LOW, BOTH, SECRET)


class PassedCards(NamedTuple):
    """Cards that one seat has passed to another, with the number of the pass."""

    number: int
    giver: int
    taker: int
    cards: Group

    def __str__(self) -> str:
        return f"{self.number} {self.giver} {self.taker} {format_cards(self.cards)}"


def parse_passed_cards(state: AnacondaState, text: str) -> PassedCards:
    """Parse passed cards in the format of a position, such as `1 0 1 KS 4D 4H`. Raises BadText.

    The text has the number of the pass, the giver, the receiver, and the cards.
    """
    words = text.split()
    numbers = [int(word) for word in words[:3] if word.isascii() and word.isdecimal() and len(word) < 3]
    expected = (
        "the number of the pass, the seat that passed, the seat that got the cards, and the cards, "
        "as in “1 0 1 KS 4D 4H”"
    )
    if len(numbers) < 3 or not words[3:] or not 0 < numbers[0] < hand_stages.count_rounds_before_showing(state.options):
        raise BadText("not an entry about passed cards", text, expected)
    if max(numbers[1:]) >= state.seats or numbers[1] == numbers[2]:
        raise BadText("not an entry about passed cards", text, expected)
    cards = parse_cards_without_substitutes("given", " ".join(words[3:]), jokers=False)
    known = [card for card in cards if card is not UNKNOWN]
    if len({*known}) < len(known):
        raise BadText("not possible, because a card can be passed only once in a pass", text)
    return PassedCards(numbers[0], numbers[1], numbers[2], cards)


def hide_passed_cards(state: AnacondaState, seat: int | None, given: list[PassedCards]) -> list[PassedCards]:
    """Return the passed cards as a seat sees them: unknown unless the seat gave or received them.

    Rulebook: pass.private.
    """
    hidden = (UNKNOWN,)
    return [gift if seat in gift[1:3] else gift._replace(cards=hidden * len(gift.cards)) for gift in given]


@dataclass
class PrivateCards(CardsBySeat):
    """A part of the state: an ordered list of cards for each seat, which only that seat can see."""

    copied: ClassVar[str] = "{}"

    def __post_init__(self) -> None:
        self.see = lambda state, seat, all_cards: [
            cards if owner == seat else [UNKNOWN] * len(cards) for owner, cards in enumerate(all_cards)
        ]

    def normalize_position_value(self, value: Any) -> Any:
        return value


class UncopiedHands(Hands):
    copied: ClassVar[str] = "{}"


class UncopiedCards(Cards):
    copied: ClassVar[str] = "{}"


# -- defaults of positions ---------------------------------------------------------------------------------


def _infer_chips(state: AnacondaState) -> list[int]:
    """Return the default number of chips of each seat, for a position (a state as JSON) that leaves the chips out.

    It's a full stack, minus what the seat has paid in this hand. The chips that earlier hands left on the table
    (`flavour`) are subtracted too, one at a time, from the last seat back.
    """
    stack = state.options.stack
    left = [stack - (paid if state.phase in PLAYED else 0) for paid in state.paid]
    for number in range(state.flavour):
        left[-1 - number % state.seats] -= 1
    return left


def _infer_round(state: AnacondaState) -> int:
    return hand_stages.count_rounds_before_showing(state.options) if state.phase in ("declare", "final") else 1


def _infer_turn(state: AnacondaState) -> int:
    """Return the default for whose turn it is, for a position (a state as JSON) that leaves the turn out."""
    if state.match.dealer is None or state.phase not in PLAYED:
        return 0
    if state.phase == "declare":
        waiting = [seat for seat in state.list_active_from(state.seat_left_of_dealer) if not state.declared[seat]]
        return waiting[0] if waiting else 0
    return min(state.list_possible_turns(), default=0)


def _infer_hand_size(state: AnacondaState, seat: int) -> int:
    """Return how many cards a seat holds, for a position (a state as JSON) that leaves its hand out."""
    if state.phase not in PLAYED or not state.paid[seat]:
        return 0
    return KEPT if state.has_everyone_chosen_five and seat not in state.folded else DEALT


def _infer_declarations(state: AnacondaState) -> list[str]:
    """Return the default declarations, for a position (a state as JSON) that leaves them out.

    They are high for each active seat if all players must have declared by now, otherwise "".
    """
    is_declared = state.has_everyone_chosen_five or state.phase == "final"
    word = HIGH if is_declared and hand_stages.has_declaration(state.options) else ""
    return [word if paid and seat not in state.folded else "" for seat, paid in enumerate(state.paid)]


def _infer_discards(state: AnacondaState) -> list[list[Card]]:
    """Return the default discards by seat, for a position (a state as JSON) that leaves them out.

    They are two unknown cards for each player who has kept five.
    """
    out = state.has_everyone_chosen_five and state.phase in PLAYED
    return [
        [UNKNOWN] * (DEALT - KEPT) if out and paid and seat not in state.folded else []
        for seat, paid in enumerate(state.paid)
    ]


def _infer_stock(state: AnacondaState) -> str:
    if state.phase not in PLAYED:
        return ""
    return "? " * (len(PACK) - DEALT * sum(map(bool, state.paid)))


def _hide_declarations(state: AnacondaState, seat: int | None, declared: list[str]) -> list[str]:
    """Return the declarations as a seat sees them: hidden until all players reveal. Rulebook: declare.simultaneous."""
    if state.phase != "declare" or state.options.declare_mode != "chips":
        return declared
    return [word if owner == seat or not word else SECRET for owner, word in enumerate(declared)]


# -- the table ---------------------------------------------------------------------------------------------


class AnacondaState(BettingState):
    """The state of an Anaconda match. The scores of `match` are the chips of each seat.

    It adds cards, passes, and declarations to the chips and bets of `BettingState`.
    """

    options: AnacondaOptions
    phase = Phase(PLAYED, usual="bet")
    match = MatchPart(
        "the chips of each seat",
        first=lambda state: state.options.stack,
        most=lambda state: state.seats * state.options.stack,
        told=_infer_chips,
    )
    flavour = Number("the chips left on the table from earlier hands", lasting=True, high=20_000)
    round = Number("the betting round, or the last one so far, from 1", usual=_infer_round, low=0, high=9)
    turn = Seat("the seat that has to bet or declare", usual=_infer_turn)
    hands = UncopiedHands(
        "one string of cards per seat; the hidden one of the five kept cards comes last",
        holds=_infer_hand_size,
        counted=True,
        jokers=False,
        known="shown_cards",
        sees=lambda state, owner, seat: state.can_see_hand(owner, seat),
        ordered=True,
    )
    laid = PrivateCards(
        "for each seat, the cards that it has chosen to pass or to keep, until everyone has chosen",
        key="chosen",
        jokers=False,
        lying=False,
    )
    thrown = PrivateCards("for each seat, the two cards it has discarded", jokers=False, usual=_infer_discards)
    stock = UncopiedCards("the cards that weren’t dealt", usual=_infer_stock, see=hide_cards, jokers=False)
    declared = WordBySeat(
        "what each seat has declared: high, low, both, “” for nothing yet, or ? for what is still hidden",
        WAYS,
        usual=_infer_declarations,
        see=_hide_declarations,
    )
    given = ParsedTexts(
        "passed cards: the pass, the seat that passed, the seat that got them, and the cards, as in “1 0 1 KS 4D 4H”",
        parse_passed_cards,
        most=60,
        see=hide_passed_cards,
    )
    revealed = Flag("whether the hidden cards were revealed")
    limits: DerivedPart[Limits] = DerivedPart(
        lambda state: hand_stages.build_betting_limits(state.options, state.round)
    )

    # -- the stage of the hand

    def infer_paid_chips(self) -> list[int]:
        """Return the default for what each seat has paid in this hand: the ante, and the bets of this round.

        It's used for a position (a state as JSON) that leaves the payments out. Between hands, it's 0.
        """
        if self.phase not in PLAYED:
            return [0] * self.seats
        return [min(self.options.stack, min(self.options.ante, self.options.stack) + bet) for bet in self.bets]

    @property
    def carried_chips(self) -> int:
        return self.flavour

    @property
    def seat_left_of_dealer(self) -> int:
        return ((self.match.dealer or 0) + 1) % self.seats

    @property
    def has_everyone_chosen_five(self) -> bool:
        """Whether all players have chosen the five cards they keep."""
        return self.round > hand_stages.count_rounds_before_showing(self.options)

    @property
    def shown_card_count(self) -> int:
        """The number of face-up cards in each active hand."""
        if not self.has_everyone_chosen_five:
            return 0
        rolled = self.round - hand_stages.count_rounds_before_showing(self.options)
        return rolled if self.options.reveal == "roll" else SHOWN

    @property
    def shown_cards(self) -> list[list[Card]]:
        """The face-up cards of each hand."""
        number, folded = self.shown_card_count, self.folded
        return [
            hand[:number] if number and len(hand) == KEPT and seat not in folded else []
            for seat, hand in enumerate(self.hands)
        ]

    def can_see_hand(self, owner: int, seat: int | None) -> bool:
        """Return whether a seat can see all cards of a hand."""
        return owner == seat or (self.revealed and owner not in self.folded)

    @property
    def next_pass(self) -> hand_stages.Pass:
        """The pass that comes after this betting round: how many cards each player passes to whom."""
        return hand_stages.list_passes(self.options)[self.round - 1]

    def count_cards_by_receiver(self, seat: int) -> dict[int, int]:
        """Return how many cards each other seat gets from `seat` in the next pass, in the order of choosing them."""
        totals, active = dict[int, int](), self.active_seats
        for number, steps in self.next_pass:
            receiver = hand_stages.get_receiver(active, seat, steps)
            totals[receiver] = totals.get(receiver, 0) + number
        return totals

    @property
    def is_opened_by_best_shown_hand(self) -> bool:
        """Whether the player who shows the best cards opens this round of betting."""
        options = self.options
        rolled = options.reveal == "roll" and options.roll_opener == "best-showing"
        return self.has_everyone_chosen_five and (rolled or options.last_opener == "best-showing")

    def get_betting_opener(self) -> int:
        """Return the seat at which the betting begins. Rulebook: bet.opener."""
        first = self.seat_left_of_dealer
        if not self.is_opened_by_best_shown_hand:
            return first
        chips, shown = self.match.scores, self.shown_cards
        able = [seat for seat in self.list_active_from(first) if chips[seat] and UNKNOWN not in shown[seat]]
        return max(able, key=lambda seat: SHOWING.compute_hand_key(shown[seat])) if able else first

    def list_possible_turns(self) -> set[int]:
        """Return the seats whose turn it can be in this round of betting. Rulebook: bet.order, bet.opener."""
        first = {(seat + 1) % self.seats for seat in self.acted}
        if not self.acted:
            first = {self.get_betting_opener()}
            if self.is_opened_by_best_shown_hand:  # the opener may have folded
                first |= {(seat + 1) % self.seats for seat in self.folded}
        return {turn for turn in map(self.find_next_to_act, first) if turn is not None}

    def list_pots(self) -> list[Pot]:
        return super().list_pots() if self.phase in PLAYED else []

    @property
    def is_turn_shared(self) -> bool:
        return self.phase in ("pass", "final") or (self.phase == "declare" and self.options.declare_mode == "chips")

    def list_awaited_seats(self) -> Sequence[int]:
        if self.phase in ("pass", "final"):
            return [seat for seat in self.active_seats if not self.laid[seat]]
        if self.is_turn_shared:
            return [seat for seat in self.active_seats if not self.declared[seat]]
        return super().list_awaited_seats()

    # -- positions

    def list_contradictions(self) -> Iterator[str]:
        """Yield a sentence for each reason why no hand can reach this position."""
        options, match = self.options, self.match
        playing = self.phase in PLAYED
        total = self.seats * options.stack
        if sum(match.scores) + self.flavour + (sum(self.paid) if playing else 0) != total:
            yield f"The players’ chips, the pot, and the chips left from earlier hands must add up to {total}."
        if match.deals > options.hands or (playing and match.deals == options.hands):
            yield f"The match must be over after hand {options.hands}."
        if self.phase in ("dealer", "deal", "between") and sum(map(bool, match.scores)) < 2:
            yield "At least two players need chips for another hand."
        if playing:
            yield from self.list_betting_faults()
            yield from self._list_phase_faults()
            if self.phase == "bet":
                yield from self._list_turn_faults()
            yield from self._list_card_count_faults()
            yield from self._list_declaration_faults()
            yield from self._list_laid_card_faults()
            if self.revealed:
                yield "“revealed” must be false until the hand is over."

    def _list_phase_faults(self) -> Iterator[str]:
        early, last = (
            hand_stages.count_rounds_before_showing(self.options),
            hand_stages.count_betting_rounds(self.options),
        )
        low, high = {"bet": (1, last), "pass": (1, early - 1)}.get(self.phase, (early, early))
        if not low <= self.round <= high:
            allowed = str(low) if low == high else f"from {low} to {high}"
            yield f"In the phase “{self.phase}”, “round” must be {allowed}, not {self.round}."
        if self.phase == "declare" and not hand_stages.has_declaration(self.options):
            yield "Under these house rules, play never reaches the phase “declare”."
        if self.phase != "bet" and (any(self.bets) or self.level):
            yield "Nobody is betting in this phase, so “bets” and “level” must be 0."
        if self.phase == "declare" and self.options.declare_mode == "spoken":
            due = [seat for seat in self.list_active_from(self.seat_left_of_dealer) if not self.declared[seat]]
            if due and self.turn != due[0]:
                yield f"It’s seat {due[0]}’s turn to declare, not seat {self.turn}’s."
        if self.phase != "bet" and not self.list_awaited_seats():
            yield "In this phase, at least one player must still be choosing."

    def _list_turn_faults(self) -> Iterator[str]:
        if self.find_next_to_act(self.turn) != self.turn:
            yield f"Seat {self.turn} can’t act in this betting round, so it can’t be its turn."
        elif self.turn not in (turns := self.list_possible_turns()):
            yield f"Seat {join_words([*map(str, sorted(turns))], 'or')} bets next, not seat {self.turn}."

    def _list_card_count_faults(self) -> Iterator[str]:
        for seat, (hand, thrown) in enumerate(zip(self.hands, self.thrown, strict=True)):
            sizes = (len(hand), len(thrown))
            five, seven = (KEPT, DEALT - KEPT), (DEALT, 0)
            if not self.paid[seat]:
                allowed = [(0, 0)]
            elif not self.has_everyone_chosen_five:
                allowed = [seven]
            else:
                allowed = [five, seven] if seat in self.folded else [five]
            if sizes not in allowed:
                expected = " or ".join(f"{held} cards and {away} discards" for held, away in allowed)
                yield f"Seat {seat} must have {expected}, not {sizes[0]} and {sizes[1]}."
        if len(self.stock) != len(PACK) - DEALT * sum(map(bool, self.paid)):
            yield "“stock” must have all the cards that weren’t dealt."

    def _list_declaration_faults(self) -> Iterator[str]:
        both = self.options.declare_both != "off"
        told = hand_stages.has_declaration(self.options) and (self.has_everyone_chosen_five or self.phase == "final")
        for seat, word in enumerate(self.declared):
            if (word and ((self.phase in ("bet", "pass") and not told) or not self.paid[seat])) or (
                word == BOTH and not both
            ):
                yield f"Seat {seat} can’t have declared {word}."
            if told and not word and self.paid[seat] and seat not in self.folded:
                yield f"Seat {seat} must have declared by now."
            if word == SECRET and (self.phase != "declare" or self.options.declare_mode != "chips"):
                yield "“declared” can have “?” only while players declare with hidden chips."
        if any(self.declared) and not hand_stages.has_declaration(self.options):
            yield "Under these house rules, nobody declares, so “declared” must be empty."

    def _list_laid_card_faults(self) -> Iterator[str]:
        if self.phase not in ("pass", "final"):
            if any(self.laid):
                yield "Nobody is choosing cards in this phase, so “laid” must be empty."
            return
        number = KEPT if self.phase == "final" else sum(cards for cards, _ in self.next_pass)
        for seat, (laid, hand) in enumerate(zip(self.laid, self.hands, strict=True)):
            if laid and (len(laid) != number or not self.paid[seat] or seat in self.folded):
                yield f"Seat {seat} can’t have chosen {format_count(len(laid), 'card')}."
            if list_missing_cards(laid, hand):
                yield f"Seat {seat} has chosen cards it doesn’t hold."

    def fill_unknown_cards(self, rng: Random) -> None:
        """Replace each unknown card by a random one that is nowhere else.

        Hidden choices of other players get arbitrary values: cards chosen to be passed or kept are the first ones of
        the hand, a hidden declaration is high, and passed cards are the first ones of the receiver's hand.
        """
        super().fill_unknown_cards(rng)
        self.laid = [self.hands[seat][: len(laid)] if UNKNOWN in laid else laid for seat, laid in enumerate(self.laid)]
        self.declared = [HIGH if word == SECRET else word for word in self.declared]
        self.given = [
            gift._replace(cards=tuple([*self.hands[gift.taker], *PACK][: len(gift.cards)]))
            if UNKNOWN in gift.cards
            else gift
            for gift in self.given
        ]
