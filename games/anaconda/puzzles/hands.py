"""Puzzles on five cards: which to keep, which to hide, which way to go, and what a rival can have."""

from __future__ import annotations

from itertools import combinations
from random import Random

from games.anaconda import hand_stages
from games.anaconda.hand_stages import HIGH, KEPT, LOW, SHOWN
from games.anaconda.puzzles.common import (
    KIND_CLAUSE,
    LOW_CLAUSES,
    POSING,
    draw_hands,
    get_hand_ranking,
    list_hand_ranking_clauses,
    parse_hand,
)
from games.anaconda.strategy import compute_strength_by_way
from games.cards import PACK, SUITS, Card, format_cards
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.engine.work_limits import spend_steps
from games.kit.poker import HIGH as HIGH_RANKING
from games.kit.poker import HandRanking, Key
from games.kit.puzzle_tools import build_card_options, clamp_rating, draw_fitting_setup, split_clause_ids
from games.kit.tricks import HIGHEST_ACE
from games.words import capitalize_first, quote_cards, spell_count, spell_how_many

HIGH_CLAUSES = tuple(KIND_CLAUSE.values())
HANDS = 4
CLEAR = 0.25
"""In a puzzle on which way to go, the minimum difference between the hand's strengths for high and for low."""
A_LOOK = 150

# -- the best five of seven ----------------------------------------------------------------------------


def _make_best_five_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        way = HIGH if POSING.cast_options(options).high_only or rng.random() < 0.6 else LOW
        setup = {"hand": draw_hands(rng, 7)[0], "way": way}
        puzzle = _build_best_five_puzzle(setup, options)
        dull = way == HIGH and puzzle.clauses[0] in ("high.no-pair", "high.pair")
        return None if dull and rng.random() < 0.8 else setup

    return draw_fitting_setup(draw_setup, steps=A_LOOK)


def _build_best_five_puzzle(setup: Setup, options: Options) -> Puzzle:
    way, cards = setup["way"], parse_hand(setup["hand"])
    ranking = get_hand_ranking(way, options)
    best = ranking.choose_best_hand(cards)
    if _count_equal_five_choices(ranking, cards, ranking.compute_hand_key(best)) != 1:
        raise VoidPuzzle("More than one choice of five cards is the best hand.")
    left = [card for card in cards if card not in best]
    name = ranking.name_hand(ranking.compute_hand_key(best))
    clauses = list_hand_ranking_clauses(way, best)
    return Puzzle(
        form="tick",
        question=f"Which five of these are your best {way} hand?",
        position={},
        key=sorted(card.code for card in best),
        clauses=clauses,
        why=f"{quote_cards(best)}: {name}.",
        options=build_card_options(cards),
        reasons={
            card.code: f"You need it for {name}." if card in best else "Your hand is better without it."
            for card in cards
        },
        clauses_by_option={card.code: clauses[0] for card in cards},
        hints=(
            "Look for ranks you have more than once, then for flushes and straights."
            if way == HIGH
            else "Leave out pairs and high cards.",
            POSING.build_rule_hint(clauses[0], options),
            f"{quote_cards(left[:1])} isn’t one of the five.",
            f"It’s {name}.",
        ),
        rating=clamp_rating(900 + (250 if way == LOW else 0) + 60 * abs(ranking.compute_hand_key(best)[0])),
    )


def _count_equal_five_choices(ranking: HandRanking, cards: tuple[Card, ...], key: Key) -> int:
    """Return how many of the possible choices of five cards from `cards` make a hand as strong as `key`.

    `key` stands for the strength of a hand, as `ranking` computes it.
    """
    spend_steps(A_LOOK)
    return sum(ranking.compute_hand_key(five) == key for five in combinations(cards, KEPT))


def _make_five_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    """Return a random setup, from which a puzzle about `clause` is built: seven cards, and whether to go high or low.

    If the clause is about a kind of high hand, it's the best hand in these cards. Kinds that rarely come up by chance
    are put in on purpose.
    """
    if clause in LOW_CLAUSES:
        return {"hand": draw_hands(rng, 7)[0], "way": LOW}

    def draw_setup() -> Setup | None:
        spend_steps(A_LOOK)
        begun = _draw_rare_cards(rng, clause)
        rest = rng.sample([card for card in PACK if card not in begun], 7 - len(begun))
        cards = rng.sample([*begun, *rest], 7)
        setup = {"hand": format_cards(cards), "way": HIGH}
        return setup if _build_best_five_puzzle(setup, options).clauses == (clause,) else None

    return draw_fitting_setup(draw_setup)


def _draw_rare_cards(rng: Random, clause: str) -> list[Card]:
    """Return four of a kind or a straight flush if `clause` is about such a hand, or else an empty list."""
    if clause == KIND_CLAUSE["quads"]:
        rank = rng.randint(1, 13)
        return [card for card in PACK if card.rank == rank]
    if clause == KIND_CLAUSE["straight-flush"]:
        low, suit = rng.randint(1, 9), rng.choice(SUITS)
        return [card for card in PACK if card.suit == suit and low <= card.rank < low + KEPT]
    return []


BEST_FIVE = PuzzleTheme(
    "best-five",
    "Five of seven",
    "Which five of seven cards make the best high or low hand?",
    (*HIGH_CLAUSES, *LOW_CLAUSES),
    _make_best_five_setup,
    _build_best_five_puzzle,
    aim=_make_five_setup_for_clause,
)

# -- which way -----------------------------------------------------------------------------------------


def _make_better_way_setup(rng: Random, options: Options) -> Setup:
    if not hand_stages.has_declaration(POSING.cast_options(options)):
        raise VoidPuzzle("Under these house rules, nobody declares high or low.")

    def draw_setup() -> Setup | None:
        hands = [text for text in draw_hands(rng, 7, 7, 7, 7, 7, 7) if _is_better_way_clear(parse_hand(text), options)][
            :HANDS
        ]
        mixed = 0 < sum(_is_stronger_low_than_high(parse_hand(text), options) for text in hands) < len(hands) == HANDS
        return {"hands": hands} if mixed else None

    return draw_fitting_setup(draw_setup, steps=6 * A_LOOK)


def _is_stronger_low_than_high(cards: tuple[Card, ...], options: Options) -> bool:
    """Return whether these cards are stronger as a low hand than as a high hand."""
    strengths = compute_strength_by_way(cards, POSING.cast_options(options))
    return strengths.get(LOW, 0) > strengths[HIGH]


def _is_better_way_clear(cards: tuple[Card, ...], options: Options) -> bool:
    strengths = compute_strength_by_way(cards, POSING.cast_options(options))
    return abs(strengths[HIGH] - strengths.get(LOW, 0)) > CLEAR


def _build_better_way_puzzle(setup: Setup, options: Options) -> Puzzle:
    rules = POSING.cast_options(options)
    if not hand_stages.has_declaration(rules):
        raise VoidPuzzle("Under these house rules, nobody declares high or low.")
    hands = [parse_hand(text) for text in setup["hands"]]
    low = [f"h{place}" for place, cards in enumerate(hands) if _is_stronger_low_than_high(cards, options)]
    if not all(_is_better_way_clear(cards, options) for cards in hands):
        raise VoidPuzzle("Under these house rules, one of the hands could go either high or low.")
    return Puzzle(
        form="tick",
        question="The passes are over, and it’s time to declare. With which of these hands would you go low?",
        position={},
        key=low,
        clauses=("declare.one-way",),
        why=f"{spell_how_many(len(low), 'the four hands', 'is')} better low than high.",
        options=tuple(
            AnswerOption(f"h{place}", f"`{format_cards(cards)}`", format_cards(cards))
            for place, cards in enumerate(hands)
        ),
        reasons={f"h{place}": _explain_better_way(cards, options) for place, cards in enumerate(hands)},
        hints=(
            "Find the best high hand and the best low hand in each.",
            POSING.build_rule_hint("declare.one-way", options),
            "Two pair rarely wins high, and nine high rarely wins low.",
            f"{spell_how_many(len(low), 'the four hands', 'goes')} low.",
        ),
        rating=1250,
    )


def _explain_better_way(cards: tuple[Card, ...], options: Options) -> str:
    low = get_hand_ranking(LOW, options)
    high = HIGH_RANKING.name_hand(HIGH_RANKING.find_best_key(cards))
    return f"Its best high hand is {high}, and its best low hand is {low.name_hand(low.find_best_key(cards))}."


WHICH_WAY = PuzzleTheme(
    "which-way",
    "High or low?",
    "Would you go high or low with each of these hands?",
    split_clause_ids("declare.one-way"),
    _make_better_way_setup,
    _build_better_way_puzzle,
)

# -- which card to hide --------------------------------------------------------------------------------


TWO_PAIR, SELDOM = 2, 0.03
"""The index of two pair among the kinds of hands, and the chance that a hand with two pair is used.

With two pair, the best card to hide is always the fifth one.
"""
LOWEST = 0.3
"""The chance that a puzzle is used if its answer is the lowest card. With most kinds of hands, it is."""


def _make_hidden_card_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        seven = parse_hand(draw_hands(rng, 7)[0])
        five = HIGH_RANKING.choose_best_hand(seven)
        kind = HIGH_RANKING.compute_hand_key(five)[0]
        if kind < TWO_PAIR or (kind == TWO_PAIR and rng.random() > SELDOM):
            return None
        setup = {"five": format_cards(five), "thrown": format_cards(card for card in seven if card not in five)}
        hidden = _build_hidden_card_puzzle(setup, options).key
        lowest = min(five, key=HIGHEST_ACE.__getitem__).code
        return None if hidden == lowest and rng.random() > LOWEST else setup

    return draw_fitting_setup(draw_setup, steps=6 * A_LOOK)


def _build_hidden_card_puzzle(setup: Setup, options: Options) -> Puzzle:
    five, thrown = parse_hand(setup["five"]), parse_hand(setup["thrown"])
    spend_steps(6 * A_LOOK)
    counts = {card: _count_possible_hidden_cards(five, card, thrown) for card in five}
    best = max(counts.values())
    right = [card for card in five if counts[card] == best]
    if len(right) != 1:
        raise VoidPuzzle("More than one card is best to hide.")
    card = right[0]
    return Puzzle(
        form="one",
        question=(
            f"You keep {quote_cards(five)} for high and discard {quote_cards(thrown)}. Which card should you hide? The "
            "most other cards in its place should make a hand at least as good as yours."
        ),
        position={},
        key=card.code,
        clauses=("final.show-four",),
        why=f"If you hide {quote_cards([card])}, {spell_count(best, 'card')} would make a hand at least as good.",
        options=tuple(AnswerOption(one.code, f"Hide the {one.name}", one.code) for one in five),
        reasons={
            one.code: f"If you hide it, {spell_count(number, 'card')} would make a hand as good."
            for one, number in counts.items()
        },
        hints=(
            "Cover each card in turn. What could it be?",
            POSING.build_rule_hint("final.show-four", options),
            "Count the cards that would fit, and leave out the ones you discarded.",
            f"With the right card hidden, {best} cards would fit.",
        ),
        rating=1500,
    )


def _count_possible_hidden_cards(five: tuple[Card, ...], hidden: Card, thrown: tuple[Card, ...]) -> int:
    """Return how many cards could be in the place of `hidden` so that the high hand is at least as good as `five`.

    `hidden` is one of the cards of `five`, and it's counted too. The other four cards aren't, and neither are the two
    discarded cards, `thrown`.
    """
    rest, own = [card for card in five if card is not hidden], HIGH_RANKING.compute_hand_key(five)
    taken = {*rest, *thrown}
    return sum(HIGH_RANKING.compute_hand_key((*rest, card)) >= own for card in PACK if card not in taken)


WHICH_TO_HIDE = PuzzleTheme(
    "which-to-hide",
    "Which card to hide",
    "Which card should you hide to give the least away?",
    split_clause_ids("final.show-four"),
    _make_hidden_card_setup,
    _build_hidden_card_puzzle,
)

# -- what can they have --------------------------------------------------------------------------------


PLAIN = 1350
"""The rating of a puzzle in which none of the impossible hands among the answers beats the best possible one."""
FEW = 3
"""The maximum number of cards that you're given on purpose, to make a rival's best hand impossible."""


def _make_rival_hand_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: four face-up cards of a rival, and your seven cards.

    The puzzle asks for the rival's best possible hand. In most setups, you hold cards that the rival would need for a
    better one.
    """
    alluring = rng.random() < 0.7

    def draw_setup() -> Setup | None:
        seven = parse_hand(draw_hands(rng, 7)[0])
        five = list(HIGH_RANKING.choose_best_hand(seven))
        rng.shuffle(five)
        shown = five[:SHOWN]
        left = [card for card in PACK if card not in seven]
        best = max(HIGH_RANKING.compute_hand_key((*shown, card)) for card in left)
        needed = [card for card in left if HIGH_RANKING.compute_hand_key((*shown, card)) == best]
        held = needed if alluring and len(needed) <= FEW else []
        own = [*held, *rng.sample([card for card in left if card not in held], 7 - len(held))]
        setup = {"shown": format_cards(shown), "own": format_cards(rng.sample(own, 7))}
        puzzle = _build_rival_hand_puzzle(setup, options)
        return setup if alluring <= (puzzle.rating > PLAIN) else None

    return draw_fitting_setup(draw_setup, steps=6 * A_LOOK)


def _build_rival_hand_puzzle(setup: Setup, options: Options) -> Puzzle:
    shown, own = parse_hand(setup["shown"]), parse_hand(setup["own"])
    spend_steps(4 * A_LOOK)
    taken = {*shown, *own}
    keys = sorted({HIGH_RANKING.compute_hand_key((*shown, card)) for card in PACK if card not in taken}, reverse=True)
    untrue = {HIGH_RANKING.compute_hand_key((*shown, card)) for card in own} - {*keys}
    names = dict.fromkeys(HIGH_RANKING.name_hand(key) for key in (*sorted(untrue, reverse=True)[:2], *keys))
    right = HIGH_RANKING.name_hand(keys[0])
    answers = [right, *(name for name in names if name != right)][:4]
    if len(answers) < 4:
        raise VoidPuzzle("There aren’t enough possible hands to choose from.")
    answers.sort()
    best = next(card for card in PACK if card not in taken and HIGH_RANKING.compute_hand_key((*shown, card)) == keys[0])
    clause = KIND_CLAUSE[HIGH_RANKING.get_hand_kind(keys[0])]
    declared = "went high and " if hand_stages.has_declaration(POSING.cast_options(options)) else ""
    return Puzzle(
        form="one",
        question=(
            f"Mira {declared}shows {quote_cards(shown)}. You hold or discarded {quote_cards(own)}. "
            f"What’s the best {'' if declared else 'high '}hand she can have?"
        ),
        position={},
        key=f"k{answers.index(right)}",
        clauses=("final.bet",),
        why=f"{quote_cards([best])} would make {right}, and no other card makes a better hand.",
        options=tuple(
            AnswerOption(f"k{place}", capitalize_first(one))
            for place, one in Random(setup["own"]).sample([*enumerate(answers)], 4)
        ),
        reasons={
            f"k{place}": "That’s the best possible hand."
            if one == right
            else "She can have a better one."
            if one in map(HIGH_RANKING.name_hand, keys)
            else "You hold or discarded the card she’d need."
            for place, one in enumerate(answers)
        },
        hints=(
            "Start with the best kind of hand. Which card would it need?",
            POSING.build_rule_hint(clause, options),
            "She can’t have a card you hold or discarded.",
            f"She’d need {quote_cards([best])}.",
        ),
        rating=PLAIN + 80 * (max(untrue, default=keys[0]) > keys[0]),
    )


BEHIND_FOUR = PuzzleTheme(
    "behind-four",
    "What can she have?",
    "Four cards are shown. What’s the best hand she can have?",
    split_clause_ids("final.bet"),
    _make_rival_hand_setup,
    _build_rival_hand_puzzle,
)
