"""The clauses that a move breaks, most specific first, and the reasons why a verb is refused at this moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.cards import JOKER, Card, codes, missing
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import Faults, incomplete, no_faults, not_held
from games.kit.melds import Meld, bases, is_pure, is_set
from games.kit.rummy import meld_at
from games.vazhushal.clauses import broken
from games.vazhushal.melding import meld_faults, owned, ownership_faults
from games.vazhushal.moves import laid_first
from games.vazhushal.state import VazhushalState

FORCED = "This turn you only take the wild starter and discard"


# -- conditions of verbs -------------------------------------------------------------------------


def may_draw(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can draw from the stock. Rulebook: starter.nobody-pure."""
    return not state.forced


def may_wipe(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can wipe the line. Rulebook: wipe.no-empty-line, starter.nobody-pure."""
    return bool(state.line) and not state.forced


def only_stock(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can only draw from the stock, whatever it holds. Rulebook: first.wipe-completes-pure."""
    return not state.line or not (state.options.wipe_before_first or state.opened(seat))


def may_take(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can take the whole line. Rulebook: starter.take-with-pure, starter.nobody-pure."""
    return state.forced or (bool(state.starter) and _privileged(state))


def may_meld(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can meld. Rulebook: turn.phases, starter.nobody-pure."""
    return state.phase == "final" or not state.forced


def may_lay_off(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can lay off. Rulebook: layoff.own-only, exhaust.final-melds."""
    return state.options.layoff_own and _may_change_melds(state, seat)


def may_rearrange(state: VazhushalState, seat: int) -> bool:
    """Return whether the seat can rearrange its melds. Rulebook: rearr.free, exhaust.final-melds."""
    return state.options.rearrange and _may_change_melds(state, seat)


def _may_change_melds(state: VazhushalState, seat: int) -> bool:
    if not state.opened(seat):
        return False
    return not state.forced if state.phase == "table" else state.options.final_melds == "all"


# -- refusals at the wrong moment ----------------------------------------------------------------


def _not_now(drawing: bool = False, **by_phase: Faults[VazhushalState]) -> Faults[VazhushalState]:
    """Return a judge that yields why a verb is refused at this moment.

    `drawing` marks verbs of the draw. `by_phase` holds the judges for the phases of the seat's own turn.
    """

    def not_now(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        if seat not in state.waiting:
            if drawing:
                yield from _nobody_draws(state)
        elif state.phase == "redeal":
            yield broken("redeal.three-doubles", why="First say whether you want the cards dealt anew, or play on")
        elif state.forced and (drawing or state.phase == "table"):
            yield broken("starter.nobody-pure", what=FORCED)
        else:
            yield from by_phase.get(state.phase, no_faults)(state, seat, move)

    return not_now


def _nobody_draws(state: VazhushalState) -> Iterator[Violation]:
    """Yield why no player can draw yet. Rulebook: redeal.three-doubles, starter.nobody-pure."""
    if state.phase == "redeal":
        why = "First those who were dealt so many doubles say whether they want a new deal"
        yield broken("redeal.three-doubles", why=why)
    elif state.phase == "deal" and state.asked:
        yield broken("redeal.three-doubles", why="The cards were thrown in for their doubles and are dealt anew first")
    elif state.phase == "reshuffle":
        yield broken("starter.nobody-pure", what="The wild starter goes back into the stock first")


def _privileged(state: VazhushalState) -> bool:
    """Return whether a wild starter can be taken without melding it. Rulebook: starter.take-with-pure."""
    return state.options.starter_take == "pure-first"


def _always(*violations: Violation) -> Faults[VazhushalState]:
    """Return a judge that yields these violations for any move."""
    return lambda state, seat, move: iter(violations)


_drawn = _always(broken("turn.draw-once"))
_no_line = _always(broken("wipe.no-empty-line"))
_draw_first = _always(broken("turn.phases", now="draw"))
_lay_later = _always(broken("turn.no-predraw"), broken("turn.phases", now="draw"))
_no_more_draws = _always(broken("exhaust.final-melds", allowed="everybody may still lay cards from the hand"))
_no_more_discards = _always(broken("exhaust.no-discard"))


def _drawn_from_stock(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if state.drawn == "stock" and state.starter and _privileged(state):
        yield broken("starter.not-after-stock")
    yield broken("turn.draw-once")


def _no_stock(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.stock:
        yield broken("exhaust.trigger")
    yield from _no_more_draws(state, seat, move)


def _no_starter(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if not state.line:
        yield broken("wipe.no-empty-line")
    elif not _privileged(state):
        yield broken("wipe.deepest-card-must-meld", card=state.line[0].name)
        return
    elif state.line[0] in state.wilds:
        yield broken("starter.dealt-card-only", card=state.line[0].name)
    yield broken("starter.case")


def _rearrange_later(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    yield broken("rearr.not-before-draw" if state.options.rearrange else "rearr.free")
    yield broken("turn.no-predraw")


def _melds_stay(allowed: Callable[[VazhushalState], bool], why: Violation) -> Faults[VazhushalState]:
    """Return a judge that yields why melds can't change; `why` applies if the rules don't allow such a change."""

    def not_now(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
        if _of_another(state, seat, move.number):
            yield broken("meld.owner-only")
        if state.phase == "final" and state.options.final_melds != "all":
            yield broken("exhaust.final-melds", allowed="everybody may still lay new melds")
        if not state.opened(seat):
            yield broken("layoff.own-only", why="You have no meld on the table yet")
        elif not allowed(state):
            yield why

    return not_now


_no_growth = _melds_stay(
    lambda state: state.options.layoff_own,
    broken("layoff.own-only", why="Under these house rules no meld grows by single cards"),
)
_no_change = _melds_stay(lambda state: state.options.rearrange, broken("rearr.free"))

no_stock = _not_now(drawing=True, table=_drawn, final=_no_stock)
no_wipe = _not_now(drawing=True, draw=_no_line, table=_drawn, final=_no_more_draws)
no_take = _not_now(drawing=True, draw=_no_starter, table=_drawn_from_stock, final=_no_more_draws)
no_meld = _not_now(draw=_lay_later)
no_layoff = _not_now(draw=_lay_later, table=_no_growth, final=_no_growth)
no_rearrangement = _not_now(draw=_rearrange_later, table=_no_change, final=_no_change)
no_discard = _not_now(draw=_draw_first, final=_no_more_discards)
not_done = _not_now()


def no_redeal(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat isn't asked about a redeal."""
    if seat in state.waiting and state.options.asks_holders:
        yield broken(
            "redeal.three-doubles", why="Only a hand with the doubles that call for a new deal is asked about one"
        )
    yield from not_done(state, seat, move)


# -- drawing -------------------------------------------------------------------------------------


def stock(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if laid_first(move):
        may_open = state.options.wipe_before_first and not state.opened(seat)
        yield broken("first.predraw-commits" if may_open else "turn.no-predraw")
    if not state.stock:
        yield broken("exhaust.trigger")


def wipe(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    depth = move.number
    if depth is None or not 1 <= depth <= len(state.line):
        yield incomplete(move, f"how many cards to take, from 1 to {len(state.line)}")
        return
    if not state.opened(seat) and not state.options.wipe_before_first:
        yield broken("first.wipe-completes-pure")
        return
    if not move.groups:
        yield from _no_new_meld(state, seat, depth)
        return
    if laid_first(move):
        yield from _before_draw(state, seat, laid_first(move), "first.routes-disjoint")
    yield from _new_meld_faults(state, seat, move, depth)


def _no_new_meld(state: VazhushalState, seat: int, depth: int) -> Iterator[Violation]:
    if state.starter and depth < len(state.line) and state.opened(seat) and _privileged(state):
        yield broken("starter.partial-ordinary")
    if depth == 1:
        yield broken("wipe.single-card-too")
    yield broken("wipe.meld-first")
    yield broken("wipe.deepest-card-must-meld", card=state.line[-depth].name)


def _before_draw(state: VazhushalState, seat: int, laid: Meld, with_line: str) -> Iterator[Violation]:
    """Yield what is wrong with a pure sequence laid before the draw; `with_line` is the clause against line cards."""
    if state.opened(seat):
        yield broken("first.meld-then-wipe" if state.options.wipe_before_first else "turn.no-predraw")
        return
    absent = missing(bases(laid), state.hands[seat])
    if absent and not missing(absent, state.line):
        verb = "is" if len(absent) == 1 else "are"
        yield broken(with_line, cards=codes(absent), verb=verb)
    elif absent:
        yield not_held(absent, state.hands[seat])
    yield from _first_faults(state, laid)


def _first_faults(state: VazhushalState, laid: Meld) -> Iterator[Violation]:
    """Yield what is wrong with a first meld. Rulebook: first.must-be-pure."""
    if is_pure(laid):
        return
    yield from (fault for fault in meld_faults(state, laid) if fault.clause.id != "wild.declared")
    wild = [card for card in laid if not card.natural]
    if not all(card.base in state.wilds for card in wild):
        return
    lack = "has a wild card" if wild else "is a set" if is_set(laid) else "isn’t a run"
    yield broken("first.must-be-pure", cards=codes(laid), lack=lack)
    if any(card.base is JOKER for card in laid):
        yield broken("wild.printed-never-natural")


def _new_meld_faults(state: VazhushalState, seat: int, move: Move, depth: int) -> Iterator[Violation]:
    new, rest = move.groups[0], move.groups[1:]
    taken, deepest = state.line[-depth:], state.line[-depth]
    hand = missing(state.hands[seat], bases(laid_first(move))) if laid_first(move) else state.hands[seat]
    laid = bases(new)
    kept: Sequence[Meld] = state.melds[seat]
    if rest or missing(laid, [*hand, *taken]):
        fault = list(_table_card_faults(state, seat, move, [*hand, *taken], deepest))
        yield from fault
        if fault:
            return
        laid = missing(laid, missing(owned(kept), owned(rest)))
        kept = rest
    if deepest not in laid:
        if not state.opened(seat) and not laid_first(move) and is_pure(new):
            yield broken("first.wipe-depth-limit")
        elif depth == 1:
            yield broken("wipe.single-card-too")
        yield broken("wipe.deepest-card-must-meld", card=deepest.name)
    if state.opened(seat) or laid_first(move):
        yield from meld_faults(state, new)
    else:
        yield from _first_faults(state, new)
        if not is_pure(new):
            yield broken("first.wipe-depth-limit")
    yield from ownership_faults(state, [*kept, *([laid_first(move)] if laid_first(move) else []), new])
    if len(hand) + len(taken) - len(laid) < 1:
        yield from _empty_hand(state)


def _table_card_faults(
    state: VazhushalState, seat: int, move: Move, pool: list[Card], deepest: Card
) -> Iterator[Violation]:
    """Yield what is wrong with table cards in the new meld of a wipe. Rulebook: wipe.new-meld-material."""
    new, rest = move.groups[0], move.groups[1:]
    own = owned(state.melds[seat])
    left = [card for group in rest for card in bases(group)]
    borrowed = missing(bases(new), pool)
    moved = missing(own, left) if rest else missing(borrowed, missing(borrowed, own))
    absent = missing(bases(new), [*pool, *moved])
    if absent and rest and not missing(absent, own):
        yield _other_groups(move)
        return
    if absent:
        older = state.line[: -(move.number or 0)]
        if not missing(absent, older):
            yield broken("wipe.suffix-only", cards=codes(absent), number=move.number)
        else:
            yield not_held(absent, state.hands[seat])
        return
    used = missing(moved, missing(moved, bases(new)))
    if any(not missing(bases(former), used) for former in state.melds[seat]):
        yield broken("wipe.not-a-layoff", card=deepest.name)
    if not used or (rest and not state.options.wipe_table_cards and not borrowed):
        yield incomplete(move, "one new meld, of wiped cards and hand cards")
        return
    if not state.options.wipe_table_cards:
        yield broken("wipe.new-meld-material", cards=codes(borrowed or used))
        return
    if missing(moved, used) or missing(left, own) or not rest:
        yield _other_groups(move)
    wrong = [fault for group in rest for fault in meld_faults(state, group)]
    yield from wrong
    if wrong:
        yield broken("rearr.end-state")


def _other_groups(move: Move) -> Violation:
    return incomplete(move, "after “/”, the groups that your other table cards are left in")


def take(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if state.forced:
        if laid_first(move):
            yield broken("starter.nobody-pure", what=FORCED)
        return
    if not state.opened(seat):
        if not state.options.wipe_before_first:
            yield broken("first.wipe-completes-pure")
            return
        if not laid_first(move):
            yield broken("starter.take-with-pure")
            return
    if laid_first(move):
        yield from _before_draw(state, seat, laid_first(move), "starter.not-with-line-made-pure")


# -- the table -----------------------------------------------------------------------------------


def meld(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if len(move.groups) != 1:
        yield incomplete(move, "the cards of one meld")
        return
    new = move.groups[0]
    hand = state.hands[seat]
    absent = missing(bases(new), hand)
    if absent:
        yield not_held(absent, state.hands[seat])
        return
    if state.opened(seat):
        yield from meld_faults(state, new)
        yield from ownership_faults(state, [*state.melds[seat], new])
    else:
        if state.phase == "final" and not is_pure(new):
            yield broken("exhaust.first-still-pure")
        yield from _first_faults(state, new)
    yield from _keeps_discard(state, seat, len(new))


def layoff(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    number, own = move.number, state.melds[seat]
    if _of_another(state, seat, number):
        yield broken("meld.owner-only")
        return
    if number is None or not 1 <= number <= len(own) or len(move.groups) != 1:
        yield incomplete(move, f"the number of your meld, 1 to {len(own)}, and the cards to add")
        return
    added = move.groups[0]
    absent = missing(bases(added), state.hands[seat])
    if absent:
        yield not_held(absent, state.hands[seat])
        return
    grown = (*own[number - 1], *added)
    yield from meld_faults(state, grown)
    yield from ownership_faults(state, [*own[: number - 1], grown, *own[number:]])
    yield from _keeps_discard(state, seat, len(added))


def rearrange(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    if not move.groups:
        yield incomplete(move, "all your table cards in groups, with “/” between them")
        return
    own = owned(state.melds[seat])
    shown = [card for group in move.groups for card in bases(group)]
    lost = missing(own, shown)
    if lost:
        what = "a card" if len(lost) == 1 else "some cards"
        why = f"That leaves out {what}, and melded cards stay on the table. Find a place for {codes(lost)}"
        yield broken("meld.stays-on-table", why=why)
        return
    added = missing(shown, own)
    absent = missing(added, state.hands[seat])
    if absent:
        yield not_held(absent, state.hands[seat])
        return
    wrong = [fault for group in move.groups for fault in meld_faults(state, group)]
    yield from wrong
    if wrong:
        yield broken("rearr.end-state")
    yield from ownership_faults(state, move.groups)
    if not state.options.layoff_own and not makes_new(state.melds[seat], move.groups):
        yield broken("layoff.own-only", why="Under these house rules a meld grows only where a new one comes about")
    yield from _keeps_discard(state, seat, len(added))


def _of_another(state: VazhushalState, seat: int, number: int | None) -> bool:
    """Return whether a meld number names a meld of another player."""
    where = meld_at(state, seat, number)
    return where is not None and where[0] != seat


def makes_new(former: Sequence[Meld], groups: Sequence[Meld]) -> bool:
    """Return whether one of the groups is a new meld: it contains no former meld whole."""
    return any(all(missing(bases(old), bases(group)) for old in former) for group in groups)


def discard(state: VazhushalState, seat: int, move: Move) -> Iterator[Violation]:
    cards = [card for group in move.groups for card in group]
    if len(cards) != 1:
        yield broken("discard.one")
        return
    if cards[0] not in state.hands[seat]:
        if cards[0] in owned(state.melds[seat]):
            why = f"{cards[0].code} is melded, and melded cards stay on the table. Discard from your hand"
            yield broken("meld.stays-on-table", why=why)
        yield not_held(cards, state.hands[seat])


def _keeps_discard(state: VazhushalState, seat: int, laid: int) -> Iterator[Violation]:
    """Yield a fault if no card remains for the discard. Rulebook: turn.keep-a-discard."""
    if state.phase != "final" and len(state.hands[seat]) - laid < 1:
        yield from _empty_hand(state)


def _empty_hand(state: VazhushalState) -> Iterator[Violation]:
    if state.options.out_discard:
        yield broken("turn.keep-a-discard")
        yield broken("out.discard-required")
