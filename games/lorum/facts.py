"""The facts of Lórum: questions about a table that lessons and puzzles can ask, and how to find the answers."""

from __future__ import annotations

from functools import partial

from games.cards import RANK_NAMES, UNKNOWN, Card, parse_card
from games.engine.calculations import (
    Calculation,
    explain_card_count,
    explain_card_value_sum,
    explain_chip_count,
    explain_sum,
)
from games.engine.calculations import explain_count as counted_things
from games.engine.facts_and_goals import Seat, fact
from games.lorum import legality
from games.lorum.contracts import (
    CONTRACTS,
    DECK,
    DOMINO,
    KING,
    MARKS,
    QUART,
    TITLES,
    TRAIN,
    find_next_quart_card,
    get_scheduled_hand,
    get_train_points,
    get_train_total,
)
from games.lorum.state import PLAYED, LorumState, can_see_hand

PAY = "pay.four-takers pay.three-takers pay.two-takers pay.one-taker pay.pot-only-four pay.any-unit-counts"
PAY_HEARTS = "no-hearts.unit no-hearts.pay-4 no-hearts.pay-3 no-hearts.pay-2 no-hearts.pay-1"
PAY_QUEENS = "queens.values queens.pay-4 queens.pay-3 queens.pay-2 queens.pay-1"
PAY_TRICKS = "no-tricks.unit no-tricks.pay-4 no-tricks.pay-3 no-tricks.pay-2 no-tricks.pay-1"


def is_clause_relevant(state: LorumState, clause: str) -> bool:
    """Return whether a clause of the rulebook can apply to the current hand.

    Clauses about another contract can't, and neither can those about tricks in a hand without tricks.
    """
    about = clause.partition(".")[0]
    if about == "trick":
        return state.contract not in (TRAIN, QUART, DOMINO)
    return about == state.contract or about not in CONTRACTS


def _explain_units(state: LorumState, seat: int, owner: int) -> Calculation:
    """Return how the number of units that the seat `owner` has taken is calculated.

    Units decide who pays after a hand. In a contract with costly cards, each chip that the taken cards cost is a unit.
    In other contracts, each trick is one. The result doesn't depend on `seat`, the player who asks.
    """
    if not state.card_costs:
        return counted_things(
            f"trick {number}" for number, trick in enumerate(state.tricks, 1) if trick.winner == owner
        )
    taken = [
        card
        for trick in state.tricks
        for seat, card in zip(state.list_card_takers(trick), trick.cards, strict=False)
        if seat == owner and card in state.card_costs
    ]
    return explain_card_value_sum(taken, state.card_costs.__getitem__)


def _explain_chip_gain(state: LorumState, seat: int, owner: int) -> Calculation:
    """Return how the chips that the seat `owner` gained or lost in the last hand are calculated.

    If possible, they're calculated from units: tricks taken, chips that taken cards cost, or cards left in hand.
    Otherwise, the calculation only has the result. It doesn't depend on `seat`, the player who asks.
    """
    result = state.match.results[-1]
    units = result.facts["units"]
    assert isinstance(units, list)
    assert result.scores is not None
    gained, mine, others = result.scores[owner], units[owner], sum(units) - units[owner]
    clean = [one for one, number in enumerate(units) if not number]
    if gained == -mine:
        return explain_sum((f"units of {{{owner}}}", -mine))
    if not mine and clean and gained * len(clean) == others:
        return explain_sum(*((f"{{{one}}}", number) for one, number in enumerate(units) if number), among=len(clean))
    if len(clean) == len(units) - 1 and gained == mine * len(clean):
        return explain_sum(("from each of the others", mine), times=len(clean))
    if len(clean) == len(units) - 1 and gained == -others:
        return explain_sum(("all units", gained))
    return explain_sum(("won" if gained > 0 else "lost", gained))


def _explain_pot(state: LorumState, seat: int) -> Calculation:
    """Return how the chips in the pot are calculated.

    After a hand that changed the pot, the calculation has the pot before the hand and each seat's payment. At any other
    time, it only has the pot. It doesn't depend on `seat`, the player who asks.
    """
    result = state.match.results[-1] if state.phase not in PLAYED and state.match.results else None
    if result is None or result.scores is None or not sum(result.scores):
        return explain_sum(("the pot", state.pot))
    paid = [(f"{{{one}}}", -chips) for one, chips in enumerate(result.scores)]
    return explain_sum(("before", state.pot + sum(result.scores)), *paid)


def _explain_train_total(state: LorumState, seat: int) -> Calculation:
    return explain_card_value_sum(state.played, partial(get_train_points, options=state.options))


def _explain_deck_total(state: LorumState, seat: int) -> Calculation:
    """Return a calculation of the points of all cards in the Train: the points of one suit, four times."""
    suit = [card for card in DECK if card.suit == "S"]
    return explain_sum(*((RANK_NAMES[card.rank], get_train_points(card, state.options)) for card in suit), times=4)


@fact("cards", "Which cards can you play?", "You can play {value}.", "trick.follow-suit trick.void-any trick.lead-any")
def playable(state: LorumState, seat: int) -> list[Card] | None:
    known = state.phase in PLAYED and UNKNOWN not in state.hands[seat]
    return legality.list_playable_cards(state, seat) if known else None


@fact("player", "Who took the last trick?", "{value} took the last trick.", "trick.winner trick.off-suit-loses")
def taker(state: LorumState, seat: int) -> int | None:
    return state.tricks[-1].winner if state.tricks else None


@fact(
    "yes-no",
    "Does {owner} have the last trick?",
    "{owner} has the last trick.",
    "trick.winner trick.no-duty-to-beat",
)
def took(state: LorumState, seat: int, owner: Seat) -> bool | None:
    return state.tricks[-1].winner == owner if state.tricks else None


@fact(
    "player",
    "Who has the king of hearts?",
    "{value} has the king of hearts.",
    "ape.blind-followed ape.blind-unfollowed ape.pay",
)
def ape(state: LorumState, seat: int) -> int | None:
    for trick in state.tricks:
        for owner, card in zip(state.list_card_takers(trick), trick.cards, strict=False):
            if card is KING:
                return owner
    return None


@fact(
    "number",
    "How many units does {owner} have?",
    "{owner} has {value} units.",
    f"{PAY_HEARTS} {PAY_QUEENS} {PAY_TRICKS}",
    is_clause_relevant,
    working=_explain_units,
)
def units(state: LorumState, seat: int, owner: Seat) -> int:
    return state.count_units()[owner]


@fact(
    "number",
    "What does {card} cost the player who takes it?",
    "{card} costs the player who takes it {value}.",
    "queens.values no-hearts.unit ape.king-only",
    is_clause_relevant,
    working=lambda state, seat, card: explain_sum((f"`{card}`", state.card_costs.get(parse_card(card), 0))),
)
def cost(state: LorumState, seat: int, card: str) -> int:
    return state.card_costs.get(parse_card(card), 0)


@fact("yes-no", "Can you see {owner}’s hand?", "You can see {owner}’s hand.", "ape.blind-view ape.blind-no-peek")
def visible(state: LorumState, seat: int, owner: Seat) -> bool:
    return can_see_hand(state, owner, seat)


@fact("yes-no", "Is {card} one of your cards?", "{card} is one of your cards.", "ape.known-set")
def mine(state: LorumState, seat: int, card: str) -> bool | None:
    shown = [one for owner in range(state.seats) if owner != seat for one in state.hands[owner]]
    if state.phase != "blind" or UNKNOWN in shown or not all(trick.cards for trick in state.tricks):
        return None
    return parse_card(card) not in {*shown, *state.trick, *(one for trick in state.tricks for one in trick.cards)}


@fact(
    "number",
    "How many cards are dealt altogether?",
    "{value} cards are dealt.",
    constant=True,
    working=lambda state, seat: explain_sum(("each suit", len(DECK) // 4), times=4),
)
def pack(state: LorumState, seat: int) -> int:
    return len(DECK)


@fact(
    "number",
    "How many cards does {owner} have?",
    "{owner} has {value} cards.",
    "deal.eight-each deal.every-hand",
    working=lambda state, seat, owner: explain_card_count(state.hands[owner]),
)
def held(state: LorumState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


@fact(
    "number",
    "How many chips are in the pot?",
    "There are {value} chips in the pot.",
    "setup.pot pay.pot-only-four end.pot-empty",
    working=_explain_pot,
)
def in_pot(state: LorumState, seat: int) -> int:
    return state.pot


OVER = "trick.count no-hearts.play-out ape.stop train.end quart.end domino.end"


@fact("yes-no", "Is the hand over?", "The hand is over.", OVER, is_clause_relevant)
def hand_over(state: LorumState, seat: int) -> bool:
    return state.phase not in PLAYED


@fact(
    "number",
    "How many chips did {owner} pay during the hand?",
    "{owner} paid {value} chips during the hand.",
    "train.reach domino.pass",
    is_clause_relevant,
    working=lambda state, seat, owner: explain_sum((f"{{{owner}}} so far", state.paid[owner])),
)
def toll(state: LorumState, seat: int, owner: Seat) -> int:
    return state.paid[owner]


@fact(
    "number",
    "How many chips does {owner} have?",
    "{owner} has {value} chips.",
    "setup.chips",
    working=explain_chip_count,
)
def chips(state: LorumState, seat: int, owner: Seat) -> int:
    return state.match.scores[owner]


@fact(
    "number",
    "How many chips did {owner} gain in the last hand?",
    "{owner} gained {value} chips in the last hand.",
    PAY,
    working=_explain_chip_gain,
)
def gained(state: LorumState, seat: int, owner: Seat) -> int | None:
    scores = state.match.results[-1].scores if state.match.results else None
    return scores[owner] if scores else None


@fact(
    "number",
    "What is {card} worth in the Train?",
    "{card} is worth {value} in the Train.",
    "train.values",
    working=lambda state, seat, card: explain_sum((f"`{card}`", get_train_points(parse_card(card), state.options))),
)
def counted(state: LorumState, seat: int, card: str) -> int:
    return get_train_points(parse_card(card), state.options)


@fact(
    "number",
    "What is the total of the Train?",
    "The total of the Train is {value}.",
    "train.values train.call",
    working=_explain_train_total,
)
def total(state: LorumState, seat: int) -> int | None:
    return state.total if state.contract == TRAIN else None


@fact(
    "number",
    "What are all cards in the Train worth?",
    "All cards in the Train are worth {value}.",
    "train.deck-total train.values",
    working=_explain_deck_total,
)
def deck_total(state: LorumState, seat: int) -> int:
    return get_train_total(state.options)


@fact(
    "number",
    "What is the next mark of the Train?",
    "The next mark of the Train is {value}.",
    "train.reach train.once",
    working=lambda state, seat: explain_sum(
        (f"above {state.total}", next(mark for mark in MARKS if mark > state.total))
    ),
)
def next_mark(state: LorumState, seat: int) -> int | None:
    return next((mark for mark in MARKS if mark > state.total), None) if state.phase == "train" else None


@fact("cards", "Which cards fit the row of {suit}?", "{value} fit the row.", "domino.extend domino.new-row")
def fits(state: LorumState, seat: int, suit: str) -> list[Card] | None:
    return state.list_row_extensions(suit[0].upper()) if state.phase == "domino" else None


@fact("cards", "Which card follows {card} in Quart?", "{value} follows it.", "quart.next-card quart.ace-then-seven")
def follows(state: LorumState, seat: int, card: str) -> list[Card]:
    coming = find_next_quart_card(parse_card(card), state.options)
    return [coming] if coming else []


@fact(
    "number",
    "How many cards does the last sequence have?",
    "The last sequence has {value} cards.",
    "quart.stop-four quart.stop-played quart.forced",
    working=lambda state, seat: explain_card_count(state.played[len(state.played) - state.run :]),
)
def sequence(state: LorumState, seat: int) -> int | None:
    return state.run if state.contract == QUART else None


@fact(
    "player",
    "Whose turn is it?",
    "It’s {value}’s turn.",
    "trick.order train.order domino.order quart.restart",
    is_clause_relevant,
)
def turn(state: LorumState, seat: int) -> int | None:
    return state.turn if state.phase in PLAYED else None


@fact("player", "Who starts?", "{value} starts.", "hand.starter setup.direction")
def starter(state: LorumState, seat: int) -> int | None:
    return state.starting_seat if state.match.dealer is not None else None


@fact("word", "Which hand is it?", "It’s {value}.", "hand.order hand.restart")
def kind(state: LorumState, seat: int) -> str:
    return TITLES[get_scheduled_hand(state.deal_number, state.options).contract]
