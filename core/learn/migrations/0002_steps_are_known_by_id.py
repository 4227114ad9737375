"""Identifies a completed step by the step's permanent id instead of by its lesson and position."""

import json
from pathlib import Path

from django.db import migrations, models

IDS = Path(__file__).with_name("ids.json")
"""For each game and lesson, as they were, the ids of the steps in their old order."""


def name_steps(apps, schema_editor):
    """Save the ids of completed steps. Delete rows whose step has no id, and all but one of a person's rows per id."""
    StepDone = apps.get_model("learn", "StepDone")
    ids = json.loads(IDS.read_text())
    seen = set()
    for done in StepDone.objects.order_by("at"):
        lesson = ids.get(done.game, {}).get(done.lesson, "").split()
        done.name = lesson[done.step] if done.step < len(lesson) else ""
        key = (done.person_id, done.game, done.name)
        if not done.name or key in seen:
            done.delete()
            continue
        seen.add(key)
        done.save(update_fields=["name"])


class Migration(migrations.Migration):
    dependencies = [("learn", "0001_keeps_the_steps_done")]

    operations = [
        migrations.AddField("stepdone", "name", models.SlugField(max_length=80, default="")),
        migrations.AddField("stepdone", "rules", models.CharField(max_length=16, default="")),
        migrations.RunPython(name_steps, migrations.RunPython.noop),
        migrations.RemoveConstraint("stepdone", "step_done_once"),
        migrations.RemoveField("stepdone", "step"),
        migrations.RemoveField("stepdone", "lesson"),
        migrations.RenameField("stepdone", "name", "step"),
        migrations.AlterField("stepdone", "step", models.SlugField(max_length=80)),
        migrations.AddConstraint(
            "stepdone", models.UniqueConstraint(fields=["person", "game", "step", "rules"], name="step_done_once")
        ),
    ]
