"""Secrets of second factors that were stored before they were encrypted are encrypted."""

from typing import Any

from allauth.mfa.adapter import get_adapter
from django.db import migrations


def encrypt_all(apps: Any, schema_editor: Any) -> None:
    """Encrypt the secret or the seed of every app and every sheet of recovery codes."""
    for factor in apps.get_model("mfa", "Authenticator").objects.filter(type__in=["totp", "recovery_codes"]):
        for part in {"secret", "seed"} & set(factor.data):
            factor.data[part] = get_adapter().encrypt(factor.data[part])
        factor.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("players", "0002_names_and_wishes"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]
    operations = [migrations.RunPython(encrypt_all, migrations.RunPython.noop)]
