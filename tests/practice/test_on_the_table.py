"""Puzzles whose answers are cards: they are chosen where they lie, and the table does not say which are right."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client

import games
from core.practice import models
from core.rendering.table_context import AnswerCard
from core.templatetags.cards import answer_cards, card_text
from games.engine.game import Game
from games.engine.puzzle import Puzzle, PuzzleTheme
from tests.games.posing import posed

pytestmark = pytest.mark.django_db
BOOK = {game.slug: game.options.presets[0].name for game in games.all_games().values()}
TICKED = re.compile(r'<label class="card[^>]*>\s*<input[^>]*form="puzzle-answer"[^>]*value="([^"]+)"')


each_game = pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)


def posed_on_a_table(game: Game[Any], seeds: range) -> Iterator[tuple[PuzzleTheme, Puzzle]]:
    """Puzzles by the book that are answered with cards where they lie."""
    for theme in game.puzzle_themes:
        for _, puzzle in posed(game.slug, theme.slug, BOOK[game.slug], seeds):
            if puzzle.on:
                yield theme, puzzle


@pytest.mark.slow
@each_game
def test_cards_are_chosen_where_they_lie(game: Game[Any], as_anna: Client) -> None:
    for theme in {theme.slug: theme for theme, _ in posed_on_a_table(game, range(4))}:
        page = as_anna.post(f"/practice/{game.slug}/new/", {"theme": theme}, follow=True)
        kept = models.Puzzle.objects.get(
            code=page.redirect_chain[-1][0].partition("?")[0].strip("/").rpartition("/")[2]
        )
        asked = kept.engine_puzzle
        if not asked.on:
            continue
        ticked = TICKED.findall(page.text)
        assert sorted(ticked) == sorted(option.id for option in asked.options if option.cards)
        right = asked.key if isinstance(asked.key, list) else [asked.key]
        answered = as_anna.post(f"{kept.get_absolute_url()}answer/", {"answer": right}, follow=True).text
        assert not TICKED.findall(answered)
        marks = [mark for mark in re.findall(r'data-mark="(\w+)"', answered) if mark in ("right", "wrong", "missed")]
        assert marks == ["right"] * len([id for id in right if id in ticked])


@pytest.mark.slow
@each_game
def test_the_table_does_not_mark_the_answer(game: Game[Any]) -> None:
    for _, puzzle in posed_on_a_table(game, range(4)):
        if puzzle.bare or not puzzle.key:
            continue
        state = game.load_position(puzzle.position)
        zone = next(zone for zone in game.build_screen(game.build_view(state, 0)).zones if zone.id == puzzle.on)
        cards = {option.cards for option in puzzle.options if option.id in puzzle.key}
        assert not cards <= set(zone.marked)


@pytest.mark.slow
def test_one_move_after_the_other_is_taken_back(as_anna: Client) -> None:
    """Each is sent twice, as if its answer had been lost, and happens once."""
    game = games.get("vazhushal")
    kinds = ((theme, posed(game.slug, theme.slug, BOOK[game.slug], range(4))) for theme in game.puzzle_themes)
    theme = next(theme for theme, found in kinds if any(puzzle.form == "play" for _, puzzle in found))
    page = as_anna.post(f"/practice/{game.slug}/new/", {"theme": theme.slug}, follow=True)
    code = page.redirect_chain[-1][0].partition("?")[0].strip("/").rpartition("/")[2]
    asked = models.Puzzle.objects.get(code=code).engine_puzzle
    state, played = game.load_position(asked.position), []
    while len(played) < 2 and 0 in state.waiting:
        played.append(str(game.list_moves(state, 0)[0]))
        for _ in range(2):
            as_anna.post(f"/practice/puzzle/{code}/move/", {"move": played[-1], "so_far": len(played) - 1})
        game.play_move(state, 0, game.parse_move(played[-1]))
    assert played
    while played:
        assert as_anna.session[f"puzzle:{code}"] == played
        for _ in range(2):
            as_anna.post(f"/practice/puzzle/{code}/undo/", {"so_far": len(played)})
        played.pop()
    assert f"puzzle:{code}" not in as_anna.session


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "theme"),
    [("guts", "order-these"), ("guts", "settle-it"), ("lorum", "who-pays-whom"), ("mille", "is-it-a-natural")],
)
def test_rows_are_matched_by_buttons_that_all_lie_there(game: str, theme: str, as_anna: Client) -> None:
    page = as_anna.post(f"/practice/{game}/new/", {"theme": theme}, follow=True)
    puzzle = models.Puzzle.objects.latest("pk")
    asked = puzzle.engine_puzzle
    assert "<select" not in page.text.partition('id="puzzle-answer"')[2]
    for option in asked.options:
        values = re.findall(rf'<input type="radio" name="answer-{option.id}" value="([^"]+)"', page.text)
        assert values == [value for value, _ in asked.labels]
    sent = {f"answer-{id}": value for id, value in asked.key.items()}
    answered = as_anna.post(f"{puzzle.get_absolute_url()}answer/", sent, follow=True)
    assert answered.context["verdict"].right


def answered_wrong(game: str, theme: str, client: Client) -> tuple[Puzzle, str]:
    """A puzzle that is answered with its first wrong card or row alone, and the page that says so."""
    kind = games.get(game)
    puzzle = models.Puzzle.generate_puzzle(kind, kind.options(), theme, name="reasons")
    posed = puzzle.engine_puzzle
    wrong = next(option.id for option in posed.options if option.id not in posed.key)
    return posed, client.post(f"{puzzle.get_absolute_url()}answer/", {"answer": wrong}, follow=True).text


@pytest.mark.parametrize(
    ("game", "theme"),
    [("vazhushal", "legal-wipes"), ("lorum", "which-cards"), ("anaconda", "best-five"), ("commune", "which-card")],
)
def test_each_reason_hangs_at_its_card(game: str, theme: str, as_anna: Client) -> None:
    """Of cards in a zone of the table, and of cards that no zone has."""
    question, page = answered_wrong(game, theme, as_anna)
    hung = dict(re.findall(r'id="reason-([^"]+)"(.*?)</li>', page, re.DOTALL))
    assert hung.keys() == {option.id for option in question.options}
    for option in question.options:
        assert page.count(f'<label for="reason-{option.id}"><span role="img" class="card') == 1
        assert str(card_text(question.reasons[option.id])) in hung[option.id]
    assert [text.count(" checked") for text in hung.values()].count(1) == 1
    assert '<ul class="list reasons">' not in page
    assert "Full answer" in page


def test_the_illegal_card_is_read_first(as_anna: Client) -> None:
    """The cards that are right are missed; their reasons are one step away from its reason."""
    question, page = answered_wrong("vazhushal", "legal-wipes", as_anna)
    wrong = next(option.id for option in question.options if option.id not in question.key)
    assert re.findall(r'id="reason-([^"]+)"\s+aria-label="[^"]+"([^>]*)>', page).count((wrong, " checked")) == 1
    assert f"You found 0 of {len(question.key)}. One of your picks is wrong." in page


COUNTED = re.compile(r'<ul class="counted".*?</ul>', re.DOTALL)


def test_cards_to_count_get_their_points_once_the_answer_is_given(as_anna: Client) -> None:
    game = games.get("chinese-ten")
    puzzle = models.Puzzle.generate_puzzle(game, game.options(), "count-the-pile", name="counted")
    before = COUNTED.search(as_anna.get(puzzle.get_absolute_url()).text)
    assert before
    assert re.findall(r"<b>(\d+)</b></li>", before[0]) == []
    url = f"{puzzle.get_absolute_url()}answer/"
    after = COUNTED.search(as_anna.post(url, {"answer": puzzle.engine_puzzle.key + 1}, follow=True).text)
    assert after
    points = [int(number) for number in re.findall(r"<b>(\d+)</b></li>", after[0])]
    assert len(points) == after[0].count("<li")
    assert sum(points) == puzzle.engine_puzzle.key


def test_rows_of_cards_keep_a_list_in_their_order(as_anna: Client) -> None:
    question, page = answered_wrong("guts", "who-wins", as_anna)
    rows = page.partition('<ul class="list reasons">')[2]
    assert page.index("You found ") < page.index('<ul class="list reasons">')
    places = [rows.index(str(card_text(question.reasons[option.id]))) for option in question.options]
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("marks", "spans"),
    [("-r--w--m", ["1-3", "4-3", "7-2"]), ("rwm", ["1-1", "2-1", "3-1"]), ("rwm-----", ["1-2", "3-2", "5-4"])],
)
def test_reasons_share_out_the_columns_of_their_line(marks: str, spans: list[str]) -> None:
    words = {"-": "", "r": "right", "w": "wrong", "m": "missed"}
    cards = [
        ("2C", AnswerCard("", str(number), False, words[mark], "word", "why")) for number, mark in enumerate(marks)
    ]
    shown = answer_cards(cards)
    own = re.findall(r'class="(?:right|wrong|missed)">.*?data-first="(\d)" data-span="(\d)"', shown, re.DOTALL)
    assert [f"{first}-{span}" for first, span in own] == spans
