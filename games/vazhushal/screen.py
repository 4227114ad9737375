"""The screen of a table of Vazhushal: zones of cards, notes on seats, and the prompt."""

from __future__ import annotations

from games.engine.view import Screen, SeatNote, Zone
from games.engine.zones import build_hand_zone
from games.kit.rummy import build_meld_zone, build_stock_zone
from games.vazhushal.legality import can_only_draw_from_stock
from games.vazhushal.state import VazhushalState
from games.words import format_count


def draw_table(state: VazhushalState, seat: int | None) -> Screen:
    """Return the screen of a state as one seat sees it, or a spectator if `seat` is None."""
    zones = [_build_line_zone(state), build_stock_zone(len(state.stock))]
    if state.negative is not None:
        zones.append(_build_negative_joker_zone(state))
    wild = _list_wild_codes(state)
    for owner in range(state.seats):
        zones.append(build_hand_zone(owner, state.hands[owner], seat, wild, state.came))
        zones += _build_meld_zones(state, owner, seat)
    return Screen(
        seat,
        tuple(zones),
        tuple(_build_seat_note(state, owner) for owner in range(state.seats)),
        facts=_list_table_facts(state),
    )


def _list_wild_codes(state: VazhushalState) -> tuple[str, ...]:
    return tuple(sorted(card.code for card in state.wilds))


def _build_line_zone(state: VazhushalState) -> Zone:
    note = "The oldest card is the wild starter." if state.starter else ""
    cards = tuple(card.code for card in state.line)
    return Zone("line", "line", "Discard line (oldest to newest)", cards, note=note, marked=_list_wild_codes(state))


def _build_negative_joker_zone(state: VazhushalState) -> Zone:
    assert state.negative is not None
    ranked = [card for card in _list_wild_codes(state) if card != "*"]
    note = f"Wild: {' '.join(ranked)} and jokers" if ranked else "Only jokers are wild"
    return Zone("negative", "crosswise", "Negative joker", (state.negative.code,), note=note)


def _build_meld_zones(state: VazhushalState, owner: int, seat: int | None) -> list[Zone]:
    return [build_meld_zone(state, seat, owner, place, f"Meld {place + 1}") for place in range(len(state.melds[owner]))]


def _build_seat_note(state: VazhushalState, owner: int) -> SeatNote:
    notes, won = [format_count(len(state.hands[owner]), "card")], format_count(state.match.scores[owner], "hand")
    if state.forced and owner == state.turn:
        notes.append("must take the starter" if state.phase == "draw" else "can only discard")
    return SeatNote(owner, " · ".join(notes), score=f"{won} won")


def _list_table_facts(state: VazhushalState) -> tuple[tuple[str, str], ...]:
    options, hand = state.options, state.deal_number
    hands = {
        "first-to": f"{hand}, first to {options.match_target}",
        "fixed-hands": f"{hand} of {options.match_target}",
        "open": str(hand),
    }[options.match_mode]
    return (("Hand", hands),)


def build_prompt(state: VazhushalState, seat: int | None) -> str:
    """Return the prompt, a line of text for this seat: the action that is due from it, or whose turn it is."""
    to_move = seat in state.waiting
    if state.phase == "reshuffle":
        return "The starter goes back into the stock."
    if state.phase == "final" and not to_move:
        return "The others are making their last melds."
    if state.phase == "final":
        return f"{'Play has stopped' if state.stock else 'The stock has run out'}. Meld what you can, then finish."
    if not to_move:
        return f"It’s {{{state.turn}}}’s turn."
    if state.phase == "redeal":
        return "You have enough doubles for a redeal."
    if state.phase == "draw":
        if state.forced:
            return "Take the wild starter."
        return (
            "Draw from the stock."
            if can_only_draw_from_stock(state, state.turn)
            else "Draw from the stock or wipe the line."
        )
    return "Discard a card." if state.forced else "Meld if you like, then discard."
