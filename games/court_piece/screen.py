"""The screen of a table of Court Piece: zones of cards, notes on seats, facts, signs, and the prompt.

A sign is a badge on the table with a short text, such as the trump suit or a team's tricks.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import SUIT_NAMES
from games.court_piece.narration import NARRATION
from games.court_piece.state import AFTER, SEATS, CourtPieceState
from games.engine.narration import summarize_result
from games.engine.view import Screen, SeatNote, Sign
from games.kit.tricks import build_sorted_hand_zone, build_trick_zone, get_suit_name
from games.words import format_count, spell_count

_YOURS = {
    "call": "Look at your five cards and choose the trump suit.",
    "change": "A revoke was corrected. You can change your card if the new one follows suit.",
    "playon": "You won the first seven tricks. Play on for all 13?",
    "confirm": "No more cards to play. Confirm the result?",
    "agree": "Deal another hand?",
}
_THEIRS = {
    "call": "{{{seat}}} looks at five cards and chooses trump.",
    "play": "It’s {{{seat}}}’s turn.",
    "change": "{{{seat}}} can change a card because a revoke was corrected.",
    "playon": "{{{seat}}} is deciding whether to play on for all 13 tricks.",
    "agree": "{{{seat}}} is deciding whether to play another hand.",
}


def draw_table(state: CourtPieceState, seat: int | None) -> Screen:
    """Return the screen of a state as one seat sees it, or a spectator if `seat` is None."""
    zones = [build_trick_zone(state)]
    zones += [build_sorted_hand_zone(state, owner, seat) for owner in range(SEATS)]
    return Screen(
        seat,
        tuple(zones),
        tuple(_build_seat_note(state, owner) for owner in range(SEATS)),
        facts=_list_table_facts(state),
        signs=tuple(_list_table_signs(state, seat)),
    )


def _build_seat_note(state: CourtPieceState, owner: int) -> SeatNote:
    number = len(state.hands[owner])
    notes = [format_count(number, "card")]
    if state.match.dealer is not None and owner == state.caller and state.phase not in ("deal", *AFTER):
        notes.append("choosing trump" if not state.trump else "chose trump")
    return SeatNote(owner, " · ".join(notes), score=format_count(state.match.scores[owner], "court"), side=owner % 2)


def _list_table_facts(state: CourtPieceState) -> tuple[tuple[str, str], ...]:
    options, match = state.options, state.match
    hand = match.deals + (0 if state.is_between_deals or match.over or state.phase == "agree" else 1)
    length = {
        "hands": f"{hand} of {options.match_hands}" if hand <= options.match_hands else str(hand),
        "courts": f"{hand}, first to {spell_count(options.match_courts, 'court')}",
        "open": str(hand),
    }[options.match_end]
    return (("Hand", length),)


def _list_table_signs(state: CourtPieceState, seat: int | None) -> Iterator[Sign]:
    if state.trump:
        chosen_by = f", chosen by {{{state.caller}}}" if state.match.dealer is not None else ""
        yield Sign("suit", "Trump", SUIT_NAMES[state.trump] + chosen_by, suit=state.trump)
    sides = (seat % 2, 1 - seat % 2) if seat is not None else (0, 1)
    taken, scores = state.count_tricks_by_side(), state.match.scores
    for side in sides if state.trick or state.tricks else ():
        yield Sign(
            "packets", f"{_name_side(side, seat)} tricks", format_count(taken[side], "trick"), number=taken[side]
        )
    for side in sides if any(scores) else ():
        yield Sign(
            "tokens", f"{_name_side(side, seat)} courts", format_count(scores[side], "court"), number=scores[side]
        )
    if state.holder is not None:
        whose = f"by {{{state.holder}}} and {{{state.holder + 2}}}"
        if seat is not None:
            whose = "yours" if state.holder == seat % 2 else "theirs"
        words = f"{state.tally} of {state.options.tally_target}, {whose}"
        yield Sign("tally", "Streak", words, number=state.tally, of=state.options.tally_target)


def _name_side(side: int, seat: int | None) -> str:
    if seat is None:
        return f"{{{side}}} and {{{side + 2}}}:"
    return "Your" if side == seat % 2 else "Their"


def build_prompt(state: CourtPieceState, seat: int | None) -> str:
    """Return the prompt, a line of text for this seat: what it has to do, or whose turn it is."""
    phase = state.phase
    if phase in AFTER and state.match.results:
        result = summarize_result(NARRATION, state.match.results[-1])
        return f"{result} {_YOURS['agree']}" if phase == "agree" and seat == state.turn else result
    if seat in state.waiting:
        return _YOURS.get(phase) or _build_play_prompt(state, seat)
    if phase == "confirm":
        return "Waiting for the others to confirm."
    return _THEIRS[phase].format(seat=state.turn)


def _build_play_prompt(state: CourtPieceState, seat: int | None) -> str:
    if not state.trick:
        return "You lead. Play any card."
    led = state.trick[0]
    if seat is not None and any(card.suit == led.suit for card in state.hands[seat]):
        return f"Follow suit: {get_suit_name(led)} were led."
    return f"You have no {get_suit_name(led)}. Play any card."
