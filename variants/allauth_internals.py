"""What django-allauth calls internal, imported here alone: its rate limits, and signing in with a password.

It lies here because `variants` is the lowest app that needs it.
"""

from allauth.account.internal.flows.login import perform_password_login as perform_password_login
from allauth.core.internal.ratelimit import cache_lock as cache_lock
from allauth.core.internal.ratelimit import consume as consume_rate_limit
from allauth.core.internal.ratelimit import get_ip as get_ip
from allauth.core.internal.ratelimit import respond_429 as respond_429

__all__ = ["cache_lock", "consume_rate_limit", "get_ip", "perform_password_login", "respond_429"]
