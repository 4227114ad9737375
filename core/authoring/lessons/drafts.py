"""Drafts of lessons. A draft has the texts and steps of a lesson that a person is writing.

Its keys are those of the TOML files with the site's own lessons.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import games
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.issues import Fix, build_fix
from core.authoring.puzzles.models import LONGEST_TITLE
from core.authoring.puzzles.position_editor import LONGEST as LONGEST_TEXT
from core.authoring.puzzles.position_editor import (
    LONGEST_WAY,
    MoveProposal,
    PositionDraft,
    Sent,
    parse_form_integer,
    parse_form_lines,
    parse_form_text,
    parse_house_rules,
)
from core.authoring.puzzles.position_generator import generate_position
from core.http.strict_toml import LONGEST, InvalidToml, parse_toml
from games.engine.course import LISTS, NEEDED, OWN, TEXTS, BadCourse, LessonSource, read_lesson_source
from games.engine.facts_and_goals import parse_moves, play_move_lines
from games.engine.game import Game
from games.engine.lesson import COMPANY, OPEN, Step
from games.engine.lesson import Lesson as Taught
from games.engine.options import Options
from games.engine.puzzle import make_rule_hint
from games.engine.state import State
from games.engine.work_limits import OutOfSteps, WorkAllowance
from games.errors import RulesError
from games.words import capitalize_first

KINDS = {
    "do": "Make a move",
    "choose": "Answer a question",
    "predict": "Predict what happens",
    "try-illegal": "Try an illegal move",
    "play-on": "Play with bots",
    "show": "Look and continue",
}
"""The kinds of steps, with the labels that authors choose from."""
KEYS: Mapping[str, tuple[str, ...]] = {
    "do": ("goal", "solution", "missed", "hints", "done", "tempting"),
    "choose": ("question", "fact", "after", "right", "wrong"),
    "predict": ("question", "fact", "after", "solution", "right", "wrong"),
    "try-illegal": ("tempting", "hints", "done"),
    "play-on": ("turns", "done"),
    "show": (),
}
"""The keys that each kind of step can have, in addition to those in `ALWAYS`."""
ALWAYS = ("id", "kind", "task", "text", "clauses", "point_at", "picture", "needs", "options", "position")
CALLED = {
    "task": "the task",
    "text": "the situation",
    "clauses": "the rules that it teaches",
    "position": "the table",
    "goal": "the goals",
    "solution": "the solution",
    "missed": "the messages for wrong results",
    "done": "the message when done",
    "question": "the question",
    "fact": "the fact that verifies the answer",
    "hints": "the hints",
    "right": "the correct answer",
    "wrong": "a wrong answer",
    "tempting": "illegal moves to try",
    "needs": "house rules",
    "options": "house rules",
    "turns": "turns to play",
    "id": "the step’s id",
    "point_at": "cards to highlight",
}
TOO_LONG = "This lesson is too long. Shorten it, or split it into two lessons."
LACKING = "This is still empty."
MOST_STEPS = 40
MOST_LINES = 20
MOST_WRONG = 5
MOST_MISSED = 4
TURNS = 9
CHECKED = 600_000
"""The limit of engine steps for checking a lesson."""


@dataclass(frozen=True)
class LessonMistake:
    """An error in a lesson draft that prevents publishing.

    `step` is the index of the step with the error, or None for the whole lesson. `key` is the key with the error, such
    as `title`.
    """

    step: int | None
    key: str
    sentence: str
    fixes: tuple[Fix, ...] = ()

    @property
    def key_label(self) -> str:
        """The label of the key with the error, as the page shows it."""
        return CALLED.get(self.key, self.key)


def build_blank_content(game: Game[Any], options: Options) -> dict[str, Any]:
    """Build the content of a new lesson draft under these house rules, with one empty step.

    Raises BadOption if these house rules allow no number of players.
    """
    return {
        "game": game.slug,
        "options": options.dump_values_to_store(),
        "idea": "",
        "can": [],
        "zones": [],
        "steps": [{**build_empty_step("do", "first"), "seats": game.get_usual_seat_count(options)}],
        "place": "hands.0",
    }


def build_empty_step(kind: str, id: str) -> dict[str, Any]:
    """Build an empty step of this kind."""
    return {"id": id, "kind": kind, "text": "", "clauses": ""}


def build_draft_from_course_lesson(game: Game[Any], slug: str, options: Options) -> LessonDraft:
    """Build a draft from a lesson of the game's course, with the steps that are valid under these house rules.

    Raises BadChange if there are none.
    """
    source = read_lesson_source(game, slug)
    return build_draft_from_source(source, options, lambda step: not step.list_step_faults(game, options))


def build_draft_from_source(
    source: LessonSource, options: Options, wanted: Callable[[Step], bool] = bool
) -> LessonDraft:
    """Build a draft from a lesson file. `wanted` is called with each step, and returns whether to include it.

    Raises BadCourse for a faulty file, and BadChange if no step is included.
    """
    source.check_lesson_keys()
    written = source.written
    told = [step for number in range(len(written["step"])) for step in _read_step_versions(source, number, wanted)]
    _check_step_count(len(told))
    if not told:
        raise BadChange("That lesson has no steps under your house rules.")
    content = {
        **build_blank_content(source.game, options),
        "idea": _collapse_whitespace(written["idea"]),
        "can": _collapse_whitespace(written.get("can", [])),
        "zones": list(written.get("zones", [])),
        "steps": told,
    }
    return LessonDraft(content, _collapse_whitespace(written["title"])[:LONGEST_TITLE])


def _read_step_versions(source: LessonSource, number: int, wanted: Callable[[Step], bool]) -> Iterator[dict[str, Any]]:
    """Yield a step of a lesson file as steps of a draft: one for each version that `wanted` accepts.

    `number` is the step's index in the file. The step's texts can have words in braces, which the course defines. They
    are filled in here. If they depend on an option of the house rules, the step has a version for each value of the
    option.
    """
    for step, told in zip(source.build_step_versions(number), source.expand_step_versions(number), strict=True):
        if wanted(step):
            own = {key: _collapse_whitespace(value) for key, value in told.items() if key != "like"}
            own |= {key: [own[key]] for key in LISTS if isinstance(own.get(key), str)}
            _check_step_length(number, own)
            yield json.loads(json.dumps(own, default=str))  # JSON has no dates, so they become texts


def _check_step_length(number: int, step: Mapping[str, Any]) -> None:
    """Check the number of lines and the length of the texts in a step. Raises BadChange.

    Every line is checked and rendered each time the draft is opened, so a long step would slow down the page.
    """
    for key in (*LISTS, "wrong", "missed"):
        if len(step.get(key, ())) > MOST_LINES:
            raise BadChange(f"Step {number + 1}, {CALLED.get(key, key)}: This can have at most {MOST_LINES} lines.")
    for key in (*TEXTS, "hints", "right", "wrong", "missed"):
        if _get_longest_text_length(step.get(key, "")) > LONGEST_TEXT:
            said = f"Each text can have at most {LONGEST_TEXT} characters."
            raise BadChange(f"Step {number + 1}, {CALLED.get(key, key)}: {said}")


def _get_longest_text_length(value: Any) -> int:
    """Return the length of the longest string in a value."""
    if isinstance(value, list):
        return max(map(_get_longest_text_length, value), default=0)
    return len(value) if isinstance(value, str) else 0


def _collapse_whitespace(value: Any) -> Any:
    """Return a string, or each string in a list, without line breaks. Other values are returned unchanged."""
    if isinstance(value, list):
        return [_collapse_whitespace(one) for one in value]
    return " ".join(value.split()) if isinstance(value, str) else value


class LessonDraft:
    """The draft of a lesson that a person is writing, with the values that are computed from it, such as its errors.

    `content` is the draft as JSON. It never changes: `apply_change` returns a new draft.
    """

    def __init__(self, content: Mapping[str, Any], title: str = "") -> None:
        self.content = dict(content)
        self.title = title
        self._laid: dict[int, PositionDraft] = {}

    @cached_property
    def game(self) -> Game[Any]:
        return games.get(self.content["game"])

    @cached_property
    def house_rules(self) -> Options:
        """The house rules under which students take the lesson."""
        return self.game.options.load_saved_options(self.content["options"])

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The lesson's steps, as dicts with the same keys as in a lesson file.

        Unlike in a file, a step can have empty values, and keys that steps of its kind don't use.
        """
        found: list[dict[str, Any]] = self.content["steps"]
        return found

    @cached_property
    def file_content(self) -> dict[str, Any]:
        """The content of the lesson's file, without empty values and without keys that a step's kind doesn't have."""
        whole = {
            "title": self.title,
            "idea": self.content["idea"],
            "can": self.content["can"],
            "zones": self.content["zones"],
        }
        return {
            **{key: value for key, value in whole.items() if value},
            "step": list(map(self._build_file_step, self.steps)),
        }

    def _build_file_step(self, step: Mapping[str, Any]) -> dict[str, Any]:
        """Build a step as a lesson file has it, with the keys in a fixed order.

        Empty values, and keys that steps of its kind don't use, are left out.
        """
        kept = (*ALWAYS, *KEYS.get(step["kind"], ()))
        said = {
            key: value
            for key, value in step.items()
            if key not in OWN or (key in kept and _is_written_to_file(key, value))
        }
        if self.house_rules.list_nonstandard_values() and "options" not in said:
            said["options"] = self.house_rules.list_nonstandard_values()
        return {key: said[key] for key in sorted(said, key=_get_key_order)}

    @cached_property
    def lesson_source(self) -> LessonSource:
        return LessonSource(self.game, "lesson", self.file_content)

    # -- the lesson ------------------------------------------------------------------------------

    def build_lesson(self, slug: str) -> Taught:
        """Build the lesson as students take it, under its own house rules. Raises BadCourse.

        Step ids start with `slug`, so that they're different from those of other lessons.
        """
        lesson = self.lesson_source.build_lesson()
        steps = tuple(
            replace(step, id=f"{slug}-{step.id}", needs={}, options=self._get_step_house_rules(step))
            for step in lesson.steps
        )
        return replace(lesson, slug=slug, steps=steps)

    def _get_step_house_rules(self, step: Step) -> Mapping[str, Any]:
        return self.house_rules.list_nonstandard_values() if step.options is None else step.options

    def build_trial_draft(self) -> LessonDraft:
        """Build a draft for trying the lesson before it's published. It leaves out steps that can't be shown.

        Those are steps with faulty keys or with an impossible position. An empty title or idea is replaced with a
        default.
        """
        kept = [
            step
            for number, step in enumerate(self.steps)
            if self.find_step(number) and self.get_position_draft(number).state
        ]
        content = {**self.content, "idea": self.content["idea"] or "A draft.", "steps": kept}
        return LessonDraft(content, self.title or "A draft")

    def replace_clashing_step_ids(self, ids: Set[str]) -> LessonDraft:
        """Return a copy of the draft in which no step has one of these ids. Steps that had one get a new id."""
        other = LessonDraft(json.loads(json.dumps(self.content)), self.title)
        for step in other.steps:
            while step["id"] in ids:
                step["id"] = other.make_unique_step_id(f"{step['id']}-again")
        return other

    def find_step(self, number: int) -> Step | None:
        """Return the step with this index, or None if it's faulty."""
        try:
            return next(self.lesson_source.build_step_versions(number), None)
        except BadCourse:
            return None

    def get_position_draft(self, number: int) -> PositionDraft:
        """Return the position of the step with this index, for the position editor.

        If the step's own position is faulty, returns an empty one.
        """
        if number not in self._laid:
            self._laid[number] = self._build_position_draft(number)
        return self._laid[number]

    def _build_position_draft(self, number: int) -> PositionDraft:
        try:
            position = dict(self.lesson_source.build_step_position(number))
            options = self.game.options(self.steps[number].get("options", self.house_rules.list_nonstandard_values()))
            seats = self.game.get_position_seat_count(position)
            self.game.check_seat_count(options, seats if type(seats) is int else 0)
        except (BadCourse, RulesError):
            position, options = {}, self.house_rules
            seats = self.game.get_usual_seat_count(options)
        said = {key: value for key, value in position.items() if key in self.game.state.keys}
        table = {"game": self.game.slug, "options": options.dump_values_to_store(), "seats": seats, "said": said}
        return PositionDraft({**table, "place": self.content["place"]})

    def play_solution(self, number: int) -> State | None:
        """Return the state after a step's solution, or None if the solution can't be played."""
        return self.get_position_draft(number).play_moves(self.steps[number].get("solution", []))

    def list_move_choices(self, number: int) -> list[MoveProposal]:
        """Return the legal moves that could continue a step's solution.

        For a step of kind `try-illegal`, returns the illegal moves.
        """
        laid, state = self.get_position_draft(number), self.play_solution(number)
        if self.steps[number]["kind"] == "try-illegal":
            return [one for one in laid.move_proposals if one.refused]
        return [one for one in laid.propose_moves(state) if not one.refused] if state else []

    def list_reached_goals(self, number: int) -> list[tuple[str, str]]:
        """Return the goals that a step's solution reaches, such as capturing a card.

        Each is a pair: the goal in the notation of lesson files, and as a sentence. `number` is the step's index.
        """
        return self.get_position_draft(number).list_reached_goals(self.steps[number].get("solution", []))

    def compute_answer(self, number: int) -> str:
        """Return the right answer to a step's question, as the author would type it, or "" if it can't be computed.

        It's the value of the question's fact, which is something that the engine can compute, such as a score. `number`
        is the step's index.
        """
        step, state = self.find_step(number), self.get_position_draft(number).state
        if step is None or state is None or OPEN in step.fact or not step.answers:
            return ""
        try:
            found = self.game.evaluate_fact(play_move_lines(self.game, state, step.after), 0, step.fact)
        except RulesError:
            return ""
        return format_fact_value(self.game, step.fact, found)

    # -- mistakes --------------------------------------------------------------------------------

    @cached_property
    def mistakes(self) -> list[LessonMistake]:
        """All errors that prevent publishing, in the order of the steps."""
        found: list[LessonMistake] = []
        try:
            with WorkAllowance(CHECKED):
                for mistake in self._list_mistakes():
                    found.append(mistake)
        except OutOfSteps:
            found.append(LessonMistake(None, "step", "This lesson takes too long to check. Make its steps simpler."))
        return found

    def _list_mistakes(self) -> Iterator[LessonMistake]:
        if not self.title.strip():
            yield LessonMistake(None, "title", "The lesson has no title yet.")
        if not self.content["idea"]:
            yield LessonMistake(None, "idea", "Add a one-sentence summary.")
        for number in range(len(self.steps)):
            yield from self._list_step_mistakes(number)

    def _list_step_mistakes(self, number: int) -> Iterator[LessonMistake]:
        """Yield the errors of one step."""
        step = self.steps[number]
        if any(other["id"] == step["id"] for other in self.steps[:number]):
            sentence = (
                f"Another step has the id “{step['id']}”. Student progress is stored by id, so each step needs its own."
            )
            yield LessonMistake(number, "id", sentence, (build_fix("Give it a new id", "renew", at=str(number)),))
        laid = self.get_position_draft(number)
        if laid.position_builder.problem:
            yield LessonMistake(number, "position", f"This position is impossible. {laid.position_builder.problem}")
            return
        try:
            for read in self.lesson_source.build_step_versions(number):
                for fault in read.list_step_faults(self.game, self.house_rules):
                    yield LessonMistake(number, fault.key, str(fault), tuple(self._list_fixes(number, fault.key)))
        except BadCourse as unread:
            wanted = ("text", "clauses", *NEEDED.get(step["kind"], ()))
            lacking = unread.key in wanted and not step.get(unread.key)
            yield LessonMistake(number, unread.key, LACKING if lacking else _capitalize(unread.what))

    def _list_fixes(self, number: int, key: str) -> Iterator[Fix]:
        if key == "needs":
            yield build_fix("Also allow these rules", "let", at=str(number))
        if key == "solution" and self.steps[number].get("solution"):
            yield build_fix("Remove last move", "unsolve", at=str(number))

    # -- changes ---------------------------------------------------------------------------------

    def apply_change(self, sent: Sent) -> LessonDraft:
        """Return a draft with the change requested by a form. Raises RulesError if the change is impossible."""
        do = sent.get("do", "")
        other = LessonDraft(json.loads(json.dumps(self.content)), self.title)
        if do in CHANGES:
            CHANGES[do](other, sent)
        elif do in PositionDraft.changes:
            _change_position(other, sent)
        else:
            raise BadChange("That change isn’t possible.")
        if len(json.dumps(other.content)) > LONGEST:
            raise BadChange(TOO_LONG)
        return LessonDraft(other.content, other.title)

    def make_unique_step_id(self, wanted: str) -> str:
        """Return the wanted id if it's free, or else with the first free number added, such as `first-2`."""
        ids = {step["id"] for step in self.steps}
        tries = (wanted if number == 1 else f"{wanted}-{number}" for number in range(1, MOST_STEPS + 2))
        return next(id for id in tries if id not in ids)


def _is_written_to_file(key: str, value: Any) -> bool:
    """Return whether a key of a step is written to the lesson's file if it has this value.

    A key with an empty value isn't, except `after`, the moves before the step's question. If `after` is empty, the
    question is asked before any move. Without this key, it's asked after the solution.
    """
    return key == "after" or value not in ("", [])


def _get_key_order(key: str) -> int:
    """Return a sort key for the keys of a step: id and texts first, then the table, then the task."""
    order = ("id", "kind", "task", "text", "clauses", "options", "needs", "picture", "point_at")
    later = ("position", *(key for keys in KEYS.values() for key in keys))
    if key in order:
        return order.index(key)
    return 100 + later.index(key) if key in later else 50


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


# -- changes by name -------------------------------------------------------------------------------


def _get_step_number(draft: LessonDraft, sent: Sent) -> int:
    """Return the index of the step that a form changes. Raises BadChange if there's no such step."""
    at = parse_form_integer(sent, "at")
    if not 0 <= at < len(draft.steps):
        raise BadChange("That step no longer exists.")
    return at


def _change_position(draft: LessonDraft, sent: Sent) -> None:
    """Apply a change in the position editor to the position of a step. Raises RulesError."""
    at = _get_step_number(draft, sent)
    laid = draft.get_position_draft(at).apply_change(sent)
    own = {key: value for key, value in draft.steps[at].items() if key in OWN and key != "position"}
    clash = {key: value for key, value in laid["said"].items() if key in OWN}
    rest = {key: value for key, value in laid["said"].items() if key not in OWN}
    if sent.get("do") == "start" and laid.house_rules != draft.house_rules:
        own["options"] = laid.house_rules.dump_values_for_record()
    draft.steps[at] = {**own, "seats": laid["seats"], **rest, **({"position": clash} if clash else {})}
    draft.content["place"] = laid["place"]


def _set_title(draft: LessonDraft, sent: Sent) -> None:
    draft.title = parse_form_text(sent, "title")[:LONGEST_TITLE]


def _set_lesson_texts(draft: LessonDraft, sent: Sent) -> None:
    """Set the lesson's idea (a one-sentence summary), and the list of what readers can do afterward (`can`).

    Also sets the ids of the zones that the lesson's pages show.
    """
    draft.content |= {"idea": parse_form_text(sent, "idea"), "can": parse_form_lines(sent, "can", 6)}
    draft.content["zones"] = sent.get("zones", "").split()[:20]


def _set_house_rules(draft: LessonDraft, sent: Sent) -> None:
    options = parse_house_rules(draft.game, sent)
    draft.game.get_usual_seat_count(options)  # refuses rules by which nobody can play
    draft.content["options"] = options.dump_values_to_store()


def _add_step(draft: LessonDraft, sent: Sent) -> None:
    """Insert a step of the chosen kind after the current step, with the same position."""
    if len(draft.steps) >= MOST_STEPS:
        raise BadChange(f"A lesson can have at most {MOST_STEPS} steps.")
    at, kind = _get_step_number(draft, sent), sent.get("kind", "")
    if kind not in KINDS:
        raise BadChange("That step type doesn’t exist.")
    table = {key: value for key, value in draft.steps[at].items() if key not in OWN or key == "position"}
    draft.steps.insert(
        at + 1, {**build_empty_step(kind, draft.make_unique_step_id(f"step-{len(draft.steps) + 1}")), **table}
    )


def _remove_step(draft: LessonDraft, sent: Sent) -> None:
    if len(draft.steps) < 2:
        raise BadChange("A lesson needs at least one step.")
    del draft.steps[_get_step_number(draft, sent)]


def _move_step_up(draft: LessonDraft, sent: Sent) -> None:
    at = _get_step_number(draft, sent)
    if at:
        draft.steps.insert(at - 1, draft.steps.pop(at))


def _move_step_down(draft: LessonDraft, sent: Sent) -> None:
    at = _get_step_number(draft, sent)
    draft.steps.insert(at + 1, draft.steps.pop(at))


def _duplicate_step(draft: LessonDraft, sent: Sent) -> None:
    """Insert a copy of the current step after it, with a new id."""
    if len(draft.steps) >= MOST_STEPS:
        raise BadChange(f"A lesson can have at most {MOST_STEPS} steps.")
    at = _get_step_number(draft, sent)
    draft.steps.insert(at + 1, {**draft.steps[at], "id": draft.make_unique_step_id(draft.steps[at]["id"])})


def _renew_step_id(draft: LessonDraft, sent: Sent) -> None:
    """Give a step a new id that no other step of the lesson has."""
    step = draft.steps[_get_step_number(draft, sent)]
    step["id"] = draft.make_unique_step_id(step["id"])


def _clear_step_house_rules(draft: LessonDraft, sent: Sent) -> None:
    """Remove a step's own house rules, and its conditions on house rules. The lesson's house rules then apply."""
    step = draft.steps[_get_step_number(draft, sent)]
    step.pop("needs", None)
    step.pop("options", None)


def _set_step_kind(draft: LessonDraft, sent: Sent) -> None:
    kind = sent.get("kind", "")
    if kind not in KINDS:
        raise BadChange("That step type doesn’t exist.")
    step = draft.steps[_get_step_number(draft, sent)]
    step["kind"] = kind
    if not step.get("after"):
        step.pop("after", None)


def _toggle_clause(draft: LessonDraft, sent: Sent) -> None:
    """Add a clause (a rule of the game) to those that a step teaches, or remove it if it's already there."""
    step, clause = draft.steps[_get_step_number(draft, sent)], sent.get("clause", "")
    clauses = step["clauses"].split()
    if clause in clauses:
        clauses.remove(clause)
    elif clause in draft.game.clauses:
        clauses.append(clause)
    else:
        raise BadChange("That rule isn’t in this game.")
    step["clauses"] = " ".join(clauses)


def _set_step_fields(draft: LessonDraft, sent: Sent) -> None:
    """Set a step's values from its form. Keys without a form field stay unchanged."""
    step = draft.steps[_get_step_number(draft, sent)]
    for key in ("task", "text", "question", "fact", "done"):
        if key in sent:
            step[key] = parse_form_text(sent, key)
    if "id" in sent:
        step["id"] = re.sub(r"[^a-z0-9]+", "-", parse_form_text(sent, "id").lower()).strip("-")[:50] or step["id"]
    for key in ("goal", "solution", "after", "tempting", "hints"):
        if key in sent:
            step[key] = parse_form_lines(sent, key)
    if "point_at" in sent:
        step["point_at"] = parse_form_text(sent, "point_at").split()
    if "turns" in sent:
        step["turns"] = min(max(parse_form_integer(sent, "turns"), 1), TURNS)
    if "right.text" in sent:
        step["right"] = _parse_answer(draft, sent, "right", step)
        wrong = (_parse_answer(draft, sent, f"wrong.{number}", step) for number in range(MOST_WRONG))
        step["wrong"] = [one for one in wrong if one]
    if "missed.goal.0" in sent:
        rows = range(MOST_MISSED)
        pairs = [
            [parse_form_text(sent, f"missed.goal.{row}"), parse_form_text(sent, f"missed.why.{row}")] for row in rows
        ]
        step["missed"] = [pair for pair in pairs if all(pair)]


def _parse_answer(draft: LessonDraft, sent: Sent, name: str, step: Mapping[str, Any]) -> list[Any]:
    """Parse an answer choice in a form. Return a list of its text, value, and reason, as in a lesson file.

    The form fields are `name` followed by `.text`, `.value`, and `.why`, such as `right.text`. Returns [] if all three
    are empty.
    """
    text, value, why = (parse_form_text(sent, f"{name}.{part}") for part in ("text", "value", "why"))
    return [text, parse_fact_value(draft.game, step.get("fact", ""), value), why] if text or value or why else []


def parse_fact_value(game: Game[Any], fact: str, text: str) -> Any:
    """Convert a typed answer to the type of the fact that a question asks about, such as a number.

    If the text doesn't fit this type, returns the text itself. A fact is something that the engine can compute. `fact`
    is its name, followed by its arguments if it has any.
    """
    known = game.all_facts.get(fact.split()[0]) if fact and OPEN not in fact else None
    kind = known.kind if known else ""
    if kind == "number" and re.fullmatch(r"-?\d{1,6}", text):
        return int(text)
    if kind == "yes-no" and text.lower() in ("yes", "true", "no", "false"):
        return text.lower() in ("yes", "true")
    if kind == "numbers":
        return [int(one) for one in re.findall(r"-?\d{1,6}", text)]
    if kind == "players" and text != "nobody":
        return [one for one in re.split(r"[\s,]+", text) if one and one != "and"]
    return text


def format_value_for_input(value: Any) -> str:
    """Format a value as a person would type it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, list) else "" if value is None else str(value)


def format_fact_value(game: Game[Any], fact: str, value: Any) -> str:
    """Format the value of a fact (something that the engine can compute) as a person would type it.

    Seats are written as the players' names. `fact` is the fact's name, followed by its arguments if it has any.
    """
    kind = game.all_facts[fact.split()[0]].kind
    if kind == "player":
        return "nobody" if value is None else COMPANY[value]
    if kind == "players":
        return ", ".join(COMPANY[seat] for seat in value) or "nobody"
    return format_value_for_input(value)


def _add_solution_move(draft: LessonDraft, sent: Sent) -> None:
    """Append a move to a step's solution."""
    step = draft.steps[_get_step_number(draft, sent)]
    step["solution"] = [*step.get("solution", []), parse_form_text(sent, "move")][:LONGEST_WAY]


def _toggle_goal(draft: LessonDraft, sent: Sent) -> None:
    """Add a goal to those that a step's moves have to reach, or remove it if it's already there."""
    step, goal = draft.steps[_get_step_number(draft, sent)], parse_form_text(sent, "goal")
    goals = step.get("goal", [])
    step["goal"] = [one for one in goals if one != goal] if goal in goals else [*goals, goal]


def _remove_solution_move(draft: LessonDraft, sent: Sent) -> None:
    """Remove the last move of a step's solution."""
    step = draft.steps[_get_step_number(draft, sent)]
    step["solution"] = step.get("solution", [])[:-1]


def _toggle_illegal_move(draft: LessonDraft, sent: Sent) -> None:
    """Add an illegal move to those that students can try in a step, or remove it if it's already there.

    When a move is added, the clause (rule) that it breaks is added to those that the step teaches.
    """
    at = _get_step_number(draft, sent)
    step, text = draft.steps[at], parse_form_text(sent, "move")
    moves = step.get("tempting", [])
    step["tempting"] = [one for one in moves if one != text] if text in moves else [*moves, text]
    refused = next((one.refused for one in draft.list_move_choices(at) if one.text == text), None)
    if refused and refused.clause.id not in step["clauses"].split() and text not in moves:
        step["clauses"] = f"{step['clauses']} {refused.clause.id}".strip()


def _generate_hints(draft: LessonDraft, sent: Sent) -> None:
    """Write hints for a step, based on the first clause that it teaches and on the first move of its solution."""
    step = draft.steps[_get_step_number(draft, sent)]
    clause = next(iter(step["clauses"].split()), "")
    if not clause:
        raise BadChange("First choose the rule this step teaches.")
    moves = [
        capitalize_first(draft.game.describe_move(move)) for move in parse_moves(draft.game, step.get("solution", []))
    ]
    step["hints"] = [make_rule_hint(draft.game, clause, draft.house_rules), *(f"{move}." for move in moves[:1])]


def _generate_position(draft: LessonDraft, sent: Sent) -> None:
    """Replace a step's position with a generated one: of the chosen puzzle theme, or of any theme if none is chosen."""
    position = generate_position(draft.game, draft.house_rules, sent.get("theme", ""))
    _change_position(draft, {**sent, "do": "start", "text": json.dumps(position)})


def _load_file(draft: LessonDraft, sent: Sent) -> None:
    """Replace the whole draft with the lesson in an uploaded file."""
    read = parse_lesson_file(draft.game, sent.get("file", ""), draft.house_rules)
    draft.content, draft.title = read.content, read.title


def parse_lesson_file(game: Game[Any], text: str, options: Options) -> LessonDraft:
    """Parse a lesson file into a draft. Raises BadChange, with an error for each faulty step."""
    try:
        source = LessonSource(game, "lesson", parse_toml(text), text)
        source.check_lesson_keys()
        _check_file_size(source)
    except InvalidToml as unread:
        raise BadChange(str(unread)) from None
    except BadCourse as unread:
        raise BadChange(_format_error(unread)) from None
    if faults := list(_list_unreadable_steps(source)):
        raise BadChange(" ".join(faults))
    draft = build_draft_from_source(source, options)
    if not _has_only_finite_numbers(draft):
        raise BadChange("A lesson can’t use “nan” or “inf” as numbers.")
    if len(json.dumps(draft.content)) > LONGEST:
        raise BadChange(TOO_LONG)
    return draft


def _check_file_size(source: LessonSource) -> None:
    """Check the size of a lesson file before its steps are parsed. Raises BadChange or BadCourse.

    A short file can have long steps, because the contents of its keys `each` and `like` are copied into steps.
    """
    written, number = source.written, len(source.written["step"])
    _check_step_count(number)
    can = written.get("can", [])
    if len(can) > MOST_LINES or _get_longest_text_length([written["idea"], *can]) > LONGEST_TEXT:
        raise BadChange(TOO_LONG)
    if sum(len(json.dumps(source.merge_shared_step_keys(at), default=str)) for at in range(number)) > LONGEST:
        raise BadChange(TOO_LONG)


def _check_step_count(steps: int) -> None:
    if steps > MOST_STEPS:
        raise BadChange(f"A lesson can have at most {MOST_STEPS} steps. This one has {steps}.")


def _has_only_finite_numbers(draft: LessonDraft) -> bool:
    """Return whether a draft has no NaN or infinity, which JSON can't store."""
    try:
        json.dumps(draft.content, allow_nan=False)
    except ValueError:
        return False
    return True


def _list_unreadable_steps(source: LessonSource) -> Iterator[str]:
    """Yield an error message for each step of a lesson file that can't be parsed."""
    for number in range(len(source.written["step"])):
        try:
            list(source.build_step_versions(number))
        except BadCourse as unread:
            yield _format_error(unread)


def _format_error(unread: BadCourse) -> str:
    """Return an error's message with the line number, but without the file's name, which the user doesn't know."""
    return _capitalize(re.sub(r"^lesson\.toml[,:] ", "", str(unread)))


CHANGES: Mapping[str, Callable[[LessonDraft, Sent], None]] = {
    "title": _set_title,
    "lesson": _set_lesson_texts,
    "options": _set_house_rules,
    "add": _add_step,
    "remove": _remove_step,
    "up": _move_step_up,
    "down": _move_step_down,
    "double": _duplicate_step,
    "renew": _renew_step_id,
    "let": _clear_step_house_rules,
    "kind": _set_step_kind,
    "teach": _toggle_clause,
    "step": _set_step_fields,
    "solve": _add_solution_move,
    "aim": _toggle_goal,
    "unsolve": _remove_solution_move,
    "tempt": _toggle_illegal_move,
    "hint": _generate_hints,
    "another": _generate_position,
    "take-in": _load_file,
}
