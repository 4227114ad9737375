"""What is said in Chinese Ten, read by making every capture and counting what comes into the pile."""

from __future__ import annotations

from games.cards import PACK, Card
from games.engine.move import Move
from tests.games.readings import Decision, Readings, cards_in


def value(at: Decision, card: Card) -> int:
    """Return what a card counts, by the rules."""
    options, seats = at.whole.options, at.whole.seats
    black_aces = {"AS": options.spade_ace_from, "AC": options.club_ace_from}
    if not card.rank:
        return 10
    if options.scoring == "black-frog":
        return 0 if card.is_red or card.code == "AC" else 50 if card.code == "AS" else min(card.rank, 10)
    if card.code in black_aces:
        return {"AS": 30, "AC": 40}[card.code] if seats >= black_aces[card.code] else 0
    return 0 if not card.is_red else 20 if card.rank == 1 else 10 if card.rank >= 9 else card.rank


def match(one: Card, other: Card) -> bool:
    """Return whether one card takes the other: two that make ten, or two tens, jacks, queens, kings, or jokers."""
    if not one.rank or not other.rank or one.rank >= 10 or other.rank >= 10:
        return one.rank == other.rank
    return one.rank + other.rank == 10


def gained(at: Decision, move: Move) -> list[Card]:
    """The cards that come into the seat's pile with a move, before the stock is turned."""
    after = at.after(move)
    pile: list[Card] = after.piles[at.seat][len(at.whole.piles[at.seat]) :]
    return pile


def points(at: Decision, move: Move) -> int:
    return sum(value(at, card) for card in gained(at, move))


def others(at: Decision) -> list[Move]:
    """All captures that could be made now."""
    return [move for move in at.legal if gained(at, move)]


def captures(at: Decision) -> bool:
    return at.move.verb in ("play", "take") and bool(gained(at, at.move))


def counts(at: Decision) -> bool:
    return captures(at) and points(at, at.move) > 0


def counts_most(at: Decision) -> bool:
    return captures(at) and all(points(at, move) <= points(at, at.move) for move in others(at))


def red_pair(at: Decision) -> bool:
    """Return whether the pile has both red cards of a rank that matches itself, and had not."""
    before, new = at.whole.piles[at.seat], gained(at, at.move)

    def pairs(pile: list[Card]) -> int:
        red = [card.rank for card in pile if card.is_red and match(card, card)]
        return sum(red.count(rank) == 2 for rank in set(red))

    return bool(at.whole.options.red_pair_bonus) and pairs([*before, *new]) > pairs(before)


def nothing_captures(at: Decision) -> bool:
    return at.move.verb == "play" and not any(match(card, one) for card in at.hand for one in at.whole.layout)


def unseen_partners(at: Decision) -> list[Card]:
    """The cards that could take this one and that the seat sees nowhere."""
    seen = at.seen
    there = [*at.hand, *seen.layout, *seen.stock, *(card for pile in seen.piles for card in pile)]
    unseen = [card for card in PACK if card not in there]
    if not at.card.rank:
        return [at.card] * (2 - there.count(at.card))
    return [card for card in unseen if match(at.card, card)]


def counted(at: Decision, number: str, cards: str) -> bool:
    words = {"No": 0, "One": 1, "Two": 2, "Three": 3, "Four": 4}
    return words[number] == len(unseen_partners(at)) and cards_in(cards) == [at.card]


def targets(at: Decision, cards: str) -> bool:
    taken = cards_in(cards)
    return sorted(map(str, taken)) == sorted(map(str, at.move.get_cards_by_name("take"))) and all(
        match(at.card, card) and card in at.whole.layout for card in taken
    )


READINGS: Readings = {
    r"I’ve played a card, so now I flip one\.": lambda at: at.move.verb == "turn",
    r"You’ve played a card\.": lambda at: at.whole.phase == "turn",
    r"What’s next in your turn\?": lambda at: at.whole.phase == "turn",
    r"Look at the stock\.": lambda at: at.move.verb == "turn",
    r"It completes a red pair\.": red_pair,
    r"No capture I can make is worth more\.": lambda at: counts(at) and counts_most(at),
    r"It captures (\d+) points?\.": lambda at, number: captures(at) and points(at, at.move) == int(number),
    r"It captures, even if it scores nothing\.": lambda at: captures(at) and not counts(at),
    r"I’m leaving it on the table\.": lambda at: at.move.verb == "leave",
    r"You don’t have to capture a matching card\.": lambda at: at.move.verb == "leave" and bool(others(at)),
    r"Leave (`.+`) on the table this time\.": lambda at, card: cards_in(card) == [at.whole.turned],
    r"I can’t capture, and nobody else can capture this card\.": (
        lambda at: nothing_captures(at) and not unseen_partners(at)
    ),
    r"I can’t capture, and this card scores nothing\.": (lambda at: nothing_captures(at) and value(at, at.card) == 0),
    r"I can’t capture\.": nothing_captures,
    r"You can’t capture, so leave the card that helps the others least\.": nothing_captures,
    r"Nobody else can capture this card\.": lambda at: not captures(at) and not unseen_partners(at),
    r"It captures nothing\.": lambda at: at.move.verb == "play" and not captures(at),
    r"Which matching card scores the most\?": lambda at: counts_most(at) and len(others(at)) > 1,
    r"Do you want to capture the matching card, or leave it\?": lambda at: len(others(at)) == 1 < len(at.legal),
    r"Which matching card do you want\?": lambda at: at.move.verb == "take",
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards),
    r"Look at (`.+`) on the table\.": targets,
    r"You can capture (that card|all of them)\.": lambda at, what: (
        len(at.move.get_cards_by_name("take")) == 1
        if what == "that card"
        else len(at.move.get_cards_by_name("take")) > 1
    ),
    r"You can capture cards that score\.": counts,
    r"Your captures score nothing, but they leave less for the others\.": (
        lambda at: captures(at) and not any(points(at, move) for move in others(at))
    ),
    r"A capture leaves less for the others\.": captures,
    r"You can capture, but you don’t have to\.": lambda at: not captures(at) and bool(others(at)),
    r"(No|One|Two|Three|Four) partners? of (`.+`) (?:is|are) still unseen\.": counted,
}
