"""Statements about moves in Court Piece: reasons that bots give, and advice for hints."""

from __future__ import annotations

from games.cards import SUIT_NAMES, SUITS, Card
from games.court_piece.playing import SUIT_OF, revoked
from games.court_piece.scoring import sweep_value
from games.court_piece.state import SEATS, CourtPieceState
from games.court_piece.strategy import is_boss
from games.engine.bot import Reason
from games.engine.claim import both, verb
from games.engine.hint import Advice
from games.engine.move import Move
from games.kit.trick_claims import beats, cannot_win, follows, is_void, leads, only_of_suit, takes_trick
from games.kit.tricks import HIGHEST_ACE, play
from games.words import listed, many, quoted

State = CourtPieceState


# -- the call ----------------------------------------------------------------------------------------------


def counts(state: State, seat: int) -> dict[str, int]:
    """Return how many cards of each suit a seat holds."""
    return {suit: sum(card.suit == suit for card in state.hands[seat]) for suit in SUITS}


def none_longer(state: State, seat: int, move: Move) -> bool:
    held = counts(state, seat)
    return held[SUIT_OF[move.word]] == max(held.values())


def longest(state: State, seat: int, move: Move) -> bool:
    return none_longer(state, seat, move) and sorted(counts(state, seat).values())[-2] < max(
        counts(state, seat).values()
    )


def higher_than_longer(state: State, seat: int, move: Move) -> bool:
    """Return whether the highest card of the called suit is above that of every longer suit."""
    held, called = counts(state, seat), SUIT_OF[move.word]
    top = {suit: max((HIGHEST_ACE[one] for one in state.hands[seat] if one.suit == suit), default=0) for suit in SUITS}
    return all(top[called] > top[suit] for suit in SUITS if held[suit] > held[called])


# -- cards -------------------------------------------------------------------------------------------------


def played(state: State, seat: int) -> list[Move]:
    """Return a move for each card that the seat can play, following suit where possible."""
    return list(map(play, state.playable(seat)))


def trumps(state: State, seat: int, move: Move) -> bool:
    return is_void(state, seat, move) and move.cards[0].suit == state.trump


def keeps_trumps(state: State, seat: int, move: Move) -> bool:
    own = any(card.suit == state.trump for card in state.hands[seat])
    return is_void(state, seat, move) and own and move.cards[0].suit != state.trump


def none_beats(state: State, seat: int, move: Move) -> bool:
    return bool(state.trick) and not any(beats(state, seat, one) for one in played(state, seat))


def no_higher_out(state: State, seat: int, move: Move) -> bool:
    return is_boss(state, seat, move.cards[0])


def lowest(state: State, seat: int, move: Move) -> bool:
    """Return whether the hand has no lower card of the suit."""
    card = move.cards[0]
    return all(HIGHEST_ACE[one] >= HIGHEST_ACE[card] for one in state.hands[seat] if one.suit == card.suit)


def of_longest(state: State, seat: int, move: Move) -> bool:
    """Return whether no other suit except trump is longer in the hand."""
    held = counts(state, seat)
    return held[move.cards[0].suit] == max(number for suit, number in held.items() if suit != state.trump)


def low_of_longest(state: State, seat: int, move: Move) -> bool:
    low = leads(state, seat, move) and move.cards[0].suit != state.trump and lowest(state, seat, move)
    return low and of_longest(state, seat, move)


def no_sure_card(state: State, seat: int, move: Move) -> bool:
    return not any(is_boss(state, seat, card) for card in state.hands[seat] if card.suit != state.trump)


def partner_has_it(state: State, seat: int, move: Move) -> bool:
    """Return whether the partner's card is winning the trick and the move doesn't beat it."""
    return cannot_win(state, seat, move) and state.winner_of(state.leader, state.trick) == (seat + 2) % SEATS


# -- other decisions ---------------------------------------------------------------------------------------


def nothing_seen(state: State, seat: int, move: Move) -> bool:
    """Return whether the cards played so far prove no revoke of an opponent."""
    others = [(seat + by) % SEATS for by in (1, 3)]
    return not any(revoked(state, other, trick + 1) for other in others for trick in range(len(state.tricks)))


def trying_is_free(state: State, seat: int) -> bool:
    """Return whether all thirteen tricks are worth no less than the first seven."""
    return state.options.playon_adds or state.options.playon_value >= sweep_value(state, seat % 2)


def free_to_try(state: State, seat: int, move: Move) -> bool:
    return trying_is_free(state, seat)


def own_card(state: State, seat: int) -> Card:
    """Return the card that a seat has in the trick."""
    return state.trick[state.place_of(seat)]


def has_trick(state: State, seat: int, card: Card) -> bool:
    """Return whether the seat would win the trick so far with this card in place of its own."""
    place = state.place_of(seat)
    cards = [*state.trick[:place], card, *state.trick[place + 1 :]]
    return state.winner_of(state.leader, cards) == seat


def keeps_winner(state: State, seat: int, move: Move) -> bool:
    return has_trick(state, seat, own_card(state, seat))


def changes_to_winner(state: State, seat: int, move: Move) -> bool:
    return has_trick(state, seat, move.cards[0]) and not keeps_winner(state, seat, move)


def changes_to_lower(state: State, seat: int, move: Move) -> bool:
    card, old = move.cards[0], own_card(state, seat)
    return card.suit == old.suit and HIGHEST_ACE[card] < HIGHEST_ACE[old]


CALLS, GOES_ON, STOPS, CONFIRMS = verb("trump"), verb("go-on"), verb("stop"), verb("confirm")
KEEPS, CHANGES, CLAIMS, DEALS = verb("keep"), verb("change"), verb("claim"), verb("deal-on")

REASONS = (
    Reason("It's my longest suit.", both(CALLS, longest), "trump.five-card-call"),
    Reason("I have no longer suit.", both(CALLS, none_longer), "trump.five-card-call"),
    Reason("I have a longer suit, but this one is higher.", both(CALLS, higher_than_longer), "trump.five-card-call"),
    Reason("I expect most from this suit.", CALLS, "trump.five-card-call"),
    Reason("Nothing that is still out beats it in its suit.", both(leads, no_higher_out), "trick.led-suit-wins"),
    Reason("It's a low card of my longest suit.", low_of_longest, "trick.lead-any"),
    Reason("Something has to be led.", leads, "trick.lead-any"),
    Reason("It's my only card of that suit.", only_of_suit, "trick.follow-suit"),
    Reason("It takes the trick.", both(trumps, takes_trick), "trick.trump-wins"),
    Reason("It takes the trick.", both(follows, takes_trick), "trick.led-suit-wins"),
    Reason("A trump beats every card of the trick so far.", both(trumps, beats), "trick.trump-wins"),
    Reason(
        "It's the best card so far, and no higher one of its suit is out.",
        both(follows, beats, no_higher_out),
        "trick.led-suit-wins",
    ),
    Reason("It beats every card of the trick so far.", both(follows, beats), "trick.led-suit-wins"),
    Reason("My partner has the trick so far.", partner_has_it, "trick.side-pile"),
    Reason("I can't beat the trick, so I play low.", both(follows, none_beats, lowest), "trick.follow-suit"),
    Reason("It's my lowest card of that suit.", both(follows, lowest), "trick.follow-suit"),
    Reason("It follows suit.", follows, "trick.follow-suit"),
    Reason("I keep my trumps.", keeps_trumps, "trick.no-duty-to-trump"),
    Reason("It can't win this trick.", cannot_win, "trick.discard-loses"),
    Reason(
        "The court is ours already, and trying for more costs nothing.", both(GOES_ON, free_to_try), "playon.no-penalty"
    ),
    Reason("The court is ours already.", verb("go-on", "stop"), "playon.default-stop"),
    Reason("I saw nothing wrong.", both(CONFIRMS, nothing_seen), "revoke.confirm"),
    Reason("I claim nothing.", CONFIRMS, "revoke.confirm"),
    Reason("My card has the trick as it is now.", both(KEEPS, keeps_winner), "revoke.followers-may-change"),
    Reason("I stay with my card.", KEEPS, "revoke.followers-may-change"),
    Reason(
        "It has the trick as it is now. My old card didn't.", both(CHANGES, changes_to_winner), "trick.led-suit-wins"
    ),
    Reason("It's lower than my old card.", both(CHANGES, changes_to_lower), "revoke.followers-may-change"),
    Reason("I play another card now.", CHANGES, "revoke.followers-may-change"),
    Reason("That suit was not followed before, and now it is there.", CLAIMS, "revoke.claim"),
    Reason("One more.", DEALS, "match.end"),
    Reason("It's one of the things I can do now."),
)


def call_cards(state: State, seat: int, move: Move) -> str:
    held = listed([many(number, SUIT_NAMES[suit].removesuffix("s")) for suit, number in counts(state, seat).items()])
    return f"You hold {held}. Look at the {move.word}."


def play_cards(state: State, seat: int, move: Move) -> str:
    return f"Look at the {SUIT_NAMES[move.cards[0].suit]}: {quoted(move.cards)} will do."


def kept_card(state: State, seat: int, move: Move) -> str:
    return f"Look at the trick as it is now: your {quoted([own_card(state, seat)])} can stay."


COUNT = "Count the cards that could still beat yours."

ADVICE = (
    Advice(
        "Long suits make good trumps. High cards come second, and aces of other suits take tricks anyway.",
        "trump.five-card-call",
        call_cards,
        both(CALLS, none_longer),
    ),
    Advice("High cards can be worth more than one more trump.", "trump.five-card-call", call_cards, CALLS),
    Advice(
        "You lead. Nothing that is still out beats one of your cards in its suit.",
        "trick.lead-any",
        play_cards,
        both(leads, no_higher_out),
    ),
    Advice(
        "You lead without a sure trick, and a low card of a long suit gives little away.",
        "trick.lead-any",
        play_cards,
        both(low_of_longest, no_sure_card),
    ),
    Advice("You lead. Which suit do you want the others to play?", "trick.lead-any", play_cards, leads),
    Advice("There is no choice this time.", "trick.follow-suit", play_cards, only_of_suit),
    Advice("You can beat every card of the trick so far.", "trick.led-suit-wins", play_cards, both(follows, beats)),
    Advice(
        "Your partner has the trick so far. Don't waste a high card on it.",
        "trick.follow-suit",
        play_cards,
        both(follows, partner_has_it, lowest),
    ),
    Advice("Your partner has the trick so far.", "trick.follow-suit", play_cards, both(follows, partner_has_it)),
    Advice(
        "You can't beat the trick, so don't waste a high card on it.",
        "trick.follow-suit",
        play_cards,
        both(follows, none_beats, lowest),
    ),
    Advice("Is this trick worth a high card?", "trick.follow-suit", play_cards, follows),
    Advice(
        "You have none of that suit, and a trump of yours beats the trick so far.",
        "trick.trump-wins",
        play_cards,
        both(trumps, beats),
    ),
    Advice(
        "You can't follow suit, and your partner has the trick so far.",
        "trick.no-duty-to-trump",
        play_cards,
        both(is_void, partner_has_it),
    ),
    Advice("You don't have to trump. Which card can you spare?", "trick.no-duty-to-trump", play_cards, keeps_trumps),
    Advice("You can't follow suit. Which card can you spare?", "trick.void-any", play_cards, is_void),
    Advice("Trying for all thirteen costs nothing.", "playon.no-penalty", COUNT, both(GOES_ON, free_to_try)),
    Advice("The court is yours already. Are all thirteen within reach?", "playon.option", COUNT, GOES_ON),
    Advice("The court is yours already. Are all thirteen within reach?", "playon.default-stop", COUNT, STOPS),
    Advice(
        "Nobody failed to follow suit as far as you can see.",
        "revoke.confirm",
        "There is nothing to claim.",
        both(CONFIRMS, nothing_seen),
    ),
    Advice("Did your opponents follow suit whenever they could?", "revoke.confirm", "Look at the tricks.", CONFIRMS),
    Advice(
        "Would another card of yours do better in the trick as it is now?",
        "revoke.followers-may-change",
        kept_card,
        KEEPS,
    ),
    Advice(
        "Would another card of yours do better in the trick as it is now?",
        "revoke.followers-may-change",
        play_cards,
        CHANGES,
    ),
    Advice(
        "Something you saw does not fit together.",
        "revoke.claim",
        "Remember who did not follow suit, and what came out later.",
        CLAIMS,
    ),
    Advice("Another hand, why not.", "match.end", "It is yours to deal.", DEALS),
    Advice("There is nothing to weigh here.", "match.end", "Do what the table asks for."),
)
