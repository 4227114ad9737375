"""Strategy of a good Lórum player: for tricks that cost chips, the Train, Quart, and Domino.

All functions take a state as one seat knows it. Cards of other players can be unknown (`?`).
"""

from __future__ import annotations

from collections.abc import Iterable

from games.cards import Card
from games.kit.tricks import get_winning_index
from games.lorum.contracts import (
    APE,
    HEARTS,
    IN_SUIT,
    KING,
    MARKS,
    QUEENS,
    RANKS,
    SIZE,
    STEP,
    find_next_quart_card,
    get_train_points,
)
from games.lorum.legality import list_playable_cards
from games.lorum.state import LorumState


def list_seen_cards(state: LorumState) -> set[Card]:
    """Return the cards of this hand that have been played and were visible."""
    return {*state.trick, *state.played, *(card for trick in state.tricks for card in trick.cards)}


def estimate_card_price(state: LorumState, card: Card) -> float:
    """Return a rating of how risky it is to keep a card.

    A seat that can't follow suit discards the card with the highest rating. It's the card's price in chips, and more
    for high cards, above all for those that might have to take a costly card.
    """
    danger = float(state.card_costs.get(card, 0))
    if state.contract == QUEENS and STEP[card] > STEP[IN_SUIT[card.suit, 5]]:
        queen = IN_SUIT[card.suit, 5]
        danger += 0.6 * state.card_costs[queen] if queen not in list_seen_cards(state) else 0
    if state.contract == APE and card.suit == "H" and STEP[card] > STEP[KING]:
        danger += 2
    if state.contract == HEARTS:
        danger += STEP[card] / 10
    return danger + STEP[card] / 20


def choose_trick_card(state: LorumState, seat: int) -> Card:
    """Return the card to play to a trick, or to lead, by rules of thumb."""
    cards = list_playable_cards(state, seat)
    if not state.trick:
        return min(cards, key=lambda card: (_estimate_lead_risk(state, seat, card), card.code))
    led = state.trick[0]
    if cards[0].suit != led.suit:
        return max(cards, key=lambda card: (estimate_card_price(state, card), card.code))
    best = state.trick[get_winning_index(state.trick)]
    under = [card for card in cards if STEP[card] < STEP[best]]
    if under:
        # A costly card goes to the player who takes the trick, so play it before a higher card that costs nothing.
        return max(under, key=lambda card: (state.card_costs.get(card, 0), STEP[card]))
    harmless = not any(card in state.card_costs for card in state.trick) and bool(state.card_costs)
    if len(state.trick) == state.seats - 1 or harmless:
        free = [card for card in cards if card not in state.card_costs] or cards
        return max(free, key=STEP.__getitem__)
    return min(cards, key=lambda card: (state.card_costs.get(card, 0), STEP[card]))


def count_cards_still_out(state: LorumState, seat: int, card: Card) -> tuple[int, int]:
    """Return a pair: how many higher and how many lower cards of the card's suit the other players may still hold."""
    seen = list_seen_cards(state) | set(state.hands[seat])
    higher = sum(IN_SUIT[card.suit, step] not in seen for step in range(STEP[card] + 1, SIZE))
    return higher, sum(IN_SUIT[card.suit, step] not in seen for step in range(STEP[card]))


def _estimate_lead_risk(state: LorumState, seat: int, card: Card) -> float:
    """Return a rating of how risky it is to lead a card.

    It's higher if the card is likely to take the trick, or if it costs chips.
    """
    higher, lower = count_cards_still_out(state, seat, card)
    return lower - 2 * higher + (0 if higher + lower else 9) + 3 * state.card_costs.get(card, 0)


def choose_train_card(state: LorumState, seat: int) -> Card:
    """Return the card to add in the Train by rules of thumb."""
    cards, total = list_playable_cards(state, seat), state.total
    ahead = next((mark for mark in MARKS if mark > total), None)
    if ahead is None:
        return cards[0]
    short = [card for card in cards if total + get_train_points(card, state.options) < ahead]
    return max(short or cards, key=lambda card: get_train_points(card, state.options))


def choose_quart_opening(state: LorumState, seat: int) -> Card:
    """Return the card with which to start a sequence in Quart by rules of thumb."""
    hand = set(state.hands[seat])
    return max(hand, key=lambda card: (_rate_quart_opening(state, card, hand), card.code))


def list_quart_sequence(state: LorumState, card: Card) -> list[Card]:
    """Return the sequence in Quart that would start with this card.

    It ends at its maximum length, before a card that has been played already, or when no card can follow.

    Rulebook: quart.next-card, quart.stop-four, quart.stop-played.
    """
    cards: list[Card] = []
    coming: Card | None = card
    while coming is not None and coming not in state.played and len(cards) < state.options.quart_length:
        cards.append(coming)
        coming = find_next_quart_card(coming, state.options)
    return cards


def _rate_quart_opening(state: LorumState, card: Card, hand: set[Card]) -> float:
    """Return a rating of starting a sequence in Quart with this card; higher is better.

    Cards of the `hand` in the sequence count in its favor, especially the last card, since its player starts the next
    one.
    """
    cards = list_quart_sequence(state, card)
    mine = sum(card in hand for card in cards)
    return mine + (2.5 if cards[-1] in hand else 0) - 0.3 * (len(cards) - mine)


def choose_domino_card(state: LorumState, seat: int) -> Card:
    """Return the card to play in Domino by rules of thumb. At least one card has to fit."""
    cards, hand = list_playable_cards(state, seat), state.hands[seat]
    if not state.played:
        return max(cards, key=lambda card: (_rate_domino_base(card, hand), card.code))
    return max(cards, key=lambda card: (_rate_domino_unblocking(state, card, hand), card.code))


def _rate_domino_base(card: Card, hand: Iterable[Card]) -> float:
    """Return a rating of starting Domino with this card; higher is better.

    It's better if the hand has more cards of this rank, and if its other cards are close to this rank.
    """
    base = STEP[card]
    return -sum(abs(STEP[card] - base) for card in hand) + 3.0 * sum(STEP[card] == base for card in hand)


def _rate_domino_unblocking(state: LorumState, card: Card, hand: Iterable[Card]) -> float:
    """Return a rating of playing this card in Domino; higher is better.

    It's better if more cards of the hand have to wait for this card, above all cards that are far from it in rank.
    """
    base, step = RANKS.index(state.domino_base_rank), STEP[card]
    beyond = [other for other in hand if other.suit == card.suit and other is not card]
    own = [other for other in beyond if step == base or (STEP[other] - step) * (step - base) > 0]
    return (
        sum(1 + abs(STEP[other] - step) / 4 for other in own) + abs(step - base) / 8
        if own
        else abs(step - base) / 8 - 0.5
    )
