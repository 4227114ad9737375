"""Checks of melds: one meld by itself, and all melds of a player together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from games.cards import JOKER, UNKNOWN, Card, format_cards
from games.engine.clause import Violation
from games.kit.meld_refusals import explain_bad_meld, explain_gap, is_run_around_corner
from games.kit.melds import WINDOWS, Meld, is_pure_sequence, is_run, is_set, is_unassigned_wild
from games.vazhushal.clauses import broken
from games.vazhushal.state import VazhushalState
from games.words import spell_number

_LACKS = {
    "one-natural": "no card stands for itself. Every meld needs one that does",
    "no-printed-only": "every card is a printed joker. Add a card that isn’t",
    "one-nonwild": "every card is wild. Add a card that isn’t",
}


def is_meld(state: VazhushalState, meld: Sequence[Card]) -> bool:
    """Return whether these cards make a meld by themselves. If they don't, `list_meld_faults` tells why."""
    return next(list_meld_faults(state, meld), None) is None


def list_meld_faults(state: VazhushalState, meld: Sequence[Card]) -> Iterator[Violation]:
    """Yield violations if these cards don't make a meld by themselves, most specific first."""
    plain = [card.base for card in meld if card.base is not card and card.base not in state.wilds]
    yield from (_build_not_wild_fault(state, card) for card in plain)
    if any(map(is_unassigned_wild, meld)):
        yield from _list_faults_of_undeclared_wilds(state, meld, is_plain=bool(plain))
        return
    if is_run(meld) or is_set(meld):
        if not state.law.is_not_all_wild(tuple(meld)):
            yield broken("meld.not-all-wild", cards=format_cards(meld), lack=_LACKS[state.options.all_wild_melds])
        return
    yield from _list_run_or_set_faults(meld)


def _list_faults_of_undeclared_wilds(
    state: VazhushalState, meld: Sequence[Card], *, is_plain: bool
) -> Iterator[Violation]:
    """Yield violations by a meld with a wild card that doesn't state which card it stands for.

    If no choice of cards would make a meld, the violations say why. Otherwise, a single violation asks the player to
    choose. It's left out if `is_plain` is True: then another violation already reports a card that isn't wild but is
    stated to stand for another card.
    """
    open_cards = [card.base for card in meld if is_unassigned_wild(card)]
    fixed = [card for card in meld if not is_unassigned_wild(card)]
    shown = {card.face for card in fixed}
    if len(meld) > 2 and not fixed:
        yield broken("meld.not-all-wild", cards=format_cards(open_cards), lack=_LACKS[state.options.all_wild_melds])
        return
    window = next((window for size, _, window in WINDOWS if size == len(meld) and shown.issubset(window)), None)
    if len(shown) < len(fixed) or window is None:
        yield from _list_run_or_set_faults(meld)
    elif not is_plain:
        free = next(face for face in window if face not in shown)
        card = open_cards[0]
        example = free if card is UNKNOWN else card.substitute_for(free)
        yield broken("wild.declared", card=card.code, example=example.code)


def _build_not_wild_fault(state: VazhushalState, card: Card) -> Violation:
    negative, options = state.negative, state.options
    if negative is JOKER and options.neg_printed != "aces":
        return broken("neg.is-printed", card=card.code)
    if negative is not None and negative.rank == card.rank and options.wild_rule == "opposite-colour":
        return broken("neg.same-colour-plain", card=card.code)
    return broken("wild.set", card=card.code)


def _list_run_or_set_faults(meld: Sequence[Card]) -> Iterator[Violation]:
    """Yield violations if these cards don't make a run or a set.

    A wild card written `=?` doesn't state which card it stands for, so here it can stand for any.
    """
    cards = format_cards(card.base if card.face is UNKNOWN else card for card in meld)
    if len(meld) < 3:
        yield broken("meld.min-three", cards=cards, more=spell_number(3 - len(meld)))
        return
    read = [card for card in meld if not is_unassigned_wild(card)]
    free = len(meld) - len(read)
    suits, ranks = {card.suit for card in read}, {card.rank for card in read}
    if len(suits) == 1 and len(meld) > 13:
        yield broken("run.max-13")
    if len(ranks) == 1 and len(meld) > 4:
        yield broken("set.max-four")
    faces = Counter(card.face for card in read)
    twice = next((face for face, number in faces.items() if number > 1), None)
    if twice is not None:
        yield broken("meld.no-duplicate-card", card=twice.code)
    elif len(suits) == 1 and is_run_around_corner(ranks):
        yield broken("run.no-wrap", cards=cards)
    elif len(suits) == 1:
        yield broken("run.suited-consecutive", cards=cards, why=explain_gap(read, free))
    if twice is None:
        yield broken(
            "meld.kinds", cards=cards, why=explain_bad_meld(read, lambda part: is_run(part) or is_set(part), free)
        )


def list_faults_among_own_melds(state: VazhushalState, melds: Iterable[Sequence[Card]]) -> Iterator[Violation]:
    """Yield violations if one player can't have all of these melds. Rulebook: meld.no-twin-melds, meld.pure-always."""
    seen = set()
    pure = empty = False
    for meld in melds:
        key = state.law.get_identical_meld_key(tuple(meld))
        if key is not None and key in seen:
            yield broken("meld.no-twin-melds", cards=format_cards(meld))
        seen.add(key)
        pure = pure or is_pure_sequence(meld)
        empty = True
    if empty and not pure:
        yield broken("meld.pure-always")


def choose_distinct_melds(state: VazhushalState, choices: Sequence[Sequence[Meld]]) -> Iterator[tuple[Meld, ...]]:
    """Yield ways to choose one meld for each group of cards so that no two of these melds are identical.

    `choices` has a list for each group: the melds that it can make, depending on which cards its wild cards stand for.
    The first result is any such way. Then, for each pure sequence (a run of natural cards) in `choices`, there's one
    result with this sequence. Results that don't exist are skipped.
    """
    pure = [(at, meld) for at, group in enumerate(choices) for meld in group if is_pure_sequence(meld)]
    for fixed in (None, *pure):
        offered = [[fixed[1]] if fixed and at == fixed[0] else group for at, group in enumerate(choices)]
        taken: dict[object, tuple[int, Meld]] = {}
        if all(_assign_reading_to_group(state, offered, at, taken, set()) for at in range(len(offered))):
            yield tuple(meld for _, meld in sorted(taken.values(), key=lambda one: one[0]))


def _assign_reading_to_group(
    state: VazhushalState,
    choices: Sequence[Sequence[Meld]],
    at: int,
    taken: dict[object, tuple[int, Meld]],
    tried: set[object],
) -> bool:
    """Choose a meld for group number `at` that isn't identical to another group's meld.

    Returns whether there is one. `choices` has the melds that each group can make. If necessary, other groups get other
    melds. `taken` has the melds chosen so far, and is updated: it maps a key, which is equal for identical melds, to a
    group and its meld. `tried` has the keys that were already tried for this choice.
    """
    for meld in choices[at]:
        likeness = state.law.get_identical_meld_key(meld)
        key: object = ("free", at) if likeness is None else likeness
        if key in tried:
            continue
        tried.add(key)
        if key not in taken or _assign_reading_to_group(state, choices, taken[key][0], taken, tried):
            taken[key] = (at, meld)
            return True
    return False


def list_meld_cards(melds: Iterable[Meld]) -> list[Card]:
    """Return the cards of some melds, with each wild card as itself and not as the card that it stands for."""
    return [card.base for meld in melds for card in meld]
