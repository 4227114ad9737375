"""What is the case at a table, found by dealing and playing under its house rules: one function for each statement."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from random import Random

from games.cards import PACK, UNKNOWN, parse_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.playing import revoked
from games.court_piece.puzzles.common import RULES, dealt, play, seated, take_trick
from games.court_piece.scoring import Count, Forfeit, count_hand, end_match, finish, next_dealer
from games.court_piece.state import FIRST, SEATS, SWEEP, TRICKS, CourtPieceState, Trick, winner_of
from games.court_piece.strategy import sensible_card
from games.engine.move import Move
from games.engine.options import BadOption
from games.engine.puzzle import Void
from games.engine.state import DEALER

Rules = CourtPieceOptions


# -- tables to look at ---------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _order(seed: int) -> tuple[int, ...]:
    return tuple(Random(seed).sample(range(len(PACK)), len(PACK)))


def _begun(house: Rules, dealer: int = 3) -> CourtPieceState:
    """A table whose first hand was dealt: the caller looks at five cards."""
    state = RULES.start(house, SEATS)
    RULES.apply(state, DEALER, Move("dealer", dealer))
    RULES.apply(state, DEALER, Move("deal", groups=(tuple(PACK[number] for number in _order(1)),)))
    return state


def _called(house: Rules) -> CourtPieceState:
    """A hand about to be played."""
    state = _begun(house)
    RULES.apply(state, state.caller, Move("trump", word="spades"))
    return state


def _before_the_lead(house: Rules) -> CourtPieceState:
    return seated({"trump": "S", "turn": (3 + house.step) % SEATS, "match": {"dealer": 3}}, house)


def with_tricks(house: Rules, *winners: int) -> CourtPieceState:
    """A hand as it lies when these seats have taken its tricks, before anything is written down."""
    state = _before_the_lead(house)
    state.tricks = [Trick(winner, (), winner) for winner in winners]
    return state


def won(house: Rules, *winners: int) -> CourtPieceState:
    """A hand whose tricks these seats have taken, seat 3 the dealer. Raises Void if it would have ended before."""
    state = _before_the_lead(house)
    for winner in winners:
        if state.phase != "play":
            raise Void("The hand would be over before that.")
        take_trick(state, winner)
    return state


def _counted(house: Rules, *winners: int) -> Count:
    return count_hand(with_tricks(house, *winners))


def _needs_claims(house: Rules) -> None:
    if not house.claimable:
        raise Void("Nobody can revoke by these house rules.")


def _revoke(house: Rules, place: int) -> CourtPieceState:
    """A first trick just after the player at this place of it has revoked. Raises Void where nobody can."""
    _needs_claims(house)
    state = dealt([PACK[number] for number in _order(1)], house, 3, "S")
    for number in range(place + 1):
        hand = state.hands[state.turn]
        if number == 0:
            card = next(card for card in hand if card.suit == "H")
        elif number == place:
            card = next(card for card in hand if card.suit != "H" and any(one.suit == "H" for one in hand))
        else:
            card = sensible_card(state, state.turn)
        RULES.apply(state, state.turn, play(card))
    return state


def _on(state: CourtPieceState, tricks: int) -> CourtPieceState:
    """Played on by rule of thumb until so many tricks are complete, or the hand is over."""
    while state.phase in ("play", "playon") and len(state.tricks) < tricks:
        move = play(sensible_card(state, state.turn)) if state.phase == "play" else Move("go-on")
        RULES.apply(state, state.turn, move)
    return state


def _claims(state: CourtPieceState, accused: int, trick: int, by: str = "right") -> tuple[int, Move]:
    """Who claims, and how."""
    claimer = (accused + 1) % SEATS if by == "right" else (accused + 3) % SEATS
    return claimer, Move("claim", trick, word=by)


def _second(state: CourtPieceState) -> int:
    """The second player of the first trick, who has revoked."""
    return state.after(state.caller)


def _allowed(state: CourtPieceState, seat: int, move: Move) -> bool:
    return RULES.why_not(state, seat, move) is None


# -- players, seats and cards --------------------------------------------------------------------


def players(house: Rules) -> str:
    def may(seats: int) -> bool:
        try:
            RULES.check_seats(house, seats)
        except BadOption:
            return False
        return True

    return " ".join(str(seats) for seats in range(2, 9) if may(seats))


def partner(house: Rules) -> str:
    winners = {seat for seat in range(SEATS) if seat % 2 == _counted(house, *[0, 2] * 3, 0).winner}
    return "across" if winners == {0, 2} else "beside"


def partners_stay(house: Rules) -> str:
    pairs = set()
    for winner in (0, 1):
        state = with_tricks(house, *[winner, 1 - winner] * 6, winner)
        finish(state)
        pairs.add(state.match.results[-1].winners)
    return "stay" if pairs == {(0, 2), (1, 3)} else "change"


def deck(house: Rules) -> str:
    return str(len({card for hand in _called(house).hands for card in hand}))


def highest(house: Rules) -> str:
    cards = parse_cards("KH AH 2H 3H")
    return cards[winner_of(0, cards, "S", 1)].code[0]


def direction(house: Rules) -> str:
    state = _called(house)
    before = state.turn
    RULES.apply(state, before, play(state.hands[before][0]))
    return "left" if state.turn == (before + 1) % SEATS else "right"


def sides_alternate(house: Rules) -> str:
    state = _called(house)
    turns = []
    for _ in range(SEATS):
        turns.append(state.turn % 2)
        RULES.apply(state, state.turn, play(sensible_card(state, state.turn)))
    return "alternate" if turns in ([0, 1, 0, 1], [1, 0, 1, 0]) else "together"


def pile(house: Rules) -> str:
    return "side" if won(house, 0, 2).taken() == (2, 0) else "own"


def countable(house: Rules) -> str:
    facts = dict(RULES.screen(RULES.view(won(house, 0, 2), None)).facts)
    return "open" if "2" in facts.get("Tricks", "") else "secret"


def next_lead(house: Rules) -> str:
    return "winner" if won(house, 2).turn == 2 else "round"


# -- the call --------------------------------------------------------------------------------------


def first_dealers(house: Rules) -> str:
    state = RULES.start(house, SEATS)
    drawn = {RULES.chance(state, Random(seed)).number for seed in range(40)}
    return "chance" if drawn == set(range(SEATS)) else "fixed"


def first_packet(house: Rules) -> str:
    return str(len(_begun(house).hands[0]))


def first_served(house: Rules) -> str:
    state = _begun(house)
    first = next(seat for seat in range(SEATS) if PACK[_order(1)[0]] in state.hands[seat])
    return {0: "left", 2: "right", 3: "dealer"}.get(first, "across")


def packets(house: Rules) -> str:
    state = _called(house)
    order = [PACK[number] for number in _order(1)]
    rest = sorted(order.index(card) for card in state.hands[state.caller])[FIRST:]
    return str(next(number for number in range(1, 9) if number == len(rest) or rest[number] != rest[0] + number))


def caller(house: Rules) -> str:
    return {0: "left", 1: "across", 2: "right", 3: "dealer"}[_begun(house).waiting[0]]


def seen_by_caller(house: Rules) -> str:
    state = _begun(house)
    seen = RULES.load(RULES.view(state, state.caller).position)
    return str(sum(card is not UNKNOWN for card in [*seen.hands[state.caller], *seen.stock]))


def alone(house: Rules) -> str:
    state = _begun(house)
    return "asks" if state.may_move(state.after(state.caller, 2)) else "alone"


def any_suit(house: Rules) -> str:
    state = seated({"phase": "call", "turn": 0, "hands": ["AH KH 7H 3D 2C"]}, house)
    return "any" if _allowed(state, 0, Move("trump", word="spades")) else "held"


def redeal(five: str) -> Callable[[Rules], str]:
    def ask(house: Rules) -> str:
        state = seated({"phase": "call", "turn": 0, "hands": [five]}, house)
        return "anew" if _allowed(state, 0, Move("redeal")) else "must"

    return ask


def open_trumps(house: Rules) -> str:
    state = _called(house)
    return "open" if RULES.view(state, state.after(state.caller)).position["trump"] else "secret"


def blind(house: Rules) -> str:
    state = _begun(house)
    other = state.after(state.caller, 2)
    return "blind" if "?" in RULES.view(state, other).position["hands"][other] else "look"


# -- playing to a trick ------------------------------------------------------------------------------


def first_lead(house: Rules) -> str:
    state = _called(house)
    return "caller" if state.turn == state.caller else "dealer" if state.turn == state.match.dealer else "other"


def _at_turn(house: Rules, hand: str, trick: str) -> CourtPieceState:
    tricks = TRICKS - len(hand.split())
    return seated({"trump": "S", "hands": [hand], "trick": trick, "tricks": ["0"] * tricks}, house)


def trump_lead(house: Rules) -> str:
    return "any" if _allowed(_at_turn(house, "AS 3H 4D", ""), 0, play(parse_cards("AS")[0])) else "broken"


def no_duty(house: Rules) -> str:
    return "free" if _allowed(_at_turn(house, "2S 7D", "KH 3H"), 0, play(parse_cards("7D")[0])) else "must"


def mode(house: Rules) -> str:
    state = _at_turn(house, "2H 7D", "KH 3H")
    return "stays" if _allowed(state, 0, play(parse_cards("7D")[0])) else "refused"


# -- courts -------------------------------------------------------------------------------------------


def split_end(house: Rules) -> str:
    state = won(house, 1, *[0] * 7)
    return "out" if state.phase == "play" else "stops"


def tie(house: Rules) -> str:
    level = [ours for ours in range(TRICKS + 1) if ours == TRICKS - ours]
    return "level" if level else "never"


def sweep_wins(house: Rules) -> str:
    return "won" if _counted(house, *[0, 2] * 3, 0).winner == 0 else "not"


def either_side(house: Rules) -> str:
    callers = with_tricks(house).caller % 2
    return "either" if any(_counted(house, *[1 - callers] * SWEEP).courts) else "callers"


def after_seven(house: Rules) -> str:
    state = won(house, *[0] * SWEEP)
    return "asked" if state.phase == "playon" else "over"


def _asked(house: Rules) -> CourtPieceState:
    state = won(house, *[0] * SWEEP)
    if state.phase != "playon":
        raise Void("Nobody is asked whether to play on by these house rules.")
    return state


def decider(house: Rules) -> str:
    state = _asked(house)
    RULES.apply(state, 0, Move("stop"))
    if state.phase == "playon":
        return "either"
    state = _asked(house)
    RULES.apply(state, 0, Move("go-on"))
    return "both" if state.phase == "playon" else "winner"


def playing_on(house: Rules) -> CourtPieceState:
    """A hand whose first seven tricks seat 0 has taken, and whose winners play on. Raises Void where they may not."""
    state = _asked(house)
    while state.phase == "playon":
        RULES.apply(state, state.turn, Move("go-on"))
    return state


def failing(house: Rules) -> str:
    playing_on(house)
    courts = [_counted(house, *[0] * SWEEP, *more).courts[0] for more in ([], [1])]
    return "free" if courts[1] == courts[0] > 0 else "lost"


def stop_on_loss(house: Rules) -> str:
    state = playing_on(house)
    take_trick(state, 1)
    return "out" if state.phase == "play" else "stops"


def replaces(house: Rules) -> str:
    playing_on(house)
    return "replaces" if _counted(house, *[0] * TRICKS).courts[0] == house.playon_value else "adds"


# -- tally and match -----------------------------------------------------------------------------------


def row(house: Rules) -> str:
    state = with_tricks(house)
    for winner in (0, 1, 0):
        state.tricks = with_tricks(house, *[winner, 1 - winner] * 6, winner).tricks
        finish(state)
    return "row" if (state.holder, state.tally) == (0, 1) else "all"


def sweep_counts(house: Rules) -> str:
    return "counts" if _counted(house, *[0] * SWEEP).tally == 1 else "clears"


def at_start(house: Rules) -> str:
    state = RULES.start(house, SEATS)
    return "nothing" if (state.tally, state.holder, state.match.scores) == (0, None, [0] * SEATS) else "something"


def _ends(house: Rules, deals: int, ours: int, theirs: int) -> CourtPieceState:
    """The table after a hand without a court, with so many hands and courts before it."""
    state = with_tricks(house, *[0, 1] * 6, 0)
    state.match.deals, state.match.scores = deals, [ours, theirs, ours, theirs]
    finish(state)
    return state


def length(house: Rules) -> str:
    if _ends(house, 0, 0, 0).phase == "agree":
        return "open"
    by_hands, by_courts = _ends(house, 1000, 1, 0).match.over, _ends(house, 0, 100, 0).match.over
    if by_hands == by_courts:
        raise Void("The match is too short to tell.")
    return "hands" if by_hands else "courts"


def level(house: Rules) -> str:
    state = _ends(house, 1000, 100, 100)
    if state.phase == "agree":
        RULES.apply(state, state.turn, Move("finish"))
    return "draw" if state.match.over and not state.match.winners else "on"


def match_winner(house: Rules) -> str:
    state = with_tricks(house)
    state.match.scores = [2, 3, 2, 3]
    end_match(state)
    return "courts" if state.match.winners == (1, 3) else "hands"


def _dealers(house: Rules) -> set[tuple[bool, bool, int]]:
    """After any hand: whether the dealer's side has won it, whether by a court, and how far on the next dealer sits."""
    found = set()
    for winner in (0, 1):
        for winners in ([winner, 1 - winner] * 6 + [winner], [winner] * SWEEP):
            state = with_tricks(house, *winners)
            count = count_hand(state)
            found.add((winner == 1, any(count.courts), (next_dealer(state, count) - 3) * house.step % SEATS))
    return found


def losers(house: Rules) -> str:
    return "losers" if all((places % 2 == 0) != won for won, _, places in _dealers(house)) else "winners"


def again(house: Rules) -> str:
    return "again" if (False, False, 0) in _dealers(house) else "on"


# -- revokes ----------------------------------------------------------------------------------------------


def leader(house: Rules) -> str:
    state = _on(_revoke(house, 3), 2)
    leader = state.tricks[1].leader if len(state.tricks) > 1 else state.caller
    return "cannot" if not revoked(state, leader, 2) else "can"


def established(house: Rules) -> str:
    state = _on(_revoke(house, 1), 1)
    seat, move = _claims(state, _second(state), 1)
    return "complete" if _allowed(state, seat, move) else "lead"


def _upheld(house: Rules) -> CourtPieceState:
    """A table at which a revoke of the first trick was claimed in the fifth. Raises Void where nobody can revoke."""
    state = _on(_revoke(house, 1), 4)
    seat, move = _claims(state, _second(state), 1)
    RULES.play(state, seat, move)
    return state


def discovered(house: Rules) -> str:
    return "later" if _upheld(house).match.deals == 1 else "soon"


def who_claims(house: Rules) -> str:
    state = _on(_revoke(house, 1), 4)
    partner = state.after(_second(state), 2)
    may = any(_allowed(state, partner, Move("claim", 1, word=word)) for word in ("partner", "across"))
    return "anyone" if may else "opponents"


def confirmed(house: Rules) -> str:
    _needs_claims(house)
    return "four" if won(house, *[0, 1] * 6, 0).phase == "confirm" else "last"


def unclaimed(house: Rules) -> str:
    state = _on(_revoke(house, 1), TRICKS)
    while state.phase in ("confirm", "playon"):
        RULES.apply(state, state.waiting[0], Move("confirm" if state.phase == "confirm" else "stop"))
    ours, theirs = state.taken()
    return "nothing" if state.match.results[-1].winners[0] == (0 if ours > theirs else 1) else "later"


def wrong_claim(house: Rules) -> str:
    state = _on(_revoke(house, 1), 4)
    seat, move = _claims(state, state.caller, 1)
    RULES.play(state, seat, move)
    return "forfeit" if state.match.deals else "none"


def forfeited(house: Rules) -> str:
    state = _upheld(house)
    winners = state.match.results[-1].winners
    return "over" if winners[0] % 2 != _revoker_side(house) and state.phase != "play" else "trick"


def _revoker_side(house: Rules) -> int:
    return _second(_revoke(house, 1)) % 2


def revoke_court(house: Rules) -> str:
    scores = _upheld(house).match.results[-1].scores
    return "court" if scores is not None and scores[1 - _revoker_side(house)] else "hand"


def cancelled(trick: int) -> Callable[[Rules], str]:
    def ask(house: Rules) -> str:
        _needs_claims(house)
        if trick > SWEEP:
            playing_on(house)
        state = with_tricks(house, *[0] * max(SWEEP, trick))
        return "kept" if count_hand(state, Forfeit(0, trick)).courts[0] else "lost"

    return ask


def in_time(house: Rules) -> str:
    state = _revoke(house, 1)
    return "may" if _corrections(state, _second(state)) else "never"


def _corrections(state: CourtPieceState, seat: int) -> list[Move]:
    moves = [Move("correct", groups=((card,),)) for card in state.hands[seat]]
    return [move for move in moves if _allowed(state, seat, move)]


def fourth(house: Rules) -> str:
    state = _revoke(house, 3)
    return "lead" if _corrections(state, state.after(state.caller, 3)) else "fourth"


def _corrected(house: Rules) -> CourtPieceState:
    """A trick of three cards whose second player has just put a revoke right."""
    state = _revoke(house, 1)
    RULES.apply(state, state.turn, play(sensible_card(state, state.turn)))
    seat = _second(state)
    RULES.play(state, seat, _corrections(state, seat)[0])
    return state


def followers(house: Rules) -> str:
    state = _corrected(house)
    return "may" if state.phase == "change" and state.turn == state.after(state.caller, 2) else "not"


def earlier(house: Rules) -> str:
    state = _corrected(house)
    return "all" if state.caller in (state.turn, *state.changing) else "stay"


def corrected_costs(house: Rules) -> str:
    state = _corrected(house)
    seat = _second(state)
    RULES.apply(state, state.turn, Move("keep"))
    state = _on(state, 3)
    return "free" if not revoked(state, seat, 1) and not state.match.deals else "trick"
