"""Puzzles about one pile: who turns next, what is owed, its order when taken, and who turned out of turn."""

from __future__ import annotations

from random import Random

from games.beggar_my_neighbor.playing import turn_card
from games.beggar_my_neighbor.puzzles.common import POSING, draw_random_stacks, load_face_up_table, name_seat
from games.beggar_my_neighbor.state import BeggarState
from games.beggar_my_neighbor.verbs import TURN
from games.cards import format_cards
from games.engine.calculations import explain_subtraction
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, spell_count, spell_number

NEXT = split_clause_ids("turn.alternate penalty.owe penalty.pay-one-by-one penalty.interrupted penalty.latest-counts")
OWED = split_clause_ids("card.penalty card.number penalty.pay-one-by-one penalty.interrupted penalty.latest-counts")
ORDER = split_clause_ids("pile.to-bottom pile.whole")
WRONG = split_clause_ids("turn.alternate penalty.owe penalty.pay-one-by-one penalty.interrupted")
FEWEST, MOST = 4, 9
"""The minimum and the maximum number of cards in the pile that a question is about."""
MOST_PLAYERS = 4
"""The maximum number of players in a question about who turns next."""


def turn_pile_cards(setup: Setup, options: Options, number: int) -> tuple[BeggarState, list[int]]:
    """Turn `number` cards of one pile, and return the state and the seats that turned them.

    Raises VoidPuzzle if the pile is taken by then.
    """
    state, by = load_face_up_table(setup, options), []
    for _ in range(number):
        by.append(state.turn)
        turn_card(state, state.turn, TURN.bare_move)
        if state.phase != "play" or not state.pile:
            raise VoidPuzzle("Under these house rules, the pile is taken before the question can be asked.")
    return state, by


def has_two_penalties_and_debt(state: BeggarState) -> bool:
    """Return whether the pile has at least two penalty cards, and cards are still owed for the latest one."""
    return bool(state.owed) and sum(bool(state.prices[card.rank]) for card in state.pile) > 1


def _draw_pile_setup(rng: Random, options: Options, seats: int) -> Setup | None:
    setup: Setup = {"hands": draw_random_stacks(rng, [8] * seats, 5 * seats // 2), "number": rng.randint(FEWEST, MOST)}
    state, _ = turn_pile_cards(setup, options, setup["number"])
    return setup if has_two_penalties_and_debt(state) else None


def _describe_pile(state: BeggarState) -> str:
    return f"The pile, from the first card on: `{format_cards(state.pile)}`. You flipped the first card."


# -- whose card next -------------------------------------------------------------------------------


def make_next_player_setup(rng: Random, options: Options) -> Setup:
    seats = [number for number in POSING.rules.list_seat_counts(options) if number <= MOST_PLAYERS]
    return draw_fitting_setup(lambda: _draw_pile_setup(rng, options, rng.choice(seats)))


def build_next_player_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, _ = turn_pile_cards(setup, options, setup["number"])
    seats, owed = state.seats, state.owed
    if not owed:
        raise VoidPuzzle("This question needs a pile in which a player owes cards.")
    others = [(seat, debt) for debt in (owed, owed + 1, owed - 1) for seat in range(seats) if debt > 0]
    wrong = [one for one in others if one != (state.turn, owed)][:5]
    shown = sorted([(state.turn, owed), *wrong])
    players = "Two play." if seats == 2 else f"{capitalize_first(spell_number(seats))} play, and all have enough cards."
    return Puzzle(
        form="one",
        question=f"{players} {_describe_pile(state)} Who flips the next card, and how many does that player owe?",
        position={},
        key=f"s{state.turn}o{owed}",
        clauses=NEXT,
        why=f"Only the latest penalty card counts: {name_seat(state.turn, seats)} to pay, "
        f"{spell_count(owed, 'card')} still.",
        options=tuple(
            AnswerOption(f"s{seat}o{debt}", _describe_next_player_answer(seat, debt, seats)) for seat, debt in shown
        ),
        reasons={f"s{seat}o{debt}": _explain_next_player_answer(state, seat, debt) for seat, debt in shown},
        clauses_by_option={f"s{state.turn}o{owed}": "penalty.latest-counts"},
        hints=(
            "Run a finger along the pile, and say who played each card.",
            POSING.build_rule_hint("penalty.latest-counts", options),
            f"The latest penalty card is `{_get_latest_penalty(state)}`.",
            f"That player still owes {spell_count(owed, 'card')}.",
        ),
        rating=1000 + 60 * setup["number"] + 100 * (seats - 2),
    )


def _describe_next_player_answer(seat: int, debt: int, seats: int) -> str:
    return f"{capitalize_first(name_seat(seat, seats))}, owing {spell_count(debt, 'card')}"


def _explain_next_player_answer(state: BeggarState, seat: int, debt: int) -> str:
    if seat == state.turn and debt == state.owed:
        return "That’s right for the latest penalty card."
    if seat != state.turn:
        return f"{capitalize_first(name_seat(seat, state.seats))} {'don’t' if seat == 0 else 'doesn’t'} flip next."
    return f"`{_get_latest_penalty(state)}` is the latest penalty card. Count what has been paid for it."


def _get_latest_penalty(state: BeggarState) -> str:
    return next(card.code for card in reversed(state.pile) if state.prices[card.rank])


# -- how many still owed ---------------------------------------------------------------------------


def make_cards_owed_setup(rng: Random, options: Options) -> Setup:
    return draw_fitting_setup(lambda: _draw_pile_setup(rng, options, 2))


def build_cards_owed_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, _ = turn_pile_cards(setup, options, setup["number"])
    if not state.owed:
        raise VoidPuzzle("This question needs a pile in which a player owes cards.")
    price = state.prices[next(card for card in reversed(state.pile) if state.prices[card.rank]).rank]
    paid = spell_number(price - state.owed) if price > state.owed else "nothing"
    return Puzzle(
        form="number",
        question=f"{_describe_pile(state)} How many cards are still owed?",
        position={},
        key=state.owed,
        clauses=OWED,
        why=f"`{_get_latest_penalty(state)}` costs {spell_number(price)}, and {paid} of that is paid.",
        working=str(explain_subtraction((f"`{_get_latest_penalty(state)}`", price), ("paid", price - state.owed))),
        hints=(
            "Look for the latest penalty card.",
            POSING.build_rule_hint("penalty.latest-counts", options),
            f"It’s `{_get_latest_penalty(state)}`.",
            f"It costs {spell_number(price)}. Count the cards after it.",
        ),
        rating=900 + 50 * setup["number"],
    )


# -- in which order --------------------------------------------------------------------------------


def make_pile_order_setup(rng: Random, options: Options) -> Setup:
    _require_unshuffled_piles(options)
    return {
        "hands": draw_random_stacks(rng, [rng.randint(2, 3), rng.randint(3, 5)], 0),
        "places": rng.sample(range(4), 4),
    }


def _require_unshuffled_piles(options: Options) -> None:
    """Raise VoidPuzzle if these house rules shuffle each pile before it goes under a stack."""
    if POSING.cast_options(options).pile_order != "as-played":
        raise VoidPuzzle("Under these house rules, the pile is shuffled, so its order can’t be known.")


def build_pile_order_puzzle(setup: Setup, options: Options) -> Puzzle:
    _require_unshuffled_piles(options)
    stack, pile = load_face_up_table(setup, options).hands
    ways = (
        ([*stack, *pile], "The pile goes under the stack, in the order it was played."),
        ([*stack, *pile[::-1]], "If you turn the pile over in one block, the card played first comes first."),
        ([*pile, *stack], "The pile goes under the stack, not on top."),
        ([*pile[::-1], *stack], "The pile goes under the stack, and the card played first comes first."),
    )
    shown = [ways[place] for place in setup["places"]]
    return Puzzle(
        form="one",
        question=f"Your stack is `{format_cards(stack)}`, its top card first. You take this pile, in the order "
        f"of play: `{format_cards(pile)}`. What order is your stack in then, from the top?",
        position={},
        key=f"o{setup['places'].index(0)}",
        clauses=ORDER,
        why=f"`{format_cards(ways[0][0])}`: the pile comes after the stack, starting with its first card.",
        options=tuple(AnswerOption(f"o{at}", f"`{format_cards(cards)}`") for at, (cards, _) in enumerate(shown)),
        reasons={f"o{at}": reason for at, (_, reason) in enumerate(shown)},
        clauses_by_option={f"o{setup['places'].index(0)}": "pile.to-bottom"},
        hints=(
            "You take cards from the top of a stack and add them at the bottom.",
            POSING.build_rule_hint("pile.to-bottom", options),
            f"`{format_cards(stack[:1])}` stays on top.",
            f"`{format_cards(pile[:1])}` is the first card of the pile to come up.",
        ),
        rating=950,
    )


# -- the mistake -----------------------------------------------------------------------------------


def make_wrong_player_setup(rng: Random, options: Options) -> Setup:
    return draw_fitting_setup(lambda: _draw_mistake_setup(rng, options))


def _draw_mistake_setup(rng: Random, options: Options) -> Setup | None:
    setup: Setup = {"hands": draw_random_stacks(rng, [9, 9], 6), "wrong": rng.randint(2, 5), "more": rng.randint(1, 3)}
    state, _ = turn_pile_cards(setup, options, setup["wrong"])
    if not any(state.prices[card.rank] for card in state.pile):
        return None
    _play_with_mistake(setup, options)
    return setup


def _play_with_mistake(setup: Setup, options: Options) -> tuple[BeggarState, list[int]]:
    """Turn cards of one pile with one mistake, and return the state and the seats that turned them.

    One card is turned by the wrong one of the two players, and play continues from there. Raises VoidPuzzle if the pile
    is taken by then.
    """
    state, by = turn_pile_cards(setup, options, setup["wrong"])
    state.turn = 1 - state.turn
    for _ in range(1 + setup["more"]):
        by.append(state.turn)
        turn_card(state, state.turn, TURN.bare_move)
        if state.phase != "play" or not state.pile:
            raise VoidPuzzle("Under these house rules, the pile is taken before the question can be asked.")
    return state, by


def build_wrong_player_puzzle(setup: Setup, options: Options) -> Puzzle:
    before, _ = turn_pile_cards(setup, options, setup["wrong"])
    state, by = _play_with_mistake(setup, options)
    wrong, rightly = setup["wrong"], name_seat(before.turn)
    turn = f"{rightly} had to flip a card"
    owes = (
        f" {capitalize_first(rightly)} owed {spell_count(before.owed, 'card')}."
        if before.owed
        else " Nobody owed anything."
    )
    lines = [f"{capitalize_first(name_seat(seat))}: `{card.code}`" for seat, card in zip(by, state.pile, strict=True)]
    early, late = "Everything is right up to here.", "The mistake was earlier."
    reasons = {f"c{at}": early if at < wrong else late for at in range(len(lines))}
    return Puzzle(
        form="one",
        question="Two players flipped these cards onto one pile. Once, the wrong player flipped a card. Which "
        "card was the first mistake?",
        position={},
        key=f"c{wrong}",
        clauses=WRONG,
        why=f"{capitalize_first(turn)}.{owes}",
        options=tuple(AnswerOption(f"c{at}", line) for at, line in enumerate(lines)),
        reasons={**reasons, f"c{wrong}": f"{capitalize_first(turn)}."},
        clauses_by_option={f"c{wrong}": "penalty.pay-one-by-one" if before.owed else "turn.alternate"},
        hints=(
            "After each card, say who has to flip next and how much they owe.",
            POSING.build_rule_hint("penalty.pay-one-by-one" if before.owed else "turn.alternate", options),
            f"Everything is right up to `{state.pile[wrong - 1].code}`.",
            f"After `{state.pile[wrong - 1].code}`, {turn}.",
        ),
        rating=1150 + 70 * wrong,
    )


THEMES = (
    PuzzleTheme(
        "whose-next",
        "Whose card next?",
        "Who flips the next card, and who owes what?",
        NEXT,
        make_next_player_setup,
        build_next_player_puzzle,
    ),
    PuzzleTheme(
        "still-owed",
        "What’s still owed?",
        "How many cards are still owed?",
        OWED,
        make_cards_owed_setup,
        build_cards_owed_puzzle,
    ),
    PuzzleTheme(
        "block-order",
        "Order of the pile",
        "What order is a stack in after a pile goes under it?",
        ORDER,
        make_pile_order_setup,
        build_pile_order_puzzle,
    ),
    PuzzleTheme(
        "who-turned",
        "Out of turn",
        "Which card did the wrong player flip?",
        WRONG,
        make_wrong_player_setup,
        build_wrong_player_puzzle,
    ),
)
