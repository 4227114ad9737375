"""Names of bots, and numbers for players with the same name."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable

BOTS = ("Mira", "Anand", "Odile", "Tomas", "Leela", "Bruno", "Ines", "Kofi", "Saskia", "Ravi", "Nadia", "Emil")


def pick_bot_names(number: int, taken: Iterable[str] = ()) -> list[str]:
    """Return `number` different names for bots, none of which is in `taken`."""
    free = [name for name in BOTS if name not in set(taken)]
    return secrets.SystemRandom().sample(free, number)


def make_names_unique(names: Iterable[str]) -> list[str]:
    """Return names with numbers after equal names: Guest, Guest 2."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return found
