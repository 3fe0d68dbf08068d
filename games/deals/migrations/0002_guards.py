"""Set up the triggers that keep published deals as they are."""

from django.db import migrations

from games.deals import guards


def set_up(apps, schema_editor):
    for statement in guards.statements(schema_editor.connection.vendor):
        schema_editor.execute(statement)


def take_down(apps, schema_editor):
    for statement in guards.drop_statements(schema_editor.connection.vendor):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("deals", "0001_initial")]
    operations = [migrations.RunPython(set_up, take_down)]
