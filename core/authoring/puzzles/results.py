"""What the engine has found out about a draft: proven once, and kept with the draft until it asks something else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.puzzle import TOO_MANY, Puzzle, Unproven, Void
from games.errors import HouseError

Kept = dict[str, Any]
"""JSON: `asks`, the digest of what was asked, and results by name."""


class Results:
    """Results about a draft, by the digest of what it asks.

    They begin with what was `kept`; whatever is found out later is given to `keep`.
    """

    def __init__(self, kept: Mapping[str, Any] | None = None, keep: Callable[[Kept], None] | None = None) -> None:
        self._kept: Kept = dict(kept or {})
        self._keep = keep

    def get(self, asks: str, name: str, find: Callable[[], Any]) -> Any:
        """Return a result of this question as JSON, and find it out if that was not done before."""
        if self._kept.get("asks") != asks:
            self._kept = {"asks": asks}
        if name not in self._kept:
            self._kept[name] = find()
            if self._keep:
                self._keep(self._kept)
        return self._kept[name]


def prove(pose: Callable[[], Puzzle]) -> Kept:
    """Return the puzzle that is posed as JSON, or why there is none."""
    try:
        return {"puzzle": pose().to_json()}
    except Unproven:
        return {"unproven": True}
    except HouseError as refused:
        return {"void": str(refused)}


def read_proof(proof: Mapping[str, Any]) -> Puzzle:
    """Return the puzzle of what `prove` returned. Raises Void or Unproven if there is none."""
    if "puzzle" in proof:
        return Puzzle.from_json(proof["puzzle"])
    raise Unproven(TOO_MANY) if "unproven" in proof else Void(proof["void"])
