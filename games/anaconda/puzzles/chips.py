"""Puzzles on chips and seats: who gets what, side pots, and where passed cards go."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.anaconda import stages
from games.anaconda.puzzles.common import POSING, amounts, drawn, hand, ranking_of
from games.anaconda.scoring import Split, hand_of, split
from games.anaconda.stages import HIGH, LOW
from games.cards import Card, codes
from games.engine.options import Options
from games.engine.phrasing import sits
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.kit.betting import Pot, pots
from games.kit.posing import clamp, clause_ids, until_found
from games.words import capital, listed, many

YOU = 0
LEVEL = 0.35
"""How often two hands are made to tie, which rarely happens by chance."""

# -- who gets what -------------------------------------------------------------------------------------


def _make_split(rng: Random, options: Options) -> Setup:
    rules = POSING.rules_of(options)

    def draw() -> Setup | None:
        number = rng.choice((3, 3, 4))
        texts = drawn(rng, *[9] * number)
        ways = [rng.choice((HIGH, LOW)) for _ in texts]
        if rng.random() < 0.7:
            ways[rng.randrange(number)] = HIGH
        hands = []
        for text, way in zip(texts, ways, strict=True):
            high = way == HIGH or rules.high_only
            hands.append(codes(_best(text, high, options)))
        if rng.random() < LEVEL and not {*(twin := _twin(hands[0])).split()} & {*" ".join(hands).split()}:
            hands[1], ways[1] = twin, ways[0]
        setup = {"hands": hands, "ways": ways, "pot": rng.choice((45, 60, 61, 62, 63, 75, 84, 91))}
        puzzle = _pose_split(setup, options)
        return setup if puzzle.key != "n0" or rng.random() < 0.3 else None

    return until_found(draw, steps=1500)


def _twin(text: str) -> str:
    """Return a hand with the same ranks in other suits."""
    return text.translate(str.maketrans("CDHS", "DCSH"))


def _best(text: str, high: bool, options: Options) -> tuple[Card, ...]:
    return ranking_of(HIGH if high else LOW, options).choice(hand(text))


def _pose_split(setup: Setup, options: Options) -> Puzzle:
    rules = POSING.rules_of(options)
    number, chips = len(setup["hands"]), int(setup["pot"])
    declared = stages.declares(rules)
    hands = {
        seat: hand_of(hand(text), way, rules)
        for seat, (text, way) in enumerate(zip(setup["hands"], setup["ways"], strict=True))
    }
    order = list(range(number))  # from the dealer's left
    found = split(Pot(chips, tuple(order)), hands, rules, order)
    key, half = found.gains.get(YOU, 0), chips // 2
    told = [
        f"{capital(sits(seat, number))} {_has(seat)} `{text}`{_gone(seat, way) if declared else ''}"
        for seat, (text, way) in enumerate(zip(setup["hands"], setup["ways"], strict=True))
    ]
    deals = "" if rules.odd_chip == "leave" else f" {capital(sits(number - 1, number))} deals."
    options_ = amounts(key, (half, chips, 0, half + chips % 2, half // 2, chips // number, chips - half - 1))
    clauses = _rules_of(found, declared)
    return Puzzle(
        theme="who-gets-what",
        form="one",
        question=f"In the pot are {chips} chips.{deals} {'. '.join(told)}. How many chips do you get?",
        position={},
        key=f"n{key}",
        clauses=clauses,
        why=_shares(found.gains, found.rest, number),
        options=options_,
        clauses_by_option={f"n{key}": clauses[0]},
        hints=(
            "First say who is best high, then who is best low.",
            POSING.rule_hint(clauses[0], options),
            _winners(found.high, found.low, number),
            _shares(found.gains, found.rest, number),
        ),
        rating=clamp(1050 + 80 * number + 60 * bool(found.rest)),
    )


def _has(seat: int) -> str:
    return "have" if seat == YOU else "has"


def _gone(seat: int, way: str) -> str:
    return f" and {'go' if seat == YOU else 'goes'} {way}"


def _rules_of(found: Split, declared: bool) -> tuple[str, ...]:
    """Return the clauses that decide the division of a pot."""
    rules = ["split.one-direction" if declared and not (found.high and found.low) else "split.halves"]
    rules += ["split.odd-chip"] if not found.whole and found.pot.chips % 2 else []
    rules += ["split.ties"] if max(len(found.high), len(found.low)) > 1 else []
    return POSING.unique(rules)


def _winners(high: tuple[int, ...], low: tuple[int, ...], number: int) -> str:
    parts = [
        f"{way}: {listed([sits(seat, number) for seat in seats])}" for way, seats in ((HIGH, high), (LOW, low)) if seats
    ]
    return f"Best {', and best '.join(parts)}."


def _shares(gains: Mapping[int, int], rest: int, number: int) -> str:
    said = listed([f"{sits(seat, number)} {'get' if seat == YOU else 'gets'} {chips}" for seat, chips in gains.items()])
    left = f", and {many(rest, 'chip')} {'stays' if rest == 1 else 'stay'} on the table" if rest else ""
    return f"{capital(said)}{left}."


WHO_GETS_WHAT = Theme(
    "who-gets-what",
    "Who gets what?",
    "All cards lie open: how many chips are yours?",
    clause_ids("split.halves split.odd-chip split.ties split.one-direction"),
    _make_split,
    _pose_split,
)

# -- side pots -----------------------------------------------------------------------------------------


def _make_side(rng: Random, options: Options) -> Setup:
    def draw() -> Setup | None:
        number = rng.choice((4, 5))
        top = rng.randrange(30, 90, 5)
        paid = [top] * number
        short, folded = rng.sample(range(number), 2)
        paid[short], paid[folded] = rng.randrange(5, top, 5), rng.randrange(5, top, 5)
        asked = rng.choice((0, 1))
        return {"paid": paid, "short": short, "folded": folded, "asked": asked}

    return until_found(draw)


def _which_pot(chips: int, key: int, paid: int) -> str:
    if chips == key:
        return "So it is."
    others = {paid: "both pots together", paid - key: "the other pot"}
    return f"That is {others.get(chips, 'neither of them')}."


def _pose_side(setup: Setup, options: Options) -> Puzzle:
    paid, short, folded = setup["paid"], int(setup["short"]), int(setup["folded"])
    number = len(paid)
    active = [seat for seat in range(number) if seat != folded]
    found = pots(paid, active)
    if len(found) != 2:
        raise Void("There are not two pots.")
    asked = found[int(setup["asked"])]
    name = "main pot" if setup["asked"] == 0 else "side pot"
    told = listed([f"{sits(seat, number)} {chips}" for seat, chips in enumerate(paid)])
    key = asked.chips
    wrong = (
        sum(paid) - key,
        sum(paid),
        paid[short] * (number - 1) if setup["asked"] == 0 else key - paid[folded],
        paid[short] * number,
        key + paid[folded],
        key + 5,
    )
    answers = amounts(key, wrong)
    return Puzzle(
        theme="side-pot",
        form="one",
        question=(
            f"In this hand have paid: {told}. {capital(sits(short, number))} {'are' if short == YOU else 'is'} all in, "
            f"{sits(folded, number)} {'have' if folded == YOU else 'has'} folded. How much is in the {name}?"
        ),
        position={},
        key=f"n{key}",
        clauses=("split.side-pots",),
        why=f"The main pot has {found[0].chips}, the side pot {found[1].chips}.",
        options=answers,
        reasons={one.id: _which_pot(int(one.id[1:]), key, sum(paid)) for one in answers},
        hints=(
            "The main pot holds from everybody as much as the player has paid who is all in.",
            POSING.rule_hint("split.side-pots", options),
            "Chips of who has folded count too, as far as they go.",
            f"From each come {paid[short]} at most into the main pot.",
        ),
        rating=1300,
    )


SIDE_POT = Theme(
    "side-pot",
    "Side pots",
    "Somebody is all in: how much is in which pot?",
    clause_ids("split.side-pots"),
    _make_side,
    _pose_side,
)

# -- where do my cards go ------------------------------------------------------------------------------


def _make_where(rng: Random, options: Options) -> Setup:
    def draw() -> Setup | None:
        number = rng.choice((5, 6, 6, 7, 7, 7, 7))
        folded = rng.sample(range(number), rng.choice((1, 2, 2, 3, 3, number - 3)))
        giver = rng.choice([seat for seat in range(1, number) if seat not in folded])
        several = len(stages.passes(POSING.rules_of(options)))
        setup = {"seats": number, "folded": sorted(folded), "giver": giver, "pass": rng.randrange(several)}
        _pose_where(setup, options)
        return setup

    return until_found(draw)


def _pose_where(setup: Setup, options: Options) -> Puzzle:
    rules = POSING.rules_of(options)
    number, folded, giver, place = int(setup["seats"]), setup["folded"], int(setup["giver"]), int(setup["pass"])
    if place >= len(stages.passes(rules)):
        raise Void("There are not so many passes.")
    active = [seat for seat in range(number) if seat not in folded]
    steps = stages.passes(rules)[place][-1][1]
    key = stages.receiver(active, giver, steps)
    others = [seat for seat in range(number) if seat != giver]
    clause = "pass.first-left" if place == 0 else "pass.second-right-two"
    cards = "the last card" if len(stages.passes(rules)[place]) > 1 else "the cards"
    gone = listed([sits(seat, number) for seat in folded])
    return Puzzle(
        theme="where-do-they-go",
        form="one",
        question=(
            f"{capital(many(number, 'player'))}. Folded: {gone}. It is pass {place + 1}. "
            f"Who is given {cards} of {sits(giver, number)}?"
        ),
        position={},
        key=f"s{key}",
        clauses=(clause,),
        why=f"They go {stages.WHERE[steps]}, counted over who is in: to {sits(key, number)}.",
        options=tuple(Option(f"s{seat}", capital(sits(seat, number))) for seat in others),
        reasons={
            f"s{seat}": "Counted over who is in, so it is."
            if seat == key
            else "This player has folded."
            if seat in folded
            else "Count again, over who is in."
            for seat in others
        },
        hints=(
            "Leave out who has folded, and count the others.",
            POSING.rule_hint(clause, options),
            f"The cards go {stages.WHERE[steps]}.",
            f"In the order of the seats those who are in are {listed([sits(seat, number) for seat in active])}.",
        ),
        rating=1000 + 100 * len(folded),
    )


WHERE_TO = Theme(
    "where-do-they-go",
    "Where do they go?",
    "Some have folded: who is given the cards?",
    clause_ids("pass.first-left pass.second-right-two"),
    _make_where,
    _pose_where,
)
