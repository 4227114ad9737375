"""The examples are worth something: take a rule away, and those about it no longer hold."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import games
from games.cards import JOKER, PACK, build_deck
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.examples import read_examples
from games.engine.game import Game
from games.engine.move import Move
from games.engine.state import State
from games.vazhushal import legality, meld_checks, playing, scoring
from games.vazhushal import state as table
from games.vazhushal.state import VazhushalState
from games.vazhushal.verbs import VERBS

REFUSALS = [(game, id) for game in games.all_games().values() for id, clause in game.clauses.items() if clause.refusal]


def failing(game: Game[Any], *clauses: str) -> set[str]:
    """Those of the clauses whose examples do not hold."""
    found = set()
    for example in read_examples(game, "rules"):
        if example.clause in clauses and example.clause not in found:
            try:
                faults = example.list_example_faults(game)
            except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
                faults = [str(error)]
            if faults:
                found.add(example.clause)
    return found


@pytest.mark.parametrize(("game", "clause"), REFUSALS, ids=[f"{game.slug}-{clause}" for game, clause in REFUSALS])
def test_a_refusal_that_is_lost_is_missed(game: Game[Any], clause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = game._list_violations

    def without(state: State, seat: int, move: Move) -> Iterator[Violation]:
        return (violation for violation in kept(state, seat, move) if violation.clause.id != clause)

    monkeypatch.setattr(game, "_list_violations", without, raising=True)
    assert failing(game, clause) == {clause}


def everybody_sees_the_stock(state: VazhushalState, seat: int, move: Move) -> list[Event]:
    card = state.stock.pop()
    state.hands[seat].append(card)
    state.record_known_cards(seat, [card])
    state.phase, state.drawn = "table", "stock"
    return [Event("stock", seat, (card,), {"last": False})]


def nothing_joins_the_hand(state: VazhushalState, seat: int, number: int) -> list[Any]:
    taken = state.line[-number:]
    state.line.clear()
    state.hands[seat] += taken[:3]
    return taken


LOST = {
    "aces are low": (scoring, "get_face_value", lambda card: min(card.rank, 10), "score.ace-face"),
    "every card is worth five": (scoring, "get_face_value", lambda card: 5, "score.pip score.ace-face exhaust.score"),
    "jokers in hand are free": (
        *(scoring, "get_value_in_hand", lambda state, card: scoring.get_face_value(card)),
        "score.joker-in-hand score.ranked-wild-in-hand exhaust.score",
    ),
    "nobody wins": (playing, "list_credited_seats", lambda state, totals: (), "exhaust.winner match.hands-won"),
    "the dealer begins": (
        playing,
        "_list_seats_from_dealer_left",
        lambda state: [state.match.dealer] * 2,
        "turn.first-player",
    ),
    "twelve cards": (playing, "HAND", 12, "deal.hand-size deal.order deal.cut deal.sequence onepack.deck"),
    "no new deal": (
        *(playing, "has_enough_doubles_for_redeal", lambda state, seat: False),
        "redeal.three-doubles redeal.same-dealer redeal.before-reveal",
    ),
    "everything is a double": (
        playing,
        "count_doubles",
        lambda state, seat: 9,
        "redeal.double-def redeal.jokers-dont-count",
    ),
    "everything is wild": (
        *(table, "list_wild_cards", lambda options, negative: frozenset([*PACK, JOKER])),
        "neg.makes-wild neg.is-printed neg.same-colour-plain wild.set",
    ),
    "only jokers are wild": (
        *(table, "list_wild_cards", lambda options, negative: frozenset([JOKER])),
        "neg.makes-wild wild.set wild.self-is-natural",
    ),
    "always one pack": (
        *(table, "build_full_deck", lambda options, seats: build_deck(1, 2)),
        "setup.packs setup.printed-jokers",
    ),
    "the stock is open": (VERBS, "stock", replace(VERBS["stock"], apply=everybody_sees_the_stock), "draw.stock"),
    "the line never overflows": (
        *(playing, "_move_overflow_under_stock", lambda state: []),
        "line.limit line.overflow exhaust.after-overflow",
    ),
    "wiped cards are lost": (
        *(playing, "_pick_up_line", nothing_joins_the_hand),
        "wipe.rest-to-hand wipe.older-stay starter.no-meld-needed",
    ),
    "anything opens": (
        *(legality, "is_pure_sequence", lambda meld: True),
        "first.must-be-pure meld.pure-def wild.printed-never-natural",
    ),
    "anything is pure": (meld_checks, "is_pure_sequence", lambda meld: True, "meld.pure-always"),
    "the hand just ends": (
        playing,
        "_end_without_winner",
        lambda state: playing._finish_exhausted_hand(state),
        "exhaust.trigger",
    ),
}


@pytest.mark.parametrize(("where", "name", "instead", "clauses"), LOST.values(), ids=LOST)
def test_a_rule_that_is_lost_is_missed(
    where: Any, name: str, instead: Any, clauses: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Clauses that only describe have no refusal to lose, so here the code behind them does something else."""
    if isinstance(where, dict):
        monkeypatch.setitem(where, name, instead)
    else:
        monkeypatch.setattr(where, name, instead)
    assert failing(games.get("vazhushal"), *clauses.split()) == set(clauses.split())
