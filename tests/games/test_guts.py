"""Guts against rules written a second time, by other means; and what its bots and puzzles are worth."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

import games
from games.cards import PACK, Card, parse_card
from games.engine.puzzle import VoidPuzzle
from games.engine.state import DEALER
from games.engine.table import Table
from games.engine.tournament import play_deals_between_bots
from games.errors import BadPosition
from games.guts import strategy
from games.guts.bots import BOTS
from games.guts.hand_ranking import compute_better_shares, count_hands_by_key, count_possible_rival_hands, get_hand_key
from games.guts.options import GutsOptions
from tests.games.wandering import some_rules, wander

GAME = games.get("guts")
THEMES = {theme.slug: theme for theme in GAME.puzzles}
ORDER = "23456789TJQKA"


def rules(**values: Any) -> GutsOptions:
    return GutsOptions({name.replace("_", "-"): one for name, one in values.items()})


# -- a second judge ----------------------------------------------------------------------------------------------------


def worth(hand: list[Card], options: GutsOptions) -> list[int]:
    """Return how good a hand is, as numbers of which the larger list is the better hand."""
    ranks = sorted((ORDER.index(card.code[0]) for card in hand), reverse=True)
    most = max(map(ranks.count, ranks))
    tops = sorted(ranks, key=lambda rank: (ranks.count(rank), rank), reverse=True)
    if len(hand) == 2:
        crumpler = options.lowly_top and ranks == [1, 0]
        return [2, 0] if crumpler else [most - 1, *tops]
    if options.three_rank == "sets":
        return [most, *tops]
    suited = len({card.suit for card in hand}) == 1
    if ranks == [12, 1, 0]:
        run: int | None = 1
    else:
        run = ranks[0] if ranks == [ranks[0], ranks[0] - 1, ranks[0] - 2] else None
    if run is not None:
        return [5 if suited else 3, run]
    if most == 3:
        return [4, ranks[0]]
    return [2 if suited else int(most == 2), *tops]


def settled(state: Any) -> tuple[list[int], int, bool]:
    """What a hand that is declared to its end comes to: chips by seat, the pot, and whether the round is over."""
    options, pot, chips = state.options, state.pot, list(state.match.scores)
    seats = [seat for seat in range(state.seats) if seat not in state.gone]
    ins = [seat for seat in seats if state.declared[seat] == "in"]
    takers, payers, base, fresh = [], [], pot, False
    if ins:
        best = max(worth(state.hands[seat], options) for seat in ins)
        size = options.cards
        plays = options.ghost == "always" or (options.ghost == "lone-only" and len(ins) == 1)
        if plays and worth(state.stock[:size], options) > best:
            payers = ins
        else:
            takers = [seat for seat in ins if worth(state.hands[seat], options) == best]
            payers = [seat for seat in ins if seat not in takers]
            both = options.pot_max and options.pot_max_mode == "limit-both"
            prize = min(pot, options.pot_max) if both else pot
            each = prize // len(takers)
            base = pot - each * len(takers)
            fresh = prize == pot
    elif options.all_out == "best-pays":
        best = max(worth(state.hands[seat], options) for seat in seats)
        payers = [seat for seat in seats if worth(state.hands[seat], options) == best]
    owed = pot
    if options.pot_max and options.pot_max_mode != "limit-pot":
        owed = min(pot, options.pot_max)
    elif options.pot_max and payers:
        while owed and base + owed * len(payers) > options.pot_max:
            owed -= 1
    total = base
    for seat in payers:
        part = min(owed, chips[seat]) if options.short_stack == "table-stakes" else owed
        chips[seat] -= part
        total += part
        fresh = fresh and not part
    for seat in takers:
        chips[seat] += each
    return chips, total, fresh


def test_the_last_word_of_a_hand_is_settled_as_a_second_judge_says() -> None:
    """Chips, pot and rounds whichever it is, under any house rules; no chip comes or goes."""
    rng, compared = Random("guts"), 0
    for _ in range(80):
        found = some_rules(GAME, rng)
        if found is None or found[0].pot_max > 2000:
            continue
        options, seats = found
        for state, seat in wander(GAME, options, seats, rng, deals=8):
            assert sum(state.match.scores) + state.pot == options.stack * seats
            if seat != DEALER and sum(map(bool, state.declared)) == len(state.list_seats_in_turn_order()) - 1:
                compared += sum(_as_judged(state, seat, word) for word in ("in", "out"))
    assert compared > 300


def _as_judged(state: Any, seat: int, word: str) -> bool:
    """Compares what comes of a last declaration; whether it could be made."""
    if word == "in" and not state.can_go_in(seat):
        return False
    now = state.copy()
    now.declared[seat] = word
    chips, pot, fresh = settled(now)
    now = state.copy()
    GAME.apply_move(now, seat, GAME.parse_move(word))
    assert now.rounds == state.rounds + fresh
    assert sum(now.match.scores) + now.pot == sum(state.match.scores) + state.pot
    if not now.match.over:
        assert (now.match.scores, now.pot) == (chips, pot)
    return True


MATCHES = "Are you in? If you lose, you match the pot of 12."
PAYS = "Are you in? The pot is 12. If you lose, you pay {}."


@pytest.mark.parametrize(
    ("values", "said", "declared", "scores"),
    [
        ({}, MATCHES, ("", "", "", ""), (22, 22, 22, 22)),
        ({}, MATCHES, ("", "out", "in", "out"), (22, 22, 22, 22)),
        ({}, "Are you in? The pot is 12, and everyone else is out.", ("", "out", "out", "out"), (22, 22, 22, 22)),
        ({"ghost": "lone-only"}, MATCHES, ("", "out", "out", "out"), (22, 22, 22, 22)),
        ({"ghost": "always"}, MATCHES, ("", "", "in", "out"), (22, 22, 22, 22)),
        ({"declare_mode": "simultaneous"}, MATCHES, ("", "?", "?", ""), (22, 22, 22, 22)),
        ({"short_stack": "table-stakes"}, PAYS.format(5), ("", "", "", ""), (5, 27, 28, 28)),
        ({"short_stack": "table-stakes"}, PAYS.format("nothing"), ("", "", "", ""), (0, 32, 28, 28)),
        ({"short_stack": "must-cover"}, MATCHES, ("", "", "", ""), (12, 20, 28, 28)),
        ({"pot_max": 40}, MATCHES, ("", "", "", ""), (22, 22, 22, 22)),
        ({"pot_max": 30}, PAYS.format("at most 12"), ("", "", "", ""), (22, 22, 22, 22)),
        ({"pot_max": 30}, MATCHES, ("", "", "in", "out"), (22, 22, 22, 22)),
        ({"pot_max": 12}, PAYS.format("at most 12"), ("", "", "", "in"), (22, 22, 22, 22)),
        ({"pot_max": 12, "ghost": "lone-only"}, PAYS.format("nothing"), ("", "out", "out", "out"), (22, 22, 22, 22)),
        ({"pot_max": 30, "ghost": "always"}, PAYS.format("at most 12"), ("", "", "", ""), (22, 22, 22, 22)),
        ({"pot_max": 8, "pot_max_mode": "limit-payment"}, PAYS.format(8), ("", "", "", ""), (22, 22, 22, 22)),
        ({"pot_max": 8, "pot_max_mode": "limit-both"}, PAYS.format(8), ("", "", "", "in"), (22, 22, 22, 22)),
        ({"pot_max": 20, "pot_max_mode": "limit-payment"}, MATCHES, ("", "", "", ""), (22, 22, 22, 22)),
    ],
)
def test_what_is_at_stake_is_what_a_second_judge_takes_from_losers(
    values: dict[str, Any], said: str, declared: tuple[str, ...], scores: tuple[int, ...]
) -> None:
    """Of many ways in which the others can declare and hold cards; an amount that differs is the highest one."""
    options, rng = rules(stack=25, **values), Random(7)
    table = {"options": options.list_nonstandard_values(), "seats": 4, "pot": 12, "declared": list(declared), "turn": 0}
    dealer = declared[1:].count("")
    state = GAME.load_position({**table, "match": {"scores": list(scores), "dealer": dealer}})
    assert GAME.build_screen(GAME.build_view(state, 0)).prompt == said
    paid = set[int]()
    for _ in range(400):
        now = state.copy()
        cards = [parse_card(code) for code in rng.sample([f"{rank}{suit}" for rank in ORDER for suit in "CDHS"], 20)]
        now.hands, now.stock = [cards[place : place + 2] for place in (0, 2, 4, 6)], cards[8:]
        now.declared = ["in", *(rng.choice(("in", "out")) if word in ("", "?") else word for word in declared[1:])]
        chips, _, _ = settled(now)
        best = max(worth(now.hands[seat], options) for seat in range(4) if now.declared[seat] == "in")
        ghost = options.ghost == "always" or (options.ghost == "lone-only" and now.declared.count("in") == 1)
        if worth(now.hands[0], options) < best or (ghost and worth(now.stock[:2], options) > best):
            paid.add(scores[0] - chips[0])
    number = said.rsplit(maxsplit=1)[1].rstrip(".")
    assert len(paid) > 1 if "at most" in said else len(paid) == ("everyone else" not in said)
    assert max(paid, default=0) == (int(number) if number.isdecimal() else 0)


# -- hands -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("values", [{}, {"lowly_top": True}, {"cards": 3}, {"cards": 3, "three_rank": "full"}], ids=str)
def test_hands_rank_as_a_second_judge_says(values: dict[str, Any]) -> None:
    options, rng = rules(**values), Random("ranks")
    for _ in range(1500):
        cards = rng.sample([card for card in PACK if card.rank < 6], 2 * options.cards)
        one, other = cards[: options.cards], cards[options.cards :]
        mine, theirs = get_hand_key(one, options), get_hand_key(other, options)
        judged = worth(one, options), worth(other, options)
        assert (mine > theirs, mine == theirs) == (judged[0] > judged[1], judged[0] == judged[1]), (one, other)


def test_the_ladder_has_every_hand_that_can_be_dealt() -> None:
    assert sum(count_hands_by_key(rules()).values()) == 1326
    assert (
        len(count_hands_by_key(rules())),
        len(count_hands_by_key(rules(cards=3))),
        len(count_hands_by_key(rules(cards=3, three_rank="full"))),
    ) == (*(91, 455, 741),)
    pairs = sum(number for key, number in count_hands_by_key(rules()).items() if key[0] == 1)
    assert Fraction(pairs, 1326) == Fraction(1, 17)


def test_a_depth_is_the_share_of_hands_that_are_better() -> None:
    options = rules()
    hand = [PACK[0], PACK[12]]
    hands = [get_hand_key(two, options) for two in combinations(PACK, 2)]
    mine = get_hand_key(hand, options)
    share = sum((key > mine) + (key == mine) / 2 for key in hands) / len(hands)
    assert compute_better_shares(options)[mine] == pytest.approx(share)


# -- reaches -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 11))
def test_all_at_once_the_best_hands_are_in_that_win_every_other_time(players: int) -> None:
    assert strategy.compute_widest_range((), players - 1, 0.5) == pytest.approx(
        1 - 0.5 ** (1 / (players - 1)), abs=1e-4
    )


def test_the_last_to_speak_is_in_with_anything_when_nobody_is() -> None:
    state = GAME.load_position(
        {"seats": 4, "match": {"dealer": 0}, "declared": ["", "out", "out", "out"], "hands": ["3S 2D"]}
    )
    for bot in ("steady", "strong"):
        assert str(BOTS[bot].choose_move(GAME.build_view(state, 0), Random(1)).move) == "in"
    assert str(GAME.build_hint(GAME.build_view(state, 0)).move) == "in"


@pytest.mark.slow
@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("hand", ["AS AD", "KS KD"])
def test_no_bot_gives_up_the_best_pairs_to_one_who_is_in(level: str, hand: str) -> None:
    state = GAME.load_position({"seats": 3, "match": {"dealer": 0}, "declared": ["", "in", "out"], "hands": [hand]})
    for seed in range(20):
        assert str(BOTS[level].choose_move(GAME.build_view(state, 0), Random(seed)).move) == "in"


def test_who_is_in_earlier_makes_a_player_more_careful() -> None:
    alone, one, two = (strategy.compute_widest_range(before, 1, 0.5) for before in ((), (0.3,), (0.3, 0.1)))
    assert alone > one > two > 0


def test_what_bots_say_of_a_secret_is_the_same_for_in_and_out() -> None:
    """Their reasons are read by those who must not know yet what they chose."""
    said = set()
    for hand in ("AS AD", "3S 2D"):
        state = GAME.load_position({"options": {"declare-mode": "simultaneous"}, "seats": 4, "hands": [hand]})
        for bot in BOTS.values():
            choice = bot.choose_move(GAME.build_view(state, 0), Random(1))
            said.add((choice.reason, choice.clause))
    assert len(said) == 1


@pytest.mark.parametrize("rules", [{}, {"lowly-top": True}, {"cards": 3}, {"cards": 3, "three-rank": "full"}], ids=str)
def test_hands_that_others_can_have_are_counted_one_by_one(rules: dict[str, Any]) -> None:
    options, rng = GAME.options(rules), Random(3)
    deals = [rng.sample(PACK, options.cards) for _ in range(12)] + [
        list(PACK[place::13])[: options.cards] for place in (0, 1)
    ]
    for hand in deals:
        others = combinations([card for card in PACK if card not in hand], options.cards)
        counts = count_possible_rival_hands(hand, options)
        assert +counts == Counter(get_hand_key(other, options) for other in others)


@pytest.mark.slow
def test_strong_bots_win_more_matches_than_steady_ones() -> None:
    won = 0.0
    for seed in range(24):
        for swapped in (False, True):
            seated = [BOTS["strong"], BOTS["steady"]]
            state, _ = play_deals_between_bots(GAME, rules(rounds=1), seated[::-1] if swapped else seated, seed)
            won += (int(swapped) in state.match.winners) / len(state.match.winners)
    assert won > 26


@pytest.mark.parametrize(("chips", "word"), [([108, 92], "out"), ([92, 108], "in")])
def test_a_strong_bot_plays_for_the_match_and_not_for_the_pot(chips: list[int], word: str) -> None:
    """Eight chips ahead in the first of three rounds it can leave every pot; eight behind it must try anything."""
    match = {"dealer": 1, "deals": 2, "scores": chips}
    state = GAME.load_position({"seats": 2, "match": match, "pot": 2, "hands": ["QS 8D"]})
    for seed in range(5):
        assert str(BOTS["strong"].choose_move(GAME.build_view(state, 0), Random(seed)).move) == word


def test_what_a_strong_bot_says_of_its_lead_tells_nothing_of_its_hand() -> None:
    match = {"dealer": 1, "deals": 2, "scores": [140, 92]}
    said = set()
    for hand in ("KS TD", "8S 2D", "3S 2D"):
        state = GAME.load_position({"seats": 2, "match": match, "pot": 2, "hands": [hand]})
        said.add(BOTS["strong"].choose_move(GAME.build_view(state, 0), Random(1)))
    assert len(said) == 1


@pytest.mark.parametrize(
    ("position", "wanted", "told"),
    [
        (
            {"hands": ["AS AH"], "declared": ["", "in", "in", "in"]},
            "in",
            "`AS AH` would be the best hand about 100% of the time.",
        ),
        ({"hands": ["3S 2H"], "declared": ["", "in", "in", "in"], "pot": 40}, "out", "losing can cost 40 chips."),
        ({"hands": ["3S 2H"], "declared": ["", "out", "out", "out"]}, "in", "about 100% of the time."),
    ],
)
def test_a_clear_mistake_is_one_with_a_reason(position: dict[str, Any], wanted: str, told: str) -> None:
    state = GAME.load_position({"seats": 4, "match": {"dealer": 0}, **position})
    hint = GAME.build_hint(GAME.build_view(state, 0))
    assert (str(hint.move), hint.close) == (wanted, False)
    assert told in hint.why


def test_what_is_nearly_level_is_no_mistake() -> None:
    """Alone against one who declares later, all but the least third of hands will do."""
    close = []
    for hand in ("9S 2H", "QS 2H"):
        state = GAME.load_position({"seats": 2, "hands": [hand], "match": {"dealer": 1}})
        close.append(GAME.build_hint(GAME.build_view(state, 0)).close)
    assert close == [True, False]


# -- puzzles -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])
def test_fresh_puzzles_are_hardly_ever_alike(theme: str, preset: str) -> None:
    options, seen = GAME.options.load_preset(preset), set()
    if theme == "who-antes" and options.ante_rule == "every-hand":
        return  # there is nothing to ask
    for seed in range(20):
        setup = THEMES[theme].make(Random(f"{preset} {seed}"), options)
        puzzle = THEMES[theme].pose(setup, options)
        seen.add((puzzle.question, puzzle.options))
        assert puzzle.guess_chance < 0.3
    assert len(seen) >= 19


def test_the_winners_of_a_puzzle_are_those_of_a_second_judge() -> None:
    for name in ("classic", "three-cards"):
        options = GAME.options.load_preset(name)
        for seed in range(30):
            setup = THEMES["who-wins"].make(Random(seed), options)
            puzzle = THEMES["who-wins"].pose(setup, options)
            marks = {one.id: worth([_card(code) for code in one.cards.split()], options) for one in puzzle.options}
            assert puzzle.key == sorted(id for id, mark in marks.items() if mark == max(marks.values()))


def _card(code: str) -> Card:
    return next(card for card in PACK if card.code == code)


@pytest.mark.parametrize(("seats", "said"), [(2, "One other decides with you"), (4, "Three others decide with you")])
def test_a_hint_says_how_many_decide_too(seats: int, said: str) -> None:
    state = GAME.start_match(rules(declare_mode="simultaneous"), seats)
    rng = Random(1)
    while state.waiting == (DEALER,):
        GAME.apply_move(state, DEALER, GAME.draw_dealer_move(state, rng))
    assert GAME.build_hint(GAME.build_view(state, state.waiting[0])).idea.startswith(said)


@pytest.mark.parametrize("all_out", ["carry", "re-ante", "best-pays"])
def test_out_is_said_to_be_free_where_it_is(all_out: str) -> None:
    """Where the best hand pays if all are out, being out can cost something."""
    state = GAME.load_position({"options": {"all-out": all_out}, "seats": 3, "hands": ["AS AD", "", ""], "turn": 0})
    out = next(action for action in GAME.build_screen(GAME.build_view(state, 0)).actions if action.verb == "out")
    assert ("unless" in out.sentence) == (all_out == "best-pays")


def test_nobody_is_asked_whether_to_be_in_who_may_not_be() -> None:
    setup = {"hands": ["AS AD", "7C 2D"], "seats": 4, "before": 0, "ins": []}
    assert THEMES["in-or-out"].pose(setup, rules(short_stack="must-cover", stack=4)).key == ["a"]
    with pytest.raises(VoidPuzzle):
        THEMES["in-or-out"].pose(setup, rules(short_stack="must-cover", stack=3))


def test_hands_that_tie_under_other_rules_are_in_no_order() -> None:
    setup = {"hands": ["AS KH 9S", "AH KD 9C", "2S 2H 5D", "7C 8D 9H", "QC TC 3D"]}
    with pytest.raises(VoidPuzzle, match="tie"):
        THEMES["order-these"].pose(setup, rules(cards=3, three_rank="sets"))


@pytest.mark.parametrize(("rule", "antes"), [("no-live-money", True), ("pot-empty", False)])
def test_a_hint_at_an_ante_counts_a_chip_left_over_as_the_rule_does(rule: str, antes: bool) -> None:
    """After a tie that leaves a chip, the one rule asks for an ante and the other does not."""
    puzzle = THEMES["who-antes"].pose({"ends": [["tie", 25], ["lone", 10]]}, rules(ante_rule=rule))
    assert ("tie" in puzzle.key) == antes
    assert ("isn’t" in puzzle.hints[2]) == antes


@pytest.mark.parametrize("rule", ["no-live-money", "pot-empty", "every-hand"])
@pytest.mark.parametrize("all_out", ["carry", "re-ante", "best-pays"])
def test_the_rulebook_says_one_thing_of_the_ante_after_a_hand_with_nobody_in(rule: str, all_out: str) -> None:
    text = GAME.rulebook.get_clause_text("ante.when", rules(ante_rule=rule, all_out=all_out))
    assert not ("when everyone was out, nobody antes" in text and "antes after a hand in which everyone" in text)


def test_the_opening_says_what_losers_make_of_the_pot() -> None:
    """With one loser the pot comes back as it was; only two losers leave twice as much."""
    assert "pays as much as the pot, so two losers leave a pot twice as big as before" in " ".join(
        GAME.rulebook.intro.split()
    )


@pytest.mark.parametrize("stack", ["credit", "table-stakes"])
def test_the_rulebook_says_whom_the_deal_passes_over(stack: str) -> None:
    text = GAME.rulebook.get_clause_text("deal.first-dealer", rules(short_stack=stack))
    passed = "It skips players who are out of the match, and players who can’t pay an ante that’s due."
    assert (passed in text) == (stack == "table-stakes")


@pytest.mark.parametrize("hands", [1, 2])
def test_no_pot_is_said_to_stay_when_it_is_shared_out(hands: int) -> None:
    """If all are out in the last hand that there may be, each gets a part of the pot."""
    table, rng = Table(GAME, rules(max_hands=hands), 2), Random(1)
    table.play_dealer_moves(rng)
    for _ in range(2):
        table.play_move(table.state.waiting[0], "out")
    assert table.is_over == (hands == 1)
    assert ("stays" in table.build_screen(0).prompt) == (hands == 2)


@pytest.mark.parametrize(("chips", "said"), [(8, "You have 8 chips"), (0, "You have no chips"), (-1, "You owe 1 chip")])
def test_who_cannot_cover_the_pot_is_told_what_they_have_or_owe(chips: int, said: str) -> None:
    position = {"seats": 2, "options": {"short-stack": "must-cover"}, "pot": 20}
    state = GAME.load_position({**position, "match": {"dealer": 1, "scores": [chips, 100]}})
    refused = Table.from_state(GAME, state).find_violation(0, "in")
    assert refused
    assert said in refused.violation.sentence


@pytest.mark.parametrize("phase", ["dealer", "deal", "between"])
def test_nothing_in_the_pot_and_no_ante_due_is_refused(phase: str) -> None:
    with pytest.raises(BadPosition, match="an ante must be “due”"):
        GAME.load_position({"phase": phase, "pot": 0, "due": False})


def test_who_cannot_pay_the_first_ante_is_refused() -> None:
    """Chance could name them as the dealer."""
    position = {"phase": "dealer", "seats": 3, "due": True, "options": {"short-stack": "table-stakes"}}
    assert GAME.load_position({**position, "match": {"dealer": None, "scores": [1, 1, 1]}})
    with pytest.raises(BadPosition, match="the first ante"):
        GAME.load_position({**position, "match": {"dealer": None, "scores": [100, 100, 0]}})


@pytest.mark.parametrize(
    ("chosen", "option", "said"),
    [
        ({"short-stack": "must-cover", "ante": 101}, "ante", "With 100 chips, nobody can pay an ante of 101."),
        ({"short-stack": "must-cover", "ante": 2, "stack": 1}, "stack", "With one chip, nobody can pay an ante of 2."),
    ],
)
def test_an_ante_that_nobody_can_pay_is_refused_where_it_was_changed(
    chosen: dict[str, Any], option: str, said: str
) -> None:
    (problem,) = GAME.options.list_option_problems(chosen)
    assert (problem.option, str(problem)) == (option, said)
