"""Helpers for all puzzles: states from setups, moves in words, replays, and verdicts on moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from games.cards import parse_card
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Setup, Void
from games.engine.view import Position
from games.kit.posing import Posing
from games.kit.rummy import OTHERS, meld_at, melds_of
from games.vazhushal.melding import meld_faults, ownership_faults
from games.vazhushal.moves import laid_first
from games.vazhushal.options import VazhushalOptions
from games.vazhushal.rules import RULES
from games.vazhushal.state import VazhushalState, wild_cards
from games.words import listed, many, quoted

POSING = Posing(RULES, VazhushalOptions)
rules_of = POSING.rules_of
shown = POSING.shown
title = POSING.title
rule_hint = POSING.rule_hint
replay = POSING.replay
unique = POSING.unique
TRIES = 80
"""The number of positions that a maker tries before it gives up."""


# -- setups --------------------------------------------------------------------------------------


def seated(setup: Setup, options: Options) -> VazhushalState:
    """Return the state of a setup under these house rules. Raises Void if there is no such state.

    A setup always names a `negative` card, and `starter` tells that the dealer's card is still the oldest of the line.
    The rules decide whether there is a negative joker, and whether that card is wild.
    """
    house = rules_of(options)
    state = POSING.seated(_fitted({**setup["position"]}, house), house)
    if house.line_limit and len(state.line) > house.line_limit:
        raise Void("The line is longer than these house rules let it grow.")
    for own in state.melds:
        faults = [*(fault for meld in own for fault in meld_faults(state, meld)), *ownership_faults(state, own)]
        if faults:
            raise Void(f"What lies on the table cannot lie there under these house rules. {faults[0].sentence}")
    return state


def _fitted(position: Position, house: VazhushalOptions) -> Position:
    """Return the position with its negative joker and starter adapted to these house rules."""
    negative = parse_card(position["negative"]) if position.get("negative") else None
    if house.wild_rule == "printed-only":
        position["negative"], negative = "", None
    line = str(position.get("line", "")).split()
    wild = {card.code for card in wild_cards(house, negative)}
    position["starter"] = bool(position.get("starter")) and bool(line) and line[0] in wild
    if house.neg_drawable and negative is not None and "stock" not in position:
        hidden = len(POSING.seated(position, house).stock)
        if hidden < 1:
            raise Void("The negative joker has no place under an empty stock.")
        position["stock"] = f"{'? ' * (hidden - 1)}{negative.code}"
        position["seen"] = 1
    return position


# -- words ---------------------------------------------------------------------------------------


def said(state: VazhushalState, move: Move) -> str:
    """Return a move in words, as an instruction, such as “wipe 3 cards down to `QC` and lay `QC QS QD`”."""
    return _SAID[move.verb](state, move)


def _said_wipe(state: VazhushalState, move: Move) -> str:
    number = move.number or 1
    taken = quoted(state.line[-number:][:1])
    wiped = f"wipe just {taken}" if number == 1 else f"wipe {many(number, 'card')} down to {taken}"
    before = f"lay {quoted(laid_first(move))} first, then " if laid_first(move) else ""
    if not move.groups:
        return f"{before}{wiped} and keep {'it' if number == 1 else 'them'} in hand"
    rest = f", which leaves {listed([quoted(group) for group in move.groups[1:]])}" if len(move.groups) > 1 else ""
    return f"{before}{wiped} and lay {quoted(move.cards)}{rest}"


def _said_take(state: VazhushalState, move: Move) -> str:
    before = f"lay {quoted(laid_first(move))} first, then " if laid_first(move) else ""
    return f"{before}take the whole line from {quoted(state.line[:1])} on into your hand, without a new meld for it"


def _said_layoff(state: VazhushalState, move: Move) -> str:
    number = move.number or 0
    where = meld_at(state, 0, number)
    target = quoted(state.melds[where[0]][where[1]]) if where else "a meld"
    whose = "your" if number < OTHERS else "another player’s"
    return f"add {quoted(move.cards)} to {whose} {target}"


_SAID: dict[str, Callable[[VazhushalState, Move], str]] = {
    "stock": lambda state, move: (
        f"lay {quoted(laid_first(move))} first, then draw from the stock" if laid_first(move) else "draw from the stock"
    ),
    "wipe": _said_wipe,
    "take": _said_take,
    "meld": lambda state, move: f"lay {quoted(move.cards)}",
    "layoff": _said_layoff,
    "rearrange": lambda state, move: f"regroup your melds into {listed([quoted(one) for one in move.groups])}",
    "discard": lambda state, move: f"discard {listed([quoted([card]) for card in move.cards])}",
    "done": lambda state, move: "finish",
    "throw-in": lambda state, move: "ask for a new deal",
    "keep": lambda state, move: "play on",
}


def told(state: VazhushalState, moves: Sequence[Move]) -> str:
    """Return a series of moves as one sentence."""
    return POSING.told(state, moves, said)


def own_zones(state: VazhushalState) -> tuple[str, ...]:
    """Return the zones to show for a question about seat 0's own cards."""
    return ("hand-0", *melds_of(state, 0), "negative")


def broken_by(violation: Violation) -> list[str]:
    """Return the ids of all clauses that a refused move breaks, most important first."""
    return [violation.clause.id, *(other.clause.id for other in violation.others)]


judge_moves = partial(POSING.judge_moves, said=said)
