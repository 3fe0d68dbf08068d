from django.db import migrations


def delete_begun_won(apps, _schema_editor):
    """Delete practice that was begun after the last move of a won game: no event could ever end it."""
    apps.get_model("play", "Attempt").objects.filter(status="playing", ranked=False, events__home=80).delete()


class Migration(migrations.Migration):

    dependencies = [
        ("play", "0004_the_tally"),
    ]

    operations = [
        migrations.RunPython(delete_begun_won, migrations.RunPython.noop),
    ]
