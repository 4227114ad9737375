"""How a lesson begins: with nothing in it, as a copy of one of the site's, or from a file."""

from __future__ import annotations

from typing import Any

from core.lessons.drafts import blank, copy_of, read_file
from core.lessons.models import Lesson
from core.people.models import Person
from core.workshop.errors import BadChange
from games.engine.game import Game
from games.engine.options import Options


def begin(person: Person, game: Game[Any], options: Options, text: str = "", of_site: str = "") -> Lesson:
    """A new lesson by these house rules: what the text of a file says, else the site's lesson that is called so, else
    one step that says nothing yet. Raises HouseError.
    """
    if text:
        read = read_file(game, text, options)
        return Lesson.begin(person, game.slug, read.content, read.title, "a file")
    if not of_site:
        return Lesson.begin(person, game.slug, blank(game, options))
    if of_site not in [taught.slug for taught in game.lessons]:
        raise BadChange(f"There is no lesson “{of_site[:80]}” in the course of {game.title}.")
    read = copy_of(game, of_site, options)
    return Lesson.begin(person, game.slug, read.content, read.title, f"the lesson “{read.title}”")
