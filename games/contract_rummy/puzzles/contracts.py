"""Puzzles about contracts: whether a hand can meld one, and how many cards it lacks.

Others ask which cards a joker can stand for, whether two runs are far enough apart, and how to meld a whole hand.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import JOKER, SUITS, Card, format_cards, get_card, list_missing_cards, parse_cards, sort_cards
from games.contract_rummy.contract_plans import count_missing_cards, find_contract_melds, find_plan
from games.contract_rummy.contracts import count_hands, describe_contract, get_contract, get_hand_size
from games.contract_rummy.melds import build_run, is_run_too_close, list_swappable_cards, list_wild_card_readings
from games.contract_rummy.puzzles.common import (
    NO,
    POSING,
    Deck,
    build_position,
    judge_going_out_answer,
    list_run,
    load_state_on_turn,
)
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.verbs import LAY_ALL, build_contract_move
from games.contract_rummy.whole_hand_search import find_whole_hand_melds
from games.engine.calculations import explain_subtraction
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields, build_play_parts
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, repeat_until_fitting, split_clause_ids
from games.kit.rummy import build_discard_move
from games.words import quote_cards, spell_count


def _count_wild_cards(state: ContractRummyState) -> int:
    return sum(card in state.law.wilds for card in state.hands[0])


# -- can you lay the contract now? ---------------------------------------------------------------------------


@repeat_until_fitting("We couldn’t find a hand for this question.")
def _make_contract_setup(rng: Random, options: Options) -> Setup | None:
    deck = Deck(rng, options)
    number = deck.pick_hand_number()
    contract = get_contract(deck.options, number)
    size = max(get_hand_size(deck.options, number), contract.card_count) + 1
    hand = deck.draw_hand_near_contract(number, size, holes=rng.choice((0, 1, 1, 2)))
    lack = count_missing_cards(hand, contract, deck.law)
    is_fitting = lack == 0 or (lack == 1 and rng.random() < 0.7)
    return {"position": build_position(number, hand)} if is_fitting else None


def _build_contract_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_state_on_turn(setup, options)
    if state.is_all_or_nothing:
        raise VoidPuzzle("This question can’t be asked about an all-or-nothing hand.")
    words, jokers = describe_contract(state.contract), _count_wild_cards(state)
    melds = find_contract_melds(state.hands[0], state.contract, state.law)
    moves = [build_contract_move(melds)] if melds else []
    if any(RULES.find_violation(state, 0, move) for move in moves):
        raise VoidPuzzle(
            "Under these house rules, you have to keep a card to discard, so this contract can’t be melded."
        )
    if melds:
        why = f"Yes: {', '.join(map(quote_cards, melds))}. That is {words}."
    else:
        lack = count_missing_cards(state.hands[0], state.contract, state.law)
        why = f"No. No matter how you arrange these cards, {spell_count(lack, 'card')} "
        why += f"{'is' if lack == 1 else 'are'} missing for {words}."
    clauses = ["contract.all-at-once", "contract.exact", "contract.table", "meld.kinds", "turn.table-not-down"]
    clauses += ["set.three-plus", "set.suits-free"] if state.contract.sets else []
    clauses += ["run.four-plus"] if state.contract.runs else []
    clauses += ["wild.joker", "wild.one-natural"] if jokers else ["contract.own-hand"]
    return Puzzle(
        question=f"The contract is {words}. Meld it, or say that you can’t.",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_active_clauses(clauses, options),
        why=why,
        hints=(
            "Sort your hand by rank for sets, then by suit for runs.",
            POSING.build_rule_hint("contract.exact", options),
            f"You hold {spell_count(jokers, 'wild card')}." if jokers else "You have no wild cards.",
            "You can meld it." if melds else "At least one card is missing.",
        ),
        rating=clamp_rating(900 + 90 * state.number + 110 * jokers + (0 if melds else 120)),
        zones=("hand-0",),
        **build_play_parts(moves, AnswerRow(NO, "I can’t meld it now", clause="contract.exact")),
    )


@POSING.build_judge
def _judge_contract_answer(before: ContractRummyState, after: ContractRummyState) -> str:
    """Return why an answer is wrong, or "" if it's right: if seat 0 has melds or has gone out.

    `before` and `after` are the states before and after the moves of the answer.
    """
    if after.melds[0] or after.match.deals > before.match.deals:
        return ""
    words = describe_contract(before.contract)
    return f"Your contract isn’t on the table yet. It’s {words}, all at once."


# -- how far is it? -----------------------------------------------------------------------------------------


@repeat_until_fitting("We couldn’t find a hand for this question.")
def _make_missing_cards_setup(rng: Random, options: Options) -> Setup:
    deck = Deck(rng, options)
    number = deck.pick_hand_number()
    size = get_hand_size(deck.options, number)
    hand = deck.draw_hand_near_contract(number, size, holes=rng.choice((1, 2, 2, 3, 4)))
    return {"position": build_position(number, hand, phase="draw", pile="")}


def _build_missing_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    plan = find_plan(state.hands[0], state.contract, state.law)
    words, jokers, needed = describe_contract(state.contract), _count_wild_cards(state), state.contract.card_count
    why = f"No card is missing: this hand has {words}."
    if plan.lack:
        why = f"{spell_count(plan.lack, 'card').capitalize()} would make {words}."
        mask = sum(1 << card.index for card in set(state.hands[0]) if card.rank)
        holes = [f"{run.size - (run.mask & mask).bit_count()} for a run" for run in plan.runs]
        why += f" The best plan: {', '.join(holes)}." if holes and not jokers else ""
    clauses = ["contract.table", "contract.exact", "deal.hand-size", *(["wild.joker"] if jokers else [])]
    wild = f"You hold {spell_count(jokers, 'wild card')}. Each fills a gap."
    return Puzzle(
        form="number",
        question=f"The contract is {words}. How many cards do you still need, with wild cards where they help most?",
        position=POSING.build_visible_position(state),
        key=plan.lack,
        clauses=POSING.select_active_clauses(clauses, options),
        why=why,
        working=str(
            explain_subtraction(("cards in the contract", needed), ("the ones you have at best", needed - plan.lack))
        ),
        hints=(
            "Choose the best sets and runs first, then count the gaps.",
            POSING.build_rule_hint("contract.table", options),
            wild if jokers else "You have no wild cards.",
            f"That’s fewer than {plan.lack + 2}.",
        ),
        rating=clamp_rating(950 + 100 * state.number + 120 * jokers),
        zones=("hand-0",),
    )


# -- are these two runs separate? ----------------------------------------------------------------------------


def _make_two_runs_setup(rng: Random, options: Options) -> Setup:
    house = POSING.cast_options(options)
    number = next((n for n in range(1, count_hands(house) + 1) if get_contract(house, n).runs == (4, 4)), None)
    if number is None:
        raise VoidPuzzle("Under these house rules, no contract is two runs of four.")

    def draw_setup() -> Setup:
        deck, suit = Deck(rng, options), rng.choice(SUITS)
        step = rng.choice((rng.randint(0, 3), 4, rng.choice((5, rng.randint(6, 9)))))
        low = rng.randint(1, 11 - step)
        runs = [list_run(low, suit), list_run(low + step, suit)]
        if rng.random() < 0.35:
            run, place = rng.choice(runs), rng.choice((0, 3))
            run[place] = JOKER.substitute_for(run[place])
        hand = [card.base for run in runs for card in deck.take_cards(run)]
        hand += deck.draw_cards(max(get_hand_size(house, number) + 1 - len(hand), 1))
        return {"position": build_position(number, hand), "runs": [*map(format_cards, runs)]}

    return draw_fitting_setup(draw_setup, lacking="We couldn’t find runs for this question.")


def _build_two_runs_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state(setup["position"], options)
    run, other = (build_run(state.law, parse_cards(text)) for text in setup["runs"])
    if run is None or other is None or state.contract.runs != (4, 4) or state.contract.sets or state.is_all_or_nothing:
        raise VoidPuzzle("This question needs a contract of two runs of four, and two such runs.")
    if state.law.spread == "free" or run[0].suit != other[0].suit:
        raise VoidPuzzle("Under these house rules, any two runs can be in one contract.")
    is_apart, gap = not is_run_too_close(state.law, run, other), abs(other[0].rank - run[0].rank) - 4
    lows, has_joker = {run[0].rank, other[0].rank}, any(not card.natural for card in (*run, *other))
    if is_apart and lows == {1, 10}:
        why = "The ace is low here, and no run can continue from the king to it."
    elif is_apart and gap < 0:
        why = "They share ranks, so they’re two runs and don’t make one longer run."
    elif is_apart:
        why = f"There {'is' if gap == 1 else 'are'} {spell_count(gap, 'rank')} between them."
    elif gap == 0:
        why = "One starts where the other ends, so they make one long run."
    else:
        why = "They’re too close. Under these house rules, there have to be two ranks between them."
    least, ranks = (
        (2, "there are at least two ranks") if state.law.spread == "gap-2" else (1, "there’s at least one rank")
    )
    count, decisive = "Count the ranks between them again.", "contract.no-continuous-runs"
    rows = []
    for id, text, is_true, correction in (
        ("yes-enough", f"Yes: {ranks} between them", gap >= least, count),
        ("yes-shared", "Yes: they share ranks", gap < 0, "They don’t share a rank."),
        ("no-shared", "No: they share ranks", gap < 0, "They don’t share a rank."),
        ("no-joined", "No: one starts where the other ends", gap == 0, "One doesn’t start where the other ends."),
        ("no-near", "No: there’s only one rank between them", gap == 1, count),
    ):
        is_right = is_true and text.startswith("Yes") == is_apart
        reason = why if is_right else "That’s true, but it isn’t the reason." if is_true else correction
        rows.append(AnswerRow(id, text, is_right, reason))
    clauses = [decisive, "contract.overlap-ok" if gap < 0 else "h7.same-suit"]
    clauses += ["run.ace", "run.no-wrap"] if lows & {1, 11} else []
    clauses += ["wild.fixed"] if has_joker else []
    return Puzzle(
        question=f"Can {quote_cards(run)} and {quote_cards(other)} be your contract of two runs? Why?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_active_clauses(clauses, options),
        why=why,
        hints=(
            "Where does the first run end, and where does the second begin?",
            POSING.build_rule_hint(decisive, options),
            f"Look at {quote_cards([run[-1]])} and {quote_cards([other[0]])}.",
            "A joker counts as the card it stands for." if has_joker else "Count the ranks between them.",
        ),
        rating=clamp_rating(900 + 200 * has_joker + 100 * (gap < 0)),
        zones=("hand-0",),
        **build_answer_fields("one", rows, "contract.overlap-ok" if is_apart and gap < 0 else decisive),
    )


# -- the whole hand --------------------------------------------------------------------------------------------


def _make_whole_hand_setup(rng: Random, options: Options) -> Setup:
    house = POSING.cast_options(options)
    if not house.has_all_or_nothing:
        raise VoidPuzzle("These house rules have no all-or-nothing hand.")
    number = count_hands(house)
    contract, size = get_contract(house, number), get_hand_size(house, number) + 1
    if house.mayi_hand7 and rng.random() < 0.3:
        size += 1 + house.mayi_penalty

    def draw_setup() -> Setup | None:
        deck, lengths = Deck(rng, options), [*contract.sets, *contract.runs]
        while sum(lengths) < size:
            lengths[rng.randrange(len(lengths))] += 1
        sets = len(contract.sets)
        melds = [*map(deck.draw_set, lengths[:sets]), *(deck.draw_run(min(run, 9)) for run in lengths[sets:])]
        cards = [card for meld in melds for card in meld]
        if len(cards) != size:
            return None
        for _ in range(rng.choice((0, 1, 1))):
            cards[rng.randrange(size)] = JOKER
        if rng.random() < 0.45:
            cards[rng.randrange(size)] = deck.draw_cards(1)[0]
        can_lay = find_whole_hand_melds(cards, contract, deck.law, house.spare_card_limit) is not None
        return {"position": build_position(number, cards)} if can_lay or rng.random() < 0.5 else None

    return draw_fitting_setup(draw_setup, lacking="We couldn’t find a hand for this question.")


def _build_whole_hand_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_state_on_turn(setup, options)
    if not state.is_all_or_nothing or state.is_down(0):
        raise VoidPuzzle("Under these house rules, this isn’t an all-or-nothing hand.")
    hand, spare, jokers = state.hands[0], state.options.spare_card_limit, _count_wild_cards(state)
    melds, moves = find_whole_hand_melds(hand, state.contract, state.law, spare), []
    clauses = ["h7.three-runs", "h7.all-or-nothing", "h7.count", "h7.same-suit"]
    if melds:
        left = list_missing_cards(hand, [card.base for meld in melds for card in meld])
        moves = [Move(LAY_ALL.name, groups=tuple(melds)), *map(build_discard_move, left)]
        end = f"and {quote_cards(left)} is your discard" if left else f"all {len(hand)} cards"
        why = f"{', '.join(map(quote_cards, melds))}: {end}."
        last_hint = "All but one card fit a meld." if left else "Every card fits a meld."
    else:
        why = f"No. No matter how you arrange them, these {len(hand)} cards don’t make "
        why += f"{describe_contract(state.contract)} or longer "
        why += f"with {'no more than one card' if spare else 'nothing'} left over."
        last_hint = "At least two cards don’t fit a meld." if spare else "At least one card doesn’t fit a meld."
        clauses.append("h7.else-discard")
    return Puzzle(
        question="It’s all or nothing. Meld your whole hand, or say that you can’t.",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_active_clauses([*clauses, *(["wild.joker"] if jokers else [])], options),
        why=why,
        hints=(
            "Start with the card that fits the fewest others.",
            POSING.build_rule_hint("h7.three-runs", options),
            f"You hold {len(hand)} cards, including {spell_count(jokers, 'wild card')}.",
            last_hint,
        ),
        rating=clamp_rating(1350 + 150 * jokers + 40 * (len(hand) - 12)),
        zones=("hand-0",),
        **build_play_parts(moves, AnswerRow(NO, "I can’t meld the whole hand", clause="h7.all-or-nothing")),
    )


# -- what may this joker stand for? ---------------------------------------------------------------------------


@repeat_until_fitting("We couldn’t find a hand for this question.")
def _make_joker_place_setup(rng: Random, options: Options) -> Setup:
    deck, size = Deck(rng, options), rng.choice((3, 3, 4))
    run = deck.draw_run(size + (rng.random() < 0.4))
    if len(run) > size:
        run.pop(rng.randrange(1, size))
    melds = [format_cards(deck.draw_set()) for _ in range(2)]
    position = build_position(1, [*run, JOKER, *deck.draw_cards(4)], melds=[melds])
    return {"position": position, "run": format_cards(run)}


def _build_joker_place_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, run = load_state_on_turn(setup, options), parse_cards(setup["run"])
    if any(card in state.law.wilds for card in run):
        raise VoidPuzzle("Under these house rules, a natural card in this question is wild.")
    readings = list_wild_card_readings(state.law, (*run, *parse_cards("*=?")))
    faces = {face for reading in readings for face in list_swappable_cards(reading)}
    if not faces:
        raise VoidPuzzle("With one joker, these cards don’t make a run.")
    ranks = sorted({card.rank for card in run})
    near = dict.fromkeys((place - 1) % 13 + 1 for place in range(ranks[0] - 2, ranks[-1] + 3))
    rows = [_build_joker_place_row(get_card(rank, run[0].suit), faces, run) for rank in near]
    number = sum(row.is_right for row in rows)
    clauses = ["wild.fixed", "wild.joker", "run.four-plus", *(["run.no-wrap", "run.ace"] if 1 in near else [])]
    return Puzzle(
        question=f"You meld {quote_cards(run)} and a joker as a run. Which cards can the joker be?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_active_clauses(clauses, options),
        why=f"It can only be {quote_cards(sort_cards(faces))}.",
        hints=(
            "Is there a gap in the run, or can you add to its ends?",
            POSING.build_rule_hint("wild.fixed", options),
            "If there’s a gap, the joker has to fill it.",
            f"There {'is' if number == 1 else 'are'} {spell_count(number, 'answer')}.",
        ),
        rating=clamp_rating(850 + 120 * (1 in near) + 60 * number),
        zones=("hand-0",),
        **build_answer_fields("tick", rows),
    )


def _build_joker_place_row(card: Card, faces: set[Card], run: Sequence[Card]) -> AnswerRow:
    """Return the answer choice for a card: whether a joker added to `run` can stand for it, and why.

    `faces` has the cards that the joker can stand for.
    """
    reason = f"With {quote_cards([card])} there’s a gap, or the run continues past an ace."
    if card in faces:
        reason = f"With {quote_cards([card])} it’s a run of {len(run) + 1}."
    elif card in run:
        reason = "That card is already in the run."
    clause = "wild.fixed" if card in faces or card in run else "run.four-plus"
    return AnswerRow(card.code, f"The {card.name}", card in faces, reason, clause, card.code)


THEMES = (
    PuzzleTheme(
        "lay-it-now",
        "Meld it now",
        "Do you hold the whole contract, and with which cards?",
        split_clause_ids(
            "contract.all-at-once contract.exact contract.table meld.kinds set.three-plus set.suits-free "
            "run.four-plus wild.joker wild.one-natural turn.table-not-down contract.own-hand"
        ),
        _make_contract_setup,
        _build_contract_puzzle,
        _judge_contract_answer,
    ),
    PuzzleTheme(
        "how-far",
        "How many more?",
        "Count the cards you still need for the contract.",
        split_clause_ids("contract.table contract.exact wild.joker deal.hand-size"),
        _make_missing_cards_setup,
        _build_missing_cards_puzzle,
    ),
    PuzzleTheme(
        "two-runs",
        "Two runs or one?",
        "Can two runs of one suit be in the same contract?",
        split_clause_ids("contract.no-continuous-runs contract.overlap-ok run.ace run.no-wrap wild.fixed h7.same-suit"),
        _make_two_runs_setup,
        _build_two_runs_puzzle,
    ),
    PuzzleTheme(
        "whole-hand",
        "The whole hand",
        "Meld every card in the all-or-nothing hand.",
        split_clause_ids("h7.all-or-nothing h7.three-runs h7.count h7.same-suit h7.else-discard wild.joker"),
        _make_whole_hand_setup,
        _build_whole_hand_puzzle,
        judge_going_out_answer,
    ),
    PuzzleTheme(
        "joker-stands-for",
        "What is the joker?",
        "Which card can the joker in a run be?",
        split_clause_ids("wild.fixed wild.joker run.four-plus run.no-wrap run.ace"),
        _make_joker_place_setup,
        _build_joker_place_puzzle,
    ),
)
