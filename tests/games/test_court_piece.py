"""Court Piece against what somebody would work out at the table: tricks, books, revokes, and who deals."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from core.rendering.table_context import list_event_lines
from games.cards import PACK, Card, format_cards, parse_cards
from games.court_piece.playing import has_revoked
from games.court_piece.state import CourtPieceState
from games.engine.event import Event
from games.engine.options import Options
from games.engine.state import DEALER
from games.engine.table import Table
from games.engine.view import View
from games.errors import BadPosition
from tests.games.positions import ask_everything
from tests.games.test_agreement import NAMES, check_agreement
from tests.games.wandering import move_of, wander

GAME = games.get("court-piece")
CLAIMABLE = {"revoke-mode": "claimable"}
ORDER = "23456789TJQKA"


def height(card: Card) -> int:
    return ORDER.index(card.code[0])


def beaten(cards: tuple[Card, ...], trump: str) -> int:
    """The place of the card that takes a trick, found by looking at each as a player would."""
    trumps = [card for card in cards if card.code[1] == trump]
    able = trumps or [card for card in cards if card.code[1] == cards[0].code[1]]
    return cards.index(max(able, key=height))


@given(st.lists(st.sampled_from(PACK), min_size=1, max_size=4, unique=True), st.sampled_from("CDHS"), st.integers(0, 3))
def test_the_winner_of_a_trick(cards: list[Card], trump: str, leader: int) -> None:
    place = beaten(tuple(cards), trump)
    for direction, step in (("clockwise", 1), ("counterclockwise", -1)):
        state = GAME.load_position({"trump": trump, "options": {"direction": direction}})
        assert state.get_trick_winner(leader, cards) == (leader + step * place) % 4


def finished(options: Options, seed: int, deals: int) -> Table:
    """A table after some random hands."""
    rng, table = Random(seed), Table(GAME, options, 4)
    while not table.is_over and table.state.match.deals < deals:
        seat = rng.choice(table.state.waiting)
        table.play_move(seat, move_of(GAME, table.state, seat, rng))
    return table


@given(st.integers(0, 10_000), st.sampled_from(["clockwise", "counterclockwise"]), st.integers(2, 4))
@settings(max_examples=25, deadline=None)
def test_the_books_of_a_match_are_those_of_a_referee(seed: int, direction: str, target: int) -> None:
    """An independent referee reads nothing but the record: cards, trumps, and who said what after seven tricks."""
    options = GAME.options({"direction": direction, "tally-target": target, "match-hands": 8})
    table = finished(options, seed, 8)
    step = 1 if direction == "clockwise" else 3
    courts, tally, holder, dealer, deal = [0, 0], 0, None, -1, 0
    trump, trick, leader, takers = "", [], 0, []
    for (seat, text), (_, coming) in pairwise([*table.record.moves, (DEALER, "end")]):
        verb, *rest = text.split()
        if verb == "dealer":
            dealer = int(rest[0])
        elif verb == "trump":
            trump, leader, takers = rest[0][0].upper(), seat, []
            assert seat == (dealer + step) % 4
        elif verb == "play":
            assert seat == (leader + step * len(trick)) % 4
            trick.append(parse_cards(rest[0])[0])
            if len(trick) == 4:
                leader = (leader + step * beaten(tuple(trick), trump)) % 4
                takers.append(leader)
                trick = []
        if coming.split()[0] in ("deal", "end") and takers:
            sides = [taker % 2 for taker in takers]
            sweep = sides[0] if len(set(sides[:7])) == 1 else None
            winner = sweep if sweep is not None else int(sides.count(1) > sides.count(0))
            scored = (52 if len(sides) == 13 and len(set(sides)) == 1 else 1) if sweep is not None else 0
            tally = tally + 1 if holder == winner else 1
            holder = winner
            if tally == target:
                scored, tally, holder = scored + 1, 0, None
            courts[winner] += scored
            result = table.state.match.results[deal]
            assert result.winners == (winner, winner + 2)
            assert result.scores is not None
            assert result.scores[winner] == scored
            if winner == dealer % 2:
                dealer = (dealer + step) % 4
            elif scored:
                dealer = (dealer + 2) % 4
            assert dealer % 2 != winner, "the losers deal"
            deal, takers = deal + 1, []
    assert table.state.match.scores == [*courts, *courts]
    assert (table.state.tally, table.state.holder) == (tally, holder)


def cards_of(state: CourtPieceState) -> Counter[Card]:
    played = [card for trick in state.tricks for card in trick.cards]
    return Counter([*(card for hand in state.hands for card in hand), *state.stock, *state.trick, *played])


@pytest.mark.parametrize("preset", [preset.name for preset in GAME.options.presets])
def test_no_card_is_lost_or_made(preset: str) -> None:
    whole = Counter(PACK)
    for state, _ in wander(GAME, GAME.options.load_preset(preset), 4, Random(5), deals=6):
        assert cards_of(state) == (whole if state.phase not in ("dealer", "deal") else Counter())
        assert 0 <= state.tally < state.options.tally_target


def test_following_suit_leaves_what_a_player_would_leave() -> None:
    for state, seat in wander(GAME, GAME.options(), 4, Random(6), deals=3):
        if state.phase != "play":
            continue
        hand = state.hands[seat]
        led = state.trick[0].code[1] if state.trick else ""
        wanted = [card for card in hand if card.code[1] == led] or hand
        assert {move.cards[0] for move in GAME.list_moves(state, seat)} == set(wanted)
        for card in hand:
            refused = GAME.find_violation(state, seat, GAME.parse_move(f"play {card.code}"))
            assert (refused is None) == (card in wanted)


def test_a_revoke_is_what_the_dealt_hands_say_it_is() -> None:
    """Whoever failed to follow a suit that was in the hand as dealt, and had not yet been played, revoked."""
    options, found = GAME.options(CLAIMABLE), 0
    for seed in range(12):
        rng, state, dealt = Random(seed), GAME.start_match(options, 4), [set[Card]()] * 4
        while state.match.deals < 1:
            seat = rng.choice(state.waiting)
            move = move_of(GAME, state, seat, rng)
            if seat != DEALER and state.phase == "play":
                move = GAME.parse_move(f"play {rng.choice(state.hands[seat]).code}")
            GAME.play_move(state, seat, move)
            if move.verb == "trump":
                dealt = [set(hand) for hand in state.hands]
        gone = [set[Card]() for _ in range(4)]
        for number, trick in enumerate(state.tricks, 1):
            led = trick.cards[0].suit
            for place, card in enumerate(trick.cards):
                seat = (trick.leader + place) % 4
                could = any(one.suit == led for one in dealt[seat] - gone[seat])
                assert has_revoked(state, seat, number) == (card.suit != led and could)
                found += card.suit != led and could
                gone[seat].add(card)
    assert found > 50


def test_imagined_hands_have_no_suit_that_was_not_followed() -> None:
    rng = Random(8)
    for state, seat in wander(GAME, GAME.options(), 4, Random(9), deals=4):
        if state.phase == "play" and seat != DEALER and len(state.tricks) > 3:
            world: Any = GAME.sample_possible_state(GAME.build_view(state, seat), rng)
            for one, shown in enumerate(state.list_shown_voids()):
                assert not shown & {card.suit for card in world.hands[one]}


def test_the_others_do_not_see_their_cards_before_the_call() -> None:
    state, _ = next(
        (state, seat) for state, seat in wander(GAME, GAME.options(), 4, Random(1)) if state.phase == "call"
    )
    for seat in range(4):
        blind = GAME.build_view(state, seat).position["hands"][seat] == "? ? ? ? ?"
        assert blind == (seat != state.caller)


def test_anybody_may_speak_up_where_revokes_can_be_claimed() -> None:
    for state, seat in wander(GAME, GAME.options(CLAIMABLE), 4, Random(3), deals=2):
        if state.phase == "play" and state.tricks:
            assert {*state.waiting, *state.interrupting_seats} == {0, 1, 2, 3}
            other = (seat + 1) % 4
            assert GAME.verbs["claim"].is_possible(state, other)
            assert not GAME.verbs["play"].is_possible(state, other)
            refused = GAME.find_violation(state, other, GAME.parse_move(f"play {state.hands[other][0].code}"))
            assert refused is not None
            assert refused.clause.id == ("trick.order" if state.trick else "trick.winner-leads")


def test_a_whole_trick_can_be_read_while_a_card_of_it_is_changed() -> None:
    position = {
        "options": CLAIMABLE | {"revoke-correct-until": "next-lead"},
        "tricks": ["0 2D 2C 9D JD"],
        "leader": 3,
        "turn": 3,
        "hands": ["", "7D" + " ?" * 11],
    }
    state = GAME.load_position(position)
    GAME.play_move(state, 1, GAME.parse_move("correct 7D"))
    state = GAME.sample_possible_state(View(GAME.slug, None, GAME.build_position(state)), Random(1))
    assert (state.phase, format_cards(state.trick)) == ("change", "2D 7D 9D JD")
    for asked in (2, 3):
        assert state.waiting == (asked,)
        ask_everything(GAME, state, Random(asked), ["hint", *GAME.bots])
        GAME.play_move(state, asked, GAME.parse_move("keep"))
    assert (state.phase, state.waiting) == ("play", (3,))


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({}, "The fourth card has closed this trick"),
        ({"turn": 1, "trick": "2D 7D 9D"}, "after the corrected card"),
        ({"turn": 0, "trick": "2D 7D 9D"}, "after the corrected card"),
        ({"turn": 2, "trick": "2D 7D"}, "after the corrected card"),
        ({"turn": 2, "trick": "2D 7D 9D", "changing": [3]}, "after the corrected card"),
        ({"turn": 2, "trick": "2D 7D 9D", "options": {}}, "never reaches the phase “change”"),
        ({"phase": "playon", "tricks": ["0"] * 7}, "No trick is being played"),
        ({"phase": "confirm", "options": {}}, "never reaches the phase “confirm”"),
        ({"phase": "confirm", "options": CLAIMABLE | {"revoke-claim-until": "last-card"}}, "never reaches the phase"),
        ({"phase": "agree"}, "never reaches the phase “agree”"),
        ({"phase": "play", "turn": 0, "trick": "", "tricks": ["0"] * 13}, "It’s seat 0’s turn, but it has no card"),
        ({"phase": "playon", "options": {"playon-allowed": False}}, "never reaches the phase “playon”"),
    ],
)
def test_a_position_to_which_play_never_comes_is_refused(changed: dict[str, Any], sentence: str) -> None:
    whole = {"options": CLAIMABLE, "phase": "change", "leader": 0, "turn": 3, "trick": "2D 7D 9D JD"}
    with pytest.raises(BadPosition, match=sentence):
        GAME.load_position(whole | changed)


def test_a_false_claim_tells_no_card() -> None:
    """Whether a claim is upheld depends on hidden cards; that a wrong one is wrong is all that anybody is told."""
    options = GAME.options(CLAIMABLE)
    for state, _ in wander(GAME, options, 4, Random(4), deals=5):
        if state.phase != "play" or not state.tricks or not all(trick.cards for trick in state.tricks):
            continue
        for word, by in (("left", 1), ("right", 3)):
            if (
                not has_revoked(state, by, 1)
                and GAME.find_violation(state, 0, GAME.parse_move(f"claim 1 {word}")) is None
            ):
                after = state.copy()
                (event,) = GAME.play_move(after, 0, GAME.parse_move(f"claim 1 {word}"))
                assert not event.cards
                assert not any(card.code in str(event.to_json()) for card in PACK)
                before, now = GAME.build_view(state, 0).position, GAME.build_view(after, 0).position
                assert {key for key in now if now[key] != before[key]} == {"claims"}


def test_more_cards_than_a_pack_has_are_refused_in_any_phase() -> None:
    """Once a hand is over nobody counts what is left, but cards that are not there could not be imagined either."""
    for phase in ("agree", "between", "over"):
        with pytest.raises(BadPosition, match="53 cards"):
            GAME.load_position({"phase": phase, "hands": ["? " * 40, "AS KS QS JS TS", "AH KH QH JH", "2C 3C 4C 5C"]})


@pytest.mark.parametrize(
    ("seat", "words"), [(0, "2 of 7, theirs"), (3, "2 of 7, yours"), (None, "2 of 7, by {1} and {3}")]
)
def test_a_run_of_hands_is_a_side_s(seat: int | None, words: str) -> None:
    state = GAME.load_position({"seats": 4, "holder": 1, "tally": 2})
    assert next(sign.words for sign in GAME.draw_table(state, seat).signs if sign.label == "Streak") == words


@pytest.mark.parametrize("who", ["losers", "partner-always"])
def test_the_rule_for_winning_dealers_names_its_exception(who: str) -> None:
    said = GAME.rulebook.find_clause_entry("deal.dealer-side-won", GAME.options({"deal-after-court": who})).text
    assert ("court" in said) == (who == "partner-always")


def test_a_heading_promises_no_more_than_the_house_rules_keep() -> None:
    assert "Every" not in GAME.rulebook.find_clause_entry("tally.every-hand-counts", GAME.options({})).title


def test_the_introduction_names_no_number_that_a_house_rule_sets() -> None:
    assert "seven hands" not in " ".join(GAME.rulebook.intro.split())


def test_a_revoke_in_the_last_trick_is_established_though_nobody_leads_any_more() -> None:
    options = GAME.options({"revoke-mode": "claimable", "revoke-correct-until": "next-lead"})
    assert "lead" not in GAME.rulebook.get_clause_text("revoke.established", options)


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("clause", ["hand.majority", "court.first-seven", "revoke.false-claim", "revoke.forfeit"])
def test_a_court_for_wins_in_a_row_goes_to_a_team_by_name(clause: str, seat: int | None) -> None:
    counts = {"most": 7, "fewest": 6, "won": 1, "row": 7, "trick": 3}
    event = Event("result", facts={"clause": clause, "side": (0, 2), "others": (1, 3), **counts})
    [line] = list_event_lines(GAME, [event], seat, NAMES)
    check_agreement(line.text)
    winners = "You and Cy" if seat == 0 else "Ann and Cy"
    assert f"{winners} also score a court for 7 wins in a row." in line.text
