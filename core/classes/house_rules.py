"""The house rules by which a class plays each game, chosen among the sets that its teacher may see."""

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
from variants.addresses import Named, index_by_digest, list_playable, list_titled_standards
from variants.models import RuleSet
from variants.services import record_use
from variants.titles import make_title


@dataclass(frozen=True)
class RulesOffer:
    """The house rules from which a class can choose for a game.

    `chosen` is the digest of a set, or "" if the teachers' own rules apply.
    """

    game: Game[Any]
    sets: Mapping[str, Named]
    chosen: str

    @property
    def field_name(self) -> str:
        return f"rules-{self.game.slug}"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Digest and title of each set."""
        return [(digest, title) for digest, (title, _) in self.sets.items()]


def list_offers(classroom: Classroom, teacher: Person) -> list[RulesOffer]:
    """Return the choices for each game: standard rules, sets of the site and teacher, and the class's current rules."""
    listed = list(RuleSet.objects.listed_for(teacher))
    own = {rules.game: rules.options for rules in classroom.rules.all()}
    return [_build_offer(game, listed, own.get(game.slug)) for game in games.all_games().values()]


def _build_offer(game: Game[Any], listed: list[RuleSet], own: Any) -> RulesOffer:
    now = _parse_options(game, own)
    chosen = [(make_title(now), now)] if now else []
    sets = index_by_digest(
        [("By the book", game.options()), *list_playable(game, listed), *list_titled_standards(game), *chosen]
    )
    return RulesOffer(game, sets, now.digest() if now else "")


def _parse_options(game: Game[Any], values: Any) -> Options | None:
    try:
        return None if values is None else game.options.load_saved(values)
    except BadOption:
        return None


@transaction.atomic
def save_choices(classroom: Classroom, offered: list[RulesOffer], sent: Mapping[str, str]) -> None:
    """Save the choices for each game. Raises ValueError if a choice wasn't offered."""
    for offer in offered:
        digest = sent.get(offer.field_name, "")
        if digest == offer.chosen:
            continue
        if not digest:
            classroom.rules.filter(game=offer.game.slug).delete()
            continue
        if digest not in offer.sets:
            raise ValueError(f"There are no such rules of {offer.game.title}.")
        options = offer.sets[digest][1]
        ClassRules.objects.update_or_create(
            classroom=classroom, game=offer.game.slug, defaults={"options": options.dump_saved()}
        )
        record_use(offer.game, options)
