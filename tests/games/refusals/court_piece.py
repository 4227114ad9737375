"""Court Piece: its refusals, read a second time."""

from __future__ import annotations

from tests.games.refusals.reading import Case, Readings, is_other, suit
from tests.games.refusals.table import shape

READINGS = Readings()
ORDER = "23456789TJQKA"
AFTER = ("agree", "between", "over")
ON_REVOKES = ("correct", "change", "keep", "claim", "confirm")
SWEEP, TRICKS = 7, 13


def step(case: Case) -> int:
    return 1 if case.rules["direction"] == "clockwise" else -1


def trick(text: str) -> tuple[int, list[str]]:
    leader, *cards = text.split()
    return int(leader), cards


def winner(case: Case, text: str) -> int:
    """Return the seat that took a finished trick."""
    leader, cards = trick(text)
    if not cards:
        return leader
    trumps = [card for card in cards if card[1] == case.at["trump"]]
    best = max(trumps or [card for card in cards if card[1] == cards[0][1]], key=lambda card: ORDER.index(card[0]))
    return (leader + step(case) * cards.index(best)) % 4


def swept(case: Case) -> bool:
    """Return whether one side took all of the first seven tricks."""
    tricks = case.at["tricks"]
    return len(tricks) >= SWEEP and len({winner(case, text) % 2 for text in tricks[:SWEEP]}) == 1


def place(case: Case) -> int:
    """The place of the seat in the trick on the table, from 0."""
    return (case.seat - int(case.at["leader"])) * step(case) % 4


def lying(case: Case) -> list[str]:
    return case.cards("trick")


def claimable(case: Case) -> bool:
    return bool(case.rules["revoke-mode"] == "claimable")


# -- trumps


@READINGS.of("trump.caller", "Trumps are called by the player next to the dealer, and that is {waited:seat}.")
def calls(case: Case, waited: int) -> bool:
    caller = (case.at["match"]["dealer"] + step(case)) % 4
    return (
        case.phase == "call" and waited == caller and is_other(case, waited) and case.move.verb in ("trump", "redeal")
    )


@READINGS.of("trump.any-suit", "“{word:text}” isn’t a suit. Choose clubs, diamonds, hearts or spades.")
def no_suit(case: Case, word: str) -> bool:
    return word == case.move.word[:30] and word not in ("clubs", "diamonds", "hearts", "spades")


@READINGS.of("trump.compulsory", "Nothing is dealt anew here: a trump suit has to be named.")
def never_anew(case: Case) -> bool:
    return case.move.verb == "redeal" and case.mine and case.phase == "call" and case.rules["trump-redeal"] == "never"


@READINGS.of("trump.compulsory", "The cards were dealt anew twice already: a trump suit has to be named.")
def anew_twice(case: Case) -> bool:
    return case.move.verb == "redeal" and case.mine and case.at["redeals"] == 2


@READINGS.of(
    "trump.compulsory",
    "You hold a card above the ten: a trump suit has to be named.",
    "You hold a card of ten or more: a trump suit has to be named.",
)
def too_good(case: Case) -> bool:
    high = {"no-court-card": "JQKA", "all-below-ten": "TJQKA"}.get(case.rules["trump-redeal"], "")
    return case.move.verb == "redeal" and case.mine and any(card[0] in high for card in case.hand)


@READINGS.of("trump.open", "Trumps are {suit:suit}, and they stay the same for the whole hand.")
def trumps_are(case: Case, suit: str) -> bool:
    return case.move.verb in ("trump", "redeal") and suit == case.at["trump"] and case.phase not in AFTER


# -- tricks


@READINGS.of(
    "trick.first-lead", "No card is played before trumps are called: whoever calls trumps leads to the first trick."
)
def trumps_first(case: Case) -> bool:
    return case.phase == "call" and not case.at["trump"] and case.move.verb == "play"


@READINGS.of("trick.first-lead", "It is for {waited:seat} to lead: whoever calls trumps leads to the first trick.")
def caller_leads(case: Case, waited: int) -> bool:
    caller = (case.at["match"]["dealer"] + step(case)) % 4
    return (
        case.phase == "play"
        and not case.at["tricks"]
        and not lying(case)
        and waited == caller
        and is_other(case, waited)
    )


@READINGS.of("trick.order", "Everybody adds a card in turn, and the next one comes from {waited:seat}.")
def adds_next(case: Case, waited: int) -> bool:
    due = (case.at["leader"] + step(case) * len(lying(case))) % 4
    return case.phase == "play" and bool(lying(case)) and waited == due and is_other(case, waited)


@READINGS.of("trick.winner-leads", "Whoever took the last trick leads to the next one, and that is {waited:seat}.")
def took_the_last(case: Case, waited: int) -> bool:
    tricks = case.at["tricks"]
    fresh = case.phase == "play" and bool(tricks) and not lying(case)
    return fresh and winner(case, tricks[-1]) == waited and is_other(case, waited)


@READINGS.of("trick.follow-suit", "You still hold {suit:suit}, and {led:suit} were led: play one of them.")
def could_follow(case: Case, suit: str, led: str) -> bool:
    """In the trick on the table or, where a card is put right, in the one that has just been finished."""
    cards = lying(case) or trick(case.at["tricks"][-1])[1]
    own = case.hand if case.move.verb != "change" else [*case.hand, lying(case)[place(case)]]
    return suit == led == cards[0][1] != case.first[0][1] and any(card[1] == suit for card in own)


# -- playing on


@READINGS.of("playon.default-stop", "Here a hand always ends when a side has the first seven tricks.")
def always_ends(case: Case) -> bool:
    return case.move.verb in ("go-on", "stop") and not case.rules["playon-allowed"]


@READINGS.of(
    "playon.default-stop",
    "All the first seven tricks are taken, and now it is for {waited:seat} to say whether the hand goes on.",
)
def says_whether(case: Case, waited: int) -> bool:
    return case.phase == "playon" and waited in case.waiting and swept(case)


@READINGS.of(
    "playon.option",
    "Only a side that has taken all of the first seven tricks is asked whether to play on, so there is nothing to play "
    "on for.",
)
def not_seven_yet(case: Case) -> bool:
    return case.rules["playon-allowed"] and case.phase != "playon" and len(case.at["tricks"]) < SWEEP


@READINGS.of("playon.option", "No side has taken all of the first seven tricks, so there is nothing to play on for.")
def shared(case: Case) -> bool:
    return case.rules["playon-allowed"] and len(case.at["tricks"]) >= SWEEP and not swept(case)


@READINGS.of("playon.option", "That is decided already, so there is nothing to play on for.")
def decided(case: Case) -> bool:
    return case.rules["playon-allowed"] and case.phase != "playon" and swept(case)


@READINGS.of("playon.who-decides", "Whether they play on is for {waited:seat} to say.")
def another_decides(case: Case, waited: int) -> bool:
    return case.phase == "playon" and is_other(case, waited)


# -- revokes


@READINGS.of(
    "revoke.mode",
    "You must follow suit at this table, so there are no revokes to claim or put right.",
)
def enforced(case: Case) -> bool:
    return not claimable(case) and case.move.verb in ON_REVOKES


@READINGS.of("revoke.definition", "You haven’t played a card to this trick, so there is no revoke to put right.")
def not_played(case: Case) -> bool:
    return case.phase == "play" and bool(lying(case)) and place(case) >= len(lying(case))


@READINGS.of("revoke.definition", "No card has been played yet, so there is no revoke to put right.")
def none_played(case: Case) -> bool:
    return not lying(case) and not case.at["tricks"]


@READINGS.of(
    "revoke.definition",
    "You led to this trick, and a leader cannot revoke, so there is no revoke to put right.",
)
def has_led(case: Case) -> bool:
    last = trick(case.at["tricks"][-1])[0] if case.at["tricks"] else -1
    return case.move.verb == "correct" and case.seat == (case.at["leader"] if lying(case) else last)


def own_card(case: Case) -> tuple[str, str]:
    """The card that the seat has played to the trick that can still be put right, and the suit that was led."""
    if lying(case):
        return lying(case)[place(case)], lying(case)[0][1]
    leader, cards = trick(case.at["tricks"][-1])
    return cards[(case.seat - leader) * step(case) % 4], cards[0][1]


@READINGS.of("revoke.definition", "Your {card:name} follows suit, so there is no revoke to put right.")
def followed(case: Case, card: str) -> bool:
    own, led = own_card(case)
    return card == own and suit(card) == led


@READINGS.of("revoke.definition", "You hold no {suit:suit}, so there is no revoke to put right.")
def has_none(case: Case, suit: str) -> bool:
    own, led = own_card(case)
    return suit == led != own[1] and not any(card[1] == suit for card in case.hand)


@READINGS.of("revoke.window", "The hand is over: it is too late to put a card right.")
def hand_over(case: Case) -> bool:
    return case.phase in AFTER and claimable(case)


@READINGS.of("revoke.window", "Trick {number:number} is complete: it is too late to put a card right.")
def complete(case: Case, number: int) -> bool:
    fourth = case.rules["revoke-correct-until"] == "fourth-card"
    return fourth and number == len(case.at["tricks"]) > 0 and not lying(case)


@READINGS.of(
    "revoke.window",
    "No lead followed on this trick at once, so its fourth card has closed it: it is too late to put a card right.",
)
def no_lead_followed(case: Case) -> bool:
    lead = case.rules["revoke-correct-until"] == "next-lead" and bool(case.at["tricks"]) and not lying(case)
    return lead and (case.phase != "play" or len(case.at["tricks"]) == TRICKS or swept(case))


@READINGS.of(
    "revoke.followers-may-change",
    "A card was put right, and now it is for {waited:seat} to say whether the next one is changed.",
)
def still_changing(case: Case, waited: int) -> bool:
    return case.phase == "change" and waited in case.waiting


@READINGS.of("revoke.followers-may-change", "No card was put right just now, so none is changed.")
def none_put_right(case: Case) -> bool:
    return case.phase != "change" and case.move.verb in ("change", "keep") and claimable(case)


@READINGS.of("revoke.followers-may-change", "Whoever changes a card still has to follow suit with {led:suit}.")
def follows_still(case: Case, led: str) -> bool:
    own = [*case.hand, lying(case)[place(case)]]
    return (
        case.phase == "change"
        and led == lying(case)[0][1] != suit(case.first[0])
        and any(suit(card) == led for card in own)
    )


@READINGS.of("revoke.established", "Trick {number:number} can still be put right, so nothing can be claimed in it yet.")
def open_still(case: Case, number: int) -> bool:
    done = len(case.at["tricks"])
    last = done if not lying(case) and case.rules["revoke-correct-until"] == "next-lead" else done + bool(lying(case))
    return (
        claimable(case) and number == last and (bool(lying(case)) or last == done) and case.phase in ("play", "change")
    )


@READINGS.of("revoke.claim", "There is no trick {number:number} yet: name one that was played.")
def no_such_trick(case: Case, number: int) -> bool:
    return case.move.number == number and not 1 <= number <= len(case.at["tricks"]) + bool(lying(case))


@READINGS.of("revoke.claim", "Partners do not claim against each other: only an opponent may.")
def partner(case: Case) -> bool:
    return case.move.word in ("partner", "across")


@READINGS.of("revoke.claim", "Claims end with the last card of the hand.")
def last_trick(case: Case) -> bool:
    return case.rules["revoke-claim-until"] == "last-card" and case.move.number == TRICKS


@READINGS.of("revoke.claim", "Claims end with the last card of the hand, so no result is confirmed.")
def never_confirmed(case: Case) -> bool:
    return case.rules["revoke-claim-until"] == "last-card" and case.move.verb == "confirm"


@READINGS.of("revoke.claim", "No trick was played yet, so there is nothing to claim.")
def nothing_played(case: Case) -> bool:
    return claimable(case) and not case.at["tricks"] and not lying(case)


@READINGS.of("revoke.claim", "The hand is over, and with it the time for claims.")
def too_late(case: Case) -> bool:
    return case.phase in AFTER and case.rules["revoke-claim-until"] == "last-card"


@READINGS.of("revoke.confirm", "The hand is over, and no more cards are played.")
def no_more_cards(case: Case) -> bool:
    return case.phase == "confirm" and case.move.verb == "play"


@READINGS.of("revoke.confirm", "You have confirmed the result already.")
def has_confirmed(case: Case) -> bool:
    return case.phase == "confirm" and case.seat in case.at["confirmed"]


@READINGS.of(
    "revoke.confirm",
    "The hand is over and its result stands.",
    "The hand is over and its result stands, so nothing can be claimed any more.",
)
def stands(case: Case) -> bool:
    return case.phase in AFTER and case.rules["revoke-claim-until"] == "result-confirmed"


@READINGS.of("revoke.confirm", "The hand is not over yet, so there is no result to confirm.")
def not_over(case: Case) -> bool:
    return case.phase in ("call", "play", "change", "playon") and case.move.verb == "confirm"


@READINGS.of(
    "revoke.false-claim",
    "That was claimed before: there was no revoke by that player in trick {number:number}.",
)
def claimed_before(case: Case, number: int) -> bool:
    accused = (case.seat + {"left": 1, "right": 3}[case.move.word]) % 4
    return [number, accused] in [[*pair] for pair in case.at["claims"]] and number == case.move.number


# -- the match


@READINGS.of("match.end", "The length of this match is fixed, so nobody is asked about another hand.")
def fixed(case: Case) -> bool:
    return case.rules["match-end"] != "open" and case.move.verb in ("deal-on", "finish")


@READINGS.of("match.end", "It is for {waited:seat} to say whether another hand is dealt.")
def another_says(case: Case, waited: int) -> bool:
    return case.phase == "agree" and is_other(case, waited)


@READINGS.of("match.end", "Whether another hand is dealt is asked at the end of this one.")
def asked_at_the_end(case: Case) -> bool:
    open_end = case.rules["match-end"] == "open" and case.move.verb in ("deal-on", "finish")
    return open_end and case.phase in ("call", "play", "change", "playon", "confirm")


# -- shapes


@shape(READINGS, "the name of a suit")
def name_of_a_suit(case: Case) -> bool:
    return not case.move.word


@shape(READINGS, "the number of a trick, and “left” or “right” for the player it is about")
def trick_and_side(case: Case) -> bool:
    return case.move.number is None or not case.move.word


@shape(READINGS, "“left” or “right” for the opponent on that side of you")
def side(case: Case) -> bool:
    return case.move.word not in ("left", "right")
