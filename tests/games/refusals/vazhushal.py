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


@READINGS.of("redeal.three-doubles", "Decide first: ask for a redeal, or keep your hand.")
def asked_now(case: Case) -> bool:
    return case.phase == "redeal" and case.mine and case.can("throw-in")


@READINGS.of("redeal.three-doubles", "Players with enough doubles first decide whether to ask for a redeal.")
def others_are_asked(case: Case) -> bool:
    return case.phase == "redeal" and not case.mine


@READINGS.of("redeal.three-doubles", "All hands are redealt first, because of the doubles.")
def thrown_in(case: Case) -> bool:
    return case.phase == "deal" and bool(case.at["asked"])


@READINGS.of("redeal.three-doubles", "You can ask for a redeal only right after the deal, if you have enough doubles.")
def not_asked(case: Case) -> bool:
    rules = case.rules
    ever = rules["redeal-doubles"] and rules["redeal-mode"] == "holder-may"
    ever = ever and (rules["packs"] != "1" or rules["redeal-jokers-count"])
    return ever and case.mine and case.phase != "redeal" and case.move.verb in ("throw-in", "keep")


# -- wild cards


@READINGS.of(
    "neg.same-colour-plain",
    "{card:card} has the negative joker’s color, so it isn’t wild. It only stands for itself.",
)
def of_its_colour(case: Case, card: str) -> bool:
    negative = case.at["negative"]
    alike = negative not in ("", "*") and card[0] == negative[0] and (card[1] in BLACK) == (negative[1] in BLACK)
    return alike and case.rules["wild-rule"] == "opposite-colour" and disguised(case, card)


@READINGS.of(
    "neg.is-printed",
    "{card:card} isn’t wild. The negative joker is a printed joker, so no ranked card is wild.",
)
def is_printed(case: Case, card: str) -> bool:
    return case.at["negative"] == "*" and wilds(case) == {"*"} and disguised(case, card)


@READINGS.of("wild.set", "{card:card} isn’t wild this hand. It only stands for itself.")
def not_wild(case: Case, card: str) -> bool:
    return card not in wilds(case) and disguised(case, card)


def disguised(case: Case, card: str) -> bool:
    """Return whether the move says of this card that it stands for another."""
    return any(base(other) == card != face(other) for other in case.laid)


@READINGS.of("wild.printed-never-natural", "A printed joker can’t be in a pure sequence.")
def has_a_joker(case: Case) -> bool:
    return not opened(case) and any(base(card) == "*" for card in case.laid)


@READINGS.of("wild.declared", "{card:card} has to stand for a card. Choose one, such as {example:card}.")
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


@READINGS.of("meld.min-three", "A meld has at least three cards. Add {more:number} more to {cards:cards}.")
def too_short(case: Case, more: int, cards: list[str]) -> bool:
    return is_shown(case, cards) and len(cards) + more == 3 and more > 0


@READINGS.of("run.no-wrap", "{cards:cards} don’t make a run. An ace has to be at one end.")
def round_the_corner(case: Case, cards: list[str]) -> bool:
    ranks = {rank(card) for card in cards if rank(card)}
    ends = sum(number % 13 + 1 not in ranks for number in ranks)
    return len({suit(card) for card in cards if rank(card)}) == 1 and {1, 2, 13} <= ranks and ends == 1


@READINGS.of("run.max-13", "A run can have at most 13 cards.")
def too_long(case: Case) -> bool:
    return any(
        len(group) > 13 and len({suit(card) for card in group if suit(card)}) == 1 for group in melds_shown(case)
    )


@READINGS.of("set.max-four", "A set can have at most four cards, one of each suit.")
def too_many(case: Case) -> bool:
    return any(len(group) > 4 and len({rank(card) for card in group if rank(card)}) == 1 for group in melds_shown(case))


@READINGS.of("meld.no-duplicate-card", "You can’t use {card:card} twice in one meld.")
def twice(case: Case, card: str) -> bool:
    return card != "*" and any([face(other) for other in group].count(card) > 1 for group in melds_shown(case))


@READINGS.of(
    "meld.not-all-wild",
    "In {cards:cards}, no card stands for itself. Every meld needs one that does.",
    "In {cards:cards}, every card is a printed joker. Add a card that isn’t.",
    "In {cards:cards}, every card is wild. Add a card that isn’t.",
)
def nothing_natural(case: Case, cards: list[str]) -> bool:
    return is_shown(case, cards) and bare(case, cards)


@READINGS.of("meld.pure-always", "That would leave you without a pure sequence. Keep at least one among your melds.")
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


@READINGS.of(
    "meld.no-twin-melds", "{cards:cards} would be identical to another of your melds. Make one of the two different."
)
def twins(case: Case, cards: list[str]) -> bool:
    view = face if case.rules["twin-compare"] == "represented" else base
    scope = case.rules["twin-scope"]
    alike = [sorted(map(view, meld)) for meld in owned_after(case) if scope == "all" or not are_set(meld)]
    return scope != "off" and alike.count(sorted(map(view, cards))) > 1


@READINGS.of("meld.owner-only", "That meld belongs to another player. Use one of your own melds.")
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


@READINGS.of("turn.phases", "Draw first. Then meld if you like, and discard last.")
def time_to_draw(case: Case) -> bool:
    return case.mine and case.phase == "draw" and case.move.verb in (*LAYING, "discard")


@READINGS.of("turn.draw-once", "You’ve already drawn. You can draw only once per turn.")
def has_drawn(case: Case) -> bool:
    return in_table(case) and bool(case.at["drawn"]) and case.move.verb in ("stock", "wipe", "take")


@READINGS.of("turn.no-predraw", "Draw first. You can’t meld before you draw.")
def draw_first(case: Case) -> bool:
    return case.mine and case.phase == "draw" and (case.move.verb in LAYING or bool(before(case)))


@READINGS.of("rearr.not-before-draw", "Draw first. You can’t rearrange before you draw.")
def not_rearranged_yet(case: Case) -> bool:
    return case.mine and case.phase == "draw" and case.move.verb == "rearrange" and case.rules["rearrange"]


@READINGS.of("rearr.free", "You can’t rearrange melds at this table.")
def never_rearranged(case: Case) -> bool:
    return case.move.verb == "rearrange" and not case.rules["rearrange"]


@READINGS.of("turn.keep-a-discard", "That would empty your hand. Keep a card to discard.")
def needs_a_discard(case: Case) -> bool:
    return empties(case) and case.rules["out-discard"] and case.phase != "final"


@READINGS.of("out.discard-required", "You need a card to discard. Leave one out of your melds.")
def out_by_a_discard(case: Case) -> bool:
    return empties(case) and case.rules["out-discard"] and case.phase != "final"


def empties(case: Case) -> bool:
    """Return whether the move would leave the hand empty."""
    taken = wiped(case) if case.move.verb == "wipe" else []
    laid = lacking([*map(base, case.laid)], table_cards(case)) if case.move.verb in ("wipe", "rearrange") else None
    used = laid.total() if laid is not None else len(case.laid)
    return len(case.hand) + len(taken) - used < 1


@READINGS.of("discard.one", "Discard exactly one card.")
def one_discard(case: Case) -> bool:
    return case.move.verb == "discard" and sum(map(len, case.groups)) != 1


# -- the line


@READINGS.of(
    "wipe.suffix-only",
    "You can’t take {cards:cards} with a wipe of {number:number}. A wipe takes the newest cards, without gaps.",
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


@READINGS.of("wipe.deepest-card-must-meld", "{card:card} is the deepest card you take. Use it in the new meld.")
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


@READINGS.of("wipe.single-card-too", "You can’t wipe a card just to save it. Use it in a new meld.")
def single(case: Case) -> bool:
    return case.move.verb == "wipe" and depth(case) == 1


@READINGS.of("wipe.not-a-layoff", "Laying off {card:card} on one of your melds isn’t enough. Make a new meld.")
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


@READINGS.of("wipe.meld-first", "A wipe needs a new meld. Pick the cards for it.")
def no_meld(case: Case) -> bool:
    return case.move.verb == "wipe" and not case.groups


@READINGS.of("wipe.no-empty-line", "The line is empty. Draw from the stock.")
def empty_line(case: Case) -> bool:
    return case.mine and case.phase == "draw" and not case.cards("line") and case.can("stock")


# -- the first meld


@READINGS.of(
    "first.must-be-pure",
    "{cards:cards} include a wild card. Your first meld has to be a pure sequence.",
)
def has_a_wild_card(case: Case, cards: list[str]) -> bool:
    wild = any(card == "*" or "=" in card for card in cards)
    return (
        not opened(case)
        and is_shown(case, cards)
        and wild
        and {base(card) for card in cards if "=" in card} <= wilds(case)
    )


@READINGS.of("first.must-be-pure", "{cards:cards} are a set. Your first meld has to be a pure sequence.")
def is_a_set(case: Case, cards: list[str]) -> bool:
    return not opened(case) and is_shown(case, cards) and are_set(cards)


@READINGS.of("first.must-be-pure", "{cards:cards} don’t make a run. Your first meld has to be a pure sequence.")
def is_no_run(case: Case, cards: list[str]) -> bool:
    return not opened(case) and is_shown(case, cards) and not are_run(cards, 3, 13)


def shows_first(case: Case, cards: list[str]) -> bool:
    """Return whether this is what the move would lay first, its wild cards read as they can be."""
    return is_shown(case, cards)


@READINGS.of("first.wipe-completes-pure", "You can’t take cards from the line until you’ve opened.")
def nothing_from_the_line(case: Case) -> bool:
    barred = not opened(case) and not case.rules["wipe-before-first"]
    return case.mine and case.move.verb in ("wipe", "take") and barred


@READINGS.of("first.wipe-depth-limit", "To open, you can wipe only as deep as the deepest card in your pure sequence.")
def too_deep(case: Case) -> bool:
    pure = are_pure(case.first) and _has(case, wiped(case)[0])
    return case.move.verb == "wipe" and not opened(case) and not before(case) and not pure


@READINGS.of("first.meld-then-wipe", "You’ve opened, so you can’t meld a pure sequence before you draw.")
def opened_already(case: Case) -> bool:
    return opened(case) and bool(before(case)) and case.rules["wipe-before-first"]


@READINGS.of("first.predraw-commits", "If you meld before you draw, you have to draw from the line.")
def must_draw_from_the_line(case: Case) -> bool:
    return case.move.verb == "stock" and bool(before(case)) and case.rules["wipe-before-first"]


@READINGS.of(
    "first.routes-disjoint",
    "{cards:cards} is in the line. A pure sequence you meld before a wipe has to come from your hand alone.",
    "{cards:cards} are in the line. A pure sequence you meld before a wipe has to come from your hand alone.",
)
def from_the_hand_alone(case: Case, cards: list[str]) -> bool:
    return case.move.verb == "wipe" and first_needs_the_line(case, cards)


def first_needs_the_line(case: Case, cards: list[str]) -> bool:
    """Return whether what is laid before the draw lacks these cards in the hand, and the line has them."""
    return Counter(cards) == lacking([*map(base, before(case))], case.hand) and not lacking(cards, case.cards("line"))


# -- a wild starter


@READINGS.of(
    "starter.case",
    "You can take the line only while the dealer’s wild starter is its oldest card.",
)
def no_starter(case: Case) -> bool:
    return case.move.verb == "take" and not case.at["starter"] and case.rules["starter-take"] == "pure-first"


@READINGS.of(
    "starter.take-with-pure",
    "You have no pure sequence on the table. To take the line, meld one from your hand now.",
)
def needs_a_pure_sequence(case: Case) -> bool:
    return case.move.verb == "take" and starter(case) and not opened(case) and not before(case)


@READINGS.of(
    "starter.not-after-stock", "You’ve already drawn from the stock. You can take the wild starter on a later turn."
)
def after_the_stock(case: Case) -> bool:
    return case.move.verb == "take" and in_table(case) and starter(case) and case.at["drawn"] == "stock"


@READINGS.of(
    "starter.not-with-line-made-pure",
    "{cards:cards} is in the line. To take the starter, meld a pure sequence from your hand.",
    "{cards:cards} are in the line. To take the starter, meld a pure sequence from your hand.",
)
def needs_the_line(case: Case, cards: list[str]) -> bool:
    return case.move.verb == "take" and starter(case) and first_needs_the_line(case, cards)


@READINGS.of(
    "starter.partial-ordinary",
    "Without a new meld, you can take only the whole line, including the starter.",
)
def a_part_of_it(case: Case) -> bool:
    return case.move.verb == "wipe" and starter(case) and depth(case) < len(case.cards("line")) and not case.groups


@READINGS.of(
    "starter.dealt-card-only",
    "{card:card} isn’t the starter, because a player discarded it. Wipe it like any other card.",
)
def discarded(case: Case, card: str) -> bool:
    oldest = case.cards("line")[:1] == [card] and card in wilds(case)
    return case.move.verb == "take" and oldest and not case.at["starter"]


@READINGS.of(
    "starter.nobody-pure",
    "Nobody was dealt a pure sequence. This turn, you can only take the wild starter and discard.",
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


@READINGS.of("layoff.own-only", "You haven’t opened yet. Meld a pure sequence first.")
def no_meld_yet(case: Case) -> bool:
    return not opened(case) and case.mine and case.move.verb in ("layoff", "rearrange")


@READINGS.of("layoff.own-only", "You can’t lay off cards at this table.")
def no_single_cards(case: Case) -> bool:
    return case.move.verb == "layoff" and not case.rules["layoff-own"]


@READINGS.of(
    "layoff.own-only",
    "At this table, you have to make a new meld when you rearrange.",
)
def nothing_new(case: Case) -> bool:
    holds = (
        any(not lacking([*map(base, old)], [*map(base, group)]) for old in case.own_melds) for group in case.groups
    )
    return case.move.verb == "rearrange" and not case.rules["layoff-own"] and all(holds)


@READINGS.of("rearr.end-state", "Every group has to be a legal meld in the end.")
def in_the_end(case: Case) -> bool:
    groups = case.groups if case.move.verb == "rearrange" else case.groups[1:]
    return any(amiss(case, group) for group in groups)


# -- the end of the stock


@READINGS.of("exhaust.trigger", "The stock has run out, so nobody can draw.")
def nobody_draws(case: Case) -> bool:
    return not case.cards("stock") and case.move.verb == "stock"


@READINGS.of("exhaust.final-melds", "The stock has run out. {allowed:text}.")
def last_melds(case: Case, allowed: str) -> bool:
    sentences = {
        "You can still meld from your hand, but you can’t draw or wipe": ("all", "melds-only"),
        "You can only make new melds now": ("melds-only",),
    }
    return case.phase == "final" and case.rules["final-melds"] in sentences[allowed] and not case.can(case.move.verb)


@READINGS.of("exhaust.first-still-pure", "You haven’t opened, so you still have to start with a pure sequence.")
def still_pure(case: Case) -> bool:
    return case.phase == "final" and not opened(case) and not are_pure(case.first)


@READINGS.of("exhaust.no-discard", "The stock has run out, so nobody discards.")
def no_discard(case: Case) -> bool:
    return case.phase == "final" and case.move.verb == "discard"


# -- shapes


@shape(READINGS, "the number of your meld, 1 to {last:number}, then the cards to lay off")
def own_number(case: Case, last: int) -> bool:
    return last == len(case.own_melds) and (not 1 <= depth(case) <= last or len(case.groups) != 1)


@shape(READINGS, "the number of cards to take, from 1 to {last:number}")
def how_many(case: Case, last: int) -> bool:
    return last == len(case.cards("line")) and not 1 <= depth(case) <= last


@shape(READINGS, "one new meld of wiped cards and cards from your hand")
def one_new_meld(case: Case) -> bool:
    return len(case.groups) > 1


@shape(READINGS, "“/” before each meld that keeps your other cards on the table")
def other_groups(case: Case) -> bool:
    """The groups behind the first hold something else than the melds without the cards that have moved."""
    left = [base(card) for group in case.groups[1:] for card in group]
    hand = lacking(case.hand, [*map(base, before(case))])
    moved = lacking([*map(base, case.first)], [*hand.elements(), *wiped(case)])
    return lacking(table_cards(case), left) != moved or bool(lacking(left, table_cards(case))) or not case.groups[1:]


@shape(READINGS, "all your melds, with “/” between them")
def all_groups(case: Case) -> bool:
    return not case.groups


@shape(READINGS, "the {number:number} cards of the stock and the starter")
def stock_and_starter(case: Case, number: int) -> bool:
    return case.phase == "reshuffle" and len(case.laid) != number
