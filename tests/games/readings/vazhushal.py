"""Sentences of Vazhushal, checked by making the moves, and by an exact search for what the line gives."""

from __future__ import annotations

from collections import Counter

from games.cards import JOKER, Card
from games.engine.move import Move
from games.vazhushal.endgame import MovesToGoOut, find_line_draw_of_depth, find_moves_to_go_out
from tests.games.readings import Decision, Readings, cards_in

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(word: str) -> int:
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word)


def on_table(state: object, seat: int) -> int:
    return sum(len(meld) for meld in state.melds[seat])  # type: ignore[attr-defined]


def goes_out(at: Decision) -> bool:
    after = at.after()
    return after.match.deals > at.whole.match.deals and at.seat in after.match.results[-1].winners


def way_out(at: Decision) -> bool:
    """Return whether the moves of the way that the move begins end the hand, one after the other."""
    way = find_moves_to_go_out(at.seen, at.seat)
    if not isinstance(way, MovesToGoOut) or way.moves[0] != at.move:
        return False
    state, drawn = at.whole.copy(), None
    for move in way.moves:
        drawn = drawn or next(iter(Counter(state.hands[at.seat]) - Counter(at.hand)), None)
        text = str(move).replace("?", drawn.code) if drawn else str(move)  # whatever comes from the stock
        at.game.play_move(state, at.seat, at.game.parse_move(text))
    return bool(state.match.deals > at.whole.match.deals and at.seat in state.match.results[-1].winners)


def no_wipe(at: Decision) -> bool:
    """Return whether no card of the line can be the deepest of a wipe; to take the whole line makes no meld."""
    draws = (find_line_draw_of_depth(at.seen, at.seat, depth) for depth in range(1, len(at.whole.line) + 1))
    return all(draw is None or (isinstance(draw, Move) and draw.verb == "take") for draw in draws)


def only_stock(at: Decision) -> bool:
    others = [move for move in at.legal if move.verb in ("wipe", "take")]
    closed = not at.whole.melds[at.seat] and not at.whole.options.wipe_before_first
    return at.move.verb == "stock" and not others and (closed or not at.whole.line)


def goes_down(at: Decision, count: str) -> bool:
    after = at.after()
    laid = on_table(after, at.seat) - on_table(at.whole, at.seat)
    taken = [card for meld in at.move.groups[1:] for card in meld]
    if at.move.groups[1:]:  # cards of own melds are in the new one as well
        return number(count) == len(at.move.cards) + len(at.move.get_cards_by_name("after")) and bool(taken)
    return at.move.verb == "wipe" and laid == number(count)


def placed(at: Decision, count: str) -> bool:
    after = at.after()
    return at.move.verb == "rearrange" and len(at.hand) - len(after.hands[at.seat]) == number(count)


def cannot_lay(at: Decision) -> bool:
    return not any(move.verb in ("meld", "layoff") for move in at.legal)


def near(one: Card, other: Card) -> bool:
    """Return whether two natural cards could be in a meld together with one more."""
    gap = abs(one.rank - other.rank)
    return one.rank == other.rank or (
        one.suit == other.suit and min(gap, 13 - gap if 1 in (one.rank, other.rank) else gap) < 3
    )


def lonely(at: Decision) -> bool:
    """Return whether no other card of the hand is near to the discard; another copy of it makes no meld with it."""
    others = [card for card in at.hand if card is not at.card and card not in at.whole.wilds]
    return at.move.verb == "discard" and at.card not in at.whole.wilds and not any(near(at.card, one) for one in others)


def is_opened(at: Decision) -> bool:
    return bool(at.whole.melds[at.seat])


def deepest(at: Decision, text: str) -> bool:
    return at.move.verb == "wipe" and cards_in(text) == [at.whole.line[-at.move.number]]


def pure(at: Decision, cards: list[Card]) -> bool:
    suits, ranks = {card.suit for card in cards}, [card.rank for card in cards]
    natural = all(card.natural and card.base is card for card in cards)
    ways = [sorted(ranks), sorted(14 if rank == 1 else rank for rank in ranks)]
    return (
        natural
        and len(suits) == 1
        and len(cards) > 2
        and any(way == list(range(way[0], way[0] + len(way))) for way in ways)
    )


def lays_first(at: Decision, text: str) -> bool:
    cards = cards_in(text)
    return (
        tuple(cards) == at.move.get_cards_by_name("after")
        and pure(at, cards)
        and all(card in at.hand for card in cards)
    )


def forced(at: Decision) -> bool:
    return at.move.verb == "take" and not at.allows(Move("stock"))


def grows(at: Decision, cards: str, meld: str) -> bool:
    after, place = at.after(), int(meld) - 1
    longer = after.match.deals > at.whole.match.deals or len(after.melds[at.seat][place]) > len(
        at.whole.melds[at.seat][place]
    )
    return at.move.verb == "layoff" and cards_in(cards) == list(at.move.cards) and longer


def lie_in_the_end(at: Decision, text: str) -> bool:
    return [cards_in(part) for part in text.split(" · ")] == [list(group) for group in at.move.groups] and at.allows(
        at.move
    )


READINGS: Readings = {
    r"I keep this hand because it has two or more jokers\.": lambda at: (
        at.move.verb == "keep" and at.hand.count(JOKER) >= 2
    ),
    r"Your jokers are worth keeping\.": lambda at: at.move.verb == "keep" and at.hand.count(JOKER) >= 2,
    r"I keep this hand\.": lambda at: at.move.verb == "keep",
    r"(You don’t have to ask for a redeal|Keep your hand)\.": lambda at, _: at.move.verb == "keep",
    r"Doubles don’t help much\.": lambda at: len(set(at.hand)) < len(at.hand),
    r"Your doubles won’t help much\.": lambda at: len(set(at.hand)) < len(at.hand),
    r"You can ask for a redeal\.": lambda at: at.allows(Move("throw-in")),
    r"I have to take it\.": forced,
    r"The oldest card in the line is wild, and you have to take the line\.": (
        lambda at: forced(at) and at.whole.line[0] in at.whole.wilds
    ),
    r"I get the wild starter\.": lambda at: at.move.verb == "take" and at.whole.line[0] in at.whole.wilds,
    r"The oldest card in the line is wild\.": lambda at: at.whole.line[0] in at.whole.wilds,
    r"You can take it without melding it\.": lambda at: at.move.verb == "take" and not forced(at),
    r"You have the pure sequence you need\.": lambda at: any(pure(at, list(meld)) for meld in at.whole.melds[at.seat]),
    r"You need a pure sequence: (.+)\.": lays_first,
    r"Look at (.+), the oldest card in the line\.": lambda at, card: cards_in(card) == at.whole.line[:1],
    r"(?:I|You) can only draw from the stock\.": only_stock,
    r"(?:I|You) can’t make a new meld with any card in the line\.": lambda at: at.move.verb == "stock" and no_wipe(at),
    r"I’d rather have a card from the stock\.": lambda at: at.move.verb == "stock",
    r"The top card of the stock could be anything\.": lambda at: at.move.verb == "stock",
    r"Is it worth melding the newest cards in the line\?": lambda at: at.move.verb == "stock" and not only_stock(at),
    r"If not, draw from the stock\.": lambda at: at.move.verb == "stock",
    r"I go out with this\.": goes_out,
    r"This way, I’m sure to go out this turn\.": way_out,
    r"I meld (\w+) cards at once\.": goes_down,
    r"That’s one fewer card to get rid of\.": lambda at: at.move.verb in ("meld", "layoff"),
    r"I get (\w+) more cards? on the table\.": placed,
    r"My melds are better this way\.": lambda at: at.move.verb == "rearrange",
    r"It doesn’t go with any other card in my hand\.": lonely,
    r"Discard a card that doesn’t go with your other cards\.": lonely,
    r"(.+) doesn’t fit any of your cards\.": lambda at, card: cards_in(card) == [at.card] and lonely(at),
    r"I have to discard a card\.": lambda at: at.move.verb == "discard",
    r"Which card can you do without\?": lambda at: at.move.verb == "discard",
    r"(I|You) can’t meld anything else\.": lambda at, _: at.move.verb == "done" and cannot_lay(at),
    r"(I’m done melding|You don’t have to meld anything else)\.": lambda at, _: at.move.verb == "done",
    r"You can finish now\.": lambda at: at.move.verb == "done",
    r"Can you make a new meld with a card in the line\?": (lambda at: at.move.verb == "wipe" and is_opened(at)),
    r"You hold a pure sequence\.": lambda at: not is_opened(at) and pure(at, list(at.move.get_cards_by_name("after"))),
    r"Meld it before you draw, and then wipe for any new meld\.": lambda at: at.move.verb == "wipe",
    r"Meld (.+) first, then wipe down to (.+)\.": lambda at, first, card: lays_first(at, first) and deepest(at, card),
    r"The line can complete a pure sequence, so you can open\.": (
        lambda at: not is_opened(at) and at.move.verb == "wipe" and pure(at, list(at.move.cards))
    ),
    r"Wipe down to ([^ ]+)\.": deepest,
    r"Wipe down to (.+) for (.+)\.": lambda at, card, meld: (
        deepest(at, card) and cards_in(meld) == list(at.move.cards) and cards_in(card)[0] in cards_in(meld)
    ),
    r"You have a meld in your hand\.": lambda at: at.move.verb == "meld" and is_opened(at),
    r"You can open\.": lambda at: at.move.verb == "meld" and not is_opened(at),
    r"Look for three cards in order in one suit\.": lambda at: pure(at, list(at.move.cards)),
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards),
    r"You can lay off on one of your melds\.": lambda at: at.move.verb == "layoff" and is_opened(at),
    r"(.+) fits? on your meld (\d+)\.": grows,
    r"Can you rearrange your melds to use a card from your hand\?": (
        lambda at: at.move.verb == "rearrange" and placed(at, str(len(at.hand) - len(at.after().hands[at.seat])))
    ),
    r"You could rearrange to (.+)\.": lie_in_the_end,
    r"You have one card left to discard\.": lambda at: at.hand == [at.card],
    r"Discard it to go out\.": goes_out,
}
