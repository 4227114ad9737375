"""What can be asked of a table of Lórum."""

from __future__ import annotations

from games.cards import UNKNOWN, Card, parse_card
from games.engine.asking import Seat, fact
from games.lorum import judging
from games.lorum.contracts import KING, MARKS, TITLES, TRAIN, deal_of, following, whole_train
from games.lorum.state import PLAYED, LorumState

PAY = "pay.four-takers pay.three-takers pay.two-takers pay.one-taker pay.pot-only-four pay.any-unit-counts"
PAY_HEARTS = "no-hearts.unit no-hearts.pay-4 no-hearts.pay-3 no-hearts.pay-2 no-hearts.pay-1"
PAY_QUEENS = "queens.values queens.pay-4 queens.pay-3 queens.pay-2 queens.pay-1"
PAY_TRICKS = "no-tricks.unit no-tricks.pay-4 no-tricks.pay-3 no-tricks.pay-2 no-tricks.pay-1"


@fact("cards", "Which cards can you play?", "You can play {value}.", "trick.follow-suit trick.void-any trick.lead-any")
def playable(state: LorumState, seat: int) -> list[Card] | None:
    known = state.phase in PLAYED and UNKNOWN not in state.hands[seat]
    return judging.playable(state, seat) if known else None


@fact("player", "Who has taken the last trick?", "{value} has taken it.", "trick.winner trick.off-suit-loses")
def taker(state: LorumState, seat: int) -> int | None:
    return state.tricks[-1].winner if state.tricks else None


@fact("player", "Who has the king of hearts?", "{value} has it.", "ape.blind-followed ape.blind-unfollowed ape.pay")
def ape(state: LorumState, seat: int) -> int | None:
    for trick in state.tricks:
        for owner, card in zip(state.takers(trick), trick.cards, strict=False):
            if card is KING:
                return owner
    return None


@fact("number", "How many units has {owner}?", "{owner} has {value}.", f"{PAY_HEARTS} {PAY_QUEENS} {PAY_TRICKS}")
def units(state: LorumState, seat: int, owner: Seat) -> int:
    return state.units()[owner]


@fact("number", "How many chips has {owner}?", "{owner} has {value}.", "setup.chips")
def chips(state: LorumState, seat: int, owner: Seat) -> int:
    return state.match.scores[owner]


@fact("number", "How many chips did the last hand bring {owner}?", "It brought {owner} {value}.", PAY)
def gained(state: LorumState, seat: int, owner: Seat) -> int | None:
    scores = state.match.results[-1].scores if state.match.results else None
    return scores[owner] if scores else None


@fact("number", "What does the Train come to?", "It comes to {value}.", "train.values train.call")
def total(state: LorumState, seat: int) -> int | None:
    return state.total if state.contract == TRAIN else None


@fact("number", "What do all cards of the Train come to?", "They come to {value}.", "train.deck-total train.values")
def deck_total(state: LorumState, seat: int) -> int:
    return whole_train(state.options)


@fact("number", "What is the next mark of the Train?", "It is {value}.", "train.reach train.once")
def next_mark(state: LorumState, seat: int) -> int | None:
    return next((mark for mark in MARKS if mark > state.total), None) if state.phase == "train" else None


@fact("cards", "Which cards go on with the row of {suit}?", "{value} go on with it.", "domino.extend domino.new-row")
def fits(state: LorumState, seat: int, suit: str) -> list[Card] | None:
    return state.ends(suit[0].upper()) if state.phase == "domino" else None


@fact("cards", "Which card follows {card} in Quart?", "{value} follows it.", "quart.next-card quart.ace-then-seven")
def follows(state: LorumState, seat: int, card: str) -> list[Card]:
    coming = following(parse_card(card), state.options)
    return [coming] if coming else []


@fact("player", "Whose turn is it?", "It is {value}'s turn.", "trick.order train.order domino.order quart.restart")
def turn(state: LorumState, seat: int) -> int | None:
    return state.turn if state.phase in PLAYED else None


@fact("player", "Who begins?", "{value} begins.", "hand.starter setup.direction")
def starter(state: LorumState, seat: int) -> int | None:
    return state.starter if state.match.dealer is not None else None


@fact("word", "Which hand is it?", "It is {value}.", "hand.order hand.restart")
def kind(state: LorumState, seat: int) -> str:
    return TITLES[deal_of(state.deal_number, state.options).contract]
