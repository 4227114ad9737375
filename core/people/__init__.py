"""Visitors, with or without an account.

Apps that keep something for a person move it when `signals.person_merged` is sent, and register a
`person_data.PersonData`.

Views ask `people.person_of(request)`, which makes nobody up, or `people.ensure_person(request)` just before they keep
something.
"""

from core.people.identity import (
    browser_of,
    ensure_person,
    person_of,
    person_of_authorization,
    person_of_session,
    person_of_user,
    use_loaded_person,
)
from core.people.person_data import InProgress

__all__ = [
    "InProgress",
    "browser_of",
    "ensure_person",
    "person_of",
    "person_of_authorization",
    "person_of_session",
    "person_of_user",
    "use_loaded_person",
]
