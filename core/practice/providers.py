"""What the practice app adds to pages of other apps: today's puzzle on the home page."""

from __future__ import annotations

from core.learn.home_cards import HomeCard, HomeCardProvider, home_cards
from core.people.requests import HttpRequest
from core.practice.daily_progress import build_daily_card


@home_cards.register
class DailyCardProvider(HomeCardProvider):
    """The card of today's puzzle."""

    def build_home_card(self, request: HttpRequest) -> HomeCard | None:
        return HomeCard("practice/daily_card.html", build_daily_card(request))
