from typing import Any

from django.db import migrations, models


def forget_the_only_one(apps: Any, schema_editor: Any) -> None:
    apps.get_model("core", "Heartbeat").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("core", "0001_heartbeat")]

    operations = [
        migrations.AlterField("heartbeat", "name", models.CharField(max_length=20, primary_key=True, serialize=False)),
        migrations.RunPython(forget_the_only_one, migrations.RunPython.noop),
    ]
