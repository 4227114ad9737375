"""Signals about tables."""

from django.dispatch import Signal

table_changed = Signal()
"""A match went on, or its seats changed. Arguments: `table`, `engine_table` (the board now), and `seats`, its Seats.

It's sent once the change is stored, which might be inside a transaction: receivers do what other processes can see in
`transaction.on_commit`.
"""
