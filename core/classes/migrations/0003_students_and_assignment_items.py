import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('classes', '0002_live_boards_end_by_themselves'),
        ('people', '0002_usernames_as_compared'),
        ('practice', '0005_names_only_the_clauses_that_were_missed'),
    ]

    operations = [
        migrations.RemoveConstraint('pupil', 'pupil_once'),
        migrations.RemoveConstraint('piece', 'one_piece_a_place'),
        migrations.RemoveConstraint('piece', 'one_piece_a_place_and_pupil'),
        migrations.RenameModel('Pupil', 'Student'),
        migrations.RenameModel('Piece', 'AssignmentItem'),
        migrations.RenameField('assignmentitem', 'pupil', 'student'),
        migrations.AlterField(
            'student',
            'classroom',
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='students', to='classes.classroom'),
        ),
        migrations.AlterField(
            'student',
            'person',
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='student_of', to='people.person'),
        ),
        migrations.AlterField(
            'assignmentitem',
            'assignment',
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='items', to='classes.assignment'),
        ),
        migrations.AlterField(
            'assignmentitem',
            'puzzle',
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name='assignment_items',
                to='practice.puzzle',
            ),
        ),
        migrations.AlterField(
            'assignmentitem',
            'student',
            models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name='items', to='classes.student'
            ),
        ),
        migrations.AddConstraint(
            'student', models.UniqueConstraint(fields=('classroom', 'person'), name='student_once')
        ),
        migrations.AddConstraint(
            'assignmentitem',
            models.UniqueConstraint(
                condition=models.Q(('student', None)), fields=('assignment', 'place'), name='one_item_a_place'
            ),
        ),
        migrations.AddConstraint(
            'assignmentitem',
            models.UniqueConstraint(fields=('assignment', 'place', 'student'), name='one_item_a_place_and_student'),
        ),
    ]
