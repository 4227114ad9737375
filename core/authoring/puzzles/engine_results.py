"""Results that the engine computes for a draft, such as its proof.

They're stored with the draft until its question changes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine.puzzle import TOO_MANY, Puzzle, Unproven, VoidPuzzle
from games.errors import RulesError

Kept = dict[str, Any]
"""The stored JSON: `asks` is the digest of the question, and the other keys are results by name."""


class DraftEngineResults:
    """The results that the engine has computed for a draft's current question, such as its proof.

    `kept` are the stored results. When a result is added, `keep` is called with all results, to store them.
    """

    def __init__(self, kept: Mapping[str, Any] | None = None, keep: Callable[[Kept], None] | None = None) -> None:
        self._kept: Kept = dict(kept or {})
        self._keep = keep

    def get_or_compute_result(self, asks: str, name: str, find: Callable[[], Any]) -> Any:
        """Return the stored result with this name, as JSON. If there is none, call `find` to compute it, and store it.

        `asks` is the digest (hash) of the draft's question. If the stored results are about another question, they are
        all discarded.
        """
        if self._kept.get("asks") != asks:
            self._kept = {"asks": asks}
        if name not in self._kept:
            self._kept[name] = find()
            if self._keep:
                self._keep(self._kept)
        return self._kept[name]


def build_proof_json(pose: Callable[[], Puzzle]) -> Kept:
    """Call `pose`, a function that verifies a puzzle, and return the result as JSON.

    It's the puzzle, or the reason why the puzzle is impossible or couldn't be verified.
    """
    try:
        return {"puzzle": pose().to_json()}
    except Unproven:
        return {"unproven": True}
    except RulesError as refused:
        return {"void": str(refused)}


def parse_proven_puzzle(proof: Mapping[str, Any]) -> Puzzle:
    """Load a verified puzzle from JSON that `build_proof_json` has made.

    Raises VoidPuzzle if the puzzle is impossible, and Unproven if it couldn't be verified.
    """
    if "puzzle" in proof:
        return Puzzle.from_json(proof["puzzle"])
    raise Unproven(TOO_MANY) if "unproven" in proof else VoidPuzzle(proof["void"])
