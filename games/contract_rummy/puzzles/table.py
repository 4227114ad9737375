"""Puzzles at the table: laying off, swapping jokers, and going out."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from games.cards import JOKER, PACK, Card, format_cards, list_missing_cards
from games.contract_rummy.contracts import get_contract
from games.contract_rummy.endgame import find_fewest_points_left, find_moves_to_go_out
from games.contract_rummy.melds import is_run, list_swappable_cards
from games.contract_rummy.puzzles.common import (
    NO,
    SEATS,
    TRIES,
    YES,
    Deck,
    describe_cards_still_held,
    describe_move,
    describe_moves,
    draw_random_run,
    draw_random_set,
    filter_active_clauses,
    format_hand,
    judge_moves,
    pick_hand_number,
    rule_hint,
    rules_of,
    seated,
    shown,
)
from games.contract_rummy.rules import RULES
from games.contract_rummy.scoring import count_hand_points, get_card_points
from games.contract_rummy.state import ContractRummyState
from games.engine.calculations import explain_card_value_sum
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Verdict, Void
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import quote_cards, spell_count


def _pick_contract_melds(rng: Random, pack: Deck, options: Options, number: int) -> list[list[Card]] | None:
    """Return random melds of a contract, now and then with a joker, or None if the deck lacks a card."""
    contract = get_contract(rules_of(options), number)
    melds = [draw_random_set(rng, size) for size in contract.sets] + [
        draw_random_run(rng, size) for size in contract.runs
    ]
    for meld in melds:
        if rng.random() < 0.3 and pack.left[JOKER]:
            at = rng.randrange(len(meld))
            is_set = len({card.rank for card in meld}) == 1
            meld[at] = JOKER if is_set else JOKER.substitute_for(meld[at])
        if not pack.take_cards(meld):
            return None
    return melds


def _list_related_cards(rng: Random, melds: list[list[Card]]) -> list[Card]:
    """Return cards related to these melds: neighbors, the same rank, and cards that a joker stands for."""
    found = []
    for meld in melds:
        natural = [card for card in meld if card.natural]
        if len({card.rank for card in natural}) == 1 and len(natural) > 1:
            found.append(rng.choice(natural))
        else:
            found += draw_random_run(rng, 14, natural[0].suit)
        found += list_swappable_cards(tuple(meld))
    return found


def make_setup_after_contracts(rng: Random, options: Options, size: int, friendly: float) -> Setup:
    """Make a table at which seats 0 and 1 are down, and seat 0 has a hand of `size` cards.

    `friendly` is the chance that a card is related to a meld. Raises Void if no such table is found.
    """
    for _ in range(TRIES):
        number = pick_hand_number(rng, rules_of(options))
        pack = Deck(rng, rules_of(options))
        own, other = _pick_contract_melds(rng, pack, options, number), _pick_contract_melds(rng, pack, options, number)
        if own is None or other is None:
            continue
        near = _list_related_cards(rng, [*own, *other])
        hand: list[Card] = []
        while len(hand) < size:
            card = rng.choice(near) if rng.random() < friendly else pack.take_random_cards(1)[0]
            if card in hand and rng.random() < 0.5:
                continue
            if card in near and not pack.take_cards([card]):
                continue
            hand.append(card)
        melds = [[format_cards(meld) for meld in own], [format_cards(meld) for meld in other], [], []]
        position = {"seats": SEATS, "contract": number, "hands": [format_hand(hand)], "melds": melds}
        try:
            state = RULES.load_position({**position, "options": rules_of(options).list_nonstandard_values()})
        except ValueError:
            continue
        if not state.is_all_or_nothing:
            return {"position": position}
    raise Void("No such table came up.")


def _load_state_after_contract(setup: Setup, options: Options) -> ContractRummyState:
    state = seated(setup["position"], options)
    if state.is_all_or_nothing or not state.is_down(0) or state.laid:
        raise Void("You would not be down at this table.")
    return state


# -- lay off everything you can --------------------------------------------------------------------------------

LAYOFF = split_clause_ids("layoff.any-meld layoff.valid layoff.many turn.table-down run.max-14 run.no-wrap score.who")


def _make_layoff_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        setup = make_setup_after_contracts(rng, options, rng.randint(3, 5), 0.55)
        state = seated(setup["position"], options)
        points, moves = find_fewest_points_left(state, 0)
        if len(moves) > 1 and (points or rng.random() < 0.2):
            return setup
        return None

    return draw_fitting_setup(draw_setup, 60, "No such table came up.")


def _pose_layoff_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _load_state_after_contract(setup, options)
    points, moves = find_fewest_points_left(state, 0)
    before = count_hand_points(state.options, state.hands[0])
    line = describe_moves(state, moves) if moves else "Nothing fits anywhere."
    why = f"{line} That leaves {points} of {before} points."
    left = list_missing_cards(state.hands[0], [card.base for move in moves for card in move.all_cards])
    clauses = ["layoff.any-meld", "layoff.valid", "layoff.many", "turn.table-down", "score.who"]
    clauses += ["run.no-wrap", "run.max-14"] if any(is_run(meld) for _, _, meld in state.list_table_melds()) else []
    return Puzzle(
        theme="lay-it-off",
        form="number",
        question="Add cards to melds, as many as fit, and nothing else. How few points can be left in your hand?",
        position=shown(state),
        key=points,
        clauses=filter_active_clauses(clauses, options, LAYOFF),
        why=why,
        working=str(explain_card_value_sum(left, partial(get_card_points, state.options))),
        hints=(
            "Go through the melds one by one. A run that grows may take the next card too.",
            rule_hint("layoff.any-meld", options),
            f"Your hand costs {before} points as it is.",
            f"{spell_count(len(moves), 'card').capitalize()} can be added.",
        ),
        rating=clamp_rating(950 + 120 * len(moves)),
    )


# -- is this swap legal? ---------------------------------------------------------------------------------------

ALLOWED = 0.5
"""The chance of rejecting a legal swap, since most random swaps are legal."""
SWAP = split_clause_ids("joker.swap-run joker.swap-anyone joker.set-locked joker.must-remeld turn.contract-turn")
VERDICTS = {
    "joker.swap-run": "No, the joker does not stand for that card, or may not be swapped",
    "joker.set-locked": "No, that joker is in a set",
    "joker.must-remeld": "No, the joker has to be laid in a proper new meld at once",
    "turn.contract-turn": "No, not in the turn of your contract",
    "other": "No, for another reason",
}


def _make_joker_swap_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    if house.joker_swap_rule == "off":
        raise Void("Nobody swaps jokers by these house rules.")
    down = house.joker_swap_rule != "before-down" or rng.random() < 0.2

    def draw_setup() -> Setup | None:
        pack = Deck(rng, house)
        run = draw_random_run(rng, rng.choice((4, 4, 5)))
        at = rng.randrange(len(run))
        wanted = run[at]
        run[at] = JOKER.substitute_for(wanted)
        nines = [*draw_random_set(rng, 2), JOKER]
        if len({card.rank for card in nines[:2]}) != 1:
            return None
        own = draw_random_set(rng, 3)
        pair = draw_random_set(rng, 2)
        natural = wanted if rng.random() < 0.65 else rng.choice([*nines[:2], *_list_similar_cards(wanted)])
        if not all(pack.take_cards(cards) for cards in (run, nines, own, pair, [natural])):
            return None
        new = [*pair, JOKER] if rng.random() < 0.7 else [pair[0], JOKER, *pack.take_random_cards(1, but=(JOKER,))]
        rest = pack.take_random_cards(2, but=(JOKER,))
        extra = [card for card in new if card is not JOKER and card not in pair]
        hand = [natural, *pair, *extra, *rest]
        position = {
            "seats": SEATS,
            "contract": 2,
            "hands": [format_hand(hand)],
            "melds": [[format_cards(own)] if down else [], [format_cards(nines), format_cards(run)], [], []],
            "laid": down and rng.random() < 0.12,
        }
        in_set = natural in nines and rng.random() < 0.7
        move = Move("swap", 101 if in_set else 102, ((natural,), tuple(new)))
        setup = {"position": position, "move": str(move)}
        return None if _pose_joker_swap_puzzle(setup, options).key == YES and rng.random() < ALLOWED else setup

    return draw_fitting_setup(draw_setup, TRIES, "No such table came up.")


def _list_similar_cards(card: Card) -> list[Card]:
    """Return cards that are easily confused with this one: of its rank, or next to it in its suit."""
    return [one for one in PACK if (one.rank == card.rank) != (one.suit == card.suit) and abs(one.rank - card.rank) < 2]


def _pose_joker_swap_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if state.options.joker_swap_rule == "off" or state.is_all_or_nothing:
        raise Void("Nobody swaps jokers by these house rules.")
    move = RULES.parse_move(setup["move"])
    if not state.options.further_melds or state.options.can_keep_joker:
        move = Move("swap", move.number, move.groups[:1])
    violation = RULES.find_violation(state, 0, move)
    broken = violation.clause.id if violation else ""
    if broken == "table.verb":
        raise Void("There is no joker to swap here.")
    key = YES if not violation else broken if broken in VERDICTS else "other"
    if violation and key == "other" and len(move.groups) > 1:
        key = "joker.must-remeld"  # the new cards aren't a meld
    why = (
        "Yes: the card is the very one, and the joker may go there."
        if not violation
        else violation.sentence_with_quoted_cards
    )
    clauses = ["joker.swap-run", "joker.swap-anyone", "joker.must-remeld", "joker.set-locked"]
    clauses += [broken] if broken in SWAP else []
    answers = (
        AnswerOption(YES, "Yes"),
        *(AnswerOption(id, text) for id, text in VERDICTS.items() if _is_answer_possible(id, options)),
    )
    return Puzzle(
        theme="swap-or-not",
        form="one",
        question=f"{_describe_contract_status(state)} May you {describe_move(state, move)}?",
        position=shown(state),
        key=key,
        clauses=filter_active_clauses(clauses, options, SWAP),
        why=why,
        options=answers,
        clauses_by_option={key: broken if broken in SWAP else "joker.swap-run"},
        hints=(
            "Which card does the joker stand for, and where would it go?",
            rule_hint("joker.swap-run", options),
            f"Look at {quote_cards(move.cards)}.",
            "It is allowed." if not violation else "Something stands against it.",
        ),
        rating=clamp_rating(1050 + (150 if violation else 0)),
    )


def _describe_contract_status(state: ContractRummyState) -> str:
    if state.laid:
        return "You have just laid your contract."
    return "You laid your contract in an earlier turn." if state.is_down(0) else "Your contract is not laid yet."


def _is_answer_possible(id: str, options: Options) -> bool:
    return id == "other" or bool(filter_active_clauses([id], options, SWAP))


# -- can you go out? --------------------------------------------------------------------------------------------

OUT = split_clause_ids(
    "out.empty-hand out.no-discard-needed turn.table-down turn.discard further.melds layoff.many meld.no-rearrange"
)


def _make_going_out_setup(rng: Random, options: Options) -> Setup:
    fallback: Setup | None = None
    for _ in range(60):
        setup = make_setup_after_contracts(rng, options, rng.randint(3, 6), 0.6)
        found = find_moves_to_go_out(seated(setup["position"], options), 0)
        if found is not None and len(found) > 2:
            return setup
        if found is None and rng.random() < 0.08:
            fallback = setup
    if fallback is None:
        raise Void("No such table came up.")
    return fallback


def _pose_going_out_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _load_state_after_contract(setup, options)
    found = find_moves_to_go_out(state, 0)
    why = describe_moves(state, found) if found else "Whatever you lay, more than one card is left in your hand."
    return Puzzle(
        theme="go-out",
        form="play",
        question="Can you go out in this turn? Do it, or say that you cannot.",
        position=shown(state),
        key=[str(move) for move in found] if found else NO,
        clauses=filter_active_clauses(OUT, options, OUT),
        why=why,
        options=(AnswerOption(NO, "It cannot be done in this turn"),),
        clauses_by_option={NO: "out.empty-hand"},
        hints=(
            "Find a place for every card but one; that one is your discard.",
            rule_hint("out.empty-hand", options),
            f"You hold {spell_count(len(state.hands[0]), 'card')}.",
            f"Begin like this: {describe_move(state, found[0])}." if found else "One card too many stays behind.",
        ),
        rating=clamp_rating(1100 + 120 * len(found or []) + (150 if found is None else 0)),
    )


def _judge_going_out_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    state = _load_state_after_contract(setup, options)

    def explain_unreached_goal(now: ContractRummyState, moves: Any) -> str:
        return "" if now.match.deals > state.match.deals else describe_cards_still_held(now)

    return judge_moves(puzzle, state, answer, explain_unreached_goal)


THEMES = (
    PuzzleTheme(
        "lay-it-off",
        "Lay it off",
        "Add all that fits, and count what is left.",
        LAYOFF,
        _make_layoff_setup,
        _pose_layoff_puzzle,
    ),
    PuzzleTheme(
        "swap-or-not",
        "Swap or not?",
        "Is this swap of a joker allowed, and if not, why?",
        SWAP,
        _make_joker_swap_setup,
        _pose_joker_swap_puzzle,
    ),
    PuzzleTheme(
        "go-out",
        "Go out",
        "Is there a way to end the hand in this turn?",
        OUT,
        _make_going_out_setup,
        _pose_going_out_puzzle,
        _judge_going_out_answer,
    ),
)
