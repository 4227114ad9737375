"""A class behind one address logs in; a guesser does not."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client

from tests.conftest import PASSWORD

LOGIN = "/account/login/"
SCHOOL, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def logs_in(name: str, password: str = PASSWORD, address: str = SCHOOL) -> HttpResponse:
    return Client(REMOTE_ADDR=address).post(LOGIN, {"login": name, "password": password})


def guesses(names: list[str]) -> Iterator[int]:
    return (logs_in(name, "not this one").status_code for name in names)


@pytest.mark.slow
def test_a_hundred_students_log_in_within_a_minute_from_one_address(db: None) -> None:
    secret = make_password(PASSWORD)
    User.objects.bulk_create(User(username=f"student{number}", password=secret) for number in range(100))
    mistaken = [logs_in(f"student{number}", "a slip").status_code for number in range(0, 100, 5)]
    assert set(mistaken) == {200}
    assert {logs_in(f"student{number}").status_code for number in range(100)} == {302}


def test_a_class_signs_up_within_a_minute_from_one_address(db: None) -> None:
    for number in range(25):
        form = {"username": f"student{number}", "password1": PASSWORD}
        assert Client(REMOTE_ADDR=SCHOOL).post("/account/signup/", form).status_code == 302
    assert User.objects.count() == 25


def test_who_guesses_at_one_account_is_stopped(anna: User) -> None:
    assert list(guesses(["anna"] * 6)) == [200] * 5 + [429]
    refused = logs_in("anna")
    assert refused.status_code == 429
    assert refused["Retry-After"] == "300"
    assert "Wait 5 minutes" in refused.content.decode()
    assert "</html>" in refused.content.decode()


def test_who_guesses_at_a_new_account_by_asking_for_it_again_is_stopped(anna: User) -> None:
    def asks(password: str) -> int:
        form = {"username": "anna", "password1": password}
        return Client(REMOTE_ADDR=SCHOOL).post("/account/signup/", form).status_code

    assert asks(PASSWORD) == 302
    assert [asks("not this one") for _ in range(6)] == [200] * 6
    assert (asks(PASSWORD), logs_in("anna").status_code) == (200, 429)


def test_who_guesses_does_not_lock_out_whose_account_it_is(anna: User) -> None:
    list(guesses(["anna"] * 6))
    assert logs_in("anna", address=ELSEWHERE).status_code == 302


@pytest.mark.slow
def test_who_guesses_at_many_accounts_is_slowed(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)  # a busy machine needs more than the minute
    answers = list(guesses([f"student{number}" for number in range(61)]))
    assert answers == [200] * 60 + [429]
    assert logs_in("anna", address=ELSEWHERE).status_code == 302


@pytest.mark.parametrize(
    ("action", "address", "form"),
    [
        ("login", LOGIN, {"login": "anna", "password": "no"}),
        ("signup", "/account/signup/", {"username": "a"}),
        ("reset_password", "/account/password/reset/", {"email": "anna@example.org"}),
    ],
)
def test_each_limit_ends_in_our_own_page(
    stranger: Client, settings: Any, action: str, address: str, form: dict[str, str]
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, action: "1/m/ip"}
    stranger.post(address, form)
    refused = stranger.post(address, form)
    assert (refused.status_code, refused["Retry-After"]) == (429, "60")
    assert "Wait a minute" in refused.content.decode()
    assert "House Rules" in refused.content.decode()


def test_the_admin_has_no_way_in_of_its_own(stranger: Client, anna: User) -> None:
    """One without limits would let anybody guess there."""
    response = stranger.post("/admin/login/", {"username": "anna", "password": PASSWORD})
    assert response.status_code == 302
    assert response["Location"].startswith(LOGIN)


@pytest.mark.parametrize(("proxies", "claimed"), [(0, "192.0.2.{}"), (1, "192.0.2.{}, 198.51.100.7")])
def test_only_so_many_proxies_are_believed(stranger: Client, settings: Any, proxies: int, claimed: str) -> None:
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = proxies
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "login": "1/m/ip"}
    form = {"login": "anna", "password": "no"}
    answers = [
        stranger.post(LOGIN, form, headers={"X-Forwarded-For": claimed.format(number)}).status_code
        for number in range(2)
    ]
    assert answers == [200, 429]
