import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('play', '0008_tables_that_turn_by_themselves'),
    ]

    operations = [
        migrations.RenameModel('Sitter', 'FormerPlayer'),
        migrations.AlterField(
            model_name='formerplayer',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former_players', to='play.table'),
        ),
    ]
