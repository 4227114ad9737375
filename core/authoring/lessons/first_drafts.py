"""Starting points for a new lesson: an empty draft, a copy of one of the site's lessons, or a file."""

from __future__ import annotations

from typing import Any

from core.authoring.lessons.drafts import (
    LessonDraft,
    build_blank_content,
    build_draft_from_course_lesson,
    parse_lesson_file,
)
from core.authoring.lessons.models import Lesson
from core.authoring.puzzles.errors import BadChange
from core.people.models import Person
from games.engine.game import Game
from games.engine.options import Options


def build_first_draft(game: Game[Any], options: Options, text: str = "", of_site: str = "") -> tuple[LessonDraft, str]:
    """Build the first draft of a lesson under these house rules. Return it with a description of its source.

    The source is the text of a lesson file or, without `text`, the site's lesson with the slug `of_site`. Without both,
    the draft is blank, and the description is "". Raises RulesError if the file or lesson can't be used.
    """
    if text:
        return parse_lesson_file(game, text, options), "a file"
    if not of_site:
        return LessonDraft(build_blank_content(game, options)), ""
    if of_site not in [taught.slug for taught in game.lessons]:
        raise BadChange(f"There’s no lesson “{of_site[:80]}” in the {game.title} course.")
    draft = build_draft_from_course_lesson(game, of_site, options)
    return draft, f"the lesson “{draft.title}”"


def create_lesson_from_draft(person: Person, draft: LessonDraft, origin: str) -> Lesson:
    """Create a lesson from a draft, and return it. Raises TooManyWorks if the person has too many lessons.

    `origin` tells the author what the draft was made from, such as “a file”.
    """
    return Lesson.create_for(person, draft.game.slug, draft.content, draft.title, origin)
