from datetime import date

from django.urls import include, path, register_converter

from core.practice import daily_views, run_views, views


class DateConverter:
    """A URL converter for dates such as `2026-11-29`."""

    regex = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()


register_converter(DateConverter, "date")

app_name = "practice"

puzzle = [
    path("", views.show_puzzle, name="puzzle"),
    path("answer/", views.submit_answer, name="answer"),
    path("move/", views.make_move, name="move"),
    path("undo/", views.undo_move, name="undo"),
    path("hint/", views.show_next_hint, name="hint"),
]

game = [
    path("", views.show_game_practice, name="game"),
    path("new/", views.create_puzzle, name="fresh"),
    path("start-over/", views.reset_rating, name="start_over"),
    path("review/", views.start_review, name="review"),
    path("plan/", views.switch_reviews, name="plan"),
]

daily = [
    path("", daily_views.show_today, name="daily"),
    path("archive/", daily_views.show_archive, name="daily_archive"),
    path("<date:day>/", daily_views.show_day, name="daily_day"),
]

runs = [
    path("", run_views.start_run, name="start_run"),
    path("<slug:code>/", run_views.show_run, name="run"),
]

urlpatterns = [
    path("", views.show_home, name="home"),
    path("daily/", include(daily)),
    path("runs/", include(runs)),
    path("puzzle/<slug:code>/", include(puzzle)),
    path("<game:game>/", include(game)),
]
