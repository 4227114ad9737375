"""Puzzles with face-up stacks: who takes the pile, who wins, where a jack helps, and what repeats forever."""

from __future__ import annotations

from random import Random

from games.beggar_my_neighbor.lookahead import predict_game_end, predict_pile_taker
from games.beggar_my_neighbor.puzzles.common import (
    COURTS,
    NUMBERS,
    POSING,
    draw_random_stacks,
    load_face_up_table,
    name_seat,
)
from games.beggar_my_neighbor.state import JACK, QUEEN, BeggarState
from games.cards import format_cards
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle
from games.kit.puzzle_tools import draw_fitting_setup, split_clause_ids
from games.words import capitalize_first, format_count, spell_count, spell_number

PILE = split_clause_ids("penalty.all-numbers penalty.interrupted penalty.latest-counts pile.whole")
WINS = split_clause_ids("end.all-52 end.cannot-play pile.winner-leads")
PLACE = split_clause_ids("penalty.interrupted end.all-52 end.cannot-play")
ROUND = split_clause_ids("end.cycle-draw pile.to-bottom pile.winner-leads")
SMALLEST = 8
"""A game that repeats itself counts as short if at most this many cards are turned.

Most repeating games with few cards are that short, so most of them are left out.
"""
LONGEST = 26
"""The maximum number of cards turned in a game that has to be predicted."""
OPEN = "Both stacks are face up, top card on the left. You go first."
ENDS = {
    "end.all-52": "with all the cards",
    "end.cannot-play": "because there’s no card left to flip",
    "end.both-empty": "because there’s no card left to flip",
}


def _play_to_end(state: BeggarState, longest: int = LONGEST) -> BeggarState:
    """Return the state at the end of the game.

    Raises VoidPuzzle if the game takes more than `longest` cards, or if its end can't be known.
    """
    end = predict_game_end(state)
    if end is None:
        raise VoidPuzzle("Under these house rules, nobody can know how this game ends.")
    if end.turned > longest:
        raise VoidPuzzle("Under these house rules, this game would take too long to predict.")
    return end


# -- who takes the pile ----------------------------------------------------------------------------


def make_pile_taker_setup(rng: Random, options: Options) -> Setup:
    taker = rng.randrange(2)

    def draw_setup() -> Setup | None:
        setup = {"hands": draw_random_stacks(rng, [7, 7], 6), "luck": rng.randrange(3)}
        found = predict_pile_taker(load_face_up_table(setup, options))
        return setup if found and found[0] == taker and found[1] > 6 else None

    return draw_fitting_setup(draw_setup)


def build_pile_taker_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_face_up_table(setup, options)
    found = predict_pile_taker(state)
    if found is None:
        raise VoidPuzzle("In this position, nobody can know who takes the pile.")
    taker, number = found
    least = number - setup.get("luck", 1)
    others = [(seat, size) for size in range(least, least + 3) for seat in (0, 1)]
    return Puzzle(
        form="one",
        question=f"{OPEN} Who takes this pile, and how many cards are in it?",
        position=POSING.build_visible_position(state),
        zones=("stack-0", "stack-1"),
        key=f"s{taker}n{number}",
        clauses=PILE,
        why=f"{capitalize_first(name_seat(taker))} with {spell_count(number, 'card')}.",
        options=tuple(
            AnswerOption(f"s{seat}n{size}", f"{capitalize_first(name_seat(seat))}: {size} cards")
            for seat, size in sorted(others)
        ),
        reasons={
            f"s{seat}n{size}": "That’s right."
            if (seat, size) == found
            else f"{capitalize_first(name_seat(seat))} {'don’t' if seat == 0 else 'doesn’t'} take it."
            if seat != taker
            else "Count the cards in the pile again."
            for seat, size in others
        },
        clauses_by_option={f"s{taker}n{number}": "penalty.interrupted"},
        hints=(
            "Put a finger on each stack, and flip the cards in your head.",
            POSING.build_rule_hint("penalty.interrupted", options),
            "Stop at every penalty card, and start counting again.",
            f"The pile has {spell_count(number, 'card')}.",
        ),
        rating=1050 + 30 * number,
    )


# -- who wins --------------------------------------------------------------------------------------


def make_game_winner_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        setup = {"hands": draw_random_stacks(rng, [rng.randint(5, 6), rng.randint(5, 6)], rng.randint(3, 5))}
        end = _play_to_end(load_face_up_table(setup, options))
        build_game_winner_puzzle(setup, options)
        return setup if end.piles and end.turned > 8 else None

    return draw_fitting_setup(draw_setup)


def build_game_winner_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_face_up_table(setup, options)
    end = _play_to_end(state)
    result = end.match.results[-1]
    if not result.winners or result.clause not in ENDS:
        raise VoidPuzzle("In this position, nobody wins the game by getting all the cards.")
    winner, clause = result.winners[0], result.clause
    shown = "end.all-52" if clause == "end.all-52" else "end.cannot-play"
    ways = [(seat, how) for seat in (0, 1) for how in ("end.all-52", "end.cannot-play")]
    never = AnswerOption("never", "Nobody. The game never ends")
    wins = f"{capitalize_first(name_seat(winner))} {'win' if winner == 0 else 'wins'}"
    return Puzzle(
        form="one",
        question=f"{OPEN} There are no other cards. Who wins, and how?",
        position=POSING.build_visible_position(state),
        zones=("stack-0", "stack-1"),
        key=_build_answer_id(winner, shown),
        clauses=("pile.winner-leads", shown),
        why=f"{wins} {ENDS[clause]}, after {spell_count(end.turned, 'card')}.",
        options=(
            *(
                AnswerOption(
                    _build_answer_id(seat, how),
                    f"{capitalize_first(name_seat(seat))}{_describe_way_of_winning(seat, how)}",
                )
                for seat, how in ways
            ),
            never,
        ),
        reasons={
            **{
                _build_answer_id(seat, how): "That’s right."
                if (seat, how) == (winner, shown)
                else "That isn’t the winner. Play it through again."
                if seat != winner
                else "The winner is right, but look at the last cards again."
                for seat, how in ways
            },
            "never": "The game does end.",
        },
        clauses_by_option={_build_answer_id(winner, shown): shown},
        hints=(
            "Play it pile by pile, and write down both stacks after each pile.",
            POSING.build_rule_hint("pile.to-bottom", options),
            f"It takes {spell_count(end.turned, 'card')}.",
            f"{wins}.",
        ),
        rating=1250 + 20 * end.turned,
    )


def _build_answer_id(seat: int, how: str) -> str:
    return f"s{seat}{'all' if how == 'end.all-52' else 'none'}"


def _describe_way_of_winning(seat: int, how: str) -> str:
    if how == "end.all-52":
        return ", with the last pile"
    return ": the other player runs out" if seat == 0 else ": you run out"


# -- where to put a jack ---------------------------------------------------------------------------


def make_jack_place_setup(rng: Random, options: Options) -> Setup:
    def draw_setup() -> Setup | None:
        jack = rng.choice([card for card in COURTS if card.rank == JACK])
        hands = draw_random_stacks(rng, [5, 5], rng.randint(2, 4))
        if jack.code in " ".join(hands):
            return None
        setup = {"hands": hands, "jack": jack.code}
        return setup if 1 <= len(_list_winning_jack_places(setup, options)) <= 3 else None

    return draw_fitting_setup(draw_setup)


def _insert_jack(setup: Setup, place: int) -> Setup:
    mine = setup["hands"][0].split()
    return {"hands": [" ".join([*mine[:place], setup["jack"], *mine[place:]]), setup["hands"][1]]}


def _list_winning_jack_places(setup: Setup, options: Options) -> list[int]:
    """Return the places in seat 0's stack at which an inserted jack makes seat 0 win the game.

    Places are counted from 0 at the top of the stack.
    """
    number = len(setup["hands"][0].split())
    ends = [
        (place, _play_to_end(load_face_up_table(_insert_jack(setup, place), options), 60))
        for place in range(number + 1)
    ]
    return [place for place, end in ends if end.match.results[-1].winners == (0,)]


def build_jack_place_puzzle(setup: Setup, options: Options) -> Puzzle:
    right, state = _list_winning_jack_places(setup, options), load_face_up_table(setup, options)
    mine = setup["hands"][0].split()
    if not 1 <= len(right) <= len(mine):
        raise VoidPuzzle(
            "The place of the jack has to decide whether you win, but you win with either every place or none."
        )
    names = ["On top", *(f"After `{card}`" for card in mine)]
    return Puzzle(
        form="tick",
        question=f"{OPEN} But first, `{setup['jack']}` goes into your stack. "
        "Which places in the stack win you the game?",
        position=POSING.build_visible_position(state),
        zones=("stack-0", "stack-1"),
        key=sorted(f"p{place}" for place in right),
        clauses=PLACE,
        why=f"You win with it in {spell_number(len(right))} of {spell_count(len(names), 'place')}.",
        options=tuple(AnswerOption(f"p{place}", name) for place, name in enumerate(names)),
        reasons={
            f"p{place}": "With it there, you win." if place in right else "With it there, you don’t win."
            for place in range(len(names))
        },
        clauses_by_option={f"p{place}": "penalty.interrupted" for place in range(len(names))},
        hints=(
            "A jack helps most when you have to pay.",
            POSING.build_rule_hint("penalty.interrupted", options),
            "Try it on top first, and play it through.",
            f"{capitalize_first(spell_count(len(right), 'place'))} {'wins' if len(right) == 1 else 'win'}.",
        ),
        rating=1700,
    )


# -- endless games ---------------------------------------------------------------------------------


def make_repeating_game_setup(rng: Random, options: Options) -> Setup:
    _require_unshuffled_piles(options)
    wanted = rng.random() < 0.5

    def draw_setup() -> Setup | None:
        setup = {"hands": _draw_small_stacks(rng), "luck": rng.randrange(3)}
        end = _play_to_end(load_face_up_table(setup, options))
        build_repeating_game_puzzle(setup, options)
        circle = end.match.results[-1].clause == "end.cycle-draw"
        common = circle and end.turned <= SMALLEST and rng.random() > 0.3
        return setup if circle == wanted and end.turned > 6 and not common else None

    return draw_fitting_setup(draw_setup, tries=1500)


def _draw_small_stacks(rng: Random) -> list[str]:
    """Return two stacks of three or four cards each, with two or three jacks and queens among them."""
    size, courts = rng.choice((3, 3, 4)), [card for card in COURTS if JACK <= card.rank <= QUEEN]
    cards = rng.sample(courts, rng.choice((2, 2, 3)))
    cards += rng.sample(NUMBERS, 2 * size - len(cards))
    rng.shuffle(cards)
    return [format_cards(cards[:size]), format_cards(cards[size:])]


def _require_unshuffled_piles(options: Options) -> None:
    """Raise VoidPuzzle if these house rules shuffle each pile before it goes under a stack.

    A game with such shuffles doesn't repeat itself.
    """
    if POSING.cast_options(options).pile_order != "as-played":
        raise VoidPuzzle("Under these house rules, no game repeats itself.")


def build_repeating_game_puzzle(setup: Setup, options: Options) -> Puzzle:
    _require_unshuffled_piles(options)
    state = load_face_up_table(setup, options)
    end = _play_to_end(state)
    result, turns = end.match.results[-1], end.turned
    circle = result.clause == "end.cycle-draw"
    if not circle and not result.winners:
        raise VoidPuzzle("In this position, nobody wins the game.")
    key = f"n{turns}" if circle else f"s{result.winners[0]}"
    first = setup.get("luck", 1)
    near = (-5, -2, 0, 3, 4) if circle else (-5, -2, 1, 4, 6)
    rounds = [turns + more for more in near[2 - first : 5 - first]]
    ends = "repeats itself" if circle else "is over"
    return Puzzle(
        form="one",
        question=f"{OPEN} There are no other cards. Does the game end or repeat itself?",
        position=POSING.build_visible_position(state),
        zones=("stack-0", "stack-1"),
        key=key,
        clauses=ROUND,
        why=f"It {ends} after {spell_count(turns, 'card')}.",
        options=(
            AnswerOption("s0", "You win"),
            AnswerOption("s1", "The other player wins"),
            *(
                AnswerOption(f"n{number}", f"It repeats itself after {format_count(number, 'card')}")
                for number in rounds
            ),
        ),
        reasons={
            "s0": "The game doesn’t end." if circle else "You run out of cards.",
            "s1": "The game doesn’t end." if circle else "They run out of cards.",
            **{f"n{number}": "The stacks are different then." if circle else "The game ends." for number in rounds},
            key: "That’s right.",
        },
        clauses_by_option={key: "end.cycle-draw"},
        hints=(
            "Write down both stacks at the start of each pile.",
            POSING.build_rule_hint("end.cycle-draw", options),
            "All number cards are alike, so write a dash for each.",
            f"It {ends} after {spell_count(turns, 'card')}.",
        ),
        rating=1500 + 20 * turns,
    )


THEMES = (
    PuzzleTheme(
        "who-takes",
        "Who takes this pile?",
        "Flip the cards in your head. Who takes the pile?",
        PILE,
        make_pile_taker_setup,
        build_pile_taker_puzzle,
    ),
    PuzzleTheme(
        "who-wins",
        "Who wins?",
        "Two small stacks are face up. Who wins, and how?",
        WINS,
        make_game_winner_setup,
        build_game_winner_puzzle,
    ),
    PuzzleTheme(
        "place-a-jack",
        "Where to put a jack",
        "Where in your stack does a jack win the game?",
        PLACE,
        make_jack_place_setup,
        build_jack_place_puzzle,
    ),
    PuzzleTheme(
        "goes-round",
        "Forever?",
        "Does this game end or repeat itself?",
        ROUND,
        make_repeating_game_setup,
        build_repeating_game_puzzle,
    ),
)
