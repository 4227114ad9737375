"""Strategy of a sensible Daifugo player, which the steady bot follows.

The player leads low and plays all cards of a rank together, beats others cheaply, and keeps sure winners for the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from games.cards import JOKER, SUITS, Card, subtract_cards
from games.daifugo.legality import list_forbidden_finish_cards, list_playable_sequences, list_playable_sets
from games.daifugo.options import DaifugoOptions
from games.daifugo.playing import SEVEN, TEN
from games.daifugo.plays import ABOVE, HEIGHT, HIGHEST, LOWEST, PlayShape, find_play_shape, sort_cards
from games.daifugo.state import DaifugoState
from games.engine.move import Group

ENDGAME = 4
"""If at most this many plays are left in a hand, the player counts how many of them nobody can beat."""
SHORT = 8
"""If a hand has at most this many cards, the player looks for a sure way to go out when beating a play."""
FEW = 3
"""Opponents with at most this many cards are close to going out."""
DEAR = 14
"""Cards of at least this strength are saved early in a hand."""
CLEARLY = 2
"""The player lets a jack reverse the order of ranks if the average gain in strength is above this."""
AS_USUAL = range(ABOVE + 1)
UPSIDE_DOWN = [*range(LOWEST), *range(HIGHEST, LOWEST - 1, -1), ABOVE]
"""The strength of each height: in reversed order here, and in normal order in `AS_USUAL`."""


class PlayOption(NamedTuple):
    """A possible play, and how much it breaks up the hand."""

    cards: Group
    shape: PlayShape
    strength: int
    broken: int
    """The number of cards of the play's ranks that stay behind, plus the jokers that the play uses."""

    @property
    def cost(self) -> int:
        """The price of the play: its strength plus 4 times `broken`."""
        return self.strength + 4 * self.broken


def get_height_strength(state: DaifugoState, height: int) -> int:
    """Return the strength of cards of this height in the current order of ranks: 3 to 15, and 16 for jokers.

    The height is the place of a card's rank in the usual order of ranks (see `games.daifugo.plays`).
    """
    return _look_up_strength(height, state.is_rank_order_reversed)


def _look_up_strength(height: int, upside_down: bool) -> int:
    return (UPSIDE_DOWN if upside_down else AS_USUAL)[height]


def group_by_height(hand: Sequence[Card]) -> dict[int, list[Card]]:
    """Return the cards of a hand in a dict, by height.

    The height is the place of a rank in the usual order, from 3 to 15 (the two), or 16 for a joker.
    """
    groups: dict[int, list[Card]] = {}
    for card in hand:
        groups.setdefault(HEIGHT[card], []).append(card)
    return groups


def list_play_options(state: DaifugoState, seat: int) -> Sequence[PlayOption]:
    """Return the plays worth considering.

    For a lead, these are sets with all cards of a rank, and sequences. To beat a play, these are all legal plays. If
    house rules don't lock suits, plays that differ only in suits count as one: the one that breaks up the hand least.
    """
    hand, top = state.hands[seat], state.shape_to_beat
    if state.plain:
        beaten = (top.size, top.height) if top else (0, 0)
        return _list_play_options_by_rank(
            tuple(hand), *beaten, state.is_rank_order_reversed, state.options.equal_allowed
        )
    groups = group_by_height(hand)
    found: dict[tuple[object, ...], PlayOption] = {}
    for cards in (*list_playable_sets(state, seat), *list_playable_sequences(state, seat)):
        shape = find_play_shape(cards)
        assert shape is not None
        way = PlayOption(
            cards, shape, get_height_strength(state, shape.height), _count_cards_broken_up(groups, cards, shape)
        )
        key = (shape.run, shape.size, shape.height, shape.suits if state.options.suit_lock != "off" else "")
        if key not in found or way.broken < found[key].broken:
            found[key] = way
    every = list(found.values())
    if top is None:
        whole = [way for way in every if way.shape.run or not way.broken]
        return whole or every
    return every


@lru_cache(maxsize=2000)
def _list_play_options_by_rank(
    hand: Group, size: int, height: int, upside_down: bool, equal: bool
) -> tuple[PlayOption, ...]:
    """Return the plays that beat `size` cards of this height, or all sets to lead if `size` is 0.

    `upside_down` says whether the order of ranks is reversed, and `equal` whether cards of the same height are enough
    to beat a play. This works only under house rules under which nothing but rank and number counts. Results are
    cached, since moves that are compared lead to the same hands.
    """
    strong = UPSIDE_DOWN if upside_down else AS_USUAL
    if not size:
        return tuple([_build_play_of_rank(group, upside_down) for group in group_by_height(hand).values()])
    least = strong[height] + (not equal)
    high = [card for card in hand if strong[HEIGHT[card]] >= least]
    higher = group_by_height(high) if len(high) >= size else {}
    return tuple(
        [
            PlayOption(tuple(group[:size]), PlayShape(False, size, height, ""), strong[height], len(group) - size)
            for height, group in higher.items()
            if len(group) >= size
        ]
    )


def _build_play_of_rank(cards: Sequence[Card], upside_down: bool) -> PlayOption:
    """Return the play of all these cards, which have one rank.

    `upside_down` says whether the order of ranks is reversed.
    """
    height = HEIGHT[cards[0]]
    return PlayOption(tuple(cards), PlayShape(False, len(cards), height, ""), _look_up_strength(height, upside_down), 0)


def _count_cards_broken_up(groups: dict[int, list[Card]], cards: Group, shape: PlayShape) -> int:
    """Return how much a play breaks up the hand: cards of its ranks left behind, and jokers used."""
    jokers = sum(card.base is JOKER for card in cards)
    if shape.height == ABOVE:
        return 0
    if shape.run:
        split = sum(len(groups[HEIGHT[card]]) - 1 for card in cards if card.natural)
        return split // 2 + jokers
    return len(groups[shape.height]) - (len(cards) - jokers) + jokers


def is_hand_stronger_reversed(state: DaifugoState, seat: int, way: PlayOption) -> bool:
    """Return whether the cards left after a play would be clearly stronger if the order of ranks were reversed.

    Rulebook: eleven-back.
    """
    left = subtract_cards(state.hands[seat], [card.base for card in way.cards])
    gain = sum(
        _look_up_strength(HEIGHT[card], not state.is_rank_order_reversed) - get_height_strength(state, HEIGHT[card])
        for card in left
    )
    return gain > CLEARLY * len(left)


def has_shedding_effect(options: DaifugoOptions, hand: Sequence[Card]) -> bool:
    """Return whether the player could get rid of other cards too by playing a seven or a ten of this hand.

    Rulebook: seven-give, ten-discard.
    """
    heights = {HEIGHT[card] for card in hand}
    return (options.seven_give and SEVEN in heights) or (options.ten_discard and TEN in heights)


def count_unseen_by_height(state: DaifugoState, seat: int) -> list[int]:
    """Return how many cards of each height a seat hasn't seen, as a list indexed by height.

    The height is the place of a rank in the usual order, from 3 to 15 (the two), or 16 for a joker.
    """
    counts = [*[0] * LOWEST, *[len(SUITS)] * (HIGHEST - LOWEST + 1), state.options.jokers]
    for card in (*state.hands[seat], *state.gone, *(card.base for laid in state.pile for card in laid.cards)):
        counts[HEIGHT[card]] -= 1
    return counts


def is_set_sure_to_win(state: DaifugoState, way: PlayOption, counts: Sequence[int]) -> bool:
    """Return whether nobody can beat the set `way`. For a sequence, the result is False.

    `counts` has the number of unseen cards of each height, as `count_unseen_by_height` returns it.
    """
    if way.shape.run:
        return False
    options, size, jokers = state.options, way.shape.size, counts[ABOVE]
    if options.eight_stop and way.shape.height == 8:
        return True
    if options.two_clears and way.strength == HIGHEST:
        return True
    if jokers >= size and way.shape.height != ABOVE:
        return False
    least = way.strength + (not options.equal_allowed)
    for height, strong in enumerate(UPSIDE_DOWN if state.is_rank_order_reversed else AS_USUAL):
        if strong >= least and height < ABOVE and counts[height] and counts[height] + jokers >= size:
            return False
    return way.shape.height != ABOVE or not options.joker_spade3


def choose_play(state: DaifugoState, seat: int) -> PlayOption | None:
    """Return the play that a sensible player makes now, or None for a pass."""
    possible = list_play_options(state, seat)
    if state.options.has_forbidden_finish:
        clean = [way for way in possible if not _is_foul_finish(state, seat, way)]
        possible = clean if clean or state.pile else possible
    if not possible:
        return None
    held = len(state.hands[seat])
    for way in possible:
        if way.shape.size == held:
            return way
    return _choose_beating_play(state, seat, possible) if state.pile else _choose_lead(state, seat, possible)


def _is_foul_finish(state: DaifugoState, seat: int, way: PlayOption) -> bool:
    """Return whether a play is a forbidden finish, or leaves only cards that would be one.

    Rulebook: forbidden-finish.
    """
    left = subtract_cards(state.hands[seat], [card.base for card in way.cards])
    upside_down = state.is_rank_order_reversed
    if not left:
        return bool(list_forbidden_finish_cards(state.options, way.cards, way.shape, upside_down))
    groups = [tuple(group) for group in group_by_height(left).values()]
    shapes = [PlayShape(False, len(group), HEIGHT[group[0]], "") for group in groups]
    return all(
        list_forbidden_finish_cards(state.options, group, shape, upside_down)
        for group, shape in zip(groups, shapes, strict=True)
    )


def _get_smallest_opponent_hand_size(state: DaifugoState, seat: int) -> int:
    """Return the size of the smallest hand that another player still holds."""
    return min([len(hand) for other, hand in enumerate(state.hands) if hand and other != seat])


def _choose_lead(state: DaifugoState, seat: int, every: Sequence[PlayOption]) -> PlayOption:
    """Return the play to lead. `every` has the possible plays.

    If sure winners are enough to go out, the result is one of them. Otherwise it's a play of a weak rank. But if an
    opponent has only one or two cards left, it's a play with more cards than that, if there is one. If there is none
    and the opponent has one card, it's the strongest play.
    """
    found = sorted(every, key=lambda way: (way.strength, -way.shape.size))
    if len(found) <= ENDGAME:
        counts = count_unseen_by_height(state, seat)
        winners = [way for way in found if is_set_sure_to_win(state, way, counts)]
        if len(winners) >= len(found) - 1:
            return winners[0] if winners else found[0]
    least = _get_smallest_opponent_hand_size(state, seat)
    safe = [way for way in found if way.shape.size > least]
    if least <= 2 and safe:
        return safe[0]
    if least == 1:
        return found[-1]
    return max(found[:3], key=lambda way: way.shape.size * 2 - way.strength)


def _choose_beating_play(state: DaifugoState, seat: int, found: Sequence[PlayOption]) -> PlayOption | None:
    """Return the cheapest play that beats the play to beat, or None.

    If a sure way to go out is found, the result is its first play instead. None means that even the cheapest play gives
    away too much this early.
    """
    best = min(found, key=lambda way: (way.cost, way.strength))
    hand = state.hands[seat]
    if len(hand) <= SHORT and (last := _find_play_to_go_out(state, seat, found)):
        return last
    if best.strength < DEAR and not best.broken:
        return best
    plays = len(group_by_height(hand))
    if plays <= ENDGAME or _get_smallest_opponent_hand_size(state, seat) <= FEW:
        return best
    if best.broken:
        return best if best.strength < DEAR and best.broken == 1 and best.shape.size == 1 and plays > 7 else None
    return best if best.strength == DEAR or best.shape.size > 1 else None


def _find_play_to_go_out(state: DaifugoState, seat: int, found: Sequence[PlayOption]) -> PlayOption | None:
    """Return the cheapest unbeatable play from which the hand can surely go out, or None.

    All sets left after it, except one for the end, must be unbeatable too.
    """
    groups = group_by_height(state.hands[seat])
    if len(groups) > ENDGAME:
        return None
    counts = count_unseen_by_height(state, seat)
    for way in sorted(found, key=lambda way: way.strength):
        if is_set_sure_to_win(state, way, counts):
            left = filter(None, ([card for card in group if card not in way.cards] for group in groups.values()))
            if (
                sum(
                    not is_set_sure_to_win(state, _build_play_of_rank(cards, state.is_rank_order_reversed), counts)
                    for cards in left
                )
                <= 1
            ):
                return way
    return None


# -- cards to give or throw away ------------------------------------------------------------------------------


def list_spare_cards(hand: Sequence[Card], number: int, upside_down: bool = False) -> list[Card]:
    """Return the `number` cards that a hand can best do without: weak ones, rather single than from a pair or more.

    `upside_down` says whether the order of ranks is reversed.
    """
    groups = group_by_height(hand)

    def rate_card_loss(card: Card) -> tuple[int, int]:
        height = HEIGHT[card]
        return _look_up_strength(height, upside_down) + 3 * (len(groups[height]) - 1), height

    return sorted(sort_cards(hand), key=rate_card_loss)[:number]
