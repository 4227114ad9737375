"""The pages of the site, and an empty one behind the same middleware."""

from django.http import HttpRequest, HttpResponse
from django.urls import include, path


def empty(request: HttpRequest) -> HttpResponse:
    return HttpResponse()


urlpatterns = [path("empty/", empty), path("", include("core.urls"))]
