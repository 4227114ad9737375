"""The facts and goals of Anaconda: questions about a position, and aims that moves can reach."""

from __future__ import annotations

from games.anaconda import hand_stages
from games.anaconda.hand_stages import HIGH, SHOWN
from games.anaconda.scoring import get_low_ranking
from games.anaconda.state import PLAYED, AnacondaState
from games.anaconda.strategy import find_best_high, find_best_low
from games.cards import UNKNOWN, Card, parse_card, parse_cards
from games.engine.calculations import (
    Calculation,
    explain_chip_count,
    explain_hand_count,
    explain_subtraction,
    explain_sum,
)
from games.engine.facts_and_goals import Moves, Seat, fact, goal
from games.errors import BadText
from games.kit.betting import FIXED, POT
from games.kit.poker import HIGH as HIGH_RANKING
from games.kit.poker import HandRanking

# -- workings of numbers -----------------------------------------------------------------------------------


def _explain_round_count(state: AnacondaState, seat: int) -> Calculation:
    last = (f"before each of the last {SHOWN} cards", SHOWN) if state.options.reveal == "roll" else ("at the end", 1)
    return explain_sum(("after the deal", 1), ("after each pass", len(hand_stages.list_passes(state.options))), last)


def _explain_call_price(state: AnacondaState, seat: int) -> Calculation:
    return explain_subtraction(("the highest bet", max(state.bets)), ("yours", state.bets[seat]))


def _explain_least_bet(state: AnacondaState, seat: int) -> Calculation:
    high, limits, total = max(state.bets), state.limits, (state.find_bet_range(seat) or (0, 0))[0]
    if total == state.bets[seat] + state.match.scores[seat]:
        return _explain_all_in_bet(state, seat)
    if limits.structure == FIXED:
        return explain_sum(("the last full bet", state.level), ("the unit", limits.least))
    return explain_sum(("the highest bet", high), ("the last raise" if state.grown else "the least bet", total - high))


def _explain_most_bet(state: AnacondaState, seat: int) -> Calculation:
    high, limits, total = max(state.bets), state.limits, (state.find_bet_range(seat) or (0, 0))[1]
    if total == state.bets[seat] + state.match.scores[seat]:
        return _explain_all_in_bet(state, seat)
    if limits.structure == FIXED or total == (state.find_bet_range(seat) or (0, 0))[0]:
        return _explain_least_bet(state, seat)
    if limits.structure == POT:
        lying = ("the pot", sum(state.paid) + state.carried_chips)
        return explain_sum(("the highest bet", high), lying, ("what you would call", high - state.bets[seat]))
    return explain_sum(("the highest bet", high), ("the most that it can go up", limits.most))


def _explain_all_in_bet(state: AnacondaState, seat: int) -> Calculation:
    return explain_sum(("your bet", state.bets[seat]), ("all the chips you have left", state.match.scores[seat]))


def _explain_paid_chips(state: AnacondaState, seat: int, owner: int) -> Calculation:
    bet = state.bets[owner]
    return explain_sum(("before this round, with the ante", state.paid[owner] - bet), ("in this round", bet))


def _explain_pot(state: AnacondaState, seat: int, number: int) -> Calculation:
    """Return how pot `number` (1 for the main pot) is calculated: chips of earlier hands, plus what each seat put in.

    Chips bet in this round aren't in it yet. The result doesn't depend on `seat`, the player who asks.
    """
    if not state.list_pots():
        return explain_sum(("chips in it", 0))
    carried, lying = (
        state.carried_chips if number == 1 else 0,
        [paid - bet for paid, bet in zip(state.paid, state.bets, strict=True)],
    )
    tops = sorted({lying[owner] for owner in state.active_seats if lying[owner]})
    if not 0 < number <= len(tops):
        return explain_sum(("chips in it", 0))
    below, top = (0, *tops)[number - 1], tops[number - 1] if number < len(tops) else max(lying)
    shares = [(f"{{{one}}}", min(paid, top) - below) for one, paid in enumerate(lying) if paid > below]
    return explain_sum(("from earlier hands", carried), *shares)


def _explain_all_chips(state: AnacondaState, seat: int) -> Calculation:
    lying = sum(state.paid) if state.phase in PLAYED else 0
    chips = [(f"{{{owner}}}", chips) for owner, chips in enumerate(state.match.scores)]
    return explain_sum(*chips, ("the pot", lying), ("from earlier hands", state.flavour))


def _explain_won_chips(state: AnacondaState, seat: int, owner: int) -> Calculation:
    """Return how the chips that `owner` took at the end of the last hand are calculated.

    They are the chips that `owner` had put in, plus what `owner` won or minus what `owner` lost. The result doesn't
    depend on `seat`, the player who asks.
    """
    result = state.match.results[-1]
    change, taken = result.scores or (), result.facts.get("won")
    assert isinstance(taken, list)
    more = "won" if change[owner] > 0 else "lost"
    return explain_sum((f"what {{{owner}}} had put in", taken[owner] - change[owner]), (more, change[owner]))


# -- betting -----------------------------------------------------------------------------------------------


@fact("player", "Whose turn is it?", "It’s {value}’s turn.", "bet.order bet.opener")
def on_turn(state: AnacondaState, seat: int) -> int | None:
    return state.turn if state.phase == "bet" else None


@fact(
    "number",
    "How many betting rounds does a hand have?",
    "A hand has {value} betting rounds.",
    "bet.rounds",
    working=_explain_round_count,
)
def rounds(state: AnacondaState, seat: int) -> int:
    return hand_stages.count_betting_rounds(state.options)


@fact(
    "number",
    "How many chips do you need to call?",
    "You need {value} chips to call.",
    "bet.call",
    working=_explain_call_price,
)
def due(state: AnacondaState, seat: int) -> int | None:
    return state.count_chips_to_call(seat) if state.phase == "bet" else None


@fact("yes-no", "Can you bet or raise?", "You can bet or raise.", "bet.cap bet.short-all-in")
def may_raise(state: AnacondaState, seat: int) -> bool | None:
    return state.find_bet_range(seat) is not None if state.phase == "bet" and seat in state.waiting else None


@fact(
    "number",
    "What is the lowest total you can bet or raise to?",
    "The lowest total you can bet or raise to is {value}.",
    "bet.fixed-limit",
    working=_explain_least_bet,
)
def least(state: AnacondaState, seat: int) -> int | None:
    span = state.find_bet_range(seat) if state.phase == "bet" else None
    return span[0] if span else None


@fact(
    "number",
    "What is the highest total you can bet or raise to?",
    "The highest total you can bet or raise to is {value}.",
    "bet.fixed-limit",
    working=_explain_most_bet,
)
def most(state: AnacondaState, seat: int) -> int | None:
    span = state.find_bet_range(seat) if state.phase == "bet" else None
    return span[1] if span else None


@fact(
    "number",
    "Which betting round is it?",
    "It’s round {value}.",
    "",
    working=lambda state, seat: explain_sum(("rounds that are over", state.round - 1), ("this one", 1)),
)
def betting_round(state: AnacondaState, seat: int) -> int | None:
    return state.round if state.phase == "bet" else None


@fact(
    "number",
    "How many chips does {owner} have?",
    "{owner} has {value} chips.",
    working=explain_chip_count,
)
def chips(state: AnacondaState, seat: int, owner: Seat) -> int:
    return state.match.scores[owner]


@fact(
    "number",
    "How many chips did {owner} put in during this round?",
    "{owner} has put in {value} chips during this round.",
    "bet.call",
    working=lambda state, seat, owner: explain_sum((f"{{{owner}}} in this round", state.bets[owner])),
)
def bet_of(state: AnacondaState, seat: int, owner: Seat) -> int:
    return state.bets[owner]


@fact(
    "number",
    "How many chips did {owner} put in during this hand?",
    "{owner} has put in {value} chips during this hand.",
    "stake.ante",
    working=_explain_paid_chips,
)
def paid_by(state: AnacondaState, seat: int, owner: Seat) -> int:
    return state.paid[owner]


@fact(
    "number",
    "How many chips are in pot {number}, without the bets of this round?",
    "{value} chips are in pot {number}, without the bets of this round.",
    "split.side-pots",
    working=_explain_pot,
)
def pot(state: AnacondaState, seat: int, number: int) -> int:
    pots = state.list_pots()
    return pots[number - 1].chips if 0 < number <= len(pots) else 0


@fact("players", "Who can win pot {number}?", "{value} can win pot {number}.", "split.side-pots")
def contenders(state: AnacondaState, seat: int, number: int) -> tuple[int, ...]:
    pots = state.list_pots()
    return pots[number - 1].seats if 0 < number <= len(pots) else ()


@fact(
    "number",
    "How many chips are there together?",
    "There are {value} chips together.",
    "money.conserved",
    working=_explain_all_chips,
)
def all_chips(state: AnacondaState, seat: int) -> int:
    return sum(state.match.scores) + (sum(state.paid) if state.phase in PLAYED else 0) + state.flavour


# -- cards -------------------------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards does {owner} hold?",
    "{owner} holds {value} cards.",
    "deal.seven pass.hand-stays-seven",
    working=explain_hand_count,
)
def held(state: AnacondaState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact(
    "player",
    "Who gets the first cards you pass now?",
    "{value} gets the first cards you pass now.",
    "pass.first-left pass.second-right-two pass.two-left-in",
)
def taker(state: AnacondaState, seat: int) -> int | None:
    known = state.phase == "pass" and seat in state.active_seats
    return hand_stages.get_receiver(state.active_seats, seat, state.next_pass[0][1]) if known else None


@fact(
    "player",
    "Who gets the cards that {owner} passes now?",
    "{value} gets the cards that {owner} passes.",
    "pass.first-left pass.second-right-two",
)
def taker_of(state: AnacondaState, seat: int, owner: Seat) -> int | None:
    known = state.phase == "pass" and owner in state.active_seats
    return hand_stages.get_receiver(state.active_seats, owner, state.next_pass[0][1]) if known else None


@fact("cards", "Which five cards are your best high hand?", "Your best high hand is {value}.", "high.no-pair")
def best_for_high(state: AnacondaState, seat: int) -> list[Card] | None:
    hand = tuple(state.hands[seat])
    return list(find_best_high(hand)[0]) if len(hand) > 4 and UNKNOWN not in hand else None


@fact("cards", "Which five cards are your best low hand?", "Your best low hand is {value}.", "low.compare")
def best_for_low(state: AnacondaState, seat: int) -> list[Card] | None:
    hand = tuple(state.hands[seat])
    if len(hand) < 5 or UNKNOWN in hand or state.options.high_only:
        return None
    return list(find_best_low(hand, state.options)[0])


@fact("cards", "Which cards does {owner} show?", "{owner} shows {value}.", "final.show-four")
def open_cards(state: AnacondaState, seat: int, owner: Seat) -> list[Card]:
    return state.shown_cards[owner]


@fact("word", "Which of these is the higher hand: {cards}?", "The {value} hand is higher.")
def higher(state: AnacondaState, seat: int, *cards: str) -> str:
    return _compare_hands(HIGH_RANKING, " ".join(cards))


@fact("word", "Which of these is the better low hand: {cards}?", "The {value} hand is lower.")
def lower(state: AnacondaState, seat: int, *cards: str) -> str:
    return _compare_hands(get_low_ranking(state.options), " ".join(cards))


def _compare_hands(ranking: HandRanking, text: str) -> str:
    """Return which of two five-card hands is better: “first”, “second”, or “both” if tied.

    `ranking` decides which is better: it ranks high hands or low hands. `text` has the cards of the first hand, then
    those of the second. Raises BadText unless it has ten cards without jokers.
    """
    cards = parse_cards(text)
    if len(cards) != 10 or any(not card.natural or card.base is not card for card in cards):
        raise BadText("not a pair of hands", text, "10 cards, five for each hand")
    first, second = ranking.compute_hand_key(cards[:5]), ranking.compute_hand_key(cards[5:])
    return "first" if first > second else "second" if second > first else "both"


# -- results -----------------------------------------------------------------------------------------------


@fact("word", "Which way does {owner} go?", "{owner} goes {value}.", "declare.one-way")
def way(state: AnacondaState, seat: int, owner: Seat) -> str:
    return state.declared[owner]


@fact(
    "number",
    "How many chips did {owner} win from the pot?",
    "{owner} won {value} chips from the pot.",
    "split.halves",
    working=_explain_won_chips,
)
def won(state: AnacondaState, seat: int, owner: Seat) -> int | None:
    results = state.match.results
    taken = results[-1].facts.get("won") if results and state.phase not in PLAYED else None
    return taken[owner] if isinstance(taken, list) and owner < len(taken) else None


@fact("yes-no", "Is the hand over?", "The hand is over.", "bet.last-one showdown.reveal")
def hand_over(state: AnacondaState, seat: int) -> bool:
    return state.phase not in PLAYED


@fact("yes-no", "Is the match over?", "The match is over.", "match.end")
def match_over(state: AnacondaState, seat: int) -> bool:
    return state.match.over


# -- goals -------------------------------------------------------------------------------------------------


def _get_kept_five(moves: Moves) -> tuple[Card, ...]:
    """Return the five cards of the first `keep` move, or an empty tuple if there's no such move."""
    return next((move.all_cards for move in moves if move.verb == "keep"), ())


def _explain_better_five_possible(start: AnacondaState, moves: Moves, now: AnacondaState, way: str) -> str:
    five = _get_kept_five(moves)
    if not five:
        return ""
    ranking = HIGH_RANKING if way == HIGH else get_low_ranking(start.options)
    return f"You kept {ranking.name_hand(ranking.compute_hand_key(five))}. Your seven cards have a better hand."


@goal("You’ve kept your best {way} hand.", _explain_better_five_possible)
def kept_best(start: AnacondaState, moves: Moves, now: AnacondaState, way: str) -> bool:
    """Return whether the five cards that seat 0 kept are its best hand for `way` (high or low).

    `moves` lead from the state `start` to the state `now`. The first `keep` move in `moves` has the five cards, and
    they're compared with seat 0's hand in `start`. If there's no such move, the result is False.
    """
    five, hand = _get_kept_five(moves), tuple(start.hands[0])
    if not five:
        return False
    ranking = HIGH_RANKING if way == HIGH else get_low_ranking(start.options)
    return ranking.compute_hand_key(five) == ranking.find_best_key(hand)


def _explain_card_given_away(start: AnacondaState, moves: Moves, now: AnacondaState, *cards: str) -> str:
    passed_cards = [card for move in moves if move.verb == "give" for card in move.all_cards]
    passed = [card.code for card in parse_cards(" ".join(cards)) if card in passed_cards]
    return f"You passed `{passed[0]}`. You should have kept it." if passed else ""


@goal("You have passed cards and kept {cards}.", _explain_card_given_away)
def held_back(start: AnacondaState, moves: Moves, now: AnacondaState, *cards: str) -> bool:
    """Return whether a player has passed cards to others without passing any of `cards`.

    `moves` are the player's moves, which lead from the state `start` to the state `now`. If no cards were passed, the
    result is False.
    """
    passed_cards = [card for move in moves if move.verb == "give" for card in move.all_cards]
    return bool(passed_cards) and not any(card in passed_cards for card in parse_cards(" ".join(cards)))


def _explain_other_card_hidden(start: AnacondaState, moves: Moves, now: AnacondaState, card: str) -> str:
    five = _get_kept_five(moves)
    return f"You hid `{five[-1].code}`, so everyone sees the other four." if five else ""


@goal("You have kept five cards and hidden {card}.", _explain_other_card_hidden)
def hidden(start: AnacondaState, moves: Moves, now: AnacondaState, card: str) -> bool:
    """Return whether a player has kept five cards and chosen `card` as the one that stays face down.

    `moves` are the player's moves, which lead from the state `start` to the state `now`.
    """
    five = _get_kept_five(moves)
    return bool(five) and five[-1] == parse_card(card)
