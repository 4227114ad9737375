"""Puzzles on chips and seats: who gets what, side pots, and where passed cards go."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.anaconda import hand_stages
from games.anaconda.hand_stages import HIGH, LOW
from games.anaconda.puzzles.common import POSING, build_amount_options, draw_hands, get_hand_ranking, parse_hand
from games.anaconda.scoring import PotSplit, build_scored_hand, split_pot
from games.cards import Card, format_cards
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.betting import Pot, split_pots
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, join_words, spell_count

YOU = 0
LEVEL = 0.35
"""The share of puzzles in which two hands are made to tie, which rarely happens by chance."""

# -- who gets what -------------------------------------------------------------------------------------


def _make_pot_split_setup(rng: Random, options: Options) -> Setup:
    rules = POSING.cast_options(options)

    def draw_setup() -> Setup | None:
        number = rng.choice((3, 3, 4))
        texts = draw_hands(rng, *[9] * number)
        ways = [rng.choice((HIGH, LOW)) for _ in texts]
        if rng.random() < 0.7:
            ways[rng.randrange(number)] = HIGH
        hands = []
        for text, way in zip(texts, ways, strict=True):
            high = way == HIGH or rules.high_only
            hands.append(format_cards(_choose_best_five(text, high, options)))
        if rng.random() < LEVEL and not {*(twin := _change_suits(hands[0])).split()} & {*" ".join(hands).split()}:
            hands[1], ways[1] = twin, ways[0]
        setup = {"hands": hands, "ways": ways, "pot": rng.choice((45, 60, 61, 62, 63, 75, 84, 91))}
        puzzle = _build_pot_split_puzzle(setup, options)
        return setup if puzzle.key != "n0" or rng.random() < 0.3 else None

    return draw_fitting_setup(draw_setup, steps=1500)


def _change_suits(text: str) -> str:
    """Return cards of the same ranks in other suits. `text` and the result are strings of card codes."""
    return text.translate(str.maketrans("CDHS", "DCSH"))


def _choose_best_five(text: str, high: bool, options: Options) -> tuple[Card, ...]:
    return get_hand_ranking(HIGH if high else LOW, options).choose_best_hand(parse_hand(text))


def _build_pot_split_puzzle(setup: Setup, options: Options) -> Puzzle:
    rules = POSING.cast_options(options)
    number, chips = len(setup["hands"]), int(setup["pot"])
    declared = hand_stages.has_declaration(rules)
    hands = {
        seat: build_scored_hand(parse_hand(text), way, rules)
        for seat, (text, way) in enumerate(zip(setup["hands"], setup["ways"], strict=True))
    }
    order = list(range(number))  # from the dealer's left
    split = split_pot(Pot(chips, tuple(order)), hands, rules, order)
    key, half = split.gains.get(YOU, 0), chips // 2
    lines = [
        f"{capitalize_first(describe_seat(seat, number))} {_conjugate_have(seat)} "
        f"`{text}`{_describe_declared_way(seat, way) if declared else ''}"
        for seat, (text, way) in enumerate(zip(setup["hands"], setup["ways"], strict=True))
    ]
    deals = "" if rules.odd_chip == "leave" else f" {capitalize_first(describe_seat(number - 1, number))} deals."
    options_ = build_amount_options(
        key, (half, chips, 0, half + chips % 2, half // 2, chips // number, chips - half - 1)
    )
    clauses = _list_split_clauses(split, declared)
    return Puzzle(
        form="one",
        question=f"The pot has {chips} chips.{deals} {'. '.join(lines)}. How many chips do you win?",
        position={},
        key=f"n{key}",
        clauses=clauses,
        why=_describe_shares(split.gains, split.rest, number),
        options=options_,
        clauses_by_option={f"n{key}": clauses[0]},
        hints=(
            "First find the best high hand, then the best low hand.",
            POSING.build_rule_hint(clauses[0], options),
            _describe_winners(split.high, split.low, number),
            _describe_shares(split.gains, split.rest, number),
        ),
        rating=clamp_rating(1050 + 80 * number + 60 * bool(split.rest)),
    )


def _conjugate_have(seat: int) -> str:
    return "have" if seat == YOU else "has"


def _describe_declared_way(seat: int, way: str) -> str:
    return f" and {'go' if seat == YOU else 'goes'} {way}"


def _list_split_clauses(found: PotSplit, declared: bool) -> tuple[str, ...]:
    """Return the ids of the rulebook's clauses that explain how a pot was divided.

    `found` describes the division: who won, and how many chips. `declared` says whether the players declared high or
    low.
    """
    rules = ["split.one-direction" if declared and not (found.high and found.low) else "split.halves"]
    rules += ["split.odd-chip"] if not found.is_undivided and found.pot.chips % 2 else []
    rules += ["split.ties"] if max(len(found.high), len(found.low)) > 1 else []
    return POSING.select_game_clauses(rules)


def _describe_winners(high: tuple[int, ...], low: tuple[int, ...], number: int) -> str:
    parts = [
        f"{way}: {join_words([describe_seat(seat, number) for seat in seats])}"
        for way, seats in ((HIGH, high), (LOW, low))
        if seats
    ]
    return f"Best {', and best '.join(parts)}."


def _describe_shares(gains: Mapping[int, int], rest: int, number: int) -> str:
    shares = join_words(
        [f"{describe_seat(seat, number)} {'win' if seat == YOU else 'wins'} {chips}" for seat, chips in gains.items()]
    )
    left = (
        f" {capitalize_first(spell_count(rest, 'chip'))} {'stays' if rest == 1 else 'stay'} on the table."
        if rest
        else ""
    )
    return f"{capitalize_first(shares)}.{left}"


WHO_GETS_WHAT = PuzzleTheme(
    "who-gets-what",
    "Splitting the pot",
    "All cards are face up. How many chips do you win?",
    split_clause_ids("split.halves split.odd-chip split.ties split.one-direction"),
    _make_pot_split_setup,
    _build_pot_split_puzzle,
)

# -- side pots -----------------------------------------------------------------------------------------


def _make_side_pot_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        number = rng.choice((4, 5))
        top = rng.randrange(30, 90, 5)
        paid = [top] * number
        short, folded = rng.sample(range(number), 2)
        paid[short], paid[folded] = rng.randrange(5, top, 5), rng.randrange(5, top, 5)
        number_asked = rng.choice((0, 1))
        return {"paid": paid, "short": short, "folded": folded, "asked": number_asked}

    return draw_fitting_setup(draw_setup)


def _explain_pot_amount(chips: int, key: int, paid: int) -> str:
    if chips == key:
        return "That’s right."
    others = {paid: "both pots together", paid - key: "the other pot"}
    return f"That’s {others.get(chips, 'neither pot')}."


def _build_side_pot_puzzle(setup: Setup, options: Options) -> Puzzle:
    paid, short, folded = setup["paid"], int(setup["short"]), int(setup["folded"])
    number = len(paid)
    active = [seat for seat in range(number) if seat != folded]
    pots = split_pots(paid, active)
    if len(pots) != 2:
        raise VoidPuzzle("This question needs exactly two pots.")
    pot = pots[int(setup["asked"])]
    name = "main pot" if setup["asked"] == 0 else "side pot"
    amounts = join_words([f"{describe_seat(seat, number)} paid {chips}" for seat, chips in enumerate(paid)])
    key = pot.chips
    wrong = (
        sum(paid) - key,
        sum(paid),
        paid[short] * (number - 1) if setup["asked"] == 0 else key - paid[folded],
        paid[short] * number,
        key + paid[folded],
        key + 5,
    )
    answers = build_amount_options(key, wrong)
    return Puzzle(
        form="one",
        question=(
            f"This hand, {amounts}. {capitalize_first(describe_seat(short, number))} "
            f"{'are' if short == YOU else 'is'} all in, and "
            f"{describe_seat(folded, number)} {'have' if folded == YOU else 'has'} folded. How much is in the {name}?"
        ),
        position={},
        key=f"n{key}",
        clauses=("split.side-pots",),
        why=f"The main pot has {pots[0].chips}, and the side pot {pots[1].chips}.",
        options=answers,
        reasons={answer.id: _explain_pot_amount(int(answer.id[1:]), key, sum(paid)) for answer in answers},
        hints=(
            "No player puts more into the main pot than the all-in player paid.",
            POSING.build_rule_hint("split.side-pots", options),
            "Chips from folded players also count.",
            f"Each player puts at most {paid[short]} into the main pot.",
        ),
        rating=1300,
    )


SIDE_POT = PuzzleTheme(
    "side-pot",
    "Side pots",
    "A player is all in. How much is in each pot?",
    split_clause_ids("split.side-pots"),
    _make_side_pot_setup,
    _build_side_pot_puzzle,
)

# -- where do my cards go ------------------------------------------------------------------------------


def _make_pass_receiver_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        number = rng.choice((5, 6, 6, 7, 7, 7, 7))
        folded = rng.sample(range(number), rng.choice((1, 2, 2, 3, 3, number - 3)))
        giver = rng.choice([seat for seat in range(1, number) if seat not in folded])
        several = len(hand_stages.list_passes(POSING.cast_options(options)))
        setup = {"seats": number, "folded": sorted(folded), "giver": giver, "pass": rng.randrange(several)}
        _build_pass_receiver_puzzle(setup, options)
        return setup

    return draw_fitting_setup(draw_setup)


def _build_pass_receiver_puzzle(setup: Setup, options: Options) -> Puzzle:
    rules = POSING.cast_options(options)
    number, folded, giver, place = int(setup["seats"]), setup["folded"], int(setup["giver"]), int(setup["pass"])
    if place >= len(hand_stages.list_passes(rules)):
        raise VoidPuzzle("These house rules have fewer passes than the question needs.")
    active = [seat for seat in range(number) if seat not in folded]
    steps = hand_stages.list_passes(rules)[place][-1][1]
    where = hand_stages.describe_direction(len(active), steps)
    key = hand_stages.get_receiver(active, giver, steps)
    others = [seat for seat in range(number) if seat != giver]
    clause = "pass.first-left" if place == 0 else "pass.second-right-two"
    cards = "the last card" if len(hand_stages.list_passes(rules)[place]) > 1 else "the cards"
    gone = join_words([describe_seat(seat, number) for seat in folded])
    return Puzzle(
        form="one",
        question=(
            f"There are {spell_count(number, 'player')}. Folded: {gone}. It’s pass {place + 1}. "
            f"Who gets {cards} from {describe_seat(giver, number)}?"
        ),
        position={},
        key=f"s{key}",
        clauses=(clause,),
        why=f"Without folded players, they go {where}. That’s {describe_seat(key, number)}.",
        options=tuple(AnswerOption(f"s{seat}", capitalize_first(describe_seat(seat, number))) for seat in others),
        reasons={
            f"s{seat}": "That’s right, without folded players."
            if seat == key
            else "This player has folded."
            if seat in folded
            else "Count again, without folded players."
            for seat in others
        },
        hints=(
            "Skip the folded players as you count.",
            POSING.build_rule_hint(clause, options),
            f"The cards go {where}.",
            f"The active players, in order, are {join_words([describe_seat(seat, number) for seat in active])}.",
        ),
        rating=1000 + 100 * len(folded),
    )


WHERE_TO = PuzzleTheme(
    "where-do-they-go",
    "Who gets the cards?",
    "Some players have folded. Who gets the passed cards?",
    split_clause_ids("pass.first-left pass.second-right-two"),
    _make_pass_receiver_setup,
    _build_pass_receiver_puzzle,
)
