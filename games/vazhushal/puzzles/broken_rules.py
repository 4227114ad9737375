"""The theme “Which one breaks a rule?”: four actions, of which one is illegal, and the rule that it breaks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.engine.clause import Violation
from games.engine.move import Move
from games.engine.options import Options
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, Void
from games.errors import RulesError
from games.kit.puzzle_tools import clamp_rating
from games.vazhushal.clauses import CLAUSES
from games.vazhushal.puzzles.actions import (
    KITS,
    SITUATIONS,
    ActionKit,
    build_situation,
    list_kits_for_situation,
    list_situations_of_kit,
)
from games.vazhushal.puzzles.common import (
    POSING,
    TRIES,
    describe_moves,
    list_broken_clauses,
    load_setup,
    replay,
    rule_hint,
    shown,
    title,
    unique,
)
from games.vazhushal.puzzles.prepared_positions import Scene
from games.vazhushal.state import VazhushalState
from games.words import spell_how_many_do

FINE = "allowed"
ACTIONS = 4
LURES = 3

ACTION_CLAUSES = tuple(id for id in CLAUSES if id in {one.clause for one in KITS})


def _make_setup(rng: Random, options: Options) -> Setup:
    return _make_four_actions(rng, options, rng.choice(ACTION_CLAUSES), strict=False)


def _make_setup_for_clause(rng: Random, options: Options, clause: str) -> Setup:
    return _make_four_actions(rng, options, clause, strict=True)


# -- actions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _TriedAction:
    """An action that was tried: its moves, the clause that it is about, and why it is refused, if it is."""

    moves: tuple[Move, ...]
    about: str
    violation: Violation | None

    @property
    def decisive_clause(self) -> str:
        """The clause that the action breaks or, for a legal action, the clause that allows the action."""
        return self.violation.clause.id if self.violation is not None else self.about


def _make_four_actions(rng: Random, options: Options, clause: str, strict: bool) -> Setup:
    """Make four actions, one of them refused, and one of them about this clause. Raises Void.

    Unless `strict`, other clauses are tried if this clause fails.
    """
    for number in range(12 if strict else TRIES):
        if not strict and number % 12 == 11:
            clause = rng.choice(ACTION_CLAUSES)
        first = rng.choice([one for one in KITS if one.clause == clause])
        name = rng.choice(list_situations_of_kit(first))
        try:
            setup = _build_four_actions(rng, options, name, first)
        except RulesError:
            continue
        if setup is not None:
            return setup
    raise Void(f"No action about “{title(clause)}” came up under these house rules.")


def _build_four_actions(rng: Random, options: Options, name: str, first: ActionKit) -> Setup | None:
    scene = build_situation(rng, options, name)
    others = sorted(
        rng.sample(list_kits_for_situation(name), len(list_kits_for_situation(name))), key=lambda one: not one.note
    )
    built = _build_moves_of_kits(
        scene, first, [*others[:5], *rng.sample(others[5:], len(others) - 5 if len(others) > 5 else 0)]
    )
    setup = scene.build_setup(situation=name)
    if name.endswith("end"):
        setup["position"] |= {"phase": "final", "stock": "", "starter": False}
    state = load_setup(setup, options)
    tried = [_try_action(state, [str(move) for move in moves], one.clause) for one, moves in built]
    chosen = _choose_four_actions(tried, first)
    if chosen is None:
        return None
    rng.shuffle(chosen)
    setup["actions"] = [{"moves": [str(move) for move in one.moves], "about": one.about} for one in chosen]
    setup["labels"] = _pick_wrong_rules(rng, name, chosen)
    return setup


def _build_moves_of_kits(
    scene: Scene, first: ActionKit, others: Sequence[ActionKit]
) -> list[tuple[ActionKit, list[Move]]]:
    """Return the moves of this kit and of some other kits that work in the same scene."""
    built = [(first, first.build(scene))]
    for other in others:
        if len(built) < 8 and other is not first:
            before = scene.save_copy()
            try:
                built.append((other, other.build(scene)))
            except RulesError:
                scene.restore_copy(before)
    return built


def _try_action(state: VazhushalState, lines: Sequence[str], about: str) -> _TriedAction:
    moves = tuple(POSING.parse_moves(lines))
    return _TriedAction(moves, about, replay(state, moves)[2])


def _choose_four_actions(tried: Sequence[_TriedAction], first: ActionKit) -> list[_TriedAction] | None:
    """Return four actions, of which one is refused by a rule of the game, or None.

    The first action tried is one of the four. The result is None if this action isn't decided by the clause of its kit
    `first`, if it's allowed but the kit has no note that explains why, or if there aren't enough suitable actions.
    """
    aimed = tried[0]
    if aimed.decisive_clause != first.clause or (aimed.violation is None and not first.note):
        return None
    notes = {one.clause for one in KITS if one.note}
    wrong = [one for one in tried if one.violation is not None and one.violation.clause.id in CLAUSES]
    fine = [one for one in tried if one.violation is None and one.about in notes]
    wrong = [aimed] if aimed in wrong else wrong[:1]
    fine = [one for one in fine if one is aimed] + [one for one in fine if one is not aimed]
    fine = list({one.moves: one for one in fine}.values())[: ACTIONS - 1]
    return [*wrong, *fine] if len(wrong) == 1 and len(fine) == ACTIONS - 1 else None


def _pick_wrong_rules(rng: Random, name: str, chosen: Sequence[_TriedAction]) -> list[str]:
    """Return wrong clauses to choose from, besides the clause that is broken."""
    broken = {id for one in chosen if one.violation is not None for id in list_broken_clauses(one.violation)}
    about = [one.about for one in chosen if one.about not in broken]
    more = [one.clause for one in list_kits_for_situation(name) if one.clause not in broken and one.clause not in about]
    lures = rng.sample(about, min(len(about), 1)) + rng.sample(sorted(set(more)), min(LURES, len(set(more))))
    return sorted(lures[:LURES])


def _pose_puzzle(setup: Setup, options: Options) -> Puzzle:
    state = load_setup(setup, options)
    tried = [_try_action(state, action["moves"], action["about"]) for action in setup["actions"]]
    wrong = [one for one in tried if one.violation is not None]
    if not wrong or any(one.decisive_clause not in CLAUSES for one in wrong):
        raise Void("None of these actions breaks a rule here.")
    ids = [f"a{number}" for number in range(1, len(tried) + 1)]
    key = {id: one.decisive_clause if one.violation is not None else FINE for id, one in zip(ids, tried, strict=True)}
    also = {id for one in wrong if one.violation is not None for id in list_broken_clauses(one.violation)[1:]}
    labels = [id for id in CLAUSES if id in key.values() or (id in setup["labels"] and id not in also)]
    many = spell_how_many_do(len(wrong), "these actions", "breaks") + " a rule"
    notes = {one.clause: one.note for one in KITS if one.note}
    reasons = {
        id: one.violation.sentence_with_quoted_cards
        if one.violation is not None
        else f"Allowed. {notes.get(one.about, '')}".strip()
        for id, one in zip(ids, tried, strict=True)
    }
    worst = wrong[0]
    return Puzzle(
        theme="breaks-a-rule",
        form="match",
        question=f"{SITUATIONS[setup['situation']]} {many}, the others are allowed. Which, and which rule? "
        "Each is tried by itself, from here.",
        position=shown(state),
        key=key,
        clauses=unique(one.decisive_clause for one in (*wrong, *tried)),
        why=f"{describe_moves(state, worst.moves)[:-1]}? "
        f"{worst.violation.sentence_with_quoted_cards if worst.violation else ''}",
        options=tuple(AnswerOption(id, describe_moves(state, one.moves)) for id, one in zip(ids, tried, strict=True)),
        labels=((FINE, "Allowed"), *((id, f"Against “{title(id)}”") for id in labels)),
        reasons=reasons,
        clauses_by_option={id: one.decisive_clause for id, one in zip(ids, tried, strict=True)},
        hints=_build_hints(state, ids, tried, worst),
        rating=_rate_puzzle(worst, tried),
    )


def _build_hints(
    state: VazhushalState, ids: Sequence[str], tried: Sequence[_TriedAction], worst: _TriedAction
) -> tuple[str, ...]:
    fine = [number for number, one in enumerate(tried, 1) if one.violation is None]
    place = tried.index(worst) + 1
    return (
        "Go through each action step by step: is it the time for it, does it make proper melds, and what stays behind?",
        rule_hint(worst.decisive_clause, state.options),
        f"Number {fine[0]} is allowed." if fine else "More than one is refused.",
        f"Look at number {place} again.",
    )


def _rate_puzzle(worst: _TriedAction, tried: Sequence[_TriedAction]) -> int:
    hard = {"first": 250, "starter": 350, "rearr": 250, "wipe": 150, "meld": 100, "wild": 100, "neg": 150}
    steps = sum(len(one.moves) - 1 for one in tried)
    return clamp_rating(1000 + hard.get(worst.decisive_clause.partition(".")[0], 50) + 30 * steps)


THEMES = (
    PuzzleTheme(
        slug="breaks-a-rule",
        title="Which one breaks a rule?",
        sentence="Four actions, one of them against the rules: find it, and name the rule.",
        clauses=ACTION_CLAUSES,
        make=_make_setup,
        pose=_pose_puzzle,
        aim=_make_setup_for_clause,
    ),
)
