"""Every URL of the site, requested by every kind of visitor: what they get, with no card of a running match."""

from __future__ import annotations

import csv
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib import admin as site
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.db.models import CharField, Model, TextField
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone
from django.utils.html import escape

import games
from core.api.models import SCOPES, Token
from core.authoring.collections import editing
from core.authoring.collections.models import CollectionEntry
from core.authoring.lessons import publishing
from core.authoring.lessons.drafts import build_draft_from_course_lesson
from core.authoring.lessons.models import Lesson
from core.authoring.puzzles import publishing as puzzle_publishing
from core.authoring.puzzles.drafts import build_blank_content
from core.authoring.puzzles.models import BuiltPuzzle, Proof, Report
from core.classes import co_teachers, enrollment
from core.classes.models import Assignment, AssignmentItem, Classroom, ClassRules, LiveBoard
from core.learn.course import get_course
from core.learn.models import StepDone
from core.models import Heartbeat, IdempotencyKey
from core.people import get_user_person
from core.play import board_cache, seating, tasks
from core.play.models import Move, Shuffle, Table
from core.play.seating import create_table
from core.practice.daily import get_or_generate_daily_puzzle
from core.practice.models import DailyPuzzle, Puzzle, Review, Run
from core.reminders.models import SIGNER, ReminderSettings
from games.engine.table import Table as Board
from tests.conftest import HTMX
from variants import services
from variants.models import RulesInUse

pytestmark = pytest.mark.django_db
GAME = games.get("vazhushal")
ROLES = ("stranger", "visitor", "player", "opponent", "staff", "superuser")
SEATS = {"player": 0, "opponent": 1}
API_ASKS = {
    "api:table-list-moves": ("move", "version"),
    "api:table-seat-bot": ("level",),
    "api:table-deal-next": ("version",),
    "api:table-undo-move": ("version",),
    "api:table-set-automatic-turns": ("how", "version"),
}


@dataclass(frozen=True)
class Address:
    """A URL, with its name in the resolver, including namespaces, and one way to fill in its parameters."""

    name: str
    path: str


# -- a house with everything in it -------------------------------------------------------------------------------------


@dataclass
class House:
    """A running match of Anna, Ben, and a bot, Anna's class with Ben in it, one of everything else, and all kinds of
    visitors.
    """

    table: Table
    puzzle: Puzzle
    given: Assignment
    token: Token
    classroom: Classroom
    people: dict[str, Any]
    clients: dict[str, Client]
    keys: dict[str, str]
    item: BuiltPuzzle
    lesson: Lesson
    entry: CollectionEntry


@pytest.fixture
def house(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    monkeypatch.setattr(tasks.bot_turn, "apply_async", lambda *given, **more: None)
    for time in ("GONE", "LONGEST"):
        monkeypatch.setattr(LiveBoard, time, timedelta(days=1))  # a busy machine asks for every address in many minutes
    board_cache.clear_boards()
    users = {role: User.objects.create_user(role, f"{role}@example.org") for role in ROLES[1:]}
    people = {role: get_user_person(user) for role, user in users.items()}
    User.objects.filter(username="superuser").update(is_staff=True, is_superuser=True)
    User.objects.filter(username="staff").update(is_staff=True)
    users["staff"].user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    keys = {role: Token.create_with_secret(user, f"Of {role}", SCOPES, 7)[1] for role, user in users.items()}
    clients = {role: Client() for role in ROLES}
    for role, user in users.items():
        clients[role].force_login(User.objects.get(pk=user.pk))
    table = create_table(people["player"], GAME, GAME.options(), ["me", "link", "steady"])
    seating.sit_down(table, people["opponent"])
    seating.set_spectator_link(table, people["player"], True)
    table.refresh_from_db()
    puzzle = Puzzle.generate_puzzle(GAME, GAME.options(), name="any")
    item, lesson = built(people["player"]), written(people["player"])
    everything_else(people["player"], puzzle)
    classroom = enrollment.create_class(people["player"], "7b", ["Zoe"], "seed")
    enrollment.join_with_account(classroom, people["opponent"], "Ben")
    ClassRules.objects.create(classroom=classroom, game=GAME.slug)
    given = homework(classroom, puzzle)
    token, entry = Token.objects.get(user=users["player"]), collected(people["player"], item)
    yield House(table, puzzle, given, token, classroom, people, clients, keys, item, lesson, entry)
    board_cache.clear_boards()


def built(person: Any) -> BuiltPuzzle:
    """A published puzzle of this person."""
    draft = {**build_blank_content(GAME, GAME.options(), 3), "kind": "own-fact", "fact": "most-players"}
    item = BuiltPuzzle.objects.create(owner=person, game=GAME.slug, title="Built", draft=draft)
    posed = Puzzle.generate_puzzle(GAME, GAME.options(), name="built")
    Report.objects.create(version=item.publish(posed, proven=True), text="It is wrong.")
    Proof.objects.create(item=item, asks="any", draft={}, times=1)
    return item


def collected(person: Any, item: BuiltPuzzle) -> CollectionEntry:
    """The same puzzle in one of this person's collections."""
    collection = editing.create_collection(person, "Collected")
    editing.add_entry(collection, CollectionEntry(puzzle=item.newest_version.puzzle))
    return collection.entries.get()


def written(person: Any) -> Lesson:
    """A published lesson of this person."""
    draft = build_draft_from_course_lesson(GAME, GAME.lessons[0].slug, GAME.options())
    lesson = Lesson.create_for(person, GAME.slug, draft.content, draft.title)
    publishing.publish_version(lesson)
    return lesson


def everything_else(person: Any, puzzle: Puzzle) -> None:
    """One of each kind of object that the admin shows."""
    now, options = timezone.now(), GAME.options.load_preset(GAME.options.presets[-1].name)
    services.save_preferred_rules(person, services.save_rules(GAME, options, "Mine", person))
    RulesInUse.objects.get_or_create(game=GAME.slug, digest=options.digest())
    puzzle.submit_answer(person, puzzle.engine_puzzle.key)
    puzzle.get_status_under_rules(options)
    clause = next(iter(GAME.clauses))
    Review.objects.create(person=person, game=GAME.slug, clause=clause, card={}, due=now, last=now, right_last=True)
    Run.objects.create(person=person, code="run-any", game=GAME.slug, started=now - timedelta(hours=1))
    StepDone.objects.create(person=person, game=GAME.slug, step="first")
    EmailAddress.objects.create(user=person.user, email="player@example.org")
    ReminderSettings.objects.create(user=person.user, site_url="https://house.example")
    Group.objects.create(name="Any")
    get_or_generate_daily_puzzle(now.date())


def homework(classroom: Classroom, puzzle: Puzzle) -> Assignment:
    """An assignment of a class."""
    given = Assignment.objects.create(classroom=classroom, title="Homework", game=GAME.slug)
    AssignmentItem.objects.create(assignment=given, place=0, puzzle=puzzle)
    LiveBoard.objects.create(classroom=classroom, assignment=given, place=0)
    return given


# -- every address -----------------------------------------------------------------------------------------------------


def addresses(house: House) -> list[Address]:
    found = []
    for name, route in routes(get_resolver()):
        path = fill(name, route, house)
        if name == "admin:":
            name += "catch_all" if "url" in route else "old_address"
        found.append(Address(name.strip() or path, path))
    return found


def routes(resolver: URLResolver, space: str = "", before: str = "") -> Iterator[tuple[str, str]]:
    for pattern in resolver.url_patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield f"{space}{pattern.name or ''}", route
        else:
            yield from routes(pattern, f"{space}{pattern.namespace}:" if pattern.namespace else space, route)


def fill(name: str, route: str, house: House) -> str:
    """Return the URL of a route, with existing objects as its parameters."""
    lesson, places = next(iter(get_course(GAME, GAME.options()).items()))
    values = {
        "game": GAME.slug,
        "lesson": lesson,
        "id": places[0].id,
        "number": "1",
        "clause": next(iter(GAME.clauses)),
        "digest": GAME.options().digest(),
        "one": GAME.options().digest(),
        "other": GAME.options.load_preset(GAME.options.presets[-1].name).digest(),
        "invite": house.table.invite,
        "link": house.table.watch,
        "code": code_in(name, route, house),
        "student": str(house.classroom.students.earliest("pk").pk),
        "slip": house.classroom.joining,
        "entry": str(house.entry.pk),
        "puzzle": house.entry.puzzle.code,
        "invitation": co_teachers.create_invitation(house.classroom),
        "assignment": house.given.code,
        "app_label": "play",
        "content_type_id": str(ContentType.objects.get_for_model(Table).pk),
        "object_id": str(house.table.pk),
        "key": "any",
        "uidb36": "1",
        "url": "any",
        "day": str(DailyPuzzle.objects.get().date),
        "token": SIGNER.sign(str(ReminderSettings.objects.get().pk)),
    }
    for model in site.site._registry:
        if name.startswith(f"admin:{model._meta.app_label}_{model._meta.model_name}_"):
            one = dealt(house.table) if model is Move else model._default_manager.earliest("pk")
            values["object_id"] = values["id"] = str(one.pk)
    if name == "classes:student":
        values["id"] = values["student"]
    path = re.sub(r"<(?:[a-z]+:)?(\w+)>", lambda found: values[found[1]], re.sub(r"\(\?P(<\w+>)[^)]*\)", r"\1", route))
    return "/" + re.sub(r"[\^$]|\\Z", "", path)


def code_in(name: str, route: str, house: House) -> str:
    """Return the code that a route of this kind takes."""
    if name.startswith("collections:"):
        return house.entry.collection.code
    if name.startswith("workshop:"):
        of_version = re.fullmatch("workshop:(report|embed.*|picture)", name)
        return house.item.newest_version.puzzle.code if of_version else house.item.code
    if name.startswith("lessons:"):
        return house.lesson.code
    kinds = {"/classes/": house.classroom.code, "built/": house.item.code, "written/": house.lesson.code}
    kinds |= {"/collections/": house.entry.collection.code}
    kinds |= {
        "runs/": "run-any",
        "puzzle": house.puzzle.code,
        "tokens": house.token.code,
        "class/": house.classroom.code,
    }
    return next((code for kind, code in kinds.items() if kind in route), house.table.code)


def dealt(table: Table) -> Move:
    """The move that has the cards."""
    return max(table.moves.filter(by=Move.MoverKind.DEALER), key=lambda move: len(move.text))


def ask(house: House, role: str, address: Address) -> Any:
    return house.clients[role].get(address.path, headers=key(house, role, address))


def post(house: House, role: str, address: Address) -> Any:
    """Send the data that would do the most harm if it were accepted."""
    admin = {"post": "yes", "action": "close_tables", "sure": "yes", "_selected_action": house.table.pk}
    sent = admin | {"move": "stock", "version": house.table.version, "level": "steady", "how": "card"}
    if "/api/" in address.path:
        sent = {name: sent[name] for name in API_ASKS.get(address.name, ())}
    program = {"content_type": "application/json"} if "/api/" in address.path else {}
    return house.clients[role].post(address.path, sent, headers=key(house, role, address), **program)


def key(house: House, role: str, address: Address) -> dict[str, str]:
    """Return the header with which a program identifies its user."""
    return {"Authorization": f"Token {house.keys[role]}"} if "/api/" in address.path and role in house.keys else {}


# -- who gets what -----------------------------------------------------------------------------------------------------

EVERYBODY, POSTED = [200] * 6, [405] * 6
"""What most addresses answer, whoever asks: the page, or that something has to be sent."""

ANSWERS = """
learn:(lesson|start_over)                               302 302 302 302 302 302
practice:start_over                                     302 302 200 302 302 302
play:table                                              403 403 200 200 403 403
play:(board|allowed|hint|last|record|replay(_marks)?|leave) 404 404 200 200 404 404
play:(coach|review)                                     404 404 204 204 404 404
play:watch                                              200 200 302 302 200 200
play:(rules|replay_start)                               404 404 302 302 404 404
play:join                                               200 200 302 302 200 200
workshop:(builder|file|print|proof)                     404 404 200 404 404 404
workshop:(shelf|new|report)                             200 200 200 200 200 200
lessons:(editor|file)                                   404 404 200 404 404 404
lessons:(shelf|new)                                     200 200 200 200 200 200
lessons:course                                          404 404 200 404 404 404
lessons:lesson                                          302 302 302 302 302 302
workshop:(embed|picture)                                200 200 200 200 200 200
workshop:embed-(answer|move)                            405 405 405 405 405 405
workshop:oembed                                         404 404 404 404 404 404
workshop:item                                           302 302 302 302 302 302
collections:next                                        302 302 302 302 302 302
collections:arrange                                     404 404 200 404 404 404
collections:course                                      404 404 404 404 404 404
classes:(give|assignment|csv|change|student|board)        404 404 200 404 404 404
classes:(mine|follow)                                   404 404 404 200 404 404
classes:do                                              404 404 404 302 404 404
practice:puzzle                                         200 200 200 302 200 200
practice:run                                            404 404 200 404 404 404
practice:daily(_day)?                                   302 302 302 302 302 302
account_(login|signup)|people:sign_up                   200 302 302 302 302 302
account_(logout|email|set_password)                     302 200 200 200 200 200
account_reauthenticate                                  302 403 403 403 403 403
account_(change_password|confirm_login_code)            302 302 302 302 302 302
api:table-(detail|list-moves|record)                    401 404 200 200 404 404
api:(rules|(table|attempt)-list|puzzle-(detail|show-daily)|run-show-best-scores|me|own_data) 401 200 200 200 200 200
api:(puzzle-(list|answer|give-hint)|run-(list|answer))  401 405 405 405 405 405
api:run-detail                                          401 404 200 404 404 404
api:(class|built|written|collection)-list               401 200 200 200 200 200
api:(class|built|written|collection)-detail             401 404 200 404 404 404
api:assignment-(list|results)                           401 404 200 404 404 404
api:((table|class|built|written|collection)-.+|own_rating) 401 405 405 405 405 405
api:progress                                            401 404 404 404 404 404
api:tokens                                              302 200 200 200 200 200
reminders:choose                                        302 200 200 200 200 200
api:revoke                                              302 405 405 405 405 405
classes:(class|add|slips|rules|download|settings|enrolled) 404 404 200 404 404 404
classes:(rename|renew|archive|leave)(_student)?           405 405 405 405 405 405
classes:(move|remove)_student                             405 405 405 405 405 405
classes:new                                             302 200 200 200 200 200
classes:give_some                                       302 200 302 200 200 200
classes:join_with                                       200 200 302 302 200 200
admin:login                                             302 403 403 403 302 302
admin:logout                                            302 302 302 302 405 405
admin:autocomplete                                      302 302 302 302 403 403
admin:view_on_site                                      302 302 302 302 302 302
admin:catch_all                                         302 302 302 302 404 404
admin:old_address                                       302 302 302 302 302 302
admin:(variants_ruleset|play_move)_delete               302 302 302 302 403 403
admin:[a-z_]+_delete                                    302 302 302 302 403 200
admin:(auth_[a-z]+|people_[a-z]+|account_[a-z]+)_add    302 302 302 302 403 200
admin:variants_ruleset_add                              302 302 302 302 403 200
admin:[a-z_]+_add                                       302 302 302 302 403 403
admin:auth_user_password_change                         302 302 302 302 403 200
admin:.+                                                302 302 302 302 200 200
/health/ready                                           503 503 503 503 503 503
"""
"""In the order of ROLES. What stands nowhere here answers everybody alike. Staff may look at everything."""


def expected(address: Address) -> list[list[int]]:
    for line in ANSWERS.strip().splitlines():
        pattern, *statuses = line.split()
        if re.fullmatch(pattern, address.name):
            return [[int(status) for status in statuses]]
    return [EVERYBODY, POSTED]


@pytest.mark.slow
def test_everybody_gets_what_is_theirs(house: House) -> None:
    wrong, cards = [], " ".join(dealt(house.table).text.split()[5:9])
    for address in addresses(house):
        answers = [ask(house, role, address) for role in ROLES]
        statuses = [answer.status_code for answer in answers]
        if statuses not in expected(address):
            wrong.append((address.name, address.path, *statuses))
        for role, answer in zip(ROLES, answers, strict=True):
            assert cards.encode() not in answer.content, (role, address.path)
    assert not wrong


@pytest.mark.slow
def test_every_line_of_the_table_is_about_something(house: House) -> None:
    names = [address.name for address in addresses(house)]
    for line in ANSWERS.strip().splitlines():
        assert any(re.fullmatch(line.split()[0], name) for name in names), line


@pytest.mark.slow
def test_nobody_who_does_not_play_changes_anything(house: House) -> None:
    """Outsiders post to every URL of the match; staff and strangers post to every admin URL."""
    before = Table.objects.values().get(), sorted(Move.objects.values_list("pk", "text"))
    for address in addresses(house):
        match = house.table.code in address.path or house.table.watch in address.path
        for role in ("stranger", "visitor", "staff", "superuser"):
            if match or (re.match("admin:(?!logout)", address.name) and role != "superuser"):
                status = post(house, role, address).status_code
                assert not match or status in (401, 403, 404, 405), (role, address.path, status)
    assert before == (Table.objects.values().get(), sorted(Move.objects.values_list("pk", "text")))
    assert not LogEntry.objects.exists()


@pytest.mark.slow
def test_a_page_that_shows_its_readers_name_is_kept_by_nobody_else(house: House) -> None:
    """A shared cache holds no page with the reader's name, whatever the status of the response."""
    names = ("quibbleaccount", "Quibble Reader")
    reader = house.people["player"]
    User.objects.filter(pk=reader.user_id).update(username=names[0])
    type(reader).objects.filter(pk=reader.pk).update(name=names[1])
    open_to_all, shown = [], 0
    nowhere = [Address("", "/nowhere/"), Address("", "/practice/puzzle/nothing/")]
    for address in [*addresses(house), *nowhere]:
        answer = ask(house, "player", address)
        if any(name.encode() in answer.content for name in names):
            shown += 1
            kept = {part.strip() for part in answer.get("Cache-Control", "").split(",")}
            if not kept & {"private", "no-store"} or "public" in kept:
                open_to_all.append(address.path)
    assert not open_to_all
    assert shown > 60


HOSTILE = '="><script>alert(1)</script>'
"""A formula to a spreadsheet, the end of an attribute, and a script."""
TYPED = ("name", "title", "text")
"""The fields of any model that hold what a person typed."""
WRITTEN_BY_THE_SITE = {
    *("address", "asks", "bot", "checked", "clause", "digest", "game", "key", "last_change", "lesson", "look"),
    *("occasion", "origin", "reason", "request", "rules", "said", "salt", "site_url", "status", "step", "theme"),
    *("time_zone", "token_key", "trouble"),
}


def list_own_models() -> list[type[Model]]:
    """Return the models of this project, without those of Django and other packages."""
    return [model for model in apps.get_models() if model.__module__.startswith(("core.", "variants."))]


def test_each_text_field_is_known_to_be_typed_or_not() -> None:
    """If you add a field that people type in, add it to `TYPED`, so that markup in it is looked for everywhere."""
    fields = [field for model in list_own_models() for field in model._meta.concrete_fields]
    texts = [field for field in fields if isinstance(field, CharField | TextField)]
    free = {field.name for field in texts if not field.unique and not field.choices}
    assert free == {*TYPED, *WRITTEN_BY_THE_SITE}


def marked(hostile: str, *names: str) -> list[str]:
    """Return the hostile text once for each of these names of places where it's typed."""
    return [f"{hostile} typed-{name}" for name in names]


def type_everywhere(house: House, hostile: str) -> set[str]:
    """Fill in everything that a person can type: every model's fields, a puzzle's draft, and a lesson's draft.

    Returns the marks of the texts in the puzzle and the lesson.
    """
    for model in list_own_models():
        if model is not Heartbeat:
            fields = {field.name: field for field in model._meta.fields if field.name in TYPED}
            typed = {name: hostile for name, field in fields.items() if not field.unique and not field.choices}
            if typed and model not in (Move, Shuffle):
                model._default_manager.update(**typed)
    for work in (house.item, house.lesson):
        work.refresh_from_db()
    question, why, right, wrong, comment, *hints = marked(
        hostile, "question", "why", "right", "wrong", "comment", "hint-1", "hint-2", "hint-3", "hint-4"
    )
    house.item.draft |= {
        "kind": "own-choice",
        "question": question,
        "why": why,
        "choices": [{"text": right, "right": True}, {"text": wrong}],
        "comments": {"c2": comment},
        "hints": hints,
    }
    house.item.save()
    puzzle = puzzle_publishing.publish_version(house.item, puzzle_publishing.get_draft(house.item)).puzzle
    CollectionEntry.objects.update(puzzle=puzzle)
    AssignmentItem.objects.update(puzzle=puzzle)
    idea, can, text, done, rung, question_text, *answers = marked(
        hostile, "idea", "can", "text", "done", "rung", "asked", "correct", "reason", "mistake", "correction"
    )
    house.lesson.draft |= {"idea": idea, "can": [can]}
    for step in house.lesson.draft["steps"]:
        step |= {"text": text, "done": done}
        step |= {"hints": [rung] * 4} if step["kind"] != "choose" else {"question": question_text}
        if "right" in step:
            step["right"] = [answers[0], step["right"][1], answers[1]]
            step["wrong"] = [[answers[2], value, answers[3]] for _, value, _ in step["wrong"]]
    house.lesson.save()
    publishing.publish_version(house.lesson)
    texts = (question, why, right, wrong, comment, *hints, idea, can, text, done, rung, question_text, *answers)
    return {mark.removeprefix(f"{hostile} ") for mark in texts}


def read_everything(house: House) -> Iterator[tuple[str, str, Any]]:
    """Yield the pages that teachers, students, and admins see, each with the role and the URL."""
    for role in ("player", "opponent"):
        client = house.clients[role]
        yield from ((role, path, answer) for path, answer in solve_everything(house, client))
    for address in addresses(house):
        for role in ("superuser",) if address.name.startswith("admin:") else ("player", "opponent"):
            yield role, address.path, ask(house, role, address)
    teacher = house.clients["player"]
    tabs = [f"/teach/puzzle/{house.item.code}/?tab={tab}" for tab in ("ask", "explain", "publish", "history")]
    steps = range(len(house.lesson.draft["steps"]))
    tabs += [f"/teach/lesson/{house.lesson.code}/?at={number}" for number in steps]
    for path in tabs:
        yield "player", path, teacher.get(path)


def solve_everything(house: House, client: Client) -> Iterator[tuple[str, Any]]:
    """Yield what a student reads while doing the assignment, the published puzzle, and the published lesson.

    All hints are requested, and every answer is given.
    """
    puzzle = house.item.newest_version.puzzle
    homework = client.get(f"/class/{house.classroom.code}/do/{house.given.code}/", follow=True)
    places = [(f"/practice/puzzle/{puzzle.code}/", ""), (f"/embed/{puzzle.code}/", "")]
    if homework.status_code == 200:
        places.insert(0, (homework.request["PATH_INFO"], homework.request["QUERY_STRING"]))
    for path, query in places:
        for _ in puzzle.engine_puzzle.hints:
            yield path, client.post(f"{path}hint/?{query}", follow=True)
        for option in ("c2", "c1"):
            yield path, client.post(f"{path}answer/?{query}", {"answer": option}, follow=True)
    version = house.lesson.newest_version
    written = publishing.find_lesson(None, GAME, version.slug)
    assert written
    lesson = f"/games/{GAME.slug}/course/{version.slug}/"
    for place in written.places:
        path = f"{lesson}{place.id}/"
        yield path, client.get(path)
        yield path, client.get(f"{path}hint/?rung=4")
        for number in range(len(place.answers)):
            yield path, client.post(f"{path}answer/", {"answer": number}, headers=HTMX)
        for move in (*place.step.tempting, *place.step.solution):
            yield path, client.post(f"{path}move/", {"move": move}, headers=HTMX)
    for page in ("", "done/", "read/"):
        yield lesson + page, client.get(lesson + page, follow=True)


def texts_in(value: Any) -> Iterator[str]:
    """Yield every text in a value of JSON or TOML, including the names of keys."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from value
        yield from (text for part in value.values() for text in texts_in(part))
    elif isinstance(value, list):
        yield from (text for part in value for text in texts_in(part))


def read_data(kind: str, content: str) -> list[str] | None:
    """Return the texts in a response with data, or None for a page. Raises ValueError if it isn't well-formed."""
    if "json" in kind:
        return [*texts_in(json.loads(content))]
    if "toml" in kind:
        return [*texts_in(tomllib.loads(content))]
    if "csv" in kind:
        rows = [*csv.reader(StringIO(content.removeprefix("\ufeff"), newline=""), strict=True)]
        assert {len(row) for row in rows} == {len(rows[0])}
        cells = [cell for row in rows for cell in row]
        assert not [cell for cell in cells if cell.startswith(tuple("=+-@\t\r"))]
        return cells
    return None


@pytest.mark.slow
def test_what_a_person_typed_is_text_wherever_it_is_shown(house: House) -> None:
    """Every name, title, and text is escaped on every page, and unchanged in every file and API response."""
    marks, shown, pages, data = type_everywhere(house, HOSTILE), set[str](), 0, Counter[str]()
    for role, path, answer in read_everything(house):
        kind_of_answer = answer.get("Content-Type", "").partition(";")[0]
        content = answer.getvalue().decode(errors="replace")
        texts = read_data(kind_of_answer, content)
        if texts is None:
            assert HOSTILE not in content, (role, path)
            pages += escape(HOSTILE) in content
            shown |= {mark for mark in marks if mark in content}
            continue
        assert not [text for text in texts if escape(HOSTILE) in text], (role, path)
        data[kind_of_answer] += any(HOSTILE in text for text in texts)
    assert shown == marks
    assert pages > 100
    assert all(data[kind_of_answer] for kind_of_answer in ("application/json", "application/toml", "text/csv")), data


MAILS = {
    "confirm an address": ("player", "/account/email/", {"email": "other@example.org", "action_add": ""}),
    "a new password": ("stranger", "/account/password/reset/", {"email": "player@example.org"}),
    "a new password for nobody": ("stranger", "/account/password/reset/", {"email": "nobody@example.org"}),
}


@pytest.mark.parametrize("mail", MAILS)
def test_what_a_person_typed_is_text_in_every_mail(
    house: House, mailoutbox: list[Any], settings: Any, mail: str
) -> None:
    """The text of an email has it unchanged. An HTML part would have it escaped."""
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    role, path, sent = MAILS[mail]
    User.objects.filter(username="player").update(username=HOSTILE)
    house.people["player"].__class__.objects.update(name=HOSTILE)
    house.clients[role].post(path, sent)
    [message] = mailoutbox
    assert "\n" not in message.subject
    assert (HOSTILE in message.body) == (mail != "a new password for nobody")
    assert escape(HOSTILE) not in message.subject + message.body
    pages = [part for part, _ in getattr(message, "alternatives", [])]
    pages += [message.body] if message.content_subtype == "html" else []
    assert not [page for page in pages if HOSTILE in page]


# -- no card -----------------------------------------------------------------------------------------------------------

SPEAK_OF_MATCHES = re.compile(
    r"play:.*|people:.*|api:(table-.+|me|own_data)|admin:(play|people|index|auth_user).*(?<!_add)"
)
NOISE = re.compile(r"\b[A-Za-z0-9]{64}\b")
"""Tokens against forged requests, new each time."""


def dealt_anew(table: Table, seat: int | None, rng: Random) -> str:
    """Return a different deal that looks the same from a seat (None: from no seat)."""
    deal, record = dealt(table), table.list_moves()
    place = [text for _, text in record].index(deal.text)
    verb, *cards = deal.text.split()

    def view(order: list[str]) -> Any:
        moves = [*record]
        moves[place] = (moves[place][0], " ".join([verb, *order]))
        board = Board(GAME, table.house_rules, table.seats)
        for who, text in moves:
            board.play_move(who, text)
        return board.build_view(seat).position, board.build_screen(seat)

    own = view(cards)
    for _ in range(60):
        one, other = rng.sample(range(len(cards)), 2)
        swapped = [*cards]
        swapped[one], swapped[other] = cards[other], cards[one]
        if view(swapped) == own:
            cards = swapped
    return " ".join([verb, *cards])


def said(house: House, role: str, found: list[Address]) -> dict[str, str]:
    return {address.path: NOISE.sub("", ask(house, role, address).text) for address in found}


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_no_answer_depends_on_cards_that_one_may_not_see(house: House, role: str) -> None:
    table = house.table
    found = [address for address in addresses(house) if SPEAK_OF_MATCHES.fullmatch(address.name)]
    found += [
        Address("", f"/admin/play/move/?table__id__exact={table.pk}"),
        Address("", f"/admin/play/move/?q={table.code}"),
        Address("", f"/admin/play/table/?q={table.code}"),
    ]
    other = next(person for name, person in house.people.items() if name != role)
    IdempotencyKey.objects.create(person=other, key="any", request="any", body={"position": "any"})
    before = said(house, role, found)
    deal, anew = dealt(table), dealt_anew(table, SEATS.get(role), Random(3))
    moved = sum(one != other for one, other in zip(deal.text.split(), anew.split(), strict=True))
    assert moved > 20
    Move.objects.filter(pk=deal.pk).update(text=anew, reason="GARBLED")
    Shuffle.objects.filter(table=table).update(text=anew, salt="GARBLED")
    IdempotencyKey.objects.update(key="GARBLED", body={"position": anew})
    board_cache.clear_boards()
    after = said(house, role, found)
    assert {path for path in before if before[path] != after[path]} == set()
    assert not [path for path, text in after.items() if "GARBLED" in text]
