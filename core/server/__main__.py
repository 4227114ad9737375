"""Starts the web processes, for pages, API, and live streams: `python -m core.server --port 8001 --workers 3`."""

from __future__ import annotations

import argparse
import logging
import logging.config
import os
import resource
import socket

import uvicorn
from uvicorn.supervisors import Multiprocess

KEEP_ALIVE = 65  # seconds; longer than a proxy keeps an idle connection
GRACEFUL_SHUTDOWN = 5  # seconds for responses in progress when the process is told to end
SEND_TIMEOUT = 30  # seconds until a client that takes nothing of its response is disconnected
HEALTHCHECK_TIMEOUT = 60  # seconds; a busy worker may answer its supervisor late


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m core.server", description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", default=8000, type=int)
    parser.add_argument("--workers", default=1, type=int, help="number of processes")
    parser.add_argument("--graceful-shutdown", default=GRACEFUL_SHUTDOWN, type=int, help="seconds")
    parser.add_argument("--send-timeout", default=SEND_TIMEOUT, type=int, help="seconds")
    arguments = parser.parse_args()
    _raise_file_limit()
    config = uvicorn.Config(
        "core.asgi:application",
        host=arguments.host,
        port=arguments.port,
        workers=arguments.workers,
        ws="none",
        lifespan="on",
        proxy_headers=False,  # Django finds the client's address by the number of trusted proxies
        server_header=False,
        access_log=False,  # the site logs its requests itself, without secrets
        log_config=None,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=arguments.graceful_shutdown,
        timeout_worker_healthcheck=HEALTHCHECK_TIMEOUT,
    )
    listener = config.bind_socket()
    _set_send_timeout(listener, arguments.send_timeout)
    if arguments.workers > 1:
        _configure_supervisor_logging()
        Multiprocess(config, [listener]).run()
    else:
        uvicorn.Server(config).run([listener])


def _raise_file_limit() -> None:
    """Allow as many open connections as the system permits. The usual 1,024 aren't enough for thousands of streams."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def _set_send_timeout(listener: socket.socket, seconds: int) -> None:
    """Make the system close connections whose client accepts no data. Accepted connections inherit this (RFC 5482)."""
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, seconds * 1000)


def _configure_supervisor_logging() -> None:
    """Set up logging in the supervising process, where uvicorn logs each worker that dies."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "core.settings")
    from django.conf import settings

    logging.config.dictConfig(settings.LOGGING)
    logging.getLogger("uvicorn.error").setLevel(logging.INFO)


if __name__ == "__main__":
    main()
