"""Pages for the reader: sign-up, name and preferences, stored data, and deletion. Also the about page."""

from typing import Any

from allauth.account.views import SignupView
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.db import IntegrityError
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core import people
from core.http.decorators import require_form
from core.http.responses import build_json_download
from core.http.time_zone import TIME_ZONE_COOKIE
from core.people.forms import ConfirmPersonDeletionForm, DisplayNameForm, SignupForm
from core.people.models import PREFERENCES
from core.people.person_data import person_data
from core.people.requests import HttpRequest

WORDS = {"true": True, "false": False}


class CreateAccountView(SignupView):
    """The view for signing up.

    If two requests take a username at the same time, the second one gets the usual error.
    """

    def form_valid(self, form: SignupForm) -> Any:
        try:
            return super().form_valid(form)
        except IntegrityError:
            form.full_clean()
            return super().form_valid(form) if form.is_valid() else self.form_invalid(form)


@require_safe
def about(request: HttpRequest) -> HttpResponse:
    """Show the page about the site. What it stores about people, and for how long, comes from the settings."""
    context = {
        "keep": {name: getattr(settings, f"KEEP_{name}_DAYS") for name in ("SESSIONS", "VISITORS", "TABLES")},
        "reset_days": settings.PASSWORD_RESET_TIMEOUT // (24 * 3600),
        "address_minutes": settings.WRONG_PASSWORDS_MINUTES,
        "cookies": (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME, TIME_ZONE_COOKIE),
        "mails": bool(settings.EMAIL_URL),
    }
    return render(request, "people/about.html", context)


@require_form
@never_cache
def account_page(request: HttpRequest) -> HttpResponse:
    person = people.get_or_create_person(request) if request.method == "POST" else people.get_person(request)
    form = DisplayNameForm(request.POST if request.method == "POST" else None, instance=person)
    if person and form.is_bound and form.is_valid():
        form.save()
        messages.success(request, f"Your display name is now {person.display_name}.")
        return redirect("people:account")
    return _render_account(request, form, ConfirmPersonDeletionForm())


@require_POST
def save_preferences(request: HttpRequest) -> HttpResponse:
    """Save one or more preferences: `theme=dark`, `four_colour=false`, `motion=none`."""
    sent = request.POST.dict()
    wishes = {name: WORDS.get(value, value) for name, value in sent.items() if name in PREFERENCES}
    if not wishes:
        return HttpResponseBadRequest("Send the name of a preference.")
    try:
        people.get_or_create_person(request).save_preferences(**wishes)
    except ValueError as error:
        return HttpResponseBadRequest(str(error))
    return HttpResponse(status=204)


@require_safe
@never_cache
def download_person_data(request: HttpRequest) -> HttpResponse:
    """Download everything that is stored about the reader as a file."""
    person = people.get_person(request)
    return build_json_download("house-rules", person.export_stored_data() if person else {"person": None})


@require_POST
def delete_person(request: HttpRequest) -> HttpResponse:
    """Delete the reader's data, including the account if there is one."""
    form = ConfirmPersonDeletionForm(request.POST)
    person = people.get_or_create_person(request) if request.user.is_authenticated else people.get_person(request)
    if not form.is_valid():
        return _render_account(request, DisplayNameForm(instance=person), form, status=422)
    if person:
        person.delete_with_all_data()
    logout(request)
    messages.success(request, "We’ve deleted everything we stored about you.")
    return redirect("/")


def _render_account(
    request: HttpRequest, name: DisplayNameForm, sure: ConfirmPersonDeletionForm, status: int = 200
) -> HttpResponse:
    under_way = [course for data in person_data for course in data.list_activities_in_progress(request)]
    context = {"form": name, "delete_form": sure, "active": "account", "under_way": under_way}
    return render(request, "people/account.html", context, status=status)
