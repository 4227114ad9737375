"""When a step is done, and proof by the rules that an answer is right."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from games.commune.ladder import Declaration, read_declaration
from games.commune.odds import Odds
from games.commune.presence import Count, highest, is_wild, present
from games.commune.rules import Commune
from games.commune.state import CommuneState, full_deck
from games.commune.strategy import CALL, Mind
from games.engine.lesson import Goal, Truth
from games.engine.move import Move
from games.engine.options import BadOption
from games.engine.state import DEALER
from games.kit.truths import Truths

RULES = Commune()
TRUTHS = Truths(RULES)
yes_if_legal = TRUTHS.yes_if_legal
after = TRUTHS.after

Probe = Callable[[CommuneState], object]
"""What is read off a state; an answer is right if its value is the same as text."""


def named(text: str) -> Declaration:
    """The declaration of a text such as `pair kings`."""
    hand = read_declaration(text)
    assert hand is not None, text
    return hand


# -- goals -------------------------------------------------------------------------------------------------


def said(text: str) -> Goal:
    """You have declared this."""
    return lambda start, moves, now: any(_declared(move) == named(text) for move in moves)


def raised() -> Goal:
    """You have declared something."""
    return lambda start, moves, now: any(_declared(move) is not None for move in moves)


def declared_truly() -> Goal:
    """You have declared a hand that your own cards make."""

    def reached(start: CommuneState, moves: Sequence[Move], now: CommuneState) -> bool:
        hands = [hand for move in moves if (hand := _declared(move)) is not None]
        return any(present(hand, start.hands[0], start.options) for hand in hands)

    return reached


def _declared(move: Move) -> Declaration | None:
    hand = read_declaration(str(move))
    return hand if hand is None or hand.kind != "two-pair" else hand._replace(suit="")


# -- truths ------------------------------------------------------------------------------------------------


def is_there(text: str) -> Truth:
    """The values are yes and no: whether the hand is there."""
    return lambda state, value: value == ("yes" if present(named(text), state.commune(), state.options) else "no")


def lacks(text: str) -> Truth:
    """The value is how many cards of the hand are not there naturally."""
    return lambda state, value: value == str(Count(state.commune(), state.options).missing(named(text)))


def highest_of(*texts: str) -> Truth:
    """The value is the highest of these hands, all of them on the ladder."""

    def proven(state: CommuneState, value: str) -> bool:
        hands = [named(text) for text in texts]
        return all(map(state.ladder.has, hands)) and max(hands, key=state.ladder.index) == named(value)

    return proven


def likelier_than(text: str, least: float, most: float) -> Truth:
    """The value is yes or no: whether by your own cards the hand is there with a chance within these bounds."""

    def proven(state: CommuneState, value: str) -> bool:
        unseen = sum(map(len, state.hands[1:]))
        chance = Odds(state.hands[0], unseen, state.options).of(named(text))
        return value == ("yes" if least <= chance <= most else "no")

    return proven


# -- probes ------------------------------------------------------------------------------------------------


def in_play(state: CommuneState) -> int:
    """How many cards are in all hands together."""
    return len(state.commune())


def aside(state: CommuneState) -> int:
    """How many cards lie aside."""
    return len(state.stock)


def pack(state: CommuneState) -> int:
    """How many cards are dealt from."""
    return len(full_deck(state.options))


def wild_in_pack(state: CommuneState) -> int:
    """How many cards of the pack are wild."""
    return sum(is_wild(card, state.options) for card in full_deck(state.options))


def reshuffled(state: CommuneState) -> int:
    """How many cards the next deal is made from."""
    return len(RULES.chance(state, Random(0)).cards)


def loser(state: CommuneState) -> int | None:
    """Who lost the last token."""
    return state.loser


def turn(state: CommuneState) -> int:
    """Whose turn it is."""
    return state.turn


def dealer(state: CommuneState) -> int | None:
    """Who deals next."""
    return state.match.dealer


def winner(state: CommuneState) -> tuple[int, ...]:
    """Who has won the match."""
    return state.match.winners


def first_speaker(state: CommuneState) -> int:
    """Who declares first."""
    return state.first_declarer()


def first_after_deal(state: CommuneState) -> str:
    """Who declares first once the next hand is dealt."""
    now = state.copy()
    RULES.apply(now, DEALER, RULES.chance(now, Random(0)))
    return str(now.turn)


def cards_of(seat: int) -> Probe:
    """How many cards a seat gets next time."""
    return lambda state: state.options.start_tokens + 1 - state.match.scores[seat] if state.match.scores[seat] else 0


def fewest_hands(state: CommuneState) -> int:
    """How many hands a match takes at least."""
    return state.options.start_tokens * (state.seats - 1)


def most_hands(state: CommuneState) -> int:
    """How many hands a match takes at most."""
    return state.options.start_tokens * state.seats - 1


def most_players(state: CommuneState) -> int:
    """How many can play at most."""
    return max(seats for seats in range(1, 20) if _can_start(state, seats))


def _can_start(state: CommuneState, seats: int) -> bool:
    try:
        RULES.start(state.options, seats)
    except BadOption:
        return False
    return True


def best_there(state: CommuneState) -> str:
    """The highest hand that is there."""
    return str(state.ladder.steps[highest(state.commune(), state.options, state.ladder)])


def sensible(state: CommuneState) -> str:
    """What the steady bot would do: call or raise."""
    own = tuple(state.hands[0])
    mind = Mind(state.options, 0, own, len(state.commune()) - len(own))
    spoken = [(one.seat, one.place) for one in state.declared]
    return "call" if mind.decide(spoken) == CALL else "raise"
