"""Cards, moves, positions, records and house rules as text: good ones come back as they went, bad ones are refused."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import games
from games.cards import (
    JOKER,
    PACK,
    UNKNOWN,
    Card,
    build_deck,
    format_cards,
    join_card_names,
    list_missing_cards,
    parse_card,
    parse_cards,
    subtract_cards,
)
from games.engine.move import Move, parse_move
from games.engine.options import BadOption
from games.engine.record import FORMAT, parse_record
from games.errors import BadPosition, BadText, RulesError

GAME = games.get("vazhushal")

# -- cards -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [*PACK, JOKER, UNKNOWN], ids=lambda card: card.code)
def test_a_code_is_always_the_same_card(card: Card) -> None:
    assert parse_card(card.code) is card
    assert copy.deepcopy(card) is card
    assert pickle.loads(pickle.dumps(card)) is card


@pytest.mark.parametrize(
    ("text", "code"),
    [("qs", "QS"), ("10h", "TH"), ("10H", "TH"), ("*=9s", "*=9S"), ("8h=7c", "8H=7C"), ("9S=9S", "9S"), ("*=?", "*=?")],
)
def test_cards_are_read_with_some_patience(text: str, code: str) -> None:
    assert parse_card(text).code == code


NO_CARDS = ["", " ", "1H", "11H", "HQ", "Q", "S", "QX", "ZS", "QSS", "**", "*=", "=QS", "*=*", "?=QS", "?=?", "*==9S"]
NO_CARDS += ["*=9S=8S", "QS=", "♠Q", "Q♠", "٣H", "QS\x00", "joker", "-", "/", "9S-8S", "0H", "TH=ZZ"]


@pytest.mark.parametrize("text", NO_CARDS)
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_card(text)


def test_a_card_does_not_stand_for_one_that_stands_for_another() -> None:
    """Whatever cards were read before."""
    parse_card("9S=8S")
    with pytest.raises(BadText):
        parse_card("*=9S=8S")


def test_a_wild_card_knows_what_it_is_and_what_it_stands_for() -> None:
    card = parse_card("8H=7C")
    assert (card.base.code, card.face.code, card.rank, card.suit, card.natural) == ("8H", "7C", 7, "C", False)
    assert card.name == "eight of hearts standing for the seven of clubs"
    assert parse_card("8H").substitute_for(parse_card("8H")) is parse_card("8H")


def test_cards_in_rows() -> None:
    hand = parse_cards("QS TH QS *")
    assert format_cards(hand) == "QS TH QS *"
    assert format_cards(list_missing_cards(parse_cards("QS QS QS 2C"), hand)) == "QS 2C"
    assert format_cards(subtract_cards(hand, parse_cards("QS *"))) == "TH QS"
    assert join_card_names(hand[:3]) == "the queen of spades, the ten of hearts, and the queen of spades"
    assert len(build_deck(2, 4)) == 108
    with pytest.raises(ValueError, match="not in list"):
        subtract_cards(hand, parse_cards("2C"))


# -- moves -----------------------------------------------------------------------------------------

MOVES = [
    "stock",
    "discard KC",
    "wipe 3 QC QS QD after 3H 4H 5H",
    "wipe 1 8H 8D 8S / 5S 6S 7S",
    "take after 5H 6H 7H",
    "meld *=9S *=TS JS",
    "layoff 101 8H",
    "rearrange 5C 6C 7C / 8C 8D 8H / JD QD KD",
    "meld 8H=7C 8C *=?",
    "throw-in",
    "dealer 1",
    "bid 999999999",
    "call hearts",
]


@pytest.mark.parametrize("text", MOVES)
def test_a_move_is_its_text(text: str) -> None:
    move = parse_move(text)
    assert str(move) == text
    assert parse_move(str(move)) == move


def test_the_parts_of_a_move() -> None:
    move = parse_move("wipe 3 QC QS QD / 2C 3C 4C after 3H 4H 5H")
    assert (move.verb, move.number, format_cards(move.cards)) == ("wipe", 3, "QC QS QD")
    assert [(name, format_cards(group)) for name, group in move.named] == [("after", "3H 4H 5H")]
    assert (format_cards(move.get_cards_by_name("after")), move.get_cards_by_name("before")) == ("3H 4H 5H", ())
    assert move.part_names == ["number", "groups", "after"]
    assert [format_cards(group) for group in move.groups] == ["QC QS QD", "2C 3C 4C"]
    assert not move.has_open_wild_card
    assert parse_move("meld 5H 6H *=?").has_open_wild_card
    assert parse_move("take after 5H 6H *=?").has_open_wild_card


@pytest.mark.parametrize(
    ("slug", "text", "said"),
    [
        ("lorum", "play 9D", "Play 9D"),
        ("court-piece", "play 9D", "Play 9D"),
        ("daifugo", "play 9D 9S", "Play 9D 9S"),
        ("daifugo", "play JD back", "Play JD and reverse the order"),
        ("lorum", "play 9D / 9S", "Play a card: 9D and 9S"),
    ],
)
def test_a_play_is_said_as_at_the_table(slug: str, text: str, said: str) -> None:
    game = games.get(slug)
    assert game.describe_move(game.parse_move(text)) == said


@pytest.mark.parametrize("text", ["discard  kc ", "discard\tKC", "discard KC\n"])
def test_moves_are_read_with_some_patience(text: str) -> None:
    assert parse_move(text) == Move("discard", groups=((parse_card("KC"),),))


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "   ",
            "KC",
            "Discard KC",
            "discard X",
            "discard KC,",
            "3 KC",
            "meld / 5C",
            "meld 5C /",
            "meld 5C / / 6C",
        ),
        *(
            "wipe 3.5 QC",
            "wipe -1 QC",
            "wipe 1000000000 QC",
            "take after / 5C",
            "wipe 3 4 QC",
            "wipe 3 QC 2",
            "dïscard KC",
            "-",
            "--",
            "\x00",
        ),
        *("discard KC" * 200, "meld 5C 5C=", "meld " + "5C " * 400, "discard KC; drop", "meld [5C]"),
    ],
)
def test_what_is_no_move_is_refused(text: str) -> None:
    with pytest.raises(BadText):
        parse_move(text)


@pytest.mark.parametrize("thing", [None, 3, 3.5, True, [], {}, b"stock", ("stock",)])
def test_what_is_no_text_is_no_move(thing: Any) -> None:
    with pytest.raises(BadText):
        parse_move(thing)


def test_bad_text_says_what_where_and_what_is_wanted() -> None:
    with pytest.raises(BadText) as refused:
        parse_move("discard 1X")
    assert refused.value.what == "not a card"
    assert refused.value.where == "1X"
    assert "A23456789TJQK" in refused.value.wanted
    assert "“1X” isn’t a card" in str(refused.value)


# -- positions -------------------------------------------------------------------------------------


def position(**keys: Any) -> dict[str, Any]:
    return {"game": "vazhushal", "seats": 2, "hands": ["5C 6C 7C KD"], "line": "2C", **keys}


def test_what_is_left_out_of_a_position_is_filled_in() -> None:
    state = GAME.load_position(position())
    assert [len(hand) for hand in state.hands] == [4, 13]
    assert (state.phase, state.waiting, len(state.stock)) == ("draw", (0,), 54 - 18)
    assert GAME.build_position(state)["stock"] == " ".join(["?"] * 36)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"colour": "red"}, "isn’t a key of a position"),
        ({"game": "whist"}, "isn’t a valid value for “game”"),
        ({"seats": 1}, "“seats”"),
        ({"seats": 7}, "“seats”"),
        ({"seats": "2"}, "“seats”"),
        ({"seats": True}, "“seats”"),
        ({"seats": 2.0}, "“seats”"),
        ({"phase": "sleep"}, "“phase”"),
        ({"phase": ["draw"]}, "“phase”"),
        ({"turn": 2}, "“turn”"),
        ({"turn": -1}, "“turn”"),
        ({"drawn": "luck"}, "“drawn”"),
        ({"hands": "5C 6C"}, "“hands”"),
        ({"hands": ["5C", "6C", "7C"]}, "“hands”"),
        ({"hands": [5]}, "“hands”"),
        ({"hands": ["5X"]}, "isn’t a card"),
        ({"hands": ["*=5C"]}, "stands for itself"),
        ({"hands": ["5C 5C"]}, "5C appears twice"),
        ({"hands": ["2C"]}, "2C appears twice"),
        ({"hands": ["* * *"]}, "* appears three times"),
        ({"hands": ["? " * 60]}, "the deck has only 54"),
        ({"line": 5}, "“line”"),
        ({"line": "5C " * 500}, "“line”"),
        ({"line": "*=9S"}, "stands for itself"),
        ({"stock": ["5C"]}, "“stock”"),
        ({"stock": ""}, "The stock is empty"),
        ({"negative": "5X"}, "isn’t a card"),
        ({"negative": "9C 9D"}, "isn’t a card"),
        ({"negative": "*=9C"}, "stands for itself"),
        ({"negative": 9}, "“negative”"),
        ({"melds": "8C 8D 8H"}, "“melds”"),
        ({"melds": [["8C 8D"]]}, "“8C 8D” isn’t a meld"),
        ({"melds": [["8C 8D 9H"]]}, "isn’t a meld"),
        ({"melds": [["8C 8D *"]]}, "isn’t a meld"),
        ({"melds": [["8C 8D 9S=8S"]]}, "isn’t a meld"),
        ({"melds": [["8C 8D *=?"]]}, "isn’t possible in a meld"),
        ({"melds": [["8C 8D ?"]]}, "isn’t possible in a meld"),
        ({"melds": [[""]]}, "A meld can’t be empty"),
        ({"melds": [[5]]}, "isn’t a meld"),
        ({"melds": [["8C 8D 8H"], [], []]}, "“melds”"),
        ({"starter": "yes"}, "“starter”"),
        ({"starter": True}, "isn’t wild"),
        ({"forced": True}, "there’s no wild starter"),
        ({"covered": True}, "“covered”"),
        ({"phase": "table", "hands": [""]}, "needs a card to discard"),
        ({"phase": "final", "done": [0, 1]}, "the hand is over"),
        ({"phase": "redeal", "stock": "5H"}, "The stock must hold"),
        ({"phase": "reshuffle", "line": ""}, "no starter to shuffle back"),
        ({"done": [2]}, "“done”"),
        ({"done": "0"}, "“done”"),
        ({"asked": [0.5]}, "“asked”"),
        ({"turns": -1}, "“turns”"),
        ({"turns": 10**9}, "“turns”"),
        ({"known": ["9H"]}, "“known” has 9H"),
        ({"known": ["?"]}, "“known” has ?"),
        ({"seen": 99}, "“seen”"),
        ({"seen": None}, "“seen”"),
        ({"options": {"packs": 3}}, "“packs”"),
        ({"options": {"packs": "1"}, "seats": 4}, "One deck is enough"),
        ({"options": {"house": "mine"}}, "There’s no option"),
        ({"options": [1]}, "an object of names and values"),
        ({"match": 3}, "“match”"),
        ({"match": {"dealer": 5}}, "“dealer”"),
        ({"match": {"dealer": None}}, "needs a “dealer”"),
        ({"match": {"scores": [1]}}, "“scores”"),
        ({"match": {"scores": ["1", "2"]}}, "“scores”"),
        ({"match": {"winners": [7]}}, "“winners”"),
        ({"match": {"over": 1}}, "“over”"),
        ({"match": {"results": [{}]}}, "“results”"),
        ({"match": {"results": 3}}, "“results”"),
        ({"match": {"mood": 3}}, "isn’t a key"),
    ],
)
def test_a_position_that_cannot_be_is_refused(changed: dict[str, Any], sentence: str) -> None:
    with pytest.raises(RulesError) as refused:
        GAME.load_position(position(**changed))
    assert isinstance(refused.value, BadText | BadPosition | BadOption)
    assert sentence in str(refused.value)


@pytest.mark.parametrize("thing", [None, 3, "position", [], [("seats", 2)]])
def test_what_is_no_object_is_no_position(thing: Any) -> None:
    with pytest.raises(BadText, match="isn’t a position"):
        GAME.load_position(thing)


# -- records ---------------------------------------------------------------------------------------

RECORD = {"format": FORMAT, "game": "vazhushal", "options": {}, "seats": 2, "moves": [[-1, "dealer 1"]]}


def test_a_record_is_its_json() -> None:
    assert parse_record(RECORD).to_json() == RECORD


@pytest.mark.parametrize(
    "changed",
    [
        {"format": "house-rules/0"},
        {"format": None},
        {"game": "whist"},
        {"game": None},
        {"options": {"packs": 1}},
        {"options": "none"},
        {"seats": 1},
        {"seats": "2"},
        {"seats": True},
        {"seats": None},
        {"moves": None},
        {"moves": "stock"},
        {"moves": [["0", "stock"]]},
        {"moves": [[0, "stock", 1]]},
        {"moves": [[0]]},
        {"moves": [0, "stock"]},
        {"moves": [[True, "stock"]]},
        {"moves": [[0, None]]},
    ],
)
def test_what_is_no_record_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(RulesError):
        parse_record({**RECORD, **changed})


@pytest.mark.parametrize("thing", [None, 3, "record", []])
def test_what_is_no_object_is_no_record(thing: Any) -> None:
    with pytest.raises(BadText):
        parse_record(thing)


# -- house rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", GAME.options.presets, ids=lambda preset: preset.name)
def test_house_rules_are_what_differs_from_the_book(preset: Any) -> None:
    options = GAME.options.load_preset(preset.name)
    assert options.list_nonstandard_values() == dict(preset.values)
    assert GAME.options(options.list_nonstandard_values()) == options
    assert GAME.options(options.list_nonstandard_values()).digest() == options.digest()


@pytest.mark.parametrize(
    "chosen",
    [
        {"packs": 1},
        {"packs": "3"},
        {"extra-jokers": 5},
        {"extra-jokers": -1},
        {"extra-jokers": True},
        {"extra-jokers": 1.0},
        {"joker-hand-value": 12},
        {"layoff-own": 1},
        {"layoff-own": "yes"},
        {"layoff_own": True},
        {"match-mode": None},
        {"match-mode": ["open"]},
        {"": 1},
        {"wild-rule": "printed-only", "neg-drawable": True},
        {"wild-rule": "printed-only", "neg-printed": "aces"},
        "packs=1",
        ["packs"],
        3,
    ],
)
def test_house_rules_that_cannot_be_are_refused(chosen: Any) -> None:
    with pytest.raises(BadOption):
        GAME.options(chosen)


def test_house_rules_do_not_change() -> None:
    options = GAME.options()
    with pytest.raises(AttributeError):
        options.packs = "1"
    assert options.copy_with_values(packs="1") != options
    assert options.copy_with_values(packs="auto") == options
