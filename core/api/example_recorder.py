"""Records real API calls as examples for the documentation, so that they show what the API really does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from random import Random
from typing import Any
from urllib.parse import quote

import tomli_w
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

import games
from core.api.models import SCOPES, Token
from core.authoring.lessons.drafts import build_draft_from_course_lesson
from core.authoring.puzzles.drafts import PuzzleDraft, build_blank_content
from core.classes.models import Student
from core.people.models import Person
from core.play import bots, moves
from core.play.models import Table
from core.practice.attempt_contexts import AttemptContext
from core.practice.daily import get_or_generate_daily_puzzle
from core.practice.models import Puzzle
from games.engine.game import Game
from games.engine.lesson import Step

ROOT = "/api/v1/"
LONGEST_LIST, LONGEST_TEXT = 2, 300
Call = dict[str, Any]


def record_examples(cut: bool = True) -> list[Call]:
    """Return all example calls, shortened if `cut`. The database changes that they make are rolled back."""
    with _roll_back_database_changes():
        return CallRecorder(next(iter(games.all_games().values())), cut).record_all_calls()


@contextmanager
def _roll_back_database_changes() -> Iterator[None]:
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


class CallRecorder:
    """Makes API calls for a person with a token, and records each request with its response."""

    def __init__(self, game: Game[Any], cut: bool) -> None:
        self.game = game
        self.cut = cut
        self.said: list[Call] = []
        self.secret = _create_user_token("anna")
        self.at = f"games/{game.slug}/"

    def record_all_calls(self) -> list[Call]:
        """Make all calls in the order of the documentation, and return them."""
        self.record_reference_calls()
        self.record_oracle_calls()
        self.record_house_rules_calls()
        self.record_table_calls()
        self.record_puzzle_calls()
        self.record_course_calls()
        self.record_account_calls()
        self.record_class_calls()
        self.record_built_puzzle_calls()
        self.record_collection_calls()
        self.record_authored_lesson_calls()
        return self.said

    def record_call(
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
        """Make a call, record it, and return the body of the response.

        `secret` is the token to send: "" for the recorder's own token, and None for no token.
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
        shown = shorten_response(found) if self.cut else found
        self.said.append({**call, "status": answer.status_code, "type": kind, "answer": shown})
        return found

    def record_get_call(self, operation: str, path: str, **more: Any) -> Any:
        return self.record_call(operation, "GET", path, **more)

    def record_post_call(self, operation: str, path: str, body: Any = None, **more: Any) -> Any:
        return self.record_call(operation, "POST", path, body, **more)

    # -- chapters ------------------------------------------------------------------------------------------------------

    def record_reference_calls(self) -> None:
        some = next(iter(self.game.clauses))
        values = json.dumps(dict(self.game.options.presets[0].values))
        for operation, path in (
            ("index", ""),
            ("listGames", "games/"),
            ("showGame", self.at),
            ("listClauses", f"{self.at}clauses/?limit=2"),
            ("showClause", f"{self.at}clauses/{some}/"),
            ("askRules", f"{self.at}ask/?q={quote('How many can play?')}"),
            ("listOptions", f"{self.at}options/"),
            ("sampleMatch", f"{self.at}match/"),
            ("readRulebook", f"{self.at}rulebook/?options={values}"),
        ):
            self.record_get_call(operation, path, secret=None)
        self.record_get_call(
            "showClause", f"{self.at}clauses/nothing/", title="A clause that doesn’t exist", secret=None
        )

    def record_oracle_calls(self) -> None:
        step = _get_step_with_illegal_move(self.game)
        options = step.get_step_options(self.game.options())
        state = step.load_dealt_state(self.game, options, Random(1))
        position = self.game.build_view(state, 0).position
        move = str(self.game.list_moves(state, 0)[0])
        asked: dict[str, Any] = {"position": position, "seat": 0}

        def record_question(what: str, body: dict[str, Any], title: str = "") -> None:
            self.record_post_call(f"oracle{what.title()}", f"{self.at}oracle/{what}/", body, title=title, secret=None)

        record_question("legal", asked)
        record_question("check", {**asked, "move": step.tempting[0]}, "An illegal move")
        record_question("check", {**asked, "move": move}, "A legal move, with a partial position")
        record_question("check", {**asked, "move": "play the 11 of clubs"}, "Text that isn’t a move")
        record_question(
            "check", {**asked, "options": {"no-such-option": 1}, "move": move}, "An option that doesn’t exist"
        )
        record_question("apply", {**asked, "move": move})
        record_question("apply", {**asked, "move": step.tempting[0]}, "An illegal move")
        record_question("explain", {**asked, "move": step.tempting[0]})
        record_question("ask", {**asked, "fact": f"legal {move}"})
        record_question("ask", {**asked, "fact": "weather"}, "A fact that doesn’t exist")
        record_question("score", {"position": position})

    def record_house_rules_calls(self) -> None:
        values = dict(self.game.options.presets[0].values)
        kept = self.record_post_call(
            "keepRules", "rules/", {"game": self.game.slug, "options": values, "name": "Sunday table"}
        )
        self.record_get_call("listOwnRules", "rules/")
        self.record_get_call("showRules", f"{self.at}rules/{kept['digest']}/", secret=None)

    def record_table_calls(self) -> None:
        level = next(iter(self.game.bots))
        seating = ["me", "link", *[level] * (self.game.get_usual_seat_count(self.game.options()) - 2)]
        made = self.record_post_call(
            "setUpTable", "tables/", {"game": self.game.slug, "seating": seating, "pace": "at-once"}
        )
        code = made["code"]
        self.record_post_call("putBot", f"tables/{code}/seats/1/bot/", {"level": level})
        self._record_move_calls(code)
        self.record_get_call("listTables", "tables/?limit=1")
        self._record_take_back_calls(code)
        self.record_get_call("listMoves", f"tables/{code}/moves/?since=0&limit=3")
        self.record_call("leaveTable", "DELETE", f"tables/{code}/seat/")
        self.record_post_call("returnToTable", f"tables/{code}/seat/")
        self._play_until_deal_ends(code)
        self.record_post_call("dealNext", f"tables/{code}/deal/", {"version": Table.objects.get(code=code).version})
        self.record_get_call("readRecord", f"tables/{code}/record/")
        self.record_post_call("playAgain", f"tables/{code}/again/")
        self._record_self_playing_table_calls()
        other = _create_user_token("ben")
        asked = {"game": self.game.slug, "seating": seating}
        invited = self.record_post_call(
            "setUpTable", "tables/", asked, secret=other, title="By another person, who invites you"
        )
        self.record_post_call("joinTable", "tables/join/", {"invite": invited["invite"]})
        self.record_get_call(
            "showTable", f"tables/{code}/", secret=other, title="Another person’s table isn’t visible to you"
        )

    def _record_move_calls(self, code: str) -> None:
        """Record calls at the table with this code: a move, the same request sent again, and requests that fail."""
        table = Table.objects.get(code=code)
        self._make_bot_moves(table)
        shown = self.record_get_call("showTable", f"tables/{code}/")
        self.record_get_call("showTable", f"tables/{code}/?seat=1", title="Another seat’s view")
        move = str(self.game.list_moves(table.board.state, 0)[0])
        key = {"Idempotency-Key": "2f1c0a"}
        play = {"move": move, "version": shown["version"]}
        self.record_post_call("play", f"tables/{code}/moves/", play, headers=key)
        self.record_post_call(
            "play",
            f"tables/{code}/moves/",
            play,
            headers=key,
            title="Repeated request: it runs once and gets the same response",
        )
        self.record_post_call(
            "play",
            f"tables/{code}/moves/",
            {**play, "move": "resign"},
            headers=key,
            title="The same key with a different body",
        )
        self.record_post_call("play", f"tables/{code}/moves/", play, title="An old version")

    def _record_take_back_calls(self, code: str) -> None:
        """Record undoing a move at the table with this code, and sending the same request again.

        Before that, plays until seat 0 has made a move that can be undone.
        """
        rng, table = Random(3), Table.objects.get(code=code)
        while table.back != 0:
            self._make_bot_moves(table)
            moves.play_move(table, 0, str(self.game.draw_random_move(table.board.state, 0, rng)))
        back = {"version": table.version}
        self.record_post_call("takeBack", f"tables/{code}/back/", back)
        self.record_post_call(
            "takeBack", f"tables/{code}/back/", back, title="Repeated request: only one move is undone"
        )

    def _record_self_playing_table_calls(self) -> None:
        """Record creating a table for a game without decisions, and flipping one card there."""
        game = next(game for game in games.all_games().values() if not game.decides)
        seating = ["me", *game.automatic_player_levels * (game.get_usual_seat_count(game.options()) - 1)]
        made = self.record_post_call("setUpTable", "tables/", {"game": game.slug, "seating": seating})
        self.record_post_call(
            "turnTable", f"tables/{made['code']}/turning/", {"how": "step", "version": made["version"]}
        )

    def _play_until_deal_ends(self, code: str) -> None:
        """Play random moves at the table with this code until the deal or the match is over."""
        rng = Random(7)
        while True:
            table = Table.objects.get(code=code)
            self._make_bot_moves(table)
            if table.is_between_deals or table.is_over:
                return
            moves.play_move(table, 0, str(self.game.draw_random_move(table.board.state, 0, rng)))

    def _make_bot_moves(self, table: Table) -> None:
        """Make the bots' moves, because there's no background worker here."""
        while table.bot_due and bots.play_bot_turn(table.pk, table.version):
            table.refresh_from_db()
        table.refresh_from_db()

    def record_puzzle_calls(self) -> None:
        if not self.game.puzzle_themes:
            return
        made = self.record_post_call(
            "makePuzzle", "puzzles/", {"game": self.game.slug, "theme": self.game.puzzle_themes[0].slug}
        )
        at = f"puzzles/{made['code']}/"
        self.record_get_call("showPuzzle", at)
        self.record_post_call("hintPuzzle", f"{at}hints/")
        key = Puzzle.objects.get(code=made["code"]).engine_puzzle.key
        self.record_post_call("answerPuzzle", f"{at}attempts/", {"answer": key})
        self.record_post_call(
            "answerPuzzle", f"{at}attempts/", {"answer": {"no": "answer"}}, title="Not in the puzzle’s form"
        )
        self.record_get_call("listAttempts", "attempts/")
        day = get_or_generate_daily_puzzle(date(2026, 11, 1)).date  # always the same game, so that examples compare
        self.record_get_call("showDailyPuzzle", f"puzzles/daily/?date={day}")
        run = self.record_post_call("startRun", "runs/", {"game": self.game.slug})
        path, code = f"runs/{run['code']}/", run["puzzle"]["code"]
        self.record_get_call("showRun", path)
        answer = {"puzzle": code, "answer": Puzzle.objects.get(code=code).engine_puzzle.key}
        self.record_post_call("answerInRun", f"{path}answers/", answer)
        self.record_post_call("answerInRun", f"{path}answers/", answer, title="Already answered")
        self.record_get_call("showBestScores", f"runs/best/?game={self.game.slug}")

    def record_course_calls(self) -> None:
        lesson = self.game.lessons[0].slug
        self.record_get_call("showCourse", f"{self.at}course/", secret=None)
        self.record_get_call("showLesson", f"{self.at}course/{lesson}/", secret=None)
        self.record_post_call(
            "noteStep", "progress/", {"game": self.game.slug, "step": self.game.lessons[0].steps[0].id}
        )
        self.record_get_call("showProgress", f"progress/?game={self.game.slug}")
        self.record_call("restartCourse", "DELETE", f"progress/?game={self.game.slug}")

    def record_class_calls(self) -> None:
        made = self.record_post_call("makeClass", "classes/", {"name": "7b", "names": ["Asha Rao", "Berg, Ben"]})
        at = f"classes/{made['code']}/"
        self.record_get_call("listClasses", "classes/?limit=1")
        added = self.record_post_call("addStudents", f"{at}students/", {"names": ["Chen Li"]})["students"][0]
        self.record_call("removeStudent", "DELETE", f"{at}students/{added['id']}/")
        self.record_post_call("makeSlips", f"{at}slips/", {})
        self.record_get_call("showClass", at)
        self.record_get_call(
            "showClass", at, secret=_create_user_token("carl"), title="Another teacher’s class isn’t visible to you"
        )
        self._record_assignment_calls(at, made["students"][0]["id"])
        self.record_post_call("renameClass", f"{at}name/", {"name": "8b"})
        self.record_post_call("archiveClass", f"{at}archive/", {"archived": True})
        self.record_post_call("renameClass", f"{at}name/", {"name": "9b"}, title="An archived class")

    def _record_assignment_calls(self, at: str, student: int) -> None:
        """Record assigning a lesson and a puzzle to a class, and getting the results.

        `at` is the URL of the class, and `student` is the id of a student, whose answer is in the results.
        """
        puzzle = Puzzle.generate_puzzle(self.game, self.game.options())
        asked = {"game": self.game.slug, "title": "Getting started", "rules": "book", "puzzles": [puzzle.code]}
        lesson = {"lessons": [self.game.lessons[0].slug], "tries": 1}
        given = self.record_post_call("giveAssignment", f"{at}assignments/", asked | lesson)
        late = {"due": "2020-01-01T12:00:00Z"}
        self.record_post_call("giveAssignment", f"{at}assignments/", asked | late, title="Due in the past")
        self.record_get_call("listAssignments", f"{at}assignments/")
        puzzle.submit_answer(
            Student.objects.get(pk=student).person, puzzle.engine_puzzle.key, occasion=AttemptContext(given["code"])
        )
        self.record_get_call("showResults", f"{at}assignments/{given['code']}/results/")

    def record_built_puzzle_calls(self) -> None:
        step, options = _get_step_with_illegal_move(self.game), self.game.options()
        draft = PuzzleDraft(build_blank_content(self.game, options, self.game.get_usual_seat_count(options)))
        draft.set_position(self.game.build_position(step.load_dealt_state(self.game, options, Random(1))))
        draft = draft.apply_change({"do": "some"}).apply_change({"do": "move", "move": step.tempting[0]})
        asked = {"title": "What can you do here?", "draft": draft.content}
        code = self.record_post_call("buildPuzzle", "built/", asked)["code"]
        self.record_post_call("buildPuzzle", "built/", {"draft": {"game": "whist"}}, title="An unknown game")
        self.record_post_call("publishBuilt", f"built/{code}/publish/", {"visibility": "link"})
        self.record_post_call("publishBuilt", f"built/{code}/publish/", {}, title="No changes since the last version")
        self.record_post_call("proveBuilt", f"built/{code}/proof/", {"wanted": True}, title="Already verified")
        self.record_post_call("proveBuilt", f"built/{code}/proof/", {"wanted": False}, title="No verification to stop")
        self.record_get_call("listBuilt", "built/")
        self.record_get_call("showBuilt", f"built/{code}/")
        self.record_post_call("changeBuilt", f"built/{code}/", {**asked, "title": "What can you do now?"})
        self.record_post_call("withdrawBuilt", f"built/{code}/withdraw/", {"withdrawn": True})
        self.record_call("deleteBuilt", "DELETE", f"built/{code}/", title="Already published")
        draft = self.record_post_call("buildPuzzle", "built/", asked, title="A different puzzle")["code"]
        self.record_call("deleteBuilt", "DELETE", f"built/{draft}/")

    def record_collection_calls(self) -> None:
        first, second, third = (Puzzle.generate_puzzle(self.game, self.game.options()).code for _ in range(3))
        lesson = f"{self.game.slug}/{self.game.lessons[0].slug}"
        made = self.record_post_call(
            "makeCollection", "collections/", {"title": "Getting started", "entries": [lesson, first, second]}
        )
        at = f"collections/{made['code']}/"
        ids = [
            one["id"] for one in self.record_post_call("putEntries", f"{at}entries/", {"entries": [third]})["entries"]
        ]
        self.record_post_call(
            "putEntries", f"{at}entries/", {"entries": [third]}, title="An item that’s already in the collection"
        )
        self.record_post_call("orderEntries", f"{at}order/", {"entries": [ids[0], *reversed(ids[1:])]})
        self.record_call("removeEntry", "DELETE", f"{at}entries/{ids[1]}/")
        self.record_post_call("renewEntry", f"{at}entries/{ids[0]}/renew/", {}, title="No newer version")
        self.record_post_call("renameCollection", f"{at}title/", {"title": "The first lesson"})
        self.record_get_call("listCollections", "collections/")
        self.record_get_call("showCollection", at)
        self.record_call("deleteCollection", "DELETE", at)

    def record_authored_lesson_calls(self) -> None:
        """Record the calls for a one-step lesson that first has mistakes and is then corrected."""
        taught = build_draft_from_course_lesson(self.game, self.game.lessons[0].slug, self.game.options()).file_content
        text = _build_one_step_lesson(taught)
        asked = {"game": self.game.slug, "rules": "book"}
        code = self.record_post_call("writeLesson", "written/", {**asked, "toml": text})["code"]
        at = f"written/{code}/"
        self.record_post_call(
            "changeWritten", at, {"toml": _build_one_step_lesson(taught, kind="dance")}, title="Not a lesson file"
        )
        self.record_post_call(
            "changeWritten",
            at,
            {"toml": _build_one_step_lesson(taught, solution=["dance"])},
            title="A lesson with an error",
        )
        self.record_post_call("publishWritten", f"{at}publish/", {"visibility": "link"}, title="A draft with errors")
        self.record_post_call("changeWritten", at, {"toml": text}, title="Fixed")
        self.record_post_call("changeWritten", at, {"rules": "book"}, title="With different house rules")
        self.record_post_call("publishWritten", f"{at}publish/", {"visibility": "link"})
        self.record_get_call("listWritten", "written/")
        self.record_get_call("showWritten", at)
        self.record_post_call("withdrawWritten", f"{at}withdraw/", {"withdrawn": True})
        copy = self.record_post_call(
            "writeLesson", "written/", {**asked, "lesson": self.game.lessons[0].slug}, title="A copy"
        )
        self.record_call("deleteWritten", "DELETE", f"written/{copy['code']}/")

    def record_account_calls(self) -> None:
        self.record_get_call("showMe", "me/")
        self.record_get_call("showMe", "me/", secret=None, title="Without a token")
        self.record_get_call("showMe", "me/", secret="forged", title="With an invalid token")
        self.record_get_call("exportMe", "me/data/")
        self.record_call("restartRating", "DELETE", f"me/ratings/{self.game.slug}/")


def _create_user_token(name: str) -> str:
    user = User.objects.create_user(name)
    Person.objects.create(user=user, name=name.capitalize())
    return Token.create_with_secret(user, "Examples", SCOPES, 1)[1]


def _get_step_with_illegal_move(game: Game[Any]) -> Step:
    """Return the first step of a game's course in which students try an illegal move."""
    steps = (step for lesson in game.lessons for step in lesson.steps)
    options = game.options()
    return next(step for step in steps if step.kind == "try-illegal" and not step.list_step_faults(game, options))


def _build_one_step_lesson(taught: dict[str, Any], **otherwise: Any) -> str:
    """Return the text of a lesson file (TOML) with only the first step of a lesson.

    `taught` is the content of the lesson's file. `otherwise` has new values for some of the step's keys.
    """
    return tomli_w.dumps({**taught, "step": [{**taught["step"][0], **otherwise}]})


def shorten_response(found: Any) -> Any:
    """Shorten a response for the documentation. Long lists and strings end with a note about what was left out."""
    if isinstance(found, dict):
        return {key: shorten_response(value) for key, value in found.items()}
    if isinstance(found, list):
        kept = found if all(isinstance(one, str | int) for one in found[:1]) else found[:LONGEST_LIST]
        kept = kept[:12]
        more = [f"… {len(found) - len(kept)} more"] if len(found) > len(kept) else []
        return [*(shorten_response(one) for one in kept), *more]
    if isinstance(found, str) and len(found) > LONGEST_TEXT:
        return f"{found[:LONGEST_TEXT]}…"
    return found


def describe_json_structure(found: Any) -> Any:
    """Return the structure of a JSON value: its keys and the types of its values. A list has that of its first item.

    The structure stays the same when an example is recorded again, so tests compare it instead of the values.
    """
    if isinstance(found, dict):
        return {key: describe_json_structure(value) for key, value in found.items()}
    if isinstance(found, list):
        return [describe_json_structure(found[0])] if found else []
    return "number" if type(found) in (int, float) else type(found).__name__


def list_structure_differences(one: Any, other: Any, where: str = "") -> list[str]:
    """Return a message for each difference between two structures that `describe_json_structure` has returned.

    A message begins with the path of the difference. `where` is the path of the two structures themselves. None matches
    anything, an empty list matches any list, and objects at the paths in FREE match any object.
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
            for said in list_structure_differences(one[key], other[key], f"{where}/{key}")
        ]
    if isinstance(one, list) and isinstance(other, list):
        return list_structure_differences(one[0], other[0], f"{where}[]") if one and other else []
    return [] if one == other else [f"{where}: {one} and {other}"]


FREE = ("/facts", "/reasons", "/options", "/key", "/values", "/position", "/deals")
"""Ends of paths of objects whose keys depend on the game or the puzzle. They aren't compared."""
