"""Statements about the game. What is true is never written down here: `ask` finds it by dealing and playing under the
house rules in force, so that the same statement may be true at one table and false at another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Claim:
    """A statement with a gap: a sentence for each thing that somebody may believe, and how to find which one holds.

    `ask` raises Void where the house rules leave nothing to say.
    """

    theme: str
    clause: str
    ask: Callable[[Rules], str]
    texts: dict[str, str]


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


def _players(house: Rules) -> str:
    def may(seats: int) -> bool:
        try:
            RULES.check_seats(house, seats)
        except BadOption:
            return False
        return True

    return " ".join(str(seats) for seats in range(2, 9) if may(seats))


def _partner(house: Rules) -> str:
    winners = {seat for seat in range(SEATS) if seat % 2 == _counted(house, *[0, 2] * 3, 0).winner}
    return "across" if winners == {0, 2} else "beside"


def _partners_stay(house: Rules) -> str:
    pairs = set()
    for winner in (0, 1):
        state = with_tricks(house, *[winner, 1 - winner] * 6, winner)
        finish(state)
        pairs.add(state.match.results[-1].winners)
    return "stay" if pairs == {(0, 2), (1, 3)} else "change"


def _deck(house: Rules) -> str:
    return str(len({card for hand in _called(house).hands for card in hand}))


def _highest(house: Rules) -> str:
    cards = parse_cards("KH AH 2H 3H")
    return cards[winner_of(0, cards, "S", 1)].code[0]


def _direction(house: Rules) -> str:
    state = _called(house)
    before = state.turn
    RULES.apply(state, before, play(state.hands[before][0]))
    return "left" if state.turn == (before + 1) % SEATS else "right"


def _sides_alternate(house: Rules) -> str:
    state = _called(house)
    turns = []
    for _ in range(SEATS):
        turns.append(state.turn % 2)
        RULES.apply(state, state.turn, play(sensible_card(state, state.turn)))
    return "alternate" if turns in ([0, 1, 0, 1], [1, 0, 1, 0]) else "together"


def _pile(house: Rules) -> str:
    return "side" if won(house, 0, 2).taken() == (2, 0) else "own"


def _countable(house: Rules) -> str:
    facts = dict(RULES.screen(RULES.view(won(house, 0, 2), None)).facts)
    return "open" if "2" in facts.get("Tricks", "") else "secret"


def _next_lead(house: Rules) -> str:
    return "winner" if won(house, 2).turn == 2 else "round"


# -- the call --------------------------------------------------------------------------------------


def _first_dealers(house: Rules) -> str:
    state = RULES.start(house, SEATS)
    drawn = {RULES.chance(state, Random(seed)).number for seed in range(40)}
    return "chance" if drawn == set(range(SEATS)) else "fixed"


def _first_packet(house: Rules) -> str:
    return str(len(_begun(house).hands[0]))


def _first_served(house: Rules) -> str:
    state = _begun(house)
    first = next(seat for seat in range(SEATS) if PACK[_order(1)[0]] in state.hands[seat])
    return {0: "left", 2: "right", 3: "dealer"}.get(first, "across")


def _packets(house: Rules) -> str:
    state = _called(house)
    order = [PACK[number] for number in _order(1)]
    rest = sorted(order.index(card) for card in state.hands[state.caller])[FIRST:]
    return str(next(number for number in range(1, 9) if number == len(rest) or rest[number] != rest[0] + number))


def _caller(house: Rules) -> str:
    return {0: "left", 1: "across", 2: "right", 3: "dealer"}[_begun(house).waiting[0]]


def _seen_by_caller(house: Rules) -> str:
    state = _begun(house)
    seen = RULES.load(RULES.view(state, state.caller).position)
    return str(sum(card is not UNKNOWN for card in [*seen.hands[state.caller], *seen.stock]))


def _alone(house: Rules) -> str:
    state = _begun(house)
    return "asks" if state.may_move(state.after(state.caller, 2)) else "alone"


def _any_suit(house: Rules) -> str:
    state = seated({"phase": "call", "turn": 0, "hands": ["AH KH 7H 3D 2C"]}, house)
    return "any" if _allowed(state, 0, Move("trump", word="spades")) else "held"


def _redeal(five: str) -> Callable[[Rules], str]:
    def ask(house: Rules) -> str:
        state = seated({"phase": "call", "turn": 0, "hands": [five]}, house)
        return "anew" if _allowed(state, 0, Move("redeal")) else "must"

    return ask


def _open_trumps(house: Rules) -> str:
    state = _called(house)
    return "open" if RULES.view(state, state.after(state.caller)).position["trump"] else "secret"


def _blind(house: Rules) -> str:
    state = _begun(house)
    other = state.after(state.caller, 2)
    return "blind" if "?" in RULES.view(state, other).position["hands"][other] else "look"


# -- playing to a trick ------------------------------------------------------------------------------


def _first_lead(house: Rules) -> str:
    state = _called(house)
    return "caller" if state.turn == state.caller else "dealer" if state.turn == state.match.dealer else "other"


def _at_turn(house: Rules, hand: str, trick: str) -> CourtPieceState:
    tricks = TRICKS - len(hand.split())
    return seated({"trump": "S", "hands": [hand], "trick": trick, "tricks": ["0"] * tricks}, house)


def _trump_lead(house: Rules) -> str:
    return "any" if _allowed(_at_turn(house, "AS 3H 4D", ""), 0, play(parse_cards("AS")[0])) else "broken"


def _no_duty(house: Rules) -> str:
    return "free" if _allowed(_at_turn(house, "2S 7D", "KH 3H"), 0, play(parse_cards("7D")[0])) else "must"


def _mode(house: Rules) -> str:
    state = _at_turn(house, "2H 7D", "KH 3H")
    return "stays" if _allowed(state, 0, play(parse_cards("7D")[0])) else "refused"


# -- courts -------------------------------------------------------------------------------------------


def _split_end(house: Rules) -> str:
    state = won(house, 1, *[0] * 7)
    return "out" if state.phase == "play" else "stops"


def _tie(house: Rules) -> str:
    level = [ours for ours in range(TRICKS + 1) if ours == TRICKS - ours]
    return "level" if level else "never"


def _sweep_wins(house: Rules) -> str:
    return "won" if _counted(house, *[0, 2] * 3, 0).winner == 0 else "not"


def _either_side(house: Rules) -> str:
    callers = with_tricks(house).caller % 2
    return "either" if any(_counted(house, *[1 - callers] * SWEEP).courts) else "callers"


def _after_seven(house: Rules) -> str:
    state = won(house, *[0] * SWEEP)
    return "asked" if state.phase == "playon" else "over"


def _asked(house: Rules) -> CourtPieceState:
    state = won(house, *[0] * SWEEP)
    if state.phase != "playon":
        raise Void("Nobody is asked whether to play on by these house rules.")
    return state


def _decider(house: Rules) -> str:
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


def _failing(house: Rules) -> str:
    playing_on(house)
    courts = [_counted(house, *[0] * SWEEP, *more).courts[0] for more in ([], [1])]
    return "free" if courts[1] == courts[0] > 0 else "lost"


def _stop_on_loss(house: Rules) -> str:
    state = playing_on(house)
    take_trick(state, 1)
    return "out" if state.phase == "play" else "stops"


def _replaces(house: Rules) -> str:
    playing_on(house)
    return "replaces" if _counted(house, *[0] * TRICKS).courts[0] == house.playon_value else "adds"


# -- tally and match -----------------------------------------------------------------------------------


def _row(house: Rules) -> str:
    state = with_tricks(house)
    for winner in (0, 1, 0):
        state.tricks = with_tricks(house, *[winner, 1 - winner] * 6, winner).tricks
        finish(state)
    return "row" if (state.holder, state.tally) == (0, 1) else "all"


def _sweep_counts(house: Rules) -> str:
    return "counts" if _counted(house, *[0] * SWEEP).tally == 1 else "clears"


def _at_start(house: Rules) -> str:
    state = RULES.start(house, SEATS)
    return "nothing" if (state.tally, state.holder, state.match.scores) == (0, None, [0] * SEATS) else "something"


def _ends(house: Rules, deals: int, ours: int, theirs: int) -> CourtPieceState:
    """The table after a hand without a court, with so many hands and courts before it."""
    state = with_tricks(house, *[0, 1] * 6, 0)
    state.match.deals, state.match.scores = deals, [ours, theirs, ours, theirs]
    finish(state)
    return state


def _length(house: Rules) -> str:
    if _ends(house, 0, 0, 0).phase == "agree":
        return "open"
    by_hands, by_courts = _ends(house, 1000, 1, 0).match.over, _ends(house, 0, 100, 0).match.over
    if by_hands == by_courts:
        raise Void("The match is too short to tell.")
    return "hands" if by_hands else "courts"


def _level(house: Rules) -> str:
    state = _ends(house, 1000, 100, 100)
    if state.phase == "agree":
        RULES.apply(state, state.turn, Move("finish"))
    return "draw" if state.match.over and not state.match.winners else "on"


def _match_winner(house: Rules) -> str:
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


def _losers(house: Rules) -> str:
    return "losers" if all((places % 2 == 0) != won for won, _, places in _dealers(house)) else "winners"


def _again(house: Rules) -> str:
    return "again" if (False, False, 0) in _dealers(house) else "on"


# -- revokes ----------------------------------------------------------------------------------------------


def _leader(house: Rules) -> str:
    state = _on(_revoke(house, 3), 2)
    leader = state.tricks[1].leader if len(state.tricks) > 1 else state.caller
    return "cannot" if not revoked(state, leader, 2) else "can"


def _established(house: Rules) -> str:
    state = _on(_revoke(house, 1), 1)
    seat, move = _claims(state, _second(state), 1)
    return "complete" if _allowed(state, seat, move) else "lead"


def _upheld(house: Rules) -> CourtPieceState:
    """A table at which a revoke of the first trick was claimed in the fifth. Raises Void where nobody can revoke."""
    state = _on(_revoke(house, 1), 4)
    seat, move = _claims(state, _second(state), 1)
    RULES.play(state, seat, move)
    return state


def _discovered(house: Rules) -> str:
    return "later" if _upheld(house).match.deals == 1 else "soon"


def _who_claims(house: Rules) -> str:
    state = _on(_revoke(house, 1), 4)
    partner = state.after(_second(state), 2)
    may = any(_allowed(state, partner, Move("claim", 1, word=word)) for word in ("partner", "across"))
    return "anyone" if may else "opponents"


def _confirmed(house: Rules) -> str:
    _needs_claims(house)
    return "four" if won(house, *[0, 1] * 6, 0).phase == "confirm" else "last"


def _unclaimed(house: Rules) -> str:
    state = _on(_revoke(house, 1), TRICKS)
    while state.phase in ("confirm", "playon"):
        RULES.apply(state, state.waiting[0], Move("confirm" if state.phase == "confirm" else "stop"))
    ours, theirs = state.taken()
    return "nothing" if state.match.results[-1].winners[0] == (0 if ours > theirs else 1) else "later"


def _wrong_claim(house: Rules) -> str:
    state = _on(_revoke(house, 1), 4)
    seat, move = _claims(state, state.caller, 1)
    RULES.play(state, seat, move)
    return "forfeit" if state.match.deals else "none"


def _forfeited(house: Rules) -> str:
    state = _upheld(house)
    winners = state.match.results[-1].winners
    return "over" if winners[0] % 2 != _revoker_side(house) and state.phase != "play" else "trick"


def _revoker_side(house: Rules) -> int:
    return _second(_revoke(house, 1)) % 2


def _revoke_court(house: Rules) -> str:
    scores = _upheld(house).match.results[-1].scores
    return "court" if scores is not None and scores[1 - _revoker_side(house)] else "hand"


def _cancelled(trick: int) -> Callable[[Rules], str]:
    def ask(house: Rules) -> str:
        _needs_claims(house)
        if trick > SWEEP:
            playing_on(house)
        state = with_tricks(house, *[0] * max(SWEEP, trick))
        return "kept" if count_hand(state, Forfeit(0, trick)).courts[0] else "lost"

    return ask


def _in_time(house: Rules) -> str:
    state = _revoke(house, 1)
    return "may" if _corrections(state, _second(state)) else "never"


def _corrections(state: CourtPieceState, seat: int) -> list[Move]:
    moves = [Move("correct", groups=((card,),)) for card in state.hands[seat]]
    return [move for move in moves if _allowed(state, seat, move)]


def _fourth(house: Rules) -> str:
    state = _revoke(house, 3)
    return "lead" if _corrections(state, state.after(state.caller, 3)) else "fourth"


def _corrected(house: Rules) -> CourtPieceState:
    """A trick of three cards whose second player has just put a revoke right."""
    state = _revoke(house, 1)
    RULES.apply(state, state.turn, play(sensible_card(state, state.turn)))
    seat = _second(state)
    RULES.play(state, seat, _corrections(state, seat)[0])
    return state


def _followers(house: Rules) -> str:
    state = _corrected(house)
    return "may" if state.phase == "change" and state.turn == state.after(state.caller, 2) else "not"


def _earlier(house: Rules) -> str:
    state = _corrected(house)
    return "all" if state.caller in (state.turn, *state.changing) else "stay"


def _corrected_costs(house: Rules) -> str:
    state = _corrected(house)
    seat = _second(state)
    RULES.apply(state, state.turn, Move("keep"))
    state = _on(state, 3)
    return "free" if not revoked(state, seat, 1) and not state.match.deals else "trick"


# -- all of them -------------------------------------------------------------------------------------------


def _made() -> dict[str, Claim]:
    found: dict[str, Claim] = {}

    def say(theme: str, clause: str, ask: Callable[[Rules], str], more: str = "", **texts: str) -> None:
        found[clause + more] = Claim(theme, clause, ask, texts)

    _about_seats(say)
    _about_calling(say)
    _about_dealing(say)
    _about_playing(say)
    _about_courts(say)
    _about_the_match(say)
    _about_revokes(say)
    return found


Say = Callable[..., None]


def _about_seats(say: Say) -> None:
    say(
        "who-wins",
        "setup.players",
        _players,
        **{"4": "Four play, no more and no fewer.", "2 4": "Two or four can play."},
    )
    say(
        "who-wins",
        "setup.seats",
        _partner,
        across="Your partner sits opposite you.",
        beside="Your partner sits beside you.",
    )
    say(
        *("who-wins", "setup.partners", _partners_stay),
        stay="Who plays with whom is drawn or agreed before the match, and the same two stay partners to its end.",
        change="After each hand the partners change.",
    )
    say(
        *("who-wins", "setup.deck", _deck),
        **{"52": "All 52 cards of the pack are dealt, and there are no jokers.", "32": "Only 32 cards are used."},
    )
    say(
        *("who-wins", "setup.rank", _highest),
        A="In every suit the ace is the highest card.",
        K="In every suit the king is the highest card, and the ace the lowest.",
    )
    say(
        *("who-wins", "setup.direction", _direction),
        left="After you it is the turn of the player on your left.",
        right="After you it is the turn of the player on your right.",
    )
    say(
        *("who-wins", "trick.order", _sides_alternate),
        alternate="Everybody adds one card to a trick in turn, so that an opponent always plays right after you.",
        together="Partners play to a trick right after each other.",
    )
    say(
        *("who-wins", "trick.side-pile", _pile),
        side="A trick that your partner takes counts as much for you as one of your own.",
        own="Everybody counts only the tricks that they took themselves.",
    )
    say(
        *("who-wins", "trick.countable", _countable),
        open="Everybody can see at any time how many tricks each side has.",
        secret="How many tricks a side has is kept secret until the hand is over.",
    )
    say(
        *("who-wins", "trick.winner-leads", _next_lead),
        winner="Whoever takes a trick leads to the next one.",
        round="The lead goes round the table, whoever takes the tricks.",
    )


def _about_calling(say: Say) -> None:
    say(
        "name-the-trump",
        "deal.first-five",
        _first_packet,
        **{"5": "First everybody is dealt five cards.", "4": "First everybody is dealt four cards."},
    )
    say(
        *("name-the-trump", "deal.first-five", _first_served, " to whom"),
        left="The player on the dealer’s left is dealt the first five cards.",
        right="The player on the dealer’s right is dealt the first five cards.",
        dealer="The dealer takes the first five cards.",
    )
    say(
        *("name-the-trump", "deal.rest", _packets),
        **{
            "4": "After the call the rest is dealt in two packets of four.",
            "8": "After the call everybody gets the other eight cards in one packet.",
            "1": "After the call the rest is dealt card by card.",
        },
    )
    say(
        *("name-the-trump", "trump.caller", _caller),
        left="The player on the dealer’s left calls trumps.",
        right="The player on the dealer’s right calls trumps.",
        dealer="The dealer calls trumps.",
        across="The dealer’s partner calls trumps.",
    )
    say(
        *("name-the-trump", "trump.five-card-call", _seen_by_caller),
        **{
            "5": "The caller has seen five cards, and no more, when naming trumps.",
            "13": "The caller looks at all thirteen cards before naming trumps.",
        },
    )
    say(
        *("name-the-trump", "trump.alone", _alone),
        alone="The caller names trumps alone, without a word from the partner.",
        asks="The caller may leave the choice of trumps to the partner.",
    )
    say(
        *("name-the-trump", "trump.any-suit", _any_suit),
        any="The caller may name a suit without holding a card of it.",
        held="The caller may only name a suit of which they hold a card.",
    )
    for five in ("2C 4D 5H 7S 9C", "2C 4D 5H 7S TC", "3D 4D 6H JS 9S"):
        say(
            *("name-the-trump", "trump.compulsory", _redeal(five), f" {five}"),
            must=f"A caller who is dealt `{five}` has to name a trump suit all the same.",
            anew=f"A caller who is dealt `{five}` may have the cards dealt anew.",
        )
    say(
        *("name-the-trump", "trump.open", _open_trumps),
        open="Everybody is told the trump suit at once.",
        secret="The trump suit stays the caller’s secret until somebody cannot follow suit.",
    )
    say(
        *("name-the-trump", "trump.others-blind", _blind),
        blind="The other three leave their five cards face down until trumps are named.",
        look="Everybody looks at their first five cards while the caller thinks.",
    )


def _about_dealing(say: Say) -> None:
    say(
        *("who-deals", "setup.first-dealer", _first_dealers),
        chance="Chance decides who deals the first hand of a match.",
        fixed="The first hand of a match is always dealt by the same player.",
    )
    say(
        *("who-deals", "deal.loser-deals", _losers),
        losers="The next dealer always belongs to the side that has lost the hand.",
        winners="It happens that a side that has won a hand has to deal the next one.",
    )
    say(
        *("who-deals", "deal.dealer-side-lost", _again),
        again="If the dealer’s side loses a hand in which no court was scored, the same player deals again.",
        on="After every hand another player deals.",
    )


def _about_playing(say: Say) -> None:
    say(
        *("which-cards", "trick.first-lead", _first_lead),
        caller="The player who called trumps leads to the first trick.",
        dealer="The dealer leads to the first trick.",
    )
    say(
        *("which-cards", "trick.lead-any", _trump_lead),
        any="A trump may be led at any time, also if none has been played before.",
        broken="No trump may be led before one was played on another suit.",
    )
    say(
        *("which-cards", "trick.no-duty-to-trump", _no_duty),
        free="If you cannot follow suit you may keep your trumps and throw another card.",
        must="If you cannot follow suit you have to play a trump, as long as you hold one.",
    )
    say(
        *("which-cards", "revoke.mode", _mode),
        refused="If you play another suit while you hold the one that was led, the card is refused at once.",
        stays="If you play another suit while you hold the one that was led, the card lies, but you may be caught.",
    )


def _about_courts(say: Say) -> None:
    say(
        *("court-or-not", "hand.split-plays-out", _split_end),
        out="A hand in which both sides have taken a trick early is played for all thirteen tricks.",
        stops="A hand in which both sides have taken a trick early stops once a side has seven.",
    )
    say(
        *("court-or-not", "hand.no-tie", _tie),
        never="Thirteen is odd, so that no hand can end level.",
        level="A hand in which both sides take equally many tricks is drawn.",
    )
    say(
        *("court-or-not", "hand.sweep-is-win", _sweep_wins),
        won="A side with the first seven tricks has won the hand as well.",
        **{"not": "A side with the first seven tricks scores a court, but still has to win the hand."},
    )
    say(
        *("court-or-not", "court.first-seven-either-side", _either_side),
        either="The first seven tricks score also for a side that did not call trumps.",
        callers="Only the side that called trumps can score with the first seven tricks.",
    )
    say(
        *("court-or-not", "playon.default-stop", _after_seven),
        asked="When a side has the first seven tricks, the hand stops unless that side wants to play on.",
        over="When a side has the first seven tricks, the hand is over whatever anybody wants.",
    )
    say(
        *("play-on", "playon.option", _after_seven),
        asked="A side with the first seven tricks may choose to play on for all thirteen.",
        over="Nobody may play on after the first seven tricks.",
    )
    say(
        *("play-on", "playon.who-decides", _decider),
        winner="The player who took trick 7 decides alone whether to play on.",
        either="It is enough if one of the two partners wants to play on.",
        both="The partners play on only if both want to.",
    )
    say(
        *("play-on", "playon.no-penalty", _failing),
        free="Who plays on and then loses a trick keeps the score for the first seven.",
        lost="Who plays on and then loses a trick loses the score for the first seven too.",
    )
    say(
        *("play-on", "playon.stop-on-loss", _stop_on_loss),
        stops="A hand that was played on stops when the other side takes a trick.",
        out="A hand that was played on goes to trick 13, even when the other side takes one before.",
    )
    say(
        *("play-on", "playon.replaces", _replaces),
        replaces="What is scored for all thirteen tricks takes the place of what the first seven were worth.",
        adds="What is scored for all thirteen tricks comes on top of what the first seven were worth.",
    )


def _about_the_match(say: Say) -> None:
    say(
        *("keep-the-tally", "tally.what", _row),
        row="The tally counts the hands that a side has won in a row.",
        all="The tally counts all hands that a side has won, in a row or not.",
    )
    say(
        *("keep-the-tally", "tally.every-hand-counts", _sweep_counts),
        counts="A hand won by the first seven tricks is one more win in a row.",
        clears="The court for the first seven tricks clears the tally, and that hand does not count in it.",
    )
    say(
        *("keep-the-tally", "setup.tally-zero", _at_start),
        nothing="A match begins with no courts, and nobody holds a tally.",
        something="A match begins with a tally of one for the side that calls first.",
    )
    say(
        *("keep-the-tally", "match.winner", _match_winner),
        courts="The match goes to the side with more courts.",
        hands="The match goes to the side that has won more hands.",
    )
    say(
        *("keep-the-tally", "match.end", _length),
        hands="The match is over after the number of hands that was agreed.",
        courts="The match is over as soon as a side has the number of courts that was agreed.",
        open="After each hand it is asked whether the match goes on.",
    )
    say(
        *("keep-the-tally", "match.tie", _level),
        draw="A match that ends with equally many courts is a draw.",
        on="A match does not end with equally many courts: another hand is dealt until they differ.",
    )


def _about_revokes(say: Say) -> None:
    say(
        *("spot-the-revoke", "revoke.definition", _leader),
        cannot="The leader of a trick cannot revoke.",
        can="A leader who holds the suit of the trick before and leads another one has revoked.",
    )
    say(
        *("spot-the-revoke", "revoke.established", _established),
        complete="A revoke can be claimed as soon as its trick is complete.",
        lead="A revoke can be claimed only after somebody has led to the next trick.",
    )
    say(
        *("spot-the-revoke", "revoke.discovered", _discovered),
        later="A revoke in the first trick can still be punished in the fifth.",
        soon="A revoke in the first trick goes free once the second is complete.",
    )
    say(
        *("spot-the-revoke", "revoke.claim", _who_claims),
        opponents="A revoke is claimed by an opponent of the player who made it.",
        anyone="A revoke may be claimed by anybody, also by the partner of the player who made it.",
    )
    say(
        *("spot-the-revoke", "revoke.confirm", _confirmed),
        four="Until all four players have confirmed the result of a hand a revoke can be claimed.",
        last="With the last card of a hand it is too late to claim a revoke.",
    )
    say(
        *("spot-the-revoke", "revoke.unclaimed", _unclaimed),
        nothing="A revoke that nobody claims in time has no effect.",
        later="A revoke that nobody claims in time loses the hand all the same.",
    )
    say(
        *("spot-the-revoke", "revoke.false-claim", _wrong_claim),
        none="A wrong claim costs nothing.",
        forfeit="A wrong claim loses the hand, just as a revoke does.",
    )
    say(
        *("spot-the-revoke", "revoke.forfeit", _forfeited),
        over="When a revoke is claimed rightly, the hand is over at once and the side that revoked has lost it.",
        trick="When a revoke is claimed rightly, the trick changes hands and the hand is played on.",
    )
    say(
        *("spot-the-revoke", "revoke.court", _revoke_court),
        court="A revoke that is claimed rightly is a court for the other side.",
        hand="A revoke that is claimed rightly gives the other side the hand, but no court.",
    )
    for trick in (4, 9):
        say(
            *("spot-the-revoke", "revoke.cancels", _cancelled(trick), f" {trick}"),
            lost=f"A side caught for a revoke in trick {trick} loses what it scored for the first seven tricks.",
            kept=f"A side caught for a revoke in trick {trick} keeps what it scored for the first seven tricks.",
        )
    say(
        *("put-it-right", "revoke.self-correct", _in_time),
        may="Who notices their own revoke before the trick is complete may take the card back and follow suit.",
        never="A card that lies is never taken back, not even if it was a revoke.",
    )
    say(
        *("put-it-right", "revoke.window", _fourth),
        fourth="If the fourth player of the first trick revokes, it is too late to put that right.",
        lead="If the fourth player of the first trick revokes, that can be put right until somebody leads again.",
    )
    say(
        *("put-it-right", "revoke.followers-may-change", _followers),
        may="When a revoke is put right, those who have played after it may change their cards.",
        **{"not": "When a revoke is put right, those who have played after it have to leave their cards."},
    )
    say(
        *("put-it-right", "revoke.earlier-cards-stay", _earlier),
        stay="When a revoke is put right, the cards that were played before it stay.",
        all="When a revoke is put right, everybody takes their card back and the trick begins anew.",
    )
    say(
        *("put-it-right", "revoke.no-penalty-if-corrected", _corrected_costs),
        free="A revoke that was put right in time costs nothing.",
        trick="A revoke that was put right in time still costs its side the trick.",
    )


CLAIMS = _made()
"""All statements by name."""
