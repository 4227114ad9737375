"""Visitors become people when there is something to keep, and take it along into an account."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import User
from django.contrib.sessions.backends.db import SessionStore
from django.db import IntegrityError
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from core import people
from core import settings as house
from core.people import identity
from core.people.forms import SENT_AGAIN, SignupForm
from core.people.models import ALPHABET, Person
from core.people.person_data import PersonDataProvider, person_data
from core.people.signals import person_merged
from tests.conftest import PASSWORD

ACCOUNT = "/me/"


@pytest.fixture
def visitor(stranger: Client) -> Client:
    """A browser whose owner has told a name, and has no account."""
    stranger.post(ACCOUNT, {"name": "Vera"})
    return stranger


@pytest.fixture
def merging() -> Iterator[Callable[[Any], None]]:
    """Connects a receiver of `person_merged` for the length of a test."""
    receivers: list[Any] = []

    def connect(receiver: Any) -> None:
        receivers.append(receiver)
        person_merged.connect(receiver)

    yield connect
    for receiver in receivers:
        person_merged.disconnect(receiver)


def vera() -> Person:
    return Person.objects.get(name="Vera")


def test_looking_around_leaves_no_trace(stranger: Client) -> None:
    assert stranger.get(ACCOUNT).status_code == 200
    assert not Person.objects.exists()
    assert "sessionid" not in stranger.cookies


def test_the_first_thing_worth_keeping_makes_a_person(visitor: Client) -> None:
    assert vera().user is None
    assert visitor.get(ACCOUNT).context["person"] == vera()
    visitor.post(ACCOUNT, {"name": "Viola"})
    assert Person.objects.get().name == "Viola"


def test_codes_are_long_and_legible() -> None:
    codes = {Person().code for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) >= 10 and set(code) <= set(ALPHABET) for code in codes)


def test_what_people_are_called(anna: User, db: None) -> None:
    assert Person().display_name == Person(user=User(username="anna.k")).display_name == "Guest"
    anna.person.name = "Anna K."
    assert str(anna.person) == "Anna K."


@pytest.mark.parametrize(
    ("typed", "name"), [("", ""), ("Clara K.", "Clara K."), ("\u202eClara\u200f  K.\u00ad", "Clara K.")]
)
def test_who_signs_up_says_what_others_call_them(stranger: Client, typed: str, name: str) -> None:
    sent = {"username": "clara.1999", "password1": "queen of spades", "name": typed}
    assert stranger.post("/account/signup/", sent).status_code == 302
    assert people.get_user_person(User.objects.get(username="clara.1999")).display_name == (name or "Guest")
    assert stranger.post("/account/signup/", {**sent, "name": "x" * 41}).status_code in (200, 302)
    assert User.objects.count() == 1


@pytest.mark.parametrize("twice_at_once", [False, True])
def test_an_account_is_made_once_though_its_answer_is_lost(
    client_of: Callable[[None], Client], monkeypatch: pytest.MonkeyPatch, twice_at_once: bool
) -> None:
    """Whoever sends the same again is signed in; whoever does not know the password learns that the name is taken."""
    form = {"username": "clara.1999", "password1": "queen of spades", "email": "clara@example.org", "name": "Clara"}
    others = {**form, "password1": "king of clubs", "name": "Carl"}

    def sign_up(sent: dict[str, str]) -> tuple[int, bool, bool]:
        client = client_of(None)
        answer = client.post("/account/signup/", sent)
        return answer.status_code, "already exists" in answer.text, SESSION_KEY in client.session

    def meanwhile(form: SignupForm, request: Any) -> Any:
        monkeypatch.undo()
        assert sign_up({**form.data.dict(), "password1": "queen of spades"})[0] == 302
        return form.try_save(request)

    for sent, wanted in ((form, (302, False, True)), (form, (302, False, True)), (others, (200, True, False))):
        if twice_at_once:
            User.objects.all().delete()
            monkeypatch.setattr(SignupForm, "try_save", meanwhile)
        assert sign_up(sent) == wanted
        assert User.objects.count() == 1
    User.objects.update(date_joined=timezone.now() - SENT_AGAIN)
    assert sign_up(form) == (200, True, False)


def test_a_refused_account_has_the_focus_where_something_is_wrong(stranger: Client) -> None:
    page = stranger.post("/account/signup/", {"username": "clara", "password1": "1234"}).content.decode()
    focused = re.findall(r"<input[^>]* autofocus[^>]*>", page)
    assert len(focused) == 1
    assert 'name="password1"' in focused[0]


def test_labels_of_account_pages_are_in_sentence_case(as_anna: Client, stranger: Client, anna: User) -> None:
    start = stranger.get(
        f"/account/password/reset/key/{user_pk_to_url_str(anna)}-{default_token_generator.make_token(anna)}/"
    )
    pages = [
        as_anna.get("/account/password/change/"),
        stranger.get(start["Location"]),
        *(stranger.get(f"/account/{name}/") for name in ("signup", "login", "password/reset")),
    ]
    for page in pages:
        labels = re.findall(r"<label[^>]*>\s*([^<]+?)\s*<", page.content.decode())
        assert labels
        assert not [label for label in labels if re.search(r"\s\(?[A-Z]", label)], labels


def test_an_account_has_one_person(anna: User) -> None:
    assert people.get_user_person(anna) == anna.person
    with pytest.raises(IntegrityError):
        Person.objects.create(user=anna)


def test_anna_is_anna_in_every_browser(anna: User, client_of: Callable[[User], Client]) -> None:
    for client in (client_of(anna), client_of(anna)):
        assert client.get(ACCOUNT).context["person"] == anna.person


def test_two_first_clicks_at_once_are_one_person(db: None) -> None:
    session = SessionStore()
    session.create()
    first, second = SessionStore(session.session_key), SessionStore(session.session_key)
    assert not second.get(identity.KEY)  # both have looked before either has written
    assert not first.get(identity.KEY)
    assert identity._get_or_create_for_session(first) == identity._get_or_create_for_session(second)
    assert Person.objects.count() == 1


def test_a_forged_or_forgotten_session_is_nobody(stranger: Client, visitor: Client) -> None:
    stranger = Client()
    stranger.cookies["sessionid"] = "f" * 32
    assert not stranger.get(ACCOUNT).context["person"]
    vera().delete()
    assert not visitor.get(ACCOUNT).context["person"]


def test_a_session_does_not_open_a_person_that_has_an_account(visitor: Client, anna: User) -> None:
    """The row once held by the session belongs to the account now; an old copy of the session opens nothing."""
    anna.person.delete()
    Person.objects.filter(name="Vera").update(user=anna)
    assert not visitor.get(ACCOUNT).context["person"]


def test_streams_know_people_by_their_session(visitor: Client, as_anna: Client, anna: User) -> None:
    assert people.find_session_person(visitor.cookies["sessionid"].value) == vera()
    assert people.find_session_person(as_anna.cookies["sessionid"].value) == anna.person
    assert people.find_session_person("f" * 32) is None
    assert people.find_session_person(None) is None


def test_a_session_from_before_a_new_password_opens_nothing(as_anna: Client, anna: User) -> None:
    anna.set_password("another one altogether")
    anna.save()
    assert people.find_session_person(as_anna.cookies["sessionid"].value) is None


def test_signing_up_keeps_the_person(visitor: Client) -> None:
    before = vera()
    visitor.post("/account/signup/", {"username": "vera", "password1": PASSWORD})
    before.refresh_from_db()
    assert before.user.username == "vera"
    assert visitor.get(ACCOUNT).context["person"] == before
    assert Person.objects.count() == 1


@pytest.mark.parametrize("login", ["anna", "anna@example.org"])
def test_logging_in_brings_everything_along_if_the_reader_says_so(
    visitor: Client, anna: User, merging: Callable[[Any], None], login: str
) -> None:
    moved: list[tuple[Person, Person]] = []
    before = vera()
    merging(lambda source, target, **_: moved.append((source, target)))
    visitor.post("/account/login/", {"login": login, "password": PASSWORD, "bring": "on"})
    assert [(old.name, new) for old, new in moved] == [("Vera", anna.person)]
    assert not Person.objects.filter(pk=before.pk).exists()
    assert visitor.get(ACCOUNT).context["person"] == anna.person


@pytest.mark.slow
def test_a_password_that_was_kept_another_way_is_kept_anew(visitor: Client, anna: User, settings: Any) -> None:
    settings.PASSWORD_HASHERS = house.PASSWORD_HASHERS
    anna.password = make_password(PASSWORD, hasher="pbkdf2_sha256")
    anna.save()
    assert visitor.post("/account/login/", {"login": "anna", "password": PASSWORD}).status_code == 302
    anna.refresh_from_db()
    assert anna.password.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert anna.check_password(PASSWORD)
    assert not anna.check_password("seven of spades")


def test_a_merge_that_fails_loses_nothing(visitor: Client, anna: User, merging: Callable[[Any], None]) -> None:
    def fail(target: Person, **_: Any) -> None:
        target.name = "half"
        target.save()
        raise RuntimeError("the shelf is full")

    merging(fail)
    visitor.post("/account/login/", {"login": "anna", "password": PASSWORD, "bring": "on"})
    assert visitor.get(ACCOUNT).context["person"] == anna.person
    assert Person.objects.get(user=anna).name == "anna"
    assert vera().user is None
    assert visitor.session[identity.KEY] == vera().pk


def test_on_a_shared_computer_each_keeps_their_own(visitor: Client, anna: User) -> None:
    """Vera used this browser without an account; Anna logs in, looks around, and leaves."""
    before = vera()
    visitor.post("/account/login/", {"login": "anna", "password": PASSWORD})
    assert visitor.get(ACCOUNT).context["person"] == anna.person
    visitor.post(ACCOUNT, {"name": "Anna K."})
    visitor.post("/account/logout/")
    assert visitor.get(ACCOUNT).context["person"] == before
    assert (vera().user, Person.objects.get(user=anna).name) == (None, "Anna K.")


def test_the_login_page_asks_only_when_there_is_something_to_bring(visitor: Client) -> None:
    stranger = Client()
    assert "bring" not in stranger.get("/account/login/").context["form"].fields
    page = visitor.get("/account/login/")
    assert "That’s the name Vera." in page.content.decode()
    assert "checked" not in str(page.context["form"]["bring"])
    assert vera().list_data_descriptions() == ["the name Vera"]


def test_what_is_kept_is_counted(visitor: Client) -> None:
    vera().steps_done.create(game="vazhushal", step="one")
    vera().rule_sets.create(game="vazhushal", digest="0" * 16, owner="person", name="a")
    vera().rule_sets.create(game="commune", digest="1" * 16, owner="person", name="b")
    page = visitor.get("/account/login/").content.decode()
    assert "the name Vera, 2 custom rule sets and 1 step of a lesson." in page


def test_the_login_page_shows_a_name_as_it_is(visitor: Client) -> None:
    visitor.post(ACCOUNT, {"name": "<b>Vera</b>"})
    assert "the name &lt;b&gt;Vera&lt;/b&gt;" in visitor.get("/account/login/").content.decode()


def test_who_deletes_an_account_leaves_the_visitor_before_them(visitor: Client, anna: User) -> None:
    visitor.post("/account/login/", {"login": "anna", "password": PASSWORD})
    visitor.post("/me/delete/", {"sure": "on"})
    assert visitor.get(ACCOUNT).context["person"] == vera()


def test_a_wrong_password_moves_nothing_and_is_limited(visitor: Client, anna: User) -> None:
    answers = [visitor.post("/account/login/", {"login": "anna", "password": "no"}) for _ in range(6)]
    assert vera()
    assert answers[-1].status_code == 429


def test_logging_out_leaves_a_stranger(as_anna: Client) -> None:
    as_anna.post("/account/logout/")
    assert not as_anna.get(ACCOUNT).context["person"]


def test_a_merge_keeps_the_name_and_the_older_date(anna: User) -> None:
    long_ago = timezone.now() - timedelta(days=90)
    visitor = Person.objects.create(name="Vera", created=long_ago, preferences={"theme": "dark", "motion": "none"})
    anna.person.name = ""
    anna.person.save_preferences(theme="light")
    visitor.merge_into(anna.person)
    anna.person.refresh_from_db()
    assert (anna.person.name, anna.person.created) == ("Vera", long_ago)
    assert anna.person.preferences == {"theme": "light", "motion": "none"}


def test_seen_is_noted_once_a_day(visitor: Client) -> None:
    lately = timezone.now() - timedelta(hours=2)
    Person.objects.update(seen=lately)
    visitor.get(ACCOUNT)
    assert vera().seen == lately
    Person.objects.update(seen=timezone.now() - timedelta(days=2))
    visitor.get(ACCOUNT)
    assert vera().seen > lately


@pytest.mark.parametrize(
    ("posted", "status", "kept"),
    [
        ({"theme": "dark"}, 204, ("dark", False)),
        ({"four_colour": "true"}, 204, ("auto", True)),
        ({"theme": "dark", "four_colour": "true"}, 204, ("dark", True)),
        ({"theme": "pink"}, 400, ("auto", False)),
        ({"size": "large"}, 400, ("auto", False)),
        ({}, 400, ("auto", False)),
    ],
)
def test_preferences(as_anna: Client, anna: User, posted: dict[str, str], status: int, kept: tuple[Any, ...]) -> None:
    assert as_anna.post("/me/preferences/", posted).status_code == status
    anna.person.refresh_from_db()
    assert (anna.person.get_preference("theme"), anna.person.get_preference("four_colour")) == kept


def test_a_page_looks_as_its_reader_prefers(as_anna: Client, stranger: Client) -> None:
    assert 'data-keep="/me/preferences/"' in as_anna.get("/games/").text
    as_anna.post("/me/preferences/", {"theme": "dark", "four_colour": "true"})
    page = as_anna.get("/games/").text
    assert 'data-theme="dark" data-four-colour="on"' in page
    assert "data-keep" not in stranger.get("/games/").text


def test_a_preference_from_another_time_is_not_used(db: None) -> None:
    person = Person(preferences={"theme": "sepia"})
    assert person.get_preference("theme") == "auto"
    with pytest.raises(KeyError):
        person.get_preference("size")


def test_marks_that_nobody_sees_are_no_part_of_a_name(visitor: Client) -> None:
    """One of them turns round all that is said after it."""
    visitor.post(ACCOUNT, {"name": "\u202eLeela\u200f\n می\u200cدانم"})
    assert Person.objects.get().name == "Leela می\u200cدانم"


def test_a_name_that_is_too_long_is_refused(visitor: Client) -> None:
    response = visitor.post(ACCOUNT, {"name": "V" * 41})
    assert "at most 40" in response.content.decode()
    assert vera()


def test_anna_takes_her_data_away(as_anna: Client, anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stamps(PersonDataProvider):
        name = "stamps"

        def export_person_data(self, person: Person) -> Any:
            return {"number": 3, "of": person.code}

    monkeypatch.setattr(person_data, "providers", [*person_data, Stamps()])
    response = as_anna.get("/me/data.json")
    assert response["Content-Disposition"].startswith("attachment")
    assert response.json()["stamps"] == {"number": 3, "of": anna.person.code}
    assert response.json()["person"]["email"] == "anna@example.org"


def test_a_stranger_has_no_data(stranger: Client) -> None:
    assert stranger.get("/me/data.json").json() == {"person": None}


def test_two_exports_need_two_names() -> None:
    names = [data.name for data in person_data]
    assert all(names)
    assert len(set(names)) == len(names)


def test_an_app_answers_for_each_model_with_a_key_to_a_person() -> None:
    """Whoever adds such a model is reminded here to merge, export, and count it."""
    answered = {model for data in person_data for model in data.models}
    keys = (field for field in Person._meta.get_fields(include_hidden=True) if field.auto_created and field.is_relation)
    there = {key.related_model._meta.label for key in keys if not key.many_to_many}
    assert answered == there - {"core.IdempotencyKey"}, "a key expires by itself"


KEPT: dict[str, tuple[Any, str]] = {
    "code": ("anycode", ""),
    "user": (None, "a username"),
    "name": ("Vera", "a name if you choose one"),
    "preferences": ({"theme": "dark"}, "suit colors"),
    "created": (timezone.now() - timedelta(days=90), ""),
    "seen": (timezone.now(), "after your last visit"),
}
"""For each field of a person a value, and what the page “About” says of it; "" if it need not say anything."""
ONES_OWN = {"code", "user", "seen"}
"""Fields of each person alone: when two become one, those of the account stay."""


def test_a_person_has_no_field_that_no_test_knows() -> None:
    """Whoever adds one is reminded here to export it, to merge it, to count it among what is kept, and to say so.

    What others see of it, an admin can take away.
    """
    assert {field.name for field in Person._meta.concrete_fields} - {"id"} == set(KEPT)


@pytest.mark.parametrize("field", KEPT)
def test_each_field_of_a_person_can_be_taken_along(field: str, anna: User) -> None:
    assert {"user": "username"}.get(field, field) in anna.person.export_stored_data()["person"]


@pytest.mark.parametrize("field", sorted(KEPT.keys() - ONES_OWN))
def test_each_field_of_a_person_comes_along_into_an_account(field: str, db: None) -> None:
    value, account = KEPT[field][0], Person.objects.create()
    Person.objects.create(**{field: value}).merge_into(account)
    account.refresh_from_db()
    assert getattr(account, field) == value


@pytest.mark.parametrize(("field", "words"), [(field, words) for field, (_, words) in KEPT.items() if words])
def test_the_about_page_says_that_each_field_of_a_person_is_kept(field: str, words: str, stranger: Client) -> None:
    assert words in stranger.get("/about/").text


def test_nobody_is_deleted_by_a_slip(as_anna: Client, anna: User) -> None:
    assert as_anna.get("/me/delete/").status_code == 405
    assert as_anna.post("/me/delete/").status_code == 422
    assert User.objects.filter(username="anna").exists()


def test_anna_leaves_for_good(as_anna: Client, anna: User, ben: User) -> None:
    assert as_anna.post("/me/delete/", {"sure": "on"}).status_code == 302
    assert [user.username for user in User.objects.all()] == ["ben"]
    assert list(Person.objects.all()) == [ben.person]
    assert not as_anna.get(ACCOUNT).context["person"]


def test_an_account_with_which_nothing_was_done_leaves_for_good(as_anna: Client, anna: User) -> None:
    anna.person.delete()
    assert "Delete my account" in as_anna.get(ACCOUNT).content.decode()
    as_anna.post("/me/delete/", {"sure": "on"})
    assert not User.objects.exists()


def test_a_visitor_leaves_for_good(visitor: Client) -> None:
    visitor.post("/me/delete/", {"sure": "on"})
    assert not Person.objects.exists()
    assert identity.KEY not in visitor.session


def test_admins_find_people(admin: Client, visitor: Client) -> None:
    response = admin.get("/admin/people/person/", {"q": vera().code})
    assert "Vera" in response.content.decode()


def test_the_about_page_says_what_the_settings_say(stranger: Client, settings: Any) -> None:
    settings.KEEP_TABLES_DAYS, settings.KEEP_VISITORS_DAYS, settings.KEEP_SESSIONS_DAYS = 71, 72, 73
    settings.WRONG_PASSWORDS_MINUTES, settings.PASSWORD_RESET_TIMEOUT = 74, 75 * 24 * 3600
    page = stranger.get("/about/").content.decode()
    for told in ("71 days", "72 days", "73 days", "74 minutes", "75 days", "doesn’t send email"):
        assert told in page
    settings.EMAIL_URL = "smtp://mail.example.org"
    assert "doesn’t send email" not in stranger.get("/about/").content.decode()
    assert 'href="/about/"' in stranger.get("/").content.decode()
    assert "sessionid" not in stranger.cookies


def test_a_request_without_session_is_nobody(db: None) -> None:
    assert people.get_person(HttpRequest()) is None
