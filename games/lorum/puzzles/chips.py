"""Puzzles about payments: who pays whom after each of the first three kinds of hand, and how large the pot gets."""

from __future__ import annotations

from random import Random

from games.cards import SUIT_NAMES
from games.engine.calculations import explain_sum
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import clamp_rating, split_clause_ids
from games.lorum.contracts import (
    EACH_HEART,
    HEARTS,
    MARKS,
    QUEENS,
    SEATS,
    SIZE,
    TITLES,
    TRICKS,
    get_card_costs,
    get_train_total,
)
from games.lorum.options import LorumOptions
from games.lorum.payments import build_trick_hand_settlement, settle_payments
from games.lorum.puzzles.common import POSING, build_clause_setup_maker, describe_player, format_seat_with_verb
from games.words import capitalize_first, format_count, join_words, quote_cards, spell_count

POT = "pot"
UNIT = {HEARTS: ("heart", "no-hearts.unit"), TRICKS: ("trick", "no-tricks.unit"), QUEENS: ("queen", "queens.values")}
CASES = {1: "pay.one-taker", 2: "pay.two-takers", 3: "pay.three-takers", 4: "pay.four-takers"}
HOW = {
    1: "one player took everything",
    2: "two players took nothing",
    3: "one player took nothing",
    4: "all four took something",
}
RICH = 10_000


def _draw_random_shares(rng: Random, takers: list[int], things: int) -> list[int]:
    """Return how many tricks or cards each seat takes, drawn at random.

    `things` is the number of tricks or cards. Each of the seats `takers` takes at least one, and the other seats none.
    """
    owners = [*takers, *(rng.choice(takers) for _ in range(things - len(takers)))]
    return [owners.count(seat) for seat in range(SEATS)]


def _make_payment_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle: who took each heart or queen, or how many tricks each seat took.

    It's rare that a single seat took everything.
    """
    contract = rng.choice((HEARTS, HEARTS, HEARTS, QUEENS, TRICKS))
    takers = rng.sample(range(SEATS), rng.choice((1, *(2,) * 4, *(3,) * 6, *(4,) * 5)))
    if contract == TRICKS:
        return {"contract": contract, "taken": _draw_random_shares(rng, takers, SIZE)}
    if contract == HEARTS:
        owners = _draw_card_takers(rng, takers, SIZE)
        return {"contract": contract, "taken": [owners.count(seat) for seat in range(SEATS)], "owners": owners}
    return {"contract": contract, "taken": _draw_card_takers(rng, takers, SEATS)}


def _draw_card_takers(rng: Random, takers: list[int], cards: int) -> list[int]:
    """Return the seat that takes each card, as a list of `cards` seats drawn at random.

    Each of the seats `takers` takes at least one card, and the other seats none.
    """
    owners = [*takers, *(rng.choice(takers) for _ in range(cards - len(takers)))]
    rng.shuffle(owners)
    return owners


def _compute_units(setup: Setup, house: LorumOptions) -> list[int]:
    taken: list[int] = setup["taken"]
    if setup["contract"] != QUEENS:
        return taken
    price = get_card_costs(QUEENS, house)
    return [
        sum(cost for cost, owner in zip(price.values(), taken, strict=True) if owner == seat) for seat in range(SEATS)
    ]


def _describe_what_seat_took(setup: Setup, seat: int) -> str:
    """Return words for what a seat took in this setup, such as “you have two tricks” or “you have no hearts”."""
    contract = setup["contract"]
    if "owners" in setup:
        mine = [card for card, owner in zip(EACH_HEART, setup["owners"], strict=True) if owner == seat]
        return f"{format_seat_with_verb(seat, 'have', 'has')} {quote_cards(mine) if mine else 'no hearts'}"
    if contract != QUEENS:
        return f"{format_seat_with_verb(seat, 'have', 'has')} {spell_count(setup['taken'][seat], UNIT[contract][0])}"
    suits = ("H", "D", "S", "C")
    own = [SUIT_NAMES[suit] for suit, owner in zip(suits, setup["taken"], strict=True) if owner == seat]
    queens = f"the queen{'s' if len(own) > 1 else ''} of {join_words(own)}" if own else "no queens"
    return f"{format_seat_with_verb(seat, 'have', 'has')} {queens}"


def _describe_chip_change(amount: int, id: str) -> str:
    if id == POT:
        return f"grows by {amount}" if amount else "doesn’t grow"
    return (
        f"gets {spell_count(amount, 'chip')}"
        if amount > 0
        else f"pays {spell_count(-amount, 'chip')}"
        if amount
        else "doesn’t pay or get anything"
    )


def _build_payment_puzzle(setup: Setup, options: Options) -> Puzzle:
    house, contract = POSING.cast_options(options), setup["contract"]
    units = _compute_units(setup, house)
    settlement = build_trick_hand_settlement(units, house.sweep_reward)
    change, pot = settle_payments(settlement, [RICH] * SEATS, range(SEATS), True)
    takers = sum(map(bool, units))
    amounts = {**{f"s{seat}": change[seat] for seat in range(SEATS)}, POT: pot}
    total = sum(units)
    tempting = {total, total // 2, -total, 0, *(-unit for unit in units)}
    labels = tuple((str(amount), _format_signed_amount(amount)) for amount in sorted({*amounts.values(), *tempting}))
    ids = [CASES[takers], f"{contract}.pay-{takers}", UNIT[contract][1]]
    if takers == 2 and 1 in units:
        ids.append("pay.any-unit-counts")
    if pot or takers > 1:
        ids.append("pay.pot-only-four")
    story = " ".join(f"{capitalize_first(_describe_what_seat_took(setup, seat))}." for seat in range(SEATS))
    reasons = {
        id: f"{_explain_chip_change(id, amount, units)} {_explain_received_chips(id, amount, units)}".strip()
        for id, amount in amounts.items()
    }
    return Puzzle(
        form="match",
        question=f"{TITLES[contract]} is over. {story} Everyone has enough chips. "
        "How much does each player gain or lose?",
        position={},
        key={id: str(amount) for id, amount in amounts.items()},
        clauses=POSING.select_game_clauses(ids),
        why=f"{capitalize_first(HOW[takers])}. The total is {spell_count(total, 'unit')}.",
        options=(
            *(AnswerOption(f"s{seat}", describe_player(seat, start=True)) for seat in range(SEATS)),
            AnswerOption(POT, "The pot"),
        ),
        labels=labels,
        reasons=reasons,
        clauses_by_option={
            id: "pay.pot-only-four" if id == POT and (pot or takers > 1) else CASES[takers] for id in amounts
        },
        hints=(
            "How many players took something?",
            POSING.build_rule_hint(CASES[takers], options),
            f"There {'is' if takers == 1 else 'are'} {spell_count(takers, 'taker')}, and "
            f"a total of {spell_count(total, 'unit')}.",
            reasons[POT],
        ),
        rating=clamp_rating(
            900
            + 100 * (contract == QUEENS)
            + {1: 150, 2: 120, 3: 60, 4: 0}[takers]
            + 60 * ("pay.any-unit-counts" in ids)
        ),
    )


def _format_signed_amount(amount: int) -> str:
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"


def _explain_received_chips(id: str, amount: int, units: list[int]) -> str:
    """Return a calculation, as text, of the chips that a player or the pot receives, or "" if `amount` isn't above 0.

    `id` is the answer id of the player or of the pot, and `amount` is how much it receives. `units` has the tricks of
    each seat, or the chips that its cards cost.
    """
    if amount <= 0:
        return ""
    paid = [(describe_player(seat, start=False), number) for seat, number in enumerate(units) if number]
    if id == POT or not units[int(id[1:])]:
        return str(explain_sum(*paid, among=1 if id == POT else units.count(0)))
    return str(explain_sum(("from each of the others", sum(units)), times=SEATS - 1))


def _explain_chip_change(id: str, amount: int, units: list[int]) -> str:
    if id == POT:
        return f"The pot {_describe_chip_change(amount, id)}."
    seat = int(id[1:])
    took = f"took {spell_count(units[seat], 'unit')}" if units[seat] else "took nothing"
    change = _describe_chip_change(amount, id)
    if seat == 0:
        change = change.replace("gets", "get").replace("pays", "pay")
    return f"{describe_player(seat, start=True)} {took} and {change}."


# -- the pot after seven hands ---------------------------------------------------------------------


def _make_pot_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about the pot after the seven hands of one dealer.

    In the setup, `cases` has three numbers: how many seats took any hearts in No hearts, any queens in Queens, and any
    tricks in No tricks. `left` has the number of cards that each of the three losers of Domino still holds at its end.
    `ask` says whether the question is about the pot before Domino or about what the winner of Domino takes.
    """
    cases = [rng.choice((1, 2, 3, 4, 4)) for _ in range(3)]
    left = [rng.randint(1, 6) for _ in range(SEATS - 1)]
    setup: Setup = {"cases": cases, "left": left, "ask": rng.choice(("before", *("won",) * 7))}
    _build_pot_puzzle(setup, options)
    return setup


def _build_pot_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = POSING.cast_options(options)
    if house.schedule != "dealer-block":
        raise VoidPuzzle("Under these house rules, the seven hands aren’t played one after the other.")
    totals = (SIZE, sum(get_card_costs(QUEENS, house).values()), SIZE)
    parts, stories = [], []
    for contract, total, takers in zip((HEARTS, QUEENS, TRICKS), totals, setup["cases"], strict=True):
        into = total if takers == SEATS or (takers == 1 and not house.sweep_reward) else 0
        parts.append(into)
        stories.append(f"In {TITLES[contract]}, {HOW[takers]}.")
    train = sum(price for mark, price in MARKS.items() if mark <= get_train_total(house))
    won, left = setup["ask"] == "won", sum(setup["left"])
    counted = [*parts, house.ape_amount, train, *([left] if won else [])]
    names = ["hearts", "queens", "tricks", "Ape", "Train", *(["Domino"] if won else [])]
    pot = sum(counted)
    cards = join_words([format_count(number, "card") for number in setup["left"]])
    end = f" Domino ended with {cards} in the other hands, and nobody paid for a pass." if won else ""
    asked = "does the winner of Domino take from the pot" if won else "are in the pot when Domino starts"
    ids = ["domino.take-pot", "domino.pay"] if won else ["setup.pot", "pay.pot-only-four"]
    return Puzzle(
        form="number",
        question=f"The pot was empty. {' '.join(stories)} Ape, Train, and Quart were played to the end.{end} "
        f"How many chips {asked}?",
        position={},
        key=pot,
        clauses=POSING.select_game_clauses([*ids, "pay.pot-only-four", "ape.pay", "train.deck-total", "quart.no-pot"]),
        why="Quart adds nothing.",
        working=str(explain_sum(*zip(names, counted, strict=True))),
        hints=(
            "In which hands do players pay into the pot?",
            POSING.build_rule_hint("pay.pot-only-four", options),
            f"The Ape adds {house.ape_amount}, the Train {train}, and Quart nothing.",
            f"The first three hands add {sum(parts)} together.",
        ),
        rating=clamp_rating(1050 + 60 * sum(map(bool, parts)) + 80 * won + 60 * (1 in setup["cases"])),
    )


THEMES = (
    PuzzleTheme(
        slug="who-pays-whom",
        title="Who pays whom?",
        sentence="A hand is over, and you know who took what. What does everyone pay or get?",
        clauses=split_clause_ids(
            "pay.four-takers pay.three-takers pay.two-takers pay.one-taker pay.any-unit-counts pay.pot-only-four "
            "no-hearts.pay-4 no-hearts.pay-3 no-hearts.pay-2 no-hearts.pay-1 no-hearts.unit queens.pay-4 queens.pay-3 "
            "queens.pay-2 queens.pay-1 queens.values no-tricks.pay-4 no-tricks.pay-3 no-tricks.pay-2 no-tricks.pay-1 "
            "no-tricks.unit"
        ),
        make=_make_payment_setup,
        pose=_build_payment_puzzle,
        aim=build_clause_setup_maker(_make_payment_setup, _build_payment_puzzle),
    ),
    PuzzleTheme(
        slug="count-the-pot",
        title="Count the pot",
        sentence="After seven hands, how big is the pot and what is Domino worth?",
        clauses=split_clause_ids(
            "setup.pot pay.pot-only-four ape.pay train.deck-total quart.no-pot domino.take-pot domino.pay"
        ),
        make=_make_pot_setup,
        pose=_build_pot_puzzle,
    ),
)
