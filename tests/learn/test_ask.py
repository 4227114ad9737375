"""Ask the rules: what is found for which question, and that it is the rule of the reader's own table."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.test import Client

import games
from core.learn.rules_search import LONGEST, answer_question, suggest_question
from core.learn.search_index import find_cards
from games.cards import format_cards
from games.engine.game import Game
from games.engine.options import Option
from variants import services

GAMES = list(games.all_games().values())


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("7♣ 8♣ 9♦", "7C 8C 9D"),
        ("are 10h, JH and the queen of hearts a run?", "TH JH QH"),
        ("7c 8c and a joker", "7C 8C *"),
        ("joker", ""),
        ("as high as a king", ""),
        ("as AS", "AS"),
        ("7 of spades", "7S"),
    ],
)
def test_cards_are_read_as_people_write_them(text: str, cards: str) -> None:
    assert format_cards(find_cards(text)) == cards


@pytest.mark.parametrize(
    ("game", "question", "clause"),
    [
        ("vazhushal", "can I lay off on a run of jokers", "layoff.wild-ok"),
        ("vazhushal", "7♣ 8♣ 9♦", "meld.kinds"),
        ("contract-rummy", "swapping jokers", "joker.swap-run"),
        ("contract-rummy", "is an ace high or low in a run", "run.ace"),
        ("court-piece", "must I follow suit", "trick.follow-suit"),
        ("court-piece", "who calls trumps?", "trump.caller"),
        ("commune", "is a two wild", "present.two-is-wild"),
        ("mille", "what is a skunk", "match.skunk"),
        ("guts", "how many players", "players.count"),
        ("daifugo", "what is a revolution", "revolution"),
        ("court-piece", "folow suit", "trick.follow-suit"),
        ("court-piece", "how many players", "setup.players"),
        ("vazhushal", "what is a pure seqence", "meld.pure-def"),
        ("chinese-ten", "when is it over", "end.last-card"),
    ],
)
def test_a_question_finds_the_rule_that_answers_it(game: str, question: str, clause: str) -> None:
    one = games.get(game)
    found = answer_question(one, one.options(), question)
    assert found.clauses[0].id == clause
    assert found.clauses[0].says


@pytest.mark.repeated
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_rule_is_found_by_its_name(game: Game) -> None:  # type: ignore[type-arg]
    lost = []
    for section in game.rulebook.render_sections(game.options()):
        for entry in section.entries:
            if entry.is_in_force and entry.id not in [
                one.id for one in answer_question(game, game.options(), entry.title).clauses
            ]:
                lost.append(entry.title)
    assert len(lost) <= 2, lost


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_beginners_question_finds_its_rule(game: Game) -> None:  # type: ignore[type-arg]
    """As the rulebook has it; a rule that is called by the same word may come before."""
    options = game.options()
    lost = [
        (id, question)
        for id in game.clauses
        for question in game.rulebook.list_beginner_questions(id)
        if id not in [one.id for one in answer_question(game, options, question).clauses[:2]]
    ]
    assert not lost


def test_cards_are_tried_at_a_table() -> None:
    game = games.get("contract-rummy")
    assert not answer_question(game, game.options(), "7♣ 8♣ 9♣ 10♣").cards[0].refused
    refused = answer_question(game, game.options(), "7♣ 8♣ 9♦ 10♣").cards[0].refused
    assert refused
    assert refused.clause.id == "meld.kinds"


def switch_of(game: Game) -> Option | None:  # type: ignore[type-arg]
    """An option with two values that changes a clause; a small game may have none."""
    found = (
        one
        for one in game.options.list_options()
        if len(one.list_values()) == 2 and game.rulebook.list_changed_clauses(one.name)
    )
    return next(found, None)


@pytest.mark.repeated
@pytest.mark.parametrize("game", [*filter(switch_of, GAMES)], ids=str)
def test_the_rule_of_this_table_comes_first_and_others_are_told(game: Game) -> None:  # type: ignore[type-arg]
    """A rule that an option changes is worded as the table has it, and the book's value is among the others."""
    option = switch_of(game)
    assert option is not None
    value = next(one for one in option.list_values() if one != option.default)
    options = game.options({option.name: value})
    found = next(one for one in answer_question(game, options, option.label).options if one.option == option.name)
    assert found.says == option.describe_value(value)
    assert option.describe_value(option.default) in [other.sentence for other in found.elsewhere]


def test_the_page_answers_by_the_rules_in_force(stranger: Client, db: None) -> None:
    game = games.get("vazhushal")
    kept = services.save_rules(game, game.options({"layoff-own": False}))
    page = stranger.get(f"/games/{game.slug}/rules/ask/", {"q": "laying off", "rules": kept.digest}).text
    assert game.options.get_option("layoff-own").describe_value(False) in page
    part = stranger.get(f"/games/{game.slug}/rules/ask/", {"q": "joker"}, headers={"HX-Request": "true"}).text
    assert part.lstrip().startswith('<div id="answers"')


@pytest.mark.parametrize("question", ["", "xyzzy", "<script>", "♣", "* * *", "a" * 5000, "AS " * 60])
def test_nonsense_finds_nothing_and_breaks_nothing(stranger: Client, db: None, question: str) -> None:
    answer = stranger.get("/games/contract-rummy/rules/ask/", {"q": question})
    assert answer.status_code == 200
    assert len(answer_question(GAMES[0], GAMES[0].options(), question).question) <= LONGEST
    assert "<script>" not in answer.text.partition('id="answers"')[2]


def test_the_rulebook_has_the_box(stranger: Client, db: None) -> None:
    assert 'action="/games/vazhushal/rules/ask/"' in stranger.get("/games/vazhushal/rules/").text


@pytest.mark.slow
def test_every_process_finds_the_same_rules() -> None:
    """Python orders sets of texts differently in each process; the index doesn't depend on it."""
    script = """import django; django.setup()
import games
from core.learn.search_index import get_search_index
for game in games.all_games().values():
    for document in get_search_index(game, game.options()).documents:
        print(document.kind, document.id, sorted(document.said.items()))"""
    indexes = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "DJANGO_SETTINGS_MODULE": "core.settings"},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(indexes) == 1
    assert "trick.trump-wins" in indexes.pop()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_the_box_offers_a_question_that_the_rules_of_its_game_answer(  # type: ignore[type-arg]
    stranger: Client, db: None, game: Game
) -> None:
    question = suggest_question(game, game.options())
    assert answer_question(game, game.options(), question).clauses
    for page in ("rules/", "rules/ask/"):
        assert f"such as “{question}”" in stranger.get(f"/games/{game.slug}/{page}").text
