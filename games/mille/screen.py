"""The screen of a table of Mille: its zones, notes on seats, facts, and prompt."""

from __future__ import annotations

from collections.abc import Iterator

from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import build_hand_zone
from games.kit.rummy import build_meld_zone, build_stock_zone
from games.mille.melds import ALL, count_wild_twos, is_natural_meld, name_rank
from games.mille.possible_moves import count_cards_to_take_pile
from games.mille.state import MilleState
from games.words import capitalize_first, format_count

AFTER = ("between", "over")


def draw_table(state: MilleState, seat: int | None) -> Screen:
    """Return the screen as this seat sees it; for a spectator, the seat is None."""
    zones = [Zone("pile", "line", "Discard pile", tuple(card.code for card in state.pile))]
    zones.append(build_stock_zone(len(state.stock)))
    for owner in range(state.seats):
        zones.append(build_hand_zone(owner, state.hands[owner], seat, came=state.came, sort="rank"))
        zones += _build_meld_zones(state, owner, seat)
    notes = tuple(_build_seat_note(state, owner) for owner in range(state.seats))
    return Screen(seat, tuple(zones), notes, facts=tuple(_list_table_facts(state)))


def _build_meld_zones(state: MilleState, owner: int, seat: int | None) -> Iterator[Zone]:
    for place, meld in enumerate(state.melds[owner]):
        note = (
            "natural"
            if is_natural_meld(meld)
            else "one short of a natural"
            if _is_one_short_of_natural(state, owner, place)
            else ""
        )
        yield build_meld_zone(state, seat, owner, place, capitalize_first(name_rank(meld[0].rank)), note)


def _is_one_short_of_natural(state: MilleState, owner: int, place: int) -> bool:
    """Return whether the meld of `owner` with the index `place` needs one more card to be a natural."""
    meld = state.melds[owner][place]
    return len(meld) == ALL - 1 and not count_wild_twos(meld)


def _build_seat_note(state: MilleState, owner: int) -> SeatNote:
    match = state.match
    signs = []
    if state.marks[owner]:
        marks = state.marks[owner]
        signs.append(Sign("tokens", "Asterisks", format_count(marks, "asterisk"), marks))
    if state.chapeaux[owner]:
        hats = state.chapeaux[owner]
        signs.append(
            Sign("number", "Chapeaux", format_count(hats, "chapeau") if hats == 1 else f"{hats} chapeaux", hats)
        )
    held, score = format_count(len(state.hands[owner]), "card"), format_count(match.scores[owner], "point")
    return SeatNote(owner, held, score=score, signs=tuple(signs))


def _list_table_facts(state: MilleState) -> Iterator[tuple[str, str]]:
    yield "Hand", f"{state.deal_number}, to {state.options.target}"


def build_prompt(state: MilleState, seat: int | None) -> str:
    """Return the prompt, a line of text for this seat: what it should do, or whose turn it is."""
    if state.phase == "reshuffle":
        return "The pile is shuffled into a new stock."
    if seat not in state.waiting:
        return f"{{{state.turn}}}’s turn."
    if state.phase == "table":
        return "Meld if you like, then discard."
    if not state.can_draw:
        return "The stock is empty. Take the pile or end the hand."
    if count_cards_to_take_pile(state, state.turn) is None and not state.is_starter_two_takeable:
        return "Draw from the stock."
    return "Draw from the stock or take the pile."
