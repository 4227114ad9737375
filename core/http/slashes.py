"""Addresses end in a slash; who leaves it out is led to the right one."""

from django.http import HttpResponsePermanentRedirect
from django.middleware.common import CommonMiddleware


class Moved(HttpResponsePermanentRedirect):
    """308: what was sent goes along to the other address. After 301 most clients send a POST on as a GET."""

    def __init__(self, address: str) -> None:
        super().__init__(address, preserve_request=True)


class SlashesMiddleware(CommonMiddleware):
    response_redirect_class = Moved
