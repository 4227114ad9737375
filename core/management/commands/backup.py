"""`manage.py backup FILE`: writes the database to one file."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.infra import backup


class Command(BaseCommand):
    help = "Write the database to a new file while the site runs. Also save the secret key, which isn’t in it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, file: Path, **options: Any) -> None:
        try:
            backup.save_backup(file)
        except backup.BackupError as refused:
            raise CommandError(str(refused)) from refused
        self.stdout.write(f"Saved the database to {file} ({file.stat().st_size / 1e6:.1f} MB).")
