"""Every refusal is so: the sentences of random moves are read a second time, and what may never stand in one is sought.

`python -m tests.games.refusals` reads many more of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from importlib.util import find_spec
from itertools import islice
from random import Random
from typing import Any

import pytest

import games
from games.engine.clause import HELD, SHAPE
from games.engine.facts_and_goals import parse_move_line
from games.engine.game import Game
from games.engine.move import Move
from games.engine.puzzle import AnswerOption, Puzzle
from games.engine.state import State
from games.engine.table import Table
from tests.games.posing import posed, wrong_answers
from tests.games.refusals.walk import Walk, tally

DECISIONS, SEED = 1200, 32
MOMENTS = 250
GAMES = [*games.all_games().values()]
READ = [game for game in GAMES if find_spec(f"tests.games.refusals.{game.slug.replace('-', '_')}")]
WILD = [game for game in GAMES if any(verb.wild for verb in game.verbs.values())]
each_game = pytest.mark.parametrize("game", GAMES, ids=str)


@pytest.mark.slow
@pytest.mark.parametrize("game", READ, ids=str)
def test_a_refusal_says_what_is_so_and_what_the_seat_may_know(game: Game[Any]) -> None:
    """Whatever is wrong with a move, in random positions; and each clause that can refuse does."""
    counts = tally(game, DECISIONS, SEED)
    assert counts.wrong == []
    assert counts.sentences > DECISIONS
    assert [id for id, clause in game.clauses.items() if clause.refusal and id not in counts.quoted] == []


def test_the_refusals_of_every_game_are_read() -> None:
    assert READ == GAMES


# -- the true reason -------------------------------------------------------------------------------

SEQUENCES = {"options": {"sequences": True, "jokers": 1}, "seats": 3}
MELDING = {"phase": "table", "turn": 0, "drawn": "stock"}
ASKED = {"phase": "draw", "hands": ["5D 6D", "8C 9C", "TH JH"], "seats": 3, "pile": "2S KS", "stock": "4S 5S 6S"}
IN_LORUM = {"hands": ["7C 8D 9S TH JC QD KS AH", "", "", ""]}


@pytest.mark.parametrize(
    ("slug", "position", "before", "move", "says"),
    [
        (
            *("daifugo", {**SEQUENCES, "hands": ["5S 6S * 9C KD", "? ? ?", "? ? ?"]}, [], "0: sequence 5S 6S *"),
            "The joker has to stand for a card. Say which, such as *=4S.",
        ),
        (
            *("daifugo", {**SEQUENCES, "hands": ["5S 6H * 9C KD", "? ? ?", "? ? ?"]}, [], "0: sequence 5S 6H *"),
            "* 5S 6H aren’t all one suit.",
        ),
        (
            *("vazhushal", {**MELDING, "hands": ["8H 3C TH KD", "? ?"], "negative": "3D"}, [], "0: meld 8H 3C TH"),
            "8H 3C=9H TH include a wild card. Your first meld has to be a pure sequence.",
        ),
        (
            *("vazhushal", {**MELDING, "hands": ["8H 9H * KD", "? ?"], "melds": [["2D 3D 4D"], []]}, []),
            *("0: meld 8H 9H *", "* has to stand for a card. Choose one, such as *=TH."),
        ),
        ("lorum", {**IN_LORUM, "contract": "train"}, [], "0: pass", "You can’t pass in the Train. Play any card."),
        (
            *("lorum", {**IN_LORUM, "contract": "quart"}, [], "0: pass"),
            "You can’t pass in Quart. Start a sequence with any card.",
        ),
        (
            *("lorum", {**IN_LORUM, "contract": "queens"}, [], "0: pass"),
            "You’re leading, so you can’t pass. Play a card.",
        ),
        (
            *("mille", {"phase": "take", "turn": 0, "hands": ["9C 4D 5H", "? ? ?"], "pile": "9D"}, [], "0: pile"),
            "You hold one nine. You need two nines in your hand to take the pile.",
        ),
        (
            *("contract-rummy", ASKED, ["0: stock"], "0: discard 5D"),
            "The others can ask for the upcard first. Wait for their answers.",
        ),
        (
            *("contract-rummy", ASKED, ["0: stock"], "1: discard 8C"),
            "Right now, you’re only being asked about the upcard. Discard on your own turn.",
        ),
    ],
)
def test_the_reason_is_the_true_one(
    slug: str, position: dict[str, Any], before: list[str], move: str, says: str
) -> None:
    game = games.get(slug)
    table = Table.from_state(game, game.load_position(position))
    for line in before:
        table.play_move(*parse_move_line(game, 0, line))
    refused = table.find_violation(*parse_move_line(game, 0, move))
    assert refused is not None
    assert str(refused) == says


def test_a_table_left_as_it_is_is_not_on_offer() -> None:
    """To put one's melds down again unchanged is legal, and not worth a line."""
    game = games.get("vazhushal")
    state = game.load_position({**MELDING, "hands": ["8H TC KD", "? ?"], "melds": [["2D 3D 4D", "JS JH JC"], []]})
    assert game.is_legal(state, 0, game.parse_move("rearrange 2D 3D 4D / JS JH JC"))
    assert not [move for move in game.list_moves(state, 0) if move.verb == "rearrange"]


# -- what may not stand in one ---------------------------------------------------------------------


def moments(game: Game[Any], number: int) -> Iterator[tuple[State, Random]]:
    """Tables of random play and of examples."""
    return islice(Walk(game, SEED).tables(), number)


@pytest.mark.slow
@each_game
def test_a_move_at_the_wrong_time_is_told_so_and_not_that_it_is_incomplete(game: Game[Any]) -> None:
    """Each verb at each moment, with nothing, with a card and with a number."""
    for state, _ in moments(game, MOMENTS):
        cards = tuple(state.deck[:1])
        for verb in game.verbs.values():
            for seat in range(state.seats):
                if verb.is_possible(state, seat):
                    continue
                for move in (
                    verb.bare_move,
                    Move(verb.name, groups=(cards,)),
                    Move(verb.name, 1),
                    Move(verb.name, word="x"),
                ):
                    refused = game.find_violation(state, seat, move)
                    assert refused is not None
                    assert refused.clause not in (SHAPE, HELD), (str(move), seat, refused.sentence)


def names_a_rule_alone(game: Game[Any], text: str) -> bool:
    """Return whether all that a text says is the title of a rule, in a sentence around it."""
    titles = "|".join(re.escape(game.rulebook.get_clause_title(id)) for id in game.clauses)
    around = rf"(?:[^“”.]{{0,40}}“(?:{titles})”[^“”.]{{0,20}}\.\s*)+"
    return "It goes against" in text or re.fullmatch(around, f"{text.strip()}".replace(".”", "”.")) is not None


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        ("It goes against “One way or the other”.", True),
        ("It is about “Doubles”.", True),
        ("The rule to think of: “Doubles”.", True),
        ("The rule to think of: “Doubles”. A double is the same card twice in one hand.", False),
        ("`7H 7C` is a set. Your first meld has to be a pure sequence.", False),
    ],
)
def test_a_text_that_only_names_a_rule_is_known(text: str, alone: bool) -> None:
    assert names_a_rule_alone(games.get("vazhushal"), text) == alone


@pytest.mark.repeated
@each_game
def test_no_answer_and_no_hint_of_a_puzzle_only_names_a_rule(game: Game[Any]) -> None:
    for theme in game.puzzle_themes:
        for preset in game.options.presets[:2]:
            for setup, puzzle in posed(game.slug, theme.slug, preset.name, range(3)):
                texts = [puzzle.why, *puzzle.hints, *puzzle.reasons.values()]
                for answer in wrong_answers(game, puzzle)[:3]:
                    verdict = theme.judge_answer(setup, game.options.load_preset(preset.name), answer, puzzle)
                    texts += [verdict.sentence, verdict.refutation]
                assert not [text for text in texts if text and names_a_rule_alone(game, text)]


CODE = re.compile(r"[A2-9TJQK][CDHS]|\*")
SAYS_WRONG = re.compile(
    r"It can(?:no|’)t be .*|.* (?:is not among them|isn’t one of (?:them|the five))\.|.* is the worst(?: of them)?: .*"
    r"|`\w\w` captures `\w\w`\."
    r"|Up to .* all is in order\.|Everything is right up to .*\."
)
"""Hints that name cards because they are wrong."""
SAYS_WHAT_LIES_THERE = re.compile(
    r"Of the \w+ there (?:is|are) .*|The (?:only trump is|trumps are) .*\."
    r"|The other hands still have .* as (?:a trump|trumps)\."
    r"|Only .* (?:come into question|could be wild)\.|Your hand has .*"
)
"""Hints that name cards of the table, of which some are right."""


def wrong_cards_named(puzzle: Puzzle, hint: str) -> set[str]:
    """The cards to which a hint points, and which belong to a wrong answer alone.

    If the hint says that its cards are wrong, it's those that belong to the right answer.
    """
    named = {code for cards in re.findall("`(.+?)`", hint) for code in CODE.findall(cards)}
    if puzzle.form == "play" and isinstance(puzzle.key, list):
        return named - {*CODE.findall(" ".join(puzzle.key))}
    if puzzle.form not in ("tick", "one", "play") or SAYS_WHAT_LIES_THERE.fullmatch(hint):
        return set()
    right, wrong = set[str](), set[str]()
    for option in puzzle.options:
        is_right = option.id in puzzle.key if isinstance(puzzle.key, list) else option.id == puzzle.key
        (right if is_right else wrong).update(CODE.findall(f"{option.cards} {option.text}"))
    return named & (right if SAYS_WRONG.fullmatch(hint) else wrong - right)


@pytest.mark.repeated
@each_game
def test_no_hint_of_a_puzzle_points_at_a_wrong_card(game: Game[Any]) -> None:
    """The third hint says which cards matter."""
    for theme in game.puzzle_themes:
        for preset in game.options.presets[:2]:
            for _, puzzle in posed(game.slug, theme.slug, preset.name, range(3)):
                for hint in puzzle.hints[2:3]:
                    assert not wrong_cards_named(puzzle, hint), (theme.slug, hint, puzzle.key)


POINTED = Puzzle(
    "tick",
    "Which?",
    {},
    ["a", "b"],
    (),
    "",
    (AnswerOption("a", "The ace", "AS"), AnswerOption("b", "Both `KS AS`"), AnswerOption("c", "The two", "2S")),
)
PLAYED = Puzzle("play", "What?", {}, ["meld 3C 4C 5C", "discard 7H"], (), "")


@pytest.mark.parametrize(
    ("puzzle", "hint", "named"),
    [
        (POINTED, "Look at `2S`.", {"2S"}),
        (POINTED, "Look at `AS 2S`.", {"2S"}),
        (POINTED, "Look at `AS KS`.", set()),
        (POINTED, "`2S` isn’t one of the five.", set()),
        (POINTED, "`KS` isn’t one of the five.", {"KS"}),
        (replace(POINTED, form="one", key="b"), "It is `AS`.", set()),
        (replace(POINTED, form="one", key="a"), "It is `KS`.", {"KS"}),
        (PLAYED, "Begin with `4C`.", set()),
        (PLAYED, "The card to discard in the end is `8H`.", {"8H"}),
    ],
)
def test_a_hint_that_points_at_a_wrong_card_is_known(puzzle: Puzzle, hint: str, named: set[str]) -> None:
    assert wrong_cards_named(puzzle, hint) == named


@pytest.mark.repeated
@each_game
def test_no_refusal_and_no_hint_only_names_a_rule(game: Game[Any]) -> None:
    for state, rng in moments(game, 40):
        for seat in state.waiting:
            if seat < 0:
                continue
            if game.decides:
                hint = game.build_hint(game.build_view(state, seat))
                assert not [
                    text for text in (hint.idea, hint.cards, hint.why) if text and names_a_rule_alone(game, text)
                ]
            for verb in rng.sample(sorted(game.verbs), min(4, len(game.verbs))):
                refused = game.find_violation(state, seat, Move(verb))
                assert refused is None or not names_a_rule_alone(game, refused.sentence)


# -- wild cards that do not say what they stand for ------------------------------------------------


def without_meaning(move: Move) -> Move:
    """The same move, with nothing said of what its wild cards stand for."""
    groups = tuple(tuple(card.base for card in group) for group in move.groups)
    named = tuple((name, tuple(card.base for card in group)) for name, group in move.named)
    return move._replace(groups=groups, named=named)


@pytest.mark.slow
@pytest.mark.parametrize("game", WILD, ids=str)
def test_a_wild_card_that_can_be_but_one_card_need_not_say_which(game: Game[Any]) -> None:
    """A legal move with wild cards is understood without what they stand for; if it could be several, that is asked."""
    taken = unclear = 0
    for state, _ in Walk(game, SEED).tables():
        for seat in state.waiting if taken + unclear < 60 else ():
            for move in [] if seat < 0 else game.list_moves(state, seat):
                bare = without_meaning(move)
                if bare == move or game.is_legal(state, seat, bare):
                    continue
                meant = game.list_move_readings(state, seat, bare)
                assert meant, (str(bare), game.build_position(state))
                assert all(game.is_legal(state, seat, reading) for reading in meant)
                if len(meant) == 1:
                    assert without_meaning(meant[0]) == bare
                    table = Table.from_state(game, state)
                    assert table.find_violation(seat, str(bare)) is None
                    table.play_move(seat, str(bare))
                    taken += 1
                else:
                    refused = game.find_violation(state, seat, bare)
                    assert refused is not None
                    assert "such as" in refused.sentence, (str(bare), refused.sentence)
                    unclear += 1
        if taken + unclear >= 60:
            break
    assert taken
