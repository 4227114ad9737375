"""Games, clauses, rulebooks, and rule sets as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.urls import reverse

from core.api.reference.serializers import GameRowSerializer
from core.learn.rules_search import answer_question
from core.practice.themes import list_available_themes
from games.engine.bot import LEVELS
from games.engine.clause import TABLE_CLAUSES
from games.engine.game import Game
from games.engine.options import Options
from games.engine.rulebook import TABLE
from variants.titles import build_title, list_changes_from_standard


def game_json(game: Game[Any], options: Options) -> dict[str, Any]:
    """Return a game as JSON, with the kinds of puzzle that have questions under these rules."""
    return {
        **GameRowSerializer(game).data,
        "verbs": {name: verb.words for name, verb in game.verbs.items()},
        "position": dict(game.position_keys),
        "decides": game.decides,
        "bots": {level: LEVELS.get(level, "") for level in game.bots},
        "themes": [
            {"slug": theme.slug, "title": theme.title, "sentence": theme.sentence, "clauses": list(theme.clauses)}
            for theme in list_available_themes(game, options)
        ],
        "facts": [
            {
                "name": fact.name,
                "kind": fact.kind,
                "question": fact.question,
                "takes": [argument.name for argument in fact.takes],
                "clauses": list(fact.clauses),
            }
            for fact in game.all_facts.values()
        ],
        "lessons": len(game.lessons),
    }


def clauses_json(game: Game[Any], options: Options) -> Iterator[dict[str, Any]]:
    """Yield every clause of a game as worded under these rules, then the clauses that all games share."""
    sections = (*game.rulebook.render_sections(options), TABLE)
    entries = {entry.id: (section.title, entry) for section in sections for entry in section.entries}
    for id, clause in {**game.clauses, **TABLE_CLAUSES}.items():
        section, entry = entries.get(id, ("", None))
        yield {
            "id": id,
            "title": entry.title if entry else id,
            "section": section,
            "text": entry.text if entry else "",
            "refusal": clause.refusal,
            "holds": bool(entry and entry.is_in_force),
            "changed": bool(entry and entry.is_changed),
        }


def answers_json(game: Game[Any], options: Options, question: str) -> dict[str, Any]:
    """Return the answers of the rules to a question as JSON."""
    answers = answer_question(game, options, question)
    return {
        "game": game.slug,
        "rules": options.digest(),
        "question": answers.question,
        "cards": [
            {
                "words": move.words,
                "allowed": move.refused is None,
                "says": move.refused.sentence if move.refused else "",
                "clauses": list(move.clauses),
            }
            for move in answers.cards
        ],
        "clauses": [
            {
                "id": clause.id,
                "title": clause.title,
                "says": clause.says,
                "holds": clause.holds,
                "elsewhere": [other._asdict() for other in clause.elsewhere],
            }
            for clause in answers.clauses
        ],
        "options": [
            {
                "option": option.option,
                "label": option.label,
                "says": option.says,
                "elsewhere": [other._asdict() for other in option.elsewhere],
            }
            for option in answers.options
        ],
        "lessons": [{"slug": lesson.slug, "title": lesson.title, "says": lesson.says} for lesson in answers.lessons],
    }


def options_json(game: Game[Any]) -> dict[str, Any]:
    """Return every option of a game with a sentence for each value, and the presets."""
    return {
        "game": game.slug,
        "schema": game.options.build_schema(),
        "options": [
            {
                "name": option.name,
                "label": option.label,
                "group": option.group,
                "default": option.default,
                "clauses": list(game.rulebook.list_changed_clauses(option.name)),
                "values": [
                    {"value": value, "sentence": option.describe_value(value)} for value in option.list_values_to_try()
                ],
            }
            for option in game.options.list_options()
        ],
        "presets": [
            {
                "name": preset.name,
                "title": preset.title,
                "sentence": preset.sentence,
                "values": dict(preset.values),
                "digest": game.options(preset.values).digest(),
            }
            for preset in game.options.presets
        ],
    }


def rulebook_json(game: Game[Any], options: Options) -> dict[str, Any]:
    """Return the rulebook as worded under these rules."""
    book = game.rulebook
    return {
        "game": game.slug,
        "title": book.title,
        "rules": rules_json(game, options),
        "intro": book.intro,
        "sections": [
            {
                "title": section.title,
                "clauses": [
                    {
                        "id": entry.id,
                        "title": entry.title,
                        "text": entry.text,
                        "book": entry.book if entry.is_changed else None,
                        "holds": entry.is_in_force,
                    }
                    for entry in section.entries
                ],
            }
            for section in (*book.render_sections(options), TABLE)
        ],
        "sources": book.sources,
    }


def rules_json(game: Game[Any], options: Options, name: str = "") -> dict[str, Any]:
    """Return a rule set as JSON: its values, and in words how it differs from the standard rules."""
    return {
        "game": game.slug,
        "digest": options.digest(),
        "name": name,
        "title": name or build_title(options),
        "options": options.list_nonstandard_values(),
        "differences": [
            {
                "option": change.option.name,
                "label": change.option.label,
                "before": change.before,
                "after": change.after,
            }
            for change in list_changes_from_standard(options)
        ],
        "seats": game.list_seat_counts(options),
        "page": reverse("variants:rules", args=[game.slug, options.digest()]),
    }
