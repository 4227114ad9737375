"""Screen zones that look the same in every game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.cards import RANKS, UNKNOWN, Card
from games.engine.view import Zone


def build_hand_zone(
    owner: int,
    cards: Sequence[Card],
    seat: int | None,
    marked: tuple[str, ...] = (),
    came: Sequence[Card] = (),
    sort: str = "suit",
    ranks: str = RANKS,
    trumps: str = "",
) -> Zone:
    """Build the zone for a hand as `seat` sees it: a fan or a pile.

    It's a fan for the owner or if all cards are known. Otherwise, it's a pile, which shows card backs. `marked` has the
    codes of the cards that are drawn with a mark. `came` has the cards that came into the hand this turn, and only the
    owner sees which ones they are. A page sorts the hand by `sort` (“suit” or “rank”), with the ranks in the order of
    `ranks` and the suits in `trumps` first.
    """
    return Zone(
        f"hand-{owner}",
        "fan" if owner == seat or UNKNOWN not in cards else "pile",
        "Your hand" if owner == seat else "Hand",
        tuple(card.code for card in cards),
        owner,
        marked=marked,
        fresh=list_card_positions(came, cards) if owner == seat else (),
        sort=sort,
        ranks=ranks,
        trumps=trumps,
    )


def list_card_positions(cards: Sequence[Card], among: Sequence[Card]) -> tuple[int, ...]:
    """Return the indexes at which these cards are in the list `among`.

    Cards that aren't in it are skipped.
    """
    wanted, places = Counter(cards), []
    for place in reversed(range(len(among))):
        if wanted[among[place]]:
            wanted[among[place]] -= 1
            places.append(place)
    return tuple(reversed(places))
