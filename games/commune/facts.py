"""The facts of Commune (questions about a table) and its goals (what moves can reach).

Hands are written as in moves: “pair kings”.
"""

from __future__ import annotations

from collections import Counter

from games.cards import UNKNOWN, Card
from games.commune.hand_presence import CardCounts, find_highest_declaration, is_wild
from games.commune.hand_presence import is_hand_present as is_hand_present
from games.commune.ladder import KINDS, Declaration, list_declaration_card_codes, parse_declaration
from games.commune.odds import Odds
from games.commune.state import CommuneState, build_full_deck
from games.commune.strategy import CALL, SeatEstimator
from games.engine.calculations import (
    Calculation,
    explain_card_count,
    explain_deck_count,
    explain_stock_count,
    explain_subtraction,
    explain_sum,
)
from games.engine.facts_and_goals import Moves, Seat, fact, goal
from games.engine.move import Move
from games.errors import BadText


def _parse_hand(words: tuple[str, ...]) -> Declaration:
    """Parse a hand from its words. Raises BadText."""
    hand = parse_declaration(" ".join(words))
    if hand is None:
        raise BadText("not a poker hand", " ".join(words), "a hand, such as “pair kings”")
    return hand


def _list_cards_if_all_known(state: CommuneState) -> list[Card]:
    """Return all cards in play, or an empty list while some are hidden."""
    cards = state.list_cards_of_all_hands()
    return [] if UNKNOWN in cards else cards


# -- how numbers are computed ----------------------------------------------------------------------


def _count_cards_by_player(state: CommuneState) -> list[tuple[str, int]]:
    return [(f"{{{owner}}}", len(hand)) for owner, hand in enumerate(state.hands)]


def _explain_ladder_steps(state: CommuneState, seat: int) -> Calculation:
    kinds = Counter(step.kind for step in state.ladder.steps)
    return explain_sum(*((KINDS[kind], number) for kind, number in kinds.items()))


def _explain_wild_card_count(state: CommuneState, seat: int) -> Calculation:
    wild = [card for card in build_full_deck(state.options) if is_wild(card, state.options)]
    jokers = sum(not card.rank for card in wild)
    return explain_sum(("jokers", jokers), ("twos", len(wild) - jokers))


def explain_next_hand_size(state: CommuneState, seat: int, owner: int) -> Calculation:
    """Return how `owner`'s next hand size is calculated: one card, plus one for each token lost, or 0 without a token.

    `seat` is the seat that asks. It makes no difference, since everyone sees the tokens.
    """
    tokens, start = state.match.scores[owner], state.options.start_tokens
    if not tokens:
        return explain_sum(("out, without a token", 0))
    return explain_sum(("one card", 1), ("tokens lost", start - tokens))


def _explain_missing_cards(state: CommuneState, hand: Declaration) -> Calculation:
    needed = len(list_declaration_card_codes(hand))
    return explain_subtraction(
        ("cards of that hand", needed), ("of them there", needed - (_count_missing_cards(state, hand) or 0))
    )


def _explain_fewest_hands(state: CommuneState, seat: int) -> Calculation:
    return explain_sum(("the tokens of each who loses", state.options.start_tokens), times=state.seats - 1)


def _explain_most_hands(state: CommuneState, seat: int) -> Calculation:
    return explain_subtraction(("all tokens", state.options.start_tokens * state.seats), ("the winner’s last", 1))


# -- the ladder ------------------------------------------------------------------------------------


@fact(
    "number",
    "How many steps does the ladder have?",
    "The ladder has {value} steps.",
    "ladder.high",
    working=_explain_ladder_steps,
)
def steps(state: CommuneState, seat: int) -> int:
    return len(state.ladder)


@fact("word", "Which hand is the lowest step of the ladder?", "The ladder starts with {value}.", "ladder.high")
def bottom(state: CommuneState, seat: int) -> str:
    return str(state.ladder.steps[0])


@fact("word", "Which hand is the highest step of the ladder?", "The ladder ends with {value}.", "ladder.five")
def top(state: CommuneState, seat: int) -> str:
    return str(state.ladder.steps[-1])


@fact(
    "number",
    "Which step of the ladder is the latest declaration?",
    "It’s step {value}.",
    working=lambda state, seat: explain_sum(
        ("steps below it" if state.last_declared_place >= 0 else "nothing is declared", state.last_declared_place)
    ),
)
def step(state: CommuneState, seat: int) -> int:
    return state.last_declared_place


@fact("word", "Which step comes next?", "The next step is {value}.", "declare.must-be-higher")
def following(state: CommuneState, seat: int) -> str:
    return (
        str(state.ladder.steps[state.last_declared_place + 1])
        if state.last_declared_place < state.ladder.top_place
        else ""
    )


@fact("word", "Which of these is highest: {hands}?", "{value} is highest.", "declare.must-be-higher")
def highest_of(state: CommuneState, seat: int, *hands: str) -> str:
    named = [_parse_hand(tuple(text.split())) for text in " ".join(hands).split("/")]
    for hand in named:
        if not state.ladder.has_declaration(hand):
            raise BadText("not on the ladder under these house rules", hand)
    return str(max(named, key=state.ladder.index))


# -- cards -----------------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards does the deck have?",
    "The deck has {value} cards.",
    "deck.54",
    working=lambda state, seat: explain_deck_count(1, state.options.jokers),
)
def deck(state: CommuneState, seat: int) -> int:
    return len(build_full_deck(state.options))


@fact(
    "number",
    "How many cards in the deck are wild?",
    "{value} cards in the deck are wild.",
    "deck.wilds",
    working=_explain_wild_card_count,
)
def wild_cards(state: CommuneState, seat: int) -> int:
    return sum(is_wild(card, state.options) for card in build_full_deck(state.options))


@fact(
    "number",
    "How many cards are in play?",
    "{value} cards are in play.",
    "call.ends-hand",
    working=lambda state, seat: explain_sum(*_count_cards_by_player(state)),
)
def in_play(state: CommuneState, seat: int) -> int:
    return len(state.list_cards_of_all_hands())


@fact(
    "number",
    "How many cards are set aside?",
    "{value} cards are set aside.",
    "deal.stub-unused",
    working=explain_stock_count,
)
def aside(state: CommuneState, seat: int) -> int:
    return len(state.stock)


@fact(
    "number",
    "How many cards are there in all?",
    "There are {value} cards in all.",
    "deal.reshuffle",
    working=lambda state, seat: explain_sum(
        ("in the hands", len(state.list_cards_of_all_hands())), ("aside", len(state.stock))
    ),
)
def all_cards(state: CommuneState, seat: int) -> int:
    return len(state.list_cards_of_all_hands()) + len(state.stock)


@fact("numbers", "How many cards does each player have?", "They have {value}.", "deal.hand-size")
def held(state: CommuneState, seat: int) -> list[int]:
    return [len(hand) for hand in state.hands]


@fact("numbers", "How many cards will each player be dealt?", "They’ll be dealt {value}.", "deal.hand-size")
def cards(state: CommuneState, seat: int) -> list[int]:
    return [_get_next_hand_size(state, one) for one in range(state.seats)]


@fact(
    "number",
    "How many cards will {owner} be dealt?",
    "{owner} will be dealt {value} cards.",
    "deal.hand-size",
    working=explain_next_hand_size,
)
def cards_of(state: CommuneState, seat: int, owner: Seat) -> int:
    return _get_next_hand_size(state, owner)


def _get_next_hand_size(state: CommuneState, owner: int) -> int:
    tokens = state.match.scores[owner]
    return state.options.start_tokens + 1 - tokens if tokens else 0


# -- hands that are there --------------------------------------------------------------------------


@fact("yes-no", "Is the declared hand there?", "The declared hand is there.", "present.contained")
def present(state: CommuneState, seat: int) -> bool | None:
    return _is_hand_there(state, state.declared[-1].hand) if state.declared else None


@fact("yes-no", "Is this hand there: {hand}?", "This hand is there: {hand}.", "present.contained")
def there(state: CommuneState, seat: int, *hand: str) -> bool | None:
    return _is_hand_there(state, _parse_hand(hand))


@fact(
    "number",
    "How many cards are missing for the declared hand?",
    "{value} cards are missing for the declared hand.",
    "present.contained",
    working=lambda state, seat: _explain_missing_cards(state, state.declared[-1].hand),
)
def missing(state: CommuneState, seat: int) -> int | None:
    return _count_missing_cards(state, state.declared[-1].hand) if state.declared else None


@fact(
    "number",
    "How many cards are missing for this hand: {hand}?",
    "{value} cards are missing for this hand: {hand}.",
    "present.contained",
    working=lambda state, seat, *hand: _explain_missing_cards(state, _parse_hand(hand)),
)
def lacking(state: CommuneState, seat: int, *hand: str) -> int | None:
    return _count_missing_cards(state, _parse_hand(hand))


def _is_hand_there(state: CommuneState, hand: Declaration) -> bool | None:
    known = _list_cards_if_all_known(state)
    return is_hand_present(hand, known, state.options) if known else None


def _count_missing_cards(state: CommuneState, hand: Declaration) -> int | None:
    known = _list_cards_if_all_known(state)
    return CardCounts(known, state.options).count_missing_cards(hand) if known else None


@fact(
    "number",
    "How many wild cards are there?",
    "There are {value} wild cards.",
    "deck.wilds",
    working=lambda state, seat: explain_card_count(
        [card for card in _list_cards_if_all_known(state) if is_wild(card, state.options)]
    ),
)
def wilds(state: CommuneState, seat: int) -> int | None:
    known = _list_cards_if_all_known(state)
    return CardCounts(known, state.options).wilds if known else None


@fact("word", "What is the highest hand that is there?", "The highest is {value}.", "call.not-best")
def best(state: CommuneState, seat: int) -> str | None:
    known = _list_cards_if_all_known(state)
    place = find_highest_declaration(known, state.options, state.ladder) if known else -1
    return str(state.ladder.steps[place]) if place >= 0 else "" if known else None


@fact("yes-no", "Is {hand} there {least} to {most} times in 100?", "It’s there that often.")
def chance(state: CommuneState, seat: int, least: int, most: int, *hand: str) -> bool:
    unseen = sum(map(len, state.hands)) - len(state.hands[seat])
    return least <= 100 * Odds(state.hands[seat], unseen, state.options).compute_chance(_parse_hand(hand)) <= most


@fact("word", "Would a careful player call, or raise?", "A careful player would {value}.")
def sensible(state: CommuneState, seat: int) -> str:
    own = tuple(state.hands[seat])
    mind = SeatEstimator(state.options, seat, own, len(state.list_cards_of_all_hands()) - len(own))
    spoken = [(one.seat, one.place) for one in state.declared]
    return "call" if mind.choose_declaration_or_call(spoken) == CALL else "raise"


# -- seats and tokens ------------------------------------------------------------------------------


@fact("player", "Whose turn is it?", "It’s {value}’s turn.", "declare.turn-order")
def turn(state: CommuneState, seat: int) -> int:
    return state.turn


@fact("player", "Who declares first?", "{value} declares first.", "declare.first")
def first(state: CommuneState, seat: int) -> int | None:
    return state.get_first_declarer() if state.match.dealer is not None and len(state.list_active_seats()) > 1 else None


@fact("player", "Who comes after {owner}?", "{value} comes after {owner}.", "declare.turn-order")
def after(state: CommuneState, seat: int, owner: Seat) -> int:
    return state.get_next_seat(owner)


@fact("numbers", "How many tokens does each player have?", "They have {value}.", "tokens.start")
def tokens(state: CommuneState, seat: int) -> list[int]:
    return state.match.scores


@fact("player", "Who last lost a token?", "{value} last lost a token.", "call.caller-loses call.declarer-loses")
def loser(state: CommuneState, seat: int) -> int | None:
    return state.loser


@fact(
    "number",
    "What is the shortest match, in hands?",
    "A match takes at least {value} hands.",
    "match.last-standing",
    working=_explain_fewest_hands,
)
def fewest_hands(state: CommuneState, seat: int) -> int:
    return state.options.start_tokens * (state.seats - 1)


@fact(
    "number",
    "What is the longest match, in hands?",
    "A match takes at most {value} hands.",
    "match.last-standing",
    working=_explain_most_hands,
)
def most_hands(state: CommuneState, seat: int) -> int:
    return state.options.start_tokens * state.seats - 1


# -- goals -----------------------------------------------------------------------------------------


CALLED = "You called, and that ends the hand. This time, declare a hand."


def _explain_hand_not_declared(start: CommuneState, moves: Moves, now: CommuneState, *hand: str) -> str:
    return (
        f"You declared {last.spoken_name}. This step calls for a different hand."
        if (last := _get_declared_hand(moves[-1]))
        else CALLED
    )


@goal("You have declared {hand}.", _explain_hand_not_declared)
def said(start: CommuneState, moves: Moves, now: CommuneState, *hand: str) -> bool:
    return any(_get_declared_hand(move) == _parse_hand(hand) for move in moves)


def _explain_declaration_not_raised(start: CommuneState, moves: Moves, now: CommuneState) -> str:
    return CALLED


@goal("You have declared a hand.", _explain_declaration_not_raised)
def raised(start: CommuneState, moves: Moves, now: CommuneState) -> bool:
    return any(_get_declared_hand(move) is not None for move in moves)


def _explain_declaration_not_true(start: CommuneState, moves: Moves, now: CommuneState) -> str:
    if hand := _get_declared_hand(moves[-1]):
        return f"Your own cards don’t make {hand.spoken_name}. Other cards might, but you can’t know."
    return CALLED


@goal("You have declared a hand that your own cards make.", _explain_declaration_not_true)
def declared_truly(start: CommuneState, moves: Moves, now: CommuneState) -> bool:
    hands = [hand for move in moves if (hand := _get_declared_hand(move)) is not None]
    return any(is_hand_present(hand, start.hands[0], start.options) for hand in hands)


def _get_declared_hand(move: Move) -> Declaration | None:
    hand = parse_declaration(str(move))
    return hand if hand is None or hand.kind != "two-pair" else hand._replace(suit="")
