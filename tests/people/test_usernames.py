"""One username is one account, in whatever letters somebody types it."""

from __future__ import annotations

from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.test import Client

from core.http.untrusted_text import LONGEST_NAME
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
LOGIN, SIGNUP = "/account/login/", "/account/signup/"
WAYS = ["anna", "Anna", "ANNA", "ａｎｎａ", "ＡＮＮＡ", "Ａnna", " anna "]


def signed_in(client: Client) -> str | None:
    """The username of who is signed in."""
    key = client.session.get(SESSION_KEY)
    return User.objects.get(pk=key).username if key else None


@pytest.mark.parametrize("typed", WAYS)
def test_a_username_signs_in_in_whatever_letters(anna: User, stranger: Client, typed: str) -> None:
    assert stranger.post(LOGIN, {"login": typed, "password": PASSWORD}).status_code == 302
    assert signed_in(stranger) == "anna"


@pytest.mark.parametrize("typed", ["anna@example.org", "ANNA@example.org", "ａｎｎａ＠ｅｘａｍｐｌｅ．ｏｒｇ"])
def test_so_does_an_email_address(anna: User, stranger: Client, typed: str) -> None:
    assert stranger.post(LOGIN, {"login": typed, "password": PASSWORD}).status_code == 302
    assert signed_in(stranger) == "anna"


@pytest.mark.parametrize("typed", WAYS)
def test_nobody_signs_up_with_a_name_that_looks_the_same(anna: User, stranger: Client, typed: str) -> None:
    answer = stranger.post(SIGNUP, {"username": typed, "password1": "queen of spades"})
    assert answer.status_code == 200
    assert "already exists" in answer.text
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("typed", "kept"),
    [("Élodie", "élodie"), ("ﬁnn", "finn"), ("Ｃｌａｒａ．１９９９", "clara.1999"), ("Straße", "strasse")],
)
def test_a_new_username_is_kept_as_it_is_compared(stranger: Client, typed: str, kept: str) -> None:
    form = {"username": typed, "password1": "queen of spades"}
    assert stranger.post(SIGNUP, form).status_code == 302
    assert signed_in(stranger) == kept
    for again in (typed, typed.upper(), kept):
        client = Client()
        assert client.post(LOGIN, {"login": again, "password": "queen of spades"}).status_code == 302, again
        answer = Client().post(SIGNUP, {"username": again, "password1": "king of clubs"})
        assert "already exists" in answer.text
    assert User.objects.count() == 1


def test_a_form_that_is_sent_again_signs_in_in_whatever_letters(stranger: Client) -> None:
    form = {"username": "Ｃｌａｒａ", "password1": "queen of spades"}
    for _ in range(2):
        client = Client()
        assert client.post(SIGNUP, form).status_code == 302
        assert signed_in(client) == "clara"
    assert User.objects.count() == 1


def test_a_username_that_is_too_long_when_it_is_written_out_is_refused(stranger: Client) -> None:
    answer = stranger.post(SIGNUP, {"username": "\ufdfa" * 40, "password1": "queen of spades"})
    assert answer.status_code == 200
    assert not User.objects.exists()


def test_wrong_passwords_count_for_one_account_in_whatever_letters(anna: User, settings: object) -> None:
    statuses = [
        Client().post(LOGIN, {"login": WAYS[number % len(WAYS)], "password": "wrong"}).status_code
        for number in range(settings.WRONG_PASSWORDS + 1)  # type: ignore[attr-defined]
    ]
    assert statuses[-1] == 429
    assert set(statuses[:-1]) == {200}


@pytest.mark.parametrize("size", [LONGEST_NAME, LONGEST_NAME + 1, 60_000])
def test_a_login_of_any_length_is_answered(anna: User, stranger: Client, size: int) -> None:
    """SQLite compares no row with a pattern of more than 50,000 bytes."""
    for letter in "a\u0315":
        assert stranger.post(LOGIN, {"login": letter * size, "password": "x"}).status_code == 200


def test_whoever_makes_an_account_makes_it_so() -> None:
    user = User.objects.create_user("ＡＤＭＩＮ")
    assert user.username == "admin"
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Admin")
    user.username = "Boss"
    user.save()
    assert User.objects.get().username == "boss"


# -- accounts from before ----------------------------------------------------------------------------------------------


def migrate() -> None:
    import_module("core.people.migrations.0002_usernames_as_compared").fold(apps, None)


def of_before(*usernames: str) -> None:
    """Accounts that were made when usernames were kept as they were typed."""
    users = [User(username=name) for name in usernames]
    for user in users:
        user.set_password(f"{user.username} {PASSWORD}")
    User.objects.bulk_create(users)


def test_usernames_of_before_are_folded_unless_somebody_has_that_one() -> None:
    of_before("Anna", "Élodie", "ｂｅｎ", "BEN", "ben", "élodie")
    migrate()
    assert [*User.objects.order_by("pk").values_list("username", flat=True)] == [
        "anna",
        "Élodie",
        "ｂｅｎ",
        "BEN",
        "ben",
        "élodie",
    ]


def test_of_two_accounts_of_before_each_signs_in_with_its_own_password() -> None:
    """Somebody signed up twice, since the second time the keyboard wrote full-width letters."""
    of_before("ben", "ｂｅｎ")
    migrate()
    for login, password, account in (
        ("ben", f"ben {PASSWORD}", "ben"),
        ("ｂｅｎ", f"ben {PASSWORD}", "ben"),
        ("ｂｅｎ", f"ｂｅｎ {PASSWORD}", "ｂｅｎ"),
    ):
        client = Client()
        client.post(LOGIN, {"login": login, "password": password})
        assert signed_in(client) == account
    assert signed_in_after_saving() == "ｂｅｎ"


def signed_in_after_saving() -> str:
    """Such an account stays as it is when it's saved."""
    user = User.objects.get(username="ｂｅｎ")
    user.save()
    user.refresh_from_db()
    return user.username
