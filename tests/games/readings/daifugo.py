"""What is said in Daifugo, read by playing every card, and by giving one opponent all that the seat does not see."""

from __future__ import annotations

from collections import Counter

from games.cards import PACK, Card
from games.engine.move import Move
from tests.games.readings import Decision, Readings, cards_in

ORDER = "3456789TJQKA2"
JOKERS = 99


def place(at: Decision, card: Card) -> int:
    """Return how strong a card is now: from 0, jokers above all."""
    if not card.face.rank:
        return JOKERS
    up = ORDER.index(card.face.code[0])
    return 12 - up if at.whole.revolution != at.whole.back else up


def strength(at: Decision, move: Move) -> int:
    """Return how strong a play is: by its rank, or the weakest card of a sequence as ranks usually go."""
    if move.verb == "sequence":
        return place(at, min(move.cards, key=lambda card: ORDER.index(card.face.code[0])))
    naturals = [card for card in move.cards if card.rank]
    return place(at, naturals[0]) if naturals else JOKERS


def plays(at: Decision) -> list[Move]:
    return [move for move in at.legal if move.verb in ("play", "sequence") and not move.word]


def is_play(at: Decision) -> bool:
    return at.move.verb in ("play", "sequence")


def leads(at: Decision) -> bool:
    return is_play(at) and not at.whole.pile


def answers(at: Decision) -> bool:
    return is_play(at) and bool(at.whole.pile)


def stay(at: Decision) -> list[Card]:
    return list((Counter(at.hand) - Counter(card.base for card in at.move.cards)).elements())


def parts_with(at: Decision, *verbs: str) -> bool:
    return at.move.verb in verbs


def weakest(at: Decision) -> bool:
    rest = [place(at, card) for card in stay(at)]
    return max(place(at, card) for card in at.move.cards) <= min(rest, default=JOKERS)


def alone(at: Decision) -> bool:
    ranks = [card.rank for card in at.hand]
    return all(ranks.count(card.rank) == 1 for card in at.move.cards)


def keeps_stronger(at: Decision) -> bool:
    return max(place(at, card) for card in stay(at)) > max(place(at, card) for card in at.move.cards)


def empties(at: Decision) -> bool:
    after = at.after()
    over = after.match.deals > at.whole.match.deals
    return is_play(at) and (not after.hands[at.seat] or over) and len(at.move.cards) == len(at.hand)


def nobody_beats(at: Decision) -> bool:
    """Return whether the next player passes, or the round is over, though they hold all that the seat does not see."""
    after = at.after()
    if after.match.deals > at.whole.match.deals or not after.pile:
        return True
    if after.phase != "turn":  # first a card is given or thrown away
        return True
    pack = Counter([*PACK, *([card for card in at.whole.deck if not card.rank])])
    seen = [*at.hand, *at.seen.gone, *(card.base for laid in at.whole.pile for card in laid.cards)]
    other = after.turn
    if other == at.seat:
        return True
    after.hands[other] = [card for card in (pack - Counter(seen)).elements() if card.code != "?"]
    return not any(move.verb in ("play", "sequence") for move in at.game.list_moves(after, other))


def split(at: Decision, move: Move) -> bool:
    """Return whether a set leaves a card of its rank in the hand, or takes a joker along."""
    ranks = {card.rank for card in move.cards if card.rank}
    rest = Counter(at.hand) - Counter(move.cards)
    return any(not card.rank for card in move.cards) or any(card.rank in ranks for card in rest)


def weaker(at: Decision) -> list[Move]:
    return [move for move in plays(at) if strength(at, move) < strength(at, at.move)]


def of_weakest_rank(at: Decision) -> bool:
    return leads(at) and at.move.verb == "play" and strength(at, at.move) == min(place(at, card) for card in at.hand)


def sheds_most(at: Decision) -> bool:
    return leads(at) and len(at.move.cards) == max(len(move.cards) for move in plays(at))


READINGS: Readings = {
    r"I give back the weakest cards I have\.": lambda at: parts_with(at, "return") and weakest(at),
    r"I give back what stands alone in my hand\.": lambda at: parts_with(at, "return") and alone(at),
    r"I keep stronger cards than I give back\.": lambda at: parts_with(at, "return") and keeps_stronger(at),
    r"I give back what I can spare\.": lambda at: parts_with(at, "return"),
    r"Give back what is hard to get rid of: weak cards that stand alone\.": (
        lambda at: parts_with(at, "return") and alone(at)
    ),
    r"Which cards can you do without\?": lambda at: parts_with(at, "return"),
    r"It's my weakest card\.": lambda at: parts_with(at, "give", "throw") and weakest(at),
    r"It stands alone in my hand\.": lambda at: parts_with(at, "give", "throw") and alone(at),
    r"My seven gives a card away\.": lambda at: {move.verb for move in at.legal} == {"give"},
    r"A gift is a card less to play\.": lambda at: {move.verb for move in at.legal} == {"give"},
    r"It's one card less to play\.": lambda at: parts_with(at, "throw"),
    r"Each card thrown away is one less to play\.": lambda at: parts_with(at, "throw"),
    r"Which one can you spare\?": lambda at: parts_with(at, "give", "throw"),
    r"(I keep my cards|You don't have to throw a card away|All your cards can stay)\.": lambda at, _: (
        at.move.verb == "keep" and len(at.after().hands[at.seat]) == len(at.hand)
    ),
    r"(It's for me to say whether we go on|It is for you alone to say)\.": lambda at, _: (
        at.whole.waiting == (at.seat,) and {move.verb for move in at.legal} == {"another", "enough"}
    ),
    r"You deal the next hand, if there is time for one\.": lambda at: at.whole.match.dealer == at.seat,
    r"(Nothing of mine beats it\.|Can any of your cards beat that\?|None of them does\.)": lambda at, _: (
        at.move.verb == "pass" and not plays(at)
    ),
    r"I wait for the next (turn|round)\.": lambda at, when: (
        at.move.verb == "pass" and (when == "turn") == at.whole.options.pass_reentry
    ),
    r"You don't have to answer everything\.": lambda at: at.move.verb == "pass" and bool(plays(at)),
    r"Strong cards are worth more in a later round\.": lambda at: at.move.verb == "pass" and bool(plays(at)),
    r"What would an answer cost you now\?": lambda at: at.move.verb == "pass" and bool(plays(at)),
    r"(It empties my hand|You can be out at once)\.": lambda at, _: empties(at),
    r"As far as I can count, nobody beats it\.": lambda at: is_play(at) and nobody_beats(at),
    r"What nobody can beat lets you lead again\.": lambda at: leads(at) and nobody_beats(at),
    r"Play on with what is left\.": lambda at: leads(at) and len(at.move.cards) < len(at.hand),
    r"It's my weakest rank\.": of_weakest_rank,
    r"Your weakest cards are hard to play later\.": of_weakest_rank,
    r"When you lead you choose the number\.": leads,
    r"Which number suits you best\?": leads,
    r"Nothing else gets rid of more cards at once\.": sheds_most,
    r"Something has to be led\.": lambda at: leads(at) and not at.allows(Move("pass")),
    r"It's the weakest play of mine that beats it\.": lambda at: answers(at) and not weaker(at),
    r"Answer as cheaply as you can, and keep equal cards together\.": lambda at: (
        answers(at) and not weaker(at) and (at.move.verb == "sequence" or not split(at, at.move))
    ),
    r"Anything weaker would break up equal cards, or take a joker\.": lambda at: (
        answers(at) and bool(weaker(at)) and all(split(at, move) for move in weaker(at)) and not split(at, at.move)
    ),
    r"It beats what is there\.": answers,
    r"A sequence gets rid of several cards at once\.": lambda at: at.move.verb == "sequence" and len(at.move.cards) > 2,
    r"Now and then it is worth breaking up equal cards\.": lambda at: leads(at) and split(at, at.move),
    r"Now and then it is worth breaking up equal cards, so as to have the lead\.": (
        lambda at: answers(at) and split(at, at.move)
    ),
    r"The cheapest answer is not always the best\.": lambda at: answers(at) and bool(weaker(at)),
    r"A stronger one is harder to beat, and the lead may be yours\.": lambda at: answers(at) and bool(weaker(at)),
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards),
}
