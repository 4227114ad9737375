"""Text of a shape that makes parsers slow is refused before it's parsed: in little time, and with little memory."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from django.utils.html import escape

import games
from core.authoring.lessons.drafts import LONGEST_TEXT, parse_lesson_file
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.importing import parse_puzzle_file
from core.classes.roster import LONGEST_LINE, MOST_LINES, clean_text, parse_roster_line
from core.classes.roster_form import PastedRoster
from core.http.strict_json import InvalidJson, parse_json
from core.http.untrusted_text import check_path_and_headers, normalize_for_comparison
from core.infra.logs import remove_secrets
from core.rendering import markdown as markdown
from games.engine.game import Game
from games.engine.move import parse_move
from games.engine.position_builder import parse_typed_cards
from games.engine.state import DEALER
from games.engine.view import Position
from tests.hostile import CARDS, JSON, LISTS, MARKDOWN, SIZE, TOML, Cost, cost_of

GAME = games.get("guts")
FULL_CARDS = {name: (piece * SIZE)[:SIZE] for name, piece in CARDS.items()}


def shapes(texts: dict[str, str]) -> Any:
    return pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in texts.items()])


def is_refused(cost: Cost) -> bool:
    return cost.is_small and cost.said.startswith("refused")


# -- one parser after the other ----------------------------------------------------------------------------------------


@pytest.mark.repeated
@shapes(TOML)
def test_a_lesson_file_of_a_hostile_shape_is_refused_at_once(text: str) -> None:
    assert len(text) > 0.8 * SIZE
    cost = cost_of(lambda: parse_lesson_file(GAME, text, GAME.options()), (BadChange,))
    assert is_refused(cost), cost


@pytest.mark.parametrize("amplified", ["each", "like"])
def test_what_all_steps_share_is_not_read_with_every_one_of_them(amplified: str) -> None:
    melds = ", ".join(['"3H 4H 5H"'] * 3000)
    first = '[[step]]\nid = "a"\nkind = "show"\ntext = "Look."\nclauses = "x"\n'
    others = "".join(first.replace('"a"', f'"a{number}"') + f'like = "{amplified}"\n' for number in range(39))
    big = f"hands = [{melds}]\n"
    text = 'title = "T"\nidea = "I"\n' + (
        f"each = {{hands = [{melds}]}}\n{first}{others}".replace('like = "each"\n', "")
        if amplified == "each"
        else first + big + others.replace('like = "like"', 'like = "a"')
    )
    cost = cost_of(lambda: parse_lesson_file(GAME, text, GAME.options()), (BadChange,))
    assert is_refused(cost), cost
    assert "This lesson is too long" in cost.said


SMALL_ENOUGH = {"an array of long numbers", "many keys", "a long fraction"}
"""The shapes of JSON that have fewer values than may be sent, and are read."""


@pytest.mark.parametrize("name", JSON)
def test_json_of_a_hostile_shape_is_refused_or_read_at_once(name: str) -> None:
    cost = cost_of(lambda: len(str(parse_json(JSON[name]))), (InvalidJson,))
    assert cost.is_small, cost
    assert cost.said.startswith("returned" if name in SMALL_ENOUGH else "refused: "), cost
    assert name in SMALL_ENOUGH or re.fullmatch(r"refused: [A-Z“].*[.?]", cost.said), cost


@pytest.mark.repeated
@shapes(MARKDOWN)
def test_markdown_of_a_hostile_shape_is_shown_as_it_is_or_within_a_bound(text: str) -> None:
    """A text that is too long or complex is one paragraph, and the HTML of any other has a bounded length."""
    cost = cost_of(lambda: markdown.render_markdown(text) == f"<p>{escape(text)}</p>")
    assert cost.is_small, cost
    assert cost.said == "returned True"
    for piece in (text[: markdown.LONGEST], text[:LONGEST_TEXT]):
        cost = cost_of(lambda piece=piece: len(markdown.render_markdown(piece)) <= 40 * len(piece))  # type: ignore[misc]
        assert cost.is_small, cost
        assert cost.said == "returned True"


@shapes(MARKDOWN)
def test_no_draft_has_a_text_that_is_too_long_to_read(text: str) -> None:
    if len(" ".join(text[:1900].split())) > LONGEST_TEXT:  # line breaks in a file are no part of its text
        _check_lesson(text[:1900])
    with pytest.raises(BadChange, match=f"Each can have at most {LONGEST_TEXT} characters"):
        parse_puzzle_file({"draft": {"game": GAME.slug, "why": text[:1900]}})


def _check_lesson(text: str) -> None:
    step = f"[[step]]\nid = \"a\"\nkind = \"show\"\ntext = '''{text}'''\nclauses = \"{next(iter(GAME.clauses))}\"\n"
    with pytest.raises(BadChange, match=f"Each text can have at most {LONGEST_TEXT} characters"):
        parse_lesson_file(GAME, f'title = "T"\nidea = "I"\n{step}', GAME.options())


@pytest.mark.repeated
@shapes(LISTS)
def test_a_pasted_list_of_a_hostile_shape_makes_no_student(text: str) -> None:
    """A list of blank lines has nothing to refuse; every other one is refused with a sentence."""

    def look() -> str:
        pasted = PastedRoster({"name": text, "names": text})
        is_refused = bool(pasted.roster_problem) or not text.strip()
        return f"{len(pasted.names)} names of {min(len(pasted.lines), MOST_LINES + 1)} lines, refused: {is_refused}"

    cost = cost_of(look)
    assert cost.is_small, cost
    assert re.fullmatch(r"returned 0 names of \d+ lines, refused: True", cost.said), cost


@pytest.mark.repeated
@shapes(LISTS)
def test_a_name_of_a_hostile_shape_is_cut(text: str) -> None:
    for work, bound in (
        (lambda: len(parse_roster_line(text).name) <= LONGEST_LINE, "returned True"),
        (lambda: len(clean_text(text)) <= LONGEST_LINE, "returned True"),
        (lambda: len(normalize_for_comparison(text)) <= SIZE, "returned True"),
    ):
        cost = cost_of(work)
        assert cost.is_small, cost
        assert cost.said == bound, cost


@pytest.mark.repeated
@shapes(FULL_CARDS)
def test_cards_and_moves_of_a_hostile_shape_are_refused_at_once(text: str) -> None:
    for work in (lambda: parse_move(text), lambda: parse_typed_cards(text)):
        cost = cost_of(work)
        assert is_refused(cost), cost


def dealt(game: Game[Any]) -> Position:
    """A position of a deal that has begun."""
    state, rng = game.start_match(game.options(), game.default_seat_count), Random(1)
    for _ in range(4):
        seat = state.waiting[0]
        move = game.draw_dealer_move(state, rng) if seat == DEALER else next(iter(game.list_moves(state, seat)))
        game.play_move(state, seat, move)
    return game.build_position(state)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_a_position_of_a_hostile_shape_costs_little(game: Game[Any]) -> None:
    position = dealt(game)
    game.load_position(position)

    def load_all(text: str) -> int:
        """Try every key with this text, long ones and many short ones, and tell how many were refused."""
        many, refused = [text[:20].strip()] * (SIZE // 24), 0
        for key in game.position_keys:
            for value in (text, [text] * 2, many, [many] * 2, {text: text}, int("9" * 4000)):
                try:
                    game.load_position({**position, key: value})
                except ValueError:
                    refused += 1
        return refused

    for name in ("cards", "groups", "one word"):
        cost = cost_of(lambda name=name: load_all(FULL_CARDS[name]))  # type: ignore[misc]
        assert cost.is_small, (name, cost)
        assert int(cost.said.removeprefix("returned ")) >= 5 * len(game.position_keys), (name, cost)


@pytest.mark.repeated
@pytest.mark.parametrize(
    "piece", ["/", "a/", "csrf", "a://", "a:", "/join/", "?", "/?", "sessionid", "Token ", "secret", "=", "a=", "a1"]
)
def test_a_line_of_the_log_costs_little_whatever_somebody_sent(piece: str) -> None:
    """The line can hold a header, such as the id that a request has given itself."""
    line = (piece * 60_000)[:60_000]
    assert cost_of(lambda: len(remove_secrets(None, "info", line))).is_small
    assert cost_of(lambda: len(remove_secrets(None, "info", f"Token {' ' * 60_000}{line}=x"))).is_small


@pytest.mark.parametrize("cookies", ['a="' + "\\" * 60_000 + '"', "\\" * 200 + "a=b; " * 3000, "a" * 60_000])
def test_cookies_of_a_hostile_shape_are_refused_at_once(cookies: str) -> None:
    cost = cost_of(lambda: check_path_and_headers("/", cookies))
    assert cost.is_small, cost
