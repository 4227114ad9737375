"""Visitors, with or without an account.

Apps that keep rows for a person move them when `signals.person_merged` is sent, and register a
`person_data.PersonData`.

Views call `people.get_person(request)`, which creates no row, or `people.get_or_create_person(request)` just before
they save something for the person.
"""

from core.people.identity import (
    browser_of,
    get_or_create_person,
    get_person,
    person_of_authorization,
    person_of_session,
    person_of_user,
    use_loaded_person,
)
from core.people.person_data import InProgress

__all__ = [
    "InProgress",
    "browser_of",
    "get_or_create_person",
    "get_person",
    "person_of_authorization",
    "person_of_session",
    "person_of_user",
    "use_loaded_person",
]
