"""Puzzles for the table phase: can you go out, and how many cards can you place by regrouping?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from games.cards import JOKER, UNKNOWN, get_card, sort_cards
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Unproven, Verdict, Void
from games.kit.melds import Meld
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup, filter_clauses, split_clause_ids
from games.vazhushal import endgame
from games.vazhushal.endgame import MeldPlan, MovesToGoOut, find_best_meld_plan, find_moves_to_go_out
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.puzzles.common import (
    POSING,
    TRIES,
    describe_move,
    describe_moves,
    judge_moves,
    list_zones_of_seat_0,
    load_setup,
    replay,
    rule_hint,
    rules_of,
    shown,
)
from games.vazhushal.puzzles.prepared_positions import (
    CardOutOfReach,
    Scene,
    pick_random_run,
    pick_random_set,
    pick_seat_count,
    pick_two_of_rank,
    play_turns_to_scene,
)
from games.vazhushal.state import HAND, VazhushalState
from games.words import quote_cards, spell_count

NO = AnswerOption("no", "No, I cannot be sure of it")

Role = Callable[[Scene], None]
"""A function that lays a meld, or gives seat 0 cards, so that some cards of the hand can be placed."""


# -- scenes --------------------------------------------------------------------------------------


def _make_scene_in_midgame(rng: Random, options: Options) -> Scene:
    """Return a table in the middle of play, where a pure sequence is all that seat 0 has melded."""
    seats = pick_seat_count(rng, options)
    early = rules_of(options).get_pack_count(seats) == 1
    scene = play_turns_to_scene(rng, options, seats, rng.randint(2, 6) if early else rng.randint(6, 16))
    scene.clear_table()
    low = rng.randint(1, 11)
    scene.lay_meld(tuple(get_card(rank, suit) for suit in [rng.choice("CDHS")] for rank in range(low, low + 3)))
    return scene


def _give_fitting_card(scene: Scene) -> None:
    """Give seat 0 a card that fits a meld."""
    meld = scene.rng.choice(scene.state.melds[0])
    ranks = [card.face.rank for card in meld]
    if meld[0].face.suit == meld[1].face.suit:
        ends = [rank for rank in (meld[0].face.rank - 1, (ranks[-1] if ranks[-1] > 1 else 14) + 1) if 1 <= rank <= 14]
        scene.give_cards([get_card(scene.rng.choice(ends), meld[0].face.suit)])
    elif len(meld) == 3:
        scene.give_cards(get_card(ranks[0], suit) for suit in "CDHS" if suit not in {card.face.suit for card in meld})


def _lay_run_with_spare_end(scene: Scene) -> None:
    """Lay a run of four or five whose end makes a set with two hand cards."""
    run = pick_random_run(scene.rng, scene.rng.choice((4, 4, 5)))
    scene.lay_meld(run)
    end = scene.rng.choice((run[0], run[-1]))
    scene.give_cards(pick_two_of_rank(scene.rng, end))


def _lay_set_with_spare_card(scene: Scene) -> None:
    """Lay a set of four that can spare a card for a run."""
    group = pick_random_set(scene.rng, 4)
    scene.lay_meld(group)
    card = scene.rng.choice(group)
    steps = [(-2, -1), (-1, 1), (1, 2)]
    fitting = [pair for pair in steps if all(1 <= card.rank + step <= 14 for step in pair)]
    scene.give_cards(get_card(card.rank + step, card.suit) for step in scene.rng.choice(fitting))


def _lay_run_with_wild_card(scene: Scene) -> None:
    """Lay a run with a wild card, and give seat 0 the real card and a pair that could use the wild card."""
    run, wild = pick_random_run(scene.rng, 3), scene.pick_wild_card()
    if wild in run:
        raise CardOutOfReach
    place = scene.rng.randrange(3)
    scene.lay_meld((*run[:place], wild.substitute_for(run[place]), *run[place + 1 :]))
    pair = pick_random_set(scene.rng, 2) if scene.rng.random() < 0.5 else pick_random_run(scene.rng, 3)[:2]
    scene.give_cards([run[place], *pair])


def _lay_run_of_five(scene: Scene) -> None:
    """Lay a run of five, and give seat 0 a second copy of its middle card."""
    run = pick_random_run(scene.rng, 5)
    scene.lay_meld(run)
    scene.give_cards([run[2]])


def _give_meld(scene: Scene) -> None:
    """Give seat 0 a meld, sometimes with a wild card in it."""
    meld: Meld = pick_random_set(scene.rng, 3) if scene.rng.random() < 0.4 else pick_random_run(scene.rng, 3)
    scene.give_cards([*meld[:2], scene.pick_wild_card()] if scene.rng.random() < 0.3 else meld)


def _give_line_partners(scene: Scene) -> None:
    """Give seat 0 two partners for one of the two newest cards of the line."""
    if scene.state.phase != "draw" or len(scene.state.line) < 2:
        raise CardOutOfReach
    depth = scene.rng.choice((1, 1, 2))
    meld = pick_random_set(scene.rng, 3) if scene.rng.random() < 0.4 else pick_random_run(scene.rng, 3)
    place = scene.rng.randrange(3)
    scene.put_card_in_line(depth, meld[place])
    scene.give_cards([*meld[:place], *meld[place + 1 :]])


REGROUPINGS: tuple[Role, ...] = (
    _lay_run_with_spare_end,
    _lay_set_with_spare_card,
    _lay_run_with_wild_card,
    _lay_run_of_five,
)


# -- can you go out ------------------------------------------------------------------------------


def _make_going_out_setup(rng: Random, options: Options) -> Setup:
    wanted = rng.random() < 0.6

    def draw_setup() -> Setup | None:
        setup = _build_going_out_setup(rng, options, wanted)
        state = load_setup(setup, options)
        way = find_moves_to_go_out(state, 0)
        if isinstance(way, endgame.SearchOutOfSteps):
            return None
        if isinstance(way, MovesToGoOut) == wanted and (way is None or len(way.moves) > 2 or rng.random() < 0.15):
            return setup
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No finish came up.")


def _build_going_out_setup(rng: Random, options: Options, wanted: bool) -> Setup:
    """Return a setup with a hand in which all cards except one, or nearly all, can be placed."""
    if rng.random() < 0.12:
        return _build_whole_hand_setup(rng, options, wanted)
    scene = _make_scene_in_midgame(rng, options)
    state = scene.state
    scene.shorten_line(rng.randint(2, 6))
    if rng.random() < 0.4:
        scene.draw_from_stock()
    house = rules_of(options)
    roles: list[Role] = [_give_meld, _give_line_partners, _give_line_partners, _give_fitting_card]
    if house.rearrange and house.layoff_own:
        roles += REGROUPINGS
    elif not house.layoff_own:
        roles.remove(_give_fitting_card)
    for role in rng.sample(roles, rng.choice((1, 2, 2))):
        role(scene)
    if house.layoff_own and rng.random() < 0.4:
        _give_fitting_card(scene)
    kept = scene.kept.total()
    extra = 1 if state.phase == "table" or rng.random() < 0.6 else 0
    if not wanted and state.phase == "table" and rng.random() < 0.4:
        extra = 0
    elif not wanted and rng.random() < 0.5 and kept > 2:
        scene.kept[rng.choice(sort_cards(scene.kept.elements()))] -= 1
    scene.set_hand_size(max(1, kept + extra))
    return scene.build_setup()


def _build_whole_hand_setup(rng: Random, options: Options, wanted: bool) -> Setup:
    """Return a setup in which seat 0 has no melds yet, and can meld all or nearly all cards of its hand at once."""
    scene = play_turns_to_scene(rng, options, pick_seat_count(rng, options), rng.randint(3, 8), closed=True)
    state = scene.state
    scene.draw_from_stock()
    if len(state.hands[0]) != HAND + 1 or state.melds[0]:
        raise CardOutOfReach
    sizes = rng.choice([(3, 3, 3, 4), (4, 5, 4), (3, 4, 3, 3), (5, 3, 5)])
    for number, size in enumerate(sizes):
        meld = pick_random_set(rng, size) if number and size < 5 and rng.random() < 0.5 else pick_random_run(rng, size)
        scene.give_cards(meld if number == 0 or rng.random() < 0.7 else (*meld[:-1], scene.pick_wild_card()))
    if not wanted:
        scene.kept[rng.choice(sort_cards(scene.kept.elements()))] -= 1
        scene.give_cards([rng.choice([card for card in scene.list_unseen_cards() if card not in state.wilds])])
    return scene.build_setup()


def _pose_going_out_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    if state.phase not in ("draw", "table"):
        raise Void("It is not your turn.")
    way = find_moves_to_go_out(state, 0)
    if isinstance(way, endgame.SearchOutOfSteps):
        raise Unproven("There are too many melds to try.")
    moves = way.moves if way is not None else ()
    drawing = state.phase == "draw"
    question = (
        "It is your turn to draw. Can you be sure of going out in this turn, whatever lies in the stock?"
        if drawing
        else "You have drawn. Can you go out in this turn?"
    )
    return Puzzle(
        theme="go-out",
        form="play",
        question=f"{question} If so, make the moves.",
        position=shown(state),
        key=[str(move) for move in moves] if moves else NO.id,
        clauses=filter_clauses(_list_going_out_clauses(state, moves), _OUT_CLAUSES),
        why=_explain_how_to_go_out(state, moves),
        options=(NO,),
        reasons={NO.id: "There is a way." if moves else _explain_how_to_go_out(state, moves)},
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
    ids = ["out.definition"]
    verbs = {move.verb for move in moves}
    if not moves and _is_only_discard_missing(state):
        ids += ["out.discard-required", "turn.keep-a-discard"]
    if not state.melds[0]:
        ids.append("first.more-same-turn")
    if "wipe" in verbs:
        ids += ["wipe.deepest-card-must-meld", *(["wipe.rest-to-hand"] if (moves[0].number or 0) > 1 else [])]
        ids += ["wipe.merge-after"] if "rearrange" in verbs else []
    if "layoff" in verbs:
        ids.append("layoff.own-only")
    if "rearrange" in verbs:
        ids += ["rearr.free", "rearr.end-state"]
    if "stock" in verbs:
        ids.append("draw.stock")
    return ids


def _build_going_out_hints(state: VazhushalState, moves: Sequence[Move]) -> tuple[str, ...]:
    but = "but one" if state.options.out_discard else "but for one that you may discard"
    idea = f"Going out takes a place on the table for every card {but}. Start with the card that is hardest to place."
    if not moves:
        return (
            idea,
            rule_hint("out.discard-required" if _is_only_discard_missing(state) else "out.definition", state.options),
            "Try each card of your hand in turn as the one to discard.",
            "Something is always left over.",
        )
    last = moves[-1]
    spare = "the card from the stock" if last.cards == (UNKNOWN,) else quote_cards(last.cards)
    return (
        idea,
        rule_hint("rearr.free" if any(move.verb == "rearrange" for move in moves) else "out.definition", state.options),
        f"The card to discard in the end is {spare}." if last.verb == "discard" else "No card is left to discard.",
        f"Begin like this: {describe_move(state, moves[0])}.",
    )


def _rate_going_out_puzzle(state: VazhushalState, moves: Sequence[Move]) -> int:
    if not moves:
        return clamp_rating(1400 + 30 * len(state.hands[0]))
    hard = {"rearrange": 260, "wipe": 120, "layoff": 60, "meld": 60, "take": 150}
    return clamp_rating(1100 + sum(hard.get(move.verb, 0) for move in moves) + 40 * len(state.hands[0]))


def _judge_going_out_answer(puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
    def explain_cards_left(after: VazhushalState, moves: Sequence[Move]) -> str:
        if after.match.results:
            return ""
        hand = after.hands[0]
        if after.phase == "table" and after.turn == 0 and len(hand) == 1:
            return ""
        return f"You still hold {spell_count(len(after.hands[0]), 'card')}: {quote_cards(after.hands[0])}."

    return judge_moves(puzzle, load_setup(setup, options), answer, explain_cards_left)


_OUT_CLAUSES = split_clause_ids("""
out.definition out.discard-required turn.keep-a-discard first.more-same-turn draw.stock wipe.deepest-card-must-meld
wipe.rest-to-hand wipe.merge-after layoff.own-only rearr.free rearr.end-state
""")


# -- regroup the table ---------------------------------------------------------------------------


def _make_regrouping_setup(rng: Random, options: Options) -> Setup:
    house = rules_of(options)

    def draw_setup() -> Setup | None:
        scene = _make_scene_in_midgame(rng, options)
        state = scene.state
        scene.draw_from_stock()
        roles = list(REGROUPINGS) if house.rearrange else [_give_meld, _give_fitting_card]
        for role in rng.sample(roles, rng.choice((1, 1, 2)) if house.rearrange else 2):
            role(scene)
        if rng.random() < 0.4:
            _give_fitting_card(scene)
        scene.set_hand_size(scene.kept.total() + rng.randint(1, 3))
        setup = scene.build_setup()
        state = load_setup(setup, options)
        plan = find_best_meld_plan(state, 0)
        if plan.proven and plan.moves and (not house.rearrange or plan.value > _count_melded_without_regrouping(state)):
            return setup
        return None

    return draw_fitting_setup(draw_setup, TRIES, "No regrouping worth the while came up.")


def _count_melded_without_regrouping(state: VazhushalState) -> int:
    """Return how many cards can be placed without regrouping; lay-offs are allowed."""
    stiff = state.copy()
    stiff.options = state.options.copy_with_values(rearrange=False)  # type: ignore[assignment]
    return find_best_meld_plan(stiff, 0).value


def _pose_regrouping_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    if state.phase != "table" or not state.melds[0]:
        raise Void("There is nothing to regroup.")
    plan = find_best_meld_plan(state, 0)
    if not plan.proven:
        raise Unproven("There are too many melds to try.")
    if not plan.moves:
        raise Void("No card of the hand finds a place.")
    house = state.options
    how = {
        (True, True): "Regroup your melds as you like",
        (True, False): "Melds grow only where a rearrangement makes a new one",
        (False, True): "Melds are not taken apart here, but cards may be added",
        (False, False): "Your melds stay as they lie here",
    }[house.rearrange, house.layoff_own]
    keep = "; one card must stay for the discard" if house.out_discard else ""
    return Puzzle(
        theme="regroup",
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
    ids = ["meld.pure-always"]
    if any(move.verb == "rearrange" for move in plan.moves):
        ids += ["rearr.free", "rearr.end-state", "meld.stays-on-table"]
        before = {card for meld in state.melds[0] for card in meld if not card.natural}
        after = {card for meld in plan.melds for card in meld if not card.natural}
        if before - after:
            ids.append("rearr.wild-moves")
    if any(move.verb == "layoff" for move in plan.moves):
        ids.append("layoff.own-only")
    if len(plan.left) == 1 and state.options.out_discard:
        ids.append("turn.keep-a-discard")
    return ids


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
        pose=_pose_going_out_puzzle,
        judge_by=_judge_going_out_answer,
    ),
    PuzzleTheme(
        slug="regroup",
        title="Regroup the table",
        sentence="Take your melds apart and put them together anew, so that fewest cards stay in hand.",
        clauses=_REGROUP_CLAUSES,
        make=_make_regrouping_setup,
        pose=_pose_regrouping_puzzle,
        judge_by=_judge_regrouping_answer,
    ),
)
