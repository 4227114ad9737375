"""Admin pages for house rules."""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse

import games
from games.engine.game import Game
from games.engine.options import BadOption, Options
from variants import services
from variants.consequences import describe_consequence_counts, group_consequences_by_kind
from variants.forms import BaseRuleSetAdminForm, get_admin_form_class, get_initial_values, get_option_field_name
from variants.models import RuleSet, RuleSetChoice, RulesInUse
from variants.titles import build_title, list_changes_from_standard, list_option_differences


@admin.register(RuleSet)
class RuleSetAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The admin of rule sets. Its form shows a sentence for each value of an option, unless it's a number.

    A new site default has to be confirmed on a page that shows what it changes in lessons and puzzles.
    """

    list_display = ("title", "game", "owner", "person", "site_default", "describe_differences", "digest", "created")
    list_filter = ("game", "owner", "site_default", ("name", admin.EmptyFieldListFilter))
    list_select_related = ("person__user",)
    search_fields = ("name", "digest")
    date_hierarchy = "created"
    actions = ("remove_from_owners_list", "remove_rule_set_names")
    readonly_fields = ("game", "digest", "owner", "person", "created", "describe_differences")
    change_form_template = "variants/admin_form.html"

    @admin.display(description="house rule")
    def describe_differences(self, rule_set: RuleSet) -> str:
        try:
            return " ".join(one.after for one in list_changes_from_standard(rule_set.house_rules)) or "Nothing."
        except BadOption as gone:
            return f"These rules no longer exist in the game. {gone}"

    @admin.action(description="Unlist (links keep working)", permissions=["change"])
    def remove_from_owners_list(self, request: HttpRequest, chosen: Any) -> None:
        for rule_set in chosen:
            if rule_set.site_default:
                messages.error(request, f"{rule_set} is the site’s default. Choose a different default first.")
            else:
                services.remove_rule_set_from_list(rule_set)
                self.log_change(request, rule_set, "Unlisted.")
                messages.info(request, f"{rule_set} is unlisted. Its link still works.")

    @admin.action(description="Remove names", permissions=["change"])
    def remove_rule_set_names(self, request: HttpRequest, chosen: Any) -> None:
        """Remove the names of the chosen rule sets, for names that no one should have to see.

        Without a name, a set's title says what differs from the standard rules.
        """
        for rule_set in chosen:
            self.log_change(request, rule_set, f"Removed the name “{rule_set.name}”.")
        number = chosen.update(name="")
        messages.info(request, f"{number} name{'' if number == 1 else 's'} removed.")

    def view_on_site(self, rule_set: RuleSet) -> str:
        return rule_set.get_absolute_url()

    def has_delete_permission(self, request: HttpRequest, obj: RuleSet | None = None) -> bool:
        return False  # a URL that was shared stays valid

    # -- the form ------------------------------------------------------------------------------

    def get_fieldsets(self, request: HttpRequest, obj: RuleSet | None = None) -> Any:
        about = ("Address", {"fields": ["game", "digest", "owner", "person", "created", "describe_differences"]})
        own = (None, {"fields": ["name", "site_default"]})
        if obj and not self.has_change_permission(request, obj):
            return [own, about]
        groups = self._get_game(request, obj).options.group_options().items()
        rules = [
            (title, {"fields": [get_option_field_name(option.name) for option in options]}) for title, options in groups
        ]
        return [own, *rules, about] if obj else [own, *rules]

    def get_form(self, request: HttpRequest, obj: RuleSet | None = None, change: bool = False, **kwargs: Any) -> Any:
        return super().get_form(request, obj, change, form=get_admin_form_class(self._get_game(request, obj)), **kwargs)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        game, preset = self._get_game(request), request.GET.get("preset", "")
        try:
            return get_initial_values(game.options.load_preset(preset)) if preset else {}
        except BadOption:
            return {}

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        """Show the form for a new rule set. If the URL doesn't say for which game, ask for the game first."""
        if not self.has_add_permission(request):
            raise PermissionDenied
        shelf = list(games.all_games().values())
        if request.GET.get("game") in games.all_games():
            return super().add_view(request, form_url, extra_context)
        if len(shelf) == 1:
            return redirect(f"{request.path}?game={shelf[0].slug}")
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Which game are the rules for?",
            "shelf": shelf,
        }
        return TemplateResponse(request, "variants/admin_games.html", context)

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> HttpResponse:
        rule_set = kwargs.get("obj")
        context |= {"rule_set": rule_set, "of_game": self._get_game(request, rule_set)}
        return super().render_change_form(request, context, *args, **kwargs)

    def _get_game(self, request: HttpRequest, rule_set: RuleSet | None = None) -> Game[Any]:
        return games.get(rule_set.game if rule_set else request.GET.get("game", ""))

    # -- keeping -------------------------------------------------------------------------------

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        asks = request.method == "POST" and "_confirmed" not in request.POST
        if asks and (question := self._build_site_default_confirmation_page(request, object_id)):
            return question
        return super().changeform_view(request, object_id, form_url, extra_context)

    def _build_site_default_confirmation_page(self, request: HttpRequest, object_id: str | None) -> HttpResponse | None:
        """Return a page that shows what a new site default would change for everyone, and asks for confirmation.

        Returns None if the site default doesn't change, or if the form can't be saved.
        """
        rule_set = self.get_object(request, object_id) if object_id else None
        allowed = self.has_change_permission(request, rule_set) if object_id else self.has_add_permission(request)
        if not allowed or (object_id and rule_set is None):
            return None
        was_default = bool(rule_set and rule_set.site_default)
        form = self.get_form(request, rule_set, bool(rule_set))(request.POST, instance=rule_set)
        if not form.is_valid():
            return None
        after = self._get_next_site_default(form, was_default)
        before = services.get_site_rules(form.game)
        if after is None or after == before.options:
            return None
        named = form.cleaned_data["name"] if after == form.options else ""
        return self._render_site_default_confirmation_page(request, before, after, named or build_title(after))

    def _get_next_site_default(self, form: BaseRuleSetAdminForm, was_default: bool) -> Options | None:
        if form.cleaned_data["site_default"]:
            return form.options
        return form.game.options() if was_default else None

    def _render_site_default_confirmation_page(
        self, request: HttpRequest, before: services.RulesInForce, after: Options, title: str
    ) -> HttpResponse:
        found = services.list_consequences(before.game, before.options, after)
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "What changes for everyone",
            "before": before.title,
            "after": title,
            "differs": list_option_differences(before.options, after),
            "foreseen": group_consequences_by_kind(found),
            "counted": describe_consequence_counts(found),
            "number": len(found),
            "posted": [(name, value) for name, values in request.POST.lists() for value in values],
        }
        return TemplateResponse(request, "variants/admin_confirm.html", context)

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> RuleSet:
        """Save the rule set that the form describes, and return it.

        If the rules are unchanged, the set gets the new name. If they have changed, a new set is saved in the site's
        list. If a person's set becomes the site default, it's also saved as a new set.
        """
        rule_set, name = super().save_form(request, form, change), form.cleaned_data["name"]
        same = change and form.options.digest() == rule_set.digest
        if same and (rule_set.is_site_owned or not form.cleaned_data["site_default"]):
            RuleSet.objects.filter(pk=rule_set.pk).update(name=name)
            return RuleSet.objects.get(pk=rule_set.pk)
        if change and not same:
            messages.info(request, "A saved rule set never changes, so the new rules were saved as a new one.")
        return services.save_rules(form.game, form.options, name, site=True)

    def save_model(self, request: HttpRequest, obj: RuleSet, form: Any, change: bool) -> None:
        if form.cleaned_data["site_default"]:
            services.set_site_default_rules(form.game, obj)
        elif form.initial.get("site_default"):
            services.set_site_default_rules(form.game, None)


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """The base class of admin pages where rows can't be added or changed."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(RuleSetChoice)
class ChosenRulesAdmin(ReadOnlyAdmin):
    list_display = ("person", "game", "rule_set", "at")
    list_filter = ("game",)
    list_select_related = ("person__user", "rule_set")


@admin.register(RulesInUse)
class RulesInUseAdmin(ReadOnlyAdmin):
    list_display = ("game", "digest", "version", "checked")
    list_filter = ("game", "version")
    search_fields = ("digest",)
