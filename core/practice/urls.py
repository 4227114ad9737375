from django.urls import include, path

from core.practice import views

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

urlpatterns = [
    path("", views.list_games_with_puzzles, name="home"),
    path("puzzle/<slug:code>/", include(puzzle)),
    path("<game:game>/", include(game)),
]
