"""Checks of moves in Commune. They yield violations of the clauses that a move breaks, most specific first.

For a verb that can't be used now, they yield a violation that explains why.
"""

from __future__ import annotations

from collections.abc import Iterator

from games.commune.clauses import CLAUSES, broken
from games.commune.ladder import (
    KINDS,
    PLURAL,
    SINGLE,
    TOPPED,
    TWO_RANKS,
    Declaration,
    name_kind_with_article,
    parse_declaration_words,
)
from games.commune.state import CommuneState
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.verb import build_wrong_parts_violation
from games.words import capitalize_first, join_words

WANTED = {
    "two-pair": "both pairs, such as kings and sixes",
    "full-house": "three of a kind, then a pair, such as eights and threes",
    "high": "just the rank",
    **dict.fromkeys(TOPPED, "just the rank of the top card"),
    **dict.fromkeys(("pair", "trips", "quads", "five"), "just the rank"),
}
"""The ranks that a player declares with each kind of hand, in words."""


def can_call(state: CommuneState) -> bool:
    """Return whether the seat whose turn it is can call.

    Rulebook: declare.first, call.who, declare.top-forces-call.
    """
    if not state.declared:
        return False
    return not state.options.can_anyone_call or state.last_declared_place == state.ladder.top_place


def can_declare(state: CommuneState, kind: str) -> bool:
    """Return whether a hand of this kind can be declared: one that's on the ladder and above the latest declaration.

    Under house rules where a hand that is too low costs a token, it doesn't have to be above the latest declaration.
    """
    ladder = state.ladder
    return kind in ladder.end and (ladder.end[kind] - 1 > state.last_declared_place or state.options.illegal_costs)


def check_declaration_timing(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if no hand of this kind can be declared now."""
    if seat in state.waiting and state.phase == "declare":
        yield from (
            _explain_kind_too_low(state, move)
            if move.verb in state.ladder.kinds
            else _explain_kind_off_ladder(state, move.verb)
        )
    elif seat in state.waiting and state.phase == "ask":
        yield broken("declare.options", why="Decide about the latest declaration first. Press “Call” or “Don’t call”")


def check_call_timing(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't call now."""
    if seat in state.waiting and state.phase == "declare":
        yield (
            broken("call.who", last=state.declared[-1].hand.spoken_name) if state.declared else broken("declare.first")
        )


def check_pass_timing(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield the violation by a seat that declines to call (`let-pass`) when it has to declare or call.

    At other times, nothing is yielded.
    """
    if seat in state.waiting and state.phase == "declare":
        names = state.options.illegal_costs or state.last_declared_place < state.ladder.top_place
        can = [*(["declare a hand"] if names else []), *(["call"] if can_call(state) else [])]
        yield broken("declare.options", why=f"You can’t pass on your turn. {capitalize_first(join_words(can, 'or'))}")


def _explain_kind_off_ladder(state: CommuneState, kind: str) -> Iterator[Violation]:
    if kind == "five":
        yield broken("ladder.five")
    else:
        yield broken(f"ladder.{kind}", why="You can’t declare flushes or straight flushes at this table")


def _explain_kind_too_low(state: CommuneState, move: Move) -> Iterator[Violation]:
    """Yield violations that explain why no hand of the kind that the move declares is high enough."""
    if state.last_declared_place == state.ladder.top_place:
        yield broken("declare.top-forces-call", last=state.declared[-1].hand.spoken_name)
    faults = [fault for fault in _check_hand_naming(state, move) if fault.clause.id in CLAUSES]
    yield refuse_not_higher(state, f"No {KINDS[move.verb]} is")
    yield from faults


def describe_hand_as_not(hand: Declaration) -> str:
    """Return the beginning of a sentence that says what a hand isn't: its name, and “isn’t” or “aren’t”.

    Examples are “Three nines aren’t” and “Two pair, kings and sixes, isn’t”.
    """
    name = capitalize_first(hand.spoken_name)
    if hand.kind in ("trips", "quads", "five"):
        return f"{name} aren’t"
    return f"{name}{',' * (',' in name)} isn’t"


def refuse_not_higher(state: CommuneState, said: str) -> Violation:
    """Return the violation for a hand that isn't higher than the latest declaration.

    `said` begins the sentence, as in “A pair of sixes isn't”.
    """
    can = "You can only call" if state.last_declared_place == state.ladder.top_place else "Declare a higher hand"
    return broken("declare.must-be-higher", said=said, last=state.declared[-1].hand.spoken_name, next=can)


# -- declaring -------------------------------------------------------------------------------------------


def check_declaration(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    faults = list(_check_hand_naming(state, move))
    yield from faults
    if faults or not state.declared or state.options.illegal_costs:
        return
    ranks, suit, _ = parse_declaration_words(move.verb, move.word.split())
    hand = Declaration(move.verb, ranks, suit)
    if state.ladder.index(hand) <= state.last_declared_place:
        yield refuse_not_higher(state, describe_hand_as_not(hand))


def _check_hand_naming(state: CommuneState, move: Move) -> Iterator[Violation]:
    """Yield violations if the ranks or the suit of a declaration are missing or wrong."""
    kind, wanted = move.verb, WANTED[move.verb]
    ranks, suit, rest = parse_declaration_words(kind, move.word.split())
    needed = 2 if kind in TWO_RANKS else 1
    if move.number is not None or rest:
        yield build_wrong_parts_violation(move, wanted)
    elif move.groups:
        yield broken("declare.no-suits", why=f"You declare ranks, not cards. Name {wanted}")
    elif len(ranks) < needed:
        yield broken("declare.ranks-named", kind=name_kind_with_article(kind), wanted=wanted)
    elif len(ranks) > needed:
        yield broken("declare.no-kickers", wanted=wanted)
    else:
        yield from _check_named_suit(state, kind, suit)
        yield from _check_named_ranks(state, kind, ranks)


def _check_named_suit(state: CommuneState, kind: str, suit: str) -> Iterator[Violation]:
    """Yield a violation if a suit is named where it can't be, or isn't named where it must be.

    Rulebook: declare.no-suits.
    """
    named = kind == "flush" and state.options.is_flush_suit_declared
    if suit and not named:
        only = (
            "you declare a suit only with a flush"
            if state.options.is_flush_suit_declared
            else "declarations have no suit"
        )
        yield broken("declare.no-suits", why=f"Leave out the suit. At this table, {only}")
    elif named and not suit:
        yield broken(
            "declare.no-suits", why="At this table, name the top card and the suit of a flush, such as queen and hearts"
        )


def _check_named_ranks(state: CommuneState, kind: str, ranks: tuple[int, ...]) -> Iterator[Violation]:
    """Yield a violation if the ranks of a declaration are wrong.

    Rulebook: declare.all-ranks, ladder.two-pair, ladder.full-house, ladder.straight, ladder.flush.
    """
    if len(set(ranks)) < len(ranks):
        yield broken(f"ladder.{kind}", rank=PLURAL[ranks[0] - 2])
        return
    if kind in TOPPED and ranks[0] < state.ladder.get_lowest_rank(kind):
        lowest = SINGLE[state.ladder.get_lowest_rank(kind) - 2]
        hand = f"You can’t declare {Declaration(kind, ranks).spoken_name}"
        yield broken(f"ladder.{kind}", why=f"{hand}. The lowest {KINDS[kind]} goes to the {lowest}")
    if min(ranks) < state.ladder.lowest:
        yield broken("declare.all-ranks")


# -- calling ---------------------------------------------------------------------------------------------


def check_call(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    if any(str(earlier.hand) == move.word for earlier in state.declared[:-1]):
        yield broken("call.target", last=state.declared[-1].hand.spoken_name)
    elif move.word:
        yield build_wrong_parts_violation(move, "“call” by itself")
