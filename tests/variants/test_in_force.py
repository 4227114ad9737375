"""Whose rules hold for a reader: a link's, else her own, else the site's, else the book's."""

from __future__ import annotations

from typing import Any

import pytest
from django.http import Http404
from django.test import RequestFactory

from variants import services
from variants.models import RuleSet, RulesInUse
from variants.services import get_rules_in_force

pytestmark = pytest.mark.django_db


@pytest.fixture
def ask(anna, game):
    """A page of the game asked for by Anna, in one browser."""
    session: dict[str, Any] = {}

    def asked(query: str = "", person: Any = anna.person):
        request = RequestFactory().get(f"/{query}")
        request.session, request.person = session, person
        return request

    return asked


def in_force(request, game) -> tuple[str, dict[str, object]]:
    rules = get_rules_in_force(request, game)
    return rules.source, rules.options.list_nonstandard_values()


def test_the_book_holds_if_nobody_says_otherwise(ask, game):
    assert in_force(ask(), game) == ("book", {})
    assert in_force(ask(person=None), game) == ("book", {})
    assert RulesInUse.objects.count() == 0


def test_link_before_own_before_site_before_book(ask, game, anna):
    site = services.save_rules(game, game.options({"line-limit": 1}), site=True)
    own = services.save_rules(game, game.options({"line-limit": 2}), person=anna.person)
    link = services.save_rules(game, game.options({"line-limit": 3}))
    services.set_site_default_rules(game, site)
    assert in_force(ask(), game) == ("site", {"line-limit": 1})
    services.save_preferred_rules(anna.person, own)
    assert in_force(ask(), game) == ("own", {"line-limit": 2})
    assert in_force(ask(person=None), game) == ("site", {"line-limit": 1})
    assert in_force(ask(f"?rules={link.digest}"), game) == ("link", {"line-limit": 3})
    assert in_force(ask(), game) == ("link", {"line-limit": 3})
    services.stop_using_link_rules(ask(), game)
    assert in_force(ask(), game) == ("own", {"line-limit": 2})
    assert in_force(ask(f"?rules={link.digest}"), game)[0] == "link"
    services.reset_to_site_rules(ask(), game)
    assert in_force(ask(), game) == ("site", {"line-limit": 1})
    services.set_site_default_rules(game, None)
    assert in_force(ask(), game) == ("book", {})


def test_a_link_to_the_book_or_a_preset_needs_no_saved_set(ask, game, anna):
    services.save_preferred_rules(
        anna.person, services.save_rules(game, game.options({"line-limit": 2}), person=anna.person)
    )
    assert in_force(ask("?rules=book"), game) == ("link", {})
    preset = game.options.presets[1]
    digest = game.options.load_preset(preset.name).digest()
    assert in_force(ask(f"?rules={digest}"), game) == ("link", dict(preset.values))


def test_a_link_to_the_rules_that_hold_anyway_is_none(ask, game, anna):
    """Whoever plays by these rules was not brought here by a link to them; and such a link ends what another began."""
    own = services.save_rules(game, game.options({"line-limit": 2}), person=anna.person)
    services.save_preferred_rules(anna.person, own)
    assert in_force(ask(f"?rules={own.digest}"), game) == ("own", {"line-limit": 2})
    assert ask().session == {}
    assert in_force(ask("?rules=book"), game) == ("link", {})
    assert in_force(ask(f"?rules={own.digest}"), game)[0] == "own"
    assert in_force(ask(), game) == ("own", {"line-limit": 2})
    assert in_force(ask("?rules=book", person=None), game) == ("book", {})


@pytest.mark.parametrize("earlier", [None, 1])
@pytest.mark.parametrize("shown", [0, 2, 3])
def test_a_link_for_one_page_changes_no_other_page(ask, game, anna, earlier, shown):
    """Whatever rules it has: the book's, the reader's own, or others. An earlier link goes on as before."""
    links = {limit: services.save_rules(game, game.options({"line-limit": limit})).digest for limit in (0, 1, 2, 3)}
    own = services.save_rules(game, game.options({"line-limit": 2}), person=anna.person)
    services.save_preferred_rules(anna.person, own)
    if earlier:
        get_rules_in_force(ask(f"?rules={links[earlier]}"), game)
    before = in_force(ask(), game), dict(ask().session), RulesInUse.objects.count()
    page = get_rules_in_force(ask(f"?rules={links[shown]}&once"), game)
    assert page.options == game.options({"line-limit": shown})
    assert (in_force(ask(), game), dict(ask().session), RulesInUse.objects.count()) == before


def test_a_person_may_choose_the_book_against_the_site(ask, game, anna):
    services.set_site_default_rules(game, services.save_rules(game, game.options({"line-limit": 1}), site=True))
    services.save_preferred_rules(anna.person, services.save_rules(game, game.options(), person=anna.person))
    rules = get_rules_in_force(ask(), game)
    assert (rules.source, rules.is_standard, rules.title) == ("own", True, "the standard rules")


def test_a_link_that_leads_nowhere_says_so(ask, game):
    with pytest.raises(Http404, match="There are no house rules"):
        get_rules_in_force(ask("?rules=0123456789abcdef"), game)
    assert ask().session == {}


@pytest.mark.parametrize("kept", ["nonsense", {"vazhushal": "0123456789abcdef"}, {"vazhushal": ["x"]}, ["book"], 3])
def test_a_forged_or_stale_session_is_passed_over(ask, game, kept):
    request = ask()
    request.session["rules"] = kept
    assert in_force(request, game) == ("book", {})


def test_a_link_brings_its_rules_into_use_once(ask, game, options, django_assert_max_num_queries):
    rule_set = services.save_rules(game, options)
    get_rules_in_force(ask(f"?rules={rule_set.digest}"), game)
    assert RulesInUse.objects.get().digest == rule_set.digest
    request = ask(f"?rules={rule_set.digest}")
    with django_assert_max_num_queries(2):  # what the link leads to, and what would hold without it
        get_rules_in_force(request, game)
        get_rules_in_force(request, game)


def test_one_query_tells_own_and_site(ask, game, options, anna, django_assert_num_queries):
    services.save_preferred_rules(anna.person, services.save_rules(game, options, person=anna.person))
    services.set_site_default_rules(game, services.save_rules(game, game.options({"packs": "2"}), site=True))
    with django_assert_num_queries(1):
        assert get_rules_in_force(ask(), game).options == options


def test_a_program_without_a_session_may_use_a_link(game, options):
    rule_set = services.save_rules(game, options)
    request = RequestFactory().get(f"/?rules={rule_set.digest}")
    assert get_rules_in_force(request, game).options == options


def test_a_site_set_that_everybody_chose_is_found_once(game, options, anna, ben, ask):
    site = services.save_rules(game, options, site=True)
    for person in (anna.person, ben.person):
        services.save_preferred_rules(person, site)
    services.set_site_default_rules(game, site)
    assert in_force(ask(), game) == ("site", options.list_nonstandard_values())
    assert RuleSet.objects.count() == 1
