"""Lórum: its refusals, read a second time."""

from __future__ import annotations

from tests.games.refusals.reading import RANKS, Case, Readings, is_other, listed, suit
from tests.games.refusals.table import shape

READINGS = Readings()
ORDER = "789TJQKA"
COSTLY = {"no-hearts": "H", "queens": "Q"}


def trick(text: str) -> tuple[int, list[str]]:
    """The leader of a finished trick and its cards."""
    leader, *cards = text.split()
    return int(leader), cards


def step(case: Case) -> int:
    return 1 if case.rules["direction"] == "clockwise" else -1


def winner(case: Case, text: str) -> int:
    """Return the seat that took a trick: the highest card of the suit that was led."""
    leader, cards = trick(text)
    if not cards:
        return leader
    best = max((card for card in cards if card[1] == cards[0][1]), key=lambda card: ORDER.index(card[0]))
    return (leader + step(case) * cards.index(best)) % 4


def followed(text: str) -> bool:
    _, cards = trick(text)
    return not cards or any(card[1] == cards[0][1] for card in cards[1:])


def is_way(case: Case, way: str) -> bool:
    return way == ("clockwise" if step(case) == 1 else "counterclockwise")


@READINGS.of("trick.order", "It’s {waited:seat}’s turn. Turns pass {way:text}.")
def next_in_the_trick(case: Case, way: str, waited: int) -> bool:
    lying = case.cards("trick")
    due = (case.at["leader"] + step(case) * len(lying)) % 4
    return (
        case.phase in ("play", "blind")
        and bool(lying)
        and is_other(case, waited)
        and waited == due
        and is_way(case, way)
    )


@READINGS.of("train.order", "It’s {waited:seat}’s turn. Turns pass {way:text}.")
def next_in_the_train(case: Case, way: str, waited: int) -> bool:
    return case.phase == "train" and is_other(case, waited) and is_way(case, way)


@READINGS.of("domino.order", "It’s {waited:seat}’s turn. Turns pass {way:text}.")
def next_in_domino(case: Case, way: str, waited: int) -> bool:
    return case.phase == "domino" and is_other(case, waited) and is_way(case, way)


@READINGS.of("quart.restart", "It’s {waited:seat}’s turn to start the next sequence.")
def opens_the_next_sequence(case: Case, waited: int) -> bool:
    return case.phase == "quart" and bool(case.cards("played")) and is_other(case, waited)


@READINGS.of("trick.winner-leads", "It’s {waited:seat}’s turn. The player who takes a trick leads to the next one.")
def took_the_last_trick(case: Case, waited: int) -> bool:
    tricks = case.at["tricks"]
    if case.phase not in ("play", "blind") or case.cards("trick") or not tricks or not is_other(case, waited):
        return False
    return winner(case, tricks[-1]) == waited and (case.phase == "play" or followed(tricks[-1]))


@READINGS.of("trick.follow-suit", "You have {suit:suit}, so you have to follow suit.")
def could_follow(case: Case, suit: str) -> bool:
    lying = case.cards("trick")
    if case.phase != "play" or not case.mine or not lying or case.move.verb != "play":
        return False
    return suit == lying[0][1] != case.first[0][1] and any(card[1] == suit for card in case.hand)


def costly(case: Case) -> list[str]:
    """The cards of the hand that cost chips in this deal."""
    contract = case.at["contract"]
    if contract == "ape":
        return [card for card in case.hand if card == "KH"]
    return [card for card in case.hand if COSTLY.get(contract, "-") in card]


@READINGS.of("trick.void-any", "You can’t follow suit, so you have to play a penalty card: {cards:cards}.")
def has_to_throw(case: Case, cards: list[str]) -> bool:
    lying = case.cards("trick")
    void = bool(lying) and not any(card[1] == lying[0][1] for card in case.hand)
    return case.rules["avoid-forced-dump"] and void and cards == costly(case) and case.first[0] not in cards


@READINGS.of("no-hearts.lead-ban", "{why:text}. Lead another suit.")
def hearts_wait(case: Case, why: str) -> bool:
    tricks = case.at["tricks"]
    broken = any(card[1] == "H" for text in tricks for card in trick(text)[1])
    reasons = {
        "You can’t lead a heart to the first trick": ("first-trick", not tricks),
        "No hearts have been played yet": ("until-broken", not tricks),
        "No hearts have been played in an earlier trick": ("until-broken", bool(tricks) and not broken),
    }
    ban, holds = reasons[why]
    leads = case.at["contract"] == "no-hearts" and case.mine and not case.cards("trick") and suit(case.first[0]) == "H"
    return leads and holds and case.rules["no-hearts-ban"] == ban and any(card[1] != "H" for card in case.hand)


# -- Domino


def ends(case: Case, suit: str) -> list[str]:
    """The cards at the ends of a row that lies there, from the first card's rank outward."""
    played = case.cards("played")
    own = {ORDER.index(card[0]) for card in played if card[1] == suit}
    start = ORDER.index(played[0][0])
    cards = []
    for way in (-1, 1):
        place, steps = start, 0
        while place in own and steps < 8:
            place, steps = place + way, steps + 1
            if case.rules["domino-wrap"]:
                place %= 8
        if 0 <= place < 8 and steps < 8:
            cards.append(f"{ORDER[place]}{suit}")
    return list(dict.fromkeys(cards))


def fitting(case: Case) -> list[str]:
    """The cards of the hand that can be played in Domino."""
    played = case.cards("played")
    lying = {card[1] for card in played}
    return [
        card
        for card in case.hand
        if not played or card in (ends(case, card[1]) if card[1] in lying else [played[0][0] + card[1]])
    ]


@READINGS.of("domino.start-any", "You’re playing the first card, so you can’t pass. Play any card.")
def first_card(case: Case) -> bool:
    return case.phase == "domino" and case.mine and not case.cards("played") and case.move.verb == "pass"


@READINGS.of(
    "domino.extend",
    "{card:card} doesn’t fit the row of {row:suit}. It continues with {fitting:text}.",
    "{card:card} doesn’t fit the row of {row:suit}. It’s complete.",
)
def does_not_fit(case: Case, card: str, row: str, fitting: str = "") -> bool:
    has_row = any(other[1] == row for other in case.cards("played"))
    choices = listed(fitting)
    return case.phase == "domino" and has_row and card[1] == row and choices == ends(case, row) and card not in choices


@READINGS.of("domino.row-start", "There’s no row of {row:suit} yet. Only the {rank:rank} can start it.")
def begins_with(case: Case, row: str, rank: int) -> bool:
    played = case.cards("played")
    begun = any(card[1] == row for card in played)
    return case.phase == "domino" and bool(played) and not begun and played[0][0] == RANKS[rank] != case.first[0][0]


@READINGS.of("domino.no-wrap", "{card:card} doesn’t fit. The seven and the ace aren’t next to each other in Domino.")
def round_the_corner(case: Case, card: str) -> bool:
    own = [lying[0] for lying in case.cards("played") if lying[1] == card[1]]
    other = {"7": "A", "A": "7"}.get(card[0], "")
    return case.phase == "domino" and not case.rules["domino-wrap"] and other in own and card not in fitting(case)


@READINGS.of(
    "domino.must-play",
    "You have a card that fits, so you can’t pass. Play {cards:text}.",
    "You have a card that fits, so you can’t pass after {passed:number} passes in succession. Play {cards:text}.",
)
def has_to_play(case: Case, cards: str, passed: int = 0) -> bool:
    must = case.rules["domino-must-play"]
    held = case.phase == "domino" and case.mine and case.move.verb == "pass" and listed(cards) == fitting(case)
    return held and (must if not passed else not must and case.at["passes"] == passed > 2)


@shape(READINGS, "the place of one of your cards, from 1 to {last:number}")
def no_place(case: Case, last: int) -> bool:
    return last == len(case.hand) and (case.move.number is None or not 1 <= case.move.number <= last)


# -- what has no pass, and who begins


@READINGS.of("trick.lead-any", "You’re leading, so you can’t pass. Play a card.")
def leads(case: Case) -> bool:
    leading = case.phase == "play" and case.mine and not case.cards("trick")
    return leading and case.move.verb == "pass" and case.can("play")


@READINGS.of("trick.order", "Everyone plays a card to each trick, so you can’t pass.")
def adds_a_card(case: Case) -> bool:
    return case.phase == "play" and case.mine and bool(case.cards("trick")) and case.move.verb == "pass"


@READINGS.of("train.any-card", "You can’t pass in the Train. Play any card.")
def no_pass_in_the_train(case: Case) -> bool:
    return case.phase == "train" and case.mine and case.move.verb == "pass" and plays_any(case)


@READINGS.of("quart.start-any", "You can’t pass in Quart. Start a sequence with any card.")
def no_pass_in_quart(case: Case) -> bool:
    return case.phase == "quart" and case.mine and case.move.verb == "pass" and plays_any(case)


def plays_any(case: Case) -> bool:
    """Return whether each card of the hand can be played."""
    return sorted(case.hand) == sorted(move.cards[0].code for move in case.legal if move.verb == "play")


@READINGS.of("ape.blind-any-position", "You can’t see your own cards. Flip any of them.")
def blind(case: Case) -> bool:
    hidden = set(case.seen["hands"][case.seat].split()) == {"?"}
    return case.phase == "blind" and case.mine and hidden and case.can("turn-up")


@READINGS.of("hand.starter", "The player after the dealer starts the hand. It’s {waited:seat}’s turn.")
def starts(case: Case, waited: int) -> bool:
    first = (case.at["match"]["dealer"] + step(case)) % 4
    fresh = not case.at["tricks"] and not case.cards("trick") and not case.cards("played")
    return case.phase in ("play", "blind", "quart") and fresh and waited == first and is_other(case, waited)


@READINGS.of("ape.blind-next-lead", "Nobody followed suit, so {leads:text}. It’s {waited:seat}’s turn.")
def leads_after_that(case: Case, leads: str, waited: int) -> bool:
    leader, _ = trick(case.at["tricks"][-1])
    rule = {"same-leader": "the same player leads again", "left-of-leader": "the next player leads"}
    due = leader if case.rules["ape-unfollowed-lead"] == "same-leader" else (leader + step(case)) % 4
    unfollowed = case.phase == "blind" and not case.cards("trick") and not followed(case.at["tricks"][-1])
    return unfollowed and leads == rule[case.rules["ape-unfollowed-lead"]] and waited == due and is_other(case, waited)


@READINGS.of("domino.pass", "None of your cards fit, so you have to pass.")
def none_fits(case: Case) -> bool:
    return case.phase == "domino" and case.mine and not fitting(case) and case.can("pass")
