"""What is said in Anaconda, read by making the moves, and by the slow judge of poker hands over all fives of a hand."""

from __future__ import annotations

from itertools import combinations

from games.cards import Card
from games.engine.move import Move
from tests.games.readings import Decision, Readings, cards_in
from tests.games.test_poker import slow

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven")
LOWS = {"A5": ("A5", "low", False), "A6": ("high", "low", False), "27": ("high", "high", False)}
BETTING = ("bet", "raise", "check", "call", "fold")


def cost_to_stay(at: Decision) -> int:
    """Return what the seat pays when it calls; nothing if it can check."""
    if not at.allows(Move("call")):
        return 0
    after = at.whole.copy()
    after.waiting, paid = (at.seat,), list(after.paid)
    at.game.apply_move(after, at.seat, Move("call"))
    if after.match.deals > at.whole.match.deals:
        return int(min(max(at.whole.bets) - at.whole.bets[at.seat], at.whole.match.scores[at.seat]))
    return int(after.paid[at.seat] - paid[at.seat])


def stays_for(at: Decision, number: str) -> bool:
    return at.move.verb == "call" and int(number) == cost_to_stay(at) > 0


def leaves_for(at: Decision, number: str) -> bool:
    return at.move.verb == "fold" and int(number) == cost_to_stay(at) > 0


def free(at: Decision) -> bool:
    return at.move.verb == "check" and cost_to_stay(at) == 0


def best(at: Decision, hand: list[Card], low: bool) -> tuple[object, ...]:
    order, aces, corner = LOWS[at.whole.options.low_system] if low else ("high", "high", True)
    marks = [slow(five, order, aces, corner) for five in combinations(hand, 5)]
    return min(marks) if low else max(marks)


def is_best(at: Decision, way: str, text: str) -> bool:
    cards, low = cards_in(text), way == "low"
    order, aces, corner = LOWS[at.whole.options.low_system] if low else ("high", "high", True)
    own = len(cards) == 5 and set(cards) <= set(at.hand)
    fits = {"low": way == "low", "high": way == "high"}.get(at.move.verb, True)
    return own and fits and slow(cards, order, aces, corner) == best(at, at.hand, low)


def staying(at: Decision) -> list[Card]:
    """The cards of the hand that are still there after a gift, if nothing came in."""
    return [card for card in at.hand if card not in at.move.all_cards]


def stay_in_pass(at: Decision, number: str) -> bool:
    return at.move.verb == "give" and WORDS.index(number.lower()) == len(staying(at))


def comes_more(at: Decision) -> bool:
    """Return whether cards go round once more before hands are chosen."""
    number = {"3L-3RR": 2, "3L": 1, "3L-2L-1L": 3, "3L-2LL-1LLL": 3, "4L-3L-2L-1L": 4, "2L+1R": 1}
    return at.move.verb in BETTING and at.whole.round <= number[at.whole.options.pass_pattern]


READINGS: Readings = {
    r"I want more chips in the pot\.": lambda at: (
        at.move.verb in ("bet", "raise") and at.move.number > max(at.whole.bets)
    ),
    r"It costs nothing to stay in\.": free,
    r"It costs (\d+) chips? to stay in\.": stays_for,
    r"Staying in would cost (\d+) chips?, and that’s too much for me\.": leaves_for,
    r"I don’t want to play this hand\.": lambda at: at.move.verb == "fold",
    r"I think these are the cards I need least\.": lambda at: at.move.verb == "give",
    r"(I think I can win both ways\.|Can you win both ways\?)": lambda at, _: at.move.verb == "both",
    r"I think my cards are better that way\.": lambda at: at.move.verb in ("high", "low"),
    r"Which wins more often, your best high hand or your best low hand\?": lambda at: at.move.verb in ("high", "low"),
    r"I think showing these four cards gives the least away\.": lambda at: at.move.verb == "keep",
    r"Pick your best five, then hide the one that gives the most away\.": lambda at: at.move.verb == "keep",
    r"Which of these gives the most away\?": lambda at: at.move.verb == "keep",
    r"What’s the best hand you could still make\?": comes_more,
    r"Is it worth the bet\?": comes_more,
    r"Is your hand better than the cards the others show\?": lambda at: (
        not comes_more(at) and any(at.seen.shown_cards[one] for one in range(at.whole.seats) if one != at.seat)
    ),
    r"You get no more cards\.": lambda at: at.move.verb in BETTING and not comes_more(at),
    r"How often does your hand win\?": lambda at: at.move.verb in BETTING,
    r"You keep (\w+) cards in this pass\.": stay_in_pass,
    r"Which (\w+) go together\?": stay_in_pass,
    r"Keep (`.+`) together\.": lambda at, cards: sorted(map(str, cards_in(cards))) == sorted(map(str, staying(at))),
    r"Your best (high|low) hand is (`.+`)\.": is_best,
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.all_cards),
}
