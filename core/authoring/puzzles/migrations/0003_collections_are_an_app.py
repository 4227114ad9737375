from django.db import migrations


class Migration(migrations.Migration):
    """Collections hold lessons too, and so have an app of their own. Their tables go over with what is in them."""

    dependencies = [
        ('workshop', '0002_collections_of_puzzles'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.AlterModelTable('Collection', 'collections_collection'),
                migrations.AlterModelTable('Entry', 'collections_entry'),
            ],
            state_operations=[
                migrations.DeleteModel('Entry'),
                migrations.DeleteModel('Collection'),
            ],
        ),
    ]
