"""Rule sets as they are kept: the address follows the content, the content never changes."""

from __future__ import annotations

from functools import partial

import pytest
from django.db import IntegrityError, transaction

import games
from core.people.models import Person
from games.engine.options import BadOption, Options
from games.errors import RulesError
from games.words import join_actions, join_words
from tests.racing import at_once
from variants import services
from variants.models import Owner, RuleSet, RuleSetChoice
from variants.rules_by_digest import NoSuchRules, get_options_by_digest, get_rules_by_digest
from variants.titles import build_title, describe_seat_counts

pytestmark = pytest.mark.django_db


def test_equal_content_has_one_address_in_any_order(game):
    one = game.options({"line-limit": 10, "packs": "1"})
    other = game.options({"packs": "1", "line-limit": 10, "rearrange": True})
    assert one == other
    assert one.digest() == other.digest()
    assert one.digest() != game.options({"line-limit": 9, "packs": "1"}).digest()


def test_addresses_stay_the_same_from_one_edition_to_the_next(game):
    """Links and printed sheets are out there: whoever changes how a digest is made breaks them."""
    assert game.options().digest() == "1ba294402c8c404e"
    assert game.options({"line-limit": 10, "packs": "1"}).digest() == "3d76980ad0d6f186"


def test_the_same_rules_are_kept_once_in_a_list(game, options, anna):
    first = services.save_rules(game, options, "Gran’s", anna.person)
    again = services.save_rules(game, options, person=anna.person)
    assert again == first
    assert again.name == "Gran’s"
    assert services.save_rules(game, options, "  Our   house ", anna.person).name == "Our house"
    assert RuleSet.objects.count() == 1


def test_everybody_has_a_list_of_their_own(game, options, anna, ben):
    sets = [
        services.save_rules(game, options, person=anna.person),
        services.save_rules(game, options, person=ben.person),
        services.save_rules(game, options, site=True),
        services.save_rules(game, options),
    ]
    assert len({one.pk for one in sets}) == 4
    assert len({one.digest for one in sets}) == 1
    assert list(RuleSet.objects.of_person(anna.person)) == sets[:1]
    assert list(RuleSet.objects.of_person(None)) == []


def test_nobodys_set_takes_no_second_name(game, options):
    services.save_rules(game, options, "First")
    assert services.save_rules(game, options, "Second").name == "First"


def test_content_never_changes(game, options):
    rule_set = services.save_rules(game, options)
    rule_set.values = {"line-limit": 3}
    with pytest.raises(ValueError, match="change a saved rule set"):
        rule_set.save()
    rule_set.refresh_from_db()
    assert rule_set.house_rules == options


@pytest.mark.parametrize(
    "values",
    [
        {"line-limit": 99},
        {"no-such": 1},
        {"line-limit": True},
        {"wild-rule": "printed-only", "neg-drawable": True},
        [],
        "x",
    ],
)
def test_nonsense_is_never_stored(values):
    with pytest.raises(BadOption):
        RuleSet.objects.create(game="vazhushal", values=values)
    assert RuleSet.objects.count() == 0


def test_values_of_the_book_are_not_stored():
    assert RuleSet.objects.create(game="vazhushal", values={"line-limit": 0, "packs": "1"}).values == {"packs": "1"}


def test_a_list_can_be_full(game, anna, monkeypatch):
    monkeypatch.setattr(services, "MOST_KEPT", 2)
    for limit in (1, 2):
        services.save_rules(game, game.options({"line-limit": limit}), person=anna.person)
    with pytest.raises(services.RuleListFull, match="2 rule sets"):
        services.save_rules(game, game.options({"line-limit": 3}), person=anna.person)
    services.save_rules(game, game.options({"line-limit": 2}), "Renamed", anna.person)


def test_one_default_for_a_game(game, options):
    one, other = (
        services.save_rules(game, options, site=True),
        services.save_rules(game, game.options({"packs": "2"}), site=True),
    )
    services.set_site_default_rules(game, one)
    services.set_site_default_rules(game, other)
    assert list(RuleSet.objects.filter(site_default=True)) == [other]
    with pytest.raises(IntegrityError), transaction.atomic():
        RuleSet.objects.filter(pk=one.pk).update(site_default=True)


@pytest.mark.django_db(transaction=True)
def test_of_two_defaults_set_at_once_one_stays(game):
    """PostgreSQL shows the second neither what the first has set nor that it has."""
    sets = [services.save_rules(game, game.options({"line-limit": limit}), site=True) for limit in range(4)]
    at_once(*[partial(services.set_site_default_rules, game, one) for one in sets])
    assert RuleSet.objects.filter(site_default=True).count() == 1


def test_a_persons_set_is_no_site_default(game, options, anna):
    rule_set = services.save_rules(game, options, person=anna.person)
    with pytest.raises(IntegrityError), transaction.atomic():
        RuleSet.objects.filter(pk=rule_set.pk).update(site_default=True)
    services.set_site_default_rules(game, rule_set)
    assert not RuleSet.objects.filter(site_default=True).exists()


# -- addresses -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_book_and_presets_have_addresses_without_being_kept(game):
    assert get_options_by_digest("book", game) == game.options()
    assert get_options_by_digest(game.options().digest()) == game.options()
    for preset in game.options.presets:
        assert get_options_by_digest(game.options.load_preset(preset.name).digest()) == game.options(preset.values)


@pytest.mark.parametrize("digest", ["", "0" * 16, "x", "BOOK", "é" * 200, "' or 1=1"])
def test_an_address_that_was_never_given_leads_nowhere(game, digest):
    for of in (game, None):
        with pytest.raises(NoSuchRules):
            get_options_by_digest(digest, of)
    assert issubclass(NoSuchRules, RulesError)


def test_an_address_outlives_renaming_striking_and_its_owner(game, options, anna):
    rule_set = services.save_rules(game, options, "Gran’s", anna.person)
    services.save_rules(game, options, "Renamed", anna.person)
    assert get_rules_by_digest(game, options.digest())[1].name == "Renamed"
    services.remove_rule_set_from_list(rule_set)
    assert get_options_by_digest(options.digest()) == options
    services.save_rules(game, options, "Again", anna.person)
    anna.person.delete_with_all_data()
    assert get_options_by_digest(options.digest()) == options
    assert set(RuleSet.objects.values_list("owner", "name")) == {(Owner.NOBODY, "")}
    assert not Person.objects.exists()


def test_my_name_for_it_comes_first_then_the_sites(game, options, anna, ben):
    services.save_rules(game, options)
    services.save_rules(game, options, "Anna’s", anna.person)
    assert get_rules_by_digest(game, options.digest(), ben.person)[1].name == "Anna’s"
    services.save_rules(game, options, "The club’s", site=True)
    assert get_rules_by_digest(game, options.digest(), ben.person)[1].name == "The club’s"
    assert get_rules_by_digest(game, options.digest(), anna.person)[1].name == "Anna’s"


def test_rules_the_game_has_forgotten_are_passed_over(game, options):
    rule_set = services.save_rules(game, options, site=True)
    services.set_site_default_rules(game, rule_set)
    RuleSet.objects.filter(pk=rule_set.pk).update(values={"an-option-of-old": 1})
    with pytest.raises(NoSuchRules):
        get_options_by_digest(rule_set.digest)
    assert services.get_site_rules(game).source == "book"
    rule_set.refresh_from_db()
    assert rule_set.title == "Rules from an older edition"


# -- people ----------------------------------------------------------------------------------------


def test_sets_and_choices_come_along_into_an_account(game, options, anna):
    visitor = Person.objects.create()
    other = game.options({"packs": "2"})
    services.save_rules(game, options, "Mine", anna.person)
    services.save_rules(game, options, "Theirs", visitor)
    chosen = services.save_rules(game, other, "Two packs", visitor)
    services.save_preferred_rules(visitor, chosen)
    visitor.merge_into(anna.person)
    assert {one.name for one in RuleSet.objects.of_person(anna.person)} == {"Mine", "Two packs"}
    assert RuleSetChoice.objects.get().person == anna.person
    assert get_options_by_digest(options.digest()) == options


def test_a_choice_of_the_account_stays(game, options, anna):
    visitor = Person.objects.create()
    mine = services.save_rules(game, options, person=anna.person)
    services.save_preferred_rules(anna.person, mine)
    services.save_preferred_rules(visitor, services.save_rules(game, game.options({"packs": "2"}), person=visitor))
    visitor.merge_into(anna.person)
    assert RuleSetChoice.objects.get().rule_set == mine


def test_what_is_kept_can_be_taken_away(game, options, anna):
    services.save_preferred_rules(anna.person, services.save_rules(game, options, "Gran’s", anna.person))
    assert anna.person.export_stored_data()["house rules"] == [
        {
            "game": game.slug,
            "name": "Gran’s",
            "values": options.list_nonstandard_values(),
            "digest": options.digest(),
            "in_use": True,
        }
    ]


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_unnamed_rules_are_called_by_what_they_are(game):
    assert build_title(game.options()) == "the standard rules"
    for preset in game.options.presets:
        if preset.values:
            assert build_title(game.options(preset.values)) == preset.title


def test_other_rules_are_called_by_what_they_change(game):
    assert build_title(game.options({"line-limit": 3})) == "Longest line"
    many: Options = game.options({"line-limit": 3, "twin-scope": "off", "rearrange": False, "packs": "2"})
    assert build_title(many) == "Decks, Longest line, and 2 more"


def test_lists_are_told_as_one_says_them():
    assert join_words([]) == ""
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b", "c"]) == "a, b, and c"


def test_actions_in_a_sentence_name_a_verb_once() -> None:
    assert join_actions(["call", "pass"]) == "call or pass"
    assert join_actions(["call", "declare a straight", "declare a flush"]) == "call, or declare a straight or a flush"
    assert join_actions(["draw a card", "draw two"]) == "draw a card or two"
    assert join_actions(["meld", "meld a run", "discard"]) == "meld, meld a run, or discard"
    assert [describe_seat_counts(seats) for seats in ([], [2], [2, 3], [2, 3, 4], [2, 4, 6])] == [
        "no",
        "2",
        "2 or 3",
        "2 to 4",
        "2, 4 or 6",
    ]
