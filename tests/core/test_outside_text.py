"""Text that no database takes is refused wherever it comes in, and every parser of outside text is a guarded one."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from hypothesis import given
from hypothesis import strategies as st

import games
from core.authoring.collections.models import Collection
from core.http.strict_json import InvalidJson, parse_json
from core.http.strict_toml import InvalidToml, parse_toml
from core.http.untrusted_text import (
    LONGEST_ADDRESS,
    LONGEST_COOKIES,
    LONGEST_NAME,
    MOST_DIGITS,
    InvalidText,
    check_characters,
    check_path_and_headers,
    normalize_for_comparison,
    parse_number,
)
from core.learn.lesson_assignments import ASKED
from tests.api.conftest import Program, program_of  # noqa: F401  a fixture

GAME = games.get("guts")
ROOT = Path(__file__).resolve().parents[2]
UNSTORABLE = ["\0", "\x01", "\x07", "\x08", "\x0e", "\x1b", "\x1f", "\x7f", "\ud800", "\udbff", "\udc00", "\udfff"]
STORABLE = ["\t", "\n", "\v", "\f", "\r", "\x80", "\x85", "\x9f", "\ufffe", "\uffff", "\U0010ffff", "\u202e", "\u2028"]
named = pytest.mark.parametrize("letter", UNSTORABLE, ids=lambda letter: f"U+{ord(letter):04X}")


# -- characters --------------------------------------------------------------------------------------------------------


@named
def test_a_character_that_cannot_be_stored_is_named(letter: str) -> None:
    with pytest.raises(InvalidText, match=re.escape(f"U+{ord(letter):04X}")):
        check_characters("fine", f"a{letter}b")


def test_all_others_are_taken() -> None:
    check_characters(*STORABLE)


@given(st.text(st.characters()))
def test_what_is_taken_can_be_written_as_utf_8_and_has_no_null(text: str) -> None:
    try:
        check_characters(text)
    except InvalidText:
        return
    assert "\0" not in text
    assert text.encode().decode() == text


# -- every address -----------------------------------------------------------------------------------------------------

SAMPLES = {"game": "vazhushal", "digest": "book", "int": "1", "slug": "abc", "str": "abc", "path": "abc", "uuid": "1"}


def addresses(patterns: Any = None, before: str = "/") -> Iterator[str]:
    """Every address of the site, filled in with something."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        route = re.sub(r"<(?:(\w+):)?\w+>", lambda found: SAMPLES.get(found[1] or "str", "abc"), str(pattern.pattern))
        route = re.sub(r"\(\?P<\w+>[^)]*\)", "abc", route).strip("^$").replace("\\Z", "")
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, before + route)
        elif isinstance(pattern, URLPattern):
            yield before + route


def fields(method: str) -> list[str]:
    """The names that the site asks of a request."""
    files = [path for folder in ("core", "variants") for path in (ROOT / folder).rglob("*.py")]
    found = re.compile(rf'request\.{method}(?:\.get(?:list)?\(|\[)"(\w+)"|"(\w+)" (?:not )?in request\.{method}')
    return sorted({one[1] or one[2] for path in files for one in found.finditer(path.read_text(encoding="utf-8"))})


@pytest.mark.slow
def test_no_address_takes_a_null_in_its_query(stranger: Client, db: None) -> None:
    """SQLite finds nothing for it, PostgreSQL breaks."""
    everywhere, names = list(addresses()), [*fields("GET"), ASKED]
    assert len(everywhere) > 200
    assert {"rules", "q", "after"} <= set(names)
    for number, address in enumerate(everywhere):
        answer = stranger.get(f"{address}?{names[number % len(names)]}=%00")
        assert answer.status_code == 400, address
        assert "U+0000" in answer.text


@pytest.mark.parametrize("name", fields("GET"))
def test_no_field_of_a_query_takes_a_null(as_anna: Client, name: str) -> None:
    for value in ("%00", "a%00b", "%1B"):
        assert as_anna.get(f"/games/vazhushal/rules/?{name}={value}").status_code == 400
    assert as_anna.get(f"/games/vazhushal/rules/?{name}%00=1").status_code == 400


@pytest.mark.slow
def test_no_address_takes_a_null_in_its_path(stranger: Client, db: None) -> None:
    for address in addresses():
        assert stranger.get(f"{address}%00").status_code == 400, address
        if "abc" in address:
            assert stranger.get(address.replace("abc", "a%00c")).status_code == 400, address


@pytest.mark.parametrize("name", fields("POST"))
@pytest.mark.parametrize("kind", ["form", "multipart"])
def test_no_field_of_a_form_takes_a_null(as_anna: Client, name: str, kind: str) -> None:
    how: dict[str, Any] = {} if kind == "multipart" else {"content_type": "application/x-www-form-urlencoded"}
    for sent in ({name: "\0"}, {name: "A\0B"}, {f"{name}\0": "x"}):
        body = sent if kind == "multipart" else "&".join(f"{key}={value}" for key, value in sent.items())
        answer = as_anna.post(
            "/teach/collections/", body.replace("\0", "%00") if isinstance(body, str) else body, **how
        )
        assert answer.status_code == 400
        assert "Nothing was changed" in answer.text
    assert not Collection.objects.exists()


@named
def test_neither_does_a_form_take_any_other(as_anna: Client, letter: str) -> None:
    """Half of a pair comes as three bytes that are no UTF-8, and is replaced."""
    piece = "".join(f"%{byte:02X}" for byte in letter.encode("utf-8", "surrogatepass"))
    kind = "application/x-www-form-urlencoded"
    answer = as_anna.post("/teach/collections/", f"title=A{piece}B", content_type=kind)
    assert answer.status_code == (302 if letter >= "\ud800" else 400)
    assert all("\ufffd" in one.title for one in Collection.objects.all())


@pytest.mark.parametrize("charset", ["unicode_escape", "raw_unicode_escape", "utf-7", "utf-16", "idna"])
def test_no_charset_smuggles_it_in(as_anna: Client, charset: str) -> None:
    for text in ("\\ud800", "\\x00", "+2AA-", "\\u0000"):
        kinds = (f"application/x-www-form-urlencoded; charset={charset}", f"text/plain; charset={charset}")
        for kind in kinds:
            for answer in (
                as_anna.get(f"/games/vazhushal/rules/ask/?q={text}", CONTENT_TYPE=kind),
                as_anna.post("/teach/collections/", f"title=A{text}", content_type=kind),
            ):
                assert answer.status_code < 500
    check_characters(*Collection.objects.values_list("title", flat=True))


@pytest.mark.parametrize("letter", STORABLE, ids=lambda letter: f"U+{ord(letter):04X}")
def test_what_may_stand_in_a_field_of_many_lines_is_kept(as_anna: Client, letter: str) -> None:
    answer = as_anna.post("/teach/class/new/", {"name": "7b", "names": f"Ann{letter}Ben", "seed": "s"})
    assert answer.status_code == 200
    assert as_anna.post("/teach/collections/", {"title": f"Ann{letter}Ben"}).status_code == 302
    assert Collection.objects.get().title.startswith("Ann")


@pytest.mark.parametrize(
    "cookies",
    [
        'sessionid="\\000aaaaaaaaaaaaaaa"',
        'csrftoken="\\000"',
        'any="a\\033b"',
        "a" * (LONGEST_COOKIES + 1),
        'a="' + "\\" * 300 + '"',
        "sessionid=\0aaaaaaaaaaaaa",
    ],
)
@pytest.mark.parametrize("address", ["/", "/me/", "/api/v1/games/", "/nowhere/"])
def test_a_cookie_that_spells_it_is_refused_before_anybody_looks_for_its_session(
    db: None, cookies: str, address: str
) -> None:
    answer = Client().get(address, HTTP_COOKIE=cookies)
    assert answer.status_code == 400
    assert ("application/problem+json" in answer["Content-Type"]) == address.startswith("/api/")


def test_cookies_of_other_sites_are_no_trouble(stranger: Client, db: None) -> None:
    assert stranger.get("/", HTTP_COOKIE='theme="a\\054b"; other=' + "x" * 4000).status_code == 200


@pytest.mark.parametrize("header", ["HTTP_USER_AGENT", "HTTP_IDEMPOTENCY_KEY", "HTTP_X_REQUEST_ID", "HTTP_REFERER"])
def test_no_header_takes_it(stranger: Client, db: None, header: str) -> None:
    assert stranger.get("/", **{header: "a\0b"}).status_code == 400
    assert stranger.get("/", **{header: "caf\xc3\xa9 \x80"}).status_code == 200


def test_a_file_is_not_called_so(as_anna: Client) -> None:
    file = SimpleUploadedFile("a.txt", b"x")
    file.name = "a\x01b.txt"
    assert as_anna.post("/teach/collections/", {"title": "T", "file": file}).status_code in (302, 400)


def test_an_address_that_is_too_long_is_refused(stranger: Client, db: None) -> None:
    assert stranger.get("/games/vazhushal/rules/ask/?q=" + "x" * (LONGEST_ADDRESS - 100)).status_code == 200
    assert stranger.get("/?q=" + "x" * LONGEST_ADDRESS).status_code == 400
    assert stranger.get("/" + "x" * LONGEST_ADDRESS).status_code == 400


@pytest.mark.parametrize(("size", "refused"), [(LONGEST_ADDRESS, False), (LONGEST_ADDRESS + 1, True)])
def test_an_address_may_have_so_many_characters(size: int, refused: bool) -> None:
    if refused:
        with pytest.raises(InvalidText, match="8,192"):
            check_path_and_headers("x" * size, "")
    else:
        check_path_and_headers("x" * size, "")


# -- what a text can spell ---------------------------------------------------------------------------------------------


def spellings(letter: str) -> list[str]:
    code = f"\\u{ord(letter):04x}"
    return [code, code.upper().replace("\\U", "\\u")] + (["\\b"] if letter == "\x08" else [])


@named
def test_json_that_spells_it_is_refused(letter: str) -> None:
    for spelling in spellings(letter):
        for text in (f'"{spelling}"', f'{{"a{spelling}": 1}}', f'[[{{"a": ["x{spelling}"]}}]]'):
            with pytest.raises(InvalidJson, match=re.escape(f"U+{ord(letter):04X}")):
                parse_json(text)


def test_json_may_spell_what_can_be_stored() -> None:
    assert parse_json(json.dumps(STORABLE)) == STORABLE
    assert parse_json('"\\ud83c\\udca1"') == "🂡"


@pytest.mark.parametrize("letter", ["\0", "\x01", "\x08", "\x1b", "\x7f"])
def test_toml_that_spells_it_is_refused(letter: str) -> None:
    for text in (
        f'a = "\\u{ord(letter):04x}"',
        f'"\\u{ord(letter):04x}" = 1',
        f'[[a]]\nb = {{c = ["\\U{ord(letter):08x}"]}}',
    ):
        with pytest.raises(InvalidToml, match=re.escape(f"U+{ord(letter):04X}")):
            parse_toml(text)


POSTS = ("oracle", "rules/", "tables/", "puzzles/", "classes/", "built/", "written/", "collections/")


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("spelled", ["\\u0000", "\\ud800", "\\u0007", "\\u007f"])
def test_no_body_of_a_program_takes_it(anna: Any, program_of: Any, path: str, spelled: str) -> None:  # noqa: F811
    program: Program = program_of(anna)
    path = "games/guts/oracle/check/" if path == "oracle" else path
    for body in (f'{{"game": "guts{spelled}"}}', f'{{"{spelled}": 1}}', f'{{"draft": {{"a": ["{spelled}"]}}}}'):
        answer = program.post(path, body)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), answer.content
        assert "U+" in answer.json()["detail"]


@pytest.mark.parametrize("key", ["a\0", "a\x01", "\x7f", "a b", "é", "x" * 65, ""])
def test_an_idempotency_key_is_plain(anna: Any, program_of: Any, key: str) -> None:  # noqa: F811
    answer = program_of(anna).client.post(
        "/api/v1/classes/", '{"name": "7b"}', content_type="application/json", HTTP_IDEMPOTENCY_KEY=key
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


# -- numbers -----------------------------------------------------------------------------------------------------------

ODD_NUMBERS = ["", " ", "x", "²", "①", "٣", "௧", "1.5", "-1", "+1", "1_0", "0x1", "1e3", "9" * 5000, "１"]


@pytest.mark.parametrize("text", [None, *ODD_NUMBERS, "1" * (MOST_DIGITS + 1)])
def test_what_is_no_plain_number_is_the_usual_one(text: str | None) -> None:
    assert parse_number(text, None) is None
    assert parse_number(text, 7) == 7


def test_a_plain_number_is_read() -> None:
    assert [parse_number(text, None) for text in ("0", "007", "9" * MOST_DIGITS)] == [0, 7, int("9" * MOST_DIGITS)]


@pytest.mark.parametrize("number", ODD_NUMBERS)
def test_no_odd_number_breaks_a_page(stranger: Client, db: None, number: str) -> None:
    """`"²".isdigit()` is true, and `int("²")` fails."""
    page = stranger.get("/", {"players": number})
    assert page.status_code == 200
    lesson, step = next((one.slug, step.id) for one in GAME.lessons for step in one.steps if step.kind == "choose")
    address = reverse("learn:hint", args=[GAME.slug, lesson, step])
    assert stranger.get(address, {"rung": number}).status_code == 200
    address = reverse("learn:answer", args=[GAME.slug, lesson, step])
    assert stranger.post(address, {"answer": number}).status_code == 422


# -- names -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "folded"),
    [
        ("Anna", "anna"),
        ("ＡＮＮＡ", "anna"),
        ("ａｎｎａ．ｋ", "anna.k"),
        ("１２３", "123"),
        ("STRASSE", "strasse"),
        ("Straße", "strasse"),
        ("ﬁn", "fin"),
        ("ÉLODIE", "élodie"),
        ("E\u0301lodie", "élodie"),
        ("ｱﾝﾅ", "アンナ"),
        ("İ", "i̇"),
    ],
)
def test_names_are_compared_without_forms_and_case(typed: str, folded: str) -> None:
    assert normalize_for_comparison(typed) == folded


@given(st.text(max_size=40))
def test_to_fold_twice_is_to_fold_once(text: str) -> None:
    assert normalize_for_comparison(normalize_for_comparison(text)) == normalize_for_comparison(text)


def test_a_text_that_is_too_long_for_a_name_is_not_folded() -> None:
    assert normalize_for_comparison("A" * LONGEST_NAME) == "a" * LONGEST_NAME
    assert normalize_for_comparison("A" * (LONGEST_NAME + 1)) == "A" * (LONGEST_NAME + 1)


# -- parsers -----------------------------------------------------------------------------------------------------------

GUARDED = {
    "tomllib": {"core/http/strict_toml.py", "games/engine/course.py", "games/engine/examples.py"},
    "markdown_it": {"core/rendering/markdown.py"},
    "json.loads": {
        "core/http/strict_json.py",
        "core/live/redis_watch.py",
        "core/classes/results.py",
        "games/engine/common_puzzles.py",
    }
    | {"core/api/example_recorder.py", "core/api/schema.py", "core/api/docs.py"},
    "csv.reader": set(),
    "csv.DictReader": set(),
    "yaml": set(),
    "pickle": set(),
    "xml": set(),
    "html.parser": set(),
    "ast.literal_eval": set(),
    "eval": set(),
    "unicodedata.normalize": {
        "core/http/untrusted_text.py",
        "core/classes/roster.py",
        "core/classes/views/assignments.py",
    },
    "parse_cookie": {"core/http/untrusted_text.py", "core/live/app.py"},
}
"""Parsers, and the modules that may use them: each has a limit there, or reads what the site itself has written.

The engine's files are the games' own; `core.live` hears the site's own messages; `core.classes.results` reads what the
database keeps; `core.classes.views.assignments` normalizes one letter; `games.engine.common_puzzles` copies positions
that it has written; the others read the API's document and examples.
"""


def uses(tree: ast.AST) -> Iterator[str]:
    """The dotted names of imports and calls; a copy of what was just written as JSON is none."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            copied = [ast.unparse(one.func) for one in node.args if isinstance(one, ast.Call)]
            if name != "json.loads" or copied != ["json.dumps"]:
                yield name


@pytest.mark.slow
def test_only_guarded_modules_parse_text() -> None:
    found = {
        f"{path.relative_to(ROOT)}: {use}"
        for folder in ("core", "variants", "games")
        for path in (ROOT / folder).rglob("*.py")
        if "migrations" not in path.parts and "examples" not in path.parts
        for use in uses(ast.parse(path.read_text(encoding="utf-8")))
        for parser, modules in GUARDED.items()
        if (use == parser or use.startswith(f"{parser}.")) and str(path.relative_to(ROOT)) not in modules
    }
    assert not found, found


def test_whatever_is_typed_is_read_by_functions_that_do_not_fail() -> None:
    """`isdigit` takes figures that `int` does not, and `int` refuses very long ones."""
    found = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("core", "variants")
        for path in (ROOT / folder).rglob("*.py")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if ".isdigit()" in line and ".isascii()" not in line
    ]
    assert found == ["core/rendering/card_parsing.py:26"], found
