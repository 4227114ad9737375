"""Puzzles on the score of a hand: melds, naturals, clean hands, and the cost of a wild two."""

from __future__ import annotations

from random import Random

from games.cards import Card, format_cards, parse_cards, sort_cards, subtract_cards
from games.engine.calculations import explain_sum
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, split_clause_ids
from games.mille.melds import ALL, TWO, count_wild_twos, is_natural_meld, name_rank
from games.mille.puzzles.common import POSING, UnusedCards, format_melds
from games.mille.score_explanations import explain_score
from games.mille.scoring import count_points, is_clean_hand, score_melds
from games.mille.state import MilleState
from games.words import capitalize_first, format_count, quote_cards, spell_how_many, spell_number

SCORE = split_clause_ids(
    "score.hand score.chapeau natural.clean natural.clean-scope natural.eight natural.both value.table"
)
COST = split_clause_ids("natural.clean wild.two score.hand natural.clean-scope")
NATURAL = split_clause_ids("natural.eight natural.eight-with-wild natural.eight-twos")
SHOWN = 4
"""The number of melds, or of ranks, to choose from."""
STEP = 200

# -- score this hand -------------------------------------------------------------------------------


def _make_hand_score_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about a hand's score: melds of various sizes, and cards left in hand, if any.

    In some of the setups, a meld has a wild two.
    """

    def draw_setup() -> Setup | None:
        deck = UnusedCards(rng)
        ranks = rng.sample([1, *range(3, 14)], 4)
        melds = [deck.draw_cards(rng.choice((3, 3, 4, 5, 8)), rank) for rank in ranks[: rng.randint(1, 3)]]
        if rng.random() < 0.4:
            melds[-1] = [*melds[-1][:3], *deck.draw_cards(1, TWO)]
        hand = deck.draw_cards(rng.randint(2, 6), without=[meld[0].rank for meld in melds])
        out = rng.random() < 0.3
        return {"melds": format_melds(melds), "hand": "" if out else format_cards(sort_cards(hand))}

    return draw_fitting_setup(draw_setup, steps=STEP)


def _load_state_after_hand(setup: Setup, options: Options) -> MilleState:
    """Return the state at the end of a hand in which seat 0 has the melds and the remaining cards of this setup."""
    hands = [setup["hand"], "" if setup["hand"] else "? ?"]
    return POSING.load_state({"phase": "between", "melds": [setup["melds"]], "hands": hands}, options)


def _build_hand_score_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _load_state_after_hand(setup, options)
    rules, melds, hand = state.options, state.melds[0], state.hands[0]
    score = score_melds(rules, melds, hand, not hand)
    clean, eights = is_clean_hand(rules, melds, not hand), [meld for meld in melds if is_natural_meld(meld)]
    clauses = ["score.hand", "value.table"]
    clauses += ["score.chapeau"] if score.total < 0 else []
    clauses += ["natural.clean"] if clean else ["natural.clean-scope"] if rules.clean_needs_out and hand else []
    clauses += ["natural.both"] if clean and eights else ["natural.eight"] if eights else []
    ended = "You’ve gone out" if not hand else f"Your opponent has gone out, and you still hold {quote_cards(hand)}"
    before = " and ".join(quote_cards(meld) for meld in melds)
    return Puzzle(
        form="number",
        question=f"{ended}. Your melds are {before}. What do you score?",
        position={},
        key=score.total,
        clauses=POSING.select_game_clauses(clauses),
        why=_explain_score(score.melds, score.hand, score.bonus, clean, len(eights)),
        working=str(explain_score(rules, melds, hand, not hand)),
        hints=(
            "Do your melds have a wild two, or all eight cards of a rank?",
            POSING.build_rule_hint("natural.clean", options),
            f"Your hand {'is' if clean else 'isn’t'} clean.",
            f"With all doubling, your melds are worth {score.melds}.",
        ),
        rating=clamp_rating(1000 + 80 * len(melds) + 100 * len(eights) + 20 * len(hand)),
    )


def _explain_score(melds: int, hand: int, bonus: int, clean: bool, eights: int) -> str:
    doubled = " and ".join(
        part for part in ("clean" * clean, format_count(eights, "natural") if eights else "") if part
    )
    parts = f"Your melds are worth {melds}{f' ({doubled})' if doubled else ''}. The cards in your hand cost {hand}."
    return f"{parts} Going out earns {bonus}." if bonus else parts


# -- what does this two cost -----------------------------------------------------------------------


def _make_wild_two_cost_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: how does the score change if a pair is melded with the player's first wild two?"""

    def draw_setup() -> Setup | None:
        deck = UnusedCards(rng)
        ranks = rng.sample([1, *range(3, 14)], 4)
        melds = [deck.draw_cards(rng.choice((3, 3, 4, 5)), rank) for rank in ranks[: rng.randint(1, 2)]]
        pair, two = deck.draw_cards(2, ranks[3]), deck.draw_cards(1, TWO)
        hand = deck.draw_cards(rng.randint(1, 3), without=(TWO, *ranks))
        setup = {
            "melds": format_melds(melds),
            "meld": format_cards([*pair, *two]),
            "hand": format_cards([*pair, *two, *hand]),
        }
        _build_wild_two_cost_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=STEP)


def _build_wild_two_cost_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _load_state_after_hand(setup, options)
    rules, meld = state.options, parse_cards(setup["meld"])
    rest = subtract_cards(state.hands[0], meld)
    before = score_melds(rules, state.melds[0], state.hands[0], False).total
    after = score_melds(rules, [*state.melds[0], meld], rest, False).total
    change = after - before
    melds = score_melds(rules, state.melds[0], (), False).melds
    lost = melds - (score_melds(rules, [*state.melds[0], meld], (), False).melds - count_points(meld))
    return Puzzle(
        form="number",
        question=f"Your melds are {' and '.join(map(quote_cards, state.melds[0]))}, and you hold "
        f"{quote_cards(state.hands[0])}. Your opponent is about to go out. By how many points does your score change "
        f"if you meld {quote_cards(meld)} first? If you lose points, the answer is below zero.",
        position={},
        key=change,
        clauses=POSING.select_game_clauses(COST if rules.clean_needs_out else COST[:3]),
        why=f"Without this meld you score {before}, and with it {after}.",
        working=str(
            explain_sum(
                ("on the table", count_points(meld)),
                ("no longer in your hand", count_points(meld)),
                ("no longer doubled", -lost),
            )
        ),
        hints=(
            "Add up your score twice, with the meld and without it.",
            POSING.build_rule_hint("natural.clean", options),
            "These cards no longer cost you points. But what’s doubled before, and what after?",
            f"Without this meld you score {before}.",
        ),
        rating=clamp_rating(1200 + 60 * len(state.melds[0]) + 3 * max(0, 60 - abs(change))),
    )


# -- is it a natural -------------------------------------------------------------------------------

KINDS = {"natural": "a natural", "short": "fewer than eight natural cards", "wild": "all eight and a wild two"}


def _classify_meld(meld: tuple[Card, ...]) -> str:
    return "natural" if is_natural_meld(meld) else "short" if len(meld) - count_wild_twos(meld) < ALL else "wild"


def _make_naturals_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        deck = UnusedCards(rng)
        ranks = rng.sample(range(1, 14), SHOWN)
        melds = []
        for rank in ranks:
            meld = deck.draw_cards(rng.choice((6, 7, 8, 8)), rank)
            if rank != TWO and rng.random() < 0.4:
                meld += deck.draw_cards(1, TWO)
            melds.append(meld)
        setup = {"melds": format_melds(melds)}
        return setup if len(set(_build_naturals_puzzle(setup, options).key.values())) > 1 else None

    return draw_fitting_setup(draw_setup, steps=STEP)


def _build_naturals_puzzle(setup: Setup, options: Options) -> Puzzle:
    melds = {f"m{at}": parse_cards(text) for at, text in enumerate(setup["melds"])}
    key = {id: _classify_meld(meld) for id, meld in melds.items()}
    clauses = ["natural.eight"]
    clauses += ["natural.eight-with-wild"] if "wild" in key.values() else []
    clauses += ["natural.eight-twos"] if any(meld[0].rank == TWO for meld in melds.values()) else []
    return Puzzle(
        form="match",
        question="Which of these melds are naturals, and what’s wrong with the others?",
        position={},
        key=key,
        clauses=POSING.select_game_clauses(clauses),
        why="A natural has all eight cards of a rank and no wild two.",
        options=tuple(
            AnswerOption(id, capitalize_first(name_rank(meld[0].rank)), format_cards(meld))
            for id, meld in melds.items()
        ),
        labels=tuple(KINDS.items()),
        reasons={
            id: f"{capitalize_first(spell_number(len(meld) - count_wild_twos(meld)))} {name_rank(meld[0].rank)}"
            + (" and a wild two." if count_wild_twos(meld) else ".")
            for id, meld in melds.items()
        },
        clauses_by_option={
            id: "natural.eight-twos"
            if meld[0].rank == TWO
            else "natural.eight-with-wild"
            if key[id] == "wild"
            else "natural.eight"
            for id, meld in melds.items()
        },
        hints=(
            "Count the natural cards, and look for twos.",
            POSING.build_rule_hint("natural.eight", options),
            "With a wild two, a meld isn’t a natural, even with all eight cards.",
            f"{spell_how_many(sum(kind == 'natural' for kind in key.values()), 'them', 'is')} natural.",
        ),
        rating=clamp_rating(850 + 60 * len(set(key.values()))),
    )


# -- what can still become a natural ---------------------------------------------------------------


def _make_possible_naturals_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        deck = UnusedCards(rng)
        ranks = rng.sample([1, *range(3, 14)], SHOWN + 2)
        mine = [deck.draw_cards(rng.randint(4, 6), rank) for rank in ranks[:3]]
        if rng.random() < 0.6:
            mine[0] += deck.draw_cards(1, TWO)
        other = deck.draw_cards(rng.randint(1, 2), ranks[4]) + deck.draw_cards(3, ranks[5])
        theirs = [[*deck.draw_cards(2, rng.choice(ranks[:3])), *deck.draw_cards(1, TWO)], deck.draw_cards(3, ranks[5])]
        hand = [*deck.draw_cards(rng.randint(2, 5), ranks[3]), *other]
        position = {
            "melds": [format_melds(mine), format_melds(theirs)],
            "hands": [format_cards(sort_cards(hand)), "? ? ? ? ? ?"],
            "turns": 20,
        }
        setup = {
            "position": {**position, "pile": format_cards(deck.draw_cards(1, without=(TWO,)))},
            "ranks": ranks[:SHOWN],
        }
        _build_possible_naturals_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, steps=STEP)


def _build_possible_naturals_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    needs = {f"r{rank}": _count_cards_needed_for_natural(state, rank) for rank in setup["ranks"]}
    key = sorted(id for id, (_, why) in needs.items() if not why)
    if not 0 < len(key) < len(needs):
        raise VoidPuzzle("Either you can make naturals of all these ranks, or of none.")
    return Puzzle(
        form="tick",
        question="In which of these ranks can you still make a natural?",
        position=POSING.build_visible_position(state),
        key=key,
        clauses=POSING.select_game_clauses(("natural.eight", "natural.eight-with-wild")),
        why="You need all eight cards, and the meld can’t have a wild two.",
        options=tuple(AnswerOption(f"r{rank}", capitalize_first(name_rank(rank))) for rank in setup["ranks"]),
        reasons={id: why or f"You still need {spell_number(number)} of them." for id, (number, why) in needs.items()},
        clauses_by_option={
            f"r{rank}": "natural.eight-with-wild"
            if any(meld[0].rank == rank and count_wild_twos(meld) for meld in state.melds[0])
            else "natural.eight"
            for rank in setup["ranks"]
        },
        hints=(
            "Where are the eight cards of each rank?",
            POSING.build_rule_hint("natural.eight", options),
            "Look for these ranks in your opponent’s melds, and for twos in yours.",
            f"{spell_how_many(len(key), 'them', 'can')}.",
        ),
        rating=clamp_rating(1100 + 50 * len(key)),
    )


def _count_cards_needed_for_natural(state: MilleState, rank: int) -> tuple[int, str]:
    """Return how many more cards of a rank seat 0 needs for a natural (all eight cards), and a reason.

    The reason explains why no natural of this rank is possible. It's "" if one is possible.
    """
    own = sum(card.rank == rank for card in state.hands[0])
    for melds, mine in ((state.melds[0], True), (state.melds[1], False)):
        for meld in melds:
            if mine and meld[0].rank == rank and count_wild_twos(meld):
                return 0, "Your meld of this rank has a wild two."
            if not mine and any(card.rank == rank for card in meld):
                return 0, f"Your opponent has melded {name_rank(rank)}."
            own += sum(card.rank == rank for card in meld) if mine else 0
    return ALL - own, ""


THEMES = (
    PuzzleTheme(
        slug="score-the-hand",
        title="Score this hand",
        sentence="Add up melds, naturals, and cards in hand.",
        clauses=SCORE,
        make=_make_hand_score_setup,
        pose=_build_hand_score_puzzle,
    ),
    PuzzleTheme(
        slug="price-of-a-two",
        title="The cost of a two",
        sentence="Use a wild two to meld a pair. What does that do to your score?",
        clauses=COST,
        make=_make_wild_two_cost_setup,
        pose=_build_wild_two_cost_puzzle,
    ),
    PuzzleTheme(
        slug="is-it-a-natural",
        title="Is it a natural?",
        sentence="Which of these melds are naturals?",
        clauses=NATURAL,
        make=_make_naturals_setup,
        pose=_build_naturals_puzzle,
    ),
    PuzzleTheme(
        slug="still-a-natural",
        title="Can it still be a natural?",
        sentence="Can you still collect all eight cards of a rank?",
        clauses=split_clause_ids("natural.eight natural.eight-with-wild"),
        make=_make_possible_naturals_setup,
        pose=_build_possible_naturals_puzzle,
    ),
)
