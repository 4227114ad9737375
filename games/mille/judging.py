"""The clauses that an illegal move breaks, most specific first, and why a verb isn't possible now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.cards import Card, codes, missing
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import incomplete, not_held
from games.kit.rummy import meld_at
from games.mille.clauses import broken
from games.mille.laying import joined, leaves_discard, needed
from games.mille.melds import SHORTEST, TWO, counted, named, rank_of, wild_in
from games.mille.state import MilleState, enough_naturals
from games.words import in_word

# -- verbs that are not possible now -------------------------------------------------------------


def _waited(state: MilleState, seat: int, phase: str) -> bool:
    return seat in state.waiting and state.phase == phase


def no_taking(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can't draw or take the pile now."""
    if _waited(state, seat, "table"):
        yield broken("turn.phases", why="You’ve taken already. Meld or discard")
    elif _waited(state, seat, "take") and move.verb == "stock":
        yield broken("take.stock")
    elif _waited(state, seat, "take") and move.verb == "leave":
        yield broken("stock.dead")


def no_laying(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can't meld or discard now."""
    if _waited(state, seat, "take"):
        yield broken("turn.phases", why="You haven’t taken a card yet. Take one from the stock, or the pile")


# -- taking the pile -----------------------------------------------------------------------------


def pile(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield the clauses broken by taking the pile with these cards.

    Rulebook: take.pile-pair, take.pile-first, take.pile-hand-pair, take.no-wild, take.two-with-twos.
    """
    if len(move.groups) > 1:
        yield incomplete(move, "the cards that are laid with the upcard")
        return
    cards, rank = move.cards, state.pile[-1].rank
    if not cards and state.starter_free:
        return
    if needed(state, seat) is None:
        yield broken("take.two-with-twos", why="A pile with a two on top can’t be taken at this table")
    lacking = list(_no_pair(state, seat, cards))
    absent = list(_absent(state, seat, cards, "take.pile-hand-pair"))
    odd = [card for card in cards if card.rank not in (rank, TWO)]
    yield from lacking
    yield from absent
    if odd:
        yield broken("take.pile-first", cards=codes(odd))
    if lacking or absent or odd or needed(state, seat) is None:
        return
    meld = joined(state, seat, cards)
    if rank != TWO and len(meld) >= SHORTEST:
        yield from _too_wild(state, meld)
    if not leaves_discard(state, seat, len(cards), len(state.pile) - 1):
        yield broken("out.no-discard-needed")


def _no_pair(state: MilleState, seat: int, cards: Sequence[Card]) -> Iterator[Violation]:
    """Yield why these cards don’t have enough of the upcard’s rank to take the pile."""
    rank, fewest, hand = state.pile[-1].rank, needed(state, seat), state.hands[seat]
    held = sum(card.rank == rank for card in hand)
    offered = [card for card in cards if card.rank == rank]
    if fewest is None or len(offered) - len(missing(offered, hand)) >= fewest:
        return
    if rank == TWO and not state.turns and len(state.pile) == 1 and not cards:
        yield broken("take.starter-two", twos=counted(TWO, fewest))
    melded = state.place_of(seat, rank) is not None
    if held >= fewest:
        why = f"You need {counted(rank, fewest)} from your hand to take the pile. Pick {in_word(fewest)}"
    else:
        aside = " besides your meld" if melded else ""
        why = f"You hold {counted(rank, held)}{aside}. You need {in_word(fewest)} in your hand to take the pile"
    clause = "take.two-with-twos" if rank == TWO else "take.pile-hand-pair" if melded else "take.pile-pair"
    if rank != TWO and any(card.rank == TWO for card in cards):
        yield broken("take.no-wild", cards=named(rank))
    yield broken(clause, why=why)


# -- melds ---------------------------------------------------------------------------------------


def _absent(state: MilleState, seat: int, cards: Sequence[Card], clause: str) -> Iterator[Violation]:
    """Yield why cards can't be used that aren't in the hand; `clause` is for cards in the seat's own melds."""
    unknown = [card for card in cards if not card.rank]
    absent = missing(cards, state.hands[seat]) or unknown
    if not absent:
        return
    laid = [card for meld in state.melds[seat] for card in meld]
    if not missing(absent, laid) and clause == "meld.no-rearrange":
        yield broken(clause, cards=codes(absent))
    elif not missing(absent, laid):
        yield broken(clause, why=f"{codes(absent)} can’t leave your meld. Take the pile with cards from your hand")
    yield not_held(absent, state.hands[seat])


def _too_wild(state: MilleState, meld: Sequence[Card]) -> Iterator[Violation]:
    """Yield why a meld has too many wild twos or too few natural cards. Rulebook: wild.one-natural."""
    wild, natural = wild_in(meld), len(meld) - wild_in(meld)
    if enough_naturals(state.options, len(meld), wild):
        return
    if natural < state.options.min_naturals:
        why = f"A meld with wild twos holds at least {in_word(state.options.min_naturals)} natural cards here"
    else:
        why = f"{codes(meld)} would have more wild twos than natural cards"
    yield broken("wild.one-natural", why=why)


def _not_alike(cards: Sequence[Card]) -> Iterator[Violation]:
    """Yield why these cards don't have one rank. Rulebook: meld.same-rank."""
    rank = rank_of(cards)
    odd = [card for card in cards if card.rank not in (rank, TWO)]
    if not odd:
        return
    ranks, suits = sorted(card.rank for card in cards), {card.suit for card in cards}
    if len(suits) == 1 and len(set(ranks)) == len(ranks) == ranks[-1] - ranks[0] + 1:
        yield broken("meld.same-rank", why=f"{codes(cards)} is a run, and there are no runs in Mille")
    else:
        yield broken("meld.same-rank", why=f"A meld is of one rank, and {_are_no(odd, rank)}")


def _are_no(cards: Sequence[Card], rank: int) -> str:
    return f"{codes(cards)} {'is' if len(cards) == 1 else 'are'} no {named(rank, len(cards))}"


def meld(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield the clauses that a new meld breaks.

    Rulebook: meld.same-rank, meld.one-per-rank, wild.one-natural, wild.meld-of-twos.
    """
    if len(move.groups) != 1:
        yield incomplete(move, "the cards of one meld")
        return
    cards = move.cards
    yield from _absent(state, seat, cards, "meld.no-rearrange")
    if len(cards) < SHORTEST:
        yield broken("meld.same-rank", why=f"A meld has three cards at least, and that is {in_word(len(cards))}")
    faults = list(_not_alike(cards))
    yield from faults
    if not faults:
        if state.place_of(seat, rank_of(cards)) is not None:
            yield broken("meld.one-per-rank", cards=codes(cards))
        if len(cards) >= SHORTEST:
            yield from _too_wild(state, cards)
    if not leaves_discard(state, seat, len(cards)):
        yield broken("out.no-discard-needed")


def add(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield the clauses broken by adding cards to a meld. Rulebook: meld.add-own, meld.own-only, wild.no-mix."""
    where = meld_at(state, seat, move.number)
    if where is None or len(move.groups) != 1:
        yield incomplete(move, "the number of a meld and the cards to add")
        return
    owner, place = where
    if owner != seat:
        yield broken("meld.own-only")
    cards, own = move.cards, state.melds[owner][place]
    yield from _absent(state, seat, cards, "meld.no-rearrange")
    odd = [card for card in cards if card.rank not in (own[0].rank, TWO)]
    if odd and own[0].rank == TWO:
        yield broken("wild.no-mix")
    elif odd:
        yield broken("meld.same-rank", why=_are_no(odd, own[0].rank))
    else:
        yield from _too_wild(state, (*own, *cards))
    if not leaves_discard(state, seat, len(cards)):
        yield broken("out.no-discard-needed")


def discard(state: MilleState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield the clauses that a discard breaks. Rulebook: discard.one."""
    cards = [card for group in move.groups for card in group]
    if len(cards) != 1:
        yield broken("discard.one")
    elif cards[0] not in state.hands[seat]:
        yield from _absent(state, seat, cards, "meld.no-rearrange")
