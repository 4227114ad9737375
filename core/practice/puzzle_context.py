"""The template context of a puzzle: its table, its options with their results, and the answer that was sent."""

from __future__ import annotations

from typing import Any

from django.http import QueryDict
from django.urls import reverse

from core.practice.models import Puzzle
from core.practice.puzzle_session import PuzzleSession
from core.rendering.table_context import Tick, Ticks, choices, named, screen_context
from games.cards import parse_cards, spoken
from games.engine.puzzle import Option, Verdict
from games.engine.puzzle import Puzzle as Posed
from games.engine.view import Screen
from games.errors import HouseError


def shown(
    puzzle: Puzzle, tries: PuzzleSession, given: Any, verdict: Verdict | None, *, told: bool = True, move_url: str = ""
) -> dict[str, Any]:
    """Return the template context of a puzzle on which the moves of `tries` were made and the answer `given` was sent.

    For a judged answer, it marks the right options if they may be `told`, otherwise only the chosen ones. A puzzle that
    is played out sends its moves to `move_url`.
    """
    posed, game = puzzle.posed, puzzle.played
    rows = [_row(posed, given, option) for option in posed.options]
    context: dict[str, Any] = {
        "game": game,
        "puzzle": puzzle,
        "posed": posed,
        "given": given,
        "verdict": verdict,
        "told": told,
        "tries": tries,
        "rows": rows,
        "beside": rows,
        "said": [row for row in rows if row["chosen"]],
    }
    if tries.state is None:
        return context
    playing = posed.form == "play" and verdict is None
    screen = tries.screen(playing, answered=verdict is not None and told)
    ticks = _ticks(posed, screen, given, judged=verdict is not None, told=told)
    context |= screen_context(
        game,
        screen,
        tries.names,
        0,
        move_url=move_url if playing and tries.live else "",
        so_far=len(tries.lines),
        rules_url=_rulebook(puzzle),
        ticks=ticks,
    )
    context["tried"] = [game.in_words(game.parse_move(line)) for line in tries.lines]
    context["beside"] = _beside(rows, ticks)
    return context


def moved(tries: PuzzleSession, text: str) -> dict[str, Any]:
    """Make the move that a text names. Return {}, or the context of a notice if it's illegal, ambiguous, or no move."""
    try:
        readings = tries.readings(text)
    except HouseError as refused:
        return {"message": str(refused)}
    if len(readings) > 1:
        return {"readings": choices(tries.game, readings[:8])}
    violation = tries.why_not(readings[0])
    if violation is not None:
        return {"violation": named(violation, tries.names, 0), "rules_url": _rulebook(tries.puzzle)}
    tries.play(readings[0])
    return {}


def _rulebook(puzzle: Puzzle) -> str:
    return reverse("learn:rulebook", args=[puzzle.game])


def given_in(sent: QueryDict, puzzle: Puzzle, tries: PuzzleSession) -> Any:
    """Return the answer that a form has sent; for a puzzle that is played out, the moves made until now or a word."""
    form = puzzle.posed.form
    if form == "tick":
        return sent.getlist("answer")
    if form == "match":
        return {option.id: sent.get(f"answer-{option.id}", "") for option in puzzle.posed.options}
    if form == "play" and not sent.get("answer"):
        return tries.lines
    return sent.get("answer", "")


def _ticks(posed: Posed, screen: Screen, given: Any, judged: bool, told: bool) -> Ticks | None:
    """Return the options that are cards on the table, to be chosen there; None if there are none.

    If the answer was `judged`, the result of each is marked if it may be `told`.
    """
    zone = next((zone for zone in screen.zones if zone.id == posed.on), None)
    if zone is None:
        return None
    free = list(range(len(zone.cards)))
    found = []
    for option in reversed(posed.options):
        at = next((at for at in reversed(free) if option.cards and zone.cards[at] == option.cards), None)
        if at is None:
            continue
        free.remove(at)
        chosen, right = bool(_chosen(posed.form, given, option.id)), bool(_right(posed, option.id))
        mark = "right" if chosen and right else "wrong" if chosen else "missed" if right else ""
        mark = mark if told else ""
        kind = "checkbox" if posed.form == "tick" else "radio"
        found.append((at, Tick("", option.id, chosen, mark) if judged else Tick(kind, option.id, chosen)))
    return Ticks(zone.id, tuple(found))


def _beside(rows: list[dict[str, Any]], ticks: Ticks | None) -> list[dict[str, Any]]:
    """Return the options that aren't on the table."""
    there = {tick.value for _, tick in ticks.cards} if ticks else set()
    return [row for row in rows if row["option"].id not in there]


def _row(posed: Posed, given: Any, option: Option) -> dict[str, Any]:
    """Return an option with whether it was chosen, whether it's right, and why."""
    return {
        "option": option,
        "text": "" if _only_names(option) or (option.cards and _one_text(posed)) else option.text,
        "chosen": _chosen(posed.form, given, option.id),
        "right": _right(posed, option.id),
        "reason": posed.reasons.get(option.id, ""),
    }


def _one_text(posed: Posed) -> bool:
    """Return whether all options have the same text, so that only their cards differ."""
    return len({option.text for option in posed.options}) == 1


def _only_names(option: Option) -> bool:
    """Return whether an option's text says no more than its cards."""
    names = (option.cards.lower(), spoken(parse_cards(option.cards)))
    return bool(option.cards) and option.text.strip("` ").lower() in names


def _chosen(form: str, given: Any, id: str) -> Any:
    """Return whether an option was chosen; in a matching question, its chosen label."""
    if form == "match" and isinstance(given, dict):
        return given.get(id, "")
    return id in given if form == "tick" and given is not None else id == given


def _right(posed: Posed, id: str) -> Any:
    """Return whether an option is right; in a matching question, its right label."""
    if posed.form == "match":
        return posed.key[id]
    return id in posed.key if isinstance(posed.key, (list, tuple)) else id == posed.key
