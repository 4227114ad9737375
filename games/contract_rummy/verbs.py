"""The verbs of Contract Rummy: drawing, asking and answering, laying cards, and discarding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.cards import codes
from games.contract_rummy import judging, playing
from games.contract_rummy.contracts import in_words
from games.contract_rummy.covering import cover
from games.contract_rummy.laying import layoffs, new_melds, swaps
from games.contract_rummy.melds import Meld, is_run, swappable
from games.contract_rummy.planning import find_contract
from games.contract_rummy.state import PASSES, QUIET, WANTS, ContractRummyState
from games.contract_rummy.words import price, swap_in_words
from games.engine.move import Move
from games.engine.verb import Verb, Verbs, no_faults
from games.engine.view import Field
from games.kit.dealer import FIRST_DEALER, dealing, shuffle
from games.kit.rummy import discarding, in_groups, layoff_in_words, legal, meld, of_a_meld, to_a_meld

Own = Verb[ContractRummyState]

# -- drawing and asking ------------------------------------------------------------------------------------


def _drawing(state: ContractRummyState, seat: int) -> str:
    if state.options.mayi_timing == "before-draw" and state.pile:
        return "Leave the upcard to the others, then draw from the stock."
    return "Take the top card of the stock."


def _asking(state: ContractRummyState, seat: int) -> str:
    return f"Ask for the upcard; it costs {price(state.options)} from the stock as well."


STOCK = Own(
    *("stock", "draw from the stock", playing.stock, ("draw",)),
    clause="draw.choice",
    not_now=judging.no_draw,
    label="Draw",
    sentence=_drawing,
    at="stock",
)
UPCARD = Own(
    *("upcard", "take the upcard", playing.upcard, ("draw",)),
    when=judging.may_take,
    clause="draw.upcard-free",
    not_now=judging.no_draw,
    sentence="Take the top card of the discard pile instead of one from the stock.",
    at="pile",
)
ASK = Own(
    *(WANTS, "ask “May I?”", playing.answer, ("window",)),
    clause="mayi.cost",
    not_now=judging.no_question,
    label="May I?",
    sentence=_asking,
    at="pile",
)
PASS = Own(
    *(PASSES, "leave the upcard", playing.answer, ("window",)),
    clause="mayi.closes",
    not_now=judging.no_answer,
    label="Leave it",
    sentence="You do not want this card.",
)
BE_QUIET = Own(
    *(QUIET, "pass for the rest of this hand", playing.answer, ("window",)),
    clause="mayi.closes",
    not_now=judging.no_answer,
    label="Pass this hand",
    sentence="You want nothing for the rest of this hand. In your turn you can take it back.",
)
LISTEN = Own(
    *("listen", "be asked again", playing.listen, ("draw", "table")),
    when=lambda state, seat: seat in state.quiet,
    clause="mayi.who",
    not_now=judging.no_reminder,
    label="Ask me again",
    sentence="You want to be asked again.",
)

# -- laying ------------------------------------------------------------------------------------------------


def lay_contract(melds: Iterable[Meld]) -> Move:
    """Return the move that lays these melds as the contract."""
    return Move(CONTRACT.name, groups=tuple(melds))


def layoff(number: int, cards: Meld) -> Move:
    """Return the move that adds cards to the meld with this number, as the seat counts melds."""
    return Move(LAYOFF.name, number, (cards,))


def _contracts(state: ContractRummyState, seat: int) -> Iterator[Move]:
    melds = find_contract(state.hands[seat], state.contract, state.law)
    return legal(judging.contract, state, seat, [lay_contract(melds)] if melds else [])


def _whole_hands(state: ContractRummyState, seat: int) -> Iterator[Move]:
    melds = cover(state.hands[seat], state.contract, state.law, state.options.spare)
    if melds:
        yield Move(LAY_ALL.name, groups=tuple(melds))


def _melds(state: ContractRummyState, seat: int) -> Iterator[Move]:
    return legal(judging.meld, state, seat, map(meld, new_melds(state.law, state.hands[seat], state.owed)))


def _layoffs(state: ContractRummyState, seat: int) -> Iterator[Move]:
    return legal(judging.layoff, state, seat, (layoff(number, added) for number, added in layoffs(state, seat)))


def _swaps(state: ContractRummyState, seat: int) -> Iterator[Move]:
    found = (Move(SWAP.name, number, groups) for number, groups in swaps(state, seat))
    return legal(judging.swap, state, seat, found)


def _contract_fields(state: ContractRummyState, seat: int) -> tuple[Field, ...]:
    label = f"The cards of {in_words(state.contract)}"
    return (Field("cards", "contract", label, (f"hand-{seat}",), state.contract.cards, 20, wild=True),)


def _whole_fields(state: ContractRummyState, seat: int) -> tuple[Field, ...]:
    label = "Choose the cards of one meld, then press New group"
    return (Field("groups", "groups", label, (f"hand-{seat}",), wild=True),)


def _swap_fields(state: ContractRummyState, seat: int) -> tuple[Field, ...]:
    hand = f"hand-{seat}"
    runs = tuple(
        f"meld-{owner}-{number}" for owner, number, meld in state.table_melds() if is_run(meld) and swappable(meld)
    )
    remelds = _may_remeld(state)
    target = Field("target", "number", "The run with the joker", runs)
    natural = Field("cards", "natural", "The card it stands for", (hand,), 1, 4 if remelds else 1)
    if not remelds:
        return target, natural
    low = 3 if state.options.swaps == "new-meld" else 0
    new = Field("cards", "meld", "The new meld, with the joker in it", (hand, *runs), low, 20, join="/", wild=True)
    return target, natural, new


def _may_remeld(state: ContractRummyState) -> bool:
    """Return whether a freed joker can go into a new meld at once."""
    return not state.options.keeps_joker and state.options.further_melds


def _swapping(state: ContractRummyState, seat: int) -> str:
    if state.options.swaps == "any-meld":
        then = "lay the joker again"
    else:
        then = "lay the joker in a new meld" if _may_remeld(state) else "take the joker"
    return f"Put the real card in a joker’s place and {then}."


CONTRACT = Own(
    *("contract", "lay the contract", playing.contract, ("table",)),
    when=judging.may_lay_contract,
    clause="contract.all-at-once",
    parts=("groups",),
    wild=True,
    judge=judging.contract,
    not_now=judging.no_laying("Meld", judging.no_contract),
    moves=_contracts,
    by_example=True,
    sentence=lambda state, seat: f"Lay your contract: {in_words(state.contract)}.",
    fields=_contract_fields,
    said=lambda move: f"Lay the contract: {in_groups(move)}" if move.groups else "",
)
LAY_ALL = Own(
    *("lay-all", "lay the whole hand", playing.contract, ("table",)),
    when=judging.may_lay_all,
    clause="h7.three-runs",
    parts=("groups",),
    wild=True,
    judge=judging.lay_all,
    not_now=judging.no_laying("Meld", no_faults),
    moves=_whole_hands,
    by_example=True,
    label="Lay all",
    sentence="Lay your whole hand at once.",
    fields=_whole_fields,
    said=lambda move: f"Lay the whole hand: {in_groups(move)}" if move.groups else "",
)
MELD = Own(
    *("meld", "lay a new meld", playing.meld, ("table",)),
    when=judging.may_meld,
    clause="further.melds",
    parts=("groups",),
    wild=True,
    judge=judging.meld,
    not_now=judging.no_laying("Meld", judging.no_meld),
    moves=_melds,
    by_example=True,
    label="Lay a meld",
    sentence="Lay a new set or run.",
    fields=of_a_meld(3, 20, wild=True),
    said=lambda move: f"Lay {codes(move.cards)}" if move.cards else "",
)
LAYOFF = Own(
    *("layoff", "add to a meld", playing.layoff, ("table",)),
    when=judging.may_lay_off,
    clause="layoff.any-meld",
    parts=("number", "groups"),
    wild=True,
    judge=judging.layoff,
    not_now=judging.no_laying("Meld", judging.no_layoff),
    moves=_layoffs,
    by_example=True,
    label="Add",
    sentence="Add cards to a meld, yours or another player’s.",
    fields=to_a_meld(20, wild=True),
    said=layoff_in_words,
)
SWAP = Own(
    *("swap", "swap a joker", playing.swap, ("table",)),
    when=judging.may_swap,
    clause="joker.swap-run",
    parts=("number", "groups"),
    wild=True,
    judge=judging.swap,
    not_now=judging.no_laying("Swap a joker", judging.no_swap),
    moves=_swaps,
    by_example=True,
    sentence=_swapping,
    fields=_swap_fields,
    said=swap_in_words,
)
DISCARD = discarding(
    *(playing.discard, judging.discard, "turn.discard"),
    not_now=judging.no_laying("Discard", no_faults),
    when=judging.may_discard,
)

# -- the dealer --------------------------------------------------------------------------------------------

DEAL = dealing(playing.deal, wanted="all {number} cards, each as often as the deck has it")
RESHUFFLE = shuffle(
    *("reshuffle", "make a new stock", playing.reshuffle, ("reshuffle",), lambda state: state.pile[:-1]),
    wanted="the {number} cards below the upcard",
)
VERBS = Verbs(
    *(STOCK, UPCARD, ASK, PASS, BE_QUIET, CONTRACT, LAY_ALL, MELD, LAYOFF, SWAP, DISCARD, LISTEN),
    *(FIRST_DEALER, DEAL, RESHUFFLE),
)
