"""A turn in one sentence, and cards by their full names."""

from __future__ import annotations

from typing import Any

import pytest

import games
from core.rendering.narration import (
    LoggedMove,
    LogLine,
    describe_table,
    group_moves_into_turns,
    join_lines_into_sentences,
    list_turns_since_own,
    list_unfinished_turns,
    spell_out_cards,
)
from core.rendering.table_context import fill_in_screen_names, list_event_lines
from games.engine.event import Event
from games.engine.game import Game
from tests.heard import heard

NAMES = ["Ann", "Bo", "Cy", "Di"]


def said(*lines: tuple[str, str]) -> list[str]:
    return join_lines_into_sentences(
        LogLine(f"{who} {did}." if who else did, who, did if who else "") for who, did in lines
    )


@pytest.mark.parametrize(
    ("lines", "sentences"),
    [
        ([("Bo", "draws"), ("Bo", "discards 9H")], ["Bo draws and discards 9H."]),
        (
            [("Bo", "draws"), ("Bo", "lays QC QH QD"), ("Bo", "discards 9H")],
            ["Bo draws, lays QC QH QD, and discards 9H."],
        ),
        ([("Bo", "lays QC QH QD"), ("Bo", "discards 9H")], ["Bo lays QC QH QD, and discards 9H."]),
        ([("Bo", "takes 9H"), ("Bo", "wins by 9 to 6 and 5")], ["Bo takes 9H and wins by 9 to 6 and 5."]),
        ([("Bo", "discards 9H"), ("Bo", "is out and wins")], ["Bo discards 9H, is out and wins."]),
        ([("Bo", "plays TD"), ("Cy", "takes the trick")], ["Bo plays TD, and Cy takes the trick."]),
        ([("Bo", "plays TD"), ("You", "take the trick")], ["Bo plays TD, and you take the trick."]),
        ([("Bo", "plays TD"), ("Bo", "takes the trick")], ["Bo plays TD and takes the trick."]),
        ([("Bo", "turns 4S"), ("Bo", "turns TH")], ["Bo turns 4S and TH."]),
        (
            [("You", "draw 4S from the stock"), ("You", "draw TH from the stock")],
            ["You draw 4S and TH from the stock."],
        ),
        ([("Bo", "draws from the stock")] * 2, ["Bo draws from the stock twice."]),
        (
            [("Bo", "turns 4S"), ("Bo", "turns TH"), ("Bo", "turns KD; Cy owes three cards")],
            ["Bo turns 4S, TH, and KD; Cy owes three cards."],
        ),
        ([("Bo", "draws 4S"), ("Bo", "discards TH")], ["Bo draws 4S and discards TH."]),
        ([("Bo", "is out"), ("Cy", "has it, and wins")], ["Bo is out.", "Cy has it, and wins."]),
        (
            [("Bo", "deals"), ("", "KS begins the line."), ("Bo", "plays")],
            ["Bo deals.", "KS begins the line.", "Bo plays."],
        ),
    ],
)
def test_what_one_did_is_one_sentence(lines: list[tuple[str, str]], sentences: list[str]) -> None:
    assert said(*lines) == sentences


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Bo plays TD.", "Bo plays the ten of diamonds."),
        ("KS begins the line. 3C follows.", "The king of spades begins the line. The three of clubs follows."),
        ("Bo lays QC QH QD.", "Bo lays the queens of clubs, hearts, and diamonds."),
        ("Bo lays `6C 6H`.", "Bo lays the sixes of clubs and hearts."),
        ("Bo lays 7D 8D 9D.", "Bo lays the seven, eight, and nine of diamonds."),
        ("Bo lays AS AC *.", "Bo lays the aces of spades and clubs, and the joker."),
        (
            "Bo lays 6H *=7H 8H.",
            "Bo lays the six of hearts, the joker as the seven of hearts, and the eight of hearts.",
        ),
        ("Bo has 3C 7H.", "Bo has the three of clubs and the seven of hearts."),
        ("7D 8D · KC KS", "The seven and eight of diamonds; the kings of clubs and spades"),
        ("Hand 3 of 20, 4H left", "Hand 3 of 20, the four of hearts left"),
    ],
)
def test_no_suit_is_lost_aloud(text: str, words: str) -> None:
    assert spell_out_cards(text) == words


def made(*moves: tuple[int, str, bool]) -> list[LoggedMove]:
    lines = ([LogLine(f"{seat} {did}.", str(seat), did)] if did else [] for seat, did, _ in moves)
    return [
        LoggedMove(number, seat, line, ends)
        for number, ((seat, _, ends), line) in enumerate(zip(moves, lines, strict=True), 1)
    ]


def test_moves_of_one_player_are_a_turn() -> None:
    moves = made((1, "draws", False), (1, "discards", False), (2, "", False), (0, "draws", False))
    turns = group_moves_into_turns(moves, (0,))
    assert [(turn.number, turn.text, turn.over) for turn in turns] == [
        (2, "1 draws and discards.", True),
        (4, "0 draws.", False),
    ]
    assert list_turns_since_own(turns, 0) == turns[:1], "while one is at it, what the others did before"
    assert list_turns_since_own(turns, 2) == turns
    assert (list_unfinished_turns(turns, 0), list_unfinished_turns(turns, 1)) == (turns[1:], [])


def test_who_takes_a_trick_and_leads_begins_a_turn() -> None:
    moves = made((0, "plays", False), (1, "takes", True), (1, "leads", False))
    turns = group_moves_into_turns(moves, (2,))
    assert [turn.text for turn in turns] == ["0 plays.", "1 takes.", "1 leads."]
    assert [turn.number for turn in list_turns_since_own(turns, 0)] == [2, 3]


def test_a_part_of_a_turn_is_told_once_it_is_over() -> None:
    moves = made((1, "draws", False))
    assert [group_moves_into_turns(moves, waiting)[0].over for waiting in ((1,), (2,), (1, 2))] == [False, True, True]


def test_a_claimed_trick_reads_as_one_sentence() -> None:
    events = [
        Event("play", 1, games.get("court-piece").parse_move("play TD").cards),
        Event("trick", 3, facts={"trick": 4}),
    ]
    lines = list_event_lines(games.get("court-piece"), events, 3, NAMES)
    assert join_lines_into_sentences(lines) == ["Bo plays TD, and you win trick 4."]


@pytest.mark.parametrize("game", games.all_games().values(), ids=lambda game: game.slug)
def test_a_deal_is_heard_without_a_code_or_a_brace(game: Game[Any]) -> None:
    lines = list(heard(game.slug, seed=2, deals=1))
    assert len(lines) > 3
    for line in lines:
        assert spell_out_cards(line) == line, "a card is left as a code"
        assert not set("{}`") & set(line)


def test_how_things_stand_is_said_of_what_is_seen() -> None:
    game = games.get("vazhushal")
    state = game.load_position({"turn": 1, "hands": ["2C 3C", "? ? ?"], "melds": [[], ["7D 8D 9D"]], "line": "4H KS"})
    names = dict(enumerate(NAMES))
    text = spell_out_cards(
        describe_table(fill_in_screen_names(game.build_screen(game.build_view(state, 0)), names, 0), names)
    )
    assert "Bo: dealer, 3 cards" in text
    assert "has melded the seven, eight, and nine of diamonds" in text
    assert "2 cards, the last the king of spades" in text
    assert "three of clubs" not in text, "one’s own hand is there to be read"


def test_how_rows_and_signs_stand_is_said_too() -> None:
    game = games.get("lorum")
    position = {"contract": "domino", "played": "TH", "turn": 0, "pot": 12, "hands": ["AH 7C 8C 9C JC QC KC AC"]}
    names = dict(enumerate([*NAMES, "Di"]))
    text = spell_out_cards(
        describe_table(fill_in_screen_names(game.draw_table(game.load_position(position), 0), names, 0), names)
    )
    assert "Hearts: the ten of hearts, then the nine of hearts or the jack of hearts." in text
    assert "Spades: 0 cards, then the ten of spades." in text
    assert "Pot: 12 chips." in text


def test_how_a_trick_stands_is_said_with_who_played_and_who_is_whose_partner() -> None:
    game = games.get("court-piece")
    position = {
        "trump": "S",
        "leader": 0,
        "turn": 2,
        "trick": "9H 4H",
        "hands": ["2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"],
    }
    names = dict(enumerate(["Ann", "Bo", "Cy", "Di"]))
    state = game.load_position(position)
    text = spell_out_cards(
        describe_table(fill_in_screen_names(game.build_screen(game.build_view(state, 0)), names, 0), names)
    )
    assert "you led the nine of hearts, Bo played the four of hearts." in text
    assert "Cy: your partner, " in text
    assert "Bo: other team, " in text
