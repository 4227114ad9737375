"""The verbs of Court Piece (the kinds of move), such as choosing trump, playing a card, and claiming a revoke."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from games.cards import SUIT_NAMES, Card
from games.court_piece import legality, playing, verb_timing
from games.court_piece.clauses import CLAUSES
from games.court_piece.playing import SIDES
from games.court_piece.state import SEATS, CourtPieceState
from games.engine.move import Move
from games.engine.verb import Faults, Verb, Verbs
from games.engine.view import Field
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb
from games.kit.single_card_verbs import build_card_field
from games.kit.tricks import build_play_verb

Own = Verb[CourtPieceState]

# -- calling and playing -----------------------------------------------------------------------------------


@cache
def build_trump_call_move(suit: str) -> Move:
    """Return the move that chooses a suit as trump. `suit` is the letter of the suit, such as “S”."""
    return Move(TRUMP.name, word=SUIT_NAMES[suit])


TRUMP = Own(
    *("trump", "choose trump", playing.call_trump, ("call",)),
    clause="trump.five-card-call",
    parts=("word",),
    judge=legality.check_trump,
    not_now=verb_timing.check_trump_call_timing,
    moves=lambda state, seat: map(build_trump_call_move, SUIT_NAMES),
    sentence="Choose the trump suit.",
    fields=(
        Field(
            *("choice", "suit", "Which suit is trump?"),
            values=tuple((name, name.capitalize()) for name in SUIT_NAMES.values()),
            faces=tuple(SUIT_NAMES),
        ),
    ),
    said=lambda move: f"Choose {move.word} as trump" if move.word else "",
)
REDEAL = Own(
    *("redeal", "ask for a redeal", playing.redeal, ("call",)),
    when=verb_timing.can_redeal,
    clause="trump.compulsory",
    not_now=verb_timing.check_trump_call_timing,
    label="Redeal",
    sentence="Show your five cards and ask for a redeal.",
)
PLAY = build_play_verb(playing.play_card, CLAUSES, not_now=verb_timing.check_play_timing)
GO_ON = Own(
    *("go-on", "play on for all 13 tricks", playing.play_on, ("playon",)),
    clause="playon.option",
    not_now=verb_timing.check_play_on_timing,
    label="Play on",
)
STOP = Own(
    *("stop", "stop after the first seven tricks", playing.stop_playing, ("playon",)),
    clause="playon.default-stop",
    not_now=verb_timing.check_play_on_timing,
    label="Stop",
    sentence="Stop here and score the court.",
)

# -- revokes -----------------------------------------------------------------------------------------------


def _filter_legal_moves(
    judge: Faults[CourtPieceState], state: CourtPieceState, seat: int, moves: Iterable[Move]
) -> list[Move]:
    return [move for move in moves if next(judge(state, seat, move), None) is None]


def build_card_change_move(card: Card) -> Move:
    """Return the move that replaces the seat's card in the trick with this card, after a correction of a revoke."""
    return Move(CHANGE.name, groups=((card,),))


def build_revoke_claim_move(trick: int, side: str) -> Move:
    """Return the claim that an opponent revoked. `trick` is the number of the trick, from 1.

    `side` says where the opponent sits: “left” or “right” of the player who claims.
    """
    return Move(CLAIM.name, trick, word=side)


def _list_corrections(state: CourtPieceState, seat: int) -> list[Move]:
    cards = dict.fromkeys(state.hands[seat])
    return _filter_legal_moves(
        legality.check_revoke_correction, state, seat, (Move(CORRECT.name, groups=((card,),)) for card in cards)
    )


def _list_card_change_moves(state: CourtPieceState, seat: int) -> list[Move]:
    return _filter_legal_moves(
        legality.check_card_change, state, seat, map(build_card_change_move, dict.fromkeys(state.hands[seat]))
    )


def _list_claims(state: CourtPieceState, seat: int) -> list[Move]:
    tricks = range(1, len(state.tricks) + 1)
    return _filter_legal_moves(
        legality.check_revoke_claim,
        state,
        seat,
        (build_revoke_claim_move(trick, side) for trick in tricks for side in SIDES),
    )


def _build_claim_fields(state: CourtPieceState, seat: int) -> tuple[Field, ...]:
    tricks = tuple((str(number), f"Trick {number}") for number in range(len(state.tricks), 0, -1))
    sides = tuple((word, f"{{{(seat + by) % SEATS}}}") for word, by in SIDES.items())
    return (
        Field("choice", "trick", "Which trick?", values=tricks),
        Field("choice", "player", "Who revoked?", values=sides),
    )


def _describe_claim(move: Move) -> str:
    if move.word not in SIDES or move.number is None:
        return ""
    return f"Claim that the player to your {move.word} revoked in trick {move.number}"


CORRECT = Own(
    *("correct", "take back your card and follow suit", playing.correct_revoke, ("play",)),
    when=verb_timing.can_correct,
    aside=True,
    clause="revoke.self-correct",
    parts=("groups",),
    judge=legality.check_revoke_correction,
    not_now=verb_timing.check_correction_timing,
    moves=_list_corrections,
    label="Take back",
    sentence="Take back your card and follow suit.",
    fields=build_card_field("The card to play instead"),
    said=lambda move: f"Take back your card and play {move.cards[0].code}" if move.groups else "",
)
CHANGE = Own(
    *("change", "change your card", playing.change_card, ("change",)),
    clause="revoke.followers-may-change",
    parts=("groups",),
    judge=legality.check_card_change,
    not_now=verb_timing.check_card_change_timing,
    moves=_list_card_change_moves,
    label="Change",
    sentence="Change the card you played.",
    fields=build_card_field("The card to play instead"),
)
KEEP = Own(
    *("keep", "keep your card", playing.keep_card, ("change",)),
    clause="revoke.followers-may-change",
    not_now=verb_timing.check_card_change_timing,
    label="Keep",
)
CONFIRM = Own(
    *("confirm", "confirm the result", playing.confirm_result, ("confirm",)),
    clause="revoke.confirm",
    not_now=verb_timing.check_confirmation_timing,
    label="Confirm",
    sentence="Confirm the result.",
)
CLAIM = Own(
    *(
        "claim",
        "claim a revoke",
        playing.claim_revoke,
        ("play", "playon", "confirm", "change"),
    ),
    when=verb_timing.can_claim,
    aside=True,
    clause="revoke.claim",
    parts=("number", "word"),
    judge=legality.check_revoke_claim,
    not_now=verb_timing.check_revoke_claim_timing,
    moves=_list_claims,
    label="Claim a revoke",
    sentence="Claim that an opponent revoked.",
    fields=_build_claim_fields,
    said=_describe_claim,
)

# -- the match ---------------------------------------------------------------------------------------------

DEAL_ON = Own(
    *("deal-on", "deal another hand", playing.deal_again, ("agree",)),
    clause="match.end",
    not_now=verb_timing.check_another_hand_timing,
    label="Deal",
)
FINISH = Own(
    *("finish", "end the match", playing.finish_match, ("agree",)),
    clause="match.end",
    not_now=verb_timing.check_another_hand_timing,
    sentence="End the match.",
)
DEAL = build_deal_verb(playing.deal)
VERBS = Verbs(
    *(TRUMP, REDEAL, PLAY, GO_ON, STOP, CORRECT, CHANGE, KEEP, CONFIRM, CLAIM, DEAL_ON, FINISH),
    *(FIRST_DEALER, DEAL),
)
