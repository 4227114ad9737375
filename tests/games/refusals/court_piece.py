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


@READINGS.of("trump.caller", "It’s {waited:seat}’s turn to choose trump.")
def calls(case: Case, waited: int) -> bool:
    caller = (case.at["match"]["dealer"] + step(case)) % 4
    return (
        case.phase == "call" and waited == caller and is_other(case, waited) and case.move.verb in ("trump", "redeal")
    )


@READINGS.of("trump.any-suit", "“{word:text}” isn’t a suit. Choose clubs, diamonds, hearts, or spades.")
def no_suit(case: Case, word: str) -> bool:
    return word == case.move.word[:30] and word not in ("clubs", "diamonds", "hearts", "spades")


@READINGS.of("trump.compulsory", "You can’t ask for a redeal at this table. Choose a trump suit.")
def never_anew(case: Case) -> bool:
    return case.move.verb == "redeal" and case.mine and case.phase == "call" and case.rules["trump-redeal"] == "never"


@READINGS.of("trump.compulsory", "You’ve already had two redeals. Choose a trump suit.")
def anew_twice(case: Case) -> bool:
    return case.move.verb == "redeal" and case.mine and case.at["redeals"] == 2


@READINGS.of(
    "trump.compulsory",
    "You have an ace or a face card, so you can’t ask for a redeal. Choose a trump suit.",
    "You have a ten or a higher card, so you can’t ask for a redeal. Choose a trump suit.",
)
def too_good(case: Case) -> bool:
    high = {"no-court-card": "JQKA", "all-below-ten": "TJQKA"}.get(case.rules["trump-redeal"], "")
    return case.move.verb == "redeal" and case.mine and any(card[0] in high for card in case.hand)


@READINGS.of("trump.open", "Trump has already been chosen. It’s {suit:suit} for the whole hand.")
def trumps_are(case: Case, suit: str) -> bool:
    return case.move.verb in ("trump", "redeal") and suit == case.at["trump"] and case.phase not in AFTER


# -- tricks


@READINGS.of("trick.first-lead", "Trump hasn’t been chosen yet. The player who chooses trump leads first.")
def trumps_first(case: Case) -> bool:
    return case.phase == "call" and not case.at["trump"] and case.move.verb == "play"


@READINGS.of("trick.first-lead", "It’s {waited:seat}’s turn to lead. The player who chooses trump leads first.")
def caller_leads(case: Case, waited: int) -> bool:
    caller = (case.at["match"]["dealer"] + step(case)) % 4
    return (
        case.phase == "play"
        and not case.at["tricks"]
        and not lying(case)
        and waited == caller
        and is_other(case, waited)
    )


@READINGS.of("trick.order", "It’s {waited:seat}’s turn.")
def adds_next(case: Case, waited: int) -> bool:
    due = (case.at["leader"] + step(case) * len(lying(case))) % 4
    return case.phase == "play" and bool(lying(case)) and waited == due and is_other(case, waited)


@READINGS.of("trick.winner-leads", "It’s {waited:seat}’s turn. The winner of a trick leads to the next one.")
def took_the_last(case: Case, waited: int) -> bool:
    tricks = case.at["tricks"]
    fresh = case.phase == "play" and bool(tricks) and not lying(case)
    return fresh and winner(case, tricks[-1]) == waited and is_other(case, waited)


@READINGS.of("trick.follow-suit", "You have {suit:suit}, so you have to follow suit.")
def could_follow(case: Case, suit: str) -> bool:
    """In the trick on the table or, where a card is put right, in the one that has just been finished."""
    cards = lying(case) or trick(case.at["tricks"][-1])[1]
    own = case.hand if case.move.verb != "change" else [*case.hand, lying(case)[place(case)]]
    return suit == cards[0][1] != case.first[0][1] and any(card[1] == suit for card in own)


# -- playing on


@READINGS.of("playon.default-stop", "At this table, a hand ends when a team takes the first seven tricks.")
def always_ends(case: Case) -> bool:
    return case.move.verb in ("go-on", "stop") and not case.rules["playon-allowed"]


@READINGS.of(
    "playon.default-stop",
    "One team took the first seven tricks. It’s up to {waited:seat} whether to play on.",
)
def says_whether(case: Case, waited: int) -> bool:
    return case.phase == "playon" and waited in case.waiting and swept(case)


@READINGS.of("playon.option", "There’s nothing to decide now. The seventh trick hasn’t been played yet.")
def not_seven_yet(case: Case) -> bool:
    return case.rules["playon-allowed"] and case.phase != "playon" and len(case.at["tricks"]) < SWEEP


@READINGS.of("playon.option", "There’s nothing to decide now. Neither team has taken all of the first seven tricks.")
def shared(case: Case) -> bool:
    return case.rules["playon-allowed"] and len(case.at["tricks"]) >= SWEEP and not swept(case)


@READINGS.of("playon.option", "There’s nothing to decide now. That’s already been decided.")
def decided(case: Case) -> bool:
    return case.rules["playon-allowed"] and case.phase != "playon" and swept(case)


@READINGS.of("playon.who-decides", "It’s up to {waited:seat} whether to play on.")
def another_decides(case: Case, waited: int) -> bool:
    return case.phase == "playon" and is_other(case, waited)


# -- revokes


@READINGS.of(
    "revoke.mode",
    "Nobody can revoke at this table, so there’s nothing to claim or correct.",
)
def enforced(case: Case) -> bool:
    return not claimable(case) and case.move.verb in ON_REVOKES


@READINGS.of("revoke.definition", "There’s no revoke to correct. You haven’t played a card to this trick.")
def not_played(case: Case) -> bool:
    return case.phase == "play" and bool(lying(case)) and place(case) >= len(lying(case))


@READINGS.of("revoke.definition", "There’s no revoke to correct. No cards have been played yet.")
def none_played(case: Case) -> bool:
    return not lying(case) and not case.at["tricks"]


@READINGS.of(
    "revoke.definition",
    "There’s no revoke to correct. You led to this trick, and a leader can’t revoke.",
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


@READINGS.of("revoke.definition", "There’s no revoke to correct. Your {card:name} follows suit.")
def followed(case: Case, card: str) -> bool:
    own, led = own_card(case)
    return card == own and suit(card) == led


@READINGS.of("revoke.definition", "There’s no revoke to correct. You have no {suit:suit}.")
def has_none(case: Case, suit: str) -> bool:
    own, led = own_card(case)
    return suit == led != own[1] and not any(card[1] == suit for card in case.hand)


@READINGS.of("revoke.window", "The hand is over. It’s too late to take back a card.")
def hand_over(case: Case) -> bool:
    return case.phase in AFTER and claimable(case)


@READINGS.of("revoke.window", "Trick {number:number} is complete. It’s too late to take back a card.")
def complete(case: Case, number: int) -> bool:
    fourth = case.rules["revoke-correct-until"] == "fourth-card"
    return fourth and number == len(case.at["tricks"]) > 0 and not lying(case)


@READINGS.of(
    "revoke.window",
    "Nobody led right away, so the fourth card was the deadline. It’s too late to take back a card.",
)
def no_lead_followed(case: Case) -> bool:
    lead = case.rules["revoke-correct-until"] == "next-lead" and bool(case.at["tricks"]) and not lying(case)
    return lead and (case.phase != "play" or len(case.at["tricks"]) == TRICKS or swept(case))


@READINGS.of(
    "revoke.followers-may-change",
    "A revoke was corrected. It’s up to {waited:seat} whether to change a card.",
)
def still_changing(case: Case, waited: int) -> bool:
    return case.phase == "change" and waited in case.waiting


@READINGS.of("revoke.followers-may-change", "You can change a card only right after a revoke is corrected.")
def none_put_right(case: Case) -> bool:
    return case.phase != "change" and case.move.verb in ("change", "keep") and claimable(case)


@READINGS.of("revoke.followers-may-change", "You have {led:suit}, so your new card has to follow suit.")
def follows_still(case: Case, led: str) -> bool:
    own = [*case.hand, lying(case)[place(case)]]
    return (
        case.phase == "change"
        and led == lying(case)[0][1] != suit(case.first[0])
        and any(suit(card) == led for card in own)
    )


@READINGS.of(
    "revoke.established", "A revoke in trick {number:number} can still be corrected, so you can’t claim it yet."
)
def open_still(case: Case, number: int) -> bool:
    done = len(case.at["tricks"])
    last = done if not lying(case) and case.rules["revoke-correct-until"] == "next-lead" else done + bool(lying(case))
    return (
        claimable(case) and number == last and (bool(lying(case)) or last == done) and case.phase in ("play", "change")
    )


@READINGS.of("revoke.claim", "Trick {number:number} hasn’t been played. Choose one that has.")
def no_such_trick(case: Case, number: int) -> bool:
    return case.move.number == number and not 1 <= number <= len(case.at["tricks"]) + bool(lying(case))


@READINGS.of("revoke.claim", "You can’t claim against your partner. Only opponents can claim.")
def partner(case: Case) -> bool:
    return case.move.word in ("partner", "across")


@READINGS.of(
    "revoke.claim", "Claims end with the last card of the hand, so you can’t claim a revoke in the last trick."
)
def last_trick(case: Case) -> bool:
    return case.rules["revoke-claim-until"] == "last-card" and case.move.number == TRICKS


@READINGS.of("revoke.claim", "Claims end with the last card, so nobody confirms the result.")
def never_confirmed(case: Case) -> bool:
    return case.rules["revoke-claim-until"] == "last-card" and case.move.verb == "confirm"


@READINGS.of("revoke.claim", "No tricks have been played yet, so there’s nothing to claim.")
def nothing_played(case: Case) -> bool:
    return claimable(case) and not case.at["tricks"] and not lying(case)


@READINGS.of("revoke.claim", "The hand is over, so you can’t claim anymore.")
def too_late(case: Case) -> bool:
    return case.phase in AFTER and case.rules["revoke-claim-until"] == "last-card"


@READINGS.of("revoke.confirm", "The hand is over, so you can’t play more cards.")
def no_more_cards(case: Case) -> bool:
    return case.phase == "confirm" and case.move.verb == "play"


@READINGS.of("revoke.confirm", "You’ve already confirmed the result.")
def has_confirmed(case: Case) -> bool:
    return case.phase == "confirm" and case.seat in case.at["confirmed"]


@READINGS.of(
    "revoke.confirm",
    "The hand is over and its result is final.",
    "The hand is over and its result is final, so you can’t claim anymore.",
)
def stands(case: Case) -> bool:
    return case.phase in AFTER and case.rules["revoke-claim-until"] == "result-confirmed"


@READINGS.of("revoke.confirm", "The hand isn’t over yet, so there’s no result to confirm.")
def not_over(case: Case) -> bool:
    return case.phase in ("call", "play", "change", "playon") and case.move.verb == "confirm"


@READINGS.of(
    "revoke.false-claim",
    "That claim was already made. That player didn’t revoke in trick {number:number}.",
)
def claimed_before(case: Case, number: int) -> bool:
    accused = (case.seat + {"left": 1, "right": 3}[case.move.word]) % 4
    return [number, accused] in [[*pair] for pair in case.at["claims"]] and number == case.move.number


# -- the match


@READINGS.of("match.end", "The end of this match is already set, so there’s nothing to decide.")
def fixed(case: Case) -> bool:
    return case.rules["match-end"] != "open" and case.move.verb in ("deal-on", "finish")


@READINGS.of("match.end", "It’s up to {waited:seat} whether to deal another hand.")
def another_says(case: Case, waited: int) -> bool:
    return case.phase == "agree" and is_other(case, waited)


@READINGS.of("match.end", "After this hand, the next dealer decides whether to deal another.")
def asked_at_the_end(case: Case) -> bool:
    open_end = case.rules["match-end"] == "open" and case.move.verb in ("deal-on", "finish")
    return open_end and case.phase in ("call", "play", "change", "playon", "confirm")


# -- shapes


@shape(READINGS, "the name of a suit")
def name_of_a_suit(case: Case) -> bool:
    return not case.move.word


@shape(READINGS, "the number of a trick, and “left” or “right” for the player you accuse")
def trick_and_side(case: Case) -> bool:
    return case.move.number is None or not case.move.word


@shape(READINGS, "“left” or “right” for the opponent on that side of you")
def side(case: Case) -> bool:
    return case.move.word not in ("left", "right")
