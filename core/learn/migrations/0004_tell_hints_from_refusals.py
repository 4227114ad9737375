from django.db import migrations, models
from django.db.models import Q


def mark_aided_steps_as_refused(apps, schema_editor):
    apps.get_model("learn", "StepDone").objects.filter(unaided=False).update(refused=True)


def mark_steps_as_aided(apps, schema_editor):
    apps.get_model("learn", "StepDone").objects.filter(Q(hinted=True) | Q(refused=True)).update(unaided=False)


class Migration(migrations.Migration):
    dependencies = [("learn", "0003_keeps_steps_of_before_a_course_was_started_over")]

    operations = [
        migrations.AddField("stepdone", "hinted", models.BooleanField(default=False)),
        migrations.AddField("stepdone", "refused", models.BooleanField(default=False)),
        migrations.RunPython(mark_aided_steps_as_refused, mark_steps_as_aided),
        migrations.RemoveField("stepdone", "unaided"),
    ]
