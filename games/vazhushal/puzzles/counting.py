"""Puzzles about the end of the stock: scoring, the best last melds, and the seats credited with the hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.cards import JOKER, format_cards, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Unproven, Verdict, Void, compare_with_key
from games.kit.melds import Meld
from games.kit.posing import clamp_rating, draw_until_found, filter_clauses, split_clause_ids
from games.vazhushal.endgame import MeldPlan, find_final_plan
from games.vazhushal.melding import list_meld_cards
from games.vazhushal.puzzles.common import (
    TRIES,
    describe_moves,
    judge_moves,
    list_own_zones,
    load_setup,
    rule_hint,
    rules_of,
    shown,
)
from games.vazhushal.puzzles.scenes import (
    OutOfReach,
    Scene,
    deal_scene,
    list_ranked_wilds,
    pick_seat_count,
    random_run,
    random_set,
    replace_by_wild,
)
from games.vazhushal.rules import RULES
from games.vazhushal.scoring import hand_value, score_seat
from games.vazhushal.state import VazhushalState
from games.vazhushal.workings import explain_total
from games.words import quote_cards, spell_count, spell_times

NAMES = ("You", "The player on your left", "The next player", "The player after that")


def _make(rng: Random, options: Options) -> Setup:
    house = rules_of(options)
    roll = rng.random()
    if roll < 0.45:
        return _make_count(rng, options)
    if roll < 0.8 and house.final_melds != "none":
        return _make_best(rng, options)
    return _make_winner(rng, options)


def _pose(setup: Setup, options: Options) -> Puzzle:
    return {"count": _pose_count, "best": _pose_best, "winner": _pose_winner}[setup["ask"]](setup, options)


def _judge(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    if setup["ask"] != "best":
        return compare_with_key(puzzle, answer)
    state = load_setup(setup, options)
    best = find_final_plan(state, 0).value

    def short_of(after: VazhushalState, moves: Sequence[Move]) -> str:
        score = score_seat(after, 0).total
        return "" if score >= best else f"That scores {score}, and more can be reached."

    return judge_moves(puzzle, state, answer, short_of)


# -- scenes --------------------------------------------------------------------------------------


def _make_late_table(rng: Random, options: Options, opened: bool) -> Scene:
    """Return a table whose stock has run out; if `opened`, seat 0 has melds."""
    scene = deal_scene(rng, options, pick_seat_count(rng, options))
    state = scene.state
    if state.forced:
        raise OutOfReach
    for meld in _pick_melds(scene) if opened else ():
        scene.lay_meld(meld)
    scene.set_line([rng.choice([card for card in scene.list_unseen_cards() if card not in state.wilds])])
    return scene


def _pick_melds(scene: Scene) -> list[Meld]:
    """Return a pure sequence and up to two more melds, often with a wild card."""
    state, rng = scene.state, scene.rng
    melds = [random_run(rng, rng.choice((3, 3, 4)))]
    for _ in range(rng.choice((0, 1, 1, 2))):
        meld = random_set(rng, 3) if rng.random() < 0.4 else random_run(rng, 3)
        wild = rng.choice(sort_cards(state.wilds))
        if rng.random() < 0.5 and wild not in meld:
            meld = replace_by_wild(rng, meld, wild)
        melds.append(meld)
    return melds


def _build_ended_setup(scene: Scene, **more: object) -> Setup:
    setup = scene.build_setup(**more)
    setup["position"] |= {"phase": "final", "stock": "", "turn": 0, "drawn": "", "starter": False}
    return setup


# -- counting ------------------------------------------------------------------------------------


def _make_count(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        scene = _make_late_table(rng, options, opened=rng.random() < 0.9)
        wilds = [JOKER, *list_ranked_wilds(scene.state)]
        scene.give_cards(rng.sample(wilds, rng.choice((0, 1, 1, min(2, len(wilds))))))
        scene.set_hand_size(rng.randint(2, 5))
        setup = _build_ended_setup(scene, ask="count")
        load_setup(setup, options)
        return setup

    return draw_until_found(draw, TRIES, "No count came up.")


def _pose_count(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    score = score_seat(state, 0)
    hand = state.hands[0]
    return Puzzle(
        theme="score-it",
        form="number",
        question="The stock has run out, and nobody lays another card. What is your score?",
        position=shown(state),
        key=score.total,
        clauses=filter_clauses(_list_count_clauses(state), _CLAUSES),
        why=f"The melds are worth {score.melds}, and the hand costs {score.hand}.",
        working=str(explain_total(state, 0)),
        hints=(
            "What lies in your melds counts for you, what stays in your hand against you.",
            rule_hint("exhaust.score", options),
            _build_wild_hint(state),
            f"The melds are worth {score.melds}; {quote_cards(hand)} {'costs' if len(hand) == 1 else 'cost'} "
            f"{score.hand}.",
        ),
        rating=clamp_rating(
            750
            + 20 * (len(hand) + len(list_meld_cards(state.melds[0])))
            + 90 * sum(card.base in state.wilds for meld in state.melds[0] for card in meld)
            + 70 * sum(card in state.wilds for card in hand)
        ),
        zones=list_own_zones(state),
    )


def _build_wild_hint(state: VazhushalState) -> str:
    melded = [card for meld in state.melds[0] for card in meld if card.base in state.wilds and not card.natural]
    held = [card for card in state.hands[0] if card in state.wilds]
    if melded:
        return f"In a meld {quote_cards(melded[:1])} is worth the {melded[0].face.name}."
    if held:
        return f"In hand {quote_cards(held[:1])} costs {hand_value(state, held[0])}."
    return "Aces and court cards are worth 10, the others their pips."


def _list_count_clauses(state: VazhushalState) -> list[str]:
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


def _make_best(rng: Random, options: Options) -> Setup:

    def draw() -> Setup | None:
        opened = rng.random() < 0.85
        scene = _make_late_table(rng, options, opened)
        _hold_related_cards(scene)
        scene.set_hand_size(rng.randint(4, 6) if opened else rng.randint(6, 9))
        setup = _build_ended_setup(scene, ask="best")
        state = load_setup(setup, options)
        best = find_final_plan(state, 0)
        if best.proven and best.moves and best.left and (len(best.moves) > 1 or _score_plain_play(state) < best.value):
            return setup
        return None

    return draw_until_found(draw, TRIES, "No choice of last melds came up.")


def _hold_related_cards(scene: Scene) -> None:
    """Give seat 0 cards that go together or with its melds, and a wild card to decide on."""
    state, rng = scene.state, scene.rng
    scene.give_cards([rng.choice(sort_cards(state.wilds))])
    if not state.melds[0]:
        scene.give_cards(random_run(rng, 3))
        return
    near = []
    for meld in state.melds[0]:
        if meld[0].face.suit == meld[1].face.suit:
            near += [card for card in random_run(rng, 4, meld[0].face.suit) if card not in meld]
        else:
            near += random_set(rng, 4, meld[0].face.rank)
    rng.shuffle(near)
    scene.give_cards(near[: rng.randint(1, 2)])
    scene.give_cards((random_run(rng, 3) if rng.random() < 0.5 else random_set(rng, 3))[: rng.choice((2, 3))])


def _score_plain_play(state: VazhushalState) -> int:
    """Return the score of a player who always lays what is listed first and never rearranges."""
    now = state.copy()
    while True:
        moves = [move for move in RULES.list_moves(now, 0) if move.verb not in ("rearrange", "done")]
        if not moves:
            return score_seat(now, 0).total
        RULES.apply(now, 0, moves[0])


def _pose_best(setup: Setup, options: Options) -> Puzzle:
    house = rules_of(options)
    if house.final_melds == "none":
        raise Void("By these house rules the cards are counted as they lie.")
    state = load_setup(setup, options)
    plan = find_final_plan(state, 0)
    if not plan.proven:
        raise Unproven("There are too many melds to try.")
    before = score_seat(state, 0).total
    line = [str(move) for move in plan.moves]
    stay = Option("stay", "Lay nothing more")
    return Puzzle(
        theme="score-it",
        form="play",
        question="The stock has run out. Lay what you can, so that your score is the best that can be.",
        position=shown(state),
        key=line if line else stay.id,
        clauses=filter_clauses(_list_best_clauses(state, plan), _CLAUSES),
        why=f"{describe_moves(state, plan.moves) if line else 'Nothing is to be gained.'} That scores {plan.value}"
        + (f" instead of {before}." if plan.value > before else "."),
        options=(stay,),
        reasons={stay.id: f"As it lies you score {before}."},
        clauses_by_option={stay.id: "exhaust.final-melds"},
        hints=_build_best_hints(state, plan, before),
        rating=clamp_rating(
            1250
            + 70 * len(line)
            + 100 * sum(card in state.wilds for card in state.hands[0])
            + (200 if any(move.verb == "rearrange" for move in plan.moves) else 0)
        ),
        zones=list_own_zones(state),
    )


def _list_best_clauses(state: VazhushalState, plan: MeldPlan) -> list[str]:
    ids = ["exhaust.final-melds", "exhaust.no-discard", "exhaust.score"]
    if not state.melds[0]:
        ids.append("exhaust.first-still-pure")
    verbs = {move.verb for move in plan.moves}
    ids += ["layoff.own-only"] if "layoff" in verbs else []
    ids += ["rearr.free", "rearr.end-state"] if "rearrange" in verbs else []
    if any(not card.natural for meld in plan.melds for card in meld):
        ids.append("score.wild-in-meld")
    return ids


def _build_best_hints(state: VazhushalState, plan: MeldPlan, before: int) -> tuple[str, ...]:
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


def _make_winner(rng: Random, options: Options) -> Setup:
    seats = pick_seat_count(rng, options, 2, 4)
    want_tie = rng.random() < 0.6
    standing = [rng.randint(0, 1) for _ in range(seats)]
    for _ in range(TRIES):
        try:
            return _build_winner_setup(rng, options, seats, want_tie, standing)
        except OutOfReach:
            continue
    raise Void("No close finish came up.")


def _build_winner_setup(rng: Random, options: Options, seats: int, tie: bool, won: list[int]) -> Setup:
    """Return a finished deal with all hands known, with two equal best scores if `tie`."""
    scene = deal_scene(rng, options, seats)
    state = scene.state
    if state.forced:
        raise OutOfReach
    for seat in range(seats):
        if rng.random() < 0.85:
            scene.lay_meld(random_run(rng, rng.choice((3, 4))), seat)
        state.known = [[] for _ in range(seats)]
    for seat in range(seats):
        rng.shuffle(state.hands[seat])
        del state.hands[seat][rng.randint(1, 5) :]
    totals = [score_seat(state, seat).total for seat in range(seats)]
    best = max(totals)
    if tie != (totals.count(best) > 1):
        if not tie:
            raise OutOfReach
        _level_scores(state, rng, totals)
    setup = _build_ended_setup(scene, ask="winner")
    setup["position"]["hands"] = [format_cards(hand) for hand in state.hands]
    setup["position"]["match"]["scores"] = won
    return setup


def _level_scores(state: VazhushalState, rng: Random, totals: list[int]) -> None:
    """Change one card of the second-best hand so that it scores as much as the best. Raises OutOfReach."""
    order = sorted(range(state.seats), key=lambda seat: -totals[seat])
    first, second = order[0], order[1]
    lacking = totals[first] - totals[second]
    hand = state.hands[second]
    for place, card in enumerate(hand):
        wanted = hand_value(state, card) - lacking
        fitting = [
            other
            for other in state.stock
            if other is not JOKER and other not in state.wilds and hand_value(state, other) == wanted
        ]
        if fitting:
            hand[place] = rng.choice(fitting)
            return
    raise OutOfReach


def _pose_winner(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    scores = [score_seat(state, seat) for seat in range(state.seats)]
    winners = _find_credited(state)
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
            Option(
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


def _find_credited(state: VazhushalState) -> tuple[int, ...]:
    """Return the seats that are credited with the hand when all have finished, as the rules play it out."""
    now = state.copy()
    before = now.match.scores[:]
    for seat in range(now.seats):
        RULES.apply(now, seat, Move("done"))
    return tuple(seat for seat in range(now.seats) if now.match.scores[seat] > before[seat])


_CLAUSES = split_clause_ids("""
exhaust.score exhaust.winner exhaust.final-melds exhaust.no-discard exhaust.first-still-pure match.hands-won
score.ace-face score.pip score.wild-in-meld score.joker-in-hand score.ranked-wild-in-hand layoff.own-only
rearr.free rearr.end-state
""")

THEMES = (
    Theme(
        slug="score-it",
        title="Score it",
        sentence="Count a hand when the stock has run out, and make the most of the last melds.",
        clauses=_CLAUSES,
        make=_make,
        pose=_pose,
        judge_by=_judge,
    ),
)
