"""What is built holds: the position, the answers, what is warned of, and what becomes of a draft."""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import games
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.issues import list_cards_in_text, list_issues
from core.authoring.puzzles.position_generator import NoPositionFound
from core.practice.themes import find_sample_setup_and_puzzle
from games.engine.game import Game
from games.engine.puzzle import Puzzle
from games.errors import RulesError

VAZHUSHAL = games.get("vazhushal")
HAND = "7h 8h 5s 6s qd jd 2c 2c ah 3c ad 8c"
GAMES = [*games.all_games().values()]


def made(draft: PuzzleDraft, *changes: dict[str, str]) -> PuzzleDraft:
    for change in changes:
        draft = draft.apply_change(change)
    return draft


def empty(game: Game[Any], seats: int = 0) -> PuzzleDraft:
    usual = game.usual_seats or min(
        game.seats, key=lambda seats: (bool([*game.options().list_conflicts(seats)]), abs(seats - 3))
    )
    return PuzzleDraft(build_blank_content(game, game.options(), seats or usual), "code")


@pytest.fixture
def wipes() -> PuzzleDraft:
    """The puzzle of the line 6♣ 9♥ K♦ 10♥ 4♠ with the negative joker 3♦, one card of the hand open."""
    return made(
        empty(VAZHUSHAL, 3),
        {"do": "put", "card": HAND},
        {"do": "fill", "place": "line"},
        {"do": "put", "card": "6c 9h kd 10h 4s"},
        {"do": "fill", "place": "negative"},
        {"do": "put", "card": "3d"},
        {"do": "kind", "kind": "legal-wipes"},
    )


def said(draft: PuzzleDraft, title: str = "") -> str:
    return " ".join(one.sentence for one in list_issues(draft, title))


def test_the_rules_find_the_wipes(wipes: PuzzleDraft) -> None:
    right = [option.cards for option in wipes.engine_puzzle.options if option.id in wipes.engine_puzzle.key]
    assert right == ["9H", "KD", "4S"]


def test_an_open_card_on_which_the_answer_hangs_is_named(wipes: PuzzleDraft) -> None:
    """Of the 90 cards that can lie there, those that are warned of do change the answer, by laying each of them."""
    [warned] = [one for one in list_issues(wipes, "") if "face down" in one.sentence]
    [card] = list_cards_in_text(warned.sentence.replace("`", " "))
    changing = set()
    for code, left in wipes.position_builder.remaining_counts_by_card.items():
        if left:
            other = made(wipes, {"do": "fill", "place": "hands.0"}, {"do": "put", "card": code})
            if other.engine_puzzle.key != wipes.engine_puzzle.key:
                changing.add(code)
    assert card in changing
    assert len(changing) == 7
    assert sum(wipes.position_builder.remaining_counts_by_card[code] for code in changing) == 11


def test_filling_up_changes_no_answer(wipes: PuzzleDraft) -> None:
    full = made(wipes, {"do": "fill-up"})
    assert "?" not in full["said"]["hands"][0]
    assert full.engine_puzzle.key == wipes.engine_puzzle.key
    assert "open" not in said(full)


def test_a_title_that_counts_and_a_hint_that_names_are_found(wipes: PuzzleDraft) -> None:
    assert "gives away how many" in said(wipes, "Three ways to open")
    assert "gives away how many" not in said(wipes, "How deep may you go?")
    hinted = made(wipes, {"do": "words", "hint.1": "Look at the nine of hearts"})
    assert "Hint 2 gives away part of the answer: 9H" in said(hinted)
    assert "Hint" not in said(made(wipes, {"do": "words", "hint.1": "Look at 6♣"}))
    wrong = made(wipes, {"do": "words", "comment.x": "You forgot 5♦."})
    assert "mentions 5D, which isn’t on this table" in said(wrong)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_cannot_be_is_said_and_kept(game: Game[Any]) -> None:
    """A draft that makes no sense yet is a draft all the same."""
    draft = empty(game)
    code = next(iter(draft.position_builder.deck_counts_by_card))
    other = PuzzleDraft({**draft.content, "said": {"hands": [" ".join([code] * 9)]}}, "code")
    [found] = list_issues(other, "")
    assert found.mistake
    assert "This position is impossible" in found.sentence
    assert "Seat 0" not in found.sentence
    assert other.position_builder.list_card_places()


def test_one_answer_where_several_are_right() -> None:
    game = games.get("court-piece")
    draft = made(
        empty(game), {"do": "put", "card": "7h 8h kd"}, {"do": "fill", "place": "trick"}, {"do": "put", "card": "ah"}
    )
    draft = made(draft, {"do": "say", "key": "leader", "value": "3"})
    for move in ("play 7H", "play 8H", "play KD"):
        draft = made(draft, {"do": "move", "move": move})
    assert sorted(draft.engine_puzzle.key) == sorted(
        option.id for option in draft.engine_puzzle.options if "7H" in option.text or "8H" in option.text
    )
    one = made(draft, {"do": "one", "one": "on"})
    [mistake] = [found for found in list_issues(one, "") if found.mistake]
    assert mistake.sentence.startswith("Two answers are correct")
    [fix] = mistake.fixes
    assert not [found for found in list_issues(one.apply_change(dict(fix.sent)), "") if found.mistake]
    alone = made(draft, {"do": "move", "move": "play KD"})
    assert "All the answers are correct" in said(alone)
    rule = made(draft, {"do": "kind", "kind": "own-rule"}, {"do": "move", "move": "play KD"})
    assert rule.engine_puzzle.key in game.clauses
    allowed = made(rule, {"do": "move", "move": "play 7H"})
    assert "is legal in this position" in said(allowed)


def test_marks_are_checked_by_facts() -> None:
    game = games.get("court-piece")
    draft = made(
        empty(game),
        {"do": "put", "card": "7h 8h kd"},
        {"do": "kind", "kind": "own-choice"},
        {
            "do": "choices",
            "question": "Whose turn is it?",
            "text.0": "Mine",
            "check.0": "legal play KD",
            "text.1": "Hers",
            "right.1": "on",
            "check.1": "legal stock",
        },
    )
    wrong = [found for found in list_issues(draft, "") if found.mistake]
    assert len(wrong) == 2
    for found in wrong:
        draft = draft.apply_change(dict(found.fixes[0].sent))
    assert not [found for found in list_issues(draft, "") if found.mistake]
    assert draft.engine_puzzle.key == ["c1"]


@pytest.mark.parametrize(("check", "right"), [("held 0 = 13", True), ("held 0 = 4", False), ("held 0=13", True)])
def test_a_mark_is_checked_by_the_value_of_a_fact(check: str, right: bool) -> None:
    draft = made(
        empty(games.get("court-piece")),
        {"do": "put", "card": "7h 8h kd"},
        {"do": "kind", "kind": "own-choice"},
        {
            "do": "choices",
            "question": "What is so?",
            "text.0": "This",
            "right.0": "on",
            "check.0": check,
            "text.1": "That",
        },
    )
    assert bool([found for found in list_issues(draft, "") if found.mistake and "This" in found.sentence]) is not right


def test_answers_of_ones_own_are_shuffled_and_numbers_in_order() -> None:
    """Whoever writes answers begins with the right one: it stood first in every question."""

    def listed(*texts: str) -> tuple[list[str], Any]:
        sent = {f"text.{at}": text for at, text in enumerate(texts)} | {"right.0": "on"}
        draft = made(empty(VAZHUSHAL, 3), {"do": "kind", "kind": "own-choice"}, {"do": "choices", **sent})
        assert draft.engine_puzzle.key == ["c1"]
        return [option.text for option in draft.engine_puzzle.options], draft.engine_puzzle.options[0].id

    firsts = [listed(*(f"{number}{letter}" for letter in "abcd"))[1] for number in range(40)]
    assert 4 <= firsts.count("c1") <= 17
    assert listed("one", "two", "three") == listed("one", "two", "three")
    assert listed("14", "9", "104")[0] == ["9", "14", "104"]


def test_a_goal_is_reached_by_any_moves() -> None:
    draft = made(
        empty(VAZHUSHAL, 3),
        {"do": "put", "card": "7h 8h 9h ks kd 2c"},
        {"do": "say", "key": "phase", "value": "table"},
        {"do": "say", "key": "drawn", "value": "stock"},
        {"do": "kind", "kind": "own-goal"},
        {"do": "goal", "goal": "made meld", "solution": "meld 7H 8H 9H"},
    )
    if draft.position_builder.problem:
        draft = made(draft, {"do": "put", "card": "?"})
    assert draft.engine_puzzle.form == "play"
    theme = draft.theme
    assert theme.judge_answer(draft.puzzle_setup, draft.house_rules, ["meld 7H 8H 9H"]).right
    assert not theme.judge_answer(draft.puzzle_setup, draft.house_rules, ["meld KS KD 2C"]).right
    missed = made(draft, {"do": "goal", "goal": "made meld", "solution": "discard 2C"})
    assert "don’t reach the goal" in said(missed)


@pytest.mark.repeated
@pytest.mark.parametrize("game", [game for game in GAMES if game.decides], ids=str)
def test_what_moves_have_reached_can_be_asked_for(game: Game[Any]) -> None:
    """A line is played by what is offered, and whatever it is said to reach makes a puzzle that it solves."""
    draft = made(empty(game), {"do": "another", "theme": ""}, {"do": "kind", "kind": "own-goal"})
    for _ in range(2):
        after = draft.play_moves(draft["solution"])
        can = [one for one in draft.propose_moves(after) if not one.refused] if after else []
        if can:
            draft = made(draft, {"do": "solve", "move": can[0].text})
    offered = draft.list_reached_goals(draft["solution"])
    assert (
        offered or not draft["solution"] or draft.play_moves(draft["solution"]) is None
    )  # it may hang on hidden cards
    sentences = [sentence for _, sentence in offered]
    assert len({*sentences}) == len(sentences)
    for goal, sentence in offered:
        asked = made(draft, {"do": "goal", "goal": goal})
        with suppress(RulesError):  # what hangs on cards that the solver does not see is refused elsewhere
            assert sentence in asked.engine_puzzle.question
            assert asked.theme.judge_answer(asked.puzzle_setup, asked.house_rules, draft["solution"]).right, goal
    assert made(draft, {"do": "unsolve"})["solution"] == draft["solution"][:-1]


def test_what_is_forced_all_the_way_is_warned_of() -> None:
    table = [
        {"do": "put", "card": "7h kd"},
        {"do": "fill", "place": "trick"},
        {"do": "say", "key": "leader", "value": "3"},
    ]
    draft = made(empty(games.get("court-piece"), 4), *table[:2], {"do": "put", "card": "ah"}, table[2])
    goal = ({"do": "kind", "kind": "own-goal"}, {"do": "solve", "move": "play 7H"}, {"do": "goal", "goal": "played 7H"})
    assert "only one legal move" in said(made(draft, *goal))
    free = made(empty(games.get("court-piece"), 4), *table[:2], {"do": "put", "card": "as"}, table[2])
    assert "only one legal move" not in said(made(free, *goal))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_table_at_which_one_has_a_choice_is_found(game: Game[Any]) -> None:
    for _ in range(3):
        draft = made(empty(game), {"do": "another", "theme": ""})
        assert draft.state
        assert 0 in draft.state.waiting
        assert len([one for one in draft.move_proposals if not one.refused]) > game.decides
        assert draft["kind"] == "own-allowed"


def test_a_temptation_is_offered_where_there_is_one() -> None:
    """A leader may play any card, and the rules refuse none that looks like it."""
    hand = made(empty(games.get("court-piece"), 4), {"do": "put", "card": "7h kd ks"})
    for table, offered in (
        ((), []),
        (
            (
                {"do": "fill", "place": "trick"},
                {"do": "put", "card": "ah"},
                {"do": "say", "key": "leader", "value": "3"},
            ),
            [1],
        ),
    ):
        draft = made(hand, *table)
        for move in [one.text for one in draft.move_proposals if not one.refused]:
            draft = made(draft, {"do": "move", "move": move})
        [mistake] = [found for found in list_issues(draft, "") if found.mistake]
        assert [1 for fix in mistake.fixes if dict(fix.sent)["do"] == "tempt"] == offered, mistake


@pytest.mark.parametrize("line", ["6c 9h kd 10h 4s", "9h kd 10h 4s", "kd 10h 4s", "6c kd 10h 9h", "4s 9h 6h kd"])
def test_suggested_moves_never_give_each_other_away(line: str) -> None:
    """“K♦ is the deepest card you take” would reveal the only wipe with a king."""
    draft = made(
        empty(VAZHUSHAL, 3),
        {"do": "put", "card": HAND},
        {"do": "fill", "place": "line"},
        {"do": "put", "card": line},
        {"do": "kind", "kind": "own-allowed"},
        {"do": "some"},
    )
    assert len(draft.engine_puzzle.options) >= 3
    assert "gives away" not in said(draft)


def test_the_rules_of_another_table_are_asked_too(wipes: PuzzleDraft) -> None:
    assert "one deck" in said(wipes)


@pytest.mark.parametrize("change", [*PuzzleDraft.changes, "", "nothing"])
@pytest.mark.parametrize("game", GAMES[:3], ids=str)
def test_nonsense_is_refused_and_changes_nothing(game: Game[Any], change: str) -> None:
    draft, rng = empty(game), Random(change)
    before = json.dumps(draft.content)
    names = ["card", "place", "at", "key", "value", "seats", "kind", "move", "fact", "goal", "text", "theme", "options"]
    texts = ["", "?", "-1", "99", "<b>", "hands.9", "x" * 2000, "[", "{}", "null"]
    for _ in range(12):
        with suppress(RulesError):
            list_issues(draft.apply_change({"do": change, **{name: rng.choice(texts) for name in names}}), "")
        assert json.dumps(draft.content) == before


def test_fewer_seats_keep_what_belongs_to_no_seat() -> None:
    game = games.get("daifugo")
    plays = ["0 3C", "1 4C", "2 5C", "0 6C", "1 7C"]
    draft = empty(game, 4)
    draft.set_position({"seats": 4, "hands": ["KC", "KD", "KH", "KS"], "plays": plays, "passed": [3], "turn": 2})
    smaller = made(draft, {"do": "seats", "seats": "3"})
    assert smaller["said"]["plays"] == plays
    assert smaller["said"]["passed"] == []
    assert len(smaller["said"]["hands"]) == 3


def test_enter_alone_goes_to_the_next_place(wipes: PuzzleDraft) -> None:
    """Round what lies before the solver; and from another's place to all of them."""
    seen, draft = [], wipes
    for _ in range(4):
        seen.append(draft["place"])
        draft = draft.apply_change({"do": "put", "card": ""})
    assert seen == ["negative", "hands.0", "melds.0", "line"]
    assert draft["place"] == "negative"
    far = made(draft, {"do": "fill", "place": "hands.1"}, {"do": "next"})
    assert far["place"] not in seen


def test_a_change_that_there_is_not(wipes: PuzzleDraft) -> None:
    with pytest.raises(BadChange):
        wipes.apply_change({"do": "explode"})


def test_a_question_is_kept_as_it_was_put(wipes: PuzzleDraft) -> None:
    posed = wipes.engine_puzzle
    assert Puzzle.from_json(json.loads(json.dumps(posed.to_json()))) == posed


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("The nine of hearts, 10♠ and K ♦", {"9H", "TS", "KD"}),
        ("7h or 10 s, Kh or QC", {"7H", "TS", "KH", "QC"}),
        ("As you see, ad hoc: a spade", set()),
    ],
)
def test_cards_are_found_in_words(text: str, cards: set[str]) -> None:
    assert list_cards_in_text(text) == cards


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_a_maker_of_the_game_asks_is_the_same_question_in_the_builder(game: Game[Any]) -> None:
    options = game.options()
    for theme in game.puzzles:
        made = find_sample_setup_and_puzzle(theme, options)
        if made is None or set(made[0]) != {"position"}:
            continue
        position = made[0]["position"]
        draft = PuzzleDraft(build_blank_content(game, options, position.get("seats", game.seats[0])), "code")
        draft.set_position(position)
        assert PuzzleDraft({**draft.content, "kind": theme.slug}, "code").engine_puzzle.key == made[1].key, theme.slug


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_found_for_a_question_is_taken_by_it(game: Game[Any]) -> None:
    """By every preset: whatever table “Find one” comes up with for a kind, the kind asks about it."""
    for preset in game.options.presets:
        options, taken = game.options.load_preset(preset.name), set[str]()
        start = PuzzleDraft(build_blank_content(game, options, game.usual_seats or game.seats[0]), "code")
        for theme in [theme for theme in game.puzzle_themes for _ in range(1 if preset.name != "classic" else 3)]:
            with suppress(NoPositionFound):
                draft = start.apply_change({"do": "another", "theme": theme.slug})
                if draft["kind"] == theme.slug:
                    assert draft.engine_puzzle.clauses, theme.slug
                    taken.add(theme.slug)
        offered = {slug for slug in start.question_kinds if slug not in game.question_kinds}
        assert taken <= offered
        assert preset.name != "classic" or taken == offered


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_kind_that_tells_what_others_hold_says_so(game: Game[Any]) -> None:
    for theme in game.puzzles:
        made = find_sample_setup_and_puzzle(theme, game.options())
        if made is None or set(made[0]) != {"position"}:
            continue
        position = made[0]["position"]
        assert set(theme.opens) <= set(position)
        told = [key for key in ("hands", "stock") if len(position.get(key, "")) > 1 and "?" not in str(position[key])]
        hidden = {
            key: game.build_view(game.load_position({**position, "options": {}}), 0).position.get(key) for key in told
        }
        assert set(theme.opens) == {key for key in told if "?" in str(hidden[key])}, theme.slug


@pytest.mark.slow
def test_an_open_card_is_asked_for_where_all_are_told() -> None:
    chinese_ten = games.get("chinese-ten")
    draft = empty(chinese_ten, 2).apply_change({"do": "another", "theme": "last-turns"})
    assert draft.engine_puzzle.key
    lacking = draft.apply_change({"do": "take", "place": "hands.1", "at": "0"})
    assert "shows all cards in the hands and stock" in said(lacking)
