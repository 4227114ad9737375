"""The form where users choose their email reminders."""

from django import forms

from core.reminders.models import ReminderSettings

HOURS = [(hour, f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}") for hour in range(24)]


class ReminderForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form for email reminders. It has a checkbox for each kind, and the hour of the daily email."""

    hour = forms.TypedChoiceField(choices=HOURS, coerce=int, label="Send puzzles and reviews at")

    class Meta:
        model = ReminderSettings
        fields = ["turns", "daily_puzzle", "reviews", "hour"]
        labels = {"turns": "My turn at a table", "daily_puzzle": "Today’s puzzle", "reviews": "Reviews that are due"}
        help_texts = {
            "turns": "When you’ve kept people waiting for 10 minutes, at tables without a time limit.",
            "daily_puzzle": "Once a day, unless you’ve solved it already.",
            "reviews": "Once a day, only when there’s something to review.",
        }
