"""Puzzles at the table: laying off, swapping jokers, and going out."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from games.cards import JOKER, PACK, Card, codes, missing
from games.contract_rummy.contracts import contract_of
from games.contract_rummy.endgame import least_left, way_out
from games.contract_rummy.melds import is_run, swappable
from games.contract_rummy.puzzles.common import (
    NO,
    SEATS,
    TRIES,
    YES,
    Pack,
    judge_moves,
    kept,
    ordered,
    random_run,
    random_set,
    rule_hint,
    rules_of,
    said,
    seated,
    shown,
    some_contract,
    still_held,
    told,
)
from games.contract_rummy.rules import RULES
from games.contract_rummy.scoring import card_value, hand_value
from games.contract_rummy.state import ContractRummyState
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Verdict, Void
from games.engine.working import worth_of
from games.kit.posing import clamp, clause_ids, until_found
from games.words import many, quoted


def _laid(rng: Random, pack: Pack, options: Options, number: int) -> list[list[Card]] | None:
    """Return random melds of a contract, now and then with a joker, or None if the deck lacks a card."""
    contract = contract_of(rules_of(options), number)
    melds = [random_set(rng, size) for size in contract.sets] + [random_run(rng, size) for size in contract.runs]
    for meld in melds:
        if rng.random() < 0.3 and pack.left[JOKER]:
            at = rng.randrange(len(meld))
            is_set = len({card.rank for card in meld}) == 1
            meld[at] = JOKER if is_set else JOKER.standing_for(meld[at])
        if not pack.take(meld):
            return None
    return melds


def _beside(rng: Random, melds: list[list[Card]]) -> list[Card]:
    """Return cards related to these melds: neighbors, the same rank, and cards that a joker stands for."""
    found = []
    for meld in melds:
        natural = [card for card in meld if card.natural]
        if len({card.rank for card in natural}) == 1 and len(natural) > 1:
            found.append(rng.choice(natural))
        else:
            found += random_run(rng, 14, natural[0].suit)
        found += swappable(tuple(meld))
    return found


def scene(rng: Random, options: Options, size: int, friendly: float) -> Setup:
    """Make a table at which seats 0 and 1 are down, and seat 0 has a hand of `size` cards.

    `friendly` is the chance that a card is related to a meld. Raises Void if no such table is found.
    """
    for _ in range(TRIES):
        number = some_contract(rng, rules_of(options))
        pack = Pack(rng, rules_of(options))
        own, other = _laid(rng, pack, options, number), _laid(rng, pack, options, number)
        if own is None or other is None:
            continue
        near = _beside(rng, [*own, *other])
        hand: list[Card] = []
        while len(hand) < size:
            card = rng.choice(near) if rng.random() < friendly else pack.some(1)[0]
            if card in hand and rng.random() < 0.5:
                continue
            if card in near and not pack.take([card]):
                continue
            hand.append(card)
        melds = [[codes(meld) for meld in own], [codes(meld) for meld in other], [], []]
        position = {"seats": SEATS, "contract": number, "hands": [ordered(hand)], "melds": melds}
        try:
            state = RULES.load({**position, "options": rules_of(options).changed()})
        except ValueError:
            continue
        if not state.whole:
            return {"position": position}
    raise Void("No such table came up.")


def _down(setup: Setup, options: Options) -> ContractRummyState:
    state = seated(setup["position"], options)
    if state.whole or not state.down(0) or state.laid:
        raise Void("You would not be down at this table.")
    return state


# -- lay off everything you can --------------------------------------------------------------------------------

LAYOFF = clause_ids("layoff.any-meld layoff.valid layoff.many turn.table-down run.max-14 run.no-wrap score.who")


def _make_layoff(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        setup = scene(rng, options, rng.randint(3, 5), 0.55)
        state = seated(setup["position"], options)
        points, moves = least_left(state, 0)
        if len(moves) > 1 and (points or rng.random() < 0.2):
            return setup
        return None

    return until_found(draw, 60, "No such table came up.")


def _pose_layoff(setup: Setup, options: Options) -> Puzzle:
    state = _down(setup, options)
    points, moves = least_left(state, 0)
    before = hand_value(state.options, state.hands[0])
    line = told(state, moves) if moves else "Nothing fits anywhere."
    why = f"{line} That leaves {points} of {before} points."
    left = missing(state.hands[0], [card.base for move in moves for card in move.all_cards])
    clauses = ["layoff.any-meld", "layoff.valid", "layoff.many", "turn.table-down", "score.who"]
    clauses += ["run.no-wrap", "run.max-14"] if any(is_run(meld) for _, _, meld in state.table_melds()) else []
    return Puzzle(
        theme="lay-it-off",
        form="number",
        question="Add cards to melds, as many as fit, and nothing else. How few points can be left in your hand?",
        position=shown(state),
        key=points,
        clauses=kept(clauses, options, LAYOFF),
        why=why,
        working=str(worth_of(left, partial(card_value, state.options))),
        hints=(
            "Go through the melds one by one. A run that grows may take the next card too.",
            rule_hint("layoff.any-meld", options),
            f"Your hand costs {before} points as it is.",
            f"{many(len(moves), 'card').capitalize()} can be added.",
        ),
        rating=clamp(950 + 120 * len(moves)),
    )


# -- is this swap legal? ---------------------------------------------------------------------------------------

ALLOWED = 0.5
"""The chance of rejecting a legal swap, since most random swaps are legal."""
SWAP = clause_ids("joker.swap-run joker.swap-anyone joker.set-locked joker.must-remeld turn.contract-turn")
VERDICTS = {
    "joker.swap-run": "No, the joker does not stand for that card, or may not be swapped",
    "joker.set-locked": "No, that joker is in a set",
    "joker.must-remeld": "No, the joker has to be laid in a proper new meld at once",
    "turn.contract-turn": "No, not in the turn of your contract",
    "other": "No, for another reason",
}


def _make_swap(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    if house.swaps == "off":
        raise Void("Nobody swaps jokers by these house rules.")
    down = house.swaps != "before-down" or rng.random() < 0.2

    def draw() -> Setup | None:
        pack = Pack(rng, house)
        run = random_run(rng, rng.choice((4, 4, 5)))
        at = rng.randrange(len(run))
        wanted = run[at]
        run[at] = JOKER.standing_for(wanted)
        nines = [*random_set(rng, 2), JOKER]
        if len({card.rank for card in nines[:2]}) != 1:
            return None
        own = random_set(rng, 3)
        pair = random_set(rng, 2)
        natural = wanted if rng.random() < 0.65 else rng.choice([*nines[:2], *_near(wanted)])
        if not all(pack.take(cards) for cards in (run, nines, own, pair, [natural])):
            return None
        new = [*pair, JOKER] if rng.random() < 0.7 else [pair[0], JOKER, *pack.some(1, but=(JOKER,))]
        rest = pack.some(2, but=(JOKER,))
        extra = [card for card in new if card is not JOKER and card not in pair]
        hand = [natural, *pair, *extra, *rest]
        position = {
            "seats": SEATS,
            "contract": 2,
            "hands": [ordered(hand)],
            "melds": [[codes(own)] if down else [], [codes(nines), codes(run)], [], []],
            "laid": down and rng.random() < 0.12,
        }
        in_set = natural in nines and rng.random() < 0.7
        move = Move("swap", 101 if in_set else 102, ((natural,), tuple(new)))
        setup = {"position": position, "move": str(move)}
        return None if _pose_swap(setup, options).key == YES and rng.random() < ALLOWED else setup

    return until_found(draw, TRIES, "No such table came up.")


def _near(card: Card) -> list[Card]:
    """Return cards that are easily confused with this one: of its rank, or next to it in its suit."""
    return [one for one in PACK if (one.rank == card.rank) != (one.suit == card.suit) and abs(one.rank - card.rank) < 2]


def _pose_swap(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if state.options.swaps == "off" or state.whole:
        raise Void("Nobody swaps jokers by these house rules.")
    move = RULES.parse_move(setup["move"])
    if not state.options.further_melds or state.options.keeps_joker:
        move = Move("swap", move.number, move.groups[:1])
    violation = RULES.why_not(state, 0, move)
    broken = violation.clause.id if violation else ""
    if broken == "table.verb":
        raise Void("There is no joker to swap here.")
    key = YES if not violation else broken if broken in VERDICTS else "other"
    if violation and key == "other" and len(move.groups) > 1:
        key = "joker.must-remeld"  # the new cards aren't a meld
    why = "Yes: the card is the very one, and the joker may go there." if not violation else violation.drawn
    clauses = ["joker.swap-run", "joker.swap-anyone", "joker.must-remeld", "joker.set-locked"]
    clauses += [broken] if broken in SWAP else []
    answers = (Option(YES, "Yes"), *(Option(id, text) for id, text in VERDICTS.items() if _possible(id, options)))
    return Puzzle(
        theme="swap-or-not",
        form="one",
        question=f"{_standing(state)} May you {said(state, move)}?",
        position=shown(state),
        key=key,
        clauses=kept(clauses, options, SWAP),
        why=why,
        options=answers,
        clauses_by_option={key: broken if broken in SWAP else "joker.swap-run"},
        hints=(
            "Which card does the joker stand for, and where would it go?",
            rule_hint("joker.swap-run", options),
            f"Look at {quoted(move.cards)}.",
            "It is allowed." if not violation else "Something stands against it.",
        ),
        rating=clamp(1050 + (150 if violation else 0)),
    )


def _standing(state: ContractRummyState) -> str:
    if state.laid:
        return "You have just laid your contract."
    return "You laid your contract in an earlier turn." if state.down(0) else "Your contract is not laid yet."


def _possible(id: str, options: Options) -> bool:
    return id == "other" or bool(kept([id], options, SWAP))


# -- can you go out? --------------------------------------------------------------------------------------------

OUT = clause_ids(
    "out.empty-hand out.no-discard-needed turn.table-down turn.discard further.melds layoff.many meld.no-rearrange"
)


def _make_out(rng: Random, options: Options) -> Setup:
    fallback: Setup | None = None
    for _ in range(60):
        setup = scene(rng, options, rng.randint(3, 6), 0.6)
        found = way_out(seated(setup["position"], options), 0)
        if found is not None and len(found) > 2:
            return setup
        if found is None and rng.random() < 0.08:
            fallback = setup
    if fallback is None:
        raise Void("No such table came up.")
    return fallback


def _pose_out(setup: Setup, options: Options) -> Puzzle:
    state = _down(setup, options)
    found = way_out(state, 0)
    why = told(state, found) if found else "Whatever you lay, more than one card is left in your hand."
    return Puzzle(
        theme="go-out",
        form="play",
        question="Can you go out in this turn? Do it, or say that you cannot.",
        position=shown(state),
        key=[str(move) for move in found] if found else NO,
        clauses=kept(OUT, options, OUT),
        why=why,
        options=(Option(NO, "It cannot be done in this turn"),),
        clauses_by_option={NO: "out.empty-hand"},
        hints=(
            "Find a place for every card but one; that one is your discard.",
            rule_hint("out.empty-hand", options),
            f"You hold {many(len(state.hands[0]), 'card')}.",
            f"Begin like this: {said(state, found[0])}." if found else "One card too many stays behind.",
        ),
        rating=clamp(1100 + 120 * len(found or []) + (150 if found is None else 0)),
    )


def _judge_out(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    state = _down(setup, options)

    def lacking(now: ContractRummyState, moves: Any) -> str:
        return "" if now.match.deals > state.match.deals else still_held(now)

    return judge_moves(puzzle, state, answer, lacking)


THEMES = (
    Theme("lay-it-off", "Lay it off", "Add all that fits, and count what is left.", LAYOFF, _make_layoff, _pose_layoff),
    Theme(
        "swap-or-not", "Swap or not?", "Is this swap of a joker allowed, and if not, why?", SWAP, _make_swap, _pose_swap
    ),
    Theme("go-out", "Go out", "Is there a way to end the hand in this turn?", OUT, _make_out, _pose_out, _judge_out),
)
