"""Facts and goals in sentences: to a player, of the others, and in English whatever the number."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import games
from games.engine import phrasing
from games.engine.event import Event
from games.engine.facts_and_goals import Fact
from games.engine.game import Game
from games.engine.move import Move
from games.engine.narration import narrate_event
from games.words import address_sentence_to_seat, spell_how_many, spell_ordinal
from tests.games.english import reads_well
from tests.games.wandering import move_of, wander

SHELF = list(games.all_games().values())
RAW = re.compile(r"[{}\[\]]|\b[Ss]eat \d|\b(does|has|is|are|of|for|did|may) \d\b(?=[?’]| [a-z])(?! (card|chip|point))")
AGREES = re.compile(
    r"\b[Oo]ne (wild )?(?!is\b)[a-z]+s\b|\b[Oo]ne( [a-z]+)? (are|were)\b|[Tt]here are one|\b[Yy]ou (has|is|was|does)\b"
)
VALUES: dict[str, list[Any]] = {
    "number": [0, 1, 2, 12],
    "yes-no": [True, False],
    "player": [0, 1],
    "players": [[], [-1], [0], [0, 1]],
    "cards": ["", "7H", "7H 8H"],
    "numbers": [[12, 15]],
    "word": ["high"],
}
LACKING: list[dict[str, Any]] = [{"groups": ()}, {"number": None}, {"named": ()}, {"word": ""}]
WORDS = {"rank": "K", "suit": "H", "card": "7H", "cards": "7H", "other": "8H", "hand": "1", "move": "so"}


def words_of(asked: Any, seat: int) -> list[str]:
    """Words that it takes, about this seat where it is about one."""
    found = []
    for place, one in enumerate(asked.takes):
        by_kind = {"Seat": str((seat + place) % 2), "int": "2"}
        found.append(by_kind.get(one.annotation) or WORDS.get(one.name, "x"))
    return found


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.slug)
@pytest.mark.parametrize("seat", [0, 1])
def test_a_reader_sees_no_number_of_a_seat_and_no_wrong_ending(game: Any, seat: int) -> None:
    for fact in game.all_facts.values():
        words = words_of(fact, seat)
        said = [phrasing.phrase_question(game, fact, words, 4)]
        said += [phrasing.phrase_answer(game, fact, words, value, 4) for value in VALUES[fact.kind]]
        for text in said:
            assert not RAW.search(text), text
            assert not AGREES.search(text), text
    for goal in game.all_goals.values():
        if goal.name != "so":
            text = phrasing.phrase_goal(game, " ".join((goal.name, *words_of(goal, seat))), 4)
            assert not RAW.search(text), text
            assert not AGREES.search(text), text


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.slug)
def test_chance_is_no_player(game: Any) -> None:
    position = game.build_position(game.start_match(game.options(), game.seats[0]))
    asked = {"position": position, "before": [], "fact": "waiting", "clauses": [next(iter(game.clauses))]}
    puzzle = game.question_kinds["own-fact"].pose(asked, game.options())
    assert (puzzle.key, puzzle.why) == ([], "Nobody.")


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.slug)
def test_whoever_is_meant_is_named(game: Any) -> None:
    for fact in game.all_facts.values():
        if [one.annotation for one in fact.takes] == ["Seat"]:
            assert "the player on your left" in phrasing.phrase_question(game, fact, ["1"], 4)
            assert re.search(r"\b[Yy]ours?\b|\b[Yy]ou\b", phrasing.phrase_question(game, fact, ["0"], 4))


def said(slug: str, name: str, *words: str, value: Any = None) -> tuple[str, str]:
    game = games.get(slug)
    fact: Fact = game.all_facts[name]
    return phrasing.phrase_question(game, fact, words, 4), phrasing.phrase_answer(game, fact, words, value, 4)


def test_questions_and_answers_read_as_english() -> None:
    for asked, wanted in (
        (said("guts", "chips", "0", value=-12), ("How many chips do you have?", "You have -12 chips.")),
        (
            said("guts", "is-in", "2", value=False),
            ("Is the player opposite you in?", "It isn’t true that the player opposite you is in."),
        ),
        (
            said("guts", "beats", "1", "0", value=True),
            (
                "Does the player on your left have a better hand than you?",
                "The player on your left has a better hand than you.",
            ),
        ),
        (
            said("mille", "laid", "0", value=270),
            ("What are your melds worth, with all doubling?", "Your melds are worth 270 points, with all doubling."),
        ),
        (
            said("vazhushal", "in-deck", "*", value=4),
            ("How many jokers are in the deck?", "There are four jokers."),
        ),
        (
            said("vazhushal", "legal", "discard", "7H", value=True),
            ("Is this move legal: Discard `7H`?", "This move is legal: Discard `7H`."),
        ),
        (
            said("commune", "highest-of", *["pair", "sixes", "/", "high", "ace"], value="pair sixes"),
            ("Which of these is highest: a pair of sixes or ace high?", "A pair of sixes is highest."),
        ),
        (
            said("beggar-my-neighbor", "left", "3", value=1),
            ("How many cards does the player on your right have left?", "The player on your right has one card left."),
        ),
    ):
        assert asked == wanted


def task(slug: str, text: str) -> str:
    return phrasing.phrase_goal(games.get(slug), text, 4)


def test_goals_read_as_english() -> None:
    assert task("court-piece", "takes 0") == "You have taken the trick."
    assert task("court-piece", "takes 1") == "The player on your left has taken the trick."
    assert task("mille", "made pile") == "You have made this move: Take pile."
    assert task("mille", "made discard 7H") == "You have made this move: Discard `7H`."
    assert task("contract-rummy", "made may-i") == "You have made this move: May I?"
    assert task("mille", "on-table 7H 8H") == "You have melded `7H 8H`."
    assert task("mille", "so held 0 = 3") == "You hold three cards."
    assert task("mille", "so laid 0 = 30") == "Your melds are worth 30 points, with all doubling."
    assert task("contract-rummy", "so turn = 0") == "It’s your turn."
    assert task("vazhushal", "laid run 7H 8H 9H") == "You’ve melded a run, including `7H 8H 9H`."
    assert task("vazhushal", "laid run") == "You’ve melded a run."
    assert task("vazhushal", "kept") == "You’ve discarded."
    assert task("vazhushal", "new-melds 1") == "You’ve made 1 meld."


def test_a_word_is_told_as_readers_know_it() -> None:
    game = games.get("anaconda")
    ended = phrasing.phrase_answer(game, game.all_facts["ended-by"], [], "split.halves", 3)
    assert ended == f"“{game.rulebook.get_clause_title('split.halves')}” ended the last deal."
    assert game.evaluate_fact(game.start_match(game.options(), 3), 0, "way 0") is None, (
        "nothing is said before it is declared"
    )
    piles = games.get("beggar-my-neighbor")
    assert phrasing.phrase_answer(piles, piles.all_facts["stack"], ["0"], "AH 4D", 2).endswith("`AH 4D`.")


def test_everybody_at_a_table_has_a_place() -> None:
    assert [phrasing.describe_seat(seat, 4) for seat in (0, 2)] == ["you", "the player opposite you"]
    assert [phrasing.describe_seat(seat, 6) for seat in (1, 2)] == [
        "the player on your left",
        "the second player on your left",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The winner is {0}.", "The winner is you."),
        ("How many cards does {0} hold?", "How many cards do you hold?"),
        ("{1} takes the cards of {0}.", "{1} takes your cards."),
        ("The pile of {0} grows.", "Your pile grows."),
        ("Is that of {0} higher?", "Is yours higher?"),
        ("{0} cuts clubs and hearts and names trumps.", "You cut clubs and hearts and name trumps."),
        ("{0} has the king and pays four chips.", "You have the king and pay four chips."),
    ],
)
def test_a_seat_is_spoken_to(text: str, said: str) -> None:
    assert address_sentence_to_seat(text, 0) == said


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.slug)
def test_whatever_somebody_types_is_put_into_words(game: Any) -> None:
    for words in (["zz"], ["*"], ["0"], ["7H", "8H"], ["{0}"], ["{value}"], [""], ["K"], ["discard", "7H"]):
        for fact in game.all_facts.values():
            assert phrasing.phrase_question(game, fact, words, 4)
            assert phrasing.phrase_answer(game, fact, words, VALUES[fact.kind][-1], 4)
        for goal in game.all_goals.values():
            assert goal.name == "so" or phrasing.phrase_goal(game, " ".join((goal.name, *words)), 4)


BROKEN_OFF = re.compile(r"^\s|\s$|\s\s|\bNone\b|\b(and|as|for|hide|(?<!I’m )in|lay|of|place|take|the|to|with)$|[:,;]$")


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.slug)
def test_a_move_that_lacks_a_part_is_no_sentence_that_breaks_off(game: Any) -> None:
    """Some steps ask for such a move, to see it refused."""
    rng, moves = Random(1), [Move(verb) for verb in game.verbs]
    moves += [game.parse_move(text) for lesson in game.lessons for step in lesson.steps for text in step.tempting]
    for _, (state, seat) in zip(range(150), wander(game, game.options(), game.default_seat_count, rng), strict=False):
        moves += [move_of(game, state, seat, rng)]
    for move in moves:
        for part in (move, *(move._replace(**lacking) for lacking in LACKING)):
            assert not BROKEN_OFF.search(game.describe_move(part)), str(part)


@pytest.mark.parametrize(
    ("number", "wanted"),
    [(0, "None of your cards fit"), (1, "One of your cards fits"), (2, "Two of your cards fit")],
)
def test_how_many_of_some_do_something(number: int, wanted: str) -> None:
    assert spell_how_many(number, "your cards", "fits") == wanted


@pytest.mark.parametrize(
    ("number", "wanted"), [(1, "first"), (3, "third"), (10, "tenth"), (12, "12th"), (21, "21st"), (33, "33rd")]
)
def test_a_place_is_spelled_up_to_ten(number: int, wanted: str) -> None:
    assert spell_ordinal(number) == wanted


@pytest.mark.parametrize(
    "text", ["One other threes can be seen.", "You hold 1 clubs.", "It takes 0 cards.", "No of them."]
)
def test_what_the_tests_of_texts_find(text: str) -> None:
    with pytest.raises(AssertionError):
        reads_well(text)


def test_many_players_are_listed_as_anything_is() -> None:
    event = Event("paid", facts={"payers": [0, 2, 3]})
    assert narrate_event({"paid": "{payers:seats} pay one each."}, event) == "{0}, {2}, and {3} pay one each."


@pytest.mark.parametrize("game", games.all_games().values(), ids=str)
def test_what_belongs_to_a_player_is_called_after_a_place_with_of(game: Game[Any]) -> None:
    """“The hand of the player on your left”, never “the player on your left’s hand”."""
    for fact in game.all_facts.values():
        for text in (fact.question, fact.sentence):
            for seat in range(4):
                sentence = phrasing.replace_seats_by_words(text.replace("{owner}", f"{{{seat}}}"), 4)
                assert not re.search("(you|left|right)’s ", sentence), sentence
