"""Background tasks that send reminders."""

from celery import shared_task

from core.reminders import emails


@shared_task
def send_turn_reminders() -> None:
    """Remind users of tables where it's their turn."""
    emails.send_turn_reminders()


@shared_task
def send_daily_reminders() -> None:
    """Remind users of the daily puzzle and of their reviews."""
    emails.send_daily_reminders()
