"""Statements about moves in Contract Rummy: reasons that bots give, and advice for hints."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from games.cards import JOKER, Card, codes, without
from games.contract_rummy.contracts import in_words
from games.contract_rummy.judging import may_take
from games.contract_rummy.laying import new_melds
from games.contract_rummy.planning import plan
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.strategy import cost, fits_table, lays_whole, somebody_near
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
from games.contract_rummy.words import price
from games.engine.bot import Reason
from games.engine.claim import both, look, verb
from games.engine.hint import Advice
from games.engine.move import Move
from games.kit.rummy import in_groups, whose
from games.words import many

State = ContractRummyState


# -- the contract ------------------------------------------------------------------------------------------


def lack(state: State, cards: Iterable[Card]) -> int | None:
    """Return how many cards of the contract are missing, or None if the search is too long to prove it."""
    found = plan(cards, state.contract, state.law)
    return found.lack if found.proven else None


def nearer(state: State, seat: int, move: Move) -> bool | None:
    """Return whether the upcard helps a seat that isn't down toward its contract; None if that's unknown."""
    hand = state.hands[seat]
    if state.down(seat) or not state.pile:
        return None
    before, after = lack(state, hand), lack(state, [*hand, state.pile[-1]])
    return None if before is None or after is None else after < before


def brings_nearer(state: State, seat: int, move: Move) -> bool:
    return nearer(state, seat, move) is True


def brings_nothing(state: State, seat: int, move: Move) -> bool:
    return nearer(state, seat, move) is False and not makes_whole(state, seat, move)


def makes_whole(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat could lay an all-or-nothing hand with the upcard."""
    return state.whole and not state.down(seat) and lays_whole(state, [*state.hands[seat], state.pile[-1]])


def is_spare(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat isn't down and its contract doesn't need the card."""
    hand = state.hands[seat]
    if state.down(seat):
        return False
    before, after = lack(state, hand), lack(state, without(hand, move.cards))
    return before is not None and after is not None and after <= before


def complete(state: State, seat: int, move: Move) -> bool:
    return not state.down(seat) and lack(state, state.hands[seat]) == 0


def lacks_some(state: State, seat: int, move: Move) -> bool:
    return not state.down(seat) and bool(lack(state, state.hands[seat]))


# -- after the contract ------------------------------------------------------------------------------------


def is_down(state: State, seat: int, move: Move) -> bool:
    return state.down(seat)


def others_near(state: State, seat: int, move: Move) -> bool:
    return somebody_near(state, seat)


def upcard_fits(state: State, seat: int, move: Move) -> bool:
    return state.down(seat) and bool(state.pile) and fits_table(state, state.pile[-1])


def upcard_melds(state: State, seat: int, move: Move) -> bool:
    """Return whether the upcard gives a seat that is down a new meld when it has none without it."""
    hand = state.hands[seat]
    if not (state.down(seat) and state.pile and state.options.further_melds) or state.whole:
        return False
    without_it, with_it = new_melds(state.law, hand), new_melds(state.law, [*hand, state.pile[-1]])
    return next(without_it, None) is None and next(with_it, None) is not None


def upcard_useless(state: State, seat: int, move: Move) -> bool:
    """Return whether a seat that is down can't use the upcard in any meld."""
    nowhere = state.down(seat) and not upcard_fits(state, seat, move)
    return nowhere and next(new_melds(state.law, [*state.hands[seat], state.pile[-1]]), None) is None


def cannot_take(state: State, seat: int, move: Move) -> bool:
    return not may_take(state, seat)


def has_to_lay(state: State, seat: int, move: Move) -> bool:
    """Return whether the seat has to lay a freed joker, and this move lays one."""
    return bool(state.owed) and any(card.base is JOKER for card in move.cards)


def lays_every_card(state: State, seat: int, move: Move) -> bool:
    return len(move.all_cards) == len(state.hands[seat])


def into_meld(state: State, seat: int, move: Move) -> bool:
    """Return whether a swapped joker goes into a new meld at once."""
    return len(move.groups) > 1


def one_left(state: State, seat: int, move: Move) -> bool:
    return state.down(seat) and len(state.hands[seat]) == 1


def costs_most(state: State, seat: int, move: Move) -> bool:
    return state.down(seat) and cost(state, move.cards[0]) == max(cost(state, card) for card in state.hands[seat])


def fits_nothing(state: State, seat: int, move: Move) -> bool:
    return not fits_table(state, move.cards[0])


ASKS, PASSES, QUIET = verb(ASK.name), verb(PASS.name), verb(BE_QUIET.name)
DRAWS, TAKES, DISCARDS = verb(STOCK.name), verb(UPCARD.name), verb(DISCARD.name)
LAYS_CONTRACT, LAYS_ALL, LAYS_MELD, ADDS, SWAPS = map(
    verb, (CONTRACT.name, LAY_ALL.name, MELD.name, LAYOFF.name, SWAP.name)
)


def new_meld(state: State, seat: int, move: Move) -> str:
    return f"A new meld takes {many(len(move.cards), 'card')} out of my hand."


REASONS = (
    Reason("It brings my contract nearer.", both(ASKS, brings_nearer), "mayi.cost"),
    Reason("I have a use for that card.", ASKS, "mayi.cost"),
    Reason("It doesn't bring my contract nearer.", both(PASSES, brings_nothing), "mayi.cost"),
    Reason("Somebody who is down has few cards left.", both(PASSES, others_near), "mayi.cost"),
    Reason("I don't want to pay for it.", PASSES, "mayi.cost"),
    Reason("I'm down, and every card more has to be got rid of again.", both(QUIET, is_down), "mayi.who"),
    Reason("I want no more cards in this hand.", QUIET, "mayi.who"),
    Reason("I can't take the upcard.", both(DRAWS, cannot_take), "draw.choice"),
    Reason("The upcard doesn't bring my contract nearer.", both(DRAWS, brings_nothing), "draw.choice"),
    Reason("I can't put the upcard anywhere.", both(DRAWS, upcard_useless), "draw.choice"),
    Reason("The next card may be a good one.", DRAWS, "draw.choice"),
    Reason("It brings my contract nearer.", both(TAKES, brings_nearer), "draw.upcard-free"),
    Reason("My whole hand can go down with it.", both(TAKES, makes_whole), "draw.upcard-free"),
    Reason("It fits a meld on the table.", both(TAKES, upcard_fits), "draw.upcard-free"),
    Reason("It makes a new meld with cards of mine.", both(TAKES, upcard_melds), "draw.upcard-free"),
    Reason("I have a use for that card.", TAKES, "draw.upcard-free"),
    Reason("The joker has to be laid.", has_to_lay, "joker.must-remeld"),
    Reason("It's the whole contract.", LAYS_CONTRACT, "contract.all-at-once"),
    Reason("My whole hand goes down.", both(LAYS_ALL, lays_every_card), "h7.three-runs"),
    Reason("All my cards but one go down.", LAYS_ALL, "h7.three-runs"),
    Reason(new_meld, LAYS_MELD, "further.melds"),
    Reason("Every card on the table is one less to pay for.", ADDS, "layoff.any-meld"),
    Reason("The joker makes a new meld.", both(SWAPS, into_meld), "joker.swap-run"),
    Reason("My card takes the joker's place.", SWAPS, "joker.swap-run"),
    Reason("It's my last card.", both(DISCARDS, one_left), "out.empty-hand"),
    Reason("No card of mine costs more.", both(DISCARDS, costs_most), "score.who"),
    Reason("My contract doesn't need it.", both(DISCARDS, is_spare), "turn.discard"),
    Reason("Something has to go.", clause="turn.discard"),
)


# -- hints -------------------------------------------------------------------------------------------------


def asking(state: State, seat: int, move: Move) -> str:
    what = f"it costs {price(state.options)} from the stock as well"
    return f"Ask yourself whether this card brings your contract nearer: {what}."


def one_less(state: State, seat: int, move: Move) -> str:
    return f"With {codes(state.pile[-1:])} you lack one card less for your contract."


def not_worth(state: State, seat: int, move: Move) -> str:
    return f"{codes(state.pile[-1:])} isn't worth {many(1 + state.options.mayi_penalty, 'more card')} in your hand."


def not_needed(state: State, seat: int, move: Move) -> str:
    more = many(1 + state.options.mayi_penalty, "more card")
    return f"{codes(state.pile[-1:])} doesn't bring you nearer, and you'd have {more} in your hand."


def groups(state: State, seat: int, move: Move) -> str:
    return f"Look at {in_groups(move)}."


def whole_contract(state: State, seat: int, move: Move) -> str:
    return f"You hold the whole contract: {in_words(state.contract)}."


def adding(state: State, seat: int, move: Move) -> str:
    fits = "fits" if len(move.cards) == 1 else "fit"
    return f"{codes(move.cards)} {fits} {whose(move.number or 0)}."


def still_lacking(state: State, seat: int, move: Move) -> str:
    return f"You lack {many(lack(state, state.hands[seat]) or 0, 'card')} for your contract. Keep what leads to it."


def spared(state: State, seat: int, move: Move) -> str:
    return f"{codes(move.cards)} leads to nothing that you need."


def upcard_is(what: str) -> Callable[[State, int, Move], str]:
    """Return a function that builds the sentence that the upcard does `what`."""
    return lambda state, seat, move: f"{codes(state.pile[-1:])} {what}."


BEFORE = "Look at the upcard before you draw."
PURPOSE = "Take the upcard only for a purpose. Otherwise the stock may have something better."
STOCK_CARD = "Look at the stock: nobody knows what comes."
COST = "Now every card in your hand is only a cost."

ADVICE = (
    Advice(asking, "mayi.cost", one_less, both(ASKS, brings_nearer)),
    Advice(asking, "mayi.cost", upcard_is("is on the pile"), ASKS),
    Advice(
        asking,
        "mayi.who",
        "You want nothing more in this hand: every card more has to be got rid of again.",
        QUIET,
    ),
    Advice(asking, "mayi.cost", not_needed, both(PASSES, brings_nothing)),
    Advice(asking, "mayi.cost", not_worth, PASSES),
    Advice(BEFORE, "draw.upcard-free", upcard_is("brings your contract nearer"), both(TAKES, brings_nearer)),
    Advice(BEFORE, "draw.upcard-free", upcard_is("lets your whole hand go down"), both(TAKES, makes_whole)),
    Advice(BEFORE, "draw.upcard-free", upcard_is("fits a meld"), both(TAKES, upcard_fits)),
    Advice(BEFORE, "draw.upcard-free", upcard_is("makes a new meld with cards of yours"), both(TAKES, upcard_melds)),
    Advice(BEFORE, "draw.upcard-free", upcard_is("is on the pile"), TAKES),
    Advice("There is only the stock to draw from.", "draw.choice", STOCK_CARD, both(DRAWS, cannot_take)),
    Advice(PURPOSE, "draw.choice", "The upcard doesn't bring you nearer to anything.", both(DRAWS, brings_nothing)),
    Advice(PURPOSE, "draw.choice", "You can't put the upcard anywhere.", both(DRAWS, upcard_useless)),
    Advice(PURPOSE, "draw.choice", STOCK_CARD, DRAWS),
    Advice(whole_contract, "contract.all-at-once", groups, LAYS_CONTRACT),
    Advice("Your whole hand can go down at once.", "h7.three-runs", groups, both(LAYS_ALL, lays_every_card)),
    Advice("All your cards but one can go down at once.", "h7.three-runs", groups, LAYS_ALL),
    Advice("You hold a new meld.", "further.melds", look, LAYS_MELD),
    Advice(
        "One of your cards fits a meld on the table. It doesn't have to be your meld.", "layoff.any-meld", adding, ADDS
    ),
    Advice("A run on the table has a joker in the place of a card that you hold.", "joker.swap-run", look, SWAPS),
    Advice(
        "One card is left, and it is your turn to discard.",
        "out.empty-hand",
        "Throw it, and you are out.",
        both(DISCARDS, one_left),
    ),
    Advice(
        f"{COST} Throw a dear one that fits nothing on the table.", "score.who", look, both(costs_most, fits_nothing)
    ),
    Advice(f"{COST} Which one can you spare?", "score.who", look, is_down),
    Advice("Your contract is there already.", "turn.discard", spared, both(complete, is_spare)),
    Advice(still_lacking, "turn.discard", spared, both(lacks_some, is_spare)),
    Advice(still_lacking, "turn.discard", look, lacks_some),
    Advice("Which card can you spare?", "turn.discard", look),
)
