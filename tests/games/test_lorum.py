"""Lórum, proven a second time by other means: tables and chains that share no code with the game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

import games
from games.cards import format_cards
from games.engine.bot import ADVISER
from games.engine.examples import expand_short_forms
from games.engine.move import Move
from games.engine.puzzle import Unproven, VoidPuzzle
from games.engine.state import DEALER
from games.errors import RulesError
from games.kit.tricks import build_play_move
from games.lorum.contracts import CONTRACTS, DECK, DOMINO, QUART, TRAIN
from games.lorum.options import LorumOptions
from games.lorum.payments import build_trick_hand_settlement, settle_payments
from games.lorum.puzzles.common import deal_random_hand
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from tests.games.courses import said
from tests.games.readings import faults, readings_of, sayings
from tests.games.rulebooks import entries
from tests.games.wandering import some_rules

GAME = games.get("lorum")
RANKS = "789TJQKA"
VALUES = {"A": 11, "K": 4, "Q": 3, "J": 2, "T": 1, "9": 0, "8": 0, "7": 0}
PRICES = {25: 1, 50: 2, 75: 3, 100: 4}


def rules(**values: Any) -> LorumOptions:
    return LorumOptions({name.replace("_", "-"): one for name, one in values.items()})


def step(state: LorumState, rng: Random) -> None:
    """One move by luck, the dealer's too."""
    seat = state.waiting[0]
    GAME.apply_move(
        state, seat, GAME.draw_dealer_move(state, rng) if seat == DEALER else GAME.draw_random_move(state, seat, rng)
    )


# -- chips -----------------------------------------------------------------------------------------


def test_no_chip_is_lost_or_made() -> None:
    rng = Random(1)
    for chosen in filter(None, (some_rules(GAME, rng) for _ in range(6))):
        state = GAME.start_match(chosen[0], 4)
        whole = 4 * state.options.chips_start
        while state.waiting:
            step(state, rng)
            assert sum(state.match.scores) + state.pot == whole
            assert state.options.chips_debt or min(state.match.scores) >= 0
        assert state.match.deals == 28
        assert state.pot == 0


def test_the_pot_before_a_domino_lies_within_its_bounds() -> None:
    rng, found = Random(2), []
    state = GAME.start_match(GAME.options(), 4)
    while state.waiting:
        if state.phase == "domino" and not state.played:
            found.append(state.pot)
        step(state, rng)
    assert len(found) >= 4
    assert all(10 <= pot <= 36 for pot in found)


def splits(total: int, seats: int) -> Iterator[tuple[int, ...]]:
    for shares in product(range(total + 1), repeat=seats):
        if sum(shares) == total:
            yield shares


def by_the_table(units: tuple[int, ...], reward: bool) -> tuple[list[int], int]:
    """The payments as the rulebook has them, case by case; the pot's at the end."""
    whole, clean = sum(units), units.count(0)
    if clean == 0:
        return [-one for one in units], whole
    if clean == 3 and reward:
        return [3 * whole if one else -whole for one in units], 0
    if clean == 3:
        return [-one for one in units], whole
    return [-one if one else whole // clean for one in units], 0


@pytest.mark.parametrize("reward", [True, False])
def test_payments_are_those_of_the_table_for_all_splits(reward: bool) -> None:
    queens = {
        tuple(
            sum(price for price, owner in zip((4, 3, 2, 1), owners, strict=True) if owner == seat) for seat in range(4)
        )
        for owners in product(range(4), repeat=4)
    }
    for units in (*splits(8, 4), *queens):
        assert settle_payments(build_trick_hand_settlement(units, reward), [0] * 4, range(4), True) == by_the_table(
            units, reward
        ), units


@pytest.mark.parametrize(
    ("contract", "values", "said", "prices"),
    [
        ("no-hearts", {}, ("Each heart costs", "1 chip"), dict.fromkeys((f"{rank}H" for rank in RANKS), 1)),
        ("queens", {}, ("Queens cost", "`QH` 4, `QD` 3, `QS` 2, `QC` 1"), {"QH": 4, "QD": 3, "QS": 2, "QC": 1}),
        (
            *("queens", {"queens_scale": "flat"}, ("Each queen costs", "2 chips")),
            {"QH": 2, "QD": 2, "QS": 2, "QC": 2},
        ),
        ("no-tricks", {}, ("Each trick costs", "1 chip"), {}),
        ("ape", {}, ("The king of hearts costs", "4 chips"), {"KH": 4}),
        ("ape", {"ape_amount": 1, "ape_mode": "serious"}, ("The king of hearts costs", "1 chip"), {"KH": 1}),
        ("ape", {"ape_amount": 20}, ("The king of hearts costs", "20 chips"), {"KH": 20}),
        ("train", {}, None, {}),
        ("quart", {}, None, {}),
        ("domino", {"domino_pass_fee": 3}, None, {}),
    ],
)
def test_the_table_says_what_costs_chips_and_that_is_what_is_counted(
    contract: str, values: dict[str, Any], said: tuple[str, str] | None, prices: dict[str, int]
) -> None:
    """To whoever looks, from the first card to the last, whatever is won or owed besides."""
    rng = Random(contract)
    for _ in range(4):
        state = deal_random_hand(rng, rules(**values, ape_stop_early=False), contract)
        phase = state.phase
        while state.phase == phase:
            for seat in (None, rng.randrange(4)):
                facts = GAME.build_screen(GAME.build_view(state, seat)).facts
                assert facts[1:] == (() if said is None else (said,))
            if said and state.tricks and contract != "ape":
                units = [0] * 4
                for trick in state.tricks:
                    units[trick.winner] += sum(prices.get(card.code, 0) for card in trick.cards) if prices else 1
                assert state.count_units() == units
            elif said and contract == "ape":
                assert {*state.count_units()} <= {0, *prices.values()}
            step(state, rng)


def test_who_has_too_few_pays_what_there_is_and_the_clean_share_it_in_turn() -> None:
    for units in splits(8, 4):
        chips = [1, 0, 3, 20]
        change, pot = settle_payments(build_trick_hand_settlement(units, True), chips, [1, 2, 3, 0], False)
        full, _ = by_the_table(units, True)
        assert sum(change) + pot == 0
        for paid, owed, held in zip(change, full, chips, strict=True):
            assert paid == -min(-owed, held) if owed < 0 else 0 <= paid <= owed


def test_a_payment_without_debts_is_limited_by_the_chips_of_the_player_who_pays() -> None:
    """The limit follows “you pay” in some clauses and “they pay” in others."""
    limits = set()
    for options in (rules(chips_debt=False, domino_pass_fee=1, domino_must_play=must) for must in (True, False)):
        for entry in entries(GAME, options).values():
            for sentence in re.findall(r"[^.\n]*, as far as [^.]*\.", entry.text):
                limit = re.search(r"as far as (\w+) chips go", sentence)
                assert limit
                limits.add(limit[1])
                assert (limit[1] == "your") == ("you pay" in sentence), sentence
    assert limits == {"your", "their"}


# -- Train -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ten", "whole", "chips"), [(1, 84, 6), (10, 120, 10)])
def test_the_train_comes_to_its_total_and_every_mark_is_paid_once(ten: int, whole: int, chips: int) -> None:
    rng = Random(3)
    options = rules(train_ten_value=ten, train_stop_when_settled=False)
    values = VALUES | {"T": ten}
    for _ in range(20):
        state = deal_random_hand(rng, options, TRAIN)
        total, paid = 0, Counter[int]()
        while state.phase == "train":
            seat, card = state.turn, rng.choice(state.hands[state.turn])
            before, total = total, total + values[card.code[0]]
            paid[seat] += sum(price for mark, price in PRICES.items() if before < mark <= total)
            RULES.apply_move(state, seat, build_play_move(card))
        assert total == whole
        assert state.pot == chips == sum(paid.values())
        assert state.match.results[-1].scores == tuple(-paid[seat] for seat in range(4))


# -- Quart -----------------------------------------------------------------------------------------


def chain(hands: list[set[str]], gone: set[str], card: str, length: int, wrap: bool) -> tuple[list[str], int, bool]:
    """A sequence on sets of texts: its cards, who played the last of them, and whether they are out."""
    cards, rank, suit = [], RANKS.index(card[0]), card[1]
    while True:
        code = RANKS[rank] + suit
        owner = [code in hand for hand in hands].index(True)
        hands[owner].discard(code)
        gone.add(code)
        cards.append(code)
        rank += 1
        if rank == 8 and wrap:
            rank = 0
        if not hands[owner] or len(cards) == length or rank == 8 or RANKS[rank] + suit in gone:
            return cards, owner, not hands[owner]


@pytest.mark.parametrize(("length", "wrap"), [(4, True), (4, False), (2, True), (8, True)])
def test_sequences_run_as_they_do_on_paper(length: int, wrap: bool) -> None:
    rng = Random(4)
    for _ in range(15):
        state = deal_random_hand(rng, rules(quart_length=length, quart_wrap=wrap), QUART)
        hands, gone = [{card.code for card in hand} for hand in state.hands], set[str]()
        while state.phase == "quart":
            card = rng.choice(state.hands[state.turn])
            cards, last, out = chain(hands, gone, card.code, length, wrap)
            RULES.apply_move(state, state.turn, build_play_move(card))
            assert format_cards(state.played).split()[-len(cards) :] == cards
            assert (state.phase != "quart") == out
            assert out or state.turn == last
        change = [-len(hand) for hand in hands]
        change[last] = sum(map(len, hands))
        assert list(state.match.results[-1].scores or ()) == change


def surely_out(state: LorumState) -> bool:
    """Return whether seat 0 is out first whatever the others open, by trying all of it with the rules themselves."""
    if state.phase != "quart":
        return state.match.results[-1].winners == (0,)
    after = []
    for card in state.hands[state.turn]:
        now = state.copy()
        RULES.apply_move(now, now.turn, build_play_move(card))
        after.append(surely_out(now))
    return any(after) if state.turn == 0 else all(after)


@pytest.mark.slow
def test_the_best_opening_is_the_only_one_that_is_sure() -> None:
    theme = next(one for one in GAME.puzzles if one.slug == "best-opening")
    for seed in range(6):
        setup = theme.make(Random(seed), GAME.options())
        puzzle = theme.pose(setup, GAME.options())
        held = " ".join(setup["hands"]).split()
        gone = format_cards(card for card in DECK if card.code not in held)
        for option in puzzle.options:
            state = RULES.load_position({"contract": QUART, "hands": setup["hands"], "played": gone, "turn": 0})
            RULES.apply_move(state, 0, RULES.parse_move(f"play {option.id}"))
            assert surely_out(state) == (option.id == puzzle.key)


def test_a_sequence_into_an_unknown_hand_is_refused() -> None:
    state = RULES.load_position({"contract": QUART, "hands": ["7C 8D 9H TS JC QD KH AS"]})
    with pytest.raises(RulesError, match="8C"):
        RULES.apply_move(state, 0, RULES.parse_move("play 7C"))


# -- Domino ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("must", "wrap"), list(product((True, False), repeat=2)))
def test_a_domino_never_comes_to_a_standstill(must: bool, wrap: bool) -> None:
    """Even if everybody passes whenever they may, and otherwise plays by luck."""
    rng = Random(5)
    for _ in range(25):
        state = deal_random_hand(rng, rules(domino_must_play=must, domino_wrap=wrap), DOMINO)
        turns = 0
        while state.phase == "domino":
            assert any(state.list_fitting_cards(seat) for seat in range(4))
            moves = RULES.list_moves(state, state.turn)
            assert moves
            passing = Move("pass")
            RULES.apply_move(state, state.turn, passing if passing in moves else rng.choice(moves))
            turns += 1
            assert turns <= 32 * 8
        assert any(not hand for hand in state.hands)


def test_who_has_nothing_that_fits_hears_why_a_card_does_not() -> None:
    position = {"contract": DOMINO, "played": "JD QD TD JS", "turn": 0, "hands": ["KH QH TH 9H 8C KC 7S"]}
    refused = RULES.find_violation(RULES.load_position(position), 0, RULES.parse_move("play TH"))
    assert refused is not None
    assert refused.clause.id == "domino.row-start"


# -- the deal --------------------------------------------------------------------------------------


@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
@pytest.mark.parametrize("schedule", ["dealer-block", "contract-block"])
def test_everybody_deals_each_of_the_seven_hands_once(direction: str, schedule: str) -> None:
    rng, dealt_by = Random(6), list[tuple[int, str]]()
    state = GAME.start_match(rules(direction=direction, schedule=schedule), 4)
    while state.waiting:
        if state.waiting == (DEALER,) and state.match.dealer is not None:
            RULES.apply_move(state, DEALER, GAME.draw_dealer_move(state, rng))
            dealer = state.match.dealer
            dealt_by.append((dealer, state.contract))
            assert state.turn == (dealer + (1 if direction == "clockwise" else -1)) % 4
        else:
            step(state, rng)
    assert set(dealt_by) == set(product(range(4), CONTRACTS))
    assert len(dealt_by) == 28
    names = [contract for _, contract in dealt_by]
    wanted = list(CONTRACTS) * 4 if schedule == "dealer-block" else [one for one in CONTRACTS for _ in range(4)]
    assert names == wanted


# -- puzzles ---------------------------------------------------------------------------------------


def test_what_is_hidden_from_a_setup_stays_hidden() -> None:
    """No setup of a puzzle on a table knows more than seat 0 does."""
    for theme in GAME.puzzles:
        try:
            setup = theme.make(Random(7), GAME.options())
        except (VoidPuzzle, Unproven):
            continue
        if "position" in setup:
            state = RULES.load_position(setup["position"])
            assert RULES.build_view(state, 0).position["hands"] == setup["position"]["hands"]


# -- the rulebook ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "clause", "said"),
    [
        (rules(no_hearts_ban="none"), "trick.lead-any", "If you lead to a trick, you can play any card."),
        (
            rules(no_hearts_ban="none"),
            "no-hearts.ban-leads-only",
            "If you can’t follow suit, you can play a heart, even to the first trick.",
        ),
        (
            rules(avoid_forced_dump=True),
            "no-hearts.ban-leads-only",
            "The ban is only for leads.\n"
            "If you can’t follow suit and have a heart, you have to play one, even to the first trick.",
        ),
    ],
)
def test_the_rulebook_says_of_hearts_what_the_house_rules_make_of_them(
    options: LorumOptions, clause: str, said: str
) -> None:
    assert entries(GAME, options)[clause].text == said


def test_a_card_that_nobody_followed_is_captured_by_whoever_played_it() -> None:
    """They pay for it then; who takes a card back does not."""
    text = " ".join(entries(GAME, rules(ape_mode="blind"))["ape.blind-unfollowed"].text.split())
    assert "Each player puts the card they played on their own pile" in text
    assert "if you played the king of hearts, you pay for it" in text
    steps = [step for lesson in GAME.lessons for step in lesson.steps if step.id == "ape-unfollowed"]
    assert steps
    assert all("each player puts their own card on their pile" in " ".join(said(step)) for step in steps)
    [theme] = [theme for theme in GAME.puzzles if theme.slug == "who-takes-the-ape"]
    puzzle = theme.pose({"leader": 0, "cards": "9S AD KH 7C"}, rules(ape_mode="blind"))
    assert "so each player puts their own card on their pile" in puzzle.why


def test_the_reason_for_a_queen_under_an_ace_is_true() -> None:
    """The king cannot win either, and is the higher of the two."""
    table = {"contract": "queens", "leader": 2, "trick": "7S AS", "hand": "KS QS 7H 8H 9H 7C 8C 9C"}
    state = GAME.load_position(GAME.complete_position(expand_short_forms(GAME, table)))
    choice = GAME.bots[ADVISER].choose_move(GAME.build_view(state, 0), Random(1))
    assert [str(move) for move in GAME.list_moves(state, 0)] == ["play KS", "play QS"]
    assert str(choice.move) == "play QS"
    assert ("highest" in choice.reason) == (str(choice.move) == "play KS")
    for sentence in sayings(GAME, state, 0, Random(1)):
        assert not list(faults(readings_of(GAME), sentence)), sentence


def test_a_single_chip_is_one() -> None:
    assert entries(GAME, rules(chips_start=1))["setup.chips"].text.startswith("Everyone starts with one chip.")


def test_no_step_promises_any_card_where_one_that_costs_has_to_go() -> None:
    options = GAME.options.load_preset("open-eyes")
    for lesson in GAME.lessons:
        for step in lesson.list_valid_steps(GAME, options):
            for text in said(step) if step.options is None and "trick.void-any" in step.clauses else ():
                assert "any card" not in text or "this hand" in text, step.id


def test_no_step_says_that_one_rank_alone_counts_much_where_two_do() -> None:
    steps = [
        step
        for lesson in GAME.lessons
        for step in lesson.list_valid_steps(GAME, GAME.options.load_preset("old-counting"))
    ]
    assert not [step.id for step in steps if "One rank is worth more" in step.text]


# -- what is asked ---------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_question_names_no_rule_of_another_kind_of_hand() -> None:
    """Units are hearts in one hand, and tricks or queens in another; whose turn it is, another rule says in a Train."""
    options, asked = GAME.options(), set[str]()
    theme = next(theme for theme in GAME.puzzle_themes if theme.slug == "what-is-so")
    for seed in range(40):
        setup = theme.make(Random(seed), options)
        puzzle = theme.pose(setup, options)
        about = {clause.partition(".")[0] for clause in puzzle.clauses}
        kind = GAME.load_position(puzzle.position).contract
        asked.add(setup["fact"].split()[0])
        assert about & {*CONTRACTS} <= {kind}, (puzzle.question, puzzle.clauses)
        assert "trick" not in about or kind not in (TRAIN, QUART, DOMINO)
    assert {"units", "turn"} <= asked
