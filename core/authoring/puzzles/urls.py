from django.urls import include, path

from core.authoring.puzzles import embed_views, views

app_name = "workshop"

builder = [
    path("", views.builder, name="builder"),
    path("change/", views.change, name="change"),
    path("proof/", views.proof, name="proof"),
    path("try/", views.try_draft, name="try"),
    path("publish/", views.publish, name="publish"),
    path("withdraw/", views.withdraw, name="withdraw"),
    path("copy/", views.copy, name="copy"),
    path("file.json", views.download_file, name="file"),
    path("print/", views.print_sheet, name="print"),
]

embed = [
    path("", embed_views.embed, name="embed"),
    path("answer/", embed_views.answer, name="embed-answer"),
    path("move/", embed_views.move, name="embed-move"),
    path("picture.svg", embed_views.picture, name="picture"),
]

urlpatterns = [
    path("teach/puzzles/", views.list_puzzles, name="shelf"),
    path("teach/puzzles/new/", views.new, name="new"),
    path("teach/puzzle/<slug:code>/", include(builder)),
    path("puzzle/<slug:code>/", views.item, name="item"),
    path("puzzle/<slug:code>/report/", views.report, name="report"),
    path("embed/<slug:code>/", include(embed)),
    path("oembed/", embed_views.oembed, name="oembed"),
]
