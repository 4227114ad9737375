"""Puzzles and steps follow from what their pages show: a few of each, `python -m tests.games.displayed` for many."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import games
from core.templatetags.cards import card_text
from games.anaconda import screen
from games.engine.game import Game
from games.engine.puzzle import Puzzle, PuzzleTheme, VoidPuzzle
from tests.games.displayed import TOLD, Reader, Shown, asking_steps, look_at_kind, look_for_another, open_step, shown_by
from tests.games.fresh import offered
from tests.games.posing import posed

GAMES = list(games.all_games().values())
KINDS = [(game, theme) for game in GAMES for theme in game.puzzle_themes]
PUZZLES, TRIES, SECONDS = 4, 40, 20.0


@pytest.mark.slow
@pytest.mark.parametrize(("game", "theme"), KINDS, ids=[f"{game.slug}-{theme.slug}" for game, theme in KINDS])
def test_a_puzzle_is_solved_by_what_its_page_shows(game: Game[Any], theme: PuzzleTheme) -> None:
    options = offered(game, theme)
    assert options is not None
    looked = look_at_kind(game, theme, options, PUZZLES, TRIES, SECONDS)
    assert looked.number
    assert not looked.open, str(looked.open[0])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_step_is_answered_by_what_its_page_shows(game: Game[Any]) -> None:
    steps = [*asking_steps(game, game.options())]
    opened = {
        step.id: other
        for lesson, step in steps
        if (other := open_step(game, game.options(), lesson, step, Random(step.id), TRIES, TOLD.get(step.id, ())))
    }
    assert not opened, {id: str(other) for id, other in opened.items()}


@pytest.mark.parametrize("cards", [("*=TS", "*=TH"), ("2S=9H", "2S=9C")])
def test_small_cards_that_differ_look_different(cards: tuple[str, str]) -> None:
    first, other = (Reader(card_text(f"Play {code}.")).seen for code in cards)
    assert first != other


def test_what_a_page_does_not_show_is_found_out() -> None:
    """The search itself: of a Beggar’s table without what is owed, and of one without anything hidden."""
    game = games.get("beggar-my-neighbor")
    theme = next(theme for theme in game.puzzle_themes if theme.slug == "what-is-so")
    options = game.options()
    found = (puzzle for _, puzzle in posed(game.slug, theme.slug, options.__class__.presets[0].name, range(30)))
    puzzle = next(one for one in islice(found, 30) if one.form == "number" and "left" in one.question)

    def shown(position: dict[str, Any], blind: bool) -> Shown:
        state = game.load_position({**position, "seats": puzzle.position["seats"]})
        whole = shown_by(game, puzzle)
        screen = game.build_screen(game.build_view(state, 0))
        kept = tuple(zone for zone in screen.zones if not blind or zone.id == "pile")
        seen = whole._replace(screen=type(screen)(0, kept, ()), answer=len(state.hands[1]))
        return seen._replace(words=(len(state.list_cards()),))

    position = {key: value for key, value in puzzle.position.items() if key not in ("game", "options", "seats")}
    assert look_for_another(position, lambda one: shown(one, blind=True), Random(1), 400)
    assert not look_for_another(position, lambda one: shown(one, blind=False), Random(1), 400)


def stacks(turn: int, owed: int, cards: tuple[int, int], pile: str) -> dict[str, Any]:
    hands = ["? " * number for number in cards]
    return {"seats": 2, "turn": turn, "owed": owed, "owner": 1 - turn, "pile": pile, "hands": hands}


UNKNOWABLE = (
    # The number of your cards follows from that of the others, until both are hidden; and so do debt and turn.
    (
        "beggar-my-neighbor",
        stacks(0, 1, (28, 19), "QH 4S KH QC 4C"),
        {"debt": 2, "left 0": 28, "left 1": 19, "next-to-turn": 0},
    ),
    ("beggar-my-neighbor", stacks(1, 2, (11, 37), "3C AC 4C 2H"), {"next-to-turn": 0, "left 0": 11, "debt": 2}),
)


STAGES = {"mille": ("take", "table"), "contract-rummy": ("draw", "table"), "vazhushal": ("draw", "table")}


@pytest.mark.slow
@pytest.mark.parametrize("slug", STAGES)
def test_what_may_be_done_is_asked_with_the_stage_of_the_turn(slug: str) -> None:
    """If the card that came is laid, nothing else shows that one has drawn."""
    game = games.get(slug)
    theme = next(theme for theme in game.puzzle_themes if theme.slug == "what-is-allowed")
    setups = (theme.make(Random(number), game.options()) for number in range(100))
    questions: dict[str, set[str]] = {}
    for setup in islice(setups, 30):
        puzzle = theme.pose(setup, game.options())
        questions.setdefault(str(puzzle.position["phase"]), set()).add(puzzle.question)
    assert questions.keys() >= {*STAGES[slug]}
    before, after = (questions[phase] for phase in STAGES[slug])
    assert not before & after


@pytest.mark.parametrize(("slug", "position", "claims"), UNKNOWABLE, ids=["counts", "debt"])
def test_what_several_hidden_things_decide_is_not_asked(
    slug: str, position: dict[str, Any], claims: dict[str, Any]
) -> None:
    facts = {"fact": next(iter(claims)), "said": [*claims.items()]}
    with pytest.raises(VoidPuzzle, match=r"table already shows|does not follow"):
        pose_what_is_so(games.get(slug), position, facts)


CHECKED: dict[str, Any] = {
    "seats": 4,
    "phase": "bet",
    "round": 2,
    "turn": 3,
    "hands": ["TS 2S 4H JS 9H 8H AH", "? " * 7, "? " * 7, "? " * 7],
    "given": ["1 1 2 ? ? ?", "1 2 3 ? ? ?", "1 3 1 ? ? ?"],
    "paid": [1, 3, 3, 3],
    "folded": [0],
    "acted": [1, 2],
    "match": {"dealer": 0, "deals": 3, "scores": [38, 82, 158, 112]},
}


@pytest.mark.slow
def test_whose_turn_it_is_follows_from_who_has_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("anaconda")
    puzzle = pose_what_is_so(game, CHECKED, {"fact": "on-turn"})
    drawn = shown_by(game, puzzle).screen
    assert [note.seat for note in drawn.seats if note.note == "checked"] == [1, 2]
    monkeypatch.setattr(screen, "_list_status_words", lambda state, owner: ())
    match = {**CHECKED["match"], "deals": 2}  # another table, since comparisons are cached
    with pytest.raises(VoidPuzzle, match="table already shows"):
        pose_what_is_so(game, {**CHECKED, "match": match}, {"fact": "on-turn"})


def pose_what_is_so(game: Game[Any], position: dict[str, Any], facts: dict[str, Any]) -> Puzzle:
    theme = next(theme for theme in game.puzzle_themes if theme.slug == "what-is-so")
    clause = game.all_facts[facts["fact"].split()[0]].clauses[0]
    return theme.pose(
        {"position": game.complete_position(position), "before": [], "clause": clause, **facts}, game.options()
    )
