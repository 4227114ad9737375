"""Sentences about moves in Mille, for bots' reasons and for hints, with functions that say when they're true."""

from __future__ import annotations

from games.engine.bot import Reason
from games.engine.claim import build_look_at_cards_sentence, build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Move
from games.mille.melds import ALL, TWO, get_meld_rank, name_rank
from games.mille.possible_moves import ENOUGH, PAIR, list_cards_to_take_pile
from games.mille.state import MilleState
from games.mille.strategy import count_cards_by_rank, count_known_cards, has_melded_wild_two
from games.words import format_count, quote_cards, spell_count, spell_number

State = MilleState


# -- taking ----------------------------------------------------------------------------------------


def cannot_take_pile(state: State, seat: int, move: Move) -> bool:
    return next(list_cards_to_take_pile(state, seat), None) is None


def is_taking_pile_with_cards(state: State, seat: int, move: Move) -> bool:
    """Return whether the move takes the pile with cards from the hand."""
    return move.verb == "pile" and bool(move.cards)


def has_several_pile_cards(state: State, seat: int, move: Move) -> bool:
    return len(state.pile) > 1


# -- melding ---------------------------------------------------------------------------------------


def is_melding_wild_two(state: State, seat: int, move: Move) -> bool:
    """Return whether the move melds a wild two."""
    rank = get_meld_rank(move.cards) if move.verb == "meld" else state.melds[seat][(move.number or 1) - 1][0].rank
    return rank != TWO and any(card.rank == TWO for card in move.cards)


def has_clean_hand(state: State, seat: int, move: Move) -> bool:
    return not has_melded_wild_two(state, seat)


def is_emptying_hand(state: State, seat: int, move: Move) -> bool:
    return len(move.cards) == len(state.hands[seat])


# -- discarding ------------------------------------------------------------------------------------


def has_one_card_left(state: State, seat: int, move: Move) -> bool:
    return len(state.hands[seat]) == 1


def is_only_of_rank(state: State, seat: int, move: Move) -> bool:
    """Return whether the hand has no other card of the same rank as the discard."""
    return count_cards_by_rank(state.hands[seat])[move.cards[0].rank] == 1


def is_safe_discard(state: State, seat: int, move: Move) -> bool:
    """Return whether the other player can't hold the cards to take the pile with this discard on top."""
    rank, known, other = move.cards[0].rank, count_known_cards(state, seat), 1 - seat
    if is_pile_untakeable_after_discard(state, seat, move):
        return True
    needed = PAIR if state.find_meld_index(other, rank) is None else ENOUGH[state.options.pile_matches_table]
    return known.theirs[rank] + min(known.unseen[rank], known.held) < needed


def is_pile_untakeable_after_discard(state: State, seat: int, move: Move) -> bool:
    """Return whether no player will be able to take the pile with this discard on top. Rulebook: take.two-with-twos."""
    return move.cards[0].rank == TWO and not state.options.twos_take_two


DRAWS, TAKES, LEAVES, DISCARDS = (
    build_verb_test("stock"),
    build_verb_test("pile"),
    build_verb_test("leave"),
    build_verb_test("discard"),
)
MELDS, ADDS, LAYS = build_verb_test("meld"), build_verb_test("add"), build_verb_test("meld", "add")


def describe_pile_gain(state: State, seat: int, move: Move) -> str:
    return f"I get all {format_count(len(state.pile), 'card')} in the pile."


def get_pile_taking_clause(state: State, seat: int, move: Move) -> str:
    if not move.cards:
        return "take.starter-two" if state.is_starter_two_takeable else "take.pile-hand-pair"
    return "take.pile-pair"


REASONS = (
    Reason("I can’t take the pile.", require_all(DRAWS, cannot_take_pile), "take.stock"),
    Reason("The next card might be better.", DRAWS, "take.stock"),
    Reason(describe_pile_gain, require_all(TAKES, has_several_pile_cards), get_pile_taking_clause),
    Reason("I get the upcard.", TAKES, get_pile_taking_clause),
    Reason(
        "There’s no card to draw, and I can’t take the pile.",
        require_all(LEAVES, cannot_take_pile),
        "stock.dead",
    ),
    Reason("There’s no card to draw, and I don’t want the pile.", LEAVES, "stock.dead"),
    Reason("It empties my hand.", require_all(LAYS, is_emptying_hand), "out.empty"),
    Reason("I can use a wild two.", require_all(LAYS, is_melding_wild_two), "wild.two"),
    Reason("These cards score when melded, and cost points in my hand.", LAYS, "score.hand"),
    Reason("It’s my last card.", require_all(DISCARDS, has_one_card_left), "out.empty"),
    Reason(
        "My opponent can’t take the pile after this discard.", require_all(DISCARDS, is_safe_discard), "take.pile-pair"
    ),
    Reason("I don’t have any other card of this rank.", require_all(DISCARDS, is_only_of_rank), "discard.one"),
    Reason("I have to discard one card.", clause="discard.one"),
)


def point_at_upcard(state: State, seat: int, move: Move) -> str:
    return f"Look at {quote_cards(state.pile[-1:])}."


def point_at_upcard_and_pair(state: State, seat: int, move: Move) -> str:
    return f"Look at {quote_cards(state.pile[-1:])} on the pile and {quote_cards(move.cards)} in your hand."


def describe_pile_size(state: State, seat: int, move: Move) -> str:
    return f"You can take the pile. It has {spell_count(len(state.pile), 'card')}."


def describe_opponent_hand(state: State, seat: int, move: Move) -> str:
    left = spell_count(len(state.hands[1 - seat]), "card")
    return f"Your opponent has {left} left. Cards you’ve melded can’t cost you points."


def describe_known_cards(state: State, seat: int, move: Move) -> str:
    """Return two sentences of a hint about a discard.

    The first says to look at the card. The second counts the other cards of its rank that the seat can locate.
    """
    rank = move.cards[0].rank
    number = ALL - 1 - count_known_cards(state, seat).unseen[rank]
    known = f"You know where {spell_number(number)} other {name_rank(rank, number)} {'is' if number == 1 else 'are'}."
    unknown = f"You don’t know where any other {name_rank(rank, 1)} is."
    return f"Look at {quote_cards(move.cards)}. {known if number else unknown}"


PAIRS = "If your opponent has a pair of your discard’s rank, they can take the pile."
DEAD = "take.two-with-twos"

ADVICE = (
    HintTemplate(
        "You can’t draw, and you can’t take the pile.",
        "stock.dead",
        "Add up your score, and end the hand.",
        require_all(LEAVES, cannot_take_pile),
    ),
    HintTemplate(
        "The stock is empty. Is it better to take the pile or end the hand?", "stock.dead", "Add up your score.", LEAVES
    ),
    HintTemplate(
        "You can’t take the pile, so you have to draw.",
        "take.stock",
        "Look at the stock.",
        require_all(DRAWS, cannot_take_pile),
    ),
    HintTemplate(
        "You can take the pile. If you can’t use it, draw.",
        "take.stock",
        "Look at the stock.",
        DRAWS,
    ),
    HintTemplate(describe_pile_size, "take.pile-pair", point_at_upcard_and_pair, is_taking_pile_with_cards),
    HintTemplate(
        "You can take the pile without a card from your hand.", get_pile_taking_clause, point_at_upcard, TAKES
    ),
    HintTemplate(
        "If you use a wild two, your hand can’t be clean. Is it worth it?",
        "natural.clean",
        build_look_at_cards_sentence,
        require_all(LAYS, is_melding_wild_two, has_clean_hand),
    ),
    HintTemplate(
        "Your hand isn’t clean anymore. Where does a wild two help most?",
        "wild.two",
        build_look_at_cards_sentence,
        require_all(LAYS, is_melding_wild_two),
    ),
    HintTemplate("You can lay off a card on one of your melds.", "meld.add-own", build_look_at_cards_sentence, ADDS),
    HintTemplate(describe_opponent_hand, "meld.same-rank", build_look_at_cards_sentence, MELDS),
    HintTemplate(
        "You have one card left.",
        "out.empty",
        "Discard it and go out.",
        require_all(DISCARDS, has_one_card_left),
    ),
    HintTemplate(
        "At this table, nobody can take a pile with a two on top.",
        DEAD,
        describe_known_cards,
        require_all(DISCARDS, is_pile_untakeable_after_discard),
    ),
    HintTemplate(
        "Keep your pairs. Discard a card you hold only once.",
        "take.pile-pair",
        describe_known_cards,
        require_all(DISCARDS, is_only_of_rank),
    ),
    HintTemplate(PAIRS, "take.pile-pair", describe_known_cards, DISCARDS),
)
