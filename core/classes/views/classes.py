"""Teachers' pages: their classes, a new class, one class, its slips, its house rules, and its settings."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta, tzinfo
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from core.authoring.lessons.models import Lesson
from core.authoring.puzzles.models import BuiltPuzzle
from core.classes import co_teachers, enrollment, export, house_rules
from core.classes.access import active_class_teacher_required, teacher_required
from core.classes.enrollment import ClassroomError, SignInSlip, format_code
from core.classes.models import LONGEST_NAME, MOST_TEACHERS, Classroom
from core.classes.progress import find_live_board, list_live_boards
from core.classes.results import list_assignment_summaries
from core.classes.roster import clean_text
from core.classes.roster_form import PastedRoster
from core.http.decorators import require_form
from core.http.htmx import render_page_or_part
from core.http.idempotency import idempotent
from core.http.responses import build_json_download
from core.http.time_zone import describe_days_ago, get_local_date, get_time_zone
from core.people import get_or_create_person, get_person
from core.people.requests import HttpRequest
from core.rendering.qr_code import render_qr_code
from games.words import format_count

SLIPS_ON_A_SHEET = 10
SLIPS_SHOWN = "slips"
"""The session key for the slips that were already shown, so that reloading the page doesn't create new codes."""


# -- the classes of a teacher ------------------------------------------------------------------------------------------


@require_safe
@never_cache
def list_classes(request: HttpRequest) -> HttpResponse:
    """Show the teachers' start page: the user's classes, and the puzzles and lessons that they last built."""
    person = get_person(request)
    account = person if request.user.is_authenticated else None
    classes = list(Classroom.objects.taught_by(account).with_student_counts())
    context = {
        "active": "teach",
        "classes": [one for one in classes if not one.archived],
        "archived": [one for one in classes if one.archived],
        "boards": list_live_boards(classes, timezone.now()),
        "items": BuiltPuzzle.list_recent_works(person),
        "lessons": Lesson.list_recent_works(person),
    }
    return render(request, "classes/teach.html", context)


@require_safe
def show_guide(request: HttpRequest) -> HttpResponse:
    """Show a step-by-step guide for teachers."""
    return render(request, "classes/guide.html", {"active": "teach"})


@require_form
@login_required
@never_cache
def create_class(request: HttpRequest) -> HttpResponse:
    """Create a class with the students in a pasted list, after a preview of the list."""
    pasted = PastedRoster(request.POST.dict())
    problems = [pasted.name_problem, pasted.roster_problem]
    if "make" in request.POST and not any(problems):
        try:
            classroom = enrollment.create_class(get_or_create_person(request), pasted.name, pasted.names, pasted.seed)
        except ClassroomError as refused:
            problems[1] = str(refused)
        else:
            messages.success(request, f"{classroom.name} was created.")
            return redirect("classes:slips" if pasted.names else "classes:class", classroom.code)
    return _render_roster_form(request, pasted, *problems)


@require_form
@active_class_teacher_required
def add_students(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Add the students in a pasted list to a class, after a preview of the list."""
    pasted = PastedRoster(request.POST.dict(), classroom)
    problem = pasted.roster_problem
    if "make" in request.POST and not problem:
        try:
            added = enrollment.enroll_students(classroom, pasted.names, pasted.seed)
        except ClassroomError as refused:
            problem = str(refused)
        else:
            messages.success(request, f"{format_count(len(added), 'student')} added to {classroom.name}.")
            return redirect("classes:slips", classroom.code)
    return _render_roster_form(request, pasted, "", problem)


def _render_roster_form(request: HttpRequest, pasted: PastedRoster, name_problem: str, problem: str) -> HttpResponse:
    """Render the form for a pasted list of students, with a preview of the students to add.

    `name_problem` and `problem` are errors in the class's name and in the list. They're shown only if the user has
    asked to add the students. If the user has asked only for the preview, the page just says if the list is too long or
    has more students than fit in the class.
    """
    made = "make" in request.POST
    context = {
        "active": "teach",
        "classroom": pasted.classroom,
        "pasted": pasted,
        "name_problem": name_problem if made else "",
        "problem": problem if made else pasted.size_problem or pasted.class_capacity_problem,
        "longest": LONGEST_NAME,
    }
    return render_page_or_part(request, "classes/new.html", "preview", context, status=422 if made else 200)


# -- one class ---------------------------------------------------------------------------------------------------------


@require_safe
@teacher_required
def show_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Show a class: how to join it, its students, and its assignments."""
    context = {
        **build_class_context(request, classroom),
        **_build_roster_context(classroom, get_time_zone(request)),
        "given": list_assignment_summaries(classroom),
        "board": find_live_board(classroom, timezone.now()),
    }
    return render(request, "classes/class.html", context)


def build_class_context(request: HttpRequest, classroom: Classroom) -> dict[str, Any]:
    """Build the template context for the header of each class page."""
    return {"active": "teach", "classroom": classroom, "joining": build_join_info(request, classroom)}


def build_join_info(request: HttpRequest, classroom: Classroom) -> dict[str, str]:
    """Return the ways in which students can join a class: the page, the class code, a link, and the link's QR code."""
    link = request.build_absolute_uri(reverse("classes:join_with", args=[classroom.joining]))
    return {
        "page": get_join_address(request),
        "code": format_code(classroom.joining),
        "link": link,
        "picture": render_qr_code(link),
    }


def get_join_address(request: HttpRequest) -> str:
    """Return the URL of the page for joining, as people type it."""
    return request.get_host() + reverse("classes:join")


def _build_roster_context(classroom: Classroom, zone: tzinfo) -> dict[str, Any]:
    students = list(classroom.students.select_related("person__user"))
    rows = [
        {"student": student, "seen": format_last_seen(student.person.seen, zone) if student.joined else ""}
        for student in students
    ]
    return {"rows": rows, "here": sum(bool(student.joined) for student in students)}


def format_last_seen(moment: datetime, zone: tzinfo) -> str:
    """Format the day when a person was last here, in the reader's time zone. `moment` is stored once a day."""
    is_recent = timezone.now() - moment < timedelta(days=31)
    return describe_days_ago(moment, zone) if is_recent else date_format(get_local_date(moment, zone), "F j, Y")


@require_safe
@teacher_required
def download_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Download the class as a JSON file."""
    return build_json_download(slugify(classroom.name) or "class", export.export_class(classroom))


# -- slips -------------------------------------------------------------------------------------------------------------


@require_form
@active_class_teacher_required
def create_slips(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Let the teacher choose students. Then show a sign-in slip with a new one-time code for each of them.

    The codes appear only in this response, because the database has only their hashes.
    """
    if request.method != "POST":
        return _render_slip_choice(request, classroom)
    once = request.POST.get("once", "")[:40]
    shown = request.session.get(SLIPS_SHOWN, [])
    if once and once in shown:
        messages.info(request, "These slips were already shown, and their codes still work. New slips have new codes.")
        return redirect("classes:slips", classroom.code)
    chosen = [int(one) for one in request.POST.getlist("student")[:1000] if one.isdecimal() and len(one) < 18]
    made = enrollment.create_slips(classroom, chosen)
    if not made:
        return _render_slip_choice(request, classroom, "Choose a student first.")
    request.session[SLIPS_SHOWN] = [once, *shown][:20]
    sheets = [made[start : start + SLIPS_ON_A_SHEET] for start in range(0, len(made), SLIPS_ON_A_SHEET)]
    context = build_class_context(request, classroom) | {
        "sheets": [[_build_slip_context(request, slip) for slip in sheet] for sheet in sheets],
        "number": len(made),
    }
    return render(request, "classes/slips.html", context)


def _render_slip_choice(request: HttpRequest, classroom: Classroom, problem: str = "") -> HttpResponse:
    context = build_class_context(request, classroom) | {
        "students": classroom.students.filter(made_here=True).select_related("person__user"),
        "once": secrets.token_hex(8),
        "problem": problem,
    }
    return render(request, "classes/choose_slips.html", context, status=422 if problem else 200)


def _build_slip_context(request: HttpRequest, slip: SignInSlip) -> dict[str, Any]:
    link = request.build_absolute_uri(reverse("classes:join_with", args=[slip.code]))
    return {"student": slip.student, "code": format_code(slip.code), "picture": render_qr_code(link)}


# -- house rules -------------------------------------------------------------------------------------------------------


@require_form
@active_class_teacher_required
def change_house_rules(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Show and save the house rules that the class uses for each game."""
    offered = house_rules.list_house_rules_choices(classroom, get_or_create_person(request))
    problem = ""
    if request.method == "POST":
        try:
            house_rules.save_house_rules_choices(classroom, offered, request.POST.dict())
        except ValueError as refused:
            problem = str(refused)
        else:
            messages.success(request, "Saved. New assignments in this class follow these rules.")
            return redirect("classes:rules", classroom.code)
    context = build_class_context(request, classroom) | {"offers": offered, "problem": problem}
    return render(request, "classes/rules.html", context, status=422 if problem else 200)


# -- settings ----------------------------------------------------------------------------------------------------------


@require_safe
@teacher_required
def show_class_settings(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Show a class's settings: its name, its class code, its teachers, and a button that archives it."""
    return _render_settings(request, classroom)


@require_POST
@active_class_teacher_required
def rename_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Change the name of a class to the submitted one."""
    name = request.POST.get("name", "")
    try:
        enrollment.rename_class(classroom, name)
    except ClassroomError as refused:
        return _render_settings(request, classroom, name_problem=str(refused), name=clean_text(name))
    messages.success(request, f"The class is now called {classroom.name}.")
    return redirect("classes:settings", classroom.code)


@require_POST
@active_class_teacher_required
def renew_code(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Replace a class's code with a new one. The old one no longer works."""
    enrollment.renew_class_code(classroom)
    messages.success(request, f"The code is now {format_code(classroom.joining)}. The old one no longer works.")
    return redirect(classroom)


@require_POST
@teacher_required
def archive_or_restore_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Archive a class, or restore an archived one."""
    away = request.POST.get("away") == "1"
    enrollment.archive_or_restore_class(classroom, away)
    messages.success(request, f"{classroom.name} is {'archived' if away else 'restored'}.")
    return redirect("classes:teach" if away else classroom)


@require_POST
@idempotent
@teacher_required
def leave_class(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Remove the signed-in teacher from the teachers of the class."""
    try:
        co_teachers.leave_class(classroom, get_or_create_person(request))
    except ClassroomError as refused:
        return _render_settings(request, classroom, leave_problem=str(refused))
    messages.success(request, f"You no longer teach {classroom.name}.")
    return redirect("classes:teach")


def _render_settings(request: HttpRequest, classroom: Classroom, **problems: str) -> HttpResponse:
    teachers = list(classroom.teachers.select_related("user"))
    invited = reverse("classes:invitation", args=[co_teachers.create_invitation(classroom)])
    context = build_class_context(request, classroom) | {
        "teachers": teachers,
        "most_teachers": MOST_TEACHERS,
        "invite": request.build_absolute_uri(invited) if len(teachers) < MOST_TEACHERS else "",
        "invite_days": co_teachers.LASTS.days,
        "longest": LONGEST_NAME,
        **problems,
    }
    return render(request, "classes/settings.html", context, status=422 if problems else 200)


@require_form
@idempotent
@never_cache
def accept_invitation(request: HttpRequest, invitation: str) -> HttpResponse:
    """Show a colleague's invitation to teach a class, or accept it (POST)."""
    classroom = co_teachers.find_invited_class(invitation)
    if classroom is None:
        raise Http404("This invitation has expired.")
    problem = ""
    if request.method == "POST" and request.user.is_authenticated:
        try:
            co_teachers.accept_invitation(invitation, get_or_create_person(request))
        except ClassroomError as refused:
            problem = str(refused)
        else:
            messages.success(request, f"You now teach {classroom.name}.")
            return redirect(classroom)
    context = {"active": "teach", "classroom": classroom, "problem": problem}
    return render(request, "classes/invitation.html", context, status=422 if problem else 200)
