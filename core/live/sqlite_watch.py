"""The watcher for live streams that notices when other connections write to the SQLite file. It queries no tables."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from django.db import connections

if TYPE_CHECKING:
    from core.live.hub import Hub

INTERVAL = 0.1


async def watch_sqlite_writes(hub: Hub) -> None:
    """Call `hub.poll_versions` whenever another connection has written to the SQLite file."""
    loop = asyncio.get_running_loop()
    thread = ThreadPoolExecutor(1, "live-watch")  # the connection belongs to the thread that opened it
    database = await loop.run_in_executor(thread, _open_database)
    hub.clear_problem()
    last = None
    try:
        while True:
            if hub.streams:
                count = await loop.run_in_executor(thread, _count_writes, database)
                if count != last:
                    await hub.poll_versions()
                last = count
            await asyncio.sleep(INTERVAL)
    finally:
        thread.submit(database.close)
        thread.shutdown(wait=False)


def _open_database() -> sqlite3.Connection:
    database = sqlite3.connect(connections["default"].settings_dict["NAME"], timeout=10, isolation_level=None)
    _count_writes(database)  # others that want to lock the file see this connection only after its first read
    return database


def _count_writes(database: sqlite3.Connection) -> int:
    count: int = database.execute("PRAGMA data_version").fetchone()[0]
    return count
