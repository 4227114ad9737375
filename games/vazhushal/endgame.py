"""Exact searches, with the moves that prove the answers: how to go out this turn, and the best last melds.

Both searches consider every regrouping that house rules allow, and `find_moves_to_go_out` also considers every legal
draw from the line. They don't guess cards that nobody has seen. If the solver couldn't finish within its limit, the
answer is never “impossible”.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import NamedTuple, TypeVar

from games.cards import UNKNOWN, Card, list_missing_cards, sort_cards, subtract_cards
from games.engine.move import Move
from games.engine.verb import LISTED
from games.engine.work_limits import OutOfSteps, WorkAllowance, spend_steps
from games.kit.meld_arrangement import Arrangement, Goal, Regroup, arrange_melds
from games.kit.melds import (
    WINDOWS,
    WINDOWS_WITH,
    Meld,
    build_card_mask,
    is_pure_sequence,
    list_physical_cards,
    order_meld,
)
from games.kit.rummy import build_discard_move, build_meld_move, filter_legal_moves
from games.vazhushal import legality, moves, playing
from games.vazhushal.legality import has_new_meld
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.moves import LAYOFF, REARRANGE, STOCK, TAKE, build_layoff_move, build_rearrangement_move
from games.vazhushal.scoring import compute_score_of_seat, get_face_value, get_value_in_hand
from games.vazhushal.state import VazhushalState
from games.vazhushal.wipe_search import list_new_melds, list_take_line_moves, list_wipe_candidates

T = TypeVar("T")
COPY = 20
"""The number of search steps for copying a state and making a move."""
MOST = 400
"""The maximum number of new melds to try one by one if the solver can't consider all of them at once."""
ANSWER, WIPES = 250_000, 20_000
"""The maximum numbers of search steps for a whole answer, and for the draws of one depth."""


class MovesToGoOut(NamedTuple):
    """The result of a search that found how a seat goes out: all its moves to the end of the turn."""

    moves: tuple[Move, ...]


class UnfinishedSearch(NamedTuple):
    """The result of a search that ran out of steps, so that going out may or may not be possible."""

    bound: int


class MeldPlan(NamedTuple):
    """The best melds that a seat can reach with its hand, the moves to these melds, and the cards that stay in hand.

    `value` is the number of hand cards melded or, if the plan is made for points, the points of the melds minus those
    of the hand. `proven` is True if it's certain that no plan is better.
    """

    moves: tuple[Move, ...]
    melds: tuple[Meld, ...]
    left: tuple[Card, ...]
    value: int
    proven: bool


# -- going out -----------------------------------------------------------------------------------


def find_moves_to_go_out(state: VazhushalState, seat: int) -> MovesToGoOut | UnfinishedSearch | None:
    """Return moves that are certain to let this seat go out this turn, or None if there aren't any.

    Returns an UnfinishedSearch if the search runs out of steps. In the draw phase, this function tries every legal draw
    from the line. It also tries to draw from the stock, where the card is unknown. In the table phase, it tries to go
    out with the cards of the seat, without a draw. The moves are legal in their order, including the last discard. If
    the card drawn from the stock is the one to discard, it is written as `?`.
    """
    if seat not in state.waiting or state.phase not in ("draw", "table"):
        return None
    with WorkAllowance(ANSWER):
        try:
            return (
                _find_way_out_without_draw(state, seat)
                if state.phase == "table"
                else _pick_surest_result(_list_ways_out_by_line_draw(state, seat))
            )
        except OutOfSteps:
            return UnfinishedSearch(ANSWER)


def _pick_surest_result(
    ways: Iterable[MovesToGoOut | UnfinishedSearch | None],
) -> MovesToGoOut | UnfinishedSearch | None:
    """Return the best of these results: the first MovesToGoOut or, without one, the first UnfinishedSearch.

    Returns None if every result is None.
    """
    unsure = None
    for way in ways:
        if isinstance(way, MovesToGoOut):
            return way
        unsure = unsure or way
    return unsure


def _find_way_out_without_draw(state: VazhushalState, seat: int) -> MovesToGoOut | UnfinishedSearch | None:
    hand = state.hands[seat]
    if count_surely_unmeldable_cards(hand, list_meld_cards(state.melds[seat]), state.wilds) > 1:
        return None
    if state.forced:
        return MovesToGoOut((build_discard_move(hand[0]),)) if len(hand) == 1 else None
    plan = find_best_meld_plan(state, seat)
    if len(plan.left) > 1:
        return None if plan.proven else UnfinishedSearch(MOST)
    return MovesToGoOut((*plan.moves, *map(build_discard_move, plan.left)))


def _find_way_out_by_stock_draw(state: VazhushalState, seat: int) -> MovesToGoOut | UnfinishedSearch | None:
    """Return moves to go out that begin with a draw from the stock and work with any card from it.

    Returns None if there are no such moves, or an UnfinishedSearch if the search runs out of steps.
    """
    if (
        not state.stock
        or count_surely_unmeldable_cards(state.hands[seat], list_meld_cards(state.melds[seat]), state.wilds) > 0
    ):
        return None
    after = state.copy()
    after.stock.pop()
    after.hands[seat].append(UNKNOWN)
    after.phase, after.drawn = "table", "stock"
    rest = _find_way_out_without_draw(after, seat)
    return MovesToGoOut((Move(STOCK), *rest.moves)) if isinstance(rest, MovesToGoOut) else rest


def _list_ways_out_by_line_draw(state: VazhushalState, seat: int) -> Iterator[MovesToGoOut | UnfinishedSearch | None]:
    if state.forced:
        return
    yield _find_way_out_by_stock_draw(state, seat)
    if not state.has_opened(seat) and not state.options.wipe_before_first:
        return
    for depth in range(1, len(state.line) + 1):
        try:
            yield _find_way_out_by_wipe(state, seat, depth)
        except OutOfSteps:
            yield UnfinishedSearch(ANSWER)
    for move in list_take_line_moves(state, seat):
        yield _find_way_out_by_draw(state, seat, move)


def _find_way_out_by_draw(state: VazhushalState, seat: int, move: Move) -> MovesToGoOut | UnfinishedSearch | None:
    """Return moves to go out that begin with `move`, a wipe or the move that takes the whole line.

    Returns None if there are no such moves, or an UnfinishedSearch if the search runs out of steps.
    """
    after = state.copy()
    (playing.take_line if move.verb == TAKE else playing.wipe_line)(after, seat, move)
    if not after.hands[seat]:
        return MovesToGoOut((move,))
    rest = _find_way_out_without_draw(after, seat)
    return MovesToGoOut((move, *rest.moves)) if isinstance(rest, MovesToGoOut) else rest


def _find_way_out_by_wipe(state: VazhushalState, seat: int, depth: int) -> MovesToGoOut | UnfinishedSearch | None:
    """Return moves to go out that begin with a wipe of `depth` cards.

    Returns None if there are no such moves, or an UnfinishedSearch if the search can't tell. Raises OutOfSteps if it
    runs out of steps.
    """
    own, taken = list_meld_cards(state.melds[seat]), state.line[-depth:]
    pool = [*state.hands[seat], *taken]
    if count_surely_unmeldable_cards(pool, own, state.wilds) > 1 or find_line_draw_of_depth(state, seat, depth) is None:
        return None
    if taken[0] is UNKNOWN:
        return None
    unknown = pool.count(UNKNOWN)  # such a card fits nowhere, so it can only be the discard
    free = subtract_cards(pool, [taken[0], *[UNKNOWN] * unknown])
    hope = arrange_melds(free, [*own, taken[0]], state.law, keep=max(0, _count_cards_to_keep(state) - unknown))
    if hope is None:
        return None
    if len(hope.left) + unknown > 1:
        return None if hope.proven else UnfinishedSearch(MOST)
    if state.options.rearrange and state.options.layoff_own:
        return _find_way_out_by_rearranging_wipe(state, seat, depth, free, hope)
    return _pick_surest_result(
        _find_way_out_by_draw(state, seat, move) for move in _limit_tries(list_all_wipes(state, seat, depth))
    )


def _find_way_out_by_rearranging_wipe(
    state: VazhushalState, seat: int, depth: int, free: Sequence[Card], hope: Arrangement
) -> MovesToGoOut | None:
    """Return moves to go out that begin with a wipe of `depth` cards, or None. House rules must allow any regrouping.

    Then all melds can be regrouped after the wipe, so the wipe can make any meld that doesn't use the card to discard.
    `free` has the known cards of the hand and of the wipe, except the deepest card of the wipe. `hope` is an
    arrangement that melds all of these cards, or all except one, together with the deepest card and the seat's melds.
    """
    own, deepest = list_meld_cards(state.melds[seat]), state.line[-depth]
    spares: list[Card | None] = [*hope.left] or [None]
    spares += [card for card in dict.fromkeys(free) if card not in spares]
    if UNKNOWN in (*state.hands[seat], *state.line[-depth:]):
        spares = [UNKNOWN]
    for spare in spares:
        wipe = _find_wipe_without_card(state, seat, depth, spare)
        if wipe is None:
            continue
        laid = free if spare in (None, UNKNOWN) else subtract_cards(free, [spare])
        found = hope if spare is spares[0] else arrange_melds((), [*own, deepest, *laid], state.law)
        if found is not None:
            return _build_way_out_by_rearranging_wipe(state, seat, wipe, found.melds, spare)
    return None


def _build_way_out_by_rearranging_wipe(
    state: VazhushalState, seat: int, wipe: Move, melds: Sequence[Meld], spare: Card | None
) -> MovesToGoOut:
    after = state.copy()
    playing.wipe_line(after, seat, wipe)
    last = () if spare is None else (build_discard_move(spare),)
    moves = find_moves_to_melds(after, seat, melds) if after.hands[seat] else ()
    assert moves is not None
    return MovesToGoOut((wipe, *moves, *last))


def _find_wipe_without_card(state: VazhushalState, seat: int, depth: int, spare: Card | None) -> Move | None:
    """Return a legal wipe of `depth` cards that doesn't meld the card `spare`, or None if there is none.

    If `spare` is None, the wipe can meld any cards.
    """
    hand, taken = state.hands[seat], state.line[-depth:]
    if spare is not None:
        if spare in taken[1:]:
            taken = [taken[0], *subtract_cards(taken[1:], [spare])]
        else:
            hand = subtract_cards(hand, [spare])
    moves = _list_wipes_of_cards(state, seat, depth, hand, taken, exact=state.options.twin_compare == "physical")
    return next(moves, None)


def find_line_draw_of_depth(state: VazhushalState, seat: int, depth: int) -> Move | UnfinishedSearch | None:
    """Return a legal draw of `depth` cards from the line, or None if there is none.

    Returns an UnfinishedSearch if the search runs out of steps.
    """
    with WorkAllowance(WIPES):
        try:
            move = _find_wipe_without_card(state, seat, depth, None)
        except OutOfSteps:
            return UnfinishedSearch(WIPES)
    return next(list_take_line_moves(state, seat), None) if move is None and depth == len(state.line) else move


def find_line_draws(state: VazhushalState, seat: int) -> dict[int, Move]:
    """Return legal draws from the line, by the number of cards drawn.

    There's one for each number for which a limited search finds a legal draw.
    """
    with WorkAllowance(LISTED):
        ways = {depth: find_line_draw_of_depth(state, seat, depth) for depth in range(1, len(state.line) + 1)}
    return {depth: move for depth, move in ways.items() if isinstance(move, Move)}


def list_all_wipes(state: VazhushalState, seat: int, depth: int) -> Iterator[Move]:
    """Yield every legal wipe of `depth` cards, with each way to place wild cards."""
    return _list_wipes_of_cards(state, seat, depth, state.hands[seat], state.line[-depth:], exact=True)


def _list_wipes_of_cards(
    state: VazhushalState, seat: int, depth: int, hand: Sequence[Card], taken: Sequence[Card], exact: bool
) -> Iterator[Move]:
    """Yield legal wipes of `depth` cards that use only these hand cards and these `taken` cards of the line.

    If `exact`, every way to place wild cards is tried. Otherwise, wild cards only replace natural cards that are
    missing.
    """

    def list_melds_for_wipe(cards: Sequence[Card], before: tuple[Meld, ...] = ()) -> Iterator[Meld]:
        if exact:
            return list_melds_of_cards(cards, state.wilds, taken[0])
        return list_new_melds(state, seat, cards, taken[0], before)

    return filter_legal_moves(
        legality.check_wipe,
        state,
        seat,
        list_wipe_candidates(state, seat, depth, hand, taken, list_melds_for_wipe, _list_table_card_wipes),
    )


def _list_table_card_wipes(state: VazhushalState, seat: int, depth: int, pool: Sequence[Card]) -> Iterator[Move]:
    """Yield wipes whose new meld takes cards from the seat's own melds. Rulebook: wipe.new-meld-material.

    `pool` has the cards that the new meld can use besides these: hand cards and wiped cards. Not all of the wipes are
    legal. Raises OutOfSteps if there are more than `MOST` new melds to try.
    """
    own = list_meld_cards(state.melds[seat])
    for new in _limit_tries(list_melds_of_cards([*pool, *own], state.wilds, state.line[-depth])):
        needed = list_missing_cards(list_physical_cards(new), pool)
        for used in _list_table_card_choices(list_physical_cards(new), needed, own):
            rest = arrange_melds((), list_missing_cards(own, used), state.law, regroup="none", melds=[new])
            if rest is not None:
                kept = list(rest.melds)
                kept.remove(order_meld(new))
                yield moves.build_wipe_move(depth, new, *kept)


def _list_table_card_choices(wanted: Sequence[Card], needed: list[Card], own: list[Card]) -> Iterator[list[Card]]:
    """Yield choices of cards to take from the seat's own melds for a new meld.

    `wanted` has all cards of the new meld, `needed` those that the seat has neither in hand nor in the wipe, and `own`
    the cards of the seat's melds. Every choice contains all `needed` cards. Some choices also contain cards of which
    the seat has a copy in hand or in the wipe.
    """
    if list_missing_cards(needed, own):
        return
    more = [
        card for card in dict.fromkeys(list_missing_cards(wanted, needed)) if card in list_missing_cards(own, needed)
    ]
    for chosen in range(1 << len(more)):
        spend_steps(len(more))
        used = [*needed, *(card for place, card in enumerate(more) if chosen >> place & 1)]
        if used:
            yield used


# -- the best melds ------------------------------------------------------------------------------


def find_best_meld_plan(state: VazhushalState, seat: int, goal: Goal = "cards") -> MeldPlan:
    """Return the best plan for this seat's hand in the table phase or after the stock has run out.

    The best plan melds the most hand cards if `goal` is “cards”, or is worth the most points if it is “points”. If the
    search runs out of steps, the result is a plan without moves that isn't proven.
    """
    with WorkAllowance(ANSWER):
        try:
            return _search_best_meld_plan(_MeldProblem(state, seat, goal))
        except OutOfSteps:
            return _MeldProblem(state, seat, goal).build_empty_plan(proven=False)


def _search_best_meld_plan(ask: _MeldProblem) -> MeldPlan:
    state, seat = ask.state, ask.seat
    hand, own, options = ask.known_own_cards, state.melds[seat], state.options
    if not own:
        return ask.build_meld_plan(ask(hand))
    more = state.phase != "final" or options.final_melds == "all"
    if more and options.rearrange:
        free = ask(hand, list_meld_cards(own))
        return _find_simplest_plan(ask, free) if options.layoff_own else _find_plan_with_new_meld(ask, free)
    plain = ask.build_meld_plan(ask(hand, (), own, "none"))
    if not more or not options.layoff_own:
        return plain
    grown = ask.build_meld_plan(ask(hand, (), own, "extend"))
    return grown if grown.proven or grown.value > plain.value else plain._replace(proven=False)


def find_final_meld_plan(state: VazhushalState, seat: int) -> MeldPlan:
    """Return the plan for the best last melds of this seat after the stock has run out.

    The plan's `value` is the score that the seat gets with these melds.
    """
    if state.options.final_melds == "none":
        score = compute_score_of_seat(state, seat).total
        return MeldPlan((), tuple(state.melds[seat]), tuple(state.hands[seat]), score, True)
    return find_best_meld_plan(state, seat, "points")


@dataclass(frozen=True)
class _MeldProblem:
    """The problem of finding the best melds for a seat in a state, for a goal (most cards or most points).

    Calling the object with the cards to meld returns the best way to meld them as an `Arrangement`, or None if there is
    none.
    """

    state: VazhushalState
    seat: int
    goal: Goal

    def __call__(
        self, free: Sequence[Card], fixed: Sequence[Card] = (), melds: Sequence[Meld] = (), regroup: Regroup = "free"
    ) -> Arrangement | None:
        unknown = len(self.state.hands[self.seat]) - len(self.known_own_cards)
        return arrange_melds(
            free,
            fixed,
            self.state.law,
            keep=max(0, _count_cards_to_keep(self.state) - unknown),
            goal=self.goal,
            card_value=get_face_value,
            hand_value=partial(get_value_in_hand, self.state),
            regroup=regroup,
            melds=melds,
        )

    @property
    def known_own_cards(self) -> list[Card]:
        """The known cards of the seat's hand. Unknown cards can't be melded, so they are left out."""
        return [card for card in self.state.hands[self.seat] if card is not UNKNOWN]

    def build_meld_plan(self, found: Arrangement | None, proven: bool = True) -> MeldPlan:
        """Return the plan whose moves lead to the melds of the arrangement `found`.

        If `found` is None, or if no moves lead to these melds, the plan makes no moves. A plan with moves is marked as
        proven (no plan is better) only if both `proven` and `found.proven` are True.
        """
        state, seat = self.state, self.seat
        if found is not None:
            moves = find_moves_to_melds(state, seat, found.melds)
            if moves is not None:
                left = (*found.left, *(card for card in state.hands[seat] if card is UNKNOWN))
                return MeldPlan(moves, found.melds, left, found.value, proven and found.proven)
        return self.build_empty_plan(proven=found is None)

    def build_empty_plan(self, proven: bool) -> MeldPlan:
        """Return a plan that makes no moves and leaves the seat's hand and melds as they are.

        `proven` says whether it's certain that no plan is better.
        """
        state, seat = self.state, self.seat
        value = 0 if self.goal == "cards" else compute_score_of_seat(state, seat).total
        return MeldPlan((), tuple(state.melds[seat]), tuple(state.hands[seat]), value, proven)


def _find_simplest_plan(ask: _MeldProblem, free: Arrangement | None) -> MeldPlan:
    """Return the best plan. Among equally good plans, one that only adds cards to melds is preferred to regrouping.

    `ask` is the problem to solve: it knows the seat, its cards, and the goal. `free` is the best arrangement if melds
    can be regrouped, or None if there is none.
    """
    plan = ask.build_meld_plan(free)
    if not any(move.verb == REARRANGE for move in plan.moves):
        return plan
    grown = ask.build_meld_plan(ask(ask.known_own_cards, (), ask.state.melds[ask.seat], "extend"))
    return grown._replace(proven=plan.proven) if grown.value == plan.value else plan


def _find_plan_with_new_meld(ask: _MeldProblem, free: Arrangement | None) -> MeldPlan:
    """Return the best plan under house rules without lay-offs, where every rearrangement has to make a new meld.

    `ask` is the problem to solve: it knows the seat, its cards, and the goal. `free` is the best arrangement if
    rearrangements didn't have to make a new meld, or None if there is none. Rulebook: rearr.free, layoff.own-only.
    """
    state, seat = ask.state, ask.seat
    own, hand = state.melds[seat], ask.known_own_cards
    plain = ask.build_meld_plan(ask(hand, (), own, "none"))
    if free is None or free.value <= plain.value:
        return plain
    if has_new_meld(own, free.melds):
        return ask.build_meld_plan(free)
    best, renewable = plain, False
    for number, found in enumerate(_arrange_cards_beside_new_melds(ask)):
        if number == MOST:
            return best._replace(proven=False)
        renewable = renewable or found is not None
        if found is not None and found.value > best.value:
            best = max(best, ask.build_meld_plan(found), key=lambda plan: plan.value)
    # Two rearrangements in a row could undo the new meld again and so add to the old ones.
    grown = ask(hand, (), own, "extend") if renewable else None
    return best._replace(proven=False) if grown is not None and grown.value > best.value else best


def _arrange_cards_beside_new_melds(ask: _MeldProblem) -> Iterator[Arrangement | None]:
    """Yield, for each possible new meld, the best arrangement of the seat's cards that has this meld.

    Yields None for a new meld if no arrangement has it. A meld is new if it doesn't contain any meld on the table as a
    whole. `ask` is the problem to solve: it knows the seat, its cards, and the goal.
    """
    state, own, hand = ask.state, ask.state.melds[ask.seat], ask.known_own_cards
    table = list_meld_cards(own)
    for new in list_melds_of_cards([*table, *hand], state.wilds):
        if has_new_meld(own, [new]):
            rest = list_missing_cards(table, list_physical_cards(new))
            yield ask(subtract_cards(hand, list_missing_cards(list_physical_cards(new), table)), rest, [new], "none")


def list_rearrangements_with_new_meld(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield rearrangements that make a new meld and can regroup all other cards.

    At most `MOST` new melds are tried.
    """
    for found in islice(_arrange_cards_beside_new_melds(_MeldProblem(state, seat, "cards")), MOST):
        if found is not None:
            yield build_rearrangement_move(found.melds)


def find_moves_to_melds(state: VazhushalState, seat: int, melds: Sequence[Meld]) -> tuple[Move, ...] | None:
    """Return moves of the table phase that lead to these melds, or None.

    The moves are lay-offs and new melds if these are enough, or else one rearrangement.
    """
    own = [order_meld(meld) for meld in state.melds[seat]]
    left = [order_meld(meld) for meld in melds]
    grown: list[tuple[int, Meld]] = []
    for number, old in sorted(enumerate(own, 1), key=lambda one: -len(one[1])):
        heir = old if old in left else next((meld for meld in left if set(old) <= set(meld)), None)
        if heir is None:
            break
        left.remove(heir)
        grown.append((number, heir))
    if len(grown) == len(own):
        layoffs = [
            build_layoff_move(number, tuple(card for card in heir if card not in own[number - 1]))
            for number, heir in grown
            if heir != own[number - 1]
        ]
        fresh = [build_meld_move(cards) for cards in sorted(left, key=lambda cards: not is_pure_sequence(cards))]
        allowed = not layoffs or (state.options.layoff_own and _can_add_to_melds(state))
        ordered = _order_moves(state, seat, [*layoffs, *fresh]) if allowed else None
        if ordered is not None:
            return ordered
    whole = build_rearrangement_move(map(order_meld, melds))
    if own and state.options.rearrange and _can_add_to_melds(state):
        return tuple(filter_legal_moves(legality.check_rearrangement, state, seat, [whole])) or None
    return None


def _can_add_to_melds(state: VazhushalState) -> bool:
    return state.phase != "final" or state.options.final_melds == "all"


def _order_moves(state: VazhushalState, seat: int, moves: Sequence[Move]) -> tuple[Move, ...] | None:
    """Return these lay-offs and new melds in an order in which each is legal, or None if there is no such order."""
    if not moves:
        return ()
    for place, move in enumerate(moves):
        judge, lay = (
            (legality.check_layoff, playing.lay_off) if move.verb == LAYOFF else (legality.check_meld, playing.lay_meld)
        )
        if any(filter_legal_moves(judge, state, seat, [move])):
            spend_steps(COPY)
            after = state.copy()
            lay(after, seat, move)
            rest = _order_moves(after, seat, [*moves[:place], *moves[place + 1 :]])
            if rest is not None:
                return (move, *rest)
    return None


# -- melds, one by one ---------------------------------------------------------------------------


def count_surely_unmeldable_cards(free: Sequence[Card], table: Sequence[Card], wilds: frozenset[Card]) -> int:
    """Return a lower bound for the number of free cards that can't be melded.

    This is a quick check before the solver runs. `table` has the cards of the seat's melds, which can also be used. For
    each free card that isn't wild, this function counts how many cards are missing for the nearest run or set of three:
    0, 1, or 2. It assumes that each wild card helps to meld at most four of the free cards for which any card is
    missing, and at most one of those for which two are missing.
    """
    have = build_card_mask([*free, *table])
    spare = sum(card in wilds for card in (*free, *table))
    lacking = [_count_cards_missing_for_meld(card, have) for card in free if card not in wilds]
    return max(0, sum(map(bool, lacking)) - 4 * spare, lacking.count(2) - spare)


def _count_cards_missing_for_meld(card: Card, have: int) -> int:
    """Return how many cards are missing for the nearest run or set of three with this card: 0, 1, or 2.

    `have` is a bit mask of the cards that can be used, including this card.
    """
    best = 2
    for size, mask, _ in WINDOWS_WITH.get(card, ()):
        if size > 3:
            break
        best = min(best, 3 - (mask & have).bit_count())
    return best


def list_melds_of_cards(pool: Sequence[Card], wilds: frozenset[Card], must: Card | None = None) -> Iterator[Meld]:
    """Yield every run and set that can be made of these cards, shortest first, with each way to place wild cards.

    With `must`, yield only those that contain this card. Some aren't legal, such as a meld of wild cards alone.
    """
    counts = Counter(pool)
    spare = sum(counts[card] for card in wilds)
    kinds = sort_cards(card for card in wilds if counts[card])
    have = build_card_mask(pool)
    for size, mask, window in WINDOWS if must is None or must in wilds else WINDOWS_WITH.get(must, ()):
        if size - (mask & have).bit_count() <= spare:
            needs = [face in kinds or not counts[face] for face in window]
            wanted = [sum(needs[at:]) for at in range(1, size + 1)]
            yield from _list_ways_to_fill_meld(window, 0, counts, kinds, spare, wanted, must)


def _list_ways_to_fill_meld(
    window: Sequence[Card],
    at: int,
    counts: Counter[Card],
    kinds: Sequence[Card],
    spare: int,
    wanted: Sequence[int],
    must: Card | None,
) -> Iterator[Meld]:
    """Yield every way to fill a run or set from the place `at` on, as a tuple of cards for these places.

    `window` has the natural card of each place. `counts` tells how many copies of each card are available, `kinds` has
    the different wild cards, and `spare` is the number of wild cards available. `must` is a card that has to be used,
    or None. For each place, `wanted` is the number of wild cards that later places need: a way that would lack them
    isn't tried.
    """
    if at == len(window):
        yield ()
        return
    spend_steps()
    face = window[at]
    last = must is not None and (must is face if must not in kinds else at + 1 == len(window))
    for card in (must,) if last and must is not None else dict.fromkeys((face, *kinds)):
        left = spare - (card in kinds)
        if counts[card] and left >= wanted[at]:
            counts[card] -= 1
            for others in _list_ways_to_fill_meld(
                window, at + 1, counts, kinds, left, wanted, None if card is must else must
            ):
                yield (card.substitute_for(face), *others)
            counts[card] += 1


def _limit_tries(found: Iterable[T]) -> Iterator[T]:
    for number, one in enumerate(found):
        if number >= MOST:
            raise OutOfSteps
        yield one


def _count_cards_to_keep(state: VazhushalState) -> int:
    """Return how many cards have to stay in hand. Rulebook: turn.keep-a-discard, exhaust.no-discard."""
    return 1 if state.phase != "final" and state.options.out_discard else 0
