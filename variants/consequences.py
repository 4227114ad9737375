"""The effects of a change of house rules on lessons and puzzles, and the background checks of rules in use.

The apps with lessons and puzzles receive this app's signals, so that this app doesn't have to know about them.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import games
from games.engine.game import Game
from games.engine.options import Options
from games.words import join_words
from variants.models import RuleSet, RulesInUse
from variants.rules_by_digest import NoSuchRules, get_options_by_digest
from variants.signals import rules_changed, rules_compared


@dataclass(frozen=True)
class Consequence:
    """An effect of a change of house rules on a lesson step, a puzzle, or another item.

    `kind` is the singular noun for the item, such as “lesson step”. `change` describes what happens to it.
    """

    kind: str
    title: str
    change: str
    url: str = ""


MOST_AT_ONCE = 50
"""The maximum number of rechecks queued by one run of the periodic task, so that workers stay free for other tasks."""


def list_consequences(game: Game[Any], before: Options, after: Options) -> list[Consequence]:
    """Return the effects of a change of a game's house rules on lessons and puzzles.

    `before` and `after` are the old and the new house rules.
    """
    if before == after:
        return []
    answers: list[Any] = rules_compared.send(sender=RuleSet, game=game, before=before, after=after)
    return [consequence for _, answer in answers for consequence in answer]


def describe_consequence_counts(found: list[Consequence]) -> str:
    """Return how many items of each kind a change of house rules affects, as text: “3 lesson steps and 14 puzzles”.

    `found` are the effects of the change, one for each item.
    """
    kinds = Counter(one.kind for one in found)
    return join_words([f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in kinds.items()])


def group_consequences_by_kind(found: list[Consequence]) -> dict[str, list[Consequence]]:
    """Group the consequences by their kind. The keys are headings, such as “Lesson steps”."""
    kinds: dict[str, list[Consequence]] = {}
    for one in found:
        kinds.setdefault(f"{one.kind}s".capitalize(), []).append(one)
    return kinds


# -- proving again ---------------------------------------------------------------------------------


def record_rules_in_use(game: Game[Any], options: Options) -> None:
    """Record that a person uses these rules, and queue a check of the puzzles under them.

    The check runs in the background. Only the first use queues a check. If the queue loses it, the periodic task queues
    it again.
    """
    used, is_new = RulesInUse.objects.get_or_create(game=game.slug, digest=options.digest())
    if is_new:
        queue_content_recheck(game.slug, used.digest)


def queue_content_recheck(slug: str, digest: str) -> None:
    """Queue a check of the puzzles under these rules, once the transaction commits.

    `slug` is the game's slug, and `digest` the digest of the rules. If the queue is down, the periodic task tries
    again.
    """
    from variants.tasks import recheck_content_under_rules

    transaction.on_commit(lambda: recheck_content_under_rules.delay(slug, digest), robust=True)


def recheck_content_under_rules(slug: str, digest: str) -> None:
    """Let other apps check their content, such as puzzles, under these rules, by sending the signal `rules_changed`.

    Stores for which version of the game that was done. Does nothing if it was already done for this version, so a task
    that runs twice costs nothing. Rules that no longer exist are removed from the rules in use.
    """
    try:
        game = games.get(slug)
        options = get_options_by_digest(digest, game)
    except (games.NoSuchGame, NoSuchRules):
        RulesInUse.objects.filter(game=slug, digest=digest).delete()
        return
    if RulesInUse.objects.filter(game=slug, digest=digest, version=game.version).exists():
        return
    rules_changed.send(sender=RulesInUse, game=game, options=options)
    RulesInUse.objects.filter(game=slug, digest=digest).update(version=game.version, checked=timezone.now())


def queue_due_content_rechecks() -> int:
    """Queue checks of rules in use that were never checked or only under an older game version. Return their number.

    At most `MOST_AT_ONCE` checks are queued, chosen at random, so that rules that always fail don't keep others
    waiting. The standard rules and the site defaults count as in use from the start.
    """
    for game in games.all_games().values():
        RulesInUse.objects.get_or_create(game=game.slug, digest=game.options().digest())
    for rule_set in RuleSet.objects.filter(site_default=True):
        RulesInUse.objects.get_or_create(game=rule_set.game, digest=rule_set.digest)
    checked = Q(pk__in=[])
    for slug, game in games.all_games().items():
        checked |= Q(game=slug, version=game.version)
    due = RulesInUse.objects.exclude(checked).order_by("?").values_list("game", "digest")[:MOST_AT_ONCE]
    for slug, digest in due:
        queue_content_recheck(slug, digest)
    return len(due)
