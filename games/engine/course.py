"""Read the course of a game: `lessons/course.toml` lists its lessons in order, and each has a file of its own.

    title = "One pool of cards"
    idea = "Everyone has a card or two in secret, and all of them count together."

    [[step]]
    id = "say-king-high"
    kind = "do"
    task = "Declare what you know for sure."
    text = "You hold one card, `KS`."
    clauses = "ladder.high declare.first"
    hands = ["KS", "?"]
    goal = "said high king"
    solution = "high king"
    hints = ["…", "…", "…", "Press High card, then choose King."]
    done = "“King high” can’t be wrong."

    [[step]]
    id = "tokens-and-cards"
    kind = "choose"
    …
    question = "How many cards does Ravi hold?"
    fact = "held 2"
    right = ["Three", 3, "One token left means two lost: one card and two more."]
    wrong = [["One", 1, "It’s the other way around: fewer tokens, more cards."]]

Any key that is neither shown here nor part of `Step` is a key of the position, in the words and short forms of
examples. Texts can have line breaks anywhere.

- An answer is a list of its text, its value, and the reason. A seat can be a name that the texts use, or “nobody”.
- `goal`, `solution`, `after`, and `tempting` are a string or a list of strings.
- The question of a `predict` step is about the position after the moves of `solution`, unless `after` lists others.
- `missed` has pairs of a goal and a sentence, for a reader who reached that goal and so missed the goal of the step:
  `missed = [["made play 6H", "Leela’s `KH` beats your `6H`."]]`.
- `like = "id"` copies the position of the step with this id above in the same file, except for keys that the new step
  has itself.
- `each = { options = {} }`, before the steps, has keys that all steps of a lesson share; a step can override them.
- `picture = true` shows the table of the step on the page of the game, to show what the game is about.

Two steps can share an id if no house rules show both: they are the same step, written for two values of an option. If
only a few words differ, the course defines these words for each value, and a text names them in braces:

    [words.direction.clockwise]
    next = "Mira"
    [words.direction.counterclockwise]
    next = "Leela"
    mirrored = true

`mirrored` reverses the order of the seats in the position. A key of the position that has the same name as a key of the
step, such as `done`, belongs in a table `position`.

A lesson says in `can` what its reader can do afterward. `course.toml` says in `milestones` what several lessons lead
to, as pairs of a title and the last of these lessons: `milestones = [["You can play", "out"], …]`. `ready = "out"`
names the last lesson of the milestone after which a reader is ready to play. Errors name file and line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.engine.examples import expand_short_forms
from games.engine.facts_and_goals import KINDS as FACT_KINDS
from games.engine.facts_and_goals import get_fact_or_goal, normalize_fact_value
from games.engine.lesson import COMPANY, KINDS, OPEN, Answer, Lesson, Step
from games.engine.options import BadOption, Value
from games.engine.view import Position
from games.errors import RulesError
from games.words import join_words

if TYPE_CHECKING:
    from games.engine.game import Game

TEXTS = ("id", "kind", "task", "text", "clauses", "done", "question", "fact")
LISTS = ("hints", "goal", "solution", "after", "tempting", "point_at")
OWN = {*TEXTS, *LISTS, "needs", "options", "right", "wrong", "turns", "position", "missed", "like", "picture"}
"""The keys of a step that don't belong to its position."""
NEEDED = {
    "show": (),
    "do": ("goal", "solution", "hints", "done"),
    "choose": ("question", "fact", "right", "wrong"),
    "predict": ("question", "fact", "right", "wrong", "solution"),
    "try-illegal": ("tempting", "done"),
    "play-on": ("turns", "done"),
}
"""The keys that each kind of step must have, besides id, kind, clauses, and text or task."""
NOBODY = "nobody"
_STEP = re.compile(r"^\[\[step\]\]", re.MULTILINE)
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

Words = Mapping[str, str]
_Form = tuple[Callable[[Any], bool], str]


class BadCourse(ValueError):
    """Raised for an error in a course's files. The message names the file and line.

    `step` is the index of the step and `key` the faulty key, if there is one. `what` is the message without file and
    line.
    """

    def __init__(self, text: str, what: str = "", step: int | None = None, key: str = "") -> None:
        super().__init__(text)
        self.what, self.step, self.key = what or text, step, key


def read_course(game: Game[Any], folder: Path | None = None) -> tuple[Lesson, ...]:
    """Read a game's lessons in order, from `folder` or from the game's own folder.

    Returns () if the folder has no course. Raises BadCourse if a file has an error.
    """
    folder = folder or _get_lessons_folder(game)
    if not (folder / "course.toml").exists():
        return ()
    said = _read_course_file(folder)
    for slug in said["lessons"]:
        if not (folder / f"{slug}.toml").exists():
            raise BadCourse(f"course.toml lists “{slug}”, but there’s no {slug}.toml.")
    lessons = tuple(_read_lesson_file(game, folder, slug, said).build_lesson() for slug in said["lessons"])
    lessons = tuple(_add_milestones_to_lessons(said.get("milestones", ()), said.get("ready"), lessons))
    for left in {path.stem for path in folder.glob("*.toml")} - {"course"} - {lesson.slug for lesson in lessons}:
        raise BadCourse(f"{left}.toml isn’t listed in course.toml.")
    _check_step_ids(lessons)
    return lessons


def read_lesson_source(game: Game[Any], slug: str) -> LessonSource:
    """Read one lesson of the game's course as it's written in its file. Raises BadCourse."""
    folder = _get_lessons_folder(game)
    return _read_lesson_file(game, folder, slug, _read_course_file(folder))


def _get_lessons_folder(game: Game[Any]) -> Path:
    return Path(__file__).parent.parent / game.slug.replace("-", "_") / "lessons"


def _read_course_file(folder: Path) -> dict[str, Any]:
    """Read and parse `course.toml`. Raises BadCourse."""
    return parse_toml((folder / "course.toml").read_text(encoding="utf-8"), "course.toml")


def _read_lesson_file(game: Game[Any], folder: Path, slug: str, said: Mapping[str, Any]) -> LessonSource:
    return LessonSource.from_text(game, slug, (folder / f"{slug}.toml").read_text(encoding="utf-8"), said.get("words"))


def _add_milestones_to_lessons(
    milestones: Sequence[tuple[str, str]], ready: str | None, lessons: Sequence[Lesson]
) -> Iterator[Lesson]:
    """Yield the lessons with `milestone` and `is_needed` set. Raises BadCourse.

    `milestones` has pairs of a milestone's title and its last lesson. `ready` is the last lesson that readers need
    before they play; without it, they need all lessons.
    """
    slugs = [lesson.slug for lesson in lessons]
    for title, last in milestones:
        if last not in slugs:
            raise BadCourse(f"course.toml: the milestone “{title}” ends with “{last}”, but there’s no such lesson.")
    if ready is not None and ready not in [last for _, last in milestones]:
        raise BadCourse(f"course.toml: no milestone ends with “{ready}”, so it can’t be the value of “ready”.")
    needed = slugs.index(ready) if ready else len(slugs)
    for place, lesson in enumerate(lessons):
        title = next((title for title, last in milestones if place <= slugs.index(last)), "")
        yield replace(lesson, milestone=title, is_needed=place <= needed)


def _check_step_ids(lessons: Sequence[Lesson]) -> None:
    """Raise BadCourse if two steps share an id and some house rules show both steps."""
    seen: dict[str, list[Step]] = {}
    for lesson in lessons:
        for step in lesson.steps:
            for other in seen.setdefault(step.id, []):
                if not any(
                    set(wanted).isdisjoint(other.needs.get(name, wanted)) for name, wanted in step.needs.items()
                ):
                    raise BadCourse(f"{lesson.slug}.toml: the id “{step.id}” is already used by another step.")
            seen[step.id].append(step)


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Parse the text of a TOML file that is part of a game. Raises BadCourse.

    `name` is the file's name, for errors. Files that users upload go through the site's own parser, which has limits.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadCourse(f"{name}: {error}", str(error)) from None


class LessonSource:
    """A lesson as written: the parsed content of its file, and the file's text if there is a file.

    `words` are the words that the course defines for some options, by option and value.
    """

    def __init__(
        self,
        game: Game[Any],
        slug: str,
        written: Mapping[str, Any],
        text: str = "",
        words: Mapping[str, Mapping[str, Words]] | None = None,
    ) -> None:
        self.game, self.slug, self.written, self.text = game, slug, written, text
        self.words = words or {}

    @classmethod
    def from_text(
        cls, game: Game[Any], slug: str, text: str, words: Mapping[str, Mapping[str, Words]] | None = None
    ) -> LessonSource:
        """Parse the text of a lesson file. Raises BadCourse."""
        return cls(game, slug, parse_toml(text, f"{slug}.toml"), text, words)

    def build_lesson(self) -> Lesson:
        """Check the keys of the lesson and of its steps, and return the `Lesson`. Raises BadCourse."""
        self.check_lesson_keys()
        steps = tuple(step for number in range(len(self.written["step"])) for step in self.build_step_versions(number))
        title, idea = _join_lines(self.written["title"]), _join_lines(self.written["idea"])
        zones, can = tuple(self.written.get("zones", ())), _convert_to_text_list(self.written.get("can", ()))
        return Lesson(self.slug, title, idea, steps, zones, can)

    def check_lesson_keys(self) -> None:
        """Check the keys of the lesson itself, but not those of its steps. Raises BadCourse."""
        for key in ("title", "idea"):
            if not isinstance(self.written.get(key), str) or not self.written[key].strip():
                raise self.build_error(
                    None, key, f"a lesson needs “{key}”, and it has to be a string that isn’t empty."
                )
        for key in ("zones", "can"):
            if not _is_text_list(self.written.get(key, [])):
                raise self.build_error(None, key, f"“{key}” has to be a list of strings.")
        steps = self.written.get("step")
        if not isinstance(steps, list) or not steps or not all(isinstance(step, Mapping) for step in steps):
            raise self.build_error(None, "step", "a lesson needs at least one [[step]].")
        if not _is_toml_table(self.written.get("each", {})):
            raise self.build_error(None, "each", "“each” has to be a table of the keys that all steps share.")
        if unknown := set(self.written) - {"title", "idea", "zones", "can", "each", "step"}:
            raise self.build_error(None, min(unknown), f"“{min(unknown)}” isn’t a key of a lesson.")

    def build_step_versions(self, number: int) -> Iterator[Step]:
        """Yield the step with this index, in one version or several.

        If words in the step depend on an option, there is a version for each value of the option, unless the step has
        `options` of its own. Raises BadCourse.
        """
        return _StepSource(self, number, self.written["step"][number]).build_step_versions()

    def merge_shared_step_keys(self, number: int) -> Mapping[str, Any]:
        """Return a step's keys, including those from `each` and from the step that `like` names. Raises BadCourse."""
        return _StepSource(self, number, self.written["step"][number]).written

    def expand_step_versions(self, number: int) -> Iterator[dict[str, Any]]:
        """Yield the keys of each version of a step, with the words of the course filled in.

        They include the keys from `each` and `like`. If words in the step depend on an option, there is a version for
        each value of the option, unless the step has `options` of its own. Raises BadCourse.
        """
        return _StepSource(self, number, self.written["step"][number]).list_course_word_versions()

    def build_step_position(self, number: int) -> Position:
        """Build the position of a step, ignoring its other keys. Raises BadCourse."""
        written = _StepSource(self, number, self.written["step"][number])
        return written.build_step_position(written.written)

    def build_error(self, number: int | None, key: str, what: str) -> BadCourse:
        """Build an error about a key of a step, or of the lesson itself if `number` is None.

        `number` is the index of the step, and `what` says what's wrong.
        """
        place = f"{self.slug}.toml"
        if self.text and number is not None:
            place = f"{place}, line {self._get_line_number(number, key)}"
        elif number is not None:
            place = f"{place}, step {number + 1}"
        return BadCourse(f"{place}: {what}", what, number, key)

    def _get_line_number(self, number: int, key: str) -> int:
        """Return the line number of a step's key, or of the step's first line if the step doesn't have the key."""
        starts = [self.text.count("\n", 0, match.start()) + 1 for match in _STEP.finditer(self.text)]
        if number >= len(starts):
            return 1
        lines = self.text.splitlines()
        end = starts[number + 1] - 1 if number + 1 < len(starts) else len(lines)
        inside = range(starts[number], end)
        return next((at + 1 for at in inside if re.match(rf"{re.escape(key)}\s*=", lines[at])), starts[number])


class _StepSource:
    """One step as written in the file of its lesson. It builds the step and checks its keys."""

    def __init__(self, source: LessonSource, number: int, written: Mapping[str, Any]) -> None:
        self.source = source
        self.game = source.game
        self.number = number
        self.written = {**source.written.get("each", {}), **self._get_position_of_copied_step(written), **written}

    def _get_position_of_copied_step(self, written: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the position of the step that the key `like` names, or {} if there is no such key.

        Raises BadCourse.
        """
        if "like" not in written:
            return {}
        steps = self.source.written["step"]
        above = [number for number in range(self.number) if steps[number].get("id") == written["like"]]
        if not above:
            raise self.build_error("like", f"no step above has the id “{written['like']}”.")
        other = _StepSource(self.source, above[-1], steps[above[-1]]).written
        return {key: value for key, value in other.items() if key not in OWN or key == "position"}

    def build_error(self, key: str, what: str) -> BadCourse:
        return self.source.build_error(self.number, key, what)

    def build_step_versions(self) -> Iterator[Step]:
        """Yield the step, in several versions if words in it depend on the value of an option."""
        return map(self._build_step, self.list_course_word_versions())

    def list_course_word_versions(self) -> Iterator[dict[str, Any]]:
        """Yield the keys of each version of the step, with names in braces replaced by the course's words.

        A course can define words for each value of an option. If the step uses such words, there is a version for each
        value, unless the step has `options` of its own. Otherwise, there is just one version.
        """
        self._check_step_keys()
        for option, values in self.source.words.items():
            if any(f"{{{word}}}" in str(self.written) for words in values.values() for word in words):
                yield from self._expand_words_of_option(option, values)
                return
        yield dict(self.written)

    def _expand_words_of_option(self, option: str, values: Mapping[str, Words]) -> Iterator[dict[str, Any]]:
        options = self.written.get("options")
        if options is not None:
            value = options.get(option, self.game.options().get_option_value(option))
            yield self._fill_in_course_words(values[value])
            return
        for value, words in values.items():
            told = self._fill_in_course_words(words)
            yield {**told, "needs": {**told.get("needs", {}), option: value}}

    def _fill_in_course_words(self, words: Words) -> dict[str, Any]:
        """Return the step's keys, with each name in braces replaced by its words.

        `words` maps names to words. If it has `mirrored`, the order of the seats in the position is reversed.
        """

        def fill_in_words(value: Any) -> Any:
            if isinstance(value, str):
                for word, meaning in words.items():
                    value = value.replace(f"{{{word}}}", str(meaning))
                return value
            return [fill_in_words(one) for one in value] if isinstance(value, list) else value

        told = {key: fill_in_words(value) for key, value in self.written.items()}
        if not words.get("mirrored"):
            return told
        rest = {key: value for key, value in told.items() if key in OWN and key != "position"}
        return {**rest, "position": self.game.mirror_position(self.build_step_position(told))}

    def build_step_position(self, written: Mapping[str, Any]) -> Position:
        """Build the position that these keys describe. Raises BadCourse."""
        own = {key: value for key, value in written.items() if key not in OWN}
        with self._report_malformed_values():
            return self.game.complete_position(expand_short_forms(self.game, {**own, **written.get("position", {})}))

    def _get_implied_options(self, position: Position) -> Mapping[str, tuple[Value, ...]]:
        with self._report_malformed_values():
            return self.game.get_implied_options(position)

    @contextmanager
    def _report_malformed_values(self) -> Iterator[None]:
        """Raise BadCourse if the code in the `with` block fails because a value has the wrong form.

        Games expect well-formed positions, but a file can contain anything.
        """
        try:
            yield
        except (TypeError, ValueError, AttributeError, LookupError) as unfit:
            raise self.build_error("position", "a part of the position doesn’t have the right form.") from unfit

    def _build_step(self, written: Mapping[str, Any]) -> Step:
        position = self.build_step_position(written)
        options = written.get("options")
        needs = {
            name: tuple(one) if isinstance(one, list) else (one,) for name, one in written.get("needs", {}).items()
        }
        said: dict[str, Any] = {key: _join_lines(written.get(key, "")) for key in TEXTS if key != "clauses"}
        said |= {key: _convert_to_text_list(written.get(key, [])) for key in LISTS if key not in ("goal", "after")}
        return Step(
            position=position,
            options=options,
            needs=needs if options is not None else {**self._get_implied_options(position), **needs},
            answers=self._build_step_answers(written),
            goals=_convert_to_text_list(written.get("goal", [])),
            after=_convert_to_text_list(
                written.get("after", written.get("solution", []) if written["kind"] == "predict" else [])
            ),
            clauses=tuple(written["clauses"].split()),
            turns=written.get("turns", 0),
            picture=bool(written.get("picture")),
            missed=tuple((goal, _join_lines(why)) for goal, why in written.get("missed", [])),
            **said,
        )

    def _build_step_answers(self, written: Mapping[str, Any]) -> tuple[Answer, ...]:
        if not written.get("fact"):
            return ()
        given = [("right", written["right"])] if written.get("right") else []
        given += [("wrong", one) for one in written.get("wrong", [])]
        return tuple(
            Answer(_join_lines(text), key == "right", _join_lines(why), self._convert_answer_value(key, value))
            for key, (text, value, why) in given
        )

    def _convert_answer_value(self, key: str, value: Any) -> Any:
        """Convert an answer's value, as written in the lesson, to the type of the fact that the step asks for.

        For example, a player's name becomes a seat. If the fact or a move in `after` has a placeholder `{}`, the value
        is returned unchanged. `key` is the key that has the answer, for errors. Raises BadCourse.
        """
        if OPEN in f"{self.written['fact']} {self.written.get('after', '')}":
            return value
        kind = self.game.all_facts[self.written["fact"].split()[0]].kind
        if kind == "player":
            return _parse_seat_name(value)
        try:
            return normalize_fact_value(
                kind, [] if value == NOBODY else map(_parse_seat_name, value) if kind == "players" else value
            )
        except (TypeError, ValueError):
            raise self.build_error(key, f"the value of this answer has to be {FACT_KINDS[kind]}.") from None

    # -- checks --------------------------------------------------------------------------------------

    def _check_step_keys(self) -> None:
        written, game = self.written, self.game
        self._check_value_types()
        for key in ("id", "kind", "text", "clauses"):
            if not written.get(key) and not (key == "text" and written.get("task")):
                raise self.build_error(key, f"a step needs “{key}”, and it can’t be empty.")
        kind = written["kind"]
        if not _ID.fullmatch(written["id"]):
            raise self.build_error(
                "id", "an id can have only lowercase letters, digits, and single hyphens, and starts with a letter."
            )
        if kind not in KINDS:
            raise self.build_error("kind", f"there is no kind “{kind}”. Use {join_words(KINDS, 'or')}.")
        for key in (*written, *written.get("position", {})):
            if key not in OWN and key not in game.position_keys and key != "hand":
                raise self.build_error(key, f"“{key}” isn’t a key of a step or a position.")
        for key in NEEDED[kind]:
            if not written.get(key):
                raise self.build_error(key, f"a step of the kind “{kind}” needs “{key}”.")
        for clause in written["clauses"].split():
            if clause not in game.clauses:
                raise self.build_error("clauses", f"there is no clause “{clause}”.")
        self._check_options("needs")
        self._check_options("options")
        self._check_fact_and_goal_names()
        self._check_answers()

    def _check_value_types(self) -> None:
        for key, value in self.written.items():
            holds, form = _FORMS.get(key, (lambda value: True, ""))
            if not holds(value):
                raise self.build_error(key, f"“{key}” has to be {form}.")

    def _check_options(self, key: str) -> None:
        known = {option.name: option for option in self.game.options.list_options()}
        for name, wanted in self.written.get(key, {}).items():
            if name not in known:
                raise self.build_error(key, f"there is no option “{name}”.")
            for value in wanted if isinstance(wanted, list) else [wanted]:
                try:
                    known[name].check_value(value)
                except (BadOption, TypeError):
                    raise self.build_error(key, f"“{value}” isn’t a valid value for the option “{name}”.") from None

    def _check_fact_and_goal_names(self) -> None:
        goals = [
            *_convert_to_text_list(self.written.get("goal", [])),
            *(goal for goal, _ in self.written.get("missed", [])),
        ]
        facts = [self.written["fact"]] if "fact" in self.written else []
        for key, texts, known in (
            ("fact", facts, self.game.all_facts),
            ("goal", goals, self.game.all_goals),
        ):
            for text in texts:
                try:
                    get_fact_or_goal(key, text.split()[0] if text.split() else "", known)
                except RulesError as unknown:
                    raise self.build_error(key, str(unknown)) from None

    def _check_answers(self) -> None:
        for key in ("right", "wrong"):
            answers = self.written.get(key, [])
            for answer in [answers] if key == "right" and answers else answers:
                if not isinstance(answer, list) or len(answer) != 3 or not _is_text_list([answer[0], answer[2]]):
                    raise self.build_error(key, "an answer has to be a list of its text, its value, and the reason.")


def _is_text_list(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_toml_table(value: object) -> bool:
    return isinstance(value, Mapping)


_LISTED: _Form = (lambda value: _is_text(value) or _is_text_list(value), "a string or a list of strings")
_TABLE: _Form = (_is_toml_table, "a table")
_FORMS: Mapping[str, _Form] = {
    **dict.fromkeys((*TEXTS, "like"), (_is_text, "a string")),
    **dict.fromkeys(LISTS, _LISTED),
    **dict.fromkeys(("needs", "options", "position"), _TABLE),
    "turns": (lambda value: type(value) is int and value > 0, "a whole number above 0"),
    "picture": (lambda value: isinstance(value, bool), "true or false"),
    "missed": (
        lambda value: isinstance(value, list) and all(_is_text_list(one) and len(one) == 2 for one in value),
        "a list of pairs, each with a goal and a text",
    ),
    "right": (lambda value: isinstance(value, list), "a list"),
    "wrong": (lambda value: isinstance(value, list), "a list"),
}
"""The keys of a step, each with a check of its value and a description of the expected form."""


def _parse_seat_name(value: Any) -> Any:
    """Convert a player's name to a seat, and “nobody” to None. Other values are returned unchanged."""
    return None if value == NOBODY else COMPANY.index(value) if value in COMPANY else value


def _join_lines(text: str) -> str:
    """Replace line breaks in the text with single spaces."""
    return " ".join(text.split())


def _convert_to_text_list(texts: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(map(_join_lines, [texts] if isinstance(texts, str) else texts))
