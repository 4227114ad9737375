from django.contrib import admin

from core.admin import ReadOnlyAdmin
from core.practice.models import Answer, Attempt, DailyPuzzle, Puzzle, PuzzleStatus, Rating, Review, Run


@admin.register(Puzzle)
class PuzzleAdmin(ReadOnlyAdmin):
    list_display = ("code", "game", "theme", "rating", "deviation", "kept", "made")
    list_filter = ("game", "theme", "kept")
    search_fields = ("code", "digest", "clauses")


@admin.register(DailyPuzzle)
class DailyPuzzleAdmin(ReadOnlyAdmin):
    list_display = ("date", "level", "puzzle")
    list_filter = ("level", "puzzle__game")
    list_select_related = ("puzzle",)
    search_fields = ("puzzle__code",)
    date_hierarchy = "date"


@admin.register(PuzzleStatus)
class PuzzleStatusAdmin(ReadOnlyAdmin):
    list_display = ("puzzle", "digest", "status", "version")
    list_filter = ("status",)
    list_select_related = ("puzzle",)
    search_fields = ("puzzle__code", "digest")


@admin.register(Attempt)
class AttemptAdmin(ReadOnlyAdmin):
    list_display = ("person", "puzzle", "right_at_once", "hints", "tries", "rated", "answered")
    list_filter = ("right_at_once", "rated", "puzzle__game")
    list_select_related = ("person__user", "puzzle")
    search_fields = ("person__name", "person__code", "puzzle__code")


@admin.register(Answer)
class AnswerAdmin(ReadOnlyAdmin):
    list_display = ("person", "puzzle", "number", "right", "hints", "seconds", "at")
    list_filter = ("right", "puzzle__game")
    list_select_related = ("person__user", "puzzle")
    search_fields = ("person__name", "person__code", "puzzle__code")
    date_hierarchy = "at"


@admin.register(Rating)
class RatingAdmin(ReadOnlyAdmin):
    list_display = ("person", "game", "rating", "deviation")
    list_filter = ("game",)
    list_select_related = ("person__user",)
    search_fields = ("person__name", "person__code")


@admin.register(Review)
class ReviewAdmin(ReadOnlyAdmin):
    list_display = ("person", "game", "clause", "due", "right_last")
    list_filter = ("game", "right_last")
    list_select_related = ("person__user",)
    search_fields = ("person__name", "person__code", "clause")


@admin.register(Run)
class RunAdmin(ReadOnlyAdmin):
    list_display = ("code", "person", "game", "started")
    list_filter = ("game",)
    list_select_related = ("person__user",)
    search_fields = ("code", "person__name", "person__code")
    date_hierarchy = "started"
