"""The signal that is sent when a match continues or when its seats change."""

from django.dispatch import Signal

table_changed = Signal()
"""Sent when a match continues or its seats change. Arguments: `table`, `engine_table` (the current board), and `seats`.

It's sent once the change is stored, which might be inside a transaction. Receivers have to use `transaction.on_commit`
for anything that other processes can see.
"""
