"""Which clause a move breaks: one function per verb, most specific clause first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from games.commune.clauses import broken
from games.commune.ladder import KINDS, PLURAL, SINGLE, TOPPED, TWO_RANKS, Declaration, Ladder, read_words
from games.commune.state import CommuneState, full_deck
from games.engine.clause import Violation
from games.engine.game import incomplete, no_faults
from games.engine.move import Move
from games.kit.dealer import seat_faults, shuffle_faults
from games.words import capital

WANTED = {
    "two-pair": "both pairs, such as kings and sixes",
    "full-house": "the three first and then the pair, such as eights and threes",
    "high": "its rank alone",
    **dict.fromkeys(TOPPED, "its top card alone"),
    **dict.fromkeys(("pair", "trips", "quads", "five"), "its rank alone"),
}
"""What is named with a kind of hand."""
_DEALING = {"dealer": ["dealer"], "deal": ["deal"], "between": ["deal"], "over": []}


def allowed_verbs(state: CommuneState, seat: int) -> list[str]:
    """The verbs that a seat may try now."""
    if seat not in state.waiting:
        return []
    if state.phase == "ask":
        return ["call", "let-pass"]
    if state.phase != "declare":
        return _DEALING[state.phase]
    last = state.last
    call = ["call"] if may_call(state) else []
    if state.options.illegal_costs:
        return [*call, *state.ladder.kinds]
    return [*call, *_kinds_above(state.ladder, last)]


@lru_cache(maxsize=4096)
def _kinds_above(ladder: Ladder, last: int) -> tuple[str, ...]:
    """The kinds of hand in which something stands above a place of the ladder."""
    return tuple(kind for kind in ladder.kinds if ladder.end[kind] - 1 > last)


def may_call(state: CommuneState) -> bool:
    """Whether the seat whose turn it is may call. Rulebook: declare.first, call.who, declare.top-forces-call."""
    if not state.declared:
        return False
    return not state.options.asks_all or state.last == state.ladder.top


def verb_faults(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    """The clauses that say why a verb is not for now."""
    verb, phase = move.verb, state.phase
    if verb in KINDS and phase == "declare":
        yield from _not_on_ladder(state, verb) if verb not in state.ladder.kinds else _no_kind_above(state, move)
    elif verb in KINDS and phase == "ask":
        yield broken("declare.options", why="First the others are asked: either call, or let it pass")
    elif verb == "call" and phase == "declare" and not state.declared:
        yield broken("declare.first")
    elif verb == "call" and phase == "declare":
        yield broken("call.who", last=state.declared[-1].hand.spoken)
    elif verb == "let-pass" and phase == "declare":
        what = "name a higher hand, or call" if may_call(state) else "name a hand"
        yield broken("declare.options", why=f"Nobody passes when it is their turn: {what}")


def _not_on_ladder(state: CommuneState, kind: str) -> Iterator[Violation]:
    if kind == "five":
        yield broken("ladder.five")
    else:
        yield broken(f"ladder.{kind}", why="There are no flushes at this table, and no straight flushes either")


def _no_kind_above(state: CommuneState, move: Move) -> Iterator[Violation]:
    """No hand of this kind is high enough."""
    last = state.declared[-1].hand.spoken
    if state.last == state.ladder.top:
        yield broken("declare.top-forces-call", last=last)
    faults = list(_named(state, move))
    yield from faults
    ranks, suit, _ = read_words(move.verb, move.word.split())
    said = capital(Declaration(move.verb, ranks, suit).spoken if not faults else KINDS[move.verb])
    yield broken("declare.must-be-higher", said=said, last=last)


# -- declaring -------------------------------------------------------------------------------------------


def _declare(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    faults = list(_named(state, move))
    yield from faults
    if faults or not state.declared or state.options.illegal_costs:
        return
    ranks, suit, _ = read_words(move.verb, move.word.split())
    hand = Declaration(move.verb, ranks, suit)
    if state.ladder.index(hand) <= state.last:
        yield broken("declare.must-be-higher", said=capital(hand.spoken), last=state.declared[-1].hand.spoken)


def _named(state: CommuneState, move: Move) -> Iterator[Violation]:
    """What is wrong with the way in which a hand is named."""
    kind, wanted = move.verb, WANTED[move.verb]
    ranks, suit, rest = read_words(kind, move.word.split())
    if move.number is not None or move.after or len(move.groups) > 1 or rest:
        yield incomplete(move, wanted)
        return
    needed = 2 if kind in TWO_RANKS else 1
    if move.groups:
        yield broken("declare.no-suits", why="No cards are named here: say the rank, and leave out the suit")
    elif len(ranks) < needed:
        yield broken("declare.ranks-named", kind=capital(KINDS[kind]), wanted=wanted)
    elif len(ranks) > needed:
        yield broken("declare.no-kickers", kind=KINDS[kind], wanted=wanted)
    else:
        yield from _suited(state, kind, suit)
        yield from _ranked(state, kind, ranks)


def _suited(state: CommuneState, kind: str, suit: str) -> Iterator[Violation]:
    """Rulebook: declare.no-suits."""
    named = kind == "flush" and state.options.names_suits
    if suit and not named:
        only = "only a flush is named with its suit" if state.options.names_suits else "suits are never named"
        yield broken("declare.no-suits", why=f"Leave out the suit: {only} at this table")
    elif named and not suit:
        yield broken("declare.no-suits", why="At this table a flush is named with its suit, such as queen and hearts")


def _ranked(state: CommuneState, kind: str, ranks: tuple[int, ...]) -> Iterator[Violation]:
    """Rulebook: declare.all-ranks, ladder.two-pair, ladder.full-house, ladder.straight, ladder.flush."""
    if len(set(ranks)) < len(ranks):
        yield broken(f"ladder.{kind}", rank=PLURAL[ranks[0] - 2])
        return
    if kind in TOPPED and ranks[0] < state.ladder.bottom(kind):
        lowest = SINGLE[state.ladder.bottom(kind) - 2]
        why = f"The lowest {KINDS[kind]} that can be named goes to the {lowest}"
        yield broken(f"ladder.{kind}", lowest=lowest, why=why)
    if min(ranks) < state.ladder.lowest:
        yield broken("declare.all-ranks")


# -- calling ---------------------------------------------------------------------------------------------


def _call(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    if any(str(said.hand) == move.word for said in state.declared[:-1]):
        yield broken("call.target", last=state.declared[-1].hand.spoken)
    elif move.word:
        yield incomplete(move, "nothing more than the word")


# -- the dealer ------------------------------------------------------------------------------------------


def _deal(state: CommuneState, seat: int, move: Move) -> Iterator[Violation]:
    """Rulebook: deal.reshuffle."""
    yield from shuffle_faults(move, full_deck(state.options), "all cards of the pack in order, each of them once")


PARTS = {
    "dealer": ("number",),
    "deal": ("groups",),
    **dict.fromkeys(KINDS, ("number", "groups", "after", "word")),
    "call": ("word",),
}
"""What a move of each verb is made of, beside the verb; what a declaration needs is said with its own words."""
JUDGES: dict[str, Callable[[CommuneState, int, Move], Iterator[Violation]]] = {
    "dealer": seat_faults,
    "deal": _deal,
    **dict.fromkeys(KINDS, _declare),
    "call": _call,
    "let-pass": no_faults,
}
