"""Checks of moves in Lórum. They yield a violation for each rule that a move breaks.

A violation has an error message for the player, and the most specific one comes first. The checks with `timing` in
their names explain why a kind of move isn't possible now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from games.cards import SUIT_NAMES, Card, format_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.rulebook import load_clauses
from games.engine.verb import build_wrong_parts_violation
from games.kit.single_card_verbs import check_single_card
from games.kit.tricks import check_revoke
from games.lorum.contracts import HEARTS, RANKS
from games.lorum.state import PLAYED, LorumState
from games.words import join_words, spell_number

CLAUSES = load_clauses("lorum")
HOLD_OUT = 3
"""After this many passes in a row in Domino, the next player who has a card that fits has to play."""
RANK_NAMES = dict(zip(RANKS, ("seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"), strict=True))


def describe_direction(state: LorumState) -> str:
    """Return the direction of play in words: “clockwise” or “counterclockwise”."""
    return "clockwise" if state.step == 1 else "counterclockwise"


# -- tricks ----------------------------------------------------------------------------------------


def check_card_play(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the move's card can't be played.

    The seat might not have the card, or the card might not be allowed in this trick or in the Domino layout.
    """
    faults = list(check_single_card(state, seat, move))
    yield from faults
    if faults:
        return
    card = move.cards[0]
    if state.phase == "play":
        yield from _check_trick_play(state, seat, card)
    elif state.phase == "domino" and state.played:
        yield from _check_layout_play(state, card)


def _check_trick_play(state: LorumState, seat: int, card: Card) -> Iterator[Violation]:
    if not state.trick:
        yield from _check_heart_lead(state, seat, card)
        return
    hand = state.hands[seat]
    yield from check_revoke(CLAUSES, "trick.follow-suit", state.trick[0], hand, card)
    if (costly := list_forced_discards(state, seat)) and card not in costly:
        yield CLAUSES.build_violation("trick.void-any", cards=format_cards(costly))


def _check_heart_lead(state: LorumState, seat: int, card: Card) -> Iterator[Violation]:
    """Yield a violation if the card is a heart that can't be led now.

    Rulebook: no-hearts.lead-ban, no-hearts.all-hearts-leader.
    """
    if card.suit == "H" and is_heart_lead_barred(state) and any(other.suit != "H" for other in state.hands[seat]):
        late = bool(state.tricks)
        why = "No hearts have been played in an earlier trick" if late else "You can’t lead a heart to the first trick"
        if state.options.no_hearts_ban == "until-broken" and not late:
            why = "No hearts have been played yet"
        yield CLAUSES.build_violation("no-hearts.lead-ban", why=why)


def is_heart_lead_barred(state: LorumState) -> bool:
    """Return whether hearts can't be led now by a player who has other suits.

    This doesn't look at the hand. A player who has only hearts can lead one in any case.

    Rulebook: no-hearts.lead-ban, no-hearts.ban-first-trick-only.
    """
    ban = state.options.no_hearts_ban
    if state.contract != HEARTS or ban == "none":
        return False
    if ban == "first-trick":
        return not state.tricks
    return not any(card.suit == "H" for trick in state.tricks for card in trick.cards)


def list_forced_discards(state: LorumState, seat: int) -> list[Card]:
    """Return the costly cards of which a seat has to play one because it can't follow suit.

    House rules can require this. Without the rule, or if the seat can follow suit or leads, the list is empty.
    Rulebook: avoid.forced-dump.
    """
    if not state.options.avoid_forced_dump or not state.trick:
        return []
    hand = state.hands[seat]
    if any(card.suit == state.trick[0].suit for card in hand):
        return []
    costs = state.card_costs
    return [card for card in hand if card in costs]


def list_playable_cards(state: LorumState, seat: int) -> list[Card]:
    """Return the cards that a seat can legally play, in any contract."""
    if state.phase == "domino":
        return state.list_fitting_cards(seat)
    if state.phase != "play":
        return state.hands[seat]
    if state.trick:
        following = state.list_playable_cards(seat)
        return (list_forced_discards(state, seat) or following) if following is state.hands[seat] else following
    others = [card for card in state.hands[seat] if card.suit != "H"] if is_heart_lead_barred(state) else []
    return others or state.hands[seat]


def check_turn_up(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation unless the move's number is the position of a card in the seat's hand, from 1."""
    if move.number is None or not 1 <= move.number <= len(state.hands[seat]):
        yield build_wrong_parts_violation(move, f"the place of one of your cards, from 1 to {len(state.hands[seat])}")


# -- Domino ----------------------------------------------------------------------------------------


def _check_layout_play(state: LorumState, card: Card) -> Iterator[Violation]:
    """Yield a violation if a card doesn't fit the Domino layout.

    Rulebook: domino.extend, domino.new-row, domino.row-start, domino.no-wrap.
    """
    ends = state.list_row_extensions(card.suit)
    if card in ends:
        return
    suit = SUIT_NAMES[card.suit]
    row = state.get_row(card.suit)
    if not row:
        yield CLAUSES.build_violation("domino.row-start", suit=suit, rank=RANK_NAMES[state.domino_base_rank])
        return
    corner = {row[0].code[0], card.code[0]} == {"7", "A"} or {row[-1].code[0], card.code[0]} == {"7", "A"}
    if corner and not state.options.domino_wrap:
        yield CLAUSES.build_violation("domino.no-wrap", card=card.code)
    more = f"It continues with {join_words([end.code for end in ends], 'or')}" if ends else "It’s complete"
    yield CLAUSES.build_violation("domino.extend", card=card.code, suit=suit, next=more)


def check_pass(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if a seat can't pass in Domino. Rulebook: domino.start-any, domino.must-play."""
    if not state.played:
        yield CLAUSES.build_violation("domino.start-any")
    elif fitting := state.list_fitting_cards(seat):
        must, held = state.options.domino_must_play, state.passes >= HOLD_OUT
        if must or held:
            why = "" if must else f" after {spell_number(state.passes)} passes in succession"
            choices = join_words([card.code for card in fitting], "or")
            yield CLAUSES.build_violation("domino.must-play", fitting=choices, why=why)


# -- whose turn ------------------------------------------------------------------------------------


def check_play_timing(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains why the seat can't choose a card to play now.

    It can't on another player's turn, in the blind Ape, or in Domino if no card fits.
    """
    if seat not in state.waiting:
        yield from check_turn_timing(state, seat, move)
    elif state.phase == "blind":
        yield CLAUSES.build_violation("ape.blind-any-position")
    elif state.phase == "domino":
        if not any(check_single_card(state, seat, move)):
            yield from _check_layout_play(state, move.cards[0])
        yield CLAUSES.build_violation("domino.pass")


def check_pass_timing(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't pass now: it's another player's turn, or the hand isn't Domino.

    Rulebook: train.any-card, quart.start-any, trick.lead-any.
    """
    if seat not in state.waiting:
        yield from check_turn_timing(state, seat, move)
    elif state.phase in NO_PASS:
        yield CLAUSES.build_violation(NO_PASS[state.phase])
    elif state.phase == "play" and state.trick:
        yield CLAUSES.build_violation("trick.order", why="Everyone plays a card to each trick, so you can’t pass")
    elif state.phase == "play":
        yield CLAUSES.build_violation("trick.lead-any")


NO_PASS = {"train": "train.any-card", "quart": "quart.start-any", "blind": "ape.blind-any-position"}


def check_turn_timing(state: LorumState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains whose turn it is, if it's another player's turn."""
    if seat in state.waiting or state.phase not in PLAYED:
        return
    waited, tricks = f"seat {state.turn}", state.tricks
    if state.phase in ("play", "blind") and state.trick:
        why = f"It’s {waited}’s turn. Turns pass {describe_direction(state)}"
        yield CLAUSES.build_violation("trick.order", why=why, waited=waited)
    elif state.phase in ORDERED:
        yield CLAUSES.build_violation(ORDERED[state.phase], waited=waited, way=describe_direction(state))
    elif state.phase == "quart" and state.played:
        yield CLAUSES.build_violation("quart.restart", waited=waited)
    elif not tricks:
        yield CLAUSES.build_violation("hand.starter", waited=waited)
    elif state.phase == "play" or not tricks[-1].cards or state.is_lead_followed(tricks[-1].cards):
        yield CLAUSES.build_violation("trick.winner-leads", waited=waited)
    else:
        same = state.options.ape_unfollowed_lead == "same-leader"
        leads = "the same player leads again" if same else "the next player leads"
        yield CLAUSES.build_violation("ape.blind-next-lead", leads=leads, waited=waited)


ORDERED = {"train": "train.order", "domino": "domino.order"}


def can_pass(state: LorumState, cards: Iterable[Card]) -> bool:
    """Return whether the seat whose turn it is can pass in Domino. `cards` are its cards that fit the layout."""
    held_out = not state.options.domino_must_play and state.passes < HOLD_OUT
    return bool(state.played) and (held_out or not list(cards))
