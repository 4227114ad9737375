from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('workshop', '0007_drafts_keep_what_was_found_out'),
    ]

    operations = [
        migrations.RenameModel('Item', 'BuiltPuzzle'),
    ]
