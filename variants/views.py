"""Pages for house rules: choose them, save them, share them, and compare them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

import games
from games.engine.game import Game
from games.engine.options import BadOption, Options
from variants import services
from variants.allauth_internals import consume_rate_limit, respond_429
from variants.consequences import describe_consequence_counts, group_consequences_by_kind
from variants.diff import list_changed_clauses
from variants.forms import BaseRulesForm, build_rules_form, get_rules_form_class
from variants.models import NAME_LENGTH, RuleSet
from variants.not_found import ExplainedNotFound, list_links_to_other_rules
from variants.rules_by_digest import NoSuchRules, get_rules_by_digest
from variants.services import get_rules_in_force
from variants.titles import build_title, describe_seat_counts, list_changes_from_standard, list_option_differences

SAVES_OF_ONE = 10
"""The maximum number of times per minute that one person can save house rules or start to use them."""
TOO_MANY = (
    "You’ve saved house rules too many times. Your choices are still here, so wait a minute and press the button again."
)

# -- choosing --------------------------------------------------------------------------------------


@require_safe
@never_cache
def house_rules_home(request: HttpRequest) -> HttpResponse:
    """Show every game with its current house rules, its presets, and the rule sets of the reader and the site."""
    listed = list(RuleSet.objects.of_site_or_person(_get_person(request)))
    shelf = [
        {
            "game": game,
            "rules": get_rules_in_force(request, game),
            "presets": _list_presets(game),
            **_group_rule_sets(game, listed),
        }
        for game in games.all_games().values()
    ]
    return render(request, "variants/home.html", {"active": "rules", "shelf": shelf})


@require_safe
@never_cache
def show_rules_form(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show the form for a game's house rules, filled in with the current ones.

    With `?from=<digest>` or `?preset=<name>`, it's filled in with those rules instead.
    """
    start, name = _get_initial_form_rules(request, game)
    return render(
        request, "variants/game.html", _build_form_context(request, game, build_rules_form(game, start, name))
    )


@require_POST
def preview_rules(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show what the house rules in the submitted form mean and change, without saving them.

    Also shows errors in the form.
    """
    form = _bind_form(request, game)
    return _render_page_or_part(
        request, "variants/game.html", "variants/live.html", _build_form_context(request, game, form)
    )


@require_POST
def preview_consequences(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Show what the house rules in the submitted form would change in lessons and puzzles."""
    form = _bind_form(request, game)
    context = _build_form_context(request, game, form)
    if form.options:
        context |= _build_consequence_context(game, context["rules"].options, form.options)
    return _render_page_or_part(request, "variants/game.html", "variants/foreseen.html", context)


@require_POST
def save_rules(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Save the house rules in the submitted form in the reader's list.

    If the `use` button was pressed, they become the reader's rules for the game.
    """
    form = _bind_form(request, game)
    if form.is_valid() and form.options:
        if not _count_save_against_limits(request):
            form.add_error(None, TOO_MANY)
            page = render(request, "variants/game.html", _build_form_context(request, game, form), status=429)
            page["Retry-After"] = "60"
            return page
        person = request.ensure_person()  # type: ignore[attr-defined]
        try:
            rule_set = services.save_rules(game, form.options, form.cleaned_data["name"], person)
        except services.RuleListFull as full:
            form.add_error(None, str(full))
        else:
            if "use" in request.POST:
                _start_using_rules(request, game, person, rule_set)
            else:
                messages.success(request, f"Saved as “{rule_set.title}”. Its link always works.")
            return redirect(rule_set)
    return render(request, "variants/game.html", _build_form_context(request, game, form), status=422)


# -- one rule set ----------------------------------------------------------------------------------


@require_safe
def rule_set_detail(request: HttpRequest, game: Game[Any], digest: str) -> HttpResponse:
    """Show a rule set at its permanent URL: what it changes from the standard rules, and a link to its consequences."""
    options, rule_set = _get_rules_or_404(request, game, digest)
    if digest != options.digest():
        return redirect("variants:rules", game.slug, options.digest())
    context = {
        "active": "rules",
        "game": game,
        "digest": digest,
        "title": _get_rules_title(options, rule_set),
        "mine": RuleSet.objects.of_game(game).of_person(_get_person(request)).filter(digest=digest).first(),
        "differs": list_changes_from_standard(options),
        "seats": describe_seat_counts(game.list_seat_counts(options)),
        "rules": get_rules_in_force(request, game),
        "address": request.build_absolute_uri(reverse("variants:rules", args=[game.slug, digest])),
        "others": [other for other in _list_other_rules(request, game) if other["digest"] != digest],
        "name_length": NAME_LENGTH,
    }
    return render(request, "variants/rules.html", context)


@require_safe
def show_consequences(request: HttpRequest, game: Game[Any], digest: str) -> HttpResponse:
    """Show the lesson steps and puzzles that are different under these rules than under the standard rules."""
    options, rule_set = _get_rules_or_404(request, game, digest)
    context = {
        "active": "rules",
        "game": game,
        "digest": options.digest(),
        "title": _get_rules_title(options, rule_set),
    }
    context |= _build_consequence_context(game, game.options(), options)
    return _render_page_or_part(request, "variants/consequences.html", "variants/foreseen.html", context)


@require_safe
def compare_rules(request: HttpRequest, game: Game[Any], one: str, other: str) -> HttpResponse:
    """Show the differences between two rule sets, by option and by rule (clause) of the rulebook."""
    (left, left_set), (right, right_set) = (
        _get_rules_or_404(request, game, one),
        _get_rules_or_404(request, game, other),
    )
    context = {
        "active": "rules",
        "game": game,
        "left": {"digest": left.digest(), "title": _get_rules_title(left, left_set)},
        "right": {"digest": right.digest(), "title": _get_rules_title(right, right_set)},
        "differs": list_option_differences(left, right),
        "clauses": list_changed_clauses(game, left, right),
    }
    return render(request, "variants/diff.html", context)


@require_POST
def use_rules(request: HttpRequest, game: Game[Any], digest: str) -> HttpResponse:
    """Make the house rules with this digest the reader's own rules for the game."""
    options, rule_set = _get_rules_or_404(request, game, digest)
    if not _count_save_against_limits(request):
        answer: HttpResponse = respond_429(request)
        return answer
    person = request.ensure_person()  # type: ignore[attr-defined]
    if rule_set is None or not (rule_set.is_site_owned or rule_set.person_id == person.pk):
        try:
            rule_set = services.save_rules(game, options, rule_set.name if rule_set else "", person)
        except services.RuleListFull as full:
            messages.error(request, str(full))
            return redirect("variants:rules", game.slug, digest)
    _start_using_rules(request, game, person, rule_set)
    return _redirect_back(request, rule_set.get_absolute_url())


@require_POST
def rename_rule_set(request: HttpRequest, game: Game[Any], digest: str) -> HttpResponse:
    """Rename one of the rule sets in the reader's list. Its URL stays valid."""
    rule_set = _get_own_rule_set(request, game, digest)
    name = " ".join(request.POST.get("name", "").split())[:NAME_LENGTH]
    RuleSet.objects.filter(pk=rule_set.pk).update(name=name)  # a set that its game no longer knows has a name too
    return redirect(rule_set)


@require_POST
def remove_rule_set_from_list(request: HttpRequest, game: Game[Any], digest: str) -> HttpResponse:
    """Remove a rule set from the reader's list. Its URL stays valid."""
    rule_set = _get_own_rule_set(request, game, digest)
    messages.success(request, f"“{rule_set.title}” was removed from your list. Its link still works.")
    services.remove_rule_set_from_list(rule_set)
    return redirect("variants:home")


@require_POST
def stop_using_link_rules(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Stop using the house rules that came with a link, so that the reader's usual rules for the game apply again."""
    services.stop_using_link_rules(request, game)
    return _redirect_back(request, reverse("variants:game", args=[game.slug]))


@require_POST
def reset_to_site_rules(request: HttpRequest, game: Game[Any]) -> HttpResponse:
    """Use the site's house rules for a game again.

    The rules that came with a link, and the reader's own choice, are forgotten.
    """
    services.reset_to_site_rules(request, game)
    return _redirect_back(request, reverse("variants:game", args=[game.slug]))


# -- pieces ----------------------------------------------------------------------------------------


def _get_person(request: HttpRequest) -> Any:
    return getattr(request, "person", None) or None


def _count_save_against_limits(request: HttpRequest) -> bool:
    """Count that the reader saves house rules or starts to use them. Return whether this is within the limits.

    There are two limits per minute: one for the person, if there is one, and one for the IP address.
    """
    person, of_address = _get_person(request), settings.RULE_SAVES_PER_MINUTE
    rates = [f"{SAVES_OF_ONE}/m/key"] * bool(person) + [f"{of_address}/m/ip"] * bool(of_address)
    key = str(person.pk) if person else None
    config = {"save": ",".join(rates)}
    return consume_rate_limit(request, app="variants", action="save", config=config, key=key) is not None


def _get_rules_or_404(request: HttpRequest, game: Game[Any], digest: str) -> tuple[Options, RuleSet | None]:
    try:
        return get_rules_by_digest(game, digest, _get_person(request))
    except NoSuchRules as missing:
        raise ExplainedNotFound(str(missing), *list_links_to_other_rules(game)) from missing


def _get_rules_title(options: Options, rule_set: RuleSet | None) -> str:
    return (rule_set.name if rule_set and options.list_nonstandard_values() else "") or build_title(options)


def _get_own_rule_set(request: HttpRequest, game: Game[Any], digest: str) -> RuleSet:
    return get_object_or_404(RuleSet.objects.of_game(game).of_person(_get_person(request)), digest=digest)


def _get_initial_form_rules(request: HttpRequest, game: Game[Any]) -> tuple[Options, str]:
    if preset := request.GET.get("preset"):
        try:
            return game.options.load_preset(preset), ""
        except BadOption as missing:
            raise Http404(str(missing)) from missing
    if digest := request.GET.get("from"):
        return _get_rules_or_404(request, game, digest)[0], ""
    rules = get_rules_in_force(request, game)
    mine = rules.rule_set and _get_person(request) and rules.rule_set.person_id == request.person.pk  # type: ignore[attr-defined]
    return rules.options, rules.rule_set.name if mine and rules.rule_set else ""


def _bind_form(request: HttpRequest, game: Game[Any]) -> BaseRulesForm:
    form = get_rules_form_class(game)(request.POST)
    form.full_clean()
    return form


def _build_form_context(request: HttpRequest, game: Game[Any], form: BaseRulesForm) -> dict[str, Any]:
    options = form.options
    return {
        "active": "rules",
        "game": game,
        "rules": get_rules_in_force(request, game),
        "form": form,
        "groups": list(form.list_option_groups()),
        "options": options,
        "differs": list_changes_from_standard(options) if options else [],
        "seats": describe_seat_counts(game.list_seat_counts(options)) if options else "",
        "presets": _list_presets(game, options),
        **_group_rule_sets(game, _list_rule_sets(request, game)),
    }


def _list_presets(game: Game[Any], shown: Options | None = None) -> list[dict[str, Any]]:
    presets = [(preset, game.options.load_preset(preset.name)) for preset in game.options.presets]
    return [{"preset": one, "digest": options.digest(), "shown": options == shown} for one, options in presets]


def _list_rule_sets(request: HttpRequest, game: Game[Any]) -> list[RuleSet]:
    return list(RuleSet.objects.of_game(game).of_site_or_person(_get_person(request)))


def _group_rule_sets(game: Game[Any], listed: list[RuleSet]) -> dict[str, Any]:
    """Return a template context with those of the rule sets `listed` that are for this game.

    `own` has the reader's, `of_site` the site's, and `site` the rules that everyone gets by default.
    """
    sets = [one for one in listed if one.game == game.slug]
    return {
        "own": [one for one in sets if not one.is_site_owned],
        "of_site": [one for one in sets if one.is_site_owned],
        "site": services.build_rules_in_force(game, [one for one in sets if one.site_default]),
    }


def _list_other_rules(request: HttpRequest, game: Game[Any]) -> list[dict[str, str]]:
    """Return the house rules that the reader can compare a rule set to, each as a dict with digest and title."""
    kept = _group_rule_sets(game, _list_rule_sets(request, game))
    others = {game.options().digest(): build_title(game.options())}
    others |= {one["digest"]: one["preset"].title for one in _list_presets(game) if one["digest"] not in others}
    others |= {one.digest: one.title for one in kept["of_site"] + kept["own"]}
    return [{"digest": digest, "title": title} for digest, title in others.items()]


def _build_consequence_context(game: Game[Any], before: Options, after: Options) -> dict[str, Any]:
    found = services.list_consequences(game, before, after)
    return {
        "before": build_title(before),
        "foreseen": group_consequences_by_kind(found),
        "counted": describe_consequence_counts(found),
        "number": len(found),
    }


def _start_using_rules(request: HttpRequest, game: Game[Any], person: Any, rule_set: RuleSet) -> None:
    services.save_preferred_rules(person, rule_set)
    services.stop_using_link_rules(request, game)
    messages.success(request, f"{game.title} now follows these rules: “{rule_set.title}”.")


def _render_page_or_part(request: HttpRequest, page: str, part: str, context: dict[str, Any]) -> HttpResponse:
    response = render(request, part if request.htmx else page, context)  # type: ignore[attr-defined]
    patch_vary_headers(response, ["HX-Request"])
    return response


def _redirect_back(request: HttpRequest, otherwise: str) -> HttpResponse:
    target = request.POST.get("next", "")
    safe = url_has_allowed_host_and_scheme(target, {request.get_host()}, require_https=request.is_secure())
    return HttpResponseRedirect(target if safe else otherwise)
