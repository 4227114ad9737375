"""The ASGI application: live streams run on the event loop, all other requests in a small thread pool.

Django itself runs as WSGI, because a stream from a view would hold a thread and a database connection for as long as a
browser is open.
"""

import asyncio

from core.live.app import LiveStreamsApp
from core.live.hub import Hub
from core.server.asgi_tools import Message, Receive, Send
from core.server.warmup import warm_up_apps
from core.server.wsgi_bridge import WsgiBridge
from core.wsgi import application as wsgi_application


class AsgiRouter:
    """The ASGI application. It passes each request to the live streams or to Django, and starts and stops both."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.live = LiveStreamsApp(self.hub)
        self.pages = WsgiBridge(wsgi_application)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._run_lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith("/live/"):
            await self.live(scope, receive, send)
        elif scope["type"] == "http":
            await self.pages(scope, receive, send)

    async def _run_lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.hub.start_watcher()
                self.warmup = asyncio.create_task(asyncio.to_thread(warm_up_apps))
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.hub.stop_watcher_and_streams()
                await send({"type": "lifespan.shutdown.complete"})
                return


application = AsgiRouter()
