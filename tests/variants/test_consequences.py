"""What a change of rules does to lessons and puzzles, and how they are proven again in the background."""

from __future__ import annotations

import pytest
from kombu.exceptions import OperationalError

from variants import services, tasks
from variants.consequences import (
    MOST_AT_ONCE,
    Consequence,
    describe_consequence_counts,
    group_consequences_by_kind,
    list_consequences,
    queue_due_content_rechecks,
    recheck_content_under_rules,
)
from variants.models import RulesInUse

pytestmark = pytest.mark.django_db


def tell(game, before, after, **_):
    yield Consequence("lesson step", "Wiping, step 3", "is removed", "/x/")
    yield Consequence("puzzle", "Which wipe?", "other answer")
    yield Consequence("puzzle", "Which meld?", "void")


def test_nothing_changes_between_equal_rules(compared, game):
    compared(tell)
    assert list_consequences(game, game.options(), game.options({"packs": "auto"})) == []


def test_what_registered_apps_tell_is_counted_and_sorted(compared, game, options):
    compared(tell)
    compared(tell)
    found = list_consequences(game, game.options(), options)
    assert describe_consequence_counts(found) == "1 lesson step and 2 puzzles"
    assert {kind: len(ones) for kind, ones in group_consequences_by_kind(found).items()} == {
        "Lesson steps": 1,
        "Puzzles": 2,
    }


def test_rules_that_come_into_use_are_proven_in_the_background(
    changed, game, options, anna, eager, django_capture_on_commit_callbacks
):
    told = []
    changed(lambda game, options, **_: told.append((game.slug, options)))
    with django_capture_on_commit_callbacks(execute=True):
        services.save_preferred_rules(anna.person, services.save_rules(game, options, person=anna.person))
    assert told == [(game.slug, options)]
    used = RulesInUse.objects.get()
    assert (used.version, used.checked is not None) == (game.version, True)
    with django_capture_on_commit_callbacks(execute=True) as again:
        services.set_site_default_rules(game, services.save_rules(game, options, site=True))
    assert again == []


def test_keeping_alone_proves_nothing(changed, game, options, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks() as asked:
        services.save_rules(game, options)
    assert asked == []
    assert not RulesInUse.objects.exists()


def test_a_task_that_comes_twice_does_its_work_once(changed, game, options):
    told = []
    changed(lambda game, options, **_: told.append(options))
    services.record_rules_in_use(game, game.options.load_preset("denexa"))
    digest = RulesInUse.objects.get().digest
    tasks.recheck_content_under_rules(game.slug, digest)
    tasks.recheck_content_under_rules(game.slug, digest)
    assert len(told) == 1


def test_another_version_of_a_game_has_its_rules_proven_again(
    changed, game, eager, monkeypatch, django_capture_on_commit_callbacks
):
    told = []
    changed(lambda game, options, **_: told.append(game.slug))
    with django_capture_on_commit_callbacks(execute=True):
        tasks.queue_due_content_rechecks()
    first = len(told)
    assert first
    with django_capture_on_commit_callbacks(execute=True):
        tasks.queue_due_content_rechecks()
    assert len(told) == first
    monkeypatch.setattr(type(game), "version", game.version + 1)
    with django_capture_on_commit_callbacks(execute=True):
        tasks.queue_due_content_rechecks()
    assert told[first:] == [game.slug]


def test_the_sites_default_is_in_use_from_the_start(changed, game, options, monkeypatch):
    services.set_site_default_rules(game, services.save_rules(game, options, site=True))
    RulesInUse.objects.all().delete()
    queue_due_content_rechecks()
    assert RulesInUse.objects.filter(digest=options.digest()).exists()


@pytest.fixture
def rechecks(monkeypatch):
    """The rechecks that are requested. Nobody makes them."""
    requests = []
    monkeypatch.setattr(tasks.recheck_content_under_rules, "delay", lambda *task: requests.append(task))
    return requests


def test_a_rule_set_is_asked_for_once_however_often_it_is_used(
    changed, game, options, anna, ben, rechecks, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        for person in (anna.person, ben.person, anna.person):
            services.save_preferred_rules(person, services.save_rules(game, options, person=person))
            services.record_rules_in_use(game, options)
    assert rechecks == [(game.slug, options.digest())]


def test_a_sweep_asks_for_a_few_and_another_for_others(changed, game, rechecks, django_capture_on_commit_callbacks):
    digests = [f"{number:016}" for number in range(3 * MOST_AT_ONCE)]
    RulesInUse.objects.bulk_create(RulesInUse(game=game.slug, digest=digest) for digest in digests)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            assert queue_due_content_rechecks() == MOST_AT_ONCE
    assert len(rechecks) == 2 * MOST_AT_ONCE
    assert len(set(rechecks)) > MOST_AT_ONCE, "those that fail keep the others waiting"


def test_a_request_that_nobody_takes_up_is_forgotten_before_the_next_sweep(settings):
    assert 0 < tasks.recheck_content_under_rules.expires <= settings.CELERY_BEAT_SCHEDULE["house-rules"]["schedule"]


def test_a_queue_that_is_down_stops_nobody_and_the_sweep_asks_again(
    changed, game, options, anna, monkeypatch, django_capture_on_commit_callbacks
):
    def down(*_):
        raise OperationalError("nobody listens")

    with monkeypatch.context() as broken:
        broken.setattr(tasks.recheck_content_under_rules, "delay", down)
        with django_capture_on_commit_callbacks(execute=True):
            services.save_preferred_rules(anna.person, services.save_rules(game, options, person=anna.person))
    assert RulesInUse.objects.get().version == 0
    asked = []
    monkeypatch.setattr(tasks.recheck_content_under_rules, "delay", lambda *task: asked.append(task))
    with django_capture_on_commit_callbacks(execute=True):
        queue_due_content_rechecks()
    assert (game.slug, options.digest()) in asked


@pytest.mark.parametrize(("slug", "digest"), [("vazhushal", "0123456789abcdef"), ("no-such-game", "0123456789abcdef")])
def test_rules_that_are_gone_are_no_longer_in_use(changed, slug, digest):
    RulesInUse.objects.create(game=slug, digest=digest)
    recheck_content_under_rules(slug, digest)
    assert not RulesInUse.objects.exists()


def test_a_listener_that_fails_leaves_the_work_to_be_done_again(changed, game):
    def broken(**_):
        raise RuntimeError

    changed(broken)
    services.record_rules_in_use(game, game.options())
    with pytest.raises(RuntimeError):
        recheck_content_under_rules(game.slug, game.options().digest())
    assert RulesInUse.objects.get().version == 0
