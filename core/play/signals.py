"""What happens at tables."""

from django.dispatch import Signal

table_changed = Signal()
"""A match went on, or its seats changed. Arguments: `table`, `engine_table` as it's now, and `seats`, its Seats.

It's sent once the change is stored. What another process can see waits for `transaction.on_commit`.
"""
