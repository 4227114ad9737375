"""Adds boxes (“cards”) to the home page: today's puzzle, the streak, due reviews, and the rating."""

from __future__ import annotations

from collections.abc import Iterator

import games
from core.http.time_zone import get_time_zone
from core.learn.home_cards import HomeCard, HomeCardProvider, home_cards
from core.people import get_person
from core.people.requests import HttpRequest
from core.practice.daily_progress import build_daily_card
from core.practice.models import Review
from core.practice.rating_graph import build_latest_rating_card


@home_cards.register
class PracticeCardProvider(HomeCardProvider):
    """Provides boxes for the home page: today's puzzle, the streak, the clauses to review, and the rating.

    Only readers who have daily puzzles or reviews see their rating, so that others don't wait for its query.
    """

    def list_home_cards(self, request: HttpRequest) -> Iterator[HomeCard]:
        daily = build_daily_card(request)
        has_tried = bool(daily["attempt"] or daily["streak"].best)
        yield HomeCard("practice/daily_home_card.html", daily, is_personal=has_tried, is_for_new_readers=True)
        yield HomeCard("practice/streak_card.html", daily, is_personal=has_tried)
        if due := Review.count_due_by_game(get_person(request), get_time_zone(request)):
            slug, number = due.most_common(1)[0]
            context = {"game": games.get(slug), "number": number}
            yield HomeCard("practice/review_card.html", context, is_personal=True)
        practices = has_tried or due
        if practices and (rating := build_latest_rating_card(get_person(request), get_time_zone(request))):
            yield HomeCard("practice/rating_card.html", rating, is_personal=True)
