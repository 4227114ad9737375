"""Helpers for all puzzles of Lórum: hands dealt and played on, and words for the seats."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.cards import format_cards
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption, Puzzle, Setup
from games.kit.puzzle_tools import PuzzleToolkit, draw_fitting_setup
from games.kit.tricks import build_play_move
from games.lorum.bots import THOUGHT
from games.lorum.contracts import DECK, SEATS, SIZE
from games.lorum.legality import list_playable_cards
from games.lorum.options import LorumOptions
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from games.lorum.verbs import PASS, TURN_UP
from games.words import capitalize_first

POSING = PuzzleToolkit(RULES, LorumOptions)


def describe_player(seat: int, start: bool = False) -> str:
    """Return words for a seat from seat 0's view: “you”, “the player to your left”.

    With `start`, the words begin with a capital letter.
    """
    name = describe_seat(seat, SEATS)
    return capitalize_first(name) if start else name


def format_seat_with_verb(seat: int, verb: str, others: str = "", start: bool = False) -> str:
    """Return a seat with a verb: “you take”, “the player to your left takes”.

    `others` is the verb's form for other players if it isn't `verb` with an s. With `start`, the text begins with a
    capital letter.
    """
    return f"{describe_player(seat, start)} {verb if seat == 0 else others or f'{verb}s'}"


def build_seat_options(cards: dict[int, str] | None = None) -> tuple[AnswerOption, ...]:
    """Return the four seats as answer choices. `cards` has the cards to show beside some of the seats."""
    return tuple(
        AnswerOption(f"s{seat}", describe_player(seat, start=True), (cards or {}).get(seat, ""))
        for seat in range(SEATS)
    )


def deal_random_hand(rng: Random, options: Options, contract: str) -> LorumState:
    """Return the state of a hand of this contract that has just been dealt at random."""
    order = rng.sample(DECK, len(DECK))
    hands = [format_cards(order[seat * SIZE : (seat + 1) * SIZE]) for seat in range(SEATS)]
    dealer = rng.randrange(SEATS)
    step = 1 if POSING.cast_options(options).direction == "clockwise" else -1
    position = {"contract": contract, "hands": hands, "turn": (dealer + step) % SEATS, "match": {"dealer": dealer}}
    return POSING.load_state(position, options)


def build_clause_setup_maker(
    make: Callable[[Random, Options], Setup], pose: Callable[[Setup, Options], Puzzle]
) -> Callable[[Random, Options, str], Setup]:
    """Return a function that makes random setups, from which puzzles about a given clause of the rulebook are built.

    The function draws setups with `make` until one leads to a puzzle about this clause. `pose` builds the puzzle of a
    setup.
    """

    def make_clause_setup(rng: Random, options: Options, clause: str) -> Setup:
        def draw_setup() -> Setup | None:
            setup = make(rng, options)
            return setup if clause in pose(setup, options).clauses else None

        return draw_fitting_setup(draw_setup)

    return make_clause_setup


def play_until_your_turn(state: LorumState, rng: Random, cards: int) -> bool:
    """Play mostly sensible moves until it's seat 0's turn and at least `cards` cards have been played.

    Return whether this point is reached. If the hand ends earlier, it isn't.
    """
    contract = state.contract
    while not state.is_between_deals and state.phase != "over" and state.contract == contract:
        gone = len(DECK) - sum(map(len, state.hands))
        if state.turn == 0 and gone >= cards:
            return True
        make_bot_move(state, rng)
    return False


def make_bot_move(state: LorumState, rng: Random) -> None:
    """Make a move for the seat whose turn it is: mostly the steady bot's choice, sometimes a random one."""
    seat, own = state.turn, list_playable_cards(state, state.turn)
    if state.phase == "blind":
        move = RULES.parse_move(f"{TURN_UP.name} {rng.randint(1, len(state.hands[seat]))}")
    elif not own:
        move = PASS.bare_move
    elif rng.random() < 0.25:
        move = build_play_move(rng.choice(own))
    else:
        move = build_play_move(THOUGHT[state.phase](state, seat))
    RULES.apply_move(state, seat, move)
