from django.urls import URLPattern, URLResolver, include, path

from variants import views

app_name = "variants"

rule_set: list[URLPattern | URLResolver] = [
    path("", views.rule_set_detail, name="rules"),
    path("consequences/", views.show_consequences, name="consequences"),
    path("use/", views.use_rules, name="use"),
    path("rename/", views.rename_rule_set, name="rename"),
    path("strike/", views.remove_rule_set_from_list, name="strike"),
]

game: list[URLPattern | URLResolver] = [
    path("", views.show_rules_form, name="game"),
    path("preview/", views.preview_rules, name="preview"),
    path("foresee/", views.preview_consequences, name="foresee"),
    path("save/", views.save_rules, name="save"),
    path("leave/", views.stop_using_link_rules, name="leave"),
    path("reset/", views.reset_to_site_rules, name="reset"),
    path("diff/<digest:one>/<digest:other>/", views.compare_rules, name="diff"),
    path("<digest:digest>/", include(rule_set)),
]

urlpatterns = [
    path("", views.house_rules_home, name="home"),
    path("<game:game>/", include(game)),
]
