"""Sentences for the bots' reasons and for hints in Daifugo, with the tests that say when each is true of a move."""

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


# -- cards given or thrown away ----------------------------------------------------------------------------


def list_card_strengths(state: State, cards: Sequence[Card]) -> list[int]:
    """Return the strengths of cards in the current order of ranks."""
    return [get_height_strength(state, HEIGHT[card.face]) for card in cards]


def list_kept_cards(state: State, seat: int, move: Move) -> list[Card]:
    """Return the cards left in the hand after a move."""
    return subtract_cards(state.hands[seat], [card.base for card in move.cards])


def is_weakest_in_hand(state: State, seat: int, move: Move) -> bool:
    """Return whether no card left in the hand is weaker than the cards of the move."""
    stay = list_card_strengths(state, list_kept_cards(state, seat, move))
    return not stay or max(list_card_strengths(state, move.cards)) <= min(stay)


def is_only_of_rank(state: State, seat: int, move: Move) -> bool:
    """Return whether each card of the move is the only one of its rank in the hand."""
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
    """Return whether no other player can beat a set, as far as the seat can count.

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
    Reason("I give back what stands alone in my hand.", require_all(RETURNS, is_only_of_rank), BACK),
    Reason("I keep stronger cards than I give back.", require_all(RETURNS, is_strongest_kept), BACK),
    Reason("I give back what I can spare.", RETURNS, BACK),
    Reason("It's my weakest card.", require_all(GIVES, is_weakest_in_hand), "seven-give"),
    Reason("It stands alone in my hand.", require_all(GIVES, is_only_of_rank), "seven-give"),
    Reason("My seven gives a card away.", GIVES, "seven-give"),
    Reason("It's my weakest card.", require_all(THROWS, is_weakest_in_hand), "ten-discard"),
    Reason("It stands alone in my hand.", require_all(THROWS, is_only_of_rank), "ten-discard"),
    Reason("It's one card less to play.", THROWS, "ten-discard"),
    Reason("I keep my cards.", KEEPS, "ten-discard"),
    Reason("It's for me to say whether we go on.", AGREES, "session.end"),
    Reason("Nothing of mine beats it.", require_all(PASSES, has_no_play), "play.no-duty"),
    Reason(describe_waiting, PASSES, "play.no-duty"),
    Reason("It empties my hand.", require_all(PLAYS, is_last_play), "out.place"),
    Reason("As far as I can count, nobody beats it.", require_all(PLAYS, is_unbeatable), "round.owner-leads"),
    Reason("It's my weakest rank.", require_all(is_lead, is_set_of_weakest_rank), "play.lead-set"),
    Reason("Nothing else gets rid of more cards at once.", require_all(is_lead, is_largest_play), "play.lead-set"),
    Reason("Something has to be led.", is_lead, "play.lead-must"),
    Reason("It's the weakest play of mine that beats it.", is_weakest_play, "play.strictly-higher"),
    Reason(
        "Anything weaker would break up equal cards, or take a joker.",
        is_weakest_without_breaking_up,
        "play.strictly-higher",
    ),
    Reason("It beats what is there.", clause="play.strictly-higher"),
)

ADVICE = (
    HintTemplate(
        "Give back what is hard to get rid of: weak cards that stand alone.",
        BACK,
        build_look_at_cards_sentence,
        require_all(RETURNS, is_only_of_rank),
    ),
    HintTemplate("Which cards can you do without?", BACK, build_look_at_cards_sentence, RETURNS),
    HintTemplate(
        "A gift is a card less to play. Which one can you spare?", "seven-give", build_look_at_cards_sentence, GIVES
    ),
    HintTemplate(
        "Each card thrown away is one less to play. Which one can you spare?",
        "ten-discard",
        build_look_at_cards_sentence,
        THROWS,
    ),
    HintTemplate("You don't have to throw a card away.", "ten-discard", "All your cards can stay.", KEEPS),
    HintTemplate(
        "You deal the next hand, if there is time for one.", "session.end", "It is for you alone to say.", AGREES
    ),
    HintTemplate(
        "Can any of your cards beat that?", "play.no-duty", "None of them does.", require_all(PASSES, has_no_play)
    ),
    HintTemplate(
        "You don't have to answer everything. Strong cards are worth more in a later round.",
        "play.no-duty",
        "What would an answer cost you now?",
        PASSES,
    ),
    HintTemplate("You can be out at once.", "out.place", build_look_at_cards_sentence, is_last_play),
    HintTemplate(
        "What nobody can beat lets you lead again. Play on with what is left.",
        "round.owner-leads",
        build_look_at_cards_sentence,
        require_all(is_lead, is_unbeatable),
    ),
    HintTemplate(
        "A sequence gets rid of several cards at once.", "sequences", build_look_at_cards_sentence, is_sequence
    ),
    HintTemplate(
        "Now and then it is worth breaking up equal cards.",
        "play.may-split",
        build_look_at_cards_sentence,
        require_all(is_lead, is_set_breaking_up_hand),
    ),
    HintTemplate(
        "When you lead you choose the number. Your weakest cards are hard to play later.",
        "play.lead-set",
        build_look_at_cards_sentence,
        require_all(is_lead, is_set_of_weakest_rank),
    ),
    HintTemplate(
        "When you lead you choose the number. Which number suits you best?",
        "play.lead-set",
        build_look_at_cards_sentence,
        is_lead,
    ),
    HintTemplate(
        "Now and then it is worth breaking up equal cards, so as to have the lead.",
        "play.may-split",
        build_look_at_cards_sentence,
        is_set_breaking_up_hand,
    ),
    HintTemplate(
        "Answer as cheaply as you can, and keep equal cards together.",
        "play.strictly-higher",
        build_look_at_cards_sentence,
        is_weakest_play,
    ),
    HintTemplate(
        "The cheapest answer is not always the best. A stronger one is harder to beat, and the lead may be yours.",
        "play.strictly-higher",
        build_look_at_cards_sentence,
    ),
)
