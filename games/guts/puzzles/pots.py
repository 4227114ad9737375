"""Puzzles on the settlement of a hand: everyone's chips, the next pot, and whether there is an ante."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.cards import parse_cards
from games.engine.calculations import explain_sum
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.guts.hand_ranking import get_hand_key
from games.guts.options import GutsOptions
from games.guts.puzzles.common import POSING, describe_hand, draw_close_hands, get_setup_hand_keys, tie_first_two_hands
from games.guts.settlement import HandOutcome, Stakes, is_ante_due, settle_all_out, settle_showdown
from games.kit.puzzle_tools import DRAWING, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, quote_cards, spell_count, spell_how_many

RICH = 10**6
"""The number of chips that each seat has: enough for any payment."""
SETTLED = split_clause_ids(
    "showdown.winner-takes-pot showdown.tie-splits showdown.remainder-stays showdown.loser-matches-pot "
    "showdown.tied-winners-free showdown.ghost pot.next cap.limits-pot"
)


class SetupOutcome(NamedTuple):
    """The result of the hand in a puzzle's setup, the change in each seat's chips, and a sentence about the pot."""

    outcome: HandOutcome
    change: list[int]
    description: str


# -- hands of which some are in ------------------------------------------------------------------------------------


def _draw_showdown(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: the hands of four or five players, who is in, and the pot.

    It mostly has a hand for the ghost too, in case house rules have one.
    """
    hands = draw_close_hands(rng, options, rng.choice((4, 5)))
    if rng.random() < 0.5:
        hands = tie_first_two_hands(hands)
    spare = draw_close_hands(rng, options, 1)
    ghost = spare[0] if not set(spare[0].split()) & {code for hand in hands for code in hand.split()} else ""
    ins = sorted(rng.sample(range(len(hands)), rng.randint(2, len(hands))))
    return {"hands": hands, "ins": ins, "pot": rng.randint(5, 60), "ghost": ghost}


def _compute_setup_outcome(setup: Setup, options: GutsOptions) -> SetupOutcome:
    """Return the outcome of a setup. Raises VoidPuzzle if it isn't possible under these house rules."""
    keys, ins, pot = get_setup_hand_keys(setup, options), setup["ins"], int(setup["pot"])
    stakes = Stakes(options, pot, [RICH] * len(keys))
    if options.pot_max and options.pot_max < options.ante * len(keys):
        raise VoidPuzzle("With this maximum, the pot can’t hold the antes of all the players.")
    plays = options.ghost == "always" or (options.ghost == "lone-only" and len(ins) == 1)
    if plays and not setup["ghost"]:
        raise VoidPuzzle("Under these house rules, the ghost plays, but it has no cards in this question.")
    ghost = get_hand_key(parse_cards(setup["ghost"]), options) if plays else None
    outcome = settle_showdown(stakes, {seat: keys[seat] for seat in ins}, ghost)
    change = [outcome.taken.get(seat, 0) - outcome.paid.get(seat, 0) for seat in range(len(keys))]
    ghost_text = f" The ghost has {quote_cards(parse_cards(setup['ghost']))}." if plays else ""
    return SetupOutcome(outcome, change, f"The pot is {pot}.{ghost_text} Everyone has enough chips.")


def _list_deciding_clauses(found: HandOutcome, options: GutsOptions) -> tuple[str, ...]:
    """Return the clauses that decide who takes the pot, who pays, and what the next pot is in the outcome `found`."""
    ids = [found.clause]
    if found.clause == "showdown.tie-splits":
        ids += ["showdown.remainder-stays"] * bool(found.stays) + ["showdown.tied-winners-free"] * bool(found.paid)
    if found.paid:
        ids.append("showdown.loser-matches-pot")
    if options.pot_max:
        ids.append("cap.limits-pot")
    return POSING.select_game_clauses([*ids, "pot.next"])


def _explain_outcome(found: HandOutcome) -> str:
    taken, paid = next(iter(found.taken.values()), 0), next(iter(found.paid.values()), 0)
    first = (
        f"{_format_count_with_verb(len(found.taken), 'winner', 'takes', 'take')} {taken}"
        if found.taken
        else "Nobody takes the pot"
    )
    then = f", {_format_count_with_verb(len(found.paid), 'loser', 'pays', 'pay')} {paid}" if found.paid else ""
    return f"{capitalize_first(first)}{then}, and {_describe_staying_chips(found.stays)}."


def _format_count_with_verb(number: int, who: str, one: str, more: str) -> str:
    return f"{spell_count(number, who)} {one if number == 1 else f'each {more}'}"


def _describe_staying_chips(chips: int) -> str:
    return f"{spell_count(chips, 'chip')} {'stays' if chips == 1 else 'stay'} in the pot"


# -- settle the hand -----------------------------------------------------------------------------------------------


def _make_showdown_setup(rng: Random, options: Options) -> Setup:
    """Return a random setup, from which a puzzle is built: a showdown with several winners or several losers."""

    def draw_setup() -> Setup | None:
        setup = _draw_showdown(rng, options)
        found = _compute_setup_outcome(setup, POSING.cast_options(options)).outcome
        return setup if len(found.taken) > 1 or len(found.paid) > 1 else None

    return draw_fitting_setup(draw_setup, steps=DRAWING)


def _format_chip_change(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def _build_settlement_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    keys, seats, pot = get_setup_hand_keys(setup, house), len(setup["hands"]), int(setup["pot"])
    found, change, told = _compute_setup_outcome(setup, house)
    tempting = {pot, -pot, 0, pot // 2, -(pot // 2), *(-amount for amount in found.taken.values())}
    amounts = sorted({*change, *tempting})
    winners = len(found.taken)
    reasons = {
        f"s{seat}": _explain_chip_change(setup, seat, change[seat], describe_hand(keys[seat], house), winners)
        for seat in range(seats)
    }
    rule, *_ = clauses = _list_deciding_clauses(found, house)
    return Puzzle(
        form="match",
        question=f"{told} What does each player win or pay?",
        position={},
        key={f"s{seat}": str(change[seat]) for seat in range(seats)},
        clauses=POSING.select_game_clauses(
            [*clauses, *(["declare.out-discards"] if len(setup["ins"]) < seats else [])]
        ),
        why=_explain_outcome(found),
        options=tuple(
            AnswerOption(f"s{seat}", f"{capitalize_first(describe_seat(seat, seats))} {_describe_player(setup, seat)}")
            for seat in range(seats)
        ),
        labels=tuple((str(amount), _format_chip_change(amount)) for amount in amounts),
        reasons=reasons,
        clauses_by_option={f"s{seat}": _get_deciding_clause(setup, seat, found) for seat in range(seats)},
        hints=(
            "First find the best hand of the players who are in.",
            POSING.build_rule_hint(rule, options),
            f"{capitalize_first(spell_count(len(found.taken), 'player'))} "
            f"{'wins' if len(found.taken) == 1 else 'win'} chips.",
            reasons[f"s{setup['ins'][0]}"],
        ),
        rating=clamp_rating(950 + 40 * seats + 120 * (len(found.taken) > 1) + 100 * bool(house.pot_max)),
    )


def _describe_player(setup: Setup, seat: int) -> str:
    """Return a player's declaration and hand, in words."""
    return f"({'in' if seat in setup['ins'] else 'out'}): {quote_cards(parse_cards(setup['hands'][seat]))}"


def _get_deciding_clause(setup: Setup, seat: int, found: HandOutcome) -> str:
    """Return the clause that decides how the chips of `seat` change in the outcome `found`."""
    if seat not in setup["ins"]:
        return "declare.out-discards"
    return "showdown.loser-matches-pot" if seat in found.paid else found.clause


def _explain_chip_change(setup: Setup, seat: int, change: int, hand: str, winners: int) -> str:
    if seat not in setup["ins"]:
        return "Players who are out don’t win or pay."
    if change > 0:
        share = explain_sum(("the pot", int(setup["pot"])), among=winners)
        won = f"This is {hand}, the best hand. It wins {spell_count(change, 'chip')}."
        return f"{won} {share}" if share.total == change else won
    return f"This is {hand}, not the best hand. It costs {spell_count(-change, 'chip')}."


# -- the next pot --------------------------------------------------------------------------------------------------


def _build_next_pot_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    get_setup_hand_keys(setup, house)
    found, _, told = _compute_setup_outcome(setup, house)
    ins = setup["ins"]
    hands = "; ".join(quote_cards(parse_cards(setup["hands"][seat])) for seat in ins)
    paid = sum(found.paid.values())
    rule, *_ = clauses = _list_deciding_clauses(found, house)
    return Puzzle(
        form="number",
        question=f"{told} These hands are in: {hands}. How big is the pot after everyone pays?",
        position={},
        key=found.next_pot,
        clauses=POSING.select_game_clauses(["pot.next", *clauses]),
        why=f"{_explain_outcome(found)} Antes aren’t included.",
        working=str(
            explain_sum(
                ("left from before", found.stays),
                *((describe_seat(seat, len(setup["hands"])), chips) for seat, chips in found.paid.items()),
            )
        ),
        hints=(
            "Who wins, and who has to pay?",
            POSING.build_rule_hint(rule, options),
            f"{capitalize_first(_describe_staying_chips(found.stays))} before the losers pay.",
            f"The losers pay {paid} in total.",
        ),
        rating=clamp_rating(950 + 60 * len(ins) + 120 * (len(found.taken) > 1) + 100 * bool(house.pot_max)),
    )


# -- does everyone ante? --------------------------------------------------------------------------------------------

ENDS = {
    "lone": (1, 0, "Only one player was in."),
    "one-loser": (1, 1, "Two players were in, and one lost."),
    "losers": (1, 2, "Three players were in, and two lost."),
    "tie": (2, 0, "Two players were in, and they tied."),
    "tie-loser": (2, 1, "Three players were in. Two tied for best, and one lost."),
    "three-way": (3, 0, "Three players were in, and all tied."),
    "all-out": (0, 0, "Nobody was in."),
}


AT_STAKE = {
    "no-live-money": "Chips paid by losers are at stake. A chip that couldn’t be shared isn’t.",
    "pot-empty": "Chips paid by losers are in the pot. So is a chip that couldn’t be shared.",
}
"""A hint on which chips matter, for each house rule on antes."""


def _make_antes_setup(rng: Random, options: Options) -> Setup:
    setup = {"ends": [[end, rng.randint(5, 40)] for end in rng.sample(list(ENDS), 5)]}
    _build_antes_puzzle(setup, options)
    return setup


def _settle_hand_by_ending(end: str, pot: int, house: GutsOptions) -> HandOutcome:
    """Return the outcome of a hand that ends in the way `end`, with `pot` chips in the pot.

    `end` is a key of `ENDS`, which has the number of winners and losers for it. If house rules have a ghost, its hand
    doesn't change anything, since it's assumed to be the worst.
    """
    winners, losers, _ = ENDS[end]
    stakes = Stakes(house, pot, [RICH] * 5)
    if not winners:
        return settle_all_out(stakes, {0: (1,)})
    return settle_showdown(stakes, {seat: (int(seat < winners),) for seat in range(winners + losers)})


def _build_antes_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    found = {end: _settle_hand_by_ending(end, pot, house) for end, pot in setup["ends"]}
    due = {end: is_ante_due(house, outcome) for end, outcome in found.items()}
    if house.ante_rule == "every-hand":
        raise VoidPuzzle("Under these house rules, everyone antes before every hand.")
    ghost = " The ghost had the worst hand." if house.ghost != "none" else ""
    return Puzzle(
        form="tick",
        question=f"After which hands does everyone ante?{ghost} Everyone has enough chips.",
        position={},
        key=sorted(end for end, is_due in due.items() if is_due),
        clauses=POSING.select_game_clauses(["ante.when", "round.end", *(["pot.all-out"] if "all-out" in due else [])]),
        why="Everyone antes when nobody’s chips are at stake, or when a house rule says so."
        if house.ante_rule == "no-live-money"
        else "Everyone antes when the pot is empty, or when a house rule says so.",
        options=tuple(AnswerOption(end, f"The pot was {pot}. {ENDS[end][2]}") for end, pot in setup["ends"]),
        reasons={end: f"{_describe_chips_left(found[end].next_pot)}, and {_describe_ante(due[end])}." for end in due},
        clauses_by_option={end: "pot.all-out" if end == "all-out" else "ante.when" for end in due},
        hints=(
            "Whose chips are in the pot afterward?",
            POSING.build_rule_hint("ante.when", options),
            AT_STAKE[house.ante_rule],
            f"{spell_how_many(sum(due.values()), 'them', 'is')} followed by an ante.",
        ),
        rating=clamp_rating(1000 + 60 * sum("tie" in end or end == "three-way" for end in due)),
    )


def _describe_chips_left(chips: int) -> str:
    return f"The pot then has {spell_count(chips, 'chip')}"


def _describe_ante(due: bool) -> str:
    return "everyone antes" if due else "nobody antes"


THEMES = (
    PuzzleTheme(
        slug="settle-it",
        title="Settle the pot",
        sentence="Showdown. What does each player win or pay?",
        clauses=(*SETTLED, "declare.out-discards"),
        make=_make_showdown_setup,
        pose=_build_settlement_puzzle,
    ),
    PuzzleTheme(
        slug="next-pot",
        title="The next pot",
        sentence="How big is the pot after everyone pays?",
        clauses=SETTLED,
        make=_make_showdown_setup,
        pose=_build_next_pot_puzzle,
    ),
    PuzzleTheme(
        slug="who-antes",
        title="Does everyone ante?",
        sentence="After which hands does everyone ante again?",
        clauses=split_clause_ids("ante.when round.end pot.all-out"),
        make=_make_antes_setup,
        pose=_build_antes_puzzle,
    ),
)
