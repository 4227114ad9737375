from django.urls import include, path

from core.play import views

app_name = "play"

table = [
    path("", views.table, name="table"),
    path("board/", views.board, name="board"),
    path("move/", views.move, name="move"),
    path("back/", views.take_back, name="take_back"),
    path("deal/", views.deal, name="deal"),
    path("turning/", views.turning, name="turning"),
    path("forecast/", views.forecast, name="forecast"),
    path("allowed/", views.allowed, name="allowed"),
    path("last/", views.last, name="last"),
    path("rules/", views.rules, name="rules"),
    path("coach/", views.coach, name="coach"),
    path("coached/", views.let_coach, name="let_coach"),
    path("hint/", views.hint, name="hint"),
    path("leave/", views.leave, name="leave"),
    path("return/", views.come_back, name="return"),
    path("seat/<int:number>/bot/", views.put_bot, name="bot"),
    path("onlookers/", views.let_watch, name="let_watch"),
    path("again/", views.again, name="again"),
    path("record.json", views.record, name="record"),
    path("replay/", views.replay_start, name="replay_start"),
    path("replay/<int:number>/", views.replay, name="replay"),
]

urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("new/", views.new, name="new"),
    path("now/", views.now, name="now"),
    path("join/<slug:invite>/", views.join, name="join"),
    path("watch/<slug:link>/", views.watch, name="watch"),
    path("watch/<slug:link>/board/", views.watch_board, name="watch_board"),
    path("<slug:code>/", include(table)),
]
