"""The page where people with an account create, list, and revoke API tokens."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from core.api.models import LIFETIMES, MOST_TOKENS, SCOPES, Token
from core.http.idempotency import (
    FORM_LIFETIME,
    compute_form_fingerprint,
    idempotent,
    lock_key,
    store_result,
)
from core.people import get_user_person


class NewTokenForm(forms.Form):
    """The form for a new API token: its name, its scopes, whether it's read-only, and when it expires."""

    name = forms.CharField(max_length=60, label="Name", help_text="A name that tells you where you use it.")
    scopes = forms.MultipleChoiceField(
        choices=list(SCOPES.items()), widget=forms.CheckboxSelectMultiple, label="Permissions"
    )
    read_only = forms.BooleanField(required=False, label="Read-only")
    days = forms.ChoiceField(choices=list(LIFETIMES.items()), initial="90", label="Expires")


@login_required
@never_cache
@sensitive_variables("secret")
@require_http_methods(["GET", "HEAD", "POST"])
def manage_tokens(request: HttpRequest) -> HttpResponse:
    """List the user's tokens, and create new ones. The secret text of a new token is shown only once."""
    form = NewTokenForm(request.POST or None, initial={"scopes": ["play"]})
    secret, status = "", 200
    if request.method == "POST":
        status = 422
        if Token.kept.active_for(request.user).count() >= MOST_TOKENS:
            form.add_error(None, f"You already have {MOST_TOKENS} tokens, the maximum. Revoke one first.")
        if form.is_valid():
            secret, status = _create_token(request, form.cleaned_data), 201
            form = NewTokenForm(initial={"scopes": ["play"]})
    context = {
        "active": "account",
        "form": form,
        "tokens": Token.kept.active_for(request.user),
        "secret": secret,
        "scopes": SCOPES,
    }
    return render(request, "api/tokens.html", context, status=status)


@transaction.atomic
def _create_token(request: HttpRequest, chosen: dict[str, Any]) -> str:
    """Create a token and return its secret text.

    If the same form was submitted before, replaces the token that it created.
    """
    form = compute_form_fingerprint(request)
    row = lock_key(get_user_person(request.user), f"token {form}", FORM_LIFETIME) if form else None
    if row:
        Token.kept.active_for(request.user).filter(code=row.result).delete()
    token, secret = Token.create_with_secret(
        request.user, chosen["name"], chosen["scopes"], int(chosen["days"]), read_only=chosen["read_only"]
    )
    if row:
        store_result(row, token.code)
    return secret


@login_required
@require_POST
@idempotent
def revoke_token(request: HttpRequest, code: str) -> HttpResponse:
    """Delete a token, so that it stops working right away."""
    token = get_object_or_404(Token.kept.active_for(request.user), code=code)
    token.delete()
    messages.success(request, f"“{token.name}” was revoked.")
    return redirect("api:tokens")
