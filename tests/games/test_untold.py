"""Which signs of a table a question hides, and what is not asked because nothing shows it."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

import games
from games.commune.ladder import get_ladder
from games.commune.options import CommuneOptions
from games.engine.common_puzzles import load_table_comparison
from games.engine.game import Game
from games.engine.hidden_details import (
    HiddenDetails,
    QuestionPart,
    ScreenDetail,
    list_screen_details,
    remove_hidden_details,
)
from games.engine.puzzle import PROOF
from games.engine.similar_tables import list_similar_tables
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.work_limits import WorkAllowance
from tests.games.wandering import some_rules, wander

GAMES = list(games.all_games().values())


def hidden(slug: str, position: dict[str, Any], *texts: str) -> HiddenDetails | None:
    """Return what is hidden at a table when these facts are asked."""
    game = games.get(slug)
    kinds = [game.all_facts[text.split()[0]].kind for text in texts]
    state = game.load_position(game.complete_position({"game": slug, **position}))
    return load_table_comparison(game, state).find_details_to_hide(
        lambda table: tuple(
            QuestionPart.from_fact(kind, game.evaluate_fact(table, 0, text), text)
            for kind, text in zip(kinds, texts, strict=True)
        )
    )


def places(found: HiddenDetails | None) -> set[str]:
    assert found is not None
    return {f"{atom.kind} {atom.of}".strip() for atom in found.atoms}


QUEEN = {"seats": 2, "turn": 0, "pile": "3D QS 7H"}
"""One of the two cards that the queen costs is paid."""


def test_a_sign_that_says_the_answer_is_hidden() -> None:
    assert places(hidden("beggar-my-neighbor", QUEEN, "debt")) == {"sign  Still owed".strip(), "seat note 0 owes #"}


def test_a_sign_with_the_same_number_by_chance_stays() -> None:
    """A jack costs one, and one card is owed: that is not the answer."""
    assert hidden("beggar-my-neighbor", QUEEN, "price JS") == HiddenDetails()


def test_a_pile_is_hidden_only_where_the_others_tell_its_number() -> None:
    assert places(hidden("beggar-my-neighbor", QUEEN, "left 1")) == {"count stack-1", "seat note 1 # card"}
    both = hidden("beggar-my-neighbor", QUEEN, "left 0", "left 1")
    assert both is not None
    assert both.plain == (1,)  # of two stacks one at least is shown


@pytest.mark.parametrize(
    ("card", "contract", "rules", "told"),
    [
        *((card, "queens", {}, {"fact Queens cost"}) for card in ("QH", "QD", "QS", "QC")),
        ("QD", "queens", {"queens-scale": "flat"}, {"fact Each queen costs"}),
        ("KH", "ape", {"ape-amount": 7}, {"fact The king of hearts costs"}),
        ("7H", "no-hearts", {}, {"fact Each heart costs"}),
        ("7H", "queens", {}, set()),
    ],
)
def test_a_price_on_the_table_is_hidden_when_it_is_asked(
    card: str, contract: str, rules: dict[str, Any], told: set[str]
) -> None:
    """Also where no similar table has another price."""
    assert places(hidden("lorum", {"contract": contract, "options": rules}, f"cost {card}")) == told


NOT_SHOWN = [
    ("chinese-ten", {"piles": ["AH 9D", "3C 7C"], "layout": "2C", "hands": ["5C", "?"]}, "points-of 1"),
    # whether it is the first pass or the second, which those who pass see by their own receiver
    ("anaconda", {"phase": "pass", "seats": 5, "folded": [0]}, "taker-of 1"),
]
"""Where something is asked that a page does not show."""


@pytest.mark.parametrize(("slug", "position", "text"), NOT_SHOWN, ids=[text for _, _, text in NOT_SHOWN])
def test_what_no_page_shows_is_not_to_be_found(slug: str, position: dict[str, Any], text: str) -> None:
    assert hidden(slug, position, text) is None


def test_a_question_that_a_sign_answers_is_said_to_be_plain() -> None:
    found = hidden("guts", {"seats": 3, "hands": ["AS KS"], "pot": 3}, "in-pot")
    assert found == HiddenDetails((), (0,))
    assert hidden("anaconda", {"phase": "pass", "seats": 4}, "taker") == HiddenDetails((), (0,))
    assert hidden("anaconda", {"phase": "pass", "seats": 5}, "taker-of 1") == HiddenDetails()


def test_marks_and_notes_that_say_which_cards_are_wild_are_hidden_when_that_is_asked() -> None:
    position = {"seats": 2, "negative": "5D", "hands": ["5C 5S 7D KH"], "phase": "draw"}
    found = hidden("vazhushal", position, "is-wild 5C")
    assert places(found) >= {"mark 5C", "zone note negative"}
    game = games.get("vazhushal")
    screen = remove_hidden_details(
        game.build_screen(game.build_view(game.load_position(position), 0)), found.atoms if found else ()
    )
    assert not any(zone.marked or zone.note for zone in screen.zones)


def test_what_is_hidden_is_left_out_and_nothing_else() -> None:
    signs = (Sign("tokens", "Owed", "3 cards by {1}", 3), Sign("suit", "Trumps", "spades", suit="S"))
    zones = Zone("a", "pile", "Pile", ("?", "?"), 1), Zone("b", "pile", "Pile", ("?", "?", "?"), 1)
    note = SeatNote(1, "4 cards · owes 3", to_move=True, score="3 points", signs=signs[:1])
    screen = Screen(0, zones, (note,), "", facts=(("Hand", "3"),), signs=signs)
    for atom in list_screen_details(screen):
        left = {*list_screen_details(remove_hidden_details(screen, [atom]))}
        assert left == {*list_screen_details(screen)} - {atom}
    assert remove_hidden_details(screen, [ScreenDetail("sign", " Owed", "2 cards by {1}")]) == screen


@pytest.mark.slow
def test_a_long_list_is_changed_about_as_often_as_a_short_one() -> None:
    """Some declarations of a long hand are swapped, and not each with each other: that would be thousands."""
    game = games.get("commune")
    ladder = get_ladder(CommuneOptions())

    def look(number: int) -> tuple[int, int]:
        said = [f"{place % 3} {ladder.steps[place]}" for place in range(number)]
        state = game.load_position(game.complete_position({"game": "commune", "seats": 3, "declared": said}))
        with WorkAllowance(1 << 60) as work:
            return len([*list_similar_tables(game, state)]), work.spent_steps

    (short, _), (long, spent) = look(20), look(60)
    assert long < 6 * short
    assert spent < PROOF // 4


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_table_that_is_changed_a_little_can_be_read_or_is_refused(game: Game[Any]) -> None:
    """Whatever stands in a position, it does not end in an error of another kind."""
    rng = Random(game.slug)
    for number in range(3):
        options, seats = some_rules(game, rng) or (game.options(), game.default_seat_count)
        for state, _ in islice(wander(game, options, seats, rng, deals=2), 0, 60, 12):
            tables = [*list_similar_tables(game, state)]
            assert all(len(table.list_cards()) == len(state.list_cards()) for table in tables)
            for table in tables[:: 1 + number]:
                assert game.build_screen(game.build_view(table, 0)).zones
