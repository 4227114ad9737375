"""Reading the course of a game: `lessons/course.toml` names its lessons in order, each in a file of its own.

    title = "One pool of cards"
    idea = "Everybody holds a card or two in secret, and what counts is all of them together."

    [[step]]
    id = "say-king-high"
    kind = "do"
    text = "You hold one card, `KS`. … One thing you know for sure: there is a king. Say so."
    clauses = "ladder.high declare.first"
    hands = ["KS", "?"]
    goal = "said high king"
    solution = "high king"
    hints = ["…", "…", "…", "Press High card, then choose King."]
    done = "“King high”, and it cannot be wrong."

    [[step]]
    id = "tokens-and-cards"
    kind = "choose"
    …
    question = "How many cards does Ravi hold?"
    fact = "held 2"
    right = ["Three", 3, "One token left means two lost: one card and two more."]
    wrong = [["One", 1, "It is the other way round: fewer tokens, more cards."]]

What is neither here nor in `Step` is a key of the position, in the words and short forms of examples. An answer is its
text, its value and the reason; a seat may be named as in the texts, or be “nobody”. `goal`, `solution`, `after` and
`tempting` are a text or a list of them. What is predicted is asked after the moves of the solution, unless `after` says
others. `missed` has pairs of a goal and a sentence, for whoever has reached that goal and so missed the step's own:
`missed = [["made play 6H", "Leela’s `KH` beats your `6H`."]]`. `like = "id"` has the position of that step above in the
same file, with the keys that this one has itself in their place.
A step with `picture = true` shows what the game is about: its table stands on the page of the game. Lines may be broken
anywhere within a text.

Two steps may share an id if no house rules show both: they are one step, told for two values of an option. Where all
that differs are a few words, the course says them for each value, and a text has them in braces:

    [words.direction.clockwise]
    next = "Mira"
    [words.direction.counterclockwise]
    next = "Leela"
    mirrored = true

`mirrored` lays the position the other way round. A key of the position that is one of the step too, such as `done`,
stands in a table `position`.

A lesson says with `can` what its reader can do when it is done, and `course.toml` with `milestones` what several
lessons lead to: pairs of a title and the last lesson, `milestones = [["You can play", "out"], …]`. A mistake is
reported with file and line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from games.engine.asking import named, plain
from games.engine.examples import written_out
from games.engine.lesson import COMPANY, KINDS, OPEN, Answer, Lesson, Step
from games.engine.options import BadOption
from games.errors import HouseError

if TYPE_CHECKING:
    from games.engine.game import Game

TEXTS = ("id", "kind", "text", "clauses", "done", "question", "fact")
LISTS = ("hints", "goal", "solution", "after", "tempting", "point_at")
OWN = {*TEXTS, *LISTS, "needs", "options", "right", "wrong", "turns", "position", "missed", "like", "picture"}
"""The keys of a step that are not those of its position."""
NEEDED = {
    "show": (),
    "do": ("goal", "solution", "hints", "done"),
    "choose": ("question", "fact", "right", "wrong"),
    "predict": ("question", "fact", "right", "wrong", "solution"),
    "try-illegal": ("tempting", "done"),
    "play-on": ("turns", "done"),
}
"""What a step of each kind must have besides id, text and clauses."""
NOBODY = "nobody"
_STEP = re.compile(r"^\[\[step\]\]", re.MULTILINE)
_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

Words = Mapping[str, str]


class BadCourse(ValueError):
    """A course that says something impossible; the text names file and line."""


def read_course(game: Game[Any], folder: Path | None = None) -> tuple[Lesson, ...]:
    """The lessons of a game's folder (or another), in order; none if it has no course. Raises BadCourse."""
    folder = folder or Path(__file__).parent.parent / game.slug.replace("-", "_") / "lessons"
    if not (folder / "course.toml").exists():
        return ()
    course = _File(game, folder / "course.toml")
    words = course.written.get("words", {})
    lessons = tuple(_File(game, folder / f"{slug}.toml", words).lesson() for slug in course.written["lessons"])
    lessons = tuple(_marked(course.written.get("milestones", ()), lessons))
    for left in {path.stem for path in folder.glob("*.toml")} - {"course"} - {lesson.slug for lesson in lessons}:
        raise BadCourse(f"course.toml does not name {left}.toml.")
    _unlike(lessons)
    return lessons


def _marked(milestones: Sequence[tuple[str, str]], lessons: Sequence[Lesson]) -> Iterator[Lesson]:
    """The lessons, each with the milestone to which it leads. Raises BadCourse where one ends with no lesson."""
    slugs = [lesson.slug for lesson in lessons]
    for title, last in milestones:
        if last not in slugs:
            raise BadCourse(f"course.toml: the milestone “{title}” ends with “{last}”, and there is no such lesson.")
    for place, lesson in enumerate(lessons):
        title = next((title for title, last in milestones if place <= slugs.index(last)), "")
        yield replace(lesson, milestone=title)


def _unlike(lessons: Sequence[Lesson]) -> None:
    """Raises BadCourse where two steps share an id and some house rules show both."""
    seen: dict[str, list[Step]] = {}
    for lesson in lessons:
        for step in lesson.steps:
            for other in seen.setdefault(step.id, []):
                if not any(
                    set(wanted).isdisjoint(other.needs.get(name, wanted)) for name, wanted in step.needs.items()
                ):
                    raise BadCourse(f"{lesson.slug}.toml: there are two steps with the id “{step.id}”.")
            seen[step.id].append(step)


class _File:
    """One file of a course, being read."""

    def __init__(self, game: Game[Any], path: Path, words: Mapping[str, Mapping[str, Words]] | None = None) -> None:
        self.game = game
        self.path = path
        self.words = words or {}
        self.text = path.read_text(encoding="utf-8")
        self.starts = [self.text.count("\n", 0, match.start()) + 1 for match in _STEP.finditer(self.text)]
        try:
            self.written = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise BadCourse(f"{path.name}: {error}") from None

    def lesson(self) -> Lesson:
        """The lesson of this file."""
        for key in ("title", "idea", "step"):
            if key not in self.written:
                raise BadCourse(f"{self.path.name}: a lesson needs “{key}”.")
        steps = tuple(
            step
            for number, written in enumerate(self.written["step"])
            for step in _Written(self, number, written).steps()
        )
        title, idea = _joined(self.written["title"]), _joined(self.written["idea"])
        zones, can = tuple(self.written.get("zones", ())), _listed(self.written.get("can", ()))
        return Lesson(self.path.stem, title, idea, steps, zones, can)

    def line(self, number: int, key: str) -> int:
        """The line of a key of a step, or that of the step."""
        lines = self.text.splitlines()
        end = self.starts[number + 1] - 1 if number + 1 < len(self.starts) else len(lines)
        inside = range(self.starts[number], end)
        return next((at + 1 for at in inside if re.match(rf"{key}\s*=", lines[at])), self.starts[number])


class _Written:
    """One step as it is written."""

    def __init__(self, file: _File, number: int, written: Mapping[str, Any]) -> None:
        self.file = file
        self.game = file.game
        self.number = number
        self.written = {**self._like(written), **written}

    def _like(self, written: Mapping[str, Any]) -> Mapping[str, Any]:
        """The position of the step that this one is like."""
        if "like" not in written:
            return {}
        steps = self.file.written["step"]
        above = [number for number in range(self.number) if steps[number].get("id") == written["like"]]
        if not above:
            raise self.fault("like", f"there is no step “{written['like']}” above.")
        other = _Written(self.file, above[-1], steps[above[-1]]).written
        return {key: value for key, value in other.items() if key not in OWN or key == "position"}

    def fault(self, key: str, what: str) -> BadCourse:
        return BadCourse(f"{self.file.path.name}, line {self.file.line(self.number, key)}: {what}")

    def steps(self) -> Iterator[Step]:
        """The step, or one for each value of an option for which its words differ."""
        self._check()
        for option, values in self.file.words.items():
            if any(f"{{{word}}}" in str(self.written) for words in values.values() for word in words):
                yield from self._told(option, values)
                return
        yield self._step(self.written)

    def _told(self, option: str, values: Mapping[str, Words]) -> Iterator[Step]:
        options = self.written.get("options")
        if options is not None:
            value = options.get(option, self.game.options().value(option))
            yield self._step(self._with(values[value]), bool(values[value].get("mirrored")))
            return
        for value, words in values.items():
            step = self._step(self._with(words), bool(words.get("mirrored")))
            yield replace(step, needs={**step.needs, option: (value,)})

    def _with(self, words: Words) -> dict[str, Any]:
        """What is written, with words in the place of their names in braces."""

        def fill(value: Any) -> Any:
            if isinstance(value, str):
                for word, meaning in words.items():
                    value = value.replace(f"{{{word}}}", str(meaning))
                return value
            return [fill(one) for one in value] if isinstance(value, list) else value

        return {key: fill(value) for key, value in self.written.items()}

    def _step(self, written: Mapping[str, Any], mirrored: bool = False) -> Step:
        own = {key: value for key, value in written.items() if key not in OWN}
        position = self.game.completed(written_out(self.game, {**own, **written.get("position", {})}))
        if mirrored:
            position = self.game.mirrored(position)
        options = written.get("options")
        needs = {
            name: tuple(one) if isinstance(one, list) else (one,) for name, one in written.get("needs", {}).items()
        }
        said: dict[str, Any] = {key: _joined(written.get(key, "")) for key in TEXTS if key != "clauses"}
        said |= {key: _listed(written.get(key, [])) for key in LISTS if key not in ("goal", "after")}
        return Step(
            position=position,
            options=options,
            needs=needs if options is not None else {**self.game.takes_for_granted(position), **needs},
            answers=self._answers(written),
            goals=_listed(written.get("goal", [])),
            after=_listed(written.get("after", written.get("solution", []) if written["kind"] == "predict" else [])),
            clauses=tuple(written["clauses"].split()),
            turns=written.get("turns", 0),
            picture=bool(written.get("picture")),
            missed=tuple((goal, _joined(why)) for goal, why in written.get("missed", [])),
            **said,
        )

    def _answers(self, written: Mapping[str, Any]) -> tuple[Answer, ...]:
        given = [(True, written["right"])] if "right" in written else []
        given += [(False, one) for one in written.get("wrong", [])]
        return tuple(
            Answer(_joined(text), right, _joined(why), self._value(value)) for right, (text, value, why) in given
        )

    def _value(self, value: Any) -> Any:
        """An answer's value in the form of its fact's; any text for an open place."""
        if OPEN in f"{self.written['fact']} {self.written.get('after', '')}":
            return value
        kind = self.game.known_facts[self.written["fact"].split()[0]].kind
        if kind == "player":
            return _seat(value)
        return plain(kind, [] if value == NOBODY else map(_seat, value) if kind == "players" else value)

    # -- mistakes ------------------------------------------------------------------------------------

    def _check(self) -> None:
        written, game = self.written, self.game
        for key in ("id", "kind", "text", "clauses"):
            if not isinstance(written.get(key), str) or not written[key]:
                raise self.fault(key, f"a step needs a text “{key}”.")
        kind = written["kind"]
        if not _ID.fullmatch(written["id"]):
            raise self.fault("id", "an id is made of small letters and figures, with hyphens between them.")
        if kind not in KINDS:
            raise self.fault("kind", f"there is no kind “{kind}”, but {', '.join(KINDS)}.")
        for key in (*written, *written.get("position", {})):
            if key not in OWN and key not in game.position_keys and key != "hand":
                raise self.fault(key, f"“{key}” is neither a key of steps nor of positions.")
        for key in NEEDED[kind]:
            if not written.get(key):
                raise self.fault("kind", f"a step of the kind “{kind}” needs “{key}”.")
        for clause in written["clauses"].split():
            if clause not in game.clauses:
                raise self.fault("clauses", f"there is no clause “{clause}”.")
        self._check_options("needs")
        self._check_options("options")
        self._check_names()
        self._check_answers()

    def _check_options(self, key: str) -> None:
        known = {option.name: option for option in self.game.options.all()}
        for name, wanted in self.written.get(key, {}).items():
            if name not in known:
                raise self.fault(key, f"there is no option “{name}”.")
            for value in wanted if isinstance(wanted, list) else [wanted]:
                try:
                    known[name].check(value)
                except BadOption:
                    raise self.fault(key, f"“{value}” is no value of the option “{name}”.") from None

    def _check_names(self) -> None:
        try:
            if "fact" in self.written:
                named("fact", self.written["fact"].split()[0], self.game.known_facts)
            goals = [*_listed(self.written.get("goal", [])), *(goal for goal, _ in self.written.get("missed", []))]
            for goal in goals:
                named("goal", goal.split()[0], self.game.known_goals)
        except HouseError as unknown:
            raise self.fault("fact" if "fact" in self.written else "goal", str(unknown)) from None

    def _check_answers(self) -> None:
        for key in ("right", "wrong"):
            answers = self.written.get(key, [])
            for answer in [answers] if key == "right" and answers else answers:
                if not isinstance(answer, list) or len(answer) != 3:
                    raise self.fault(key, "an answer is its text, its value and the reason.")


def _seat(value: Any) -> Any:
    """A seat: a number, or the name of who sits there in lessons."""
    return None if value == NOBODY else COMPANY.index(value) if value in COMPANY else value


def _joined(text: str) -> str:
    """A text whose lines were broken where it suited the writer."""
    return " ".join(text.split())


def _listed(texts: str | Sequence[str]) -> tuple[str, ...]:
    return tuple(map(_joined, [texts] if isinstance(texts, str) else texts))
