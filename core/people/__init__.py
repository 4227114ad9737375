"""People: visitors with or without an account.

Apps that keep rows for a person move them when `signals.person_merged` is sent, and register a
`person_data.PersonDataProvider`.

Views call `people.get_person(request)`, which never creates a row, or `people.get_or_create_person(request)` just
before they save something for the person.
"""

from core.people.identity import (
    build_reader_key,
    find_authorized_person,
    find_session_person,
    get_browser_key,
    get_or_create_person,
    get_person,
    get_user_person,
    reuse_loaded_person,
)
from core.people.person_data import ActivityInProgress

__all__ = [
    "ActivityInProgress",
    "build_reader_key",
    "find_authorized_person",
    "find_session_person",
    "get_browser_key",
    "get_or_create_person",
    "get_person",
    "get_user_person",
    "reuse_loaded_person",
]
