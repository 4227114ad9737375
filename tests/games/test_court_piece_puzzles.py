"""Puzzles of Court Piece, worked out a second time by other means.

The checks below share no code with the game: they read the puzzle as a player would, and count, follow suit or try
every deal of the unseen cards for themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

import pytest

import games
from games.cards import SUIT_NAMES, parse_cards
from games.court_piece.options import CourtPieceOptions
from games.court_piece.puzzles import holdings
from games.court_piece.puzzles.calling import try_trump_suits
from games.court_piece.strategy import choose_card
from games.engine.move import parse_move
from games.engine.puzzle import Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle, compute_rule_change_effect
from tests.games.posing import posed
from tests.games.test_agreement import check_agreement

GAME = games.get("court-piece")
THEMES = {theme.slug: theme for theme in GAME.puzzles}
PRESETS = [preset.name for preset in GAME.options.presets]
HOME = {"spot-the-revoke": "watch-out", "put-it-right": "watch-out"}
"""The house rules that a theme is for, where those of the book leave it nothing to ask."""
SEEDS = range(5)
HEIGHTS = "23456789TJQKA"
PACK = [height + suit for suit in "CDHS" for height in HEIGHTS]

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
each_preset = pytest.mark.parametrize("preset", PRESETS)


def rules(**values: Any) -> CourtPieceOptions:
    return CourtPieceOptions({name.replace("_", "-"): one for name, one in values.items()})


CLAIMABLE = rules(revoke_mode="claimable")


def made(theme: PuzzleTheme, preset: str = "", seeds: range = SEEDS) -> Iterator[tuple[Setup, Puzzle]]:
    """Puzzles of a theme, each with its setup."""
    return posed(GAME.slug, theme.slug, preset or HOME.get(theme.slug, "classic"), seeds)


def asked(slug: str, preset: str = "", seeds: range = range(25)) -> Iterator[tuple[Setup, Puzzle]]:
    """The puzzles of a theme."""
    return made(THEMES[slug], preset, seeds)


# -- clauses ---------------------------------------------------------------------------------------


def test_nothing_is_asked_about_a_clause_of_another_theme() -> None:
    with pytest.raises(VoidPuzzle):
        THEMES["who-wins"].make_setup_for_clause("revoke.court", Random(1), GAME.options())


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["court-or-not", "keep-the-tally", "who-deals"])
def test_a_team_that_includes_the_reader_is_not_they(slug: str) -> None:
    for _, puzzle in asked(slug, seeds=range(60)):
        for text in (puzzle.question, puzzle.why, *puzzle.hints, *puzzle.reasons.values()):
            check_agreement(text)


def test_a_streak_of_the_reader_s_team_is_not_theirs() -> None:
    setup = {"dealer": 0, "kind": "tricks", "winner": 0, "by": None, "full": True, "ask": "after"}
    question = THEMES["who-deals"].pose(setup, GAME.options()).question
    check_agreement(question)
    assert "You and your partner win the hand" in question
    assert "That makes 7 wins in a row." in question


# -- other house rules -----------------------------------------------------------------------------


def test_revokes_are_asked_about_only_where_they_happen() -> None:
    for slug in HOME:
        with pytest.raises(VoidPuzzle):
            THEMES[slug].make(Random(1), GAME.options())
        assert all(
            compute_rule_change_effect(THEMES[slug], setup, CLAIMABLE, GAME.options()) == "void"
            for setup, _ in made(THEMES[slug])
        )


# -- single tricks -----------------------------------------------------------------------------------


def height(card: str) -> int:
    return HEIGHTS.index(card[0])


def taker(cards: list[str], trump: str) -> int:
    """The place of the card that takes a trick: sorted by trump, then by the suit led, then by height."""
    led = cards[0][1]
    return max(
        range(len(cards)), key=lambda place: (cards[place][1] == trump, cards[place][1] == led, height(cards[place]))
    )


@each_preset
def test_the_cards_that_may_be_played_follow_suit(preset: str) -> None:
    for _, puzzle in asked("which-cards", preset):
        hand, trick = puzzle.position["hands"][0].split(), puzzle.position["trick"].split()
        following = [card for card in hand if trick and card[1] == trick[0][1]]
        assert puzzle.key == sorted(following or hand)


@each_preset
def test_the_highest_trump_or_card_led_takes_the_trick(preset: str) -> None:
    ruffs = 0
    for setup, puzzle in asked("who-wins", preset):
        step = 1 if GAME.options.load_preset(preset).get_option_value("direction") == "clockwise" else 3
        cards = setup["cards"].split()
        place = taker(cards, setup["trump"])
        assert puzzle.key == f"s{(setup['leader'] + step * place) % 4}"
        assert [option.cards for option in puzzle.options] == cards
        assert puzzle.options[place].id == puzzle.key
        ruffs += cards[place][1] == setup["trump"] != cards[0][1]
    assert 4 <= ruffs <= 18


def test_the_same_trick_goes_to_another_the_other_way_round() -> None:
    theme = THEMES["who-wins"]
    setup = {"trump": "S", "leader": 0, "cards": "5D KD 2S AD"}
    assert theme.pose(setup, GAME.options()).key == "s2"
    setup = {"trump": "S", "leader": 0, "cards": "5D 2S 9S AD"}
    assert theme.pose(setup, GAME.options()).key == "s2"
    setup = {"trump": "S", "leader": 0, "cards": "5D 9S 2S AD"}
    assert theme.pose(setup, GAME.options()).key == "s1"
    assert theme.pose(setup, rules(direction="counterclockwise")).key == "s3"


# -- name the trump ----------------------------------------------------------------------------------


@pytest.mark.repeated
@pytest.mark.parametrize(("hand", "suit"), [("AS KS QS 4S 2H", "S"), ("JD 9D 8D 4D 3C", "D"), ("AH QH 9H 2C 3D", "H")])
def test_long_strong_suits_are_called(hand: str, suit: str) -> None:
    theme = THEMES["name-the-trump"]
    puzzle = theme.pose({"hand": hand}, GAME.options())
    assert puzzle.key == suit
    assert all(theme.judge_answer({"hand": hand}, GAME.options(), other).right == (other == suit) for other in "CDHS")
    assert "judgment" in puzzle.why


@pytest.mark.slow
def test_the_tricks_of_imagined_deals_are_those_that_the_rules_count() -> None:
    """The same calls once more, in other deals, each trick played by the rules of the game."""
    hand = "AS QS 7S KD 3C"
    thirteen = rules(playon_stop_on_loss=False)
    position = GAME.build_view(GAME.load_position({"phase": "call", "turn": 0, "hands": [hand]}), 0).position
    taken: dict[str, list[int]] = {suit: [] for suit in "CDHS"}
    rng = Random(4)
    for _ in range(60):
        world = GAME.load_position(
            {**position, "options": thirteen.list_nonstandard_values()}
        ).copy_with_cards_filled_in(rng)
        for suit, name in SUIT_NAMES.items():
            state = world.copy()
            GAME.play_move(state, 0, parse_move(f"trump {name}"))
            while state.match.deals == 0:
                asked_on = state.phase == "playon"
                text = "go-on" if asked_on else f"play {choose_card(state, state.turn).code}"
                GAME.play_move(state, state.turn, parse_move(text))
            taken[suit].append(state.count_tricks_by_side()[0])
    for trial in try_trump_suits(hand):
        assert abs(sum(taken[trial.suit]) / 60 - trial.tricks) < 1.2
    assert max(taken, key=lambda suit: sum(taken[suit])) == try_trump_suits(hand)[0].suit == "S"


@pytest.mark.slow
def test_two_suits_about_as_good_are_both_right_and_a_close_call_is_unproven() -> None:
    theme = THEMES["name-the-trump"]
    both, unproven = 0, 0
    for number in range(14):
        rng = Random(number)
        one, other = rng.sample("CDHS", 2)
        high = rng.choice(HEIGHTS[6:])
        setup = {"hand": f"K{one} {high}{one} K{other} {HEIGHTS[HEIGHTS.index(high) - 1]}{other} 2{one}"}
        if len(set(setup["hand"].split())) < 5:
            continue
        try:
            puzzle = theme.pose(setup, GAME.options())
        except Unproven:
            unproven += 1
            continue
        right = [suit for suit in "CDHS" if theme.judge_answer(setup, GAME.options(), suit).right]
        assert puzzle.key in right
        both += len(right) > 1
    assert unproven


@pytest.mark.slow
def test_nobody_calls_on_five_cards_that_may_be_dealt_anew() -> None:
    theme = THEMES["name-the-trump"]
    setup = {"hand": "9S 8S 7S 6S 2H"}
    assert theme.pose(setup, GAME.options()).key == "S"
    assert compute_rule_change_effect(theme, setup, GAME.options(), rules(trump_redeal="all-below-ten")) == "void"
    assert (
        compute_rule_change_effect(theme, setup, GAME.options(), rules(direction="counterclockwise", court_goon=3))
        == "holds"
    )


# -- courts, tally and dealer ------------------------------------------------------------------------


def outcome(winners: list[int], caller: int, options: CourtPieceOptions) -> tuple[int, int]:
    """Return who has won a hand by its tricks, and how many courts that is."""
    sides = [seat % 2 for seat in winners]
    if len(set(sides[:7])) == 2:
        return (0 if sides.count(0) > sides.count(1) else 1), 0
    side = sides[0]
    first = 1 if caller % 2 == side else int(options.get_option_value("court-goon"))
    if sides == [side] * 13:
        return side, int(options.get_option_value("playon-value")) + first * bool(
            options.get_option_value("playon-adds")
        )
    return side, first


ODD = rules(court_goon=3, playon_adds=True, playon_value=10, playon_decider="either", hand_stop_at_seven=True)


@pytest.mark.parametrize("options", [GAME.options(), ODD, CLAIMABLE], ids=["book", "odd", "claimable"])
def test_what_a_hand_comes_to(options: CourtPieceOptions) -> None:
    theme = THEMES["court-or-not"]
    seen = set()
    for seed in range(60):
        setup = theme.make(Random(seed), options)
        puzzle = theme.pose(setup, options)
        caller = (setup["dealer"] + 1) % 4
        winners = setup["winners"]
        side, courts = outcome(winners, caller, options)
        if setup["ask"] == "result":
            assert puzzle.key == f"{side}-{courts}"
        elif puzzle.key in ("plain", "court"):
            assert (puzzle.key == "court") == bool(courts)
        else:
            swept = len({seat % 2 for seat in winners[:7]}) == 1
            assert (puzzle.key == "asked") == (swept and len(winners) == 7)
        seen.add(puzzle.key)
    assert {"more", "asked", "plain", "court"} <= seen
    assert len(seen) >= 8


@pytest.mark.parametrize(
    ("winners", "said", "ask", "values", "key"),
    [
        ([0] * 7, [], "next", {}, "asked"),
        ([0] * 7, [], "next", {"playon-allowed": False}, "court"),
        ([0] * 7, [False], "result", {}, "0-1"),
        ([1] * 7, [False], "result", {"court-goon": 3}, "1-1"),
        ([0] * 7, [False], "result", {"court-goon": 3}, "0-3"),
        ([0] * 6 + [1], [], "next", {}, "more"),
        ([1] + [0] * 12, [], "result", {}, "0-0"),
        ([0] * 8 + [1], [True], "result", {}, "0-1"),
        ([0] * 8 + [1], [True], "next", {"playon-stop-on-loss": False}, "more"),
        ([0] * 13, [True], "result", {}, "0-52"),
        ([0] * 13, [True], "result", {"playon-adds": True}, "0-53"),
        ([0] * 13, [False, True], "result", {"playon-decider": "either"}, "0-52"),
        ([1] + [0] * 7, [], "next", {"hand-stop-at-seven": True}, "plain"),
    ],
)
def test_edge_cases_of_the_court(winners: list[int], said: list[bool], ask: str, values: Any, key: str) -> None:
    setup = {"dealer": 0, "winners": winners, "said": said, "ask": ask}
    assert THEMES["court-or-not"].pose(setup, CourtPieceOptions(values)).key == key


def test_a_hand_that_would_have_been_over_before_asks_nothing() -> None:
    theme = THEMES["court-or-not"]
    for winners, said, values in [
        ([1] + [0] * 12, [], {"hand-stop-at-seven": True}),
        ([0] * 13, [True], {"playon-allowed": False}),
        ([0] * 13, [True, False], {"playon-decider": "both"}),
    ]:
        with pytest.raises(VoidPuzzle):
            theme.pose({"dealer": 0, "winners": winners, "said": said, "ask": "result"}, CourtPieceOptions(values))


def keep(setup: Setup, options: CourtPieceOptions) -> tuple[list[str], list[int]]:
    """The tally after each hand, and the courts of both sides, by the digest of the rules."""
    holder, tally, dealer, courts, rows = setup["holder"], setup["tally"], setup["dealer"], [0, 0], []
    step = 1 if options.get_option_value("direction") == "clockwise" else 3
    for hand in setup["hands"]:
        winner, kind = hand["winner"], hand["kind"]
        caller = (dealer + step) % 4
        sweep = 1 if caller % 2 == winner else int(options.get_option_value("court-goon"))
        scored = {"tricks": 0, "sweep": sweep, "all": 52, "revoke": 1}[kind]
        courts[winner] += scored
        if scored and options.get_option_value("tally-after-hand-court") == "reset":
            holder, tally = None, 0
        else:
            holder, tally = winner, tally + 1 if holder == winner else 1
            if tally == options.get_option_value("tally-target"):
                holder, tally, scored = None, 0, scored + 1
                courts[winner] += 1
        rows.append("none" if holder is None else f"{holder}-{tally}")
        if dealer % 2 == winner:
            dealer = (dealer + step) % 4
        elif scored:
            dealer = (dealer + 2) % 4
    return rows, courts


@pytest.mark.parametrize(
    "options",
    [
        GAME.options(),
        rules(tally_target=3, court_goon=2, direction="counterclockwise"),
        rules(tally_after_hand_court="reset", revoke_mode="claimable"),
    ],
    ids=["book", "three", "reset"],
)
def test_the_tally_is_kept_as_the_rules_say(options: CourtPieceOptions) -> None:
    theme = THEMES["keep-the-tally"]
    for seed in range(60):
        setup = theme.make(Random(seed), options)
        puzzle = theme.pose(setup, options)
        rows, courts = keep(setup, options)
        if setup["ask"] == "courts":
            assert puzzle.key == courts[setup["side"]] > 0
        else:
            assert list(puzzle.key.values()) == rows


def test_a_court_in_the_seventh_hand_counts_twice() -> None:
    setup = {
        "holder": 1,
        "tally": 6,
        "dealer": 0,
        "hands": [{"winner": 1, "kind": "sweep"}],
        "ask": "courts",
        "side": 1,
    }
    theme = THEMES["keep-the-tally"]
    assert theme.pose(setup, GAME.options()).key == 2
    assert theme.pose(setup, rules(tally_after_hand_court="reset")).key == 1
    assert theme.pose(setup, rules(tally_target=9)).key == 1
    assert compute_rule_change_effect(theme, setup, GAME.options(), rules(tally_target=4)) == "void"


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(
    ("wins", "kind", "full", "after"),
    [
        (False, "tricks", False, 0),
        (False, "tricks", True, 2),
        (False, "sweep", False, 2),
        (False, "all", False, 2),
        (True, "tricks", False, 1),
        (True, "tricks", True, 1),
        (True, "sweep", False, 1),
        (True, "all", False, 1),
        (False, "revoke", False, 2),
        (True, "revoke", False, 1),
    ],
)
def test_who_deals_next_as_the_cases_have_it(dealer: int, wins: bool, kind: str, full: bool, after: int) -> None:
    winner = dealer % 2 if wins else 1 - dealer % 2
    by = 1 - winner if kind == "revoke" else None
    setup = {"dealer": dealer, "kind": kind, "winner": winner, "full": full, "by": by, "ask": "after"}
    for step, direction in ((1, "clockwise"), (3, "counterclockwise")):
        places = after if after != 1 else step
        key = {"deals": f"s{(dealer + places) % 4}", "calls": f"s{(dealer + places + step) % 4}"}
        options = CLAIMABLE.copy_with_values(direction=direction)
        assert THEMES["who-deals"].pose(setup, options).key == key
    if wins and kind != "revoke":
        court = full or kind != "tricks"
        options = rules(deal_after_court="partner-always")
        deals = (dealer + (2 if court else 1)) % 4
        assert THEMES["who-deals"].pose(setup, options).key["deals"] == f"s{deals}"


@pytest.mark.parametrize("dealer", range(4))
def test_who_begins(dealer: int) -> None:
    setup = {"dealer": dealer, "ask": "begin"}
    for step, direction in ((1, "clockwise"), (3, "counterclockwise")):
        key = THEMES["who-deals"].pose(setup, rules(direction=direction)).key
        first, second = f"s{(dealer + step) % 4}", f"s{(dealer + 2) % 4}"
        assert key == {"first": first, "calls": first, "leads": first, "second": second}


# -- revokes -------------------------------------------------------------------------------------------


def revokes(tricks: list[tuple[int, list[str]]], first: int, step: int) -> list[str]:
    """Every card that did not follow suit though its player shows the suit later: trick and seat."""
    hands: dict[int, list[tuple[int, str]]] = {seat: [] for seat in range(4)}
    for number, (leader, cards) in enumerate(tricks, first):
        for place, card in enumerate(cards):
            hands[(leader + step * place) % 4].append((number, card))
    return [
        f"t{number}s{seat}"
        for number, (_, cards) in enumerate(tricks, first)
        for seat in range(4)
        for when, card in hands[seat]
        if when == number and card[1] != cards[0][1]
        if any(later > number and other[1] == cards[0][1] for later, other in hands[seat])
    ]


@pytest.mark.repeated
@pytest.mark.parametrize("direction", ["clockwise", "counterclockwise"])
def test_the_one_revoke_of_a_record_is_found(direction: str) -> None:
    theme, options = THEMES["spot-the-revoke"], CLAIMABLE.copy_with_values(direction=direction)
    step = 1 if direction == "clockwise" else 3
    for seed in range(25):
        setup = theme.make(Random(seed), options)
        tricks = [(int(text[0]), text[2:].split()) for text in setup["tricks"]]
        for (leader, cards), (then, _) in pairwise(tricks):
            assert then == (leader + step * taker(cards, setup["trump"])) % 4
        puzzle = theme.pose(setup, options)
        assert revokes(tricks, setup["first"], step) == [puzzle.key]
        lines = [option.cards for option in puzzle.options]
        assert list(dict.fromkeys(lines)) == [" ".join(cards) for _, cards in tricks]


@pytest.mark.repeated
@pytest.mark.parametrize("until", ["fourth-card", "next-lead"])
def test_a_fresh_revoke_is_put_right(until: str) -> None:
    theme = THEMES["put-it-right"]
    options = CLAIMABLE.copy_with_values(revoke_correct_until=until)
    seen: Counter[str] = Counter()
    for seed in range(60):
        setup = theme.make(Random(seed), options)
        puzzle = theme.pose(setup, options)
        position = puzzle.position
        hand, trick = position["hands"][0].split(), position["trick"].split()
        complete = not trick
        cards = trick or position["tricks"][-1].split()[1:]
        following = sorted(card for card in hand if card[1] == cards[0][1])
        if setup["ask"] == "mine":
            late = complete and (until == "fourth-card" or position["phase"] == "playon")
            assert puzzle.key == ([] if late else following)
            assert following
        elif setup["ask"] == "change":
            own = trick[(0 - position["leader"]) % 4]
            free = own[1] != cards[0][1] and not following
            assert puzzle.key == sorted(["keep", *(hand if free else following)])
        else:
            place = (setup["revoker"] - position["leader"]) % 4
            after = [(position["leader"] + number) % 4 for number in range(place + 1, len(trick))]
            assert puzzle.key == sorted(f"s{seat}" for seat in after)
        seen[setup["ask"], complete] += 1
    assert {ask for ask, _ in seen} == {"mine", "change", "who"}
    assert seen["mine", True]


# -- what is certain -----------------------------------------------------------------------------------


def layouts(position: dict[str, Any], step: int = 1) -> Iterator[dict[int, tuple[str, ...]]]:
    """All deals of the cards that seat 0 has not seen, in which nobody has failed to follow suit."""
    gone = [card for text in position["tricks"] for card in text.split()[1:]]
    gone += [*position["trick"].split(), *position["hands"][0].split()]
    out = [card for card in PACK if card not in gone]
    lacks: dict[int, set[str]] = {seat: set() for seat in range(4)}
    current = f"{position['leader']} {position['trick']}"
    for text in [*position["tricks"], *([current] if position["trick"] else [])]:
        leader, *cards = text.split()
        for place, card in enumerate(cards):
            if card[1] != cards[0][1]:
                lacks[(int(leader) + step * place) % 4].add(cards[0][1])
    sizes = {seat: len(position["hands"][seat].split()) for seat in (1, 2, 3)}
    assert sum(sizes.values()) == len(out)
    for one in combinations(out, sizes[1]):
        rest = [card for card in out if card not in one]
        for two in combinations(rest, sizes[2]):
            deal = {1: one, 2: two, 3: tuple(card for card in rest if card not in two)}
            if not any(card[1] in lacks[seat] for seat, hand in deal.items() for card in hand):
                yield deal


def legal(hand: tuple[str, ...], led: str) -> list[str]:
    return [card for card in hand if card[1] == led] or list(hand)


def always_takes(position: dict[str, Any], card: str) -> bool:
    """Return whether this card takes the trick in every deal, whatever is played on it."""
    trick = [*position["trick"].split(), card]
    mine = len(trick) - 1
    later = [(place - mine) % 4 for place in range(len(trick), 4)]
    for deal in layouts(position):
        for replies in product(*(legal(deal[seat], trick[0][1]) for seat in later)):
            if taker([*trick, *replies], position["trump"]) != mine:
                return False
    return True


def endings(cards: int, wanted: int, lead: bool) -> Iterator[dict[str, Any]]:
    """Positions late in a hand played by rule of thumb, seat 0 to play with so many cards."""
    from games.court_piece.puzzles.common import POSING, play_random_hand

    rng = Random(cards)
    found = 0
    while found < wanted:
        state = play_random_hand(rng, GAME.options(), 13 - cards, until=0)
        if state is None or len(state.hands[0]) != cards or (lead and state.trick):
            continue
        found += 1
        yield POSING.build_setup_position(state)


@pytest.mark.repeated
@pytest.mark.parametrize(("cards", "wanted"), [(2, 60), (3, 25)])
def test_safe_winners_win_in_every_deal_and_the_others_lose_in_one(cards: int, wanted: int) -> None:
    kinds: Counter[bool] = Counter()
    for position in endings(cards, wanted, lead=False):
        state = GAME.load_position(position)
        trick = position["trick"].split()
        for card in legal(tuple(position["hands"][0].split()), trick[0][1] if trick else "?"):
            sure = holdings.find_threat(state, parse_cards(card)[0]) is None
            assert sure == always_takes(position, card), (position, card)
            kinds[sure] += 1
    assert min(kinds.values()) > 10


def test_the_keys_of_safe_winners_agree_with_the_threats() -> None:
    for _, puzzle in asked("safe-winner"):
        state = GAME.load_position(puzzle.position)
        hand = tuple(puzzle.position["hands"][0].split())
        trick = puzzle.position["trick"].split()
        assert {option.id for option in puzzle.options} == set(legal(hand, trick[0][1] if trick else "?"))
        assert puzzle.key == sorted(
            option.id for option in puzzle.options if holdings.find_threat(state, parse_cards(option.id)[0]) is None
        )
        if len(puzzle.position["tricks"]) >= 10:
            assert puzzle.key == sorted(
                option.id for option in puzzle.options if always_takes(puzzle.position, option.id)
            )


World = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def in_a_row(mine: frozenset[str], worlds: frozenset[World], trump: str) -> int:
    """Return how many tricks in a row somebody is sure of who knows only that the others hold one of these deals."""
    return max((_with(mine, card, worlds, trump) for card in mine), default=0)


def _with(mine: frozenset[str], card: str, worlds: frozenset[World], trump: str) -> int:
    then: dict[tuple[str, ...], set[World]] = {}
    for world in worlds:
        for replies in product(*(legal(hand, card[1]) for hand in world)):
            if taker([card, *replies], trump) != 0:
                return 0
            left = tuple(tuple(one for one in hand if one != reply) for hand, reply in zip(world, replies, strict=True))
            then.setdefault(replies, set()).add((left[0], left[1], left[2]))
    return 1 + min(in_a_row(mine - {card}, frozenset(after), trump) for after in then.values())


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "wanted"), [(2, 150), (3, 60)])
def test_as_many_tricks_are_certain_as_can_be_taken_in_every_deal(cards: int, wanted: int) -> None:
    kinds: Counter[int] = Counter()
    for position in endings(cards, wanted, lead=True):
        found = holdings.find_certain_tricks(GAME.load_position(position))
        worlds = frozenset((deal[1], deal[2], deal[3]) for deal in layouts(position))
        mine = frozenset(position["hands"][0].split())
        assert len(found.order) == in_a_row(mine, worlds, position["trump"]), position
        assert found.is_whole_hand_certain == (len(found.order) == cards)
        kinds[len(found.order)] += 1
    assert {*kinds} >= {0, 1, 2}


@pytest.mark.slow
def test_the_hand_that_spoils_it_does_so_in_any_order() -> None:
    spoiled = 0
    for _, puzzle in asked("play-on", seeds=range(16)):
        found = holdings.find_certain_tricks(GAME.load_position(puzzle.position))
        mine = puzzle.position["hands"][0].split()
        assert puzzle.key == len(found.order)
        assert {card.code for card in found.order} <= {*mine}
        assert found.is_whole_hand_certain == (len(found.order) == len(mine))
        if found.is_whole_hand_certain:
            continue
        spoiled += 1
        hand, trump = tuple(card.code for card in found.hand), puzzle.position["trump"]
        assert not _one_beats(tuple(card.code for card in found.order), hand, trump)
        more = [*permutations(mine, puzzle.key + 1)]
        assert all(_one_beats(order, hand, trump) for order in more[:: 1 + len(more) // 12])
    assert spoiled >= 3


def _one_beats(order: tuple[str, ...], hand: tuple[str, ...], trump: str) -> bool:
    """Return whether a player with this hand can beat one of the cards led in this order."""
    if not order:
        return False
    for reply in legal(hand, order[0][1]):
        if taker([order[0], reply], trump) == 1:
            return True
        if _one_beats(order[1:], tuple(card for card in hand if card != reply), trump):
            return True
    return False


def test_playing_on_is_not_asked_about_where_nobody_may() -> None:
    setup, _ = next(asked("play-on"))
    assert compute_rule_change_effect(THEMES["play-on"], setup, GAME.options(), rules(playon_allowed=False)) == "void"
    assert compute_rule_change_effect(THEMES["play-on"], setup, GAME.options(), CLAIMABLE) == "holds"
