"""The screen of a Chinese Ten table: card zones, notes on seats, facts, badges (signs), and the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import RANK_NAMES, RANKS
from games.chinese_ten.card_values import compute_equal_share
from games.chinese_ten.state import TURNS, ChineseTenState
from games.chinese_ten.verbs import LAYOUT, STOCK
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import build_hand_zone
from games.words import format_count

AFTER = ("between", "over")
"""The phases in which a deal is over and its piles are scored."""
_YOURS = {
    "play": "Play a card from your hand.",
    "turn": "Flip the top card of the stock.",
    "choose": "Which card do you capture with the {turned}?",
    "either": "Capture a card with the {turned}?",
}
_THEIRS = {
    "play": "{{{seat}}}’s turn.",
    "turn": "{{{seat}}} flips a card.",
    "choose": "{{{seat}}} is choosing.",
}


def draw_table(state: ChineseTenState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    zones = [
        *_build_table_zones(state),
        *(build_hand_zone(owner, hand, seat) for owner, hand in enumerate(state.hands)),
    ]
    zones += [
        _build_scoring_zone(state, owner) for owner in range(state.seats) if state.phase in AFTER and state.piles[owner]
    ]
    notes = tuple(_build_seat_note(state, owner) for owner in range(state.seats))
    facts, signs = tuple(_list_table_facts(state, seat)), tuple(_list_bottom_card_signs(state, seat))
    return Screen(seat, tuple(zones), notes, facts=facts, signs=signs)


def _build_table_zones(state: ChineseTenState) -> Iterator[Zone]:
    codes = tuple(card.code for card in state.layout)
    if state.phase in TURNS:
        yield Zone(STOCK, "pile", "Stock", tuple("?" for _ in state.stock))
    if state.turned:
        yield Zone("turned", "row", "Flipped from the stock", (state.turned.code,))
    if state.phase in TURNS or codes:
        yield Zone(LAYOUT, "grid", "Table", codes)


def _build_scoring_zone(state: ChineseTenState, owner: int) -> Zone:
    """Return the zone shown at the end of a deal: the cards of a pile that score, most points first."""
    cards = sorted((card for card in state.piles[owner] if state.worth[card]), key=lambda card: -state.worth[card])
    return Zone(f"pile-{owner}", "melds", "Scoring cards", tuple(card.code for card in cards), owner)


def _build_seat_note(state: ChineseTenState, owner: int) -> SeatNote:
    cards, won = format_count(len(state.hands[owner]), "card"), f"{len(state.piles[owner])} won"
    score = _describe_score(state, owner)
    return SeatNote(owner, f"{cards} · {won}" if score else cards, score=score or won)


def _describe_score(state: ChineseTenState, owner: int) -> str:
    """Return a player's points as a string: of all finished deals and, if piles are open, of the current deal."""
    total = format_count(state.match.scores[owner], "point") if state.match.deals else ""
    if state.options.open_piles and state.phase in TURNS:
        return f"{total} + {state.count_points(owner)}" if total else format_count(state.count_points(owner), "point")
    return total


def _list_table_facts(state: ChineseTenState, seat: int | None) -> Iterator[tuple[str, str]]:
    options = state.options
    if options.match == "deals":
        yield "Hand", f"{state.deal_number} of {options.deals or state.seats}"
    if options.match == "target":
        yield "Hand", f"{state.deal_number}, to {options.target} points"
    if options.par_scoring:
        yield "Equal share", format_count(compute_equal_share(options, state.seats), "point")
    if state.triple and state.phase in TURNS and sum(RANKS[card.rank - 1] == state.triple for card in state.layout) > 2:
        yield "Triple", f"the fourth {RANK_NAMES[RANKS.index(state.triple) + 1]} captures all three"


def _list_bottom_card_signs(state: ChineseTenState, seat: int | None) -> Iterator[Sign]:
    bottom = state.stock[0] if state.stock else None
    if bottom and bottom.rank and state.options.peek_bottom and seat == state.last_seat:
        yield Sign("cards", "Bottom of the stock", f"the {bottom.name}", cards=(bottom.code,))


def build_prompt(state: ChineseTenState, seat: int | None) -> str:
    """Return the sentence that tells the seat what to do, or says whose turn it is.

    For a spectator, the seat is None.
    """
    if seat not in state.waiting:
        return _THEIRS[state.phase].format(seat=state.turn)
    if state.turned is None:
        return _YOURS[state.phase]
    several = len(state.list_captures(state.turned)) > 1
    return _YOURS["choose" if several else "either"].format(turned=state.turned.name)
