"""A player's unique spelling, privacy, settings and wish to leave."""

from django.db import migrations, models

from games.players.names import skeleton_of


def spell(apps, schema_editor):
    """Accounts first, then guests by age; of two who are spelled alike the later one has none."""
    taken = set()
    for player in apps.get_model("players", "Player").objects.order_by(models.F("user_id").asc(nulls_last=True), "pk"):
        skeleton = skeleton_of(player.name)
        if skeleton not in taken:
            taken.add(skeleton)
            player.skeleton = skeleton
            player.save(update_fields=["skeleton"])


class Migration(migrations.Migration):
    dependencies = [("players", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="player",
            name="is_private",
            field=models.BooleanField(
                default=False,
                help_text="Public boards say “a member” instead of the name.",
                verbose_name="private",
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="leaving_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="asked to be deleted at"),
        ),
        migrations.AddField(
            model_name="player",
            name="settings",
            field=models.JSONField(blank=True, default=dict, verbose_name="settings"),
        ),
        migrations.AddField(
            model_name="player",
            name="skeleton",
            field=models.CharField(blank=True, editable=False, max_length=120, null=True, unique=True),
        ),
        migrations.RunPython(spell, migrations.RunPython.noop),
    ]
