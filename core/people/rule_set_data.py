"""Tells the people app about a person's house rules, because the app `variants` doesn't know about people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.dispatch import receiver

from core.people.models import Person
from core.people.person_data import PersonDataProvider, RowCount, person_data
from core.people.signals import person_merged
from variants import services


@person_data.register
class RuleSetDataProvider(PersonDataProvider):
    """Provides a person's own rule sets, and their choices of rule sets."""

    name = "house rules"
    models = ("variants.RuleSet", "variants.RuleSetChoice")

    def export_person_data(self, person: Person) -> Any:
        return services.export_rules(person)

    def count_person_rows(self, person: Person) -> Iterable[RowCount]:
        yield RowCount(person.rule_sets.count(), "custom rule set", "custom rule sets")


@receiver(person_merged)
def merge_rule_sets(sender: type[Person], source: Person, target: Person, **kwargs: Any) -> None:
    """Move the rule sets of `source`, and the choices of rule sets, to `target`, when two people are merged.

    If both have the same rule set, or a choice for the same game, the target keeps its own.
    """
    services.transfer_rules(source, target)
