"""Puzzles at the table: laying off, swapping jokers, going out, and scoring."""

from __future__ import annotations

from functools import partial
from itertools import chain
from random import Random

from games.cards import JOKER, PACK, SUITS, Card, format_cards, get_card, list_missing_cards, parse_cards
from games.contract_rummy.contracts import count_hands, get_hand_size
from games.contract_rummy.endgame import find_fewest_points_left, find_moves_to_go_out
from games.contract_rummy.melds import is_run
from games.contract_rummy.puzzles.common import (
    NAMES,
    NO,
    POSING,
    SEATS,
    Deck,
    build_position,
    describe_move,
    format_hand,
    judge_going_out_answer,
    list_run,
    load_state_on_turn,
)
from games.contract_rummy.rules import RULES
from games.contract_rummy.scoring import count_hand_points, finish_hand, get_card_points
from games.contract_rummy.state import ContractRummyState
from games.engine.calculations import explain_card_value_sum
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields, build_play_parts
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, repeat_until_fitting, split_clause_ids
from games.words import capitalize_first, join_words, quote_cards, spell_count


def _draw_setup_after_contracts(rng: Random, options: Options, size: int, chance: float) -> Setup:
    """Return the setup of a puzzle in which seats 0 and 1 have melded contracts, and seat 0 has `size` cards.

    `chance` is the probability that a hand card is related to one of the melds: it has a run's suit, or a set's rank.
    Now and then a joker replaces a card of a meld. Raises VoidPuzzle if the deck lacks a card.
    """
    deck = Deck(rng, options)
    number = deck.pick_hand_number()
    melds, related = [deck.draw_contract(number) for _ in range(2)], list[Card]()
    for meld in chain(*melds):
        place, in_run = rng.randrange(len(meld)), is_run(tuple(meld))
        related += list_run(1, meld[0].suit, 14) if in_run else [get_card(meld[0].rank, rng.choice(SUITS))]
        if rng.random() < 0.3:
            related += [meld[place]] if in_run else []
            [joker] = deck.take_cards([JOKER])
            meld[place] = joker.substitute_for(meld[place]) if in_run else joker
    related = [card for card in related if deck.left[card]]
    number_related = min(sum(rng.random() < chance for _ in range(size)), len(related))
    hand = deck.take_cards(rng.sample(related, number_related)) + deck.draw_cards(size - number_related, but=())
    texts = [[*map(format_cards, seat_melds)] for seat_melds in melds]
    return {"position": build_position(number, hand, melds=[*texts, [], []])}


def _load_state_after_contract(setup: Setup, options: Options) -> ContractRummyState:
    state = load_state_on_turn(setup, options)
    if state.is_all_or_nothing or not state.is_down(0) or state.laid:
        raise VoidPuzzle("This question needs a contract that you melded on an earlier turn.")
    return state


# -- lay off everything you can --------------------------------------------------------------------------------


@repeat_until_fitting("We couldn’t find a table for this question.")
def _make_layoff_setup(rng: Random, options: Options) -> Setup | None:
    setup = _draw_setup_after_contracts(rng, options, rng.randint(3, 5), 0.55)
    points, moves = find_fewest_points_left(_load_state_after_contract(setup, options), 0)
    return setup if len(moves) > 1 and (points or rng.random() < 0.2) else None


def _build_layoff_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _load_state_after_contract(setup, options)
    points, moves = find_fewest_points_left(state, 0)
    before = count_hand_points(state.options, state.hands[0])
    line = POSING.describe_moves(state, moves, describe_move) if moves else "No card fits a meld."
    left = list_missing_cards(state.hands[0], [card.base for move in moves for card in move.all_cards])
    clauses = ["layoff.any-meld", "layoff.valid", "layoff.many", "turn.table-down", "score.who"]
    clauses += ["run.no-wrap", "run.max-14"] if any(is_run(meld) for _, _, meld in state.list_table_melds()) else []
    return Puzzle(
        form="number",
        question="Lay off as many cards as you can, and do nothing else. What’s the lowest your hand can cost?",
        position=POSING.build_visible_position(state),
        key=points,
        clauses=POSING.select_active_clauses(clauses, options),
        why=f"{line} That leaves {points} of {before} points.",
        working=str(explain_card_value_sum(left, partial(get_card_points, state.options))),
        hints=(
            "Check the melds one by one. A longer run might take the next card too.",
            POSING.build_rule_hint("layoff.any-meld", options),
            f"Your hand costs {before} points now.",
            f"You can lay off {spell_count(len(moves), 'card')}.",
        ),
        rating=clamp_rating(950 + 120 * len(moves)),
    )


# -- is this swap legal? ---------------------------------------------------------------------------------------

YES, OTHER = "yes", "other"
VERDICTS = {
    YES: "Yes",
    "joker.swap-run": "No, the joker doesn’t stand for that card or can’t be swapped",
    "joker.set-locked": "No, that joker is in a set",
    "joker.must-remeld": "No, the joker has to go into a legal new meld at once",
    "turn.contract-turn": "No, not on the turn you go down",
    OTHER: "No, for a different reason",
}
SWAP = split_clause_ids("joker.swap-run joker.swap-anyone joker.set-locked joker.must-remeld turn.contract-turn")


def _make_joker_swap_setup(rng: Random, options: Options) -> Setup:
    rule = POSING.cast_options(options).joker_swap_rule
    if rule == "off":
        raise VoidPuzzle("Under these house rules, nobody can swap jokers.")
    is_down = rule != "before-down" or rng.random() < 0.2

    def draw_setup() -> Setup | None:
        deck = Deck(rng, options)
        run, jokers_set = deck.draw_run(rng.choice((4, 4, 5))), [*deck.draw_set(2), JOKER]
        place = rng.randrange(len(run))
        natural, run[place] = run[place], JOKER.substitute_for(run[place])
        similar = [card for card in PACK if (card.rank == natural.rank) != (card.suit == natural.suit)]
        similar = [card for card in similar if abs(card.rank - natural.rank) < 2]
        card = natural if rng.random() < 0.65 else rng.choice([*jokers_set[:2], *similar])
        pair, other = deck.draw_set(2), [] if rng.random() < 0.7 else deck.draw_cards(1)
        meld = (pair[0], JOKER, *other) if other else (*pair, JOKER)
        number = 101 if card in jokers_set and rng.random() < 0.7 else 102
        position = build_position(
            2,
            [*deck.take_cards([card]), *pair, *other, *deck.draw_cards(2)],
            melds=[[format_cards(deck.draw_set())] if is_down else [], [*map(format_cards, (jokers_set, run))], [], []],
            laid=is_down and rng.random() < 0.12,
        )
        setup = {"position": position, "move": str(Move("swap", number, ((card,), meld)))}
        is_legal = _build_joker_swap_puzzle(setup, options).key == YES
        return None if is_legal and rng.random() < 0.5 else setup  # most random swaps are legal

    return draw_fitting_setup(draw_setup, lacking="We couldn’t find a table for this question.")


def _build_joker_swap_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_state_on_turn(setup, options)
    if state.options.joker_swap_rule == "off" or state.is_all_or_nothing:
        raise VoidPuzzle("Under these house rules, nobody can swap jokers in this hand.")
    move = RULES.parse_move(setup["move"])
    if not state.options.further_melds or state.options.can_keep_joker:
        move = Move("swap", move.number, move.groups[:1])
    violation = RULES.find_violation(state, 0, move)
    broken = violation.clause.id if violation else YES
    if broken == "table.verb":
        raise VoidPuzzle("In this position, it isn’t time to swap a joker.")
    key = broken if broken in VERDICTS else "joker.must-remeld" if len(move.groups) > 1 else OTHER
    decisive = broken if broken in SWAP else "joker.swap-run"
    status = "You haven’t melded your contract yet."
    if state.is_down(0):
        status = "You’ve just melded your contract." if state.laid else "You melded your contract on an earlier turn."
    answers = (YES, OTHER, *POSING.select_active_clauses(VERDICTS, options))
    rows = [AnswerRow(id, text, id == key) for id, text in VERDICTS.items() if id in answers]
    clauses = ["joker.swap-run", "joker.swap-anyone", "joker.must-remeld", "joker.set-locked", decisive]
    why = "Yes, it’s the card the joker stands for, and the joker can go there."
    return Puzzle(
        question=f"{status} Can you {describe_move(state, move)}?",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_active_clauses(clauses, options),
        why=violation.sentence_with_quoted_cards if violation else why,
        hints=(
            "Which card does the joker stand for, and where would the joker go?",
            POSING.build_rule_hint("joker.swap-run", options),
            f"Look at {quote_cards(move.cards)}.",
            "You can’t do it." if violation else "You can do it.",
        ),
        rating=clamp_rating(1050 + (150 if violation else 0)),
        **build_answer_fields("one", rows, decisive),
    )


# -- can you go out? --------------------------------------------------------------------------------------------

OUT = split_clause_ids(
    "out.empty-hand out.no-discard-needed turn.table-down turn.discard further.melds layoff.many meld.no-rearrange"
)
SELDOM = 0.005
"""The chance that a hand that can't go out is used in a puzzle. It's low because most random hands can't."""


@repeat_until_fitting("We couldn’t find a table for this question.")
def _make_going_out_setup(rng: Random, options: Options) -> Setup | None:
    setup = _draw_setup_after_contracts(rng, options, rng.randint(3, 6), 0.6)
    moves = find_moves_to_go_out(_load_state_after_contract(setup, options), 0)
    return setup if (rng.random() < SELDOM if moves is None else len(moves) > 2) else None


def _build_going_out_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = _load_state_after_contract(setup, options)
    moves = find_moves_to_go_out(state, 0) or []
    why = "No matter what you meld or lay off, you still have more than one card."
    return Puzzle(
        question="Can you go out this turn? Do it, or say that you can’t.",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_active_clauses(OUT, options),
        why=POSING.describe_moves(state, moves, describe_move) if moves else why,
        hints=(
            "Find a meld for every card except one. That’s your discard.",
            POSING.build_rule_hint("out.empty-hand", options),
            f"You hold {spell_count(len(state.hands[0]), 'card')}.",
            f"Start like this: {describe_move(state, moves[0])}." if moves else "You’d have one card too many.",
        ),
        rating=clamp_rating(1100 + 120 * len(moves) + (0 if moves else 150)),
        **build_play_parts(moves, AnswerRow(NO, "I can’t go out this turn", clause="out.empty-hand")),
    )


# -- what does it cost, and who wins? ---------------------------------------------------------------------------

LISTED = 4
"""The largest number of cards that a question lists one by one."""


def _make_scoring_setup(rng: Random, options: Options) -> Setup:
    deck = Deck(rng, options)
    house, draw_cards = deck.options, partial(deck.draw_cards, but=())
    ask = rng.choice(("hand", "hand", "dead" if house.blind_out_bonus else "total", "dead"))
    if ask == "hand":
        return {"ask": ask, "hand": format_hand(draw_cards(rng.randint(4, 7)))}
    out = None if ask == "dead" else rng.randrange(SEATS)
    dealt = get_hand_size(house, count_hands(house)) if house.has_all_or_nothing else 0
    hands = [[] if seat == out else draw_cards(dealt or rng.randint(1, 4)) for seat in range(SEATS)]
    scores = [rng.randint(8, 26) * 5 for _ in range(SEATS)]
    if ask == "total" and rng.random() < 0.4:
        points = [count_hand_points(house, hand) for hand in hands]
        tied = max(scores + points) + 10
        scores = [tied + rng.choice((5, 10, 15)) for _ in range(SEATS)]
        for seat in rng.sample(range(SEATS), 2):
            scores[seat] = tied - points[seat]
    return {"ask": ask, "hands": [*map(format_hand, hands)], "out": out, "scores": scores}


def _build_scoring_puzzle(setup: Setup, options: Options) -> Puzzle:
    pose = _build_hand_points_puzzle if setup["ask"] == "hand" else _build_match_winner_puzzle
    return pose(setup, options)


def _build_hand_points_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = POSING.load_state({"seats": SEATS, "hands": [setup["hand"]]}, options)
    hand = state.hands[0]
    points, ranks = count_hand_points(state.options, hand), [card.rank for card in hand]
    clauses = ["score.who"]
    clauses += ["score.joker-ace"] if min(ranks) < 2 else []
    clauses += ["score.face"] if max(ranks) > 10 else []
    clauses += ["score.pip"] if any(1 < rank < 11 for rank in ranks) else []
    return Puzzle(
        form="number",
        question="Another player goes out. What does your hand cost you?",
        position=POSING.build_visible_position(state),
        key=points,
        clauses=POSING.select_active_clauses(clauses, options),
        why=f"All {spell_count(len(hand), 'card')} count." if len(hand) > 1 else "That’s all you have left.",
        working=str(explain_card_value_sum(hand, partial(get_card_points, state.options))),
        hints=(
            "Start with the jokers and aces, then the face cards.",
            POSING.build_rule_hint(clauses[-1], options),
            f"You hold {spell_count(len(hand), 'card')}.",
            f"It’s {'more than 40' if points > 40 else '40 or less'}.",
        ),
        rating=clamp_rating(800 + 40 * len(hand)),
        zones=("hand-0",),
    )


def _build_state_after_match(setup: Setup, options: Options) -> ContractRummyState:
    """Return the state at the end of a match whose last hand ended as this puzzle's setup says."""
    house = POSING.cast_options(options)
    state = RULES.start_match(house, SEATS)
    state.match.dealer, state.match.deals = 0, count_hands(house) - 1
    state.number = count_hands(house)
    state.match.scores = list(setup["scores"])
    state.hands = [list(parse_cards(text)) for text in setup["hands"]]
    finish_hand(state, setup["out"])
    return state


def _build_match_winner_puzzle(setup: Setup, options: Options) -> Puzzle:
    state, out, before = _build_state_after_match(setup, options), setup["out"], setup["scores"]
    house, totals, winners = state.options, state.match.scores, state.match.winners
    if out is not None and house.blind_out_bonus:
        raise VoidPuzzle("The question doesn’t say whether anyone went out on the turn they melded their contract.")
    if house.has_all_or_nothing and any(0 < len(hand) < get_hand_size(house, state.number) for hand in state.hands):
        raise VoidPuzzle("In the last hand, players meld all their cards at once or none.")
    seats, points = [*map(capitalize_first, NAMES)], state.match.results[-1].scores or ()
    end = "The last hand ended because no new stock could be made"
    sentences = [end if out is None else f"{seats[out]} went out in the last hand"]
    sentences += [f"{seats[seat]} held {_describe_hand(state, hand)}" for seat, hand in enumerate(state.hands) if hand]
    listed = join_words([f"{name} {score}" for name, score in zip(NAMES, before, strict=True)])
    listed += ". All had won the same number of hands" if house.tie == "fewest-hands-lost" else ""
    has_tie, rows = totals.count(min(totals)) > 1, []
    for seat, name in enumerate(seats):
        clause = "match.tie" if has_tie and totals[seat] == min(totals) else "match.total"
        reason = f"{name}: {before[seat]} and {points[seat]} make {totals[seat]}."
        rows.append(AnswerRow(str(seat), name, seat in winners, reason, clause))
    verdict = "Players tie for the lowest total, so everyone plays the last hand again, and nobody has won yet."
    if winners:
        verdict = f"{capitalize_first(join_words([NAMES[seat] for seat in winners]))} share the win."
    if len(winners) == 1:
        verdict = f"{seats[winners[0]]} {'win' if winners[0] == 0 else 'wins'}."
    decisive = "match.tie" if has_tie else "match.total"
    clauses = ["match.total", "score.who", decisive]
    clauses += ["stock.dead-all-score", "stock.dead"] if out is None else ["out.empty-hand"]
    return Puzzle(
        question=f"{'. '.join(sentences)}. Before that, the totals were {listed}. "
        "Select every player who wins the match, or nobody.",
        position={},
        clauses=POSING.select_active_clauses(clauses, options),
        why=" ".join([*(row.reason for row in rows), verdict]),
        hints=(
            "Add the cost of each hand to the total before it.",
            POSING.build_rule_hint(decisive, options),
            f"The lowest total is {min(totals)}.",
            "Several players have that total." if has_tie else "Only one player has that total.",
        ),
        rating=clamp_rating(1150 + 150 * has_tie),
        **build_answer_fields("tick", rows),
    )


def _describe_hand(state: ContractRummyState, hand: list[Card]) -> str:
    """Return the cards of a hand in words, or only their points if there are many."""
    return quote_cards(hand) if len(hand) <= LISTED else f"cards that cost {count_hand_points(state.options, hand)}"


THEMES = (
    PuzzleTheme(
        "lay-it-off",
        "Lay off your cards",
        "Lay off all the cards you can, and count what’s left.",
        split_clause_ids("layoff.any-meld layoff.valid layoff.many turn.table-down run.max-14 run.no-wrap score.who"),
        _make_layoff_setup,
        _build_layoff_puzzle,
    ),
    PuzzleTheme(
        "swap-or-not",
        "Swap or not?",
        "Can you make this joker swap? If not, why?",
        SWAP,
        _make_joker_swap_setup,
        _build_joker_swap_puzzle,
    ),
    PuzzleTheme(
        "go-out",
        "Go out",
        "Can you end the hand this turn?",
        OUT,
        _make_going_out_setup,
        _build_going_out_puzzle,
        judge_going_out_answer,
    ),
    PuzzleTheme(
        "score-it",
        "Score it",
        "What does a hand cost, and who wins the match?",
        split_clause_ids(
            "score.who score.joker-ace score.face score.pip match.total match.tie stock.dead stock.dead-all-score "
            "out.empty-hand"
        ),
        _make_scoring_setup,
        _build_scoring_puzzle,
    ),
)
