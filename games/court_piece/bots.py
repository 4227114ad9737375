"""Bots of Court Piece: learner, steady and strong. Each plays from its view alone, and none revokes on purpose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import sqrt
from random import Random

from games.cards import SUIT_NAMES, Card
from games.court_piece.judging import allowed_verbs
from games.court_piece.playing import apply, revoked
from games.court_piece.rules import playable
from games.court_piece.state import HIGHEST_ACE, SEATS, CourtPieceState, imagine, load_position
from games.court_piece.strategy import best_suit, sensible_card, suit_worth, unseen_heights
from games.engine.bot import Choice
from games.engine.move import Move
from games.engine.view import View

COURT = 2.0
"""What a court is worth beside a hand that is won."""
TRICK = 0.03
PLAY_ON = 0.1
"""The chance of all thirteen tricks from which a bot plays on."""


class Learner:
    """Calls its longest suit and plays high when it can win, low when it cannot, now and then anything."""

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = _seen(view)
        if state.phase == "call":
            longest = max(SUIT_NAMES, key=lambda suit: (sum(card.suit == suit for card in state.hands[seat]), suit))
            return _calls(longest, "It is my longest suit.")
        if state.phase != "play":
            return _aside(state, seat, view, rng)
        cards = playable(state, seat)
        card = rng.choice(cards) if rng.random() < 0.35 else max(cards, key=HIGHEST_ACE.__getitem__)
        return _plays(card, "It follows suit, and that will do." if state.trick else "Something has to be led.")


class Steady:
    """Plays by rule of thumb: sure tricks first, low under a partner's winner, the cheapest card that wins."""

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = _seen(view)
        claim = _sure_claim(state, seat)
        if claim:
            return claim
        if state.phase == "call":
            return _calls(best_suit(state.hands[seat]), "Length counts first in trumps, then high cards.")
        if state.phase != "play":
            return _aside(state, seat, view, rng)
        card = sensible_card(state, seat)
        return _plays(card, _why(state, seat, card))


@dataclass(frozen=True)
class Strong:
    """Deals the unseen cards many times over, plays each deal out by rule of thumb, and takes what comes out best.

    The card that rule of thumb suggests stands unless another one is better by `doubt` standard errors.
    """

    worlds: int = 60
    calls: int = 60
    doubt: float = 0.5

    def choose(self, view: View, rng: Random) -> Choice:
        state, seat = _seen(view)
        claim = _sure_claim(state, seat)
        if claim:
            return claim
        if state.phase == "call":
            return self._call(view, state, seat, rng)
        if state.phase != "play":
            return _aside(state, seat, view, rng)
        usual = sensible_card(state, seat)
        cards = _different(state, seat, usual)
        if len(cards) == 1:
            return _plays(usual, _why(state, seat, usual))
        found = _tried(view, rng, self.worlds, seat, [_move(card) for card in cards])
        best = cards[_clearly_best(found, self.doubt)]
        return _plays(best, _why(state, seat, best))

    def _call(self, view: View, state: CourtPieceState, seat: int, rng: Random) -> Choice:
        hand = state.hands[seat]
        suits = sorted(SUIT_NAMES, key=lambda suit: -suit_worth(hand, suit))[:3]
        found = _tried(view, rng, self.calls, seat, [Move("trump", word=SUIT_NAMES[suit]) for suit in suits])
        return _calls(suits[_clearly_best(found, self.doubt)], "With these five it takes most tricks.")


def _seen(view: View) -> tuple[CourtPieceState, int]:
    assert view.seat is not None
    return load_position(view.position), view.seat


def _move(card: Card) -> Move:
    return Move("play", groups=((card,),))


def _plays(card: Card, why: str) -> Choice:
    return Choice(_move(card), why, "trick.follow-suit")


def _calls(suit: str, why: str) -> Choice:
    return Choice(Move("trump", word=SUIT_NAMES[suit]), why, "trump.five-card-call")


def _aside(state: CourtPieceState, seat: int, view: View, rng: Random) -> Choice:
    """What has to be answered beside the play of the cards."""
    if state.phase == "playon":
        if _sweep_chance(view, seat, rng) >= PLAY_ON:
            return Choice(Move("go-on"), "Thirteen tricks are in reach, and trying costs nothing.", "playon.option")
        return Choice(Move("stop"), "The court is safe, and more is hardly to be had.", "playon.default-stop")
    if state.phase == "confirm":
        return Choice(Move("confirm"), "I saw nothing wrong.", "revoke.confirm")
    if state.phase == "agree":
        return Choice(Move("deal-on"), "One more.", "match.end")
    if state.phase == "change":
        return _change(state, seat)
    return Choice(Move(allowed_verbs(state, seat)[0]), "There was nothing else to do.")


def _change(state: CourtPieceState, seat: int) -> Choice:
    """Takes a card back to see whether, as the trick lies now, another one would be played."""
    place = state.place_of(seat)
    before = state.copy()
    card = before.trick[place]
    before.trick = before.trick[:place]
    before.hands[seat].append(card)
    better = sensible_card(before, seat)
    if better is card:
        return Choice(Move("keep"), "It is still the right card.", "revoke.followers-may-change")
    return Choice(Move("change", groups=((better,),)), "Now another card is better.", "revoke.followers-may-change")


def _sure_claim(state: CourtPieceState, seat: int) -> Choice | None:
    """A revoke that the cards have given away: a suit was shown that was not followed before."""
    if "claim" not in allowed_verbs(state, seat):
        return None
    for word, by in (("left", 1), ("right", 3)):
        other = (seat + by) % SEATS
        for number in range(1, len(state.tricks) + 1):
            move = Move("claim", number, word=word)
            if revoked(state, other, number) and _may_claim(state, seat, move):
                return Choice(move, "That suit was not followed before, and now it is there.", "revoke.claim")
    return None


def _may_claim(state: CourtPieceState, seat: int, move: Move) -> bool:
    from games.court_piece.judging import JUDGES

    return next(JUDGES["claim"](state, seat, move), None) is None


def _different(state: CourtPieceState, seat: int, usual: Card) -> list[Card]:
    """The playable cards that differ: of neighbours in a suit, with nothing unseen between them, one is enough."""
    cards = sorted(playable(state, seat), key=lambda card: (card.suit, HIGHEST_ACE[card]))
    gone = {card for trick in state.tricks for card in trick.cards} | set(state.hands[seat])
    kept: list[Card] = []
    for card in cards:
        last = kept[-1] if kept else None
        if last is None or last.suit != card.suit or not _touching(last, card, gone):
            kept.append(card)
        elif card is usual:
            kept[-1] = card
    kept.remove(usual) if usual in kept else None
    return [usual, *kept]


def _touching(low: Card, high: Card, gone: set[Card]) -> bool:
    between = range(HIGHEST_ACE[low] + 1, HIGHEST_ACE[high])
    return all(_at(low.suit, height) in gone for height in between)


def _at(suit: str, height: int) -> Card:
    return next(card for card in HIGHEST_ACE if card.suit == suit and HIGHEST_ACE[card] == height)


def _tried(view: View, rng: Random, worlds: int, seat: int, moves: list[Move]) -> list[list[float]]:
    """For each move what it came to, in the same imagined deals."""
    found: list[list[float]] = [[] for _ in moves]
    for _ in range(worlds):
        world = imagine(view.position, rng)
        for number, move in enumerate(moves):
            then = world.copy()
            apply(then, seat, move)
            found[number].append(_worth(_played_out(then, sensible_card), seat % 2))
    return found


def _clearly_best(found: list[list[float]], doubt: float) -> int:
    """The first, unless another is better on average by so many standard errors."""
    best, lead = 0, 0.0
    for number in range(1, len(found)):
        gains = [one - other for one, other in zip(found[number], found[0], strict=True)]
        mean = sum(gains) / len(gains)
        spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / max(len(gains) - 1, 1) / len(gains))
        if mean > lead and mean > doubt * spread:
            best, lead = number, mean
    return best


def _played_out(state: CourtPieceState, policy: Callable[[CourtPieceState, int], Card]) -> CourtPieceState:
    """The same hand with its tricks played to the end; claims and confirmations are passed over."""
    deals = state.match.deals
    while state.match.deals == deals and state.phase in ("play", "playon", "change"):
        seat = state.turn
        if state.phase == "play":
            apply(state, seat, _move(policy(state, seat)))
        else:
            apply(state, seat, Move({"playon": "stop", "change": "keep"}[state.phase]))
    return state


def _worth(state: CourtPieceState, side: int) -> float:
    """How good a hand ended for a side: won or lost, courts, and a little for each trick."""
    taken, sweeper = state.taken(), state.sweeper()
    worth = TRICK * (taken[side] - taken[1 - side])
    worth += 1.0 if taken[side] > taken[1 - side] else -1.0
    if sweeper is not None:
        worth += COURT if sweeper == side else -COURT
    return worth


def _sweep_chance(view: View, seat: int, rng: Random, worlds: int = 40) -> float:
    """How often, in imagined deals, the side takes the other six tricks too."""
    made = 0
    for _ in range(worlds):
        world = imagine(view.position, rng)
        world.playing_on = True
        world.wait_for("play", world.tricks[-1].winner)
        world.asked = (seat,)
        _played_out(world, sensible_card)
        made += world.taken()[seat % 2] == 13
    return made / worlds


def _why(state: CourtPieceState, seat: int, card: Card) -> str:
    """A sentence on a card that gives away nothing of the hand."""
    if not state.trick:
        sure = HIGHEST_ACE[card] > unseen_heights(state, seat)[card.suit]
        return "Nothing that is still out beats it in its suit." if sure else "A quiet lead."
    led = state.trick[0].suit
    if card.suit == led:
        best = max(HIGHEST_ACE[one] for one in state.trick if one.suit == led)
        return "It takes the lead in the trick." if HIGHEST_ACE[card] > best else "It follows suit and costs little."
    return "A trump takes the trick." if card.suit == state.trump else "A discard; the trick was not to be had."


BOTS: Mapping[str, Learner | Steady | Strong] = {"learner": Learner(), "steady": Steady(), "strong": Strong()}
