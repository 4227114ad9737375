"""The facts of a Beggar My Neighbor table that a question can ask for."""

from __future__ import annotations

from games.beggar_my_neighbor.ahead import foresee_game, foresee_pile
from games.beggar_my_neighbor.state import CARDS_OUT, DECK, BeggarState
from games.cards import RANK_NAMES, UNKNOWN, Card, format_cards, parse_card
from games.engine.asking import Seat, fact
from games.engine.state import Result
from games.engine.working import Calculation, count_cards, count_wins, subtract_parts, sum_parts


def _get_last_result(state: BeggarState) -> Result | None:
    """Return the result of the game that was just played, or None while one is being played."""
    return state.match.results[-1] if state.match.results and state.phase not in CARDS_OUT else None


def _work_out_debt(state: BeggarState, seat: int) -> Calculation:
    """Return the working of what is owed: the price of the latest penalty card, less what is paid."""
    penalty = next((card for card in reversed(state.pile) if state.prices[card.rank]), None)
    if penalty is None:
        return sum_parts(("penalty cards in the pile", state.owed))
    price = state.prices[penalty.rank]
    return subtract_parts((f"`{penalty.code}`", price), ("paid", price - state.owed))


def _work_out_price(state: BeggarState, seat: int, card: str) -> Calculation:
    rank = parse_card(card).rank
    return sum_parts((f"each {RANK_NAMES[rank]}" if rank else "a joker", state.prices[rank]))


def _work_out_haul(state: BeggarState, seat: int) -> Calculation:
    number, lying = (foresee_pile(state) or (0, 0))[1], len(state.pile)
    return sum_parts((f"`{format_cards(state.pile)}`", lying), ("cards that are turned until then", number - lying))


def _work_out_cards_left(state: BeggarState, seat: int, owner: int) -> Calculation:
    """Return the working of how many cards a stack has.

    The cards of a face-down stack are what the other stacks and the pile leave of the deck.
    """
    others = [(f"{{{one}}}", len(stack)) for one, stack in enumerate(state.hands) if one != owner]
    number = DECK - sum(size for _, size in others) - len(state.pile)
    if UNKNOWN not in state.hands[owner] or number != len(state.hands[owner]):
        return count_cards(state.hands[owner])
    return subtract_parts(("the whole deck", DECK), *others, ("the pile", len(state.pile)))


def _work_out_turned(state: BeggarState, seat: int) -> Calculation:
    return sum_parts(("in earlier piles", state.turned - len(state.pile)), ("in this pile", len(state.pile)))


def _work_out_to_turn(state: BeggarState, seat: int) -> Calculation:
    end = foresee_game(state)
    assert end is not None
    return subtract_parts(("in the whole game", end.turned), ("so far", state.turned))


@fact(
    "player",
    "Who turns the next card?",
    "{value} turns the next card.",
    "turn.first turn.alternate penalty.owe penalty.pay-one-by-one penalty.first-player-too pile.winner-leads more.next",
)
def next_to_turn(state: BeggarState, seat: int) -> int | None:
    return state.turn if state.phase == "play" else None


@fact(
    "number",
    "How many cards are still owed?",
    "{value} cards are still owed.",
    "card.number card.penalty penalty.interrupted penalty.latest-counts",
    working=_work_out_debt,
)
def debt(state: BeggarState, seat: int) -> int | None:
    return state.owed if state.phase == "play" else None


@fact(
    "number",
    "What does `{card}` cost?",
    "`{card}` costs {value} cards.",
    "card.number card.penalty",
    working=_work_out_price,
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
    found = foresee_pile(state) if state.pile else None
    return found[0] if found else None


@fact(
    "number",
    "How many cards will this pile have when it is taken?",
    "This pile will have {value} cards when it is taken.",
    "pile.whole",
    working=_work_out_haul,
)
def haul(state: BeggarState, seat: int) -> int | None:
    found = foresee_pile(state) if state.pile else None
    return found[1] if found else None


@fact("word", "How does the stack of {owner} lie, from its top?", "It lies so: {value}.", "pile.to-bottom")
def stack(state: BeggarState, seat: int, owner: Seat) -> str | None:
    cards = state.hands[owner]
    return format_cards(cards) if cards and UNKNOWN not in cards else None


@fact("cards", "Which card lies on top of the stack of {owner}?", "It is {value}.", "deal.alternate pile.to-bottom")
def top(state: BeggarState, seat: int, owner: Seat) -> list[Card] | None:
    cards = state.hands[owner][:1]
    return cards if cards and UNKNOWN not in cards else None


@fact(
    "number",
    "How many cards does {owner} have left?",
    "{owner} has {value} cards left.",
    "deal.all-26",
    working=_work_out_cards_left,
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


@fact("number", "How many cards were turned in this game?", "{value} cards were turned.", working=_work_out_turned)
def cards_turned(state: BeggarState, seat: int) -> int:
    return state.turned


@fact(
    "number",
    "How many piles were taken in this game?",
    "{value} piles were taken.",
    working=lambda state, seat: sum_parts(("piles that were taken", state.piles)),
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
    end = foresee_game(state)
    return end.match.results[-1].winners[0] if end and end.match.results[-1].winners else None


@fact(
    "number",
    "How many more cards will be turned in this game?",
    "{value} more will be turned.",
    working=_work_out_to_turn,
)
def still_to_turn(state: BeggarState, seat: int) -> int | None:
    end = foresee_game(state)
    return end.turned - state.turned if end else None


@fact("yes-no", "Does this game go round in a circle?", "This game goes round in a circle.", "end.cycle-draw")
def goes_round(state: BeggarState, seat: int) -> bool | None:
    end = foresee_game(state)
    return end.match.results[-1].clause == "end.cycle-draw" if end else None


@fact("yes-no", "Is the match over?", "The match is over.", "match.single")
def over(state: BeggarState, seat: int) -> bool | None:
    return state.match.over if state.match.deals else None


@fact(
    "number",
    "How many games has {owner} won?",
    "{owner} has won {value} games.",
    "match.single",
    working=lambda state, seat, owner: count_wins(state.match, owner, "game"),
)
def games_won(state: BeggarState, seat: int, owner: Seat) -> int:
    return state.match.scores[owner]
