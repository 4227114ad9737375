"""Vazhushal: its refusals, read a second time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tests.games.refusals.melds import are_free, are_run, known, runs_with, why_none
from tests.games.refusals.reading import Case, Readings, base, face, lacking, rank, suit
from tests.games.refusals.table import shape

READINGS = Readings()
BLACK = "CS"
LAYING = ("meld", "layoff", "rearrange")


def wilds(case: Case) -> set[str]:
    """The cards that are wild in this hand."""
    negative, rule = case.at["negative"], case.rules["wild-rule"]
    if rule == "printed-only" or not negative:
        return {"*"}
    if negative == "*":
        aces = case.rules["neg-printed"] == "aces"
        return {"*", "AC", "AD", "AH", "AS"} if aces else {"*"}
    others = [negative[0] + letter for letter in "CDHS"]
    if rule == "same-rank":
        return {"*", *others}
    return {"*", *(card for card in others if (card[1] in BLACK) != (negative[1] in BLACK))}


def are_set(cards: Sequence[str]) -> bool:
    """Return whether these faces are three or four of one rank in different suits."""
    faces = {face(card) for card in cards}
    return 3 <= len(cards) == len(faces) <= 4 and len({rank(card) for card in cards}) == 1 and "*" not in cards


def are_pure(cards: Sequence[str]) -> bool:
    return all("=" not in card and card != "*" for card in cards) and are_run(cards, 3, 13)


def proper(case: Case, cards: Sequence[str]) -> bool:
    """Return whether these cards, each as what it stands for or can stand for, are a run or a set."""
    wild = wilds(case)
    if any("=" in card and base(card) not in wild for card in cards):
        return False
    faces, free = known(cards, wild), sum(are_free(card, wild) for card in cards)
    if len(cards) > 2 and any(runs_with(faces, free, 3, 13)):
        return True
    return 3 <= len(cards) <= 4 and len({*faces}) == len(faces) and len({*map(rank, faces)}) < 2


def amiss(case: Case, cards: Sequence[str]) -> bool:
    """Return whether a group is no meld: no run and no set, or one that these house rules do not allow."""
    return not proper(case, cards) or "*" in cards or any(card.endswith("=?") for card in cards) or bare(case, cards)


def bare(case: Case, cards: Sequence[str]) -> bool:
    """Return whether a meld has no such card as every meld needs."""
    rule = case.rules["all-wild-melds"]
    if rule == "one-natural":
        return not any("=" not in card and card != "*" for card in cards)
    if rule == "no-printed-only":
        return all(base(card) == "*" for card in cards)
    return all(base(card) in wilds(case) for card in cards)


WHY = why_none(lambda case, cards: proper(case, cards), wilds, suits_matter=True, least=3, most=13)


def opened(case: Case) -> bool:
    return bool(case.own_melds)


def table_cards(case: Case) -> list[str]:
    """The cards of the seat's melds, as they are."""
    return [base(card) for meld in case.own_melds for card in meld]


def depth(case: Case) -> int:
    return case.move.number or 0


def wiped(case: Case) -> list[str]:
    """The cards of the line that a wipe takes."""
    line = case.cards("line")
    return line[len(line) - depth(case) :] if 0 < depth(case) <= len(line) else []


def before(case: Case) -> list[str]:
    """The cards that the move lays before the draw."""
    return case.named("after")


def starter(case: Case) -> bool:
    """Return whether the dealer's wild card lies at the bottom of the line, and comes with a pure sequence."""
    return case.at["starter"] and case.rules["starter-take"] == "pure-first"


def melds_shown(case: Case) -> list[list[str]]:
    """The groups that the move lays, each with what it is added to."""
    if case.move.verb == "layoff" and 1 <= depth(case) <= len(case.own_melds):
        return [[*case.own_melds[depth(case) - 1], *case.first]]
    return [*case.groups, *([before(case)] if before(case) else [])]


def is_shown(case: Case, cards: list[str]) -> bool:
    """Return whether these are the cards of a group of the move."""
    return any(Counter(map(base, cards)) == Counter(map(base, group)) for group in melds_shown(case))


def in_table(case: Case) -> bool:
    return case.mine and case.phase == "table"


# -- a new deal


@READINGS.of("redeal.three-doubles", "First say whether you want the cards dealt anew, or play on.")
def asked_now(case: Case) -> bool:
    return case.phase == "redeal" and case.mine and case.can("throw-in")


@READINGS.of("redeal.three-doubles", "First those who were dealt so many doubles say whether they want a new deal.")
def others_are_asked(case: Case) -> bool:
    return case.phase == "redeal" and not case.mine


@READINGS.of("redeal.three-doubles", "The cards were thrown in for their doubles and are dealt anew first.")
def thrown_in(case: Case) -> bool:
    return case.phase == "deal" and bool(case.at["asked"])


@READINGS.of("redeal.three-doubles", "Only a hand with the doubles that call for a new deal is asked about one.")
def not_asked(case: Case) -> bool:
    rules = case.rules
    ever = rules["redeal-doubles"] and rules["redeal-mode"] == "holder-may"
    ever = ever and (rules["packs"] != "1" or rules["redeal-jokers-count"])
    return ever and case.mine and case.phase != "redeal" and case.move.verb in ("throw-in", "keep")


# -- wild cards


@READINGS.of(
    "neg.same-colour-plain",
    "The {card:name} has the colour of the negative joker, so it is an ordinary card and stands for itself.",
)
def of_its_colour(case: Case, card: str) -> bool:
    negative = case.at["negative"]
    alike = negative not in ("", "*") and card[0] == negative[0] and (card[1] in BLACK) == (negative[1] in BLACK)
    return alike and case.rules["wild-rule"] == "opposite-colour" and disguised(case, card)


@READINGS.of(
    "neg.is-printed",
    "The negative joker is a printed joker, so no ranked card is wild and the {card:name} stands for itself.",
)
def is_printed(case: Case, card: str) -> bool:
    return case.at["negative"] == "*" and wilds(case) == {"*"} and disguised(case, card)


@READINGS.of("wild.set", "The {card:name} is not wild in this hand, so it stands only for itself.")
def not_wild(case: Case, card: str) -> bool:
    return card not in wilds(case) and disguised(case, card)


def disguised(case: Case, card: str) -> bool:
    """Return whether the move says of this card that it stands for another."""
    return any(base(other) == card != face(other) for other in case.laid)


@READINGS.of("wild.printed-never-natural", "A printed joker is never natural, so no pure sequence has one.")
def has_a_joker(case: Case) -> bool:
    return not opened(case) and any(base(card) == "*" for card in case.laid)


@READINGS.of("wild.declared", "The {card:name} has to stand for a card. Say which, such as {example:card}.")
def open_to_more(case: Case, card: str, example: str) -> bool:
    """Some group with this card, which says nothing of what it stands for, can be a run or a set with the example."""
    wild = wilds(case)
    groups = [
        group
        for group in melds_shown(case)
        if any(are_free(other, wild, True) and base(other) == card for other in group)
    ]
    return base(example) == card and any(example_fits(group, example, wild) for group in groups)


def example_fits(group: list[str], example: str, wild: set[str]) -> bool:
    """Whether a group can be a run or a set in which an open card is this one, and the others what they are or more."""
    index = next(
        index for index, other in enumerate(group) if are_free(other, wild, True) and base(other) == base(example)
    )
    rest = [*group[:index], *group[index + 1 :]]
    for bare in (False, True):
        faces = [*known(rest, wild, bare), face(example)]
        if any(runs_with(faces, len(group) - len(faces), 3, 13)):
            return True
        if 3 <= len(group) <= 4 and len({*faces}) == len(faces) and len({*map(rank, faces)}) == 1:
            return True
    return False


# -- melds


@READINGS.of("meld.kinds", "{cards:cards} don’t make a run or a set. {why:text}.")
def neither(case: Case, cards: list[str], why: str) -> bool:
    return is_shown(case, cards) and not proper(case, cards) and WHY(case, cards, why)


@READINGS.of("run.suited-consecutive", "{cards:cards} don’t make a run. {why:text}.")
def of_one_suit(case: Case, cards: list[str], why: str) -> bool:
    faces = known(cards, wilds(case))
    return is_shown(case, cards) and not proper(case, cards) and len({*map(suit, faces)}) == 1 and WHY(case, cards, why)


@READINGS.of("meld.min-three", "A meld has three cards or more: {cards:cards} needs {more:number} more.")
def too_short(case: Case, cards: list[str], more: int) -> bool:
    return is_shown(case, cards) and len(cards) + more == 3 and more > 0


@READINGS.of("run.no-wrap", "{cards:cards} goes round the corner: an ace ends a run, it never stands in the middle.")
def round_the_corner(case: Case, cards: list[str]) -> bool:
    ranks = {rank(card) for card in cards if rank(card)}
    ends = sum(number % 13 + 1 not in ranks for number in ranks)
    return len({suit(card) for card in cards if rank(card)}) == 1 and {1, 2, 13} <= ranks and ends == 1


@READINGS.of("run.max-13", "A run has thirteen cards at most.")
def too_long(case: Case) -> bool:
    return any(
        len(group) > 13 and len({suit(card) for card in group if suit(card)}) == 1 for group in melds_shown(case)
    )


@READINGS.of("set.max-four", "A set has four cards at most, one of each suit.")
def too_many(case: Case) -> bool:
    return any(len(group) > 4 and len({rank(card) for card in group if rank(card)}) == 1 for group in melds_shown(case))


@READINGS.of("meld.no-duplicate-card", "{cards:cards} has the {card:name} twice; a meld holds every card once.")
def twice(case: Case, cards: list[str], card: str) -> bool:
    return card != "*" and is_shown(case, cards) and [face(other) for other in cards].count(card) > 1


@READINGS.of(
    "meld.not-all-wild",
    "{cards:cards} has no card that stands for itself, and every meld needs one.",
    "{cards:cards} is nothing but printed jokers, and those alone are no meld.",
    "{cards:cards} is nothing but wild cards, and every meld needs another.",
)
def nothing_natural(case: Case, cards: list[str]) -> bool:
    return is_shown(case, cards) and bare(case, cards)


@READINGS.of("meld.pure-always", "Then you would have no pure sequence left on the table.")
def none_left(case: Case) -> bool:
    return not any(are_pure(meld) for meld in owned_after(case))


def owned_after(case: Case) -> list[list[str]]:
    """The melds that the seat would own."""
    verb, own = case.move.verb, case.own_melds
    if verb == "rearrange":
        return case.groups
    if verb == "layoff":
        return [*own[: depth(case) - 1], *melds_shown(case), *own[depth(case) :]]
    groups = case.groups[1:] if verb == "wipe" and len(case.groups) > 1 else own
    return [*groups, *([before(case)] if before(case) else []), *case.groups[:1]]


@READINGS.of("meld.no-twin-melds", "You would own {cards:cards} twice; two of your melds may not be the same.")
def twins(case: Case, cards: list[str]) -> bool:
    view = face if case.rules["twin-compare"] == "represented" else base
    scope = case.rules["twin-scope"]
    alike = [sorted(map(view, meld)) for meld in owned_after(case) if scope == "all" or not are_set(meld)]
    return scope != "off" and alike.count(sorted(map(view, cards))) > 1


@READINGS.of("meld.owner-only", "That meld is not yours, and melds belong to whoever laid them.")
def not_yours(case: Case) -> bool:
    away, number = divmod(depth(case), 100)
    return 0 < away < case.seats and 1 <= number <= len(case.melds[(case.seat + away) % case.seats])


@READINGS.of(
    "meld.stays-on-table",
    "That leaves out a card, and melded cards stay on the table. Find a place for {cards:cards}.",
    "That leaves out some cards, and melded cards stay on the table. Find a place for {cards:cards}.",
)
def would_leave(case: Case, cards: list[str]) -> bool:
    shown = [base(card) for group in case.groups for card in group]
    return case.move.verb == "rearrange" and Counter(cards) == lacking(table_cards(case), shown)


@READINGS.of(
    "meld.stays-on-table", "{card:card} is melded, and melded cards stay on the table. Discard from your hand."
)
def is_melded(case: Case, card: str) -> bool:
    return case.move.verb == "discard" and card == case.first[0] in table_cards(case) and card not in case.hand


# -- the turn


@READINGS.of("turn.phases", "First the draw, then the table, then one discard: now is the time to {now:text}.")
def time_to(case: Case, now: str) -> bool:
    return now == "draw" and case.mine and case.phase == "draw" and case.move.verb in (*LAYING, "discard")


@READINGS.of("turn.draw-once", "You have drawn already; there is one draw in a turn.")
def has_drawn(case: Case) -> bool:
    return in_table(case) and bool(case.at["drawn"]) and case.move.verb in ("stock", "wipe", "take")


@READINGS.of("turn.no-predraw", "Draw first: nothing is laid before the draw.")
def draw_first(case: Case) -> bool:
    return case.mine and case.phase == "draw" and (case.move.verb in LAYING or bool(before(case)))


@READINGS.of("rearr.not-before-draw", "Draw first: melds are not rearranged before the draw.")
def not_rearranged_yet(case: Case) -> bool:
    return case.mine and case.phase == "draw" and case.move.verb == "rearrange" and case.rules["rearrange"]


@READINGS.of("rearr.free", "Melds are not rearranged under these house rules.")
def never_rearranged(case: Case) -> bool:
    return case.move.verb == "rearrange" and not case.rules["rearrange"]


@READINGS.of("turn.keep-a-discard", "That would empty your hand. Keep a card to discard.")
def needs_a_discard(case: Case) -> bool:
    return empties(case) and case.rules["out-discard"] and case.phase != "final"


@READINGS.of("out.discard-required", "You cannot go out by melding your last cards; the last one is discarded.")
def out_by_a_discard(case: Case) -> bool:
    return empties(case) and case.rules["out-discard"] and case.phase != "final"


def empties(case: Case) -> bool:
    """Return whether the move would leave the hand empty."""
    taken = wiped(case) if case.move.verb == "wipe" else []
    laid = lacking([*map(base, case.laid)], table_cards(case)) if case.move.verb in ("wipe", "rearrange") else None
    used = laid.total() if laid is not None else len(case.laid)
    return len(case.hand) + len(taken) - used < 1


@READINGS.of("discard.one", "Exactly one card is discarded.")
def one_discard(case: Case) -> bool:
    return case.move.verb == "discard" and sum(map(len, case.groups)) != 1


# -- the line


@READINGS.of(
    "wipe.suffix-only",
    "A wipe takes the newest cards of the line without gaps; {cards:cards} cannot be reached with {number:number}.",
)
def out_of_reach(case: Case, cards: list[str], number: int) -> bool:
    line = case.cards("line")
    older = line[: len(line) - number]
    return case.move.verb == "wipe" and number == depth(case) and not lacking(cards, older) and is_lacking(case, cards)


def is_lacking(case: Case, cards: list[str]) -> bool:
    """Return whether the new meld takes these cards, and neither the hand nor the wiped cards have them."""
    hand = lacking(case.hand, [*map(base, before(case))])
    return all(
        cards.count(card) <= lacking([*map(base, case.first)], [*hand.elements(), *wiped(case)])[card] for card in cards
    )


@READINGS.of(
    "wipe.deepest-card-must-meld", "The deepest card that you take, the {card:name}, must go straight into a new meld."
)
def deepest(case: Case, card: str) -> bool:
    if case.move.verb == "take":
        return case.cards("line")[:1] == [card] and not case.can("take")
    return wiped(case)[:1] == [card] and not (case.first and _has(case, card))


def _has(case: Case, card: str) -> bool:
    """Return whether the new meld holds this card of the line, and not its double from the hand or the table."""
    hand = lacking(case.hand, [*map(base, before(case))])
    return card in [*map(base, case.first)] and hand[card] < [*map(base, case.first)].count(card) + (
        len(case.groups) > 1
    )


@READINGS.of("wipe.single-card-too", "Even a single card is wiped only into a new meld, never just to be kept.")
def single(case: Case) -> bool:
    return case.move.verb == "wipe" and depth(case) == 1


@READINGS.of("wipe.not-a-layoff", "Adding the {card:name} to a meld that lies there already is not a new meld.")
def not_new(case: Case, card: str) -> bool:
    inside = any(not lacking([*map(base, meld)], [*map(base, case.first)]) for meld in case.own_melds)
    return case.move.verb == "wipe" and wiped(case)[:1] == [card] and inside


@READINGS.of(
    "wipe.new-meld-material",
    "{cards:cards} can’t leave your melds for a wipe. Use wiped cards and cards from your hand.",
)
def of_the_table(case: Case, cards: list[str]) -> bool:
    is_there = not lacking(cards, table_cards(case)) and not lacking(cards, [*map(base, case.first)])
    return case.move.verb == "wipe" and is_there and not case.rules["wipe-table-cards"]


@READINGS.of("wipe.meld-first", "A wipe comes with its new meld: say which cards go into it.")
def no_meld(case: Case) -> bool:
    return case.move.verb == "wipe" and not case.groups


@READINGS.of("wipe.no-empty-line", "The line is empty. Draw from the stock.")
def empty_line(case: Case) -> bool:
    return case.mine and case.phase == "draw" and not case.cards("line") and case.can("stock")


# -- the first meld


@READINGS.of(
    "first.must-be-pure",
    "{cards:cards} has a wild card. Your first meld has to be a pure sequence.",
)
def has_a_wild_card(case: Case, cards: list[str]) -> bool:
    wild = any(card == "*" or "=" in card for card in cards)
    return (
        not opened(case)
        and is_shown(case, cards)
        and wild
        and {base(card) for card in cards if "=" in card} <= wilds(case)
    )


@READINGS.of("first.must-be-pure", "{cards:cards} is a set. Your first meld has to be a pure sequence.")
def is_a_set(case: Case, cards: list[str]) -> bool:
    return not opened(case) and is_shown(case, cards) and are_set(cards)


@READINGS.of("first.must-be-pure", "{cards:cards} isn’t a run. Your first meld has to be a pure sequence.")
def is_no_run(case: Case, cards: list[str]) -> bool:
    return not opened(case) and is_shown(case, cards) and not are_run(cards, 3, 13)


def shows_first(case: Case, cards: list[str]) -> bool:
    """Return whether this is what the move would lay first, its wild cards read as they can be."""
    return is_shown(case, cards)


@READINGS.of("first.wipe-completes-pure", "Before your first meld you may not take anything from the line here.")
def nothing_from_the_line(case: Case) -> bool:
    barred = not opened(case) and not case.rules["wipe-before-first"]
    return case.mine and case.move.verb in ("wipe", "take") and barred


@READINGS.of("first.wipe-depth-limit", "To open, you may wipe only as deep as the deepest card of your pure sequence.")
def too_deep(case: Case) -> bool:
    pure = are_pure(case.first) and _has(case, wiped(case)[0])
    return case.move.verb == "wipe" and not opened(case) and not before(case) and not pure


@READINGS.of("first.meld-then-wipe", "Only a player with nothing on the table lays a pure sequence before drawing.")
def opened_already(case: Case) -> bool:
    return opened(case) and bool(before(case)) and case.rules["wipe-before-first"]


@READINGS.of("first.predraw-commits", "Whoever lays a meld before drawing must draw from the line.")
def must_draw_from_the_line(case: Case) -> bool:
    return case.move.verb == "stock" and bool(before(case)) and case.rules["wipe-before-first"]


@READINGS.of(
    "first.routes-disjoint",
    "A pure sequence before a wipe comes from your hand alone. {cards:cards} is in the line.",
    "A pure sequence before a wipe comes from your hand alone. {cards:cards} are in the line.",
)
def from_the_hand_alone(case: Case, cards: list[str]) -> bool:
    return case.move.verb == "wipe" and first_needs_the_line(case, cards)


def first_needs_the_line(case: Case, cards: list[str]) -> bool:
    """Return whether what is laid before the draw lacks these cards in the hand, and the line has them."""
    return Counter(cards) == lacking([*map(base, before(case))], case.hand) and not lacking(cards, case.cards("line"))


# -- a wild starter


@READINGS.of(
    "starter.case",
    "The whole line can be taken like this only while a wild card turned up by the dealer lies at its bottom.",
)
def no_starter(case: Case) -> bool:
    return case.move.verb == "take" and not case.at["starter"] and case.rules["starter-take"] == "pure-first"


@READINGS.of(
    "starter.take-with-pure",
    "To take the line with its wild starter you need a pure sequence on the table, or one from your hand now.",
)
def needs_a_pure_sequence(case: Case) -> bool:
    return case.move.verb == "take" and starter(case) and not opened(case) and not before(case)


@READINGS.of("starter.not-after-stock", "You drew from the stock; the wild starter waits for a later turn.")
def after_the_stock(case: Case) -> bool:
    return case.move.verb == "take" and in_table(case) and starter(case) and case.at["drawn"] == "stock"


@READINGS.of(
    "starter.not-with-line-made-pure",
    "A pure sequence that needs the line does not open the starter in the same turn; {cards:cards} is in the line.",
)
def needs_the_line(case: Case, cards: list[str]) -> bool:
    return case.move.verb == "take" and starter(case) and first_needs_the_line(case, cards)


@READINGS.of(
    "starter.partial-ordinary",
    "Without a new meld only the whole line comes with its wild starter, not a part of it.",
)
def a_part_of_it(case: Case) -> bool:
    return case.move.verb == "wipe" and starter(case) and depth(case) < len(case.cards("line")) and not case.groups


@READINGS.of(
    "starter.dealt-card-only", "The {card:name} was discarded by a player, so it is an ordinary card of the line."
)
def discarded(case: Case, card: str) -> bool:
    oldest = case.cards("line")[:1] == [card] and card in wilds(case)
    return case.move.verb == "take" and oldest and not case.at["starter"]


@READINGS.of(
    "starter.nobody-pure",
    "Nobody was dealt a pure sequence. This turn you only take the wild starter and discard.",
)
def forced(case: Case) -> bool:
    return case.mine and bool(case.at["forced"])


@READINGS.of(
    "starter.nobody-pure",
    "Nobody was dealt a pure sequence. The wild starter goes back into the stock first.",
)
def goes_back(case: Case) -> bool:
    return case.phase == "reshuffle"


# -- adding and rearranging


@READINGS.of("layoff.own-only", "You have no meld on the table yet, so there is nothing to add to.")
def no_meld_yet(case: Case) -> bool:
    return not opened(case) and case.mine and case.move.verb in ("layoff", "rearrange")


@READINGS.of("layoff.own-only", "Under these house rules no meld grows by single cards, so there is nothing to add to.")
def no_single_cards(case: Case) -> bool:
    return case.move.verb == "layoff" and not case.rules["layoff-own"]


@READINGS.of(
    "layoff.own-only",
    "Under these house rules a meld grows only where a new one comes about, so there is nothing to add to.",
)
def nothing_new(case: Case) -> bool:
    holds = (
        any(not lacking([*map(base, old)], [*map(base, group)]) for old in case.own_melds) for group in case.groups
    )
    return case.move.verb == "rearrange" and not case.rules["layoff-own"] and all(holds)


@READINGS.of("rearr.end-state", "In the end every group must be a proper meld.")
def in_the_end(case: Case) -> bool:
    groups = case.groups if case.move.verb == "rearrange" else case.groups[1:]
    return any(amiss(case, group) for group in groups)


# -- the end of the stock


@READINGS.of("exhaust.trigger", "The last card of the stock has been drawn, and nobody draws any more.")
def nobody_draws(case: Case) -> bool:
    return not case.cards("stock") and case.move.verb == "stock"


@READINGS.of("exhaust.final-melds", "The stock has run out: {allowed:text}, and nothing comes from the line.")
def last_melds(case: Case, allowed: str) -> bool:
    sentences = {
        "everybody may still lay cards from the hand": ("all", "melds-only"),
        "everybody may still lay new melds": ("melds-only",),
    }
    return case.phase == "final" and case.rules["final-melds"] in sentences[allowed] and not case.can(case.move.verb)


@READINGS.of("exhaust.first-still-pure", "Now too, a player with nothing on the table begins with a pure sequence.")
def still_pure(case: Case) -> bool:
    return case.phase == "final" and not opened(case) and not are_pure(case.first)


@READINGS.of("exhaust.no-discard", "The stock has run out, and nobody discards any more.")
def no_discard(case: Case) -> bool:
    return case.phase == "final" and case.move.verb == "discard"


# -- shapes


@shape(READINGS, "the number of your meld, 1 to {last:number}, and the cards to add")
def own_number(case: Case, last: int) -> bool:
    return last == len(case.own_melds) and (not 1 <= depth(case) <= last or len(case.groups) != 1)


@shape(READINGS, "how many cards to take, from 1 to {last:number}")
def how_many(case: Case, last: int) -> bool:
    return last == len(case.cards("line")) and not 1 <= depth(case) <= last


@shape(READINGS, "one new meld, of wiped cards and hand cards")
def one_new_meld(case: Case) -> bool:
    return len(case.groups) > 1


@shape(READINGS, "after “/”, the groups that your other table cards are left in")
def other_groups(case: Case) -> bool:
    """The groups behind the first hold something else than the melds without the cards that have moved."""
    left = [base(card) for group in case.groups[1:] for card in group]
    hand = lacking(case.hand, [*map(base, before(case))])
    moved = lacking([*map(base, case.first)], [*hand.elements(), *wiped(case)])
    return lacking(table_cards(case), left) != moved or bool(lacking(left, table_cards(case))) or not case.groups[1:]


@shape(READINGS, "all your table cards in groups, with “/” between them")
def all_groups(case: Case) -> bool:
    return not case.groups


@shape(READINGS, "the {number:number} cards of the stock and the starter")
def stock_and_starter(case: Case, number: int) -> bool:
    return case.phase == "reshuffle" and len(case.laid) != number
