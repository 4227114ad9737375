"""Puzzles on the score of a hand: melds, naturals, clean hands, and the cost of a wild two."""

from __future__ import annotations

from random import Random

from games.cards import Card, codes, in_pack_order, parse_cards, without
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.working import summed
from games.kit.posing import clamp, clause_ids, until_found
from games.mille.melds import ALL, TWO, is_natural, named, wild_in
from games.mille.puzzles.common import POSING, Pack, laid
from games.mille.scoring import is_clean, score_of, value
from games.mille.state import MilleState
from games.mille.workings import score_counted
from games.words import capital, figure, in_word, quoted, so_many

SCORE = clause_ids("score.hand score.chapeau natural.clean natural.clean-scope natural.eight natural.both value.table")
COST = clause_ids("natural.clean wild.two score.hand natural.clean-scope")
NATURAL = clause_ids("natural.eight natural.eight-with-wild natural.eight-twos")
SHOWN = 4
"""The number of melds, or of ranks, to choose from."""
STEP = 200

# -- score this hand -------------------------------------------------------------------------------


def _make_score(rng: Random, options: Options) -> Setup:
    """Make melds of all sizes, clean or not, and some cards left in hand."""

    def draw() -> Setup | None:
        pack = Pack(rng)
        ranks = rng.sample([1, *range(3, 14)], 4)
        melds = [pack.some(rng.choice((3, 3, 4, 5, 8)), rank) for rank in ranks[: rng.randint(1, 3)]]
        if rng.random() < 0.4:
            melds[-1] = [*melds[-1][:3], *pack.some(1, TWO)]
        hand = pack.some(rng.randint(2, 6), without=[meld[0].rank for meld in melds])
        out = rng.random() < 0.3
        return {"melds": laid(melds), "hand": "" if out else codes(in_pack_order(hand))}

    return until_found(draw, steps=STEP)


def _counted(setup: Setup, options: Options) -> MilleState:
    """Return the state at the end of a hand, with the melds and the cards left of this setup."""
    hands = [setup["hand"], "" if setup["hand"] else "? ?"]
    return POSING.seated({"phase": "between", "melds": [setup["melds"]], "hands": hands}, options)


def _pose_score(setup: Setup, options: Options) -> Puzzle:
    state = _counted(setup, options)
    rules, melds, hand = state.options, state.melds[0], state.hands[0]
    score = score_of(rules, melds, hand, not hand)
    clean, eights = is_clean(rules, melds, not hand), [meld for meld in melds if is_natural(meld)]
    clauses = ["score.hand", "value.table"]
    clauses += ["score.chapeau"] if score.total < 0 else []
    clauses += ["natural.clean"] if clean else ["natural.clean-scope"] if rules.clean_needs_out and hand else []
    clauses += ["natural.both"] if clean and eights else ["natural.eight"] if eights else []
    ended = "You have gone out" if not hand else f"The other player has gone out, and you still hold {quoted(hand)}"
    before = " and ".join(quoted(meld) for meld in melds)
    return Puzzle(
        theme="score-the-hand",
        form="number",
        question=f"{ended}. Before you lie {before}. What do you score?",
        position={},
        key=score.total,
        clauses=POSING.unique(clauses),
        why=_why_score(score.melds, score.hand, score.bonus, clean, len(eights)),
        working=str(score_counted(rules, melds, hand, not hand)),
        hints=(
            "Is there a wild two? Are all eight of a rank there?",
            POSING.rule_hint("natural.clean", options),
            f"The hand is {'clean' if clean else 'not clean'}.",
            f"The melds count {score.melds} with all doubling.",
        ),
        rating=clamp(1000 + 80 * len(melds) + 100 * len(eights) + 20 * len(hand)),
    )


def _why_score(melds: int, hand: int, bonus: int, clean: bool, eights: int) -> str:
    doubled = " and ".join(part for part in ("clean" * clean, figure(eights, "natural") if eights else "") if part)
    said = f"The melds count {melds}{f' ({doubled})' if doubled else ''}, the hand {hand}"
    return f"{said}, and going out brings {bonus}." if bonus else f"{said}."


# -- what does this two cost -----------------------------------------------------------------------


def _make_cost(rng: Random, options: Options) -> Setup:
    """Make a clean hand with a pair and a two, for the question whether to meld these three."""

    def draw() -> Setup | None:
        pack = Pack(rng)
        ranks = rng.sample([1, *range(3, 14)], 4)
        melds = [pack.some(rng.choice((3, 3, 4, 5)), rank) for rank in ranks[: rng.randint(1, 2)]]
        pair, two = pack.some(2, ranks[3]), pack.some(1, TWO)
        hand = pack.some(rng.randint(1, 3), without=(TWO, *ranks))
        setup = {"melds": laid(melds), "meld": codes([*pair, *two]), "hand": codes([*pair, *two, *hand])}
        _pose_cost(setup, options)
        return setup

    return until_found(draw, steps=STEP)


def _pose_cost(setup: Setup, options: Options) -> Puzzle:
    state = _counted(setup, options)
    rules, meld = state.options, parse_cards(setup["meld"])
    rest = without(state.hands[0], meld)
    before = score_of(rules, state.melds[0], state.hands[0], False).total
    after = score_of(rules, [*state.melds[0], meld], rest, False).total
    change = after - before
    melds = score_of(rules, state.melds[0], (), False).melds
    lost = melds - (score_of(rules, [*state.melds[0], meld], (), False).melds - value(meld))
    return Puzzle(
        theme="price-of-a-two",
        form="number",
        question=f"Before you lie {' and '.join(quoted(one) for one in state.melds[0])}, and you hold "
        f"{quoted(state.hands[0])}. The other player is about to go out. By how many points does your score change "
        f"if you lay {quoted(meld)} first? Fewer points are a number below zero.",
        position={},
        key=change,
        clauses=POSING.unique(COST if rules.clean_needs_out else COST[:3]),
        why=f"Without it you score {before}, with it {after}.",
        working=str(
            summed(("on the table", value(meld)), ("no more in your hand", value(meld)), ("no more doubled", -lost))
        ),
        hints=(
            "Count the hand twice.",
            POSING.rule_hint("natural.clean", options),
            "What you lay leaves your hand and counts on the table. But what is doubled before, and what after?",
            f"Without it you score {before}.",
        ),
        rating=clamp(1200 + 60 * len(state.melds[0]) + 3 * max(0, 60 - abs(change))),
    )


# -- is it a natural -------------------------------------------------------------------------------

KINDS = {"natural": "a natural", "short": "not all eight are there", "wild": "all eight, and a wild two"}


def _kind(meld: tuple[Card, ...]) -> str:
    return "natural" if is_natural(meld) else "short" if len(meld) - wild_in(meld) < ALL else "wild"


def _make_natural(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        pack = Pack(rng)
        ranks = rng.sample(range(1, 14), SHOWN)
        melds = []
        for rank in ranks:
            meld = pack.some(rng.choice((6, 7, 8, 8)), rank)
            if rank != TWO and rng.random() < 0.4:
                meld += pack.some(1, TWO)
            melds.append(meld)
        setup = {"melds": laid(melds)}
        return setup if len(set(_pose_natural(setup, options).key.values())) > 1 else None

    return until_found(draw, steps=STEP)


def _pose_natural(setup: Setup, options: Options) -> Puzzle:
    melds = {f"m{at}": parse_cards(text) for at, text in enumerate(setup["melds"])}
    key = {id: _kind(meld) for id, meld in melds.items()}
    clauses = ["natural.eight"]
    clauses += ["natural.eight-with-wild"] if "wild" in key.values() else []
    clauses += ["natural.eight-twos"] if any(meld[0].rank == TWO for meld in melds.values()) else []
    return Puzzle(
        theme="is-it-a-natural",
        form="match",
        question="Which of these melds are naturals, and what is wrong with the others?",
        position={},
        key=key,
        clauses=POSING.unique(clauses),
        why="A natural has all eight cards of a rank, and no wild two.",
        options=tuple(Option(id, capital(named(meld[0].rank)), codes(meld)) for id, meld in melds.items()),
        labels=tuple(KINDS.items()),
        reasons={
            id: f"{capital(in_word(len(meld) - wild_in(meld)))} {named(meld[0].rank)}"
            + (" and a wild two." if wild_in(meld) else ".")
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
            POSING.rule_hint("natural.eight", options),
            "A wild two spoils it even if all eight are there.",
            f"{so_many(sum(one == 'natural' for one in key.values()), 'them', 'is')} natural.",
        ),
        rating=clamp(850 + 60 * len(set(key.values()))),
    )


# -- what can still become a natural ---------------------------------------------------------------


def _make_still(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        pack = Pack(rng)
        ranks = rng.sample([1, *range(3, 14)], SHOWN + 2)
        mine = [pack.some(rng.randint(4, 6), rank) for rank in ranks[:3]]
        if rng.random() < 0.6:
            mine[0] += pack.some(1, TWO)
        other = pack.some(rng.randint(1, 2), ranks[4]) + pack.some(3, ranks[5])
        theirs = [[*pack.some(2, rng.choice(ranks[:3])), *pack.some(1, TWO)], pack.some(3, ranks[5])]
        hand = [*pack.some(rng.randint(2, 5), ranks[3]), *other]
        position = {
            "melds": [laid(mine), laid(theirs)],
            "hands": [codes(in_pack_order(hand)), "? ? ? ? ? ?"],
            "turns": 20,
        }
        setup = {"position": {**position, "pile": codes(pack.some(1, without=(TWO,)))}, "ranks": ranks[:SHOWN]}
        _pose_still(setup, options)
        return setup

    return until_found(draw, steps=STEP)


def _pose_still(setup: Setup, options: Options) -> Puzzle:
    state = POSING.seated(setup["position"], options)
    found = {f"r{rank}": _lacking(state, rank) for rank in setup["ranks"]}
    key = sorted(id for id, (_, why) in found.items() if not why)
    if not 0 < len(key) < len(found):
        raise Void("They are all alike.")
    return Puzzle(
        theme="still-a-natural",
        form="tick",
        question="Which of these ranks can still become a natural of yours?",
        position=POSING.shown(state),
        key=key,
        clauses=POSING.unique(("natural.eight", "natural.eight-with-wild")),
        why="All eight must come to you, and no wild two may lie with them.",
        options=tuple(Option(f"r{rank}", capital(named(rank))) for rank in setup["ranks"]),
        reasons={id: why or f"You still need {in_word(number)} of them." for id, (number, why) in found.items()},
        clauses_by_option={
            f"r{rank}": "natural.eight-with-wild"
            if any(meld[0].rank == rank and wild_in(meld) for meld in state.melds[0])
            else "natural.eight"
            for rank in setup["ranks"]
        },
        hints=(
            "Where are the eight cards of each rank?",
            POSING.rule_hint("natural.eight", options),
            "Look at the other player’s melds, and for twos in yours.",
            f"{so_many(len(key), 'them', 'can')}.",
        ),
        rating=clamp(1100 + 50 * len(key)),
    )


def _lacking(state: MilleState, rank: int) -> tuple[int, str]:
    """Return how many cards of a rank seat 0 needs for a natural, and why that can't be, or "" if it can."""
    own = sum(card.rank == rank for card in state.hands[0])
    for melds, mine in ((state.melds[0], True), (state.melds[1], False)):
        for meld in melds:
            if mine and meld[0].rank == rank and wild_in(meld):
                return 0, "A wild two lies in that meld for good."
            if not mine and any(card.rank == rank for card in meld):
                return 0, f"{capital(named(rank))} lie in the other player’s meld for good."
            own += sum(card.rank == rank for card in meld) if mine else 0
    return ALL - own, ""


THEMES = (
    Theme(
        slug="score-the-hand",
        title="Score this hand",
        sentence="Melds, naturals, and what is left. What does it come to?",
        clauses=SCORE,
        make=_make_score,
        pose=_pose_score,
    ),
    Theme(
        slug="price-of-a-two",
        title="The price of a two",
        sentence="A wild two gets rid of a pair. What does it do to your score?",
        clauses=COST,
        make=_make_cost,
        pose=_pose_cost,
    ),
    Theme(
        slug="is-it-a-natural",
        title="Is it a natural?",
        sentence="Some melds: all eight, too few, or spoilt by a two.",
        clauses=NATURAL,
        make=_make_natural,
        pose=_pose_natural,
    ),
    Theme(
        slug="still-a-natural",
        title="Can it still be a natural?",
        sentence="Count where the eight cards of a rank are.",
        clauses=clause_ids("natural.eight natural.eight-with-wild"),
        make=_make_still,
        pose=_pose_still,
    ),
)
