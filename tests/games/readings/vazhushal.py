"""What is said in Vazhushal, read by making the moves, and by an exact search for what the line gives."""

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
    r"It has two jokers or more, so I keep it\.": lambda at: at.move.verb == "keep" and at.hand.count(JOKER) >= 2,
    r"Your jokers are worth keeping\.": lambda at: at.move.verb == "keep" and at.hand.count(JOKER) >= 2,
    r"I keep this hand\.": lambda at: at.move.verb == "keep",
    r"You don't have to ask for a new deal\.": lambda at: at.move.verb == "keep",
    r"Doubles are of little use in one hand\.": lambda at: len(set(at.hand)) < len(at.hand),
    r"Your doubles are of little use\.": lambda at: len(set(at.hand)) < len(at.hand),
    r"You may have everything dealt anew\.": lambda at: at.allows(Move("throw-in")),
    r"It has to be taken\.": forced,
    r"The oldest card of the line is wild, and this time you have to take the line\.": (
        lambda at: forced(at) and at.whole.line[0] in at.whole.wilds
    ),
    r"It brings me the wild starter\.": lambda at: at.move.verb == "take" and at.whole.line[0] in at.whole.wilds,
    r"The oldest card of the line is wild, and you may have it without melding it\.": (
        lambda at: at.move.verb == "take" and not forced(at) and at.whole.line[0] in at.whole.wilds
    ),
    r"You need a pure sequence: you own one\.": lambda at: any(
        pure(at, list(meld)) for meld in at.whole.melds[at.seat]
    ),
    r"You need a pure sequence: (?!you)(.+)\.": lays_first,
    r"Look at (.+), the oldest card of the line\.": lambda at, card: cards_in(card) == at.whole.line[:1],
    r"There is only the stock to draw from\.": only_stock,
    r"No card of the line makes a new meld for (?:me|you)\.": lambda at: at.move.verb == "stock" and no_wipe(at),
    r"I'd rather have a card from the stock\.": lambda at: at.move.verb == "stock",
    r"Look at the stock: nobody knows what comes\.": lambda at: at.move.verb == "stock",
    r"Do the newest cards of the line make a new meld with yours\?": lambda at: (
        at.move.verb == "stock" and not only_stock(at)
    ),
    r"If none is worth it, there is the stock\.": lambda at: at.move.verb == "stock",
    r"I'm out with that\.": goes_out,
    r"From here there is a sure way out in this turn\.": way_out,
    r"(\w+) cards go down at once\.": goes_down,
    r"Every card on the table is one less to get rid of\.": lambda at: at.move.verb in ("meld", "layoff"),
    r"It puts (\w+) more cards? on the table\.": placed,
    r"My melds are better like that\.": lambda at: at.move.verb == "rearrange",
    r"It goes with no other card of my hand\.": lonely,
    r"Let go of a card that has no partner in your hand\.": lonely,
    r"(.+) doesn't fit any of your cards\.": lambda at, card: cards_in(card) == [at.card] and lonely(at),
    r"One card has to go\.": lambda at: at.move.verb == "discard",
    r"Which card can you do without\?": lambda at: at.move.verb == "discard",
    r"(I can lay nothing more|You have laid what can be laid)\.": lambda at, _: (
        at.move.verb == "done" and cannot_lay(at)
    ),
    r"(That will do|You don't have to lay any more)\.": lambda at, _: at.move.verb == "done",
    r"Nothing more is needed\.": lambda at: at.move.verb in ("done", "keep"),
    r"One of the cards in the line would make a new meld with what you hold, or with the cards above it\.": (
        lambda at: at.move.verb == "wipe" and is_opened(at)
    ),
    r"You hold a pure sequence already\.": lambda at: (
        not is_opened(at) and pure(at, list(at.move.get_cards_by_name("after")))
    ),
    r"Lay it before you draw, and the line is open to you for any new meld\.": lambda at: at.move.verb == "wipe",
    r"Lay (.+) first; then look at (.+)\.": lambda at, first, card: lays_first(at, first) and deepest(at, card),
    r"The line can complete a pure sequence, and that opens the game for you\.": (
        lambda at: not is_opened(at) and at.move.verb == "wipe" and pure(at, list(at.move.cards))
    ),
    r"The deepest card to take is ([^;]+)\.": deepest,
    r"The deepest card to take is (.+); it belongs to (.+)\.": lambda at, card, meld: (
        deepest(at, card) and cards_in(meld) == list(at.move.cards) and cards_in(card)[0] in cards_in(meld)
    ),
    r"You hold a meld\.": lambda at: at.move.verb == "meld" and is_opened(at),
    r"You can open: look for three in a row of one suit\.": lambda at: (
        at.move.verb == "meld" and not is_opened(at) and pure(at, list(at.move.cards))
    ),
    r"Look at (`.+`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards),
    r"One of your melds can grow\.": lambda at: at.move.verb == "layoff" and is_opened(at),
    r"(.+) fits? on your meld (\d+)\.": grows,
    r"Take your melds apart in your mind: together with your hand they can be put together better\.": (
        lambda at: at.move.verb == "rearrange" and placed(at, str(len(at.hand) - len(at.after().hands[at.seat])))
    ),
    r"In the end they could lie as (.+)\.": lie_in_the_end,
    r"One card is left, and it is your turn to discard\.": lambda at: at.hand == [at.card],
    r"Throw it, and you are out\.": goes_out,
}
