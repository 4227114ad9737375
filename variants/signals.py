"""Signals about house rules, for apps whose content depends on them."""

from django.dispatch import Signal

rules_changed = Signal()
"""Sent when rules are used for the first time, or their game has a new version. Arguments: `game` and `options`.

It's sent in the background, and can be sent twice for the same rules.
"""

rules_compared = Signal()
"""Sent to find out what a change of rules would do. Arguments: `game`, and the options `before` and `after`.

Receivers return a list of `Consequence`.
"""
