"""What a sensible player says: how far a declaration is believed, and which one is made next.

Nothing here looks at cards that the seat does not see: `Mind` is given a hand and what was said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.cards import PACK, Card
from games.commune.ladder import Ladder, ladder_of, value_of
from games.commune.odds import chances
from games.commune.options import CommuneOptions
from games.commune.presence import is_wild
from games.engine.work import spend

CALL = -1
"""A decision to call; any other is a place on the ladder."""
TRUST = 0.55
"""How often others are taken to hold a card of the first rank that they named."""
UNCALLED = 0.4
"""What a declaration that is not there is worth: the next player may not call it."""
BELIEF = 50
"""The steps that it takes to think a hand over."""
COMFORT = 0.5
"""A declaration that is likelier than this is good enough; the lowest such one is made."""

Spoken = Sequence[tuple[int, int]]
"""What was declared in a hand, in order: a seat and a place on the ladder."""


@dataclass(frozen=True)
class Mind:
    """What one seat makes of a hand: its own cards, how many cards are unseen, and what others seem to hold."""

    options: CommuneOptions
    seat: int
    own: tuple[Card, ...]
    unseen: int
    trust: float = TRUST
    doubting: bool = False
    """Whether it calls whatever seems less likely than not, though it could safely go on."""

    @property
    def ladder(self) -> Ladder:
        return ladder_of(self.options)

    def beliefs(self, spoken: Spoken) -> Callable[[int], float]:
        """Return how likely a step of the ladder, by its place, seems, given what the others have said."""
        spend(BELIEF)
        plain = chances(self.own, self.unseen, self.options)
        guessed = self._suggested(spoken)
        if not guessed or not self.trust:
            return plain.__getitem__
        believed = chances((*self.own, *guessed), self.unseen - len(guessed), self.options)
        trust, doubt = self.trust, 1 - self.trust
        return lambda place: trust * believed[place] + doubt * plain[place]

    def _suggested(self, spoken: Spoken) -> list[Card]:
        """For each of the others who declared, a card of the first rank named, if one can be there."""
        guessed: list[Card] = []
        steps = self.ladder.steps
        for seat, place in dict(reversed([*spoken])).items():
            if seat != self.seat and len(guessed) < self.unseen:
                rank = steps[place].ranks[0]
                card = next((one for one in _BY_RANK[rank] if one not in self.own and one not in guessed), None)
                if card is not None:
                    guessed.append(card)
        return guessed

    def decide(self, spoken: Spoken, may_call: bool = True) -> int:
        """CALL, or the place of the declaration to make."""
        last = spoken[-1][1] if spoken else -1
        top = self.ladder.top
        if last == top:
            return CALL
        belief = self.beliefs(spoken)
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


_BY_RANK = {rank: [card for card in PACK if value_of(card) == rank] for rank in range(2, 15)}


def supports(own: Sequence[Card], ladder: Ladder, place: int, options: CommuneOptions) -> bool:
    """Return whether these cards are a reason to declare this: one of a named rank, or a wild one."""
    ranks = ladder.steps[place].ranks
    return any(value_of(card) in ranks or is_wild(card, options) for card in own)
