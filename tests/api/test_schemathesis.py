"""Schemathesis sends all kinds of requests that the schema allows, and many that it doesn't."""

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.contrib.auth.models import User
from hypothesis import HealthCheck, Phase, settings
from schemathesis import GenerationMode
from schemathesis.checks import CHECKS

from core.api.models import SCOPES, Token
from core.authoring.collections import editing
from core.authoring.collections.models import CollectionEntry
from core.authoring.lessons.drafts import build_draft_from_course_lesson
from core.authoring.lessons.first_drafts import build_first_draft, create_lesson_from_draft
from core.authoring.lessons.toml_files import dump_lesson
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle
from core.classes import enrollment
from core.people import get_user_person
from core.play.seating import create_table
from core.practice.models import Puzzle
from core.wsgi import application
from games import get
from tests.sampling import is_left_out

ROOT = Path(__file__).resolve().parents[2]

REAL: dict[str, Any] = {
    "game": "vazhushal",
    "position": {"hands": ["5C 6C 7C 2D 9S", "? ? ?"], "line": "8H", "phase": "table", "negative": "4S"},
    "options": {"packs": "2"},
    "seating": ["me", "learner"],
    "lessons": ["melds"],
    "draft": {
        **build_blank_content(get("vazhushal"), get("vazhushal").options(), 3),
        "kind": "own-fact",
        "fact": "most-players",
    },
    "toml": dump_lesson(build_draft_from_course_lesson(get("vazhushal"), "melds", get("vazhushal").options())),
    "lesson": "melds",
}


def plain(environ: dict[str, Any], start_response: Any) -> Any:
    """The site for a client that requests compressed responses but doesn't decompress them."""
    environ.pop("HTTP_ACCEPT_ENCODING", None)
    return application(environ, start_response)


def may_run(context: Any) -> bool:
    """Return whether an operation's test can be in this run; collecting all of them takes seconds."""
    name = f"{Path(__file__).relative_to(ROOT)}::test_every_operation_keeps_its_word[{context.operation.label}]"
    return not is_left_out(name)


schema = schemathesis.openapi.from_wsgi("/api/v1/schema/", plain).include(may_run)


@pytest.fixture
def house(one_transaction: None, settings: Any) -> dict[str, str]:
    """A token, and the codes of existing objects."""
    settings.API_LIMITS = dict.fromkeys(settings.API_LIMITS, 0)
    user = User.objects.create_user("schemathesis")
    _, secret = Token.create_with_secret(user, "Schemathesis", SCOPES, 1)
    game = get("vazhushal")
    table = create_table(get_user_person(user), game, game.options(), ["me", "learner"], pace="at-once")
    classroom = enrollment.create_class(get_user_person(user), "7b", ["Zoe"], "seed")
    given = classroom.assignments.create(title="Homework", game="vazhushal", fresh=2)
    item = BuiltPuzzle.objects.create(owner=get_user_person(user), game="vazhushal", draft=REAL["draft"])
    lesson = create_lesson_from_draft(get_user_person(user), *build_first_draft(game, game.options(), REAL["toml"]))
    collection = editing.create_collection(get_user_person(user), "Firsts")
    editing.add_entry(collection, CollectionEntry(puzzle=Puzzle.generate_puzzle(game, game.options())))
    codes = {
        "table": table.code,
        "collection": collection.code,
        "classroom": classroom.code,
        "assignment": given.code,
        "built": item.code,
        "written": lesson.code,
    }
    return {"token": secret, "game": "vazhushal", "digest": "book", **codes}


@pytest.mark.slow
@schema.parametrize()
@settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_keeps_its_word(case: schemathesis.Case, house: dict[str, str]) -> None:
    if case.meta is None or case.meta.generation.mode == GenerationMode.POSITIVE:
        _at_home(case, house)
    case.call_and_validate(
        headers={"Authorization": f"Bearer {house['token']}"},
        excluded_checks=[
            CHECKS.get_one("positive_data_acceptance")
        ],  # a position that fits the schema may be impossible
    )


def _at_home(case: schemathesis.Case, house: dict[str, str]) -> None:
    """Make a request about an existing object, because most would get 404 otherwise."""
    known = {"game": house["game"], "digest": house["digest"], "lesson": "melds", "clause": "meld.kinds"}
    known["assignment"] = house["assignment"]
    for kind, code in (
        ("tables", "table"),
        ("classes", "classroom"),
        ("built", "built"),
        ("written", "written"),
        ("collections", "collection"),
    ):
        if case.path.startswith(f"/api/v1/{kind}/"):
            known["code"] = house[code]
    for name in case.path_parameters or {}:
        if name in known:
            case.path_parameters[name] = known[name]
    if isinstance(case.body, dict):
        case.body |= {name: value for name, value in REAL.items() if name in case.body}
        if "toml" in case.body:
            case.body.pop("lesson", None)
        if "options" in case.body:
            case.body.pop("rules", None)
