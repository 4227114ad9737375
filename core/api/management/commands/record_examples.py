"""The command `manage.py record_examples`, which records the examples in the API documentation again."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connection

from core.api.docs import EXAMPLES
from core.api.example_recorder import record_examples


class Command(BaseCommand):
    help = "Make real calls on a temporary database, and record the requests and responses."

    def handle(self, *args: Any, **options: Any) -> None:
        settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, "testserver"]
        name = connection.settings_dict["NAME"]
        connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
        try:
            calls = record_examples()
        finally:
            connection.creation.destroy_test_db(name, verbosity=0)
        EXAMPLES.write_text(json.dumps(calls, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        self.stdout.write(f"Recorded {len(calls)} calls to {len({call['operation'] for call in calls})} operations.")
