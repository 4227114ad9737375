"""What happens to house rules, for apps whose answers follow them."""

from django.dispatch import Signal

rules_changed = Signal()
"""Rules came into use, or their game has a new version. Arguments: `game` and `options`.

It's sent in the background, and may be sent twice for the same rules.
"""

rules_compared = Signal()
"""Someone looks at what a change of rules would do. Arguments: `game`, and options `before` and `after`.

Receivers return Consequences.
"""
