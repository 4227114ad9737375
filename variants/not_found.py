"""Pages that there are not under the house rules in force, and where they went."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from django.urls import reverse

from games.engine.game import Game
from games.engine.options import Option, Options
from games.words import listed

Way = tuple[str, str]
"""A link: what it says, and its address."""


class NotHere(Http404):
    """A page that there is not under these house rules: why, in a sentence, and ways that lead on, nearest first."""

    def __init__(self, sentence: str, *ways: Way) -> None:
        self.sentence, self.ways = sentence, ways
        super().__init__(sentence)


def changing(game: Game[Any], clauses: Iterable[str]) -> list[Option[Any]]:
    """The options that change any of these clauses, in the order of the form."""
    ids = set(clauses)
    return [option for option in game.options.all() if ids.intersection(game.rulebook.changed_by(option.name))]


def lost_by(game: Game[Any], options: Options, clauses: Iterable[str], needs: Iterable[str] = ()) -> str:
    """Return what would bring back something about these clauses, and these options if it needs them: a sentence."""
    lost = [id for id in clauses if not game.rulebook.text_of(id, options)]
    names = dict.fromkeys([*needs, *(option.name for option in changing(game, lost))])
    labels = [f"“{game.options.named(name).label}”" for name in names]
    return f"It is there again if your table changes {listed(labels[:3])}." if labels else ""


def ways_to_switch(game: Game[Any], by_book: str = "") -> list[Way]:
    """Return where to switch house rules; with the address of the page that there is by the book."""
    there = [("See it by the book", f"{by_book}?rules=book")] if by_book else []
    return [*there, ("Change the house rules", reverse("variants:game", args=[game.slug]))]
