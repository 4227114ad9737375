"""A kind of puzzle that is offered is always asked, also where chance brings none."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

import games
from core.practice import models
from core.practice.models import Puzzle
from core.practice.themes import available_themes
from games.engine.puzzle import Void

pytestmark = pytest.mark.django_db
SHELF = [slug for slug, game in games.all_games().items() if game.themes]


def _no_luck(*_: object) -> None:
    raise Void("Nothing like it came up.")


@pytest.mark.parametrize("slug", SHELF)
def test_what_is_offered_is_asked_though_nothing_comes_up(
    client: Client, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    game = games.get(slug)
    theme = available_themes(game, game.options())[0]
    monkeypatch.setattr(models, "_setup", _no_luck)

    answer = client.post(reverse("practice:fresh", args=[slug]), {"theme": theme.slug})

    assert answer.status_code == 302
    puzzle = Puzzle.objects.get()
    assert puzzle.theme == theme.slug
    assert answer["Location"].startswith(puzzle.get_absolute_url())
