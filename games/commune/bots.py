"""Bots of Commune: learner, steady, and strong. Each bot plays from what its seat can see."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from random import Random

from games.cards import Card
from games.commune.hand_presence import CardCounts
from games.commune.ladder import Declaration, get_rank_value
from games.commune.legality import can_call
from games.commune.odds import list_ladder_chances
from games.commune.reasons import REASONS, count_unseen_cards
from games.commune.rules import RULES
from games.commune.state import CommuneState, build_full_deck
from games.commune.strategy import CALL, TRUST, SeatEstimator, Spoken, is_declaration_supported
from games.commune.verbs import CALL as SAY_CALL
from games.commune.verbs import LET_PASS, build_declaration_move
from games.engine.bot import BeginnerMistake, ExplainingBot, SearchingBot
from games.engine.move import Move
from games.kit.move_comparison import pick_clearly_best, try_moves

ASIDE = 0.25
"""A seat that isn't next to declare calls only if the declaration's chance is below this."""
TEMPERS = ((0.0, False), (TRUST, False), (0.0, True))
"""The ways in which imagined opponents decide.

In each pair, the first value is how far they believe declarations, and the second whether they call all doubtful hands.
"""
BLUFF, OPENING_BLUFF = 0.3, 0.1
"""Factors for the weight of a deal in which a player's own cards don't support the player's declaration.

`OPENING_BLUFF` is for the first declaration of a hand.
"""


class CommuneBot(ExplainingBot):
    """Base class of Commune's bots. It sets their game (`rules`) and the reasons they can give (`reasons`)."""

    rules, reasons = RULES, REASONS


class LearnerBot(CommuneBot):
    """The beginner bot: declares what it holds or a little more, and sometimes calls what it doesn't hold."""

    slips = (
        DOUBT := BeginnerMistake("It often doesn’t call a hand that’s hardly ever there.", 0.6),
        BOAST := BeginnerMistake("It sometimes declares a hand much higher than it has.", 0.3),
    )

    def decide_on_move(self, state: CommuneState, seat: int, rng: Random) -> Move:
        own, last, top = tuple(state.hands[seat]), state.last_declared_place, state.ladder.top_place
        plain = list_ladder_chances(own, count_unseen_cards(state, seat), state.options)
        doubtful = last >= 0 and plain[last] < 0.5 and not self.DOUBT.is_made_this_time(rng)
        if state.phase == "ask":
            return _build_answer_move(doubtful and seat == state.turn)
        if last == top or (can_call(state) and doubtful):
            return SAY_CALL.bare_move
        sure = next((place for place in range(last + 1, top + 1) if plain[place] == 1.0), -1)
        if sure >= 0 and not self.BOAST.is_made_this_time(rng):
            return _build_step_move(state, seat, sure)
        return _build_step_move(state, seat, rng.randint(last + 1, min(top, last + 10)))


class SteadyBot(CommuneBot):
    """The steady bot: believes others a little, declares the lowest likely hand, and calls unlikely ones."""

    def decide_on_move(self, state: CommuneState, seat: int, rng: Random) -> Move:
        mind, spoken = _build_seat_estimator(state, seat), _list_declared_places(state)
        if state.phase == "ask":
            if seat == state.turn:
                return _build_answer_move(mind.choose_declaration_or_call(spoken) == CALL)
            return _build_answer_move(mind.build_chance_estimator(spoken)(state.last_declared_place) < ASIDE)
        place = mind.choose_declaration_or_call(spoken, can_call(state))
        return SAY_CALL.bare_move if place == CALL else _build_step_move(state, seat, place)


@dataclass(frozen=True)
class StrongBot(CommuneBot, SearchingBot):
    """The strong bot: plays out many imagined deals, and picks the move that loses a token least often.

    Deals that fit the declarations come up more often. The other players are assumed to play like the steady bot.
    """

    worlds: int = 60
    candidates: int = 10
    ahead: int = 8
    """The number of further declarations to simulate with more than two players."""

    def choose_fallback_move(self, state: CommuneState, seat: int) -> Move:
        if state.phase == "ask":
            return LET_PASS.bare_move
        return (
            SAY_CALL.bare_move
            if state.last_declared_place == state.ladder.top_place
            else _build_step_move(state, seat, state.last_declared_place + 1)
        )

    def search_move(self, state: CommuneState, seat: int, rng: Random) -> Move:
        if state.last_declared_place == state.ladder.top_place and state.phase != "ask":
            return SAY_CALL.bare_move
        spoken = _list_declared_places(state)
        deals = _draw_likely_deals(state, seat, max(20, self.worlds - 6 * len(state.list_active_seats())), rng)
        if state.phase == "ask" and seat != state.turn:
            last = state.declared[-1].hand
            there = sum(CardCounts(_join_hands(deal), state.options).can_make_hand(last) for deal in deals)
            return _build_answer_move(there < ASIDE * len(deals))
        places = self._list_candidate_places(state, seat, spoken)
        ahead = self.ahead if len(state.list_active_seats()) > 2 else len(state.ladder)

        def keeps_token(world: tuple[Deal, tuple[float, bool]], place: int) -> bool:
            deal, temper = world
            return _is_token_kept(state, seat, deal, spoken, place, ahead, temper)

        best = places[
            pick_clearly_best(try_moves(zip(deals, cycle(TEMPERS), strict=False), places, keeps_token), doubt=0)
        ]
        if state.phase == "ask":
            return _build_answer_move(best == CALL)
        return SAY_CALL.bare_move if best == CALL else _build_step_move(state, seat, best)

    def _list_candidate_places(self, state: CommuneState, seat: int, spoken: Spoken) -> list[int]:
        """Return at most `candidates` decisions to try: CALL, or the place on the ladder of a hand to declare.

        They are the steady bot's decision, a call, the next hands of the ladder, likely hands, hands that the seat's
        own cards support, and bluffs. `spoken` has the declarations so far.
        """
        mind, last, top = _build_seat_estimator(state, seat), state.last_declared_place, state.ladder.top_place
        belief = mind.build_chance_estimator(spoken)
        callable_now = state.phase == "ask" or can_call(state)
        above = range(last + 1, top + 1)
        likely = [next((one for one in above if belief(one) >= least), last + 1) for least in (0.9, 0.75, 0.6)]
        best = max(above, key=belief)
        aces = [state.ladder.end[kind] - 1 for kind in state.ladder.kinds if state.ladder.end[kind] - 1 > last]
        own = [place for place in above if is_declaration_supported(mind.own, state.ladder, place, state.options)]
        tried = [
            mind.choose_declaration_or_call(spoken, callable_now),
            *([CALL] if callable_now else []),
            best,
            last + 1,
            *likely,
        ]
        tried += [*own[:3], *aces[:2], last + 2]
        wanted = [place for place in dict.fromkeys(tried) if last < place <= top or (place == CALL and callable_now)]
        return wanted[: self.candidates]


# -- what the seat sees -----------------------------------------------------------------------------------


def _build_seat_estimator(state: CommuneState, seat: int) -> SeatEstimator:
    return SeatEstimator(state.options, seat, tuple(state.hands[seat]), count_unseen_cards(state, seat))


def _list_declared_places(state: CommuneState) -> list[tuple[int, int]]:
    return [(said.seat, said.place) for said in state.declared]


# -- imagined deals ---------------------------------------------------------------------------------------

Deal = list[list[Card]]
"""The hands of all seats."""


def _draw_likely_deals(state: CommuneState, seat: int, number: int, rng: Random) -> list[Deal]:
    """Return `number` imagined deals: the seat keeps its hand, and the others get random unseen cards.

    Deals that support the other players' declarations come up more often.
    """
    unseen = list((Counter(build_full_deck(state.options)) - Counter(state.hands[seat])).elements())
    others = [one for one in range(state.seats) if one != seat and state.hands[one]]
    sizes = [len(state.hands[one]) for one in others]
    total = sum(sizes)
    named = [(said.seat, said.place) for said in state.declared if said.seat != seat]
    deals: list[Deal] = []
    weights: list[float] = []
    for _ in range(3 * number if named else number):
        drawn = rng.sample(unseen, total)
        deal: Deal = [[] for _ in range(state.seats)]
        deal[seat] = state.hands[seat]
        start = 0
        for one, size in zip(others, sizes, strict=True):
            deal[one] = drawn[start : start + size]
            start += size
        deals.append(deal)
        weights.append(_weigh_deal(state, deal, named))
    return rng.choices(deals, weights, k=number) if named else deals


def _weigh_deal(state: CommuneState, deal: Deal, named: Spoken) -> float:
    """Return a weight for an imagined deal, which is larger if these hands make the declarations more plausible.

    `named` has the other players' declarations, each as a seat and a place on the ladder. The weight is 1 if each
    declarer's hand supports the declaration. Each unsupported declaration makes it smaller.
    """
    weight, opening = 1.0, (state.declared[0].seat, state.declared[0].place) if state.declared else None
    for seat, place in named:
        if not is_declaration_supported(deal[seat], state.ladder, place, state.options):
            weight *= OPENING_BLUFF if (seat, place) == opening else BLUFF
    return weight


def _join_hands(deal: Deal) -> list[Card]:
    return [card for hand in deal for card in hand]


def _is_token_kept(
    state: CommuneState, seat: int, deal: Deal, spoken: Spoken, place: int, ahead: int, temper: tuple[float, bool]
) -> bool:
    """Return whether `seat` loses no token in the imagined deal `deal` if it now makes the decision `place`.

    `place` is CALL, or the place on the ladder of a hand to declare. `spoken` has the declarations so far. After this
    decision, every seat decides like the steady bot, except that `temper`, one of `TEMPERS`, says how far it believes
    others and whether it calls all doubtful hands. If nobody has called after more than `ahead` declarations, the
    simulation stops and the result is True.
    """
    said = list(spoken)
    total = sum(map(len, deal))
    turn = caller = seat
    while place != CALL:
        said.append((turn, place))
        if len(said) > len(spoken) + ahead:
            return True
        turn = caller = state.get_next_seat(turn)
        place = SeatEstimator(
            state.options, turn, tuple(deal[turn]), total - len(deal[turn]), *temper
        ).choose_declaration_or_call(said)
        if place != CALL and state.options.can_anyone_call:
            doubter = _find_other_caller(state, seat, deal, said, temper)
            if doubter is not None:
                place, caller = CALL, doubter
    declarer, last = said[-1]
    there = CardCounts(_join_hands(deal), state.options).can_make_hand(
        _get_declaration(state, last, len(said) == len(spoken))
    )
    return seat != (caller if there else declarer)


def _find_other_caller(
    state: CommuneState, seat: int, deal: Deal, said: Spoken, temper: tuple[float, bool]
) -> int | None:
    """Return the first player who calls the latest declaration of `said` in an imagined deal, or None if nobody does.

    This is for house rules that ask all players whether they call. The seat itself and the next seat to declare are
    left out. `temper`, one of `TEMPERS`, says how far players believe declarations.
    """
    declarer, place = said[-1]
    total = sum(map(len, deal))
    for one in state.list_other_seats(declarer)[1:]:
        mind = SeatEstimator(state.options, one, tuple(deal[one]), total - len(deal[one]), temper[0])
        if one != seat and mind.build_chance_estimator(said)(place) < ASIDE:
            return one
    return None


def _get_declaration(state: CommuneState, place: int, latest: bool) -> Declaration:
    """Return the hand at a place on the ladder, or the latest declaration of the table if `latest` is true.

    The latest declaration includes the suit, if one was named. Hands of the ladder have no suit.
    """
    return state.declared[-1].hand if latest else state.ladder.steps[place]


# -- moves ------------------------------------------------------------------------------------------------


def _build_answer_move(call: bool) -> Move:
    """Return the answer of a seat that's asked whether it calls: a call if `call` is true, otherwise `let-pass`."""
    return (SAY_CALL if call else LET_PASS).bare_move


def _build_step_move(state: CommuneState, seat: int, place: int) -> Move:
    """Return the move that declares the hand at `place` on the ladder.

    If a flush needs a suit, it's the one that `choose_best_suit` returns for the seat's hand.
    """
    hand = state.ladder.steps[place]
    if hand.kind == "flush" and state.options.is_flush_suit_declared:
        hand = hand._replace(suit=choose_best_suit(state.hands[seat]))
    return build_declaration_move(hand)


def choose_best_suit(hand: Sequence[Card]) -> str:
    """Return the suit of which a hand has most natural cards; high cards count a little more."""
    plain = [card for card in hand if card.suit]
    return max("SHDC", key=lambda suit: sum(20 + get_rank_value(card) for card in plain if card.suit == suit))


BOTS: Mapping[str, LearnerBot | SteadyBot | StrongBot] = {
    "learner": LearnerBot(),
    "steady": SteadyBot(),
    "strong": StrongBot(),
}
