"""The screen of a Daifugo table: zones for cards, notes on seats, facts, and the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import SUIT_NAMES
from games.daifugo.legality import describe_needed_height, find_missing_opening_card
from games.daifugo.narration import NARRATION
from games.daifugo.playing import SEVEN, TEN, get_title
from games.daifugo.plays import RANKS
from games.daifugo.state import AGREE, EXCHANGE, GIVE, LOT, PLAYED, THROW, DaifugoState
from games.engine.narration import summarize_result
from games.engine.view import Screen, SeatNote, Zone
from games.engine.zones import build_hand_zone
from games.words import format_count, join_words, spell_count, spell_number

_ENDED = ("between", "over")
"""Phases after a hand, in which the new titles are already next to the names."""


def draw_table(state: DaifugoState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    zones = [*_build_pile_zone(state), *(_build_hand_zone(state, owner, seat) for owner in range(state.seats))]
    notes = tuple(_build_seat_note(state, owner) for owner in range(state.seats))
    return Screen(seat, tuple(zones), notes, facts=tuple(_list_table_facts(state)))


def _build_pile_zone(state: DaifugoState) -> Iterator[Zone]:
    """Yield the zone of the play to beat, which is empty at the start of a round."""
    if state.phase in ("dealer", "deal", EXCHANGE, LOT):
        return
    top = tuple(card.code for card in state.pile[-1].cards) if state.pile else ()
    label, by = ("Play to beat", f"played by {{{state.pile[-1].seat}}}") if state.pile else ("A new round", "")
    yield Zone("pile", "row", label, top, note=by)


def _build_hand_zone(state: DaifugoState, owner: int, seat: int | None) -> Zone:
    fresh = not state.gone and not state.pile
    partner = state.find_exchange_partner(owner) if fresh and any(state.given) else None
    came = [card for card in state.given[partner] if card.natural] if partner is not None else []
    ranks = RANKS[::-1] if state.is_rank_order_reversed else RANKS
    return build_hand_zone(owner, state.hands[owner], seat, came=came, sort="rank", ranks=ranks)


def _build_seat_note(state: DaifugoState, owner: int) -> SeatNote:
    parts = []
    if state.hands[owner]:
        parts.append(format_count(len(state.hands[owner]), "card"))
    if owner in state.passed:
        parts.append("passed")
    if owner in (*state.placed, *state.fallen) and state.phase not in _ENDED:
        parts.append(f"out: {_get_place_title(state, owner)}")
    score = get_title(state.titles.index(owner), state.seats) if state.titles else ""
    if state.options.session_winner == "points":
        score = " · ".join(filter(None, (score, format_count(state.match.scores[owner], "point"))))
    return SeatNote(owner, " · ".join(parts), score=score)


def _get_place_title(state: DaifugoState, owner: int) -> str:
    """Return the title that a player who is out of this hand will have."""
    if owner in state.placed:
        return get_title(state.placed.index(owner), state.seats)
    return get_title(state.seats - 1 - state.fallen.index(owner), state.seats)


def _list_table_facts(state: DaifugoState) -> Iterator[tuple[str, str]]:
    options = state.options
    number = state.match.deals + (state.phase not in (*_ENDED, AGREE))
    fixed = options.session_end == "hands" and number <= options.session_hands
    yield "Hand", f"{number} of {options.session_hands}" if fixed else str(number)
    if state.titles:
        yield "Daifugo", f"{{{state.titles[0]}}}"
        yield "Destitute", f"{{{state.titles[-1]}}}"
    if state.placed or state.fallen:
        yield (
            "Out",
            join_words([f"{{{seat}}} {_get_place_title(state, seat)}" for seat in (*state.placed, *state.fallen)]),
        )
    if state.is_rank_order_reversed and state.phase in PLAYED:
        yield "Order", "reversed: 3 high, 2 low"
    if state.lock and state.phase in PLAYED:
        step = ", one rank at a time" if state.stepped else ""
        yield "Locked", join_words([SUIT_NAMES[suit] for suit in dict.fromkeys(state.lock)]) + step
    if state.turned and state.phase in PLAYED:
        yield "Direction", "reversed"
    if options.seating == "by-title" and state.titles:
        yield "Turns", " → ".join(f"{{{seat}}}" for seat in state.current_seat_order)


def build_prompt(state: DaifugoState, seat: int | None) -> str:
    """Return the sentence that tells the seat what it can do, or says whose turn it is or how the hand ended.

    For a spectator, the seat is None.
    """
    phase, mine = state.phase, seat in state.waiting
    if phase in ("between", "over", AGREE) and state.match.results:
        result = summarize_result(NARRATION, state.match.results[-1])
        return f"{result} Play another hand?" if phase == AGREE and mine else result
    if phase == LOT:
        return "The first leader is picked at random."
    if phase == EXCHANGE:
        return _build_giving_back_prompt(state, seat)
    if not mine:
        return f"{{{state.turn}}}’s turn." if phase in PLAYED else "The hand is over."
    if phase == GIVE:
        return (
            f"Give {spell_count(state.owed, 'card')} to {{{state.find_next_seat_with_cards(state.turn)}}} for "
            f"{_describe_played_cards(state, SEVEN, 'seven')}."
        )
    if phase == THROW:
        return f"You can discard {spell_count(state.owed, 'card')} for {_describe_played_cards(state, TEN, 'ten')}."
    if not state.pile:
        return _build_lead_prompt(state, state.turn)
    laid = state.pile[-1]
    if laid.shape.run:
        return f"Beat {{{laid.seat}}}’s sequence, or pass."
    size, way = laid.shape.size, describe_needed_height(state)
    if size > 1:
        return f"Play {spell_number(size)} cards of the same rank, {way}, or pass."
    return f"Play a card that’s {way}, or pass." if state.options.equal_allowed else f"Play a {way} card, or pass."


def _describe_played_cards(state: DaifugoState, rank: int, word: str) -> str:
    """Return “your” and `word`, in the plural unless the latest play has only one card of this rank.

    `word` is the name of the rank, such as “seven”.
    """
    return f"your {word if state.pile[-1].shape.count_cards_of_height(rank) == 1 else f'{word}s'}"


def _build_lead_prompt(state: DaifugoState, seat: int) -> str:
    if first := find_missing_opening_card(state, seat, ()):
        return f"Lead with a play that includes {first.code}."
    sequence = ", or a sequence" if state.options.sequences else ""
    return f"Lead one card or several of the same rank{sequence}."


def _build_giving_back_prompt(state: DaifugoState, seat: int | None) -> str:
    if seat is not None and seat in state.waiting:
        number = spell_count(state.count_tribute(seat), "card")
        return f"{{{state.find_exchange_partner(seat)}}} gave you {number}. Give back any {number}."
    are = "is" if len(state.waiting) == 1 else "are"
    return f"{join_words([f'{{{owner}}}' for owner in state.waiting])} {are} choosing what to give back."
