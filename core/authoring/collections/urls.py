from django.urls import include, path

from core.authoring.collections import views

app_name = "collections"

collection = [
    path("", views.edit_collection, name="arrange"),
    path("rename/", views.rename_collection, name="rename"),
    path("delete/", views.delete_collection, name="delete"),
    path("copy/", views.copy_collection, name="copy"),
    path("add/", views.add_entry, name="add"),
    path("<game:game>/course.zip", views.download_course, name="course"),
    path("entry/<int:entry>/move/", views.move_entry, name="move"),
    path("entry/<int:entry>/remove/", views.remove_entry, name="remove"),
    path("entry/<int:entry>/renew/", views.update_entry_version, name="renew"),
]

urlpatterns = [
    path("teach/collections/", views.list_collections, name="shelf"),
    path("teach/collection/<slug:code>/", include(collection)),
    path("collection/<slug:code>/", views.show_collection, name="collection"),
    path("collection/<slug:code>/next/", views.redirect_to_next_entry, name="next"),
]
