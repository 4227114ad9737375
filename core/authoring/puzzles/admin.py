from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from core.admin import ReadOnlyAdmin
from core.authoring.puzzles.models import BuiltPuzzle, Proof, PuzzleVersion, Report


class AuthoredWorkAdmin(ReadOnlyAdmin):
    """The admin of puzzles and of lessons that people write. Staff can withdraw them, but not edit them."""

    list_display = ("title", "game", "owner", "visibility", "changed", "withdrawn")
    list_filter = ("game", "visibility")
    list_select_related = ("owner__user",)
    search_fields = ("code", "title")
    actions = ("withdraw_works",)

    @admin.action(description="Unpublish selected", permissions=["delete"])
    def withdraw_works(self, request: HttpRequest, chosen: QuerySet[Any]) -> None:
        number = chosen.filter(withdrawn=None).update(withdrawn=timezone.now())
        for one in chosen:
            self.log_change(request, one, "Unpublished.")
        self.message_user(
            request, f"{number or 'None'} of the selected items {'was' if number == 1 else 'were'} unpublished."
        )


admin.site.register(BuiltPuzzle, AuthoredWorkAdmin)


@admin.register(PuzzleVersion)
class VersionAdmin(ReadOnlyAdmin):
    list_display = ("title", "number", "puzzle", "proven", "at")
    list_filter = ("proven",)
    list_select_related = ("item", "puzzle")
    search_fields = ("title", "puzzle__code", "item__code")


@admin.register(Proof)
class ProofAdmin(ReadOnlyAdmin):
    """The admin of long proofs: verifications of built puzzles in the background."""

    list_display = ("item", "state", "search_steps_in_words", "step_limit_in_words", "asked", "changed")
    list_filter = ("state",)
    list_select_related = ("item",)
    search_fields = ("item__code",)
    fields = ("item", "state", "search_steps_in_words", "step_limit_in_words", "tries", "said", "asked", "changed")


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """The admin of errors that readers have reported. Open reports come first."""

    list_display = ("version", "text", "checked", "at", "settled")
    list_filter = (("settled", admin.EmptyFieldListFilter),)
    list_select_related = ("version",)
    search_fields = ("text", "version__puzzle__code")
    actions = ("settle_reports",)

    @admin.action(description="Mark as reviewed", permissions=["delete"])
    def settle_reports(self, request: HttpRequest, chosen: QuerySet[Report]) -> None:
        number = chosen.filter(settled=None).update(settled=timezone.now())
        self.message_user(request, f"{number or 'No'} report{'' if number == 1 else 's'} marked as reviewed.")
