"""Betting rounds with chips, and the pots that they build up.

The state of such a game is a `BettingState`. The game sets its `limits`, starts a round with `open_round`, and uses the
five verbs from `build_betting_verbs`, which call a function of the game after each move. Amounts are totals: “raise 8”
brings a seat's chips in this round to 8. The chips that each seat has left are the scores of the match.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from games.engine.clause import Clauses, Violation
from games.engine.event import Event, build_event
from games.engine.move import Move
from games.engine.narration import EventText
from games.engine.state import State
from games.engine.state_parts import DerivedPart, Number, NumberBySeat, Seats
from games.engine.verb import Verb, build_wrong_parts_violation
from games.engine.view import Field, Sign
from games.words import capitalize_first, format_count, join_words

FIXED, SPREAD, POT, NO_LIMIT = "fixed", "spread", "pot", "no-limit"
MOST_CHIPS = 1_000_000
"""The maximum number of chips at a table."""


class Limits(NamedTuple):
    """The amounts that can be bet, and the number of raises allowed in a round.

    `structure` is FIXED, SPREAD, POT, or NO_LIMIT. `least` is the smallest bet; with a fixed limit, it's the unit of
    all bets. `most` is the largest bet of a spread. `raises` is the maximum number of raises, or None if there is no
    maximum. With `free_between_two`, raises are unlimited once only two seats are still in.
    """

    structure: str
    least: int
    most: int
    raises: int | None
    free_between_two: bool = False


@cache
def _list_seats_from(seats: int, first: int) -> tuple[int, ...]:
    return (*range(first, seats), *range(first))


# -- what a position leaves out: each total of this round was a full bet or raise ---------------------------


def _get_highest_bet(state: BettingState) -> int:
    return max(state.bets)


def _get_last_raise(state: BettingState) -> int:
    totals = sorted({0, *state.bets})
    return totals[-1] - totals[-2] if len(totals) > 1 else 0


def _list_seats_at_highest_bet(state: BettingState) -> tuple[int, ...]:
    high = max(state.bets)
    return tuple(seat for seat, bet in enumerate(state.bets) if bet == high) if high else ()


# -- the table ---------------------------------------------------------------------------------------------


class BettingState(State):
    """The state of a game with betting.

    The game declares `limits`, and overrides `carried_chips` if chips from earlier deals can stay in the pot.
    """

    limits: DerivedPart[Limits]
    """The betting limits of this round. The game sets them before it calls `open_round`."""

    bets = NumberBySeat("the chips that each seat has put in during this betting round", high=MOST_CHIPS)
    paid = NumberBySeat(
        "the chips that each seat has put in during this deal, this round included",
        high=MOST_CHIPS,
        usual=lambda state: state.infer_paid_chips(),
    )
    folded = Seats("the seats that have folded")
    acted = Seats(
        "the seats that have acted since the last full bet or raise of this round", usual=_list_seats_at_highest_bet
    )
    level = Number(
        "the total of the last full bet or raise of this round, 0 before the first",
        high=MOST_CHIPS,
        usual=_get_highest_bet,
    )
    grown = Number("by how much that bet or raise went up; before the first, 0", high=MOST_CHIPS, usual=_get_last_raise)
    raised = Number("the number of full bets and raises in this round", usual=lambda state: len({*state.bets} - {0}))

    def infer_paid_chips(self) -> list[int]:
        """Return the chips that each seat has paid in this deal, for positions that don't have them.

        By default, these are the bets of this round.
        """
        return self.bets[:]

    @property
    def carried_chips(self) -> int:
        """The chips that earlier deals left in the pot."""
        return 0

    # -- who is there

    @property
    def active_seats(self) -> list[int]:
        """The seats that can still win, in order: those that have paid something and haven't folded."""
        folded = self.folded
        return [seat for seat, chips in enumerate(self.paid) if chips and seat not in folded]

    def list_active_from(self, first: int) -> list[int]:
        """Return the active seats in clockwise order, starting with `first`."""
        active = self.active_seats
        return [seat for seat in active if seat >= first] + [seat for seat in active if seat < first]

    def count_chips_to_call(self, seat: int) -> int:
        """Return how many chips a seat needs in order to call, that is, to match the highest bet of this round."""
        return max(self.bets) - self.bets[seat]

    def find_next_to_act(self, first: int) -> int | None:
        """Return the seat that acts next, going clockwise from `first`, or None if the round is over."""
        bets, chips, folded, acted, paid = self.bets, self.match.scores, self.folded, self.acted, self.paid
        high, candidate, others = max(bets), None, False
        for seat in _list_seats_from(self.seats, first):
            if not chips[seat] or not paid[seat] or seat in folded:
                continue
            if candidate is not None:
                return candidate
            if bets[seat] < high or (others and seat not in acted):
                return seat
            if seat not in acted:
                candidate = seat  # this seat acts only if another seat can act too
            others = True
        return None

    # -- how much

    @property
    def is_capped(self) -> bool:
        """Whether this round has reached the maximum number of bets and raises."""
        limits = self.limits
        if limits.raises is None or self.raised <= limits.raises:
            return False
        return not (limits.free_between_two and len(self.active_seats) == 2)

    def find_bet_range(self, seat: int) -> tuple[int, int] | None:
        """Return the lowest and highest total to which a seat can bet or raise now, or None if it can't."""
        bets, limits = self.bets, self.limits
        high = max(bets)
        everything = bets[seat] + self.match.scores[seat]
        if everything <= high or seat in self.acted or self.is_capped:
            return None
        if limits.structure == FIXED:
            total = min(self.level + limits.least, everything)
            return total, total
        low = high + (self.grown or limits.least)
        if limits.structure == SPREAD:
            most = high + limits.most
        elif limits.structure == POT:
            most = high + sum(self.paid) + self.carried_chips + high - bets[seat]
        else:
            most = everything
        return min(low, everything), min(max(low, most), everything)

    def is_full_bet(self, total: int) -> bool:
        """Return whether a bet or raise to this total is a full one, and not a short all-in.

        With a fixed limit, the total must exceed that of the last full bet or raise by at least half the limit.
        Otherwise, it must exceed the highest bet by at least the amount of the last full bet or raise, or by the
        minimum bet if there was none in this round.
        """
        limits = self.limits
        if limits.structure == FIXED:
            return 2 * (total - self.level) >= limits.least
        return total - max(self.bets) >= (self.grown or limits.least)

    # -- what happens

    def open_round(self) -> None:
        """Start a betting round by setting the bets of this round to 0. The chips stay in the pot."""
        self.bets, self.acted = [0] * self.seats, ()
        self.level = self.grown = self.raised = 0

    def pay_chips(self, seat: int, chips: int) -> None:
        """Move a seat's chips into the pot."""
        self.match.scores[seat] -= chips
        self.bets[seat] += chips
        self.paid[seat] += chips

    def raise_to(self, seat: int, total: int) -> None:
        """Bring a seat's chips in this round up to `total`, as a bet or raise."""
        if self.is_full_bet(total):
            self.grown = total - (self.level if self.limits.structure == FIXED else max(self.bets))
            self.level, self.acted = total, (seat,)
            self.raised += 1
        else:
            self.acted = (*self.acted, seat)
        self.pay_chips(seat, total - self.bets[seat])

    def return_unmatched_chips(self) -> tuple[int, int] | None:
        """Give back the part of the highest bet that nobody matched to the seat that made the bet.

        Returns the seat and the number of chips, or None if every chip was matched.
        """
        most = max(self.paid)
        over = most - sorted(self.paid)[-2]
        if not over:
            return None
        seat = self.paid.index(most)
        self.match.scores[seat] += over
        self.paid[seat] -= over
        self.bets[seat] = max(0, self.bets[seat] - over)
        return seat, over

    def list_pots(self) -> list[Pot]:
        """Return the main pot and the side pots. Chips bet in the current round aren't in them yet."""
        lying = [paid - bet for paid, bet in zip(self.paid, self.bets, strict=True)]
        return split_pots(lying, self.active_seats, self.carried_chips)

    def list_betting_faults(self) -> Iterator[str]:
        """Yield the reasons why betting couldn't have led to this position. It's used in `list_contradictions`."""
        for seat, (bet, paid) in enumerate(zip(self.bets, self.paid, strict=True)):
            if bet > paid:
                yield f"Seat {seat} has bet {bet} in this round, so it must have paid at least that, not {paid}."
        if any(seat >= self.seats or not self.paid[seat] for seat in (*self.folded, *self.acted)):
            yield "Only a seat that has paid chips can have folded or acted."
        if len(self.active_seats) < 2:
            yield "At least two players must still be in."
        chips = self.match.scores
        lacking = [seat for seat in self.acted if self.bets[seat] < self.level and seat not in self.folded]
        if self.level == max(self.bets) and any(chips[seat] for seat in lacking):
            yield "A seat that has acted since the last full bet must have matched it, folded, or run out of chips."
        if self.level > max(self.bets) or self.grown > self.level:
            yield "“level” can’t be more than the highest bet of this round, and “grown” can’t be more than “level”."
        if bool(self.level) != bool(self.raised) or bool(self.level) != bool(self.grown):
            yield "Either all of “level”, “grown”, and “raised” must be 0, or none of them."


# -- pots --------------------------------------------------------------------------------------------------


class Pot(NamedTuple):
    """The chips of a main pot or side pot, and the seats that can win them."""

    chips: int
    seats: tuple[int, ...]


def split_pots(paid: Sequence[int], active: Collection[int], carried: int = 0) -> list[Pot]:
    """Split the chips that each seat has paid into the main pot and the side pots. The main pot comes first.

    `active` are the seats that can still win. Each pot is a layer, from the amount that one of these seats has paid to
    the next higher amount. Chips that other seats paid above the last layer go into the last pot. `carried` are chips
    from earlier deals, which go into the main pot.
    """
    pots, below = [], 0
    tops = sorted({paid[seat] for seat in active})
    for top in tops:
        if top == tops[-1]:
            chips = sum([amount - below for amount in paid if amount > below])
        else:
            chips = sum([min(amount, top) - below for amount in paid if amount > below])
        pots.append(Pot(chips + (0 if below else carried), tuple(seat for seat in active if paid[seat] >= top)))
        below = top
    return [pot for pot in pots if pot.chips]


# -- verbs -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _BettingVerbs:
    """The functions behind one game's betting verbs: they make and check the moves.

    `clauses` are the rules of the game. After each move, `go_on` is called with the state and the seat that acted. It
    continues the game and returns further events.
    """

    clauses: Clauses
    go_on: Callable[[Any, int], list[Event]]

    # what follows

    def fold(self, state: Any, seat: int, move: Move) -> list[Event]:
        state.folded = (*state.folded, seat)
        return [build_event("fold", seat), *self.go_on(state, seat)]

    def check(self, state: Any, seat: int, move: Move) -> list[Event]:
        state.acted = (*state.acted, seat)
        return [build_event("check", seat), *self.go_on(state, seat)]

    def call(self, state: Any, seat: int, move: Move) -> list[Event]:
        chips = min(state.count_chips_to_call(seat), state.match.scores[seat])
        if seat not in state.acted:
            state.acted = (*state.acted, seat)
        state.pay_chips(seat, chips)
        return [Event("call", seat, (), self._build_chips_event_facts(state, seat, chips)), *self.go_on(state, seat)]

    def bet_or_raise(self, state: Any, seat: int, move: Move) -> list[Event]:
        """Bet or raise to the total in the move."""
        assert move.number is not None
        state.raise_to(seat, move.number)
        return [
            Event(move.verb, seat, (), self._build_chips_event_facts(state, seat, move.number)),
            *self.go_on(state, seat),
        ]

    def _build_chips_event_facts(self, state: Any, seat: int, chips: int) -> dict[str, Any]:
        return {"chips": chips, "all": not state.match.scores[seat]}

    # what is refused

    def check_bet_amount(self, state: Any, seat: int, move: Move) -> Iterator[Violation]:
        """Yield a violation if the total in a bet or raise is missing or isn't allowed.

        It's limited by the betting limits and by the seat's chips.
        """
        span = state.find_bet_range(seat)
        if span is None:
            return
        low, high = span
        if move.number is None:
            yield build_wrong_parts_violation(move, f"a total after “{move.verb}”, such as “{move.verb} 12”")
        elif move.number > (most := state.bets[seat] + state.match.scores[seat]):
            yield self.clauses.build_violation("stake.table", most=most)
        elif not low <= move.number <= high:
            tried, instead = ("raise to", "raise to") if move.verb == "raise" else ("bet of", "bet")
            allowed = (
                f"You can only {instead} {low}"
                if low == high
                else f"{instead.capitalize()} anything from {low} to {high}"
            )
            yield self.clauses.build_violation("bet.fixed-limit", amount=f"{tried} {move.number}", next=allowed)

    def check_verb_timing(self, state: Any, seat: int, move: Move) -> Iterator[Violation]:
        """Yield the violations that say why a seat can't use the move's verb now.

        It's the `Verb.not_now` of the betting verbs, for a verb that isn't possible at the moment.
        """
        if state.phase != "bet":
            return
        if seat not in state.waiting:
            yield self._build_out_of_turn_violation(state, seat)
        elif move.verb == "check":
            yield self._build_violation_with_choices("bet.check", state, seat)
        elif move.verb == "call":
            yield self._build_violation_with_choices("bet.call", state, seat)
        elif move.verb == "bet" and max(state.bets):
            yield self._build_violation_with_choices("bet.bet", state, seat)
        elif move.verb == "raise" and not max(state.bets):
            yield self._build_violation_with_choices("bet.raise", state, seat)
        elif move.verb in ("bet", "raise"):
            yield self._build_no_raise_violation(state, seat)

    def _build_out_of_turn_violation(self, state: Any, seat: int) -> Violation:
        if seat in state.folded:
            return self.clauses.build_violation("bet.fold")
        return self.clauses.build_violation(
            "bet.order", waited=f"seat {state.waiting[0]}" if state.waiting else "nobody"
        )

    def _build_no_raise_violation(self, state: Any, seat: int) -> Violation:
        """Build the violation that says why a seat can't raise."""
        chips = state.match.scores[seat]
        if chips <= state.count_chips_to_call(seat):
            cover = "doesn’t cover" if chips == 1 else "don’t cover"
            return self._build_violation_with_choices(
                "bet.all-in", state, seat, chips=f"Your {format_count(chips, 'chip')}", cover=cover
            )
        return self._build_violation_with_choices("bet.short-all-in" if seat in state.acted else "bet.cap", state, seat)

    def _build_violation_with_choices(self, clause: str, state: Any, seat: int, **slots: object) -> Violation:
        """Build a violation of this clause, with a message that says what the seat can do instead."""
        begun = "raise" if max(state.bets) else "bet"
        can = [
            "call" if state.count_chips_to_call(seat) else "check",
            *([begun] if state.find_bet_range(seat) else []),
            "fold",
        ]
        return self.clauses.build_violation(clause, next=capitalize_first(join_words(can, "or")), **slots)


def build_betting_verbs(
    clauses: Clauses, go_on: Callable[[Any, int], list[Event]]
) -> tuple[Verb[Any], Verb[Any], Verb[Any], Verb[Any], Verb[Any]]:
    """Build the verbs of the phase `bet`: fold, check, call, bet, and raise.

    After each move, `go_on` is called with the state and the seat that acted. The rulebook must have the clauses
    `bet.fold`, `bet.check`, `bet.call`, `bet.bet`, `bet.raise`, `bet.order`, `bet.cap`, `bet.all-in`,
    `bet.short-all-in`, `bet.fixed-limit`, and `stake.table`.
    """
    own, during = _BettingVerbs(clauses, go_on), ("bet",)
    fold: Verb[Any] = Verb(
        *("fold", "fold", own.fold, during),
        clause="bet.fold",
        not_now=own.check_verb_timing,
        label="Fold",
        sentence="Give up your cards and the chips you’ve put in.",
        recorded="The seat gives up its cards and all the chips it has put in.",
    )
    check: Verb[Any] = Verb(
        *("check", "check", own.check, during),
        when=lambda state, seat: not state.count_chips_to_call(seat),
        clause="bet.check",
        not_now=own.check_verb_timing,
        label="Check",
        sentence="Stay in without putting in chips.",
        recorded="The seat stays in without putting in chips, because there’s nothing to call.",
    )
    call: Verb[Any] = Verb(
        *("call", "call", own.call, during),
        when=lambda state, seat: state.count_chips_to_call(seat) > 0,
        clause="bet.call",
        not_now=own.check_verb_timing,
        label="Call",
        button=_format_call_label,
        sentence="Match the highest bet.",
        recorded="The seat matches the highest total of this round, or puts in all it has if that’s less.",
    )
    bet = _build_bet_or_raise_verb(
        *(own, "bet", "Bet", "Put in the first chips of this round."),
        "`bet 4`: the first bet of this round. The number is the seat’s total for the round, including this bet.",
    )
    more = _build_bet_or_raise_verb(
        *(own, "raise", "Raise to", "Put in more than the highest bet."),
        "`raise 8`: a raise to 8, not by 8. The number is the seat’s total for the round, including this raise.",
    )
    return fold, check, call, bet, more


def _build_bet_or_raise_verb(own: _BettingVerbs, name: str, begun: str, sentence: str, recorded: str) -> Verb[Any]:
    """Build the verb `bet` (the first bet of a round) or `raise` (any later one). Its number is the total.

    `own` has the functions that make and check the moves. `begun` is the beginning of its button, such as “Raise to”.
    `sentence` and `recorded` are attributes of the `Verb`.
    """
    first = name == "bet"

    def can_bet_now(state: BettingState, seat: int) -> bool:
        return (not max(state.bets)) == first and state.find_bet_range(seat) is not None

    def list_suggested_moves(state: BettingState, seat: int) -> list[Move]:
        return [build_bet_or_raise_move(name, total) for total in suggest_bet_totals(state, seat)]

    return Verb(
        *(name, name, own.bet_or_raise, ("bet",)),
        when=can_bet_now,
        clause=f"bet.{name}",
        parts=("number",),
        judge=own.check_bet_amount,
        not_now=own.check_verb_timing,
        moves=list_suggested_moves,
        by_example=True,
        label=begun.removesuffix(" to"),
        button=lambda state, seat: _format_bet_button(state, seat, begun),
        sentence=sentence,
        fields=lambda state, seat: (_build_bet_amount_field(state, seat, begun),),
        said=lambda move: "" if move.number is None else f"{begun} {move.number}",
        recorded=recorded,
    )


@cache
def build_bet_or_raise_move(verb: str, total: int) -> Move:
    """Build the move that bets or raises to this total."""
    return Move(verb, total)


def suggest_bet_totals(state: BettingState, seat: int) -> list[int]:
    """Return totals to suggest for a seat's bet or raise: the lowest, the highest, half the pot, and the pot.

    Totals that aren't possible are left out. Returns [] if the seat can't bet or raise.
    """
    span = state.find_bet_range(seat)
    if span is None:
        return []
    low, high = span
    if low == high:
        return [low]
    top = max(state.bets)
    pot = sum(state.paid) + state.carried_chips + top - state.bets[seat]
    return sorted({low, high, *(total for total in (top + pot // 2, top + pot) if low < total < high)})


def _format_call_label(state: BettingState, seat: int) -> str:
    due, chips = state.count_chips_to_call(seat), state.match.scores[seat]
    return f"Call {due}" if due < chips else f"All in {chips}"


def _format_bet_button(state: BettingState, seat: int, begun: str) -> str:
    """Return the label of the button for a bet or raise. It's `begun`, and the total if only one is possible."""
    low, high = state.find_bet_range(seat) or (0, 0)
    return begun if low < high else f"{begun} {low}"


def _build_bet_amount_field(state: BettingState, seat: int, begun: str) -> Field:
    low, high = state.find_bet_range(seat) or (0, 0)
    totals = suggest_bet_totals(state, seat)
    if len(totals) == 3:
        totals = sorted({*totals, (totals[1] + totals[2]) // 2})
    values = tuple((str(total), _format_bet_total_button(state, seat, total)) for total in totals)
    return Field("amount", "total", f"{begun} how much?", low=low, high=high, values=values)


def _format_bet_total_button(state: BettingState, seat: int, total: int) -> str:
    """Return the label of the button for this total, such as “40” or “All in 40”."""
    return f"All in {total}" if total == state.bets[seat] + state.match.scores[seat] else str(total)


def build_bet_sentence_formatter(begun: str) -> Callable[[Event], str]:
    """Return a function that describes a bet, call, or raise: the chips, and whether the seat is all in.

    `begun` is the beginning of the sentence after the player, such as “raises to”.
    """
    return lambda event: f"{{seat}} {begun} {{chips}}{' and is all in' if event.facts['all'] else ''}."


NARRATION: Mapping[str, EventText] = {
    "fold": "{seat} folds.",
    "check": "{seat} checks.",
    "call": build_bet_sentence_formatter("calls"),
    "bet": build_bet_sentence_formatter("bets"),
    "raise": build_bet_sentence_formatter("raises to"),
    "back": "{seat} gets back {chips}, which nobody matched.",
}


# -- what is seen ------------------------------------------------------------------------------------------


def build_chips_sign(label: str, number: int, words: str = "") -> Sign:
    """Build a sign for a number of chips: a picture of the chips with a short text.

    The text is `words`, or by default the number, such as “12 chips”.
    """
    return Sign("chips", label, words or format_count(number, "chip"), number=number)


def describe_raises(state: BettingState) -> Iterator[tuple[str, str]]:
    """Yield (label, text) for the number of raises so far, if there is a limit, and for the last full bet.

    The last full bet is left out if the chips already show it.
    """
    limits = state.limits
    if limits.raises is not None and state.raised:
        yield "Raises", f"{state.raised - 1} of {limits.raises}"
    if (state.level, state.grown) != (_get_highest_bet(state), _get_last_raise(state)) and state.level:
        acted = join_words([f"{{{seat}}}" for seat in state.acted])
        yield "Last full bet", f"to {state.level}, up by {state.grown}. Since then, {acted} acted"


def list_pot_signs(state: BettingState) -> Iterator[Sign]:
    """Yield a sign for each pot: a picture of its chips with a short text.

    The text for a side pot lists the seats that can win it.
    """
    lying = state.list_pots()
    for place, pot in enumerate(lying):
        label = "Pot" if len(lying) == 1 else "Main pot" if not place else "Side pot"
        among = "" if not place else f", for {join_words([f'{{{seat}}}' for seat in pot.seats])}"
        yield build_chips_sign(label, pot.chips, f"{format_count(pot.chips, 'chip')}{among}")
