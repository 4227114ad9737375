"""Mille: its refusals, read a second time."""

from __future__ import annotations

from collections import Counter

from tests.games.refusals.reading import Case, Readings, lacking, rank, suit
from tests.games.refusals.table import shape

READINGS = Readings()
TWO = 2


def rank_of(cards: list[str]) -> int:
    """The rank of a meld: that of its cards that are no twos."""
    return next((rank(card) for card in cards if rank(card) != TWO), TWO)


def upcard(case: Case) -> str:
    return case.cards("pile")[-1]


def own(case: Case, value: int) -> list[str]:
    """The seat's meld of a rank, or none."""
    return next((meld for meld in case.own_melds if rank_of(meld) == value), [])


def needed(case: Case) -> int:
    """Return how many natural cards of the upcard's rank take the pile."""
    rule = case.rules["pile-matches-table"]
    return 2 if not own(case, rank(upcard(case))) else {"no": 2, "one-card": 1, "none-needed": 0}[rule]


def result(case: Case) -> list[str]:
    """The meld that the move would make, if it makes one."""
    if case.move.verb == "pile":
        return [*own(case, rank(upcard(case))), upcard(case), *case.first]
    return [*target(case), *case.first] if case.move.verb == "add" else case.first


def target(case: Case) -> list[str]:
    """The meld that the move means by its number."""
    away, number = divmod(case.move.number or 0, 100)
    return case.melds[(case.seat + away) % 2][number - 1]


@READINGS.of("turn.phases", "You’ve already drawn a card or taken the pile. Meld or discard.")
def has_taken(case: Case) -> bool:
    return case.mine and case.phase == "table" and case.move.verb in ("stock", "pile", "leave")


@READINGS.of("turn.phases", "First, draw from the stock or take the pile.")
def has_to_take(case: Case) -> bool:
    return case.mine and case.phase == "take" and case.move.verb in ("meld", "add", "discard")


@READINGS.of("take.stock", "The stock is empty, so you can’t draw.")
def no_stock(case: Case) -> bool:
    return case.phase == "take" and case.mine and not case.cards("stock") and case.can("leave")


@READINGS.of("stock.dead", "The stock isn’t empty, so you can’t end the hand. Draw from the stock.")
def some_stock(case: Case) -> bool:
    return case.phase == "take" and case.mine and case.can("stock") and case.move.verb == "leave"


def held(case: Case, kind: int) -> int:
    """Count the cards of a rank in the hand."""
    return [rank(card) for card in case.hand].count(kind)


def offered(case: Case) -> int:
    """Count the cards of the upcard's rank that are both in the move and in the hand."""
    kind = rank(upcard(case))
    mine = Counter(card for card in case.hand if rank(card) == kind)
    return (mine & Counter(case.first)).total()


@READINGS.of(
    "take.pile-first",
    "You can’t meld {cards:cards} with the upcard. Take the pile first.",
)
def waits(case: Case, cards: list[str]) -> bool:
    other = all(rank(card) not in (TWO, rank(upcard(case))) for card in cards)
    return case.move.verb == "pile" and other and not lacking(cards, case.first)


@READINGS.of("take.pile-hand-pair", "{cards:cards} can’t leave your meld. Take the pile with cards from your hand.")
def lies_in_a_meld(case: Case, cards: list[str]) -> bool:
    laid = [card for meld in case.own_melds for card in meld]
    return not lacking(cards, laid) and Counter(cards) == lacking(case.first, case.hand)


def too_few(case: Case, kind: int, wanted: int) -> bool:
    """Check that the pile takes this many cards of the rank, and the move has fewer."""
    earns = kind == rank(upcard(case)) and wanted == needed(case) > offered(case)
    return case.move.verb == "pile" and earns and (kind != TWO or case.rules["twos-take-two"])


PAIR = ("take.pile-pair", "take.pile-hand-pair", "take.two-with-twos")


def pick(case: Case, number: int, kind: int, more: int) -> bool:
    return number == more <= held(case, kind) and too_few(case, kind, number)


def hold(case: Case, number: int, kind: int, wanted: int, same: int) -> bool:
    return same == kind and number == held(case, kind) < wanted and not own(case, kind) and too_few(case, kind, wanted)


def hold_besides(case: Case, number: int, kind: int, wanted: int, same: int) -> bool:
    return (
        same == kind and number == held(case, kind) < wanted and bool(own(case, kind)) and too_few(case, kind, wanted)
    )


for clause in PAIR:
    READINGS.of(clause, "You need {number:number} {kind:rank} from your hand to take the pile. Pick {more:number}.")(
        pick
    )
    READINGS.of(
        clause,
        "You hold {number:number} {kind:rank}. You need {wanted:number} {same:rank} in your hand to take the pile.",
    )(hold)
    READINGS.of(
        clause,
        "You hold {number:number} {kind:rank}. You need {wanted:number} {same:rank} in your hand to take the pile. "
        "Cards in your meld don’t count.",
    )(hold_besides)


@READINGS.of(
    "take.no-wild",
    "You can’t take the pile with a two. Pick natural {kind:rank}.",
    "You can’t take the pile with a two. Pick a natural {kind:rank}.",
)
def twos_do_not_help(case: Case, kind: int) -> bool:
    twos = any(rank(card) == TWO for card in case.first)
    return twos and kind != TWO and too_few(case, kind, needed(case))


@READINGS.of("take.two-with-twos", "At this table, you can’t take a pile with a two on top.")
def never_taken(case: Case) -> bool:
    return case.move.verb == "pile" and rank(upcard(case)) == TWO and not case.rules["twos-take-two"]


@READINGS.of(
    "take.starter-two",
    "The two flipped after the deal isn’t free. Take it with {number:number} {kind:rank} from your hand.",
)
def starter(case: Case, number: int, kind: int) -> bool:
    fresh = case.at["turns"] == 0 and len(case.cards("pile")) == 1 and rank(upcard(case)) == TWO
    free = case.rules["starter-two-free"] or not case.rules["twos-take-two"]
    return case.move.verb == "pile" and fresh and not free and not case.first and number == needed(case) and kind == TWO


@READINGS.of("discard.one", "Discard exactly one card.")
def one(case: Case) -> bool:
    return case.move.verb == "discard" and sum(map(len, case.groups)) != 1


@READINGS.of("meld.same-rank", "A meld has at least three cards. You picked {number:number}.")
def too_short(case: Case, number: int) -> bool:
    return case.move.verb == "meld" and len(case.first) == number < 3


@READINGS.of("meld.same-rank", "{cards:cards} are a run. There are no runs in Mille.")
def is_a_run(case: Case, cards: list[str]) -> bool:
    ranks = sorted(map(rank, cards))
    return (
        cards == case.first and len({*map(suit, cards)}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
    )


@READINGS.of(
    "meld.same-rank",
    "{cards:cards} isn’t a {kind:rank}.",
    "{cards:cards} isn’t an {kind:rank}.",
    "{cards:cards} aren’t {kind:rank}.",
    "{cards:cards} isn’t a {kind:rank}. All the cards in a meld have the same rank.",
    "{cards:cards} isn’t an {kind:rank}. All the cards in a meld have the same rank.",
    "{cards:cards} aren’t {kind:rank}. All the cards in a meld have the same rank.",
)
def odd(case: Case, cards: list[str], kind: int) -> bool:
    other = all(rank(card) not in (kind, TWO) for card in cards)
    return other and not lacking(cards, case.first) and rank_of(result(case)) == kind


@READINGS.of("meld.one-per-rank", "You already have a meld of this rank. Lay off {cards:cards} on it.")
def laid_already(case: Case, cards: list[str]) -> bool:
    return case.move.verb == "meld" and cards == case.first and bool(own(case, rank_of(cards)))


@READINGS.of("meld.own-only", "That meld isn’t yours. You can lay off only on your own melds.")
def of_the_other(case: Case) -> bool:
    number = (case.move.number or 0) - 100
    return case.move.verb == "add" and 0 < number <= len(case.melds[1 - case.seat])


@READINGS.of("meld.no-rearrange", "You’ve already melded {cards:cards}. Melded cards stay where they are.")
def lies_there(case: Case, cards: list[str]) -> bool:
    laid = [card for meld in case.own_melds for card in meld]
    tried = [card for group in case.groups for card in group]
    return not lacking(cards, laid) and Counter(cards) == lacking(tried, case.hand)


@READINGS.of("wild.one-natural", "At this table, a meld with wild twos needs at least {number:number} natural cards.")
def too_few_natural(case: Case, number: int) -> bool:
    meld = result(case)
    twos = sum(rank(card) == TWO for card in meld)
    return number == case.rules["min-naturals"] > len(meld) - twos and 0 < twos < len(meld)


@READINGS.of("wild.one-natural", "{cards:cards} would have more wild twos than natural cards.")
def too_many_wild(case: Case, cards: list[str]) -> bool:
    twos = sum(rank(card) == TWO for card in cards)
    same = Counter(cards) == Counter(result(case))
    return same and not case.rules["wild-majority"] and len(cards) - twos < twos < len(cards)


@READINGS.of("wild.no-mix", "Only twos can go into a meld of twos.")
def only_twos(case: Case) -> bool:
    return case.move.verb == "add" and rank_of(target(case)) == TWO and any(rank(card) != TWO for card in case.first)


@READINGS.of("out.no-discard-needed", "That would empty your hand. Keep a card to discard.")
def keeps_one(case: Case) -> bool:
    taken = len(case.cards("pile")) - 1 if case.move.verb == "pile" else 0
    return case.rules["out-discard"] and len(case.hand) - len(case.first) + taken < 1


@shape(READINGS, "the number of a meld, then the cards to lay off")
def meld_and_cards(case: Case) -> bool:
    number = case.move.number or 0
    is_meld = number % 100 in range(1, 1 + len(case.melds[(case.seat + number // 100) % 2])) and number < 200
    return len(case.groups) != 1 or not is_meld


@shape(READINGS, "one group of cards after “pile”")
def with_the_upcard(case: Case) -> bool:
    return len(case.groups) > 1
