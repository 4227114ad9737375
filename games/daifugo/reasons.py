"""Sentences about a move in Daifugo, each with a test: the reasons that bots give, and hints."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import JOKER, Card, without
from games.daifugo.judging import sequences, sets
from games.daifugo.playing import turns_over
from games.daifugo.plays import HEIGHT, JACK, shape_of, tidy
from games.daifugo.state import DaifugoState
from games.daifugo.strategy import Way, strength, sure, unseen
from games.engine.bot import Reason
from games.engine.claim import both, look, verb
from games.engine.hint import Advice
from games.engine.move import Group, Move

State = DaifugoState


# -- cards given or thrown away ----------------------------------------------------------------------------


def strengths(state: State, cards: Sequence[Card]) -> list[int]:
    """Return the strengths of cards in the current order of ranks."""
    return [strength(state, HEIGHT[card.face]) for card in cards]


def kept(state: State, seat: int, move: Move) -> list[Card]:
    """Return the cards left in the hand after a move."""
    return without(state.hands[seat], [card.base for card in move.cards])


def weakest(state: State, seat: int, move: Move) -> bool:
    """Return whether no card left in the hand is weaker than the cards of the move."""
    stay = strengths(state, kept(state, seat, move))
    return not stay or max(strengths(state, move.cards)) <= min(stay)


def stands_alone(state: State, seat: int, move: Move) -> bool:
    """Return whether each card of the move is the only one of its rank in the hand."""
    ranks = [HEIGHT[card] for card in state.hands[seat]]
    return all(ranks.count(HEIGHT[card]) == 1 for card in move.cards)


def keeps_strongest(state: State, seat: int, move: Move) -> bool:
    stay = strengths(state, kept(state, seat, move))
    return bool(stay) and max(stay) > max(strengths(state, move.cards))


# -- plays -------------------------------------------------------------------------------------------------


def plays(state: State, seat: int) -> list[Group]:
    """Return all sets and sequences that a seat can play now."""
    return [*sets(state, seat), *sequences(state, seat)]


def nothing_beats(state: State, seat: int, move: Move) -> bool:
    return not plays(state, seat)


def leads(state: State, seat: int, move: Move) -> bool:
    return not state.pile


def empties(state: State, seat: int, move: Move) -> bool:
    return len(move.cards) == len(state.hands[seat])


def is_sequence(state: State, seat: int, move: Move) -> bool:
    return move.verb == "sequence"


def height(state: State, cards: Group) -> int:
    """Return the strength of a play in the current order of ranks."""
    shape = shape_of(tidy(cards))
    assert shape is not None
    return strength(state, shape.height)


def unbeatable(state: State, seat: int, move: Move) -> bool:
    """Return whether no other player can beat a set, as far as the seat can count.

    False for sequences, and for sets that reverse the order of ranks.
    """
    cards = tidy(move.cards)
    shape = shape_of(cards)
    if shape is None or shape.run or turns_over(state.options, shape):
        return False
    if state.options.eleven_back != "off" and shape.count(JACK):
        return False
    return sure(state, Way(cards, shape, strength(state, shape.height), 0), unseen(state, seat))


def is_weakest_rank(state: State, seat: int, move: Move) -> bool:
    """Return whether the move is a set of the weakest rank in the hand, without jokers."""
    alone = JOKER not in move.cards and not is_sequence(state, seat, move)
    return alone and height(state, move.cards) == min(strengths(state, state.hands[seat]))


def sheds_most(state: State, seat: int, move: Move) -> bool:
    return len(move.cards) == max(map(len, plays(state, seat)))


def is_cheapest(state: State, seat: int, move: Move) -> bool:
    """Return whether no other legal play is weaker."""
    return all(height(state, cards) >= height(state, move.cards) for cards in plays(state, seat))


def breaks_up(state: State, seat: int, cards: Group) -> bool:
    """Return whether a set leaves a card of its rank in the hand, or uses a joker."""
    ranks = {HEIGHT[card] for card in cards if card is not JOKER}
    rest = without(state.hands[seat], cards)
    return JOKER in cards or any(HEIGHT[card] in ranks for card in rest)


def breaks(state: State, seat: int, move: Move) -> bool:
    return not is_sequence(state, seat, move) and breaks_up(state, seat, move.cards)


def weaker_breaks(state: State, seat: int, move: Move) -> bool:
    """Return whether this set breaks up nothing, while every weaker play does."""
    if is_sequence(state, seat, move) or breaks_up(state, seat, move.cards):
        return False
    weaker = [cards for cards in plays(state, seat) if height(state, cards) < height(state, move.cards)]
    return bool(weaker) and all(breaks_up(state, seat, cards) for cards in weaker)


def waits(state: State, seat: int, move: Move) -> str:
    return f"I wait for the next {'turn' if state.options.pass_reentry else 'round'}."


RETURNS, GIVES, THROWS, KEEPS = verb("return"), verb("give"), verb("throw"), verb("keep")
AGREES, PASSES, PLAYS = verb("another", "enough"), verb("pass"), verb("play", "sequence")
BACK = "exchange.daifugo-returns"

REASONS = (
    Reason("I give back the weakest cards I have.", both(RETURNS, weakest), BACK),
    Reason("I give back what stands alone in my hand.", both(RETURNS, stands_alone), BACK),
    Reason("I keep stronger cards than I give back.", both(RETURNS, keeps_strongest), BACK),
    Reason("I give back what I can spare.", RETURNS, BACK),
    Reason("It's my weakest card.", both(GIVES, weakest), "seven-give"),
    Reason("It stands alone in my hand.", both(GIVES, stands_alone), "seven-give"),
    Reason("My seven gives a card away.", GIVES, "seven-give"),
    Reason("It's my weakest card.", both(THROWS, weakest), "ten-discard"),
    Reason("It stands alone in my hand.", both(THROWS, stands_alone), "ten-discard"),
    Reason("It's one card less to play.", THROWS, "ten-discard"),
    Reason("I keep my cards.", KEEPS, "ten-discard"),
    Reason("It's for me to say whether we go on.", AGREES, "session.end"),
    Reason("Nothing of mine beats it.", both(PASSES, nothing_beats), "play.no-duty"),
    Reason(waits, PASSES, "play.no-duty"),
    Reason("It empties my hand.", both(PLAYS, empties), "out.place"),
    Reason("As far as I can count, nobody beats it.", both(PLAYS, unbeatable), "round.owner-leads"),
    Reason("It's my weakest rank.", both(leads, is_weakest_rank), "play.lead-set"),
    Reason("Nothing else gets rid of more cards at once.", both(leads, sheds_most), "play.lead-set"),
    Reason("Something has to be led.", leads, "play.lead-must"),
    Reason("It's the weakest play of mine that beats it.", is_cheapest, "play.strictly-higher"),
    Reason("Anything weaker would break up equal cards, or take a joker.", weaker_breaks, "play.strictly-higher"),
    Reason("It beats what is there.", clause="play.strictly-higher"),
)

ADVICE = (
    Advice(
        "Give back what is hard to get rid of: weak cards that stand alone.", BACK, look, both(RETURNS, stands_alone)
    ),
    Advice("Which cards can you do without?", BACK, look, RETURNS),
    Advice("A gift is a card less to play. Which one can you spare?", "seven-give", look, GIVES),
    Advice("Each card thrown away is one less to play. Which one can you spare?", "ten-discard", look, THROWS),
    Advice("You don't have to throw a card away.", "ten-discard", "All your cards can stay.", KEEPS),
    Advice("You deal the next hand, if there is time for one.", "session.end", "It is for you alone to say.", AGREES),
    Advice("Can any of your cards beat that?", "play.no-duty", "None of them does.", both(PASSES, nothing_beats)),
    Advice(
        "You don't have to answer everything. Strong cards are worth more in a later round.",
        "play.no-duty",
        "What would an answer cost you now?",
        PASSES,
    ),
    Advice("You can be out at once.", "out.place", look, empties),
    Advice(
        "What nobody can beat lets you lead again. Play on with what is left.",
        "round.owner-leads",
        look,
        both(leads, unbeatable),
    ),
    Advice("A sequence gets rid of several cards at once.", "sequences", look, is_sequence),
    Advice("Now and then it is worth breaking up equal cards.", "play.may-split", look, both(leads, breaks)),
    Advice(
        "When you lead you choose the number. Your weakest cards are hard to play later.",
        "play.lead-set",
        look,
        both(leads, is_weakest_rank),
    ),
    Advice("When you lead you choose the number. Which number suits you best?", "play.lead-set", look, leads),
    Advice(
        "Now and then it is worth breaking up equal cards, so as to have the lead.",
        "play.may-split",
        look,
        breaks,
    ),
    Advice("Answer as cheaply as you can, and keep equal cards together.", "play.strictly-higher", look, is_cheapest),
    Advice(
        "The cheapest answer is not always the best. A stronger one is harder to beat, and the lead may be yours.",
        "play.strictly-higher",
        look,
    ),
)
