"""Statements about a game, and puzzles that ask which of them hold.

A claim is a sentence with one value left open. What is true is never written down: `ask` finds the value by dealing and
playing under the house rules in force, so that the same statement may be true at one table and false at another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Generic, TypeVar

from games.engine.options import Options
from games.engine.puzzle import Option, Puzzle, Setup, Theme, Void
from games.engine.state import State
from games.kit.posing import Posing, clamp
from games.words import capital, many

S = TypeVar("S", bound=State)
H = TypeVar("H", bound=Options)

Context = dict[str, Any]
"""What else a claim speaks of, as JSON: a number of players, say."""
Value = int | str

MOST = 4
"""So many statements make a puzzle."""


@dataclass(frozen=True)
class Claim(Generic[H]):
    """A sentence with one value left open.

    `ask` finds the true value under house rules (Void: it has none), `say` is the sentence with a value in it, `lures`
    are values that somebody might believe, `draw` makes a context.
    """

    clause: str
    ask: Callable[[H, Context], Value]
    say: Callable[[Context, Value], str]
    lures: Callable[[H, Context, Value], Sequence[Value]]
    draw: Callable[[Random, H], Context] = lambda rng, house: {}

    def false(self, house: H, context: Context, fact: Value) -> list[Value]:
        """The values that somebody might believe and that are not the case."""
        return [value for value in self.lures(house, context, fact) if value != fact]

    def drawn(self, rng: Random, house: H, true: bool) -> Setup | None:
        """A statement that is true, or one that is false, under these house rules; None if there is none."""
        context = self.draw(rng, house)
        with suppress(Void):
            fact = self.ask(house, context)
            values = [fact] if true else self.false(house, context, fact)
            return {"context": context, "value": rng.choice(values)} if values else None
        return None


def near(*steps: int) -> Callable[[Any, Context, Value], list[Value]]:
    """Lures a few steps from a number."""
    return lambda house, context, value: [int(value) + step for step in steps if int(value) + step >= 0]


def among(*values: Value) -> Callable[[Any, Context, Value], Sequence[Value]]:
    """Lures out of a few values."""
    return lambda house, context, value: values


def one_of(clause: str, ask: Callable[[H], Value], texts: Mapping[Any, str]) -> Claim[H]:
    """A claim that needs no context and has few values: a sentence for each."""
    return Claim(clause, lambda house, context: ask(house), lambda context, value: texts[value], among(*texts))


@dataclass(frozen=True)
class Stated(Generic[H]):
    """A statement, and what is the case."""

    claim: Claim[H]
    context: Context
    value: Value
    fact: Value

    @property
    def true(self) -> bool:
        return self.value == self.fact

    @property
    def text(self) -> str:
        return self.claim.say(self.context, self.value)

    @property
    def correction(self) -> str:
        """What is the case, as a sentence."""
        return self.claim.say(self.context, self.fact)


class Statements(Generic[S, H]):
    """Puzzles out of the claims of a game, each under a name of its own."""

    def __init__(self, posing: Posing[S, H], claims: Mapping[str, Claim[H]]) -> None:
        self.posing = posing
        self.claims = claims

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that the claims are about."""
        return tuple(dict.fromkeys(claim.clause for claim in self.claims.values()))

    def theme(self, slug: str, title: str, sentence: str) -> Theme:
        """A theme of nothing but these statements."""
        return Theme(slug, title, sentence, self.clauses, self.make, partial(self.pose, slug), aim=self.make)

    def make(self, rng: Random, options: Options, clause: str = "", truths: Sequence[bool] = ()) -> Setup:
        """Four statements, or fewer if there are no more, each about another clause; one is about `clause`, if named.

        `truths` says how many are true and how many false; by itself there is at least one of each. Raises Void.
        """
        house = self.posing.rules_of(options)
        wanted = rng.sample(truths or (True, False, rng.random() < 0.5, rng.random() < 0.5), MOST)
        names = rng.sample(sorted(self.claims), len(self.claims))
        names.sort(key=lambda name: self.claims[name].clause != clause)
        chosen: dict[str, Setup] = {}
        for name in names:
            about = self.claims[name].clause
            if len(chosen) < MOST and about not in chosen:
                drawn = self.claims[name].drawn(rng, house, wanted[len(chosen)])
                if drawn is not None:
                    chosen[about] = {"claim": name, **drawn}
        if len(chosen) < 2 or (clause and clause not in chosen):
            raise Void("These house rules leave nothing to say about it.")
        return {"claims": rng.sample(list(chosen.values()), len(chosen))}

    def read(self, setup: Setup, options: Options) -> list[Stated[H]]:
        """The statements of a setup. Raises Void where one of them says nothing under these house rules."""
        house = self.posing.rules_of(options)
        return [self._stated(said, house) for said in setup["claims"]]

    def _stated(self, said: Any, house: H) -> Stated[H]:
        claim = self.claims.get(str(said["claim"])) if isinstance(said, dict) else None
        if claim is None:  # a puzzle that was kept may be older than the claims
            raise Void("Nothing is asked about this any more.")
        context = said.get("context", {})
        return Stated(claim, context, said["value"], claim.ask(house, context))

    def reasons(self, stated: Sequence[Stated[H]]) -> dict[str, str]:
        """By option id: where the statement stands in the rulebook, or what is the case instead."""
        return {
            id: f"It is so: see “{self.posing.title(one.claim.clause)}”." if one.true else f"Not so. {one.correction}"
            for id, one in numbered(stated)
        }

    def pose(self, theme: str, setup: Setup, options: Options) -> Puzzle:
        """Which of the statements hold? Raises Void."""
        stated = self.read(setup, options)
        wrong = [one for one in stated if not one.true]
        doubtful = (wrong or stated)[0]
        right = len(stated) - len(wrong)
        return Puzzle(
            theme=theme,
            form="tick",
            question="Which of these statements hold by the rules of this table?",
            position={},
            key=[id for id, one in numbered(stated) if one.true],
            clauses=self.posing.unique(one.claim.clause for one in stated),
            why=" ".join(one.correction for one in wrong) or "All of them hold.",
            options=options_of(stated),
            reasons=self.reasons(stated),
            hints=(
                "Picture the moment that each statement speaks of, and what would happen there.",
                self.posing.rule_hint(doubtful.claim.clause),
                f"{capital(many(right, 'statement'))} of {len(stated)} {'holds' if right == 1 else 'hold'}.",
                f"“{doubtful.text}” is not so." if wrong else "None of them is wrong.",
            ),
            rating=clamp(850 + 50 * len(stated) + 60 * len(wrong)),
        )


def numbered(stated: Sequence[Stated[H]]) -> list[tuple[str, Stated[H]]]:
    """Statements, each with the id of its option."""
    return [(f"s{number}", one) for number, one in enumerate(stated, 1)]


def options_of(stated: Sequence[Stated[H]]) -> tuple[Option, ...]:
    """Statements as options."""
    return tuple(Option(id, one.text) for id, one in numbered(stated))
