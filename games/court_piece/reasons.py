"""Statements about moves in Court Piece: reasons that bots give, and advice for hints."""

from __future__ import annotations

from games.cards import SINGULAR_SUIT_NAMES, SUIT_NAMES, SUITS, Card
from games.court_piece.playing import SUIT_OF, has_revoked
from games.court_piece.scoring import count_first_seven_courts
from games.court_piece.state import SEATS, CourtPieceState
from games.court_piece.strategy import is_unbeatable
from games.engine.bot import Reason
from games.engine.claim import build_verb_test, require_all
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
from games.kit.tricks import HIGHEST_ACE, build_play_move
from games.words import join_words, quote_cards, spell_count

State = CourtPieceState


# -- the call ----------------------------------------------------------------------------------------------


def count_cards_by_suit(state: State, seat: int) -> dict[str, int]:
    """Return how many cards of each suit a seat holds."""
    return {suit: sum(card.suit == suit for card in state.hands[seat]) for suit in SUITS}


def is_suit_among_longest(state: State, seat: int, move: Move) -> bool:
    held = count_cards_by_suit(state, seat)
    return held[SUIT_OF[move.word]] == max(held.values())


def is_suit_only_longest(state: State, seat: int, move: Move) -> bool:
    return is_suit_among_longest(state, seat, move) and sorted(count_cards_by_suit(state, seat).values())[-2] < max(
        count_cards_by_suit(state, seat).values()
    )


def is_higher_than_longer_suits(state: State, seat: int, move: Move) -> bool:
    """Return whether the suit chosen as trump has a higher top card than every suit with more cards in the hand."""
    held, called = count_cards_by_suit(state, seat), SUIT_OF[move.word]
    top = {
        suit: max((HIGHEST_ACE[card] for card in state.hands[seat] if card.suit == suit), default=0) for suit in SUITS
    }
    return all(top[called] > top[suit] for suit in SUITS if held[suit] > held[called])


# -- cards -------------------------------------------------------------------------------------------------


def list_plays(state: State, seat: int) -> list[Move]:
    """Return a move for each card that the seat can play, following suit where possible."""
    return list(map(build_play_move, state.list_playable_cards(seat)))


def is_trumping(state: State, seat: int, move: Move) -> bool:
    return is_void(state, seat, move) and move.cards[0].suit == state.trump


def keeps_trumps(state: State, seat: int, move: Move) -> bool:
    own = any(card.suit == state.trump for card in state.hands[seat])
    return is_void(state, seat, move) and own and move.cards[0].suit != state.trump


def has_no_beating_card(state: State, seat: int, move: Move) -> bool:
    return bool(state.trick) and not any(beats_trick(state, seat, play) for play in list_plays(state, seat))


def is_unbeatable_in_suit(state: State, seat: int, move: Move) -> bool:
    return is_unbeatable(state, seat, move.cards[0])


def is_lowest_in_suit(state: State, seat: int, move: Move) -> bool:
    """Return whether the hand has no lower card of the suit than the move's card."""
    card = move.cards[0]
    return all(HIGHEST_ACE[other] >= HIGHEST_ACE[card] for other in state.hands[seat] if other.suit == card.suit)


def is_of_longest_suit(state: State, seat: int, move: Move) -> bool:
    """Return whether the hand has no longer suit than the suit of this card, not counting trump."""
    held = count_cards_by_suit(state, seat)
    return held[move.cards[0].suit] == max(number for suit, number in held.items() if suit != state.trump)


def is_low_from_longest_suit(state: State, seat: int, move: Move) -> bool:
    low = (
        leads_to_trick(state, seat, move) and move.cards[0].suit != state.trump and is_lowest_in_suit(state, seat, move)
    )
    return low and is_of_longest_suit(state, seat, move)


def has_no_unbeatable_card(state: State, seat: int, move: Move) -> bool:
    return not any(is_unbeatable(state, seat, card) for card in state.hands[seat] if card.suit != state.trump)


def is_partner_winning(state: State, seat: int, move: Move) -> bool:
    """Return whether the partner's card is winning the trick and the move doesn't beat it."""
    return (
        cannot_win_trick(state, seat, move) and state.get_trick_winner(state.leader, state.trick) == (seat + 2) % SEATS
    )


# -- other decisions ---------------------------------------------------------------------------------------


def has_seen_no_revoke(state: State, seat: int, move: Move) -> bool:
    """Return whether the cards seen so far prove no revoke of an opponent of this seat."""
    others = [(seat + by) % SEATS for by in (1, 3)]
    return not any(has_revoked(state, other, trick + 1) for other in others for trick in range(len(state.tricks)))


def can_play_on_without_loss(state: State, seat: int) -> bool:
    """Return whether all thirteen tricks would score at least as many courts as stopping after the first seven.

    A court is the game's point. The first seven tricks were all won by the seat's side.
    """
    return state.options.playon_adds or state.options.playon_value >= count_first_seven_courts(state, seat % 2)


def is_harmless_play_on(state: State, seat: int, move: Move) -> bool:
    return can_play_on_without_loss(state, seat)


def get_own_trick_card(state: State, seat: int) -> Card:
    """Return the card that a seat has played to the current trick."""
    return state.trick[state.get_place_in_trick(seat)]


def can_win_trick_with(state: State, seat: int, card: Card) -> bool:
    """Return whether the seat would be winning the current trick with this card instead of the one it played."""
    place = state.get_place_in_trick(seat)
    cards = [*state.trick[:place], card, *state.trick[place + 1 :]]
    return state.get_trick_winner(state.leader, cards) == seat


def keeps_winning_card(state: State, seat: int, move: Move) -> bool:
    return can_win_trick_with(state, seat, get_own_trick_card(state, seat))


def changes_to_winning_card(state: State, seat: int, move: Move) -> bool:
    return can_win_trick_with(state, seat, move.cards[0]) and not keeps_winning_card(state, seat, move)


def changes_to_lower_card(state: State, seat: int, move: Move) -> bool:
    card, old = move.cards[0], get_own_trick_card(state, seat)
    return card.suit == old.suit and HIGHEST_ACE[card] < HIGHEST_ACE[old]


CALLS, GOES_ON, STOPS, CONFIRMS = (
    build_verb_test("trump"),
    build_verb_test("go-on"),
    build_verb_test("stop"),
    build_verb_test("confirm"),
)
KEEPS, CHANGES, CLAIMS, DEALS = (
    build_verb_test("keep"),
    build_verb_test("change"),
    build_verb_test("claim"),
    build_verb_test("deal-on"),
)

REASONS = (
    Reason("It’s my longest suit.", require_all(CALLS, is_suit_only_longest), "trump.five-card-call"),
    Reason("None of my suits is longer.", require_all(CALLS, is_suit_among_longest), "trump.five-card-call"),
    Reason(
        "I have a longer suit, but this one is higher.",
        require_all(CALLS, is_higher_than_longer_suits),
        "trump.five-card-call",
    ),
    Reason("I expect the most from this suit.", CALLS, "trump.five-card-call"),
    Reason(
        "None of the cards still out beats it in its suit.",
        require_all(leads_to_trick, is_unbeatable_in_suit),
        "trick.led-suit-wins",
    ),
    Reason("It’s a low card from my longest suit.", is_low_from_longest_suit, "trick.lead-any"),
    Reason("I have to lead something.", leads_to_trick, "trick.lead-any"),
    Reason("It’s my only card of that suit.", is_only_of_suit, "trick.follow-suit"),
    Reason("It wins the trick.", require_all(is_trumping, takes_trick), "trick.trump-wins"),
    Reason("It wins the trick.", require_all(follows_suit, takes_trick), "trick.led-suit-wins"),
    Reason("A trump beats every card in the trick so far.", require_all(is_trumping, beats_trick), "trick.trump-wins"),
    Reason(
        "It’s the best card so far, and all higher cards of its suit are gone.",
        require_all(follows_suit, beats_trick, is_unbeatable_in_suit),
        "trick.led-suit-wins",
    ),
    Reason("It beats every card in the trick so far.", require_all(follows_suit, beats_trick), "trick.led-suit-wins"),
    Reason("My partner is winning the trick so far.", is_partner_winning, "trick.side-pile"),
    Reason(
        "I can’t beat the trick, so I play low.",
        require_all(follows_suit, has_no_beating_card, is_lowest_in_suit),
        "trick.follow-suit",
    ),
    Reason("It’s my lowest card of that suit.", require_all(follows_suit, is_lowest_in_suit), "trick.follow-suit"),
    Reason("It follows suit.", follows_suit, "trick.follow-suit"),
    Reason("I keep my trumps.", keeps_trumps, "trick.no-duty-to-trump"),
    Reason("It can’t win this trick.", cannot_win_trick, "trick.discard-loses"),
    Reason(
        "We already have the court, and trying for more costs nothing.",
        require_all(GOES_ON, is_harmless_play_on),
        "playon.no-penalty",
    ),
    Reason("We already have the court.", build_verb_test("go-on", "stop"), "playon.default-stop"),
    Reason("I didn’t see anything wrong.", require_all(CONFIRMS, has_seen_no_revoke), "revoke.confirm"),
    Reason("I have nothing to claim.", CONFIRMS, "revoke.confirm"),
    Reason(
        "My card is winning the trick now.",
        require_all(KEEPS, keeps_winning_card),
        "revoke.followers-may-change",
    ),
    Reason("I’m keeping my card.", KEEPS, "revoke.followers-may-change"),
    Reason(
        "It’s winning the trick now. My old card wasn’t.",
        require_all(CHANGES, changes_to_winning_card),
        "trick.led-suit-wins",
    ),
    Reason("It’s lower than my old card.", require_all(CHANGES, changes_to_lower_card), "revoke.followers-may-change"),
    Reason("I’m changing my card.", CHANGES, "revoke.followers-may-change"),
    Reason("They didn’t follow that suit earlier, but they had it.", CLAIMS, "revoke.claim"),
    Reason("I want to play one more hand.", DEALS, "match.end"),
    Reason("It’s one of the things I can do now."),
)


def describe_suit_lengths(state: State, seat: int, move: Move) -> str:
    held = join_words(
        [spell_count(number, SINGULAR_SUIT_NAMES[suit]) for suit, number in count_cards_by_suit(state, seat).items()]
    )
    return f"You have {held}. Look at the {move.word}."


def suggest_card_to_play(state: State, seat: int, move: Move) -> str:
    return f"Look at your {SUIT_NAMES[move.cards[0].suit]}. You can play {quote_cards(move.cards)}."


def describe_kept_card(state: State, seat: int, move: Move) -> str:
    return f"Look at the trick now. You can keep {quote_cards([get_own_trick_card(state, seat)])}."


COUNT = "Count the cards that could still beat yours."

ADVICE = (
    HintTemplate(
        "A long suit makes a good trump suit. High cards come second, and other aces win tricks anyway.",
        "trump.five-card-call",
        describe_suit_lengths,
        require_all(CALLS, is_suit_among_longest),
    ),
    HintTemplate(
        "High cards can be worth more than one extra trump.", "trump.five-card-call", describe_suit_lengths, CALLS
    ),
    HintTemplate(
        "You lead. One of your cards can’t be beaten in its suit.",
        "trick.lead-any",
        suggest_card_to_play,
        require_all(leads_to_trick, is_unbeatable_in_suit),
    ),
    HintTemplate(
        "You lead without a sure trick. A low card from a long suit gives little away.",
        "trick.lead-any",
        suggest_card_to_play,
        require_all(is_low_from_longest_suit, has_no_unbeatable_card),
    ),
    HintTemplate(
        "You lead. Which suit do you want the others to play?", "trick.lead-any", suggest_card_to_play, leads_to_trick
    ),
    HintTemplate("You have only one card of that suit.", "trick.follow-suit", suggest_card_to_play, is_only_of_suit),
    HintTemplate(
        "You can beat every card in the trick so far.",
        "trick.led-suit-wins",
        suggest_card_to_play,
        require_all(follows_suit, beats_trick),
    ),
    HintTemplate(
        "Your partner is winning the trick so far. Don’t waste a high card on it.",
        "trick.follow-suit",
        suggest_card_to_play,
        require_all(follows_suit, is_partner_winning, is_lowest_in_suit),
    ),
    HintTemplate(
        "Your partner is winning the trick so far.",
        "trick.follow-suit",
        suggest_card_to_play,
        require_all(follows_suit, is_partner_winning),
    ),
    HintTemplate(
        "You can’t beat the trick, so don’t waste a high card on it.",
        "trick.follow-suit",
        suggest_card_to_play,
        require_all(follows_suit, has_no_beating_card, is_lowest_in_suit),
    ),
    HintTemplate("Is this trick worth a high card?", "trick.follow-suit", suggest_card_to_play, follows_suit),
    HintTemplate(
        "You have none of that suit, and your trump beats the trick so far.",
        "trick.trump-wins",
        suggest_card_to_play,
        require_all(is_trumping, beats_trick),
    ),
    HintTemplate(
        "You can’t follow suit, and your partner is winning the trick so far.",
        "trick.no-duty-to-trump",
        suggest_card_to_play,
        require_all(is_void, is_partner_winning),
    ),
    HintTemplate(
        "You don’t have to trump. Which card can you spare?",
        "trick.no-duty-to-trump",
        suggest_card_to_play,
        keeps_trumps,
    ),
    HintTemplate("You can’t follow suit. Which card can you spare?", "trick.void-any", suggest_card_to_play, is_void),
    HintTemplate(
        "Trying for all 13 costs nothing.",
        "playon.no-penalty",
        COUNT,
        require_all(GOES_ON, is_harmless_play_on),
    ),
    HintTemplate("You already have the court. Can you take all 13?", "playon.option", COUNT, GOES_ON),
    HintTemplate("You already have the court. Can you take all 13?", "playon.default-stop", COUNT, STOPS),
    HintTemplate(
        "As far as you can see, nobody revoked.",
        "revoke.confirm",
        "There’s nothing to claim.",
        require_all(CONFIRMS, has_seen_no_revoke),
    ),
    HintTemplate(
        "Did your opponents follow suit whenever they could?", "revoke.confirm", "Look at the tricks.", CONFIRMS
    ),
    HintTemplate(
        "Would a different card do better in the trick now?",
        "revoke.followers-may-change",
        describe_kept_card,
        KEEPS,
    ),
    HintTemplate(
        "Would a different card do better in the trick now?",
        "revoke.followers-may-change",
        suggest_card_to_play,
        CHANGES,
    ),
    HintTemplate(
        "An opponent could have followed suit but didn’t.",
        "revoke.claim",
        "Remember who didn’t follow suit, and what they played later.",
        CLAIMS,
    ),
    HintTemplate("You could play another hand.", "match.end", "It’s your deal.", DEALS),
    HintTemplate("There’s nothing to decide here.", "match.end", "Do what the table asks."),
)
