from django.urls import include, path

from core.authoring.puzzles import embed_views, views

app_name = "workshop"

builder = [
    path("", views.show_puzzle_builder, name="builder"),
    path("change/", views.change_draft, name="change"),
    path("proof/", views.show_proof_progress, name="proof"),
    path("try/", views.try_draft, name="try"),
    path("publish/", views.publish_puzzle, name="publish"),
    path("withdraw/", views.withdraw_or_delete_puzzle, name="withdraw"),
    path("copy/", views.copy_puzzle, name="copy"),
    path("file.json", views.download_file, name="file"),
    path("print/", views.show_printable_puzzle, name="print"),
]

embed = [
    path("", embed_views.show_embedded_puzzle, name="embed"),
    path("answer/", embed_views.judge_answer, name="embed-answer"),
    path("move/", embed_views.make_move, name="embed-move"),
    path("picture.svg", embed_views.show_puzzle_picture, name="picture"),
]

urlpatterns = [
    path("teach/puzzles/", views.list_puzzles, name="shelf"),
    path("teach/puzzles/new/", views.create_puzzle, name="new"),
    path("teach/puzzle/<slug:code>/", include(builder)),
    path("puzzle/<slug:code>/", views.redirect_to_newest_version, name="item"),
    path("puzzle/<slug:code>/report/", views.report_error, name="report"),
    path("embed/<slug:code>/", include(embed)),
    path("oembed/", embed_views.show_oembed, name="oembed"),
]
