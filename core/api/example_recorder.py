"""Records examples for the API documentation from real calls, so that they show what the API really does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from urllib.parse import quote

import tomli_w
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

import games
from core.api.models import SCOPES, Token
from core.authoring.lessons.drafts import copy_course_lesson
from core.authoring.puzzles.drafts import Draft, build_blank_content
from core.classes.models import Student
from core.people.models import Person
from core.play import bots, moves
from core.play.models import Table
from core.practice.attempt_contexts import AttemptContext
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.lesson import Step

ROOT = "/api/v1/"
LONGEST_LIST, LONGEST_TEXT = 2, 300
Call = dict[str, Any]


def record_examples(cut: bool = True) -> list[Call]:
    """Return all example calls, shortened if `cut`. What the calls write to the database is rolled back."""
    with _roll_back():
        return CallRecorder(next(iter(games.all_games().values())), cut).record_all()


@contextmanager
def _roll_back() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class CallRecorder:
    """Makes API calls for a person with a token, and records each request with its response."""

    def __init__(self, game: Game[Any], cut: bool) -> None:
        self.game = game
        self.cut = cut
        self.said: list[Call] = []
        self.secret = _create_token("anna")
        self.at = f"games/{game.slug}/"

    def record_all(self) -> list[Call]:
        """Make all calls in the order of the documentation, and return them."""
        self.record_reference()
        self.record_oracle()
        self.record_rules()
        self.record_tables()
        self.record_puzzles()
        self.record_course()
        self.record_me()
        self.record_classes()
        self.record_workshop()
        self.record_collections()
        self.record_lessons()
        return self.said

    def call(
        self,
        operation: str,
        method: str,
        path: str,
        body: Any = None,
        *,
        title: str = "",
        secret: str | None = "",
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Make a call, record the call, and return the body of the response.

        `secret` is the token to send: "" stands for the recorder's own token, and None for no token.
        """
        secret = self.secret if secret == "" else secret
        told = {"Authorization": "Bearer …"} if secret else {}
        sent = {**({"Authorization": f"Bearer {secret}"} if secret else {}), **(headers or {})}
        kind = "application/octet-stream" if body is None else "application/json"
        answer = Client().generic(method, f"{ROOT}{path}", "" if body is None else json.dumps(body), kind, headers=sent)
        kind = answer.get("Content-Type", "")
        found = json.loads(answer.content) if answer.content else None
        call: Call = {"operation": operation, "title": title, "method": method, "path": f"{ROOT}{path}"}
        call |= {"headers": {**told, **(headers or {})}} if told or headers else {}
        call |= {"body": body} if body is not None else {}
        shown = shorten(found) if self.cut else found
        self.said.append({**call, "status": answer.status_code, "type": kind, "answer": shown})
        return found

    def get(self, operation: str, path: str, **more: Any) -> Any:
        return self.call(operation, "GET", path, **more)

    def post(self, operation: str, path: str, body: Any = None, **more: Any) -> Any:
        return self.call(operation, "POST", path, body, **more)

    # -- chapters ------------------------------------------------------------------------------------------------------

    def record_reference(self) -> None:
        some = next(iter(self.game.clauses))
        values = json.dumps(dict(self.game.options.presets[0].values))
        for operation, path in (
            ("index", ""),
            ("listGames", "games/"),
            ("showGame", self.at),
            ("listClauses", f"{self.at}clauses/?limit=2"),
            ("showClause", f"{self.at}clauses/{some}/"),
            ("askRules", f"{self.at}ask/?q={quote(self.game.rulebook.get_title(some))}"),
            ("listOptions", f"{self.at}options/"),
            ("sampleMatch", f"{self.at}match/"),
            ("readRulebook", f"{self.at}rulebook/?options={values}"),
        ):
            self.get(operation, path, secret=None)
        self.get("showClause", f"{self.at}clauses/nothing/", title="A clause that there is not", secret=None)

    def record_oracle(self) -> None:
        step = _find_tempting_step(self.game)
        options = step.choose_options(self.game.options())
        state = step.load_dealt_state(self.game, options, Random(1))
        position = self.game.build_view(state, 0).position
        move = str(self.game.list_moves(state, 0)[0])
        asked: dict[str, Any] = {"position": position, "seat": 0}

        def ask(what: str, body: dict[str, Any], title: str = "") -> None:
            self.post(f"oracle{what.title()}", f"{self.at}oracle/{what}/", body, title=title, secret=None)

        ask("legal", asked)
        ask("check", {**asked, "move": step.tempting[0]}, "A move that a clause forbids")
        ask("check", {**asked, "move": move}, "A legal move, and only what is needed of a position")
        ask("check", {**asked, "move": "play the 11 of clubs"}, "Text that is no move")
        ask("check", {**asked, "options": {"no-such-option": 1}, "move": move}, "An option that there is not")
        ask("apply", {**asked, "move": move})
        ask("apply", {**asked, "move": step.tempting[0]}, "An illegal move")
        ask("explain", {**asked, "move": step.tempting[0]})
        ask("ask", {**asked, "fact": f"legal {move}"})
        ask("ask", {**asked, "fact": "weather"}, "A fact that there is not")
        ask("score", {"position": position})

    def record_rules(self) -> None:
        values = dict(self.game.options.presets[0].values)
        kept = self.post("keepRules", "rules/", {"game": self.game.slug, "options": values, "name": "Sunday table"})
        self.get("listOwnRules", "rules/")
        self.get("showRules", f"{self.at}rules/{kept['digest']}/", secret=None)

    def record_tables(self) -> None:
        level = next(iter(self.game.bots))
        seating = ["me", "link", *[level] * (self.game.get_usual_seats(self.game.options()) - 2)]
        made = self.post("setUpTable", "tables/", {"game": self.game.slug, "seating": seating, "pace": "at-once"})
        code = made["code"]
        self.post("putBot", f"tables/{code}/seats/1/bot/", {"level": level})
        self._record_playing(code)
        self.get("listTables", "tables/?limit=1")
        self._record_taking_back(code)
        self.get("listMoves", f"tables/{code}/moves/?since=0&limit=3")
        self.call("leaveTable", "DELETE", f"tables/{code}/seat/")
        self.post("returnToTable", f"tables/{code}/seat/")
        self._play_to_end(code)
        self.post("dealNext", f"tables/{code}/deal/", {"version": Table.objects.get(code=code).version})
        self.get("readRecord", f"tables/{code}/record/")
        self.post("playAgain", f"tables/{code}/again/")
        self._record_turning()
        other = _create_token("ben")
        asked = {"game": self.game.slug, "seating": seating}
        invited = self.post("setUpTable", "tables/", asked, secret=other, title="By somebody else, who invites you")
        self.post("joinTable", "tables/join/", {"invite": invited["invite"]})
        self.get("showTable", f"tables/{code}/", secret=other, title="Somebody else's table is not there for you")

    def _record_playing(self, code: str) -> None:
        """Record a move, the same request sent again, and requests that are refused."""
        table = Table.objects.get(code=code)
        self._play_bots(table)
        shown = self.get("showTable", f"tables/{code}/")
        self.get("showTable", f"tables/{code}/?seat=1", title="Another seat's view")
        move = str(self.game.list_moves(table.board.state, 0)[0])
        key = {"Idempotency-Key": "2f1c0a"}
        play = {"move": move, "version": shown["version"]}
        self.post("play", f"tables/{code}/moves/", play, headers=key)
        self.post("play", f"tables/{code}/moves/", play, headers=key, title="The same again: made once, answered alike")
        self.post(
            "play",
            f"tables/{code}/moves/",
            {**play, "move": "resign"},
            headers=key,
            title="The same key with another body",
        )
        self.post("play", f"tables/{code}/moves/", play, title="A version that has passed")

    def _record_taking_back(self, code: str) -> None:
        """Record taking back a move that shows nothing new, and the same request again."""
        rng, table = Random(3), Table.objects.get(code=code)
        while table.back != 0:
            self._play_bots(table)
            moves.play_move(table, 0, str(self.game.draw_random_move(table.board.state, 0, rng)))
        back = {"version": table.version}
        self.post("takeBack", f"tables/{code}/back/", back)
        self.post("takeBack", f"tables/{code}/back/", back, title="The same again: one move is taken back")

    def _record_turning(self) -> None:
        """Record setting up a table for a game without decisions, and having that table turn one card."""
        game = next(game for game in games.all_games().values() if not game.decides)
        seating = ["me", *game.automatic_players * (game.get_usual_seats(game.options()) - 1)]
        made = self.post("setUpTable", "tables/", {"game": game.slug, "seating": seating})
        self.post("turnTable", f"tables/{made['code']}/turning/", {"how": "step", "version": made["version"]})

    def _play_to_end(self, code: str) -> None:
        """Play random moves until the deal or the match is over."""
        rng = Random(7)
        while True:
            table = Table.objects.get(code=code)
            self._play_bots(table)
            if table.is_between_deals or table.is_over:
                return
            moves.play_move(table, 0, str(self.game.draw_random_move(table.board.state, 0, rng)))

    def _play_bots(self, table: Table) -> None:
        """Make the bots' moves, since no background worker runs here."""
        while table.bot_due and bots.play_bot_turn(table.pk, table.version):
            table.refresh_from_db()
        table.refresh_from_db()

    def record_puzzles(self) -> None:
        if not self.game.themes:
            return
        made = self.post("makePuzzle", "puzzles/", {"game": self.game.slug, "theme": self.game.themes[0].slug})
        at = f"puzzles/{made['code']}/"
        self.get("showPuzzle", at)
        self.post("hintPuzzle", f"{at}hints/")
        key = Puzzle.objects.get(code=made["code"]).engine_puzzle.key
        self.post("answerPuzzle", f"{at}attempts/", {"answer": key})
        self.post("answerPuzzle", f"{at}attempts/", {"answer": {"no": "answer"}}, title="Not in the puzzle's form")
        self.get("listAttempts", "attempts/")

    def record_course(self) -> None:
        lesson = self.game.lessons[0].slug
        self.get("showCourse", f"{self.at}course/", secret=None)
        self.get("showLesson", f"{self.at}course/{lesson}/", secret=None)
        self.post("noteStep", "progress/", {"game": self.game.slug, "step": self.game.lessons[0].steps[0].id})
        self.get("showProgress", f"progress/?game={self.game.slug}")
        self.call("restartCourse", "DELETE", f"progress/?game={self.game.slug}")

    def record_classes(self) -> None:
        made = self.post("makeClass", "classes/", {"name": "7b", "names": ["Asha Rao", "Berg, Ben"]})
        at = f"classes/{made['code']}/"
        self.get("listClasses", "classes/?limit=1")
        added = self.post("addStudents", f"{at}students/", {"names": ["Chen Li"]})["students"][0]
        self.call("removeStudent", "DELETE", f"{at}students/{added['id']}/")
        self.post("makeSlips", f"{at}slips/", {})
        self.get("showClass", at)
        self.get("showClass", at, secret=_create_token("carl"), title="Somebody else's class is not there for you")
        self._record_assigning(at, made["students"][0]["id"])
        self.post("renameClass", f"{at}name/", {"name": "8b"})
        self.post("archiveClass", f"{at}archive/", {"archived": True})
        self.post("renameClass", f"{at}name/", {"name": "9b"}, title="A class that is archived")

    def _record_assigning(self, at: str, student: int) -> None:
        """Record assigning a lesson and a puzzle to a class, and the results."""
        puzzle = Puzzle.generate(self.game, self.game.options())
        asked = {"game": self.game.slug, "title": "To begin with", "rules": "book", "puzzles": [puzzle.code]}
        lesson = {"lessons": [self.game.lessons[0].slug], "tries": 1}
        given = self.post("giveAssignment", f"{at}assignments/", asked | lesson)
        late = {"due": "2020-01-01T12:00:00Z"}
        self.post("giveAssignment", f"{at}assignments/", asked | late, title="Due in the past")
        self.get("listAssignments", f"{at}assignments/")
        puzzle.submit_answer(
            Student.objects.get(pk=student).person, puzzle.engine_puzzle.key, occasion=AttemptContext(given["code"])
        )
        self.get("showResults", f"{at}assignments/{given['code']}/results/")

    def record_workshop(self) -> None:
        step, options = _find_tempting_step(self.game), self.game.options()
        draft = Draft(build_blank_content(self.game, options, self.game.get_usual_seats(options)))
        draft.set_position(self.game.build_position(step.load_dealt_state(self.game, options, Random(1))))
        draft = draft.apply_change({"do": "some"}).apply_change({"do": "move", "move": step.tempting[0]})
        asked = {"title": "What may be done here?", "draft": draft.content}
        code = self.post("buildPuzzle", "built/", asked)["code"]
        self.post("buildPuzzle", "built/", {"draft": {"game": "whist"}}, title="A game that is not here")
        self.post("publishBuilt", f"built/{code}/publish/", {"visibility": "link"})
        self.post("publishBuilt", f"built/{code}/publish/", {}, title="Nothing has changed since")
        self.post("proveBuilt", f"built/{code}/proof/", {"wanted": True}, title="It is proven already")
        self.post("proveBuilt", f"built/{code}/proof/", {"wanted": False}, title="None is under way")
        self.get("listBuilt", "built/")
        self.get("showBuilt", f"built/{code}/")
        self.post("changeBuilt", f"built/{code}/", {**asked, "title": "What may be done now?"})
        self.post("withdrawBuilt", f"built/{code}/withdraw/", {"withdrawn": True})
        self.call("deleteBuilt", "DELETE", f"built/{code}/", title="It was published")
        draft = self.post("buildPuzzle", "built/", asked, title="Another one")["code"]
        self.call("deleteBuilt", "DELETE", f"built/{draft}/")

    def record_collections(self) -> None:
        first, second, third = (Puzzle.generate(self.game, self.game.options()).code for _ in range(3))
        lesson = f"{self.game.slug}/{self.game.lessons[0].slug}"
        made = self.post(
            "makeCollection", "collections/", {"title": "To begin with", "entries": [lesson, first, second]}
        )
        at = f"collections/{made['code']}/"
        ids = [one["id"] for one in self.post("putEntries", f"{at}entries/", {"entries": [third]})["entries"]]
        self.post("putEntries", f"{at}entries/", {"entries": [third]}, title="One that is in it already")
        self.post("orderEntries", f"{at}order/", {"entries": [ids[0], *reversed(ids[1:])]})
        self.call("removeEntry", "DELETE", f"{at}entries/{ids[1]}/")
        self.post("renewEntry", f"{at}entries/{ids[0]}/renew/", {}, title="There is no newer version")
        self.post("renameCollection", f"{at}title/", {"title": "The first lesson"})
        self.get("listCollections", "collections/")
        self.get("showCollection", at)
        self.call("deleteCollection", "DELETE", at)

    def record_lessons(self) -> None:
        """Record the calls for a lesson of one step that first has mistakes and is then corrected."""
        taught = copy_course_lesson(self.game, self.game.lessons[0].slug, self.game.options()).file_content
        text = _build_one_step_lesson(taught)
        asked = {"game": self.game.slug, "rules": "book"}
        code = self.post("writeLesson", "written/", {**asked, "toml": text})["code"]
        at = f"written/{code}/"
        self.post(
            "changeWritten", at, {"toml": _build_one_step_lesson(taught, kind="dance")}, title="No file of a lesson"
        )
        self.post(
            "changeWritten", at, {"toml": _build_one_step_lesson(taught, solution=["dance"])}, title="A mistake in it"
        )
        self.post("publishWritten", f"{at}publish/", {"visibility": "link"}, title="While something is amiss")
        self.post("changeWritten", at, {"toml": text}, title="Mended")
        self.post("changeWritten", at, {"rules": "book"}, title="By other house rules")
        self.post("publishWritten", f"{at}publish/", {"visibility": "link"})
        self.get("listWritten", "written/")
        self.get("showWritten", at)
        self.post("withdrawWritten", f"{at}withdraw/", {"withdrawn": True})
        copy = self.post("writeLesson", "written/", {**asked, "lesson": self.game.lessons[0].slug}, title="A copy")
        self.call("deleteWritten", "DELETE", f"written/{copy['code']}/")

    def record_me(self) -> None:
        self.get("showMe", "me/")
        self.get("showMe", "me/", secret=None, title="Without a token")
        self.get("showMe", "me/", secret="forged", title="With one that is none")
        self.get("exportMe", "me/data/")
        self.call("restartRating", "DELETE", f"me/ratings/{self.game.slug}/")


def _create_token(name: str) -> str:
    user = User.objects.create_user(name)
    Person.objects.create(user=user, name=name.capitalize())
    return Token.grant(user, "Examples", SCOPES, 1)[1]


def _find_tempting_step(game: Game[Any]) -> Step:
    """Return a step of the course that has a tempting but illegal move."""
    steps = (step for lesson in game.lessons for step in lesson.steps)
    options = game.options()
    return next(step for step in steps if step.kind == "try-illegal" and not step.find_faults(game, options))


def _build_one_step_lesson(taught: dict[str, Any], **otherwise: Any) -> str:
    """Return a lesson file with only the first step of a lesson; `otherwise` replaces keys of the step."""
    return tomli_w.dumps({**taught, "step": [{**taught["step"][0], **otherwise}]})


def shorten(found: Any) -> Any:
    """Return a response cut for the documentation: long lists and texts end with a note on what is left out."""
    if isinstance(found, dict):
        return {key: shorten(value) for key, value in found.items()}
    if isinstance(found, list):
        kept = found if all(isinstance(one, str | int) for one in found[:1]) else found[:LONGEST_LIST]
        kept = kept[:12]
        more = [f"… {len(found) - len(kept)} more"] if len(found) > len(kept) else []
        return [*(shorten(one) for one in kept), *more]
    if isinstance(found, str) and len(found) > LONGEST_TEXT:
        return f"{found[:LONGEST_TEXT]}…"
    return found


def describe_shape(found: Any) -> Any:
    """Return the structure of JSON, its keys and types, which stays the same when an example is recorded again."""
    if isinstance(found, dict):
        return {key: describe_shape(value) for key, value in found.items()}
    if isinstance(found, list):
        return [describe_shape(found[0])] if found else []
    return "number" if type(found) in (int, float) else type(found).__name__


def list_differences(one: Any, other: Any, where: str = "") -> list[str]:
    """Return the paths at which two JSON structures differ.

    None matches anything, an empty list any list, and objects at the paths in FREE any object.
    """
    if "NoneType" in (one, other):
        return []
    if isinstance(one, dict) and isinstance(other, dict):
        if where.endswith(FREE):
            return []
        odd = [f"{where}/{key} is only in one of them" for key in one.keys() ^ other.keys()]
        return odd + [
            said
            for key in one.keys() & other.keys()
            for said in list_differences(one[key], other[key], f"{where}/{key}")
        ]
    if isinstance(one, list) and isinstance(other, list):
        return list_differences(one[0], other[0], f"{where}[]") if one and other else []
    return [] if one == other else [f"{where}: {one} and {other}"]


FREE = ("/facts", "/reasons", "/options", "/key", "/values", "/position", "/deals")
"""Ends of the paths of objects whose keys depend on the game or the puzzle, so that such objects aren't compared."""
