"""When a step is done: each function makes a goal out of what has to be reached, however it is reached."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import parse_cards
from games.court_piece.lessons.truths import OURS, courts, hand_winners, match_ends
from games.court_piece.state import CourtPieceState
from games.engine.lesson import Goal
from games.engine.move import Move


def called(*suits: str) -> Goal:
    """You have named trumps, one of these suits if any are given."""
    return lambda start, moves, now: any(
        move.verb == "trump" and move.word in (suits or (move.word,)) for move in moves
    )


def played(codes: str) -> Goal:
    """You have played one of these cards."""
    wanted = parse_cards(codes)
    return lambda start, moves, now: any(move.verb == "play" and move.cards[0] in wanted for move in moves)


def took_trick(side: tuple[int, ...] = (0,)) -> Goal:
    """The trick on the table went to you, or to one of these seats."""

    def reached(start: CourtPieceState, moves: Sequence[Move], now: CourtPieceState) -> bool:
        number = len(start.tricks)
        return len(now.tricks) > number and now.tricks[number].winner in side

    return reached


def led() -> Goal:
    """You have led to a trick."""
    return lambda start, moves, now: bool(moves) and bool(now.trick) and now.leader == 0


def in_trick(codes: str) -> Goal:
    """Your card of the trick on the table, or of the last one, is one of these."""
    wanted = parse_cards(codes)

    def reached(start: CourtPieceState, moves: Sequence[Move], now: CourtPieceState) -> bool:
        last = now.tricks[-1] if now.tricks else None
        cards = [*now.trick, *(last.cards if last and not now.trick else ())]
        return bool(moves) and any(card in wanted for card in cards)

    return reached


def won_hand() -> Goal:
    """You and Ravi have won the hand."""
    return lambda start, moves, now: hand_winners(now) == OURS


def plays_on() -> Goal:
    """Your side plays on for all thirteen tricks."""
    return lambda start, moves, now: now.playing_on and not start.playing_on


def scored(ours: int) -> Goal:
    """The hand is over, and it has brought you so many courts."""
    return lambda start, moves, now: courts(now).split()[:1] == [str(ours)] and now.phase not in ("play", "playon")


def won_match() -> Goal:
    """The match is over, and you and Ravi have won it."""
    return lambda start, moves, now: bool(moves) and match_ends(now) == OURS
