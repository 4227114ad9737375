"""The root URLconf."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from core.http import web_app
from core.infra import health

admin.site.site_header = admin.site.site_title = "House Rules"
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # one way in, with its limits
admin.site.index_title = "The house"

urlpatterns = [
    path("", include("core.learn.urls")),
    path("practice/", include("core.practice.urls")),
    path("", include("core.authoring.puzzles.urls")),
    path("", include("core.authoring.lessons.urls")),
    path("", include("core.authoring.collections.urls")),
    path("play/", include("core.play.urls")),
    path("rules/", include("variants.urls")),
    path("", include("core.classes.urls")),
    path("", include("core.people.urls")),
    path("", include("core.reminders.urls")),
    path("account/", include("allauth.urls")),
    path("", include("core.api.urls")),
    path("admin/", admin.site.urls),
    path("manifest.webmanifest", web_app.manifest, name="manifest"),
    path("service-worker.js", web_app.service_worker, name="service_worker"),
    path("offline/", web_app.offline_page, name="offline"),
    path("health/live", health.report_liveness),
    path("health/ready", health.report_readiness),
]

handler400 = "core.http.error_views.bad_request"
handler403 = "core.http.error_views.forbidden"
handler404 = "core.http.error_views.not_found"
handler429 = "core.http.error_views.too_many_requests"  # allauth looks here for it
handler500 = "core.http.error_views.server_error"
