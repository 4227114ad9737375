"""Puzzles about the draw from the line: which wipes are legal, and how deep the first meld can reach."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from games.cards import Card, list_missing_cards, subtract_cards
from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle
from games.engine.work_limits import spend_steps
from games.kit.melds import WINDOWS_WITH, Meld, is_pure_sequence, list_physical_cards, list_pure_runs
from games.kit.puzzle_tools import clamp_rating, filter_clauses, split_clause_ids
from games.kit.rummy import JUDGING
from games.vazhushal import endgame, moves
from games.vazhushal.meld_checks import is_meld, list_meld_cards
from games.vazhushal.moves import get_sequence_laid_first
from games.vazhushal.puzzles.common import (
    build_setup,
    describe_move,
    draw_setup_from_play,
    give_cards,
    list_clauses_where,
    load_own_turn,
    load_setup,
    pick_meld,
    pick_one,
    pick_partners,
    pick_wild,
    rule_hint,
    rules_of,
    shorten_line,
    shown,
)
from games.vazhushal.rules import RULES
from games.vazhushal.state import HAND, VazhushalState
from games.vazhushal.wipe_search import list_possible_runs_and_sets, list_take_line_moves
from games.words import capitalize_first, join_words, quote_cards, spell_count

LONGEST_LINE = 8
TURNS = range(4, 15)
AIMED_TRIES = 4
NONE = "none"
LOOKED_AT = 60
"""The most tempting wipes to try in the search for a refusal that names no legal card."""


# -- what is legal, and what tempts --------------------------------------------------------------


@dataclass(frozen=True)
class WipeDepth:
    """A card of the line as the deepest card of a wipe, with a legal wipe as proof or the best reason for a refusal."""

    number: int
    card: Card
    proof: Move | None
    tempting: Move | None
    violation: Violation | None

    @property
    def is_legal(self) -> bool:
        return self.proof is not None


def list_wipe_depths(state: VazhushalState) -> list[WipeDepth]:
    """Return every card of the line, newest first, as the deepest card of a wipe. Raises Unproven."""
    proofs: list[Move | None] = []
    for number in range(1, len(state.line) + 1):
        whole = next(list_take_line_moves(state, 0), None) if number == len(state.line) else None
        proof = whole or endgame.find_line_draw_of_depth(state, 0, number)
        if isinstance(proof, endgame.UnfinishedSearch):
            raise Unproven("There are too many melds to try.")
        proofs.append(proof)
    legal = {state.line[-number].code for number, proof in enumerate(proofs, 1) if proof}
    return [
        WipeDepth(
            number,
            state.line[-number],
            proof,
            *((None, None) if proof else find_tempting_illegal_wipe(state, number, legal)),
        )
        for number, proof in enumerate(proofs, 1)
    ]


def find_tempting_illegal_wipe(
    state: VazhushalState, depth: int, legal: Collection[str] = ()
) -> tuple[Move | None, Violation | None]:
    """Return a wipe of `depth` cards that looks legal but isn't, and its refusal; (None, None) if none is found.

    The refusal becomes part of an explanation, which shouldn't give away the `legal` cards. So the first wipe whose
    explanation names none of these cards is returned. If every explanation names some, a wipe is preferred whose short
    reason names none.
    """
    refusals: list[tuple[Move, Violation]] = []
    for move in islice(_list_tempting_wipes(state, depth), LOOKED_AT):
        spend_steps(JUDGING + len(state.hands[0]))
        violation = RULES.find_violation(state, 0, move)
        if violation is not None and violation.clause.id in RULES.clauses:
            if not _names_any_card(describe_refused_wipe(state, move, violation), legal):
                return move, violation
            refusals.append((move, violation))
    return min(refusals, key=lambda one: _names_any_card(one[1].summary, legal), default=(None, None))


def describe_refused_wipe(state: VazhushalState, move: Move, violation: Violation) -> str:
    """Return a tempting wipe in words, and why it is refused."""
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
                yield moves.build_wipe_move(depth, meld, after=pure)
    melds = [meld for meld in list_melds_with_deepest_card(pool) if is_meld(state, meld)]
    melds += [grown for meld in state.melds[0] if is_meld(state, grown := (*meld, deepest))]
    yield from (Move("wipe", depth, (meld,)) for meld in melds)
    if own:
        yield from (Move("wipe", depth, (meld,)) for meld in list_melds_with_deepest_card([*pool, *own]))
        if state.starter and depth < len(state.line):
            yield Move("wipe", depth)
    melds = [*pures, *list_melds_with_deepest_card([*hand, *state.line])]
    yield from (Move("wipe", depth, (meld,)) for meld in melds)


def list_clauses_allowing_draw(state: VazhushalState, move: Move) -> list[str]:
    """Return the clauses that allow this draw from the line."""
    if move.verb == "take":
        return ["starter.take-with-pure", "starter.no-meld-needed"]
    opened, laid_first = state.has_opened(0), get_sequence_laid_first(move)
    completes_pure = not opened and not laid_first
    is_starter = state.starter and move.number == len(state.line)
    wild_as_itself = any(card.natural and card in state.wilds for card in move.cards)
    taken = list_missing_cards(list_physical_cards(move.cards), state.hands[0])
    return list_clauses_where(
        (True, "wipe.deepest-card-must-meld"),
        (opened, "wipe.any-kind-once-opened"),
        (not opened and laid_first, "first.meld-then-wipe"),
        (completes_pure, "first.wipe-completes-pure"),
        (completes_pure and is_starter, "starter.as-itself"),
        (wild_as_itself, "wild.self-is-natural"),
        (len(taken) > 1, "wipe.new-meld-material"),
        (list_wiped_cards_kept(state, move), "wipe.rest-to-hand"),
    )


def explain_depth(state: VazhushalState, depth: WipeDepth, found: Sequence[WipeDepth]) -> str:
    """Return why this card can or can't be the deepest card of a wipe, without giving away other legal cards."""
    if depth.proof is not None:
        more = list_wiped_cards_kept(state, depth.proof)
        rest = f" {quote_cards(more)} {'joins' if len(more) == 1 else 'join'} your hand." if more else ""
        return f"Legal: {describe_move(state, depth.proof)}.{rest}"
    if depth.tempting is not None and depth.violation is not None:
        legal = [other.card.code for other in found if other.is_legal]
        for why in (describe_refused_wipe(state, depth.tempting, depth.violation), depth.violation.summary):
            if not _names_any_card(why, legal):
                return why
        if depth.violation.clause.id == "wipe.suffix-only":
            return f"A new meld with {quote_cards([depth.card])} would need a card that lies deeper in the line."
        return f"No new meld with {quote_cards([depth.card])} is legal here."
    if state.options.wipe_table_cards:
        return f"No new meld with {quote_cards([depth.card])} leaves all others whole."
    return f"Nothing in your hand or among the wiped cards makes a new meld with {quote_cards([depth.card])}."


def get_deciding_clause(state: VazhushalState, depth: WipeDepth) -> str:
    """Return the clause that lets this card be the deepest of a wipe, or that forbids it."""
    if depth.proof is not None:
        return RULES.get_permitting_clause(state, 0, depth.proof)
    return depth.violation.clause.id if depth.violation is not None else "wipe.deepest-card-must-meld"


def list_wiped_cards_kept(state: VazhushalState, wipe: Move) -> list[Card]:
    """Return the wiped cards that join the hand."""
    if wipe.verb == "take":
        return []
    taken = state.line[-(wipe.number or 1) :]
    laid = [
        taken[0],
        *list_missing_cards(
            subtract_cards(list_physical_cards(wipe.cards), taken[:1]),
            list_missing_cards(state.hands[0], get_sequence_laid_first(wipe)),
        ),
    ]
    return list_missing_cards(taken, laid)


def list_trained_clauses(state: VazhushalState, found: Sequence[WipeDepth]) -> tuple[str, ...]:
    """Return the clauses that a player practices by answering which of these depths are legal."""
    ids = ["line.visible", "wipe.suffix-only", "wipe.deepest-card-must-meld"]
    for depth in found:
        if depth.proof is not None:
            ids += list_clauses_allowing_draw(state, depth.proof)
        elif depth.violation is not None:
            ids.append(depth.violation.clause.id)
        elif depth.number == 1:
            ids.append("wipe.single-card-too")
    if state.line and state.line[0] in state.wilds:
        if state.starter:
            ids.append("starter.case")
        elif state.options.starter_take == "pure-first":
            ids.append("starter.dealt-card-only")
    return filter_clauses(ids, _WIPE_CLAUSES)


# -- which wipes are legal -----------------------------------------------------------------------


def _make_legal_wipes_setup(rng: Random, options: Options) -> Setup:
    closed = rules_of(options).wipe_before_first and rng.random() < 0.5
    allow_none = rng.random() < 0.03

    def build_setup_if_fitting(state: VazhushalState) -> Setup | None:
        _prepare_line_and_melds(rng, state, closed)
        if rng.random() < 0.3:
            _make_wild_card_oldest(rng, state, is_starter=rng.random() < 0.7)
        for card in rng.sample(state.line, min(len(state.line), rng.randint(2, 3))):
            if card in WINDOWS_WITH:
                partners = pick_partners(rng, card)
                give_cards(rng, state, [partners[0], pick_wild(rng, state)] if rng.random() < 0.2 else partners)
        setup = build_setup(state)
        depths = list_wipe_depths(load_setup(setup, options))
        legal, traps = (sum(map(bool, flags)) for flags in ((d.proof for d in depths), (d.tempting for d in depths)))
        return setup if traps and legal < len(depths) and (legal or (allow_none and traps > 1)) else None

    return draw_setup_from_play(rng, options, "draw", build_setup_if_fitting, TURNS, "No choice of wipes came up.")


def _make_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    """Make a setup about one clause. For a clause that is common anyway, make any setup."""
    if not clause.startswith("starter.") and clause not in ("turn.keep-a-discard", "meld.no-twin-melds"):
        return _make_legal_wipes_setup(rng, options)
    opened = clause in ("turn.keep-a-discard", "meld.no-twin-melds", "starter.partial-ordinary")

    def build_setup_for_clause(state: VazhushalState) -> Setup | None:
        _prepare_line_and_melds(rng, state, closed=not opened and rules_of(options).wipe_before_first)
        if clause == "meld.no-twin-melds":
            meld = pick_one(rng, [meld for meld in state.melds[0] if all(card.natural for card in meld)])
            state.line[-1] = meld[0]
            give_cards(rng, state, meld[1:])
        elif clause == "turn.keep-a-discard":
            state.hands[0] = pick_partners(rng, state.line[-1], run=True)
        else:
            _make_wild_card_oldest(rng, state, is_starter=clause != "starter.dealt-card-only")
            as_itself = clause == "starter.as-itself"
            give_cards(rng, state, pick_partners(rng, state.line[0], run=True) if as_itself else pick_meld(rng))
        setup = build_setup(state)
        state = load_setup(setup, options)
        depths = list_wipe_depths(state)
        is_about_clause = clause in list_trained_clauses(state, depths)
        return setup if is_about_clause and not all(depth.is_legal for depth in depths) else None

    lacking = f"Nothing about {clause} came up."
    return draw_setup_from_play(rng, options, "draw", build_setup_for_clause, TURNS, lacking, AIMED_TRIES)


def _prepare_line_and_melds(rng: Random, state: VazhushalState, closed: bool) -> None:
    """Shorten the line, and leave seat 0 no meld if `closed`, or else at least one. Raises VoidPuzzle."""
    if len(state.line) < 3:
        raise VoidPuzzle("The line is too short.")
    shorten_line(state, rng.randint(4, LONGEST_LINE))
    hand = [*state.hands[0], *list_meld_cards(state.melds[0])]
    if closed:
        state.melds[0], state.hands[0] = [], rng.sample(hand, min(len(hand), HAND))
    elif not state.melds[0]:
        state.melds[0] = [pick_meld(rng, size=rng.choice((3, 3, 4)), run=True)]
        state.hands[0] = rng.sample(hand, HAND - len(state.melds[0][0]))


def _make_wild_card_oldest(rng: Random, state: VazhushalState, is_starter: bool) -> None:
    """Make a wild card the oldest of a short line, as the dealer's starter or as a discard."""
    state.line = [pick_wild(rng, state), *state.line[-rng.randint(1, 4) :]]
    state.starter = is_starter


def _build_legal_wipes_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "draw")
    if not state.line or state.forced:
        raise VoidPuzzle("There is nothing to wipe.")
    found = list_wipe_depths(state)
    legal = [depth for depth in found if depth.is_legal]
    opened = "You have opened" if state.has_opened(0) else "You have nothing on the table yet"
    starter = " The oldest card is the dealer’s wild starter." if state.starter else ""
    if legal:
        proofs = [describe_move(state, depth.proof) for depth in legal[:2] if depth.proof]
        some = "for example " if len(legal) > 2 else ""
        why = f"You could {some}{join_words(proofs, 'or')}. {_describe_only_legal_wipe(legal)} may be the deepest."
    else:
        why = "No card of the line may be the deepest of a wipe here: only the stock is left to draw from."
    return Puzzle(
        form="tick",
        question=f"{opened}, and it is your turn to draw.{starter} Tick every card that may be the deepest of a wipe.",
        position=shown(state),
        key=sorted(str(depth.number) for depth in legal),
        clauses=list_trained_clauses(state, found),
        why=why,
        options=tuple(
            AnswerOption(
                str(depth.number), f"The {depth.card.name}, taking {spell_count(depth.number, 'card')}", depth.card.code
            )
            for depth in reversed(found)
        ),
        on="line",
        reasons={str(depth.number): explain_depth(state, depth, found) for depth in found},
        clauses_by_option={str(depth.number): get_deciding_clause(state, depth) for depth in found},
        hints=_build_legal_wipes_hints(state, found),
        rating=_rate_legal_wipes_puzzle(state, found),
    )


def _describe_only_legal_wipe(legal: Sequence[WipeDepth]) -> str:
    cards = [quote_cards([depth.card]) for depth in reversed(legal)]
    return f"Only {join_words(cards)}" if len(cards) > 2 else "No other card of the line"


def _build_legal_wipes_hints(state: VazhushalState, found: Sequence[WipeDepth]) -> tuple[str, ...]:
    legal = [depth for depth in found if depth.is_legal]
    idea = "Your first meld is a pure sequence: the deepest card is part of it, or it comes from your hand alone."
    if state.has_opened(0):
        idea = "Go through the line from its newest card: could this one go straight into a new run or set?"
    rule = "wipe.deepest-card-must-meld" if state.has_opened(0) else "first.wipe-completes-pure"
    cards, last = "Some cards seem to fit. Does each of them keep the rule?", "No card will do."
    if legal and legal[0].proof:
        cards = f"Look at {quote_cards([legal[-1].card])}: which cards go with it?"
        count = spell_count(len(legal), "card").capitalize()
        last = f"{count} will do. One way: {describe_move(state, legal[0].proof)}."
    return idea, rule_hint(rule, state.options), cards, last


def _rate_legal_wipes_puzzle(state: VazhushalState, found: Sequence[WipeDepth]) -> int:
    traps = sum(1 for depth in found if depth.tempting is not None)
    second = sum(1 for depth in found if depth.proof is not None and get_sequence_laid_first(depth.proof))
    closed = 0 if state.has_opened(0) else 120
    wild = 60 * sum(1 for card in {*state.hands[0], *state.line} if card in state.wilds)
    return clamp_rating(1000 + 35 * len(found) + 55 * traps + 170 * second + closed + wild)


# -- how deep may I go ---------------------------------------------------------------------------


def _make_deepest_wipe_setup(rng: Random, options: Options) -> Setup:
    if not rules_of(options).wipe_before_first:
        raise VoidPuzzle("Nobody wipes before the first meld by these house rules.")

    def build_setup_if_fitting(state: VazhushalState) -> Setup | None:
        _prepare_line_and_melds(rng, state, closed=True)
        if len(state.line) < 4:
            return None
        reach = rng.randint(1, len(state.line) - 2)
        lure = rng.choice(state.line[:-reach])
        tempting = pick_partners(rng, lure)
        if rng.random() < 0.35:
            tempting[0] = pick_wild(rng, state)
        give_cards(rng, state, [*tempting, *pick_partners(rng, state.line[-reach], run=True)])
        setup = build_setup(state)
        depths = list_wipe_depths(load_setup(setup, options))
        deepest = max((depth.number for depth in depths if depth.is_legal), default=0)
        is_tempting = any(_is_tempting_before_opening(depth) for depth in depths[deepest:])
        return setup if deepest and is_tempting else None

    lacking = "No position with a deep temptation came up."
    return draw_setup_from_play(rng, options, "draw", build_setup_if_fitting, TURNS, lacking)


def _is_tempting_before_opening(depth: WipeDepth) -> bool:
    """Return whether the best reason against a wipe to this depth is a rule for a player's first meld.

    Such a wipe is tempting because a player who has opened could make it.
    """
    return depth.violation is not None and depth.violation.clause.id in (
        "first.must-be-pure",
        "first.routes-disjoint",
        "first.wipe-depth-limit",
    )


def _build_deepest_wipe_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_own_turn(setup, options, "draw")
    if state.has_opened(0) or not state.line or state.forced:
        raise VoidPuzzle("This is about a first meld.")
    found = list_wipe_depths(state)
    deepest = max((depth for depth in found if depth.is_legal), key=lambda depth: depth.number, default=None)
    proof = deepest.proof if deepest is not None else None
    if state.options.wipe_before_first:
        why_none = "No card of the line helps you to a pure sequence of your own, so only the stock is left."
    else:
        why_none = "By these house rules nobody takes anything from the line before the first meld."
    reasons = {
        str(depth.number): "You may go deeper."
        if deepest is not None and depth.number < deepest.number
        else explain_depth(state, depth, found)
        for depth in found
    }
    reasons[NONE] = "There is a wipe that you may make." if proof else why_none
    return Puzzle(
        form="one",
        question="You have nothing on the table yet. How deep into the line may you wipe at most?",
        position=shown(state),
        key=str(deepest.number) if deepest is not None else NONE,
        clauses=filter_clauses(
            ["first.must-be-pure", "first.wipe-depth-limit", *list_trained_clauses(state, found)], _DEEP_CLAUSES
        ),
        why=f"At most, you may {describe_move(state, proof)}." if proof else why_none,
        options=(
            *(
                AnswerOption(
                    str(depth.number),
                    f"Down to the {depth.card.name}: {spell_count(depth.number, 'card')}",
                    depth.card.code,
                )
                for depth in reversed(found)
            ),
            AnswerOption(NONE, "Not at all"),
        ),
        on="line",
        reasons=reasons,
        clauses_by_option={
            str(depth.number): get_deciding_clause(state, depth)
            for depth in found
            if deepest is None or depth.number >= deepest.number
        },
        hints=_build_deepest_wipe_hints(state, found, deepest),
        rating=_rate_deepest_wipe_puzzle(state, found, deepest),
    )


def _build_deepest_wipe_hints(
    state: VazhushalState, found: Sequence[WipeDepth], deepest: WipeDepth | None
) -> tuple[str, ...]:
    lures = [
        depth.card for depth in found if depth.tempting is not None and (not deepest or depth.number > deepest.number)
    ]
    used: Meld = deepest.proof.cards or get_sequence_laid_first(deepest.proof) if deepest and deepest.proof else ()
    tempt = f"; {quote_cards(lures)} only {'tempts' if len(lures) == 1 else 'tempt'}" if lures else ""
    return (
        "Look for a pure sequence first: no jokers, no sets. The wipe reaches as deep as its deepest card, no deeper.",
        rule_hint("first.wipe-depth-limit", state.options),
        f"Your hand has {quote_cards([card for card in used if card in state.hands[0]])} to build on{tempt}."
        if used
        else "None of the cards of the line fits a run of yours.",
        f"The meld is {quote_cards(used)}." if used else "Then the line is closed to you.",
    )


def _rate_deepest_wipe_puzzle(state: VazhushalState, found: Sequence[WipeDepth], deepest: WipeDepth | None) -> int:
    deeper = sum(1 for depth in found if depth.tempting is not None and (not deepest or depth.number > deepest.number))
    second = 200 if deepest and deepest.proof and get_sequence_laid_first(deepest.proof) else 0
    wild = 50 * sum(1 for card in {*state.hands[0], *state.line} if card in state.wilds)
    impure = 0 if deepest and deepest.proof and is_pure_sequence(deepest.proof.cards) else 80
    return clamp_rating(1050 + 30 * len(found) + 80 * deeper + second + wild + impure)


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
        slug="legal-wipes",
        title="Which wipes are legal?",
        sentence="Find every card of the line that may be the deepest of a wipe.",
        clauses=_WIPE_CLAUSES,
        make=_make_legal_wipes_setup,
        pose=_build_legal_wipes_puzzle,
        aim=_make_setup_for_clause,
    ),
    PuzzleTheme(
        slug="how-deep",
        title="How deep may I go?",
        sentence="Open with the line, as deep as the rules allow and not a card deeper.",
        clauses=_DEEP_CLAUSES,
        make=_make_deepest_wipe_setup,
        pose=_build_deepest_wipe_puzzle,
    ),
)
