"""The verbs of Daifugo: play, pass, give back, what sevens and tens bring, deal, and end the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from games.cards import JOKER, Card, in_pack_order
from games.daifugo import judging, playing
from games.daifugo.judging import BACK
from games.daifugo.plays import HIGHEST, JACK, LOWEST, shape_of, tidy
from games.daifugo.state import AGREE, EXCHANGE, GIVE, LOT, MOST_LAID, THROW, TURN, DaifugoState
from games.engine.clause import Violation
from games.engine.move import Group, Move
from games.engine.verb import Verb, Verbs, incomplete
from games.engine.view import Field
from games.kit.dealer import FIRST_DEALER, dealing
from games.kit.of_hand import one_card, play_in_words
from games.words import many

Own = Verb[DaifugoState]
ONE: dict[Card, Move] = {}
"""The moves that play a single card, cached by card."""


def play_of(cards: Group) -> Move:
    """Return the move that plays a set."""
    if len(cards) == 1:
        return ONE.get(cards[0]) or ONE.setdefault(cards[0], Move(PLAY.name, groups=(cards,)))
    return Move(PLAY.name, groups=(cards,))


def give_back(cards: Iterable[Card]) -> Move:
    """Return the move that gives these cards back in the exchange."""
    return Move(RETURN.name, groups=(tuple(in_pack_order(cards)),))


def _listed(
    verb: str, found: Callable[[DaifugoState, int], Iterable[Group]]
) -> Callable[[DaifugoState, int], Iterator[Move]]:
    """Return a function that lists the moves for the plays that `found` yields.

    Where it's optional whether a jack reverses the order of ranks, a play with a jack comes a second time with that
    word.
    """

    def moves(state: DaifugoState, seat: int) -> Iterator[Move]:
        chosen = state.options.eleven_back == "optional"
        for cards in map(tidy, found(state, seat)):
            yield Move(verb, groups=(cards,)) if verb != "play" else play_of(cards)
            if chosen and (shape := shape_of(cards)) and shape.count(JACK):
                yield Move(verb, groups=(cards,), word=BACK)

    return moves


def _fields(most: Callable[[DaifugoState, int], int], least: int) -> Callable[[DaifugoState, int], tuple[Field, ...]]:
    """Return a function that builds the form fields of a play, with at least `least` cards for a lead."""

    def fields(state: DaifugoState, seat: int) -> tuple[Field, ...]:
        top = state.top
        low, high = (top.size, top.size) if top else (least, most(state, seat))
        hand = state.hands[seat]
        cards = Field("cards", "cards", "The cards to play", (f"hand-{seat}",), low, high, wild=JOKER in hand)
        if state.options.eleven_back != "optional" or not any(card is JOKER or card.rank == JACK for card in hand):
            return (cards,)
        said = Field("choice", "back", "With a jack", low=0, values=((BACK, "Turn the order over"),))
        return (cards, said)

    return fields


def _said(move: Move) -> str:
    """Return a play in words, with the effect of a jack where it's optional and chosen."""
    if move.word != BACK:
        return play_in_words(move)
    plain = play_in_words(move._replace(word=""))
    return plain and f"{plain} and turn the order over"


def _largest_set(state: DaifugoState, seat: int) -> int:
    return min(len(state.hands[seat]), MOST_LAID)


def _longest_run(state: DaifugoState, seat: int) -> int:
    return max(map(len, judging.sequences(state, seat)), default=HIGHEST - LOWEST)


def _to_play(state: DaifugoState, seat: int) -> str:
    if not state.pile:
        return "One card, or several of one rank."
    size = state.pile[-1].shape.size
    cards = "A card that is" if size == 1 else f"{many(size, 'card').capitalize()} of one rank,"
    return f"{cards} {judging.wanted(state)} {'as' if state.options.equal_allowed else 'than'} what lies there."


def _to_pass(state: DaifugoState, seat: int) -> str:
    return "Play nothing in this turn." if state.options.pass_reentry else "Play nothing, and wait for the next round."


def _returns(state: DaifugoState, seat: int) -> Iterator[Move]:
    return map(give_back, dict.fromkeys(combinations(in_pack_order(state.hands[seat]), state.tribute(seat))))


def _return_fields(state: DaifugoState, seat: int) -> tuple[Field, ...]:
    number = state.tribute(seat)
    return (Field("cards", "cards", "What goes back", (f"hand-{seat}",), number, number),)


def _single(name: str) -> Callable[[DaifugoState, int], Iterator[Move]]:
    return lambda state, seat: (Move(name, groups=((card,),)) for card in dict.fromkeys(state.hands[seat]))


PLAY = Own(
    *("play", "play a set", playing.play, (TURN,)),
    when=lambda state, seat: not (state.pile and state.pile[-1].shape.run),
    clause="play.lead-set",
    parts=("groups", "word"),
    wild=True,
    judge=judging.play,
    not_now=judging.no_play,
    moves=_listed("play", judging.sets),
    label="Play",
    sentence=_to_play,
    said=_said,
    fields=_fields(_largest_set, 1),
    at="pile",
)
SEQUENCE = Own(
    *("sequence", "play a sequence", playing.play, (TURN,)),
    when=lambda state, seat: next(judging.sequences(state, seat), None) is not None,
    clause="sequences",
    parts=("groups", "word"),
    wild=True,
    judge=judging.sequence,
    not_now=judging.no_play,
    moves=_listed("sequence", judging.sequences),
    by_example=True,
    label="Sequence",
    sentence="Three cards or more of one suit, in a row.",
    said=lambda move: _said(move) if move.word else "",
    fields=_fields(_longest_run, 3),
)
PASS = Own(
    *("pass", "pass", playing.pass_by, (TURN,)),
    when=lambda state, seat: bool(state.pile),
    clause="play.no-duty",
    not_now=judging.no_pass,
    label="Pass",
    sentence=_to_pass,
    said=lambda move: "Pass",
)
RETURN = Own(
    *("return", "give cards back", playing.give_back, (EXCHANGE,)),
    clause="exchange.daifugo-returns",
    parts=("groups",),
    judge=judging.give_back,
    not_now=judging.no_return,
    moves=_returns,
    label="Give back",
    sentence="Any cards of your hand, as many as you got.",
    fields=_return_fields,
)
GIVE_ONE = Own(
    *("give", "give a card", playing.give, (GIVE,)),
    clause="seven-give",
    parts=("groups",),
    judge=judging.give,
    moves=_single("give"),
    label="Give",
    sentence="A card for the next player, for your seven.",
    fields=one_card("The card to give"),
)
THROW_ONE = Own(
    *("throw", "throw away a card", playing.throw, (THROW,)),
    clause="ten-discard",
    parts=("groups",),
    judge=judging.throw,
    moves=_single("throw"),
    label="Throw away",
    sentence="A card that leaves your hand for your ten.",
    fields=one_card("The card to throw away"),
)
KEEP = Own(
    *("keep", "keep your cards", playing.keep, (THROW,)),
    clause="ten-discard",
    label="Keep",
    sentence="Throw nothing away.",
)
ANOTHER = Own(
    *("another", "play another hand", playing.another, (AGREE,)),
    clause="session.end",
    not_now=judging.no_end,
    label="Another hand",
    sentence="You deal the next one.",
)
ENOUGH = Own(
    *("enough", "end the session", playing.enough, (AGREE,)),
    clause="session.end",
    not_now=judging.no_end,
    label="Enough",
    sentence="The session is over.",
)

# -- the dealer -----------------------------------------------------------------------------------------------

_DEAL = dealing(playing.deal)


def _joker_aside(state: DaifugoState, move: Move) -> bool:
    """Return whether a deal would set a joker aside. Rulebook: deal.all."""
    return JOKER in move.cards[len(move.cards) - state.remainder :]


def _misdealt(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with a deal, also if it would set a joker aside."""
    faults = list(_DEAL.judge(state, seat, move))
    yield from faults
    if not faults and _joker_aside(state, move):
        yield incomplete(move, "an order in which no joker is left over")


def _dealt(state: DaifugoState, rng: Random) -> Move:
    """Return a random deal in which no joker is set aside."""
    assert _DEAL.chance is not None
    while _joker_aside(state, move := _DEAL.chance(state, rng)):
        pass
    return move


DEAL: Own = replace(_DEAL, judge=_misdealt, chance=_dealt)


def _no_seat(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    if move.number is None or not 0 <= move.number < state.seats:
        yield incomplete(move, f"the seat that leads, from 0 to {state.seats - 1}")


DRAW = Own(
    *("lot", "draw who leads", playing.lot, (LOT,)),
    clause="hand.first-leader",
    parts=("number",),
    judge=_no_seat,
    chance=lambda state, rng: Move("lot", rng.randrange(state.seats)),
)
VERBS = Verbs(PLAY, SEQUENCE, PASS, RETURN, GIVE_ONE, THROW_ONE, KEEP, ANOTHER, ENOUGH, FIRST_DEALER, DEAL, DRAW)
