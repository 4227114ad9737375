"""Tables that differ a little from another one: in a number, a word, a seat, or where a card is.

A question may be asked only if none of those that look the same has another answer. Which of them can be is for the
rules to say: what cannot be read as a position is left out.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, combinations, islice
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from games.cards import UNKNOWN, Card, parse_cards
from games.engine.state import State
from games.engine.work import spend
from games.errors import HouseError

if TYPE_CHECKING:
    from games.engine.game import Game

T = TypeVar("T")
Path = tuple[str | int, ...]
Change = Mapping[Path, Any]
"""The values that a position gets at some places."""

FIXED = ("game", "options", "seats")
"""The parts of a position that a page always tells."""
CARDS_MOVED = 40
"""The number of cards that are moved, of pairs that are swapped, and of cards that are others."""
BACKS_MOVED = 120
"""The number of cards face down that are moved."""
PAIRS, LOOKED_AT = 80, 400
"""The number of tables that differ in a value and in another one, or in a value and where a card is, and the number of
pairs that are looked at for those that can be together."""
LIST_CHANGES = 240
"""The number of pairs of one list that are swapped, and the number of values that its entries take from each other."""
STEPS, PARTS_A_STEP = 40, 3
"""The steps that one table costs, by its time: so many, and one more for some of its parts."""
_NUMBER = re.compile(r"(?<![\w-])\d+(?!\w)")


def look_alikes(game: Game[Any], state: State) -> Iterator[State]:
    """Yield tables that differ from what seat 0 knows of this one in one way, then some that differ in two ways.

    Two ways are tried together where one of them alone cannot be. The same table always has the same ones.
    """
    position, number = game.view(state, 0).position, len(state.cards())
    rng = Random(json.dumps(position, sort_keys=True))
    changes, not_alone = list(_changes(game, position, state.seats, state.pack, rng)), list[Change]()
    steps = STEPS + sum(1 for _ in _parts(position, ())) // PARTS_A_STEP
    for change in changes:
        spend(steps)
        table = _changed(game, position, change, number)
        if table is not None:
            yield table
        else:
            not_alone.append(change)
    for first, second in _pairs(not_alone, changes, rng):
        spend(steps)
        table = _changed(game, position, {**first, **second}, number)
        if table is not None:
            yield table


def _pairs(not_alone: Sequence[Change], changes: Sequence[Change], rng: Random) -> Iterator[tuple[Change, Change]]:
    """Some changes that cannot be alone, each with another one: as often one of a value as one of the cards."""
    others = [change for change in changes if len(change) == 1], [change for change in changes if len(change) > 1]
    for among in others:
        number = len(not_alone) * len(among)
        places = rng.sample(range(number), min(LOOKED_AT, number))
        pairs = ((not_alone[place // len(among)], among[place % len(among)]) for place in places)
        yield from islice((pair for pair in pairs if not pair[0].keys() & pair[1].keys()), PAIRS)


def _changed(game: Game[Any], position: Mapping[str, Any], change: Change, number: int) -> State | None:
    """The table with a change in it; None if there can be none with as many cards as before."""
    changed: Any = position
    with suppress(LookupError):  # the other change has taken away what this one is about
        for path, value in change.items():
            changed = _put(changed, path, value)
    with suppress(HouseError):
        table: State = game.load(changed)
        return table if len(table.cards()) == number else None
    return None


def _put(part: Any, path: Path, value: Any) -> Any:
    """A copy of a part of a position with a value in its place."""
    if not path:
        return value
    inner = _put(part[path[0]], path[1:], value)
    if isinstance(part, list):
        place = int(path[0])
        return [*part[:place], inner, *part[place + 1 :]]
    return {**part, path[0]: inner}


def _changes(
    game: Game[Any], position: Mapping[str, Any], seats: int, pack: Iterable[Card], rng: Random
) -> Iterator[Change]:
    words = {key: set(schema.get("enum", ())) for key, schema in game.position_schema["properties"].items()}
    texts: dict[Path, list[str]] = {}
    for path, value, beside in _parts(position, ()):
        if isinstance(value, str) and _is_cards(value):
            texts[path] = value.split()
        for other in _others(value, beside, words.get(str(path[0]), set()), seats, rng):
            yield {path: other}
    yield from _with_cards_moved(texts, rng)
    yield from _with_other_cards(texts, [card.code for card in pack], rng)


def _parts(part: Any, path: Path) -> Iterator[tuple[Path, Any, set[Any]]]:
    """The parts of a position, each with its path and the texts that are beside it in a list.

    Of the results of a match there is only the last: no page shows the others.
    """
    items = part.items() if isinstance(part, dict) else enumerate(part)
    beside = {value for value in part if isinstance(value, str)} if isinstance(part, list) else set()
    for key, value in items:
        if (not path and key in FIXED) or (path[-1:] == ("results",) and key != len(part) - 1):
            continue
        yield (*path, key), value, beside
        if isinstance(value, dict | list):
            yield from _parts(value, (*path, key))


def _is_cards(text: str) -> bool:
    with suppress(HouseError):
        return len(parse_cards(text)) == len(text.split())
    return False


def _others(value: Any, beside: set[str], words: set[str], seats: int, rng: Random) -> Iterator[Any]:
    """Values that may stand there instead: words of the schema, or those beside it; of a long list only some."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from _numbers(value, seats)
    elif value is None:
        yield from range(seats)
    elif isinstance(value, str):
        if not _is_cards(value) or not value:
            most = LIST_CHANGES // len(beside) if beside else LIST_CHANGES
            yield from _some(sorted((beside | words) - {value}, key=str), most, rng)
        for found in _NUMBER.finditer(value):
            for number in _numbers(int(found[0]), seats):
                yield f"{value[: found.start()]}{number}{value[found.end() :]}"
    elif isinstance(value, list):
        yield from (value[:place] + value[place + 1 :] for place in range(len(value)))
        for place, other in _some([*combinations(range(len(value)), 2)], LIST_CHANGES, rng):
            if value[place] != value[other] and isinstance(value[place], str | list):
                swapped = list(value)
                swapped[place], swapped[other] = value[other], value[place]
                yield swapped
        if all(type(one) is int for one in value):
            yield from ([*value, seat] for seat in range(seats))


def _some(values: Sequence[T], most: int, rng: Random) -> Sequence[T]:
    """Return these values, or so many of them by chance where there are more."""
    return values if len(values) <= most else rng.sample(values, most)


def _numbers(number: int, seats: int) -> list[int]:
    """A number with one more or one less; of one that can be a seat, all other seats too."""
    return sorted({number - 1, number + 1, *(range(seats) if 0 <= number < seats else ())} - {number})


def _with_cards_moved(texts: Mapping[Path, list[str]], rng: Random) -> Iterator[Change]:
    """Some cards, known or not, each in another place, and some pairs in each other's."""
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


def _with_other_cards(texts: Mapping[Path, list[str]], pack: Sequence[str], rng: Random) -> Iterator[Change]:
    """Some known cards, each with one in its place that is seen nowhere."""
    unseen = [*(Counter(pack) - Counter(chain(*texts.values()))).elements()]
    known = [(path, place) for path, text in texts.items() for place, card in enumerate(text) if card in pack]
    for path, place in rng.sample(known, min(CARDS_MOVED, len(known) if unseen else 0)):
        yield {path: " ".join([*texts[path][:place], rng.choice(unseen), *texts[path][place + 1 :]])}
