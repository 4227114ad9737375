"""The verbs of Vazhushal: drawing, melding, discarding, and answering about a redeal."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from itertools import chain, combinations, islice, permutations

from games.cards import Card, codes
from games.engine.move import Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer import FIRST_DEALER, dealing, shuffle
from games.kit.melds import Meld, extensions, faces, in_order, pure_runs
from games.kit.rummy import discarding, in_groups, layoff_in_words, legal, meld, melds_of, of_a_meld, to_a_meld
from games.vazhushal import judging, moves, playing
from games.vazhushal.endgame import draws, renewals
from games.vazhushal.state import VazhushalState
from games.vazhushal.wiping import regroupings, shapes, takes, unlike
from games.vazhushal.words import take_in_words, wipe_in_words

Own = Verb[VazhushalState]

# -- drawing -------------------------------------------------------------------------------------


def _wipes(state: VazhushalState, seat: int) -> list[Move]:
    """Return one example of a wipe for each depth of the line."""
    return [move for move in draws(state, seat).values() if move.verb == moves.WIPE]


def _takes(state: VazhushalState, seat: int) -> Iterable[Move]:
    return [moves.take()] if state.forced else islice(takes(state, seat), 1)


def _before(seat: int, label: str, low: int) -> Field:
    return Field("cards", moves.AFTER, label, (f"hand-{seat}",), low, 13, join=f"{moves.AFTER} ")


def _wipe_fields(state: VazhushalState, seat: int) -> tuple[Field, ...]:
    own = melds_of(state, seat) if state.options.wipe_table_cards else ()
    before = _before(seat, "A pure sequence from your hand to lay first, if you have one", 0)
    return (
        Field("tail", "depth", "The deepest card that you take", ("line",)),
        Field("cards", "meld", "The new meld, with that card in it", ("line", f"hand-{seat}", *own), 3, 14, wild=True),
        *(() if state.opened(seat) else (before,)),
    )


def _take_fields(state: VazhushalState, seat: int) -> tuple[Field, ...]:
    if state.opened(seat) or state.forced:
        return ()
    return (_before(seat, "A pure sequence from your hand to lay first", 3),)


STOCK = Own(
    *(moves.STOCK, "draw from the stock", playing.stock, ("draw",)),
    when=judging.may_draw,
    clause="draw.stock",
    parts=(moves.AFTER,),
    wild=True,
    judge=judging.stock,
    not_now=judging.no_stock,
    label="Draw",
    sentence="Take the top card of the stock.",
    at="stock",
)
WIPE = Own(
    *(moves.WIPE, "wipe the line", playing.wipe, ("draw",)),
    when=judging.may_wipe,
    clause="wipe.deepest-card-must-meld",
    parts=("number", "groups", moves.AFTER),
    wild=True,
    judge=judging.wipe,
    not_now=judging.no_wipe,
    moves=_wipes,
    by_example=True,
    label="Wipe",
    sentence="Take the newest cards of the line, the deepest straight into a new meld.",
    fields=_wipe_fields,
    said=wipe_in_words,
)
TAKE = Own(
    *(moves.TAKE, "take the line with its wild starter", playing.take, ("draw",)),
    when=judging.may_take,
    clause="starter.take-with-pure",
    parts=(moves.AFTER,),
    wild=True,
    judge=judging.take,
    not_now=judging.no_take,
    moves=_takes,
    by_example=True,
    label="Take the line",
    sentence="Take the whole line with its wild starter.",
    at="line",
    fields=_take_fields,
    said=take_in_words,
)

# -- the table -----------------------------------------------------------------------------------


def melds(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield legal new melds without unneeded wild cards."""
    hand, owned = state.hands[seat], state.melds[seat]
    found = unlike(state, owned, hand, shapes(hand, state.wilds)) if owned else pure_runs(hand)
    return legal(judging.meld, state, seat, map(meld, found))


def layoffs(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield legal lay-offs of single cards."""
    return legal(judging.layoff, state, seat, _fitting(state, seat))


def _fitting(state: VazhushalState, seat: int) -> Iterator[Move]:
    hand = dict.fromkeys(state.hands[seat])
    wild = [card for card in hand if card in state.wilds]
    for number, laid in enumerate(state.melds[seat], 1):
        for face in extensions(faces(laid)):
            if face in hand:
                yield moves.layoff(number, (face,))
            for card in wild:
                if card is not face:
                    yield moves.layoff(number, (card.standing_for(face),))


def _rearrangements(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield plain rearrangements; if there is none, one that makes no new meld, or one that moves many cards.

    To leave all melds as they are is legal too, but not listed.
    """
    found = legal(judging.rearrange, state, seat, regroupings(state, seat))
    own = [in_order(meld) for meld in state.melds[seat]]
    rarely = chain(
        *(
            _grown(state, seat),
            _restated(own, state.wilds),
            _merged(own),
            _dissolved(own, state.wilds),
            _exchanges(state, seat),
        ),
        renewals(state, seat),
    )
    shown = next(found, None) or next(legal(judging.rearrange, state, seat, rarely), None)
    if shown is not None:
        yield shown
        yield from found


def _grown(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield rearrangements that add one hand card to a meld."""
    own = state.melds[seat]
    for move in _fitting(state, seat):
        assert move.number is not None
        index = move.number - 1
        yield moves.rearrange([*own[:index], in_order((*own[index], *move.cards)), *own[index + 1 :]])


def _restated(own: Sequence[Meld], wilds: Container[Card]) -> Iterator[Move]:
    """Yield rearrangements in which a wild card stands for another card of its meld's kind."""
    for index, laid in enumerate(own):
        for card in laid:
            if card.base in wilds:
                left = tuple(other for other in laid if other is not card)
                others = (longer for longer in _longer(left, card) if longer != laid)
                yield from (moves.rearrange([*own[:index], longer, *own[index + 1 :]]) for longer in others)


def _merged(own: Sequence[Meld]) -> Iterator[Move]:
    """Yield rearrangements that join two melds into one."""
    for (index, first), (later, second) in combinations(enumerate(own), 2):
        rest = [meld for place, meld in enumerate(own) if place not in (index, later)]
        yield moves.rearrange([in_order((*first, *second)), *rest])


def _dissolved(own: Sequence[Meld], wilds: Container[Card]) -> Iterator[Move]:
    """Yield rearrangements that move all cards of a meld, or one that it can spare, to other melds."""
    for index, laid in enumerate(own):
        others = [*own[:index], *own[index + 1 :]]
        yield from map(moves.rearrange, _placed(laid, others, wilds))
        for card in laid:
            remaining = tuple(other for other in laid if other is not card)
            yield from (moves.rearrange([in_order(remaining), *melds]) for melds in _placed((card,), others, wilds))


def _placed(cards: Meld, melds: Sequence[Meld], wilds: Container[Card]) -> Iterator[list[Meld]]:
    """Yield these melds with all the cards added to them, each wild card as whatever fits."""
    if not cards:
        yield list(melds)
        return
    card, *rest = cards
    for index, laid in enumerate(melds):
        fits = extensions(faces(laid))
        for face in fits if card.base in wilds else [card] if card in fits else ():
            longer = in_order((*laid, card.base.standing_for(face)))
            yield from _placed(tuple(rest), [*melds[:index], longer, *melds[index + 1 :]], wilds)


def _exchanges(state: VazhushalState, seat: int) -> Iterator[Move]:
    """Yield rearrangements that replace a wild card by its real card from the hand, and move it to another meld."""
    own = state.melds[seat]
    for (number, laid), (other, grown) in permutations(enumerate(own), 2):
        rest = [one for at, one in enumerate(own) if at not in (number, other)]
        for card in laid:
            if card.face is not card.base and card.face in state.hands[seat]:
                renewed = tuple(card.face if one is card else one for one in laid)
                yield from (moves.rearrange([renewed, longer, *rest]) for longer in _longer(grown, card))


def _longer(meld: Meld, wild: Card) -> Iterator[Meld]:
    """Yield a meld with this wild card added, as each card that it can stand for there."""
    return (in_order((*meld, wild.base.standing_for(face))) for face in extensions(faces(meld)))


def _rearrange_fields(state: VazhushalState, seat: int) -> tuple[Field, ...]:
    zones = (*melds_of(state, seat), f"hand-{seat}")
    return (Field("groups", "groups", "Your melds as they shall lie", zones, wild=True),)


MELD = Own(
    *(moves.MELD, "lay a meld", playing.meld, ("table", "final")),
    when=judging.may_meld,
    clause="meld.kinds",
    parts=("groups",),
    wild=True,
    judge=judging.meld,
    not_now=judging.no_meld,
    moves=melds,
    by_example=True,
    label="Lay",
    sentence="Lay a run or a set.",
    fields=of_a_meld(3, 14, wild=True),
    said=lambda move: f"Lay {codes(move.cards)}" if move.cards else "",
)
LAYOFF = Own(
    *(moves.LAYOFF, "add to a meld", playing.layoff, ("table", "final")),
    when=judging.may_lay_off,
    clause="layoff.own-only",
    parts=("number", "groups"),
    wild=True,
    judge=judging.layoff,
    not_now=judging.no_layoff,
    moves=layoffs,
    by_example=True,
    label="Add",
    sentence="Add cards to a meld.",
    fields=to_a_meld(13, wild=True),
    said=layoff_in_words,
)
REARRANGE = Own(
    *(moves.REARRANGE, "rearrange your melds", playing.rearrange, ("table", "final")),
    when=judging.may_rearrange,
    clause="rearr.free",
    parts=("groups",),
    wild=True,
    judge=judging.rearrange,
    not_now=judging.no_rearrangement,
    moves=_rearrangements,
    by_example=True,
    label="Rearrange",
    sentence="Take your melds apart and put them together anew.",
    fields=_rearrange_fields,
    said=lambda move: f"Put your melds together as {in_groups(move)}" if move.groups else "",
)
DISCARD = discarding(playing.discard, judging.discard, "discard.one", not_now=judging.no_discard, at="line")
DONE = Own(
    *("done", "finish", playing.done, ("final",)),
    clause="exhaust.final-melds",
    not_now=judging.not_done,
    sentence="You have laid all that you want to lay.",
)

# -- the deal ------------------------------------------------------------------------------------

THROW_IN = Own(
    *("throw-in", "ask for a new deal", playing.throw_in, ("redeal",)),
    clause="redeal.three-doubles",
    not_now=judging.no_redeal,
    label="New deal",
    sentence="Have all cards thrown in and dealt anew.",
)
KEEP = Own(
    *("keep", "play on", playing.keep, ("redeal",)),
    clause="redeal.three-doubles",
    not_now=judging.no_redeal,
    sentence="Keep your hand and play.",
)
DEAL = dealing(playing.deal, wanted="all {number} cards, each as often as the deck has it")
RESHUFFLE = shuffle(
    *("reshuffle", "shuffle the starter back", playing.reshuffle, ("reshuffle",)),
    cards=lambda state: [*state.stock[state.seen :], *state.line],
    wanted="the {number} cards of the stock and the starter",
)
VERBS = Verbs(
    *(STOCK, WIPE, TAKE, MELD, LAYOFF, REARRANGE, DISCARD, DONE, THROW_IN, KEEP),
    *(FIRST_DEALER, DEAL, RESHUFFLE),
)
