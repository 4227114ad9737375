"""Daifugo against what somebody would work out at the table: what beats what, who is next, and what must stay true."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

import games
from games.cards import JOKER, Card, parse_card, parse_cards
from games.daifugo.bots import choose_steady_move
from games.daifugo.fast_simulation import PASSED, FastSimulationTable, HandGuesser, encode_play
from games.daifugo.options import DaifugoOptions
from games.daifugo.playing import get_title, is_revolution, is_round_ending
from games.daifugo.plays import find_play_shape
from games.daifugo.state import DaifugoState, SeatPlay, build_full_deck
from games.daifugo.strategy import choose_play, count_unseen_by_height, is_set_sure_to_win, list_play_options
from games.engine.examples import read_examples
from games.engine.move import Move
from games.engine.puzzle import PuzzleTheme, VoidPuzzle
from games.engine.state import DEALER
from games.engine.table import Table
from games.errors import RulesError
from tests.bench.house_rules import RuleValue, rule_values
from tests.games.rulebooks import entries
from tests.games.wandering import move_of, some_rules, wander

GAME = games.get("daifugo")
UP = "3456789TJQKA2"
EDGES = {f"E{number:02}" for number in range(1, 53)}


def test_every_edge_case_is_there() -> None:
    assert {example.id for example in read_examples(GAME, "edge")} >= EDGES


# -- what can be played, worked out anew -------------------------------------------------------------


def is_set(cards: Sequence[Card]) -> bool:
    return len({card.code[0] for card in cards if card is not JOKER}) <= 1


def height(cards: Sequence[Card], upside_down: bool) -> int:
    """Return how high a set is, from 0 to 12; jokers alone are higher than all."""
    natural = [card for card in cards if card is not JOKER]
    if not natural:
        return 99
    place = UP.index(natural[0].code[0])
    return 12 - place if upside_down else place


def may_be_suits(cards: Sequence[Card], suits: str) -> bool:
    """Return whether a set can have just these suits, jokers taking any."""
    return not Counter(card.suit for card in cards if card is not JOKER) - Counter(suits)


def playable(state: DaifugoState, cards: Sequence[Card]) -> bool:
    """Whether seat 0 may play these cards as a set, by the words of the rulebook; the lock shows all its suits."""
    options, hand = state.options, state.hands[0]
    if not is_set(cards):
        return False
    top = state.pile[-1].cards if state.pile else None
    if top is not None:
        down = state.revolution != state.back
        mine, other = height(cards, down), height(top, down)
        higher = mine > other or (options.equal_allowed and mine == other < 99)
        spade = options.joker_spade3 and top == (JOKER,) and list(cards) == [parse_card("3S")]
        if len(cards) != len(top) or not (higher or spade):
            return False
        if state.lock and not spade and not may_be_suits(cards, state.lock):
            return False
    if options.forbidden_finish_penalty == "illegal" and len(cards) == len(hand) and (state.pile or len(hand) > 1):
        return not foul(state, cards)
    return True


def foul(state: DaifugoState, cards: Sequence[Card]) -> bool:
    options = state.options
    highest = "3" if state.revolution != state.back and options.forbidden_finish_follows_order else "2"
    ranks = {card.code[0] for card in cards}
    listed = [
        options.forbidden_finish_two and highest in ranks,
        options.forbidden_finish_eight and "8" in ranks,
        options.forbidden_finish_jack and "J" in ranks,
        options.forbidden_finish_three and "3" in ranks,
        options.forbidden_finish_joker and "*" in ranks,
        options.forbidden_finish_spade3 and parse_card("3S") in cards,
    ]
    return any(listed)


def small(rng: Random) -> Iterator[DaifugoState]:
    """Small hands under any house rules, to lead or to answer."""
    while True:
        asked: dict[str, Any] = {"sequences": False, "eleven-back": rng.choice(("off", "forced"))}
        options = DaifugoOptions({**(some_rules(GAME, rng, asked) or (GAME.options(), 4))[0].list_nonstandard_values()})
        ranks = rng.sample(UP, 4)
        near = [card for card in build_full_deck(options) if card is JOKER or card.code[0] in ranks]
        cards = rng.sample(near, min(len(near), 11))
        hand, rest = cards[:5], [card for card in cards[5:] if card is not JOKER] + [JOKER] * (JOKER in cards[5:])
        size = rng.choice((0, 1, 1, 2))
        plays = [f"2 {' '.join(card.code for card in top)}" for top in combinations(rest, size) if top and is_set(top)]
        position: dict[str, Any] = {"seats": 4, "hands": [" ".join(card.code for card in hand)]}
        if plays:
            position["plays"] = [rng.choice(plays)]
            if options.suit_lock != "off" and rng.random() < 0.5:
                position["lock"] = "".join(sorted(rng.choice("CDHS") for _ in parse_cards(position["plays"][0][2:])))
        position |= {"revolution": options.revolution and rng.random() < 0.5}
        try:
            yield GAME.load_position({**position, "options": options.list_nonstandard_values()})
        except RulesError:
            continue


def test_sets_are_judged_and_listed_as_by_hand() -> None:
    rng, allowed = Random(1), 0
    for state, _ in zip(small(rng), range(60), strict=False):
        if state.options.lead_first_must_include:
            continue
        listed = {frozenset(Counter(move.cards).items()) for move in GAME.list_moves(state, 0) if move.verb == "play"}
        for size in range(1, 6):
            for cards in combinations(state.hands[0], size):
                legal = GAME.find_violation(state, 0, Move("play", groups=(cards,))) is None
                assert legal == playable(state, cards), (cards, GAME.build_position(state))
                assert legal == (frozenset(Counter(cards).items()) in listed)
                allowed += legal
    assert allowed > 60


@pytest.mark.parametrize("revolution", [False, True])
@pytest.mark.parametrize("back", [False, True])
def test_a_locked_step_goes_the_way_of_the_ranks(revolution: bool, back: bool) -> None:
    """Up while the two is highest; down while a revolution or a jack has turned the order over, but not both."""
    options = {"suit-lock": "suit-and-step", "revolution": True, "eleven-back": "forced"}
    down = revolution != back
    for top in UP:
        answers = [rank for rank in UP if rank != top]
        state = GAME.load_position(
            {
                "options": options,
                "seats": 4,
                "hands": [" ".join(f"{rank}H" for rank in answers)],
                "plays": [f"2 {top}H"],
                "lock": "H",
                "stepped": True,
                "revolution": revolution,
                "back": back,
            }
        )
        place = height([parse_card(f"{top}H")], down)
        for rank in answers:
            card = parse_card(f"{rank}H")
            violation = GAME.find_violation(state, 0, Move("play", groups=((card,),)))
            assert (violation is None) == (height([card], down) == place + 1), (top, rank)


def test_sequences_are_those_of_one_suit_in_a_row() -> None:
    """Every choice of cards from two suits, with and without a joker in any place."""
    suited = [parse_card(f"{rank}{suit}") for suit in "CD" for rank in UP]
    rng = Random(2)
    found = 0
    for _ in range(2000):
        size = rng.choice((2, 3, 3, 4, 5))
        low = rng.randrange(0, 14 - size)
        row = [parse_card(f"{rank}C") for rank in UP[low : low + size]]
        if rng.random() < 0.5:
            row[rng.randrange(size)] = rng.choice(suited)
        if rng.random() < 0.3:
            place = rng.randrange(size)
            row[place] = JOKER.substitute_for(row[place].face)
        faces = [card.face for card in row]
        places = sorted(UP.index(face.code[0]) for face in faces)
        right = (
            size >= 3 and len({face.suit for face in faces}) == 1 and places == list(range(places[0], places[0] + size))
        )
        rng.shuffle(row)
        shape = find_play_shape(tuple(row))
        assert bool(shape and shape.run) == right, row
        found += right
    assert found > 250


@pytest.mark.parametrize("jokers", [1, 2])
def test_an_open_joker_is_read_in_every_way_and_in_no_other(jokers: int) -> None:
    options = {"sequences": True, "jokers": jokers}
    hand = "5S 7S KD *" if jokers == 1 else "5S 7S KD * *"
    state = GAME.load_position({"options": options, "seats": 4, "hands": [hand]})
    text = "sequence 5S 7S *=?" if jokers == 1 else "sequence 5S 7S *=? *=?"
    readings = {str(move) for move in GAME.list_move_readings(state, 0, GAME.parse_move(text))}
    wanted = {
        1: {"sequence 5S *=6S 7S"},
        2: {"sequence *=4S 5S *=6S 7S", "sequence 5S *=6S 7S *=8S"},
    }
    assert readings == wanted[jokers]
    assert [str(move) for move in GAME.list_move_readings(state, 0, GAME.parse_move("play KD *=?"))] == ["play KD *"]


# -- what stays true ---------------------------------------------------------------------------------


def wandering(options: Any, seats: int, seed: int, deals: int) -> Iterator[tuple[DaifugoState, int]]:
    for state, seat in wander(GAME, options, seats, Random(seed), deals):
        assert isinstance(state, DaifugoState)
        yield state, seat


def test_whole_sessions_keep_what_the_rules_promise() -> None:
    """Any house rules: cards only go, everybody gets one place, the exchange keeps the sizes, and sessions end."""
    rng = Random(3)
    for number in range(6):
        options, seats = some_rules(GAME, rng) or (GAME.options(), 4)
        deck, before = len(build_full_deck(options)), None  # type: ignore[arg-type]
        for state, seat in wandering(options, seats, number, deals=3):
            held = sum(len(hand) for hand in state.hands)
            if state.phase in ("play", "give", "throw"):
                assert held + len(state.gone) + len(state.stock) + sum(one.shape.size for one in state.pile) == deck
                assert state.hands[state.turn], "whoever is to move has cards"
                if not (state.pile or state.gone or state.placed):
                    assert [len(hand) for hand in state.hands] == [state.count_dealt_cards(one) for one in range(seats)]
                if before is not None and state.match.deals == before[0]:
                    assert held <= before[1]
                before = (state.match.deals, held)
            if seat == DEALER and state.match.deals:
                assert sorted(state.titles) == list(range(seats))
                assert state.match.dealer == state.titles[-1]


def test_a_round_ends_after_as_many_passes_as_there_are_others() -> None:
    """By the book: whoever leads and is answered by nobody leads again, and everybody else has passed once."""
    for state, seat in wandering(GAME.options(), 5, 4, deals=2):
        if state.phase != "play" or not state.pile:
            continue
        others = [one for one in range(5) if state.hands[one] and one != state.pile[-1].seat]
        after = state.copy()
        while after.pile and after.phase == "play":
            others.remove(after.turn)
            GAME.apply_move(after, after.turn, GAME.parse_move("pass"))
        assert set(others) <= set(state.passed)
        assert seat in state.waiting


@pytest.mark.parametrize(
    ("seats", "titles"),
    [(3, "DCX"), (4, "DMPX"), (5, "DMCPX"), (6, "DMCCPX"), (7, "DMCCCPX"), (8, "DMCCCCPX")],
)
def test_titles(seats: int, titles: str) -> None:
    named = {"D": "Daifugo", "M": "Millionaire", "C": "Commoner", "P": "Poor", "X": "Destitute"}
    assert [get_title(place, seats) for place in range(seats)] == [named[title] for title in titles]


def test_the_tribute_is_the_best_that_there_is_and_goes_where_it_should() -> None:
    for seed in range(30):
        state = GAME.start_match(DaifugoOptions({"exchange-second": 1, "jokers": 1}), 5)
        rng = Random(seed)
        for _ in range(400):
            if state.match.deals:
                break
            seat = state.waiting[0]
            GAME.apply_move(state, seat, move_of(GAME, state, seat, rng))
        dealt = GAME.draw_dealer_move(state, rng)
        GAME.apply_move(state, DEALER, dealt)
        titles = state.titles
        for giver, taker, number in ((titles[4], titles[0], 2), (titles[3], titles[1], 1)):
            given = state.given[giver]
            left = [UP.find(card.code[0]) % 14 for card in state.hands[giver]]
            assert len(given) == number
            assert min(UP.find(card.code[0]) % 14 for card in given) >= max(left)
            assert not Counter(given) - Counter(state.hands[taker])


def test_a_gift_is_known_to_two_alone() -> None:
    position = {
        "seats": 8,
        "phase": "exchange",
        "titles": [0, 1, 2, 3, 4, 5, 6, 7],
        "hands": ["3C 4D 4H 9S TC KC KD 2S AD"],
        "given": ["", "", "", "", "", "", "", "2S AD"],
    }
    state = GAME.load_position(position)
    for seat in (None, *range(8)):
        view = GAME.build_view(state, seat)
        assert ("2S" in str(view.position)) == (seat in (0, 7))
        again = GAME.sample_possible_state(view, Random(1))
        if seat == 7:
            assert {"2S", "AD"} <= {card.code for card in again.hands[0]}, "the Destitute knows where they are"


def test_the_three_of_spades_clears_the_table_while_it_is_the_highest() -> None:
    position = {"seats": 3, "hands": ["3S 9C"], "plays": ["2 5C"], "revolution": True}
    state = GAME.load_position({**position, "options": {"two-clears": True, "revolution": True}})
    GAME.apply_move(state, 0, GAME.parse_move("play 3S"))
    assert (state.turn, state.pile) == (0, [])


# -- hands that are counted --------------------------------------------------------------------------

COUNTED: list[dict[str, Any]] = [
    {},
    {"two-clears": True, "equal-allowed": True},
    {"jokers": 1},
    {"jokers": 1, "revolution": True, "eight-stop": True, "two-clears": True},
]


def counted_hands(options: DaifugoOptions, seats: int, hands: int = 6) -> Iterator[tuple[DaifugoState, Move]]:
    """Each turn of some hands with the move that follows: mostly a steady one."""
    rng = Random(seats)
    for _ in range(hands):
        state = GAME.start_match(options, seats)
        while state.waiting and not state.match.deals:
            seat = state.waiting[0]
            if seat == DEALER:
                GAME.apply_move(state, seat, GAME.draw_dealer_move(state, rng))
                continue
            move = rng.choice(GAME.list_moves(state, seat)) if rng.random() < 0.3 else choose_steady_move(state, seat)
            yield state, move
            GAME.apply_move(state, seat, move)


def all_of(table: FastSimulationTable) -> dict[str, Any]:
    return {name: getattr(table, name) for name in FastSimulationTable.__slots__}


@pytest.mark.parametrize("rules", COUNTED, ids=str)
@pytest.mark.parametrize("seats", [3, 4, 6])
def test_counted_hands_go_as_by_the_rules_and_are_played_as_steadily(rules: dict[str, Any], seats: int) -> None:
    options = GAME.options(rules)
    assert options.can_use_fast_simulation
    expected = None
    for state, move in counted_hands(options, seats):
        table = FastSimulationTable(state)
        assert not (state.gone or state.pile) or all_of(table) == expected
        way = choose_play(state, state.turn)
        assert table.choose_play() == (encode_play(way.cards, state.is_rank_order_reversed) if way else PASSED)
        table.make_play(encode_play(move.cards, state.is_rank_order_reversed))
        expected = all_of(table)


each_house_rule = pytest.mark.parametrize("tried", list(rule_values(GAME)), ids=str)


@each_house_rule
def test_the_strong_bot_simulates_by_each_house_rule_or_not_at_all(tried: RuleValue) -> None:
    """Whoever adds an option teaches it to `FastSimulationTable`, or names it in `can_use_fast_simulation`."""
    if not tried.rules.can_use_fast_simulation:
        return
    expected = None
    for state, move in counted_hands(tried.rules, 4, hands=2):
        table = FastSimulationTable(state)
        assert not (state.gone or state.pile) or all_of(table) == expected
        table.make_play(encode_play(move.cards, state.is_rank_order_reversed))
        expected = all_of(table)


@each_house_rule
def test_bots_know_which_set_ends_a_round_by_each_house_rule(tried: RuleValue) -> None:
    """Whoever lets other cards end a round tells `is_set_sure_to_win`."""
    for state, _ in counted_hands(tried.rules, 4, hands=2):
        seat = state.turn
        counts = count_unseen_by_height(state, seat)
        for way in list_play_options(state, seat):
            if way.shape.run or is_revolution(tried.rules, way.shape):
                continue
            after = state.copy()
            after.pile.append(SeatPlay(seat, way.cards, way.shape))
            assert is_set_sure_to_win(state, way, counts) or not is_round_ending(after), way.cards


@pytest.mark.parametrize("rules", COUNTED, ids=str)
def test_a_round_is_taken_back_to_its_beginning(rules: dict[str, Any]) -> None:
    begun = None
    for state, _ in counted_hands(GAME.options(rules), 4):
        table, told = FastSimulationTable(state), HandGuesser(state.copy(), state.turn).told
        if not state.pile:
            begun = all_of(table)
            assert not told
        else:
            table.undo_round(told)
            assert begun == all_of(table) | {"turn": told[0].seat}
            for seat, play, _ in told:
                table.turn = seat
                table.make_play(play)
            assert all_of(table) == all_of(FastSimulationTable(state))


def test_imagined_hands_are_such_as_steady_players_would_have_passed_with() -> None:
    hands = ["3D 5C 5D 7H 9S TC JC QH", "? ? ? ? ? ? ? ?", "? ? ? ? ? ? ? ?"]
    guesses = HandGuesser(GAME.load_position({"seats": 3, "hands": hands, "plays": ["1 QC"], "passed": [2]}), 0)
    answered = []
    for tries in (guesses.tries, 1):
        guesses.tries = tries
        deals = list(guesses.generate_likely_deals(100, Random(3)))
        for deal in deals:
            deal.turn = 2
        answered.append(sum(deal.choose_play() != PASSED for deal in deals))
    assert answered[0] < answered[1] / 2


# -- what is asked --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "position", "prompt", "offered"),
    [
        ({}, {"plays": ["2 QC"]}, "Play a higher card, or pass.", "Play a card that’s higher than the play to beat."),
        ({}, {"plays": ["2 QC"]}, "", "You’re out until the next round."),
        ({"pass-reentry": True}, {"plays": ["2 QC"]}, "", "Skip this turn."),
        (
            {"equal-allowed": True},
            {"plays": ["2 QC"]},
            "Play a card that’s at least as high, or pass.",
            "Play a card that’s at least as high as the play to beat.",
        ),
        (
            {"equal-allowed": True, "revolution": True},
            {"plays": ["2 QC QS"], "revolution": True},
            "Play two cards of the same rank, at least as low, or pass.",
            "Play two cards of the same rank, at least as low as the play to beat.",
        ),
        ({"sequences": True}, {}, "Lead one card or several of the same rank, or a sequence.", ""),
    ],
)
def test_a_player_is_asked_by_the_house_rules(
    options: dict[str, Any], position: dict[str, Any], prompt: str, offered: str
) -> None:
    hand = "3D KC KH QD QH"
    screen = GAME.build_screen(
        GAME.build_view(GAME.load_position({"options": options, "seats": 3, "hands": [hand], **position}), 0)
    )
    assert prompt in screen.prompt
    assert not offered or offered in [action.sentence for action in screen.actions]


@pytest.mark.parametrize(
    ("option", "move", "prompt"),
    [
        ("seven-give", "play 7C", "Give one card to {1} for your seven."),
        ("seven-give", "play 7C 7D", "Give two cards to {1} for your sevens."),
        ("ten-discard", "play TC", "You can discard one card for your ten."),
    ],
)
def test_a_card_to_give_or_throw_is_for_one_card_or_for_several(option: str, move: str, prompt: str) -> None:
    table = Table.from_state(
        GAME, GAME.load_position({"options": {option: True}, "seats": 3, "hands": ["7C 7D TC KC KH"]})
    )
    table.play_move(0, move)
    assert table.build_screen(0).prompt == prompt


def test_who_gives_back_is_said_of_one_or_of_two() -> None:
    rules = GAME.options({"exchange-second": 1})
    state = next(state for state, _ in wander(GAME, rules, 4, Random(2)) if state.phase == "exchange")
    assert GAME.build_screen(GAME.build_view(state, None)).prompt.endswith("} are choosing what to give back.")
    seat = state.waiting[0]
    GAME.apply_move(state, seat, GAME.draw_random_move(state, seat, Random(2)))
    assert GAME.build_screen(GAME.build_view(state, None)).prompt.endswith("} is choosing what to give back.")


def test_a_leader_is_told_of_the_card_that_has_to_be_played() -> None:
    options = GAME.options({"lead-first": "holder-3D", "lead-first-must-include": True})
    state, rng = GAME.start_match(options, 4), Random(1)
    while state.waiting == (DEALER,):
        GAME.apply_move(state, DEALER, GAME.draw_dealer_move(state, rng))
    assert GAME.build_screen(GAME.build_view(state, state.turn)).prompt == "Lead with a play that includes 3D."


# -- the rulebook -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "clause", "said"),
    [
        ({"sequences": True}, "play.lead-set", "or a [sequence](#sequences)"),
        ({"sequences": True}, "play.one-rank", "unless you’re beating a [sequence](#sequences)"),
        ({"sequences": True, "equal-allowed": True}, "sequences", "It has to start at least as high"),
        ({"two-clears": True}, "round.not-forced-by-rank", "except a set of the highest rank"),
        ({"forbidden-finish-joker": True}, "out.any-last-cards", "You can go out with any play."),
        ({"sequences": True, "eight-stop-sequences": True}, "eight-stop", "The player who played it leads again"),
        ({"sequences": True, "revolution-sequence": 5}, "revolution", "A sequence of at least five cards reverses"),
        (
            {"forbidden-finish-two": True, "forbidden-finish-penalty": "illegal"},
            "forbidden-finish",
            "unless you’re leading and have only that one card",
        ),
    ],
)
def test_the_rulebook_says_what_several_house_rules_make_of_a_clause(
    options: dict[str, Any], clause: str, said: str
) -> None:
    assert said in entries(GAME, GAME.options(options))[clause].text


# -- puzzles ------------------------------------------------------------------------------------------


def theme(name: str) -> PuzzleTheme:
    return next(one for one in GAME.puzzle_themes if one.slug == name)


@pytest.mark.parametrize(
    ("name", "setup", "options"),
    [
        ("how-many-plays", {"position": {"hands": ["3C 7D 7H 9S QC QD KH"]}}, {"seven-give": True}),
        ("how-many-plays", {"position": {"hands": ["3C TD TH 9S QC QD KH"]}}, {"ten-discard": True}),
        (
            "what-goes-back",
            {"hand": "3C 5D 9C 9D QC QD KC KD 2S", "pairs": ["3C 5D", "9C QC", "9C 9D", "3C QC"]},
            {"exchange-return": "lowest"},
        ),
        (
            "find-the-win",
            {"position": {"seats": 3, "hands": ["5C 5S 7H QC", "8S TC TS", "7C 7D 8D"]}},
            {"seven-give": True},
        ),
    ],
)
def test_a_puzzle_whose_answer_hangs_on_more_is_not_posed(
    name: str, setup: dict[str, Any], options: dict[str, Any]
) -> None:
    theme(name).pose(setup, GAME.options())
    with pytest.raises(VoidPuzzle, match=r"[Tt]hese house rules"):
        theme(name).pose(setup, GAME.options(options))


def test_nobody_waits_for_the_next_round_where_one_comes_back_after_a_pass() -> None:
    position = {"seats": 4, "plays": ["1 4C"], "passed": [2, 3], "hands": ["6C 4D", "? ?", "? ?", "? ?"]}
    setup = {"position": position, "move": "play 6C"}
    puzzle = theme("whose-turn").pose(setup, GAME.options({"pass-reentry": True}))
    assert puzzle.key == "s1"
    assert "passed" not in " ".join((puzzle.why, *puzzle.reasons.values(), puzzle.hints[2]))


def test_an_equal_rank_is_named_among_those_that_beat_where_it_does() -> None:
    setup = {"position": {"plays": ["2 7C"], "passed": [1, 3], "hands": ["4C 7D 9H"]}}
    puzzle = theme("which-beat-it").pose(setup, GAME.options({"equal-allowed": True}))
    assert puzzle.key == ["7D", "9H"]
    assert puzzle.reasons["7D"] == "The seven of diamonds beats it. Its rank is at least as high."


# -- hints --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "idea"),
    [
        ({"hands": ["9C"], "plays": ["2 4C"]}, "You can go out right now."),
        ({"hands": ["2S 2H 3C"]}, "A play nobody can beat lets you lead again. What will you play next?"),
        ({"hands": ["4D 4S KC KH"], "plays": ["2 QC"]}, "worth splitting a set"),
        ({"hands": ["4D 4S 9S KH 7C 2H"], "plays": ["2 6C"]}, "Beat it with your weakest cards"),
    ],
)
def test_a_hint_says_what_is_so(position: dict[str, Any], idea: str) -> None:
    state = GAME.load_position({"seats": 3, **position})
    hint = GAME.build_hint(GAME.build_view(state, 0))
    assert idea in hint.idea, hint


@pytest.mark.parametrize("reentry", [True, False])
def test_whose_turn_it_is_is_said_with_a_view_to_who_may_come_back(reentry: bool) -> None:
    """Seat 1 has passed, and somebody has played since: where it may come back, the turn does not go past it."""
    options = {"pass-reentry": reentry}
    hands = ["3C 4C KC", "3D 4D KD", "3H 4H AH", "3S 4S AS"]
    state = GAME.load_position({"seats": 4, "options": options, "plays": ["0 5C"], "turn": 1, "hands": hands})
    for seat, move in ((1, "pass"), (2, "play AH"), (3, "pass"), (0, "pass")):
        GAME.play_move(state, seat, GAME.parse_move(move))
    assert (state.turn == 1) == reentry
    refused = GAME.find_violation(state, 3, GAME.parse_move("pass"))
    assert refused
    for said in (GAME.rulebook.get_clause_text("turn.next", state.options), refused.sentence):
        assert ("passed since the" in said) == reentry


@pytest.mark.slow
def test_nobody_is_asked_to_count_cards_that_are_laid_aside() -> None:
    """The hand that is asked about is not shown, and what has been played before is not either."""
    theme = next(theme for theme in GAME.puzzle_themes if theme.slug == "what-is-so")
    for seed in range(30):
        setup = theme.make(Random(seed), GAME.options())
        state = GAME.load_position(theme.pose(setup, GAME.options()).position)
        assert not setup["fact"].startswith("held") or not state.gone


def test_a_jack_that_turns_the_order_over_is_said_in_a_sentence() -> None:
    said = [GAME.describe_move(GAME.parse_move(text)) for text in ("play JD back", "play JD", "sequence TD JD QD back")]
    assert said == ["Play JD and reverse the order", "Play JD", "Play TD JD QD and reverse the order"]
