from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('collections', '0002_lessons_in_them'),
    ]

    operations = [
        migrations.RenameModel('Entry', 'CollectionEntry'),
    ]
