"""The theme “Which one breaks a rule?”: four actions, of which one is illegal, and the rule that it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random

from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerRow, Puzzle, PuzzleTheme, Setup, VoidPuzzle, build_answer_fields
from games.kit.puzzle_tools import clamp_rating, draw_fitting_setup
from games.vazhushal.clauses import CLAUSES
from games.vazhushal.puzzles.actions import ACTIONS, NOTES, SITUATIONS, PreparedAction, build_moves, build_scene
from games.vazhushal.puzzles.common import POSING, describe_moves, load_setup
from games.vazhushal.state import VazhushalState
from games.words import spell_how_many

FINE = "allowed"
ALLOWED = 3
"""The number of allowed actions in a puzzle, besides the refused one."""
LURES = 3
BUILT = 8
"""The maximum number of actions to build in a scene."""
TRIES = 12
CLAUSES_TRIED = 7

ACTION_CLAUSES = tuple(id for id in CLAUSES if id in {action.clause for action in ACTIONS})


@dataclass(frozen=True)
class _TriedAction:
    """An action (one or more moves) that was tried, with the clause that it's about.

    `violation` says why the action is refused. It's None if the action is legal.
    """

    moves: tuple[Move, ...]
    about: str
    violation: Violation | None

    @property
    def decisive_clause(self) -> str:
        """The clause that the action breaks or, for a legal action, the clause that allows the action."""
        return self.violation.clause.id if self.violation is not None else self.about

    @property
    def broken_clauses(self) -> list[str]:
        """All clauses that the action breaks, most important first."""
        if self.violation is None:
            return []
        return [self.violation.clause.id, *(other.clause.id for other in self.violation.others)]

    @property
    def reason(self) -> str:
        """The reason why the action is refused or allowed."""
        if self.violation is not None:
            return self.violation.sentence_with_quoted_cards
        return f"Legal. {NOTES.get(self.about, '')}".strip()


def _try_actions(state: VazhushalState, actions: Sequence[tuple[Sequence[str], str]]) -> list[_TriedAction]:
    """Try each action in this state, always from the start, and return the results.

    An action is a pair: its moves as strings, and the clause of the rulebook that it's about.
    """
    parsed = [(tuple(POSING.parse_moves(lines)), about) for lines, about in actions]
    return [_TriedAction(moves, about, POSING.make_moves_while_legal(state, moves)[2]) for moves, about in parsed]


# -- making --------------------------------------------------------------------------------------


def _make_setup(rng: Random, options: Options) -> Setup:
    for clause in rng.sample(ACTION_CLAUSES, CLAUSES_TRIED):
        with suppress(VoidPuzzle):
            return _make_setup_for_clause(rng, options, clause)
    raise VoidPuzzle("We couldn’t find a move for this question under these house rules.")


def _make_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:

    def draw_setup() -> Setup | None:
        action = rng.choice([action for action in ACTIONS if action.clause == clause])
        return _build_four_actions(rng, options, rng.choice(action.situations), action)

    title = POSING.get_clause_title(clause)
    return draw_fitting_setup(draw_setup, TRIES, f"We couldn’t find a move about “{title}” under these house rules.")


def _build_four_actions(rng: Random, options: Options, situation: str, first: PreparedAction) -> Setup | None:
    """Return the setup of a puzzle with four actions, of which exactly one is refused, or None if none is found.

    The action `first` is one of the four, and is refused or allowed by the clause that it's about. `situation` is a key
    of `SITUATIONS`, such as “open draw”.
    """
    scene = build_scene(rng, options, situation)
    built = [(first, build_moves(scene, first))]
    others = [action for action in ACTIONS if situation in action.situations and action is not first]
    noted = [action for action in others if action.clause in NOTES]
    for action in dict.fromkeys([*rng.sample(noted, min(5, len(noted))), *rng.sample(others, len(others))]):
        if len(built) == BUILT:
            break
        attempt = scene.copy()
        with suppress(VoidPuzzle):
            built.append((action, build_moves(attempt, action)))
            scene = attempt
    setup = scene.build_setup(situation=situation)
    if situation.endswith("end"):
        setup["position"] |= {"phase": "final", "stock": "", "starter": False}
    state = load_setup(setup, options)
    tried = _try_actions(state, [([*map(str, moves)], action.clause) for action, moves in built])
    chosen = _choose_four_actions(tried)
    if chosen is None:
        return None
    rng.shuffle(chosen)
    setup["actions"] = [{"moves": [*map(str, action.moves)], "about": action.about} for action in chosen]
    setup["labels"] = _pick_wrong_rules(rng, {action.clause for action in others}, chosen)
    return setup


def _choose_four_actions(tried: Sequence[_TriedAction]) -> list[_TriedAction] | None:
    """Choose four of these actions for a puzzle, one illegal and three legal. Return None if that isn't possible.

    The first action in `tried` has to be one of the four, and has to be refused or allowed by the clause that it's
    about. A legal action can only be chosen if `NOTES` has a note that explains why its clause allows it.
    """
    wrong = [action for action in tried if action.violation is not None and action.decisive_clause in CLAUSES]
    fine: dict[tuple[Move, ...], _TriedAction] = {}
    for action in tried:
        if action.violation is None and action.about in NOTES:
            fine.setdefault(action.moves, action)
    chosen = [*wrong[:1], *[*fine.values()][:ALLOWED]]
    is_aimed = tried[0] in chosen and tried[0].decisive_clause == tried[0].about
    return chosen if is_aimed and wrong and len(chosen) == 1 + ALLOWED else None


def _pick_wrong_rules(rng: Random, clauses: set[str], chosen: Sequence[_TriedAction]) -> list[str]:
    """Return the ids of clauses to offer as wrong answers to the question which rule is broken.

    They are a clause that one of the puzzle's four actions (`chosen`) is about, if possible, and random ones of
    `clauses`. None of the four actions breaks any of them.
    """
    broken = {id for action in chosen for id in action.broken_clauses}
    about = [action.about for action in chosen if action.about not in broken]
    others = sorted(clauses.difference(broken, about))
    lures = rng.sample(about, min(len(about), 1)) + rng.sample(others, min(LURES, len(others)))
    return sorted(lures[:LURES])


# -- posing --------------------------------------------------------------------------------------


def _build_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    if 0 not in state.waiting:
        raise VoidPuzzle("In this position, it isn’t your turn.")
    tried = _try_actions(state, [(action["moves"], action["about"]) for action in setup["actions"]])
    wrong = [action for action in tried if action.violation is not None]
    if not wrong or any(action.decisive_clause not in CLAUSES for action in wrong):
        raise VoidPuzzle("This question needs moves that break a rule, and only rules that it asks about.")
    rows = [
        AnswerRow(
            f"a{number}",
            describe_moves(state, action.moves),
            reason=action.reason,
            clause=action.decisive_clause,
            label=action.decisive_clause if action in wrong else FINE,
        )
        for number, action in enumerate(tried, 1)
    ]
    also = {id for action in wrong for id in action.broken_clauses[1:]}
    offered = {*(row.label for row in rows), *(id for id in setup["labels"] if id not in also)}
    worst, titles = wrong[0], {id: POSING.get_clause_title(id) for id in CLAUSES if id in offered}
    fine = [number for number, action in enumerate(tried, 1) if action not in wrong]
    hard = {"first": 250, "starter": 350, "rearr": 250, "wipe": 150, "meld": 100, "wild": 100, "neg": 150}
    return Puzzle(
        question=f"{SITUATIONS[setup['situation']]} {spell_how_many(len(wrong), 'these moves', 'breaks')} a rule. "
        f"{'Which one' if len(wrong) == 1 else 'Which ones'}, and which rule? Each move starts from this position.",
        position=POSING.build_visible_position(state),
        clauses=POSING.select_game_clauses(action.decisive_clause for action in [*wrong, *tried]),
        why=f"{describe_moves(state, worst.moves)[:-1]}? {worst.reason}",
        labels=((FINE, "Legal"), *((id, f"Breaks “{title}”") for id, title in titles.items())),
        hints=(
            "For each move, check the timing, the melds, and what’s left.",
            POSING.build_rule_hint(worst.decisive_clause, options),
            f"Number {fine[0]} is legal." if fine else "More than one is illegal.",
            f"Look at number {tried.index(worst) + 1} again.",
        ),
        rating=clamp_rating(
            1000
            + hard.get(worst.decisive_clause.partition(".")[0], 50)
            + 30 * sum(len(action.moves) - 1 for action in tried)
        ),
        **build_answer_fields("match", rows),
    )


THEMES = (
    PuzzleTheme(
        "breaks-a-rule",
        "Which one breaks a rule?",
        "One of four moves is illegal. Find it and name the rule.",
        ACTION_CLAUSES,
        _make_setup,
        _build_puzzle,
        aim=_make_setup_for_clause,
    ),
)
