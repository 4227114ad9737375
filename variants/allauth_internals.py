"""The internals of django-allauth that the site uses: its rate limits, and signing in with a password.

No other module imports them. It's in `variants` because that's the lowest app that needs it.
"""

from allauth.account.internal.flows.login import perform_password_login
from allauth.core.internal.ratelimit import cache_lock, get_ip, respond_429
from allauth.core.internal.ratelimit import consume as consume_rate_limit

__all__ = ["cache_lock", "consume_rate_limit", "get_ip", "perform_password_login", "respond_429"]
