"""Finds rules that an illegal move certainly doesn't break, even though its check may stop at the first broken rule.

The function `Verb.judge` yields the rules that a move breaks. A game's examples, and moves similar to theirs, show
which rules it yields. An illegal move certainly doesn't break a rule in these cases:

- No move with the same verb was ever found to break the rule.
- The rule only says why the verb isn't possible at the moment, and the verb is possible.
- The rule was once reported together with the broken rule, so `judge` checks both.
- The move is legal under house rules without the broken rule, and the text of the other rule is the same there.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING, Any

from games.cards import parse_cards
from games.engine import simulated_moments
from games.engine.clause import Violation
from games.engine.examples import Example, split_move_lines
from games.engine.facts_and_goals import parse_move_line
from games.engine.move import Move
from games.engine.state import DEALER, State
from games.engine.work_limits import spend_steps
from games.errors import RulesError

if TYPE_CHECKING:
    from games.engine.game import Game

LIKE = 40
"""The maximum number of variations of an example's moves to try."""
TABLE = 100
"""The steps charged for loading a table under other house rules."""


class ObservedRefusals:
    """The rules that illegal moves break in a game's examples.

    Puzzles that ask which rule a move breaks use them to pick wrong answers: rules that the move certainly doesn't
    break.
    """

    def __init__(self, game: Game[Any], examples: Iterable[Example]) -> None:
        self.game = game
        self.together: defaultdict[str, defaultdict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        """By verb and rule, the rules that were reported together with this rule."""
        self.timely: defaultdict[str, set[str]] = defaultdict(set)
        """By verb, the rules that were reported while the verb was possible."""
        for number, example in enumerate(examples):
            with suppress(RulesError):
                self._record_refusals_of_example(example, Random(number))

    def _record_refusals_of_example(self, example: Example, rng: Random) -> None:
        state = example.build_state(self.game)
        said = [
            *split_move_lines(example.setting.get("allowed", [])),
            *(text for text, _ in example.list_refused_moves()),
        ]
        asked = [parse_move_line(self.game, 0, text) for text in said]
        for seat in {0, *(seat for seat, _ in asked)} - {DEALER}:
            for move in self._list_variations_of_moves(
                state, seat, [move for mover, move in asked if mover == seat], rng
            ):
                refused = self.game.find_violation(state, seat, move)
                if refused is not None:
                    self._record_refusal(
                        move.verb, _collect_clause_ids(refused), self.game.verbs[move.verb].is_possible(state, seat)
                    )

    def _list_variations_of_moves(self, state: State, seat: int, asked: list[Move], rng: Random) -> Iterator[Move]:
        """Yield the moves `asked`, a few similar moves, and each of the players' verbs as a move by itself.

        The similar moves have different cards or a different number. All are moves of this seat.
        """
        hands = self.game.build_position(state).get("hands")
        changed = simulated_moments.list_variations_of_moves(asked, parse_cards(hands[seat]) if hands else ())
        yield from asked
        yield from rng.sample(changed, min(LIKE, len(changed)))
        yield from (verb.bare_move for verb in self.game.verbs.values() if verb.chance is None)

    def _record_refusal(self, verb: str, named: set[str], now: bool) -> None:
        for clause in named:
            self.together[verb][clause] |= named
        if now:
            self.timely[verb] |= named

    def list_refusing_rules(self, verb: str) -> set[str]:
        """Return the ids of the rules that a move with this verb was found to break."""
        return {*self.together[verb]}

    def list_unbroken_rules(self, state: State, move: Move, refused: Violation) -> set[str]:
        """Return the ids of the rules that an illegal move by seat 0 certainly doesn't break.

        `refused` is the violation by this move.
        """
        broken, kept = _collect_clause_ids(refused), {*self.game.clauses}
        beside = self.together[move.verb][refused.clause.id] | self._list_unchanged_rules(
            state, move, refused.clause.id
        )
        timely = self.timely[move.verb] if self.game.verbs[move.verb].is_possible(state, 0) else kept
        return kept - broken - ((self.list_refusing_rules(move.verb) & timely) - beside)

    def _list_unchanged_rules(self, state: State, move: Move, clause: str) -> set[str]:
        """Return the ids of the rules that don't change under different house rules that allow the move.

        These house rules change the clause `clause`, which forbids the move. A rule doesn't change if its text stays
        the same. Returns an empty set if there are no such house rules.
        """
        game, rulebook, position = self.game, self.game.rulebook, self.game.build_position(state)
        for option in game.options.list_options():
            for value in option.list_values_to_try() if clause in rulebook.list_changed_clauses(option.name) else ():
                spend_steps(TABLE)
                with suppress(RulesError):
                    changed = {**position["options"], option.name: value}
                    other = game.load_position({**position, "options": changed})
                    if game.is_legal(other, 0, move):
                        texts = ((id, rulebook.get_clause_text(id, other.options)) for id in game.clauses)
                        return {id for id, text in texts if text == rulebook.get_clause_text(id, state.options)}
        return set()


def _collect_clause_ids(refused: Violation) -> set[str]:
    return {one.clause.id for one in (refused, *refused.others)}
