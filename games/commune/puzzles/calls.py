"""Puzzles about a table: whether to call or believe, who loses a token, and what follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import Any

from games.cards import Card, format_cards
from games.commune.facts import explain_next_hand_size
from games.commune.hand_presence import CardCounts, is_hand_present
from games.commune.ladder import Declaration, get_rank_value
from games.commune.odds import Odds
from games.commune.puzzles.common import (
    TRIES,
    draw_cards_near_hand,
    draw_random_declaration,
    explain_hand_presence,
    rule_hint,
    rules_of,
    seated,
    shown,
)
from games.commune.rules import RULES
from games.commune.state import CommuneState, build_full_deck
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.engine.state import DEALER
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, filter_clauses
from games.words import capitalize_first, quote_cards, spell_count

EXACT = ("high", "pair", "two-pair", "trips", "straight", "full-house", "quads")
"""Kinds of hand whose chance is computed exactly."""
CHANCE = (
    "call.target",
    "call.caller-loses",
    "call.declarer-loses",
    "declare.free",
    "deal.stub-unused",
    "deal.face-down",
)
AFTER = (
    *("call.ends-hand", "call.caller-loses", "call.declarer-loses", "token.one-per-hand", "deal.hand-size"),
    *("token.out", "deal.rotate", "declare.first", "match.last-standing"),
)
PLACES = ("second", "third", "fourth", "fifth")
DOUBTFUL = (0.42, 0.58)
"""Puzzles don't ask about chances in this range, because they're too close to one half."""
HOW_OFTEN = (
    AnswerOption("never", "Less than 20% of the time, so call"),
    AnswerOption("seldom", "20% to 50% of the time, so call"),
    AnswerOption("mostly", "50% to 80% of the time, so don’t call"),
    AnswerOption("always", "More than 80% of the time, so don’t call"),
)
BORDERS = (0.2, 0.5, 0.8)
"""The chances that separate the options in `HOW_OFTEN`."""
CLEAR = ((0.01, 0.15), (0.25, DOUBTFUL[0]), (DOUBTFUL[1], 0.75), (0.85, 0.99))
"""The range of chances that puzzles ask about, for each option in `HOW_OFTEN`."""


# -- call or believe? ------------------------------------------------------------------------------------


def _make_chance_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def draw_setup(low: float, high: float) -> Setup | None:
        seats = rng.randint(2, 6)
        tokens = [rng.randint(1, house.start_tokens) for _ in range(seats)]
        own = rng.sample(build_full_deck(house), house.start_tokens + 1 - tokens[0])
        hand = draw_random_declaration(rng, options, EXACT)
        unseen = sum(house.start_tokens + 1 - held for held in tokens[1:])
        chance = Odds(own, unseen, house).compute_chance(hand)
        if low < chance < high and set(hand.ranks) & set(map(get_rank_value, own)):
            position = {"seats": seats, "hands": [format_cards(own)], "declared": [f"{seats - 1} {hand}"]}
            return {"position": {**position, "match": {"dealer": seats - 1, "scores": tokens}}}
        return None

    for low, high in rng.sample(CLEAR, len(CLEAR)):
        with suppress(VoidPuzzle):
            return draw_fitting_setup(partial(draw_setup, low, high), TRIES * 10)
    raise VoidPuzzle("We couldn’t find a hand for this question.")


def _build_chance_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    hand, own = state.declared[-1].hand, state.hands[0]
    if hand.kind not in EXACT:
        raise VoidPuzzle("We can’t compute the chance of this kind of hand.")
    unseen = sum(map(len, state.hands[1:]))
    chance = Odds(own, unseen, state.options).compute_chance(hand)
    if DOUBTFUL[0] < chance < DOUBTFUL[1]:
        raise VoidPuzzle("The chance is too close to 50% to be clear.")
    right = sum(chance > border for border in BORDERS)
    why = f"With {spell_count(unseen, 'unseen card')}, it’s there {round(100 * chance)}% of the time, so it’s " + (
        "more likely there than not." if chance > 0.5 else "more likely missing than there."
    )
    story = f"The others have {spell_count(unseen, 'card')} in total. One of them declared"
    if state.seats == 2:
        story = f"The other player has {spell_count(unseen, 'card')} and declared"
    lacking = _count_cards_still_missing(own, hand, state)
    rest = list((Counter(build_full_deck(state.options)) - Counter(own)).elements())
    helping = sum(_count_cards_still_missing([*own, card], hand, state) < lacking for card in rest)
    return Puzzle(
        "one",
        f"{story} {hand.spoken_name}. By chance alone, how often is it there?",
        shown(state),
        HOW_OFTEN[right].id,
        CHANCE,
        why,
        HOW_OFTEN,
        reasons={
            option.id: why if place == right else f"That’s too {'low' if place < right else 'high'}."
            for place, option in enumerate(HOW_OFTEN)
        },
        clauses_by_option={HOW_OFTEN[right].id: "call.target"},
        hints=(
            "What do your own cards give you? How many cards can’t you see?",
            rule_hint("call.target", options),
            f"With only {quote_cards(own)}, {spell_count(lacking, 'card')} {'is' if lacking == 1 else 'are'} missing.",
            f"Of the {len(rest)} cards you don’t have, {helping} would help. {unseen} of the {len(rest)} are in play.",
        ),
        rating=clamp_rating(1600 - 2000 * min(abs(chance - border) for border in BORDERS)),
        zones=("hand-0",),
    )


def _count_cards_still_missing(cards: Sequence[Card], hand: Declaration, state: CommuneState) -> int:
    """Return how many cards of a declared hand are missing in `cards` after all wild cards are used."""
    tally = CardCounts(cards, state.options)
    return max(0, tally.count_missing_cards(hand) - tally.wilds)


# -- who pays, and what follows? -------------------------------------------------------------------------

ASKS = ("loser", "cards", "dealer", "first", "winner")
_ASK_OF = {
    "call.ends-hand": "loser",
    "call.caller-loses": "loser",
    "call.declarer-loses": "loser",
    "token.one-per-hand": "loser",
    "deal.hand-size": "cards",
    "token.out": "cards",
    "deal.rotate": "dealer",
    "declare.first": "first",
    "match.last-standing": "winner",
}


def _make_call_outcome_setup(rng: Random, options: Options) -> Setup:
    return _make_outcome_setup_for_clause(rng, options, "")


def _make_outcome_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    house = rules_of(options)
    start = house.start_tokens
    ask = _ASK_OF.get(clause) or rng.choice(ASKS[:4])
    there = {"call.caller-loses": True, "call.declarer-loses": False}.get(clause)
    for _ in range(TRIES * 3):
        seats = 2 if ask == "winner" else rng.randint(3, 5)
        tokens = [rng.randint(1, start) for _ in range(seats)]
        if clause == "token.out" or ask == "winner":
            tokens[0] = tokens[-1] = 1
        sizes = [start + 1 - held for held in tokens]
        hand = draw_random_declaration(rng, options, ("high", "pair", "two-pair", "trips"))
        cards = draw_cards_near_hand(rng, hand, options, sum(sizes))
        if len(cards) != sum(sizes) or there not in (None, is_hand_present(hand, cards, house)):
            continue
        hands, start_index = [], 0
        for size in sizes:
            hands.append(format_cards(cards[start_index : start_index + size]))
            start_index += size
        position = {
            "seats": seats,
            "hands": hands,
            "declared": [f"{seats - 1} {hand}"],
            "match": {"dealer": rng.randrange(seats), "scores": tokens},
        }
        return {"position": position, "ask": ask}
    raise VoidPuzzle("We couldn’t find a hand for this question.")


def _build_call_outcome_puzzle(setup: Setup, options: Options) -> Puzzle:
    position = setup["position"]
    house = rules_of(options)
    if house.can_anyone_call:
        position = {**position, "phase": "ask"}
    state = seated(position, options)
    hand, cards, ask = state.declared[-1].hand, state.list_cards_of_all_hands(), setup["ask"]
    now = state.copy()
    RULES.apply_move(now, 0, Move("call"))
    assert now.loser is not None
    if ask == "winner" and not now.match.over:
        raise VoidPuzzle("This question is about the end of the match, but the match isn’t over after this hand.")
    if ask in ("dealer", "first") and now.match.over:
        raise VoidPuzzle("This question is about the next hand, but the match is over after this one.")
    there = is_hand_present(hand, cards, house)
    presence = explain_hand_presence(hand, cards, options)
    pays = f"{capitalize_first(_name_player(now.loser, state.seats))} {'lose' if now.loser == 0 else 'loses'} a token"
    table = " ".join(_describe_player_holdings(state, seat) for seat in range(state.seats))
    before = (
        f"{table} {capitalize_first(_name_player(state.declared[-1].seat, state.seats))} declared "
        f"{hand.spoken_name}. You call."
    )
    clauses, answer, asked, tail = _build_call_outcome_question(state, now, ask, there)
    form, options_shown = "one", tuple(_build_player_options(state.seats))
    if ask == "cards":
        form, options_shown = "number", ()
    return Puzzle(
        form,
        f"{before} {asked}",
        {},
        answer,
        filter_clauses(clauses, AFTER),
        f"{presence} {pays}. {tail}".strip(),
        options_shown,
        clauses_by_option={answer: clauses[0]} if options_shown else {},
        hints=(
            "Is the declared hand there?",
            rule_hint(clauses[0], options),
            f"The commune is {quote_cards(cards)}.",
            presence,
        ),
        rating=clamp_rating(950 + 40 * len(cards) + 120 * (ask != "loser")),
        working=str(explain_next_hand_size(now, 0, now.loser)) if ask == "cards" else "",
    )


def _build_call_outcome_question(
    state: CommuneState, now: CommuneState, ask: str, there: bool
) -> tuple[list[str], Any, str, str]:
    """Return the clauses, the answer, the question, and a closing sentence of a puzzle about the result of a call.

    `state` is the table before the call, and `now` the table after it. `ask` says what the puzzle asks for, such as the
    loser, and `there` whether the declared hand is there.
    """
    verdict = "call.caller-loses" if there else "call.declarer-loses"
    loser = now.loser or 0
    if ask == "loser":
        return [verdict, "call.ends-hand", "token.one-per-hand"], str(loser), "Who loses a token?", ""
    if ask == "cards":
        left = now.match.scores[loser]
        size = state.options.start_tokens + 1 - left if left else 0
        gets = (
            f"With {spell_count(left, 'token')} left, that’s {spell_count(size, 'card')}."
            if left
            else "It was their last token, so they’re out."
        )
        return ["deal.hand-size" if left else "token.out", verdict], size, _SIZE_ASKED, gets
    if ask == "dealer":
        dealer = state.match.dealer or 0
        asked = f"{capitalize_first(_name_player(dealer, state.seats))} dealt this hand. Who deals next?"
        next_one = now.match.dealer or 0
        return (
            ["deal.rotate", verdict],
            str(next_one),
            asked,
            f"The deal passes to {_name_player(next_one, state.seats)}.",
        )
    if ask == "first":
        dealer = state.match.dealer or 0
        dealt = now.copy()
        RULES.apply_move(dealt, DEALER, RULES.draw_dealer_move(dealt, Random(0)))
        asked = f"{capitalize_first(_name_player(dealer, state.seats))} dealt this hand. Who declares first next time?"
        return (
            ["declare.first", "deal.rotate"],
            str(dealt.turn),
            asked,
            f"The first to declare is {_name_player(dealt.turn, state.seats)}.",
        )
    winner = now.match.winners[0]
    return ["match.last-standing", verdict], str(winner), "Who wins the match?", "No other player has a token left."


_SIZE_ASKED = "How many cards does the player who loses the token get in the next hand?"


def _describe_player_holdings(state: CommuneState, seat: int) -> str:
    held, tokens = quote_cards(state.hands[seat]), spell_count(state.match.scores[seat], "token")
    if not seat:
        return f"You have {held} and {tokens}."
    return f"{capitalize_first(_name_player(seat, state.seats))} has {held} and {tokens}."


def _name_player(seat: int, seats: int) -> str:
    """Return words for a player, such as “you” or “the player to your left”."""
    if not seat:
        return "you"
    if seat == 1 and seats > 2:
        return "the player to your left"
    if seat == seats - 1:
        return "the player to your right" if seats > 2 else "the other player"
    return f"the {PLACES[seat - 2]} player to your left"


def _build_player_options(seats: int) -> list[AnswerOption]:
    return [AnswerOption(str(seat), capitalize_first(_name_player(seat, seats))) for seat in range(seats)]


THEMES = (
    PuzzleTheme(
        "call-or-believe",
        "Call or believe?",
        "You see your own cards and a declaration. How likely is the hand to be there?",
        CHANCE,
        _make_chance_setup,
        _build_chance_puzzle,
    ),
    PuzzleTheme(
        "who-pays",
        "Who pays?",
        "You see all cards, and someone calls. Who loses a token, and what comes next?",
        AFTER,
        _make_call_outcome_setup,
        _build_call_outcome_puzzle,
        aim=_make_outcome_setup_for_clause,
    ),
)
