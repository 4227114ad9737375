"""Sentences about a move in Lórum, each with a test: the reasons that bots give, and hints."""

from __future__ import annotations

from games.cards import Card
from games.engine.bot import Reason
from games.engine.claim import both, look, verb
from games.engine.hint import Advice
from games.engine.move import Move
from games.kit.trick_claims import beats, cannot_win, follows, is_void, leads, only_of_suit, takes_trick
from games.kit.tricks import play
from games.lorum.contracts import MARKS, NEXT, STEP, counts, last_mark
from games.lorum.judging import playable
from games.lorum.state import LorumState
from games.lorum.strategy import gone, sequence, still_out

State = LorumState
Cards = list[Card]


# -- tricks ----------------------------------------------------------------------------------------


def plays_of(state: State, seat: int) -> list[Move]:
    """Return the legal plays of a seat as moves."""
    return list(map(play, playable(state, seat)))


def only(state: State, seat: int, move: Move) -> bool:
    return len(playable(state, seat)) == 1


def last_card(state: State, seat: int, move: Move) -> bool:
    return len(state.hands[seat]) == 1


def costs(state: State, seat: int, move: Move) -> bool:
    return move.cards[0] in state.costs


def costs_most(state: State, seat: int, move: Move) -> bool:
    """Return whether the card costs chips, and no other playable card costs more."""
    price = state.costs
    return costs(state, seat, move) and price[move.cards[0]] == max(price.get(one, 0) for one in playable(state, seat))


def free(state: State, seat: int) -> Cards:
    """Return the playable cards that cost nothing."""
    return [card for card in playable(state, seat) if card not in state.costs]


def highest_loser(state: State, seat: int, move: Move) -> bool:
    losers = [one.cards[0] for one in plays_of(state, seat) if cannot_win(state, seat, one)]
    return is_highest(move.cards[0], losers)


def all_beat(state: State, seat: int, move: Move) -> bool:
    return all(beats(state, seat, one) for one in plays_of(state, seat))


def has_to_win(state: State, seat: int, move: Move) -> bool:
    """Return whether every playable card takes the trick."""
    return all(takes_trick(state, seat, one) for one in plays_of(state, seat))


def highest(state: State, seat: int, move: Move) -> bool:
    return is_highest(move.cards[0], playable(state, seat))


def lowest(state: State, seat: int, move: Move) -> bool:
    return is_lowest(move.cards[0], playable(state, seat))


def highest_free(state: State, seat: int, move: Move) -> bool:
    return is_highest(move.cards[0], free(state, seat))


def lowest_free(state: State, seat: int, move: Move) -> bool:
    return is_lowest(move.cards[0], free(state, seat))


def is_highest(card: Card, among: Cards) -> bool:
    return card in among and all(STEP[one] <= STEP[card] for one in among)


def is_lowest(card: Card, among: Cards) -> bool:
    return card in among and all(STEP[one] >= STEP[card] for one in among)


def nothing_costs_yet(state: State, seat: int, move: Move) -> bool:
    return bool(state.costs) and not any(card in state.costs for card in state.trick)


def above_what_costs(state: State, seat: int, move: Move) -> bool:
    """Return whether another player still holds a lower card of this suit that costs chips."""
    card, seen = move.cards[0], gone(state) | set(state.hands[seat])
    return any(one.suit == card.suit and STEP[one] < STEP[card] and one not in seen for one in state.costs)


def alone_in_suit(state: State, seat: int, move: Move) -> bool:
    return still_out(state, seat, move.cards[0]) == (0, 0)


def all_out_higher(state: State, seat: int, move: Move) -> bool:
    higher, lower = still_out(state, seat, move.cards[0])
    return higher > lower == 0


def more_out_higher(state: State, seat: int, move: Move) -> bool:
    higher, lower = still_out(state, seat, move.cards[0])
    return higher > lower


# -- Train, Quart, Domino --------------------------------------------------------------------------


def train(state: State, seat: int, move: Move) -> bool:
    return state.phase == "train"


def next_mark(state: State) -> int | None:
    """Return the next mark of the Train that can be reached, or None."""
    return next((mark for mark in MARKS if state.total < mark <= last_mark(state.options)), None)


def no_mark_left(state: State, seat: int, move: Move) -> bool:
    return train(state, seat, move) and next_mark(state) is None


def below(state: State, cards: Cards) -> Cards:
    """Return the cards that don't reach the next mark; all of them if there's no next mark."""
    mark = next_mark(state)
    return [card for card in cards if mark is None or state.total + counts(card, state.options) < mark]


def stays_below(state: State, seat: int, move: Move) -> bool:
    return train(state, seat, move) and move.cards[0] in below(state, state.hands[seat])


def counts_most(state: State, seat: int, move: Move) -> bool:
    """Return whether the card has the most points of all cards that stay below the next mark.

    If no card stays below it, compares all cards of the hand.
    """
    hand = state.hands[seat]
    among = below(state, hand) or hand
    value = counts(move.cards[0], state.options)
    return move.cards[0] in among and all(counts(card, state.options) <= value for card in among)


def all_reach(state: State, seat: int, move: Move) -> bool:
    return train(state, seat, move) and not below(state, state.hands[seat])


def quart(state: State, seat: int, move: Move) -> bool:
    return state.phase == "quart"


def ends_with_own(state: State, seat: int, move: Move) -> bool:
    return quart(state, seat, move) and sequence(state, move.cards[0])[-1] in state.hands[seat]


def takes_most_along(state: State, seat: int, move: Move) -> bool:
    """Return whether no other opening plays more cards from the seat's own hand."""

    def own(card: Card) -> int:
        return sum(one in state.hands[seat] for one in sequence(state, card))

    return quart(state, seat, move) and own(move.cards[0]) == max(map(own, state.hands[seat]))


def domino(state: State, seat: int, move: Move) -> bool:
    return state.phase == "domino"


def first_of_domino(state: State, seat: int, move: Move) -> bool:
    return domino(state, seat, move) and not state.played


def next_to_own(state: State, seat: int, move: Move) -> bool:
    return not NEXT[move.cards[0]].isdisjoint(state.hands[seat])


def makes_room(state: State, seat: int, move: Move) -> bool:
    """Return whether another card of the hand fits only after this one is played."""
    after = state.copy()
    after.played = [*state.played, move.cards[0]]
    return len(set(after.fitting(seat)) - set(state.fitting(seat))) > 0


def nothing_fits(state: State, seat: int, move: Move) -> bool:
    return domino(state, seat, move) and not state.fitting(seat)


PASSES, TURNS_UP = verb("pass"), verb("turn-up")
HAS_TO = "I have to take the trick, so"

REASONS = (
    Reason("All hidden cards are alike.", TURNS_UP, "ape.blind-any-position"),
    Reason("Nothing fits.", both(PASSES, nothing_fits), "domino.pass"),
    Reason("I hold my cards back.", PASSES, "domino.pass"),
    Reason("It's my last card.", last_card),
    Reason("It's my only card of that suit.", only_of_suit, "trick.follow-suit"),
    Reason(
        "It can't win this trick, and it costs whoever does.",
        both(follows, cannot_win, costs_most),
        "trick.no-duty-to-beat",
    ),
    Reason("It's my highest card that can't win this trick.", both(follows, highest_loser), "trick.no-duty-to-beat"),
    Reason("It can't win this trick.", both(follows, cannot_win), "trick.no-duty-to-beat"),
    Reason(f"{HAS_TO} my highest card goes.", both(follows, has_to_win, highest), "trick.winner"),
    Reason(
        f"{HAS_TO} my highest card that costs nothing goes.", both(follows, has_to_win, highest_free), "trick.winner"
    ),
    Reason(
        "Nothing in this trick costs anything so far, so I play high.",
        both(follows, nothing_costs_yet, highest_free),
        "trick.no-duty-to-beat",
    ),
    Reason("It's my lowest card of that suit.", both(follows, lowest), "trick.follow-suit"),
    Reason("It's my lowest card that costs nothing.", both(follows, lowest_free), "trick.follow-suit"),
    Reason("It's the best card of the trick so far.", follows, "trick.winner"),
    Reason("I can't follow suit, so the card that costs most goes.", both(is_void, costs_most), "trick.void-any"),
    Reason(
        "I can't follow suit, and a lower card of its suit that costs is still out.",
        both(is_void, above_what_costs),
        "trick.void-any",
    ),
    Reason("I can't follow suit, so my highest card goes.", both(is_void, highest), "trick.void-any"),
    Reason("I can't follow suit, so it can't win.", is_void, "trick.off-suit-loses"),
    Reason("Every card of its suit that's still out is higher.", both(leads, all_out_higher), "trick.lead-any"),
    Reason("Most cards of its suit that are still out are higher.", both(leads, more_out_higher), "trick.lead-any"),
    Reason("No other card of its suit is still out.", both(leads, alone_in_suit), "trick.lead-any"),
    Reason("I have to lead something.", leads, "trick.lead-any"),
    Reason("No mark is left to reach.", no_mark_left, "train.end"),
    Reason("Of my cards that stay below the next mark, it counts most.", both(stays_below, counts_most), "train.reach"),
    Reason("It stays below the next mark.", stays_below, "train.reach"),
    Reason("Each of my cards reaches the next mark, so the biggest goes.", both(all_reach, counts_most), "train.reach"),
    Reason("It reaches the next mark.", train, "train.reach"),
    Reason("Its sequence ends with a card of mine.", ends_with_own, "quart.restart"),
    Reason("No other card takes more of mine along.", takes_most_along, "quart.next-card"),
    Reason("I have to open with something.", quart, "quart.start-any"),
    Reason("I hold a card next to it.", both(first_of_domino, next_to_own), "domino.start-any"),
    Reason("Any card can be the first.", first_of_domino, "domino.start-any"),
    Reason("It's my only card that fits.", both(domino, only), "domino.extend"),
    Reason("It makes room for another card of mine.", both(domino, makes_room), "domino.extend"),
    Reason("It fits.", clause="domino.extend"),
)


def place(state: State, seat: int, move: Move) -> str:
    return f"Place {move.number} will do."


ADVICE = (
    Advice("You can't see your cards, so one place is as good as another.", "ape.blind-any-position", place, TURNS_UP),
    Advice(
        "Go along the ends of the rows. Does one of your cards fit?", "domino.pass", "None of your cards fits.", PASSES
    ),
    Advice("You have only one card of that suit.", "trick.follow-suit", look, only_of_suit),
    Advice("Which of your cards can't win this trick?", "trick.no-duty-to-beat", look, both(follows, cannot_win)),
    Advice("You have to take this trick. Which card goes with it?", "trick.winner", look, both(follows, has_to_win)),
    Advice(
        "All your cards of that suit beat the trick so far. High or low?", "trick.winner", look, both(follows, all_beat)
    ),
    Advice("Do you want to take this trick?", "trick.winner", look, follows),
    Advice("You can't follow suit. Which card do you most want to get rid of?", "trick.void-any", look, is_void),
    Advice("Which card will somebody else probably beat?", "trick.lead-any", look, both(leads, more_out_higher)),
    Advice("You lead. Which card does the least harm?", "trick.lead-any", look, leads),
    Advice("No mark is left to reach, so any card will do.", "train.end", look, no_mark_left),
    Advice(
        "How far is the next mark, and how far will the others go before you come again?", "train.reach", look, train
    ),
    Advice("Which opening comes back to you?", "quart.restart", look, ends_with_own),
    Advice("Which opening takes most of your cards along?", "quart.next-card", look, both(quart, takes_most_along)),
    Advice("You open a sequence. Where can it begin?", "quart.start-any", look, quart),
    Advice("Which card can you build on?", "domino.start-any", look, first_of_domino),
    Advice("Only one of your cards fits.", "domino.extend", look, both(domino, only)),
    Advice("Which of your cards wait behind others?", "domino.extend", look, both(domino, makes_room)),
    Advice("Which of your cards fit?", "domino.extend", look),
)
