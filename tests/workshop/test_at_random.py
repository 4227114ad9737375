"""Puzzles put together at random: what may be published holds by a second way, and what is warned of is so.

A second way is to list the legal moves and look for the one that was judged, to play it at a table, to find a fact at
other tables that look alike, and to judge every other answer.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import games
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.authoring.puzzles.issues import NOT_ALL_TRIED, Issue, list_issues
from games.engine.game import Game
from games.engine.puzzle import Puzzle
from games.engine.table import Table
from games.errors import RulesError

HIDDEN = re.compile("answer depends on|the answer would change")
"""A warning that hidden cards decide the answer."""
GAMES = [*games.all_games().values()]
EACH = 4


def put_together(game: Game[Any], rng: Random) -> PuzzleDraft:
    """A draft as somebody might leave it who tries this and that."""
    options = rng.choice([game.options(), *(game.options.load_preset(preset.name) for preset in game.options.presets)])
    seats = rng.choice(game.list_seat_counts(options))
    draft = PuzzleDraft(build_blank_content(game, options, seats), f"{rng.random()}")
    if rng.random() < 0.7:
        draft = tried(draft, do="another", theme=rng.choice(game.puzzle_themes).slug)
    for _ in range(rng.randrange(5)):
        place = rng.choice(draft.position_builder.list_card_places()).id
        draft = tried(draft, do="fill", place=place)
        draft = tried(draft, do="put", card=rng.choice([*draft.position_builder.deck_counts_by_card]))
    kind = rng.choice([*draft.question_kinds, "own-allowed", "own-fact"])
    draft = tried(draft, do="kind", kind=kind)
    return asked(draft, kind, rng)


def tried(draft: PuzzleDraft, **sent: str) -> PuzzleDraft:
    with suppress(RulesError):
        return draft.apply_change(sent)
    return draft


def asked(draft: PuzzleDraft, kind: str, rng: Random) -> PuzzleDraft:
    game = draft.game
    moves = [one.text for one in draft.move_proposals if kind != "own-rule" or one.refused]
    if kind == "own-allowed" and rng.random() < 0.5:
        return tried(tried(draft, do="some"), do="tempt")
    if kind == "own-allowed":
        for text in rng.sample(moves, min(len(moves), rng.randrange(1, 6))):
            draft = tried(draft, do="move", move=text)
        return tried(draft, do="one", one=rng.choice(["on", ""]))
    if kind == "own-rule" and moves:
        return tried(draft, do="move", move=rng.choice(moves))
    if kind == "own-fact":
        fact = rng.choice([*game.all_facts.values()])
        words = [str(rng.randrange(draft["seats"])) for one in fact.takes if one.annotation in ("Seat", "int")]
        return tried(draft, do="fact", fact=" ".join([fact.name, *words]))
    legal = [one.text for one in draft.move_proposals if not one.refused]
    if kind == "own-goal" and legal:
        draft = tried(draft, do="solve", move=rng.choice(legal))
        offered = draft.list_reached_goals(draft["solution"])
        return tried(draft, do="goal", goal=rng.choice(offered)[0]) if offered else draft
    if kind == "own-choice":
        sent = {f"text.{at}": f"Answer {at}" for at in range(3)}
        sent |= {f"check.{at}": f"legal {text}" for at, text in enumerate(rng.sample(moves, min(3, len(moves))))}
        return tried(draft, do="choices", question="What now?", **sent, **{"right.0": rng.choice(["on", ""])})
    return draft


# -- by a second way -----------------------------------------------------------------------------------


def refuted(draft: PuzzleDraft, found: list[Issue]) -> Iterator[str]:
    """Yield what is wrong with a puzzle that may be published."""
    posed = draft.engine_puzzle
    yield from _form(posed)
    if draft["kind"] == "own-allowed":
        yield from _moves(draft, posed)
    elif draft["kind"] == "own-goal":
        table = Table.from_state(draft.game, draft.game.load_position({**posed.position, "options": draft["options"]}))
        for line in posed.key:
            table.play_move(0, line)
    elif draft["kind"] == "own-choice":
        yield from _choices(draft, posed)
    elif posed.form == "one":
        yield from _others(draft, posed)
    if not any(HIDDEN.search(one.sentence) or one.sentence == NOT_ALL_TRIED for one in found):
        yield from _elsewhere(draft, posed)
    for one in found:
        yield from _not_so(draft, one)


def _form(posed: Puzzle) -> Iterator[str]:
    ids = {option.id for option in posed.options}
    if len(ids) != len(posed.options):
        yield "two options are called alike"
    if posed.form == "tick" and not set(posed.key) <= ids:
        yield "its key is none of its options"
    if not posed.question or not posed.clauses:
        yield "it asks nothing, or trains nothing" if not posed.question else ""


def _moves(draft: PuzzleDraft, posed: Puzzle) -> Iterator[str]:
    """Each move: listed among the legal ones just if it is said to be right, and played at a table if it is."""
    game, state = draft.game, draft.state
    assert state is not None
    listed = set(game.list_moves(state, 0))
    right = posed.key if posed.form == "tick" else [posed.key]
    for at, line in enumerate(draft.puzzle_setup["moves"], 1):
        move = game.parse_move(line)
        verb, said = game.verbs[move.verb], f"m{at}" in right
        if not verb.by_example and (move in listed) is not said:
            yield f"{line} is {'not ' if said else ''}listed"
        try:
            Table.from_state(game, state.copy()).play_move(0, line)
            played = True
        except RulesError:
            played = False
        if played is not said:
            yield f"{line} {'can' if played else 'cannot'} be played"


def _choices(draft: PuzzleDraft, posed: Puzzle) -> Iterator[str]:
    for at, choice in enumerate(draft["choices"]):
        if choice["check"]:
            state = draft.game.load_position({**posed.position, "options": draft["options"]})
            if draft.game.evaluate_fact(state, 0, choice["check"]) is not choice["right"]:
                yield f"answer {at} is not as it is marked"


def _others(draft: PuzzleDraft, posed: Puzzle) -> Iterator[str]:
    for option in posed.options:
        if draft.theme.judge_answer(draft.puzzle_setup, draft.house_rules, option.id).right is not (
            option.id == posed.key
        ):
            yield f"{option.id} is judged otherwise"


def _elsewhere(draft: PuzzleDraft, posed: Puzzle) -> Iterator[str]:
    """At tables that look the same the answer is the same, if nobody was warned."""
    state = draft.state
    assert state is not None
    view = draft.game.build_view(state, 0)
    for luck in range(100, 106):
        with suppress(RulesError, TypeError):
            if draft.compute_right_answer(draft.game.sample_possible_state(view, Random(luck))) != posed.key:
                yield f"with deal {luck} the answer changes, and nobody is warned"


def _not_so(draft: PuzzleDraft, one: Issue) -> Iterator[str]:
    """Yield what is warned of is shown by doing it."""
    if one.hands and HIDDEN.search(one.sentence):
        hands = dict(one.hands)
        rows = [*draft.position_builder.lies["hands"]]
        rows[0] = hands.get("You", rows[0])
        other = PuzzleDraft({**draft.content, "said": {**draft["said"], "hands": rows}}, draft.code)
        if "You" in hands and not other.position_builder.problem:
            with suppress(RulesError):
                if other.engine_puzzle.key == draft.engine_puzzle.key:
                    yield "the deal that is shown changes nothing"
    if "the answer changes" in one.sentence or "the question doesn’t apply" in one.sentence:
        for preset in draft.game.options.presets:
            if f"“{preset.title}”" in one.sentence:
                options = draft.game.options.load_preset(preset.name).list_nonstandard_values()
                other = PuzzleDraft({**draft.content, "options": options}, draft.code)
                with suppress(RulesError):
                    if other.engine_puzzle.key == draft.engine_puzzle.key:
                        yield f"under {preset.title} nothing changes"


def looked_at(game: Game[Any], number: int, seed: str = "") -> tuple[Counter[str], list[str]]:
    """Put so many puzzles together: what became of them, and what was wrong."""
    outcome, wrong = Counter[str](), []
    for at in range(number):
        draft = put_together(game, Random(f"{game.slug} {at} {seed}"))
        found = list_issues(draft, "")
        mistakes = [one for one in found if one.mistake]
        outcome["amiss" if mistakes else "published"] += 1
        outcome["warnings"] += len(found) - len(mistakes)
        if not mistakes:
            outcome[draft["kind"]] += 1
            wrong += [f"{game} {at}: {draft['kind']}: {one}" for one in filter(None, refuted(draft, found))]
    return outcome, wrong


@pytest.mark.repeated
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_published_holds(game: Game[Any]) -> None:
    outcome, wrong = looked_at(game, EACH)
    assert not wrong
    assert outcome["amiss"] + outcome["published"] == EACH


if __name__ == "__main__":
    whole, failed = Counter[str](), list[str]()
    for one in GAMES:
        outcome, wrong = looked_at(one, int(sys.argv[1]) // len(GAMES) + 1, *sys.argv[2:3])
        whole, failed = whole + outcome, failed + wrong
        print(one, dict(outcome), *wrong, sep="\n   ")
    print(dict(whole), len(failed), "wrong")
