"""What a change of house rules does to lessons and puzzles, and proving them again.

The apps that keep lessons and puzzles register here; this one knows nothing of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

import games
from games.engine.game import Game
from games.engine.options import Options
from games.words import listed
from variants.addresses import NoSuchRules, options_of
from variants.models import InUse, RuleSet


@dataclass(frozen=True)
class Consequence:
    """One thing that changes with the rules.

    `kind` is its singular, such as "lesson step"; `change` says in words what becomes of it.
    """

    kind: str
    title: str
    change: str
    url: str = ""


MOST_AT_ONCE = 50
"""The most rule sets that one sweep asks for: others want the worker, too."""

Teller = Callable[[Game[Any], Options, Options], Iterable[Consequence]]
Listener = Callable[[Game[Any], Options], object]

_tellers: list[Teller] = []
_listeners: list[Listener] = []


def register_consequences(teller: Teller) -> Teller:
    """Ask `teller(game, before, after)` for its consequences whenever a change of rules is previewed."""
    if teller not in _tellers:
        _tellers.append(teller)
    return teller


def on_rules_changed(listener: Listener) -> Listener:
    """Call `listener(game, options)` in the background when rules come into use or the game's version has changed.

    It may be called twice for the same rules.
    """
    if listener not in _listeners:
        _listeners.append(listener)
    return listener


def consequences(game: Game[Any], before: Options, after: Options) -> list[Consequence]:
    """Return all that changes for readers when the rules change."""
    if before == after:
        return []
    return [one for teller in _tellers for one in teller(game, before, after)]


def counted(found: list[Consequence]) -> str:
    """The consequences in numbers: "3 lesson steps and 14 puzzles"."""
    kinds = Counter(one.kind for one in found)
    return listed([f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in kinds.items()])


def by_kind(found: list[Consequence]) -> dict[str, list[Consequence]]:
    """The consequences under a heading for each kind."""
    kinds: dict[str, list[Consequence]] = {}
    for one in found:
        kinds.setdefault(f"{one.kind}s".capitalize(), []).append(one)
    return kinds


# -- proving again ---------------------------------------------------------------------------------


def mark_used(game: Game[Any], options: Options) -> None:
    """Note that somebody plays by these rules, and have everything that follows them proven in the background.

    Only the first use asks for it. The sweep asks again if that request was lost.
    """
    used, is_new = InUse.objects.get_or_create(game=game.slug, digest=options.digest())
    if is_new:
        ask_for_recheck(game.slug, used.digest)


def ask_for_recheck(slug: str, digest: str) -> None:
    """Put a recheck in the queue once the transaction is through; if the queue is down, the sweep asks again."""
    from variants.tasks import recheck

    transaction.on_commit(lambda: recheck.delay(slug, digest), robust=True)


def recheck(slug: str, digest: str) -> None:
    """Tell every listener that these rules are in use, and note for which version of the game it was done.

    Does nothing if it was done already, so that a task that comes twice costs nothing.
    """
    try:
        game = games.get(slug)
        options = options_of(digest, game)
    except (games.NoSuchGame, NoSuchRules):
        InUse.objects.filter(game=slug, digest=digest).delete()
        return
    if InUse.objects.filter(game=slug, digest=digest, version=game.version).exists():
        return
    for listener in _listeners:
        listener(game, options)
    InUse.objects.filter(game=slug, digest=digest).update(version=game.version, checked=timezone.now())


def sweep() -> int:
    """Ask again for what was never checked, or was checked under another version of its game; return how many.

    It asks for a few at a time, at random, so that one that always fails keeps no other waiting. The book and the
    site's default count as in use from the start.
    """
    for game in games.all_games().values():
        InUse.objects.get_or_create(game=game.slug, digest=game.options().digest())
    for rule_set in RuleSet.objects.filter(site_default=True):
        InUse.objects.get_or_create(game=rule_set.game, digest=rule_set.digest)
    checked = Q(pk__in=[])
    for slug, game in games.all_games().items():
        checked |= Q(game=slug, version=game.version)
    due = InUse.objects.exclude(checked).order_by("?").values_list("game", "digest")[:MOST_AT_ONCE]
    for slug, digest in due:
        ask_for_recheck(slug, digest)
    return len(due)
