"""The rulebook of every game follows the house rules, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.options import Choice, Flag, Number, Option, Options
from games.engine.rulebook import BadRulebook, Rulebook, RulebookSource
from tests.games.rulebooks import entries

GAMES = list(games.all_games().values())

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def some_values(option: Option[Any]) -> list[Any]:
    """All values of an option, of a long row of numbers the ends and a few between."""
    values = option.list_values()
    if isinstance(option, Number) and len(values) > 6:
        return sorted({values[0], values[1], values[2], values[len(values) // 2], values[-1]} - {option.default})
    return [value for value in values if value != option.default]


def contexts(game: Game[Any]) -> list[dict[str, Any]]:
    """The book, every preset, and the book with one other value."""
    single = [{option.name: value} for option in game.options.list_options() for value in some_values(option)]
    return [{}, *(dict(preset.values) for preset in game.options.presets), *single]


def worded(game: Game[Any], chosen: dict[str, Any]) -> dict[str, str] | None:
    """The text of each clause under these values, or None if they cannot be played together."""
    if game.options.list_option_problems(chosen):
        return None
    return _worded(game, game.options(chosen))


@cache
def _worded(game: Game[Any], options: Options) -> dict[str, str]:
    return {id: entry.text for id, entry in entries(game, options).items()}


@each_game
def test_headings_are_short_and_differ(game: Game[Any]) -> None:
    titles = [game.rulebook.get_clause_title(id) for id in game.clauses]
    assert len(set(titles)) == len(titles)
    assert max(map(len, titles)) <= 48


@each_game
def test_it_says_what_it_is_and_where_the_rules_come_from(game: Game[Any]) -> None:
    assert game.rulebook.title == game.title
    assert len(game.rulebook.intro) > 200
    assert "https://" in game.rulebook.sources
    assert "Sources" not in [section.title for section in game.rulebook.render_sections(game.options())]


@each_game
def test_nothing_of_the_source_shows_in_the_text(game: Game[Any]) -> None:
    for chosen in contexts(game):
        texts = worded(game, chosen)
        for id, text in (texts or {}).items():
            assert not re.search(r"[{}]|^:|:if|:else|:end|\n\n\n", text, re.M), (id, chosen)


@pytest.mark.slow
@each_game
def test_every_value_changes_a_clause(game: Game[Any], subtests: pytest.Subtests) -> None:
    """Some values matter only beside another, such as the card that leaves a full line: then beside one such value."""
    for option in game.options.list_options():
        with subtests.test(option=option.name):
            for value in some_values(option):
                changed = set()
                for beside in contexts(game):
                    if option.name not in beside:
                        with_it, without = worded(game, {**beside, option.name: value}), worded(game, beside)
                        if with_it is not None and without is not None:
                            changed |= {id for id in with_it if with_it[id] != without[id]}
                assert changed & set(game.rulebook.list_changed_clauses(option.name)), (option.name, value)


@pytest.mark.repeated
@each_game
def test_no_value_changes_a_clause_that_does_not_depend_on_the_option(
    game: Game[Any], subtests: pytest.Subtests
) -> None:
    for option in game.options.list_options():
        with subtests.test(option=option.name):
            for value in some_values(option):
                for beside in contexts(game):
                    with_it, without = worded(game, {**beside, option.name: value}), worded(game, beside)
                    if option.name not in beside and with_it is not None and without is not None:
                        changed = {id for id in with_it if with_it[id] != without[id]}
                        assert changed <= set(game.rulebook.list_changed_clauses(option.name)), (
                            option.name,
                            value,
                            beside,
                        )


def beside_partners(game: Game[Any], option: Option[Any]) -> Iterator[dict[str, Any]]:
    """Yield some values of all options that a clause depends on together with this one."""
    for id in game.rulebook.list_changed_clauses(option.name):
        options = (other for other in game.options.list_options() if other is not option)
        partners = [other for other in options if id in game.rulebook.list_changed_clauses(other.name)]
        if len(partners) <= 3:
            for values in product(*((partner.default, *some_values(partner)) for partner in partners)):
                yield {partner.name: value for partner, value in zip(partners, values, strict=True)}


@pytest.mark.slow
@each_game
def test_no_clause_depends_on_an_option_that_never_changes_it(game: Game[Any], subtests: pytest.Subtests) -> None:
    for option in game.options.list_options():
        with subtests.test(option=option.name):
            changed = set()
            for beside in (*contexts(game), *beside_partners(game, option)):
                texts = [
                    worded(game, {**beside, option.name: value}) for value in (option.default, *some_values(option))
                ]
                known = [text for text in texts if text is not None]
                changed |= {id for one in known[1:] for id in one if one[id] != known[0][id]}
            assert set(game.rulebook.list_changed_clauses(option.name)) <= changed


@each_game
def test_entries_say_whether_they_differ_from_the_book_and_whether_they_hold(game: Game[Any]) -> None:
    assert not any(entry.is_changed for entry in entries(game, game.options()).values())
    for chosen in contexts(game)[1:]:
        if not game.options.list_option_problems(chosen):
            for entry in entries(game, game.options(chosen)).values():
                assert entry.is_changed == (entry.text != entry.book)
                assert entry.is_in_force == bool(entry.text)


# -- numbers ---------------------------------------------------------------------------------------

WORDS = (
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen twenty fifty hundred twice"
)
FIGURE = re.compile(rf"\b(?:\d+|{'|'.join(WORDS.split())})\b", re.IGNORECASE)


@each_game
def test_numbers_that_depend_on_house_rules_come_from_slots(game: Game[Any]) -> None:
    known = {number for numbers in game.constants for number in numbers.split()}
    path = Path(games.__file__).parent / game.slug.replace("-", "_") / "rulebook.md"
    written = set()
    body = re.sub(r"(?m)^:(refusal|asked) .*", "", path.read_text(encoding="utf-8").partition("## Sources")[0])
    for text in re.split(r"(?m)^#+ .*", body):
        if ":if" in text or "{" in text:
            said = re.sub(r"`[^`]*`|\{[^}]*\}|(?m:^:.*)", "", text)
            written |= {number.lower() for number in FIGURE.findall(said)}
    assert not written - known, "a number that is none of Game.constants is a slot: see Game.numbers"
    assert not known - written, "a constant that is not said any more"


class Rules(Options):
    wind = Choice("none", "Wind", {"none": "No wind.", "east": "Wind.", "west": "Wind."})
    days = Number(3, "Days", low=0, high=9)
    rain = Flag(False, "Rain", on="It rains.", off="It does not.")


def book(text: str) -> Rulebook:
    return Rulebook(RulebookSource(f"# Weather\nHello.\n## One\n### A {{#a.b}}\n{text}\n"), Rules)


def said(text: str, **chosen: Any) -> str:
    return book(text).render_sections(Rules(chosen))[0].entries[0].text


@pytest.mark.parametrize(
    ("condition", "chosen", "holds"),
    [
        ("wind = none", {}, True),
        ("wind = east", {}, False),
        ("wind = east | west", {"wind": "west"}, True),
        ("wind != east | west", {"wind": "west"}, False),
        ("days > 2", {}, True),
        ("days > 3", {}, False),
        ("days > 2 & wind = east", {}, False),
        ("days > 2 & wind = east", {"wind": "east"}, True),
        ("rain = yes", {"rain": True}, True),
        ("rain = no", {"rain": True}, False),
        ("days > 5 or wind = none", {}, True),
        ("days > 5 or wind = east & days > 1", {"wind": "east"}, True),
        ("days > 5 or wind = east & days > 4", {"wind": "east"}, False),
    ],
)
def test_conditions(condition: str, chosen: dict[str, Any], holds: bool) -> None:
    assert said(f":if {condition}\nyes\n:else\nno\n:end", **chosen) == ("yes" if holds else "no")


def test_conditions_stand_within_one_another() -> None:
    text = ":if days > 1\n:if wind = east\nsail\n:else\nrow\n:end\n:else\nstay\n:end"
    assert [said(text), said(text, wind="east"), said(text, days=1)] == ["row", "sail", "stay"]


def test_values_are_filled_in() -> None:
    assert said("It takes {days} days.", days=5) == "It takes 5 days."


@pytest.mark.parametrize(
    "text",
    [
        ":if wind = east\nno end",
        ":end",
        ":else\n:end",
        ":if wind east\nx\n:end",
        ":if wind = none & rain != true\nx\n:end",
        "#### A heading without a clause",
        "### The same again {#a.b}",
        "## Two\nText without a clause.",
        ":refusal No.\n:refusal No, no.",
        "It blows {wind} and {gusts}.",
    ],
)
def test_a_rulebook_that_is_not_well_formed_is_refused(text: str) -> None:
    with pytest.raises(BadRulebook):
        book(text)


def test_a_value_that_an_option_never_has_is_refused_with_those_that_it_has() -> None:
    with pytest.raises(BadRulebook, match=r"“rain” can’t be true\. It must be yes or no"):
        book(":if rain = true\nx\n:end")
    with pytest.raises(BadRulebook, match=r"“days” can’t be 10\. It must be from 0 to 9"):
        book(":if days = 10\nx\n:end")
    with pytest.raises(BadRulebook, match="there is no option “fog”"):
        book(":if fog = yes\nx\n:end")


def test_a_refusal_and_questions_are_no_part_of_the_text() -> None:
    found = book("Stay in.\n:refusal It is {weather}.\n:asked may I go out")
    assert found.clauses.build_violation("a.b", weather="wet").sentence == "It is wet."
    with pytest.raises(TypeError, match=r"The refusal of a\.b needs a value for 'weather': “It is \{weather\}\.”"):
        found.clauses.build_violation("a.b")
    assert found.list_beginner_questions("a.b") == ("may I go out",)
    assert found.render_sections(Rules())[0].entries[0].text == "Stay in."


@pytest.mark.parametrize(
    "text",
    [
        "{days} days",
        ":if days > 2\nx\n:end",
        ":if wind = east & days != 3\nx\n:end",
        ":if wind = east or days = 1\n:end",
    ],
)
def test_a_clause_depends_on_the_options_that_its_text_names(text: str) -> None:
    found = book(text)
    assert found.list_changed_clauses("days") == ("a.b",)
    assert found.list_changed_clauses("wind") == (("a.b",) if "wind" in text else ())


def test_sources_are_kept_apart() -> None:
    found = book("Rain.\n\n## Sources\n\nThe sky.")
    assert found.sources == "The sky."
    assert found.intro == "Hello."
    assert [section.title for section in found.render_sections(Rules())] == ["One"]
