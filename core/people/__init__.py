"""Visitors, with or without an account.

Apps that keep something for a person say so in `AppConfig.ready`:

    people.on_merge(move_attempts)          # (from_person, into_person): hand everything over
    people.on_export("attempts", attempts)  # (person) -> something JSON can hold
    people.on_count("answer", "answers", answers)  # (person) -> how many
    people.on_own_page(courses)  # (request) -> what they are busy with

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
from core.people.providers import (
    InProgress,
    on_authorization,
    on_count,
    on_export,
    on_going,
    on_home,
    on_merge,
    on_own_page,
)

__all__ = [
    "InProgress",
    "browser_of",
    "ensure_person",
    "on_authorization",
    "on_count",
    "on_export",
    "on_going",
    "on_home",
    "on_merge",
    "on_own_page",
    "person_of",
    "person_of_authorization",
    "person_of_session",
    "person_of_user",
    "use_loaded_person",
]
