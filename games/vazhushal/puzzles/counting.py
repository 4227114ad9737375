"""Puzzles about the end of the stock: scoring, the best last melds, and the seats credited with the hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.cards import JOKER, format_cards, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Unproven, Verdict, Void, compare_with_key
from games.kit.melds import Meld
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, filter_clauses, split_clause_ids
from games.vazhushal.calculations import explain_total
from games.vazhushal.endgame import MeldPlan, find_final_meld_plan
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.puzzles.common import (
    TRIES,
    describe_moves,
    judge_moves,
    list_zones_of_seat_0,
    load_setup,
    rule_hint,
    rules_of,
    shown,
)
from games.vazhushal.puzzles.prepared_positions import (
    CardOutOfReach,
    Scene,
    deal_scene,
    list_ranked_wilds,
    pick_random_run,
    pick_random_set,
    pick_seat_count,
    replace_card_by_wild,
)
from games.vazhushal.rules import RULES
from games.vazhushal.scoring import compute_score_of_seat, get_value_in_hand
from games.vazhushal.state import VazhushalState
from games.words import quote_cards, spell_count, spell_times

NAMES = ("You", "The player on your left", "The next player", "The player after that")


def _make_any_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    roll = rng.random()
    if roll < 0.45:
        return _make_scoring_setup(rng, options)
    if roll < 0.8 and house.final_melds != "none":
        return _make_best_melds_setup(rng, options)
    return _make_hand_winner_setup(rng, options)


def _pose_any_puzzle(setup: Setup, options: Options) -> Puzzle:
    return {"count": _pose_scoring_puzzle, "best": _pose_best_melds_puzzle, "winner": _pose_hand_winner_puzzle}[
        setup["ask"]
    ](setup, options)


def _judge_last_melds_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    if setup["ask"] != "best":
        return compare_with_key(puzzle, answer)
    state = load_setup(setup, options)
    best = find_final_meld_plan(state, 0).value

    def explain_lower_score(after: VazhushalState, moves: Sequence[Move]) -> str:
        score = compute_score_of_seat(after, 0).total
        return "" if score >= best else f"That scores {score}, and more can be reached."

    return judge_moves(puzzle, state, answer, explain_lower_score)


# -- scenes --------------------------------------------------------------------------------------


def _make_table_without_stock(rng: Random, options: Options, opened: bool) -> Scene:
    """Return a table whose stock has run out; if `opened`, seat 0 has melds."""
    scene = deal_scene(rng, options, pick_seat_count(rng, options))
    state = scene.state
    if state.forced:
        raise CardOutOfReach
    for meld in _pick_melds_to_lay(scene) if opened else ():
        scene.lay_meld(meld)
    scene.set_newest_line_cards([rng.choice([card for card in scene.list_unseen_cards() if card not in state.wilds])])
    return scene


def _pick_melds_to_lay(scene: Scene) -> list[Meld]:
    """Return a pure sequence and up to two more melds, often with a wild card."""
    state, rng = scene.state, scene.rng
    melds = [pick_random_run(rng, rng.choice((3, 3, 4)))]
    for _ in range(rng.choice((0, 1, 1, 2))):
        meld = pick_random_set(rng, 3) if rng.random() < 0.4 else pick_random_run(rng, 3)
        wild = rng.choice(sort_cards(state.wilds))
        if rng.random() < 0.5 and wild not in meld:
            meld = replace_card_by_wild(rng, meld, wild)
        melds.append(meld)
    return melds


def _build_setup_after_deal(scene: Scene, **more: object) -> Setup:
    setup = scene.build_setup(**more)
    setup["position"] |= {"phase": "final", "stock": "", "turn": 0, "drawn": "", "starter": False}
    return setup


# -- counting ------------------------------------------------------------------------------------


def _make_scoring_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        scene = _make_table_without_stock(rng, options, opened=rng.random() < 0.9)
        wilds = [JOKER, *list_ranked_wilds(scene.state)]
        scene.give_cards(rng.sample(wilds, rng.choice((0, 1, 1, min(2, len(wilds))))))
        scene.set_hand_size(rng.randint(2, 5))
        setup = _build_setup_after_deal(scene, ask="count")
        load_setup(setup, options)
        return setup

    return draw_fitting_setup(draw_setup, TRIES, "No count came up.")


def _pose_scoring_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    score = compute_score_of_seat(state, 0)
    hand = state.hands[0]
    return Puzzle(
        theme="score-it",
        form="number",
        question="The stock has run out, and nobody lays another card. What is your score?",
        position=shown(state),
        key=score.total,
        clauses=filter_clauses(_list_scoring_clauses(state), _CLAUSES),
        why=f"The melds are worth {score.melds}, and the hand costs {score.hand}.",
        working=str(explain_total(state, 0)),
        hints=(
            "What lies in your melds counts for you, what stays in your hand against you.",
            rule_hint("exhaust.score", options),
            _build_hint_on_wild_cards(state),
            f"The melds are worth {score.melds}; {quote_cards(hand)} {'costs' if len(hand) == 1 else 'cost'} "
            f"{score.hand}.",
        ),
        rating=clamp_rating(
            750
            + 20 * (len(hand) + len(list_meld_cards(state.melds[0])))
            + 90 * sum(card.base in state.wilds for meld in state.melds[0] for card in meld)
            + 70 * sum(card in state.wilds for card in hand)
        ),
        zones=list_zones_of_seat_0(state),
    )


def _build_hint_on_wild_cards(state: VazhushalState) -> str:
    melded = [card for meld in state.melds[0] for card in meld if card.base in state.wilds and not card.natural]
    held = [card for card in state.hands[0] if card in state.wilds]
    if melded:
        return f"In a meld {quote_cards(melded[:1])} is worth the {melded[0].face.name}."
    if held:
        return f"In hand {quote_cards(held[:1])} costs {get_value_in_hand(state, held[0])}."
    return "Aces and court cards are worth 10, the others their pips."


def _list_scoring_clauses(state: VazhushalState) -> list[str]:
    cards = [card for meld in state.melds[0] for card in meld]
    shown_cards = [*(card.face for card in cards), *(card for card in state.hands[0] if card is not JOKER)]
    ids = ["exhaust.score"]
    if any(card.rank in (1, 11, 12, 13) for card in shown_cards):
        ids.append("score.ace-face")
    if any(1 < card.rank < 11 for card in shown_cards):
        ids.append("score.pip")
    if any(not card.natural for card in cards):
        ids.append("score.wild-in-meld")
    if JOKER in state.hands[0]:
        ids.append("score.joker-in-hand")
    if any(card in state.wilds and card is not JOKER for card in state.hands[0]):
        ids.append("score.ranked-wild-in-hand")
    return ids


# -- the best last melds -------------------------------------------------------------------------


def _make_best_melds_setup(rng: Random, options: Options) -> Setup:

    def draw_setup() -> Setup | None:
        opened = rng.random() < 0.85
        scene = _make_table_without_stock(rng, options, opened)
        _give_related_cards(scene)
        scene.set_hand_size(rng.randint(4, 6) if opened else rng.randint(6, 9))
        setup = _build_setup_after_deal(scene, ask="best")
        state = load_setup(setup, options)
        best = find_final_meld_plan(state, 0)
        if (
            best.proven
            and best.moves
            and best.left
            and (len(best.moves) > 1 or _score_play_without_rearranging(state) < best.value)
        ):
            return setup
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No choice of last melds came up.")


def _give_related_cards(scene: Scene) -> None:
    """Give seat 0 a wild card, and cards that go together or with its melds."""
    state, rng = scene.state, scene.rng
    scene.give_cards([rng.choice(sort_cards(state.wilds))])
    if not state.melds[0]:
        scene.give_cards(pick_random_run(rng, 3))
        return
    near = []
    for meld in state.melds[0]:
        if meld[0].face.suit == meld[1].face.suit:
            near += [card for card in pick_random_run(rng, 4, meld[0].face.suit) if card not in meld]
        else:
            near += pick_random_set(rng, 4, meld[0].face.rank)
    rng.shuffle(near)
    scene.give_cards(near[: rng.randint(1, 2)])
    scene.give_cards((pick_random_run(rng, 3) if rng.random() < 0.5 else pick_random_set(rng, 3))[: rng.choice((2, 3))])


def _score_play_without_rearranging(state: VazhushalState) -> int:
    """Return the score of a player who always makes the first listed meld or lay-off and never rearranges."""
    now = state.copy()
    while True:
        moves = [move for move in RULES.list_moves(now, 0) if move.verb not in ("rearrange", "done")]
        if not moves:
            return compute_score_of_seat(now, 0).total
        RULES.apply_move(now, 0, moves[0])


def _pose_best_melds_puzzle(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    if house.final_melds == "none":
        raise Void("By these house rules the cards are counted as they lie.")
    state = load_setup(setup, options)
    plan = find_final_meld_plan(state, 0)
    if not plan.proven:
        raise Unproven("There are too many melds to try.")
    before = compute_score_of_seat(state, 0).total
    line = [str(move) for move in plan.moves]
    stay = AnswerOption("stay", "Lay nothing more")
    return Puzzle(
        theme="score-it",
        form="play",
        question="The stock has run out. Lay what you can, so that your score is the best that can be.",
        position=shown(state),
        key=line if line else stay.id,
        clauses=filter_clauses(_list_best_melds_clauses(state, plan), _CLAUSES),
        why=f"{describe_moves(state, plan.moves) if line else 'Nothing is to be gained.'} That scores {plan.value}"
        + (f" instead of {before}." if plan.value > before else "."),
        options=(stay,),
        reasons={stay.id: f"As it lies you score {before}."},
        clauses_by_option={stay.id: "exhaust.final-melds"},
        hints=_build_best_melds_hints(state, plan, before),
        rating=clamp_rating(
            1250
            + 70 * len(line)
            + 100 * sum(card in state.wilds for card in state.hands[0])
            + (200 if any(move.verb == "rearrange" for move in plan.moves) else 0)
        ),
        zones=list_zones_of_seat_0(state),
    )


def _list_best_melds_clauses(state: VazhushalState, plan: MeldPlan) -> list[str]:
    ids = ["exhaust.final-melds", "exhaust.no-discard", "exhaust.score"]
    if not state.melds[0]:
        ids.append("exhaust.first-still-pure")
    verbs = {move.verb for move in plan.moves}
    ids += ["layoff.own-only"] if "layoff" in verbs else []
    ids += ["rearr.free", "rearr.end-state"] if "rearrange" in verbs else []
    if any(not card.natural for meld in plan.melds for card in meld):
        ids.append("score.wild-in-meld")
    return ids


def _build_best_melds_hints(state: VazhushalState, plan: MeldPlan, before: int) -> tuple[str, ...]:
    laid = [card for card in state.hands[0] if card not in plan.left]
    idea = "Every card laid counts twice: it leaves your hand, and it scores on the table as what it stands for."
    if not state.melds[0]:
        return (
            "You have nothing on the table, so a pure sequence comes first; then everything else may follow.",
            rule_hint("exhaust.first-still-pure", state.options),
            f"{quote_cards(plan.left)} stays in hand." if plan.left else "Everything can be laid.",
            f"{plan.value} points can be reached.",
        )
    return (
        idea,
        rule_hint("exhaust.final-melds", state.options),
        f"{quote_cards(laid)} can go down." if laid else "No card can go down.",
        f"{plan.value} points can be reached, {plan.value - before} more than now.",
    )


# -- who is credited -----------------------------------------------------------------------------


def _make_hand_winner_setup(rng: Random, options: Options) -> Setup:
    seats = pick_seat_count(rng, options, 2, 4)
    want_tie = rng.random() < 0.6
    standing = [rng.randint(0, 1) for _ in range(seats)]
    for _ in range(TRIES):
        try:
            return _build_hand_winner_setup(rng, options, seats, want_tie, standing)
        except CardOutOfReach:
            continue
    raise Void("No close finish came up.")


def _build_hand_winner_setup(rng: Random, options: Options, seats: int, tie: bool, won: list[int]) -> Setup:
    """Return a finished deal with all hands known, with two equal best scores if `tie`."""
    scene = deal_scene(rng, options, seats)
    state = scene.state
    if state.forced:
        raise CardOutOfReach
    for seat in range(seats):
        if rng.random() < 0.85:
            scene.lay_meld(pick_random_run(rng, rng.choice((3, 4))), seat)
        state.known = [[] for _ in range(seats)]
    for seat in range(seats):
        rng.shuffle(state.hands[seat])
        del state.hands[seat][rng.randint(1, 5) :]
    totals = [compute_score_of_seat(state, seat).total for seat in range(seats)]
    best = max(totals)
    if tie != (totals.count(best) > 1):
        if not tie:
            raise CardOutOfReach
        _make_best_scores_equal(state, rng, totals)
    setup = _build_setup_after_deal(scene, ask="winner")
    setup["position"]["hands"] = [format_cards(hand) for hand in state.hands]
    setup["position"]["match"]["scores"] = won
    return setup


def _make_best_scores_equal(state: VazhushalState, rng: Random, totals: list[int]) -> None:
    """Change one card of the second-best hand so that it scores as much as the best. Raises CardOutOfReach."""
    order = sorted(range(state.seats), key=lambda seat: -totals[seat])
    first, second = order[0], order[1]
    lacking = totals[first] - totals[second]
    hand = state.hands[second]
    for place, card in enumerate(hand):
        wanted = get_value_in_hand(state, card) - lacking
        fitting = [
            other
            for other in state.stock
            if other is not JOKER and other not in state.wilds and get_value_in_hand(state, other) == wanted
        ]
        if fitting:
            hand[place] = rng.choice(fitting)
            return
    raise CardOutOfReach


def _pose_hand_winner_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    scores = [compute_score_of_seat(state, seat) for seat in range(state.seats)]
    winners = _find_credited_seats(state)
    best = max(score.total for score in scores)
    level = [seat for seat, score in enumerate(scores) if score.total == best]
    names = NAMES[: state.seats]
    if len(level) < 2:
        why = f"{names[level[0]]} {'have' if level[0] == 0 else 'has'} the best score, {best}."
    elif not winners:
        why = f"{best} is reached {spell_times(len(level))}, and with equal best scores nobody is credited here."
    elif len(winners) == len(level):
        why = f"{best} is reached {spell_times(len(level))}, and each of them is credited with the hand."
    else:
        why = f"{best} is reached {spell_times(len(level))}, and then the fewest cards in hand win."
    return Puzzle(
        theme="score-it",
        form="tick",
        question="The stock has run out and the last melds are laid. Tick everyone who is credited with this hand; "
        "tick nobody if nobody is.",
        position={},
        key=sorted(f"p{seat}" for seat in winners),
        clauses=("exhaust.winner", "exhaust.score", "match.hands-won"),
        why=f"{why} It counts as one hand won; the points are forgotten.",
        options=tuple(
            AnswerOption(
                f"p{seat}",
                f"{name}: melds {score.melds}, hand {score.hand}, {spell_count(len(state.hands[seat]), 'card')} left",
            )
            for seat, (name, score) in enumerate(zip(names, scores, strict=False))
        ),
        reasons={
            f"p{seat}": f"{score.melds} less {score.hand} makes {score.total}." for seat, score in enumerate(scores)
        },
        clauses_by_option={
            f"p{seat}": "exhaust.winner" if seat in level else "exhaust.score" for seat in range(state.seats)
        },
        hints=(
            "Take the hand from the melds for each player, then compare.",
            rule_hint("exhaust.winner", options),
            f"The best score is {best}.",
            f"It is reached {spell_times(len(level))}.",
        ),
        rating=clamp_rating(850 + 60 * state.seats + (200 if len(level) > 1 else 0)),
    )


def _find_credited_seats(state: VazhushalState) -> tuple[int, ...]:
    """Return the seats that are credited with the hand, found by playing the hand to its end by the rules."""
    now = state.copy()
    before = now.match.scores[:]
    for seat in range(now.seats):
        RULES.apply_move(now, seat, Move("done"))
    return tuple(seat for seat in range(now.seats) if now.match.scores[seat] > before[seat])


_CLAUSES = split_clause_ids("""
exhaust.score exhaust.winner exhaust.final-melds exhaust.no-discard exhaust.first-still-pure match.hands-won
score.ace-face score.pip score.wild-in-meld score.joker-in-hand score.ranked-wild-in-hand layoff.own-only
rearr.free rearr.end-state
""")

THEMES = (
    PuzzleTheme(
        slug="score-it",
        title="Score it",
        sentence="Count a hand when the stock has run out, and make the most of the last melds.",
        clauses=_CLAUSES,
        make=_make_any_setup,
        pose=_pose_any_puzzle,
        judge_by=_judge_last_melds_answer,
    ),
)
