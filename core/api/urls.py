from django.urls import URLPattern, URLResolver, include, path, register_converter
from rest_framework.routers import Route, SimpleRouter

from core.api import docs
from core.api.classes import views as classes
from core.api.collections import views as collections
from core.api.courses import views as course
from core.api.lessons import views as lessons
from core.api.me import token_views as tokens
from core.api.me import views as me
from core.api.oracle import views as oracle
from core.api.puzzles import run_views as runs
from core.api.puzzles import views as puzzles
from core.api.reference import record_guide_views as legend
from core.api.reference import views as reference
from core.api.rules import views as rules
from core.api.tables import views as tables
from core.api.workshop import views as workshop


class ClauseIdConverter:
    """A path converter for clause ids, such as `meld.kinds`."""

    regex = r"[a-z0-9.-]{1,80}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(ClauseIdConverter, "clause")

app_name = "api"

oracles: list[URLPattern | URLResolver] = [
    path("legal/", oracle.LegalMovesView.as_view(), name="legal"),
    path("check/", oracle.CheckMoveView.as_view(), name="check"),
    path("apply/", oracle.ApplyMoveView.as_view(), name="apply"),
    path("explain/", oracle.ExplainMoveView.as_view(), name="explain"),
    path("ask/", oracle.EvaluateFactView.as_view(), name="ask"),
    path("score/", oracle.ScorePositionView.as_view(), name="score"),
]

game: list[URLPattern | URLResolver] = [
    path("options/", reference.GameOptionsView.as_view(), name="options"),
    path("rulebook/", reference.RulebookView.as_view(), name="rulebook"),
    path("ask/", reference.AskRulesView.as_view(), name="ask_rules"),
    path("match/", reference.SampleMatchView.as_view(), name="match"),
    path("rules/<slug:digest>/", reference.RuleSetDetailView.as_view(), name="rule_set"),
    path("course/", course.CourseView.as_view(), name="course"),
    path("course/<slug:lesson>/", course.LessonView.as_view(), name="lesson"),
    path("oracle/", include(oracles)),
]

DETAIL = Route(
    url="^{prefix}/{lookup}{trailing_slash}$",
    mapping={"get": "retrieve", "post": "update", "delete": "destroy"},
    name="{basename}-detail",
    detail=True,
    initkwargs={},
)


class ApiRouter(SimpleRouter):
    """A router that sends POST, not PUT, to the `update` method of a view set."""

    routes = [*SimpleRouter.routes[:2], DETAIL, *SimpleRouter.routes[3:]]


game_router = ApiRouter(use_regex_path=False)
game_router.register("games", reference.GameViewSet, basename="game")
game_router.register("games/<game:game>/clauses", reference.ClauseViewSet, basename="clause")

play_router = ApiRouter(use_regex_path=False)
play_router.register("tables", tables.TableViewSet, basename="table")
play_router.register("puzzles", puzzles.PuzzleViewSet, basename="puzzle")
play_router.register("runs", runs.RunViewSet, basename="run")
play_router.register("attempts", puzzles.AttemptViewSet, basename="attempt")

teaching_router = ApiRouter(use_regex_path=False)
teaching_router.register("classes", classes.ClassroomViewSet, basename="class")
teaching_router.register("classes/<slug:code>/assignments", classes.AssignmentViewSet, basename="assignment")
teaching_router.register("built", workshop.BuiltPuzzleViewSet, basename="built")
teaching_router.register("collections", collections.CollectionViewSet, basename="collection")
teaching_router.register("written", lessons.AuthoredLessonViewSet, basename="written")

v1: list[URLPattern | URLResolver] = [
    path("", reference.ApiIndexView.as_view(), name="index"),
    path("schema/", docs.SchemaView.as_view(), name="schema"),
    path("docs/", docs.show_docs, name="docs"),
    path("docs/engine/", docs.show_engine_guide, name="engine"),
    path("docs/records/<game:game>/", legend.show_record_guide, name="legend"),
    *game_router.urls,
    path("games/<game:game>/", include(game)),
    path("rules/", rules.OwnRuleSetListView.as_view(), name="rules"),
    *play_router.urls,
    path("progress/", course.CourseProgressView.as_view(), name="progress"),
    *teaching_router.urls,
    path("me/", me.OwnProfileView.as_view(), name="me"),
    path("me/ratings/<game:game>/", me.ResetRatingView.as_view(), name="own_rating"),
    path("me/data/", me.OwnDataExportView.as_view(), name="own_data"),
]

urlpatterns = [
    path("api/v1/", include(v1)),
    path("me/tokens/", tokens.manage_tokens, name="tokens"),
    path("me/tokens/<slug:code>/revoke/", tokens.revoke_token, name="revoke"),
]
