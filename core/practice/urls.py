from django.urls import include, path

from core.practice import views

app_name = "practice"

puzzle = [
    path("", views.puzzle, name="puzzle"),
    path("answer/", views.answer, name="answer"),
    path("move/", views.move, name="move"),
    path("undo/", views.undo, name="undo"),
    path("hint/", views.hint, name="hint"),
]

game = [
    path("", views.game, name="game"),
    path("new/", views.create_puzzle, name="fresh"),
    path("start-over/", views.reset_rating, name="start_over"),
    path("review/", views.start_review, name="review"),
    path("plan/", views.set_review_plan, name="plan"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("puzzle/<slug:code>/", include(puzzle)),
    path("<game:game>/", include(game)),
]
