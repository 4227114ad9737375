"""Ways out of a hand and the best last melds: played as promised, and found again by trying everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random
from typing import Any

import pytest

import games
from games.cards import PACK_ORDER, UNKNOWN, Card, format_cards, sort_cards
from games.engine.move import Move
from games.kit.meld_arrangement import arrange_melds
from games.vazhushal.bots import choose_quick_move
from games.vazhushal.endgame import (
    MovesToGoOut,
    UnfinishedSearch,
    count_surely_unmeldable_cards,
    find_best_meld_plan,
    find_final_meld_plan,
    find_line_draw_of_depth,
    find_moves_to_go_out,
    list_all_wipes,
    list_melds_of_cards,
)
from games.vazhushal.meld_checks import is_meld, list_meld_cards
from games.vazhushal.scoring import compute_score_of_seat
from games.vazhushal.state import VazhushalState
from games.vazhushal.wipe_search import list_legal_wipes, list_take_line_moves
from tests.games.arrange_oracles import readings

GAME = games.get("vazhushal")
RULES: dict[str, dict[str, Any]] = {
    "book": {},
    "stiff melds": {"rearrange": False},
    "melds as they lie": {"rearrange": False, "layoff-own": False},
    "no lay-offs": {"layoff-own": False},
    "no discard to go out": {"out-discard": False},
    "table cards in a wipe": {"wipe-table-cards": True},
    "table cards in a wipe of stiff melds": {"wipe-table-cards": True, "rearrange": False},
    "wild cards at will": {"all-wild-melds": "no-printed-only", "wild-rule": "same-rank"},
    "twins by their cards": {"twin-compare": "physical", "packs": "2"},
    "no wipe before the first meld": {"wipe-before-first": False},
}
each_rule = pytest.mark.parametrize("rules", RULES.values(), ids=RULES)


def wandering(rules: dict[str, Any], seeds: range, turns: int = 24) -> Iterator[VazhushalState]:
    """Tables in the middle of play, whoever's turn it is, seen from above."""
    options = GAME.options(rules)
    for seed in seeds:
        rng = Random(seed)
        state = GAME.start_match(options, 2 if seed % 2 else 3)
        stop = rng.randrange(6, turns)
        while state.turns < stop or state.phase != "draw":
            if state.waiting == (-1,) or not state.waiting:
                if state.turns or not state.waiting:
                    break
                GAME.apply_move(state, -1, GAME.draw_dealer_move(state, rng))
            else:
                seat = state.waiting[0]
                GAME.apply_move(state, seat, choose_quick_move(state, seat, rng))
        else:
            yield state


def small(rules: dict[str, Any], seed: int, phase: str) -> VazhushalState:
    """A table with few cards that are close to one another."""
    rng = Random(seed)
    options = GAME.options({"packs": "2", **rules})
    low = rng.randrange(9)
    near = [rank + suit for rank in "A23456789TJQK"[low : low + 5] for suit in rng.sample("CDHS", 3)] * 2
    meld = [("A23456789TJQK" * 2)[low + place] + "D" for place in range(3 + seed % 2)]
    for card in meld:
        if card in near:
            near.remove(card)
    cards = [*rng.sample(near, 7), *rng.choice(([], ["*"], []))]
    rng.shuffle(cards)
    line = cards[: rng.randint(1, 2)] if phase == "draw" else []
    hand = cards[len(line) :][: rng.randint(2, 4)]
    negative = rng.choice([card for card in ("KC", "KS", "AH") if card not in (*cards, *meld)])
    position = {
        "options": options.list_nonstandard_values(),
        "seats": 2,
        "phase": phase,
        "hands": [" ".join(hand)],
        "melds": [[" ".join(meld)]],
        "line": " ".join(line) or "KH",
        "negative": negative,
    }
    state: VazhushalState = GAME.load_position(position)
    return state


# -- as promised -----------------------------------------------------------------------------------


def played(state: VazhushalState, seat: int, moves: tuple[Move, ...]) -> VazhushalState:
    """The state after these moves; each must be legal. A card from the stock that may be any is discarded as `?`."""
    now = state.copy()
    if moves and moves[0].verb == "stock":
        now.stock[-1] = UNKNOWN
    for move in moves:
        refused = GAME.find_violation(now, seat, move)
        assert refused is None, (str(move), refused)
        GAME.apply_move(now, seat, move)
    return now


@pytest.mark.slow
@each_rule
def test_a_way_out_with_an_unknown_card_can_be_played(rules: dict[str, Any]) -> None:
    """Whichever card of a small hand or of the line isn't known, it's the one to discard."""
    ways = 0
    for seed in range(120):
        state = small(rules, seed, "draw")
        cards = state.line if seed % 2 else state.hands[state.turn]
        cards[seed // 2 % len(cards)] = UNKNOWN
        way = find_moves_to_go_out(state, state.turn)
        if isinstance(way, MovesToGoOut):
            ways += 1
            assert played(state, state.turn, way.moves).match.results[-1].winners == (state.turn,)
    assert ways or not state.options.out_discard


@pytest.mark.slow
@each_rule
def test_a_way_out_can_be_played_and_wins(rules: dict[str, Any]) -> None:
    found = 0
    tables = [*wandering(rules, range(40)), *(small(rules, seed, "draw") for seed in range(40))]
    for state in tables:
        way = find_moves_to_go_out(state, state.turn)
        assert not isinstance(way, UnfinishedSearch) or not state.options.layoff_own or state.options.wipe_table_cards
        if isinstance(way, MovesToGoOut):
            found += 1
            after = played(state, state.turn, way.moves)
            assert after.match.results[-1].winners == (state.turn,)
    assert found


@each_rule
def test_a_plan_can_be_played_and_holds_what_it_says(rules: dict[str, Any]) -> None:
    for state in wandering(rules, range(16)):
        seat = state.turn
        GAME.apply_move(state, seat, Move("stock"))
        plan = find_best_meld_plan(state, seat)
        after = played(state, seat, plan.moves)
        assert sorted(format_cards(meld) for meld in after.melds[seat]) == sorted(
            format_cards(meld) for meld in plan.melds
        )
        assert Counter(after.hands[seat]) == Counter(plan.left) or after.match.results
        assert plan.value == len(state.hands[seat]) - len(plan.left)


@each_rule
def test_the_best_last_melds_can_be_laid_and_score_what_they_say(rules: dict[str, Any]) -> None:
    for state in wandering(rules, range(16)):
        seat = state.turn
        state.phase, state.waiting = "final", (seat,)
        plan = find_final_meld_plan(state, seat)
        after = played(state, seat, plan.moves)
        assert compute_score_of_seat(after, seat).total == plan.value >= compute_score_of_seat(state, seat).total


def test_without_last_melds_the_count_stays_as_it_is() -> None:
    state = GAME.load_position(
        {
            "options": {"final-melds": "none"},
            "phase": "table",
            "negative": "KC",
            "melds": [["3S 4S 5S"]],
            "hands": ["6S 2D"],
        }
    )
    plan = find_final_meld_plan(state, 0)
    assert (plan.moves, plan.value, plan.proven) == ((), 12 - 8, True)


def test_it_is_asked_of_the_seat_to_move_alone() -> None:
    state = GAME.load_position(
        {"melds": [["3S 4S 5S"], ["3H 4H 5H"]], "hands": ["6S", "6H"], "line": "KC", "negative": "8C"}
    )
    assert find_moves_to_go_out(state, 1) is None
    assert isinstance(find_moves_to_go_out(state, 0), MovesToGoOut)


def test_a_card_from_the_stock_is_never_looked_at() -> None:
    position = {"melds": [["3S 4S 5S"]], "hands": ["6S 9D"], "line": "KC", "negative": "8C", "stock": "7S 8S 9S"}
    assert find_moves_to_go_out(GAME.load_position(position), 0) is None
    way = find_moves_to_go_out(GAME.load_position({**position, "hands": ["6S 7S"], "stock": "9S 8S"}), 0)
    assert isinstance(way, MovesToGoOut)
    assert [str(move) for move in way.moves] == ["stock", "layoff 1 6S 7S", "discard ?"]


def test_an_unknown_card_of_the_own_hand_is_no_joker() -> None:
    """A position can leave a card of the hand open: it melds with nothing."""
    position = {
        "seats": 3,
        "hands": ["7C TC ? *", "? ? ? 7D"],
        "melds": [["JD QD KD"]],
        "line": "6C 7S",
        "negative": "2S",
    }
    state = GAME.load_position({**position, "turns": 10, "match": {"dealer": 1}})
    assert not isinstance(find_moves_to_go_out(state, 0), MovesToGoOut)


def test_an_unknown_card_of_the_own_hand_is_discarded_after_a_wipe() -> None:
    position = {
        "hands": ["7C 3D 4D ? 7S", "? ? ? ? ? ?"],
        "melds": [["TC JC QC", "JD=TH *=JH QH"], []],
        "line": "QS 8S 3C 7H 2D",
        "negative": "JS",
        "turns": 8,
    }
    state = GAME.load_position(GAME.complete_position(position))
    way = find_moves_to_go_out(state, 0)
    assert isinstance(way, MovesToGoOut)
    assert (str(way.moves[0]), str(way.moves[-1])) == ("wipe 2 7C 7H 7S", "discard ?")
    assert played(state, 0, way.moves).match.results[-1].winners == (0,)


def test_the_last_melds_of_a_first_player_who_takes_the_starter_wait() -> None:
    position = {"hands": ["3S 4S 5S"], "line": "*", "negative": "8C", "starter": True, "forced": True}
    state = GAME.load_position({**position, "options": {"starter-nobody-pure": "first-player-takes"}})
    assert find_moves_to_go_out(state, 0) is None


# -- by trying everything --------------------------------------------------------------------------


def everything(state: VazhushalState, seat: int) -> int:
    """The fewest cards that can stay in hand, by making every table move there is, one after the other."""
    best = len(state.hands[seat])
    seen: set[Any] = set()
    todo = [state]
    while todo:
        now = todo.pop()
        mark = (
            format_cards(sort_cards(now.hands[seat])),
            tuple(sorted(format_cards(meld) for meld in now.melds[seat])),
        )
        if mark in seen:
            continue
        seen.add(mark)
        best = min(best, len(now.hands[seat]))
        if not now.hands[seat]:
            return 0
        for move in table_moves(now, seat):
            if GAME.find_violation(now, seat, move) is None:
                after = now.copy()
                GAME.apply_move(after, seat, move)
                todo.append(after)
    return best


def table_moves(state: VazhushalState, seat: int) -> Iterator[Move]:
    hand = [card for card in state.hands[seat] if card is not UNKNOWN]
    for meld in list_melds_of_cards(hand, state.wilds):
        yield Move("meld", groups=(meld,))
    for number, old in enumerate(state.melds[seat], 1):
        for size in (1, 2):
            for chosen in set(combinations(sort_cards(hand), size)):
                for meld in list_melds_of_cards([*chosen, *(card.base for card in old)], state.wilds):
                    if len(meld) == len(old) + size and set(old) <= set(meld):
                        yield Move("layoff", number, (tuple(card for card in meld if card not in old),))
    if not state.options.rearrange:
        return
    cards = list_meld_cards(state.melds[seat])
    for size in range(len(hand) + 1):
        for chosen in set(combinations(sort_cards(hand), size)):
            for groups in groupings(state, [*cards, *chosen]):
                yield Move("rearrange", groups=groups)


def groupings(state: VazhushalState, cards: list[Card]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to lay all these cards in melds."""
    if not cards:
        yield ()
        return
    first = min(cards, key=PACK_ORDER)
    for meld in list_melds_of_cards(cards, state.wilds, first):
        left = list(cards)
        for card in meld:
            left.remove(card.base)
        if is_meld(state, meld):
            yield from ((meld, *rest) for rest in groupings(state, left))


@pytest.mark.repeated
@each_rule
def test_plans_are_as_good_as_trying_everything(rules: dict[str, Any]) -> None:
    proven = 0
    for seed in range(45):
        state = small(rules, seed, "table")
        if sum(card in state.wilds for card in state.hands[0]) > 2:
            continue
        plan, least = find_best_meld_plan(state, 0), everything(state, 0)
        assert len(plan.left) == least or (not plan.proven and len(plan.left) > least), seed
        proven += plan.proven
    assert proven > 35


@pytest.mark.repeated
@each_rule
def test_ways_out_are_found_where_trying_everything_finds_one(rules: dict[str, Any]) -> None:
    ways = 0
    for seed in range(45):
        state = small(rules, seed, "draw")
        if sum(card in state.wilds for card in [*state.hands[0], *state.line]) > 2:
            continue
        way = find_moves_to_go_out(state, 0)
        if isinstance(way, UnfinishedSearch):
            continue
        assert isinstance(way, MovesToGoOut) == out_by_trying(state), seed
        ways += isinstance(way, MovesToGoOut)
    assert ways


def out_by_trying(state: VazhushalState) -> bool:
    """Return whether any draw leads out: every wipe, every take, and the stock for a card that fits nowhere."""
    draws = [move for depth in range(1, len(state.line) + 1) for move in list_all_wipes(state, 0, depth)]
    draws += list_take_line_moves(state, 0)
    for move in draws:
        after = state.copy()
        GAME.apply_move(after, 0, move)
        if everything(after, 0) <= 1:
            return True
    stock = state.copy()
    stock.stock.pop()
    stock.hands[0].append(UNKNOWN)
    stock.phase, stock.drawn = "table", "stock"
    return everything(stock, 0) <= 1


@each_rule
def test_a_wipe_is_found_where_there_is_one(rules: dict[str, Any]) -> None:
    for state in wandering(rules, range(20), turns=12):
        seat = state.turn
        for depth in range(1, min(len(state.line), 8) + 1):
            move = find_line_draw_of_depth(state, seat, depth)
            whole = depth == len(state.line)
            quick = next(list_legal_wipes(state, seat, depth), None) or (
                next(list_take_line_moves(state, seat), None) if whole else None
            )
            assert move is not None or quick is None
            if isinstance(move, Move):
                assert GAME.find_violation(state, seat, move) is None
                if not rules.get("wipe-table-cards"):
                    assert quick is not None


def test_the_quick_look_never_strands_a_card_that_can_be_laid() -> None:
    for seed in range(150):
        rng = Random(seed)
        state = small({}, seed, "table")
        table = list_meld_cards(state.melds[0])
        others = sort_cards((Counter(state.deck) - Counter([*state.hands[0], *table])).elements())
        cards = [*state.hands[0], *rng.sample(others, rng.randint(0, 5))]
        found = arrange_melds(cards, table, state.law)
        assert found is not None
        assert count_surely_unmeldable_cards(cards, table, state.wilds) <= len(found.left)


def shape(meld: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(sorted(card.code for card in meld))


def test_every_meld_is_a_meld_of_these_cards_and_each_is_there_once() -> None:
    for seed in range(30):
        state = small({}, seed, "table")
        pool = [*state.hands[0], *list_meld_cards(state.melds[0])]
        melds = list(list_melds_of_cards(pool, state.wilds))
        assert len(set(melds)) == len(melds)
        for meld in melds:
            left = list(pool)
            for card in meld:
                left.remove(card.base)
        parts = {part for size in range(3, len(pool) + 1) for part in combinations(sort_cards(pool), size)}
        tried = {shape(meld) for part in parts for meld in readings(part, state.law)}
        assert {shape(meld) for meld in melds if state.law.is_not_all_wild(meld)} == tried
        with_first = {meld for meld in melds if any(card.base is pool[0] for card in meld)}
        assert set(list_melds_of_cards(pool, state.wilds, pool[0])) == with_first
