"""The embedded queue: kombu's file transport, made safe for reading while a file is being written.

kombu writes a message, and the table of an exchange, straight into the file that others read. A worker that polls often
can then read half a message and crash (kombu issue 1551). Here, a file gets its final name only when it's complete.
"""

import os
import time
import uuid
from pathlib import Path
from queue import Empty
from typing import Any

from kombu.transport import filesystem
from kombu.utils.json import dumps, loads


class Channel(filesystem.Channel):
    """A kombu channel whose message files appear either complete or not at all."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for place in (self.data_folder_in, self.data_folder_out, self.control_folder):
            Path(place).mkdir(parents=True, exist_ok=True)

    def _put(self, queue: str, payload: Any, **kwargs: Any) -> None:  # type: ignore[override]
        name = f"{time.monotonic_ns() // 1_000:016}_{uuid.uuid4()}"
        folder = Path(self.data_folder_out)
        _write_json(folder / f"{name}.part", payload)
        os.rename(folder / f"{name}.part", folder / f"{name}.{queue}.msg")

    def _get(self, queue: str) -> Any:  # type: ignore[override]
        """Take the oldest message. The file is renamed first, so that only one of two workers gets it."""
        folder = Path(self.data_folder_in)
        for name in sorted(os.listdir(folder)):
            if name.partition(".")[2] != f"{queue}.msg":
                continue
            taken = folder / f"{name}.taken"
            try:
                os.rename(folder / name, taken)
            except FileNotFoundError:
                continue
            payload = taken.read_bytes()
            taken.unlink()
            return loads(payload.decode())
        raise Empty

    def _queue_bind(self, exchange: str, *args: Any) -> None:
        file = self._exchange_file(exchange)
        if not file.exists():
            fresh = file.with_name(f"{uuid.uuid4()}.part")
            _write_json(fresh, [])
            try:
                os.link(fresh, file)
            except FileExistsError:
                pass  # another process was first, and has created the table
            finally:
                fresh.unlink()
        super()._queue_bind(exchange, *args)


def _write_json(file: Path, content: Any) -> None:
    file.write_bytes(dumps(content).encode())


class Transport(filesystem.Transport):
    """The file transport with the safe channel. Its URL is `embedded://`."""

    Channel = Channel

    def drain_events(self, connection: Any, timeout: float | None = None) -> None:  # type: ignore[override]
        """Wait for a message, but at most 0.25 s, because a worker checks whether to stop only between waits."""
        super().drain_events(connection, min(timeout, 0.25) if timeout else timeout)
