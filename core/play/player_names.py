"""Names for bots, and numbers for players with the same name."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence

BOTS = ("Mira", "Anand", "Odile", "Tomas", "Leela", "Bruno", "Ines", "Kofi", "Saskia", "Ravi", "Nadia", "Emil")
NAMESAKES = {"learner": "Mira", "steady": "Ravi", "strong": "Odile"}
"""The name of the first bot of each level at a table, which is also its name in the lobby."""


def pick_bot_names(levels: Sequence[str], taken: Iterable[str] = ()) -> list[str]:
    """Pick a different name for a bot of each of these levels. None of the names is in `taken`.

    The first bot of a level gets the level's own name, such as “Ravi”, if it isn't taken. All others get random names.
    """
    used = set(taken)
    others = [name for name in BOTS if name not in {*NAMESAKES.values(), *used}]
    secrets.SystemRandom().shuffle(others)
    names = []
    for level in levels:
        namesake = NAMESAKES.get(level)
        names.append(namesake if namesake and namesake not in used else others.pop())
        used.add(names[-1])
    return names


def make_names_unique(names: Iterable[str]) -> list[str]:
    """Return these names with a number after each name that has occurred before: Guest, Guest 2."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return found
