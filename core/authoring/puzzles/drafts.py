"""Puzzle drafts: a position, a question about it, and texts. Each change creates a new draft."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from core.authoring.puzzles.engine_results import DraftEngineResults, build_proof_json, parse_proven_puzzle
from core.authoring.puzzles.errors import BadChange
from core.authoring.puzzles.position_editor import (
    LONGEST_WAY,
    MoveProposal,
    PositionDraft,
    Sent,
    parse_form_integer,
    parse_form_lines,
    parse_form_text,
)
from core.authoring.puzzles.position_generator import generate_position
from core.practice.themes import find_sample_setup_and_puzzle
from games.engine.common_puzzles import explain_refusal_without_spoilers
from games.engine.custom_questions import MOST_CHOICES, MOST_MOVES, QuestionKind
from games.engine.facts_and_goals import parse_moves
from games.engine.game import Game
from games.engine.options import Options
from games.engine.position_builder import BACK
from games.engine.puzzle import PROOF, Puzzle, PuzzleTheme, Setup, Unproven, VoidPuzzle
from games.engine.state import State
from games.engine.view import Position
from games.engine.work_limits import WorkAllowance, WorkExceeded
from games.errors import RulesError
from games.words import join_words

if TYPE_CHECKING:
    from core.authoring.puzzles.models import Proof

HINTS = 3
STEP = "step:"
"""The prefix for ids of course steps, in a list of themes and steps."""


def build_blank_content(game: Game[Any], options: Options, seats: int) -> dict[str, Any]:
    """Build the content of a new puzzle draft, with an empty position and no question, under these house rules."""
    return {
        "game": game.slug,
        "options": options.dump_values_to_store(),
        "seats": seats,
        "said": {},
        "place": "hands.0",
        "kind": "own-allowed",
        "one": False,
        "moves": [],
        "move": "",
        "fact": "",
        "after": [],
        "goal": "",
        "solution": [],
        "choices": [],
        "extra": {},
        "question": "",
        "why": "",
        "hints": [""] * HINTS,
        "comments": {},
        "clauses": [],
    }


class PuzzleDraft(PositionDraft):
    """The draft of a puzzle. It adds a question and texts to the position of the base class.

    `proofs` has the puzzle's long proofs (verifications in the background). The keys are the digests of the questions.
    """

    proofs: Mapping[str, Proof] = MappingProxyType({})

    @cached_property
    def engine_results(self) -> DraftEngineResults:
        """The results that the engine has computed for this draft, such as its proof.

        They're empty unless `publishing.get_draft` has set them to the results stored with the puzzle.
        """
        return DraftEngineResults()

    @property
    def question_moves(self) -> list[str]:
        return list(self["moves"])

    def set_position(self, position: Any) -> None:
        super().set_position(position)
        self.content |= {"moves": [], "move": "", "solution": []}

    @cached_property
    def question_kinds(self) -> dict[str, QuestionKind | PuzzleTheme]:
        """The kinds of questions that the author can choose from, by slug.

        First come the kinds that all games have, then those of the game's own puzzle themes that need only a position.
        """
        own = {theme.slug: theme for theme in self.game.puzzles if self.is_position_only(theme)}
        return {**self.game.question_kinds, **own}

    def is_position_only(self, theme: PuzzleTheme) -> bool:
        """Return whether the engine can build a puzzle of this theme from just a position.

        This is found out from a sample puzzle under the standard rules. Authors can use only such themes.
        """
        made = find_sample_setup_and_puzzle(theme, self.game.options())
        return made is not None and set(made[0]) == {"position"}

    @property
    def theme(self) -> PuzzleTheme:
        kind = self.game.question_kinds.get(self["kind"])
        if kind:
            return kind.build_theme()
        return next(theme for theme in self.game.puzzles if theme.slug == self["kind"])

    @cached_property
    def puzzle_setup(self) -> Setup:
        """The setup from which the engine builds the puzzle: a dict with the position and what the question needs.

        Raises VoidPuzzle if the position is impossible.
        """
        if self.state is None:
            raise VoidPuzzle(f"This position is impossible. {self.position_builder.problem}")
        if self["kind"] not in self.game.question_kinds:
            return {**self["extra"], "position": self._get_solver_position(self.state)}
        whole = self._get_full_position(self.state)
        keys = ("moves", "move", "fact", "after", "goal", "solution", "choices", "one", "clauses", "question")
        setup = {"position": whole, "before": [], **{key: self[key] for key in keys}}
        return {**setup, "moves": self._shuffle_moves(self["moves"]), "luck": 1}

    def _shuffle_moves(self, lines: list[str]) -> list[str]:
        """Return the moves in an order that reveals no answer and is always the same."""
        return sorted(lines, key=lambda line: hashlib.sha256(f"{self.code} {line}".encode()).digest())

    def _pose_puzzle(self, setup: Setup) -> Puzzle:
        """Build the puzzle from a setup, which is a dict with the position and what the question needs.

        The puzzle doesn't have the author's texts. Raises VoidPuzzle if the question can't be asked about this
        position, Unproven if the engine can't verify the answer, or another RulesError.
        """
        if any(BACK in json.dumps(setup["position"].get(key, "")) for key in self.theme.opens):
            raise VoidPuzzle(
                f"This question shows all cards in the {join_words(self.theme.opens)}, so none can be face down."
            )
        try:
            posed = self.theme.pose(setup, self.house_rules)
        except (RulesError, WorkExceeded, MemoryError):
            raise
        except Exception as unfit:  # the game's own kinds rely on setups from their generators
            raise VoidPuzzle("This question needs a different table.") from unfit
        ids = [option.id for option in posed.options]
        if len(set(ids)) < len(ids) or BACK in ids:
            raise VoidPuzzle("For this question, every card in your hand must be face up.")
        return posed

    def compute_right_answer(self, state: State) -> Any:
        """Return the right answer to the draft's question if the cards were as in `state`, or None if there is none.

        It's called with other states to find out whether the answer depends on cards that the solver can't see. Raises
        Unproven if the engine can't verify the answer.
        """
        kind = self.game.question_kinds.get(self["kind"])
        try:
            if kind:
                return kind.build_puzzle(state, self.puzzle_setup, self.house_rules).key
            return self._pose_puzzle({**self["extra"], "position": self._get_solver_position(state)}).key
        except Unproven:
            raise
        except RulesError:
            return None

    def _get_solver_position(self, state: State) -> Position:
        """Return the position that the solver of the puzzle sees, without the house rules.

        If the theme's question reveals hidden cards (`opens`), returns the position with all cards.
        """
        if self.theme.opens:
            return self._get_full_position(state)
        return {key: value for key, value in self.game.build_view(state, 0).position.items() if key != "options"}

    def _get_full_position(self, state: State) -> Position:
        """Return the position with all cards, even those that the solver can't see. House rules are left out."""
        return {key: value for key, value in self.game.build_position(state).items() if key != "options"}

    @cached_property
    def question_digest(self) -> str:
        """A hash of the question, the position, and the house rules. Stored results with this hash are still valid.

        It doesn't depend on the author's texts. Raises VoidPuzzle if the position is impossible.
        """
        said = {key: value for key, value in self.puzzle_setup.items() if key not in ("question", "clauses")}
        whole = [self.game.slug, self.game.version, self.house_rules.dump_values_to_store(), self["kind"], said]
        return hashlib.sha256(json.dumps(whole, sort_keys=True).encode()).hexdigest()

    @property
    def long_proof(self) -> Proof | None:
        """The long proof (verification in the background) of exactly this question, finished or not.

        It's None if no proof was requested, or if the position is impossible.
        """
        return self.proofs.get(self.question_digest) if self.proofs and self.state is not None else None

    @cached_property
    def proven_puzzle(self) -> Puzzle:
        """The verified puzzle, without the author's texts. Raises VoidPuzzle, Unproven, or another RulesError."""
        proof = self.long_proof
        return (
            proof.engine_puzzle
            if proof
            else parse_proven_puzzle(
                self.engine_results.get_or_compute_result(
                    self.question_digest, "proof", lambda: build_proof_json(self.prove_puzzle_now)
                )
            )
        )

    def prove_puzzle_now(self) -> Puzzle:
        """Verify the puzzle now, ignoring stored proofs. Return it without the author's texts."""
        return self._pose_puzzle(self.puzzle_setup)

    @cached_property
    def engine_puzzle(self) -> Puzzle:
        """The verified puzzle with its answer and the author's texts.

        Raises VoidPuzzle, Unproven, or another RulesError.
        """
        posed = self.proven_puzzle
        hints = tuple(own or usual for own, usual in zip(self["hints"], [*posed.hints, *[""] * HINTS], strict=False))
        reasons = {**posed.reasons, **{id: text for id, text in self._list_option_comments(posed) if text}}
        return replace(
            posed,
            question=self["question"] or posed.question,
            why=self["why"] or posed.why,
            hints=tuple(hint for hint in (*hints, *posed.hints[HINTS:]) if hint),
            reasons=reasons,
            clauses=tuple(self["clauses"]) or posed.clauses,
        )

    @cached_property
    def default_hints(self) -> tuple[str, ...]:
        """The engine's hints, used in place of those that the author leaves empty."""
        try:
            return self.proven_puzzle.hints[:HINTS]
        except RulesError:
            return ()

    def _list_option_comments(self, posed: Puzzle) -> Iterator[tuple[str, str]]:
        for option in posed.options:
            yield option.id, self["comments"].get(self.get_comment_key(option.id), "")

    def get_comment_key(self, option: str) -> str:
        """Return the key under which the draft stores the author's comment on an answer option.

        `option` is the option's id, which is also the key. But if the question is which moves are allowed, the key is
        the move's text. The ids of moves are numbers in a shuffled order, which changes when a move is added or
        removed.
        """
        if self["kind"] == "own-allowed" and option.startswith("m"):
            return str(self.puzzle_setup["moves"][int(option[1:]) - 1])
        return option


# -- changes by name -------------------------------------------------------------------------------


def _set_question_kind(draft: PuzzleDraft, sent: Sent) -> None:
    kind = sent.get("kind", "")
    if kind not in draft.question_kinds and kind != draft["kind"]:
        raise BadChange("This game doesn’t have that question.")
    draft.content |= {"kind": kind, "question": "", "extra": {}}


def _set_single_answer(draft: PuzzleDraft, sent: Sent) -> None:
    """Set whether the puzzle asks for a single answer instead of all right answers.

    If it asks for a single one but several are right, the draft has an error.
    """
    draft.content["one"] = sent.get("one") == "on"


def _toggle_question_move(draft: PuzzleDraft, sent: Sent) -> None:
    """Add a move to those that the question asks about, or remove it if it's already there.

    The question “Which rule forbids it?” has only one move, which is replaced.
    """
    text, moves = parse_form_text(sent, "move"), draft["moves"]
    [move] = parse_moves(draft.game, [text])
    line = str(move)
    if draft["kind"] == "own-rule":
        draft.content["move"] = line
    elif line in moves:
        moves.remove(line)
    elif len(moves) >= MOST_MOVES:
        raise BadChange(f"A question can ask about at most {MOST_MOVES} moves.")
    else:
        moves.append(line)


def _choose_random_moves(draft: PuzzleDraft, sent: Sent) -> None:
    """Choose up to five random moves for the question, both legal and illegal ones if possible."""
    refused = [proposal for proposal in draft.move_proposals if proposal.refused]
    legal = [proposal for proposal in draft.move_proposals if not proposal.refused]
    luck = Random(len(draft["moves"]) + draft.position_builder.remaining_counts_by_card.total())
    number = min(len(legal), max(2, 5 - len(refused)))
    chosen = luck.sample(legal, number)
    tempting = [move for move in luck.sample(refused, len(refused)) if not _reveals_legal_move(move, chosen)]
    chosen += tempting[: 5 - number]
    if not chosen:
        raise BadChange("There are no moves to suggest, because nobody can move at this table.")
    draft.content["moves"] = [move.text for move in chosen]


def _reveals_legal_move(proposal: MoveProposal, legal: Iterable[MoveProposal]) -> bool:
    """Return whether the explanation of why a proposed move is illegal gives away one of these legal moves.

    Such a move isn't used in a question, because legal moves are its right answers.
    """
    try:
        if proposal.refused:
            explain_refusal_without_spoilers(proposal.refused, [move.words for move in legal], [proposal.words])
    except VoidPuzzle:
        return True
    return False


def _add_illegal_move_to_question(draft: PuzzleDraft, sent: Sent) -> None:
    """Add an illegal move to those that the question asks about. Raises BadChange if there's none to add."""
    refused = [one.text for one in draft.move_proposals if one.refused and one.text not in draft["moves"]]
    if not refused:
        raise BadChange("There’s no illegal move left to suggest. Type one yourself.")
    draft["moves"].append(refused[0])


def _set_fact(draft: PuzzleDraft, sent: Sent) -> None:
    draft.content["fact"] = parse_form_text(sent, "fact")
    if "after" in sent:
        draft.content["after"] = parse_form_lines(sent, "after")


def _set_goal(draft: PuzzleDraft, sent: Sent) -> None:
    draft.content["goal"] = parse_form_text(sent, "goal")
    if "solution" in sent:
        draft.content["solution"] = parse_form_lines(sent, "solution")


def _add_solution_move(draft: PuzzleDraft, sent: Sent) -> None:
    """Append a move to the solution."""
    draft.content["solution"] = [*draft["solution"], parse_form_text(sent, "move")][:LONGEST_WAY]


def _remove_solution_move(draft: PuzzleDraft, sent: Sent) -> None:
    draft.content["solution"] = draft["solution"][:-1]


def _set_answer_choices(draft: PuzzleDraft, sent: Sent) -> None:
    choices = []
    for at in range(MOST_CHOICES):
        text, check = parse_form_text(sent, f"text.{at}"), parse_form_text(sent, f"check.{at}")
        if text:
            choices.append({"text": text, "right": sent.get(f"right.{at}") == "on", "check": check})
    draft.content |= {"choices": choices, "question": parse_form_text(sent, "question")}


def _mark_choice(draft: PuzzleDraft, sent: Sent) -> None:
    at = parse_form_integer(sent, "at")
    if not 0 <= at < len(draft["choices"]):
        raise BadChange("That answer no longer exists.")
    draft["choices"][at]["right"] = sent.get("right") == "on"


def _set_texts(draft: PuzzleDraft, sent: Sent) -> None:
    if "question" in sent:
        draft.content["question"] = parse_form_text(sent, "question")
    if "why" in sent:
        draft.content["why"] = parse_form_text(sent, "why")
    draft.content["hints"] = [
        parse_form_text(sent, f"hint.{at}") if f"hint.{at}" in sent else draft["hints"][at] for at in range(HINTS)
    ]
    for name in sent:
        if name.startswith("comment."):
            draft["comments"][name.removeprefix("comment.")] = parse_form_text(sent, name)


def _set_clauses(draft: PuzzleDraft, sent: Sent) -> None:
    wanted = sent.get("clauses", "").split()
    draft.content["clauses"] = [id for id in dict.fromkeys(wanted) if id in draft.game.clauses]


def _generate_position(draft: PuzzleDraft, sent: Sent) -> None:
    """Replace the position with a generated one of the chosen theme, or with that of a step of the course."""
    slug = sent.get("theme", "")
    if slug.startswith(STEP):
        _load_course_step(draft, slug.removeprefix(STEP))
        return
    draft.set_position(generate_position(draft.game, draft.house_rules, slug))
    if slug in draft.question_kinds:
        draft.content["kind"] = slug


def _load_course_step(draft: PuzzleDraft, id: str) -> None:
    """Replace the position with that of a step of the game's course."""
    for lesson in draft.game.lessons:
        for step in lesson.steps:
            if step.id == id:
                if not step.is_true_under_options(draft.house_rules):
                    raise BadChange("That step needs different house rules.")
                draft.set_position(draft.game.build_position(step.load_state(draft.game, draft.house_rules)))
                return
    raise BadChange("That step isn’t in the course.")


def _deal_unknown_cards(draft: PuzzleDraft, sent: Sent) -> None:
    """Replace the face-down cards in the solver's hand with other cards that leave the answer unchanged.

    It tries `FILLS` random deals. Raises BadChange if the answer changes in all of them.
    """
    wanted = draft.engine_puzzle.key
    state = draft.state
    assert state is not None
    with WorkAllowance(PROOF):
        for luck in range(FILLS):
            whole = draft.game.sample_possible_state(draft.game.build_view(state, 0), Random(luck))
            hand = draft.game.build_position(whole)["hands"][0]
            content = json.loads(json.dumps(draft.content))
            rows = content["said"].get("hands", [])
            content["said"]["hands"] = [hand, *rows[1:]]
            other = PuzzleDraft(content, draft.code)
            with suppress(RulesError):
                if other.engine_puzzle.key == wanted:
                    draft.content["said"] = content["said"]
                    return
    raise BadChange("Every deal we tried changed the answer, so nothing was filled in.")


FILLS = 40
PuzzleDraft.changes = {
    **PositionDraft.changes,
    "kind": _set_question_kind,
    "one": _set_single_answer,
    "move": _toggle_question_move,
    "some": _choose_random_moves,
    "tempt": _add_illegal_move_to_question,
    "fact": _set_fact,
    "goal": _set_goal,
    "solve": _add_solution_move,
    "unsolve": _remove_solution_move,
    "choices": _set_answer_choices,
    "mark": _mark_choice,
    "words": _set_texts,
    "clauses": _set_clauses,
    "another": _generate_position,
    "fill-up": _deal_unknown_cards,
}
