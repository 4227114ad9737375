"""Puzzles about the end of the stock: scoring, the best last melds, and the seats credited with the hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from games.cards import JOKER, format_cards, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import (
    AnswerRow,
    Puzzle,
    PuzzleTheme,
    Setup,
    Unproven,
    VoidPuzzle,
    build_answer_fields,
    build_play_parts,
)
from games.kit.melds import Meld, list_meld_extensions, list_represented_cards
from games.kit.puzzle_tools import clamp_rating, filter_clauses, split_clause_ids
from games.vazhushal.calculations import explain_total
from games.vazhushal.endgame import find_final_meld_plan
from games.vazhushal.puzzles.common import (
    POSING,
    TRIES,
    Draft,
    build_judge,
    build_setup,
    describe_moves,
    draw_setup_from_play,
    list_clauses_where,
    list_zones_of_seat_0,
    load_own_turn,
    load_setup,
)
from games.vazhushal.rules import RULES
from games.vazhushal.scoring import compute_score_of_seat, get_value_in_hand
from games.vazhushal.state import VazhushalState
from games.words import quote_cards, spell_count

NAMES = ("You", "The player to your left", "The next player", "The player after that")


def _make_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a random puzzle about scoring, the best last melds, or the winners of a hand."""
    roll = rng.random()
    if roll < 0.45:
        return _make_scoring_setup(rng, options)
    if roll < 0.8 and POSING.cast_options(options).final_melds != "none":
        return _make_best_melds_setup(rng, options)
    return _make_hand_winner_setup(rng, options)


def _build_puzzle(setup: Setup, options: Options) -> Puzzle:
    build = {"count": _build_scoring_puzzle, "best": _build_best_melds_puzzle, "winner": _build_hand_winner_puzzle}
    return build[setup["ask"]](setup, options)


def _draw_setup(rng: Random, options: Options, build: Callable[[Draft], Setup | None], lacking: str) -> Setup:
    """Return the first puzzle setup that the function `build` makes from seat 0's first or second turn in a deal.

    Raises VoidPuzzle with the message `lacking` if no setup is found.
    """
    return draw_setup_from_play(rng, options, "draw", build, (0,), lacking)


def _build_setup_with_empty_stock(state: VazhushalState, ask: str) -> Setup:
    """Return the setup of a puzzle with this state, but as if the stock had run out.

    `ask` names the question, such as “winner”.
    """
    setup = build_setup(state, ask=ask)
    setup["position"] |= {"phase": "final", "stock": "", "turn": 0, "drawn": "", "starter": False}
    return setup


def _pick_own_melds(draft: Draft) -> list[Meld]:
    """Return a pure sequence and up to two more melds, often with a wild card."""
    rng = draft.rng
    melds = [draft.pick_meld(size=rng.choice((3, 3, 4)), run=True)]
    for _ in range(rng.choice((0, 1, 1, 2))):
        meld, wild, place = draft.pick_meld(), draft.pick_wild(), rng.randrange(3)
        if wild not in meld and rng.random() < 0.5:
            meld = (*meld[:place], wild.substitute_for(meld[place]), *meld[place + 1 :])
        melds.append(meld)
    return melds


# -- counting ------------------------------------------------------------------------------------


def _make_scoring_setup(rng: Random, options: Options) -> Setup:
    def build_scoring_setup(draft: Draft) -> Setup:
        state, wilds = draft.state, sort_cards(draft.state.wilds)
        state.melds[0] = _pick_own_melds(draft) if rng.random() < 0.9 else []
        state.hands[0] = draft.sample_hand(len(state.hands[0]))[: rng.randint(2, 5)]
        draft.give_cards(rng.sample(wilds, rng.choice((0, 1, 1, min(2, len(wilds))))))
        setup = _build_setup_with_empty_stock(draft.state, "count")
        load_setup(setup, options)
        return setup

    return _draw_setup(rng, options, build_scoring_setup, "We couldn’t find a hand to score.")


def _build_scoring_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    score, hand, melded = compute_score_of_seat(state, 0), state.hands[0], [*sum(state.melds[0], ())]
    wild_in_hand = [card for card in hand if card in state.wilds]
    wild_in_melds = [card for card in melded if card.base in state.wilds and not card.natural]
    ranks = {card.rank for card in [*melded, *hand] if card is not JOKER}
    clauses = list_clauses_where(
        (True, "exhaust.score"),
        (ranks & {1, 11, 12, 13}, "score.ace-face"),
        (ranks & {*range(2, 11)}, "score.pip"),
        (not all(card.natural for card in melded), "score.wild-in-meld"),
        (JOKER in hand, "score.joker-in-hand"),
        (any(card is not JOKER for card in wild_in_hand), "score.ranked-wild-in-hand"),
    )
    hint = "Aces and face cards are worth 10, other cards their number."
    if wild_in_melds:
        hint = f"In a meld, {quote_cards(wild_in_melds[:1])} is worth as much as the {wild_in_melds[0].face.name}."
    elif wild_in_hand:
        hint = f"In your hand, {quote_cards(wild_in_hand[:1])} costs {get_value_in_hand(state, wild_in_hand[0])}."
    costs = "costs" if len(hand) == 1 else "cost"
    return Puzzle(
        form="number",
        question="The stock has run out, and nobody melds anything else. What’s your score?",
        position=POSING.build_visible_position(state),
        key=score.total,
        clauses=filter_clauses(clauses, _CLAUSES),
        why=f"Your melds are worth {score.melds}, and your hand costs {score.hand}.",
        working=str(explain_total(state, 0)),
        hints=(
            "Add up your melds, then subtract the cards in your hand.",
            POSING.build_rule_hint("exhaust.score", options),
            hint,
            f"Your melds are worth {score.melds}, and {quote_cards(hand)} {costs} {score.hand}.",
        ),
        rating=clamp_rating(
            750
            + 20 * (len(hand) + len(melded))
            + 90 * sum(card.base in state.wilds for card in melded)
            + 70 * len(wild_in_hand)
        ),
        zones=list_zones_of_seat_0(state),
    )


# -- the best last melds -------------------------------------------------------------------------


def _make_best_melds_setup(rng: Random, options: Options) -> Setup:
    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        state = draft.state
        state.melds[0] = _pick_own_melds(draft) if rng.random() < 0.85 else []
        extensions = [card for meld in state.melds[0] for card in list_meld_extensions(list_represented_cards(meld))]
        cards = [draft.pick_wild(), *rng.sample(extensions, min(len(extensions), rng.randint(0, 1)))]
        cards += draft.pick_meld()[: rng.choice((2, 3))] if extensions else draft.pick_meld(run=True)
        others = draft.sample_hand(len(state.hands[0]))
        state.hands[0] = [*cards, *others[: 1 if extensions else rng.randint(2, 5)]]
        setup = _build_setup_with_empty_stock(draft.state, "best")
        state = load_setup(setup, options)
        best = find_final_meld_plan(state, 0)
        is_tempting = len(best.moves) > 1 or (best.moves and _score_play_without_rearranging(state) < best.value)
        return setup if best.proven and best.left and is_tempting else None

    return _draw_setup(rng, options, build_setup_if_fitting, "We couldn’t find a choice of last melds.")


def _score_play_without_rearranging(state: VazhushalState) -> int:
    """Return the score that seat 0 gets if it always makes the first listed meld or lay-off and never rearranges."""
    now = state.copy()
    while moves := [move for move in RULES.list_moves(now, 0) if move.verb not in ("rearrange", "done")]:
        RULES.apply_move(now, 0, moves[0])
    return compute_score_of_seat(now, 0).total


def _build_best_melds_puzzle(setup: Setup, options: Options) -> Puzzle:
    if POSING.cast_options(options).final_melds == "none":
        raise VoidPuzzle("Under these house rules, the hands are scored right away, without last melds.")
    state = load_own_turn(setup, options, "final")
    plan, hand, has_melds = find_final_meld_plan(state, 0), state.hands[0], bool(state.melds[0])
    if not plan.proven:
        raise Unproven("There are too many melds to try.")
    before, verbs = compute_score_of_seat(state, 0).total, [move.verb for move in plan.moves]
    clauses = list_clauses_where(
        (True, "exhaust.final-melds exhaust.no-discard exhaust.score"),
        (not has_melds, "exhaust.first-still-pure"),
        ("layoff" in verbs, "layoff.own-only"),
        ("rearrange" in verbs, "rearr.free rearr.end-state"),
        (any(not card.natural for meld in plan.melds for card in meld), "score.wild-in-meld"),
    )
    idea = "You haven’t opened, so start with a pure sequence. Then you can make other melds."
    cards = f"You can meld everything but {quote_cards(plan.left)}." if plan.left else "You can meld every card."
    if has_melds:
        idea = "Each card you meld helps twice: it leaves your hand, and it scores on the table."
        laid = [card for card in hand if card not in plan.left]
        cards = f"You can meld {quote_cards(laid)}." if laid else "You can’t meld any card."
    moves = describe_moves(state, plan.moves) if verbs else "You can’t score more."
    stay = AnswerRow("stay", "Meld nothing else", reason=f"You’d score {before}.", clause="exhaust.final-melds")
    return Puzzle(
        question="The stock has run out. Make your last melds for the best score you can get.",
        position=POSING.build_visible_position(state),
        clauses=filter_clauses(clauses, _CLAUSES),
        why=f"{moves} That scores {plan.value}{f' instead of {before}' if plan.value > before else ''}.",
        hints=(
            idea,
            POSING.build_rule_hint("exhaust.final-melds" if has_melds else "exhaust.first-still-pure", options),
            cards,
            f"You can score {plan.value} points{f', {plan.value - before} more than now' if has_melds else ''}.",
        ),
        rating=clamp_rating(
            1250 + 70 * len(verbs) + 100 * sum(card in state.wilds for card in hand) + 200 * ("rearrange" in verbs)
        ),
        zones=list_zones_of_seat_0(state),
        **build_play_parts(plan.moves, stay),
    )


@build_judge
def _judge_best_melds_answer(before: VazhushalState, after: VazhushalState) -> str:
    score = compute_score_of_seat(after, 0).total
    best = find_final_meld_plan(before, 0).value
    return "" if score >= best else f"That scores {score}, and you can score more."


# -- who is credited -----------------------------------------------------------------------------


def _make_hand_winner_setup(rng: Random, options: Options) -> Setup:
    """Return the setup of a puzzle about the winners of a finished hand. All cards in hand are known.

    In 60% of the setups, two or more players have the best score.
    """
    want_tie = rng.random() < 0.6

    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        seats, hands = range(draft.state.seats), draft.state.hands
        melds = [[draft.pick_meld(size=rng.choice((3, 4)), run=True)] if rng.random() < 0.85 else [] for _ in seats]
        for _ in range(TRIES):
            table = draft.state.copy()
            table.melds, table.known = melds, [[] for _ in seats]
            table.hands = [rng.sample(hand, len(hand))[: rng.randint(1, 5)] for hand in hands]
            totals = [compute_score_of_seat(table, seat).total for seat in seats]
            if (totals.count(max(totals)) > 1) == want_tie:
                setup = _build_setup_with_empty_stock(table, "winner")
                setup["position"]["hands"] = [format_cards(hand) for hand in table.hands]
                setup["position"]["match"]["scores"] = [rng.randint(0, 1) for _ in seats]
                load_setup(setup, options)
                return setup
        return None

    return _draw_setup(rng, options, build_setup_if_fitting, "We couldn’t find a close finish.")


def _build_hand_winner_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    scores = [compute_score_of_seat(state, seat) for seat in range(state.seats)]
    winners, best = _list_credited_seats(state), max(score.total for score in scores)
    level = [seat for seat, score in enumerate(scores) if score.total == best]
    tied = f"{spell_count(len(level), 'player').capitalize()} tie with {best}"
    if len(level) < 2:
        why = f"{NAMES[level[0]]} {'have' if level[0] == 0 else 'has'} the best score, {best}."
    elif not winners:
        why = f"{tied}, so nobody wins the hand here."
    elif len(winners) == len(level):
        why = f"{tied}, so each of them wins the hand."
    else:
        why = f"{tied}, so the fewest cards in hand wins."
    rows = [
        AnswerRow(
            f"p{seat}",
            f"{name}: melds {score.melds}, hand {score.hand}, {spell_count(len(hand), 'card')} left",
            seat in winners,
            f"{score.melds} minus {score.hand} is {score.total}.",
            "exhaust.winner" if seat in level else "exhaust.score",
        )
        for seat, (name, score, hand) in enumerate(zip(NAMES, scores, state.hands, strict=False))
    ]
    return Puzzle(
        question="The stock has run out, and nobody can meld anything else. Who wins this hand? Select everyone "
        "who does, or nobody.",
        position={},
        clauses=("exhaust.winner", "exhaust.score", "match.hands-won"),
        why=f"{why} Only hands won count for the match. The points don’t carry over.",
        hints=(
            "Subtract the hand from the melds for each player, then compare.",
            POSING.build_rule_hint("exhaust.winner", options),
            f"The best score is {best}.",
            f"{tied}." if len(level) > 1 else "Only one player has it.",
        ),
        rating=clamp_rating(850 + 60 * state.seats + (200 if len(level) > 1 else 0)),
        **build_answer_fields("tick", rows),
    )


def _list_credited_seats(state: VazhushalState) -> list[int]:
    """Return the seats that are credited with the hand. To find them, the hand is played to its end."""
    now = state.copy()
    for seat in range(now.seats):
        RULES.apply_move(now, seat, Move("done"))
    return [seat for seat in range(now.seats) if now.match.scores[seat] > state.match.scores[seat]]


_CLAUSES = split_clause_ids("""
exhaust.score exhaust.winner exhaust.final-melds exhaust.no-discard exhaust.first-still-pure match.hands-won
score.ace-face score.pip score.wild-in-meld score.joker-in-hand score.ranked-wild-in-hand layoff.own-only
rearr.free rearr.end-state
""")

THEMES = (
    PuzzleTheme(
        "score-it",
        "Score the hand",
        "The stock is empty. Make your last melds and score the hand.",
        _CLAUSES,
        _make_setup,
        _build_puzzle,
        _judge_best_melds_answer,
    ),
)
