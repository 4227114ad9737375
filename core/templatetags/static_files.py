"""What a page loads."""

from django import template

from core.static_files import addresses

register = template.Library()
register.filter("addresses", addresses)
