"""A published puzzle in somebody else's page: no account, no cookie, nothing kept, and in no frame but its own."""

from __future__ import annotations

import re
from typing import Any
from unittest.mock import patch
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

import games
from core.authoring.puzzles import embed_views
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.embed_views import FrameParameters, parse_origin
from core.authoring.puzzles.models import BuiltPuzzle, Visibility
from core.practice.models import Answer, Attempt, Puzzle
from games.errors import RulesError
from tests.conftest import HTMX

pytestmark = pytest.mark.django_db
FORMS = {
    "tick": ("vazhushal", "legal-wipes"),
    "one": ("anaconda", "behind-four"),
    "number": ("beggar-my-neighbor", "still-owed"),
    "match": ("commune", "in-order"),
    "play": ("contract-rummy", "go-out"),
}
"""A kind of puzzle for each form of an answer."""
each_form = pytest.mark.parametrize("form", FORMS)
SCHOOL = "https://school.example"


def published(person: Any, form: str = "tick", title: str = "Built") -> Puzzle:
    """A puzzle of this form, which this person gives to everybody."""
    slug, theme = FORMS[form]
    game = games.get(slug)
    puzzle = Puzzle.generate_puzzle(game, game.options(), theme=theme, name=f"embedded {form} {title}")
    assert puzzle.engine_puzzle.form == form
    draft = build_blank_content(game, game.options(), game.default_seat_count)
    BuiltPuzzle.objects.create(owner=person, game=slug, title=title, draft=draft).publish(puzzle, proven=True)
    return puzzle


@pytest.fixture
def puzzle(anna: User) -> Puzzle:
    return published(anna.person)


@pytest.fixture
def visitor() -> Client:
    """Somebody whose browser keeps nothing, and who is asked for every token that there is."""
    return Client(enforce_csrf_checks=True)


def at(puzzle: Puzzle, more: str = "", **said: Any) -> str:
    query = "&".join(f"{name}={quote(str(value))}" for name, value in said.items())
    return f"/embed/{puzzle.code}/{more}" + (f"?{query}" if query else "")


def token(puzzle: Puzzle, origin: str = "") -> str:
    return FrameParameters(puzzle.code, origin).token


def fields(puzzle: Puzzle, key: Any) -> dict[str, Any]:
    """An answer as the form sends it."""
    if puzzle.engine_puzzle.form == "match":
        return {f"answer-{option}": value for option, value in key.items()}
    return {} if puzzle.engine_puzzle.form == "play" else {"answer": key}


def wrong(puzzle: Puzzle) -> Any:
    posed = puzzle.engine_puzzle
    ids = [option.id for option in posed.options]
    if posed.form == "tick":
        return [id for id in ids if id not in posed.key]
    if posed.form == "match":
        values = [value for value, _ in posed.labels]
        return {id: next(value for value in values if value != posed.key[id]) for id in ids}
    return next(id for id in ids if id != posed.key) if posed.form == "one" else int(posed.key) + 1


def told(page: str) -> bool:
    """Return whether a page says what is right."""
    return any(sign in page for sign in ("badge", "clause-link", "The answer is "))


def no_cookie(response: Any) -> None:
    assert not response.cookies
    assert "Cookie" not in response.get("Vary", "")


def framable(response: Any) -> bool:
    policy = response["Content-Security-Policy"]
    assert "'unsafe" not in policy
    return "X-Frame-Options" not in response and "frame-ancestors *" in policy


# -- solving ---------------------------------------------------------------------------------------


@each_form
def test_every_form_is_solved_without_a_cookie_and_without_a_trace(anna: User, visitor: Client, form: str) -> None:
    puzzle = published(anna.person, form)
    with CaptureQueriesContext(connection) as queries:
        page = visitor.get(at(puzzle))
        assert page.status_code == 200
        no_cookie(page)
        sent = re.search(r'name="token" value="([^"]+)"', page.text)
        assert sent
        if form == "play":
            moves = played(puzzle, visitor)
            answer = visitor.post(at(puzzle, "answer/") + moves, {"token": sent[1]})
        else:
            answer = visitor.post(at(puzzle, "answer/"), {"token": sent[1], **fields(puzzle, puzzle.engine_puzzle.key)})
            failed = visitor.post(at(puzzle, "answer/"), {"token": sent[1], **fields(puzzle, wrong(puzzle))})
            again = visitor.post(at(puzzle, "answer/", tries=1), {"token": sent[1], **fields(puzzle, wrong(puzzle))})
            assert 'data-right="no"' in failed.text
            assert [told(failed.text), told(again.text)] == [False, True], "what is right is told at the second try"
            no_cookie(failed)
        assert answer.status_code == 200
        assert 'data-right="yes" data-tries="1"' in answer.text
        no_cookie(answer)
    assert all(one["sql"].startswith("SELECT") for one in queries)
    assert not Answer.objects.exists()
    assert not Attempt.objects.exists()
    assert not visitor.cookies


def played(puzzle: Puzzle, client: Client) -> str:
    """Make the moves of the answer one after the other, and return how the address ends after them."""
    ends = ""
    for line in solution(puzzle):
        made = client.post(at(puzzle, "move/") + ends, {"move": line})
        assert made.status_code == 302, made.text
        no_cookie(made)
        ends = made["Location"].removeprefix(at(puzzle))
    assert "Your moves:" in client.get(at(puzzle) + ends).text
    return ends


def solution(puzzle: Puzzle) -> list[str]:
    key = puzzle.engine_puzzle.key
    return list(key) if isinstance(key, list | tuple) else key.splitlines()


def test_moves_are_made_tried_again_and_refused_in_place(anna: User, visitor: Client) -> None:
    puzzle = published(anna.person, "play")
    refused = visitor.post(at(puzzle, "move/"), {"move": "zz"})
    assert (refused.status_code, framable(refused)) == (422, True)
    assert "zz" in refused.text
    assert visitor.post(at(puzzle, "move/"), {"move": "zz"}, headers=HTMX).status_code == 422
    [first, *_] = solution(puzzle)
    part = visitor.post(at(puzzle, "move/"), {"move": first}, headers=HTMX)
    assert part.text.lstrip().startswith("<section")
    assert quote(first.split()[0]) in part.text
    assert "Your moves:" not in visitor.get(at(puzzle, moved="no move")).text
    assert visitor.get(at(puzzle) + "?" + "&".join(["moved=stock"] * 500)).status_code == 200


def test_only_a_puzzle_that_is_played_takes_moves(puzzle: Puzzle, visitor: Client) -> None:
    assert visitor.post(at(puzzle, "move/"), {"move": "play 7H"}).status_code == 404


def test_htmx_gets_the_part_alone(puzzle: Puzzle, visitor: Client) -> None:
    sent = {"token": token(puzzle), "answer": puzzle.engine_puzzle.key}
    for part in (visitor.get(at(puzzle), headers=HTMX), visitor.post(at(puzzle, "answer/"), sent, headers=HTMX)):
        assert part.text.lstrip().startswith("<section")
        assert part["HX-Retarget"] == "#puzzle"


def test_what_its_reader_does_elsewhere_does_not_matter(puzzle: Puzzle, as_ben: Client) -> None:
    """Somebody who is signed in leaves no trace either, and gets the same page."""
    answer = as_ben.post(at(puzzle, "answer/"), {"token": token(puzzle), "answer": puzzle.engine_puzzle.key})
    assert "Correct" in answer.text
    no_cookie(answer)
    assert "ben" not in answer.text
    assert not Attempt.objects.exists()


@pytest.mark.parametrize("kind", ["forged", "none", "of another puzzle", "for another site", "expired"])
@each_form
def test_a_form_that_was_not_made_for_this_page_is_refused_kindly(
    anna: User, visitor: Client, form: str, kind: str
) -> None:
    puzzle = published(anna.person, form)
    with patch("time.time", return_value=1.0 if kind == "expired" else 2e9):
        sent = {
            "forged": "x" + token(puzzle, SCHOOL),
            "none": "",
            "of another puzzle": FrameParameters("other", SCHOOL).token,
            "for another site": token(puzzle, "https://other.example"),
            "expired": token(puzzle, SCHOOL),
        }[kind]
    chosen = fields(puzzle, puzzle.engine_puzzle.key)
    with patch("time.time", return_value=2e9):
        answer = visitor.post(at(puzzle, "answer/", origin=SCHOOL), {"token": sent, **chosen})
        assert answer.status_code == 422
        assert "so submit it again" in answer.text
        assert framable(answer)
        no_cookie(answer)
        assert "data-right" not in answer.text
        if form == "tick":
            assert answer.text.count(" checked") == len(puzzle.engine_puzzle.key) > 0
        elif form == "one":
            assert answer.text.count(" checked") == 1
        elif form == "number":
            assert f'value="{puzzle.engine_puzzle.key}"' in answer.text
        elif form == "match":
            assert answer.text.count(" checked") == len(puzzle.engine_puzzle.key)
        new = re.search(r'name="token" value="([^"]+)"', answer.text)
        assert new
        if form != "play":
            again = visitor.post(at(puzzle, "answer/", origin=SCHOOL), {"token": new[1], **chosen})
            assert 'data-right="yes"' in again.text


def test_nonsense_is_refused_in_a_sentence(anna: User, visitor: Client) -> None:
    puzzle = published(anna.person, "number")
    answer = visitor.post(at(puzzle, "answer/"), {"token": token(puzzle), "answer": "<script>"})
    assert answer.status_code == 422
    assert "<script>" not in answer.text.replace("<script src", "")


def test_the_right_methods(puzzle: Puzzle, visitor: Client) -> None:
    assert visitor.post(at(puzzle)).status_code == 405
    assert visitor.get(at(puzzle, "answer/")).status_code == 405
    assert visitor.get(at(puzzle, "move/")).status_code == 405
    assert visitor.head(at(puzzle)).status_code == 200


# -- which puzzles ---------------------------------------------------------------------------------


def test_what_others_may_not_open_is_nowhere(puzzle: Puzzle, visitor: Client) -> None:
    """A puzzle for classes is not told apart from one that there is not."""
    item = puzzle.built.item
    trial = Puzzle.generate_puzzle(puzzle.engine_game, puzzle.engine_game.options(), name="never published")
    item.visibility = Visibility.CLASS
    item.save()
    answers = [visitor.get(f"/embed/{code}/") for code in (puzzle.code, trial.code, "nothing")]
    said = {re.sub(r'"[^"]*"', "", answer.text) for answer in answers}
    assert len(said) == 1
    for answer in answers:
        assert answer.status_code == 404
        assert "That puzzle doesn’t exist." in answer.text
        assert framable(answer)
        no_cookie(answer)
    for more in ("answer/", "move/"):
        assert visitor.post(at(puzzle, more), {"token": token(puzzle)}).status_code == 404
    assert visitor.get(at(puzzle, "picture.svg")).status_code == 404
    assert visitor.get("/oembed/", {"url": f"http://testserver{item.get_absolute_url()}"}).status_code == 404


def test_what_was_taken_back_says_so(puzzle: Puzzle, visitor: Client) -> None:
    BuiltPuzzle.objects.update(withdrawn=timezone.now())
    answer = visitor.get(at(puzzle))
    assert (answer.status_code, framable(answer)) == (404, True)
    assert "unpublished this puzzle" in answer.text
    assert puzzle.engine_puzzle.question not in answer.text
    assert visitor.get(at(puzzle, "picture.svg")).status_code == 404
    assert visitor.get("/oembed/", {"url": f"http://testserver{puzzle.get_absolute_url()}"}).status_code == 404


def test_what_cannot_be_asked_any_more_says_so(puzzle: Puzzle, visitor: Client) -> None:
    Puzzle.objects.filter(pk=puzzle.pk).update(asked=None, theme="gone")
    answer = visitor.get(at(puzzle))
    assert answer.status_code == 404
    assert "no longer available" in answer.text


def test_what_is_unproven_says_so(puzzle: Puzzle, visitor: Client) -> None:
    assert "aren’t verified" not in visitor.get(at(puzzle)).text
    puzzle.built.__class__.objects.update(proven=False)
    assert "aren’t verified" in visitor.get(at(puzzle)).text


def test_the_words_of_its_maker_are_text(anna: User, visitor: Client, as_anna: Client) -> None:
    puzzle = published(anna.person, title="<script>alert(1)</script>\"'&")
    item = puzzle.built.item
    address = f"http://testserver{puzzle.get_absolute_url()}"
    pages = [
        visitor.get(at(puzzle)).text,
        visitor.get(puzzle.get_absolute_url()).text,
        visitor.get("/oembed/", {"url": address}).json()["html"],
        str(embed_views.render_iframe(visitor.get("/oembed/").wsgi_request, puzzle.built, width=1, height=1)),
    ]
    for page in pages:
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
    builder = as_anna.get(f"/teach/puzzle/{item.code}/?tab=publish").text
    assert "<iframe" not in builder
    assert "alert(1)</script>" not in builder
    assert builder.count("&lt;iframe src=&quot;http://testserver/embed/") == 2
    assert "title=&quot;&amp;lt;script&amp;gt;" in builder


# -- frames and origins ----------------------------------------------------------------------------


@pytest.mark.parametrize("more", ["", "answer/", "move/"])
def test_a_sandboxed_frame_may_ask(puzzle: Puzzle, visitor: Client, more: str) -> None:
    """To a browser, a page in a sandbox is of another site, without a name."""
    headers = "hx-current-url,hx-request,hx-target,hx-trigger,hx-trigger-name,content-type"
    wanted = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": headers}
    asked = visitor.options(at(puzzle, more), headers={"Origin": "null", **wanted})
    assert (asked.status_code, asked["Access-Control-Allow-Origin"]) == (200, "*")
    assert set(headers.split(",")) <= set(asked["Access-Control-Allow-Headers"].split(", "))
    sent = {"token": token(puzzle), "answer": puzzle.engine_puzzle.key}
    answer = visitor.post(at(puzzle, "answer/"), sent, headers={"Origin": "null", "HX-Request": "true"})
    assert (answer.status_code, answer["Access-Control-Allow-Origin"]) == (200, "*")
    assert {"HX-Retarget", "HX-Reswap"} <= set(answer["Access-Control-Expose-Headers"].split(", "))
    assert not answer.has_header("Access-Control-Allow-Credentials")
    no_cookie(answer)


def test_no_other_page_may_be_framed(puzzle: Puzzle, visitor: Client, as_anna: Client) -> None:
    assert framable(visitor.get(at(puzzle)))
    assert framable(visitor.post(at(puzzle, "answer/"), {"token": token(puzzle), "answer": puzzle.engine_puzzle.key}))
    item = puzzle.built.item
    builder = f"/teach/puzzle/{item.code}/?tab=publish"
    for page in ("/", "/practice/", puzzle.get_absolute_url(), builder, "/nowhere/", "/oembed/", "/account/login/"):
        answer = as_anna.get(page)
        assert answer.get("X-Frame-Options") == "DENY", page
        assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], page


GOOD = {
    "https://school.example": "https://school.example",
    " https://School.example/ ": "https://school.example",
    "https://a-b.school.example:8443": "https://a-b.school.example:8443",
    "https://xn--schl-8qa.example": "https://xn--schl-8qa.example",
    "https://10.0.0.7": "https://10.0.0.7",
    "http://localhost": "http://localhost",
    "http://localhost:8000": "http://localhost:8000",
}
BAD = [
    "",
    "*",
    "null",
    "school.example",
    "//school.example",
    "http://school.example",
    "http://localhost.evil.example",
    "https://",
    "https:school.example",
    "https://school.example/page",
    "https://school.example//",
    "https://school.example?x",
    "https://school.example#x",
    "https://user@school.example",
    "https://school .example",
    "https://school.example https://other.example",
    "https://school.example\nhttps://other.example",
    "https://school.example:",
    "https://school.example:123456",
    "https://-school.example",
    "https://school..example",
    "https://*.example",
    "https://schöol.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc",
    "ftp://school.example",
    'https://school.example"><script>',
    "https://" + "a" * 300,
]


@pytest.mark.parametrize("text", GOOD)
def test_a_site_is_read(puzzle: Puzzle, visitor: Client, text: str) -> None:
    assert parse_origin(text) == GOOD[text]
    assert f'data-origin="{GOOD[text]}"' in visitor.get(at(puzzle, origin=text)).text


@pytest.mark.parametrize("text", BAD)
def test_nothing_else_is_a_site(puzzle: Puzzle, visitor: Client, as_anna: Client, text: str) -> None:
    with pytest.raises(RulesError, match="only the site’s address"):
        parse_origin(text)
    page = visitor.get(at(puzzle, origin=text))
    assert page.status_code == 200
    assert "data-origin" not in page.text
    assert ("Results can’t be sent" in page.text) is bool(text)
    assert "origin=" not in page.text
    builder = as_anna.get(f"/teach/puzzle/{puzzle.built.item.code}/", {"tab": "publish", "origin": text})
    assert ("only the site’s address" in builder.text) is bool(text)
    assert "/?origin=" not in builder.text


def test_who_hears_of_an_answer_and_how_often_it_was_tried_go_along(puzzle: Puzzle, visitor: Client) -> None:
    page = visitor.get(at(puzzle, origin=SCHOOL, theme="dark", tries=2))
    assert 'data-theme="dark"' in page.text
    where = re.search(r'action="([^"]+answer/[^"]+)"', page.text)
    assert where
    sent = {"token": token(puzzle, SCHOOL), "answer": puzzle.engine_puzzle.key}
    answer = visitor.post(where[1].replace("&amp;", "&"), sent)
    assert 'data-tries="3"' in answer.text
    assert f'data-origin="{SCHOOL}"' in answer.text
    assert "tries=3" in answer.text
    for tries in ("-1", "x", "1e9", "99999999", "²"):
        assert visitor.get(at(puzzle, tries=tries, theme="<b>")).status_code == 200


# -- oEmbed, the picture, and where they are offered -----------------------------------------------


def test_oembed_says_what_to_put_into_a_page(puzzle: Puzzle, visitor: Client) -> None:
    for path in (puzzle.built.item.get_absolute_url(), puzzle.get_absolute_url(), at(puzzle)):
        answer = visitor.get("/oembed/", {"url": f"http://testserver{path}", "format": "json"})
        assert answer.status_code == 200
        no_cookie(answer)
        said = answer.json()
        assert (said["version"], said["type"], said["title"]) == ("1.0", "rich", "Built")
        assert f'src="http://testserver/embed/{puzzle.code}/"' in said["html"]
        assert (said["width"], said["height"]) == (640, 640)


@pytest.mark.parametrize(
    ("asked", "size"),
    [
        ({"maxwidth": "400", "maxheight": "300"}, (400, 300)),
        ({"maxwidth": "4000", "maxheight": "999999"}, (640, 640)),
        ({"maxwidth": "0", "maxheight": "-5"}, (1, 640)),
        ({"maxwidth": "x", "maxheight": ""}, (640, 640)),
    ],
)
def test_oembed_keeps_to_the_size(
    puzzle: Puzzle, visitor: Client, asked: dict[str, str], size: tuple[int, int]
) -> None:
    said = visitor.get("/oembed/", {"url": f"http://testserver{puzzle.get_absolute_url()}", **asked}).json()
    assert (said["width"], said["height"]) == size
    assert f'width="{size[0]}" height="{size[1]}"' in said["html"]


def test_oembed_refuses_as_it_should(puzzle: Puzzle, visitor: Client, anna: User) -> None:
    ours = f"http://testserver{puzzle.get_absolute_url()}"
    assert visitor.get("/oembed/", {"url": ours, "format": "xml"}).status_code == 501
    draft = BuiltPuzzle.objects.create(owner=anna.person, game=puzzle.game)
    plain = Puzzle.generate_puzzle(puzzle.engine_game, puzzle.engine_game.options(), name="plain")
    for url in (
        "",
        "nonsense",
        "http://[",
        "http://testserver/",
        "http://testserver/nowhere/",
        f"http://testserver/teach/puzzle/{draft.code}/",
        f"http://testserver{draft.get_absolute_url()}",
        f"http://testserver{plain.get_absolute_url()}",
        f"https://other.example{puzzle.get_absolute_url()}",
        f"http://testserver@other.example{puzzle.get_absolute_url()}",
        f"javascript://testserver{puzzle.get_absolute_url()}",
    ):
        assert visitor.get("/oembed/", {"url": url}).status_code == 404, url
    assert visitor.get("/oembed/").status_code == 404


def test_the_page_of_a_puzzle_says_where_to_ask(puzzle: Puzzle, visitor: Client) -> None:
    page = visitor.get(puzzle.get_absolute_url()).text
    where = re.search(r'application/json\+oembed"\s+href="http://testserver([^"]+)"', page)
    assert where
    assert visitor.get(where[1].replace("&amp;", "&")).json()["title"] == "Built"
    assert 'property="og:title" content="Built' in page
    plain = Puzzle.generate_puzzle(puzzle.engine_game, puzzle.engine_game.options(), name="plain")
    page = visitor.get(plain.get_absolute_url()).text
    assert "oembed" not in page
    assert 'property="og:description"' in page


@each_form
def test_the_picture_shows_the_table_and_no_answer(anna: User, visitor: Client, form: str) -> None:
    puzzle = published(anna.person, form)
    answer = visitor.get(at(puzzle, "picture.svg"))
    assert answer["Content-Type"] == "image/svg+xml"
    no_cookie(answer)
    ElementTree.fromstring(answer.text)
    assert "style=" not in answer.text
    assert "href" not in answer.text
    for option, reason in puzzle.engine_puzzle.reasons.items():
        assert reason not in answer.text, option


def test_the_picture_is_the_same_whatever_is_right(puzzle: Puzzle, visitor: Client) -> None:
    before = visitor.get(at(puzzle, "picture.svg")).text
    assert puzzle.asked is not None
    Puzzle.objects.filter(pk=puzzle.pk).update(asked={**puzzle.asked, "key": []})
    assert visitor.get(at(puzzle, "picture.svg")).text == before


def test_its_maker_finds_what_to_pass_on(puzzle: Puzzle, as_anna: Client) -> None:
    item = puzzle.built.item
    page = as_anna.get(f"/teach/puzzle/{item.code}/", {"tab": "publish", "origin": f"{SCHOOL}/"}).text
    assert f"/embed/{puzzle.code}/?origin=https%3A%2F%2Fschool.example" in page
    assert f"/embed/{puzzle.code}/picture.svg" in page
    BuiltPuzzle.objects.update(visibility=Visibility.CLASS)
    assert "/embed/" not in as_anna.get(f"/teach/puzzle/{item.code}/?tab=publish").text
    BuiltPuzzle.objects.update(visibility=Visibility.LINK, withdrawn=timezone.now())
    assert "/embed/" not in as_anna.get(f"/teach/puzzle/{item.code}/?tab=publish").text
