"""The examples under deploy/ are read by what reads them, as far as that is here."""

import configparser
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from constitution_site import environment
from tests.servers import ROOT, skip_or_fail

DEPLOY = ROOT / "deploy"


@pytest.mark.server
def test_nginx_takes_the_example_site(tmp_path: Path) -> None:
    nginx = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not nginx:
        skip_or_fail("nginx is not installed (Debian: apt-get install nginx-light)")
    assert nginx
    site = (DEPLOY / "nginx.conf").read_text()
    # No certificate here, and no right to the real ports.
    site = re.sub(r"^\s*ssl_certificate.*$", "", site, flags=re.M)
    site = re.sub(r"listen (\[::\]:)?443 ssl http2;", "listen 127.0.0.1:8443;", site, count=1)
    site = re.sub(r"listen \[::\].*", "", site).replace("listen 80;", "listen 127.0.0.1:8080;")
    conf = tmp_path / "nginx.conf"
    conf.write_text(
        f"pid {tmp_path}/pid; error_log stderr; events {{}} "
        f"http {{ access_log off; client_body_temp_path {tmp_path}/b; proxy_temp_path {tmp_path}/p; "
        f"fastcgi_temp_path {tmp_path}/f; uwsgi_temp_path {tmp_path}/u; scgi_temp_path {tmp_path}/s;\n"
        f"{site}\n}}"
    )
    done = subprocess.run([nginx, "-t", "-c", conf], capture_output=True, text=True, timeout=30)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["constitutional-web", "constitutional-clerk"])
def test_units_start_commands_that_exist(name: str) -> None:
    text = (DEPLOY / f"{name}.service").read_text()
    unit = configparser.RawConfigParser(strict=False, comment_prefixes=("#",))
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    assert {"Unit", "Service", "Install"} == set(unit.sections())
    for line in re.findall(r"^Exec(?:Start|StartPre)=(.*)$", text, re.M):
        words = shlex.split(line)
        assert words[0].startswith(unit["Service"]["WorkingDirectory"])
        assert words[1] == "manage.py"
        command = ROOT / "constitution_site" / "management" / "commands" / f"{words[2]}.py"
        assert command.exists() or words[2] in ("migrate", "collectstatic")


def test_every_variable_of_the_examples_is_one_that_is_read() -> None:
    read = set(re.findall(r'"([A-Z][A-Z_]{3,})"', Path(environment.__file__).read_text()))
    read |= set(re.findall(r'read_\w+\(\s*"([A-Z_]+)"', (ROOT / "constitution_site/settings.py").read_text()))
    given = set(re.findall(r"^([A-Z_]+)=", (DEPLOY / "environment.example").read_text(), re.M))
    compose = (DEPLOY / "compose.yaml").read_text()
    anchor = compose.split("&environment", 1)[1].split("volumes:", 1)[0]
    given |= set(re.findall(r"^    ([A-Z_]+):", anchor, re.M))
    assert len(given) > 6
    assert given <= read


def test_the_image_holds_every_folder_that_runs() -> None:
    lines = (DEPLOY / "Dockerfile").read_text().splitlines()
    copied = {word for line in lines if line.startswith("COPY") for word in line.split()[1:-1]}
    assert copied >= {
        "requirements.txt",
        "manage.py",
        "constitution_site",
        "games",
        "leaderboard",
        "frontend",
    }
    allowed = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    for word in copied:
        assert (ROOT / word).exists()
        assert f"!{word}" in allowed
