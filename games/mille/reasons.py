"""Tests of moves in Mille, and sentences on them for the bots' reasons and for hints."""

from __future__ import annotations

from games.engine.bot import Reason
from games.engine.claim import both, look, verb
from games.engine.hint import Advice
from games.engine.move import Move
from games.mille.laying import ENOUGH, PAIR, takings
from games.mille.melds import ALL, TWO, named, rank_of
from games.mille.state import MilleState
from games.mille.strategy import counts, is_dirty, seen
from games.words import figure, in_word, many, quoted

State = MilleState


# -- taking ----------------------------------------------------------------------------------------


def cannot_take(state: State, seat: int, move: Move) -> bool:
    return next(takings(state, seat), None) is None


def takes_with(state: State, seat: int, move: Move) -> bool:
    """Return whether the move takes the pile with cards from the hand."""
    return move.verb == "pile" and bool(move.cards)


def several(state: State, seat: int, move: Move) -> bool:
    return len(state.pile) > 1


# -- melding ---------------------------------------------------------------------------------------


def uses_wild(state: State, seat: int, move: Move) -> bool:
    """Return whether the move melds a two as a wild card."""
    rank = rank_of(move.cards) if move.verb == "meld" else state.melds[seat][(move.number or 1) - 1][0].rank
    return rank != TWO and any(card.rank == TWO for card in move.cards)


def is_clean(state: State, seat: int, move: Move) -> bool:
    return not is_dirty(state, seat)


def empties(state: State, seat: int, move: Move) -> bool:
    return len(move.cards) == len(state.hands[seat])


# -- discarding ------------------------------------------------------------------------------------


def is_last(state: State, seat: int, move: Move) -> bool:
    return len(state.hands[seat]) == 1


def is_alone(state: State, seat: int, move: Move) -> bool:
    """Return whether the hand has no other card of the discard's rank."""
    return counts(state.hands[seat])[move.cards[0].rank] == 1


def is_safe(state: State, seat: int, move: Move) -> bool:
    """Return whether the other player can't hold the cards to take the pile with this discard on top."""
    rank, known, other = move.cards[0].rank, seen(state, seat), 1 - seat
    if never_taken(state, seat, move):
        return True
    wanted = PAIR if state.place_of(other, rank) is None else ENOUGH[state.options.pile_matches_table]
    return known.theirs[rank] + min(known.unseen[rank], known.held) < wanted


def never_taken(state: State, seat: int, move: Move) -> bool:
    """Return whether no player can ever take a pile with this discard on top. Rulebook: take.two-with-twos."""
    return move.cards[0].rank == TWO and not state.options.twos_take_two


DRAWS, TAKES, LEAVES, DISCARDS = verb("stock"), verb("pile"), verb("leave"), verb("discard")
MELDS, ADDS, LAYS = verb("meld"), verb("add"), verb("meld", "add")


def whole_pile(state: State, seat: int, move: Move) -> str:
    return f"It brings me all {figure(len(state.pile), 'card')} of the pile."


def pile_rule(state: State, seat: int, move: Move) -> str:
    if not move.cards:
        return "take.starter-two" if state.starter_free else "take.pile-hand-pair"
    return "take.pile-pair"


REASONS = (
    Reason("I can't take the pile.", both(DRAWS, cannot_take), "take.stock"),
    Reason("The next card may be a good one.", DRAWS, "take.stock"),
    Reason(whole_pile, both(TAKES, several), pile_rule),
    Reason("It brings me the upcard.", TAKES, pile_rule),
    Reason("There is nothing to draw, and I can't take the pile.", both(LEAVES, cannot_take), "stock.dead"),
    Reason("There is nothing to draw, and I leave the pile.", LEAVES, "stock.dead"),
    Reason("It empties my hand.", both(LAYS, empties), "out.empty"),
    Reason("A wild two goes along.", both(LAYS, uses_wild), "wild.two"),
    Reason("It counts more on the table than in the hand.", LAYS, "score.hand"),
    Reason("It's my last card.", both(DISCARDS, is_last), "out.empty"),
    Reason("Nobody can take the pile with it.", both(DISCARDS, is_safe), "take.pile-pair"),
    Reason("I hold no other card of its rank.", both(DISCARDS, is_alone), "discard.one"),
    Reason("I have to discard one card.", clause="discard.one"),
)


def upcard(state: State, seat: int, move: Move) -> str:
    return f"Look at {quoted(state.pile[-1:])}."


def pair(state: State, seat: int, move: Move) -> str:
    return f"Look at {quoted(state.pile[-1:])} on the pile and {quoted(move.cards)} in your hand."


def size_of_pile(state: State, seat: int, move: Move) -> str:
    return f"The pile has {many(len(state.pile), 'card')}, and you can take it."


def other_hand(state: State, seat: int, move: Move) -> str:
    left = figure(len(state.hands[1 - seat]), "card")
    return f"The other player holds {left}: what lies there can't be caught in your hand."


def others_known(state: State, seat: int, move: Move) -> str:
    """Return a sentence with the discard and how many other cards of its rank the seat can locate."""
    rank = move.cards[0].rank
    number = ALL - 1 - seen(state, seat).unseen[rank]
    known = f"You know where {in_word(number)} other {named(rank, number)} {'is' if number == 1 else 'are'}."
    return f"Look at {quoted(move.cards)}. {known if number else f'You know of no other {named(rank, 1)}.'}"


PAIRS = "Whoever holds two cards like your discard may take the pile."
DEAD = "take.two-with-twos"

ADVICE = (
    Advice(
        "There is no card to be had any more.",
        "stock.dead",
        "Count what you hold, and end the hand.",
        both(LEAVES, cannot_take),
    ),
    Advice("The stock is used up. Take the pile, or end the hand?", "stock.dead", "Count what you hold.", LEAVES),
    Advice(
        "You can't take the pile, so draw.",
        "take.stock",
        "Look at the stock: nobody knows what comes.",
        both(DRAWS, cannot_take),
    ),
    Advice(
        "You can take the pile. Would it help you? If not, draw.",
        "take.stock",
        "Look at the stock: nobody knows what comes.",
        DRAWS,
    ),
    Advice(size_of_pile, "take.pile-pair", pair, takes_with),
    Advice("The pile is yours for the asking.", pile_rule, upcard, TAKES),
    Advice(
        "With a wild two your hand can't be clean. Is it worth that now?",
        "natural.clean",
        look,
        both(LAYS, uses_wild, is_clean),
    ),
    Advice("Your hand isn't clean any more. Where does a wild two help most?", "wild.two", look, both(LAYS, uses_wild)),
    Advice("What fits a meld of yours counts more on the table.", "meld.add-own", look, ADDS),
    Advice(other_hand, "meld.same-rank", look, MELDS),
    Advice(
        "One card is left, and it is your turn to discard.",
        "out.empty",
        "Throw it, and you are out.",
        both(DISCARDS, is_last),
    ),
    Advice("Nobody can take a pile with a two on top here.", DEAD, others_known, both(DISCARDS, never_taken)),
    Advice(
        f"{PAIRS} Throw what is hard to pair; keep your own pairs.",
        "take.pile-pair",
        others_known,
        both(DISCARDS, is_alone),
    ),
    Advice(PAIRS, "take.pile-pair", others_known, DISCARDS),
)
