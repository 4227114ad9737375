"""A coach for a person's first hands of a game. After each of their moves, it says if a different move was better.

Two bots choose a move from what the seat saw: the bot that gives hints, and the bot of the level “steady”. If both
choose the same move and the person made a different one, the coach explains the bots' move. The coach uses each
sentence only once per table. It's available only at tables without other people.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from django.core.cache import cache
from django.db.models import Q

from core.people.models import Person
from core.play.models import Move, Seat, Table
from games.engine.bot import ADVISER
from games.engine.game import Game
from games.engine.hint import Hint
from games.engine.move import Move as Made
from games.engine.table import Table as Board

KEPT = 3600
UNKNOWN = "unknown"


@dataclass(frozen=True)
class Advice:
    """The coach's advice on a move: a better move in words, and sentences that explain why it's better.

    It's about one rule of the game. `clause` is the id of this rule in the rulebook, and `title` is its title.
    """

    better: str
    sentences: tuple[str, ...]
    clause: str
    title: str

    @property
    def explanation(self) -> str:
        """The sentences that say why the other move would have been better, as one text."""
        return " ".join(self.sentences)


def is_coachable_game(game: Game[Any]) -> bool:
    """Return whether a game can have a coach: its players make decisions, and it has a bot of the level “steady”."""
    return game.decides and ADVISER in game.bots


def is_coached_by_default(person: Person | None, game: Game[Any]) -> bool:
    """Return whether the game can have a coach and this person has never played it at a table."""
    if not person:
        return is_coachable_game(game)
    played = Q(places__person=person) | Q(former_players__person=person)
    return is_coachable_game(game) and not Table.objects.filter(played, game=game.slug).exists()


def can_coach_seat(table: Table, places: Sequence[Seat], seat: int | None) -> bool:
    """Return whether the player in a seat can have a coach: all others are bots, and the first hands aren't over.

    `places` are the table's seats, and `seat` is the number of the player's seat, or None for a spectator.
    """
    if (
        seat is None
        or not is_coachable_game(table.engine_game)
        or table.board.state.deal_number > table.engine_game.first_hands
    ):
        return False
    return _has_only_bots_beside(places, seat)


def can_review_hand(table: Table, places: Sequence[Seat], seat: int | None) -> bool:
    """Return whether the coach can review the last hand of the player in a seat.

    The hand has to be over, and all other players have to be bots. `places` are the table's seats, and `seat` is the
    number of the player's seat, or None for a spectator.
    """
    is_hand_over = table.is_between_deals or table.is_over
    return is_hand_over and can_review_deal(table, places, seat, table.board.state.match.deals - 1)


def can_review_deal(table: Table, places: Sequence[Seat], seat: int | None, deal: int) -> bool:
    """Return whether the coach can review how the player in a seat played a finished deal. The first deal has number 0.

    All other players have to be bots. `places` are the table's seats, and `seat` is the number of the player's seat, or
    None for a spectator.
    """
    return (
        seat is not None
        and not table.closed
        and 0 <= deal < table.board.state.match.deals
        and is_coachable_game(table.engine_game)
        and _has_only_bots_beside(places, seat)
    )


def _has_only_bots_beside(places: Sequence[Seat], seat: int) -> bool:
    """Return whether bots sit in all other seats of the table. `places` are the table's seats."""
    return not any(place.person_id or place.is_free for place in places if place.number != seat)


@dataclass(frozen=True)
class CoachOpinion:
    """The coach's opinion of a move: its advice, or None if it has none. `number` is the move's number.

    `thought` says whether the coach has worked out its opinion yet.
    """

    number: int
    thought: bool
    advice: Advice | None


def find_coach_opinion(table: Table, places: Sequence[Seat], seat: int | None) -> CoachOpinion | None:
    """Return the coach's opinion of the last move by the person in this seat.

    Returns None if the seat has no coach or if the person hasn't moved yet. `places` are the table's seats, and `seat`
    is the number of the person's seat, or None for a spectator.
    """
    if seat is None or not (table.coached and can_coach_seat(table, places, seat)):
        return None
    number = _find_last_own_move(table, seat)
    if number is None:
        return None
    said = cache.get(_build_cache_key(table, number), UNKNOWN)
    return CoachOpinion(number, said is not UNKNOWN, None if said is UNKNOWN else said)


def _find_last_own_move(table: Table, seat: int) -> int | None:
    """Return the number of the last move that the person in this seat made themselves, or None if there is none.

    Moves that a bot or the table made for the person don't count. If there can't be any, the number comes from the
    board, which saves a query.
    """
    moves = table.board.record.moves
    last = next((number for number in range(len(moves), 0, -1) if moves[number - 1][0] == seat), None)
    if not last or (table.version == len(moves) and not (table.patience or table.forced_moves)):
        return last
    own = table.moves.filter(seat=seat, number__lte=table.version, by=Move.MoverKind.PERSON).order_by("-number")
    return own.values_list("number", flat=True).first()


def compute_advice(table: Table, seat: int, number: int) -> Advice | None:
    """Work out the coach's advice on the move `number` of a seat, and cache it. This can take a while.

    The advice is None if the coach has nothing to say about the move.
    """
    advice = _find_advice(table, seat, number)
    advice = advice and _drop_repeated_sentences(table, number, advice)
    cache.set(_build_cache_key(table, number), advice, KEPT)
    return advice


def _drop_repeated_sentences(table: Table, number: int, advice: Advice) -> Advice | None:
    """Return the advice without sentences that the coach has used for other moves at this table.

    Returns None if no sentence is left. The remaining sentences are stored as used, by this move's `number`.
    """
    key = f"coach:{table.code}:said"
    moves_by_sentence: dict[str, int] = cache.get(key, {})
    new = tuple(text for text in advice.sentences if moves_by_sentence.get(text, number) == number)
    cache.set(key, {**dict.fromkeys(new, number), **moves_by_sentence}, KEPT)
    return replace(advice, sentences=new) if new else None


def _build_cache_key(table: Table, number: int) -> str:
    return f"coach:{table.code}:{number}"


def _find_advice(table: Table, seat: int, number: int) -> Advice | None:
    board = table.at_version(number - 1).board
    game = board.game
    if seat not in board.state.waiting:
        return None
    made = game.parse_move(table.moves.get(number=number).text)
    hint = find_sure_hint(board, seat)
    return build_advice(game, hint) if hint and not is_same_move(made, hint.move) else None


def find_sure_hint(board: Board, seat: int) -> Hint | None:
    """Return the hint for a seat if the coach is sure of it, or None.

    The coach is sure if no other move is nearly as good, and if the bot of the level `ADVISER` chooses the same move.
    """
    view = board.build_view(seat)
    hint = board.game.build_hint(view)
    second = board.game.bots[ADVISER].choose_move(view, Random(0)).move
    return hint if not hint.close and is_same_move(second, hint.move) else None


def build_advice(game: Game[Any], hint: Hint) -> Advice:
    """Build the coach's advice for a person who made a different move than the one that this hint suggests."""
    sentences = tuple(filter(None, (hint.idea, hint.why)))
    return Advice(game.describe_move(hint.move), sentences, hint.clause, game.rulebook.get_clause_title(hint.clause))


def is_same_move(one: Made, other: Made) -> bool:
    """Return whether two moves are the same, regardless of the order of their cards."""
    return _normalize_move(one) == _normalize_move(other)


def _normalize_move(move: Made) -> tuple[object, ...]:
    """Return a move in a form for comparing, in which the order of its cards doesn't matter."""
    groups = sorted(sorted(card.code for card in group) for group in move.groups)
    named = sorted((name, sorted(card.code for card in group)) for name, group in move.named)
    return move.verb, move.number, move.word, groups, named
