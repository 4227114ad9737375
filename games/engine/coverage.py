"""Coverage of a game's clauses: which ones the engine, rulebook, lessons, puzzles, and examples cover."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice, product
from random import Random
from typing import Any

from games.engine.examples import RESULT, Example, get_fact_name, read_examples
from games.engine.game import Game
from games.engine.known_answers import read_known_answers
from games.engine.lesson import OPEN, Step
from games.engine.lint import list_house_rules_for_step
from games.engine.options import BadOption, Option, Options
from games.engine.puzzle import PuzzleTheme, Unproven, VoidPuzzle
from games.engine.record_legend import load_legend
from games.engine.state_parts import sort_card_codes
from games.words import spell_count

COLUMNS = {
    "engine": "the rules include the clause and pass all its examples",
    "rulebook": "the clause has a heading, and a text under the standard rules or a house rule",
    "refusal": "an example has a move that breaks the clause (–: no move can break it)",
    "lesson": "a lesson step is about the clause",
    "puzzle": "a puzzle can be about the clause (–: it forbids no move and decides no fact)",
    "example": "the clause has an example",
}
OFTEN, FEW = 20, 3
_BEGINNING = re.compile(r"\b[a-z0-9]{1,5}")
_QUOTED, _CARD = re.compile(r"`([^`]*)`"), re.compile(r"\b[A2-9TJQK][CDHS]\b")
WON = ("winners", "credited", "points")
"""Facts of every game for which examples must show at least two values each."""
LESSONS, STEPS = range(8, 15), range(5, 9)
"""The usual numbers of lessons in a course and of steps in a lesson; a small game can have fewer."""


@dataclass(frozen=True)
class CoverageRow:
    """A row of the coverage table: a clause, and what covers it.

    Each column stands for something that can cover a clause, such as a lesson. A cell has True or False, or None if the
    column doesn't apply to the clause.
    """

    clause: str
    cells: dict[str, bool | None]


def list_coverage_rows(game: Game[Any]) -> list[CoverageRow]:
    """Return a row for each clause, in rulebook order.

    A row says whether the engine, the rulebook, an error message, a lesson, a puzzle, and an example cover the clause.
    """
    examples = read_examples(game)
    faulty = {example.place for example in examples if example.list_example_faults(game)}
    broken = _list_broken_clauses(game, (example for example in examples if example.place not in faulty))
    failing = {example.clause for example in examples if example.place in faulty}
    shown = {example.clause for example in read_examples(game, "rules")}
    told = _list_rulebook_clauses(game)
    taught = {clause for lesson in game.lessons for clause in lesson.list_taught_clauses()}
    decisive = {id for id in game.clauses if game.clauses[id].refusal}
    decisive |= {
        id for fact in game.facts.values() if fact.can_be_asked_in_puzzles and not fact.takes for id in fact.clauses
    }
    named = {clause for theme in game.puzzle_themes for clause in theme.clauses}
    trained = list_clauses_covered_by_puzzles(game, game.puzzle_themes, named & decisive)
    trained |= list_clauses_covered_by_puzzles(game, game.puzzle_themes, named - decisive - trained, is_thorough=False)
    return [
        CoverageRow(
            id,
            {
                "engine": id in game.clauses and id in shown and id not in failing,
                "rulebook": id in told,
                "refusal": id in broken if id in game.clauses and game.clauses[id].refusal else None,
                "lesson": id in taught,
                "puzzle": id in trained or (False if id in decisive else None),
                "example": id in shown,
            },
        )
        for id in game.clauses
    ]


def compute_coverage_shares(rows: list[CoverageRow]) -> dict[str, float]:
    """Return the share of covered clauses for each column, from 0 to 1.

    A column counts only the clauses that it applies to.
    """
    applying = {column: [row.cells[column] for row in rows if row.cells[column] is not None] for column in COLUMNS}
    return {column: sum(map(bool, cells)) / len(cells) if cells else 1.0 for column, cells in applying.items()}


def _list_broken_clauses(game: Game[Any], examples: Iterable[Example]) -> set[str]:
    return {clause for example in examples for clause in example.list_broken_clauses(game)}


def list_clauses_covered_by_puzzles(
    game: Game[Any], themes: Sequence[PuzzleTheme], clauses: Iterable[str], is_thorough: bool = True
) -> set[str]:
    """Return the ids of the clauses that puzzles from these themes train.

    For each of `clauses` that no earlier puzzle has trained, one puzzle is built, if possible. If `is_thorough` is
    False, the search for this puzzle ends after a few attempts.
    """
    found: set[str] = set()
    for clause in sorted(clauses):
        if clause not in found:
            found |= _find_clauses_of_puzzle(
                game, [theme for theme in themes if clause in theme.clauses], clause, is_thorough
            )
    return found


def _find_clauses_of_puzzle(game: Game[Any], themes: Sequence[PuzzleTheme], clause: str, is_thorough: bool) -> set[str]:
    """Return the ids of all clauses of one puzzle about this clause, or an empty set if no theme finds a puzzle.

    Several choices of house rules are tried. Under each, every theme gets one attempt before any theme gets many,
    because many attempts take long and can all fail. If the search isn't thorough, every theme gets only one attempt,
    under each of the first few house rules.
    """
    for options in islice(_list_house_rules_to_try(game, clause), None if is_thorough else FEW):
        for tries, theme in product((1, OFTEN) if is_thorough else (1,), reversed(themes)):
            with suppress(VoidPuzzle, Unproven):
                setup = theme.make_setup_for_clause(clause, Random(clause), options, tries)
                return set(theme.pose(setup, options).clauses)
    return set()


def _list_house_rules_to_try(game: Game[Any], clause: str) -> Iterator[Options]:
    """Yield house rules under which a puzzle about this clause could be built.

    These are the standard rules, those of the clause's examples, the presets, and then rules with one option changed.
    Options that affect the clause are changed first.
    """
    yield game.options()
    for example in read_examples(game):
        if example.clause == clause:
            yield example.get_house_rules(game)
    for preset in game.options.presets:
        yield game.options.load_preset(preset.name)
    changes = sorted(
        game.options.list_options(), key=lambda option: clause not in game.rulebook.list_changed_clauses(option.name)
    )
    for option in changes:
        for value in option.list_values_to_try():
            with suppress(BadOption):
                yield game.options({option.name: value})


def _list_rulebook_clauses(game: Game[Any]) -> set[str]:
    """Return the ids of clauses that have text in the rulebook, under the standard rules or with one option changed.

    Only options that the rulebook names for a clause are changed, one at a time.
    """
    told = {
        entry.id
        for section in game.rulebook.render_sections(game.options())
        for entry in section.entries
        if entry.is_in_force
    }
    for option in game.options.list_options():
        changed = game.rulebook.list_changed_clauses(option.name)
        for value in option.list_values_to_try() if set(changed) - told else ():
            if not game.options.list_option_problems({option.name: value}):
                rules = game.options({option.name: value})
                entries = [game.rulebook.find_clause_entry(id, rules) for id in changed]
                told |= {entry.id for entry in entries if entry is not None and entry.is_in_force}
    return told


def format_coverage_table(rows: list[CoverageRow]) -> str:
    """Format the rows as a text table, with each column's share at the bottom."""
    width = max(len(row.clause) for row in rows)
    marks = {True: "✓", False: "✗", None: "–"}
    lines = [" " * width + "".join(f"{column:>10}" for column in COLUMNS)]
    lines += [
        row.clause.ljust(width) + "".join(f"{marks[row.cells[column]]:>10}" for column in COLUMNS) for row in rows
    ]
    lines.append(
        f"{len(rows)} clauses".ljust(width)
        + "".join(f"{share:>10.0%}" for share in compute_coverage_shares(rows).values())
    )
    return "\n".join(lines)


# -- missing proofs --------------------------------------------------------------------------------


def list_proof_gaps(game: Game[Any]) -> Iterator[str]:
    """Yield a line for each gap: something that no example, lesson step, or known answer tests.

    - facts, including those of results, that no example or step asks for, or that have the same value in all of them
    - themes without a known answer
    - rulebook passages without an example, or that could be swapped with another passage without a failing test
    """
    said = collect_proven_fact_values(game)
    if unasked := [name for name in game.facts if not said[name]]:
        yield f"No example or step asks for {', '.join(unasked)}"
    for name, fact in game.all_facts.items():
        owed = (not fact.constant and name not in unasked) if name in game.facts else name in WON
        if owed and len(said[name]) < 2:
            yield (
                f"All examples and steps have the value {', '.join(said[name])} for “{name}”. Add a different value"
                if said[name]
                else f"No example or step has a value for “{name}”. Add two different values"
            )
    for name in load_legend(game).facts:
        if len(said[RESULT + name]) < 2:
            yield f'No two examples have different values of “{name}” in a result. Add another then."{RESULT}{name}"'
    known = {one.theme_slug for one in read_known_answers(game)}
    if unknown := [theme.slug for theme in game.puzzles if theme.slug not in known]:
        yield f"There’s no known answer for {', '.join(unknown)}"
    for id, line in list_rulebook_lines_without_example(game):
        yield f"No example or step shows {id} under house rules where it says “{line[:60]}…”"
    for id, line, where in list_swappable_rulebook_passages(game):
        yield f"No test checks that {id} says “{line[:60]}…” where {where}. Add an example that quotes it in `wording`"


def collect_proven_fact_values(game: Game[Any]) -> Mapping[str, set[str]]:
    """Return a mapping of fact names to the values that examples and lesson steps expect of the fact.

    If a fact has no such value, nothing tests it. If it has just one, the tests would also pass if the fact always
    returned this value.
    """
    found = defaultdict[str, set[str]](set)
    for name, value in (*_list_fact_values_in_examples(game), *_list_fact_values_in_step(game)):
        fact = game.all_facts.get(name)
        found[name].add(str(sort_card_codes(value) if fact and fact.kind == "cards" else value))
    return found


def _list_fact_values_in_examples(game: Game[Any]) -> Iterator[tuple[str, Any]]:
    for one in read_examples(game):
        for name in ("then", "bystander"):
            for key, value in one.setting.get(name, {}).items():
                if key not in game.state.keys:  # a part of this name is found first
                    yield key if key.startswith(RESULT) else get_fact_name(key), value


def _list_fact_values_in_step(game: Game[Any]) -> Iterator[tuple[str, Any]]:
    """Yield (fact name, value) for each value that an answer or a goal of a lesson step tests.

    A step can ask whether a fact has a value, written “so FACT = VALUE”. A wrong answer then tests “not VALUE”. If the
    fact has a placeholder, each answer tests whether the fact is true with the answer's value in it.
    """
    for step in (step for lesson in game.lessons for step in lesson.steps):
        for answer in step.answers:
            fact, so = step.fact.replace(OPEN, str(answer.value)), step.fact.startswith("so ")
            if so and (answer.right or OPEN not in step.fact):
                name, value = _parse_fact_with_value(game, fact)
                yield name, value if answer.right else f"not {value}"
            elif not so and OPEN in " ".join((step.fact, *step.after)):
                yield fact.split()[0], answer.right
            elif not so and answer.right:
                yield fact.split()[0], answer.value
        yield from (_parse_fact_with_value(game, goal) for goal in step.goals if goal.startswith("so "))


def _parse_fact_with_value(game: Game[Any], text: str) -> tuple[str, Any]:
    """Parse “so FACT = VALUE”. Return the name of the fact and the parsed value."""
    asked, _, value = text.removeprefix("so ").partition(" = ")
    name = asked.split()[0]
    return name, game.all_facts[name].parse_fact_value(value)


def list_rulebook_lines_without_example(game: Game[Any]) -> list[tuple[str, str]]:
    """Return the rulebook lines that no example or step of their clause shows, as (clause id, line).

    An example or step shows the lines of its clause that apply under its house rules. So a line whose condition is
    never true is always returned.
    """
    played = defaultdict[str, list[Options]](list)
    for example in read_examples(game):
        played[example.clause].append(example.get_house_rules(game))
    for step in (step for lesson in game.lessons for step in lesson.steps):
        for options in islice(list_house_rules_for_step(game, step), 1):
            for id in step.clauses:
                played[id].append(step.get_step_options(options))
    found = []
    for id in game.clauses:
        shown = {line for options in set(played[id]) for line in game.rulebook.list_clause_lines(id, options)}
        found += [(id, line) for line in game.rulebook.list_clause_lines(id) if line not in shown]
    return found


def list_swappable_rulebook_passages(game: Game[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield rulebook passages that could stand under the wrong option value without a failing test.

    Two such passages belong to two values of one option, or to two options that each add a passage. Each tuple has the
    clause id, the passage, and the option value under which it applies (“OPTION” is VALUE). A pair isn't yielded if an
    example quotes words that only one of the passages has. It also isn't if each passage shares more words with the
    description of its own option value than with that of the other.
    """
    quoted, seen = defaultdict[str, list[str]](list), set[tuple[str, str, str]]()
    added = defaultdict[str, dict[str, tuple[str, str, str]]](dict)
    for example in read_examples(game):
        quoted[example.clause] += example.rulebook_quotations
    for id, option, values, (first, second) in _list_passages_of_options(game):
        sentences, where = [*map(option.describe_value, values)], [f"“{option.name}” is {value}" for value in values]
        if bool(first) != bool(second):
            place = 0 if first else 1
            added[id].setdefault(option.name, (first or second, sentences[place], where[place]))
        elif first and (id, first, second) not in seen:
            seen |= {(id, first, second), (id, second, first)}
            if not _can_tell_passages_apart(quoted[id], first, second, *sentences):
                yield id, first, where[0]
    for id, passages in added.items():
        for (first, one, under), (second, other, _) in combinations(passages.values(), 2):
            if first != second and not _can_tell_passages_apart(quoted[id], first, second, one, other):
                yield id, first, under


def _can_tell_passages_apart(quoted: Iterable[str], first: str, second: str, one: str, other: str) -> bool:
    """Return whether a test or a reader would notice if the two passages were swapped by mistake.

    `first` and `second` are passages of two option values, and `one` and `other` are sentences that describe these
    values. The passages can be told apart if one of the `quoted` texts is in only one of them. They also can if each
    shares more words with the sentence of its own value than with that of the other.
    """
    return any((wording in first) != (wording in second) for wording in quoted) or _can_match_passages_with_sentences(
        first, second, one, other
    )


def _list_passages_of_options(game: Game[Any]) -> Iterator[tuple[str, Option[Any], tuple[Any, Any], tuple[str, str]]]:
    """Yield the rulebook passages that depend on options: clause id, option, two of its values, and two passages.

    Each passage is the text that the clause has under only one of the two values. The other options have their standard
    values, or the values of an example of the clause.
    """
    played = defaultdict[str, dict[Options, None]](lambda: {game.options(): None})
    for example in read_examples(game):
        played[example.clause][example.get_house_rules(game)] = None
    for option in game.options.list_options():
        for id in game.rulebook.list_changed_clauses(option.name):
            for one, other in (pair for rules in played[id] for pair in _list_house_rule_pairs(game, option, rules)):
                here, there = (game.rulebook.list_clause_lines(id, rules) for rules in (one, other))
                alone = _join_lines_not_shared(here, there), _join_lines_not_shared(there, here)
                yield id, option, (one.get_option_value(option.name), other.get_option_value(option.name)), alone


def _join_lines_not_shared(lines: list[str], others: list[str]) -> str:
    return " ".join(line for line in lines if line not in others)


def _list_house_rule_pairs(game: Game[Any], option: Option[Any], rules: Options) -> Iterator[tuple[Options, Options]]:
    """Yield pairs of house rules that differ only in this option, for each two of its values that are allowed."""
    values = dict.fromkeys((rules.get_option_value(option.name), *option.list_values_to_try()))
    changed = ({**rules.list_nonstandard_values(), option.name: value} for value in values)
    return combinations([game.options(one) for one in changed if not game.options.list_option_problems(one)], 2)


def _can_match_passages_with_sentences(first: str, second: str, one: str, other: str) -> bool:
    """Return whether the passages share more words with their own sentences than with each other's.

    The sentence of the passage `first` is `one`, and that of `second` is `other`: they describe the option values under
    which the passages apply. Words that both passages or both sentences have don't count.
    """
    texts, sentences = _list_words_not_shared(first, second), _list_words_not_shared(one, other)
    straight = sum(len(text & sentence) for text, sentence in zip(texts, sentences, strict=True))
    return straight > sum(len(text & sentence) for text, sentence in zip(texts, reversed(sentences), strict=True))


def _list_words_not_shared(one: str, other: str) -> tuple[set[str], set[str]]:
    """Return the words that are only in the first text, and those that are only in the second.

    Words are cut off after a few letters, so that different forms of a word count as the same word.
    """
    first, second = ({*_BEGINNING.findall(text.lower())} for text in (one, other))
    return first - second, second - first


# -- the course ------------------------------------------------------------------------------------


def describe_course(game: Game[Any]) -> Iterator[str]:
    """Yield lines of text about a game's course: its size, and how it departs from the authors' guide.

    For example, a lesson has too many steps, or a clause has no step. Only steps that are valid under the standard
    rules count.
    """
    lessons = {lesson.slug: lesson.list_valid_steps(game, game.options()) for lesson in game.lessons}
    steps = [step for shown in lessons.values() for step in shown]
    kinds = Counter(step.kind for step in steps)
    counted = ", ".join(f"{number} {kind}" for kind, number in kinds.most_common())
    sizes = f"{spell_count(len(lessons), 'lesson')}, {spell_count(len(steps), 'step')}"
    yield f"Course: {sizes} under standard rules ({counted})"
    if len(lessons) not in LESSONS:
        yield f"  a course usually has {LESSONS[0]} to {LESSONS[-1]} lessons"
    for slug, shown in lessons.items():
        if len(shown) not in STEPS:
            yield f"  a lesson usually has {STEPS[0]} to {STEPS[-1]} steps, but {slug} has {len(shown)}"
    for kind in ("do", "choose", "try-illegal"):
        if kind not in kinds:
            yield f"  there’s no step of the kind {kind}"
    taught = {id for step in steps for id in step.clauses}
    yield from (f"  no step under standard rules is about {id}" for id in game.clauses if id not in taught)
    for slug, shown in lessons.items():
        for step in shown:
            if strays := list_cards_only_in_text(game, step):
                yield f"  {slug}, {step.id} mentions cards that it doesn’t have: {' '.join(strays)}"


def list_cards_only_in_text(game: Game[Any], step: Step) -> list[str]:
    """Return the cards that are in a step's text or hints, but not in its table, moves, facts, goals, or answers.

    Some are intended, such as cards that a wild card can stand for. Others were left behind when a hand was changed.
    """
    there = [
        str(game.build_position(step.load_state(game, game.options()))),
        *step.solution,
        *step.after,
        *step.tempting,
    ]
    there += [step.fact, *step.goals, *(f"{answer.text} {answer.value}" for answer in step.answers)]
    named = _CARD.findall(" ".join(_QUOTED.findall(" ".join([step.task, step.text, *step.hints]))))
    return [card for card in dict.fromkeys(named) if card not in _CARD.findall(" ".join(there))]
