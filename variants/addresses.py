"""House rules by the address that their content gives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import games
from games.engine.game import Game
from games.engine.options import BadOption, Options
from games.errors import HouseError
from variants.models import RuleSet
from variants.titles import title_of

Named = tuple[str, Options]
"""House rules, and what they are called."""
BOOK = "book"
"""Another word for the digest of the book's rules."""


class NoSuchRules(HouseError):
    """Nobody ever saved house rules under this address."""

    def __init__(self, digest: str) -> None:
        super().__init__(f"There are no house rules under “{digest[:40]}”.")


def find(game: Game[Any], digest: str, person: Any = None) -> tuple[Options, RuleSet | None]:
    """The rules under an address, and the set they were saved as, a person's own set first. Raises NoSuchRules.

    The book, also called `book`, and the presets need never have been saved.
    """
    return found_among(RuleSet.objects.with_digest(digest), game, digest, person)


def found_among(
    saved: Iterable[RuleSet], game: Game[Any], digest: str, person: Any = None
) -> tuple[Options, RuleSet | None]:
    """As `find`, where what was saved has been read already. Raises NoSuchRules."""
    sets = [one for one in saved if (one.game, one.digest) == (game.slug, digest)]
    mine = [one for one in sets if person and one.person_id == person.pk]
    for rule_set in mine + sets:
        try:
            return rule_set.options, rule_set
        except BadOption:  # the game has lost an option since
            continue
    for options in (*unsaved(game), *_first(game)):
        if options.digest() == digest or (digest == BOOK and options == game.options()):
            return options, None
    raise NoSuchRules(digest)


def unsaved(game: Game[Any]) -> list[Options]:
    """The rules of a game that have an address without being saved: the book, then every preset."""
    return [game.options(), *(game.options.preset(preset.name) for preset in game.options.presets)]


def _first(game: Game[Any]) -> list[Options]:
    """The same as they were in the first edition of the book: their addresses were given away too."""
    return [game.options.of({}), *(game.options.of(preset.values) for preset in game.options.presets)]


def always(game: Game[Any]) -> list[Named]:
    """The book and every preset, as they are called."""
    return [(title_of(options), options) for options in unsaved(game)]


def playable(game: Game[Any], saved: Iterable[RuleSet]) -> Iterator[Named]:
    """Those of these sets that are of a game, and that it still knows, as they are called."""
    for one in saved:
        with suppress(BadOption):  # the game has lost an option since
            if one.game == game.slug:
                yield one.title, one.options


def by_digest(named: Iterable[Named]) -> dict[str, Named]:
    """These rules to choose from, in their order; what comes twice keeps its first name."""
    found: dict[str, Named] = {}
    for title, options in named:
        found.setdefault(options.digest(), (title, options))
    return found


def options_of(digest: str, game: Game[Any] | None = None) -> Options:
    """The house rules under an address, of one game or of any. Raises NoSuchRules."""
    saved = list(RuleSet.objects.with_digest(digest))
    for candidate in [game] if game else games.all_games().values():
        try:
            return found_among(saved, candidate, digest)[0]
        except NoSuchRules:
            continue
    raise NoSuchRules(digest)
