"""Questions that users build: a position, and a question about it that the rules answer.

The setup of such a question has the `position`, the moves made `before`, and a key for what is asked: the `moves`, the
`move`, the `fact` (asked after the moves of `after`), the `goal` with a `solution` that reaches it, or the `choices`.
With `one`, the question asks for one answer instead of all right ones. `clauses` are the clauses that it trains, unless
they follow from its answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import UNKNOWN, in_pack_order, parse_cards
from games.engine import phrasing
from games.engine.asking import ANSWERED, NUMBER, PLAYER, YES_NO, Value, moves_of, named, played
from games.engine.clause import drawn
from games.engine.hide_answer import Asked, Hidden
from games.engine.options import Options
from games.engine.phrasing import sits
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Verdict, Void, read_answer, rule_hint
from games.engine.questions import Forbidden, Judged, seen, sight_of
from games.engine.state import State
from games.engine.view import Position, View
from games.engine.work import spend
from games.words import capital, listed

if TYPE_CHECKING:
    from games.engine.game import Game

MOST_MOVES = 12
"""The greatest number of moves in a question."""
MOST_CHOICES = 8
CAN_BE_ASKED = (*ANSWERED, "players", "cards")
"""The kinds of facts whose value a user can type or choose."""
RATING = 1200
ASK_OF_EACH = "Ask of each move: is this the time for it, and are these the cards?"
BACK = UNKNOWN.code
LAYOUTS = 24
"""The number of random deals of the cards that the solver can't see that `other_layout` tries."""
DEAL = 500
"""The steps (see `games.engine.work`) that one of these deals costs, besides those for answering the question."""


class Built:
    """A kind of question that users build."""

    slug: str
    title: str
    sentence: str
    asks: str
    """The key of the setup that says what is asked; without it there's no question."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def theme(self) -> Theme:
        """Return the theme that poses and judges questions of this kind."""
        return Theme(self.slug, self.title, self.sentence, tuple(self.game.clauses), self._not_made, self.pose)

    def _not_made(self, rng: Random, options: Options) -> Setup:
        raise Void("Somebody puts these together.")

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        """Return the puzzle under these house rules. Raises Void if the question can't be asked."""
        if not setup.get(self.asks):
            raise Void("Nothing is asked yet.")
        return self.posed(seen(self.game, setup, options), setup, options)

    def posed(self, state: State, setup: Setup, options: Options) -> Puzzle:
        """Return the puzzle at this table. Raises Void if the question can't be asked."""
        raise TypeError(f"{self.slug} asks nothing.")

    def trained(self, setup: Setup, found: Iterable[str]) -> tuple[str, ...]:
        """Return the clauses that the setup names, or else those that were `found`; only clauses of the game."""
        return tuple(id for id in dict.fromkeys(setup.get("clauses") or found) if id in self.game.clauses)

    def at(self, state: State) -> Position:
        """Return the position as the solver sees it."""
        return self.game.view(state, 0).position

    def hints(self, clauses: Iterable[str], options: Options, first: str, last: str) -> tuple[str, ...]:
        """Return hints: an idea, the rule of the first clause if there is one, and nearly the answer."""
        return (first, *(rule_hint(self.game, id, options) for id in [*clauses][:1]), last)

    def to_move(self, state: State) -> None:
        """Raise Void if it isn't the solver's turn."""
        if 0 not in state.waiting:
            raise Void("It is not your turn here, so there is no move to ask about.")


class BuiltAllowed(Built):
    """A question about which of some moves are legal."""

    slug = "own-allowed"
    title = "Which of these are allowed?"
    sentence = "Some moves; the rules say of each whether it is allowed."
    asks = "moves"

    def posed(self, state: State, setup: Setup, options: Options) -> Puzzle:
        self.to_move(state)
        game = self.game
        moves = [*dict.fromkeys(moves_of(game, setup["moves"]))][:MOST_MOVES]
        judged = Judged(game, state, {move: game.why_not(state, 0, move) for move in moves})
        clauses = self.trained(setup, [*judged.broken, *judged.clauses_by_option.values()])
        one = bool(setup.get("one")) and len(judged.right) == 1
        return Puzzle(
            theme=self.slug,
            form="one" if one else "tick",
            question="You are to move. Which of these is allowed?" if one else "You are to move. Which may you do?",
            position=self.at(state),
            key=judged.right[0] if one else judged.right,
            clauses=clauses,
            why=judged.counted,
            options=judged.options,
            reasons=judged.reasons,
            clauses_by_option=judged.clauses_by_option,
            hints=self.hints(clauses, options, ASK_OF_EACH, judged.counted),
            rating=RATING,
        )


class BuiltRule(Built):
    """A question about which rule forbids a move."""

    slug = "own-rule"
    title = "Which rule forbids it?"
    sentence = "A move that is not allowed; which rule stands against it?"
    asks = "move"

    def posed(self, state: State, setup: Setup, options: Options) -> Puzzle:
        self.to_move(state)
        [move] = moves_of(self.game, [setup["move"]])
        refused = self.game.why_not(state, 0, move)
        if refused is None:
            raise Void(f"“{drawn(self.game.in_words(move))}” is allowed here, so no rule forbids it.")
        asked = {**setup, "clause": refused.clause.id, "luck": setup.get("luck", 0)}
        posed = self._forbidden.posed(state, asked, options)
        return replace(posed, theme=self.slug, clauses=self.trained(setup, posed.clauses))

    @cached_property
    def _forbidden(self) -> Forbidden:
        """The kind of question `Forbidden`, which every game has.

        It is created only once, since it reads all examples of the game to know the rules that a move keeps.
        """
        return Forbidden(self.game)


class BuiltFact(Built):
    """A question about a fact, now or after some moves."""

    slug = "own-fact"
    title = "What is so?"
    sentence = "A question that the rules answer, now or after some moves."
    asks = "fact"

    def pose(self, setup: Setup, options: Options) -> Puzzle:
        posed = super().pose(setup, options)
        hidden = None if setup.get("after") else self.hidden(seen(self.game, setup, options), setup)
        return replace(posed, hidden=hidden.atoms) if hidden else posed

    def posed(self, state: State, setup: Setup, options: Options) -> Puzzle:
        game, text = self.game, setup["fact"]
        fact = named("fact", text.split()[0], game.known_facts)
        after = setup.get("after", [])
        now = played(game, state, after)
        value = game.ask(now, 0, text)
        if value is None:
            raise Void("There is nothing to say about this here.")
        words = text.split()[1:]
        form, key, answers = self._answers(fact.kind, value, state)
        done = listed([f"“{drawn(game.in_words(game.parse_move(line.partition(': ')[2] or line)))}”" for line in after])
        asked = phrasing.question(game, fact, words, state.seats)
        clauses, decided_by = self.trained(setup, fact.clauses), fact.decided_by(now)
        alone = len(decided_by) == 1
        why = phrasing.answer(game, fact, words, value, state.seats)
        return Puzzle(
            theme=self.slug,
            form=form,
            question=f"Suppose this is done: {done}. {asked}" if after else asked,
            position=self.at(state),
            key=key,
            clauses=clauses,
            why=why,
            options=answers,
            clauses_by_option=dict.fromkeys([option.id for option in answers], decided_by[0]) if alone else {},
            hints=self.hints(clauses, options, "Read the position once more, zone by zone.", "It is there to be seen."),
            rating=RATING,
            working=phrasing.worked(game, text, now),
        )

    def hidden(self, state: State, setup: Setup) -> Hidden | None:
        """Return what the page has to hide; None if the answer doesn't follow from what the page shows."""
        game, text, after = self.game, setup["fact"], setup.get("after", [])
        kind = game.known_facts[text.split()[0]].kind

        def ask(table: State) -> tuple[Asked, ...]:
            return (Asked.of_fact(kind, game.ask(played(game, table, after), 0, text), text),)

        return sight_of(game, state).hidden(ask)

    def _answers(self, kind: str, value: Value, state: State) -> tuple[str, Any, tuple[Option, ...]]:
        """Return the form of the question, its key, and the options. Raises Void if it can't be asked."""
        seats = range(state.seats)
        if kind == NUMBER:
            return "number", value, ()
        if kind == YES_NO:
            return "one", "yes" if value else "no", (Option("yes", "Yes"), Option("no", "No"))
        if kind in (PLAYER, "players"):
            sitting = tuple(Option(f"p{seat}", capital(sits(seat, state.seats))) for seat in seats)
            key = f"p{value}" if kind == PLAYER else [f"p{seat}" for seat in seats if seat in value]  # type: ignore[operator]
            return "one" if kind == PLAYER else "tick", key, sitting
        if kind == "cards":
            held = parse_cards(self.at(state)["hands"][0])
            cards = in_pack_order({*held, *parse_cards(str(value))} - {UNKNOWN})
            options = tuple(Option(card.code, f"The {card.name}", card.code) for card in cards)
            return "tick", sorted(set(str(value).split())), options
        raise Void("The answer to this can neither be chosen nor typed. Ask with answers of your own.")


class BuiltGoal(Built):
    """A question that asks for moves that reach a goal."""

    slug = "own-goal"
    title = "Reach it"
    sentence = "Something to be reached by moves; any that reach it are right."
    asks = "goal"

    def theme(self) -> Theme:
        return Theme(
            self.slug, self.title, self.sentence, tuple(self.game.clauses), self._not_made, self.pose, self.judge
        )

    def posed(self, state: State, setup: Setup, options: Options) -> Puzzle:
        self.to_move(state)
        game, goal = self.game, setup["goal"]
        if game.reached(goal, state, [], state):
            raise Void("That is reached already, before anything is done.")
        lines = setup.get("solution", [])
        moves = moves_of(game, lines)
        if not moves:
            raise Void("No moves are known that reach it.")
        now = played(game, state, lines)
        if not game.reached(goal, state, moves, now):
            raise Void("The moves that were given do not reach it.")
        clauses = self.trained(setup, [game.verbs[move.verb].clause for move in moves])
        said = [drawn(game.in_words(move)) for move in moves]
        return Puzzle(
            theme=self.slug,
            form="play",
            question=f"Play until this is so: {phrasing.task(game, goal, state.seats)}",
            position=self.at(state),
            key=list(lines),
            clauses=clauses,
            why=f"It can be done like this: {'; then '.join(said)}.",
            hints=self.hints(clauses, options, "What has to lie there in the end?", f"Begin with this: {said[0]}."),
            rating=RATING + 100,
        )

    def judge(self, puzzle: Puzzle, setup: Setup, options: Options, answer: Any) -> Verdict:
        """Return the verdict on the moves of an answer: whether they reach the goal. Raises BadText."""
        game = self.game
        lines = read_answer(puzzle, answer)
        state = seen(game, setup, options)
        now, moves = state.copy(), []
        for move in moves_of(game, lines):
            refused = game.why_not(now, 0, move)
            if refused is not None:
                missed = tuple(id for id in [refused.clause.id] if id in game.clauses)
                return Verdict(False, puzzle.why, puzzle.clauses, refused.drawn, missed=missed)
            game.apply(now, 0, move)
            moves.append(move)
        if game.reached(setup["goal"], state, moves, now):
            return Verdict(True, puzzle.why if lines == puzzle.key else "That reaches it.", puzzle.clauses)
        return Verdict(False, puzzle.why, puzzle.clauses, "These moves are allowed, but they do not reach it.")


class BuiltChoice(Built):
    """A question with answers that the author writes and marks as right or wrong."""

    slug = "own-choice"
    title = "Which of these is right?"
    sentence = "Answers of your own, marked by you, and checked where a fact says so."
    asks = "choices"

    def posed(self, state: State, setup: Setup, options: Options) -> Puzzle:
        choices = [choice for choice in setup["choices"] if choice.get("text")][:MOST_CHOICES]
        right = [f"c{at}" for at, choice in enumerate(choices, 1) if choice.get("right")]
        one = bool(setup.get("one")) and len(right) == 1
        clauses = self.trained(setup, ())
        return Puzzle(
            theme=self.slug,
            form="one" if one else "tick",
            question=setup.get("question") or "Which of these is right?",
            position=self.at(state),
            key=right[0] if one else right,
            clauses=clauses,
            why="Right "
            + ("is " if len(right) == 1 else "are ")
            + listed([f"“{choice['text']}”" for choice in choices if choice.get("right")])
            + "."
            if right
            else "None of them is right.",
            options=_ordered([Option(f"c{at}", choice["text"]) for at, choice in enumerate(choices, 1)]),
            hints=self.hints(
                clauses, options, "Look at the whole table before you choose.", "One by one: which can be ruled out?"
            ),
            rating=RATING,
        )

    def misjudged(self, setup: Setup, options: Options) -> Iterator[tuple[int, bool]]:
        """Yield the index of each choice that is marked differently from what its fact says, and what the fact says.

        Raises BadText.
        """
        state = seen(self.game, setup, options)
        for at, choice in enumerate(setup["choices"]):
            if check := choice.get("check", ""):
                asked, _, wanted = check.partition("=")
                fact = named("fact", (asked.split() or [""])[0], self.game.known_facts)
                value = self.game.ask(state, 0, asked)
                holds = value == fact.read(wanted.strip()) if wanted else value is True
                if holds is not bool(choice.get("right")):
                    yield at, holds


def _ordered(options: list[Option]) -> tuple[Option, ...]:
    """Return the options sorted if they're all numbers, otherwise shuffled, always in the same way.

    They're shuffled because authors tend to write the right answer first.
    """
    if all(option.text.isdecimal() for option in options):
        return tuple(sorted(options, key=lambda option: int(option.text)))
    return tuple(Random("\n".join(option.text for option in options)).sample(options, len(options)))


KINDS: tuple[type[Built], ...] = (BuiltAllowed, BuiltRule, BuiltFact, BuiltGoal, BuiltChoice)


def built_of(game: Game[Any]) -> dict[str, Built]:
    """Return the kinds of questions that users can build, by slug."""
    return {kind.slug: kind(game) for kind in KINDS}


def other_layout(game: Game[Any], state: State, known: Any, key: Callable[[State], Any]) -> Position | None:
    """Return a deal of the cards that the solver can't see where `key` gives another value than `known`.

    Returns None if no such deal was found. If exactly one card of the solver's own hand is unknown, each deal puts
    another card there, and more deals are tried.
    """
    view = game.view(state, 0)
    for whole in _deals(game, view, view.position["hands"][0].split()):
        if key(whole) != known:
            return game.position(whole)
    return None


def _deals(game: Game[Any], view: View, hand: list[str]) -> Iterator[State]:
    """Yield random states that fit a view. If one card of `hand` is unknown, each state has a different card there."""
    faces: dict[str, State] = {}
    for luck in range(LAYOUTS * (4 if hand.count(BACK) == 1 else 1)):
        spend(DEAL)
        whole: State = game.imagine(view, Random(luck))
        dealt = Counter(game.position(whole)["hands"][0].split()) - Counter(hand)
        face = " ".join(sorted(dealt)) if hand.count(BACK) == 1 else str(luck)
        if face not in faces:
            faces[face] = whole
            yield whole
