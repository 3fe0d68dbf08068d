"""A wrong value from outside stops the start, and names the variable and what is wanted."""

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from constitution_site import environment
from tests.servers import ROOT

GOOD = {"SECRET_KEY": "only-for-tests-" + "0123456789" * 4}
WRONG = [
    ("DATABASE_URL", "mysql://localhost/x", "begins with one of postgresql://"),
    ("DATABASE_URL", "nonsense", "sqlite://"),
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
    ("DEBUG", "maybe", "not 1 or 0"),
    ("HTTPS", "2", "not 1 or 0"),
    ("PROXIES", "-1", "0 to 9"),
    ("LIMITS", "no thanks", "not 1 or 0"),
    ("DATA_DIR", "/dev/null/folder", "cannot be made"),
]


def start(folder: Path, command: str, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
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
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str, wanted: str
) -> None:
    for key, text in (GOOD | {"DATA_DIR": str(tmp_path), name: value}).items():
        monkeypatch.setenv(key, text)
    with pytest.raises(ImproperlyConfigured, match=f"The environment variable {name} is wrong") as caught:
        runpy.run_path(str(ROOT / "constitution_site" / "settings.py"))
    assert wanted in str(caught.value)


def test_a_wrong_value_stops_the_start_in_its_last_line_and_the_error_repeats_no_password(
    tmp_path: Path,
) -> None:
    done = start(tmp_path, "serve", **GOOD, DATABASE_URL="postgresql://user:geheim@localhost:port/db")
    assert done.returncode != 0
    assert "The environment variable DATABASE_URL is wrong" in done.stderr.strip().splitlines()[-1]
    assert "geheim" not in done.stderr + done.stdout


def test_a_production_site_passes_djangos_deployment_check(tmp_path: Path) -> None:
    env = {"HTTPS": "1", "DATABASE_URL": f"sqlite:///{tmp_path}/x.sqlite3", "ALLOWED_HOSTS": "example.org"}
    done = start(tmp_path, "check", "--deploy", "--fail-level", "WARNING", **GOOD, **env)
    assert done.returncode == 0, done.stderr


def test_with_a_database_of_its_own_a_site_needs_a_secret_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SECRET_KEY")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path}/x.sqlite3")
    with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
        environment.read_secret_key()


def test_a_laptop_needs_no_value_at_all_and_keeps_its_key_to_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert start(tmp_path, "check").returncode == 0
    key = tmp_path / "secret-key"
    text = key.read_text()
    assert len(text) >= 50
    assert key.stat().st_mode & 0o077 == 0
    for name in ("SECRET_KEY", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    assert environment.read_secret_key() == text


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
