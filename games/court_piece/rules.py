"""The rules of Court Piece: what may be done, and what is seen of it.

Legality has one source, `judging`: `moves` lists what it lets through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from games.cards import PACK, SUIT_NAMES, Card
from games.court_piece.judging import JUDGES, PARTS
from games.court_piece.options import CourtPieceOptions
from games.court_piece.playing import SIDES, apply
from games.court_piece.screen import draw
from games.court_piece.state import SEATS, CourtPieceState, filled
from games.court_piece.turns import allowed_verbs, not_now
from games.court_piece.writing import mirrored, with_tricks
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import DEALER
from games.engine.view import Position, Screen, View

TRUMPS = [Move("trump", word=name) for name in SUIT_NAMES.values()]


class CourtPiece(Game[CourtPieceState]):
    """Court Piece, also called Rang: partners, five cards to call trumps on, and courts. Source: rulebook.md."""

    slug = "court-piece"
    title = "Court Piece"
    family = "Tricks and partners"
    tagline = "Call trumps on five cards, and take the first seven tricks with your partner."
    minutes = "30–60 minutes"
    seats = range(SEATS, SEATS + 1)
    shelf = 20
    showcase = ("trick", "KD AD 2S 5D")
    seating = "Partners sit opposite each other: seats 1 and 3, seats 2 and 4."
    options = CourtPieceOptions
    verbs = {
        "trump": "call trumps",
        "redeal": "have the cards dealt anew",
        "play": "play a card",
        "go-on": "play on for all thirteen tricks",
        "stop": "stop after the first seven tricks",
        "correct": "take a card back and follow suit",
        "change": "change your card",
        "keep": "leave your card as it is",
        "claim": "claim that somebody failed to follow suit",
        "confirm": "confirm the result",
        "deal-on": "deal another hand",
        "finish": "end the match",
        "dealer": "draw the first dealer",
        "deal": "deal",
    }
    version = 3
    parts = PARTS
    clause_of = {
        "trump": "trump.five-card-call",
        "redeal": "trump.compulsory",
        "play": "trick.follow-suit",
        "go-on": "playon.option",
        "stop": "playon.default-stop",
        "correct": "revoke.self-correct",
        "change": "revoke.followers-may-change",
        "keep": "revoke.followers-may-change",
        "claim": "revoke.claim",
        "confirm": "revoke.confirm",
        "deal-on": "match.end",
        "finish": "match.end",
    }
    state = CourtPieceState
    shows = ("rest",)

    # -- a match ---------------------------------------------------------------------------------

    def chance(self, state: CourtPieceState, rng: Random) -> Move:
        if state.phase == "dealer":
            return Move("dealer", rng.randrange(SEATS))
        return Move("deal", groups=(tuple(rng.sample(PACK, len(PACK))),))

    def apply(self, state: CourtPieceState, seat: int, move: Move) -> list[Event]:
        return apply(state, seat, move)

    # -- legality --------------------------------------------------------------------------------

    def allowed_verbs(self, state: CourtPieceState, seat: int) -> Sequence[str]:
        return allowed_verbs(state, seat)

    def why_not_verb(self, state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
        return not_now(state, seat, move)

    def why_not_seat(self, state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
        return not_now(state, seat, move)

    def judge(self, state: CourtPieceState, seat: int, move: Move) -> Iterator[Violation]:
        return JUDGES[move.verb](state, seat, move)

    def moves(self, state: CourtPieceState, seat: int) -> list[Move]:
        if seat == DEALER:
            return [self.chance(state, Random(0))]
        if state.phase == "play" and not state.options.claimable:
            return [_play(card) for card in playable(state, seat)]
        verbs = allowed_verbs(state, seat)
        return [move for verb in verbs for move in _listed(state, seat, verb) if self._allows(state, seat, move)]

    def _allows(self, state: CourtPieceState, seat: int, move: Move) -> bool:
        return next(JUDGES[move.verb](state, seat, move), None) is None

    def random_move(self, state: CourtPieceState, seat: int, rng: Random) -> Move:
        if state.phase == "play" and not state.options.claimable:
            return _play(rng.choice(playable(state, seat)))
        return rng.choice(self.moves(state, seat))

    # -- what is seen ----------------------------------------------------------------------------

    def imagine(self, view: View, rng: Random) -> CourtPieceState:
        return filled(self.load(view.position), rng)

    def screen(self, view: View) -> Screen:
        return draw(self.load(view.position), view.seat)

    def completed(self, position: Position) -> Position:
        return with_tricks(position)

    def mirrored(self, position: Position) -> Position:
        return mirrored(position)


def playable(state: CourtPieceState, seat: int) -> list[Card]:
    """The cards that follow suit, or all if none does. Rulebook: trick.follow-suit, trick.void-any."""
    hand = state.hands[seat]
    if state.trick:
        led = state.trick[0].suit
        following = [card for card in hand if card.suit == led]
        if following:
            return following
    return hand


@cache
def _play(card: Card) -> Move:
    return Move("play", groups=((card,),))


def _listed(state: CourtPieceState, seat: int, verb: str) -> list[Move]:
    """All moves of a verb, legal or not."""
    if verb == "trump":
        return TRUMPS
    if verb == "claim":
        return [Move(verb, number, word=word) for number in range(1, len(state.tricks) + 1) for word in SIDES]
    if verb in ("play", "correct", "change"):
        return [Move(verb, groups=((card,),)) for card in dict.fromkeys(state.hands[seat])]
    return [Move(verb)]


RULES = CourtPiece()
