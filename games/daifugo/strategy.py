"""What a sensible player does: lead low and whole groups, answer cheaply, keep what is sure to win for the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.cards import JOKER, Card
from games.daifugo.judging import sequences, sets
from games.daifugo.plays import ABOVE, HEIGHT, HIGHEST, LOWEST, Shape, order, shape_of
from games.daifugo.state import DaifugoState, full_deck
from games.engine.move import Group

ENDGAME = 4
"""With so few plays left it is counted what is sure to win."""
FEW = 3
"""Who holds no more cards than this is watched."""
DEAR = 14
"""Cards as strong as this are kept while there is time."""


class Way(NamedTuple):
    """A play that can be made, and how it leaves the hand."""

    cards: Group
    shape: Shape
    strength: int
    broken: int
    """How many equal cards stay behind, and jokers that go along."""

    @property
    def cost(self) -> int:
        return self.strength + 4 * self.broken


def strength(state: DaifugoState, height: int) -> int:
    """How strong a rank is under the order of the moment: 3 to 15, jokers 16."""
    return _strength(height, state.upside_down)


def _strength(height: int, upside_down: bool) -> int:
    return height if height == ABOVE or not upside_down else LOWEST + HIGHEST - height


def groups_of(hand: Sequence[Card]) -> dict[int, list[Card]]:
    """The cards of a hand by rank."""
    groups: dict[int, list[Card]] = {}
    for card in hand:
        groups.setdefault(HEIGHT[card], []).append(card)
    return groups


def ways(state: DaifugoState, seat: int) -> list[Way]:
    """What is worth playing: to lead, whole groups; to answer, one play of each rank where suits do not matter."""
    groups, top = groups_of(state.hands[seat]), state.top
    if state.plain:
        return _plain_ways(state, groups, top)
    found: dict[tuple[object, ...], Way] = {}
    for cards in (*sets(state, seat), *sequences(state, seat)):
        shape = shape_of(cards)
        assert shape is not None
        way = Way(cards, shape, strength(state, shape.height), _broken(groups, cards, shape))
        key = (shape.run, shape.size, shape.height, shape.suits if state.options.suit_lock != "off" else "")
        if key not in found or way.broken < found[key].broken:
            found[key] = way
    every = list(found.values())
    if top is None:
        whole = [way for way in every if way.shape.run or not way.broken]
        return whole or every
    return every


def _plain_ways(state: DaifugoState, groups: dict[int, list[Card]], top: Shape | None) -> list[Way]:
    if top is None:
        return [
            Way(cards := tuple(group), Shape(False, len(cards), height, ""), strength(state, height), 0)
            for height, group in groups.items()
        ]
    size, down, equal = top.size, state.upside_down, state.options.equal_allowed
    return [
        Way(tuple(group[:size]), Shape(False, size, height, ""), strength(state, height), len(group) - size)
        for height, group in groups.items()
        if len(group) >= size
        and ((height < top.height) if down else (height > top.height) or (equal and height == top.height))
    ]


def _broken(groups: dict[int, list[Card]], cards: Group, shape: Shape) -> int:
    jokers = sum(card.base is JOKER for card in cards)
    if shape.height == ABOVE:
        return 0
    if shape.run:
        split = sum(len(groups[HEIGHT[card]]) - 1 for card in cards if card.natural)
        return split // 2 + jokers
    return len(groups[shape.height]) - (len(cards) - jokers) + jokers


def unseen(state: DaifugoState, seat: int) -> list[int]:
    """How many cards of each height a seat has not seen, by height."""
    counts = [0] * (ABOVE + 1)
    for card in full_deck(state.options):
        counts[HEIGHT[card]] += 1
    for card in (*state.hands[seat], *state.gone, *(card.base for laid in state.pile for card in laid.cards)):
        counts[HEIGHT[card]] -= 1
    return counts


def sure(state: DaifugoState, way: Way, counts: Sequence[int]) -> bool:
    """Whether nobody can beat a set, as far as the seat of these counts knows."""
    if way.shape.run:
        return False
    options, size, jokers = state.options, way.shape.size, counts[ABOVE]
    if options.eight_stop and way.shape.height == 8:
        return True
    if jokers >= size and way.shape.height != ABOVE:
        return False
    for height in range(3, ABOVE):
        stronger = strength(state, height) > way.strength or (options.equal_allowed and height == way.shape.height)
        if stronger and counts[height] and counts[height] + jokers >= size:
            return False
    return way.shape.height != ABOVE or not options.joker_spade3


def chosen(state: DaifugoState, seat: int) -> Way | None:
    """What a sensible player plays now; None for a pass."""
    found = ways(state, seat)
    if not found:
        return None
    held = len(state.hands[seat])
    for way in found:
        if len(way.cards) == held:
            return way
    least = min(len(hand) for one, hand in enumerate(state.hands) if hand and one != seat)
    return _to_lead(state, seat, found, least) if state.pile == [] else _to_answer(state, seat, found, least)


def _to_lead(state: DaifugoState, seat: int, found: list[Way], least: int) -> Way:
    """Winners first when they lead to the end, else the weakest group; no single card to who holds one."""
    found.sort(key=lambda way: (way.strength, -way.shape.size))
    if len(found) <= ENDGAME:
        counts = unseen(state, seat)
        winners = [way for way in found if sure(state, way, counts)]
        if len(winners) >= len(found) - 1:
            return winners[0] if winners else found[0]
    safe = [way for way in found if way.shape.size > least]
    if least <= 2 and safe:
        return safe[0]
    if least == 1:
        return found[-1]
    return max(found[:3], key=lambda way: way.shape.size * 2 - way.strength)


def _to_answer(state: DaifugoState, seat: int, found: list[Way], least: int) -> Way | None:
    """The cheapest answer, unless it is too dear this early."""
    best = min(found, key=lambda way: way.cost)
    plays = len(groups_of(state.hands[seat]))
    if best.strength < DEAR and not best.broken:
        return best
    if least <= FEW or plays <= ENDGAME:
        return best
    if best.broken:
        return best if best.strength < DEAR and best.broken == 1 and best.shape.size == 1 and plays > 7 else None
    return best if best.strength == DEAR or best.shape.size > 1 else None


# -- what else there is to choose -----------------------------------------------------------------------------


def spare(hand: Sequence[Card], number: int, upside_down: bool = False) -> list[Card]:
    """The cards that one misses least: weak ones that stand alone first."""
    groups = groups_of(hand)

    def missed(card: Card) -> tuple[int, int]:
        height = HEIGHT[card]
        return _strength(height, upside_down) + 3 * (len(groups[height]) - 1), height

    return sorted(order(hand), key=missed)[:number]
