"""404 errors for pages that don't exist under the current house rules, with links to pages that do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from django.urls import reverse

from games.engine.game import Game
from games.engine.options import Option, Options
from games.words import join_words

Way = tuple[str, str]
"""A link: its text and its URL."""


class ExplainedNotFound(Http404):
    """A 404 error with an explanation and links, such as for a page that doesn't exist under these house rules.

    `sentence` says why the page doesn't exist. `ways` are links to other pages, the closest first.
    """

    def __init__(self, sentence: str, *ways: Way) -> None:
        self.sentence, self.ways = sentence, ways
        super().__init__(sentence)


def list_options_changing_clauses(game: Game[Any], clauses: Iterable[str]) -> list[Option[Any]]:
    """Return the options that change any of these clauses of the rulebook, in the order of the form for house rules."""
    ids = set(clauses)
    return [
        option
        for option in game.options.list_options()
        if ids.intersection(game.rulebook.list_changed_clauses(option.name))
    ]


def explain_how_to_restore_clauses(
    game: Game[Any], options: Options, clauses: Iterable[str], needs: Iterable[str] = ()
) -> str:
    """Return a sentence that says which options to change so that these clauses of the rulebook apply again.

    `needs` are names of options that have to change in any case. Returns "" if there are no options to change.
    """
    lost = [id for id in clauses if not game.rulebook.get_clause_text(id, options)]
    names = dict.fromkeys([*needs, *(option.name for option in list_options_changing_clauses(game, lost))])
    labels = [f"“{game.options.get_option(name).label}”" for name in names]
    rules = "house rule" if len(labels) == 1 else "house rules"
    return f"You can change that with the {rules} {join_words(labels[:3])}." if labels else ""


def list_links_to_other_rules(game: Game[Any], by_book: str = "") -> list[Way]:
    """Return links for a page that doesn't exist under the current house rules, as pairs of text and URL.

    They lead to the page under the standard rules, and to the form for house rules. `by_book` is the page's URL. If
    it's "", the first link is left out.
    """
    there = [("See it with the standard rules", f"{by_book}?rules=book")] if by_book else []
    return [*there, ("Change house rules", reverse("variants:game", args=[game.slug]))]
