from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('workshop', '0008_built_puzzles'),
    ]

    operations = [
        migrations.RenameModel('Version', 'PuzzleVersion'),
        migrations.RenameModel('Change', 'PuzzleChange'),
        migrations.RenameModel('ProofTurn', 'ProofQueueCounter'),
        migrations.RemoveField('report', 'given'),
    ]
