"""The screen of a table of Contract Rummy: zones of cards, notes on seats, the contract, and the prompt."""

from __future__ import annotations

from games.cards import format_cards
from games.contract_rummy.contracts import count_hands, describe_contract
from games.contract_rummy.descriptions import describe_penalty_cards
from games.contract_rummy.legality import can_lay_off, can_take_upcard
from games.contract_rummy.melds import is_run
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.verbs import CONTRACT
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import build_hand_zone
from games.kit.rummy import build_meld_zone, build_stock_zone
from games.words import capitalize_first, format_count


def draw_table(state: ContractRummyState, seat: int | None) -> Screen:
    """Return the screen of a state as one seat sees it, or a spectator if `seat` is None."""
    zones = [_build_pile_zone(state), build_stock_zone(len(state.stock))]
    wild = _list_wild_codes(state)
    for owner in range(state.seats):
        zones.append(build_hand_zone(owner, state.hands[owner], seat, wild, state.came))
        zones += _build_meld_zones(state, owner, seat)
    return Screen(
        seat,
        tuple(zones),
        tuple(_build_seat_note(state, owner, seat) for owner in range(state.seats)),
        facts=_list_table_facts(state),
        signs=() if seat is not None and state.is_down(seat) else (_build_contract_sign(state),),
    )


def _list_wild_codes(state: ContractRummyState) -> tuple[str, ...]:
    return tuple(sorted(card.code for card in state.law.wilds))


def _build_pile_zone(state: ContractRummyState) -> Zone:
    return Zone("pile", "pile", "Discard pile", tuple(card.code for card in state.pile))


def _build_meld_zones(state: ContractRummyState, owner: int, seat: int | None) -> list[Zone]:
    kinds = ["Run" if is_run(meld) else "Set" for meld in state.melds[owner]]
    return [
        build_meld_zone(
            state, seat, owner, place, kind if kinds.count(kind) == 1 else f"{kind} {kinds[: place + 1].count(kind)}"
        )
        for place, kind in enumerate(kinds)
    ]


def _build_seat_note(state: ContractRummyState, owner: int, seat: int | None) -> SeatNote:
    number = len(state.hands[owner])
    notes = [format_count(number, "card")]
    if state.is_down(owner):
        notes.append("contract met" + (" this turn" if state.laid and owner == state.turn else ""))
    if state.owed and owner == state.turn:
        notes.append("must meld the joker")
    if owner == seat and owner in state.quiet:
        notes.append("skipping May I?")
    return SeatNote(owner, " · ".join(notes), score=format_count(state.match.scores[owner], "point"))


def _list_table_facts(state: ContractRummyState) -> tuple[tuple[str, str], ...]:
    facts = [("Hand", f"{state.number} of {count_hands(state.options)}")]
    if state.options.mayi_limit:
        taken = ", ".join(f"{{{seat}}} {state.buys.count(seat)}" for seat in dict.fromkeys(state.buys)) or "none yet"
        facts.append(("May I?", f"{taken}, of {state.options.mayi_limit} each"))
    return tuple(facts)


def _build_contract_sign(state: ContractRummyState) -> Sign:
    """Return the sign (a badge on the table) that shows the contract in words, with an empty place for each card.

    The places are filled by the cards that the player chooses for the contract. In an all-or-nothing hand, the player
    arranges the cards elsewhere.
    """
    contract = state.contract
    whole = ", the whole hand at once" if state.is_all_or_nothing else ""
    return Sign(
        *("places", "Contract", capitalize_first(describe_contract(contract)) + whole),
        groups=(*contract.sets, *contract.runs),
        names=(*(f"Set of {size}" for size in contract.sets), *(f"Run of {size}" for size in contract.runs)),
        alike=("rank",) * len(contract.sets) + ("suit",) * len(contract.runs),
        verb="" if state.is_all_or_nothing else CONTRACT.name,
    )


def build_prompt(state: ContractRummyState, seat: int | None) -> str:
    """Return the prompt, a line of text for this seat: what it has to do, or whose turn it is."""
    to_move = seat in state.waiting
    phase = state.phase
    if phase == "reshuffle":
        return "The discard pile is shuffled into a new stock."
    if phase == "window":
        return _build_upcard_offer_prompt(state, to_move)
    if not to_move:
        return f"It’s {{{state.turn}}}’s turn."
    if phase == "draw":
        if not can_take_upcard(state, state.turn):
            return "Draw from the stock."
        return "Draw from the stock or take the upcard."
    return _build_melding_prompt(state)


def _build_upcard_offer_prompt(state: ContractRummyState, to_move: bool) -> str:
    card = format_cards(state.pile[-1:])
    if to_move:
        penalty = describe_penalty_cards(state.options)
        return f"{{{state.turn}}} left {card}. Do you want it? You’d also draw {penalty} from the stock."
    return f"Waiting: does anyone want {card}?"


def _build_melding_prompt(state: ContractRummyState) -> str:
    if state.owed:
        return "Meld the joker you took."
    if state.is_all_or_nothing and not state.is_down(state.turn):
        return "Meld your whole hand, or discard."
    if not state.is_down(state.turn):
        return f"Meld your contract ({describe_contract(state.contract)}) if you can, then discard."
    if state.laid and can_lay_off(state, state.turn):
        return "You’ve met your contract. Lay off if you like, then discard."
    if state.laid:
        return "You’ve met your contract. Discard a card."
    return "Meld if you like, then discard."
