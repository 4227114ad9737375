"""What is said in Contract Rummy, read by laying and adding cards, and by counting what a hand lacks card by card."""

from __future__ import annotations

from collections import Counter

from games.cards import JOKER, PACK, Card
from games.contract_rummy.contract_plans import count_missing_cards
from games.contract_rummy.contracts import describe_contract
from games.engine.move import Move
from games.kit.rummy import OTHERS
from tests.games.readings import Decision, Readings, cards_in

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(word: str) -> int:
    return WORDS.index(word) if word in WORDS else int(word)


def down(at: Decision, seat: int | None = None) -> bool:
    return bool(at.whole.melds[at.seat if seat is None else seat])


def lack(at: Decision, cards: list[Card]) -> int:
    return count_missing_cards(cards, at.whole.contract, at.whole.law)


def with_upcard(at: Decision) -> list[Card]:
    return [*at.hand, at.whole.pile[-1]]


def nearer(at: Decision) -> bool:
    return not down(at) and lack(at, with_upcard(at)) == lack(at, at.hand) - 1


def no_nearer(at: Decision) -> bool:
    return not down(at) and lack(at, with_upcard(at)) == lack(at, at.hand)


def at_table(at: Decision, hand: list[Card]) -> Decision:
    """The same seat in the middle of its turn, after it was down for a while, with this hand."""
    state = at.whole.copy()
    state.phase, state.turn, state.waiting, state.laid, state.owed = "table", at.seat, (at.seat,), False, 0
    state.hands[at.seat] = list(hand)
    return Decision(at.game, state, at.seat, at.move)


def layoffs(at: Decision, card: Card) -> list[Move]:
    """The moves that add this card, beside another that stays in the hand."""
    table = at_table(at, [card, *[one for one in at.hand if one is not card][:3], card])
    return [move for move in table.legal if move.verb == "layoff" and move.cards[0].base is card]


def fits(at: Decision) -> bool:
    return down(at) and bool(layoffs(at, at.whole.pile[-1]))


def stranger(cards: list[Card]) -> Card:
    """A card that makes no meld with any of these, to be discarded."""
    fitting = (
        card
        for card in PACK
        if all(one.rank != card.rank and (one.suit != card.suit or 3 < abs(one.rank - card.rank) < 9) for one in cards)
    )
    return next(fitting, cards[0])


def melds_of(at: Decision, cards: list[Card]) -> list[Move]:
    """The melds that can be laid of these cards, beside another that stays in the hand."""
    table = at_table(at, [*cards, stranger(cards)])
    melds = [move for move in table.legal if move.verb == "meld"]
    return [move for move in melds if not Counter(card.base for card in move.cards) - Counter(cards)]


def new_meld(at: Decision) -> bool:
    return down(at) and not melds_of(at, at.hand) and bool(melds_of(at, with_upcard(at)))


def useless(at: Decision) -> bool:
    """Return whether the upcard can neither be added nor laid in a new meld."""
    return down(at) and not layoffs(at, at.whole.pile[-1]) and not new_meld(at)


def lays_whole(at: Decision) -> bool:
    table = at_table(at, with_upcard(at))
    return not down(at) and any(move.verb == "lay-all" for move in table.legal)


def may_take(at: Decision) -> bool:
    return at.allows(Move("upcard"))


def value(at: Decision, card: Card) -> int:
    """Return what a card costs who holds nothing else, as the game counts it."""
    state = at.whole.copy()
    state.hands[at.seat] = [card]
    counted = at.game.count_scores_so_far(state)
    assert counted
    return int(counted[at.seat] or 0)


def costs_most(at: Decision) -> bool:
    return down(at) and value(at, at.card) == max(value(at, card) for card in at.hand)


def spare(at: Decision) -> bool:
    rest = list((Counter(at.hand) - Counter([at.card])).elements())
    return at.move.verb == "discard" and not down(at) and lack(at, rest) == lack(at, at.hand)


def goes_out(at: Decision) -> bool:
    after = at.after()
    return after.match.deals > at.whole.match.deals and at.seat in after.match.results[-1].winners


def somebody_near(at: Decision) -> bool:
    others = [seat for seat in range(at.whole.seats) if seat != at.seat]
    return any(down(at, seat) and len(at.whole.hands[seat]) < 4 for seat in others)


def asks_price(at: Decision, price: str) -> bool:
    cards = {"a card": 1}.get(price) or number(price.removesuffix(" cards"))
    return at.whole.phase == "window" and cards == at.whole.options.mayi_penalty


def more_cards(at: Decision, card: str, more: str) -> bool:
    return cards_in(card) == at.whole.pile[-1:] and number(more) == 1 + at.whole.options.mayi_penalty


def is_upcard(at: Decision, card: str) -> bool:
    return cards_in(card) == at.whole.pile[-1:]


def groups(text: str) -> list[list[Card]]:
    return [cards_in(part) for part in text.split("; ")]


def lays_contract(at: Decision) -> bool:
    after = at.after()
    return at.move.verb == "contract" and len(after.melds[at.seat]) == at.whole.contract.meld_count


def adds(at: Decision, cards: str, whose: str, meld: str) -> bool:
    """Return whether the move adds these cards to the meld that has those cards, your own or another player's."""
    distance, place = divmod(at.move.number or 0, OTHERS)
    melds = at.whole.melds[(at.seat + distance) % at.whole.seats]
    is_own = whose == "your"
    return (
        cards_in(cards) == list(at.move.cards) and is_own == (not distance) and cards_in(meld) == list(melds[place - 1])
    )


READINGS: Readings = {
    r"It brings me closer to my contract\.": lambda at: at.move.verb in ("may-i", "upcard") and nearer(at),
    r"I have a use for that card\.": lambda at: at.move.verb in ("may-i", "upcard"),
    r"It doesn’t bring me closer to my contract\.": lambda at: (
        at.move.verb not in ("may-i", "upcard") and no_nearer(at)
    ),
    r"A player who’s down has few cards left\.": somebody_near,
    r"I don’t want to pay for it\.": lambda at: at.whole.phase == "window" and at.move.verb != "may-i",
    r"I’m down, and I’d have to get rid of every extra card\.": lambda at: down(at) and at.whole.phase == "window",
    r"I don’t want any more cards this hand\.": lambda at: at.move.verb == "pass-hand",
    r"You don’t want any more cards\.": lambda at: at.move.verb == "pass-hand",
    r"You’d have to get rid of every extra card\.": lambda at: at.move.verb == "pass-hand",
    r"I can’t take the upcard\.": lambda at: at.move.verb == "stock" and not may_take(at),
    r"You can only draw from the stock\.": lambda at: at.move.verb == "stock" and not may_take(at),
    r"The upcard doesn’t bring me closer to my contract\.": lambda at: at.move.verb == "stock" and no_nearer(at),
    r"The upcard doesn’t bring you closer to your contract\.": lambda at: at.move.verb == "stock" and no_nearer(at),
    r"(?:I|You) can’t use the upcard in any meld\.": lambda at: at.move.verb == "stock" and useless(at),
    r"The next card might be a good one\.": lambda at: at.move.verb == "stock",
    r"(?:Draw from the stock|Nobody knows what’s next)\.": lambda at: at.move.verb == "stock",
    r"With it, I can meld my whole hand\.": lambda at: at.move.verb == "upcard" and lays_whole(at),
    r"It fits a meld on the table\.": lambda at: at.move.verb == "upcard" and fits(at),
    r"It makes a new meld with my cards\.": lambda at: at.move.verb == "upcard" and new_meld(at),
    r"I have to meld the joker I took\.": lambda at: (
        bool(at.whole.owed) and JOKER in [card.base for card in at.move.cards]
    ),
    r"It’s the whole contract\.": lays_contract,
    r"You hold the whole contract: (.+)\.": lambda at, words: (
        lays_contract(at) and words == describe_contract(at.whole.contract)
    ),
    r"(I can meld my whole hand|You can meld your whole hand at once)\.": lambda at, _: (
        at.move.verb == "lay-all" and not at.after().hands[at.seat]
    ),
    r"(I can meld all my cards except one|You can meld all your cards except one)\.": lambda at, _: (
        at.move.verb == "lay-all" and len(at.move.all_cards) == len(at.hand) - 1
    ),
    r"A new meld uses (\w+) cards from my hand\.": lambda at, count: (
        at.move.verb == "meld" and number(count) == len(at.move.cards)
    ),
    r"You can make a new meld\.": lambda at: at.move.verb == "meld",
    r"Every card I lay off is one fewer to pay for\.": lambda at: at.move.verb == "layoff",
    r"You can lay off on any meld on the table\.": lambda at: at.move.verb == "layoff",
    r"Which of your cards fits one\?": lambda at: at.move.verb == "layoff",
    r"(.+) fits? (your|the) meld of (.+)\.": adds,
    r"The joker makes a new meld\.": lambda at: (
        at.move.verb == "swap" and len(at.after().melds[at.seat]) > len(at.whole.melds[at.seat])
    ),
    r"My card takes the joker’s place\.": lambda at: at.move.verb == "swap",
    r"A joker in a run on the table stands for a card you hold\.": lambda at: (
        at.move.verb == "swap" and all(card in at.hand for card in at.move.cards)
    ),
    r"It’s my last card\.": lambda at: at.hand == [at.card],
    r"You have one card left to discard\.": lambda at: at.hand == [at.card],
    r"Discard it to go out\.": goes_out,
    r"None of my cards costs more\.": costs_most,
    r"You’re down\.": down,
    r"Now every card in your hand costs points\.": lambda at: down(at) and at.move.verb == "discard",
    r"Which expensive one doesn’t fit a meld\?": lambda at: costs_most(at) and not layoffs(at, at.card),
    r"Which (?:one|card) can you spare\?": lambda at: at.move.verb == "discard",
    r"My contract doesn’t need it\.": spare,
    r"(.+) doesn’t help your contract\.": lambda at, card: cards_in(card) == [at.card] and spare(at),
    r"I have to discard something\.": lambda at: at.move.verb == "discard",
    r"You already hold your contract\.": lambda at: not down(at) and lack(at, at.hand) == 0,
    r"You need (\w+) more cards? for your contract\.": lambda at, count: lack(at, at.hand) == number(count),
    r"Which cards don’t help\?": lambda at: not down(at) and at.move.verb == "discard",
    r"Does the upcard help you\?": lambda at: at.whole.phase == "window",
    r"It costs (.+) from the stock as well\.": asks_price,
    r"With (.+), you need one fewer card for your contract\.": lambda at, card: is_upcard(at, card) and nearer(at),
    r"(.+) isn’t worth (\w+) more cards in your hand\.": more_cards,
    r"(.+) doesn’t help your contract, and you’d have (\w+) more cards in your hand\.": lambda at, card, more: (
        more_cards(at, card, more) and no_nearer(at)
    ),
    r"(.+) brings you closer to your contract\.": lambda at, card: is_upcard(at, card) and nearer(at),
    r"(.+) lets you meld your whole hand\.": lambda at, card: is_upcard(at, card) and lays_whole(at),
    r"(..) fits a meld\.": lambda at, card: is_upcard(at, card) and fits(at),
    r"\* fits a meld\.": fits,
    r"(.+) makes a new meld with your cards\.": lambda at, card: is_upcard(at, card) and new_meld(at),
    r"(.+) is on the pile\.": is_upcard,
    r"Look at the upcard before you draw\.": lambda at: at.move.verb == "upcard",
    r"Can you use the upcard\?": lambda at: at.move.verb == "stock" and may_take(at),
    r"If not, the stock might have a better card\.": lambda at: at.move.verb == "stock",
    r"Look at (?!the)(.+)\.": lambda at, cards: (
        [card for group in groups(cards.strip("`")) for card in group]
        == list(at.move.all_cards)[: len(at.move.all_cards)]
        or cards_in(cards) == list(at.move.cards)
    ),
}
