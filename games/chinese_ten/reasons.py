"""Tests of moves in Chinese Ten, and sentences on them for the bots' reasons and for hints."""

from __future__ import annotations

from games.cards import Card
from games.chinese_ten.scoring import completed
from games.chinese_ten.state import ChineseTenState
from games.chinese_ten.strategy import gain, partners, still_unseen, unseen
from games.chinese_ten.values import FIVE
from games.chinese_ten.verbs import plays
from games.engine.bot import Reason
from games.engine.claim import both, look, verb
from games.engine.hint import Advice
from games.engine.move import Group, Move
from games.words import figure, quoted

State = ChineseTenState


def captured(state: State, move: Move) -> tuple[Card, Group]:
    """Return the card that is played or flipped, and the cards it captures."""
    if move.verb == "play":
        return move.cards[0], move.group("take")
    assert state.turned
    return state.turned, move.cards


def worth(state: State, move: Move) -> int:
    """Return the points of a move's capture."""
    return gain(state, *captured(state, move))


def captures(state: State, seat: int, move: Move) -> bool:
    return move.verb in ("play", "take") and bool(captured(state, move)[1])


def counts(state: State, seat: int, move: Move) -> bool:
    return captures(state, seat, move) and worth(state, move) > 0


def ways(state: State, seat: int) -> list[Move]:
    """Return the captures that a seat can choose from."""
    if state.phase == "choose" and state.turned:
        return [Move("take", groups=(cards,)) for cards in state.captures(state.turned)]
    return [move for move in plays(state, seat) if move.group("take")]


def one_way(state: State, seat: int, move: Move) -> bool:
    return len(ways(state, seat)) == 1


def several_ways(state: State, seat: int, move: Move) -> bool:
    return len(ways(state, seat)) > 1


def counts_most(state: State, seat: int, move: Move) -> bool:
    """Return whether the move is a capture and no other capture has more points."""
    return captures(state, seat, move) and all(worth(state, one) <= worth(state, move) for one in ways(state, seat))


def none_counts(state: State, seat: int, move: Move) -> bool:
    return not any(worth(state, one) for one in ways(state, seat))


def completes_pair(state: State, seat: int, move: Move) -> bool:
    """Return whether the capture completes a red pair, and red pairs earn a bonus."""
    if not state.options.red_pair_bonus or not captures(state, seat, move):
        return False
    card, taken = captured(state, move)
    return completed(state, seat, [card, *taken]) > 0


def nothing_captures(state: State, seat: int, move: Move) -> bool:
    return not ways(state, seat)


def coming_partners(state: State, seat: int, card: Card) -> int:
    """Return how many unseen cards could capture this one, except a bottom card that the seat has peeked at."""
    return len([one for one in partners(card, unseen(state, seat)) if one not in state.stock])


def nobody_else_takes_it(state: State, seat: int, move: Move) -> bool:
    return not coming_partners(state, seat, move.cards[0])


def counts_nothing(state: State, seat: int, move: Move) -> bool:
    return state.worth[move.cards[0]] == 0


def points(state: State, seat: int, move: Move) -> str:
    return f"It captures {figure(worth(state, move), 'point')}."


TURNS, TAKES, LEAVES = verb("turn"), verb("take"), verb("leave")

REASONS = (
    Reason("First the hand, then the stock.", TURNS, "stock.flip"),
    Reason("It completes a red pair.", completes_pair, "win.highest"),
    Reason("No capture I can make is worth more.", both(counts, counts_most), "capture.to-pile"),
    Reason(points, counts, "capture.to-pile"),
    Reason("It captures, though nothing that counts.", captures, "capture.to-pile"),
    Reason("I leave it on the table.", LEAVES, "capture.mandatory"),
    Reason(
        "Nothing I hold captures, and nobody else can take this card.",
        both(nothing_captures, nobody_else_takes_it),
        "capture.none",
    ),
    Reason(
        "Nothing I hold captures, and this card counts nothing.", both(nothing_captures, counts_nothing), "capture.none"
    ),
    Reason("Nothing I hold captures.", nothing_captures, "capture.none"),
    Reason("Nobody else can take this card.", nobody_else_takes_it, "play.free-choice"),
    Reason("It captures nothing.", clause="play.free-choice"),
)


def matching_rule(state: State, seat: int, move: Move) -> str:
    """Return the clause by which the cards of a capture match."""
    card, taken = captured(state, move)
    if len(taken) > 1:
        return "triple.sweep"
    return "match.same-rank" if card.rank == taken[0].rank and card.rank != FIVE else "match.sum-to-ten"


def target(state: State, seat: int, move: Move) -> str:
    takes = "takes that" if len(move.group("take")) == 1 else "takes all of them"
    return f"Look at {quoted(move.group('take'))} on the table: a card of yours {takes}."


def partners_left(state: State, seat: int, move: Move) -> str:
    return still_unseen(move.cards[0], coming_partners(state, seat, move.cards[0]))


def turned_card(state: State, seat: int, move: Move) -> str:
    assert state.turned
    return f"Leave {quoted([state.turned])} on the table this time."


ADVICE = (
    Advice("Your card is played, and your turn is not over.", "turn.two-parts", "Look at the stock.", TURNS),
    Advice(
        "Which of the cards that match counts most?",
        "capture.choice",
        look,
        both(TAKES, several_ways, counts, counts_most),
    ),
    Advice("Do you want what matches, or would you rather leave it?", "capture.mandatory", look, both(TAKES, one_way)),
    Advice("Which of the cards that match do you want?", "capture.choice", look, TAKES),
    Advice("You don't have to take what matches.", "capture.mandatory", turned_card, LEAVES),
    Advice("You can capture something that counts.", matching_rule, target, counts),
    Advice(
        "Nothing you can capture counts, but a capture leaves less to the others.",
        matching_rule,
        target,
        both(captures, none_counts),
    ),
    Advice("A capture leaves less to the others.", matching_rule, target, captures),
    Advice(
        "Nothing you hold captures, so leave a card that helps the others least.",
        "play.free-choice",
        partners_left,
        nothing_captures,
    ),
    Advice("You can capture, but you don't have to.", "play.free-choice", partners_left),
)
