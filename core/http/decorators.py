"""Which methods a view takes, where Django has no name for it."""

from django.views.decorators.http import require_http_methods

require_form = require_http_methods(["GET", "HEAD", "POST"])
"""For a page that is looked at, and whose form is sent back to it."""
