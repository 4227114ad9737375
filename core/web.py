"""Starts the processes that answer, pages, API and live streams alike: `python -m core.web --port 8001 --workers 3`."""

from __future__ import annotations

import argparse
import resource

import uvicorn

KEEP_ALIVE = 65  # longer than a proxy keeps a connection it may use again
GOODBYE = 5  # seconds that answers under way have when the process is told to end


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m core.web", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", default=8000, type=int)
    parser.add_argument("--workers", default=1, type=int, help="how many processes")
    parser.add_argument("--goodbye", default=GOODBYE, type=int, help="seconds for answers under way at the end")
    given = parser.parse_args()
    _open_many_connections()
    uvicorn.run(
        "core.asgi:application",
        host=given.host,
        port=given.port,
        workers=given.workers,
        http="core.connection:Connection",
        ws="none",
        lifespan="on",
        proxy_headers=False,  # who asks is Django's to say, by the number of proxies in the settings
        server_header=False,
        access_log=False,  # the site's own log tells of requests, without what nobody should read
        log_config=None,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=given.goodbye,
    )


def _open_many_connections() -> None:
    """As many as the system lets this process have; the usual 1024 are few beside thousands of streams."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
