"""What people had done before steps had ids is carried over."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

import games
from core.learn.migrations import __path__ as folder

IDS = json.loads(open(f"{folder[0]}/ids.json").read())  # noqa: SIM115


SINCE = {"out-no-stock"}
"""The steps that came later."""


def test_the_ids_are_those_of_steps() -> None:
    for slug, lessons in IDS.items():
        steps = {step.id for lesson in games.get(slug).lessons for step in lesson.steps}
        assert {id for ids in lessons.values() for id in ids.split()} == steps - SINCE


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_steps_done_before_are_still_done() -> None:
    executor = MigrationExecutor(connection)
    executor.migrate([("learn", "0001_keeps_the_steps_done")])
    apps: Any = executor.loader.project_state([("learn", "0001_keeps_the_steps_done"), ("people", "0001_person")]).apps
    person = apps.get_model("people", "Person").objects.create(code="before")
    old = apps.get_model("learn", "StepDone").objects
    slug, lesson, ids = next(
        (slug, lesson, ids.split())
        for slug, lessons in IDS.items()
        for lesson, ids in lessons.items()
        if len(set(ids.split())) < len(ids.split())
    )
    for number in range(len(ids)):
        old.create(person=person, game=slug, lesson=lesson, step=number)
    old.create(person=person, game=slug, lesson=lesson, step=999)
    old.create(person=person, game="hearts", lesson="first", step=0)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())
    from core.learn.models import StepDone

    assert sorted(StepDone.objects.values_list("game", "step")) == sorted({(slug, id) for id in ids})
