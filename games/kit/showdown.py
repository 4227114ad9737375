"""The showdown: which hands are best, and how tied winners share the chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.kit.poker import Key


def list_best_seats(keys: Mapping[int, Key]) -> tuple[int, ...]:
    """Return the seats with the best hand, in the order of `keys`.

    `keys` maps each seat to the key of its hand, a tuple of numbers. A better hand has a larger key.
    """
    most = max(keys.values())
    return tuple([seat for seat, key in keys.items() if key == most])


def share_chips(chips: int, winners: Sequence[int], odd: bool = False) -> tuple[dict[int, int], int]:
    """Return each winner's equal share of the chips, and the chips left over.

    With `odd`, the first winners get one of the leftover chips each, so none are left.
    """
    share, rest = divmod(chips, len(winners))
    if not odd:
        return dict.fromkeys(winners, share), rest
    return {seat: share + (place < rest) for place, seat in enumerate(winners)}, 0
