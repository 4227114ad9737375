"""Examples in the rulebook: tables to try a rule at, under the reader's own rules, and told truly."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.test import Client

import games
from games.engine.game import Game
from games.engine.interactive_examples import MOST, list_clauses_with_interactive_examples, list_interactive_examples
from tests.conftest import HTMX

GAMES = list(games.all_games().values())
PRESETS = [
    pytest.param(game, game.options.load_preset(preset.name), id=f"{game.slug}-{preset.name}")
    for game in GAMES
    for preset in game.options.presets
]


def _entries(game: Game[Any], options: Any) -> dict[str, Any]:
    return {entry.id: entry for section in game.rulebook.render_sections(options) for entry in section.entries}


@pytest.mark.repeated
@pytest.mark.parametrize(("game", "options"), PRESETS)
def test_an_example_shows_what_its_rule_says_under_any_house_rules(game: Game[Any], options: Any) -> None:
    entries = _entries(game, options)
    for clause in list_clauses_with_interactive_examples(game, options):
        found = list_interactive_examples(game, clause, options)
        assert 1 <= len(found) <= MOST
        for trial in found:
            assert entries[clause].text == _entries(game, trial.start.options)[clause].text
            assert trial.moves or trial.facts
            for move in trial.moves:
                refused = game.find_violation(trial.start, trial.seat, move)
                broken = {one.clause.id for one in (refused, *refused.others)} if refused else {clause}
                assert clause in broken


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_most_rules_of_the_book_have_an_example(game: Game[Any]) -> None:
    entries = _entries(game, game.options())
    held = [id for id, entry in entries.items() if entry.is_in_force]
    assert len(list_clauses_with_interactive_examples(game, game.options()).intersection(held)) > len(held) / 2


OPENED = 8
CLAUSE = re.compile(r"/rules/try/([^/]+)/")
LINK = re.compile(r'<a class="try-link[^>]* href="([^"]+)"')


@pytest.mark.slow
@pytest.mark.parametrize(("game", "options"), PRESETS)
def test_every_link_to_an_example_leads_to_one(stranger: Client, db: None, game: Game[Any], options: Any) -> None:
    """From the rulebook, and from what the rules answer. All are opened by the standard rules, some by other presets,
    where the rest must name a rule that has an example.
    """
    rules = {"rules": options.digest()}
    pages = [stranger.get(f"/games/{game.slug}/rules/", rules)]
    titles = [entry.title for entry in list(_entries(game, options).values())[::10]]
    pages += [stranger.get(f"/games/{game.slug}/rules/ask/", {**rules, "q": title}) for title in titles]
    links = sorted({address for page in pages for address in LINK.findall(page.text)})
    assert links
    can = list_clauses_with_interactive_examples(game, options)
    assert all(CLAUSE.findall(address)[-1] in can for address in links)
    for address in (
        links
        if not options.list_nonstandard_values()
        else Random(options.digest()).sample(links, min(OPENED, len(links)))
    ):
        shown = stranger.get(address, rules, headers=HTMX)
        assert 'id="table"' in shown.text, address


@pytest.fixture
def tried(db: None) -> tuple[Game[Any], Any, str, str]:
    """An example with a move that is allowed and one that is refused."""
    game = GAMES[0]
    for clause in sorted(list_clauses_with_interactive_examples(game, game.options())):
        for trial in list_interactive_examples(game, clause, game.options()):
            by = {game.is_legal(trial.start, trial.seat, move): str(move) for move in trial.moves}
            if len(by) == 2:
                return game, trial, by[True], by[False]
    raise AssertionError


def test_a_move_is_seen_allowed_or_refused(stranger: Client, tried: tuple[Game[Any], Any, str, str]) -> None:
    game, trial, right, wrong = tried
    url = f"/games/{game.slug}/rules/try/{trial.clause}/"
    page = stranger.get(url, {"example": trial.name}).text
    assert 'data-mark="' not in page.partition('id="tries"')[2]
    assert "Legal:" not in page
    allowed = stranger.post(url, {"example": trial.name, "move": right})
    assert allowed.status_code == 200
    assert "That’s legal." in allowed.text
    refused = stranger.post(url, {"example": trial.name, "move": wrong, "tried": right})
    assert refused.status_code == 422
    assert "Illegal move." in refused.text
    assert refused.text.count('name="tried"') == 2
    for word in ("Legal", "Illegal"):
        assert len(re.findall(rf"{word}:\s", refused.text)) == 1


@pytest.mark.parametrize("move", ["", "nonsense", "<script>", "discard 99"])
def test_nonsense_is_answered_with_a_sentence(
    stranger: Client, tried: tuple[Game[Any], Any, str, str], move: str
) -> None:
    game, trial, _, _ = tried
    answer = stranger.post(f"/games/{game.slug}/rules/try/{trial.clause}/", {"move": move, "example": "none"})
    assert answer.status_code == 422
    assert 'class="notice refused"' in answer.text


def test_the_rulebook_leads_to_them_and_only_one_lies_open(
    stranger: Client, tried: tuple[Game[Any], Any, str, str]
) -> None:
    game, trial, _, wrong = tried
    url = f"/games/{game.slug}/rules/try/{trial.clause}/"
    assert f'href="{url}"' in stranger.get(f"/games/{game.slug}/rules/").text
    other = next(
        id for id in sorted(list_clauses_with_interactive_examples(game, game.options())) if id != trial.clause
    )
    part = stranger.get(url, {"open": ["", other]}, headers={"HX-Request": "true"}).text
    assert f'id="try-{other}" hx-swap-oob="true"' in part
    assert "<html" not in part
    notice = stranger.post(url, {"move": wrong, "example": trial.name}, headers={"HX-Request": "true"})
    assert 'id="tries"' in notice.text
    assert 'id="example"' not in notice.text


def test_others_hands_are_not_on_the_page(stranger: Client, db: None) -> None:
    for game in GAMES:
        clause = min(list_clauses_with_interactive_examples(game, game.options()))
        trial = list_interactive_examples(game, clause, game.options())[0]
        page = stranger.get(f"/games/{game.slug}/rules/try/{clause}/").text
        for zone in game.build_screen(game.build_view(trial.start, trial.seat)).zones:
            if zone.owner not in (None, trial.seat):
                drawn = re.findall(rf'data-zone="{zone.id}"[^>]*data-code="([^"]+)"', page)
                assert all(code in (*zone.cards, "?") for code in drawn)


def test_a_rule_that_there_is_not_has_no_page(stranger: Client, db: None) -> None:
    assert stranger.get(f"/games/{GAMES[0].slug}/rules/try/no.such-rule/").status_code == 404
