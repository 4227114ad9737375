"""The screen of a table of Mille: its zones, notes on seats, facts, and prompt."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import hand_zone
from games.kit.rummy import meld_zone, stock_zone
from games.mille.laying import needed
from games.mille.melds import ALL, is_natural, named, wild_in
from games.mille.state import MilleState
from games.words import capital, figure

AFTER = ("between", "over")


def draw(state: MilleState, seat: int | None) -> Screen:
    """Return the screen as this seat sees it; for a spectator, the seat is None."""
    zones = [Zone("pile", "line", "Discard pile", tuple(card.code for card in state.pile))]
    zones.append(stock_zone(len(state.stock)))
    for owner in range(state.seats):
        zones.append(hand_zone(owner, state.hands[owner], seat, came=state.came, sort="rank"))
        zones += _melds(state, owner, seat)
    notes = tuple(_note(state, owner) for owner in range(state.seats))
    return Screen(seat, tuple(zones), notes, facts=tuple(_facts(state)))


def _melds(state: MilleState, owner: int, seat: int | None) -> Iterator[Zone]:
    for place, meld in enumerate(state.melds[owner]):
        note = "natural" if is_natural(meld) else "one short of a natural" if _nearly(state, owner, place) else ""
        yield meld_zone(state, seat, owner, place, capital(named(meld[0].rank)), note)


def _nearly(state: MilleState, owner: int, place: int) -> bool:
    """Return whether a meld needs one more card to be a natural."""
    meld = state.melds[owner][place]
    return len(meld) == ALL - 1 and not wild_in(meld)


def _note(state: MilleState, owner: int) -> SeatNote:
    match = state.match
    signs = []
    if state.marks[owner]:
        marks = state.marks[owner]
        signs.append(Sign("tokens", "Asterisks", figure(marks, "asterisk"), marks))
    if state.chapeaux[owner]:
        hats = state.chapeaux[owner]
        signs.append(Sign("number", "Chapeaux", figure(hats, "chapeau") if hats == 1 else f"{hats} chapeaux", hats))
    held, score = figure(len(state.hands[owner]), "card"), figure(match.scores[owner], "point")
    return SeatNote(owner, held, score=score, signs=tuple(signs))


def _facts(state: MilleState) -> Iterator[tuple[str, str]]:
    yield "Hand", f"{state.deal_number}, to {state.options.target}"


def prompt(state: MilleState, seat: int | None) -> str:
    """Return what the seat should do, or whose turn it is."""
    if state.phase == "reshuffle":
        return "The pile is shuffled into a new stock."
    if seat not in state.waiting:
        return f"{{{state.turn}}} is to move."
    if state.phase == "table":
        return "Lay what you like, then discard one card."
    if not state.can_draw:
        return "There is no card to draw: take the pile, or end the hand."
    if needed(state, state.turn) is None and not state.starter_free:
        return "Draw from the stock."
    return "Draw from the stock, or take the pile."
