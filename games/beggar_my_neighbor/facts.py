"""The facts of a Beggar My Neighbor table that a question can ask for."""

from __future__ import annotations

from games.beggar_my_neighbor.lookahead import predict_game_end, predict_pile_taker
from games.beggar_my_neighbor.state import CARDS_OUT, DECK, BeggarState
from games.cards import RANK_NAMES, UNKNOWN, Card, format_cards, parse_card
from games.engine.calculations import (
    Calculation,
    explain_card_count,
    explain_subtraction,
    explain_sum,
    explain_win_count,
)
from games.engine.facts_and_goals import Seat, fact
from games.engine.state import DealResult


def _get_last_result(state: BeggarState) -> DealResult | None:
    """Return the result of the game that was just played, or None while one is being played."""
    return state.match.results[-1] if state.match.results and state.phase not in CARDS_OUT else None


def _explain_cards_owed(state: BeggarState, seat: int) -> Calculation:
    """Return how the number of cards owed is calculated: the latest penalty card's price, minus the cards paid for it.

    `seat` is the seat that asks, which makes no difference.
    """
    penalty = next((card for card in reversed(state.pile) if state.prices[card.rank]), None)
    if penalty is None:
        return explain_sum(("penalty cards in the pile", state.owed))
    price = state.prices[penalty.rank]
    return explain_subtraction((f"`{penalty.code}`", price), ("paid", price - state.owed))


def _explain_card_price(state: BeggarState, seat: int, card: str) -> Calculation:
    rank = parse_card(card).rank
    return explain_sum((f"each {RANK_NAMES[rank]}" if rank else "a joker", state.prices[rank]))


def _explain_pile_size(state: BeggarState, seat: int) -> Calculation:
    number, lying = (predict_pile_taker(state) or (0, 0))[1], len(state.pile)
    return explain_sum((f"`{format_cards(state.pile)}`", lying), ("cards that are turned until then", number - lying))


def _explain_stack_size(state: BeggarState, seat: int, owner: int) -> Calculation:
    """Return how the number of cards in `owner`'s stack is calculated.

    Face-up cards are counted. A stack with face-down cards has the cards of the deck that aren't in the other stacks or
    in the pile.
    """
    others = [(f"{{{one}}}", len(stack)) for one, stack in enumerate(state.hands) if one != owner]
    number = DECK - sum(size for _, size in others) - len(state.pile)
    if UNKNOWN not in state.hands[owner] or number != len(state.hands[owner]):
        return explain_card_count(state.hands[owner])
    return explain_subtraction(("the whole deck", DECK), *others, ("the pile", len(state.pile)))


def _explain_cards_turned(state: BeggarState, seat: int) -> Calculation:
    return explain_sum(("in earlier piles", state.turned - len(state.pile)), ("in this pile", len(state.pile)))


def _explain_cards_still_to_turn(state: BeggarState, seat: int) -> Calculation:
    end = predict_game_end(state)
    assert end is not None
    return explain_subtraction(("in the whole game", end.turned), ("so far", state.turned))


@fact(
    "player",
    "Who flips the next card?",
    "{value} flips the next card.",
    "turn.first turn.alternate penalty.owe penalty.pay-one-by-one penalty.first-player-too pile.winner-leads more.next",
)
def next_to_turn(state: BeggarState, seat: int) -> int | None:
    return state.turn if state.phase == "play" else None


@fact(
    "number",
    "How many cards are still owed?",
    "{value} cards are still owed.",
    "card.number card.penalty penalty.interrupted penalty.latest-counts",
    working=_explain_cards_owed,
)
def debt(state: BeggarState, seat: int) -> int | None:
    return state.owed if state.phase == "play" else None


@fact(
    "number",
    "What does `{card}` cost?",
    "`{card}` costs {value} cards.",
    "card.number card.penalty",
    working=_explain_card_price,
)
def price(state: BeggarState, seat: int, card: str) -> int:
    return state.prices[parse_card(card).rank]


@fact(
    "player",
    "Who takes this pile?",
    "{value} takes this pile.",
    "penalty.all-numbers penalty.interrupted more.last-number more.nobody-else",
)
def taker(state: BeggarState, seat: int) -> int | None:
    found = predict_pile_taker(state) if state.pile else None
    return found[0] if found else None


@fact(
    "number",
    "How many cards will this pile have when it is taken?",
    "This pile will have {value} cards when it is taken.",
    "pile.whole",
    working=_explain_pile_size,
)
def haul(state: BeggarState, seat: int) -> int | None:
    found = predict_pile_taker(state) if state.pile else None
    return found[1] if found else None


@fact("word", "Which cards are in {owner}’s stack, from the top?", "From the top, it’s {value}.", "pile.to-bottom")
def stack(state: BeggarState, seat: int, owner: Seat) -> str | None:
    cards = state.hands[owner]
    return format_cards(cards) if cards and UNKNOWN not in cards else None


@fact("cards", "Which card is on top of {owner}’s stack?", "It’s {value}.", "deal.alternate pile.to-bottom")
def top(state: BeggarState, seat: int, owner: Seat) -> list[Card] | None:
    cards = state.hands[owner][:1]
    return cards if cards and UNKNOWN not in cards else None


@fact(
    "number",
    "How many cards does {owner} have left?",
    "{owner} has {value} cards left.",
    "deal.all-26",
    working=_explain_stack_size,
)
def left(state: BeggarState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact("yes-no", "Is {owner} out of the game?", "{owner} is out of the game.", "more.out")
def out(state: BeggarState, seat: int, owner: Seat) -> bool | None:
    return not state.hands[owner] and not state.pile if state.phase == "play" else None


@fact(
    "player",
    "Who has won the game?",
    "{value} has won the game.",
    "end.all-52 end.cannot-play end.both-empty end.paid-with-last-card end.length-limit",
)
def game_winner(state: BeggarState, seat: int) -> int | None:
    result = _get_last_result(state)
    return result.winners[0] if result and result.winners else None


@fact(
    "number", "How many cards were flipped in this game?", "{value} cards were flipped.", working=_explain_cards_turned
)
def cards_turned(state: BeggarState, seat: int) -> int:
    return state.turned


@fact(
    "number",
    "How many piles were taken in this game?",
    "{value} piles were taken.",
    working=lambda state, seat: explain_sum(("piles that were taken", state.piles)),
)
def piles_taken(state: BeggarState, seat: int) -> int:
    return state.piles


@fact(
    "player",
    "Who will win this game?",
    "{value} will win this game.",
    "end.all-52 end.cannot-play end.empty-but-waiting end.both-empty",
)
def winner_to_be(state: BeggarState, seat: int) -> int | None:
    end = predict_game_end(state)
    return end.match.results[-1].winners[0] if end and end.match.results[-1].winners else None


@fact(
    "number",
    "How many more cards will be flipped in this game?",
    "{value} more cards will be flipped.",
    working=_explain_cards_still_to_turn,
)
def still_to_turn(state: BeggarState, seat: int) -> int | None:
    end = predict_game_end(state)
    return end.turned - state.turned if end else None


@fact("yes-no", "Does this game repeat itself forever?", "This game repeats itself forever.", "end.cycle-draw")
def goes_round(state: BeggarState, seat: int) -> bool | None:
    end = predict_game_end(state)
    return end.match.results[-1].clause == "end.cycle-draw" if end else None


@fact("yes-no", "Is the match over?", "The match is over.", "match.single")
def over(state: BeggarState, seat: int) -> bool | None:
    return state.match.over if state.match.deals else None


@fact(
    "number",
    "How many games has {owner} won?",
    "{owner} has won {value} games.",
    "match.single",
    working=lambda state, seat, owner: explain_win_count(state.match, owner, "game"),
)
def games_won(state: BeggarState, seat: int, owner: Seat) -> int:
    return state.match.scores[owner]
