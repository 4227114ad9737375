from django.urls import URLPattern, URLResolver, include, path

from core.learn import rulebook_views, views

app_name = "learn"

STEP = "course/<slug:lesson>/<slug:id>/"
game: list[URLPattern | URLResolver] = [
    path("", views.game, name="game"),
    path("rules/", views.rulebook, name="rulebook"),
    path("rules/print/", views.print_sheet, name="print"),
    path("rules/ask/", rulebook_views.ask, name="ask"),
    path("rules/try/<str:clause>/", rulebook_views.example, name="example"),
    path("course/", views.course_page, name="course"),
    path("start-over/", views.start_over, name="start_over"),
    path("course/<slug:lesson>/", views.lesson, name="lesson"),
    path("course/<slug:lesson>/done/", views.done, name="done"),
    path("course/<slug:lesson>/read/", views.read, name="read"),
    path(STEP, views.step, name="step"),
    path(f"{STEP}move/", views.move, name="move"),
    path(f"{STEP}answer/", views.answer, name="answer"),
    path(f"{STEP}back/", views.take_back, name="back"),
    path(f"{STEP}restart/", views.restart, name="restart"),
    path(f"{STEP}onward/", views.onward, name="onward"),
    path(f"{STEP}hint/", views.hint, name="hint"),
    path(f"{STEP}allowed/", views.allowed, name="allowed"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.shelf, name="shelf"),
    path("games/<game:game>/", include(game)),
]
