from django.urls import URLPattern, URLResolver, include, path

from variants import views

app_name = "variants"

rule_set: list[URLPattern | URLResolver] = [
    path("", views.rule_set_detail, name="rules"),
    path("consequences/", views.consequences, name="consequences"),
    path("use/", views.use_rules, name="use"),
    path("rename/", views.rename, name="rename"),
    path("strike/", views.remove_from_list, name="strike"),
]

game: list[URLPattern | URLResolver] = [
    path("", views.game_form, name="game"),
    path("preview/", views.preview, name="preview"),
    path("foresee/", views.preview_consequences, name="foresee"),
    path("save/", views.save, name="save"),
    path("leave/", views.leave_link, name="leave"),
    path("reset/", views.reset_to_site, name="reset"),
    path("diff/<digest:one>/<digest:other>/", views.compare_rules, name="diff"),
    path("<digest:digest>/", include(rule_set)),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("<game:game>/", include(game)),
]
