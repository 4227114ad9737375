"""Sentences about moves in Chinese Ten, for bots' reasons and for hints, with functions that say when they're true."""

from __future__ import annotations

from games.cards import Card
from games.chinese_ten.card_values import FIVE
from games.chinese_ten.scoring import count_newly_completed_pairs
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import count_capture_points, describe_unseen_partners, list_partners, list_unseen_cards
from games.chinese_ten.verbs import list_play_moves
from games.engine.bot import Reason
from games.engine.claim import build_look_at_cards_sentence, build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Group, Move
from games.words import format_count, quote_cards

State = ChineseTenState


def get_capture(state: State, move: Move) -> tuple[Card, Group]:
    """Return the card that captures in this move, and the cards that it captures.

    The capturing card is played from the hand, or flipped from the stock.
    """
    if move.verb == "play":
        return move.cards[0], move.get_cards_by_name("take")
    assert state.turned
    return state.turned, move.cards


def score_capture(state: State, move: Move) -> int:
    """Return the points of the cards in a move's capture, or 0 if the move captures nothing."""
    return count_capture_points(state, *get_capture(state, move))


def is_capture(state: State, seat: int, move: Move) -> bool:
    return move.verb in ("play", "take") and bool(get_capture(state, move)[1])


def is_scoring_capture(state: State, seat: int, move: Move) -> bool:
    return is_capture(state, seat, move) and score_capture(state, move) > 0


def list_capture_moves(state: State, seat: int) -> list[Move]:
    """Return the captures that a seat can choose from."""
    if state.phase == "choose" and state.turned:
        return [Move("take", groups=(cards,)) for cards in state.list_captures(state.turned)]
    return [move for move in list_play_moves(state, seat) if move.get_cards_by_name("take")]


def has_one_capture(state: State, seat: int, move: Move) -> bool:
    return len(list_capture_moves(state, seat)) == 1


def has_several_captures(state: State, seat: int, move: Move) -> bool:
    return len(list_capture_moves(state, seat)) > 1


def is_best_capture(state: State, seat: int, move: Move) -> bool:
    """Return whether the move is a capture and no other capture has more points."""
    return is_capture(state, seat, move) and all(
        score_capture(state, other) <= score_capture(state, move) for other in list_capture_moves(state, seat)
    )


def has_no_scoring_capture(state: State, seat: int, move: Move) -> bool:
    return not any(score_capture(state, other) for other in list_capture_moves(state, seat))


def is_completing_red_pair(state: State, seat: int, move: Move) -> bool:
    """Return whether house rules give a bonus for red pairs, and the capture completes one."""
    if not state.options.red_pair_bonus or not is_capture(state, seat, move):
        return False
    card, taken = get_capture(state, move)
    return count_newly_completed_pairs(state, seat, [card, *taken]) > 0


def has_no_capture(state: State, seat: int, move: Move) -> bool:
    return not list_capture_moves(state, seat)


def count_unseen_capturing_cards(state: State, seat: int, card: Card) -> int:
    """Return how many of the cards that a seat hasn't seen could capture this card.

    A bottom card of the stock at which the seat has peeked isn't counted.
    """
    return len(
        [partner for partner in list_partners(card, list_unseen_cards(state, seat)) if partner not in state.stock]
    )


def is_safe_from_others(state: State, seat: int, move: Move) -> bool:
    return not count_unseen_capturing_cards(state, seat, move.cards[0])


def is_worthless(state: State, seat: int, move: Move) -> bool:
    return state.worth[move.cards[0]] == 0


def describe_points(state: State, seat: int, move: Move) -> str:
    return f"It captures {format_count(score_capture(state, move), 'point')}."


TURNS, TAKES, LEAVES = build_verb_test("turn"), build_verb_test("take"), build_verb_test("leave")

REASONS = (
    Reason("I’ve played a card, so now I flip one.", TURNS, "stock.flip"),
    Reason("It completes a red pair.", is_completing_red_pair, "win.highest"),
    Reason(
        "No capture I can make is worth more.",
        require_all(is_scoring_capture, is_best_capture),
        "capture.to-pile",
    ),
    Reason(describe_points, is_scoring_capture, "capture.to-pile"),
    Reason("It captures, even if it scores nothing.", is_capture, "capture.to-pile"),
    Reason("I’m leaving it on the table.", LEAVES, "capture.mandatory"),
    Reason(
        "I can’t capture, and nobody else can capture this card.",
        require_all(has_no_capture, is_safe_from_others),
        "capture.none",
    ),
    Reason(
        "I can’t capture, and this card scores nothing.",
        require_all(has_no_capture, is_worthless),
        "capture.none",
    ),
    Reason("I can’t capture.", has_no_capture, "capture.none"),
    Reason("Nobody else can capture this card.", is_safe_from_others, "play.free-choice"),
    Reason("It captures nothing.", clause="play.free-choice"),
)


def get_matching_clause(state: State, seat: int, move: Move) -> str:
    """Return the id of the clause by which the cards of a capture match."""
    card, taken = get_capture(state, move)
    if len(taken) > 1:
        return "triple.sweep"
    return "match.same-rank" if card.rank == taken[0].rank and card.rank != FIVE else "match.sum-to-ten"


def point_at_capture_target(state: State, seat: int, move: Move) -> str:
    what = "that card" if len(move.get_cards_by_name("take")) == 1 else "all of them"
    return f"Look at {quote_cards(move.get_cards_by_name('take'))} on the table. You can capture {what}."


def describe_unseen_partner_count(state: State, seat: int, move: Move) -> str:
    return describe_unseen_partners(move.cards[0], count_unseen_capturing_cards(state, seat, move.cards[0]))


def describe_leaving_flipped_card(state: State, seat: int, move: Move) -> str:
    assert state.turned
    return f"Leave {quote_cards([state.turned])} on the table this time."


ADVICE = (
    HintTemplate("You’ve played a card. What’s next in your turn?", "turn.two-parts", "Look at the stock.", TURNS),
    HintTemplate(
        "Which matching card scores the most?",
        "capture.choice",
        build_look_at_cards_sentence,
        require_all(TAKES, has_several_captures, is_scoring_capture, is_best_capture),
    ),
    HintTemplate(
        "Do you want to capture the matching card, or leave it?",
        "capture.mandatory",
        build_look_at_cards_sentence,
        require_all(TAKES, has_one_capture),
    ),
    HintTemplate("Which matching card do you want?", "capture.choice", build_look_at_cards_sentence, TAKES),
    HintTemplate(
        "You don’t have to capture a matching card.", "capture.mandatory", describe_leaving_flipped_card, LEAVES
    ),
    HintTemplate("You can capture cards that score.", get_matching_clause, point_at_capture_target, is_scoring_capture),
    HintTemplate(
        "Your captures score nothing, but they leave less for the others.",
        get_matching_clause,
        point_at_capture_target,
        require_all(is_capture, has_no_scoring_capture),
    ),
    HintTemplate("A capture leaves less for the others.", get_matching_clause, point_at_capture_target, is_capture),
    HintTemplate(
        "You can’t capture, so leave the card that helps the others least.",
        "play.free-choice",
        describe_unseen_partner_count,
        has_no_capture,
    ),
    HintTemplate("You can capture, but you don’t have to.", "play.free-choice", describe_unseen_partner_count),
)
