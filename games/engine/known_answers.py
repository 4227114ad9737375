"""Known answers: for each puzzle theme of a game, a puzzle that a person has solved by hand.

A theme computes the right answer and judges by it, so only a known answer can show that it computes a wrong one.
`examples/puzzles.toml` states the answer to a setup, in the words of the puzzle's answers:

    [[puzzle]]
    kind = "who-scores"
    setup = { winners = [0, 2, 2] }
    answer = ["The player on your right"]

`answer` is a number, the text of an option, a list of such texts, a table with the text of a label for each option, or
moves. `preset` and `options` are the house rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from games.engine.examples import BadExample, get_examples_folder, read_house_rules, read_toml_tables
from games.engine.puzzle import Puzzle
from games.errors import RulesError

if TYPE_CHECKING:
    from games.engine.game import Game

SAID = ("kind", "setup", "answer")


@dataclass(frozen=True)
class KnownAnswer:
    """A puzzle with its right answer, as written in the file.

    `setting` has all keys of its TOML table. `name` is the slug of the puzzle's theme, and the puzzle's number.
    """

    name: str
    setting: Mapping[str, Any]

    @property
    def theme_slug(self) -> str:
        return str(self.setting["kind"])

    def list_differences_from_theme(self, game: Game[Any]) -> list[str]:
        """Return the differences between the computed answer and this known answer, or [] if they agree."""
        theme = next((one for one in game.puzzles if one.slug == self.theme_slug), None)
        if theme is None:
            return [f"this game has no kind of puzzle “{self.theme_slug}”"]
        answer, setup = self.setting["answer"], self.setting["setup"]
        try:
            puzzle = theme.pose(setup, read_house_rules(game, self.setting))
            found = describe_right_answer(puzzle)
            right = bool(_normalize_answer_order(found) == _normalize_answer_order(answer))
            if puzzle.form == "play" and isinstance(answer, list):  # several lines may be good
                right = theme.judge_answer(setup, read_house_rules(game, self.setting), answer).right
        except RulesError as refused:
            return [str(refused)]
        except (KeyError, TypeError, IndexError, ValueError) as error:
            return [f"its setup doesn’t fit this kind of puzzle: {error!r}"]
        return [] if right else [f"the answer is {found!r}, not {answer!r}"]


def read_known_answers(game: Game[Any]) -> list[KnownAnswer]:
    """Read the game's puzzles with hand-checked answers from `examples/puzzles.toml`. Raises BadExample."""
    return list(_parse_known_answers(game))


def _parse_known_answers(game: Game[Any]) -> Iterator[KnownAnswer]:
    path = get_examples_folder(game) / "puzzles.toml"
    for number, setting in enumerate(read_toml_tables(path, "puzzle") if path.exists() else [], 1):
        if lacking := [key for key in SAID if key not in setting]:
            raise BadExample(f"puzzles {number} has no “{lacking[0]}”")
        yield KnownAnswer(f"{setting['kind']}-{number}", setting)


def _normalize_answer_order(answer: Any) -> Any:
    return sorted(map(str, answer)) if isinstance(answer, list) else answer


def describe_right_answer(puzzle: Puzzle) -> Any:
    """Return the right answer to a puzzle in the words of its options and labels."""
    alike = len(puzzle.options) > len({option.text for option in puzzle.options})
    texts = {one.id: f"{one.text}: {one.cards}" if alike else one.text for one in puzzle.options}
    labels = dict(puzzle.labels)
    if isinstance(puzzle.key, dict):
        return {texts[id]: labels[label] for id, label in puzzle.key.items()}
    if isinstance(puzzle.key, list):
        return [texts.get(one, one) for one in puzzle.key]
    return texts.get(puzzle.key, puzzle.key)
