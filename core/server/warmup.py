"""Warms up a web process when it starts, by calling the `warm_up` method of each app that has one."""

from __future__ import annotations

import gc
from contextlib import suppress

from django.apps import apps
from django.conf import settings
from django.db import connection

from core.infra.circuit_breaker import NO_DATABASE


def warm_up_apps() -> None:
    """Call `warm_up` of each app that has it, unless the setting LOOK_AHEAD is off.

    Also opens this thread's database connection, so that restoring a backup can detect that the site is running, even
    before the first request. Finally, freezes all objects created so far: otherwise, the garbage collector would keep
    scanning them, and each scan would block every page for a tenth of a second.
    """
    with suppress(*NO_DATABASE):
        connection.ensure_connection()
    for app in apps.get_app_configs() if settings.LOOK_AHEAD else ():
        if warm_up := getattr(app, "warm_up", None):
            warm_up()
    gc.collect()
    gc.freeze()
