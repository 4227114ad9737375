"""Beggar My Neighbor: published deals, another engine beside it, and circles that are found."""

from __future__ import annotations

import re
from collections import Counter, deque
from itertools import chain
from random import Random

import pytest

from games.beggar_my_neighbor import GAME
from games.beggar_my_neighbor.state import BeggarState
from games.beggar_my_neighbor.verbs import TURN
from games.cards import PACK, parse_cards
from games.engine.options import BadOption
from games.engine.state import DEALER, DealResult
from games.engine.view import Screen

PUBLISHED = """
Paulhus-1999    ------------KAQ----J------ -JQQK---K----JK--QA-A-JA-- 4791  669 0 0
Kleber-1999     ---JQ---K-A----A-J-K---QK- -J-----------AJQA----K---Q 5790  804 0 0
Collins-2006    A-QK------Q----KA-----J--- -JAK----A--Q----J---QJ--K- 6913  959 0 0
Mann-Wu-2007    K-KK----K-A-----JAA--Q--J- ---Q---Q-J-----J------AQ-- 7157 1007 1 52
Nessler-2012    ----Q------A--K--A-A--QJK- -Q--J--J---QK---K----JA--- 7207 1015 1 52
Anderson-2013   --A-Q--J--J---Q--AJ-K---K- -J-------Q------A--A--QKK- 7225 1016 0 52
Rucklidge-2014  -J------Q------AAA-----QQ- K----JA-----------KQ-K-JJK 7959 1121 1 0
Nessler-2021    ----K---A--Q-A--JJA------J -----KK---------A-JK-Q-Q-Q 7972 1105 0 0
Nessler-2022    ---AJ--Q---------QAKQJJ-QK -----A----KJ-K--------A--- 8344 1164 1 52
"""
"""Who published it and when; the stacks, the one that turns first on the left; cards, piles, the winner, and whether
all cards came to one by the last pile."""
ENDLESS = ("---K---Q-KQAJ-----AAJ--J--", "----------Q----KQ-J-----KA")
FIRST = "2H 7S QS 3C KC AD 3D KD 4S 5H 3S 2C 8S JC 9C KH 9S TD 7D QH 7H 4C 5C KS 4H AH"
SECOND = "2D TS 8H TH QC AS 9H 9D QD JD 7C 2S 8D 6C 6D 8C TC 6H JS 4D JH 5D 6S 5S AC 3H"


MORE = {"more-players": True}


def cards(*patterns: str) -> list[str]:
    """Stacks of these patterns, of whatever suits and numbers there are."""
    pools = {kind: [card.code for card in PACK if card.code[0] == kind] for kind in "JQKA"}
    pools["-"] = [card.code for card in PACK if card.code[0] not in "JQKA"]
    return [" ".join(pools[kind].pop() for kind in pattern) for pattern in patterns]


def ended(hands: list[str], turn: int = 0, **options: object) -> tuple[DealResult, BeggarState]:
    """A game of these stacks, played to its end as anybody would play it."""
    state = GAME.load_position({"hands": hands, "turn": turn, "seats": len(hands), "options": options})
    rng = Random(1)
    while not state.match.deals:
        seat = state.waiting[0]
        GAME.play_move(state, seat, GAME.draw_dealer_move(state, rng) if seat == DEALER else TURN.bare_move)
    return state.match.results[-1], state


@pytest.mark.parametrize("line", PUBLISHED.strip().splitlines(), ids=lambda line: line.split()[0])
def test_published_deals_end_as_published(line: str) -> None:
    _, first, second, number, piles, winner, whole = line.split()
    result, _ = ended(cards(first, second))
    assert (result.facts["turned"], result.facts["piles"]) == (int(number), int(piles))
    assert result.winners == (int(winner),)
    assert result.clause == ("end.all-52" if int(whole) else "end.cannot-play")
    assert sorted(result.facts["held"]) == [0, 52]


@pytest.mark.parametrize(("changed", "number"), [({"turn": 1}, 553), ({"lead-after-pile": "other"}, 174)])
def test_the_longest_game_is_short_by_another_rule(changed: dict[str, object], number: int) -> None:
    hands = cards(*PUBLISHED.strip().splitlines()[-1].split()[1:3])
    result, _ = ended(hands, **changed)  # type: ignore[arg-type]
    assert result.facts["turned"] == number


def test_the_published_endless_game_is_a_draw_at_the_first_position_that_comes_back() -> None:
    result, state = ended(cards(*ENDLESS))
    assert (result.clause, result.winners) == ("end.cycle-draw", ())
    assert (result.facts["turned"], result.facts["piles"]) == (474, 66)
    assert state.match.over
    assert len(state.seen) == 66
    assert state.seen[4] in (state.encode_stack_pattern(0), state.encode_stack_pattern(1))
    other, _ = ended(cards(*ENDLESS), turn=1)
    assert other.facts["turned"] == 156
    other, _ = ended(cards(*ENDLESS), **{"lead-after-pile": "other"})
    assert other.facts["turned"] == 313


def test_an_endless_game_ends_by_other_house_rules_too() -> None:
    result, _ = ended(cards(*ENDLESS), endless="most-cards")
    assert (result.clause, result.winners) == ("end.cycle-draw", (0,))
    result, state = ended(cards(*ENDLESS), endless="shuffle")
    assert result.facts["turned"] > 474
    assert state.stirred


@pytest.mark.parametrize(
    ("hands", "number"), [(("J--", "-J-"), 8), (("--Q------QJ----JK---", "---Q---J-Q-KJ--K-K--"), 197)]
)
def test_small_games_go_round_too(hands: tuple[str, str], number: int) -> None:
    result, _ = ended(cards(*hands))
    assert (result.clause, result.facts["turned"]) == ("end.cycle-draw", number)


def test_the_sample_with_whole_cards() -> None:
    """Dealt from the pack as it lies, down to the last card that can be turned."""
    first, second = parse_cards(FIRST), parse_cards(SECOND)
    pack = [card for pair in zip(reversed(first), reversed(second), strict=True) for card in pair]
    state = GAME.start_match(GAME.options(), 2)
    for move in ("dealer 1", "deal " + " ".join(card.code for card in pack)):
        GAME.play_move(state, DEALER, GAME.parse_move(move))
    assert state.hands == [list(first), list(second)]
    taken = []
    while state.waiting:
        taken += [
            event.facts["number"]
            for event in GAME.play_move(state, state.turn, TURN.bare_move)
            if event.kind == "trick"
        ]
    result = state.match.results[-1]
    assert (result.winners, result.facts["turned"], result.facts["piles"]) == ((1,), 89, 10)
    assert taken[-1] == 8
    assert result.facts["held"] == [0, 52]


def simply(hands: list[str], prices: dict[str, int]) -> tuple[int | None, int]:
    """Another engine, for two by the book: who wins (None: nobody), and after how many cards."""
    stacks, pile, turn, owed, owner, seen, turned = [deque(hand) for hand in hands], [], 0, 0, -1, set(), 0
    while True:
        if not pile:
            now = ("".join(stacks[0]), "".join(stacks[1]), turn)
            if now in seen:
                return None, turned
            seen.add(now)
        if not stacks[turn]:
            return 1 - turn, turned
        kind = stacks[turn].popleft()
        pile.append(kind)
        turned += 1
        if price := prices.get(kind):
            owed, owner, turn = price, turn, 1 - turn
        elif not owed:
            turn = 1 - turn
        elif owed == 1:
            stacks[owner].extend(pile)
            pile, owed, turn = [], 0, owner
            if not stacks[1 - owner]:
                return owner, turned
        else:
            owed -= 1


@pytest.mark.parametrize("aces", [True, False])
def test_random_deals_end_as_another_engine_says(aces: bool) -> None:
    prices = {"J": 1, "Q": 2, "K": 3} | ({"A": 4} if aces else {})
    rng, draws = Random(9), 0
    for _ in range(300):
        size = rng.choice((3, 3, 4, 6, 26))
        kinds = list("JQKA" * 4 + "-" * 36) if size == 26 else rng.choices("JJQKA------", k=2 * size)
        if max(kinds.count(kind) for kind in "JQKA") > 4:
            continue
        rng.shuffle(kinds)
        hands = ["".join(kinds[:size]), "".join(kinds[size:])]
        result, _ = ended(cards(*hands), **{"aces-pay": aces})
        played = [hand.replace("A", "A" if aces else "-") for hand in hands]
        winner, turned = simply(played, prices)
        assert (result.winners, result.facts["turned"]) == (() if winner is None else (winner,), turned), hands
        draws += winner is None
    assert draws


def test_two_sit_down_and_more_by_a_house_rule() -> None:
    assert GAME.list_seat_counts(GAME.options()) == [2]
    assert GAME.list_seat_counts(GAME.options(MORE)) == [2, 3, 4, 5, 6]
    with pytest.raises(BadOption, match="More than two players"):
        GAME.start_match(GAME.options(), 3)


def test_house_rules_kept_when_more_could_always_play_let_more_play() -> None:
    stored = GAME.options.load_saved_options({"aces-pay": False})
    assert 6 in GAME.list_seat_counts(stored)
    assert GAME.options.load_saved_options(GAME.options().dump_values_to_store()) == GAME.options()


@pytest.mark.parametrize("seats", range(2, 7))
def test_no_card_is_lost_and_whoever_wins_has_them_all(seats: int) -> None:
    for seed in range(20):
        rng = Random(seed)
        state = GAME.start_match(GAME.options(MORE), seats)
        while state.waiting:
            seat = state.waiting[0]
            GAME.apply_move(state, seat, GAME.draw_dealer_move(state, rng) if seat == DEALER else TURN.bare_move)
            if state.hands[0] or state.pile or state.is_dealt:
                assert Counter([*state.pile, *chain(*state.hands)]) == Counter(PACK)
        assert [len(hand) for hand in state.hands if hand] == [52] or not state.match.winners


# -- what is seen of a table of several ----------------------------------------------------------------


def seen(seat: int | None, hands: list[str], pile: str, turn: int, owner: int) -> Screen:
    rest = [card.code for card in PACK if card.code not in " ".join([*hands, pile]).split()]
    whole = [" ".join([*hands[0].split(), *rest]), *hands[1:]]
    position = {"seats": len(hands), "options": MORE, "hands": whole, "pile": pile, "turn": turn, "owner": owner}
    return GAME.build_screen(GAME.build_view(GAME.load_position(position), seat))


def test_it_is_said_to_whom_a_debt_is_paid() -> None:
    hands = ["2C", "3C 4C", "5C 6C", "7C 8C"]
    assert seen(0, hands, "9C KC", turn=2, owner=1).prompt == "{2} owes {1} three cards."
    assert seen(2, hands, "9C KC", turn=2, owner=1).prompt == "You owe {1} three cards. Flip one."


def test_who_has_no_card_and_no_claim_to_the_pile_is_out() -> None:
    screen = seen(0, ["2C", "", "5C 6C", ""], "9C KC", turn=2, owner=1)
    assert [note.out for note in screen.seats] == [False, False, False, True]
    assert screen.seats[3].note == "0 cards · out"


def test_ones_own_stack_is_called_so() -> None:
    labels = {zone.id: zone.label for zone in seen(2, ["2C", "3C 4C", "5C 6C"], "9C KC", turn=2, owner=1).zones}
    assert (labels["stack-2"], labels["stack-0"]) == ("Your stack", "Stack")


def test_the_first_step_of_the_course_shows_the_stacks_that_it_tells_of() -> None:
    step = GAME.lessons[0].steps[0]
    assert "26 cards are face down in front of you, and 26 in front of Mira" in step.text
    assert [len(stack) for stack in step.load_state(GAME, GAME.options()).hands] == [26, 26]


# -- words by house rules --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "untrue"),
    [
        ({"aces-pay": False}, "[Aa]ces|[Ff]our"),
        ({"lead-after-pile": "other"}, "taker (turns|flips)"),
        ({"empty-hand": "immediate"}, "have ?n.t lost|have not lost|still win"),
        ({"pile-order": "shuffled"}, "circle|repeat|for ?ever|never end"),
    ],
)
def test_no_lesson_says_it_is_about_what_is_otherwise(house: dict[str, object], untrue: str) -> None:
    """Its title, its sentence and its list are the same by all house rules."""
    options = GAME.options(house)
    taught = [lesson for lesson in GAME.lessons if lesson.list_valid_steps(GAME, options)]
    about = [text for lesson in taught for text in (lesson.title, lesson.idea, *lesson.can)]
    assert not [text for text in about if re.search(untrue, text)]


def test_the_introduction_is_true_by_all_house_rules() -> None:
    """Aces save as court cards do, and a game may end before anybody has everything."""
    said = " ".join(GAME.rulebook.intro.split())
    assert not re.search("court card|until one player has everything", said)
