"""Reminder emails: a turn at a table, the daily puzzle, and due reviews."""

from __future__ import annotations

from datetime import date, timedelta

import structlog
from django.core.mail import EmailMessage
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from core.http.time_zone import parse_time_zone
from core.people.models import Person
from core.play.models import Table
from core.practice.daily import find_daily_puzzle
from core.practice.daily_progress import find_daily_attempt, is_finished
from core.practice.models import DailyPuzzle, NoPuzzlePossible, Review
from core.reminders.models import ReminderSettings, get_confirmed_email
from games.words import format_count, join_words

logger = structlog.get_logger(__name__)

TURN_DELAY = timedelta(minutes=10)
"""The time that a table waits for a player before the player gets an email."""
MOST_AT_ONCE = 200


def send_turn_reminders() -> int:
    """Send an email to each user whom other people are waiting for. Return the number of emails.

    A user gets at most one email per turn, even if this runs twice at the same time.
    """
    late = timezone.now() - TURN_DELAY
    tables = (
        Table.objects.filter(
            status=Table.Status.PLAYING,
            patience=Table.Patience.EVER,
            bot_due=None,
            changed__lte=late,
            places__person__user__reminders__turns=True,
            places__person__user__reminders__reminded_until__lt=F("changed"),
        )
        .order_by("changed")
        .distinct()
    )
    return sum(_remind_players(table) for table in tables[:MOST_AT_ONCE])


def _remind_players(table: Table) -> int:
    """Send an email to each user whom other people are waiting for at a table. Return the number of emails.

    Also stores that the table was checked for these users, so that they aren't reminded again.
    """
    places = table.list_seats()
    numbers = {place.person: place.number for place in places if place.person}
    names, sent = table.list_player_names(places), 0
    unaware = ReminderSettings.objects.filter(
        user__person__in=numbers, turns=True, reminded_until__lt=table.changed
    ).select_related("user__person")
    for chosen in unaware:
        row = ReminderSettings.objects.filter(pk=chosen.pk, reminded_until__lt=table.changed)
        is_claimed, own = row.update(reminded_until=table.changed), numbers[chosen.user.person]
        if not is_claimed or len(numbers) < 2 or not table.is_waiting_for(own):
            continue
        others = join_words([name for number, name in enumerate(names) if number != own])
        title = table.engine_game.title
        text = [
            "You asked us to tell you when a table is waiting for you.",
            f"It’s your turn in {title} with {others}:\n{chosen.site_url}{table.get_absolute_url()}",
        ]
        sent += _send_email(chosen, f"House Rules: your turn in {title}", text)
    return sent


def send_daily_reminders() -> int:
    """Email users about the daily puzzle and due reviews, at the hour that they've chosen. Return the number of emails.

    A user gets at most one email per day, even if this runs twice at the same time.
    """
    queryset = ReminderSettings.objects.exclude(daily_puzzle=False, reviews=False).select_related("user__person")
    return sum(_remind_of_day(chosen) for chosen in queryset.iterator())


def _remind_of_day(chosen: ReminderSettings) -> int:
    now = chosen.local_time
    today = now.date()
    if now.hour < chosen.hour or chosen.last_day == today:
        return 0
    if not ReminderSettings.objects.filter(pk=chosen.pk, last_day=chosen.last_day).update(last_day=today):
        return 0
    person = getattr(chosen.user, "person", None)
    daily = _find_open_daily_puzzle(person, today) if chosen.daily_puzzle else None
    due = Review.count_due_by_game(person, parse_time_zone(chosen.time_zone)).total() if chosen.reviews else 0
    subject, text = [], ["You asked us for a reminder each day."]
    if daily:
        subject.append("today’s puzzle")
        url = chosen.site_url + reverse("practice:daily")
        text.append(f"Today’s puzzle is from {daily.puzzle.engine_game.title}:\n{url}")
    if due:
        subject.append(format_count(due, "review"))
        text.append(f"You have {format_count(due, 'review')} due:\n{chosen.site_url}{reverse('practice:home')}")
    return _send_email(chosen, f"House Rules: {' and '.join(subject)}", text) if subject else 0


def _find_open_daily_puzzle(person: Person | None, today: date) -> DailyPuzzle | None:
    """Return the puzzle of the day `today`, or None if the person has finished it or if there is none."""
    try:
        daily = find_daily_puzzle(today, today)
    except NoPuzzlePossible:
        return None
    return None if is_finished(find_daily_attempt(person, daily)) else daily


def _send_email(chosen: ReminderSettings, subject: str, paragraphs: list[str]) -> int:
    """Send an email with these paragraphs to a user, and return 1.

    Return 0 if the user has no confirmed address or the mail server rejects the email.
    """
    address = get_confirmed_email(chosen.user)
    if not address:
        return 0
    text = "\n\n".join([*paragraphs, f"Don’t want these emails? Turn them off:\n{chosen.stop_url}"])
    headers = {"List-Unsubscribe": f"<{chosen.stop_url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    try:
        return EmailMessage(subject, text, to=[address], headers=headers).send()
    except OSError as error:
        logger.warning("reminder_not_sent", kind=type(error).__name__)
        return 0
