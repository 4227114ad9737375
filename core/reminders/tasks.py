"""Background tasks that send reminders."""

from celery import shared_task

from core.reminders import emails


@shared_task
def send_turn_reminders() -> None:
    """Send an email to each user whom other people are waiting for at a table, if the user asked for reminders."""
    emails.send_turn_reminders()


@shared_task
def send_daily_reminders() -> None:
    """Send the daily email about today's puzzle and due reviews to the users who asked for it."""
    emails.send_daily_reminders()
