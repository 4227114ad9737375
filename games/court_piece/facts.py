"""Facts that questions can ask about a table of Court Piece.

If a fact has a value for each team, the team of seats 0 and 2 comes first.
"""

from __future__ import annotations

from games.cards import PACK, UNKNOWN, Card, parse_card
from games.court_piece.playing import has_revoked
from games.court_piece.rules import RULES
from games.court_piece.scoring import finish_hand
from games.court_piece.state import AFTER, SEATS, SWEEP, TRICKS, CourtPieceState, is_hand_face_down
from games.engine.calculations import explain_hand_count
from games.engine.facts_and_goals import Seat, fact
from games.engine.move import Move
from games.engine.state import DEALER, DealResult

# -- seats -----------------------------------------------------------------------------------------


@fact("player", "Who is {owner}’s partner?", "{value} is {owner}’s partner.", "setup.partners")
def partner(state: CourtPieceState, seat: int, owner: Seat) -> int:
    return state.get_seat_after(owner, 2)


@fact("player", "Who gets the first five cards?", "{value} gets the first five cards.", "deal.first-five")
def first_packet(state: CourtPieceState, seat: int) -> int | None:
    if state.phase not in ("deal", "between"):
        return None
    now = state.copy()
    RULES.apply_move(now, DEALER, Move("deal", groups=(PACK,)))
    return next(seat for seat in range(SEATS) if PACK[0] in now.hands[seat])


@fact("player", "Who chooses trump?", "{value} chooses trump.", "trump.caller")
def caller(state: CourtPieceState, seat: int) -> int | None:
    return None if state.match.dealer is None else state.caller


@fact("players", "Who can look at their cards?", "{value} can look at cards.", "trump.others-blind")
def may_look(state: CourtPieceState, seat: int) -> list[int]:
    return [seat for seat in range(SEATS) if not is_hand_face_down(state, seat)]


@fact("yes-no", "Can you do or say anything?", "You can do or say something.", "trump.alone")
def may_act(state: CourtPieceState, seat: int) -> bool:
    return state.can_move(seat)


@fact("players", "Who can speak up out of turn?", "{value} can speak up.", "revoke.claim")
def aside(state: CourtPieceState, seat: int) -> tuple[int, ...]:
    return state.interrupting_seats


# -- cards and tricks ------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards does {owner} have?",
    "{owner} has {value} cards.",
    "setup.deck deal.rest",
    working=explain_hand_count,
)
def held(state: CourtPieceState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact("cards", "Which cards can you play?", "You can play {value}.", "trick.follow-suit trick.void-any")
def playable(state: CourtPieceState, seat: int) -> list[Card] | None:
    known = state.phase == "play" and UNKNOWN not in state.hands[seat]
    return state.list_playable_cards(seat) if known else None


@fact("yes-no", "Does {card} follow suit?", "{card} follows suit.", "trick.follow-suit")
def follows(state: CourtPieceState, seat: int, card: str) -> bool | None:
    return parse_card(card) in state.list_playable_cards(seat) if parse_card(card) in state.hands[seat] else None


@fact(
    "yes-no",
    "Does {card} beat the trick so far?",
    "{card} beats the trick so far.",
    "trick.trump-wins trick.led-suit-wins",
)
def beats(state: CourtPieceState, seat: int, card: str) -> bool | None:
    if not state.trick or parse_card(card) not in state.hands[seat]:
        return None
    return state.get_trick_winner(state.leader, [*state.trick, parse_card(card)]) == seat


@fact("player", "Who plays last to the trick?", "{value} plays last.", "trick.order")
def plays_last(state: CourtPieceState, seat: int) -> int:
    return state.get_seat_after(state.leader, SEATS - 1)


@fact(
    "player",
    "Who won the last trick?",
    "{value} won the last trick.",
    "trick.trump-wins trick.led-suit-wins",
)
def taker(state: CourtPieceState, seat: int) -> int | None:
    return state.tricks[-1].winner if state.tricks else None


@fact(
    "player",
    "Who won the last trick, with no revoke in it?",
    "{value} won the last trick, with no revoke in it.",
    "revoke.no-penalty-if-corrected",
)
def clean_taker(state: CourtPieceState, seat: int) -> int | None:
    number = len(state.tricks)
    clean = number and not any(has_revoked(state, player, number) for player in range(SEATS))
    return state.tricks[-1].winner if clean else None


@fact("numbers", "How many tricks does each team have?", "The teams have {value} tricks.", "trick.side-pile")
def taken(state: CourtPieceState, seat: int) -> tuple[int, int]:
    return state.count_tricks_by_side()


@fact("yes-no", "Can a hand end in a tie?", "A hand can end in a tie.", "hand.no-tie", constant=True)
def level(state: CourtPieceState, seat: int) -> bool:
    return any(ours == TRICKS - ours for ours in range(TRICKS + 1))


@fact("players", "Who can change a card?", "{value} can change a card.", "revoke.followers-may-change")
def may_change(state: CourtPieceState, seat: int) -> tuple[int, ...]:
    return (state.turn, *state.changing) if state.phase == "change" else ()


# -- the hand as if it were over -------------------------------------------------------------------


def _score_hand_as_if_over(state: CourtPieceState) -> CourtPieceState | None:
    """Return the state with this hand scored as if it were over, or None if fewer than seven tricks are complete.

    If the hand has been scored already, its state is returned as it is.
    """
    if state.phase in AFTER:
        return state
    if len(state.tricks) < SWEEP:
        return None
    now = state.copy()
    finish_hand(now)
    return now


def _find_hand_result(state: CourtPieceState) -> DealResult | None:
    now = _score_hand_as_if_over(state)
    return now.match.results[-1] if now and now.match.results else None


@fact("yes-no", "Does the hand continue?", "The hand continues.", "hand.split-plays-out")
def goes_on(state: CourtPieceState, seat: int) -> bool:
    return state.phase in ("play", "change", "playon")


@fact("players", "Who wins the hand?", "{value} won the hand.", "hand.majority hand.sweep-is-win")
def won(state: CourtPieceState, seat: int) -> tuple[int, ...] | None:
    result = _find_hand_result(state)
    return result.winners if result else None


@fact("numbers", "How many courts does each team score?", "The teams score {value} courts.", "court.first-seven")
def courts(state: CourtPieceState, seat: int) -> tuple[int, ...] | None:
    result = _find_hand_result(state)
    return result.scores[:2] if result and result.scores else None


@fact("numbers", "What’s each team’s streak?", "The streaks are {value}.", "tally.what")
def row(state: CourtPieceState, seat: int) -> list[int]:
    now = _score_hand_as_if_over(state) or state
    return [now.tally if now.holder == side else 0 for side in (0, 1)]


@fact("numbers", "What are the courts and streaks?", "The courts and streaks are {value}.", "court.add-up")
def written_down(state: CourtPieceState, seat: int) -> list[int] | None:
    scored = courts(state, seat)
    return None if scored is None else [*scored, *row(state, seat)]


@fact(
    "word",
    "Is the hand over, and how many courts has each team scored in it?",
    "It’s {value}.",
    "playon.no-penalty court.first-seven",
)
def standing(state: CourtPieceState, seat: int) -> str | None:
    scored = courts(state, seat)
    return f"{'going on' if goes_on(state, seat) else 'over'} for {scored[0]} to {scored[1]}" if scored else None


@fact("player", "Who deals the next hand?", "{value} deals the next hand.", "deal.loser-deals")
def deals_next(state: CourtPieceState, seat: int) -> int | None:
    now = _score_hand_as_if_over(state)
    return now.match.dealer if now else None


@fact("player", "Who chooses trump in the next hand?", "{value} chooses trump in the next hand.", "trump.caller")
def calls_next(state: CourtPieceState, seat: int) -> int | None:
    now = _score_hand_as_if_over(state)
    return now.caller if now else None


@fact("word", "How does the match end for you?", "The match is {value}.", "match.winner match.tie")
def outcome(state: CourtPieceState, seat: int) -> str:
    match = (_score_hand_as_if_over(state) or state).match
    if not match.over:
        return "open"
    return "drawn" if not match.winners else "won" if seat in match.winners else "lost"
