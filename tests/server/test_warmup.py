"""What a process that answers does when it begins."""

import gc
from typing import Any

import pytest
from django.apps import apps

from core.server import warmup


@pytest.mark.django_db
@pytest.mark.parametrize("look_ahead", [True, False])
def test_what_was_said_is_done_at_the_start_of_a_site_that_looks_ahead(
    settings: Any, monkeypatch: pytest.MonkeyPatch, look_ahead: bool
) -> None:
    done: list[str] = []
    monkeypatch.setattr(apps.get_app_config("learn"), "warm_up", lambda: done.append("looked"))
    monkeypatch.setattr(apps.get_app_config("practice"), "warm_up", lambda: None)
    monkeypatch.setattr(gc, "freeze", lambda: done.append("frozen"))
    settings.LOOK_AHEAD = look_ahead
    warmup.warm_up_apps()
    assert done == ["looked"] * look_ahead + ["frozen"]
