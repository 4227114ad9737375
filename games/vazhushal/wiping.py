"""Finding melds: which new ones cards can make, and how deep the line can be wiped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.cards import Card, without
from games.engine.move import Move
from games.kit.melds import WINDOWS, WINDOWS_WITH, Meld, holds_three, mask_of, pure_runs
from games.vazhushal.judging import JUDGES
from games.vazhushal.melding import is_meld, ownership_faults
from games.vazhushal.state import VazhushalState


def new_melds(
    state: VazhushalState, seat: int, pool: Sequence[Card], must: Card | None = None, before: tuple[Meld, ...] = ()
) -> Iterator[Meld]:
    """The melds that an opened player can lay from these cards, shortest first, beside what is owned and laid `before`.

    With `must`, only those that use this card. Wild cards stand in only where a natural card is lacking, so there may
    be other ways to lay the same faces, but none that needs fewer wild cards.
    """
    owned = [*state.melds[seat], *before]
    for meld in shapes(pool, state.wilds, must):
        if is_meld(state, meld) and next(ownership_faults(state, [*owned, meld]), None) is None:
            yield meld


def shapes(pool: Sequence[Card], wilds: frozenset[Card], must: Card | None = None) -> Iterator[Meld]:
    """Every run and set these cards can fill, natural cards first, shortest first; not every one is a legal meld.

    A longer meld always has a part of three cards that can be filled too, so where no three fit nothing does.
    """
    have = mask_of(pool)
    wild = [card for card in pool if card in wilds]
    spare = len(wild)
    if not spare and not holds_three(have):
        return
    found = False
    for size, mask, window in WINDOWS if must is None or must in wilds else WINDOWS_WITH[must]:
        if size > 3 and not found:
            return
        if size - (mask & have).bit_count() <= spare:
            found = True
            filled = _fill(window, pool, wild, must)
            if filled is not None:
                yield filled


def _fill(window: Sequence[Card], pool: Sequence[Card], wild: Sequence[Card], must: Card | None) -> Meld | None:
    """The window filled, each face with its own card if there is one; None if the wild cards do not suffice."""
    spare = list(wild)
    for face in window:
        if face in spare:
            spare.remove(face)
    meld = []
    if must is not None and must in spare and must not in window:
        spare.remove(must)
        spare.insert(0, must)
        forced = must
    else:
        forced = None
    for face in window:
        if face in pool:
            meld.append(face)
        elif spare:
            meld.append(spare.pop(0).standing_for(face))
        else:
            return None
    if forced is not None and forced in spare:
        last = next((place for place, card in reversed(list(enumerate(meld))) if card.natural), None)
        if last is None:
            return None
        meld[last] = forced.standing_for(meld[last])
    return tuple(meld)


def wipes(state: VazhushalState, seat: int, depth: int) -> Iterator[Move]:
    """Legal wipes of the newest `depth` cards, those with the shortest melds first."""
    hand, taken = state.hands[seat], state.line[-depth:]
    for move in _candidates(state, seat, hand, taken):
        if next(JUDGES["wipe"](state, seat, move), None) is None:
            yield move


def _candidates(state: VazhushalState, seat: int, hand: list[Card], taken: list[Card]) -> Iterator[Move]:
    depth, deepest = len(taken), taken[0]
    if state.opened(seat):
        for meld in new_melds(state, seat, [*hand, *taken], deepest):
            yield Move("wipe", depth, (meld,))
        if state.options.wipe_table_cards:
            yield from _with_table_cards(state, seat, [*hand, *taken], depth)
        return
    if not state.options.wipe_before_first:
        return
    for meld in pure_runs([*hand, *taken]):
        if deepest in meld:
            yield Move("wipe", depth, (meld,))
    for pure in pure_runs(hand):
        pool = [*without(hand, pure), *taken]
        for meld in new_melds(state, seat, pool, deepest, (pure,)):
            yield Move("wipe", depth, (meld,), pure)


def _with_table_cards(state: VazhushalState, seat: int, pool: list[Card], depth: int) -> Iterator[Move]:
    """Wipes whose new meld takes cards from own melds, what is left of each meld falling into its runs.

    Rulebook: wipe.new-meld-material. Regroupings of what is left across several melds are legal too and not listed.
    """
    deepest = state.line[-depth]
    for place, former in enumerate(state.melds[seat]):
        others = [*state.melds[seat][:place], *state.melds[seat][place + 1 :]]
        for card in former:
            rest = _pieces(former, card)
            if rest is None:
                continue
            for meld in shapes([*pool, card.base], state.wilds, deepest):
                if any(one.base is card.base for one in meld):
                    yield Move("wipe", depth, (meld, *others, *rest))


def _pieces(former: Meld, gone: Card) -> list[Meld] | None:
    """What is left of a meld without one card; None if a piece is too short."""
    place = former.index(gone)
    if former[0].face.suit != former[1].face.suit:
        return [(*former[:place], *former[place + 1 :])] if len(former) > 3 else None
    pieces = [former[:place], former[place + 1 :]]
    return None if any(0 < len(piece) < 3 for piece in pieces) else [piece for piece in pieces if piece]


def legal_depths(state: VazhushalState, seat: int) -> dict[int, Move]:
    """How many cards of the line can be wiped, with a wipe that proves each, the whole line with its wild starter
    included.
    """
    found = {}
    for depth in range(1, len(state.line) + 1):
        move = next(wipes(state, seat, depth), None)
        if move is None and depth == len(state.line):
            move = next(takes(state, seat), None)
        if move is not None:
            found[depth] = move
    return found


def takes(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Legal ways to take the whole line with its wild starter. Rulebook: starter.take-with-pure."""
    if not state.starter or (state.options.starter_take != "pure-first" and not state.forced):
        return
    if state.opened(seat) or state.forced:
        yield Move("take")
    elif state.options.wipe_before_first:
        for pure in pure_runs(state.hands[seat]):
            yield Move("take", after=pure)
