"""Questions that users build: a position with a question about it that the engine answers.

The setup of a question is JSON with these keys:

- `position`, and the moves `before` the question, if any
- one key for the question itself: `moves` (which of them are legal?), `move` (which rule forbids it?), `fact` (what's
  its value, after the moves in `after`?), `goal` with a `solution` that reaches it, or `choices` by the author
- `one`, if the question asks for one answer instead of all right ones
- `clauses`, the clauses that it trains, if they don't follow from its answer
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import UNKNOWN, parse_cards, sort_cards
from games.engine import phrasing
from games.engine.clause import quote_card_codes
from games.engine.common_puzzles import (
    BrokenRulePuzzleKind,
    JudgedMoves,
    load_state_for_solver,
    load_table_comparison,
)
from games.engine.facts_and_goals import (
    ANSWERED,
    NUMBER,
    PLAYER,
    YES_NO,
    Value,
    get_fact_or_goal,
    parse_moves,
    play_move_lines,
)
from games.engine.hidden_details import HiddenDetails, QuestionPart
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import (
    AnswerOption,
    Puzzle,
    PuzzleTheme,
    Setup,
    Verdict,
    VoidPuzzle,
    make_rule_hint,
    parse_answer,
)
from games.engine.state import State
from games.engine.view import Position, View
from games.engine.work_limits import spend_steps
from games.words import capitalize_first, join_words

if TYPE_CHECKING:
    from games.engine.game import Game

MOST_MOVES = 12
"""The maximum number of moves in a question."""
MOST_CHOICES = 8
CAN_BE_ASKED = (*ANSWERED, "players", "cards")
"""The types of facts whose value a user can type or choose."""
RATING = 1200
ASK_OF_EACH = "For each move, ask: can you make it now, with these cards?"
BACK = UNKNOWN.code
LAYOUTS = 24
"""The number of random deals that `find_counterexample` tries for the cards that the solver can't see."""
DEAL = 500
"""The steps (see `games.engine.work_limits`) charged for each of these deals, in addition to those for the answer."""


class QuestionKind:
    """Base class of the kinds of questions that users can build. A kind builds the puzzle for a question."""

    slug: str
    title: str
    sentence: str
    asks: str
    """The setup key that holds the question. A setup without this key has no question yet."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def build_theme(self) -> PuzzleTheme:
        """Return this kind as a `PuzzleTheme`, which has its texts and the functions that show and judge questions.

        The theme can't make questions by itself, because users write them.
        """
        return PuzzleTheme(
            self.slug, self.title, self.sentence, tuple(self.game.clauses), self._refuse_to_make_setup, self.pose
        )

    def _refuse_to_make_setup(self, rng: Random, options: Options) -> Setup:
        raise VoidPuzzle("You have to write this kind of question yourself.")

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        """Build the puzzle for a question (`setup`, in JSON) under these house rules.

        Raises VoidPuzzle if there is no question in it yet, or if the question can't be asked.
        """
        if not setup.get(self.asks):
            raise VoidPuzzle("You haven’t asked a question yet.")
        return self.build_puzzle(load_state_for_solver(self.game, setup, options), setup, options)

    def build_puzzle(self, state: State, setup: Setup, options: Options) -> Puzzle:
        """Build the puzzle for a question (`setup`, in JSON) whose position is already loaded as `state`.

        Each kind of question overrides this method. Raises VoidPuzzle if the question can't be asked.
        """
        raise TypeError(f"{type(self).__name__} doesn’t define build_puzzle.")

    def list_trained_clauses(self, setup: Setup, found: Iterable[str]) -> tuple[str, ...]:
        """Return the ids of the clauses that the question trains.

        These are the clauses that the author named in the setup. If there are none, they're those in `found`, such as
        clauses that the moves in question break. Any that the game doesn't have are left out.
        """
        return tuple(id for id in dict.fromkeys(setup.get("clauses") or found) if id in self.game.clauses)

    def get_position_for_solver(self, state: State) -> Position:
        """Return the position as the solver sees it."""
        return self.game.build_view(state, 0).position

    def build_hints(self, clauses: Iterable[str], options: Options, first: str, last: str) -> tuple[str, ...]:
        """Return the hints for a question: an idea (`first`), a rule, and almost the answer (`last`).

        The rule is the first of `clauses`. If there are no clauses, this hint is left out.
        """
        return (first, *(make_rule_hint(self.game, id, options) for id in [*clauses][:1]), last)

    def check_solver_turn(self, state: State) -> None:
        """Raise VoidPuzzle if it isn't the solver's turn."""
        if 0 not in state.waiting:
            raise VoidPuzzle("It isn’t your turn in this position, so there’s no move to ask about.")


class LegalMovesQuestion(QuestionKind):
    """The kind of question in which the author lists moves, and the solver picks the legal ones."""

    slug = "own-allowed"
    title = "Which of these are legal?"
    sentence = "You list moves, and we work out which are legal."
    asks = "moves"

    def build_puzzle(self, state: State, setup: Setup, options: Options) -> Puzzle:
        self.check_solver_turn(state)
        game = self.game
        moves = [*dict.fromkeys(parse_moves(game, setup["moves"]))][:MOST_MOVES]
        judged = JudgedMoves(game, state, {move: game.find_violation(state, 0, move) for move in moves})
        clauses = self.list_trained_clauses(setup, [*judged.broken, *judged.clauses_by_option.values()])
        one = bool(setup.get("one")) and len(judged.right) == 1
        which = "Which of these is legal?" if one else "Which of these can you do?"
        return Puzzle(
            form="one" if one else "tick",
            question=f"{phrasing.phrase_turn(game, state)} {which}",
            position=self.get_position_for_solver(state),
            key=judged.right[0] if one else judged.right,
            clauses=clauses,
            why=judged.counted,
            options=judged.options,
            reasons=judged.reasons,
            clauses_by_option=judged.clauses_by_option,
            hints=self.build_hints(clauses, options, ASK_OF_EACH, judged.counted),
            rating=RATING,
        )


class BrokenRuleQuestion(QuestionKind):
    """The kind of question in which the solver picks the rule that forbids the author's move."""

    slug = "own-rule"
    title = "Which rule forbids it?"
    sentence = "You choose an illegal move, and we work out which rule forbids it."
    asks = "move"

    def build_puzzle(self, state: State, setup: Setup, options: Options) -> Puzzle:
        self.check_solver_turn(state)
        [move] = parse_moves(self.game, [setup["move"]])
        refused = self.game.find_violation(state, 0, move)
        if refused is None:
            raise VoidPuzzle(
                f"“{quote_card_codes(self.game.describe_move(move))}” is legal in this position, so no rule forbids it."
            )
        asked = {**setup, "clause": refused.clause.id, "luck": setup.get("luck", 0)}
        posed = self._broken_rule_puzzles.build_puzzle_for_state(state, asked, options)
        return replace(posed, clauses=self.list_trained_clauses(setup, posed.clauses))

    @cached_property
    def _broken_rule_puzzles(self) -> BrokenRulePuzzleKind:
        """This game's `BrokenRulePuzzleKind`.

        It's cached because it reads all of the game's examples to find rules that a move doesn't break.
        """
        return BrokenRulePuzzleKind(self.game)


class FactQuestion(QuestionKind):
    """The kind of question that asks for the value of a fact, now or after some moves."""

    slug = "own-fact"
    title = "What’s true?"
    sentence = "You choose a question, and we work out the answer, now or after some moves."
    asks = "fact"

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        posed = super().pose(setup, options)
        hidden = (
            None
            if setup.get("after")
            else self.find_details_to_hide(load_state_for_solver(self.game, setup, options), setup)
        )
        return replace(posed, hidden=hidden.atoms) if hidden else posed

    def build_puzzle(self, state: State, setup: Setup, options: Options) -> Puzzle:
        game, text = self.game, setup["fact"]
        fact = get_fact_or_goal("fact", text.split()[0], game.all_facts)
        after = setup.get("after", [])
        now = play_move_lines(game, state, after)
        value = game.evaluate_fact(now, 0, text)
        if value is None:
            raise VoidPuzzle("This question has no answer in this position.")
        words = text.split()[1:]
        form, key, answers = self._build_answer_form(fact.kind, value, state)
        done = join_words(
            [
                f"“{quote_card_codes(game.describe_move(game.parse_move(line.partition(': ')[2] or line)))}”"
                for line in after
            ]
        )
        asked = phrasing.phrase_question(game, fact, words, state.seats)
        clauses, decided_by = self.list_trained_clauses(setup, fact.clauses), fact.list_deciding_clauses(now)
        alone = len(decided_by) == 1
        why = phrasing.phrase_answer(game, fact, words, value, state.seats)
        return Puzzle(
            form=form,
            question=f"Suppose these moves are made: {done}. {asked}" if after else asked,
            position=self.get_position_for_solver(state),
            key=key,
            clauses=clauses,
            why=why,
            options=answers,
            clauses_by_option=dict.fromkeys([option.id for option in answers], decided_by[0]) if alone else {},
            hints=self.build_hints(
                clauses, options, "Look at the table again, one part at a time.", "You can see the answer on the table."
            ),
            rating=RATING,
            working=phrasing.phrase_calculation(game, text, now),
        )

    def find_details_to_hide(self, state: State, setup: Setup) -> HiddenDetails | None:
        """Return the details of the page that have to be hidden because they show the answer.

        A detail is, for example, a count or a note. Returns None if the answer can't be worked out from the page.
        """
        game, text, after = self.game, setup["fact"], setup.get("after", [])
        kind = game.all_facts[text.split()[0]].kind

        def list_question_parts(table: State) -> tuple[QuestionPart, ...]:
            return (
                QuestionPart.from_fact(kind, game.evaluate_fact(play_move_lines(game, table, after), 0, text), text),
            )

        return load_table_comparison(game, state).find_details_to_hide(list_question_parts)

    def _build_answer_form(self, kind: str, value: Value, state: State) -> tuple[str, Any, tuple[AnswerOption, ...]]:
        """Return the fields `form`, `key`, and `options` of a `Puzzle` that asks for this value.

        They say how to answer, which answer is right, and which answers can be chosen. `kind` is the type of the value.
        Raises VoidPuzzle if solvers can't type or choose a value of this type.
        """
        seats = range(state.seats)
        if kind == NUMBER:
            return "number", value, ()
        if kind == YES_NO:
            return "one", "yes" if value else "no", (AnswerOption("yes", "Yes"), AnswerOption("no", "No"))
        if kind in (PLAYER, "players"):
            sitting = tuple(
                AnswerOption(f"p{seat}", capitalize_first(describe_seat(seat, state.seats))) for seat in seats
            )
            key = f"p{value}" if kind == PLAYER else [f"p{seat}" for seat in seats if seat in value]  # type: ignore[operator]
            return "one" if kind == PLAYER else "tick", key, sitting
        if kind == "cards":
            held = parse_cards(self.get_position_for_solver(state)["hands"][0])
            cards = sort_cards({*held, *parse_cards(str(value))} - {UNKNOWN})
            options = tuple(AnswerOption(card.code, f"The {card.name}", card.code) for card in cards)
            return "tick", sorted(set(str(value).split())), options
        raise VoidPuzzle("Solvers can’t choose or type the answer to this question. Write your own answers instead.")


class GoalQuestion(QuestionKind):
    """The kind of question whose answer is a list of moves that reach a goal."""

    slug = "own-goal"
    title = "Reach a goal"
    sentence = "You choose a goal. Any moves that reach it are correct."
    asks = "goal"

    def build_theme(self) -> PuzzleTheme:
        return PuzzleTheme(
            self.slug,
            self.title,
            self.sentence,
            tuple(self.game.clauses),
            self._refuse_to_make_setup,
            self.pose,
            self.judge_moves,
        )

    def build_puzzle(self, state: State, setup: Setup, options: Options) -> Puzzle:
        self.check_solver_turn(state)
        game, goal = self.game, setup["goal"]
        if game.is_goal_reached(goal, state, [], state):
            raise VoidPuzzle("The goal is already reached before the first move.")
        lines = setup.get("solution", [])
        moves = parse_moves(game, lines)
        if not moves:
            raise VoidPuzzle("Show the moves that reach this goal.")
        now = play_move_lines(game, state, lines)
        if not game.is_goal_reached(goal, state, moves, now):
            raise VoidPuzzle("Your moves don’t reach the goal.")
        clauses = self.list_trained_clauses(setup, [game.verbs[move.verb].clause for move in moves])
        said = [quote_card_codes(game.describe_move(move)) for move in moves]
        return Puzzle(
            form="play",
            question=f"Reach this goal: {phrasing.phrase_goal(game, goal, state.seats)}",
            position=self.get_position_for_solver(state),
            key=list(lines),
            clauses=clauses,
            why=f"You can do it like this: {'; then '.join(said)}.",
            hints=self.build_hints(
                clauses, options, "What should the table look like at the end?", f"Start with this: {said[0]}."
            ),
            rating=RATING + 100,
        )

    def judge_moves(self, puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
        """Judge whether the moves in the answer reach the goal.

        Raises BadText if the answer isn't a list of moves that players of this game can make.
        """
        game = self.game
        lines = parse_answer(puzzle, answer)
        state = load_state_for_solver(game, setup, options)
        now, moves = state.copy(), []
        for move in parse_moves(game, lines):
            refused = game.find_violation(now, 0, move)
            if refused is not None:
                missed = tuple(id for id in [refused.clause.id] if id in game.clauses)
                return Verdict(False, puzzle.why, puzzle.clauses, refused.sentence_with_quoted_cards, missed=missed)
            game.apply_move(now, 0, move)
            moves.append(move)
        if game.is_goal_reached(setup["goal"], state, moves, now):
            return Verdict(True, puzzle.why if lines == puzzle.key else "That reaches the goal.", puzzle.clauses)
        return Verdict(False, puzzle.why, puzzle.clauses, "These moves are legal, but they don’t reach the goal.")


class ChoiceQuestion(QuestionKind):
    """The kind of question whose answers the author writes and marks as right or wrong."""

    slug = "own-choice"
    title = "Which of these is correct?"
    sentence = "You write the answers and mark the correct ones. You can have facts check them."
    asks = "choices"

    def build_puzzle(self, state: State, setup: Setup, options: Options) -> Puzzle:
        choices = [choice for choice in setup["choices"] if choice.get("text")][:MOST_CHOICES]
        right = [f"c{at}" for at, choice in enumerate(choices, 1) if choice.get("right")]
        one = bool(setup.get("one")) and len(right) == 1
        clauses = self.list_trained_clauses(setup, ())
        return Puzzle(
            form="one" if one else "tick",
            question=setup.get("question") or "Which of these is correct?",
            position=self.get_position_for_solver(state),
            key=right[0] if one else right,
            clauses=clauses,
            why="Right "
            + ("is " if len(right) == 1 else "are ")
            + join_words([f"“{choice['text']}”" for choice in choices if choice.get("right")])
            + "."
            if right
            else "None of the answers is correct.",
            options=_order_answer_options(
                [AnswerOption(f"c{at}", choice["text"]) for at, choice in enumerate(choices, 1)]
            ),
            hints=self.build_hints(
                clauses, options, "Look at the whole table before you choose.", "Which answers can you rule out?"
            ),
            rating=RATING,
        )

    def list_wrongly_marked_choices(self, setup: Setup, options: Options) -> Iterator[tuple[int, bool]]:
        """Yield each choice that the author has marked wrongly, judging by the fact that checks it.

        Each item is the index of the choice, and True if the choice is right, otherwise False. Choices without a fact
        are skipped. Raises BadText if a fact can't be evaluated.
        """
        state = load_state_for_solver(self.game, setup, options)
        for at, choice in enumerate(setup["choices"]):
            if check := choice.get("check", ""):
                asked, _, wanted = check.partition("=")
                fact = get_fact_or_goal("fact", (asked.split() or [""])[0], self.game.all_facts)
                value = self.game.evaluate_fact(state, 0, asked)
                holds = value == fact.parse_fact_value(wanted.strip()) if wanted else value is True
                if holds is not bool(choice.get("right")):
                    yield at, holds


def _order_answer_options(options: list[AnswerOption]) -> tuple[AnswerOption, ...]:
    """Return the options sorted if they're all numbers, otherwise shuffled, always in the same way.

    They're shuffled because authors tend to write the right answer first.
    """
    if all(option.text.isdecimal() for option in options):
        return tuple(sorted(options, key=lambda option: int(option.text)))
    return tuple(Random("\n".join(option.text for option in options)).sample(options, len(options)))


KINDS: tuple[type[QuestionKind], ...] = (
    LegalMovesQuestion,
    BrokenRuleQuestion,
    FactQuestion,
    GoalQuestion,
    ChoiceQuestion,
)


def build_question_kinds(game: Game[Any]) -> dict[str, QuestionKind]:
    """Return the kinds of questions that users can build, by slug."""
    return {kind.slug: kind(game) for kind in KINDS}


def find_counterexample(game: Game[Any], state: State, known: Any, key: Callable[[State], Any]) -> Position | None:
    """Return a position that looks the same to the solver but has a different answer, or None.

    `key` is a function that returns the answer for a state, and `known` is the answer in `state`. The cards that the
    solver can't see are dealt at random several times. If exactly one card of the solver's own hand is unknown, each
    deal has a different card there, and more deals are tried. Returns None if no deal has a different answer.
    """
    view = game.build_view(state, 0)
    for whole in _sample_deals(game, view, view.position["hands"][0].split()):
        if key(whole) != known:
            return game.build_position(whole)
    return None


def _sample_deals(game: Game[Any], view: View, hand: list[str]) -> Iterator[State]:
    """Yield random states that fit a view. If one card of `hand` is unknown, each state has a different card there."""
    faces: dict[str, State] = {}
    for luck in range(LAYOUTS * (4 if hand.count(BACK) == 1 else 1)):
        spend_steps(DEAL)
        whole: State = game.sample_possible_state(view, Random(luck))
        dealt = Counter(game.build_position(whole)["hands"][0].split()) - Counter(hand)
        face = " ".join(sorted(dealt)) if hand.count(BACK) == 1 else str(luck)
        if face not in faces:
            faces[face] = whole
            yield whole
