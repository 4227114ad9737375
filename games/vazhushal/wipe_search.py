"""Searches for melds: the new melds that cards can make, and the wipes and regroupings that use them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.cards import JOKER, Card, list_missing_cards, subtract_cards
from games.engine.move import Move
from games.engine.work_limits import spend_steps
from games.kit.melds import Meld, Window, build_card_mask, list_almost_complete_melds, list_pure_runs
from games.kit.rummy import filter_legal_moves
from games.vazhushal import legality
from games.vazhushal.meld_checks import is_meld, list_faults_among_own_melds
from games.vazhushal.moves import build_rearrangement_move, build_take_line_move, build_wipe_move
from games.vazhushal.state import VazhushalState

WIPES = 40_000
"""The maximum number of steps in the search for the wipes of one depth."""
LOOK = 10
"""The number of search steps for checking one meld."""


def list_new_melds(
    state: VazhushalState, seat: int, pool: Sequence[Card], must: Card | None = None, before: tuple[Meld, ...] = ()
) -> Iterator[Meld]:
    """Yield the melds that a player who has opened can make from the cards in `pool`, shortest first.

    The player keeps the melds on the table, and has also made those in `before`. With `must`, yield only melds that use
    this card. Wild cards only replace natural cards that are missing. So there can be other ways to make the same run
    or set, but none with fewer wild cards.
    """
    owned = [*state.melds[seat], *before]
    for meld in replace_identical_melds(state, owned, pool, list_possible_runs_and_sets(pool, state.wilds, must)):
        spend_steps(LOOK)
        if must is not None and not any(card.base is must for card in meld):
            continue
        if is_meld(state, meld) and next(list_faults_among_own_melds(state, [*owned, meld]), None) is None:
            yield meld


def replace_identical_melds(
    state: VazhushalState, owned: Sequence[Meld], pool: Sequence[Card], melds: Iterator[Meld]
) -> Iterator[Meld]:
    """Yield `melds`, but replace each one that is identical to a meld in `owned` with variants of it.

    In a variant, one of the cards is replaced by a wild card of `pool` that the meld doesn't use. Rulebook:
    meld.no-twin-melds, under the house rule that compares the cards themselves.
    """
    if state.options.twin_compare == "represented":
        yield from melds
        return
    likenesses = {state.law.get_identical_meld_key(meld) for meld in owned} - {None}
    for meld in melds:
        if state.law.get_identical_meld_key(meld) not in likenesses:
            yield meld
            continue
        left = subtract_cards(pool, [card.base for card in meld])
        for wild in dict.fromkeys(card for card in left if card in state.wilds):
            for place, card in enumerate(meld):
                if card.base is not wild:
                    yield (*meld[:place], wild.substitute_for(card.face), *meld[place + 1 :])


def list_possible_runs_and_sets(
    pool: Sequence[Card], wilds: frozenset[Card], must: Card | None = None
) -> Iterator[Meld]:
    """Yield every run and set that can be made of these cards, shortest first; some aren't legal.

    Natural cards are used before wild cards.
    """
    have = build_card_mask(pool)
    wild = [card for card in pool if card in wilds]
    if len(wild) > 1:
        wild.sort(key=lambda card: card is JOKER)
    windows = list_almost_complete_melds(have, len(wild), None if must in wilds else must)
    spend_steps(LOOK + 3 * len(windows))
    for window in windows:
        filled = _fill_meld_with_cards(window, have, wild, must)
        if filled is not None:
            yield filled


def _fill_meld_with_cards(window: Window, have: int, wild: Sequence[Card], must: Card | None) -> Meld | None:
    """Return the run or set `window` made of the available cards, or None if there are too few wild cards.

    `have` is a bit mask of all available cards, and `wild` has the wild cards among them. Each place takes its natural
    card if possible. If `must` is one of the wild cards, the meld contains it.
    """
    size, mask, shown = window
    lacking = size - (mask & have).bit_count()
    spare = list_missing_cards(wild, shown)
    if lacking > len(spare):
        return None
    forced = must is not None and must in spare and must not in shown
    if not lacking and not forced:
        return shown
    if forced:
        spare.remove(must)  # type: ignore[arg-type]
        spare.insert(0, must)  # type: ignore[arg-type]
    meld = [face if have >> face.index & 1 else spare.pop(0).substitute_for(face) for face in shown]
    if forced and not lacking:
        # All are there: the wild card takes the place of one, of another wild card if it can.
        last = next((place for place, card in enumerate(meld) if card in wild), len(meld) - 1)
        meld[last] = spare[0].substitute_for(meld[last])
    return tuple(meld)


def list_legal_wipes(state: VazhushalState, seat: int, depth: int) -> Iterator[Move]:
    """Yield legal wipes of the newest `depth` cards, those with the shortest melds first."""
    taken = state.line[-depth:]

    def list_melds_for_wipe(cards: Sequence[Card], before: tuple[Meld, ...] = ()) -> Iterator[Meld]:
        return list_new_melds(state, seat, cards, taken[0], before)

    tried = list_wipe_candidates(
        state, seat, depth, state.hands[seat], taken, list_melds_for_wipe, _list_table_card_wipes
    )
    return filter_legal_moves(legality.check_wipe, state, seat, tried)


def list_wipe_candidates(
    state: VazhushalState,
    seat: int,
    depth: int,
    hand: Sequence[Card],
    taken: Sequence[Card],
    fresh: Callable[..., Iterator[Meld]],
    with_table_cards: Callable[[VazhushalState, int, int, Sequence[Card]], Iterator[Move]],
) -> Iterator[Move]:
    """Yield wipes of `depth` cards, legal or not, that use these hand cards and these `taken` cards of the line.

    `fresh` is a function that yields the new melds that some cards can make. `with_table_cards` is a function that
    yields wipes whose new meld takes cards from the seat's own melds.
    """
    deepest, pool = taken[0], [*hand, *taken]
    if state.has_opened(seat):
        for meld in fresh(pool):
            yield build_wipe_move(depth, meld)
        if state.options.wipe_table_cards:
            yield from with_table_cards(state, seat, depth, pool)
        return
    if not state.options.wipe_before_first:
        return
    for meld in list_pure_runs(pool):
        if deepest in meld:
            yield build_wipe_move(depth, meld)
    for pure in list_pure_runs(hand):
        for meld in fresh(subtract_cards(pool, pure), (pure,)):
            yield build_wipe_move(depth, meld, after=pure)


def _list_table_card_wipes(state: VazhushalState, seat: int, depth: int, pool: Sequence[Card]) -> Iterator[Move]:
    """Yield wipes whose new meld takes one card from the seat's own melds. Rulebook: wipe.new-meld-material.

    `pool` has the hand cards and the wiped cards. Not all of the wipes are legal. Wipes that take several cards from
    the seat's melds, or regroup the cards that remain there, can be legal too, but aren't yielded.
    """
    deepest = state.line[-depth]
    for card, left in _list_cards_melds_can_spare(state.melds[seat]):
        for meld in list_possible_runs_and_sets([*pool, card], state.wilds, deepest):
            if any(one.base is card for one in meld):
                yield build_wipe_move(depth, meld, *left)


def list_regroupings(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield rearrangements that split a long run, or that move one card of a meld into a new meld with hand cards.

    Not all of these rearrangements are legal.
    """
    own = state.melds[seat]
    for place, former in enumerate(own):
        for cut in range(3, len(former) - 2):
            yield build_rearrangement_move((*own[:place], former[:cut], former[cut:], *own[place + 1 :]))
    for card, left in _list_cards_melds_can_spare(own):
        for meld in list_possible_runs_and_sets([*state.hands[seat], card], state.wilds):
            if any(one.base is card for one in meld):
                yield build_rearrangement_move((*left, meld))


def _list_cards_melds_can_spare(melds: Sequence[Meld]) -> Iterator[tuple[Card, list[Meld]]]:
    """Yield each card that a meld can do without, as a pair of the card and the list of all melds after it's gone."""
    for place, former in enumerate(melds):
        for card in former:
            pieces = _split_meld(former, card)
            if pieces is not None:
                yield card.base, [*melds[:place], *pieces, *melds[place + 1 :]]


def _split_meld(former: Meld, gone: Card) -> list[Meld] | None:
    """Return the pieces of a meld after the card `gone` is removed, or None if a piece is too short."""
    place = former.index(gone)
    if former[0].face.suit != former[1].face.suit:
        return [(*former[:place], *former[place + 1 :])] if len(former) > 3 else None
    pieces = [former[:place], former[place + 1 :]]
    return None if any(0 < len(piece) < 3 for piece in pieces) else [piece for piece in pieces if piece]


def list_take_line_moves(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield the legal moves that take the whole discard line when its first card (the starter) is wild.

    Rulebook: starter.take-with-pure.
    """
    if not state.starter or (state.options.starter_take != "pure-first" and not state.forced):
        return
    if state.has_opened(seat) or state.forced:
        yield build_take_line_move()
    elif state.options.wipe_before_first:
        for pure in list_pure_runs(state.hands[seat]):
            yield build_take_line_move(pure)
