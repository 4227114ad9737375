"""What is said in Commune, read by dealing the unseen cards many times, and by the rule that judges a call."""

from __future__ import annotations

from collections import Counter
from random import Random

from games.cards import JOKER, PACK, Card
from games.commune.hand_presence import count_missing_cards, is_hand_present
from games.commune.ladder import Declaration, parse_declaration
from tests.games.readings import Decision, Readings

SAMPLES = 240
LUCK = 0.13
"""So far from a figure a count of so many deals may be."""
NAMES = ("call", "let-pass")


def is_declaration(at: Decision) -> bool:
    return at.move.verb not in NAMES


def named(at: Decision) -> Declaration:
    """The hand that the move names, or the one that was declared last."""
    hand = parse_declaration(str(at.move)) if is_declaration(at) else at.whole.declared[-1].hand
    assert hand is not None
    return hand


def unseen(at: Decision) -> int:
    return sum(len(hand) for seat, hand in enumerate(at.whole.hands) if seat != at.seat)


def pool(at: Decision) -> list[Card]:
    return list((Counter([*PACK, *[JOKER] * at.whole.options.jokers]) - Counter(at.hand)).elements())


def there(at: Decision, cards: list[Card]) -> bool:
    return is_hand_present(named(at), cards, at.whole.options)


def share(at: Decision) -> float:
    """Return how often the hand is there when the unseen cards are dealt."""
    rng, cards = Random(1), pool(at)
    return sum(there(at, [*at.hand, *rng.sample(cards, unseen(at))]) for _ in range(SAMPLES)) / SAMPLES


def can_be_there(at: Decision) -> bool:
    """Return whether some unseen cards would bring it, taken one by one so that each brings it nearer."""
    cards, left = list(at.hand), pool(at)
    options, hand = at.whole.options, named(at)

    def short(more: list[Card]) -> int:
        wild = sum(card is JOKER or (options.twos_wild and card.rank == 2) for card in more)
        return count_missing_cards(hand, more, options) - wild

    for _ in range(unseen(at)):
        if there(at, cards):
            return True
        best = min(left, key=lambda card: short([*cards, card]))
        cards.append(best)
        left.remove(best)
    return there(at, cards)


def lacking(at: Decision) -> int:
    """Return how many unseen cards it takes at least."""
    wild = sum(card is JOKER or (at.whole.options.twos_wild and card.rank == 2) for card in at.hand)
    return max(0, count_missing_cards(named(at), at.hand, at.whole.options) - wild)


def often(at: Decision) -> bool:
    return share(at) >= 0.5 - LUCK


def place(at: Decision, hand: Declaration) -> int:
    return list(at.whole.ladder.steps).index(hand._replace(suit=""))


def lowest(at: Decision) -> bool:
    last = place(at, at.whole.declared[-1].hand) if at.whole.declared else -1
    return is_declaration(at) and place(at, named(at)) == last + 1


def at_top(at: Decision) -> bool:
    return at.move.verb == "call" and place(at, named(at)) == len(at.whole.ladder.steps) - 1


def cards_missing(at: Decision, number: str) -> bool:
    return lacking(at) == (1 if number == "One" else int(number))


SPOKEN = r"For (.+), look at what you have\."


READINGS: Readings = {
    r"No hand is higher\.": at_top,
    r"It can’t be there\.": lambda at: at.move.verb == "call" and not can_be_there(at),
    r"It’s there less than half the time\.": lambda at: at.move.verb == "call" and share(at) <= 0.5 + LUCK,
    r"I don’t believe it\.": lambda at: at.move.verb == "call",
    r"It’s there at least half the time\.": lambda at: at.move.verb != "call" and often(at),
    r"It could be there\.": lambda at: at.move.verb != "call" and can_be_there(at),
    r"(I don’t call|You don’t have to call)\.": lambda at, _: at.move.verb == "let-pass",
    r"I have it myself\.": lambda at: is_declaration(at) and there(at, list(at.hand)),
    r"It’s the lowest hand of all\.": lambda at: lowest(at) and not at.whole.declared,
    r"It’s the lowest hand above the last one\.": lambda at: lowest(at) and bool(at.whole.declared),
    r"It’s a bluff, because it can’t be there\.": lambda at: is_declaration(at) and not can_be_there(at),
    r"Is that still likely\?": lambda at: at.move.verb == "call",
    r"Count the cards you can see, and the ones you can’t\.": lambda at: at.move.verb == "call",
    r"A wrong call costs you a token\.": lambda at: at.allows(at.move._replace(verb="call", word="")),
    r"The hand could well be there\.": lambda at: at.move.verb == "let-pass" and often(at),
    r"A wrong call costs you a token, and it could be there\.": (
        lambda at: at.move.verb == "let-pass" and can_be_there(at)
    ),
    r"You declare first, and nobody knows anything yet\.": lambda at: not at.whole.declared and is_declaration(at),
    r"How high can you go\?": lambda at: not at.whole.declared,
    r"Which hand is likely to be there\?": lambda at: is_declaration(at) and often(at),
    r"Declare a higher hand that’s likely to be there\.": lambda at: is_declaration(at) and often(at),
    r"Declare a higher hand that could be there, and let the next player worry\.": (
        lambda at: is_declaration(at) and bool(at.whole.declared) and can_be_there(at)
    ),
    r"Bluff\.": lambda at: is_declaration(at) and not can_be_there(at),
    r"The next player can’t see your cards\.": is_declaration,
    r"You have all the cards for (.+)\.": lambda at, hand: there(at, list(at.hand)) and hand == named(at).spoken_name,
    SPOKEN: lambda at, hand: hand == named(at).spoken_name,
    r"(One|\d+) cards? (?:is|are) missing, and only (\d+) more (?:is|are) in play\.": (
        lambda at, number, left: cards_missing(at, number) and unseen(at) == int(left) and not can_be_there(at)
    ),
    r"(One|\d+) cards? (?:is|are) missing, and the cards you can’t see can’t make it\.": (
        lambda at, number: cards_missing(at, number) and not can_be_there(at)
    ),
    r"(One|\d+) cards? (?:is|are) missing, and it’s hardly ever there\.": (
        lambda at, number: cards_missing(at, number) and share(at) <= 0.05 and can_be_there(at)
    ),
    r"(One|\d+) cards? (?:is|are) missing, and it’s nearly always there\.": (
        lambda at, number: cards_missing(at, number) and share(at) >= 0.95
    ),
    r"(One|\d+) cards? (?:is|are) missing, and it’s there (\d+)% of the time\.": (
        lambda at, number, cases: cards_missing(at, number) and abs(share(at) - int(cases) / 100) <= LUCK
    ),
}
