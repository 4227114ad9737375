"""The effects of a turned card: debts, piles taken, and the end of a game."""

from __future__ import annotations

from games.beggar_my_neighbor.state import DECK, BeggarState
from games.engine.event import Event
from games.engine.move import Move
from games.engine.state import DEALER, DealResult


def deal(state: BeggarState, seat: int, move: Move) -> list[Event]:
    """Deal all cards and begin the first pile. Rulebook: deal.all-26, deal.alternate, turn.first."""
    state.clear()
    dealer = state.match.dealer
    assert dealer is not None
    first = (dealer + 1) % state.seats
    if state.seats == 2 and state.options.deal_style == "halves":
        state.hands[first], state.hands[dealer] = list(move.cards[: DECK // 2]), list(move.cards[DECK // 2 :])
    else:
        for place in range(state.seats):
            state.hands[(first + place) % state.seats] = list(move.cards[place :: state.seats][::-1])
    begin_pile(state, first)
    return [Event("deal", dealer, facts={"first": first})]


def begin_pile(state: BeggarState, leader: int) -> None:
    """Begin a pile that the seat `leader` starts, and save what the stacks look like now.

    If the stacks look alike again later, the game repeats itself. Only the price of each card counts: the number of
    cards that the next player has to pay for it.
    """
    state.seen = (*state.seen, state.encode_stack_pattern(leader))
    state.wait_for("play", leader)


def turn_card(state: BeggarState, seat: int, move: Move) -> list[Event]:
    """Turn the top card of a seat's stack, and do everything that follows from it.

    Rulebook: turn.top-card, and the clauses for the card turned.
    """
    stack = state.hands[seat]
    card = stack.pop(0)
    state.pile.append(card)
    state.turned += 1
    price = state.prices[card.rank]
    if price:
        state.owed, state.owner = price, seat
    elif state.owed:
        state.owed -= 1
    paid = state.owner is not None and not state.owed
    told = Event("turn", seat, (card,))
    if not stack and state.seats == 2 and state.options.empty_hand == "immediate":
        return [told, *_end_by_loss(state, seat, "end.all-52" if paid else "end.cannot-play")]
    if paid or (not stack and not price and state.owed and state.seats > 2):
        assert state.owner is not None
        return [told, *_take_pile(state, state.owner)]
    after = _find_next_seat(state, seat, price)
    if after is None:
        return [told, *_take_pile(state, seat)]
    if price:
        told = Event("turn", seat, (card,), {"owed": price, "payer": after})
    if not state.hands[after]:
        return [told, *_end_by_loss(state, after, "end.cannot-play" if stack or after == seat else "end.both-empty")]
    state.turn, state.waiting = after, (after,)
    return [told]


def _find_next_seat(state: BeggarState, seat: int, price: int) -> int | None:
    """Return the seat that turns the next card after `seat`, or None if the turn passes and no other seat has cards.

    `price` is the price of the card just turned, or 0 for a number card. A seat that still owes cards continues. In a
    two-player game, the turn passes to the other seat even if it has no cards.

    Rulebook: turn.alternate, penalty.owe, more.next.
    """
    if state.owed and not price:
        return seat
    return 1 - seat if state.seats == 2 else state.find_next_seat_with_cards(seat)


def _take_pile(state: BeggarState, taker: int) -> list[Event]:
    """Let a seat take the pile. Rulebook: pile.whole.

    If these house rules shuffle piles, the game waits for the shuffle, unless it's over with this pile.
    """
    events = [Event("trick", taker, facts={"number": len(state.pile)})]
    state.owed, state.owner = 0, taker
    if state.options.pile_order == "shuffled" and not _has_all_cards(state, taker):
        state.phase, state.waiting = "mix", (DEALER,)
        return events
    return events + collect_pile(state, taker)


def collect_pile(state: BeggarState, taker: int) -> list[Event]:
    """Put the pile under the taker's stack, and begin a new pile or end the game.

    Rulebook: pile.to-bottom, pile.winner-leads, end.all-52, end.length-limit.
    """
    state.hands[taker] += state.pile
    state.pile, state.owner = [], None
    state.piles += 1
    if _has_all_cards(state, taker):
        return finish_game(state, "end.all-52", (taker,))
    if state.options.card_cap and state.turned >= state.options.card_cap:
        return finish_game(state, "end.length-limit", find_seat_with_most_cards(state))
    leader = taker if state.options.lead_after_pile == "taker" else state.find_next_seat_with_cards(taker)
    assert leader is not None
    if state.options.pile_order == "as-played" and state.encode_stack_pattern(leader) in state.seen:
        return _end_or_shuffle_repeating_game(state, leader)
    begin_pile(state, leader)
    return []


def _has_all_cards(state: BeggarState, taker: int) -> bool:
    """Return whether no seat except the taker has a card."""
    return state.find_next_seat_with_cards(taker) is None


def _end_by_loss(state: BeggarState, loser: int, clause: str) -> list[Event]:
    """End a two-player game because `loser` has no card to turn; the other player gets the pile. Return the events.

    Rulebook: end.cannot-play.
    """
    winner, number = 1 - loser, len(state.pile)
    state.hands[winner] += state.pile
    state.pile, state.owed, state.owner = [], 0, None
    return [Event("trick", winner, facts={"number": number}), *finish_game(state, clause, (winner,))]


def _end_or_shuffle_repeating_game(state: BeggarState, leader: int) -> list[Event]:
    """End a game that repeats itself, or have its stacks shuffled if house rules allow one shuffle in a game.

    Rulebook: end.cycle-draw.
    """
    if state.options.endless == "shuffle" and not state.stirred:
        state.phase, state.turn, state.waiting = "stir", leader, (DEALER,)
        return [Event("circle")]
    winners = find_seat_with_most_cards(state) if state.options.endless == "most-cards" else ()
    return finish_game(state, "end.cycle-draw", winners)


def resume_after_stack_shuffle(state: BeggarState) -> list[Event]:
    """Begin a new pile after the stacks were shuffled because the game repeated itself.

    What the stacks looked like before is forgotten, so that it doesn't count as a repetition.
    """
    state.stirred, state.seen = True, ()
    begin_pile(state, state.turn)
    return [Event("stir")]


def find_seat_with_most_cards(state: BeggarState) -> tuple[int, ...]:
    """Return a tuple with the seat that has the most cards, or an empty tuple if several seats are tied."""
    sizes = [len(stack) for stack in state.hands]
    return (sizes.index(max(sizes)),) if sizes.count(max(sizes)) == 1 else ()


def finish_game(state: BeggarState, clause: str, winners: tuple[int, ...]) -> list[Event]:
    """End a game, and the match if it's decided; return the events.

    `clause` is the clause by which the game ended. `winners` has the seat that won, or is empty for a draw.

    Rulebook: match.single.
    """
    match, options = state.match, state.options
    won = tuple(int(seat in winners) for seat in range(state.seats))
    match.scores = [score + more for score, more in zip(match.scores, won, strict=True)]
    match.dealer = ((match.dealer or 0) + 1) % state.seats
    facts = {"turned": state.turned, "piles": state.piles, "held": [len(stack) for stack in state.hands]}
    told = match.finish_deal(DealResult(clause, winners, won, facts))
    best = max(match.scores)
    if options.best_of == 1 or best > options.best_of // 2:
        state.end_match(match.leading_seats if best else ())
    else:
        state.end_deal()
    return [told]
