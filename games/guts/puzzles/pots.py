"""Puzzles on the settlement of a hand: everyone's chips, the next pot, and whether there is an ante."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.cards import parse_cards
from games.engine.options import Options
from games.engine.phrasing import sits
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.working import summed
from games.guts.options import GutsOptions
from games.guts.puzzles.common import POSING, keys_of, said, some_hands, with_a_tie
from games.guts.ranks import key_of
from games.guts.settling import Outcome, Stakes, ante_due, nobody_in, showdown
from games.kit.posing import DRAWING, clamp, clause_ids, until_found
from games.words import capital, many, quoted, so_many

RICH = 10**6
"""The chips of each seat: enough for any payment."""
SETTLED = clause_ids(
    "showdown.winner-takes-pot showdown.tie-splits showdown.remainder-stays showdown.loser-matches-pot "
    "showdown.tied-winners-free showdown.ghost pot.next cap.limits-pot"
)


class Scene(NamedTuple):
    """The outcome of a setup under some house rules, the change of each seat's chips, and a text on the pot."""

    outcome: Outcome
    change: list[int]
    told: str


# -- hands of which some are in ------------------------------------------------------------------------------------


def _draw(rng: Random, options: Options) -> Setup:
    """Draw four or five players, most of them in, and a pot that doesn't always divide evenly."""
    hands = some_hands(rng, options, rng.choice((4, 5)))
    if rng.random() < 0.5:
        hands = with_a_tie(hands)
    spare = some_hands(rng, options, 1)
    ghost = spare[0] if not set(spare[0].split()) & {code for hand in hands for code in hand.split()} else ""
    ins = sorted(rng.sample(range(len(hands)), rng.randint(2, len(hands))))
    return {"hands": hands, "ins": ins, "pot": rng.randint(5, 60), "ghost": ghost}


def _scene(setup: Setup, options: GutsOptions) -> Scene:
    """Return the outcome of a setup. Raises Void if it isn't possible at this table."""
    keys, ins, pot = keys_of(setup, options), setup["ins"], int(setup["pot"])
    stakes = Stakes(options, pot, [RICH] * len(keys))
    if options.pot_max and options.pot_max < options.ante * len(keys):
        raise Void("So many cannot play with this maximum.")
    plays = options.ghost == "always" or (options.ghost == "lone-only" and len(ins) == 1)
    if plays and not setup["ghost"]:
        raise Void("The ghost has no cards here.")
    ghost = key_of(parse_cards(setup["ghost"]), options) if plays else None
    found = showdown(stakes, {seat: keys[seat] for seat in ins}, ghost)
    change = [found.taken.get(seat, 0) - found.paid.get(seat, 0) for seat in range(len(keys))]
    told = f" The ghost has {quoted(parse_cards(setup['ghost']))}." if plays else ""
    return Scene(found, change, f"The pot is {pot}.{told} Everybody has chips enough.")


def _ruled(found: Outcome, options: GutsOptions) -> tuple[str, ...]:
    """Return the clauses that decide the outcome of a hand."""
    ids = [found.clause]
    if found.clause == "showdown.tie-splits":
        ids += ["showdown.remainder-stays"] * bool(found.stays) + ["showdown.tied-winners-free"] * bool(found.paid)
    if found.paid:
        ids.append("showdown.loser-matches-pot")
    if options.pot_max:
        ids.append("cap.limits-pot")
    return POSING.unique([*ids, "pot.next"])


def _why(found: Outcome) -> str:
    taken, paid = next(iter(found.taken.values()), 0), next(iter(found.paid.values()), 0)
    first = f"{_each(len(found.taken), 'winner', 'takes', 'take')} {taken}" if found.taken else "Nobody takes the pot"
    then = f", {_each(len(found.paid), 'loser', 'pays', 'pay')} {paid}" if found.paid else ""
    return f"{capital(first)}{then}, and {_stay(found.stays)}."


def _each(number: int, who: str, one: str, more: str) -> str:
    return f"{many(number, who)} {one if number == 1 else f'each {more}'}"


def _stay(chips: int) -> str:
    return f"{many(chips, 'chip')} {'stays' if chips == 1 else 'stay'} in the middle"


# -- settle the hand -----------------------------------------------------------------------------------------------


def _make_settled(rng: Random, options: Options) -> Setup:
    """Make a showdown with a tie, or with two or more losers."""

    def draw() -> Setup | None:
        setup = _draw(rng, options)
        found = _scene(setup, POSING.rules_of(options)).outcome
        return setup if len(found.taken) > 1 or len(found.paid) > 1 else None

    return until_found(draw, steps=DRAWING)


def _label(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def _pose_settled(setup: Setup, options: Options) -> Puzzle:
    house = POSING.rules_of(options)
    keys, seats, pot = keys_of(setup, house), len(setup["hands"]), int(setup["pot"])
    found, change, told = _scene(setup, house)
    tempting = {pot, -pot, 0, pot // 2, -(pot // 2), *(-amount for amount in found.taken.values())}
    amounts = sorted({*change, *tempting})
    winners = len(found.taken)
    reasons = {
        f"s{seat}": _reason(setup, seat, change[seat], said(keys[seat], house), winners) for seat in range(seats)
    }
    rule, *_ = clauses = _ruled(found, house)
    return Puzzle(
        theme="settle-it",
        form="match",
        question=f"{told} What changes for each of these players?",
        position={},
        key={f"s{seat}": str(change[seat]) for seat in range(seats)},
        clauses=POSING.unique([*clauses, *(["declare.out-discards"] if len(setup["ins"]) < seats else [])]),
        why=_why(found),
        options=tuple(
            Option(f"s{seat}", f"{capital(sits(seat, seats))}, {_stands(setup, seat)}") for seat in range(seats)
        ),
        labels=tuple((str(amount), _label(amount)) for amount in amounts),
        reasons=reasons,
        clauses_by_option={f"s{seat}": _deciding(setup, seat, found) for seat in range(seats)},
        hints=(
            "First find the best hand of those who are in.",
            POSING.rule_hint(rule, options),
            f"{capital(many(len(found.taken), 'player'))} {'wins' if len(found.taken) == 1 else 'win'} something.",
            reasons[f"s{setup['ins'][0]}"],
        ),
        rating=clamp(950 + 40 * seats + 120 * (len(found.taken) > 1) + 100 * bool(house.pot_max)),
    )


def _stands(setup: Setup, seat: int) -> str:
    """Return a player's declaration and hand, in words."""
    return f"{'in' if seat in setup['ins'] else 'out'}: {quoted(parse_cards(setup['hands'][seat]))}"


def _deciding(setup: Setup, seat: int, found: Outcome) -> str:
    """Return the clause that decides how a player's chips change."""
    if seat not in setup["ins"]:
        return "declare.out-discards"
    return "showdown.loser-matches-pot" if seat in found.paid else found.clause


def _reason(setup: Setup, seat: int, change: int, hand: str, winners: int) -> str:
    if seat not in setup["ins"]:
        return "Whoever is out neither wins nor pays."
    if change > 0:
        share = summed(("the pot", int(setup["pot"])), among=winners)
        won = f"It is {hand}, the best: that brings {many(change, 'chip')}."
        return f"{won} {share}" if share.total == change else won
    return f"It is {hand}, not the best: that costs {many(-change, 'chip')}."


# -- the next pot --------------------------------------------------------------------------------------------------


def _pose_pot(setup: Setup, options: Options) -> Puzzle:
    house = POSING.rules_of(options)
    keys_of(setup, house)
    found, _, told = _scene(setup, house)
    ins = setup["ins"]
    hands = "; ".join(quoted(parse_cards(setup["hands"][seat])) for seat in ins)
    paid = sum(found.paid.values())
    rule, *_ = clauses = _ruled(found, house)
    return Puzzle(
        theme="next-pot",
        form="number",
        question=f"{told} These are in: {hands}. How many chips lie in the middle when all is paid?",
        position={},
        key=found.next_pot,
        clauses=POSING.unique(["pot.next", *clauses]),
        why=f"{_why(found)} No antes are in it yet.",
        working=str(
            summed(
                ("left from before", found.stays),
                *((sits(seat, len(setup["hands"])), chips) for seat, chips in found.paid.items()),
            )
        ),
        hints=(
            "Who wins, and who has to pay?",
            POSING.rule_hint(rule, options),
            f"{capital(_stay(found.stays))} before the losers pay.",
            f"The losers pay {paid} in all.",
        ),
        rating=clamp(950 + 60 * len(ins) + 120 * (len(found.taken) > 1) + 100 * bool(house.pot_max)),
    )


# -- does anybody ante? --------------------------------------------------------------------------------------------

ENDS = {
    "lone": (1, 0, "One player alone was in."),
    "one-loser": (1, 1, "Two were in, and one of them lost."),
    "losers": (1, 2, "Three were in, and two of them lost."),
    "tie": (2, 0, "Two were in, and they were level."),
    "tie-loser": (2, 1, "Three were in: two were level at the top, one lost."),
    "three-way": (3, 0, "Three were in, all of them level."),
    "all-out": (0, 0, "Nobody was in."),
}


AT_STAKE = {
    "no-live-money": "Chips that losers have paid are at stake. A chip that could not be shared is not.",
    "pot-empty": "Chips that losers have paid lie in the pot, and so does a chip that could not be shared.",
}
"""A hint on which chips matter, for each house rule on antes."""


def _make_antes(rng: Random, options: Options) -> Setup:
    setup = {"ends": [[end, rng.randint(5, 40)] for end in rng.sample(list(ENDS), 5)]}
    _pose_antes(setup, options)
    return setup


def _end(end: str, pot: int, house: GutsOptions) -> Outcome:
    """Return the outcome of a hand that ends in this way.

    A ghost, if one plays, has a worthless hand.
    """
    winners, losers, _ = ENDS[end]
    stakes = Stakes(house, pot, [RICH] * 5)
    if not winners:
        return nobody_in(stakes, {0: (1,)})
    return showdown(stakes, {seat: (int(seat < winners),) for seat in range(winners + losers)})


def _pose_antes(setup: Setup, options: Options) -> Puzzle:
    house = POSING.rules_of(options)
    found = {end: _end(end, pot, house) for end, pot in setup["ends"]}
    due = {end: ante_due(house, outcome) for end, outcome in found.items()}
    if house.ante_rule == "every-hand":
        raise Void("At this table there is an ante before every hand.")
    ghost = " The ghost had nothing." if house.ghost != "none" else ""
    return Puzzle(
        theme="who-antes",
        form="tick",
        question=f"After which of these hands does everybody ante?{ghost} Everybody has chips enough.",
        position={},
        key=sorted(end for end, one in due.items() if one),
        clauses=POSING.unique(["ante.when", "round.end", *(["pot.all-out"] if "all-out" in due else [])]),
        why="There is an ante where no money is at stake any more, or where the house asks for one."
        if house.ante_rule == "no-live-money"
        else "There is an ante where the pot is empty, or where the house asks for one.",
        options=tuple(Option(end, f"The pot was {pot}. {ENDS[end][2]}") for end, pot in setup["ends"]),
        reasons={end: f"{capital(_lie(found[end].next_pot))}: {_due(due[end])}." for end in due},
        clauses_by_option={end: "pot.all-out" if end == "all-out" else "ante.when" for end in due},
        hints=(
            "Whose chips lie in the middle afterwards?",
            POSING.rule_hint("ante.when", options),
            AT_STAKE[house.ante_rule],
            f"{so_many(sum(due.values()), 'them', 'is')} followed by an ante.",
        ),
        rating=clamp(1000 + 60 * sum("tie" in end or end == "three-way" for end in due)),
    )


def _lie(chips: int) -> str:
    return f"{many(chips, 'chip')} {'lies' if chips == 1 else 'lie'} in the middle then"


def _due(due: bool) -> str:
    return "everybody antes" if due else "nobody antes"


THEMES = (
    Theme(
        slug="settle-it",
        title="Settle it",
        sentence="Hands are shown. What does everybody win or pay?",
        clauses=(*SETTLED, "declare.out-discards"),
        make=_make_settled,
        pose=_pose_settled,
    ),
    Theme(
        slug="next-pot",
        title="The next pot",
        sentence="How much lies in the middle when all is paid?",
        clauses=SETTLED,
        make=_make_settled,
        pose=_pose_pot,
    ),
    Theme(
        slug="who-antes",
        title="Does anybody ante?",
        sentence="After which hands do all put a new ante in?",
        clauses=clause_ids("ante.when round.end pot.all-out"),
        make=_make_antes,
        pose=_pose_antes,
    ),
)
