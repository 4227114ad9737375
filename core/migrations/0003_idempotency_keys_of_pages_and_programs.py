import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

PERSON = {"on_delete": django.db.models.deletion.CASCADE, "to": "people.person"}


class Migration(migrations.Migration):
    """Moves the API's idempotency keys to the core app, with all rows, because pages use them now, too."""

    dependencies = [
        ("core", "0002_heartbeat_of_each_queue"),
        ("people", "0001_person"),
        ("api", "0002_answers_know_what_they_made"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="IdempotencyKey",
                    fields=[
                        ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                        ("person", models.ForeignKey(related_name="idempotency_keys", **PERSON)),
                        ("key", models.CharField(max_length=64)),
                        ("asked", models.CharField(max_length=64)),
                        ("made", models.JSONField(null=True)),
                        ("status", models.PositiveSmallIntegerField(null=True)),
                        ("body", models.JSONField(null=True)),
                        ("at", models.DateTimeField(default=django.utils.timezone.now)),
                    ],
                    options={
                        "db_table": "api_answer",
                        "constraints": [models.UniqueConstraint(fields=["person", "key"], name="key_is_used_once")],
                    },
                ),
            ],
        ),
        migrations.AlterModelTable("idempotencykey", None),
        migrations.RenameField("idempotencykey", "asked", "request"),
        migrations.RenameField("idempotencykey", "made", "result"),
        migrations.RenameField("idempotencykey", "at", "created"),
        migrations.AlterField("idempotencykey", "key", models.CharField(max_length=80)),
        migrations.AlterField("idempotencykey", "request", models.CharField(blank=True, default="", max_length=64)),
        migrations.AlterField(
            "idempotencykey",
            "person",
            models.ForeignKey(blank=True, null=True, related_name="idempotency_keys", **PERSON),
        ),
        migrations.AddField("idempotencykey", "attempt", models.PositiveIntegerField(default=1)),
        # What is there was stored when it was complete.
        migrations.AddField("idempotencykey", "is_complete", models.BooleanField(default=True)),
        migrations.AlterField("idempotencykey", "is_complete", models.BooleanField(default=False)),
        migrations.AddConstraint(
            "idempotencykey",
            models.UniqueConstraint(condition=models.Q(person=None), fields=["key"], name="key_of_nobody_is_used_once"),
        ),
    ]
