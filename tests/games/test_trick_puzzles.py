"""The puzzles of any game with tricks, in a small Hearts, where more than the suit decides which card can be played."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random

import pytest

from games.cards import Card, format_cards, parse_card
from games.engine.clause import Violation
from games.engine.event import Event
from games.engine.game import Game
from games.engine.move import Move
from games.engine.options import Options, Preset
from games.engine.puzzle import Puzzle, PuzzleTheme, VoidPuzzle
from games.engine.rulebook import Rulebook, RulebookSource
from games.engine.state import MatchPart
from games.engine.state_parts import Flag, Hands, Phase, Seat
from games.engine.verb import Verbs
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb
from games.kit.puzzle_tools import PuzzleToolkit
from games.kit.single_card_verbs import build_card_verb
from games.kit.trick_puzzles import TrickPuzzles
from games.kit.tricks import Leader, TrickCards, Tricks, TrickState, build_play_move, check_revoke

CARDS = 5
TEXT = RulebookSource(
    """# Few Hearts

A small Hearts.

## The tricks

### Following suit {#trick.follow-suit}
:refusal You still hold {suit}, and {suit} were led: play one of them.
Who has a card of the suit that was led plays one of that suit.

### Without the suit {#trick.void-any}
Who has none can throw any card, but for the first trick.

### The lead {#trick.lead-any}
Any card can be led, but for hearts at first.

### No hearts in the first trick {#first.no-hearts}
:refusal The first trick takes no hearts. Play another card.
Nobody plays a heart to the first trick who has another card.

### Hearts wait {#hearts.wait}
:refusal No heart has been played yet. Lead another suit than {cards}.
Nobody leads a heart before one was played who has another card.

## Sources

- [Hearts](https://www.pagat.com/reverse/hearts.html), of which it is what is left.
"""
)
CLAUSES = TEXT.clauses


class FewHeartsOptions(Options):
    presets = (Preset("classic", "By the book", "As it is.", {}),)


class FewHeartsState(TrickState):
    phase = Phase({"play": ""}, usual="play")
    turn = Seat("the seat that has to play")
    hands = Hands("hands", holds=lambda state, seat: state.count_cards_left(seat, CARDS), counted=True, jokers=False)
    leader, trick, tricks = Leader(), TrickCards(), Tricks(most=CARDS)
    broken = Flag("whether a heart has been played", fresh=False)
    match = MatchPart()


def faults(state: FewHeartsState, seat: int, card: Card) -> Iterator[Violation]:
    hand = state.hands[seat]
    if state.trick:
        yield from check_revoke(CLAUSES, "trick.follow-suit", state.trick[0], hand, card)
    follows = state.trick and state.trick[0].suit == "H"
    if card.suit != "H" or follows or all(other.suit == "H" for other in hand):
        return
    if not state.tricks:
        yield CLAUSES.build_violation("first.no-hearts")
    elif not state.trick and not state.broken:
        yield CLAUSES.build_violation("hearts.wait", cards=format_cards([card]))


def deal(state: FewHeartsState, seat: int, move: Move) -> list[Event]:
    state.clear()
    state.deal_packets(move.cards, 0, [1] * CARDS)
    state.wait_for("play", 0)
    return [Event("deal", 0)]


def lay(state: FewHeartsState, seat: int, move: Move) -> list[Event]:
    state.broken = state.broken or move.cards[0].suit == "H"
    if state.play_to_trick(seat, move.cards[0]):
        winner = state.finish_trick()
        if len(state.tricks) == CARDS:
            state.end_match([winner])
        else:
            state.wait_for("play", winner)
    return [Event("play", seat, move.cards)]


class FewHearts(Game[FewHeartsState]):
    slug, title, seats = "few-hearts", "Few Hearts", range(4, 5)
    options, state = FewHeartsOptions, FewHeartsState
    verbs = Verbs(build_card_verb("play", "play a card", lay, faults), FIRST_DEALER, build_deal_verb(deal))

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook(TEXT, self.options)


GAME = FewHearts()
RULES = FewHeartsOptions()
AS_THE_GUIDE_SHOWS, WITH_BANS = (
    TrickPuzzles(PuzzleToolkit(GAME, FewHeartsOptions), trumps=False, bans=bans).build_themes()[0]
    for bans in ((), ("first.no-hearts", "hearts.wait"))
)
EITHER = pytest.mark.parametrize("theme", [AS_THE_GUIDE_SHOWS, WITH_BANS], ids=["as the guide shows", "with its bans"])


def is_true(puzzle: Puzzle) -> None:
    """Check that each card is right or wrong by the rules, and its reason is true."""
    state = GAME.load_position(puzzle.position)
    hand, led = state.hands[0], state.trick[0].suit if state.trick else ""
    refused = {card.code: GAME.find_violation(state, 0, build_play_move(card)) for card in hand}
    assert puzzle.key == sorted(code for code, why in refused.items() if why is None)
    for code, text in puzzle.reasons.items():
        why = refused[code]
        if why is not None:
            assert text in (why.sentence_with_quoted_cards, why.summary), (code, text)
            assert not any(right in text for right in puzzle.key)
        else:
            assert "any card" not in text or len(puzzle.key) == len(hand), text
            assert ("follows suit" in text) == (parse_card(code).suit == led)
            assert "You have no" not in text or not any(card.suit == led for card in hand)
    assert "any card" not in puzzle.why or len(puzzle.key) == len(hand), puzzle.why
    assert "has to be played" not in puzzle.why or {parse_card(code).suit for code in puzzle.key} == {led}
    broken = {why.clause.id for why in refused.values() if why is not None}
    assert set(puzzle.clauses) <= (broken or {"trick.follow-suit", "trick.void-any", "trick.lead-any"})


@EITHER
def test_the_reason_for_each_card_comes_from_the_rules(theme: PuzzleTheme) -> None:
    posed, restricted = 0, 0
    for seed in range(150):
        try:
            setup = theme.make(Random(seed), RULES)
        except VoidPuzzle:
            continue
        puzzle = theme.pose(setup, RULES)
        is_true(puzzle)
        posed += 1
        restricted += not {"trick.follow-suit", "trick.void-any", "trick.lead-any"} & set(puzzle.clauses)
    assert posed > 100
    assert restricted > 2 or theme is AS_THE_GUIDE_SHOWS


@pytest.mark.parametrize(
    ("position", "key", "reasons", "why"),
    [
        (
            {"trick": "9C KC", "hands": ["2H 7S AS QH 3D"]},
            ["3D", "7S", "AS"],
            {
                "2H": "The first trick takes no hearts. Play another card.",
                "7S": "You have no clubs, so you can play it.",
            },
            "You can play `3D AS 7S`. The first trick takes no hearts.",
        ),
        (
            {"tricks": ["0"], "hands": ["2H 7S AS QH"], "turn": 0},
            ["7S", "AS"],
            {"2H": "No heart has been played yet. Lead another suit than `2H`.", "AS": "You lead, so you can play it."},
            "You can play `AS 7S`. No heart has been played yet.",
        ),
        (
            {"tricks": ["0"], "hands": ["2H 7S AS QH"], "turn": 0, "broken": True},
            ["2H", "7S", "AS", "QH"],
            {"2H": "You lead, so you can play any card."},
            "You’re leading, so you can play any card.",
        ),
    ],
    ids=["first trick", "hearts wait", "hearts are broken"],
)
def test_a_card_is_kept_back_by_more_than_its_suit(
    position: dict[str, object], key: list[str], reasons: dict[str, str], why: str
) -> None:
    puzzle = WITH_BANS.pose({"position": position}, RULES)
    is_true(puzzle)
    assert puzzle.key == key
    assert reasons.items() <= puzzle.reasons.items()
    assert puzzle.why == why


@pytest.mark.parametrize("clause", WITH_BANS.clauses)
def test_a_puzzle_can_be_about_each_of_its_clauses(clause: str) -> None:
    setup = WITH_BANS.make_setup_for_clause(clause, Random(1), RULES)
    assert clause in WITH_BANS.pose(setup, RULES).clauses
