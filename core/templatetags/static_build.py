"""The template filter `addresses`, which returns the URLs to load for a joined script or style."""

from django import template

from core.server.static_build import list_static_urls

register = template.Library()
register.filter("addresses", list_static_urls)
