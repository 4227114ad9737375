from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("workshop", "0005_works_know_their_last_change")]

    operations = [
        migrations.CreateModel(
            name="ProofTurn",
            fields=[
                ("key", models.CharField(max_length=60, primary_key=True, serialize=False)),
                ("turn", models.PositiveBigIntegerField(default=0)),
                ("clock", models.PositiveBigIntegerField(default=0)),
            ],
        ),
        migrations.AddField(
            "proof", "address", models.CharField(blank=True, default="", editable=False, max_length=16)
        ),
        migrations.AddField("proof", "silent", models.PositiveIntegerField(default=0, editable=False)),
    ]
