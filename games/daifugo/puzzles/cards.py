"""Puzzles about a hand: what beats a play, which cards are given as a tribute, and how many plays it needs."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

from games.cards import format_cards, parse_cards
from games.daifugo.legality import describe_needed_height, is_high_enough
from games.daifugo.playing import list_highest_cards
from games.daifugo.plays import HEIGHT, NAMES, find_play_shape, sort_cards
from games.daifugo.puzzles.common import POSING, build_card_options, draw_hand
from games.daifugo.strategy import group_by_height, has_shedding_effect
from games.engine.calculations import explain_sum
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import TRIES, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, spell_count, spell_how_many

# -- which cards beat a play --------------------------------------------------------------------------------


def _make_beating_cards_setup(rng: Random, options: Options) -> Setup:
    rules = POSING.cast_options(options)

    def draw_setup() -> Setup | None:
        hand = draw_hand(rng, 6, 6)
        top = rng.choice([card for card in draw_hand(rng, 8, 8) if card not in hand])
        position = {
            "plays": [f"2 {top.code}"],
            "passed": [1, 3],
            "hands": [format_cards(hand)],
            "revolution": rules.has_revolution and rng.random() < 0.6,
            "back": rules.eleven_back != "off" and rng.random() < 0.5,
        }
        setup = {"position": position}
        return setup if 0 < len(_build_beating_cards_puzzle(setup, options).key) < len(hand) else None

    return draw_fitting_setup(draw_setup)


def _build_beating_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    hand, top = state.hands[0], state.pile[-1]
    beating = []
    for card in hand:
        shape = find_play_shape((card,))
        if shape and is_high_enough(state, shape, (card,)):
            beating.append(card)
    way = describe_needed_height(state)
    look = f"look for ranks that are {way}"
    turned = [("revolution", state.revolution), ("eleven-back", state.back)]
    order = {
        (True, False): " A revolution has reversed the order of ranks.",
        (False, True): " A jack has reversed the order of ranks for this round.",
        (True, True): " A revolution has reversed the order of ranks, and a jack has reversed it back for this round.",
    }.get((state.revolution, state.back), "")
    return Puzzle(
        "tick",
        f"The play to beat is `{format_cards(top.cards)}`.{order} Which of your cards beat it?",
        POSING.build_visible_position(state),
        sorted(card.code for card in beating),
        ("play.strictly-higher", "rank.order", *(clause for clause, is_on in turned if is_on)),
        f"You beat `{format_cards(top.cards)}` with a rank that’s {way}.",
        build_card_options(hand),
        reasons={
            card.code: f"The {card.name} beats it. Its rank is {way}."
            if card in beating
            else f"The {card.name} doesn’t beat it. {capitalize_first(look)}."
            for card in hand
        },
        clauses_by_option={
            card.code: next(
                (clause for clause, is_on in turned if is_on and card.rank != top.cards[0].rank), "play.strictly-higher"
            )
            for card in hand
        },
        hints=(
            "The two is the highest rank, and the three the lowest, unless the order is reversed.",
            POSING.build_rule_hint("play.strictly-higher", options),
            f"{capitalize_first(look)} {'as' if state.options.equal_allowed else 'than'} `{format_cards(top.cards)}`.",
            f"{spell_how_many(len(beating), 'your cards', 'beats')} it.",
        ),
        rating=900 + 300 * state.revolution + 300 * state.back,
        on="hand-0",
    )


# -- the tribute --------------------------------------------------------------------------------------------


def _make_tribute_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup:
        setup = {"position": {"hands": [format_cards(draw_hand(rng, 8, 6))]}}
        _build_tribute_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup)


def _build_tribute_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    number = state.options.get_tribute_sizes(state.seats)[0]
    if not number:
        raise VoidPuzzle("Under these house rules, the Destitute gives nothing.")
    given, next_highest = (
        list_highest_cards(state.hands[0], number),
        list_highest_cards(state.hands[0], number + 1)[number],
    )
    if HEIGHT[given[-1]] == HEIGHT[next_highest]:
        raise VoidPuzzle("More than one choice of cards would be correct.")
    return Puzzle(
        "tick",
        "You’re the Destitute. Which of these cards do you have to give to the Daifugo?",
        POSING.build_visible_position(state),
        sorted(card.code for card in given),
        ("exchange.destitute-gives",),
        f"You give your {spell_count(number, 'highest card').removeprefix('one ')}: `{format_cards(given)}`.",
        build_card_options(state.hands[0]),
        reasons={
            card.code: f"You {'have to give' if card in given else 'keep'} the {card.name}." for card in state.hands[0]
        },
        hints=(
            "You have to give your best cards.",
            POSING.build_rule_hint("exchange.destitute-gives", options),
            f"Give {spell_count(number, 'card')}, the highest first: two, ace, king, and so on.",
            f"Your highest card is `{given[0].code}`.",
        ),
        rating=900,
        on="hand-0",
    )


# -- how many plays -----------------------------------------------------------------------------------------


def _make_number_of_plays_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup:
        setup = {"position": {"hands": [format_cards(draw_hand(rng, rng.randrange(7, 12), rng.randrange(4, 8)))]}}
        _build_number_of_plays_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup)


def _build_number_of_plays_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    if state.options.sequences:
        raise VoidPuzzle("Under these house rules, sequences give you more ways to go out.")
    if has_shedding_effect(state.options, state.hands[0]):
        raise VoidPuzzle("Under these house rules, playing some of your cards gets rid of others too.")
    groups = group_by_height(state.hands[0])
    return Puzzle(
        "number",
        "If nobody beats you, what’s the fewest plays you need to get rid of all these cards?",
        POSING.build_visible_position(state),
        len(groups),
        ("play.lead-set",),
        f"You need one play for each rank: {', '.join(NAMES[height] for height in groups)}.",
        hints=(
            "You can play cards of the same rank together.",
            POSING.build_rule_hint("play.lead-set", options),
            "Count your ranks, not your cards.",
            f"Your lowest rank is {NAMES[min(groups)]}, and your highest is {NAMES[max(groups)]}.",
        ),
        working=str(explain_sum(*((f"`{format_cards(cards)}`", 1) for cards in groups.values()))),
        rating=850,
    )


# -- which cards to give back -------------------------------------------------------------------------------


def _make_giving_back_setup(rng: Random, options: Options) -> Setup:
    """Return a setup: a hand, and up to four pairs of cards from it, one of which is best to give back.

    Up to two of the pairs are of one rank, and up to two are of two ranks. The best pair has 0, 1, or 2 cards that are
    the only card of their rank in the hand, each number equally often.
    """
    alone = rng.randrange(3)

    def draw_setup() -> Setup | None:
        hand = draw_hand(rng, 9, 6)
        groups = [*group_by_height(hand).values()]
        like = [pair for group in groups for pair in combinations(group, 2)]
        unlike = [(card, other) for first, second in combinations(groups, 2) for card in first for other in second]
        pairs = [*rng.sample(like, min(2, len(like))), *rng.sample(unlike, min(2, len(unlike)))]
        ranks = Counter(rank for pair in pairs for rank in {card.rank for card in pair})
        if max(ranks.values()) > 2:
            return None  # the answer would be the pair without that rank
        setup = {"hand": format_cards(hand), "pairs": [format_cards(pair) for pair in rng.sample(pairs, len(pairs))]}
        best = parse_cards(setup["pairs"][int(_build_giving_back_puzzle(setup, options).key)])
        return setup if sum([card] in groups for card in best) == alone else None

    return draw_fitting_setup(draw_setup, 4 * TRIES)


def _build_giving_back_puzzle(setup: Setup, options: Options) -> Puzzle:
    hand = sort_cards(parse_cards(setup["hand"]))
    position = {"seats": 8, "phase": "exchange", "titles": list(range(8)), "hands": [format_cards(hand)]}
    state = POSING.load_state(position, options)
    if state.count_tribute(0) != 2:
        raise VoidPuzzle("Under these house rules, the Daifugo doesn’t give back two cards.")
    if state.options.sequences or state.options.jokers:
        raise VoidPuzzle("Under these house rules, jokers or sequences change which cards can be played together.")
    if state.options.exchange_return == "lowest":
        raise VoidPuzzle("Under these house rules, the Daifugo can’t choose which cards to give back.")
    if has_shedding_effect(state.options, hand):
        raise VoidPuzzle("Under these house rules, playing some of your cards gets rid of others too.")
    left = {text: _count_plays_without(setup["hand"], text) for text in setup["pairs"]}
    fewest = min(left.values())
    best = [text for text in setup["pairs"] if left[text] == fewest]
    if len(best) > 1:
        raise VoidPuzzle("More than one choice of cards leaves the fewest plays.")
    ids = {text: str(number) for number, text in enumerate(setup["pairs"])}
    return Puzzle(
        "one",
        "You’re the Daifugo. Which two cards do you give back to need the fewest plays?",
        POSING.build_visible_position(state),
        ids[best[0]],
        ("exchange.daifugo-returns", "play.lead-set"),
        f"Without `{best[0]}`, your hand takes {spell_count(fewest, 'play')}.",
        tuple(AnswerOption(ids[text], "These two", text) for text in setup["pairs"]),
        reasons={
            ids[text]: f"Without them, your hand takes {spell_count(left[text], 'play')}." for text in setup["pairs"]
        },
        clauses_by_option={ids[best[0]]: "exchange.daifugo-returns"},
        hints=(
            "A card that doesn’t match any other needs a play of its own.",
            POSING.build_rule_hint("exchange.daifugo-returns", options),
            "For each pair, count the ranks you’d have left.",
            f"The best choice leaves {spell_count(fewest, 'play')}.",
        ),
        rating=1100,
    )


def _count_plays_without(hand: str, gone: str) -> int:
    return len(group_by_height([card for card in parse_cards(hand) if card not in parse_cards(gone)]))


THEMES = (
    PuzzleTheme(
        "which-beat-it",
        "Which beat it?",
        "Which of your cards beat the last play?",
        split_clause_ids("play.strictly-higher rank.order revolution eleven-back"),
        _make_beating_cards_setup,
        _build_beating_cards_puzzle,
    ),
    PuzzleTheme(
        "the-tribute",
        "The exchange",
        "Which cards does the Destitute give?",
        split_clause_ids("exchange.destitute-gives"),
        _make_tribute_setup,
        _build_tribute_puzzle,
    ),
    PuzzleTheme(
        "how-many-plays",
        "How many plays?",
        "Count the plays your hand takes.",
        split_clause_ids("play.lead-set"),
        _make_number_of_plays_setup,
        _build_number_of_plays_puzzle,
    ),
    PuzzleTheme(
        "what-goes-back",
        "What goes back?",
        "Give back the cards you won’t miss.",
        split_clause_ids("exchange.daifugo-returns play.lead-set"),
        _make_giving_back_setup,
        _build_giving_back_puzzle,
    ),
)
