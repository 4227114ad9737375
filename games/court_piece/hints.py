"""Hints: what a good partner would say to a seat, from an idea to the move."""

from __future__ import annotations

from random import Random

from games.cards import SUIT_NAMES, SUITS, Card
from games.court_piece.bots import Strong
from games.court_piece.rules import RULES
from games.court_piece.state import CourtPieceState
from games.engine.hint import Hint
from games.engine.view import View
from games.kit.tricks import HIGHEST_ACE
from games.words import listed, many

ADVISER = Strong(worlds=24, calls=24)
"""Who is asked: as the strong bot, with fewer imagined deals, so that the answer comes at once."""


def hint_for(view: View) -> Hint:
    """A good move with the idea, the clause and the cards behind it."""
    state, seat = RULES.seen(view)
    choice = ADVISER.choose(view, Random(0))
    idea, clause, cards = _rungs(state, seat, choice.move.verb, choice.move.cards, choice.move.word)
    return Hint(idea, clause or choice.clause, cards, choice.move)


def _rungs(state: CourtPieceState, seat: int, verb: str, cards: tuple[Card, ...], word: str) -> tuple[str, str, str]:
    if verb == "trump":
        held = {suit: sum(card.suit == suit for card in state.hands[seat]) for suit in SUITS}
        counts = listed([many(number, SUIT_NAMES[suit].removesuffix("s")) for suit, number in held.items()])
        idea = "Long suits make good trumps; high cards come second, and aces of other suits take tricks anyway."
        return idea, "trump.five-card-call", f"You hold {counts}. Look at the {word}."
    if verb == "play":
        return _play_rungs(state, seat, cards[0])
    if verb in _OTHERS:
        return _OTHERS[verb]
    return "Something you saw does not fit together.", "", "Remember who did not follow suit, and what came out later."


_OTHERS = {
    "go-on": (
        "Trying for all thirteen costs nothing, and your side looks strong enough.",
        "playon.no-penalty",
        "Count the cards that could still beat yours.",
    ),
    "stop": (
        "All thirteen are out of reach, and the court is yours already.",
        "playon.default-stop",
        "Count the cards that could still beat yours.",
    ),
    "confirm": ("Nobody failed to follow suit as far as you can see.", "revoke.confirm", "There is nothing to claim."),
    "keep": ("Your card is still the right one.", "revoke.followers-may-change", "Look at the trick as it lies now."),
    "change": (
        "The trick has changed, and another card of yours suits it better.",
        "revoke.followers-may-change",
        "Look at the trick as it lies now.",
    ),
    "deal-on": ("Another hand, why not.", "match.end", "It is yours to deal."),
}


def _play_rungs(state: CourtPieceState, seat: int, card: Card) -> tuple[str, str, str]:
    among = state.playable(seat)
    said = f"Look at the {SUIT_NAMES[card.suit]}: `{card.code}` will do."
    if not state.trick:
        idea = "You lead. Sure tricks first; without any, a low card of a long suit gives little away."
        return idea, "trick.lead-any", said
    winner = state.winner_of(state.leader, state.trick)
    led = state.trick[0].suit
    if card.suit == led:
        if len(among) == 1:
            return "There is no choice this time.", "trick.follow-suit", said
        ours = winner % 2 == seat % 2
        best = state.trick[state.place_of(winner)]
        if best.suit == card.suit and HIGHEST_ACE[card] > HIGHEST_ACE[best]:
            return "This trick can be taken.", "trick.led-suit-wins", said
        idea = "Your partner has it; do not waste a high card." if ours else "Do not waste a high card on a lost trick."
        return idea, "trick.follow-suit", said
    if card.suit == state.trump:
        return "You have none of that suit, so a trump can take the trick.", "trick.trump-wins", said
    return "You need not trump. Throw away what will not win anything.", "trick.no-duty-to-trump", said
