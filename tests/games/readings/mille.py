"""What is said in Mille, read by making the moves, by counting hands, and by giving the other player what is unseen."""

from __future__ import annotations

from collections import Counter

from games.cards import PACK, RANK_NAMES, UNKNOWN, Card
from games.engine.move import Move
from games.words import spell_number
from tests.games.readings import Decision, Readings, cards_in

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COPIES = 8


def takings(at: Decision) -> list[Move]:
    """The moves that take the pile, by trying all cards of the upcard's rank."""
    return [move for move in at.legal if move.verb == "pile"]


def draws(at: Decision) -> bool:
    return at.move.verb == "stock"


def points(at: Decision, whole: bool) -> int:
    """Return what the seat would score before, or after, the move."""
    counted = at.game.count_scores_so_far(at.after() if whole else at.whole)
    total = counted[at.seat] if counted else None
    assert total is not None
    return total


def is_lay(at: Decision) -> bool:
    return at.move.verb in ("meld", "add")


def meld_after(at: Decision) -> list[Card]:
    """The meld on the table that holds the cards of the move once it is made."""
    melds = at.after().melds[at.seat]
    return list(melds[-1] if at.move.verb == "meld" else melds[at.move.number - 1])


def has_wild(meld: list[Card]) -> bool:
    ranks = {card.rank for card in meld}
    return 2 in ranks and len(ranks) > 1


def lays_wild(at: Decision) -> bool:
    return is_lay(at) and any(card.rank == 2 for card in at.move.cards) and has_wild(meld_after(at))


def clean_before(at: Decision) -> bool:
    return not any(has_wild(list(meld)) for meld in at.whole.melds[at.seat])


def goes_out(at: Decision) -> bool:
    after = at.after()
    return bool(after.match.deals > at.whole.match.deals and not after.hands[at.seat])


def is_discard(at: Decision) -> bool:
    return at.move.verb == "discard"


def unseen(at: Decision) -> Counter[Card]:
    """The cards of both packs that the seat sees nowhere."""
    seen = at.seen
    there = [*seen.pile, *(card for hand in seen.hands for card in hand)]
    there += [card for melds in seen.melds for meld in melds for card in meld]
    return Counter(PACK * 2) - Counter(there)


def nobody_takes(at: Decision) -> bool:
    """Whether the other player can take the pile with no hand that they may hold: they get all that would help."""
    after, other = at.after(), 1 - at.seat
    hand = at.seen.hands[other]
    same = [card for card in unseen(at).elements() if card.rank == at.card.rank]
    unknown = hand.count(UNKNOWN)
    others = [card for card in unseen(at).elements() if card.rank != at.card.rank]
    after.hands[other] = [card for card in hand if card is not UNKNOWN] + [*same, *others][:unknown]
    return is_discard(at) and not any(move.verb == "pile" for move in at.game.list_moves(after, other))


def alone(at: Decision) -> bool:
    return is_discard(at) and sum(card.rank == at.card.rank for card in at.hand) == 1


def knows_others(at: Decision, number: str, rank: str) -> bool:
    left = sum(count for card, count in unseen(at).items() if card.rank == at.card.rank)
    name = RANK_NAMES[at.card.rank]
    plural = f"{name}es" if name == "six" else f"{name}s"
    known = COPIES - 1 - left
    return WORDS.index(number) == known and rank == (name if known == 1 else plural)


def cards_left(at: Decision, number: str) -> bool:
    return number == spell_number(len(at.whole.hands[1 - at.seat]))


READINGS: Readings = {
    r"I can’t take the pile\.": lambda at: draws(at) and not takings(at),
    r"You can’t take the pile, so you have to draw\.": lambda at: draws(at) and not takings(at),
    r"The next card might be better\.": draws,
    r"You can take the pile\.": lambda at: at.move.verb in ("stock", "pile") and bool(takings(at)),
    r"If you can’t use it, draw\.": draws,
    r"Look at the stock\.": draws,
    r"I get all (\d+) cards in the pile\.": lambda at, number: (
        at.move.verb == "pile" and int(number) == len(at.whole.pile) > 1
    ),
    r"I get the upcard\.": lambda at: at.move.verb == "pile" and len(at.whole.pile) == 1,
    r"There’s no card to draw, and I can’t take the pile\.": lambda at: at.move.verb == "leave" and not takings(at),
    r"There’s no card to draw, and I don’t want the pile\.": lambda at: at.move.verb == "leave" and bool(takings(at)),
    r"You can’t draw, and you can’t take the pile\.": lambda at: {move.verb for move in at.legal} == {"leave"},
    r"The stock is empty\.": lambda at: "stock" not in {move.verb for move in at.legal},
    r"Is it better to take the pile or end the hand\?": lambda at: at.whole.phase == "take" and bool(takings(at)),
    r"Add up your score(?:, and end the hand)?\.": lambda at: at.move.verb == "leave",
    r"It empties my hand\.": lambda at: is_lay(at) and goes_out(at),
    r"I can use a wild two\.": lays_wild,
    r"These cards score when melded, and cost points in my hand\.": lambda at: (
        is_lay(at) and not lays_wild(at) and points(at, True) > points(at, False)
    ),
    r"You can lay off a card on one of your melds\.": lambda at: (
        at.move.verb == "add" and not lays_wild(at) and points(at, True) > points(at, False)
    ),
    r"It’s my last card\.": lambda at: is_discard(at) and goes_out(at),
    r"You have one card left\.": lambda at: is_discard(at) and at.hand == [at.card],
    r"Discard it and go out\.": lambda at: is_discard(at) and goes_out(at),
    r"My opponent can’t take the pile after this discard\.": nobody_takes,
    r"At this table, nobody can take a pile with a two on top\.": lambda at: at.card.rank == 2 and nobody_takes(at),
    r"I don’t have any other card of this rank\.": alone,
    r"Keep your pairs\.": alone,
    r"Discard a card you hold only once\.": alone,
    r"I have to discard one card\.": is_discard,
    r"It has (\w+) cards?\.": lambda at, number: at.move.verb == "pile" and number == spell_number(len(at.whole.pile)),
    r"You can take the pile without a card from your hand\.": lambda at: at.allows(Move("pile")),
    r"If you use a wild two, your hand can’t be clean\.": lambda at: lays_wild(at) and clean_before(at),
    r"Is it worth it\?": lays_wild,
    r"Your hand isn’t clean anymore\.": lambda at: not clean_before(at),
    r"Where does a wild two help most\?": lays_wild,
    r"Your opponent has (\w+) cards? left\.": lambda at, number: at.move.verb == "meld" and cards_left(at, number),
    r"Cards you’ve melded can’t cost you points\.": lambda at: at.move.verb == "meld",
    r"If your opponent has a pair of your discard’s rank, they can take the pile\.": lambda at: (
        is_discard(at) and at.card.rank > 0
    ),
    r"Look at (`.+`) on the pile and (`.+`) in your hand\.": lambda at, top, own: (
        cards_in(top) == at.whole.pile[-1:] and cards_in(own) == list(at.move.cards)
    ),
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards or at.whole.pile[-1:]),
    r"You know where (\w+) other (\w+) (?:is|are)\.": knows_others,
    r"You don’t know where any other (\w+) is\.": lambda at, rank: (
        rank == RANK_NAMES[at.card.rank]
        and len([*filter(lambda card: card.rank == at.card.rank, unseen(at).elements())]) == 7
    ),
}
