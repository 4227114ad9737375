"""The coach in the first hand: says what would have been better, if two bots agree, and only at tables with bots."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

import games
from core.play import coach_advice, moves, seating
from core.play.coach_advice import Advice
from core.play.models import Table
from core.play.seating import create_table
from games.engine.bot import MoveWithReason
from games.engine.game import Game
from games.engine.hint import Hint
from games.engine.move import Move
from games.engine.view import View

PlayOn = Callable[..., Table]


class Adviser:
    """An adviser that would always make the same move."""

    def __init__(self, move: Move) -> None:
        self.move = move

    def choose_move(self, view: View, rng: Any) -> MoveWithReason:
        return MoveWithReason(self.move, "")


@pytest.fixture
def moved(game: Game[Any], anna: User, woken: list[Any], play_on: PlayOn, monkeypatch: pytest.MonkeyPatch) -> Table:
    """Anna has made one of several moves, alone with bots, and a coach would have made a different one."""
    seats = 3 if 3 in game.list_seat_counts(game.options()) else game.seats[0]
    for _ in range(20):  # until she has a choice in the first hand
        table = create_table(anna.person, game, game.options(), ["me"] + ["steady"] * (seats - 1), coached=True)
        play_on(table, until=lambda table: 0 in table.waits_for and len(game.list_moves(table.board.state, 0)) > 1)
        if not table.board.state.match.deals:
            break
    better, *_, made = game.list_moves(table.board.state, 0)
    hint = Hint("Think again.", next(iter(game.clauses)), "", better)
    monkeypatch.setattr(type(game), "build_hint", lambda self, view: hint)
    monkeypatch.setattr(type(game), "bots", {"steady": Adviser(better)})
    moves.play_move(table, 0, str(made), table.version)
    table.refresh_from_db()
    return table


def said(table: Table, seat: int | None = 0) -> str:
    found = coach_advice.find_coach_opinion(table, table.list_seats(), seat)
    advice = coach_advice.compute_advice(table, seat or 0, found.number) if found else None
    return advice.explanation if advice else ""


def test_what_was_better_is_said_and_stays(moved: Table, as_anna: Client) -> None:
    address = f"/play/{moved.code}/"
    assert "Think again." not in as_anna.get(address).text, "the page does not wait for the coach"
    assert "Think again." in as_anna.get(f"{address}coach/", headers={"hx-request": "true"}).text
    assert "Think again." in as_anna.get(address).text
    assert said(moved, None) == "", "whoever looks on is not coached"


def test_where_the_two_differ_nothing_is_said(moved: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    made = moved.engine_game.parse_move(moved.moves.filter(seat=0).latest("number").text)
    monkeypatch.setattr(type(moved.engine_game), "bots", {"steady": Adviser(made)})
    assert said(moved) == ""


def test_the_better_move_is_parted_from_the_rule_behind_it(
    moved: Table, as_anna: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(moved.engine_game), "describe_move", lambda self, move: "Call")
    said = as_anna.get(f"/play/{moved.code}/coach/", headers={"hx-request": "true"}).text
    assert "Better last move: Call.</summary>" in " ".join(said.split())


def test_the_coach_says_each_sentence_once(moved: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A later note has only what's new in it. If it's shown again for the same move, it's unchanged."""
    again, twenty, thirty = "Think again.", "You hold 20 points.", "You hold 30 points."
    by_move = {2: (again,), 4: (again, twenty), 6: (again, twenty), 8: (again, thirty)}
    monkeypatch.setattr(coach_advice, "_find_advice", lambda table, seat, number: Advice("", by_move[number], "", ""))
    notes = [coach_advice.compute_advice(moved, 0, number) for number in (2, 4, 4, 6, 8)]
    assert [note and note.explanation for note in notes] == [again, twenty, twenty, None, thirty]


def test_nobody_is_coached_beside_others(moved: Table, ben: User) -> None:
    moved.places.filter(number=1).update(bot="", person=ben.person)
    assert said(moved) == ""
    moved.places.filter(number=1).update(person=None)
    assert said(moved) == "", "nor where somebody may sit down"


def test_the_coach_is_offered_at_first(game: Game[Any], stranger: Client, woken: list[Any]) -> None:
    if not coach_advice.is_coachable_game(game):
        return
    for first in (True, False):
        assert stranger.get(f"/play/?game={game.slug}").context["form"].initial["coached"] is first
        stranger.post("/play/now/", {"game": game.slug})
        assert Table.objects.latest("created").coached is first


def test_the_coach_is_sent_away_and_asked_back(moved: Table, as_anna: Client, as_ben: Client) -> None:
    address = f"/play/{moved.code}/"
    assert "Turn off the coach" in as_anna.get(address).text
    assert as_ben.post(f"{address}coached/", {"on": "yes"}).status_code in (403, 404)
    assert "Turn on the coach" in as_anna.post(f"{address}coached/", follow=True).text
    assert as_anna.get(f"{address}coach/").status_code == 204
    moved.refresh_from_db()
    assert said(moved) == ""
    assert "Turn off the coach" in as_anna.post(f"{address}coached/", {"on": "yes"}, follow=True).text
    moved.refresh_from_db()
    assert said(moved) == "Think again."


def say_in_until(table: Table, hand: int) -> Hint:
    """Have everyone declare “in” until this hand is over. Returns the last hint Anna could have had in it."""
    hints: list[Hint] = []
    while not (table.is_between_deals and table.board.state.deal_number == hand):
        if table.is_between_deals:
            moves.begin_next_deal(table, table.version)
        elif table.waits_for:
            hints += [table.engine_game.build_hint(table.board.build_view(0))] * (table.waits_for == [0])
            moves.play_move(table, table.waits_for[0], "in", table.version)
        table.refresh_from_db()
    return hints[-1]


@pytest.mark.slow
@pytest.mark.parametrize(("hand", "coached"), [(1, True), (5, True), (6, False)])
def test_a_word_that_ends_the_hand_is_coached(hand: int, coached: bool, anna: User, woken: list[Any]) -> None:
    """A hand of Guts is one decision and ends when the others have declared, so the coach stays for a few."""
    guts, mistakes = games.get("guts"), 0
    for _ in range(10):
        table = create_table(anna.person, guts, guts.options(), ["me", "steady", "steady"], coached=True)
        hint = say_in_until(table, hand)
        mistake = coached and str(hint.move) == "out" and not hint.close
        assert said(table) == (f"{hint.idea} {hint.why}" if mistake else "")
        mistakes += mistake
    assert bool(mistakes) == coached


def test_a_game_is_not_new_to_whoever_has_left_its_only_table(moved: Table, anna: User, ben: User) -> None:
    game = moved.engine_game
    assert not coach_advice.is_coached_by_default(anna.person, game)
    seating.leave_table(moved, anna.person)
    assert not coach_advice.is_coached_by_default(anna.person, game)
    assert coach_advice.is_coached_by_default(ben.person, game)
