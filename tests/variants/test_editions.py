"""A release may change what the book says: what was kept before, and every address, means what it meant."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client

import games
from core.practice.models import Puzzle
from games.engine.options import BadOption, Option
from games.engine.record import Record, parse_record
from variants import rules_by_digest, services
from variants.models import RuleSet

pytestmark = pytest.mark.django_db
GAME = games.get("court-piece")


@pytest.fixture
def option() -> Option[str]:
    """The option whose default a release changes."""
    return GAME.options.get_option("direction")


@pytest.fixture
def release(monkeypatch: pytest.MonkeyPatch, option: Option[str]) -> Callable[[], None]:
    """Lets the book say something else from now on; returns what does it."""
    other = next(value for value in option.list_values() if value != option.default)

    def change() -> None:
        monkeypatch.setattr(option, "was", option.default)
        monkeypatch.setattr(option, "default", other)

    return change


def test_the_books_old_address_has_its_old_rules(release: Callable[[], None], option: Option[str]) -> None:
    before, said = GAME.options().digest(), option.default
    release()
    now = GAME.options()
    assert now.get_option_value(option.name) != said
    assert now.digest() != before
    assert rules_by_digest.get_rules_by_digest(GAME, before)[0].get_option_value(option.name) == said
    assert (
        rules_by_digest.get_rules_by_digest(GAME, "book")[0]
        == rules_by_digest.get_rules_by_digest(GAME, now.digest())[0]
        == now
    )


def test_an_old_preset_is_found_as_it_was(release: Callable[[], None], option: Option[str]) -> None:
    preset = next(one for one in GAME.options.presets if one.values and option.name not in one.values)
    before = GAME.options.load_preset(preset.name)
    digest, said = before.digest(), before.get_option_value(option.name)
    release()
    found, _ = rules_by_digest.get_rules_by_digest(GAME, digest)
    assert (found.get_option_value(option.name), found.digest()) == (said, digest)


def test_what_was_kept_is_what_it_was(release: Callable[[], None], option: Option[str]) -> None:
    chosen = GAME.options.load_preset(GAME.options.presets[-1].name)
    saved = services.save_rules(GAME, chosen, "Ours")
    puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), name="any")
    values = {one.name: chosen.get_option_value(one.name) for one in GAME.options.list_options()}
    said, digest = option.default, saved.digest
    release()
    saved = RuleSet.objects.get(pk=saved.pk)
    assert {one.name: saved.house_rules.get_option_value(one.name) for one in GAME.options.list_options()} == values
    assert saved.house_rules.digest() == digest
    saved.name = "Still ours"
    saved.save()
    assert Puzzle.objects.get(pk=puzzle.pk).house_rules.get_option_value(option.name) == said
    assert Client().get(saved.get_absolute_url()).status_code == 200


def test_what_is_kept_now_is_read_as_it_is(release: Callable[[], None], option: Option[str]) -> None:
    release()
    for preset in GAME.options.presets:
        options = GAME.options.load_preset(preset.name)
        assert GAME.options.load_saved_options(options.dump_values_to_store()) == options
        saved = services.save_rules(GAME, options, f"Now {preset.name}")
        assert RuleSet.objects.get(pk=saved.pk).house_rules == options


def test_what_was_never_kept_is_refused() -> None:
    for wrong in (7, ["x"], "direction"):
        with pytest.raises(BadOption):
            GAME.options.load_saved_options(wrong)  # type: ignore[arg-type]


def test_a_record_means_the_same_before_and_after(release: Callable[[], None], option: Option[str]) -> None:
    """A file has no edition: an old one takes what it leaves out from the first, and a new one leaves nothing open."""
    before, value_before = Record(GAME.slug, GAME.options(), 4).to_json(), option.default
    release()
    assert parse_record(json.loads(json.dumps(before))).options.get_option_value(option.name) == value_before
    for value in option.list_values():
        record = Record(GAME.slug, GAME.options({option.name: value}), 4).to_json()
        assert parse_record(record).options.get_option_value(option.name) == value
        assert GAME.options(record["options"]).get_option_value(option.name) == value
