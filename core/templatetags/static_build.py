"""Template filter for the URLs of scripts and styles."""

from django import template

from core.server.static_build import addresses

register = template.Library()
register.filter("addresses", addresses)
