"""Template filter for the URLs of scripts and styles."""

from django import template

from core.server.static_build import list_static_urls

register = template.Library()
register.filter("addresses", list_static_urls)
