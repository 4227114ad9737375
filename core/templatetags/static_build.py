"""The template filter `addresses`. It returns the URLs to load for a joined file, such as the site's script.

A joined file is made of several scripts or styles. While it isn't built, the URLs are those of its parts.
"""

from django import template

from core.server.static_build import list_static_urls

register = template.Library()
register.filter("addresses", list_static_urls)
