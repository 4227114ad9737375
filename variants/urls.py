from django.urls import URLPattern, URLResolver, include, path

from variants import views

app_name = "variants"

rule_set: list[URLPattern | URLResolver] = [
    path("", views.rules, name="rules"),
    path("consequences/", views.consequences, name="consequences"),
    path("use/", views.use, name="use"),
    path("rename/", views.rename, name="rename"),
    path("strike/", views.strike, name="strike"),
]

game: list[URLPattern | URLResolver] = [
    path("", views.game, name="game"),
    path("preview/", views.preview, name="preview"),
    path("foresee/", views.foresee, name="foresee"),
    path("save/", views.save, name="save"),
    path("leave/", views.leave, name="leave"),
    path("reset/", views.reset, name="reset"),
    path("diff/<digest:one>/<digest:other>/", views.diff, name="diff"),
    path("<digest:digest>/", include(rule_set)),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("<game:game>/", include(game)),
]
