"""Cards on the home page about what other apps offer today."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.people.requests import HttpRequest
from core.registry import Registry


@dataclass(frozen=True)
class HomeCard:
    """A card on the home page: a template, which gets the context as `card`."""

    template: str
    context: Mapping[str, Any]


class HomeCardProvider:
    """The interface for apps with a card on the home page."""

    def build_home_card(self, request: HttpRequest) -> HomeCard | None:
        """Return this app's card for the reader; None if there's nothing to show."""
        return None


home_cards: Registry[HomeCardProvider] = Registry()


def list_home_cards(request: HttpRequest) -> list[HomeCard]:
    """Return the cards of all apps for the reader."""
    return [card for provider in home_cards if (card := provider.build_home_card(request))]
