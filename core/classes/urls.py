from django.urls import URLPattern, URLResolver, include, path

from core.classes.views import assignments, board, classes, homework, join, students

app_name = "classes"

enrolled = [
    path("", students.show_student, name="enrolled"),
    path("rename/", students.rename, name="rename_student"),
    path("move/", students.move, name="move_student"),
    path("remove/", students.remove, name="remove_student"),
]

given: list[URLPattern | URLResolver] = [
    path("", assignments.assignment, name="assignment"),
    path("csv/", assignments.download_results, name="csv"),
    path("change/", assignments.change, name="change"),
    path("withdraw/", assignments.withdraw, name="withdraw"),
]

classroom: list[URLPattern | URLResolver] = [
    path("", classes.classroom, name="class"),
    path("add/", classes.add_students, name="add"),
    path("slips/", classes.slips, name="slips"),
    path("rules/", classes.rules, name="rules"),
    path("class.json", classes.download, name="download"),
    path("settings/", classes.settings, name="settings"),
    path("rename/", classes.rename, name="rename"),
    path("joining/", classes.renew_code, name="renew"),
    path("archive/", classes.archive, name="archive"),
    path("leave/", classes.leave, name="leave"),
    path("roster/<int:student>/", include(enrolled)),
    path("give/", assignments.create_assignment, name="give"),
    path("given/<slug:assignment>/", include(given)),
    path("live/", board.board, name="board"),
    path("student/<int:id>/", assignments.show_student, name="student"),
]

attended: list[URLPattern | URLResolver] = [
    path("", homework.list_assignments, name="mine"),
    path("live/", board.follow_board, name="follow"),
    path("do/<slug:assignment>/", homework.continue_assignment, name="do"),
]

urlpatterns = [
    path("teach/", classes.list_classes, name="teach"),
    path("teach/give/", assignments.choose_class, name="give_some"),
    path("teach/guide/", classes.guide, name="guide"),
    path("teach/class/new/", classes.new, name="new"),
    path("teach/invite/<str:invitation>/", classes.accept_invitation, name="invitation"),
    path("teach/class/<slug:code>/", include(classroom)),
    path("join/", join.join, name="join"),
    path("join/<str:slip>/", join.join_with_code, name="join_with"),
    path("class/<slug:code>/", include(attended)),
]
