"""Facts that questions can ask about a Contract Rummy table, and goals that moves can reach."""

from __future__ import annotations

from functools import partial

from games.cards import RANKS, UNKNOWN, Card, list_missing_cards, parse_cards
from games.contract_rummy.contract_plans import count_missing_cards
from games.contract_rummy.contracts import count_hands, describe_contract, get_contract
from games.contract_rummy.contracts import get_hand_size as dealt_in
from games.contract_rummy.endgame import find_moves_to_go_out
from games.contract_rummy.rules import RULES
from games.contract_rummy.scoring import count_hand_points, count_hands_won, get_card_points
from games.contract_rummy.state import ContractRummyState, build_full_deck
from games.engine.calculations import (
    Calculation,
    explain_card_value_sum,
    explain_deck_count,
    explain_hand_count,
    explain_subtraction,
    explain_sum,
)
from games.engine.facts_and_goals import Moves, Seat, fact, goal, has_clause_ended_last_deal
from games.engine.move import Move
from games.engine.state import DEALER
from games.errors import BadText
from games.kit.rummy import quote_discard
from games.words import quote_cards, spell_count


def _check_hand_number(state: ContractRummyState, number: int) -> int:
    """Return `number` if the match has a hand with this number. Raises BadText if it doesn't."""
    if not 1 <= number <= count_hands(state.options):
        raise BadText("not a hand of this match", number, f"a number from 1 to {count_hands(state.options)}")
    return number


# -- calculations ----------------------------------------------------------------------------------


def _explain_deck_size(state: ContractRummyState, seat: int) -> Calculation:
    return explain_deck_count(state.options.get_deck_count(state.seats), state.options.get_joker_count(state.seats))


def _explain_rank_count(state: ContractRummyState, seat: int, rank: str) -> Calculation:
    decks = state.options.get_deck_count(state.seats)
    number = sum(card.code[0] == rank for card in build_full_deck(state.options, state.seats))
    if rank not in RANKS:
        return explain_sum(("jokers", number))
    return explain_sum(("in each deck", number // decks), times=decks)


def _explain_missing_contract_cards(state: ContractRummyState, seat: int) -> Calculation:
    needed, lack = state.contract.card_count, count_missing_cards(state.hands[seat], state.contract, state.law)
    return explain_subtraction(("cards in the contract", needed), ("the ones you have at best", needed - lack))


# -- the deck and the deal -------------------------------------------------------------------------


@fact(
    "number",
    "How many cards does the game have?",
    "The game has {value} cards.",
    "setup.packs setup.jokers",
    working=_explain_deck_size,
)
def deck(state: ContractRummyState, seat: int) -> int:
    return len(build_full_deck(state.options, state.seats))


@fact(
    "number",
    "How many jokers are there?",
    "There are {value} jokers.",
    "setup.jokers",
    working=lambda state, seat: explain_sum(("jokers for this table", state.options.get_joker_count(state.seats))),
)
def jokers(state: ContractRummyState, seat: int) -> int:
    return sum(not card.rank for card in build_full_deck(state.options, state.seats))


@fact("number", "How many {rank} are there?", "There are {value} {rank}.", "setup.packs", working=_explain_rank_count)
def of_rank(state: ContractRummyState, seat: int, rank: str) -> int:
    return sum(card.code[0] == rank for card in build_full_deck(state.options, state.seats))


@fact(
    "number",
    "How many cards are dealt in hand {hand}?",
    "{value} cards are dealt in hand {hand}.",
    "deal.hand-size",
    working=lambda state, seat, hand: explain_sum((f"cards dealt in hand {hand}", dealt_in(state.options, hand))),
)
def dealt(state: ContractRummyState, seat: int, hand: int) -> int:
    return dealt_in(state.options, _check_hand_number(state, hand))


@fact("word", "What is the contract of hand {hand}?", "The contract of hand {hand} is {value}.", "contract.table")
def contract_of_hand(state: ContractRummyState, seat: int, hand: int) -> str:
    return describe_contract(get_contract(state.options, _check_hand_number(state, hand)))


@fact(
    "number",
    "Without a “May I?”, how many cards do you have after drawing?",
    "Without a “May I?”, you have {value} cards after drawing.",
    "h7.count",
    working=lambda state, seat: explain_sum(("dealt", dealt_in(state.options, state.number)), ("drawn", 1)),
)
def whole_hand(state: ContractRummyState, seat: int) -> int | None:
    return dealt_in(state.options, state.number) + 1 if state.is_all_or_nothing else None


# -- whose turn it is ------------------------------------------------------------------------------


@fact("player", "Who has the first turn of a hand?", "{value} has the first turn.", "turn.first-player")
def first(state: ContractRummyState, seat: int) -> int | None:
    if state.match.dealer is None:
        return None
    dealing = ContractRummyState(state.options, state.seats)
    dealing.match.dealer = state.match.dealer
    RULES.apply_move(dealing, DEALER, Move("deal", groups=(tuple(build_full_deck(state.options, state.seats)),)))
    return dealing.turn


@fact("player", "Whose turn is it?", "It’s {value}’s turn.")
def turn(state: ContractRummyState, seat: int) -> int:
    return state.turn


@fact(
    "players",
    "Who is asked about the upcard?",
    "The upcard is offered to {value}.",
    "mayi.who mayi.chain mayi.no-two-running",
)
def asked(state: ContractRummyState, seat: int) -> tuple[int, ...]:
    return state.waiting if state.phase == "window" else ()


@fact("players", "Who has taken an upcard out of turn?", "{value} took an upcard out of turn.", "mayi.priority")
def takers(state: ContractRummyState, seat: int) -> set[int]:
    return set(state.buys)


# -- cards -----------------------------------------------------------------------------------------


@fact("cards", "Which card is on top of the pile?", "{value} is on top.", "mayi.closes")
def upcard(state: ContractRummyState, seat: int) -> list[Card]:
    return state.pile[-1:]


@fact(
    "number",
    "How many cards does {owner} hold?",
    "{owner} holds {value} cards.",
    "mayi.cost",
    working=explain_hand_count,
)
def held(state: ContractRummyState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact(
    "number",
    "How many cards do you still need for the contract?",
    "You still need {value} cards for the contract.",
    "contract.table contract.exact",
    working=_explain_missing_contract_cards,
)
def lacks(state: ContractRummyState, seat: int) -> int | None:
    hand = state.hands[seat]
    return None if state.is_down(seat) or UNKNOWN in hand else count_missing_cards(hand, state.contract, state.law)


@fact(
    "number",
    "What would your hand cost you?",
    "Your hand would cost you {value}.",
    "score.pip score.face score.joker-ace",
    working=lambda state, seat: explain_card_value_sum(state.hands[seat], partial(get_card_points, state.options)),
)
def worth(state: ContractRummyState, seat: int) -> int | None:
    hand = state.hands[seat]
    return None if UNKNOWN in hand else count_hand_points(state.options, hand)


# -- the end ---------------------------------------------------------------------------------------


@fact("yes-no", "You’re down. Can you go out this turn?", "You can go out this turn.", "out.empty-hand")
def can_go_out(state: ContractRummyState, seat: int) -> bool | None:
    able = state.phase == "table" and state.turn == seat and state.is_down(seat)
    return find_moves_to_go_out(state, seat) is not None if able and UNKNOWN not in state.hands[seat] else None


@fact("yes-no", "Is the hand over?", "The hand is over.", "out.empty-hand stock.dead", has_clause_ended_last_deal)
def hand_over(state: ContractRummyState, seat: int) -> bool:
    return state.phase in ("between", "over")


@fact("numbers", "How many hands has each player won?", "They’ve won {value}.", "match.tie")
def won(state: ContractRummyState, seat: int) -> list[int]:
    return [count_hands_won(state, one) for one in range(state.seats)]


# -- goals -----------------------------------------------------------------------------------------


def _list_laid_cards(moves: Moves) -> list[Card]:
    return [card.base for move in moves if move.verb != "discard" for group in move.groups for card in group]


def _explain_cards_not_laid(start: ContractRummyState, moves: Moves, now: ContractRummyState, *cards: str) -> str:
    left = quote_cards(list_missing_cards(parse_cards(" ".join(cards)), _list_laid_cards(moves)))
    return (
        f"The discard of {quote_discard(moves)} ends your turn, but you could have melded {left}."
        if quote_discard(moves)
        else ""
    )


@goal("Your {cards} are in melds on the table.", _explain_cards_not_laid)
def on_table(start: ContractRummyState, moves: Moves, now: ContractRummyState, *cards: str) -> bool:
    return not list_missing_cards(parse_cards(" ".join(cards)), _list_laid_cards(moves))


def _explain_card_not_kept(start: ContractRummyState, moves: Moves, now: ContractRummyState, *cards: str) -> str:
    return f"{quote_discard(moves)} is one of the cards you wanted to keep." if quote_discard(moves) else ""


@goal("You have ended your turn and kept {cards}.", _explain_card_not_kept)
def kept(start: ContractRummyState, moves: Moves, now: ContractRummyState, *cards: str) -> bool:
    ended = any(move.verb == "discard" for move in moves)
    return ended and not list_missing_cards(parse_cards(" ".join(cards)), now.hands[0])


def _explain_not_gone_out(start: ContractRummyState, moves: Moves, now: ContractRummyState) -> str:
    held = spell_count(len(now.hands[0]), "card")
    return (
        f"The discard of {quote_discard(moves)} ends your turn, and you still hold {held}."
        if quote_discard(moves)
        else ""
    )


@goal("You have gone out.", _explain_not_gone_out)
def out(start: ContractRummyState, moves: Moves, now: ContractRummyState) -> bool:
    new = now.match.results[len(start.match.results) :]
    return any(result.winners == (0,) and result.clause == "out.empty-hand" for result in new)
