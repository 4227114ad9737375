"""What is seen of a table of Lórum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.cards import SUIT_NAMES, UNKNOWN, Card, codes
from games.engine.view import Screen, SeatNote, Zone
from games.kit.tricks import trick_zone
from games.kit.zones import hand_zone
from games.lorum.contracts import DOMINO, MARKS, QUART, STEP, TITLES, TRICKS
from games.lorum.state import PLAYED, LorumState
from games.words import figure

ASKED = {
    "play": "Play a card.",
    "blind": "Turn up one of your cards.",
    "train": "Play a card. The Train stands at {total}.",
    "quart": "Open a sequence with any card.",
    "domino": "Play a card that fits, or pass.",
}


def draw(state: LorumState, seat: int | None) -> Screen:
    """The table as this seat sees it."""
    zones = [*_middle(state), *(_hand(state, owner, seat) for owner in range(state.seats))]
    notes = tuple(_note(state, owner) for owner in range(state.seats))
    return Screen(seat, tuple(zones), notes, _prompt(state, seat), facts=tuple(_facts(state)))


def _middle(state: LorumState) -> Iterator[Zone]:
    if state.phase in ("play", "blind") or state.tricks:
        yield trick_zone(state)
    elif state.contract == DOMINO and (state.phase == "domino" or state.played):
        yield from _by_suit(state.row)
    elif state.contract == QUART and (state.phase == "quart" or state.played):
        gone = sorted(state.played, key=STEP.__getitem__)
        yield from _by_suit(lambda suit: [card for card in gone if card.suit == suit])
    elif state.phase == "train" or state.played:
        yield Zone("train", "line", "The Train", tuple(card.code for card in state.played))


def _by_suit(cards: Callable[[str], Sequence[Card]]) -> Iterator[Zone]:
    """A row for each suit."""
    for suit, name in SUIT_NAMES.items():
        yield Zone(f"row-{suit}", "rows", name.capitalize(), tuple(card.code for card in cards(suit)))


def _hand(state: LorumState, owner: int, seat: int | None) -> Zone:
    if state.phase == "blind":
        layout = "fan" if owner == seat or UNKNOWN not in state.hands[owner] else "pile"
        return Zone(f"hand-{owner}", layout, "Hand", tuple(card.code for card in state.hands[owner]), owner)
    return hand_zone(owner, state.held(owner), seat)


def _note(state: LorumState, owner: int) -> SeatNote:
    said = [figure(len(state.hands[owner]), "card")]
    if state.tricks:
        said.append(figure(state.taken_by(owner), "trick"))
        units = state.units()[owner]
        if state.contract != TRICKS and units:
            said.append(figure(units, "unit"))
    score = figure(state.match.scores[owner], "chip")
    return SeatNote(owner, " · ".join(said), owner in state.waiting, owner == state.match.dealer, score)


def _prompt(state: LorumState, seat: int | None) -> str:
    if state.phase == "over":
        return "The match is over."
    if state.phase == "between":
        return f"{TITLES[state.contract]} is over."
    if state.phase not in PLAYED:
        return "The cards are being dealt."
    asked = ASKED[state.phase].format(total=state.total)
    return asked if seat in state.waiting else f"{{{state.turn}}} is to play."


def _facts(state: LorumState) -> Iterator[tuple[str, str]]:
    yield "Hand", f"{TITLES[state.contract]}, {state.deal_number} of 28"
    yield "Pot", figure(state.pot, "chip")
    if state.phase == "quart" and state.run:
        yield "Last sequence", f"`{codes(state.played[-state.run :])}`"
    if state.phase == "train":
        ahead = next((mark for mark in MARKS if mark > state.total), None)
        yield "Total", f"{state.total}" + (f", next mark {ahead}" if ahead else "")
