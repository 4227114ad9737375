"""The page where users choose reminders, and the page that turns them off from a link in an email."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from core.http.decorators import require_form
from core.http.time_zone import get_time_zone
from core.people.requests import HttpRequest
from core.reminders.forms import ReminderForm
from core.reminders.models import ReminderSettings, get_confirmed_email


@login_required
@require_form
@never_cache
def choose_reminders(request: HttpRequest) -> HttpResponse:
    """Show or save the user's email reminders. Saving them requires a confirmed email address."""
    assert request.user.is_authenticated
    email = get_confirmed_email(request.user)
    if request.method == "POST" and email:
        ReminderSettings.objects.get_or_create(user=request.user)
    chosen = ReminderSettings.objects.filter(user=request.user).first() or ReminderSettings()
    had_turns = chosen.turns
    form = ReminderForm(request.POST or None, instance=chosen)
    if email and form.is_bound and form.is_valid():
        chosen.time_zone = str(get_time_zone(request))
        chosen.site_url = request.build_absolute_uri("/").rstrip("/")
        if not had_turns:
            chosen.reminded_until = timezone.now()
        form.save()
        messages.success(request, "Saved.")
        return redirect("reminders:choose")
    context = {
        "form": form,
        "boxes": [form[name] for name in ("turns", "daily_puzzle", "reviews")],
        "email": email,
        "sends_email": bool(settings.EMAIL_URL),
        "active": "account",
    }
    return render(request, "reminders/choose.html", context, status=422 if form.errors else 200)


@csrf_exempt  # mail programs send this form without opening the page; the signed link is the permission
@require_form
@never_cache
def stop_reminders(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether to turn off all of a user's reminders (GET), or turn them off (POST).

    `token` is from the link in an email, and identifies the user without signing in.
    """
    chosen = ReminderSettings.load_signed(token)
    if chosen is None:
        raise Http404("You don’t have any reminders to turn off.")
    if request.method == "POST":
        chosen.turn_off()
    return render(request, "reminders/stop.html", {"is_stopped": request.method == "POST"})
