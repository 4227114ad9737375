"""Imports puzzles from a file that the builder has exported, or from a position."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from django.db import transaction

import games
from core.authoring.puzzles.drafts import HINTS, PuzzleDraft, build_blank_content
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.models import LONGEST_TITLE, BuiltPuzzle, lock_row
from core.authoring.puzzles.position_editor import LONGEST
from core.http.strict_json import InvalidJson, MalformedJson, parse_json
from core.people.models import Person
from games.engine.game import Game

LONGEST_FILE = 200_000
JSON_TYPES = {bool: "true or false", dict: "an object", int: "a whole number", list: "a list", str: "a string"}
"""The types of a draft's values, as error messages name them."""


class PuzzleFile(NamedTuple):
    """A puzzle that was read from an exported file: its game, its draft as JSON, and its title.

    `title` is None if the file has none.
    """

    game: Game[Any]
    draft: dict[str, Any]
    title: str | None


def import_puzzle_from_text(person: Person, text: str) -> BuiltPuzzle:
    """Create a puzzle from the text of an exported puzzle file, or of just a position.

    Raises RulesError if the text is neither, or if the person has too many puzzles.
    """
    if len(text) > LONGEST_FILE:
        raise BadChange(f"That’s too large for a puzzle. A puzzle can be up to {LONGEST_FILE // 1000} KB.")
    try:
        sent = parse_json(text)
    except MalformedJson:
        raise BadChange("This isn’t JSON, so it can’t be a puzzle file or a position.") from None
    except InvalidJson as error:
        raise BadChange(str(error)) from None
    return import_puzzle_from_json(person, sent)


def import_puzzle_from_json(person: Person, sent: Any) -> BuiltPuzzle:
    """Create a puzzle from the parsed JSON of an exported puzzle file, or of just a position.

    Raises RulesError if the JSON is neither, or if the person has too many puzzles.
    """
    return create_puzzle_from_file(person, parse_puzzle_file(sent))


def create_puzzle_from_file(person: Person, file: PuzzleFile) -> BuiltPuzzle:
    """Create a puzzle from a file. Raises TooManyWorks if the person has too many puzzles."""
    return BuiltPuzzle.create_for(person, file.game.slug, file.draft, file.title or "", "a file")


@transaction.atomic
def replace_draft(item: BuiltPuzzle, file: PuzzleFile) -> None:
    """Replace a puzzle's draft with that of a file, and its title if the file has one.

    Raises BadChange if the file is for a different game.
    """
    if file.game.slug != item.game:
        raise BadChange(f"This puzzle is for {item.engine_game.title}, but the file is for {file.game.title}.")
    found = lock_row(item)
    found.save_draft(file.draft, found.title if file.title is None else file.title[:LONGEST_TITLE])


def parse_puzzle_file(sent: Any) -> PuzzleFile:
    """Parse the JSON of an exported puzzle file. If it's only a position, make a new puzzle from it.

    This can be slow, so call it before you lock a row. Raises RulesError if the JSON isn't valid.
    """
    if not isinstance(sent, dict):
        raise BadChange("This isn’t a puzzle file or a position.")
    inner = sent.get("draft", sent)
    game = games.all_games().get(str(inner.get("game", ""))) if isinstance(inner, dict) else None
    if game is None:
        raise BadChange("This file doesn’t say which game it’s for, or that game isn’t on this site.")
    if "draft" in sent:
        draft = _parse_draft(game, inner)
    else:
        begun = PuzzleDraft(build_blank_content(game, game.options(), game.get_usual_seat_count(game.options())))
        begun.set_position(inner)
        draft = begun.content
    said = json.dumps([draft, str(sent.get("title", ""))])
    if len(said) > PuzzleDraft.longest:
        raise BadChange("This puzzle is too large. Shorten its texts.")
    return PuzzleFile(game, draft, str(sent["title"]) if "title" in sent else None)


def _parse_draft(game: Game[Any], inner: dict[str, Any]) -> dict[str, Any]:
    """Return the draft in a puzzle file (`inner`), without unknown keys.

    Raises RulesError if a value has the wrong type, is too long, or isn't possible in this game.
    """
    options = game.options.load_saved_options(inner.get("options") or {})
    seats = inner.get("seats", game.get_usual_seat_count(options))
    if type(seats) is not int:
        raise BadChange("In this file, “seats” must be a whole number.")
    game.check_seat_count(options, seats)
    draft = build_blank_content(game, options, seats)
    for key, value in draft.items():
        given = inner.get(key, value)
        if type(given) is not type(value):
            raise BadChange(f"In this file, “{key}” must be {JSON_TYPES[type(value)]}.")
        draft[key] = given
    read = PuzzleDraft(draft)
    if read["kind"] not in read.question_kinds:
        raise BadChange(f"This game has no question type “{read['kind'][:40]}”.")
    for key in ("moves", "after", "solution", "hints", "clauses"):
        if not all(isinstance(one, str) for one in draft[key]):
            raise BadChange(f"In this file, “{key}” must be a list of strings.")
    if not all(_is_answer_choice(one) for one in draft["choices"]):
        raise BadChange(
            "In this file, each entry of “choices” must have a “text”, and can have a “check” and a “right”."
        )
    if not all(isinstance(one, str) for one in draft["comments"].values()):
        raise BadChange("In this file, all “comments” must be strings.")
    texts = [draft["question"], draft["why"], *draft["hints"], *draft["comments"].values()]
    if any(len(text) > LONGEST for text in [*texts, *(one["text"] for one in draft["choices"])]):
        raise BadChange(f"A text in this file is too long. Each can have at most {LONGEST} characters.")
    draft["hints"] = [*draft["hints"], *[""] * HINTS][:HINTS]
    assert read.position_builder.list_card_places()
    return draft


def _is_answer_choice(one: Any) -> bool:
    """Return whether a value from a file is a valid answer choice of a draft.

    It's a dict with the key `text` (a string), and optionally `check` (a string) and `right` (a bool).
    """
    texts = isinstance(one, dict) and isinstance(one.get("text"), str) and isinstance(one.get("check", ""), str)
    return texts and isinstance(one.get("right", False), bool)
