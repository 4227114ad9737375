"""Helpers for all puzzles: states from setups, moves in words, replays, and verdicts on moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import TypeVar

from games.cards import PACK_ORDER, Card, parse_card, sort_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Setup, Unproven, VoidPuzzle
from games.engine.state import DEALER
from games.engine.view import Position
from games.kit.melds import WINDOWS, WINDOWS_WITH, Meld, is_set
from games.kit.puzzle_tools import PuzzleToolkit, draw_fitting_setup
from games.kit.rummy import OTHERS, decode_meld_number, list_meld_zones
from games.vazhushal.bots import choose_quick_move
from games.vazhushal.meld_checks import list_faults_among_own_melds, list_meld_faults
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.rules import RULES
from games.vazhushal.state import VazhushalState, list_wild_cards
from games.words import join_words, quote_cards, spell_count

T = TypeVar("T")
POSING = PuzzleToolkit(RULES, VazhushalOptions)
rules_of = POSING.cast_options
shown = POSING.build_visible_position
title = POSING.get_clause_title
rule_hint = POSING.build_rule_hint
replay = POSING.make_moves_while_legal
unique = POSING.select_game_clauses
SETUP_KEYS = (
    *("seats", "phase", "turn", "drawn", "hands", "melds", "line", "negative", "starter", "turns", "known", "forced"),
)
TRIES, TRIES_PER_DEAL = 80, 4
"""The number of deals that a function tries, at most, to make a setup, and of positions made from each deal."""


# -- setups --------------------------------------------------------------------------------------


def draw_setup_from_play(
    rng: Random,
    options: Options,
    phase: str,
    build: Callable[[VazhushalState], Setup | None],
    turns: Sequence[int] = range(2, 17),
    lacking: str = "Under these house rules nothing like it came up.",
    tries: int = TRIES,
) -> Setup:
    """Return the first setup that `build` makes of a turn of seat 0 in deals played by bots. Raises VoidPuzzle.

    `build` can change the state that it gets, and rejects it by returning None or raising VoidPuzzle or Unproven. At
    most `tries` deals are played.
    """

    def draw_setup() -> Setup | None:
        state = _play_to_own_turn(rng, options, phase, rng.choice(turns))
        for _ in range(TRIES_PER_DEAL if state is not None else 0):
            with suppress(VoidPuzzle, Unproven):
                assert state is not None
                setup = build(state.copy())
                if setup is not None:
                    return setup
        return None

    return draw_fitting_setup(draw_setup, tries, lacking)


def _play_to_own_turn(rng: Random, options: Options, phase: str, turns: int) -> VazhushalState | None:
    """Return a deal played by bots until seat 0 comes to this phase after `turns` turns, or None if it ends before."""
    house = rules_of(options)
    state = RULES.start_match(options, rng.choice([n for n in (2, 3, 3, 4, 4) if not any(house.list_conflicts(n))]))
    while not state.match.results and state.phase != "final":
        seat = state.waiting[0]
        if seat == 0 and state.phase == phase and state.turns > turns and not state.forced:
            return state
        dealer_move = RULES.draw_dealer_move(state, rng) if seat == DEALER else None
        RULES.apply_move(state, seat, dealer_move or choose_quick_move(state, seat, rng))
    return None


def shorten_line(state: VazhushalState, length: int) -> None:
    """Leave only the newest `length` cards of the line, if it's longer."""
    state.starter = state.starter and len(state.line) <= length
    state.line = state.line[-length:]


def pick_one(rng: Random, cards: Sequence[T]) -> T:
    """Return a random one of these. Raises VoidPuzzle if there are none."""
    if not cards:
        raise VoidPuzzle("There is nothing to choose from.")
    return rng.choice(cards)


def pick_wild(rng: Random, state: VazhushalState) -> Card:
    """Return a random wild card."""
    return rng.choice(sort_cards(state.wilds))


def pick_meld(rng: Random, card: Card | None = None, size: int = 3, run: bool = False) -> Meld:
    """Return a random natural run or set (only a run if `run`) of this size, with `card` in it. Raises VoidPuzzle."""
    windows = WINDOWS if card is None else WINDOWS_WITH.get(card, ())
    return pick_one(rng, [meld for length, _, meld in windows if length == size and not (run and is_set(meld))])


def pick_partners(rng: Random, card: Card, run: bool = False) -> list[Card]:
    """Return two cards that make a natural run or set (only a run if `run`) with this card. Raises VoidPuzzle."""
    return [other for other in pick_meld(rng, card, run=run) if other is not card]


def give_cards(rng: Random, state: VazhushalState, cards: Sequence[Card]) -> None:
    """Put these cards into seat 0's hand in place of as many random other cards, or of all if it has fewer."""
    hand = state.hands[0]
    state.hands[0] = [*rng.sample(hand, max(0, len(hand) - len(cards))), *cards]


def build_setup(state: VazhushalState, **more: object) -> Setup:
    """Return a setup that can be loaded under any house rules, with everything that seat 0 can see."""
    state.known[0] = []
    state.hands[0].sort(key=PACK_ORDER)
    position = POSING.build_setup_position(state)
    setup = {key: position[key] for key in SETUP_KEYS} | {"match": {"dealer": state.match.dealer}}
    if not position["negative"]:
        setup["negative"] = next((card.code for card in state.stock[:1]), "")
    return {"position": setup, **more}


def load_own_turn(setup: Setup, options: Options, *phases: str) -> VazhushalState:
    """Return the state of a setup at seat 0's turn in one of these phases.

    Raises VoidPuzzle if there is no such state.
    """
    state = load_setup(setup, options)
    if state.phase not in phases or not state.can_move(0):
        raise VoidPuzzle("It isn’t your turn.")
    return state


def load_setup(setup: Setup, options: Options) -> VazhushalState:
    """Return the state of a setup under these house rules. Raises VoidPuzzle if there is no such state.

    A setup always names a `negative` card, and `starter` is True if the dealer's card is still the oldest card of the
    line. The rules decide whether there is a negative joker, and whether the dealer's card is wild.
    """
    house = rules_of(options)
    state = POSING.load_state(_adapt_position_to_rules({**setup["position"]}, house), house)
    if house.line_limit and len(state.line) > house.line_limit:
        raise VoidPuzzle("The line is longer than these house rules let it grow.")
    for own in state.melds:
        faults = [
            *(fault for meld in own for fault in list_meld_faults(state, meld)),
            *list_faults_among_own_melds(state, own),
        ]
        if faults:
            raise VoidPuzzle(f"What lies on the table cannot lie there under these house rules. {faults[0].sentence}")
    return state


def _adapt_position_to_rules(position: Position, house: VazhushalOptions) -> Position:
    """Return the position with its negative joker and starter adapted to these house rules."""
    negative = parse_card(position["negative"]) if position.get("negative") else None
    if house.wild_rule == "printed-only":
        position["negative"], negative = "", None
    line = str(position.get("line", "")).split()
    wild = {card.code for card in list_wild_cards(house, negative)}
    position["starter"] = bool(position.get("starter")) and bool(line) and line[0] in wild
    if house.neg_drawable and negative is not None and "stock" not in position:
        hidden = len(POSING.load_state(position, house).stock)
        if hidden < 1:
            raise VoidPuzzle("The negative joker has no place under an empty stock.")
        position["stock"] = f"{'? ' * (hidden - 1)}{negative.code}"
        position["seen"] = 1
    return position


# -- words ---------------------------------------------------------------------------------------


def describe_move(state: VazhushalState, move: Move) -> str:
    """Return a move in words, as an instruction, such as “wipe 3 cards down to `QC` and lay `QC QS QD`”."""
    return _SAID[move.verb](state, move)


def _describe_stock_draw(state: VazhushalState, move: Move) -> str:
    return f"{_describe_sequence_laid_first(move)}draw from the stock"


def _describe_sequence_laid_first(move: Move) -> str:
    laid = get_sequence_laid_first(move)
    return f"lay {quote_cards(laid)} first, then " if laid else ""


def _describe_wipe(state: VazhushalState, move: Move) -> str:
    number, before = move.number or 1, _describe_sequence_laid_first(move)
    deepest = quote_cards(state.line[-number:][:1])
    wiped = f"wipe just {deepest}" if number == 1 else f"wipe {spell_count(number, 'card')} down to {deepest}"
    if not move.groups:
        return f"{before}{wiped} and keep {'it' if number == 1 else 'them'} in hand"
    left = [quote_cards(group) for group in move.groups[1:]]
    leaving = f", which leaves {join_words(left)}" if left else ""
    return f"{before}{wiped} and lay {quote_cards(move.cards)}{leaving}"


def _describe_take(state: VazhushalState, move: Move) -> str:
    oldest = quote_cards(state.line[:1])
    return (
        f"{_describe_sequence_laid_first(move)}take the whole line from {oldest} on into your hand, "
        "without a new meld for it"
    )


def _describe_layoff(state: VazhushalState, move: Move) -> str:
    number = move.number or 0
    where = decode_meld_number(state, 0, number)
    target = quote_cards(state.melds[where[0]][where[1]]) if where else "a meld"
    whose = "your" if number < OTHERS else "another player’s"
    return f"add {quote_cards(move.cards)} to {whose} {target}"


_SAID: dict[str, Callable[[VazhushalState, Move], str]] = {
    "stock": _describe_stock_draw,
    "wipe": _describe_wipe,
    "take": _describe_take,
    "meld": lambda state, move: f"lay {quote_cards(move.cards)}",
    "layoff": _describe_layoff,
    "rearrange": lambda state, move: f"regroup your melds into {join_words([quote_cards(one) for one in move.groups])}",
    "discard": lambda state, move: f"discard {join_words([quote_cards([card]) for card in move.cards])}",
    "done": lambda state, move: "finish",
    "throw-in": lambda state, move: "ask for a new deal",
    "keep": lambda state, move: "play on",
}


def describe_moves(state: VazhushalState, moves: Sequence[Move]) -> str:
    """Return a series of moves as one sentence."""
    return POSING.describe_moves(state, moves, describe_move)


def list_zones_of_seat_0(state: VazhushalState) -> tuple[str, ...]:
    """Return the zones to show for a question about seat 0's own cards."""
    return ("hand-0", *list_meld_zones(state, 0), "negative")


def list_clauses_where(*rows: tuple[object, str]) -> list[str]:
    """Return the clause ids of the rows whose condition is true. A row is a condition and ids separated by spaces."""
    return [id for is_true, ids in rows if is_true for id in ids.split()]


def list_broken_clauses(violation: Violation) -> list[str]:
    """Return the ids of all clauses that a refused move breaks, most important first."""
    return [violation.clause.id, *(other.clause.id for other in violation.others)]


judge_moves = partial(POSING.judge_puzzle_answer, said=describe_move)
