"""Sentences about moves in Lórum, for bots' reasons and for hints. Each has a function that says when it's true."""

from __future__ import annotations

from games.cards import Card
from games.engine.bot import Reason
from games.engine.claim import build_look_at_cards_sentence, build_verb_test, require_all
from games.engine.hint import HintTemplate
from games.engine.move import Move
from games.kit.trick_predicates import (
    beats_trick,
    cannot_win_trick,
    follows_suit,
    is_only_of_suit,
    is_void,
    leads_to_trick,
    takes_trick,
)
from games.kit.tricks import build_play_move
from games.lorum.contracts import NEXT, STEP, find_next_train_mark, get_train_points
from games.lorum.legality import list_playable_cards
from games.lorum.state import LorumState
from games.lorum.strategy import count_cards_still_out, list_quart_sequence, list_seen_cards

State = LorumState
Cards = list[Card]


# -- tricks ----------------------------------------------------------------------------------------


def list_plays(state: State, seat: int) -> list[Move]:
    """Return the moves with which a seat can legally play a card."""
    return list(map(build_play_move, list_playable_cards(state, seat)))


def is_only_playable(state: State, seat: int, move: Move) -> bool:
    return len(list_playable_cards(state, seat)) == 1


def is_last_card_in_hand(state: State, seat: int, move: Move) -> bool:
    return len(state.hands[seat]) == 1


def is_card_costing_chips(state: State, seat: int, move: Move) -> bool:
    return move.cards[0] in state.card_costs


def is_costliest_playable_card(state: State, seat: int, move: Move) -> bool:
    """Return whether the move's card costs chips, and no other card that the seat can play costs more."""
    price = state.card_costs
    return is_card_costing_chips(state, seat, move) and price[move.cards[0]] == max(
        price.get(card, 0) for card in list_playable_cards(state, seat)
    )


def list_playable_costless_cards(state: State, seat: int) -> Cards:
    """Return the cards that a seat can play and that cost no chips when taken."""
    return [card for card in list_playable_cards(state, seat) if card not in state.card_costs]


def is_highest_losing_card(state: State, seat: int, move: Move) -> bool:
    losers = [play.cards[0] for play in list_plays(state, seat) if cannot_win_trick(state, seat, play)]
    return is_highest_card_among(move.cards[0], losers)


def has_only_beating_cards(state: State, seat: int, move: Move) -> bool:
    return all(beats_trick(state, seat, play) for play in list_plays(state, seat))


def has_to_win(state: State, seat: int, move: Move) -> bool:
    """Return whether every card that the seat can play completes the trick and wins it."""
    return all(takes_trick(state, seat, play) for play in list_plays(state, seat))


def is_highest_playable(state: State, seat: int, move: Move) -> bool:
    return is_highest_card_among(move.cards[0], list_playable_cards(state, seat))


def is_lowest_playable(state: State, seat: int, move: Move) -> bool:
    return is_lowest_card_among(move.cards[0], list_playable_cards(state, seat))


def is_highest_costless_card(state: State, seat: int, move: Move) -> bool:
    return is_highest_card_among(move.cards[0], list_playable_costless_cards(state, seat))


def is_lowest_costless_card(state: State, seat: int, move: Move) -> bool:
    return is_lowest_card_among(move.cards[0], list_playable_costless_cards(state, seat))


def is_highest_card_among(card: Card, among: Cards) -> bool:
    return card in among and all(STEP[other] <= STEP[card] for other in among)


def is_lowest_card_among(card: Card, among: Cards) -> bool:
    return card in among and all(STEP[other] >= STEP[card] for other in among)


def is_trick_without_costly_cards(state: State, seat: int, move: Move) -> bool:
    return bool(state.card_costs) and not any(card in state.card_costs for card in state.trick)


def is_above_costly_card(state: State, seat: int, move: Move) -> bool:
    """Return whether another player holds a costly card that is lower than the move's card, of the same suit.

    A costly card costs chips. Cards that this seat hasn't seen count as held by another player.
    """
    card, seen = move.cards[0], list_seen_cards(state) | set(state.hands[seat])
    return any(
        costly.suit == card.suit and STEP[costly] < STEP[card] and costly not in seen for costly in state.card_costs
    )


def is_only_holder_of_suit(state: State, seat: int, move: Move) -> bool:
    return count_cards_still_out(state, seat, move.cards[0]) == (0, 0)


def is_below_all_cards_out(state: State, seat: int, move: Move) -> bool:
    higher, lower = count_cards_still_out(state, seat, move.cards[0])
    return higher > lower == 0


def is_below_most_cards_out(state: State, seat: int, move: Move) -> bool:
    higher, lower = count_cards_still_out(state, seat, move.cards[0])
    return higher > lower


# -- Train, Quart, Domino --------------------------------------------------------------------------


def is_playing_train(state: State, seat: int, move: Move) -> bool:
    return state.phase == "train"


def has_no_mark_left(state: State, seat: int, move: Move) -> bool:
    return is_playing_train(state, seat, move) and find_next_train_mark(state.total, state.options) is None


def list_cards_below_mark(state: State, cards: Cards) -> Cards:
    """Return those of the cards that keep the Train's total below its next mark.

    If no mark can be reached anymore, return all of them.
    """
    mark = find_next_train_mark(state.total, state.options)
    return [card for card in cards if mark is None or state.total + get_train_points(card, state.options) < mark]


def is_card_below_mark(state: State, seat: int, move: Move) -> bool:
    return is_playing_train(state, seat, move) and move.cards[0] in list_cards_below_mark(state, state.hands[seat])


def has_most_points(state: State, seat: int, move: Move) -> bool:
    """Return whether the move's card has the most points of all hand cards that don't reach the next mark.

    A mark is a total of the Train that costs chips. If every card of the hand would reach it, all cards of the hand are
    compared.
    """
    hand = state.hands[seat]
    among = list_cards_below_mark(state, hand) or hand
    value = get_train_points(move.cards[0], state.options)
    return move.cards[0] in among and all(get_train_points(card, state.options) <= value for card in among)


def is_mark_unavoidable(state: State, seat: int, move: Move) -> bool:
    return is_playing_train(state, seat, move) and not list_cards_below_mark(state, state.hands[seat])


def is_playing_quart(state: State, seat: int, move: Move) -> bool:
    return state.phase == "quart"


def has_last_card_of_sequence(state: State, seat: int, move: Move) -> bool:
    return is_playing_quart(state, seat, move) and list_quart_sequence(state, move.cards[0])[-1] in state.hands[seat]


def plays_most_own_cards(state: State, seat: int, move: Move) -> bool:
    """Return whether no other card would start a sequence in Quart with more cards from the seat's own hand.

    If this isn't Quart, the result is False.
    """

    def count_own_cards(card: Card) -> int:
        return sum(follower in state.hands[seat] for follower in list_quart_sequence(state, card))

    return is_playing_quart(state, seat, move) and count_own_cards(move.cards[0]) == max(
        map(count_own_cards, state.hands[seat])
    )


def is_playing_domino(state: State, seat: int, move: Move) -> bool:
    return state.phase == "domino"


def is_first_in_domino(state: State, seat: int, move: Move) -> bool:
    return is_playing_domino(state, seat, move) and not state.played


def is_next_to_own_card(state: State, seat: int, move: Move) -> bool:
    return not NEXT[move.cards[0]].isdisjoint(state.hands[seat])


def is_unblocking_own_card(state: State, seat: int, move: Move) -> bool:
    """Return whether this move in Domino makes another card of the hand fit the layout."""
    after = state.copy()
    after.played = [*state.played, move.cards[0]]
    return len(set(after.list_fitting_cards(seat)) - set(state.list_fitting_cards(seat))) > 0


def has_no_fitting_card(state: State, seat: int, move: Move) -> bool:
    return is_playing_domino(state, seat, move) and not state.list_fitting_cards(seat)


PASSES, TURNS_UP = build_verb_test("pass"), build_verb_test("turn-up")
HAS_TO = "I have to take the trick, so I play"

REASONS = (
    Reason("I can’t tell my hidden cards apart.", TURNS_UP, "ape.blind-any-position"),
    Reason("None of my cards fit.", require_all(PASSES, has_no_fitting_card), "domino.pass"),
    Reason("I’m holding my cards back.", PASSES, "domino.pass"),
    Reason("It’s my last card.", is_last_card_in_hand),
    Reason("It’s my only card of that suit.", is_only_of_suit, "trick.follow-suit"),
    Reason(
        "It can’t win this trick, and it costs the player who does.",
        require_all(follows_suit, cannot_win_trick, is_costliest_playable_card),
        "trick.no-duty-to-beat",
    ),
    Reason(
        "It’s my highest card that can’t win this trick.",
        require_all(follows_suit, is_highest_losing_card),
        "trick.no-duty-to-beat",
    ),
    Reason("It can’t win this trick.", require_all(follows_suit, cannot_win_trick), "trick.no-duty-to-beat"),
    Reason(
        f"{HAS_TO} my highest card.",
        require_all(follows_suit, has_to_win, is_highest_playable),
        "trick.winner",
    ),
    Reason(
        f"{HAS_TO} my highest card that costs nothing.",
        require_all(follows_suit, has_to_win, is_highest_costless_card),
        "trick.winner",
    ),
    Reason(
        "Nothing in this trick costs anything so far, so I play high.",
        require_all(follows_suit, is_trick_without_costly_cards, is_highest_costless_card),
        "trick.no-duty-to-beat",
    ),
    Reason("It’s my lowest card of that suit.", require_all(follows_suit, is_lowest_playable), "trick.follow-suit"),
    Reason(
        "It’s my lowest card that costs nothing.",
        require_all(follows_suit, is_lowest_costless_card),
        "trick.follow-suit",
    ),
    Reason("It’s winning the trick so far.", follows_suit, "trick.winner"),
    Reason(
        "I can’t follow suit, so I play the card that costs the most.",
        require_all(is_void, is_costliest_playable_card),
        "trick.void-any",
    ),
    Reason(
        "I can’t follow suit, and a lower penalty card of its suit is still out.",
        require_all(is_void, is_above_costly_card),
        "trick.void-any",
    ),
    Reason(
        "I can’t follow suit, so I play my highest card.",
        require_all(is_void, is_highest_playable),
        "trick.void-any",
    ),
    Reason("I can’t follow suit, so it can’t win.", is_void, "trick.off-suit-loses"),
    Reason(
        "Every card of its suit that’s still out is higher.",
        require_all(leads_to_trick, is_below_all_cards_out),
        "trick.lead-any",
    ),
    Reason(
        "Most cards of its suit that are still out are higher.",
        require_all(leads_to_trick, is_below_most_cards_out),
        "trick.lead-any",
    ),
    Reason(
        "No other card of its suit is still out.",
        require_all(leads_to_trick, is_only_holder_of_suit),
        "trick.lead-any",
    ),
    Reason("I have to lead something.", leads_to_trick, "trick.lead-any"),
    Reason("Nobody can reach another mark.", has_no_mark_left, "train.end"),
    Reason(
        "Of my cards that stay below the next mark, it’s worth the most.",
        require_all(is_card_below_mark, has_most_points),
        "train.reach",
    ),
    Reason("It stays below the next mark.", is_card_below_mark, "train.reach"),
    Reason(
        "Each of my cards reaches the next mark, so I play the biggest.",
        require_all(is_mark_unavoidable, has_most_points),
        "train.reach",
    ),
    Reason("It reaches the next mark.", is_playing_train, "train.reach"),
    Reason("Its sequence ends with one of my cards.", has_last_card_of_sequence, "quart.restart"),
    Reason("No other card lets me play more cards.", plays_most_own_cards, "quart.next-card"),
    Reason("I have to start with something.", is_playing_quart, "quart.start-any"),
    Reason("I have a card next to it.", require_all(is_first_in_domino, is_next_to_own_card), "domino.start-any"),
    Reason("Any card can be the first.", is_first_in_domino, "domino.start-any"),
    Reason("It’s my only card that fits.", require_all(is_playing_domino, is_only_playable), "domino.extend"),
    Reason(
        "It makes room for another of my cards.",
        require_all(is_playing_domino, is_unblocking_own_card),
        "domino.extend",
    ),
    Reason("It fits.", clause="domino.extend"),
)


def suggest_card_to_turn_up(state: State, seat: int, move: Move) -> str:
    return f"You can flip card {move.number}."


ADVICE = (
    HintTemplate(
        "You can’t see your cards, so one place is as good as another.",
        "ape.blind-any-position",
        suggest_card_to_turn_up,
        TURNS_UP,
    ),
    HintTemplate(
        "Look at the ends of the rows. Does one of your cards fit?", "domino.pass", "None of your cards fit.", PASSES
    ),
    HintTemplate(
        "You have only one card of that suit.", "trick.follow-suit", build_look_at_cards_sentence, is_only_of_suit
    ),
    HintTemplate(
        "Which of your cards can’t win this trick?",
        "trick.no-duty-to-beat",
        build_look_at_cards_sentence,
        require_all(follows_suit, cannot_win_trick),
    ),
    HintTemplate(
        "You have to take this trick. Which card do you want to play?",
        "trick.winner",
        build_look_at_cards_sentence,
        require_all(follows_suit, has_to_win),
    ),
    HintTemplate(
        "All your cards of that suit beat the trick so far. High or low?",
        "trick.winner",
        build_look_at_cards_sentence,
        require_all(follows_suit, has_only_beating_cards),
    ),
    HintTemplate("Do you want to take this trick?", "trick.winner", build_look_at_cards_sentence, follows_suit),
    HintTemplate(
        "You can’t follow suit. Which card do you most want to get rid of?",
        "trick.void-any",
        build_look_at_cards_sentence,
        is_void,
    ),
    HintTemplate(
        "Which card will someone else probably beat?",
        "trick.lead-any",
        build_look_at_cards_sentence,
        require_all(leads_to_trick, is_below_most_cards_out),
    ),
    HintTemplate(
        "You lead. Which card does the least harm?", "trick.lead-any", build_look_at_cards_sentence, leads_to_trick
    ),
    HintTemplate(
        "Nobody can reach another mark, so you can play any card.",
        "train.end",
        build_look_at_cards_sentence,
        has_no_mark_left,
    ),
    HintTemplate(
        "How far is the next mark, and how far will the others get before your next turn?",
        "train.reach",
        build_look_at_cards_sentence,
        is_playing_train,
    ),
    HintTemplate(
        "Which first card brings the turn back to you?",
        "quart.restart",
        build_look_at_cards_sentence,
        has_last_card_of_sequence,
    ),
    HintTemplate(
        "Which first card lets you play the most cards?",
        "quart.next-card",
        build_look_at_cards_sentence,
        require_all(is_playing_quart, plays_most_own_cards),
    ),
    HintTemplate(
        "You start a sequence. Where can it begin?", "quart.start-any", build_look_at_cards_sentence, is_playing_quart
    ),
    HintTemplate("Which card can you build on?", "domino.start-any", build_look_at_cards_sentence, is_first_in_domino),
    HintTemplate(
        "Only one of your cards fits.",
        "domino.extend",
        build_look_at_cards_sentence,
        require_all(is_playing_domino, is_only_playable),
    ),
    HintTemplate(
        "Which of your cards are blocked by others?",
        "domino.extend",
        build_look_at_cards_sentence,
        require_all(is_playing_domino, is_unblocking_own_card),
    ),
    HintTemplate("Which of your cards fit?", "domino.extend", build_look_at_cards_sentence),
)
