"""The screen of a Guts table: zones for hands, notes on seats, facts, the pot, and the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import ACE_HIGH
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import build_hand_zone
from games.guts.settlement import Stakes, find_possible_losses
from games.guts.state import HIDDEN, IN, OUT, GutsState
from games.kit.betting import build_chips_sign
from games.words import format_count, join_words

ENDED = ("between", "over")
MOST_CHANGE = 10_000
"""A change in chips from which on there's no room for it at a seat: a pot can double with each hand."""
SAID = {"": "", IN: "in", OUT: "out", HIDDEN: "decided"}


def draw_table(state: GutsState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    hands = (
        build_hand_zone(owner, state.hands[owner], seat, sort="rank", ranks=ACE_HIGH)
        for owner in range(state.seats)
        if owner == seat or not is_hand_discarded(state, owner)
    )
    notes = tuple(_build_seat_note(state, owner) for owner in range(state.seats))
    pot = build_chips_sign("Pot", state.pot)
    return Screen(seat, (*_build_ghost_zone(state), *hands), notes, facts=tuple(_list_table_facts(state)), signs=(pot,))


def is_hand_discarded(state: GutsState, owner: int) -> bool:
    """Return whether it's public that a hand has been discarded. Rulebook: declare.out-discards."""
    known = state.phase != "declare" or not state.is_declaration_simultaneous
    return owner in state.gone or (known and state.declared[owner] == OUT and owner not in state.shown)


def _build_ghost_zone(state: GutsState) -> Iterator[Zone]:
    if state.ghost:
        yield Zone("ghost", "row", "Ghost", tuple(card.code for card in state.ghost))


def _build_seat_note(state: GutsState, owner: int) -> SeatNote:
    chips = state.match.scores[owner]
    note = _describe_last_change(state, owner) or SAID[state.declared[owner]]
    if owner in state.gone:
        note = "out of the match"
    sign = Sign("tokens", "Chips", format_count(chips, "chip"), number=chips)
    return SeatNote(owner, note, score=sign.words, signs=(sign,), out=is_hand_discarded(state, owner))


def _describe_last_change(state: GutsState, owner: int) -> str:
    """Return how a player's chips changed in the hand that has just ended, such as “+12”.

    While a hand is played, it's "". It's also "" if the chips didn't change, or if the number is too long for the
    screen.
    """
    results = state.match.results if state.phase in ENDED else []
    changes = results[-1].facts.get("change", ()) if results else ()
    change = changes[owner] if owner < len(changes) else 0
    return f"{change:+}".replace("-", "\N{MINUS SIGN}") if 0 < abs(change) < MOST_CHANGE else ""


def _list_table_facts(state: GutsState) -> Iterator[tuple[str, str]]:
    """Yield facts about the table as names and values: the round, and who is in, is out, or has decided.

    Phones show them as a summary.
    """
    number = min(state.rounds + 1, state.options.rounds)
    yield "Round", f"{number} of {state.options.rounds}"
    for word, label in ((IN, "In"), (OUT, "Out"), (HIDDEN, "Decided")):
        if seats := state.list_seats_that_declared(word):
            yield label, join_words([f"{{{seat}}}" for seat in seats])
    if state.gone:
        yield "Out of the match", join_words([f"{{{seat}}}" for seat in state.gone])


def build_prompt(state: GutsState, seat: int | None) -> str:
    """Return the sentence that tells the seat what to do, or says whose turn it is.

    For a spectator, the seat is None.
    """
    if seat is not None and seat in state.waiting:
        if not state.can_go_in(seat):
            return "You can’t cover the pot, so you’re out."
        return f"Are you in? {_describe_stakes(state, seat)}"
    if state.is_declaration_simultaneous:
        return "Waiting for the others."
    return f"{{{state.turn}}}’s turn to declare."


def _describe_stakes(state: GutsState, seat: int) -> str:
    """Return a sentence that tells the seat how many chips it pays if it goes in and loses.

    If that isn't certain yet, the sentence has the maximum. If the seat can't lose, the sentence has the pot instead.
    """
    ins, outs = state.list_seats_that_declared(IN), state.list_seats_that_declared(OUT)
    unknown = [other for other in state.list_active_seats() if other not in (seat, *ins, *outs)]
    losses = find_possible_losses(Stakes(state.options, state.pot, state.match.scores), seat, ins, unknown)
    if not losses:
        return f"The pot is {state.pot}, and everyone else is out."
    least, most = min(losses), max(losses)
    if least == state.pot:
        return f"If you lose, you match the pot of {most}."
    pays = "nothing" if not most else f"at most {most}" if least < most else most
    return f"The pot is {state.pot}. If you lose, you pay {pays}."
