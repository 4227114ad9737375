"""Responses that a browser saves as a file."""

from typing import Any, TypeVar

from django.http import HttpResponse, JsonResponse

Response = TypeVar("Response", bound=HttpResponse)


def mark_as_download(name: str, answer: Response) -> Response:
    """Add a header that makes a browser save the response as a file, and return it. `name` has to be plain ASCII."""
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def build_json_download(name: str, said: Any) -> JsonResponse:
    """Return a response that downloads `said` as an indented JSON file. `name` is the file's name without extension."""
    return mark_as_download(f"{name}.json", JsonResponse(said, json_dumps_params={"indent": 2, "ensure_ascii": False}))
