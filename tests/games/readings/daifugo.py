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
    r"I give back cards that don’t match any others\.": lambda at: parts_with(at, "return") and alone(at),
    r"I keep stronger cards than the ones I give back\.": lambda at: parts_with(at, "return") and keeps_stronger(at),
    r"I give back cards I can spare\.": lambda at: parts_with(at, "return"),
    r"Which weak cards don’t match any others\?": (lambda at: parts_with(at, "return") and alone(at)),
    r"Which cards can you spare\?": lambda at: parts_with(at, "return"),
    r"It’s my weakest card\.": lambda at: parts_with(at, "give", "throw") and weakest(at),
    r"It doesn’t match any of my other cards\.": lambda at: parts_with(at, "give", "throw") and alone(at),
    r"I give a card away for my seven\.": lambda at: {move.verb for move in at.legal} == {"give"},
    r"Giving a card away means one fewer to play\.": lambda at: {move.verb for move in at.legal} == {"give"},
    r"I have one fewer card to play\.": lambda at: parts_with(at, "throw"),
    r"Each discard means one fewer card to play\.": lambda at: parts_with(at, "throw"),
    r"Which one can you spare\?": lambda at: parts_with(at, "give", "throw"),
    r"(I keep my cards|You don’t have to discard|Keep all your cards)\.": lambda at, _: (
        at.move.verb == "keep" and len(at.after().hands[at.seat]) == len(at.hand)
    ),
    r"(I decide whether we play another hand|Only you can decide)\.": lambda at, _: (
        at.whole.waiting == (at.seat,) and {move.verb for move in at.legal} == {"another", "enough"}
    ),
    r"You deal the next hand, if you want another one\.": lambda at: at.whole.match.dealer == at.seat,
    r"(None of my cards can beat it\.|Can any of your cards beat that\?|None of them can\.)": lambda at, _: (
        at.move.verb == "pass" and not plays(at)
    ),
    r"I wait for the next (turn|round)\.": lambda at, when: (
        at.move.verb == "pass" and (when == "turn") == at.whole.options.pass_reentry
    ),
    r"You don’t have to beat every play\.": lambda at: at.move.verb == "pass" and bool(plays(at)),
    r"Strong cards might do more in a later round\.": lambda at: at.move.verb == "pass" and bool(plays(at)),
    r"Which strong cards would you lose by playing now\?": lambda at: at.move.verb == "pass" and bool(plays(at)),
    r"(I’m out of cards|You can go out right now)\.": lambda at, _: empties(at),
    r"By my count, nobody can beat it\.": lambda at: is_play(at) and nobody_beats(at),
    r"A play nobody can beat lets you lead again\.": lambda at: leads(at) and nobody_beats(at),
    r"What will you play next\?": lambda at: leads(at) and len(at.move.cards) < len(at.hand),
    r"It’s my weakest rank\.": of_weakest_rank,
    r"Your weakest cards are hard to play later\.": of_weakest_rank,
    r"You lead, so you choose how many cards\.": leads,
    r"What suits your hand best\?": leads,
    r"It gets rid of as many cards as possible\.": sheds_most,
    r"I have to lead something\.": lambda at: leads(at) and not at.allows(Move("pass")),
    r"It’s my weakest play that beats it\.": lambda at: answers(at) and not weaker(at),
    r"Beat it with your weakest cards, and keep your sets together\.": lambda at: (
        answers(at) and not weaker(at) and (at.move.verb == "sequence" or not split(at, at.move))
    ),
    r"Anything weaker would split a set or use a joker\.": lambda at: (
        answers(at) and bool(weaker(at)) and all(split(at, move) for move in weaker(at)) and not split(at, at.move)
    ),
    r"It beats the last play\.": answers,
    r"A sequence gets rid of several cards at once\.": lambda at: at.move.verb == "sequence" and len(at.move.cards) > 2,
    r"Sometimes it’s worth splitting a set\.": lambda at: leads(at) and split(at, at.move),
    r"Sometimes it’s worth splitting a set to get the lead\.": (lambda at: answers(at) and split(at, at.move)),
    r"Your weakest play isn’t always best\.": lambda at: answers(at) and bool(weaker(at)),
    r"A stronger one might win you the lead\.": lambda at: answers(at) and bool(weaker(at)),
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards),
}
