"""Puzzles as they are kept, and how people fare with them."""

from __future__ import annotations

import hashlib
import secrets
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
from django.urls import reverse
from django.utils import timezone

import games
from core.http.time_zone import describe_day, local_date
from core.people.models import ALPHABET, Person
from core.people.signals import person_merged
from core.practice.attempt_contexts import OWN, AttemptContext, open_for, withheld
from core.practice.glicko import Strength, met
from core.practice.themes import Reach, available_themes, sampled
from games.engine import puzzle as engine
from games.engine.game import Game
from games.engine.options import Options
from games.engine.work import TooLate, Work, share_of_time

NEW_PUZZLE = 200.0
"""The deviation of a puzzle's first rating, which the maker guesses."""
LONGEST_THOUGHT = 3600
"""Seconds after which nobody is believed to have thought about a question all the time."""
TRIES = 12
TRIES_ABOUT = 240
"""The tries for a puzzle about one clause, of all kinds together: most bring a puzzle about another one."""
LOOKED_AT = 4
"""Of so many puzzles the one that fits somebody best is kept."""
DEAR = engine.PROOF // 20
"""Once so many steps went into them, what was found is good enough."""
LATE = engine.PROOF * 3 // 4
"""Once so many steps went into them, no other is begun: what is left of a request's time is for one that is known."""
SHARE = 0.6
"""The share of a request's time that goes into new puzzles; then what was found is taken, or one that is known."""


NO_LONGER = "This puzzle can no longer be asked: the rules that it was made for have changed."


class NothingToAsk(Exception):
    """These house rules leave nothing to ask here."""


def theme_of(game: Game[Any], slug: str) -> engine.Theme:
    """The theme of this slug; one that asks nothing, if there is none any more."""
    if slug in game.built:
        return game.built[slug].theme()
    known = (theme for theme in game.themes if theme.slug == slug)
    return next(known, None) or engine.Theme(slug, "", "", (), _gone, _gone)


def _gone(*asked: Any) -> Any:
    raise engine.Void("Nothing is asked about this any more.")


def code_of(name: str) -> str:
    """The public code of a puzzle of this name."""
    digest = hashlib.sha256(name.encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:10])


def _made(
    themes: list[engine.Theme], options: Options, clause: str, rng: Random, reach: Reach | None
) -> tuple[engine.Setup, engine.Puzzle] | None:
    """A setup of one of these kinds and the puzzle that it is, made within one allowance; None if none came up.

    With a `reach`, some are made and the one nearest to it is taken; one that looks like one before, only for want of
    any other. About one clause the kinds take turns, since one of them may search long and in vain.
    """
    found: list[tuple[engine.Setup, engine.Puzzle]] = []
    again: list[tuple[engine.Setup, engine.Puzzle]] = []
    try:
        with Work(engine.PROOF) as work:
            for chosen in islice(_in_turn(themes, rng), TRIES_ABOUT if clause else TRIES):
                with suppress(engine.Void, engine.Unproven):
                    setup = _setup(chosen, rng, options, clause, reach)
                    posed = chosen.pose(setup, options)
                    (again if reach and posed.look in reach.known else found).append((setup, posed))
                if work.spent > LATE or len(again) >= TRIES:
                    break
                enough = len(found) >= LOOKED_AT and not (reach and all(reach.is_too_new(posed) for _, posed in found))
                if found and (enough or work.spent > DEAR or reach is None or reach.fits(found[-1][1])):
                    break
    except TooLate:
        if not (found or again):
            raise
    return min(found or again, key=lambda one: reach.off(one[1]) if reach else 0, default=None)


def _known(
    themes: list[engine.Theme], options: Options, clause: str, rng: Random
) -> tuple[engine.Setup, engine.Puzzle] | None:
    """One of those that show that these kinds ask something, for when chance brought none; None if there is none."""
    known = [found for theme in themes if (found := sampled(theme, options))]
    about = [found for found in known if not clause or clause in found[1].clauses]
    return rng.choice(about) if about else None


def _in_turn(themes: list[engine.Theme], rng: Random) -> Iterator[engine.Theme]:
    """Yield the kinds over and over, each time all of them in an order by chance."""
    while themes:
        yield from rng.sample(themes, len(themes))


def _setup(theme: engine.Theme, rng: Random, options: Options, clause: str, reach: Reach | None) -> engine.Setup:
    """A setup of a kind about the clause, if given; or, where it trains many, about one of those that were met.

    Raises Void, Unproven.
    """
    if clause:
        return theme.make_about(clause, rng, options, tries=1)
    met = sorted(reach.met.intersection(theme.clauses)) if reach and reach.met and theme.aim else []
    return theme.make_about(rng.choice(met), rng, options, tries=1) if met else theme.make(rng, options)


class PuzzleQuerySet(models.QuerySet["Puzzle"]):
    def collection(self, game: str) -> PuzzleQuerySet:
        """The puzzles of a game that the house itself keeps."""
        return self.filter(game=game, kept=True)

    def forgotten(self, before: datetime) -> PuzzleQuerySet:
        """Puzzles made before this moment that nobody has tried, and that nothing else needs."""
        found = self.filter(kept=False, made__lt=before, attempts=None)
        for relation in Puzzle._meta.related_objects:
            if relation.on_delete is models.PROTECT:
                needing = relation.related_model._default_manager.filter(**{relation.field.name: models.OuterRef("pk")})
                found = found.filter(~models.Exists(needing))
        return found


class Puzzle(models.Model):
    """A puzzle: what its maker left, the house rules it was made for, and the question as it was put.

    `asked` is the question with the key that the game's `version` proved. It is not changed any more, so that whoever
    was given it finds what was given; without it the engine poses the question anew. `look` tells those apart that
    are not the same to a solver.
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
    kept = models.BooleanField(default=False, help_text="Part of the house's own collection.")
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
    def fresh(
        cls,
        game: Game[Any],
        options: Options,
        theme: str = "",
        clause: str = "",
        *,
        reach: Reach | None = None,
        name: str = "",
        kept: bool = False,
    ) -> Puzzle:
        """Make and keep a puzzle of a theme (any if empty), about one clause if given. Raises NothingToAsk.

        With a `reach` it is one for somebody who is so far. With a `name` it is always the same, and there is only one.
        """
        rng: Random = Random(name) if name else SystemRandom()
        offered = [one for one in game.themes if one.slug == theme] if theme else available_themes(game, options)
        themes = [one for one in offered if not clause or clause in one.clauses]
        if reach and not theme and not clause:
            themes = reach.fitting(themes, options)
        made = None
        if name:
            made = _made(themes, options, clause, rng, reach)
        else:  # one that is known already is better than none
            with suppress(TooLate), share_of_time(SHARE):
                made = _made(themes, options, clause, rng, reach)
        made = made or _known(themes, options, clause, rng)
        if made is None:
            raise NothingToAsk("These house rules leave nothing to ask here.")
        return cls.keep(game, options, *made, name=name, kept=kept)

    @classmethod
    def keep(
        cls,
        game: Game[Any],
        options: Options,
        setup: engine.Setup,
        posed: engine.Puzzle,
        *,
        name: str = "",
        kept: bool = False,
    ) -> Puzzle:
        """Keep a question as it is put. Under a `name` there is only one."""
        return cls.objects.get_or_create(
            code=code_of(name or secrets.token_hex(16)),
            defaults={
                "game": game.slug,
                "theme": posed.theme,
                "setup": setup,
                "options": options.kept(),
                "digest": options.digest(),
                "look": posed.look,
                "clauses": list(posed.clauses),
                "rating": posed.rating,
                "kept": kept,
                "asked": posed.to_json(),
                "version": game.version,
            },
        )[0]

    @property
    def played(self) -> Game[Any]:
        """The game it is about."""
        return games.get(self.game)

    @cached_property
    def rules(self) -> Options:
        """The house rules it was made for."""
        return self.played.options.of(self.options)

    @cached_property
    def kind(self) -> engine.Theme:
        """Its theme."""
        return theme_of(self.played, self.theme)

    @cached_property
    def posed(self) -> engine.Puzzle:
        """The question, with the answer that the engine has proven. Raises Void, Unproven."""
        return engine.Puzzle.from_json(self.asked) if self.asked else self.kind.pose(self.setup, self.rules)

    @property
    def names_clauses(self) -> bool:
        """Whether its question says which clause decides each option; those kept in earlier versions do not."""
        return self.asked is None or "clauses_by_option" in self.asked

    def name_clauses(self) -> None:
        """Keep which clause decides each option, where the rules still put the same question with the same answer."""
        kept = self.posed
        try:
            posed = self.kind.pose(self.setup, self.rules)
        except Exception:  # an old setup can lack anything that makers now take for granted
            posed = None
        is_same = posed is not None and posed.key == kept.key and posed.options == kept.options
        kept = replace(kept, clauses_by_option=posed.clauses_by_option if posed is not None and is_same else {})
        self.asked = kept.to_json()
        self.__dict__.pop("posed", None)
        self.save(update_fields=["asked"])

    @property
    def can_be_asked(self) -> bool:
        """Whether its question can still be put, though the rules may have changed since it was made."""
        try:
            return bool(self.posed)
        except (engine.Void, engine.Unproven, KeyError):
            return False

    def judge(self, answer: Any) -> engine.Verdict:
        """Return what is to be said of an answer. Raises BadText."""
        return self.kind.judge(self.setup, self.rules, answer, self.posed)

    def status_under(self, options: Options) -> str:
        """What becomes of it under other house rules: `holds`, `other answer`, `void` or `unproven`; proven once and
        then kept.
        """
        if options.digest() == self.digest:
            return "holds"
        version = self.played.version
        known = self.statuses.filter(digest=options.digest(), version=version).first()
        if known:
            return known.status
        found = engine.status(self.kind, self.setup, self.rules, options)
        self.statuses.update_or_create(digest=options.digest(), defaults={"status": found, "version": version})
        return found

    @property
    def strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)

    @transaction.atomic
    def answer(
        self,
        person: Person,
        answer: Any,
        shown: datetime | None = None,
        occasion: AttemptContext = OWN,
        zone: tzinfo = UTC,
    ) -> tuple[engine.Verdict, Attempt]:
        """Judge an answer and keep it, and what comes of it: only one's own first one without a hint is rated.

        `shown` is when the question was put, if that is known: the same answer to the same showing counts once, however
        often it is sent. Reviews count days in `zone`. Raises BadText, or Closed where the occasion takes no more
        answers.
        """
        verdict = self.judge(answer)
        if not occasion.counts:
            return verdict, Attempt(person=person, puzzle=self, tries=1, solved=verdict.right)
        attempt, _ = Attempt.objects.get_or_create(person=person, puzzle=self, occasion=occasion.code)
        attempt = Attempt.objects.select_for_update().get(pk=attempt.pk)
        last = Answer.objects.filter(person=person, puzzle=self, occasion=occasion.code, number=attempt.tries).first()
        if last and last.given == answer and last.seconds is not None and last.seconds == last.seconds_since(shown):
            return verdict, attempt
        occasion.check(attempt.tries, attempt.solved)
        Answer.keep(person, self, answer, verdict, attempt, shown)
        first = attempt.tries == 0
        attempt.tries += 1
        attempt.solved = attempt.solved or verdict.right
        if first:
            attempt.right_at_once = verdict.right
            attempt.answered = timezone.now()
            if attempt.hints == 0 and not occasion.code:
                self._rate(person, attempt, verdict.right)
            if occasion.tells and ReviewPlan.objects.filter(person=person, game=self.game).exists():
                met = self.clauses if verdict.right else verdict.missed or self.clauses
                Review.learn(person, self.game, met, verdict.right and attempt.hints == 0, zone)
        attempt.save()
        return verdict, attempt

    def _rate(self, person: Person, attempt: Attempt, right: bool) -> None:
        puzzle = Puzzle.objects.select_for_update().get(pk=self.pk)
        rating, _ = Rating.objects.select_for_update().get_or_create(person=person, game=self.game)
        theirs, its, before = rating.strength, puzzle.strength, Attempt.objects.rated(person, self.game).count()
        after, (puzzle.rating, puzzle.deviation, puzzle.volatility) = met(theirs, its, right, self.posed.guess, before)
        rating.take(after)
        puzzle.save(update_fields=["rating", "deviation", "volatility"])
        attempt.rated, attempt.rating_before, attempt.rating_after = True, theirs.rating, rating.rating


class PuzzleStatus(models.Model):
    """What becomes of a puzzle under other house rules, as proven by one version of the game."""

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
        """The attempts of this person that their rating in a game goes by."""
        return self.filter(person=person, puzzle__game=game, rated=True)


class Attempt(models.Model):
    """What one person has done with one puzzle: by themselves, or on the `occasion` of this code."""

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
    def hinted(cls, person: Person, puzzle: Puzzle, rung: int, occasion: str = "") -> Attempt:
        """Note that a hint was seen, before or after an answer."""
        attempt, _ = cls.objects.get_or_create(person=person, puzzle=puzzle, occasion=occasion)
        if rung > attempt.hints:
            attempt.hints = rung
            attempt.save(update_fields=["hints"])
        return attempt

    @property
    def gain(self) -> int:
        """By how much the rating changed."""
        return round((self.rating_after or 0) - (self.rating_before or 0)) if self.rated else 0


class Answer(models.Model):
    """One answer as it was given, and what was said of it: a row that is not changed any more.

    It outlives whoever gave it, without a name. `number` counts the answers of one person to one puzzle from 1, on each
    `occasion` anew: the code of what it was given for, such as a class's homework, or empty for one's own practice;
    `version` is the game's that judged it; `missed` are the clauses that a wrong answer shows to be missed, as far as
    the rules name any, or null while that is still to be found out; `hints` were seen before it; `seconds` have passed
    since the question was put, as far as that is known.
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
    def keep(
        cls,
        person: Person,
        puzzle: Puzzle,
        given: Any,
        verdict: engine.Verdict,
        attempt: Attempt,
        shown: datetime | None,
    ) -> Answer:
        """Write down the next answer of an attempt that nobody else is writing to."""
        kept = cls(
            person=person,
            puzzle=puzzle,
            occasion=attempt.occasion,
            number=attempt.tries + 1,
            given=given,
            right=verdict.right,
            missed=list(verdict.missed) if verdict.right or puzzle.names_clauses else None,
            rules=puzzle.digest,
            version=puzzle.played.version,
            hints=attempt.hints,
        )
        kept.seconds = kept.seconds_since(shown)
        kept.save()
        return kept

    def seconds_since(self, shown: datetime | None) -> int | None:
        """Return how long it had been thought about, if that is known and can be."""
        passed = int((self.at - shown).total_seconds()) if shown else -1
        return passed if 0 <= passed <= LONGEST_THOUGHT else None


class Rating(models.Model):
    """How strong a person is at the puzzles of a game."""

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
    def strength(self) -> Strength:
        return Strength(self.rating, self.deviation, self.volatility)

    @classmethod
    @transaction.atomic
    def start_over(cls, person: Person, game: str) -> None:
        """Delete a person's rating in a game, and what answers have changed of it. The answers stay."""
        list(cls.objects.select_for_update().filter(person=person, game=game))  # an answer may be on its way
        attempts = Attempt.objects.rated(person, game)
        attempts.update(rated=False, rating_before=None, rating_after=None)
        cls.objects.filter(person=person, game=game).delete()

    def take(self, strength: Strength) -> None:
        """Become as strong as this."""
        self.rating, self.deviation, self.volatility = strength
        self.save(update_fields=["rating", "deviation", "volatility"])


class ReviewPlan(models.Model):
    """That a person wants to be asked again about what they might forget; there is none unless they say so."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="review_plans")
    game = models.SlugField(max_length=40)
    since = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="one_plan_per_game")]

    def __str__(self) -> str:
        return f"{self.person} reviews {self.game}"


class ReviewQuerySet(models.QuerySet["Review"]):
    def of(self, person: Person | None, game: str) -> ReviewQuerySet:
        """What this person (None: nobody yet) is to be asked again about a game, the first to come back first."""
        return self.filter(person=person, game=game).order_by("due") if person else self.none()


class Review(models.Model):
    """How well a person remembers one clause, and when to ask again (FSRS).

    `due` is a day, kept as its midnight in UTC. Versions before kept a moment, which can be minutes after the `last`.
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
    def learn(
        cls,
        person: Person,
        game: str,
        clauses: Iterable[str],
        right: bool,
        zone: tzinfo = UTC,
        now: datetime | None = None,
    ) -> None:
        """Take in that these clauses were asked for `now`, by the days of `zone`, and answered rightly or not."""
        moment = now or timezone.now()
        today = datetime.combine(local_date(moment, zone), time(), UTC)
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

    def day(self, zone: tzinfo) -> date:
        """The day on which it comes back, where its person's days are those of `zone`: never the day of the answer."""
        return max(self.due.astimezone(UTC).date(), local_date(self.last, zone) + timedelta(days=1))

    def is_due(self, zone: tzinfo) -> bool:
        """Return whether it has come back."""
        return self.day(zone) <= local_date(timezone.now(), zone)

    def why(self, zone: tzinfo) -> str:
        """Return why it is back, in a sentence."""
        ago = describe_day(self.last, zone)
        if self.right_last:
            return f"You knew this {ago}; asking again just before it fades makes it last."
        return f"You missed this {ago}, so here it is once more."


@receiver(person_merged)
def merge_practice(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move a person's practice; where the target has some of the same, that stays."""
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
]


def _hushed(row: dict[str, Any], secret: set[str], again: Collection[tuple[str, str]] = ()) -> dict[str, Any]:
    """The row, without what gives away whether an answer was right if its occasion is among the secret ones, and
    without the clauses behind it if the puzzle is to be tried `again` there.
    """
    telling = _TELLING if row["occasion"] in secret else ()
    if (row["puzzle__code"], row["occasion"]) in again:
        telling = (*telling, "missed")
    return {key: None if key in telling else value for key, value in row.items()}


def export_practice(person: Person) -> dict[str, Any]:
    """Return what is kept of this person's practice, as JSON; not yet what was right where that is told later."""
    secret, most = withheld(person), open_for(person)
    attempts = list(person.attempts.values(*_ATTEMPT))
    again = {
        (row["puzzle__code"], row["occasion"])
        for row in attempts
        if not row["solved"] and row["occasion"] in most and not 0 < most[row["occasion"]] <= row["tries"]
    }
    return {
        "attempts": [_hushed(row, secret) for row in attempts],
        "answers": [
            {**_hushed(row, secret, again), "at": row["at"].isoformat()}
            for row in person.answers.order_by("at", "pk").values(*_ANSWER)
        ],
        "ratings": list(person.ratings.values("game", "rating", "deviation")),
        "reviews": [{"clause": one.clause, "due": one.due.date().isoformat()} for one in person.reviews.all()],
    }
