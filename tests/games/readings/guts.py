"""What is said in Guts, read by dealing all hands there are, by playing hands to their end, and by a second judge."""

from __future__ import annotations

from functools import cache
from itertools import combinations, takewhile
from math import comb
from random import Random
from typing import Any

from games.cards import PACK, Card
from games.engine.move import Move
from games.guts.options import GutsOptions
from games.guts.strategy import BEHIND, CLAIM, estimate_hand, list_ranges_before
from tests.games.readings import Decision, Readings, cards_in
from tests.games.test_guts import worth

ABOUT = 0.011
"""Figures are rounded, and hands that are level count half."""
SAMPLES = 250
LUCK = 0.11
"""So far from a figure a count of that many samples may be."""
WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def shares(options: GutsOptions) -> dict[tuple[int, ...], float]:
    """For each hand, as a second judge sees it, the share of all hands that are better; level ones count half."""
    return _shares(options.cards, options.three_rank, options.lowly_top)


def ends(options: GutsOptions) -> tuple[list[Card], list[Card]]:
    """The best hand and the worst."""
    return _ends(options.cards, options.three_rank, options.lowly_top)


def _options(*rules: Any) -> GutsOptions:
    return GutsOptions(dict(zip(("cards", "three-rank", "lowly-top"), rules, strict=True)))


@cache
def _ends(*rules: Any) -> tuple[list[Card], list[Card]]:
    options = _options(*rules)
    ranked = sorted(combinations(PACK, options.cards), key=lambda hand: worth(list(hand), options))
    return list(ranked[-1]), list(ranked[0])


@cache
def _ranked(*rules: Any) -> list[tuple[tuple[int, ...], tuple[Card, ...]]]:
    options = _options(*rules)
    hands = [(tuple(worth(list(hand), options)), hand) for hand in combinations(PACK, options.cards)]
    return sorted(hands, key=lambda pair: pair[0], reverse=True)


@cache
def _shares(*rules: Any) -> dict[tuple[int, ...], float]:
    options, counts = _options(*rules), dict[tuple[int, ...], int]()
    for hand in combinations(PACK, options.cards):
        key = tuple(worth(list(hand), options))
        counts[key] = counts.get(key, 0) + 1
    found, above = {}, 0
    for key in sorted(counts, reverse=True):
        found[key] = (above + counts[key] / 2) / sum(counts.values())
        above += counts[key]
    return found


def mark(at: Decision, hand: list[Card]) -> tuple[int, ...]:
    return tuple(worth(hand, at.whole.options))


def share(at: Decision) -> float:
    """The share of all hands without the seat's cards that are better."""
    options, own, limit = at.whole.options, set(at.hand), mark(at, at.hand)
    better = takewhile(lambda pair: pair[0] > limit, _ranked(options.cards, options.three_rank, options.lowly_top))
    return sum(own.isdisjoint(hand) for _, hand in better) / comb(len(PACK) - options.cards, options.cards)


def figure(text: str) -> float:
    return float(text) / 100


def order(at: Decision) -> list[int]:
    """The seats in the match, the dealer's left first."""
    seats = at.whole.seats
    turns = [(at.whole.match.dealer + 1 + by) % seats for by in range(seats)]
    return [seat for seat in turns if seat not in at.whole.gone]


def before(at: Decision) -> list[int]:
    """Return who is in already, as far as the seat hears it."""
    if at.whole.options.declare_mode == "simultaneous":
        return []
    return [seat for seat in order(at) if at.seen.declared[seat] == "in"]


def behind(at: Decision) -> int:
    turns = order(at)
    if at.whole.options.declare_mode == "simultaneous":
        return len(turns) - 1
    return len(turns) - 1 - turns.index(at.seat)


def secret(at: Decision) -> bool:
    return bool(at.whole.options.declare_mode == "simultaneous")


def word(number: str) -> int:
    return WORDS.index(number.lower()) if number.lower() in WORDS else int(number)


def together(at: Decision, number: str) -> bool:
    return secret(at) and word(number) == len(order(at)) - 1


def played(at: Decision, rival: bool) -> Any:
    """The table after this seat is in and all others are out, but for one who has a better hand."""
    state = at.whole.copy()
    turns = [seat for seat in order(at) if seat != at.seat]
    state.declared = ["" if seat not in state.gone else word for seat, word in enumerate(state.declared)]
    state.turn = order(at)[0]
    state.waiting = tuple(order(at)) if secret(at) else (state.turn,)
    best, worst = ends(state.options)
    state.hands[at.seat] = worst
    if rival:
        state.hands[turns[0]] = best
    for seat in order(at):
        is_in = seat == at.seat or (rival and seat == turns[0])
        at.game.apply_move(state, seat, Move("in" if is_in else "out"))
    return state


def lost(at: Decision) -> int:
    """Return what being in costs if one other has a better hand."""
    facts = played(at, rival=True).match.results[-1].facts
    return int(dict(zip(facts["payers"], facts["paid"], strict=True))[at.seat])


def least(at: Decision) -> float:
    """Return how often one has to win: a part of what makes up for the cost, less of it for those who are behind."""
    options, cost = at.whole.options, lost(at)
    limited = options.pot_max and options.pot_max_mode == "limit-both"
    prize = min(at.whole.pot, options.pot_max) if limited else at.whole.pot
    return cost / (cost + prize) * CLAIM * (BEHIND if is_behind(at) else 1)


def is_behind(at: Decision) -> bool:
    return max(at.whole.match.scores) > at.whole.match.scores[at.seat]


def best_share(at: Decision) -> float:
    """How often the hand is the best of those before it, within their reaches, of all behind it, and of a ghost."""
    rng, won, options = Random(1), 0, at.whole.options
    deck = [card for card in PACK if card not in at.hand]
    reaches = list_ranges_before(at.seen, at.seat)
    ghost = options.ghost == "always" or (options.ghost == "lone-only" and not reaches)
    own, known = mark(at, at.hand), shares(options)
    for _ in range(SAMPLES):
        others = []
        for reach in reaches:
            hand = rng.sample(deck, options.cards)
            for _ in range(400):
                if known[mark(at, hand)] <= reach:
                    break
                hand = rng.sample(deck, options.cards)
            others.append(hand)
        size = options.cards * (behind(at) + ghost)
        cards = rng.sample(deck, size)
        others += [cards[start : start + options.cards] for start in range(0, size, options.cards)]
        won += all(mark(at, hand) <= own for hand in others)
    return won / SAMPLES


def far_ahead(at: Decision) -> bool:
    """Return whether the seat leads still when a rival has taken the pot and every ante to come, hand by hand."""
    chips = list(at.whole.match.scores)
    rival = max((seat for seat in range(at.whole.seats) if seat != at.seat), key=chips.__getitem__)
    chips[rival] += at.whole.pot
    for _ in range(at.whole.rounds + 1, at.whole.options.rounds):
        chips[rival] += at.whole.options.ante * len(order(at))
    return bool(chips[at.seat] > chips[rival])


def cannot_be_in(at: Decision) -> bool:
    return at.move.verb == "out" and not at.allows(Move("in"))


READINGS: Readings = {
    r"I don’t have enough chips to go in\.": cannot_be_in,
    r"Can you pay if you lose\?": lambda at: at.whole.options.short_stack == "must-cover",
    r"You have fewer chips than the pot\.": lambda at: (
        cannot_be_in(at) and at.whole.pot > at.whole.match.scores[at.seat]
    ),
    r"(\w+) others? decides? at the same time as me\.": together,
    r"(\w+) others? decides? with you\.": together,
    r"How often is your hand the best\?": secret,
    r"I’m taking on the players who are in\.": lambda at: at.move.verb == "in" and bool(before(at)),
    r"Nobody is in yet\.": lambda at: at.move.verb == "in" and not before(at) and not secret(at),
    r"I’m so far ahead that I don’t need this pot\.": lambda at: at.move.verb == "out" and far_ahead(at),
    r"Someone is already in\.": lambda at: at.move.verb == "out" and bool(before(at)),
    r"Others still have to declare\.": lambda at: at.move.verb == "out" and behind(at) > 0,
    r"I’m leaving this pot to the others\.": lambda at: at.move.verb == "out",
    r"Only the ghost can still beat you\.": lambda at: (
        not before(at) and not behind(at) and at.whole.options.ghost != "none"
    ),
    r"Nobody is in, and nobody declares after you\.": lambda at: (
        not before(at) and not behind(at) and at.whole.options.ghost == "none"
    ),
    r"(\w+) players? (?:is|are) in, and nobody declares after you\.": lambda at, ins: (
        word(ins) == len(before(at)) and not behind(at)
    ),
    r"(\w+) players? (?:is|are) in, and (\w+) players? still declares? after you\.": lambda at, ins, after: (
        (word(ins), word(after)) == (len(before(at)), behind(at))
    ),
    r"Nobody is in yet, and (\w+) players? still declares? after you\.": lambda at, after: (
        not before(at) and word(after) == behind(at)
    ),
    r"Nobody can have a better hand than (`.+`)\.": lambda at, cards: cards_in(cards) == at.hand and not share(at),
    r"About ([\d.]+)% of the others' possible hands beat (`.+`)\.": lambda at, number, cards: (
        cards_in(cards) == at.hand and abs(share(at) - figure(number)) <= ABOUT
    ),
    r"Hardly any of the others' possible hands beat (`.+`)\.": lambda at, cards: (
        cards_in(cards) == at.hand and 0 < share(at) <= ABOUT
    ),
    r"Here, any hand is good enough\.": lambda at: (
        at.move.verb == "in" and estimate_hand(at.seen, at.seat).most_better >= 0.99
    ),
    r"Go in if at most ([\d.]+)% are better\.": lambda at, number: (
        (at.move.verb == "in") == (share(at) <= estimate_hand(at.seen, at.seat).most_better)
        and abs(estimate_hand(at.seen, at.seat).most_better - figure(number)) <= ABOUT
    ),
    r"Go in only if hardly any are better\.": lambda at: estimate_hand(at.seen, at.seat).most_better <= ABOUT,
    r"(`.+`) would be the best hand about (\d+)% of the time\.": lambda at, cards, number: (
        cards_in(cards) == at.hand and abs(best_share(at) - figure(number)) <= LUCK
    ),
    r"(Go|You’re behind, so go) in when your chance is (\d+)% or better\.": lambda at, go, number: (
        at.move.verb == "in" and abs(least(at) - figure(number)) <= ABOUT and is_behind(at) == (go != "Go")
    ),
    r"(Go|You’re behind, so go) in when your chance is (\d+)% or better, since losing can cost (\w+) chips?\.": (
        lambda at, go, number, cost: (
            at.move.verb == "out"
            and abs(least(at) - figure(number)) <= ABOUT
            and is_behind(at) == (go != "Go")
            and lost(at) == word(cost)
        )
    ),
    r"How far ahead are you\?": far_ahead,
    r"You’re ahead by more than this pot and all the antes to come\.": far_ahead,
    r"You’re so far ahead that you don’t need this pot\.": lambda at: at.move.verb == "out" and far_ahead(at),
}
