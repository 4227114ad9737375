"""Forms for signing up, signing in, changing your name, and deleting your data."""

from datetime import timedelta
from typing import Any
from unicodedata import category

from allauth.account.adapter import get_adapter
from allauth.account.forms import ChangePasswordForm as PlainChangePasswordForm
from allauth.account.forms import LoginForm as PlainLoginForm
from allauth.account.forms import ResetPasswordKeyForm as PlainResetPasswordForm
from allauth.account.forms import SignupForm as PlainSignupForm
from allauth.account.models import Login
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from django import forms
from django.contrib.auth.models import User
from django.core.validators import MaxLengthValidator
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.html import format_html

from core import people
from core.http.untrusted_text import LONGEST_NAME, normalize_for_comparison
from core.people.models import NOBODYS_NAME, Person
from core.people.receivers import merge_visitor_into_account
from core.people.requests import HttpRequest
from variants.allauth_internals import perform_password_login

SENT_AGAIN = timedelta(hours=1)
"""For this long after sign-up, submitting the same form again (because the response was lost) signs the user in."""
JOINERS = "\u200c\u200d"
"""Invisible characters that can be part of a name: they join letters or emoji, or keep them separate."""


class DisplayNameField(forms.CharField):
    """A field for a display name, without invisible characters such as those that reverse the text after them."""

    def to_python(self, value: Any) -> str:
        seen = (one for one in super().to_python(value) or "" if one in JOINERS or category(one) != "Cf")
        return " ".join("".join(seen).split())


class DisplayNameForm(forms.ModelForm):  # type: ignore[type-arg]
    """The form for the name that others see at a table."""

    class Meta:
        model = Person
        fields = ["name"]
        labels = {"name": "Display name"}
        help_texts = {"name": f"Others see it next to your cards. Leave it empty to appear as {NOBODYS_NAME}."}
        field_classes = {"name": DisplayNameField}
        widgets = {"name": forms.TextInput(attrs={"autocomplete": "nickname"})}


class SignupForm(PlainSignupForm):
    """The sign-up form, with a field for the name that others see, because nobody else sees the username.

    If the form is submitted again because the response was lost, it signs the user in. It counts as such a repeat if
    the username was taken within the last hour and the password is right. A wrong password counts toward the same
    limits as at login, and the user gets the usual error about a taken username.
    """

    made_already: User | None = None
    name = DisplayNameField(
        required=False,
        max_length=Person._meta.get_field("name").max_length,
        label=DisplayNameForm.Meta.labels["name"],
        help_text=f"{DisplayNameForm.Meta.help_texts['name']} Nobody else sees your username.",
        widget=DisplayNameForm.Meta.widgets["name"],
    )

    def full_clean(self) -> None:
        """Validate the form. The first field with an error gets the focus."""
        super().full_clean()
        if wrong := next((name for name in self.fields if name in self.errors), ""):
            for name, field in self.fields.items():
                field.widget.attrs["autofocus"] = name == wrong

    def clean(self) -> dict[str, Any]:
        if self.has_error("username", "username_taken"):
            self.made_already = self._find_repeated_signup(
                self.data["username"].strip(), self.cleaned_data.get("password1")
            )
        if self.made_already:
            self.errors.clear()
        else:
            super().clean()
        cleaned: dict[str, Any] = self.cleaned_data
        return cleaned

    def _find_repeated_signup(self, username: str, password: str | None) -> User | None:
        just_now = User.objects.filter(
            username=normalize_for_comparison(username), date_joined__gt=timezone.now() - SENT_AGAIN
        )
        if not password or not just_now.exists():
            return None
        try:
            user: User | None = get_adapter().authenticate(context.request, username=username, password=password)
        except ImmediateHttpResponse:  # too many wrong passwords
            return None
        return user

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        made = self.made_already
        if made:
            return made, perform_password_login(request, {"username": made.username}, Login(user=made))
        try:
            with transaction.atomic():
                saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
                return saved
        except IntegrityError:  # another request took the name at the same moment, perhaps with this same form
            from allauth.account.views import signup

            return None, signup(request)

    def save(self, request: HttpRequest) -> User:
        user: User = super().save(request)
        if self.cleaned_data["name"]:
            Person.objects.update_or_create(user=user, defaults={"name": self.cleaned_data["name"]})
        return user


class SentenceCaseLabels:
    """A mixin for allauth's forms that writes “New Password” as “New password”."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.label = str(field.label).capitalize()


class ChangePasswordForm(SentenceCaseLabels, PlainChangePasswordForm):
    """The form for a new password, for signed-in users."""


class ResetPasswordForm(SentenceCaseLabels, PlainResetPasswordForm):
    """The form for a new password, for users who followed a link in an email."""


class LoginForm(PlainLoginForm):
    """The login form, with a checkbox if this browser was used without an account before.

    The checkbox asks whether that was the same person. Only the reader knows: on a classroom computer, it might have
    been someone else.
    """

    bring = forms.BooleanField(required=False, label="Add to my account what I did here before signing in.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Username or email"
        self.fields["login"].validators.append(MaxLengthValidator(LONGEST_NAME))
        visitor = people.get_person(self.request)
        kept = visitor.list_data_descriptions() if visitor and not visitor.user_id else []
        if kept:
            *others, last = kept
            listed = f"{', '.join(others)} and {last}" if others else last
            self.fields["bring"].help_text = format_html(
                "That’s {}. If it might be someone else’s, don’t check this. "
                "Then it stays in this browser, and you’ll find it after you sign out.",
                listed,
            )
        else:
            del self.fields["bring"]

    def clean_login(self) -> str:
        """Return the login as typed, or normalized by `normalize_for_comparison` if it's an email address.

        The account adapter normalizes usernames when it looks up the user.
        """
        typed: str = super().clean_login()
        return normalize_for_comparison(typed) if "@" in normalize_for_comparison(typed) else typed

    def login(self, request: HttpRequest, redirect_url: str | None = None) -> HttpResponse:
        answer: HttpResponse = super().login(request, redirect_url)
        if self.cleaned_data.get("bring") and request.user.is_authenticated:
            merge_visitor_into_account(type(self), request, request.user)
        return answer


class ConfirmPersonDeletionForm(forms.Form):
    """The form with which people confirm that everything stored about them should be deleted."""

    sure = forms.BooleanField(label="Delete everything. This can’t be undone.")
