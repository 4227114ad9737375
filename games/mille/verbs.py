"""The verbs of Mille (the kinds of move): draw, take the pile, end the hand, meld, lay off, and discard."""

from __future__ import annotations

from collections.abc import Iterator

from games.cards import format_cards
from games.engine.move import Group, Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb, build_shuffle_verb
from games.kit.rummy import build_discard_verb, build_layoff_fields, build_meld_fields, build_meld_move, describe_layoff
from games.mille import legality, playing
from games.mille.melds import SHORTEST, name_rank
from games.mille.possible_moves import (
    count_cards_to_take_pile,
    list_cards_to_take_pile,
    list_meld_additions,
    list_new_melds,
)
from games.mille.state import MilleState
from games.words import spell_number

Own = Verb[MilleState]


def build_take_pile_move(cards: Group = ()) -> Move:
    """Return the move that takes the pile and melds these hand cards with its top card.

    Without cards, the move takes a pile that can be taken without a card from the hand.
    """
    return Move(PILE.name, groups=(cards,) if cards else ())


def build_add_to_meld_move(number: int, cards: Group) -> Move:
    """Return the move that lays off these cards on the seat's meld with this number, from 1."""
    return Move(ADD.name, number, (cards,))


def _list_take_pile_moves(state: MilleState, seat: int) -> Iterator[Move]:
    return map(build_take_pile_move, list_cards_to_take_pile(state, seat))


def _list_meld_moves(state: MilleState, seat: int) -> Iterator[Move]:
    return map(build_meld_move, list_new_melds(state, seat))


def _list_add_to_meld_moves(state: MilleState, seat: int) -> Iterator[Move]:
    return (build_add_to_meld_move(number, cards) for number, cards in list_meld_additions(state, seat))


def _build_take_pile_form_fields(state: MilleState, seat: int) -> tuple[Field, ...]:
    fewest = 0 if state.is_starter_two_takeable else count_cards_to_take_pile(state, seat)
    low = 2 if fewest is None else fewest
    return (Field("cards", "pile", "Pick cards to meld with the upcard", (f"hand-{seat}",), low, 15),)


def _describe_taking_pile(state: MilleState, seat: int) -> str:
    if state.is_starter_two_takeable:
        return "Take the two that was flipped after the deal."
    fewest, rank = count_cards_to_take_pile(state, seat), name_rank(state.pile[-1].rank)
    if fewest is None:
        return "You can’t take a pile with a two on top."
    if not fewest:
        return "Lay off the upcard on your meld and take the rest."
    return f"Meld {spell_number(fewest)} of your {rank} with the upcard and take the rest."


STOCK = Own(
    *("stock", "draw from the stock", playing.draw_from_stock, ("take",)),
    when=lambda state, seat: state.can_draw,
    clause="take.stock",
    not_now=legality.check_take_timing,
    label="Draw",
    sentence="Take the top card of the stock.",
    at="stock",
)
PILE = Own(
    *("pile", "take the pile", playing.take_pile, ("take",)),
    when=lambda state, seat: bool(state.pile),
    clause="take.pile-pair",
    parts=("groups",),
    judge=legality.check_take_pile,
    not_now=legality.check_take_timing,
    moves=_list_take_pile_moves,
    by_example=True,
    label="Take pile",
    sentence=_describe_taking_pile,
    fields=_build_take_pile_form_fields,
    at="pile",
    said=lambda move: f"Take the pile with {format_cards(move.cards)}" if move.cards else "",
)
LEAVE = Own(
    *("leave", "end the hand", playing.end_hand, ("take",)),
    when=lambda state, seat: not state.can_draw,
    clause="stock.dead",
    not_now=legality.check_take_timing,
    sentence="The stock is empty. Leave the pile and end the hand.",
)
MELD = Own(
    *("meld", "meld", playing.lay_new_meld, ("table",)),
    clause="meld.same-rank",
    parts=("groups",),
    judge=legality.check_meld,
    not_now=legality.check_meld_timing,
    moves=_list_meld_moves,
    by_example=True,
    label="Meld",
    sentence="Meld three or more cards of the same rank.",
    fields=build_meld_fields(SHORTEST, 16),
    said=lambda move: f"Meld {format_cards(move.cards)}" if move.cards else "",
)
ADD = Own(
    *("add", "lay off", playing.add_to_meld, ("table",)),
    when=lambda state, seat: bool(state.melds[seat]) or bool(state.melds[1 - seat]),
    clause="meld.add-own",
    parts=("number", "groups"),
    judge=legality.check_addition,
    not_now=legality.check_meld_timing,
    moves=_list_add_to_meld_moves,
    by_example=True,
    label="Lay off",
    sentence="Lay off cards on one of your melds.",
    fields=build_layoff_fields(15),
    said=describe_layoff,
)
DISCARD = build_discard_verb(playing.discard, legality.check_discard, "discard.one", not_now=legality.check_meld_timing)

DEAL = build_deal_verb(playing.deal, wanted="all {number} cards, each of them twice")
RESHUFFLE = build_shuffle_verb(
    *("reshuffle", "reshuffle", playing.reshuffle, ("reshuffle",), lambda state: state.pile[:-1]),
    wanted="the {number} cards below the upcard",
)
VERBS = Verbs(STOCK, PILE, LEAVE, MELD, ADD, DISCARD, FIRST_DEALER, DEAL, RESHUFFLE)
