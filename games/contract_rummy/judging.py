"""Which clause a move breaks: one function per verb, most specific clause first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from games.cards import JOKER, Card, codes, missing, without
from games.contract_rummy.clauses import broken
from games.contract_rummy.contracts import in_words
from games.contract_rummy.laying import takes_joker
from games.contract_rummy.melds import (
    Law,
    Meld,
    as_meld,
    bases,
    collide,
    grown,
    is_run,
    meld_faults,
    natural_count,
    swappable,
)
from games.contract_rummy.playing import jokers_for, meld_at, penalty_available
from games.contract_rummy.state import PASSES, QUIET, WANTS, ContractRummyState, full_deck
from games.engine.clause import Violation
from games.engine.game import incomplete, no_faults, not_held
from games.engine.move import Group, Move
from games.engine.work import spend
from games.kit.dealer import seat_faults, shuffle_faults
from games.words import many

LAYING = ("contract", "lay-all", "meld", "layoff", "swap")
_NAMES = {"contract": "a contract", "lay-all": "a whole hand", "meld": "a new meld", "layoff": "laying off"}
_DOING = {"stock": "drawing", "upcard": "drawing", "discard": "discarding", "swap": "swapping a joker"}
ON_ITS_SIDES = {"not-continuous": "join into one run", "gap-2": "need two missing ranks between them"}


def allowed_verbs(state: ContractRummyState, seat: int) -> list[str]:
    """The verbs of this part of the turn."""
    phase = state.phase
    if phase == "window":
        return [WANTS, PASSES, QUIET]
    if phase == "draw":
        verbs = ["stock", "upcard"] if _may_take(state, seat) else ["stock"]
    elif phase == "table":
        verbs = _table_verbs(state, seat)
    else:
        return [_DEALER_VERBS[phase]]
    return [*verbs, "listen"] if seat in state.quiet else verbs


_DEALER_VERBS = {"dealer": "dealer", "deal": "deal", "between": "deal", "reshuffle": "reshuffle"}


def _may_take(state: ContractRummyState, seat: int) -> bool:
    """Rulebook: draw.choice."""
    return bool(state.pile) and (state.options.down_may_take_discard or not state.down(seat))


def _table_verbs(state: ContractRummyState, seat: int) -> list[str]:
    options, down = state.options, state.down(seat)
    if state.whole:
        return ["discard"] if down else ["lay-all", "discard"]
    swap = ["swap"] if _may_swap(state, seat) else []
    if not down:
        return ["contract", *swap, "discard"]
    if state.laid:
        return ["layoff", "discard"] if options.layoff_same_turn else ["discard"]
    meld = ["meld"] if options.further_melds else []
    if state.owed:
        return [*meld, "layoff"]
    return [*meld, "layoff", *swap, "discard"]


def _may_swap(state: ContractRummyState, seat: int) -> bool:
    """Whether this seat may swap jokers, and there is one to swap. Rulebook: joker.swap-run."""
    rule = state.options.swaps
    if rule == "off" or (rule == "before-down") == state.down(seat) or state.laid:
        return False
    return any(is_run(meld) and swappable(meld) for _, _, meld in state.others_melds())


def verb_faults(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """The clauses that say why a verb is not for now."""
    verb, phase = move.verb, state.phase
    if phase == "window":
        if verb in (*LAYING, *_DOING):
            yield broken("mayi.no-play", what=_DOING.get(verb, "laying"))
    elif verb in (WANTS, PASSES, QUIET) and phase in ("draw", "table"):
        yield broken("mayi.who", why="This is your own turn, and “May I?” is for the others")
    elif phase == "draw":
        yield from _not_before_draw(state, seat, verb)
    elif phase == "table":
        yield from _not_on_table(state, seat, verb)


def asking_faults(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """The clauses that say why a seat may not ask for the upcard now."""
    if move.verb != WANTS or state.phase not in ("window", "draw", "table"):
        return
    if seat == state.turn:
        yield broken("mayi.who", why="This is your own turn, and “May I?” is for the others")
        return
    if state.phase == "table" and state.drawn == "upcard":
        yield broken("draw.upcard-no-window")
    yield from _not_entitled(state, seat)
    if state.phase == "draw":
        before = state.options.mayi_timing == "before-draw"
        drawn = "leaves the upcard" if before else "has drawn from the stock"
        yield broken("mayi.opens", when=f"as soon as the player whose turn it is {drawn}")
    elif state.phase == "table" and state.drawn == "stock":
        if state.pile and not penalty_available(state):
            yield broken("mayi.penalty-available")
        yield broken("mayi.closes", why="Nobody is asked any more in this turn")


def _not_entitled(state: ContractRummyState, seat: int) -> Iterator[Violation]:
    """Why a seat is not asked, whatever the stock has. Rulebook: mayi.who."""
    options, taken = state.options, state.buys.count(seat)
    if state.whole and not options.mayi_hand7:
        yield broken("h7.count")
    if seat == state.taker:
        yield broken("mayi.no-two-running")
    if options.mayi_limit and taken >= options.mayi_limit:
        yield broken("mayi.unlimited", taken=many(taken, "upcard"))
    if state.down(seat) and not options.mayi_after_contract:
        yield broken("mayi.who", why="You have laid your contract, and only players who have not may ask here")
    if seat in state.quiet:
        yield broken(
            "mayi.who", why="You have passed for the rest of this hand; in a turn of your own you can take it back"
        )
    elif state.phase == "window" and state.answers[seat]:
        yield broken("mayi.closes", why="You have answered already")


def _not_before_draw(state: ContractRummyState, seat: int, verb: str) -> Iterator[Violation]:
    if verb == "upcard" and state.pile:
        yield broken("draw.choice", why="Whoever has laid the contract draws from the stock here, and not the upcard")
    elif verb == "upcard":
        yield broken("draw.choice", why="The discard pile is empty, so there is only the stock to draw from")
    elif verb in (*LAYING, "discard"):
        yield broken("turn.phases", now="draw")


def _not_on_table(state: ContractRummyState, seat: int, verb: str) -> Iterator[Violation]:
    if verb in ("stock", "upcard"):
        yield broken("draw.choice", why="You have drawn already, and there is one draw in a turn")
    elif state.owed:
        yield broken("joker.must-remeld", why="The joker that you have taken has to be laid first")
    elif state.whole and verb in LAYING and not state.down(seat):
        yield broken("h7.all-or-nothing", contract=_whole_words(state))
    elif not state.down(seat) and verb in LAYING:
        if verb == "swap" and state.options.swaps == "before-down":
            yield from _no_joker(state)
        elif verb != "lay-all":
            yield broken(
                "turn.table-not-down", why="You have not laid your contract yet: it is the contract or nothing"
            )
    elif state.laid and verb in ("meld", "layoff", "swap"):
        yield broken("turn.contract-turn", what=_DOING.get(verb) or _NAMES[verb])
    elif verb == "contract":
        yield broken("turn.table-down")
    elif verb == "meld":
        yield broken("further.melds")
    elif verb == "swap":
        if state.options.swaps == "before-down":
            yield broken("joker.swap-run", why="Only players who have not laid their contract swap jokers here")
        elif state.options.swaps == "off":
            yield broken("joker.swap-run", why="Jokers on the table stay where they are")
        else:
            yield from _no_joker(state)


def _no_joker(state: ContractRummyState) -> Iterator[Violation]:
    if any(JOKER in meld for _, _, meld in state.others_melds()):
        yield broken("joker.set-locked")
    yield broken("joker.swap-run", why="No run on the table has a joker to swap")


def _whole_words(state: ContractRummyState) -> str:
    """The contract of an all-or-nothing hand: "three runs", "one set and two runs"."""
    words = in_words(state.contract)
    for size in ("three", "four"):
        words = words.replace(f" of {size}", "")
    return words


# -- laying ----------------------------------------------------------------------------------------------


def _absent(state: ContractRummyState, seat: int, cards: Sequence[Card], clause: str) -> Iterator[Violation]:
    """Cards that are not in the hand; `clause` is the one against those that lie on the table."""
    absent = missing(cards, state.hands[seat])
    if not absent:
        return
    melded = [card.base for _, _, meld in state.others_melds() for card in meld]
    open_cards = [*melded, *state.pile] if clause == "contract.own-hand" else melded
    if not missing(absent, open_cards):
        yield broken(clause, cards=codes(absent))
    yield not_held(absent)


def _contract(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    words = in_words(state.contract)
    if not move.groups:
        yield incomplete(move, f"the melds of the contract with “/” between them: {words}")
        return
    faults = [*_absent(state, seat, _all_bases(move.groups), "contract.own-hand")]
    if len(move.groups) == 1:
        faults.append(_not_the_contract(state, len(move.cards), words))
    else:
        faults += _each(state, move.groups)
    yield from faults
    if faults:
        return
    melds = _melds(state.law, move.groups)
    yield from _fits_contract(state, melds, words)
    yield from _contract_melds(state.law, melds)
    yield from _keeps_discard(state, seat, sum(map(len, melds)))


def _not_the_contract(state: ContractRummyState, number: int, words: str) -> Violation:
    """Why so many cards in a heap are not the contract."""
    wanted = state.contract.cards
    if number > wanted and not state.options.contract_longer:
        return broken("contract.exact", laid=f"That is {number} cards", wanted=f"{wanted}, as {words}")
    return broken("contract.all-at-once" if number < wanted else "contract.table", contract=words)


def _all_bases(groups: Sequence[Group]) -> list[Card]:
    return [card.base for group in groups for card in group]


def _each(state: ContractRummyState, groups: Sequence[Group]) -> Iterator[Violation]:
    for group in groups:
        yield from meld_faults(state.law, group)


def _melds(law: Law, groups: Sequence[Group]) -> list[Meld]:
    return [meld for meld in (as_meld(law, group) for group in groups) if meld is not None]


def _sorted_by_kind(melds: Sequence[Meld]) -> tuple[list[Meld], list[Meld]]:
    """The sets and the runs, the longest first."""
    ordered = sorted(melds, key=len, reverse=True)
    return [meld for meld in ordered if not is_run(meld)], [meld for meld in ordered if is_run(meld)]


def _fits_contract(state: ContractRummyState, melds: Sequence[Meld], words: str) -> Iterator[Violation]:
    """Rulebook: contract.table, contract.all-at-once, contract.exact."""
    contract, longer = state.contract, state.options.contract_longer
    sets, runs = _sorted_by_kind(melds)
    if len(melds) > len(contract.sets) + len(contract.runs):
        yield broken("contract.exact", laid=f"That is {_counted(sets, runs)}", wanted=words)
        return
    if len(sets) > len(contract.sets) or len(runs) > len(contract.runs):
        yield broken("contract.table", contract=words)
        return
    if len(sets) < len(contract.sets) or len(runs) < len(contract.runs):
        yield broken("contract.all-at-once", contract=words)
        return
    for own, sizes in ((sets, contract.sets), (runs, contract.runs)):
        for meld, size in zip(own, sizes, strict=True):
            if len(meld) < size or (len(meld) > size and not longer):
                wanted = f"{size} or more" if longer else size
                laid = f"{codes(meld)} has {len(meld)} cards"
                yield broken("contract.exact", laid=laid, wanted=wanted)


def _contract_melds(law: Law, melds: Sequence[Meld]) -> Iterator[Violation]:
    """Rulebook: wild.one-natural, contract.no-continuous-runs."""
    for meld in melds:
        wild = len(meld) - natural_count(law, meld)
        if wild > law.most_wild(len(meld)):
            most = law.most_wild(len(meld))
            why = f"has {wild} wild cards, and a contract meld of {len(meld)} may have {most}"
            yield broken("wild.one-natural", cards=codes(meld), why=why)
    runs = [meld for meld in melds if is_run(meld)]
    for at, one in enumerate(runs):
        for other in runs[at + 1 :]:
            if collide(law, one, other):
                why = ON_ITS_SIDES[law.spread]
                yield broken("contract.no-continuous-runs", cards=codes(one), others=codes(other), why=why)


def _lay_all(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Rulebook: h7.three-runs, h7.count."""
    words = _whole_words(state)
    if not move.groups:
        yield incomplete(move, f"your whole hand as {words}, with “/” between them")
        return
    faults = [*_absent(state, seat, _all_bases(move.groups), "meld.no-rearrange"), *_each(state, move.groups)]
    yield from faults
    if faults:
        return
    melds = _melds(state.law, move.groups)
    sets, runs = _sorted_by_kind(melds)
    contract = state.contract
    left = len(state.hands[seat]) - sum(map(len, melds))
    spare = 1 if state.options.hand7 == "all-then-discard" else 0
    if (len(sets), len(runs)) != (len(contract.sets), len(contract.runs)):
        yield broken("h7.three-runs", why=f"That is {_counted(sets, runs)}", contract=words)
    elif left > spare:
        why = f"{left} cards would be left over" if left > 1 else "One card would be left over"
        yield broken("h7.three-runs", why=why, contract=words)
    yield from _contract_melds(state.law, melds)


def _counted(sets: Sequence[Meld], runs: Sequence[Meld]) -> str:
    parts = [many(len(melds), name) for name, melds in (("set", sets), ("run", runs)) if melds]
    return " and ".join(parts)


def _keeps_discard(state: ContractRummyState, seat: int, laid: int) -> Iterator[Violation]:
    """Rulebook: out.no-discard-needed."""
    if state.options.out_discard and not state.whole and len(state.hands[seat]) <= laid:
        yield broken("out.no-discard-needed")


def _meld(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    if len(move.groups) != 1:
        yield incomplete(move, "the cards of one meld")
        return
    cards = move.groups[0]
    yield from _absent(state, seat, bases(cards), "meld.no-rearrange")
    yield from meld_faults(state.law, cards)
    if state.owed and JOKER not in bases(cards):
        yield broken("joker.must-remeld", why="The joker that you have taken has to be laid first")
    yield from _keeps_discard(state, seat, len(cards))


def _layoff(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    where = meld_at(state, seat, move.number)
    if where is None or len(move.groups) != 1:
        yield incomplete(move, "the number of a meld and the cards to add")
        return
    added = move.groups[0]
    yield from _absent(state, seat, bases(added), "meld.no-rearrange")
    meld = state.melds[where[0]][where[1]]
    if grown(state.law, meld, added) is None:
        yield from _misfit(state.law, meld, added)
    if state.owed and JOKER not in bases(added):
        yield broken("joker.must-remeld", why="The joker that you have taken has to be laid first")
    yield from _keeps_discard(state, seat, len(added))


_ABOUT_FIT = ("run.no-wrap", "run.max-14", "wild.joker", "wild.fixed")


def _misfit(law: Law, meld: Meld, added: Sequence[Card]) -> Iterator[Violation]:
    """Why these cards do not fit a meld. Rulebook: layoff.valid."""
    for fault in meld_faults(law, [*meld, *added]):
        if fault.clause.id in _ABOUT_FIT:
            yield fault
    yield broken("layoff.valid", cards=codes(card.base for card in added), meld=codes(meld))


def _swap(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    rule = state.options.swaps
    most = 1 if rule in ("keep", "before-down") else 2
    if not 1 <= len(move.groups) <= most or not all(card.natural and card.rank for card in move.cards):
        wanted = "the natural card for a joker" if most == 1 else "natural cards for jokers, then “/” and the new meld"
        yield incomplete(move, wanted)
        return
    absent = list(_absent(state, seat, move.cards, "meld.no-rearrange"))
    yield from absent
    if absent:
        return
    spots = jokers_for(state, seat, move)
    if spots is None:
        yield from _no_such_joker(state, seat, move)
        return
    if most == 2:
        yield from _remelded(state, seat, move)


def _no_such_joker(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    where = meld_at(state, seat, move.number)
    melds = [state.melds[where[0]][where[1]]] if where else [meld for _, _, meld in state.others_melds()]
    ranks = {card.rank for card in move.cards}
    if any(JOKER in meld and meld[0].rank in ranks for meld in melds):
        yield broken("joker.set-locked")
    names = " and the ".join(card.name for card in move.cards)
    yield broken(
        "joker.swap-run",
        why=f"There is no joker in that run for the {names}" if where else f"No joker in a run stands for the {names}",
    )


def _remelded(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Rulebook: joker.must-remeld."""
    options, freed = state.options, len(move.cards)
    if len(move.groups) == 1:
        if options.swaps == "new-meld":
            yield broken("joker.must-remeld", why="A freed joker goes into a new meld in the same turn")
        elif freed > 1:
            yield incomplete(move, "one natural card, or the new meld after “/”")
        elif not takes_joker(state):
            yield broken("joker.must-remeld", why="There is no place for the joker on the table")
        yield from _keeps_discard(state, seat, 1)
        return
    new = move.groups[1]
    if not options.further_melds:
        yield broken("further.melds")
        return
    hand = [*without(state.hands[seat], move.cards), *[JOKER] * freed]
    absent = missing(bases(new), hand)
    if absent:
        yield not_held(absent)
        return
    yield from meld_faults(state.law, new)
    if bases(new).count(JOKER) < freed:
        yield broken("joker.must-remeld", why="Every freed joker goes into the new meld")
    yield from _keeps_discard(state, seat, len(new))


def _discard(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    cards = [card for group in move.groups for card in group]
    if len(cards) != 1:
        yield broken("turn.discard")
        return
    if cards[0] not in state.hands[seat]:
        yield from _absent(state, seat, bases(cards), "meld.no-rearrange")
        if cards[0].base is not cards[0]:
            yield incomplete(move, "one card of your hand, as itself")


# -- the dealer ------------------------------------------------------------------------------------------


def _deal(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    whole = full_deck(state.options, state.seats)
    yield from shuffle_faults(move, whole, f"all {len(whole)} cards, each as often as the deck has it")


def _reshuffle(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    yield from shuffle_faults(move, state.pile[:-1], f"the {len(state.pile) - 1} cards below the upcard")


PARTS = {
    "contract": ("groups",),
    "lay-all": ("groups",),
    "meld": ("groups",),
    "layoff": ("number", "groups"),
    "swap": ("number", "groups"),
    "discard": ("groups",),
    "dealer": ("number",),
    "deal": ("groups",),
    "reshuffle": ("groups",),
}
"""What a move of each verb is made of, beside the verb."""
JUDGING = 20
"""What judging a move takes at least, in steps of a search."""


JUDGES: dict[str, Callable[[ContractRummyState, int, Move], Iterator[Violation]]] = {
    "stock": no_faults,
    "upcard": no_faults,
    WANTS: no_faults,
    PASSES: no_faults,
    QUIET: no_faults,
    "listen": no_faults,
    "contract": _contract,
    "lay-all": _lay_all,
    "meld": _meld,
    "layoff": _layoff,
    "swap": _swap,
    "discard": _discard,
    "dealer": seat_faults,
    "deal": _deal,
    "reshuffle": _reshuffle,
}


def is_legal(state: ContractRummyState, seat: int, move: Move) -> bool:
    """Whether a move with a verb of this part of the turn is legal; a step of every search for moves."""
    spend(JUDGING + len(state.hands[seat]))
    return next(JUDGES[move.verb](state, seat, move), None) is None
