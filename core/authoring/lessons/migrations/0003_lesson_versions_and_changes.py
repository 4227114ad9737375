from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('lessons', '0002_works_know_their_last_change'),
    ]

    operations = [
        migrations.RenameModel('Version', 'LessonVersion'),
        migrations.RenameModel('Change', 'LessonChange'),
    ]
