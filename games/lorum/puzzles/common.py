"""Helpers for all puzzles of Lórum: hands dealt and played on, and words for the seats."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.cards import codes
from games.engine.options import Options
from games.engine.phrasing import sits
from games.engine.puzzle import Option, Puzzle, Setup
from games.kit.posing import Posing, until_found
from games.kit.tricks import play
from games.lorum.bots import THOUGHT
from games.lorum.contracts import DECK, SEATS, SIZE
from games.lorum.judging import playable
from games.lorum.options import LorumOptions
from games.lorum.rules import RULES
from games.lorum.state import LorumState
from games.lorum.verbs import PASS, TURN_UP
from games.words import capital

POSING = Posing(RULES, LorumOptions)


def who(seat: int, start: bool = False) -> str:
    """Return the words with which seat 0 refers to a seat: “you”, “the player on your left”."""
    name = sits(seat, SEATS)
    return capital(name) if start else name


def acts(seat: int, verb: str, others: str = "", start: bool = False) -> str:
    """Return a seat with a verb: “you take”, “the player on your left takes”.

    `others` is the verb's form for other players if it isn't `verb` with an s.
    """
    return f"{who(seat, start)} {verb if seat == 0 else others or f'{verb}s'}"


def seats(cards: dict[int, str] | None = None) -> tuple[Option, ...]:
    """Return the four seats as options of a puzzle, with cards beside them if there are any."""
    return tuple(Option(f"s{seat}", who(seat, start=True), (cards or {}).get(seat, "")) for seat in range(SEATS))


def dealt(rng: Random, options: Options, contract: str) -> LorumState:
    """Return the state of a hand of this contract that has just been dealt at random."""
    order = rng.sample(DECK, len(DECK))
    hands = [codes(order[seat * SIZE : (seat + 1) * SIZE]) for seat in range(SEATS)]
    dealer = rng.randrange(SEATS)
    step = 1 if POSING.rules_of(options).direction == "clockwise" else -1
    position = {"contract": contract, "hands": hands, "turn": (dealer + step) % SEATS, "match": {"dealer": dealer}}
    return POSING.seated(position, options)


def aimed(
    make: Callable[[Random, Options], Setup], pose: Callable[[Setup, Options], Puzzle]
) -> Callable[[Random, Options, str], Setup]:
    """Return a maker of setups about one clause: it draws setups until one has the clause."""

    def aim(rng: Random, options: Options, clause: str) -> Setup:
        def draw() -> Setup | None:
            setup = make(rng, options)
            return setup if clause in pose(setup, options).clauses else None

        return until_found(draw)

    return aim


def play_on(state: LorumState, rng: Random, cards: int) -> bool:
    """Play sensibly until it's seat 0's turn and at least `cards` cards are out of the hands.

    Returns False if the hand ends before that.
    """
    contract = state.contract
    while not state.between and state.phase != "over" and state.contract == contract:
        gone = len(DECK) - sum(map(len, state.hands))
        if state.turn == 0 and gone >= cards:
            return True
        move_once(state, rng)
    return False


def move_once(state: LorumState, rng: Random) -> None:
    """Make a move for the seat whose turn it is: mostly the steady bot's choice, sometimes a random one."""
    seat, own = state.turn, playable(state, state.turn)
    if state.phase == "blind":
        move = RULES.parse_move(f"{TURN_UP.name} {rng.randint(1, len(state.hands[seat]))}")
    elif not own:
        move = PASS.alone
    elif rng.random() < 0.25:
        move = play(rng.choice(own))
    else:
        move = play(THOUGHT[state.phase](state, seat))
    RULES.apply(state, seat, move)
