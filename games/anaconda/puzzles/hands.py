"""Puzzles on five cards: which to keep, which to hide, which way to go, and what a rival can have."""

from __future__ import annotations

from itertools import combinations
from random import Random

from games.anaconda import stages
from games.anaconda.puzzles.common import KIND_CLAUSE, LOW_CLAUSES, POSING, clauses_of, drawn, hand, ranking_of
from games.anaconda.stages import HIGH, KEPT, LOW, SHOWN
from games.anaconda.strategy import strengths
from games.cards import PACK, SUITS, Card, codes
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.work import spend
from games.kit.poker import HIGH as HIGH_RANKING
from games.kit.poker import Key, Ranking
from games.kit.posing import card_options, clamp, clause_ids, until_found
from games.kit.tricks import HIGHEST_ACE
from games.words import capital, many, quoted, so_many

HIGH_CLAUSES = tuple(KIND_CLAUSE.values())
HANDS = 4
CLEAR = 0.25
"""The least difference between a hand's strengths for the two ways in a puzzle on which way to go."""
A_LOOK = 150

# -- the best five of seven ----------------------------------------------------------------------------


def _make_five(rng: Random, options: Options) -> Setup:
    def draw() -> Setup | None:
        way = HIGH if POSING.rules_of(options).high_only or rng.random() < 0.6 else LOW
        setup = {"hand": drawn(rng, 7)[0], "way": way}
        puzzle = _pose_five(setup, options)
        dull = way == HIGH and puzzle.clauses[0] in ("high.no-pair", "high.pair")
        return None if dull and rng.random() < 0.8 else setup

    return until_found(draw, steps=A_LOOK)


def _pose_five(setup: Setup, options: Options) -> Puzzle:
    way, cards = setup["way"], hand(setup["hand"])
    ranking = ranking_of(way, options)
    best = ranking.choice(cards)
    if _ways(ranking, cards, ranking.key(best)) != 1:
        raise Void("Several fives are level.")
    left = [card for card in cards if card not in best]
    told = ranking.told(ranking.key(best))
    clauses = clauses_of(way, best)
    return Puzzle(
        theme="best-five",
        form="tick",
        question=f"Which five of these are your best {way} hand?",
        position={},
        key=sorted(card.code for card in best),
        clauses=clauses,
        why=f"{quoted(best)}: {told}.",
        options=card_options(cards),
        reasons={
            card.code: f"It is part of {told}." if card in best else "Without it the hand is better." for card in cards
        },
        clauses_by_option={card.code: clauses[0] for card in cards},
        hints=(
            "Look for ranks that are there more than once, then for suits and sequences."
            if way == HIGH
            else "Throw out what is paired and what is high.",
            POSING.rule_hint(clauses[0], options),
            f"{quoted(left[:1])} is not among them.",
            f"It is {told}.",
        ),
        rating=clamp(900 + (250 if way == LOW else 0) + 60 * abs(ranking.key(best)[0])),
    )


def _ways(ranking: Ranking, cards: tuple[Card, ...], key: Key) -> int:
    """Return how many choices of five cards have this key."""
    spend(A_LOOK)
    return sum(ranking.key(five) == key for five in combinations(cards, KEPT))


def _aim_five(rng: Random, options: Options, clause: str) -> Setup:
    """Make seven cards whose best hand is of the kind that this clause is about.

    Kinds that rarely come by chance are put there.
    """
    if clause in LOW_CLAUSES:
        return {"hand": drawn(rng, 7)[0], "way": LOW}

    def draw() -> Setup | None:
        spend(A_LOOK)
        begun = _rare(rng, clause)
        rest = rng.sample([card for card in PACK if card not in begun], 7 - len(begun))
        cards = rng.sample([*begun, *rest], 7)
        setup = {"hand": codes(cards), "way": HIGH}
        return setup if _pose_five(setup, options).clauses == (clause,) else None

    return until_found(draw)


def _rare(rng: Random, clause: str) -> list[Card]:
    """Return the cards of a hand that rarely comes by chance; none for other kinds."""
    if clause == KIND_CLAUSE["quads"]:
        rank = rng.randint(1, 13)
        return [card for card in PACK if card.rank == rank]
    if clause == KIND_CLAUSE["straight-flush"]:
        low, suit = rng.randint(1, 9), rng.choice(SUITS)
        return [card for card in PACK if card.suit == suit and low <= card.rank < low + KEPT]
    return []


BEST_FIVE = Theme(
    "best-five",
    "Five of seven",
    "Seven cards: which five are the best high hand, or the best low one?",
    (*HIGH_CLAUSES, *LOW_CLAUSES),
    _make_five,
    _pose_five,
    aim=_aim_five,
)

# -- which way -----------------------------------------------------------------------------------------


def _make_way(rng: Random, options: Options) -> Setup:
    if not stages.declares(POSING.rules_of(options)):
        raise Void("Nothing is declared at this table.")

    def draw() -> Setup | None:
        hands = [text for text in drawn(rng, 7, 7, 7, 7, 7, 7) if _clear(hand(text), options)][:HANDS]
        mixed = 0 < sum(_low(hand(text), options) for text in hands) < len(hands) == HANDS
        return {"hands": hands} if mixed else None

    return until_found(draw, steps=6 * A_LOOK)


def _low(cards: tuple[Card, ...], options: Options) -> bool:
    """Return whether a hand is stronger low than high."""
    found = strengths(cards, POSING.rules_of(options))
    return found.get(LOW, 0) > found[HIGH]


def _clear(cards: tuple[Card, ...], options: Options) -> bool:
    found = strengths(cards, POSING.rules_of(options))
    return abs(found[HIGH] - found.get(LOW, 0)) > CLEAR


def _pose_way(setup: Setup, options: Options) -> Puzzle:
    rules = POSING.rules_of(options)
    if not stages.declares(rules):
        raise Void("Nothing is declared at this table.")
    hands = [hand(text) for text in setup["hands"]]
    low = [f"h{place}" for place, cards in enumerate(hands) if _low(cards, options)]
    if not all(_clear(cards, options) for cards in hands):
        raise Void("One of them is not clear under these house rules.")
    return Puzzle(
        theme="which-way",
        form="tick",
        question="The cards are passed, and you must declare. With which of these hands do you go low?",
        position={},
        key=low,
        clauses=("declare.one-way",),
        why=f"{capital(many(len(low), 'hand'))} of four {'is' if len(low) == 1 else 'are'} better low than high.",
        options=tuple(Option(f"h{place}", f"`{codes(cards)}`", codes(cards)) for place, cards in enumerate(hands)),
        reasons={f"h{place}": _reason(cards, options) for place, cards in enumerate(hands)},
        hints=(
            "Find the best high five and the best low five of each.",
            POSING.rule_hint("declare.one-way", options),
            "Two pair seldom win high, and nine high seldom wins low.",
            f"{so_many(len(low), 'the four', 'goes')} low.",
        ),
        rating=1250,
    )


def _reason(cards: tuple[Card, ...], options: Options) -> str:
    low = ranking_of(LOW, options)
    high = HIGH_RANKING.told(HIGH_RANKING.best(cards))
    return f"High it is {high}, low {low.told(low.best(cards))}."


WHICH_WAY = Theme(
    "which-way",
    "High or low?",
    "Four hands, and for each of them one way is clearly better.",
    clause_ids("declare.one-way"),
    _make_way,
    _pose_way,
)

# -- which card to hide --------------------------------------------------------------------------------


TWO_PAIR, SELDOM = 2, 0.03
"""The index of two pair, whose best card to hide is always the fifth one, and how often it appears."""
LOWEST = 0.3
"""How often the answer may be the lowest card, as it usually is with other kinds of hands."""


def _make_hidden(rng: Random, options: Options) -> Setup:
    def draw() -> Setup | None:
        seven = hand(drawn(rng, 7)[0])
        five = HIGH_RANKING.choice(seven)
        kind = HIGH_RANKING.key(five)[0]
        if kind < TWO_PAIR or (kind == TWO_PAIR and rng.random() > SELDOM):
            return None
        setup = {"five": codes(five), "thrown": codes(card for card in seven if card not in five)}
        hidden = _pose_hidden(setup, options).key
        lowest = min(five, key=HIGHEST_ACE.__getitem__).code
        return None if hidden == lowest and rng.random() > LOWEST else setup

    return until_found(draw, steps=6 * A_LOOK)


def _pose_hidden(setup: Setup, options: Options) -> Puzzle:
    five, thrown = hand(setup["five"]), hand(setup["thrown"])
    spend(6 * A_LOOK)
    counts = {card: _possible(five, card, thrown) for card in five}
    best = max(counts.values())
    right = [card for card in five if counts[card] == best]
    if len(right) != 1:
        raise Void("Two cards hide as much.")
    card = right[0]
    return Puzzle(
        theme="which-to-hide",
        form="one",
        question=(
            f"You keep {quoted(five)} for high and have thrown {quoted(thrown)}. Which card do you hide, so "
            "that behind the other four as many hands are possible as can be that are at least as good as yours?"
        ),
        position={},
        key=card.code,
        clauses=("final.show-four",),
        why=f"With {quoted([card])} hidden, {many(best, 'card')} would make a hand at least as good.",
        options=tuple(Option(one.code, f"Hide the {one.name}", one.code) for one in five),
        reasons={one.code: f"Then {many(number, 'card')} would make as good a hand." for one, number in counts.items()},
        hints=(
            "Cover each card in turn: what could lie there?",
            POSING.rule_hint("final.show-four", options),
            "Count the cards that would do, and leave out those that you have thrown.",
            f"There are {best} behind the right four.",
        ),
        rating=1500,
    )


def _possible(five: tuple[Card, ...], hidden: Card, thrown: tuple[Card, ...]) -> int:
    """Return how many cards could be hidden and make a hand at least as good."""
    rest, own = [card for card in five if card is not hidden], HIGH_RANKING.key(five)
    gone = {*rest, *thrown}
    return sum(HIGH_RANKING.key((*rest, card)) >= own for card in PACK if card not in gone)


WHICH_TO_HIDE = Theme(
    "which-to-hide",
    "Which one to hide?",
    "Four of your five cards are shown: find the one whose place leaves most open.",
    clause_ids("final.show-four"),
    _make_hidden,
    _pose_hidden,
)

# -- what can they have --------------------------------------------------------------------------------


PLAIN = 1350
"""The rating of a puzzle without a tempting hand that is better than the best possible one."""
FEW = 3
"""The most missing cards that you are given to make a rival's best hand impossible."""


def _make_behind(rng: Random, options: Options) -> Setup:
    """Make four shown cards of a rival, and your seven cards.

    Usually, a better hand would be possible if you didn't hold the cards that it needs.
    """
    alluring = rng.random() < 0.7

    def draw() -> Setup | None:
        seven = hand(drawn(rng, 7)[0])
        five = list(HIGH_RANKING.choice(seven))
        rng.shuffle(five)
        shown = five[:SHOWN]
        left = [card for card in PACK if card not in seven]
        best = max(HIGH_RANKING.key((*shown, card)) for card in left)
        needed = [card for card in left if HIGH_RANKING.key((*shown, card)) == best]
        held = needed if alluring and len(needed) <= FEW else []
        own = [*held, *rng.sample([card for card in left if card not in held], 7 - len(held))]
        setup = {"shown": codes(shown), "own": codes(rng.sample(own, 7))}
        puzzle = _pose_behind(setup, options)
        return setup if alluring <= (puzzle.rating > PLAIN) else None

    return until_found(draw, steps=6 * A_LOOK)


def _pose_behind(setup: Setup, options: Options) -> Puzzle:
    shown, own = hand(setup["shown"]), hand(setup["own"])
    spend(4 * A_LOOK)
    gone = {*shown, *own}
    keys = sorted({HIGH_RANKING.key((*shown, card)) for card in PACK if card not in gone}, reverse=True)
    untrue = {HIGH_RANKING.key((*shown, card)) for card in own} - {*keys}
    told = dict.fromkeys(HIGH_RANKING.told(key) for key in (*sorted(untrue, reverse=True)[:2], *keys))
    right = HIGH_RANKING.told(keys[0])
    answers = [right, *(one for one in told if one != right)][:4]
    if len(answers) < 4:
        raise Void("There are too few hands to choose from.")
    answers.sort()
    best = next(card for card in PACK if card not in gone and HIGH_RANKING.key((*shown, card)) == keys[0])
    clause = KIND_CLAUSE[HIGH_RANKING.kind(keys[0])]
    gone_high = "has gone high and " if stages.declares(POSING.rules_of(options)) else ""
    return Puzzle(
        theme="behind-four",
        form="one",
        question=(
            f"Mira {gone_high}shows {quoted(shown)}. You hold or have thrown {quoted(own)}. "
            f"What is the best {'' if gone_high else 'high '}hand that she can have?"
        ),
        position={},
        key=f"k{answers.index(right)}",
        clauses=("final.bet",),
        why=f"{quoted([best])} would make {right}, and nothing makes more.",
        options=tuple(
            Option(f"k{place}", capital(one)) for place, one in Random(setup["own"]).sample([*enumerate(answers)], 4)
        ),
        reasons={
            f"k{place}": "That is the best that is possible."
            if one == right
            else "She can have a better one."
            if one in map(HIGH_RANKING.told, keys)
            else "You hold the card for that, or have thrown it."
            for place, one in enumerate(answers)
        },
        hints=(
            "Begin with the best kind of hand, and ask which card it would need.",
            POSING.rule_hint(clause, options),
            "A card that you hold yourself, or have thrown, is not behind hers.",
            f"The card that she would need is {quoted([best])}.",
        ),
        rating=PLAIN + 80 * (max(untrue, default=keys[0]) > keys[0]),
    )


BEHIND_FOUR = Theme(
    "behind-four",
    "What can she have?",
    "Four cards are shown and one is hidden: what is the best hand that is possible?",
    clause_ids("final.bet"),
    _make_behind,
    _pose_behind,
)
