"""Checks of moves in Mille. They yield a violation for each rule that a move breaks.

A violation has an error message for the player, and the most specific one comes first. The checks with `timing` in
their names explain why a kind of move isn't possible now.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.cards import UNKNOWN, Card, format_cards, list_missing_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import build_missing_cards_violation, build_wrong_parts_violation
from games.kit.rummy import decode_meld_number
from games.mille.clauses import broken
from games.mille.melds import SHORTEST, TWO, count_wild_twos, describe_rank_count, get_meld_rank, name_rank
from games.mille.possible_moves import build_meld_with_upcard, count_cards_to_take_pile, has_card_left_to_discard
from games.mille.state import MilleState, has_enough_naturals
from games.words import add_article, spell_number

# -- verbs that are not possible now -------------------------------------------------------------


def _is_seat_awaited_in_phase(state: MilleState, seat: int, phase: str) -> bool:
    return seat in state.waiting and state.phase == phase


def check_take_timing(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains why the seat can't draw, take the pile, or end the hand now."""
    if _is_seat_awaited_in_phase(state, seat, "table"):
        yield broken("turn.phases", why="You’ve already drawn a card or taken the pile. Meld or discard")
    elif _is_seat_awaited_in_phase(state, seat, "take") and move.verb == "stock":
        yield broken("take.stock")
    elif _is_seat_awaited_in_phase(state, seat, "take") and move.verb == "leave":
        yield broken("stock.dead")


def check_meld_timing(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't meld or discard yet because it has to draw or take the pile first."""
    if _is_seat_awaited_in_phase(state, seat, "take"):
        yield broken("turn.phases", why="First, draw from the stock or take the pile")


# -- taking the pile -----------------------------------------------------------------------------


def check_take_pile(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the pile can't be taken with these cards.

    Rulebook: take.pile-pair, take.pile-first, take.pile-hand-pair, take.no-wild, take.two-with-twos.
    """
    if len(move.groups) > 1:
        yield build_wrong_parts_violation(move, "one group of cards after “pile”")
        return
    cards, rank = move.cards, state.pile[-1].rank
    if not cards and state.is_starter_two_takeable:
        return
    if count_cards_to_take_pile(state, seat) is None:
        yield broken("take.two-with-twos", why="At this table, you can’t take a pile with a two on top")
    lacking = list(_check_pair_for_pile(state, seat, cards))
    absent = list(_check_cards_in_hand(state, seat, cards, "take.pile-hand-pair"))
    odd = [card for card in cards if card.rank not in (rank, TWO)]
    yield from lacking
    yield from absent
    if odd:
        yield broken("take.pile-first", cards=format_cards(odd))
    if lacking or absent or odd or count_cards_to_take_pile(state, seat) is None:
        return
    meld = build_meld_with_upcard(state, seat, cards)
    if rank != TWO and len(meld) >= SHORTEST:
        yield from _check_wild_card_count(state, meld)
    if not has_card_left_to_discard(state, seat, len(cards), len(state.pile) - 1):
        yield broken("out.no-discard-needed")


def _check_pair_for_pile(state: MilleState, seat: int, cards: Sequence[Card]) -> Iterator[Violation]:
    """Yield violations if too few of these cards have the rank of the upcard (the top card of the discard pile)."""
    rank, fewest, hand = state.pile[-1].rank, count_cards_to_take_pile(state, seat), state.hands[seat]
    held = sum(card.rank == rank for card in hand)
    offered = [card for card in cards if card.rank == rank]
    if fewest is None or len(offered) - len(list_missing_cards(offered, hand)) >= fewest:
        return
    if rank == TWO and not state.turns and len(state.pile) == 1 and not cards:
        yield broken("take.starter-two", twos=describe_rank_count(TWO, fewest))
    melded = state.find_meld_index(seat, rank) is not None
    if held >= fewest:
        why = (
            f"You need {describe_rank_count(rank, fewest)} from your hand to take the pile. Pick {spell_number(fewest)}"
        )
    else:
        aside = ". Cards in your meld don’t count" if melded else ""
        why = (
            f"You hold {describe_rank_count(rank, held)}. You need {describe_rank_count(rank, fewest)} in your hand to "
            f"take the pile{aside}"
        )
    clause = "take.two-with-twos" if rank == TWO else "take.pile-hand-pair" if melded else "take.pile-pair"
    if rank != TWO and any(card.rank == TWO for card in cards):
        natural = f"natural {name_rank(rank, fewest)}"
        yield broken("take.no-wild", which=f"a {natural}" if fewest == 1 else natural)
    yield broken(clause, why=why)


# -- melds ---------------------------------------------------------------------------------------


def _check_cards_in_hand(state: MilleState, seat: int, cards: Sequence[Card], clause: str) -> Iterator[Violation]:
    """Yield violations if some of these cards aren't in the seat's hand.

    If the seat has all the missing cards in its melds, the first violation says that they can't be taken from there.
    `clause` is the id of the clause that forbids this.
    """
    unknown = [card for card in cards if not card.rank]
    absent = list_missing_cards(cards, state.hands[seat]) or unknown
    if not absent:
        return
    melded = [card for meld in state.melds[seat] for card in meld]
    if not list_missing_cards(absent, melded) and clause == "meld.no-rearrange":
        yield broken(clause, cards=format_cards(absent))
    elif not list_missing_cards(absent, melded):
        yield broken(
            clause, why=f"{format_cards(absent)} can’t leave your meld. Take the pile with cards from your hand"
        )
    yield build_missing_cards_violation(absent, state.hands[seat])


def _check_wild_card_count(state: MilleState, meld: Sequence[Card]) -> Iterator[Violation]:
    """Yield a violation if a meld has too many wild twos or too few natural cards. Rulebook: wild.one-natural."""
    wild, natural = count_wild_twos(meld), len(meld) - count_wild_twos(meld)
    if has_enough_naturals(state.options, len(meld), wild):
        return
    if natural < state.options.min_naturals:
        least = spell_number(state.options.min_naturals)
        why = f"At this table, a meld with wild twos needs at least {least} natural cards"
    else:
        why = f"{format_cards(meld)} would have more wild twos than natural cards"
    yield broken("wild.one-natural", why=why)


def _check_single_rank(cards: Sequence[Card]) -> Iterator[Violation]:
    """Yield a violation if these cards, apart from twos, have different ranks. Rulebook: meld.same-rank."""
    rank = get_meld_rank(cards)
    odd = [card for card in cards if card.rank not in (rank, TWO)]
    if not odd:
        return
    if UNKNOWN in cards:
        yield broken("meld.same-rank", why="Nobody knows the rank of a face-down card")
        return
    ranks, suits = sorted(card.rank for card in cards), {card.suit for card in cards}
    if len(suits) == 1 and len(set(ranks)) == len(ranks) == ranks[-1] - ranks[0] + 1:
        yield broken("meld.same-rank", why=f"{format_cards(cards)} are a run. There are no runs in Mille")
    else:
        yield broken(
            "meld.same-rank", why=f"{_describe_wrong_rank(odd, rank)}. All the cards in a meld have the same rank"
        )


def _describe_wrong_rank(cards: Sequence[Card], rank: int) -> str:
    """Return words for cards that don't have the rank of a meld: “QD isn't a nine”, “QD QC aren't nines”."""
    if len(cards) > 1:
        return f"{format_cards(cards)} aren’t {name_rank(rank, len(cards))}"
    return f"{format_cards(cards)} isn’t {add_article(name_rank(rank, 1))}"


def check_meld(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if these cards can't be a new meld.

    Rulebook: meld.same-rank, meld.one-per-rank, wild.one-natural, wild.meld-of-twos.
    """
    if len(move.groups) != 1:
        yield build_wrong_parts_violation(move, "the cards of one meld")
        return
    cards = move.cards
    yield from _check_cards_in_hand(state, seat, cards, "meld.no-rearrange")
    if len(cards) < SHORTEST:
        yield broken("meld.same-rank", why=f"A meld has at least three cards. You picked {spell_number(len(cards))}")
    faults = list(_check_single_rank(cards))
    yield from faults
    if not faults:
        if state.find_meld_index(seat, get_meld_rank(cards)) is not None:
            yield broken("meld.one-per-rank", cards=format_cards(cards))
        if len(cards) >= SHORTEST:
            yield from _check_wild_card_count(state, cards)
    if not has_card_left_to_discard(state, seat, len(cards)):
        yield broken("out.no-discard-needed")


def check_addition(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if these cards can't be laid off. Rulebook: meld.add-own, meld.own-only, wild.no-mix."""
    where = decode_meld_number(state, seat, move.number)
    if where is None or len(move.groups) != 1:
        yield build_wrong_parts_violation(move, "the number of a meld, then the cards to lay off")
        return
    owner, place = where
    if owner != seat:
        yield broken("meld.own-only")
    cards, own = move.cards, state.melds[owner][place]
    yield from _check_cards_in_hand(state, seat, cards, "meld.no-rearrange")
    odd = [card for card in cards if card.rank not in (own[0].rank, TWO)]
    if odd and own[0].rank == TWO:
        yield broken("wild.no-mix")
    elif odd:
        yield broken("meld.same-rank", why=_describe_wrong_rank(odd, own[0].rank))
    else:
        yield from _check_wild_card_count(state, (*own, *cards))
    if not has_card_left_to_discard(state, seat, len(cards)):
        yield broken("out.no-discard-needed")


def check_discard(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the move isn't a legal discard. Rulebook: discard.one."""
    cards = [card for group in move.groups for card in group]
    if len(cards) != 1:
        yield broken("discard.one")
    elif cards[0] not in state.hands[seat]:
        yield from _check_cards_in_hand(state, seat, cards, "meld.no-rearrange")
