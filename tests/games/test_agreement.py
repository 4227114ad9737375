"""Sentences about events agree with their subject and number, for every seat, a spectator, and a screen reader."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import games
from core.rendering.narration import CARD, join_lines_into_sentences, spell_out_cards
from core.rendering.table_context import fill_in_names, list_event_lines
from games.engine.game import Game
from games.engine.state import DEALER
from games.words import to_second_person
from tests.games.english import WRONG
from tests.games.wandering import move_of, some_rules

GAMES = list(games.all_games().values())
NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
_NAME = "|".join(NAMES)
_START = r"(?:^|(?<=[.?!] ))"
YOU_DO = re.compile(rf"{_START}You ([a-z]+)|, and you ([a-z]+)")
THEY_DO = re.compile(rf"{_START}(?:{_NAME}) ([a-z’']+)")
ALSO = re.compile(r"(?:\band|,) ([a-z]+s)\b")
"""A word after “and” or a comma that can be a second verb of the same subject."""
NOUNS = frozenset(
    re.findall(
        r"\w+",
        "aces twos threes fours fives sixes sevens eights nines tens jacks queens kings jokers clubs diamonds hearts"
        " spades cards chips points tricks tokens hands others his its this perhaps always as",
    )
)
"""Words that end like a verb and can follow “and” in a sentence that starts with “You”."""
PAST = frozenset({"gave", "left", "took"})
AUXILIARIES = frozenset({"alone", "and", "or", "can", "cannot", "could", "may", "might", "must", "will"})
THEY = re.compile(rf"\b[Yy]ou and (?:{_NAME}|your partner)\b.*\b(?:[Tt]hey|[Tt]heir|[Tt]hem)\b")
"""A pronoun that, after “You and Ann”, means somebody else."""
SINGULAR = re.compile(
    r"(?<![\d.,])(?:two|three|four|five|six|seven|eight|nine|ten|0|[2-9]|\d\d+) (card|chip|point|trick|token|hand)\b"
    r"(?! [a-z]*(hand|run|meld|game|poker)\b)"
)


def check_agreement(text: str) -> None:
    """Assert that a sentence told to someone has nothing left to fill in, and that verbs and nouns agree."""
    assert not re.search(r"[{}]", text), f"something isn’t filled in: {text}"
    assert not WRONG.search(text), f"a number and its noun don’t agree: {text}"
    assert not SINGULAR.search(text), f"a number and its noun don’t agree: {text}"
    assert not THEY.search(text), f"“they” for a team that includes the reader: {text}"
    for first, second in YOU_DO.findall(text):
        verb = first or second
        assert to_second_person(verb) == verb, f"“You” with a verb in the third person: {text}"
    for verb in THEY_DO.findall(text):
        fits = verb.endswith(("s", "ed", "’t", "n’t")) or verb in AUXILIARIES | PAST
        assert fits, f"a name with a verb in the second person: {text}"
    for sentence in re.split(r"(?<=[.?!]) ", text):
        if sentence.startswith("You ") and not re.search(rf"\b(?:{_NAME})\b", sentence):
            verbs = {word for word in ALSO.findall(sentence) if word not in NOUNS}
            assert not verbs, f"“You … and” with a verb in the third person: {text}"


def check_spoken(text: str) -> None:
    """Assert that a sentence for a screen reader names its cards in full."""
    assert not CARD.search(text), f"a card isn’t spelled out: {text}"
    assert not re.search(r"[`·]|  ", text), f"a sign that nobody can hear: {text}"


def play(game: Game[Any], rng: Random, moves: int) -> Iterator[tuple[Any, list[Any]]]:
    """Yield the events of random matches by random house rules, with the state after each move."""
    state = None
    for number in range(moves):
        if state is None or not state.waiting:
            options, seats = (some_rules(game, rng) if number else None) or (game.options(), game.default_seat_count)
            state = game.start_match(options, seats)
        seat = rng.choice(state.waiting)
        if state.interrupting_seats and rng.random() < 0.2:
            speaker = rng.choice(state.interrupting_seats)
            if legal := game.list_moves(state, speaker):
                yield state, game.apply_move(state, speaker, rng.choice(legal))
                continue
        yield state, game.apply_move(state, seat, move_of(game, state, seat, rng))


def check_everything_told(game: Game[Any], rng: Random, moves: int) -> set[str]:
    """Check what every event of some random moves tells each seat and a spectator; return the kinds of events."""
    kinds = set()
    for state, events in play(game, rng, moves):
        kinds |= {event.kind for event in events}
        for seat in (None, *range(state.seats)):
            lines = list_event_lines(game, events, seat, NAMES)
            for text in [line.text for line in lines] + join_lines_into_sentences(lines):
                check_agreement(text)
                check_spoken(spell_out_cards(text))
        if (state.match.results and not state.waiting) or rng.random() < 0.1:
            for seat in (None, *range(state.seats)):
                if state.waiting and DEALER not in state.waiting:
                    check_agreement(fill_in_names(game.build_prompt(state, seat), NAMES, seat))
                for result in state.match.results[-1:]:
                    check_agreement(fill_in_names(game.describe_result(result), NAMES, seat))
    return kinds


@pytest.mark.repeated
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_happens_is_told_in_sentences_that_agree(game: Game[Any]) -> None:
    assert check_everything_told(game, Random(1), 300)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_what_happens_in_many_matches_is_told_in_sentences_that_agree(game: Game[Any]) -> None:
    kinds = check_everything_told(game, Random(2), 6000)
    assert len(kinds) > 1


@pytest.mark.parametrize(
    "text",
    [
        "You draws a card.",
        "Ann plays 9H, and you takes the trick.",
        "You draw a card and discards 9H.",
        "You draw a card, melds 9C 9D 9H, and discard KS.",
        "Ann draw a card.",
        "Ann loses one points.",
        "Ann draws 1 cards.",
        "Ann draws 2 card.",
        "Ann has two chip left.",
        "Ann pays 0 chips.",
        "Ann pays {pay} chips.",
        "It’s {2}’s turn.",
        "You and Ann win the hand. They also score a court.",
    ],
)
def test_a_sentence_that_does_not_agree_is_noticed(text: str) -> None:
    with pytest.raises(AssertionError):
        check_agreement(text)


@pytest.mark.parametrize("text", ["Ann plays 9H.", "Ann plays `the nine`.", "Ann has a pair · a run.", "Ann  plays."])
def test_a_sentence_that_cannot_be_read_aloud_is_noticed(text: str) -> None:
    with pytest.raises(AssertionError):
        check_spoken(text)


@pytest.mark.parametrize(
    "text",
    [
        "You draw 9H and discard KS. Ann draws a card and discards 4C.",
        "You cut clubs and hearts and choose trump.",
        "Ann and Bo pay one chip each.",
        "Ann owes you two chips, and you pass.",
    ],
)
def test_a_sentence_that_agrees_passes(text: str) -> None:
    check_agreement(text)
    check_spoken(spell_out_cards(text))
