"""Signing in by another site: off by itself; on, in a run of its own, since apps are fixed at the start."""

import json
import os
import subprocess
import sys

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.test import Client

from constitution_site.environment import read_social_login
from tests.servers import OURS, ROOT, free_port

FAKE = {"id": "fake", "name": "Fake", "client_id": "us", "secret": "s3cret"}


# Laws over all that there is, which then is more.
ALSO = [
    "tests/site/test_personal.py::test_every_field_of_every_model_is_marked_and_every_mark_is_a_field",
    "tests/site/test_permissions.py::test_every_address_and_every_message_has_a_rule_and_every_rule_an_address",
    "tests/site/test_permissions.py::test_allauths_pages_but_those_at_the_entrance_are_for_who_is_logged_in",
    "tests/site/test_admin_doors.py::test_every_address_of_the_admin_has_a_rule",
]


@pytest.mark.django_db
def test_it_is_off_by_itself_and_nothing_of_it_is_loaded() -> None:
    assert not apps.is_installed("allauth.socialaccount")
    assert "allauth.socialaccount.adapter" not in sys.modules and "oauthlib" not in sys.modules
    assert Client().get("/account/3rdparty/").status_code == 404


@pytest.mark.server
def test_with_a_provider_it_holds() -> None:
    provider = FAKE | {"server_url": f"http://127.0.0.1:{free_port()}"}
    tests = ["-q", "-p", "no:cacheprovider", "tests/players/social_login_on.py", *ALSO]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *tests],
        cwd=ROOT,
        # On a database of its own, whatever this run is on: that one's test database is in use.
        env={name: value for name, value in os.environ.items() if name not in OURS}
        | {"SOCIAL_LOGIN": json.dumps([provider])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout[-4000:]


WHOLE = FAKE | {"server_url": "https://example.org"}
WRONG = [1, "a", FAKE]
WRONG += [WHOLE | wrong for wrong in ({"server_url": "ftp://x"}, {"id": "A/"}, {"name": ""}, {"x": "y"})]


@pytest.mark.parametrize("raw", ["{", '{"a": 1}', *(json.dumps([provider]) for provider in WRONG)])
def test_what_is_no_list_of_providers_stops_the_start_and_repeats_no_secret(
    raw: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOCIAL_LOGIN", raw)
    with pytest.raises(ImproperlyConfigured, match="SOCIAL_LOGIN") as error:
        read_social_login()
    assert "s3cret" not in str(error.value)
