"""Names: what bots are called, and how players of the same name are told apart."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterable

BOTS = ("Mira", "Anand", "Odile", "Tomas", "Leela", "Bruno", "Ines", "Kofi", "Saskia", "Ravi", "Nadia", "Emil")


def bot_names(number: int, taken: Iterable[str] = ()) -> list[str]:
    """So many names for bots, all different."""
    free = [name for name in BOTS if name not in set(taken)]
    return secrets.SystemRandom().sample(free, number)


def unique_names(names: Iterable[str]) -> list[str]:
    """The same names, numbered where several are equal: Guest, Guest 2."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return found
