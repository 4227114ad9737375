from django.urls import include, path

from core.workshop import collection_views, embedding, views

app_name = "workshop"

builder = [
    path("", views.builder, name="builder"),
    path("change/", views.change, name="change"),
    path("try/", views.try_it, name="try"),
    path("publish/", views.publish, name="publish"),
    path("withdraw/", views.withdraw, name="withdraw"),
    path("copy/", views.copy, name="copy"),
    path("file.json", views.file, name="file"),
    path("print/", views.print_it, name="print"),
]

embed = [
    path("", embedding.embed, name="embed"),
    path("answer/", embedding.answer, name="embed-answer"),
    path("move/", embedding.move, name="embed-move"),
    path("picture.svg", embedding.picture, name="picture"),
]

collection = [
    path("", collection_views.arrange, name="arrange"),
    path("rename/", collection_views.rename, name="collection_rename"),
    path("delete/", collection_views.delete, name="collection_delete"),
    path("copy/", collection_views.copy, name="collection_copy"),
    path("add/", collection_views.add, name="collection_add"),
    path("entry/<int:entry>/move/", collection_views.move, name="entry_move"),
    path("entry/<int:entry>/remove/", collection_views.remove, name="entry_remove"),
    path("entry/<int:entry>/renew/", collection_views.renew, name="entry_renew"),
]

urlpatterns = [
    path("teach/puzzles/", views.shelf, name="shelf"),
    path("teach/puzzles/new/", views.new, name="new"),
    path("teach/puzzle/<slug:code>/", include(builder)),
    path("teach/collections/", collection_views.collections, name="collections"),
    path("teach/collection/<slug:code>/", include(collection)),
    path("collection/<slug:code>/", collection_views.collection, name="collection"),
    path("collection/<slug:code>/next/", collection_views.following, name="collection_next"),
    path("puzzle/<slug:code>/", views.item, name="item"),
    path("puzzle/<slug:code>/report/", views.report, name="report"),
    path("embed/<slug:code>/", include(embed)),
    path("oembed/", embedding.oembed, name="oembed"),
]
