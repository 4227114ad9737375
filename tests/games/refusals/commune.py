"""Commune: its refusals, read a second time."""

from __future__ import annotations

from tests.games.refusals.reading import Case, Readings
from tests.games.refusals.table import shape

READINGS = Readings()
SINGLE = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
VALUES = {name: value for value, name in enumerate(SINGLE, 2)}
VALUES |= {"sixes" if name == "six" else f"{name}s": value for name, value in VALUES.items()}
SUITS = ("clubs", "diamonds", "hearts", "spades")
KINDS = {
    "high": "high card",
    "pair": "pair",
    "two-pair": "two pair",
    "trips": "three of a kind",
    "straight": "straight",
    "flush": "flush",
    "full-house": "full house",
    "quads": "four of a kind",
    "straight-flush": "straight flush",
    "five": "five of a kind",
}
LADDER = [*KINDS]
TOPPED = ("straight", "flush", "straight-flush")
Hand = tuple[int, ...]
"""The place of a kind among others, and its ranks, the more telling one first."""


def ranks_in(text: str) -> list[int]:
    return [VALUES[word] for word in text.split() if word in VALUES]


def hand(kind: str, ranks: list[int]) -> Hand:
    """A declaration as something that can be compared."""
    ordered = sorted(ranks, reverse=True) if kind == "two-pair" else ranks
    return LADDER.index(kind), *ordered


def latest(case: Case) -> Hand | None:
    """The latest declaration."""
    if not case.at["declared"]:
        return None
    _, kind, *words = case.at["declared"][-1].split()
    return hand(kind, ranks_in(" ".join(words)))


def spoken(text: str) -> Hand:
    """A declaration as a player says it: “two pair, kings and sixes”, “a straight to the nine”."""
    text = text[0].lower() + text[1:]
    ranks = ranks_in(text.removeprefix("two pair").replace(",", " "))
    if text.endswith(" high"):
        return hand("high", ranks)
    if text.startswith("two pair"):
        return hand("two-pair", ranks)
    if text.startswith("a full house"):
        return hand("full-house", ranks)
    for start, kind in (
        ("a pair", "pair"),
        ("a straight flush", "straight-flush"),
        ("a straight", "straight"),
        ("a flush", "flush"),
    ):
        if text.startswith(start):
            return hand(kind, ranks)
    many, *_ = text.split()
    return hand({"three": "trips", "four": "quads", "five": "five"}[many], ranks[1:])


def named(case: Case) -> list[int]:
    """The ranks that the move names."""
    return ranks_in(case.move.word)


def kinds(case: Case) -> list[str]:
    """The kinds that can be declared at this table."""
    flushes, five = case.rules["flushes"], case.rules["five-of-a-kind"]
    return [kind for kind in LADDER if (flushes or "flush" not in kind) and (five or kind != "five")]


def highest(case: Case) -> Hand:
    last = kinds(case)[-1]
    return hand(last, [14])


def lowest_rank(case: Case) -> int:
    return 2 if case.rules["declare-twos"] else 3


def lowest_top(case: Case, kind: str) -> int:
    """The lowest top card of a straight or a flush."""
    if kind == "flush":
        return lowest_rank(case) + 5
    return 5 if lowest_rank(case) == 2 else lowest_rank(case) + 4


def declaring(case: Case) -> bool:
    return case.phase == "declare" and case.mine


@READINGS.of("declare.first", "There’s nothing to call yet. Declare a hand.")
def speaks_first(case: Case) -> bool:
    return declaring(case) and not case.at["declared"] and case.move.verb == "call"


@READINGS.of("declare.options", "Decide about the latest declaration first. Press “Call” or “Don’t call”.")
def others_are_asked(case: Case) -> bool:
    return case.phase == "ask" and case.mine and case.can("call") and case.can("let-pass")


def passes(case: Case, *can: str) -> bool:
    """Return whether the seat wants to pass when it is its turn, and can do just this: declare, call."""
    declares = any(case.can(kind) for kind in KINDS)
    able = [what for what, is_so in (("declare", declares), ("call", case.can("call"))) if is_so]
    return declaring(case) and case.move.verb == "let-pass" and able == [*can]


@READINGS.of("declare.options", "You can’t pass on your turn. Declare a hand.")
def has_to_name(case: Case) -> bool:
    return passes(case, "declare")


@READINGS.of("declare.options", "You can’t pass on your turn. Call.")
def has_to_call(case: Case) -> bool:
    return passes(case, "call")


@READINGS.of("declare.options", "You can’t pass on your turn. Declare a hand or call.")
def has_to_speak(case: Case) -> bool:
    return passes(case, "declare", "call")


@READINGS.of(
    "declare.must-be-higher",
    "{said:text} isn’t higher than {last:text}. Declare a higher hand.",
    "{said:text} isn’t higher than {last:text}. You can only call.",
    "{said:text} aren’t higher than {last:text}. Declare a higher hand.",
    "{said:text} aren’t higher than {last:text}. You can only call.",
)
def not_higher(case: Case, said: str, last: str) -> bool:
    now, name = latest(case), said.removesuffix(",") if said.count(",") == 2 else said
    return now is not None and spoken(last) == now >= spoken(name) == hand(case.move.verb, named(case))


@READINGS.of("declare.must-be-higher", "No {kind:text} is higher than {last:text}. Declare a higher hand.")
def no_such_higher(case: Case, kind: str, last: str) -> bool:
    return no_kind_higher(case, kind, last) and any(case.can(verb) for verb in KINDS)


@READINGS.of("declare.must-be-higher", "No {kind:text} is higher than {last:text}. You can only call.")
def no_such_higher_at_the_top(case: Case, kind: str, last: str) -> bool:
    return no_kind_higher(case, kind, last) and {move.verb for move in case.legal} == {"call"}


def no_kind_higher(case: Case, kind: str, last: str) -> bool:
    now = latest(case)
    ranked = now is not None and spoken(last) == now and (LADDER.index(case.move.verb), 14, 13) <= (*now, 14, 13)
    return ranked and KINDS[case.move.verb] == kind and not case.can(case.move.verb)


@READINGS.of("declare.ranks-named", "To declare {kind:text}, name {wanted:text}.")
def not_complete(case: Case, kind: str, wanted: str) -> bool:
    needed = 2 if case.move.verb in ("two-pair", "full-house") else 1
    return KINDS[case.move.verb] == kind.removeprefix("a ") and len(named(case)) < needed and wants(case, wanted)


@READINGS.of("declare.no-kickers", "Leave out any side cards. Declare {wanted:text}.")
def too_many(case: Case, wanted: str) -> bool:
    needed = 2 if case.move.verb in ("two-pair", "full-house") else 1
    return case.move.verb in KINDS and len(named(case)) > needed and wants(case, wanted)


def wants(case: Case, wanted: str) -> bool:
    """Check the words for what a kind needs."""
    kind = case.move.verb
    if kind in ("two-pair", "full-house"):
        return wanted.startswith({"two-pair": "both pairs", "full-house": "three of a kind, then a pair"}[kind])
    return wanted == ("just the rank of the top card" if kind in TOPPED else "just the rank")


@READINGS.of("declare.no-suits", "You declare ranks, not cards. Name {wanted:text}.")
def names_cards(case: Case, wanted: str) -> bool:
    return bool(case.groups) and wants(case, wanted)


@READINGS.of("declare.no-suits", "Leave out the suit. At this table, you declare a suit only with a flush.")
def suit_of_another(case: Case) -> bool:
    return has_suit(case) and case.rules["flush-naming"] == "top-and-suit" and case.move.verb != "flush"


@READINGS.of("declare.no-suits", "Leave out the suit. At this table, declarations have no suit.")
def never_suits(case: Case) -> bool:
    return has_suit(case) and not (case.rules["flushes"] and case.rules["flush-naming"] == "top-and-suit")


@READINGS.of("declare.no-suits", "At this table, name the top card and the suit of a flush, such as queen and hearts.")
def with_its_suit(case: Case) -> bool:
    return case.move.verb == "flush" and case.rules["flush-naming"] == "top-and-suit" and not has_suit(case)


def has_suit(case: Case) -> bool:
    return any(word in SUITS for word in case.move.word.split())


@READINGS.of(
    "declare.all-ranks",
    "You can’t declare twos at this table, or a hand that needs one. The lowest rank is three.",
)
def no_twos(case: Case) -> bool:
    ranks = named(case)
    inside = case.move.verb in ("straight", "straight-flush") and min(ranks, default=14) < 7
    return not case.rules["declare-twos"] and (2 in ranks or inside or (case.move.verb == "flush" and min(ranks) < 8))


@READINGS.of("declare.top-forces-call", "Nothing is higher than {last:text}. You can only call.")
def nothing_above(case: Case, last: str) -> bool:
    return (
        declaring(case)
        and spoken(last) == latest(case) == highest(case)
        and {move.verb for move in case.legal} == {"call"}
    )


@READINGS.of("ladder.two-pair", "The two pairs must be different. You declared {kind:rank} twice.")
def same_pair(case: Case, kind: int) -> bool:
    return case.move.verb == "two-pair" and named(case) == [14 if kind == 1 else kind] * 2


@READINGS.of("ladder.full-house", "A full house needs two different ranks. You declared {kind:rank} twice.")
def both(case: Case, kind: int) -> bool:
    return case.move.verb == "full-house" and named(case) == [14 if kind == 1 else kind] * 2


@READINGS.of("ladder.straight", "You can’t declare {said:text}. The lowest straight goes to the {lowest:rank}.")
def lowest_straight(case: Case, said: str, lowest: int) -> bool:
    return too_low(case, "straight", said, lowest)


def too_low(case: Case, kind: str, said: str, lowest: int) -> bool:
    now = hand(kind, named(case))
    return case.move.verb == kind and spoken(said) == now and lowest == lowest_top(case, kind) > named(case)[0]


@READINGS.of("ladder.flush", "You can’t declare {said:text}. The lowest flush goes to the {lowest:rank}.")
def lowest_flush(case: Case, said: str, lowest: int) -> bool:
    return too_low(case, "flush", said, lowest)


@READINGS.of(
    "ladder.straight-flush", "You can’t declare {said:text}. The lowest straight flush goes to the {lowest:rank}."
)
def lowest_straight_flush(case: Case, said: str, lowest: int) -> bool:
    return too_low(case, "straight-flush", said, lowest)


@READINGS.of("ladder.flush", "You can’t declare flushes or straight flushes at this table.")
def no_flush(case: Case) -> bool:
    return case.move.verb == "flush" and not case.rules["flushes"]


@READINGS.of("ladder.straight-flush", "You can’t declare flushes or straight flushes at this table.")
def no_straight_flush(case: Case) -> bool:
    return case.move.verb == "straight-flush" and not case.rules["flushes"]


@READINGS.of("ladder.five", "You can’t declare five of a kind at this table.")
def no_five(case: Case) -> bool:
    return case.move.verb == "five" and not case.rules["five-of-a-kind"]


@READINGS.of("call.who", "Nobody called {last:text}, so it’s too late to call. Declare a higher hand.")
def let_pass(case: Case, last: str) -> bool:
    higher = any(case.can(kind) for kind in KINDS)
    return declaring(case) and case.rules["who-may-call"] == "anyone" and spoken(last) == latest(case) and higher


@READINGS.of("call.target", "You can only call the latest declaration: {last:text}.")
def only_the_latest(case: Case, last: str) -> bool:
    return spoken(last) == latest(case) and bool(case.move.word) and case.can("call")


@shape(READINGS, "{wanted:text}")
def not_so_named(case: Case, wanted: str) -> bool:
    """A number, or a word that is neither a rank nor one suit."""
    words = case.move.word.split()
    odd = [word for word in words if word not in VALUES and word not in SUITS]
    odd += [word for word in words if word in SUITS][1:]
    strange = case.move.number is not None or bool(odd)
    return case.move.verb in KINDS and strange and wants(case, wanted)


@shape(READINGS, "“call” by itself")
def nothing_more(case: Case) -> bool:
    return case.move.verb == "call" and bool(case.move.word)


@shape(READINGS, "all cards of the deck in order, each of them once")
def whole_pack(case: Case) -> bool:
    pack = [card.code for card in case.state.deck]
    return case.move.verb == "deal" and (len(case.groups) != 1 or sorted(case.first) != sorted(pack))
