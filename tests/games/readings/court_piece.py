"""What is said in Court Piece, read by laying the cards on the trick and going through the tricks card by card."""

from __future__ import annotations

from games.cards import Card
from games.kit.tricks import build_play_move
from tests.games.readings import Decision, Readings, always, cards_in

NAMES = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
SWEEP = 7


def height(card: Card) -> int:
    return 14 if card.rank == 1 else card.rank


def best(cards: list[Card], trump: str) -> Card:
    """The card that has a trick: the highest trump, or the highest of the suit that was led."""
    suit = trump if any(card.suit == trump for card in cards) else cards[0].suit
    return max((card for card in cards if card.suit == suit), key=height)


def held(at: Decision, suit: str) -> list[Card]:
    return [card for card in at.hand if card.suit == suit]


def called(at: Decision) -> str:
    return NAMES[at.move.word] if at.move.verb == "trump" else ""


def none_longer(at: Decision) -> bool:
    return bool(called(at)) and all(len(held(at, suit)) <= len(held(at, called(at))) for suit in "CDHS")


def longest(at: Decision) -> bool:
    return none_longer(at) and sum(len(held(at, suit)) == len(held(at, called(at))) for suit in "CDHS") == 1


def longer_but_lower(at: Decision) -> bool:
    own = held(at, called(at))
    longer = [suit for suit in "CDHS" if len(held(at, suit)) > len(own)]
    return bool(longer) and all(max(map(height, held(at, suit))) < max(map(height, own)) for suit in longer)


def holding(at: Decision, text: str) -> bool:
    words = ("no", "one", "two", "three", "four", "five")
    wanted = {suit: f"{words[len(held(at, suit))]} {name}" for name, suit in NAMES.items()}
    return all(part in text or part.removesuffix("s") in text for part in wanted.values())


def playable(at: Decision) -> list[Card]:
    """The cards that follow suit; all where none does."""
    led = at.whole.trick[0].suit if at.whole.trick else ""
    return held(at, led) or at.hand


def is_play(at: Decision) -> bool:
    return at.move.verb == "play" and at.card in playable(at)


def leads(at: Decision) -> bool:
    return is_play(at) and not at.whole.trick


def follows(at: Decision) -> bool:
    return is_play(at) and bool(at.whole.trick) and at.card.suit == at.whole.trick[0].suit


def is_void(at: Decision) -> bool:
    return is_play(at) and bool(at.whole.trick) and not held(at, at.whole.trick[0].suit)


def trumps(at: Decision) -> bool:
    return is_void(at) and at.card.suit == at.whole.trump


def has_it(at: Decision, card: Card) -> bool:
    """Return whether a card would be the best of the trick if nobody played after it."""
    return best([*at.whole.trick, card], at.whole.trump) is card


def takes(at: Decision) -> bool:
    after = at.after()
    return len(after.tricks) > len(at.whole.tricks) and bool(after.tricks[-1].winner == at.seat)


def none_higher_out(at: Decision) -> bool:
    """Return whether no other hand has a higher card of the suit."""
    others = [card for seat, hand in enumerate(at.whole.hands) if seat != at.seat for card in hand]
    return not any(one.suit == at.card.suit and height(one) > height(at.card) for one in others)


def lowest(at: Decision) -> bool:
    return height(at.card) == min(map(height, held(at, at.card.suit)))


def low_of_longest(at: Decision) -> bool:
    others = [len(held(at, suit)) for suit in "CDHS" if suit != at.whole.trump]
    return leads(at) and lowest(at) and at.card.suit != at.whole.trump and len(held(at, at.card.suit)) == max(others)


def without_sure_trick(at: Decision) -> bool:
    sure = [at.other(build_play_move(card)) for card in at.hand if card.suit != at.whole.trump]
    return leads(at) and not any(map(none_higher_out, sure))


def partner_has_it(at: Decision) -> bool:
    """Return whether the partner has the trick after this card too."""
    after = [*at.whole.trick, at.card]
    owner = (at.whole.leader + at.whole.step * after.index(best(after, at.whole.trump))) % 4
    return is_play(at) and bool(at.whole.trick) and owner == (at.seat + 2) % 4


def none_beats(at: Decision) -> bool:
    return bool(at.whole.trick) and not any(has_it(at, card) for card in playable(at))


def court_is_ours(at: Decision) -> bool:
    return len(at.whole.tricks) == SWEEP and all(trick.winner % 2 == at.seat % 2 for trick in at.whole.tricks)


def trying_is_free(at: Decision) -> bool:
    """Return whether thirteen tricks bring no fewer courts than seven."""
    options = at.whole.options
    caller = (at.whole.match.dealer + at.whole.step) % 4
    seven = 1 if caller % 2 == at.seat % 2 else options.court_goon
    thirteen = options.playon_value + (seven if options.playon_adds else 0)
    return court_is_ours(at) and bool(thirteen >= seven)


def revokes_to_see(at: Decision) -> list[tuple[int, int]]:
    """The seats that did not follow suit in a trick, and have shown that suit since; each with the trick, from 1."""
    found = []
    for number, trick in enumerate(at.whole.tricks, 1):
        for place, card in enumerate(trick.cards):
            seat = (trick.leader + at.whole.step * place) % 4
            if card.suit != trick.cards[0].suit and trick.cards[0].suit in shown_since(at, seat, number):
                found.append((seat, number))
    return found


def shown_since(at: Decision, seat: int, number: int) -> set[str]:
    """The suits that a seat has played after a trick, or that everybody knows in its hand."""
    suits = {card.suit for card in at.seen.hands[seat]}
    for trick in [*at.whole.tricks[number:]]:
        suits.add(trick.cards[(seat - trick.leader) * at.whole.step % 4].suit)
    place = (seat - at.whole.leader) * at.whole.step % 4
    return suits | ({at.whole.trick[place].suit} if place < len(at.whole.trick) else set())


def saw_nothing(at: Decision) -> bool:
    return at.move.verb == "confirm" and not any((seat - at.seat) % 2 for seat, _ in revokes_to_see(at))


def claims_rightly(at: Decision) -> bool:
    accused = (at.seat + {"left": 1, "right": 3}[at.move.word]) % 4
    return (accused, at.move.number) in revokes_to_see(at)


def own_place(at: Decision) -> int:
    return int((at.seat - at.whole.leader) * at.whole.step % 4)


def has_trick_with(at: Decision, card: Card) -> bool:
    cards = [card if place == own_place(at) else one for place, one in enumerate(at.whole.trick)]
    return best(cards, at.whole.trump) is card


def changes(at: Decision) -> bool:
    return at.move.verb == "change" and at.card in at.hand


def old_card(at: Decision) -> Card:
    card: Card = at.whole.trick[own_place(at)]
    return card


READINGS: Readings = {
    r"It’s my longest suit\.": longest,
    r"None of my suits is longer\.": none_longer,
    r"I have a longer suit, but this one is higher\.": longer_but_lower,
    r"I expect the most from this suit\.": lambda at: bool(called(at)),
    r"A long suit makes a good trump suit\.": none_longer,
    r"High cards come second, and other aces win tricks anyway\.": none_longer,
    r"High cards can be worth more than one extra trump\.": lambda at: not none_longer(at),
    r"You have ((?:no|one|two|three|four|five) \w+, .+)\.": holding,
    r"Look at the (clubs|diamonds|hearts|spades)\.": lambda at, suit: at.move.word == suit,
    r"Look at your (clubs|diamonds|hearts|spades)\.": lambda at, suit: at.card.suit == NAMES[suit],
    r"You can play (`..`)\.": lambda at, cards: cards_in(cards) == list(at.move.cards) and at.card in at.hand,
    r"None of the cards still out beats it in its suit\.": lambda at: leads(at) and none_higher_out(at),
    r"One of your cards can’t be beaten in its suit\.": lambda at: leads(at) and none_higher_out(at),
    r"It’s a low card from my longest suit\.": low_of_longest,
    r"You lead without a sure trick\.": without_sure_trick,
    r"A low card from a long suit gives little away\.": low_of_longest,
    r"(I have to lead something|You lead)\.": lambda at, _: leads(at),
    r"Which suit do you want the others to play\?": leads,
    r"(It’s my only card of that suit|You have only one card of that suit)\.": lambda at, _: (
        follows(at) and playable(at) == [at.card]
    ),
    r"It wins the trick\.": takes,
    r"A trump beats every card in the trick so far\.": lambda at: trumps(at) and has_it(at, at.card),
    r"You have none of that suit, and your trump beats the trick so far\.": (
        lambda at: trumps(at) and has_it(at, at.card)
    ),
    r"It’s the best card so far, and all higher cards of its suit are gone\.": (
        lambda at: follows(at) and has_it(at, at.card) and none_higher_out(at)
    ),
    r"(It beats|You can beat) every card in the trick so far\.": lambda at, _: follows(at) and has_it(at, at.card),
    r"(?:My|Your) partner is winning the trick so far\.": partner_has_it,
    r"Don’t waste a high card on it\.": lambda at: follows(at) and lowest(at),
    r"I can’t beat the trick, so I play low\.": lambda at: none_beats(at) and lowest(at),
    r"You can’t beat the trick, so don’t waste a high card on it\.": lambda at: none_beats(at) and lowest(at),
    r"It’s my lowest card of that suit\.": lambda at: follows(at) and lowest(at),
    r"It follows suit\.": follows,
    r"Is this trick worth a high card\?": follows,
    r"(I keep my trumps|You don’t have to trump)\.": lambda at, _: (
        is_void(at) and not trumps(at) and bool(held(at, at.whole.trump))
    ),
    r"You can’t follow suit\.": is_void,
    r"You can’t follow suit, and your partner is winning the trick so far\.": lambda at: (
        is_void(at) and partner_has_it(at)
    ),
    r"Which card can you spare\?": is_void,
    r"It can’t win this trick\.": lambda at: bool(at.whole.trick) and not has_it(at, at.card),
    r"We already have the court, and trying for more costs nothing\.": trying_is_free,
    r"Trying for all 13 costs nothing\.": trying_is_free,
    r"(?:We|You) already have the court\.": court_is_ours,
    r"Can you take all 13\?": court_is_ours,
    r"Count the cards that could still beat yours\.": court_is_ours,
    r"(I didn’t see anything wrong|As far as you can see, nobody revoked|There’s nothing to claim)\.": (
        lambda at, _: saw_nothing(at)
    ),
    r"I have nothing to claim\.": lambda at: at.move.verb == "confirm",
    r"Did your opponents follow suit whenever they could\?": lambda at: at.move.verb == "confirm",
    r"Look at the tricks\.": lambda at: at.move.verb == "confirm",
    r"My card is winning the trick now\.": lambda at: at.move.verb == "keep" and has_trick_with(at, old_card(at)),
    r"I’m keeping my card\.": lambda at: at.move.verb == "keep",
    r"It’s winning the trick now\.": lambda at: changes(at) and has_trick_with(at, at.card),
    r"My old card wasn’t\.": lambda at: not has_trick_with(at, old_card(at)),
    r"It’s lower than my old card\.": lambda at: (
        changes(at) and at.card.suit == old_card(at).suit and height(at.card) < height(old_card(at))
    ),
    r"I’m changing my card\.": changes,
    r"Would a different card do better in the trick now\?": lambda at: at.whole.phase == "change",
    r"Look at the trick now\.": lambda at: at.move.verb == "keep",
    r"You can keep (`..`)\.": lambda at, card: at.move.verb == "keep" and cards_in(card) == [old_card(at)],
    r"They didn’t follow that suit earlier, but they had it\.": claims_rightly,
    r"An opponent could have followed suit but didn’t\.": claims_rightly,
    r"Remember who didn’t follow suit, and what they played later\.": claims_rightly,
    r"(I want to play one more hand\.|You could play another hand\.|It’s your deal\.)": lambda at, _: (
        at.whole.phase == "agree" and at.whole.match.dealer == at.seat
    ),
    r"It’s one of the things I can do now\.": always,
}
