"""Predicates on moves in Contract Rummy, with sentences about the moves for bots' reasons and for hints."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.cards import JOKER, Card, format_cards, subtract_cards
from games.contract_rummy.contract_plans import find_plan
from games.contract_rummy.contracts import describe_contract
from games.contract_rummy.descriptions import describe_penalty_cards
from games.contract_rummy.legality import can_take_upcard
from games.contract_rummy.possible_melds import list_new_melds
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.strategy import (
    can_lay_all_or_nothing,
    can_lay_off_card,
    get_card_cost,
    is_opponent_near_going_out,
)
from games.contract_rummy.verbs import (
    ASK,
    BE_QUIET,
    CONTRACT,
    DISCARD,
    LAY_ALL,
    LAYOFF,
    MELD,
    PASS,
    STOCK,
    SWAP,
    UPCARD,
)
from games.engine.bot import Reason
from games.engine.claim import build_look_at_cards_sentence, build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Move
from games.kit.rummy import decode_meld_number, format_move_groups
from games.words import spell_count

State = ContractRummyState


# -- the contract ------------------------------------------------------------------------------------------


def count_missing_if_proven(state: State, cards: Iterable[Card]) -> int | None:
    """Return how many cards of the contract are missing, or None if the search stops before the number is proven."""
    plan = find_plan(cards, state.contract, state.law)
    return plan.lack if plan.proven else None


def is_upcard_helpful(state: State, seat: int, move: Move) -> bool | None:
    """Return whether the upcard brings the seat closer to its contract.

    Returns None if this isn't known, if there's no upcard, or if the seat has already melded its contract.
    """
    hand = state.hands[seat]
    if state.is_down(seat) or not state.pile:
        return None
    before, after = count_missing_if_proven(state, hand), count_missing_if_proven(state, [*hand, state.pile[-1]])
    return None if before is None or after is None else after < before


def is_upcard_helping_contract(state: State, seat: int, move: Move) -> bool:
    return is_upcard_helpful(state, seat, move) is True


def is_upcard_useless_for_contract(state: State, seat: int, move: Move) -> bool:
    return is_upcard_helpful(state, seat, move) is False and not is_upcard_completing_hand(state, seat, move)


def is_upcard_completing_hand(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat could meld its whole hand with the upcard, in an all-or-nothing hand."""
    return (
        state.is_all_or_nothing
        and not state.is_down(seat)
        and can_lay_all_or_nothing(state, [*state.hands[seat], state.pile[-1]])
    )


def is_card_unneeded_for_contract(state: State, seat: int, move: Move) -> bool:
    """Return whether the contract doesn't need the card of the move.

    If the seat has already melded its contract, or if this can't be proven, the result is False.
    """
    hand = state.hands[seat]
    if state.is_down(seat):
        return False
    before, after = (
        count_missing_if_proven(state, hand),
        count_missing_if_proven(state, subtract_cards(hand, move.cards)),
    )
    return before is not None and after is not None and after <= before


def has_complete_contract(state: State, seat: int, move: Move) -> bool:
    return not state.is_down(seat) and count_missing_if_proven(state, state.hands[seat]) == 0


def is_contract_incomplete(state: State, seat: int, move: Move) -> bool:
    return not state.is_down(seat) and bool(count_missing_if_proven(state, state.hands[seat]))


# -- after the contract ------------------------------------------------------------------------------------


def is_down(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat)


def has_opponent_near_going_out(state: State, seat: int, move: Move) -> bool:
    return is_opponent_near_going_out(state, seat)


def can_lay_off_upcard(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat) and bool(state.pile) and can_lay_off_card(state, state.pile[-1])


def can_meld_upcard(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat has melded its contract, and can make a new meld only if it takes the upcard."""
    hand = state.hands[seat]
    if not (state.is_down(seat) and state.pile and state.options.further_melds) or state.is_all_or_nothing:
        return False
    without_it, with_it = list_new_melds(state.law, hand), list_new_melds(state.law, [*hand, state.pile[-1]])
    return next(without_it, None) is None and next(with_it, None) is not None


def is_upcard_useless_when_down(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat has melded its contract, and can't use the upcard in any meld."""
    nowhere = state.is_down(seat) and not can_lay_off_upcard(state, seat, move)
    return nowhere and next(list_new_melds(state.law, [*state.hands[seat], state.pile[-1]]), None) is None


def cannot_take_upcard(state: State, seat: int, move: Move) -> bool:
    return not can_take_upcard(state, seat)


def is_laying_freed_joker(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat has to meld a joker that it took in a swap, and this move melds a joker."""
    return bool(state.owed) and any(card.base is JOKER for card in move.cards)


def is_laying_every_card(state: State, seat: int, move: Move) -> bool:
    return len(move.all_cards) == len(state.hands[seat])


def is_swapped_joker_melded(state: State, seat: int, move: Move) -> bool:
    """Return whether this move, a joker swap, also makes a new meld with the joker."""
    return len(move.groups) > 1


def has_one_card_left(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat) and len(state.hands[seat]) == 1


def is_discard_most_expensive(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat) and get_card_cost(state, move.cards[0]) == max(
        get_card_cost(state, card) for card in state.hands[seat]
    )


def has_no_meld_for_discard(state: State, seat: int, move: Move) -> bool:
    return not can_lay_off_card(state, move.cards[0])


ASKS, PASSES, QUIET = build_verb_test(ASK.name), build_verb_test(PASS.name), build_verb_test(BE_QUIET.name)
DRAWS, TAKES, DISCARDS = build_verb_test(STOCK.name), build_verb_test(UPCARD.name), build_verb_test(DISCARD.name)
LAYS_CONTRACT, LAYS_ALL, LAYS_MELD, ADDS, SWAPS = map(
    build_verb_test, (CONTRACT.name, LAY_ALL.name, MELD.name, LAYOFF.name, SWAP.name)
)


def describe_new_meld(state: State, seat: int, move: Move) -> str:
    return f"A new meld uses {spell_count(len(move.cards), 'card')} from my hand."


REASONS = (
    Reason("It brings me closer to my contract.", require_all(ASKS, is_upcard_helping_contract), "mayi.cost"),
    Reason("I have a use for that card.", ASKS, "mayi.cost"),
    Reason(
        "It doesn’t bring me closer to my contract.", require_all(PASSES, is_upcard_useless_for_contract), "mayi.cost"
    ),
    Reason("A player who’s down has few cards left.", require_all(PASSES, has_opponent_near_going_out), "mayi.cost"),
    Reason("I don’t want to pay for it.", PASSES, "mayi.cost"),
    Reason("I’m down, and I’d have to get rid of every extra card.", require_all(QUIET, is_down), "mayi.who"),
    Reason("I don’t want any more cards this hand.", QUIET, "mayi.who"),
    Reason("I can’t take the upcard.", require_all(DRAWS, cannot_take_upcard), "draw.choice"),
    Reason(
        "The upcard doesn’t bring me closer to my contract.",
        require_all(DRAWS, is_upcard_useless_for_contract),
        "draw.choice",
    ),
    Reason("I can’t use the upcard in any meld.", require_all(DRAWS, is_upcard_useless_when_down), "draw.choice"),
    Reason("The next card might be a good one.", DRAWS, "draw.choice"),
    Reason("It brings me closer to my contract.", require_all(TAKES, is_upcard_helping_contract), "draw.upcard-free"),
    Reason("With it, I can meld my whole hand.", require_all(TAKES, is_upcard_completing_hand), "draw.upcard-free"),
    Reason("It fits a meld on the table.", require_all(TAKES, can_lay_off_upcard), "draw.upcard-free"),
    Reason("It makes a new meld with my cards.", require_all(TAKES, can_meld_upcard), "draw.upcard-free"),
    Reason("I have a use for that card.", TAKES, "draw.upcard-free"),
    Reason("I have to meld the joker I took.", is_laying_freed_joker, "joker.must-remeld"),
    Reason("It’s the whole contract.", LAYS_CONTRACT, "contract.all-at-once"),
    Reason("I can meld my whole hand.", require_all(LAYS_ALL, is_laying_every_card), "h7.three-runs"),
    Reason("I can meld all my cards except one.", LAYS_ALL, "h7.three-runs"),
    Reason(describe_new_meld, LAYS_MELD, "further.melds"),
    Reason("Every card I lay off is one fewer to pay for.", ADDS, "layoff.any-meld"),
    Reason("The joker makes a new meld.", require_all(SWAPS, is_swapped_joker_melded), "joker.swap-run"),
    Reason("My card takes the joker’s place.", SWAPS, "joker.swap-run"),
    Reason("It’s my last card.", require_all(DISCARDS, has_one_card_left), "out.empty-hand"),
    Reason("None of my cards costs more.", require_all(DISCARDS, is_discard_most_expensive), "score.who"),
    Reason("My contract doesn’t need it.", require_all(DISCARDS, is_card_unneeded_for_contract), "turn.discard"),
    Reason("I have to discard something.", clause="turn.discard"),
)


# -- hints -------------------------------------------------------------------------------------------------


def describe_upcard_price(state: State, seat: int, move: Move) -> str:
    return f"Does the upcard help you? It costs {describe_penalty_cards(state.options)} from the stock as well."


def describe_upcard_benefit(state: State, seat: int, move: Move) -> str:
    return f"With {format_cards(state.pile[-1:])}, you need one fewer card for your contract."


def describe_upcard_not_worth_price(state: State, seat: int, move: Move) -> str:
    return (
        f"{format_cards(state.pile[-1:])} isn’t worth "
        f"{spell_count(1 + state.options.mayi_penalty, 'more card')} in your hand."
    )


def describe_upcard_not_needed(state: State, seat: int, move: Move) -> str:
    more = spell_count(1 + state.options.mayi_penalty, "more card")
    return f"{format_cards(state.pile[-1:])} doesn’t help your contract, and you’d have {more} in your hand."


def point_at_card_groups(state: State, seat: int, move: Move) -> str:
    return f"Look at {format_move_groups(move)}."


def describe_whole_contract(state: State, seat: int, move: Move) -> str:
    return f"You hold the whole contract: {describe_contract(state.contract)}."


def describe_layoff(state: State, seat: int, move: Move) -> str:
    fits = "fits" if len(move.cards) == 1 else "fit"
    where = decode_meld_number(state, seat, move.number)
    assert where is not None, "a hint is about a meld on the table"
    owner, place = where
    whose = "your meld" if owner == seat else "the meld"
    return f"{format_cards(move.cards)} {fits} {whose} of {format_cards(state.melds[owner][place])}."


def describe_missing_contract_cards(state: State, seat: int, move: Move) -> str:
    missing = count_missing_if_proven(state, state.hands[seat]) or 0
    return f"You need {spell_count(missing, 'more card')} for your contract. Which cards don’t help?"


def describe_useless_discard(state: State, seat: int, move: Move) -> str:
    return f"{format_cards(move.cards)} doesn’t help your contract."


def build_upcard_describer(what: str) -> Callable[[State, int, Move], str]:
    """Return a function that builds a sentence about the upcard, such as “9H is on the pile.”

    `what` is the sentence without the card and the period.
    """
    return lambda state, seat, move: f"{format_cards(state.pile[-1:])} {what}."


BEFORE = "Look at the upcard before you draw."
PURPOSE = "Can you use the upcard? If not, the stock might have a better card."
STOCK_CARD = "Draw from the stock. Nobody knows what’s next."
COST = "You’re down. Now every card in your hand costs points."

ADVICE = (
    HintTemplate(
        describe_upcard_price, "mayi.cost", describe_upcard_benefit, require_all(ASKS, is_upcard_helping_contract)
    ),
    HintTemplate(describe_upcard_price, "mayi.cost", build_upcard_describer("is on the pile"), ASKS),
    HintTemplate(
        describe_upcard_price,
        "mayi.who",
        "You don’t want any more cards. You’d have to get rid of every extra card.",
        QUIET,
    ),
    HintTemplate(
        describe_upcard_price,
        "mayi.cost",
        describe_upcard_not_needed,
        require_all(PASSES, is_upcard_useless_for_contract),
    ),
    HintTemplate(describe_upcard_price, "mayi.cost", describe_upcard_not_worth_price, PASSES),
    HintTemplate(
        BEFORE,
        "draw.upcard-free",
        build_upcard_describer("brings you closer to your contract"),
        require_all(TAKES, is_upcard_helping_contract),
    ),
    HintTemplate(
        BEFORE,
        "draw.upcard-free",
        build_upcard_describer("lets you meld your whole hand"),
        require_all(TAKES, is_upcard_completing_hand),
    ),
    HintTemplate(
        BEFORE, "draw.upcard-free", build_upcard_describer("fits a meld"), require_all(TAKES, can_lay_off_upcard)
    ),
    HintTemplate(
        BEFORE,
        "draw.upcard-free",
        build_upcard_describer("makes a new meld with your cards"),
        require_all(TAKES, can_meld_upcard),
    ),
    HintTemplate(BEFORE, "draw.upcard-free", build_upcard_describer("is on the pile"), TAKES),
    HintTemplate(
        "You can only draw from the stock.", "draw.choice", STOCK_CARD, require_all(DRAWS, cannot_take_upcard)
    ),
    HintTemplate(
        PURPOSE,
        "draw.choice",
        "The upcard doesn’t bring you closer to your contract.",
        require_all(DRAWS, is_upcard_useless_for_contract),
    ),
    HintTemplate(
        PURPOSE,
        "draw.choice",
        "You can’t use the upcard in any meld.",
        require_all(DRAWS, is_upcard_useless_when_down),
    ),
    HintTemplate(PURPOSE, "draw.choice", STOCK_CARD, DRAWS),
    HintTemplate(describe_whole_contract, "contract.all-at-once", point_at_card_groups, LAYS_CONTRACT),
    HintTemplate(
        "You can meld your whole hand at once.",
        "h7.three-runs",
        point_at_card_groups,
        require_all(LAYS_ALL, is_laying_every_card),
    ),
    HintTemplate("You can meld all your cards except one.", "h7.three-runs", point_at_card_groups, LAYS_ALL),
    HintTemplate("You can make a new meld.", "further.melds", build_look_at_cards_sentence, LAYS_MELD),
    HintTemplate(
        "You can lay off on any meld on the table. Which of your cards fits one?",
        "layoff.any-meld",
        describe_layoff,
        ADDS,
    ),
    HintTemplate(
        "A joker in a run on the table stands for a card you hold.",
        "joker.swap-run",
        build_look_at_cards_sentence,
        SWAPS,
    ),
    HintTemplate(
        "You have one card left to discard.",
        "out.empty-hand",
        "Discard it to go out.",
        require_all(DISCARDS, has_one_card_left),
    ),
    HintTemplate(
        f"{COST} Which expensive one doesn’t fit a meld?",
        "score.who",
        build_look_at_cards_sentence,
        require_all(is_discard_most_expensive, has_no_meld_for_discard),
    ),
    HintTemplate(f"{COST} Which one can you spare?", "score.who", build_look_at_cards_sentence, is_down),
    HintTemplate(
        "You already hold your contract.",
        "turn.discard",
        describe_useless_discard,
        require_all(has_complete_contract, is_card_unneeded_for_contract),
    ),
    HintTemplate(
        describe_missing_contract_cards,
        "turn.discard",
        describe_useless_discard,
        require_all(is_contract_incomplete, is_card_unneeded_for_contract),
    ),
    HintTemplate(describe_missing_contract_cards, "turn.discard", build_look_at_cards_sentence, is_contract_incomplete),
    HintTemplate("Which card can you spare?", "turn.discard", build_look_at_cards_sentence),
)
