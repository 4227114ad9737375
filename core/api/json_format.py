"""Formats JSON for the documentation pages."""

from __future__ import annotations

import json
from typing import Any

WIDE = 100


def format_json(found: Any, indent: str = "") -> str:
    """Format a value as JSON on several lines. Objects and lists that fit on one line stay on one line."""
    flat = json.dumps(found, ensure_ascii=False)
    if len(flat) + len(indent) <= WIDE or not isinstance(found, dict | list) or not found:
        return flat
    inner = indent + "  "
    if isinstance(found, dict):
        lines = [f"{inner}{json.dumps(key)}: {format_json(value, inner)}" for key, value in found.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    return "[\n" + ",\n".join(f"{inner}{format_json(value, inner)}" for value in found) + f"\n{indent}]"
