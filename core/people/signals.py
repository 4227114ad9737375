"""The signal that is sent when a visitor is merged into an account's person."""

from django.dispatch import Signal

person_merged = Signal()
"""Sent when a visitor is merged into a person with an account. Arguments: `source` and `target`, each a Person.

It's sent in a transaction. Receivers move all rows of `source`, which is deleted afterward.
"""
