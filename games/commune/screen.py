"""The screen of a Commune table: zones, notes on seats, facts, signs, and the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import ACE_HIGH, codes
from games.commune.judging import may_call
from games.commune.ladder import pictured
from games.commune.presence import is_wild
from games.commune.state import CommuneState, full_deck
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import hand_zone
from games.words import capital, figure, many


def draw(state: CommuneState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    wild = _wild_codes(state)
    zones = [hand_zone(owner, state.hands[owner], seat, wild, ranks=ACE_HIGH) for owner in range(state.seats)]
    if state.shown:
        zones.insert(0, _commune(state, wild))
    return Screen(
        seat,
        tuple(zones),
        tuple(_note(state, owner) for owner in range(state.seats)),
        facts=_facts(state),
        signs=_claim(state),
    )


def _wild_codes(state: CommuneState) -> tuple[str, ...]:
    return tuple(sorted({card.code for card in full_deck(state.options) if is_wild(card, state.options)}))


def _commune(state: CommuneState, wild: tuple[str, ...]) -> Zone:
    """Return the zone of all players' cards together, wild ones last, for use after a call."""
    cards = sorted(state.commune(), key=lambda card: (is_wild(card, state.options), (card.rank - 2) % 13, card.index))
    shown = tuple(card.code for card in cards)
    return Zone("commune", "row", "All cards together", shown, marked=wild)


def _note(state: CommuneState, owner: int) -> SeatNote:
    tokens, number = state.match.scores[owner], len(state.hands[owner])
    notes = [figure(number, "card")] if number else []
    if owner in state.answers:
        notes.append("has answered")
    score = many(tokens, "token") if tokens else "out"
    return SeatNote(owner, " · ".join(notes), score=score, signs=tuple(_signs(state, owner)))


def _facts(state: CommuneState) -> tuple[tuple[str, str], ...]:
    held = sum(map(len, state.hands))
    facts = [("Hand", str(state.deal_number))]
    if held:
        facts.append(("Cards in play", str(held)))
    if state.shown:
        held_by = "; ".join(f"{{{seat}}} {codes(hand)}" for seat, hand in enumerate(state.hands) if hand)
        facts.append(("Shown", held_by))
    return tuple(facts)


def _claim(state: CommuneState) -> tuple[Sign, ...]:
    """Return the sign of the latest declaration, with the cards that it claims."""
    if not state.declared:
        return ()
    last = state.declared[-1]
    return (Sign("said", f"{{{last.seat}}} says", capital(last.hand.spoken), cards=pictured(last.hand)),)


def _signs(state: CommuneState, owner: int) -> Iterator[Sign]:
    """Yield signs of a player's tokens and of the last hand that the player declared."""
    tokens = state.match.scores[owner]
    if tokens:
        yield Sign("tokens", "Tokens", many(tokens, "token"), number=tokens, of=state.options.start_tokens)
    said = next((one.hand for one in reversed(state.declared) if one.seat == owner), None)
    if said:
        yield Sign("cards", "Said", said.spoken, cards=pictured(said))


def prompt(state: CommuneState, seat: int | None) -> str:
    """Return what the seat can do now, or whose turn it is."""
    mine = seat in state.waiting
    if state.phase == "ask":
        said = state.declared[-1]
        asked = f"{{{said.seat}}} says: {said.hand.spoken}."
        return f"{asked} Do you call?" if mine else f"{asked} The others are asked whether they call."
    if not mine:
        return f"{{{state.turn}}} is to speak."
    if not state.declared:
        return "You speak first. Name any hand, true or not."
    if state.last == state.ladder.top:
        must = "You call, or pay for naming a hand." if state.options.illegal_costs else "You have to call."
        return f"Nothing higher can be named. {must}"
    higher = f"higher than {state.declared[-1].hand.spoken}"
    return f"Name a hand {higher}, or call." if may_call(state) else f"Name a hand {higher}."
