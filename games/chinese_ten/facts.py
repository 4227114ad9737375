"""The facts and goals of Chinese Ten: questions about a position, and aims that moves can reach."""

from __future__ import annotations

from games.cards import PACK, SUIT_NAMES, UNKNOWN, Card, format_cards, get_plural_rank_name, parse_card, parse_cards
from games.chinese_ten.card_values import (
    LAID,
    PARTNER,
    SELF_MATCHING,
    classify_layout,
    compute_equal_share,
    count_all_points,
    get_deck,
)
from games.chinese_ten.card_values import get_points_by_card as worth_at
from games.chinese_ten.scoring import compute_totals, count_red_pairs, list_deal_winners
from games.chinese_ten.state import TURNS, ChineseTenState
from games.chinese_ten.strategy import list_partners, list_unseen_cards
from games.engine.calculations import (
    Calculation,
    explain_card_count,
    explain_card_value_sum,
    explain_count,
    explain_deck_count,
    explain_hand_count,
    explain_place_count,
    explain_stock_count,
    explain_sum,
)
from games.engine.facts_and_goals import Moves, Seat, fact, goal
from games.words import quote_cards

# -- workings of numbers -------------------------------------------------------------------------------------


def _explain_cards_left_over(state: ChineseTenState, seat: int) -> Calculation:
    hands = sum(map(len, state.hands))
    return explain_sum(("hands", hands), ("stock", len(state.stock)), ("layout", len(state.layout)))


def _explain_turns_left(state: ChineseTenState, seat: int) -> Calculation:
    return explain_sum(("one turn for each card of the stock", len(state.stock)), ("this one", state.phase == "choose"))


def _explain_points_in_deck(state: ChineseTenState, seat: int) -> Calculation:
    """Return how the points of all cards in the deck are calculated: the points of each suit, and of the jokers."""
    worth = worth_at(state.options, state.seats)
    suits = [(name, [card for card in get_deck(state.seats) if card.suit == suit]) for suit, name in SUIT_NAMES.items()]
    jokers = [card for card in get_deck(state.seats) if not card.rank]
    return explain_sum(*((name, sum(worth[card] for card in cards)) for name, cards in [*suits, ("jokers", jokers)]))


def _explain_red_pairs(state: ChineseTenState, seat: int, owner: int) -> Calculation:
    red = [card for card in state.piles[owner] if card.is_red and card.rank in SELF_MATCHING]
    ranks = [rank for rank in SELF_MATCHING if [card.rank for card in red].count(rank) == 2]
    return explain_count(
        f"{get_plural_rank_name(rank)} `{format_cards(card for card in red if card.rank == rank)}`" for rank in ranks
    )


def _explain_equal_share(state: ChineseTenState, seat: int) -> Calculation:
    return explain_sum(("all points", count_all_points(state.options, state.seats)), among=state.seats)


# -- the table -------------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards does {owner} have in hand?",
    "{owner} has {value} cards in hand.",
    "deal.hand-size hand.no-refill",
    working=explain_hand_count,
)
def held(state: ChineseTenState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact(
    "number",
    "How many cards are in {owner}’s pile?",
    "{owner} has {value} cards.",
    "capture.to-pile",
    working=lambda state, seat, owner: explain_place_count(state, state.piles[owner]),
)
def won(state: ChineseTenState, seat: int, owner: Seat) -> int:
    return len(state.piles[owner])


@fact(
    "number",
    "How many cards are in the stock?",
    "{value} cards are in the stock.",
    "deal.stock",
    working=explain_stock_count,
)
def in_stock(state: ChineseTenState, seat: int) -> int:
    return len(state.stock)


@fact(
    "number",
    "How many cards are face up on the table?",
    "{value} cards are face up on the table.",
    "four.no-refill",
    working=lambda state, seat: explain_card_count(state.layout),
)
def lying(state: ChineseTenState, seat: int) -> int | None:
    return len(state.layout) if state.phase in TURNS else None


@fact(
    "number",
    "How many cards are in the whole deck?",
    "The deck has {value} cards.",
    "deck.standard",
    working=lambda state, seat: explain_deck_count(1, len(get_deck(state.seats)) - len(PACK)),
)
def pack(state: ChineseTenState, seat: int) -> int:
    return len(get_deck(state.seats))


@fact(
    "player",
    "In whose pile is `{card}`?",
    "`{card}` is in {value}’s pile.",
    "stock.may-take-fresh capture.to-pile",
)
def owner_of(state: ChineseTenState, seat: int, card: str) -> int | None:
    return next((owner for owner, pile in enumerate(state.piles) if parse_card(card) in pile), None)


@fact(
    "number",
    "How many cards are in the hands, stock, and layout?",
    "{value} cards are in the hands, stock, and layout.",
    "end.layout-empty",
    working=_explain_cards_left_over,
)
def left_over(state: ChineseTenState, seat: int) -> int:
    return sum(map(len, state.hands)) + len(state.stock) + len(state.layout)


@fact("player", "Who takes the first turn of the hand?", "{value} takes the first turn of the hand.", "turn.first")
def first(state: ChineseTenState, seat: int) -> int | None:
    return None if state.match.dealer is None else state.first_seat


@fact(
    "player",
    "Who takes the last turn of the hand?",
    "{value} takes the last turn of the hand.",
    "turn.first turn.order",
)
def last(state: ChineseTenState, seat: int) -> int | None:
    return None if state.match.dealer is None else state.last_seat


@fact("player", "Whose turn comes after this one?", "{value} comes next.", "turn.order")
def comes_next(state: ChineseTenState, seat: int) -> int | None:
    return state.get_seat_after(state.turn) if state.phase in TURNS and len(state.stock) > 1 else None


@fact(
    "number",
    "How many turns are left in this hand?",
    "{value} turns are left in this hand.",
    "end.last-card",
    working=_explain_turns_left,
)
def turns_left(state: ChineseTenState, seat: int) -> int | None:
    return len(state.stock) + (state.phase == "choose") if state.phase in TURNS else None


@fact("word", "What do you know about the bottom card of the stock?", "It’s {value}.", "deal.stock")
def bottom(state: ChineseTenState, seat: int) -> str:
    peeks = state.options.peek_bottom and seat == state.last_seat and state.stock
    return state.stock[0].code if peeks else UNKNOWN.code


# -- what matches ----------------------------------------------------------------------------------


@fact(
    "number",
    "What does `{card}` count as in a sum?",
    "`{card}` counts as {value}.",
    "value.pips",
    working=lambda state, seat, card: explain_sum((f"`{card}`", parse_card(card).rank)),
)
def pips(state: ChineseTenState, seat: int, card: str) -> int | None:
    rank = parse_card(card).rank
    return rank if 0 < rank < 10 else None


@fact(
    "yes-no",
    "Do `{card}` and `{other}` match?",
    "`{card}` and `{other}` match.",
    "match.sum-to-ten match.same-rank match.suit-free",
)
def match(state: ChineseTenState, seat: int, card: str, other: str) -> bool:
    return parse_card(other).rank == PARTNER[parse_card(card)]


@fact("cards", "Which cards in the layout can `{card}` capture?", "`{card}` can capture {value}.", "match.sum-to-ten")
def takes(state: ChineseTenState, seat: int, card: str) -> list[Card]:
    return [other for way in state.list_captures(parse_card(card)) for other in way]


@fact(
    "number",
    "How many cards does `{card}` capture at once?",
    "`{card}` captures {value} cards at once.",
    "capture.one-card triple.sweep",
    working=lambda state, seat, card: explain_card_count(next(iter(state.list_captures(parse_card(card))), ())),
)
def taken_by(state: ChineseTenState, seat: int, card: str) -> int:
    found = state.list_captures(parse_card(card))
    return len(found[0]) if found else 0


@fact(
    "number",
    "How many partners of `{card}` haven’t you seen?",
    "You haven’t seen {value} partners of `{card}`.",
    "match.sum-to-ten",
    working=lambda state, seat, card: explain_card_count(
        list_partners(parse_card(card), list_unseen_cards(state, seat))
    ),
)
def unseen_partners(state: ChineseTenState, seat: int, card: str) -> int | None:
    return (
        len(list_partners(parse_card(card), list_unseen_cards(state, seat)))
        if UNKNOWN not in state.hands[seat]
        else None
    )


@fact("cards", "Which of your cards can capture something?", "{value} can capture something.", "match.sum-to-ten")
def able(state: ChineseTenState, seat: int) -> list[Card] | None:
    if state.phase not in TURNS or UNKNOWN in state.hands[seat]:
        return None
    return [card for card in state.hands[seat] if state.list_captures(card)]


@fact("word", "What kind of first layout is this?", "It’s {value}.", "triple.set four.dealer-takes")
def special(state: ChineseTenState, seat: int) -> str | None:
    return classify_layout(state.layout, state.options) if len(state.layout) == LAID else None


@fact("word", "Which rank is the triple?", "It’s {value}.", "triple.set")
def triple_rank(state: ChineseTenState, seat: int) -> str:
    return state.triple


# -- points ----------------------------------------------------------------------------------------


@fact(
    "number",
    "What is `{card}` worth at this table?",
    "`{card}` is worth {value} points.",
    "score.red-low",
    working=lambda state, seat, card: explain_card_value_sum([parse_card(card)], state.worth.__getitem__),
)
def worth(state: ChineseTenState, seat: int, card: str) -> int:
    return state.worth[parse_card(card)]


@fact(
    "number",
    "What is {owner}’s pile worth?",
    "{owner}’s pile is worth {value} points.",
    "score.red-ace score.red-high",
    working=lambda state, seat, owner: explain_card_value_sum(state.piles[owner], state.worth.__getitem__),
)
def points_of(state: ChineseTenState, seat: int, owner: Seat) -> int | None:
    return None if UNKNOWN in state.piles[owner] else state.count_points(owner)


@fact("word", "What does the table show about {owner}’s pile?", "The table shows {value}.", "pile.closed")
def told_of(state: ChineseTenState, seat: int, owner: Seat) -> str:
    return f"{state.count_points(owner)} points" if state.options.open_piles else "nothing"


@fact(
    "number",
    "What are all the cards worth together?",
    "All the cards are worth {value} points together.",
    "score.total",
    working=_explain_points_in_deck,
)
def total_points(state: ChineseTenState, seat: int) -> int:
    return count_all_points(state.options, state.seats)


@fact(
    "number",
    "What is an equal share of all points?",
    "An equal share is {value} points.",
    "win.highest",
    working=_explain_equal_share,
)
def share(state: ChineseTenState, seat: int) -> int | None:
    return compute_equal_share(state.options, state.seats) if state.options.par_scoring else None


@fact(
    "number",
    "In how many ranks does {owner} have both red cards?",
    "{owner} has both red cards in {value} ranks.",
    "win.highest",
    working=_explain_red_pairs,
)
def pairs(state: ChineseTenState, seat: int, owner: Seat) -> int:
    return count_red_pairs(state.piles[owner])


@fact("players", "Who would win if the hand ended now?", "{value} would win.", "win.highest win.tie")
def ahead(state: ChineseTenState, seat: int) -> tuple[int, ...]:
    return list_deal_winners(state, compute_totals(state))


@fact("player", "Who deals the next hand?", "{value} deals the next hand.", "match.deal-rotates")
def deals_next(state: ChineseTenState, seat: int) -> int | None:
    return state.match.dealer if state.is_between_deals else None


@fact("yes-no", "Is the match over?", "The match is over.", "match.single-deal")
def over(state: ChineseTenState, seat: int) -> bool | None:
    return state.match.over if state.match.deals else None


NOTHING_TAKEN = "That doesn’t capture anything, but one of your cards can."

# -- goals -----------------------------------------------------------------------------------------


def _list_captured(start: ChineseTenState, now: ChineseTenState) -> list[Card]:
    """Return the cards that seat 0 captured between the states `start` and `now` of the same deal."""
    return now.piles[0][len(start.piles[0]) :]


def _explain_cards_not_captured(start: ChineseTenState, moves: Moves, now: ChineseTenState, *cards: str) -> str:
    needed, captured = set(parse_cards(" ".join(cards))), _list_captured(start, now)
    if not moves or (0 in now.waiting and set(captured) <= needed and captured):
        return ""
    return f"You captured {quote_cards(captured)}. Find a different capture." if captured else NOTHING_TAKEN


@goal("You have captured {cards}.", _explain_cards_not_captured)
def took(start: ChineseTenState, moves: Moves, now: ChineseTenState, *cards: str) -> bool:
    return set(parse_cards(" ".join(cards))) <= set(_list_captured(start, now))


def _explain_too_few_points(start: ChineseTenState, moves: Moves, now: ChineseTenState, points: int) -> str:
    gained_points = sum(now.worth[card] for card in _list_captured(start, now))
    if not moves or gained_points >= points:
        return ""
    return f"You captured {gained_points} points, but you can get {points}." if gained_points else NOTHING_TAKEN


@goal("You have captured at least {points} points.", _explain_too_few_points)
def gained(start: ChineseTenState, moves: Moves, now: ChineseTenState, points: int) -> bool:
    return bool(moves) and sum(now.worth[card] for card in _list_captured(start, now)) >= points


def _explain_wrong_card_left(start: ChineseTenState, moves: Moves, now: ChineseTenState, *cards: str) -> str:
    played = next((move for move in moves if move.verb == "play"), None)
    if played is None or left(start, moves, now, *cards):
        return ""
    if played.get_cards_by_name("take"):
        return (
            f"{quote_cards(played.cards)} captured {quote_cards(played.get_cards_by_name('take'))}. Leave a card on "
            "the table instead."
        )
    return f"You left {quote_cards(played.cards)}. A different card would be better."


@goal("You have left one of {cards} on the table.", _explain_wrong_card_left)
def left(start: ChineseTenState, moves: Moves, now: ChineseTenState, *cards: str) -> bool:
    played = next((move for move in moves if move.verb == "play"), None)
    return (
        played is not None and not played.get_cards_by_name("take") and played.cards[0] in parse_cards(" ".join(cards))
    )
