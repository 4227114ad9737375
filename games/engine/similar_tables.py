"""Tables that differ slightly from a given table: in a number, a word, a seat, or the place of a card.

A question is fair only if no table that looks the same has a different answer. Only possible tables count: changes that
can't be loaded as a position are skipped.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice, product
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from games.cards import UNKNOWN, Card, parse_cards
from games.engine.state import State
from games.engine.state_parts import Seat, SeatOrNone, Seats
from games.engine.work_limits import spend_steps
from games.errors import RulesError

if TYPE_CHECKING:
    from games.engine.game import Game

T = TypeVar("T")
Path = tuple[str | int, ...]
Change = Mapping[Path, Any]
"""A change to a position: a dict from the path of each changed value to the new value."""

FIXED = ("game", "options", "seats")
"""The keys of a position that are never changed, because a page always shows them."""
CARDS_MOVED = 40
"""The maximum number of known cards to move, of pairs of cards to swap, and of known cards to replace."""
BACKS_MOVED = 120
"""The maximum number of face-down cards to move."""
PAIRS, LOOKED_AT = 80, 400
"""The maximum number of pairs in each group of `_combine_changes_in_pairs`, and of candidate pairs to check."""
LIST_CHANGES = 240
"""The maximum number of swaps of two list entries, and of entries replaced by another entry of the same list."""
STEPS, PARTS_A_STEP = 40, 3
"""The steps charged for one table: `STEPS`, plus one for every `PARTS_A_STEP` parts of the position."""
_NUMBER = re.compile(r"(?<![\w-])\d+(?!\w)")


def list_similar_tables(game: Game[Any], state: State) -> Iterator[State]:
    """Yield tables that differ slightly from what seat 0 knows of this table.

    Tables with one change come first. If a change makes the table impossible, tables with this change and a second one
    are tried, too. The results for a table are always the same.
    """
    position, number = game.build_view(state, 0).position, len(state.list_cards())
    rng = Random(json.dumps(position, sort_keys=True))
    changes, not_alone = list(_list_position_changes(game, position, state.seats, state.deck, rng)), list[Change]()
    steps = STEPS + sum(1 for _ in _list_position_parts(position, ())) // PARTS_A_STEP
    for change in changes:
        spend_steps(steps)
        table = _load_changed_table(game, position, change, number)
        if table is not None:
            yield table
        else:
            not_alone.append(change)
    seat_pairs = _combine_changes_of_seats(game, not_alone, changes)
    for first, second in chain(seat_pairs, _combine_changes_in_pairs(not_alone, changes, rng)):
        spend_steps(steps)
        table = _load_changed_table(game, position, {**first, **second}, number)
        if table is not None:
            yield table


def _combine_changes_of_seats(
    game: Game[Any], not_alone: Sequence[Change], changes: Sequence[Change]
) -> Iterator[tuple[Change, Change]]:
    """Yield pairs of changes to seats that might be possible only together.

    For example, a player who gets the turn often gets a debt or bid with it, and isn't among the players who have
    already acted. First come pairs of changes to a single seat, such as whose turn it is. Then come pairs of a change
    to a list of seats, such as those that have acted, and a change to a single seat. `not_alone` has the changes that
    are impossible alone. Changes to a single seat come only from there. There are at most PAIRS pairs of each type.
    """
    of_seats = [change for change in not_alone if _is_change_of_part(game, change, (Seat, SeatOrNone))]
    of_lists = [change for change in changes if _is_change_of_part(game, change, (Seats,))]
    for pairs in (combinations(of_seats, 2), product(of_lists, of_seats)):
        yield from islice((pair for pair in pairs if not pair[0].keys() & pair[1].keys()), PAIRS)


def _is_change_of_part(game: Game[Any], change: Change, kinds: tuple[type, ...]) -> bool:
    """Return whether a change only replaces whole values of state parts of these types (`kinds`)."""
    return all(len(path) == 1 and isinstance(game.state.keys.get(str(path[0])), kinds) for path in change)


def _combine_changes_in_pairs(
    not_alone: Sequence[Change], changes: Sequence[Change], rng: Random
) -> Iterator[tuple[Change, Change]]:
    """Yield pairs of changes: one that is impossible by itself (`not_alone`), and one that changes something else.

    First come pairs whose second change replaces a single value, then pairs whose second change replaces several values
    (cards). Each group has at most PAIRS pairs, chosen at random.
    """
    others = [change for change in changes if len(change) == 1], [change for change in changes if len(change) > 1]
    for among in others:
        number = len(not_alone) * len(among)
        places = rng.sample(range(number), min(LOOKED_AT, number))
        pairs = ((not_alone[place // len(among)], among[place % len(among)]) for place in places)
        yield from islice((pair for pair in pairs if not pair[0].keys() & pair[1].keys()), PAIRS)


def _load_changed_table(game: Game[Any], position: Mapping[str, Any], change: Change, number: int) -> State | None:
    """Load the table after a change to a position.

    Returns None if the changed position is invalid, or if it doesn't have `number` cards.
    """
    changed: Any = position
    with suppress(LookupError):  # the other change has removed the place of this one
        for path, value in change.items():
            changed = _replace_value_at_path(changed, path, value)
    with suppress(RulesError):
        table: State = game.load_position(changed)
        return table if len(table.list_cards()) == number else None
    return None


def _replace_value_at_path(part: Any, path: Path, value: Any) -> Any:
    """Return a copy of a position, or of a part of it, with a new value at this path.

    The path is the keys and indexes that lead to the value.
    """
    if not path:
        return value
    inner = _replace_value_at_path(part[path[0]], path[1:], value)
    if isinstance(part, list):
        place = int(path[0])
        return [*part[:place], inner, *part[place + 1 :]]
    return {**part, path[0]: inner}


def _list_position_changes(
    game: Game[Any], position: Mapping[str, Any], seats: int, pack: Iterable[Card], rng: Random
) -> Iterator[Change]:
    words = {key: set(schema.get("enum", ())) for key, schema in game.position_schema["properties"].items()}
    texts: dict[Path, list[str]] = {}
    for path, value, beside in _list_position_parts(position, ()):
        if isinstance(value, str) and _is_text_of_cards(value):
            texts[path] = value.split()
        for other in _list_other_values(value, beside, words.get(str(path[0]), set()), seats, rng):
            yield {path: other}
    yield from _list_changes_moving_cards(texts, rng)
    yield from _list_changes_replacing_cards(texts, [card.code for card in pack], rng)


def _list_position_parts(part: Any, path: Path) -> Iterator[tuple[Path, Any, set[Any]]]:
    """Yield (path, value, strings) for each value in a position, including those inside lists and objects.

    The path is the keys and indexes that lead to the value. If the value is in a list, `strings` is the set of all
    strings in that list, otherwise it's empty. `part` is the position, or a list or object in it to which `path` leads.
    Keys in FIXED are left out. So are all results of deals except the last, because no page shows them.
    """
    items = part.items() if isinstance(part, dict) else enumerate(part)
    beside = {value for value in part if isinstance(value, str)} if isinstance(part, list) else set()
    for key, value in items:
        if (not path and key in FIXED) or (path[-1:] == ("results",) and key != len(part) - 1):
            continue
        yield (*path, key), value, beside
        if isinstance(value, dict | list):
            yield from _list_position_parts(value, (*path, key))


def _is_text_of_cards(text: str) -> bool:
    with suppress(RulesError):
        return len(parse_cards(text)) == len(text.split())
    return False


def _list_other_values(value: Any, beside: set[str], words: set[str], seats: int, rng: Random) -> Iterator[Any]:
    """Yield values that could replace a value in a position.

    A flag is reversed, a number is replaced with a similar one or a seat, and null with a seat. A string without cards
    is replaced with one of `words` (those that the schema allows) or `beside` (the strings in the same list). Numbers
    in a string are replaced, too. A list can lose an entry, get another seat, or have two entries swapped. If there are
    many words or swaps, only a random sample is tried.
    """
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from _list_near_numbers(value, seats)
    elif value is None:
        yield from range(seats)
    elif isinstance(value, str):
        if not _is_text_of_cards(value) or not value:
            most = LIST_CHANGES // len(beside) if beside else LIST_CHANGES
            yield from _sample_values(sorted((beside | words) - {value}, key=str), most, rng)
        for found in _NUMBER.finditer(value):
            for number in _list_near_numbers(int(found[0]), seats):
                yield f"{value[: found.start()]}{number}{value[found.end() :]}"
    elif isinstance(value, list):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        for place, other in _sample_values([*combinations(range(len(value)), 2)], LIST_CHANGES, rng):
            if value[place] != value[other] and isinstance(value[place], str | list):
                swapped = list(value)
                swapped[place], swapped[other] = value[other], value[place]
                yield swapped
        if all(type(one) is int for one in value):
            yield from ([*value, seat] for seat in range(seats))


def _sample_values(values: Sequence[T], most: int, rng: Random) -> Sequence[T]:
    """Return these values, or a random sample of `most` of them if there are more."""
    return values if len(values) <= most else rng.sample(values, most)


def _list_near_numbers(number: int, seats: int) -> list[int]:
    """Return the numbers just above and below a number and, if it could be a seat, all other seats."""
    return sorted({number - 1, number + 1, *(range(seats) if 0 <= number < seats else ())} - {number})


def _list_changes_moving_cards(texts: Mapping[Path, list[str]], rng: Random) -> Iterator[Change]:
    """Yield changes that move a known or unknown card to a different place, or that swap two cards.

    `texts` has the card codes in each place of the position, by path.
    """
    pairs = [(one, other) for one in texts for other in texts if one != other]
    backs = [(one, other, texts[one].index(UNKNOWN.code)) for one, other in pairs if UNKNOWN.code in texts[one]]
    known = [(one, other, rng.randrange(len(texts[one]))) for one, other in pairs if texts[one]]
    moved = [*rng.sample(backs, min(BACKS_MOVED, len(backs))), *rng.sample(known, min(CARDS_MOVED, len(known)))]
    for one, other, place in moved:
        left, card = [*texts[one][:place], *texts[one][place + 1 :]], texts[one][place]
        yield {one: " ".join(left), other: " ".join([*texts[other], card])}
    for one, other in rng.sample(pairs, min(CARDS_MOVED, len(pairs))):
        if texts[one] and texts[other]:
            mine, theirs = rng.randrange(len(texts[one])), rng.randrange(len(texts[other]))
            card, another = texts[one][mine], texts[other][theirs]
            yield {
                one: " ".join([*texts[one][:mine], another, *texts[one][mine + 1 :]]),
                other: " ".join([*texts[other][:theirs], card, *texts[other][theirs + 1 :]]),
            }


def _list_changes_replacing_cards(
    texts: Mapping[Path, list[str]], pack: Sequence[str], rng: Random
) -> Iterator[Change]:
    """Yield changes that replace a known card with one that can't be seen anywhere.

    `texts` has the card codes in each place of the position, by path, and `pack` those of the whole deck.
    """
    unseen = [*(Counter(pack) - Counter(chain(*texts.values()))).elements()]
    known = [(path, place) for path, text in texts.items() for place, card in enumerate(text) if card in pack]
    for path, place in rng.sample(known, min(CARDS_MOVED, len(known) if unseen else 0)):
        yield {path: " ".join([*texts[path][:place], rng.choice(unseen), *texts[path][place + 1 :]])}
