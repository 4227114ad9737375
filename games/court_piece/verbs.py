"""The verbs of Court Piece: calling trump, playing, deciding on a play-on, and correcting or claiming revokes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.cards import SUIT_NAMES, Card
from games.court_piece import judging, playing, turns
from games.court_piece.clauses import CLAUSES
from games.court_piece.playing import SIDES
from games.court_piece.state import SEATS, CourtPieceState
from games.engine.move import Move
from games.engine.verb import Faults, Verb, Verbs
from games.engine.view import Field
from games.kit.dealer import FIRST_DEALER, dealing
from games.kit.of_hand import one_card
from games.kit.tricks import card_play

Own = Verb[CourtPieceState]

# -- calling and playing -----------------------------------------------------------------------------------


@cache
def call(suit: str) -> Move:
    """Return the move that calls a suit as trump, given its letter."""
    return Move(TRUMP.name, word=SUIT_NAMES[suit])


TRUMP = Own(
    *("trump", "call trumps", playing.trump, ("call",)),
    clause="trump.five-card-call",
    parts=("word",),
    judge=judging.trump,
    not_now=turns.no_call,
    moves=lambda state, seat: map(call, SUIT_NAMES),
    sentence="Name the trump suit.",
    fields=(
        Field(
            *("choice", "suit", "Trump suit"),
            values=tuple((name, name.capitalize()) for name in SUIT_NAMES.values()),
            faces=tuple(SUIT_NAMES),
        ),
    ),
    said=lambda move: f"Call {move.word} trumps" if move.word else "",
)
REDEAL = Own(
    *("redeal", "have the cards dealt anew", playing.redeal, ("call",)),
    when=turns.hopeless,
    clause="trump.compulsory",
    not_now=turns.no_call,
    label="New deal",
    sentence="Show your hopeless five and have the cards dealt anew.",
)
PLAY = card_play(playing.play, CLAUSES, not_now=turns.no_play)
GO_ON = Own(
    *("go-on", "play on for all thirteen tricks", playing.go_on, ("playon",)),
    clause="playon.option",
    not_now=turns.no_play_on,
    label="Play on",
)
STOP = Own(
    *("stop", "stop after the first seven tricks", playing.stop, ("playon",)),
    clause="playon.default-stop",
    not_now=turns.no_play_on,
    label="Stop",
    sentence="Be content with the court for the first seven tricks.",
)

# -- revokes -----------------------------------------------------------------------------------------------


def _legal(judge: Faults[CourtPieceState], state: CourtPieceState, seat: int, moves: Iterable[Move]) -> list[Move]:
    return [move for move in moves if next(judge(state, seat, move), None) is None]


def change(card: Card) -> Move:
    """Return the move that replaces the seat's card in the trick by this card."""
    return Move(CHANGE.name, groups=((card,),))


def claim(trick: int, side: str) -> Move:
    """Return the claim that an opponent revoked in a trick, numbered from 1; `side` is a key of `SIDES`."""
    return Move(CLAIM.name, trick, word=side)


def _corrections(state: CourtPieceState, seat: int) -> list[Move]:
    cards = dict.fromkeys(state.hands[seat])
    return _legal(judging.correct, state, seat, (Move(CORRECT.name, groups=((card,),)) for card in cards))


def _changes(state: CourtPieceState, seat: int) -> list[Move]:
    return _legal(judging.change, state, seat, map(change, dict.fromkeys(state.hands[seat])))


def _claims(state: CourtPieceState, seat: int) -> list[Move]:
    tricks = range(1, len(state.tricks) + 1)
    return _legal(judging.claim, state, seat, (claim(trick, side) for trick in tricks for side in SIDES))


def _claimed(state: CourtPieceState, seat: int) -> tuple[Field, ...]:
    tricks = tuple((str(number), f"Trick {number}") for number in range(len(state.tricks), 0, -1))
    sides = tuple((word, f"{{{(seat + by) % SEATS}}}") for word, by in SIDES.items())
    return (
        Field("choice", "trick", "In which trick", values=tricks),
        Field("choice", "player", "Who failed to follow suit", values=sides),
    )


def _said_of_claim(move: Move) -> str:
    if move.word not in SIDES or move.number is None:
        return ""
    return f"Claim that the player on your {move.word} failed to follow suit in trick {move.number}"


CORRECT = Own(
    *("correct", "take a card back and follow suit", playing.correct, ("play",)),
    when=turns.may_correct,
    aside=True,
    clause="revoke.self-correct",
    parts=("groups",),
    judge=judging.correct,
    not_now=turns.no_correction,
    moves=_corrections,
    label="Take back",
    sentence="Take your card back and follow suit.",
    fields=one_card("The card to play instead"),
    said=lambda move: f"Take your card back and play {move.cards[0].code}" if move.groups else "",
)
CHANGE = Own(
    *("change", "change your card", playing.change, ("change",)),
    clause="revoke.followers-may-change",
    parts=("groups",),
    judge=judging.change,
    not_now=turns.no_change,
    moves=_changes,
    label="Change",
    sentence="Put another card in the place of yours.",
    fields=one_card("The card to play instead"),
)
KEEP = Own(
    *("keep", "leave your card as it is", playing.keep, ("change",)),
    clause="revoke.followers-may-change",
    not_now=turns.no_change,
    label="Keep",
)
CONFIRM = Own(
    *("confirm", "confirm the result", playing.confirm, ("confirm",)),
    clause="revoke.confirm",
    not_now=turns.no_confirmation,
    label="Confirm",
    sentence="The result may be written down.",
)
CLAIM = Own(
    *("claim", "claim that somebody failed to follow suit", playing.claim, ("play", "playon", "confirm", "change")),
    when=turns.may_claim,
    aside=True,
    clause="revoke.claim",
    parts=("number", "word"),
    judge=judging.claim,
    not_now=turns.no_claim,
    moves=_claims,
    label="Claim a revoke",
    sentence="Claim that an opponent failed to follow suit.",
    fields=_claimed,
    said=_said_of_claim,
)

# -- the match ---------------------------------------------------------------------------------------------

DEAL_ON = Own(
    *("deal-on", "deal another hand", playing.deal_on, ("agree",)),
    clause="match.end",
    not_now=turns.no_agreement,
    label="Deal",
)
FINISH = Own(
    *("finish", "end the match", playing.end, ("agree",)),
    clause="match.end",
    not_now=turns.no_agreement,
    sentence="The match ends here.",
)
DEAL = dealing(playing.deal)
VERBS = Verbs(
    *(TRUMP, REDEAL, PLAY, GO_ON, STOP, CORRECT, CHANGE, KEEP, CONFIRM, CLAIM, DEAL_ON, FINISH),
    *(FIRST_DEALER, DEAL),
)
