from django.urls import include, path

from core.play import views

app_name = "play"

table = [
    path("", views.table_page, name="table"),
    path("board/", views.board_part, name="board"),
    path("move/", views.make_move, name="move"),
    path("back/", views.undo_move, name="take_back"),
    path("deal/", views.begin_next_deal, name="deal"),
    path("turning/", views.control_autoplay, name="turning"),
    path("forecast/", views.save_player_forecast, name="forecast"),
    path("allowed/", views.show_legal_moves, name="allowed"),
    path("last/", views.show_last_trick, name="last"),
    path("rules/", views.redirect_to_rules, name="rules"),
    path("coach/", views.show_coach_advice, name="coach"),
    path("review/", views.show_hand_review, name="review"),
    path("coached/", views.switch_coach, name="let_coach"),
    path("hint/", views.show_hint, name="hint"),
    path("leave/", views.leave_table, name="leave"),
    path("return/", views.return_to_table, name="return"),
    path("seat/<int:number>/bot/", views.seat_bot, name="bot"),
    path("onlookers/", views.switch_spectator_link, name="let_watch"),
    path("again/", views.play_again, name="again"),
    path("record.json", views.download_record, name="record"),
    path("replay/", views.redirect_to_replay_start, name="replay_start"),
    path("replay/<int:number>/", views.replay, name="replay"),
    path("replay/<int:number>/coach/", views.show_replay_marks, name="replay_marks"),
]

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("new/", views.create_table_from_form, name="new"),
    path("now/", views.play_now, name="now"),
    path("join/<slug:invite>/", views.join_table, name="join"),
    path("watch/<slug:link>/", views.watch_table, name="watch"),
    path("watch/<slug:link>/board/", views.watch_board, name="watch_board"),
    path("<slug:code>/", include(table)),
]
