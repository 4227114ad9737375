"""The verbs of Mille: draw, take the pile, end the hand, meld, add to a meld, and discard."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import codes
from games.engine.move import Group, Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer import FIRST_DEALER, dealing, shuffle
from games.kit.rummy import discarding, layoff_in_words, meld, of_a_meld, to_a_meld
from games.mille import judging, playing
from games.mille.laying import additions, needed, new_melds, takings
from games.mille.melds import SHORTEST, named
from games.mille.state import MilleState
from games.words import in_word

Own = Verb[MilleState]


def pile(cards: Group = ()) -> Move:
    """Return the move that takes the pile and melds these cards of the hand with the upcard."""
    return Move(PILE.name, groups=(cards,) if cards else ())


def add(number: int, cards: Group) -> Move:
    """Return the move that adds cards to the meld with this number."""
    return Move(ADD.name, number, (cards,))


def _takings(state: MilleState, seat: int) -> Iterator[Move]:
    return map(pile, takings(state, seat))


def _melds(state: MilleState, seat: int) -> Iterator[Move]:
    return map(meld, new_melds(state, seat))


def _additions(state: MilleState, seat: int) -> Iterator[Move]:
    return (add(number, cards) for number, cards in additions(state, seat))


def _pile_fields(state: MilleState, seat: int) -> tuple[Field, ...]:
    fewest = 0 if state.starter_free else needed(state, seat)
    low = 2 if fewest is None else fewest
    return (Field("cards", "pile", "What you lay with the upcard", (f"hand-{seat}",), low, 15),)


def _taking(state: MilleState, seat: int) -> str:
    if state.starter_free:
        return "Take the two that was turned up at the deal."
    fewest, rank = needed(state, seat), named(state.pile[-1].rank)
    if fewest is None:
        return "A pile with a two on top cannot be taken."
    if not fewest:
        return "Lay the upcard on your meld and take the rest."
    return f"Lay {in_word(fewest)} of your {rank} with the upcard and take the rest."


STOCK = Own(
    *("stock", "draw from the stock", playing.stock, ("take",)),
    when=lambda state, seat: state.can_draw,
    clause="take.stock",
    not_now=judging.no_taking,
    label="Draw",
    sentence="Take the top card of the stock.",
    at="stock",
)
PILE = Own(
    *("pile", "take the pile", playing.pile, ("take",)),
    when=lambda state, seat: bool(state.pile),
    clause="take.pile-pair",
    parts=("groups",),
    judge=judging.pile,
    not_now=judging.no_taking,
    moves=_takings,
    by_example=True,
    label="Take the pile",
    sentence=_taking,
    fields=_pile_fields,
    at="pile",
    said=lambda move: f"Take the pile with {codes(move.cards)}" if move.cards else "",
)
LEAVE = Own(
    *("leave", "end the hand", playing.leave, ("take",)),
    when=lambda state, seat: not state.can_draw,
    clause="stock.dead",
    not_now=judging.no_taking,
    sentence="There is no card to draw. Leave the pile, and the hand is over.",
)
MELD = Own(
    *("meld", "lay a meld", playing.meld, ("table",)),
    clause="meld.same-rank",
    parts=("groups",),
    judge=judging.meld,
    not_now=judging.no_laying,
    moves=_melds,
    by_example=True,
    label="Lay",
    sentence="Lay three or more cards of one rank.",
    fields=of_a_meld(SHORTEST, 16),
    said=lambda move: f"Lay {codes(move.cards)}" if move.cards else "",
)
ADD = Own(
    *("add", "add to a meld", playing.add, ("table",)),
    when=lambda state, seat: bool(state.melds[seat]) or bool(state.melds[1 - seat]),
    clause="meld.add-own",
    parts=("number", "groups"),
    judge=judging.add,
    not_now=judging.no_laying,
    moves=_additions,
    by_example=True,
    label="Add",
    sentence="Add cards to one of your melds.",
    fields=to_a_meld(15),
    said=layoff_in_words,
)
DISCARD = discarding(playing.discard, judging.discard, "discard.one", not_now=judging.no_laying)

DEAL = dealing(playing.deal, wanted="all {number} cards, each of them twice")
RESHUFFLE = shuffle(
    *("reshuffle", "make a new stock", playing.reshuffle, ("reshuffle",), lambda state: state.pile[:-1]),
    wanted="the {number} cards below the upcard",
)
VERBS = Verbs(STOCK, PILE, LEAVE, MELD, ADD, DISCARD, FIRST_DEALER, DEAL, RESHUFFLE)
