"""The course of Court Piece: both directions of play, ways to a goal, and what is left of it under each rule set."""

from __future__ import annotations

import re
from random import Random

import pytest

import games
from games.court_piece.facts import courts
from games.court_piece.scoring import HandScore, get_next_dealer
from games.engine.lesson import COMPANY, Step
from games.engine.options import Choice
from tests.games.courses import fitting, read_again, rule_sets, said

GAME = games.get("court-piece")
BOOK = GAME.options()
COURSE = tuple(GAME.lessons)
STEPS = [step for lesson in COURSE for step in lesson.steps]
RULE_SETS = rule_sets(GAME.slug)
SIDEWAYS = re.compile(r"\b(?:on|of) (?:your|his|the) (?:left|right)\b|to the (?:left|right)\b|clockwise")

each_step = pytest.mark.parametrize("step", STEPS, ids=lambda step: step.id)
each_rule_set = pytest.mark.parametrize("name", RULE_SETS)
each_preset = pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])


def step_of(id: str) -> Step:
    return next(step for step in STEPS if step.id == id)


def reaches(step: Step, *moves: str) -> bool:
    """Return whether these moves, all legal, reach the goal of the step."""
    start = step.load_state(GAME, fitting(GAME, step))
    now, made = start.copy(), []
    for text in moves:
        made.append(GAME.parse_move(text))
        GAME.play_move(now, 0, made[-1])
        assert GAME.build_screen(GAME.build_view(now, 0)).zones
    return step.has_reached_goals(GAME, start, made, now)


def test_the_first_step_needs_a_hand_and_a_trick_only() -> None:
    first = STEPS[0]
    assert COURSE[0].zones == ("trick", "hand-0")
    assert len(first.position["hands"][0].split()) <= 5
    assert len(first.position["trick"].split()) == 3


def test_cards_that_a_hand_lacks_were_played_to_tricks() -> None:
    played = GAME.complete_position({"hands": ["AH 6H"], "trick": "KH"})["tricks"]
    assert len(played) == 11
    assert played[-2:] == ["0", "3"]
    assert len(GAME.complete_position({"hands": ["AH 6H"], "trick": "KH 2H", "turn": 1})["tricks"]) == 10
    for whole in ({"phase": "call", "hands": ["AH 6H"]}, {"hands": ["AH 6H"], "tricks": ["0"]}):
        assert GAME.complete_position(whole) == whole


# -- both directions -----------------------------------------------------------------------------------------


@each_step
def test_a_step_for_both_directions_holds_in_both_and_speaks_of_neither(step: Step) -> None:
    if step.options is not None or "direction" in step.needs:
        return
    options = fitting(GAME, step)
    for direction in ("clockwise", "counterclockwise"):
        assert step.list_step_faults(GAME, options.copy_with_values(direction=direction)) == []
    assert not any(SIDEWAYS.search(text) for text in (*said(step), step.question))


def test_a_position_is_laid_the_other_way_round() -> None:
    laid = {"turn": 1, "hands": ["AS", "KS"], "tricks": ["1 KH 3H 5H 9H", "0"], "asked": [3], "match": {"dealer": 3}}
    hands, tricks = ["AS", "", "", "KS"], ["3 KH 3H 5H 9H", "0"]
    turned = {"turn": 3, "hands": hands, "tricks": tricks, "asked": [1], "match": {"dealer": 1}}
    assert GAME.mirror_position(laid) == turned


@each_step
def test_whoever_took_a_trick_leads_to_the_next(step: Step) -> None:
    state = step.load_state(GAME, fitting(GAME, step))
    for before, after in zip(state.tricks, state.tricks[1:], strict=False):
        assert not after.cards or after.leader == before.winner
    if state.trick and state.tricks:
        same = state.leader == state.tricks[-1].winner
        # Where a step serves both directions, nobody is told which of the two opponents took an older trick.
        assert same or (step.options is None and state.leader % 2 == state.tricks[-1].winner % 2)


@pytest.mark.parametrize("step", [step for step in STEPS if step.id == "after-court-at-a-glance"])
def test_the_deal_at_a_glance_is_that_of_the_rules(step: Step) -> None:
    state = step.load_state(GAME, fitting(GAME, step))

    def then(winner: int, scored: int) -> tuple[str, str]:
        won = [scored if side == winner else 0 for side in (0, 1)]
        dealer = get_next_dealer(state, HandScore(winner, won, "", ""))
        return COMPANY[dealer], COMPANY[state.get_seat_after(dealer)]

    assert state.match.dealer is not None
    mine = COMPANY[state.match.dealer]
    assert then(0, 0) == (mine, "You")
    assert f"without a court: {mine} deals again, and you choose trump" in step.text
    assert "with a court: {} deals, and {} chooses".format(*then(0, 1)) in step.text
    assert then(1, 0) == then(1, 1)
    assert then(1, 0)[0] == "You"
    assert f"without: you deal, and {then(1, 0)[1]} chooses" in step.text


# -- any way to the goal counts ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "moves"),
    [
        ("tricks-winner-leads", ["play 3C"]),
        ("tricks-follow-suit", ["play 9D"]),
        ("tricks-win-and-lead", ["play AD", "play 9C"]),
        ("trumps-no-duty-to-trump", ["play TH"]),
        ("trumps-drawing", ["play KS"]),
        ("call-caller", ["trump hearts"]),
        ("call-first-lead", ["trump diamonds", "play QC"]),
        ("match-no-length", ["deal-on"]),
    ],
)
def test_another_way_counts_too(id: str, moves: list[str]) -> None:
    assert reaches(step_of(id), *moves)


@pytest.mark.parametrize(
    ("id", "moves"),
    [
        ("partners-highest-card", ["play 6H"]),
        ("partners-cheapest-winner", ["play QC"]),
        ("partners-cheapest-winner", ["play 2C"]),
        ("partners-save-your-king", ["play KH"]),
        ("tricks-win-and-lead", ["play AD"]),
        ("trumps-trump-wins", ["play QH"]),
        ("trumps-no-duty-to-trump", ["play 2S"]),
        ("trumps-drawing", ["play 5H"]),
        ("call-first-lead", ["trump clubs"]),
        ("court-default-stop", ["go-on"]),
        ("thirteen-option", ["stop"]),
        ("thirteen-either-decides", ["stop"]),
        ("put-right-followers-may-change", ["keep"]),
    ],
)
def test_less_than_the_goal_does_not_count(id: str, moves: list[str]) -> None:
    assert not reaches(step_of(id), *moves)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(("id", "scored"), [("court-first-seven", (1, 0)), ("thirteen-fifty-two", (52, 0))])
def test_what_a_play_on_promises_comes_true_however_the_cards_lie(id: str, scored: tuple[int, int], seed: int) -> None:
    rng = Random(seed)
    now = step_of(id).load_dealt_state(GAME, BOOK, rng)
    bot = GAME.bots["steady"]
    while not now.is_between_deals:
        seat = now.waiting[0]
        if seat == 0 and now.phase == "playon":
            move = GAME.parse_move("go-on" if scored[0] == 52 else "stop")
        elif seat == 0:
            move = GAME.parse_move(f"play {now.hands[0][0].code}")
        else:
            move = bot.choose_move(GAME.build_view(now, seat), rng).move
        GAME.play_move(now, seat, move)
    assert courts(now, 0) == scored


# -- under house rules ---------------------------------------------------------------------------------------


@each_preset
def test_every_lesson_has_its_length_under_every_preset(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    assert all(5 <= len(lesson.list_valid_steps(GAME, options)) <= 8 for lesson in COURSE)


FEW = {
    # Where nobody may play on, no table waits for an answer after the seventh trick.
    ("court", "playon-allowed=False"): 3,
    ("thirteen", "playon-allowed=False"): 2,
    # Two hands in a row are a court there: longer rows do not exist.
    ("tally", "tally-target=2"): 2,
}


@pytest.mark.repeated
@each_rule_set
def test_no_lesson_falls_apart_under_other_house_rules(name: str) -> None:
    for lesson in COURSE:
        assert len(lesson.list_valid_steps(GAME, RULE_SETS[name])) >= FEW.get((lesson.slug, name), 4), lesson.slug


@each_rule_set
def test_other_tables_stay_the_same_whatever_the_reader_plays(name: str) -> None:
    elsewhere = [step for step in STEPS if step.options is not None]
    assert len(elsewhere) >= 20
    assert all(step.list_step_faults(GAME, RULE_SETS[name]) == [] for step in elsewhere)


STAYS = {
    "deal-packets": {"call-open"},
    "hand-stop-at-seven": {"court-first-miss"},
    "court-goon": {
        "court-first-seven",
        "court-default-stop",
        "court-first-miss",
        "court-twelve-tricks",
        "match-whole-hand",
    },
    "playon-value": {"thirteen-fifty-two"},
    "deal-after-court": {"dealers-deal-again", "dealers-winners-call", "dealers-deal-moves-on", "dealers-call-lost"},
    "match-courts": {"match-winner"},
}
"""Per option, the steps about a rule that it changes whose words were read again and are true under all its values."""


@pytest.mark.repeated
@pytest.mark.parametrize("option", GAME.options.list_options(), ids=lambda option: option.name)
def test_steps_about_a_changed_rule_name_the_option_or_were_read_again(option: Choice[str]) -> None:
    assert read_again(GAME, option) == STAYS.get(option.name, set())


def test_a_goal_counts_for_the_trick_that_lies_there() -> None:
    """The queen wins as well, but whoever has thrown it away is not praised for leading the jack afterwards."""
    step = step_of("partners-cheapest-winner")
    assert reaches(step, "play JC")
    assert not reaches(step, "play QC", "play JC")
