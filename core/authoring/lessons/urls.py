from django.urls import include, path

from core.authoring.lessons import views

app_name = "lessons"

editor = [
    path("", views.show_lesson_editor, name="editor"),
    path("change/", views.change_draft, name="change"),
    path("publish/", views.publish_lesson, name="publish"),
    path("withdraw/", views.withdraw_or_delete_lesson, name="withdraw"),
    path("copy/", views.copy_lesson, name="copy"),
    path("file.toml", views.download_file, name="file"),
]

urlpatterns = [
    path("teach/lessons/", views.list_lessons, name="shelf"),
    path("teach/lessons/new/", views.create_lesson, name="new"),
    path("teach/lessons/<game:game>/course.zip", views.download_course, name="course"),
    path("teach/lesson/<slug:code>/", include(editor)),
    path("lesson/<slug:code>/", views.redirect_to_newest_version, name="lesson"),
]
