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
from variants.addresses import Named, always, by_digest, playable
from variants.models import RuleSet
from variants.services import mark_used
from variants.titles import title_of


@dataclass(frozen=True)
class Offer:
    """The house rules from which a class can choose for a game; `chosen` is "" if its teachers' own rules apply."""

    game: Game[Any]
    sets: Mapping[str, Named]
    chosen: str

    @property
    def field(self) -> str:
        return f"rules-{self.game.slug}"

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Digest and title of each set."""
        return [(digest, title) for digest, (title, _) in self.sets.items()]


def offers(classroom: Classroom, teacher: Person) -> list[Offer]:
    """Return the choices for each game: the standard rules, sets of the site and teacher, and the current ones."""
    listed = list(RuleSet.objects.listed_for(teacher))
    own = {rules.game: rules.options for rules in classroom.rules.all()}
    return [_offer(game, listed, own.get(game.slug)) for game in games.all_games().values()]


def _offer(game: Game[Any], listed: list[RuleSet], own: Any) -> Offer:
    now = _read(game, own)
    chosen = [(title_of(now), now)] if now else []
    sets = by_digest([("By the book", game.options()), *playable(game, listed), *always(game), *chosen])
    return Offer(game, sets, now.digest() if now else "")


def _read(game: Game[Any], values: Any) -> Options | None:
    try:
        return None if values is None else game.options.of(values)
    except BadOption:
        return None


@transaction.atomic
def choose(classroom: Classroom, offered: list[Offer], sent: Mapping[str, str]) -> None:
    """Save the choices for each game. Raises ValueError if a choice wasn't offered."""
    for offer in offered:
        digest = sent.get(offer.field, "")
        if digest == offer.chosen:
            continue
        if not digest:
            classroom.rules.filter(game=offer.game.slug).delete()
            continue
        if digest not in offer.sets:
            raise ValueError(f"There are no such rules of {offer.game.title}.")
        options = offer.sets[digest][1]
        ClassRules.objects.update_or_create(
            classroom=classroom, game=offer.game.slug, defaults={"options": options.kept()}
        )
        mark_used(offer.game, options)
