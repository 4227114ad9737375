from django.db import migrations


class Migration(migrations.Migration):
    """Removes a move's idempotency key, which was never used. Stored responses identify repeated requests."""

    dependencies = [
        ('play', '0003_tables_can_be_closed'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='move',
            name='move_key_is_used_once',
        ),
        migrations.RemoveField(
            model_name='move',
            name='key',
        ),
    ]
