"""Checks of moves in Daifugo, and lists of all legal plays.

The checks yield the clauses that a move breaks, most specific first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cards import JOKER, Card, codes, missing, parse_card
from games.daifugo.clauses import broken
from games.daifugo.options import DaifugoOptions
from games.daifugo.plays import (
    ABOVE,
    AT,
    HEIGHT,
    HIGHEST,
    JACK,
    LOWEST,
    SHORTEST,
    Shape,
    agree,
    disguised,
    shape_of,
    tidy,
)
from games.daifugo.state import EXCHANGE, GIVE, PLAYED, THROW, TURN, DaifugoState
from games.engine.clause import Violation
from games.engine.move import Group, Move
from games.engine.verb import incomplete, not_held
from games.kit.melds import is_unread
from games.words import in_word, many

THREE_OF_SPADES = parse_card("3S")
BACK = "back"
"""The word of a move that lets a jack reverse the order of ranks, where that's optional."""

# -- beating a play ---------------------------------------------------------------------------------------


def beats(state: DaifugoState, shape: Shape, cards: Group) -> bool:
    """Return whether a play of the right kind and number is high enough.

    Rulebook: play.strictly-higher, joker.spade3.
    """
    top = state.top
    if top is None:
        return True
    if top.height == ABOVE:
        return cards == (THREE_OF_SPADES,) and top.size == 1 and state.options.joker_spade3
    if shape.height == ABOVE:
        return True
    if shape.height == top.height:
        return state.options.equal_allowed
    return (shape.height < top.height) == state.upside_down


def wanted(state: DaifugoState) -> str:
    """Return how high the next play has to be, in words. Rulebook: play.strictly-higher."""
    if state.options.equal_allowed:
        return "at least as low" if state.upside_down else "at least as high"
    return "lower" if state.upside_down else "higher"


def locked_out(state: DaifugoState, shape: Shape) -> str:
    """Return why the locked suits or steps rule out a play, or "" if they don't. Rulebook: suit-lock."""
    top = state.top
    if not state.lock or top is None or top.height == ABOVE:
        return ""
    if not agree(state.lock, shape):
        return f"the answer has to show {' and '.join(SUITS_SAID[suit] for suit in state.lock)}"
    if state.stepped and shape.height != ABOVE and shape.height - top.height != (-1 if state.upside_down else 1):
        return "the answer has to be just one step higher"
    return ""


SUITS_SAID = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def forbidden(options: DaifugoOptions, cards: Group, shape: Shape, upside_down: bool) -> list[Card]:
    """Return the cards of a play that nobody can go out with. Rulebook: forbidden-finish."""
    highest = LOWEST if upside_down and options.forbidden_finish_follows_order else HIGHEST
    heights = {
        highest: options.forbidden_finish_two,
        8: options.forbidden_finish_eight,
        JACK: options.forbidden_finish_jack,
    }
    if options.forbidden_finish_three:
        heights[LOWEST] = True
    return [
        card
        for card in cards
        if (card.base is JOKER and options.forbidden_finish_joker)
        or (card is THREE_OF_SPADES and options.forbidden_finish_spade3)
        or heights.get(shape.height if card is JOKER and shape.height < ABOVE else HEIGHT[card.face])
    ]


def finish_refused(state: DaifugoState, seat: int, cards: Group, shape: Shape) -> list[Card]:
    """Return the cards that make a seat's last play illegal.

    The list is empty if it's legal or not the last play. Rulebook: forbidden-finish.
    """
    options, held = state.options, len(state.hands[seat])
    if options.forbidden_finish_penalty != "illegal" or len(cards) < held or (held == 1 and not state.pile):
        return []
    return forbidden(options, cards, shape, state.upside_down)


def opening_lacks(state: DaifugoState, seat: int, cards: Sequence[Card]) -> Card | None:
    """Return the card that the very first play must contain but doesn't, or None. Rulebook: hand.first-card."""
    options = state.options
    if not (options.lead_first_must_include and options.opening) or state.titles or state.pile or state.gone:
        return None
    card = parse_card(options.opening)
    return card if card in state.hands[seat] and card not in cards else None


# -- judging a play ---------------------------------------------------------------------------------------


def play(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with playing a set."""
    faults = list(_cards_of_hand(state, seat, move, "the cards of one rank; write a joker as *"))
    yield from faults
    if faults:
        return
    cards = tidy(move.cards)
    if any(card.base is not card for card in cards):
        yield incomplete(move, "jokers without another name: in a set they take its rank")
        return
    shape = shape_of(cards)
    if shape is None or shape.run:
        yield _no_set(state, f"{codes(cards)} aren’t all of one rank")
    if (top := state.top) and len(cards) != top.size:
        yield _other_number(top)
    elif shape is not None and not shape.run:
        yield from _fitting(state, seat, move, shape)


def sequence(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with playing a sequence."""
    faults = list(_cards_of_hand(state, seat, move, "the cards of a sequence, each joker with the card it stands for"))
    yield from faults
    if faults:
        return
    cards = tidy(move.cards)
    if any(map(is_unread, cards)):
        read = next(readings(move.cards), ())
        yield undeclared(read) if read else _no_sequence(cards)
        return
    shape = shape_of(cards)
    if shape is None or not shape.run:
        yield _no_sequence(cards)
    elif (top := state.top) and len(cards) != top.size:
        yield _other_number(top)
    else:
        yield from _fitting(state, seat, move, shape)


def undeclared(reading: Group) -> Violation:
    """Return the refusal of a joker that can stand for several cards; `reading` supplies an example."""
    example = next(card.code for card in reading if card.base is JOKER)
    return broken("sequences", why=f"The joker has to stand for a card. Say which, such as {example}")


def _no_sequence(cards: Group) -> Violation:
    """Return the refusal of cards that don't make a sequence. Rulebook: sequences."""
    return broken("sequences", why=_why_no_sequence(cards))


def _why_no_sequence(cards: Group) -> str:
    """Return why these cards don't make a sequence, no matter which cards undeclared jokers stand for."""
    known, shown = [card for card in cards if card.face.natural], codes(card.base for card in cards)
    if disguised(cards):
        return "Only a joker can stand for another card"
    if len(cards) < SHORTEST:
        return f"A sequence has at least three cards. Pick {in_word(SHORTEST - len(cards))} more"
    if not any(card.natural for card in cards):
        return "A sequence needs a card that isn’t a joker"
    if len({card.face.suit for card in known}) > 1:
        return f"A sequence is of one suit, and {shown} aren’t"
    return f"{shown} aren’t next to each other in rank"


def _no_set(state: DaifugoState, why: str) -> Violation:
    """Return the refusal of cards that don't make a set, for a lead or for a later play."""
    if not state.pile:
        return broken("play.lead-set", why=why)
    return broken("play.one-rank", why=why, number=many(state.pile[-1].shape.size, "card"))


def _other_number(top: Shape) -> Violation:
    """Return the refusal of a play that doesn't have as many cards as the play to beat."""
    lie = "One card is" if top.size == 1 else f"{many(top.size, 'card').capitalize()} are"
    return broken("play.same-number", wanted=lie, number=many(top.size, "card"))


def _cards_of_hand(state: DaifugoState, seat: int, move: Move, wanted: str) -> Iterator[Violation]:
    """Yield a fault unless the move has one group of cards from the hand; `wanted` says what it needs."""
    if len(move.groups) != 1:
        yield incomplete(move, wanted)
    elif lacking := missing([card.base for card in move.cards], state.hands[seat]):
        yield not_held(lacking, state.hands[seat])
    elif move.word not in ("", BACK):
        yield incomplete(move, f"the cards, and “{BACK}” to turn the order over with a jack")


def _fitting(state: DaifugoState, seat: int, move: Move, shape: Shape) -> Iterator[Violation]:
    """Yield what is wrong with a play of the right kind and number."""
    cards = tidy(move.cards)
    if not beats(state, shape, cards):
        yield broken("play.strictly-higher", cards=codes(cards), others=codes(state.pile[-1].cards))
    elif why := locked_out(state, shape):
        yield broken("suit-lock", why=why)
    if lacking := opening_lacks(state, seat, cards):
        yield broken("hand.first-card", cards=lacking.code)
    if barred := finish_refused(state, seat, cards, shape):
        yield broken("forbidden-finish", cards=codes(barred))
    if move.word and not (state.options.eleven_back == "optional" and shape.count(JACK)):
        chosen = state.options.eleven_back == "optional"
        yield broken("eleven-back") if chosen else incomplete(move, "only the cards")


def give_back(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield what is wrong with the cards that a seat gives back. Rulebook: exchange.daifugo-returns."""
    number = state.tribute(seat)
    if len(move.groups) != 1 or len(move.cards) != number:
        yield broken(
            "exchange.daifugo-returns", number=many(number, "card").removesuffix(" card").removesuffix(" cards")
        )
    elif lacking := missing(move.cards, state.hands[seat]):
        yield not_held(lacking, state.hands[seat])


def give(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    yield from _one_card(state, seat, move, "seven-give")


def throw(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    yield from _one_card(state, seat, move, "ten-discard")


def _one_card(state: DaifugoState, seat: int, move: Move, clause: str) -> Iterator[Violation]:
    if len(move.groups) != 1 or len(move.cards) != 1:
        yield broken(clause)
    elif lacking := missing(move.cards, state.hands[seat]):
        yield not_held(lacking, state.hands[seat])


# -- why a verb can't be used now -------------------------------------------------------------------------


def no_play(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can't play a set or a sequence now."""
    if state.phase == EXCHANGE:
        yield broken("exchange.from-second-hand")
    elif state.phase in (GIVE, THROW) and seat in state.waiting:
        yield broken("seven-give" if state.phase == GIVE else "ten-discard")
    elif state.phase != TURN:
        return
    elif seat in state.waiting:
        yield from _other_kind(state, seat, move)
    elif not state.hands[seat]:
        yield broken("out.place")
    elif seat in state.passed and not state.options.pass_reentry:
        yield broken("pass.out-for-round")
    else:
        passed = "have passed since the top" if state.options.pass_reentry else "have passed"
        yield broken("turn.next", way=way(state), waited=f"seat {state.turn}", passed=passed)


def _other_kind(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why a set or a sequence can't be played in this round, or isn't in the hand."""
    sequence_asked = move.verb == "sequence"
    if not state.options.sequences:
        yield _no_set(state, "There are no sequences at this table")
    elif state.pile and state.pile[-1].shape.run != sequence_asked:
        lies = "a set" if sequence_asked else "a sequence"
        yield broken("sequences", why=f"Only {lies} beats {lies}")
    elif any(_cards_of_hand(state, seat, move, "")):
        yield broken("sequences", why="You hold no sequence that you can play now")
    else:
        yield from sequence(state, seat, move)


def way(state: DaifugoState) -> str:
    """Return the direction of play in words."""
    if state.options.seating == "by-title" and state.titles:
        return "from the Destitute up" if state.turned else "from the Daifugo down"
    return "clockwise" if (state.options.step == 1) != state.turned else "counter-clockwise"


def no_pass(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can't pass now."""
    if seat in state.waiting and state.phase == TURN:
        yield broken("play.lead-must")
    else:
        yield from no_play(state, seat, move)


def no_end(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why nobody can decide now whether there is another hand."""
    if state.phase in (EXCHANGE, *PLAYED):
        yield broken("session.time")


def no_return(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield why the seat can't give cards back now."""
    if state.phase == EXCHANGE and seat not in state.waiting:
        yield broken("exchange.only-top-bottom")


# -- all legal plays ----------------------------------------------------------------------------------------


def sets(state: DaifugoState, seat: int) -> Iterator[Group]:
    """Yield all sets that a seat can play now."""
    top = state.top
    if top is not None and top.run:
        return
    if state.plain:
        yield from _plain_sets(state, seat, top)
        return
    hand = state.hands[seat]
    groups: dict[int, list[Card]] = {}
    for card in hand:
        groups.setdefault(HEIGHT[card], []).append(card)
    jokers = tuple(groups.pop(ABOVE, ()))
    sizes = range(top.size, top.size + 1) if top else range(1, len(hand) + 1)
    for size in sizes:
        for cards in groups.values():
            for wild in range(min(len(jokers), size - 1) + 1):
                for natural in combinations(cards, size - wild):
                    if possible(state, seat, found := (*natural, *jokers[:wild])):
                        yield found
        if size <= len(jokers) and possible(state, seat, found := jokers[:size]):
            yield found


def _plain_sets(state: DaifugoState, seat: int, top: Shape | None) -> Iterator[Group]:
    """Yield the sets that a seat can play now, for house rules under which only rank and number count."""
    groups: dict[int, list[Card]] = {}
    down, equal = state.upside_down, state.options.equal_allowed
    for card in state.hands[seat]:
        height = HEIGHT[card]
        if top is None or (height < top.height if down else height > top.height) or (equal and height == top.height):
            groups.setdefault(height, []).append(card)
    for cards in groups.values():
        for size in range(1, len(cards) + 1) if top is None else (top.size,):
            yield from combinations(cards, size)


def possible(state: DaifugoState, seat: int, cards: Group) -> bool:
    """Return whether a seat can play these cards now, if their number is right."""
    shape = shape_of(cards)
    return (
        shape is not None
        and beats(state, shape, cards)
        and not locked_out(state, shape)
        and opening_lacks(state, seat, cards) is None
        and not finish_refused(state, seat, cards, shape)
    )


def sequences(state: DaifugoState, seat: int) -> Iterator[Group]:
    """Yield the sequences that a seat can play now, with jokers only for missing cards.

    There are a few hundred of them at most.
    """
    top = state.top
    if not state.options.sequences or (top is not None and not top.run):
        return
    hand = state.hands[seat]
    jokers = hand.count(JOKER)
    sizes = range(top.size, top.size + 1) if top else range(SHORTEST, min(len(hand), HIGHEST - LOWEST + 1) + 1)
    held = set(hand)
    for suit in SUITS_SAID:
        if sum(card.suit == suit for card in hand) + jokers < sizes.start:
            continue
        for size in sizes:
            for low in range(LOWEST, HIGHEST - size + 2):
                faces = [AT[suit, height] for height in range(low, low + size)]
                lacking = [face for face in faces if face not in held]
                if len(lacking) <= jokers and len(lacking) < size:
                    cards = tuple(face if face in held else JOKER.standing_for(face) for face in faces)
                    if possible(state, seat, cards):
                        yield cards


def readings(cards: Group) -> Iterator[Group]:
    """Yield the sequences that cards with undeclared jokers can make."""
    naturals = [card for card in cards if card.face.natural]
    number = len(cards) - len(naturals)
    if (
        not naturals
        or len(cards) > HIGHEST - LOWEST + 1
        or any(card.base is not JOKER for card in cards if not card.natural)
    ):
        return
    heights = {HEIGHT[card.face] for card in naturals}
    for low in range(max(LOWEST, max(heights) - len(cards) + 1), min(min(heights), HIGHEST - len(cards) + 1) + 1):
        lacking = [height for height in range(low, low + len(cards)) if height not in heights]
        if len(lacking) == number:
            yield tidy((*naturals, *(JOKER.standing_for(AT[naturals[0].suit, height]) for height in lacking)))
