"""`manage.py restore FILE`: replaces the whole database with a backup."""

from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.infra import backup


class Command(BaseCommand):
    help = "Replace the database with a backup, and bring it up to date. Stop the site first."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--noinput", action="store_false", dest="ask", help="don’t ask for confirmation")

    def handle(self, *args: Any, file: Path, ask: bool, **options: Any) -> None:
        if ask and not _confirm_restore():
            raise CommandError("The answer wasn’t “yes”, so nothing was changed.")
        try:
            backup.restore_backup(file)
        except backup.BackupError as refused:
            raise CommandError(f"{refused} Nothing was changed.") from refused
        call_command("prepare")
        self.stdout.write(f"Restored the database from {file}.")


def _confirm_restore() -> bool:
    """Ask for confirmation at the terminal, and return the answer. Raises CommandError if there's no terminal."""
    try:
        return input("This replaces everything on the site with the backup. Type yes to continue: ").strip() == "yes"
    except (EOFError, KeyboardInterrupt):
        raise CommandError(
            "Nobody answered, so nothing was changed. To restore without being asked, use --noinput."
        ) from None
