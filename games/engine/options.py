"""House rules as data: each option has a sentence for every value.

A game's options are a subclass of `Options` whose attributes are `Flag`, `Choice` and `Number`. The public name of an
option is its attribute with hyphens: `joker_hand_value` is `joker-hand-value` in text, JSON, forms and links.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar, overload

from games.errors import HouseError

Value = bool | int | str
V = TypeVar("V", bool, int, str)
MANY = 60
"""Of more numbers than these, not all are tried."""
REMEMBERED = 512
"""So many choices of a game are remembered with the house rules that they are."""


class BadOption(HouseError):
    """An option that does not exist, a value it does not take, or values that cannot be played together."""

    def __init__(self, option: str, sentence: str) -> None:
        self.option = option
        super().__init__(sentence)


@dataclass
class Option(Generic[V]):
    """One house rule. `label` is its name for a reader, `group` its heading in a form. A release that changes the
    default says what it `was` at first, so that addresses and what is kept mean what they meant.

    The clauses that it changes are those whose text in the rulebook depends on it: `Rulebook.changed_by`.
    """

    default: V
    label: str
    group: str = field(default="House rules", kw_only=True)
    was: V | None = field(default=None, kw_only=True)
    name: str = field(default="", init=False)
    attribute: str = field(default="", init=False)

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.attribute = attribute
        self.name = attribute.replace("_", "-")

    @property
    def first(self) -> V:
        """The default of the first edition of the book."""
        return self.default if self.was is None else self.was

    @overload
    def __get__(self, options: None, owner: type) -> Option[V]: ...
    @overload
    def __get__(self, options: Options, owner: type) -> V: ...
    def __get__(self, options: Options | None, owner: type) -> Option[V] | V:
        return self if options is None else options.__dict__[self.attribute]

    def sentence(self, value: Value) -> str:
        """Return what this value means at the table."""
        raise TypeError(f"{type(self).__name__} says no sentence.")

    def check(self, value: object) -> V:
        """The value, if the option takes it. Raises BadOption."""
        raise TypeError(f"{type(self).__name__} checks no value.")

    def values(self) -> list[V]:
        """Every value that the option takes."""
        raise TypeError(f"{type(self).__name__} lists no values.")

    def telling_values(self) -> list[V]:
        """Those that are looked at where trying all would take long: each that can mean something of its own."""
        return self.values()

    def schema(self) -> dict[str, Any]:
        """The option as JSON Schema."""
        raise TypeError(f"{type(self).__name__} has no schema.")


@dataclass
class Flag(Option[bool]):
    """A rule that is on or off."""

    on: str = ""
    off: str = ""

    def sentence(self, value: Value) -> str:
        return self.on if value else self.off

    def check(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise BadOption(self.name, f"“{self.name}” is true or false, not {_shown(value)}.")
        return value

    def values(self) -> list[bool]:
        return [True, False]

    def schema(self) -> dict[str, Any]:
        return {
            "type": "boolean",
            "title": self.label,
            "default": self.default,
            "description": self.sentence(self.default),
        }


@dataclass
class Choice(Option[V]):
    """One of several named rules; `choices` gives each value its sentence."""

    choices: dict[V, str] = field(default_factory=dict)

    def sentence(self, value: Value) -> str:
        return self.choices[value]  # type: ignore[index]

    def check(self, value: object) -> V:
        for choice in self.choices:
            if choice == value and type(choice) is type(value):
                return choice
        allowed = ", ".join(str(choice) for choice in self.choices)
        raise BadOption(self.name, f"“{self.name}” is one of {allowed}, not {_shown(value)}.")

    def values(self) -> list[V]:
        return list(self.choices)

    def schema(self) -> dict[str, Any]:
        return {
            "title": self.label,
            "default": self.default,
            "oneOf": [{"const": value, "description": sentence} for value, sentence in self.choices.items()],
        }


@dataclass
class Number(Option[int]):
    """A whole number from `low` to `high`; `{value}` in `text` is replaced. `special` has sentences of their own."""

    low: int = 0
    high: int = 100
    step: int = 1
    text: str = "{value}"
    special: dict[int, str] = field(default_factory=dict)

    def sentence(self, value: Value) -> str:
        return self.special.get(int(value)) or self.text.format(value=value)

    def check(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadOption(self.name, f"“{self.name}” is a whole number, not {_shown(value)}.")
        if not self.low <= value <= self.high or (value - self.low) % self.step:
            steps = f" in steps of {self.step}" if self.step > 1 else ""
            raise BadOption(
                self.name, f"“{self.name}” runs from {self.low} to {self.high}{steps}; {value} does not fit."
            )
        return value

    def values(self) -> list[int]:
        return list(range(self.low, self.high + 1, self.step))

    def telling_values(self) -> list[int]:
        """The first ones, those about the usual one, those with sentences of their own, and the last."""
        if self.high - self.low <= MANY * self.step:
            return self.values()
        near = {*range(self.low, self.low + 10 * self.step, self.step), *self.special, self.default, self.high}
        near |= {self.default - self.step, self.default + self.step}
        return sorted(value for value in near if self.low <= value <= self.high)

    def schema(self) -> dict[str, Any]:
        return {
            "type": "integer",
            "title": self.label,
            "default": self.default,
            "minimum": self.low,
            "maximum": self.high,
            "description": self.sentence(self.default),
        } | ({"multipleOf": self.step} if self.step > 1 else {})


@dataclass(frozen=True)
class Preset:
    """A named set of house rules with one sentence on what is different."""

    name: str
    title: str
    sentence: str
    values: Mapping[str, Value]


class Options:
    """The house rules chosen for a table; immutable, and equal when all values are.

    `Options({"packs": 1})` takes the values that differ from the book, by public name. Raises BadOption.
    """

    presets: ClassVar[tuple[Preset, ...]] = (Preset("classic", "By the book", "Everything as the book has it.", {}),)
    _all: ClassVar[dict[str, Option[Any]]] = {}
    _read: ClassVar[dict[tuple[tuple[str, type, object], ...], Options]] = {}
    _changed: dict[str, Value]
    _key: tuple[Value, ...]
    _hash: int

    def __init_subclass__(cls) -> None:
        cls._all = {option.name: option for option in vars(cls).values() if isinstance(option, Option)}
        cls._read = {}

    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        self._choose(chosen)
        for problem in self.conflicts():
            raise problem

    def _choose(self, chosen: Mapping[str, object] | None) -> None:
        if chosen is not None and not isinstance(chosen, Mapping):
            raise BadOption("options", f"House rules are an object of names and values, not {_shown(chosen)}.")
        chosen = chosen or {}
        for name in chosen:
            if name not in self._all:
                raise BadOption(str(name)[:60], f"There is no option “{str(name)[:60]}”.")
        for name, option in self._all.items():
            self.__dict__[option.attribute] = option.check(chosen[name]) if name in chosen else option.default
        values = {name: self.__dict__[option.attribute] for name, option in self._all.items()}
        self._changed = {name: value for name, value in values.items() if value != self._all[name].default}
        key = tuple(values.values())
        self._hash = hash((type(self), key))
        self._key = key

    @classmethod
    def read(cls, chosen: object = None) -> Options:
        """The same as `Options(chosen)`, but each choice is looked at once: positions name theirs again and again."""
        if not isinstance(chosen, dict):
            return cls(chosen)  # type: ignore[arg-type]
        key = tuple([(name, type(value), value) for name, value in chosen.items()])
        try:
            found = cls._read.get(key)
        except TypeError:  # a list or an object is no value of any option
            return cls(chosen)
        if found is None:
            found = cls(chosen)
            if len(cls._read) >= REMEMBERED:
                cls._read.clear()
            cls._read[key] = found
        return found

    @classmethod
    def problems(cls, chosen: Mapping[str, object], seats: int | None = None) -> list[BadOption]:
        """Return all that keeps these values from being played together: an empty list if nothing does."""
        options = cls.__new__(cls)
        try:
            options._choose(chosen)
        except BadOption as problem:
            return [problem]
        return list(options.conflicts(seats))

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_key"):
            raise AttributeError("House rules do not change; make new ones.")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.changed()})"

    @classmethod
    def all(cls) -> list[Option[Any]]:
        """Every option, in the order of the form."""
        return list(cls._all.values())

    @classmethod
    def groups(cls) -> dict[str, list[Option[Any]]]:
        """Every option under the heading of its group, in the order of the form."""
        groups: dict[str, list[Option[Any]]] = {}
        for option in cls._all.values():
            groups.setdefault(option.group, []).append(option)
        return groups

    @classmethod
    def named(cls, name: str) -> Option[Any]:
        """The option of this public name. Raises BadOption."""
        if name not in cls._all:
            raise BadOption(name, f"There is no option “{name}”.")
        return cls._all[name]

    @classmethod
    def preset(cls, name: str) -> Options:
        """The house rules of a named preset. Raises BadOption."""
        for preset in cls.presets:
            if preset.name == name:
                return cls(preset.values)
        raise BadOption("preset", f"There is no preset “{name}”.")

    @classmethod
    def of(cls, kept: Mapping[str, object]) -> Options:
        """The house rules of which this was kept, in whatever edition of the book. Raises BadOption."""
        first = {name: option.first for name, option in cls._all.items() if option.first != option.default}
        return cls.read({**first, **kept} if isinstance(kept, Mapping) else kept)

    @classmethod
    def schema(cls) -> dict[str, Any]:
        """All options as one JSON Schema object."""
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {name: option.schema() for name, option in cls._all.items()},
        }

    def conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        """Return what cannot be played together, at all or (given `seats`) by so many players."""
        return iter(())

    def value(self, name: str) -> Value:
        """The value of the option of this public name."""
        found: Value = self.__dict__[self.named(name).attribute]
        return found

    def changed(self) -> dict[str, Value]:
        """The values that differ from the book, by public name."""
        return dict(self._changed)

    def kept(self) -> dict[str, Value]:
        """The form in which they are kept: by public name, the values that the first edition of the book has not."""
        return {name: self.value(name) for name, option in self._all.items() if self.value(name) != option.first}

    def recorded(self) -> dict[str, Value]:
        """Return the form for records: the values that differ from the book, or from its first edition.

        So they mean the same whether the rest comes from the book or, as in `of`, from its first edition.
        """
        return self.changed() | self.kept()

    def with_values(self, **values: Value) -> Options:
        """A copy with some values changed, by attribute. Raises BadOption."""
        named = {name.replace("_", "-"): value for name, value in values.items()}
        return type(self)({**self.changed(), **named})

    def digest(self) -> str:
        """A hash of the content: 16 hex digits, for ever the same for the same house rules of the same game."""
        text = json.dumps([type(self).__module__.split(".")[1], self.kept()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _shown(value: object) -> str:
    return f"“{str(value)[:40]}”"
