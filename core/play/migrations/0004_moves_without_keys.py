from django.db import migrations


class Migration(migrations.Migration):
    """A request that is sent again is known by its kept answer; no move was ever stored with a key."""

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
