"""Puzzles about melding a hand: can you go out, and how many cards can you meld by regrouping your melds?"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.cards import JOKER, UNKNOWN, Card
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle, build_play_parts
from games.kit.melds import list_meld_extensions, list_represented_cards
from games.kit.puzzle_tools import clamp_rating, filter_clauses, split_clause_ids
from games.vazhushal.endgame import MovesToGoOut, UnfinishedSearch, find_best_meld_plan, find_moves_to_go_out
from games.vazhushal.meld_checks import list_meld_cards
from games.vazhushal.puzzles.common import (
    POSING,
    Draft,
    build_judge,
    build_setup,
    describe_move,
    describe_moves,
    draw_setup_from_play,
    list_clauses_where,
    list_zones_of_seat_0,
    load_own_turn,
    load_setup,
)
from games.vazhushal.state import VazhushalState
from games.words import quote_cards, spell_count

# -- can you go out ------------------------------------------------------------------------------


def _make_going_out_setup(rng: Random, options: Options) -> Setup:
    can_go_out, phase = rng.random() < 0.6, rng.choice(("draw", "draw", "table"))
    give = _give_meldable_hand if rng.random() < 0.12 else _give_nearly_meldable_hand

    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        draft.shorten_line(rng.randint(2, 6))
        give(draft, can_go_out)
        setup = build_setup(draft.state)
        way = find_moves_to_go_out(load_setup(setup, options), 0)
        is_hard = way is None or (isinstance(way, MovesToGoOut) and (len(way.moves) > 2 or rng.random() < 0.15))
        return setup if is_hard and (way is not None) == can_go_out else None

    return draw_setup_from_play(
        rng, options, phase, build_setup_if_fitting, lacking="We couldn’t find a hand for this question."
    )


def _give_nearly_meldable_hand(draft: Draft, can_go_out: bool) -> None:
    """Leave seat 0 at most three melds, and give it a hand of a few cards that it can meld, mostly with one other card.

    If `can_go_out` is False, one of the meldable cards is missing in half of the hands.
    """
    rng, state, phase = draft.rng, draft.state, draft.state.phase
    state.melds[0] = state.melds[0][: rng.randint(1, 3)]
    kinds = ["meld", "extension", *(["line"] * 2 if phase == "draw" else []), *["spare"] * 3]
    cards = [card for kind in rng.sample(kinds, rng.randint(1, 2)) for card in _pick_meldable_cards(draft, kind)]
    if not can_go_out and rng.random() < 0.5:
        cards.remove(rng.choice(cards))
    state.hands[0] = [*cards, *draft.sample_hand(1 if phase == "table" or rng.random() < 0.6 else 0)]


def _give_meldable_hand(draft: Draft, can_go_out: bool) -> None:
    """Give seat 0 a hand that consists of melds, and no melds on the table. In the table phase, add one more card.

    If `can_go_out` is False, a card that seat 0 held before then replaces a random card of the hand. Otherwise, a wild
    card sometimes does.
    """
    rng, state = draft.rng, draft.state
    sizes = rng.choice(((3, 3, 3, 4), (4, 5, 4), (3, 4, 3, 3), (5, 3, 5)))
    melds = [draft.pick_meld(size=size, run=number == 0) for number, size in enumerate(sizes)]
    spare = rng.choice(state.hands[0])
    state.melds[0], state.hands[0] = [], [card for meld in melds for card in meld]
    if state.phase == "table":
        state.hands[0].append(spare)
    if not can_go_out or rng.random() < 0.3:
        draft.give_cards([draft.pick_wild() if can_go_out else spare])


def _pick_meldable_cards(draft: Draft, kind: str) -> Sequence[Card]:
    """Return cards that seat 0 can meld. Raises VoidPuzzle if there are none of this kind.

    `kind` is “meld” for cards that make a meld alone, “line” for cards that make one with a card of the line, “spare”
    for cards that make one with a card that a meld can spare, and “extension” for a card that extends a meld.
    """
    rng, melds = draft.rng, draft.state.melds[0]
    if kind == "meld":
        meld = draft.pick_meld()
        return [*meld[:2], draft.pick_wild()] if rng.random() < 0.3 else meld
    if kind == "line":
        return draft.pick_partners(rng.choice(draft.state.line[-2:]))
    if kind == "spare":
        card = draft.pick_one([card for meld in melds for card in meld if len(meld) > 3 or not card.natural])
        return draft.pick_partners(card) if card.natural else [card.face, *draft.pick_meld()[:2]]
    return [draft.pick_one([card for meld in melds for card in list_meld_extensions(list_represented_cards(meld))])]


def _build_going_out_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "draw", "table")
    way = find_moves_to_go_out(state, 0)
    if isinstance(way, UnfinishedSearch):
        raise Unproven("There are too many melds to try.")
    moves = way.moves if way is not None else ()
    verbs, number = [move.verb for move in moves], len(state.hands[0])
    lacks_discard = not moves and _is_only_discard_missing(state)
    rule = "out.discard-required" if lacks_discard else "out.definition"
    why = _explain_how_to_go_out(state, moves, lacks_discard)
    clauses = list_clauses_where(
        (True, "out.definition"),
        (lacks_discard, "out.discard-required turn.keep-a-discard"),
        (not state.melds[0], "first.more-same-turn"),
        ("wipe" in verbs, "wipe.deepest-card-must-meld"),
        ("wipe" in verbs and (moves[0].number or 0) > 1, "wipe.rest-to-hand"),
        ("wipe" in verbs and "rearrange" in verbs, "wipe.merge-after"),
        ("layoff" in verbs, "layoff.own-only"),
        ("rearrange" in verbs, "rearr.free rearr.end-state"),
        ("stock" in verbs, "draw.stock"),
    )
    question = "You’ve drawn. Can you go out this turn?"
    if state.phase == "draw":
        question = "It’s your turn to draw. Can you be sure of going out this turn, whatever is in the stock?"
    but = "but one" if state.options.out_discard else "except one that you can discard"
    cards, last = "Try each card in your hand as your discard.", "You always have a card left over."
    if moves:
        spare = "the card from the stock" if moves[-1].cards == (UNKNOWN,) else quote_cards(moves[-1].cards)
        is_discard = verbs[-1] == "discard"
        cards = f"Your last discard is {spare}." if is_discard else "You don’t need a discard."
        last = f"Start like this: {describe_move(state, moves[0])}."
    hard = {"rearrange": 260, "wipe": 120, "layoff": 60, "meld": 60, "take": 150}
    no = AnswerRow("no", "No, I can’t be sure", reason="There’s a way." if moves else why, clause=rule)
    return Puzzle(
        question=f"{question} If you can, make the moves.",
        position=POSING.build_visible_position(state),
        clauses=filter_clauses(clauses, _OUT_CLAUSES),
        why=why,
        hints=(
            f"You need a place for every card {but}. Which card is hardest to place?",
            POSING.build_rule_hint("rearr.free" if "rearrange" in verbs else rule, options),
            cards,
            last,
        ),
        rating=clamp_rating(
            1100 + sum(hard.get(verb, 0) for verb in verbs) + 40 * number if moves else 1400 + 30 * number
        ),
        **build_play_parts(moves, no),
    )


def _explain_how_to_go_out(state: VazhushalState, moves: Sequence[Move], lacks_discard: bool) -> str:
    if moves:
        return describe_moves(state, moves).replace("discard `?`", "discard the card from the stock")
    if lacks_discard:
        return "You could meld all your cards, but you need one to discard."
    if state.phase == "draw":
        return "You can’t go out with the line, and an unlucky stock card leaves you at least two cards."
    return "Whatever you do, at least two cards stay in your hand."


def _is_only_discard_missing(state: VazhushalState) -> bool:
    """Return whether seat 0 could meld its whole hand, but would then have no card left for the required discard."""
    if state.phase != "table" or not state.options.out_discard:
        return False
    free = state.copy()
    free.hands[0].append(UNKNOWN)
    return len(find_best_meld_plan(free, 0).left) == 1


@build_judge
def _judge_going_out_answer(before: VazhushalState, after: VazhushalState) -> str:
    hand = after.hands[0]
    if after.match.results or (after.phase == "table" and after.turn == 0 and len(hand) == 1):
        return ""
    return f"You still hold {spell_count(len(hand), 'card')}: {quote_cards(hand)}."


_OUT_CLAUSES = split_clause_ids("""
out.definition out.discard-required turn.keep-a-discard first.more-same-turn draw.stock wipe.deepest-card-must-meld
wipe.rest-to-hand wipe.merge-after layoff.own-only rearr.free rearr.end-state
""")


# -- regroup the table ---------------------------------------------------------------------------


def _make_regrouping_setup(rng: Random, options: Options) -> Setup:
    house = POSING.cast_options(options)

    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        state = draft.state
        state.melds[0] = state.melds[0][: rng.randint(2, 3)]
        kinds = rng.choice((("spare",), ("spare", "extension"), ("spare", "spare")))
        if not house.rearrange:
            kinds = ("meld", "extension")
        cards = [card for kind in kinds for card in _pick_meldable_cards(draft, kind)]
        state.hands[0] = [*cards, *draft.sample_hand(rng.randint(1, 3))]
        setup = build_setup(state)
        state = load_setup(setup, options)
        plan = find_best_meld_plan(state, 0)
        worse = _count_melded_without_regrouping(state) if house.rearrange and plan.moves else 0
        return setup if plan.proven and plan.value > worse else None

    lacking = "We couldn’t find a rearrangement worth making."
    return draw_setup_from_play(rng, options, "table", build_setup_if_fitting, lacking=lacking)


def _count_melded_without_regrouping(state: VazhushalState) -> int:
    """Return how many cards seat 0 can meld without regrouping its melds. Lay-offs are allowed."""
    stiff = state.copy()
    stiff.options = state.options.copy_with_values(rearrange=False)  # type: ignore[assignment]
    return find_best_meld_plan(stiff, 0).value


_HOW_MELDS_CHANGE = {
    (True, True): "You can rearrange your melds as you like",
    (True, False): "You can’t lay off, but you can rearrange if you make a new meld",
    (False, True): "You can’t rearrange your melds, but you can lay off cards",
    (False, False): "You can’t change your melds here",
}
"""How melds can change: by whether they can be rearranged, and whether cards can be added to them."""


def _build_regrouping_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "table")
    if not state.melds[0]:
        raise VoidPuzzle("In this position, you have no melds to rearrange.")
    plan, house, own = find_best_meld_plan(state, 0), state.options, list_meld_cards(state.melds[0])
    if not plan.proven:
        raise Unproven("There are too many melds to try.")
    if not plan.moves:
        raise VoidPuzzle("In this position, you can’t meld or lay off any card.")
    verbs = {move.verb for move in plan.moves}
    before, after = (
        {card for meld in melds for card in meld if not card.natural} for melds in (state.melds[0], plan.melds)
    )
    clauses = list_clauses_where(
        (True, "meld.pure-always"),
        ("rearrange" in verbs, "rearr.free rearr.end-state meld.stays-on-table"),
        ("rearrange" in verbs and before - after, "rearr.wild-moves"),
        ("layoff" in verbs, "layoff.own-only"),
        (len(plan.left) == 1 and house.out_discard, "turn.keep-a-discard"),
    )
    rule = "rearr.end-state" if "rearrange" in verbs else "layoff.own-only" if "layoff" in verbs else "meld.kinds"
    number, laid = spell_count(plan.value, "card"), [card for card in state.hands[0] if card not in plan.left]
    new = next((meld for meld in plan.melds if meld not in state.melds[0]), plan.melds[0])
    keep = ", and you need a card to discard" if house.out_discard else ""
    idea = "Which meld can spare a card, and where else could you use it?"
    if not house.rearrange:
        idea = "Which of your cards go together, and which fit on your melds?"
    elif JOKER in own:
        idea = "Which wild card could you replace with a card from your hand?"
    return Puzzle(
        form="play",
        question="Put as many cards from your hand on the table as you can. "
        f"{_HOW_MELDS_CHANGE[house.rearrange, house.layoff_own]}{keep}.",
        position=POSING.build_visible_position(state),
        key=[str(move) for move in plan.moves],
        clauses=filter_clauses(clauses, _REGROUP_CLAUSES),
        why=f"{describe_moves(state, plan.moves)} That places {number}, and you can’t place more.",
        hints=(
            idea,
            POSING.build_rule_hint(rule, options),
            f"You can place {quote_cards(laid) if laid else number}.",
            f"One of your melds could be {quote_cards(new)}.",
        ),
        rating=clamp_rating(
            1150
            + 60 * len(own) // 3
            + 50 * plan.value
            + 250 * ("rearrange" in verbs)
            + 100 * sum(card in state.wilds for card in [*own, *state.hands[0]])
        ),
        zones=list_zones_of_seat_0(state),
    )


@build_judge
def _judge_regrouping_answer(before: VazhushalState, after: VazhushalState) -> str:
    placed = len(list_meld_cards(after.melds[0])) - len(list_meld_cards(before.melds[0]))
    if placed >= find_best_meld_plan(before, 0).value:
        return ""
    return f"That places {spell_count(placed, 'card')}, and you can place more."


_REGROUP_CLAUSES = split_clause_ids("""
meld.pure-always meld.stays-on-table rearr.free rearr.end-state rearr.wild-moves layoff.own-only turn.keep-a-discard
""")

THEMES = (
    PuzzleTheme(
        "go-out",
        "Can you go out this turn?",
        "Meld all but one card, if you can.",
        _OUT_CLAUSES,
        _make_going_out_setup,
        _build_going_out_puzzle,
        _judge_going_out_answer,
    ),
    PuzzleTheme(
        "regroup",
        "Rearrange your melds",
        "Rearrange your melds to use as many cards as you can.",
        _REGROUP_CLAUSES,
        _make_regrouping_setup,
        _build_regrouping_puzzle,
        _judge_regrouping_answer,
    ),
)
