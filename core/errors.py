"""What a visitor reads, and a program gets, when something is wrong."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import render_to_string

TITLES = {
    400: "That request makes no sense",
    403: "Not yours to see",
    404: "No such page",
    500: "Something broke on our side",
}
PLAIN = "<!doctype html><title>{title}</title><h1>{title}</h1><p><a href='/'>Back to House Rules</a></p>"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 400, "The request could not be read.")


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 403, "You may not do this.")


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return _answer(request, 403, "The page was too old to be sent. Load it again and repeat the last step.")


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return _answer(request, 404, "There is nothing at this address.")


def server_error(request: HttpRequest) -> HttpResponse:
    return _answer(request, 500, "The error has been noted. Nothing you did is lost; try again in a moment.")


def problem(status: int, detail: str) -> JsonResponse:
    """An error for a program, as RFC 9457 describes it."""
    body = {"type": "about:blank", "title": TITLES[status], "status": status, "detail": detail}
    return JsonResponse(body, status=status, content_type="application/problem+json")


def _answer(request: HttpRequest, status: int, detail: str) -> HttpResponse:
    if request.path.startswith("/api/"):
        return problem(status, detail)
    return HttpResponse(_page(request, status, detail), status=status)


def _page(request: HttpRequest, status: int, detail: str) -> str:
    context = {"title": TITLES[status], "detail": detail}
    if status == 500:
        return _plainly(context)
    return render_to_string(f"errors/{status}.html", context, request)


def _plainly(context: dict[str, str]) -> str:
    """The page without the request: after an error, nothing may look up the visitor or the database again."""
    try:
        return render_to_string("errors/500.html", context)
    except (TemplateDoesNotExist, TemplateSyntaxError):
        return PLAIN.format(**context)
