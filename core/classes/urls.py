from django.urls import URLPattern, URLResolver, include, path

from core.classes import board, class_views, homework, join_views, pupil_views, teaching

app_name = "classes"

enrolled = [
    path("", pupil_views.enrolled, name="enrolled"),
    path("rename/", pupil_views.rename, name="rename_pupil"),
    path("move/", pupil_views.move, name="move_pupil"),
    path("remove/", pupil_views.remove, name="remove_pupil"),
]

given: list[URLPattern | URLResolver] = [
    path("", teaching.assignment, name="assignment"),
    path("csv/", teaching.table_file, name="csv"),
    path("change/", teaching.change, name="change"),
    path("withdraw/", teaching.withdraw, name="withdraw"),
]

classroom: list[URLPattern | URLResolver] = [
    path("", class_views.classroom, name="class"),
    path("add/", class_views.add, name="add"),
    path("slips/", class_views.slips, name="slips"),
    path("rules/", class_views.rules, name="rules"),
    path("class.json", class_views.download, name="download"),
    path("settings/", class_views.settings, name="settings"),
    path("rename/", class_views.rename, name="rename"),
    path("joining/", class_views.renew, name="renew"),
    path("archive/", class_views.archive, name="archive"),
    path("leave/", class_views.leave, name="leave"),
    path("roster/<int:pupil>/", include(enrolled)),
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
    path("teach/", class_views.teach, name="teach"),
    path("teach/give/", teaching.give_some, name="give_some"),
    path("teach/guide/", class_views.guide, name="guide"),
    path("teach/class/new/", class_views.new, name="new"),
    path("teach/invite/<str:invitation>/", class_views.invitation, name="invitation"),
    path("teach/class/<slug:code>/", include(classroom)),
    path("join/", join_views.join, name="join"),
    path("join/<str:slip>/", join_views.join_with, name="join_with"),
    path("class/<slug:code>/", include(attended)),
]
