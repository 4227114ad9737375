"""Sentences for the bots' reasons and for hints in Commune, with predicates that say when each is true of a move."""

from __future__ import annotations

from games.commune.hand_presence import CardCounts
from games.commune.ladder import KINDS, Declaration
from games.commune.odds import Odds
from games.commune.playing import build_declaration
from games.commune.state import CommuneState
from games.commune.verbs import CALL, LET_PASS
from games.engine.bot import Reason
from games.engine.claim import Test, build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Move

State = CommuneState
LIKELY = 0.5
HARDLY = 0.01
"""Chances below this, or above 1 minus this, are described in words instead of figures."""


def get_move_hand(state: State, move: Move) -> Declaration:
    """Return the hand that a move is about: the one that it declares, or the latest declaration."""
    return build_declaration(move.verb, move.word) if move.verb in KINDS else state.declared[-1].hand


def compute_hand_chance(state: State, seat: int, hand: Declaration) -> float:
    """Return the chance that all players' cards make a hand, for a player who sees only this seat's cards."""
    own = tuple(state.hands[seat])
    return Odds(own, count_unseen_cards(state, seat), state.options).compute_chance(hand)


def count_unseen_cards(state: State, seat: int) -> int:
    """Return how many of the cards in play (in all hands together) a seat doesn't see."""
    return sum(map(len, state.hands)) - len(state.hands[seat])


def build_chance_test(share: float) -> Test:
    """Return a predicate on moves: whether all players' cards make a hand with a chance of at least `share`.

    The hand is the one that the move declares, or else the latest declaration.
    """
    return lambda state, seat, move: compute_hand_chance(state, seat, get_move_hand(state, move)) >= share


def is_hand_impossible(state: State, seat: int, move: Move) -> bool:
    return compute_hand_chance(state, seat, get_move_hand(state, move)) == 0


def is_hand_possible(state: State, seat: int, move: Move) -> bool:
    return not is_hand_impossible(state, seat, move)


def is_hand_unlikely(state: State, seat: int, move: Move) -> bool:
    return compute_hand_chance(state, seat, get_move_hand(state, move)) < LIKELY


def is_highest_hand_declared(state: State, seat: int, move: Move) -> bool:
    return state.last_declared_place == state.ladder.top_place


def is_hand_held(state: State, seat: int, move: Move) -> bool:
    return CardCounts(state.hands[seat], state.options).can_make_hand(get_move_hand(state, move))


def is_next_step(state: State, seat: int, move: Move) -> bool:
    """Return whether the move declares the next hand of the ladder after the latest one."""
    return state.ladder.index(get_move_hand(state, move)) == state.last_declared_place + 1


def is_first_declaration(state: State, seat: int, move: Move) -> bool:
    return not state.declared


def describe_lowest_declaration(state: State, seat: int, move: Move) -> str:
    return f"It’s the lowest hand {'above the last one' if state.declared else 'of all'}."


def get_ladder_clause(state: State, seat: int, move: Move) -> str:
    return f"ladder.{move.verb}"


CALLS, PASSES = build_verb_test(CALL.name), build_verb_test(LET_PASS.name)

REASONS = (
    Reason("No hand is higher.", require_all(CALLS, is_highest_hand_declared), "declare.top-forces-call"),
    Reason("It can’t be there.", require_all(CALLS, is_hand_impossible), "call.target"),
    Reason("It’s there less than half the time.", require_all(CALLS, is_hand_unlikely), "call.target"),
    Reason("I don’t believe it.", CALLS, "call.target"),
    Reason(
        "It’s there at least half the time.",
        require_all(PASSES, build_chance_test(LIKELY)),
        "call.who",
    ),
    Reason("It could be there.", require_all(PASSES, is_hand_possible), "call.who"),
    Reason("I won’t call.", PASSES, "call.who"),
    Reason("I have it myself.", is_hand_held, get_ladder_clause),
    Reason(describe_lowest_declaration, is_next_step, get_ladder_clause),
    Reason("It’s there at least half the time.", build_chance_test(LIKELY), get_ladder_clause),
    Reason("It could be there.", is_hand_possible, get_ladder_clause),
    Reason("It’s a bluff, because it can’t be there.", clause=get_ladder_clause),
)


# -- hints -------------------------------------------------------------------------------------------------


def describe_missing_cards(state: State, seat: int, move: Move) -> str:
    """Return a sentence on what the seat's cards lack for a hand, and the chance that unseen cards supply it."""
    hand, count, left = (
        get_move_hand(state, move),
        CardCounts(state.hands[seat], state.options),
        count_unseen_cards(state, seat),
    )
    lacking = max(0, count.count_missing_cards(hand) - count.wilds)
    if not lacking:
        return f"You have all the cards for {hand.spoken_name}."
    cards = "One card is" if lacking == 1 else f"{lacking} cards are"
    text = f"For {hand.spoken_name}, look at what you have. {cards} missing"
    if lacking > left:
        return f"{text}, and only {left} more {'is' if left == 1 else 'are'} in play."
    share = compute_hand_chance(state, seat, hand)
    if not share:
        return f"{text}, and the cards you can’t see don’t include what you need."
    if share < HARDLY:
        return f"{text}, and it’s hardly ever there."
    if share > 1 - HARDLY:
        return f"{text}, and it’s nearly always there."
    return f"{text}, and it’s there {round(100 * share)}% of the time."


ADVICE = (
    HintTemplate(
        "No hand is higher.",
        "declare.top-forces-call",
        describe_missing_cards,
        require_all(CALLS, is_highest_hand_declared),
    ),
    HintTemplate(
        "Is that still likely? Count the cards you can see, and the ones you can’t.",
        "call.target",
        describe_missing_cards,
        CALLS,
    ),
    HintTemplate(
        "A wrong call costs you a token. The hand could well be there.",
        "call.who",
        describe_missing_cards,
        require_all(PASSES, build_chance_test(LIKELY)),
    ),
    HintTemplate(
        "A wrong call costs you a token, and it could be there.",
        "call.who",
        describe_missing_cards,
        require_all(PASSES, is_hand_possible),
    ),
    HintTemplate("You don’t have to call.", "call.who", describe_missing_cards, PASSES),
    HintTemplate(
        "You declare first, and nobody knows anything yet. Which hand is likely to be there?",
        "declare.first",
        describe_missing_cards,
        require_all(is_first_declaration, build_chance_test(LIKELY)),
    ),
    HintTemplate(
        "You declare first, and nobody knows anything yet. How high can you go?",
        "declare.first",
        describe_missing_cards,
        is_first_declaration,
    ),
    HintTemplate(
        "Declare a higher hand that’s likely to be there.",
        "declare.must-be-higher",
        describe_missing_cards,
        build_chance_test(LIKELY),
    ),
    HintTemplate(
        "Declare a higher hand that could be there, and let the next player worry.",
        "declare.must-be-higher",
        describe_missing_cards,
        is_hand_possible,
    ),
    HintTemplate("Bluff. The next player can’t see your cards.", "declare.must-be-higher", describe_missing_cards),
)
