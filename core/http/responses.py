"""Answers that a browser keeps as a file."""

from typing import Any, TypeVar

from django.http import HttpResponse, JsonResponse

Response = TypeVar("Response", bound=HttpResponse)


def kept_as(name: str, answer: Response) -> Response:
    """The same answer, kept by a browser as a file of this name, which is plain ASCII."""
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def json_file(name: str, said: Any) -> JsonResponse:
    """Return what is said, as a JSON file of this name that people can read too."""
    return kept_as(f"{name}.json", JsonResponse(said, json_dumps_params={"indent": 2, "ensure_ascii": False}))
