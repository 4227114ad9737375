"""What a course says to mistakes: every wrong answer of a step, and every move that is legal and misses its goal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from games.engine.lesson import Step
from games.engine.options import Options

if TYPE_CHECKING:
    from games.engine.game import Game


class Mistake(NamedTuple):
    """What was done, and what is said to it; "" if nothing is."""

    done: str
    said: str


def mistakes(game: Game[Any], options: Options, step: Step) -> Iterator[Mistake]:
    """The mistakes of a step under house rules by which it holds: with its first move, or its answer."""
    for answer in step.answers:
        if not answer.right:
            yield Mistake(answer.text, answer.why)
    start = step.dealt(game, options, Random(step.id))
    for text in step.tempting:
        refused = game.why_not(start, 0, game.parse_move(text))
        yield Mistake(text, refused.sentence if refused else "")
    for move in game.moves(start, 0) if step.kind == "do" and start.may_move(0) else []:
        now = start.copy()
        game.apply(now, 0, move)
        lost = step.lost(game, start, [move], now)
        if lost or not (0 in now.waiting or step.reached(game, start, [move], now)):
            yield Mistake(str(move), lost)
