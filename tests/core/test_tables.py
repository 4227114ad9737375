"""Names in sentences, moves in words: what `core.rendering.table_context` makes of an engine's screen."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import games
from core.rendering.table_context import (
    DealSummary,
    ScoreCell,
    build_legal_card_marks,
    build_score_sheet,
    build_screen_context,
    describe_move_readings,
    fill_in_names,
    fill_in_violation_names,
    get_seat_name,
    list_legal_moves,
    narrate_events,
)
from core.templatetags.cards import minus
from games.engine.game import Game
from games.engine.state import DealResult
from games.engine.table import Table

NAMES = ["Ann", "Bo", "Cy"]


@pytest.fixture(params=[game.slug for game in games.all_games().values()])
def table(request: pytest.FixtureRequest) -> Table:
    """A table of every game, with some moves made."""
    game: Game[Any] = games.get(request.param)
    seats = 3 if 3 in game.list_seat_counts(game.options()) else game.seats[0]
    table, rng = Table(game, game.options(), seats), Random(5)
    table.play_dealer_moves(rng)
    for _ in range(12):
        seat = table.state.waiting[0]
        table.play_move(seat, game.draw_random_move(table.state, seat, rng))
        table.play_dealer_moves(rng)
    assert not table.is_over
    return table


@pytest.mark.parametrize(
    ("text", "you", "said"),
    [
        ("{0} draws from the stock.", None, "Ann draws from the stock."),
        ("{0} draws from the stock.", 1, "Ann draws from the stock."),
        ("{0} draws from the stock.", 0, "You draw from the stock."),
        ("{0} passes.", 0, "You pass."),
        ("{0} carries on.", 0, "You carry on."),
        ("{0} is out and wins the hand.", 0, "You are out and win the hand."),
        ("{0} lays nothing more.", 0, "You lay nothing more."),
        ("{0} has a card to lay.", 0, "You have a card to lay."),
        ("{0} wipes 3 cards, down to 7D, and lays 7D 8D 9D.", 0, "You wipe 3 cards, down to 7D, and lay 7D 8D 9D."),
        ("{0} wipes 7D, lays 7D 8D 9D and takes 4C.", 0, "You wipe 7D, lay 7D 8D 9D and take 4C."),
        ("{0} and {1} share the hand.", 0, "You and Bo share the hand."),
        ("{0} and {1} share the hand.", 1, "Ann and you share the hand."),
        ("Nobody could, so {0} takes it.", 0, "Nobody could, so you take it."),
        ("It is over. {0} wins.", 0, "It is over. You win."),
        ("{0}’s hand lies open.", 0, "Your hand lies open."),
        ("That was {0}’s card.", 0, "That was your card."),
        ("{0} could pass.", 0, "You could pass."),
        ("{2} deals.", None, "Cy deals."),
        ("{7} deals.", None, "Seat 8 deals."),
        ("Nobody at all.", 0, "Nobody at all."),
    ],
)
def test_sentences_get_names_and_speak_to_the_reader(text: str, you: int | None, said: str) -> None:
    assert fill_in_names(text, NAMES, you) == said


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["דנה", "רון כהן"], "\u2068דנה\u2069: 5, \u2068רון כהן\u2069: 7."),
        (["سارة 2", "Zoë 🦊"], "\u2068سارة\u2069 2: 5, Zoë 🦊: 7."),
        (["Dana (דנה)", "רון’s stand-in"], "Dana (\u2068דנה\u2069): 5, \u2068רון\u2069’s stand-in: 7."),
    ],
)
def test_a_name_from_right_to_left_turns_nothing_round(names: list[str], said: str) -> None:
    assert fill_in_names("{0}: 5, {1}: 7.", names) == said


def test_a_name_is_never_read_as_a_place_for_another() -> None:
    assert fill_in_names("{0} and {1}", ["{1}", "{0}"]) == "{1} and {0}"


@pytest.mark.parametrize("names", [["Ann"], {0: "Ann"}, {}, []])
def test_a_seat_without_a_name_is_called_by_its_number(names: Any) -> None:
    assert get_seat_name(names, 0) in ("Ann", "Seat 1")
    assert get_seat_name(names, 1) == "Seat 2"


def test_nothing_is_left_in_braces(table: Table) -> None:
    for seat in (*range(table.state.seats), None):
        context = build_screen_context(table.game, table.build_screen(seat), NAMES, seat)
        screen = context["screen"]
        said = [screen.prompt, *(value for _, value in screen.facts), *(zone.note for zone in screen.zones)]
        said += [text for note in screen.seats for text in (note.note, note.score)]
        signs = [*screen.signs, *(sign for note in screen.seats for sign in note.signs)]
        said += [text for sign in signs for text in (sign.label, sign.words)]
        for action in screen.actions:
            said += [action.sentence, *(field.label for field in action.fields)]
        said += [line for events in table.events for line in narrate_events(table.game, events, seat, NAMES)]
        assert not [text for text in said if "{" in text]


def test_a_description_begins_a_sentence_with_a_capital_and_a_name_stays_as_it_is() -> None:
    names = ["you", "the player on your left", "ben"]
    assert (
        fill_in_names("{1} takes it from {1}.", names)
        == "The player on your left takes it from the player on your left."
    )
    assert fill_in_names("{2} takes it.", names) == "ben takes it."
    gone = ["Free seat", "Someone", "Ben"]
    assert fill_in_names("{0} is to speak.", gone) == "The open seat is to speak."
    assert fill_in_names("{2} deals; {1} speaks first.", gone) == "Ben deals; someone speaks first."
    assert fill_in_names("{1} passes.", gone) == "Someone passes."


def test_dressing_keeps_cards_and_actions(table: Table) -> None:
    screen = table.build_screen(0)
    dressed = build_screen_context(table.game, screen, NAMES, 0, move_url="/m/", version=7)
    assert [zone.cards for zone in dressed["screen"].zones] == [zone.cards for zone in screen.zones]
    assert dressed["screen"].actions == screen.actions
    assert (dressed["move_url"], dressed["version"]) == ("/m/", 7)


def test_what_a_player_can_do_is_said_with_names() -> None:
    """On the button, in the question that it asks, and in the list of what can be done."""
    game: Game[Any] = games.get("anaconda")
    state = game.load_position({"options": {"pass-pattern": "2L+1R"}, "seats": 3, "phase": "pass"})
    dressed = build_screen_context(game, game.build_screen(game.build_view(state, 0)), NAMES, 0)
    (action,) = dressed["screen"].actions
    assert action.sentence == "Pass two cards to Bo and one card to Cy."
    assert action.fields[0].label == "Pass two cards to Bo, and then one card to Cy"
    assert [group.sentence for group in list_legal_moves(game, state, 0, NAMES)] == [action.sentence]


def test_moves_are_grouped_by_verb_with_the_clause_to_read(table: Table) -> None:
    seat = table.state.waiting[0]
    groups = list_legal_moves(table.game, table.state, seat)
    moves = table.list_moves(seat)
    assert {group.verb for group in groups} == {move.verb for move in moves}
    assert sum(len(group.moves) + group.more for group in groups) == len(moves)
    for group in groups:
        assert group.clause == "" or group.clause in table.game.clauses
    other = (seat + 1) % table.state.seats
    if other not in table.state.waiting:
        assert list_legal_moves(table.game, table.state, other) == []
        assert build_legal_card_marks(table.game, table.state, other) == {}


def test_marked_cards_are_those_of_legal_moves(table: Table) -> None:
    seat = table.state.waiting[0]
    marks = build_legal_card_marks(table.game, table.state, seat)
    named_cards = {card.base.code for move in table.list_moves(seat) for card in move.cards}
    assert named_cards <= set(marks)
    assert set(marks.values()) <= {"legal"}


def test_moves_in_words_keep_their_text(table: Table) -> None:
    seat = table.state.waiting[0]
    moves = table.list_moves(seat)
    for move, (text, words) in zip(moves, describe_move_readings(table.game, moves), strict=True):
        assert table.game.parse_move(text) == move
        assert words == table.game.describe_move(move)
        assert words[0].isupper()


def test_a_refusal_says_by_name_who_is_waited_for(table: Table) -> None:
    seat = table.state.waiting[0]
    other = next(one for one in range(table.state.seats + 1) if one not in table.state.waiting)
    refused = table.find_violation(other, str(table.list_moves(seat)[0]))
    assert refused is not None
    told = [refused.violation.sentence, *(one.sentence for one in refused.violation.others)]
    assert any(f"seat {seat}" in one for one in told), "seats count from 0 where they have no names"
    said = fill_in_violation_names(refused.violation, NAMES, other)
    assert any(NAMES[seat] in one.sentence for one in (said, *said.others))


def test_a_clause_of_the_game_names_who_is_waited_for_too() -> None:
    game = games.get("court-piece")
    state = game.load_position({"turn": 2, "leader": 0, "trick": "2H 5H"})
    refused = game.find_violation(state, 0, game.parse_move("play 3C"))
    assert refused is not None
    assert refused.clause.id == "trick.order"
    said = fill_in_violation_names(refused, NAMES, 0)
    assert all(NAMES[2] in one.sentence and "seat" not in one.sentence for one in (said, *said.others))


def test_every_verb_with_a_clause_has_one_of_the_game() -> None:
    for game in games.all_games().values():
        assert all(verb.name == name for name, verb in game.verbs.items())
        assert {verb.clause for verb in game.verbs.values()} - {""} <= set(game.clauses)


def test_the_sheet_of_a_match_lists_its_hands_played_and_to_come():
    game, rng = games.get("lorum"), Random(5)
    state = game.start_match(game.options(), 4)
    while state.match.deals < 2:
        seat = state.waiting[0]
        game.apply_move(
            state, seat, game.draw_dealer_move(state, rng) if seat < 0 else game.draw_random_move(state, seat, rng)
        )
    sheet = build_score_sheet(game, state, ["Ann", "Ben", "Cem", "Dia"], 0)
    assert sheet is not None
    assert sheet.names == ("You", "Ben", "Cem", "Dia")
    assert [called for called, _ in sheet.rows][:3] == ["1 No Hearts", "2 Queens", "3 No Tricks"]
    assert len(sheet.rows) == 28
    assert sheet.rows[2][1] == ("",) * 4
    gained = [sum(int(line[seat]) for _, line in sheet.rows[:2]) for seat in range(4)]
    assert [100 + number for number in gained] == list(sheet.total)


def test_words_in_a_count_stand_apart_from_numbers():
    rows = (("Ann", "–", "-3"), ("Bo", "Daifugo", "3"))
    drawn = DealSummary(DealResult("any", ()), "", ("Player", "Title", "Chips"), rows).score_cell_rows
    assert drawn[0] == [ScoreCell("Player", False), ScoreCell("Title", False), ScoreCell("Chips", True)]
    assert drawn[1][2] == ScoreCell("-3", True)


@pytest.mark.parametrize(("number", "drawn"), [("-3", "−3"), (-21, "−21"), ("+3", "+3"), ("–", "–"), ("4-5", "4-5")])
def test_a_minus_is_as_wide_as_a_plus(number, drawn):
    assert minus(number) == drawn
