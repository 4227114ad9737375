"""The screen of a Beggar My Neighbor table: pile, stacks, notes on seats, facts, cards owed, and the prompt."""

from __future__ import annotations

from games.beggar_my_neighbor.state import CARDS_OUT, BeggarState
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.words import format_count, spell_count

_PROMPTS = {
    "mix": "The pile is being shuffled.",
    "stir": "The game is repeating itself, so each stack is shuffled.",
}


def draw_table(state: BeggarState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    zones = [_build_pile_zone(state), *(_build_stack_zone(state, owner, seat) for owner in range(state.seats))]
    return Screen(
        seat,
        tuple(zones),
        tuple(_build_seat_note(state, owner) for owner in range(state.seats)),
        facts=_list_table_facts(state),
        signs=_list_debt_signs(state),
    )


def _build_pile_zone(state: BeggarState) -> Zone:
    cards = tuple(card.code for card in state.pile)
    return Zone("pile", "line", "Pile", cards)


def _build_stack_zone(state: BeggarState, owner: int, seat: int | None) -> Zone:
    """Return the zone of a stack: a face-down pile or, if stacks are face up, a row with its top card first."""
    cards, mine = tuple(card.code for card in state.hands[owner]), owner == seat
    label = "Your stack" if mine else "Stack"
    if not state.open:
        return Zone(f"stack-{owner}", "pile", label, cards, owner)
    return Zone(f"stack-{owner}", "row", label, cards, note="" if mine else f"{{{owner}}}")


def _build_seat_note(state: BeggarState, owner: int) -> SeatNote:
    match, held = state.match, format_count(len(state.hands[owner]), "card")
    if state.owed and owner == state.turn:
        held += f" · owes {state.owed}"
    out = _is_out(state, owner)
    if out:
        held += " · out"
    score = format_count(match.scores[owner], "game") if state.options.best_of > 1 else ""
    return SeatNote(owner, held, score=score, out=out)


def _is_out(state: BeggarState, seat: int) -> bool:
    """Return whether a seat is out of the game: it has no cards, and no pile can come to it. Rulebook: more.out.

    If the stacks are face up, as in a puzzle, the result is False, because the puzzle can ask for this.
    """
    playing = state.phase in CARDS_OUT and not state.open
    return playing and state.seats > 2 and not state.hands[seat] and state.owner != seat


def _list_table_facts(state: BeggarState) -> tuple[tuple[str, str], ...]:
    """Return the fact “History” for the screen: how many cards were flipped and piles taken in this game.

    It's a tuple with one pair, the fact's name and its value. During the first pile, the tuple is empty.
    """
    so_far = f"{format_count(state.turned, 'card')}, {format_count(state.piles, 'pile')}"
    return (("History", so_far),) if state.piles else ()


def _list_debt_signs(state: BeggarState) -> tuple[Sign, ...]:
    """Return a tuple with the badge (`Sign`) that shows a token for each card still owed.

    It also has the number of tokens at the start: the price of the latest penalty card. If no card is owed, the tuple
    is empty.
    """
    if not state.owed:
        return ()
    price = next((price for card in reversed(state.pile) if (price := state.prices[card.rank])), state.owed)
    return (Sign("tokens", "Still owed", f"{format_count(state.owed, 'card')} by {{{state.turn}}}", state.owed, price),)


def build_prompt(state: BeggarState, seat: int | None) -> str:
    """Return the prompt: what the seat has to do, or whose turn it is."""
    if state.phase in _PROMPTS:
        return _PROMPTS[state.phase]
    mine = seat == state.turn
    if state.owed:
        owes = f"{{{state.owner}}} {spell_count(state.owed, 'card')}"
        return f"You owe {owes}. Flip one." if mine else f"{{{state.turn}}} owes {owes}."
    if mine:
        return "Flip your top card." if state.pile else "Flip the first card of the pile."
    return f"{{{state.turn}}} flips the next card." if state.pile else f"{{{state.turn}}} flips the first card."
