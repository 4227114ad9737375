"""Checks of moves in Contract Rummy. They yield violations of the clauses that a move breaks, most specific first.

For a verb that can't be used now, they yield a violation that explains why.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from games.cards import JOKER, UNKNOWN, Card, format_cards, list_missing_cards, subtract_cards
from games.contract_rummy.clauses import broken
from games.contract_rummy.contracts import describe_contract
from games.contract_rummy.melds import (
    Meld,
    MeldRules,
    build_meld,
    count_naturals,
    extend_meld,
    find_wild_card_example,
    is_run,
    is_run_too_close,
    list_meld_faults,
    list_swappable_cards,
)
from games.contract_rummy.playing import can_draw_penalty_cards, find_jokers_to_swap
from games.contract_rummy.possible_melds import has_room_for_joker
from games.contract_rummy.state import ContractRummyState
from games.engine.clause import Violation
from games.engine.move import Group, Move
from games.engine.verb import Faults, build_missing_cards_violation, build_wrong_parts_violation
from games.kit.melds import list_physical_cards
from games.kit.rummy import decode_meld_number
from games.words import capitalize_first, join_words, spell_count, spell_number

WHY_TOO_CLOSE = {
    "not-continuous": "make one long run, so they don’t count as two",
    "gap-2": "need at least two missing ranks between them",
}
OWN_TURN = broken("mayi.who", why="It’s your turn. You can only ask “May I?” on another player’s turn")
JOKER_FIRST = broken("joker.must-remeld", why="You took a joker. Put it into a meld first")


def can_take_upcard(state: ContractRummyState, seat: int) -> bool:
    """Return whether the seat can take the top card of the discard pile (the upcard). Rulebook: draw.choice."""
    return bool(state.pile) and (state.options.down_may_take_discard or not state.is_down(seat))


def can_lay_contract(state: ContractRummyState, seat: int) -> bool:
    """Return whether the seat still has a contract to meld. In an all-or-nothing hand, it doesn't have one.

    Rulebook: turn.table-not-down.
    """
    return not state.is_all_or_nothing and not state.is_down(seat)


def can_lay_whole_hand(state: ContractRummyState, seat: int) -> bool:
    """Return whether the seat can still meld its whole hand at once, as an all-or-nothing hand asks for.

    Rulebook: h7.all-or-nothing.
    """
    return state.is_all_or_nothing and not state.is_down(seat)


def can_meld(state: ContractRummyState, seat: int) -> bool:
    """Return whether the seat can make new melds. Rulebook: further.melds, turn.contract-turn."""
    return not state.is_all_or_nothing and state.is_down(seat) and not state.laid and state.options.further_melds


def can_lay_off(state: ContractRummyState, seat: int) -> bool:
    """Return whether the seat can lay off. Rulebook: turn.table-down, turn.contract-turn."""
    return not state.is_all_or_nothing and state.is_down(seat) and (not state.laid or state.options.layoff_same_turn)


def can_discard(state: ContractRummyState, seat: int) -> bool:
    """Return whether the seat can discard. It can't while it has to meld a joker that it took in a swap.

    Rulebook: joker.must-remeld.
    """
    return state.is_all_or_nothing or not state.owed or state.laid or not state.is_down(seat)


def can_swap_joker(state: ContractRummyState, seat: int) -> bool:
    """Return whether this seat can swap a card for a joker, and a run on the table has a joker.

    Rulebook: joker.swap-run.
    """
    rule = state.options.joker_swap_rule
    if rule == "off" or (rule == "before-down") == state.is_down(seat) or state.laid or state.is_all_or_nothing:
        return False
    if state.owed and state.is_down(seat):
        return False
    return any(is_run(meld) and list_swappable_cards(meld) for _, _, meld in state.list_table_melds())


def _check_upcard_offer_over(state: ContractRummyState, seat: int, later: str) -> Iterator[Violation]:
    """Yield a violation that explains why a seat can't use a verb while the upcard is offered.

    The seat is being asked about the upcard, has to wait for other answers, or has already answered. `later` is the
    verb that has to wait, such as “Draw”.
    """
    if seat in state.waiting:
        yield broken("mayi.no-play", later=later)
    elif seat == state.turn:
        yield broken("mayi.closes", why="The others can ask for the upcard first. Wait for their answers")
    elif state.answers[seat]:
        yield broken("mayi.closes", why="You’ve already answered")


def check_draw_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't draw now."""
    phase = state.phase if seat in state.waiting else ""
    if state.phase == "window":
        yield from _check_upcard_offer_over(state, seat, "Draw")
    elif phase == "draw" and state.pile:
        yield broken("draw.choice", why="You’re down, so you can’t take the upcard. Draw from the stock")
    elif phase == "draw":
        yield broken("draw.choice", why="The discard pile is empty. Draw from the stock")
    elif phase == "table":
        yield broken("draw.choice", why="You’ve already drawn this turn. Meld if you can, then discard")


def check_upcard_answer_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat can't say now whether it wants the upcard."""
    if seat == state.turn and state.phase in ("window", "draw", "table"):
        yield OWN_TURN
    elif state.phase == "window" and state.answers[seat]:
        yield broken("mayi.closes", why="You’ve already answered")


def check_resume_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if a player asks to stop skipping “May I?”, since this player isn't skipping it."""
    if seat in state.waiting and state.phase in ("draw", "table"):
        yield broken("mayi.who", why="You aren’t skipping “May I?”, so you’ll be asked anyway")


def build_melding_timing_check(later: str, why: Faults[ContractRummyState]) -> Faults[ContractRummyState]:
    """Return a check (a function) that yields violations if a seat can't meld cards now.

    `later` is the verb that has to wait while the upcard is offered. `why` is another check, used after the seat's draw
    unless the seat first has to meld a joker from a swap.
    """

    def refuse_melding_now(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
        phase = state.phase if seat in state.waiting else ""
        if state.phase == "window":
            yield from _check_upcard_offer_over(state, seat, later)
        elif phase == "draw":
            yield broken("turn.phases", now="draw")
        elif phase == "table" and state.owed:
            yield JOKER_FIRST
        elif phase == "table":
            yield from why(state, seat, move)

    return refuse_melding_now


def _explain_contract_first(state: ContractRummyState, seat: int) -> Iterator[Violation]:
    """Yield a violation that tells the player to meld the contract first, or the whole hand if it's all or nothing."""
    if state.is_all_or_nothing:
        yield broken("h7.all-or-nothing", contract=_describe_whole_contract(state))
    else:
        yield broken("turn.table-not-down", why="You haven’t melded your contract yet. It has to come first")


def _build_contract_turn_violation(state: ContractRummyState, what: str) -> Violation:
    """Return the violation for a move that isn't possible in the turn in which the contract was melded.

    `what` is the start of a sentence about what the seat can do in a later turn. In an all-or-nothing hand, it isn't
    used, and the violation says that only a discard is left.
    """
    return broken("turn.phases", now="discard") if state.is_all_or_nothing else broken("turn.contract-turn", what=what)


def check_contract_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains why the seat can't meld a contract now."""
    if state.is_down(seat):
        yield broken("turn.table-down")
    else:
        yield from _explain_contract_first(state, seat)


def check_meld_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains why the seat can't make a new meld now."""
    if not state.is_down(seat):
        yield from _explain_contract_first(state, seat)
    elif state.is_all_or_nothing or state.options.further_melds:
        yield _build_contract_turn_violation(state, "You can make a new meld")
    else:
        yield broken("further.melds")


def check_layoff_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if the seat hasn't melded its contract yet, or melded it in this turn."""
    if not state.is_down(seat):
        yield from _explain_contract_first(state, seat)
    elif state.laid:
        yield _build_contract_turn_violation(state, "You can lay off")


def check_joker_swap_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains why the seat can't swap a card for a joker now."""
    rule = state.options.joker_swap_rule
    if not state.is_down(seat) and (state.is_all_or_nothing or rule != "before-down"):
        yield from _explain_contract_first(state, seat)
    elif state.is_all_or_nothing:
        yield _build_contract_turn_violation(state, "You can swap a joker")
    elif rule == "before-down" and state.is_down(seat):
        yield broken("joker.swap-run", why="You’re down, and only players who aren’t down can swap jokers")
    elif rule == "off":
        yield broken("joker.swap-run", why="At this table, you can’t swap melded jokers")
    elif state.laid:
        yield _build_contract_turn_violation(state, "You can swap a joker")
    else:
        yield from _explain_no_joker_to_swap(state)


def check_upcard_request_timing(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation that explains why the seat can't ask for the upcard (“May I?”) now."""
    if state.phase not in ("window", "draw", "table"):
        return
    if seat == state.turn:
        yield OWN_TURN
        return
    if state.phase == "table" and state.drawn == "upcard":
        yield broken("draw.upcard-no-window")
    yield from _check_seat_can_ask(state, seat)
    if state.phase == "draw" and not state.pile:
        yield broken("mayi.closes", why="There’s no upcard to ask for")
    elif state.phase == "draw":
        before = state.options.mayi_timing == "before-draw"
        event = "decides to leave it" if before else "draws from the stock"
        yield broken("mayi.opens", when=f"the player whose turn it is {event}")
    elif state.phase == "table" and state.drawn == "stock":
        if state.pile and not can_draw_penalty_cards(state):
            yield broken("mayi.penalty-available")
        yield broken("mayi.closes", why="You can’t ask for the upcard anymore this turn")


def _check_seat_can_ask(state: ContractRummyState, seat: int) -> Iterator[Violation]:
    """Yield a violation if the rules don't let a seat ask for the upcard. The size of the stock isn't checked.

    Rulebook: mayi.who.
    """
    options, taken = state.options, state.buys.count(seat)
    if state.is_all_or_nothing and not options.mayi_hand7:
        yield broken("h7.count")
    if seat == state.taker:
        yield broken("mayi.no-two-running")
    if options.mayi_limit and taken >= options.mayi_limit:
        yield broken("mayi.unlimited", taken=spell_count(taken, "upcard"))
    if state.is_down(seat) and not options.mayi_after_contract:
        yield broken("mayi.who", why="You’re down, and only players who aren’t down can ask")
    if seat in state.quiet:
        yield broken("mayi.who", why="You’re skipping “May I?” for this hand. You can change that on your own turn")
    elif state.phase == "window" and state.answers[seat]:
        yield broken("mayi.closes", why="You’ve already answered")


def _explain_no_joker_to_swap(state: ContractRummyState) -> Iterator[Violation]:
    if any(JOKER in meld for _, _, meld in state.list_table_melds()):
        yield broken("joker.set-locked", which="Every joker on the table")
    yield broken("joker.swap-run", why="No run on the table has a joker to swap")


def _describe_whole_contract(state: ContractRummyState) -> str:
    """Return the contract of an all-or-nothing hand, such as “three runs” or “one set and two runs”."""
    words = describe_contract(state.contract)
    for size in ("three", "four"):
        words = words.replace(f" of {size}", "")
    return words


# -- melding ---------------------------------------------------------------------------------------------


def _check_cards_in_hand(
    state: ContractRummyState, seat: int, cards: Sequence[Card], clause: str
) -> Iterator[Violation]:
    """Yield violations if the hand lacks some of these cards.

    If all missing cards are on the table, the first violation is of the clause with the id `clause`.
    """
    absent = list_missing_cards(cards, state.hands[seat])
    if not absent:
        return
    melded = [card.base for _, _, meld in state.list_table_melds() for card in meld]
    open_cards = [*melded, *state.pile] if clause == "contract.own-hand" else melded
    if not list_missing_cards(absent, open_cards):
        yield broken(clause, cards=format_cards(absent))
    yield build_missing_cards_violation(absent, state.hands[seat])


def check_contract(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    words = describe_contract(state.contract)
    if not move.groups:
        yield build_wrong_parts_violation(move, f"the contract’s melds, with “/” between them: {words}")
        return
    faults = [*_check_cards_in_hand(state, seat, _list_base_cards(move.groups), "contract.own-hand")]
    if len(move.groups) == 1:
        faults.append(_refuse_unsorted_contract(state, len(move.cards), words))
    else:
        faults += _check_each_meld(state, move.groups)
    yield from faults
    if faults:
        return
    melds = _build_melds(state.law, move.groups)
    yield from _check_contract_sizes(state, melds, words)
    yield from _check_contract_melds(state.law, melds)
    yield from _check_card_left_to_discard(state, seat, sum(map(len, melds)))


def _refuse_unsorted_contract(state: ContractRummyState, number: int, words: str) -> Violation:
    """Return the violation for a move that melds the contract with a single group of cards that can't make it.

    `number` is the number of cards in the group, and `words` describes the contract.
    """
    wanted = state.contract.card_count
    if number > wanted and not state.options.contract_longer:
        return broken(
            "contract.exact", laid=f"You picked {spell_number(number)} cards", wanted=f"{spell_number(wanted)}: {words}"
        )
    return broken("contract.all-at-once" if number < wanted else "contract.table", contract=words)


def _list_base_cards(groups: Sequence[Group]) -> list[Card]:
    return [card.base for group in groups for card in group]


def _check_each_meld(state: ContractRummyState, groups: Sequence[Group]) -> Iterator[Violation]:
    for group in groups:
        yield from list_meld_faults(state.law, group)


def _build_melds(law: MeldRules, groups: Sequence[Group]) -> list[Meld]:
    return [meld for meld in (build_meld(law, group) for group in groups) if meld is not None]


def _split_sets_and_runs(melds: Sequence[Meld]) -> tuple[list[Meld], list[Meld]]:
    """Return the sets and the runs among these melds as two lists, each with the longest meld first."""
    ordered = sorted(melds, key=len, reverse=True)
    return [meld for meld in ordered if not is_run(meld)], [meld for meld in ordered if is_run(meld)]


def _check_contract_sizes(state: ContractRummyState, melds: Sequence[Meld], words: str) -> Iterator[Violation]:
    """Yield violations if the number or the sizes of these melds don't fit the contract.

    `words` describes the contract.

    Rulebook: contract.table, contract.all-at-once, contract.exact.
    """
    contract, longer = state.contract, state.options.contract_longer
    sets, runs = _split_sets_and_runs(melds)
    if len(melds) > len(contract.sets) + len(contract.runs):
        yield broken("contract.exact", laid=f"That’s {_describe_meld_counts(sets, runs)}", wanted=words)
        return
    if len(sets) > len(contract.sets) or len(runs) > len(contract.runs):
        yield broken("contract.table", contract=words)
        return
    if len(sets) < len(contract.sets) or len(runs) < len(contract.runs):
        yield broken("contract.all-at-once", contract=words)
        return
    for melds_of_kind, sizes in ((sets, contract.sets), (runs, contract.runs)):
        for meld, size in zip(melds_of_kind, sizes, strict=True):
            if len(meld) < size or (len(meld) > size and not longer):
                laid = f"{format_cards(meld)} make a meld of {spell_number(len(meld))}"
                at_least = "at least " if longer else ""
                yield broken("contract.exact", laid=laid, wanted=f"a meld of {at_least}{spell_number(size)}")


def _check_contract_melds(law: MeldRules, melds: Sequence[Meld]) -> Iterator[Violation]:
    """Yield violations if contract melds have too many wild cards, or if runs are too close to each other.

    Rulebook: wild.one-natural, contract.no-continuous-runs.
    """
    for meld in melds:
        wild = len(meld) - count_naturals(law, meld)
        if wild > law.get_wild_limit(len(meld)):
            most = law.get_wild_limit(len(meld))
            why = (
                f"have {spell_number(wild)} wild cards. A contract meld of {spell_number(len(meld))} can have at most "
                f"{spell_number(most)}"
            )
            yield broken("wild.one-natural", cards=format_cards(meld), why=why)
    runs = [meld for meld in melds if is_run(meld)]
    for run, other in combinations(runs, 2):
        if is_run_too_close(law, run, other):
            why = WHY_TOO_CLOSE[law.spread]
            yield broken("contract.no-continuous-runs", cards=format_cards(run), others=format_cards(other), why=why)


def check_whole_hand(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield violations if the move can't meld the seat's whole hand at once, as an all-or-nothing hand asks for.

    Rulebook: h7.three-runs, h7.count.
    """
    words = _describe_whole_contract(state)
    if not move.groups:
        yield build_wrong_parts_violation(move, f"your whole hand as {words}, with “/” between them")
        return
    faults = [
        *_check_cards_in_hand(state, seat, _list_base_cards(move.groups), "meld.no-rearrange"),
        *_check_each_meld(state, move.groups),
    ]
    yield from faults
    if faults:
        return
    melds = _build_melds(state.law, move.groups)
    sets, runs = _split_sets_and_runs(melds)
    contract = state.contract
    left = len(state.hands[seat]) - sum(map(len, melds))
    if (len(sets), len(runs)) != (len(contract.sets), len(contract.runs)):
        yield broken("h7.three-runs", why=f"That’s {_describe_meld_counts(sets, runs)}", contract=words)
    elif left > state.options.spare_card_limit:
        why = (
            f"{capitalize_first(spell_number(left))} cards would be left over"
            if left > 1
            else "One card would be left over"
        )
        yield broken("h7.three-runs", why=why, contract=words)
    yield from _check_contract_melds(state.law, melds)


def _describe_meld_counts(sets: Sequence[Meld], runs: Sequence[Meld]) -> str:
    parts = [spell_count(len(melds), name) for name, melds in (("set", sets), ("run", runs)) if melds]
    return " and ".join(parts)


def _check_card_left_to_discard(state: ContractRummyState, seat: int, laid: int) -> Iterator[Violation]:
    """Yield a violation if no card is left for a required discard after `laid` hand cards are melded.

    Rulebook: out.no-discard-needed.
    """
    if state.options.out_discard and not state.is_all_or_nothing and len(state.hands[seat]) <= laid:
        yield broken("out.no-discard-needed")


def check_meld(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    if len(move.groups) != 1:
        yield build_wrong_parts_violation(move, "the cards of one meld")
        return
    cards = move.groups[0]
    yield from _check_cards_in_hand(state, seat, list_physical_cards(cards), "meld.no-rearrange")
    yield from list_meld_faults(state.law, cards)
    if state.owed and JOKER not in list_physical_cards(cards):
        yield JOKER_FIRST
    yield from _check_card_left_to_discard(state, seat, len(cards))


def check_layoff(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    where = decode_meld_number(state, seat, move.number)
    if where is None or len(move.groups) != 1:
        yield build_wrong_parts_violation(move, "the number of a meld, then the cards to lay off")
        return
    added = move.groups[0]
    yield from _check_cards_in_hand(state, seat, list_physical_cards(added), "meld.no-rearrange")
    meld = state.melds[where[0]][where[1]]
    if extend_meld(state.law, meld, added) is None:
        yield from _explain_misfit(state.law, meld, added)
    if state.owed and JOKER not in list_physical_cards(added):
        yield JOKER_FIRST
    yield from _check_card_left_to_discard(state, seat, len(added))


_ABOUT_FIT = ("run.no-wrap", "run.max-14", "wild.joker")


def _explain_misfit(law: MeldRules, meld: Meld, added: Sequence[Card]) -> Iterator[Violation]:
    """Yield violations that explain why the cards `added` can't be laid off on a meld. Rulebook: layoff.valid."""
    if example := find_wild_card_example(law, added, meld):
        yield broken("wild.fixed", card=example.base.name, example=example.code)
        return
    for fault in list_meld_faults(law, [*meld, *added]):
        if fault.clause.id in _ABOUT_FIT:
            yield fault
    shown = format_cards(card.base if card.face is UNKNOWN else card for card in added)
    fit = "doesn’t fit" if len(added) == 1 else "don’t fit"
    yield broken("layoff.valid", cards=shown, fit=fit, meld=format_cards(meld))


def check_joker_swap(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    most = 1 if state.options.can_keep_joker else 2
    if not 1 <= len(move.groups) <= most or not all(card.natural and card.rank for card in move.cards):
        wanted = "the natural card for a joker" if most == 1 else "natural cards for jokers, then “/” and the new meld"
        yield build_wrong_parts_violation(move, wanted)
        return
    if move.number is not None and decode_meld_number(state, seat, move.number) is None:
        yield build_wrong_parts_violation(move, "the number of a meld that has a joker, or no number")
        return
    absent = list(_check_cards_in_hand(state, seat, move.cards, "meld.no-rearrange"))
    yield from absent
    if absent:
        return
    spots = find_jokers_to_swap(state, seat, move)
    if spots is None:
        yield from _explain_missing_joker(state, seat, move)
        return
    if most == 2:
        yield from _check_freed_joker_meld(state, seat, move)


def _explain_missing_joker(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    where = decode_meld_number(state, seat, move.number)
    melds = [state.melds[where[0]][where[1]]] if where else [meld for _, _, meld in state.list_table_melds()]
    if where and JOKER in melds[0]:
        yield broken("joker.set-locked", which="That joker")
    faces = [face for meld in melds for face in list_swappable_cards(meld)]
    wrong = list_missing_cards(move.cards, faces) or move.cards
    twice = next((card for card in wrong if card in faces), None)
    if twice:
        count = faces.count(twice)
        jokers = f"{spell_count(count, 'joker')} in {'that' if where else 'a'} run"
        why = f"Only {jokers} {'stands' if count == 1 else 'stand'} for the {twice.name}"
    elif not where:
        why = f"No joker in a run stands for {_name_cards(wrong, 'or')}"
    elif not is_run(melds[0]):
        why = "That meld is a set. Pick a run with a joker"
    elif not faces:
        why = f"That run has no joker to swap for {_name_cards(wrong, 'or')}"
    elif len(faces) == 1:
        why = f"The joker in that run stands for {_name_cards(faces)}, not {_name_cards(wrong, 'or')}"
    else:
        why = f"The jokers in that run stand for {_name_cards(faces)}, not {_name_cards(wrong, 'or')}"
    yield broken("joker.swap-run", why=why)


def _name_cards(cards: Iterable[Card], last: str = "and") -> str:
    return join_words([f"the {card.name}" for card in cards], last)


def _check_freed_joker_meld(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    """Yield a violation if a joker that was taken in a swap isn't melded as house rules require.

    Rulebook: joker.must-remeld.
    """
    options, freed = state.options, len(move.cards)
    if len(move.groups) == 1:
        if options.joker_swap_rule == "new-meld":
            yield broken(
                "joker.must-remeld", why="A joker you take has to go into a new meld at once. Pick cards for it"
            )
        elif freed > 1:
            yield build_wrong_parts_violation(move, "just one natural card, or add “/” and the new meld")
        elif not has_room_for_joker(state):
            yield broken("joker.must-remeld", why="There’s no place on the table for the joker")
        yield from _check_card_left_to_discard(state, seat, 1)
        return
    new = move.groups[1]
    if not options.further_melds:
        yield broken("further.melds")
        return
    hand = [*subtract_cards(state.hands[seat], move.cards), *[JOKER] * freed]
    absent = list_missing_cards(list_physical_cards(new), hand)
    if absent:
        yield build_missing_cards_violation(absent, state.hands[seat])
        return
    yield from list_meld_faults(state.law, new)
    if list_physical_cards(new).count(JOKER) < freed:
        yield broken("joker.must-remeld", why="Every joker you take has to go into the new meld")
    yield from _check_card_left_to_discard(state, seat, len(new))


def check_discard(state: ContractRummyState, seat: int, move: Move) -> Iterator[Violation]:
    cards = [card for group in move.groups for card in group]
    if len(cards) != 1:
        yield broken("turn.discard")
        return
    if cards[0] not in state.hands[seat]:
        yield from _check_cards_in_hand(state, seat, cards, "meld.no-rearrange")
