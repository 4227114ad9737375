"""Stored puzzles, and people's answers, ratings, and reviews."""

from __future__ import annotations

import hashlib
import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from functools import cached_property
from itertools import islice
from random import Random, SystemRandom
from typing import Any

import fsrs
from django.db import models, transaction
from django.dispatch import receiver
from django.http import Http404
from django.urls import reverse
from django.utils import timezone

import games
from core.http.time_zone import describe_days_ago, format_utc, get_local_date
from core.people.models import ALPHABET, Person
from core.people.signals import person_merged
from core.practice.attempt_contexts import (
    DAILY,
    DAILY_TRIES,
    OWN,
    AttemptContext,
    collect_answer_limits_by_context,
    collect_codes_with_hidden_results,
)
from core.practice.glicko import Strength, rate_answer
from core.practice.levels import Level, compute_level
from core.practice.themes import LearnerReadiness, find_sample_setup_and_puzzle, list_available_themes
from games.engine import puzzle as engine
from games.engine.game import Game
from games.engine.options import Options
from games.engine.view import Position
from games.engine.work_limits import OutOfTime, WorkAllowance, limit_to_share_of_time

NEW_PUZZLE = 200.0
"""The deviation of a puzzle's first rating, which is only an estimate by its generator."""
LONGEST_THOUGHT = 3600
"""If more seconds than this have passed since the question was shown, they don't count as thinking time."""
TRIES = 12
TRIES_ABOUT = 600
"""The maximum number of tries for a puzzle about one clause, over all themes.

Most give a puzzle about a different one.
"""
LOOKED_AT = 4
"""The number of puzzles to generate and choose the best fit from."""
DEAR = engine.PROOF // 20
"""After this many engine steps, the puzzles generated so far are good enough."""
LATE = engine.PROOF * 3 // 4
"""After this many engine steps, no more puzzles are started, so that there's time to choose a sample puzzle."""
SHARE = 0.6
"""The share of a request's time for generating puzzles.

After that, the best puzzle so far or a sample puzzle is used.
"""


NO_LONGER = "The rules of this puzzle have changed, so it’s no longer available."


class NoPuzzlePossible(Exception):
    """Raised if no puzzle is possible under the house rules."""


def get_theme(game: Game[Any], slug: str) -> engine.PuzzleTheme:
    """Return the game's puzzle theme with this slug. A theme is a type of puzzle, such as “Which rule forbids it?”

    If it no longer exists, returns a theme whose functions for making puzzles raise VoidPuzzle.
    """
    if slug in game.question_kinds:
        return game.question_kinds[slug].build_theme()
    known = (theme for theme in game.puzzle_themes if theme.slug == slug)
    return next(known, None) or engine.PuzzleTheme(slug, "", "", (), _raise_void, _raise_void)


def _raise_void(*asked: Any) -> Any:
    raise engine.VoidPuzzle("The game no longer has this type of puzzle.")


def derive_code_from_name(name: str) -> str:
    """Return the public code of the puzzle with this name. It's a part of the name's hash."""
    digest = hashlib.sha256(name.encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:10])


def _generate_puzzle(
    themes: list[engine.PuzzleTheme], options: Options, clause: str, rng: Random, reach: LearnerReadiness | None
) -> tuple[engine.Setup, engine.Puzzle] | None:
    """Generate a puzzle of one of these themes (types of puzzles), and return it with its setup.

    A setup is the JSON from which a puzzle is built. Returns None if no puzzle was found. If `clause` isn't "", the
    puzzle is about this clause of the rulebook, and the themes take turns, because one theme might search for a long
    time in vain.

    `reach` says which puzzles fit the person. If it's given, several puzzles are generated, and the one that fits best
    is returned. A puzzle that looks like an earlier puzzle of the person is returned only if there is no other. All
    tries share one limit of engine steps.
    """
    found: list[tuple[engine.Setup, engine.Puzzle]] = []
    again: list[tuple[engine.Setup, engine.Puzzle]] = []
    try:
        with WorkAllowance(engine.PROOF) as work:
            for chosen in islice(_cycle_themes(themes, rng), TRIES_ABOUT if clause else TRIES):
                with suppress(engine.VoidPuzzle, engine.Unproven):
                    setup = _make_setup(chosen, rng, options, clause, reach)
                    posed = chosen.pose(setup, options)
                    (again if reach and posed.content_digest in reach.known else found).append((setup, posed))
                if work.spent_steps > LATE or len(again) >= TRIES:
                    break
                enough = len(found) >= LOOKED_AT and not (reach and all(reach.is_unfit(posed) for _, posed in found))
                if found and (enough or work.spent_steps > DEAR or reach is None or reach.is_good_fit(found[-1][1])):
                    break
    except OutOfTime:
        if not (found or again):
            raise
    return min(found or again, key=lambda one: reach.measure_distance_from_ideal(one[1]) if reach else 0, default=None)


def _choose_sample_puzzle(
    themes: list[engine.PuzzleTheme], options: Options, clause: str, rng: Random
) -> tuple[engine.Setup, engine.Puzzle] | None:
    """Choose a sample puzzle of one of these themes at random. Return its setup and the puzzle.

    A setup is the JSON from which a puzzle is built. With `clause`, the puzzle is about this clause (a rule of the
    game). Returns None if there is no such puzzle.
    """
    known = [found for theme in themes if (found := find_sample_setup_and_puzzle(theme, options))]
    about = [found for found in known if not clause or clause in found[1].clauses]
    return rng.choice(about) if about else None


def _cycle_themes(themes: list[engine.PuzzleTheme], rng: Random) -> Iterator[engine.PuzzleTheme]:
    """Yield the themes endlessly, in a new random order for each pass."""
    while themes:
        yield from rng.sample(themes, len(themes))


def _make_setup(
    theme: engine.PuzzleTheme, rng: Random, options: Options, clause: str, reach: LearnerReadiness | None
) -> engine.Setup:
    """Make a setup for a puzzle of this theme: the JSON from which the puzzle is built.

    The puzzle is about the clause of the rulebook with the id `clause`. If that's "", it's about a clause that the
    solver has met in lessons (`reach.met`), if there is one and if the theme can make setups about a chosen clause.
    Otherwise, the setup is random. Raises VoidPuzzle or Unproven.
    """
    if clause:
        return theme.make_setup_for_clause(clause, rng, options, tries=1)
    met = sorted(reach.met.intersection(theme.clauses)) if reach and reach.met and theme.aim else []
    return theme.make_setup_for_clause(rng.choice(met), rng, options, tries=1) if met else theme.make(rng, options)


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    def in_site_collection(self, game: str) -> PuzzleQuerySet:
        """Return the puzzles of a game that are in the site's own collection."""
        return self.filter(game=game, kept=True)

    def unused_before(self, before: datetime) -> PuzzleQuerySet:
        """Return the puzzles created before this time that nobody tried and that can be deleted.

        Puzzles in the site's collection are left out, and so are puzzles that a protected foreign key points to.
        """
        found = self.filter(kept=False, made__lt=before, attempts=None)
        for relation in Puzzle._meta.related_objects:
            if relation.on_delete is models.PROTECT:
                needing = relation.related_model._default_manager.filter(**{relation.field.name: models.OuterRef("pk")})
                found = found.filter(~models.Exists(needing))
        return found


class Puzzle(models.Model):
    """A stored puzzle: the house rules that it was made for, its setup, and the question with its answer.

    `setup` is the JSON from which the engine builds the question. `asked` is the built question with its right answer,
    as verified by this `version` of the game. The question never changes, so a person who comes back sees the same one.
    If `asked` is null, the engine builds the question again. `look` is a hash that's the same for puzzles that look the
    same to a solver.
    """

    code = models.CharField(max_length=20, unique=True, editable=False)
    game = models.SlugField(max_length=40)
    theme = models.SlugField(max_length=60)
    setup = models.JSONField()
    options = models.JSONField(default=dict)
    digest = models.CharField(max_length=16)
    look = models.CharField(max_length=16, blank=True, editable=False)
    clauses = models.JSONField(default=list)
    rating = models.FloatField()
    deviation = models.FloatField(default=NEW_PUZZLE)
    volatility = models.FloatField(default=0.06)
    kept = models.BooleanField(default=False, help_text="Part of the site’s own collection.")
    made = models.DateTimeField(default=timezone.now, editable=False)
    asked = models.JSONField(null=True, editable=False)
    version = models.PositiveIntegerField(default=0, editable=False)

    objects = PuzzleQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["game", "kept"])]

    def __str__(self) -> str:
        return f"{self.game} {self.theme} {self.code}"

    def get_absolute_url(self) -> str:
        return reverse("practice:puzzle", args=[self.code])

    @classmethod
    def generate_puzzle(
        cls,
        game: Game[Any],
        options: Options,
        theme: str = "",
        clause: str = "",
        *,
        reach: LearnerReadiness | None = None,
        name: str = "",
        kept: bool = False,
    ) -> Puzzle:
        """Generate and save a puzzle of this theme about this clause of the rulebook. "" means any theme or clause.

        `reach` says which puzzles fit the person. Without it, any puzzle can be generated. `name` seeds the generator:
        the same name always gives the same puzzle, which is saved once. With `kept`, the puzzle becomes part of the
        site's own collection. Raises NoPuzzlePossible.
        """
        rng: Random = Random(name) if name else SystemRandom()
        offered = (
            [one for one in game.puzzle_themes if one.slug == theme] if theme else list_available_themes(game, options)
        )
        themes = [one for one in offered if not clause or clause in one.clauses]
        if reach and not theme and not clause:
            themes = reach.select_themes(themes, options)
        made = None
        if name:
            made = _generate_puzzle(themes, options, clause, rng, reach)
        else:  # one that is known already is better than none
            with suppress(OutOfTime), limit_to_share_of_time(SHARE):
                made = _generate_puzzle(themes, options, clause, rng, reach)
        made = made or _choose_sample_puzzle(themes, options, clause, rng)
        if made is None:
            raise NoPuzzlePossible("There are no puzzles of this kind under these house rules.")
        return cls.save_question_as_puzzle(game, options, *made, name=name, kept=kept)

    @classmethod
    def save_question_as_puzzle(
        cls,
        game: Game[Any],
        options: Options,
        setup: engine.Setup,
        posed: engine.Puzzle,
        *,
        name: str = "",
        kept: bool = False,
    ) -> Puzzle:
        """Save the question `posed`, which was built from `setup`, as a puzzle, and return the puzzle.

        If there's already a puzzle with the same `name`, returns that one. With `kept`, a new puzzle is part of the
        site's own collection.
        """
        return cls.objects.get_or_create(
            code=derive_code_from_name(name or secrets.token_hex(16)),
            defaults={
                "game": game.slug,
                "theme": posed.theme,
                "setup": setup,
                "options": options.dump_values_to_store(),
                "digest": options.digest(),
                "look": posed.content_digest,
                "clauses": list(posed.clauses),
                "rating": posed.rating,
                "kept": kept,
                "asked": posed.to_json(),
                "version": game.version,
            },
        )[0]

    @property
    def engine_game(self) -> Game[Any]:
        """The engine's object for the puzzle's game."""
        return games.get(self.game)

    @cached_property
    def house_rules(self) -> Options:
        """The house rules that the puzzle was made for."""
        return self.engine_game.options.load_saved_options(self.options)

    @cached_property
    def engine_theme(self) -> engine.PuzzleTheme:
        """The engine's object for the puzzle's theme."""
        return get_theme(self.engine_game, self.theme)

    @cached_property
    def engine_puzzle(self) -> engine.Puzzle:
        """The engine's object for the puzzle: the question with its verified answer. Raises VoidPuzzle or Unproven."""
        return (
            engine.Puzzle.from_json(self.asked) if self.asked else self.engine_theme.pose(self.setup, self.house_rules)
        )

    @property
    def level(self) -> Level:
        """The puzzle's level, based on its rating and on how much it shows."""
        return compute_level(self.rating, self.engine_puzzle)

    @property
    def position(self) -> Position | None:
        """The position of the cards as the solver sees it, or None if the question needs no table.

        The key "game" with the game's slug is added, so that the position says which game it's from.
        """
        position = self.engine_puzzle.position
        return {"game": self.game, **position} if position else None

    @property
    def has_clauses_by_option(self) -> bool:
        """Whether the stored question has the clause that decides each answer option. Older questions don't."""
        return self.asked is None or "clauses_by_option" in self.asked

    def store_clauses_by_option(self) -> None:
        """Add to the stored question which clause decides each answer option, and save it.

        If the engine no longer builds the same question and answer, stores {}.
        """
        kept = self.engine_puzzle
        try:
            posed = self.engine_theme.pose(self.setup, self.house_rules)
        except Exception:  # an old setup can lack anything that generators now rely on
            posed = None
        is_same = posed is not None and posed.key == kept.key and posed.options == kept.options
        kept = replace(kept, clauses_by_option=posed.clauses_by_option if posed is not None and is_same else {})
        self.asked = kept.to_json()
        self.__dict__.pop("engine_puzzle", None)
        self.save(update_fields=["asked"])

    @property
    def can_be_asked(self) -> bool:
        """Whether the question can still be asked, even if the rules have changed since it was made."""
        try:
            return bool(self.engine_puzzle)
        except (engine.VoidPuzzle, engine.Unproven, KeyError):
            return False

    def judge_answer(self, answer: Any) -> engine.Verdict:
        """Judge an answer and return the verdict. Raises BadText."""
        return self.engine_theme.judge_answer(self.setup, self.house_rules, answer, self.engine_puzzle)

    def get_status_under_rules(self, options: Options) -> str:
        """Return the puzzle's status under other house rules: `holds`, `other answer`, `void`, or `unproven`.

        The answer is still right (`holds`), or a different answer is right, or the question can't be asked under these
        rules (`void`), or the engine can't verify the answer within its work limit (`unproven`). The status is computed
        once for each version of the game, and stored.
        """
        if options.digest() == self.digest:
            return "holds"
        version = self.engine_game.version
        known = self.statuses.filter(digest=options.digest(), version=version).first()
        if known:
            return known.status
        found = engine.compute_rule_change_effect(self.engine_theme, self.setup, self.house_rules, options)
        self.statuses.update_or_create(digest=options.digest(), defaults={"status": found, "version": version})
        return found

    @property
    def glicko_strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)

    @transaction.atomic
    def submit_answer(
        self,
        person: Person,
        answer: Any,
        shown: datetime | None = None,
        occasion: AttemptContext = OWN,
        zone: tzinfo = UTC,
    ) -> tuple[engine.Verdict, Attempt]:
        """Judge a person's answer, and save it with its effects on the attempt, ratings, and reviews.

        `occasion` is the attempt context, which is own practice by default. Ratings change only in a context without a
        code, if this is the person's first answer to the puzzle anywhere and they used no hints. `shown` is the time
        when the question was shown, if it's known: an answer that is sent twice from the same page counts once. Days
        are counted in the time zone `zone`.

        Raises BadText, or AttemptsClosed if the context accepts no more answers.
        """
        verdict = self.judge_answer(answer)
        if not occasion.counts:
            return verdict, Attempt(person=person, puzzle=self, tries=1, solved=verdict.right)
        Attempt.objects.get_or_create(person=person, puzzle=self, occasion=occasion.code)
        attempts = Attempt.objects.select_for_update().filter(person=person, puzzle=self)
        attempt_by_context = {attempt.occasion: attempt for attempt in attempts}
        attempt = attempt_by_context.pop(occasion.code)
        is_answered_elsewhere = any(other.tries for other in attempt_by_context.values())
        last = Answer.objects.filter(person=person, puzzle=self, occasion=occasion.code, number=attempt.tries).first()
        if (
            last
            and last.given == answer
            and last.seconds is not None
            and last.seconds == last.get_thinking_seconds(shown)
        ):
            return verdict, attempt
        occasion.check_open(attempt.tries, attempt.solved)
        Answer.store_answer(person, self, answer, verdict, attempt, shown, zone)
        first = attempt.tries == 0
        attempt.tries += 1
        attempt.solved = attempt.solved or verdict.right
        if first:
            attempt.right_at_once = verdict.right
            attempt.answered = timezone.now()
            if attempt.hints == 0 and not occasion.code and not is_answered_elsewhere:
                self._update_ratings(person, attempt, verdict.right)
            if occasion.tells and ReviewPlan.objects.filter(person=person, game=self.game).exists():
                met = self.clauses if verdict.right else verdict.missed or self.clauses
                Review.update_reviews_after_answer(person, self.game, met, verdict.right and attempt.hints == 0, zone)
        attempt.save()
        return verdict, attempt

    def _update_ratings(self, person: Person, attempt: Attempt, right: bool) -> None:
        puzzle = Puzzle.objects.select_for_update().get(pk=self.pk)
        rating, _ = Rating.objects.select_for_update().get_or_create(person=person, game=self.game)
        theirs, its, before = (
            rating.glicko_strength,
            puzzle.glicko_strength,
            Attempt.objects.rated(person, self.game).count(),
        )
        after, (puzzle.rating, puzzle.deviation, puzzle.volatility) = rate_answer(
            theirs, its, right, self.engine_puzzle.guess_chance, before
        )
        rating.set_strength(after)
        puzzle.save(update_fields=["rating", "deviation", "volatility"])
        attempt.rated, attempt.rating_before, attempt.rating_after = True, theirs.rating, rating.rating


class DailyPuzzle(models.Model):
    """The puzzle of one calendar day. It's the same for everyone, under the standard rules of its game."""

    date = models.DateField(unique=True)
    puzzle = models.OneToOneField(Puzzle, on_delete=models.PROTECT, related_name="daily")
    level = models.CharField(max_length=10, choices=Level.choices)

    def __str__(self) -> str:
        return f"{self.date}: {self.puzzle}"

    def get_absolute_url(self) -> str:
        return reverse("practice:daily_day", args=[self.date])

    @property
    def puzzle_url(self) -> str:
        """The URL where everyone solves this puzzle."""
        return self.puzzle.get_absolute_url() + AttemptContext(DAILY).query_string

    def build_attempt_context(self, zone: tzinfo) -> AttemptContext:
        """Return the context for answering this puzzle: up to three answers, stored with the code for daily puzzles.

        Raises Http404 if the puzzle's day hasn't begun in `zone`.
        """
        if self.date > get_local_date(timezone.now(), zone):
            raise Http404("The puzzle for this day isn’t out yet.")
        return AttemptContext(
            code=DAILY,
            title=f"Daily, {self.date:%b} {self.date.day}: {self.get_level_display().lower()}, standard rules",
            back=reverse("practice:daily_archive"),
            onwards=self.get_absolute_url(),
            ending="See your result",
            tries=DAILY_TRIES,
        )


class PuzzleStatus(models.Model):
    """The status of a puzzle under house rules that it wasn't made for, as computed by one version of the game.

    `Puzzle.get_status_under_rules` describes the statuses.
    """

    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="statuses")
    digest = models.CharField(max_length=16)
    status = models.CharField(max_length=20)
    version = models.PositiveIntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["puzzle", "digest"], name="one_status_per_rules")]
        verbose_name_plural = "puzzle statuses"

    def __str__(self) -> str:
        return f"{self.puzzle.code} under {self.digest}: {self.status}"


class AttemptQuerySet(models.QuerySet["Attempt"]):
    def rated(self, person: Person, game: str) -> AttemptQuerySet:
        """Return the attempts that count for this person's rating in a game."""
        return self.filter(person=person, puzzle__game=game, rated=True)


class Attempt(models.Model):
    """One person's attempt at a puzzle, with all their answers to it in one attempt context, such as an assignment.

    `occasion` is the code of the attempt context, or "" for own practice. `hints` is the number of hints shown.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="attempts")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.CASCADE, related_name="attempts")
    occasion = models.CharField(max_length=20, blank=True, db_index=True)
    hints = models.PositiveSmallIntegerField(default=0)
    tries = models.PositiveIntegerField(default=0)
    right_at_once = models.BooleanField(null=True)
    solved = models.BooleanField(default=False)
    rated = models.BooleanField(default=False)
    rating_before = models.FloatField(null=True)
    rating_after = models.FloatField(null=True)
    begun = models.DateTimeField(default=timezone.now, editable=False)
    answered = models.DateTimeField(null=True)

    objects = AttemptQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "puzzle", "occasion"], name="one_attempt_each")]

    def __str__(self) -> str:
        return f"{self.person} at {self.puzzle}"

    @classmethod
    def record_hint(cls, person: Person, puzzle: Puzzle, rung: int, occasion: str = "") -> Attempt:
        """Store that a person has seen a hint for a puzzle, before or after an answer. `rung` is the hint's level.

        `occasion` is the code of the attempt context, such as an assignment, or "" for own practice.
        """
        attempt, _ = cls.objects.get_or_create(person=person, puzzle=puzzle, occasion=occasion)
        if rung > attempt.hints:
            attempt.hints = rung
            attempt.save(update_fields=["hints"])
        return attempt

    @property
    def rating_change(self) -> int:
        """The change of the person's rating, rounded, or 0 if the attempt isn't rated."""
        return round((self.rating_after or 0) - (self.rating_before or 0)) if self.rated else 0


class Answer(models.Model):
    """An answer to a puzzle, with its verdict. Rows don't change, except for `person` and `missed`.

    - `person` is null if the person's account was deleted.
    - `occasion` is the code of the attempt context, such as an assignment, or "" for own practice.
    - `number` counts one person's answers to a puzzle in one attempt context, starting from 1.
    - `version` is the version of the game that judged the answer.
    - `missed` are the clauses that a wrong answer missed, if it shows any. It's null until they've been determined.
    - `hints` is the number of hints that were seen before the answer.
    - `seconds` is the time since the question was shown, or null if it's unknown.
    - `day` is the date in the solver's time zone. It's null for answers from earlier versions of the site.
    """

    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="answers")
    puzzle = models.ForeignKey(Puzzle, on_delete=models.PROTECT, related_name="answers")
    occasion = models.CharField(max_length=20, blank=True, db_index=True)
    number = models.PositiveIntegerField()
    given = models.JSONField()
    right = models.BooleanField()
    missed = models.JSONField(default=list, null=True)
    rules = models.CharField(max_length=16)
    version = models.PositiveIntegerField()
    hints = models.PositiveSmallIntegerField()
    seconds = models.PositiveIntegerField(null=True)
    at = models.DateTimeField(default=timezone.now, editable=False)
    day = models.DateField(null=True, editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["person", "puzzle", "occasion", "number"], name="answers_are_counted")
        ]
        indexes = [
            models.Index(fields=["puzzle"], condition=models.Q(missed__isnull=True), name="answers_still_to_explain")
        ]

    def __str__(self) -> str:
        return f"Answer {self.number} to puzzle {self.puzzle_id}"

    @classmethod
    def store_answer(
        cls,
        person: Person,
        puzzle: Puzzle,
        given: Any,
        verdict: engine.Verdict,
        attempt: Attempt,
        shown: datetime | None,
        zone: tzinfo,
    ) -> Answer:
        """Save an answer as the next one of an attempt. The attempt has to be locked.

        `given` is the answer, and `shown` the time when the question was shown, or None if it's unknown. The answer's
        date is in the time zone `zone`.
        """
        kept = cls(
            person=person,
            puzzle=puzzle,
            occasion=attempt.occasion,
            number=attempt.tries + 1,
            given=given,
            right=verdict.right,
            missed=list(verdict.missed) if verdict.right or puzzle.has_clauses_by_option else None,
            rules=puzzle.digest,
            version=puzzle.engine_game.version,
            hints=attempt.hints,
        )
        kept.seconds = kept.get_thinking_seconds(shown)
        kept.day = get_local_date(timezone.now(), zone)
        kept.save()
        return kept

    def get_thinking_seconds(self, shown: datetime | None) -> int | None:
        """Return the seconds from `shown` to the answer, or None if they're unknown or implausible."""
        passed = int((self.at - shown).total_seconds()) if shown else -1
        return passed if 0 <= passed <= LONGEST_THOUGHT else None


class Rating(models.Model):
    """A person's rating in the puzzles of a game: how well they solve them, according to Glicko-2."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ratings")
    game = models.SlugField(max_length=40)
    rating = models.FloatField(default=1500.0)
    deviation = models.FloatField(default=350.0)
    volatility = models.FloatField(default=0.06)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="one_rating_per_game")]

    def __str__(self) -> str:
        return f"{self.person}: {self.rating:.0f} ± {2 * self.deviation:.0f}"

    @property
    def glicko_strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)

    @classmethod
    @transaction.atomic
    def reset_rating(cls, person: Person, game: str) -> None:
        """Delete a person's rating in a game and the rating changes of their attempts. The answers stay."""
        list(cls.objects.select_for_update().filter(person=person, game=game))  # wait for an answer that is being saved
        attempts = Attempt.objects.rated(person, game)
        attempts.update(rated=False, rating_before=None, rating_after=None)
        cls.objects.filter(person=person, game=game).delete()

    def set_strength(self, strength: Strength) -> None:
        """Save a new rating with its deviation and volatility."""
        self.rating, self.deviation, self.volatility = strength
        self.save(update_fields=["rating", "deviation", "volatility"])


class ReviewPlan(models.Model):
    """A person's choice to review rules of a game that they might forget. Without a row, there are no reviews."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="review_plans")
    game = models.SlugField(max_length=40)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="one_plan_per_game")]

    def __str__(self) -> str:
        return f"{self.person} reviews {self.game}"


class ReviewQuerySet(models.QuerySet["Review"]):
    def for_game(self, person: Person | None, game: str) -> ReviewQuerySet:
        """Return a person's reviews of a game, in order of due date. Returns an empty queryset if `person` is None."""
        return self.filter(person=person, game=game).order_by("due") if person else self.none()


class Review(models.Model):
    """A rule of a game (`clause`), and the day on which a person should review it next.

    The day is computed from the person's answers with the algorithm FSRS, whose data is in `card`. `due` is this day,
    stored as midnight UTC. Earlier versions of the site stored a time, which can be minutes after `last`, the time of
    the last answer.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="reviews")
    game = models.SlugField(max_length=40)
    clause = models.CharField(max_length=80)
    card = models.JSONField()
    due = models.DateTimeField(db_index=True)
    right_last = models.BooleanField()
    last = models.DateTimeField()

    objects = ReviewQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game", "clause"], name="one_review_per_clause")]

    def __str__(self) -> str:
        return f"{self.person}: {self.clause} due {self.due:%Y-%m-%d}"

    @classmethod
    def update_reviews_after_answer(
        cls,
        person: Person,
        game: str,
        clauses: Iterable[str],
        right: bool,
        zone: tzinfo = UTC,
        now: datetime | None = None,
    ) -> None:
        """Compute and save when a person should review these rules (clauses) next, after an answer about them.

        `right` says whether the answer was right. It was given at `now`, or just now if that's None. Days are counted
        in the time zone `zone`.
        """
        moment = now or timezone.now()
        today = datetime.combine(get_local_date(moment, zone), time(), UTC)
        scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
        grade = fsrs.Rating.Good if right else fsrs.Rating.Again
        for clause in clauses:
            review = cls.objects.filter(person=person, game=game, clause=clause).first()
            card = fsrs.Card.from_dict(review.card) if review else fsrs.Card()
            card, _ = scheduler.review_card(card, grade, today)
            cls.objects.update_or_create(
                person=person,
                game=game,
                clause=clause,
                defaults={
                    "card": card.to_dict(),
                    "due": card.due,
                    "right_last": right,
                    "last": moment,
                },
            )

    def get_due_day(self, zone: tzinfo) -> date:
        """Return the day of the next review in the person's time zone. It's never the day of the last answer."""
        return max(self.due.astimezone(UTC).date(), get_local_date(self.last, zone) + timedelta(days=1))

    @classmethod
    def count_due_by_game(cls, person: Person | None, zone: tzinfo) -> Counter[str]:
        """Return how many rules a person should review today, by game slug.

        Games without reviews turned on are left out.
        """
        if person is None:
            return Counter()
        planned = ReviewPlan.objects.filter(person=person).values("game")
        reviews = cls.objects.filter(person=person, game__in=planned)
        return Counter(review.game for review in reviews if review.is_due(zone))

    def is_due(self, zone: tzinfo) -> bool:
        """Return whether the day of the review has come in the time zone `zone`."""
        return self.get_due_day(zone) <= get_local_date(timezone.now(), zone)

    def explain_why_due(self, zone: tzinfo) -> str:
        """Return a sentence for the reader that says why they should review this rule of the game now."""
        ago = describe_days_ago(self.last, zone)
        if self.right_last:
            return f"You knew this {ago}. Answering it again helps you remember it."
        return f"You missed this {ago}, so here it is again."


RUN_TIME = timedelta(minutes=3)
RUN_GRACE = timedelta(seconds=3)
"""The time after the end of a run during which an answer that was sent before the end can still arrive."""
RUN_WRONG_ANSWERS = 3
"""The number of wrong answers that ends a run, so that guessing doesn't pay off."""
RUN_CODE = "run-"
"""The prefix of each run's code."""


def _generate_run_code() -> str:
    return RUN_CODE + derive_code_from_name(secrets.token_hex(16))


class RunQuerySet(models.QuerySet["Run"]):
    def get_best_score(self) -> int:
        """Return the highest number of right answers in one of these runs, or 0 if there are no runs."""
        right = Attempt.objects.filter(occasion=models.OuterRef("code"), solved=True).order_by().values("occasion")
        scores = self.annotate(score=models.Subquery(right.annotate(score=models.Count("pk")).values("score")))
        return scores.aggregate(best=models.Max("score"))["best"] or 0


class Run(models.Model):
    """A timed run: one puzzle after another, in one game or, if `game` is empty, in all games.

    The run's puzzles are the person's attempts whose context is the run's `code`, in the order of their primary keys.
    """

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="runs")
    code = models.CharField(max_length=20, unique=True, default=_generate_run_code, editable=False)
    game = models.SlugField(max_length=40, blank=True)
    started = models.DateTimeField(default=timezone.now, db_index=True, editable=False)

    objects = RunQuerySet.as_manager()

    def __str__(self) -> str:
        return self.code

    def get_absolute_url(self) -> str:
        return reverse("practice:run", args=[self.code])

    @property
    def end(self) -> datetime:
        """The time at which the run ends."""
        return self.started + RUN_TIME


@receiver(person_merged)
def merge_practice(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the practice data of `source` to `target`, when a visitor is merged into a person with an account.

    That's their attempts, answers, ratings, review plans, reviews, and runs. If `target` already has a row for the same
    puzzle and attempt context, game, or clause, it keeps its own row, and that of `source` isn't moved.
    """
    for model, keys in (
        (Attempt, ["puzzle_id", "occasion"]),
        (Answer, ["puzzle_id", "occasion"]),
        (Rating, ["game"]),
        (ReviewPlan, ["game"]),
        (Review, ["game", "clause"]),
    ):
        own = set(model.objects.filter(person=target).values_list(*keys))
        for row in model.objects.filter(person=source):
            if tuple(getattr(row, key) for key in keys) not in own:
                row.person = target
                row.save(update_fields=["person"])
    Run.objects.filter(person=source).update(person=target)


_ATTEMPT = [
    "puzzle__code",
    "occasion",
    "hints",
    "tries",
    "right_at_once",
    "solved",
    "rated",
    "rating_before",
    "rating_after",
]
_TELLING = ("right_at_once", "solved", "right", "missed")
_ANSWER = [
    "puzzle__code",
    "occasion",
    "number",
    "given",
    "right",
    "missed",
    "rules",
    "version",
    "hints",
    "seconds",
    "at",
    "day",
]


def _hide_results(row: dict[str, Any], secret: set[str], again: Collection[tuple[str, str]] = ()) -> dict[str, Any]:
    """Return a row of an export, with None for each result that the person can't see yet.

    In the contexts whose codes are in `secret`, that's all results. For the puzzles in `again`, which the person can
    try again, it's the missed clauses. `again` has pairs of a puzzle's code and a context's code.
    """
    telling = _TELLING if row["occasion"] in secret else ()
    if (row["puzzle__code"], row["occasion"]) in again:
        telling = (*telling, "missed")
    return {key: None if key in telling else value for key, value in row.items()}


def export_practice(person: Person) -> dict[str, Any]:
    """Return a person's practice data as JSON, without results that they can't see yet."""
    secret, most = collect_codes_with_hidden_results(person), collect_answer_limits_by_context(person)
    attempts = list(person.attempts.values(*_ATTEMPT))
    again = {
        (row["puzzle__code"], row["occasion"])
        for row in attempts
        if not row["solved"] and row["occasion"] in most and not 0 < most[row["occasion"]] <= row["tries"]
    }
    return {
        "attempts": [_hide_results(row, secret) for row in attempts],
        "answers": [
            {**_hide_results(row, secret, again), "at": format_utc(row["at"]), "day": row["day"] and str(row["day"])}
            for row in person.answers.order_by("at", "pk").values(*_ANSWER)
        ],
        "ratings": list(person.ratings.values("game", "rating", "deviation")),
        "reviews": [{"clause": one.clause, "due": one.due.date().isoformat()} for one in person.reviews.all()],
        "runs": [
            {"code": run.code, "game": run.game, "started": format_utc(run.started)}
            for run in person.runs.order_by("pk")
        ],
    }
