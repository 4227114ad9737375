"""Sentences for the bots' reasons and for hints in Daifugo, with predicates that say when each is true of a move."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import JOKER, Card, subtract_cards
from games.daifugo.legality import list_playable_sequences, list_playable_sets
from games.daifugo.playing import is_revolution
from games.daifugo.plays import HEIGHT, JACK, find_play_shape, sort_play
from games.daifugo.state import DaifugoState
from games.daifugo.strategy import PlayOption, count_unseen_by_height, get_height_strength, is_set_sure_to_win
from games.engine.bot import Reason
from games.engine.claim import build_look_at_cards_sentence, build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Group, Move

State = DaifugoState


# -- cards given or discarded ----------------------------------------------------------------------------


def list_card_strengths(state: State, cards: Sequence[Card]) -> list[int]:
    """Return the strength of each card in the current order of ranks."""
    return [get_height_strength(state, HEIGHT[card.face]) for card in cards]


def list_kept_cards(state: State, seat: int, move: Move) -> list[Card]:
    """Return the cards left in the hand after a move."""
    return subtract_cards(state.hands[seat], [card.base for card in move.cards])


def is_weakest_in_hand(state: State, seat: int, move: Move) -> bool:
    """Return whether no card left in the hand is weaker than the cards of the move."""
    stay = list_card_strengths(state, list_kept_cards(state, seat, move))
    return not stay or max(list_card_strengths(state, move.cards)) <= min(stay)


def is_only_of_rank(state: State, seat: int, move: Move) -> bool:
    """Return whether each card of the move is the only card of its rank in the hand."""
    ranks = [HEIGHT[card] for card in state.hands[seat]]
    return all(ranks.count(HEIGHT[card]) == 1 for card in move.cards)


def is_strongest_kept(state: State, seat: int, move: Move) -> bool:
    stay = list_card_strengths(state, list_kept_cards(state, seat, move))
    return bool(stay) and max(stay) > max(list_card_strengths(state, move.cards))


# -- plays -------------------------------------------------------------------------------------------------


def list_plays(state: State, seat: int) -> list[Group]:
    """Return all sets and sequences that a seat can play now."""
    return [*list_playable_sets(state, seat), *list_playable_sequences(state, seat)]


def has_no_play(state: State, seat: int, move: Move) -> bool:
    return not list_plays(state, seat)


def is_lead(state: State, seat: int, move: Move) -> bool:
    return not state.pile


def is_last_play(state: State, seat: int, move: Move) -> bool:
    return len(move.cards) == len(state.hands[seat])


def is_sequence(state: State, seat: int, move: Move) -> bool:
    return move.verb == "sequence"


def get_play_strength(state: State, cards: Group) -> int:
    """Return the strength of a play in the current order of ranks."""
    shape = find_play_shape(sort_play(cards))
    assert shape is not None
    return get_height_strength(state, shape.height)


def is_unbeatable(state: State, seat: int, move: Move) -> bool:
    """Return whether no other player can beat the move's set, judging by the cards that the seat hasn't seen.

    False for sequences, and for sets that reverse the order of ranks.
    """
    cards = sort_play(move.cards)
    shape = find_play_shape(cards)
    if shape is None or shape.run or is_revolution(state.options, shape):
        return False
    if state.options.eleven_back != "off" and shape.count_cards_of_height(JACK):
        return False
    return is_set_sure_to_win(
        state,
        PlayOption(cards, shape, get_height_strength(state, shape.height), 0),
        count_unseen_by_height(state, seat),
    )


def is_set_of_weakest_rank(state: State, seat: int, move: Move) -> bool:
    """Return whether the move is a set of the weakest rank in the hand, without jokers."""
    alone = JOKER not in move.cards and not is_sequence(state, seat, move)
    return alone and get_play_strength(state, move.cards) == min(list_card_strengths(state, state.hands[seat]))


def is_largest_play(state: State, seat: int, move: Move) -> bool:
    return len(move.cards) == max(map(len, list_plays(state, seat)))


def is_weakest_play(state: State, seat: int, move: Move) -> bool:
    """Return whether no other legal play is weaker."""
    return all(
        get_play_strength(state, cards) >= get_play_strength(state, move.cards) for cards in list_plays(state, seat)
    )


def are_cards_breaking_up_hand(state: State, seat: int, cards: Group) -> bool:
    """Return whether a set leaves a card of its rank in the hand, or uses a joker."""
    ranks = {HEIGHT[card] for card in cards if card is not JOKER}
    rest = subtract_cards(state.hands[seat], cards)
    return JOKER in cards or any(HEIGHT[card] in ranks for card in rest)


def is_set_breaking_up_hand(state: State, seat: int, move: Move) -> bool:
    return not is_sequence(state, seat, move) and are_cards_breaking_up_hand(state, seat, move.cards)


def is_weakest_without_breaking_up(state: State, seat: int, move: Move) -> bool:
    """Return whether this set breaks up nothing in the hand, while every weaker play does.

    Using a joker also counts as breaking up.
    """
    if is_sequence(state, seat, move) or are_cards_breaking_up_hand(state, seat, move.cards):
        return False
    weaker = [
        cards
        for cards in list_plays(state, seat)
        if get_play_strength(state, cards) < get_play_strength(state, move.cards)
    ]
    return bool(weaker) and all(are_cards_breaking_up_hand(state, seat, cards) for cards in weaker)


def describe_waiting(state: State, seat: int, move: Move) -> str:
    return f"I wait for the next {'turn' if state.options.pass_reentry else 'round'}."


RETURNS, GIVES, THROWS, KEEPS = (
    build_verb_test("return"),
    build_verb_test("give"),
    build_verb_test("throw"),
    build_verb_test("keep"),
)
AGREES, PASSES, PLAYS = (
    build_verb_test("another", "enough"),
    build_verb_test("pass"),
    build_verb_test("play", "sequence"),
)
BACK = "exchange.daifugo-returns"

REASONS = (
    Reason("I give back the weakest cards I have.", require_all(RETURNS, is_weakest_in_hand), BACK),
    Reason("I give back cards that don’t match any others.", require_all(RETURNS, is_only_of_rank), BACK),
    Reason("I keep stronger cards than the ones I give back.", require_all(RETURNS, is_strongest_kept), BACK),
    Reason("I give back cards I can spare.", RETURNS, BACK),
    Reason("It’s my weakest card.", require_all(GIVES, is_weakest_in_hand), "seven-give"),
    Reason("It doesn’t match any of my other cards.", require_all(GIVES, is_only_of_rank), "seven-give"),
    Reason("I give a card away for my seven.", GIVES, "seven-give"),
    Reason("It’s my weakest card.", require_all(THROWS, is_weakest_in_hand), "ten-discard"),
    Reason("It doesn’t match any of my other cards.", require_all(THROWS, is_only_of_rank), "ten-discard"),
    Reason("I have one fewer card to play.", THROWS, "ten-discard"),
    Reason("I keep my cards.", KEEPS, "ten-discard"),
    Reason("I decide whether we play another hand.", AGREES, "session.end"),
    Reason("None of my cards can beat it.", require_all(PASSES, has_no_play), "play.no-duty"),
    Reason(describe_waiting, PASSES, "play.no-duty"),
    Reason("I’m out of cards.", require_all(PLAYS, is_last_play), "out.place"),
    Reason("By my count, nobody can beat it.", require_all(PLAYS, is_unbeatable), "round.owner-leads"),
    Reason("It’s my weakest rank.", require_all(is_lead, is_set_of_weakest_rank), "play.lead-set"),
    Reason("It gets rid of as many cards as possible.", require_all(is_lead, is_largest_play), "play.lead-set"),
    Reason("I have to lead something.", is_lead, "play.lead-must"),
    Reason("It’s my weakest play that beats it.", is_weakest_play, "play.strictly-higher"),
    Reason(
        "Anything weaker would split a set or use a joker.",
        is_weakest_without_breaking_up,
        "play.strictly-higher",
    ),
    Reason("It beats the last play.", clause="play.strictly-higher"),
)

ADVICE = (
    HintTemplate(
        "Which weak cards don’t match any others? Those are hard to get rid of.",
        BACK,
        build_look_at_cards_sentence,
        require_all(RETURNS, is_only_of_rank),
    ),
    HintTemplate("Which cards can you spare?", BACK, build_look_at_cards_sentence, RETURNS),
    HintTemplate(
        "Giving a card away means one fewer to play. Which one can you spare?",
        "seven-give",
        build_look_at_cards_sentence,
        GIVES,
    ),
    HintTemplate(
        "Each discard means one fewer card to play. Which one can you spare?",
        "ten-discard",
        build_look_at_cards_sentence,
        THROWS,
    ),
    HintTemplate("You don’t have to discard.", "ten-discard", "Keep all your cards.", KEEPS),
    HintTemplate("You deal the next hand, if you want another one.", "session.end", "Only you can decide.", AGREES),
    HintTemplate(
        "Can any of your cards beat that?", "play.no-duty", "None of them can.", require_all(PASSES, has_no_play)
    ),
    HintTemplate(
        "You don’t have to beat every play. Strong cards might do more in a later round.",
        "play.no-duty",
        "Which strong cards would you lose by playing now?",
        PASSES,
    ),
    HintTemplate("You can go out right now.", "out.place", build_look_at_cards_sentence, is_last_play),
    HintTemplate(
        "A play nobody can beat lets you lead again. What will you play next?",
        "round.owner-leads",
        build_look_at_cards_sentence,
        require_all(is_lead, is_unbeatable),
    ),
    HintTemplate(
        "A sequence gets rid of several cards at once.", "sequences", build_look_at_cards_sentence, is_sequence
    ),
    HintTemplate(
        "Sometimes it’s worth splitting a set.",
        "play.may-split",
        build_look_at_cards_sentence,
        require_all(is_lead, is_set_breaking_up_hand),
    ),
    HintTemplate(
        "You lead, so you choose how many cards. Your weakest cards are hard to play later.",
        "play.lead-set",
        build_look_at_cards_sentence,
        require_all(is_lead, is_set_of_weakest_rank),
    ),
    HintTemplate(
        "You lead, so you choose how many cards. What suits your hand best?",
        "play.lead-set",
        build_look_at_cards_sentence,
        is_lead,
    ),
    HintTemplate(
        "Sometimes it’s worth splitting a set to get the lead.",
        "play.may-split",
        build_look_at_cards_sentence,
        is_set_breaking_up_hand,
    ),
    HintTemplate(
        "Beat it with your weakest cards, and keep your sets together.",
        "play.strictly-higher",
        build_look_at_cards_sentence,
        is_weakest_play,
    ),
    HintTemplate(
        "Your weakest play isn’t always best. A stronger one might win you the lead.",
        "play.strictly-higher",
        build_look_at_cards_sentence,
    ),
)
