"""Who has the best hand when hands are shown, and how chips are shared among those who are level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kit.poker import Key


def best_hands(keys: Mapping[int, Key]) -> tuple[int, ...]:
    """The seats whose hand is the best one, in the order of the keys."""
    most = max(keys.values())
    return tuple([seat for seat, key in keys.items() if key == most])


def shared(chips: int, winners: Sequence[int], odd: bool = False) -> tuple[dict[int, int], int]:
    """Return what each winner gets of these chips, the same for all, and what does not divide.

    Where `odd` chips are given out too, they go one each to the winners who come first, and nothing is left.
    """
    share, rest = divmod(chips, len(winners))
    if not odd:
        return dict.fromkeys(winners, share), rest
    return {seat: share + (place < rest) for place, seat in enumerate(winners)}, 0
