"""Typed moves of Commune: from what people type to the game's own notation."""

from __future__ import annotations

from games.commune.ladder import ACE, KINDS, PLURAL, RANK_OF, SINGLE, TOPPED

_LETTERS = {**{str(value): value for value in range(2, 11)}, "t": 10, "j": 11, "q": 12, "k": 13, "a": ACE}
"""The rank for each number and letter that people type."""
_KINDS = {
    **{kind: kind for kind in KINDS},
    "twopair": "two-pair",
    "three": "trips",
    "full": "full-house",
    "four": "quads",
    "sf": "straight-flush",
}
"""The kind of hand for each word that people type, including short words."""


def normalize_typed_move(text: str) -> str:
    """Return a typed move in the game's notation: `declare pair K` becomes `pair kings`.

    Text that doesn't begin with a kind of hand is returned unchanged.
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
