"""The facts of Commune (questions about a table) and its goals (what moves can reach).

Hands are written as in moves: “pair kings”.
"""

from __future__ import annotations

from collections import Counter

from games.cards import UNKNOWN, Card
from games.commune.ladder import KINDS, Declaration, pictured, read_declaration
from games.commune.odds import Odds
from games.commune.presence import Count, highest, is_wild
from games.commune.presence import present as is_present
from games.commune.state import CommuneState, full_deck
from games.commune.strategy import CALL, Mind
from games.engine.asking import Moves, Seat, fact, goal
from games.engine.move import Move
from games.engine.working import Working, minus, of_cards, of_deck, of_stock, summed
from games.errors import BadText


def _named(words: tuple[str, ...]) -> Declaration:
    """Parse a hand from its words. Raises BadText."""
    hand = read_declaration(" ".join(words))
    if hand is None:
        raise BadText("no hand of poker", " ".join(words), "a hand, such as “pair kings”")
    return hand


def _known(state: CommuneState) -> list[Card]:
    """Return all cards in play, or an empty list while some are hidden."""
    cards = state.commune()
    return [] if UNKNOWN in cards else cards


# -- how numbers are computed ----------------------------------------------------------------------


def _held(state: CommuneState) -> list[tuple[str, int]]:
    return [(f"{{{owner}}}", len(hand)) for owner, hand in enumerate(state.hands)]


def _steps_counted(state: CommuneState, seat: int) -> Working:
    kinds = Counter(step.kind for step in state.ladder.steps)
    return summed(*((KINDS[kind], number) for kind, number in kinds.items()))


def _wild_counted(state: CommuneState, seat: int) -> Working:
    wild = [card for card in full_deck(state.options) if is_wild(card, state.options)]
    jokers = sum(not card.rank for card in wild)
    return summed(("jokers", jokers), ("twos", len(wild) - jokers))


def next_hand_counted(state: CommuneState, seat: int, owner: int) -> Working:
    """Return how the size of a seat's next hand comes about: one card, and one for each token lost."""
    tokens, start = state.match.scores[owner], state.options.start_tokens
    if not tokens:
        return summed(("out, without a token", 0))
    return summed(("one card", 1), ("tokens lost", start - tokens))


def _lacking_counted(state: CommuneState, hand: Declaration) -> Working:
    needed = len(pictured(hand))
    return minus(("cards of that hand", needed), ("of them there", needed - (_lacking(state, hand) or 0)))


def _fewest_counted(state: CommuneState, seat: int) -> Working:
    return summed(("the tokens of each who loses", state.options.start_tokens), times=state.seats - 1)


def _most_counted(state: CommuneState, seat: int) -> Working:
    return minus(("all tokens", state.options.start_tokens * state.seats), ("the winner’s last", 1))


# -- the ladder ------------------------------------------------------------------------------------


@fact(
    "number", "How many steps has the ladder?", "The ladder has {value} steps.", "ladder.high", working=_steps_counted
)
def steps(state: CommuneState, seat: int) -> int:
    return len(state.ladder)


@fact("word", "Which hand is the lowest step of the ladder?", "The ladder begins with {value}.", "ladder.high")
def bottom(state: CommuneState, seat: int) -> str:
    return str(state.ladder.steps[0])


@fact("word", "Which hand is the highest step of the ladder?", "The ladder ends with {value}.", "ladder.five")
def top(state: CommuneState, seat: int) -> str:
    return str(state.ladder.steps[-1])


@fact(
    "number",
    "On which step does the latest declaration stand?",
    "It stands on step {value}.",
    working=lambda state, seat: summed(("steps below it" if state.last >= 0 else "nothing is declared", state.last)),
)
def step(state: CommuneState, seat: int) -> int:
    return state.last


@fact("word", "Which step comes next?", "The next step is {value}.", "declare.must-be-higher")
def following(state: CommuneState, seat: int) -> str:
    return str(state.ladder.steps[state.last + 1]) if state.last < state.ladder.top else ""


@fact("word", "Which of these stands highest: {hands}?", "{value} stands highest.", "declare.must-be-higher")
def highest_of(state: CommuneState, seat: int, *hands: str) -> str:
    named = [_named(tuple(text.split())) for text in " ".join(hands).split("/")]
    for hand in named:
        if not state.ladder.has(hand):
            raise BadText("not on this ladder", hand)
    return str(max(named, key=state.ladder.index))


# -- cards -----------------------------------------------------------------------------------------


@fact(
    "number",
    "How many cards are dealt from?",
    "The cards are dealt from a pack of {value}.",
    "deck.54",
    working=lambda state, seat: of_deck(1, state.options.jokers),
)
def deck(state: CommuneState, seat: int) -> int:
    return len(full_deck(state.options))


@fact(
    "number",
    "How many cards of the pack are wild?",
    "{value} cards of the pack are wild.",
    "deck.wilds",
    working=_wild_counted,
)
def wild_cards(state: CommuneState, seat: int) -> int:
    return sum(is_wild(card, state.options) for card in full_deck(state.options))


@fact(
    "number",
    "How many cards are in play?",
    "{value} cards are in play.",
    "call.ends-hand",
    working=lambda state, seat: summed(*_held(state)),
)
def in_play(state: CommuneState, seat: int) -> int:
    return len(state.commune())


@fact(
    "number",
    "How many cards lie aside?",
    "There are {value} cards aside.",
    "deal.stub-unused",
    working=of_stock,
)
def aside(state: CommuneState, seat: int) -> int:
    return len(state.stock)


@fact(
    "number",
    "How many cards are there in all?",
    "There are {value} cards in all.",
    "deal.reshuffle",
    working=lambda state, seat: summed(("in the hands", len(state.commune())), ("aside", len(state.stock))),
)
def all_cards(state: CommuneState, seat: int) -> int:
    return len(state.commune()) + len(state.stock)


@fact("numbers", "How many cards does each player hold?", "They hold {value}.", "deal.hand-size")
def held(state: CommuneState, seat: int) -> list[int]:
    return [len(hand) for hand in state.hands]


@fact("numbers", "How many cards will each player be dealt?", "They will be dealt {value}.", "deal.hand-size")
def cards(state: CommuneState, seat: int) -> list[int]:
    return [_next_hand(state, one) for one in range(state.seats)]


@fact(
    "number",
    "How many cards will {owner} be dealt?",
    "{owner} will be dealt {value} cards.",
    "deal.hand-size",
    working=next_hand_counted,
)
def cards_of(state: CommuneState, seat: int, owner: Seat) -> int:
    return _next_hand(state, owner)


def _next_hand(state: CommuneState, owner: int) -> int:
    tokens = state.match.scores[owner]
    return state.options.start_tokens + 1 - tokens if tokens else 0


# -- hands that are there --------------------------------------------------------------------------


@fact("yes-no", "Is the declared hand there?", "The declared hand is there.", "present.contained")
def present(state: CommuneState, seat: int) -> bool | None:
    return _is_there(state, state.declared[-1].hand) if state.declared else None


@fact("yes-no", "Is this hand there: {hand}?", "This hand is there: {hand}.", "present.contained")
def there(state: CommuneState, seat: int, *hand: str) -> bool | None:
    return _is_there(state, _named(hand))


@fact(
    "number",
    "How many cards are missing to the declared hand?",
    "{value} cards are missing to the declared hand.",
    "present.contained",
    working=lambda state, seat: _lacking_counted(state, state.declared[-1].hand),
)
def missing(state: CommuneState, seat: int) -> int | None:
    return _lacking(state, state.declared[-1].hand) if state.declared else None


@fact(
    "number",
    "How many cards are missing to this hand: {hand}?",
    "{value} cards are missing to this hand: {hand}.",
    "present.contained",
    working=lambda state, seat, *hand: _lacking_counted(state, _named(hand)),
)
def lacking(state: CommuneState, seat: int, *hand: str) -> int | None:
    return _lacking(state, _named(hand))


def _is_there(state: CommuneState, hand: Declaration) -> bool | None:
    known = _known(state)
    return is_present(hand, known, state.options) if known else None


def _lacking(state: CommuneState, hand: Declaration) -> int | None:
    known = _known(state)
    return Count(known, state.options).missing(hand) if known else None


@fact(
    "number",
    "How many wild cards are there?",
    "There are {value} wild cards.",
    "deck.wilds",
    working=lambda state, seat: of_cards([card for card in _known(state) if is_wild(card, state.options)]),
)
def wilds(state: CommuneState, seat: int) -> int | None:
    known = _known(state)
    return Count(known, state.options).wilds if known else None


@fact("word", "What is the highest hand that is there?", "The highest is {value}.", "call.not-best")
def best(state: CommuneState, seat: int) -> str | None:
    known = _known(state)
    place = highest(known, state.options, state.ladder) if known else -1
    return str(state.ladder.steps[place]) if place >= 0 else "" if known else None


@fact("yes-no", "Is {hand} there {least} to {most} times in 100?", "It is there so often.")
def chance(state: CommuneState, seat: int, least: int, most: int, *hand: str) -> bool:
    unseen = sum(map(len, state.hands)) - len(state.hands[seat])
    return least <= 100 * Odds(state.hands[seat], unseen, state.options).of(_named(hand)) <= most


@fact("word", "Would a careful player call, or raise?", "A careful player would {value}.")
def sensible(state: CommuneState, seat: int) -> str:
    own = tuple(state.hands[seat])
    mind = Mind(state.options, seat, own, len(state.commune()) - len(own))
    spoken = [(one.seat, one.place) for one in state.declared]
    return "call" if mind.decide(spoken) == CALL else "raise"


# -- seats and tokens ------------------------------------------------------------------------------


@fact("player", "Whose turn is it?", "It is the turn of {value}.", "declare.turn-order")
def turn(state: CommuneState, seat: int) -> int:
    return state.turn


@fact("player", "Who speaks first?", "{value} speaks first.", "declare.first")
def first(state: CommuneState, seat: int) -> int | None:
    return state.first_declarer() if state.match.dealer is not None and len(state.active()) > 1 else None


@fact("player", "Who comes after {owner}?", "{value} comes after {owner}.", "declare.turn-order")
def after(state: CommuneState, seat: int, owner: Seat) -> int:
    return state.after(owner)


@fact("numbers", "How many tokens has each player?", "They have {value}.", "tokens.start")
def tokens(state: CommuneState, seat: int) -> list[int]:
    return state.match.scores


@fact("player", "Who lost the last token?", "{value} lost the last token.", "call.caller-loses call.declarer-loses")
def loser(state: CommuneState, seat: int) -> int | None:
    return state.loser


@fact(
    "number",
    "How many hands does a match take at least?",
    "A match takes {value} hands at least.",
    "match.last-standing",
    working=_fewest_counted,
)
def fewest_hands(state: CommuneState, seat: int) -> int:
    return state.options.start_tokens * (state.seats - 1)


@fact(
    "number",
    "How many hands can a match take?",
    "A match takes {value} hands at most.",
    "match.last-standing",
    working=_most_counted,
)
def most_hands(state: CommuneState, seat: int) -> int:
    return state.options.start_tokens * state.seats - 1


# -- goals -----------------------------------------------------------------------------------------


CALLED = "You called, and that ends the declaring. Here you were to name a hand."


def _not_said(start: CommuneState, moves: Moves, now: CommuneState, *hand: str) -> str:
    return f"You said “{last.spoken}”, and here it is another hand." if (last := _declared(moves[-1])) else CALLED


@goal("You have declared {hand}.", _not_said)
def said(start: CommuneState, moves: Moves, now: CommuneState, *hand: str) -> bool:
    return any(_declared(move) == _named(hand) for move in moves)


def _not_raised(start: CommuneState, moves: Moves, now: CommuneState) -> str:
    return CALLED


@goal("You have declared something.", _not_raised)
def raised(start: CommuneState, moves: Moves, now: CommuneState) -> bool:
    return any(_declared(move) is not None for move in moves)


def _not_truly(start: CommuneState, moves: Moves, now: CommuneState) -> str:
    if hand := _declared(moves[-1]):
        return f"Your own cards do not make “{hand.spoken}”. Others might help, but you cannot know."
    return CALLED


@goal("You have declared a hand that your own cards make.", _not_truly)
def declared_truly(start: CommuneState, moves: Moves, now: CommuneState) -> bool:
    hands = [hand for move in moves if (hand := _declared(move)) is not None]
    return any(is_present(hand, start.hands[0], start.options) for hand in hands)


def _declared(move: Move) -> Declaration | None:
    hand = read_declaration(str(move))
    return hand if hand is None or hand.kind != "two-pair" else hand._replace(suit="")
