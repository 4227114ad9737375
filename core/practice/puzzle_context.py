"""The template context of a puzzle: its table, its options with their results, and the submitted answer."""

from __future__ import annotations

import re
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from core.practice.models import Puzzle
from core.practice.puzzle_session import PuzzleSession
from core.rendering.table_context import (
    AnswerCard,
    ZoneAnswerCards,
    build_screen_context,
    describe_move_readings,
    fill_in_violation_names,
    has_small_hand,
)
from games.cards import join_card_names, parse_cards
from games.engine.puzzle import AnswerOption, Verdict
from games.engine.puzzle import Puzzle as Posed
from games.engine.view import Screen
from games.errors import RulesError
from games.words import capitalize_first, spell_number

QUOTED_CARDS = re.compile("`([^`]+)`")
CARD_VALUE = re.compile(r"`(\S+)` (\d+)")
WHOLE_NUMBER = re.compile(r"\s*[-\N{MINUS SIGN}]?[0-9]{1,8}\s*")
CARD_SUM = re.compile(r"(`\S+` \d+( \+ )?)+ = \d+\.")


def build_puzzle_context(
    puzzle: Puzzle, tries: PuzzleSession, given: Any, verdict: Verdict | None, *, told: bool = True, move_url: str = ""
) -> dict[str, Any]:
    """Build the template context of a puzzle.

    `tries` has the moves made so far, and `given` is the submitted answer (None if there is none). `verdict` is None
    until the answer has been judged. After that, the context marks the right options if the solver can see the right
    answer (`told`), and otherwise only the chosen options. `move_url` is the URL to which the page posts moves, for
    puzzles that are answered with moves.
    """
    posed, game = puzzle.engine_puzzle, puzzle.engine_game
    rows = [_build_option_row(posed, given, option) for option in posed.options]
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
    if verdict is not None:
        context["verdict_title"] = _build_verdict_title(posed, given, verdict, told)
    if verdict is not None and told:
        context["headline"] = _build_headline(posed, given)
        if not posed.on and _are_options_single_cards(rows):
            context["answer_cards"] = [_build_judged_card(posed, given, option) for option in posed.options]
    if tries.game_state is None:
        context["counted"] = _list_counted_cards(posed, judged=verdict is not None and told)
        return context
    playing = posed.form == "play" and verdict is None
    screen = tries.build_screen(playing, answered=verdict is not None and told)
    ticks = _build_answer_cards(posed, screen, given, judged=verdict is not None, told=told)
    context |= build_screen_context(
        game,
        screen,
        tries.seat_names,
        0,
        move_url=move_url if playing and tries.can_move else "",
        so_far=len(tries.move_texts),
        rules_url=_get_rulebook_url(puzzle),
        ticks=ticks,
        has_small_hand=posed.form != "play" and has_small_hand(screen),
        is_turn_shared=tries.game_state.is_turn_shared,
    )
    context["tried"] = [game.describe_move(game.parse_move(line)) for line in tries.move_texts]
    context["beside"] = _list_options_off_table(rows, ticks)
    context["has_prompt"] = bool(screen.prompt or (ticks and not context["beside"]))
    context["reasons_at_cards"] = bool(ticks and told and verdict)
    return context


def make_move_or_explain(tries: PuzzleSession, text: str) -> dict[str, Any]:
    """Make the move in this text on the puzzle's table, and return {}.

    `tries` has the puzzle's table and the moves made so far. If the text isn't a move, can mean several moves, or is an
    illegal move, nothing is changed, and the template context of a message is returned.
    """
    try:
        readings = tries.list_readings(text)
    except RulesError as refused:
        return {"message": str(refused)}
    if len(readings) > 1:
        return {"readings": describe_move_readings(tries.game, readings[:8])}
    violation = tries.find_violation(readings[0])
    if violation is not None:
        return {
            "violation": fill_in_violation_names(violation, tries.seat_names, 0),
            "rules_url": _get_rulebook_url(tries.puzzle),
        }
    tries.play_move(readings[0])
    return {}


def _get_rulebook_url(puzzle: Puzzle) -> str:
    return reverse("learn:rulebook", args=[puzzle.game])


def parse_submitted_answer(sent: QueryDict, puzzle: Puzzle, tries: PuzzleSession) -> Any:
    """Return the answer in a submitted form (`sent`).

    For a puzzle that is answered with moves, returns the moves made so far (those in `tries`), unless the form has an
    answer in words.
    """
    form = puzzle.engine_puzzle.form
    if form == "tick":
        return sent.getlist("answer")
    if form == "match":
        return {option.id: sent.get(f"answer-{option.id}", "") for option in puzzle.engine_puzzle.options}
    if form == "play" and not sent.get("answer"):
        return tries.move_texts
    return sent.get("answer", "")


def explain_unfinished_answer(posed: Posed, given: Any) -> str:
    """Return a sentence that says what's missing in an answer, or "" if nothing is.

    `posed` is the question, and `given` is the answer as it was submitted.
    """
    if posed.form == "match" and not set(given.values()) <= {value for value, _ in posed.labels}:
        number = spell_number(len(posed.options))
        return f"Put all {number} hands in order first." if posed.is_ordering else f"Answer all {number} rows first."
    if posed.form == "one" and given not in [option.id for option in posed.options]:
        return "Pick an answer first."
    if posed.form == "number" and not WHOLE_NUMBER.fullmatch(given):
        return "Type a whole number, such as 12."
    return ""


def _build_answer_cards(posed: Posed, screen: Screen, given: Any, judged: bool, told: bool) -> ZoneAnswerCards | None:
    """Return the cards on the table that are answer options, so that the solver can choose them there.

    `posed` is the question, and `given` is the submitted answer. Once that has been `judged`, each card is marked with
    its result if `told`. Returns None if the screen doesn't have the part of the table that the question is about.
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
        if judged and told:
            found.append((at, _build_judged_card(posed, given, option)[1]))
            continue
        chosen = bool(_get_chosen_value(posed.form, given, option.id))
        kind = "" if judged else "checkbox" if posed.form == "tick" else "radio"
        found.append((at, AnswerCard(kind, option.id, chosen)))
    return ZoneAnswerCards(zone.id, tuple(found))


def _build_judged_card(posed: Posed, given: Any, option: AnswerOption) -> tuple[str, AnswerCard]:
    """Return the code of the card that an answer option is, and an `AnswerCard` with its result and reason.

    `posed` is the question, and `given` is the answer that has been judged.
    """
    chosen, right = bool(_get_chosen_value(posed.form, given, option.id)), bool(_get_right_value(posed, option.id))
    mark = "right" if chosen and right else "wrong" if chosen else "missed" if right else ""
    verdict = "the answer" if mark == "missed" and posed.form == "one" else mark or "no"
    return option.cards, AnswerCard("", option.id, chosen, mark, verdict, posed.reasons.get(option.id, ""))


def _are_options_single_cards(rows: list[dict[str, Any]]) -> bool:
    """Return whether each answer option has exactly one card, and a text that is just the card or ends with its name.

    `rows` are the template rows of the options. With fewer than two options, it's false.
    """
    options = [row["option"] for row in rows] if list_option_cards(rows) else []
    return bool(options) and all(
        _is_option_text_only_cards(option) or option.text.lower().endswith(parse_cards(option.cards)[0].name)
        for option in options
    )


def list_option_cards(rows: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Return a pair for each answer option: the code of its card, and “right” if the option is right, otherwise "".

    `rows` are the template rows of the options. Returns [] if an option doesn't have exactly one card, or if there are
    fewer than two options.
    """
    cards = [(row["option"].cards, "right" if row["right"] else "") for row in rows]
    return cards if len(cards) > 1 and all(code and " " not in code for code, _ in cards) else []


def _build_verdict_title(posed: Posed, given: Any, verdict: Verdict, told: bool) -> str:
    """Return the heading of a judged answer: “Correct”, “Partly correct”, or “Incorrect”.

    `posed` is the question, `given` is the answer, and `told` says whether the solver sees the right answer. A wrong
    answer with several parts is partly correct if one of them is right. But if the solver chose several options and
    doesn't see the right answer, it's partly correct only if all chosen options are right and others are missing.
    """
    if verdict.right:
        return "Correct"
    if posed.form == "match":
        is_partly_right = any(given[id] == label for id, label in posed.key.items())
    else:
        hits = [
            option.id in posed.key
            for option in posed.options
            if posed.form == "tick" and _get_chosen_value(posed.form, given, option.id)
        ]
        is_partly_right = any(hits) and (told or all(hits))
    return "Partly correct" if is_partly_right else "Incorrect"


def _build_headline(posed: Posed, given: Any) -> str:
    """Return the result of a judged answer in one or two sentences, such as “You found it.” or “You found 2 of 3.”

    `posed` is the question, and `given` is the answer. Returns "" if the question isn't answered by choosing one or
    more options, or if none of its options has cards.
    """
    if posed.form not in ("tick", "one") or not any(option.cards for option in posed.options):
        return ""
    rows = [(_get_chosen_value(posed.form, given, option.id), option) for option in posed.options]
    right = [option for _, option in rows if _get_right_value(posed, option.id)]
    hits = sum(bool(chosen) for chosen, option in rows if option in right)
    wrong = sum(bool(chosen) for chosen, option in rows if option not in right)
    if posed.form == "one":
        return "You found it." if hits else "That isn’t it."
    if not right:
        return "None of the answers is right." if wrong else "You were right to choose none."
    sentence = "You found it." if hits == len(right) == 1 else f"You found {hits} of {len(right)}."
    picks = f"{capitalize_first(spell_number(wrong))} of your picks {'is' if wrong == 1 else 'are'} wrong."
    return f"{sentence} {picks}" if wrong else sentence


def _list_counted_cards(posed: Posed, judged: bool) -> list[tuple[str, str]]:
    """Return the code and the value of each card in a question that asks for a number, such as the value of a hand.

    `posed` is the question. The values are strings. They're "" until the answer has been `judged`, and also if the
    number isn't a sum of card values. Returns [] if the answer isn't a number, or if the question doesn't quote exactly
    one group of several cards.
    """
    quoted = QUOTED_CARDS.findall(posed.question) if posed.form == "number" else []
    if len(quoted) != 1 or " " not in quoted[0]:
        return []
    is_sum = judged and bool(CARD_SUM.fullmatch(posed.working))
    values = CARD_VALUE.findall(posed.working) if is_sum else []
    counted = []
    for card in parse_cards(quoted[0]):
        value = next((value for value in values if value[0] == card.code), None)
        if value:
            values.remove(value)
        counted.append((card.code, value[1] if value else "0" if is_sum else ""))
    return counted


def _list_options_off_table(rows: list[dict[str, Any]], ticks: ZoneAnswerCards | None) -> list[dict[str, Any]]:
    """Return the template rows of the answer options that can't be chosen on the table.

    `rows` are those of all options, and `ticks` the cards on the table that are options, or None.
    """
    there = {tick.value for _, tick in ticks.cards} if ticks else set()
    return [row for row in rows if row["option"].id not in there]


def _build_option_row(posed: Posed, given: Any, option: AnswerOption) -> dict[str, Any]:
    """Build the template row of an answer option: text, whether it was chosen, whether it's right, and the reason.

    `posed` is the question, and `given` is the submitted answer. In a matching question, the row has the chosen label
    and the right label instead of booleans. The text is empty if it would only repeat the option's cards, or if all
    options have the same text.
    """
    return {
        "option": option,
        "text": ""
        if _is_option_text_only_cards(option) or (option.cards and _has_same_option_texts(posed))
        else option.text,
        "chosen": _get_chosen_value(posed.form, given, option.id),
        "right": _get_right_value(posed, option.id),
        "reason": posed.reasons.get(option.id, ""),
    }


def _has_same_option_texts(posed: Posed) -> bool:
    """Return whether all answer options of a question have the same text, so that only their cards differ."""
    return len({option.text for option in posed.options}) == 1


def _is_option_text_only_cards(option: AnswerOption) -> bool:
    """Return whether an option's text just repeats its cards."""
    names = (option.cards.lower(), join_card_names(parse_cards(option.cards)))
    return bool(option.cards) and option.text.strip("` ").lower() in names


def _get_chosen_value(form: str, given: Any, id: str) -> Any:
    """Return whether the answer option `id` was chosen or, in a matching question, the label chosen for it.

    `form` is the kind of question, such as “match”, and `given` is the submitted answer.
    """
    if form == "match" and isinstance(given, dict):
        return given.get(id, "")
    return id in given if form == "tick" and given is not None else id == given


def _get_right_value(posed: Posed, id: str) -> Any:
    """Return whether the answer option `id` is right or, in a matching question, its right label.

    `posed` is the question.
    """
    if posed.form == "match":
        return posed.key[id]
    return id in posed.key if isinstance(posed.key, (list, tuple)) else id == posed.key
