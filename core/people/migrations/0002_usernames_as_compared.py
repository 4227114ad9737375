"""Normalizes usernames (case-folded, Unicode form NFKC), except those whose normalized form is already taken."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import migrations

from core.http.untrusted_text import normalize_for_comparison


def fold(apps: Any, schema_editor: Any) -> None:
    users = apps.get_model(settings.AUTH_USER_MODEL).objects
    for pk, username in users.order_by("pk").values_list("pk", "username"):
        folded = normalize_for_comparison(username)
        if folded != username and not users.filter(username=folded).exists():
            users.filter(pk=pk).update(username=folded)


class Migration(migrations.Migration):
    dependencies = [
        ("people", "0001_person"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [migrations.RunPython(fold, migrations.RunPython.noop)]
