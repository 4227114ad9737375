"""Contract Rummy: its refusals, read a second time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from tests.games.refusals.melds import are_free, are_run, known, runs_with, why_none
from tests.games.refusals.reading import Case, Readings, base, face, lacking, listed, named, rank, suit
from tests.games.refusals.table import shape

READINGS = Readings()
LAYING = ("contract", "lay-all", "meld", "layoff", "swap", "discard")
Sizes = tuple[tuple[int, ...], tuple[int, ...]]
CLASSIC: list[Sizes] = [
    *(((3, 3), ()), ((3,), (4,)), ((), (4, 4)), ((3, 3, 3), ()), ((3, 3), (4,)), ((3,), (4, 4)), ((), (4, 4, 4))),
]
CONTRACTS: dict[str, list[Sizes]] = {
    "classic7": CLASSIC,
    "six": CLASSIC[:6],
    "shanghai10": [
        *CLASSIC[:4],
        *(((3,), (7,)), ((3, 3), (5,)), ((), (4, 4, 4)), ((3,), (10,)), ((3, 3, 3), (5,)), ((), (5, 5, 5))),
    ],
}
WORDS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "seven": 7, "ten": 10}


def contract(case: Case) -> Sizes:
    """The sizes of the sets and the runs that this hand asks for."""
    return CONTRACTS[case.rules["contracts"]][case.at["contract"] - 1]


def whole(case: Case) -> bool:
    """Return whether it is a hand in which everything is laid at once."""
    last = case.at["contract"] == len(CONTRACTS[case.rules["contracts"]])
    return last and case.rules["hand7"] != "normal" and case.rules["contracts"] != "shanghai10"


def in_sizes(text: str) -> Sizes:
    """“One set of three and two runs of four”; without “of” only the numbers count."""
    sizes: dict[str, tuple[int, ...]] = {"set": (), "run": ()}
    for number, kind, size in re.findall(r"(\w+) (set|run)s?(?: of (\w+))?", text):
        sizes[kind] += (WORDS.get(size, 0),) * WORDS[number]
    return sizes["set"], sizes["run"]


def is_contract(case: Case, text: str) -> bool:
    sizes = in_sizes(text)
    sets, runs = contract(case)
    return sizes in ((sets, runs), ((0,) * len(sets), (0,) * len(runs)))


def wilds(case: Case) -> set[str]:
    return {"*", "2C", "2D", "2H", "2S"} if case.rules["twos-wild"] else {"*"}


def are_set(case: Case, cards: Sequence[str]) -> bool:
    """Return whether these are a set: at least one natural card, all of one rank, and wild cards."""
    wild = wilds(case)
    ranks = {rank(card) for card in cards if base(card) not in wild}
    ranks = ranks or ({2} if any(base(card) != "*" for card in cards) else set())
    said_ranks = {rank(card) for card in cards if "=" in card and not card.endswith("=?")}
    return (
        len(cards) >= 3
        and len(ranks) == 1
        and said_ranks <= ranks
        and all("=" not in card or base(card) in wild for card in cards)
    )


def proper(case: Case, cards: Sequence[str]) -> bool:
    """Return whether these cards are a set or a run, their wild cards as they are named, or in some place of a run."""
    if are_set(case, cards):
        return True
    wild, most = wilds(case), case.rules["run-max"]
    free = [card for card in cards if are_free(card, wild)]
    natural = any("=" not in card and card != "*" for card in cards)
    return natural and any(runs_with(known(cards, wild), len(free), 4, most))


WHY = why_none(proper, wilds, suits_matter=False, least=4, most=14)


def down(case: Case, seat: int) -> bool:
    return bool(case.melds[seat])


def in_table(case: Case) -> bool:
    return case.mine and case.phase == "table"


def on_table(case: Case) -> list[str]:
    """All cards that lie in melds, as they are."""
    return [base(card) for melds in case.melds for meld in melds for card in meld]


def target(case: Case) -> list[str]:
    """The meld that the move means by its number, or none."""
    away, number = divmod(case.move.number or 0, 100)
    melds = case.melds[(case.seat + away) % case.seats] if away < case.seats else []
    return melds[number - 1] if 1 <= number <= len(melds) else []


def taken(case: Case) -> list[str]:
    return [base(card) for card in case.laid]


# -- the turn


@READINGS.of("turn.phases", "It’s time to {now:text}. On each turn, you draw, then meld, then discard.")
def time_to(case: Case, now: str) -> bool:
    if now == "draw":
        return case.mine and case.phase == "draw" and case.move.verb in LAYING
    return now == "discard" and in_table(case) and case.can("discard") and not case.can(case.move.verb)


@READINGS.of("turn.table-not-down", "You haven’t melded your contract yet. It has to come first.")
def contract_or_nothing(case: Case) -> bool:
    return in_table(case) and not down(case, case.seat) and case.move.verb in ("meld", "layoff", "swap")


@READINGS.of("turn.contract-turn", "You melded your contract this turn. {what:text} on a later turn.")
def contract_turn(case: Case, what: str) -> bool:
    verbs = {"You can make a new meld": "meld", "You can lay off": "layoff", "You can swap a joker": "swap"}
    return in_table(case) and case.at["laid"] and verbs[what] == case.move.verb and not whole(case)


@READINGS.of("turn.table-down", "You’ve already melded your contract, and each hand has only one.")
def one_contract(case: Case) -> bool:
    return in_table(case) and down(case, case.seat) and case.move.verb in ("contract", "lay-all")


@READINGS.of("turn.discard", "Discard exactly one card.")
def one_discard(case: Case) -> bool:
    return case.move.verb == "discard" and sum(map(len, case.groups)) != 1


@READINGS.of("draw.choice", "The discard pile is empty. Draw from the stock.")
def no_pile(case: Case) -> bool:
    return case.mine and case.phase == "draw" and not case.cards("pile") and case.move.verb == "upcard"


@READINGS.of("draw.choice", "You’re down, so you can’t take the upcard. Draw from the stock.")
def draws_from_the_stock(case: Case) -> bool:
    barred = down(case, case.seat) and not case.rules["down-may-take-discard"]
    return case.mine and case.phase == "draw" and case.move.verb == "upcard" and barred


@READINGS.of("draw.choice", "You’ve already drawn this turn. Meld if you can, then discard.")
def has_drawn(case: Case) -> bool:
    return in_table(case) and bool(case.at["drawn"]) and case.move.verb in ("stock", "upcard")


# -- May I


@READINGS.of(
    "draw.upcard-no-window",
    "The player whose turn it is took the upcard, so nobody can ask for the card below it.",
)
def upcard_taken(case: Case) -> bool:
    return case.phase == "table" and case.at["drawn"] == "upcard" and case.seat != case.turn


@READINGS.of("mayi.opens", "You can’t ask for the upcard until the player whose turn it is {when:text}.")
def asked_later(case: Case, when: str) -> bool:
    sentence = {"after-draw": "draws from the stock", "before-draw": "decides to leave it"}[case.rules["mayi-timing"]]
    return case.phase == "draw" and case.seat != case.turn and bool(case.cards("pile")) and when == sentence


@READINGS.of("mayi.who", "It’s your turn. You can only ask “May I?” on another player’s turn.")
def own_turn(case: Case) -> bool:
    return case.seat == case.turn and case.phase in ("draw", "window", "table")


@READINGS.of("mayi.who", "You’re down, and only players who aren’t down can ask.")
def only_who_is_not_down(case: Case) -> bool:
    return down(case, case.seat) and not case.rules["mayi-after-contract"] and case.seat != case.turn


@READINGS.of("mayi.who", "You’re skipping “May I?” for this hand. You can change that on your own turn.")
def passed_for_the_hand(case: Case) -> bool:
    return case.seat in case.at["quiet"] and case.seat != case.turn


@READINGS.of("mayi.no-play", "Right now, you’re only being asked about the upcard. {later:text} on your own turn.")
def only_says(case: Case, later: str) -> bool:
    verbs = {
        "Draw": ("stock", "upcard"),
        "Meld": ("contract", "lay-all", "meld", "layoff"),
        "Discard": ("discard",),
        "Swap a joker": ("swap",),
    }
    return case.phase == "window" and case.mine and case.seat != case.turn and case.move.verb in verbs[later]


@READINGS.of("mayi.closes", "The others can ask for the upcard first. Wait for their answers.")
def others_are_asked(case: Case) -> bool:
    return case.phase == "window" and case.seat == case.turn and bool(case.waiting) and not case.mine


@READINGS.of("mayi.who", "You aren’t skipping “May I?”, so you’ll be asked anyway.")
def is_asked_anyway(case: Case) -> bool:
    return case.move.verb == "listen" and case.mine and case.seat not in case.at["quiet"]


@READINGS.of("mayi.no-two-running", "You took the last upcard, so you can’t take the very next one.")
def took_the_last(case: Case) -> bool:
    return case.phase == "window" and case.at["taker"] == case.seat


@READINGS.of(
    "mayi.unlimited",
    "You’ve taken {number:number} upcards out of turn this hand, and that’s the limit.",
    "You’ve taken {number:number} upcard out of turn this hand, and that’s the limit.",
)
def taken_enough(case: Case, number: int) -> bool:
    return 0 < case.rules["mayi-limit"] <= number == case.at["buys"].count(case.seat)


@READINGS.of(
    "mayi.penalty-available", "The stock doesn’t have enough cards to pay for the upcard, so nobody can ask for it."
)
def stock_too_small(case: Case) -> bool:
    available = len(case.cards("stock")) + (case.rules["stock-end"] != "end") * max(0, len(case.cards("pile")) - 2)
    return case.phase == "table" and case.at["drawn"] == "stock" and available < case.rules["mayi-penalty"]


@READINGS.of("mayi.closes", "There’s no upcard to ask for.")
def no_upcard(case: Case) -> bool:
    return case.phase == "draw" and not case.cards("pile")


@READINGS.of("mayi.closes", "You can’t ask for the upcard anymore this turn.")
def nobody_is_asked(case: Case) -> bool:
    return case.phase == "table" and case.seat != case.turn


@READINGS.of("mayi.closes", "You’ve already answered.")
def has_answered(case: Case) -> bool:
    return case.phase == "window" and case.at["answers"][case.seat] not in ("", "asked")


# -- melds


@READINGS.of("meld.kinds", "{cards:cards} don’t make a set or a run. {why:text}.")
def neither(case: Case, cards: list[str], why: str) -> bool:
    is_group = any(Counter(map(base, cards)) == Counter(map(base, group)) for group in case.groups)
    return is_group and not proper(case, cards) and WHY(case, cards, why)


@READINGS.of("set.three-plus", "A set has at least three cards. Add {more:number} more to {cards:cards}.")
def short_set(case: Case, cards: list[str], more: int) -> bool:
    ranks = {rank(card) for card in cards if base(card) not in wilds(case) or "=" in card}
    return len(ranks) < 2 and len(cards) + more == 3


@READINGS.of("run.four-plus", "A run has at least four cards. Add {more:number} more to {cards:cards}.")
def short_run(case: Case, cards: list[str], more: int) -> bool:
    """Check that a run can come of this many more cards, and not of fewer."""
    faces = [face(card) for card in cards if card not in wilds(case) and not are_free(card, wilds(case))]
    return more > 0 and len(cards) + more == 4 and any(runs_with(faces, 4 - len(faces), 4, 4))


@READINGS.of("run.no-wrap", "{cards:cards} don’t make a run, because an ace can only start or end one.")
def round_the_corner(case: Case, cards: list[str]) -> bool:
    ranks = {rank(card) for card in cards if rank(card)}
    ends = sum(number % 13 + 1 not in ranks for number in ranks)
    return len({suit(card) for card in cards if rank(card)}) == 1 and {1, 2, 13} <= ranks and ends == 1


@READINGS.of("run.max-14", "A run can have at most {most:number} cards.")
def too_long(case: Case, most: int) -> bool:
    size = max((len(group) for group in case.groups), default=0) + len(target(case)) * (case.move.verb == "layoff")
    return most == case.rules["run-max"] < size


@READINGS.of("wild.joker", "The {card:name} isn’t wild, so it can’t stand for another card.")
def not_wild(case: Case, card: str) -> bool:
    return card not in wilds(case) and any(base(other) == card != face(other) for other in case.laid)


@READINGS.of("wild.one-natural", "{cards:cards} have no natural card. Every meld needs at least one.")
def none_natural(case: Case, cards: list[str]) -> bool:
    wild = wilds(case)
    return len(cards) > 2 and all(base(card) in wild and (card == "*" or "=" in card) for card in cards)


@READINGS.of(
    "wild.one-natural",
    "{cards:cards} have {number:number} wild cards. A contract meld of {size:number} can have at most {most:number}.",
)
def too_many_wild(case: Case, cards: list[str], number: int, size: int, most: int) -> bool:
    caps = {"one-natural": size - 1, "no-majority": size // 2, "shanghai": (size - 1) // 2}
    value = next(iter({rank(card) for card in cards if base(card) not in wilds(case)}), 0)
    run = are_run([face(card) for card in cards], 4, 14)
    wild = sum(
        "=" in card or card == "*" or (not run and base(card) in wilds(case) and rank(card) != value) for card in cards
    )
    return len(cards) == size and wild == number > most == caps[case.rules["wild-cap"]]


@READINGS.of("wild.fixed", "In a run, say which card the {card:name} stands for, such as {example:card}.")
def open_in_a_run(case: Case, card: str, example: str) -> bool:
    """Some group with this card left open makes a run in which it is the example, and no set."""
    wild, most = wilds(case), case.rules["run-max"]
    for group in case.groups:
        cards = [*target(case), *group] if case.move.verb == "layoff" else group
        free = [other for other in group if are_free(other, wild)]
        if any(base(other) == card == base(example) for other in free) and not are_set(case, cards):
            return any(runs_with([*known(cards, wild), face(example)], len(free) - 1, 4, most))
    return False


# -- contracts


@READINGS.of("contract.table", "That isn’t this hand’s contract. You need {told:text}.")
def another_contract(case: Case, told: str) -> bool:
    return case.move.verb == "contract" and is_contract(case, told)


@READINGS.of("contract.all-at-once", "Meld the whole contract at once: {told:text}.")
def not_all(case: Case, told: str) -> bool:
    sets, runs = contract(case)
    less = len(case.groups) < len(sets) + len(runs) or len(case.laid) < sum(sets) + sum(runs)
    return case.move.verb == "contract" and is_contract(case, told) and less


@READINGS.of("contract.exact", "You picked {number:number} cards. The contract needs {wanted:number}: {told:text}.")
def too_many_cards(case: Case, number: int, wanted: int, told: str) -> bool:
    sizes = sum(map(sum, contract(case)))
    return number == len(case.laid) > wanted == sizes and is_contract(case, told) and not case.rules["contract-longer"]


@READINGS.of("contract.exact", "That’s {laid:text}. The contract needs {told:text}.")
def too_many_melds(case: Case, laid: str, told: str) -> bool:
    sets = sum(are_set(case, group) for group in case.groups)
    counted = (len(in_sizes(laid)[0]), len(in_sizes(laid)[1]))
    more = len(case.groups) > sum(map(len, contract(case)))
    return counted == (sets, len(case.groups) - sets) and is_contract(case, told) and more


@READINGS.of(
    "contract.exact",
    "{cards:cards} make a meld of {number:number}. The contract needs a meld of {wanted:number}.",
    "{cards:cards} make a meld of {number:number}. The contract needs a meld of at least {wanted:number}.",
)
def wrong_size(case: Case, cards: list[str], number: int, wanted: int) -> bool:
    sets, runs = contract(case)
    return len(cards) == number != wanted and wanted in (sets if are_set(case, cards) else runs)


@READINGS.of(
    "contract.no-continuous-runs",
    "{cards:cards} and {others:cards} make one long run, so they don’t count as two.",
    "{cards:cards} and {others:cards} need at least two missing ranks between them.",
)
def too_near(case: Case, cards: list[str], others: list[str]) -> bool:
    gap = {"not-continuous": 0, "gap-2": 1}[case.rules["same-suit-runs"]]
    low, high = sorted(([rank(card) for card in run] for run in (cards, others)), key=lambda ranks: ranks[0])
    last = 14 if low[-1] == 1 and len(low) > 1 else low[-1]
    between = high[0] - last - 1
    near = between == 0 if gap == 0 else between < 2
    return len({suit(card) for card in (*cards, *others)}) == 1 and near


@READINGS.of(
    "contract.own-hand",
    "You can’t use {cards:cards} from the table. Your contract has to come from your own hand.",
)
def not_of_the_hand(case: Case, cards: list[str]) -> bool:
    is_visible = not lacking(cards, [*on_table(case), *case.cards("pile")])
    return case.move.verb == "contract" and is_visible and Counter(cards) == lacking(taken(case), case.hand)


@READINGS.of("further.melds", "After your contract, you can only lay off. You can’t make new melds.")
def no_new_melds(case: Case) -> bool:
    lays = case.move.verb == "meld" or (case.move.verb == "swap" and len(case.groups) > 1)
    return in_table(case) and down(case, case.seat) and not case.rules["further-melds"] and lays


@READINGS.of("layoff.valid", "{cards:cards} doesn’t fit {meld:cards}.", "{cards:cards} don’t fit {meld:cards}.")
def does_not_fit(case: Case, cards: list[str], meld: list[str]) -> bool:
    run = are_run([face(card) for card in meld], 4, 14)
    whole_meld = [*meld, *cards]
    fits = are_run([face(card) for card in whole_meld], 4, case.rules["run-max"]) if run else are_set(case, whole_meld)
    free = [card for card in cards if are_free(card, wilds(case))]
    if run and free:
        fits = any(runs_with(known(whole_meld, wilds(case)), len(free), 4, case.rules["run-max"]))
    return meld == target(case) and [*map(base, cards)] == [*map(base, case.first)] and not fits


@READINGS.of("meld.no-rearrange", "You can’t take {cards:cards} from a meld. Melds on the table stay as they are.")
def lies_in_a_meld(case: Case, cards: list[str]) -> bool:
    return not lacking(cards, on_table(case)) and Counter(cards) <= lacking(taken(case), case.hand)


# -- jokers


def jokers(case: Case) -> list[tuple[list[str], list[str]]]:
    """The melds with jokers, each with the cards for which they stand in a run."""
    melds = [meld for melds in case.melds for meld in melds if any(base(card) == "*" for card in meld)]
    return [(meld, [face(card) for card in meld if base(card) == "*" and card != "*"]) for meld in melds]


@READINGS.of("joker.swap-run", "At this table, you can’t swap melded jokers.")
def they_stay(case: Case) -> bool:
    off = case.rules["joker-swap"] == "off" or (
        case.rules["joker-swap"] == "new-meld" and not case.rules["further-melds"]
    )
    return in_table(case) and case.move.verb == "swap" and off


@READINGS.of("joker.swap-run", "You’re down, and only players who aren’t down can swap jokers.")
def only_before(case: Case) -> bool:
    return in_table(case) and case.rules["joker-swap"] == "before-down" and down(case, case.seat)


@READINGS.of("joker.swap-run", "No run on the table has a joker to swap.")
def none_to_swap(case: Case) -> bool:
    return case.move.verb == "swap" and not any(faces for _, faces in jokers(case))


def _named(text: str) -> list[str]:
    return [named(name.removeprefix("the ")) for name in listed(text)]


@READINGS.of(
    "joker.swap-run",
    "Only {number:number} joker in a run stands for the {card:name}.",
    "Only {number:number} jokers in a run stand for the {card:name}.",
    "Only {number:number} joker in that run stands for the {card:name}.",
    "Only {number:number} jokers in that run stand for the {card:name}.",
)
def stands_for_fewer(case: Case, number: int, card: str) -> bool:
    faces = [face(other) for other in target(case) if base(other) == "*" != other]
    if not faces:
        faces = [stand_in for _, those in jokers(case) for stand_in in those]
    return faces.count(card) == number < [*case.first].count(card)


@READINGS.of("joker.swap-run", "No joker in a run stands for {wrong:text}.")
def stands_for_none(case: Case, wrong: str) -> bool:
    faces = [stand_in for _, those in jokers(case) for stand_in in those]
    return not {*_named(wrong)} & {*faces} and {*_named(wrong)} <= {*case.first} and not target(case)


@READINGS.of("joker.swap-run", "That run has no joker to swap for {wrong:text}.")
def none_in_that_run(case: Case, wrong: str) -> bool:
    meld = target(case)
    return are_run([*map(face, meld)], 4, 14) and not any(base(card) == "*" for card in meld) and bool(_named(wrong))


@READINGS.of(
    "joker.swap-run",
    "The joker in that run stands for {right:text}, not {wrong:text}.",
    "The jokers in that run stand for {right:text}, not {wrong:text}.",
)
def stands_for_another(case: Case, right: str, wrong: str) -> bool:
    faces = [face(card) for card in target(case) if base(card) == "*" and card != "*"]
    return _named(right) == faces and not {*_named(wrong)} & {*faces} and {*_named(wrong)} <= {*case.first}


@READINGS.of("joker.set-locked", "That joker is in a set. You can only swap a joker in a run.")
def locked(case: Case) -> bool:
    return case.move.verb == "swap" and "*" in target(case)


@READINGS.of("joker.set-locked", "Every joker on the table is in a set. You can only swap a joker in a run.")
def all_locked(case: Case) -> bool:
    lying = [card for meld, _ in jokers(case) for card in meld if base(card) == "*"]
    return case.move.verb == "swap" and bool(lying) and {*lying} == {"*"}


@READINGS.of("joker.swap-run", "That meld is a set. Pick a run with a joker.")
def is_a_set(case: Case) -> bool:
    return case.move.verb == "swap" and are_set(case, target(case)) and any(faces for _, faces in jokers(case))


@READINGS.of("joker.must-remeld", "You took a joker. Put it into a meld first.")
def joker_first(case: Case) -> bool:
    return in_table(case) and case.at["owed"] and "*" not in taken(case)


@READINGS.of("joker.must-remeld", "A joker you take has to go into a new meld at once. Pick cards for it.")
def into_a_new_meld(case: Case) -> bool:
    return case.move.verb == "swap" and case.rules["joker-swap"] == "new-meld" and len(case.groups) == 1


@READINGS.of("joker.must-remeld", "There’s no place on the table for the joker.")
def no_place(case: Case) -> bool:
    return case.move.verb == "swap" and case.rules["joker-swap"] == "any-meld" and len(case.groups) == 1


@READINGS.of("joker.must-remeld", "Every joker you take has to go into the new meld.")
def all_of_them(case: Case) -> bool:
    return case.move.verb == "swap" and [*map(base, case.groups[1])].count("*") < len(case.first)


# -- the all-or-nothing hand, and the end


@READINGS.of("h7.all-or-nothing", "This hand, you can only meld all your cards at once, as {told:text}.")
def all_or_nothing(case: Case, told: str) -> bool:
    return in_table(case) and whole(case) and is_contract(case, told) and not down(case, case.seat)


@READINGS.of("h7.three-runs", "That’s {laid:text}. Your whole hand has to be {told:text}.")
def other_melds(case: Case, laid: str, told: str) -> bool:
    sets = sum(are_set(case, group) for group in case.groups)
    counted = (len(in_sizes(laid)[0]), len(in_sizes(laid)[1]))
    wrong = counted != tuple(map(len, contract(case)))
    return whole(case) and is_contract(case, told) and counted == (sets, len(case.groups) - sets) and wrong


@READINGS.of(
    "h7.three-runs",
    "{left:number} cards would be left over. Your whole hand has to be {told:text}.",
    "One card would be left over. Your whole hand has to be {told:text}.",
)
def left_over(case: Case, told: str, left: int = 1) -> bool:
    spare = case.rules["hand7"] == "all-then-discard"
    return whole(case) and is_contract(case, told) and left == len(case.hand) - len(case.laid) > spare


@READINGS.of("h7.count", "Nobody can ask “May I?” this hand.")
def no_upcards(case: Case) -> bool:
    return whole(case) and not case.rules["mayi-hand7"]


@READINGS.of("out.no-discard-needed", "That would empty your hand. Keep a card to discard.")
def keeps_one(case: Case) -> bool:
    freed = len(case.first) if case.move.verb == "swap" else 0
    number = len(case.laid) - freed if case.move.verb == "swap" else len(case.laid)
    return case.rules["out-discard"] and not whole(case) and number >= len(case.hand)


# -- shapes


@shape(READINGS, "the number of a meld, then the cards to lay off")
def meld_and_cards(case: Case) -> bool:
    return not target(case) or len(case.groups) != 1


@shape(READINGS, "the contract’s melds, with “/” between them: {told:text}")
def the_contract(case: Case, told: str) -> bool:
    return not case.groups


@shape(READINGS, "your whole hand as {told:text}, with “/” between them")
def the_whole_hand(case: Case, told: str) -> bool:
    return not case.groups


@shape(READINGS, "one card from your hand, as itself")
def as_itself(case: Case) -> bool:
    return "=" in case.first[0]


@shape(READINGS, "the natural card for a joker")
def natural_card(case: Case) -> bool:
    return len(case.groups) != 1 or any("=" in card or card == "*" for card in case.first)


@shape(READINGS, "natural cards for jokers, then “/” and the new meld")
def natural_cards(case: Case) -> bool:
    return not 1 <= len(case.groups) <= 2 or any("=" in card or card == "*" for card in case.first)


@shape(READINGS, "just one natural card, or add “/” and the new meld")
def one_or_a_meld(case: Case) -> bool:
    return len(case.groups) == 1 and len(case.first) > 1


@shape(READINGS, "the number of a meld that has a joker, or no number")
def no_meld_there(case: Case) -> bool:
    return case.move.verb == "swap" and case.move.number is not None and not target(case)
