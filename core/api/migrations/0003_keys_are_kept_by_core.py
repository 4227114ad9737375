from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("api", "0002_answers_know_what_they_made"),
        ("core", "0003_idempotency_keys_of_pages_and_programs"),
    ]

    operations = [migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel("Answer")])]
