"""The kinds of puzzles that every game has, generated from its examples, facts, and house rules.

A game's own puzzle makers search for interesting positions. These kinds ask about ordinary ones: which of these moves
are legal, which rule forbids a move, what's true of a position, and which house rules apply.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import parse_cards
from games.engine import phrasing, simulated_moments
from games.engine.clause import Violation, quote_card_codes
from games.engine.examples import OWN, BadExample, Example, expand_short_forms, read_examples, split_move_lines
from games.engine.facts_and_goals import NUMBER, PLAYER, YES_NO, Fact, Value, play_move_lines
from games.engine.hidden_details import Ask, HiddenDetails, QuestionPart, TableComparison, prepare_question_screen
from games.engine.move import Move
from games.engine.options import Options
from games.engine.phrasing import describe_seat
from games.engine.puzzle import AnswerOption, Puzzle, PuzzleTheme, Setup, VoidPuzzle, explain_refusal, make_rule_hint
from games.engine.state import State
from games.engine.unbroken_clauses import ObservedRefusals
from games.engine.view import Screen, filter_zones
from games.errors import BadText, RulesError
from games.words import capitalize_first, join_words, spell_how_many, spell_number

if TYPE_CHECKING:
    from games.engine.game import Game

SETS = 12
"""The number of random sets of legal moves to compare. The best set is used."""
MOST = 5
"""The maximum number of moves, or of statements, in one question."""
TEMPTING = 40
"""The maximum number of candidates to check when looking for illegal moves."""
CODE = re.compile(r"\b[A2-9TJQK][CDHS]\b")
COMMON = {"the", "and", "card"}
"""Words that are too common to distinguish one move from another."""
_WORD = re.compile(r"[a-z]{3,}")
RULES_NAMED = 4
"""The number of rules to choose from in a question."""
NEAR = 8
"""The maximum number of rules from which the wrong answers are chosen."""
TRIES = 30
LUCK = 3
"""The number of attempts per scene."""
MATCHES, WANTED = 3, 3
"""The maximum number of matches to play in search of a moment for a clause, and of clauses to try."""
RARE = 0.5
"""The probability of using an example, instead of a different clause, if a clause came up in none of the matches."""
ANOTHER = 0.005
"""The probability, per clause that puzzles ask about, of accepting a moment about a different clause than `wanted`.

It's multiplied by the number of clauses, so that clauses that matter all the time aren't asked about too often.
"""
PLAIN = 0.1
"""The probability of asking about moves when every illegal move has a different verb than the legal ones, which is
easy.
"""
STEM = 4
"""The number of letters compared to recognize a word in its other forms, such as “discard” in “discards”."""
FACTS_ASKED = 6
"""The maximum number of facts to check when looking for one whose value changes during the match."""
FEW = 4
"""If a question has fewer possible answers than this, it's easy to guess, so several statements are asked instead."""
SAID = (3, 4)
"""The possible numbers of statements in such a question."""
OF_EACH = 3
"""The maximum number of statements from one fact, each about a different seat."""


def build_common_themes(game: Game[Any]) -> tuple[PuzzleTheme, ...]:
    """Build the puzzle themes that every game has, leaving out those that train none of this game's clauses."""
    scenes = tuple(list_example_scenes(game))
    return tuple(
        kind.build_theme()
        for kind in (
            LegalMovesPuzzleKind(game, scenes),
            BrokenRulePuzzleKind(game, scenes),
            FactPuzzleKind(game, scenes),
            HouseRulePuzzleKind(game),
        )
        if kind.clauses
    )


# -- positions -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExampleScene:
    """The parts of a rulebook example from which puzzles are made: its position, moves, and facts.

    `clause` is the rule that the example belongs to, and `options` has its house rules. Puzzles ask about `moves`, some
    of which are illegal and also in `refused`. They also ask about `facts`: names (with arguments) of values that the
    engine can compute, such as a score.
    """

    clause: str
    options: Options
    position: Mapping[str, Any]
    before: tuple[str, ...]
    """The moves that come before the question, one per line."""
    moves: tuple[str, ...]
    refused: tuple[str, ...]
    facts: tuple[str, ...]

    def build_setup(self, **more: Any) -> Setup:
        """Return the JSON from which a puzzle about this example is built (its setup).

        It has the position, the moves before the question, and the clause. `more` has additional keys.
        """
        return {"position": dict(self.position), "before": list(self.before), "clause": self.clause, **more}


def list_example_scenes(game: Game[Any]) -> Iterator[ExampleScene]:
    """Yield an `ExampleScene` for each of a game's examples that doesn't begin a match.

    Examples with an impossible position are skipped. If the game's examples can't be read, nothing is yielded. Other
    checks report both.
    """
    try:
        examples = [one for one in read_examples(game) if "start" not in one.setting]
    except BadExample:
        return
    for example in examples:
        with suppress(RulesError):
            yield _make_example_scene(game, example)


def _make_example_scene(game: Game[Any], example: Example) -> ExampleScene:
    setting, options = example.setting, example.get_house_rules(game)
    position = {key: value for key, value in setting.items() if key not in OWN}
    written = game.complete_position(
        expand_short_forms(game, {**position, "seats": game.get_position_seat_count(setting)})
    )
    before = split_move_lines(setting.get("moves", []))
    facts = [key for key in setting.get("then", {}) if key.split()[0] in game.facts]
    facts += [one.name for one in game.facts.values() if example.clause in one.clauses and not one.takes]
    allowed = [text for text in split_move_lines(setting.get("allowed", [])) if _is_complete_move(game, text)]
    refused = tuple(text for text, _ in example.list_refused_moves() if _is_complete_move(game, text))
    moves = (*allowed, *refused)
    return ExampleScene(example.clause, options, written, tuple(before), moves, refused, tuple(dict.fromkeys(facts)))


def _is_complete_move(game: Game[Any], text: str) -> bool:
    """Return whether the text is a complete move by a player, not by the dealer.

    Returns False if the text can't be parsed, or if the move leaves something open, such as what a wild card stands
    for.
    """
    try:
        move = game.parse_move(text)
    except BadText:
        return False
    verb = game.verbs.get(move.verb)
    return verb is not None and verb.chance is None and not game.has_open_detail(move)


def load_state_for_solver(game: Game[Any], setup: Setup, options: Options) -> State:
    """Load the state of a puzzle from its setup (JSON), as seat 0 (the solver) sees it.

    The key `before` of the setup has moves, which are made first. If some cards in seat 0's hand are unknown, they're
    dealt at random, always in the same way for the same setup. Raises VoidPuzzle if the position or a move isn't
    possible under these house rules.
    """
    try:
        start = game.load_position({**setup["position"], "options": options.list_nonstandard_values()})
        now = play_move_lines(game, start, setup["before"])
        view = game.build_view(now, 0)
        if "?" in str(view.position.get("hands", [""])[0]):
            view = game.build_view(game.sample_possible_state(view, Random(json.dumps(setup, sort_keys=True))), 0)
        state: State = game.load_position(view.position)
    except RulesError as refused:
        raise VoidPuzzle(f"You can’t reach this position under these house rules. {refused}") from None
    return state


def make_setup_from_state(game: Game[Any], state: State, clause: str, **more: Any) -> Setup:
    """Return the JSON from which a puzzle about this state is built (its setup).

    It has the position as seat 0 sees it, no moves before the question, and the id of the `clause` that the puzzle is
    about. `more` has additional keys.
    """
    position = {key: value for key, value in game.build_view(state, 0).position.items() if key != "options"}
    return {"position": position, "before": [], "clause": clause, **more}


def _is_clause_in_force(game: Game[Any], clause: str, options: Options) -> bool:
    return clause in game.clauses and bool(game.rulebook.get_clause_text(clause, options))


# -- the kinds -------------------------------------------------------------------------------------


class PuzzleKind:
    """Base class of the kinds of puzzles that every game has, such as “Which of these moves are legal?”.

    A kind picks a state from an example or a simulated match, stores it with the moves or facts to ask about as JSON (a
    setup), and builds a puzzle from this setup. `clauses` are the ids of the clauses that its puzzles can train in this
    game.
    """

    slug: str
    title: str
    sentence: str
    written = 0.1
    """The probability of asking about an example instead of a moment in a simulated match."""
    least = 0
    """The minimum number of answer options."""

    def __init__(self, game: Game[Any], scenes: Iterable[ExampleScene] = ()) -> None:
        self.game = game
        self.scenes = self.filter_scenes(scenes)
        self.clauses = tuple(game.clauses)
        trained = self.collect_trained_clauses()
        self.clauses = tuple(id for id in self.clauses if id in trained)

    def build_theme(self) -> PuzzleTheme:
        """Return this kind as a `PuzzleTheme`, which has its texts and the functions that make its puzzles."""
        return PuzzleTheme(
            self.slug, self.title, self.sentence, self.clauses, self.make_setup, self.pose, aim=self.make_setup
        )

    def filter_scenes(self, scenes: Iterable[ExampleScene]) -> tuple[ExampleScene, ...]:
        """Return the scenes (parts of examples) that this kind can ask about."""
        return ()

    def list_scene_clauses(self, scene: ExampleScene) -> set[str]:
        """Return the ids of the clauses (rules) that a question about this part of an example trains."""
        return {scene.clause}

    def collect_trained_clauses(self) -> set[str]:
        """Return the ids of the clauses that puzzles about this kind's scenes train.

        To find out, puzzles about the scenes are built, each under the house rules of its scene.
        """
        found: set[str] = set()
        for number, scene in enumerate(self.scenes):
            if self.list_scene_clauses(scene) <= found:
                continue
            for luck in range(LUCK):
                with suppress(VoidPuzzle):
                    setup = self.make_setup_from_scene(scene, Random(number + luck), scene.options)
                    found.update(self._build_acceptable_puzzle(setup, scene.options).clauses)
                    break
        return found

    def make_setup(self, rng: Random, options: Options, clause: str = "") -> Setup:
        """Make a setup for a puzzle that can be asked under these house rules.

        Most setups come from a moment in a simulated match, the others from an example. With `clause`, the setup always
        comes from an example, about that clause if there is such an example. Raises VoidPuzzle if no setup is found.
        """
        some = rng.sample(self.clauses, min(WANTED, len(self.clauses)))
        for wanted in [] if clause or rng.random() < self.written else some:
            for _ in range(MATCHES):
                with suppress(VoidPuzzle):
                    setup = self.make_setup_from_match(rng, options, wanted)
                    self._build_acceptable_puzzle(setup, options)
                    return setup
            if rng.random() < RARE:
                with suppress(VoidPuzzle):
                    return self._make_setup_from_example(rng, options, wanted)
        return self._make_setup_from_example(rng, options, clause)

    def make_setup_from_match(self, rng: Random, options: Options, wanted: str) -> Setup:
        """Make a puzzle's setup (JSON) from a moment in a simulated match.

        The puzzle is about the clause (rule) `wanted` if possible. Raises VoidPuzzle if the match has no suitable
        moment, and TypeError in a kind that doesn't override this method.
        """
        raise TypeError(f"{type(self).__name__} doesn’t define make_setup_from_match.")

    def _make_setup_from_example(self, rng: Random, options: Options, clause: str) -> Setup:
        """Make a setup from an example about this clause.

        If there is no example about it, any example can be used. Raises VoidPuzzle if none works.
        """
        fitting = [scene for scene in self.scenes if scene.clause == clause] or self.scenes
        for scene in rng.sample(fitting, min(TRIES, len(fitting))):
            with suppress(VoidPuzzle):
                setup = self.make_setup_from_scene(scene, rng, options)
                self._build_acceptable_puzzle(setup, options)
                return setup
        raise VoidPuzzle("Under these house rules, there’s no question to ask.")

    def _build_acceptable_puzzle(self, setup: Setup, options: Options) -> Puzzle:
        """Build the puzzle for a new setup, and check that it has enough answer options.

        Raises VoidPuzzle if it has too few, or if it can't be asked under these house rules.
        """
        puzzle = self.pose(setup, options)
        if len(puzzle.options) < self.least:
            raise VoidPuzzle("There are too few answers to choose from.")
        return puzzle

    def make_setup_from_scene(self, scene: ExampleScene, rng: Random, options: Options) -> Setup:
        """Make the JSON from which a puzzle is built (a setup) from a scene, which is part of an example.

        `rng` makes the random choices. Raises VoidPuzzle if there's nothing to ask about the scene under these house
        rules.
        """
        raise TypeError(f"{type(self).__name__} doesn’t define make_setup_from_scene.")

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        """Build the puzzle for this setup. Raises VoidPuzzle if it can't be asked under these house rules."""
        raise TypeError(f"{type(self).__name__} doesn’t define pose.")


class JudgedMoves:
    """The moves that a puzzle asks about, as answer options with explanations.

    `refused` maps each move to its violation, or to None if the move is legal. `right` has the option ids of the legal
    moves, and `broken` the ids of the clauses that the other moves break.
    """

    def __init__(self, game: Game[Any], state: State, refused: Mapping[Move, Violation | None]) -> None:
        names = {move: f"m{number}" for number, move in enumerate(refused, 1)}
        self.right = sorted(names[move] for move, violation in refused.items() if violation is None)
        self.broken = [violation.clause.id for violation in refused.values() if violation is not None]
        self.options = tuple(AnswerOption(names[move], quote_card_codes(game.describe_move(move))) for move in refused)
        allowed = [option.text for option in self.options if option.id in self.right]
        others = [option.text for option in self.options if option.id not in self.right]
        self.reasons = {
            names[move]: explain_refusal_without_spoilers(violation, allowed, others) if violation else "That’s legal."
            for move, violation in refused.items()
        }
        deciding = {
            names[move]: violation.clause.id if violation else game.get_permitting_clause(state, 0, move)
            for move, violation in refused.items()
        }
        self.clauses_by_option = {id: clause for id, clause in deciding.items() if clause in game.clauses}
        right = len(self.right)
        self.counted = f"{spell_how_many(right, f'the {spell_number(len(refused))} moves', 'is')} allowed."
        self._refused = {names[move]: violation for move, violation in refused.items() if violation is not None}

    def explain_refused_move(self, clause: str) -> str:
        """Return the text of an illegal move with its error message, preferably a move that breaks this clause."""
        id = next(
            (id for id, refused in self._refused.items() if refused.clause.id == clause), next(iter(self._refused))
        )
        text = next(option.text for option in self.options if option.id == id)
        return f"“{text}” isn’t. {self._refused[id].sentence_with_quoted_cards}"


def explain_refusal_without_spoilers(violation: Violation, allowed: Iterable[str], others: Iterable[str]) -> str:
    """Return the error message for an illegal move, shortened if it would reveal a right answer.

    A puzzle shows this message when a solver chooses the illegal move. `allowed` has the texts of the legal moves,
    which are the right answers. The message reveals a legal move if it has a card of that move, or all of its words.
    Words in `others` don't count: these are texts that the solver sees anyway, such as the question. If the message
    reveals a move, only its first sentence is returned. Raises VoidPuzzle if that sentence reveals a move, too.
    """
    known = set().union(*map(_split_words, others))
    own = [_split_words(text) - known for text in allowed]

    def is_giving_answer_away(said: str) -> bool:
        told = ((words & _split_words(said), words) for words in own)
        return any(there and (there == words or any(map(CODE.fullmatch, there))) for there, words in told)

    return explain_refusal(violation, is_giving_answer_away)


def _split_words(text: str) -> set[str]:
    """Return the words of the text, in lowercase except for card codes."""
    return {word if CODE.fullmatch(word) else word.lower() for word in re.findall(r"\w+|\*", text)}


class LegalityPuzzleKind(PuzzleKind):
    """Base class of the kinds of puzzles that ask whether moves are legal.

    It adds a method that searches simulated matches for a state in which seat 0 has legal and illegal moves.
    """

    def _find_moment(
        self, rng: Random, options: Options, wanted: str
    ) -> tuple[list[Move], dict[str, list[Move]], State, str]:
        """Find a moment in a simulated match at which seat 0 has both legal and illegal moves.

        Returns the legal moves, some illegal moves grouped by the clause that they break, the state, and one of these
        clauses. Several moments are tried until an illegal move breaks the `wanted` clause. If none does, the result is
        about a different clause. Raises VoidPuzzle if there is no such moment at all.
        """
        game, found = self.game, None
        for state, made in simulated_moments.simulate_turns_of_seat_0(game, options, rng):
            legal = game.list_moves(state, 0)
            refused = simulated_moments.list_refused_moves(game, state, legal, made, rng)
            about = [clause for clause in refused if game.clauses[clause].refusal and clause in self.clauses]
            if about and len(legal) > 1:
                found = legal, refused, state, rng.choice(about)
            if wanted in about and len(legal) > 1:
                return legal, refused, state, wanted
        if found is None:
            raise VoidPuzzle("We couldn’t find a moment with both legal and illegal moves.")
        return found


class LegalMovesPuzzleKind(LegalityPuzzleKind):
    """The kind of puzzle that asks which of several moves are legal."""

    slug = "what-is-allowed"
    title = "What’s legal?"
    sentence = "Which of these moves are legal?"
    least = 3

    def filter_scenes(self, scenes: Iterable[ExampleScene]) -> tuple[ExampleScene, ...]:
        return tuple(scene for scene in scenes if scene.moves)

    def make_setup_from_scene(self, scene: ExampleScene, rng: Random, options: Options) -> Setup:
        moves = rng.sample(scene.moves, min(3, len(scene.moves)))
        return scene.build_setup(moves=moves, luck=rng.randrange(1000))

    def make_setup_from_match(self, rng: Random, options: Options, wanted: str) -> Setup:
        game = self.game
        legal, refused, state, clause = self._find_moment(rng, options, wanted)
        known = [rng.choice(refused[id]) for id in (clause, *rng.sample(sorted(refused), len(refused)))]
        others = [move for moves in refused.values() for move in moves]
        known += rng.sample(others, len(others))
        verbs = {move.verb for move in legal}
        if rng.random() > PLAIN and not {move.verb for move in others} & verbs:
            raise VoidPuzzle("The illegal moves in this position are too easy to spot.")
        number = rng.randint(3, MOST)
        known[1:] = sorted(known[1:], key=lambda move: move.verb not in verbs)
        alone = known[0].verb not in verbs  # its verb would give it away, so add another illegal move
        most = max(rng.randint(1 + alone, number - 1) for _ in range(2))  # what most share tells less then
        wrong = [*dict.fromkeys(known)][:most]
        right = self._pick_legal_moves(wrong, legal, number - len(wrong), rng)
        return make_setup_from_state(
            game, state, clause, moves=[*map(str, wrong)], right=[*map(str, right)], luck=rng.randrange(1000)
        )

    def _pick_legal_moves(self, wrong: Iterable[Move], legal: list[Move], number: int, rng: Random) -> list[Move]:
        """Pick up to `number` legal moves as the right answers, to be mixed with the `wrong` ones.

        If the right answer always had, for example, the longest text, solvers could guess it. So a target rank is drawn
        at random for the first legal move, both by length and by similarity to the other moves. Several random samples
        of `legal` are tried. The sample whose first move comes closest to these ranks is returned.
        """
        others = [self.game.describe_move(move) for move in wrong]
        wanted = [rng.randrange(len(others) + number) for _ in range(2)]

        def measure_giveaway(right: list[Move]) -> int:
            first, *rest = map(self.game.describe_move, right)
            return sum(
                abs(place - one)
                for place, one in zip(_rank_by_length_and_likeness(first, [*rest, *others]), wanted, strict=True)
            )

        return min((rng.sample(legal, min(len(legal), number)) for _ in range(SETS)), key=measure_giveaway)

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        game = self.game
        state, clause = load_state_for_solver(game, setup, options), setup["clause"]
        if 0 not in state.waiting or not _is_clause_in_force(game, clause, options):
            raise VoidPuzzle("Under these house rules, there’s nothing to decide in this position.")
        refused = self._judge_moves(state, setup)
        judged = JudgedMoves(game, state, refused)
        if len(judged.right) in (0, len(refused)):
            raise VoidPuzzle("Under these house rules, the moves are either all legal or all illegal.")
        return Puzzle(
            form="tick",
            question=f"{phrasing.phrase_turn(game, state)} Which of these can you do?",
            position=game.build_view(state, 0).position,
            key=judged.right,
            clauses=tuple(id for id in dict.fromkeys([clause, *judged.broken]) if id in self.clauses),
            why=f"{judged.counted} {judged.explain_refused_move(clause)}",
            options=judged.options,
            reasons=judged.reasons,
            clauses_by_option=judged.clauses_by_option,
            hints=(
                "For each move, ask: can you make it now, with these cards?",
                make_rule_hint(game, clause, options),
                "Look at the whole table, not only at your own cards.",
                judged.counted,
            ),
            rating=1000 + 60 * len(refused) + 40 * len(set(judged.broken)),
        )

    def _judge_moves(self, state: State, setup: Setup) -> dict[Move, Violation | None]:
        """Return the moves to ask about, in order, each with its violation, or None if it's legal.

        The moves of the setup are mixed with other legal moves. If all of them are legal, only the first
        two are kept, and similar illegal moves are added. Incomplete moves are left out.
        """
        game, luck = self.game, Random(setup["luck"])
        asked = [game.parse_move(text) for text in setup["moves"]]
        if all(game.is_legal(state, 0, move) for move in asked):
            asked = [*asked[:2], *list_tempting_illegal_moves(game, state, asked, luck)]
        legal = game.list_moves(state, 0)
        others = [move for move in legal if move not in asked]
        beside = luck.sample(others, min(len(others), MOST - len(asked)))[: max(1, 3 - len(asked))]
        asked += map(game.parse_move, setup["right"]) if "right" in setup else beside
        luck.shuffle(asked)
        said: dict[str, Move] = {}
        for move in asked:
            said.setdefault(game.describe_move(move), move)
        allowed = set(map(game.describe_move, legal))
        judged = {words: (move, game.find_violation(state, 0, move)) for words, move in said.items()}
        return {
            move: refused
            for words, (move, refused) in judged.items()
            if not refused or (words not in allowed and refused.clause.id in game.clauses)
            if not game.needs_details_filled_in(state, 0, move)
        }


def list_tempting_illegal_moves(
    game: Game[Any], state: State, moves: Iterable[Move], luck: Random, most: int = 2
) -> list[Move]:
    """Return at most `most` illegal moves that are similar to these moves, to be used as wrong answers.

    They're made by removing a card from one of `moves`, or by replacing it with a different card from seat 0's hand.
    `luck` is the random generator that chooses which of the changed moves are tried.
    """
    changed = simulated_moments.list_moves_with_other_cards(moves, parse_cards(game.build_position(state)["hands"][0]))
    found = []
    for move in luck.sample(changed, min(TEMPTING, len(changed))):
        refused = game.find_violation(state, 0, move)
        if (
            refused is not None
            and refused.clause.id in game.clauses
            and not game.needs_details_filled_in(state, 0, move)
        ):
            found.append(move)
    return found[:most]


class BrokenRulePuzzleKind(LegalityPuzzleKind):
    """The kind of puzzle that asks which rule forbids an illegal move."""

    slug = "which-rule"
    title = "Which rule forbids it?"
    sentence = "Which rule forbids this illegal move?"

    def filter_scenes(self, scenes: Iterable[ExampleScene]) -> tuple[ExampleScene, ...]:
        return tuple(scene for scene in scenes if scene.refused and self.game.clauses[scene.clause].refusal)

    def make_setup_from_scene(self, scene: ExampleScene, rng: Random, options: Options) -> Setup:
        return scene.build_setup(move=rng.choice(scene.refused), luck=rng.randrange(1000))

    def make_setup_from_match(self, rng: Random, options: Options, wanted: str) -> Setup:
        game = self.game
        _, refused, state, clause = self._find_moment(rng, options, wanted)
        if clause != wanted and rng.random() > ANOTHER * len(self.clauses):
            raise VoidPuzzle("The illegal moves in this position break a different rule.")
        return make_setup_from_state(
            game, state, clause, move=str(rng.choice(refused[clause])), luck=rng.randrange(1000)
        )

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        return self.build_puzzle_for_state(load_state_for_solver(self.game, setup, options), setup, options)

    def build_puzzle_for_state(self, state: State, setup: Setup, options: Options) -> Puzzle:
        """Build the puzzle for this state. Raises VoidPuzzle if the question can't be asked in it."""
        game, move = self.game, self.game.parse_move(setup["move"])
        refused = game.find_violation(state, 0, move) if 0 in state.waiting else None
        if refused is None or refused.clause.id != setup["clause"]:
            raise VoidPuzzle("Under these house rules, this move doesn’t break the rule that the question is about.")
        if game.describe_move(move) in map(game.describe_move, game.list_moves(state, 0)):
            raise VoidPuzzle("This move is described in the same words as a legal move.")
        if game.needs_details_filled_in(state, 0, move):
            raise VoidPuzzle("This move is incomplete, and it could be completed in a legal way.")
        right = refused.clause.id
        luck = Random(setup["luck"])
        rules = self._pick_wrong_rules(state, move, refused, luck)
        named = luck.sample([right, *rules], RULES_NAMED)
        two = [f"“{game.rulebook.get_clause_title(id)}”" for id in named if id in (right, rules[0])]
        said = quote_card_codes(game.describe_move(move))
        return Puzzle(
            form="one",
            question=f"“{said}” isn’t legal here. Which rule forbids it?",
            position=game.build_view(state, 0).position,
            key=right,
            clauses=(right,),
            why=refused.sentence_with_quoted_cards,
            options=tuple(AnswerOption(id, game.rulebook.get_clause_title(id)) for id in named),
            reasons={
                id: refused.sentence_with_quoted_cards if id == right else "This move doesn’t break that rule."
                for id in named
            },
            clauses_by_option={right: right},
            hints=(
                "What’s the first thing wrong with this move?",
                "Go through the rules one by one. Which of them does this move break?",
                f"It’s one of these: {join_words(two, 'or')}.",
                refused.sentence_with_quoted_cards,
            ),
            rating=1100 + 40 * len(refused.others),
        )

    def _pick_wrong_rules(self, state: State, move: Move, refused: Violation, luck: Random) -> list[str]:
        """Return the ids of rules that the move doesn't break, as wrong answers to “Which rule does it break?”.

        They're picked so that the titles don't reveal the answer. Each wrong title shares about as many words with the
        text of the move as the right title does. Also, it's left to chance (`luck`) whether the right title is long or
        short, and similar to the others or not. Rules that this kind asks about are preferred. Raises VoidPuzzle if
        there are too few rules.
        """
        title_of, said = self.game.rulebook.get_clause_title, self.game.describe_move(move)
        right, like = title_of(refused.clause.id), self._observed_refusals.list_refusing_rules(move.verb)
        kept = self._list_rules_not_broken(state, move, refused)
        if len(kept) < RULES_NAMED - 1:
            raise VoidPuzzle("There are too few rules to choose from.")
        far = {id: abs(_count_shared_words(title_of(id), said) - _count_shared_words(right, said)) for id in kept}
        order = luck.sample(kept, len(kept))
        order.sort(key=lambda id: (far[id], id not in self.clauses, id not in like))
        near = [id for id in order if far[id] <= far[order[RULES_NAMED - 2]]][:NEAR]
        wanted = [luck.randrange(RULES_NAMED) for _ in range(2)]

        def measure_giveaway(rules: tuple[str, ...]) -> int:
            places = _rank_by_length_and_likeness(right, [title_of(id) for id in rules])
            return sum(abs(place - other) for place, other in zip(places, wanted, strict=True))

        return [*min(combinations(near, RULES_NAMED - 1), key=measure_giveaway)]

    def _list_rules_not_broken(self, state: State, move: Move, refused: Violation) -> list[str]:
        """Return the ids of the rules that the move certainly doesn't break and that apply here.

        Rules that no move can break are left out, and so are those with the same title as a rule that the move breaks.
        """
        game, sure = self.game, self._observed_refusals.list_unbroken_rules(state, move, refused)
        titles = {game.rulebook.get_clause_title(one.clause.id) for one in (refused, *refused.others)}
        return [
            id
            for id, clause in game.clauses.items()
            if clause.refusal and id in sure and game.rulebook.get_clause_title(id) not in titles
            if _is_clause_in_force(game, id, state.options)
        ]

    @cached_property
    def _observed_refusals(self) -> ObservedRefusals:
        return ObservedRefusals(self.game, read_examples(self.game))

    def _build_acceptable_puzzle(self, setup: Setup, options: Options) -> Puzzle:
        """Build the puzzle for a new setup, and check that the move's words don't reveal the rule.

        They do if the title of the broken rule shares more words with the move than every other title. Raises
        VoidPuzzle in this case, or if the puzzle can't be asked.
        """
        puzzle = super()._build_acceptable_puzzle(setup, options)
        said = self.game.describe_move(self.game.parse_move(setup["move"]))
        echoed = {option.id: _count_shared_words(option.text, said) for option in puzzle.options}
        if all(echoed[puzzle.key] > echoes for id, echoes in echoed.items() if id != puzzle.key):
            raise VoidPuzzle("The question gives away the answer.")
        return puzzle


def _count_shared_words(title: str, said: str) -> int:
    """Return how many words of a rule's title also occur in `said`, the text of a move.

    Words are the same if they have the same stem.
    """
    return len(_list_word_stems(title) & _list_word_stems(said))


def _rank_by_length_and_likeness(title: str, others: list[str]) -> tuple[int, int]:
    """Return how many of the other titles are shorter than `title`, and how many are less typical.

    Both numbers show whether the right answer stands out among the wrong ones. A title is typical if it shares many
    pairs of adjacent letters with the titles in `others` and with `title`.
    """

    def measure_likeness(one: str) -> float:
        own = _list_bigrams(one)
        return sum(len(own & _list_bigrams(other)) / len(own | _list_bigrams(other)) for other in (title, *others))

    shorter = sum(len(other) < len(title) for other in others)
    return shorter, sum(measure_likeness(other) < measure_likeness(title) for other in others)


@lru_cache(maxsize=4096)
def _list_bigrams(text: str) -> frozenset[str]:
    """Return all pairs of adjacent letters in the text, in lowercase."""
    return frozenset({text[at : at + 2].lower() for at in range(len(text) - 1)})


def _list_word_stems(text: str) -> set[str]:
    return {word[:STEM] for word in _WORD.findall(text.lower())} - COMMON


class FactPuzzleKind(PuzzleKind):
    """The kind of puzzle that asks for a fact about a position, or which statements about it are true."""

    slug = "what-is-so"
    title = "What’s true?"
    sentence = "A question about a position"
    written = 0.04

    def filter_scenes(self, scenes: Iterable[ExampleScene]) -> tuple[ExampleScene, ...]:
        return tuple(scene for scene in scenes if self._list_facts_to_ask(scene))

    def _list_facts_to_ask(self, scene: ExampleScene) -> list[str]:
        """Return the facts of an example (the scene) that puzzles can ask for, as names with arguments.

        A clause (rule) has to decide the fact, and users have to be able to type or choose its value.
        """
        return [text for text in scene.facts if self._get_fact(text).can_be_asked_in_puzzles]

    def list_scene_clauses(self, scene: ExampleScene) -> set[str]:
        return {
            scene.clause,
            *(id for text in self._list_facts_to_ask(scene) for id in self._get_fact(text).clauses),
        }

    def collect_trained_clauses(self) -> set[str]:
        """Return the ids of the clauses that questions about the facts of this kind's scenes can train.

        Each question is asked under the house rules of its scene.
        """
        found: set[str] = set()
        for scene in self.scenes:
            with suppress(RulesError):
                state = load_state_for_solver(self.game, scene.build_setup(), scene.options)
                for text in self._list_facts_to_ask(scene):
                    if self.game.evaluate_fact(state, 0, text) is not None and self._get_fact(
                        text
                    ).list_deciding_clauses(state):
                        found.update(self._list_trained_clauses(self._get_fact(text), state, scene.clause))
        return found

    def _get_fact(self, text: str) -> Fact:
        return self.game.all_facts[text.split()[0]]

    def make_setup_from_scene(self, scene: ExampleScene, rng: Random, options: Options) -> Setup:
        text = rng.choice(self._list_facts_to_ask(scene))
        state = load_state_for_solver(self.game, scene.build_setup(), options)
        if self._is_easily_guessed(text, state):
            return make_setup_from_state(
                self.game, state, scene.clause, fact=text, said=self._make_statements(text, state, rng)
            )
        return scene.build_setup(fact=text)

    def make_setup_from_match(self, rng: Random, options: Options, wanted: str) -> Setup:
        """Make a setup that asks for a fact at a moment of a simulated match.

        Only facts that examples ask about are asked for, and only in the phases of the game in which examples do. The
        fact has to have different values during the match, and each of these values is equally likely to be the answer.
        `wanted`, the clause to ask about, isn't used. Raises VoidPuzzle if no fact is suitable.
        """
        game = self.game
        names = sorted({text.split()[0] for text in self._phases_by_fact})
        texts = [[text for text in self._phases_by_fact if text.split()[0] == name] for name in names]
        asked = [rng.choice(those) for those in rng.sample(texts, min(FACTS_ASKED, len(texts)))]
        found: dict[str, dict[Value, list[tuple[State, str]]]] = {}
        for state in self._sample_moments(
            rng, options, {phase for text in asked for phase in self._phases_by_fact[text]}
        ):
            for text in asked:
                for words in (
                    self._vary_fact_arguments(text, state, rng) if state.phase in self._phases_by_fact[text] else ()
                ):
                    with suppress(RulesError):
                        value = self._read_visible_value(state, words)
                        found.setdefault(text, {}).setdefault(value, []).append((state, words))
        for values in found.values():
            values.pop(None, None)
        changing = [text for text in asked if len(found.get(text, ())) > 1]
        several = [found[text] for text in changing]
        if not several:
            raise VoidPuzzle("Nothing happened in this match that we can ask about.")
        for values in rng.sample(several, len(several)):
            state, words = rng.choice(values[rng.choice([*values])])
            decided_by = self._get_fact(words).list_deciding_clauses(state)
            with suppress(VoidPuzzle):
                if decided_by and self._is_easily_guessed(words, state):
                    return make_setup_from_state(
                        game, state, decided_by[0], fact=words, said=self._make_statements(words, state, rng, changing)
                    )
                if decided_by:
                    self._find_details_to_hide(load_table_comparison(game, state), words)
                    return make_setup_from_state(game, state, decided_by[0], fact=words)
        raise VoidPuzzle("You can’t work out the answer from the cards that are shown.")

    @cached_property
    def _phases_by_fact(self) -> dict[str, frozenset[str]]:
        """A mapping of facts (names and arguments) to the phases of the game in which examples ask for them."""
        found: dict[str, set[str]] = {}
        for scene in self.scenes:
            with suppress(VoidPuzzle):
                phase = load_state_for_solver(self.game, scene.build_setup(), scene.options).phase
                for text in self._list_facts_to_ask(scene):
                    found.setdefault(text, set()).add(phase)
        return {text: frozenset(phases) for text, phases in found.items()}

    def _sample_moments(self, rng: Random, options: Options, phases: set[str]) -> list[State]:
        """Return some states of a simulated match, as seat 0 sees them. All are in one of `phases`."""
        looks, found = simulated_moments.pick_skipped_move_count(rng), list[State]()
        for number, (state, _) in enumerate(simulated_moments.simulate_match(self.game, options, rng)):
            if number >= looks and state.phase in phases and rng.random() < simulated_moments.OFTEN:
                found.append(self.game.load_position(self.game.build_view(state, 0).position))
            if len(found) == simulated_moments.LOOKS or number > looks + simulated_moments.LATER:
                break
        return found

    def _vary_fact_arguments(self, text: str, state: State, rng: Random) -> list[str]:
        """Return a fact with different arguments, as a list of texts such as “held 2” and “held 3”.

        `text` is the fact's name and arguments. A seat among the arguments is replaced with each seat of the table, and
        a card with a few cards that seat 0 sees. `text` itself can be in the list. Returns [] if the fact takes a
        variable number of arguments.
        """
        name, *words = text.split()
        takes = self._get_fact(text).takes
        if any(one.kind is one.VAR_POSITIONAL for one in takes):
            return []
        found = [[name]]
        for one, word in zip(takes, words, strict=False):
            others = [word]
            if one.annotation == "Seat":
                others = [str(seat) for seat in range(state.seats)]
            elif one.annotation == "str" and CODE.fullmatch(word):
                lying = sorted({*CODE.findall(json.dumps(self.game.build_position(state, 0, whole=False)))})
                others = rng.sample(lying, min(4, len(lying)))
            found = [[*before, other] for before in found for other in others if other not in before]
        return [" ".join(one) for one in found]

    def _is_easily_guessed(self, text: str, state: State) -> bool:
        """Return whether a question about a fact has so few possible answers that it's easy to guess.

        `text` is the fact's name and arguments.
        """
        kind = self._get_fact(text).kind
        return kind == YES_NO or (kind == PLAYER and state.seats < FEW)

    def _make_statements(
        self, text: str, state: State, rng: Random, changing: Iterable[str] = ()
    ) -> list[tuple[str, Value]]:
        """Make statements about the table, some true and some false.

        A statement is a pair: a fact, and a value that the statement claims for it. One statement is about the fact
        `text`, the others are about different facts, preferably about those in `changing` (facts that change during the
        match). Raises VoidPuzzle if there are too few facts.
        """
        sight = load_table_comparison(self.game, state)
        self._find_details_to_hide(sight, text)
        values = {text: self.game.evaluate_fact(state, 0, text)} | self._list_other_facts(text, state, rng, changing)
        others, number = [*values][1:], rng.choice(SAID)
        for _ in range(TRIES if len(others) >= SAID[0] - 1 else 0):
            asked = [text, *rng.sample(others, min(len(others), number - 1))]
            said = [(one, self._choose_claimed_value(one, values, state, rng)) for one in asked]
            some = {values[one] == claimed for one, claimed in said}
            sentences = {self._phrase_statement(one, claimed, state) for one, claimed in said}
            with suppress(VoidPuzzle):
                if len(some) == 2 and len(sentences) == len(said):
                    self._find_details_to_hide(sight, *asked)
                    return rng.sample(said, len(said))
        raise VoidPuzzle("We couldn’t find enough statements for this position.")

    def _phrase_statement(self, text: str, value: Value, state: State) -> str:
        """Return a sentence that states that a fact has this value.

        `text` is the fact's name and arguments. Two different facts can have the same sentence, so the caller has to
        check that the statements of a puzzle differ.
        """
        return phrasing.phrase_statement(self.game, self._get_fact(text), text.split()[1:], value, state.seats)

    def _find_details_to_hide(self, sight: TableComparison, *texts: str) -> HiddenDetails:
        """Return the details that a page has to hide while these facts are asked, because they show the answer.

        `sight` compares the table that the solver sees with similar tables, to tell which details show an answer.
        `texts` are the names and arguments of the facts. Raises VoidPuzzle if the answer can't be worked out from the
        table, or if the page still shows the value of a fact that isn't a yes-or-no fact.
        """
        hidden = sight.find_details_to_hide(self._build_question_function(texts))
        if hidden is None:
            raise VoidPuzzle("You can’t work out the answer from the cards that are shown.")
        if any(self._get_fact(texts[place]).kind != YES_NO for place in hidden.plain):
            raise VoidPuzzle("The table already shows the answer.")
        return hidden

    def _build_question_function(self, texts: Sequence[str]) -> Ask:
        game = self.game
        facts = [(self._get_fact(text).kind, text) for text in texts]
        return lambda table: tuple(
            QuestionPart.from_fact(kind, game.evaluate_fact(table, 0, text), text) for kind, text in facts
        )

    def _list_other_facts(self, text: str, state: State, rng: Random, changing: Iterable[str]) -> dict[str, Value]:
        """Return facts other than `text` that seat 0 can know, with their values.

        Facts in `changing` come first. Others are added only while there are too few facts: first those that examples
        ask about in this phase, then the rest. In each of these groups, facts whose value is a number come last. Facts
        that never change are left out.
        """
        found: dict[str, Value] = {}

        def rank_unsuitability(other: str) -> tuple[bool, bool, bool]:
            return (
                other not in changing,
                state.phase not in self._phases_by_fact[other],
                self._get_fact(other).kind == NUMBER,
            )

        for other in sorted(rng.sample([*self._phases_by_fact], len(self._phases_by_fact)), key=rank_unsuitability):
            fact = self._get_fact(other)
            if (
                fact.constant
                or not self._list_deciding_clauses(fact, state)
                or (rank_unsuitability(other)[0] and len(found) >= SAID[1] - 1)
            ):
                continue
            about, values = self._vary_fact_arguments(other, state, rng), dict[Value, list[str]]()
            for one in rng.sample(about, len(about)):
                with suppress(RulesError):
                    values.setdefault(self._read_visible_value(state, one), []).append(one)
            values.pop(None, None)
            some = [(one, value) for value, those in values.items() for one in those[:1] if one != text]
            found |= rng.sample(some, min(OF_EACH, len(some)))
        return found

    def _list_trained_clauses(self, fact: Fact, state: State, clause: str) -> list[str]:
        """Return the clauses that a question about this fact trains: `clause`, and the clauses that decide the fact."""
        beside = {*fact.clauses}.difference(fact.list_deciding_clauses(state))
        about = [id for id in dict.fromkeys([clause, *fact.clauses]) if id not in beside]
        return self._filter_trainable_clauses(about, state.options)

    def _list_deciding_clauses(self, fact: Fact, state: State) -> list[str]:
        """Return the clauses that decide a fact in this state, limited to those that this kind asks about."""
        return self._filter_trainable_clauses(fact.list_deciding_clauses(state), state.options)

    def _filter_trainable_clauses(self, clauses: Iterable[str], options: Options) -> list[str]:
        """Return the ids in `clauses` that apply under these house rules and that this kind of puzzle asks about."""
        return [id for id in clauses if id in self.clauses and _is_clause_in_force(self.game, id, options)]

    def _choose_claimed_value(self, text: str, values: Mapping[str, Value], state: State, rng: Random) -> Value:
        """Choose a right or wrong value at random, for a statement about a fact that may be true or false.

        `text` is the name of the fact with its arguments. `values` has the right values of several facts by such texts.
        For a yes-or-no fact, the result is always “yes”. For a number, a wrong value is the value of the same fact with
        other arguments, or else a number that is higher or lower by 1. For a player, it's the seat of a different
        player.
        """
        fact, value = self._get_fact(text), values[text]
        if fact.kind == YES_NO:
            return True
        others: list[Value] = [seat for seat in range(state.seats) if seat != value and str(seat) not in text.split()]
        if fact.kind == NUMBER:
            assert isinstance(value, int)
            others = [other for one, other in values.items() if one.split()[0] == fact.name and other != value]
            others = others or [abs(value - 1), value + 1]
        return rng.choice([value, rng.choice(others or [value])])

    def _read_visible_value(self, state: State, text: str) -> Value:
        """Return the value of a fact, or None if a solver couldn't work it out from the table.

        `text` is the name of the fact with its arguments. A solver doesn't see the results of earlier deals. So if it's
        seat 0's turn, the fact is evaluated without these results, too. If that gives a different value, None is
        returned. None is also returned if the fact has no value.
        """
        game, value = self.game, self.game.evaluate_fact(state, 0, text)
        if value is None or not state.match.results or not state.can_move(0):
            return value
        position = game.build_position(state, 0, whole=False)
        alone = game.load_position({**position, "match": {**position["match"], "results": []}})
        return value if game.evaluate_fact(alone, 0, text) == value else None

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        game, text = self.game, setup["fact"]
        if text.split()[0] not in game.facts:
            raise VoidPuzzle("This kind of question no longer exists.")
        fact, state = self._get_fact(text), load_state_for_solver(game, setup, options)
        value = game.evaluate_fact(state, 0, text)
        if value is None:
            raise VoidPuzzle("This question has no answer in this position.")
        decided_by = fact.list_deciding_clauses(state)
        if not decided_by:
            raise VoidPuzzle("No rule decides this question in this position.")
        clauses = self._list_trained_clauses(fact, state, setup["clause"])
        if not clauses:
            raise VoidPuzzle("The rule that this question is about doesn’t apply under these house rules.")
        if "said" in setup:
            return self._build_statements_puzzle(setup, state, clauses)
        hidden = self._find_details_to_hide(load_table_comparison(game, state), text)
        answers = _list_possible_answers(fact.kind, state)
        words = text.split()[1:]
        why = phrasing.phrase_answer(game, fact, words, value, state.seats)
        return Puzzle(
            form="number" if fact.kind == NUMBER else "one",
            question=phrasing.phrase_question(game, fact, words, state.seats),
            position=game.build_view(state, 0).position,
            key=value if fact.kind == NUMBER else _make_option_id(value),
            clauses=tuple(clauses),
            why=f"{why} See “{game.rulebook.get_clause_title(clauses[0])}”.",
            options=answers,
            clauses_by_option={_make_option_id(value): decided_by[0]} if answers and len(decided_by) == 1 else {},
            hints=(
                "Look at the table again, one part at a time.",
                make_rule_hint(game, clauses[0], options),
                "The cards on the table rule out every answer except one.",
                _make_last_hint(fact.kind, value),
            ),
            rating=1050,
            working=phrasing.phrase_calculation(game, text, state),
            hidden=hidden.atoms,
        )

    def _build_statements_puzzle(self, setup: Setup, state: State, clauses: list[str]) -> Puzzle:
        """Build a puzzle that asks which of several statements are true.

        It trains `clauses` and the clauses that decide the statements. Raises VoidPuzzle if there are too few
        statements, or if all are true or all are false. Also raises it if the answer can't be worked out from the table
        or the page shows it.
        """
        game, right, options, truth = self.game, list[str](), list[AnswerOption](), list[str]()
        asked, about, workings, deciding = list[str](), list[str](), list[str](), dict[str, str]()
        for number, (text, claimed) in enumerate(setup["said"], 1):
            name, *words = text.split()
            fact = game.facts.get(name)
            value = game.evaluate_fact(state, 0, text) if fact else None
            decided = self._list_deciding_clauses(fact, state) if fact else []
            if fact is None or value is None or not decided:
                continue
            options.append(
                AnswerOption(f"s{number}", phrasing.phrase_statement(game, fact, words, claimed, state.seats))
            )
            deciding[f"s{number}"] = decided[0]
            asked.append(text)
            about += decided
            if value == claimed:
                right.append(options[-1].id)
            elif fact.kind != YES_NO:
                truth.append(phrasing.phrase_statement(game, fact, words, value, state.seats))
            workings.append(phrasing.phrase_calculation(game, text, state))
        if len(options) < SAID[0] or len(right) in (0, len(options)):
            raise VoidPuzzle("Under these house rules, the statements are all true, all false, or too few.")
        counted = f"{spell_how_many(len(right), f'the {spell_number(len(options))} sentences', 'is')} true."
        return Puzzle(
            form="tick",
            question="Which of these are true?",
            position=game.build_view(state, 0).position,
            key=right,
            clauses=tuple(dict.fromkeys([*clauses, *about])),
            why=f"{' '.join([counted, *truth])} See “{game.rulebook.get_clause_title(clauses[0])}”.",
            options=tuple(options),
            reasons={
                option.id: f"{'That’s true.' if option.id in right else 'That’s not true.'} {working}".strip()
                for option, working in zip(options, workings, strict=True)
            },
            clauses_by_option=deciding,
            hints=(
                "Look at the table again, one part at a time.",
                make_rule_hint(game, clauses[0], state.options),
                "Check them one by one against what’s on the table.",
                counted,
            ),
            rating=1000 + 40 * len(options),
            hidden=self._find_details_to_hide(load_table_comparison(game, state), *asked).atoms,
        )


def load_table_comparison(game: Game[Any], state: State, zones: Sequence[str] = ()) -> TableComparison:
    """Load a table, with similar tables, to find out which details on a page reveal an answer.

    A detail is, for example, a count or a note. The similar tables differ from this one in a few things. With
    `zones`, the page shows only zones whose ids begin with one of these strings.
    """

    return _load_cached_table_comparison(game, json.dumps(game.build_view(state, 0).position), tuple(zones))


@lru_cache(maxsize=4)
def _load_cached_table_comparison(game: Game[Any], position: str, zones: tuple[str, ...]) -> TableComparison:
    """Load the table in `position` (JSON) with similar tables to compare it to, and cache the result.

    The table is as a page shows it while a question is asked, with only the zones whose ids begin with one of `zones`,
    or all zones if that's empty. Each puzzle is built three times before it's stored, and loading the table is the slow
    part.
    """

    def draw_question_screen(table: State) -> Screen:
        return prepare_question_screen(filter_zones(game.build_screen(game.build_view(table, 0)), zones, table))

    return TableComparison(game, game.load_position(json.loads(position)), draw_question_screen)


def _make_option_id(value: Value) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else f"p{value}"


def _list_possible_answers(kind: str, state: State) -> tuple[AnswerOption, ...]:
    if kind == YES_NO:
        return AnswerOption("yes", "Yes"), AnswerOption("no", "No")
    if kind == PLAYER:
        return tuple(
            AnswerOption(f"p{seat}", capitalize_first(describe_seat(seat, state.seats))) for seat in range(state.seats)
        )
    return ()


def _make_last_hint(kind: str, value: Value) -> str:
    if kind == YES_NO:
        return "What would have to be different for the other answer to be right?"
    if kind == NUMBER and isinstance(value, int):
        return f"It’s {'an even' if value % 2 == 0 else 'an odd'} number."
    return "Check each player in turn."


# -- the rules of the table ------------------------------------------------------------------------


class HouseRulePuzzleKind(PuzzleKind):
    """The kind of puzzle that asks which house rules apply at the solver's table."""

    slug = "at-this-table"
    title = "At this table"
    sentence = "Which of these house rules apply at your table?"

    def collect_trained_clauses(self) -> set[str]:
        return {
            id
            for option in self.game.options.list_options()
            for id in self.game.rulebook.list_changed_clauses(option.name)
        }

    def make_setup(self, rng: Random, options: Options, clause: str = "") -> Setup:
        """Make a setup that states values for some options, of which the solver picks the right ones.

        Each value is the option's value at this table or a different one. With `clause`, raises VoidPuzzle if no option
        changes the text of this clause.
        """
        changed = self.game.rulebook.list_changed_clauses
        about = {option.name: option for option in self.game.options.list_options() if changed(option.name)}
        names = rng.sample(sorted(about), len(about))
        names.sort(key=lambda name: clause not in changed(name))
        if clause and clause not in changed(names[0]):
            raise VoidPuzzle("No house rule changes this rule.")
        said = {}
        for number, name in enumerate(rng.sample(names[:MOST], len(names[:MOST]))):
            option, now = about[name], options.get_option_value(name)
            others = [
                value
                for value in option.list_values_to_try()
                if option.describe_value(value) != option.describe_value(now)
            ]
            said[name] = rng.choice(others) if others and (number == 0 or rng.random() < 0.5) else now
        return {"said": said}

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        known = {option.name: option for option in self.game.options.list_options()}
        said = {name: known[name].describe_value(value) for name, value in setup["said"].items() if name in known}
        if len(said) < 2:
            raise VoidPuzzle("There are too few house rules to ask about.")
        now = {name: known[name].describe_value(options.get_option_value(name)) for name in said}
        right = {name: said[name] == now[name] for name in said}
        changed = self.game.rulebook.list_changed_clauses
        clauses = dict.fromkeys(
            id for name in said for id in changed(name) if _is_clause_in_force(self.game, id, options)
        )
        wrong = [now[name] for name, holds in right.items() if not holds]
        true = sum(right.values())
        counted = f"{spell_how_many(true, f'the {spell_number(len(said))} statements', 'holds')}."
        return Puzzle(
            form="tick",
            question="Which of these house rules apply at your table?",
            position={},
            key=sorted(name for name, holds in right.items() if holds),
            clauses=tuple(clauses),
            why=" ".join(["At this table:", *wrong]) if wrong else "All of them apply.",
            options=tuple(AnswerOption(name, sentence) for name, sentence in said.items()),
            reasons={name: "That’s true." if holds else f"At this table: {now[name]}" for name, holds in right.items()},
            clauses_by_option={name: id for name in said for id in reversed(changed(name)) if id in clauses},
            hints=(
                "Think of the last hand you played under these rules.",
                "The game’s page lists your house rules.",
                counted,
                f"Here it is: {wrong[0]}" if wrong else "All of them apply.",
            ),
            rating=900 + 40 * len(said),
        )
