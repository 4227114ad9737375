"""API views of the oracle, which answers questions about a position that the client sends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import structlog
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer

from core.api.base import PublicView, document_operation, resolve_house_rules
from core.api.errors import Problem, build_illegal_move_problem
from core.api.fields import RequestSerializer
from core.api.oracle.serializers import (
    AppliedMoveSerializer,
    ApplyMoveRequest,
    ExplainSerializer,
    FactAnswerSerializer,
    FactRequest,
    LegalMovesRequest,
    LegalMovesSerializer,
    MoveCheckSerializer,
    MoveRequest,
    PositionRequest,
    ScoreSerializer,
)
from games.engine.clause import OVER, TURN, Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.rulebook import RulebookEntry
from games.engine.state import DEALER, State
from games.engine.view import Action
from games.engine.work_limits import WorkAllowance, WorkExceeded
from games.errors import RulesError

logger = structlog.get_logger(__name__)

MOST_MOVES = 400
ORACLE = "bad-text bad-position bad-option no-such-rules unanswerable too-hard"
LISTED = 600_000
"""The step limit for listing a seat's moves. When it's reached, the moves found so far are returned."""


@dataclass(frozen=True)
class LegalAction(Action):
    """An action (a kind of move) that a seat can take now, with the clause that explains it, and its legal moves.

    `complete` says whether `moves` has all legal moves of this kind. Otherwise, some are left out.
    """

    clause: str = ""
    moves: tuple[str, ...] = ()
    complete: bool = False


class InvolvedClause(NamedTuple):
    """A clause that a move is about, and the error message if the move breaks it, or ""."""

    entry: RulebookEntry
    refusal: str

    @property
    def is_broken(self) -> bool:
        return bool(self.refusal)


class OracleView(PublicView):
    """Base class of views that answer a question about a position without storing anything.

    An illegal move is an answer and not an error, except in `ApplyMoveView`.
    """

    limit = "oracle"
    request_serializer: type[RequestSerializer]
    response_serializer: type[Serializer[Any]]

    def respond_to_question(self, game: Game[Any]) -> Response:
        """Validate the question, load its position, and respond with the answer. Raises Problem."""
        asked = self.validate_body(self.request_serializer)
        state = load_position(game, asked)
        seat = asked.get("seat", 0)
        if seat >= state.seats:
            raise Problem(
                "invalid", f"There’s no seat {seat}. The seats are 0 to {state.seats - 1}, and -1 is the dealer."
            )
        try:
            answer = self.build_answer(game, state, seat, asked)
            return Response(self.response_serializer(answer, context={"game": game}).data)
        except (RulesError, Problem, WorkExceeded):
            raise
        except Exception as error:  # a position that no deal leads to must not look like a fault of the site
            logger.exception("oracle_failed", game=game.slug, question=type(self).__name__)
            raise Problem("unanswerable") from error

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        raise TypeError(f"{type(self).__name__} doesn’t answer questions.")


class LegalMovesView(OracleView):
    request_serializer, response_serializer = LegalMovesRequest, LegalMovesSerializer

    @document_operation("oracleLegal", LegalMovesSerializer, asks=LegalMovesRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """The actions that a seat can take, with their fields, and its legal moves as text, ready to be sent.

        If the seat can't move now, there are no actions, and `violation` says why.
        """
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        actions, violation = [], None
        if state.can_move(seat):
            actions = list(_list_legal_actions(game, state, seat))
        elif state.waiting:
            violation = TURN.build_violation(waited=game.describe_awaited_seats(state))
        else:
            violation = OVER.build_violation()
        return {"seat": seat, "waiting": state.waiting, "actions": actions, "violation": violation}


class CheckMoveView(OracleView):
    request_serializer, response_serializer = MoveRequest, MoveCheckSerializer

    @document_operation("oracleCheck", MoveCheckSerializer, asks=MoveRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """Whether a move is legal, and the clauses that forbid it if it isn’t."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        _, readings, violation = judge_move(game, state, seat, asked["move"])
        return {"legal": violation is None, "violation": violation, "readings": readings}


class ApplyMoveView(OracleView):
    request_serializer, response_serializer = ApplyMoveRequest, AppliedMoveSerializer

    @document_operation(
        "oracleApply",
        AppliedMoveSerializer,
        asks=ApplyMoveRequest,
        tag="oracle",
        problems=f"{ORACLE} move.illegal move.turn table.unclear",
    )
    def post(self, request: Request, game: Game[Any]) -> Response:
        """The position after a move, and the events that the seat sees. An illegal move is an error with its clauses.

        The position has what the seat can know. With `whole`, it's the whole position after the move.
        """
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        move, readings, violation = judge_move(game, state, seat, asked["move"])
        if violation:
            raise build_illegal_move_problem(violation)
        if len(readings) > 1:
            said = "A wild card in this move can stand for several cards. Choose one."
            raise Problem("table.unclear", said, readings=[str(one) for one in readings])
        events = game.apply_move(state, seat, move)
        looks = None if seat == DEALER else seat
        after = game.build_position(state) if asked.get("whole") else game.build_view(state, looks).position
        return {"move": move, "position": after, "events": [event.for_seat(looks) for event in events]}


class EvaluateFactView(OracleView):
    request_serializer, response_serializer = FactRequest, FactAnswerSerializer

    @document_operation("oracleAsk", FactAnswerSerializer, asks=FactRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """The value of a fact in a position. A fact is a question that the engine can answer.

        `showGame` lists a game's facts under `facts`.
        """
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        with WorkAllowance(LISTED):
            value = game.evaluate_fact(state, seat, asked["fact"])
        fact = game.all_facts[asked["fact"].split()[0]]
        return {"fact": fact, "value": value}


class ExplainMoveView(OracleView):
    request_serializer, response_serializer = MoveRequest, ExplainSerializer

    @document_operation("oracleExplain", ExplainSerializer, asks=MoveRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """The clauses that apply to a move, with the rulebook's text. Those that forbid the move come first."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        move, readings, violation = judge_move(game, state, seat, asked["move"])
        broken = [violation, *violation.others] if violation else []
        involved = {one.clause.id: one.sentence for one in broken}
        verb = game.verbs.get(move.verb)
        if verb and verb.clause:
            involved.setdefault(verb.clause, "")
        return {
            "move": move,
            "legal": violation is None,
            "sentence": violation.sentence if violation else "The rules allow this move.",
            "clauses": [InvolvedClause(_get_clause_entry(game, state, id), text) for id, text in involved.items()],
            "readings": readings,
        }


class ScorePositionView(OracleView):
    request_serializer, response_serializer = PositionRequest, ScoreSerializer

    @document_operation("oracleScore", ScoreSerializer, asks=PositionRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """Each seat's score if the deal were scored now."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        counted = game.count_scores_so_far(state)
        scores = [{"seat": seat, "score": score} for seat, score in enumerate(counted or [])]
        return {"counts": counted is not None, "scores": scores}


def load_position(game: Game[Any], asked: dict[str, Any]) -> State:
    """Load the position in a request, whose data is `asked`, and return it as the engine's state.

    If the request names house rules, they replace those of the position.
    """
    position = {"game": game.slug, **asked["position"]}
    if "options" in asked or "rules" in asked:
        position["options"] = resolve_house_rules(
            game, asked.get("options"), asked.get("rules")
        ).list_nonstandard_values()
    state: State = game.load_position(position)
    return state


def judge_move(game: Game[Any], state: State, seat: int, text: str) -> tuple[Move, list[Move], Violation | None]:
    """Parse a move. Return it, the legal moves that an ambiguous move can mean, and the violation.

    A move is ambiguous if a wild card in it can stand for several cards. The first of the legal moves is then returned
    as the move. The violation is None for a legal move.
    """
    move = game.parse_move(text)
    readings = game.list_move_readings(state, seat, move) if state.can_move(seat) else [move]
    if readings and readings != [move]:
        return readings[0], readings, None
    return move, [], game.find_violation(state, seat, move)


def _list_legal_actions(game: Game[Any], state: State, seat: int) -> Iterator[LegalAction]:
    moves: dict[str, list[str]] = {}
    if seat != DEALER:
        with WorkAllowance(LISTED) as work:
            listed = game.list_moves(state, seat)
        is_whole = not work.cut and len(listed) <= MOST_MOVES
        for move in listed[:MOST_MOVES]:
            moves.setdefault(move.verb, []).append(str(move))
        for action in game.build_screen(game.build_view(state, seat)).actions:
            verb = game.verbs[action.verb]
            yield LegalAction(
                **vars(action),
                clause=verb.clause,
                moves=tuple(moves.get(action.verb, ())),
                complete=is_whole and not verb.by_example,
            )


def _get_clause_entry(game: Game[Any], state: State, id: str) -> RulebookEntry:
    """Return a clause's entry in the rulebook under the position's house rules.

    If the rulebook has none, returns an entry without text.
    """
    return game.rulebook.find_clause_entry(id, state.options) or RulebookEntry(id, id, "", "")
