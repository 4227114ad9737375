from django.urls import include, path

from core.authoring.lessons import views

app_name = "lessons"

editor = [
    path("", views.editor, name="editor"),
    path("change/", views.change, name="change"),
    path("publish/", views.publish_lesson, name="publish"),
    path("withdraw/", views.withdraw, name="withdraw"),
    path("copy/", views.copy, name="copy"),
    path("file.toml", views.download_file, name="file"),
]

urlpatterns = [
    path("teach/lessons/", views.list_lessons, name="shelf"),
    path("teach/lessons/new/", views.new, name="new"),
    path("teach/lessons/<game:game>/course.zip", views.download_course, name="course"),
    path("teach/lesson/<slug:code>/", include(editor)),
    path("lesson/<slug:code>/", views.lesson, name="lesson"),
]
