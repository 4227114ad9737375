"""The forms for creating an assignment and for changing it later."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.formats import date_format

import games
from core.authoring.collections.editing import list_assignable_collections
from core.authoring.collections.models import CollectionEntry
from core.authoring.lessons.models import LessonVersion
from core.authoring.lessons.publishing import list_own_lessons
from core.authoring.puzzles.models import PuzzleVersion, Visibility
from core.classes import assignment_puzzles, tasks
from core.classes.models import (
    LONGEST_NAME,
    MOST_ITEMS,
    Assignment,
    AssignmentItem,
    Classroom,
    get_rules_for_new_assignment,
)
from core.http.deleted_rows import delete_with_dependents
from core.http.time_zone import parse_time_zone
from core.http.untrusted_text import normalize_for_comparison
from core.learn.custom_lessons import get_course_or_custom_lesson_steps
from core.people.models import Person
from core.practice.attempt_contexts import DAILY, get_default_context
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.options import Options
from games.words import capitalize_first, format_count, join_words, spell_count
from variants import services
from variants.models import RuleSet
from variants.not_found import ExplainedNotFound
from variants.rules_by_digest import (
    Named,
    index_rules_by_digest,
    list_playable_saved_rules,
    list_unsaved_rules_with_titles,
)

USUAL_NUMBER = 12
USUAL_TIME = timedelta(days=7)
CODE = re.compile(r"^(?:https?://\S+?)?(?:/?practice/puzzle/)?([a-z0-9]{4,20})/?(?:\?\S*)?$")
"""A puzzle's code, by itself or in the puzzle's URL."""
LOCAL = "%Y-%m-%dT%H:%M"
"""The format in which browsers send a date and time."""
YEARS = range(2000, 3000)
"""The years that a date can have. Some time zones can't express the first and last dates of Python."""
NOTHING_TO_ASK = "There are no puzzles in this game under these house rules."


def list_own_puzzles(person: Person | None, game: Game[Any]) -> list[tuple[str, Puzzle]]:
    """Return the puzzles of this game that a person has published, as pairs of title and puzzle, newest first.

    Each puzzle is in its newest version. Withdrawn puzzles are left out. Returns [] if `person` is None.
    """
    versions = PuzzleVersion.objects.filter(item__owner=person, item__game=game.slug, item__withdrawn=None)
    newest = {one.item_id: one for one in versions.select_related("puzzle").order_by("at", "pk")}
    return [(one.title, one.puzzle) for one in reversed(newest.values())] if person else []


class LocalDateTimeField(forms.DateTimeField):
    """A form field for a date and time from a browser's `datetime-local` input, which has no time zone.

    The cleaned value has the typed date and time, but always in UTC. `TimeZoneForm.get_datetime` then sets the user's
    time zone.
    """

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL)

    def to_python(self, value: Any) -> datetime | None:
        try:
            found = datetime.strptime(value, LOCAL).replace(tzinfo=UTC) if value else None
        except (TypeError, ValueError):
            raise forms.ValidationError("Enter a date and time, such as 2026-11-27 16:00.") from None
        if found and found.year not in YEARS:
            raise forms.ValidationError(f"The year must be from {YEARS[0]} to {YEARS[-1]}.")
        return found

    def prepare_value(self, value: Any) -> Any:
        return value.astimezone(UTC).strftime(LOCAL) if isinstance(value, datetime) else value


class TimeZoneForm(forms.Form):
    """A form with dates and times in the user's time zone, which the page sends in the field `zone`.

    Without a valid time zone, they're in UTC.
    """

    zone = forms.CharField(required=False, max_length=60, widget=forms.HiddenInput)

    @cached_property
    def _time_zone(self) -> Any:
        """The time zone of the dates and times in the form."""
        return parse_time_zone(self.data.get(self.add_prefix("zone"), ""))

    def get_datetime(self, name: str) -> datetime | None:
        """Return the date and time in the form field `name`, in the user's time zone, or None if the field is empty."""
        typed = self.cleaned_data.get(name)
        return typed.replace(tzinfo=self._time_zone) if typed else None

    def clean(self) -> dict[str, Any]:
        found = super().clean() or self.cleaned_data
        opens, due = self.get_datetime("opens"), self.get_datetime("due")
        if opens and due and due <= opens:
            self.add_error("due", "The due date must be after the opening date.")
        if found.get("tells") == "later" and not due:
            self.add_error("due", "Set a due date, because the answers are shown then.")
        return found


class AssignmentForm(TimeZoneForm):
    """The form for a new assignment: its puzzles and lessons, its house rules, its dates, and the number of attempts.

    All fields have initial values, so that the form can be sent unchanged.
    """

    lessons = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    fresh = forms.IntegerField(
        label="New puzzles", required=False, min_value=0, max_value=MOST_ITEMS, initial=USUAL_NUMBER
    )
    clauses = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    same = forms.ChoiceField(
        label="Who gets which puzzles",
        choices=[("yes", "Same for everyone"), ("no", "Different for each")],
        initial="yes",
        widget=forms.RadioSelect,
    )
    puzzles = forms.CharField(
        label="Puzzles by link or code",
        required=False,
        max_length=6000,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One per line: a puzzle link, or the code at its end.",
    )
    own = forms.MultipleChoiceField(label="Your puzzles", required=False, widget=forms.CheckboxSelectMultiple)
    collections = forms.MultipleChoiceField(
        label="Your collections", required=False, widget=forms.CheckboxSelectMultiple
    )
    title = forms.CharField(max_length=LONGEST_NAME)
    rules = forms.ChoiceField(
        label="House rules", help_text="They override the students’ own house rules, and don’t change later."
    )
    opens = LocalDateTimeField(label="Opens", required=False, help_text="Leave empty to open now.")
    due = LocalDateTimeField(label="Due", required=False, help_text="Leave empty to keep it open.")
    tries = forms.TypedChoiceField(
        label="Attempts per puzzle",
        coerce=int,
        choices=[("1", "1"), ("2", "2"), ("3", "3"), ("0", "Unlimited")],
        initial="2",
        widget=forms.RadioSelect,
    )
    tells = forms.ChoiceField(
        label="Show answers",
        choices=[("now", "Right away"), ("later", "After the due date")],
        initial="now",
        widget=forms.RadioSelect,
    )
    hints = forms.BooleanField(label="Allow hints", required=False, initial=True)
    pass_at = forms.IntegerField(
        label="Passing score", required=False, min_value=1, max_value=100, help_text="Percent correct on first try."
    )

    def __init__(
        self,
        classroom: Classroom,
        teacher: Person | None,
        game: Game[Any],
        data: Any = None,
        wanted: Sequence[str] = (),
        options: Options | None = None,
        lessons: Sequence[str] = (),
    ) -> None:
        """Build the form for a new assignment of a class about one game.

        `wanted` (codes of the teacher's own puzzles and collections) and `lessons` (slugs of lessons that the teacher
        wrote) are selected at first, as far as the form offers them. If any is selected, no puzzles are generated
        unless the teacher asks for some. `options` are house rules to add to the choices.
        """
        own, collections, written = (
            list_own_puzzles(teacher, game),
            list_assignable_collections(teacher, game),
            list_own_lessons(teacher, game),
        )
        titles = {puzzle.code: title for title, puzzle in own} | {one.code: one.title for one, _ in collections}
        super().__init__(data, initial=_get_initial(game, titles | dict(written), wanted, lessons))
        self.classroom, self.teacher, self.game = classroom, teacher, game
        self.by = _index_rule_sets(classroom, game, teacher)
        if options and options.digest() not in self.by:
            self.by[options.digest()] = services.get_listed_rules_title(teacher, game, options), options
        self._get_field("rules").choices = [(digest, title) for digest, (title, _) in self.by.items()]
        self._get_field("lessons").choices = [*written, *((lesson.slug, lesson.title) for lesson in game.lessons)]
        self.sections = assignment_puzzles.list_askable_clauses(game, self.chosen_house_rules)
        self._get_field("clauses").choices = [one for _, entries in self.sections for one in entries]
        self.made = {puzzle.code: puzzle for _, puzzle in own}
        self._get_field("own").choices = [(puzzle.code, title) for title, puzzle in own]
        self.collected = {one.code: entries for one, entries in collections}
        self._get_field("collections").choices = [
            (one.code, f"{one.title}, {_format_item_counts(entries)}") for one, entries in collections
        ]

    def _get_field(self, name: str) -> Any:
        return self.fields[name]

    @property
    def chosen_house_rules(self) -> Options:
        """The house rules that are chosen in the submitted form, or the first ones offered if none are chosen."""
        chosen = self.data.get("rules", "")
        return self.by[chosen if chosen in self.by else next(iter(self.by))][1]

    @cached_property
    def selected_clauses(self) -> set[str]:
        """The ids of the selected clauses."""
        return set(self.data.getlist("clauses")) if self.is_bound and hasattr(self.data, "getlist") else set()

    @property
    def clause_choices_by_section(self) -> list[tuple[str, list[tuple[str, str, bool]], bool]]:
        """The sections of the rulebook with the clauses that generated puzzles can be about.

        A section is a tuple of its title, its clauses, and whether any of them is selected. A clause is a tuple of its
        id, its title, and whether it's selected.
        """
        found = []
        for title, entries in self.sections:
            rows = [(id, name, id in self.selected_clauses) for id, name in entries]
            found.append((title, rows, any(ticked for *_, ticked in rows)))
        return found

    # -- checks --------------------------------------------------------------------------------------------------------

    def clean_lessons(self) -> list[str]:
        """Return the slugs of the selected lessons.

        Raises ValidationError if a lesson has no steps that are valid under the chosen house rules.
        """
        ticked: list[str] = self.cleaned_data["lessons"]
        titles = dict(self._get_field("lessons").choices)
        self._check_lessons({slug: titles[slug] for slug in ticked})
        return ticked

    def clean_collections(self) -> list[str]:
        """Return the codes of the selected collections, which are lists of puzzles and lessons.

        Raises ValidationError if a lesson in a collection has no steps that are valid under the chosen house rules.
        """
        ticked: list[str] = self.cleaned_data["collections"]
        self._check_lessons(
            {one.lesson_slug: one.title for code in ticked for one in self.collected[code] if one.lesson_slug}
        )
        return ticked

    def _check_lessons(self, titles: Mapping[str, str]) -> None:
        lost = [
            title
            for slug, title in titles.items()
            if not get_course_or_custom_lesson_steps(self.game, self.chosen_house_rules, slug)
        ]
        if lost:
            raise forms.ValidationError(
                [f"The lesson “{title}” isn’t available under these house rules." for title in lost]
            )

    def clean_puzzles(self) -> list[Puzzle]:
        """Return the puzzles whose codes or URLs the teacher has pasted, one per line, without duplicates.

        Raises ValidationError with an error for each line that can't be used.
        """
        lines = [line.strip() for line in self.cleaned_data["puzzles"].splitlines() if line.strip()]
        codes = [(line, found[1] if (found := CODE.match(normalize_for_comparison(line))) else "") for line in lines]
        there = {
            one.code: one for one in Puzzle.objects.select_related("daily").filter(code__in=[code for _, code in codes])
        }
        faults = [fault for line, code in codes if (fault := self._find_line_error(line, there.get(code)))]
        if faults:
            raise forms.ValidationError(faults)
        return [there[code] for code in dict.fromkeys(code for _, code in codes)]

    def _find_line_error(self, line: str, puzzle: Puzzle | None) -> str:
        """Return what's wrong with a line that the teacher has pasted, or "" if the teacher can assign its puzzle.

        `puzzle` is the puzzle whose code or URL is in the line, or None if there is no such puzzle.
        """
        if puzzle is None:
            return f"There’s no puzzle with the link or code “{line[:60]}”."
        if puzzle.game != self.game.slug:
            title = puzzle.engine_game.title
            return f"“{line[:60]}” is a puzzle for {title}. Create a separate assignment for that game."
        return self._explain_why_puzzle_forbidden(line, puzzle)

    def _explain_why_puzzle_forbidden(self, line: str, puzzle: Puzzle) -> str:
        """Return the reason why the teacher can't assign this puzzle, or "" if they can.

        `line` is the line that the teacher has pasted. Without this check, a student who teaches a class of their own
        could look up the answers to a test.
        """
        try:
            occasion = get_default_context(self.teacher, puzzle)
        except ExplainedNotFound as gone:
            return gone.sentence
        except Http404:
            return f"There’s no puzzle with the link or code “{line[:60]}”."
        if occasion.code == DAILY:
            return f"“{line[:60]}” is a daily puzzle. You can’t assign it to a class."
        if occasion.code:
            return f"“{line[:60]}” is part of an assignment you have. You can assign it when that assignment closes."
        return ""

    def clean(self) -> dict[str, Any]:
        found, due = super().clean(), self.get_datetime("due")
        if due and due <= timezone.now() and not self.errors:
            self.add_error("due", "The due date is in the past.")
        if not self.errors:
            self._check_item_count(found)
        return found

    def _check_item_count(self, found: dict[str, Any]) -> None:
        """Add an error to the form if the assignment has too few or too many items or generated puzzles.

        An assignment must have 1 to `MOST_ITEMS` items. If puzzles are generated, there must be at least as many as
        selected clauses (rules that they're about). The house rules must allow puzzles about at least one clause.
        `found` has the form's cleaned values.
        """
        number, clauses = found.get("fresh") or 0, found.get("clauses") or []
        if not self.item_count:
            self.add_error("fresh", "Choose what to assign: new puzzles, a lesson, or a puzzle by its link.")
        elif self.item_count > MOST_ITEMS:
            self.add_error("fresh", f"That’s {self.item_count} items. An assignment can have at most {MOST_ITEMS}.")
        elif number and len(clauses) > number:
            self.add_error(
                "fresh", f"{len(clauses)} rules are selected. Ask for at least as many puzzles, or select fewer rules."
            )
        elif number and not self.sections:
            self.add_error("fresh", NOTHING_TO_ASK)

    @property
    def chosen_items(self) -> list[AssignmentItem]:
        """The lessons and puzzles that the teacher has chosen, as unsaved `AssignmentItem` objects without duplicates.

        Lessons come first, then the teacher's own puzzles, entries of collections, and pasted puzzles.
        """
        return self._list_chosen_items(self.cleaned_data)

    def _list_chosen_items(self, said: Mapping[str, Any]) -> list[AssignmentItem]:
        titles = dict(self._get_field("own").choices)
        lessons = [AssignmentItem(lesson=slug) for slug in said.get("lessons", ())]
        own = [
            AssignmentItem(puzzle=self.made[code], title=titles[code])
            for code in said.get("own", ())
            if code in self.made
        ]
        entries = [one for code in said.get("collections", ()) for one in self.collected.get(code, ())]
        pasted = [AssignmentItem(puzzle=one) for one in said.get("puzzles", ())]
        found: dict[Any, AssignmentItem] = {}
        for one in (*lessons, *own, *map(_build_item_from_entry, entries), *pasted):
            found.setdefault((one.puzzle_id, one.lesson), one)
        return list(found.values())

    @property
    def item_count(self) -> int:
        """The number of lessons and puzzles that each student gets, including generated puzzles."""
        return len(self.chosen_items) + (self.cleaned_data.get("fresh") or 0)

    # -- the assignment ------------------------------------------------------------------------------------------------

    def describe_assignment(self, students: int) -> str:
        """Return a sentence that says how many students get which items, and under which house rules.

        `students` is the number of students in the class. If the form has errors, the sentence asks to fix them.
        """
        if self.is_bound and self.is_valid():
            what = _format_item_counts(self.chosen_items, self.cleaned_data["fresh"] or 0, spell_count)
        elif self.is_bound:
            return "Fix the errors above."
        else:
            chosen = self._list_chosen_items(self.initial)
            what = _format_item_counts(chosen, 0 if chosen else USUAL_NUMBER, spell_count)
        who = spell_count(students, "student") if students else "The class has no students yet. Students who join"
        gets = "gets" if students == 1 else "get"
        by = (
            f"under {services.get_listed_rules_title(self.teacher, self.game, self.chosen_house_rules)}, whatever "
            "their own rules are"
        )
        return f"{capitalize_first(who)} {gets} {what} {by}.{self._answer_leak_warning}"

    @property
    def _answer_leak_warning(self) -> str:
        """A warning that students could look up answers before the assignment shows them, or "" if they can't."""
        if not self.is_bound or self.cleaned_data["tells"] == "now":
            return ""
        theirs = PuzzleVersion.objects.filter(puzzle__in=[one.puzzle_id for one in self.chosen_items])
        theirs = theirs.exclude(item__visibility=Visibility.CLASS)
        titles = [f"“{one.title}”" for one in theirs]
        if not titles:
            return ""
        link, them = ("link", "it") if len(titles) == 1 else ("links", "them")
        return (
            f" Anyone with the {link} can open {join_words(titles)} and see the answers. "
            f"For a test, publish {them} for classes only."
        )

    def create_assignment(self) -> Assignment:
        """Create the assignment, and generate the puzzles that are the same for all students.

        If there isn't enough time for all of them, a background task generates the rest. If a puzzle isn't possible,
        raises NoPuzzleAboutClause, and no assignment is left.
        """
        data = self.cleaned_data
        clauses = list(data["clauses"]) if data["fresh"] else []
        assignment_puzzles.check_clauses_are_askable(self.game, self.chosen_house_rules, clauses)
        with transaction.atomic():
            assignment = self._create_row(clauses)
            AssignmentItem.objects.bulk_create(_set_item_places(assignment, self.chosen_items))
        if self.chosen_house_rules.list_nonstandard_values():
            services.save_rules(self.game, self.chosen_house_rules)
        if assignment.fresh and assignment.same and not self._generate_common_puzzles(assignment):
            transaction.on_commit(lambda: tasks.make_assignment_puzzles.delay(assignment.pk))
        return assignment

    def explain_why_no_puzzle(self, clause: str) -> str:
        """Return an error message that says why no puzzle about a clause (a rule of the game) can be generated.

        If `clause` is "", the message says that there are no puzzles at all under these house rules.
        """
        if not clause:
            return NOTHING_TO_ASK
        return (
            f"There are no puzzles about “{self.game.rulebook.get_clause_title(clause)}” under these house rules. "
            "Leave that rule out."
        )

    def _generate_common_puzzles(self, assignment: Assignment) -> bool:
        """Generate the puzzles that are the same for all students.

        Returns False if there wasn't enough time for all of them, and True otherwise. If one of them isn't possible,
        deletes the assignment and raises NoPuzzleAboutClause.
        """
        try:
            return assignment_puzzles.generate_missing_puzzles(assignment)
        except assignment_puzzles.NoPuzzleAboutClause:
            delete_with_dependents(assignment)
            raise

    def _create_row(self, clauses: Sequence[str]) -> Assignment:
        data = self.cleaned_data
        return Assignment.objects.create(
            classroom=self.classroom,
            by=self.teacher,
            title=data["title"],
            game=self.game.slug,
            options=self.chosen_house_rules.dump_values_to_store(),
            fresh=data["fresh"] or 0,
            clauses=clauses,
            same=data["same"] == "yes",
            opens=self.get_datetime("opens") or timezone.now(),
            due=self.get_datetime("due"),
            tries=data["tries"],
            tells=data["tells"] == "now",
            hints=data["hints"],
            pass_at=data["pass_at"] or 0,
        )


def _get_initial(game: Game[Any], titles: Mapping[str, str], wanted: Sequence[str], lessons: Sequence[str]) -> Any:
    """Return the initial values of the form for a new assignment.

    `wanted` (codes of puzzles and collections) and `lessons` (slugs) are selected at first, and the assignment gets the
    title of the first of them. `titles` maps the codes and slugs that the form offers to their titles. If the form
    offers none of those wanted, nothing is selected, and the field for the number of generated puzzles keeps its
    default.
    """
    now, named = timezone.now(), [titles[code][:LONGEST_NAME] for code in (*wanted, *lessons) if code in titles]
    usual = {"title": f"{game.title}, {date_format(now, 'F j')}", "due": (now + USUAL_TIME).replace(minute=0)}
    if not named:
        return usual
    only = {"own": list(wanted), "collections": list(wanted), "lessons": list(lessons), "fresh": None}
    return usual | only | {"title": named[0]}


def _build_item_from_entry(entry: CollectionEntry) -> AssignmentItem:
    """Build an unsaved `AssignmentItem` from an entry of a collection."""
    return AssignmentItem(
        puzzle=entry.puzzle,
        lesson=entry.lesson_slug,
        title=entry.title if entry.puzzle and entry.published_version else "",
    )


def _set_item_places(assignment: Assignment, chosen: Sequence[AssignmentItem]) -> Sequence[AssignmentItem]:
    """Prepare unsaved items for saving: set their assignment and places (0, 1, …), and shorten their titles.

    Returns the same items.
    """
    for place, item in enumerate(chosen):
        item.assignment, item.place, item.title = assignment, place, item.title[:LONGEST_NAME]
    return chosen


def _format_item_counts(
    things: Sequence[AssignmentItem] | Sequence[CollectionEntry],
    fresh: int = 0,
    counted: Callable[[int, str], str] = format_count,
) -> str:
    """Return the number of lessons and puzzles as text, such as “1 lesson and 3 puzzles”.

    `things` are the chosen lessons and puzzles. `fresh` is the number of puzzles that are generated in addition.
    `counted` is called with a number and a noun, and returns them as text, such as “3 puzzles”.
    """
    lessons = sum(one.puzzle_id is None for one in things)
    puzzles = len(things) - lessons + fresh
    return join_words(
        [counted(number, thing) for number, thing in ((lessons, "lesson"), (puzzles, "puzzle")) if number]
    )


def _index_rule_sets(classroom: Classroom, game: Game[Any], teacher: Person | None) -> dict[str, Named]:
    """Return the house rules to choose from, as a dict from digest (a hash of the rules) to their title and options.

    The class's house rules come first, then the sets that the site or the teacher has saved, then the standard rules
    and the presets.
    """
    own, listed = (
        get_rules_for_new_assignment(classroom, game, teacher),
        RuleSet.objects.of_game(game).of_site_or_person(teacher),
    )
    first = (f"Class rules: {services.get_listed_rules_title(teacher, game, own)}", own)
    return index_rules_by_digest(
        [first, *list_playable_saved_rules(game, listed), *list_unsaved_rules_with_titles(game)]
    )


def choose_game(slug: str, classroom: Classroom, teacher: Person | None) -> Game[Any]:
    """Return the game with this slug. If there is none, return the game that the teacher most likely wants.

    That's the game of the class's last assignment or of the teacher's last published puzzle or lesson, whichever is
    newer. Without any of these, it's the first game.
    """
    shelf = games.all_games()
    if slug in shelf:
        return shelf[slug]
    lately = [
        classroom.assignments.values_list("made", "game").first(),
        PuzzleVersion.objects.filter(item__owner=teacher).order_by("-at").values_list("at", "item__game").first(),
        LessonVersion.objects.filter(lesson__owner=teacher).order_by("-at").values_list("at", "lesson__game").first(),
    ]
    last = max((one for one in lately if one and one[1] in shelf), default=(None, ""))
    return shelf.get(last[1], next(iter(shelf.values())))


class AssignmentChangeForm(TimeZoneForm):
    """The form for the parts of an assignment that can still change: dates, title, and whether answers are shown."""

    title = forms.CharField(max_length=LONGEST_NAME)
    opens = LocalDateTimeField(label="Opens", required=False, help_text="Leave empty to open now.")
    due = LocalDateTimeField(label="Due", required=False, help_text="Leave empty to keep it open.")
    tells = AssignmentForm.base_fields["tells"]

    def __init__(self, assignment: Assignment, data: Any = None) -> None:
        told = "now" if assignment.tells else "later"
        super().__init__(
            data,
            initial={"title": assignment.title, "opens": assignment.opens, "due": assignment.due, "tells": told},
        )
        self.assignment = assignment

    def apply_changes(self) -> Assignment:
        """Save the changes to the assignment, and return it."""
        one = self.assignment
        one.title, one.tells = self.cleaned_data["title"], self.cleaned_data["tells"] == "now"
        one.opens, one.due = self.get_datetime("opens") or timezone.now(), self.get_datetime("due")
        one.save(update_fields=["title", "tells", "opens", "due"])
        return one
