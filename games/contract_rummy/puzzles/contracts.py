"""Puzzles about contracts: whether a hand can lay one, what it lacks, and what runs and jokers can be.

Two of them ask whether two runs are far enough apart, and how to lay an all-or-nothing hand.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from games.cards import JOKER, SUITS, Card, format_cards, get_card, parse_cards, sort_cards
from games.contract_rummy.contract_plans import find_contract_melds, find_plan
from games.contract_rummy.contracts import count_hands, describe_contract, get_contract, get_deal_size
from games.contract_rummy.melds import (
    build_run,
    get_meld_rules,
    is_run_too_close,
    list_swappable_cards,
    list_wild_card_readings,
)
from games.contract_rummy.puzzles.common import (
    NO,
    TRIES,
    Deck,
    describe_cards_still_held,
    draw_random_run,
    draw_random_set,
    filter_active_clauses,
    format_hand,
    judge_moves,
    pick_contract_cards,
    pick_hand_number,
    rule_hint,
    rules_of,
    seated,
    shown,
)
from games.contract_rummy.rules import RULES
from games.contract_rummy.state import ContractRummyState
from games.contract_rummy.whole_hand_search import find_whole_hand_melds
from games.engine.calculations import explain_subtraction
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Verdict, Void
from games.kit.puzzle_tools import build_card_options, clamp_rating, draw_fitting_setup, split_clause_ids
from games.words import quote_cards, spell_count

# -- can you lay the contract now? ---------------------------------------------------------------------------

LAY = split_clause_ids(
    "contract.all-at-once contract.exact contract.table meld.kinds set.three-plus set.suits-free run.four-plus "
    "wild.joker wild.one-natural turn.table-not-down contract.own-hand"
)


def deal_hand_near_contract(rng: Random, options: Options, number: int, size: int, holes: int) -> list[Card] | None:
    """Return a hand of `size` cards that holds all but `holes` cards of a contract.

    Jokers might stand for some of the missing cards. Returns None if the deck doesn't have these cards, or the hand is
    too small for them.
    """
    house = rules_of(options)
    pack = Deck(rng, house)
    cards = pick_contract_cards(rng, house, number)
    for _ in range(holes):
        cards.pop(rng.randrange(len(cards)))
    if not pack.take_cards(cards):
        return None
    jokers = min(rng.choice((0, 0, 1, 1, 2)), pack.left[JOKER], max(size - len(cards), 0))
    if not pack.take_cards([JOKER] * jokers) or len(cards) + jokers > size:
        return None
    hand = [*cards, *[JOKER] * jokers]
    return [*hand, *pack.take_random_cards(size - len(hand), but=(JOKER,))]


def _make_contract_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def draw_setup() -> Setup | None:
        number = pick_hand_number(rng, house)
        size = max(get_deal_size(house, number) + 1, get_contract(house, number).card_count + 1)
        hand = deal_hand_near_contract(rng, options, number, size, rng.choice((0, 1, 1, 2)))
        if hand is not None:
            lack = find_plan(hand, get_contract(house, number), get_meld_rules(house)).lack
            if lack == 0 or (lack == 1 and rng.random() < 0.7):
                return {"position": {"seats": 4, "contract": number, "hands": [format_hand(hand)]}}
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No hand came up.")


def _pose_contract_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if state.is_all_or_nothing:
        raise Void("In this hand the contract is laid in another way.")
    words = describe_contract(state.contract)
    found = find_contract_melds(state.hands[0], state.contract, state.law)
    move = Move("contract", groups=tuple(found)) if found else None
    if move is not None and RULES.find_violation(state, 0, move) is not None:
        raise Void("The last card is kept for a discard here.")
    jokers = sum(card in state.law.wilds for card in state.hands[0])
    if move is not None:
        why = f"Yes: {', '.join(quote_cards(group) for group in move.groups)}. That is {words}."
    else:
        lack = find_plan(state.hands[0], state.contract, state.law).lack
        why = f"No. However you put these cards together, {spell_count(lack, 'card')} is lacking for {words}."
        why = why if lack == 1 else why.replace("cards is", "cards are")
    clauses = ["contract.all-at-once", "contract.exact", "contract.table", "meld.kinds", "turn.table-not-down"]
    clauses += ["set.three-plus", "set.suits-free"] if state.contract.sets else []
    clauses += ["run.four-plus"] if state.contract.runs else []
    clauses += ["wild.joker", "wild.one-natural"] if jokers else ["contract.own-hand"]
    return Puzzle(
        theme="lay-it-now",
        form="play",
        question=f"The contract is {words}. Lay it, or say that you cannot.",
        position=shown(state),
        key=[str(move)] if move else NO,
        clauses=filter_active_clauses(clauses, options, LAY),
        why=why,
        options=(AnswerOption(NO, "It cannot be laid now"),),
        clauses_by_option={NO: "contract.exact"},
        hints=(
            "Sort the hand twice: once by rank, for sets, and once by suit, for runs.",
            rule_hint("contract.exact", options),
            f"You hold {spell_count(jokers, 'wild card')}." if jokers else "No wild card will help you here.",
            "It can be laid." if move else "Something is lacking.",
        ),
        rating=clamp_rating(900 + 90 * state.number + 110 * jokers + (0 if move else 120)),
        zones=("hand-0",),
    )


def _judge_contract_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    state = seated(setup["position"], options)

    def explain_unreached_goal(now: ContractRummyState, moves: Any) -> str:
        if now.melds[0] or now.match.deals > state.match.deals:
            return ""
        return (
            f"Nothing of the contract lies on the table: it asks for {describe_contract(state.contract)}, all at once."
        )

    return judge_moves(puzzle, state, answer, explain_unreached_goal)


# -- how far is it? -----------------------------------------------------------------------------------------

FAR = split_clause_ids("contract.table contract.exact wild.joker deal.hand-size")


def _make_lacking_cards_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def draw_setup() -> Setup | None:
        number = pick_hand_number(rng, house)
        hand = deal_hand_near_contract(rng, options, number, get_deal_size(house, number), rng.choice((1, 2, 2, 3, 4)))
        if hand is not None:
            return {
                "position": {"seats": 4, "contract": number, "hands": [format_hand(hand)], "phase": "draw", "pile": ""}
            }
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No hand came up.")


def _pose_lacking_cards_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    found = find_plan(state.hands[0], state.contract, state.law)
    words = describe_contract(state.contract)
    jokers = sum(card in state.law.wilds for card in state.hands[0])
    parts = [
        f"{window.size - (window.mask & _build_card_mask(state.hands[0])).bit_count()} for a run"
        for window in found.runs
    ]
    built = f" The best plan: {', '.join(parts)}." if parts and not jokers else ""
    why = f"{spell_count(found.lack, 'card').capitalize()} would make {words}.{built}"
    why = why if found.lack else f"Nothing is lacking: {words} can be put together from this hand."
    return Puzzle(
        theme="how-far",
        form="number",
        question=f"The contract is {words}. How many cards do you lack, if wild cards go where they help most?",
        position=shown(state),
        key=found.lack,
        clauses=filter_active_clauses(
            ["contract.table", "contract.exact", "deal.hand-size", *(["wild.joker"] if jokers else [])], options, FAR
        ),
        why=why,
        working=str(
            explain_subtraction(
                ("cards of the contract", state.contract.card_count),
                ("at best there", state.contract.card_count - found.lack),
            )
        ),
        hints=(
            "Choose the best ranks and rows first, then count their holes.",
            rule_hint("contract.table", options),
            f"You hold {spell_count(jokers, 'wild card')}: each fills a hole."
            if jokers
            else "There is no wild card to help.",
            f"It is less than {found.lack + 2}.",
        ),
        rating=clamp_rating(950 + 100 * state.number + 120 * jokers),
        zones=("hand-0",),
    )


def _build_card_mask(hand: list[Card]) -> int:
    return sum(1 << card.index for card in set(hand) if card.rank)


# -- are these two runs separate? ----------------------------------------------------------------------------

APART = split_clause_ids("contract.no-continuous-runs contract.overlap-ok run.ace run.no-wrap wild.fixed h7.same-suit")


def _make_two_runs_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    number = next((n for n in range(1, count_hands(house) + 1) if get_contract(house, n).runs == (4, 4)), None)
    if number is None:
        raise Void("No contract has two runs of four.")

    def draw_setup() -> Setup | None:
        suit, step = rng.choice(SUITS), rng.choice((rng.randint(0, 3), 4, rng.choice((5, rng.randint(6, 9)))))
        one = rng.randint(1, 11 - step)
        runs = [[get_card(place, suit) for place in range(low, low + 4)] for low in (one, one + step)]
        if rng.random() < 0.35:
            at, which = rng.choice((0, 3)), rng.randrange(2)
            runs[which][at] = JOKER.substitute_for(runs[which][at])
        pack = Deck(rng, house)
        if pack.take_cards([*runs[0], *runs[1]]):
            hand = [card.base for run in runs for card in run]
            rest = pack.take_random_cards(max(get_deal_size(house, number) + 1 - len(hand), 1), but=(JOKER,))
            position = {"seats": 4, "contract": number, "hands": [format_hand([*hand, *rest])]}
            return {"position": position, "runs": [format_cards(run) for run in runs]}
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No such runs came up.")


def _pose_two_runs_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    groups = tuple(parse_cards(text) for text in setup["runs"])
    one, other = (build_run(state.law, group) for group in groups)
    if one is None or other is None or state.contract.runs != (4, 4) or state.contract.sets or state.is_all_or_nothing:
        raise Void("These are no two runs of four for a contract of two.")
    if state.law.spread == "free" or one[0].suit != other[0].suit:
        raise Void("By these house rules any two runs will do.")
    apart, gap = not is_run_too_close(state.law, one, other), abs(other[0].rank - one[0].rank) - 4
    lows, wild = {one[0].rank, other[0].rank}, any(not card.natural for card in (*one, *other))
    if apart and gap < 0:
        why = "They share ranks, so they are two runs beside one another and do not make one longer run."
    elif apart:
        why = f"{spell_count(gap, 'rank').capitalize()} {'is' if gap == 1 else 'are'} missing between them."
    elif gap == 0:
        why = "The one goes on where the other ends, so together they are one long run."
    else:
        why = "They are too close together by these house rules: two ranks must be missing between them."
    if apart and lows == {1, 10}:
        why = "The ace is low here, and no run goes round the corner from the king to it."
    clauses = ["contract.no-continuous-runs", "contract.overlap-ok" if gap < 0 else "h7.same-suit"]
    clauses += ["run.ace", "run.no-wrap"] if lows & {1, 11} else []
    clauses += ["wild.fixed"] if wild else []
    answers = _list_two_runs_answers(gap, least=2 if state.law.spread == "gap-2" else 1)
    key = next(id for id, (yes, ground) in answers.items() if yes == apart and ground.holds)
    return Puzzle(
        theme="two-runs",
        form="one",
        question=f"May {quote_cards(one)} and {quote_cards(other)} be your contract of two runs, and why?",
        position=shown(state),
        key=key,
        clauses=filter_active_clauses(clauses, options, APART),
        why=why,
        options=tuple(
            AnswerOption(id, f"{'Yes' if yes else 'No'}: {ground.text}") for id, (yes, ground) in answers.items()
        ),
        reasons={
            id: why if id == key else "So it is, but that settles nothing here." if ground.holds else ground.amiss
            for id, (_, ground) in answers.items()
        },
        clauses_by_option={
            key: "contract.overlap-ok" if apart and gap < 0 else "contract.no-continuous-runs",
        },
        hints=(
            "Where does the first run end, and where does the second begin?",
            rule_hint("contract.no-continuous-runs", options),
            f"Look at {quote_cards([one[-1]])} and {quote_cards([other[0]])}.",
            "A joker counts as the card of its place." if wild else "Count the ranks between them.",
        ),
        rating=clamp_rating(900 + 200 * wild + 100 * (gap < 0)),
        zones=("hand-0",),
    )


class _TwoRunsReason(NamedTuple):
    """A reason why two runs can or can't be one contract.

    It has the reason's text, whether the reason is true, and the explanation if it's false.
    """

    text: str
    holds: bool
    amiss: str


def _list_two_runs_answers(gap: int, least: int) -> dict[str, tuple[bool, _TwoRunsReason]]:
    """Return the answers by id, each a yes or no with its reason.

    `gap` is the number of ranks between the runs, and `least` is how many the rules require.
    """
    counted = "Count the ranks between them once more."
    ranks = "one rank or more is" if least == 1 else "two ranks or more are"
    shared = _TwoRunsReason("they share ranks", gap < 0, "They share no rank.")
    joined = _TwoRunsReason("the one goes on where the other ends", gap == 0, "There the one does not go on.")
    return {
        "yes-enough": (True, _TwoRunsReason(f"{ranks} missing between them", gap >= least, counted)),
        "yes-shared": (True, shared),
        "no-shared": (False, shared),
        "no-joined": (False, joined),
        "no-near": (False, _TwoRunsReason("only one rank is missing between them", gap == 1, counted)),
    }


# -- the whole hand --------------------------------------------------------------------------------------------

WHOLE = split_clause_ids("h7.all-or-nothing h7.three-runs h7.count h7.same-suit h7.else-discard wild.joker")


def _make_whole_hand_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    number = pick_hand_number(rng, house, whole=True)
    contract = get_contract(house, number)
    law = get_meld_rules(house)
    size = get_deal_size(house, number) + 1
    if house.mayi_hand7 and rng.random() < 0.3:
        size += 1 + house.mayi_penalty
    for _ in range(TRIES):
        pack = Deck(rng, house)
        lengths = [*contract.sets, *contract.runs]
        while sum(lengths) < size:
            lengths[rng.randrange(len(lengths))] += 1
        cards = [card for run in lengths[len(contract.sets) :] for card in draw_random_run(rng, min(run, 9))]
        for length in lengths[: len(contract.sets)]:
            rank = rng.randint(1, 13)
            cards += [get_card(rank, rng.choice(SUITS)) for _ in range(length)]
        if len(cards) != size or not pack.take_cards(cards):
            continue
        for _ in range(rng.choice((0, 1, 1))):
            if pack.left[JOKER]:
                pack.take_cards([JOKER])
                cards[rng.randrange(len(cards))] = JOKER
        if rng.random() < 0.45:
            cards[rng.randrange(len(cards))] = pack.take_random_cards(1, but=(JOKER,))[0]
        if find_whole_hand_melds(cards, contract, law, house.spare_card_limit) is not None or rng.random() < 0.5:
            return {"position": {"seats": 4, "contract": number, "hands": [format_hand(cards)]}}
    raise Void("No hand came up.")


def _pose_whole_hand_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    if not state.is_all_or_nothing or state.is_down(0):
        raise Void("This is no all-or-nothing hand by these house rules.")
    hand, spare = state.hands[0], state.options.spare_card_limit
    found = find_whole_hand_melds(hand, state.contract, state.law, spare)
    words = describe_contract(state.contract)
    moves = [Move("lay-all", groups=tuple(found))] if found else []
    left = list(hand)
    for meld in found or ():
        for card in meld:
            left.remove(card.base)
    if left and found:
        moves.append(Move("discard", groups=((left[0],),)))
    jokers = sum(card in state.law.wilds for card in hand)
    if found:
        rest = f"and {quote_cards(left[:1])} is discarded" if left else f"all {len(hand)} cards"
        why = f"{', '.join(quote_cards(meld) for meld in found)}: {rest}."
    else:
        over = "no more than one card" if spare else "nothing"
        why = f"No. However you cut it, these {len(hand)} cards are not {words} or longer with {over} left over."
    clauses = ["h7.three-runs", "h7.all-or-nothing", "h7.count", "h7.same-suit"]
    clauses += [] if found else ["h7.else-discard"]
    clauses += ["wild.joker"] if jokers else []
    return Puzzle(
        theme="whole-hand",
        form="play",
        question="All or nothing: lay the whole hand, or say that you cannot.",
        position=shown(state),
        key=[str(move) for move in moves] or NO,
        clauses=filter_active_clauses(clauses, options, WHOLE),
        why=why,
        options=(AnswerOption(NO, "It cannot be laid whole"),),
        clauses_by_option={NO: "h7.all-or-nothing"},
        hints=(
            "Begin with the card that has the fewest neighbours.",
            rule_hint("h7.three-runs", options),
            f"You hold {len(hand)} cards, {spell_count(jokers, 'wild card')} among them.",
            ("All but one find a place." if left else "Every card finds its place.")
            if found
            else f"{spell_count(1 + spare, 'card').capitalize()} at least {'have' if spare else 'has'} no place.",
        ),
        rating=clamp_rating(1350 + 150 * jokers + 40 * (len(hand) - 12)),
        zones=("hand-0",),
    )


def _judge_whole_hand_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    state = seated(setup["position"], options)

    def explain_unreached_goal(now: ContractRummyState, moves: Any) -> str:
        return "" if now.match.deals > state.match.deals else describe_cards_still_held(now)

    return judge_moves(puzzle, state, answer, explain_unreached_goal)


# -- what may this joker stand for? ---------------------------------------------------------------------------

STANDS = split_clause_ids("wild.fixed wild.joker run.four-plus run.no-wrap run.ace")


def _make_joker_place_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    pack = Deck(rng, house)
    size = rng.choice((3, 3, 4))
    run = draw_random_run(rng, size + (rng.random() < 0.4))
    if len(run) > size:
        run.pop(rng.randrange(1, size))
    pack.take_cards([*run, JOKER])
    sets: list[list[Card]] = []
    while len(sets) < 2:
        cards = draw_random_set(rng)
        if pack.take_cards(cards):
            sets.append(cards)
    rest = pack.take_random_cards(4, but=(JOKER,))
    melds = [format_cards(cards) for cards in sets]
    position = {"seats": 4, "contract": 1, "hands": [format_hand([*run, JOKER, *rest])], "melds": [melds]}
    return {"position": position, "run": format_cards(run)}


def _pose_joker_place_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = seated(setup["position"], options)
    run = parse_cards(setup["run"])
    if any(card in state.law.wilds for card in run):
        raise Void("One of these cards is wild itself by these house rules.")
    asked = (*run, *parse_cards("*=?"))
    found = {face for reading in list_wild_card_readings(state.law, asked) for face in list_swappable_cards(reading)}
    if not found:
        raise Void("With one joker these cards make no run.")
    suit, places = run[0].suit, sorted({card.rank for card in run})
    near = [(place - 1) % 13 + 1 for place in range(places[0] - 2, places[-1] + 3)]
    shown_cards = list(dict.fromkeys(get_card(place, suit) for place in near))
    options_ = build_card_options(shown_cards)
    reasons = {
        card.code: f"With {quote_cards([card])} it is a run of {len(run) + 1}."
        if card in found
        else "That card is in the run already."
        if card in run
        else f"With {quote_cards([card])} there is a gap, or the run goes round the corner."
        for card in shown_cards
    }
    key = sorted(card.code for card in found if card in shown_cards)
    why = f"It can be {quote_cards(sort_cards(found))}, and nothing else."
    return Puzzle(
        theme="joker-stands-for",
        form="tick",
        question=f"You lay {quote_cards(run)} and a joker as a run. What may the joker stand for?",
        position=shown(state),
        key=key,
        clauses=filter_active_clauses(
            ["wild.fixed", "wild.joker", "run.four-plus", *(["run.no-wrap", "run.ace"] if 1 in near else [])],
            options,
            STANDS,
        ),
        why=why,
        options=options_,
        reasons=reasons,
        clauses_by_option={
            card.code: "wild.fixed" if card in found or card in run else "run.four-plus" for card in shown_cards
        },
        hints=(
            "Is there a hole in the row, or are its ends open?",
            rule_hint("wild.fixed", options),
            "A hole must be filled first of all.",
            f"There {'is' if len(key) == 1 else 'are'} {spell_count(len(key), 'answer')}.",
        ),
        rating=clamp_rating(850 + 120 * (1 in near) + 60 * len(key)),
        zones=("hand-0",),
    )


THEMES = (
    PuzzleTheme(
        "lay-it-now",
        "Lay it now",
        "Is the whole contract in your hand, and with which cards?",
        LAY,
        _make_contract_setup,
        _pose_contract_puzzle,
        _judge_contract_answer,
    ),
    PuzzleTheme(
        "how-far",
        "How far is it?",
        "Count the cards that you lack for the contract.",
        FAR,
        _make_lacking_cards_setup,
        _pose_lacking_cards_puzzle,
    ),
    PuzzleTheme(
        "two-runs",
        "Two runs or one?",
        "Two runs of one suit: may they lie side by side in a contract?",
        APART,
        _make_two_runs_setup,
        _pose_two_runs_puzzle,
    ),
    PuzzleTheme(
        "whole-hand",
        "The whole hand",
        "The all-or-nothing hand: every card, with nothing left over.",
        WHOLE,
        _make_whole_hand_setup,
        _pose_whole_hand_puzzle,
        _judge_whole_hand_answer,
    ),
    PuzzleTheme(
        "joker-stands-for",
        "What is the joker?",
        "A run with a joker: which card can it be?",
        STANDS,
        _make_joker_place_setup,
        _pose_joker_place_puzzle,
    ),
)
