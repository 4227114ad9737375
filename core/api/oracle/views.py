"""API views of the oracle: what the rules say about a position that the client sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import structlog
from rest_framework.request import Request
from rest_framework.response import Response

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
from core.api.tables.representations import event_json
from games.engine.clause import OVER, TURN, Violation
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import DEALER, State
from games.engine.view import Action
from games.engine.work_limits import WorkAllowance, WorkExceeded
from games.errors import RulesError

logger = structlog.get_logger(__name__)

MOST_MOVES = 400
ORACLE = "bad-text bad-position bad-option no-such-rules unanswerable too-hard"
LISTED = 600_000
"""The most steps of work to list a seat's moves; if they run out, the moves found so far are returned."""


class OracleView(PublicView):
    """Base class of views that answer a question about a position without storing anything.

    An illegal move is an answer, not an error, except for `ApplyMoveView`.
    """

    limit = "oracle"
    shape: type[RequestSerializer]

    def respond_to_question(self, game: Game[Any]) -> Response:
        """Validate the question, load its position, and return the response with the answer. Raises Problem."""
        asked = self.validate_body(self.shape)
        state = load_position(game, asked)
        seat = asked.get("seat", 0)
        if seat >= state.seats:
            raise Problem("invalid", f"Seats are 0 to {state.seats - 1} here, and -1 is the dealer.")
        try:
            return Response(self.build_answer(game, state, seat, asked))
        except (RulesError, Problem, WorkExceeded):
            raise
        except Exception as error:  # a position that no deal leads to must not look like a fault of the site
            logger.exception("oracle_failed", game=game.slug, question=type(self).__name__)
            raise Problem("unanswerable") from error

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        raise TypeError(f"{type(self).__name__} answers no question.")


class LegalMovesView(OracleView):
    shape = LegalMovesRequest

    @document_operation("oracleLegal", LegalMovesSerializer, asks=LegalMovesRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """What a seat may do: actions with their fields, and legal moves ready to be sent."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        waiting = list(state.waiting)
        if not state.can_move(seat):
            broken = (
                TURN.build_violation(waited=game.describe_awaited_seats(state)) if waiting else OVER.build_violation()
            )
            return {"seat": seat, "waiting": waiting, "actions": [], "violation": broken.to_json()}
        return {"seat": seat, "waiting": waiting, "actions": list(_list_actions(game, state, seat)), "violation": None}


class CheckMoveView(OracleView):
    shape = MoveRequest

    @document_operation("oracleCheck", MoveCheckSerializer, asks=MoveRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """Whether a move is legal, and the clauses that forbid it if it is not."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        _, readings, violation = judge_move(game, state, seat, asked["move"])
        return {
            "legal": violation is None,
            "violation": violation.to_json() if violation else None,
            "readings": [str(one) for one in readings],
        }


class ApplyMoveView(OracleView):
    shape = ApplyMoveRequest

    @document_operation(
        "oracleApply",
        AppliedMoveSerializer,
        asks=ApplyMoveRequest,
        tag="oracle",
        problems=f"{ORACLE} move.illegal move.turn table.unclear",
    )
    def post(self, request: Request, game: Game[Any]) -> Response:
        """The position after a move, and the events that the seat sees. An illegal move is an error with its clauses.

        The position holds what the seat may know. With `whole`, it is the whole position that was sent, after the move.
        """
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        move, readings, violation = judge_move(game, state, seat, asked["move"])
        if violation:
            raise build_illegal_move_problem(violation)
        if len(readings) > 1:
            said = "A wild card in this move can stand for several cards: say which one you mean."
            raise Problem("table.unclear", said, readings=[str(one) for one in readings])
        events = game.apply_move(state, seat, move)
        looks = None if seat == DEALER else seat
        after = game.build_position(state) if asked.get("whole") else game.build_view(state, looks).position
        told = [event_json(game, event.for_seat(looks)) for event in events]
        return {"move": str(move), "position": after, "events": told}


class EvaluateFactView(OracleView):
    shape = FactRequest

    @document_operation("oracleAsk", FactAnswerSerializer, asks=FactRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """The value of a fact in a position: name one of the facts that a game lists under `facts`."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        with WorkAllowance(LISTED):
            value = game.evaluate_fact(state, seat, asked["fact"])
        fact = game.all_facts[asked["fact"].split()[0]]
        return {"kind": fact.kind, "value": value, "clauses": list(fact.clauses)}


class ExplainMoveView(OracleView):
    shape = MoveRequest

    @document_operation("oracleExplain", ExplainSerializer, asks=MoveRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """The clauses that a move is about, with the rulebook's text: the clauses that forbid the move come first."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        move, readings, violation = judge_move(game, state, seat, asked["move"])
        broken = [violation, *violation.others] if violation else []
        involved = {one.clause.id: one.sentence for one in broken}
        verb = game.verbs.get(move.verb)
        if verb and verb.clause:
            involved.setdefault(verb.clause, "")
        return {
            "move": str(move),
            "legal": violation is None,
            "sentence": violation.sentence if violation else "The rules allow this move.",
            "clauses": [_clause_json(game, state, id, said) for id, said in involved.items()],
            "readings": [str(one) for one in readings],
        }


class ScorePositionView(OracleView):
    shape = PositionRequest

    @document_operation("oracleScore", ScoreSerializer, asks=PositionRequest, tag="oracle", problems=ORACLE)
    def post(self, request: Request, game: Game[Any]) -> Response:
        """What each seat would score if the deal were counted now."""
        return self.respond_to_question(game)

    def build_answer(self, game: Game[Any], state: State, seat: int, asked: dict[str, Any]) -> dict[str, Any]:
        counted = game.count_scores_so_far(state)
        scores = [{"seat": seat, "score": score} for seat, score in enumerate(counted or [])]
        return {"counts": counted is not None, "scores": scores}


def load_position(game: Game[Any], asked: dict[str, Any]) -> State:
    """Return the state of the question's position, under the question's house rules or else the position's own."""
    position = {"game": game.slug, **asked["position"]}
    if "options" in asked or "rules" in asked:
        position["options"] = resolve_house_rules(
            game, asked.get("options"), asked.get("rules")
        ).list_nonstandard_values()
    state: State = game.load_position(position)
    return state


def judge_move(game: Game[Any], state: State, seat: int, text: str) -> tuple[Move, list[Move], Violation | None]:
    """Parse a move; return the move, the legal moves that an ambiguous move can mean, and the violation.

    A move is ambiguous if a wild card in it can stand for several cards; then the first of the legal moves is returned
    as the move. The violation is None for a legal move.
    """
    move = game.parse_move(text)
    readings = game.list_move_readings(state, seat, move) if state.can_move(seat) else [move]
    if readings and readings != [move]:
        return readings[0], readings, None
    return move, [], game.find_violation(state, seat, move)


def _list_actions(game: Game[Any], state: State, seat: int) -> Iterator[dict[str, Any]]:
    moves: dict[str, list[str]] = {}
    if seat != DEALER:
        with WorkAllowance(LISTED) as work:
            listed = game.list_moves(state, seat)
        whole = not work.cut and len(listed) <= MOST_MOVES
        for move in listed[:MOST_MOVES]:
            moves.setdefault(move.verb, []).append(str(move))
        for action in game.build_screen(game.build_view(state, seat)).actions:
            yield {
                **_action_json(action),
                "clause": game.verbs[action.verb].clause,
                "moves": moves.get(action.verb, []),
                "complete": whole and not game.verbs[action.verb].by_example,
            }


def _action_json(action: Action) -> dict[str, Any]:
    fields = [
        {
            "kind": field.kind,
            "name": field.name,
            "label": field.label,
            "zones": list(field.zones),
            "low": field.low,
            "high": field.high,
            "values": [list(value) for value in field.values],
            "join": field.join,
            "wild": field.wild,
            "step": field.step,
            "faces": list(field.faces),
            "split": list(map(list, field.split)),
        }
        for field in action.fields
    ]
    return {
        "verb": action.verb,
        "label": action.label,
        "sentence": action.sentence,
        "fields": fields,
        "cards": list(action.cards),
        "at": action.at,
        "fits": [list(one) for one in action.fits],
        "takes": [list(one) for one in action.takes],
    }


def _clause_json(game: Game[Any], state: State, id: str, said: str) -> dict[str, Any]:
    entry = game.rulebook.find_clause_entry(id, state.options)
    return {
        "id": id,
        "title": entry.title if entry else id,
        "text": entry.text if entry else "",
        "broken": bool(said),
        "refusal": said,
    }
