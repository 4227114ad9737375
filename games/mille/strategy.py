"""Rules of thumb for Mille: what the pile is worth, when to meld or wait, and which discard is safe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.cards import Card
from games.engine.move import Move
from games.kit.rummy import build_discard_move, build_meld_move
from games.mille.endgame import compute_least_weight_left
from games.mille.melds import ALL, SHORTEST, TWO, count_wild_twos
from games.mille.possible_moves import PAIR, list_cards_to_take_pile, list_meld_additions, list_new_melds
from games.mille.scoring import VALUES, count_points
from games.mille.state import MilleState
from games.mille.verbs import LEAVE, STOCK, build_add_to_meld_move, build_take_pile_move

RANKS_AND_NONE = 14
LOOSE = 9
"""The approximate average points of an unknown card."""
FEW_LEFT = 6
"""The maximum number of cards (twos aside) that can't be melded naturally, for a search for a way to go out."""
COSTLY = 50
"""A meld is made at once if it's worth at least this many points."""


class PlayStyle(NamedTuple):
    """Settings for the rules of thumb, which make a bot play more or less carefully."""

    hold: int = 8
    """Sets are held back to take the pile with them while the other player has more cards than this."""
    late: int = 16
    """Sets are held back only while the stock also has more cards than this."""
    eager: float = 3.0
    """The value of each card in the pile in addition to its points, while the hand isn't about to end."""
    danger: float = 1.0
    """The weight of what the other player can take."""
    keep: float = 6.0
    """The value of a pair in the hand."""
    pure: float = 1.0
    """The weight of a clean hand."""


STEADY = PlayStyle()
CAREFUL = PlayStyle(eager=6.0, danger=4.0)
"""A style that gives more weight to the pile, and to what the other player can do with it."""


class KnownCardCounts(NamedTuple):
    """A seat's knowledge about the cards of both players, as numbers of cards. The lists are indexed by rank.

    `mine` counts the seat's own hand, and `unseen` the cards that could be in the other hand or in the stock.
    """

    mine: list[int]
    theirs: list[int]
    """By rank, the cards that the other player took face up and still holds."""
    unseen: list[int]
    held: int
    """The number of unseen cards in the other player's hand."""
    hidden: int
    """The number of unseen cards in the other player's hand and in the stock."""


def count_cards_by_rank(cards: Sequence[Card]) -> list[int]:
    """Return the number of cards of each rank, in a list indexed by rank."""
    counts = [0] * RANKS_AND_NONE
    for card in cards:
        counts[card.rank] += 1
    return counts


def count_known_cards(state: MilleState, seat: int) -> KnownCardCounts:
    """Count by rank the seat's own cards, the cards that it knows in the other hand, and the unseen cards."""
    other = 1 - seat
    mine, theirs = count_cards_by_rank(state.hands[seat]), count_cards_by_rank(state.known[other])
    unseen = [ALL - own - two for own, two in zip(mine, theirs, strict=True)]
    for card in state.pile:
        unseen[card.rank] -= 1
    for melds in state.melds:
        for laid in melds:
            for card in laid:
                unseen[card.rank] -= 1
    unseen[0] = 0
    held = len(state.hands[other]) - len(state.known[other])
    return KnownCardCounts(mine, theirs, unseen, held, held + len(state.stock))


def estimate_pair_chance(known: KnownCardCounts, rank: int) -> float:
    """Return the probability that the other player holds at least two cards of a rank.

    `known` is what the seat knows about the cards.
    """
    lacking = PAIR - known.theirs[rank]
    if lacking <= 0:
        return 1.0
    unseen = known.unseen[rank]
    if unseen < lacking or not known.hidden:
        return 0.0
    each = known.held / known.hidden
    none = (1 - each) ** unseen
    if lacking == 1:
        return 1 - none
    exactly_one = unseen * each * (1 - each) ** (unseen - 1)
    return max(0.0, 1 - none - exactly_one)


def estimate_hand_end_chance(state: MilleState, seat: int) -> float:
    """Return a rough probability, from 0 to 1, that the hand ends soon, while this seat still has cards left."""
    theirs = len(state.hands[1 - seat])
    return 1.0 if theirs <= 2 else min(1.0, 2.5 / (theirs - 1))


def has_melded_wild_two(state: MilleState, seat: int) -> bool:
    """Return whether a seat has melded a wild two."""
    return any(count_wild_twos(laid) for laid in state.melds[seat])


# -- taking --------------------------------------------------------------------------------------


def estimate_pile_gain(state: MilleState, seat: int, style: PlayStyle) -> float:
    """Return roughly how many points it's worth to this seat to take the pile instead of drawing a card.

    `style` has the player's settings for the rules of thumb.
    """
    laid = {meld[0].rank for meld in state.melds[seat]}
    rest = [*state.hands[seat], *state.pile]
    number = count_cards_by_rank(rest)
    fold = 1 if has_melded_wild_two(state, seat) or state.options.clean_needs_out else 2
    near, now = estimate_hand_end_chance(state, seat), state.pile[-1].rank
    worth = 0.0
    for card in state.pile:
        rank = card.rank
        if rank == now or number[rank] >= SHORTEST or rank in laid:
            worth += VALUES[card] * fold + style.eager
        else:
            pair = number[rank] == PAIR or rank == TWO
            worth += style.eager * (1 + pair) * (1 - near) - VALUES[card] * near
    return worth


def choose_first_move_of_turn(state: MilleState, seat: int, style: PlayStyle = STEADY) -> Move:
    """Return the move that begins the turn: draw or take the pile. If neither is possible, end the hand."""
    choices = list(list_cards_to_take_pile(state, seat))
    if not choices:
        return (STOCK if state.can_draw else LEAVE).bare_move
    if state.can_draw and estimate_pile_gain(state, seat, style) <= 2 * style.eager:
        return STOCK.bare_move
    return build_take_pile_move(min(choices, key=lambda cards: (len(cards), -count_points(cards))))


# -- melding -------------------------------------------------------------------------------------


def list_unmeldable_cards(state: MilleState, seat: int) -> list[Card]:
    """Return the hand cards that can't be melded or laid off without wild twos."""
    number, laid = count_cards_by_rank(state.hands[seat]), {meld[0].rank for meld in state.melds[seat]}
    return [card for card in state.hands[seat] if number[card.rank] < SHORTEST and card.rank not in laid]


def should_meld(state: MilleState, seat: int, style: PlayStyle) -> bool:
    """Return whether the seat should now meld everything it can.

    Otherwise, it holds sets back, since it can take the pile with two cards of a set.
    """
    if len(state.hands[1 - seat]) <= style.hold or len(state.stock) <= style.late:
        return True
    return len(list_unmeldable_cards(state, seat)) <= SHORTEST


def choose_meld(state: MilleState, seat: int, style: PlayStyle = STEADY) -> Move | None:
    """Return the next meld or lay-off that the rules of thumb choose, or None if it's time to discard."""
    everything = should_meld(state, seat, style)
    for move in list_natural_melds(state, seat):
        if everything or count_points(move.cards) >= COSTLY:
            return move
    return _choose_wild_meld(state, seat, style) if everything else None


def list_natural_melds(state: MilleState, seat: int) -> Iterator[Move]:
    """Yield melds and lay-offs without wild twos.

    A lay-off has all hand cards of a rank, but leaves a card for the discard if one is needed to go out. A new meld has
    all hand cards of a rank, or just three of them.
    """
    hand, keeps = state.hands[seat], state.options.out_discard
    for number, laid in enumerate(state.melds[seat], 1):
        own = tuple(card for card in hand if card.rank == laid[0].rank)
        own = own[: len(hand) - 1] if keeps else own
        if own:
            yield build_add_to_meld_move(number, own)
    for cards in list_new_melds(state, seat):
        if cards[0].rank == cards[-1].rank:
            yield build_meld_move(cards)


def _choose_wild_meld(state: MilleState, seat: int, style: PlayStyle) -> Move | None:
    """Return a meld or lay-off with a wild two if that pays, or None if it doesn't.

    It pays if the seat can go out, or if it saves many points. It often pays if the seat has melded a wild two before.
    """
    twos = count_cards_by_rank(state.hands[seat])[TWO]
    if not twos:
        return None
    loose = list_unmeldable_cards(state, seat)
    helped = list(_list_wild_melds(state, seat))
    if not helped:
        return None
    best = max(helped, key=lambda move: count_points(move.cards))
    if len(loose) <= FEW_LEFT + twos and compute_least_weight_left(state, seat, lambda card: 1) == 0:
        return best
    if has_melded_wild_two(state, seat):
        return best if estimate_hand_end_chance(state, seat) > 0.3 or len(best.cards) > 1 else None
    lost = sum(map(count_points, state.melds[seat]))
    return (
        best
        if 2 * count_points(best.cards) * estimate_hand_end_chance(state, seat) > style.pure * lost + LOOSE
        else None
    )


def _list_wild_melds(state: MilleState, seat: int) -> Iterator[Move]:
    for cards in list_new_melds(state, seat):
        if cards[0].rank != cards[-1].rank:
            yield build_meld_move(cards)
    for number, cards in list_meld_additions(state, seat):
        if cards[0].rank == TWO:
            yield build_add_to_meld_move(number, cards)


# -- discarding ----------------------------------------------------------------------------------


def estimate_discard_cost(
    state: MilleState, seat: int, card: Card, known: KnownCardCounts, style: PlayStyle = STEADY
) -> float:
    """Return roughly how many points it costs to discard this card.

    The cost is what the card is worth in the hand, and what the other player can gain from it. `known` is what the seat
    knows about the cards, and `style` has its settings for the rules of thumb.
    """
    rank, near = card.rank, estimate_hand_end_chance(state, seat)
    mine = known.mine[rank]
    stake = style.eager * len(state.pile) + count_points(state.pile) * 0.5 + 2 * VALUES[card] + 6
    danger = style.danger * estimate_pair_chance(known, rank) * stake
    if rank == TWO and not state.options.twos_take_two:
        danger = 0.0
    company = style.keep * min(mine - 1, 2) * (1 + 0.1 * VALUES[card]) * (known.unseen[rank] > 0 or mine > 2)
    wild = 24.0 if rank == TWO else 0.0
    return danger + company * (1 - 0.5 * near) + wild - VALUES[card] * near


def rank_discards(state: MilleState, seat: int, style: PlayStyle = STEADY) -> list[Card]:
    """Return the different cards of a hand in order, the best discard first."""
    known = count_known_cards(state, seat)
    hand = dict.fromkeys(state.hands[seat])
    return sorted(hand, key=lambda card: (estimate_discard_cost(state, seat, card, known, style), card.index))


def choose_move(state: MilleState, seat: int, style: PlayStyle = STEADY) -> Move:
    """Return the move that the rules of thumb recommend."""
    if state.phase == "take":
        return choose_first_move_of_turn(state, seat, style)
    move = choose_meld(state, seat, style)
    return move if move is not None else build_discard_move(rank_discards(state, seat, style)[0])
