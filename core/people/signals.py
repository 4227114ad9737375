"""What happens to people, for apps that keep something for them."""

from django.dispatch import Signal

person_merged = Signal()
"""A visitor turned out to be a person with an account. Arguments: `source` and `target`, each a Person.

It's sent in a transaction. Receivers move everything of `source`, which is deleted afterwards.
"""
