"""Feedback on mistakes in a course: on wrong answers, and on legal moves that miss a step's goal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine.lesson import Step
from games.engine.options import Options

if TYPE_CHECKING:
    from games.engine.game import Game


class Mistake(NamedTuple):
    """A possible mistake of a reader, with the course's feedback on it.

    `done` is what the reader does: the wrong answer in words, or the move. `said` is what the page says about it: the
    feedback or an error message, or "" if there is none.
    """

    done: str
    said: str


def list_possible_mistakes(game: Game[Any], options: Options, step: Step) -> Iterator[Mistake]:
    """Yield the possible mistakes in a step: wrong answers, tempting moves, and first moves that miss the goal.

    The step must be valid under these house rules.
    """
    for answer in step.answers:
        if not answer.right:
            yield Mistake(answer.text, answer.why)
    start = step.load_dealt_state(game, options, Random(step.id))
    for text in step.tempting:
        refused = game.find_violation(start, 0, game.parse_move(text))
        yield Mistake(text, refused.sentence if refused else "")
    for move in game.list_moves(start, 0) if step.kind == "do" and start.can_move(0) else []:
        now = start.copy()
        game.apply_move(now, 0, move)
        lost = step.explain_lost_goal(game, start, [move], now)
        if lost or not (0 in now.waiting or step.has_reached_goals(game, start, [move], now)):
            yield Mistake(str(move), lost)
