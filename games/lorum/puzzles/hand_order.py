"""Puzzles about the order of a match: which hand is next, who deals it, and who begins."""

from __future__ import annotations

from random import Random

from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup
from games.kit.puzzle_tools import clamp_rating, split_clause_ids
from games.lorum.contracts import CONTRACTS, HANDS, SEATS, TITLES, get_scheduled_hand
from games.lorum.puzzles.common import POSING, build_seat_options, describe_player

STEPS = {"clockwise": 1, "counterclockwise": -1}


def _make_next_hand_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about a later hand of the match, at most 14 hands after a given one."""
    number = rng.randint(1, HANDS - 1)
    ahead = rng.randint(1, min(2 * len(CONTRACTS), HANDS - number))
    ask = rng.choice(("seats", "seats", "seats", "seats", "hand"))
    return {"number": number, "ahead": ahead, "dealer": rng.randrange(SEATS), "ask": ask}


def _build_next_hand_puzzle(setup: Setup, options: Options) -> Puzzle:
    house, number, dealer = POSING.cast_options(options), setup["number"], setup["dealer"]
    ahead = setup.get("ahead", 1)
    done, coming = get_scheduled_hand(number, house), get_scheduled_hand(number + ahead, house)
    step = STEPS[house.direction]
    deals = (dealer + step * (coming.place - done.place)) % SEATS
    begins = (deals + step) % SEATS
    moved = deals != dealer
    named = TITLES[coming.contract]
    story = f"Hand {number} of {HANDS}, {TITLES[done.contract]}, is over, and {describe_player(dealer)} dealt it."
    if setup["ask"] == "hand":
        return _build_next_contract_puzzle(story, number, ahead, coming.contract, options)
    way = "clockwise" if step == 1 else "counterclockwise"
    asked = "the next one" if ahead == 1 else f"hand {number + ahead}"
    passed = f"The deal passes {way}." if ahead == 1 else f"By then, the deal has passed {way}."
    why_deals = passed if moved else "The same player deals it."
    why_begins = f"The player after the dealer starts. That’s {describe_player(begins)}."
    ids = ["deal.pass-left" if moved else "deal.block", "hand.starter", *(["setup.direction"] if moved else [])]
    return Puzzle(
        form="match",
        question=f"{story} Who deals {asked}, and who starts it?",
        position={},
        key={"deals": f"s{deals}", "begins": f"s{begins}"},
        clauses=POSING.select_game_clauses(ids),
        why=f"It’s {named}. {why_deals} {why_begins}",
        options=(AnswerOption("deals", f"Deals {asked}"), AnswerOption("begins", "Plays its first card")),
        labels=tuple((option.id, option.text) for option in build_seat_options()),
        reasons={"deals": why_deals, "begins": why_begins},
        clauses_by_option={"deals": ids[0], "begins": "hand.starter"},
        hints=(
            "Which of the seven hands was just played?",
            POSING.build_rule_hint(ids[0], options),
            f"Hand {number + ahead} is {named}.",
            why_deals,
        ),
        rating=clamp_rating(860 + 120 * moved + 60 * (ahead > 1) + 40 * (dealer != 0) + 80 * (step == -1)),
    )


def _build_next_contract_puzzle(story: str, number: int, ahead: int, contract: str, options: Options) -> Puzzle:
    schedule = POSING.cast_options(options).schedule
    again = schedule == "dealer-block" and (number - 1) // len(CONTRACTS) != (number + ahead - 1) // len(CONTRACTS)
    clause = "hand.restart" if again else "hand.order"
    if schedule == "dealer-block":
        why = (
            "A new dealer starts over with No Hearts."
            if again
            else "The seven hands are always played in the same order."
        )
    else:
        why = "Each kind of hand is played four times before the next."
    return Puzzle(
        form="one",
        question=f"{story} Which hand {'comes next' if ahead == 1 else f'is number {number + ahead}'}?",
        position={},
        key=contract,
        clauses=(clause,),
        why=f"It’s {TITLES[contract]}. {why}",
        options=tuple(AnswerOption(one, TITLES[one]) for one in CONTRACTS),
        reasons={one: why if one == contract else f"{why} So it isn’t {TITLES[one]}." for one in CONTRACTS},
        hints=(
            "What’s the order of the seven hands?",
            POSING.build_rule_hint(clause, options),
            f"Count {ahead} {'hand' if ahead == 1 else 'hands'} from hand {number}.",
            f"Its name starts with {TITLES[contract][0]}.",
        ),
        rating=clamp_rating(820 + 120 * again + 60 * (ahead > 1)),
    )


THEMES = (
    PuzzleTheme(
        slug="who-is-next",
        title="Who deals? Who starts?",
        sentence="A hand just ended. What’s next, who deals, and who plays first?",
        clauses=split_clause_ids("deal.block deal.pass-left hand.order hand.restart hand.starter setup.direction"),
        make=_make_next_hand_setup,
        pose=_build_next_hand_puzzle,
    ),
)
