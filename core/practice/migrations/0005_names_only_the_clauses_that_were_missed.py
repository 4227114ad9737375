from django.db import migrations, models


def forget(apps, schema_editor):
    """Clear the missed clauses of wrong answers, so that a background task determines them again.

    Until now, a wrong answer was stored with all clauses of its puzzle instead of the ones that it missed.
    """
    apps.get_model("practice", "Answer").objects.filter(right=False).update(missed=None)


def bring_back(apps, schema_editor):
    apps.get_model("practice", "Answer").objects.filter(missed__isnull=True).update(missed=[])


class Migration(migrations.Migration):

    dependencies = [
        ('practice', '0004_keeps_how_a_puzzle_looks'),
    ]

    operations = [
        migrations.AlterField(
            model_name='answer',
            name='missed',
            field=models.JSONField(default=list, null=True),
        ),
        migrations.AddIndex(
            model_name='answer',
            index=models.Index(condition=models.Q(('missed__isnull', True)), fields=['puzzle'], name='answers_still_to_explain'),
        ),
        migrations.RunPython(forget, bring_back),
    ]
