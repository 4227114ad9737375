"""Checks of moves in Lórum.

They yield the clauses that a move breaks, most specific first, and why a verb can't be used now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.cards import SUIT_NAMES, Card, codes
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.rulebook import clauses_of
from games.engine.verb import incomplete
from games.kit.of_hand import no_card_of_hand
from games.kit.tricks import revoke
from games.lorum.contracts import HEARTS, RANKS
from games.lorum.state import PLAYED, LorumState
from games.words import in_word, listed

CLAUSES = clauses_of("lorum")
HOLD_OUT = 3
"""The number of passes in a row in Domino after which the next player who can play has to."""
RANK_NAMES = dict(zip(RANKS, ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"), strict=True))


def way(state: LorumState) -> str:
    """Return the direction of play in words."""
    return "clockwise" if state.step == 1 else "counter-clockwise"


# -- tricks ----------------------------------------------------------------------------------------


def play(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with a card: it isn't in the hand, or doesn't go to this trick or layout."""
    faults = list(no_card_of_hand(state, seat, move))
    yield from faults
    if faults:
        return
    card = move.cards[0]
    if state.phase == "play":
        yield from _to_trick(state, seat, card)
    elif state.phase == "domino" and state.played:
        yield from _to_layout(state, card)


def _to_trick(state: LorumState, seat: int, card: Card) -> Iterator[Violation]:
    if not state.trick:
        yield from _no_heart(state, seat, card)
        return
    hand = state.hands[seat]
    yield from revoke(CLAUSES, "trick.follow-suit", state.trick[0], hand, card)
    if (costly := thrown_first(state, seat)) and card not in costly:
        yield CLAUSES.broken("trick.void-any", cards=codes(costly))


def _no_heart(state: LorumState, seat: int, card: Card) -> Iterator[Violation]:
    """Yield a violation if the card is a heart that can't be led now.

    Rulebook: no-hearts.lead-ban, no-hearts.all-hearts-leader.
    """
    if card.suit == "H" and hearts_wait(state) and any(one.suit != "H" for one in state.hands[seat]):
        late = bool(state.tricks)
        why = "No heart has been played to an earlier trick yet" if late else "Hearts wait until the second trick"
        if state.options.no_hearts_ban == "until-broken" and not late:
            why = "No heart has been played yet"
        yield CLAUSES.broken("no-hearts.lead-ban", why=why)


def hearts_wait(state: LorumState) -> bool:
    """Return whether hearts can't be led now. Rulebook: no-hearts.lead-ban, no-hearts.ban-first-trick-only."""
    ban = state.options.no_hearts_ban
    if state.contract != HEARTS or ban == "none":
        return False
    if ban == "first-trick":
        return not state.tricks
    return not any(card.suit == "H" for trick in state.tricks for card in trick.cards)


def thrown_first(state: LorumState, seat: int) -> list[Card]:
    """Return the costly cards of which a seat that can't follow suit must throw one.

    The list is empty if the seat can play any card. Rulebook: avoid.forced-dump.
    """
    if not state.options.avoid_forced_dump or not state.trick:
        return []
    hand = state.hands[seat]
    if any(card.suit == state.trick[0].suit for card in hand):
        return []
    costs = state.costs
    return [card for card in hand if card in costs]


def playable(state: LorumState, seat: int) -> list[Card]:
    """Return the cards that a seat can legally play, in any contract."""
    if state.phase == "domino":
        return state.fitting(seat)
    if state.phase != "play":
        return state.hands[seat]
    if state.trick:
        following = state.playable(seat)
        return (thrown_first(state, seat) or following) if following is state.hands[seat] else following
    others = [card for card in state.hands[seat] if card.suit != "H"] if hearts_wait(state) else []
    return others or state.hands[seat]


def turn_up(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a fault unless the move names a place in the seat's hand, counted from 1."""
    if move.number is None or not 1 <= move.number <= len(state.hands[seat]):
        yield incomplete(move, f"the place of one of your cards, from 1 to {len(state.hands[seat])}")


# -- Domino ----------------------------------------------------------------------------------------


def _to_layout(state: LorumState, card: Card) -> Iterator[Violation]:
    """Yield why a card doesn't fit the Domino layout.

    Rulebook: domino.extend, domino.new-row, domino.row-start, domino.no-wrap.
    """
    ends = state.ends(card.suit)
    if card in ends:
        return
    suit = SUIT_NAMES[card.suit]
    row = state.row(card.suit)
    if not row:
        yield CLAUSES.broken("domino.row-start", suit=suit, rank=RANK_NAMES[state.base])
        return
    corner = {row[0].code[0], card.code[0]} == {"7", "A"} or {row[-1].code[0], card.code[0]} == {"7", "A"}
    if corner and not state.options.domino_wrap:
        yield CLAUSES.broken("domino.no-wrap", card=card.code)
    more = f"It continues with {listed([end.code for end in ends], 'or')}" if ends else "It’s complete"
    yield CLAUSES.broken("domino.extend", card=card.code, suit=suit, next=more)


def pass_by(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why a seat can't pass in Domino. Rulebook: domino.start-any, domino.must-play."""
    if not state.played:
        yield CLAUSES.broken("domino.start-any")
    elif fitting := state.fitting(seat):
        must, held = state.options.domino_must_play, state.passes >= HOLD_OUT
        if must or held:
            why = "" if must else f" after {in_word(state.passes)} passes in a row"
            choices = listed([card.code for card in fitting], "or")
            yield CLAUSES.broken("domino.must-play", fitting=choices, why=why)


# -- whose turn ------------------------------------------------------------------------------------


def no_play(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can’t choose a card to play: in the blind Ape, or because none fits."""
    if seat not in state.waiting:
        yield from not_my_turn(state, seat, move)
    elif state.phase == "blind":
        yield CLAUSES.broken("ape.blind-any-position")
    elif state.phase == "domino":
        if not any(no_card_of_hand(state, seat, move)):
            yield from _to_layout(state, move.cards[0])
        yield CLAUSES.broken("domino.pass")


def no_pass(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can’t pass in this hand. Rulebook: train.any-card, quart.start-any, trick.lead-any."""
    if seat not in state.waiting:
        yield from not_my_turn(state, seat, move)
    elif state.phase in NO_PASS:
        yield CLAUSES.broken(NO_PASS[state.phase])
    elif state.phase == "play" and state.trick:
        yield CLAUSES.broken("trick.order", why="Everyone adds a card to the trick, so you can’t pass")
    elif state.phase == "play":
        yield CLAUSES.broken("trick.lead-any")


NO_PASS = {"train": "train.any-card", "quart": "quart.start-any", "blind": "ape.blind-any-position"}


def not_my_turn(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why it’s another player’s turn."""
    if seat in state.waiting or state.phase not in PLAYED:
        return
    waited, tricks = f"seat {state.turn}", state.tricks
    if state.phase in ("play", "blind") and state.trick:
        why = f"The trick goes {way(state)}, and it’s {waited}’s turn"
        yield CLAUSES.broken("trick.order", why=why, waited=waited)
    elif state.phase in ORDERED:
        yield CLAUSES.broken(ORDERED[state.phase], waited=waited, way=way(state))
    elif state.phase == "quart" and state.played:
        yield CLAUSES.broken("quart.restart", waited=waited)
    elif not tricks:
        yield CLAUSES.broken("hand.starter", waited=waited)
    elif state.phase == "play" or not tricks[-1].cards or state.followed(tricks[-1].cards):
        yield CLAUSES.broken("trick.winner-leads", waited=waited)
    else:
        same = state.options.ape_unfollowed_lead == "same-leader"
        leads = "the same player leads again" if same else "the next player leads"
        yield CLAUSES.broken("ape.blind-next-lead", leads=leads, waited=waited)


ORDERED = {"train": "train.order", "domino": "domino.order"}


def may_pass(state: LorumState, cards: Iterable[Card]) -> bool:
    """Return whether a seat can pass in Domino, given its cards that fit."""
    held_out = not state.options.domino_must_play and state.passes < HOLD_OUT
    return bool(state.played) and (held_out or not list(cards))
