import django.db.models.deletion
from django.db import migrations, models

AWAY = "Whoever sits there was away for too long."


def name_stand_ins(apps, schema_editor):
    """Mark the moves that bots made for absent people. Until now, only the stored reason showed this."""
    moves = apps.get_model("play", "Move").objects.using(schema_editor.connection.alias)
    moves.filter(by="bot", reason=AWAY).update(by="stand-in")


def bots_again(apps, schema_editor):
    moves = apps.get_model("play", "Move").objects.using(schema_editor.connection.alias)
    moves.filter(by="stand-in").update(by="bot")


class Migration(migrations.Migration):
    """Stores former players of seats, marks moves that bots made for absent people, and adds links for spectators."""

    dependencies = [
        ('people', '0001_person'),
        ('play', '0004_moves_without_keys'),
    ]

    operations = [
        migrations.AddField(
            model_name='seat',
            name='stood_in',
            field=models.BooleanField(db_default=False, default=False, verbose_name='a bot made its last move'),
        ),
        migrations.AddField(
            model_name='table',
            name='watch',
            field=models.CharField(blank=True, editable=False, max_length=20, null=True, unique=True, verbose_name='the end of the link for spectators'),
        ),
        migrations.AlterField(
            model_name='move',
            name='by',
            field=models.CharField(choices=[('person', 'a person'), ('bot', 'a bot'), ('stand-in', 'a bot, for an absent player'), ('dealer', 'the dealer'), ('itself', 'automatic (only legal move)')], default='person', max_length=8),
        ),
        migrations.CreateModel(
            name='Sitter',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('until', models.PositiveIntegerField()),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name of the bot')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='seats_before', to='people.person')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sitters', to='play.table')),
            ],
            options={
                'ordering': ['table', 'until'],
                'constraints': [models.UniqueConstraint(fields=('table', 'number', 'until'), name='seat_is_left_once_at_a_time')],
            },
        ),
        migrations.RunPython(name_stand_ins, bots_again),
    ]
