"""Written answers: which question gets which, and whether they are true under every house rule."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

import games
from core.learn.question_matching import get_question_matcher
from core.learn.rules_search import answer_question
from games.engine.game import Game
from games.engine.options import Number, Option, Options
from games.engine.written_answers import WrittenAnswer
from games.words import get_first_sentence, spell_number

GAMES = list(games.all_games().values())
HOLDOUT = tomllib.loads(Path(__file__).with_name("ask_holdout.toml").read_text(encoding="utf-8"))
SHARED = {"undo"}
"""Answers about the site, which come from no rule of a game."""

WRITTEN = [game for game in GAMES if "win" in game.written_answers.sources]

each_game = pytest.mark.parametrize("game", WRITTEN, ids=lambda game: game.slug)


def list_values(option: Option[Any]) -> list[Any]:
    """All values of an option; of a long range only the ends and a few between."""
    values = option.list_values()
    if isinstance(option, Number) and len(values) > 6:
        return [values[0], values[1], values[2], values[len(values) // 2], values[-1]]
    return values


def list_rule_sets(game: Game[Any]) -> list[Options]:
    """The standard rules, every preset, and both with any single option changed."""
    bases: list[dict[str, Any]] = [{}, *(dict(preset.values) for preset in game.options.presets)]
    changes = [{option.name: value} for option in game.options.list_options() for value in list_values(option)]
    chosen = [*bases, *({**base, **change} for base in bases for change in changes)]
    return list(dict.fromkeys(game.options(one) for one in chosen if not game.options.list_option_problems(one)))


def list_texts(game: Game[Any]) -> list[tuple[Options, WrittenAnswer]]:
    return [
        (options, answer)
        for options in list_rule_sets(game)
        for answer in game.written_answers.list_answers(options).values()
    ]


def find_numbers(text: str) -> set[int]:
    words = {spell_number(number): number for number in range(1, 11)}
    text = re.sub(r"`[^`]*`", "", text.lower())
    return {words[word] if word in words else int(word) for word in re.findall(rf"\b(?:\d+|{'|'.join(words)})\b", text)}


def split_sentences(text: str) -> list[str]:
    sentences = []
    while text:
        sentences.append(get_first_sentence(text))
        text = text[len(sentences[-1]) :].lstrip()
    return sentences


@each_game
def test_every_way_to_ask_gets_its_answer(game: Game[Any]) -> None:
    lost = []
    for id, source in game.written_answers.sources.items():
        options = next(one for one in list_rule_sets(game) if id in game.written_answers.list_answers(one))
        for question in source.phrasings:
            answer = answer_question(game, options, question).written
            if answer is None or answer.id != id:
                lost.append((question, id, answer and answer.id))
    assert not lost


@each_game
def test_nine_in_ten_unforeseen_questions_are_answered(game: Game[Any]) -> None:
    """The first answer is the expected one for at least nine in ten questions that the answers weren't written for."""
    missed = []
    for question, ids in HOLDOUT[game.slug].items():
        answers = answer_question(game, game.options(), question)
        written, clauses = answers.written, [one.id for one in answers.clauses]
        top = {written.id, *written.clauses[:1]} if written else {*clauses[:1]}
        if not top & {*ids.split()}:
            missed.append((question, top))
    assert len(missed) <= len(HOLDOUT[game.slug]) / 10, missed


@each_game
def test_an_answer_comes_from_rules_in_force(game: Game[Any]) -> None:
    for id, source in game.written_answers.sources.items():
        assert source.clauses or id in SHARED, id
        assert set(source.clauses) <= game.clauses.keys(), id
    for options, answer in list_texts(game):
        in_force = {id for id in answer.clauses if game.rulebook.get_clause_text(id, options)}
        assert in_force == set(answer.clauses) or not in_force, answer


@each_game
def test_an_answer_is_one_to_three_whole_sentences(game: Game[Any]) -> None:
    faults = {}
    for _, answer in list_texts(game):
        sentences = split_sentences(answer.text)
        whole = all(re.fullmatch(r"(?:[A-Z]|`).*[.”]", one) for one in sentences)
        if (
            not whole
            or len(sentences) > 3
            or re.search(r"[{}]|:if|:else|:end|:clauses|—|  |\b(?:True|False|None)\b", answer.text)
        ):
            faults[answer.text] = answer.id
    assert not faults


@each_game
def test_an_answer_follows_every_option_of_its_numbers(game: Game[Any]) -> None:
    """The answer about players has the fewest and the most who can play, under all house rules."""
    for options in list_rule_sets(game):
        counts = game.list_seat_counts(options) or [0]
        answer = game.written_answers.list_answers(options)["players"]
        assert {counts[0], counts[-1]} <= find_numbers(answer.text) | {0}, answer.text


def test_the_page_and_the_program_get_the_same_answer(stranger: Client, db: None) -> None:
    page = stranger.get("/games/vazhushal/rules/ask/", {"q": "how many cards do i get"}).text
    assert "Everyone gets 13 cards." in page
    assert 'href="/games/vazhushal/rules/#deal.hand-size"' in page
    answers = stranger.get("/api/v1/games/vazhushal/ask/", {"q": "how many cards do i get"}).json()
    assert answers["written"]["says"] == "Everyone gets 13 cards."
    assert answers["written"]["clauses"] == ["deal.hand-size"]
    assert stranger.get("/api/v1/games/vazhushal/ask/", {"q": "deepest card"}).json()["written"] is None


def test_the_answer_about_undo_names_the_button() -> None:
    label = re.search(
        r'id="take-back".*?>([^<]+)</button>', Path("templates/parts/actions.html").read_text(), re.DOTALL
    )
    assert label
    for game in GAMES:
        if game.decides:
            assert f"**{label[1]}**" in game.written_answers.list_answers(game.options())["undo"].text


def test_a_question_about_something_else_has_no_written_answer() -> None:
    game = games.get("vazhushal")
    for question in ("", "xyzzy", "?", "what is the weather", "a" * 200, "do i do it"):
        assert get_question_matcher(game).find_answer(game.options(), question) is None
