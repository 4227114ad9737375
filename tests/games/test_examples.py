"""The examples of every game hold, and there is one for each clause."""

from __future__ import annotations

import re
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import games
from games.engine import coverage, examples, known_answers
from games.engine.examples import BadExample, Example, read_examples
from games.engine.game import Game
from games.engine.known_answers import read_known_answers
from games.engine.options import Option
from games.engine.rulebook import Rulebook, RulebookSource
from tests.games.referee import Referee

GAMES = list(games.all_games().values())
EDGES = [*(f"W{n}" for n in range(1, 29)), *(f"M{n}" for n in range(1, 17)), *(f"T{n}" for n in range(1, 15))]
EDGES += [f"O{n}" for n in range(1, 11)]

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


@each_game
def test_the_rules_do_what_the_examples_say(game: Game[Any], subtests: pytest.Subtests) -> None:
    """A test for each game: by itself an example takes less time than being collected."""
    for example in read_examples(game):
        with subtests.test(place=example.place, clause=example.clause):
            assert example.list_example_faults(game) == []


@each_game
def test_an_example_is_about_a_clause_that_holds_there(game: Game[Any]) -> None:
    """Or it shows that the clause is gone, as where a house rule takes a privilege away."""
    for example in read_examples(game):
        entry = game.rulebook.find_clause_entry(example.clause, example.get_house_rules(game))
        gone = "options" in example.setting or "preset" in example.setting
        assert entry is not None
        assert entry.is_in_force or gone, example.place


@pytest.mark.slow
@each_game
def test_every_clause_is_taught_trained_told_and_shown(game: Game[Any]) -> None:
    rows = coverage.list_coverage_rows(game)
    missing = {(row.clause, column) for row in rows for column, cell in row.cells.items() if cell is False}
    assert missing == set()
    assert set(coverage.compute_coverage_shares(rows).values()) == {1.0}


@pytest.mark.repeated
@each_game
def test_each_fact_and_each_passage_of_the_rulebook_is_proven(game: Game[Any]) -> None:
    assert [*coverage.list_proof_gaps(game)] == []


OPTIONS = [(game, option) for game in GAMES for option in game.options.list_options()]


@pytest.mark.parametrize(("game", "option"), OPTIONS, ids=[f"{game.slug}-{option.name}" for game, option in OPTIONS])
def test_every_option_makes_a_difference_to_an_example(game: Game[Any], option: Option[Any]) -> None:
    """With another value of it some example does not hold any more, or a seat sees something else."""
    about = game.rulebook.list_changed_clauses(option.name)
    for example in sorted(read_examples(game), key=lambda example: example.clause not in about):
        options = example.get_house_rules(game)
        values = {
            value: {**options.list_nonstandard_values(), option.name: value} for value in option.list_values_to_try()
        }
        setting = {key: value for key, value in example.setting.items() if key not in ("preset", "wording")}
        others = [
            replace(example, setting={**setting, "options": changed})
            for value, changed in values.items()
            if value != options.get_option_value(option.name) and not game.options.list_option_problems(changed)
        ]
        if not all(holds(game, other) and seen(game, other) == seen(game, example) for other in others):
            return
    pytest.fail(f"Whatever {option.name} is, all examples hold.")


def holds(game: Game[Any], example: Example) -> bool:
    try:
        return not example.list_example_faults(game)
    except ValueError:  # a card that it deals is not in the deck
        return False


def seen(game: Game[Any], example: Example) -> list[Any]:
    """Return what each seat sees of an example without moves, but for the house rules."""
    if "moves" in example.setting or "start" in example.setting:
        return []
    state = example.build_state(game)
    return [{**game.build_view(state, seat).position, "options": None} for seat in range(state.seats)]


def test_every_edge_case_of_vazhushal_is_there() -> None:
    assert {example.id for example in read_examples(games.get("vazhushal"), "edge")} == set(EDGES)


@pytest.mark.parametrize("example", read_examples(games.get("vazhushal"), "hands"), ids=lambda one: one.place)
def test_the_referee_counts_recorded_hands_the_same_way(example: Example) -> None:
    setting = example.setting
    referee = Referee(setting.get("options", {}), setting["seats"])
    for line in setting["moves"].split("\n"):
        if line:
            who, text = line.split(": ")
            referee.play(-1 if who == "dealer" else int(who), text)
    winners, scores = referee.results[-1]
    then = setting["then"]
    assert (winners, scores) == (then["credited"], then.get("points"))
    assert referee.hands == [hand.split() for hand in then["hands"]]


# -- examples can fail ---------------------------------------------------------------------------


def faults(**setting: Any) -> list[str]:
    example = Example("here", setting.pop("clause", "meld.kinds"), "", "", setting)
    return example.list_example_faults(games.get("vazhushal"))


COUNTED = {"phase": "final", "stock": "", "hands": ["5C", "3C"], "moves": ["done", "1: done"]}


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ({"hand": "5C 6C", "allowed": ["discard 7C"]}, "“discard 7C” should be legal, but turn.phases forbids it"),
        ({"phase": "table", "hand": "5C 6C", "allowed": ["discard 7C"]}, "but table.held forbids it"),
        (
            {"phase": "table", "hand": "5C 6C", "refused": ["discard 5C"]},
            "“discard 5C” should be illegal, but it’s legal",
        ),
        ({"phase": "table", "hand": "5C 6C", "refused": ["discard 7C"]}, "but not meld.kinds"),
        ({"hand": "5C 6C", "then": {"hand": "5C 7C"}}, "then: hand is '5C 6C', not '5C 7C'"),
        ({"hand": "5C 6C", "then": {"hand": 3}}, "then: hand is 2, not 3"),
        ({"line": "5C 6C", "then": {"line": "6C 5C"}}, "then: line is"),
        ({"hand": "5C 6C", "bystander": {"hand": "5C 6C"}}, "bystander: hand is '? ?'"),
        ({"line": "5C 6C", "then": {"fact line": "5C 6D"}}, "then: fact line is '5C 6C', not '5C 6D'"),
        ({"hand": "5C 6C", "then": {"mood": "good"}}, "“mood” isn’t a fact in this game"),
        ({"hand": "5C 6C", "then": {"result melds": [0, 0]}}, "“melds” isn’t a fact of the last result"),
        (
            {**COUNTED, "then": {"result mood": [0]}},
            "“mood” isn’t a fact of the last result. Expected: one of melds, hand, points",
        ),
        ({**COUNTED, "then": {"result hand": [5, 6]}}, "then: result hand is [5, 3], not [5, 6]"),
        ({"clause": "meld.nonsense", "hand": "5C", "then": {"hand": 1}}, "there is no clause meld.nonsense"),
        ({"hand": "5C 5C 5C", "then": {"hand": 3}}, "5C appears three times"),
        ({"mood": "good", "then": {"hand": 13}}, "isn’t a key of a position"),
        (
            {"phase": "table", "hand": "5C", "moves": ["dealer: deal …"]},
            "“dealer: deal …” isn’t possible, because it isn’t the dealer’s turn",
        ),
        ({"players": [7]}, "a match with 7 players should be possible, but it isn’t"),
        ({"not_players": [6]}, "a match with 6 players shouldn’t be possible, but it is"),
        ({"stock": "5C", "hand": "KD", "moves": ["stock"], "told": ["wipes"]}, "the log doesn’t say “wipes”"),
        (
            {"hand": "KD", "melds": "5C 6C 7C", "moves": "stock\ndiscard KD", "untold": ["KD"]},
            "the log reveals “KD” to everyone",
        ),
    ],
)
def test_an_example_that_is_wrong_says_so(setting: dict[str, Any], fault: str) -> None:
    assert fault in " ".join(faults(**setting))


def test_what_has_no_order_is_compared_without_one() -> None:
    then = {"hand": "6C 5C", "melds": "8C 8D 8H / 2H 3H 4H", "wild": "9H 9D *"}
    assert faults(hand="5C 6C", melds="2H 3H 4H / 8C 8D 8H", negative="9C", then=then) == []


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[[example]]\nclause = 3 4", "Expected newline"),
        ('[[example]]\nhand = "5C"', "has no clause"),
        ('[[example]]\nclause = "meld.kinds"\nhand = "5C"', "doesn’t check anything"),
    ],
)
def test_a_file_of_examples_is_refused_for_what_is_wrong(text: str, fault: str, tmp_path: Any) -> None:
    path = tmp_path / "rules.toml"
    path.write_text(text)
    with pytest.raises(BadExample, match=fault):
        list(examples._read_file(path))


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ({"kind": "the-titles", "answer": {"You": "Poor"}}, "the answer is .*Destitute"),
        ({"kind": "the-titles", "setup": {"order": [0]}}, "."),
        ({"kind": "the-weather"}, "no kind of puzzle"),
    ],
)
def test_an_answer_that_is_not_the_one_of_its_kind_is_said(setting: dict[str, Any], fault: str) -> None:
    game = games.get("daifugo")
    (titles,) = [one for one in read_known_answers(game) if one.theme_slug == "the-titles"]
    assert titles.list_differences_from_theme(game) == []
    assert re.search(fault, replace(titles, setting={**titles.setting, **setting}).list_differences_from_theme(game)[0])


# -- the coverage table --------------------------------------------------------------------------


@pytest.mark.slow
def test_the_command_prints_a_row_for_each_clause_and_ends_with_1_if_anything_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(games.get("vazhushal"), "puzzle_themes", ())
    out = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("coverage", "vazhushal", stdout=out)
    assert ended.value.code == 1
    assert all(clause in out.getvalue() for clause in games.get("vazhushal").clauses)
    assert "111 clauses" in out.getvalue()


def test_the_command_knows_no_other_game() -> None:
    with pytest.raises(CommandError, match="There’s no game “whist”"):
        call_command("coverage", "whist")


def test_what_is_missing_shows_in_the_table() -> None:
    row = coverage.CoverageRow(
        "meld.kinds", {**dict.fromkeys(coverage.COLUMNS, True), "lesson": False, "refusal": None}
    )
    assert coverage.compute_coverage_shares([row])["lesson"] == 0
    assert coverage.compute_coverage_shares([row])["refusal"] == 1
    assert "✗" in coverage.format_coverage_table([row])
    assert "–" in coverage.format_coverage_table([row])


def test_a_card_that_a_step_names_and_that_lies_nowhere_is_said() -> None:
    game = games.get("mille")
    (step,) = [step for lesson in game.lessons for step in lesson.steps if step.id == "melds-same-card-twice"]
    assert coverage.list_cards_only_in_text(game, step) == []
    assert coverage.list_cards_only_in_text(game, replace(step, text="You hold `QC QD QH`, and 9S in words.")) == ["QH"]
    assert coverage.list_cards_only_in_text(game, replace(step, hints=("Look at `6C` and `2D`.",))) == ["2D"]


def test_a_fact_for_which_nothing_asks_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("vazhushal")
    monkeypatch.setattr(game, "facts", {**game.facts, "weather": next(iter(game.facts.values()))})
    monkeypatch.setattr(known_answers, "get_examples_folder", lambda game: Path("nowhere"))
    told = list(coverage.list_proof_gaps(game))
    assert told[0] == "No example or step asks for weather"
    assert told[1].startswith("There’s no known answer for legal-wipes, ")


def test_a_fact_that_could_be_a_constant_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("guts")
    kept = [one for one in read_examples(game) if one.clause != "rank.high-card"]
    monkeypatch.setattr(coverage, "read_examples", lambda *_: kept)
    told = "All examples and steps have the value True for “level”. Add a different value"
    assert told in coverage.list_proof_gaps(game)


def test_a_fact_of_results_that_could_be_a_constant_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("court-piece")
    kept = [one for one in read_examples(game) if one.setting.get("then", {}).get("result trick", 3) == 3]
    monkeypatch.setattr(coverage, "read_examples", lambda *_: kept)
    assert "No two examples have different values of “trick” in a result" in " ".join(coverage.list_proof_gaps(game))


def test_a_passage_under_the_wrong_condition_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games.get("guts")
    heading = game.rulebook._headings["showdown.lone-in"]
    wrong = [line.replace("lone-shows = yes", "lone-shows = yes & lowly-top = yes") for line in heading.lines]
    assert wrong != heading.lines
    monkeypatch.setattr(heading, "lines", wrong)
    assert [id for id, _ in coverage.list_rulebook_lines_without_example(game)] == ["showdown.lone-in"]


def test_additions_that_might_be_exchanged_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two options of which each adds a passage to a clause: their sentences alone do not tell which is whose."""
    game = games.get("daifugo")
    kept = [one for one in read_examples(game) if one.clause != "forbidden-finish" or not one.rulebook_quotations]
    monkeypatch.setattr(coverage, "read_examples", lambda *_: kept)
    told = [
        line for line in coverage.list_proof_gaps(game) if line.startswith("No test checks that forbidden-finish says")
    ]
    assert "“Going out with a two" in told[0]


@pytest.mark.parametrize(
    ("slug", "clause", "said"),
    [
        ("guts", "declare.order", "No test checks that declare.order says “Everyone decides at the same time"),
        ("chinese-ten", "score.red-ace", "the rulebook doesn’t say “Red aces are worth nothing”"),
    ],
)
def test_passages_that_are_exchanged_are_said(
    slug: str, clause: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentences of the option tell the first, the words of an example the second."""
    game = games.get(slug)
    before, heading, text = (
        (examples.get_examples_folder(game).parent / "rulebook.md").read_text().partition(f"{{#{clause}}}")
    )
    text = re.sub(r"(:if .*?\n)(.*?)(:else\n)(.*?)(:end)", r"\1\4\3\2\5", text, count=1, flags=re.DOTALL)
    source = RulebookSource(before + heading + text)
    monkeypatch.setattr(game, "rulebook", Rulebook(source, game.options, game.get_rulebook_numbers))
    about = [example for example in read_examples(game) if example.clause == clause]
    told = [
        *coverage.list_proof_gaps(game),
        *(fault for example in about for fault in example.list_example_faults(game)),
    ]
    assert any(said in line for line in told)
