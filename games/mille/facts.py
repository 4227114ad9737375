"""The facts and goals of Mille: questions about a position with their answers, and aims that moves can reach."""

from __future__ import annotations

from games.cards import RANKS, UNKNOWN, Card, list_missing_cards, parse_cards
from games.engine.calculations import (
    Calculation,
    explain_card_value_sum,
    explain_deck_count,
    explain_hand_count,
    explain_stock_count,
    explain_sum,
)
from games.engine.facts_and_goals import Moves, Seat, fact, goal, has_clause_ended_last_deal
from games.errors import BadText
from games.kit.rummy import quote_discard
from games.mille import score_explanations
from games.mille.endgame import can_go_out
from games.mille.melds import is_natural_meld
from games.mille.possible_moves import count_cards_to_take_pile, list_cards_to_take_pile
from games.mille.scoring import (
    VALUES,
    HandScore,
    compute_payment,
    convert_to_hundreds,
    get_skunk_level,
    is_clean_hand,
    score_melds,
    score_seat,
)
from games.mille.scoring import count_points as value_of
from games.mille.state import DECK, HAND, MilleState
from games.words import quote_cards, spell_count

# -- the deck and the deal -------------------------------------------------------------------------


@fact(
    "number",
    "How many cards are in the deck?",
    "There are {value} cards in the deck.",
    "setup.deck",
    constant=True,
    working=lambda state, seat: explain_deck_count(2, 0),
)
def deck(state: MilleState, seat: int) -> int:
    return len(DECK)


@fact(
    "number",
    "How many cards of rank {rank} are there?",
    "There are {value} cards of rank {rank}.",
    "setup.deck",
    constant=True,
    working=lambda state, seat, rank: explain_sum(("in each deck", 4 * (rank in RANKS)), times=2),
)
def of_rank(state: MilleState, seat: int, rank: str) -> int:
    return sum(RANKS[card.rank - 1] == rank for card in DECK)


@fact(
    "number",
    "How many cards is each player dealt?",
    "Each player is dealt {value} cards.",
    "deal.hand-size",
    constant=True,
    working=lambda state, seat: explain_sum(("cards for each player", HAND)),
)
def dealt(state: MilleState, seat: int) -> int:
    return HAND


@fact("player", "Who has the first turn of this hand?", "{value} has the first turn.", "turn.first")
def first(state: MilleState, seat: int) -> int | None:
    return (
        None if state.match.dealer is None or not state.is_dealt or state.is_between_deals else 1 - state.match.dealer
    )


@fact(
    "number",
    "How many cards does {owner} hold?",
    "{owner} holds {value} cards.",
    "take.whole-pile",
    working=explain_hand_count,
)
def held(state: MilleState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact(
    "number",
    "How many cards are in the stock?",
    "There are {value} cards in the stock.",
    "stock.reshuffle",
    working=explain_stock_count,
)
def left_in_stock(state: MilleState, seat: int) -> int:
    return len(state.stock)


# -- the pile --------------------------------------------------------------------------------------


@fact(
    "yes-no",
    "Can you take the pile?",
    "You can take the pile.",
    "take.pile-pair take.no-wild take.pile-hand-pair take.two-with-twos take.starter-two",
)
def may_take(state: MilleState, seat: int) -> bool | None:
    is_deciding = state.phase == "take" and state.turn == seat and UNKNOWN not in state.hands[seat]
    return next(list_cards_to_take_pile(state, seat), None) is not None if is_deciding else None


@fact(
    "number",
    "How many cards from your hand do you need to take the pile?",
    "You need {value} cards from your hand to take the pile.",
    "take.pile-pair take.pile-hand-pair take.two-with-twos",
    working=lambda state, seat: explain_sum(("cards of the upcard’s rank", count_cards_to_take_pile(state, seat) or 0)),
)
def needs(state: MilleState, seat: int) -> int | None:
    return count_cards_to_take_pile(state, seat) if state.phase == "take" and state.turn == seat else None


@fact("cards", "Which card is on top of the pile?", "{value} is on top of the pile.", "discard.one")
def upcard(state: MilleState, seat: int) -> list[Card]:
    return state.pile[-1:]


@fact("yes-no", "Can you go out this turn?", "You can go out this turn.", "out.empty out.no-discard-needed")
def out_now(state: MilleState, seat: int) -> bool | None:
    is_playing = state.phase in ("take", "table") and state.turn == seat and UNKNOWN not in state.hands[seat]
    return can_go_out(state, seat) if is_playing else None


# -- points ----------------------------------------------------------------------------------------


@fact(
    "number",
    "What is the value of `{cards}`?",
    "The value of `{cards}` is {value} points.",
    "value.table value.wild",
    working=lambda state, seat, *cards: explain_card_value_sum(parse_cards(" ".join(cards)), VALUES.__getitem__),
)
def worth(state: MilleState, seat: int, *cards: str) -> int:
    return value_of(parse_cards(" ".join(cards)))


def _score_visible_melds(state: MilleState, owner: int) -> HandScore:
    """Return the score of `owner`'s melds, without the cards left in hand, which other players can't see.

    If the owner has no cards left, the score has the bonus for going out.
    """
    return score_melds(state.options, state.melds[owner], (), not state.hands[owner])


def _explain_meld_points(state: MilleState, owner: int) -> Calculation:
    return explain_sum(
        *score_explanations.explain_meld_points(state.options, state.melds[owner], not state.hands[owner])
    )


def _explain_score(state: MilleState, seat: int, owner: int) -> Calculation:
    hand = state.hands[owner]
    return score_explanations.explain_score(state.options, state.melds[owner], hand, not hand)


@fact(
    "number",
    "What are {owner}’s melds worth, with all doubling?",
    "{owner}’s melds are worth {value} points, with all doubling.",
    "natural.eight natural.eight-with-wild natural.eight-twos natural.clean natural.clean-scope natural.both",
    working=lambda state, seat, owner: _explain_meld_points(state, owner),
)
def laid(state: MilleState, seat: int, owner: Seat) -> int:
    return _score_visible_melds(state, owner).melds


@fact(
    "number",
    "What are the cards left in {owner}’s hand worth?",
    "The cards left in {owner}’s hand are worth {value} points.",
    "value.table score.hand",
    working=lambda state, seat, owner: explain_card_value_sum(state.hands[owner], VALUES.__getitem__),
)
def left(state: MilleState, seat: int, owner: Seat) -> int | None:
    return None if UNKNOWN in state.hands[owner] else value_of(state.hands[owner])


@fact(
    "number",
    "What would {owner} score if the hand ended now?",
    "{owner} would score {value} if the hand ended now.",
    "score.hand score.chapeau natural.clean-scope",
    working=_explain_score,
)
def score(state: MilleState, seat: int, owner: Seat) -> int | None:
    result = score_seat(state, owner)
    return None if result is None else result.total


@fact(
    "yes-no",
    "Is {owner}’s hand clean now?",
    "{owner}’s hand is clean now.",
    "natural.clean natural.clean-scope",
)
def clean(state: MilleState, seat: int, owner: Seat) -> bool:
    return is_clean_hand(state.options, state.melds[owner], not state.hands[owner])


@fact(
    "number",
    "How many asterisks does {owner} have for this hand?",
    "{owner} has {value} asterisks for this hand.",
    "natural.marks",
    working=score_explanations.explain_asterisks,
)
def asterisks(state: MilleState, seat: int, owner: Seat) -> int:
    return _score_visible_melds(state, owner).marks


@fact(
    "yes-no",
    "Is {owner}’s meld {number} a natural?",
    "{owner} has a natural in meld {number}.",
    "natural.eight natural.eight-with-wild natural.eight-twos",
)
def natural(state: MilleState, seat: int, owner: Seat, number: int) -> bool:
    if not 1 <= number <= len(state.melds[owner]):
        raise BadText(
            "not one of this seat’s melds",
            number,
            f"a number from 1 to {len(state.melds[owner])}" if state.melds[owner] else "",
        )
    return is_natural_meld(state.melds[owner][number - 1])


@fact(
    "yes-no",
    "Would {owner} have a chapeau if the hand ended now?",
    "{owner} would have a chapeau if the hand ended now.",
    "score.chapeau",
)
def chapeau(state: MilleState, seat: int, owner: Seat) -> bool | None:
    result = score_seat(state, owner)
    return None if result is None else result.total < 0


# -- the game --------------------------------------------------------------------------------------


@fact("yes-no", "Is the hand over?", "The hand is over.", "out.empty stock.dead", has_clause_ended_last_deal)
def hand_over(state: MilleState, seat: int) -> bool:
    return state.phase in ("between", "over")


@fact("player", "Who has won the match?", "{value} has won the match.", "match.target match.winner")
def winner(state: MilleState, seat: int) -> int | None:
    return state.match.winners[0] if state.match.winners else None


@fact("yes-no", "Is the match over?", "The match is over.", "match.target match.winner")
def game_over(state: MilleState, seat: int) -> bool:
    return state.match.over


@fact("yes-no", "Is the loser a skunk?", "The loser is a skunk.", "match.skunk")
def skunked(state: MilleState, seat: int) -> bool | None:
    return get_skunk_level(state) > 0 if state.match.winners else None


@fact("yes-no", "Is the loser a double skunk?", "The loser is a double skunk.", "match.double-skunk")
def doubly_skunked(state: MilleState, seat: int) -> bool | None:
    return get_skunk_level(state) > 1 if state.match.winners else None


@fact(
    "number",
    "What does the loser pay?",
    "The loser pays {value}.",
    "pay.stakes pay.base pay.not-counted pay.rounding pay.multiplier",
    working=score_explanations.explain_payment,
)
def payment_due(state: MilleState, seat: int) -> int | None:
    return compute_payment(state)


@fact(
    "number",
    "By how many hundreds do the totals differ?",
    "The totals differ by {value} hundreds.",
    "pay.rounding",
    working=score_explanations.explain_difference,
)
def difference(state: MilleState, seat: int) -> int:
    low, high = sorted(state.match.scores)
    return convert_to_hundreds(high) - convert_to_hundreds(low)


# -- goals -----------------------------------------------------------------------------------------


def _list_melded_cards(moves: Moves) -> list[Card]:
    return [card for move in moves if move.verb != "discard" for card in move.cards]


def _explain_cards_not_melded(start: MilleState, moves: Moves, now: MilleState, *cards: str) -> str:
    left_out = quote_cards(list_missing_cards(parse_cards(" ".join(cards)), _list_melded_cards(moves)))
    return (
        f"Discarding {quote_discard(moves)} ended your turn. You could have melded {left_out}."
        if quote_discard(moves)
        else ""
    )


@goal("You have melded {cards}.", _explain_cards_not_melded)
def on_table(start: MilleState, moves: Moves, now: MilleState, *cards: str) -> bool:
    return not list_missing_cards(parse_cards(" ".join(cards)), _list_melded_cards(moves))


def _explain_card_not_kept(start: MilleState, moves: Moves, now: MilleState, *cards: str) -> str:
    missing = list_missing_cards(parse_cards(" ".join(cards)), now.hands[0])
    return f"You should have kept {quote_cards(missing)}." if missing else ""


@goal("You have ended your turn and kept {cards}.", _explain_card_not_kept)
def kept(start: MilleState, moves: Moves, now: MilleState, *cards: str) -> bool:
    ended = any(move.verb == "discard" for move in moves)
    return ended and not list_missing_cards(parse_cards(" ".join(cards)), now.hands[0])


def _explain_pile_not_taken(start: MilleState, moves: Moves, now: MilleState) -> str:
    drawn = any(move.verb == "stock" for move in moves)
    return "You drew from the stock, so you didn’t take the pile." if drawn else ""


@goal("You have taken the pile.", _explain_pile_not_taken)
def took_pile(start: MilleState, moves: Moves, now: MilleState) -> bool:
    return any(move.verb == "pile" for move in moves)


def _explain_not_gone_out(start: MilleState, moves: Moves, now: MilleState) -> str:
    cards_left = spell_count(len(now.hands[0]), "card")
    return (
        f"Discarding {quote_discard(moves)} ended your turn. You still hold {cards_left}."
        if quote_discard(moves)
        else ""
    )


@goal("You have gone out.", _explain_not_gone_out)
def out(start: MilleState, moves: Moves, now: MilleState) -> bool:
    new = now.match.results[len(start.match.results) :]
    return any(result.facts.get("out") == 0 for result in new)


def _explain_not_clean(start: MilleState, moves: Moves, now: MilleState) -> str:
    if is_clean_hand(now.options, now.melds[0], not now.hands[0]):
        return ""
    return "You’ve melded a wild two, so your hand isn’t clean anymore." if now.melds[0] else ""


@goal("You have ended your turn, and your hand is clean.", _explain_not_clean)
def stayed_clean(start: MilleState, moves: Moves, now: MilleState) -> bool:
    ended = any(move.verb == "discard" for move in moves) or bool(now.match.results[len(start.match.results) :])
    return ended and is_clean_hand(now.options, now.melds[0], True)
