"""The screen of a table of Contract Rummy: zones, notes, signs, and prompts."""

from __future__ import annotations

from games.cards import codes
from games.contract_rummy.contracts import hands_of, in_words
from games.contract_rummy.judging import may_lay_off, may_take
from games.contract_rummy.melds import is_run
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.words import price
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import hand_zone
from games.kit.rummy import meld_zone, stock_zone
from games.words import capital, figure


def draw(state: ContractRummyState, seat: int | None) -> Screen:
    """Return the screen of a state as one seat sees it, or a spectator if `seat` is None."""
    zones = [_pile(state), stock_zone(len(state.stock))]
    wild = _wild_codes(state)
    for owner in range(state.seats):
        zones.append(hand_zone(owner, state.hands[owner], seat, wild, state.came))
        zones += _melds(state, owner, seat)
    return Screen(
        seat,
        tuple(zones),
        tuple(_note(state, owner, seat) for owner in range(state.seats)),
        facts=_facts(state),
        signs=() if seat is not None and state.down(seat) else (_contract(state),),
    )


def _wild_codes(state: ContractRummyState) -> tuple[str, ...]:
    return tuple(sorted(card.code for card in state.law.wilds))


def _pile(state: ContractRummyState) -> Zone:
    return Zone("pile", "pile", "Discard pile", tuple(card.code for card in state.pile))


def _melds(state: ContractRummyState, owner: int, seat: int | None) -> list[Zone]:
    return [
        meld_zone(state, seat, owner, place, f"{'Run' if is_run(meld) else 'Set'} {place + 1}")
        for place, meld in enumerate(state.melds[owner])
    ]


def _note(state: ContractRummyState, owner: int, seat: int | None) -> SeatNote:
    number = len(state.hands[owner])
    notes = [figure(number, "card")]
    if state.down(owner):
        notes.append("contract laid" + (" this turn" if state.laid and owner == state.turn else ""))
    if state.owed and owner == state.turn:
        notes.append("has to lay the joker")
    if owner == seat and owner in state.quiet:
        notes.append("wants nothing")
    return SeatNote(owner, " · ".join(notes), score=figure(state.match.scores[owner], "point"))


def _facts(state: ContractRummyState) -> tuple[tuple[str, str], ...]:
    facts = [("Hand", f"{state.number} of {hands_of(state.options)}")]
    if state.options.mayi_limit:
        taken = ", ".join(f"{{{seat}}} {state.buys.count(seat)}" for seat in dict.fromkeys(state.buys)) or "none yet"
        facts.append(("May I?", f"{taken}, of {state.options.mayi_limit} each"))
    return tuple(facts)


def _contract(state: ContractRummyState) -> Sign:
    """Return the sign for the contract, with an empty place for each of its cards."""
    whole = ", the whole hand at once" if state.whole else ""
    words = capital(in_words(state.contract)) + whole
    return Sign("places", "Contract", words, groups=(*state.contract.sets, *state.contract.runs))


def prompt(state: ContractRummyState, seat: int | None) -> str:
    """Return the prompt: what the seat has to do, or whose turn it is."""
    to_move = seat in state.waiting
    phase = state.phase
    if phase == "reshuffle":
        return "The discard pile is shuffled into a new stock."
    if phase == "window":
        return _window_prompt(state, to_move)
    if not to_move:
        return f"{{{state.turn}}} is to move."
    if phase == "draw":
        if not may_take(state, state.turn):
            return "Draw from the stock."
        return "Draw from the stock, or take the upcard."
    return _table_prompt(state)


def _window_prompt(state: ContractRummyState, to_move: bool) -> str:
    card = codes(state.pile[-1:])
    if to_move:
        return f"{{{state.turn}}} leaves {card}. May I? It costs {price(state.options)} from the stock."
    return f"The others are asked whether they want {card}."


def _table_prompt(state: ContractRummyState) -> str:
    if state.owed:
        return "Lay the joker that you have taken."
    if state.whole and not state.down(state.turn):
        return "Lay your whole hand, or discard one card."
    if not state.down(state.turn):
        return f"Lay your contract, {in_words(state.contract)}, if you can; then discard one card."
    if state.laid and may_lay_off(state, state.turn):
        return "Your contract lies there. Add to melds if you like, then discard one card."
    if state.laid:
        return "Your contract lies there. Discard one card."
    return "Lay what you like, then discard one card."
