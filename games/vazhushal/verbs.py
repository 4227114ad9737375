"""The verbs of Vazhushal (the kinds of move): drawing, melding, discarding, and answering about a redeal."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, permutations

from games.cards import Card, format_cards
from games.engine.move import Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb, build_shuffle_verb
from games.kit.melds import Meld, list_meld_extensions, list_pure_runs, list_represented_cards, order_meld
from games.kit.rummy import (
    build_discard_verb,
    build_layoff_fields,
    build_meld_fields,
    build_meld_move,
    describe_layoff,
    filter_legal_moves,
    format_move_groups,
    list_meld_zones,
)
from games.vazhushal import legality, moves, playing
from games.vazhushal.endgame import find_line_draws, list_rearrangements_with_new_meld
from games.vazhushal.move_texts import describe_take_line, describe_wipe
from games.vazhushal.state import VazhushalState
from games.vazhushal.wipe_search import (
    list_possible_runs_and_sets,
    list_regroupings,
    list_take_line_moves,
    replace_identical_melds,
)

Own = Verb[VazhushalState]

# -- drawing -------------------------------------------------------------------------------------


def _list_wipe_examples(state: VazhushalState, seat: int) -> list[Move]:
    """Return at most one legal wipe for each number of cards that can be taken from the discard line."""
    return [move for move in find_line_draws(state, seat).values() if move.verb == moves.WIPE]


def _list_takes(state: VazhushalState, seat: int) -> Iterable[Move]:
    return [moves.build_take_line_move()] if state.forced else islice(list_take_line_moves(state, seat), 1)


def _build_laid_first_field(seat: int, label: str, low: int) -> Field:
    return Field("cards", moves.AFTER, label, (f"hand-{seat}",), low, 13, join=f"{moves.AFTER} ")


def _build_wipe_move_fields(state: VazhushalState, seat: int) -> tuple[Field, ...]:
    own = list_meld_zones(state, seat) if state.options.wipe_table_cards else ()
    before = _build_laid_first_field(seat, "First meld a pure sequence from your hand", 0)
    return (
        Field("tail", "depth", "Pick a card in the line to take it and every newer card", ("line",)),
        Field("cards", "meld", "New meld with that card", ("line", f"hand-{seat}", *own), 3, 14, wild=True),
        *(() if state.has_opened(seat) else (before,)),
    )


def _build_take_line_fields(state: VazhushalState, seat: int) -> tuple[Field, ...]:
    if state.has_opened(seat) or state.forced:
        return ()
    return (_build_laid_first_field(seat, "First meld a pure sequence from your hand", 3),)


STOCK = Own(
    *(moves.STOCK, "draw from the stock", playing.draw_from_stock, ("draw",)),
    when=legality.can_draw,
    clause="draw.stock",
    parts=(moves.AFTER,),
    wild=True,
    judge=legality.check_stock_draw,
    not_now=legality.stock_timing_check,
    label="Draw",
    sentence="Take the top card of the stock.",
    at="stock",
)
WIPE = Own(
    *(moves.WIPE, "wipe the line", playing.wipe_line, ("draw",)),
    when=legality.can_wipe,
    clause="wipe.deepest-card-must-meld",
    parts=("number", "groups", moves.AFTER),
    wild=True,
    judge=legality.check_wipe,
    not_now=legality.wipe_timing_check,
    moves=_list_wipe_examples,
    by_example=True,
    label="Wipe",
    sentence="Take the newest cards in the line, and put the deepest one straight into a new meld.",
    fields=_build_wipe_move_fields,
    said=describe_wipe,
)
TAKE = Own(
    *(moves.TAKE, "take the line, including the wild starter", playing.take_line, ("draw",)),
    when=legality.can_take_line,
    clause="starter.take-with-pure",
    parts=(moves.AFTER,),
    wild=True,
    judge=legality.check_take_line,
    not_now=legality.take_timing_check,
    moves=_list_takes,
    by_example=True,
    label="Take line",
    sentence="Take the whole line, including the wild starter.",
    at="line",
    fields=_build_take_line_fields,
    said=describe_take_line,
)

# -- the table -----------------------------------------------------------------------------------


def list_legal_melds(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield legal new melds, with wild cards only where they're needed.

    If the seat has no meld yet, these are pure sequences.
    """
    hand, owned = state.hands[seat], state.melds[seat]
    found = (
        replace_identical_melds(state, owned, hand, list_possible_runs_and_sets(hand, state.wilds))
        if owned
        else list_pure_runs(hand)
    )
    return filter_legal_moves(legality.check_meld, state, seat, map(build_meld_move, found))


def list_layoffs(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield legal lay-offs of single cards."""
    return filter_legal_moves(legality.check_layoff, state, seat, _list_fitting_layoffs(state, seat))


def _list_fitting_layoffs(state: VazhushalState, seat: int) -> Iterator[Move]:
    hand = dict.fromkeys(state.hands[seat])
    wild = [card for card in hand if card in state.wilds]
    for number, laid in enumerate(state.melds[seat], 1):
        for face in list_meld_extensions(list_represented_cards(laid)):
            if face in hand:
                yield moves.build_layoff_move(number, (face,))
            for card in wild:
                if card is not face:
                    yield moves.build_layoff_move(number, (card.substitute_for(face),))


def _list_rearrangements(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield legal rearrangements of the usual kinds.

    If there are none, yield one rearrangement of a rarer kind, such as one that makes no new meld or moves many cards.
    It is also legal to leave all melds as they are, but this move isn't listed.
    """
    found = filter_legal_moves(legality.check_rearrangement, state, seat, list_regroupings(state, seat))
    own = [order_meld(meld) for meld in state.melds[seat]]
    rarely = chain(
        *(
            _list_rearrangements_adding_card(state, seat),
            _list_rearrangements_changing_wild(own, state.wilds),
            _list_rearrangements_joining_melds(own),
            _list_rearrangements_dissolving_meld(own, state.wilds),
            _list_rearrangements_replacing_wild(state, seat),
        ),
        list_rearrangements_with_new_meld(state, seat),
    )
    shown = next(found, None) or next(filter_legal_moves(legality.check_rearrangement, state, seat, rarely), None)
    if shown is not None:
        yield shown
        yield from found


def _list_rearrangements_adding_card(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield rearrangements that add one hand card to a meld."""
    own = state.melds[seat]
    for move in _list_fitting_layoffs(state, seat):
        assert move.number is not None
        index = move.number - 1
        yield moves.build_rearrangement_move([*own[:index], order_meld((*own[index], *move.cards)), *own[index + 1 :]])


def _list_rearrangements_changing_wild(own: Sequence[Meld], wilds: Container[Card]) -> Iterator[Move]:
    """Yield rearrangements in which a wild card stays in its meld but stands for another card."""
    for index, laid in enumerate(own):
        for card in laid:
            if card.base in wilds:
                left = tuple(other for other in laid if other is not card)
                others = (longer for longer in _list_melds_with_added_wild(left, card) if longer != laid)
                yield from (
                    moves.build_rearrangement_move([*own[:index], longer, *own[index + 1 :]]) for longer in others
                )


def _list_rearrangements_joining_melds(own: Sequence[Meld]) -> Iterator[Move]:
    """Yield rearrangements that join two melds into one."""
    for (index, first), (later, second) in combinations(enumerate(own), 2):
        rest = [meld for place, meld in enumerate(own) if place not in (index, later)]
        yield moves.build_rearrangement_move([order_meld((*first, *second)), *rest])


def _list_rearrangements_dissolving_meld(own: Sequence[Meld], wilds: Container[Card]) -> Iterator[Move]:
    """Yield rearrangements that move all cards of a meld, or one that it can spare, to other melds."""
    for index, laid in enumerate(own):
        others = [*own[:index], *own[index + 1 :]]
        yield from map(moves.build_rearrangement_move, _add_cards_to_melds(laid, others, wilds))
        for card in laid:
            remaining = tuple(other for other in laid if other is not card)
            yield from (
                moves.build_rearrangement_move([order_meld(remaining), *melds])
                for melds in _add_cards_to_melds((card,), others, wilds)
            )


def _add_cards_to_melds(cards: Meld, melds: Sequence[Meld], wilds: Container[Card]) -> Iterator[list[Meld]]:
    """Yield these melds with all the cards added, each wild card standing for any card that fits."""
    if not cards:
        yield list(melds)
        return
    card, *rest = cards
    for index, laid in enumerate(melds):
        fits = list_meld_extensions(list_represented_cards(laid))
        for face in fits if card.base in wilds else [card] if card in fits else ():
            longer = order_meld((*laid, card.base.substitute_for(face)))
            yield from _add_cards_to_melds(tuple(rest), [*melds[:index], longer, *melds[index + 1 :]], wilds)


def _list_rearrangements_replacing_wild(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield rearrangements that replace a wild card with its real card from the hand, and move it to another meld."""
    own = state.melds[seat]
    for (number, laid), (other, grown) in permutations(enumerate(own), 2):
        rest = [one for at, one in enumerate(own) if at not in (number, other)]
        for card in laid:
            if card.face is not card.base and card.face in state.hands[seat]:
                renewed = tuple(card.face if one is card else one for one in laid)
                yield from (
                    moves.build_rearrangement_move([renewed, longer, *rest])
                    for longer in _list_melds_with_added_wild(grown, card)
                )


def _list_melds_with_added_wild(meld: Meld, wild: Card) -> Iterator[Meld]:
    """Yield a meld with this wild card added, once for each card that the wild card can stand for in the meld."""
    return (
        order_meld((*meld, wild.base.substitute_for(face)))
        for face in list_meld_extensions(list_represented_cards(meld))
    )


def _build_rearrange_fields(state: VazhushalState, seat: int) -> tuple[Field, ...]:
    zones = (*list_meld_zones(state, seat), f"hand-{seat}")
    return (Field("groups", "groups", "Rearrange your melds", zones, wild=True),)


MELD = Own(
    *(moves.MELD, "meld", playing.lay_meld, ("table", "final")),
    when=legality.can_meld,
    clause="meld.kinds",
    parts=("groups",),
    wild=True,
    judge=legality.check_meld,
    not_now=legality.meld_timing_check,
    moves=list_legal_melds,
    by_example=True,
    label="Meld",
    sentence="Meld a run or a set.",
    fields=build_meld_fields(3, 14, wild=True),
    said=lambda move: f"Meld {format_cards(move.cards)}" if move.cards else "",
)
LAYOFF = Own(
    *(moves.LAYOFF, "lay off", playing.lay_off, ("table", "final")),
    when=legality.can_lay_off,
    clause="layoff.own-only",
    parts=("number", "groups"),
    wild=True,
    judge=legality.check_layoff,
    not_now=legality.layoff_timing_check,
    moves=list_layoffs,
    by_example=True,
    label="Lay off",
    sentence="Lay off cards on one of your melds.",
    fields=build_layoff_fields(13, wild=True),
    said=describe_layoff,
)
REARRANGE = Own(
    *(moves.REARRANGE, "rearrange your melds", playing.rearrange_melds, ("table", "final")),
    when=legality.can_rearrange,
    clause="rearr.free",
    parts=("groups",),
    wild=True,
    judge=legality.check_rearrangement,
    not_now=legality.rearrangement_timing_check,
    moves=_list_rearrangements,
    by_example=True,
    label="Rearrange",
    sentence="Rearrange your melds.",
    fields=_build_rearrange_fields,
    said=lambda move: f"Rearrange to {format_move_groups(move)}" if move.groups else "",
)
DISCARD = build_discard_verb(
    playing.discard, legality.check_discard, "discard.one", not_now=legality.discard_timing_check, at="line"
)
DONE = Own(
    *("done", "finish", playing.finish_last_melds, ("final",)),
    clause="exhaust.final-melds",
    not_now=legality.done_timing_check,
    sentence="Finish melding.",
)

# -- the deal ------------------------------------------------------------------------------------

THROW_IN = Own(
    *("throw-in", "ask for a redeal", playing.ask_for_redeal, ("redeal",)),
    clause="redeal.three-doubles",
    not_now=legality.check_redeal_timing,
    label="Redeal",
    sentence="Redeal all hands.",
)
KEEP = Own(
    *("keep", "keep your hand", playing.keep_hand, ("redeal",)),
    clause="redeal.three-doubles",
    not_now=legality.check_redeal_timing,
    sentence="Keep your hand.",
)
DEAL = build_deal_verb(playing.deal, wanted="all {number} cards, with as many copies of each as the deck has")
RESHUFFLE = build_shuffle_verb(
    *("reshuffle", "shuffle the starter back", playing.reshuffle, ("reshuffle",)),
    cards=lambda state: [*state.stock[state.seen :], *state.line],
    wanted="the {number} cards of the stock and the starter",
)
VERBS = Verbs(
    *(STOCK, WIPE, TAKE, MELD, LAYOFF, REARRANGE, DISCARD, DONE, THROW_IN, KEEP),
    *(FIRST_DEALER, DEAL, RESHUFFLE),
)
