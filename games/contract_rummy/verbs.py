"""The verbs of Contract Rummy (the kinds of move): drawing, asking and answering, melding, and discarding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.cards import format_cards
from games.contract_rummy import legality, playing
from games.contract_rummy.contract_plans import find_contract_melds
from games.contract_rummy.contracts import describe_contract
from games.contract_rummy.descriptions import describe_joker_swap, describe_penalty_cards
from games.contract_rummy.melds import Meld, is_run, list_swappable_cards
from games.contract_rummy.possible_melds import list_joker_swaps, list_layoffs, list_new_melds
from games.contract_rummy.state import PASSES, QUIET, WANTS, ContractRummyState
from games.contract_rummy.whole_hand_search import find_whole_hand_melds
from games.engine.move import Move
from games.engine.verb import Verb, Verbs, accept_any_move
from games.engine.view import Field
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb, build_shuffle_verb
from games.kit.rummy import (
    build_discard_verb,
    build_layoff_fields,
    build_meld_fields,
    build_meld_move,
    describe_layoff,
    filter_legal_moves,
    format_move_groups,
)

Own = Verb[ContractRummyState]

# -- drawing and asking ------------------------------------------------------------------------------------


def _describe_draw(state: ContractRummyState, seat: int) -> str:
    if state.options.mayi_timing == "before-draw" and state.pile:
        return "Leave the upcard for the others, then draw from the stock."
    return "Draw the top card of the stock."


def _describe_asking_for_upcard(state: ContractRummyState, seat: int) -> str:
    return f"Ask for the upcard. It costs {describe_penalty_cards(state.options)} from the stock as well."


STOCK = Own(
    *("stock", "draw from the stock", playing.draw_from_stock, ("draw",)),
    clause="draw.choice",
    not_now=legality.check_draw_timing,
    label="Draw",
    sentence=_describe_draw,
    at="stock",
)
UPCARD = Own(
    *("upcard", "take the upcard", playing.take_upcard, ("draw",)),
    when=legality.can_take_upcard,
    clause="draw.upcard-free",
    not_now=legality.check_draw_timing,
    sentence="Take the upcard instead of drawing from the stock.",
    at="pile",
)
ASK = Own(
    *(WANTS, "ask “May I?”", playing.record_upcard_answer, ("window",)),
    clause="mayi.cost",
    not_now=legality.check_upcard_request_timing,
    label="May I?",
    sentence=_describe_asking_for_upcard,
    at="pile",
)
PASS = Own(
    *(PASSES, "leave the upcard", playing.record_upcard_answer, ("window",)),
    clause="mayi.closes",
    not_now=legality.check_upcard_answer_timing,
    label="Leave it",
    sentence="You don’t want this card.",
)
BE_QUIET = Own(
    *(QUIET, "skip “May I?” for this hand", playing.record_upcard_answer, ("window",)),
    clause="mayi.closes",
    not_now=legality.check_upcard_answer_timing,
    label="Skip “May I?”",
    sentence="Skip “May I?” for the rest of this hand. You can change this on your turn.",
)
LISTEN = Own(
    *("listen", "turn “May I?” back on", playing.resume_upcard_questions, ("draw", "table")),
    when=lambda state, seat: seat in state.quiet,
    clause="mayi.who",
    not_now=legality.check_resume_timing,
    label="Ask me again",
    sentence="You’ll be asked about the upcard again this hand.",
)

# -- melding -----------------------------------------------------------------------------------------------


def build_contract_move(melds: Iterable[Meld]) -> Move:
    """Return the move that makes these melds as the contract."""
    return Move(CONTRACT.name, groups=tuple(melds))


def build_layoff_move(number: int, cards: Meld) -> Move:
    """Return the move that adds cards to the meld with this number.

    Each seat numbers all melds on the table in its own way; this is the number for the seat that moves.
    """
    return Move(LAYOFF.name, number, (cards,))


def _list_contract_moves(state: ContractRummyState, seat: int) -> Iterator[Move]:
    melds = find_contract_melds(state.hands[seat], state.contract, state.law)
    return filter_legal_moves(legality.check_contract, state, seat, [build_contract_move(melds)] if melds else [])


def _list_whole_hand_moves(state: ContractRummyState, seat: int) -> Iterator[Move]:
    melds = find_whole_hand_melds(state.hands[seat], state.contract, state.law, state.options.spare_card_limit)
    if melds:
        yield Move(LAY_ALL.name, groups=tuple(melds))


def _list_meld_moves(state: ContractRummyState, seat: int) -> Iterator[Move]:
    return filter_legal_moves(
        legality.check_meld, state, seat, map(build_meld_move, list_new_melds(state.law, state.hands[seat], state.owed))
    )


def _list_layoff_moves(state: ContractRummyState, seat: int) -> Iterator[Move]:
    return filter_legal_moves(
        legality.check_layoff,
        state,
        seat,
        (build_layoff_move(number, added) for number, added in list_layoffs(state, seat)),
    )


def _list_swap_moves(state: ContractRummyState, seat: int) -> Iterator[Move]:
    moves = (Move(SWAP.name, number, groups) for number, groups in list_joker_swaps(state, seat))
    return filter_legal_moves(legality.check_joker_swap, state, seat, moves)


def _build_contract_form_fields(state: ContractRummyState, seat: int) -> tuple[Field, ...]:
    label = f"Cards for {describe_contract(state.contract)}"
    return (Field("cards", "contract", label, (f"hand-{seat}",), state.contract.card_count, 20, wild=True),)


def _build_whole_hand_form_fields(state: ContractRummyState, seat: int) -> tuple[Field, ...]:
    label = "Pick the cards of one meld, then press “New meld”"
    return (Field("groups", "groups", label, (f"hand-{seat}",), wild=True),)


def _build_swap_form_fields(state: ContractRummyState, seat: int) -> tuple[Field, ...]:
    hand = f"hand-{seat}"
    runs = tuple(
        f"meld-{owner}-{number}"
        for owner, number, meld in state.list_table_melds()
        if is_run(meld) and list_swappable_cards(meld)
    )
    remelds = _can_meld_freed_joker(state)
    target = Field("target", "number", "Run with the joker", runs)
    natural = Field("cards", "natural", "Card it stands for", (hand,), 1, 4 if remelds else 1)
    if not remelds:
        return target, natural
    low = 3 if state.options.joker_swap_rule == "new-meld" else 0
    new = Field("cards", "meld", "New meld with the joker", (hand, *runs), low, 20, join="/", wild=True)
    return target, natural, new


def _can_meld_freed_joker(state: ContractRummyState) -> bool:
    """Return whether the move that takes a joker in a swap can also put it into a new meld."""
    return not state.options.can_keep_joker and state.options.further_melds


def _describe_swap(state: ContractRummyState, seat: int) -> str:
    if state.options.joker_swap_rule == "any-meld":
        then = "put the joker into a meld"
    else:
        then = "put the joker into a new meld" if _can_meld_freed_joker(state) else "take the joker"
    return f"Put the natural card in the joker’s place and {then}."


CONTRACT = Own(
    *("contract", "meld the contract", playing.lay_contract, ("table",)),
    when=legality.can_lay_contract,
    clause="contract.all-at-once",
    parts=("groups",),
    wild=True,
    judge=legality.check_contract,
    not_now=legality.build_melding_timing_check("Meld", legality.check_contract_timing),
    moves=_list_contract_moves,
    by_example=True,
    sentence=lambda state, seat: f"Meld your contract: {describe_contract(state.contract)}.",
    fields=_build_contract_form_fields,
    said=lambda move: f"Meld the contract: {format_move_groups(move)}" if move.groups else "",
)
LAY_ALL = Own(
    *("lay-all", "meld the whole hand", playing.lay_contract, ("table",)),
    when=legality.can_lay_whole_hand,
    clause="h7.three-runs",
    parts=("groups",),
    wild=True,
    judge=legality.check_whole_hand,
    not_now=legality.build_melding_timing_check("Meld", accept_any_move),
    moves=_list_whole_hand_moves,
    by_example=True,
    label="Meld all",
    sentence="Meld your whole hand at once.",
    fields=_build_whole_hand_form_fields,
    said=lambda move: f"Meld the whole hand: {format_move_groups(move)}" if move.groups else "",
)
MELD = Own(
    *("meld", "make a new meld", playing.lay_meld, ("table",)),
    when=legality.can_meld,
    clause="further.melds",
    parts=("groups",),
    wild=True,
    judge=legality.check_meld,
    not_now=legality.build_melding_timing_check("Meld", legality.check_meld_timing),
    moves=_list_meld_moves,
    by_example=True,
    label="Meld",
    sentence="Meld a new set or run.",
    fields=build_meld_fields(3, 20, wild=True),
    said=lambda move: f"Meld {format_cards(move.cards)}" if move.cards else "",
)
LAYOFF = Own(
    *("layoff", "lay off", playing.lay_off, ("table",)),
    when=legality.can_lay_off,
    clause="layoff.any-meld",
    parts=("number", "groups"),
    wild=True,
    judge=legality.check_layoff,
    not_now=legality.build_melding_timing_check("Meld", legality.check_layoff_timing),
    moves=_list_layoff_moves,
    by_example=True,
    label="Lay off",
    sentence="Add cards to any meld, yours or another player’s.",
    fields=build_layoff_fields(20, wild=True),
    said=describe_layoff,
)
SWAP = Own(
    *("swap", "swap a joker", playing.swap_for_joker, ("table",)),
    when=legality.can_swap_joker,
    clause="joker.swap-run",
    parts=("number", "groups"),
    wild=True,
    judge=legality.check_joker_swap,
    not_now=legality.build_melding_timing_check("Swap a joker", legality.check_joker_swap_timing),
    moves=_list_swap_moves,
    by_example=True,
    sentence=_describe_swap,
    fields=_build_swap_form_fields,
    said=describe_joker_swap,
)
DISCARD = build_discard_verb(
    *(playing.discard, legality.check_discard, "turn.discard"),
    not_now=legality.build_melding_timing_check("Discard", accept_any_move),
    when=legality.can_discard,
)

# -- the dealer --------------------------------------------------------------------------------------------

DEAL = build_deal_verb(playing.deal, wanted="all {number} cards, with as many copies of each as the deck has")
RESHUFFLE = build_shuffle_verb(
    *("reshuffle", "reshuffle", playing.reshuffle, ("reshuffle",), lambda state: state.pile[:-1]),
    wanted="the {number} cards below the upcard",
)
VERBS = Verbs(
    *(STOCK, UPCARD, ASK, PASS, BE_QUIET, CONTRACT, LAY_ALL, MELD, LAYOFF, SWAP, DISCARD, LISTEN),
    *(FIRST_DEALER, DEAL, RESHUFFLE),
)
