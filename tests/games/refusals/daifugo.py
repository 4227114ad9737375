"""Daifugo: its refusals, read a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.games.refusals.reading import Case, Readings, base, face, is_other, listed, rank, suit
from tests.games.refusals.table import shape

READINGS = Readings()
ORDER = "3456789TJQKA2"
PLAYED = ("play", "give", "throw")
SUITS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S"}
JOKER = len(ORDER)


def height(card: str) -> int:
    """From 0, the three, to 12, the two; a joker alone is higher."""
    return JOKER if face(card) == "*" else ORDER.index(face(card)[0])


def upside_down(case: Case) -> bool:
    return bool(case.at["revolution"] != case.at["back"])


def top(case: Case) -> list[str]:
    """The cards of the play to beat, or none."""
    plays = case.at["plays"]
    return plays[-1].split()[1:] if plays else []


def are_set(cards: Sequence[str]) -> bool:
    """Return whether these are of one rank, bare jokers aside."""
    return (
        bool(cards)
        and len({height(card) for card in cards if card != "*"}) < 2
        and not any("=" in card for card in cards)
    )


def are_run(cards: Sequence[str]) -> bool:
    """Whether these are three or more of one suit whose ranks follow each other, jokers with their faces among them."""
    heights = sorted(map(height, cards))
    low = heights[0] if heights else 0
    named = all("=" not in card or base(card) == "*" for card in cards) and any("=" not in card for card in cards)
    in_order = heights == list(range(low, low + len(cards))) and JOKER not in heights
    return len(cards) > 2 and in_order and len({*map(suit, cards)}) == 1 and named


def run_fits(cards: Sequence[str], suit_of_it: str) -> bool:
    """Return whether these cards, their open jokers as anything, can be a sequence."""
    known = [card for card in cards if face(card) not in ("*", "?")]
    free = len(cards) - len(known)
    for low in range(len(ORDER) - len(cards) + 1):
        window = [f"{ORDER[low + place]}{suit_of_it}" for place in range(len(cards))]
        if not Counter(map(face, known)) - Counter(window) and free < len(cards) > 2:
            return True
    return False


def set_height(cards: Sequence[str]) -> int:
    return min(map(height, cards))


def beats(case: Case, cards: Sequence[str]) -> bool:
    """Return whether cards of the right kind and number are high enough."""
    lying = top(case)
    if set_height(lying) == JOKER:
        return list(cards) == ["3S"] and len(lying) == 1 and bool(case.rules["joker-spade3"])
    if set_height(cards) == JOKER:
        return True
    if set_height(cards) == set_height(lying):
        return bool(case.rules["equal-allowed"])
    return (set_height(cards) < set_height(lying)) == upside_down(case)


def playing(case: Case) -> bool:
    return case.phase == "play" and case.mine


@READINGS.of("hand.first-card", "You lead because you have {card:card}, so your first play must include it.")
def opening(case: Case, card: str) -> bool:
    opens = {"holder-3D": "3D", "holder-3S": "3S"}.get(case.rules["lead-first"]) == card
    first = not case.at["titles"] and not case.at["plays"] and not case.at["gone"]
    return case.rules["lead-first-must-include"] and opens and first and card in case.hand and card not in case.first


@READINGS.of(
    "play.lead-set",
    "{cards:cards} aren’t the same rank. Lead one card, or several of the same rank.",
)
def no_set_to_lead(case: Case, cards: list[str]) -> bool:
    return playing(case) and not top(case) and is_no_set(case, cards)


def is_no_set(case: Case, cards: Sequence[str]) -> bool:
    return Counter(cards) == Counter(case.first) and not are_set(cards)


@READINGS.of(
    "play.lead-set",
    "There are no sequences at this table. Lead one card, or several of the same rank.",
)
def no_sequences_led(case: Case) -> bool:
    return playing(case) and not top(case) and no_sequences(case)


def no_sequences(case: Case) -> bool:
    return case.move.verb == "sequence" and not case.rules["sequences"]


@READINGS.of("play.lead-must", "You’re leading, so you can’t pass. Play at least one card.")
def leads(case: Case) -> bool:
    return playing(case) and not top(case) and case.move.verb == "pass"


@READINGS.of(
    "play.same-number",
    "Play exactly {number:number} card, the same number as the play to beat.",
    "Play exactly {number:number} cards, the same number as the play to beat.",
)
def as_many(case: Case, number: int) -> bool:
    return playing(case) and number == len(top(case)) != len(case.first)


ANSWERS = ("Play {number:number} card.", "Play {number:number} cards of the same rank.")


@READINGS.of("play.one-rank", *(f"{{cards:cards}} aren’t the same rank. {answer}" for answer in ANSWERS))
def no_set_to_answer(case: Case, cards: list[str], number: int) -> bool:
    return playing(case) and are_set(top(case)) and number == len(top(case)) and is_no_set(case, cards)


@READINGS.of("play.one-rank", *(f"There are no sequences at this table. {answer}" for answer in ANSWERS))
def no_sequences_to_answer(case: Case, number: int) -> bool:
    return playing(case) and number == len(top(case)) and no_sequences(case)


@READINGS.of("play.strictly-higher", "{cards:cards} can’t beat {others:cards}.")
def too_low(case: Case, cards: list[str], others: list[str]) -> bool:
    return (
        others == top(case) and Counter(map(base, cards)) == Counter(map(base, case.first)) and not beats(case, cards)
    )


@READINGS.of("pass.out-for-round", "You passed, so you’re out until the next round.")
def has_passed(case: Case) -> bool:
    return case.phase == "play" and case.seat in case.at["passed"] and not case.rules["pass-reentry"]


@READINGS.of(
    "turn.next",
    "It’s {waited:seat}’s turn. Turns pass {way:text}, skipping players who have passed.",
    "It’s {waited:seat}’s turn. Turns pass {way:text}, skipping players who passed since the last play.",
)
def comes_next(case: Case, waited: int, way: str) -> bool:
    turned = case.at["turned"]
    if case.rules["seating"] == "by-title" and case.at["titles"]:
        sentence = "from the Destitute up" if turned else "from the Daifugo down"
    else:
        sentence = "clockwise" if (case.rules["direction"] == "clockwise") != turned else "counterclockwise"
    return case.phase == "play" and waited == case.turn and is_other(case, waited) and way == sentence


@READINGS.of("out.place", "You have no cards left, so you’re out for this hand.")
def is_out(case: Case) -> bool:
    return case.phase in PLAYED and not case.hand


@READINGS.of("exchange.from-second-hand", "Exchange cards first. Then play.")
def exchanging(case: Case) -> bool:
    return case.phase == "exchange" and case.move.verb in ("play", "pass", "sequence")


@READINGS.of("exchange.daifugo-returns", "Give back exactly {number:number} of your cards.")
def gives_back(case: Case, number: int) -> bool:
    place = case.at["titles"].index(case.seat)
    most = "exchange-top-three-players" if case.seats == 3 else "exchange-top"
    return case.phase == "exchange" and case.mine and number == case.rules[most if place == 0 else "exchange-second"]


@READINGS.of("exchange.only-top-bottom", "You have no cards to give back in this exchange.")
def gives_nothing_back(case: Case) -> bool:
    return case.phase == "exchange" and not case.mine and case.move.verb == "return"


@READINGS.of("session.time", "Finish this hand first.")
def begun(case: Case) -> bool:
    return case.phase in ("exchange", *PLAYED) and case.move.verb in ("another", "enough")


# -- house rules


@READINGS.of("sequences", "Only a set beats a set.")
def set_lies(case: Case) -> bool:
    return playing(case) and are_set(top(case)) and case.move.verb == "sequence"


@READINGS.of("sequences", "Only a sequence beats a sequence.")
def sequence_lies(case: Case) -> bool:
    return playing(case) and are_run(top(case)) and case.move.verb == "play"


@READINGS.of("sequences", "You don’t have a sequence you can play now.")
def holds_no_sequence(case: Case) -> bool:
    return playing(case) and case.move.verb == "sequence" and not case.can("sequence")


@READINGS.of("sequences", "Only a joker can stand for another card.")
def only_jokers(case: Case) -> bool:
    return any("=" in card and base(card) != "*" for card in case.first)


@READINGS.of("sequences", "A sequence has at least three cards. Pick {number:number} more.")
def three_or_more(case: Case, number: int) -> bool:
    return case.move.verb == "sequence" and len(case.first) + number == 3


@READINGS.of("sequences", "A sequence needs a card that isn’t a joker.")
def all_jokers(case: Case) -> bool:
    return case.move.verb == "sequence" and bool(case.first) and all(base(card) == "*" for card in case.first)


@READINGS.of("sequences", "{cards:cards} aren’t all one suit.")
def of_one_suit(case: Case, cards: list[str]) -> bool:
    same = Counter(cards) == Counter(map(base, case.first))
    return same and len({suit(card) for card in case.first if face(card) not in ("*", "?")}) > 1


@READINGS.of("sequences", "{cards:cards} aren’t next to each other in rank.")
def in_order(case: Case, cards: list[str]) -> bool:
    same = Counter(cards) == Counter(map(base, case.first))
    suits = {suit(card) for card in case.first} - {""}
    return same and len(suits) == 1 and not run_fits(case.first, suits.pop())


@READINGS.of("suit-lock", "The suits are locked: your cards have to be {suits:text}.")
def locked_suits(case: Case, suits: str) -> bool:
    letters = sorted(SUITS[name] for name in listed(suits))
    shown = Counter(suit(card) for card in case.first if face(card) != "*")
    if are_run(top(case)):
        shown = Counter({suit(case.first[0]): len(case.first)})
    free = case.first.count("*")
    return letters == sorted(case.at["lock"]) and (Counter(letters) - shown).total() > free


@READINGS.of("suit-lock", "The suits are locked: your play has to be exactly one step {way:text}.")
def locked_step(case: Case, way: str) -> bool:
    step = set_height(case.first) - set_height(top(case))
    is_way_right = way == ("lower" if upside_down(case) else "higher")
    return case.at["stepped"] and bool(case.at["lock"]) and is_way_right and step != (-1 if way == "lower" else 1)


@READINGS.of("eleven-back", "You can only reverse the order with a jack.")
def no_jack(case: Case) -> bool:
    jack = any(rank(card) == 11 for card in case.first)
    return case.move.word == "back" and case.rules["eleven-back"] == "optional" and not jack


@READINGS.of("seven-give", "Pick one card to give.")
def has_to_give(case: Case) -> bool:
    return case.phase == "give" and case.mine


@READINGS.of("ten-discard", "Discard one card, or keep them all.")
def may_throw(case: Case) -> bool:
    return case.phase == "throw" and case.mine and case.can("keep")


@READINGS.of("forbidden-finish", "You can’t go out with {cards:cards}.")
def forbidden(case: Case, cards: list[str]) -> bool:
    rules, turned = case.rules, upside_down(case) and case.rules["forbidden-finish-follows-order"]
    barred = {
        "2": rules["forbidden-finish-two"] and not turned,
        "8": rules["forbidden-finish-eight"],
        "J": rules["forbidden-finish-jack"],
        "3": rules["forbidden-finish-three"] or (rules["forbidden-finish-two"] and turned),
    }
    value = next((card[0] for card in case.first if card != "*" and "=" not in card), "")

    def bad(card: str) -> bool:
        joker = base(card) == "*" and rules["forbidden-finish-joker"]
        three = card == "3S" and rules["forbidden-finish-spade3"]
        counts = face(card)[0] if face(card) != "*" else value
        return bool(joker or three or barred.get(counts))

    last = len(case.first) == len(case.hand) and rules["forbidden-finish-penalty"] == "illegal"
    return last and all(map(bad, cards)) and not Counter(map(base, cards)) - Counter(map(base, case.first))


# -- shapes


@shape(
    READINGS,
    "cards of the same rank, with * for a joker",
    "the cards of one sequence, and say what a joker stands for, such as *=5H",
)
def one_group(case: Case) -> bool:
    return len(case.groups) != 1


@shape(READINGS, "* by itself for a joker, because a joker in a set has the set’s rank")
def bare_jokers(case: Case) -> bool:
    return case.move.verb == "play" and any("=" in card for card in case.first)


@READINGS.of("sequences", "The joker has to stand for a card. Say which, such as {example:card}.")
def open_jokers(case: Case, example: str) -> bool:
    """These cards can be more than one sequence, and the example is a card that a joker can be there."""
    free = [card for card in case.first if face(card) in ("*", "?")]
    suits = {suit(card) for card in case.first} - {""}
    if not free or base(example) != "*" or suits != {suit(example)}:
        return False
    rest = Counter(case.first) - Counter([free[0]])
    return run_fits([*rest.elements(), face(example)], suit(example))


@shape(READINGS, "the cards, with “back” after them to reverse the order")
def only_back(case: Case) -> bool:
    return case.move.word not in ("", "back")


@shape(READINGS, "just the cards")
def no_word(case: Case) -> bool:
    return bool(case.move.word) and case.rules["eleven-back"] != "optional"


@shape(READINGS, "an order in which no joker is left over")
def joker_left_over(case: Case) -> bool:
    return case.rules["deal-remainder"] == "set-aside" and "*" in case.first
