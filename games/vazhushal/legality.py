"""Checks of moves in Vazhushal. They yield violations of the clauses that a move breaks, most specific first.

For a verb that can't be used now, they yield a violation that explains why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.cards import JOKER, Card, format_cards, list_missing_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import Faults, accept_any_move, build_missing_cards_violation, build_wrong_parts_violation
from games.kit.melds import Meld, is_pure_sequence, is_set, list_physical_cards
from games.kit.rummy import decode_meld_number
from games.vazhushal.clauses import broken
from games.vazhushal.meld_checks import list_faults_among_own_melds, list_meld_cards, list_meld_faults
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.state import VazhushalState
from games.words import spell_number

FORCED = "This turn, you can only take the wild starter and discard"


# -- conditions of verbs -------------------------------------------------------------------------


def can_draw(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can draw from the stock in its draw phase. It can't if it has to take the starter.

    Rulebook: starter.nobody-pure.
    """
    return not state.forced


def can_wipe(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can wipe the discard line in its draw phase, if it has the cards for it.

    Rulebook: wipe.no-empty-line, starter.nobody-pure.
    """
    return bool(state.line) and not state.forced


def can_only_draw_from_stock(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can only draw from the stock, whatever it holds. Rulebook: first.wipe-completes-pure."""
    return not state.line or not (state.options.wipe_before_first or state.has_opened(seat))


def can_take_line(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can take the whole discard line with its wild first card (the starter).

    Rulebook: starter.take-with-pure, starter.nobody-pure.
    """
    return state.forced or (bool(state.starter) and _can_keep_starter(state))


def can_meld(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can meld now. It can't in a turn in which it has to take the starter.

    Rulebook: turn.phases, starter.nobody-pure.
    """
    return state.phase == "final" or not state.forced


def can_lay_off(state: VazhushalState, seat: int) -> bool:
    """Return whether house rules and the state of the hand let the seat lay off.

    Rulebook: layoff.own-only, exhaust.final-melds.
    """
    return state.options.layoff_own and _can_change_melds(state, seat)


def can_rearrange(state: VazhushalState, seat: int) -> bool:
    """Return whether house rules and the state of the hand let the seat rearrange its melds.

    Rulebook: rearr.free, exhaust.final-melds.
    """
    return state.options.rearrange and _can_change_melds(state, seat)


def _can_change_melds(state: VazhushalState, seat: int) -> bool:
    if not state.has_opened(seat):
        return False
    return not state.forced if state.phase == "table" else state.options.final_melds == "all"


# -- refusals at the wrong moment ----------------------------------------------------------------


def _build_timing_check(drawing: bool = False, **by_phase: Faults[VazhushalState]) -> Faults[VazhushalState]:
    """Return a check (a function) that yields violations if a seat can't use a certain verb at this moment.

    `drawing` is True if the verb is a way to draw. The other keyword arguments name phases of the seat's own turn, such
    as `table`, each with the check to use in this phase. In a phase that isn't named, the verb can usually be used.
    """

    def refuse_verb_now(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        if seat not in state.waiting:
            if drawing:
                yield from _check_draw_timing(state)
        elif state.phase == "redeal":
            yield broken("redeal.three-doubles", why="Decide first: ask for a redeal, or keep your hand")
        elif state.forced and (drawing or state.phase == "table"):
            yield broken("starter.nobody-pure", what=FORCED)
        else:
            yield from by_phase.get(state.phase, accept_any_move)(state, seat, move)

    return refuse_verb_now


def _check_draw_timing(state: VazhushalState) -> Iterator[Violation]:
    """Yield a violation if no player can draw yet. Rulebook: redeal.three-doubles, starter.nobody-pure."""
    if state.phase == "redeal":
        yield broken("redeal.three-doubles", why="Players with enough doubles first decide whether to ask for a redeal")
    elif state.phase == "deal" and state.asked:
        yield broken("redeal.three-doubles", why="All hands are redealt first, because of the doubles")
    elif state.phase == "reshuffle":
        yield broken("starter.nobody-pure", what="The wild starter goes back into the stock first")


def _can_keep_starter(state: VazhushalState) -> bool:
    """Return whether house rules let a player take a wild starter (the first card of the line) without melding it.

    Rulebook: starter.take-with-pure.
    """
    return state.options.starter_take == "pure-first"


def _refuse_always(*violations: Violation) -> Faults[VazhushalState]:
    """Return a check (a function) that refuses every move with these violations."""
    return lambda state, seat, move: iter(violations)


_drawn = _refuse_always(broken("turn.draw-once"))
_no_line = _refuse_always(broken("wipe.no-empty-line"))
_draw_first = _refuse_always(broken("turn.phases"))
_meld_later = _refuse_always(broken("turn.no-predraw"), broken("turn.phases"))
_no_more_draws = _refuse_always(
    broken("exhaust.final-melds", allowed="You can still meld from your hand, but you can’t draw or wipe")
)
_no_more_discards = _refuse_always(broken("exhaust.no-discard"))


def _refuse_second_draw(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if state.drawn == "stock" and state.starter and _can_keep_starter(state):
        yield broken("starter.not-after-stock")
    yield broken("turn.draw-once")


def _refuse_empty_stock(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.stock:
        yield broken("exhaust.trigger")
    yield from _no_more_draws(state, seat, move)


def _refuse_taking_starter(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.line:
        yield broken("wipe.no-empty-line")
    elif not _can_keep_starter(state):
        yield broken("wipe.deepest-card-must-meld", card=state.line[0].code)
        return
    elif state.line[0] in state.wilds:
        yield broken("starter.dealt-card-only", card=state.line[0].code)
    yield broken("starter.case")


def _refuse_early_rearrangement(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    yield broken("rearr.not-before-draw" if state.options.rearrange else "rearr.free")
    yield broken("turn.no-predraw")


def _build_meld_change_check(allowed: Callable[[VazhushalState], bool], why: Violation) -> Faults[VazhushalState]:
    """Return a check (a function) that yields violations if a seat can't change its melds now.

    `allowed` returns whether house rules permit this kind of change. If they don't, the check yields the violation
    `why`.
    """

    def refuse_meld_change_now(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        if _is_meld_of_other_player(state, seat, move.number):
            yield broken("meld.owner-only")
        if state.phase == "final" and state.options.final_melds != "all":
            yield broken("exhaust.final-melds", allowed="You can only make new melds now")
        if not state.has_opened(seat):
            yield broken("layoff.own-only", why="You haven’t opened yet. Meld a pure sequence first")
        elif not allowed(state):
            yield why

    return refuse_meld_change_now


_no_growth = _build_meld_change_check(
    lambda state: state.options.layoff_own,
    broken("layoff.own-only", why="You can’t lay off cards at this table"),
)
_no_change = _build_meld_change_check(lambda state: state.options.rearrange, broken("rearr.free"))

stock_timing_check = _build_timing_check(drawing=True, table=_drawn, final=_refuse_empty_stock)
wipe_timing_check = _build_timing_check(drawing=True, draw=_no_line, table=_drawn, final=_no_more_draws)
take_timing_check = _build_timing_check(
    drawing=True, draw=_refuse_taking_starter, table=_refuse_second_draw, final=_no_more_draws
)
meld_timing_check = _build_timing_check(draw=_meld_later)
layoff_timing_check = _build_timing_check(draw=_meld_later, table=_no_growth, final=_no_growth)
rearrangement_timing_check = _build_timing_check(draw=_refuse_early_rearrangement, table=_no_change, final=_no_change)
discard_timing_check = _build_timing_check(draw=_draw_first, final=_no_more_discards)
done_timing_check = _build_timing_check()


def check_redeal_timing(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains why the seat can't ask for a redeal or decline one now."""
    if seat in state.waiting and state.options.can_ask_holders_of_doubles:
        yield broken(
            "redeal.three-doubles",
            why="You can ask for a redeal only right after the deal, if you have enough doubles",
        )
    yield from done_timing_check(state, seat, move)


# -- drawing -------------------------------------------------------------------------------------


def check_stock_draw(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if get_sequence_laid_first(move):
        may_open = state.options.wipe_before_first and not state.has_opened(seat)
        yield broken("first.predraw-commits" if may_open else "turn.no-predraw")
    if not state.stock:
        yield broken("exhaust.trigger")


def check_wipe(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    depth = move.number
    if depth is None or not 1 <= depth <= len(state.line):
        yield build_wrong_parts_violation(move, f"the number of cards to take, from 1 to {len(state.line)}")
        return
    if not state.has_opened(seat) and not state.options.wipe_before_first:
        yield broken("first.wipe-completes-pure")
        return
    if not move.groups:
        yield from _list_missing_meld_faults(state, seat, depth)
        return
    if get_sequence_laid_first(move):
        yield from _check_sequence_laid_first(state, seat, get_sequence_laid_first(move), "first.routes-disjoint")
    yield from _list_faults_of_wiped_meld(state, seat, move, depth)


def _list_missing_meld_faults(state: VazhushalState, seat: int, depth: int) -> Iterator[Violation]:
    if state.starter and depth < len(state.line) and state.has_opened(seat) and _can_keep_starter(state):
        yield broken("starter.partial-ordinary")
    if depth == 1:
        yield broken("wipe.single-card-too")
    yield broken("wipe.meld-first")
    yield broken("wipe.deepest-card-must-meld", card=state.line[-depth].code)


def _check_sequence_laid_first(state: VazhushalState, seat: int, laid: Meld, with_line: str) -> Iterator[Violation]:
    """Yield violations if the seat can't meld the pure sequence `laid` before its draw.

    `with_line` is the clause of the rulebook to cite if the sequence uses cards of the line.
    """
    if state.has_opened(seat):
        yield broken("first.meld-then-wipe" if state.options.wipe_before_first else "turn.no-predraw")
        return
    absent = list_missing_cards(list_physical_cards(laid), state.hands[seat])
    if absent and not list_missing_cards(absent, state.line):
        verb = "is" if len(absent) == 1 else "are"
        yield broken(with_line, cards=format_cards(absent), verb=verb)
    elif absent:
        yield build_missing_cards_violation(absent, state.hands[seat])
    yield from _list_first_meld_faults(state, laid)


def _list_first_meld_faults(state: VazhushalState, laid: Meld) -> Iterator[Violation]:
    """Yield violations if a player's first meld isn't a pure sequence. Rulebook: first.must-be-pure."""
    if is_pure_sequence(laid):
        return
    yield from (fault for fault in list_meld_faults(state, laid) if fault.clause.id != "wild.declared")
    wild = [card for card in laid if not card.natural]
    if not all(card.base in state.wilds for card in wild):
        return
    lack = "include a wild card" if wild else "are a set" if is_set(laid) else "don’t make a run"
    yield broken("first.must-be-pure", cards=format_cards(laid), lack=lack)
    if any(card.base is JOKER for card in laid):
        yield broken("wild.printed-never-natural")


def _list_faults_of_wiped_meld(state: VazhushalState, seat: int, move: Move, depth: int) -> Iterator[Violation]:
    new, rest = move.groups[0], move.groups[1:]
    taken, deepest = state.line[-depth:], state.line[-depth]
    hand = (
        list_missing_cards(state.hands[seat], list_physical_cards(get_sequence_laid_first(move)))
        if get_sequence_laid_first(move)
        else state.hands[seat]
    )
    laid = list_physical_cards(new)
    kept: Sequence[Meld] = state.melds[seat]
    if rest or list_missing_cards(laid, [*hand, *taken]):
        fault = list(_list_table_card_faults(state, seat, move, [*hand, *taken], deepest))
        yield from fault
        if fault:
            return
        laid = list_missing_cards(laid, list_missing_cards(list_meld_cards(kept), list_meld_cards(rest)))
        kept = rest
    if deepest not in laid:
        if not state.has_opened(seat) and not get_sequence_laid_first(move) and is_pure_sequence(new):
            yield broken("first.wipe-depth-limit")
        elif depth == 1:
            yield broken("wipe.single-card-too")
        yield broken("wipe.deepest-card-must-meld", card=deepest.code)
    if state.has_opened(seat) or get_sequence_laid_first(move):
        yield from list_meld_faults(state, new)
    else:
        yield from _list_first_meld_faults(state, new)
        if not is_pure_sequence(new):
            yield broken("first.wipe-depth-limit")
    yield from list_faults_among_own_melds(
        state, [*kept, *([get_sequence_laid_first(move)] if get_sequence_laid_first(move) else []), new]
    )
    if len(hand) + len(taken) - len(laid) < 1:
        yield from _list_empty_hand_faults(state)


def _list_table_card_faults(
    state: VazhushalState, seat: int, move: Move, pool: list[Card], deepest: Card
) -> Iterator[Violation]:
    """Yield violations if the new meld of a wipe can't use the cards that it takes from the seat's own melds.

    `pool` has the hand cards and the wiped cards, and `deepest` is the deepest of the wiped cards.

    Rulebook: wipe.new-meld-material.
    """
    new, rest = move.groups[0], move.groups[1:]
    own = list_meld_cards(state.melds[seat])
    left = [card for group in rest for card in list_physical_cards(group)]
    borrowed = list_missing_cards(list_physical_cards(new), pool)
    moved = list_missing_cards(own, left) if rest else list_missing_cards(borrowed, list_missing_cards(borrowed, own))
    absent = list_missing_cards(list_physical_cards(new), [*pool, *moved])
    if absent and rest and not list_missing_cards(absent, own):
        yield _build_missing_groups_fault(move)
        return
    if absent:
        older = state.line[: -(move.number or 0)]
        if not list_missing_cards(absent, older):
            yield broken("wipe.suffix-only", cards=format_cards(absent), number=spell_number(move.number or 0))
        else:
            yield build_missing_cards_violation(absent, state.hands[seat])
        return
    used = list_missing_cards(moved, list_missing_cards(moved, list_physical_cards(new)))
    if any(not list_missing_cards(list_physical_cards(former), used) for former in state.melds[seat]):
        yield broken("wipe.not-a-layoff", card=deepest.code)
    if not used or (rest and not state.options.wipe_table_cards and not borrowed):
        yield build_wrong_parts_violation(move, "one new meld of wiped cards and cards from your hand")
        return
    if not state.options.wipe_table_cards:
        yield broken("wipe.new-meld-material", cards=format_cards(borrowed or used))
        return
    if list_missing_cards(moved, used) or list_missing_cards(left, own) or not rest:
        yield _build_missing_groups_fault(move)
    wrong = [fault for group in rest for fault in list_meld_faults(state, group)]
    yield from wrong
    if wrong:
        yield broken("rearr.end-state")


def _build_missing_groups_fault(move: Move) -> Violation:
    return build_wrong_parts_violation(move, "“/” before each meld that keeps your other cards on the table")


def check_take_line(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if state.forced:
        if get_sequence_laid_first(move):
            yield broken("starter.nobody-pure", what=FORCED)
        return
    if not state.has_opened(seat):
        if not state.options.wipe_before_first:
            yield broken("first.wipe-completes-pure")
            return
        if not get_sequence_laid_first(move):
            yield broken("starter.take-with-pure")
            return
    if get_sequence_laid_first(move):
        yield from _check_sequence_laid_first(
            state, seat, get_sequence_laid_first(move), "starter.not-with-line-made-pure"
        )


# -- the table -----------------------------------------------------------------------------------


def check_meld(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if len(move.groups) != 1:
        yield build_wrong_parts_violation(move, "the cards of one meld")
        return
    new = move.groups[0]
    hand = state.hands[seat]
    absent = list_missing_cards(list_physical_cards(new), hand)
    if absent:
        yield build_missing_cards_violation(absent, state.hands[seat])
        return
    if state.has_opened(seat):
        yield from list_meld_faults(state, new)
        yield from list_faults_among_own_melds(state, [*state.melds[seat], new])
    else:
        if state.phase == "final" and not is_pure_sequence(new):
            yield broken("exhaust.first-still-pure")
        yield from _list_first_meld_faults(state, new)
    yield from _check_card_left_to_discard(state, seat, len(new))


def check_layoff(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    number, own = move.number, state.melds[seat]
    if _is_meld_of_other_player(state, seat, number):
        yield broken("meld.owner-only")
        return
    if number is None or not 1 <= number <= len(own) or len(move.groups) != 1:
        yield build_wrong_parts_violation(move, f"the number of your meld, 1 to {len(own)}, then the cards to lay off")
        return
    added = move.groups[0]
    absent = list_missing_cards(list_physical_cards(added), state.hands[seat])
    if absent:
        yield build_missing_cards_violation(absent, state.hands[seat])
        return
    grown = (*own[number - 1], *added)
    yield from list_meld_faults(state, grown)
    yield from list_faults_among_own_melds(state, [*own[: number - 1], grown, *own[number:]])
    yield from _check_card_left_to_discard(state, seat, len(added))


def check_rearrangement(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if not move.groups:
        yield build_wrong_parts_violation(move, "all your melds, with “/” between them")
        return
    own = list_meld_cards(state.melds[seat])
    shown = [card for group in move.groups for card in list_physical_cards(group)]
    lost = list_missing_cards(own, shown)
    if lost:
        what = "a card" if len(lost) == 1 else "some cards"
        why = f"That leaves out {what}, and melded cards stay on the table. Find a place for {format_cards(lost)}"
        yield broken("meld.stays-on-table", why=why)
        return
    added = list_missing_cards(shown, own)
    absent = list_missing_cards(added, state.hands[seat])
    if absent:
        yield build_missing_cards_violation(absent, state.hands[seat])
        return
    wrong = [fault for group in move.groups for fault in list_meld_faults(state, group)]
    yield from wrong
    if wrong:
        yield broken("rearr.end-state")
    yield from list_faults_among_own_melds(state, move.groups)
    if not state.options.layoff_own and not has_new_meld(state.melds[seat], move.groups):
        yield broken("layoff.own-only", why="At this table, you have to make a new meld when you rearrange")
    yield from _check_card_left_to_discard(state, seat, len(added))


def _is_meld_of_other_player(state: VazhushalState, seat: int, number: int | None) -> bool:
    """Return whether a meld number names a meld of another player."""
    where = decode_meld_number(state, seat, number)
    return where is not None and where[0] != seat


def has_new_meld(former: Sequence[Meld], groups: Sequence[Meld]) -> bool:
    """Return whether one of the groups is a new meld: a group that doesn't contain any former meld as a whole."""
    return any(
        all(list_missing_cards(list_physical_cards(old), list_physical_cards(group)) for old in former)
        for group in groups
    )


def check_discard(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    cards = [card for group in move.groups for card in group]
    if len(cards) != 1:
        yield broken("discard.one")
        return
    if cards[0] not in state.hands[seat]:
        if cards[0] in list_meld_cards(state.melds[seat]):
            why = f"{cards[0].code} is melded, and melded cards stay on the table. Discard from your hand"
            yield broken("meld.stays-on-table", why=why)
        yield build_missing_cards_violation(cards, state.hands[seat])


def _check_card_left_to_discard(state: VazhushalState, seat: int, laid: int) -> Iterator[Violation]:
    """Yield violations if no card remains for the discard after `laid` hand cards are melded.

    Rulebook: turn.keep-a-discard.
    """
    if state.phase != "final" and len(state.hands[seat]) - laid < 1:
        yield from _list_empty_hand_faults(state)


def _list_empty_hand_faults(state: VazhushalState) -> Iterator[Violation]:
    if state.options.out_discard:
        yield broken("turn.keep-a-discard")
        yield broken("out.discard-required")
