"""Puzzles of Vazhushal, proven a second time by other means.

Keys are checked by the referee, who shares no code with the game, by integer programming, or by trying everything;
known positions are posed as puzzles, with look-alikes that have another answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from typing import Any

import pytest

import games
from games.cards import parse_cards, sort_cards
from games.engine.move import parse_move
from games.engine.puzzle import (
    AnswerOption,
    AnswerRow,
    Puzzle,
    PuzzleTheme,
    Setup,
    Unproven,
    VoidPuzzle,
    build_answer_fields,
    compute_rule_change_effect,
)
from games.errors import BadText
from games.kit.meld_arrangement import arrange_melds
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.playing import count_doubles
from games.vazhushal.puzzles import discard_safety
from games.vazhushal.puzzles.common import describe_move, load_setup
from games.vazhushal.state import build_full_deck
from games.vazhushal.wipe_search import list_legal_wipes
from tests.games.posing import posed
from tests.games.referee import Referee, face, is_pure, is_run, is_set, value

GAME = games.get("vazhushal")
THEMES = {theme.slug: theme for theme in GAME.puzzles}
PRESETS = [preset.name for preset in GAME.options.presets]
SEEDS = range(5)
PACK = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
each_preset = pytest.mark.parametrize("preset", PRESETS)


def rules(**values: Any) -> VazhushalOptions:
    return VazhushalOptions({name.replace("_", "-"): one for name, one in values.items()})


def made(theme: PuzzleTheme, preset: str = "classic", seeds: range = SEEDS) -> Iterator[tuple[Setup, Puzzle]]:
    """Puzzles of a theme, each with its setup."""
    return posed(GAME.slug, theme.slug, preset, seeds)


def judge(theme: PuzzleTheme, setup: Setup, answer: Any, preset: str = "classic") -> Any:
    return theme.judge_answer(setup, GAME.options.load_preset(preset), answer)


# -- what every puzzle is --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "answers"),
    [
        ("legal-wipes", [None, "99", ["99"], 3, {"1": "2"}, [["1"]]]),
        ("how-deep", [None, "99", ["1"], 1, {}]),
        ("pure-or-not", [None, "pure", {}, {"m1": "pure"}, [["m1", "pure"]]]),
        ("go-out", [None, 5, [], "", [5], {"moves": []}, ["FLURB"], ["discard 1X"], ["discard KS"] * 41]),
        ("regroup", [None, "No!", [], ["REARRANGE"]]),
    ],
)
def test_answers_of_another_form_are_refused_as_text(slug: str, answers: list[Any]) -> None:
    theme = THEMES[slug]
    setup, puzzle = next(made(theme))
    options = [option.id for option in puzzle.options]
    if puzzle.form == "match":
        answers = [*answers, dict.fromkeys(options, "no such label"), {id: [] for id in options}]
    for answer in answers:
        with pytest.raises(BadText):
            theme.judge_answer(setup, GAME.options(), answer, puzzle)


@pytest.mark.parametrize("answer", [None, "", "seven", 2.5, True, "1" * 12, [3], "--3", "²"])
def test_a_count_is_a_whole_number(answer: Any) -> None:
    theme = THEMES["score-it"]
    setup, _ = next(pair for pair in made(theme, seeds=range(20)) if pair[1].form == "number")
    with pytest.raises(BadText):
        judge(theme, setup, answer)


def test_a_minus_sign_may_be_typed_either_way() -> None:
    theme = THEMES["score-it"]
    setup, puzzle = next(pair for pair in made(theme, seeds=range(80)) if pair[1].form == "number" and pair[1].key < 0)
    assert judge(theme, setup, f" −{-puzzle.key} ").right
    assert judge(theme, setup, str(puzzle.key)).right


# -- rows ------------------------------------------------------------------------------------------


def test_the_parts_of_a_puzzle_come_from_its_rows() -> None:
    right = AnswerRow("b", "The king", is_right=True, reason="It follows suit.", clause="trick.follow-suit", cards="KS")
    wrong = AnswerRow("a", "The ace")
    parts = build_answer_fields("tick", [right, wrong])
    assert parts == {
        "form": "tick",
        "key": ["b"],
        "options": (AnswerOption("b", "The king", "KS"), AnswerOption("a", "The ace")),
        "reasons": {"b": "It follows suit."},
        "clauses_by_option": {"b": "trick.follow-suit"},
    }
    assert build_answer_fields("one", [wrong, right])["key"] == "b"
    assert build_answer_fields("match", [AnswerRow("a", "You", label="last"), AnswerRow("b", "They", label="first")])[
        "key"
    ] == {"a": "last", "b": "first"}


@pytest.mark.parametrize("is_right", [True, False])
def test_a_question_for_one_answer_needs_exactly_one(is_right: bool) -> None:
    with pytest.raises(VoidPuzzle):
        build_answer_fields("one", [AnswerRow(id, id, is_right) for id in ("a", "b")])


# -- clauses ---------------------------------------------------------------------------------------


def test_nothing_is_asked_about_a_clause_of_another_theme() -> None:
    with pytest.raises(VoidPuzzle):
        THEMES["throw-in"].make_setup_for_clause("run.no-wrap", Random(1), GAME.options())


def test_one_can_go_out_in_some_puzzles_and_not_in_others() -> None:
    keys = [puzzle.key for _, puzzle in made(THEMES["go-out"], seeds=range(16))]
    assert 3 <= keys.count("no") <= 13


def test_both_verdicts_on_a_deal_occur() -> None:
    keys = [puzzle.key for _, puzzle in made(THEMES["throw-in"], seeds=range(20)) if puzzle.form == "one"]
    assert {key.rpartition("-")[0] for key in keys} == {"throw-in", "play"}


# -- other house rules -----------------------------------------------------------------------------

CHANGES = [
    rules(wild_rule="printed-only"),
    rules(wild_rule="same-rank"),
    rules(wipe_before_first=False),
    rules(starter_take="must-meld"),
    rules(rearrange=False),
    rules(layoff_own=False),
    rules(out_discard=False),
    rules(packs="1"),
    rules(packs="2"),
    rules(line_limit=3),
    rules(twin_scope="off"),
    rules(joker_hand_value=5, ranked_wild_hand_value="joker", tie_exhaust="void"),
    rules(redeal_doubles=2, redeal_jokers_count=True),
    rules(redeal_mode="holder-may", first_player="dealer"),
    rules(final_melds="none", neg_drawable=True),
    rules(neg_printed="aces", all_wild_melds="no-printed-only"),
]


def statuses(theme: PuzzleTheme, seeds: range = SEEDS) -> Counter[str]:
    found: Counter[str] = Counter()
    for setup, _ in made(theme, seeds=seeds):
        found.update(compute_rule_change_effect(theme, setup, GAME.options(), other) for other in CHANGES)
    return found


@pytest.mark.slow
def test_every_status_occurs() -> None:
    wanted, found = {"holds", "other answer", "void"}, Counter[str]()
    for theme in THEMES.values():
        found += statuses(theme, range(2))
        if wanted <= set(found):
            return
    raise AssertionError(found)


def test_another_good_line_of_moves_is_the_same_answer() -> None:
    theme = THEMES["regroup"]
    setup = regroup("7C 8C 9C / 2H 3H 4H 5H", "5C 5S KD")
    assert compute_rule_change_effect(theme, setup, rules(), rules(joker_hand_value=5)) == "holds"
    assert compute_rule_change_effect(theme, setup, rules(), rules(rearrange=False)) == "void"


@pytest.mark.slow
def test_a_setup_says_nothing_of_hidden_cards() -> None:
    for theme in THEMES.values():
        for setup, puzzle in made(theme):
            position = setup.get("position", {})
            if puzzle.position and "hands" in position:
                seen = [*position.get("known", []), *["", "", "", "", "", ""]]
                for seat, hand in enumerate(position["hands"]):
                    unknown = [card for card in hand.split() if card != "?"]
                    assert seat == 0 or sorted(unknown) == sorted(seen[seat].split())
            assert set(position.get("stock", "?").split()) <= {"?"}


# -- wipes -----------------------------------------------------------------------------------------


def referee_of(puzzle: Puzzle, options: VazhushalOptions) -> Referee:
    """The puzzle's position as the referee sees it."""
    position = puzzle.position
    referee = Referee(options.list_nonstandard_values(), position["seats"])
    referee.phase, referee.turn = position["phase"], position["turn"]
    referee.hands = [hand.split() for hand in position["hands"]]
    referee.melds = [[meld.split() for meld in own] for own in position["melds"]]
    referee.line, referee.negative = position["line"].split(), position["negative"]
    referee.starter, referee.stock = position["starter"], position["stock"].split()
    referee.drew_stock = position["drawn"] == "stock"
    return referee


def readings(referee: Referee, group: tuple[str, ...]) -> Iterator[list[str]]:
    """Every meld of exactly these cards, each wild one as itself or as anything near the others."""
    plain = [card for card in group if not referee.wild(card)]
    wild = [card for card in group if referee.wild(card)]
    near = [one for one in PACK if not plain or one[0] == plain[0][0] or one[1] == plain[0][1]]
    if not wild:
        if is_run(plain) or is_set(plain):
            yield plain
        return
    for shown in permutations(near, len(wild)):
        faces = [*plain, *shown]
        if is_run(faces) or is_set(faces):
            yield [*plain, *(card if card == one else f"{card}={one}" for card, one in zip(wild, shown, strict=True))]


def groups_with(cards: list[str], must: str, sizes: tuple[int, ...] = (3, 4)) -> Iterator[tuple[str, ...]]:
    rest = list(cards)
    rest.remove(must)
    for size in sizes:
        for others in sorted(set(combinations(sorted(rest), size - 1))):
            yield (must, *others)


def can_wipe(referee: Referee, depth: int) -> bool:
    """Whether a wipe of so many cards is legal, by trying every three and four cards, and pure sequences before."""
    hand, taken = referee.hands[0], referee.line[-depth:]
    cards = [*hand, *taken]
    for group in groups_with(cards, taken[0]):
        if sum(map(referee.wild, group)) < 3:
            for meld in readings(referee, group):
                if referee.allows(0, f"wipe {depth} {' '.join(meld)}"):
                    return True
    if referee.melds[0]:
        return False
    for size in (3, 4):
        for pure in combinations(sorted(set(hand), key=PACK.index if "*" not in hand else None), size):
            if "*" in pure or not is_pure(list(pure)):
                continue
            rest = list(cards)
            for card in pure:
                rest.remove(card)
            for group in groups_with(rest, taken[0]):
                if sum(map(referee.wild, group)) < 3:
                    for meld in readings(referee, group):
                        if referee.allows(0, f"wipe {depth} {' '.join(meld)} after {' '.join(pure)}"):
                            return True
    return False


def can_take(referee: Referee) -> bool:
    pures = [list(pure) for pure in combinations(sorted({*referee.hands[0]} - {"*"}), 3) if is_pure(list(pure))]
    return any(referee.allows(0, " ".join(["take", *(["after", *pure] if pure else [])])) for pure in ([], *pures))


@pytest.mark.repeated
@pytest.mark.parametrize("preset", ["classic", "denexa", "three-one-pack"])
@pytest.mark.parametrize("slug", ["legal-wipes", "how-deep"])
def test_the_referee_finds_the_same_wipes(slug: str, preset: str) -> None:
    options = GAME.options.load_preset(preset)
    for _, puzzle in made(THEMES[slug], preset, range(3)):
        referee = referee_of(puzzle, options)
        if sum(map(referee.wild, [*referee.hands[0], *referee.line])) > 3:
            continue
        depth = len(referee.line)
        found = [number for number in range(1, depth + 1) if can_wipe(referee, number)]
        if can_take(referee) and depth not in found:
            found.append(depth)
        expected = sorted(map(str, found)) if slug == "legal-wipes" else str(max(found, default="none"))
        assert puzzle.key == expected


W = {
    "W1": ("4C", "", "7D QD 3H 9S TS KD TD", "8S JH 2C 5C 5H 6D 9C 3S 7H AC 4S QC KH", "9S", {}),
    "W2": ("4C", "", "7D QD 3H 9S TS KD TD", "8S JD 2C 5C 5H 6D 9C 3S 7H AC 4S QC KH", "QD 9S", {}),
    "W3": ("5C", "", "6S QH JC KD 9C", "8C TC 6H 6D 2D 3S 4S 9H JD KS AH 7S 2C", "JC 9C", {}),
    "W4": ("5C", "2H 3H 4H", "6S QH JC KD 9C", "8C TC 6H 6D 2D 3S 4S 9H JD KS", "6S JC 9C", {}),
    "W5": ("8C", "", "QC 7D 9S", "3H 4H 5H QS QD 2C 6C 5D TH JS AS 9C KD", "QC", {}),
    "W6": ("9S", "", "6H", "3H 4H 5H QS 2C 8D 9C JC AS TD KH 7S QD", "6H", {}),
    "W7": ("4C", "8C 9C TC", "7C", "2H 5D JD QS AS 3D 9H", "", {}),
    "W8": ("4C", "8C 9C TC", "7C", "5C 6C 2H JD", "7C", {}),
    "W9": ("4C", "5S 6S 7S 8S", "8H", "8D 2C JS", "", {}),
    "W9 under wipe-table-cards": ("4C", "5S 6S 7S 8S", "8H", "8D 2C JS", "8H", {"wipe-table-cards": True}),
    "W10": ("4C", "5S 6S 7S", "*", "5H 6H 2C 9S JD", "*", {}),
    "W11": ("2S", "", "*", "5H 6H 7H 9S TS 2C 4S KD QC AD 3D JC 8D", "*", {}),
    "W12": ("AC", "", "*", "5H 6H 7H 2C 5C 8C JC 3D 9D QD 4S TS KS", "", {}),
    "W13": ("AC", "", "* 7S 6D!", "5H 6H 7H 2C 5C 8C JC 3D 9D QD 4S TS KS", "*", {}),
    "W13 melded": ("AC", "", "* 7S 6D!", "5H 6H 7H 2C 5C 8C JC 3D 9D QD 4S TS KS", "", {"starter-take": "must-meld"}),
    "W14": ("KC", "", "* 9D 3S!", "7D 8D 5H 2C 4S KS QC AH JS TC 2H QH 6C", "9D", {}),
    "W15": ("8S", "", "8H 3C QD!", "9H TH 2C 4S KD QC AH JS 5C 2S QH 6C 7D", "8H", {}),
    "W16": ("8S", "", "8H 3D QD!", "7C 9C 2C 4S KD 5H AH JS TH 2S QH 6D KS", "", {}),
    "W17": ("8S", "5C 6C 7C", "* 9D 3S KC!", "2C 5H TS", "*", {}),
    "W18": ("4C", "5C 6C 7C", "QS 5D QH", "* 2C 7H 9S", "QS", {}),
    "W19": ("4C", "5S 6S 7S", "JC", "9C TC", "", {}),
    "W20": ("4C", "5S 6S 7S", "JC", "9C TC 2D", "JC", {}),
    "W22": ("4C", "7S 8S 9S", "7S", "8S 9S 2C", "", {"packs": "2"}),
    "W23": ("4C", "7S 8S 9S", "7S", "8S 9S TS 2C", "7S", {"packs": "2"}),
    "W24": ("4C", "5C 6C 7C", "7D QD 3H 9S TS KD TD", "8S * 2C", "QD 9S TS", {}),
    "W25": ("4C", "", "7D QD 3H 9S TS KD TD", "8S * 2C 5C 5H 6D 9C 3S 7H AC 4D QC KH", "9S", {}),
    "W26": ("6S", "", "5S 9D JH", "6H 7H 8H 2C 4C 9S KD QS AD 3D JC 7S TC", "", {}),
    "W27": ("9H", "", "8S 4D", "9S TS 2C 5C 5H 6D AC 3S 7H KH QC JD 7D", "8S", {}),
    "W28": ("9H", "", "8D 4D", "9S TD 2C 5C 5H 6D AC 3S 7H KH QC JD 7S", "", {}),
    "W1 without wiping first": (
        "4C", "", "7D QD 3H 9S TS KD TD", "8S JH 2C 5C 5H 6D 9C 3S 7H AC 4S QC KH", "", {"wipe-before-first": False},
    ),
    "O4": ("KC", "AD 2D 3D 4D 5D 6D 7D", "4S", "4H JC", "4S", {"wipe-table-cards": True}),
    "O5": ("KC", "9C TC JC", "QC", "KC 2H", "", {"wipe-table-cards": True}),
}  # fmt: skip


def wiping(negative: str, meld: str, line: str, hand: str, **more: Any) -> Setup:
    return {
        "position": {
            "seats": 2,
            "negative": negative,
            "hands": [hand],
            "melds": [[meld]] if meld else [],
            "line": line.rstrip("!"),
            "starter": line.endswith("!"),
            **more,
        }
    }


@pytest.mark.parametrize("name", W)
def test_known_wipes_are_judged_as_the_book_does(name: str) -> None:
    negative, meld, line, hand, legal, options = W[name]
    house = VazhushalOptions({"packs": "2", **options})
    puzzle = THEMES["legal-wipes"].pose(wiping(negative, meld, line, hand), house)
    cards = line.rstrip("!").split()
    assert (
        " ".join(card for card, option in zip(cards, puzzle.options, strict=True) if option.id in puzzle.key) == legal
    )
    if not meld:
        deep = THEMES["how-deep"].pose(wiping(negative, meld, line, hand), house)
        assert deep.key == max(puzzle.key, default="none")


def test_a_deeper_set_is_refused_with_its_reason() -> None:
    negative, meld, line, hand, _, _ = W["W3"]
    setup = wiping(negative, meld, line, hand)
    theme = THEMES["how-deep"]
    verdict = theme.judge_answer(setup, rules(), "5")
    assert not verdict.right
    why = "`6D 6H 6S` are a set. Your first meld has to be a pure sequence."
    assert verdict.refutation == f"Wipe five cards down to `6S` and meld `6D 6H 6S`? {why}"
    assert {"first.wipe-depth-limit", "first.routes-disjoint"} & set(verdict.clauses)
    assert theme.judge_answer(setup, rules(), "3").right


def test_a_table_that_has_not_opened_is_asked_how_deep_and_no_other() -> None:
    negative, meld, line, hand, _, _ = W["W4"]
    with pytest.raises(VoidPuzzle):
        THEMES["how-deep"].pose(wiping(negative, meld, line, hand), rules())


# -- cards -----------------------------------------------------------------------------------------


@each_preset
def test_the_referee_reads_wild_cards_alike(preset: str) -> None:
    theme, options = THEMES["wild-stands-for"], GAME.options.load_preset(preset)
    for setup, puzzle in made(theme, preset):
        referee = referee_of(puzzle, options)
        for option in puzzle.options:
            card = setup["wild"] if setup["wild"] == option.id else f"{setup['wild']}={option.id}"
            move = f"layoff {setup['number']} {card}" if setup["number"] else f"meld {setup['group']} {card}"
            assert referee.allows(0, move) == (option.id in puzzle.key), move
        offered = {option.id for option in puzzle.options}
        assert set(puzzle.key) <= offered


STANDS = [
    ("QS KS", "*", ["AS", "JS"], {}),
    ("KS AS", "*", ["QS"], {}),
    ("9H 9S", "*", ["9C", "9D"], {}),
    ("3D 4D", "*", ["2D"], {}),
    ("3D 4D", "*", ["2D", "5D"], {"twin-scope": "off"}),
    ("8D TD", "*", ["9D"], {}),
    ("TC *=9C", "*", ["8C", "JC"], {}),
    ("*=9C *=TC", "*", [], {}),
    ("9H TH", "8H", ["8H", "JH"], {}),
    ("9H TH", "8C", [], {}),
    ("9H TH", "8C", ["8H", "JH"], {"wild-rule": "same-rank"}),
    ("9H TH", "8H", ["8H"], {"wild-rule": "printed-only"}),
]


@pytest.mark.parametrize(("group", "wild", "key", "options"), STANDS)
def test_what_a_wild_card_may_stand_for(group: str, wild: str, key: list[str], options: dict[str, Any]) -> None:
    cards = " ".join(card.split("=")[0] for card in group.split())
    setup = {
        "position": {
            "seats": 3,
            "phase": "table",
            "negative": "8S",
            "hands": [f"{cards} {wild} 2C"],
            "melds": [["7S 8S 9S", "3D 4D 5D"]],
            "line": "9C",
        },
        "group": group,
        "wild": wild,
        "number": 0,
        "faces": "7H 8H QC",
    }
    assert THEMES["wild-stands-for"].pose(setup, VazhushalOptions(options)).key == key


def test_the_only_pure_sequence_takes_no_wild_card() -> None:
    position = {
        "seats": 2,
        "phase": "table",
        "negative": "AC",
        "hands": ["* 2C"],
        "melds": [["7S 8S 9S"]],
        "line": "KC",
    }
    setup = {"position": position, "group": "", "wild": "*", "number": 1, "faces": "6S TS 5S"}
    puzzle = THEMES["wild-stands-for"].pose(setup, rules())
    assert puzzle.key == []
    assert "meld.pure-always" in puzzle.clauses
    position["melds"] = [["7S 8S 9S", "2D 3D 4D"]]
    assert THEMES["wild-stands-for"].pose(setup, rules()).key == ["6S", "TS"]


def kind_of(referee: Referee, meld: list[str]) -> str:
    faces = [face(card) for card in meld]
    wild = all("=" not in card or referee.wild(card.split("=")[0]) for card in meld)
    if not wild or not (is_run(faces) or is_set(faces)) or not any("=" not in card and card != "*" for card in meld):
        return "none"
    return "pure" if is_pure(meld) else "meld"


@pytest.mark.parametrize("preset", ["classic", "duel-plain", "three-one-pack"])
def test_the_referee_calls_the_same_melds_pure(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    for setup, puzzle in made(THEMES["pure-or-not"], preset, range(20)):
        referee = referee_of(puzzle, options)
        for number, meld in enumerate(setup["melds"], 1):
            assert puzzle.key[f"m{number}"] == kind_of(referee, meld.split()), meld


PURE = [
    ("QS KS AS", "pure"),
    ("AS 2S 3S", "pure"),
    ("KS AS 2S", "none"),
    ("QS KS *=AS", "meld"),
    ("KS *=AS 2S", "none"),
    ("8H 9H TH", "pure"),
    ("8H=7C 8C 9C", "meld"),
    ("8C=7D 8D 9D", "none"),
    ("9H 9S *=9C *=9D", "meld"),
    ("9H 9S *=9C *=9D *=9H", "none"),
    ("*=9S *=TS JS", "meld"),
    ("8D=9S *=TS *=JS", "none"),
    ("8H 8D *=8S", "meld"),
    ("9H 9H 9S", "none"),
    ("9H 9H=9D 9S", "none"),
    ("7S 8S", "none"),
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC", "pure"),
    ("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC", "none"),
]


@pytest.mark.parametrize(("meld", "kind"), PURE)
def test_pure_or_not_and_what_only_looks_like_it(meld: str, kind: str) -> None:
    setup = {"position": {"seats": 3, "negative": "8S"}, "melds": [meld, "2C 3C 4C"]}
    puzzle = THEMES["pure-or-not"].pose(setup, rules())
    assert puzzle.key == {"m1": kind, "m2": "pure"}


WILD = [
    ({}, "7H", "7C 7S *"),
    ({"wild-rule": "same-rank"}, "7H", "7C 7D 7H 7S *"),
    ({"wild-rule": "printed-only"}, "7H", "*"),
    ({}, "*", "*"),
    ({"neg-printed": "aces"}, "*", "AC *"),
]


@pytest.mark.parametrize(("options", "negative", "wild"), WILD)
def test_which_cards_are_wild(options: dict[str, Any], negative: str, wild: str) -> None:
    hand = "AC 7C 8C 7D 8D 7H 8H 7S 8S 2C 3C 4C *"
    setup = {"position": {"seats": 3, "negative": negative, "hands": [hand]}, "ask": "hand"}
    assert THEMES["which-are-wild"].pose(setup, VazhushalOptions(options)).key == sorted(wild.split())


@pytest.mark.parametrize(
    ("options", "seats", "negative", "number"),
    [
        ({}, 2, "7H", 4),
        ({}, 3, "7H", 8),
        ({"wild-rule": "same-rank"}, 3, "7H", 11),
        ({"wild-rule": "same-rank", "neg-drawable": True}, 3, "7H", 12),
        ({"wild-rule": "printed-only"}, 3, "7H", 4),
        ({}, 3, "*", 3),
        ({"extra-jokers": 2}, 3, "7H", 10),
    ],
)
def test_how_many_cards_are_wild(options: dict[str, Any], seats: int, negative: str, number: int) -> None:
    setup = {"position": {"seats": seats, "negative": negative, "hands": ["? " * 13]}, "ask": "number"}
    assert THEMES["which-are-wild"].pose(setup, VazhushalOptions(options)).key == number


# -- going out and regrouping ----------------------------------------------------------------------


def table(melds: str, hand: str, line: str = "KC", negative: str = "4C", **more: Any) -> Setup:
    own = [meld.strip() for meld in melds.split("/")] if melds else []
    position = {"seats": 2, "phase": "table", "drawn": "stock", "negative": negative, "hands": [hand]}
    return {"position": {**position, "melds": [own], "line": line, **more}}


def regroup(melds: str, hand: str, **more: Any) -> Setup:
    return table(melds, hand, **more)


GO_OUT = [
    ("lay off and discard", table("7D 8D 9D", "6D 9H"), {}, True),
    ("a set of three needs a fourth card", table("5S 6S 7S", "KC KD KH", "9C"), {}, False),
    ("unless no discard is needed", table("5S 6S 7S", "KC KD KH", "9C"), {"out-discard": False}, True),
    ("wipe, then discard", table("5S 6S 7S", "9C TC 2D", "JC", phase="draw", drawn=""), {}, True),
    ("wipe, and nothing to discard", table("5S 6S 7S", "9C TC", "JC", phase="draw", drawn=""), {}, False),
    ("any card from the stock goes again", table("5S 6S 7S", "KC KD KH", "9C", phase="draw", drawn=""), {}, True),
    ("two melds share a card", table("5C 6C 7C 8C / JD QD KD", "8D 8H 2S"), {}, True),
    ("but not where melds stay", table("5C 6C 7C 8C / JD QD KD", "8D 8H 2S"), {"rearrange": False}, False),
    ("an only pure sequence takes no joker", table("7S 8S 9S", "* KD"), {}, False),
    ("a second one may", table("7S 8S 9S / 2D 3D 4D", "* KD"), {}, True),
    ("a twin may not lie there", table("7S 8S 9S", "7S 8S 9S 2C", seats=3), {}, False),
    ("unless it is longer", table("7S 8S 9S", "7S 8S 9S TS 2C", seats=3), {}, True),
    ("all at once", table("", "2H 3H 4H 5H 9C 9D 9S QC QD QH 7S 8S * KD"), {}, True),
    ("nothing pure", table("", "2H 3H * 5H 9C 9D 9H QC QD QH 7S 8S * KD"), {}, False),
    ("taking the starter", table("7S 8S 9S", "2D", "* TS", phase="draw", drawn="", starter=True), {}, False),
    (
        "taking the starter for a second meld",
        table("7S 8S 9S / 2D 3D 4D", "2H", "* TS", phase="draw", drawn="", starter=True),
        {},
        True,
    ),
]


@pytest.mark.parametrize(("setup", "options", "can"), [case[1:] for case in GO_OUT], ids=[case[0] for case in GO_OUT])
def test_going_out_and_what_only_looks_like_it(setup: Setup, options: dict[str, Any], can: bool) -> None:
    theme, house = THEMES["go-out"], VazhushalOptions(options)
    puzzle = theme.pose(setup, house)
    assert (puzzle.key != "no") == can
    assert theme.judge_answer(setup, house, "no").right != can
    if can:
        assert theme.judge_answer(setup, house, "\n".join(puzzle.key)).right


def test_any_way_out_counts_and_the_last_card_goes_by_itself() -> None:
    theme, setup = THEMES["go-out"], table("7D 8D 9D", "6D TD 9H", "KC")
    for moves in (
        ["layoff 1 6D", "layoff 1 TD", "discard 9H"],
        ["layoff 1 TD 6D"],
        "rearrange 6D 7D 8D 9D TD\ndiscard 9H\n",
    ):
        assert theme.judge_answer(setup, rules(), moves).right
    verdict = theme.judge_answer(setup, rules(), ["layoff 1 6D"])
    assert not verdict.right
    assert "`TD 9H`" in verdict.refutation
    verdict = theme.judge_answer(setup, rules(), ["layoff 1 5D", "discard 9H"])
    assert verdict.refutation.startswith("Move 1, lay off `5D` on your `7D 8D 9D`, isn’t legal.")


def test_a_refused_move_names_its_clause_first() -> None:
    theme, setup = THEMES["go-out"], table("5S 6S 7S", "KC KD KH", "9C")
    verdict = theme.judge_answer(setup, rules(), ["meld KC KD KH"])
    assert verdict.clauses[0] == "turn.keep-a-discard"
    assert {"out.discard-required"} <= set(verdict.clauses)


@pytest.mark.repeated
@each_preset
def test_the_referee_lets_every_way_out_be_played(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    for slug in ("go-out", "regroup", "score-it"):
        for _, puzzle in made(THEMES[slug], preset, range(10)):
            if puzzle.form != "play" or isinstance(puzzle.key, str):
                continue
            referee = referee_of(puzzle, options)
            before = sum(len(meld) for meld in referee.melds[0])
            for move in puzzle.key:
                referee.play(0, move)
            if slug == "go-out":
                assert referee.results[-1][0] == [0]
            elif slug == "regroup":
                assert sum(len(meld) for meld in referee.melds[0]) > before


def test_no_more_cards_can_be_placed_says_the_integer_programme() -> None:
    oracles = pytest.importorskip("tests.games.arrange_oracles")
    for setup, puzzle in made(THEMES["regroup"], seeds=range(6)):
        state = load_setup(setup, rules())
        asked = oracles.Position(state.hands[0], list_meld_cards(state.melds[0]), state.law, keep=1)
        placed = len(list_meld_cards(replayed(puzzle).melds[0])) - len(list_meld_cards(state.melds[0]))
        assert oracles.Model(asked).solve() == placed


def replayed(puzzle: Puzzle) -> Any:
    state = GAME.load_position(puzzle.position)
    for text in puzzle.key:
        GAME.play_move(state, 0, GAME.parse_move(text))
    return state


def test_nobody_goes_out_where_the_integer_programme_leaves_two_cards() -> None:
    """From the line the deepest card has to be melded; that alone leaves two cards in hand, or no wipe is legal."""
    oracles = pytest.importorskip("tests.games.arrange_oracles")
    told = 0
    for setup, puzzle in made(THEMES["go-out"], seeds=range(14)):
        state = load_setup(setup, rules())
        if puzzle.key != "no":
            continue
        hand, own = state.hands[0], list_meld_cards(state.melds[0])
        if state.phase == "table":
            assert oracles.Model(oracles.Position(hand, own, state.law, keep=1)).solve() < len(hand) - 1
            told += 1
            continue
        assert oracles.Model(oracles.Position(hand, own, state.law)).solve() < len(hand)
        referee = referee_of(puzzle, rules())
        for depth in range(1, len(state.line) + 1):
            taken = state.line[-depth:]
            asked = oracles.Position([*hand, *taken[1:]], [*own, taken[0]], state.law, keep=1)
            most = oracles.Model(asked).solve()
            if most is not None and most >= len(hand) + depth - 2:
                assert not can_wipe(referee, depth)
        told += 1
    assert told > 2


def test_regrouping_counts_any_grouping_that_is_as_good() -> None:
    theme, setup = THEMES["regroup"], regroup("5C 6C 7C 8C / JD QD KD", "8D 8H 2S")
    puzzle = theme.pose(setup, rules())
    assert theme.judge_answer(setup, rules(), puzzle.key).right
    assert theme.judge_answer(setup, rules(), ["rearrange JD QD KD / 8H 8C 8D / 7C 6C 5C"]).right
    assert theme.judge_answer(setup, rules(), ["rearrange JD QD KD / 8H 8C 8D / 7C 6C 5C", "discard 2S"]).right
    verdict = theme.judge_answer(setup, rules(), ["discard 2S"])
    assert verdict.refutation == "That places no cards, and you can place more."
    assert not theme.judge_answer(setup, rules(), ["rearrange 5C 6C 7C / 8C 8D 8H"]).right


@pytest.mark.parametrize(
    ("melds", "hand", "placed"),
    [
        ("9D *=TD JD / 3S 4S 5S", "TD 7H 8H KC", 3),
        ("8S 9S *=TS / 3D 4D 5D", "TS KC", 1),
        ("2D 3D 4D 5D 6D / 9S TS JS", "4D KC", 1),
        ("8C 8D 8H 8S / 2C 3C 4C", "6S 7S KC", 2),
        ("5S 6S 7S / KC KD KH", "AC", None),
    ],
)
def test_regroupings_and_what_only_looks_like_one(melds: str, hand: str, placed: int | None) -> None:
    theme, setup = THEMES["regroup"], regroup(melds, hand, seats=3, line="2H")
    if placed is None:
        with pytest.raises(VoidPuzzle):
            theme.pose(setup, rules())
    else:
        puzzle = theme.pose(setup, rules())
        state = replayed(puzzle)
        assert len(state.hands[0]) == len(hand.split()) - placed


# -- actions --------------------------------------------------------------------------------------


@pytest.mark.slow
@each_preset
def test_the_referee_refuses_the_same_actions(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    for setup, puzzle in made(THEMES["breaks-a-rule"], preset, range(14)):
        for number, action in enumerate(setup["actions"], 1):
            referee = referee_of(puzzle, options)
            fine = True
            for move in action["moves"]:
                fine = fine and referee.allows(0, move)
                if fine:
                    referee.play(0, move)
            assert fine == (puzzle.key[f"a{number}"] == "allowed"), action


def test_one_action_in_four_breaks_a_rule_and_the_rule_is_among_the_labels() -> None:
    for _, puzzle in made(THEMES["breaks-a-rule"], seeds=range(20)):
        broken = [clause for clause in puzzle.key.values() if clause != "allowed"]
        assert len(puzzle.options) == 4
        assert len(broken) == 1
        assert broken[0] in [label for label, _ in puzzle.labels]
        assert puzzle.clauses[0] == broken[0]


# -- counting --------------------------------------------------------------------------------------


def counted(referee: Referee) -> int:
    options = referee.rules
    melded = sum(value(face(card)) for meld in referee.melds[0] for card in meld)
    cost = 0
    for card in referee.hands[0]:
        joker = card == "*" or (referee.wild(card) and options["ranked-wild-hand-value"] == "joker")
        cost += options["joker-hand-value"] if joker else value(card)
    return melded - cost


@each_preset
def test_scores_add_up(preset: str) -> None:
    options = GAME.options.load_preset(preset)
    for setup, puzzle in made(THEMES["score-it"], preset, range(14)):
        if setup["ask"] == "count":
            assert puzzle.key == counted(referee_of(puzzle, options))
        elif setup["ask"] == "best" and isinstance(puzzle.key, list):
            referee = referee_of(puzzle, options)
            before = counted(referee)
            for move in puzzle.key:
                referee.play(0, move)
            assert counted(referee) > before
            assert f"That scores {counted(referee)} instead of {before}." in puzzle.why


def test_no_last_melds_score_more_says_the_integer_programme() -> None:
    oracles = pytest.importorskip("tests.games.arrange_oracles")
    told = 0
    for setup, puzzle in made(THEMES["score-it"], seeds=range(14)):
        if setup["ask"] == "best":
            state = load_setup(setup, rules())
            asked = oracles.Position(state.hands[0], list_meld_cards(state.melds[0]), state.law, goal="points")
            asked.hand_value = lambda card: 20 if card.code == "*" else value(card.code)
            score = int(re.search(r"That scores (-?\d+)", puzzle.why).group(1))  # type: ignore[union-attr]
            assert oracles.Model(asked).solve() == score
            told += 1
    assert told


T9 = {"seats": 2, "phase": "final", "negative": "6S", "hands": ["* 2H 6H"], "stock": "", "line": "9C"}
T9_MELDS = {"melds": [["QD KD AD", "7S *=8S 9S"]]}


@pytest.mark.parametrize(
    ("options", "score", "best"),
    [
        ({}, 26, 72),
        ({"joker-hand-value": 10}, 36, 72),
        ({"ranked-wild-hand-value": "joker"}, 12, 72),
        ({"final-melds": "melds-only"}, 26, 69),
        ({"rearrange": False}, 26, 72),
    ],
)
def test_the_known_count(options: dict[str, Any], score: int, best: int) -> None:
    theme, house = THEMES["score-it"], VazhushalOptions(options)
    assert theme.pose({"position": {**T9, **T9_MELDS}, "ask": "count"}, house).key == score
    puzzle = theme.pose({"position": {**T9, **T9_MELDS}, "ask": "best"}, house)
    assert f"That scores {best} instead of {score}." in puzzle.why
    answers = {72: ["layoff 2 *=TS 6H=JS"], 69: ["meld 6H=AH 2H *=3H"]}
    for total, moves in answers.items():
        allowed = total == 69 or house.final_melds == "all"
        verdict = theme.judge_answer({"position": {**T9, **T9_MELDS}, "ask": "best"}, house, moves)
        assert verdict.right == (allowed and total == best)


def test_who_is_credited_follows_the_rule_for_ties() -> None:
    theme = THEMES["score-it"]
    tied = next(
        setup for setup, puzzle in made(theme, seeds=range(40)) if setup["ask"] == "winner" and len(puzzle.key) > 1
    )
    both = theme.pose(tied, rules()).key
    assert theme.pose(tied, rules(tie_exhaust="void")).key == []
    fewest = theme.pose(tied, rules(tie_exhaust="fewest-cards")).key
    assert set(fewest) <= set(both)
    assert fewest


# -- the deal --------------------------------------------------------------------------------------


def test_doubles_are_counted_as_they_lie() -> None:
    for setup, puzzle in made(THEMES["throw-in"], seeds=range(20)):
        hand = Counter(setup["hand"].split())
        number = sum(times > 1 for card, times in hand.items() if card != "*")
        comes = "throw-in" if number >= 3 else "play"
        assert puzzle.key == (number if puzzle.form == "number" else f"{comes}-{number}")


DOUBLES = [
    ("2H 2H 5C 5C JD JD 3S 4S 7H 8H 9C TC KD", {}, "throw-in"),
    ("2H 2H 5C 5C JD 3S 4S 7H 8H 9C KD * *", {}, "play"),
    ("2H 2H 5C 5C JD 3S 4S 7H 8H 9C KD * *", {"redeal-jokers-count": True}, "throw-in"),
    ("2H 2H 5C 5D JD 3S 4S 7H 8H 9C * * *", {"redeal-jokers-count": True}, "play"),
    ("2H 2H 5C 5D JD 3S 4S 7H 8H * * * *", {"redeal-jokers-count": True}, "throw-in"),
    ("2H 2H 5C 5C JD JD 3S 4S 7H 8H 9C TC KD", {"redeal-mode": "holder-may"}, "may"),
    ("2H 2H 5C 5C JD JD 3S 4S 7H 8H 9C TC KD", {"redeal-doubles": 0}, "play"),
    ("2H 2H 5C 5C JD JD 3S 4S 7H 8H 9C TC KD", {"redeal-doubles": 4}, "play"),
]


@pytest.mark.parametrize(("hand", "options", "key"), DOUBLES)
def test_throw_in_or_play(hand: str, options: dict[str, Any], key: str) -> None:
    house = VazhushalOptions(options)
    setup = {"seats": 3, "hand": hand, "ask": "verdict"}
    assert THEMES["throw-in"].pose(setup, house).key.rpartition("-")[0] == key
    assert count_doubles(GAME.load_position({"options": options, "seats": 3, "hands": [hand]}), 0) >= 1


def test_with_one_pack_nothing_comes_twice() -> None:
    with pytest.raises(VoidPuzzle):
        THEMES["throw-in"].make(Random(1), rules(packs="1"))
    with pytest.raises(VoidPuzzle):
        THEMES["throw-in"].pose({"seats": 3, "hand": DOUBLES[0][0], "ask": "verdict"}, rules(packs="1"))


# -- the next player -------------------------------------------------------------------------------


@each_preset
def test_a_holding_is_enough_whatever_else_is_in_the_hand(preset: str) -> None:
    """Deals the rest of the next hand many times: a wipe is there each time if, and only if, the holding is enough."""
    options = GAME.options.load_preset(preset)
    rng = Random(9)
    for setup, puzzle in made(THEMES["gave-away"], preset, range(4)):
        state = load_setup(setup, options)
        left = discard_safety.count_unseen_cards(state) + Counter(card for card in state.hands[1] if card.code != "?")
        for option in puzzle.options:
            cards = list(parse_cards(option.cards))
            if Counter(cards) - left:
                assert option.id not in puzzle.key
                continue
            pool = list((left - Counter(cards)).elements())
            size = len(state.hands[1]) - len(cards)
            if option.id in puzzle.key:
                for _ in range(6):
                    dealt = state.copy()
                    dealt.hands[1] = [*cards, *rng.sample(pool, size)]
                    assert next(list_legal_wipes(dealt, 1, 1), None) is not None
            else:
                assert not _any_meld(state, cards, options)


def _any_meld(state: Any, cards: list[Any], options: VazhushalOptions) -> bool:
    """Return whether the referee lets the next player wipe the last discard with nothing but these cards."""
    referee = Referee(options.list_nonstandard_values(), state.seats)
    referee.phase, referee.turn, referee.negative = "draw", 1, state.negative.code if state.negative else ""
    referee.line, referee.stock = [card.code for card in state.line], ["?"]
    referee.melds[1] = [[card.code for card in meld] for meld in state.melds[1]]
    held = [card.code for card in cards]
    referee.hands[1] = [*held, "?", "?"]
    for group in groups_with([*held, referee.line[-1]], referee.line[-1], (3,)):
        rest = list(held)
        for card in group[1:]:
            rest.remove(card)
        for meld in readings(referee, group):
            before = f" after {' '.join(rest)}" if len(rest) == 3 and is_pure(rest) else ""
            if any(referee.allows(1, f"wipe 1 {' '.join(meld)}{pure}") for pure in ("", before)):
                return True
    return False


@pytest.mark.parametrize("seed", range(3))
def test_pairs_are_counted_as_trying_them_all_does(seed: int) -> None:
    """Every pair of unseen cards is put into the next hand, and the engine's own wipes are searched for the discard."""
    setup, _ = next(pair for pair in made(THEMES["safest-discard"], seeds=range(seed, 20)) if len(pair[0]["cards"]) > 5)
    state = load_setup(setup, rules())
    left = discard_safety.count_unseen_cards(state)
    counts = discard_safety.count_melding_pairs(state, setup)
    card = sort_cards(counts)[seed]
    after = state.copy()
    GAME.apply_move(after, 0, GAME.parse_move(f"discard {card.code}"))
    known = [one for one in after.hands[1] if one.code != "?"]
    number = 0
    for one, other in combinations(sort_cards(left), 2):
        if gives(after, [*known, one, other], card):
            number += left[one] * left[other]
    for one in left:
        if left[one] > 1 and gives(after, [*known, one, one], card):
            number += left[one] * (left[one] - 1) // 2
    assert counts[card] == number


def gives(state: Any, cards: list[Any], discard: Any) -> bool:
    """Return whether this hand could meld the discard by a wipe."""
    there = state.copy()
    there.hands[1] = [*cards, *[parse_cards("?")[0]] * (len(state.hands[1]) - len(cards))]
    return any(
        discard in [one.base for one in move.cards]
        for depth in range(1, len(there.line) + 1)
        for move in list_legal_wipes(there, 1, depth)
    )


@pytest.mark.slow
def test_every_card_that_is_as_safe_as_the_safest_is_right() -> None:
    theme = THEMES["safest-discard"]
    for setup, puzzle in made(theme, seeds=range(6)):
        counts = {
            card.code: number
            for card, number in discard_safety.count_melding_pairs(
                discard_safety.load_setup_without_hidden_hands(setup, rules()), setup
            ).items()
        }
        for option in puzzle.options:
            right = counts[option.id] == min(counts.values())
            assert judge(theme, setup, option.id).right == right
            assert puzzle.reasons[option.id]


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["safest-discard", "gave-away"])
def test_only_the_next_players_hand_is_partly_known(slug: str) -> None:
    """The page doesn't show which cards the others took, so a count of unseen cards can't depend on them."""
    pairs = list(made(THEMES[slug], seeds=range(40)))
    assert any(set("".join(setup["position"]["hands"][2:])) - {"?", " "} for setup, _ in pairs)
    for setup, puzzle in pairs:
        assert not set("".join(puzzle.position["hands"][2:])) - {"?", " "}, setup


OPENED = {
    "seats": 3,
    "phase": "draw",
    "turn": 1,
    "hands": ["AD 3D 3H 5H", "? ? ? ? ? ? ? ?", "? ? ? ? ? ?"],
    "melds": [[], ["8S 9S TS", "7S 7H 7D"], []],
    "line": "KC 7S",
    "negative": "JC",
}


@pytest.mark.parametrize(
    ("opened", "house_rules", "holding", "reason"),
    [
        (True, {}, "2C 3C", "`8S 9S TS 7S`? Laying off `7S` on one of their melds isn’t enough."),
        (True, {}, "7H 7D", "`7D 7H 7S`? `7D 7H 7S` would be identical to another of their melds."),
        (False, {}, "7H 7D", "`7D 7H 7S`? `7D 7H 7S` are a set. Their first meld has to be a pure sequence."),
        (
            False,
            {"wipe_before_first": False},
            "5S 6S",
            "`5S 6S 7S`? They can’t take cards from the line until they’ve opened.",
        ),
    ],
)
def test_a_reason_against_a_holding_is_about_the_next_player(
    opened: bool, house_rules: dict[str, Any], holding: str, reason: str
) -> None:
    """A refusal speaks to the player who moves, and gives advice. Here another player would move."""
    position = OPENED if opened else {**OPENED, "melds": [[], [], []]}
    puzzle = THEMES["gave-away"].pose({"position": position, "holdings": [holding]}, rules(**house_rules))
    assert puzzle.reasons["h1"] == reason


def test_the_whole_line_is_taken_down_to_its_oldest_card_even_if_that_is_no_starter() -> None:
    state = GAME.load_position({"phase": "draw", "hands": ["2C 3D 4H 5S"], "line": "QS 9D", "starter": False})
    assert describe_move(state, parse_move("take")) == "take the whole line down to `QS` without a new meld"


def test_unseen_cards_are_all_the_others() -> None:
    for setup, _ in made(THEMES["safest-discard"]):
        state = discard_safety.load_setup_without_hidden_hands(setup, rules())
        hidden = sum(card.code == "?" for hand in state.hands for card in hand) + len(state.stock)
        assert sum(discard_safety.count_unseen_cards(state).values()) == hidden
        assert not discard_safety.count_unseen_cards(state) - Counter(build_full_deck(rules(), state.seats))


def test_a_bound_that_is_reached_leaves_a_puzzle_unproven(monkeypatch: pytest.MonkeyPatch) -> None:
    setup = regroup("5C 6C 7C 8C / JD QD KD", "8D 8H 2S")

    def unsure(*given: Any, **asked: Any) -> Any:
        found = arrange_melds(*given, **asked)
        return found and type(found)(found.melds, found.left, found.value, False)

    monkeypatch.setattr("games.vazhushal.endgame.arrange_melds", unsure)
    with pytest.raises(Unproven):
        THEMES["regroup"].pose(setup, rules())
    assert compute_rule_change_effect(THEMES["regroup"], setup, rules(), rules(packs="2")) == "unproven"
