"""Limits on saving house rules: for one person, for one address, and the page that you see above them."""

from __future__ import annotations

import pytest

from tests.variants.test_options_form import posted
from variants import services, views
from variants.models import RuleSet, RulesInUse

pytestmark = pytest.mark.django_db
SAVE = "/rules/vazhushal/save/"


@pytest.fixture(autouse=True)
def _small_limits(monkeypatch, settings):
    monkeypatch.setattr(views, "SAVES_OF_ONE", 3)
    settings.RULE_SAVES_PER_MINUTE = 5


@pytest.fixture
def saves(game):
    """Save other rules each time, and give the status of each answer."""

    def send(client, number, start=0, **sent):
        forms = [posted(game.options({"line-limit": 1 + (start + count) % 9})) for count in range(number)]
        return [client.post(SAVE, {**form, "name": "", **sent}).status_code for form in forms]

    return send


@pytest.mark.parametrize(("number", "last"), [(2, 302), (3, 302), (4, 429)], ids=["below", "at", "above"])
def test_one_person_saves_so_often_in_a_minute(as_anna, saves, number, last):
    assert saves(as_anna, number)[-1] == last


@pytest.mark.parametrize(("number", "last"), [(4, 302), (5, 302), (6, 429)], ids=["below", "at", "above"])
def test_one_address_saves_so_often_in_a_minute(client_of, saves, number, last):
    """Whoever comes without a cookie is somebody new each time."""
    assert [saves(client_of(None), 1, start)[0] for start in range(number)][-1] == last


@pytest.mark.slow
def test_who_saves_without_end_takes_nothing_from_others_at_the_address(as_anna, as_ben, saves):
    saves(as_anna, 1)  # now the site knows her
    assert saves(as_anna, 9)[-1] == 429
    assert saves(as_ben, 2) == [302, 302]


def test_without_a_limit_of_addresses_nobody_is_held_back(client_of, saves, settings):
    settings.RULE_SAVES_PER_MINUTE = 0
    assert {saves(client_of(None), 1, start)[0] for start in range(8)} == {302}


def test_beyond_the_limit_the_choices_stay_and_nothing_is_saved(as_anna, saves, game):
    saves(as_anna, 3)
    before = RuleSet.objects.count(), RulesInUse.objects.count()
    page = as_anna.post(SAVE, {**posted(game.options({"line-limit": 10})), "name": "Mine", "use": "1"})
    assert (page.status_code, page["Retry-After"]) == (429, "60")
    assert views.TOO_MANY.replace("'", "&#x27;") in page.text
    assert 'value="Mine"' in page.text
    assert (RuleSet.objects.count(), RulesInUse.objects.count()) == before


def test_what_cannot_be_saved_counts_for_nothing(as_anna, saves):
    assert saves(as_anna, 5, **{"rule-line-limit": "much"}) == [422] * 5
    assert saves(as_anna, 1) == [302]


def test_to_take_rules_up_counts_as_well(as_anna, saves, game, options):
    rule_set = services.save_rules(game, options)
    saves(as_anna, 3)
    assert as_anna.post(f"/rules/vazhushal/{rule_set.digest}/use/").status_code == 429
