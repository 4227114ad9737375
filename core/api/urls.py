from django.urls import URLPattern, URLResolver, include, path, register_converter

from core.api import docs
from core.api.classes import views as classes
from core.api.collections import views as collections
from core.api.courses import views as course
from core.api.lessons import views as lessons
from core.api.me import token_views as tokens
from core.api.me import views as me
from core.api.oracle import views as oracle
from core.api.puzzles import views as puzzles
from core.api.reference import legend_views as legend
from core.api.reference import views as reference
from core.api.rules import views as rules
from core.api.tables import views as tables
from core.api.workshop import views as workshop


class ClauseIdConverter:
    """The id of a clause, such as `meld.kinds`."""

    regex = r"[a-z0-9.-]{1,80}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(ClauseIdConverter, "clause")

app_name = "api"

oracles: list[URLPattern | URLResolver] = [
    path("legal/", oracle.Legal.as_view(), name="legal"),
    path("check/", oracle.Check.as_view(), name="check"),
    path("apply/", oracle.Apply.as_view(), name="apply"),
    path("explain/", oracle.Explain.as_view(), name="explain"),
    path("ask/", oracle.Ask.as_view(), name="ask"),
    path("score/", oracle.Score.as_view(), name="score"),
]

game: list[URLPattern | URLResolver] = [
    path("", reference.OneGame.as_view(), name="game"),
    path("clauses/", reference.Clauses.as_view(), name="clauses"),
    path("clauses/<clause:clause>/", reference.OneClause.as_view(), name="clause"),
    path("options/", reference.GameOptions.as_view(), name="options"),
    path("rulebook/", reference.Rulebook.as_view(), name="rulebook"),
    path("ask/", reference.AskRules.as_view(), name="ask_rules"),
    path("match/", reference.SampleMatch.as_view(), name="match"),
    path("rules/<slug:digest>/", reference.OneRuleSet.as_view(), name="rule_set"),
    path("course/", course.Course.as_view(), name="course"),
    path("course/<slug:lesson>/", course.OneLesson.as_view(), name="lesson"),
    path("oracle/", include(oracles)),
]

table: list[URLPattern | URLResolver] = [
    path("", tables.OneTable.as_view(), name="table"),
    path("moves/", tables.Moves.as_view(), name="moves"),
    path("back/", tables.TakeBackMove.as_view(), name="back"),
    path("deal/", tables.DealNext.as_view(), name="deal"),
    path("turning/", tables.SetTurning.as_view(), name="turning"),
    path("seat/", tables.OwnSeat.as_view(), name="seat"),
    path("seats/<int:number>/bot/", tables.BotSeat.as_view(), name="bot"),
    path("again/", tables.PlayAgain.as_view(), name="again"),
    path("record/", tables.TableRecord.as_view(), name="record"),
]

puzzle: list[URLPattern | URLResolver] = [
    path("", puzzles.OnePuzzle.as_view(), name="puzzle"),
    path("attempts/", puzzles.Attempts.as_view(), name="attempts"),
    path("hints/", puzzles.Hints.as_view(), name="hints"),
]

classroom: list[URLPattern | URLResolver] = [
    path("", classes.OneClass.as_view(), name="class"),
    path("name/", classes.RenameClass.as_view(), name="class_name"),
    path("archive/", classes.ArchiveClass.as_view(), name="archive"),
    path("students/", classes.Students.as_view(), name="students"),
    path("students/<int:student>/", classes.OneStudent.as_view(), name="student"),
    path("slips/", classes.Slips.as_view(), name="slips"),
    path("assignments/", classes.Assignments.as_view(), name="assignments"),
    path("assignments/<slug:assignment>/results/", classes.AssignmentResults.as_view(), name="results"),
]

collection: list[URLPattern | URLResolver] = [
    path("", collections.OneCollection.as_view(), name="collection"),
    path("title/", collections.RenameCollection.as_view(), name="collection_title"),
    path("entries/", collections.Entries.as_view(), name="put_entries"),
    path("entries/<int:entry>/", collections.OneEntry.as_view(), name="entry"),
    path("entries/<int:entry>/renew/", collections.RenewEntry.as_view(), name="renew_entry"),
    path("order/", collections.OrderEntries.as_view(), name="order_entries"),
]

v1: list[URLPattern | URLResolver] = [
    path("", reference.Index.as_view(), name="index"),
    path("schema/", docs.Schema.as_view(), name="schema"),
    path("docs/", docs.docs_page, name="docs"),
    path("docs/engine/", docs.engine_page, name="engine"),
    path("docs/records/<game:game>/", legend.legend_page, name="legend"),
    path("games/", reference.Games.as_view(), name="games"),
    path("games/<game:game>/", include(game)),
    path("rules/", rules.OwnRules.as_view(), name="rules"),
    path("tables/", tables.Tables.as_view(), name="tables"),
    path("tables/join/", tables.Join.as_view(), name="join"),
    path("tables/<slug:code>/", include(table)),
    path("puzzles/", puzzles.Puzzles.as_view(), name="puzzles"),
    path("puzzles/<slug:code>/", include(puzzle)),
    path("attempts/", puzzles.OwnAttempts.as_view(), name="own_attempts"),
    path("progress/", course.Progress.as_view(), name="progress"),
    path("classes/", classes.Classes.as_view(), name="classes"),
    path("classes/<slug:code>/", include(classroom)),
    path("built/", workshop.BuiltPuzzles.as_view(), name="built"),
    path("built/<slug:code>/", workshop.OneBuiltPuzzle.as_view(), name="one_built"),
    path("built/<slug:code>/publish/", workshop.Publish.as_view(), name="publish"),
    path("built/<slug:code>/proof/", workshop.Prove.as_view(), name="prove"),
    path("built/<slug:code>/withdraw/", workshop.Withdraw.as_view(), name="withdraw"),
    path("collections/", collections.Collections.as_view(), name="collections"),
    path("collections/<slug:code>/", include(collection)),
    path("written/", lessons.AuthoredLessons.as_view(), name="written"),
    path("written/<slug:code>/", lessons.OneAuthoredLesson.as_view(), name="one_written"),
    path("written/<slug:code>/publish/", lessons.Publish.as_view(), name="publish_lesson"),
    path("written/<slug:code>/withdraw/", lessons.Withdraw.as_view(), name="withdraw_lesson"),
    path("me/", me.Me.as_view(), name="me"),
    path("me/ratings/<game:game>/", me.OwnRating.as_view(), name="own_rating"),
    path("me/data/", me.OwnData.as_view(), name="own_data"),
]

urlpatterns = [
    path("api/v1/", include(v1)),
    path("me/tokens/", tokens.tokens, name="tokens"),
    path("me/tokens/<slug:code>/revoke/", tokens.revoke, name="revoke"),
]
