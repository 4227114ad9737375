"""Moves of Commune: in words as a list says them, and as people may type them."""

from __future__ import annotations

from games.commune.ladder import ACE, KINDS, PLURAL, RANK_OF, SINGLE, TOPPED

_LETTERS = {**{str(value): value for value in range(2, 11)}, "t": 10, "j": 11, "q": 12, "k": 13, "a": ACE}
_KINDS = {
    **{kind: kind for kind in KINDS},
    "twopair": "two-pair",
    "three": "trips",
    "full": "full-house",
    "four": "quads",
    "sf": "straight-flush",
}
"""The kinds of hand, and shorter names for some."""


def canonical(text: str) -> str:
    """A move as the game writes it, from one as people type it: `declare pair K` is `pair kings`.

    Anything that is not a kind of hand with ranks is left as it is.
    """
    tokens = text.split()
    if tokens[:1] == ["declare"]:
        tokens = tokens[1:]
    if not tokens or tokens[0] not in _KINDS:
        return text
    kind = _KINDS[tokens[0]]
    names = SINGLE if kind in TOPPED or kind == "high" else PLURAL
    written = [kind]
    for token in tokens[1:]:
        value = RANK_OF.get(token) or _LETTERS.get(token.lower())
        written.append(names[value - 2] if value else token)
    return " ".join(written)
