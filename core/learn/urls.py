from django.urls import URLPattern, URLResolver, include, path

from core.learn import rulebook_views, views

app_name = "learn"

STEP = "course/<slug:lesson>/<slug:id>/"
game: list[URLPattern | URLResolver] = [
    path("", views.game_page, name="game"),
    path("rules/", views.rulebook_page, name="rulebook"),
    path("rules/print/", views.printable_rules_page, name="print"),
    path("rules/ask/", rulebook_views.search_rules, name="ask"),
    path("rules/try/<str:clause>/", rulebook_views.try_example, name="example"),
    path("course/", views.course_page, name="course"),
    path("start-over/", views.restart_course, name="start_over"),
    path("course/<slug:lesson>/", views.resume_lesson, name="lesson"),
    path("course/<slug:lesson>/done/", views.lesson_done_page, name="done"),
    path("course/<slug:lesson>/read/", views.read_lesson, name="read"),
    path(STEP, views.step_page, name="step"),
    path(f"{STEP}move/", views.make_move, name="move"),
    path(f"{STEP}answer/", views.answer_step, name="answer"),
    path(f"{STEP}back/", views.undo_move, name="back"),
    path(f"{STEP}restart/", views.restart_step, name="restart"),
    path(f"{STEP}onward/", views.continue_to_next_step, name="onward"),
    path(f"{STEP}hint/", views.show_hints, name="hint"),
    path(f"{STEP}allowed/", views.show_legal_moves, name="allowed"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("games/", views.list_games, name="shelf"),
    path("games/<game:game>/", include(game)),
]
