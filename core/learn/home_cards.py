"""Boxes on the home page (“cards”) in which other apps show what they offer and what the reader is doing there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from core.people.requests import HttpRequest
from core.registry import Registry


@dataclass(frozen=True)
class HomeCard:
    """A box on the home page. Its template gets this object as `card`.

    `is_personal` says that it's about something that the reader has done. `is_for_new_readers` says that it's also
    shown to people who haven't done anything yet.
    """

    template: str
    context: Mapping[str, Any]
    is_personal: bool = False
    is_for_new_readers: bool = False


class HomeCardProvider:
    """The interface for apps that show cards (`HomeCard`) on the home page.

    An app registers a subclass that overrides the method. By default, there are no cards.
    """

    def list_home_cards(self, request: HttpRequest) -> Iterable[HomeCard]:
        """Return this app's cards on the home page for the reader."""
        return ()


home_cards: Registry[HomeCardProvider] = Registry()


def list_home_cards(request: HttpRequest) -> list[HomeCard]:
    """Return the home-page cards (`HomeCard`) of all apps for the reader."""
    return [card for provider in home_cards for card in provider.list_home_cards(request)]
