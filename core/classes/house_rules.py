"""The house rules that a class uses for each game, chosen from the sets that its teacher can see."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction

import games
from core.classes.models import Classroom, ClassRules
from core.people.models import Person
from games.engine.game import Game
from games.engine.options import BadOption, Options
from variants.models import RuleSet
from variants.rules_by_digest import (
    Named,
    index_rules_by_digest,
    list_playable_saved_rules,
    list_unsaved_rules_with_titles,
)
from variants.services import record_rules_in_use
from variants.titles import build_title


@dataclass(frozen=True)
class HouseRulesChoice:
    """The data of a form field in which a teacher chooses the house rules that a class uses for one game.

    `sets` has the title and options of each rule set that can be chosen. Its keys are the digests (hashes) of the
    options. `chosen` is the digest of the class's current rules, or "" if new assignments use the teacher's own rules.
    """

    game: Game[Any]
    sets: Mapping[str, Named]
    chosen: str

    @property
    def form_field_name(self) -> str:
        return f"rules-{self.game.slug}"

    @property
    def rule_set_choices(self) -> list[tuple[str, str]]:
        """The choices of the form field: pairs of a rule set's digest (its value in the form) and its title."""
        return [(digest, title) for digest, (title, _) in self.sets.items()]


def list_house_rules_choices(classroom: Classroom, teacher: Person) -> list[HouseRulesChoice]:
    """Return a `HouseRulesChoice` for each game: the house rules that a class can choose from, and its current choice.

    The choices are the standard rules, the presets, the rule sets of the site and the teacher, and the class's current
    rules.
    """
    listed = list(RuleSet.objects.of_site_or_person(teacher))
    own = {rules.game: rules.options for rules in classroom.rules.all()}
    return [_build_house_rules_choice(game, listed, own.get(game.slug)) for game in games.all_games().values()]


def _build_house_rules_choice(game: Game[Any], listed: list[RuleSet], own: Any) -> HouseRulesChoice:
    now = _load_saved_options(game, own)
    chosen = [(build_title(now), now)] if now else []
    sets = index_rules_by_digest(
        [
            ("Standard rules", game.options()),
            *list_playable_saved_rules(game, listed),
            *list_unsaved_rules_with_titles(game),
            *chosen,
        ]
    )
    return HouseRulesChoice(game, sets, now.digest() if now else "")


def _load_saved_options(game: Game[Any], values: Any) -> Options | None:
    try:
        return None if values is None else game.options.load_saved_options(values)
    except BadOption:
        return None


@transaction.atomic
def save_house_rules_choices(classroom: Classroom, offered: list[HouseRulesChoice], sent: Mapping[str, str]) -> None:
    """Save the house rules that a teacher has chosen for each game in a form.

    `offered` are the choices that the form had, and `sent` is the submitted data. Raises ValueError if a submitted rule
    set wasn't offered.
    """
    for offer in offered:
        digest = sent.get(offer.form_field_name, "")
        if digest == offer.chosen:
            continue
        if not digest:
            classroom.rules.filter(game=offer.game.slug).delete()
            continue
        if digest not in offer.sets:
            raise ValueError(f"Choose rules for {offer.game.title} from the list.")
        options = offer.sets[digest][1]
        ClassRules.objects.update_or_create(
            classroom=classroom, game=offer.game.slug, defaults={"options": options.dump_values_to_store()}
        )
        record_rules_in_use(offer.game, options)
