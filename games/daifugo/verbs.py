"""The verbs (kinds of moves) of Daifugo: play, pass, give or discard cards, deal, and end the match."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from random import Random

from games.cards import JOKER, Card, sort_cards
from games.daifugo import legality, playing
from games.daifugo.legality import BACK
from games.daifugo.plays import HIGHEST, JACK, LOWEST, find_play_shape, sort_play
from games.daifugo.state import AGREE, EXCHANGE, GIVE, LOT, MOST_LAID, THROW, TURN, DaifugoState
from games.engine.clause import Violation
from games.engine.move import Group, Move
from games.engine.verb import Verb, Verbs, build_wrong_parts_violation
from games.engine.view import Field
from games.kit.dealer_verbs import FIRST_DEALER, build_deal_verb
from games.kit.single_card_verbs import build_card_field, describe_play
from games.words import spell_count

Own = Verb[DaifugoState]
SINGLE_CARD_MOVES: dict[Card, Move] = {}
"""The moves that play a single card, cached by card."""


def build_set_move(cards: Group) -> Move:
    """Return the move that plays a set."""
    if len(cards) == 1:
        return SINGLE_CARD_MOVES.get(cards[0]) or SINGLE_CARD_MOVES.setdefault(
            cards[0], Move(PLAY.name, groups=(cards,))
        )
    return Move(PLAY.name, groups=(cards,))


def build_give_back_move(cards: Iterable[Card]) -> Move:
    """Return the move that gives these cards back in the exchange."""
    return Move(RETURN.name, groups=(tuple(sort_cards(cards)),))


def _build_play_move_lister(
    verb: str, list_plays: Callable[[DaifugoState, int], Iterable[Group]]
) -> Callable[[DaifugoState, int], Iterator[Move]]:
    """Return a function that lists the moves for the plays that `list_plays` yields.

    If house rules let a player choose whether a jack reverses the order of ranks, a play with a jack is listed twice:
    without the reversal, and with the word for it.
    """

    def list_play_moves(state: DaifugoState, seat: int) -> Iterator[Move]:
        chosen = state.options.eleven_back == "optional"
        for cards in map(sort_play, list_plays(state, seat)):
            yield Move(verb, groups=(cards,)) if verb != "play" else build_set_move(cards)
            if chosen and (shape := find_play_shape(cards)) and shape.count_cards_of_height(JACK):
                yield Move(verb, groups=(cards,), word=BACK)

    return list_play_moves


def _build_play_form_field_builder(
    most: Callable[[DaifugoState, int], int], least: int
) -> Callable[[DaifugoState, int], tuple[Field, ...]]:
    """Return a function that builds the form fields of a play.

    To lead, a player picks at least `least` cards, and at most as many as the function `most` returns. To beat a play,
    a player picks as many cards as that play has.
    """

    def build_form_fields(state: DaifugoState, seat: int) -> tuple[Field, ...]:
        top = state.shape_to_beat
        low, high = (top.size, top.size) if top else (least, most(state, seat))
        hand = state.hands[seat]
        cards = Field("cards", "cards", "Pick cards to play", (f"hand-{seat}",), low, high, wild=JOKER in hand)
        if state.options.eleven_back != "optional" or not any(card is JOKER or card.rank == JACK for card in hand):
            return (cards,)
        back = Field("choice", "back", "Jack: reverse the order?", low=0, values=((BACK, "Reverse the order"),))
        return (cards, back)

    return build_form_fields


def _describe_play(move: Move) -> str:
    """Return a play in words. If the player chose that a jack reverses the order of ranks, the words say so."""
    if move.word != BACK:
        return describe_play(move)
    plain = describe_play(move._replace(word=""))
    return plain and f"{plain} and reverse the order"


def _get_largest_set_size(state: DaifugoState, seat: int) -> int:
    return min(len(state.hands[seat]), MOST_LAID)


def _get_longest_sequence_length(state: DaifugoState, seat: int) -> int:
    return max(map(len, legality.list_playable_sequences(state, seat)), default=HIGHEST - LOWEST)


def _describe_needed_play(state: DaifugoState, seat: int) -> str:
    if not state.pile:
        return "Play one card, or several of the same rank."
    size = state.pile[-1].shape.size
    cards = "a card that’s" if size == 1 else f"{spell_count(size, 'card')} of the same rank,"
    return (
        f"Play {cards} {legality.describe_needed_height(state)} {'as' if state.options.equal_allowed else 'than'} "
        "the play to beat."
    )


def _describe_pass(state: DaifugoState, seat: int) -> str:
    return "Skip this turn." if state.options.pass_reentry else "You’re out until the next round."


def _list_give_back_moves(state: DaifugoState, seat: int) -> Iterator[Move]:
    return map(
        build_give_back_move, dict.fromkeys(combinations(sort_cards(state.hands[seat]), state.count_tribute(seat)))
    )


def _build_give_back_form_fields(state: DaifugoState, seat: int) -> tuple[Field, ...]:
    number = state.count_tribute(seat)
    return (Field("cards", "cards", "Pick cards to give back", (f"hand-{seat}",), number, number),)


def _build_single_card_lister(name: str) -> Callable[[DaifugoState, int], Iterator[Move]]:
    return lambda state, seat: (Move(name, groups=((card,),)) for card in dict.fromkeys(state.hands[seat]))


PLAY = Own(
    *("play", "play cards of the same rank", playing.play_cards, (TURN,)),
    when=lambda state, seat: not (state.pile and state.pile[-1].shape.run),
    clause="play.lead-set",
    parts=("groups", "word"),
    wild=True,
    judge=legality.check_set,
    not_now=legality.check_play_timing,
    moves=_build_play_move_lister("play", legality.list_playable_sets),
    label="Play",
    sentence=_describe_needed_play,
    said=_describe_play,
    fields=_build_play_form_field_builder(_get_largest_set_size, 1),
    at="pile",
)
SEQUENCE = Own(
    *("sequence", "play a sequence", playing.play_cards, (TURN,)),
    when=lambda state, seat: next(legality.list_playable_sequences(state, seat), None) is not None,
    clause="sequences",
    parts=("groups", "word"),
    wild=True,
    judge=legality.check_sequence,
    not_now=legality.check_play_timing,
    moves=_build_play_move_lister("sequence", legality.list_playable_sequences),
    by_example=True,
    label="Play sequence",
    sentence="Play three or more cards of the same suit in order.",
    said=lambda move: _describe_play(move) if move.word else "",
    fields=_build_play_form_field_builder(_get_longest_sequence_length, 3),
)
PASS = Own(
    *("pass", "pass", playing.pass_turn, (TURN,)),
    when=lambda state, seat: bool(state.pile),
    clause="play.no-duty",
    not_now=legality.check_pass_timing,
    label="Pass",
    sentence=_describe_pass,
    said=lambda move: "Pass",
)
RETURN = Own(
    *("return", "give cards back", playing.give_cards_back, (EXCHANGE,)),
    clause="exchange.daifugo-returns",
    parts=("groups",),
    judge=legality.check_give_back,
    not_now=legality.check_give_back_timing,
    moves=_list_give_back_moves,
    label="Give back",
    sentence="Give back as many cards as you received.",
    fields=_build_give_back_form_fields,
)
GIVE_ONE = Own(
    *("give", "give a card", playing.give_card_for_seven, (GIVE,)),
    clause="seven-give",
    parts=("groups",),
    judge=legality.check_card_for_seven,
    moves=_build_single_card_lister("give"),
    label="Give",
    sentence="Give the next player a card for each seven.",
    fields=build_card_field("Pick a card to give"),
)
THROW_ONE = Own(
    *("throw", "discard a card", playing.discard_card_for_ten, (THROW,)),
    clause="ten-discard",
    parts=("groups",),
    judge=legality.check_card_for_ten,
    moves=_build_single_card_lister("throw"),
    label="Discard",
    sentence="Discard a card for each ten.",
    fields=build_card_field("Pick a card to discard"),
)
KEEP = Own(
    *("keep", "keep your cards", playing.keep_cards_after_tens, (THROW,)),
    clause="ten-discard",
    label="Keep",
    sentence="Keep your cards.",
)
ANOTHER = Own(
    *("another", "play another hand", playing.agree_to_another_hand, (AGREE,)),
    clause="session.end",
    not_now=legality.check_match_end_timing,
    label="Another hand",
    sentence="Deal the next hand.",
)
ENOUGH = Own(
    *("enough", "end the match", playing.stop_match, (AGREE,)),
    clause="session.end",
    not_now=legality.check_match_end_timing,
    label="End match",
    sentence="End the match.",
)

# -- the dealer -----------------------------------------------------------------------------------------------

_DEAL = build_deal_verb(playing.deal)


def _is_joker_set_aside(state: DaifugoState, move: Move) -> bool:
    """Return whether a deal would set a joker aside. Rulebook: deal.all."""
    return JOKER in move.cards[len(move.cards) - state.set_aside_count :]


def _check_deal(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if a deal isn't legal, or if it would set a joker aside."""
    faults = list(_DEAL.judge(state, seat, move))
    yield from faults
    if not faults and _is_joker_set_aside(state, move):
        yield build_wrong_parts_violation(move, "an order in which no joker is left over")


def _draw_deal(state: DaifugoState, rng: Random) -> Move:
    """Return a random deal in which no joker is set aside."""
    assert _DEAL.chance is not None
    while _is_joker_set_aside(state, move := _DEAL.chance(state, rng)):
        pass
    return move


DEAL: Own = replace(_DEAL, judge=_check_deal, chance=_draw_deal)


def _check_leader(state: DaifugoState, seat: int, move: Move) -> Iterator[Violation]:
    if move.number is None or not 0 <= move.number < state.seats:
        yield build_wrong_parts_violation(move, f"the seat that leads, from 0 to {state.seats - 1}")


DRAW = Own(
    *("lot", "pick the leader at random", playing.let_drawn_seat_lead, (LOT,)),
    clause="hand.first-leader",
    parts=("number",),
    judge=_check_leader,
    chance=lambda state, rng: Move("lot", rng.randrange(state.seats)),
)
VERBS = Verbs(PLAY, SEQUENCE, PASS, RETURN, GIVE_ONE, THROW_ONE, KEEP, ANOTHER, ENOUGH, FIRST_DEALER, DEAL, DRAW)
