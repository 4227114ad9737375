"""Checks of moves in Daifugo, and lists of all legal plays.

The checks yield violations of the clauses that a move breaks, most specific first. For a verb that can't be used now,
they yield a violation that explains why.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.cards import JOKER, Card, format_cards, list_missing_cards, parse_card
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
    PlayShape,
    can_include_suits,
    find_play_shape,
    has_disguised_card,
    sort_play,
)
from games.daifugo.state import EXCHANGE, GIVE, PLAYED, THROW, TURN, DaifugoState
from games.engine.clause import Violation
from games.engine.move import Group, Move
from games.engine.verb import build_missing_cards_violation, build_stand_in_violation, build_wrong_parts_violation
from games.kit.melds import is_unassigned_wild
from games.words import spell_count, spell_number

THREE_OF_SPADES = parse_card("3S")
BACK = "back"
"""The word of a move that lets a jack reverse the order of ranks, where that's optional."""

# -- beating a play ---------------------------------------------------------------------------------------


def is_high_enough(state: DaifugoState, shape: PlayShape, cards: Group) -> bool:
    """Return whether a play is high enough to beat the latest one. If there's no play to beat, any play is.

    The play must be of the right kind and number of cards. Rulebook: play.strictly-higher, joker.spade3.
    """
    top = state.shape_to_beat
    if top is None:
        return True
    if top.height == ABOVE:
        return cards == (THREE_OF_SPADES,) and top.size == 1 and state.options.joker_spade3
    if shape.height == ABOVE:
        return True
    if shape.height == top.height:
        return state.options.equal_allowed
    return (shape.height < top.height) == state.is_rank_order_reversed


def describe_needed_height(state: DaifugoState) -> str:
    """Return how high the next play has to be, in words. Rulebook: play.strictly-higher."""
    if state.options.equal_allowed:
        return "at least as low" if state.is_rank_order_reversed else "at least as high"
    return "lower" if state.is_rank_order_reversed else "higher"


def explain_lock(state: DaifugoState, shape: PlayShape) -> str:
    """Return words for why a lock forbids a play, or "" if no lock does.

    A lock on suits forbids other suits. Under a house rule, there can also be a lock on steps (`state.stepped`): then
    the play has to be exactly one step higher than the play to beat.

    Rulebook: suit-lock.
    """
    top = state.shape_to_beat
    if not state.lock or top is None or top.height == ABOVE:
        return ""
    if not can_include_suits(state.lock, shape):
        return f"your cards have to be {' and '.join(SUITS_SAID[suit] for suit in state.lock)}"
    if (
        state.stepped
        and shape.height != ABOVE
        and shape.height - top.height != (-1 if state.is_rank_order_reversed else 1)
    ):
        return f"your play has to be exactly one step {'lower' if state.is_rank_order_reversed else 'higher'}"
    return ""


SUITS_SAID = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}


def list_forbidden_finish_cards(
    options: DaifugoOptions, cards: Group, shape: PlayShape, upside_down: bool
) -> list[Card]:
    """Return the cards of a play with which a player isn't allowed to go out. Rulebook: forbidden-finish.

    `shape` is the shape of the play, and `upside_down` says whether the order of ranks is reversed.
    """
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


def list_illegal_last_cards(state: DaifugoState, seat: int, cards: Group, shape: PlayShape) -> list[Card]:
    """Return the cards that make a seat's last play illegal.

    The list is empty if the play is legal or isn't the last. Rulebook: forbidden-finish.
    """
    options, size = state.options, len(state.hands[seat])
    if options.forbidden_finish_penalty != "illegal" or len(cards) < size or (size == 1 and not state.pile):
        return []
    return list_forbidden_finish_cards(options, cards, shape, state.is_rank_order_reversed)


def find_missing_opening_card(state: DaifugoState, seat: int, cards: Sequence[Card]) -> Card | None:
    """Return the card that the very first play must contain but doesn't, or None. Rulebook: hand.first-card."""
    options = state.options
    if not (options.lead_first_must_include and options.opening_card) or state.titles or state.pile or state.gone:
        return None
    card = parse_card(options.opening_card)
    return card if card in state.hands[seat] and card not in cards else None


# -- legality of a play ---------------------------------------------------------------------------------------


def check_set(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the set can't be played."""
    faults = list(_check_cards_held(state, seat, move, "cards of the same rank, with * for a joker"))
    yield from faults
    if faults:
        return
    cards = sort_play(move.cards)
    if any(card.base is not card and card.base is not JOKER for card in cards):
        yield build_stand_in_violation(move)
        return
    if any(card.base is not card for card in cards):
        yield build_wrong_parts_violation(move, "* by itself for a joker, because a joker in a set has the set’s rank")
        return
    shape = find_play_shape(cards)
    if shape is None or shape.run:
        yield _refuse_set(state, f"{format_cards(cards)} aren’t the same rank")
    if (top := state.shape_to_beat) and len(cards) != top.size:
        yield _refuse_number_of_cards(top)
    elif shape is not None and not shape.run:
        yield from _check_height_lock_and_finish(state, seat, move, shape)


def check_sequence(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the sequence can't be played."""
    faults = list(
        _check_cards_held(state, seat, move, "the cards of one sequence, and say what a joker stands for, such as *=5H")
    )
    yield from faults
    if faults:
        return
    cards = sort_play(move.cards)
    if any(map(is_unassigned_wild, cards)):
        read = next(list_joker_readings(move.cards), ())
        yield refuse_undeclared_joker(read) if read else _refuse_sequence(cards)
        return
    shape = find_play_shape(cards)
    if shape is None or not shape.run:
        yield _refuse_sequence(cards)
    elif (top := state.shape_to_beat) and len(cards) != top.size:
        yield _refuse_number_of_cards(top)
    else:
        yield from _check_height_lock_and_finish(state, seat, move, shape)


def refuse_undeclared_joker(reading: Group) -> Violation:
    """Return the violation for a joker that can stand for several cards.

    `reading` is one way to read the move. The error message uses its card for the joker as an example.
    """
    example = next(card.code for card in reading if card.base is JOKER)
    return broken("sequences", why=f"The joker has to stand for a card. Say which, such as {example}")


def _refuse_sequence(cards: Group) -> Violation:
    """Return the violation for cards that don't make a sequence. Rulebook: sequences."""
    return broken("sequences", why=_explain_invalid_sequence(cards))


def _explain_invalid_sequence(cards: Group) -> str:
    """Return a sentence on why these cards don't make a sequence, whatever undeclared jokers stand for."""
    known, shown = [card for card in cards if card.face.natural], format_cards(card.base for card in cards)
    if has_disguised_card(cards):
        return "Only a joker can stand for another card"
    if len(cards) < SHORTEST:
        return f"A sequence has at least three cards. Pick {spell_number(SHORTEST - len(cards))} more"
    if not any(card.natural for card in cards):
        return "A sequence needs a card that isn’t a joker"
    if len({card.face.suit for card in known}) > 1:
        return f"{shown} aren’t all one suit"
    return f"{shown} aren’t next to each other in rank"


def _refuse_set(state: DaifugoState, why: str) -> Violation:
    """Return the violation for cards that would have to be a set but aren't.

    `why` gives the reason in words. The clause depends on whether the player leads or has to beat a play.
    """
    if not state.pile:
        return broken("play.lead-set", why=why)
    size = state.pile[-1].shape.size
    needed = spell_count(size, "card") + " of the same rank" * (size > 1)
    return broken("play.one-rank", why=why, needed=needed)


def _refuse_number_of_cards(top: PlayShape) -> Violation:
    """Return the violation for a play that doesn't have as many cards as the play to beat."""
    return broken("play.same-number", number=spell_count(top.size, "card"))


def _check_cards_held(state: DaifugoState, seat: int, move: Move, wanted: str) -> Iterator[Violation]:
    """Yield a violation unless the move is one group of cards from the hand. `wanted` says what the move needs."""
    if len(move.groups) != 1:
        yield build_wrong_parts_violation(move, wanted)
    elif lacking := list_missing_cards([card.base for card in move.cards], state.hands[seat]):
        yield build_missing_cards_violation(lacking, state.hands[seat])
    elif move.word not in ("", BACK):
        yield build_wrong_parts_violation(move, f"the cards, with “{BACK}” after them to reverse the order")


def _check_height_lock_and_finish(state: DaifugoState, seat: int, move: Move, shape: PlayShape) -> Iterator[Violation]:
    """Yield a violation if a play of the right kind and number is too low, breaks a lock, or is a forbidden finish."""
    cards = sort_play(move.cards)
    if not is_high_enough(state, shape, cards):
        yield broken("play.strictly-higher", cards=format_cards(cards), others=format_cards(state.pile[-1].cards))
    elif why := explain_lock(state, shape):
        yield broken("suit-lock", why=why)
    if lacking := find_missing_opening_card(state, seat, cards):
        yield broken("hand.first-card", cards=lacking.code)
    if barred := list_illegal_last_cards(state, seat, cards, shape):
        yield broken("forbidden-finish", cards=format_cards(barred))
    if move.word and not (state.options.eleven_back == "optional" and shape.count_cards_of_height(JACK)):
        chosen = state.options.eleven_back == "optional"
        yield broken("eleven-back") if chosen else build_wrong_parts_violation(move, "just the cards")


def check_give_back(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't give these cards back. Rulebook: exchange.daifugo-returns."""
    number = state.count_tribute(seat)
    if len(move.groups) != 1 or len(move.cards) != number:
        yield broken(
            "exchange.daifugo-returns", number=spell_count(number, "card").removesuffix(" card").removesuffix(" cards")
        )
    elif lacking := list_missing_cards(move.cards, state.hands[seat]):
        yield build_missing_cards_violation(lacking, state.hands[seat])


def check_card_for_seven(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    yield from _check_one_card(state, seat, move, "seven-give")


def check_card_for_ten(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    yield from _check_one_card(state, seat, move, "ten-discard")


def _check_one_card(state: DaifugoState, seat: int, move: Move, clause: str) -> Iterator[Violation]:
    if len(move.groups) != 1 or len(move.cards) != 1:
        yield broken(clause)
    elif lacking := list_missing_cards(move.cards, state.hands[seat]):
        yield build_missing_cards_violation(lacking, state.hands[seat])


# -- why a verb can't be used now -------------------------------------------------------------------------


def check_play_timing(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't play a set or a sequence now."""
    if state.phase == EXCHANGE:
        yield broken("exchange.from-second-hand")
    elif state.phase in (GIVE, THROW) and seat in state.waiting:
        yield broken("seven-give" if state.phase == GIVE else "ten-discard")
    elif state.phase != TURN:
        return
    elif seat in state.waiting:
        yield from _explain_wrong_kind_of_play(state, seat, move)
    elif not state.hands[seat]:
        yield broken("out.place")
    elif seat in state.passed and not state.options.pass_reentry:
        yield broken("pass.out-for-round")
    else:
        passed = "passed since the last play" if state.options.pass_reentry else "have passed"
        yield broken("turn.next", way=describe_direction(state), waited=f"seat {state.turn}", passed=passed)


def _explain_wrong_kind_of_play(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations that explain why the move's kind of play (set or sequence) can't be played now.

    This round or this table may not allow it, or the hand may not have such a play.
    """
    sequence_asked = move.verb == "sequence"
    if not state.options.sequences:
        yield _refuse_set(state, "There are no sequences at this table")
    elif state.pile and state.pile[-1].shape.run != sequence_asked:
        needed = "a set" if sequence_asked else "a sequence"
        yield broken("sequences", why=f"Only {needed} beats {needed}")
    elif any(_check_cards_held(state, seat, move, "")):
        yield broken("sequences", why="You don’t have a sequence you can play now")
    else:
        yield from check_sequence(state, seat, move)


def describe_direction(state: DaifugoState) -> str:
    """Return the direction of play in words."""
    if state.options.seating == "by-title" and state.titles:
        return "from the Destitute up" if state.turned else "from the Daifugo down"
    return "clockwise" if (state.options.direction_step == 1) != state.turned else "counterclockwise"


def check_pass_timing(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't pass now."""
    if seat in state.waiting and state.phase == TURN:
        yield broken("play.lead-must")
    else:
        yield from check_play_timing(state, seat, move)


def check_match_end_timing(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if a hand is in progress, so that nobody can decide now whether there is another one."""
    if state.phase in (EXCHANGE, *PLAYED):
        yield broken("session.time")


def check_give_back_timing(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't give cards back now."""
    if state.phase == EXCHANGE and seat not in state.waiting:
        yield broken("exchange.only-top-bottom")


# -- all legal plays ----------------------------------------------------------------------------------------


def list_playable_sets(state: DaifugoState, seat: int) -> Iterator[Group]:
    """Yield all sets that a seat can play now."""
    top = state.shape_to_beat
    if top is not None and top.run:
        return
    if state.plain:
        yield from _list_playable_sets_by_rank(state, seat, top)
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
                    if is_playable(state, seat, play := (*natural, *jokers[:wild])):
                        yield play
        if size <= len(jokers) and is_playable(state, seat, play := jokers[:size]):
            yield play


def _list_playable_sets_by_rank(state: DaifugoState, seat: int, top: PlayShape | None) -> Iterator[Group]:
    """Yield the sets that a seat can play now, for house rules under which only rank and number count."""
    groups: dict[int, list[Card]] = {}
    down, equal = state.is_rank_order_reversed, state.options.equal_allowed
    for card in state.hands[seat]:
        height = HEIGHT[card]
        if top is None or (height < top.height if down else height > top.height) or (equal and height == top.height):
            groups.setdefault(height, []).append(card)
    for cards in groups.values():
        for size in range(1, len(cards) + 1) if top is None else (top.size,):
            yield from combinations(cards, size)


def is_playable(state: DaifugoState, seat: int, cards: Group) -> bool:
    """Return whether a seat can play these cards now.

    Doesn't check that they are as many as in the play to beat, and of the same kind (set or sequence).
    """
    shape = find_play_shape(cards)
    return (
        shape is not None
        and is_high_enough(state, shape, cards)
        and not explain_lock(state, shape)
        and find_missing_opening_card(state, seat, cards) is None
        and not list_illegal_last_cards(state, seat, cards, shape)
    )


def list_playable_sequences(state: DaifugoState, seat: int) -> Iterator[Group]:
    """Yield the sequences that a seat can play now, with jokers only for missing cards.

    There are at most a few hundred of them.
    """
    top = state.shape_to_beat
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
                    cards = tuple(face if face in held else JOKER.substitute_for(face) for face in faces)
                    if is_playable(state, seat, cards):
                        yield cards


def list_joker_readings(cards: Group) -> Iterator[Group]:
    """Yield the sequences that these cards can make if each joker stands for a missing card.

    A joker in `cards` doesn't have to say which card that is.
    """
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
            yield sort_play((*naturals, *(JOKER.substitute_for(AT[naturals[0].suit, height]) for height in lacking)))
