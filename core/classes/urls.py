from django.urls import URLPattern, URLResolver, include, path

from core.classes.views import assignments, board, classes, homework, join, students

app_name = "classes"

enrolled = [
    path("", students.enrolled, name="enrolled"),
    path("rename/", students.rename, name="rename_pupil"),
    path("move/", students.move, name="move_pupil"),
    path("remove/", students.remove, name="remove_pupil"),
]

given: list[URLPattern | URLResolver] = [
    path("", assignments.assignment, name="assignment"),
    path("csv/", assignments.table_file, name="csv"),
    path("change/", assignments.change, name="change"),
    path("withdraw/", assignments.withdraw, name="withdraw"),
]

classroom: list[URLPattern | URLResolver] = [
    path("", classes.classroom, name="class"),
    path("add/", classes.add, name="add"),
    path("slips/", classes.slips, name="slips"),
    path("rules/", classes.rules, name="rules"),
    path("class.json", classes.download, name="download"),
    path("settings/", classes.settings, name="settings"),
    path("rename/", classes.rename, name="rename"),
    path("joining/", classes.renew, name="renew"),
    path("archive/", classes.archive, name="archive"),
    path("leave/", classes.leave, name="leave"),
    path("roster/<int:pupil>/", include(enrolled)),
    path("give/", assignments.give, name="give"),
    path("given/<slug:assignment>/", include(given)),
    path("live/", board.board, name="board"),
    path("pupil/<int:id>/", assignments.pupil, name="pupil"),
]

attended: list[URLPattern | URLResolver] = [
    path("", homework.mine, name="mine"),
    path("live/", board.follow, name="follow"),
    path("do/<slug:assignment>/", homework.do, name="do"),
]

urlpatterns = [
    path("teach/", classes.teach, name="teach"),
    path("teach/give/", assignments.give_some, name="give_some"),
    path("teach/guide/", classes.guide, name="guide"),
    path("teach/class/new/", classes.new, name="new"),
    path("teach/invite/<str:invitation>/", classes.invitation, name="invitation"),
    path("teach/class/<slug:code>/", include(classroom)),
    path("join/", join.join, name="join"),
    path("join/<str:slip>/", join.join_with, name="join_with"),
    path("class/<slug:code>/", include(attended)),
]
