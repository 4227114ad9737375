"""Puzzles for the table phase: can you go out, and how many cards can you place by regrouping?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from games.cards import JOKER, UNKNOWN, Card
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Unproven, Verdict, VoidPuzzle
from games.kit.melds import list_meld_extensions, list_represented_cards
from games.kit.puzzle_tools import clamp_rating, filter_clauses, split_clause_ids
from games.vazhushal import endgame
from games.vazhushal.endgame import MeldPlan, MovesToGoOut, find_best_meld_plan, find_moves_to_go_out
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.puzzles.common import (
    POSING,
    build_setup,
    describe_move,
    describe_moves,
    draw_setup_from_play,
    give_cards,
    judge_moves,
    list_clauses_where,
    list_zones_of_seat_0,
    load_own_turn,
    load_setup,
    pick_meld,
    pick_one,
    pick_partners,
    pick_wild,
    replay,
    rule_hint,
    rules_of,
    shorten_line,
    shown,
)
from games.vazhushal.state import VazhushalState
from games.words import quote_cards, spell_count

NO = AnswerOption("no", "No, I cannot be sure of it")


# -- can you go out ------------------------------------------------------------------------------


def _make_going_out_setup(rng: Random, options: Options) -> Setup:
    wanted, phase = rng.random() < 0.6, rng.choice(("draw", "draw", "table"))
    give = _give_meldable_hand if rng.random() < 0.12 else _give_nearly_meldable_hand

    def build_setup_if_fitting(state: VazhushalState) -> Setup | None:
        shorten_line(state, rng.randint(2, 6))
        give(rng, state, wanted)
        setup = build_setup(state)
        way = find_moves_to_go_out(load_setup(setup, options), 0)
        is_hard = way is None or (isinstance(way, MovesToGoOut) and (len(way.moves) > 2 or rng.random() < 0.15))
        return setup if is_hard and (way is not None) == wanted else None

    return draw_setup_from_play(rng, options, phase, build_setup_if_fitting, lacking="No finish came up.")


def _give_nearly_meldable_hand(rng: Random, state: VazhushalState, wanted: bool) -> None:
    """Leave seat 0 few melds, and a hand in which all cards except one, or nearly all, can be placed."""
    state.melds[0] = state.melds[0][: rng.randint(1, 3)]
    kinds = ["meld", "extension", *(["line"] * 2 if state.phase == "draw" else []), *["spare"] * 3]
    cards = [card for kind in rng.sample(kinds, rng.randint(1, 2)) for card in _pick_meldable_cards(rng, state, kind)]
    if not wanted and rng.random() < 0.5:
        cards.remove(rng.choice(cards))
    spare = 1 if state.phase == "table" or rng.random() < 0.6 else 0
    state.hands[0] = [*cards, *rng.sample(state.hands[0], min(spare, len(state.hands[0])))]


def _give_meldable_hand(rng: Random, state: VazhushalState, wanted: bool) -> None:
    """Give seat 0 no melds, and a hand that can be melded at once, or nearly so."""
    sizes = rng.choice(((3, 3, 3, 4), (4, 5, 4), (3, 4, 3, 3), (5, 3, 5)))
    melds = [pick_meld(rng, size=size, run=number == 0) for number, size in enumerate(sizes)]
    spare = rng.choice(state.hands[0])
    state.melds[0], state.hands[0] = [], [card for meld in melds for card in meld]
    if state.phase == "table":
        state.hands[0].append(spare)
    if not wanted or rng.random() < 0.3:
        give_cards(rng, state, [pick_wild(rng, state) if wanted else spare])


def _pick_meldable_cards(rng: Random, state: VazhushalState, kind: str) -> Sequence[Card]:
    """Return cards that can be melded. Raises VoidPuzzle.

    They make a meld alone, or with a card of the line, or with a card that a meld can spare, or they extend a meld.
    """
    melds = state.melds[0]
    if kind == "meld":
        meld = pick_meld(rng)
        return [*meld[:2], pick_wild(rng, state)] if rng.random() < 0.3 else meld
    if kind == "line":
        return pick_partners(rng, rng.choice(state.line[-2:]))
    if kind == "spare":
        card = pick_one(rng, [card for meld in melds for card in meld if len(meld) > 3 or not card.natural])
        return pick_partners(rng, card) if card.natural else [card.face, *pick_meld(rng)[:2]]
    return [pick_one(rng, [card for meld in melds for card in list_meld_extensions(list_represented_cards(meld))])]


def _build_going_out_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "draw", "table")
    way = find_moves_to_go_out(state, 0)
    if isinstance(way, endgame.UnfinishedSearch):
        raise Unproven("There are too many melds to try.")
    moves = way.moves if way is not None else ()
    why = _explain_how_to_go_out(state, moves)
    question = "You have drawn. Can you go out in this turn?"
    if state.phase == "draw":
        question = "It is your turn to draw. Can you be sure of going out in this turn, whatever lies in the stock?"
    return Puzzle(
        form="play",
        question=f"{question} If so, make the moves.",
        position=shown(state),
        key=[str(move) for move in moves] if moves else NO.id,
        clauses=filter_clauses(_list_going_out_clauses(state, moves), _OUT_CLAUSES),
        why=why,
        options=(NO,),
        reasons={NO.id: "There is a way." if moves else why},
        clauses_by_option={
            NO.id: "out.discard-required" if not moves and _is_only_discard_missing(state) else "out.definition"
        },
        hints=_build_going_out_hints(state, moves),
        rating=_rate_going_out_puzzle(state, moves),
    )


def _explain_how_to_go_out(state: VazhushalState, moves: Sequence[Move]) -> str:
    if moves:
        return describe_moves(state, moves).replace("discard `?`", "discard the card from the stock")
    if _is_only_discard_missing(state):
        return "All your cards fit on the table, but the last one has to be discarded, so one meld too many must wait."
    if state.phase == "draw":
        return "No draw from the line leads out, and with an unlucky card from the stock two cards at least are left."
    return "Whatever you do, two cards at least stay in your hand."


def _is_only_discard_missing(state: VazhushalState) -> bool:
    """Return whether seat 0 could meld its whole hand, but would then have no card left for the required discard."""
    if state.phase != "table" or not state.options.out_discard:
        return False
    free = state.copy()
    free.hands[0].append(UNKNOWN)
    return len(find_best_meld_plan(free, 0).left) == 1


def _list_going_out_clauses(state: VazhushalState, moves: Sequence[Move]) -> list[str]:
    verbs = {move.verb for move in moves}
    wiped = (moves[0].number or 0) if "wipe" in verbs else 0
    return list_clauses_where(
        (True, "out.definition"),
        (not moves and _is_only_discard_missing(state), "out.discard-required turn.keep-a-discard"),
        (not state.melds[0], "first.more-same-turn"),
        ("wipe" in verbs, "wipe.deepest-card-must-meld"),
        (wiped > 1, "wipe.rest-to-hand"),
        ({"wipe", "rearrange"} <= verbs, "wipe.merge-after"),
        ("layoff" in verbs, "layoff.own-only"),
        ("rearrange" in verbs, "rearr.free rearr.end-state"),
        ("stock" in verbs, "draw.stock"),
    )


def _build_going_out_hints(state: VazhushalState, moves: Sequence[Move]) -> tuple[str, ...]:
    but = "but one" if state.options.out_discard else "but for one that you may discard"
    idea = f"Going out takes a place on the table for every card {but}. Start with the card that is hardest to place."
    if not moves:
        rule = "out.discard-required" if _is_only_discard_missing(state) else "out.definition"
        cards, last = "Try each card of your hand in turn as the one to discard.", "Something is always left over."
    else:
        rule = "rearr.free" if any(move.verb == "rearrange" for move in moves) else "out.definition"
        spare = "the card from the stock" if moves[-1].cards == (UNKNOWN,) else quote_cards(moves[-1].cards)
        is_discard = moves[-1].verb == "discard"
        cards = f"The card to discard in the end is {spare}." if is_discard else "No card is left to discard."
        last = f"Begin like this: {describe_move(state, moves[0])}."
    return idea, rule_hint(rule, state.options), cards, last


def _rate_going_out_puzzle(state: VazhushalState, moves: Sequence[Move]) -> int:
    if not moves:
        return clamp_rating(1400 + 30 * len(state.hands[0]))
    hard = {"rearrange": 260, "wipe": 120, "layoff": 60, "meld": 60, "take": 150}
    return clamp_rating(1100 + sum(hard.get(move.verb, 0) for move in moves) + 40 * len(state.hands[0]))


def _judge_going_out_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    def explain_cards_left(after: VazhushalState, moves: Sequence[Move]) -> str:
        hand = after.hands[0]
        if after.match.results or (after.phase == "table" and after.turn == 0 and len(hand) == 1):
            return ""
        return f"You still hold {spell_count(len(hand), 'card')}: {quote_cards(hand)}."

    return judge_moves(puzzle, load_setup(setup, options), answer, explain_cards_left)


_OUT_CLAUSES = split_clause_ids("""
out.definition out.discard-required turn.keep-a-discard first.more-same-turn draw.stock wipe.deepest-card-must-meld
wipe.rest-to-hand wipe.merge-after layoff.own-only rearr.free rearr.end-state
""")


# -- regroup the table ---------------------------------------------------------------------------


def _make_regrouping_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def build_setup_if_fitting(state: VazhushalState) -> Setup | None:
        state.melds[0] = state.melds[0][: rng.randint(2, 3)]
        kinds = rng.choice((("spare",), ("spare", "extension"), ("spare", "spare")))
        if not house.rearrange:
            kinds = ("meld", "extension")
        cards = [card for kind in kinds for card in _pick_meldable_cards(rng, state, kind)]
        state.hands[0] = [*cards, *rng.sample(state.hands[0], min(rng.randint(1, 3), len(state.hands[0])))]
        setup = build_setup(state)
        state = load_setup(setup, options)
        plan = find_best_meld_plan(state, 0)
        worse = _count_melded_without_regrouping(state) if house.rearrange and plan.moves else 0
        return setup if plan.proven and plan.value > worse else None

    lacking = "No regrouping worth the while came up."
    return draw_setup_from_play(rng, options, "table", build_setup_if_fitting, lacking=lacking)


def _count_melded_without_regrouping(state: VazhushalState) -> int:
    """Return how many cards can be placed without regrouping; lay-offs are allowed."""
    stiff = state.copy()
    stiff.options = state.options.copy_with_values(rearrange=False)  # type: ignore[assignment]
    return find_best_meld_plan(stiff, 0).value


def _build_regrouping_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "table")
    if not state.melds[0]:
        raise VoidPuzzle("There is nothing to regroup.")
    plan = find_best_meld_plan(state, 0)
    if not plan.proven:
        raise Unproven("There are too many melds to try.")
    if not plan.moves:
        raise VoidPuzzle("No card of the hand finds a place.")
    house = state.options
    how = {
        (True, True): "Regroup your melds as you like",
        (True, False): "Melds grow only where a rearrangement makes a new one",
        (False, True): "Melds are not taken apart here, but cards may be added",
        (False, False): "Your melds stay as they lie here",
    }[house.rearrange, house.layoff_own]
    keep = "; one card must stay for the discard" if house.out_discard else ""
    return Puzzle(
        form="play",
        question=f"Find a place on the table for as many cards of your hand as you can. {how}{keep}.",
        position=shown(state),
        key=[str(move) for move in plan.moves],
        clauses=filter_clauses(_list_regrouping_clauses(state, plan), _REGROUP_CLAUSES),
        why=f"{describe_moves(state, plan.moves)} That places {spell_count(plan.value, 'card')}, and no more can "
        "be placed.",
        hints=_build_regrouping_hints(state, plan),
        rating=clamp_rating(
            1150
            + 60 * len(list_meld_cards(state.melds[0])) // 3
            + 50 * plan.value
            + (250 if any(move.verb == "rearrange" for move in plan.moves) else 0)
            + 100 * sum(card in state.wilds for card in [*list_meld_cards(state.melds[0]), *state.hands[0]])
        ),
        zones=list_zones_of_seat_0(state),
    )


def _list_regrouping_clauses(state: VazhushalState, plan: MeldPlan) -> list[str]:
    verbs = {move.verb for move in plan.moves}
    before, after = (
        {card for meld in melds for card in meld if not card.natural} for melds in (state.melds[0], plan.melds)
    )
    return list_clauses_where(
        (True, "meld.pure-always"),
        ("rearrange" in verbs, "rearr.free rearr.end-state meld.stays-on-table"),
        ("rearrange" in verbs and before - after, "rearr.wild-moves"),
        ("layoff" in verbs, "layoff.own-only"),
        (len(plan.left) == 1 and state.options.out_discard, "turn.keep-a-discard"),
    )


def _build_regrouping_hints(state: VazhushalState, plan: MeldPlan) -> tuple[str, ...]:
    laid = [card for card in state.hands[0] if card not in plan.left]
    wild = any(card.base in state.wilds for meld in state.melds[0] for card in meld)
    free = [card for card in list_meld_cards(state.melds[0]) if card is JOKER]
    rearranged, added = (any(move.verb == verb for move in plan.moves) for verb in ("rearrange", "layoff"))
    idea = (
        "Which cards of your hand go together, and which to a meld that lies here?"
        if not state.options.rearrange
        else "Which wild card could be set free by a real card of your hand?"
        if wild and free
        else "Which meld has a card more than it needs, and what could that card make elsewhere?"
    )
    new = next((meld for meld in plan.melds if meld not in state.melds[0]), plan.melds[0])
    return (
        idea,
        rule_hint("rearr.end-state" if rearranged else "layoff.own-only" if added else "meld.kinds", state.options),
        f"{quote_cards(laid)} can be placed."
        if laid
        else f"{spell_count(plan.value, 'card').capitalize()} can be placed.",
        f"One of the groups is {quote_cards(new)}.",
    )


def _judge_regrouping_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    state = load_setup(setup, options)

    def count_placed_cards(after: VazhushalState) -> int:
        return len(list_meld_cards(after.melds[0])) - len(list_meld_cards(state.melds[0]))

    best = count_placed_cards(replay(state, POSING.parse_moves(puzzle.key))[0])

    def explain_too_few_placed(after: VazhushalState, moves: Sequence[Move]) -> str:
        placed = count_placed_cards(after)
        return "" if placed >= best else f"That places {spell_count(placed, 'card')}, and more can be placed."

    return judge_moves(puzzle, state, answer, explain_too_few_placed)


_REGROUP_CLAUSES = split_clause_ids("""
meld.pure-always meld.stays-on-table rearr.free rearr.end-state rearr.wild-moves layoff.own-only turn.keep-a-discard
""")

THEMES = (
    PuzzleTheme(
        slug="go-out",
        title="Can you go out this turn?",
        sentence="Find a way to lay every card but one, or see that there is none.",
        clauses=_OUT_CLAUSES,
        make=_make_going_out_setup,
        pose=_build_going_out_puzzle,
        judge_by=_judge_going_out_answer,
    ),
    PuzzleTheme(
        slug="regroup",
        title="Regroup the table",
        sentence="Take your melds apart and put them together anew, so that fewest cards stay in hand.",
        clauses=_REGROUP_CLAUSES,
        make=_make_regrouping_setup,
        pose=_build_regrouping_puzzle,
        judge_by=_judge_regrouping_answer,
    ),
)
