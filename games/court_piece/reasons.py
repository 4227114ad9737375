"""Statements about moves in Court Piece: reasons that bots give, and advice for hints."""

from __future__ import annotations

from games.cards import SUIT_NAMES, SUITS, Card
from games.court_piece.playing import SUIT_OF, has_revoked
from games.court_piece.scoring import count_sweep_courts
from games.court_piece.state import SEATS, CourtPieceState
from games.court_piece.strategy import is_unbeatable
from games.engine.bot import Reason
from games.engine.claim import combine_tests, has_verb
from games.engine.hint import HintTemplate
from games.engine.move import Move
from games.kit.trick_claims import beats, cannot_win, follows, is_void, leads, only_of_suit, takes_trick
from games.kit.tricks import HIGHEST_ACE, make_play_move
from games.words import join_words, quote_cards, spell_count

State = CourtPieceState


# -- the call ----------------------------------------------------------------------------------------------


def count_suits(state: State, seat: int) -> dict[str, int]:
    """Return how many cards of each suit a seat holds."""
    return {suit: sum(card.suit == suit for card in state.hands[seat]) for suit in SUITS}


def has_no_longer_suit(state: State, seat: int, move: Move) -> bool:
    held = count_suits(state, seat)
    return held[SUIT_OF[move.word]] == max(held.values())


def is_longest_suit(state: State, seat: int, move: Move) -> bool:
    return has_no_longer_suit(state, seat, move) and sorted(count_suits(state, seat).values())[-2] < max(
        count_suits(state, seat).values()
    )


def is_higher_than_longer(state: State, seat: int, move: Move) -> bool:
    """Return whether the highest card of the called suit is above that of every longer suit."""
    held, called = count_suits(state, seat), SUIT_OF[move.word]
    top = {suit: max((HIGHEST_ACE[one] for one in state.hands[seat] if one.suit == suit), default=0) for suit in SUITS}
    return all(top[called] > top[suit] for suit in SUITS if held[suit] > held[called])


# -- cards -------------------------------------------------------------------------------------------------


def list_plays(state: State, seat: int) -> list[Move]:
    """Return a move for each card that the seat can play, following suit where possible."""
    return list(map(make_play_move, state.playable(seat)))


def is_trumping(state: State, seat: int, move: Move) -> bool:
    return is_void(state, seat, move) and move.cards[0].suit == state.trump


def keeps_trumps(state: State, seat: int, move: Move) -> bool:
    own = any(card.suit == state.trump for card in state.hands[seat])
    return is_void(state, seat, move) and own and move.cards[0].suit != state.trump


def has_no_beating_card(state: State, seat: int, move: Move) -> bool:
    return bool(state.trick) and not any(beats(state, seat, one) for one in list_plays(state, seat))


def is_highest_out(state: State, seat: int, move: Move) -> bool:
    return is_unbeatable(state, seat, move.cards[0])


def is_lowest_in_suit(state: State, seat: int, move: Move) -> bool:
    """Return whether the hand has no lower card of the suit."""
    card = move.cards[0]
    return all(HIGHEST_ACE[one] >= HIGHEST_ACE[card] for one in state.hands[seat] if one.suit == card.suit)


def is_of_longest_suit(state: State, seat: int, move: Move) -> bool:
    """Return whether no other suit except trump is longer in the hand."""
    held = count_suits(state, seat)
    return held[move.cards[0].suit] == max(number for suit, number in held.items() if suit != state.trump)


def is_low_of_longest(state: State, seat: int, move: Move) -> bool:
    low = leads(state, seat, move) and move.cards[0].suit != state.trump and is_lowest_in_suit(state, seat, move)
    return low and is_of_longest_suit(state, seat, move)


def has_no_sure_card(state: State, seat: int, move: Move) -> bool:
    return not any(is_unbeatable(state, seat, card) for card in state.hands[seat] if card.suit != state.trump)


def is_partner_winning(state: State, seat: int, move: Move) -> bool:
    """Return whether the partner's card is winning the trick and the move doesn't beat it."""
    return cannot_win(state, seat, move) and state.find_winner(state.leader, state.trick) == (seat + 2) % SEATS


# -- other decisions ---------------------------------------------------------------------------------------


def has_seen_no_revoke(state: State, seat: int, move: Move) -> bool:
    """Return whether the cards played so far prove no revoke of an opponent."""
    others = [(seat + by) % SEATS for by in (1, 3)]
    return not any(has_revoked(state, other, trick + 1) for other in others for trick in range(len(state.tricks)))


def is_trying_free(state: State, seat: int) -> bool:
    """Return whether all thirteen tricks are worth no less than the first seven."""
    return state.options.playon_adds or state.options.playon_value >= count_sweep_courts(state, seat % 2)


def is_free_to_try(state: State, seat: int, move: Move) -> bool:
    return is_trying_free(state, seat)


def get_own_card(state: State, seat: int) -> Card:
    """Return the card that a seat has in the trick."""
    return state.trick[state.find_place_in_trick(seat)]


def can_win_with(state: State, seat: int, card: Card) -> bool:
    """Return whether the seat would win the trick so far with this card in place of its own."""
    place = state.find_place_in_trick(seat)
    cards = [*state.trick[:place], card, *state.trick[place + 1 :]]
    return state.find_winner(state.leader, cards) == seat


def keeps_winner(state: State, seat: int, move: Move) -> bool:
    return can_win_with(state, seat, get_own_card(state, seat))


def changes_to_winner(state: State, seat: int, move: Move) -> bool:
    return can_win_with(state, seat, move.cards[0]) and not keeps_winner(state, seat, move)


def changes_to_lower(state: State, seat: int, move: Move) -> bool:
    card, old = move.cards[0], get_own_card(state, seat)
    return card.suit == old.suit and HIGHEST_ACE[card] < HIGHEST_ACE[old]


CALLS, GOES_ON, STOPS, CONFIRMS = has_verb("trump"), has_verb("go-on"), has_verb("stop"), has_verb("confirm")
KEEPS, CHANGES, CLAIMS, DEALS = has_verb("keep"), has_verb("change"), has_verb("claim"), has_verb("deal-on")

REASONS = (
    Reason("It's my longest suit.", combine_tests(CALLS, is_longest_suit), "trump.five-card-call"),
    Reason("I have no longer suit.", combine_tests(CALLS, has_no_longer_suit), "trump.five-card-call"),
    Reason(
        "I have a longer suit, but this one is higher.",
        combine_tests(CALLS, is_higher_than_longer),
        "trump.five-card-call",
    ),
    Reason("I expect most from this suit.", CALLS, "trump.five-card-call"),
    Reason(
        "Nothing that is still out beats it in its suit.", combine_tests(leads, is_highest_out), "trick.led-suit-wins"
    ),
    Reason("It's a low card of my longest suit.", is_low_of_longest, "trick.lead-any"),
    Reason("Something has to be led.", leads, "trick.lead-any"),
    Reason("It's my only card of that suit.", only_of_suit, "trick.follow-suit"),
    Reason("It takes the trick.", combine_tests(is_trumping, takes_trick), "trick.trump-wins"),
    Reason("It takes the trick.", combine_tests(follows, takes_trick), "trick.led-suit-wins"),
    Reason("A trump beats every card of the trick so far.", combine_tests(is_trumping, beats), "trick.trump-wins"),
    Reason(
        "It's the best card so far, and no higher one of its suit is out.",
        combine_tests(follows, beats, is_highest_out),
        "trick.led-suit-wins",
    ),
    Reason("It beats every card of the trick so far.", combine_tests(follows, beats), "trick.led-suit-wins"),
    Reason("My partner has the trick so far.", is_partner_winning, "trick.side-pile"),
    Reason(
        "I can't beat the trick, so I play low.",
        combine_tests(follows, has_no_beating_card, is_lowest_in_suit),
        "trick.follow-suit",
    ),
    Reason("It's my lowest card of that suit.", combine_tests(follows, is_lowest_in_suit), "trick.follow-suit"),
    Reason("It follows suit.", follows, "trick.follow-suit"),
    Reason("I keep my trumps.", keeps_trumps, "trick.no-duty-to-trump"),
    Reason("It can't win this trick.", cannot_win, "trick.discard-loses"),
    Reason(
        "The court is ours already, and trying for more costs nothing.",
        combine_tests(GOES_ON, is_free_to_try),
        "playon.no-penalty",
    ),
    Reason("The court is ours already.", has_verb("go-on", "stop"), "playon.default-stop"),
    Reason("I saw nothing wrong.", combine_tests(CONFIRMS, has_seen_no_revoke), "revoke.confirm"),
    Reason("I claim nothing.", CONFIRMS, "revoke.confirm"),
    Reason("My card has the trick as it is now.", combine_tests(KEEPS, keeps_winner), "revoke.followers-may-change"),
    Reason("I stay with my card.", KEEPS, "revoke.followers-may-change"),
    Reason(
        "It has the trick as it is now. My old card didn't.",
        combine_tests(CHANGES, changes_to_winner),
        "trick.led-suit-wins",
    ),
    Reason("It's lower than my old card.", combine_tests(CHANGES, changes_to_lower), "revoke.followers-may-change"),
    Reason("I play another card now.", CHANGES, "revoke.followers-may-change"),
    Reason("That suit was not followed before, and now it is there.", CLAIMS, "revoke.claim"),
    Reason("One more.", DEALS, "match.end"),
    Reason("It's one of the things I can do now."),
)


def describe_suits(state: State, seat: int, move: Move) -> str:
    held = join_words(
        [spell_count(number, SUIT_NAMES[suit].removesuffix("s")) for suit, number in count_suits(state, seat).items()]
    )
    return f"You hold {held}. Look at the {move.word}."


def describe_play(state: State, seat: int, move: Move) -> str:
    return f"Look at the {SUIT_NAMES[move.cards[0].suit]}: {quote_cards(move.cards)} will do."


def describe_kept_card(state: State, seat: int, move: Move) -> str:
    return f"Look at the trick as it is now: your {quote_cards([get_own_card(state, seat)])} can stay."


COUNT = "Count the cards that could still beat yours."

ADVICE = (
    HintTemplate(
        "Long suits make good trumps. High cards come second, and aces of other suits take tricks anyway.",
        "trump.five-card-call",
        describe_suits,
        combine_tests(CALLS, has_no_longer_suit),
    ),
    HintTemplate("High cards can be worth more than one more trump.", "trump.five-card-call", describe_suits, CALLS),
    HintTemplate(
        "You lead. Nothing that is still out beats one of your cards in its suit.",
        "trick.lead-any",
        describe_play,
        combine_tests(leads, is_highest_out),
    ),
    HintTemplate(
        "You lead without a sure trick, and a low card of a long suit gives little away.",
        "trick.lead-any",
        describe_play,
        combine_tests(is_low_of_longest, has_no_sure_card),
    ),
    HintTemplate("You lead. Which suit do you want the others to play?", "trick.lead-any", describe_play, leads),
    HintTemplate("There is no choice this time.", "trick.follow-suit", describe_play, only_of_suit),
    HintTemplate(
        "You can beat every card of the trick so far.",
        "trick.led-suit-wins",
        describe_play,
        combine_tests(follows, beats),
    ),
    HintTemplate(
        "Your partner has the trick so far. Don't waste a high card on it.",
        "trick.follow-suit",
        describe_play,
        combine_tests(follows, is_partner_winning, is_lowest_in_suit),
    ),
    HintTemplate(
        "Your partner has the trick so far.",
        "trick.follow-suit",
        describe_play,
        combine_tests(follows, is_partner_winning),
    ),
    HintTemplate(
        "You can't beat the trick, so don't waste a high card on it.",
        "trick.follow-suit",
        describe_play,
        combine_tests(follows, has_no_beating_card, is_lowest_in_suit),
    ),
    HintTemplate("Is this trick worth a high card?", "trick.follow-suit", describe_play, follows),
    HintTemplate(
        "You have none of that suit, and a trump of yours beats the trick so far.",
        "trick.trump-wins",
        describe_play,
        combine_tests(is_trumping, beats),
    ),
    HintTemplate(
        "You can't follow suit, and your partner has the trick so far.",
        "trick.no-duty-to-trump",
        describe_play,
        combine_tests(is_void, is_partner_winning),
    ),
    HintTemplate(
        "You don't have to trump. Which card can you spare?", "trick.no-duty-to-trump", describe_play, keeps_trumps
    ),
    HintTemplate("You can't follow suit. Which card can you spare?", "trick.void-any", describe_play, is_void),
    HintTemplate(
        "Trying for all thirteen costs nothing.", "playon.no-penalty", COUNT, combine_tests(GOES_ON, is_free_to_try)
    ),
    HintTemplate("The court is yours already. Are all thirteen within reach?", "playon.option", COUNT, GOES_ON),
    HintTemplate("The court is yours already. Are all thirteen within reach?", "playon.default-stop", COUNT, STOPS),
    HintTemplate(
        "Nobody failed to follow suit as far as you can see.",
        "revoke.confirm",
        "There is nothing to claim.",
        combine_tests(CONFIRMS, has_seen_no_revoke),
    ),
    HintTemplate(
        "Did your opponents follow suit whenever they could?", "revoke.confirm", "Look at the tricks.", CONFIRMS
    ),
    HintTemplate(
        "Would another card of yours do better in the trick as it is now?",
        "revoke.followers-may-change",
        describe_kept_card,
        KEEPS,
    ),
    HintTemplate(
        "Would another card of yours do better in the trick as it is now?",
        "revoke.followers-may-change",
        describe_play,
        CHANGES,
    ),
    HintTemplate(
        "Something you saw does not fit together.",
        "revoke.claim",
        "Remember who did not follow suit, and what came out later.",
        CLAIMS,
    ),
    HintTemplate("Another hand, why not.", "match.end", "It is yours to deal.", DEALS),
    HintTemplate("There is nothing to weigh here.", "match.end", "Do what the table asks for."),
)
