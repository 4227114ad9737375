"""The facts of Guts: questions about a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from games.cards import UNKNOWN
from games.engine.calculations import Calculation, explain_chip_count, explain_hand_count, explain_sum
from games.engine.facts_and_goals import Seat, fact
from games.guts.hand_ranking import count_hands_by_key, get_hand_key, name_hand, name_hand_kind
from games.guts.state import IN, GutsState
from games.kit.poker import Key
from games.kit.showdown import list_best_seats
from games.words import capitalize_first

RANKS = (
    "rank.aces-high rank.pair-beats-all rank.higher-pair rank.high-card rank.no-straights-flushes rank.suits-equal "
    "rank.ladder"
)
PAID = (
    "showdown.lone-in showdown.winner-takes-pot showdown.tie-splits showdown.loser-matches-pot "
    "showdown.tied-winners-free showdown.ghost"
)


def _find_hand_key(state: GutsState, owner: int) -> Key | None:
    """Return the key of `owner`'s hand, which stands for its strength, or None if the hand isn't known."""
    hand = state.hands[owner]
    return get_hand_key(hand, state.options) if hand and UNKNOWN not in hand else None


def _map_rival_hand_keys(state: GutsState) -> dict[int, Key]:
    """Return a mapping from the seats that have declared “in” to the keys of their hands.

    A key stands for the strength of a hand. If nobody has declared “in”, the mapping is for all players in the match.
    The result is empty unless all these hands are known.
    """
    keys = {
        seat: _find_hand_key(state, seat) for seat in state.list_seats_that_declared(IN) or state.list_active_seats()
    }
    known = {seat: key for seat, key in keys.items() if key is not None}
    return known if len(known) == len(keys) else {}


# -- workings of numbers -----------------------------------------------------------------------------------------------


def _count_kinds(state: GutsState, keys: Iterable[Key]) -> list[tuple[str, int]]:
    """Return each kind of hand among these hands, such as a pair, with the number of hands of that kind.

    The hands are given as keys, which stand for their strength.
    """
    names = Counter(name_hand_kind(key, state.options) for key in keys)
    return [(kind.replace("-", " "), number) for kind, number in names.items()]


def _explain_better_hand_count(state: GutsState, seat: int, owner: int) -> Calculation:
    better = list(count_hands_by_key(state.options))[
        : list(count_hands_by_key(state.options)).index(get_hand_key(state.hands[owner], state.options))
    ]
    return explain_sum(*(_count_kinds(state, better) or [("better hands", 0)]))


def _explain_pot(state: GutsState, seat: int) -> Calculation:
    """Return the calculation of the pot: what was left from before, plus the antes or the losers' payments.

    `seat` is the seat that asks, which makes no difference.
    """
    if state.phase == "declare" and state.anted:
        antes = state.options.ante * len(state.list_active_seats())
        return explain_sum(("left from before", state.pot - antes), ("antes", antes))
    facts = state.match.results[-1].facts if state.match.results else {}
    if state.phase == "between" and facts.get("next") == state.pot:
        paid, payers = facts["paid"], facts["payers"]
        assert isinstance(paid, list)
        assert isinstance(payers, list)
        parts = [(f"{{{payer}}}", chips) for payer, chips in zip(payers, paid, strict=True)]
        return explain_sum(("left from before", state.pot - sum(paid)), *parts)
    return explain_sum(("the pot", state.pot))


def _explain_chip_gain(state: GutsState, seat: int, owner: int) -> Calculation:
    facts = state.match.results[-1].facts
    change, before = facts["change"], facts["before"]
    assert isinstance(change, list)
    assert isinstance(before, int)
    chips, winners = change[owner], sum(number > 0 for number in change)
    if chips > 0 and before // winners == chips:
        return explain_sum(("the pot", before), among=winners)
    if not chips:
        return explain_sum(("neither won nor paid", 0))
    words = "to match the pot" if chips == -before else "paid" if chips < 0 else "won"
    return explain_sum((words, chips))


def _explain_all_chips(state: GutsState, seat: int) -> Calculation:
    return explain_sum(
        ("the pot", state.pot), *((f"{{{owner}}}", chips) for owner, chips in enumerate(state.match.scores))
    )


# -- hands -------------------------------------------------------------------------------------------------------------


@fact("yes-no", "Does {one} have a better hand than {other}?", "{one} has a better hand than {other}.", RANKS)
def beats(state: GutsState, seat: int, one: Seat, other: Seat) -> bool | None:
    mine, theirs = _find_hand_key(state, one), _find_hand_key(state, other)
    return None if mine is None or theirs is None else mine > theirs


@fact(
    "yes-no",
    "Do {one} and {other} have tied hands?",
    "{one} and {other} have tied hands.",
    "rank.suits-equal rank.high-card",
)
def level(state: GutsState, seat: int, one: Seat, other: Seat) -> bool | None:
    mine, theirs = _find_hand_key(state, one), _find_hand_key(state, other)
    return None if mine is None or theirs is None else mine == theirs


@fact("player", "Who has the best hand?", "{value} has the best hand.", RANKS)
def best(state: GutsState, seat: int) -> int | None:
    keys = _map_rival_hand_keys(state)
    seats = list_best_seats(keys) if keys else ()
    return seats[0] if len(seats) == 1 else None


@fact("players", "Which players tie for the best hand?", "The best hands are those of {value}.", "rank.suits-equal")
def at_the_top(state: GutsState, seat: int) -> tuple[int, ...] | None:
    keys = _map_rival_hand_keys(state)
    return list_best_seats(keys) if keys else None


@fact("word", "What hand does {owner} have?", "{owner} has {value}.")
def called(state: GutsState, seat: int, owner: Seat) -> str | None:
    key = _find_hand_key(state, owner)
    return None if key is None else capitalize_first(name_hand(key, state.options))


@fact(
    "number",
    "How many hands differ in rank?",
    "There are {value} hands that differ in rank.",
    "rank.ladder",
    working=lambda state, seat: explain_sum(*_count_kinds(state, count_hands_by_key(state.options))),
)
def classes(state: GutsState, seat: int) -> int:
    return len(count_hands_by_key(state.options))


@fact(
    "number",
    "How many kinds of hand beat {owner}’s hand?",
    "{owner}’s hand is beaten by {value} kinds of hand.",
    "rank.ladder",
    working=_explain_better_hand_count,
)
def above(state: GutsState, seat: int, owner: Seat) -> int | None:
    key = _find_hand_key(state, owner)
    return None if key is None else list(count_hands_by_key(state.options)).index(key)


@fact(
    "number",
    "How many cards does {owner} hold?",
    "{owner} holds {value} cards.",
    "deal.two-cards",
    working=explain_hand_count,
)
def held(state: GutsState, seat: int, owner: Seat) -> int:
    return len(state.hands[owner])


# -- in or out ---------------------------------------------------------------------------------------------------------


@fact("player", "Who declares next?", "{value} declares next.", "declare.order")
def next_up(state: GutsState, seat: int) -> int | None:
    return state.turn if state.phase == "declare" and not state.is_declaration_simultaneous else None


@fact("yes-no", "Is {owner} in?", "{owner} is in.", "declare.in-or-out")
def is_in(state: GutsState, seat: int, owner: Seat) -> bool | None:
    word = state.declared[owner]
    return None if word == "?" else word == IN


@fact("yes-no", "Does everyone know what {owner} declared?", "Everyone knows what {owner} declared.", "declare.order")
def known(state: GutsState, seat: int, owner: Seat) -> bool:
    return bool(state.declared[owner]) and not (state.is_declaration_simultaneous and state.phase == "declare")


@fact("yes-no", "Can {owner} go in?", "{owner} can go in.", "stake.credit")
def may_be_in(state: GutsState, seat: int, owner: Seat) -> bool | None:
    return state.can_go_in(owner) and owner not in state.gone if state.phase == "declare" else None


@fact(
    "yes-no",
    "Has everyone seen {owner}’s cards?",
    "Everyone has seen {owner}’s cards.",
    "showdown.reveal showdown.lone-in declare.out-discards pot.all-out",
)
def shows(state: GutsState, seat: int, owner: Seat) -> bool:
    return owner in state.shown


# -- the settlement of a hand ------------------------------------------------------------------------------------------


@fact(
    "number",
    "How many chips are in the pot?",
    "There are {value} chips in the pot.",
    "stake.ante pot.next pot.all-out showdown.remainder-stays cap.limits-pot",
    working=_explain_pot,
)
def in_pot(state: GutsState, seat: int) -> int:
    return state.pot


@fact(
    "number",
    "How many chips does {owner} have?",
    "{owner} has {value} chips.",
    "stake.chips stake.credit",
    working=explain_chip_count,
)
def chips(state: GutsState, seat: int, owner: Seat) -> int:
    return state.match.scores[owner]


@fact(
    "number",
    "By how much did the last hand change {owner}’s chips?",
    "The last hand changed {owner}’s chips by {value}.",
    PAID,
    working=_explain_chip_gain,
)
def gained(state: GutsState, seat: int, owner: Seat) -> int | None:
    change = state.match.results[-1].facts.get("change") if state.match.results else None
    return change[owner] if isinstance(change, list) and len(change) > owner else None


@fact("number", "How many chips are there in total?", "There are {value} in total.", working=_explain_all_chips)
def in_all(state: GutsState, seat: int) -> int:
    return state.pot + sum(state.match.scores)


@fact(
    "yes-no",
    "Does everyone ante before the next hand?",
    "Everyone antes before the next hand.",
    "ante.when pot.all-out",
)
def antes(state: GutsState, seat: int) -> bool | None:
    return state.due if state.phase in ("dealer", "deal", "between") else None


@fact(
    "number",
    "How many rounds are over?",
    "{value} rounds are over.",
    "round.end",
    working=lambda state, seat: explain_sum(("rounds that are over", state.rounds)),
)
def ended(state: GutsState, seat: int) -> int:
    return state.rounds


@fact("yes-no", "Is the match over?", "The match is over.", "match.rounds")
def over(state: GutsState, seat: int) -> bool:
    return state.match.over


@fact("player", "Who wins the match?", "{value} wins the match.", "match.winner")
def champion(state: GutsState, seat: int) -> int | None:
    return state.match.winners[0] if len(state.match.winners) == 1 else None


@fact("player", "Who deals the next hand?", "{value} deals the next hand.", "deal.first-dealer")
def next_dealer(state: GutsState, seat: int) -> int | None:
    return state.match.dealer if state.phase in ("deal", "between") else None


@fact("yes-no", "Does {owner} play this hand?", "{owner} plays this hand.", "deal.all-players stake.credit")
def takes_part(state: GutsState, seat: int, owner: Seat) -> bool | None:
    return owner not in state.gone if state.phase == "declare" else None
