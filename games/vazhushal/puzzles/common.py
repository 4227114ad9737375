"""Helpers for all puzzles: states from setups (a puzzle's data), setups from deals of bots, and moves in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, TypeVar

from games.cards import PACK_ORDER, Card, parse_card, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Setup, Unproven, VoidPuzzle
from games.engine.state import DEALER
from games.engine.view import Position
from games.kit.melds import WINDOWS, WINDOWS_WITH, Meld, is_set
from games.kit.puzzle_tools import LACKING, PuzzleToolkit, draw_fitting_setup
from games.kit.rummy import OTHERS, decode_meld_number, list_meld_zones
from games.vazhushal.bots import choose_quick_move
from games.vazhushal.meld_checks import list_faults_among_own_melds, list_meld_faults
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.rules import RULES
from games.vazhushal.state import VazhushalState, list_wild_cards
from games.words import join_words, quote_cards, spell_count

T = TypeVar("T")
SETUP_KEYS = (
    *("seats", "phase", "turn", "drawn", "hands", "melds", "line", "negative", "starter", "turns", "known", "forced"),
)
TRIES, TRIES_PER_DEAL = 80, 4
"""The maximum numbers of deals tried for one setup, and of positions made from each deal."""


# -- states of setups ------------------------------------------------------------------------------


class VazhushalToolkit(PuzzleToolkit[VazhushalState, VazhushalOptions]):
    """Shared operations for puzzles, which adapt the position of a puzzle to the house rules of a table.

    The position in a puzzle's setup always names a `negative` card, and `starter` is True if the dealer's card is still
    the oldest card of the line. House rules determine whether there is a negative joker, and whether the dealer's card
    is wild.
    """

    def load_state(self, position: Mapping[str, Any], options: Options) -> VazhushalState:
        """Return the state of a setup's position under these house rules.

        Raises VoidPuzzle if they don't allow the position.
        """
        house = self.cast_options(options)
        state = super().load_state(self._adapt_position_to_rules({**position}, house), house)
        if house.line_limit and len(state.line) > house.line_limit:
            raise VoidPuzzle("The line is longer than these house rules allow.")
        for own in state.melds:
            faults = [fault for meld in own for fault in list_meld_faults(state, meld)]
            faults += list_faults_among_own_melds(state, own)
            if faults:
                sentence = faults[0].sentence
                raise VoidPuzzle(f"Some melds aren’t legal under these house rules. {sentence}")
        return state

    def _adapt_position_to_rules(self, position: Position, house: VazhushalOptions) -> Position:
        """Return the position with its negative joker and starter adapted to these house rules."""
        negative = parse_card(position["negative"]) if position.get("negative") else None
        if house.wild_rule == "printed-only":
            position["negative"], negative = "", None
        line = str(position.get("line", "")).split()
        wild = {card.code for card in list_wild_cards(house, negative)}
        position["starter"] = bool(position.get("starter")) and bool(line) and line[0] in wild
        if house.neg_drawable and negative is not None and "stock" not in position:
            hidden = len(super().load_state(position, house).stock)
            if hidden < 1:
                raise VoidPuzzle("The stock is empty, so the negative joker can’t be under it.")
            position["stock"] = f"{'? ' * (hidden - 1)}{negative.code}"
            position["seen"] = 1
        return position


POSING = VazhushalToolkit(RULES, VazhushalOptions)


def load_setup(setup: Setup, options: Options) -> VazhushalState:
    """Return the state of a puzzle's setup under these house rules. Raises VoidPuzzle if they don't allow the setup."""
    return POSING.load_state(setup["position"], options)


def load_own_turn(setup: Setup, options: Options, *phases: str) -> VazhushalState:
    """Return the state of a puzzle's setup, where it has to be seat 0's turn, in one of `phases`.

    Raises VoidPuzzle if it isn't, or if the house rules don't allow the setup.
    """
    state = load_setup(setup, options)
    if state.phase not in phases or not state.can_move(0):
        raise VoidPuzzle("In this position, it isn’t your turn, or your turn is at a different stage.")
    return state


def build_setup(state: VazhushalState, **more: object) -> Setup:
    """Return the setup of a puzzle with everything that seat 0 can see in this state.

    Other keyword arguments are added to the setup. It can be loaded under any house rules. This function also changes
    `state`: it sorts the hand of seat 0, and forgets which of its cards other players know.
    """
    state.known[0] = []
    state.hands[0].sort(key=PACK_ORDER)
    position = POSING.build_setup_position(state)
    setup = {key: position[key] for key in SETUP_KEYS} | {"match": {"dealer": state.match.dealer}}
    if not position["negative"]:
        setup["negative"] = next((card.code for card in state.stock[:1]), "")
    return {"position": setup, **more}


# -- setups from deals played by bots --------------------------------------------------------------


@dataclass
class Draft:
    """A state that is being turned into the setup of a puzzle. Its methods pick cards, and change what seat 0 sees.

    The deck can become incomplete or have too many copies of a card. This is checked when the setup is loaded.
    """

    state: VazhushalState
    rng: Random

    def pick_one(self, things: Sequence[T]) -> T:
        """Return one of `things` at random. Raises VoidPuzzle if there are none."""
        if not things:
            raise VoidPuzzle("We couldn’t find a card for this question.")
        return self.rng.choice(things)

    def pick_wild(self) -> Card:
        """Return a random wild card."""
        return self.rng.choice(sort_cards(self.state.wilds))

    def pick_meld(self, card: Card | None = None, size: int = 3, run: bool = False) -> Meld:
        """Return a random natural meld of `size` cards, with `card` in it if a card is given.

        If `run` is True, the meld is a run. Otherwise it's a run or a set. Raises VoidPuzzle if there is none.
        """
        windows = WINDOWS if card is None else WINDOWS_WITH.get(card, ())
        return self.pick_one([meld for length, _, meld in windows if length == size and not (run and is_set(meld))])

    def pick_partners(self, card: Card, run: bool = False) -> list[Card]:
        """Return two cards that make a natural meld with this card.

        If `run` is True, the meld is a run. Otherwise it's a run or a set. Raises VoidPuzzle if there are none.
        """
        return [other for other in self.pick_meld(card, run=run) if other is not card]

    def sample_hand(self, number: int) -> list[Card]:
        """Return `number` random cards of seat 0's hand, or all of them in random order if it has fewer."""
        return self.rng.sample(self.state.hands[0], max(0, min(number, len(self.state.hands[0]))))

    def give_cards(self, cards: Sequence[Card]) -> None:
        """Put these cards into seat 0's hand, in place of as many random other cards or, if it has fewer, of all."""
        self.state.hands[0] = [*self.sample_hand(len(self.state.hands[0]) - len(cards)), *cards]

    def shorten_line(self, length: int) -> None:
        """Remove the oldest cards of the discard line if it has more than `length` cards."""
        state = self.state
        state.starter = state.starter and len(state.line) <= length
        state.line = state.line[-length:]


def draw_setup_from_play(
    rng: Random,
    options: Options,
    phase: str,
    build: Callable[[Draft], Setup | None],
    turns: Sequence[int] = range(2, 17),
    lacking: str = LACKING,
    tries: int = TRIES,
) -> Setup:
    """Return the first puzzle setup that the function `build` makes from a turn of seat 0, in deals played by bots.

    Each deal is played until seat 0 comes to `phase` after a number of turns, chosen at random from `turns`. `build`
    can change the draft that it gets, and rejects it by returning None or raising VoidPuzzle or Unproven. At most
    `tries` deals are played. If they lead to no setup, raises VoidPuzzle with the message `lacking`.
    """

    def draw_setup() -> Setup | None:
        state = _play_to_own_turn(rng, options, phase, rng.choice(turns))
        for _ in range(TRIES_PER_DEAL if state is not None else 0):
            with suppress(VoidPuzzle, Unproven):
                assert state is not None
                setup = build(Draft(state.copy(), rng))
                if setup is not None:
                    return setup
        return None

    return draw_fitting_setup(draw_setup, tries, lacking)


def pick_seat_count(rng: Random, options: Options, low: int = 2, high: int = 4, packs: int | None = None) -> int:
    """Return a random number of players, from `low` to `high`, that these house rules allow, or 0 if they allow none.

    With `packs`, only numbers of players that use this many decks count.
    """
    house = POSING.cast_options(options)
    allowed = [seats for seats in range(low, high + 1) if not any(house.list_conflicts(seats))]
    fitting = [seats for seats in allowed if packs in (None, house.get_deck_count(seats))]
    return rng.choice(fitting) if fitting else 0


def _play_to_own_turn(rng: Random, options: Options, phase: str, turns: int) -> VazhushalState | None:
    """Return a deal played by bots until seat 0 comes to this phase after `turns` turns, or None if it ends first."""
    house = POSING.cast_options(options)
    state = RULES.start_match(options, rng.choice([n for n in (2, 3, 3, 4, 4) if not any(house.list_conflicts(n))]))
    while not state.match.results and state.phase != "final":
        seat = state.waiting[0]
        if seat == 0 and state.phase == phase and state.turns > turns and not state.forced:
            return state
        dealer_move = RULES.draw_dealer_move(state, rng) if seat == DEALER else None
        RULES.apply_move(state, seat, dealer_move or choose_quick_move(state, seat, rng))
    return None


# -- words -----------------------------------------------------------------------------------------


def describe_move(state: VazhushalState, move: Move) -> str:
    """Return a move in words, as an instruction, such as “wipe three cards down to `QC` and meld `QC QS QD`”."""
    cards, laid_first, target = quote_cards(move.cards), get_sequence_laid_first(move), "a meld"
    if owned := decode_meld_number(state, 0, move.number):
        target = quote_cards(state.melds[owned[0]][owned[1]])
    whose = "your" if (move.number or 0) < OTHERS else "another player’s"
    words = {
        "stock": "draw from the stock",
        "take": f"take the whole line down to {quote_cards(state.line[:1])} without a new meld",
        "meld": f"meld {cards}",
        "layoff": f"lay off {cards} on {whose} {target}",
        "rearrange": f"rearrange your melds to {join_words([*map(quote_cards, move.groups)])}",
        "discard": f"discard {join_words([quote_cards([card]) for card in move.cards])}",
        "done": "finish",
        "throw-in": "ask for a redeal",
        "keep": "keep your hand",
    }
    first = f"meld {quote_cards(laid_first)} first, then " if laid_first else ""
    return first + (_describe_wipe(state, move) if move.verb == "wipe" else words[move.verb])


def _describe_wipe(state: VazhushalState, move: Move) -> str:
    number = move.number or 1
    deepest = quote_cards(state.line[-number:][:1])
    wiped = f"wipe just {deepest}" if number == 1 else f"wipe {spell_count(number, 'card')} down to {deepest}"
    if not move.groups:
        return f"{wiped} without a new meld"
    left = join_words([*map(quote_cards, move.groups[1:])])
    return f"{wiped} and meld {quote_cards(move.cards)}{f', leaving {left}' if left else ''}"


def describe_moves(state: VazhushalState, moves: Sequence[Move]) -> str:
    """Return a series of moves as one sentence."""
    return POSING.describe_moves(state, moves, describe_move)


build_judge = partial(POSING.build_judge, said=describe_move)


def list_zones_of_seat_0(state: VazhushalState) -> tuple[str, ...]:
    """Return the parts of the table (zones) to show for a question about seat 0's own cards.

    These are its hand, its melds, and the negative joker.
    """
    return ("hand-0", *list_meld_zones(state, 0), "negative")


def list_clauses_where(*rows: tuple[object, str]) -> list[str]:
    """Return the ids of clauses whose condition is true.

    Each row is a pair: a condition, and the ids of one or more clauses as a string, separated by spaces.
    """
    return [id for is_true, ids in rows if is_true for id in ids.split()]
