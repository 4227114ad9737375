"""The screen of a Lórum table: zones of cards, notes on seats, the prompt, and signs.

A sign is a small picture with a short text, on the table or next to a player's name, such as the chips in the pot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from games.cards import RANK_NAMES, SUIT_NAMES, UNKNOWN, Card
from games.engine.view import Screen, SeatNote, Sign, Zone
from games.engine.zones import build_hand_zone
from games.kit.betting import build_chips_sign
from games.kit.tricks import build_trick_zone, get_suit_name
from games.lorum import legality
from games.lorum.contracts import (
    APE,
    DOMINO,
    HEARTS,
    IN_SUIT,
    KING,
    MARKS,
    QUART,
    QUEENS,
    SIZE,
    TITLES,
    TRAIN,
    TRICKS,
    find_next_train_mark,
    get_last_train_mark,
)
from games.lorum.state import LorumState, get_contract_phase
from games.words import capitalize_first, format_count, spell_count, spell_how_many

SUITS_DOWN = "SHDC"
"""The suits in the order of their rows on the screen, red between black."""
RANKS_DOWN = "AKQJT987"
COSTLY = {
    HEARTS: "hearts cost you",
    QUEENS: "queens cost you",
    TRICKS: "every trick costs you",
    APE: "the king of hearts costs you",
}
"""The cards to avoid in each hand with tricks, in words."""
PRICED = {
    HEARTS: "Each heart costs",
    QUEENS: "Each queen costs",
    TRICKS: "Each trick costs",
    APE: "The king of hearts costs",
}
"""The name of the price in each hand with tricks, unless cards have different prices."""


def draw_table(state: LorumState, seat: int | None) -> Screen:
    """Return the screen as a seat sees it, or as a spectator does if the seat is None."""
    zones = [*_build_table_zones(state), *(_build_hand_zone(state, owner, seat) for owner in range(state.seats))]
    notes = tuple(_build_seat_note(state, owner) for owner in range(state.seats))
    facts = (("Hand", f"{TITLES[state.contract]}, {state.deal_number} of 28"), *_list_costs(state))
    return Screen(seat, tuple(zones), notes, facts=facts, signs=tuple(_build_table_signs(state)))


# -- zones -----------------------------------------------------------------------------------------


def _build_table_zones(state: LorumState) -> Iterator[Zone]:
    if state.phase in ("play", "blind") or state.tricks:
        yield build_trick_zone(state)
    elif state.contract == DOMINO and (state.phase == "domino" or state.played):
        for suit in SUITS_DOWN:
            yield _build_suit_row_zone(
                suit, state.get_row(suit), state.list_row_extensions(suit) if state.phase == "domino" else ()
            )
    elif state.contract == QUART and (state.phase == "quart" or state.played):
        for suit in SUITS_DOWN:
            yield _build_suit_row_zone(suit, [card for card in state.played if card.suit == suit])
    elif state.phase == "train" or state.played:
        yield Zone("train", "line", "Train", tuple(card.code for card in state.played))


def _build_suit_row_zone(suit: str, lying: Sequence[Card], coming: Sequence[Card] = ()) -> Zone:
    """Return the zone of the table that shows the row of a suit, with a place for each of its cards.

    `lying` has the cards already in the row, and `coming` the cards that can be added now.
    """
    places = tuple(IN_SUIT[suit, step].code for step in range(SIZE))
    return Zone(
        f"row-{suit}",
        "rows",
        capitalize_first(SUIT_NAMES[suit]),
        tuple(card.code for card in lying),
        places=places,
        coming=tuple(card.code for card in coming),
    )


def _build_hand_zone(state: LorumState, owner: int, seat: int | None) -> Zone:
    if state.phase == "blind":
        layout = "fan" if owner == seat or UNKNOWN not in state.hands[owner] else "pile"
        return Zone(
            f"hand-{owner}",
            layout,
            "Your hand" if owner == seat else "Hand",
            tuple(card.code for card in state.hands[owner]),
            owner,
        )
    zone = build_hand_zone(owner, state.sort_hand(owner), seat, ranks=RANKS_DOWN)
    # The others' hands that lay open during the hand keep their places after it, face down.
    lay_open = get_contract_phase(state.contract, state.options) == "blind" and seat not in (None, owner)
    return replace(zone, layout="fan") if lay_open and zone.cards else zone


# -- notes and signs -------------------------------------------------------------------------------


def _build_seat_note(state: LorumState, owner: int) -> SeatNote:
    chips = state.match.scores[owner]
    signs = (*_build_taken_signs(state, owner), Sign("tokens", "Chips", format_count(chips, "chip"), number=chips))
    held = format_count(len(state.hands[owner]), "card")
    return SeatNote(owner, held, score=signs[-1].words, signs=signs)


def _build_taken_signs(state: LorumState, owner: int) -> Iterator[Sign]:
    """Yield a sign (a badge with a short text) for the tricks or the costly cards that a player has taken.

    If there are none, yield nothing. In No tricks, the sign has the number of tricks even if it's 0.
    """
    costs = state.card_costs
    cards = [
        card
        for trick in state.tricks
        for taker, card in zip(state.list_card_takers(trick), trick.cards, strict=False)
        if taker == owner and card in costs
    ]
    if state.contract == TRICKS and state.tricks:
        number = state.count_tricks(owner)
        yield Sign("packets", "Tricks", format_count(number, "trick"), number=number)
    elif state.contract == HEARTS and cards:
        yield Sign("packets", "Hearts", format_count(len(cards), "heart"), number=len(cards))
    elif cards:
        codes = tuple(card.code for card in cards)
        yield Sign("cards", "Taken", f"{spell_count(sum(costs[card] for card in cards), 'chip')} to pay", cards=codes)


def _list_costs(state: LorumState) -> Iterator[tuple[str, str]]:
    """Yield what costs chips in a hand with tricks, as a name and a value, such as “Each heart costs” and “1 chip”.

    In other hands, nothing is yielded.
    """
    if state.contract not in COSTLY:
        return
    costs = state.card_costs
    if state.contract == QUEENS and len({*costs.values()}) > 1:
        yield "Queens cost", ", ".join(f"`{card.code}` {chips}" for card, chips in costs.items())
    else:
        yield PRICED[state.contract], format_count(_get_price(state), "chip")


def _build_table_signs(state: LorumState) -> Iterator[Sign]:
    yield build_chips_sign("Pot", state.pot)
    if state.contract == DOMINO and state.domino_base_rank:
        card = state.played[0]
        yield Sign("cards", "Rows start with", f"the {RANK_NAMES[card.rank]}", cards=(state.domino_base_rank,))
    if state.contract == QUART and state.run:
        run = state.played[len(state.played) - state.run :]
        yield Sign("cards", "Last sequence", format_count(len(run), "card"), cards=tuple(card.code for card in run))
    if state.phase == "train" or (state.contract == TRAIN and state.played):
        yield _build_train_sign(state)


def _build_train_sign(state: LorumState) -> Sign:
    """Return the badge (a `Sign`) that shows the Train's total on a track, with its marks (totals that cost chips).

    Marks that can't be reached are left out.
    """
    last, following = get_last_train_mark(state.options), find_next_train_mark(state.total, state.options)
    marks = [mark for mark in MARKS if mark <= last]
    sections = tuple(end - start for start, end in pairwise([0, *marks]))
    cost = f". Reaching {following} costs {spell_count(MARKS[following], 'chip')}" if following else ""
    return Sign("track", "Total", f"{state.total}{cost}", number=state.total, groups=sections)


# -- the prompt ------------------------------------------------------------------------------------


def build_prompt(state: LorumState, seat: int | None) -> str:
    """Return the prompt, a line of text for this seat: what it can do now, or whose turn it is."""
    if seat not in state.waiting or seat is None:
        return f"It’s {{{state.turn}}}’s turn."
    return {
        "play": _build_trick_prompt,
        "blind": _build_blind_prompt,
        "train": _build_train_prompt,
        "quart": _build_quart_prompt,
        "domino": _build_domino_prompt,
    }[state.phase](state, seat)


def _build_trick_prompt(state: LorumState, seat: int) -> str:
    if not state.trick:
        waits = legality.is_heart_lead_barred(state) and any(card.suit != "H" for card in state.hands[seat])
        costs = capitalize_first(_describe_card_costs(state))
        return f"You lead. Play any card{' except a heart' if waits else ''}. {costs}."
    led = state.trick[0]
    if any(card.suit == led.suit for card in state.hands[seat]):
        return f"Follow suit: {get_suit_name(led)} were led."
    if legality.list_forced_discards(state, seat):
        return f"You have no {get_suit_name(led)}. Play a penalty card."
    return f"You have no {get_suit_name(led)}. Play any card."


def _describe_card_costs(state: LorumState) -> str:
    return f"{COSTLY[state.contract]}{_describe_price(state)}"


def _describe_price(state: LorumState) -> str:
    """Return the end of a sentence about the price of costly cards or of tricks, such as “ one chip”.

    If cards have different prices, it's just “ chips”.
    """
    prices = set(state.card_costs.values())
    return " chips" if len(prices) > 1 else f" {spell_count(_get_price(state), 'chip')}"


def _get_price(state: LorumState) -> int:
    """Return how many chips each costly card costs if they all cost the same, or in No Tricks, how many each trick."""
    return max(state.card_costs.values(), default=1)


def _build_blind_prompt(state: LorumState, seat: int) -> str:
    others = [card for owner, hand in enumerate(state.hands) if owner != seat for card in hand]
    known = UNKNOWN not in others and all(trick.cards for trick in state.tricks)
    elsewhere = {*others, *state.trick, *(card for trick in state.tricks for card in trick.cards)}
    warned = " The king of hearts is one of them." if known and KING not in elsewhere else ""
    return f"Flip one of your hidden cards.{warned}"


def _build_train_prompt(state: LorumState, seat: int) -> str:
    mark = find_next_train_mark(state.total, state.options)
    return f"Add a card. Reaching {mark} costs {spell_count(MARKS[mark], 'chip')}." if mark else "Add a card."


def _build_quart_prompt(state: LorumState, seat: int) -> str:
    return "Start a sequence with any card."


def _build_domino_prompt(state: LorumState, seat: int) -> str:
    if not state.played:
        return "Play any card. Every row will start with its rank."
    fitting = len(state.list_fitting_cards(seat))
    if not fitting:
        return "No card fits. Pass."
    fits = f"{spell_how_many(fitting, 'your cards', 'fits')}."
    return f"{fits} You can pass." if legality.can_pass(state, state.list_fitting_cards(seat)) else fits
