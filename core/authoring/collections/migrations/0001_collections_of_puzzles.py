import core.authoring.puzzles.models
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds the models of collections. Creates no tables, because migration 0003 of `workshop` has renamed its own."""

    initial = True

    dependencies = [
        ('people', '0001_person'),
        ('practice', '0003_keeps_the_question_and_the_occasion'),
        ('workshop', '0003_collections_are_an_app'),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(state_operations=[
            migrations.CreateModel(
                name='Collection',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('code', models.CharField(default=core.authoring.puzzles.models.item_code, editable=False, max_length=20, unique=True)),
                    ('title', models.CharField(max_length=80)),
                    ('changed', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                    ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='collections', to='people.person')),
                ],
                options={
                    'ordering': ['-changed', '-pk'],
                },
            ),
            migrations.CreateModel(
                name='Entry',
                fields=[
                    ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                    ('number', models.PositiveSmallIntegerField()),
                    ('collection', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='collections.collection')),
                    ('puzzle', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='collected', to='practice.puzzle')),
                ],
                options={
                    'verbose_name_plural': 'entries',
                    'ordering': ['number'],
                    'constraints': [models.UniqueConstraint(fields=('collection', 'puzzle'), name='collected_once')],
                },
            ),
        ]),
    ]
