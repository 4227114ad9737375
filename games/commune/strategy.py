"""Strategy of a sensible Commune player: how far to believe a declaration, and what to declare next.

Nothing here looks at cards that the seat can't see: a `SeatEstimator` gets the seat's own cards and the declarations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.cards import PACK, Card
from games.commune.hand_presence import is_wild
from games.commune.ladder import Ladder, get_ladder, get_rank_value
from games.commune.odds import list_ladder_chances
from games.commune.options import CommuneOptions
from games.engine.work_limits import spend_steps

CALL = -1
"""The decision to call; any other decision is a place on the ladder."""
TRUST = 0.55
"""The assumed chance that a player holds a card of the first rank in their declaration."""
UNCALLED = 0.4
"""The value of declaring a hand that isn't there. It's more than 0 because the next player might not call it."""
BELIEF = 50
"""The number of search steps for estimating the chances of all hands once."""
COMFORT = 0.5
"""A declaration is good enough if its chance is at least this. The lowest such declaration is chosen."""

Spoken = Sequence[tuple[int, int]]
"""The declarations of a hand in order, each as a seat and a place on the ladder."""


@dataclass(frozen=True)
class SeatEstimator:
    """One seat's view of a hand, which estimates the chances of hands and decides what to do.

    It consists of the seat's own cards, the number of unseen cards, how far the seat believes others (`trust`), and
    whether it calls all doubtful hands (`doubting`).
    """

    options: CommuneOptions
    seat: int
    own: tuple[Card, ...]
    unseen: int
    trust: float = TRUST
    doubting: bool = False
    """Whether the seat calls every declaration with a chance below one half, even if it could go higher."""

    @property
    def ladder(self) -> Ladder:
        return get_ladder(self.options)

    def build_chance_estimator(self, spoken: Spoken) -> Callable[[int], float]:
        """Return a function that estimates the chance that all players' cards make a hand.

        The function takes the hand's place on the ladder. The estimate takes into account what the other players
        declared, as listed in `spoken`.
        """
        spend_steps(BELIEF)
        plain = list_ladder_chances(self.own, self.unseen, self.options)
        guessed = self._guess_declarers_cards(spoken)
        if not guessed or not self.trust:
            return plain.__getitem__
        believed = list_ladder_chances((*self.own, *guessed), self.unseen - len(guessed), self.options)
        trust, doubt = self.trust, 1 - self.trust
        return lambda place: trust * believed[place] + doubt * plain[place]

    def _guess_declarers_cards(self, spoken: Spoken) -> list[Card]:
        """Return a guessed card for each other player in `spoken`, the declarations so far.

        The card has the first rank of the player's first declaration. If no such card can be unseen, none is guessed.
        """
        guessed: list[Card] = []
        steps = self.ladder.steps
        for seat, place in dict(reversed([*spoken])).items():
            if seat != self.seat and len(guessed) < self.unseen:
                rank = steps[place].ranks[0]
                card = next((one for one in _BY_RANK[rank] if one not in self.own and one not in guessed), None)
                if card is not None:
                    guessed.append(card)
        return guessed

    def choose_declaration_or_call(self, spoken: Spoken, may_call: bool = True) -> int:
        """Return the place on the ladder of the declaration to make, or CALL.

        `spoken` has the declarations so far. If `may_call` is false, the result is CALL only if no higher hand is left.
        """
        last = spoken[-1][1] if spoken else -1
        top = self.ladder.top_place
        if last == top:
            return CALL
        belief = self.build_chance_estimator(spoken)
        if self.doubting and may_call and last >= 0 and belief(last) < COMFORT:
            return CALL
        place = next((one for one in range(last + 1, top + 1) if belief(one) >= COMFORT), -1)
        if place < 0:
            place = max(range(last + 1, top + 1), key=belief)
        if not may_call or last < 0:
            return place
        sure = belief(place)
        raised = sure + (1 - sure) * UNCALLED
        return CALL if 1 - belief(last) > raised else place


_BY_RANK = {rank: [card for card in PACK if get_rank_value(card) == rank] for rank in range(2, 15)}


def is_declaration_supported(own: Sequence[Card], ladder: Ladder, place: int, options: CommuneOptions) -> bool:
    """Return whether a player with these cards has a reason to declare the hand at this place on the ladder.

    A reason is a card of one of the ranks in the declaration, or a wild card.
    """
    ranks = ladder.steps[place].ranks
    return any(get_rank_value(card) in ranks or is_wild(card, options) for card in own)
