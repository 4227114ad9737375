"""What has to be done before the site may start: bring the database up to date, and load what the games bring along."""

from typing import Any

from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = "Brings the database up to date and loads what the games bring along. May run as often as you like."

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if "load_content" in get_commands():
            call_command("load_content", verbosity=0)
