from django.contrib import admin

from core.admin import LookUp
from core.classes.models import Assignment, LiveBoard, Piece


@admin.register(Assignment)
class AssignmentAdmin(LookUp):
    list_display = ("code", "classroom", "title", "game", "fresh", "opens", "due")
    list_filter = ("game",)
    list_select_related = ("classroom",)
    search_fields = ("code", "title", "classroom__name", "classroom__code")


@admin.register(Piece)
class PieceAdmin(LookUp):
    list_display = ("assignment", "place", "puzzle", "lesson", "pupil")
    list_select_related = ("assignment__classroom", "puzzle", "pupil")
    search_fields = ("assignment__code", "puzzle__code", "lesson")


@admin.register(LiveBoard)
class LiveBoardAdmin(LookUp):
    list_display = ("classroom", "assignment", "place", "shown", "since")
    list_select_related = ("classroom", "assignment__classroom")
    search_fields = ("classroom__name", "classroom__code")
