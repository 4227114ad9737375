from django.urls import include, path

from core.authoring.collections import views

app_name = "collections"

collection = [
    path("", views.edit_collection, name="arrange"),
    path("rename/", views.rename, name="rename"),
    path("delete/", views.delete, name="delete"),
    path("copy/", views.copy, name="copy"),
    path("add/", views.add, name="add"),
    path("<game:game>/course.zip", views.download_course, name="course"),
    path("entry/<int:entry>/move/", views.move, name="move"),
    path("entry/<int:entry>/remove/", views.remove, name="remove"),
    path("entry/<int:entry>/renew/", views.renew, name="renew"),
]

urlpatterns = [
    path("teach/collections/", views.list_collections, name="shelf"),
    path("teach/collection/<slug:code>/", include(collection)),
    path("collection/<slug:code>/", views.collection, name="collection"),
    path("collection/<slug:code>/next/", views.go_to_next, name="next"),
]
