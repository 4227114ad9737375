"""The models for house rules: saved rule sets, people's choices, and the rules in use."""

from __future__ import annotations

from typing import Any

from django.db import models
from django.urls import reverse

import games
from games.engine.game import Game
from games.engine.options import BadOption, Options
from variants.titles import OptionDifference, build_title, list_changes_from_standard

NAME_LENGTH = 60


class Owner(models.TextChoices):
    """The owners of rule sets. A person's sets are in the person's list, and the site's sets in the site's list."""

    SITE = "site", "the site"
    PERSON = "person", "a person"
    NOBODY = "nobody", "no owner (kept for its link)"


class RuleSetQuerySet(models.QuerySet["RuleSet"]):
    def of_game(self, game: Game[Any]) -> RuleSetQuerySet:
        return self.filter(game=game.slug)

    def of_site(self) -> RuleSetQuerySet:
        return self.filter(owner=Owner.SITE)

    def of_person(self, person: Any) -> RuleSetQuerySet:
        """Return the rule sets in a person's list. Returns an empty queryset if `person` is None."""
        return self.filter(owner=Owner.PERSON, person=person) if person else self.none()

    def of_site_or_person(self, person: Any) -> RuleSetQuerySet:
        """Return the rule sets in the site's list and in this person's list.

        If `person` is None, returns only the site's.
        """
        return self.of_site() | self.of_person(person)

    def with_digest(self, *digests: str) -> RuleSetQuerySet:
        """Return the rule sets that have one of these digests, in order of preference.

        The site's come first, then those with a name, then the others. Within these groups, the oldest come first.
        """
        rank = models.Case(models.When(owner=Owner.SITE, then=0), models.When(name="", then=2), default=1)
        return self.filter(digest__in=digests).order_by(rank, "pk")


class RuleSet(models.Model):
    """A saved set of house rules for one game.

    `values` has only the options that differ from the standard rules as they were in the site's first edition. They
    never change after saving, because links with the set's digest have been shared. An edit of the rules creates a new
    set. The name can change.
    """

    game = models.SlugField(max_length=40)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    values = models.JSONField(default=dict, blank=True)
    digest = models.CharField(max_length=16, db_index=True, editable=False)
    owner = models.CharField(max_length=10, choices=Owner.choices, default=Owner.NOBODY)
    person = models.ForeignKey(
        "people.Person", on_delete=models.SET_NULL, null=True, blank=True, related_name="rule_sets"
    )
    site_default = models.BooleanField(default=False, help_text="Used by everyone who hasn’t chosen other rules.")
    created = models.DateTimeField(auto_now_add=True)

    objects = RuleSetQuerySet.as_manager()

    class Meta:
        ordering = ["game", "name", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["game", "digest"], condition=models.Q(owner=Owner.SITE), name="site_keeps_rules_once"
            ),
            models.UniqueConstraint(
                fields=["game", "digest", "person"],
                condition=models.Q(owner=Owner.PERSON),
                name="person_keeps_rules_once",
            ),
            models.UniqueConstraint(
                fields=["game"], condition=models.Q(site_default=True), name="one_site_default_for_a_game"
            ),
            models.CheckConstraint(
                condition=models.Q(site_default=False) | models.Q(owner=Owner.SITE), name="site_default_is_the_sites"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game}: {self.title}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the rule set.

        Raises BadOption for values that can't be played, and ValueError if the values of a saved set have changed.
        """
        options = games.get(self.game).options.load_saved_options(self.values)
        if self.pk is None:
            self.values, self.digest = options.dump_values_to_store(), options.digest()
        elif options.digest() != self.digest:
            raise ValueError("You can’t change a saved rule set. Save a new one.")
        super().save(*args, **kwargs)

    def get_absolute_url(self) -> str:
        return reverse("variants:rules", args=[self.game, self.digest])

    @classmethod
    def build_unsaved(cls, game: Game[Any], options: Options) -> RuleSet:
        """Return a rule set with these house rules that isn't in the database. It has no name."""
        return cls(game=game.slug, values=options.dump_values_to_store(), digest=options.digest())

    @classmethod
    def list_chosen_and_default(cls, person: Any) -> list[RuleSet]:
        """Return the rule sets that a person has chosen, then the site defaults, for all games.

        If `person` is None, returns only the site defaults.
        """
        chosen = RuleSetChoice.objects.filter(person=person or None, person__isnull=False).values("rule_set")
        return list(cls.objects.filter(models.Q(site_default=True) | models.Q(pk__in=chosen)).order_by("site_default"))

    @property
    def house_rules(self) -> Options:
        """The house rules as options of the game. Raises BadOption if the game no longer has the saved values."""
        return games.get(self.game).options.load_saved_options(self.values)

    @property
    def title(self) -> str:
        """The name that the rule set was saved with, or else a title that describes its rules."""
        try:
            return self.name or build_title(self.house_rules)
        except BadOption:
            return "Rules from an older edition"

    def list_changes_from_standard(self) -> list[OptionDifference]:
        """Return the options of the set that differ from the standard rules.

        Raises BadOption if the game no longer has the saved values.
        """
        return list_changes_from_standard(self.house_rules)

    def list_seat_counts(self) -> list[int]:
        """Return the numbers of players that these rules allow.

        Raises BadOption if the game no longer has the saved values.
        """
        return games.get(self.game).list_seat_counts(self.house_rules)

    @property
    def is_site_owned(self) -> bool:
        """Whether the rule set is in the site's list."""
        return self.owner == Owner.SITE


class RuleSetChoice(models.Model):
    """The rule set that a person has chosen for a game."""

    person = models.ForeignKey("people.Person", on_delete=models.CASCADE, related_name="chosen_rules")
    game = models.SlugField(max_length=40)
    rule_set = models.ForeignKey(RuleSet, on_delete=models.PROTECT, related_name="chosen_by")
    at = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["person", "game"], name="person_chooses_once_a_game")]
        verbose_name_plural = "chosen rules"

    def __str__(self) -> str:
        return f"{self.person}: {self.rule_set}"


class RulesInUse(models.Model):
    """House rules that someone uses, identified by game and digest.

    `version` is the version of the game for which the puzzles were last checked under these rules.
    """

    game = models.SlugField(max_length=40)
    digest = models.CharField(max_length=16)
    version = models.PositiveIntegerField(default=0)
    checked = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "digest"], name="rules_in_use_once")]
        verbose_name_plural = "rules in use"

    def __str__(self) -> str:
        return f"{self.game}/{self.digest}"
