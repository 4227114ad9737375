"""The steady bot plays well by house rules too: a sample of them, and whatever they add to decide.

`python -m tests.bench --only house_rules` tries every value of every option.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

import games
from games.engine.game import Game
from games.engine.options import Value
from games.engine.state import DEALER, State
from games.engine.tournament import choose_even_seat_count
from tests.bench.house_rules import EVEN, RuleValue, Tossing, rule_values, steady_against

GAMES = [game for game in games.all_games().values() if game.decides]
SAMPLE = 2
PAIRS = {"guts": 250, "chinese-ten": 60, "contract-rummy": 2, "lorum": 6, "anaconda": 15, "vazhushal": 6}
"""The number of deals or matches played with seats swapped, where it is not `USUAL`."""
USUAL = 8
ADDED: list[tuple[str, Mapping[str, Value], set[str]]] = [
    ("daifugo", {"seven-give": True}, {"give"}),
    ("daifugo", {"ten-discard": True}, {"throw", "keep"}),
    ("daifugo", {"sequences": True}, {"sequence"}),
    ("chinese-ten", {"capture-optional": True}, {"leave"}),
    ("commune", {"who-may-call": "anyone"}, {"let-pass"}),
    ("anaconda", {"declare-both": "must-win-both"}, {"both"}),
]
"""House rules by which there is more to do than by the book, and the verbs that do it."""
NOTHING_TO_GAIN = {
    "court-piece": {"redeal", "go-on", "stop", "correct", "change", "keep", "confirm", "claim", "deal-on", "finish"},
    "daifugo": {"another", "enough"},
    "mille": {"leave"},
    "vazhushal": {"done", "throw-in", "keep"},
}
"""Verbs that come up seldom, or that answer what has no better answer: whether another hand is dealt."""


def sample(game: Game[Any]) -> list[RuleValue]:
    return Random(f"house rules of {game.slug}").sample(list(rule_values(game)), SAMPLE)


@pytest.mark.slow
@pytest.mark.parametrize("tried", [tried for game in GAMES for tried in sample(game)], ids=str)
def test_the_steady_bot_beats_the_learner_by_house_rules_too(tried: RuleValue) -> None:
    pairs = PAIRS.get(tried.game.slug, USUAL)
    assert steady_against(tried, tried.game.bots["learner"], pairs).share_of_points > EVEN


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "rules", "verbs"), ADDED, ids=lambda one: "-".join(sorted(one)) if isinstance(one, set) else str(one)
)
def test_what_a_house_rule_adds_is_decided_better_than_by_chance(
    slug: str, rules: Mapping[str, Value], verbs: set[str]
) -> None:
    """A bot that gives its best card away because a seven was played is worse than one that gives any card."""
    game = games.get(slug)
    options = game.options(rules)
    tried = RuleValue(game, *next(iter(rules.items())), options, choose_even_seat_count(game, options))
    tossing = Tossing(game, verbs)
    assert steady_against(tried, tossing, PAIRS.get(slug, 3 * USUAL)).share_of_points > EVEN
    assert tossing.tossed > 20


@pytest.mark.repeated
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_verb_is_used_by_the_book_or_tried_where_a_house_rule_adds_it(game: Game[Any]) -> None:
    added = {verb for slug, _, verbs in ADDED if slug == game.slug for verb in verbs}
    added |= NOTHING_TO_GAIN.get(game.slug, set())
    players = {verb.name for verb in game.verbs.values() if verb.chance is None}
    assert players - offered_by_the_book(game) <= added


def offered_by_the_book(game: Game[Any]) -> set[str]:
    """The verbs that steady bots could use in some hands by the book."""
    verbs: set[str] = set()
    options, bot = game.options(), game.bots["steady"]
    for seed in range(1 if game.deals_differ else 4):
        luck, thought = Random(seed), Random(seed + 1)
        state: State = game.start_match(options, choose_even_seat_count(game, options))
        while state.waiting and state.match.deals < (30 if game.deals_differ else 3):
            seat = state.waiting[0]
            if seat == DEALER:
                game.apply_move(state, seat, game.draw_dealer_move(state, luck))
                continue
            verbs |= {verb.name for verb in game.verbs.list_possible_verbs(state, seat)}
            game.apply_move(state, seat, bot.choose_move(game.build_view(state, seat), thought).move)
    return verbs
