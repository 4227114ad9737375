from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('variants', '0001_rule_sets_are_kept_and_chosen'),
    ]

    operations = [
        migrations.RenameModel('Chosen', 'RuleSetChoice'),
        migrations.RenameModel('InUse', 'RulesInUse'),
    ]
