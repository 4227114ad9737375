"""Puzzles about scoring: the points of a hand, the totals after the last hand, and who wins the match."""

from __future__ import annotations

from functools import partial
from random import Random

from games.cards import Card, parse_cards
from games.contract_rummy.contracts import count_hands, get_deal_size
from games.contract_rummy.puzzles.common import (
    NAMES,
    SEATS,
    Deck,
    filter_active_clauses,
    format_hand,
    rule_hint,
    rules_of,
    shown,
)
from games.contract_rummy.rules import RULES
from games.contract_rummy.scoring import count_hand_points, finish_hand, get_card_points
from games.contract_rummy.state import ContractRummyState
from games.engine.calculations import explain_card_value_sum
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.errors import RulesError
from games.kit.puzzle_tools import clamp_rating, split_clause_ids
from games.words import capitalize_first, join_words, quote_cards, spell_count

SCORE = split_clause_ids(
    "score.who score.joker-ace score.face score.pip match.total match.tie stock.dead stock.dead-all-score "
    "out.empty-hand"
)

LISTED = 4
"""The largest number of cards that a question lists one by one."""


def _make_scoring_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    pack = Deck(rng, house)
    ask = rng.choice(("hand", "hand", "dead" if house.blind_out_bonus else "total", "dead"))
    whole = get_deal_size(house, count_hands(house)) if house.has_all_or_nothing else 0
    hands = [pack.take_random_cards(whole or rng.randint(1, 4)) for _ in range(SEATS)]
    if ask == "hand":
        hands[0] = pack.take_random_cards(rng.randint(4, 7))
        return {"ask": ask, "hand": format_hand(hands[0])}
    out = None if ask == "dead" else rng.randrange(SEATS)
    if out is not None:
        hands[out] = []
    scores = [rng.randint(8, 26) * 5 for _ in range(SEATS)]
    if ask == "total" and rng.random() < 0.4:
        level = max(*scores, *(count_hand_points(house, hand) for hand in hands)) + 10
        one, other = rng.sample(range(SEATS), 2)
        for seat in range(SEATS):
            scores[seat] = level + rng.choice((5, 10, 15))
        for seat in (one, other):
            scores[seat] = level - count_hand_points(house, hands[seat])
    return {"ask": ask, "hands": [format_hand(hand) for hand in hands], "out": out, "scores": scores}


def _pose_scoring_puzzle(setup: Setup, options: Options) -> Puzzle:
    return (
        _pose_hand_points_puzzle(setup, options)
        if setup["ask"] == "hand"
        else _pose_match_winner_puzzle(setup, options)
    )


def _pose_hand_points_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    try:
        state = RULES.load_position(
            {"options": house.list_nonstandard_values(), "seats": SEATS, "hands": [setup["hand"]]}
        )
    except RulesError as refused:
        raise Void(str(refused)) from None
    hand = state.hands[0]
    points = count_hand_points(house, hand)
    clauses = ["score.who"]
    clauses += ["score.joker-ace"] if any(card.rank < 2 for card in hand) else []
    clauses += ["score.face"] if any(card.rank > 10 for card in hand) else []
    clauses += ["score.pip"] if any(1 < card.rank < 11 for card in hand) else []
    return Puzzle(
        theme="score-it",
        form="number",
        question="Somebody goes out, and this is left in your hand. What does it cost you?",
        position=shown(state),
        key=points,
        clauses=filter_active_clauses(clauses, options, SCORE),
        why=f"All {spell_count(len(hand), 'card')} count." if len(hand) > 1 else "That is all you have left.",
        working=str(explain_card_value_sum(hand, partial(get_card_points, house))),
        hints=(
            "Begin with the jokers and aces, then the court cards.",
            rule_hint(clauses[-1], options),
            f"You hold {spell_count(len(hand), 'card')}.",
            f"It is {'more' if points > 40 else 'not more'} than 40.",
        ),
        rating=clamp_rating(800 + 40 * len(hand)),
        zones=("hand-0",),
    )


def _build_table_after_match(setup: Setup, options: Options) -> ContractRummyState:
    """Return the table after the hand of this setup, which was the last of the match."""
    house = rules_of(options)
    state = RULES.start_match(house, SEATS)
    state.match.dealer, state.match.deals = 0, count_hands(house) - 1
    state.number = count_hands(house)
    state.match.scores = list(setup["scores"])
    state.hands = [list(parse_cards(text)) for text in setup["hands"]]
    finish_hand(state, setup["out"])
    return state


def _pose_match_winner_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _build_table_after_match(setup, options)
    scores, totals, best = state.match.results[-1].scores or (), state.match.scores, state.match.winners
    out = setup["out"]
    if out is not None and state.options.blind_out_bonus:
        raise Void("It is not said whether anybody went out in the turn of the contract.")
    if state.options.has_all_or_nothing and any(
        0 < len(hand) < get_deal_size(state.options, state.number) for hand in state.hands
    ):
        raise Void("In the last hand all cards are laid at once, or none.")
    held = [f"{_name_seat(seat)} held {_describe_hand(state, hand)}" for seat, hand in enumerate(state.hands) if hand]
    before = join_words([f"{NAMES[seat]} {score}" for seat, score in enumerate(setup["scores"])])
    before += "; and all had won as many hands" if state.options.tie == "fewest-hands-lost" else ""
    how = (
        "The last hand ended because no stock could be made."
        if out is None
        else f"{_name_seat(out)} went out in the last hand."
    )
    sums = [
        f"{_name_seat(seat)}: {setup['scores'][seat]} and {scores[seat]} are {totals[seat]}" for seat in range(SEATS)
    ]
    verdict = f"{_name_seat(best[0])} {'have' if best[0] == 0 else 'has'} won." if len(best) == 1 else ""
    if len(best) > 1:
        verdict = f"The win is shared by {join_words([NAMES[seat] for seat in best])}."
    verdict = verdict or "The lowest total is shared, so the last hand is played again and nobody has won yet."
    level = sum(total == min(totals) for total in totals) > 1
    clauses = ["match.total", "score.who"]
    clauses += ["match.tie"] if level else []
    clauses += ["stock.dead-all-score", "stock.dead"] if out is None else ["out.empty-hand"]
    why = f"{'. '.join(sums)}. {verdict}"
    return Puzzle(
        theme="score-it",
        form="tick",
        question=f"{how} {'. '.join(held)}. Before that the totals were: {before}. Tick who wins the match, or nobody.",
        position={},
        key=sorted(str(seat) for seat in best),
        clauses=filter_active_clauses(clauses, options, SCORE),
        why=why,
        options=tuple(AnswerOption(str(seat), _name_seat(seat)) for seat in range(SEATS)),
        reasons={str(seat): f"{sums[seat]}." for seat in range(SEATS)},
        clauses_by_option={
            str(seat): "match.tie" if level and totals[seat] == min(totals) else "match.total" for seat in range(SEATS)
        },
        hints=(
            "Add what each hand costs to what was there before.",
            rule_hint("match.tie" if level else "match.total", options),
            f"The lowest total is {min(totals)}.",
            "Several players have it." if level else "Only one player has it.",
        ),
        rating=clamp_rating(1150 + 150 * level),
    )


def _describe_hand(state: ContractRummyState, hand: list[Card]) -> str:
    """Return the cards of a hand in words, or only their points if there are many."""
    return quote_cards(hand) if len(hand) <= LISTED else f"cards that cost {count_hand_points(state.options, hand)}"


def _name_seat(seat: int) -> str:
    return capitalize_first(NAMES[seat])


THEMES = (
    PuzzleTheme(
        "score-it",
        "Score it",
        "What a hand costs, and who wins the match.",
        SCORE,
        _make_scoring_setup,
        _pose_scoring_puzzle,
    ),
)
