"""A wrong value from outside stops the start, and names the variable and what is wanted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from constitution_site import environment
from tests.servers import ROOT

GOOD = {"SECRET_KEY": "only-for-tests-" + "0123456789" * 4}
WRONG = [
    ("DATABASE_URL", "mysql://localhost/x", "postgresql:// or sqlite:///"),
    ("DATABASE_URL", "nonsense", "postgresql:// or sqlite:///"),
    ("DATABASE_URL", "postgresql://user@[::1/db", "DATABASE_URL"),
    ("DATABASE_URL", "postgresql://user@localhost:port/db", "DATABASE_URL"),
    ("REDIS_URL", "http://localhost:6379", "redis://"),
    ("REDIS_URL", "localhost:6379", "redis://"),
    ("PORT", "0", "1 to 65535"),
    ("PORT", "65536", "1 to 65535"),
    ("PORT", "eighty", "1 to 65535"),
    ("PORT", "9" * 5000, "1 to 65535"),
    ("FIRST_DAY", "29.11.2026", "2026-11-29"),
    ("FIRST_DAY", "2026-02-30", "2026-11-29"),
    ("SECRET_KEY", "short", "32 characters"),
    ("DEBUG", "maybe", "neither 1 nor 0"),
    ("HTTPS", "2", "neither 1 nor 0"),
    ("PROXIES", "-1", "0 to 9"),
    ("LIMITS", "no thanks", "neither 1 nor 0"),
    ("DATA_DIR", "/dev/null/folder", "cannot be made"),
]


def start(
    folder: Path, command: str = "check", *arguments: str, **env: str
) -> subprocess.CompletedProcess[str]:
    """Run a command of the site as an operator would, with an environment of its own."""
    clean = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder)}
    return subprocess.run(
        [sys.executable, "manage.py", command, *arguments],
        cwd=ROOT,
        env=clean | env,
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize(("name", "value", "wanted"), WRONG, ids=lambda value: str(value)[:25])
def test_a_wrong_value_is_named_with_what_is_wanted(
    tmp_path: Path, name: str, value: str, wanted: str
) -> None:
    done = start(tmp_path, "serve", **(GOOD | {name: value}))
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert f"The environment variable {name} is wrong" in last
    assert wanted in last


def test_a_production_site_passes_djangos_deployment_check(tmp_path: Path) -> None:
    env = {"HTTPS": "1", "DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite3", "ALLOWED_HOSTS": "example.org"}
    done = start(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **GOOD, **env)
    assert done.returncode == 0, done.stderr


def test_the_error_repeats_no_password(tmp_path: Path) -> None:
    done = start(tmp_path, "serve", **GOOD, DATABASE_URL="postgresql://user:geheim@localhost:port/db")
    assert "geheim" not in done.stderr + done.stdout


def test_with_a_database_of_its_own_a_site_needs_a_secret_key(tmp_path: Path) -> None:
    done = start(tmp_path, "serve", DATABASE_URL=f"sqlite:///{tmp_path}/x.sqlite3")
    assert done.returncode != 0
    assert "SECRET_KEY" in done.stderr.strip().splitlines()[-1]


def test_a_laptop_needs_no_value_at_all_and_keeps_its_key_to_itself(tmp_path: Path) -> None:
    first = start(tmp_path)
    assert first.returncode == 0, first.stderr
    key = tmp_path / "secret-key"
    text = key.read_text()
    assert len(text) >= 50
    assert key.stat().st_mode & 0o077 == 0
    assert start(tmp_path).returncode == 0
    assert key.read_text() == text


def test_a_port_that_is_taken_ends_the_start_with_1(tmp_path: Path) -> None:
    import socket

    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        done = start(tmp_path, "serve", **GOOD, PORT=port)
    assert done.returncode == 1
    assert port in done.stderr + done.stdout


def test_mails_go_where_email_url_says_and_to_the_console_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EMAIL_URL", raising=False)
    assert environment.read_mail()["EMAIL_BACKEND"].endswith("console.EmailBackend")
    monkeypatch.setenv("EMAIL_URL", "smtp+tls://me:p%40ss@mail.example.org")
    monkeypatch.setenv("EMAIL_FROM", "us@example.org")
    mail = environment.read_mail()
    assert (mail["EMAIL_HOST"], mail["EMAIL_PORT"], mail["EMAIL_USE_TLS"]) == ("mail.example.org", 587, True)
    assert (mail["EMAIL_HOST_USER"], mail["EMAIL_HOST_PASSWORD"]) == ("me", "p@ss")
    for wrong in ("http://mail.example.org", "smtp://", "smtp://host:x"):
        monkeypatch.setenv("EMAIL_URL", wrong)
        with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
            environment.read_mail()
