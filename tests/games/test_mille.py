"""Mille, held against rules written a second time: whole hands, every way out, the count, and what the puzzles say."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import floor
from random import Random
from typing import Any

import pytest

import games
from games.cards import UNKNOWN, parse_card
from games.engine.move import Move
from games.engine.puzzle import Unproven, VoidPuzzle
from games.engine.state import DEALER, DealResult
from games.mille.endgame import compute_least_weight_left, find_moves_to_go_out
from games.mille.scoring import VALUES, compute_payment
from games.mille.verbs import LEAVE, STOCK

GAME = games.get("mille")
BOOK = GAME.options()
RULES = (
    {},
    {"starter-two-free": True, "clean-needs-out": True, "out-bonus": 50, "marks-per-meld": False},
    {"pile-matches-table": "one-card", "min-naturals": 2, "out-discard": True, "stock-end": "end"},
    {"pile-matches-table": "none-needed", "wild-majority": False, "twos-take-two": False},
)


def worth(code: str) -> int:
    if code in ("QS", "JD"):
        return 100 if code == "QS" else 50
    return {"2": 20, "A": 15}.get(code[0], 10 if code[0] in "TJQK" else 5)


def sound(meld: list[str], rules: dict[str, Any]) -> bool:
    """Return whether cards are a meld, by the rules written anew."""
    ranks = {code[0] for code in meld if code[0] != "2"}
    if len(meld) < 3 or len(ranks) > 1:
        return False
    natural = sum(code[0] in ranks for code in meld)
    wild = len(meld) - natural if ranks else 0
    fewest = rules.get("min-naturals", 1)
    return not wild or (natural >= fewest and (rules.get("wild-majority", True) or wild <= natural))


def total(melds: list[list[str]], hand: list[str], rules: dict[str, Any]) -> tuple[int, int]:
    """The score of a hand and its asterisks, by the rules written anew."""
    wild = any(code[0] == "2" for meld in melds for code in meld if {one[0] for one in meld} != {"2"})
    clean = bool(melds) and not wild and (not hand or not rules.get("clean-needs-out", False))
    points = eights = 0
    for meld in melds:
        natural = len(meld) == 8 and len({code[0] for code in meld}) == 1
        eights += natural
        points += sum(map(worth, meld)) * (2 if natural else 1) * (2 if clean else 1)
    points -= sum(map(worth, hand))
    points += rules.get("out-bonus", 0) if not hand else 0
    return points, clean + (eights if rules.get("marks-per-meld", True) else min(eights, 1))


def parts(texts: list[Any]) -> list[list[list[str]]]:
    return [[meld.split() for meld in melds] for melds in texts]


@pytest.mark.parametrize("rules", RULES, ids=range(len(RULES)))
def test_whole_hands_go_as_the_rules_written_anew_say(rules: dict[str, Any]) -> None:
    for seed in range(6):
        rng, state = Random(seed), GAME.start_match(GAME.options(rules), 2)
        while not state.match.results:
            seat = state.waiting[0]
            if seat == DEALER:
                GAME.apply_move(state, seat, GAME.draw_dealer_move(state, rng))
                continue
            before = GAME.build_position(state)
            moves = GAME.list_moves(state, seat)
            move = rng.choice(moves) if rng.random() < 0.5 else GAME.draw_random_move(state, seat, rng)
            GAME.play_move(state, seat, move)
            now = GAME.build_position(state)
            own = parts(now["melds"])[seat]
            assert all(sound(meld, rules) for meld in own)
            laid = Counter(code for melds in parts(now["melds"]) for meld in melds for code in meld)
            lying = Counter(" ".join([*now["hands"], now["pile"], now["stock"]]).split())
            assert set((laid + lying).values()) == {2}
            assert (laid + lying).total() == 104
            if move.verb == "pile" and move.cards:
                upcard = before["pile"].split()[-1]
                natural = sum(card.code[0] == upcard[0] for card in move.cards)
                table = any(meld[0][0] == upcard[0] for meld in parts(before["melds"])[seat])
                help_ = rules.get("pile-matches-table", "no") if table else "no"
                assert natural >= {"no": 2, "one-card": 1, "none-needed": 0}[help_]
                assert upcard[0] != "2" or rules.get("twos-take-two", True)
        position = GAME.build_position(state)
        scores = [
            total(melds, hand.split(), rules)
            for melds, hand in zip(parts(position["melds"]), position["hands"], strict=True)
        ]
        assert list(state.match.results[-1].scores) == [points for points, _ in scores]
        assert state.marks == [marks for _, marks in scores]
        assert state.chapeaux == [int(points < 0) for points, _ in scores]


def fewest_points(hand: tuple[str, ...], melds: list[list[str]], rules: dict[str, Any], seen: dict[Any, int]) -> int:
    """The least that can be left of a hand after melds and a discard, by trying everything."""
    key = (tuple(sorted(hand)), tuple(sorted(tuple(sorted(meld)) for meld in melds)))
    if key in seen:
        return seen[key]
    must = rules.get("out-discard", False)
    best = sum(map(worth, hand)) - max(map(worth, hand)) if hand else 0
    for size in range(1, len(hand) + 1 - must):
        for cards in set(combinations(sorted(hand), size)):
            rest = tuple((Counter(hand) - Counter(cards)).elements())
            if sound(list(cards), rules) and not any(same(meld, cards) for meld in melds):
                best = min(best, fewest_points(rest, [*melds, list(cards)], rules, seen))
            for at, meld in enumerate(melds):
                if size == 1 and sound([*meld, *cards], rules):
                    grown = [*melds[:at], [*meld, *cards], *melds[at + 1 :]]
                    best = min(best, fewest_points(rest, grown, rules, seen))
    seen[key] = best
    return best


def same(meld: list[str], cards: tuple[str, ...]) -> bool:
    """Return whether both are of one rank, wild twos aside."""
    return rank(meld) == rank(cards)


def rank(cards: Any) -> str:
    return next((code[0] for code in cards if code[0] != "2"), "2")


@pytest.mark.parametrize("rules", RULES, ids=range(len(RULES)))
def test_the_least_that_is_left_is_what_trying_everything_finds(rules: dict[str, Any]) -> None:
    rng = Random(7)
    for _ in range(12):
        pack = [f"{one}{suit}" for one in "2239QJ" for suit in "CDHS"]
        rng.shuffle(pack)
        meld = [code for code in pack if code[0] == "9"][:3]
        hand = [code for code in pack if code not in meld][: rng.randint(4, 6)]
        position = {"hands": [" ".join(hand)], "melds": [[" ".join(meld)]], "options": rules}
        state = GAME.load_position(position)
        least = fewest_points(tuple(hand), [meld], rules, {})
        assert compute_least_weight_left(state, 0, VALUES.__getitem__) == least, hand
        line = find_moves_to_go_out(state, 0)
        if line is not None:
            for move in line:
                GAME.play_move(state, 0, move)
            assert state.match.results[-1].facts["out"] == 0


@pytest.mark.parametrize("theme", GAME.puzzles, ids=lambda theme: theme.slug)
def test_puzzles_are_no_twins_not_to_be_guessed_and_there_under_any_house_rules(theme: Any) -> None:
    posed = []
    for seed in range(12):
        options = GAME.options(RULES[seed % len(RULES)])
        try:
            posed.append(theme.pose(theme.make(Random(seed), options), options))
        except (VoidPuzzle, Unproven):
            continue
    assert len(posed) > 10
    assert len({(puzzle.question, str(puzzle.position), str(puzzle.options)) for puzzle in posed}) == len(posed)
    assert sum(puzzle.guess_chance for puzzle in posed) / len(posed) < 0.3


@pytest.mark.parametrize(("hand", "pile"), [("5C 5D 9H KS", "? 7H 5S"), ("5C 5D ? KS", "4C 7H 5S")])
def test_a_pile_is_worth_something_only_if_its_cards_and_the_hand_are_known(hand: str, pile: str) -> None:
    theme = next(theme for theme in GAME.puzzles if theme.slug == "worth-of-the-pile")
    position = {"phase": "take", "turn": 0, "hands": ["5C 5D 9H KS"], "pile": "4C 7H 5S"}
    assert theme.pose({"position": position}, GAME.options()).form == "number"
    with pytest.raises(VoidPuzzle, match="known"):
        theme.pose({"position": {**position, "hands": [hand], "pile": pile}}, GAME.options())


def test_what_was_found_as_a_way_out_is_one() -> None:
    theme = next(theme for theme in GAME.puzzles if theme.slug == "way-out")
    for seed in range(8):
        setup = theme.make(Random(seed), BOOK)
        puzzle = theme.pose(setup, BOOK)
        assert theme.judge_answer(setup, BOOK, puzzle.key).right
        assert not theme.judge_answer(setup, BOOK, puzzle.key[:1]).right


def test_what_came_with_the_pile_is_known_to_all_and_what_was_drawn_to_nobody_else() -> None:
    position = {"phase": "take", "hands": ["9C 9D KC", "? ? ?"], "pile": "5S 8H 9H", "stock": "4S …"}
    state = GAME.load_position(position)
    GAME.play_move(state, 0, GAME.parse_move("pile 9C 9D"))
    assert GAME.build_view(state, 1).position["hands"][0].split() == ["5S", "8H", "?"]
    state = GAME.load_position(position)
    GAME.play_move(state, 0, GAME.parse_move("stock"))
    assert "4S" not in str(GAME.build_view(state, 1).position)
    assert "4S" not in str(GAME.build_screen(GAME.build_view(state, None)).to_json())


@pytest.mark.parametrize(
    ("rules", "melds", "upcard", "turns", "clause"),
    [
        ({"starter-two-free": True}, [], "2H", 0, "take.starter-two"),
        ({"pile-matches-table": "none-needed"}, [["9C 9D 9H"], []], "QS QH QC QD 9S", 1, "take.pile-hand-pair"),
    ],
)
def test_a_hint_names_the_rule_by_which_the_pile_is_free(
    rules: dict[str, Any], melds: list[Any], upcard: str, turns: int, clause: str
) -> None:
    hands = ["3C 4D 5H 7S 8C TD JH QS KC AD 6S"]
    table = {"options": rules, "phase": "take", "hands": hands, "melds": melds, "pile": upcard, "turns": turns}
    hint = GAME.build_hint(GAME.build_view(GAME.load_position(table), 0))
    assert (str(hint.move), hint.clause) == ("pile", clause)


@pytest.mark.parametrize(
    ("option", "clause", "untrue"),
    [("out-discard", "out.empty", "meld, lay off, or discard"), ("natural-required", "match.target", "after a hand.")],
)
def test_no_rule_says_what_another_takes_back(option: str, clause: str, untrue: str) -> None:
    for on in (False, True):
        assert (untrue in GAME.rulebook.get_clause_text(clause, GAME.options({option: on}))) != on


@pytest.mark.parametrize(
    ("points", "told"),
    [
        ((-45, 205), "{1} goes out. {0} scores -45, a chapeau, and {1} scores 205."),
        ((205, -45), "{1} goes out. {0} scores 205 and {1} scores -45, a chapeau."),
    ],
)
def test_a_chapeau_is_told(points: tuple[int, int], told: str) -> None:
    assert GAME.describe_result(DealResult("out.empty", (1,), points, {"out": 1, "points": list(points)})) == told


def test_several_cards_are_of_no_rank_in_the_plural() -> None:
    state = GAME.load_position({"phase": "table", "hands": ["QD QC KD"], "melds": [["9D 9H 2C"], []], "pile": "KC"})
    refused = GAME.find_violation(state, 0, GAME.parse_move("add 1 QD QC"))
    assert refused
    assert refused.sentence == "QD QC aren’t nines."


def settled(sheet: list[tuple[int, int, int, int]], winner: int, rules: dict[str, Any]) -> int:
    """Return what the loser pays. A line of the sheet: total, asterisks, chapeaux, last hand."""
    (high, marks, _, _), (low, _, hats, last) = sheet[winner], sheet[1 - winner]
    small = rules.get("stakes", 1)
    apart = floor(high / 100 + 0.5) - floor(low / 100 + 0.5)
    paid = 3 * small * (1 + marks + hats) + small * abs(apart)
    skunk = low < rules.get("target", 1200) / 2
    chapeau = {"total": low < 0, "last-hand": skunk and last < 0, "last-hand-any": last < 0}
    double = chapeau[rules.get("double-skunk-basis", "total")]
    level = 2 if double else 1 if skunk else 0
    return paid * (1 + level) if rules.get("skunk-pay", "multiply") == "multiply" else paid + 3 * small * level


@pytest.mark.parametrize("basis", ["total", "last-hand", "last-hand-any"])
@pytest.mark.parametrize("pay", ["multiply", "flat"])
@pytest.mark.parametrize("stakes", [1, 2, 50])
def test_a_game_is_settled_as_the_rules_written_anew_say(basis: str, pay: str, stakes: int) -> None:
    rules = {"double-skunk-basis": basis, "skunk-pay": pay, "stakes": stakes}
    rng = Random(f"{basis} {pay} {stakes}")
    for _ in range(200):
        winner = rng.randrange(2)
        totals = {winner: 1200 + 5 * rng.randrange(60), 1 - winner: 5 * rng.randrange(-60, 240)}
        lasts = [5 * rng.randrange(-30, 60) for _ in range(2)]
        sheet = [(totals[seat], rng.randrange(4), rng.randrange(3), lasts[seat]) for seat in range(2)]
        result = {"clause": "out.empty", "winners": [winner], "scores": lasts}
        match = {"scores": [line[0] for line in sheet], "over": True, "winners": [winner], "results": [result]}
        marks, hats = [line[1] for line in sheet], [line[2] for line in sheet]
        position = {"phase": "over", "hands": ["", ""], "match": match, "marks": marks, "chapeaux": hats}
        assert compute_payment(GAME.load_position({**position, "options": rules})) == settled(sheet, winner, rules), (
            sheet
        )


@pytest.mark.parametrize(("end", "most"), [("reshuffle", None), ("ten-times", 10), ("end", 0)])
def test_a_stock_is_made_anew_as_often_as_the_house_rules_say(end: str, most: int | None) -> None:
    """Two stubborn players draw and throw away what they drew; with a limit, the hand ends when it is reached."""
    rng, state = Random(3), GAME.start_match(GAME.options({"stock-end": end}), 2)
    while not state.match.results and state.reshuffles < 15:
        seat = state.waiting[0]
        if seat == DEALER:
            GAME.play_move(state, seat, GAME.draw_dealer_move(state, rng))
        elif state.phase == "take":
            GAME.play_move(state, seat, (STOCK if state.can_draw else LEAVE).bare_move)
        else:
            GAME.play_move(state, seat, GAME.parse_move(f"discard {state.came[0].code}"))
    assert state.reshuffles == (15 if most is None else most)
    assert bool(state.match.results) == (most is not None)


def test_a_meld_with_a_face_down_card_is_refused_in_words() -> None:
    """In a puzzle's position, a hand can have cards that nobody knows."""
    state = GAME.load_position({"phase": "table", "hands": ["KS ? ? 9D", "? ? ?"], "pile": "KC"})
    violation = GAME.find_violation(state, 0, Move("meld", groups=((UNKNOWN, UNKNOWN, parse_card("KS")),)))
    assert violation
    sentences = [one.sentence for one in (violation, *violation.others)]
    assert "Nobody knows the rank of a face-down card." in sentences
