"""The site for an ASGI server: live streams on the event loop, every other page in a bounded pool of threads.

Django itself stays a WSGI site. Under ASGI each of its pages would cost several times as much, and a stream out of a
view would hold a thread and a database connection for as long as a browser is open.
"""

import asyncio

from core.live import Hub, Live, Message, Receive, Send
from core.pages import Pages
from core.starting import begin
from core.wsgi import application as site


class House:
    """Sends each request where it belongs."""

    def __init__(self) -> None:
        self.hub = Hub()
        self.live = Live(self.hub)
        self.pages = Pages(site)

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._lifespan(receive, send)
        elif scope["type"] == "http" and scope["path"].startswith("/live/"):
            await self.live(scope, receive, send)
        elif scope["type"] == "http":
            await self.pages(scope, receive, send)

    async def _lifespan(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.hub.start()
                self.looking = asyncio.create_task(asyncio.to_thread(begin))
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self.hub.stop()
                await send({"type": "lifespan.shutdown.complete"})
                return


application = House()
