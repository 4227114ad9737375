"""Sentences about a move in Commune, each with a test: the reasons that bots give, and hints."""

from __future__ import annotations

from games.commune.ladder import KINDS, Declaration
from games.commune.odds import Odds
from games.commune.playing import declaration
from games.commune.presence import Count
from games.commune.state import CommuneState
from games.commune.verbs import CALL, LET_PASS
from games.engine.bot import Reason
from games.engine.claim import Test, both, verb
from games.engine.hint import Advice
from games.engine.move import Move

State = CommuneState
LIKELY = 0.5
HARDLY = 0.01
"""Chances below this, or above 1 minus this, are given in words instead of figures."""


def hand_of(state: State, move: Move) -> Declaration:
    """Return the hand that a move is about: the one that it declares, or the latest declaration."""
    return declaration(move.verb, move.word) if move.verb in KINDS else state.declared[-1].hand


def chance(state: State, seat: int, hand: Declaration) -> float:
    """Return the chance that a hand is there, for a player who sees only this seat's cards."""
    own = tuple(state.hands[seat])
    return Odds(own, unseen(state, seat), state.options).of(hand)


def unseen(state: State, seat: int) -> int:
    """Return how many cards in play a seat doesn't see."""
    return sum(map(len, state.hands)) - len(state.hands[seat])


def at_least(share: float) -> Test:
    """Return a test that the chance of a move's hand is at least `share`."""
    return lambda state, seat, move: chance(state, seat, hand_of(state, move)) >= share


def impossible(state: State, seat: int, move: Move) -> bool:
    return chance(state, seat, hand_of(state, move)) == 0


def possible(state: State, seat: int, move: Move) -> bool:
    return not impossible(state, seat, move)


def unlikely(state: State, seat: int, move: Move) -> bool:
    return chance(state, seat, hand_of(state, move)) < LIKELY


def at_top(state: State, seat: int, move: Move) -> bool:
    return state.last == state.ladder.top


def holds_it(state: State, seat: int, move: Move) -> bool:
    return Count(state.hands[seat], state.options).has(hand_of(state, move))


def next_step(state: State, seat: int, move: Move) -> bool:
    """Return whether the move declares the next hand of the ladder after the latest one."""
    return state.ladder.index(hand_of(state, move)) == state.last + 1


def first(state: State, seat: int, move: Move) -> bool:
    return not state.declared


def lowest(state: State, seat: int, move: Move) -> str:
    return f"It's the lowest hand {'above the last one' if state.declared else 'of all'}."


def ladder_rule(state: State, seat: int, move: Move) -> str:
    return f"ladder.{move.verb}"


CALLS, PASSES = verb(CALL.name), verb(LET_PASS.name)

REASONS = (
    Reason("Nothing stands above it.", both(CALLS, at_top), "declare.top-forces-call"),
    Reason("It can't be there.", both(CALLS, impossible), "call.target"),
    Reason("By chance it's there less often than not.", both(CALLS, unlikely), "call.target"),
    Reason("I don't believe it.", CALLS, "call.target"),
    Reason("By chance it's there at least every other time.", both(PASSES, at_least(LIKELY)), "call.who"),
    Reason("It could be there.", both(PASSES, possible), "call.who"),
    Reason("I don't call.", PASSES, "call.who"),
    Reason("I hold it myself.", holds_it, ladder_rule),
    Reason(lowest, next_step, ladder_rule),
    Reason("By chance it's there at least every other time.", at_least(LIKELY), ladder_rule),
    Reason("It could be there.", possible, ladder_rule),
    Reason("It's a bluff: it can't be there.", clause=ladder_rule),
)


# -- hints -------------------------------------------------------------------------------------------------


def missing(state: State, seat: int, move: Move) -> str:
    """Return a sentence on what a declared hand lacks, and the chance that unseen cards supply it."""
    hand, count, left = hand_of(state, move), Count(state.hands[seat], state.options), unseen(state, seat)
    lacking = max(0, count.missing(hand) - count.wilds)
    if not lacking:
        return f"You hold all that it takes for {hand.spoken}."
    cards = "One card is" if lacking == 1 else f"{lacking} cards are"
    told = f"For {hand.spoken} look at what you hold. {cards} missing"
    if lacking > left:
        return f"{told}, and {'there is only 1' if left == 1 else f'there are only {left}'} more in play."
    share = chance(state, seat, hand)
    if not share:
        return f"{told}, and the cards you don't see can't bring it."
    if share < HARDLY:
        return f"{told}, and by chance it is hardly ever there."
    if share > 1 - HARDLY:
        return f"{told}, and by chance it is nearly always there."
    return f"{told}, and by chance it is there in {round(100 * share)} of 100 cases."


ADVICE = (
    Advice("Nothing stands above that.", "declare.top-forces-call", missing, both(CALLS, at_top)),
    Advice(
        "Is that still likely? Count what you see, and think how many cards you don't see.",
        "call.target",
        missing,
        CALLS,
    ),
    Advice(
        "A wrong call costs you a token. Let others doubt what may well be there.",
        "call.who",
        missing,
        both(PASSES, at_least(LIKELY)),
    ),
    Advice("A wrong call costs you a token, and it could be there.", "call.who", missing, both(PASSES, possible)),
    Advice("You don't have to call.", "call.who", missing, PASSES),
    Advice(
        "You speak first, and nobody knows anything yet. Name a hand that is likely to be there.",
        "declare.first",
        missing,
        both(first, at_least(LIKELY)),
    ),
    Advice("You speak first, and nobody knows anything yet. How high can you go?", "declare.first", missing, first),
    Advice("Name something higher that is likely to be there.", "declare.must-be-higher", missing, at_least(LIKELY)),
    Advice(
        "Name something higher that may be there, and let the next one worry.",
        "declare.must-be-higher",
        missing,
        possible,
    ),
    Advice("Bluff: the next player doesn't see your cards.", "declare.must-be-higher", missing),
)
