"""The verbs (kinds of moves) of Chinese Ten: play a card, flip one, and choose what it captures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from games.cards import Card
from games.chinese_ten import legality, playing
from games.chinese_ten.state import ChineseTenState
from games.engine.move import Group, Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb

Own = Verb[ChineseTenState]
LAYOUT, STOCK = "layout", "stock"
"""The zone ids of the layout and the stock."""
NOTHING: tuple[Group, ...] = ((),)


@cache
def build_play_move(card: Card, taken: Group = ()) -> Move:
    """Return the move that plays a card and captures these cards with it."""
    return Move("play", groups=((card,),), named=(("take", taken),) if taken else ())


@cache
def build_take_move(cards: Group) -> Move:
    """Return the move that captures these cards with the card from the stock."""
    return Move("take", groups=(cards,))


def list_capture_choices(state: ChineseTenState, card: Card) -> tuple[Group, ...]:
    """Return the groups of cards that a played or flipped card can capture.

    If the card can capture nothing, or doesn't have to, `()` is one of the groups.
    """
    captures = state.list_captures(card)
    if not captures:
        return NOTHING
    return (*captures, ()) if state.options.capture_optional else captures


def list_play_moves(state: ChineseTenState, seat: int) -> Iterable[Move]:
    hand = state.hands[seat]
    if state.options.must_capture:
        hand = [card for card in hand if state.list_captures(card)] or hand
    return dict.fromkeys([build_play_move(card, taken) for card in hand for taken in list_capture_choices(state, card)])


def list_take_moves(state: ChineseTenState, seat: int) -> Iterator[Move]:
    return map(build_take_move, state.list_captures(state.turned) if state.turned else ())


def _build_play_form_fields(state: ChineseTenState, seat: int) -> tuple[Field, ...]:
    return (
        Field("cards", "card", "Pick a card to play", (f"hand-{seat}",), 1, 1),
        Field("partners", "taken", "Pick what to capture", (LAYOUT,), 0, 3, join="take"),
    )


def _build_capture_form_fields(state: ChineseTenState, seat: int) -> tuple[Field, ...]:
    most = max((len(cards) for cards in state.list_captures(state.turned)), default=1) if state.turned else 1
    return (Field("cards", "taken", "Pick what to capture", (LAYOUT,), most, most),)


def _describe_play(move: Move) -> str:
    taken = " and ".join(card.code for card in move.get_cards_by_name("take"))
    if not move.cards:
        return ""
    return f"Play {move.cards[0].code}" + (f" and capture {taken}" if taken else "")


PLAY = Own(
    *("play", "play a card", playing.play_card, ("play",)),
    clause="play.one-card",
    parts=("groups", "take"),
    judge=legality.check_play,
    not_now=legality.check_verb_timing,
    moves=list_play_moves,
    label="Play",
    sentence="Play a card from your hand and capture what it matches.",
    fields=_build_play_form_fields,
    at=LAYOUT,
    said=_describe_play,
)
TURN = Own(
    *("turn", "flip the top card of the stock", playing.flip_stock, ("turn",)),
    clause="stock.flip",
    not_now=legality.check_verb_timing,
    label="Flip",
    sentence="Flip the top card of the stock.",
    at=STOCK,
)
TAKE = Own(
    *("take", "capture a card", playing.capture_with_flipped_card, ("choose",)),
    clause="capture.choice",
    parts=("groups",),
    judge=legality.check_take,
    not_now=legality.check_verb_timing,
    moves=list_take_moves,
    label="Capture",
    sentence="Choose what the flipped card captures.",
    fields=_build_capture_form_fields,
    said=lambda move: f"Capture {' and '.join(card.code for card in move.cards)}" if move.groups else "",
)
LEAVE = Own(
    *("leave", "leave the flipped card", playing.leave_flipped_card, ("choose",)),
    when=lambda state, seat: state.options.capture_optional,
    clause="capture.mandatory",
    not_now=legality.check_leave_timing,
    label="Leave it",
    sentence="Leave the flipped card on the table.",
)
DEAL = build_deal_verb(playing.deal)
VERBS = Verbs(PLAY, TURN, TAKE, LEAVE, FIRST_DEALER, DEAL)
