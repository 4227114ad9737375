"""Answers that a browser keeps as a file."""

from typing import Any

from django.http import JsonResponse


def json_file(name: str, said: Any) -> JsonResponse:
    """What is said, as a JSON file of this name that people can read too."""
    answer = JsonResponse(said, json_dumps_params={"indent": 2, "ensure_ascii": False})
    answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    return answer
