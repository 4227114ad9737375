"""Emails about a turn, the daily puzzle, and reviews: who gets them, when, what they say, and how they stop."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

import games
from core.play.models import Table
from core.play.seating import create_table, sit_down
from core.practice.daily import get_or_generate_daily_puzzle
from core.practice.models import Attempt, Review, ReviewPlan
from core.reminders import emails
from core.reminders.models import ReminderSettings

pytestmark = pytest.mark.django_db
GAME = games.get("court-piece")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _sends_email(settings: Any) -> None:
    settings.EMAIL_URL = "smtp://localhost"


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> datetime:
    monkeypatch.setattr(timezone, "now", lambda: NOON)
    return NOON


def confirm_email(user: User) -> None:
    EmailAddress.objects.create(user=user, email=f"{user.username}@example.org", verified=True, primary=True)


def choose(client: Client, **chosen: Any) -> None:
    client.cookies["time_zone"] = "Asia/Kolkata"
    assert client.post("/me/reminders/", {"hour": 9, **chosen}).status_code == 302


def make_everyone_wait(table: Table, minutes: int = 11) -> None:
    """Let the table have waited for so long, since after the reminders were chosen."""
    before = timezone.now() - timedelta(minutes=minutes)
    Table.objects.filter(pk=table.pk).update(changed=before)
    ReminderSettings.objects.update(reminded_until=before - timedelta(minutes=1))


@pytest.fixture
def table(anna: User, ben: User) -> Table:
    """Anna and Ben with two bots; the table waits for Anna or Ben."""
    shared = create_table(anna.person, GAME, GAME.options(), ["me", "link", "steady", "steady"])
    sit_down(shared, ben.person)
    shared.refresh_from_db()
    shared.bot_due, shared.waits_for = None, [0]
    shared.save()
    return shared


def test_nobody_gets_an_email_without_asking(anna: User, ben: User, table: Table) -> None:
    confirm_email(anna)
    make_everyone_wait(table)
    assert emails.send_turn_reminders() == emails.send_daily_reminders() == 0
    assert mail.outbox == []


def test_a_player_who_keeps_others_waiting_gets_one_email_per_turn(
    anna: User, ben: User, as_anna: Client, as_ben: Client, table: Table
) -> None:
    for user, client in ((anna, as_anna), (ben, as_ben)):
        confirm_email(user)
        choose(client, turns="on")
    make_everyone_wait(table, minutes=9)
    assert emails.send_turn_reminders() == 0
    make_everyone_wait(table, minutes=11)
    assert emails.send_turn_reminders() == 1
    assert emails.send_turn_reminders() == 0
    (sent,) = mail.outbox
    assert sent.to == ["anna@example.org"]
    assert sent.subject == "House Rules: your turn in Court Piece"
    assert len(sent.subject) <= 45
    assert "It’s your turn in Court Piece with ben, " in sent.body
    assert f"http://testserver/play/{table.code}/" in sent.body
    assert "anna" not in sent.body
    Table.objects.filter(pk=table.pk).update(changed=timezone.now() - timedelta(minutes=10, seconds=30))
    assert emails.send_turn_reminders() == 1


@pytest.mark.parametrize(
    "change",
    [{"status": Table.Status.OVER}, {"patience": Table.Patience.MINUTES}, {"waits_for": [2]}, {"waits_for": []}],
)
def test_a_table_that_does_not_wait_for_them_sends_nothing(
    anna: User, as_anna: Client, table: Table, change: dict[str, Any]
) -> None:
    confirm_email(anna)
    choose(as_anna, turns="on")
    Table.objects.filter(pk=table.pk).update(**change)
    make_everyone_wait(table)
    assert emails.send_turn_reminders() == 0


def test_a_table_with_bots_alone_sends_nothing(anna: User, as_anna: Client) -> None:
    confirm_email(anna)
    choose(as_anna, turns="on")
    alone = create_table(anna.person, GAME, GAME.options(), ["me", "steady", "steady", "steady"])
    Table.objects.filter(pk=alone.pk).update(bot_due=None, waits_for=[0])
    make_everyone_wait(alone)
    assert emails.send_turn_reminders() == 0


def test_turns_from_before_the_choice_send_nothing(anna: User, as_anna: Client, table: Table) -> None:
    confirm_email(anna)
    Table.objects.filter(pk=table.pk).update(changed=timezone.now() - timedelta(days=1))
    choose(as_anna, turns="on")
    assert emails.send_turn_reminders() == 0


def test_the_day_comes_once_at_the_users_own_hour(anna: User, as_anna: Client, noon: datetime) -> None:
    """Noon in UTC is half past five in the afternoon in Chennai."""
    confirm_email(anna)
    choose(as_anna, daily_puzzle="on", reviews="on", hour=18)
    assert emails.send_daily_reminders() == 0
    choose(as_anna, daily_puzzle="on", reviews="on", hour=17)
    _add_review(anna, "tomorrow", NOON + timedelta(days=1))
    _add_review(anna, "today", NOON)
    assert emails.send_daily_reminders() == 1
    assert emails.send_daily_reminders() == 0
    (sent,) = mail.outbox
    assert sent.subject == "House Rules: today’s puzzle and 1 review"
    assert "http://testserver/practice/daily/" in sent.body
    assert "You have 1 review due:" in sent.body


def test_a_solved_puzzle_and_no_review_send_nothing(anna: User, as_anna: Client, noon: datetime) -> None:
    confirm_email(anna)
    choose(as_anna, daily_puzzle="on", reviews="on")
    daily = get_or_generate_daily_puzzle(NOON.date())
    Attempt.objects.create(person=anna.person, puzzle=daily.puzzle, occasion="daily", solved=True, tries=1)
    assert emails.send_daily_reminders() == 0


def test_reviews_of_a_game_that_is_not_reviewed_anymore_send_nothing(
    anna: User, as_anna: Client, noon: datetime
) -> None:
    confirm_email(anna)
    choose(as_anna, reviews="on")
    _add_review(anna, "today", NOON)
    ReviewPlan.objects.all().delete()
    assert emails.send_daily_reminders() == 0


def test_an_account_that_has_done_nothing_yet_gets_the_puzzle(db: None, noon: datetime) -> None:
    user = User.objects.create_user("new")
    confirm_email(user)
    ReminderSettings.objects.create(user=user, daily_puzzle=True, reviews=True, site_url="http://testserver")
    assert emails.send_daily_reminders() == 1


def test_a_table_is_looked_at_once_even_if_it_waits_for_others(
    anna: User, as_anna: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tables that wait for another player for days don't keep later ones from being looked at."""
    confirm_email(anna)
    choose(as_anna, turns="on")
    Table.objects.filter(pk=table.pk).update(waits_for=[2])
    make_everyone_wait(table)
    emails.send_turn_reminders()
    monkeypatch.setattr(emails, "_remind_players", lambda table: pytest.fail("looked at again"))
    assert emails.send_turn_reminders() == 0


def test_only_a_confirmed_address_gets_email(anna: User, as_anna: Client, table: Table) -> None:
    EmailAddress.objects.create(user=anna, email="anna@example.org", verified=False, primary=True)
    assert "Reminders need an email address that you’ve confirmed." in as_anna.get("/me/reminders/").text
    as_anna.post("/me/reminders/", {"hour": 9, "turns": "on"})
    assert not ReminderSettings.objects.exists()
    ReminderSettings.objects.create(user=anna, turns=True, site_url="http://testserver")
    make_everyone_wait(table)
    assert emails.send_turn_reminders() == 0


def test_a_link_in_the_email_turns_reminders_off_without_signing_in(
    anna: User, as_anna: Client, stranger: Client, table: Table
) -> None:
    confirm_email(anna)
    choose(as_anna, turns="on", reviews="on")
    make_everyone_wait(table)
    emails.send_turn_reminders()
    (sent,) = mail.outbox
    link = re.findall(r"http://testserver(/me/reminders/stop/\S+)", sent.body)[-1]
    assert sent.extra_headers["List-Unsubscribe"] == f"<http://testserver{link}>"
    assert "Stop all reminders?" in stranger.get(link).text
    assert ReminderSettings.objects.get().turns
    assert "Reminders are off" in Client(enforce_csrf_checks=True).post(link).text
    assert ReminderSettings.objects.filter(turns=False, daily_puzzle=False, reviews=False).exists()
    assert stranger.post(link.replace("stop/", "stop/1")).status_code == 404
    assert stranger.post("/me/reminders/stop/x/").status_code == 404


def test_a_mail_server_that_refuses_stops_nobody_else(
    anna: User, ben: User, as_anna: Client, as_ben: Client, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user, client in ((anna, as_anna), (ben, as_ben)):
        confirm_email(user)
        choose(client, turns="on")
    Table.objects.filter(pk=table.pk).update(waits_for=[0, 1])
    make_everyone_wait(table)
    send = emails.EmailMessage.send

    def refuse_anna(message: emails.EmailMessage) -> int:
        if message.to == ["anna@example.org"]:
            raise ConnectionRefusedError
        return send(message)

    monkeypatch.setattr(emails.EmailMessage, "send", refuse_anna)
    assert emails.send_turn_reminders() == 1
    assert [sent.to for sent in mail.outbox] == [["ben@example.org"]]


def test_the_page_keeps_what_was_chosen_and_the_export_has_it(anna: User, as_anna: Client) -> None:
    confirm_email(anna)
    choose(as_anna, reviews="on", hour=20)
    page = as_anna.get("/me/reminders/").text
    assert re.search(r'name="reviews"[^>]* checked', page)
    assert not re.search(r'name="turns"[^>]* checked', page)
    assert '<option value="20" selected>8 PM</option>' in page
    exported = anna.person.export_stored_data()["reminders"]
    assert (exported["reviews"], exported["hour"], exported["time_zone"]) == (True, 20, "Asia/Kolkata")
    assert as_anna.post("/me/reminders/", {"hour": 24}).status_code == 422


def test_a_stranger_is_asked_to_sign_in(stranger: Client) -> None:
    assert stranger.get("/me/reminders/")["Location"].startswith("/account/login/")


def test_a_site_without_email_says_so(as_anna: Client, settings: Any) -> None:
    settings.EMAIL_URL = None
    assert "This site doesn’t send email" in as_anna.get("/me/reminders/").text


def _add_review(user: User, clause: str, due: datetime) -> None:
    ReviewPlan.objects.get_or_create(person=user.person, game=GAME.slug)
    day = due.replace(hour=0)
    Review.objects.create(
        person=user.person,
        game=GAME.slug,
        clause=clause,
        card={},
        due=day,
        right_last=True,
        last=NOON - timedelta(days=1),
    )
