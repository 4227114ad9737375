"""House rules as data: each option has a sentence for every value.

A game's options are a subclass of `Options` whose attributes are `Flag`, `Choice`, and `Number`. The public name of an
option is its attribute with hyphens: `joker_hand_value` is `joker-hand-value` in text, JSON, forms, and links.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, TypeVar, overload

from games.errors import RulesError

Value = bool | int | str
V = TypeVar("V", bool, int, str)
MANY = 60
"""If a number option has more values than this, only some of them are tried."""
REMEMBERED = 512
"""The maximum number of house-rule choices in a game's cache."""


class BadOption(RulesError):
    """Raised for an option that doesn't exist, a value that isn't allowed, or values that don't go together."""

    def __init__(self, option: str, sentence: str) -> None:
        self.option = option
        super().__init__(sentence)


@dataclass
class Option(Generic[V]):
    """One house rule. `label` is the name that readers see, and `group` is its heading in a form.

    If a release changes the default, `was` is the default of the first release, so that URLs and stored options keep
    their meaning. `Rulebook.list_changed_clauses` lists the clauses whose text depends on an option.
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
    def first_default(self) -> V:
        """The default in the first release."""
        return self.default if self.was is None else self.was

    @overload
    def __get__(self, options: None, owner: type) -> Option[V]: ...
    @overload
    def __get__(self, options: Options, owner: type) -> V: ...
    def __get__(self, options: Options | None, owner: type) -> Option[V] | V:
        return self if options is None else options.__dict__[self.attribute]

    def describe_value(self, value: Value) -> str:
        """Return a sentence that says what this value means in the game."""
        raise TypeError(f"{type(self).__name__} doesn’t define describe_value.")

    def check_value(self, value: object) -> V:
        """Return the value if it's allowed for this option. Raises BadOption."""
        raise TypeError(f"{type(self).__name__} doesn’t define check_value.")

    def list_values(self) -> list[V]:
        """Return all values of the option."""
        raise TypeError(f"{type(self).__name__} doesn’t define list_values.")

    def list_values_to_try(self) -> list[V]:
        """Return the values to try when trying all could take too long.

        By default these are all values. An option with many values returns only some.
        """
        return self.list_values()

    def build_schema(self) -> dict[str, Any]:
        """Return the option's JSON Schema."""
        raise TypeError(f"{type(self).__name__} doesn’t define build_schema.")


@dataclass
class Flag(Option[bool]):
    """A house rule that is on or off. The texts `on` and `off` say what each value means in the game."""

    on: str = ""
    off: str = ""

    def describe_value(self, value: Value) -> str:
        return self.on if value else self.off

    def check_value(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise BadOption(self.name, f"“{self.name}” must be true or false, not {_quote_value(value)}.")
        return value

    def list_values(self) -> list[bool]:
        return [True, False]

    def build_schema(self) -> dict[str, Any]:
        return {
            "type": "boolean",
            "title": self.label,
            "default": self.default,
            "description": self.describe_value(self.default),
        }


@dataclass
class Choice(Option[V]):
    """A house rule with several named values. `choices` maps each value to the sentence that describes it."""

    choices: dict[V, str] = field(default_factory=dict)

    def describe_value(self, value: Value) -> str:
        return self.choices[value]  # type: ignore[index]

    def check_value(self, value: object) -> V:
        for choice in self.choices:
            if choice == value and type(choice) is type(value):
                return choice
        allowed = ", ".join(str(choice) for choice in self.choices)
        raise BadOption(self.name, f"“{self.name}” must be one of {allowed}, not {_quote_value(value)}.")

    def list_values(self) -> list[V]:
        return list(self.choices)

    def build_schema(self) -> dict[str, Any]:
        return {
            "title": self.label,
            "default": self.default,
            "oneOf": [{"const": value, "description": sentence} for value, sentence in self.choices.items()],
        }


@dataclass
class Number(Option[int]):
    """A house rule whose value is a whole number from `low` to `high`.

    `text` is the sentence that describes a value, with `{value}` for the number. `special` has different sentences for
    single values.
    """

    low: int = 0
    high: int = 100
    step: int = 1
    text: str = "{value}"
    special: dict[int, str] = field(default_factory=dict)

    def describe_value(self, value: Value) -> str:
        return self.special.get(int(value)) or self.text.format(value=value)

    def check_value(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise BadOption(self.name, f"“{self.name}” must be a whole number, not {_quote_value(value)}.")
        if not self.low <= value <= self.high or (value - self.low) % self.step:
            steps = f" in steps of {self.step}" if self.step > 1 else ""
            raise BadOption(self.name, f"“{self.name}” must be from {self.low} to {self.high}{steps}, not {value}.")
        return value

    def list_values(self) -> list[int]:
        return list(range(self.low, self.high + 1, self.step))

    def list_values_to_try(self) -> list[int]:
        """Return all values if there are few, otherwise some of them.

        These are the default and its neighbors, the lowest values, the highest value, and those with sentences of their
        own.
        """
        if self.high - self.low <= MANY * self.step:
            return self.list_values()
        near = {*range(self.low, self.low + 10 * self.step, self.step), *self.special, self.default, self.high}
        near |= {self.default - self.step, self.default + self.step}
        return sorted(value for value in near if self.low <= value <= self.high)

    def build_schema(self) -> dict[str, Any]:
        return {
            "type": "integer",
            "title": self.label,
            "default": self.default,
            "minimum": self.low,
            "maximum": self.high,
            "description": self.describe_value(self.default),
        } | ({"multipleOf": self.step} if self.step > 1 else {})


@dataclass(frozen=True)
class Preset:
    """A named choice of house rules, with a sentence that says what's different."""

    name: str
    title: str
    sentence: str
    values: Mapping[str, Value]


class Options:
    """The house rules of a table. Immutable, and equal if all values are equal.

    `Options({"packs": 1})` takes only the values that differ from the standard rules, by public name. Raises BadOption.
    """

    presets: ClassVar[tuple[Preset, ...]] = (
        Preset("classic", "Standard rules", "The standard rules, with no changes.", {}),
    )
    _all: ClassVar[dict[str, Option[Any]]] = {}
    _read: ClassVar[dict[tuple[tuple[str, type, object], ...], Options]] = {}
    _changed: dict[str, Value]
    _key: tuple[Value, ...]
    _hash: int

    def __init_subclass__(cls) -> None:
        cls._all = {option.name: option for option in vars(cls).values() if isinstance(option, Option)}
        cls._read = {}

    def __init__(self, chosen: Mapping[str, object] | None = None) -> None:
        self._set_values(chosen)
        for problem in self.list_conflicts():
            raise problem

    def _set_values(self, chosen: Mapping[str, object] | None) -> None:
        if chosen is not None and not isinstance(chosen, Mapping):
            raise BadOption(
                "options", f"House rules must be an object of names and values, not {_quote_value(chosen)}."
            )
        chosen = chosen or {}
        for name in chosen:
            if name not in self._all:
                raise BadOption(str(name)[:60], f"There’s no option “{str(name)[:60]}”.")
        for name, option in self._all.items():
            self.__dict__[option.attribute] = option.check_value(chosen[name]) if name in chosen else option.default
        values = {name: self.__dict__[option.attribute] for name, option in self._all.items()}
        self._changed = {name: value for name, value in values.items() if value != self._all[name].default}
        key = tuple(values.values())
        self._hash = hash((type(self), key))
        self._key = key

    @classmethod
    def load_cached_options(cls, chosen: object = None) -> Options:
        """Return `Options(chosen)` from a cache, because many positions have the same house rules."""
        if not isinstance(chosen, dict):
            return cls(chosen)  # type: ignore[arg-type]
        key = tuple([(name, type(value), value) for name, value in chosen.items()])
        try:
            found = cls._read.get(key)
        except TypeError:  # unhashable: a list or an object isn't a value of any option
            return cls(chosen)
        if found is None:
            found = cls(chosen)
            if len(cls._read) >= REMEMBERED:
                cls._read.clear()
            cls._read[key] = found
        return found

    @classmethod
    def list_option_problems(cls, chosen: Mapping[str, object], seats: int | None = None) -> list[BadOption]:
        """Return the errors that keep these values from being played together, or [] if there are none."""
        options = cls.__new__(cls)
        try:
            options._set_values(chosen)
        except BadOption as problem:
            return [problem]
        return list(options.list_conflicts(seats))

    def __setattr__(self, name: str, value: object) -> None:
        if hasattr(self, "_key"):
            raise AttributeError("House rules can’t be changed. Use copy_with_values to build new ones.")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key == other._key

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.list_nonstandard_values()})"

    @classmethod
    def list_options(cls) -> list[Option[Any]]:
        """Return all options, in the order of the form."""
        return list(cls._all.values())

    @classmethod
    def group_options(cls) -> dict[str, list[Option[Any]]]:
        """Return the options by group heading, in the order of the form."""
        groups: dict[str, list[Option[Any]]] = {}
        for option in cls._all.values():
            groups.setdefault(option.group, []).append(option)
        return groups

    @classmethod
    def get_option(cls, name: str) -> Option[Any]:
        """Return the option with this public name. Raises BadOption."""
        if name not in cls._all:
            raise BadOption(name, f"There’s no option “{name}”.")
        return cls._all[name]

    @classmethod
    def load_preset(cls, name: str) -> Options:
        """Return the house rules of the preset with this name. Raises BadOption."""
        for preset in cls.presets:
            if preset.name == name:
                return cls(preset.values)
        raise BadOption("preset", f"There’s no preset “{name}”.")

    @classmethod
    def load_saved_options(cls, kept: Mapping[str, object]) -> Options:
        """Load house rules from `kept`, the option values by name that this or an earlier release stored.

        Missing values are the defaults of the first release. Raises BadOption if a value isn't allowed.
        """
        first = {
            name: option.first_default for name, option in cls._all.items() if option.first_default != option.default
        }
        return cls.load_cached_options({**first, **kept} if isinstance(kept, Mapping) else kept)

    @classmethod
    def build_schema(cls) -> dict[str, Any]:
        """Return the JSON Schema of all options, as one object."""
        return {
            "type": "object",
            "additionalProperties": False,
            "properties": {name: option.build_schema() for name, option in cls._all.items()},
        }

    def list_conflicts(self, seats: int | None = None) -> Iterator[BadOption]:
        """Yield an error for each conflict between values that can't be played together.

        With `seats`, also checks whether they work with this number of players.
        """
        return iter(())

    def get_option_value(self, name: str) -> Value:
        """Return the value of the option with this public name."""
        found: Value = self.__dict__[self.get_option(name).attribute]
        return found

    def list_nonstandard_values(self) -> dict[str, Value]:
        """Return the values that differ from the standard rules, by public name."""
        return dict(self._changed)

    def dump_values_to_store(self) -> dict[str, Value]:
        """Return the values to store: those that differ from the first release's defaults, by public name."""
        return {
            name: self.get_option_value(name)
            for name, option in self._all.items()
            if self.get_option_value(name) != option.first_default
        }

    def dump_values_for_record(self) -> dict[str, Value]:
        """Return the values to write into a match's record, by public name.

        These are the values that differ from the current default or from that of the first release. So a reader of the
        record can fill in the missing values with either default.
        """
        return self.list_nonstandard_values() | self.dump_values_to_store()

    def copy_with_values(self, **values: Value) -> Options:
        """Return a copy with these values changed, by attribute name. Raises BadOption."""
        named = {name.replace("_", "-"): value for name, value in values.items()}
        return type(self)({**self.list_nonstandard_values(), **named})

    def digest(self) -> str:
        """Return a hash of the values: 16 hex digits that never change for the same house rules of the same game."""
        text = json.dumps([type(self).__module__.split(".")[1], self.dump_values_to_store()], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _quote_value(value: object) -> str:
    return f"“{str(value)[:40]}”"
