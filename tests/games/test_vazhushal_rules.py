"""Vazhushal beyond its examples: which refusal comes first, what all know, wild cards left open, rare corners."""

from __future__ import annotations

from collections import Counter
from random import Random
from time import perf_counter
from typing import Any

import pytest

import games
from games.cards import UNKNOWN, format_cards
from games.engine.move import parse_move
from games.engine.state import DEALER
from games.engine.table import Table
from games.vazhushal.state import VazhushalState
from games.vazhushal.wipe_search import list_legal_wipes
from tests.games.rulebooks import dealt, many_rules, numbers_in
from tests.games.wandering import wander

GAME = games.get("vazhushal")


def table(**keys: Any) -> VazhushalState:
    """A table of two where seat 0 is to move; `hand` is its hand."""
    if "hand" in keys:
        keys["hands"] = [keys.pop("hand")]
    return GAME.load_position({"seats": 2, **keys})


def play(state: VazhushalState, *moves: str, seat: int = 0) -> VazhushalState:
    for text in moves:
        GAME.play_move(state, seat, parse_move(text))
    return state


def refusals(state: VazhushalState, text: str, seat: int = 0) -> list[str]:
    """The clauses that a move breaks, in the order in which they are shown."""
    refused = GAME.find_violation(state, seat, parse_move(text))
    return [violation.clause.id for violation in (refused, *refused.others)] if refused else []


# -- refusals --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "move", "first"),
    [
        ({"phase": "table", "hand": "5H 6H 7H KC"}, "meld 5H 6H", "meld.min-three"),
        ({"phase": "table", "hand": "5H 6H 7H KC"}, "meld 5H 6H KC", "meld.kinds"),
        ({"phase": "table", "hand": "8C 8D 8S KC"}, "meld 8C 8D 8S", "first.must-be-pure"),
        ({"phase": "table", "hand": "QS KS AS 2S 5D"}, "meld KS AS 2S", "run.no-wrap"),
        ({"phase": "table", "hand": "KC KD KS", "melds": [["2H 3H 4H"]]}, "meld KC KD KS", "turn.keep-a-discard"),
        ({"phase": "table", "hand": "* KS", "melds": [["2H 3H 4H"]]}, "layoff 1 *=5H", "meld.pure-always"),
        (
            {"phase": "table", "hand": "8H KS", "melds": [["2C 3C 4C"], ["5H 6H 7H"]]},
            "layoff 101 8H",
            "meld.owner-only",
        ),
        ({"phase": "table", "hand": "5H KS", "melds": [["2H 3H 4H"]]}, "layoff 2 5H", "table.shape"),
        ({"phase": "table", "hand": "5H KS"}, "layoff 1 5H", "layoff.own-only"),
        ({"phase": "table", "hand": "5H KS"}, "discard QH", "table.held"),
        ({"hand": "2C 9H", "line": "7C", "melds": [["8C 9C TC"]]}, "wipe 1 7C 8C 9C TC", "wipe.not-a-layoff"),
        ({"hand": "8D 2C", "line": "8H", "melds": [["5S 6S 7S 8S"]]}, "wipe 1 8H 8D 8S", "wipe.new-meld-material"),
        ({"hand": "8S 2C", "line": "3H 9S TS KD"}, "wipe 2 8S 9S TS", "wipe.suffix-only"),
        ({"hand": "8S 2C", "line": "3H 9S TS KD"}, "wipe 4 8S 9S TS", "first.wipe-depth-limit"),
        ({"hand": "8S 2C", "line": "9S TS", "melds": [["2H 3H 4H"]]}, "wipe 3 8S 9S TS", "table.shape"),
        ({"hand": "8S 2C", "line": "9S"}, "wipe 1", "wipe.single-card-too"),
        ({"hand": "8S 2C", "line": "9S TS"}, "wipe 2", "wipe.meld-first"),
        ({"hand": "8S 2C", "line": "* TS"}, "take", "starter.dealt-card-only"),
        ({"hand": "8S 2C", "line": "* TS", "starter": True}, "take", "starter.take-with-pure"),
        ({"hand": "8S 2C", "line": "9S TS"}, "jump", "table.verb"),
        ({"hand": "8S 2C", "line": "9S TS"}, "discard 8S", "turn.phases"),
        ({"hand": "8S 2C", "line": "9S TS"}, "meld 8S 9S TS", "turn.no-predraw"),
    ],
)
def test_the_refusal_most_to_the_point_comes_first(keys: dict[str, Any], move: str, first: str) -> None:
    assert refusals(table(**keys), move)[0] == first


@pytest.mark.parametrize(
    ("phase", "move"),
    [
        ("draw", "stock 3"),
        ("draw", "stock 5C"),
        ("draw", "stock quickly"),
        ("draw", "wipe 1 8S 9S TS please"),
        ("table", "discard 3 5C"),
        ("table", "discard 5C after 6C"),
        ("table", "meld 1 5C 6C 7C"),
        ("table", "meld 5C 6C 7C after 8C"),
        ("table", "meld 5C 6C 7C / 8C 9C TC"),
        ("table", "layoff 8C"),
        ("table", "rearrange"),
        ("final", "done 5C"),
    ],
)
def test_a_move_has_no_parts_that_its_verb_has_no_use_for(phase: str, move: str) -> None:
    state = table(phase=phase, hand="5C 6C 7C 8S KD", line="9S TS", stock="2C 3D", melds=[["2H 3H 4H"]])
    assert "table.shape" in refusals(state, move)


@pytest.mark.parametrize("move", ["dealer", "dealer 2", "dealer 0 5C", "deal", "deal 5C", "deal 3", "stock"])
def test_the_dealer_keeps_to_the_rules_as_well(move: str) -> None:
    assert GAME.find_violation(GAME.start_match(GAME.options(), 2), DEALER, parse_move(move)) is not None


def test_a_deal_holds_the_deck_and_nothing_else() -> None:
    state = play(GAME.start_match(GAME.options(), 2), "dealer 1", seat=DEALER)
    good = GAME.draw_dealer_move(state, Random(1))
    cards = list(good.cards)
    assert GAME.find_violation(state, DEALER, good) is None
    cards[0] = cards[1]
    assert GAME.find_violation(state, DEALER, good._replace(groups=(tuple(cards),))) is not None


def test_a_house_rule_gives_its_own_reason() -> None:
    lacking = table(phase="table", hand="* * JS KD", melds=[["2H 3H 4H"]], options={"all-wild-melds": "one-nonwild"})
    assert refusals(lacking, "meld *=9S *=TS JS") == []
    aces = table(phase="table", hand="7D 8D 5S KD", melds=[["2H 3H 4H"]], negative="*", options={"neg-printed": "aces"})
    assert refusals(aces, "meld 7D 8D 5S=9D")[0] == "wild.set"
    early = table(hand="5H 6H 7H KD", line="2C", options={"wipe-before-first": False})
    assert refusals(early, "stock after 5H 6H 7H") == ["turn.no-predraw"]
    still = table(hand="8D 8H KS", melds=[["5C 6C 7C 8C"]], options={"rearrange": False})
    assert refusals(still, "rearrange 5C 6C 7C / 8C 8D 8H")[0] == "rearr.free"


# -- reading wild cards ----------------------------------------------------------------------------


def readings(state: VazhushalState, text: str) -> list[str]:
    return [str(move) for move in GAME.list_move_readings(state, 0, parse_move(text))]


def test_a_wild_card_left_open_is_read_as_all_it_can_be() -> None:
    state = table(phase="table", hand="6H 7H * KD", melds=[["2C 3C 4C"]])
    assert sorted(readings(state, "meld 6H 7H *=?")) == ["meld *=5H 6H 7H", "meld 6H 7H *=8H"]
    assert readings(state, "meld 6H 7H KD") == ["meld 6H 7H KD"]


def test_a_wild_card_left_open_is_added_wherever_it_fits() -> None:
    state = table(phase="table", hand="* KD", melds=[["2C 3C 4C", "7H 8H 9H"]])
    assert readings(state, "layoff 2 *=?") == ["layoff 2 *=TH", "layoff 2 *=6H"]
    assert readings(state, "layoff 9 *=?") == []


def test_a_ranked_wild_card_left_open_may_be_itself() -> None:
    state = table(phase="table", hand="9H TH 8H KD", melds=[["2C 3C 4C"]], negative="8S")
    assert readings(state, "meld 8H=? 9H TH")[0] == "meld 8H 9H TH"


def test_the_table_plays_the_only_reading_and_asks_where_there_are_two() -> None:
    only = table(phase="table", hand="QS KS * 5D", melds=[["2C 3C 4C"], []], line="JS", stock="2H 3H")
    sat = Table.__new__(Table)
    sat.game, sat.state, sat.record, sat.events = GAME, only, Table(GAME, GAME.options(), 2).record, []
    assert len(readings(only, "meld QS KS *=?")) == 2
    with pytest.raises(ValueError, match=r"\* has to stand for a card\. Choose one, such as \*="):
        sat.play_move(0, "meld QS KS *=?")
    sat.play_move(0, "meld QS KS *=AS")
    assert sat.record.moves[-1] == (0, "meld QS KS *=AS")


def test_a_crowd_of_open_wild_cards_takes_no_time() -> None:
    state = table(phase="table", hand="6H 7H * KD", melds=[["2C 3C 4C"]])
    begun = perf_counter()
    for text in ("meld " + "*=? " * 13, "meld " + "9S=? " * 12, "rearrange " + " / ".join(["*=? *=? *=?"] * 12)):
        assert readings(state, text) == []
        assert refusals(state, text)
    assert perf_counter() - begun < 2


# -- what everybody knows --------------------------------------------------------------------------


def hand_seen(state: VazhushalState, owner: int = 0, seat: int | None = 1) -> str:
    return str(GAME.build_view(state, seat).position["hands"][owner])


def test_wiped_cards_are_known_until_they_leave_the_hand() -> None:
    state = table(hand="8S 2C QD", melds=[["4H 5H 6H"]], line="7D 9S TS KD", stock="2H 3H")
    play(state, "wipe 3 8S 9S TS")
    assert hand_seen(state) == "KD ? ?"
    assert hand_seen(state, seat=None) == "KD ? ?"
    assert hand_seen(state, seat=0) == format_cards(state.hands[0])
    play(state, "discard KD")
    assert hand_seen(state) == "? ?"


def test_a_known_card_stays_known_when_its_twin_on_the_table_is_moved() -> None:
    state = table(
        hand="7C KD", melds=[["4H 5H 6H", "7C 8C 9C TC"]], known=["7C"], phase="table", options={"packs": "2"}
    )
    play(state, "rearrange 4H 5H 6H / 7C 8C 9C TC")
    assert hand_seen(state) == "7C ?"


def test_the_whole_line_with_its_starter_is_known() -> None:
    state = play(table(hand="2C 5H", melds=[["5C 6C 7C"]], line="* 9D", starter=True), "take")
    assert hand_seen(state) == "* 9D ? ?"


def test_the_card_one_goes_out_with_is_seen_by_nobody_else() -> None:
    state = play(table(phase="table", hand="KC", melds=[["5C 6C 7C"]], line="2D"), "discard KC")
    assert GAME.build_view(state, 0).position["line"] == "2D KC"
    assert GAME.build_view(state, 1).position["line"] == "2D ?"
    assert UNKNOWN not in GAME.sample_possible_state(GAME.build_view(state, 1), Random(1)).line


def test_buried_cards_are_known_when_they_are_drawn() -> None:
    options = {"line-limit": 2}
    state = table(hands=["KD 9C", "8D 8H"], line="2C 3D", stock="5H", options=options)
    play(state, "stock", "discard KD")
    assert GAME.build_view(state, None).position["stock"] == "2C"
    play(state, "stock", seat=1)
    assert hand_seen(state, owner=1, seat=0) == "2C ? ?"


# -- rare corners ----------------------------------------------------------------------------------


def test_any_seat_may_come_to_deal_first() -> None:
    state = GAME.start_match(GAME.options(), 5)
    drawn = Counter(GAME.draw_dealer_move(state, Random(seed)).number for seed in range(200))
    assert set(drawn) == set(range(5))
    assert min(drawn.values()) > 20


def test_what_leaves_the_line_lies_above_the_negative_joker_while_that_is_there() -> None:
    options = {"line-limit": 2, "neg-drawable": True}
    state = table(hands=["KD 9C 2H", "8D 8H 3S"], line="2C 3D", stock="5H 9S", negative="9S", options=options)
    play(state, "stock", "discard KD")
    assert GAME.build_position(state)["stock"] == "2C 9S"
    state = table(hands=["KD 9C 2H", "8D 8H 3S"], line="2C 3D", stock="9S", negative="9S", options=options)
    play(state, "stock", "discard KD")
    assert (GAME.build_position(state)["stock"], state.negative_drawn, state.phase) == ("2C", True, "draw")
    play(state, "stock", "discard 8D", seat=1)
    assert (GAME.build_position(state)["stock"], state.negative_drawn) == ("3D", True)


def test_a_stock_of_jokers_still_has_a_negative_joker_and_a_starter() -> None:
    """No deal comes to this, but a position may be written down like it."""
    options = {"neg-printed": "redraw", "redeal-mode": "holder-may", "packs": "2"}
    state = play(table(phase="redeal", hands=["2C", "3C"], stock="* * *", options=options), "keep")
    assert (format_cards(state.line), format_cards(state.stock)) == ("*", "*")
    assert state.negative is not None
    assert state.negative.code == "*"


def test_the_deal_is_fair_to_all_seats() -> None:
    """Every seat gets as many jokers as any other, on the whole."""
    jokers = Counter(dict.fromkeys(range(4), 0))
    state = play(GAME.start_match(GAME.options(), 4), "dealer 0", seat=DEALER)
    for seed in range(400):
        dealt = state.copy()
        GAME.apply_move(dealt, DEALER, GAME.draw_dealer_move(dealt, Random(seed)))
        for seat in range(4):
            jokers[seat] += format_cards(dealt.hands[seat]).count("*")
    assert max(jokers.values()) < 1.35 * min(jokers.values())


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_stock_after_the_deal_is_as_long_as_the_book_says(seats: int) -> None:
    expected = {2: 26, 3: 67, 4: 54, 5: 41, 6: 28}[seats]
    found = {
        len(state.stock) for state, _ in wander(GAME, GAME.options(), seats, Random(1), deals=1) if not state.turns
    }
    assert expected in found


def test_who_can_be_asked_about_a_new_deal() -> None:
    assert GAME.options({"redeal-mode": "holder-may"}).can_ask_holders_of_doubles
    assert not GAME.options().can_ask_holders_of_doubles
    assert not GAME.options({"redeal-mode": "holder-may", "redeal-doubles": 0}).can_ask_holders_of_doubles
    assert not GAME.options({"redeal-mode": "holder-may", "packs": "1"}).can_ask_holders_of_doubles
    assert GAME.options(
        {"redeal-mode": "holder-may", "packs": "1", "redeal-jokers-count": True}
    ).can_ask_holders_of_doubles


def test_no_card_is_lost_or_made() -> None:
    for seats, options in [(2, {}), (4, {"neg-drawable": True}), (3, {"packs": "1", "line-limit": 4})]:
        for state, _ in wander(GAME, GAME.options(options), seats, Random(2), deals=3):
            if state.phase not in ("dealer", "deal"):
                there = [*state.line, *state.stock, *(card for hand in state.hands for card in hand)]
                there += [card.base for own in state.melds for meld in own for card in meld]
                if state.negative and not state.options.neg_drawable:
                    there.append(state.negative)
                assert Counter(there) == Counter(state.deck)


# -- what is listed --------------------------------------------------------------------------------

SET_OWNED = {"negative": "4C", "melds": [["5C 6C 7C", "JC JD JH"], []]}


@pytest.mark.parametrize("compared", ["represented", "physical"])
@pytest.mark.parametrize("scope", ["all", "runs", "off"])
def test_a_set_that_is_no_twin_is_found_by_everybody(scope: str, compared: str) -> None:
    """Under some of these house rules no two sets are ever twins, and where none are, nothing is to be kept apart."""
    rules = {"twin-scope": scope, "twin-compare": compared}
    laying = table(phase="table", hand="9C 9D 9H 2S", options=rules, **SET_OWNED)
    assert "meld 9C 9D 9H" in [str(move) for move in GAME.list_moves(laying, 0)]
    drawing = table(phase="draw", hand="9C 9D 2S", line="9H", options=rules, **SET_OWNED)
    assert str(next(list_legal_wipes(drawing, 0, 1))) == "wipe 1 9C 9D 9H"
    assert "wipe 1 9C 9D 9H" in [str(move) for move in GAME.list_moves(drawing, 0)]
    for level in ("learner", "steady"):
        assert str(GAME.bots[level].choose_move(GAME.build_view(laying, 0), Random(1)).move) == "meld 9C 9D 9H"


def test_only_who_drew_sees_which_card_it_was() -> None:
    state = table(turn=0, hands=["9C 4D", "? ?"], stock="TC 2H", line="KD")
    GAME.play_move(state, 0, GAME.parse_move("stock"))
    own, other = (GAME.build_screen(GAME.build_view(state, seat)).get_zone("hand-0") for seat in (0, 1))
    assert own.fresh == (2,)
    assert (other.fresh, GAME.build_position(state, 1, whole=False)["came"]) == ((), "")
    GAME.play_move(state, 0, GAME.parse_move("discard 4D"))
    assert not state.came


def test_the_stock_of_three_with_one_pack_is_as_long_as_the_rulebook_says() -> None:
    lengths = set()
    for options in many_rules(GAME, packs="1"):
        state = dealt(GAME, options, seats=3)
        held = sum(map(len, state.hands))
        assert numbers_in(GAME, "onepack.deck", options) == [3, held, len(state.stock)], options
        lengths.add(len(state.stock))
    assert lengths > {13, 14}


@pytest.mark.parametrize("melds", [[], [["5C 6C 7C"], []]])
@pytest.mark.parametrize("may", [True, False])
def test_the_line_is_offered_to_whoever_may_wipe(may: bool, melds: list[Any]) -> None:
    hand = "8S JH 2C 5H 6D 9C 3S 7H AC QC KH"
    rules = {"wipe-before-first": may}
    state = table(options=rules, phase="draw", line="7D QD", negative="4C", hand=hand, melds=melds)
    view = GAME.build_view(state, 0)
    offered = bool(may or melds)
    assert ("wipe" in GAME.build_screen(view).prompt) == offered
    assert ("line" in GAME.build_hint(view).idea) == offered


@pytest.mark.parametrize("drawable", [True, False])
def test_the_rulebook_says_what_is_drawn_last_below_a_joker(drawable: bool) -> None:
    """Of a stock with a printed joker at the bottom: the negative joker, if it may be drawn, and else that joker."""
    options = GAME.options({"neg-printed": "redraw", "neg-drawable": drawable})
    state = GAME.start_match(options, 2)
    GAME.play_move(state, DEALER, parse_move("dealer 1"))
    move = GAME.draw_dealer_move(state, Random(1))
    order = sorted(move.cards, key=lambda card: (card.code == "*", card.code == "9C"))
    joker = order.pop()
    order.insert(30, order.pop())
    GAME.play_move(state, DEALER, move._replace(groups=((*order, joker),)))
    assert state.negative is not None
    assert (state.negative.code, state.stock[0].code) == ("9C", "9C" if drawable else "*")
    text = GAME.rulebook.get_clause_text("neg.is-printed", options)
    assert ("is drawn just before that card" in text, "it’s drawn last" in text) == (drawable, not drawable)


def test_two_jokers_of_a_single_pack_call_for_a_new_deal_as_well() -> None:
    """Where jokers count, the rulebook says, they can make a double from one pack; the table must open then."""
    options = GAME.options({"redeal-doubles": 1, "redeal-mode": "holder-may", "redeal-jokers-count": True})
    asked = 0
    for seed in range(40):
        rng, state = Random(seed), GAME.start_match(options, 2)
        while state.waiting == (DEALER,):
            GAME.apply_move(state, DEALER, GAME.draw_dealer_move(state, rng))
        asked += state.phase == "redeal"
        assert GAME.load_position(GAME.build_view(state, 0).position).phase == state.phase
    assert asked


def test_a_rule_of_melds_leaves_room_for_what_others_allow() -> None:
    """A wipe may take apart what is not rearranged, and rearranging may change that to which nothing is added."""
    wiped = GAME.options({"rearrange": False, "wipe-table-cards": True})
    assert "never" not in GAME.rulebook.get_clause_text("rearr.free", wiped)
    arranged = GAME.options({"layoff-own": False})
    assert "stays as it was" not in GAME.rulebook.get_clause_text("layoff.own-only", arranged)


def test_wipes_that_leave_different_melds_are_told_apart() -> None:
    lines = ["wipe 1 9C 9H 9S / 6C 7C 8C / JD QD KD", "wipe 1 9C 9H 9S / 6C 7C 8C JD / QD KD"]
    first, second = (GAME.describe_move(parse_move(line)) for line in lines)
    assert first == "Wipe the newest card and meld 9C 9H 9S, leaving 6C 7C 8C; JD QD KD"
    assert first != second
    assert GAME.describe_move(parse_move("wipe 1 9C 9H 9S")) == "Wipe the newest card and meld 9C 9H 9S"
