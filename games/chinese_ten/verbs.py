"""The verbs of Chinese Ten: play a card, flip one, and choose what it captures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from games.cards import Card
from games.chinese_ten import judging, playing
from games.chinese_ten.state import ChineseTenState
from games.engine.move import Group, Move
from games.engine.verb import Verb, Verbs
from games.engine.view import Field
from games.kit.dealer import FIRST_DEALER, dealing

Own = Verb[ChineseTenState]
LAYOUT, STOCK = "layout", "stock"
"""The ids of the zones on the table."""
NOTHING: tuple[Group, ...] = ((),)


@cache
def play(card: Card, taken: Group = ()) -> Move:
    """Return the move that plays a card and captures these cards with it."""
    return Move("play", groups=((card,),), named=(("take", taken),) if taken else ())


@cache
def take(cards: Group) -> Move:
    """Return the move that captures these cards with the card from the stock."""
    return Move("take", groups=(cards,))


def choices(state: ChineseTenState, card: Card) -> tuple[Group, ...]:
    """Return what a played or flipped card may capture, with `()` for nothing."""
    found = state.captures(card)
    if not found:
        return NOTHING
    return (*found, ()) if state.options.capture_optional else found


def plays(state: ChineseTenState, seat: int) -> Iterable[Move]:
    hand = state.hands[seat]
    if state.options.must_capture:
        hand = [card for card in hand if state.captures(card)] or hand
    return dict.fromkeys([play(card, taken) for card in hand for taken in choices(state, card)])


def takings(state: ChineseTenState, seat: int) -> Iterator[Move]:
    return map(take, state.captures(state.turned) if state.turned else ())


def _from_hand(state: ChineseTenState, seat: int) -> tuple[Field, ...]:
    return (
        Field("cards", "card", "The card to play", (f"hand-{seat}",), 1, 1),
        Field("partners", "taken", "What it takes", (LAYOUT,), 0, 3, join="take"),
    )


def _from_layout(state: ChineseTenState, seat: int) -> tuple[Field, ...]:
    most = max((len(cards) for cards in state.captures(state.turned)), default=1) if state.turned else 1
    return (Field("cards", "taken", "What it takes", (LAYOUT,), most, most),)


def _said_play(move: Move) -> str:
    taken = " and ".join(card.code for card in move.group("take"))
    if not move.cards:
        return ""
    return f"Play {move.cards[0].code}" + (f" and take {taken}" if taken else "")


PLAY = Own(
    *("play", "play a card", playing.play, ("play",)),
    clause="play.one-card",
    parts=("groups", "take"),
    judge=judging.play,
    not_now=judging.another_part,
    moves=plays,
    label="Play",
    sentence="Play a card from your hand, and take what it matches.",
    fields=_from_hand,
    at=LAYOUT,
    said=_said_play,
)
TURN = Own(
    *("turn", "turn up the top card of the stock", playing.turn, ("turn",)),
    clause="stock.flip",
    not_now=judging.another_part,
    label="Turn up",
    sentence="Turn up the top card of the stock.",
    at=STOCK,
)
TAKE = Own(
    *("take", "take a card of the layout", playing.take, ("choose",)),
    clause="capture.choice",
    parts=("groups",),
    judge=judging.take,
    not_now=judging.another_part,
    moves=takings,
    label="Take",
    sentence="Say what the card from the stock takes.",
    fields=_from_layout,
    said=lambda move: f"Take {' and '.join(card.code for card in move.cards)}" if move.groups else "",
)
LEAVE = Own(
    *("leave", "leave the card from the stock on the table", playing.leave, ("choose",)),
    when=lambda state, seat: state.options.capture_optional,
    clause="capture.mandatory",
    not_now=judging.no_leave,
    label="Leave",
    sentence="Take nothing with the card from the stock.",
)
DEAL = dealing(playing.deal)
VERBS = Verbs(PLAY, TURN, TAKE, LEAVE, FIRST_DEALER, DEAL)
