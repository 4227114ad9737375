"""Contract Rummy held against brute force: melds, contracts and whole hands, cards that never get lost, and scores.

What a meld is, and whether a hand holds a contract, is written down here a second time, by trying everything.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product
from math import sqrt
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games.cards import Card, get_card, parse_card, parse_cards
from games.contract_rummy.contract_plans import count_missing_cards, find_contract_melds
from games.contract_rummy.contracts import CONTRACTS, Contract, describe_contract
from games.contract_rummy.melds import (
    build_meld,
    build_run,
    build_set,
    count_naturals,
    get_meld_rules,
    is_run,
    is_run_too_close,
    list_meld_faults,
)
from games.contract_rummy.options import TURNS, ContractRummyOptions
from games.contract_rummy.possible_melds import list_new_melds
from games.contract_rummy.scoring import count_hand_points, count_hands_won
from games.contract_rummy.state import ContractRummyState, build_full_deck
from games.contract_rummy.whole_hand_search import find_whole_hand_melds
from games.engine.examples import read_examples
from games.engine.move import Move
from games.engine.options import BadOption
from games.engine.puzzle import VoidPuzzle
from games.engine.state import DEALER
from games.engine.table import Table
from games.engine.view import Action
from games.errors import RulesError
from tests.games.rulebooks import dealt, entries, many_rules, numbers_in
from tests.games.wandering import move_of, wander

GAME = games.get("contract-rummy")
PRESETS = [preset.name for preset in GAME.options.presets]
RANKS = "A23456789TJQK"


def rules(**values: Any) -> ContractRummyOptions:
    return ContractRummyOptions({name.replace("_", "-"): value for name, value in values.items()})


LAWS = [
    rules(),
    rules(twos_wild=True),
    rules(wild_cap="no-majority", same_suit_runs="gap-2", twos_wild=True),
    rules(wild_cap="shanghai"),
    rules(same_suit_runs="free", run_max=13),
]


# -- a second opinion on melds ------------------------------------------------------------------------------


def wild(code: str, options: ContractRummyOptions) -> bool:
    return code == "*" or (options.twos_wild and code[0] == "2")


def place(code: str) -> int:
    return RANKS.index(code[0]) + 1


def sets_say(cards: list[str], options: ContractRummyOptions) -> bool:
    """Return whether these bare cards are a set: some rank of theirs that all the others have, or are wild."""
    ranks = {card[0] for card in cards if card != "*"}
    return len(cards) >= 3 and any(all(card[0] == rank or wild(card, options) for card in cards) for rank in ranks)


def fills(cards: list[str], suit: str, low: int, options: ContractRummyOptions) -> int | None:
    """Return how few wild cards stand in when these cards fill the places from `low` on; None if they do not."""
    needed = Counter(f"{RANKS[(low + step - 1) % 13]}{suit}" for step in range(len(cards)))
    natural = Counter(cards) & needed
    rest = Counter(cards) - natural
    if all(wild(card, options) for card in rest):
        return rest.total()
    return None


def run_spans(cards: list[str], options: ContractRummyOptions, most: int = 99) -> list[tuple[str, int, int]]:
    """Suit, lowest place and length of every run that these cards make with so many wild cards at most."""
    size, found = len(cards), []
    if not 4 <= size <= options.run_max:
        return []
    for suit in "CDHS":
        for low in range(1, 16 - size):
            used = fills(cards, suit, low, options)
            if used is not None and used <= most and used < size:
                found.append((suit, low, size))
    return found


def set_wilds(cards: list[str], options: ContractRummyOptions) -> int | None:
    """The wild cards of a set, as few as can be; None if it is none or has no natural card."""
    if not sets_say(cards, options):
        return None
    plain = {card[0] for card in cards if not wild(card, options)}
    rank = plain.pop() if plain else "2"
    return sum(card[0] != rank for card in cards)


def cap(size: int, options: ContractRummyOptions) -> int:
    return {"one-natural": size - 1, "no-majority": size // 2, "shanghai": (size - 1) // 2}[options.wild_cap]


def apart(one: tuple[str, int, int], other: tuple[str, int, int], options: ContractRummyOptions) -> bool:
    if one[0] != other[0] or options.same_suit_runs == "free":
        return True
    gaps = [later[1] - (first[1] + first[2]) for first, later in ((one, other), (other, one))]
    if options.same_suit_runs == "gap-2":
        return max(gaps) >= 2
    return 0 not in gaps


def grouped(hand: list[str], sizes: list[int]) -> Any:
    """Every way to take groups of these sizes out of a hand."""
    if not sizes:
        yield []
        return
    for chosen in {tuple(sorted(group)) for group in combinations(sorted(hand), sizes[0])}:
        rest = list((Counter(hand) - Counter(chosen)).elements())
        for others in grouped(rest, sizes[1:]):
            yield [list(chosen), *others]


def holds(hand: list[str], contract: Contract, options: ContractRummyOptions) -> bool:
    """Return whether the contract can be laid, by trying all groups of cards."""
    sets, runs = list(contract.sets), list(contract.runs)
    for groups in grouped(hand, [*sets, *runs]):
        own_sets, own_runs = groups[: len(sets)], groups[len(sets) :]
        if any((used := set_wilds(group, options)) is None or used > cap(3, options) for group in own_sets):
            continue
        spans = [run_spans(group, options, cap(len(group), options)) for group in own_runs]
        for chosen in product(*spans):
            if all(apart(one, other, options) for one, other in combinations(chosen, 2)):
                return True
    return False


def small_hand(options: ContractRummyOptions, rng: Random, size: int) -> list[Card]:
    """A hand with much in it: few ranks and suits, and some wild cards."""
    low, width = rng.randint(1, 7), rng.choice((2, 5))
    suits = rng.sample("CDHS", rng.choice((2, 4)))
    deck = [
        card
        for card in build_full_deck(options, 5)
        if not card.rank or (card.suit in suits and (low <= card.rank <= low + width or card.rank == 1))
    ]
    twos = [card for card in build_full_deck(options, 5) if card.rank == 2] if options.twos_wild else []
    return rng.sample([*deck, *twos[:3]], size)


@pytest.mark.slow
@pytest.mark.parametrize("options", LAWS, ids=lambda options: " ".join(options.list_nonstandard_values()) or "book")
@pytest.mark.parametrize("contract", [CONTRACTS["classic7"][0], CONTRACTS["classic7"][1], CONTRACTS["classic7"][2]])
def test_a_contract_is_found_where_trying_everything_finds_one(
    contract: Contract, options: ContractRummyOptions
) -> None:
    rng, law, both = Random(str(contract)), get_meld_rules(options), set()
    for _ in range(12 if len(contract.runs) > 1 else 40):
        hand = small_hand(options, rng, contract.card_count + rng.randint(0, 1))
        found = find_contract_melds(hand, contract, law)
        assert (found is not None) == holds([card.code for card in hand], contract, options), hand
        assert (count_missing_cards(hand, contract, law) == 0) == (found is not None)
        if found is not None:
            assert not Counter(card.base for meld in found for card in meld) - Counter(hand)
            assert sorted(len(meld) for meld in found) == sorted([*contract.sets, *contract.runs])
            assert all(not list(list_meld_faults(law, meld)) for meld in found)
            assert not any(is_run(a) and is_run(b) and is_run_too_close(law, a, b) for a, b in combinations(found, 2))
        both.add(found is not None)
    assert False in both


@pytest.mark.parametrize("options", LAWS[:4], ids=lambda options: " ".join(options.list_nonstandard_values()) or "book")
def test_the_distance_is_how_many_cards_have_to_be_added(options: ContractRummyOptions) -> None:
    """No added card helps a hand by more than one, and while something is lacking some card helps by one."""
    rng, law = Random(3), get_meld_rules(options)
    for number in range(6):
        contract = CONTRACTS["classic7"][number]
        for _ in range(6):
            hand = rng.sample(build_full_deck(options, 4), 11)
            lack = count_missing_cards(hand, contract, law)
            every = [*{card for card in build_full_deck(options, 4) if card.rank}, parse_card("*")]
            least = min(count_missing_cards([*hand, card], contract, law) for card in every)
            assert least == max(lack - 1, 0)


def covers(hand: list[str], contract: Contract, options: ContractRummyOptions) -> bool:
    """Return whether the whole hand can be laid, by trying every way to cut it up."""
    number = len(hand)
    sizes = [
        [*split]
        for split in product(*([range(3, number + 1)] * len(contract.sets) + [range(4, 15)] * len(contract.runs)))
        if sum(split) == number
    ]
    for cut in sizes:
        for groups in grouped(hand, cut[:-1]):
            groups = [*groups, list((Counter(hand) - Counter(card for group in groups for card in group)).elements())]
            own_sets, own_runs = groups[: len(contract.sets)], groups[len(contract.sets) :]
            if any((used := set_wilds(one, options)) is None or used > cap(len(one), options) for one in own_sets):
                continue
            for chosen in product(*(run_spans(one, options, cap(len(one), options)) for one in own_runs)):
                if all(apart(one, other, options) for one, other in combinations(chosen, 2)):
                    return True
    return False


@pytest.mark.slow
@pytest.mark.parametrize("options", LAWS[:3], ids=lambda options: " ".join(options.list_nonstandard_values()) or "book")
def test_a_whole_hand_is_laid_where_trying_everything_lays_it(options: ContractRummyOptions) -> None:
    rng, law, both = Random(5), get_meld_rules(options), set()
    for contract in (Contract((), (4, 4)), Contract((3,), (4,)), Contract((3, 3), ())):
        for _ in range(30):
            hand = small_hand(options, rng, contract.card_count + rng.randint(0, 1))
            found = find_whole_hand_melds(hand, contract, law)
            assert (found is not None) == covers([card.code for card in hand], contract, options), hand
            if found is not None:
                assert Counter(card.base for meld in found for card in meld) == Counter(hand)
            both.add(found is not None)
    assert both == {True, False}


@pytest.mark.slow
@pytest.mark.parametrize("options", LAWS[:2], ids=["book", "twos"])
def test_sets_and_runs_are_what_trying_says(options: ContractRummyOptions) -> None:
    rng, law = Random(7), get_meld_rules(options)
    deck = build_full_deck(options, 4)
    for _ in range(3000):
        low, suit = rng.randint(1, 11), rng.choice("CDHS")
        near = [card for card in deck if not card.rank or card.suit == suit or card.rank == low]
        cards = rng.sample(near, rng.randint(3, 5))
        codes = [card.code for card in cards]
        assert (build_set(law, cards) is not None) == sets_say(codes, options)
        natural = [card for card in cards if card.rank]
        spans = run_spans([card.code for card in natural], options, 0)
        assert (build_run(law, natural) is not None) == bool(spans), natural


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_a_new_meld_is_found_where_any_can_be_laid(jokers: int) -> None:
    options = rules(twos_wild=True)
    rng, law = Random(9), get_meld_rules(options)
    for _ in range(60):
        hand = small_hand(options, rng, 6)
        listed = list(list_new_melds(law, hand, jokers))
        for meld in listed:
            assert build_meld(law, meld) is not None
            assert sum(card.base.code == "*" for card in meld) >= jokers
            assert not Counter(card.base for card in meld) - Counter(hand)
        codes = [card.code for card in hand]
        there = any(
            group.count("*") >= jokers
            and (set_wilds(list(group), options) is not None or run_spans(list(group), options))
            for size in range(3, 7)
            for group in combinations(codes, size)
        )
        assert bool(listed) == there, hand


@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        ("8C 8C 8H", "set"),
        ("9D * *", "set"),
        ("9D *=9C 9H", "set"),
        ("AC 2C 3C 4C", "run"),
        ("JC QC KC AC", "run"),
        ("QC KC AC 2C", ""),
        ("5S 6S *=7S 8S", "run"),
        ("5S 6S * 8S", ""),
        ("5S 6S *=9S 8S", ""),
        ("* * *", ""),
        ("*=9H * *", ""),
        ("9C 9D", ""),
        ("5S 6S 7S", ""),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "run"),
        ("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "run"),
        ("9C 9D 2H", ""),
        ("5S 6S 2H=7S 8S", ""),
    ],
)
def test_what_is_a_meld(cards: str, kind: str) -> None:
    meld = build_meld(get_meld_rules(rules()), parse_cards(cards))
    assert ("" if meld is None else "run" if is_run(meld) else "set") == kind
    assert bool(list(list_meld_faults(get_meld_rules(rules()), parse_cards(cards)))) == (not kind)


@pytest.mark.parametrize(
    ("cards", "kind", "naturals"),
    [
        ("9C 9D 2H", "set", 2),
        ("2C 2D 2H", "set", 3),
        ("2C 2D *", "set", 2),
        ("AC 2H 2S", "set", 1),
        ("AH 2H 3H 4H", "run", 4),
        ("AH 2S=2H 3H 4H", "run", 3),
        ("5S 6S 2H=7S 8S", "run", 3),
        ("2C=5S 6S 7S 8S", "run", 3),
    ],
)
def test_what_wild_twos_make(cards: str, kind: str, naturals: int) -> None:
    law = get_meld_rules(rules(twos_wild=True))
    meld = build_meld(law, parse_cards(cards))
    assert meld is not None
    assert ("run" if is_run(meld) else "set") == kind
    assert count_naturals(law, meld) == naturals


def test_contracts_are_told_in_words() -> None:
    assert describe_contract(CONTRACTS["classic7"][0]) == "two sets of three"
    assert describe_contract(CONTRACTS["classic7"][5]) == "one set of three and two runs of four"
    assert describe_contract(CONTRACTS["shanghai10"][7]) == "one set of three and one run of ten"
    assert [contract.card_count for contract in CONTRACTS["classic7"]] == [6, 7, 8, 9, 10, 11, 12]
    assert [contract.card_count for contract in CONTRACTS["shanghai10"]] == [6, 7, 8, 9, 10, 11, 12, 13, 14, 15]


# -- play ----------------------------------------------------------------------------------------------------


def all_cards(state: ContractRummyState) -> Counter[Card]:
    melded = [card.base for melds in state.melds for meld in melds for card in meld]
    return Counter([*melded, *state.pile, *state.stock, *(card for hand in state.hands for card in hand)])


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from(PRESETS), st.integers(3, 8))
def test_no_card_is_ever_lost(seed: int, preset: str, seats: int) -> None:
    options = GAME.options.load_preset(preset)
    if list(options.list_conflicts(seats)):
        return
    whole = Counter(build_full_deck(options, seats))
    for state, seat in wander(GAME, options, seats, Random(seed), deals=2):
        if state.phase not in ("dealer", "deal"):
            assert all_cards(state) == whole
        assert seat not in state.quiet or state.phase != "window"
        if state.phase == "window":
            assert state.turn not in state.waiting
            assert state.taker not in state.waiting


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([option.name for option in GAME.options.list_options()]), st.data())
def test_any_house_rule_can_be_played(seed: int, name: str, data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(GAME.options.get_option(name).list_values()))
    contracts = data.draw(st.sampled_from(["classic7", "six", "shanghai10"]))
    options = GAME.options({"contracts": contracts, name: value})
    rng = Random(seed)
    state = GAME.start_match(options, 4)
    state.match.deals = rng.randrange(len(CONTRACTS[options.contracts]))
    deals = state.match.deals
    while state.waiting and state.match.deals < deals + 1:
        seat = rng.choice(state.waiting)
        GAME.play_move(state, seat, move_of(GAME, state, seat, rng))
    assert sum(state.match.scores) == sum(state.match.results[-1].scores)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_whole_matches_end_for_every_number_of_players(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    for seats in GAME.seats:
        if list(options.list_conflicts(seats)):
            continue
        last = None
        for state, _ in wander(GAME, options, seats, Random(seats)):
            last = state
        assert last is not None
        assert last.match.over
        assert last.match.deals == len(CONTRACTS[options.contracts])
        assert last.match.scores == [sum(result.scores[seat] for result in last.match.results) for seat in range(seats)]


def test_six_players_need_the_large_table() -> None:
    with pytest.raises(BadOption, match="Large table"):
        GAME.start_match(rules(), 6)
    assert len(build_full_deck(rules(large_table=True), 8)) == 162


def test_whoever_goes_out_has_won_the_hand() -> None:
    """By any house rules: whether going out scores nothing or less than nothing."""
    scores = set()
    for example in read_examples(GAME):
        try:
            state = example.build_state(GAME)
        except RulesError:
            continue  # it shows what may not be done
        for result in state.match.results:
            if result.clause == "out.empty-hand" and result.scores:
                alone = state.copy()
                alone.match.results = [result]
                won = {seat for seat in range(state.seats) if count_hands_won(alone, seat)}
                assert won >= set(result.winners), example.place
                scores |= {result.scores[seat] for seat in result.winners}
    assert min(scores) < 0
    assert max(scores) == 0


@pytest.mark.parametrize(
    ("options", "hand", "worth"),
    [
        ({}, "* AC KD 9H 2S", 51),
        ({"joker_value": 50}, "* AC KD 9H 2S", 86),
        ({"number_values": "fives"}, "* AC KD 9H 2S TC", 55),
        ({"twos_wild": True}, "* AC KD 9H 2S", 64),
        ({"twos_wild": True, "number_values": "fives"}, "2S 3S TC", 25),
        ({}, "", 0),
    ],
)
def test_what_a_hand_costs(options: dict[str, Any], hand: str, worth: int) -> None:
    assert count_hand_points(rules(**options), parse_cards(hand)) == worth


# -- moves as they are built on a page ------------------------------------------------------------------------


def built(state: ContractRummyState, action: Action, rng: Random) -> str:
    """A move put together from the fields of an action, as a page does it, with cards chosen by chance."""
    screen = GAME.build_screen(GAME.build_view(state, state.waiting[0]))
    parts = [action.verb]
    for field in action.fields:
        cards = [
            f"{code.split('=')[0]}=?" if field.wild and (code in screen.get_zone(id).marked or "=" in code) else code
            for id in field.zones
            for code in screen.get_zone(id).cards
        ]
        if field.kind == "target":
            parts.append(str(screen.get_zone(rng.choice(field.zones)).number))
        elif field.kind == "cards":
            chosen = rng.sample(cards, min(len(cards), max(field.low, rng.randint(1, min(field.high, 5)))))
            parts += [field.join, " ".join(chosen)] if chosen else []
        else:
            assert field.kind == "groups"
            rng.shuffle(cards)
            parts.append(" / ".join(" ".join(cards[at : at + 4]) for at in range(0, len(cards), 4)))
    return " ".join(part for part in parts if part)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_page_builds_is_a_move_that_is_allowed_or_refused(preset: str) -> None:
    rng, options, verbs = Random(2), GAME.options.load_preset(preset), set()
    for state, seat in wander(GAME, options, 4, Random(3), deals=4):
        if seat == DEALER or rng.random() < 0.6:
            continue
        for action in GAME.build_screen(GAME.build_view(state, seat)).actions:
            if state.waiting[0] == seat:
                move = GAME.parse_move(built(state, action, rng))
                readings = GAME.list_move_readings(state, seat, move)
                violation = GAME.find_violation(state, seat, move)
                assert violation is None or violation.sentence.endswith((".", "?"))
                assert all(
                    GAME.find_violation(state, seat, one) is None for one in readings
                ) or not GAME.has_open_detail(move)
                verbs.add(move.verb)
    assert {"stock", "contract", "layoff", "discard"} <= verbs


@pytest.mark.parametrize(
    ("setting", "asked", "readings"),
    [
        (
            {"contract": 2, "hands": ["9C 9D * 5S 6S 8S * 2C KD KH JD"]},
            "contract 9C 9D *=? / 5S 6S *=? 8S",
            ["contract 9C 9D * / 5S 6S *=7S 8S"],
        ),
        (
            {"contract": 3, "hands": ["3C 4C 5C * 7C 8C 9C TC 2D KD KH"]},
            "contract 3C 4C 5C *=? / 7C 8C 9C TC",
            ["contract *=2C 3C 4C 5C / 7C 8C 9C TC"],
        ),
        (
            {"hands": ["* 4D"], "melds": [["8C 8D 8H", "JD JH JS"], ["5S 6S 7S 8S"]]},
            "layoff 101 *=?",
            ["layoff 101 *=4S", "layoff 101 *=9S"],
        ),
        ({"hands": ["* 4D"], "melds": [["8C 8D 8H", "JD JH JS"]]}, "layoff 1 *=?", ["layoff 1 *"]),
        (
            {"hands": ["7S KC KD 2H"], "melds": [["JD JH JS", "9C 9D 9H"], ["5S 6S *=7S 8S"]]},
            "swap 101 7S / KC KD *=?",
            ["swap 101 7S / KC KD *"],
        ),
        (
            {"options": {"twos-wild": True}, "contract": 2, "hands": ["9C 9D 2D AH 2H 3H 4H KD JD QS 6C"]},
            "contract 9C 9D 2D=? / AH 2H=? 3H 4H",
            ["contract 9C 9D 2D / AH 2H 3H 4H"],
        ),
        ({"contract": 2, "hands": ["9C 9D * 5S 6S TS 2C KD KH JD"]}, "contract 9C 9D KD / 5S 6S *=? TS", []),
    ],
)
def test_a_wild_card_is_read_as_what_it_can_be(setting: dict[str, Any], asked: str, readings: list[str]) -> None:
    state = GAME.load_position({"seats": 5, **setting})
    assert sorted(map(str, GAME.list_move_readings(state, 0, GAME.parse_move(asked)))) == sorted(readings)


@pytest.mark.parametrize(
    ("contract", "hand", "heap", "readings"),
    [
        (1, "8C 8D 8H 8S JD JH JS 4D", "JS 8C JH 8D 8H JD", ["8C 8D 8H / JD JH JS"]),
        (1, "8C 8D 8H 8S 8C 8D JS 4D", "8C 8D 8H 8S 8C 8D", ["8C 8C 8D / 8D 8H 8S"]),
        (1, "8C 8D 8H 8S JD JH JS 4D", "8C 8D 8H 8S JD JH JS", []),
        (1, "8C 8D 8H 8S JD JH JS 4D", "8C 8D 8H", []),
        (2, "9C 9D * 4S 5S 6S * KD", "9C 9D *=? 4S 5S 6S *=?", ["9C 9D * / *=3S 4S 5S 6S", "9C 9D * / 4S 5S 6S *=7S"]),
        (2, "9C 9D * 4S 5S 6S * KD", "9C 9D *=? 4S 5S 6S *=3S", ["9C 9D * / *=3S 4S 5S 6S"]),
        (3, "3C 4C 5C * 7C 8C 9C TC KD", "3C 4C 5C *=? 7C 8C 9C TC", ["*=2C 3C 4C 5C / 7C 8C 9C TC"]),
    ],
)
def test_a_contract_in_one_heap_is_sorted_out(contract: int, hand: str, heap: str, readings: list[str]) -> None:
    state = GAME.load_position({"seats": 4, "contract": contract, "hands": [hand]})
    move = GAME.parse_move(f"contract {heap}")
    found = GAME.list_move_readings(state, 0, move)
    assert sorted(map(str, found)) == sorted(f"contract {one}" for one in readings)
    assert all(GAME.find_violation(state, 0, one) is None for one in found)


@pytest.mark.parametrize(
    ("heap", "clause"),
    [
        ("8C 8D 8H", "contract.all-at-once"),
        ("8C 8D 8H JD JH 4D", "contract.table"),
        ("8C 8D 8H 8S JD JH JS", "contract.exact"),
        ("8C 8D 8H JD JH JC", "table.held"),
    ],
)
def test_a_heap_that_makes_no_contract_is_refused_with_the_reason(heap: str, clause: str) -> None:
    state = GAME.load_position({"seats": 4, "hands": ["8C 8D 8H 8S JD JH JS 4D"]})
    refused = GAME.find_violation(state, 0, GAME.parse_move(f"contract {heap}"))
    assert refused is not None
    assert refused.clause.id == clause


# -- May I? --------------------------------------------------------------------------------------------------


def window(**more: Any) -> ContractRummyState:
    state: ContractRummyState = GAME.load_position(
        {"seats": 4, "phase": "draw", "pile": "4H QD KD", "stock": "7S 8S 9S TS JS", **more}
    )
    GAME.play_move(state, 0, Move("stock"))
    return state


def say(state: ContractRummyState, *answers: tuple[int, str]) -> ContractRummyState:
    for seat, verb in answers:
        GAME.play_move(state, seat, Move(verb))
    return state


def test_all_are_asked_at_once_and_answers_stay_hidden() -> None:
    state = say(window(), (3, "may-i"))
    assert state.waiting == (1, 2)
    assert GAME.build_view(state, 1).position["answers"] == ["", "asked", "asked", "?"]
    assert GAME.build_view(state, 3).position["answers"] == ["", "asked", "asked", "may-i"]
    assert GAME.build_view(state, None).position["answers"][3] == "?"


def test_an_imagined_answer_never_settles_what_is_open() -> None:
    state = say(window(), (3, "may-i"), (2, "pass"))
    for seed in range(20):
        other = GAME.sample_possible_state(GAME.build_view(state, 0), Random(seed))
        assert other.waiting == (1,)
        assert set(other.answers) <= {"", "asked", "may-i", "pass", "pass-hand"}


def test_it_is_settled_when_nobody_before_the_first_asker_thinks() -> None:
    assert say(window(), (1, "may-i")).buys == (1,)
    assert say(window(), (2, "may-i")).buys == ()
    assert say(window(), (2, "may-i"), (1, "pass")).buys == (2,)
    assert say(window(), (3, "may-i"), (2, "may-i"), (1, "pass-hand")).buys == (2,)


def test_a_pass_stands_once_it_tells_what_was_answered_in_secret() -> None:
    """Who passes first sees by the next question that those in between have not asked, or by a card that they have."""
    assert Table.from_state(GAME, window()).can_move_be_undone(1, "pass")
    assert Table.from_state(GAME, say(window(), (3, "pass"))).can_move_be_undone(1, "pass")
    for said in ("pass", "may-i"):
        assert not Table.from_state(GAME, say(window(), (2, said))).can_move_be_undone(1, "pass")


def test_a_pass_stands_by_which_somebody_draws() -> None:
    before_draw = window(options={"mayi-timing": "before-draw"})
    state = say(before_draw, (1, "pass"), (2, "pass"))
    assert not Table.from_state(GAME, state).can_move_be_undone(3, "pass")


def test_who_wants_nothing_is_not_asked_until_it_says_otherwise() -> None:
    state = say(window(), (1, "pass-hand"), (2, "pass"), (3, "pass"))
    assert (state.phase, state.quiet) == ("table", (1,))
    GAME.play_move(state, 0, Move("discard", groups=((state.hands[0][0],),)))
    GAME.play_move(state, 1, Move("listen"))
    assert state.quiet == ()


def test_a_cheaper_stock_ends_the_asking() -> None:
    state = window(stock="7S 8S", options={"mayi-penalty": 2, "stock-end": "end"})
    assert state.phase == "table"


# -- what is said of house rules -----------------------------------------------------------------------------


def drawing(**more: Any) -> ContractRummyState:
    """Seat 0 is to draw, and has laid its contract."""
    melds = [["8C 8D 8H", "JD JH JS"], [], []]
    return GAME.load_position(
        {"seats": 3, "phase": "draw", "melds": melds, "hands": ["4D 5D 6C"], "pile": "KD", **more}
    )


@pytest.mark.parametrize("quiet", [[], [0]])
@pytest.mark.parametrize("may", [True, False])
def test_the_upcard_is_offered_to_whoever_may_take_it(may: bool, quiet: list[int]) -> None:
    state = drawing(options={"down-may-take-discard": may}, quiet=quiet)
    screen = GAME.build_screen(GAME.build_view(state, 0))
    assert ("upcard" in screen.prompt) == may == any(action.verb == "upcard" for action in screen.actions)


def test_a_hint_speaks_of_no_upcard_where_none_can_be_taken() -> None:
    for state in (drawing(options={"down-may-take-discard": False}), drawing(pile="", melds=[])):
        assert "upcard" not in " ".join(GAME.build_hint(GAME.build_view(state, 0)).list_levels())


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("swap 101 7S", "Swap 7S for a joker in meld 1 of the player to your left"),
        ("swap 7S 9H / KC KD * *", "Swap 7S 9H for two jokers and meld KC KD * *"),
    ],
)
def test_a_swap_names_as_many_jokers_as_it_frees(move: str, words: str) -> None:
    assert GAME.describe_move(GAME.parse_move(move)) == words


@pytest.mark.parametrize(("penalty", "price", "grows"), [(1, "a card", "two"), (2, "two cards", "three")])
def test_what_asking_costs_is_said_as_it_is(penalty: int, price: str, grows: str) -> None:
    view = GAME.build_view(window(options={"mayi-penalty": penalty}, hands=["4C", "2C 5D 9H JS QC 3S 7D TH AC 6C"]), 1)
    screen = GAME.build_screen(view)
    asks = next(action for action in screen.actions if action.verb == "may-i")
    hint = GAME.build_hint(view)
    assert f"You’d also draw {price} from the stock" in screen.prompt
    assert all(f"costs {price} from the stock" in text for text in (asks.sentence, hint.idea))
    assert f"{grows} more cards" in hint.cards


@pytest.mark.parametrize("end", ["reshuffle", "once", "end"])
@pytest.mark.parametrize("penalty", [1, 2])
def test_the_rulebook_counts_on_a_new_stock_where_there_is_one(penalty: int, end: str) -> None:
    text = GAME.rulebook.get_clause_text("mayi.penalty-available", rules(**{"mayi-penalty": penalty, "stock-end": end}))
    assert "to pay with" in text
    assert ("reshuffle" in text) == (end != "end")


@pytest.mark.parametrize("may", [True, False])
def test_what_may_be_added_in_the_turn_of_the_contract_is_said(may: bool) -> None:
    state = drawing(options={"layoff-same-turn": may}, phase="table", laid=True)
    assert ("Lay off" in GAME.build_screen(GAME.build_view(state, 0)).prompt) == may


@pytest.mark.parametrize(("rule", "new"), [("new-meld", True), ("before-down", False)])
def test_a_bot_speaks_of_a_new_meld_where_it_lays_one(rule: str, new: bool) -> None:
    melds = [["QC QD QH"] if new else [], ["5S 6S *=7S 8S"], []]
    state = GAME.load_position(
        {"options": {"joker-swap": rule}, "seats": 3, "melds": melds, "hands": ["7S KC KD 2H 9C"]}
    )
    choice = GAME.bots["strong"].choose_move(GAME.build_view(state, 0), Random(1))
    assert choice.move.verb == "swap"
    assert ("new meld" in choice.reason) == new


# -- examples and bots ----------------------------------------------------------------------------------------


def test_every_edge_case_is_there() -> None:
    assert {example.id for example in read_examples(GAME, "edge")} == {str(number) for number in range(1, 39)}


def one_hand(bots: list[Any], seed: int, contract: int = 1) -> ContractRummyState:
    """One hand of four, with the contract of this number."""
    luck, thought = Random(seed), Random(seed + 1)
    state: ContractRummyState = GAME.start_match(rules(), 4)
    state.match.deals = contract - 1
    while not state.match.results:
        seat = state.waiting[0]
        if seat == DEALER:
            GAME.apply_move(state, DEALER, GAME.draw_dealer_move(state, luck))
        else:
            GAME.play_move(state, seat, bots[seat].choose_move(GAME.build_view(state, seat), thought).move)
    return state


@pytest.mark.slow
@pytest.mark.parametrize(("better", "other"), [("strong", "steady"), ("steady", "learner")])
def test_a_better_bot_wins_more_hands(better: str, other: str) -> None:
    """Two of each kind at a table of four, each deal twice with their seats swapped; by how much, `make bench` says."""
    bots, points = GAME.bots, []
    for seed in range(20):
        pair = 0.0
        for swapped in (False, True):
            seated = [bots[other if (seat % 2 == 0) == swapped else better] for seat in range(4)]
            winners = one_hand(seated, seed).match.results[-1].winners
            pair += sum(bots[better] is seated[seat] for seat in winners) / len(winners) / 2
        points.append(pair)
    mean = sum(points) / len(points)
    spread = sqrt(sum((point - mean) ** 2 for point in points) / len(points))
    assert mean > 0.5, (mean, spread)


@pytest.mark.slow
@pytest.mark.parametrize("contract", range(1, 8))
def test_bots_play_every_contract_to_its_end(contract: int) -> None:
    bots = GAME.bots
    state = one_hand([bots["strong"], bots["steady"], bots["learner"], bots["steady"]], contract, contract)
    assert state.match.results[-1].winners


def test_every_value_of_the_stocks_end_says_what_ends_a_hand_that_would_not() -> None:
    option = GAME.options.get_option("stock-end")
    assert "at most five times in a hand" in option.describe_value("reshuffle")
    for value in option.list_values():
        assert f"after {TURNS} turns" in option.describe_value(value)
        state = GAME.load_position(
            {
                "seats": 3,
                "turns": TURNS - 1,
                "options": rules(stock_end=value).list_nonstandard_values(),
                "hands": ["5C 6C"],
            }
        )
        GAME.play_move(state, 0, Move("discard", groups=((parse_card("5C"),),)))
        assert state.is_between_deals


def test_a_hand_that_its_turns_end_is_not_told_as_another() -> None:
    """Nobody is out, and there may be a stock."""
    state = GAME.load_position({"seats": 3, "turns": TURNS - 1, "hands": ["5C 6C"], "stock": "7C 8C"})
    GAME.play_move(state, 0, Move("discard", groups=((parse_card("5C"),),)))
    assert "no card" not in GAME.describe_result(state.match.results[-1])
    position = {key: value for key, value in GAME.build_view(state, 0).position.items() if key != "options"}
    theme = next(theme for theme in GAME.puzzle_themes if theme.slug == "what-is-so")
    ended = GAME.load_position(position)
    assert GAME.evaluate_fact(ended, 0, "hand-over") is True
    assert [*GAME.all_facts["hand-over"].list_deciding_clauses(ended)] == ["stock.dead"]
    with pytest.raises(VoidPuzzle):  # no page shows how many turns were taken
        theme.pose({"position": position, "before": [], "clause": "out.empty-hand", "fact": "hand-over"}, rules())


def test_a_shorter_set_is_listed_where_a_card_must_be_kept() -> None:
    options = rules(out_discard=True).list_nonstandard_values()
    melds = [["8C 8D 8H", "JD JH JS"]]
    state = GAME.load_position({"seats": 3, "options": options, "hands": ["QH QS QS QD"], "melds": melds})
    assert "meld QH QS QS" in [str(move) for move in GAME.list_moves(state, 0)]


def test_hands_are_as_large_as_the_rulebook_says() -> None:
    for options in many_rules(GAME):
        hands = numbers_in(GAME, "contract.table", options)[0]
        cards = [len(dealt(GAME, options, match={"deals": played}).hands[0]) for played in range(hands)]
        said = numbers_in(GAME, "deal.hand-size", options)
        assert said == ([cards[0]] if len(set(cards)) == 1 else [cards[0], cards.count(cards[0]), cards[-1]])
        if entries(GAME, options)["h7.count"].is_in_force:
            assert numbers_in(GAME, "h7.count", options)[1] == cards[-1] + 1
        window = GAME.load_position(
            {"options": options.list_nonstandard_values(), "phase": "window", "pile": "3C", "answers": ["", "asked"]}
        )
        before = len(window.hands[1])
        GAME.apply_move(window, 1, Move("may-i"))
        assert numbers_in(GAME, "mayi.cost", options)[-1] == len(window.hands[1]) - before


@pytest.mark.parametrize("options", LAWS, ids=lambda options: " ".join(options.list_nonstandard_values()) or "book")
def test_what_was_put_together_is_laid_from_a_heap(options: ContractRummyOptions) -> None:
    """Sets and runs of one suit each, which may have a rank in common, with a joker in the place of some card."""
    rng, law = Random(11), get_meld_rules(options)
    for contract in {one for one in CONTRACTS["classic7"] if one.runs}:
        for _ in range(60):
            rank, suits = rng.randint(3, 13), rng.sample("CDHS", len(contract.runs))
            heap = [get_card(rank, rng.choice("CDHS")) for size in contract.sets for _ in range(size)]
            for size, suit in zip(contract.runs, suits, strict=True):
                low = rng.randint(3, 14 - size)
                heap += [get_card(place, suit) for place in range(low, low + size)]
            if rng.random() < 0.4:
                heap[rng.randrange(len(heap))] = parse_card("*")
            rng.shuffle(heap)
            assert find_whole_hand_melds(heap, contract, law) is not None, heap


@pytest.mark.parametrize(
    ("melds", "labels"),
    [
        (["8C 8D 8H", "4C 5C 6C 7C", "JD JH JS"], ["Set 1", "Run", "Set 2"]),
        (["4C 5C 6C 7C", "5S 6S 7S 8S"], ["Run 1", "Run 2"]),
        (["8C 8D 8H"], ["Set"]),
    ],
)
def test_melds_on_the_table_are_numbered_kind_by_kind(melds: list[str], labels: list[str]) -> None:
    state = GAME.load_position({"seats": 3, "melds": [melds], "hands": ["2H"]})
    screen = GAME.build_screen(GAME.build_view(state, 0))
    assert [zone.label for zone in screen.zones if zone.owner == 0 and zone.number] == labels
