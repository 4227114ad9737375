from django.urls import URLPattern, URLResolver, include, path

from core.classes import board, homework, teaching

app_name = "classes"

given: list[URLPattern | URLResolver] = [
    path("", teaching.assignment, name="assignment"),
    path("csv/", teaching.table_file, name="csv"),
    path("change/", teaching.change, name="change"),
    path("withdraw/", teaching.withdraw, name="withdraw"),
]

taught: list[URLPattern | URLResolver] = [
    path("", teaching.classroom, name="class"),
    path("give/", teaching.give, name="give"),
    path("given/<slug:assignment>/", include(given)),
    path("live/", board.board, name="board"),
    path("pupil/<int:id>/", teaching.pupil, name="pupil"),
]

attended: list[URLPattern | URLResolver] = [
    path("", homework.mine, name="mine"),
    path("live/", board.follow, name="follow"),
    path("do/<slug:assignment>/", homework.do, name="do"),
]

urlpatterns = [
    path("teach/class/<slug:code>/", include(taught)),
    path("class/<slug:code>/", include(attended)),
]
