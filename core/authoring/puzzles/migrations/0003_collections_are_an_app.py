from django.db import migrations


class Migration(migrations.Migration):
    """Renames the tables of collections, with their rows, for the new app `collections`.

    Collections have an app of their own, because they can have lessons as well as puzzles.
    """

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
