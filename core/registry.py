"""Registries of providers: classes through which an app calls other apps without importing them.

One app declares a class whose methods have harmless defaults, and a registry for it. Another app, which imports the
first one, registers a subclass in a module that its `AppConfig.ready` imports:

    lesson_sources: Registry[CustomLessonProvider] = Registry()

    @lesson_sources.register
    class CustomLessons(CustomLessonProvider): ...
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

P = TypeVar("P")
Q = TypeVar("Q")
T = TypeVar("T")


class Registry(Generic[P]):
    """The registered providers, one instance of each class, in the order of registration."""

    def __init__(self) -> None:
        self.providers: list[P] = []

    def register(self, provider: type[Q]) -> type[Q]:
        """Register a provider class. It's used as a decorator."""
        self.providers.append(provider())  # type: ignore[arg-type]
        return provider

    def find_first_answer(self, answer: Callable[[P], T | None]) -> T | None:
        """Call `answer` with one provider after another until a result is truthy. Return this result, or None."""
        return next(filter(None, map(answer, self.providers)), None)

    def __iter__(self) -> Iterator[P]:
        return iter(self.providers)
