"""Simulation of a hand from one seat's view: what other players may hold, and how coming passes go."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.anaconda import hand_stages
from games.anaconda.hand_stages import BOTH, DEALT, HIGH
from games.anaconda.pot_share_estimates import (
    choose_way_for_cards,
    compute_both_ways_strength,
    list_five_card_hands,
    list_unseen_cards,
)
from games.anaconda.scoring import ScoredHand, build_scored_hand, get_low_ranking, split_pot
from games.anaconda.state import AnacondaState
from games.anaconda.strategy import PassChoice, choose_pass
from games.anaconda.verbs import list_pass_sizes
from games.cards import Card, subtract_cards
from games.engine.work_limits import spend_steps
from games.kit.betting import Pot
from games.kit.poker import HIGH as HIGH_RANKING

UNIT = 1000
"""The number of chips in a trial pot, which is divided to find a seat's share."""
A_KEEPING, A_HAND = 35, 42
"""The number of search steps for choosing which of seven cards to keep, and for rating a hand of seven cards."""
Hands = Mapping[int, tuple[Card, ...]]
"""The cards of each active seat, by seat."""


class HandSimulation:
    """A simulation of a hand from one seat's view. The strong bot compares its moves in such simulations.

    Rivals get random cards, and pass and declare as careful players do.
    """

    def __init__(self, state: AnacondaState, seat: int) -> None:
        self.state, self.seat, self.options = state, seat, state.options
        self.active = tuple(state.active_seats)
        passes = hand_stages.list_passes(state.options)
        number = min(state.round - 1, len(passes))
        self.made, self.left = passes[:number], passes[number:]
        free = list_unseen_cards(state)
        self.known = self._map_known_passed_cards(free)
        known_cards = {card for cards in self.known.values() for card in cards}
        self.pool = [card for card in free if card not in known_cards]
        # Rivals with the most known cards draw first, so that the pool doesn't run out.
        self.rivals = sorted(
            [rival for rival in self.active if rival != seat], key=lambda one: -self._count_known_cards(one)
        )

    def _map_known_passed_cards(self, free: list[Card]) -> dict[tuple[int, int], list[Card]]:
        """Return the cards that the seat has passed and can't see now, by pass and receiver.

        So the seat knows who may hold them. Each key of the dict is a pair: the number of the pass, and the seat that
        received the cards. `free` has all cards that the seat can't see now. Once all players have chosen their five
        cards, only cards of the last pass are included.
        """
        last: dict[Card, tuple[int, int]] = {}
        for gift in self.state.given:
            if gift.giver == self.seat and (gift.number == len(self.made) or not self.state.has_everyone_chosen_five):
                last |= dict.fromkeys(gift.cards, (gift.number, gift.taker))
        known: dict[tuple[int, int], list[Card]] = {}
        for card in free:
            if card in last:
                known.setdefault(last[card], []).append(card)
        return known

    def _count_known_cards(self, rival: int) -> int:
        return sum(len(cards) for (_, taker), cards in self.known.items() if taker == rival)

    # -- possible hands

    def draw_possible_hands(self, rng: Random) -> Hands:
        """Return possible hands by seat: the seat's own cards, and random cards that its rivals may hold."""
        pool = rng.sample(self.pool, len(self.pool))
        hands = {self.seat: tuple(self.state.hands[self.seat])}
        for rival in self.rivals:
            hands[rival] = (
                self._draw_shown_rival_hand(rival, pool)
                if self.state.has_everyone_chosen_five
                else self._draw_hidden_rival_hand(rival, pool)
            )
        return {owner: hands[owner] for owner in self.active}

    def _draw_hidden_rival_hand(self, rival: int, pool: list[Card]) -> tuple[Card, ...]:
        """Draw a random hand from `pool` for a rival who hasn't shown any cards. Drawn cards are removed from the pool.

        The hand is drawn as if the rival had kept the best cards in each pass.
        """
        hand = _take_from_pool(pool, DEALT)
        for number, going in enumerate(self.made, start=1):
            best = self._choose_careful_pass(hand, going)
            pool += best.given
            known = self.known.get((number, rival), ())
            hand = (*best.stay, *known, *_take_from_pool(pool, len(best.given) - len(known)))
        return hand

    def _draw_shown_rival_hand(self, rival: int, pool: list[Card]) -> tuple[Card, ...]:
        """Return seven cards for a rival who has shown some, as the rival may have had before choosing five.

        They are the shown cards, the known cards that the rival got from the seat in the last pass, and cards from
        `pool`, which are removed from it.
        """
        cards = (*self.state.shown_cards[rival], *self.known.get((len(self.made), rival), ()))
        return (*cards, *_take_from_pool(pool, DEALT - len(cards)))

    def _choose_careful_pass(self, hand: tuple[Card, ...], going: hand_stages.Pass) -> PassChoice:
        """Return which cards of `hand` a careful player keeps and which the player passes, as a `PassChoice`.

        `going` describes the pass: how many cards go to which players.
        """
        spend_steps(A_KEEPING)
        return choose_pass(hand, sum(list_pass_sizes(going)), self.options)

    # -- results of hands

    def apply_passes(self, hands: Hands, first: tuple[Card, ...] = ()) -> Hands:
        """Return the hands after all passes to come, if each player passes cards as a careful player does.

        If `first` isn't empty, it has the cards that the simulation's own seat passes in the next pass.
        """
        for going in self.left:
            choices = {one: self._choose_careful_pass(hand, going).given for one, hand in hands.items()}
            if first:
                choices[self.seat], first = first, ()
            hands = {owner: tuple(subtract_cards(hand, choices[owner])) for owner, hand in hands.items()}
            for giver, cards in choices.items():
                for number, steps in going:
                    hands[hand_stages.map_receivers(self.active, steps)[giver]] += cards[:number]
                    cards = cards[number:]
        return hands

    def compute_pot_share(self, hands: Hands, way: str = "") -> float:
        """Return the seat's share of the pot, from 0 to 1, if the players have these hands.

        `way` is high, low, or both. If it's empty, the seat goes the way it has declared, or else the better way.
        """
        spend_steps(A_HAND * len(hands))
        state, options, order = self.state, self.options, list(hands)
        ways = {owner: choose_way_for_cards(state, owner, cards) for owner, cards in hands.items()}
        ways[self.seat] = way or ways[self.seat]
        scored = {one: self._build_best_hand(one, cards, ways[one]) for one, cards in hands.items()}
        return split_pot(Pot(UNIT, tuple(order)), scored, options, order).gains.get(self.seat, 0) / UNIT

    def _build_best_hand(self, owner: int, cards: tuple[Card, ...], way: str) -> ScoredHand:
        """Return the best hand of five from `cards` that includes the cards that `owner` has already shown.

        `way` says what the hand has to be best for: high, low, or both together.
        """
        options, shown = self.options, len(self.state.shown_cards[owner])
        if way == BOTH:
            return build_scored_hand(
                max(list_five_card_hands(cards, shown), key=lambda five: compute_both_ways_strength(five, options)),
                way,
                options,
            )
        ranking = HIGH_RANKING if way == HIGH else get_low_ranking(options)
        key = (
            max(map(ranking.compute_hand_key, list_five_card_hands(cards, shown)))
            if shown
            else ranking.find_best_key(cards)
        )
        return ScoredHand(key, (), way) if way == HIGH else ScoredHand((), key, way)


def _take_from_pool(pool: list[Card], number: int) -> tuple[Card, ...]:
    """Remove this number of cards from the front of the pool, and return them."""
    cards = tuple(pool[:number])
    del pool[:number]
    return cards
