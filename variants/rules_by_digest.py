"""Looks up house rules by digest. The digest is a hash of their values and part of their permanent URL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import games
from games.engine.game import Game
from games.engine.options import BadOption, Options
from games.errors import RulesError
from variants.models import RuleSet
from variants.titles import build_title

Named = tuple[str, Options]
"""House rules and their title: (title, options)."""
BOOK = "book"
"""An alias for the digest of the standard rules."""


class NoSuchRules(RulesError):
    """Raised if no house rules have the given digest."""

    def __init__(self, digest: str) -> None:
        super().__init__(f"There are no house rules with the code “{digest[:40]}”.")


def get_rules_by_digest(game: Game[Any], digest: str, person: Any = None) -> tuple[Options, RuleSet | None]:
    """Return the house rules with this digest, and the rule set in which they're saved (or None). Raises NoSuchRules.

    If several rule sets have these rules, the person's own set comes first. The standard rules (alias `book`) and the
    presets are found even if they were never saved.
    """
    return get_rules_from_loaded_sets(RuleSet.objects.with_digest(digest), game, digest, person)


def get_rules_from_loaded_sets(
    saved: Iterable[RuleSet], game: Game[Any], digest: str, person: Any = None
) -> tuple[Options, RuleSet | None]:
    """Return the house rules with this digest, and the rule set in which they're saved (or None). Raises NoSuchRules.

    It works like `get_rules_by_digest`. But the rule sets are already loaded (`saved`), which saves a query.
    """
    sets = [one for one in saved if (one.game, one.digest) == (game.slug, digest)]
    mine = [one for one in sets if person and one.person_id == person.pk]
    for rule_set in mine + sets:
        try:
            return rule_set.house_rules, rule_set
        except BadOption:  # the game has lost an option since
            continue
    for options in (*list_unsaved_rules(game), *_list_first_edition_rules(game)):
        if options.digest() == digest or (digest == BOOK and options == game.options()):
            return options, None
    raise NoSuchRules(digest)


def list_unsaved_rules(game: Game[Any]) -> list[Options]:
    """Return the rules of a game that have a digest without being saved: the standard rules, then each preset."""
    return [game.options(), *(game.options.load_preset(preset.name) for preset in game.options.presets)]


def _list_first_edition_rules(game: Game[Any]) -> list[Options]:
    """Return the standard rules and each preset as they were in the site's first edition.

    Links with the digests of these rules have also been shared.
    """
    return [
        game.options.load_saved_options({}),
        *(game.options.load_saved_options(preset.values) for preset in game.options.presets),
    ]


def list_unsaved_rules_with_titles(game: Game[Any]) -> list[Named]:
    """Return the standard rules and each preset of a game, as pairs of title and options."""
    return [(build_title(options), options) for options in list_unsaved_rules(game)]


def list_playable_saved_rules(game: Game[Any], saved: Iterable[RuleSet]) -> Iterator[Named]:
    """Yield pairs of title and options for the saved rule sets of this game.

    Sets with values that the game no longer has are left out.
    """
    for one in saved:
        with suppress(BadOption):  # the game has lost an option since
            if one.game == game.slug:
                yield one.title, one.house_rules


def index_rules_by_digest(named: Iterable[Named]) -> dict[str, Named]:
    """Return house rules in a dict from their digest to a pair of title and options, in the order of `named`.

    `named` has such pairs. If a digest occurs twice, its first pair is used.
    """
    found: dict[str, Named] = {}
    for title, options in named:
        found.setdefault(options.digest(), (title, options))
    return found


def get_options_by_digest(digest: str, game: Game[Any] | None = None) -> Options:
    """Return the house rules with this digest for a game, or for any game if `game` is None. Raises NoSuchRules."""
    saved = list(RuleSet.objects.with_digest(digest))
    for candidate in [game] if game else games.all_games().values():
        try:
            return get_rules_from_loaded_sets(saved, candidate, digest)[0]
        except NoSuchRules:
            continue
    raise NoSuchRules(digest)
