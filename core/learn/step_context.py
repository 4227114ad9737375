"""Builds the template context of a lesson step's page, and URLs for getting from one step to another."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from django.urls import reverse

from core.learn.course import LessonStep, StepTable, find_neighboring_steps, get_card_highlights, get_course
from core.learn.custom_lessons import find_custom_lesson_for_reader
from core.learn.lesson_assignments import AGAIN, build_lesson_query_string
from core.learn.progress import get_done_steps_by_game
from core.people.requests import HttpRequest
from core.rendering.table_context import SMALL_HAND, SeatAnswer, build_screen_context, describe_move_readings
from games.engine.game import Game
from games.engine.lesson import Answer, Step
from games.engine.options import Options

MOVES = ("do", "try-illegal", "play-on")
"""The kinds of steps in which the reader makes moves."""
HAND = re.compile("`([^`]+ [^`]+)`")
"""Several cards in a text."""
LARGE_HAND = 10
"""From this number of cards on, a hand can get two rows on a phone during a step."""


class AnswerChoice(NamedTuple):
    """An answer that a step's page offers, with whether it's right and whether the reader chose it.

    `why` explains the answer if the reader chose it. Otherwise, it's "". If the step has no table and the answer names
    several cards in a row, `cards` has their codes, and `text` is the answer without these cards.
    """

    text: str
    right: bool
    chosen: bool
    why: str
    cards: str = ""


def build_step_context(
    request: HttpRequest,
    game: Game[Any],
    options: Options,
    place: LessonStep,
    table: StepTable,
    chosen: Answer | None = None,
    tried: bool = False,
) -> dict[str, Any]:
    """Build the template context of a lesson step's page.

    `chosen` is the answer that the reader has chosen, or None. `tried` says that the reader tried the step's illegal
    move.
    """
    lent, query = find_custom_lesson_for_reader(request, game, place.lesson.slug), build_lesson_query_string(request)
    lessons = get_steps_by_lesson(request, game, place.lesson.slug, options)
    done = get_done_steps_by_game(request, game)[game.slug]
    if table.moves or chosen or tried or lent:
        page = _build_shared_step_context(game, lessons, place, table, query, chosen, tried)
    else:
        page = _build_initial_step_context(game, options, place, query)
    if AGAIN in request.GET:
        page = {**page, "following": get_url_after_lesson(game, place) + query}
    return {
        **page,
        "lent": lent,
        "dots": [(one.id in done, one.id == place.id) for one in lessons[place.lesson.slug]],
        "place": place,
        "is_done": place.id in done,
    }


@lru_cache(maxsize=1024)
def _build_initial_step_context(game: Game[Any], options: Options, place: LessonStep, query: str) -> dict[str, Any]:
    """Build the template context of a course's step before the reader does anything.

    It's cached, because it's the same for everyone. `query` is the query string of the page's URLs.
    """
    return _build_shared_step_context(
        game, get_course(game, options), place, StepTable(game, options, place, []), query
    )


def _build_shared_step_context(
    game: Game[Any],
    lessons: Mapping[str, Sequence[LessonStep]],
    place: LessonStep,
    table: StepTable,
    query: str,
    chosen: Answer | None = None,
    tried: bool = False,
) -> dict[str, Any]:
    """Build the part of a step page's template context that doesn't depend on who the reader is.

    It depends on the moves and the answer, though: `chosen` is the answer that the reader has chosen, or None, and
    `tried` says that the reader tried the step's illegal move. `query` is the query string of the page's URLs.
    """
    before, _ = find_neighboring_steps(lessons, place)
    step, urls = place.step, get_step_action_urls(game, place, query)
    finished = table.is_step_finished or bool(chosen and chosen.right) or tried
    stuck = table.is_reader_stuck
    playing = step.kind in MOVES and not finished and not stuck
    screen = table.build_screen(asking=not finished)
    if not playing:
        screen = replace(screen, prompt="")
    if is_without_table(step):
        screen = replace(screen, zones=())
    return {
        "active": "learn",
        **build_screen_context(
            game,
            screen,
            table.player_names,
            0,
            marks={} if table.moves else get_card_highlights(step),
            move_url=urls["move"] if playing else "",
            undo_url=urls["back"] if playing and table.own_move_indexes else "",
            so_far=len(table.moves),
            rules_url=reverse("learn:rulebook", args=[game.slug]),
            large_hands=table.starting_hand_size >= LARGE_HAND,
            has_small_hand=0 < table.starting_hand_size <= SMALL_HAND,
            is_turn_shared=table.game_state.is_turn_shared,
        ),
        "title": place.lesson.title,
        "step": step,
        "choices": tuple(_build_answer_choice(step, answer, answer is chosen) for answer in place.answers),
        "shown_cards": "" if step.position else _find_hand(step.text),
        "seat_answers": list_seat_answers(
            place.answers,
            {table.player_names[note.seat]: note.seat for note in screen.seats},
            chosen,
            finished,
        ),
        "chosen_answer": chosen,
        "tells_outcome": bool(screen.zones),
        "keeps_actions": step.kind in MOVES,
        "working": step.explain_calculation(game, table.start) if chosen and chosen.right else "",
        "tried": tried,
        "stuck": stuck,
        "lost": table.lost_goal_reason if stuck else "",
        "made": len(table.own_move_indexes),
        "told": table.log_lines,
        "tempting": describe_move_readings(game, map(game.parse_move, step.tempting)),
        "urls": urls,
        "lesson_urls": " ".join(get_step_url("step", game, item) + query for item in lessons[place.lesson.slug]),
        "before": before and get_step_url("step", game, before) + query,
        "following": get_url_after_step(game, lessons, place) + query,
        "finished": finished,
        "about": [(id, game.rulebook.get_clause_title(id)) for id in step.clauses],
    }


def is_without_table(step: Step) -> bool:
    """Return whether a step is a question without a position, so that the page shows no table."""
    return not step.position and step.kind in ("choose", "predict")


def _build_answer_choice(step: Step, answer: Answer, chosen: bool) -> AnswerChoice:
    cards = _find_hand(answer.text) if is_without_table(step) else ""
    text = answer.text.replace(f"`{cards}`", "").strip().rstrip(",") if cards else answer.text
    return AnswerChoice(text, answer.right, chosen, answer.why if chosen else "", cards)


def _find_hand(text: str) -> str:
    """Return the codes of the cards in a text that names several cards between backticks, such as `7C 8C`.

    If there are several such groups, it's the last one. If there is none, it's "".
    """
    hands = HAND.findall(text)
    return hands[-1] if hands else ""


def list_seat_answers(
    answers: Sequence[Answer], seats: Mapping[str, int], chosen: Answer | None, finished: bool
) -> dict[int, SeatAnswer]:
    """Return the answers to a question that are players at the table, by seat, so that they can be clicked there.

    `seats` has the seats that are shown, by player's name. If the step is `finished`, the players can't be chosen
    anymore. Returns {} unless at least two answers are players who are shown, and at most one answer isn't (such as
    “nobody”).
    """
    by_seat = {
        seats[name]: SeatAnswer(
            "" if finished else str(number), ("right" if answer.right else "wrong") if answer is chosen else ""
        )
        for number, answer in enumerate(answers)
        if (name := _strip_possessive(answer.text)) in seats
    }
    return by_seat if len(by_seat) >= max(2, len(answers) - 1) else {}


def _strip_possessive(text: str) -> str:
    """Return the player's name in an answer such as “Mira’s”. For “Yours”, return “You”."""
    return "You" if text == "Yours" else text.removesuffix("’s").removesuffix("'s")


def get_steps_by_lesson(
    request: HttpRequest, game: Game[Any], lesson: str, options: Options
) -> Mapping[str, Sequence[LessonStep]]:
    """Return the steps of each lesson in the course that this lesson belongs to, by lesson slug.

    For a lesson outside of the game's own course, the dict has only this lesson.
    """
    found = find_custom_lesson_for_reader(request, game, lesson)
    return {lesson: found.places} if found else get_course(game, options)


@lru_cache(maxsize=8192)
def get_step_url(name: str, game: Game[Any], place: LessonStep) -> str:
    return reverse(f"learn:{name}", args=[game.slug, place.lesson.slug, place.id])


def get_step_action_urls(game: Game[Any], place: LessonStep, query: str) -> dict[str, str]:
    names = ("step", "move", "answer", "back", "restart", "onward", "hint")
    return {name: get_step_url(name, game, place) + query for name in names}


def get_url_after_step(game: Game[Any], lessons: Mapping[str, Sequence[LessonStep]], place: LessonStep) -> str:
    """Return the URL of the lesson's next step. After its last step, return the URL of the page at the lesson's end."""
    _, following = find_neighboring_steps(lessons, place)
    if following is None or following.lesson is not place.lesson:
        return get_url_after_lesson(game, place)
    return get_step_url("step", game, following)


def get_url_after_lesson(game: Game[Any], place: LessonStep) -> str:
    """Return the URL of the page that is shown at the end of a step's lesson."""
    return reverse("learn:done", args=[game.slug, place.lesson.slug])
