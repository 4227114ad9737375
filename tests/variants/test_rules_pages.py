"""The pages of the house rules, asked by Anna, by Ben, by a stranger, with nonsense, and with the wrong method."""

from __future__ import annotations

import pytest
from django.urls import reverse

from core.people.models import Person
from tests.variants.conftest import HOUSE
from tests.variants.test_options_form import posted
from variants import services
from variants.consequences import Consequence
from variants.models import Owner, RuleSet, RuleSetChoice

pytestmark = pytest.mark.django_db
SLUG = "vazhushal"
GET_PAGES = ("home", "game", "rules", "consequences", "diff")
POST_PAGES = ("preview", "foresee", "save", "leave", "reset", "use", "rename", "strike")


def url(name: str, *args: str) -> str:
    return reverse(f"variants:{name}", args=args)


@pytest.fixture
def annas(game, options, anna) -> RuleSet:
    return services.save_rules(game, options, "Gran's table", anna.person)


@pytest.fixture
def form(options) -> dict[str, str]:
    return posted(options) | {"name": "Gran's table"}


def address(name: str, digest: str) -> str:
    if name == "home":
        return url(name)
    if name == "diff":
        return url(name, SLUG, "book", digest)
    return url(name, SLUG, *([digest] if name in ("rules", "consequences", "use", "rename", "strike") else []))


# -- reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GET_PAGES)
def test_anybody_may_read_every_page_and_leaves_no_trace(stranger, annas, name):
    before = Person.objects.count()
    answer = stranger.get(address(name, annas.digest))
    assert answer.status_code == 200
    assert Person.objects.count() == before
    assert "style=" not in answer.content.decode()


@pytest.mark.parametrize("name", GET_PAGES)
def test_reading_pages_take_no_post(stranger, annas, name):
    assert stranger.post(address(name, annas.digest)).status_code == 405


@pytest.mark.parametrize("name", POST_PAGES)
def test_doing_pages_take_no_get(stranger, annas, name):
    assert stranger.get(address(name, annas.digest)).status_code == 405


@pytest.mark.parametrize(
    "path", ["/rules/no-such-game/", "/rules/vazhushal/0123456789abcdef/", "/rules/vazhushal/xyz/"]
)
def test_what_does_not_exist_is_404(stranger, path):
    assert stranger.get(path).status_code == 404


@pytest.mark.parametrize("query", ["?preset=no-such", "?from=0123456789abcdef", "?rules=0123456789abcdef"])
def test_a_start_that_does_not_exist_is_404(stranger, query):
    assert stranger.get(url("game", SLUG) + query).status_code == 404


def test_a_set_says_what_differs_and_leads_to_everything_that_follows_it(stranger, annas):
    text = stranger.get(annas.get_absolute_url()).content.decode()
    assert "Gran&#x27;s table" in text
    assert "3 rules differ from the standard rules" in text
    assert "The line has at most 10 cards" in text
    assert "Standard: The line can be any length." in text
    for page in ("learn:rulebook", "learn:print", "learn:course"):
        assert f"{reverse(page, args=[SLUG])}?rules={annas.digest}" in text
    assert f"?from={annas.digest}" in text
    assert url("diff", SLUG, "book", annas.digest) in text


def test_the_book_leads_to_its_own_address(stranger, game):
    answer = stranger.get(url("rules", SLUG, "book"))
    assert answer["Location"] == url("rules", SLUG, game.options().digest())
    assert "None. You’re using the standard rules." in stranger.get(answer["Location"]).content.decode()


def test_two_sets_stand_side_by_side_with_their_clauses(stranger, game, annas):
    text = stranger.get(url("diff", SLUG, "book", annas.digest)).content.decode()
    assert "The line can be any length." in text
    assert "The line has at most 10 cards" in text
    assert 'id="line.limit"' in text
    same = stranger.get(url("diff", SLUG, annas.digest, annas.digest)).content.decode()
    assert "These rules are identical." in same


@pytest.mark.parametrize("turned", [False, True])
def test_what_one_set_says_stands_under_its_name(stranger, game, options, annas, turned):
    sets = [("book", game.options()), (annas.digest, options)]
    if turned:
        sets.reverse()
    (one, left), (other, right) = sets
    shown = stranger.get(url("diff", SLUG, one, other)).context
    assert (shown["left"]["digest"], shown["right"]["digest"]) == (left.digest(), right.digest())
    assert shown["clauses"]
    for clause in shown["clauses"]:
        for said, rules in ((clause.before, left), (clause.after, right)):
            assert said == game.rulebook.get_clause_text(clause.id, rules)
    for option in shown["differs"]:
        for said, rules in ((option.before, left), (option.after, right)):
            assert said == option.option.describe_value(rules.get_option_value(option.option.name))


def test_a_name_is_text_and_nothing_else(stranger, game, options, anna):
    services.save_rules(game, options, "<script>alert(1)</script>", anna.person)
    for name in GET_PAGES:
        assert "<script>alert" not in stranger.get(address(name, options.digest())).content.decode()


# -- the form --------------------------------------------------------------------------------------


def test_the_form_has_every_sentence_and_every_preset(stranger, game):
    text = stranger.get(url("game", SLUG)).content.decode().replace("&#x27;", "'")
    for option in game.options.list_options():
        assert option.label in text
        assert option.describe_value(option.default) in text
    for preset in game.options.presets:
        assert f"?preset={preset.name}" in text


@pytest.mark.parametrize("query", ["preset", "from", "rules"])
def test_the_form_starts_from_a_preset_an_address_or_the_rules_in_force(stranger, game, annas, query):
    value = {"preset": "denexa"}.get(query, annas.digest)
    shown = stranger.get(url("game", SLUG), {query: value}).context["options"]
    assert shown == (game.options.load_preset("denexa") if query == "preset" else annas.house_rules)


def test_a_preview_answers_with_sentences_and_keeps_nothing(stranger, form, htmx):
    answer = stranger.post(url("preview", SLUG), form, headers=htmx)
    text = answer.content.decode()
    assert answer.status_code == 200
    assert "3 rules differ from the standard rules" in text
    assert 'id="says-line-limit" hx-swap-oob="true"' in text
    assert "<html" not in text
    assert "HX-Request" in answer["Vary"]
    assert not RuleSet.objects.exists()
    assert not Person.objects.exists()


def test_a_preview_tells_of_impossible_rules_at_their_field(stranger, form, htmx):
    form |= {"rule-wild-rule": "printed-only"}
    text = stranger.post(url("preview", SLUG), form, headers=htmx).content.decode()
    assert "These rules can’t be combined." in text
    assert 'id="error-neg-drawable"' in text


def test_a_look_ahead_names_what_changes(stranger, form, htmx, compared):
    compared(lambda **_: [Consequence("puzzle", "Which wipe?", "other answer", "/somewhere/")])
    text = stranger.post(url("foresee", SLUG), form, headers=htmx).content.decode()
    assert "1 puzzle changes" in text
    assert 'href="/somewhere/"' in text
    whole = stranger.post(url("foresee", SLUG), form).content.decode()
    assert "<html" in whole
    assert "1 puzzle changes" in whole
    assert 'value="10"' in whole


def test_nothing_is_foreseen_of_impossible_rules(stranger, form, htmx):
    form |= {"rule-wild-rule": "printed-only"}
    assert "can’t be combined" in stranger.post(url("foresee", SLUG), form, headers=htmx).content.decode()


def test_a_set_names_what_changes_against_the_book(stranger, annas, compared, htmx):
    compared(lambda **_: [Consequence("lesson step", "Wiping, step 2", "is removed")])
    path = url("consequences", SLUG, annas.digest)
    assert "1 lesson step changes" in stranger.get(path).content.decode()
    assert "<html" not in stranger.get(path, headers=htmx).content.decode()


# -- keeping ---------------------------------------------------------------------------------------


def test_rules_are_kept_and_put_to_use(as_anna, anna, form, options):
    answer = as_anna.post(url("save", SLUG), form | {"use": "1"}, follow=True)
    rule_set = RuleSet.objects.get()
    assert answer.redirect_chain == [(url("rules", SLUG, options.digest()), 302)]
    assert (rule_set.owner, rule_set.person, rule_set.name) == (Owner.PERSON, anna.person, "Gran's table")
    assert rule_set.values == HOUSE
    assert RuleSetChoice.objects.get().rule_set == rule_set
    assert as_anna.get(url("game", SLUG)).context["rules"].source == "own"


def test_rules_may_be_kept_only(as_anna, form):
    as_anna.post(url("save", SLUG), form)
    assert RuleSet.objects.count() == 1
    assert not RuleSetChoice.objects.exists()


def test_a_visitor_keeps_rules_without_an_account(stranger, form):
    stranger.post(url("save", SLUG), form | {"use": "1"})
    assert Person.objects.get().rule_sets.get().name == "Gran's table"
    assert stranger.get(url("game", SLUG)).context["rules"].title == "Gran's table"


def test_a_double_click_keeps_them_once(as_anna, form):
    for _ in range(2):
        assert as_anna.post(url("save", SLUG), form).status_code == 302
    assert RuleSet.objects.count() == 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"rule-line-limit": "99"}, "Enter a whole number from 0 to 20."),
        ({"rule-packs": "seven"}, "Choose one of the options."),
        ({"rule-no-such": "1"}, "There’s no option “no-such”."),
        ({"rule-wild-rule": "printed-only"}, "There’s no negative joker to draw"),
        ({"name": "x" * 61}, "at most 60 characters"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason_and_nothing_is_kept(stranger, form, change, sentence):
    answer = stranger.post(url("save", SLUG), form | change)
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert not RuleSet.objects.exists()
    assert not Person.objects.exists()


def test_a_full_list_says_so(as_anna, form, monkeypatch):
    monkeypatch.setattr(services, "MOST_KEPT", 0)
    answer = as_anna.post(url("save", SLUG), form)
    assert answer.status_code == 422
    assert "Remove one first" in answer.content.decode()


def test_an_edit_makes_another_set(as_anna, annas, form):
    as_anna.post(url("save", SLUG), form | {"rule-line-limit": "12", "name": "Newer"})
    annas.refresh_from_db()
    assert annas.values == HOUSE
    assert annas.name == "Gran's table"
    assert RuleSet.objects.exclude(pk=annas.pk).get().values == {**HOUSE, "line-limit": 12}


# -- taking up and leaving -------------------------------------------------------------------------


def test_ben_makes_annas_rules_his_own(as_ben, ben, annas):
    as_ben.post(url("use", SLUG, annas.digest))
    his = RuleSet.objects.of_person(ben.person).get()
    assert his != annas
    assert (his.house_rules, his.name) == (annas.house_rules, "Gran's table")
    assert RuleSetChoice.objects.get(person=ben.person).rule_set == his


def test_a_set_of_the_sites_is_taken_up_as_it_is(as_ben, ben, game, options):
    site = services.save_rules(game, options, "The club's", site=True)
    as_ben.post(url("use", SLUG, site.digest))
    assert RuleSetChoice.objects.get().rule_set == site
    assert not RuleSet.objects.of_person(ben.person).exists()


def test_a_preset_or_the_book_is_taken_up_with_one_click(as_ben, ben, game):
    preset = game.options.presets[1]
    as_ben.post(url("use", SLUG, game.options.load_preset(preset.name).digest()))
    assert RuleSetChoice.objects.get().rule_set.values == dict(preset.values)
    as_ben.post(url("use", SLUG, "book"))
    assert RuleSetChoice.objects.get().rule_set.values == {}


def test_rules_that_nobody_saved_cannot_be_taken_up(as_ben):
    assert as_ben.post(url("use", SLUG, "0123456789abcdef")).status_code == 404


def test_a_links_rules_hold_until_left(stranger, annas):
    page = url("game", SLUG)
    assert stranger.get(page, {"rules": annas.digest}).context["rules"].source == "link"
    assert "because you followed a link" in stranger.get(page).content.decode()
    answer = stranger.post(url("leave", SLUG), {"next": page})
    assert answer["Location"] == page
    assert stranger.get(page).context["rules"].source == "book"


def test_leaving_leads_back_to_the_page_one_was_on_without_the_link(stranger, annas):
    text = stranger.get("/play/", {"game": SLUG, "rules": annas.digest}).content.decode()
    assert "because you followed a link" in text
    assert f'name="next" value="/play/?game={SLUG}"' in text
    refused = stranger.post(url("save", SLUG), {"rule-packs": "seven"}).content.decode()
    assert "because you followed a link" in refused
    assert 'name="next"' not in refused


def test_taking_up_ends_the_links_hold(as_anna, game, annas):
    as_anna.get(url("game", SLUG), {"rules": "book"})
    as_anna.post(url("use", SLUG, annas.digest))
    assert as_anna.get(url("game", SLUG)).context["rules"].source == "own"


def test_back_to_the_sites_rules(as_anna, annas):
    as_anna.post(url("use", SLUG, annas.digest))
    as_anna.post(url("reset", SLUG))
    assert as_anna.get(url("game", SLUG)).context["rules"].source == "book"
    assert RuleSet.objects.filter(pk=annas.pk).exists()


@pytest.mark.parametrize("target", ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", ""])
def test_nobody_is_sent_elsewhere(stranger, target):
    assert stranger.post(url("reset", SLUG), {"next": target})["Location"] == url("game", SLUG)


# -- whose it is -----------------------------------------------------------------------------------


def test_the_owner_renames_and_strikes(as_anna, annas):
    as_anna.post(url("rename", SLUG, annas.digest), {"name": "  Our \t table  "})
    annas.refresh_from_db()
    assert annas.name == "Our table"
    as_anna.post(url("use", SLUG, annas.digest))
    as_anna.post(url("strike", SLUG, annas.digest))
    assert as_anna.get(annas.get_absolute_url()).status_code == 200
    assert not RuleSetChoice.objects.exists()
    assert as_anna.get(url("game", SLUG)).context["rules"].source == "book"


def test_a_set_that_its_game_no_longer_knows_can_be_renamed(as_anna, annas):
    RuleSet.objects.filter(pk=annas.pk).update(values={"an-option-of-before": True})
    assert as_anna.post(url("rename", SLUG, annas.digest), {"name": "Of before"}).status_code == 302
    annas.refresh_from_db()
    assert annas.name == "Of before"


@pytest.mark.parametrize("name", ["rename", "strike"])
def test_nobody_else_does(as_ben, stranger, annas, name):
    for client in (as_ben, stranger):
        assert client.post(url(name, SLUG, annas.digest), {"name": "Mine now"}).status_code == 404
    annas.refresh_from_db()
    assert annas.name == "Gran's table"
    assert annas.person is not None


def test_lists_are_private(as_ben, annas):
    assert "Gran&#x27;s" not in as_ben.get(url("home")).content.decode()
    assert "Gran&#x27;s" not in as_ben.get(url("game", SLUG)).content.decode()


def test_the_home_page_shows_what_holds_and_what_is_kept(as_anna, game, annas):
    services.set_site_default_rules(
        game, services.save_rules(game, game.options({"packs": "2"}), "The club's", site=True)
    )
    text = as_anna.get(url("home")).content.decode()
    assert "Gran&#x27;s table" in text
    assert "The club&#x27;s" in text
    assert "For everyone" in text


def test_posts_need_the_forms_token(annas):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    for name in POST_PAGES:
        assert client.post(address(name, annas.digest)).status_code == 403
