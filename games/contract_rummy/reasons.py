"""Statements about moves in Contract Rummy: reasons that bots give, and advice for hints."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.cards import JOKER, Card, format_cards, subtract_cards
from games.contract_rummy.contracts import describe_contract
from games.contract_rummy.judging import can_take
from games.contract_rummy.laying import list_new_melds
from games.contract_rummy.planning import find_plan
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.strategy import can_lay_off_card, can_lay_whole, get_card_cost, is_opponent_near_out
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
from games.contract_rummy.words import describe_price
from games.engine.bot import Reason
from games.engine.claim import combine_tests, has_verb, point_at_cards
from games.engine.hint import HintTemplate
from games.engine.move import Move
from games.kit.rummy import describe_meld_number, format_groups
from games.words import spell_count

State = ContractRummyState


# -- the contract ------------------------------------------------------------------------------------------


def count_lack(state: State, cards: Iterable[Card]) -> int | None:
    """Return how many cards of the contract are missing, or None if the search is too long to prove it."""
    found = find_plan(cards, state.contract, state.law)
    return found.lack if found.proven else None


def is_nearer(state: State, seat: int, move: Move) -> bool | None:
    """Return whether the upcard helps a seat that isn't down toward its contract; None if that's unknown."""
    hand = state.hands[seat]
    if state.is_down(seat) or not state.pile:
        return None
    before, after = count_lack(state, hand), count_lack(state, [*hand, state.pile[-1]])
    return None if before is None or after is None else after < before


def brings_nearer(state: State, seat: int, move: Move) -> bool:
    return is_nearer(state, seat, move) is True


def brings_nothing(state: State, seat: int, move: Move) -> bool:
    return is_nearer(state, seat, move) is False and not is_completing_whole(state, seat, move)


def is_completing_whole(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat could lay an all-or-nothing hand with the upcard."""
    return (
        state.is_all_or_nothing
        and not state.is_down(seat)
        and can_lay_whole(state, [*state.hands[seat], state.pile[-1]])
    )


def is_spare(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat isn't down and its contract doesn't need the card."""
    hand = state.hands[seat]
    if state.is_down(seat):
        return False
    before, after = count_lack(state, hand), count_lack(state, subtract_cards(hand, move.cards))
    return before is not None and after is not None and after <= before


def has_complete_contract(state: State, seat: int, move: Move) -> bool:
    return not state.is_down(seat) and count_lack(state, state.hands[seat]) == 0


def is_lacking_cards(state: State, seat: int, move: Move) -> bool:
    return not state.is_down(seat) and bool(count_lack(state, state.hands[seat]))


# -- after the contract ------------------------------------------------------------------------------------


def is_down(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat)


def has_opponent_near_out(state: State, seat: int, move: Move) -> bool:
    return is_opponent_near_out(state, seat)


def is_upcard_fitting(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat) and bool(state.pile) and can_lay_off_card(state, state.pile[-1])


def is_upcard_melding(state: State, seat: int, move: Move) -> bool:
    """Return whether the upcard gives a seat that is down a new meld when it has none without it."""
    hand = state.hands[seat]
    if not (state.is_down(seat) and state.pile and state.options.further_melds) or state.is_all_or_nothing:
        return False
    without_it, with_it = list_new_melds(state.law, hand), list_new_melds(state.law, [*hand, state.pile[-1]])
    return next(without_it, None) is None and next(with_it, None) is not None


def is_upcard_useless(state: State, seat: int, move: Move) -> bool:
    """Return whether a seat that is down can't use the upcard in any meld."""
    nowhere = state.is_down(seat) and not is_upcard_fitting(state, seat, move)
    return nowhere and next(list_new_melds(state.law, [*state.hands[seat], state.pile[-1]]), None) is None


def cannot_take(state: State, seat: int, move: Move) -> bool:
    return not can_take(state, seat)


def has_to_lay_joker(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat has to lay a freed joker, and this move lays one."""
    return bool(state.owed) and any(card.base is JOKER for card in move.cards)


def lays_every_card(state: State, seat: int, move: Move) -> bool:
    return len(move.all_cards) == len(state.hands[seat])


def is_swap_into_meld(state: State, seat: int, move: Move) -> bool:
    """Return whether a swapped joker goes into a new meld at once."""
    return len(move.groups) > 1


def has_one_card_left(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat) and len(state.hands[seat]) == 1


def is_most_expensive(state: State, seat: int, move: Move) -> bool:
    return state.is_down(seat) and get_card_cost(state, move.cards[0]) == max(
        get_card_cost(state, card) for card in state.hands[seat]
    )


def is_fitting_nothing(state: State, seat: int, move: Move) -> bool:
    return not can_lay_off_card(state, move.cards[0])


ASKS, PASSES, QUIET = has_verb(ASK.name), has_verb(PASS.name), has_verb(BE_QUIET.name)
DRAWS, TAKES, DISCARDS = has_verb(STOCK.name), has_verb(UPCARD.name), has_verb(DISCARD.name)
LAYS_CONTRACT, LAYS_ALL, LAYS_MELD, ADDS, SWAPS = map(
    has_verb, (CONTRACT.name, LAY_ALL.name, MELD.name, LAYOFF.name, SWAP.name)
)


def describe_new_meld(state: State, seat: int, move: Move) -> str:
    return f"A new meld takes {spell_count(len(move.cards), 'card')} out of my hand."


REASONS = (
    Reason("It brings my contract nearer.", combine_tests(ASKS, brings_nearer), "mayi.cost"),
    Reason("I have a use for that card.", ASKS, "mayi.cost"),
    Reason("It doesn't bring my contract nearer.", combine_tests(PASSES, brings_nothing), "mayi.cost"),
    Reason("Somebody who is down has few cards left.", combine_tests(PASSES, has_opponent_near_out), "mayi.cost"),
    Reason("I don't want to pay for it.", PASSES, "mayi.cost"),
    Reason("I'm down, and every card more has to be got rid of again.", combine_tests(QUIET, is_down), "mayi.who"),
    Reason("I want no more cards in this hand.", QUIET, "mayi.who"),
    Reason("I can't take the upcard.", combine_tests(DRAWS, cannot_take), "draw.choice"),
    Reason("The upcard doesn't bring my contract nearer.", combine_tests(DRAWS, brings_nothing), "draw.choice"),
    Reason("I can't put the upcard anywhere.", combine_tests(DRAWS, is_upcard_useless), "draw.choice"),
    Reason("The next card may be a good one.", DRAWS, "draw.choice"),
    Reason("It brings my contract nearer.", combine_tests(TAKES, brings_nearer), "draw.upcard-free"),
    Reason("My whole hand can go down with it.", combine_tests(TAKES, is_completing_whole), "draw.upcard-free"),
    Reason("It fits a meld on the table.", combine_tests(TAKES, is_upcard_fitting), "draw.upcard-free"),
    Reason("It makes a new meld with cards of mine.", combine_tests(TAKES, is_upcard_melding), "draw.upcard-free"),
    Reason("I have a use for that card.", TAKES, "draw.upcard-free"),
    Reason("The joker has to be laid.", has_to_lay_joker, "joker.must-remeld"),
    Reason("It's the whole contract.", LAYS_CONTRACT, "contract.all-at-once"),
    Reason("My whole hand goes down.", combine_tests(LAYS_ALL, lays_every_card), "h7.three-runs"),
    Reason("All my cards but one go down.", LAYS_ALL, "h7.three-runs"),
    Reason(describe_new_meld, LAYS_MELD, "further.melds"),
    Reason("Every card on the table is one less to pay for.", ADDS, "layoff.any-meld"),
    Reason("The joker makes a new meld.", combine_tests(SWAPS, is_swap_into_meld), "joker.swap-run"),
    Reason("My card takes the joker's place.", SWAPS, "joker.swap-run"),
    Reason("It's my last card.", combine_tests(DISCARDS, has_one_card_left), "out.empty-hand"),
    Reason("No card of mine costs more.", combine_tests(DISCARDS, is_most_expensive), "score.who"),
    Reason("My contract doesn't need it.", combine_tests(DISCARDS, is_spare), "turn.discard"),
    Reason("Something has to go.", clause="turn.discard"),
)


# -- hints -------------------------------------------------------------------------------------------------


def describe_asking(state: State, seat: int, move: Move) -> str:
    what = f"it costs {describe_price(state.options)} from the stock as well"
    return f"Ask yourself whether this card brings your contract nearer: {what}."


def describe_one_less(state: State, seat: int, move: Move) -> str:
    return f"With {format_cards(state.pile[-1:])} you lack one card less for your contract."


def describe_not_worth(state: State, seat: int, move: Move) -> str:
    return (
        f"{format_cards(state.pile[-1:])} isn't worth "
        f"{spell_count(1 + state.options.mayi_penalty, 'more card')} in your hand."
    )


def describe_not_needed(state: State, seat: int, move: Move) -> str:
    more = spell_count(1 + state.options.mayi_penalty, "more card")
    return f"{format_cards(state.pile[-1:])} doesn't bring you nearer, and you'd have {more} in your hand."


def describe_groups(state: State, seat: int, move: Move) -> str:
    return f"Look at {format_groups(move)}."


def describe_whole_contract(state: State, seat: int, move: Move) -> str:
    return f"You hold the whole contract: {describe_contract(state.contract)}."


def describe_adding(state: State, seat: int, move: Move) -> str:
    fits = "fits" if len(move.cards) == 1 else "fit"
    return f"{format_cards(move.cards)} {fits} {describe_meld_number(move.number or 0)}."


def describe_lack(state: State, seat: int, move: Move) -> str:
    return (
        f"You lack {spell_count(count_lack(state, state.hands[seat]) or 0, 'card')} for your contract. Keep "
        "what leads to it."
    )


def describe_spared(state: State, seat: int, move: Move) -> str:
    return f"{format_cards(move.cards)} leads to nothing that you need."


def describe_upcard(what: str) -> Callable[[State, int, Move], str]:
    """Return a function that builds the sentence that the upcard does `what`."""
    return lambda state, seat, move: f"{format_cards(state.pile[-1:])} {what}."


BEFORE = "Look at the upcard before you draw."
PURPOSE = "Take the upcard only for a purpose. Otherwise the stock may have something better."
STOCK_CARD = "Look at the stock: nobody knows what comes."
COST = "Now every card in your hand is only a cost."

ADVICE = (
    HintTemplate(describe_asking, "mayi.cost", describe_one_less, combine_tests(ASKS, brings_nearer)),
    HintTemplate(describe_asking, "mayi.cost", describe_upcard("is on the pile"), ASKS),
    HintTemplate(
        describe_asking,
        "mayi.who",
        "You want nothing more in this hand: every card more has to be got rid of again.",
        QUIET,
    ),
    HintTemplate(describe_asking, "mayi.cost", describe_not_needed, combine_tests(PASSES, brings_nothing)),
    HintTemplate(describe_asking, "mayi.cost", describe_not_worth, PASSES),
    HintTemplate(
        BEFORE, "draw.upcard-free", describe_upcard("brings your contract nearer"), combine_tests(TAKES, brings_nearer)
    ),
    HintTemplate(
        BEFORE,
        "draw.upcard-free",
        describe_upcard("lets your whole hand go down"),
        combine_tests(TAKES, is_completing_whole),
    ),
    HintTemplate(BEFORE, "draw.upcard-free", describe_upcard("fits a meld"), combine_tests(TAKES, is_upcard_fitting)),
    HintTemplate(
        BEFORE,
        "draw.upcard-free",
        describe_upcard("makes a new meld with cards of yours"),
        combine_tests(TAKES, is_upcard_melding),
    ),
    HintTemplate(BEFORE, "draw.upcard-free", describe_upcard("is on the pile"), TAKES),
    HintTemplate("There is only the stock to draw from.", "draw.choice", STOCK_CARD, combine_tests(DRAWS, cannot_take)),
    HintTemplate(
        PURPOSE, "draw.choice", "The upcard doesn't bring you nearer to anything.", combine_tests(DRAWS, brings_nothing)
    ),
    HintTemplate(PURPOSE, "draw.choice", "You can't put the upcard anywhere.", combine_tests(DRAWS, is_upcard_useless)),
    HintTemplate(PURPOSE, "draw.choice", STOCK_CARD, DRAWS),
    HintTemplate(describe_whole_contract, "contract.all-at-once", describe_groups, LAYS_CONTRACT),
    HintTemplate(
        "Your whole hand can go down at once.",
        "h7.three-runs",
        describe_groups,
        combine_tests(LAYS_ALL, lays_every_card),
    ),
    HintTemplate("All your cards but one can go down at once.", "h7.three-runs", describe_groups, LAYS_ALL),
    HintTemplate("You hold a new meld.", "further.melds", point_at_cards, LAYS_MELD),
    HintTemplate(
        "One of your cards fits a meld on the table. It doesn't have to be your meld.",
        "layoff.any-meld",
        describe_adding,
        ADDS,
    ),
    HintTemplate(
        "A run on the table has a joker in the place of a card that you hold.", "joker.swap-run", point_at_cards, SWAPS
    ),
    HintTemplate(
        "One card is left, and it is your turn to discard.",
        "out.empty-hand",
        "Throw it, and you are out.",
        combine_tests(DISCARDS, has_one_card_left),
    ),
    HintTemplate(
        f"{COST} Throw a dear one that fits nothing on the table.",
        "score.who",
        point_at_cards,
        combine_tests(is_most_expensive, is_fitting_nothing),
    ),
    HintTemplate(f"{COST} Which one can you spare?", "score.who", point_at_cards, is_down),
    HintTemplate(
        "Your contract is there already.",
        "turn.discard",
        describe_spared,
        combine_tests(has_complete_contract, is_spare),
    ),
    HintTemplate(describe_lack, "turn.discard", describe_spared, combine_tests(is_lacking_cards, is_spare)),
    HintTemplate(describe_lack, "turn.discard", point_at_cards, is_lacking_cards),
    HintTemplate("Which card can you spare?", "turn.discard", point_at_cards),
)
