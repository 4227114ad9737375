"""Puzzles about wipes, the draws from the discard line: which are legal, and how deep can the first meld reach?"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from games.cards import Card, list_missing_cards, subtract_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle, build_answer_fields
from games.engine.work_limits import spend_steps
from games.kit.melds import WINDOWS_WITH, Meld, is_pure_sequence, list_physical_cards, list_pure_runs
from games.kit.puzzle_tools import clamp_rating, filter_clauses, split_clause_ids
from games.kit.rummy import JUDGING
from games.vazhushal.endgame import UnfinishedSearch, find_line_draw_of_depth
from games.vazhushal.meld_checks import is_meld, list_meld_cards
from games.vazhushal.moves import build_wipe_move, get_sequence_laid_first
from games.vazhushal.puzzles.common import (
    POSING,
    Draft,
    build_setup,
    describe_move,
    draw_setup_from_play,
    list_clauses_where,
    load_own_turn,
    load_setup,
)
from games.vazhushal.rules import RULES
from games.vazhushal.state import HAND, VazhushalState
from games.vazhushal.wipe_search import list_possible_runs_and_sets, list_take_line_moves
from games.words import capitalize_first, join_words, quote_cards, spell_count

LONGEST_LINE = 8
TURNS = range(4, 15)
AIMED_TRIES = 4
LOOKED_AT = 60
"""The maximum number of tempting wipes to try in the search for a refusal that names no legal card."""
FIRST_MELD_RULES = ("first.must-be-pure", "first.routes-disjoint", "first.wipe-depth-limit")
"""Rules against wipes that tempt a player before the first meld, because one who has opened could make them."""


# -- what is legal, and what tempts --------------------------------------------------------------


@dataclass
class WipeDepth:
    """A card of the line that could be the deepest card of a wipe. `number` is how many cards this wipe takes.

    `proof` is a legal draw down to this card, or None if there is none. Then `refusal` is a tempting illegal wipe and
    why it is refused, or None if no wipe tempts.
    """

    number: int
    card: Card
    proof: Move | None
    refusal: tuple[Move, Violation] | None = None

    @property
    def is_legal(self) -> bool:
        return self.proof is not None

    @property
    def broken_clause(self) -> str:
        """The clause that the tempting illegal wipe breaks, or "" if there is no such wipe."""
        return self.refusal[1].clause.id if self.refusal else ""

    def build_row(self, state: VazhushalState, text: str, reason: str, is_right: bool) -> AnswerRow:
        """Return this card as an answer choice, with this text and reason.

        The row also has a clause of the rulebook: the one that lets the card be the deepest of a wipe, or the one that
        forbids it. `is_right` says whether the row is a right answer.
        """
        clause = self.broken_clause or "wipe.deepest-card-must-meld"
        if self.proof is not None:
            clause = RULES.get_permitting_clause(state, 0, self.proof)
        return AnswerRow(str(self.number), text, is_right, reason, clause, self.card.code)


def list_wipe_depths(state: VazhushalState) -> list[WipeDepth]:
    """Return a `WipeDepth` for each card of the line, the newest first: whether it can be the deepest card of a wipe.

    Raises Unproven if there are too many melds to try.
    """
    depths: list[WipeDepth] = []
    for number, card in enumerate(reversed(state.line), 1):
        whole = next(list_take_line_moves(state, 0), None) if number == len(state.line) else None
        proof = whole or find_line_draw_of_depth(state, 0, number)
        if isinstance(proof, UnfinishedSearch):
            raise Unproven("There are too many melds to try.")
        depths.append(WipeDepth(number, card, proof))
    legal = {depth.card.code for depth in depths if depth.is_legal}
    for depth in depths:
        if not depth.is_legal:
            depth.refusal = _find_refusal(state, depth.number, legal)
    return depths


def _find_refusal(state: VazhushalState, depth: int, legal: Collection[str]) -> tuple[Move, Violation] | None:
    """Return a wipe of `depth` cards that looks legal but isn't, and its refusal; None if none is found.

    The refusal explains an answer choice, so it shouldn't name the cards in `legal`, which might be right answers. The
    first wipe whose explanation names none of these cards is returned. If every explanation names some, a wipe whose
    short reason names none is preferred.
    """
    refusals: list[tuple[Move, Violation]] = []
    for move in islice(_list_tempting_wipes(state, depth), LOOKED_AT):
        spend_steps(JUDGING + len(state.hands[0]))
        violation = RULES.find_violation(state, 0, move)
        if violation is not None and violation.clause.id in RULES.clauses:
            if not _names_any_card(_describe_refused_wipe(state, move, violation), legal):
                return move, violation
            refusals.append((move, violation))
    return min(refusals, key=lambda one: _names_any_card(one[1].summary, legal), default=None)


def _describe_refused_wipe(state: VazhushalState, move: Move, violation: Violation) -> str:
    """Return a tempting but illegal wipe in words, and why it is refused."""
    return f"{capitalize_first(describe_move(state, move))}? {violation.sentence_with_quoted_cards}"


def _names_any_card(text: str, cards: Iterable[str]) -> bool:
    return any(card in text for card in cards)


def _list_tempting_wipes(state: VazhushalState, depth: int) -> Iterator[Move]:
    """Yield wipes that look legal, the most tempting first. Some of them are legal."""
    hand, taken, own = state.hands[0], state.line[-depth:], list_meld_cards(state.melds[0])
    deepest, pool = taken[0], [*hand, *taken]

    def list_melds_with_deepest_card(cards: Sequence[Card]) -> Iterator[Meld]:
        return list_possible_runs_and_sets(cards, state.wilds, deepest)

    # before the first meld: pure sequences that take cards of the line, but not the deepest
    pures = [] if own else [pure for pure in list_pure_runs(pool) if deepest not in pure and {*pure} - {*hand}]
    for pure in pures:
        for meld in list_melds_with_deepest_card(subtract_cards(pool, pure)):
            if is_meld(state, meld):
                yield build_wipe_move(depth, meld, after=pure)
    melds = [meld for meld in list_melds_with_deepest_card(pool) if is_meld(state, meld)]
    melds += [grown for meld in state.melds[0] if is_meld(state, grown := (*meld, deepest))]
    yield from (Move("wipe", depth, (meld,)) for meld in melds)
    if own:
        yield from (Move("wipe", depth, (meld,)) for meld in list_melds_with_deepest_card([*pool, *own]))
        if state.starter and depth < len(state.line):
            yield Move("wipe", depth)
    melds = [*pures, *list_melds_with_deepest_card([*hand, *state.line])]
    yield from (Move("wipe", depth, (meld,)) for meld in melds)


def _list_clauses_allowing_draw(state: VazhushalState, move: Move) -> list[str]:
    """Return the clauses that explain why this draw from the line is legal."""
    if move.verb == "take":
        return ["starter.take-with-pure", "starter.no-meld-needed"]
    opened, laid_first = state.has_opened(0), get_sequence_laid_first(move)
    completes_pure = not opened and not laid_first
    is_starter = state.starter and move.number == len(state.line)
    taken = list_missing_cards(list_physical_cards(move.cards), state.hands[0])
    return list_clauses_where(
        (True, "wipe.deepest-card-must-meld"),
        (opened, "wipe.any-kind-once-opened"),
        (not opened and laid_first, "first.meld-then-wipe"),
        (completes_pure, "first.wipe-completes-pure"),
        (completes_pure and is_starter, "starter.as-itself"),
        (any(card.natural and card in state.wilds for card in move.cards), "wild.self-is-natural"),
        (len(taken) > 1, "wipe.new-meld-material"),
        (_list_wiped_cards_kept(state, move), "wipe.rest-to-hand"),
    )


def _explain_depth(state: VazhushalState, depth: WipeDepth, found: Sequence[WipeDepth]) -> str:
    """Return a sentence on why a card of the line can or can't be the deepest card of a wipe.

    `depth` is about this card, and `found` has a `WipeDepth` for every card of the line. If this card can't be the
    deepest, the sentence doesn't name a card that can be.
    """
    if depth.proof is not None:
        more = _list_wiped_cards_kept(state, depth.proof)
        rest = f" {quote_cards(more)} {'joins' if len(more) == 1 else 'join'} your hand." if more else ""
        return f"Legal: {describe_move(state, depth.proof)}.{rest}"
    if depth.refusal is not None:
        legal = [other.card.code for other in found if other.is_legal]
        for why in (_describe_refused_wipe(state, *depth.refusal), depth.refusal[1].summary):
            if not _names_any_card(why, legal):
                return why
        if depth.broken_clause == "wipe.suffix-only":
            return f"A new meld with {quote_cards([depth.card])} needs a card from deeper in the line."
        return f"You can’t make a legal new meld with {quote_cards([depth.card])} here."
    if state.options.wipe_table_cards:
        return f"You can’t make a new meld with {quote_cards([depth.card])} that leaves all your melds legal."
    return f"Your hand and the wiped cards don’t make a new meld with {quote_cards([depth.card])}."


def _list_wiped_cards_kept(state: VazhushalState, wipe: Move) -> list[Card]:
    """Return the wiped cards that join the hand."""
    if wipe.verb == "take":
        return []
    deepest, *newer = state.line[-(wipe.number or 1) :]
    hand = list_missing_cards(state.hands[0], get_sequence_laid_first(wipe))
    return list_missing_cards(
        newer, list_missing_cards(subtract_cards(list_physical_cards(wipe.cards), [deepest]), hand)
    )


def _list_trained_clauses(state: VazhushalState, depths: Sequence[WipeDepth]) -> tuple[str, ...]:
    """Return the clauses that a player practices by answering which of these wipes are legal."""
    ids = ["line.visible", "wipe.suffix-only", "wipe.deepest-card-must-meld"]
    for depth in depths:
        if depth.proof is not None:
            ids += _list_clauses_allowing_draw(state, depth.proof)
        elif depth.broken_clause:
            ids.append(depth.broken_clause)
        elif depth.number == 1:
            ids.append("wipe.single-card-too")
    if state.line and state.line[0] in state.wilds:
        if state.starter:
            ids.append("starter.case")
        elif state.options.starter_take == "pure-first":
            ids.append("starter.dealt-card-only")
    return filter_clauses(ids, _WIPE_CLAUSES)


def _rate_wild_cards(state: VazhushalState, each: int) -> int:
    """Return by how much wild cards in seat 0's hand and in the line raise a puzzle's rating (its difficulty).

    Each different wild card adds `each` to the rating.
    """
    return each * sum(card in state.wilds for card in {*state.hands[0], *state.line})


# -- which wipes are legal -----------------------------------------------------------------------


def _make_legal_wipes_setup(rng: Random, options: Options) -> Setup:
    closed = POSING.cast_options(options).wipe_before_first and rng.random() < 0.5
    allow_none = rng.random() < 0.03

    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        _prepare_line_and_melds(draft, closed)
        if rng.random() < 0.3:
            _make_wild_card_oldest(draft, is_starter=rng.random() < 0.7)
        line = draft.state.line
        for card in rng.sample(line, min(len(line), rng.randint(2, 3))):
            if card in WINDOWS_WITH:
                partners = draft.pick_partners(card)
                draft.give_cards([partners[0], draft.pick_wild()] if rng.random() < 0.2 else partners)
        setup = build_setup(draft.state)
        depths = list_wipe_depths(load_setup(setup, options))
        legal, traps = sum(depth.is_legal for depth in depths), sum(depth.refusal is not None for depth in depths)
        return setup if traps and legal < len(depths) and (legal or (allow_none and traps > 1)) else None

    return draw_setup_from_play(
        rng, options, "draw", build_setup_if_fitting, TURNS, "We couldn’t find a line that leaves a choice of wipes."
    )


def _make_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    """Return the setup of a puzzle about one clause.

    Only a clause that few puzzles are about gets its own setup. For any other clause, return any setup.
    """
    if not clause.startswith("starter.") and clause not in ("turn.keep-a-discard", "meld.no-twin-melds"):
        return _make_legal_wipes_setup(rng, options)
    opened = clause in ("turn.keep-a-discard", "meld.no-twin-melds", "starter.partial-ordinary")

    def build_setup_for_clause(draft: Draft) -> Setup | None:
        _prepare_line_and_melds(draft, closed=not opened and POSING.cast_options(options).wipe_before_first)
        state, line = draft.state, draft.state.line
        if clause == "meld.no-twin-melds":
            line[-1], *others = draft.pick_one([meld for meld in state.melds[0] if all(card.natural for card in meld)])
            draft.give_cards(others)
        elif clause == "turn.keep-a-discard":
            state.hands[0] = draft.pick_partners(line[-1], run=True)
        else:
            _make_wild_card_oldest(draft, is_starter=clause != "starter.dealt-card-only")
            is_own_card = clause == "starter.as-itself"
            oldest = state.line[0]
            draft.give_cards(draft.pick_partners(oldest, run=True) if is_own_card else draft.pick_meld())
        setup = build_setup(state)
        state = load_setup(setup, options)
        depths = list_wipe_depths(state)
        is_about_clause = clause in _list_trained_clauses(state, depths)
        return setup if is_about_clause and not all(depth.is_legal for depth in depths) else None

    lacking = f"We couldn’t find a wipe that shows the rule {clause}."
    return draw_setup_from_play(rng, options, "draw", build_setup_for_clause, TURNS, lacking, AIMED_TRIES)


def _prepare_line_and_melds(draft: Draft, closed: bool) -> None:
    """Prepare a draft for a puzzle: shorten the line, and change the melds and the hand of seat 0.

    If `closed`, seat 0 takes back its melds. Otherwise, it gets a run if it has no meld. Raises VoidPuzzle if the line
    has fewer than three cards, or if no run can be picked.
    """
    rng, state = draft.rng, draft.state
    if len(state.line) < 3:
        raise VoidPuzzle("This question needs a line of at least three cards.")
    draft.shorten_line(rng.randint(4, LONGEST_LINE))
    own = [*state.hands[0], *list_meld_cards(state.melds[0])]
    if closed:
        state.melds[0], state.hands[0] = [], rng.sample(own, min(len(own), HAND))
    elif not state.melds[0]:
        state.melds[0] = [draft.pick_meld(size=rng.choice((3, 3, 4)), run=True)]
        state.hands[0] = rng.sample(own, HAND - len(state.melds[0][0]))


def _make_wild_card_oldest(draft: Draft, is_starter: bool) -> None:
    """Make a wild card the oldest of a short line, as the dealer's starter or as a discard."""
    state = draft.state
    state.line = [draft.pick_wild(), *state.line[-draft.rng.randint(1, 4) :]]
    state.starter = is_starter


def _build_legal_wipes_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "draw")
    if not state.line or state.forced:
        raise VoidPuzzle("This question needs a line that you can wipe.")
    depths = list_wipe_depths(state)
    legal, proofs = [depth for depth in depths if depth.is_legal], [depth.proof for depth in depths if depth.proof]
    rows = [
        depth.build_row(
            state,
            f"The {depth.card.name}, taking {spell_count(depth.number, 'card')}",
            _explain_depth(state, depth, depths),
            depth.is_legal,
        )
        for depth in reversed(depths)
    ]
    why = "You can’t wipe here, so you can only draw from the stock."
    cards, last = "Some cards seem to fit. Does each of them follow the rule?", "None of them will work."
    if legal:
        names = [quote_cards([depth.card]) for depth in reversed(legal)]
        only = f"You can wipe down only to {join_words(names, 'or')}" if len(names) > 2 else "No other card works"
        examples = join_words([describe_move(state, proof) for proof in proofs[:2]], "or")
        why = f"You could{', for example,' if len(legal) > 2 else ''} {examples}. {only}."
        cards = f"Which cards go with {names[0]}?"
        count = spell_count(len(legal), "card").capitalize()
        last = f"{count} will work. For example, {describe_move(state, proofs[0])}."
    opened, rule = "You haven’t opened", "first.wipe-completes-pure"
    idea = "Is the deepest card part of your pure sequence, or does the sequence use only cards from your hand?"
    if state.has_opened(0):
        opened, rule = "You’ve opened", "wipe.deepest-card-must-meld"
        idea = "Start with the newest card. Could it go straight into a new run or set?"
    starter = " The oldest card is the wild starter." if state.starter else ""
    return Puzzle(
        question=f"{opened}, and it’s your turn to draw.{starter} Which cards can you wipe down to? "
        "Select all that apply.",
        position=POSING.build_visible_position(state),
        clauses=_list_trained_clauses(state, depths),
        why=why,
        on="line",
        hints=(idea, POSING.build_rule_hint(rule, options), cards, last),
        rating=clamp_rating(
            1000
            + 35 * len(depths)
            + 55 * sum(depth.refusal is not None for depth in depths)
            + 170 * sum(bool(get_sequence_laid_first(proof)) for proof in proofs)
            + (0 if state.has_opened(0) else 120)
            + _rate_wild_cards(state, 60)
        ),
        **build_answer_fields("tick", rows),
    )


# -- how deep may I go ---------------------------------------------------------------------------


def _make_deepest_wipe_setup(rng: Random, options: Options) -> Setup:
    if not POSING.cast_options(options).wipe_before_first:
        raise VoidPuzzle("Under these house rules, you can’t wipe before your first meld.")

    def build_setup_if_fitting(draft: Draft) -> Setup | None:
        _prepare_line_and_melds(draft, closed=True)
        line = draft.state.line
        if len(line) < 4:
            return None
        reach = rng.randint(1, len(line) - 2)
        tempting = draft.pick_partners(rng.choice(line[:-reach]))
        if rng.random() < 0.35:
            tempting[0] = draft.pick_wild()
        draft.give_cards([*tempting, *draft.pick_partners(line[-reach], run=True)])
        setup = build_setup(draft.state)
        depths = list_wipe_depths(load_setup(setup, options))
        deepest = max((depth.number for depth in depths if depth.is_legal), default=0)
        is_tempting = any(depth.broken_clause in FIRST_MELD_RULES for depth in depths[deepest:])
        return setup if deepest and is_tempting else None

    lacking = "We couldn’t find a deep wipe for this question."
    return draw_setup_from_play(rng, options, "draw", build_setup_if_fitting, TURNS, lacking)


def _build_deepest_wipe_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "draw")
    if state.has_opened(0) or not state.line or state.forced:
        raise VoidPuzzle("This question needs a line that you can wipe before your first meld.")
    depths = list_wipe_depths(state)
    deepest = max((depth for depth in depths if depth.is_legal), key=lambda depth: depth.number, default=None)
    number, proof = (deepest.number, deepest.proof) if deepest is not None else (0, None)
    lures = [depth.card for depth in depths[number:] if depth.refusal is not None]
    why_none = "Under these house rules, you can’t take cards from the line until you’ve opened."
    if state.options.wipe_before_first:
        why_none = "No card in the line helps you open, so you can only draw from the stock."
    rows = [_build_depth_row(state, depth, depths, number) for depth in reversed(depths)]
    reason = "You can wipe here." if proof else why_none
    meld: Meld = proof.cards or get_sequence_laid_first(proof) if proof else ()
    tempt = f" {quote_cards(lures)} won’t work." if lures else ""
    cards, last = "No card in the line helps you open.", "You can’t wipe here."
    if meld:
        cards = f"Your hand has {quote_cards([card for card in meld if card in state.hands[0]])} to build on.{tempt}"
        last = f"The meld is {quote_cards(meld)}."
    clauses = ["first.must-be-pure", "first.wipe-depth-limit", *_list_trained_clauses(state, depths)]
    return Puzzle(
        question="You haven’t opened. What’s the deepest card you can wipe down to?",
        position=POSING.build_visible_position(state),
        clauses=filter_clauses(clauses, _DEEP_CLAUSES),
        why=f"At most, you can {describe_move(state, proof)}." if proof else why_none,
        on="line",
        hints=(
            "Which pure sequence can you make? Jokers and sets don’t count.",
            POSING.build_rule_hint("first.wipe-depth-limit", options),
            cards,
            last,
        ),
        rating=clamp_rating(
            1050
            + 30 * len(depths)
            + 80 * len(lures)
            + (200 if proof and get_sequence_laid_first(proof) else 0)
            + _rate_wild_cards(state, 50)
            + (0 if proof and is_pure_sequence(proof.cards) else 80)
        ),
        **build_answer_fields("one", [*rows, AnswerRow("none", "You can’t wipe", not proof, reason)]),
    )


def _build_depth_row(state: VazhushalState, depth: WipeDepth, depths: Sequence[WipeDepth], deepest: int) -> AnswerRow:
    """Return the answer choice for a card of the line, in a puzzle about the deepest card that a wipe can reach.

    `depth` is about this card, and `depths` has a `WipeDepth` for every card of the line. `deepest` is the number of
    cards in the deepest legal wipe. The choice is right if `depth.number` equals this number.
    """
    text = f"The {depth.card.name} ({spell_count(depth.number, 'card')})"
    if depth.number < deepest:
        return AnswerRow(str(depth.number), text, reason="You can go deeper.", cards=depth.card.code)
    return depth.build_row(state, text, _explain_depth(state, depth, depths), depth.number == deepest)


_WIPE_CLAUSES = split_clause_ids("""
line.visible wipe.suffix-only wipe.deepest-card-must-meld wipe.single-card-too wipe.not-a-layoff
wipe.new-meld-material wipe.any-kind-once-opened wipe.rest-to-hand first.must-be-pure first.wipe-completes-pure
first.wipe-depth-limit first.meld-then-wipe first.routes-disjoint wild.self-is-natural meld.no-twin-melds
turn.keep-a-discard starter.case starter.as-itself starter.take-with-pure starter.no-meld-needed
starter.partial-ordinary starter.dealt-card-only
""")
_DEEP_CLAUSES = split_clause_ids("""
line.visible wipe.suffix-only wipe.deepest-card-must-meld first.must-be-pure first.wipe-completes-pure
first.wipe-depth-limit first.meld-then-wipe first.routes-disjoint
""")

THEMES = (
    PuzzleTheme(
        "legal-wipes",
        "Which wipes are legal?",
        "Find every card in the line you can wipe down to.",
        _WIPE_CLAUSES,
        _make_legal_wipes_setup,
        _build_legal_wipes_puzzle,
        aim=_make_setup_for_clause,
    ),
    PuzzleTheme(
        "how-deep",
        "How deep can I go?",
        "Make your first meld from the line. How deep can you go?",
        _DEEP_CLAUSES,
        _make_deepest_wipe_setup,
        _build_deepest_wipe_puzzle,
    ),
)
