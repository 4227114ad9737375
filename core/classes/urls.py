from django.urls import URLPattern, URLResolver, include, path

from core.classes.views import assignments, classes, homework, join, live_board, students

app_name = "classes"

enrolled = [
    path("", students.show_student, name="enrolled"),
    path("rename/", students.rename_student, name="rename_student"),
    path("move/", students.move_student, name="move_student"),
    path("remove/", students.remove_student, name="remove_student"),
]

given: list[URLPattern | URLResolver] = [
    path("", assignments.show_assignment_results, name="assignment"),
    path("csv/", assignments.download_results, name="csv"),
    path("change/", assignments.change_assignment, name="change"),
    path("withdraw/", assignments.withdraw_assignment, name="withdraw"),
]

classroom: list[URLPattern | URLResolver] = [
    path("", classes.show_class, name="class"),
    path("add/", classes.add_students, name="add"),
    path("slips/", classes.create_slips, name="slips"),
    path("rules/", classes.change_house_rules, name="rules"),
    path("class.json", classes.download_class, name="download"),
    path("settings/", classes.show_class_settings, name="settings"),
    path("rename/", classes.rename_class, name="rename"),
    path("joining/", classes.renew_code, name="renew"),
    path("archive/", classes.archive_or_restore_class, name="archive"),
    path("leave/", classes.leave_class, name="leave"),
    path("roster/<int:student>/", include(enrolled)),
    path("give/", assignments.create_assignment, name="give"),
    path("given/<slug:assignment>/", include(given)),
    path("live/", live_board.show_live_board, name="board"),
    path("student/<int:id>/", assignments.show_student_history, name="student"),
]

attended: list[URLPattern | URLResolver] = [
    path("", homework.list_assignments, name="mine"),
    path("live/", live_board.show_board_to_student, name="follow"),
    path("do/<slug:assignment>/", homework.continue_assignment, name="do"),
]

urlpatterns = [
    path("teach/", classes.list_classes, name="teach"),
    path("teach/give/", assignments.choose_class, name="give_some"),
    path("teach/guide/", classes.show_guide, name="guide"),
    path("teach/class/new/", classes.create_class, name="new"),
    path("teach/invite/<str:invitation>/", classes.accept_invitation, name="invitation"),
    path("teach/class/<slug:code>/", include(classroom)),
    path("join/", join.ask_for_join_code, name="join"),
    path("join/<str:slip>/", join.join_with_code, name="join_with"),
    path("class/<slug:code>/", include(attended)),
]
