"""The admin of house rules: a sentence for every value, and a look at what changes before it does."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from tests.variants.test_options_form import posted
from variants import services
from variants.consequences import Consequence
from variants.models import Owner, RuleSet, RuleSetChoice

pytestmark = pytest.mark.django_db
ADD = "/admin/variants/ruleset/add/?game=vazhushal"
LIST = reverse("admin:variants_ruleset_changelist")


def change_url(rule_set: RuleSet) -> str:
    return reverse("admin:variants_ruleset_change", args=[rule_set.pk])


@pytest.fixture
def site_set(game, options) -> RuleSet:
    return services.save_rules(game, options, "The club's", site=True)


@pytest.fixture
def form(options) -> dict[str, str]:
    return posted(options) | {"name": "The club's"}


@pytest.fixture
def told(compared) -> None:
    compared(lambda **_: [Consequence("puzzle", "Which wipe?", "other answer", "/somewhere/")])


def test_the_form_has_every_sentence_and_the_presets(admin, game):
    text = admin.get(ADD).content.decode().replace("&#x27;", "'")
    for option in game.options.list_options():
        assert option.label in text
        assert option.name in text
    assert "Cards of the negative joker’s rank in the other color are wild." in text
    for group in game.options.group_options():
        assert group in text
    for preset in game.options.presets:
        assert f"preset={preset.name}" in text
    assert "style=" not in text


def test_the_game_is_asked_for_first_and_alone_it_answers_itself(admin, monkeypatch, game):
    monkeypatch.setattr("games.all_games", lambda: {game.slug: game})
    answer = admin.get("/admin/variants/ruleset/add/")
    assert answer.status_code == 302
    assert answer["Location"].endswith("?game=vazhushal")


def test_several_games_are_offered(admin):
    assert "?game=vazhushal" in admin.get("/admin/variants/ruleset/add/?game=no-such").content.decode()


def test_a_preset_fills_the_form(admin, game):
    form = admin.get(ADD + "&preset=denexa").context["adminform"].form
    assert form["rule-match-target"].value() == 1
    assert admin.get(ADD + "&preset=no-such").status_code == 200


def test_a_set_is_added_to_the_sites_list(admin, form, options):
    answer = admin.post(ADD, form)
    assert answer.status_code == 302, answer.context["errors"]
    rule_set = RuleSet.objects.get()
    assert (rule_set.owner, rule_set.name, rule_set.house_rules) == (Owner.SITE, "The club's", options)
    assert not rule_set.site_default


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rule-wild-rule": "printed-only"}, "There’s no negative joker to draw"),
        ({"rule-line-limit": "21"}, "Enter a whole number from 0 to 20."),
        ({"rule-nonsense": "1"}, "There’s no option “nonsense”."),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(admin, form, change, sentence):
    for extra in ({}, {"site_default": "on"}):
        answer = admin.post(ADD, form | change | extra)
        assert answer.status_code == 200
        assert sentence in answer.content.decode()
    assert not RuleSet.objects.exists()


def test_a_default_is_shown_with_its_consequences_before_it_holds(admin, form, game, options, told):
    asked = admin.post(ADD, form | {"site_default": "on"})
    text = asked.content.decode()
    assert asked.status_code == 200
    assert "1 puzzle changes" in text
    assert 'href="/somewhere/"' in text
    assert "The line has at most 10 cards" in text
    assert "style=" not in text
    assert not RuleSet.objects.exists()
    posted_again = dict(asked.context["posted"]) | {"_confirmed": "1"}
    assert admin.post(ADD, posted_again).status_code == 302
    assert services.get_site_rules(game).options == options


def test_toggling_the_default_asks_too_both_ways(admin, form, game, site_set, told):
    path = change_url(site_set)
    assert "1 puzzle changes" in admin.post(path, form | {"site_default": "on"}).content.decode()
    assert services.get_site_rules(game).source == "book"
    admin.post(path, form | {"site_default": "on", "_confirmed": "1"})
    assert services.get_site_rules(game).rule_set == site_set
    assert "1 puzzle changes" in admin.post(path, form).content.decode()
    assert services.get_site_rules(game).rule_set == site_set
    admin.post(path, form | {"_confirmed": "1"})
    assert services.get_site_rules(game).source == "book"


def test_a_name_changes_without_a_question(admin, form, site_set):
    answer = admin.post(change_url(site_set), form | {"name": "Tuesday club"})
    assert answer.status_code == 302
    site_set.refresh_from_db()
    assert site_set.name == "Tuesday club"
    assert RuleSet.objects.count() == 1


def test_other_values_are_kept_as_another_set(admin, form, site_set, options):
    admin.post(change_url(site_set), form | {"rule-line-limit": "12", "name": "Longer"})
    site_set.refresh_from_db()
    assert site_set.house_rules == options
    assert site_set.name == "The club's"
    assert RuleSet.objects.exclude(pk=site_set.pk).get().values["line-limit"] == 12


def test_an_edited_default_moves_on_to_the_new_set(admin, form, game, site_set):
    services.set_site_default_rules(game, site_set)
    edited = form | {"rule-line-limit": "12", "site_default": "on"}
    assert "Before: " in admin.post(change_url(site_set), edited).content.decode()
    admin.post(change_url(site_set), edited | {"_confirmed": "1"})
    assert services.get_site_rules(game).options.get_option_value("line-limit") == 12
    assert RuleSet.objects.filter(site_default=True).count() == 1


def test_a_persons_set_is_copied_when_it_becomes_the_default(admin, form, game, options, anna):
    hers = services.save_rules(game, options, "Anna's", anna.person)
    admin.post(change_url(hers), form | {"site_default": "on", "_confirmed": "1"})
    hers.refresh_from_db()
    assert (hers.owner, hers.site_default, hers.person) == (Owner.PERSON, False, anna.person)
    assert services.get_site_rules(game).rule_set.owner == Owner.SITE


def test_digest_and_owner_are_read_only(admin, form, site_set, options):
    admin.post(change_url(site_set), form | {"digest": "0" * 16, "owner": "person", "game": "other", "values": "{}"})
    site_set.refresh_from_db()
    assert (site_set.digest, site_set.owner, site_set.house_rules) == (options.digest(), Owner.SITE, options)


def test_the_page_of_a_set_leads_to_the_site(admin, site_set):
    text = admin.get(change_url(site_set)).content.decode()
    assert f'href="{site_set.get_absolute_url()}"' in text
    assert site_set.digest in text
    assert "style=" not in text


def test_lists_can_be_searched(admin, site_set, anna):
    services.save_preferred_rules(anna.person, site_set)
    for query in ("", "?q=club", "?game=vazhushal&owner=site&site_default__exact=0"):
        assert "The club" in admin.get(LIST + query).content.decode()
    assert site_set.digest in admin.get("/admin/variants/rulesinuse/").content.decode()
    assert admin.get("/admin/variants/rulesetchoice/").status_code == 200
    assert admin.get("/admin/variants/rulesetchoice/add/").status_code == 403


def test_nothing_is_deleted_but_may_leave_the_list(admin, game, site_set):
    refused = admin.get(reverse("admin:variants_ruleset_delete", args=[site_set.pk]))
    assert refused.status_code == 403
    assert "Links to house rules must keep working" in refused.content.decode()
    taken = {"action": "remove_from_owners_list", "_selected_action": [site_set.pk]}
    services.set_site_default_rules(game, site_set)
    admin.post(LIST, taken)
    assert RuleSet.objects.get().owner == Owner.SITE
    services.set_site_default_rules(game, None)
    assert "unlisted. Its link still works" in admin.post(LIST, taken, follow=True).content.decode()
    assert RuleSet.objects.get().owner == Owner.NOBODY
    assert services.get_options_by_digest(site_set.digest) == site_set.house_rules
    assert not RuleSetChoice.objects.exists()


def test_rules_the_game_has_forgotten_can_be_looked_at(admin, site_set):
    RuleSet.objects.filter(pk=site_set.pk).update(values={"an-option-of-old": 1})
    assert "These rules no longer exist in the game" in admin.get(change_url(site_set)).content.decode()
    assert admin.get(LIST).status_code == 200


def test_staff_who_may_only_look_change_nothing(client_of, form, game, site_set):
    looker = User.objects.create_user("looker", is_staff=True)
    looker.user_permissions.add(Permission.objects.get(codename="view_ruleset"))
    client: Client = client_of(looker)
    assert "The club" in client.get(change_url(site_set)).content.decode()
    assert client.post(change_url(site_set), form | {"name": "Mine", "site_default": "on"}).status_code == 403
    assert client.get(ADD).status_code == 403
    site_set.refresh_from_db()
    assert (site_set.name, site_set.site_default) == ("The club's", False)


def test_nobody_else_gets_in(as_anna, stranger, site_set):
    for client in (as_anna, stranger):
        assert client.get(change_url(site_set)).status_code == 302
        assert client.post(ADD, {}).status_code == 302


@pytest.mark.parametrize("path", ["/admin/variants/ruleset/999/change/", "/admin/variants/ruleset/x/change/"])
def test_a_set_that_does_not_exist_leads_back(admin, path, form):
    assert admin.get(path).status_code == 302
    assert admin.post(path, form).status_code == 302


def test_the_typed_name_is_the_one_that_is_asked_about(admin, form, game, site_set, told):
    services.set_site_default_rules(game, site_set)
    other = form | {"rule-line-limit": "12", "site_default": "on", "name": "The long line"}
    text = admin.post(change_url(site_set), other).content.decode()
    assert "now plays under “The club&#x27;s”. They would then play under “The long line”" in text
    back = {name: value for name, value in form.items() if name != "site_default"}
    assert "would then play under “the standard rules”" in admin.post(change_url(site_set), back).content.decode()


def test_what_differs_from_the_book_is_marked(admin, form, game, site_set):
    text = admin.get(change_url(site_set)).content.decode()
    assert text.count("House rule.") == len(site_set.values)
    choices = [option for option in game.options.list_options() if len(option.list_values()) < 9]
    assert len(choices) - 3 <= text.count("(Standard.)") <= len(game.options.list_options())
    assert "House rule." not in admin.get(ADD).content.decode()
    asked = admin.post(ADD, form | {"site_default": "on"}).content.decode()
    assert asked.count("(house rule)") == len(site_set.values)
    services.set_site_default_rules(game, site_set)
    back = {name: value for name, value in form.items() if name != "site_default"}
    asked = admin.post(change_url(site_set), back).content.decode()
    assert asked.count("(standard)") == len(site_set.values)


def test_a_marked_field_escapes_and_survives_nonsense(admin, form):
    text = admin.post(ADD, form | {"rule-wild-rule": "<script>", "rule-line-limit": "<script>"}).content.decode()
    assert '<script>"' not in text
    assert "Choose one of the options." in text


def test_a_name_is_taken_away_from_everybodys_sets(admin, game, options, anna, stranger):
    hers = services.save_rules(game, options, "Something rude", anna.person)
    assert "Something rude" in stranger.get(hers.get_absolute_url()).content.decode()
    page = admin.get(LIST + "?q=rude").content.decode()
    assert "Something rude" in page
    assert "anna" in page
    admin.post(LIST, {"action": "remove_rule_set_names", "_selected_action": [hers.pk]})
    assert "Something rude" not in stranger.get(hers.get_absolute_url()).content.decode()
