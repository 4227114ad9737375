"""The form made from a game's options: what goes in comes out, and nonsense is refused at its field."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

import games
from games.engine.options import BadOption, Number, Options
from tests.variants.conftest import HOUSE
from variants import services
from variants.forms import build_rules_form, get_initial_values, get_option_field_name, get_rules_form_class
from variants.rules_by_digest import get_options_by_digest

GAME = games.get("vazhushal")
EVERY_OPTION = [
    pytest.param(game, option, id=f"{game.slug}-{option.name}")
    for game in games.all_games().values()
    for option in game.options.list_options()
]


def posted(options: Options) -> dict[str, str]:
    """Return what a browser sends for a form that shows these rules."""
    return {name: str(value) for name, value in get_initial_values(options).items()}


def possible(game: Any, option: Any, value: Any) -> Options | None:
    """Rules with this value; None if by itself it cannot be played."""
    try:
        return game.options({option.name: value})
    except BadOption:
        return None


@pytest.mark.django_db
@pytest.mark.parametrize(("game", "option"), EVERY_OPTION)
def test_every_value_survives_form_set_and_options(game, option):
    for value in option.list_values_to_try():
        rules = possible(game, option, value)
        if rules is None:
            assert game.options.list_option_problems({option.name: value}), value
            continue
        form = get_rules_form_class(game)(posted(rules))
        if not game.list_seat_counts(rules):
            assert get_option_field_name(option.name) in form.errors
            continue
        assert form.is_valid(), form.errors
        assert form.options == rules
        kept = services.save_rules(game, form.options)
        kept.refresh_from_db()
        assert kept.house_rules == rules
        assert kept.values == rules.dump_values_to_store()
        assert get_options_by_digest(kept.digest) == rules


class AnyRules(TestCase):
    """Not single values but any mixture of them."""

    @pytest.mark.slow
    @settings(max_examples=60, deadline=None)
    @given(st.data())
    def test_any_mixture_survives_or_is_refused_at_a_field(self, data: st.DataObject) -> None:
        chosen = {
            option.name: data.draw(st.sampled_from(option.list_values())) for option in GAME.options.list_options()
        }
        texts = {True: "yes", False: "no"}
        form = get_rules_form_class(GAME)(
            {get_option_field_name(k): texts.get(v, v) if isinstance(v, bool) else v for k, v in chosen.items()}
        )
        problems = GAME.options.list_option_problems(chosen)
        assert form.is_valid() == (not problems)
        for problem in problems:
            assert str(problem) in form.errors[get_option_field_name(problem.option)]
        if not problems:
            assert get_options_by_digest(services.save_rules(GAME, form.options).digest) == GAME.options(chosen)


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_every_value_has_a_sentence_in_the_form(game):
    form = build_rules_form(game, game.options())
    for option in game.options.list_options():
        field = form.fields[get_option_field_name(option.name)]
        if isinstance(option, Number):
            assert all(sentence in field.help_text for sentence in option.special.values())
        else:
            assert [sentence for _, sentence in field.choices] == [
                option.describe_value(one) for one in option.list_values()
            ]
            assert all(sentence for _, sentence in field.choices)


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_every_option_stands_once_under_a_heading(game):
    rows = [row.option.name for _, rows in build_rules_form(game, game.options()).list_option_groups() for row in rows]
    assert sorted(rows) == sorted(option.name for option in game.options.list_options())
    assert all(title for title, _ in build_rules_form(game, game.options()).list_option_groups())


def test_what_is_left_out_is_as_in_the_book():
    form = get_rules_form_class(GAME)({"rule-line-limit": "10"})
    assert form.is_valid()
    assert form.options.list_nonstandard_values() == {"line-limit": 10}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("packs", "3"),
        ("packs", "AUTO"),
        ("wild-rule", "none"),
        ("neg-drawable", "true"),
        ("neg-drawable", "1"),
        ("line-limit", ""),
        ("line-limit", "21"),
        ("line-limit", "-1"),
        ("line-limit", "ten"),
        ("line-limit", "1.5"),
        ("line-limit", "9" * 6000),
        ("joker-hand-value", "7"),
        ("packs", "<script>"),
        ("twin-scope", "\0"),
    ],
)
def test_a_bad_value_is_refused_at_its_field(name, text):
    form = get_rules_form_class(GAME)({get_option_field_name(name): text})
    assert not form.is_valid()
    assert list(form.errors) == [get_option_field_name(name)]
    assert form.options is None


def test_a_number_says_what_it_takes():
    form = get_rules_form_class(GAME)({"rule-joker-hand-value": "7"})
    assert form.errors["rule-joker-hand-value"] == ["Enter a whole number from 0 to 50 in steps of 5."]


def test_an_unknown_option_is_refused_by_name():
    form = get_rules_form_class(GAME)({"rule-seven-jokers": "yes"})
    assert form.non_field_errors() == ["There’s no option “seven-jokers”."]


def test_all_impossible_combinations_are_told_at_once_each_at_its_field():
    form = get_rules_form_class(GAME)(
        {"rule-wild-rule": "printed-only", "rule-neg-drawable": "yes", "rule-neg-printed": "aces"}
    )
    assert set(form.errors) == {"rule-neg-drawable", "rule-neg-printed"}
    assert "There’s no negative joker to draw" in form.errors["rule-neg-drawable"][0]


def test_rules_that_are_too_much_for_some_tables_are_kept_and_the_tables_named():
    form = get_rules_form_class(GAME)({"rule-packs": "1"})
    assert form.is_valid()
    notes = [row.note for _, rows in form.list_option_groups() for row in rows if row.note]
    assert len(notes) == 1
    assert notes[0].startswith("Not available with 4 to 6 players: One deck is enough")
    assert GAME.list_seat_counts(form.options) == [2, 3]


def test_rules_for_no_number_of_players_are_refused(monkeypatch):
    def nobody(self, seats=None):
        if seats is not None:
            yield BadOption("packs", f"Not for {seats}.")

    monkeypatch.setattr(GAME.options, "list_conflicts", nobody)
    form = get_rules_form_class(GAME)({})
    assert not form.is_valid()
    assert form.errors["rule-packs"] == ["Not for 2."]


def test_the_form_shows_the_rules_it_is_given():
    form = build_rules_form(GAME, GAME.options(HOUSE), "Gran’s")
    rows = {row.option.name: row for _, rows in form.list_option_groups() for row in rows}
    assert [name for name, row in rows.items() if row.changed] == ["neg-drawable", "line-limit", "twin-scope"]
    assert rows["line-limit"].says.startswith("The line has at most 10")
    assert form["rule-neg-drawable"].value() == "yes"
    assert form["name"].value() == "Gran’s"
