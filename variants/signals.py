"""Signals that are sent when house rules are used for the first time, and to find out what a change of rules would do.

Apps whose lessons or puzzles depend on house rules receive them.
"""

from django.dispatch import Signal

rules_changed = Signal()
"""Sent when rules are used for the first time, or their game has a new version. Arguments: `game` and `options`.

It's sent in the background, and can be sent twice for the same rules.
"""

rules_compared = Signal()
"""Sent to find out what a change of rules would do. Arguments: `game`, and the options `before` and `after`.

Receivers return a list of `Consequence`.
"""
