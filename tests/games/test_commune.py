"""Commune against what somebody would work out at the table: the ladder, what is there, tokens, calls and odds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.cards import JOKER, PACK, Card, parse_cards
from games.commune.hand_presence import CardCounts, find_highest_declaration, is_hand_present
from games.commune.ladder import Declaration, Ladder, get_ladder, parse_declaration
from games.commune.odds import Odds, list_ladder_chances
from games.commune.options import CommuneOptions
from games.commune.state import CommuneState, build_full_deck
from games.engine.event import Event
from games.engine.examples import read_examples
from games.engine.options import Options
from games.engine.puzzle import VoidPuzzle
from games.engine.state import DEALER
from games.engine.table import Table
from games.engine.tournament import play_deals_between_bots, play_duel
from games.errors import BadText, RulesError
from tests.games.rulebooks import dealt, many_rules, numbers_in
from tests.games.wandering import move_of, wander

GAME = games.get("commune")
ORDER = "23456789TJQKA"
EDGES = {f"E{number}" for number in range(1, 33)}
HOUSES: list[dict[str, Any]] = [
    {},
    {"declare-twos": False},
    {"twos-wild": False},
    {"twos-wild": False, "jokers": 0, "five-of-a-kind": False},
    {"twos-wild": False, "declare-twos": False},
    {"flush-naming": "top-and-suit"},
    {"flushes": False, "jokers": 1},
]
each_house = pytest.mark.parametrize("house", HOUSES, ids=str)


def rules(**values: Any) -> CommuneOptions:
    return CommuneOptions({name.replace("_", "-"): value for name, value in values.items()})


def said(text: str) -> Declaration:
    hand = parse_declaration(text)
    assert hand is not None
    return hand


# -- the ladder ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "steps", "top"),
    [
        ({}, 327, "five aces"),
        ({"declare-twos": False}, 281, "five aces"),
        ({"flushes": False}, 309, "five aces"),
        ({"declare-twos": False, "flushes": False}, 266, "five aces"),
        ({"five-of-a-kind": False}, 314, "straight-flush ace"),
        ({"five-of-a-kind": False, "declare-twos": False}, 269, "straight-flush ace"),
        ({"five-of-a-kind": False, "flushes": False}, 296, "quads aces"),
        ({"five-of-a-kind": False, "flushes": False, "declare-twos": False}, 254, "quads aces"),
    ],
)
def test_the_ladder_has_so_many_steps(house: dict[str, Any], steps: int, top: str) -> None:
    ladder = get_ladder(CommuneOptions(house))
    assert len(ladder) == steps
    assert str(ladder.steps[-1]) == top
    assert [ladder.index(step) for step in ladder.steps] == list(range(steps))
    assert len(set(map(str, ladder.steps))) == steps


def test_the_screen_shows_each_kind_and_what_was_said_last() -> None:
    game = games.get("commune")
    table = Table(game, game.options(), 3)
    table.play_move(DEALER, game.draw_dealer_move(table.state, Random(1)))
    table.play_move(DEALER, game.draw_dealer_move(table.state, Random(1)))
    first = table.state.turn
    table.play_move(first, "pair nines")
    ladder, actions = table.build_screen(first).ladder, table.build_screen(table.state.turn).actions
    assert [rung.label for rung in ladder][:3] == ["High card", "Pair", "Two pair"]
    assert [rung.open for rung in ladder][:3] == [False, True, True]
    assert [rung.label for rung in ladder if rung.open][1:] == [action.label for action in actions if action.cards][1:]
    assert (ladder[1].seat, ladder[1].cards) == (first, ("9", "9"))
    assert {rung.seat for rung in ladder[2:]} == {None}


def by_formula(hand: Declaration) -> int:
    """The place of a hand on the full ladder, worked out from its ranks alone."""
    one, two = (*hand.ranks, 0)[:2]
    return {
        "high": one - 2,
        "pair": 13 + one - 2,
        "two-pair": 26 + (one - 2) * (one - 3) // 2 + two - 2,
        "trips": 104 + one - 2,
        "straight": 117 + one - 5,
        "flush": 127 + one - 7,
        "full-house": 135 + 12 * (one - 2) + (two - 2 if two < one else two - 3),
        "quads": 291 + one - 2,
        "straight-flush": 304 + one - 5,
        "five": 314 + one - 2,
    }[hand.kind]


def test_each_step_stands_where_its_formula_says() -> None:
    for place, step in enumerate(get_ladder(rules()).steps):
        assert by_formula(step) == place, str(step)


@each_house
def test_a_smaller_ladder_is_the_full_one_with_steps_left_out(house: dict[str, Any]) -> None:
    places = [by_formula(step) for step in get_ladder(CommuneOptions(house)).steps]
    assert all(one < other for one, other in pairwise(places))


@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("declare pair K", "pair kings"),
        ("pair 6", "pair sixes"),
        ("twopair K 6", "two-pair kings sixes"),
        ("full 8 3", "full-house eights threes"),
        ("sf 9", "straight-flush nine"),
        ("five a", "five aces"),
        ("high 10", "high ten"),
        ("trips queen", "trips queens"),
        ("declare flush q hearts", "flush queen hearts"),
        ("call", "call"),
        ("let-pass", "let-pass"),
        ("dealer 3", "dealer 3"),
    ],
)
def test_moves_may_be_typed_in_several_ways(typed: str, move: str) -> None:
    assert str(GAME.parse_move(typed)) == move
    assert GAME.parse_move(move) == GAME.parse_move(typed)


@pytest.mark.parametrize("text", ["", "pair Z", "pair KX", "declare pair ZZ", "Pair K", "pair " + "k " * 500])
def test_what_is_no_move_is_refused_as_text(text: str) -> None:
    with pytest.raises(BadText):
        GAME.parse_move(text)


def test_pairs_may_be_named_in_either_order() -> None:
    state = GAME.load_position({"hands": ["KS"], "declared": ["1 two-pair kings fives"]})
    GAME.play_move(state, 0, GAME.parse_move("two-pair sixes kings"))
    assert str(state.declared[-1].hand) == "two-pair kings sixes"


# -- is it there? ----------------------------------------------------------------------------------


def standing(card: Card, options: CommuneOptions) -> list[tuple[int, str]]:
    """Every rank and suit that a card may have: a wild one any that can be named."""
    if card is JOKER or (options.twos_wild and card.rank == 2):
        return [(value, suit) for value in range(options.lowest_rank, 15) for suit in "CDHS"]
    return [(ORDER.index(card.code[0]) + 2, card.code[1])]


def faces(cards: tuple[Card, ...], options: CommuneOptions) -> Iterator[list[tuple[int, str]]]:
    """Every way in which the wild cards among these can stand for others."""
    plain = [standing(card, options)[0] for card in cards if len(standing(card, options)) == 1]
    wild = [standing(card, options) for card in cards if len(standing(card, options)) > 1]
    if not wild:
        yield plain
    else:
        for shown in combinations_with_replacement(wild[0], len(wild)):
            yield [*plain, *shown]


def makes(hand: Declaration, five: list[tuple[int, str]]) -> bool:
    """Return whether these very cards, no more and no less, are the hand."""
    counts = Counter(value for value, _ in five)
    suits = {suit for _, suit in five}
    kind, ranks, suit = hand
    if kind in ("high", "pair", "trips", "quads", "five"):
        return set(counts) == {ranks[0]}
    if kind in ("two-pair", "full-house"):
        first = 2 if kind == "two-pair" else 3
        return counts == {ranks[0]: first, ranks[1]: 2}
    row = {14 if value == 1 else value for value in range(ranks[0] - 4, ranks[0] + 1)}
    if kind == "straight":
        return set(counts) == row
    alike = len(suits) == 1 and (not suit or suits == {suit})
    if kind == "flush":
        return alike and len(counts) == 5 and max(counts) == ranks[0]
    return alike and set(counts) == row


SIZES = {"high": 1, "pair": 2, "trips": 3, "two-pair": 4, "quads": 4}


def tried_out(hand: Declaration, cards: list[Card], options: CommuneOptions) -> bool:
    """Return whether some of the cards make the hand, every wild one having been tried as everything."""
    if not options.declare_twos and not options.twos_wild:
        cards = [card for card in cards if card.rank != 2]
    size = SIZES.get(hand.kind, 5)
    return any(makes(hand, five) for some in combinations(cards, size) for five in faces(some, options))


def some_commune(rng: Random, options: CommuneOptions) -> list[Card]:
    """A few cards, often of one suit or near in rank, two of them wild at most."""
    deck = build_full_deck(options)
    wild = [card for card in deck if len(standing(card, options)) > 1]
    plain = [card for card in deck if card not in wild]
    suit, low = rng.choice("CDHS"), rng.randrange(9)
    near = [card for card in plain if card.suit == suit or low <= ORDER.index(card.code[0]) < low + 5]
    among = near if rng.random() < 0.7 else plain
    cards = rng.sample(among, min(len(among), rng.randint(1, 6)))
    return cards + rng.sample(wild, min(len(wild), rng.choice((0, 0, 1, 1, 2))))


@pytest.mark.slow
@each_house
def test_a_hand_is_there_when_some_way_of_playing_the_wild_cards_makes_it(house: dict[str, Any]) -> None:
    options, rng = CommuneOptions(house), Random(str(house))
    steps = get_ladder(options).steps
    found = Counter[bool]()
    for _ in range(10):
        cards = some_commune(rng, options)
        there = [step for step in steps if is_hand_present(step, cards, options)]
        for step in [*rng.sample(steps, 12), *rng.sample(there, min(4, len(there)))]:
            hand = (
                step._replace(suit=rng.choice("CDHS"))
                if step.kind == "flush" and options.is_flush_suit_declared
                else step
            )
            found[is_hand_present(hand, cards, options)] += 1
            assert is_hand_present(hand, cards, options) == tried_out(hand, cards, options), (str(hand), cards)
    assert min(found.values()) > 20


communes = st.lists(st.sampled_from([*PACK, JOKER]), min_size=1, max_size=14).filter(
    lambda cards: cards.count(JOKER) <= 2 and len({*cards} - {JOKER}) == len(cards) - cards.count(JOKER)
)
steps = st.integers(0, 326).map(lambda place: get_ladder(rules()).steps[place])


@given(communes, steps, st.sampled_from(PACK))
def test_more_cards_never_spoil_a_hand(cards: list[Card], hand: Declaration, more: Card) -> None:
    if is_hand_present(hand, cards, rules()) and more not in cards:
        assert is_hand_present(hand, [*cards, more], rules())


@given(communes, steps)
def test_a_joker_in_the_place_of_any_card_is_no_loss(cards: list[Card], hand: Declaration) -> None:
    if JOKER not in cards and is_hand_present(hand, cards, rules()):
        assert is_hand_present(hand, [JOKER, *cards[1:]], rules())


@given(communes, steps)
def test_the_order_of_the_cards_does_not_matter(cards: list[Card], hand: Declaration) -> None:
    assert CardCounts(cards, rules()).count_missing_cards(hand) == CardCounts(
        reversed(cards), rules()
    ).count_missing_cards(hand)


@pytest.mark.slow
@given(communes)
def test_nothing_above_the_highest_hand_is_there(cards: list[Card]) -> None:
    options, ladder = rules(), get_ladder(rules())
    best = find_highest_declaration(cards, options, ladder)
    assert best >= 0
    assert is_hand_present(ladder.steps[best], cards, options)
    assert not any(is_hand_present(step, cards, options) for step in ladder.steps[best + 1 :])


# -- odds ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("own", ["KS", "7H 2C", "AS 3S *"])
@each_house
def test_odds_of_one_unseen_card_are_counted(own: str, house: dict[str, Any]) -> None:
    options = CommuneOptions(house)
    cards = parse_cards(own)
    pool = Counter(build_full_deck(options))
    if Counter(cards) - pool:
        return
    unseen = list((pool - Counter(cards)).elements())
    odds = Odds(cards, 1, options)
    for step in get_ladder(options).steps:
        hits = sum(is_hand_present(step, [*cards, card], options) for card in unseen)
        assert odds.compute_chance(step) == pytest.approx(hits / len(unseen)), str(step)


@pytest.mark.parametrize(
    ("own", "text"),
    [
        *[("7H 2C 6D", text) for text in ("pair kings", "two-pair kings sixes", "trips sevens", "straight nine")],
        *[("7H 2C 6D", "high two"), ("7H 6H 4H", "flush nine"), ("7H 6H *", "flush nine")],
        *[("7H 6H 5H", "straight-flush eight"), ("7H 6H 5D 4D *", "straight-flush eight"), ("2C 2D *", "flush ten")],
    ],
)
def test_odds_of_two_unseen_cards_are_counted(own: str, text: str) -> None:
    cards, hand = parse_cards(own), said(text)
    unseen = list((Counter(build_full_deck(rules())) - Counter(cards)).elements())
    pairs = list(combinations(unseen, 2))
    hits = sum(is_hand_present(hand, [*cards, *pair], rules()) for pair in pairs)
    assert Odds(cards, 2, rules()).compute_chance(hand) == pytest.approx(hits / len(pairs))


@pytest.mark.parametrize("text", ["straight-flush jack", "straight-flush seven", "flush nine"])
def test_odds_in_any_suit_are_those_of_many_deals(text: str) -> None:
    """All four suits want the same wild cards, so they fail together more often than one by one."""
    rng, cards, hand = Random(text), parse_cards("9S"), said(text)
    unseen = list((Counter(build_full_deck(rules())) - Counter(cards)).elements())
    hits = sum(is_hand_present(hand, [*cards, *rng.sample(unseen, 14)], rules()) for _ in range(4000))
    assert Odds(cards, 14, rules()).compute_chance(hand) == pytest.approx(hits / 4000, abs=0.03)


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=5, unique=True), st.integers(0, 12))
@settings(max_examples=30)
def test_odds_are_between_nothing_and_one_and_sure_of_what_is_held(own: list[Card], unseen: int) -> None:
    found = list_ladder_chances(tuple(own), unseen, rules())
    assert all(-1e-9 <= chance <= 1 + 1e-9 for chance in found)
    for place, step in enumerate(get_ladder(rules()).steps):
        if is_hand_present(step, own, rules()):
            assert found[place] == pytest.approx(1)


# -- tokens and turns ------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_whole_matches_cost_one_token_a_hand_and_leave_one_player(preset: str, seats: int) -> None:
    options = GAME.options.load_preset(preset)
    start = options.get_option_value("start-tokens")
    assert isinstance(start, int)
    for seed in range(3):
        before: CommuneState | None = None
        for state, _ in wander(GAME, options, seats, Random(f"{preset} {seats} {seed}")):
            if before is not None:
                check_step(before, state)
            before = state.copy()
            last = state
        assert last.match.over
        assert start * (seats - 1) <= last.match.deals <= start * seats - 1
        assert [seat for seat in range(seats) if last.match.scores[seat]] == list(last.match.winners)
        assert len(last.match.winners) == 1


def check_step(before: CommuneState, now: CommuneState) -> None:
    """What must hold from one move to the next."""
    lost = sum(before.match.scores) - sum(now.match.scores)
    assert lost == now.match.deals - before.match.deals
    for seat in range(now.seats):
        if now.phase in ("declare", "ask"):
            held = now.options.start_tokens + 1 - now.match.scores[seat] if now.match.scores[seat] else 0
            assert len(now.hands[seat]) == held
    assert all(now.match.scores[seat] for seat in now.waiting if seat != DEALER)
    assert all(one.place < other.place for one, other in pairwise(now.declared))
    if now.phase == "declare" and before.phase in ("declare", "ask"):
        assert len(now.declared) - len(before.declared) in (0, 1)


def loses(options: Options, hands: list[str], declared: str) -> int:
    """Return who loses a token when seat 0 calls."""
    state = GAME.load_position(
        {"seats": len(hands), "hands": hands, "declared": [declared], "options": options.list_nonstandard_values()}
    )
    GAME.play_move(state, 0, GAME.parse_move("call"))
    assert state.loser is not None
    return state.loser


@given(st.lists(st.sampled_from(PACK), min_size=3, max_size=3, unique=True), steps)
def test_the_caller_pays_if_it_is_there_and_else_the_one_who_spoke(cards: list[Card], hand: Declaration) -> None:
    expected = 0 if is_hand_present(hand, cards, rules()) else 2
    assert loses(rules(), [card.code for card in cards], f"2 {hand}") == expected


def test_nobody_sees_a_card_before_the_call_and_everybody_after_it() -> None:
    state = GAME.load_position({"seats": 3, "hands": ["KS", "6H", "9C"], "declared": ["2 pair kings"]})
    assert GAME.build_view(state, 1).position["hands"] == ["?", "6H", "?"]
    GAME.play_move(state, 0, GAME.parse_move("call"))
    assert GAME.build_view(state, 1).position["hands"] == ["KS", "6H", "9C"]
    assert set(GAME.build_view(state, 1).position["stock"].split()) == {"?"}


# -- everybody is asked ----------------------------------------------------------------------------


def asked(hands: list[str]) -> CommuneState:
    position = {"seats": len(hands), "hands": hands, "declared": [f"{len(hands) - 1} pair kings"], "phase": "ask"}
    state = GAME.load_position({**position, "options": {"who-may-call": "anyone"}})
    assert isinstance(state, CommuneState)
    return state


@given(st.permutations(range(4)), st.lists(st.booleans(), min_size=4, max_size=4))
def test_the_first_caller_clockwise_counts_whoever_answers_first(order: list[int], calls: list[bool]) -> None:
    state = asked(["9C", "4D", "5H", "7S", "KD"])
    for seat in order:
        if state.phase == "ask":
            GAME.play_move(state, seat, GAME.parse_move("call" if calls[seat] else "let-pass"))
    if any(calls):
        assert (state.phase, state.loser) == ("between", 4)
    else:
        assert (state.phase, state.turn, state.waiting) == ("declare", 0, (0,))


@given(st.permutations(range(4)), st.lists(st.booleans(), min_size=4, max_size=4))
def test_who_calls_wrongly_is_the_first_clockwise(order: list[int], calls: list[bool]) -> None:
    state = asked(["KC", "4D", "5H", "7S", "KD"])
    for number, seat in enumerate(order):
        if state.phase == "ask":
            undecided = [one for one in range(4) if one not in order[: number + 1]]
            GAME.play_move(state, seat, GAME.parse_move("call" if calls[seat] else "let-pass"))
            first = next((one for one in range(4) if calls[one] and one not in undecided), None)
            open_still = bool(undecided) and (first is None or min(undecided) < first)
            assert (state.phase == "ask") == open_still
    assert state.loser == (calls.index(True) if any(calls) else None)


def test_an_answer_is_hidden_from_all_others() -> None:
    one, other = asked(["9C", "4D", "5H", "7S", "KD"]), asked(["9C", "4D", "5H", "7S", "KD"])
    told = [GAME.play_move(one, 2, GAME.parse_move("call")), GAME.play_move(other, 2, GAME.parse_move("let-pass"))]
    for seat in (None, 0, 1, 3, 4):
        assert GAME.build_view(one, seat) == GAME.build_view(other, seat)
        assert [event.for_seat(seat) for event in told[0]] == [event.for_seat(seat) for event in told[1]]
    assert GAME.build_view(one, 2) != GAME.build_view(other, 2)


def test_after_the_highest_hand_nobody_is_asked() -> None:
    table = Table(GAME, rules(who_may_call="anyone"), 4)
    table.play_dealer_moves(Random(1))
    first = table.state.waiting[0]
    table.play_move(first, "five aces")
    assert table.state.waiting == ((first + 1) % 4,)
    assert [verb.name for verb in GAME.verbs.list_possible_verbs(table.state, (first + 1) % 4)] == ["call"]


@pytest.mark.parametrize(
    ("house", "last", "move", "untrue"),
    [
        ({"declare-twos": False, "twos-wild": False}, "high ace", "pair twos", "wild"),
        ({"who-may-call": "anyone"}, "five aces", "let-pass", "eclare a h"),
    ],
)
def test_a_refusal_is_true_by_the_house_rules(house: dict[str, Any], last: str, move: str, untrue: str) -> None:
    state = GAME.load_position({"options": house, "hands": ["KS"], "declared": [f"1 {last}"]})
    refused = GAME.find_violation(state, 0, GAME.parse_move(move))
    assert refused
    assert untrue not in refused.sentence


# -- text and positions ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"declared": ["0 "]},
        {"declared": ["kings"]},
        {"declared": ["9 pair kings"]},
        {"declared": ["1 pair"]},
        {"declared": ["1 flush king spades"]},
        {"declared": ["0 pair kings", "1 pair kings"]},
        {"declared": ["0 pair kings"]},
        {"hands": ["KS KS"]},
        {"hands": ["KS 9D 8D 7D"]},
        {"hands": ["*=KS"]},
        {"phase": "ask", "declared": ["1 pair kings"]},
        {"answers": ["call", ""]},
        {"shown": True},
        {"loser": 7},
        {"phase": "between"},
        {"phase": "over"},
        {"match": {"scores": [3, 0]}},
        {"match": {"scores": [4, 3]}},
        {"match": {"dealer": None}},
        {"turn": 5},
        {"stock": "KS"},
        {"seats": 11},
    ],
)
def test_a_position_that_cannot_be_is_refused(changed: dict[str, Any]) -> None:
    base: dict[str, Any] = {"game": "commune", "seats": 2, "hands": ["KS"], "turn": 0}
    GAME.load_position(base)
    with pytest.raises(RulesError):
        GAME.load_position({**base, **changed})


def test_every_edge_case_is_an_example() -> None:
    assert {example.id for example in read_examples(GAME, "edge")} == EDGES


def test_the_page_offers_only_what_is_higher() -> None:
    state = GAME.load_position({"hands": ["KS"], "declared": ["1 full-house kings tens"]})
    actions = {action.verb: action for action in GAME.build_screen(GAME.build_view(state, 0)).actions}
    assert list(actions) == ["call", "full-house", "quads", "straight-flush", "five"]
    assert [value for value, _ in actions["full-house"].fields[0].values] == ["kings", "aces"]
    assert len(actions["quads"].fields[0].values) == 13


@pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])
def test_what_the_page_builds_is_a_move_of_the_game(preset: str) -> None:
    options, rng = GAME.options.load_preset(preset), Random(preset)
    built = 0
    for state, seat in wander(GAME, options, 4, rng, deals=4):
        if seat == DEALER:
            continue
        for action in GAME.build_screen(GAME.build_view(state, seat)).actions:
            words = [rng.choice(field.values)[0] for field in action.fields]
            refused = GAME.find_violation(state, seat, GAME.parse_move(" ".join([action.verb, *words])))
            built += refused is None
            assert refused is None or len(words) == 2
    assert built > 20


# -- bots ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("better", "worse", "deals"), [("steady", "learner", 60), ("strong", "steady", 60)])
def test_a_higher_level_wins_more_hands(better: str, worse: str, deals: int) -> None:
    """By how much, `make bench` says of all games."""
    bots = GAME.bots
    for score in play_duel(GAME, GAME.options(), [bots[better], bots[worse]], deals):
        last = score
    assert last.share_of_points > 0.5, last


def test_a_tournament_plays_a_deal_or_the_match_where_deals_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = [GAME.bots["learner"]] * 2
    assert play_deals_between_bots(GAME, GAME.options(), bots, 1)[0].match.deals == 1
    monkeypatch.setattr(type(GAME), "deals_differ", True)
    assert play_deals_between_bots(GAME, GAME.options(), bots, 1)[0].match.over


@pytest.mark.parametrize("seats", [2, 5, 9])
def test_bots_of_all_levels_play_a_match_to_its_end(seats: int) -> None:
    rng, table = Random(seats), Table(GAME, rules(), seats)
    bots = [GAME.bots[("learner", "steady")[seat % 2]] for seat in range(seats)]
    while not table.is_over:
        table.play_dealer_moves(rng)
        for seat in table.state.waiting[:1]:
            table.play_move(seat, bots[seat].choose_move(table.build_view(seat), rng).move)
    assert len(table.state.match.winners) == 1


def test_a_random_move_may_be_any_of_those_listed() -> None:
    state, rng = GAME.load_position({"hands": ["KS"], "declared": ["1 pair kings"]}), Random(1)
    listed = GAME.list_moves(state, 0)
    drawn = {move_of(GAME, state, 0, rng) for _ in range(4000)}
    assert drawn <= set(listed)
    assert len(drawn) > len(listed) * 0.6


def test_a_ladder_is_made_once() -> None:
    assert get_ladder(rules()) is get_ladder(rules(jokers=0))
    assert isinstance(get_ladder(rules()), Ladder)


# -- puzzles ---------------------------------------------------------------------------------------


def test_a_commune_that_the_pack_does_not_hold_asks_nothing() -> None:
    theme = next(theme for theme in GAME.puzzles if theme.slug == "present-or-not")
    setup = {"cards": "KS KD * *", "hand": "pair kings", "ask": "there"}
    assert theme.pose(setup, CommuneOptions()).key == "there-0"
    with pytest.raises(VoidPuzzle):
        theme.pose(setup, CommuneOptions({"jokers": 1}))


def test_whether_you_may_say_it_is_asked_only_on_your_turn() -> None:
    theme = next(theme for theme in GAME.puzzles if theme.slug == "may-you-say-it")
    moves = ["pair nines", "two-pair fours twos"]

    def pose(declared: str) -> list[str]:
        position = {"seats": 3, "hands": ["4C"], "declared": [declared]}
        key = theme.pose({"position": position, "moves": moves}, CommuneOptions()).key
        assert isinstance(key, list)
        return key

    assert pose("2 pair kings") == ["1"]
    with pytest.raises(VoidPuzzle, match="your turn"):
        pose("1 pair kings")


def test_deck_and_wild_cards_are_as_many_as_the_rulebook_says() -> None:
    for options in many_rules(GAME):
        state = dealt(GAME, options, seats=3)
        assert numbers_in(GAME, "deck.54", options)[0] == GAME.evaluate_fact(state, 0, "deck")
        said = numbers_in(GAME, "deck.wilds", options) or [0]
        assert said[0] == GAME.evaluate_fact(state, 0, "wild-cards"), options


@pytest.mark.parametrize("hand", ["pair kings", "five aces"])
@pytest.mark.parametrize("who", ["next", "anyone"])
def test_a_call_is_offered_to_whoever_may_call(who: str, hand: str) -> None:
    """Where all are asked after a declaration, whose turn it is may call the highest one alone."""
    table = {"options": {"who-may-call": who, "illegal-costs": True}, "seats": 2, "declared": [f"1 {hand}"]}
    screen = GAME.build_screen(GAME.build_view(GAME.load_position(table), 0))
    assert ("call" in screen.prompt.lower()) == any(action.verb == "call" for action in screen.actions)
    assert ("higher than" in screen.prompt) == (hand != "five aces")


def test_a_button_that_declares_a_hand_by_itself_names_it() -> None:
    """The last of its kind is not asked for any more."""
    state = GAME.load_position({"seats": 3, "hands": ["KS", "6H", "9C"], "declared": ["2 pair kings"]})
    shown = {one.verb: (one.label, one.cards) for one in GAME.build_screen(GAME.build_view(state, 0)).actions}
    assert shown["pair"] == ("A pair of aces", ("A", "A"))
    assert shown["trips"] == ("Three", ("9", "9", "9"))


# -- words by house rules --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "untrue"),
    [({"start-tokens": 1}, "token|sees more"), ({"flushes": False}, "[Ff]lush|suit")],
)
def test_no_lesson_says_it_is_about_what_is_not_there(house: dict[str, Any], untrue: str) -> None:
    """Its title, its sentence and its list are the same by all house rules."""
    options = GAME.options(house)
    taught = [lesson for lesson in GAME.lessons if lesson.slug != "calling" and lesson.list_valid_steps(GAME, options)]
    about = [text for lesson in taught for text in (lesson.title, lesson.idea, *lesson.can)]
    assert not [text for text in about if re.search(untrue, text)]


def test_above_the_top_there_is_also_the_slip_where_it_is_paid_for() -> None:
    """Then nobody has to call, whoever may."""
    for who in ("next", "anyone"):
        options = GAME.options({"who-may-call": who, "illegal-costs": True})
        told = " ".join(GAME.rulebook.get_clause_text(id, options) for id in ("declare.top-forces-call", "call.who"))
        assert "has to call" not in told
        position = {"seats": 3, "hands": ["9C", "KH", "4S"], "declared": ["2 five aces"]}
        state = GAME.load_position({"game": GAME.slug, "options": options.list_nonstandard_values(), **position})
        assert GAME.find_violation(state, 0, GAME.parse_move("declare pair kings")) is None


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("four aces", "Four aces are there. {1} loses a token."),
        ("four high", "Four high is there. {1} loses a token."),
        ("two pair, kings and fives", "Two pair, kings and fives, is there. {1} loses a token."),
    ],
)
def test_whether_a_hand_is_there_is_told_in_good_english(hand: str, said: str) -> None:
    assert GAME.describe_event(Event("result", facts={"clause": "call.caller-loses", "hand": hand, "loser": 1})) == said
