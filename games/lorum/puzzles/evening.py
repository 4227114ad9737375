"""The order of an evening: which hand is next, who deals it and who begins."""

from __future__ import annotations

from random import Random

from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme
from games.kit.posing import clamp, clause_ids
from games.lorum.contracts import CONTRACTS, HANDS, SEATS, TITLES, deal_of
from games.lorum.puzzles.common import POSING, acts, seats, who

STEPS = {"clockwise": 1, "counterclockwise": -1}


def _make_next(rng: Random, options: Options) -> Setup:
    """Some hand of the 28, the last of a dealer more often than it comes."""
    number = rng.randint(1, HANDS - 1)
    if rng.random() < 0.4:
        number = len(CONTRACTS) * rng.randint(1, SEATS - 1)
    return {"number": number, "dealer": rng.randrange(SEATS), "ask": rng.choice(("seats", "seats", "hand"))}


def _pose_next(setup: Setup, options: Options) -> Puzzle:
    house, number, dealer = POSING.rules_of(options), setup["number"], setup["dealer"]
    done, coming = deal_of(number, house), deal_of(number + 1, house)
    step = STEPS[house.direction]
    deals = (dealer + step * (coming.place - done.place)) % SEATS
    begins = (deals + step) % SEATS
    moved = deals != dealer
    named = TITLES[coming.contract]
    said = f"Hand {number} of {HANDS}, {TITLES[done.contract]}, is over, and {acts(dealer, 'have', 'has')} dealt it."
    if setup["ask"] == "hand":
        return _pose_hand(setup, said, coming.contract, house.schedule)
    way = "clockwise" if step == 1 else "counter-clockwise"
    why_deals = f"The deal passes on {way}." if moved else "The same player goes on dealing."
    why_begins = f"The player after the dealer begins: {who(begins)}."
    ids = ["deal.pass-left" if moved else "deal.block", "hand.starter", *(["setup.direction"] if moved else [])]
    return Puzzle(
        theme="who-is-next",
        form="match",
        question=f"{said} Who deals the next one, and who begins it?",
        position={},
        key={"deals": f"s{deals}", "begins": f"s{begins}"},
        clauses=POSING.unique(ids),
        why=f"{named} comes next. {why_deals} {why_begins}",
        options=(Option("deals", "Deals the next hand"), Option("begins", "Plays its first card")),
        labels=tuple((option.id, option.text) for option in seats()),
        reasons={"deals": why_deals, "begins": why_begins},
        hints=(
            "Which of the seven hands has just been played?",
            POSING.rule_hint(ids[0]),
            f"The next hand is {named}.",
            why_deals,
        ),
        rating=clamp(860 + 120 * moved + 40 * (dealer != 0) + 80 * (step == -1)),
    )


def _pose_hand(setup: Setup, said: str, contract: str, schedule: str) -> Puzzle:
    number = setup["number"]
    again = schedule == "dealer-block" and number % len(CONTRACTS) == 0
    clause = "hand.restart" if again else "hand.order"
    if schedule == "dealer-block":
        why = (
            "A new dealer begins again with No hearts."
            if again
            else "The seven hands always follow each other in one order."
        )
    else:
        why = "Each kind of hand is played four times in a row."
    return Puzzle(
        theme="who-is-next",
        form="one",
        question=f"{said} Which hand comes next?",
        position={},
        key=contract,
        clauses=(clause,),
        why=f"{TITLES[contract]} comes next. {why}",
        options=tuple(Option(one, TITLES[one]) for one in CONTRACTS),
        reasons={one: why if one == contract else f"{why} This is not the turn of {TITLES[one]}." for one in CONTRACTS},
        hints=(
            "Say the seven names in their order.",
            POSING.rule_hint(clause),
            f"Hand {number + 1} of {HANDS} is next.",
            f"Its name begins with {TITLES[contract][0]}.",
        ),
        rating=clamp(820 + 120 * again),
    )


THEMES = (
    Theme(
        slug="who-is-next",
        title="Who deals, who begins?",
        sentence="A hand is over: which one follows, who deals it, and who plays the first card?",
        clauses=clause_ids("deal.block deal.pass-left hand.order hand.restart hand.starter setup.direction"),
        make=_make_next,
        pose=_pose_next,
    ),
)
