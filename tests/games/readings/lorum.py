"""What is said in Lórum, read by trying the cards: a trick is played on with every card that others might hold."""

from __future__ import annotations

from games.cards import PACK, Card
from games.engine.move import Move
from games.kit.tricks import build_play_move
from tests.games.readings import Decision, Readings, cards_in

RANKS = "789TJQKA"
MARKS = (25, 50, 75, 100)


def height(card: Card) -> int:
    return RANKS.index(card.code[0])


def playable(at: Decision) -> list[Card]:
    """The cards of the hand that are legal now."""
    return [card for card in at.hand if at.allows(build_play_move(card))]


def could_win(at: Decision, card: Card) -> bool:
    """Return whether a card would be the highest of the suit that was led, if nobody played after it."""
    trick = at.whole.trick
    same = [height(one) for one in trick if one.suit == trick[0].suit]
    return card.suit == trick[0].suit and height(card) > max(same)


def takes(at: Decision, card: Card) -> bool:
    """Return whether the seat has the trick as soon as it plays this card."""
    after = at.after(build_play_move(card))
    if len(after.tricks) > len(at.whole.tricks):
        return bool(after.tricks[-1].winner == at.seat)
    return after.match.deals > at.whole.match.deals and could_win(at, card)


def price(at: Decision, card: Card) -> int:
    """Return what a card costs by the rules of Hearts, Queens, and the Ape."""
    if at.whole.contract == "no-hearts":
        return int(card.suit == "H")
    if at.whole.contract == "queens" and card.rank == 12:
        return {"H": 4, "D": 3, "S": 2, "C": 1}[card.suit] if at.whole.options.queens_scale == "graded" else 2
    return 1 if at.whole.contract == "ape" and card.code == "KH" else 0


def elsewhere(at: Decision) -> list[Card]:
    """The cards of the suit that others hold."""
    return [
        one for seat, hand in enumerate(at.whole.hands) if seat != at.seat for one in hand if one.suit == at.card.suit
    ]


def to_trick(at: Decision, follows: bool) -> bool:
    trick = at.whole.trick
    return at.whole.phase == "play" and bool(trick) and (at.card.suit == trick[0].suit) == follows


def is_lead(at: Decision) -> bool:
    return at.whole.phase == "play" and not at.whole.trick


def cannot_win(at: Decision) -> bool:
    return to_trick(at, True) and not could_win(at, at.card)


def costs_its_taker(at: Decision) -> bool:
    return cannot_win(at) and price(at, at.card) > 0


def highest_that_loses(at: Decision) -> bool:
    others = [card for card in playable(at) if not could_win(at, card)]
    return cannot_win(at) and height(at.card) == max(map(height, others))


def has_to_take(at: Decision) -> bool:
    return to_trick(at, True) and all(takes(at, card) for card in playable(at))


def highest(at: Decision) -> bool:
    return height(at.card) == max(map(height, playable(at)))


def free(at: Decision) -> list[Card]:
    return [card for card in playable(at) if not price(at, card)]


def highest_free(at: Decision) -> bool:
    return at.card in free(at) and height(at.card) == max(map(height, free(at)))


def free_so_far(at: Decision) -> bool:
    costly = any(price(at, card) for card in PACK)
    return to_trick(at, True) and costly and not any(price(at, card) for card in at.whole.trick) and highest_free(at)


def costs_most(at: Decision) -> bool:
    prices = [price(at, card) for card in playable(at)]
    return to_trick(at, False) and price(at, at.card) == max(prices) > 0


def above_what_costs(at: Decision) -> bool:
    lower = [card for card in elsewhere(at) if height(card) < height(at.card)]
    return to_trick(at, False) and any(price(at, card) for card in lower)


def higher_and_lower(at: Decision) -> tuple[int, int]:
    heights = [height(card) for card in elsewhere(at)]
    return sum(one > height(at.card) for one in heights), sum(one < height(at.card) for one in heights)


def only_of_suit(at: Decision) -> bool:
    return to_trick(at, True) and [card for card in at.hand if card.suit == at.card.suit] == [at.card]


# -- the Train -------------------------------------------------------------------------------------


def worth(at: Decision, card: Card) -> int:
    ten = at.whole.options.train_ten_value
    return {"A": 11, "K": 4, "Q": 3, "J": 2, "T": ten}.get(card.code[0], 0)


def next_mark(at: Decision) -> int | None:
    """The next mark that all cards together come to."""
    whole = sum(worth(at, card) for card in PACK if card.code[0] in RANKS)
    return next((mark for mark in MARKS if at.whole.total < mark <= whole), None)


def reaches(at: Decision, card: Card) -> bool:
    """Return whether somebody pays when this card is added."""
    after = at.after(build_play_move(card))
    mark = next_mark(at)
    if after.phase == "train":
        return bool(mark is not None and after.total >= mark)
    return mark is not None and at.whole.total + worth(at, card) >= mark


def in_train(at: Decision) -> bool:
    return at.whole.phase == "train"


def most_below(at: Decision) -> bool:
    below = [card for card in at.hand if not reaches(at, card)]
    return stays_below(at) and worth(at, at.card) == max(worth(at, card) for card in below)


def stays_below(at: Decision) -> bool:
    return in_train(at) and next_mark(at) is not None and not reaches(at, at.card)


def all_reach(at: Decision) -> bool:
    biggest = max(worth(at, card) for card in at.hand)
    return in_train(at) and all(reaches(at, card) for card in at.hand) and worth(at, at.card) == biggest


# -- Quart and Domino ------------------------------------------------------------------------------


def opened(at: Decision, card: Card) -> list[Card]:
    """The cards that lie there after this opening, by playing it."""
    after = at.after(build_play_move(card))
    if after.phase == "quart":
        laid: list[Card] = after.played[len(at.whole.played) :]
        return laid
    return sequence(at, card)


def sequence(at: Decision, card: Card) -> list[Card]:
    """The same by counting up from the card, for an opening that ends the hand."""
    cards, step, gone = [card], height(card), set(at.whole.played)
    holders = {one: seat for seat, hand in enumerate(at.whole.hands) for one in hand}
    while len(cards) < at.whole.options.quart_length:
        step += 1
        if step == len(RANKS):
            if not at.whole.options.quart_wrap:
                break
            step = 0
        coming = next(one for one in PACK if one.code == RANKS[step] + card.suit)
        if coming in gone or coming in cards or coming not in holders:
            break
        cards.append(coming)
    return cards


def own_of(at: Decision, card: Card) -> int:
    return sum(one in at.hand for one in sequence(at, card))


def opens_quart(at: Decision) -> bool:
    return at.whole.phase == "quart" and at.card in playable(at)


def ends_with_own(at: Decision) -> bool:
    laid = opened(at, at.card)
    return at.whole.phase == "quart" and laid[-1] in at.hand


def takes_most_along(at: Decision) -> bool:
    return at.whole.phase == "quart" and own_of(at, at.card) == max(own_of(at, card) for card in at.hand)


def fitting(at: Decision) -> list[Card]:
    return playable(at) if at.whole.phase == "domino" else []


def makes_room(at: Decision) -> bool:
    """Return whether the hand has a card that can be played next, and could not before."""
    before, after = fitting(at), at.after()
    after.turn, after.waiting = at.seat, (at.seat,)
    return any(
        card not in before and at.game.find_violation(after, at.seat, build_play_move(card)) is None
        for card in after.hands[at.seat]
    )


def begins_domino(at: Decision) -> bool:
    return at.whole.phase == "domino" and not at.whole.played


def has_neighbor(at: Decision) -> bool:
    near = [one for one in at.hand if one.suit == at.card.suit and abs(height(one) - height(at.card)) == 1]
    return begins_domino(at) and bool(near)


def nothing_fits(at: Decision) -> bool:
    return at.whole.phase == "domino" and at.move.verb == "pass" and not fitting(at)


def cannot_look(at: Decision) -> bool:
    return at.move.verb == "turn-up" and {card.code for card in at.hand} == {"?"}


READINGS: Readings = {
    r"I can’t tell my hidden cards apart\.": cannot_look,
    r"You can’t see your cards, so one place is as good as another\.": cannot_look,
    r"You can flip card (\d+)\.": lambda at, place: (
        at.allows(Move("turn-up", int(place))) and at.move.number == int(place)
    ),
    r"None of my cards fit\.": nothing_fits,
    r"None of your cards fit\.": nothing_fits,
    r"Look at the ends of the rows\.": lambda at: at.whole.phase == "domino" and bool(at.whole.played),
    r"Does one of your cards fit\?": lambda at: at.whole.phase == "domino",
    r"I’m holding my cards back\.": lambda at: at.move.verb == "pass" and bool(fitting(at)),
    r"It’s my last card\.": lambda at: at.hand == [at.card],
    r"(It’s my|You have) only (?:one )?card of that suit\.": lambda at, _: only_of_suit(at),
    r"It can’t win this trick, and it costs the player who does\.": costs_its_taker,
    r"It’s my highest card that can’t win this trick\.": highest_that_loses,
    r"It can’t win this trick\.": cannot_win,
    r"Which of your cards can’t win this trick\?": cannot_win,
    r"I have to take the trick, so I play my highest card\.": lambda at: has_to_take(at) and highest(at),
    r"I have to take the trick, so I play my highest card that costs nothing\.": (
        lambda at: has_to_take(at) and highest_free(at)
    ),
    r"You have to take this trick\.": has_to_take,
    r"Which card do you want to play\?": has_to_take,
    r"All your cards of that suit beat the trick so far\.": lambda at: (
        to_trick(at, True) and all(could_win(at, card) for card in playable(at))
    ),
    r"High or low\?": lambda at: len(playable(at)) > 1,
    r"Do you want to take this trick\?": lambda at: to_trick(at, True) and could_win(at, at.card),
    r"Nothing in this trick costs anything so far, so I play high\.": free_so_far,
    r"It’s my lowest card of that suit\.": lambda at: (
        to_trick(at, True) and height(at.card) == min(map(height, playable(at)))
    ),
    r"It’s my lowest card that costs nothing\.": lambda at: (
        to_trick(at, True) and at.card in free(at) and height(at.card) == min(map(height, free(at)))
    ),
    r"It’s winning the trick so far\.": lambda at: to_trick(at, True) and could_win(at, at.card),
    r"I can’t follow suit, so I play the card that costs the most\.": costs_most,
    r"I can’t follow suit, and a lower penalty card of its suit is still out\.": above_what_costs,
    r"I can’t follow suit, so I play my highest card\.": lambda at: to_trick(at, False) and highest(at),
    r"I can’t follow suit, so it can’t win\.": lambda at: to_trick(at, False) and not could_win(at, at.card),
    r"You can’t follow suit\.": lambda at: to_trick(at, False),
    r"Which card do you most want to get rid of\?": lambda at: to_trick(at, False),
    r"Every card of its suit that’s still out is higher\.": lambda at: (
        is_lead(at) and higher_and_lower(at)[0] > 0 == higher_and_lower(at)[1]
    ),
    r"Most cards of its suit that are still out are higher\.": lambda at: (
        is_lead(at) and higher_and_lower(at)[0] > higher_and_lower(at)[1]
    ),
    r"Which card will someone else probably beat\?": lambda at: (
        is_lead(at) and higher_and_lower(at)[0] > higher_and_lower(at)[1]
    ),
    r"No other card of its suit is still out\.": lambda at: is_lead(at) and higher_and_lower(at) == (0, 0),
    r"(I have to lead something|You lead)\.": lambda at, _: is_lead(at),
    r"Which card does the least harm\?": is_lead,
    r"Nobody can reach another mark(?:, so you can play any card)?\.": lambda at: (
        in_train(at) and next_mark(at) is None
    ),
    r"Of my cards that stay below the next mark, it’s worth the most\.": most_below,
    r"It stays below the next mark\.": stays_below,
    r"Each of my cards reaches the next mark, so I play the biggest\.": all_reach,
    r"It reaches the next mark\.": lambda at: in_train(at) and reaches(at, at.card),
    r"How far is the next mark, and how far will the others get before your next turn\?": (
        lambda at: in_train(at) and next_mark(at) is not None
    ),
    r"Its sequence ends with one of my cards\.": ends_with_own,
    r"Which first card brings the turn back to you\?": ends_with_own,
    r"No other card lets me play more cards\.": takes_most_along,
    r"Which first card lets you play the most cards\?": takes_most_along,
    r"(I have to start with something|You start a sequence)\.": lambda at, _: opens_quart(at),
    r"Where can it begin\?": opens_quart,
    r"I have a card next to it\.": has_neighbor,
    r"(Any card can be the first\.|Which card can you build on\?)": lambda at, _: begins_domino(at),
    r"(It’s my only card that fits|Only one of your cards fits)\.": lambda at, _: fitting(at) == [at.card],
    r"(It makes room for another of my cards\.|Which of your cards are blocked by others\?)": lambda at, _: makes_room(
        at
    ),
    r"It fits\.": lambda at: at.card in fitting(at),
    r"Which of your cards fit\?": lambda at: len(fitting(at)) > 1,
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards),
}
